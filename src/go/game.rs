//! A game: moves on a board, with superko, undo and the end.

use std::fmt;

use hashbrown::HashSet;

use super::board::Board;
use super::color::Color;
use super::handicap;
use super::key::Key;
use super::point::{Move, Point};
use super::points::{Komi, Points};
use super::rules::{Ko, Rules};
use super::set::PointSet;

/// Why a play is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMove {
    /// The point is not on the board.
    OffBoard,
    /// A stone is there.
    Occupied,
    /// The chain would be left without a liberty and capture nothing.
    Suicide,
    /// It retakes a ko at once.
    Ko,
    /// It repeats an earlier position.
    Superko,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OffBoard => "off the board",
            Self::Occupied => "occupied",
            Self::Suicide => "suicide",
            Self::Ko => "ko",
            Self::Superko => "superko",
        })
    }
}

impl std::error::Error for IllegalMove {}

/// A position as the ko rule compares it: the stones and, but for positional superko, the player to move next.
pub type Situation = (Key, Option<Color>);

/// What was played from one set-up to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// What the set-up made of points, each once; for the first stretch, all stones of its start.
    pub setup: Vec<(Point, Option<Color>)>,
    /// The player to move after the set-up.
    pub to_move: Color,
    /// The moves from there.
    pub moves: Vec<(Color, Move)>,
}

/// A game from its start position on. Colours need not alternate: GTP allows several moves of one colour in a row.
#[derive(Clone)]
pub struct Game {
    rules: Rules,
    komi: Komi,
    /// What came before the start position was set up.
    past: Vec<Stretch>,
    /// Points that the set-up of the start position named, where there is a past.
    named: PointSet,
    start: Board,
    start_to_move: Color,
    /// Stones placed by a handicap command or a record's handicap property; `None` where nothing is said of them.
    handicap_stones: Option<usize>,
    /// How many of the plays that open the game a record says to be handicap stones.
    handicap_plays: Option<usize>,
    /// Who passed first before the start position was set up.
    passed_before: Option<Color>,
    moves: Vec<(Color, Move)>,
    board: Board,
    to_move: Color,
    /// The position at the start and after each move, with the player to move next.
    history: Vec<(Key, Color)>,
    /// All of `history`, as the ko rule compares it.
    seen: HashSet<Situation>,
    /// Points on which a stone ever stood.
    occupied: PointSet,
}

impl Game {
    /// A game on an empty board.
    ///
    /// # Panics
    /// As [`Board::new`].
    #[must_use]
    pub fn new(size: usize, rules: Rules, komi: Komi) -> Self {
        Self::from_position(Board::new(size), Color::Black, rules, komi)
    }

    /// A game that starts from a position. It is the first entry of the history.
    #[must_use]
    pub fn from_position(start: Board, to_move: Color, rules: Rules, komi: Komi) -> Self {
        let mut game = Self {
            rules,
            komi,
            past: Vec::new(),
            named: PointSet::EMPTY,
            board: start.clone(),
            start,
            start_to_move: to_move,
            handicap_stones: None,
            handicap_plays: None,
            passed_before: None,
            moves: Vec::new(),
            to_move,
            history: Vec::new(),
            seen: HashSet::new(),
            occupied: PointSet::EMPTY,
        };
        game.replay(0);
        game
    }

    /// The position now.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The position at the start: empty, handicap or set-up stones.
    #[must_use]
    pub const fn start(&self) -> &Board {
        &self.start
    }

    /// The player to move at the start.
    #[must_use]
    pub const fn start_to_move(&self) -> Color {
        self.start_to_move
    }

    /// Lines a side.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.board.size()
    }

    /// The player whose turn it is: the opponent of who moved last.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The moves from the start position on.
    #[must_use]
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// The rules in force.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules; the history is kept and compared by the new ko rule from now on.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        self.seen = self
            .history
            .iter()
            .map(|&(key, to_move)| self.situation(key, to_move))
            .collect();
    }

    /// Points that White gets.
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// Changes komi.
    pub const fn set_komi(&mut self, komi: Komi) {
        self.komi = komi;
    }

    /// Stones that Black was given: those placed as handicap, else the row of black plays that opens a game on an empty
    /// board, as some programs send a handicap. Where its length is [said](Self::set_handicap_plays), that many count, once they
    /// are there. Else it counts from two stones on, and not where White then moves twice in a row: that is a position being set
    /// up. After a set-up on the way nothing opens.
    #[must_use]
    pub fn handicap(&self) -> usize {
        if let Some(stones) = self.handicap_stones {
            return stones;
        }
        if !self.past.is_empty() || self.start.empties().len() != self.start.area() {
            return 0;
        }
        let row = handicap::opening_row(&self.moves);
        if let Some(plays) = self.handicap_plays {
            return if row >= plays { plays } else { 0 };
        }
        let colors: Vec<_> = self.moves[row..]
            .iter()
            .take(2)
            .map(|&(color, _)| color)
            .collect();
        if row >= 2 && colors != [Color::White; 2] && colors.first() != Some(&Color::Black) {
            row
        } else {
            0
        }
    }

    /// Handicap stones that were placed, or that there are said to be, of plays as soon as these are there; `None` where nothing is
    /// said, and [`handicap`](Self::handicap) looks for a row of plays.
    #[must_use]
    pub fn said_handicap(&self) -> Option<usize> {
        let is_said = self.handicap_stones.or(self.handicap_plays).is_some();
        is_said.then(|| self.handicap())
    }

    /// Whether the handicap stones are to be seen in the moves that open the game: plays that are said to be so many, or a row
    /// before a set-up that is there for good.
    #[must_use]
    pub fn is_handicap_played(&self) -> bool {
        match self.past.first() {
            Some(first) => handicap::opening_row(&first.moves) >= self.handicap(),
            None => self.handicap_stones.is_none(),
        }
    }

    /// What White gets on top of the board: komi and the rules' points for handicap stones.
    #[must_use]
    pub fn white_bonus(&self) -> Points {
        self.komi + self.rules.handicap_points(self.handicap())
    }

    /// Says how many of the start position's stones are handicap; with 0 a row of black plays is none either.
    pub const fn set_handicap(&mut self, stones: usize) {
        self.handicap_stones = Some(stones);
    }

    /// Says that so many of the plays which open the game are handicap stones, whatever comes after them.
    pub const fn set_handicap_plays(&mut self, plays: usize) {
        self.handicap_plays = Some(plays);
    }

    /// Puts handicap stones on the empty board of a fresh game; White is to move. False, with nothing changed, where a
    /// stone stands already or the list is not [valid](handicap::is_valid).
    pub fn place_handicap(&mut self, points: &[Point]) -> bool {
        let empty = self.board.empties().len() == self.board.area();
        if !empty || !handicap::is_valid(&self.board, points) {
            return false;
        }
        self.set_up(handicap::stones(points), Some(Color::White));
        self.handicap_stones = Some(points.len());
        true
    }

    /// Changes stones of the position as set-up, without capture. The result is a new start position: the moves so far can no
    /// longer be undone and superko starts afresh; captures, handicap stones and who passed first stay known.
    pub fn set_up(
        &mut self,
        changes: impl IntoIterator<Item = (Point, Option<Color>)>,
        to_move: Option<Color>,
    ) {
        let (stones, plays) = if self.moves.is_empty() {
            (self.handicap_stones, self.handicap_plays)
        } else {
            let row = Some(self.handicap()).filter(|&stones| stones > 0);
            (self.said_handicap().or(row), None)
        };
        let first_pass = self.first_pass();
        let changes: Vec<_> = changes.into_iter().collect();
        let mut named: PointSet = changes.iter().map(|&(point, _)| point).collect();
        let mut past = std::mem::take(&mut self.past);
        if self.moves.is_empty() {
            named = named.union(&self.named);
        } else {
            let last = self.stretch(past.is_empty());
            past.push(last);
        }
        let to_move = to_move.unwrap_or(self.to_move);
        let turn = past.last().and_then(|stretch| stretch.moves.last());
        if named.is_empty() && turn.is_some_and(|&(mover, _)| mover != to_move) {
            // What changes nothing is a set-up all the same, and a record must say so.
            named.insert(Point::new(0, 0));
        }
        let mut start = self.board.clone();
        start.set_up_all(changes);
        *self = Self::from_position(start, to_move, self.rules, self.komi);
        (self.past, self.named) = (past, named);
        (self.handicap_stones, self.handicap_plays) = (stones, plays);
        self.passed_before = first_pass;
    }

    /// The game before the first move from its start position, with what is known from before.
    #[must_use]
    pub fn beginning(&self) -> Self {
        let (start, to_move) = (self.start.clone(), self.start_to_move);
        let mut game = Self::from_position(start, to_move, self.rules, self.komi);
        game.past.clone_from(&self.past);
        game.named = self.named;
        game.handicap_stones = self.handicap_stones;
        game.handicap_plays = self.handicap_plays;
        game.passed_before = self.passed_before;
        game
    }

    /// The stretch since the start position was set up; it may be the first.
    fn stretch(&self, is_first: bool) -> Stretch {
        let stands = |point| (point, self.start.at(point));
        let setup = if is_first {
            let points = self.start.points().map(stands);
            points.filter(|(_, stone)| stone.is_some()).collect()
        } else {
            self.named.iter().map(stands).collect()
        };
        Stretch {
            setup,
            to_move: self.start_to_move,
            moves: self.moves.clone(),
        }
    }

    /// The whole game from its very beginning, a stretch for each set-up: what a record of it must tell, as the captures and the
    /// first pass of earlier ones still count.
    #[must_use]
    pub fn stretches(&self) -> Vec<Stretch> {
        let last = self.stretch(self.past.is_empty());
        self.past.iter().cloned().chain([last]).collect()
    }

    /// Says who moves next, as set-up: where moves were played, the position becomes a new start position.
    pub fn set_to_move(&mut self, color: Color) {
        if color != self.to_move || self.moves.is_empty() {
            self.set_up([], Some(color));
        }
    }

    /// The same game with another player's turn: history and superko stay as they are. For looking at a position out of turn;
    /// an [`undo`](Self::undo) gives the turn back.
    #[must_use]
    pub fn turned(&self, color: Color) -> Self {
        Self {
            to_move: color,
            ..self.clone()
        }
    }

    /// Whether a move is allowed.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let Move::Play(point) = mv else { return Ok(()) };
        if !self.board.contains(point) {
            return Err(IllegalMove::OffBoard);
        }
        if !self.board.is_empty(point) {
            return Err(IllegalMove::Occupied);
        }
        if self.board.ko() == Some((color, point)) {
            // Under superko the history decides: after a capture out of turn, a retake need not repeat a situation.
            let by_ban_alone = self.rules.ko == Ko::Simple || self.moves.is_empty();
            return if by_ban_alone || self.repeats(color, point) {
                Err(IllegalMove::Ko)
            } else {
                Ok(())
            };
        }
        if !self.board.is_legal(color, point, self.rules.suicide) {
            Err(IllegalMove::Suicide)
        } else if self.repeats(color, point) {
            Err(IllegalMove::Superko)
        } else {
            Ok(())
        }
    }

    /// Whether a move is allowed.
    #[must_use]
    pub fn is_legal(&self, color: Color, mv: Move) -> bool {
        self.check(color, mv).is_ok()
    }

    /// Whether a play that is legal but for superko recreates an earlier position, under the rules in force.
    fn repeats(&self, color: Color, point: Point) -> bool {
        if self.rules.ko == Ko::Simple {
            return false;
        }
        // A stone on a point where none ever stood makes a new position.
        if !self.occupied.contains(point) && !self.board.is_suicide(color, point) {
            return false;
        }
        let mut board = self.board.clone();
        board.play(color, point);
        self.seen.contains(&self.situation(Key::of(&board), !color))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why it is not allowed; then nothing has changed.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check(color, mv)?;
        self.force(color, mv);
        Ok(())
    }

    /// Plays a move as a game record does (SGF FF4): whatever the rules say. A stone that is in the way is replaced, and a
    /// chain left without liberties leaves the board.
    ///
    /// # Panics
    /// Where the point lies off the board.
    pub fn force(&mut self, color: Color, mv: Move) {
        self.moves.push((color, mv));
        self.apply(color, mv);
    }

    /// Takes back the last `count` moves, or all where there are fewer. Returns how many were taken back.
    pub fn undo(&mut self, count: usize) -> usize {
        let count = count.min(self.moves.len());
        if count > 0 {
            self.replay(self.moves.len() - count);
        }
        count
    }

    /// Rebuilds everything from the start position and the first `count` moves.
    fn replay(&mut self, count: usize) {
        self.moves.truncate(count);
        self.board = self.start.clone();
        self.to_move = self.start_to_move;
        self.history.clear();
        self.seen.clear();
        self.occupied = self
            .board
            .points()
            .filter(|&point| !self.board.is_empty(point))
            .collect();
        self.record();
        for i in 0..count {
            let (color, mv) = self.moves[i];
            self.apply(color, mv);
        }
    }

    fn apply(&mut self, color: Color, mv: Move) {
        match mv {
            Move::Play(point) => {
                assert!(self.board.contains(point), "{point:?} is off the board");
                if !self.board.is_empty(point) {
                    self.board.set_up(point, None);
                }
                self.board.play(color, point);
                self.occupied.insert(point);
            }
            Move::Pass => self.board.clear_ko(),
        }
        self.to_move = !color;
        self.record();
    }

    fn record(&mut self) {
        let key = Key::of(&self.board);
        self.history.push((key, self.to_move));
        self.seen.insert(self.situation(key, self.to_move));
    }

    fn situation(&self, key: Key, to_move: Color) -> Situation {
        (key, (self.rules.ko != Ko::Positional).then_some(to_move))
    }

    /// The positions so far as the ko rule compares them, for searches.
    #[must_use]
    pub const fn seen(&self) -> &HashSet<Situation> {
        &self.seen
    }

    /// Points on which a stone ever stood.
    #[must_use]
    pub const fn occupied(&self) -> &PointSet {
        &self.occupied
    }

    /// Number of passes in a row at the end of the game so far.
    #[must_use]
    pub fn passes(&self) -> usize {
        self.moves
            .iter()
            .rev()
            .take_while(|(_, mv)| *mv == Move::Pass)
            .count()
    }

    /// Whether the last two moves were passes. Play can go on.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.passes() >= 2
    }

    /// Who passed first before the start position was set up.
    #[must_use]
    pub const fn passed_before(&self) -> Option<Color> {
        self.passed_before
    }

    /// The player who passed first in the game.
    #[must_use]
    pub fn first_pass(&self) -> Option<Color> {
        let since = self.moves.iter().find(|(_, mv)| *mv == Move::Pass);
        self.passed_before
            .or_else(|| since.map(|&(color, _)| color))
    }

    /// Whether the last play brought back an earlier position with the same player to move, with no pass in between. Under
    /// simple ko such a cycle ends a game without result; under superko it cannot come about by legal play. Where somebody
    /// passed, the repetition was not forced: that player could have played elsewhere.
    #[must_use]
    pub fn is_cycle(&self) -> bool {
        let row = self.plays_in_a_row();
        let Some((now, before)) = self.history.split_last() else {
            return false;
        };
        before.iter().rev().take(row).any(|earlier| earlier == now)
    }

    /// Whether a position stands or stood since the last pass, with this player to move: a play that brings it back closes a
    /// [cycle](Self::is_cycle).
    #[must_use]
    pub fn stood_since_pass(&self, key: Key, to_move: Color) -> bool {
        let recent = self.history.iter().rev();
        let mut recent = recent.take(self.plays_in_a_row() + 1);
        recent.any(|&earlier| earlier == (key, to_move))
    }

    /// How often the position has stood in the game, the present time included, with the same player to move.
    #[must_use]
    pub fn times_stood(&self) -> usize {
        let now = self.history.last();
        let alike = |earlier: &&(Key, Color)| Some(*earlier) == now;
        self.history.iter().filter(alike).count()
    }

    /// Number of plays at the end of the game so far without a pass among them.
    fn plays_in_a_row(&self) -> usize {
        let moves = self.moves.iter().rev();
        moves.take_while(|(_, mv)| *mv != Move::Pass).count()
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?}{} to move after {} moves",
            self.board,
            self.to_move,
            self.moves.len()
        )
    }
}
