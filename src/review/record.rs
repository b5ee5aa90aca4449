//! What was found, written into the game record and read back from it.
//!
//! Sabaki draws `SBKV`, Black's win rate in percent, and `SBKS`, Black's lead in points, of the position after the node's move.
//! Both are written to hundredths, as Sabaki does.

use std::fmt;

use serde_json::Value;

use super::position::Position;
use super::report::{Mistake, Review};
use super::text;
use crate::sgf::{GameTree, Node, NodeId, Record, Step, read};

/// The property of the first node that names the settings.
const SETTINGS: &str = "TGR";

/// The property that holds all that was found about a position.
const ANALYSIS: &str = "TGA";

/// What says how good a move is; a node has at most one of them.
const JUDGEMENTS: [&str; 4] = ["BM", "DO", "IT", "TE"];

/// Moves of the better variation that are written.
const VARIATION_LENGTH: usize = 12;

/// What happens from one position of the game to the next.
#[derive(PartialEq, Debug)]
struct Segment<'a> {
    /// The move, but for the first segment; then what is set up.
    steps: Vec<Step<'a>>,
    /// The node of the main line after which the position stands.
    node: usize,
}

/// A segment for each position: the start, and after each move.
fn segments(record: &Record) -> Vec<Segment<'_>> {
    let mut segments = vec![Segment {
        steps: Vec::new(),
        node: 0,
    }];
    for (index, node) in record.nodes.iter().enumerate() {
        if !node.setup.is_empty() || node.player.is_some() {
            let step = Step::SetUp {
                stones: &node.setup,
                player: node.player,
            };
            if let Some(segment) = segments.last_mut() {
                segment.steps.push(step);
                segment.node = index;
            }
        }
        if let Some((color, mv)) = node.mv {
            segments.push(Segment {
                steps: vec![Step::Move(color, mv)],
                node: index,
            });
        }
    }
    segments
}

/// A record was not written by a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoReview;

impl fmt::Display for NoReview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not written by a review")
    }
}

impl std::error::Error for NoReview {}

/// Whether a record was written by a review.
#[must_use]
pub fn is_review(record: &Record) -> bool {
    settings(record).is_some()
}

fn settings(record: &Record) -> Option<Value> {
    let values = record.nodes.first()?.extra(SETTINGS)?;
    serde_json::from_str(values.first()?).ok()
}

/// Takes over from the record of an earlier review what was found about the same positions with the same settings.
///
/// # Errors
/// Where the bytes are no record of a review.
pub fn take_over(review: &mut Review, bytes: &[u8]) -> Result<(), NoReview> {
    let earlier = read(bytes).map_err(|_| NoReview)?;
    let settings = settings(&earlier).ok_or(NoReview)?;
    let record = &review.record;
    let same_start = (earlier.size, earlier.handicap()) == (record.size, record.handicap());
    if settings != review.settings.to_json() || !same_start {
        return Ok(());
    }
    let (old, new) = (segments(&earlier), segments(record));
    let same = old.iter().zip(&new).take_while(|(a, b)| a.steps == b.steps);
    for (place, (segment, _)) in review.positions.iter_mut().zip(same) {
        let found = earlier.nodes[segment.node].extra(ANALYSIS);
        let found = found.and_then(|values| serde_json::from_str(values.first()?).ok());
        *place = found.and_then(|value| Position::from_json(&value, earlier.size));
    }
    Ok(())
}

/// The game with all that was found: properties, comments, and a variation for each of the largest mistakes.
#[must_use]
pub fn annotated(review: &Review) -> GameTree {
    let mut tree = GameTree::from(&review.record);
    if review.record.row_before_gap().is_some() {
        // Without the play off the board, more of the black ones would be taken for a handicap.
        let game = review.record.game(None, review.settings.rules.rules);
        tree.info_mut().handicap = u32::try_from(game.handicap()).ok();
    }
    let nodes: Vec<NodeId> = tree.main_line().collect();
    let root = tree.node_mut(GameTree::ROOT);
    set(root, SETTINGS, review.settings.to_json().to_string());
    comment(root, &text::summary(review));
    for (segment, position) in segments(&review.record).iter().zip(&review.positions) {
        let (Some(position), Some(&id)) = (position, nodes.get(segment.node)) else {
            continue;
        };
        let node = tree.node_mut(id);
        set_graph(node, position);
        set(node, ANALYSIS, position.to_json().to_string());
    }
    let with_move = |&(_, node): &(usize, &Node)| node.mv.is_some();
    let moves = review.record.nodes.iter().enumerate().filter(with_move);
    let moves: Vec<usize> = moves.map(|(index, _)| index).collect();
    for (rank, mistake) in (1..).zip(review.mistakes()) {
        let Some(&index) = moves.get(mistake.number - 1) else {
            continue;
        };
        let node = tree.node_mut(nodes[index]);
        comment(node, &text::judgement(rank, &mistake));
        if JUDGEMENTS.iter().all(|name| node.extra(name).is_none()) {
            set(node, "BM", "1".to_string());
        }
        add_variation(&mut tree, nodes[index.saturating_sub(1)], &mistake);
    }
    tree
}

/// Adds what would have been better, as a variation from the position before the mistake.
fn add_variation(tree: &mut GameTree, mut parent: NodeId, mistake: &Mistake) {
    let mut color = mistake.color;
    for (place, &mv) in mistake.before.pv.iter().take(VARIATION_LENGTH).enumerate() {
        let mut node = Node::with_move(color, mv);
        if place == 0 {
            set_graph(&mut node, &mistake.before);
            comment(&mut node, &text::better(mistake));
        }
        parent = tree.add(parent, node);
        color = !color;
    }
}

fn set_graph(node: &mut Node, position: &Position) {
    set(node, "SBKV", format!("{:.2}", 100.0 * position.winrate));
    set(node, "SBKS", format!("{:.2}", position.score));
}

/// Gives a node this property and no other of its name.
fn set(node: &mut Node, name: &str, value: String) {
    node.extra.retain(|(own, _)| own != name);
    node.extra.push((name.to_string(), vec![value]));
}

/// Adds to what is said about a node.
fn comment(node: &mut Node, text: &str) {
    node.comment = Some(match node.comment.take() {
        Some(own) if !own.trim().is_empty() => format!("{}\n\n{text}", own.trim_end()),
        _ => text.to_string(),
    });
}

#[cfg(test)]
mod tests {
    use super::super::report::Settings;
    use super::*;
    use crate::go::{Color, Komi, Move};
    use crate::referee::RuleSet;
    use crate::review::Effort;

    const GAME: &str =
        "(;SZ[9]KM[7]PB[A]C[first]AB[gg];W[cc]C[hm](;B[ee]LB[ee:x];AE[gg];W[cg])(;B[dd]))";

    fn review(text: &str) -> Review {
        let settings = Settings {
            rules: RuleSet::default(),
            komi: Komi::hundredths(700),
            network: Some("a]b\\c".to_string()),
            effort: Effort::new(Some(1), None, 1),
        };
        Review::new(
            read(text.as_bytes()).expect("the test's own record"),
            settings,
        )
    }

    fn searched(color: Color, winrate: f64) -> Position {
        Position {
            winrate,
            score: -0.5,
            pv: ["D4", "pass", "E5"]
                .map(|mv| mv.parse().expect("a vertex"))
                .to_vec(),
            ..Position::counted(color, None, 0.0)
        }
    }

    fn full(text: &str) -> Review {
        let mut review = review(text);
        let winrates = [0.5, 0.75, 0.25, 0.3];
        for (moves, place) in review.positions.iter_mut().enumerate() {
            let color = if moves % 2 == 0 {
                Color::White
            } else {
                Color::Black
            };
            *place = Some(searched(color, winrates[moves.min(3)]));
        }
        review
    }

    #[test]
    fn properties_comments_and_variations_are_written() {
        let text = annotated(&full(GAME)).to_string();
        let record = read(text.as_bytes()).expect("what was written");
        let nodes = &record.nodes;
        let values =
            |node: usize, name: &str| nodes[node].extra(name).map(|values| values[0].as_str());
        let graph: Vec<_> = (0..nodes.len()).map(|node| values(node, "SBKV")).collect();
        // The third position stands after the node in which a stone is taken off.
        assert_eq!(
            graph,
            [
                Some("50.00"),
                Some("75.00"),
                None,
                Some("25.00"),
                Some("30.00")
            ]
        );
        assert_eq!(values(1, "SBKS"), Some("-0.50"));
        assert_eq!(
            (values(1, "BM"), values(2, "BM"), values(4, "BM")),
            (Some("1"), Some("1"), Some("1"))
        );
        assert_eq!(values(2, "LB"), Some("ee:x"));
        let comment = |node: usize| nodes[node].comment.as_deref().unwrap_or_default();
        assert!(
            comment(0).starts_with("first\n\nReviewed"),
            "{}",
            comment(0)
        );
        assert!(comment(1).starts_with("hm\n\n"), "{}", comment(1));
        assert!(text.contains("\n(;B[df]SBKV[75.00]SBKS[-0.50]C["), "{text}");
        assert!(text.contains(";W[];B[ee])"), "{text}");
        assert!(is_review(&record) && !is_review(&review(GAME).record));
    }

    #[test]
    fn what_was_found_is_taken_over() {
        let done = full(GAME);
        let written = annotated(&done).to_string();
        let taken = |text: &str, change: fn(&mut Settings)| {
            let mut review = review(text);
            change(&mut review.settings);
            take_over(&mut review, written.as_bytes()).expect("a review");
            review.positions
        };
        assert_eq!(taken(GAME, |_| ()), done.positions);
        // A game that differs from its second move on, another start, other settings.
        let other = GAME.replace("B[ee]", "B[ed]");
        let some = taken(&other, |_| ());
        assert_eq!(some[..2], done.positions[..2]);
        assert_eq!(some[2..], [None, None]);
        let none = vec![None; 4];
        assert_eq!(taken(&GAME.replace("AB[gg]", "AB[gf]"), |_| ()), none);
        assert_eq!(taken(GAME, |settings| settings.network = None), none);
        assert_eq!(taken(GAME, |settings| settings.komi = Komi::ZERO), none);
        let mut review = review(GAME);
        for bytes in [GAME, "", "(;B[aa"] {
            assert_eq!(take_over(&mut review, bytes.as_bytes()), Err(NoReview));
        }
    }

    #[test]
    fn the_handicap_stays_what_it_was_without_the_play_that_interrupted_the_row() {
        for (text, handicap) in [
            ("(;SZ[9]HA[3];B[ee];W[zz];B[dd];W[cc])", 0),
            ("(;SZ[9];B[ee];B[dd];W[zz];B[cc];W[cd])", 2),
        ] {
            let review = review(text);
            let written = annotated(&review).to_string();
            let again = read(written.as_bytes()).expect("what was written");
            let rules = review.settings.rules.rules;
            assert_eq!(
                review.record.game(None, rules).handicap(),
                handicap,
                "{text}"
            );
            assert_eq!(again.game(None, rules).handicap(), handicap, "{written}");
        }
    }

    #[test]
    fn a_judgement_that_is_there_stays() {
        let text = GAME.replace("W[cc]", "W[cc]TE[2]SBKV[1]");
        let text = annotated(&full(&text)).to_string();
        assert!(
            text.contains("TE[2]") && !text.contains("SBKV[1]"),
            "{text}"
        );
        let pass = Move::Pass;
        assert_ne!(searched(Color::Black, 0.5).best(), Some(pass));
    }
}
