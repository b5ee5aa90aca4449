//! Writing a review's files, whole or not at all.

use std::fs;
use std::io;
use std::path::Path;

use super::paths::Files;
use super::report::Review;
use super::{picture, record};
use crate::files::{cause, read_regular};

/// The record of an earlier review; `None` where there is none.
///
/// # Errors
/// What is wrong: one of the files is there and is none of an earlier review, so that it must not be overwritten, or it cannot be
/// read.
pub(super) fn earlier(files: &Files, pictures: bool) -> Result<Option<Vec<u8>>, String> {
    let refuse = |path: &Path| {
        format!(
            "{} is there and is no earlier review: move it away",
            path.display()
        )
    };
    let old = match read_regular(&files.record) {
        Ok(bytes) if bytes.is_empty() => None,
        Ok(bytes) => match crate::sgf::read(&bytes) {
            Ok(old) if record::is_review(&old) => Some(bytes),
            _ => return Err(refuse(&files.record)),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(format!("{}: {}", files.record.display(), cause(&error))),
    };
    // What cannot be read is somebody's, too.
    let is_foreign = |path: &&Path| match read_regular(path) {
        Ok(bytes) => !bytes.is_empty() && !picture::is_ours(&bytes),
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    };
    let mut shown = files.pictures().into_iter().filter(|_| pictures);
    match shown.find(is_foreign) {
        Some(path) => Err(refuse(path)),
        None => Ok(old),
    }
}

/// Writes the record.
///
/// # Errors
/// One line that names the file.
pub(super) fn write_record(files: &Files, review: &Review) -> Result<(), String> {
    let text = format!("{}\n", record::annotated(review));
    write(&files.record, text.as_bytes())
}

/// Writes the pictures.
///
/// # Errors
/// One line that names the file.
pub(super) fn write_pictures(files: &Files, review: &Review) -> Result<(), String> {
    let wrong = |path: &Path, error: &picture::PictureError| format!("{}: {error}", path.display());
    let svg = picture::svg(review).map_err(|error| wrong(&files.svg, &error))?;
    write(&files.svg, svg.as_bytes())?;
    let png = picture::png(review).map_err(|error| wrong(&files.png, &error))?;
    write(&files.png, &png)
}

/// Writes a file: what was there stays until the new one is whole. That one has a name of its own until then.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let part = path.with_file_name(format!(".tengen-{}.part", std::process::id()));
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&part);
        format!("{}: {}", path.display(), cause(&error))
    })
}
