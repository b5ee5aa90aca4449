//! Files that somebody names who is not to be trusted with all of them: which may be touched, and read with care.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Larger files are no game records.
const MOST_BYTES: u64 = 1 << 26;

/// Which files commands may read and write.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Files {
    /// All that the user may.
    #[default]
    Anywhere,
    /// Those in this folder and below it; names count from there.
    Within(PathBuf),
    /// None.
    Nowhere,
}

impl Files {
    /// Those in a folder and below it.
    ///
    /// # Errors
    /// Where there is no such folder.
    pub fn within(folder: impl AsRef<Path>) -> io::Result<Self> {
        let folder = folder.as_ref().canonicalize()?;
        if folder.is_dir() {
            Ok(Self::Within(folder))
        } else {
            Err(io::Error::other("not a folder"))
        }
    }

    /// Whether there are any.
    #[must_use]
    pub fn are_allowed(&self) -> bool {
        *self != Self::Nowhere
    }

    /// The bytes of a game record.
    ///
    /// # Errors
    /// Where the file must not be read or cannot be, as [`read_regular`] says.
    pub fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let path = match self {
            Self::Anywhere => PathBuf::from(name),
            Self::Within(folder) => inside(folder, folder.join(name).canonicalize()?)?,
            Self::Nowhere => return Err(refused()),
        };
        read_regular(&path)
    }

    /// Writes a text to a new file, or in place of what an old one holds.
    ///
    /// # Errors
    /// Where the file must not be written or cannot be.
    pub fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let path = match self {
            Self::Anywhere => PathBuf::from(name),
            Self::Within(folder) => writable(folder, name)?,
            Self::Nowhere => return Err(refused()),
        };
        if fs::metadata(&path).is_ok_and(|data| may_wait(data.file_type())) {
            return Err(io::Error::other("not a file"));
        }
        if text.len() as u64 > most_written() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        fs::write(path, text)
    }
}

/// Length from which on a file that is written ends the process by a signal (`ulimit -f`).
#[cfg(unix)]
fn most_written() -> u64 {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Fsize).current.unwrap_or(u64::MAX)
}

#[cfg(not(unix))]
const fn most_written() -> u64 {
    u64::MAX
}

/// The name that stands for standard input where a record is read.
pub const STANDARD_INPUT: &str = "-";

/// Reads a file, what comes out of a pipe, or [standard input](STANDARD_INPUT), unless it is too large for a game record.
///
/// # Errors
/// Where that fails or there is too much.
pub fn read_record(path: &Path) -> io::Result<Vec<u8>> {
    if path == Path::new(STANDARD_INPUT) {
        read_all(io::stdin().lock())
    } else {
        read_all(File::open(path)?)
    }
}

/// Reads a regular file, unless it is too large for a game record.
///
/// # Errors
/// Where that fails, and of all else that has a name: opening a pipe would wait for a writer, and a device may have no end.
pub fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() {
        read_all(File::open(path)?)
    } else {
        Err(io::Error::other("not a file"))
    }
}

fn read_all(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::other("too large for a game record"));
    }
    Ok(bytes)
}

/// What is wrong with a file, without the system's number for it.
#[must_use]
pub fn cause(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}

fn refused() -> io::Error {
    io::Error::other("not allowed here")
}

/// A path without links or `..` in it, if it lies inside a folder of that kind.
fn inside(folder: &Path, path: PathBuf) -> io::Result<PathBuf> {
    if path.starts_with(folder) {
        Ok(path)
    } else {
        Err(refused())
    }
}

/// The path of a file to write inside a folder: a new one, or a regular file, also behind a link.
fn writable(folder: &Path, name: &str) -> io::Result<PathBuf> {
    let path = folder.join(name);
    let (Some(parent), Some(file)) = (path.parent(), path.file_name()) else {
        return Err(refused());
    };
    let path = inside(folder, parent.canonicalize()?)?.join(file);
    match fs::symlink_metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(path),
        Err(error) => Err(error),
        Ok(_) => {
            let path = inside(folder, path.canonicalize()?)?;
            if fs::metadata(&path)?.is_file() {
                Ok(path)
            } else {
                Err(io::Error::other("not a file"))
            }
        }
    }
}

/// Whether opening such a file for writing may wait for somebody who reads.
#[cfg(unix)]
fn may_wait(kind: fs::FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&kind)
}

#[cfg(not(unix))]
fn may_wait(_: fs::FileType) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A folder with a file, one with another file beside it, and links between them.
    fn folders(name: &str) -> (PathBuf, Files) {
        let root = std::env::temp_dir().join(format!("tengen-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("in/sub")).expect("a folder");
        fs::create_dir_all(root.join("in-not")).expect("a folder");
        for file in ["in/a.sgf", "in/sub/b.sgf", "secret", "in-not/c.sgf"] {
            fs::write(root.join(file), file).expect("a file");
        }
        for (target, link) in [
            ("../secret", "in/link"),
            ("../in-not", "in/door"),
            ("a.sgf", "in/fine"),
            ("../new", "in/dangling"),
            ("self", "in/self"),
        ] {
            symlink(target, root.join(link)).expect("a link");
        }
        let files = Files::within(root.join("in")).expect("a folder");
        (root, files)
    }

    #[test]
    fn nothing_outside_the_folder_is_read() {
        let (root, files) = folders("read");
        for (name, inside) in [("a.sgf", "in/a.sgf"), ("sub/b.sgf", "in/sub/b.sgf")] {
            assert_eq!(files.read(name).expect(name), inside.as_bytes());
        }
        for name in ["fine", "sub/../a.sgf", "../in/a.sgf", "./a.sgf"] {
            assert_eq!(files.read(name).expect(name), b"in/a.sgf");
        }
        let absolute = |name: &str| root.join(name).display().to_string();
        assert!(files.read(&absolute("in/a.sgf")).is_ok());
        let (secret, sibling) = (absolute("secret"), absolute("in-not/c.sgf"));
        for name in [
            "link",
            "door/c.sgf",
            "../secret",
            "sub/../../secret",
            "../in-not/c.sgf",
            "/etc/passwd",
            &secret,
            &sibling,
            "",
            ".",
            "..",
            "sub",
            "self",
            "missing",
            "a.sgf/",
            "a.sgf/..",
            "a\0b",
        ] {
            assert!(files.read(name).is_err(), "{name}");
        }
        fs::remove_dir_all(root).expect("our own folder");
    }

    #[test]
    fn nothing_outside_the_folder_is_written() {
        let (root, files) = folders("write");
        for (name, place) in [
            ("new.sgf", "in/new.sgf"),
            ("sub/new.sgf", "in/sub/new.sgf"),
            ("fine", "in/a.sgf"),
            ("sub/../over.sgf", "in/over.sgf"),
        ] {
            files.write(name, "written").expect(name);
            let text = fs::read_to_string(root.join(place)).expect(place);
            assert_eq!(text, "written");
        }
        let outside = root.join("outside.sgf").display().to_string();
        for name in [
            "link",
            "door/c.sgf",
            "door/d.sgf",
            "dangling",
            "../new.sgf",
            "sub/../../new.sgf",
            &outside,
            "",
            ".",
            "..",
            "sub/..",
            "sub",
            "self",
            "missing/new.sgf",
            "a\0b",
        ] {
            assert!(files.write(name, "written").is_err(), "{name}");
        }
        let read = |name| fs::read_to_string(root.join(name)).expect(name);
        assert_eq!(read("secret"), "secret");
        assert_eq!(read("in-not/c.sgf"), "in-not/c.sgf");
        let mut left: Vec<_> = fs::read_dir(&root)
            .expect("our own folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        left.sort();
        assert_eq!(left, ["in", "in-not", "secret"]);
        fs::remove_dir_all(root).expect("our own folder");
    }

    #[test]
    fn no_files_at_all() {
        let (root, _) = folders("none");
        let name = root.join("in/a.sgf").display().to_string();
        assert!(Files::Anywhere.read(&name).is_ok());
        assert!(Files::Nowhere.read(&name).is_err());
        assert!(Files::Nowhere.write(&name, "x").is_err());
        assert!(!Files::Nowhere.are_allowed());
        assert!(Files::within(name).is_err());
        fs::remove_dir_all(root).expect("our own folder");
    }
}
