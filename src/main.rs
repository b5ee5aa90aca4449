//! The `tengen` binary.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use tengen::cli::{self, Stop};
use tengen::gtp::server;
use tengen::referee::run;

fn main() -> ExitCode {
    let cli = match cli::parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(Stop::Asked(text)) => {
            // Where nobody reads it any more, nobody misses it.
            let _ = io::stdout().write_all(text.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(Stop::Wrong(line)) => {
            let _ = writeln!(io::stderr(), "{line}");
            return ExitCode::from(2);
        }
    };
    let options = &cli.options;
    env_logger::Builder::new()
        .filter_level(options.log_level())
        .init();
    std::panic::set_hook(Box::new(|fault| log::error!("{fault}")));
    if let Some(task) = cli.task() {
        return match run::run(&task, &mut io::stdout().lock(), &mut io::stderr()) {
            Ok(0) => ExitCode::SUCCESS,
            // Where nobody reads the reports any more, there is nothing to say either.
            Ok(_) | Err(_) => ExitCode::FAILURE,
        };
    }
    if io::stdin().is_terminal() {
        let _ = writeln!(
            io::stderr(),
            "Tengen waits for GTP commands, such as 'genmove b', 'showboard', 'help' and 'quit'."
        );
    }
    match server::serve(options.config(), io::stdin(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}
