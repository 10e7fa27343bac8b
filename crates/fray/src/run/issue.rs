//! A failure as one self-contained issue text.

use std::fmt::{self, Write as _};
use std::time::Duration;

use super::cluster::Cluster;
use super::job::{Claim, Job};
use super::label::known;
use super::verdict::Verdict;

/// What an issue says beside the test.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The solver and its version.
    pub solver: String,
    /// The command line, with the file left open.
    pub command: String,
    /// What the solver printed about the smallest form.
    pub output: String,
    /// What is wrong.
    pub what: What,
    /// What exactly.
    pub detail: String,
}

/// What an issue is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A verdict.
    Verdict(Verdict),
    /// Two solvers contradict each other.
    Contradiction,
    /// It takes this long.
    Slow(Duration),
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Verdict(verdict) => write!(f, "{verdict}"),
            What::Contradiction => f.write_str("contradiction"),
            What::Slow(time) => write!(f, "takes {time:?} or more"),
        }
    }
}

/// The text: smallest form, expected, observed, command, version, and the test it came from.
#[must_use]
pub fn issue(original: &Job, smallest: &Job, seen: &Observation) -> String {
    let what = seen.what;
    let operations = operations(&smallest.text).join(", ");
    let mut text = match operations.as_str() {
        "" => format!("# {}: {what}\n\n", seen.solver),
        operations => format!("# {}: {what} on {operations}\n\n", seen.solver),
    };
    let _ = writeln!(text, "Smallest form:\n\n```smt2\n{}```\n", smallest.text);
    let _ = writeln!(text, "Expected: {}.\n", expected(smallest, what));
    let output: String = seen.output.trim().chars().take(2000).collect();
    let _ = writeln!(text, "Observed ({what}):\n\n```\n{output}\n```\n");
    let detail = seen.detail.trim().trim_end_matches(':');
    match what {
        // The answer says it all.
        What::Verdict(Verdict::WrongAnswer) | What::Contradiction | What::Slow(_) => {}
        What::Verdict(Verdict::InvalidModel) => {
            // The values are in the output; what they do to the formula is not.
            if let Some((_, reasons)) = detail.split_once("; ") {
                let _ = writeln!(text, "With these values, {reasons}.\n");
            }
        }
        What::Verdict(_) if detail.is_empty() => {}
        What::Verdict(_) => {
            let _ = writeln!(text, "Details: {detail}\n");
        }
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

/// What the solver should have done, and why.
fn expected(smallest: &Job, what: What) -> String {
    match &smallest.claim {
        _ if what == What::Contradiction => match known(smallest) {
            Some(job) if job.claim == Claim::Sat => {
                let model = job.text.lines().find_map(|l| l.strip_prefix("; model: "));
                match model {
                    Some(model) => format!("sat: {model} is a model"),
                    None => "sat: the assertions have no constants and are true".to_owned(),
                }
            }
            Some(_) => "unsat: an assertion without constants is false".to_owned(),
            None => "at most one of these answers is right; which one is not known".to_owned(),
        },
        _ if matches!(what, What::Slow(_)) => "an answer in less time".to_owned(),
        Claim::Open if what == What::Verdict(Verdict::Crash) => "an answer".to_owned(),
        Claim::Open => "no answer is known, but a model must hold".to_owned(),
        Claim::Sat => "sat: the model in the last line satisfies every assertion".to_owned(),
        Claim::Unsat(Some(core)) => {
            format!("unsat, with the only minimal core ({})", core.join(" "))
        }
        Claim::Unsat(None) => {
            let mut lines = smallest.text.lines();
            match lines.find_map(|line| line.strip_prefix("; unsat: ")) {
                Some(proof) => format!("unsat: {proof}"),
                None => {
                    "unsat: it follows from the test below by steps that preserve this".to_owned()
                }
            }
        }
        Claim::Answers(answers) => answers.join(", "),
        Claim::Recorded(_) => smallest.status().to_owned(),
    }
}

/// Which versions of a solver have a bug, in the order they were tried.
#[derive(Clone, Debug, Default)]
pub struct Versions {
    tried: Vec<(String, bool)>,
}

impl Versions {
    /// One more version, and whether it has the bug.
    pub fn add(&mut self, version: &str, bad: bool) {
        self.tried.push((version.to_owned(), bad));
    }

    /// The first and the last bad one among those that were tried.
    fn describe(&self) -> Option<String> {
        if self.tried.is_empty() {
            return None;
        }
        let mut bad = self.tried.iter().filter(|(_, bad)| *bad);
        let Some((first, _)) = bad.next() else {
            let tried: Vec<&str> = self.tried.iter().map(|(v, _)| v.as_str()).collect();
            return Some(format!("without it: {}", tried.join(", ")));
        };
        let last = bad.next_back().map_or(first, |(version, _)| version);
        let good: Vec<&str> = self
            .tried
            .iter()
            .filter(|(_, bad)| !bad)
            .map(|(version, _)| version.as_str())
            .collect();
        let good = match good.is_empty() {
            true => String::new(),
            false => format!("; without it: {}", good.join(", ")),
        };
        Some(format!(
            "first bad version tried: {first}, last: {last}{good}"
        ))
    }
}

/// The text for all findings of a bug: its smallest form, what they have in common, how many
/// there are, which versions have it, and whether it is public.
#[must_use]
pub fn cluster_issue(
    cluster: &Cluster,
    seen: &Observation,
    versions: &Versions,
    public: &[String],
) -> String {
    let smallest = cluster.smallest();
    let original = Job {
        text: smallest.original.clone(),
        ..smallest.job()
    };
    let mut text = issue(&original, &smallest.job(), seen);
    let _ = writeln!(text, "\nSeen: {}.", cluster.seen());
    if cluster.pattern.holes() > 0 {
        let _ = writeln!(
            text,
            "\nThey have in common, with holes ?0, ?1, …:\n\n```\n{}\n```\n\n\
             As a regular expression over tokens: `{}`",
            cluster.pattern.describe(),
            cluster.pattern.regular_expression()
        );
    }
    if let Some(versions) = versions.describe() {
        let _ = writeln!(text, "\nVersions: {versions}.");
    }
    if !public.is_empty() {
        let _ = writeln!(text, "\nAlready public: {}.", public.join(", "));
    }
    text
}

/// The operations of the theory of strings that a script applies, in order of occurrence.
fn operations(script: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for word in script.split_inclusive(['(', ' ', ')', '\n']) {
        let name = word.trim_end_matches(['(', ' ', ')', '\n']);
        if name.starts_with("str.") && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::verdict::Verdict;

    #[test]
    fn an_issue_says_what_is_wrong_and_where() {
        let text = "(declare-fun i () Int)\n(assert (= (str.at \"a\" i) \"a\"))\n(check-sat)\n\
                    (get-value (i))\n; model: (define-fun i () Int 0)\n";
        let job = Job::from_file("s/seed0/const/at/t.smt2", text.to_owned()).expect("a test");
        let seen = Observation {
            solver: "mine (1.0)".to_owned(),
            command: "mine FILE".to_owned(),
            output: "sat\n((i 1))\n".to_owned(),
            what: What::Verdict(Verdict::InvalidModel),
            detail: "((i 1)); (str.at \"a\" i) is \"\"".to_owned(),
        };
        let text = issue(&job, &job, &seen);
        assert!(
            text.starts_with("# mine (1.0): invalid model on str.at\n"),
            "{text}"
        );
        assert!(
            text.contains("With these values, (str.at \"a\" i) is \"\".\n"),
            "{text}"
        );
        assert!(!text.contains("Found with"), "it is its own smallest form");
    }

    #[test]
    fn versions_are_told_from_the_first_bad_one_to_the_last() {
        let mut versions = Versions::default();
        assert_eq!(versions.describe(), None);
        versions.add("0", false);
        assert_eq!(versions.describe().as_deref(), Some("without it: 0"));
        let mut versions = Versions::default();
        for (version, bad) in [("1", false), ("2", true), ("3", true), ("4", false)] {
            versions.add(version, bad);
        }
        let expected = "first bad version tried: 2, last: 3; without it: 1, 4";
        assert_eq!(versions.describe().as_deref(), Some(expected));
    }
}
