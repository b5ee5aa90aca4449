//! Playing with a network: a tiny one that the test writes itself, of random weights.

#[path = "net/tiny.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::cast_precision_loss,
    clippy::large_enum_variant,
    reason = "a module of other tests"
)]
mod tiny;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use tengen::engine::{Config, Engine, Level};
use tengen::go::{Color, Game, Komi, Move, Point, Rules};
use tengen::net::{Network, Symmetry};
use tengen::search::cache::Cache;
use tengen::search::evaluator::Evaluator;
use tengen::search::network::NetworkEvaluator;
use tengen::search::raw::Onlooker;
use tengen::search::{Limits, Params, Report, Searcher};

fn file() -> Vec<u8> {
    let mut make = tiny::Maker::new(7, "ACTIVATION_RELU");
    let blocks = vec![make.ordinary(8, 8)];
    tiny::write(&make.net(8, 8, blocks), true)
}

fn network() -> Arc<Network> {
    Arc::new(Network::from_bytes(&file()).expect("a network"))
}

/// A file of this test's own, taken away at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("tengen-{}-{name}", std::process::id()));
        fs::write(&path, bytes).expect("a temporary file");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Output, messages and exit code of a run.
fn run(options: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    if let Some(mut pipe) = process.stdin.take() {
        // An engine that has ended reads nothing.
        let _ = pipe.write_all(input.as_bytes());
    }
    let done = process.wait_with_output().expect("the engine ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(done.stdout), text(done.stderr), done.status.code())
}

#[test]
fn a_model_that_cannot_be_used_is_one_line_and_exit_code_2() {
    let foreign = Temporary::new("foreign", b"(;GM[1]SZ[9])");
    let empty = Temporary::new("empty", b"");
    let cut = Temporary::new("cut", &file()[..200]);
    for path in [
        "/no/such/file.bin.gz",
        "/",
        foreign.path(),
        empty.path(),
        cut.path(),
    ] {
        let (output, messages, code) = run(&["--model", path], "genmove b\n");
        assert_eq!((output.as_str(), code), ("", Some(2)), "{path}: {messages}");
        assert_eq!(messages.lines().count(), 1, "{path}: {messages}");
        assert!(messages.contains(path), "{path}: {messages}");
    }
}

#[test]
fn it_plays_to_the_end_and_answers_about_the_network() {
    let model = Temporary::new("model.bin.gz", &file());
    let mut input = String::from("boardsize 5\nkata-get-models\n");
    for _ in 0..10 {
        input.push_str("genmove b\ngenmove w\n");
    }
    input.push_str("kata-raw-nn w 3\nkata-raw-nn all\nfinal_status_list dead\nfinal_score\n");
    let options = ["--model", model.path(), "--playouts", "8", "--no-resign"];
    let (output, messages, code) = run(&options, &input);
    assert_eq!((messages.as_str(), code), ("", Some(0)));
    let answers: Vec<&str> = output.split("\n\n").collect();
    assert!(
        answers.iter().all(|answer| !answer.starts_with('?')),
        "{output}"
    );
    assert!(answers[1].contains("\"version\":8"), "{}", answers[1]);
    let raw = answers[22];
    assert!(raw.starts_with("= symmetry 3\nwhiteWin "), "{raw}");
    // Ten numbers, then a heading and five rows, the pass, a heading and five rows.
    assert_eq!(raw.lines().count(), 10 + 6 + 1 + 6, "{raw}");
    assert_eq!(answers[23].matches("symmetry ").count(), 8);
}

#[test]
fn a_board_too_large_for_networks_is_played_with_playouts_after_one_warning() {
    let model = Temporary::new("large.bin.gz", &file());
    let input = "boardsize 21\ngenmove b\ngenmove w\nkata-raw-nn 0\nboardsize 9\ngenmove b\n";
    let options = ["--model", model.path(), "--playouts", "20"];
    let (output, messages, code) = run(&options, input);
    assert_eq!(code, Some(0), "{messages}");
    let answers: Vec<&str> = output.split("\n\n").collect();
    for place in [1, 2, 5] {
        assert!(answers[place].starts_with("= "), "{output}");
    }
    assert!(answers[3].starts_with("? "), "{output}");
    assert_eq!(messages.matches("WARN").count(), 1, "{messages}");
}

/// Networks that cannot answer: numbers that are not finite, and such as are not when they are decoded.
fn bad_files() -> [Vec<u8>; 2] {
    let changes: [fn(&mut tiny::Net); 2] = [
        |net| net.v3.weights.fill(3e38),
        |net| net.sv3_bias.fill(1e38),
    ];
    changes.map(|change| {
        let mut net = tiny::Maker::new(7, "ACTIVATION_RELU").net(8, 8, vec![]);
        change(&mut net);
        tiny::write(&net, true)
    })
}

#[test]
fn a_network_that_fails_is_given_up_after_one_warning() {
    let queries = (0..2).map(|id| {
        let query = serde_json::json!({
            "id": id.to_string(), "moves": [], "rules": "chinese", "maxVisits": 40,
            "boardXSize": 9, "boardYSize": 9, "includePolicy": true,
        });
        format!("{query}\n")
    });
    let queries: String = queries.collect();
    for file in bad_files() {
        let model = Temporary::new("bad.bin.gz", &file);
        let moves = "genmove b\ngenmove w\nclear_board\ngenmove b\nfinal_score\n";
        for level in [&[][..], &["--level", "5"]] {
            let options = ["--model", model.path(), "--size", "9", "--playouts", "40"];
            let options = [&options, level].concat();
            let (output, messages, code) = run(&options, moves);
            assert_eq!(code, Some(0), "{messages}");
            let answers: Vec<&str> = output.split("\n\n").collect();
            for place in [0, 1, 3] {
                let answer = answers[place];
                assert!(answer.starts_with("= ") && answer != "= pass", "{output}");
            }
            assert_eq!(messages.lines().count(), 1, "{messages}");
            assert!(messages.contains("not finite"), "{messages}");
        }
        let options = ["--model", model.path(), "--size", "9"];
        let judged = "play b E5\nfinal_score\nkata-get-models\n";
        let (output, messages, _) = run(&options, judged);
        assert!(
            output.contains("= B+") && output.contains("= []"),
            "{output}"
        );
        assert_eq!(messages.lines().count(), 1, "{messages}");
        let review = std::env::temp_dir().join(format!("tengen-bad-{}.sgf", std::process::id()));
        let place = review.to_str().expect("UTF-8");
        let options = [
            "review",
            "-",
            "-o",
            place,
            "--model",
            model.path(),
            "--playouts",
            "5",
        ];
        let (_, messages, code) = run(&options, "(;SZ[9];B[ee])");
        assert_eq!(code, Some(1), "{messages}");
        assert!(messages.contains("review without it"), "{messages}");
        assert!(!review.exists());
        let options = ["analysis", "--model", model.path(), "--threads", "2"];
        let (output, messages, code) = run(&options, &queries);
        assert_eq!(code, Some(0), "{messages}");
        assert_eq!(messages.lines().count(), 1, "{messages}");
        for line in output.lines() {
            let answer: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(answer["rootInfo"]["visits"], 40, "{answer}");
            assert_ne!(answer["moveInfos"][0]["move"], "pass", "{answer}");
        }
        assert_eq!(output.lines().count(), 2, "{output}");
    }
}

fn searcher(size: usize, threads: usize, params: Params, cache: &Arc<Cache>) -> Searcher {
    let network = network();
    let evaluators = (0..threads)
        .map(|_| {
            let cache = Arc::clone(cache);
            let evaluator = NetworkEvaluator::new(Arc::clone(&network), size, cache, 1);
            Box::new(evaluator.expect("serves for the size")) as Box<dyn Evaluator>
        })
        .collect();
    let params = Arc::new(params.with_network());
    Searcher::with_evaluators(params, evaluators, 1 << 22, Some(size))
}

fn search(game: &Game, color: Color, threads: usize, playouts: u64) -> Report {
    let cache = Arc::new(Cache::new(1 << 20, game.size()));
    let mut searcher = searcher(game.size(), threads, Params::default(), &cache);
    one(&mut searcher, game, color, playouts)
}

/// One search, without its time.
fn one(searcher: &mut Searcher, game: &Game, color: Color, playouts: u64) -> Report {
    let limits = Limits {
        playouts: Some(playouts),
        ..Limits::default()
    };
    let mut report = searcher.search(game, color, &limits, 1, &|| false, None);
    report.elapsed = std::time::Duration::ZERO;
    report
}

fn visits(report: &Report) -> u64 {
    let candidates = report.candidates.iter();
    candidates.map(|candidate| candidate.visits).sum()
}

#[test]
fn a_search_repeats_itself_and_counts_every_visit() {
    let game = Game::new(7, Rules::default(), Komi::hundredths(750));
    let report = search(&game, Color::Black, 1, 60);
    assert_eq!(report, search(&game, Color::Black, 1, 60));
    // The position's own judgement is its first visit.
    assert_eq!(
        (visits(&report), report.visits, report.playouts),
        (60, 61, 60)
    );
    let report = search(&game, Color::Black, 2, 60);
    assert_eq!((visits(&report), report.visits), (60, 61));
}

#[test]
fn a_cache_changes_no_result_and_saves_judgements() {
    let mut game = Game::new(7, Rules::default(), Komi::hundredths(750));
    let large = Arc::new(Cache::new(1 << 24, 7));
    let none = Arc::new(Cache::new(0, 7));
    let mut with = searcher(7, 1, Params::default(), &large);
    let mut without = searcher(7, 1, Params::default(), &none);
    let mut searches = 0;
    for _ in 0..4 {
        // Each position is searched twice, as if it were analysed again.
        for _ in 0..2 {
            let color = game.to_move();
            let found = one(&mut with, &game, color, 100);
            assert_eq!(found, one(&mut without, &game, color, 100));
            with.clear();
            without.clear();
            searches += 1;
            if searches % 2 == 0 {
                let best = found.candidates.first().expect("a move").mv;
                game.force(color, best);
            }
        }
    }
    let (asked, found) = large.counts();
    assert_eq!((none.counts().0, none.counts().1), (asked, 0));
    assert!(found * 2 >= asked, "{found} of {asked}");
    with.forget();
    let before = large.counts().1;
    one(&mut with, &game, Color::Black, 1);
    assert_eq!(large.counts().1, before);
}

#[test]
fn what_was_found_is_kept_for_the_next_move_and_counts_as_visits() {
    let mut game = Game::new(7, Rules::default(), Komi::hundredths(750));
    let cache = Arc::new(Cache::new(1 << 20, 7));
    let mut searcher = searcher(7, 1, Params::default(), &cache);
    let first = one(&mut searcher, &game, Color::Black, 100);
    let best = &first.candidates[0];
    game.force(Color::Black, best.mv);
    let second = one(&mut searcher, &game, Color::White, 100);
    assert_eq!(second.visits, best.visits + 100);
    assert_eq!(visits(&second) + 1, second.visits);
    game.force(Color::White, second.candidates[0].mv);
    let limits = Limits {
        visits: Some(second.candidates[0].visits + 7),
        ..Limits::default()
    };
    let third = searcher.search(&game, Color::Black, &limits, 1, &|| false, None);
    assert_eq!(third.playouts, 7);
}

#[test]
fn the_engine_keeps_its_tree_from_move_to_move() {
    let config = Config {
        size: 5,
        threads: 1,
        playouts: Some(40),
        network: Some(network()),
        ..Config::default()
    };
    let mut engine = Engine::new(config);
    engine.genmove(Color::Black, &|| false);
    engine.genmove(Color::White, &|| false);
    let (_, report) = engine.last_choice().expect("a search");
    assert!(report.visits > 41, "{}", report.visits);
}

#[test]
fn equal_positions_are_judged_once() {
    let game = Game::new(3, Rules::default(), Komi::ZERO);
    let judged = |transpositions| {
        let mut params = Params::default();
        params.puct.transpositions = transpositions;
        let cache = Arc::new(Cache::new(0, 3));
        let mut searcher = searcher(3, 1, params, &cache);
        let report = one(&mut searcher, &game, Color::Black, 3000);
        assert_eq!(visits(&report), 3000);
        cache.counts().0
    };
    assert_eq!(judged(0.0), 3001);
    assert!(judged(1.0) < 2500, "{}", judged(1.0));
}

#[test]
fn a_search_out_of_turn_sees_the_position_from_that_side() {
    let start = Game::new(5, Rules::default(), Komi::ZERO);
    let board = start.board().clone();
    let white = Game::from_position(board, Color::White, Rules::default(), Komi::ZERO);
    let (turned, own) = (
        search(&start, Color::White, 1, 30),
        search(&white, Color::White, 1, 30),
    );
    assert_eq!(turned, own);
}

#[test]
fn superko_holds_out_of_turn() {
    let mut game = Game::new(5, Rules::default(), Komi::ZERO);
    // A ko that Black has just taken at C2.
    for (color, vertices) in [(Color::Black, "B1 A2 B3"), (Color::White, "C1 D2 C3 B2")] {
        for vertex in vertices.split(' ') {
            let point: Point = vertex.parse().expect("a vertex");
            game.play(color, Move::Play(point)).expect("legal");
        }
    }
    let take: Point = "C2".parse().expect("a vertex");
    game.play(Color::Black, Move::Play(take)).expect("legal");
    assert_eq!(game.to_move(), Color::White);
    let retake: Point = "B2".parse().expect("a vertex");
    let turned = game.turned(Color::Black);
    assert_eq!(turned.to_move(), Color::Black);
    assert_eq!(turned.seen(), game.seen());
    assert!(!game.is_legal(Color::White, Move::Play(retake)));
    let report = search(&game, Color::White, 1, 40);
    assert!(
        report
            .candidates
            .iter()
            .all(|best| best.mv != Move::Play(retake))
    );
}

#[test]
fn a_look_is_a_probability_distribution_over_legal_moves() {
    let mut game = Game::new(5, Rules::default(), Komi::ZERO);
    let corner = Point::new(0, 0);
    game.play(Color::Black, Move::Play(corner)).expect("legal");
    let mut onlooker = Onlooker::new(&network(), 5).expect("serves for the size");
    for symmetry in Symmetry::ALL {
        let look = onlooker
            .look(&game, Color::White, symmetry)
            .expect("the size is right");
        assert_eq!((look.policy.len(), look.ownership.len()), (25, 25));
        // The corner at the lower left is the first point of the last row.
        assert_eq!(look.policy[20], None);
        let sum: f32 = look.policy.iter().flatten().sum::<f32>() + look.pass;
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        let value = look.evaluation;
        assert!((value.win + value.loss + value.no_result - 1.0).abs() < 1e-4);
    }
}

/// With a network a level counts its visits; the same moves come each time.
#[test]
fn levels_play_with_a_network() {
    for level in [1, 5, 10].into_iter().filter_map(Level::new) {
        let game = || {
            let mut engine = Engine::new(Config {
                size: 9,
                level: Some(level),
                network: Some(network()),
                seed: Some(1),
                ..Config::default()
            });
            for turn in 0..4 {
                let color = [Color::Black, Color::White][turn % 2];
                engine.genmove(color, &|| false);
                let visits = engine.last_choice().map(|(_, report)| report.playouts);
                assert_eq!(visits, Some(level.strength().visits), "level {level}");
            }
            engine.game().moves().to_vec()
        };
        assert_eq!(game(), game(), "level {level}");
    }
}
