//! What is read of queries, and what is refused.

use std::time::Duration;

use super::*;
use crate::analysis_server::settings::Perspective;
use crate::go::{Color, Move, Points};

fn defaults() -> Defaults {
    Defaults {
        visits: 77,
        time: None,
        perspective: Perspective::Black,
    }
}

fn reading(line: &str) -> Result<Request, Refusal> {
    read(line.as_bytes(), &defaults())
}

/// A query on 9x9 with a stone of each side and more fields.
fn line(more: &str) -> String {
    format!(
        r#"{{"id":"q","boardXSize":9,"boardYSize":9,"rules":"chinese","moves":[["B","C3"],["W","D4"]]{more}}}"#
    )
}

fn analysis(more: &str) -> (Arc<Query>, Vec<Fault>) {
    match reading(&line(more)) {
        Ok(Request::Analyze(query, warnings)) => (query, warnings),
        other => panic!("{more}: {other:?}"),
    }
}

fn query(more: &str) -> Arc<Query> {
    analysis(more).0
}

/// The field and the message of what is wrong with a line.
fn fault(line: &str) -> (String, String) {
    match reading(line) {
        Err(refusal) => (
            refusal.fault.field.unwrap_or_default(),
            refusal.fault.message,
        ),
        Ok(request) => panic!("{line}: {request:?}"),
    }
}

#[test]
fn what_a_query_says_nothing_about() {
    let query = query("");
    let game = query.game(2);
    assert_eq!(query.turns, [(2, 0)]);
    assert_eq!((game.size(), game.to_move()), (9, Color::Black));
    assert_eq!(game.komi(), Points::hundredths(750));
    assert_eq!(query.game(1).moves().len(), 1);
    assert_eq!(query.game(9).moves().len(), 2);
    let settings = &query.settings;
    assert_eq!((settings.visits, settings.time), (77, None));
    assert_eq!(settings.perspective, Perspective::Black);
    assert_eq!(settings.reports, None);
    assert!(!settings.ownership && !settings.moves_ownership && !settings.policy);
}

#[test]
fn what_katrain_sends() {
    let (query, warnings) = analysis(
        r#","komi":6.5,"priority":1000,"analyzeTurns":[2],"maxVisits":500,"includeOwnership":true,
           "includeMovesOwnership":true,"includePolicy":true,"initialStones":[["B","G7"],["B","G3"]],
           "initialPlayer":"W","reportDuringSearchEvery":0.5,"avoidMoves":
           [{"moves":["E5","pass"],"player":"B","untilDepth":1}],
           "overrideSettings":{"reportAnalysisWinratesAs":"SIDETOMOVE","wideRootNoise":0.04,"maxTime":8.0}"#,
    );
    assert_eq!(warnings, []);
    assert_eq!(query.turns, [(2, 1000)]);
    let settings = &query.settings;
    assert_eq!(settings.visits, 500);
    assert_eq!(settings.time, Some(Duration::from_secs(8)));
    assert_eq!(settings.perspective, Perspective::SideToMove);
    let half = Duration::from_millis(500);
    assert_eq!(settings.reports, Some((half, half)));
    assert!(settings.ownership && settings.moves_ownership && settings.policy);
    assert!(settings.avoid.forbids(Color::Black, 0, Move::Pass));
    assert!(!settings.avoid.forbids(Color::White, 0, Move::Pass));
    let start = query.game(0);
    assert_eq!(start.to_move(), Color::White);
    // Two handicap stones, for which Chinese rules give White two points.
    assert_eq!(start.white_bonus(), Points::hundredths(850));
}

#[test]
fn rules_by_name_and_by_article() {
    let rules = |rules: &str, more: &str| {
        let line = line(more).replace(r#""rules":"chinese""#, &format!(r#""rules":{rules}"#));
        match reading(&line) {
            Ok(Request::Analyze(query, _)) => query.game(0),
            other => panic!("{line}: {other:?}"),
        }
    };
    for (text, name, komi) in [
        (r#""japanese""#, "japanese", 650),
        (r#""new zealand""#, "new-zealand", 700),
        (r#""stone_scoring""#, "stone-scoring", 0),
        ("{}", "tromp-taylor", 750),
        (
            r#"{"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false,"whiteHandicapBonus":"0"}"#,
            "japanese",
            650,
        ),
        (
            r#""{\"suicide\":true,\"whiteHandicapBonus\":0}""#,
            "tromp-taylor",
            750,
        ),
    ] {
        let game = rules(text, "");
        assert_eq!(game.rules().name(), Some(name), "{text}");
        assert_eq!(game.komi(), Points::hundredths(komi), "{text}");
    }
    let game = rules(r#""chinese""#, r#","whiteHandicapBonus":0,"komi":-5.25"#);
    assert_eq!(game.rules().get("whiteHandicapBonus"), Some("0"));
    assert_eq!(game.komi(), Points::hundredths(-525));
}

#[test]
fn moves_that_real_games_have_are_let_through() {
    for moves in [
        // A ko retaken at once.
        r#"["B","B1"],["W","C1"],["B","A2"],["W","D2"],["B","B3"],["W","C3"],["B","C2"],["W","B2"],["B","C2"]"#,
        // Two moves in a row, and passes.
        r#"["B","B1"],["B","C1"],["W","pass"],["B","pass"],["W","A1"]"#,
        // A suicide of two stones.
        r#"["B","A1"],["W","A3"],["W","B2"],["W","B1"],["B","A2"]"#,
    ] {
        let text = line("").replace(r#"["B","C3"],["W","D4"]"#, moves);
        assert!(
            matches!(reading(&text), Ok(Request::Analyze(..))),
            "{moves}"
        );
    }
    for (moves, number) in [
        (r#"["B","B1"],["W","B1"]"#, 1),
        (r#"["B","pass"],["W","A2"],["W","B1"],["B","A1"]"#, 3),
    ] {
        let (field, message) = fault(&line("").replace(r#"["B","C3"],["W","D4"]"#, moves));
        assert_eq!(field, "moves");
        assert!(
            message.starts_with(&format!("Illegal move {number}")),
            "{message}"
        );
    }
}

#[test]
fn who_is_to_move_at_the_start() {
    for (more, color) in [
        ("", Color::White),
        (r#","initialPlayer":"b""#, Color::Black),
        (r#","moves":[["B","A1"]]"#, Color::Black),
        (r#","initialStones":[["B","E5"],["W","E6"]]"#, Color::Black),
        (r#","initialStones":[]"#, Color::Black),
    ] {
        let mut map: Map<String, Value> = serde_json::from_str(&line("")).expect("JSON");
        map.insert("moves".into(), Value::Array(Vec::new()));
        map.insert(
            "initialStones".into(),
            serde_json::json!([["B", "E5"], ["B", "G7"]]),
        );
        let more: Map<String, Value> =
            serde_json::from_str(&format!("{{{}}}", more.trim_start_matches(','))).expect("JSON");
        map.extend(more);
        let Ok(Request::Analyze(query, _)) = reading(&Value::Object(map).to_string()) else {
            panic!("{color}");
        };
        assert_eq!(query.game(0).to_move(), color);
    }
}

#[test]
fn a_wrong_field_is_named() {
    for (more, field) in [
        (r#","komi":"x""#, "komi"),
        (r#","komi":500"#, "komi"),
        (r#","whiteHandicapBonus":3"#, "whiteHandicapBonus"),
        (r#","analyzeTurns":[3]"#, "analyzeTurns"),
        (r#","analyzeTurns":[-1]"#, "analyzeTurns"),
        (r#","analyzeTurns":2"#, "analyzeTurns"),
        (r#","priorities":[1]"#, "priorities"),
        (r#","analyzeTurns":[1],"priorities":[1,2]"#, "priorities"),
        (r#","priority":"high""#, "priority"),
        (r#","maxVisits":0"#, "maxVisits"),
        (r#","initialPlayer":"X""#, "initialPlayer"),
        (r#","initialStones":[["B","pass"]]"#, "initialStones"),
        (r#","initialStones":[["B","C3"]]"#, "moves"),
        (r#","includePolicy":1"#, "includePolicy"),
        (r#","reportDuringSearchEvery":0"#, "reportDuringSearchEvery"),
        (r#","avoidMoves":[{"player":"B"}]"#, "avoidMoves"),
        (
            r#","allowMoves":[{"player":"B","moves":["K10"],"untilDepth":1}]"#,
            "allowMoves",
        ),
        (r#","overrideSettings":[]"#, "overrideSettings"),
        (
            r#","overrideSettings":{"reportAnalysisWinratesAs":"X"}"#,
            "overrideSettings",
        ),
        (r#","overrideSettings":{"maxTime":-1}"#, "overrideSettings"),
    ] {
        assert_eq!(fault(&line(more)).0, field, "{more}");
    }
    for (from, to, field) in [
        (r#""boardXSize":9,"#, "", "boardXSize"),
        (r#""boardXSize":9"#, r#""boardXSize":26"#, "boardXSize"),
        (r#""boardYSize":9"#, r#""boardYSize":7"#, "boardYSize"),
        (r#""rules":"chinese","#, "", "rules"),
        ("chinese", "klingon", "rules"),
        (r#""chinese""#, r#"{"ko":"SPIGHT"}"#, "rules"),
        (r#","moves":[["B","C3"],["W","D4"]]"#, "", "moves"),
        ("D4", "K10", "moves"),
        ("D4", "C3", "moves"),
    ] {
        assert_eq!(fault(&line("").replace(from, to)).0, field, "{from} {to}");
    }
}

#[test]
fn what_is_no_query_has_no_id() {
    for text in [
        "nonsense",
        "[1]",
        "7",
        "{\"id\":3}",
        "{}",
        "{\"id\":\"a\"",
        "\u{0}",
        r#"{"action":"query_version"}"#,
        &"[".repeat(100_000),
    ] {
        let refusal = reading(text).expect_err("no query");
        assert_eq!((refusal.id, refusal.fault.field), (None, None));
    }
    assert!(read(b"{\"id\":\"\xff\"}", &defaults()).is_err());
}

#[test]
fn what_has_no_effect_is_warned_of() {
    let (_, warnings) = analysis(r#","foo":1,"overrideSettings":{"cpuct":2,"maxVisits":9}"#);
    let fields: Vec<_> = warnings.iter().map(|fault| fault.field.clone()).collect();
    assert_eq!(
        fields,
        [Some("overrideSettings".into()), Some("foo".into())]
    );
    assert!(warnings[0].message.ends_with(": cpuct"));
    assert_eq!(
        query(r#","overrideSettings":{"maxVisits":9}"#)
            .settings
            .visits,
        9
    );
    let both = query(r#","maxVisits":5,"overrideSettings":{"maxVisits":9}"#);
    assert_eq!(both.settings.visits, 5);
}

#[test]
fn actions() {
    let action = |text: &str| match reading(text) {
        Ok(Request::Act(action, fields)) => (action, Value::Object(fields).to_string()),
        other => panic!("{text}: {other:?}"),
    };
    let text = r#"{"action":"query_version","id":"v","x":1}"#;
    assert_eq!(action(text), (Action::Version, text.to_owned()));
    assert_eq!(
        action(r#"{"id":"v","action":"query_models"}"#).0,
        Action::Models
    );
    assert_eq!(
        action(r#"{"id":"v","action":"clear_cache"}"#).0,
        Action::ClearCache
    );
    let (Action::Terminate(selection), _) =
        action(r#"{"id":"t","action":"terminate","terminateId":"q","turnNumbers":[1]}"#)
    else {
        panic!("no termination");
    };
    assert!(selection.holds("q", 1) && !selection.holds("q", 2) && !selection.holds("p", 1));
    let (Action::Terminate(all), _) = action(r#"{"id":"t","action":"terminate_all"}"#) else {
        panic!("no termination");
    };
    assert!(all.holds("q", 1) && all.holds("p", 0));
    for (text, field) in [
        (r#"{"id":"t","action":"terminate"}"#, "terminateId"),
        (
            r#"{"id":"t","action":"terminate_all","turnNumbers":1}"#,
            "turnNumbers",
        ),
        (r#"{"id":"t","action":"dance"}"#, "action"),
        (r#"{"id":"t","action":7}"#, "action"),
    ] {
        assert_eq!(fault(text).0, field);
    }
}
