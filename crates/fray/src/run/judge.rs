//! Judgement: a solver's output against what is known about the test.
//!
//! Models are evaluated on the test's own assertions by the reference semantics. A core is
//! compared with the only minimal one: every assertion in that is needed, since a model of all
//! the others is known, so a core that lacks one is satisfiable, and one that has more is not
//! minimal.

use std::sync::Arc;

use sinew_semantics::{Evaluator, Limits, Model, Value, Verdict as Check, check_with, eval};
use sinew_smtlib::{Dialect as Literals, Environment, parse_term};
use sinew_term::{FunId, Op, Sort, Term, TermStore, postorder_all};

use super::answer::{ended_badly, find_answer, mentions_timeout, without_answer};
use super::dialect::{Dialect, Printing};
use super::job::{Claim, Job, Script, UNKNOWN_ANSWER};
use super::process::Finished;
use super::sexpr::list;
use super::simplify::open_divisors;
use super::size::tree_size;
use super::verdict::Verdict;
use crate::synth::reference::Reference;
use crate::synth::write::{Dialect as Written, write_term};

/// Steps that the evaluation of one model may take: some tenths of a second. Quantifiers inside
/// each other can take a thousand times as long, and end hunts.
const STEPS: u64 = 50_000_000;

/// A verdict and what is behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// For a person: what exactly is wrong.
    pub detail: String,
}

pub(super) fn judgement(verdict: Verdict, detail: impl Into<String>) -> Judgement {
    Judgement {
        verdict,
        detail: detail.into(),
    }
}

/// A reference semantics other than SMT-LIB's, with the store of its terms.
pub struct Semantics {
    /// Its name.
    pub name: String,
    /// The store.
    pub store: TermStore,
    /// The meaning of the operators.
    pub reference: Reference,
}

/// How the output of one solver is read, and what the operators mean.
#[derive(Clone, Default)]
pub struct Judge {
    /// How the solver spells what it reads and prints.
    pub dialect: Arc<Dialect>,
    /// SMT-LIB's semantics if there is none.
    pub semantics: Option<Arc<Semantics>>,
}

impl Judge {
    /// The name of the semantics; empty if it is SMT-LIB's.
    #[must_use]
    pub fn semantics_name(&self) -> &str {
        let semantics = self.semantics.as_ref();
        semantics.map_or("", |semantics| &semantics.name)
    }

    /// Judges one run.
    #[must_use]
    pub fn judge(&self, job: &Job, done: &Finished) -> Judgement {
        match &job.claim {
            Claim::Answers(expected) => {
                let known = |e: &str| e != UNKNOWN_ANSWER;
                let expected = expected.iter().map(String::as_str);
                let expected: Vec<_> = expected.map(|e| Some(e).filter(|e| known(e))).collect();
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
        let found = match &job.claim {
            Claim::Open if answer == "unsat" => judgement(Verdict::Pass, ""),
            Claim::Unsat(Some(core)) => judge_core(core, &job.text, rest),
            Claim::Unsat(None) => judgement(Verdict::Pass, ""),
            _ => self.model(job, rest),
        };
        // What it said so far may be wrong; that it went on to break down is worse than anything
        // else.
        match ended_badly(done, rest) {
            Some(ended) if !found.verdict.is_unsound() => ended,
            _ => found,
        }
    }

    /// The model that a solver printed.
    pub(super) fn values(&self, script: &mut Script, output: &str) -> Option<Model> {
        let (answer, rest) = find_answer(output)?;
        let said = answer == "sat" || script.constants.is_empty();
        said.then(|| self.read_model(script, rest).ok()).flatten()
    }

    fn read_model(&self, script: &mut Script, rest: &str) -> Result<Model, String> {
        script.env.dialect = match self.dialect.printing {
            Printing::Legacy => Literals::Legacy,
            Printing::Standard | Printing::Ambiguous => Literals::Standard,
        };
        read_model(&mut script.store, &script.env, &script.constants, rest)
    }

    /// Judges the model that follows `sat`, by the assertions of the script.
    pub(super) fn model(&self, job: &Job, rest: &str) -> Judgement {
        let store = match &self.semantics {
            Some(semantics) => semantics.store.clone(),
            None => TermStore::new(),
        };
        let mut script = match Script::read_into(store, &job.text, job.literals) {
            Ok(script) => script,
            Err(error) => return judgement(Verdict::Rejected, format!("the test itself: {error}")),
        };
        let model = match self.read_model(&mut script, rest) {
            Ok(model) => model,
            Err(problem) => return judgement(Verdict::NonLiteralModel, problem),
        };
        let mut assertions = script.terms();
        if let Some(semantics) = &self.semantics {
            for assertion in &mut assertions {
                *assertion = semantics.reference.expand(&mut script.store, *assertion);
            }
        }
        let readable = self.dialect.printing != Printing::Ambiguous || !rest.contains('\\');
        let limits = Limits {
            steps: STEPS,
            ..Limits::default()
        };
        let checked = {
            let mut evaluator = Evaluator::with_limits(&script.store, &model, limits);
            check_with(&mut evaluator, &assertions)
        };
        match checked {
            Check::Satisfied => judgement(Verdict::Pass, ""),
            Check::Falsified { .. } if divides_by_zero(&script.store, &model, &assertions) => {
                let problem = "it does not say what a division by zero is";
                judgement(Verdict::NonLiteralModel, problem)
            }
            Check::Falsified { values, .. } if readable => {
                let mut detail: String = rest.trim().chars().take(300).collect();
                detail.push_str(&reasons(&mut script.store, &values));
                judgement(Verdict::InvalidModel, detail)
            }
            Check::Falsified { .. } => {
                let detail: String = rest.trim().chars().take(300).collect();
                judgement(
                    Verdict::NonLiteralModel,
                    format!("it is not clear which strings these are: {detail}"),
                )
            }
            Check::Undecided { reason, .. } => {
                judgement(Verdict::NonLiteralModel, reason.describe(&script.store))
            }
        }
    }
}

/// Whether something is divided by zero under the model: that is a function which every model has for
/// itself, and `get-value` of the constants does not tell it.
fn divides_by_zero(store: &TermStore, model: &Model, assertions: &[Term]) -> bool {
    let zero = Ok(Value::from(0));
    let is_zero = |by: Term| store.mentions_variables(by) || eval(store, model, by) == zero;
    open_divisors(store, assertions).into_iter().any(is_zero)
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
    let worst = worst.or_else(|| ended_badly(done, rest));
    worst.unwrap_or_else(|| judgement(Verdict::Pass, answers.join(" ")))
}

fn numbered(mut found: Judgement, number: usize) -> Judgement {
    found.detail = format!("answer {number}: {}", found.detail);
    found
}

/// What is wrong, without the number of the query that it is about.
pub(super) fn without_number(detail: &str) -> &str {
    let rest = detail.strip_prefix("answer ");
    let rest = rest.and_then(|rest| rest.split_once(": "));
    rest.map_or(detail, |(_, what)| what)
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

fn judge_core(expected: &[String], script: &str, rest: &str) -> Judgement {
    let Some(names) = read_core(rest) else {
        let detail: String = rest.trim().chars().take(200).collect();
        return judgement(Verdict::CoreNotDelivered, detail);
    };
    let names: Vec<&str> = names.iter().map(|name| name.trim_matches('|')).collect();
    // Where the script names nothing itself, the expected core is all that is known of names.
    let is_name = |name: &&&str| {
        let named = |end: char| script.contains(&format!(":named {name}{end}"));
        named(')') || named(' ') || expected.iter().any(|known| known == *name)
    };
    if let Some(stranger) = names.iter().find(|name| !is_name(name)) {
        let detail = format!("({}): no assertion is called {stranger}", names.join(" "));
        return judgement(Verdict::CoreNotDelivered, detail);
    }
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

/// The value of a literal, or of a regular expression without variables, which is the only form
/// that a language has.
fn literal(store: &TermStore, term: Term) -> Option<Value> {
    if store.sort(term) != Sort::RegLan {
        return Value::of_literal(store, term);
    }
    let terms = postorder_all(store, &[term]);
    let ground = terms.iter().all(|&part| {
        store.sort(part) == Sort::RegLan && !matches!(store.op(part), Op::Apply(_))
            || Value::of_literal(store, part).is_some()
    });
    ground
        .then(|| eval(store, &Model::new(), term).ok())
        .flatten()
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
        let value = literal(store, term)
            .filter(|value| value.sort() == store.fun(constant).result)
            .ok_or_else(|| format!("the value of {name} is not a literal: {text}"))?;
        model.set_constant(constant, value);
    }
    Ok(model)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::answer::tests::finished;
    use crate::synth::library::Library;

    fn sat_job() -> Job {
        let text = "(declare-fun x () String)(declare-fun n () Int)\
                    (assert (= (str.len x) (+ n 4)))(check-sat)(get-value (x n))\n; model: …";
        Job::from_file("expected_sat/seed0/const/at/t.smt2", text.to_owned()).expect("a test")
    }

    fn unsat_job() -> Job {
        let text = "(assert (! p :named a0))(assert (! q :named a1))\n\
                    (assert (! r :named a2))\n(check-sat)\n; core: a0 a1\n";
        Job::from_file("expected_unsat/seed0/redundant/at/t.smt2", text.to_owned()).expect("a test")
    }

    fn verdict(job: &Job, stdout: &str) -> Verdict {
        Judge::default().judge(job, &finished(stdout)).verdict
    }

    #[test]
    fn a_division_by_zero_may_be_anything() {
        let cases = [
            ("0", Verdict::NonLiteralModel),
            ("2", Verdict::InvalidModel),
        ];
        for (by, expected) in cases {
            for term in [format!("(div i {by})"), "(div i j)".to_owned()] {
                let text = format!(
                    "(declare-fun i () Int)(declare-fun j () Int)(assert (< 0 {term}))\n\
                     (check-sat)(get-value (i j))\n; open"
                );
                let job = Job::from_file("t", text).expect("a test");
                let found = verdict(&job, &format!("sat\n((i 0) (j {by}))\n"));
                assert_eq!(found, expected, "{term}");
            }
        }
    }

    #[test]
    fn languages_in_models_are_regular_expressions() {
        let text = "(declare-fun r () RegLan)(assert (not (str.in_re \"ab\" r)))\
                    (assert (str.in_re \"a\" r))(check-sat)(get-value (r))\n; model: …";
        let job = Job::from_file("t", text.to_owned()).expect("a test");
        let cases = [
            ("(re.* (str.to_re \"a\"))", Verdict::Pass),
            ("re.allchar", Verdict::Pass),
            ("re.all", Verdict::InvalidModel),
            ("(re.opt (re.range \"b\" \"c\"))", Verdict::InvalidModel),
            ("r", Verdict::NonLiteralModel),
            ("(str.to_re (str.++ \"a\" \"\"))", Verdict::NonLiteralModel),
        ];
        for (value, expected) in cases {
            let found = verdict(&job, &format!("sat\n((r {value}))\n"));
            assert_eq!(found, expected, "{value}");
        }
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
    fn models_are_read_in_the_dialect_of_the_solver() {
        let output = "sat\n((x \"\\x07b\") (n (- 2)))\n";
        let printing = |printing: Printing| {
            let judge = Judge {
                dialect: Arc::new(Dialect {
                    printing,
                    ..Dialect::default()
                }),
                ..Judge::default()
            };
            judge.judge(&sat_job(), &finished(output)).verdict
        };
        assert_eq!(printing(Printing::Legacy), Verdict::Pass);
        assert_eq!(printing(Printing::Standard), Verdict::InvalidModel);
        assert_eq!(printing(Printing::Ambiguous), Verdict::NonLiteralModel);
    }

    #[test]
    fn the_script_is_read_as_it_is_written() {
        let text = "(declare-fun x () String)\n(assert (= x \"\\x07\"))\n(check-sat)\n";
        let job = Job {
            path: String::new(),
            folder: String::new(),
            text: text.to_owned(),
            claim: Claim::Sat,
            literals: Literals::Legacy,
        };
        assert_eq!(verdict(&job, "sat\n((x \"\\u{7}\"))\n"), Verdict::Pass);
        let four = "sat\n((x \"\\x07\"))\n";
        assert_eq!(verdict(&job, four), Verdict::InvalidModel);
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
                name: keeps.name.clone(),
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
            ("unsat\n(b0 b1)\n", Verdict::CoreNotDelivered),
            ("unsat\n(|a0| |a1|)\n", Verdict::Pass),
            ("unsat\n", Verdict::CoreNotDelivered),
            ("unsat\ntimeout\n", Verdict::Timeout),
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
}
