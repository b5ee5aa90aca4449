//! The count at the end of a game, under every rule set.
//!
//! Dead stones go first, where the rules take them off. What is left without living stones falls into connected parts; a
//! part that stones of one colour alone border is that colour's territory, any other is neutral. Area counting adds the
//! living stones and half of the neutral points, territory counting adds prisoners.

use std::fmt;

use super::board::Board;
use super::color::{ByColor, Color};
use super::game::Game;
use super::point::{Move, Point};
use super::points::{Points, Score, Zi};
use super::region;
use super::rules::{Ko, Rules, Scoring, Tax, Tie};
use super::set::PointSet;
use super::status::Status;

/// What one player has at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Living stones on the board.
    pub stones: usize,
    /// Surrounded points that count, those under the opponent's dead stones included.
    pub territory: usize,
    /// Surrounded points that do not count: the eyes of stones in seki where the rules tax them, and, by territory, the
    /// points that have to be filled sooner or later.
    pub taxed: usize,
    /// Stones of the opponent taken during the game.
    pub prisoners: usize,
    /// Dead stones of the opponent, taken off at the end.
    pub dead: usize,
    /// Separate living groups, those in seki not counted.
    pub groups: usize,
    /// Passes made during the game.
    pub passes: usize,
}

/// A count with everything that a referee reads out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The rules counted by.
    pub rules: Rules,
    /// Number of points of the board.
    pub area: usize,
    /// What each player has.
    pub counts: ByColor<Count>,
    /// The points that each player owns: living stones, and the territory that counts.
    pub owned: ByColor<PointSet>,
    /// Points that are nobody's territory: neutral ones and those that do not count.
    pub dame: PointSet,
    /// Neutral points: of them area counting gives each player half.
    pub neutral: usize,
    /// Points that White gets.
    pub komi: Points,
    /// White's points for handicap stones.
    pub handicap_bonus: Points,
    /// White's point for having been the first to pass, by rules that know it.
    pub first_pass_bonus: Points,
    /// Who has the button, by rules that know it: half a point for the first to pass. Before a pass, the player to move
    /// can take it.
    pub button: Option<Color>,
}

impl Tally {
    /// Counts a game by its rules as it stands, with a verdict on life and death.
    #[must_use]
    pub fn new(game: &Game, status: &Status) -> Self {
        Self::under(game, status, game.rules())
    }

    /// Counts a game by other rules; komi stays as it is.
    #[must_use]
    pub fn under(game: &Game, status: &Status, rules: &Rules) -> Self {
        let board = game.board();
        let dead = if rules.removes_dead_stones() {
            status.dead
        } else {
            PointSet::EMPTY
        };
        let map = Map::new(board, &dead, &status.seki, rules);
        let captures = board.captures();
        let passes = |color| {
            let pass = (color, Move::Pass);
            game.moves().iter().filter(|&&made| made == pass).count()
        };
        let mut owned = ByColor::default();
        let counts = ByColor::from_fn(|color| {
            owned[color] = map.living[color].union(&map.territory[color]);
            Count {
                stones: map.living[color].len(),
                territory: map.territory[color].len(),
                taxed: map.taxed[color].len(),
                prisoners: usize::try_from(captures[color]).unwrap_or(usize::MAX),
                dead: dead.intersection(&region::stones(board, !color)).len(),
                groups: owned[color].difference(&status.seki).parts().count(),
                passes: passes(color),
            }
        });
        let first_pass = game.first_pass();
        let white_passed = rules.first_pass_bonus && first_pass == Some(Color::White);
        Self {
            rules: *rules,
            area: board.area(),
            counts,
            owned,
            dame: map.neutral.union(&map.taxed.black).union(&map.taxed.white),
            neutral: map.neutral.len(),
            komi: game.komi(),
            handicap_bonus: rules.handicap_points(game.handicap()),
            first_pass_bonus: Points::whole(i64::from(white_passed)),
            button: rules
                .button
                .then(|| first_pass.unwrap_or_else(|| game.to_move())),
        }
    }

    /// Who owns a point: the colour of the living stone on it, or whose territory it is.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|&color| self.owned[color].contains(point))
    }

    /// What a player has on the board, without any bonus: by area stones, territory and half of the neutral points, less the
    /// group tax; by territory the territory and the stones taken.
    #[must_use]
    pub fn on_board(&self, color: Color) -> Points {
        let count = &self.counts[color];
        let mut points = match self.rules.scoring {
            Scoring::Area => points(count.stones + count.territory) + half(points(self.neutral)),
            Scoring::Territory => points(count.territory + count.prisoners + count.dead),
        };
        if self.rules.tax == Tax::All {
            points -= points_of_groups(count.groups);
        }
        points
    }

    /// A player's points in all; White's with komi and every bonus.
    #[must_use]
    pub fn total(&self, color: Color) -> Points {
        let mut total = self.on_board(color);
        if color == Color::White {
            total += self.white_bonus();
        }
        if self.button == Some(color) {
            total += Points::HALF;
        }
        total
    }

    /// What White gets on top of the board: komi, the bonus for handicap stones and the one for the first pass.
    #[must_use]
    pub fn white_bonus(&self) -> Points {
        self.komi + self.handicap_bonus + self.first_pass_bonus
    }

    /// By how much Black is ahead.
    #[must_use]
    pub fn score(&self) -> Score {
        Score(self.total(Color::Black) - self.total(Color::White))
    }

    /// Who wins the count; `None` where it is a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        winner(self.score(), &self.rules)
    }

    /// A player's count in zi, as Chinese referees read it out: what the player has on the board by area. Both together
    /// make the number of points of the board, where no tax takes from them.
    #[must_use]
    pub fn zi(&self, color: Color) -> Zi {
        Zi::of(self.on_board(color))
    }

    /// The zi that Black needs more than to win: half of the board and half of White's bonus, 184.25 on 19x19 with a komi
    /// of 7.5 points.
    #[must_use]
    pub fn zi_to_beat(&self) -> Zi {
        Zi::half_of(points(self.area) + self.white_bonus())
    }

    /// The margin in zi: half of that in points.
    #[must_use]
    pub fn zi_margin(&self) -> Zi {
        Zi::half_of(self.score().0)
    }

    /// The count by territory with pass stones, as the AGA's rules allow it: every pass handed the opponent a prisoner. It
    /// comes to the same as area counting where both players made the same number of moves in all. Without bonus.
    #[must_use]
    pub fn with_pass_stones(&self, color: Color) -> Points {
        let count = &self.counts[color];
        points(count.territory + count.prisoners + count.dead + self.counts[!color].passes)
    }
}

/// The score of a game by its rules, with a verdict on life and death.
#[must_use]
pub fn score(game: &Game, status: &Status) -> Score {
    Tally::new(game, status).score()
}

/// Who wins with a score under the rules; `None` for a draw.
#[must_use]
pub fn winner(score: Score, rules: &Rules) -> Option<Color> {
    match score.0.cmp(&Points::ZERO) {
        std::cmp::Ordering::Greater => Some(Color::Black),
        std::cmp::Ordering::Less => Some(Color::White),
        std::cmp::Ordering::Equal => (rules.tie == Tie::Black).then_some(Color::Black),
    }
}

/// How a game ends that nobody resigned or lost on time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// It was counted.
    Score(Score),
    /// A draw without a count, by a repetition under area scoring (Chinese referees).
    Draw,
    /// It does not count, by a repetition under territory scoring (Japanese and Korean rules).
    NoResult,
}

impl GameResult {
    /// The result of a game as it stands: of a cycle where its last move closed one, else of the count.
    #[must_use]
    pub fn of(game: &Game, status: &Status) -> Self {
        Self::of_cycle(game).unwrap_or_else(|| Self::Score(score(game, status)))
    }

    /// The result of a game whose last move closed a [cycle](Game::is_cycle) under simple ko; `None` where none did. Under
    /// superko that move was illegal, which decides nothing here.
    #[must_use]
    pub fn of_cycle(game: &Game) -> Option<Self> {
        Self::of_cycle_under(game, game.rules())
    }

    /// The same by other rules than those of the game.
    #[must_use]
    pub fn of_cycle_under(game: &Game, rules: &Rules) -> Option<Self> {
        let ends = rules.ko == Ko::Simple && game.is_cycle();
        ends.then_some(match rules.scoring {
            Scoring::Area => Self::Draw,
            Scoring::Territory => Self::NoResult,
        })
    }

    /// Who wins under the rules; `None` where nobody does.
    #[must_use]
    pub fn winner(self, rules: &Rules) -> Option<Color> {
        match self {
            Self::Score(score) => winner(score, rules),
            Self::Draw | Self::NoResult => None,
        }
    }
}

impl GameResult {
    /// The result as a game record writes it, and with a tie that the rules give to Black as his: `B+0`.
    #[must_use]
    pub fn text(self, rules: &Rules) -> String {
        match self {
            Self::Score(Score(Points::ZERO)) if rules.tie == Tie::Black => "B+0".to_string(),
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for GameResult {
    /// As a game record writes it: `B+3.5`, `0`, or `Void` for no result.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(score) => score.fmt(f),
            Self::Draw => f.pad("0"),
            Self::NoResult => f.pad("Void"),
        }
    }
}

/// Whose every point is.
struct Map {
    living: ByColor<PointSet>,
    /// Territory that counts.
    territory: ByColor<PointSet>,
    /// Territory that does not.
    taxed: ByColor<PointSet>,
    neutral: PointSet,
}

impl Map {
    fn new(board: &Board, dead: &PointSet, seki: &PointSet, rules: &Rules) -> Self {
        let living = ByColor::from_fn(|color| region::stones(board, color).difference(dead));
        let space = region::all(board)
            .difference(&living.black)
            .difference(&living.white);
        let mut map = Self {
            living,
            territory: ByColor::default(),
            taxed: ByColor::default(),
            neutral: PointSet::EMPTY,
        };
        for part in space.parts() {
            let border = part.neighbors();
            let set = match living.map(|stones| stones.meets(&border)) {
                ByColor { black, white } if black == white => &mut map.neutral,
                ByColor { black, .. } => {
                    let color = if black { Color::Black } else { Color::White };
                    if rules.tax != Tax::None && border.meets(&seki.difference(dead)) {
                        &mut map.taxed[color]
                    } else {
                        &mut map.territory[color]
                    }
                }
            };
            *set = set.union(&part);
        }
        if rules.scoring == Scoring::Territory {
            for color in Color::BOTH {
                let fill = map.one_sided_dame(board, color, seki);
                map.territory[color] = map.territory[color].difference(&fill);
                map.taxed[color] = map.taxed[color].union(&fill);
            }
        }
        map
    }

    /// Points of a colour's territory that it will have to fill once the neutral points are gone: the opponent takes those,
    /// and each chain that is then left with one liberty, in its own territory, has to be joined there.
    fn one_sided_dame(&self, board: &Board, color: Color, seki: &PointSet) -> PointSet {
        let mut filled = PointSet::EMPTY;
        if self.neutral.is_empty() {
            return filled;
        }
        let mut after = Board::new(board.size());
        let stones = |set: PointSet, color| set.iter().map(move |point| (point, Some(color)));
        after.set_up_all(
            stones(self.living[color], color)
                .chain(stones(self.living[!color].union(&self.neutral), !color)),
        );
        let safe_from = self.living[color].difference(seki);
        loop {
            let joined = safe_from
                .iter()
                .filter(|&stone| after.liberties(stone) == 1)
                .map(|stone| after.last_liberty(stone))
                .find(|&point| self.territory[color].contains(point));
            let Some(point) = joined else {
                return filled;
            };
            filled.insert(point);
            after.set_up(point, Some(color));
        }
    }
}

fn points(count: usize) -> Points {
    Points::whole(i64::try_from(count).unwrap_or(i64::MAX / 200))
}

/// The group tax: two points for each.
fn points_of_groups(groups: usize) -> Points {
    points(2 * groups)
}

/// Half an amount, rounded to hundredths.
fn half(points: Points) -> Points {
    Points::hundredths(points.in_hundredths() / 2)
}
