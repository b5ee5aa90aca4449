//! A report as text for people.

use std::cmp::Ordering;
use std::fmt::{self, Write};

use super::chosen::Origin;
use super::diagram;
use super::report::{Report, Row};
use super::verdict::Agreement;
use crate::go::rules::{Ko, Scoring, Tie};
use crate::go::{Color, GameResult, PointSet, Points, Rules, Tally, Zi};
use crate::sgf::{Outcome, WinBy};

/// The most illegal moves that are listed.
const MOST_MOVES: usize = 30;

/// The share of the board, one in so many points, from which on neutral points are worth a word.
const MOST_NEUTRAL: usize = 12;

/// Writes a report, a line break at its end. `name` says which record it is.
///
/// # Errors
/// Those of the writer.
pub fn write(out: &mut impl Write, name: &str, report: &Report) -> fmt::Result {
    writeln!(out, "{}", plain(name))?;
    write_head(out, report)?;
    write_moves(out, report)?;
    write_stones(out, report)?;
    writeln!(out)?;
    for line in diagram::drawn(report) {
        writeln!(out, "  {line}")?;
    }
    writeln!(out, "  {}\n", diagram::LEGEND)?;
    write_count(out, report)?;
    write_record(out, report)?;
    writeln!(out)?;
    write_table(out, report)
}

/// Text of a file or of its name, without what a terminal would obey.
pub(super) fn plain(text: &str) -> String {
    let replace = |c: char| if c.is_control() { '\u{FFFD}' } else { c };
    text.chars().map(replace).collect()
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn write_head(out: &mut impl Write, report: &Report) -> fmt::Result {
    let (info, size) = (&report.info, report.board.size());
    let player = |color: Color| {
        let name = info.players[color].as_deref().unwrap_or("?");
        let rank = info.ranks[color].as_deref();
        plain(&rank.map_or_else(|| name.to_string(), |rank| format!("{name} {rank}")))
    };
    let end = if report.is_over {
        ""
    } else {
        ", not closed by two passes"
    };
    writeln!(
        out,
        "  Game:     {} (Black), {} (White), {size}x{size}, {}{end}",
        player(Color::Black),
        player(Color::White),
        several(report.moves, "move")
    )?;
    let said = info.rules.as_deref().map(plain);
    let from = match (report.rules_from, said) {
        (Origin::User, _) => "by order".to_string(),
        (Origin::Record, Some(said)) => format!("the record's: {said}"),
        (_, Some(said)) => format!("by default; the record's {said} is no known set"),
        (_, None) => "by default; the record names none".to_string(),
    };
    writeln!(out, "  Rules:    {} ({from})", report.set.name)?;
    let from = match report.komi_from {
        Origin::User => "by order",
        Origin::Record => "the record's",
        Origin::Nobody => "the record names none",
    };
    writeln!(out, "  Komi:     {} ({from})", report.komi)?;
    if report.handicap > 0 {
        let bonus = report.tally.handicap_bonus;
        let points = if bonus == Points::whole(1) {
            "point"
        } else {
            "points"
        };
        writeln!(
            out,
            "  Handicap: {} stones, {bonus} {points} to White by these rules",
            report.handicap
        )?;
    }
    for warning in &report.warnings {
        writeln!(out, "  Reader:   {}", plain(warning))?;
    }
    Ok(())
}

fn write_moves(out: &mut impl Write, report: &Report) -> fmt::Result {
    let illegal = &report.violations;
    if illegal.is_empty() {
        writeln!(out, "  Illegal:  no move")?;
    }
    for (i, violation) in illegal.iter().take(MOST_MOVES).enumerate() {
        let title = if i == 0 { "Illegal:" } else { "" };
        let reasons: Vec<_> = violation.reasons.iter().map(ToString::to_string).collect();
        writeln!(
            out,
            "  {title:9} move {}, {} {}: {}",
            violation.number,
            name(violation.color),
            violation.mv,
            reasons.join(", ")
        )?;
    }
    if let more @ 1.. = illegal.len().saturating_sub(MOST_MOVES) {
        writeln!(out, "            and {more} more")?;
    }
    if let Some(repetition) = report.repetition {
        let what = match report.set.rules.scoring {
            Scoring::Area => "a draw",
            Scoring::Territory => "no result",
        };
        writeln!(
            out,
            "  Repeated: move {} brings back the {}: {what} by these rules{}",
            repetition.number,
            position_after(repetition.of),
            if repetition.number == report.moves {
                ""
            } else {
                ", but play went on"
            }
        )?;
    }
    Ok(())
}

/// Which position stood after so many moves.
fn position_after(moves: usize) -> String {
    if moves == 0 {
        "start position".into()
    } else {
        format!("position after move {moves}")
    }
}

fn write_stones(out: &mut impl Write, report: &Report) -> fmt::Result {
    let taken = report.captures;
    writeln!(
        out,
        "  Captures: Black took {}, White took {}",
        taken.black, taken.white
    )?;
    let judge = if report.status_from == Origin::User {
        " (by order)"
    } else {
        ""
    };
    writeln!(
        out,
        "  Dead:     {}{judge}",
        chains(report, &report.status.dead)
    )?;
    writeln!(
        out,
        "  Seki:     {}{judge}",
        chains(report, &report.status.seki)
    )
}

/// The chains of a set: `White D4 E4, G7; Black C3`.
fn chains(report: &Report, set: &PointSet) -> String {
    let of = |color| {
        let chains = report.chains(color, set);
        let chain = |chain: &Vec<_>| {
            let points: Vec<_> = chain.iter().map(ToString::to_string).collect();
            points.join(" ")
        };
        let chains: Vec<_> = chains.iter().map(chain).collect();
        (!chains.is_empty()).then(|| format!("{} {}", name(color), chains.join(", ")))
    };
    let parts: Vec<_> = Color::BOTH.into_iter().filter_map(of).collect();
    if parts.is_empty() {
        "none".into()
    } else {
        parts.join("; ")
    }
}

fn write_count(out: &mut impl Write, report: &Report) -> fmt::Result {
    for color in Color::BOTH {
        let (sum, total) = (sum(&report.tally, color), report.tally.total(color));
        writeln!(out, "  {}:    {sum} = {total}", name(color))?;
    }
    if report.tally.neutral > report.tally.area / MOST_NEUTRAL {
        writeln!(
            out,
            "  Neutral:  {} points border on both colours: the game may not have been played to its end",
            report.tally.neutral
        )?;
    }
    let result = result(report.result, &report.set.rules);
    let standing = if report.agreement == Agreement::NotCounted {
        " for the position as it stands"
    } else {
        ""
    };
    writeln!(
        out,
        "  Result:   {result} ({} rules){standing}",
        report.set.name
    )?;
    report.zi_row().map_or(Ok(()), |row| {
        writeln!(out, "  In zi:    {} ({} rules)", zi(row), row.set.name)
    })
}

/// A number of things, of which `one` is the name.
fn several(count: usize, one: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {one}{ending}")
}

/// What a player's total is made of.
fn sum(tally: &Tally, color: Color) -> String {
    let count = &tally.counts[color];
    let mut parts = match tally.rules.scoring {
        Scoring::Area => vec![
            several(count.stones, "stone"),
            format!("{} territory", count.territory),
        ],
        Scoring::Territory => vec![
            format!("{} territory", count.territory),
            several(count.prisoners, "prisoner"),
            format!("{} dead", count.dead),
        ],
    };
    let mut add = |points: Points, what: &str| {
        if points != Points::ZERO {
            parts.push(format!("{points} {what}"));
        }
    };
    if tally.rules.scoring == Scoring::Area {
        let half = i64::try_from(50 * tally.neutral).unwrap_or(0);
        add(Points::hundredths(half), "half of the neutral points");
    }
    if color == Color::White {
        add(tally.komi, "komi");
        add(tally.handicap_bonus, "for the handicap");
        add(tally.first_pass_bonus, "for the first pass");
    }
    if tally.button == Some(color) {
        add(Points::HALF, "button");
    }
    let tax = count_tax(tally, color);
    let tax = if tax == Points::ZERO {
        String::new()
    } else {
        format!(" - {tax} group tax")
    };
    parts.join(" + ") + &tax
}

/// The group tax that a player pays.
fn count_tax(tally: &Tally, color: Color) -> Points {
    if tally.rules.tax == crate::go::rules::Tax::All {
        Points::whole(i64::try_from(2 * tally.counts[color].groups).unwrap_or(0))
    } else {
        Points::ZERO
    }
}

/// A result in words where its number alone would not tell.
fn result(result: GameResult, rules: &Rules) -> String {
    match result {
        GameResult::Score(score) if score.0 == Points::ZERO => match rules.tie {
            Tie::Draw => "0 (a draw)".into(),
            Tie::Black => "0 (Black wins a tie)".into(),
        },
        GameResult::Score(score) => score.to_string(),
        GameResult::Draw => "0 (a draw by repetition)".into(),
        GameResult::NoResult => "Void (no result, by repetition)".into(),
    }
}

/// A count as Chinese referees read it out, the winner's side.
fn zi(row: &Row) -> String {
    let (tally, margin) = (&row.tally, row.tally.zi_margin());
    let (area, needed) = (
        tally.zi(Color::Black) + tally.zi(Color::White),
        tally.zi_to_beat(),
    );
    match margin.cmp(&Zi::ZERO) {
        Ordering::Greater => {
            let count = tally.zi(Color::Black);
            format!("Black {count}, needs more than {needed}, wins by {margin} zi")
        }
        Ordering::Less => {
            let (count, needed, margin) = (tally.zi(Color::White), area - needed, -margin);
            format!("White {count}, needs more than {needed}, wins by {margin} zi")
        }
        Ordering::Equal => {
            let tie = if row.set.rules.tie == Tie::Black {
                "Black wins a tie"
            } else {
                "a draw"
            };
            format!("Black {needed}, no more and no less: {tie}")
        }
    }
}

fn write_record(out: &mut impl Write, report: &Report) -> fmt::Result {
    let said = plain(report.info.result.as_deref().unwrap_or_default());
    match report.agreement {
        Agreement::Agrees => writeln!(out, "  Record:   {said}, the same"),
        Agreement::AgreesInZi => writeln!(out, "  Record:   {said}, the same in zi"),
        Agreement::NotCounted => {
            let how = match report.outcome {
                Outcome::Win {
                    by: WinBy::Resignation,
                    ..
                } => "resignation",
                Outcome::Win {
                    by: WinBy::Time, ..
                } => "time",
                _ => "forfeit",
            };
            writeln!(
                out,
                "  Record:   {said}, decided by {how}: the count is of the position as it stands"
            )
        }
        Agreement::NotStated if said.is_empty() => writeln!(out, "  Record:   states no result"),
        Agreement::NotStated => writeln!(out, "  Record:   {said}, which says nothing"),
        Agreement::Differs => {
            let others: Vec<_> = report.agreeing().collect();
            let others = match &others[..] {
                [] => "by no rule set".into(),
                sets => format!("by {}", sets.join(", ")),
            };
            writeln!(
                out,
                "  Record:   {said}, DIFFERS from the count; it is so {others}"
            )
        }
    }
}

fn write_table(out: &mut impl Write, report: &Report) -> fmt::Result {
    writeln!(
        out,
        "  {:15} {:12} {:>7} {:>7} {:>7} {:>7}  result",
        "rules", "ko", "illegal", "Black", "White", "bonus"
    )?;
    for row in &report.table {
        let ko = match row.set.rules.ko {
            Ko::Simple => "simple",
            Ko::Positional => "positional",
            Ko::Situational => "situational",
        };
        let own = if row.set.name == report.set.name {
            " <"
        } else {
            ""
        };
        writeln!(
            out,
            "  {:15} {ko:12} {:>7} {:>7} {:>7} {:>7}  {}{own}",
            row.set.name,
            row.illegal,
            row.tally.total(Color::Black),
            row.tally.total(Color::White),
            row.tally.white_bonus(),
            result(row.result, &row.set.rules)
        )?;
    }
    Ok(())
}
