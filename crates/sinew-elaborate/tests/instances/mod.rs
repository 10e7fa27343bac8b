//! The simplifier's instances of its laws, and what it does with them.

use std::sync::{Arc, Mutex};

use sinew_base::Budget;
use sinew_simplify::Simplifier;
use sinew_smtlib::{Environment, parse_script, parse_term};
use sinew_term::{Term, TermStore};

const INSTANCES: &str = include_str!("../../../sinew-simplify/tests/common/laws.txt");
pub(crate) const DECLARATIONS: &str =
    "(declare-const x String) (declare-const y String) (declare-const z String)
    (declare-const i Int) (declare-const j Int) (declare-const k Int)
    (declare-const p Bool) (declare-const q Bool) (declare-const r Bool)";

/// The lines of a file that say something.
pub(crate) fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Law and term of each instance.
pub(crate) fn instances() -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(INSTANCES).filter_map(|line| {
        let (law, rest) = line.split_once(": ")?;
        Some((law, rest.split_once(" ⟶ ")?.0))
    })
}

type Steps = Arc<Mutex<Vec<(&'static str, Term, Term)>>>;

/// What the simplifier does with a term, step by step.
pub(crate) fn steps(store: &mut TermStore, text: &str) -> Vec<(&'static str, Term, Term)> {
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
