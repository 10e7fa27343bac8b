//! Proofs of answers: what `get-proof` prints refutes the script, by the checker that reads texts; and what vouches for an answer is said.

use std::collections::BTreeSet;
use std::path::Path;

use sinew::Session;
use sinew_base::Kind;
use sinew_proof::cpc::{Verdict, check};

const DECLARATIONS: &str = "(declare-const x String)(declare-const y String)(declare-const n Int)(declare-const m Int)\
    (declare-const p Bool)(declare-const q Bool)(declare-fun f (Int) Int)";

/// Scripts that are refuted: by simplification, by passes, by the search.
const REFUTED: &[&str] = &[
    "(assert (= (str.++ x \"a\") \"ab\"))",
    "(assert (= x (str.++ y \"a\")))(assert (= (str.len x) 0))",
    "(assert (> n 3))(assert (< n 2))",
    "(assert (str.in_re x (re.+ (str.to_re \"a\"))))(assert (str.in_re x (re.* (str.to_re \"b\"))))",
    "(assert (or p q))(assert (or p (not q)))(assert (or (not p) q))(assert (or (not p) (not q)))",
    "(assert (or (= n m) p))(assert (or (= n m) (not p)))(assert (not (= (f n) (f m))))",
    "(assert (= (* 2 n) (+ (* 2 m) 1)))",
    "(assert (or (> n (+ m 2)) (> (* 2 n) 7)))(assert (< n 3))(assert (< (- n m) 1))",
    // Each changes what the other said.
    "(assert (not (= (str.substr x 5 1) \"0\")))(assert (= (str.substr x 5 1) \"0\"))",
    // What reading makes a number is written with a sign.
    "(assert (= n (- 3)))(assert (> n (- (- 2))))",
    "(assert (= -3 n))(assert (= (f (- 3)) (- 0)))(assert (> (f n) 2))",
];

fn script(assertions: &str) -> String {
    format!("{DECLARATIONS}{assertions}(check-sat)")
}

/// The proof that `get-proof` prints.
fn proof(problem: &str) -> String {
    let mut session = Session::default();
    let query = format!("(set-option :produce-proofs true){problem}(get-proof)");
    let replies = session.run_text(&query);
    let proof = replies
        .strip_prefix("unsat\n(\n")
        .and_then(|rest| rest.strip_suffix(")\n"));
    proof
        .unwrap_or_else(|| panic!("{problem}: {replies}"))
        .to_owned()
}

#[test]
fn printed_proofs_refute_their_scripts() {
    for assertions in REFUTED {
        let problem = script(assertions);
        let verdict = check(&problem, &proof(&problem), u64::MAX);
        assert_eq!(verdict, Verdict::Checked, "{problem}");
    }
}

/// What members of a long conjunction that clash were rewritten from is in the proof, and the other members are not.
#[test]
fn a_proof_speaks_of_the_members_that_it_needs() {
    let others = |from: usize| -> String {
        let other = |at| format!("(not (= (ite (str.contains y \"k{at}\") 1 0) 0))");
        (from..from + 60).map(other).collect()
    };
    for (first, second) in [
        ("(= (str.++ x \"b\") \"ab\")", "(not (= \"a\" x))"),
        ("(= (str.++ x \"b\") \"ab\")", "(= (str.++ \"d\" x) \"dc\")"),
        ("(> (+ n m) 3)", "(not (and (= n n) (> (+ m n) 1)))"),
        (
            "(> (- n m) 3)",
            "(not (or (= n (+ n 1)) (<= (- m n) (- 3))))",
        ),
        ("(or (not p) q (> n 3))", "(not (or q (> n 2)))"),
    ] {
        for nested in [false, true] {
            let (a, b) = (others(0), others(60));
            let assertions = match nested {
                false => format!("(assert (and {a} {first} p {b} {second}))"),
                true => format!("(assert (and (and {a} (and {first} p)) (and {b} {second})))"),
            };
            let problem = script(&assertions);
            let proof = proof(&problem);
            assert_eq!(
                check(&problem, &proof, u64::MAX),
                Verdict::Checked,
                "{problem}"
            );
            let steps = proof
                .lines()
                .filter(|line| line.starts_with("(step"))
                .count();
            assert!(steps < 250, "{first} {second}: {steps} steps");
        }
    }
}

/// `--dump-proofs` prints what `get-proof` prints, without being asked.
#[test]
fn proofs_are_dumped_behind_answers() {
    let problem = script(REFUTED[0]);
    let mut session = Session::with_arguments(&["--dump-proofs".to_owned()]).expect("an option");
    let replies = session.run_text(&problem);
    assert_eq!(replies, format!("unsat\n(\n{})\n", proof(&problem)));
}

#[test]
fn a_proof_is_none_of_another_script() {
    for (at, assertions) in REFUTED.iter().enumerate() {
        let other = script(REFUTED[(at + 1) % REFUTED.len()]);
        let verdict = check(&other, &proof(&script(assertions)), u64::MAX);
        assert!(matches!(verdict, Verdict::Refused(_)), "{assertions}");
    }
}

#[test]
fn what_is_not_checked_throughout_is_not_told_where_that_is_required() {
    // Stages before simplification are trusted.
    let quantified = "(assert (forall ((k Int)) (> (f k) k)))(assert (< (f 3) 2))";
    for (arguments, word) in [
        (vec![], "unsat"),
        (vec!["--require-proof".to_owned()], "unknown"),
    ] {
        let mut session = Session::with_arguments(&arguments).expect("known options");
        let replies = session.run_text(&script(quantified));
        assert_eq!(replies.trim_end(), word);
    }
    let mut session = Session::default();
    let replies = session.run_text(&(script(quantified) + "(get-info :certificate)"));
    assert!(replies.contains("(:certificate trusted ("), "{replies}");
}

/// The rules that proofs of the examples of all inferences and passes take on trust: the file has these and no others, so that the list can only
/// shrink. What is printed is read again. `SINEW_BLESS=1 cargo test -p sinew --test proofs` writes it anew.
#[test]
fn the_rules_that_are_trusted_are_those_on_the_list() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sinew-elaborate/trusted.txt");
    let listed = std::fs::read_to_string(&path).unwrap_or_default();
    let mut trusted: BTreeSet<String> = BTreeSet::new();
    for entry in sinew::rules::all() {
        let Some(rule) = entry
            .rule
            .filter(|_| matches!(entry.kind, Kind::Inference | Kind::Pass))
        else {
            continue;
        };
        if rule.example.contains("check-sat") {
            continue;
        }
        let mut script = "(set-option :produce-proofs true)(set-option :rlimit-per 400000)\
            (declare-const i Int)(declare-const p Bool)(declare-const n Int)"
            .to_owned();
        for symbol in ["x", "y", "z", "u", "v", "w", "k"] {
            script += &format!("(declare-const {symbol} String)");
        }
        script += &format!("(assert (and true {}))(check-sat)(get-proof)", rule.example);
        // A proof that is to be read may cost more than one that vouches for an answer.
        let replies = Session::default().run_text(&script);
        if let Some(proof) = replies.strip_prefix("unsat\n") {
            let verdict = check(&script, proof, u64::MAX);
            let refused = matches!(verdict, Verdict::Refused(_) | Verdict::OutOfBudget);
            assert!(!refused, "{script}: {verdict:?}");
        }
        let steps = replies.lines().filter(|line| line.contains(":rule trust"));
        let names = steps.filter_map(|line| line.rsplit("; ").next());
        trusted.extend(names.map(str::to_owned));
    }
    // Whether the search is repeated within its limits says nothing about rules.
    trusted.remove("search");
    let others = listed.lines().filter(|line| !line.starts_with("rule "));
    let mut wanted: Vec<String> = others.map(str::to_owned).collect();
    wanted.extend(trusted.iter().map(|name| format!("rule {name}")));
    let wanted = wanted.join("\n") + "\n";
    if std::env::var_os("SINEW_BLESS").is_some() {
        std::fs::write(&path, &wanted).expect("the list can be written");
    } else {
        assert_eq!(listed, wanted);
    }
}
