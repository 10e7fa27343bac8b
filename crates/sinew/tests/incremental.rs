//! Sessions of many queries: random sequences of commands against naive oracles (see
//! `common/machine`), and what the query cache must and must not do.

#[path = "common/machine/mod.rs"]
mod machine;
#[path = "common/random.rs"]
#[allow(dead_code)] // Other tests use the rest.
mod random;

use std::path::Path;

use machine::mutants::Seeds;
use machine::{Command, Sequence, Tally, generate, run, shrink};
use sinew::Session;

/// Asks a session, and returns the reply without the newline at its end.
fn ask(session: &mut Session, command: &str) -> String {
    session.run_text(command).trim_end().to_owned()
}

#[test]
fn sequences_of_commands_agree_with_the_oracles() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/regress");
    let seeds = Seeds::below(&folder);
    assert!(!seeds.is_empty(), "no formulas to mutate");
    let mut tally = Tally::new();
    for seed in 0..800 {
        let sequence = generate::sequence(seed, &seeds, None);
        if let Err(failure) = run(&sequence, &mut tally) {
            let (_, failure) = shrink::shrink(&sequence, &failure);
            let (kind, detail) = (failure.kind, &failure.detail);
            panic!("seed {seed}: {kind}\n{detail}\n{}", failure.script);
        }
    }
    // Each check must have had something to look at.
    let enough = [
        ("sat", 800),
        ("unsat", 200),
        ("model", 800),
        ("core", 200),
        ("fresh", 600),
        ("rejected", 50),
    ];
    for (what, least) in enough {
        let count = tally.get(what).copied().unwrap_or_default();
        assert!(count > least, "{what} {count}: {tally:?}");
    }
}

#[test]
fn what_fails_is_made_smaller() {
    // An unexpected reply stands for any failure.
    let declare = |name: &str| {
        let planted = format!("(define-fun {name} () String \"\")");
        Command::Declare(name.to_owned(), String::new(), "String".to_owned(), planted)
    };
    let assert = |text: &str| Command::Assert(text.to_owned(), true);
    let sequence = Sequence {
        family: "none",
        arguments: vec!["--verbosity=1".to_owned()],
        commands: vec![
            declare("x"),
            declare("y"),
            assert("(or (= x y) (= x \"a\"))"),
            Command::Push(2),
            assert("(and (= y \"b\") (= x y \"a\"))"),
            Command::Option("no-such-option", "1"),
            Command::Check(vec!["(= x \"a\")".to_owned()]),
        ],
    };
    let failure = run(&sequence, &mut Tally::new()).expect_err("an option nobody knows");
    assert_eq!(failure.kind, "unexpected reply");
    let (smaller, failure) = shrink::shrink(&sequence, &failure);
    assert_eq!(smaller.commands, [Command::Option("no-such-option", "1")]);
    assert_eq!(failure.script, "(set-option :no-such-option 1)\n");
}

/// How often the cache was of use, as the statistics have it.
fn recalled(session: &Session) -> String {
    let statistics = session.statistics();
    let counters = statistics
        .trim_end_matches(')')
        .split(" :")
        .filter(|part| part.starts_with("query."));
    counters.collect::<Vec<&str>>().join(" ")
}

#[test]
fn what_is_still_valid_is_used() {
    let mut session = Session::default();
    let declarations = "(declare-const x String)(declare-const y String)";
    ask(&mut session, declarations);
    assert_eq!(
        ask(&mut session, "(assert (= (str.len x) 3))(check-sat)"),
        "sat"
    );
    assert_eq!(recalled(&session), "");
    // The model of the first query satisfies this one.
    assert_eq!(ask(&mut session, "(assert (= y \"\"))(check-sat)"), "sat");
    assert_eq!(recalled(&session), "query.cached-model 1");
    // Of this one only what has to do with y is solved, and then there is a core.
    let other = "(push)(assert (not (= y \"\")))(check-sat)(pop)";
    assert_eq!(ask(&mut session, other), "unsat");
    assert_eq!(recalled(&session), "query.cached-model 1 query.residue 1");
    assert_eq!(
        ask(&mut session, &format!("(assert (> 4 (str.len x))){other}")),
        "unsat"
    );
    assert_eq!(
        recalled(&session),
        "query.cached-core 1 query.cached-model 1 query.residue 1"
    );
    // One model has the right x, another one the right y.
    let both = "(push)(assert (= x \"abc\"))(check-sat)(pop)(reset-assertions)";
    assert_eq!(ask(&mut session, both), "sat");
    ask(&mut session, declarations);
    let y = "(push)(assert (= y \"d\"))(check-sat)(pop)(assert (= x \"abc\"))";
    assert_eq!(ask(&mut session, y), "sat");
    let found = ask(
        &mut session,
        "(assert (= y \"d\"))(check-sat)(get-value (x y))",
    );
    assert_eq!(found, "sat\n((x \"abc\") (y \"d\"))");
    let counters = "query.cached-core 1 query.cached-model 1 query.cached-parts 1 query.residue 2";
    assert_eq!(recalled(&session), counters);
}

#[test]
fn without_the_option_and_with_proofs_nothing_is_used() {
    for argument in ["--no-incremental", "--check-proof"] {
        let argument = argument.replace("--no-incremental", "--incremental=false");
        let mut session = Session::with_arguments(&[argument]).expect("a known option");
        let queries = "(declare-const p Bool)(assert p)(check-sat)(check-sat)\
                       (assert (not p))(check-sat)(check-sat)";
        assert_eq!(ask(&mut session, queries), "sat\nsat\nunsat\nunsat");
        assert_eq!(recalled(&session), "");
    }
}

#[test]
fn a_query_that_was_stopped_leaves_nothing_wrong_behind() {
    let mut session = Session::default();
    let hard = "(declare-const x String)(declare-const y String)\
                (assert (= (str.++ x \"a\" y) (str.++ y \"b\" x)))(assert (> (str.len x) 3))";
    ask(&mut session, hard);
    for steps in 1..40 {
        let limit = format!("(set-option :rlimit-per {})(check-sat)", steps * 5);
        assert_ne!(ask(&mut session, &limit), "sat");
    }
    let easier = "(set-option :rlimit-per 0)(push)(assert (= (str.len y) 0))(check-sat)(pop)";
    assert_eq!(ask(&mut session, easier), "unsat");
    let free = "(reset-assertions)(declare-const x String)(assert (> (str.len x) 3))(check-sat)";
    assert_eq!(ask(&mut session, free), "sat");
}
