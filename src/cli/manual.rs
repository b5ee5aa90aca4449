//! Completions for shells and man pages, made from the definitions of the options.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use super::definition;
use crate::files::cause;

/// The options of `completions`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::Args)]
pub struct Completions {
    /// The shell that is to complete
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

/// The options of `man`.
#[derive(Clone, PartialEq, Eq, Debug, clap::Args)]
pub struct Manual {
    /// Write all pages into this folder, one a command, in place of the main page on standard output
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
}

impl Completions {
    /// Writes the shell's script.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(self, out: &mut impl Write) -> io::Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut definition(), "tengen", &mut script);
        out.write_all(&script)
    }
}

impl Manual {
    /// Writes the pages.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut command = definition();
        command.build();
        match &self.into {
            Some(folder) => write_pages(&command, folder),
            None => Man::new(command).render(out),
        }
    }
}

/// Writes `tengen.1` and a page for each command, `tengen-review.1` and the like.
fn write_pages(command: &Command, folder: &Path) -> io::Result<()> {
    let visible = command
        .get_subcommands()
        .filter(|command| !command.is_hide_set());
    for command in std::iter::once(command).chain(visible) {
        let name = command
            .get_display_name()
            .unwrap_or_else(|| command.get_name());
        let mut page = Vec::new();
        Man::new(command.clone()).title(name).render(&mut page)?;
        let path = folder.join(format!("{name}.1"));
        let named = |error: io::Error| {
            let what = format!("cannot write {}: {}", path.display(), cause(&error));
            io::Error::new(error.kind(), what)
        };
        std::fs::write(&path, page).map_err(named)?;
    }
    Ok(())
}
