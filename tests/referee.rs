//! The referee as a process: `tengen score`. Fixtures are in `tests/referee`, named for what they show.

mod shared;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

/// A fixture's path from the root of the crate.
fn fixture(name: &str) -> String {
    format!("tests/referee/{name}.sgf")
}

fn score(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("score")
        .args(args)
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The report on a fixture in text.
fn told(name: &str, args: &[&str]) -> String {
    let output = score(&[&[fixture(name).as_str()], args].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// The report on a fixture as JSON.
fn judged(name: &str, args: &[&str]) -> Value {
    let line = told(name, &[args, &["--json"]].concat());
    assert_eq!(line.lines().count(), 1, "{line}");
    serde_json::from_str(&line).expect("JSON")
}

/// A rule set's row of the table.
fn row(report: &Value, rules: &str) -> Value {
    let rows = report["table"].as_array().expect("a table");
    let mut own = rows.iter().filter(|row| row["rules"] == rules);
    own.next().expect("the rule set").clone()
}

/// The README shows what the program writes.
#[test]
fn the_readme_shows_a_real_report() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let readme = std::fs::read_to_string(readme).expect("a README");
    let command = "tengen score tests/referee/ko-retaken.sgf\n";
    let (_, rest) = readme.split_once(command).expect("the command");
    let (shown, _) = rest.split_once("```").expect("the end of the example");
    assert_eq!(shown, told("ko-retaken", &[]));
}

#[test]
fn a_ko_retaken_and_dead_stones() {
    let report = judged("ko-retaken", &[]);
    let ko = json!([{ "move": 30, "color": "white", "point": "E1", "reasons": ["ko"], "repeats": null }]);
    assert_eq!(report["illegal"], ko);
    assert_eq!(report["captures"], json!({ "black": 3, "white": 1 }));
    assert_eq!(report["dead"], json!({ "black": [["H4"]], "white": [] }));
    assert_eq!(report["board"][5], "+X+XXO-x-");
    assert_eq!(
        (&report["rules_from"], &report["komi_from"]),
        (&json!("default"), &json!("record"))
    );
    assert_eq!(report["two_passes"], true);
    assert_eq!(
        (&report["result"], &report["winner"]),
        (&json!("B+3.5"), &json!("black"))
    );
    assert_eq!(report["record"]["agreement"], "differs");
    assert_eq!(report["record"]["agrees_by"], json!(["japanese", "korean"]));
    assert_eq!(row(&report, "tromp-taylor")["result"], "B+26.5");

    // The user overrules record and judge.
    let report = judged(
        "ko-retaken",
        &["--rules", "Japanese", "--komi", "6.5", "--dead", "H7,h4 C6"],
    );
    assert_eq!(
        (&report["rules"], &report["rules_from"]),
        (&json!("japanese"), &json!("user"))
    );
    assert_eq!(
        (&report["komi"], &report["komi_from"]),
        (&json!(6.5), &json!("user"))
    );
    assert_eq!(report["status_from"], "user");
    assert_eq!(
        report["dead"],
        json!({ "black": [["H4"], ["C5", "C6"]], "white": [["H7"]] })
    );
    assert_eq!(report["count"]["white"]["dead"], 3);
    let report = judged("ko-retaken", &["--dead", ""]);
    assert_eq!(report["dead"], json!({ "black": [], "white": [] }));
    assert_eq!(report["result"], "B+26.5");
}

#[test]
fn reasons_for_illegal_moves() {
    let moves = |rules: &str, name: &str| -> Vec<(u64, Value, Value)> {
        let report = judged(name, &["--rules", rules]);
        let list = report["illegal"].as_array().expect("a list");
        let of = |v: &Value| {
            (
                v["move"].as_u64().unwrap_or(0),
                v["reasons"].clone(),
                v["repeats"].clone(),
            )
        };
        list.iter().map(of).collect()
    };
    let null = Value::Null;
    assert_eq!(
        moves("chinese", "illegal-moves"),
        [
            (2, json!(["occupied"]), null.clone()),
            (3, json!(["suicide", "two in a row"]), null.clone()),
            (4, json!(["suicide"]), null.clone()),
            (6, json!(["two in a row"]), null.clone()),
        ]
    );
    let again = json!(1);
    assert_eq!(
        moves("chinese", "superko"),
        [(7, json!(["situational superko"]), again.clone())]
    );
    assert_eq!(
        moves("wmsg", "superko"),
        [(7, json!(["positional superko"]), again)]
    );
    assert_eq!(moves("korean", "superko"), []);
    let text = told("superko", &[]);
    assert!(
        text.contains("move 7, Black A1: situational superko (the position after move 1 again)"),
        "{text}"
    );
}

/// Three kos: the last move brings back the start position.
#[test]
fn a_triple_ko_is_no_result() {
    let report = judged("triple-ko", &[]);
    assert_eq!(report["repetition"], json!({ "move": 6, "of": 0 }));
    assert_eq!(
        (&report["result"], &report["winner"]),
        (&json!("Void"), &Value::Null)
    );
    assert_eq!(report["record"]["agreement"], "agrees");
    assert_eq!(row(&report, "stone-scoring")["result"], "0");
    let chinese = row(&report, "chinese");
    assert_eq!(chinese["illegal"], 1);
    assert_ne!(chinese["result"], "Void");
    let text = told("triple-ko", &[]);
    assert!(
        text.contains("move 6 brings back the start position: no result"),
        "{text}"
    );
}

/// What each rule set adds to the count, with the record's own result.
#[test]
fn rule_sets_decide_the_result() {
    for (name, rules, result, winner) in [
        ("ing-tie", "ing", "B+0", json!("black")),
        (
            "wmsg-white-passes-first",
            "wmsg-2008",
            "W+0.5",
            json!("white"),
        ),
        ("button", "aga-button", "B+0.5", json!("black")),
        ("stone-scoring", "stone-scoring", "B+6", json!("black")),
    ] {
        let report = judged(name, &["--dead", ""]);
        assert_eq!(
            (&report["rules"], &report["rules_from"]),
            (&json!(rules), &json!("record"))
        );
        assert_eq!(
            (&report["result"], &report["winner"]),
            (&json!(result), &winner),
            "{name}"
        );
        assert_eq!(report["record"]["agreement"], "agrees", "{name}");
    }
    let tie = judged("ing-tie", &["--dead", "", "--rules", "chinese"]);
    assert_eq!(
        (&tie["result"], &tie["winner"]),
        (&json!("0"), &Value::Null)
    );
    assert_eq!(tie["record"]["agreement"], "differs");
}

/// A handicap of two as set-up, as a number alone and as a row of black plays: one point to White by AGA rules, two by
/// Chinese ones, none by Japanese ones.
#[test]
fn handicaps_in_their_three_forms() {
    for name in [
        "handicap-set-up",
        "handicap-number-alone",
        "handicap-row-of-plays",
    ] {
        let report = judged(name, &[]);
        assert_eq!(
            (&report["rules"], &report["handicap"]),
            (&json!("aga"), &json!(2)),
            "{name}"
        );
        assert_eq!(report["illegal"], json!([]), "{name}");
        for (rules, bonus) in [("aga", 1.5), ("chinese", 2.5), ("japanese", 0.5)] {
            assert_eq!(row(&report, rules)["white_bonus"], bonus, "{name} {rules}");
        }
    }
}

/// Black has 185 of 361 points, as the rule texts' example says it.
#[test]
fn chinese_counting_in_zi() {
    let report = judged("count-in-zi", &["--dead", ""]);
    let zi =
        json!({ "rules": "chinese", "black": 185.0, "needs_more_than": 184.25, "margin": 0.75 });
    assert_eq!(report["zi"], zi);
    assert_eq!(
        (&report["rules_from"], &report["result"]),
        (&json!("record"), &json!("B+1.5"))
    );
    assert_eq!(report["record"]["agreement"], "agrees");
    let text = told("count-in-zi", &["--dead", ""]);
    assert!(
        text.contains("Black 185, needs more than 184.25, wins by 0.75 zi"),
        "{text}"
    );
    let text = told("count-in-zi", &["--dead", "", "--komi", "9.5"]);
    assert!(
        text.contains("White 176, needs more than 175.75, wins by 0.25 zi"),
        "{text}"
    );
}

/// A margin that ends in a quarter is one of points where komi does, too.
#[test]
fn quarters_are_points_or_zi() {
    let report = judged("margin-in-quarters", &[]);
    assert_eq!(
        (&report["result"], &report["record"]["agreement"]),
        (&json!("B+0.75"), &json!("agrees"))
    );
    let report = judged("margin-in-quarters", &["--komi", "7.5"]);
    assert_eq!(
        (&report["result"], &report["record"]["agreement"]),
        (&json!("B+1.5"), &json!("agrees in zi"))
    );
}

/// Stones that the user declares to live in seki: by Japanese rules their eyes are no points.
#[test]
fn seki_by_order() {
    let alive = judged("button", &["--rules", "japanese", "--dead", ""]);
    assert_eq!(alive["count"]["black"]["territory"], 8);
    let seki = judged("button", &["--rules", "japanese", "--seki", "C1"]);
    assert_eq!(seki["count"]["black"]["territory"], 0);
    assert_eq!(seki["count"]["black"]["not_counted"], 8);
    assert_eq!(seki["seki"]["black"].as_array().map(Vec::len), Some(1));
}

#[test]
fn games_that_were_not_counted() {
    let report = judged("resigned", &[]);
    assert_eq!(report["record"]["agreement"], "not counted");
    let text = told("resigned", &[]);
    assert!(
        text.contains("resignation") && text.contains("as it stands"),
        "{text}"
    );
    let report = judged("no-result-stated", &[]);
    assert_eq!(report["record"]["agreement"], "not stated");
    assert_eq!(
        (&report["rules"], &report["rules_from"]),
        (&json!("chinese"), &json!("default"))
    );
    assert_eq!(report["two_passes"], false);
}

/// Reports come in the order of the files; each bad one has its line, and the rest go on.
#[test]
fn many_files_and_bad_ones() {
    let good = [
        "ko-retaken",
        "ing-tie",
        "button",
        "superko",
        "triple-ko",
        "resigned",
    ];
    let mut files: Vec<String> = good.iter().map(|name| fixture(name)).collect();
    files.insert(1, fixture("cut-off"));
    files.insert(3, "tests/referee/no-such-file.sgf".into());
    files.push("tests/referee".into());
    files.push("tests/sgf/several-games.sgf".into());
    let mut args: Vec<&str> = files.iter().map(String::as_str).collect();
    args.extend(["--json", "--threads", "3"]);
    let output = score(&args);
    assert_eq!(output.status.code(), Some(1));
    let reports: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let named: Vec<_> = reports
        .iter()
        .filter_map(|report| report["file"].as_str())
        .collect();
    let expected: Vec<String> = good.iter().map(|name| fixture(name)).collect();
    assert_eq!(named[..good.len()], expected);
    // The second game of the collection has an impossible size.
    let games: Vec<_> = reports[good.len()..]
        .iter()
        .map(|report| report["game"].clone())
        .collect();
    assert_eq!(games, [1, 3]);
    let errors = text(&output.stderr);
    let errors: Vec<_> = errors.lines().collect();
    assert_eq!(errors.len(), 4, "{errors:?}");
    assert!(errors[3].starts_with("tengen: tests/sgf/several-games.sgf, game 2: "));
    assert_eq!(
        errors[0],
        "tengen: tests/referee/cut-off.sgf: the record ends in the middle of the game"
    );
    assert!(errors[1].starts_with("tengen: tests/referee/no-such-file.sgf: "));
    assert!(errors[2].starts_with("tengen: tests/referee: "));
}

#[test]
fn wrong_orders() {
    let file = fixture("ko-retaken");
    let output = score(&[&file, "--dead", "A1"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert_eq!(
        text(&output.stderr),
        format!("tengen: {file}: no stone is on A1 in the final position\n")
    );
    let output = score(&[&file, "--dead", "H4", "--seki", "C3,H4"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert_eq!(
        text(&output.stderr),
        format!("tengen: {file}: the chain on H4 cannot be both dead and in seki\n")
    );
    for args in [
        &[][..],
        &[&file, "--rules", "klingon"],
        &[&file, "--dead", "I5"],
        &[&file, "--komi", "x"],
    ] {
        let output = score(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&output.stderr).lines().count(), 1, "{args:?}");
    }
}

#[test]
fn a_record_from_standard_input() {
    let record = std::fs::File::open(fixture("resigned")).expect("a record");
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["score", "--json", "-"])
        .stdin(record)
        .output()
        .expect("the program runs");
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut expected = judged("resigned", &[]);
    expected["file"] = json!("-");
    assert_eq!(told, expected);
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
}

/// Whoever reads the reports may go away: no panic, no endless work.
#[test]
fn a_closed_output_ends_the_run() {
    // More than a pipe holds.
    let files: Vec<String> = (0..100).map(|_| fixture("resigned")).collect();
    let mut process = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("score")
        .args(&files)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(process.stdout.take());
    let output = process.wait_with_output().expect("it ends");
    assert_eq!(
        (output.status.code(), text(&output.stderr)),
        (Some(1), String::new())
    );
}

/// Real records: moves, captures and illegal moves as expected under the rules that each is judged by.
#[test]
fn shared_records() {
    let Some(list) = shared::case_file("sgf/expected.jsonl") else {
        return;
    };
    let folder = list.parent().map(Path::to_path_buf).unwrap_or_default();
    let expected: Vec<Value> = std::fs::read_to_string(&list)
        .expect("readable")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let path = |case: &Value| -> PathBuf { folder.join(case["file"].as_str().unwrap_or_default()) };
    let paths: Vec<_> = expected.iter().map(path).collect();
    let mut args: Vec<&str> = paths.iter().filter_map(|path| path.to_str()).collect();
    args.extend(["--json", "--rules", "chinese"]);
    let output = score(&args);
    let reports: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .filter(|report: &Value| report["game"] == 1)
        .collect();
    assert_eq!(reports.len(), expected.len(), "{}", text(&output.stderr));
    for (report, case) in reports.iter().zip(&expected) {
        let (name, captures) = (&case["file"], &report["captures"]);
        assert_eq!(report["moves"], case["n_moves"], "{name}");
        assert_eq!(
            json!([captures["black"], captures["white"]]),
            case["captured_by"],
            "{name}"
        );
        // The list holds the first twelve moves for each reason.
        let reasons = [
            ("occupied", "occupied"),
            ("suicide", "suicide"),
            ("ssk", "situational superko"),
        ];
        for (key, reason) in reasons {
            let of_case = case["illegal"][key].as_array().cloned().unwrap_or_default();
            let illegal = report["illegal"].as_array().expect("a list").iter();
            let by_reason = illegal.filter(|v| {
                let ko = key == "ssk" && v["reasons"][0] == "ko";
                v["reasons"][0] == reason || ko
            });
            let found: Vec<_> = by_reason
                .filter_map(|v| Some(json!(v["move"].as_u64()? - 1)))
                .take(12)
                .collect();
            assert_eq!(found, of_case, "{name} {reason}");
        }
    }
}
