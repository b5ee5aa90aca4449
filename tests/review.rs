//! The reviewer as a process: `tengen review`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tengen::sgf::{Record, read};

/// A folder that is removed with its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("review-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("writable");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect(name)
    }

    fn record(&self, name: &str) -> Record {
        read(self.read(name).as_bytes()).expect(name)
    }

    fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        let fixed = ["review", "--threads", "1", "--seed", "1", "--memory", "32"];
        command.current_dir(&self.0).args(fixed).args(args);
        command
    }

    /// Output of a review that is to end with this code.
    fn review(&self, args: &[&str], code: i32) -> (String, String) {
        let output = self.command(args).output().expect("the program runs");
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
        let Output {
            status,
            stdout,
            stderr,
        } = output;
        assert_eq!(status.code(), Some(code), "{}", text(&stderr));
        (text(&stdout), text(&stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Black throws two stones away on 5x5 and passes.
const GAME: &str = "(;GM[1]FF[4]SZ[5]KM[1.5]RU[Chinese]PB[A <&> B]PW[\u{68cb}]C[a start]XX[kept]\n\
    ;B[cc];W[bc];B[aa]C[why];W[cb];B[ee](;W[dc];B[ea];W[cd];B[];W[])(;W[bb]C[or]))";

/// Number of moves in it.
const MOVES: usize = 10;

fn json_lines(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// The values of a property, node by node.
fn values(record: &Record, name: &str) -> Vec<Option<String>> {
    let value = |node: &tengen::sgf::Node| node.extra(name).map(|values| values[0].clone());
    record.nodes.iter().map(value).collect()
}

/// A review of the game, and the lines that it told.
fn reviewed(name: &str) -> (Folder, Vec<Value>) {
    let folder = Folder::new(name);
    folder.write("game.sgf", GAME);
    let (lines, errors) = folder.review(&["--playouts", "200", "--json", "game.sgf"], 0);
    assert_eq!(errors, "");
    (folder, json_lines(&lines))
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// The mistakes: place among them and number of the move.
fn mistakes(lines: &[Value]) -> Vec<(u64, usize)> {
    let ranks = (1..).zip(lines);
    ranks
        .filter_map(|(number, line)| Some((line["mistake"].as_u64()?, number)))
        .collect()
}

#[test]
fn a_line_a_move_has_what_is_documented() {
    let (_folder, lines) = reviewed("lines");
    assert_eq!(lines.len(), MOVES);
    let keys = [
        "after", "before", "best", "color", "file", "game", "loss", "mistake", "move", "point",
        "pv",
    ];
    for (index, line) in lines.iter().enumerate() {
        let object = line.as_object().expect("an object");
        let mut own: Vec<_> = object.keys().map(String::as_str).collect();
        own.sort_unstable();
        assert_eq!(own, keys);
        assert_eq!(
            (&line["file"], &line["game"], &line["move"]),
            (&"game.sgf".into(), &1.into(), &(index + 1).into())
        );
        assert_eq!(
            line["color"],
            if index % 2 == 0 { "black" } else { "white" }
        );
        let (before, after) = (
            number(&line["before"]["winrate"]),
            number(&line["after"]["winrate"]),
        );
        let sign = if index % 2 == 0 { 1.0 } else { -1.0 };
        assert!((number(&line["loss"]["winrate"]) - sign * (before - after)).abs() < 1e-6);
        assert_eq!(line["before"]["playouts"], 200);
        assert_eq!(line["best"], line["pv"][0]);
        if index > 0 {
            assert_eq!(line["before"], lines[index - 1]["after"]);
        }
    }
    assert_eq!(lines[4]["point"], "E1");
    // Both passed: counted. Black is alive nowhere.
    assert_eq!(
        (
            &lines[9]["after"]["winrate"],
            &lines[9]["after"]["playouts"]
        ),
        (&0.0.into(), &0.into())
    );
    let mut ranks: Vec<u64> = mistakes(&lines).iter().map(|&(rank, _)| rank).collect();
    ranks.sort_unstable();
    let whole = ranks.iter().copied().eq((1..).take(ranks.len()));
    assert!(whole && !ranks.is_empty(), "{ranks:?}");
}

#[test]
fn the_record_keeps_what_it_had_and_gains_what_sabaki_draws() {
    let (folder, lines) = reviewed("record");
    let record = folder.record("game.review.sgf");
    let original = read(GAME.as_bytes()).expect("the game");
    assert_eq!((&record.info, record.size), (&original.info, 5));
    assert!(record.moves().eq(original.moves()));
    assert_eq!(record.nodes[0].extra("XX"), Some(&["kept".to_string()][..]));
    assert!(
        record
            .comment()
            .is_some_and(|text| text.starts_with("a start\n\nReviewed by Tengen"))
    );
    let own = record
        .variations
        .iter()
        .find(|line| line.nodes[0].comment.as_deref() == Some("or"));
    assert_eq!(own.map(|line| line.after), Some(5));
    assert_eq!(record.variations.len(), 1 + mistakes(&lines).len());
    let winrates = values(&record, "SBKV");
    for (index, line) in lines.iter().enumerate() {
        let percent = winrates[index + 1].as_ref().expect("a win rate");
        assert_eq!(
            *percent,
            format!("{:.2}", 100.0 * number(&line["after"]["winrate"]))
        );
        assert!(
            percent
                .split_once('.')
                .is_some_and(|(_, decimals)| decimals.len() == 2)
        );
    }
    assert!(values(&record, "SBKS").iter().all(Option::is_some));
    for (rank, index) in mistakes(&lines) {
        let node = &record.nodes[index];
        let comment = node.comment.as_deref().unwrap_or_default();
        assert!(
            comment.contains(&format!("Mistake {rank}, costs")),
            "{comment}"
        );
        assert_eq!(node.extra("BM").map(<[_]>::len), Some(1));
        let better = record.variations.iter().find(|own| {
            own.after + 1 == index
                && own.nodes[0]
                    .mv
                    .is_some_and(|(_, mv)| mv.to_string() == lines[index - 1]["best"])
        });
        let better = better.expect("a variation with the better move");
        assert!(better.nodes[0].extra("SBKV").is_some());
    }
}

#[test]
fn the_picture_shows_the_mistakes() {
    let (folder, lines) = reviewed("picture");
    let mistakes = mistakes(&lines).len();
    let svg = folder.read("game.review.svg");
    assert!(svg.starts_with("<svg ") && svg.contains("</svg>"));
    assert!(
        svg.contains("A &lt;&amp;&gt; B (Black)") && svg.contains("\u{68cb} (White)"),
        "{svg}"
    );
    // Each mark is two discs, in the graph and in the list.
    let discs = |radius: &str| svg.matches(&format!("r=\"{radius}\"")).count();
    assert_eq!((discs("30"), discs("24")), (2 * mistakes, 2 * mistakes));
    let png = fs::File::open(folder.0.join("game.review.png")).expect("a picture");
    let mut reader = png::Decoder::new(std::io::BufReader::new(png))
        .read_info()
        .expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut pixels).expect("whole");
    assert_eq!((frame.width, frame.height), (1240, 720));
    let red = pixels
        .chunks(3)
        .filter(|pixel| pixel[0] > 200 && pixel[1] < 90 && pixel[2] < 90)
        .count();
    assert!(red > 50 * mistakes, "{red}");
}

#[test]
fn a_second_run_goes_on_where_the_first_ended() {
    let folder = Folder::new("again");
    // The game as far as it had come, then whole.
    let (start, _) = GAME.split_once(";B[ee]").expect("the fifth move");
    folder.write("game.sgf", &format!("{start})"));
    let args = ["--playouts", "150", "--no-pictures", "game.sgf"];
    folder.review(&args, 0);
    let found = |folder: &Folder| values(&folder.record("game.review.sgf"), "TGA");
    let first = found(&folder);
    assert_eq!(first.len(), 5);
    assert!(!folder.has("game.review.svg") && !folder.has("game.review.png"));

    folder.write("game.sgf", GAME);
    folder.review(&args, 0);
    let second = found(&folder);
    // What each search took is noted with it, so that these are the same searches and no other ones.
    assert_eq!(second[..5], first[..]);
    assert!(second.len() == MOVES + 1 && second.iter().all(Option::is_some));

    // Nothing left: nothing changes. Less is enough already. More is not.
    let whole = folder.read("game.review.sgf");
    folder.review(&args, 0);
    assert_eq!(folder.read("game.review.sgf"), whole);
    folder.review(&["--playouts", "100", "--no-pictures", "game.sgf"], 0);
    assert_eq!(found(&folder), second);
    folder.review(&["--playouts", "151", "--no-pictures", "game.sgf"], 0);
    let third = found(&folder);
    assert!(
        third
            .iter()
            .zip(&second)
            .take(MOVES)
            .all(|(new, old)| new != old)
    );

    // In one go the same is found, but for the time it took.
    let playouts = |found: &[Option<String>]| -> Vec<Value> {
        let values = found
            .iter()
            .flatten()
            .map(|text| serde_json::from_str(text).expect("JSON"));
        values
            .map(|mut value: Value| {
                value["seconds"] = Value::Null;
                value
            })
            .collect()
    };
    let other = Folder::new("at-once");
    other.write("game.sgf", GAME);
    other.review(&args, 0);
    assert_eq!(playouts(&found(&other)), playouts(&second));
}

/// Whether SIGINT is in a set of signals of a process's status.
#[cfg(unix)]
fn has_interrupt(status: &str, set: &str) -> Option<bool> {
    let line = status.lines().find_map(|line| line.strip_prefix(set))?;
    Some(u64::from_str_radix(line.trim(), 16).ok()? & 2 != 0)
}

/// Waits until a process catches SIGINT; where the system does not tell, for a time that should do.
#[cfg(unix)]
fn await_handler(process: u32) {
    use std::time::Duration;
    let status = format!("/proc/{process}/status");
    if !Path::new("/proc/self/status").exists() {
        std::thread::sleep(Duration::from_secs(3));
    }
    let waits = |status: String| has_interrupt(&status, "SigCgt:") == Some(false);
    while fs::read_to_string(&status).is_ok_and(waits) {
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(unix)]
fn interrupt(process: u32) {
    let mut kill = Command::new("kill");
    let sent = kill.args(["-INT", &process.to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// While a record is awaited there is nothing to keep.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_review_that_waits_for_its_record() {
    use std::io::Write;
    use std::os::unix::process::ExitStatusExt;
    let folder = Folder::new("waiting");
    let mut command = folder.command(&["-", "-o", "out.sgf"]);
    let mut process = command.stdin(Stdio::piped()).spawn().expect("it runs");
    let mut input = process.stdin.take().expect("a pipe");
    // More than a pipe holds: the program reads.
    input.write_all(&vec![b' '; 1 << 18]).expect("it reads");
    // Shells and runners may have made the signal be ignored.
    let own = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = has_interrupt(&own, "SigIgn:") == Some(true);
    interrupt(process.id());
    drop(input);
    let status = process.wait().expect("it ends");
    assert!(ignored || status.signal() == Some(2), "{status}");
    assert!(!folder.has("out.sgf"));
}

/// A pipe or a device that is named as output is no earlier review, and stays what it is.
#[cfg(unix)]
#[test]
fn only_regular_files_are_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let folder = Folder::new("pipe");
    folder.write("game.sgf", "(;SZ[5];B[cc])");
    let pipe = folder.0.join("out.sgf");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let args = ["--playouts", "20", "game.sgf", "-o", "out.sgf"];
    let (_, errors) = folder.review(&args, 1);
    assert!(errors.contains("not a file"), "{errors}");
    let kind = fs::metadata(&pipe).expect("the pipe").file_type();
    assert!(kind.is_fifo());
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_what_is_done() {
    let folder = Folder::new("interrupt");
    folder.write("game.sgf", GAME);
    folder.review(&["--playouts", "100", "--no-pictures", "game.sgf"], 0);
    // What was found up to the third move is worth hours; from there on the game is another one.
    let earlier = folder.read("game.review.sgf");
    let earlier = earlier.replace("\"playouts\":100", "\"playouts\":5000000000");
    folder.write("game.review.sgf", &earlier);
    folder.write("game.sgf", &GAME.replace("W[cb]", "W[db]"));
    let known = values(&folder.record("game.review.sgf"), "TGA");

    let mut command = folder.command(&["--playouts", "4000000000", "--json", "game.sgf"]);
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let process = piped.spawn().expect("the program runs");
    await_handler(process.id());
    interrupt(process.id());
    let output = process.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));

    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        errors.starts_with("tengen: interrupted after 4 of 11 positions")
            && errors.lines().count() == 1,
        "{errors}"
    );
    let lines = json_lines(&String::from_utf8(output.stdout).expect("UTF-8"));
    assert_eq!(lines.len(), MOVES);
    assert!(lines[2]["loss"].is_object() && lines[3]["loss"].is_null());
    let record = folder.record("game.review.sgf");
    assert_eq!(record.moves().count(), MOVES);
    let kept = values(&record, "TGA");
    assert_eq!(kept[..4], known[..4]);
    assert!(kept[4..].iter().all(Option::is_none));
    assert!(
        record
            .comment()
            .is_some_and(|text| text.contains("4 of 11 positions with that effort so far"))
    );
    assert!(folder.read("game.review.svg").contains("</svg>"));
    let files = fs::read_dir(&folder.0).expect("a folder").count();
    assert_eq!(files, 4, "game, record, two pictures");
}

#[test]
fn a_record_from_standard_input_needs_a_place() {
    let folder = Folder::new("standard-input");
    folder.write("game.sgf", "(;SZ[5];B[cc])");
    let from_input = |args: &[&str]| {
        let record = fs::File::open(folder.0.join("game.sgf")).expect("a record");
        let output = folder.command(args).stdin(record).output();
        output.expect("the program runs")
    };
    let output = from_input(&["--playouts", "20", "-"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "tengen: -: of a record from standard input, say where it goes: -o\n"
    );
    let output = from_input(&["--playouts", "20", "-", "-o", "own.sgf"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(folder.record("own.sgf").moves().count(), 1);
}

#[test]
fn bad_files_are_named_and_the_others_go_on() {
    let folder = Folder::new("bad");
    folder.write("good.sgf", "(;SZ[5];B[cc])(;SZ[5];B[bb];W[cc])");
    folder.write("bad.sgf", "(;SZ[5];B[cc]");
    folder.write("other.sgf", "(;SZ[5];B[cc])");
    folder.write("other.review.sgf", "(;SZ[5];B[cc]C[my own])");
    let args = [
        "--playouts",
        "20",
        "missing.sgf",
        "bad.sgf",
        "good.sgf",
        "other.sgf",
        "good.sgf",
    ];
    let (told, errors) = folder.review(&args, 1);
    let named = [
        "missing.sgf: ",
        "bad.sgf: the record ends",
        "other.review.sgf is there",
        "good.sgf, game 1: ",
        "good.sgf, game 2: ",
    ];
    assert_eq!(errors.lines().count(), named.len(), "{errors}");
    for name in named {
        assert!(
            errors.contains(&format!("tengen: {name}")) || errors.contains(name),
            "{errors}"
        );
    }
    assert_eq!(told.matches("Reviewed by Tengen").count(), 2, "{told}");
    assert!(told.contains("good.sgf, game 2\n"), "{told}");
    for name in [
        "good.1.review.sgf",
        "good.2.review.png",
        "good.2.review.svg",
    ] {
        assert!(folder.has(name), "{name}");
    }
    assert!(!folder.has("other.review.png") && folder.read("other.review.sgf").contains("my own"));
    // A review is not reviewed, a record not overwritten.
    let (_, errors) = folder.review(&["--playouts", "20", "good.2.review.sgf"], 1);
    assert!(errors.contains("this is a review"), "{errors}");
    let (_, errors) = folder.review(&["--playouts", "20", "other.sgf", "-o", "other.sgf"], 1);
    assert!(errors.contains("overwrite the record itself"), "{errors}");
    // A folder for several; a file for one.
    fs::create_dir(folder.0.join("out")).expect("a folder");
    folder.review(
        &["--playouts", "20", "good.sgf", "other.sgf", "-o", "out"],
        0,
    );
    assert!(folder.has("out/good.1.review.sgf") && folder.has("out/other.review.svg"));
    folder.review(&["--playouts", "20", "other.sgf", "-o", "out/mine.sgf"], 0);
    assert!(folder.has("out/mine.sgf") && folder.has("out/mine.png"));
}

#[test]
fn pictures_of_others_are_not_overwritten() {
    let folder = Folder::new("foreign");
    folder.write("game.sgf", "(;SZ[5];B[cc])");
    folder.review(&["--playouts", "20", "--no-pictures", "game.sgf"], 0);
    for name in ["game.review.svg", "game.review.png"] {
        folder.write(name, "mine");
        let (_, errors) = folder.review(&["--playouts", "20", "game.sgf"], 1);
        assert!(errors.contains(&format!("{name} is there")), "{errors}");
        assert_eq!(folder.read(name), "mine");
        fs::remove_file(folder.0.join(name)).expect("a file");
    }
    fs::create_dir(folder.0.join("game.review.svg")).expect("a folder");
    let (_, errors) = folder.review(&["--playouts", "20", "game.sgf"], 1);
    assert!(errors.contains("game.review.svg is there"), "{errors}");
    fs::remove_dir(folder.0.join("game.review.svg")).expect("a folder");
    folder.write("new.sgf", "");
    folder.write("new.png", "mine");
    let args = ["--playouts", "20", "game.sgf", "-o", "new.sgf"];
    assert!(folder.review(&args, 1).1.contains("new.png is there"));
    // Its own are.
    folder.review(&["--playouts", "20", "game.sgf"], 0);
    folder.review(&["--playouts", "20", "game.sgf"], 0);
}

#[test]
fn rules_and_komi_are_the_users_or_the_records() {
    let folder = Folder::new("rules");
    folder.write("a.sgf", "(;SZ[5]RU[Japanese]KM[2.5];B[cc];W[];B[])");
    let (told, _) = folder.review(&["--playouts", "20", "--no-pictures", "a.sgf"], 0);
    assert!(
        told.contains("20 playouts a position, japanese rules, komi 2.5\n"),
        "{told}"
    );
    let args = [
        "--playouts",
        "20",
        "--no-pictures",
        "a.sgf",
        "--rules",
        "aga",
        "--komi",
        "30",
    ];
    let (told, _) = folder.review(&args, 0);
    assert!(told.contains("aga rules, komi 30\n"), "{told}");
    // Black owns all 25 points: counted, as both have passed.
    let scores = values(&folder.record("a.review.sgf"), "SBKS");
    assert_eq!(scores[3].as_deref(), Some("-5.00"), "{scores:?}");
}
