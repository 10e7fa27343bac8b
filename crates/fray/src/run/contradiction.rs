//! Solvers that contradict each other: the weaker oracle for scripts without a known answer.
//!
//! Nobody is right by majority. But a `sat` whose model the reference semantics confirms settles
//! the matter: the script then is a satisfiable test like any other, and every `unsat` is wrong.
//! Where no model can be checked, the contradiction stands as it is.

use sinew_smtlib::{Dialect as Literals, print_symbol};
use sinew_term::TermStore;

use super::answer::find_answer;
use super::job::{Claim, Job, Script};
use super::judge::Judge;
use super::sexpr::list;
use super::verdict::Verdict;
use crate::synth::write::{Dialect, write_get_value};

/// A script with one query as an open test, which asks for the values of all constants; `None` if
/// it cannot be read, has several queries, or declares functions.
#[must_use]
pub fn open(path: &str, text: &str) -> Option<Job> {
    let literals = Literals::of_script(text.as_bytes());
    let mut read = Script::read(text, literals).ok()?;
    let query = text.find("(check-sat)")?;
    if text.matches("(check-sat").count() > 1 || text.contains("(push") {
        return None;
    }
    let mut constants = Vec::new();
    for &constant in &read.constants {
        if !read.store.fun(constant).params.is_empty() {
            return None;
        }
        constants.push(read.store.apply(constant, &[]));
    }
    let mut script = String::from("(set-option :produce-models true)\n");
    script.push_str(&text[..query]);
    script.push_str("(check-sat)\n");
    write_get_value(&mut script, &read.store, &constants, Dialect::Standard);
    script.push_str("; open\n");
    Some(Job {
        path: path.to_owned(),
        folder: "file".to_owned(),
        text: script,
        claim: Claim::Open,
        literals,
    })
}

/// The answer in what a solver printed.
#[must_use]
pub fn answer(output: &str) -> Option<&str> {
    find_answer(output).map(|(answer, _)| answer)
}

/// Whether two outputs contradict each other.
#[must_use]
pub fn contradict(one: &str, other: &str) -> bool {
    matches!(
        (answer(one), answer(other)),
        (Some("sat"), Some("unsat")) | (Some("unsat"), Some("sat"))
    )
}

/// Two of those who answered an open test that contradict each other, if there are such.
#[must_use]
pub fn disputed(said: &[(usize, &Job, &str)]) -> Option<(usize, usize)> {
    let (first, _, output) = said
        .iter()
        .find(|(_, _, output)| find_answer(output).is_some_and(|(a, _)| a != "unknown"))?;
    let other = said
        .iter()
        .find(|(_, _, other)| contradict(output, other))?;
    Some((*first, other.0))
}

/// Of the answers to one open test, with whom they come from, those that are wrong: each with the
/// test as a satisfiable one.
#[must_use]
pub fn settle(said: &[(usize, &Job, &str)]) -> Vec<(usize, Job)> {
    let mut wrong: Vec<(usize, &Job)> = Vec::new();
    for (number, job, output) in said {
        if answer(output) == Some("unsat") {
            wrong.push((*number, job));
        }
    }
    let model = said.iter().find_map(|(_, job, output)| {
        let (answer, rest) = find_answer(output)?;
        (answer == "sat").then(|| model_line(job, rest)).flatten()
    });
    let (Some(model), false) = (model, wrong.is_empty()) else {
        return Vec::new();
    };
    let labelled = |job: &Job| Job {
        text: job.text.replace("; open\n", &model),
        claim: Claim::Sat,
        ..job.clone()
    };
    wrong
        .iter()
        .map(|(number, job)| (*number, labelled(job)))
        .collect()
}

/// The model that a solver printed, if it holds, as a line of a test.
fn model_line(job: &Job, rest: &str) -> Option<String> {
    if Judge::default().model(job, rest).verdict != Verdict::Pass {
        return None;
    }
    let read = Script::read_into(TermStore::new(), &job.text, job.literals).ok()?;
    let mut line = String::from("; model:");
    let pairs = list(rest).unwrap_or_default();
    for &constant in &read.constants {
        let name = read.store.fun_name(constant);
        let values = pairs.iter().filter_map(|pair| list(pair));
        let mut own = values.filter(|pair| pair.len() == 2 && pair[0].trim_matches('|') == name);
        let value = own.next()?[1].to_owned();
        let sort = read.store.sort_name(read.store.fun(constant).result);
        let name = print_symbol(name);
        line.push_str(&format!(" (define-fun {name} () {sort} {value})"));
    }
    line.push('\n');
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_holds_settles_a_contradiction() {
        let text = "(set-logic ALL)\n(declare-fun x () String)\n\
                    (assert (= (str.len x) 1))\n(check-sat)\n(exit)\n";
        let job = open("f.smt2", text).expect("one query");
        assert!(job.text.contains("(get-value (x))"), "{}", job.text);
        let right = (0, &job, "sat\n((x \"a\"))\n");
        let wrong = (1, &job, "unsat\n");
        let settled = settle(&[right, wrong]);
        assert_eq!(settled.len(), 1);
        assert_eq!(settled[0].0, 1);
        assert_eq!(settled[0].1.claim, Claim::Sat);
        let model = "; model: (define-fun x () String \"a\")\n";
        assert!(settled[0].1.text.contains(model), "{}", settled[0].1.text);
        // A model that does not hold settles nothing.
        let bad = (0, &job, "sat\n((x \"ab\"))\n");
        assert!(settle(&[bad, wrong]).is_empty());
        assert_eq!(
            disputed(&[(7, &job, "unknown\n"), bad, wrong]),
            Some((0, 1))
        );
        assert_eq!(disputed(&[bad, bad]), None);
        assert!(contradict(bad.2, wrong.2) && !contradict(wrong.2, wrong.2));
        assert!(open("f", "(check-sat)(check-sat)").is_none());
    }
}
