//! Too little memory, many threads on few processors.

use super::process::{ENDLESS, Engine, is_vertex, run};

/// Nodes of the tree after a search on a large board, with the program's address space limited or not.
fn nodes(limit: &str) -> usize {
    let options = "--size 25 --threads 1 --memory 1024 --playouts 6000 --seed 1";
    let mut engine = Engine::start_by_shell(&format!("ulimit -v {limit} && exec \"$0\" {options}"));
    let answer = engine.ask("genmove b");
    assert!(is_vertex(&answer), "{answer}");
    let statistics = engine.ask("tengen-statistics");
    let count = statistics.strip_prefix("= Nodes: ");
    let count = count.and_then(|rest| rest.split(' ').next());
    let count = count.and_then(|count| count.parse().ok());
    let (rest, messages, code) = engine.end();
    assert_eq!((rest.as_str(), messages.as_str(), code), ("", "", Some(0)));
    count.expect("a number")
}

/// The tree takes what there is and leaves some for everything else, and the search goes on without more.
#[test]
fn a_limit_on_memory_makes_the_tree_smaller() {
    let free = nodes("unlimited");
    for limit in ["32000", "36000", "40000"] {
        let limited = nodes(limit);
        assert!(
            limited < free,
            "{limited} nodes with {limit} KB, {free} without a limit"
        );
    }
}

#[test]
fn many_threads_on_few_processors() {
    let options = ["--threads", "64", "--size", "9", "--playouts", "2000"];
    let (output, messages, code) = run(&options, "genmove b\nfinal_score\n");
    let answers: Vec<_> = output.split_terminator("\n\n").collect();
    assert!(
        is_vertex(answers[0]) && answers[1].starts_with("= "),
        "{output}"
    );
    assert_eq!((messages.as_str(), code), ("", Some(0)));

    let mut engine = Engine::start(&[ENDLESS, &["--threads", "64"]].concat());
    engine.send("genmove b\n# interrupt\n");
    assert!(is_vertex(&engine.answer()));
    engine.send("kata-analyze 1\n");
    assert_eq!(engine.line(), "=\n");
    let (rest, messages, code) = engine.end();
    assert!(rest.ends_with("\n\n"), "{rest}");
    assert_eq!((messages.as_str(), code), ("", Some(0)));
}
