//! Counts and unconditional life against facts of other programs, where the shared cases are at hand.

mod position;
mod shared;

use serde_json::Value;
use tengen::go::life::{self, Life, Parts};
use tengen::go::{
    Board, ByColor, Color, Game, Move, PointSet, Points, Rules, Status, Tally, region,
};

/// The rows of a shared file of one JSON value a line; none where it is not there.
fn rows(name: &str) -> Vec<Value> {
    let Some(path) = shared::case_file(name) else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(path).expect("a readable file");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn points(list: &Value) -> PointSet {
    let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter()
        .map(|vertex| {
            vertex
                .as_str()
                .expect("a vertex")
                .parse()
                .expect("a vertex")
        })
        .collect()
}

fn number(value: &Value) -> usize {
    let number = value.as_u64().expect("a number");
    number.try_into().expect("a small number")
}

/// Hundredths of a number.
fn hundredths(number: &Value) -> Points {
    Points::from_f64(number.as_f64().expect("a number")).expect("a number")
}

#[test]
fn area_maps_for_every_flag() {
    for row in rows("rules/area_maps.jsonl") {
        if row["w"] != row["h"] {
            continue; // our boards are square
        }
        let board = position::board(row["board"].as_str().expect("a board"));
        let maps = row["maps"].as_object().expect("maps");
        for (flags, map) in maps {
            let flag = |name: &str| flags.contains(&format!("{name}1"));
            let parts = Parts {
                safe: flag("safe"),
                open: flag("unsafe"),
                stones: flag("stones"),
            };
            let ours = life::area(&board, parts, flag("suicide"));
            assert_eq!(
                position::draw_map(board.size(), &ours),
                map.as_str().expect("a map"),
                "{} {flags}",
                row["id"]
            );
        }
    }
}

/// Benson's own count: living stones, and the regions that are vital to one of their chains.
fn benson_points(board: &Board, color: Color) -> usize {
    let life = Life::of(board, color, false);
    let is_vital = |region: &PointSet| {
        let border = region.neighbors();
        let outside = region::all(board).difference(region);
        let broken = border
            .intersection(&outside)
            .iter()
            .any(|point| !life.stones.contains(point));
        let empty = region.intersection(&region::empty(board));
        !broken
            && border.intersection(&life.stones).iter().any(|stone| {
                let chain: PointSet = board.chain(stone).collect();
                empty.difference(&chain.neighbors()).is_empty()
            })
    };
    let vital = region::without(board, color).filter(is_vital);
    life.stones.len() + vital.map(|region| region.len()).sum::<usize>()
}

/// One source reaches further than Benson's theorem where it calls stones dead: there only the other two verdicts would
/// contradict.
#[test]
fn unconditional_life() {
    for row in rows("rules/unconditional.jsonl") {
        if row["benson_check"] != true {
            continue;
        }
        let board = position::board(row["board"].as_str().expect("a board"));
        let area = life::area(&board, Parts::NONE, false);
        let Some(vertex) = row["point"].as_str() else {
            let count = Color::BOTH.map(|color| benson_points(&board, color));
            assert_eq!(row["benson_points"], count[0] + count[1], "{}", row["id"]);
            continue;
        };
        let point = vertex.parse().expect("a vertex");
        let stone = board.at(point).expect("a stone");
        let owner = Color::BOTH.into_iter().find(|&c| area[c].contains(point));
        match row["status"].as_str() {
            Some("alive") => assert_eq!(owner, Some(stone), "{} {vertex}", row["id"]),
            Some("dead") => assert_ne!(owner, Some(stone), "{} {vertex}", row["id"]),
            _ => assert_eq!(owner, None, "{} {vertex}", row["id"]),
        }
    }
}

/// The verdict of the source of the facts below on a position that is not settled: stones in the opponent's unconditional
/// territory are dead, and what touches a neutral point or is in atari lives in seki.
fn verdict(board: &Board, suicide: bool) -> Status {
    let area = life::area(board, Parts::ALL, suicide);
    let kept = life::independent(board, &area).area;
    let stones = ByColor::from_fn(|color| region::stones(board, color));
    let part = |color: Color, set: &ByColor<PointSet>| stones[color].difference(&set[color]);
    let dead = Color::BOTH.map(|color| part(color, &area));
    let seki = Color::BOTH.map(|color| part(color, &kept));
    Status::new(board, &dead[0].union(&dead[1]), &seki[0].union(&seki[1]))
}

#[test]
fn scores_by_scoring_tax_and_button() {
    for row in rows("rules/score_facts.jsonl") {
        let size = number(&row["w"]);
        let mut board = Board::new(size);
        for (letter, color) in [("B", Color::Black), ("W", Color::White)] {
            board.set_up_all(
                points(&row["setup"][letter])
                    .iter()
                    .map(|p| (p, Some(color))),
            );
        }
        let text = |key: &str| row[key].as_str().expect("a text").to_string();
        let rules = Rules::default()
            .set("scoring", &text("scoring"))
            .and_then(|rules| rules.set("tax", &text("tax")))
            .and_then(|rules| rules.set("hasButton", &row["button"].to_string()))
            .expect("known rules");
        let mut game = Game::from_position(board, Color::Black, rules, hundredths(&row["komi"]));
        for made in row["moves"].as_array().expect("moves") {
            let color = if made[0] == "B" {
                Color::Black
            } else {
                Color::White
            };
            let mv: Move = made[1].as_str().expect("a move").parse().expect("a move");
            game.play(color, mv).expect("a legal move");
        }
        let tally = Tally::new(&game, &verdict(game.board(), false));
        assert_eq!(
            -tally.score().0,
            hundredths(&row["white_minus_black"]),
            "{}\n{tally:?}",
            row["id"]
        );
    }
}

#[test]
fn areas_after_dead_stones_are_gone() {
    for row in rows("rules/dead_stones.jsonl") {
        let game = position::game(row["board"].as_str().expect("a board"), "chinese", "0");
        let status = Status::new(game.board(), &points(&row["dead"]), &PointSet::EMPTY);
        assert_eq!(status.dead, points(&row["dead"]), "{}", row["id"]);
        let tally = Tally::new(&game, &status);
        let area = |color: Color| tally.owned[color].len();
        let expected = &row["area_after_removing_dead"];
        assert_eq!(expected["B"], area(Color::Black), "{}", row["id"]);
        assert_eq!(expected["W"], area(Color::White), "{}", row["id"]);
    }
}

#[test]
fn handicap_and_territory_facts() {
    let Some(path) = shared::case_file("rules/handicap_scoring_facts.json") else {
        return;
    };
    let text = std::fs::read_to_string(path).expect("a readable file");
    let facts: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    for fact in facts {
        let rules = fact["rules"].as_str().expect("rules");
        let expect = &fact["expect"];
        if fact["handicap"].is_number() {
            let mut game = Game::new(
                number(&fact["size"]),
                rules.parse().expect("a rule set"),
                Points::HALF,
            );
            let handicap = tengen::go::handicap::fixed(game.size(), number(&fact["handicap"]));
            assert!(game.place_handicap(&handicap.expect("a placement")));
            let tally = Tally::new(&game, &Status::standing(game.board()));
            assert_eq!(
                hundredths(&expect["white_handicap_bonus"]),
                tally.handicap_bonus
            );
            if !expect["black_territory"].is_null() {
                assert_eq!(expect["black_territory"], tally.counts.black.territory);
            }
        } else {
            let game = position::game(fact["board"].as_str().expect("a board"), rules, "0");
            let status = Status::new(game.board(), &points(&fact["dead"]), &PointSet::EMPTY);
            let tally = Tally::new(&game, &status);
            for (key, color) in [("black", Color::Black), ("white", Color::White)] {
                assert_eq!(hundredths(&expect[key]), tally.on_board(color), "{fact}");
            }
        }
    }
}

#[test]
fn life_is_the_union_of_its_parts() {
    for row in rows("rules/area_maps.jsonl") {
        if row["w"] == row["h"] {
            let board = position::board(row["board"].as_str().expect("a board"));
            for color in Color::BOTH {
                let life = Life::of(&board, color, false);
                assert_eq!(life.area(), life::area(&board, Parts::NONE, false)[color]);
            }
        }
    }
}
