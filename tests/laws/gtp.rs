//! The laws of the Go Text Protocol: one answer to each command, in step, with its id; and a game that stays whole.

use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;

use tengen::engine::Config;
use tengen::files::Files;
use tengen::go::{Board, Game};
use tengen::gtp::request::{Line, Reader, Request, parse_line};
use tengen::gtp::server::serve;
use tengen::gtp::session::Session;
use tengen::sgf::{self, GameTree};

/// An engine that thinks briefly and touches no files.
fn config() -> Config {
    Config {
        size: 9,
        threads: 1,
        playouts: Some(2),
        time: Some(Duration::from_millis(20)),
        memory: 1,
        seed: Some(1),
        files: Files::Nowhere,
        ..Config::default()
    }
}

/// Commands that judge life and death, `printsgf` where both sides passed.
const JUDGES: [&str; 5] = [
    "final_score",
    "final_status_list",
    "kgs-genmove_cleanup",
    "printsgf",
    "gomill-savesgf",
];

/// Parts of the names of commands that search.
const SEARCHES: [&str; 5] = ["genmove", "analyze", "search", "tengen-", "raw"];

/// Lets the commands of an input through that there is time for.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many more commands may judge life and death.
    pub judgements: usize,
    /// How many more commands may search.
    pub searches: usize,
}

impl Effort {
    /// What a test has time for.
    pub const TEST: Self = Self {
        judgements: 1,
        searches: usize::MAX,
    };

    /// What fuzzing has time for: under its checks a judgement takes as long as a thousand inputs, a search as long as ten.
    pub const FUZZING: Self = Self {
        judgements: 0,
        searches: 2,
    };

    fn allows(&mut self, request: &Request) -> bool {
        if is_work(request) {
            return false;
        }
        let left = if JUDGES.contains(&request.name.as_str()) {
            &mut self.judgements
        } else if SEARCHES.iter().any(|part| request.name.contains(part)) {
            &mut self.searches
        } else {
            return true;
        };
        let allowed = *left > 0;
        *left = left.saturating_sub(1);
        allowed
    }
}

/// Commands that may be asked for more work than a test has time for.
fn is_work(request: &Request) -> bool {
    let name = request.name.as_str();
    let much = |word: &String| word.parse::<f64>().is_ok_and(|number| number > 50.0);
    let sets = ["kata-set-param", "kata-set-params", "tengen-params"];
    name == "kata-benchmark"
        || sets.contains(&name)
        || (name.contains("analyze") && request.args.iter().any(much))
}

/// The requests of a byte stream.
fn requests(bytes: &[u8]) -> Vec<Request> {
    let lines = Reader::new(bytes).map(|line| line.expect("memory does not fail"));
    lines.filter_map(Line::into_request).collect()
}

/// An answer is framed, has the request's id, and no control characters or empty lines inside.
fn assert_framed(answer: &str, request: &Request) {
    let id = request.id.as_deref().unwrap_or_default();
    let rest = answer.strip_prefix(['=', '?']).expect("= or ?");
    let rest = rest.strip_prefix(id).expect("the id");
    assert!(rest.starts_with([' ', '\n']), "{request:?}: {answer:?}");
    let body = rest.strip_suffix("\n\n").expect("an empty line at the end");
    assert!(!body.contains("\n\n"), "{request:?}: {answer:?}");
    let is_plain = |c: char| c == '\n' || !c.is_ascii_control();
    assert!(body.chars().all(is_plain), "{request:?}: {answer:?}");
    // An answer may quote anything from the request, but behind words of its own.
    let fault = answer.starts_with('?') && body.trim_start().starts_with("internal error");
    assert!(!fault, "{request:?}: {answer:?}");
}

/// The position is the one that its start and its moves make, and a board that is set up with its stones agrees with it.
pub fn assert_rebuilds(game: &Game) {
    let mut again = Game::from_position(
        game.start().clone(),
        game.start_to_move(),
        *game.rules(),
        game.komi(),
    );
    for &(color, mv) in game.moves() {
        again.force(color, mv);
    }
    let board = game.board();
    assert_eq!(board.to_string(), again.board().to_string());
    assert_eq!(board.ko(), again.board().ko());
    assert_eq!(game.to_move(), again.to_move());
    assert_eq!(board.captures(), again.board().captures());
    let mut fresh = Board::new(board.size());
    fresh.set_up_all(board.points().map(|point| (point, board.at(point))));
    for point in board.points() {
        assert_eq!(board.at(point), fresh.at(point));
        assert_eq!(board.liberties(point), fresh.liberties(point), "{point}");
        assert_eq!(board.chain_len(point), fresh.chain_len(point), "{point}");
    }
    assert_eq!(board.empties().len(), fresh.empties().len());
}

/// A game that is written as a record reads back as the same game.
pub fn assert_record(game: &Game) {
    let text = GameTree::from(game).to_string();
    let record = sgf::read(text.as_bytes()).expect("a record");
    let again = record.game(None, *game.rules());
    assert_eq!(
        again.board().to_string(),
        game.board().to_string(),
        "{text}"
    );
    assert_eq!(again.stretches(), game.stretches(), "{text}");
    assert_eq!(GameTree::from(&again).to_string(), text);
    assert_eq!(again.board(), game.board(), "{text}");
    assert_eq!(again.first_pass(), game.first_pass(), "{text}");
    assert_eq!(again.komi(), game.komi(), "{text}");
    assert_eq!(again.to_move(), game.to_move(), "{text}");
    assert_eq!(again.handicap(), game.handicap(), "{text}");
    assert!(record.warnings.is_empty(), "{text}: {:?}", record.warnings);
}

/// What a command that fails must leave as it was.
fn state(session: &Session) -> String {
    let game = session.engine.game();
    format!(
        "{}{:?}{:?}{:?}{:?}{}{:?}{:?}",
        game.board(),
        game.moves(),
        game.rules(),
        game.to_move(),
        game.komi(),
        game.handicap(),
        session.engine.clock(),
        session.engine.params(),
    )
}

/// A session answers each line by itself: in frame, without a fault of the program, an error leaves all as it was, and the
/// game stays whole.
pub fn session(bytes: &[u8], mut effort: Effort) {
    let mut session = Session::new(config(), Arc::default());
    for line in bytes.split(|&byte| byte == b'\n') {
        let Some(request) = parse_line(line).into_request() else {
            assert_eq!(session.handle_line(line), "");
            continue;
        };
        if !effort.allows(&request) {
            continue;
        }
        let before = state(&session);
        let moves = session.engine.game().moves().len();
        let answer = session.handle_line(line);
        assert_framed(&answer, &request);
        if answer.starts_with('?') {
            assert_eq!(before, state(&session), "{request:?}");
        }
        let game = session.engine.game();
        if moves != game.moves().len() || request.name.contains("set") {
            assert_rebuilds(game);
            assert_record(game);
        }
    }
}

/// A server answers a stream of bytes: one answer for each command up to the first `quit`, in order, each with its id.
pub fn stream(bytes: &[u8], mut effort: Effort) {
    // A command that asks for work is answered in the session's law. The last command is none that makes searches take
    // their time.
    let mut kept: Vec<u8> = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if requests(line).iter().all(|request| effort.allows(request)) {
            kept.extend(line);
        }
    }
    kept.extend(b"\n7 protocol_version\n");
    let mut expected = requests(&kept);
    if let Some(quit) = expected.iter().position(|request| request.name == "quit") {
        expected.truncate(quit + 1);
    }
    let mut output = Vec::new();
    serve(config(), Cursor::new(kept), &mut output).expect("memory does not fail");
    let output = String::from_utf8(output).expect("UTF-8");
    let answers: Vec<&str> = output.split_inclusive("\n\n").collect();
    assert_eq!(answers.len(), expected.len(), "{output}");
    for (answer, request) in answers.iter().zip(&expected) {
        assert_framed(answer, request);
    }
}
