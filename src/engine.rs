//! The engine: a game, its clock and the search, without any text.
//!
//! `gtp` and the other front ends read words and call these functions; nothing here knows how a command looks.

use std::time::Duration;

pub use crate::go::Status;
use crate::go::{Color, Game, IllegalMove, Komi, Move, Point, Rules, Score};
use crate::search::Report;

/// What the user chose at the start.
#[derive(Clone, Debug)]
pub struct Config {
    /// Lines a side of the first board.
    pub size: usize,
    /// The rules at the start.
    pub rules: Rules,
    /// Points that White gets.
    pub komi: Komi,
    /// Search threads.
    pub threads: usize,
    /// Most playouts for a move; `None` for no limit but time.
    pub playouts: Option<u64>,
    /// Time for a move where no clock runs; `None` for the default.
    pub time: Option<Duration>,
    /// Memory for the search tree, in megabytes (2^20 bytes).
    pub memory: usize,
    /// Seed of all random numbers; `None` for a different one each time.
    pub seed: Option<u64>,
    /// Win rate, 0 to 1, under which the engine resigns; `None` never to resign.
    pub resign: Option<f64>,
    /// Time kept back for each move against delays between controller and engine.
    pub lag: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            size: 19,
            rules: Rules::default(),
            komi: Komi::hundredths(750),
            threads: 2,
            playouts: None,
            time: None,
            memory: 512,
            seed: None,
            resign: Some(0.05),
            lag: Duration::from_millis(200),
        }
    }
}

/// What the engine does in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// A play or a pass.
    Move(Move),
    /// It gives up.
    Resign,
}

/// Asked by a search again and again: true ends it at once, with the best answer so far.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// A game, its clock and the search.
pub struct Engine {
    config: Config,
    game: Game,
}

impl Engine {
    /// An engine with an empty board.
    #[must_use]
    pub fn new(config: Config) -> Self {
        let game = Game::new(config.size, config.rules, config.komi);
        Self { config, game }
    }

    /// The options in force.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The options in force, to change.
    pub const fn config_mut(&mut self) -> &mut Config {
        &mut self.config
    }

    /// The game as it stands.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Starts a new game on an empty board of `size` lines; rules, komi and time settings stay, clocks start afresh.
    ///
    /// # Panics
    /// Where the size is not from 2 to 25.
    pub fn new_game(&mut self, size: usize) {
        self.set_game(Game::new(size, *self.game.rules(), self.game.komi()));
    }

    /// Goes on with another game, as `loadsgf` does; clocks start afresh.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Changes komi.
    pub fn set_komi(&mut self, komi: Komi) {
        self.game.set_komi(komi);
    }

    /// Changes the rules; komi stays.
    pub fn set_rules(&mut self, rules: Rules) {
        self.game.set_rules(rules);
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why it is illegal; then nothing has changed.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.game.play(color, mv)
    }

    /// Takes back the last `count` moves, or none where there are fewer: false.
    pub fn undo(&mut self, count: usize) -> bool {
        let enough = count <= self.game.moves().len();
        if enough {
            self.game.undo(count);
        }
        enough
    }

    /// Puts handicap stones on an empty board; false, with nothing changed, where the list is not valid.
    pub fn place_handicap(&mut self, points: &[Point]) -> bool {
        self.game.place_handicap(points)
    }

    /// Changes stones as set-up, see [`Game::set_up`].
    pub fn set_up(&mut self, stones: &[(Point, Option<Color>)], to_move: Option<Color>) {
        self.game.set_up(stones.iter().copied(), to_move);
    }

    /// Says who moves next, see [`Game::set_to_move`].
    pub fn set_to_move(&mut self, color: Color) {
        self.game.set_to_move(color);
    }

    /// Chooses a move, plays it and books its time.
    pub fn genmove(&mut self, color: Color, stop: Stop) -> Decision {
        let _ = stop;
        let mv = self
            .game
            .board()
            .points()
            .filter(|&point| !self.game.board().is_eyelike(color, point))
            .map(Move::Play)
            .find(|&mv| self.game.is_legal(color, mv))
            .unwrap_or(Move::Pass);
        self.game.force(color, mv);
        Decision::Move(mv)
    }

    /// [`genmove`](Self::genmove) that does not pass while dead stones of the opponent stand on the board.
    pub fn genmove_cleanup(&mut self, color: Color, stop: Stop) -> Decision {
        self.genmove(color, stop)
    }

    /// Chooses a move without playing it. Repeats itself and changes nothing.
    pub fn reg_genmove(&mut self, color: Color, stop: Stop) -> Decision {
        let before = self.game.clone();
        let decision = self.genmove(color, stop);
        self.game = before;
        decision
    }

    /// Searches the position for `color` without playing and calls `observer` each `interval` and at the end, until `stop`
    /// or a limit of the configuration on playouts.
    pub fn analyze(
        &mut self,
        color: Color,
        interval: Option<Duration>,
        stop: Stop,
        observer: &mut dyn FnMut(&Report),
    ) {
        let _ = (color, interval, stop, observer);
    }

    /// Life and death of all stones as the game stands. The same each time it is asked.
    #[must_use]
    pub fn status(&self) -> Status {
        Status::default()
    }

    /// The count of the game as it stands, dead stones taken off where the rules do so. The same each time it is asked.
    #[must_use]
    pub fn score(&self) -> Score {
        Score::default()
    }

    /// Processor time that the process has used, all threads together.
    #[must_use]
    pub fn cpu_time(&self) -> Duration {
        Duration::ZERO
    }
}
