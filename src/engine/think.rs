//! Searches for moves and for life and death: what the engine asks the search, and how much of it.

use std::num::NonZero;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::analysis::{Analysis, Purpose};
use super::decide::Choice;
use super::level::{self, Level};
use super::{Decision, Engine};
use crate::go::{Color, GameResult, Move, Score, Status, score};
use crate::net::Network;
use crate::search::status;
use crate::search::{Limits, Observer, Report, Searcher, Stop};

/// Time for a move where neither a clock nor a limit is set.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// Blocks times squared channels of the network whose speed is the measure.
const NOMINAL_COST: f64 = (6 * 96 * 96) as f64;

/// The most that judging life and death takes: for each point of the board, in seconds of one thread, by playouts; and the same
/// by the network whose speed is the measure.
const JUDGING: f64 = 2.0 / 361.0;
const JUDGING_BY_NETWORK: f64 = 0.1 / 361.0;

impl Engine {
    /// Chooses a move and plays it. Its time is booked when the answer has been [sent](Self::answered).
    pub fn genmove(&mut self, color: Color, stop: Stop) -> Decision {
        let unseen = Analysis::default();
        let (decision, _) = self.genmove_watched(color, Purpose::Game, &unseen, stop, &mut |_| ());
        decision
    }

    /// Searches on in the opponent's turn until `stop`, for the tree's sake, if the configuration wants it and the last move of
    /// the game was the engine's own choice. Changes nothing else.
    pub fn ponder(&mut self, stop: Stop) {
        let Some(&(mover, last)) = self.game.moves().last() else {
            return;
        };
        let chosen = matches!(self.last_choice, Some((Decision::Move(mv), ref report)) if mv == last && report.color == mover);
        let idle = !self.config.ponder || self.config.level.is_some() || self.game.is_over();
        if idle || !chosen || self.game.to_move() != !mover || stop() {
            return;
        }
        let limits = Limits {
            visits: self.config.visits,
            at_once: true,
            ..Limits::default()
        };
        self.search(!mover, &limits, stop, None);
    }

    /// Searches for a move within the limits of a move and decides. Nothing is played.
    pub(super) fn choose(
        &mut self,
        color: Color,
        purpose: Purpose,
        analysis: &Analysis,
        stop: Stop,
        observer: &mut dyn FnMut(&Report),
    ) -> (Decision, Report) {
        // Without a clock, whether dead stones stand counts for more than the time for a move.
        let hurried = self
            .left(color)
            .is_some_and(|left| left < 2 * self.judging());
        let may_pass = purpose == Purpose::Game || hurried || !self.has_dead_stones(!color);
        let mut limits = self.limits(color);
        analysis.limit(&mut limits);
        if !may_pass {
            limits.avoid.forbid(color, [Move::Pass], 1);
        }
        let seed = self.search_seed();
        let observer = analysis.observer(observer);
        let report = match self.config.level {
            Some(level) => self.search_at(level, color, limits, seed, stop, observer),
            None => self.search(color, &limits, stop, observer),
        };
        let decision = if self.gives_up(color, &report) {
            Decision::Resign
        } else if may_pass {
            let left = self.left(color);
            Decision::Move(self.choice(color, seed, left, stop).make(&report))
        } else {
            let best = report.candidates.first();
            Decision::Move(best.map_or(Move::Pass, |best| best.mv))
        };
        self.last_choice = Some((decision, report.clone()));
        (decision, report)
    }

    /// What a move is decided by; `left` is the time that the clock leaves for it, `None` where that must make no difference.
    const fn choice<'a>(
        &'a self,
        color: Color,
        seed: u64,
        left: Option<Duration>,
        stop: Stop<'a>,
    ) -> Choice<'a> {
        Choice {
            engine: self,
            color,
            seed,
            left,
            stop,
        }
    }

    fn has_dead_stones(&self, color: Color) -> bool {
        let board = self.game.board();
        let dead = self.status().dead;
        dead.iter().any(|stone| board.at(stone) == Some(color))
    }

    /// Chooses a move without playing it. Repeats itself and changes nothing: one thread, a fixed number of playouts, a tree
    /// of its own.
    pub fn reg_genmove(&mut self, color: Color, stop: Stop) -> Decision {
        let playouts = self.limits(color).playouts;
        let limits = Limits {
            playouts: Some(
                playouts
                    .or(self.config.visits)
                    .unwrap_or_else(|| self.nominal_playouts(color)),
            ),
            early_stop: true,
            ..Limits::default()
        };
        let report = if let Some(level) = self.config.level {
            self.search_at(level, color, limits, 0, stop, None)
        } else {
            let mut searcher = self.new_searcher(1, 0);
            searcher.search(&self.game, color, &limits, 0, stop, None)
        };
        Decision::Move(self.choice(color, 0, None, stop).make(&report))
    }

    /// Life and death of all stones as the game stands. The same each time it is asked.
    #[must_use]
    pub fn status(&self) -> Status {
        self.network_status()
            .unwrap_or_else(|| status::judge(&self.game, self.config.threads))
    }

    /// The count of the game as it stands, dead stones taken off where the rules do so. The same each time it is asked.
    #[must_use]
    pub fn score(&self) -> Score {
        score::score(&self.game, &self.final_status())
    }

    /// The result of the game as it stands: a count, or none where its last move closed a cycle under simple ko.
    #[must_use]
    pub fn result(&self) -> GameResult {
        GameResult::of(&self.game, &self.final_status())
    }

    /// How the game ended, as a record says it: `W+R` where the engine resigned and nothing was played since, the result where
    /// both passed; `None` where the game goes on.
    #[must_use]
    pub fn ending(&self) -> Option<String> {
        match self.resigned {
            Some((color, moves)) if moves == self.game.moves().len() => {
                Some(format!("{}+R", (!color).letter()))
            }
            _ => self
                .game
                .is_over()
                .then(|| self.result().text(self.game.rules())),
        }
    }

    /// The [`status`](Self::status) that the rules count by: where they count the board as it stands, every stone lives.
    #[must_use]
    pub fn final_status(&self) -> Status {
        if self.game.rules().removes_dead_stones() {
            self.status()
        } else {
            Status::standing(self.game.board())
        }
    }

    pub(super) fn search(
        &mut self,
        color: Color,
        limits: &Limits,
        stop: Stop,
        observer: Option<Observer>,
    ) -> Report {
        let seed = self.search_seed();
        let kept = self.searcher.take().filter(|searcher| self.fits(searcher));
        let searcher = kept.unwrap_or_else(|| {
            let seed = self.config.seed.unwrap_or(self.seed);
            self.new_searcher(self.config.threads, seed)
        });
        let searcher = self.searcher.insert(searcher);
        let report = searcher.search(&self.game, color, limits, seed, stop, observer);
        log::info!(
            "{} playouts in {:.2} s, win rate {:.3}, best {}",
            report.playouts,
            report.elapsed.as_secs_f64(),
            report.winrate,
            report.candidates.first().map_or_else(String::new, |best| {
                best.pv
                    .iter()
                    .take(8)
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            })
        );
        report
    }

    /// A search for a move as a level makes it: with one thread and a tree of its own.
    fn search_at(
        &self,
        level: Level,
        color: Color,
        mut limits: Limits,
        seed: u64,
        stop: Stop,
        observer: Option<Observer>,
    ) -> Report {
        let strength = level.strength();
        let mut searcher = self.new_searcher(1, seed);
        limits.early_stop = strength.share >= 1.0;
        // Where moves are left out already, or a colour moves out of turn, all that is left is looked at.
        if limits.avoid.depth() == 0 && color == self.game.to_move() {
            let board = self.game.board();
            let policy = searcher.policy(&self.game, color, seed);
            let needed = |mv: &Move| {
                mv.point()
                    .is_none_or(|point| level::is_urgent(board, color, point))
            };
            let noticed = level.sees(&policy, seed);
            let others = policy.iter().map(|&(mv, _)| mv);
            let others = others.filter(|mv| !noticed.contains(mv) && !needed(mv));
            limits.avoid.forbid(color, others, 1);
        }
        searcher.search(&self.game, color, &limits, seed, stop, observer)
    }

    /// A search for the board as it is.
    pub(super) fn new_searcher(&self, threads: usize, seed: u64) -> Searcher {
        let size = self.game.size();
        self.config
            .network_searcher(&self.params, threads, size, seed)
            .unwrap_or_else(|error| {
                if let Some(error) = error
                    && !self.told_of_playouts.swap(true, Relaxed)
                {
                    log::warn!("playouts take the network's place: {error}");
                }
                self.config.playout_searcher(&self.params, threads, size)
            })
    }

    /// Whether a searcher is the one that [`new_searcher`](Self::new_searcher) would make.
    fn fits(&self, searcher: &Searcher) -> bool {
        self.config.fits(searcher, self.game.size())
    }

    /// The seed of the next search: the same wherever the game has come as far.
    pub(super) fn search_seed(&self) -> u64 {
        let seed = self.config.seed.unwrap_or(self.seed);
        seed.wrapping_add(self.game.moves().len() as u64)
    }

    /// How far a search for a move may go, by the clock or the configuration.
    fn limits(&self, color: Color) -> Limits {
        let (playouts, visits) = (self.playouts(), self.config.visits);
        let spent = self.received.elapsed();
        let mut limits = Limits {
            playouts,
            visits,
            early_stop: true,
            ..Limits::default()
        };
        if let Some(budget) = self.budget(color) {
            let cap = self.config.time.unwrap_or(Duration::MAX);
            let maximum = budget.maximum.saturating_sub(spent);
            // Late in a game, life and death may have to be judged after the search.
            let kept = Some(self.judging()).filter(|&kept| self.is_late() && maximum > 2 * kept);
            let maximum = maximum.saturating_sub(kept.unwrap_or_default()).min(cap);
            limits.target = Some(budget.target.saturating_sub(spent).min(maximum));
            limits.maximum = Some(maximum);
        } else if let Some(time) = self
            .config
            .time
            .or((playouts.is_none() && visits.is_none()).then_some(DEFAULT_TIME))
        {
            limits.target = Some(time);
            limits.maximum = Some(time);
        }
        limits
    }

    /// What the clock leaves for this move now; `None` where no clock runs.
    pub(super) fn left(&self, color: Color) -> Option<Duration> {
        let budget = self.budget(color)?;
        Some(budget.maximum.saturating_sub(self.received.elapsed()))
    }

    /// The time that judging life and death takes at most.
    #[allow(clippy::cast_precision_loss)] // an estimate
    pub(super) fn judging(&self) -> Duration {
        let area = self.game.board().area() as f64;
        let threads = self.config.threads.min(num_cpus()) as f64;
        let seconds = match self.serving_network() {
            Some(network) => JUDGING_BY_NETWORK * cost(network),
            None => JUDGING / threads,
        };
        Duration::from_secs_f64(seconds * area)
    }

    /// Whether enough of the board is played that ending the game makes sense.
    pub(super) fn is_late(&self) -> bool {
        let board = self.game.board();
        (board.area() - board.empties().len()) * 3 >= board.area()
    }

    /// Most playouts for a move: those of the configuration, and of the level.
    fn playouts(&self) -> Option<u64> {
        let level = self.config.level.map(Level::strength);
        let level = level.map(|strength| match self.serving_network() {
            Some(_) => strength.visits,
            None => strength.playouts,
        });
        self.config.playouts.into_iter().chain(level).min()
    }

    /// The playouts that stand for a move's time where the answer must not depend on the machine.
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss
    )] // an estimate
    fn nominal_playouts(&self, color: Color) -> u64 {
        let target = self.budget(color).map(|budget| budget.target);
        let seconds = target
            .into_iter()
            .chain(self.config.time)
            .min()
            .unwrap_or(DEFAULT_TIME)
            .as_secs_f64()
            .clamp(0.01, 60.0);
        let area = self.game.board().area() as f64;
        match self.serving_network() {
            Some(network) => ((seconds * 25_000.0 / area / cost(network)) as u64).max(1),
            None => (seconds * 1_000_000.0 / area) as u64,
        }
    }
}

/// What a judgement of a network costs, as a multiple of that whose speed is the measure: it grows with the weights of the trunk.
#[allow(clippy::cast_precision_loss)] // an estimate
fn cost(network: &Network) -> f64 {
    let (blocks, channels) = network.shape();
    blocks as f64 * (channels * channels) as f64 / NOMINAL_COST
}

/// Threads that really run at the same time.
fn num_cpus() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::TimeSettings;
    use crate::engine::Config;
    use crate::go::Point;

    #[test]
    fn late_in_a_game_the_clock_has_time_for_life_and_death() {
        let config = Config {
            size: 19,
            threads: 1,
            ..Config::default()
        };
        let mut engine = Engine::new(config);
        let time = |words: &[&str]| TimeSettings::parse(words).expect("time settings");
        engine.set_time(time(&["byoyomi", "0", "10", "1"]));
        let spare = |engine: &Engine| {
            let budget = engine.budget(Color::Black).expect("a clock").maximum;
            let limits = engine.limits(Color::Black);
            assert!(limits.target <= limits.maximum);
            budget.saturating_sub(limits.maximum.expect("a clock"))
        };
        let early = spare(&engine);
        let rows = (0..19).flat_map(|row| (0..8).map(move |column| Point::new(column, row)));
        let stones: Vec<_> = rows.map(|point| (point, Some(Color::Black))).collect();
        engine.set_up(&stones, None);
        assert!(engine.is_late() && spare(&engine) >= early + engine.judging() / 2);
        // Short of time, life and death are not judged at length: all of it is for the search.
        engine.set_time(time(&["byoyomi", "0", "2", "1"]));
        assert!(spare(&engine) < engine.judging());
        assert!(
            engine
                .left(Color::Black)
                .is_some_and(|left| left < 2 * engine.judging())
        );
    }
}
