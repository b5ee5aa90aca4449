//! Commands of particular servers and programs: CGOS, gomill, `KataGo`'s clients.

use super::super::arg::{FileName, Word};
use super::super::command::{Command, Failure, Group};
use super::super::session::Session;
use super::analyze::genmove_live;
use super::moves::written;
use super::record::{may_touch_files, write};
use crate::diagnostics::quoted;
use crate::engine::{Decision, Purpose};
use crate::go::{Board, Color, Game, Point, PointSet};
use crate::sgf::GameTree;

pub(super) fn group() -> Group {
    Group {
        title: "Servers and programs",
        commands: vec![
            Command::new(
                "cgos-opponent_name",
                told,
                "Takes notice of the opponent's name.",
            ),
            Command::new(
                "cgos-opponent_rating",
                told,
                "Takes notice of the opponent's rating.",
            ),
            Command::new("cgos-gameover", told, "Takes notice of the result."),
            Command::new(
                "gomill-describe_engine",
                describe_engine,
                "Name, version and options in force.",
            ),
            Command::new(
                "gomill-explain_last_move",
                explain_last_move,
                "What the last search for a move of this game found; empty before the first one.",
            )
            .in_menu("string", "Explain Last Move", ""),
            Command::new(
                "gomill-cpu_time",
                cpu_time,
                "Processor time used so far in seconds, all threads together.",
            ),
            Command::new(
                "gomill-genmove_ex",
                genmove_ex,
                "As `genmove`, keywords are ignored; without a colour the keywords that the engine knows: none.",
            ),
            Command::new(
                "gomill-savesgf",
                savesgf,
                "Writes the game to a file, with these properties in the first node: PROPERTY=VALUE, where `\\_` is a space, \
                 `\\n` a new line and `\\\\` a backslash; what the game itself tells (size, komi, handicap, stones) stays as it is.",
            )
            .available_where(may_touch_files),
            Command::new(
                "set_position",
                set_position,
                "Starts a new game from these stones.",
            ),
            Command::new(
                "clear_cache",
                clear_cache,
                "Forgets what earlier searches found.",
            ),
            Command::new(
                "kata-benchmark",
                benchmark,
                "Measures the search of the position with so many playouts.",
            ),
        ],
    }
}

fn told(_: &mut Session, words: Vec<Word>) {
    let words: Vec<_> = words.into_iter().map(|Word(word)| word).collect();
    log::info!("CGOS tells: {}", quoted(&words.join(" ")));
}

fn describe_engine(session: &mut Session) -> String {
    let config = session.engine.config();
    let game = session.engine.game();
    let limit = |what: &str, value: Option<String>| {
        value.map_or_else(String::new, |value| format!(", {value} {what}"))
    };
    let judge = session
        .engine
        .network()
        .filter(|network| !network.is_given_up())
        .map_or("playouts", |network| network.name());
    format!(
        "Tengen {}\nTree search with {judge}: {} threads, {} MB{}{}{}{}\n{} rules",
        env!("CARGO_PKG_VERSION"),
        config.threads,
        config.memory,
        config
            .level
            .map_or_else(String::new, |level| format!(", level {level}")),
        limit("playouts a move", config.playouts.map(|n| n.to_string())),
        limit("visits a move", config.visits.map(|n| n.to_string())),
        limit(
            "seconds a move",
            config.time.map(|t| t.as_secs_f64().to_string())
        ),
        game.rules().name().unwrap_or("own"),
    )
}

fn explain_last_move(session: &mut Session) -> String {
    let Some((decision, report)) = session.engine.last_choice() else {
        return String::new();
    };
    let line = match decision {
        Decision::Move(mv) => report.candidates.iter().find(|best| best.mv == *mv),
        Decision::Resign => report.candidates.first(),
    };
    let line = line.map_or_else(String::new, |best| {
        let pv: Vec<_> = best.pv.iter().take(10).map(ToString::to_string).collect();
        format!(
            " ({} visits, win rate {:.1}%, score {:+.1}), expecting {}",
            best.visits,
            100.0 * best.winrate,
            best.score,
            pv.join(" ")
        )
    });
    format!(
        "{} {}{line}; {} playouts in {:.1} s",
        report.color,
        written(*decision),
        report.playouts,
        report.elapsed.as_secs_f64()
    )
}

fn cpu_time(session: &mut Session) -> String {
    format!("{:.2}", session.engine.cpu_time().as_secs_f64())
}

fn genmove_ex(session: &mut Session, color: Option<Color>, _keywords: Vec<Word>) -> String {
    match color {
        Some(color) => written(genmove_live(session, color, Purpose::Game)),
        None => String::new(),
    }
}

fn savesgf(
    session: &mut Session,
    FileName(name): FileName,
    properties: Vec<Word>,
) -> Result<(), Failure> {
    let mut tree = GameTree::from(session.engine.game());
    for Word(property) in properties {
        let (key, value) = property.split_once('=').ok_or(Failure::SyntaxError)?;
        set_property(&mut tree, key, unescape(value));
    }
    write(session, &name, &format!("{tree}\n"))
}

fn set_property(tree: &mut GameTree, key: &str, value: String) {
    let info = tree.info_mut();
    let field = match key {
        "PB" => &mut info.players.black,
        "PW" => &mut info.players.white,
        "BR" => &mut info.ranks.black,
        "WR" => &mut info.ranks.white,
        "DT" => &mut info.date,
        "EV" => &mut info.event,
        "RE" => &mut info.result,
        "RU" => &mut info.rules,
        "C" => &mut tree.node_mut(GameTree::ROOT).comment,
        _ => {
            let extra = &mut tree.node_mut(GameTree::ROOT).extra;
            extra.retain(|(other, _)| other != key);
            extra.push((key.to_owned(), vec![value]));
            return;
        }
    };
    *field = Some(value);
}

/// A value as gomill writes it, in one word.
fn unescape(text: &str) -> String {
    let mut value = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            value.push(c);
            continue;
        }
        match chars.next() {
            Some('_') => value.push(' '),
            Some('n') => value.push('\n'),
            Some(other) => value.push(other),
            None => {}
        }
    }
    value
}

#[allow(clippy::needless_pass_by_value)] // handlers own their arguments
fn set_position(session: &mut Session, stones: Vec<(Color, Point)>) -> Result<(), Failure> {
    let game = session.engine.game();
    let mut board = Board::new(game.size());
    let mut seen = PointSet::EMPTY;
    let valid = |&(_, point): &(Color, Point)| board.contains(point) && seen.insert(point);
    if !stones.iter().all(valid) {
        return Err(Failure::SyntaxError);
    }
    let placed = stones.into_iter();
    board.set_up_all(placed.map(|(color, point)| (point, Some(color))));
    if seen.iter().any(|point| board.liberties(point) == 0) {
        return Err(Failure::Other("stones without liberties".into()));
    }
    let game = Game::from_position(board, Color::Black, *game.rules(), game.komi());
    session.engine.set_game(game);
    Ok(())
}

fn clear_cache(session: &mut Session) {
    session.engine.clear_tree();
}

fn benchmark(session: &mut Session, playouts: usize) -> String {
    let stop = session.stop();
    let color = session.engine.game().to_move();
    let report = session
        .engine
        .benchmark(color, playouts.max(1) as u64, &stop);
    let seconds = report.elapsed.as_secs_f64();
    format!(
        "{size}x{size}, {} threads: {} playouts in {seconds:.3} s, {:.0} a second",
        session.engine.config().threads,
        report.playouts,
        report.playouts as f64 / seconds.max(1e-6),
        size = session.engine.game().size(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_one_word() {
        for (word, value) in [
            ("a", "a"),
            ("a\\_b", "a b"),
            ("a\\nb", "a\nb"),
            ("a\\\\_b", "a\\_b"),
            ("a\\", "a"),
            ("", ""),
        ] {
            assert_eq!(unescape(word), value);
        }
    }
}
