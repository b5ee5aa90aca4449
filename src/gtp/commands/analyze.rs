//! Commands that tell what the engine thinks while it thinks.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use super::super::analyze_arg::{AnalyzeArgs, KataArgs, LeelaArgs};
use super::super::command::{Command, Failure, Group, Outcome};
use super::super::graphics;
use super::super::info::{self, Form};
use super::super::session::Session;
use super::super::stream::Stream;
use super::moves::written;
use crate::engine::{Analysis, Decision, Purpose, Report};
use crate::go::Color;

pub(super) fn group() -> Group {
    Group {
        title: "Analysis",
        commands: vec![
            Command::streaming(
                "lz-analyze",
                |session, stream, LeelaArgs(args)| analyze(session, stream, Form::Leela, &args),
                "Analyses the position until the next line of input, also an empty one; a report each interval in Leela Zero's \
                 form. With `maxvisits` it ends by itself. `avoid` and `allow` hold for so many moves from the position on.",
            ),
            Command::streaming(
                "kata-analyze",
                |session, stream, KataArgs(args)| analyze(session, stream, Form::Kata, &args),
                "As `lz-analyze`, in KataGo's form, with what else is asked for.",
            ),
            Command::streaming(
                "lz-genmove_analyze",
                |session, stream, LeelaArgs(args)| genmove(session, stream, Form::Leela, &args),
                "Chooses a move and plays it, with reports on the way, one at the end and `play MOVE`.",
            ),
            Command::streaming(
                "kata-genmove_analyze",
                |session, stream, KataArgs(args)| genmove(session, stream, Form::Kata, &args),
                "As `lz-genmove_analyze`, in KataGo's form.",
            ),
            Command::streaming(
                "cgos-genmove_analyze",
                |session, stream, LeelaArgs(args)| genmove(session, stream, Form::Cgos, &args),
                "As `lz-genmove_analyze`; each report is the JSON object that CGOS stores.",
            ),
            Command::new(
                "kata-search",
                kata_search,
                "Chooses a move in the time of a move, without playing it.",
            ),
            Command::streaming(
                "kata-search_analyze",
                |session, stream, KataArgs(args)| search(session, stream, &args),
                "As `kata-search`, with reports as those of `kata-genmove_analyze`.",
            ),
            Command::new("stop", stop, "Ends an analysis, as any other line does."),
        ],
    }
}

/// Until the next line comes in.
fn analyze(
    session: &mut Session,
    stream: &mut Stream,
    form: Form,
    args: &AnalyzeArgs,
) -> Result<(), Failure> {
    check(session, args)?;
    let ends_by_itself = args.analysis.visits.is_some();
    let asked_to_stop = session.analysis_stop(ends_by_itself);
    let mut reports = Reports::new(session, stream, form, args);
    let closed = AtomicBool::new(false);
    let stop = || closed.load(Relaxed) || asked_to_stop();
    let color = color_of(session, args);
    let last = session
        .engine
        .analyze(color, &args.analysis, &stop, &mut |report| {
            reports.tell(report);
            closed.store(reports.stream.is_closed(), Relaxed);
        });
    // What was stopped has told enough, if it has told anything.
    if !reports.any || args.analysis.interval.is_none() || !stop() {
        reports.tell(&last);
    }
    reports.end();
    // The search may have come to its bounds; the answer stays open all the same, unless an end was asked for.
    while !ends_by_itself && !stop() {
        thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// The points that are left out or alone allowed must be on the board.
fn check(session: &Session, args: &AnalyzeArgs) -> Result<(), Failure> {
    let board = session.engine.game().board();
    let mut points = args.analysis.avoid.points();
    if points.all(|point| board.contains(point)) {
        Ok(())
    } else {
        Err(Failure::SyntaxError)
    }
}

fn genmove(session: &mut Session, stream: &mut Stream, form: Form, args: &AnalyzeArgs) -> Outcome {
    check(session, args)?;
    let color = color_of(session, args);
    let answer = choose(session, stream, form, args, |session, stop, observer| {
        let engine = &mut session.engine;
        engine.genmove_watched(color, Purpose::Game, &args.analysis, stop, observer)
    });
    Ok(answer)
}

fn search(session: &mut Session, stream: &mut Stream, args: &AnalyzeArgs) -> Outcome {
    check(session, args)?;
    let color = color_of(session, args);
    let form = Form::Kata;
    let answer = choose(session, stream, form, args, |session, stop, observer| {
        let engine = &mut session.engine;
        engine.search_watched(color, &args.analysis, stop, observer)
    });
    Ok(answer)
}

/// Has a move chosen, with reports; the last line of the answer.
fn choose(
    session: &mut Session,
    stream: &mut Stream,
    form: Form,
    args: &AnalyzeArgs,
    think: impl FnOnce(
        &mut Session,
        &(dyn Fn() -> bool + Sync),
        &mut dyn FnMut(&Report),
    ) -> (Decision, Report),
) -> String {
    let asked_to_stop = session.stop();
    let mut reports = Reports::new(session, stream, form, args);
    let closed = AtomicBool::new(false);
    let stop = || closed.load(Relaxed) || asked_to_stop();
    let (decision, last) = think(session, &stop, &mut |report| {
        reports.tell(report);
        closed.store(reports.stream.is_closed(), Relaxed);
    });
    reports.tell(&last);
    reports.end();
    format!("play {}", written(decision))
}

/// Reports of one search on their way out.
struct Reports<'a, 'b> {
    stream: &'a mut Stream<'b>,
    form: Form,
    args: &'a AnalyzeArgs,
    live: bool,
    any: bool,
}

impl<'a, 'b> Reports<'a, 'b> {
    /// Opens the answer.
    fn new(
        session: &Session,
        stream: &'a mut Stream<'b>,
        form: Form,
        args: &'a AnalyzeArgs,
    ) -> Self {
        stream.begin();
        Self {
            stream,
            form,
            args,
            live: session.live_graphics,
            any: false,
        }
    }

    fn tell(&mut self, report: &Report) {
        self.stream.line(&info::line(self.form, report, self.args));
        self.any = true;
        if self.live {
            graphics::show_live(report);
        }
    }

    fn end(&self) {
        if self.live {
            graphics::clear_live();
        }
    }
}

/// Time between two drawings of a search for a move.
const LIVE_INTERVAL: Duration = Duration::from_millis(500);

/// Has a move chosen and played, with live graphics where they are on.
pub(super) fn genmove_live(session: &mut Session, color: Color, purpose: Purpose) -> Decision {
    let stop = session.stop();
    let live = session.live_graphics;
    let analysis = Analysis {
        interval: live.then_some(LIVE_INTERVAL),
        ..Analysis::default()
    };
    let (decision, report) =
        session
            .engine
            .genmove_watched(color, purpose, &analysis, &stop, &mut graphics::show_live);
    if live {
        graphics::show_live(&report);
        graphics::clear_live();
    }
    decision
}

fn kata_search(session: &mut Session, color: Option<Color>) -> String {
    let stop = session.stop();
    let color = color.unwrap_or_else(|| session.engine.game().to_move());
    let analysis = Analysis::default();
    let engine = &mut session.engine;
    let (decision, _) = engine.search_watched(color, &analysis, &stop, &mut |_| ());
    written(decision)
}

fn stop(_: &mut Session) {}

fn color_of(session: &Session, args: &AnalyzeArgs) -> Color {
    args.color
        .unwrap_or_else(|| session.engine.game().to_move())
}
