//! Longer conversations about a satisfiable test, whose every answer is known.
//!
//! The planted model satisfies every subset of the assertions, so however they come and go by
//! `push`, `pop` and `assert`, each answer must be `sat`. A solver that says otherwise is wrong
//! about that query, or about what was there before it: the query alone, put to it afresh, tells
//! which.

use std::fmt::Write as _;

use sinew_base::Random;
use sinew_smtlib::Dialect as Literals;
use sinew_term::TermStore;

use super::job::{Claim, Job};
use crate::synth::test::{Expected, Test};
use crate::synth::write::{Dialect, write_declarations, write_term};

/// A random conversation about a test; `None` if it has no model.
#[must_use]
pub fn trace(store: &TermStore, test: &Test, seed: u64, random: &mut Random) -> Option<Job> {
    let Expected::Sat(_) = &test.expected else {
        return None;
    };
    let mut text = String::from("(set-logic ALL)\n");
    write_declarations(&mut text, store, &test.constants, Dialect::Standard);
    let assertions: Vec<String> = test
        .assertions
        .iter()
        .map(|&term| {
            let mut line = String::from("(assert ");
            write_term(&mut line, store, term, Dialect::Standard);
            line.push_str(")\n");
            line
        })
        .collect();
    let (mut depth, mut queries) = (0u32, 0usize);
    for _ in 0..4 + random.below(8) {
        match random.below(5) {
            0 => {
                text.push_str("(push 1)\n");
                depth += 1;
            }
            1 if depth > 0 => {
                text.push_str("(pop 1)\n");
                depth -= 1;
            }
            2 | 3 => text.push_str(random.pick::<String>(&assertions)),
            _ => {
                text.push_str("(check-sat)\n");
                queries += 1;
            }
        }
    }
    for assertion in &assertions {
        text.push_str(assertion);
    }
    text.push_str("(check-sat)\n");
    Some(conversation(
        &test.path(seed).replace(".smt2", "_trace.smt2"),
        text,
        queries + 1,
    ))
}

fn conversation(path: &str, mut text: String, queries: usize) -> Job {
    let answers = vec!["sat".to_owned(); queries];
    let _ = writeln!(text, "; answers: {}", answers.join(" "));
    Job {
        path: path.to_owned(),
        folder: "trace".to_owned(),
        text,
        claim: Claim::Answers(answers),
        literals: Literals::Standard,
    }
}

/// Leaves out commands of such a conversation while `fails` holds, each `push` with its `pop`,
/// until none can go.
pub fn shorten(job: &Job, fails: &mut dyn FnMut(&Job) -> bool) -> Job {
    let mut best = job.clone();
    let mut at = 0;
    loop {
        let lines: Vec<&str> = best
            .text
            .lines()
            .filter(|line| !line.starts_with(';'))
            .collect();
        if at >= lines.len() {
            return best;
        }
        let mut gone = vec![at];
        if lines[at] == "(push 1)" {
            gone.extend(matching_pop(&lines, at));
        }
        let movable = ["(push", "(assert", "(check-sat", "(declare"];
        if !movable.iter().any(|start| lines[at].starts_with(start)) {
            at += 1;
            continue;
        }
        let mut text = String::new();
        let kept = lines.iter().enumerate().filter(|(i, _)| !gone.contains(i));
        for (_, line) in kept {
            text.push_str(line);
            text.push('\n');
        }
        let queries = text.matches("(check-sat)\n").count();
        let shorter = conversation(&job.path, text, queries);
        if queries > 0 && fails(&shorter) {
            best = shorter;
            at = 0;
        } else {
            at += 1;
        }
    }
}

fn matching_pop(lines: &[&str], push: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, line) in lines.iter().enumerate().skip(push) {
        match *line {
            "(push 1)" => depth += 1,
            "(pop 1)" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

/// The query that got this answer, counted from 1, by itself.
#[must_use]
pub fn afresh(job: &Job, answer: usize) -> Option<Job> {
    let mut levels: Vec<Vec<&str>> = vec![Vec::new()];
    let mut seen = 0;
    for line in job.text.lines() {
        match line {
            "(push 1)" => levels.push(Vec::new()),
            "(pop 1)" => {
                levels.pop();
            }
            "(check-sat)" => {
                seen += 1;
                if seen == answer {
                    let mut text: String = levels.concat().join("\n");
                    text.push_str("\n(check-sat)\n");
                    return Some(conversation(&job.path, text, 1));
                }
            }
            line if line.starts_with(';') => {}
            line => levels.last_mut()?.push(line),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::library::Library;
    use crate::synth::reference::Reference;
    use crate::synth::stream::{Mode, Origins, Stream};
    use sinew_smtlib::{Environment, parse_script};

    #[test]
    fn traces_are_well_formed_and_say_how_many_answers_they_get() {
        let (library, reference) = (Library::built_in(), Reference::standard());
        let origins = Origins {
            library: &library,
            reference: &reference,
            seeds: &[],
        };
        let mut random = Random::new(1);
        let (mut nested, mut many) = (false, false);
        for made in Stream::new(Mode::Skeleton, origins, 3).take(50) {
            let made = made.expect("certified");
            let job = trace(&made.store, &made.test, 3, &mut random).expect("it has a model");
            let Claim::Answers(answers) = &job.claim else {
                panic!("answers are known");
            };
            assert_eq!(job.text.matches("(check-sat)").count(), answers.len());
            let (mut store, mut env) = (TermStore::new(), Environment::new());
            parse_script(&mut store, &mut env, &job.text).expect(&job.text);
            nested |= job.text.contains("(push 1)") && job.text.contains("(pop 1)");
            many |= answers.len() > 2;
            let last = afresh(&job, answers.len()).expect("the last query");
            assert!(!last.text.contains("push"));
        }
        assert!(nested && many);
    }

    #[test]
    fn a_conversation_is_shortened_to_what_it_takes() {
        let text = "(declare-fun x () String)\n(assert (= x x))\n(push 1)\n(assert (= x \"a\"))\n\
                    (check-sat)\n(pop 1)\n(push 1)\n(check-sat)\n(pop 1)\n(assert (= x \"\"))\n(check-sat)\n";
        let job = conversation("t", text.to_owned(), 3);
        // A solver that keeps what was popped.
        let short = shorten(&job, &mut |job| {
            let popped = job.text.find("(push 1)\n(assert (= x \"a\"))\n");
            let pop = job.text.find("(pop 1)");
            let declared = job.text.contains("(declare-fun x");
            declared && popped.is_some() && pop > popped && job.text.contains("(assert (= x \"\"))")
        });
        let expected = "(declare-fun x () String)\n(push 1)\n(assert (= x \"a\"))\n(pop 1)\n\
                        (assert (= x \"\"))\n(check-sat)\n; answers: sat\n";
        assert_eq!(short.text, expected);
    }
}
