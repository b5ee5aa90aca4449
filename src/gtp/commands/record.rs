//! Commands about game records.

use super::super::command::Group;

pub(super) fn group() -> Group {
    Group {
        title: "Game records",
        commands: vec![],
    }
}
