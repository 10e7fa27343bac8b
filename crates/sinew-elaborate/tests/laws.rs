//! The yardstick: every law of the simplifier has instances in its tests; each application of the law there is derived and accepted by the
//! checker, or the law is in `trusted.txt`. The list must be exact, so that it can only shrink.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use sinew_base::Budget;
use sinew_elaborate::Elaborator;
use sinew_simplify::Simplifier;
use sinew_smtlib::{Environment, parse_script, parse_term, print_term};
use sinew_term::{Term, TermStore};

const INSTANCES: &str = include_str!("../../sinew-simplify/tests/common/laws.txt");
const TRUSTED: &str = include_str!("../trusted.txt");
const DECLARATIONS: &str =
    "(declare-const x String) (declare-const y String) (declare-const z String)
    (declare-const i Int) (declare-const j Int) (declare-const k Int)
    (declare-const p Bool) (declare-const q Bool) (declare-const r Bool)";

/// The lines of a file that say something.
fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Law and term of each instance.
fn instances() -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(INSTANCES).filter_map(|line| {
        let (law, rest) = line.split_once(": ")?;
        Some((law, rest.split_once(" ⟶ ")?.0))
    })
}

type Steps = Arc<Mutex<Vec<(&'static str, Term, Term)>>>;

/// What the simplifier does with a term, step by step.
fn steps(store: &mut TermStore, text: &str) -> Vec<(&'static str, Term, Term)> {
    let mut env = Environment::new();
    parse_script(store, &mut env, DECLARATIONS).expect("declarations");
    let term = parse_term(store, &env, text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let steps: Steps = Arc::default();
    let mut simplifier = Simplifier::new();
    let sink = Arc::clone(&steps);
    simplifier.set_trace(move |_: &TermStore, law, from, to| {
        sink.lock().expect("one thread").push((law, from, to));
    });
    (simplifier.simplify(store, term, &Budget::unlimited())).expect("no limit");
    steps.lock().expect("one thread").clone()
}

/// Whether the step is derived.
fn derives(store: &TermStore, law: &str, from: Term, to: Term) -> bool {
    let mut proof = Elaborator::new(3_000_000);
    let (Ok(left), Ok(right)) = (proof.term(store, from), proof.term(store, to)) else {
        return false;
    };
    match proof.rewrite(law, left, right) {
        Ok(fact) => {
            assert_eq!(proof.sides(fact), Some((left, right)), "{law}");
            true
        }
        Err(_) => false,
    }
}

/// For each law, what was not derived.
fn failures() -> BTreeMap<&'static str, Vec<String>> {
    let only = std::env::var("SINEW_LAW").ok();
    let mut failures: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for (law, text) in instances() {
        if only.as_deref().is_some_and(|only| only != law) {
            continue;
        }
        let mut store = TermStore::new();
        let failed = failures.entry(law).or_default();
        for (fired, from, to) in steps(&mut store, text) {
            if fired == law && !derives(&store, law, from, to) {
                let sides = [from, to].map(|side| print_term(&store, side));
                failed.push(format!("{} ⟶ {}", sides[0], sides[1]));
            }
        }
    }
    failures
}

#[test]
fn laws_are_derived_or_listed() {
    let trusted: BTreeSet<&str> = lines(TRUSTED).collect();
    let failures = failures();
    let mut wrong = Vec::new();
    for (law, failed) in &failures {
        match (failed.is_empty(), trusted.contains(law)) {
            (false, false) => wrong.push(format!("{law} is not derived: {failed:#?}")),
            (true, true) => wrong.push(format!("{law} is derived, and need not be listed")),
            _ => {}
        }
    }
    for law in trusted.iter().filter(|law| !failures.contains_key(**law)) {
        wrong.push(format!("{law} is no law"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
