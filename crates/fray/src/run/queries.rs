//! The queries of a user's script, each as an open test by itself.
//!
//! What programs write down of their conversations with a solver has `push` and `pop`, and an answer for each query. What
//! a query asks is what was asserted in the levels that are open at that place, and its assumptions.

use std::collections::BTreeSet;

use sinew_smtlib::{Command, Dialect as Literals, Environment, Reader};
use sinew_term::{Op, Term, TermStore, postorder_all};

use super::contradiction::open;
use super::culprit::text as shown;
use super::job::Job;

/// Scripts that open more levels than these at once are not written by programs.
const MOST: u32 = 10_000;

/// Each different query of a script, without what other queries ask; those are left out that use
/// functions without a definition. Nothing if the script cannot be read.
#[must_use]
pub fn queries(path: &str, text: &str) -> Vec<Job> {
    let mut store = TermStore::new();
    let mut asked = read(&mut store, text).unwrap_or_default();
    let mut known = BTreeSet::new();
    asked.retain(|query| known.insert(query.clone()));
    let numbered = asked.iter().enumerate();
    let written = numbered.filter_map(|(number, query)| {
        let script = written(&store, query)?;
        open(&format!("{path}#{number}"), &script)
    });
    written.collect()
}

/// What each query asks; `None` if the script cannot be read.
fn read(store: &mut TermStore, text: &str) -> Option<Vec<Vec<Term>>> {
    let (mut reader, mut env) = (Reader::new(), Environment::new());
    env.dialect = Literals::of_script(text.as_bytes());
    reader.feed(text.as_bytes());
    let (mut levels, mut asked) = (vec![Vec::new()], Vec::new());
    while let Some(command) = reader.next(&mut env, store) {
        match command.ok()? {
            Command::Push(count) if count > MOST => return None,
            Command::Push(count) => {
                env.push(count);
                (0..count).for_each(|_| levels.push(Vec::new()));
            }
            Command::Pop(count) if !env.pop(count) => return None,
            Command::Pop(count) => levels.truncate(levels.len().saturating_sub(count as usize)),
            Command::Reset => {
                env.reset();
                levels = vec![Vec::new()];
            }
            Command::ResetAssertions => {
                env.reset_assertions();
                levels = vec![Vec::new()];
            }
            Command::Assert { term, .. } => levels.last_mut()?.push(term),
            Command::CheckSat => asked.push(levels.concat()),
            Command::CheckSatAssuming(literals) => {
                let assumed = literals.into_iter().map(|(literal, _)| literal);
                asked.push(levels.concat().into_iter().chain(assumed).collect());
            }
            _ => {}
        }
    }
    reader.finish().is_none().then_some(asked)
}

/// The assertions with declarations of their constants; `None` if functions are applied.
fn written(store: &TermStore, assertions: &[Term]) -> Option<String> {
    let mut text = "(set-logic ALL)\n".to_owned();
    for term in postorder_all(store, assertions) {
        if matches!(store.op(term), Op::Apply(_)) {
            if !store.is_symbol(term) {
                return None;
            }
            let (name, sort) = (shown(store, term), store.sort_name(store.sort(term)));
            text.push_str(&format!("(declare-fun {name} () {sort})\n"));
        }
    }
    for &assertion in assertions {
        text.push_str(&format!("(assert {})\n", shown(store, assertion)));
    }
    text.push_str("(check-sat)\n");
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> Vec<String> {
        let jobs = queries("f.smt2", text);
        let asserted = |job: &Job| {
            let lines = job.text.lines();
            let lines: Vec<&str> = lines.filter(|l| l.starts_with("(assert ")).collect();
            format!("{}: {}", job.path, lines.join(""))
        };
        jobs.iter().map(asserted).collect()
    }

    #[test]
    fn a_query_is_what_is_asserted_at_its_place() {
        let text = "(declare-const x String)(declare-const b Bool)(assert (= x \"a\"))(check-sat)(push 2)\
            (assert b)(check-sat)(pop 1)(push 1)(assert (not b))(check-sat-assuming (b))(pop 2)(check-sat)\
            (reset-assertions)(check-sat)";
        assert_eq!(
            asked(text),
            [
                "f.smt2#0: (assert (= x \"a\"))",
                "f.smt2#1: (assert (= x \"a\"))(assert b)",
                "f.smt2#2: (assert (= x \"a\"))(assert (not b))(assert b)",
                "f.smt2#3: ",
            ]
        );
    }

    #[test]
    fn names_that_come_back_are_other_constants() {
        let text = "(push 1)(declare-const |a b| String)(assert (= |a b| \"\"))(check-sat)(pop 1)\
            (declare-const |a b| Int)(define-fun f ((n Int)) Bool (< n 0))(assert (f |a b|))(check-sat)";
        let jobs = queries("f.smt2", text);
        assert!(jobs[0].text.contains("(declare-fun |a b| () String)"));
        assert!(jobs[1].text.contains("(declare-fun |a b| () Int)"));
        assert!(
            jobs[1].text.contains("(assert (< |a b| 0))"),
            "{}",
            jobs[1].text
        );
    }

    #[test]
    fn functions_without_a_definition_are_left_out() {
        let text = "(declare-fun f (Int) Int)(declare-const n Int)(assert (> n 0))(check-sat)\
            (assert (> (f n) n))(check-sat)";
        assert_eq!(asked(text), ["f.smt2#0: (assert (> n 0))"]);
        assert_eq!(asked("(check-sat"), [""; 0]);
    }
}
