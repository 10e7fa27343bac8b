//! Judgement: a solver's output against what is known about the test.
//!
//! Models are evaluated on the test's own assertions by the reference semantics. A core is
//! compared with the only minimal one: every assertion in that is needed, since a model of all
//! the others is known, so a core that lacks one is satisfiable, and one that has more is not
//! minimal.

use sinew_semantics::{Model, Value, Verdict as Check, check};
use sinew_smtlib::{Command, Dialect, Environment, parse_script, parse_term};
use sinew_term::{FunId, Term, TermStore};

use super::process::{Exit, Finished};
use super::profile::Escapes;
use super::verdict::Verdict;

/// A test as the runner sees it: a script and its expected answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Where the test is in its suite; tells tests apart.
    pub path: String,
    /// Its transformation.
    pub folder: String,
    /// The script.
    pub text: String,
    /// The names of the only minimal core, for an unsatisfiable test.
    pub core: Option<Vec<String>>,
}

impl Job {
    /// The job for a test file as `fray gen` writes it; `None` if it has no expected answer.
    #[must_use]
    pub fn from_file(path: &str, text: String) -> Option<Job> {
        let core = text
            .lines()
            .find_map(|line| line.strip_prefix("; core:"))
            .map(|names| names.split_whitespace().map(str::to_owned).collect());
        if core.is_none() && !text.lines().any(|line| line.starts_with("; model:")) {
            return None;
        }
        let folder = path.rsplit('/').nth(2).unwrap_or("").to_owned();
        Some(Job {
            path: path.to_owned(),
            folder,
            text,
            core,
        })
    }

    /// The expected answer.
    #[must_use]
    pub fn status(&self) -> &'static str {
        if self.core.is_some() { "unsat" } else { "sat" }
    }
}

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

/// Judges one run.
#[must_use]
pub fn judge(job: &Job, done: &Finished, escapes: Escapes) -> Judgement {
    let Some((answer, rest)) = find_answer(&done.stdout) else {
        return without_answer(done);
    };
    match (job.status(), answer) {
        (_, "unknown") if mentions_timeout(rest) => judgement(Verdict::Timeout, "unknown"),
        (_, "unknown") => judgement(Verdict::Unknown, ""),
        (expected, answer) if expected != answer => judgement(
            Verdict::WrongAnswer,
            format!("{answer} instead of {expected}"),
        ),
        ("unsat", _) => judge_core(job.core.as_deref().unwrap_or(&[]), rest),
        _ => judge_model(job, rest, escapes),
    }
}

/// The first line that is an answer, and what follows it.
fn find_answer(output: &str) -> Option<(&str, &str)> {
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

fn without_answer(done: &Finished) -> Judgement {
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
        Exit::Signal(signal) => judgement(Verdict::Crash, format!("signal {signal}: {detail}")),
        _ if lower.contains("(error") || lower.contains("parse error") => {
            judgement(Verdict::Rejected, detail)
        }
        Exit::Code(code) => judgement(Verdict::Crash, format!("exit code {code}: {detail}")),
    }
}

fn judge_core(expected: &[String], rest: &str) -> Judgement {
    let names = match list(rest) {
        Some(items) if items.first() != Some(&"error") => items,
        _ => {
            let detail: String = rest.trim().chars().take(200).collect();
            return judgement(Verdict::CoreNotDelivered, detail);
        }
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

fn judge_model(job: &Job, rest: &str, escapes: Escapes) -> Judgement {
    let mut store = TermStore::new();
    let mut env = Environment::new();
    let commands = match parse_script(&mut store, &mut env, &job.text) {
        Ok(commands) => commands,
        Err(error) => return judgement(Verdict::Rejected, format!("the test itself: {error}")),
    };
    let assertions: Vec<Term> = commands
        .iter()
        .filter_map(|command| match command {
            Command::Assert { term, .. } => Some(*term),
            _ => None,
        })
        .collect();
    let constants = env.declarations(&store);
    if escapes == Escapes::Legacy && !rest.contains("\\u") {
        env.dialect = Dialect::Legacy;
    }
    let model = match read_model(&mut store, &env, &constants, rest) {
        Ok(model) => model,
        Err(problem) => return judgement(Verdict::NonLiteralModel, problem),
    };
    match check(&store, &model, &assertions) {
        Check::Satisfied => judgement(Verdict::Pass, ""),
        Check::Falsified { .. } => {
            let values: String = rest.trim().chars().take(300).collect();
            judgement(Verdict::InvalidModel, values)
        }
        Check::Undecided { reason, .. } => {
            judgement(Verdict::NonLiteralModel, reason.describe(&store))
        }
    }
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

/// The items of the list that `text` starts with.
fn list(text: &str) -> Option<Vec<&str>> {
    let text = text.trim_start();
    let bytes = text.as_bytes();
    if bytes.first() != Some(&b'(') {
        return None;
    }
    let mut items = Vec::new();
    let mut depth = 0usize;
    let mut start: Option<usize> = None;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'"' | b'|') => {
                start.get_or_insert(at);
                let length = bytes[at + 1..].iter().position(|&b| b == quote)?;
                at += length + 1;
            }
            b'(' => {
                if depth == 1 {
                    finish(text, &mut items, &mut start, at);
                    start = Some(at);
                }
                depth += 1;
            }
            b')' => {
                depth -= 1;
                if depth == 0 {
                    finish(text, &mut items, &mut start, at);
                    return Some(items);
                }
                if depth == 1 {
                    finish(text, &mut items, &mut start, at + 1);
                }
            }
            byte if byte.is_ascii_whitespace() => {
                if depth == 1 {
                    finish(text, &mut items, &mut start, at);
                }
            }
            _ => {
                if depth == 1 {
                    start.get_or_insert(at);
                }
            }
        }
        at += 1;
    }
    None
}

fn finish<'t>(text: &'t str, items: &mut Vec<&'t str>, start: &mut Option<usize>, end: usize) {
    if let Some(from) = start.take() {
        items.push(&text[from..end]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        judge(job, &finished(stdout), Escapes::Standard).verdict
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
        let done = finished("sat\n((x \"\\x07b\") (n (- 2)))\n");
        assert_eq!(
            judge(&sat_job(), &done, Escapes::Legacy).verdict,
            Verdict::Pass
        );
        assert_eq!(
            judge(&sat_job(), &done, Escapes::Standard).verdict,
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
    fn ends_without_an_answer_are_told_apart() {
        let of = |exit: Exit, stderr: &str| {
            let mut done = finished("");
            done.exit = exit;
            done.stderr = stderr.to_owned();
            judge(&sat_job(), &done, Escapes::Standard).verdict
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
