//! A failure as one self-contained issue text.

use std::fmt::Write as _;

use super::job::{Claim, Job};
use super::judge::Judgement;

/// What an issue says beside the test.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The solver and its version.
    pub solver: String,
    /// The command line, with the file left open.
    pub command: String,
    /// What the solver printed about the smallest form.
    pub output: String,
    /// The verdict.
    pub judgement: Judgement,
}

/// The text: smallest form, expected, observed, command, version, and the test it came from.
#[must_use]
pub fn issue(original: &Job, smallest: &Job, seen: &Observation) -> String {
    let mut text = format!("# {}: {}\n\n", seen.solver, seen.judgement.verdict);
    let _ = writeln!(text, "Smallest form:\n\n```smt2\n{}```\n", smallest.text);
    let reason = match &smallest.claim {
        Claim::Sat => "sat: the model in the last line satisfies every assertion".to_owned(),
        Claim::Unsat(Some(core)) => {
            format!("unsat, with the only minimal core ({})", core.join(" "))
        }
        Claim::Unsat(None) => "unsat, by construction".to_owned(),
        Claim::Answers(answers) => answers.join(", "),
        Claim::Recorded(_) => smallest.status().to_owned(),
    };
    let _ = writeln!(text, "Expected: {reason}.\n");
    let output: String = seen.output.trim().chars().take(2000).collect();
    let _ = writeln!(
        text,
        "Observed ({}):\n\n```\n{output}\n```\n",
        seen.judgement.verdict
    );
    if !seen.judgement.detail.is_empty() {
        let _ = writeln!(text, "Details: {}\n", seen.judgement.detail.trim());
    }
    let _ = writeln!(
        text,
        "Version: {}\n\nCommand: `{}`\n",
        seen.solver, seen.command
    );
    if original.text != smallest.text {
        let _ = writeln!(
            text,
            "Found with {}:\n\n```smt2\n{}```",
            original.path, original.text
        );
    }
    text
}
