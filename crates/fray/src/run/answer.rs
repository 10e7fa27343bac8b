//! Answers in what a solver prints, and what its end means where there is none.

use super::judge::{Judgement, judgement};
use super::process::{Exit, Finished};
use super::verdict::Verdict;

/// Lines that may come before an answer: what was said about options, warnings, logs. Anything
/// else means that the solver did not understand, or that its output cannot be trusted.
fn is_aside(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    matches!(line, "success" | "unsupported" | "")
        || [";", "%", "c ", "["]
            .iter()
            .any(|start| line.starts_with(start))
        || (lower.contains("warning") && !lower.contains("(error"))
}

/// The first line that is an answer, and what follows it.
pub(super) fn find_answer(output: &str) -> Option<(&str, &str)> {
    let mut rest = output;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        match line.trim() {
            answer @ ("sat" | "unsat" | "unknown") => return Some((answer, after)),
            line if is_aside(line) => {}
            _ => return None,
        }
        rest = after;
    }
    None
}

pub(super) fn mentions_timeout(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("timeout") || text.contains("timed out") || text.contains("time limit")
}

/// What programs in several languages say when there is no memory left.
const NO_MEMORY: [&str; 12] = [
    "out of memory",
    "out of space",
    "outofmemory",
    "memoryerror",
    "bad_alloc",
    "memory allocation",
    "allocation failed",
    "cannot allocate memory",
    "memory exhausted",
    "memory limit",
    "memout",
    "gc overhead limit",
];

fn mentions_memory(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    NO_MEMORY.iter().any(|sign| text.contains(sign))
}

fn beginning(text: &str) -> String {
    text.trim().chars().take(300).collect()
}

/// What a run is that gave no answer on a line of its own.
pub(super) fn without_answer(expected: &str, done: &Finished) -> Judgement {
    let both = format!("{}\n{}", done.stdout, done.stderr);
    let lower = both.to_ascii_lowercase();
    let detail = beginning(&both);
    match &done.exit {
        Exit::TimedOut | Exit::Stopped => judgement(Verdict::Timeout, ""),
        Exit::TooLarge => judgement(Verdict::OutOfMemory, detail),
        _ if mentions_memory(&both) => judgement(Verdict::OutOfMemory, detail),
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

/// What is said of a program that broke down when it had answered.
pub(super) const AFTER_ANSWER: &str = " after the answer";

/// What a run is that gave the right answer and then did not end well; `rest` is what it printed
/// after the answer. By custom, 10 and 20 are the codes of `sat` and `unsat`; an error about a
/// later command, such as a model that is not available, is in the output and in the code.
pub(super) fn ended_badly(done: &Finished, rest: &str) -> Option<Judgement> {
    let both = format!("{rest}\n{}", done.stderr);
    let detail = beginning(&both);
    match done.exit {
        Exit::TooLarge => Some(judgement(Verdict::OutOfMemory, detail)),
        Exit::TimedOut | Exit::Stopped => Some(judgement(Verdict::Timeout, "after the answer")),
        Exit::Code(0 | 10 | 20) if !mentions_timeout(rest) => None,
        _ if mentions_memory(&both) => Some(judgement(Verdict::OutOfMemory, detail)),
        _ if mentions_timeout(&both) => Some(judgement(Verdict::Timeout, "after the answer")),
        Exit::Signal(signal) => Some(judgement(
            Verdict::Crash,
            format!("signal {signal}{AFTER_ANSWER}: {detail}"),
        )),
        Exit::Code(_) if both.contains("(error") => None,
        Exit::Code(code) => Some(judgement(
            Verdict::Crash,
            format!("exit code {code}{AFTER_ANSWER}: {detail}"),
        )),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::run::job::Job;
    use crate::run::judge::Judge;
    use std::time::Duration;

    pub(in crate::run) fn finished(stdout: &str) -> Finished {
        Finished {
            exit: Exit::Code(0),
            stdout: stdout.to_owned(),
            stderr: String::new(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
        }
    }

    fn sat_job() -> Job {
        let text = "(declare-fun x () String)(assert (= x \"a\"))(check-sat)(get-value (x))\n\
                    ; model: …";
        Job::from_file("expected_sat/seed0/const/at/t.smt2", text.to_owned()).expect("a test")
    }

    fn verdict(done: &Finished) -> Verdict {
        Judge::default().judge(&sat_job(), done).verdict
    }

    #[test]
    fn an_answer_hidden_behind_an_error_is_seen() {
        let hidden = finished("(error \"Expected result sat but got unsat\")\n");
        assert_eq!(verdict(&hidden), Verdict::WrongAnswer);
        let open = finished("(error \"Expected result sat but got unknown\")\n");
        assert_eq!(verdict(&open), Verdict::Rejected);
    }

    #[test]
    fn warnings_do_not_hide_an_answer() {
        let right = finished("WARNING: no such option\n[log] 1\nsat\n((x \"a\"))\n");
        assert_eq!(verdict(&right), Verdict::Pass);
        let wrong = finished("Warning: experimental\nunsat\n");
        assert_eq!(verdict(&wrong), Verdict::WrongAnswer);
        let error = finished("(error \"warning\")\nunsat\n");
        assert_eq!(verdict(&error), Verdict::Rejected);
    }

    #[test]
    fn ends_without_an_answer_are_told_apart() {
        let of = |exit: Exit, stderr: &str| {
            let mut done = finished("");
            done.exit = exit;
            done.stderr = stderr.to_owned();
            verdict(&done)
        };
        assert_eq!(of(Exit::TimedOut, ""), Verdict::Timeout);
        let interrupted = "cvc5 interrupted by timeout.";
        assert_eq!(of(Exit::Code(1), interrupted), Verdict::Timeout);
        assert_eq!(of(Exit::Signal(6), interrupted), Verdict::Timeout);
        assert_eq!(of(Exit::TooLarge, ""), Verdict::OutOfMemory);
        for sign in ["std::bad_alloc", "MemoryError", "error: out of space"] {
            assert_eq!(of(Exit::Signal(6), sign), Verdict::OutOfMemory, "{sign}");
        }
        assert_eq!(of(Exit::Signal(11), ""), Verdict::Crash);
        let rejected = "(error \"Parse Error: t.smt2:3.4\")";
        assert_eq!(of(Exit::Code(1), rejected), Verdict::Rejected);
        let missing = "sh: 1: exec: z3: not found";
        assert_eq!(of(Exit::Code(127), missing), Verdict::Crash);
    }

    #[test]
    fn a_breakdown_after_the_answer_is_one() {
        let after = |stdout: &str, exit: Exit, stderr: &str| {
            let mut done = finished(stdout);
            done.exit = exit;
            done.stderr = stderr.to_owned();
            verdict(&done)
        };
        let right = "sat\n((x \"a\"))\n";
        assert_eq!(after(right, Exit::Signal(11), ""), Verdict::Crash);
        assert_eq!(after(right, Exit::Code(3), ""), Verdict::Crash);
        assert_eq!(after(right, Exit::Code(10), ""), Verdict::Pass);
        assert_eq!(after("sat\n", Exit::TimedOut, ""), Verdict::Timeout);
        assert_eq!(
            after("sat\n", Exit::Code(1), "MemoryError"),
            Verdict::OutOfMemory
        );
        // What it said before is the worse of the two if it is wrong.
        assert_eq!(after("unsat\n", Exit::Signal(11), ""), Verdict::WrongAnswer);
        let invalid = "sat\n((x \"b\"))\n";
        assert_eq!(after(invalid, Exit::Signal(11), ""), Verdict::InvalidModel);
        // An error about a later command is not a breakdown.
        let error = "sat\n(error \"no model\")\n";
        assert_eq!(after(error, Exit::Code(1), ""), Verdict::NonLiteralModel);
    }
}
