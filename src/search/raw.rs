//! What a network says of a game by itself, without a search; and life and death by it.

use std::sync::Arc;

use crate::features::{Extractor, Root, Settings};
use crate::go::life::Life;
use crate::go::rules::{Ko, Scoring};
use crate::go::{ByColor, Color, Game, Move, POINTS, Point, PointSet, Status};
use crate::net::{Evaluation, Input, NetError, Network, Symmetry, Workspace};

/// The outputs for a game.
#[derive(Clone, PartialEq, Debug)]
pub struct RawLook {
    /// How the network saw the board.
    pub symmetry: Symmetry,
    /// The value head, from the side of the player to move.
    pub evaluation: Evaluation,
    /// Probability of each point, by rows from the top; `None` where the play is illegal.
    pub policy: Vec<Option<f32>>,
    /// Probability of a pass.
    pub pass: f32,
    /// Owner of each point by rows from the top: 1 for the player to move, -1 for the opponent.
    pub ownership: Vec<f32>,
}

/// Looks at games.
pub struct Onlooker {
    workspace: Workspace,
    extractor: Extractor,
    settings: Settings,
}

impl Onlooker {
    /// For boards of `size` lines.
    ///
    /// # Errors
    /// Where the network does not serve for the size.
    pub fn new(network: &Arc<Network>, size: usize) -> Result<Self, NetError> {
        Ok(Self {
            workspace: Workspace::new(network, 1, size)?,
            extractor: Extractor::new(),
            settings: Settings {
                pass_alive_under_suicide: network.pass_alive_under_suicide(),
                ..Settings::default()
            },
        })
    }

    /// The outputs for a game with `color` to move.
    ///
    /// # Errors
    /// Where the game's size is another one than that of the onlooker.
    pub fn look(
        &mut self,
        game: &Game,
        color: Color,
        symmetry: Symmetry,
    ) -> Result<RawLook, NetError> {
        let game = game.turned(color);
        let mut input = Input::new(game.size());
        input.symmetry = symmetry;
        self.extractor
            .extract(&Root::new(&game), &[], &self.settings, &mut input);
        self.workspace.forward(&[&input])?;
        let misuse = || NetError::Misuse("no output".into());
        let output = self.workspace.output(0).ok_or_else(misuse)?;
        let size = game.size();
        let points = || {
            (0..size)
                .rev()
                .flat_map(|row| (0..size).map(move |column| Point::new(column, row)))
        };
        let legal: Vec<bool> = points()
            .map(|point| game.is_legal(color, Move::Play(point)))
            .collect();
        let (places, pass) = output.policy.split_at(size * size);
        let pass = pass.first().copied().unwrap_or_default();
        let allowed = || places.iter().zip(&legal).filter(|(_, legal)| **legal);
        let greatest = allowed().map(|(logit, _)| *logit).fold(pass, f32::max);
        let odds = |logit: f32| (logit - greatest).exp();
        let total: f32 = allowed().map(|(logit, _)| odds(*logit)).sum::<f32>() + odds(pass);
        let rules = game.rules();
        Ok(RawLook {
            symmetry,
            evaluation: output
                .evaluation(rules.ko == Ko::Simple || rules.scoring == Scoring::Territory),
            policy: places
                .iter()
                .zip(&legal)
                .map(|(logit, legal)| legal.then(|| odds(*logit) / total))
                .collect(),
            pass: odds(pass) / total,
            ownership: (0..size * size).map(|index| output.owner(index)).collect(),
        })
    }

    /// Life and death of all stones: unconditional life where there is some, the network's ownership for the rest. The same
    /// each time it is asked.
    ///
    /// # Errors
    /// As [`look`](Self::look).
    pub fn status(&mut self, game: &Game) -> Result<Status, NetError> {
        let mut owners = [0.0; POINTS];
        let size = game.size();
        for color in [Color::Black, Color::White] {
            let sign = if color == Color::Black { 1.0 } else { -1.0 };
            for symmetry in Symmetry::ALL {
                let look = self.look(game, color, symmetry)?;
                for (index, owner) in look.ownership.iter().enumerate() {
                    let point = Point::new(index % size, size - 1 - index / size);
                    owners[point.index()] += sign * owner / (2 * Symmetry::ALL.len()) as f32;
                }
            }
        }
        Ok(status(game, &owners))
    }
}

/// Ownership of a chain from which on it belongs to the opponent: it is dead.
const DEAD: f32 = -0.3;
/// Ownership of an empty point from which on it is somebody's territory.
const OWNED: f32 = 0.4;

/// The verdict by ownership: 1 where a point is Black's, -1 where it is White's.
fn status(game: &Game, owners: &[f32; POINTS]) -> Status {
    let board = game.board();
    let owner = |point: Point, color: Color| {
        let owner = owners[point.index()];
        if color == Color::Black { owner } else { -owner }
    };
    let life = ByColor::from_fn(|color| Life::of(board, color, game.rules().suicide));
    let (mut dead, mut doubtful) = (PointSet::EMPTY, PointSet::EMPTY);
    for head in board.points().filter(|&point| board.head(point) == point) {
        let Some(color) = board.at(head) else {
            continue;
        };
        if life[color].stones.contains(head) {
            continue;
        }
        let mean = board
            .chain(head)
            .map(|stone| owner(stone, color))
            .sum::<f32>()
            / board.chain_len(head) as f32;
        if life[!color].territory.contains(head) || mean < DEAD {
            dead.extend(board.chain(head));
        } else {
            doubtful.extend(board.chain(head));
        }
    }
    // Living chains without any territory, nor a connection over territory to others that have some, live in seki.
    let mut seki = PointSet::EMPTY;
    for color in [Color::Black, Color::White] {
        let territory: PointSet = board
            .points()
            .filter(|&point| {
                dead.contains(point) && board.at(point) == Some(!color)
                    || board.is_empty(point) && owner(point, color) > OWNED
            })
            .collect();
        for head in board.points().filter(|&point| board.head(point) == point) {
            let has_territory = board
                .chain(head)
                .flat_map(Point::neighbors)
                .any(|point| territory.contains(point));
            let touches_enemy = || {
                board
                    .chain(head)
                    .flat_map(Point::neighbors)
                    .any(|point| doubtful.contains(point) && board.at(point) == Some(!color))
            };
            if board.at(head) == Some(color)
                && doubtful.contains(head)
                && !has_territory
                && touches_enemy()
            {
                seki.extend(board.chain(head));
            }
        }
    }
    Status::new(board, &dead, &seki)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Komi, Rules};

    /// Black a wall on column 2 with one white stone behind it, White a wall on column 3, of a 5x5 board.
    fn game() -> Game {
        let mut game = Game::new(5, Rules::default(), Komi::ZERO);
        let stones = (0..5)
            .flat_map(|row| [(1, row, Color::Black), (3, row, Color::White)])
            .chain([(0, 2, Color::White)])
            .map(|(column, row, color)| (Point::new(column, row), Some(color)));
        game.set_up(stones, None);
        game
    }

    #[test]
    fn dead_are_those_that_the_opponent_owns() {
        let game = game();
        let mut owners = [0.0; POINTS];
        for point in game.board().points() {
            owners[point.index()] = match point.column() {
                0 | 1 => 0.9,
                2 => 0.0,
                _ => -0.9,
            };
        }
        let status = status(&game, &owners);
        assert_eq!(status.dead.iter().collect::<Vec<_>>(), [Point::new(0, 2)]);
        assert_eq!((status.alive.len(), status.seki.len()), (10, 0));
    }

    #[test]
    fn what_lives_without_territory_beside_the_enemy_is_in_seki() {
        let mut game = Game::new(5, Rules::default(), Komi::ZERO);
        let stones = (0..5).flat_map(|row| {
            [(1, row, Color::Black), (2, row, Color::White)]
                .map(|(column, row, color)| (Point::new(column, row), Some(color)))
        });
        game.set_up(stones, None);
        let status = status(&game, &[0.0; POINTS]);
        assert_eq!((status.seki.len(), status.dead.len()), (10, 0));
    }

    #[test]
    fn unconditional_life_needs_no_network() {
        let mut game = Game::new(5, Rules::default(), Komi::ZERO);
        // Two eyes in the corner.
        let stones = [(0, 1), (1, 1), (1, 0), (2, 1), (3, 1), (3, 0)]
            .map(|(column, row)| (Point::new(column, row), Some(Color::Black)));
        game.set_up(stones, None);
        assert_eq!(status(&game, &[-1.0; POINTS]).alive.len(), 6);
    }
}
