//! What `GoGui` shows on its board: the menu of analyze commands and the commands made for it.

use std::fmt::{Display, Write};

use super::super::arg::{FromArg, SyntaxError, Words};
use super::super::command::{Command, Group};
use super::super::graphics;
use super::super::info::from_top;
use super::super::session::Session;
use super::{all, list};
use crate::engine::Report;
use crate::go::life::Life;
use crate::go::rules::Ko;
use crate::go::{Board, ByColor, Color, IllegalMove, Move, Point};

pub(super) fn group() -> Group {
    Group {
        title: "GoGui",
        commands: vec![
            Command::new(
                "gogui-analyze_commands",
                analyze_commands,
                "GoGui's menu of analyze commands: type, label and command of each.",
            ),
            Command::new(
                "tengen-live_graphics",
                live_graphics,
                "Switches on or off that searches draw on standard error what they think, as GoGui shows it. Off at the start.",
            )
            .in_menu("none", "Live Graphics On", "on")
            .in_menu("none", "Live Graphics Off", "off"),
            Command::new(
                "tengen-win_rates",
                win_rates,
                "Draws the win rate in percent of each move that a short search looks at.",
            )
            .in_menu("gfx", "Win Rates", "%m"),
            Command::new(
                "tengen-most_played",
                most_played,
                "The moves that a short search prefers, with win rate, score and visits.",
            )
            .in_menu("pspairs", "Most Played Moves", "%m"),
            Command::new(
                "tengen-pv",
                principal_variation,
                "The principal variation of a short search.",
            )
            .in_menu("varc", "Principal Variation", "%c"),
            Command::new(
                "tengen-prior",
                prior,
                "How likely each move is before any search, in proportion to the likeliest.",
            )
            .in_menu("dboard", "Policy Prior", "%m"),
            Command::new(
                "tengen-ownership",
                ownership,
                "Who owns each point after the playouts of a short search: 1 for Black, -1 for White.",
            )
            .in_menu("dboard", "Ownership", ""),
            Command::new(
                "tengen-territory",
                territory,
                "Points that are Black's (b) or White's (w) in three of four playouts, else n.",
            )
            .in_menu("bwboard", "Territory", ""),
            Command::new(
                "tengen-life",
                life,
                "Stones that cannot be captured even if their owner always passes, and their territory: b, w, else n.",
            )
            .in_menu("bwboard", "Unconditional Life", ""),
            Command::new(
                "tengen-chains",
                chains,
                "Numbers the chains of stones.",
            )
            .in_menu("sboard", "Chains", ""),
            Command::new(
                "tengen-liberties",
                liberties,
                "The number of liberties on every stone.",
            )
            .in_menu("sboard", "Liberties", ""),
            Command::new("all_legal", all_legal, "All legal plays of a colour.")
                .in_menu("plist", "Legal Moves", "%m"),
            Command::new(
                "tengen-legal",
                legal,
                "Draws the legal plays (green), those that the ko rule forbids (squares) and suicides (circles).",
            )
            .in_menu("gfx", "Legal Moves by Ko Rule", "%m"),
            Command::new(
                "tengen-statistics",
                statistics,
                "Size and memory of the search tree, and what the last search for a move did.",
            )
            .in_menu("string", "Tree and Memory", ""),
        ],
    }
}

fn analyze_commands(_: &mut Session) -> String {
    let mut text = String::new();
    for command in all() {
        for entry in &command.menu {
            let line = format!("{} {}", command.name, entry.args);
            let _ = writeln!(text, "{}/{}/{}", entry.kind, entry.label, line.trim_end());
        }
    }
    text
}

/// On or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Switch(bool);

impl FromArg for Switch {
    fn grammar() -> String {
        "on|off".into()
    }

    fn read(words: &mut Words) -> Result<Self, SyntaxError> {
        match words.word()? {
            "on" => Ok(Self(true)),
            "off" => Ok(Self(false)),
            _ => Err(SyntaxError),
        }
    }
}

fn live_graphics(session: &mut Session, Switch(on): Switch) {
    session.live_graphics = on;
}

/// A short search for a colour, by default the player to move.
fn look(session: &mut Session, color: Option<Color>) -> Report {
    let color = color.unwrap_or_else(|| session.engine.game().to_move());
    let stop = session.stop();
    session.engine.look(color, &stop)
}

fn win_rates(session: &mut Session, color: Option<Color>) -> String {
    graphics::win_rates(&look(session, color))
}

/// Moves that `tengen-most_played` names.
const MOST_PLAYED: usize = 12;

fn most_played(session: &mut Session, color: Option<Color>) -> String {
    let report = look(session, color);
    let pairs = report
        .candidates
        .iter()
        .filter(|best| best.visits > 0)
        .take(MOST_PLAYED)
        .filter_map(|best| {
            let (winrate, score) = (100.0 * best.winrate, best.score);
            let point = best.mv.point()?;
            Some(format!(
                "{point} \"{winrate:.0}% {score:+.1} {}\"",
                best.visits
            ))
        });
    pairs.collect::<Vec<_>>().join("\n")
}

fn principal_variation(session: &mut Session, color: Option<Color>) -> String {
    let report = look(session, color);
    let moves = report.candidates.first().map_or(&[][..], |best| &best.pv);
    let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

fn prior(session: &mut Session, color: Option<Color>) -> String {
    let report = look(session, color);
    let priors = report.candidates.iter();
    let plays = priors.filter_map(|best| Some((best.mv.point()?, best.prior)));
    let plays: Vec<(Point, f64)> = plays.collect();
    let most = plays.iter().map(|&(_, prior)| prior).fold(1e-9, f64::max);
    draw(session.engine.game().board(), |point| {
        let play = plays.iter().find(|(play, _)| *play == point);
        format!("{:.3}", play.map_or(0.0, |(_, prior)| prior / most))
    })
}

/// What a short search says of each point, from Black's side, row by row from the top.
fn black_ownership(session: &mut Session) -> Vec<f32> {
    let report = look(session, Some(session.engine.game().to_move()));
    let sign = if report.color == Color::Black {
        1.0
    } else {
        -1.0
    };
    from_top(&report.ownership)
        .map(|value| sign * value)
        .collect()
}

fn ownership(session: &mut Session) -> String {
    let values = black_ownership(session);
    rows(
        values.len(),
        values.iter().map(|value| format!("{value:.3}")),
    )
}

fn territory(session: &mut Session) -> String {
    let values = black_ownership(session);
    let owner = |&value: &f32| match value {
        0.5.. => 'b',
        ..=-0.5 => 'w',
        _ => 'n',
    };
    rows(values.len(), values.iter().map(owner))
}

fn life(session: &mut Session) -> String {
    let game = session.engine.game();
    let suicide = game.rules().suicide;
    let areas = ByColor::from_fn(|color| Life::of(game.board(), color, suicide).area());
    draw(game.board(), |point| {
        let owner = Color::BOTH
            .into_iter()
            .find(|&color| areas[color].contains(point));
        owner.map_or('n', |color| color.letter().to_ascii_lowercase())
    })
}

fn chains(session: &mut Session) -> String {
    let board = session.engine.game().board();
    let mut heads = Vec::new();
    for stone in board.points().filter(|&point| !board.is_empty(point)) {
        if !heads.contains(&board.head(stone)) {
            heads.push(board.head(stone));
        }
    }
    draw(board, |point| {
        let number = heads.iter().position(|&head| head == board.head(point));
        match number.filter(|_| !board.is_empty(point)) {
            Some(number) => (number + 1).to_string(),
            None => "\"\"".into(),
        }
    })
}

fn liberties(session: &mut Session) -> String {
    let board = session.engine.game().board();
    draw(board, |point| {
        if board.is_empty(point) {
            "\"\"".into()
        } else {
            board.liberties(point).to_string()
        }
    })
}

fn all_legal(session: &mut Session, color: Color) -> String {
    let game = session.engine.game();
    let points = game.board().points();
    list(points.filter(|&point| game.is_legal(color, Move::Play(point))))
}

fn legal(session: &mut Session, color: Option<Color>) -> String {
    let game = session.engine.game();
    let color = color.unwrap_or_else(|| game.to_move());
    let (mut allowed, mut ko, mut suicide) = (Vec::new(), Vec::new(), Vec::new());
    for point in game.board().points() {
        match game.check(color, Move::Play(point)) {
            Ok(()) => allowed.push(point),
            Err(IllegalMove::Ko | IllegalMove::Superko) => ko.push(point),
            Err(IllegalMove::Suicide) => suicide.push(point),
            Err(IllegalMove::Occupied | IllegalMove::OffBoard) => {}
        }
    }
    let rule = match game.rules().ko {
        Ko::Simple => "simple ko",
        Ko::Positional => "positional superko",
        Ko::Situational => "situational superko",
    };
    let state = format!(
        "TEXT {} legal plays of {color}, {} forbidden by {rule}, {} suicides",
        allowed.len(),
        ko.len(),
        suicide.len()
    );
    let mut text = String::new();
    for (shape, points) in [
        ("COLOR green", allowed),
        ("SQUARE", ko),
        ("CIRCLE", suicide),
    ] {
        if !points.is_empty() {
            let _ = writeln!(text, "{shape} {}", list(points));
        }
    }
    text + &state
}

fn statistics(session: &mut Session) -> String {
    let engine = &session.engine;
    let mut text = match engine.tree_size() {
        Some(tree) => format!(
            "Nodes: {} of {}\nMemory: {:.1} of {} MB\n",
            tree.nodes,
            tree.capacity,
            tree.bytes as f64 / f64::from(1 << 20),
            engine.config().memory
        ),
        None => format!(
            "Nodes: none yet\nMemory: 0 of {} MB\n",
            engine.config().memory
        ),
    };
    let _ = writeln!(text, "Threads: {}", engine.config().threads);
    match engine.last_choice() {
        Some((_, report)) => {
            let seconds = report.elapsed.as_secs_f64();
            let _ = writeln!(
                text,
                "Last search: {} playouts in {seconds:.2} s, {:.0} a second\nVisits of its position: {}",
                report.playouts,
                report.playouts as f64 / seconds.max(1e-6),
                report.visits
            );
        }
        None => text += "Last search: none in this game\n",
    }
    if let Some((asked, known)) = engine.remembered() {
        let _ = writeln!(
            text,
            "The network was asked {asked} times, the answer was known {known} times"
        );
    }
    text
}

/// A value for each point, as a board.
fn draw<T: Display>(board: &Board, value: impl Fn(Point) -> T) -> String {
    let points: Vec<_> = board.points().collect();
    rows(points.len(), from_top(&points).map(value))
}

/// Values row by row from the top, one row a line.
fn rows<T: Display>(area: usize, values: impl Iterator<Item = T>) -> String {
    let size = area.isqrt();
    let mut text = String::new();
    for (index, value) in values.enumerate() {
        let end = if (index + 1) % size == 0 { "\n" } else { " " };
        let _ = write!(text, "{value}{end}");
    }
    text
}
