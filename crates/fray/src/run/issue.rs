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

/// What is known of a version and a bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// It has the bug.
    Bad,
    /// It does what it should.
    Right,
    /// It does not get so far: it rejects the script, does not know, or takes too long.
    Unsaid(Verdict),
}

impl Standing {
    /// What a verdict about its smallest form says about the bug.
    fn of(bug: What, verdict: Verdict) -> Standing {
        let crash = bug == What::Verdict(Verdict::Crash);
        match verdict {
            Verdict::Crash if crash => Standing::Bad,
            // Whatever was said, it did not break down.
            Verdict::Unknown if crash => Standing::Right,
            _ if verdict.is_unsound() && !crash => Standing::Bad,
            Verdict::Pass => Standing::Right,
            // The answer is right, and no model or core says otherwise.
            Verdict::NonLiteralModel | Verdict::CoreNotMinimal | Verdict::CoreNotDelivered
                if crash || bug == What::Verdict(Verdict::WrongAnswer) =>
            {
                Standing::Right
            }
            _ => Standing::Unsaid(verdict),
        }
    }
}

/// Which versions of a solver have a bug, the oldest first where they are numbered.
#[derive(Clone, Debug)]
pub struct Versions {
    tried: Vec<(String, Standing)>,
}

impl Versions {
    /// A bug that was found in this version.
    #[must_use]
    pub fn found_in(version: &str) -> Versions {
        Versions {
            tried: vec![(version.to_owned(), Standing::Bad)],
        }
    }

    /// One more version, and how it fares with the smallest form of the bug.
    pub fn add(&mut self, version: &str, bug: What, verdict: Verdict) {
        // The one that it was found in has it, though it may take luck to see it again.
        if self.tried.iter().any(|(known, _)| known == version) {
            return;
        }
        let standing = Standing::of(bug, verdict);
        self.tried.push((version.to_owned(), standing));
        if self.tried.iter().all(|(name, _)| number(name).is_some()) {
            self.tried.sort_by_key(|(name, _)| number(name));
        }
    }

    /// The first and the last bad one among those that were tried; `None` if there are no others
    /// than the one that it was found in.
    fn describe(&self) -> Option<String> {
        if self.tried.len() < 2 {
            return None;
        }
        let bad = |(_, standing): &&(String, Standing)| *standing == Standing::Bad;
        let (first, _) = self.tried.iter().find(bad)?;
        let (last, _) = self.tried.iter().rfind(bad)?;
        let mut text = format!("first bad version tried: {first}, last: {last}");
        let (mut right, mut unsaid) = (Vec::new(), Vec::new());
        for (name, standing) in &self.tried {
            match standing {
                Standing::Bad => {}
                Standing::Right => right.push(name.clone()),
                Standing::Unsaid(verdict) => unsaid.push(format!("{name} ({verdict})")),
            }
        }
        for (what, names) in [("without it", right), ("cannot be said of", unsaid)] {
            if !names.is_empty() {
                let _ = write!(text, "; {what}: {}", names.join(", "));
            }
        }
        Some(text)
    }
}

/// The number in the name of a version, part by part: the first that has a point.
fn number(name: &str) -> Option<Vec<u64>> {
    let words = name.split(|c: char| !(c.is_ascii_digit() || c == '.'));
    let mut numbers = words.filter_map(|word| {
        let parts = word.trim_matches('.').split('.');
        let parts: Vec<u64> = parts.map_while(|part| part.parse().ok()).collect();
        Some(parts).filter(|parts| parts.len() > 1)
    });
    numbers.next()
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
        let wrong = What::Verdict(Verdict::WrongAnswer);
        let mut versions = Versions::found_in("s 4.9");
        assert_eq!(versions.describe(), None);
        // Its own is the last bad one, in whatever order the others come.
        for (version, verdict) in [
            ("s 4.10", Verdict::Pass),
            ("s 4.8", Verdict::InvalidModel),
            ("s 4.7", Verdict::Rejected),
            ("s 4.11.1", Verdict::Unknown),
            ("s 4.9", Verdict::Pass),
        ] {
            versions.add(version, wrong, verdict);
        }
        let expected = "first bad version tried: s 4.8, last: s 4.9; without it: s 4.10; \
                        cannot be said of: s 4.7 (rejected input), s 4.11.1 (unknown)";
        assert_eq!(versions.describe().as_deref(), Some(expected));
        // Names without numbers stay in the order they were tried in.
        let mut versions = Versions::found_in("own");
        versions.add("before 2.0", wrong, Verdict::WrongAnswer);
        let expected = "first bad version tried: own, last: before 2.0";
        assert_eq!(versions.describe().as_deref(), Some(expected));
    }

    #[test]
    fn what_a_verdict_says_depends_on_the_bug() {
        let of = |bug, verdict| Standing::of(What::Verdict(bug), verdict);
        let unsaid = Standing::Unsaid;
        for verdict in [Verdict::Timeout, Verdict::OutOfMemory, Verdict::Rejected] {
            assert_eq!(of(Verdict::WrongAnswer, verdict), unsaid(verdict));
            assert_eq!(of(Verdict::Crash, verdict), unsaid(verdict));
        }
        let crash = Verdict::Crash;
        assert_eq!(of(crash, crash), Standing::Bad);
        assert_eq!(of(Verdict::InvalidModel, crash), unsaid(crash));
        assert_eq!(of(crash, Verdict::Unknown), Standing::Right);
        let model = Verdict::NonLiteralModel;
        assert_eq!(of(Verdict::WrongAnswer, model), Standing::Right);
        assert_eq!(of(Verdict::InvalidModel, model), unsaid(model));
    }
}
