//! Between records and games.

use super::record::{Handicap, Info, Node, Record, Step};
use super::write::GameTree;
use crate::go::{Board, Color, Game, Komi, Move, Rules, Stretch, handicap};

impl Record {
    /// The game up to the position before move `number`, from 1, or to its end, under `rules`. Moves are played whatever the
    /// rules say. Without komi in the record there is none.
    #[must_use]
    pub fn game(&self, number: Option<usize>, rules: Rules) -> Game {
        self.replay(number, rules, |_, _, _| {})
    }

    /// Makes [`game`](Self::game) and shows the game before each move, with the move that comes next.
    #[must_use]
    pub fn replay(
        &self,
        number: Option<usize>,
        rules: Rules,
        mut before_move: impl FnMut(&Game, Color, Move),
    ) -> Game {
        let komi = self.info.komi.unwrap_or(Komi::ZERO);
        let board = Board::new(self.size);
        let mut game = Game::from_position(board, self.first_player(), rules, komi);
        match self.handicap() {
            Handicap::Missing(stones) => {
                let points = handicap::fixed(self.size, stones);
                if let Some(points) = points.or_else(|| handicap::free(self.size, stones)) {
                    game.place_handicap(&points);
                }
            }
            Handicap::SetUp(stones) => game.set_handicap(stones),
            Handicap::Played(stones) => game.set_handicap_plays(stones),
            // The game itself knows a row of black plays, but not where a white one is missing in it.
            Handicap::None => match self.row_before_gap() {
                _ if self.info.handicap.is_some_and(|stones| stones < 2) => game.set_handicap(0),
                Some(0..2) => game.set_handicap(0),
                Some(plays) => game.set_handicap_plays(plays),
                None => {}
            },
        }
        for step in self.steps_before(number.unwrap_or(usize::MAX)) {
            match step {
                Step::Move(color, mv) => {
                    before_move(&game, color, mv);
                    game.force(color, mv);
                }
                Step::SetUp { stones: [], player } => {
                    game.set_to_move(player.unwrap_or(game.to_move()));
                }
                Step::SetUp { stones, player } => game.set_up(stones.iter().copied(), player),
            }
        }
        game
    }
}

impl From<&Game> for GameTree {
    /// The game as it was played, with its start position, komi, rules and handicap.
    fn from(game: &Game) -> Self {
        let counted = Some(game.handicap()).filter(|&stones| stones > 0);
        let handicap = game.said_handicap().or(counted);
        let mut tree = Self::new(
            game.size(),
            Info {
                komi: Some(game.komi()),
                handicap: handicap.and_then(|stones| u32::try_from(stones).ok()),
                rules: game.rules().name().map(str::to_owned),
                ..Info::default()
            },
        );
        let mut at = Self::ROOT;
        for (number, stretch) in game.stretches().into_iter().enumerate() {
            let Stretch {
                mut setup,
                to_move,
                moves,
            } = stretch;
            let is_first = number == 0;
            let is_placed = game.said_handicap().is_some_and(|stones| stones > 0);
            if is_first && setup.is_empty() && is_placed && !game.is_handicap_played() {
                // The stones are gone: a set-up that changes nothing says that none are to be placed.
                setup.extend(game.board().points().next().map(|point| (point, None)));
            }
            // Where nothing is said, a reader takes the first move's player.
            let white_begins = to_move == Color::White
                || moves
                    .first()
                    .is_some_and(|&(color, _)| color == Color::White);
            let said = !is_first || !setup.is_empty() || white_begins;
            let node = Node {
                player: said.then_some(to_move),
                setup,
                ..Node::default()
            };
            if is_first {
                *tree.node_mut(at) = node;
            } else {
                at = tree.add(at, node);
            }
            at = moves.into_iter().fold(at, |parent, (color, mv)| {
                tree.add(parent, Node::with_move(color, mv))
            });
        }
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;
    use crate::sgf::read;

    fn game(text: &str, number: Option<usize>) -> Game {
        let record = read(text.as_bytes()).expect("the test's own record");
        record.game(number, Rules::default())
    }

    #[test]
    fn a_move_number_leads_to_the_position_before_it() {
        let text = "(;SZ[9]KM[5.5]AB[cc]AW[gg]PL[W];W[ee];B[];W[ed])";
        for (number, moves) in [
            (None, 3),
            (Some(0), 0),
            (Some(1), 0),
            (Some(2), 1),
            (Some(9), 3),
        ] {
            let game = game(text, number);
            assert_eq!(game.moves().len(), moves, "{number:?}");
            assert_eq!(game.start().area() - game.start().empties().len(), 2);
        }
        assert_eq!(game(text, Some(1)).to_move(), Color::White);
        assert_eq!(game(text, None).komi(), Komi::hundredths(550));
        assert_eq!(game("(;SZ[9])", None).komi(), Komi::ZERO);
    }

    #[test]
    fn set_up_on_the_way_without_a_player_is_for_who_moves_next() {
        for (text, turn) in [
            ("(;SZ[9];B[cc];AW[gg];B[ee];W[ef])", Color::Black),
            ("(;SZ[9];B[cc];AW[gg];AB[hh];W[ef])", Color::White),
            ("(;SZ[9];B[cc];AW[gg]PL[W];B[ee])", Color::White),
            ("(;SZ[9];B[cc];AW[gg])", Color::White),
        ] {
            assert_eq!(game(text, Some(2)).to_move(), turn, "{text}");
        }
    }

    #[test]
    fn set_up_on_the_way_is_a_new_start() {
        let text = "(;SZ[9];B[ee];W[cc];AE[ee]AB[gg]PL[B];B[ed])";
        let game = game(text, None);
        assert_eq!(game.moves().len(), 1);
        assert_eq!(game.start().empties().len(), 79);
        assert_eq!(game.to_move(), Color::White);
    }

    #[test]
    fn handicap_in_its_three_forms() {
        for (text, stones) in [
            ("(;SZ[9]HA[2]AB[cc][gg];W[ee])", 2),
            ("(;SZ[9]HA[2];B[cc];B[gg];W[ee])", 2),
            ("(;SZ[9]HA[3];W[ee])", 3),
            ("(;SZ[9];B[ee];W[cc])", 0),
            // Said to be none, or not placed: the second stone stands on the first.
            ("(;SZ[9]HA[0];B[cc];B[gg];W[ee])", 0),
            ("(;SZ[9];B[cc];B[gg];W[ee])", 2),
            ("(;SZ[9];B[cc];B[cc];W[ee])", 0),
            // As many as are said to be, whatever comes then.
            ("(;SZ[9]HA[2];B[cc];B[gg];B[ec];W[ee])", 2),
            ("(;SZ[9]HA[2];B[cc];B[gg];W[];W[ee])", 2),
            // What is off the board is missing in the row.
            ("(;SZ[9];B[ee];W[zz];B[dd];W[e];B[cc])", 0),
            ("(;SZ[9];B[ee];B[dd];W[zz];B[cc])", 2),
            ("(;SZ[9];B[ee];B[dd];W[cc];B[zz])", 2),
            ("(;SZ[9]HA[2];B[cc];W[zz];B[gg];W[ee])", 0),
            // A set-up interrupts the row.
            ("(;SZ[9]HA[3];B[cc];B[gg];AE[aa]PL[B];B[ee];W[ed])", 2),
            // A handicap stone that is off the board interrupts no row.
            ("(;SZ[9]HA[3];B[zz];B[cc];B[gg];W[ed];B[dd])", 2),
            ("(;SZ[9];B[cc];B[zz];B[gg];W[ed])", 2),
        ] {
            let game = game(text, None);
            assert_eq!(game.handicap(), stones, "{text}");
            assert_eq!(game.board().captures().black, 0);
        }
        let placed = game("(;SZ[9]HA[4])", None);
        assert_eq!(
            (placed.board().empties().len(), placed.to_move()),
            (77, Color::White)
        );
    }

    #[test]
    fn a_played_handicap_is_written_as_it_was_played() {
        let text = "(;SZ[9]HA[2];B[cc];B[gg];B[ec];W[ee])";
        let written = GameTree::from(&game(text, None)).to_string();
        assert!(
            written.contains("HA[2]") && !written.contains("AE"),
            "{written}"
        );
        for (text, said) in [
            // The stones were taken off; the plays are none of them.
            ("(;SZ[9]HA[2]AE[aa]PL[W];B[bb];B[cd];W[ee])", 2),
            ("(;SZ[9]HA[2]AE[aa];B[bb];B[bb])", 2),
            // Two of three.
            ("(;SZ[9]HA[3];B[cc];B[gg];B[ec];W[ee])", 0),
        ] {
            let mut game = game(text, None);
            game.undo(2);
            let written = GameTree::from(&game).to_string();
            let back = read(written.as_bytes()).expect("what the writer wrote");
            let back = back.game(None, Rules::default());
            assert_eq!(
                (game.handicap(), back.handicap()),
                (said, said),
                "{written}"
            );
        }
        let set_up = "(;SZ[9]HA[2];B[cc];B[gg];W[ee];AB[dd];W[ed])";
        let written = GameTree::from(&game(set_up, None)).to_string();
        assert!(
            written.contains("HA[2]") && !written.contains("AE"),
            "{written}"
        );
        let gap = "(;SZ[9];B[ee];W[zz];B[dd])";
        let written = GameTree::from(&game(gap, None)).to_string();
        let back = read(written.as_bytes()).expect("what the writer wrote");
        assert_eq!(back.game(None, Rules::default()).handicap(), 0, "{written}");
    }

    #[test]
    fn a_written_game_reads_back() {
        let mut game = Game::new(9, Rules::default(), Komi::hundredths(350));
        assert!(game.place_handicap(&handicap::fixed(9, 4).unwrap_or_default()));
        game.force(Color::White, Move::Pass);
        game.force(Color::Black, Move::Pass);
        let text = GameTree::from(&game).to_string();
        let record = read(text.as_bytes()).expect("what the writer wrote");
        let back = record.game(None, Rules::default());
        assert_eq!(back.start(), game.start());
        assert_eq!((back.moves(), back.komi()), (game.moves(), game.komi()));
        assert_eq!((back.handicap(), back.start_to_move()), (4, Color::White));
        assert_eq!(record.info.rules.as_deref(), Some("chinese"));
    }

    /// Who is to move first need not be who moves first.
    #[test]
    fn the_turn_at_the_start_reads_back() {
        let white = Color::White;
        let corner = Move::Play(Point::new(0, 0));
        for (to_move, first, said) in [
            (Color::Black, Color::Black, None),
            (Color::Black, white, Some(Color::Black)),
            (white, Color::Black, Some(white)),
            (white, white, Some(white)),
        ] {
            let mut game =
                Game::from_position(Board::new(9), to_move, Rules::default(), Komi::ZERO);
            game.force(first, corner);
            let text = GameTree::from(&game).to_string();
            let record = read(text.as_bytes()).expect("what the writer wrote");
            assert_eq!(record.nodes[0].player, said, "{text}");
            let back = record.game(None, Rules::default());
            assert_eq!(back.stretches(), game.stretches(), "{text}");
            assert_eq!(GameTree::from(&back).to_string(), text);
        }
        // A row of handicap stones and White's answer say it by themselves.
        let row = game("(;SZ[9]HA[2];B[cc];B[gg];W[ee])", None);
        let text = GameTree::from(&row).to_string();
        assert!(!text.contains("PL["), "{text}");
    }

    /// What came before a set-up on the way counts: prisoners, who passed first, and that there was one.
    #[test]
    fn a_game_with_set_ups_on_the_way_reads_back() {
        let set_ups: [&[(Point, Option<Color>)]; 3] = [
            &[],
            &[(Point::new(4, 4), Some(Color::Black))],
            &[(Point::new(0, 0), None), (Point::new(4, 0), None)],
        ];
        for (stones, turn) in set_ups
            .iter()
            .flat_map(|&set_up| [None, Some(Color::Black), Some(Color::White)].map(|t| (set_up, t)))
        {
            let mut game = Game::new(5, Rules::default(), Komi::ZERO);
            game.set_up([(Point::new(0, 1), Some(Color::White))], None);
            for text in ["A1", "C3", "B1", "pass", "D4", "B2"] {
                game.force(game.to_move(), text.parse().expect("a move"));
            }
            game.set_up(stones.iter().copied(), turn);
            game.force(Color::Black, Move::Pass);
            game.force(Color::White, Move::Play(Point::new(3, 0)));
            game.set_up([], Some(Color::Black));
            game.set_up([(Point::new(3, 4), Some(Color::Black))], None);
            game.force(Color::Black, Move::Play(Point::new(4, 1)));
            let text = GameTree::from(&game).to_string();
            let record = read(text.as_bytes()).expect("what the writer wrote");
            let back = record.game(None, Rules::default());
            assert_eq!(back.stretches(), game.stretches(), "{text}");
            assert_eq!(back.board(), game.board(), "{text}");
            assert_eq!(back.first_pass(), game.first_pass(), "{text}");
            assert_eq!(back.to_move(), game.to_move(), "{text}");
            assert_eq!(record.moves().count(), 9, "{text}");
        }
    }

    /// A handicap whose stones are no longer on the board counts all the same.
    #[test]
    fn a_handicap_that_was_taken_reads_back() {
        for left in [None, Some(Color::White)] {
            let mut game = Game::new(9, Rules::default(), Komi::ZERO);
            let points = handicap::fixed(9, 2).unwrap_or_default();
            assert!(game.place_handicap(&points));
            game.set_up(
                points.iter().map(|&point| (point, left)),
                Some(Color::White),
            );
            game.force(Color::White, Move::Pass);
            let text = GameTree::from(&game).to_string();
            let record = read(text.as_bytes()).expect("what the writer wrote");
            let back = record.game(None, Rules::default());
            assert_eq!((back.start(), back.moves()), (game.start(), game.moves()));
            assert_eq!((game.handicap(), back.handicap()), (2, 2), "{text}");
        }
    }
}
