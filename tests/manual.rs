//! Completions and man pages: made from the definitions of the options, so that nothing is missing.

use std::path::Path;
use std::process::Command;

const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];

fn written(args: &[&str]) -> String {
    let program = env!("CARGO_BIN_EXE_tengen");
    let output = Command::new(program).args(args).output();
    let output = output.expect("the program runs");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{args:?}"
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The definition with what clap adds by itself.
fn definition() -> clap::Command {
    let mut command = tengen::cli::definition();
    command.build();
    command
}

/// The long options of a command that are shown.
fn options(command: &clap::Command) -> Vec<String> {
    let shown = command
        .get_arguments()
        .filter(|option| !option.is_hide_set());
    shown
        .filter_map(|option| Some(option.get_long()?.to_string()))
        .collect()
}

#[test]
fn shells_complete_every_command_and_option() {
    let definition = definition();
    for shell in SHELLS {
        let script = written(&["completions", shell]);
        // Fish is told options without their dashes.
        let dashes = if shell == "fish" { "-l " } else { "--" };
        for command in std::iter::once(&definition).chain(definition.get_subcommands()) {
            assert!(
                script.contains(command.get_name()),
                "{shell}: {}",
                command.get_name()
            );
            for option in options(command) {
                assert!(
                    script.contains(&format!("{dashes}{option}")),
                    "{shell}: {option}"
                );
            }
        }
    }
}

/// The script as the shell itself uses it.
#[cfg(target_os = "linux")]
#[test]
fn bash_completes_with_the_script() {
    let script = written(&["completions", "bash"]);
    let completed = |words: &str, last: &str| {
        let ask = format!(
            "{script}\nCOMP_WORDS=({words} {last}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _tengen tengen '{last}' ''; echo \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash").args(["-c", &ask]).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_string())
    };
    let Some(commands) = completed("tengen", "re") else {
        return; // no bash
    };
    assert_eq!(commands, "review");
    assert_eq!(
        completed("tengen review", "--no-p").as_deref(),
        Some("--no-pictures")
    );
    assert_eq!(
        completed("tengen completions", "power").as_deref(),
        Some("powershell")
    );
}

#[test]
fn pages_tell_every_option() {
    let plain = |page: &str| page.replace("\\-", "-");
    let main = plain(&written(&["man"]));
    assert!(main.contains(".TH tengen 1") && main.contains(".SH OPTIONS"));
    let definition = definition();
    for command in definition.get_subcommands() {
        assert!(
            main.contains(&format!("tengen-{}(1)", command.get_name())),
            "{main}"
        );
    }
    for option in options(&definition) {
        assert!(main.contains(&format!("--{option}")), "{option}");
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man-pages");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    assert_eq!(written(&["man", "--into", &folder.to_string_lossy()]), "");
    let page = |name: &str| std::fs::read_to_string(folder.join(name)).expect(name);
    assert_eq!(plain(&page("tengen.1")), main);
    for command in definition.get_subcommands() {
        let page = plain(&page(&format!("tengen-{}.1", command.get_name())));
        assert!(
            page.contains(&format!(".TH tengen-{} 1", command.get_name())),
            "{page}"
        );
        for option in options(command) {
            assert!(page.contains(&format!("--{option}")), "{option}: {page}");
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_folder_that_is_missing_is_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-such-folder");
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["man", "--into"])
        .arg(&folder)
        .output()
        .expect("the program runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), told.lines().count()), (Some(1), 1));
    assert!(told.contains(&*folder.to_string_lossy()), "{told}");
}
