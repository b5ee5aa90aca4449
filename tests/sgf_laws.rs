//! The laws of game records: what is written reads back, whatever was read; and no record is too deep or too long.

mod laws;

use std::path::Path;

use laws::sgf::assert_reads_back;
use proptest::prelude::*;
use tengen::go::{Color, Komi, Move, Point};
use tengen::sgf::{GameTree, Info, Node, NodeId, ReadError, Record, read, read_all};

fn fixtures() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sgf");
    let entries = std::fs::read_dir(folder).expect("fixtures");
    entries
        .map(|entry| std::fs::read(entry.expect("fixture").path()).expect("fixture"))
        .collect()
}

#[test]
fn fixtures_read_back_as_written() {
    let mut games = 0;
    for bytes in fixtures() {
        for record in read_all(&bytes).iter().flatten() {
            assert_reads_back(record);
            games += 1;
        }
    }
    assert!(games > 40, "{games}");
}

#[test]
fn deep_and_long_records_need_no_stack() {
    const NODES: usize = 1_000_000;
    let deep = "(;B[aa]".repeat(NODES) + &")".repeat(NODES);
    let long = "(;".to_string() + &"B[aa];".repeat(NODES) + ")";
    for text in [&deep, &long] {
        let record = read(text.as_bytes()).expect("a game");
        assert_eq!(record.moves().count(), NODES);
    }
    let record = read(deep.as_bytes()).expect("a game");
    assert_reads_back(&record);
    let unclosed = "(;B[aa]".repeat(NODES);
    assert_eq!(read(unclosed.as_bytes()), Err(ReadError::Truncated));
    let rectangles = format!("(;SZ[25]{})", ";AB[aa:yy]".repeat(100_000));
    let empty = format!("({})", ";".repeat(3 * NODES));
    let moves = format!("(;SZ[9]{})", "B[aa]".repeat(3 * NODES));
    for text in [rectangles, empty, moves] {
        assert_eq!(read(text.as_bytes()), Err(ReadError::TooLarge));
    }
    // Variations beyond that are left out.
    let variations = format!("(;SZ[9](;B[aa]){})", "(;B[bb])".repeat(2 * NODES));
    let record = read(variations.as_bytes()).expect("a game");
    assert!(record.variations.len() < 2 * NODES && record.warnings.len() == 1);
}

/// Characters that matter to the format, to encodings and to lines.
fn any_text() -> impl Strategy<Value = String> {
    proptest::string::string_regex("[a-zA-Z0-9 \\[\\]\\\\():;,.\n围棋表ソé한\u{fffd}🙂]{0,12}")
        .expect("a pattern")
}

fn any_line() -> impl Strategy<Value = Option<String>> {
    any_text().prop_map(|text| {
        let line = text.replace('\n', " ").trim().to_string();
        (!line.is_empty()).then_some(line)
    })
}

fn any_color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn any_point(size: usize) -> impl Strategy<Value = Point> {
    (0..size, 0..size).prop_map(|(column, row)| Point::new(column, row))
}

fn any_info() -> impl Strategy<Value = Info> {
    let lines = prop::collection::vec(any_line(), 8);
    let komi = prop::option::of(-100_000_i64..100_000);
    (lines, komi, prop::option::of(0_u32..30)).prop_map(|(lines, komi, handicap)| {
        let mut lines = lines.into_iter();
        let mut line = || lines.next().flatten();
        let mut info = Info {
            komi: komi.map(Komi::hundredths),
            handicap,
            rules: line(),
            result: line(),
            date: line(),
            event: line(),
            ..Info::default()
        };
        info.players.black = line();
        info.players.white = line();
        info.ranks.black = line();
        info.ranks.white = line();
        info
    })
}

fn any_setup(size: usize) -> impl Strategy<Value = Vec<(Point, Option<Color>)>> {
    prop::collection::vec((any_point(size), prop::option::of(any_color())), 0..6).prop_map(
        |mut setup| {
            setup.sort_by_key(|&(point, _)| point);
            setup.dedup_by_key(|&mut (point, _)| point);
            setup.sort_by_key(|&(_, stone)| stone.map_or(2, Color::index));
            setup
        },
    )
}

/// A node as the reader makes it: set-up or a move. The root is one of set-up.
fn any_node(size: usize, is_root: bool) -> impl Strategy<Value = Node> {
    let comment = prop::option::of(any_text().prop_filter("not empty", |text| !text.is_empty()));
    let values = prop::collection::vec(any_text(), 1..3);
    let extra = prop::collection::btree_map("[X-Z][A-Z0-9]{0,3}", values, 0..3);
    let setup = (any_setup(size), prop::option::of(any_color()));
    let mv = (any_color(), prop::option::of(any_point(size)));
    (any::<bool>(), setup, mv, comment, extra).prop_map(
        move |(is_move, (setup, player), (color, point), comment, extra)| {
            let extra = extra.into_iter().collect();
            let mv = (color, point.map_or(Move::Pass, Move::Play));
            let node = Node {
                comment,
                extra,
                ..Node::default()
            };
            if is_move && !is_root {
                Node {
                    mv: Some(mv),
                    ..node
                }
            } else {
                Node {
                    setup,
                    player,
                    ..node
                }
            }
        },
    )
}

fn any_record() -> impl Strategy<Value = Record> {
    (2_usize..=25).prop_flat_map(|size| {
        let nodes = prop::collection::vec(any_node(size, false), 0..12);
        (any_info(), any_node(size, true), nodes).prop_map(move |(info, root, nodes)| Record {
            size,
            info,
            nodes: std::iter::once(root).chain(nodes).collect(),
            variations: Vec::new(),
            encoding: "UTF-8",
            warnings: Vec::new(),
            gaps: Vec::new(),
        })
    })
}

/// Pieces that records are made of, whole and broken, in no order.
fn any_soup() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<&'static [u8]> = vec![
        b"(",
        b")",
        b";",
        b"[",
        b"]",
        b"\\",
        b":",
        b"\n",
        b"B[aa]",
        b"W[]",
        b"W[tt]",
        b"AB[aa:cc]",
        b"AE[bb]",
        b"PL[W]",
        b"SZ[9]",
        b"SZ[19:13]",
        b"KM[3.75]",
        b"HA[2]",
        b"CA[GB18030]",
        b"CA[Shift_JIS]",
        b"CA[utf-8]",
        b"PB[",
        b"C[",
        b"GM[1]",
        b"AP[foxwq]",
        b"x",
        b"Black[cc]",
        b"\xb0\xa1",
        b"\x95\x5c",
        b"\x83\x5d",
        b"\xe5\x9b\xb4",
        b"\x81",
        b"\xff\xfe",
        b"\x1b$B",
        b"\0",
        b"\r",
        b"\t",
        b"(;",
        b";;)",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..40).prop_map(|pieces| pieces.concat())
}

/// A fixture with some bytes changed, and cut off or not.
fn any_damaged() -> impl Strategy<Value = Vec<u8>> {
    let bytes = prop_oneof![
        prop::sample::select(&b"()[];\\:\nBWACt\x81\x95\xe5\0"[..]),
        any::<u8>()
    ];
    let changes = prop::collection::vec((any::<prop::sample::Index>(), bytes), 0..6);
    let cut = prop::option::of(any::<prop::sample::Index>());
    let fixtures = prop::sample::select(fixtures()).prop_filter("not empty", |f| !f.is_empty());
    (fixtures, changes, cut).prop_map(|(mut bytes, changes, cut)| {
        for (at, byte) in changes {
            *at.get_mut(&mut bytes) = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        bytes
    })
}

/// Every node of a tree that [`GameTree::add`] grew in some order: for each node, which earlier one is its parent.
fn any_tree() -> impl Strategy<Value = (Record, Vec<prop::sample::Index>)> {
    (
        any_record(),
        prop::collection::vec(any::<prop::sample::Index>(), 11),
    )
}

proptest! {
    #[test]
    fn written_records_read_back(record in any_record()) {
        assert_reads_back(&record);
    }

    #[test]
    fn whatever_is_read_reads_back(soup in any_soup(), wrap in any::<bool>()) {
        let soup = if wrap { [b"(;", &soup[..], b")"].concat() } else { soup };
        laws::sgf::bytes(&soup);
    }

    #[test]
    fn damaged_records_are_read_or_refused(bytes in any_damaged()) {
        laws::sgf::bytes(&bytes);
    }

    #[test]
    fn the_first_child_is_the_main_line_of_every_tree((record, parents) in any_tree()) {
        let mut tree = GameTree::new(record.size, record.info.clone());
        *tree.node_mut(GameTree::ROOT) = record.nodes[0].clone();
        let mut ids: Vec<NodeId> = vec![GameTree::ROOT];
        for (node, parent) in record.nodes[1..].iter().zip(&parents) {
            ids.push(tree.add(*parent.get(&ids), node.clone()));
        }
        let main: Vec<_> = tree.main_line().collect();
        let expected: Vec<_> = main.iter().map(|&id| tree.node_mut(id).clone()).collect();
        let again = read(tree.to_string().as_bytes()).expect("a record");
        prop_assert_eq!(again.nodes, expected);
        prop_assert!(again.warnings.is_empty());
    }
}
