//! Judgement: a solver's output against what is known about the test.
//!
//! Models are evaluated on the test's own assertions by the reference semantics. A core is
//! compared with the only minimal one: every assertion in that is needed, since a model of all
//! the others is known, so a core that lacks one is satisfiable, and one that has more is not
//! minimal.

use std::sync::Arc;

use sinew_semantics::{Model, Value, Verdict as Check, check};
use sinew_smtlib::{Dialect, Environment, parse_term};
use sinew_term::{FunId, Sort, Term, TermStore};

use super::job::{Claim, Job, Script};
use super::process::{Exit, Finished};
use super::profile::Escapes;
use super::sexpr::list;
use super::steps::tree_size;
use super::verdict::Verdict;
use crate::synth::reference::Reference;
use crate::synth::write::{Dialect as Written, write_term};

/// A verdict and what is behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// For a person: what exactly is wrong.
    pub detail: String,
}

fn judgement(verdict: Verdict, detail: impl Into<String>) -> Judgement {
    Judgement {
        verdict,
        detail: detail.into(),
    }
}

/// A reference semantics other than SMT-LIB's, with the store of its terms.
pub struct Semantics {
    /// The store.
    pub store: TermStore,
    /// The meaning of the operators.
    pub reference: Reference,
}

/// How the output of one solver is read, and what the operators mean.
#[derive(Clone, Default)]
pub struct Judge {
    /// How the solver writes string literals.
    pub escapes: Escapes,
    /// SMT-LIB's semantics if there is none.
    pub semantics: Option<Arc<Semantics>>,
}

impl Judge {
    /// Judges one run.
    #[must_use]
    pub fn judge(&self, job: &Job, done: &Finished) -> Judgement {
        match &job.claim {
            Claim::Answers(expected) => {
                let expected: Vec<Option<&str>> = expected.iter().map(|e| Some(&**e)).collect();
                return judge_answers(&expected, done);
            }
            Claim::Recorded(expected) => {
                let expected: Vec<Option<&str>> = expected.iter().map(Option::as_deref).collect();
                return judge_answers(&expected, done);
            }
            Claim::Sat | Claim::Unsat(_) | Claim::Open => {}
        }
        let Some((answer, rest)) = find_answer(&done.stdout) else {
            return without_answer(job.status(), done);
        };
        let expected = match job.claim {
            Claim::Open => answer,
            _ => job.status(),
        };
        if let Some(judgement) = judge_answer(expected, answer, rest) {
            return judgement;
        }
        match &job.claim {
            Claim::Open if answer == "unsat" => judgement(Verdict::Pass, ""),
            Claim::Unsat(Some(core)) => judge_core(core, rest),
            Claim::Unsat(None) => judgement(Verdict::Pass, ""),
            _ => self.model(&job.text, rest),
        }
    }

    /// Judges the model that follows `sat`, by the assertions of the script.
    pub(super) fn model(&self, script: &str, rest: &str) -> Judgement {
        let store = match &self.semantics {
            Some(semantics) => semantics.store.clone(),
            None => TermStore::new(),
        };
        let mut script = match Script::read_into(store, script) {
            Ok(script) => script,
            Err(error) => return judgement(Verdict::Rejected, format!("the test itself: {error}")),
        };
        if self.escapes == Escapes::Legacy && !rest.contains("\\u") {
            script.env.dialect = Dialect::Legacy;
        }
        let read = read_model(&mut script.store, &script.env, &script.constants, rest);
        let model = match read {
            Ok(model) => model,
            Err(problem) => return judgement(Verdict::NonLiteralModel, problem),
        };
        let mut assertions = script.terms();
        if let Some(semantics) = &self.semantics {
            for assertion in &mut assertions {
                *assertion = semantics.reference.expand(&mut script.store, *assertion);
            }
        }
        match check(&script.store, &model, &assertions) {
            Check::Satisfied => judgement(Verdict::Pass, ""),
            Check::Falsified { values, .. } => {
                let mut detail: String = rest.trim().chars().take(300).collect();
                detail.push_str(&reasons(&mut script.store, &values));
                judgement(Verdict::InvalidModel, detail)
            }
            Check::Undecided { reason, .. } => {
                judgement(Verdict::NonLiteralModel, reason.describe(&script.store))
            }
        }
    }
}

/// What the operations really are that a model gets wrong, as far as that is short enough to be
/// read: `; (str.at x i) is ""`.
fn reasons(store: &mut TermStore, values: &[(Term, Value)]) -> String {
    let mut text = String::new();
    for (term, value) in values {
        let short = tree_size(store, &[*term]) <= 40 && !store.mentions_quantifiers(*term);
        if store.args(*term).is_empty() || store.sort(*term) == Sort::Bool || !short {
            continue;
        }
        text.push_str(if text.is_empty() { "; " } else { ", " });
        write_term(&mut text, store, *term, Written::Standard);
        text.push_str(" is ");
        let value = value.to_term(store);
        write_term(&mut text, store, value, Written::Standard);
        if text.len() > 300 {
            break;
        }
    }
    text
}

/// Judges an answer alone; `None` if it is right.
fn judge_answer(expected: &str, answer: &str, rest: &str) -> Option<Judgement> {
    match answer {
        "unknown" if mentions_timeout(rest) => Some(judgement(Verdict::Timeout, "unknown")),
        "unknown" => Some(judgement(Verdict::Unknown, "")),
        answer if answer != expected => Some(judgement(
            Verdict::WrongAnswer,
            format!("{answer} instead of {expected}"),
        )),
        _ => None,
    }
}

/// Judges a conversation by the answers that are known. A wrong one counts most, wherever it is.
/// If all is well, the answers are the detail.
fn judge_answers(expected: &[Option<&str>], done: &Finished) -> Judgement {
    let mut rest = done.stdout.as_str();
    let mut worst: Option<Judgement> = None;
    let mut answers = Vec::new();
    for (number, expected) in (1..).zip(expected) {
        let Some((answer, after)) = find_answer(rest) else {
            let ended = Finished {
                stdout: rest.to_owned(),
                ..done.clone()
            };
            let ended = without_answer(expected.unwrap_or(""), &ended);
            let wrong = ended.verdict.is_unsound();
            let ended = numbered(ended, number);
            return if wrong { ended } else { worst.unwrap_or(ended) };
        };
        answers.push(answer);
        rest = after;
        match judge_answer(expected.unwrap_or(answer), answer, "") {
            Some(found) if found.verdict.is_unsound() => return numbered(found, number),
            Some(found) => worst = worst.or(Some(numbered(found, number))),
            None => {}
        }
    }
    worst.unwrap_or_else(|| judgement(Verdict::Pass, answers.join(" ")))
}

fn numbered(mut found: Judgement, number: usize) -> Judgement {
    found.detail = format!("answer {number}: {}", found.detail);
    found
}

/// The first line that is an answer, and what follows it.
pub(super) fn find_answer(output: &str) -> Option<(&str, &str)> {
    let mut rest = output;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        match line.trim() {
            answer @ ("sat" | "unsat" | "unknown") => return Some((answer, after)),
            // Said about options, not about the query.
            "success" | "unsupported" | "" => {}
            line if line.starts_with(';') => {}
            _ => return None,
        }
        rest = after;
    }
    None
}

fn mentions_timeout(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("timeout") || text.contains("timed out") || text.contains("time limit")
}

/// What a run is that gave no answer on a line of its own.
fn without_answer(expected: &str, done: &Finished) -> Judgement {
    let both = format!("{}\n{}", done.stdout, done.stderr);
    let lower = both.to_ascii_lowercase();
    let detail = both.trim().chars().take(300).collect::<String>();
    let memory = ["out of memory", "bad_alloc", "memory allocation", "memout"];
    match &done.exit {
        Exit::TimedOut | Exit::Stopped => judgement(Verdict::Timeout, ""),
        Exit::TooLarge => judgement(Verdict::OutOfMemory, detail),
        Exit::NotStarted(reason) => judgement(Verdict::Crash, reason.clone()),
        _ if memory.iter().any(|sign| lower.contains(sign)) => {
            judgement(Verdict::OutOfMemory, detail)
        }
        // Some solvers abort when their own time limit strikes.
        _ if mentions_timeout(&both) => judgement(Verdict::Timeout, detail),
        // Some compare their answer with a recorded one and print an error instead of it.
        _ if lower.contains(&format!("expected result {expected} but got "))
            && !lower.contains("but got unknown") =>
        {
            judgement(Verdict::WrongAnswer, detail)
        }
        Exit::Signal(signal) => judgement(Verdict::Crash, format!("signal {signal}: {detail}")),
        _ if lower.contains("(error") || lower.contains("parse error") => {
            judgement(Verdict::Rejected, detail)
        }
        Exit::Code(code) => judgement(Verdict::Crash, format!("exit code {code}: {detail}")),
    }
}

/// The names of the core that follows `unsat`.
fn read_core(rest: &str) -> Option<Vec<&str>> {
    list(rest).filter(|items| items.first() != Some(&"error"))
}

/// The core that a run delivered after `unsat`, if it did.
pub(super) fn delivered_core(done: &Finished) -> Option<Vec<&str>> {
    match find_answer(&done.stdout) {
        Some(("unsat", rest)) => read_core(rest),
        _ => None,
    }
}

fn judge_core(expected: &[String], rest: &str) -> Judgement {
    let Some(names) = read_core(rest) else {
        let detail: String = rest.trim().chars().take(200).collect();
        return judgement(Verdict::CoreNotDelivered, detail);
    };
    let missing: Vec<&str> = expected
        .iter()
        .map(String::as_str)
        .filter(|name| !names.contains(name))
        .collect();
    if !missing.is_empty() {
        let missing = missing.join(" ");
        let detail = format!("({}) is satisfiable: it lacks {missing}", names.join(" "));
        return judgement(Verdict::CoreNotUnsat, detail);
    }
    if names.len() > expected.len() {
        return judgement(Verdict::CoreNotMinimal, format!("({})", names.join(" ")));
    }
    judgement(Verdict::Pass, "")
}

/// Reads the answer to `get-value`.
fn read_model(
    store: &mut TermStore,
    env: &Environment,
    constants: &[FunId],
    rest: &str,
) -> Result<Model, String> {
    let mut model = Model::new();
    if constants.is_empty() {
        return Ok(model);
    }
    let pairs = list(rest).unwrap_or_default();
    for &constant in constants {
        let name = store.fun_name(constant).to_owned();
        let text = pairs
            .iter()
            .filter_map(|pair| list(pair))
            .find(|pair| pair.len() == 2 && pair[0].trim_matches('|') == name)
            .map(|pair| pair[1])
            .ok_or_else(|| format!("no value for {name}"))?;
        let term = parse_term(store, env, text)
            .map_err(|error| format!("the value of {name} is not a term: {error}"))?;
        let value = Value::of_literal(store, term)
            .filter(|value| value.sort() == store.fun(constant).result)
            .ok_or_else(|| format!("the value of {name} is not a literal: {text}"))?;
        model.set_constant(constant, value);
    }
    Ok(model)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::library::Library;
    use std::time::Duration;

    fn finished(stdout: &str) -> Finished {
        Finished {
            exit: Exit::Code(0),
            stdout: stdout.to_owned(),
            stderr: String::new(),
            wall: Duration::ZERO,
        }
    }

    fn sat_job() -> Job {
        let text = "(declare-fun x () String)(declare-fun n () Int)\
                    (assert (= (str.len x) (+ n 4)))(check-sat)(get-value (x n))\n; model: …";
        Job::from_file("expected_sat/seed0/const/at/t.smt2", text.to_owned()).expect("a test")
    }

    fn unsat_job() -> Job {
        let text = "(check-sat)\n; core: a0 a1\n";
        Job::from_file("expected_unsat/seed0/redundant/at/t.smt2", text.to_owned()).expect("a test")
    }

    fn verdict(job: &Job, stdout: &str) -> Verdict {
        Judge::default().judge(job, &finished(stdout)).verdict
    }

    #[test]
    fn models_are_read_and_checked() {
        let job = sat_job();
        assert_eq!(job.folder, "const");
        let cases = [
            ("sat\n((x \"ab\") (n (- 2)))\n", Verdict::Pass),
            (
                "unsupported\nsat\n((x \"a\"\"\") (n (- 2)))\n",
                Verdict::Pass,
            ),
            ("sat\n((x \"\\u{2ffff}b\")\n (n (- 2)))\n", Verdict::Pass),
            ("sat\n((x \"ab\") (n 2))\n", Verdict::InvalidModel),
            ("sat\n((x \"ab\"))\n", Verdict::NonLiteralModel),
            (
                "sat\n((x (str.++ \"a\" \"b\")) (n (- 2)))\n",
                Verdict::NonLiteralModel,
            ),
            ("sat\n(error \"no model\")\n", Verdict::NonLiteralModel),
            ("unsat\n(error \"no model\")\n", Verdict::WrongAnswer),
            ("unknown\n(error \"no model\")\n", Verdict::Unknown),
            ("unknown\n(:reason-unknown \"timeout\")\n", Verdict::Timeout),
            ("(error \"line 1\")\nsat\n", Verdict::Rejected),
            ("gibberish\n", Verdict::Crash),
            ("", Verdict::Crash),
        ];
        for (output, expected) in cases {
            assert_eq!(verdict(&job, output), expected, "{output}");
        }
    }

    #[test]
    fn legacy_escapes_are_read_where_the_profile_says_so() {
        let output = "sat\n((x \"\\x07b\") (n (- 2)))\n";
        let legacy = Judge {
            escapes: Escapes::Legacy,
            ..Judge::default()
        };
        let found = legacy.judge(&sat_job(), &finished(output));
        assert_eq!(found.verdict, Verdict::Pass);
        assert_eq!(verdict(&sat_job(), output), Verdict::InvalidModel);
    }

    #[test]
    fn models_are_judged_by_the_semantics_of_the_suite() {
        let library = Library::built_in();
        let mut reference = Reference::standard();
        let keeps = library
            .variants
            .iter()
            .find(|variant| variant.name == "replace-empty-keeps")
            .expect("built in");
        for (op, params, body) in &keeps.definitions {
            assert!(reference.redefine(&library.store, *op, params.clone(), *body));
        }
        let deviating = Judge {
            semantics: Some(Arc::new(Semantics {
                store: library.store,
                reference,
            })),
            ..Judge::default()
        };
        let text = "(declare-fun x () String)\n\
                    (assert (= (str.replace x \"\" \"b\") \"a\"))\n; model: …";
        let job = Job::from_file("s/0/const/replace/t", text.to_owned()).expect("a test");
        let done = finished("sat\n((x \"a\"))\n");
        assert_eq!(deviating.judge(&job, &done).verdict, Verdict::Pass);
        assert_eq!(
            Judge::default().judge(&job, &done).verdict,
            Verdict::InvalidModel
        );
    }

    #[test]
    fn cores_are_compared_with_the_minimal_one() {
        let job = unsat_job();
        let cases = [
            ("unsat\n(a1 a0)\n", Verdict::Pass),
            ("unsat\n(\na0\na1\n)\n", Verdict::Pass),
            ("unsat\n(a0 a1 a2)\n", Verdict::CoreNotMinimal),
            ("unsat\n(a0)\n", Verdict::CoreNotUnsat),
            ("unsat\n()\n", Verdict::CoreNotUnsat),
            ("unsat\n(a0 a2)\n", Verdict::CoreNotUnsat),
            ("unsat\n", Verdict::CoreNotDelivered),
            ("unsat\ntimeout\n", Verdict::CoreNotDelivered),
            ("unsat\n(error \"no core\")\n", Verdict::CoreNotDelivered),
            ("sat\n", Verdict::WrongAnswer),
        ];
        for (output, expected) in cases {
            assert_eq!(verdict(&job, output), expected, "{output}");
        }
    }

    #[test]
    fn every_answer_of_a_conversation_counts() {
        let text = "(check-sat)\n(check-sat)\n; answers: sat unsat\n";
        let job = Job::from_file("expected_unsat/seed0/eqFormPushPop/at/t", text.to_owned())
            .expect("a test");
        let cases = [
            ("sat\nunsat\n", Verdict::Pass),
            ("success\nsat\n\nunsat\n", Verdict::Pass),
            ("sat\nsat\n", Verdict::WrongAnswer),
            ("unsat\nunsat\n", Verdict::WrongAnswer),
            ("unknown\nunsat\n", Verdict::Unknown),
            ("unknown\nsat\n", Verdict::WrongAnswer),
            ("sat\n", Verdict::Crash),
            (
                "sat\n(error \"push is not supported\")\n",
                Verdict::Rejected,
            ),
            ("unknown\n", Verdict::Unknown),
        ];
        for (output, expected) in cases {
            assert_eq!(verdict(&job, output), expected, "{output}");
        }
    }

    #[test]
    fn an_answer_hidden_behind_an_error_is_seen() {
        let hidden = "(error \"Expected result sat but got unsat\")\n";
        assert_eq!(verdict(&sat_job(), hidden), Verdict::WrongAnswer);
        let open = "(error \"Expected result sat but got unknown\")\n";
        assert_eq!(verdict(&sat_job(), open), Verdict::Rejected);
    }

    #[test]
    fn ends_without_an_answer_are_told_apart() {
        let of = |exit: Exit, stderr: &str| {
            let mut done = finished("");
            done.exit = exit;
            done.stderr = stderr.to_owned();
            Judge::default().judge(&sat_job(), &done).verdict
        };
        assert_eq!(of(Exit::TimedOut, ""), Verdict::Timeout);
        assert_eq!(
            of(Exit::Code(1), "cvc5 interrupted by timeout."),
            Verdict::Timeout
        );
        assert_eq!(of(Exit::TooLarge, ""), Verdict::OutOfMemory);
        assert_eq!(of(Exit::Signal(6), "std::bad_alloc"), Verdict::OutOfMemory);
        assert_eq!(of(Exit::Signal(11), ""), Verdict::Crash);
        assert_eq!(
            of(Exit::Signal(6), "cvc5 interrupted by timeout."),
            Verdict::Timeout
        );
        assert_eq!(
            of(Exit::Code(1), "(error \"Parse Error: t.smt2:3.4\")"),
            Verdict::Rejected
        );
        assert_eq!(
            of(Exit::Code(127), "sh: 1: exec: z3: not found"),
            Verdict::Crash
        );
    }
}
