//! The `tengen` binary.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use tengen::analysis_server;
use tengen::cli::{self, Mode, Stop};
use tengen::gtp::server;

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
    let (mode, options) = (cli.command.unwrap_or(Mode::Gtp), cli.options);
    env_logger::Builder::new()
        .filter_level(options.log_level())
        .init();
    std::panic::set_hook(Box::new(|fault| log::error!("{fault}")));
    if io::stdin().is_terminal() {
        let _ = writeln!(
            io::stderr(),
            "{}",
            match mode {
                Mode::Gtp =>
                    "Tengen waits for GTP commands, such as 'genmove b', 'showboard', 'help' and 'quit'.",
                Mode::Analysis(_) =>
                    "Tengen waits for queries of KataGo's analysis protocol, a JSON object on each line.",
            }
        );
    }
    let (config, input, output) = (options.config(), io::stdin(), io::stdout());
    let served = match mode {
        Mode::Gtp => server::serve(config, input, output),
        Mode::Analysis(args) => analysis_server::serve(config, args.options(), input, output),
    };
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}
