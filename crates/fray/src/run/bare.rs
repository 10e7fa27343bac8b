//! Scripts with and without what asks for cores.
//!
//! Names and `:produce-unsat-cores` are not only about what is printed: solvers switch off much of
//! their preprocessing for them. A bug may need them, or need that they are not there, so tests
//! come in both forms.

use sinew_term::TermStore;

use super::contradiction::open;
use super::job::{Claim, Job};
use super::reduce::{Candidate, Oracle};
use crate::synth::write::{Dialect, constant_name, write_value};

/// The test with nothing in it that only cores need. What is known of its core goes with the names.
#[must_use]
pub fn bare(job: &Job) -> Job {
    let claim = match &job.claim {
        Claim::Unsat(_) => Claim::Unsat(None),
        other => other.clone(),
    };
    Job {
        path: format!("{}-bare", job.path),
        text: without_core(&job.text, "; unsat", true),
        claim,
        ..job.clone()
    }
}

/// The script with nothing said about a core, which is not known to be minimal; `bare` also
/// without the options and the names that are there for cores and models nobody asks for.
pub(super) fn without_core(text: &str, proof: &str, bare: bool) -> String {
    let unsat = text.contains("\n(get-unsat-core)\n");
    let mut result = String::new();
    for line in text.lines() {
        let line = match line {
            "(get-unsat-core)" => continue,
            "(set-option :produce-unsat-cores true)" if bare => continue,
            "(set-option :produce-models true)" if bare && unsat => continue,
            _ if line.starts_with("; core:") => proof.to_owned(),
            _ if bare => unnamed(line),
            _ => line.to_owned(),
        };
        result.push_str(&line);
        result.push('\n');
    }
    result
}

/// The assertions of a core that is satisfiable, alone and as a test: the model of all
/// but one that it lacks is one of theirs.
pub(super) fn core_alone(job: &Job, core: &[&str]) -> Option<Job> {
    let Claim::Unsat(Some(needed)) = &job.claim else {
        return None;
    };
    let missing = needed.iter().find(|name| !core.contains(&name.as_str()))?;
    let witness = format!("; without {missing}:");
    let witness = job.text.lines().find_map(|l| l.strip_prefix(&witness))?;
    let mut script = String::new();
    for line in without_core(&job.text, "; unsat", false).lines() {
        let named = line.strip_prefix("(assert (! ");
        let named = named.and_then(|rest| rest.rsplit_once(" :named "));
        let other = |name: &str| !core.contains(&name.trim_end_matches(')'));
        if named.is_some_and(|(_, name)| other(name)) || line.starts_with("(set-info") {
            continue;
        }
        script.push_str(&unnamed(line));
        script.push('\n');
    }
    let script = script.replace("(set-option :produce-unsat-cores true)\n", "");
    let job = open(&job.path, &script)?;
    Some(Job {
        text: job
            .text
            .replace("; open\n", &format!("; model:{witness}\n")),
        claim: Claim::Sat,
        ..job
    })
}

/// The script with names for the assertions, asking for a core instead of values.
pub(super) fn asking_for_core(text: &str) -> String {
    let mut result = String::new();
    let mut count = 0;
    for line in text.lines() {
        let formula = line
            .strip_prefix("(assert ")
            .and_then(|rest| rest.strip_suffix(')'));
        if let Some(formula) = formula {
            result.push_str(&format!("(assert (! {formula} :named a{count}))\n"));
            count += 1;
        } else if line == "(check-sat)" {
            result.push_str("(check-sat)\n(get-unsat-core)\n");
        } else if !line.starts_with("(get-value") {
            result.push_str(line);
            result.push('\n');
        }
    }
    result
}

/// The line without the name, if it is a named assertion.
fn unnamed(line: &str) -> String {
    let named = line.strip_prefix("(assert (! ");
    match named.and_then(|rest| rest.rsplit_once(" :named ")) {
        Some((formula, _)) => format!("(assert {formula})"),
        None => line.to_owned(),
    }
}

/// The comment that says why a test is unsatisfiable.
pub(super) fn proof(store: &TermStore, candidate: &Candidate) -> String {
    let mut text = "; unsat".to_owned();
    if let Oracle::Evaluated = &candidate.oracle {
        text.push_str(": an assertion is false");
    }
    if let Oracle::Counterexample(model) = &candidate.oracle {
        let mut gap = ": the assertion is false for ";
        for (constant, value) in model {
            text.push_str(gap);
            text.push_str(&constant_name(store, *constant));
            text.push_str(" = ");
            write_value(&mut text, value, Dialect::Standard);
            gap = ", ";
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_test_says_the_same_and_asks_for_no_core() {
        let text = "(set-logic ALL)\n(set-option :produce-models true)\n\
             (set-option :produce-unsat-cores true)\n(declare-fun x () String)\n\
             (assert (! (= x \" :named \") :named a0))\n(assert (! (= x \"\") :named a1))\n\
             (check-sat)\n(get-unsat-core)\n; core: a0 a1\n; without a0: (define-fun x () String \"\")\n";
        let job = Job::from_file("t", text.to_owned()).expect("a test");
        let bare = bare(&job);
        let lines: Vec<&str> = bare.text.lines().collect();
        assert_eq!(
            lines[..5],
            [
                "(set-logic ALL)",
                "(declare-fun x () String)",
                "(assert (= x \" :named \"))",
                "(assert (= x \"\"))",
                "(check-sat)"
            ]
        );
        assert_eq!(bare.claim, Claim::Unsat(None));
        assert_eq!(lines[5], "; unsat");
        let alone = core_alone(&job, &["a1"]).expect("a0 is missing");
        let expected = "(assert (= x \"\"))\n(check-sat)\n(get-value (x))\n\
                        ; model: (define-fun x () String \"\")\n";
        assert!(alone.text.ends_with(expected), "{}", alone.text);
        assert_eq!(alone.claim, Claim::Sat);
        assert!(
            core_alone(&job, &["a0", "a1"]).is_none(),
            "it lacks nothing"
        );
        // Read back, it claims the same.
        let again = Job::from_file("t", bare.text.clone()).expect("a test");
        assert_eq!(again.claim, bare.claim);
    }
}
