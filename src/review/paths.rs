//! Where a review is written.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::files::STANDARD_INPUT;

/// The files of one review.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Files {
    /// The record.
    pub record: PathBuf,
    /// The picture as SVG.
    pub svg: PathBuf,
    /// The picture as PNG.
    pub png: PathBuf,
}

impl Files {
    fn new(record: PathBuf) -> Self {
        Self {
            svg: record.with_extension("svg"),
            png: record.with_extension("png"),
            record,
        }
    }

    /// The picture's two files.
    pub(super) fn pictures(&self) -> [&Path; 2] {
        [&self.svg, &self.png]
    }
}

/// Finds places for reviews, no place twice.
pub(super) struct Places<'a> {
    out: Option<&'a Path>,
    /// Whether `out` is to hold several reviews.
    several: bool,
    taken: HashSet<PathBuf>,
}

impl<'a> Places<'a> {
    /// Places as the user wants them: in the folder `out`, in the file `out`, or beside each game. `several` tells that there
    /// is more than one game.
    pub(super) fn new(out: Option<&'a Path>, several: bool) -> Self {
        Self {
            out,
            several,
            taken: HashSet::new(),
        }
    }

    /// The files for a game; `number` is its number in the source where that holds several.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(super) fn of(&mut self, source: &Path, number: Option<usize>) -> Result<Files, String> {
        let name = name_of(source, number);
        let record = match self.out {
            None if source == Path::new(STANDARD_INPUT) => {
                return Err("of a record from standard input, say where it goes: -o".to_string());
            }
            None => source.with_file_name(name),
            Some(folder) if folder.is_dir() => folder.join(name),
            Some(_) if self.several => {
                return Err("of several games, -o must name a folder that exists".to_string());
            }
            Some(file) => file.to_path_buf(),
        };
        let files = Files::new(record);
        let shown = files.record.display();
        if files.pictures().contains(&files.record.as_path()) {
            return Err(format!(
                "the review {shown} would be overwritten by its picture"
            ));
        }
        if is_same(source, &files.record) || files.pictures().iter().any(|own| is_same(source, own))
        {
            return Err(format!(
                "the review {shown} would overwrite the record itself"
            ));
        }
        if !self.taken.insert(plain(&files.record)) {
            return Err(format!(
                "the review {shown} would overwrite that of another game"
            ));
        }
        Ok(files)
    }
}

/// `GAME.review.sgf` for `GAME.sgf`, `GAME.2.review.sgf` for its second game.
fn name_of(source: &Path, number: Option<usize>) -> OsString {
    let is_sgf = source
        .extension()
        .is_some_and(|suffix| suffix.eq_ignore_ascii_case("sgf"));
    let stem = if is_sgf {
        source.file_stem()
    } else {
        source.file_name()
    };
    let mut name = stem.unwrap_or_default().to_owned();
    if let Some(number) = number {
        name.push(format!(".{number}"));
    }
    name.push(".review.sgf");
    name
}

/// A path without links, `.` or `..` on the way to the file, which need not be there.
fn plain(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_path_buf(),
    }
}

fn is_same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reviews_stand_beside_their_games() {
        for (source, number, record) in [
            ("a/GAME.sgf", None, "a/GAME.review.sgf"),
            ("GAME.SGF", Some(2), "GAME.2.review.sgf"),
            ("a/x.y", None, "a/x.y.review.sgf"),
        ] {
            let files = Places::new(None, true)
                .of(Path::new(source), number)
                .expect(source);
            assert_eq!(files.record, Path::new(record));
            assert_eq!(files.png, Path::new(record).with_extension("png"));
        }
    }

    #[test]
    fn what_would_destroy_something_is_refused() {
        let of = |out: &str, several, source: &str| {
            let out = Path::new(out);
            Places::new(Some(out), several).of(Path::new(source), None)
        };
        assert_eq!(
            of("none/b.sgf", false, "a.sgf").expect("a place").record,
            Path::new("none/b.sgf")
        );
        for (out, several, source) in [
            ("none/b.sgf", true, "a.sgf"),
            ("a.sgf", false, "a.sgf"),
            ("a.sgf", false, "a.svg"),
            ("a.png", false, "a.sgf"),
        ] {
            assert!(of(out, several, source).is_err(), "{out} {source}");
        }
        let mut places = Places::new(Some(Path::new(".")), true);
        assert!(places.of(Path::new("x/a.sgf"), None).is_ok());
        assert!(places.of(Path::new("y/a.sgf"), None).is_err());
        assert!(places.of(Path::new("y/a.sgf"), Some(2)).is_ok());
        let mut places = Places::new(None, true);
        assert!(places.of(Path::new("src/a.sgf"), None).is_ok());
        for same in ["./src/a.SGF", "src/../src/a.sgf", "src/go/../a.sgf"] {
            assert!(places.of(Path::new(same), None).is_err(), "{same}");
        }
    }
}
