//! Incremental variants of a test: the same assertions in a longer conversation with the solver,
//! whose every answer is known and whose last one must agree with the plain test.
//!
//! The witnesses of an unsatisfiable test tell which of its subsets are satisfiable; a satisfiable
//! test becomes unsatisfiable when the negation of one of its assertions joins it.

use std::fmt::Write as _;

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
}

impl Manner {
    /// Both.
    pub const ALL: [Manner; 2] = [Manner::PushPop, Manner::Assumptions];

    /// What is appended to the name of the plain test's folder.
    #[must_use]
    pub fn suffix(self) -> &'static str {
        match self {
            Manner::PushPop => "PushPop",
            Manner::Assumptions => "Assumptions",
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
