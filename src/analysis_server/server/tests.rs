//! Whole sessions, without a process.

use super::*;

/// An output that others can look at.
#[derive(Clone, Default)]
struct Shelf(Arc<Mutex<Vec<u8>>>);

impl Write for Shelf {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn config() -> Config {
    Config {
        memory: 16,
        seed: Some(1),
        ..Config::default()
    }
}

/// The answers to lines of input, which then ends.
fn served(input: &str) -> Vec<Value> {
    let shelf = Shelf::default();
    let input = io::Cursor::new(input.as_bytes().to_vec());
    serve(config(), Options::default(), input, shelf.clone()).expect("memory does not fail");
    let bytes = shelf.0.lock().expect("no panic").clone();
    let text = String::from_utf8(bytes).expect("UTF-8");
    let value = |line| serde_json::from_str(line).expect("JSON");
    text.lines().map(value).collect()
}

fn query(id: &str, more: &str) -> String {
    format!(
        r#"{{"id":"{id}","boardXSize":5,"boardYSize":5,"rules":"chinese","maxVisits":30,"moves":[["B","C3"],["W","C2"]]{more}}}"#
    ) + "\n"
}

fn lengths(value: &Value, keys: &[&str]) -> Vec<Option<usize>> {
    keys.iter()
        .map(|key| value.get(key).and_then(Value::as_array).map(Vec::len))
        .collect()
}

#[test]
fn a_query_is_answered_with_what_it_asks_for() {
    let all =
        r#","includeOwnership":true,"includeOwnershipStdev":true,"includeMovesOwnership":true,
        "includeMovesOwnershipStdev":true,"includePolicy":true,"includePVVisits":true"#
            .replace('\n', "");
    let answers = served(&(query("all", &all) + &query("none", "")));
    assert_eq!(answers.len(), 2);
    let answer = |id| {
        let of = |answer: &&Value| answer["id"] == id;
        answers.iter().find(of).expect("an answer")
    };
    let keys = ["ownership", "ownershipStdev", "policy", "pvVisits"];
    let (all, none) = (answer("all"), answer("none"));
    assert_eq!(lengths(all, &keys), [Some(25), Some(25), Some(26), None]);
    assert_eq!(lengths(none, &keys), [None; 4]);
    for answer in [all, none] {
        assert_eq!(answer["turnNumber"], 2);
        assert_eq!(answer["isDuringSearch"], false);
        assert_eq!(answer["rootInfo"]["visits"], 30);
        assert_eq!(answer["rootInfo"]["currentPlayer"], "B");
    }
    let best = &all["moveInfos"][0];
    assert_eq!(best["order"], 0);
    assert_eq!(best["pv"][0], best["move"]);
    assert_eq!(lengths(best, &["pvVisits"]), lengths(best, &["pv"]));
    assert_eq!(
        lengths(best, &["ownership", "ownershipStdev"]),
        [Some(25), Some(25)]
    );
    assert_eq!(
        lengths(&none["moveInfos"][0], &keys),
        [None; 4],
        "not asked for"
    );
    // C3 and C2, the third row and the fourth from the top, hold stones.
    let policy: Vec<f64> = all["policy"]
        .as_array()
        .expect("is one")
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    assert_eq!((policy[12], policy[17]), (-1.0, -1.0));
    let sum: f64 = policy.iter().filter(|value| **value >= 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{sum}");
}

#[test]
fn values_are_told_from_the_side_that_was_asked_for() {
    let as_side = |side: &str| {
        let more = format!(
            r#","analyzeTurns":[1],"includeOwnership":true,"overrideSettings":{{"reportAnalysisWinratesAs":"{side}"}}"#
        );
        served(&query("q", &more)).remove(0)
    };
    let (black, white, mover) = (as_side("BLACK"), as_side("WHITE"), as_side("SIDETOMOVE"));
    assert_eq!(white, mover, "White is to move");
    let number = |answer: &Value, key| answer["rootInfo"][key].as_f64().expect("a number");
    for (key, sum) in [("winrate", 1.0), ("scoreLead", 0.0), ("utility", 0.0)] {
        let found = number(&black, key) + number(&white, key);
        assert!((found - sum).abs() < 1e-5, "{key}: {found}");
    }
    let first = |answer: &Value| answer["ownership"][0].as_f64().expect("a number");
    assert!((first(&black) + first(&white)).abs() < 1e-5);
}

#[test]
fn every_position_of_a_game_and_bad_lines_between() {
    let input = query("q", r#","analyzeTurns":[0,1,2]"#)
        + "\n\nnonsense\n"
        + r#"{"id":"bad"}"#
        + "\r\n"
        + &query("w", r#","x":1"#)
        + r#"{"id":"v","action":"query_version"}"#;
    let answers = served(&input);
    let mut turns: Vec<_> = answers
        .iter()
        .filter(|answer| answer["id"] == "q")
        .map(|answer| answer["turnNumber"].as_u64())
        .collect();
    turns.sort_unstable();
    assert_eq!(turns, [Some(0), Some(1), Some(2)]);
    let errors: Vec<_> = answers
        .iter()
        .filter(|answer| answer.get("error").is_some())
        .map(|answer| (answer.get("id").is_some(), answer["field"].as_str()))
        .collect();
    assert_eq!(errors, [(false, None), (true, Some("boardXSize"))]);
    let version = answers.iter().find(|answer| answer["id"] == "v");
    assert_eq!(
        version.expect("an answer")["version"],
        env!("CARGO_PKG_VERSION")
    );
    let of_w = answers.iter().filter(|answer| answer["id"] == "w");
    assert_eq!(
        of_w.map(|answer| answer.get("warning").is_some())
            .collect::<Vec<_>>(),
        [true, false]
    );
}

#[test]
fn moves_left_out_and_searches_that_repeat() {
    let more =
        r#","allowMoves":[{"player":"B","moves":["A1","B1"],"untilDepth":1}],"includePolicy":true"#;
    let answer = served(&query("q", more)).remove(0);
    let moves: Vec<_> = answer["moveInfos"]
        .as_array()
        .expect("is one")
        .iter()
        .filter_map(|info| info["move"].as_str())
        .collect();
    assert!(
        moves.iter().all(|mv| ["A1", "B1"].contains(mv)),
        "{moves:?}"
    );
    assert!(!moves.is_empty());
    assert_eq!(served(&query("q", more)), [answer]);
}

#[test]
fn a_closed_output_ends_all_work() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let long = query("q", "").replace("30", "1000000000");
    let input = io::Cursor::new((long.repeat(3) + "nonsense\n").into_bytes());
    assert!(serve(config(), Options::default(), input, Closed).is_ok());
}
