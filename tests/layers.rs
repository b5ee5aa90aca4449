//! The layers of the crate, read from its source: an arrow goes down only.

use std::fs;
use std::path::{Path, PathBuf};

/// The crate's top modules, the lowest first. A module may use those in rows before its own, and itself.
const LAYERS: &[&[&str]] = &[
    &["go", "diagnostics", "files"],
    &["streams"],
    &["sgf"],
    &["clock"],
    &["playout", "net"],
    &["features"],
    &["search"],
    &["engine"],
    &["gtp", "bench", "analysis_server", "referee"],
    &["review"],
    &["cli"],
    &["main", "lib"],
];

/// Modules that know less than their row would allow: the top modules that they may use.
const NARROW: &[(&str, &[&str])] = &[
    ("net", &[]),                  // knows no Go
    ("gtp/request", &["streams"]), // bytes and words
    ("sgf", &["go"]),
    ("clock", &["go"]),
    ("referee", &["go", "sgf", "engine", "files"]),
    ("review", &["go", "sgf", "engine", "referee", "files"]),
];

/// Crates that a module may use; others are free to use any dependency.
const CRATES: &[(&str, &[&str])] = &[("go", &["std", "core", "hashbrown"])];

/// A source file's code without comments, texts and test modules.
struct Source {
    /// Path below `src` without the suffix: `go/board`, `main`.
    name: String,
    code: String,
}

impl Source {
    /// The top module that the file belongs to.
    fn top(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Whether the file is the module of that path or lies below it.
    fn is_in(&self, module: &str) -> bool {
        let rest = self.name.strip_prefix(module);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|suffix| suffix == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("below src");
        let name = name.with_extension("").to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&path).expect("readable source");
        Source {
            name: name.strip_suffix("/mod").unwrap_or(&name).to_string(),
            code: code_of(&text),
        }
    };
    rust_files(&root).into_iter().map(read).collect()
}

/// Leaves out comments and the inside of texts, and everything from the file's test module on.
fn code_of(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut code = String::new();
    for line in text.lines() {
        let mut in_text = false;
        let mut before = ' ';
        for (i, c) in line.char_indices() {
            if !in_text && line[i..].starts_with("//") {
                break;
            }
            if c == '"' && before != '\\' && before != '\'' {
                in_text = !in_text;
            }
            if !in_text {
                code.push(c);
            }
            before = c;
        }
        code.push('\n');
    }
    code
}

/// The names that follow a path prefix like `crate::`, those in braces included.
fn names_after(code: &str, prefix: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (start, _) in code.match_indices(prefix) {
        let inside_a_name = code[..start]
            .chars()
            .next_back()
            .is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':');
        if inside_a_name {
            continue;
        }
        let rest = &code[start + prefix.len()..];
        if let Some(list) = rest.strip_prefix('{') {
            found.extend(first_names(list));
        } else {
            found.push(name_at(rest));
        }
    }
    found
}

fn name_at(text: &str) -> String {
    let is_name = |c: &char| c.is_alphanumeric() || *c == '_';
    text.trim_start().chars().take_while(is_name).collect()
}

/// The first name of each item of a list in braces, nested lists left out.
fn first_names(list: &str) -> Vec<String> {
    let mut found = vec![name_at(list)];
    let mut depth = 0;
    for (i, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => found.push(name_at(&list[i + 1..])),
            _ => {}
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

fn row(module: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&module))
}

/// The top modules that a file uses, however it names them.
fn uses(source: &Source) -> Vec<String> {
    let mut found = names_after(&source.code, "crate::");
    if source.top() == "main" {
        found.extend(names_after(&source.code, "tengen::"));
    }
    // From go/board.rs, `super::super` is the crate.
    let up = "super::".repeat(source.name.split('/').count());
    found.extend(names_after(&source.code, &up));
    found.retain(|name| row(name).is_some());
    found
}

#[test]
fn every_module_has_a_layer() {
    for source in sources() {
        assert!(row(source.top()).is_some(), "{} has no layer", source.name);
        if source.name == "lib" {
            for name in names_after(&source.code, "pub mod ") {
                assert!(row(&name).is_some(), "module {name} has no layer");
            }
        }
    }
}

#[test]
fn uses_go_down_only() {
    for source in sources() {
        let own = source.top();
        for used in uses(&source) {
            assert!(
                used == own || row(&used) < row(own),
                "src/{}.rs uses {used}, which is not below {own}",
                source.name
            );
            for (module, allowed) in NARROW {
                assert!(
                    !source.is_in(module) || used == own || allowed.contains(&used.as_str()),
                    "src/{}.rs uses {used}, which {module} is to know nothing of",
                    source.name
                );
            }
        }
    }
}

/// A use of another crate starts a path: `use name::`, `name::item` at any place.
#[test]
fn the_rules_core_uses_std_and_hashbrown_only() {
    let manifest =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).expect("a manifest");
    let dependencies: Vec<String> = manifest
        .lines()
        .skip_while(|line| *line != "[dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .map(|line| line.chars().take_while(|c| !" .=".contains(*c)).collect())
        .filter(|name: &String| !name.is_empty() && !name.starts_with('#'))
        .map(|name| name.replace('-', "_"))
        .collect();
    assert!(dependencies.iter().any(|name| name == "hashbrown"));
    for source in sources() {
        for (module, allowed) in CRATES {
            if !source.is_in(module) {
                continue;
            }
            for name in &dependencies {
                let used = !names_after(&source.code, &format!("{name}::")).is_empty();
                assert!(
                    !used || allowed.contains(&name.as_str()),
                    "src/{}.rs uses {name}",
                    source.name
                );
            }
        }
    }
}

/// The reader itself sees what it is to see.
#[test]
fn uses_are_found() {
    let source = |name: &str, code: &str| Source {
        name: name.to_string(),
        code: code_of(code),
    };
    let text = "
        use crate::{go::{Board, Color}, search};
        // use crate::cli;
        use super::super::engine::Engine; // crate::gtp
        fn f() { crate::clock::now(); g(\"crate::main\"); }
        #[doc = \"\\\"\"] fn h(mycrate::sgf: u8) {}
";
    let found = uses(&source("go/board", text));
    assert_eq!(found, ["go", "search", "clock", "engine"]);
    assert_eq!(uses(&source("main", "tengen::cli::run()")), ["cli"]);
    let tests = "fn f() {}\n#[cfg(test)]\nmod tests {\n    use crate::cli;\n}\n";
    assert!(uses(&source("go/board", tests)).is_empty());
    assert!(source("gtp/request", "").is_in("gtp") && source("gtp", "").is_in("gtp"));
    assert!(!source("gtp2", "").is_in("gtp"));
}
