//! One test for each rule set: what it fixes, seen in play and in the count.

mod position;

use position::{board, game, points};
use tengen::go::{
    Color, Game, GameResult, IllegalMove, Komi, Move, PointSet, Rules, Status, Tally, handicap,
    region,
};

const B: Color = Color::Black;
const W: Color = Color::White;

type Moves<'a> = &'a [(Color, &'a str)];

/// Plays moves, all legal: colour, vertex or `pass`.
fn play(game: &mut Game, moves: Moves) {
    for &(color, vertex) in moves {
        let mv = vertex.parse().expect("a move");
        assert_eq!(game.play(color, mv), Ok(()), "{color} {vertex}\n{game:?}");
    }
}

fn check(game: &Game, vertex: &str, color: Color) -> Result<(), IllegalMove> {
    game.check(color, vertex.parse::<Move>().expect("a move"))
}

/// Komi that a preset gives on 19x19.
fn komi(rules: &str) -> String {
    Rules::komi_of(rules).expect("a rule set").to_string()
}

/// What a ko rule makes of a ko: retaking at once; retaking after two passes, which brings back the start position with the
/// same player to move; and the same where the other player was to move at the start.
fn ko_rule(rules: &str) -> [Result<(), IllegalMove>; 3] {
    let retake = |to_move, moves: Moves| {
        let rules = rules.parse().expect("a rule set");
        let ko = board(". X O . / X O . O / . X O . / . . . .");
        let mut game = Game::from_position(ko, to_move, rules, Komi::ZERO);
        play(&mut game, moves);
        check(&game, "B3", W)
    };
    [
        retake(B, &[(B, "C3")]),
        retake(B, &[(B, "C3"), (W, "pass"), (B, "pass")]),
        retake(W, &[(B, "C3"), (W, "pass"), (B, "pass")]),
    ]
}

const SIMPLE: [Result<(), IllegalMove>; 3] = [Err(IllegalMove::Ko), Ok(()), Ok(())];
const SITUATIONAL: [Result<(), IllegalMove>; 3] =
    [Err(IllegalMove::Ko), Err(IllegalMove::Superko), Ok(())];
const POSITIONAL: [Result<(), IllegalMove>; 3] = [
    Err(IllegalMove::Ko),
    Err(IllegalMove::Superko),
    Err(IllegalMove::Superko),
];

/// Whether a suicide of two stones is allowed; that of a single stone never is.
fn suicide(rules: &str) -> bool {
    let single = game(". O . . / O . . . / . . . . / . . . .", rules, "0");
    assert_eq!(check(&single, "A4", B), Err(IllegalMove::Suicide));
    let pair = game("X . O . / O O . . / . . . . / . . . .", rules, "0");
    check(&pair, "B4", B).is_ok()
}

/// A finished game with 14 points for Black and 10 for White by area: the white stone on A3 is dead and C5 neutral. By
/// territory, Black has 4 points and a dead stone, White 3. Moves may follow.
fn settled(rules: &str, komi: &str, moves: Moves) -> (Game, Status) {
    let mut game = game(
        ". X . O .
         X X X O O
         O X X O .
         . X X O O
         . X X O .",
        rules,
        komi,
    );
    play(&mut game, moves);
    let corner = points("..... / ..... / #.... / #.... / #....", "#");
    let dead = corner.intersection(&region::stones(game.board(), W));
    let status = Status::new(game.board(), &dead, &PointSet::EMPTY);
    (game, status)
}

/// The result of the settled game after moves.
fn result(rules: &str, komi: &str, moves: Moves) -> String {
    let (game, status) = settled(rules, komi, moves);
    GameResult::of(&game, &status).to_string()
}

/// A white throw-in that Black takes: two prisoners, and as many moves for each side.
const TAKEN: Moves = &[(W, "A1"), (B, "A2")];
const WHITE_PASSES_FIRST: Moves = &[(W, "pass"), (B, "pass")];
const BLACK_PASSES_FIRST: Moves = &[(B, "pass"), (W, "pass")];

/// The result on a 9x9 board that is empty but for a handicap of four, komi 0.5. Before White's bonus it is B+80.5 by area.
fn with_handicap(rules: &str) -> String {
    let rules = rules.parse().expect("a rule set");
    let mut game = Game::new(9, rules, "0.5".parse().expect("a komi"));
    assert!(game.place_handicap(&handicap::fixed(9, 4).expect("a placement")));
    GameResult::of(&game, &Status::standing(game.board())).to_string()
}

/// A seki in which each side has an eye (A7, E7) and C7 is shared, beside living groups of both.
fn seki(rules: &str) -> Tally {
    let drawing = ". x . o . o X
                   x x o o o o X
                   O O X X X X X
                   . O X . X . X
                   O O X X X X X
                   . O O O O O O
                   . . . . . . .";
    let game = game(drawing, rules, "0");
    let status = Status::new(game.board(), &PointSet::EMPTY, &points(drawing, "xo"));
    Tally::new(&game, &status)
}

/// The shortest row of moves that comes back to a position with the same player to move.
const CYCLE: Moves = &[
    (B, "A1"),
    (W, "B1"),
    (B, "A2"),
    (W, "B2"),
    (B, "A1"),
    (W, "A2"),
    (B, "A1"),
];

/// A game that has come round; under superko its last move is refused.
fn cycle(rules: &str) -> (Game, Option<GameResult>) {
    let mut game = Game::new(2, rules.parse().expect("a rule set"), Komi::ZERO);
    play(&mut game, CYCLE);
    let result = GameResult::of_cycle(&game);
    (game, result)
}

#[test]
fn chinese_2002() {
    assert_eq!(Rules::default().name(), Some("chinese"));
    assert_eq!(ko_rule("chinese"), SITUATIONAL);
    assert!(!suicide("chinese"));
    assert_eq!(komi("chinese"), "7.5");
    assert_eq!(result("chinese", "0", &[]), "B+4");
    assert_eq!(result("chinese", "0", TAKEN), "B+4");
    assert_eq!(result("chinese", "3.75", WHITE_PASSES_FIRST), "B+0.25");
    assert_eq!(with_handicap("chinese"), "B+76.5");
    // Eyes in seki count.
    let tally = seki("chinese");
    assert_eq!(tally.score().to_string(), "W+6");
    assert_eq!(
        (tally.counts.black.territory, tally.counts.white.territory),
        (3, 10)
    );
}

/// "185 stones win for Black and 177 for White" with 3.75 zi, which are 7.5 points.
#[test]
fn chinese_2002_in_zi() {
    for (black, zi_margin, result) in [(185, "0.75", "B+1.5"), (184, "-0.25", "W+0.5")] {
        let mut game = Game::new(19, Rules::default(), Komi::hundredths(750));
        // Black has the lower rows; two points of each side stay empty.
        let stones: Vec<_> = game
            .board()
            .points()
            .enumerate()
            .filter(|(i, _)| ![0, 2, 358, 360].contains(i))
            .map(|(i, point)| (point, Some(if i < black { B } else { W })))
            .collect();
        game.set_up(stones, None);
        let tally = Tally::new(&game, &Status::standing(game.board()));
        assert_eq!(tally.zi(B).to_string(), black.to_string());
        assert_eq!(tally.zi(W).to_string(), (361 - black).to_string());
        assert_eq!(tally.zi_to_beat().to_string(), "184.25");
        assert_eq!(tally.zi_margin().to_string(), zi_margin);
        assert_eq!(tally.score().to_string(), result);
    }
    // Of a neutral point each side has half a zi.
    let (game, status) = settled("chinese", "3.5", &[]);
    let tally = Tally::new(&game, &status);
    assert_eq!(tally.zi(B).to_string(), "14.5");
    assert_eq!(tally.zi(W).to_string(), "10.5");
    assert_eq!(tally.zi_to_beat().to_string(), "14.25");
    // A komi of quarters is halved exactly.
    let (game, status) = settled("chinese", "3.25", &[]);
    let tally = Tally::new(&game, &status);
    assert_eq!(tally.zi_to_beat().to_string(), "14.125");
    assert_eq!(tally.zi_margin().to_string(), "0.375");
    assert_eq!((-tally.zi_margin()).to_string(), "-0.375");
}

#[test]
fn chinese_1988() {
    assert_eq!(ko_rule("chinese-1988"), POSITIONAL);
    assert!(!suicide("chinese-1988"));
    assert_eq!(komi("chinese-1988"), "5.5");
    assert_eq!(result("chinese-1988", "5.5", TAKEN), "W+1.5");
    assert_eq!(with_handicap("chinese-1988"), "B+76.5");
}

#[test]
fn chinese_ogs_and_kgs() {
    for name in ["chinese-ogs", "chinese-kgs"] {
        assert_eq!(ko_rule(name), POSITIONAL, "{name}");
        assert!(!suicide(name), "{name}");
        assert_eq!(komi(name), "7.5", "{name}");
        assert_eq!(result(name, "7.5", TAKEN), "W+3.5", "{name}");
        assert_eq!(with_handicap(name), "B+76.5", "{name}");
    }
}

#[test]
fn japanese_and_korean() {
    for name in ["japanese", "korean"] {
        assert_eq!(ko_rule(name), SIMPLE, "{name}");
        assert!(!suicide(name), "{name}");
        assert_eq!(komi(name), "6.5", "{name}");
        // A dead stone counts as much as one taken in play.
        assert_eq!(result(name, "0", &[]), "B+2", "{name}");
        assert_eq!(result(name, "0", TAKEN), "B+2", "{name}");
        assert_eq!(with_handicap(name), "B+76.5", "{name}: 77 points");
        // No points for eyes in seki.
        let tally = seki(name);
        assert_eq!(tally.score().to_string(), "W+7", "{name}");
        let counts = tally.counts;
        assert_eq!((counts.black.territory, counts.white.territory), (2, 9));
        assert_eq!((counts.black.taxed, counts.white.taxed), (1, 1));
        // A cycle is no result.
        let (game, result) = cycle(name);
        assert_eq!(result, Some(GameResult::NoResult));
        assert_eq!(GameResult::NoResult.to_string(), "Void");
        assert_eq!(GameResult::NoResult.winner(game.rules()), None);
    }
}

/// A point that its owner has to fill once the neutral point beside is taken is no territory.
#[test]
fn japanese_one_sided_dame() {
    let drawing = "X . X . O
                   X X O O O
                   . X O . O
                   X X O O O
                   . X O . O";
    let count = |rules| {
        let game = game(drawing, rules, "0");
        Tally::new(&game, &Status::standing(game.board()))
    };
    let japanese = count("japanese");
    assert_eq!(japanese.counts.black.territory, 2);
    assert_eq!(japanese.counts.black.taxed, 1);
    assert_eq!(japanese.score().to_string(), "0");
    assert_eq!(japanese.owner("B5".parse().expect("a vertex")), None);
    assert_eq!(japanese.owner("A3".parse().expect("a vertex")), Some(B));
    assert_eq!(count("chinese").counts.black.territory, 3);
}

#[test]
fn wmsg_2008() {
    assert_eq!(ko_rule("wmsg-2008"), POSITIONAL);
    assert!(!suicide("wmsg-2008"));
    assert_eq!(komi("wmsg-2008"), "6.5");
    assert_eq!(result("wmsg-2008", "0", BLACK_PASSES_FIRST), "B+4");
    assert_eq!(result("wmsg-2008", "0", WHITE_PASSES_FIRST), "B+3");
    assert_eq!(with_handicap("wmsg-2008"), "B+76.5");
}

#[test]
fn aga_bga_french() {
    for name in ["aga", "bga", "french"] {
        assert_eq!(ko_rule(name), SITUATIONAL, "{name}");
        assert!(!suicide(name), "{name}");
        assert_eq!(komi(name), "7.5", "{name}");
        assert_eq!(result(name, "0", TAKEN), "B+4", "{name}");
        assert_eq!(with_handicap(name), "B+77.5", "{name}");
    }
}

/// Every pass hands over a prisoner; with White's pass as the last, territory comes to the same as area.
#[test]
fn aga_pass_stones() {
    let mut game = Game::new(5, "aga".parse().expect("a rule set"), Komi::ZERO);
    let vertices = "B5 D5 A4 D4 B4 E4 B3 D3 C3 D2 B2 E2 C2 D1 B1 A3 C1 pass C4 pass pass pass";
    let colors = [B, W].into_iter().cycle();
    let moves: Vec<_> = colors.zip(vertices.split(' ')).collect();
    play(&mut game, &moves);
    let dead = points("..... / ..... / #.... / ..... / .....", "#");
    let mut tally = Tally::new(&game, &Status::new(game.board(), &dead, &PointSet::EMPTY));
    assert_eq!(tally.score().to_string(), "B+4");
    assert_eq!(
        (tally.counts.black.passes, tally.counts.white.passes),
        (1, 3)
    );
    // 4 points, a dead stone and three pass stones to 3 points and one.
    assert_eq!(tally.with_pass_stones(B).to_string(), "8");
    assert_eq!(tally.with_pass_stones(W).to_string(), "4");
    tally.counts.black.prisoners += 5;
    assert_eq!(tally.with_pass_stones(B).to_string(), "13");
}

#[test]
fn new_zealand() {
    assert_eq!(ko_rule("new-zealand"), SITUATIONAL);
    assert!(suicide("new-zealand"));
    assert_eq!(komi("new-zealand"), "7");
    assert_eq!(result("new-zealand", "7", TAKEN), "W+3");
    assert_eq!(with_handicap("new-zealand"), "B+80.5");
}

#[test]
fn tromp_taylor() {
    assert_eq!(ko_rule("tromp-taylor"), POSITIONAL);
    assert!(suicide("tromp-taylor"));
    assert_eq!(komi("tromp-taylor"), "7.5");
    // The stone in the corner counts as it stands, and makes the points beside it nobody's, until it is taken.
    assert_eq!(result("tromp-taylor", "0", &[]), "0");
    assert_eq!(result("tromp-taylor", "0", TAKEN), "B+4");
    assert_eq!(with_handicap("tromp-taylor"), "B+80.5");
}

#[test]
fn ing() {
    assert_eq!(ko_rule("ing"), SITUATIONAL);
    assert!(suicide("ing"));
    assert_eq!(komi("ing"), "8");
    assert_eq!(with_handicap("ing"), "B+80.5");
    // Black wins a tie, by no other rules.
    for (name, winner) in [("ing", Some(B)), ("chinese", None)] {
        let (game, status) = settled(name, "4", &[]);
        let result = GameResult::of(&game, &status);
        assert_eq!(result.to_string(), "0");
        assert_eq!(result.winner(game.rules()), winner, "{name}");
        assert_eq!(Tally::new(&game, &status).winner(), winner, "{name}");
    }
}

#[test]
fn stone_scoring() {
    assert_eq!(ko_rule("stone-scoring"), SIMPLE);
    assert!(!suicide("stone-scoring"));
    assert_eq!(komi("stone-scoring"), "0");
    assert_eq!(with_handicap("stone-scoring"), "B+78.5", "one group");
    // Black has 20 points and one group, White 29 and two.
    let groups = ". O . O X . X
                  O O O O X X X
                  X X X X X X X
                  X X X X X X X
                  O O O O O O O
                  O O O O O O O
                  . O . O . O .";
    for (name, result) in [("chinese", "W+9"), ("stone-scoring", "W+7")] {
        let game = game(groups, name, "0");
        let tally = Tally::new(&game, &Status::standing(game.board()));
        assert_eq!(
            (tally.counts.black.groups, tally.counts.white.groups),
            (1, 2)
        );
        assert_eq!(tally.score().to_string(), result, "{name}");
    }
    // Stones in seki count, their eyes do not, and they pay no tax.
    let tally = seki("stone-scoring");
    assert_eq!(tally.on_board(B).to_string(), "18.5", "18 + 2 + 0.5 - 2");
    assert_eq!(tally.on_board(W).to_string(), "24.5", "17 + 9 + 0.5 - 2");
    // A cycle is a draw.
    let (game, result) = cycle("stone-scoring");
    assert_eq!(result, Some(GameResult::Draw));
    assert_eq!(GameResult::Draw.to_string(), "0");
    assert_eq!(GameResult::Draw.winner(game.rules()), None);
}

#[test]
fn aga_button() {
    assert_eq!(ko_rule("aga-button"), SITUATIONAL);
    assert!(!suicide("aga-button"));
    assert_eq!(komi("aga-button"), "7");
    assert_eq!(result("aga-button", "0", BLACK_PASSES_FIRST), "B+4.5");
    assert_eq!(result("aga-button", "0", WHITE_PASSES_FIRST), "B+3.5");
    // While nobody has passed, the player to move can take it: Black after White's move here.
    assert_eq!(result("aga-button", "0", &[(W, "A1")]), "B+4.5");
    assert_eq!(
        with_handicap("aga-button"),
        "B+77",
        "three points and half a one"
    );
}

#[test]
fn superko_allows_no_cycle() {
    for name in Rules::names() {
        let rules: Rules = name.parse().expect("a rule set");
        if rules.ko == tengen::go::rules::Ko::Simple {
            continue;
        }
        let (last, before) = CYCLE.split_last().expect("moves");
        let mut game = Game::new(2, rules, Komi::ZERO);
        play(&mut game, before);
        assert!(check(&game, last.1, last.0).is_err(), "{name}");
        assert_eq!(GameResult::of_cycle(&game), None);
    }
}

/// A repetition that somebody allowed by a pass does not end the game.
#[test]
fn a_pass_breaks_the_cycle() {
    let ko = board(". X O . / X O . O / . X O . / . . . .");
    let mut game = Game::from_position(ko, B, "japanese".parse().expect("a rule set"), Komi::ZERO);
    play(&mut game, &[(B, "C3"), (W, "pass"), (B, "pass"), (W, "B3")]);
    assert_eq!(GameResult::of_cycle(&game), None);
}

/// The README's table of rule sets names them all, with their komi.
#[test]
fn the_table_of_rule_sets_is_whole() {
    let readme = include_str!("../README.md");
    let is_row = |line: &&str| line.starts_with("| `") && line.contains("(tests/rule_sets.rs)");
    let rows: Vec<Vec<&str>> = readme
        .lines()
        .filter(is_row)
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    let told: Vec<(&str, &str)> = rows
        .iter()
        .flat_map(|row| {
            let names = row[1].split('`').skip(1).step_by(2);
            names.map(|name| (name, row[5]))
        })
        .collect();
    for name in Rules::names() {
        let komi = Rules::komi_of(name).expect("a rule set").to_string();
        assert!(told.contains(&(name, &komi)), "{name}: {told:?}");
    }
    assert_eq!(told.len(), Rules::names().count());
}
