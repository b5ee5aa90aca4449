//! Game records of every age and state, from fixtures in `tests/sgf`, each named for what it shows; and what the writer makes
//! of games.

use std::path::Path;

use tengen::go::{Color, Komi, Move, Point, Points};
use tengen::sgf::{
    GameTree, Handicap, Info, Node, Outcome, ReadError, Record, Step, WinBy, read, read_all,
};

fn bytes(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/sgf/{name}.sgf"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn load(name: &str) -> Record {
    read(&bytes(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The moves of a record: `B:E5 W:pass`.
fn moves(record: &Record) -> String {
    let moves = record.moves();
    let moves: Vec<_> = moves
        .map(|(color, mv)| format!("{}:{mv}", color.letter()))
        .collect();
    moves.join(" ")
}

/// The set-up of a node: `B:A1 .:B2`.
fn setup(node: &Node) -> String {
    let letter = |stone: Option<Color>| stone.map_or('.', Color::letter);
    let points: Vec<_> = node
        .setup
        .iter()
        .map(|&(point, stone)| format!("{}:{point}", letter(stone)))
        .collect();
    points.join(" ")
}

fn warnings(record: &Record) -> Vec<String> {
    record.warnings.iter().map(ToString::to_string).collect()
}

fn text(value: Option<&String>) -> &str {
    value.map_or("", String::as_str)
}

#[test]
fn an_ff4_game_is_read_whole() {
    let record = load("ff4-even-game");
    assert_eq!((record.size, record.encoding), (9, "UTF-8"));
    assert_eq!(moves(&record), "B:E5 W:C3 B:pass W:pass");
    let info = &record.info;
    assert_eq!(info.komi, Some(Komi::hundredths(750)));
    assert_eq!(text(info.players.black.as_ref()), "Black ] player");
    assert_eq!(text(info.players.white.as_ref()), "White");
    assert_eq!(text(info.ranks.black.as_ref()), "3d");
    assert_eq!(text(info.ranks.white.as_ref()), "4d");
    assert_eq!(text(info.rules.as_ref()), "Chinese");
    assert_eq!(text(info.date.as_ref()), "2026-01-02");
    assert_eq!(text(info.event.as_ref()), "Test match");
    assert_eq!(text(info.result.as_ref()), "W+0.5");
    assert_eq!(
        record.outcome(),
        Outcome::Win {
            winner: Color::White,
            by: WinBy::Margin(Points::HALF)
        }
    );
    assert_eq!(
        record.comment(),
        Some("Root comment.\nSecond line with ] and \\.")
    );
    assert_eq!(record.nodes[2].extra("BL"), Some(&["12.5".to_string()][..]));
    assert_eq!(record.nodes[3].comment.as_deref(), Some("A pass."));
    assert_eq!(warnings(&record), [""; 0]);
}

#[test]
fn old_and_odd_spellings_of_moves() {
    for (name, expected) in [
        ("ff1-long-names", "B:G7 W:C3 B:pass"),
        ("ff3-tt-pass", "B:Q16 W:pass B:D4"),
        ("tt-is-a-point-on-25x25", "B:U6 W:pass B:Z1"),
        ("coordinates-as-vertices", "B:R16 W:D4 B:pass"),
        ("lower-case-move-names", "W:C3"),
        ("size-missing", "B:T1"),
        ("size-square-pair", "B:N1"),
        ("crlf-and-bom", "B:E5 W:pass"),
        ("brackets-in-comments", "B:E5"),
        ("another-game", "GM[2]"),
    ] {
        match read(&bytes(name)) {
            Ok(record) => assert_eq!(moves(&record), expected, "{name}"),
            Err(error) => assert_eq!(error.to_string(), format!("not a record of Go: {expected}")),
        }
    }
    let old = load("ff1-long-names");
    assert_eq!(text(old.info.players.black.as_ref()), "Old");
    assert_eq!((old.size, old.info.komi), (9, Some(Komi::hundredths(550))));
    let comment = load("crlf-and-bom");
    assert_eq!(comment.comment(), Some("one\ntwo, still two"));
    assert_eq!(warnings(&load("brackets-in-comments")), [""; 0]);
}

#[test]
fn broken_structure_is_mended() {
    for (name, expected) in [
        ("missing-first-semicolon", "B:E5 W:C3"),
        ("missing-semicolons", "B:E5 W:C3 B:G7"),
        ("missing-semicolon-in-variation", "B:E5 W:C3 B:G7"),
        ("empty-nodes-and-variations", "B:E5 W:C3"),
        ("junk-before-and-after", "B:E5 W:C3"),
        ("several-games", "B:E5 W:C3"),
        ("variations-first-child-counts", "B:E5 W:C3 B:G7"),
        ("variations-cut-off", "B:E5 W:C3 B:G7"),
    ] {
        let record = load(name);
        assert_eq!(moves(&record), expected, "{name}");
        assert!(record.nodes[0].mv.is_none(), "{name}");
    }
    let record = load("missing-semicolons");
    assert_eq!(record.nodes.len(), 4);
    assert_eq!(
        record.nodes[3].comment.as_deref(),
        Some("three moves in one node")
    );
    assert_eq!(warnings(&record), ["node 1: several moves in one node"]);
    assert_eq!(
        warnings(&load("variations-cut-off")),
        ["node 4: the variations after the main line are cut off"]
    );
}

#[test]
fn what_is_no_whole_game_of_go_is_refused_in_one_line() {
    for (name, message) in [
        ("empty", "no game record found"),
        ("no-game", "no game record found"),
        (
            "truncated-in-a-value",
            "the record ends in the middle of the game",
        ),
        (
            "truncated-between-nodes",
            "the record ends in the middle of the game",
        ),
        ("size-zero", "board size SZ[0] is not 2 to 25"),
        ("size-too-large", "board size SZ[1000] is not 2 to 25"),
        ("size-not-square", "the board is not square: SZ[19:13]"),
        ("another-game", "not a record of Go: GM[2]"),
    ] {
        let error = read(&bytes(name)).expect_err(name);
        assert_eq!(error.to_string(), message, "{name}");
    }
    let error = read(b"(;SZ[1\n2\n345678901234567890123456789])").expect_err("size");
    assert_eq!(error.to_string().lines().count(), 1);
    assert_eq!(read(&b"(".repeat(1_000_000)), Err(ReadError::NoGame));
}

#[test]
fn all_games_of_a_collection() {
    let games = read_all(&bytes("several-games"));
    let games: Vec<_> = games
        .iter()
        .map(|game| game.as_ref().map(moves).map_err(ToString::to_string))
        .collect();
    assert_eq!(
        games,
        [
            Ok("B:E5 W:C3".to_string()),
            Err("board size SZ[0] is not 2 to 25".to_string()),
            Ok("B:G7 W:pass".to_string()),
        ]
    );
    assert_eq!(read_all(b"nothing"), [Err(ReadError::NoGame)]);
    assert_eq!(read_all(b"(;B[aa])(;B[").len(), 2);
}

#[test]
fn set_up_is_expanded_and_stands_apart_from_moves() {
    let record = load("compressed-lists");
    assert_eq!(
        setup(&record.nodes[0]),
        "B:A8 B:A9 B:B8 B:B9 B:C8 B:C9 B:J1 W:E3 W:F3 W:G3 W:A5"
    );
    assert_eq!(setup(&record.nodes[1]), "W:B8 .:B9 .:C9");
    assert_eq!(record.nodes[1].player, Some(Color::White));

    let record = load("setup-in-later-nodes");
    let steps: Vec<_> = record
        .steps()
        .map(|step| match step {
            Step::SetUp { stones, player } => (stones.len(), player, None),
            Step::Move(color, mv) => (0, None, Some((color, mv.to_string()))),
        })
        .collect();
    let (black, white) = (Color::Black, Color::White);
    assert_eq!(
        steps,
        [
            (3, Some(white), None),
            (0, None, Some((white, "C3".to_string()))),
            (2, Some(black), None),
            (1, Some(Color::Black), None),
            (0, None, Some((black, "C7".to_string()))),
        ]
    );
    assert_eq!(record.steps_before(1).count(), 1);
    assert_eq!(record.steps_before(2).count(), 4);
    assert_eq!(record.steps_before(3).count(), 5);
    assert_eq!(record.steps_before(usize::MAX).count(), 5);

    let record = load("setup-and-move-in-one-node");
    assert_eq!(record.nodes.len(), 4);
    assert_eq!(setup(&record.nodes[0]), "B:E5");
    assert_eq!(record.comment(), Some("root"));
    assert_eq!(setup(&record.nodes[2]), "W:A9");
    assert_eq!(record.nodes[2].player, Some(white));
    assert_eq!(record.nodes[3].comment.as_deref(), Some("both"));
    assert_eq!(moves(&record), "B:C3 W:B8");

    assert_eq!(
        setup(&load("setup-twice-on-a-point").nodes[0]),
        "B:A9 B:C7 W:B8"
    );
    assert_eq!(setup(&load("size-after-setup").nodes[0]), "B:J1");
}

#[test]
fn points_off_the_board_are_skipped_with_a_warning() {
    let record = load("points-off-the-board");
    assert_eq!(moves(&record), "B:E5 W:C3");
    assert_eq!(setup(&record.nodes[0]), "B:A9");
    assert_eq!(
        warnings(&record),
        [
            "node 0: AB[jj] is off the board",
            "node 0: AB[bb:kk] is off the board",
            "node 2: W[rs] is off the board",
            "node 3: B[e0] is off the board",
            "node 5: B[AB] is off the board",
        ]
    );
    let (black, white) = (Color::Black, Color::White);
    assert_eq!(record.gaps, [(2, white), (2, black), (3, black)]);
}

/// `PL` beside a move is set-up where it names who makes the move; else it says no more than whose turn comes next.
#[test]
fn the_player_beside_a_move() {
    for (text, players) in [
        ("(;SZ[5];B[aa]PL[W];W[bb]PL[B];B[cc])", &[None; 4][..]),
        ("(;SZ[5]PL[W]B[aa])", &[None; 2]),
        ("(;SZ[5];W[aa]PL[W])", &[None, Some(Color::White), None]),
        (
            "(;SZ[5];AB[bb]PL[W]B[aa])",
            &[None, Some(Color::White), None],
        ),
    ] {
        let record = read(text.as_bytes()).expect(text);
        let found: Vec<_> = record.nodes.iter().map(|node| node.player).collect();
        assert_eq!(found, players, "{text}");
    }
}

#[test]
fn komi_in_points_and_zi() {
    for (name, komi) in [
        ("komi-in-zi", Some(750)),
        ("komi-in-hundredths-of-zi", Some(750)),
        ("komi-in-hundredths-from-fox", Some(50)),
        ("komi-with-comma", Some(650)),
        ("komi-missing", None),
        ("komi-not-a-number", None),
        ("game-info-in-second-node", Some(550)),
    ] {
        assert_eq!(load(name).info.komi, komi.map(Komi::hundredths), "{name}");
    }
    assert_eq!(
        warnings(&load("komi-not-a-number")),
        ["node 0: KM[none] is no number"]
    );
    assert_eq!(
        text(load("game-info-in-second-node").info.players.black.as_ref()),
        "Late"
    );
}

#[test]
fn players_by_number_and_properties_given_twice() {
    let record = load("player-by-number");
    let players: Vec<_> = record.nodes.iter().map(|node| node.player).collect();
    assert_eq!(players, [Some(Color::White), Some(Color::Black), None]);
    assert_eq!(record.first_player(), Color::White);
    assert_eq!(record.comment(), Some("one\ntwo"));
    let both = ["a".to_string(), "b".to_string()];
    assert_eq!(record.nodes[0].extra("XX"), Some(&both[..]));
    assert_eq!(warnings(&record), ["node 2: PL names no player"]);
}

#[test]
fn handicap_in_the_three_ways_of_servers() {
    for (name, handicap, first) in [
        ("handicap-set-up", Handicap::SetUp(2), Color::White),
        ("handicap-in-second-node", Handicap::SetUp(2), Color::White),
        ("handicap-played", Handicap::Played(3), Color::Black),
        (
            "handicap-without-stones",
            Handicap::Missing(4),
            Color::White,
        ),
        ("ff4-even-game", Handicap::None, Color::Black),
        (
            "komi-in-hundredths-from-fox",
            Handicap::Missing(2),
            Color::White,
        ),
    ] {
        let record = load(name);
        assert_eq!(
            (record.handicap(), record.first_player()),
            (handicap, first),
            "{name}"
        );
    }
}

#[test]
fn texts_in_every_encoding() {
    for (name, encoding, black, white, comment) in [
        ("utf8", "UTF-8", "黑", "白", "你好 ]"),
        ("utf8-undeclared", "UTF-8", "黑方", "白方", "对局"),
        ("gb2312", "GBK", "黑方", "白方", "第一局 黑先"),
        ("gb18030-trail-bytes", "gb18030", "甛", "瞉", "第一局"),
        (
            "gb18030-undeclared",
            "gb18030",
            "黑方棋手",
            "白方棋手",
            "第一局，黑先",
        ),
        (
            "gb18030-declared-utf8",
            "gb18030",
            "黑方棋手",
            "白方棋手",
            "第一局，黑先",
        ),
        ("shift-jis-trail-bytes", "Shift_JIS", "表", "ゾ", "能ソ十"),
        (
            "shift-jis-undeclared",
            "Shift_JIS",
            "ソリティア",
            "本因坊",
            "これは碁です",
        ),
        ("big5-trail-bytes", "Big5", "功許", "包", "第一局 育"),
        (
            "big5-undeclared",
            "Big5",
            "圍棋名人",
            "中華民國",
            "第一局的成功",
        ),
        ("euc-kr", "EUC-KR", "흑", "백", "첫번째 대국"),
        (
            "latin-1-undeclared",
            "windows-1252",
            "André",
            "Jürgen",
            "une partie jouée à Orléans",
        ),
        ("iso-2022-jp", "ISO-2022-JP", "黒番", "白番", "碁"),
        ("utf16-le-bom", "UTF-16LE", "黑", "白", ""),
        (
            "character-cut-in-two",
            "GBK",
            "黑方棋\u{fffd}",
            "白方棋手",
            "",
        ),
    ] {
        let record = load(&format!("encoding-{name}"));
        let info = &record.info;
        assert_eq!(record.encoding, encoding, "{name}");
        assert_eq!(text(info.players.black.as_ref()), black, "{name}");
        assert_eq!(text(info.players.white.as_ref()), white, "{name}");
        assert_eq!(record.comment().unwrap_or(""), comment, "{name}");
        assert_eq!(moves(&record), "B:E5 W:C3", "{name}");
    }
}

/// Variations as the flat number of the node before each and its moves.
fn variations(record: &Record) -> Vec<(usize, String)> {
    let moves = |nodes: &[Node]| {
        let moves = nodes.iter().filter_map(|node| node.mv);
        let texts = moves.map(|(color, mv)| format!("{}:{mv}", color.letter()));
        texts.collect::<Vec<_>>().join(" ")
    };
    let lines = record.variations.iter();
    lines.map(|line| (line.after, moves(&line.nodes))).collect()
}

#[test]
fn variations_are_kept() {
    let list = |lines: &[(usize, &str)]| -> Vec<(usize, String)> {
        lines
            .iter()
            .map(|&(after, moves)| (after, moves.to_string()))
            .collect()
    };
    for (text, main, lines) in [
        ("(;SZ[9];B[ee];W[cg])", "B:E5 W:C3", &[][..]),
        (
            "(;SZ[9](;B[ee](;W[cg];B[gc])(;W[gg]C[x]))(;B[dd];W[ee]KM[3]))",
            "B:E5 W:C3 B:G7",
            &[(1, "W:G3"), (0, "B:D6 W:E5")],
        ),
        // A variation of a variation; a node with two moves; an empty one; nodes after a variation; text between.
        (
            "(;SZ[9];B[ee](;W[cg])(;W[gg]B[dd](;W[aa])(;W[bb](;B[cc])(;B[ff])))()C[no];W[hh] x)",
            "B:E5 W:C3",
            &[
                (1, "W:G3 B:D6 W:A9"),
                (4, "W:B8 B:C7"),
                (6, "B:F4"),
                (1, "W:H2"),
            ],
        ),
        // A tree beside the first one is no part of its game.
        (
            "((;SZ[9];B[ee](;W[cg])(;W[gg]))(;B[dd];W[ee]))",
            "B:E5 W:C3",
            &[(1, "W:G3")],
        ),
        ("((;SZ[9])(;B[dd]))", "", &[]),
        // Set-up that leads into a variation; a missing semicolon.
        ("(;SZ[9](;AB[aa])(AB[cc]PL[W];W[dd]))", "", &[(0, "W:D6")]),
    ] {
        let record = read(text.as_bytes()).expect(text);
        assert_eq!(moves(&record), main, "{text}");
        assert_eq!(variations(&record), list(lines), "{text}");
        assert_eq!(record.info.komi, None, "{text}");
        let written = GameTree::from(&record).to_string();
        let again = read(written.as_bytes()).expect("what was written");
        assert_eq!(again.nodes, record.nodes, "{written}");
        assert_eq!(again.variations, record.variations, "{written}");
    }
    // What is cut off is kept as far as it goes.
    let record = read(b"(;SZ[9](;B[ee])(;B[dd];W[cc]").expect("a whole main line");
    assert_eq!(variations(&record), list(&[(0, "B:D6 W:C7")]));
    assert_eq!(record.warnings.len(), 1);
}

#[test]
fn variations_and_properties_of_a_review() {
    let record = load("ff4-even-game");
    let mut tree = GameTree::from(&record);
    let line: Vec<_> = tree.main_line().collect();
    assert_eq!(line.len(), record.nodes.len());
    tree.node_mut(line[1])
        .extra
        .push(("SBKV".to_string(), vec!["51.25".to_string()]));
    let better = tree.add(
        line[1],
        Node::with_move(Color::White, Move::Play(Point::new(6, 6))),
    );
    tree.node_mut(better).comment = Some("Better [here] \\o/".to_string());
    tree.add(better, Node::with_move(Color::Black, Move::Pass));
    let written = tree.to_string();
    assert_eq!(
        written.replace(env!("CARGO_PKG_VERSION"), "VERSION"),
        "(;GM[1]FF[4]CA[UTF-8]AP[Tengen:VERSION]\n\
         SZ[9]RU[Chinese]KM[7.5]\n\
         PB[Black \\] player]BR[3d]PW[White]WR[4d]DT[2026-01-02]EV[Test match]RE[W+0.5]\
         C[Root comment.\nSecond line with \\] and \\\\.]\n\
         ;B[ee]SBKV[51.25]\n\
         (;W[cg]BL[12.5];B[]C[A pass.]\n\
         ;W[])\n\
         (;W[gc]C[Better [here\\] \\\\o/]\n\
         ;B[]))"
    );
    let again = read(written.as_bytes()).expect("a record");
    assert_eq!(
        again.nodes[1].extra("SBKV"),
        Some(&["51.25".to_string()][..])
    );
    assert_eq!(moves(&again), moves(&record));
}

#[test]
fn the_writer_takes_apart_and_cleans_what_it_is_given() {
    let mut info = Info {
        komi: Some(Komi::whole(375)),
        ..Info::default()
    };
    info.players.black = Some(" two\nlines\t".to_string());
    info.event = Some("\n".to_string());
    let mut tree = GameTree::new(9, info);
    let point = Point::new(0, 0);
    let root = tree.node_mut(GameTree::ROOT);
    root.setup.push((point, Some(Color::White)));
    root.mv = Some((Color::Black, Move::Pass));
    root.comment = Some("a\r\nb\tc\0".to_string());
    root.extra = vec![
        ("C".to_string(), vec!["twice".to_string()]),
        ("no]name".to_string(), vec![String::new()]),
        ("KO".to_string(), vec![String::new()]),
    ];
    let written = tree.to_string();
    let again = read(written.as_bytes()).expect("a record");
    assert!(again.warnings.is_empty(), "{written}");
    assert_eq!(again.info.komi, Some(Komi::whole(375)));
    assert_eq!(text(again.info.players.black.as_ref()), "two lines");
    assert_eq!(again.info.event, None);
    assert_eq!(setup(&again.nodes[0]), "W:A1");
    assert_eq!(again.nodes[1].mv, Some((Color::Black, Move::Pass)));
    assert_eq!(again.nodes[1].comment.as_deref(), Some("a\nb c"));
    assert_eq!(
        again.nodes[1].extra,
        [("KO".to_string(), vec![String::new()])]
    );
}

#[test]
fn text_that_holds_no_property_is_no_game() {
    for text in ["hello (; world )", "\u{1}\u{2}(;\u{1}x\u{2})"] {
        assert!(read(text.as_bytes()).is_err(), "{text:?}");
    }
    assert!(read(b"(;)").is_ok(), "an empty game");
}

#[test]
fn the_stated_handicap_counts_whatever_stones_are_set_up() {
    let record = read(b"(;SZ[9]HA[2]AB[cg][gc][aa]AW[ee])").expect("a game");
    assert_eq!(record.handicap(), Handicap::SetUp(2));
}
