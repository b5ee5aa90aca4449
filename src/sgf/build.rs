//! The nodes of a record, from the properties of the main line.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::encoding::Source;
use super::number;
use super::read::{ReadError, Root, quote};
use super::record::{Info, Node, Record, SetupStone, Variation, Warning};
use super::text::{unescape, unescape_line};
use super::vertex::{rectangle, vertex};
use crate::go::point::POINTS;
use crate::go::{Color, Move};

/// The most set-up points that a record may list: a short file of rectangles must not fill the memory.
pub(super) const MAX_SETUP: usize = 1 << 22;
/// The most nodes and moves that it may have: each takes some hundred bytes.
pub(super) const MAX_NODES: usize = 1 << 21;
/// The most warnings that a record keeps.
const MAX_WARNINGS: usize = 50;

/// The node that is being read, as the file has it.
#[derive(Default)]
struct Draft {
    node: Node,
    moves: Vec<(Color, Move)>,
}

/// Collects the nodes of the main line.
pub(super) struct Builder<'a> {
    source: &'a Source<'a>,
    from_fox: bool,
    /// What has been read so far.
    pub(super) record: Record,
    draft: Option<Draft>,
    setup_points: usize,
    /// Nodes and moves so far.
    parts: usize,
    /// Moves of the main line so far.
    moves: usize,
    /// The last node that each draft has become, in order.
    last_nodes: Vec<usize>,
    /// Whether the main line has been read.
    in_variations: bool,
}

impl<'a> Builder<'a> {
    pub(super) fn new(source: &'a Source<'a>, root: &Root) -> Self {
        Self {
            source,
            from_fox: root.from_fox,
            record: Record {
                size: root.size,
                info: Info::default(),
                nodes: Vec::new(),
                variations: Vec::new(),
                encoding: source.name,
                warnings: Vec::new(),
                gaps: Vec::new(),
            },
            draft: None,
            setup_points: 0,
            parts: 0,
            moves: 0,
            last_nodes: Vec::new(),
            in_variations: false,
        }
    }

    /// The number of the draft that is being read, or else of the last one; drafts are numbered from 0.
    pub(super) fn draft_number(&self) -> usize {
        let begun = self.last_nodes.len() + usize::from(self.draft.is_some());
        begun.saturating_sub(1)
    }

    /// The main line is whole: what comes now are variations, of which nothing counts for the game as a whole.
    pub(super) const fn begin_variations(&mut self) {
        self.in_variations = true;
    }

    /// Puts the nodes of variations, so far behind those of the main line, into their place. `begun` has the drafts after
    /// which and with which each begins.
    pub(super) fn end_variations(&mut self, begun: &[(usize, usize)]) {
        self.end_node();
        self.in_variations = false;
        let first = |draft: usize| {
            draft
                .checked_sub(1)
                .and_then(|before| self.last_nodes.get(before))
        };
        let places = begun.iter().filter_map(|&(after, draft)| {
            let start = first(draft)? + 1;
            Some((*self.last_nodes.get(after)?, start))
        });
        let places: Vec<(usize, usize)> = places.collect();
        let nodes = &mut self.record.nodes;
        let variations = places.iter().rev().map(|&(after, start)| Variation {
            after,
            nodes: nodes.split_off(start.min(nodes.len())),
        });
        let mut variations: Vec<_> = variations.collect();
        variations.reverse();
        self.record.variations = variations;
    }

    pub(super) fn warn(&mut self, message: impl Into<String>) {
        if self.in_variations {
            return;
        }
        let warnings = &mut self.record.warnings;
        let message = match warnings.len() {
            MAX_WARNINGS.. => return,
            n if n + 1 == MAX_WARNINGS => "further warnings are left out".to_string(),
            _ => message.into(),
        };
        let node = self.record.nodes.len();
        warnings.push(Warning { node, message });
    }

    pub(super) fn begin_node(&mut self) -> Result<(), ReadError> {
        self.end_node();
        self.count_part()?;
        self.draft = Some(Draft::default());
        Ok(())
    }

    const fn count_part(&mut self) -> Result<(), ReadError> {
        self.parts += 1;
        if self.parts > MAX_NODES {
            return Err(ReadError::TooLarge);
        }
        Ok(())
    }

    /// Takes the draft apart: set-up, then each move, into nodes of their own. Comment and other properties stay with the last
    /// of them, but in the root with the first. A player named beside the other one's move is who moves next, as ever.
    pub(super) fn end_node(&mut self) {
        let Some(Draft { mut node, moves }) = self.draft.take() else {
            return;
        };
        if moves.len() > 1 {
            self.warn("several moves in one node");
        }
        node.setup = last_of_each(&node.setup);
        node.extra = merge(node.extra);
        if node.setup.is_empty()
            && moves
                .first()
                .is_some_and(|&(color, _)| node.player == Some(!color))
        {
            node.player = None;
        }
        let nodes = &mut self.record.nodes;
        let is_root = nodes.is_empty();
        if is_root || moves.is_empty() {
            nodes.push(node);
            nodes.extend(moves.iter().map(|&(color, mv)| Node::with_move(color, mv)));
            self.last_nodes.push(nodes.len() - 1);
            return;
        }
        if !node.setup.is_empty() || node.player.is_some() {
            nodes.push(Node {
                setup: std::mem::take(&mut node.setup),
                player: node.player.take(),
                ..Node::default()
            });
        }
        if let Some((&last, first)) = moves.split_last() {
            nodes.extend(first.iter().map(|&(color, mv)| Node::with_move(color, mv)));
            node.mv = Some(last);
        }
        nodes.push(node);
        self.last_nodes.push(nodes.len() - 1);
    }

    pub(super) fn property(&mut self, name: String, values: &[&[u8]]) -> Result<(), ReadError> {
        let color = if name.starts_with(['B', 'A']) && name != "AW" {
            Color::Black
        } else {
            Color::White
        };
        match name.as_str() {
            "B" | "W" => {
                self.count_part()?;
                self.add_move(color, values);
            }
            "AB" | "AW" => self.set_up(&name, Some(color), values)?,
            "AE" => self.set_up(&name, None, values)?,
            "PL" => self.set_player(values),
            "C" => self.add_comment(values),
            "SZ" | "GM" | "FF" | "CA" | "AP" => {}
            _ => self.add_info_or_extra(name, color, values),
        }
        Ok(())
    }

    fn draft(&mut self) -> &mut Draft {
        self.draft.get_or_insert_default()
    }

    fn add_move(&mut self, color: Color, values: &[&[u8]]) {
        if let Some(mv) = vertex(values[0], self.record.size) {
            self.draft().moves.push((color, mv));
            self.moves += usize::from(!self.in_variations);
        } else {
            if !self.in_variations {
                self.record.gaps.push((self.moves + 1, color));
            }
            let text = quote(&self.source.decode(values[0]));
            self.warn(format!("{}[{text}] is off the board", color.letter()));
        }
        if values.len() > 1 {
            self.warn(format!("{} has more than one value", color.letter()));
        }
    }

    fn set_up(
        &mut self,
        name: &str,
        stone: Option<Color>,
        values: &[&[u8]],
    ) -> Result<(), ReadError> {
        for value in values {
            let Some(points) = rectangle(value, self.record.size) else {
                let text = quote(&self.source.decode(value));
                self.warn(format!("{name}[{text}] is off the board"));
                continue;
            };
            let setup = &mut self.draft().node.setup;
            let before = setup.len();
            setup.extend(points.map(|point| (point, stone)));
            self.setup_points += setup.len() - before;
            if self.setup_points > MAX_SETUP {
                return Err(ReadError::TooLarge);
            }
        }
        Ok(())
    }

    fn set_player(&mut self, values: &[&[u8]]) {
        let letter = values[0].trim_ascii_start().first();
        let player = match letter.map(u8::to_ascii_uppercase) {
            Some(b'B' | b'1') => Color::Black,
            Some(b'W' | b'2') => Color::White,
            _ => return self.warn("PL names no player"),
        };
        self.draft().node.player = Some(player);
    }

    fn add_comment(&mut self, values: &[&[u8]]) {
        for value in values {
            let text = unescape(&self.source.decode(value));
            if text.is_empty() {
                continue;
            }
            match &mut self.draft().node.comment {
                Some(comment) => {
                    comment.push('\n');
                    comment.push_str(&text);
                }
                comment => *comment = Some(text),
            }
        }
    }

    fn add_info_or_extra(&mut self, name: String, color: Color, values: &[&[u8]]) {
        let text = self.source.decode(values[0]);
        let mut unused = Info::default();
        let info = if self.in_variations {
            &mut unused
        } else {
            &mut self.record.info
        };
        let field = match name.as_str() {
            "KM" => {
                let komi = number::komi(&text, self.from_fox);
                info.komi = info.komi.or(komi);
                return self.warn_where(komi.is_none(), "KM", &text);
            }
            "HA" => {
                let handicap = number::integer(&text);
                info.handicap = info.handicap.or(handicap);
                return self.warn_where(handicap.is_none(), "HA", &text);
            }
            "RU" => &mut info.rules,
            "RE" => &mut info.result,
            "DT" => &mut info.date,
            "EV" => &mut info.event,
            "PB" => &mut info.players.black,
            "PW" => &mut info.players.white,
            "BR" | "WR" => &mut info.ranks[color],
            _ => return self.add_extra(name, values),
        };
        if field.is_none() {
            *field = unescape_line(&text);
        }
    }

    fn warn_where(&mut self, is_bad: bool, name: &str, text: &str) {
        if is_bad && !text.trim().is_empty() {
            self.warn(format!("{name}[{}] is no number", quote(text)));
        }
    }

    fn add_extra(&mut self, name: String, values: &[&[u8]]) {
        let texts = values.iter().map(|v| unescape(&self.source.decode(v)));
        let texts: Vec<_> = texts.collect();
        self.draft().node.extra.push((name, texts));
    }
}

/// Properties of one name as one.
fn merge(properties: Vec<(String, Vec<String>)>) -> Vec<(String, Vec<String>)> {
    if properties.len() < 2 {
        return properties;
    }
    let mut merged: Vec<(String, Vec<String>)> = Vec::with_capacity(properties.len());
    let mut places = HashMap::new();
    for (name, values) in properties {
        match places.entry(name.clone()) {
            Entry::Occupied(place) => {
                let at: usize = *place.get();
                merged[at].1.extend(values);
            }
            Entry::Vacant(place) => {
                place.insert(merged.len());
                merged.push((name, values));
            }
        }
    }
    merged
}

/// What set-up leaves on each point, in the order black, white, empty.
fn last_of_each(setup: &[SetupStone]) -> Vec<SetupStone> {
    if setup.is_empty() {
        return Vec::new();
    }
    let mut seen = [false; POINTS];
    let mut kept: Vec<_> = setup
        .iter()
        .rev()
        .filter(|(point, _)| !std::mem::replace(&mut seen[point.index()], true))
        .copied()
        .collect();
    kept.reverse();
    kept.sort_by_key(|&(_, stone)| stone.map_or(2, Color::index));
    kept
}
