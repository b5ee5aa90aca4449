//! The `tengen` binary.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use tengen::bench;
use tengen::cli::{self, Mode, Stop};
use tengen::gtp::server;

fn main() -> ExitCode {
    let (command, options) = match cli::parse(std::env::args_os()) {
        Ok(cli) => (cli.command, cli.options),
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
    env_logger::Builder::new()
        .filter_level(options.log_level())
        .init();
    std::panic::set_hook(Box::new(|fault| log::error!("{fault}")));
    if command == Some(Mode::Bench) {
        return status(bench::run(&options.config(), &mut io::stdout()));
    }
    if io::stdin().is_terminal() {
        let _ = writeln!(
            io::stderr(),
            "Tengen waits for GTP commands, such as 'genmove b', 'showboard', 'help' and 'quit'."
        );
    }
    status(server::serve(options.config(), io::stdin(), io::stdout()))
}

/// The exit code.
fn status(outcome: io::Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}
