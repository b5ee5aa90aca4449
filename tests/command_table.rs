//! What must agree with the command table: the README and the scripts.

use std::fs;
use std::path::Path;

use tengen::gtp::commands;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README's table is the one between these lines. With `TENGEN_UPDATE_README` set, it is written anew.
#[test]
fn the_readme_lists_the_commands() {
    const BEGIN: &str = "<!-- commands: written by tests/command_table.rs -->\n";
    const END: &str = "<!-- end of commands -->\n";
    let path = root().join("README.md");
    let text = fs::read_to_string(&path).expect("README.md can be read");
    let (before, rest) = text.split_once(BEGIN).expect("the first mark");
    let (table, after) = rest.split_once(END).expect("the second mark");
    let wanted = commands::markdown();
    if std::env::var_os("TENGEN_UPDATE_README").is_some() {
        let text = format!("{before}{BEGIN}{wanted}{END}{after}");
        fs::write(&path, text).expect("README.md can be written");
    } else {
        assert_eq!(
            table, wanted,
            "run TENGEN_UPDATE_README=1 cargo test --test command_table"
        );
    }
}

/// The first word of each command line of the scripts, ids left out.
fn words_of_scripts() -> Vec<String> {
    let folder = root().join("gtp-scripts");
    let entries = fs::read_dir(folder).expect("gtp-scripts can be read");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let scripts = paths.filter(|path| {
        let extension = path.extension().unwrap_or_default();
        extension == "tst" || extension == "gtp"
    });
    let mut words = Vec::new();
    for script in scripts {
        let text = fs::read_to_string(script).expect("a script can be read");
        for line in text.lines() {
            let mut line = line.split_whitespace();
            let first = line.next().unwrap_or_default();
            let is_id = first.parse::<u32>().is_ok();
            let name = if is_id { line.next() } else { Some(first) };
            words.extend(name.map(str::to_owned));
        }
    }
    words
}

#[test]
fn every_command_stands_in_a_script() {
    let words = words_of_scripts();
    let missing: Vec<_> = commands::all()
        .map(|command| command.name)
        .filter(|name| !words.iter().any(|word| word == name))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}
