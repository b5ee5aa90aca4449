//! Random games, played by the crate and by a naive model at once: every board size, ko rule and suicide rule, moves of
//! either colour in any order, undo at random.
//!
//! `TENGEN_DIFF_GAMES` sets the number of games (a few hundred by default).

use crate::model::compare::{assert_legality, assert_position, color, point, rules, side, spot};
use crate::model::{Grid, KoRule, Model, Side};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use tengen::go::point::{MAX_SIZE, MIN_SIZE};
use tengen::go::{Board, Game, IllegalMove, Komi, Move, Point};

const KO_RULES: [KoRule; 3] = [KoRule::Simple, KoRule::Positional, KoRule::Situational];

fn number_of_games() -> u64 {
    std::env::var("TENGEN_DIFF_GAMES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(300)
}

/// Small boards often: there superko and suicide come up all the time.
fn random_size(rng: &mut SmallRng) -> usize {
    if rng.random_bool(0.8) {
        rng.random_range(MIN_SIZE..=6)
    } else {
        rng.random_range(MIN_SIZE..=MAX_SIZE)
    }
}

/// How often the rare things came up: a comparison that never meets them says nothing of them.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    moves: usize,
    captures: usize,
    suicides: usize,
    bans: usize,
    /// Plays that superko alone refused, among those tried.
    superko: usize,
}

/// One game: both sides make the same moves and are compared after each, their sets of legal plays now and then.
fn play_game(game: &mut Game, model: &mut Model, rng: &mut SmallRng, tally: &mut Tally) {
    let area = game.board().area();
    let alternating = rng.random_bool(0.5);
    let check_every = 1 + area * area / 400;
    for n in 0..3 * area + 20 {
        let mover = if alternating || rng.random_bool(0.5) {
            side(game.to_move())
        } else {
            *Side::BOTH.choose(rng).expect("there are two")
        };
        let before = model.now().taken[0] + model.now().taken[1];
        match random_play(game, mover, rng, tally) {
            Some(at) => model.play(mover, spot(at)),
            None => model.pass(mover),
        }
        let now = model.now();
        tally.moves += 1;
        tally.captures += usize::from(now.taken[0] + now.taken[1] > before);
        tally.suicides += usize::from(now.lost > 0);
        tally.bans += usize::from(now.ban.is_some());
        if n % check_every == 0 {
            assert_position(game, model);
            assert_legality(game, model);
        }
        if rng.random_bool(0.05) {
            let count = rng.random_range(0..=(2 + model.len() / 20));
            assert_eq!(game.undo(count), count.min(model.len()));
            model.undo(count);
            assert_position(game, model);
        }
    }
    assert_position(game, model);
    assert_legality(game, model);
    let all = model.len();
    assert_eq!(game.undo(usize::MAX), all);
    model.undo(all);
    assert_position(game, model);
    assert_legality(game, model);
}

/// Plays on a random empty point that the game allows, or passes.
fn random_play(
    game: &mut Game,
    mover: Side,
    rng: &mut SmallRng,
    tally: &mut Tally,
) -> Option<Point> {
    let empties = game.board().empties().to_vec();
    for _ in 0..8 {
        let Some(&at) = empties.choose(rng) else {
            break;
        };
        match game.play(color(mover), Move::Play(at)) {
            Ok(()) => return Some(at),
            Err(error) => tally.superko += usize::from(error == IllegalMove::Superko),
        }
    }
    assert_eq!(game.play(color(mover), Move::Pass), Ok(()));
    None
}

#[test]
fn random_games_agree_with_the_model() {
    let mut tally = Tally::default();
    for seed in 0..number_of_games() {
        let mut rng = SmallRng::seed_from_u64(seed);
        let (ko, suicide) = (*KO_RULES.choose(&mut rng).expect("three"), rng.random());
        let size = random_size(&mut rng);
        let mut game = Game::new(size, rules(ko, suicide), Komi::ZERO);
        let mut model = Model::new(size, ko, suicide);
        play_game(&mut game, &mut model, &mut rng, &mut tally);
        if (seed + 1).is_multiple_of(1000) {
            println!("{} games", seed + 1);
        }
    }
    println!("{tally:?}");
    let rarest = [tally.captures, tally.suicides, tally.bans, tally.superko];
    let few = number_of_games() < 100;
    assert!(few || rarest.into_iter().all(|n| n > 50), "{tally:?}");
}

/// Set-up may leave chains without liberties: they stay until their liberties are taken anew.
#[test]
fn random_games_from_any_set_up_agree_with_the_model() {
    for seed in 0..number_of_games() / 2 {
        let mut rng = SmallRng::seed_from_u64(1_000_000 + seed);
        let (ko, suicide) = (*KO_RULES.choose(&mut rng).expect("three"), rng.random());
        let size = random_size(&mut rng);
        let mut grid = Grid::empty(size);
        let density = rng.random_range(0.1..0.95);
        for at in grid.spots() {
            if rng.random_bool(density) {
                grid.set(at, Side::BOTH.choose(&mut rng).copied());
            }
        }
        let mut start = Board::new(size);
        for at in grid.spots() {
            start.set_up(point(at), grid.at(at).map(color));
        }
        let to_move = *Side::BOTH.choose(&mut rng).expect("there are two");
        let mut game = Game::from_position(start, color(to_move), rules(ko, suicide), Komi::ZERO);
        let mut model = Model::from_grid(grid, to_move, ko, suicide);
        assert_position(&game, &model);
        play_game(&mut game, &mut model, &mut rng, &mut Tally::default());
    }
}
