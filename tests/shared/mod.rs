//! Where the shared test material lies, if it does.

use std::path::PathBuf;

/// A file of the shared cases: below the folder that `TENGEN_SHARED` names, else below `../shared`. `None` where it is not
/// there: then its test has nothing to do.
pub(crate) fn case_file(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("TENGEN_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")),
        PathBuf::from,
    );
    let path = root.join("cases").join(name);
    path.is_file().then_some(path)
}
