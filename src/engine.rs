//! The engine: a game, its clock and the search, without any text.
//!
//! `gtp` and the other front ends read words and call these functions; nothing here knows how a command looks.

mod analysis;
mod decide;
pub mod level;
mod network;
mod searchers;
mod think;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

pub use analysis::{Analysis, Purpose, TreeSize};
pub use level::Level;

use crate::clock::{Budget, Clock, TimeSettings, expected_moves};
use crate::files::Files;
pub use crate::go::Status;
use crate::go::{ByColor, Color, Game, IllegalMove, Komi, Move, Point, Rules};
use crate::net::Network;
use crate::search::Searcher;
pub use crate::search::params::PARAMS;
pub use crate::search::raw::RawLook;
pub use crate::search::{Avoid, Candidate, Params, Report, Stop};

/// What the user chose at the start.
#[derive(Clone, Debug)]
pub struct Config {
    /// Lines a side of the first board.
    pub size: usize,
    /// The rules at the start.
    pub rules: Rules,
    /// Points that White gets.
    pub komi: Komi,
    /// The level of play; `None` for full strength. A level searches with one thread, whatever `threads` says.
    pub level: Option<Level>,
    /// Search threads.
    pub threads: usize,
    /// Most playouts for a move; `None` for no limit but time.
    pub playouts: Option<u64>,
    /// Most visits of the position for a move, those kept from the move before included; `None` for no limit.
    pub visits: Option<u64>,
    /// Time for a move where no clock runs, and the most of it where one does; `None` for the default, or for no limit where
    /// playouts or visits are limited.
    pub time: Option<Duration>,
    /// Memory for the search in megabytes (2^20 bytes): half of it for the tree, as much for the part that is carried over to the
    /// next move; with a network an eighth of it is for its answers.
    pub memory: usize,
    /// The network that judges positions; `None` for playouts.
    pub network: Option<Arc<Network>>,
    /// Seed of all random numbers; `None` for a different one each time.
    pub seed: Option<u64>,
    /// Win rate, 0 to 1, under which the engine resigns; `None` never to resign.
    pub resign: Option<f64>,
    /// Whether the engine goes on searching while the opponent thinks.
    pub ponder: bool,
    /// Time kept back for each move against delays between controller and engine.
    pub lag: Duration,
    /// The files that commands may touch.
    pub files: Files,
}

impl Config {
    /// Most search threads.
    pub const MOST_THREADS: usize = 1024;
    /// Most memory for the search tree, in megabytes.
    pub const MOST_MEMORY: usize = 1 << 20;
}

impl Default for Config {
    fn default() -> Self {
        Self {
            size: 19,
            rules: Rules::default(),
            komi: Komi::hundredths(750),
            level: None,
            threads: 2,
            playouts: None,
            visits: None,
            time: None,
            memory: 512,
            network: None,
            seed: None,
            resign: Some(0.05),
            ponder: false,
            lag: Duration::from_millis(200),
            files: Files::Anywhere,
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

/// A game, its clock and the search.
pub struct Engine {
    config: Config,
    game: Game,
    clock: Clock,
    /// When the command that is now carried out was received.
    received: Instant,
    /// Whose clock runs until the answer is sent.
    thinking: Option<Color>,
    /// Made when it is first needed, and again when threads or memory change.
    searcher: Option<Searcher>,
    /// The seed of this game, where the configuration has none.
    seed: u64,
    /// Searches in a row in which each side was lost.
    lost: ByColor<usize>,
    /// Who resigned, and after how many moves.
    resigned: Option<(Color, usize)>,
    /// Parameters of the search.
    params: Params,
    /// The last search for a move of this game.
    last_choice: Option<(Decision, Report)>,
    /// Whether the user knows that playouts take the network's place.
    told_of_playouts: AtomicBool,
}

#[cfg(test)]
mod broken;

/// A game as it stood, to go back to.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    beginning: Game,
    moves: Vec<(Color, Move)>,
}

impl Engine {
    /// An engine with an empty board.
    #[must_use]
    pub fn new(config: Config) -> Self {
        let game = Game::new(config.size, config.rules, config.komi);
        Self {
            config,
            game,
            clock: Clock::default(),
            received: Instant::now(),
            thinking: None,
            searcher: None,
            seed: rand::random(),
            lost: ByColor::default(),
            resigned: None,
            params: Params::default(),
            last_choice: None,
            told_of_playouts: AtomicBool::new(false),
        }
    }

    /// The parameters of the search.
    #[must_use]
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// Changes the parameters of the search, which forgets what it knows.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
        self.searcher = None;
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
        self.changed();
        self.last_choice = None;
        self.clock.reset();
        if self.config.seed.is_some() {
            // What was looked at before must make no difference.
            self.clear_tree();
        } else {
            // No two games are to be the same; a network turns its boards by the seed that its searcher was made with.
            self.seed = rand::random();
            if self.serving_network().is_some() {
                self.clear_tree();
            }
        }
    }

    /// The game as it stands, to go [back](Self::restore) to. Cheap: only the start position and the moves are copied.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            beginning: self.game.beginning(),
            moves: self.game.moves().to_vec(),
        }
    }

    /// Goes back to a game as it stood; clocks run on. Nothing of the present game is looked at, so that this also serves
    /// after a fault has left it half changed.
    pub fn restore(&mut self, checkpoint: Checkpoint) {
        let mut game = checkpoint.beginning;
        for (color, mv) in checkpoint.moves {
            game.force(color, mv);
        }
        self.game = game;
        self.searcher = None;
        self.thinking = None;
    }

    /// The time settings and both clocks.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Changes the time settings; both clocks start afresh.
    pub fn set_time(&mut self, settings: TimeSettings) {
        self.clock = Clock::new(settings);
    }

    /// Takes over what the controller says is left, see [`Clock::time_left`].
    pub fn time_left(&mut self, color: Color, seconds: f64, count: u32) {
        self.clock.time_left(color, seconds, count);
    }

    /// Says when the command that comes next was received: a move's time runs from here.
    pub const fn receive(&mut self, at: Instant) {
        self.received = at;
    }

    /// When the command that is now carried out was received.
    #[must_use]
    pub const fn received(&self) -> Instant {
        self.received
    }

    /// Says that the answer has been sent: the time of a move that was chosen is booked up to now.
    pub fn answered(&mut self) {
        if let Some(color) = self.thinking.take() {
            self.clock.spend(color, self.received.elapsed());
        }
    }

    /// How long to think about the next move of `color`, from [`received`](Self::received) on; `None` where no clock runs.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // at most 625 points
    pub fn budget(&self, color: Color) -> Option<Budget> {
        let board = self.game.board();
        let moves = expected_moves(board.area() as u32, board.empties().len() as u32);
        self.clock.budget(color, moves, self.config.lag)
    }

    /// The game is another than the searches so far were for: their judgements of who has lost, and a resignation, are void.
    fn changed(&mut self) {
        self.lost = ByColor::default();
        self.resigned = None;
    }

    /// Changes komi.
    pub fn set_komi(&mut self, komi: Komi) {
        self.game.set_komi(komi);
        self.lost = ByColor::default();
    }

    /// Changes the rules; komi stays.
    pub fn set_rules(&mut self, rules: Rules) {
        self.game.set_rules(rules);
        self.lost = ByColor::default();
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why it is illegal; then nothing has changed.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.play_all(&[(color, mv)])
    }

    /// Plays moves one after another.
    ///
    /// # Errors
    /// Why one of them is illegal; then nothing has changed.
    pub fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), IllegalMove> {
        let mut played = 0;
        for &(color, mv) in moves {
            if let Err(reason) = self.game.play(color, mv) {
                self.game.undo(played);
                return Err(reason);
            }
            played += 1;
        }
        if played > 0 {
            self.resigned = None;
        }
        Ok(())
    }

    /// Takes back the last `count` moves, or none where there are fewer: false.
    pub fn undo(&mut self, count: usize) -> bool {
        let enough = count <= self.game.moves().len();
        if enough && count > 0 {
            self.game.undo(count);
            self.changed();
        }
        enough
    }

    /// Puts handicap stones on an empty board; false, with nothing changed, where the list is not valid.
    pub fn place_handicap(&mut self, points: &[Point]) -> bool {
        let placed = self.game.place_handicap(points);
        if placed {
            self.changed();
        }
        placed
    }

    /// Changes stones as set-up, see [`Game::set_up`].
    pub fn set_up(&mut self, stones: &[(Point, Option<Color>)], to_move: Option<Color>) {
        self.game.set_up(stones.iter().copied(), to_move);
        self.changed();
    }

    /// Says who moves next, see [`Game::set_to_move`].
    pub fn set_to_move(&mut self, color: Color) {
        self.game.set_to_move(color);
        self.changed();
    }

    /// Processor time that the process has used, all threads together.
    #[must_use]
    pub fn cpu_time(&self) -> Duration {
        cpu_time::ProcessTime::try_now().map_or(Duration::ZERO, |time| time.as_duration())
    }
}
