//! The `tengen` binary.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use tengen::cli::{self, Cli, Mode, Stop};
use tengen::gtp::server;
use tengen::streams::{Unread, standard};
use tengen::{analysis_server, bench, diagnostics, referee, review};

fn main() -> ExitCode {
    let cli = match cli::parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(Stop::Asked(text)) => {
            let mut out = io::stdout();
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            return match written {
                Err(error) if complain(&error) => ExitCode::FAILURE,
                // Where nobody reads it any more, nobody misses it.
                _ => ExitCode::SUCCESS,
            };
        }
        Err(Stop::Wrong(line)) => {
            let _ = writeln!(io::stderr(), "{line}");
            return ExitCode::from(2);
        }
    };
    env_logger::Builder::new()
        .filter_level(cli.options.log_level())
        .target(env_logger::Target::Pipe(Box::new(diagnostics::Stderr)))
        .init();
    std::panic::set_hook(Box::new(|fault| log::error!("{fault}")));
    let code = run_mode(cli);
    diagnostics::drain(TIME_TO_DRAIN);
    code
}

/// Time for what is left to say on standard error when all else is done.
const TIME_TO_DRAIN: Duration = Duration::from_millis(200);

/// Does what the user wants.
fn run_mode(cli: Cli) -> ExitCode {
    let config = cli.options.config();
    let served = match cli.command.unwrap_or(Mode::Gtp) {
        Mode::Gtp => {
            hint(
                "Commands of the Go Text Protocol, such as 'genmove b', 'showboard' or 'help'; 'quit' ends it.",
            );
            let (input, output) = standard(Unread::End);
            server::serve(config, input, output)
        }
        Mode::Analysis(args) => {
            hint(
                "Queries of KataGo's analysis protocol, a JSON object on each line; the end of input (Ctrl-D) ends it.",
            );
            let options = args.options();
            let (input, output) = standard(if options.quits_at_once {
                Unread::End
            } else {
                Unread::Wait
            });
            analysis_server::serve(config, options, input, output)
        }
        Mode::Score(score) => {
            let task = score.task(&cli.options);
            return match referee::run::run(&task, &mut io::stdout().lock(), &mut io::stderr()) {
                Ok(0) => ExitCode::SUCCESS,
                Ok(_) => ExitCode::FAILURE,
                Err(error) => {
                    complain(&error);
                    ExitCode::FAILURE
                }
            };
        }
        Mode::Review(review) => return run_review(&review.task(&cli.options)),
        Mode::Completions(completions) => completions.write(&mut io::stdout()),
        Mode::Man(manual) => manual.write(&mut io::stdout()),
        Mode::Bench => bench::run(&config, &mut io::stdout()),
    };
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Set when the user or the system wants the program to end.
static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that was interrupted, as shells know it.
const INTERRUPTED: u8 = 130;

/// Reviews game records; what is done when the user interrupts is written.
fn run_review(task: &review::run::Task) -> ExitCode {
    // While the records are read, there is nothing to keep, and an interrupt ends the program.
    let keep = || {
        if let Err(error) = ctrlc::set_handler(|| STOP.store(true, Relaxed)) {
            log::warn!("an interrupt will lose what was not yet written: {error}");
        }
    };
    let (mut out, mut err) = (io::stdout().lock(), io::stderr());
    match review::run::run(task, keep, &STOP, &mut out, &mut err) {
        Ok(summary) if summary.interrupted => ExitCode::from(INTERRUPTED),
        Ok(summary) if summary.bad == 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// Says why the output could not be written, and whether it did: where nobody reads it any more, there is nothing to say.
fn complain(error: &io::Error) -> bool {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return false;
    }
    let _ = writeln!(io::stderr(), "tengen: cannot write: {error}");
    true
}

/// Tells a person at a terminal what this is, what it waits for and how to leave.
fn hint(what: &str) {
    if io::stdin().is_terminal() {
        let version = env!("CARGO_PKG_VERSION");
        let _ = writeln!(
            io::stderr(),
            "Tengen {version}, a Go engine, waits for input. {what}"
        );
    }
}
