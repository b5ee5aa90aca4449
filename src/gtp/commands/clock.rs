//! Commands about time.

use super::super::arg::{StandardTime, TimeLeft};
use super::super::command::{Command, Group};
use super::super::session::Session;
use crate::clock::TimeSettings;
use crate::go::Color;

pub(super) fn group() -> Group {
    Group {
        title: "Time",
        commands: vec![
            Command::new(
                "time_settings",
                time_settings,
                "Main time, then so many seconds for so many stones; no stones: no limit, no period: main time alone.",
            ),
            Command::new(
                "time_left",
                time_left,
                "Seconds left, and the stones or periods of overtime left (0 in the main time).",
            ),
            Command::new(
                "kgs-time_settings",
                named_time_settings,
                "A time system by name, in seconds: absolute MAIN, byoyomi MAIN PERIOD PERIODS, canadian MAIN PERIOD STONES.",
            ),
            Command::new(
                "kata-time_settings",
                named_time_settings,
                "As `kgs-time_settings`, also fischer MAIN INCREMENT and fischer-capped MAIN INCREMENT MAIN-LIMIT MOVE-LIMIT.",
            ),
            Command::new(
                "kata-list_time_settings",
                kata_list_time_settings,
                "The names of the time systems.",
            ),
        ],
    }
}

fn time_settings(session: &mut Session, settings: StandardTime) {
    session.engine.set_time(settings.0);
}

fn time_left(session: &mut Session, color: Color, left: TimeLeft) {
    session.engine.time_left(color, left.seconds, left.count);
}

fn named_time_settings(session: &mut Session, settings: TimeSettings) {
    session.engine.set_time(settings);
}

fn kata_list_time_settings(_: &mut Session) -> String {
    TimeSettings::SYSTEMS.join(" ")
}
