//! The inputs of a network for a position of a game: the "V7" planes and global features of `KataGo`'s networks.
//!
//! They are those of `KataGo` to the last ladder, as far as the rules here can express: there is no "encore" (a phase after
//! two passes under territory scoring, in which dead stones are played out), so its features stay 0.
//!
//! A search makes one [`Root`] of its game, and each of its threads has an [`Extractor`].

mod cache;
mod ladder;
mod phase;
mod reading;
mod root;

use crate::go::life;
use crate::go::rules::{Ko, Scoring, Tax, Tie};
use crate::go::{
    Board, ByColor, Color, IllegalMove, Key, MIN_SIZE, Move, Point, PointSet, Points, Rules,
};
use crate::net::Input;

use cache::Cache;
pub use ladder::Ladders;
use ladder::Reader;
use phase::Phase;
pub use root::Root;
use root::{SHOWN, play};

/// Komi is cut to the board's area and this much more.
const KOMI_MARGIN: f32 = 20.0;

/// What the inputs depend on besides the position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Describe a position in which a pass would end the game as if it would not, and without history: for the root of a
    /// search that does not let a pass end the game there.
    pub pass_ends_nothing: bool,
    /// The same where the player to move would not win by ending the game.
    pub losing_pass_ends_nothing: bool,
    /// What a draw is worth to White, from 0 to 1.
    pub white_draw: f32,
    /// How many times as much the player to move searches as the opponent does, as a power of two; for handicap games.
    pub playout_doublings: f32,
    /// At most so many moves are shown as history.
    pub history: usize,
    /// Compute pass-alive area as if suicide were legal, as some networks [want](crate::net::Network::pass_alive_under_suicide).
    pub pass_alive_under_suicide: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            pass_ends_nothing: false,
            losing_pass_ends_nothing: false,
            white_draw: 0.5,
            playout_doublings: 0.0,
            history: SHOWN,
            pass_alive_under_suicide: false,
        }
    }
}

/// Computes inputs; with memory of its own, one for each thread.
pub struct Extractor {
    reader: Reader,
    cache: Cache,
    /// The position and those one and two moves ago.
    boards: Vec<Box<Board>>,
}

impl Default for Extractor {
    fn default() -> Self {
        Self::new()
    }
}

/// A position while it is described.
struct Position<'a> {
    rules: &'a Rules,
    board: &'a Board,
    color: Color,
    phase: &'a Phase,
    /// The last moves, the latest first.
    last: &'a [Option<(Color, Move)>; SHOWN],
    /// The komi of the player to move, all bonuses and an eventual draw included.
    komi: f32,
}

impl Extractor {
    /// An extractor.
    #[must_use]
    pub fn new() -> Self {
        Self {
            reader: Reader::new(),
            cache: Cache::new(),
            boards: vec![Box::new(Board::new(MIN_SIZE)); 3],
        }
    }

    /// Describes the position after some moves from the root, whose colours alternate.
    ///
    /// The input's symmetry is left as it is. Inputs for another board size are made anew.
    pub fn extract(&mut self, root: &Root, path: &[Move], settings: &Settings, input: &mut Input) {
        let game = root.game;
        let rules = game.rules();
        let size = game.size();
        // The positions now, one and two moves ago; where there are none, the one after counts as the same.
        let latest = |i: usize| &root.boards[i.min(root.boards.len() - 1)];
        for (i, board) in self.boards.iter_mut().enumerate() {
            board.copy_from(latest(i));
        }
        let mut phase = root.phase.clone();
        let mut last = root.last;
        let mut color = game.to_move();
        for &mv in path {
            self.boards.rotate_right(1);
            let (now, before) = self.boards.split_at_mut(1);
            now[0].copy_from(&before[0]);
            phase.step(rules, &now[0], color, mv);
            play(&mut now[0], color, mv);
            last.rotate_right(1);
            last[0] = Some((color, mv));
            color = !color;
        }
        let symmetry = input.symmetry;
        if input.planes.len() == Input::new(size).planes.len() {
            input.planes.fill(0.0);
            input.globals.fill(0.0);
        } else {
            *input = Input::new(size);
            input.symmetry = symmetry;
        }
        let white_bonus = game.white_bonus() + phase.white_bonus(rules, &self.boards[0]);
        let komi = komi(rules, white_bonus, game.komi(), settings.white_draw);
        let komi = if color == Color::White { komi } else { -komi };
        let position = Position {
            rules,
            board: &self.boards[0],
            color,
            phase: &phase,
            last: &last,
            komi,
        };
        let mut planes = Planes {
            numbers: &mut input.planes,
            size,
        };
        stones(&position, &mut planes);
        banned(root, path, &position, &mut planes);
        let loses = area(&position, settings, &mut planes);
        let (history, pass_ends) = position.history(settings, loses);
        let shown = position.show_history(history, &mut planes, &mut input.globals);
        position.globals(settings, pass_ends, &mut input.globals);
        self.ladders(shown, color, &mut planes);
    }

    /// The ladders so many moves ago, remembered from position to position.
    fn read(&mut self, ago: usize) -> Ladders {
        self.cache
            .get(&self.boards[ago], |board| self.reader.ladders(board))
    }

    /// Planes 14 to 17.
    fn ladders(&mut self, shown: usize, color: Color, planes: &mut Planes) {
        let now = self.read(0);
        planes.set(14, &now.captured);
        planes.set(17, &now.starts[!color]);
        let before = if shown >= 1 { self.read(1) } else { now };
        planes.set(15, &before.captured);
        let earlier = if shown >= 2 { self.read(2) } else { before };
        planes.set(16, &earlier.captured);
    }
}

/// The planes of an input.
struct Planes<'a> {
    numbers: &'a mut [f32],
    size: usize,
}

impl Planes<'_> {
    /// Sets a point of a plane.
    fn set_point(&mut self, plane: usize, point: Point) {
        let row = self.size - 1 - point.row();
        self.numbers[(plane * self.size + row) * self.size + point.column()] = 1.0;
    }

    /// Sets points of a plane.
    fn set(&mut self, plane: usize, points: &PointSet) {
        for point in points.iter() {
            self.set_point(plane, point);
        }
    }
}

/// Planes 0 to 5: the board, stones and their liberties.
fn stones(position: &Position, planes: &mut Planes) {
    let board = position.board;
    planes.numbers[..board.area()].fill(1.0);
    for point in board.points() {
        if let Some(owner) = board.at(point) {
            planes.set_point(if owner == position.color { 1 } else { 2 }, point);
            if let liberties @ 1..=3 = board.liberties(point) {
                planes.set_point(2 + liberties, point);
            }
        }
    }
}

/// Plane 6: points that ko or superko forbids.
fn banned(root: &Root, path: &[Move], position: &Position, planes: &mut Planes) {
    let (game, board, color) = (root.game, position.board, position.color);
    if let Some((closed_to, point)) = board.ko()
        && closed_to == color
    {
        planes.set_point(6, point);
    }
    if path.is_empty() {
        for &point in board.empties() {
            if game.check(color, Move::Play(point)) == Err(IllegalMove::Superko) {
                planes.set_point(6, point);
            }
        }
        return;
    }
    if position.rules.ko == Ko::Simple {
        return;
    }
    // The positions on the path, found only if they are needed.
    let mut seen: Option<Vec<(Key, Option<Color>)>> = None;
    let positional = position.rules.ko == Ko::Positional;
    for &point in board.empties() {
        let may_repeat = (root.game.occupied().contains(point)
            || path.contains(&Move::Play(point)))
            || board.is_suicide(color, point);
        if !may_repeat || !board.is_legal(color, point, position.rules.suicide) {
            continue;
        }
        let mut after = board.clone();
        after.play(color, point);
        let situation = (Key::of(&after), (!positional).then_some(!color));
        let seen = seen.get_or_insert_with(|| situations(root, path, positional));
        if game.seen().contains(&situation) || seen.contains(&situation) {
            planes.set_point(6, point);
        }
    }
}

/// The positions after each move of a path, as the ko rule compares them.
fn situations(root: &Root, path: &[Move], positional: bool) -> Vec<(Key, Option<Color>)> {
    let mut board = root.game.board().clone();
    let mut color = root.game.to_move();
    path.iter()
        .map(|&mv| {
            play(&mut board, color, mv);
            color = !color;
            (Key::of(&board), (!positional).then_some(color))
        })
        .collect()
}

/// Planes 18 and 19: what each player owns under area scoring. Returns whether the player to move would not win if the
/// game ended here; false under territory scoring.
fn area(position: &Position, settings: &Settings, planes: &mut Planes) -> bool {
    let Position {
        rules,
        board,
        color,
        ..
    } = *position;
    if rules.scoring != Scoring::Area {
        return false;
    }
    let suicide = rules.suicide || settings.pass_alive_under_suicide;
    let (areas, groups) = if rules.tax == Tax::None {
        (
            life::area(board, life::Parts::ALL, suicide),
            ByColor::default(),
        )
    } else {
        let all = life::area(board, life::Parts::ALL, suicide);
        let independent = life::independent(board, &all);
        (life::taxed_area(board, suicide), independent.groups)
    };
    planes.set(18, &areas[color]);
    planes.set(19, &areas[!color]);
    #[allow(clippy::cast_precision_loss)] // at most the area of a board
    let count = |color: Color| {
        let tax = if rules.tax == Tax::All {
            2 * groups[color]
        } else {
            0
        };
        areas[color].len() as f32 - tax as f32
    };
    count(color) - count(!color) + position.komi <= 0.0
}

/// White's komi with all bonuses, and a draw as a part of a point.
fn komi(rules: &Rules, white_bonus: Points, komi: Points, white_draw: f32) -> f32 {
    let is_integer = komi.in_hundredths() % 100 == 0;
    let draw = match rules.tie {
        Tie::Draw => white_draw,
        Tie::Black => 0.0,
    };
    let jitter = if is_integer == rules.button {
        0.0
    } else {
        draw - 0.5
    };
    #[allow(clippy::cast_possible_truncation)] // the network's inputs have single precision
    let white_bonus = white_bonus.as_f64() as f32;
    white_bonus + jitter
}

impl Position<'_> {
    /// How many moves may be shown as history, and whether the network is told that a pass would end the game.
    fn history(&self, settings: &Settings, loses: bool) -> (usize, bool) {
        let Self {
            rules,
            board,
            color,
            phase,
            ..
        } = *self;
        let ends = phase.pass_would_end(rules, board, color);
        // Where dead stones are taken off by agreement, a search goes on after two passes.
        let friendly = rules.friendly_pass_ok
            && phase.is_second_pass()
            && !phase.is_repeated_pass(rules, board, color);
        let hidden =
            friendly || settings.pass_ends_nothing || (settings.losing_pass_ends_nothing && loses);
        let (most, told) = if ends && rules.scoring == Scoring::Area && hidden {
            (0, false)
        } else if phase.ended {
            (1, ends)
        } else {
            (SHOWN, ends)
        };
        (most.min(phase.turns).min(settings.history), told)
    }

    /// Planes 9 to 13 and globals 0 to 4: the last moves, while colours alternate. Returns how many are shown.
    fn show_history(&self, most: usize, planes: &mut Planes, globals: &mut [f32]) -> usize {
        let mut mover = !self.color;
        for (i, last) in self.last.iter().take(most).enumerate() {
            match *last {
                Some((color, mv)) if color == mover => match mv {
                    Move::Play(point) => planes.set_point(9 + i, point),
                    Move::Pass => globals[i] = 1.0,
                },
                _ => return i,
            }
            mover = !mover;
        }
        most
    }

    /// Global features 5 to 18.
    #[allow(clippy::cast_precision_loss)] // the area of a board
    fn globals(&self, settings: &Settings, pass_ends: bool, globals: &mut [f32]) {
        let Self { rules, board, .. } = *self;
        let limit = board.area() as f32 + KOMI_MARGIN;
        let komi = self.komi.clamp(-limit, limit);
        globals[5] = komi / 20.0;
        (globals[6], globals[7]) = match rules.ko {
            Ko::Simple => (0.0, 0.0),
            Ko::Positional => (1.0, 0.5),
            Ko::Situational => (1.0, -0.5),
        };
        let flag = |is: bool| if is { 1.0 } else { 0.0 };
        globals[8] = flag(rules.suicide);
        globals[9] = flag(rules.scoring == Scoring::Territory);
        globals[10] = flag(rules.tax != Tax::None);
        globals[11] = flag(rules.tax == Tax::All);
        globals[14] = flag(pass_ends);
        if settings.playout_doublings != 0.0 {
            globals[15] = 1.0;
            globals[16] = settings.playout_doublings / 2.0;
        }
        globals[17] = flag(self.phase.has_button(rules));
        if rules.scoring == Scoring::Area {
            globals[18] = parity_wave(komi, board.area());
        }
    }
}

/// How much a little more komi is worth: komi at which a draw is possible have the parity of the area. A triangle wave
/// that is 0 there and rises to its peak half a point above.
fn parity_wave(komi: f32, area: usize) -> f32 {
    let floor = if area.is_multiple_of(2) {
        (komi / 2.0).floor() * 2.0
    } else {
        ((komi - 1.0) / 2.0).floor() * 2.0 + 1.0
    };
    let above = (komi - floor).clamp(0.0, 2.0);
    if above < 0.5 {
        above
    } else if above < 1.5 {
        1.0 - above
    } else {
        above - 2.0
    }
}
