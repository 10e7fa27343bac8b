//! Incremental variants of a test: the same assertions in a longer conversation with the solver,
//! whose every answer is known and whose last one must agree with the plain test.
//!
//! The witnesses of an unsatisfiable test tell which of its subsets are satisfiable; a satisfiable
//! test becomes unsatisfiable when the negation of one of its assertions joins it.

use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use sinew_base::Random;
use sinew_term::TermStore;

use super::test::{Expected, Test};
use super::write::{Dialect, write_declarations, write_term};

/// How assertions come and go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Manner {
    /// `push` and `pop`.
    PushPop,
    /// `check-sat-assuming`.
    Assumptions,
    /// A long random conversation with all of these, for a seed.
    Trace(u64),
}

impl Manner {
    /// One of each.
    pub const ALL: [Manner; 3] = [Manner::PushPop, Manner::Assumptions, Manner::Trace(0)];

    /// What is appended to the name of the plain test's folder.
    #[must_use]
    pub fn suffix(self) -> &'static str {
        match self {
            Manner::PushPop => "PushPop",
            Manner::Assumptions => "Assumptions",
            Manner::Trace(_) => "Trace",
        }
    }
}

/// The folder of a variant's transformation.
#[must_use]
pub fn folder(test: &Test, manner: Manner) -> String {
    format!("{}{}", test.folder(), manner.suffix())
}

/// The path of a variant.
#[must_use]
pub fn path(test: &Test, manner: Manner, seed: u64) -> String {
    test.path_in(&folder(test, manner), seed)
}

/// Writes a variant to `out` and returns the answers it must get, in order.
pub fn write_incremental(
    out: &mut String,
    store: &TermStore,
    test: &Test,
    manner: Manner,
) -> Vec<&'static str> {
    out.push_str("(set-logic ALL)\n(set-option :produce-models true)\n");
    write_declarations(out, store, &test.constants, Dialect::Standard);
    let texts: Vec<String> = test
        .assertions
        .iter()
        .map(|&assertion| {
            let mut text = String::new();
            write_term(&mut text, store, assertion, Dialect::Standard);
            text
        })
        .collect();
    let answers = match manner {
        Manner::PushPop => push_pop(out, &texts, &test.expected),
        Manner::Assumptions => assumptions(out, &texts, &test.expected),
        Manner::Trace(seed) => {
            // Another one for each test.
            let mut hasher = FxHasher::default();
            test.name().hash(&mut hasher);
            trace(out, &texts, &test.expected, seed ^ hasher.finish())
        }
    };
    let _ = writeln!(out, "; answers: {}", answers.join(" "));
    answers
}

fn push_pop(out: &mut String, texts: &[String], expected: &Expected) -> Vec<&'static str> {
    let mut answers = Vec::new();
    let assert_all = |out: &mut String, without: Option<usize>| {
        for (i, text) in texts.iter().enumerate() {
            if Some(i) != without {
                let _ = writeln!(out, "(assert {text})");
            }
        }
    };
    match expected {
        Expected::Sat(_) => {
            if let Some(first) = texts.first() {
                out.push_str("(push 1)\n");
                assert_all(out, None);
                let _ = writeln!(out, "(assert (not {first}))\n(check-sat)\n(pop 1)");
                answers.push("unsat");
            }
        }
        Expected::Open => {}
        Expected::Unsat { core, .. } => {
            for &left_out in core {
                out.push_str("(push 1)\n");
                assert_all(out, Some(left_out));
                out.push_str("(check-sat)\n(pop 1)\n");
                answers.push("sat");
            }
        }
    }
    assert_all(out, None);
    out.push_str("(check-sat)\n");
    answers.push(expected.status());
    answers
}

fn assumptions(out: &mut String, texts: &[String], expected: &Expected) -> Vec<&'static str> {
    let mut answers = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        let _ = writeln!(
            out,
            "(declare-fun p{i}! () Bool)\n(assert (=> p{i}! {text}))"
        );
    }
    let check = |out: &mut String, without: Option<usize>, further: &str| {
        out.push_str("(check-sat-assuming (");
        for i in (0..texts.len()).filter(|&i| Some(i) != without) {
            let _ = write!(out, "p{i}! ");
        }
        let _ = writeln!(out, "{further}))");
    };
    match expected {
        Expected::Sat(_) => {
            if let Some(first) = texts.first() {
                let _ = writeln!(
                    out,
                    "(declare-fun n! () Bool)\n(assert (=> n! (not {first})))"
                );
                check(out, None, "n!");
                answers.push("unsat");
            }
        }
        Expected::Open => {}
        Expected::Unsat { core, .. } => {
            for &left_out in core {
                check(out, Some(left_out), "");
                answers.push("sat");
            }
        }
    }
    check(out, None, "");
    answers.push(expected.status());
    answers
}

/// Commands of a trace, at most.
const TRACE: usize = 24;

/// A random conversation. What is on the stack is a set of the test's assertions and negations of
/// them; of such a set the answer is known: with a contradictory pair or the whole core it is
/// unsatisfiable, without either and with positive assertions only it is satisfiable.
fn trace(out: &mut String, texts: &[String], expected: &Expected, seed: u64) -> Vec<&'static str> {
    let mut random = Random::new(seed);
    let mut answers = Vec::new();
    // For each level the assertions on it, with their signs. The lowest level stays empty till the
    // end: only what is above it can be taken back without taking back the declarations.
    let mut stack: Vec<Vec<(usize, bool)>> = vec![Vec::new()];
    for _ in 0..TRACE {
        let place = random.below(texts.len());
        match random.below(10) {
            2..=4 if stack.len() > 1 => {
                out.push_str("(pop 1)\n");
                stack.pop();
            }
            5..=7 if stack.len() > 1 => {
                let sign = random.chance(4, 5);
                write_assertion(out, &texts[place], sign);
                if let Some(level) = stack.last_mut() {
                    level.push((place, sign));
                }
            }
            0..=6 => {
                out.push_str("(push 1)\n");
                stack.push(Vec::new());
            }
            _ => {
                if let Some(answer) = known_answer(expected, &stack.concat()) {
                    out.push_str("(check-sat)\n");
                    answers.push(answer);
                }
            }
        }
    }
    // The last answer is that of the plain test.
    let _ = writeln!(out, "(pop {})", stack.len() - 1);
    for text in texts {
        write_assertion(out, text, true);
    }
    out.push_str("(check-sat)\n");
    answers.push(expected.status());
    answers
}

fn write_assertion(out: &mut String, text: &str, sign: bool) {
    let _ = match sign {
        true => writeln!(out, "(assert {text})"),
        false => writeln!(out, "(assert (not {text}))"),
    };
}

/// The answer to a set of assertions and negated assertions of the test, if it is known.
fn known_answer(expected: &Expected, asserted: &[(usize, bool)]) -> Option<&'static str> {
    let has = |place: usize, sign: bool| asserted.contains(&(place, sign));
    let pair = |&(place, _): &(usize, bool)| has(place, true) && has(place, false);
    if asserted.iter().any(pair) {
        return Some("unsat");
    }
    let positive = asserted.iter().all(|&(_, sign)| sign);
    match expected {
        Expected::Unsat { core, .. } if core.iter().all(|&place| has(place, true)) => Some("unsat"),
        Expected::Unsat { .. } | Expected::Sat(_) if positive => Some("sat"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_to_subsets_are_known_or_left_out() {
        let unsat = Expected::Unsat {
            core: vec![0, 1],
            witnesses: std::sync::Arc::new([]),
        };
        let answer = |asserted: &[(usize, bool)]| known_answer(&unsat, asserted);
        assert_eq!(answer(&[(0, true), (2, true)]), Some("sat"));
        assert_eq!(answer(&[(0, true), (1, true)]), Some("unsat"));
        assert_eq!(answer(&[(2, true), (2, false)]), Some("unsat"));
        assert_eq!(answer(&[(0, false)]), None);
        assert_eq!(answer(&[]), Some("sat"));
        assert_eq!(known_answer(&Expected::Open, &[(0, true)]), None);
    }
}
