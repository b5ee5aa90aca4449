//! Sessions over a whole `Session`, without a process: bytes, errors, clocks, odd sizes, broken files.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tengen::clock::TimeSettings;
use tengen::engine::Config;
use tengen::go::Color;
use tengen::gtp::commands;
use tengen::gtp::server::serve;
use tengen::gtp::session::Session;

fn session() -> Session {
    let config = Config {
        size: 9,
        threads: 1,
        playouts: Some(50),
        seed: Some(1),
        ..Config::default()
    };
    Session::new(config, Arc::default())
}

fn ask(session: &mut Session, line: &str) -> String {
    session.handle_line(line.as_bytes())
}

/// Sends lines that must succeed.
fn send(session: &mut Session, lines: &[&str]) {
    for line in lines {
        let answer = ask(session, line);
        assert!(answer.starts_with('='), "{line}: {answer}");
    }
}

/// All that an observer can ask for.
fn state(session: &mut Session) -> String {
    let questions = [
        "showboard",
        "printsgf",
        "kata-get-rules",
        "captures b",
        "captures w",
    ];
    let mut text = format!("{:?}", session.engine.clock());
    for question in questions {
        text += &ask(session, question);
    }
    text
}

#[test]
fn ids_blank_lines_and_carriage_returns() {
    for (line, answer) in [
        (&b"007 protocol_version\n"[..], "=007 2\n\n"),
        (b"12 foo", "?12 unknown command\n\n"),
        (b"protocol_version\r\n", "= 2\n\n"),
        (b"proto\rcol_version\r", "= 2\n\n"),
        (b"\xef\xbb\xbfprotocol_version", "= 2\n\n"),
        (b"3protocol_version", "=3 2\n\n"),
        (b"4", ""),
        (b"", ""),
        (b"  \t ", ""),
        (b"# c", ""),
        (b"# interrupt", ""),
        (
            b"99999999999999999999999999999999999999999 quit",
            "=99999999999999999999999999999999999999999\n\n",
        ),
        (b"play b D4\r", "=\n\n"),
        (b"play w \xc3\x841", "? syntax error\n\n"),
        (b"\xff\xfe\x00", "? unknown command\n\n"),
    ] {
        assert_eq!(session().handle_line(line), answer, "{line:?}");
    }
}

#[test]
fn nothing_breaks_the_step() {
    let mut input = b"\x00\x1b[A\n\xef\xbb\xbf1 name\n2 ".to_vec();
    input.extend(std::iter::repeat_n(b'x', 1 << 20));
    input.extend(b"\n3 play");
    input.extend(b" b".repeat(100_000));
    input.extend(b"\n4 gogui-play_sequence");
    input.extend(b" b pass w pass".repeat(1000));
    input.extend(b"\n5 set_free_handicap");
    input.extend(b" A1".repeat(10_000));
    input.extend(b"\n6 komi 1e999\n7 boardsize\t9\r\n8 name");
    let mut output = Vec::new();
    serve(Config::default(), std::io::Cursor::new(input), &mut output)
        .expect("memory does not fail");
    assert_eq!(
        String::from_utf8_lossy(&output),
        "? unknown command\n\n=1 Tengen\n\n?2 unknown command\n\n?3 syntax error\n\n=4\n\n?5 bad vertex list\n\n\
         =6\n\n=7\n\n=8 Tengen\n\n"
    );
}

#[test]
fn an_error_changes_nothing() {
    let mut session = session();
    let lines = [
        "komi 3.5",
        "time_settings 100 30 5",
        "set_free_handicap C3 G7",
        "play w E5",
        "play b pass",
    ];
    send(&mut session, &lines);
    let before = state(&mut session);
    for line in [
        "boardsize 26",
        "boardsize x",
        "rectangular_boardsize 9 10",
        "komi x",
        "fixed_handicap 2",
        "place_free_handicap 2",
        "set_free_handicap D4 D5",
        "play w C3",
        "play w K10",
        "play w",
        "gogui-play_sequence w A1 b A2 w A1",
        "gogui-setup w A1 b",
        "gogui-setup w A1 b K10",
        "gogui-setup_player x",
        "gg-undo 3",
        "genmove",
        "genmove x",
        "reg_genmove",
        "kgs-genmove_cleanup",
        "time_settings 1 2",
        "time_left b",
        "time_left b x 1",
        "kgs-time_settings byoyomi 1",
        "final_status_list",
        "final_status_list all",
        "kata-set-rules none",
        "kata-set-rules {\"ko\":\"SIMPLE\",\"x\":1}",
        "kata-set-rules {",
        "kata-set-rules []",
        "kata-set-rule ko none",
        "kgs-rules none",
        "loadsgf",
        "loadsgf /no/such/file.sgf",
        "loadsgf /",
        "printsgf /no/such/folder/file.sgf",
        "list_stones",
        "captures x",
        "lz-analyze b x",
        "lz-analyze ownership true",
        "kata-analyze b ownership",
        "kata-genmove_analyze avoid b A1",
        "kata-set-param none 1",
        "kata-set-param threads 0",
        "kata-set-params {\"playouts\":5,\"none\":1}",
        "tengen-rules ko none",
        "tengen-params lag",
        "set_position b A1 w A1",
        "set_position b A1 w A2 w B1",
        "gomill-savesgf /no/such/folder/file.sgf",
        "gomill-savesgf x.sgf PB",
        "no_such_command",
    ] {
        let answer = ask(&mut session, line);
        assert!(answer.starts_with("? "), "{line}: {answer}");
        assert_eq!(state(&mut session), before, "{line}");
    }
}

#[test]
fn questions_change_nothing() {
    let mut session = session();
    send(&mut session, &["play b E5", "play w C3", "play b pass"]);
    let before = state(&mut session);
    for line in [
        "final_score",
        "final_status_list dead",
        "reg_genmove w",
        "help",
        "list_commands",
        "cputime",
        "get_komi",
        "gogui-interrupt",
        "kgs-game_over",
        "lz-analyze b 1",
        "kata-analyze w maxvisits 20 ownership true",
        "kata-search w",
        "kata-search_analyze",
        "kata-benchmark 10",
        "kata-get-params",
        "tengen-params",
        "tengen-rules",
        "tengen-ownership",
        "tengen-legal w",
        "clear_cache",
        "gomill-explain_last_move",
    ] {
        send(&mut session, &[line]);
        assert_eq!(state(&mut session), before, "{line}");
    }
}

#[test]
fn every_listed_command_is_known_and_none_panics_without_arguments() {
    for command in commands::all() {
        let mut session = session();
        let known = format!("known_command {}", command.name);
        let listed = command.is_available(&session);
        assert_eq!(ask(&mut session, &known), format!("= {listed}\n\n"));
        let answer = ask(&mut session, command.name);
        if !listed {
            assert!(answer.starts_with("? "), "{}: {answer}", command.name);
            continue;
        }
        let fine = answer.starts_with('=') || answer == "? syntax error\n\n";
        let expected = fine || answer == "? bad vertex list\n\n" || answer == "? cannot undo\n\n";
        assert!(expected, "{}: {answer}", command.name);
    }
}

#[test]
fn all_sizes_from_2_to_25_play_with_handicap() {
    for size in 2..=25 {
        let mut session = session();
        send(&mut session, &[&format!("boardsize {size}")]);
        let answer = ask(&mut session, "place_free_handicap 3");
        assert_eq!(answer.split_whitespace().count(), 4, "{size}: {answer}");
        let lines = [
            "komi 0",
            "genmove w",
            "genmove b",
            "final_score",
            "undo",
            "showboard",
        ];
        send(&mut session, &lines[..5]);
        let board = ask(&mut session, "showboard");
        assert!(!board.trim_end().contains("\n\n"), "{board}");
    }
}

#[test]
fn free_handicap_is_just_what_was_asked() {
    for stones in (2..81).step_by(3) {
        let mut session = session();
        let answer = ask(&mut session, &format!("place_free_handicap {stones}"));
        let mut points: Vec<_> = answer.split_whitespace().skip(1).collect();
        points.sort_unstable();
        points.dedup();
        assert_eq!(points.len(), stones, "{answer}");
        assert_eq!(ask(&mut session, "undo"), "? cannot undo\n\n");
    }
}

#[test]
fn all_time_settings_are_accepted() {
    let mut session = session();
    let numbers = ["0", "1", "60", "2147483647", "-5", "0.5"];
    for main in numbers {
        for period in numbers {
            for stones in numbers {
                let settings = format!("time_settings {main} {period} {stones}");
                let left = format!("time_left b {main} {stones}");
                send(&mut session, &[&settings, &left, "time_left w 0 0"]);
            }
        }
    }
    send(
        &mut session,
        &["kgs-time_settings none", "time_left b 5 0", "genmove b"],
    );
}

#[test]
fn time_is_booked_on_the_clock_of_who_thought() {
    let mut session = session();
    send(
        &mut session,
        &["time_settings 100 0 0", "genmove b", "reg_genmove w"],
    );
    let main = Duration::from_secs(100);
    let left = |session: &Session, color| session.engine.clock().player(color).main_left();
    assert!(left(&session, Color::Black) < main);
    assert_eq!(left(&session, Color::White), main);
    send(&mut session, &["time_left w 50 0", "play w A1"]);
    assert_eq!(left(&session, Color::White), Duration::from_secs(50));
    for line in ["clear_board", "boardsize 9", "time_settings 100 0 0"] {
        send(&mut session, &["genmove b", line]);
        assert_eq!(left(&session, Color::Black), main, "{line}");
        let settings = TimeSettings::Absolute { main };
        assert_eq!(session.engine.clock().settings(), settings);
    }
}

fn file(name: &str, text: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder for tests can be written");
    path
}

#[test]
fn broken_records_leave_the_game_alone() {
    let mut session = session();
    send(&mut session, &["play b E5"]);
    let before = state(&mut session);
    let nested = b"(".repeat(1_000_000);
    for (index, text) in [
        &b""[..],
        b"(",
        b"()",
        b"no game",
        b"(;SZ[0])",
        b"(;SZ[1000])",
        b"(;SZ[19:13])",
        b"(;SZ[x])",
        b"(;SZ[9];B[ee]",
        b"(;SZ[9];B[e",
        b";;)",
        b"\xff\xfe\x00",
        &nested,
    ]
    .into_iter()
    .enumerate()
    {
        let path = file(&format!("broken-{index}.sgf"), text);
        let answer = ask(&mut session, &format!("loadsgf {}", path.display()));
        assert_eq!(answer, "? cannot load file\n\n", "{index}");
        assert_eq!(state(&mut session), before, "{index}");
    }
}

#[test]
fn a_game_is_written_and_read_back() {
    let mut session = session();
    let lines = [
        "komi 6.5",
        "fixed_handicap 3",
        "play w E5",
        "play b pass",
        "genmove w",
    ];
    send(&mut session, &lines);
    let before = state(&mut session);
    let path = file("written game.sgf", b"");
    let name = path.display();
    send(
        &mut session,
        &[&format!("printsgf \"{name}\""), "boardsize 19"],
    );
    send(&mut session, &[&format!("loadsgf \"{name}\"")]);
    assert_eq!(state(&mut session), before);
}

#[test]
fn whose_turn_it_was_is_written_where_white_plays_first() {
    let mut session = session();
    send(&mut session, &["play w D4"]);
    let written = ask(&mut session, "printsgf");
    assert!(written.contains("PL[B]"), "{written}");
    let record = written.trim_start_matches("= ");
    let path = file("white first.sgf", record.as_bytes());
    send(&mut session, &[&format!("loadsgf \"{}\"", path.display())]);
    assert_eq!(ask(&mut session, "printsgf"), written);
    send(&mut session, &["undo"]);
    let board = ask(&mut session, "showboard");
    assert!(board.contains("Black to move"), "{board}");
}

#[test]
fn random_lines_are_answered_and_never_a_fault() {
    let mut dice = SmallRng::seed_from_u64(1);
    let values = [
        "b",
        "w",
        "black",
        "A1",
        "C3",
        "j9",
        "pass",
        "K10",
        "T19",
        "I5",
        "0",
        "1",
        "2",
        "5",
        "9",
        "-1",
        "1e9",
        "true",
        "ko",
        "SIMPLE",
        "dead",
        "alive",
        "seki",
        "{}",
        "{\"ko\":1}",
        "\"",
        "\u{ff}",
        "japanese",
        "none",
        "canadian",
    ];
    let names: Vec<_> = commands::all()
        .map(|command| command.name)
        .filter(|name| !matches!(*name, "printsgf" | "gomill-savesgf" | "loadsgf"))
        .collect();
    let mut session = session();
    send(&mut session, &["boardsize 5"]);
    for _ in 0..3000 {
        let mut line = names[dice.random_range(0..names.len())].to_owned();
        for _ in 0..dice.random_range(0..5) {
            let _ = write!(line, " {}", values[dice.random_range(0..values.len())]);
        }
        let answer = ask(&mut session, &line);
        assert!(
            answer.starts_with(['=', '?']) && answer.ends_with("\n\n"),
            "{line}: {answer}"
        );
        assert!(!answer.contains("internal error"), "{line}: {answer}");
        assert!(!answer.trim_end().contains("\n\n"), "{line}: {answer}");
    }
}

/// The player who is ahead passes where nothing else would end the game: a repetition with a pass in between is no cycle.
#[test]
fn games_under_simple_ko_come_to_an_end() {
    for (size, rules) in [
        (2, "japanese"),
        (3, "japanese"),
        (2, "stone-scoring"),
        (3, "korean"),
    ] {
        let mut session = session();
        session.engine.config_mut().resign = None;
        let lines = [
            format!("boardsize {size}"),
            format!("kata-set-rules {rules}"),
        ];
        send(&mut session, &lines.each_ref().map(String::as_str));
        let ended = (0..200).any(|number| {
            let color = if number % 2 == 0 { "b" } else { "w" };
            let answer = ask(&mut session, &format!("genmove {color}"));
            assert!(answer.starts_with("= "), "{answer}");
            session.engine.game().is_over()
        });
        assert!(
            ended,
            "{size}x{size}, {rules}: {}",
            ask(&mut session, "printsgf")
        );
    }
}

#[test]
fn a_resignation_is_taken_back_by_undo() {
    let mut session = session();
    send(
        &mut session,
        &["boardsize 5", "komi 0", "kata-set-param resign_threshold 1"],
    );
    let resigned = (0..60).any(|i| {
        let color = if i % 2 == 0 { "b" } else { "w" };
        ask(&mut session, &format!("genmove {color}")).contains("resign")
    });
    assert!(resigned && ask(&mut session, "printsgf").contains("+R]"));
    // What changes nothing leaves it, and so do errors.
    for (line, sign) in [
        ("gg-undo 0", '='),
        ("gogui-play_sequence", '='),
        ("gogui-play_sequence b pass w Z9", '?'),
        ("gogui-play_sequence w pass b pass w T19", '?'),
        ("play b T19", '?'),
        ("gg-undo 99", '?'),
    ] {
        assert!(ask(&mut session, line).starts_with(sign), "{line}");
        assert!(ask(&mut session, "printsgf").contains("+R]"), "{line}");
    }
    let undone = ask(&mut session, "undo");
    assert!(undone.starts_with('='), "{undone}");
    send(
        &mut session,
        &["kata-set-param resign_threshold 0", "genmove b"],
    );
    let record = ask(&mut session, "printsgf");
    assert!(!record.contains("+R]"), "{record}");
}

#[test]
fn what_an_analysis_left_out_is_found_by_the_next() {
    let mut session = session();
    send(&mut session, &["boardsize 9", "play b E5"]);
    let only = ask(&mut session, "lz-analyze w maxvisits 200 allow w A1 1");
    assert!(only.contains("info move A1 "), "{only}");
    let all = ask(&mut session, "lz-analyze w maxvisits 200");
    assert!(
        !all.contains("info move A1 ") || all.matches("info move").count() > 5,
        "{all}"
    );
}

/// What a search made below its root, where superko is not looked at before a move is tried, becomes the root of the next.
#[test]
fn candidates_are_legal_where_the_tree_is_kept() {
    let mut rng = SmallRng::seed_from_u64(5);
    let mut session = session();
    send(&mut session, &["kata-set-rules tromp-taylor"]);
    let mut banned = 0;
    for game in 0..40 {
        let size = 2 + game % 2;
        send(&mut session, &[&format!("boardsize {size}")]);
        for number in 0..30 {
            let color = ["b", "w"][number % 2];
            let legal = ask(&mut session, &format!("all_legal {color}"));
            let legal: Vec<_> = legal.split_whitespace().skip(1).collect();
            let told = ask(
                &mut session,
                &format!("kata-search_analyze {color} minmoves 99"),
            );
            let words: Vec<_> = told.split_whitespace().collect();
            let moves = words.windows(2).filter(|pair| pair[0] == "move");
            let plays: Vec<_> = moves
                .map(|pair| pair[1])
                .filter(|&mv| mv != "pass")
                .collect();
            assert!(
                plays.iter().all(|mv| legal.contains(mv)),
                "{legal:?}: {told}"
            );
            let empty = ask(&mut session, "showboard").matches(" .").count();
            banned += usize::from(legal.len() < empty);
            let mv = if legal.is_empty() || rng.random_bool(0.2) {
                "pass"
            } else {
                legal[rng.random_range(0..legal.len())]
            };
            send(&mut session, &[&format!("play {color} {mv}")]);
        }
    }
    assert!(
        banned > 50,
        "only {banned} positions had points that are not legal"
    );
}

#[test]
fn ownership_is_told_by_more_than_one_playout_where_the_tree_is_kept() {
    let mut session = session();
    send(
        &mut session,
        &["boardsize 9", "play b E5", "kata-analyze w maxvisits 300"],
    );
    let again = ask(
        &mut session,
        "kata-analyze w maxvisits 300 maxmoves 1 ownership true",
    );
    let (_, values) = again.split_once("ownership ").expect("ownership");
    let values = values
        .split_whitespace()
        .map_while(|word| word.parse::<f64>().ok());
    let between = values.filter(|value| value.abs() < 0.99).count();
    assert!(between > 20, "{again}");
}
