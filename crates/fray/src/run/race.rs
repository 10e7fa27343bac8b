//! Races: solvers side by side on benchmark files, whose answers may or may not be known.
//!
//! What a file records as its `:status` is compared with; where it records nothing, solvers that
//! contradict each other are reported. Nobody is right by majority.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use sinew_smtlib::{AttributeValue, Command, Dialect as Literals, Environment, parse_script};
use sinew_term::TermStore;

use super::job::{Claim, Job};
use super::report::Results;
use super::verdict::Verdict;

/// The job for a benchmark file. `folder` is the suite it belongs to.
#[must_use]
pub fn benchmark(path: &str, folder: &str, text: String) -> Job {
    Job {
        path: path.to_owned(),
        folder: folder.to_owned(),
        claim: Claim::Recorded(recorded(&text)),
        literals: Literals::of_script(text.as_bytes()),
        text,
    }
}

/// For each query of a script, the answer that is recorded before it. A script that cannot be
/// read is taken to have one query without a record: its solvers will say more.
fn recorded(text: &str) -> Vec<Option<String>> {
    let (mut store, mut env) = (TermStore::new(), Environment::new());
    let Ok(commands) = parse_script(&mut store, &mut env, text) else {
        return vec![None];
    };
    let mut status = None;
    let mut answers = Vec::new();
    for command in commands {
        match command {
            Command::SetInfo {
                keyword,
                value: Some(AttributeValue::Symbol(value)),
            } if keyword.trim_start_matches(':') == "status" => {
                status = Some(value).filter(|value| value == "sat" || value == "unsat");
            }
            Command::CheckSat | Command::CheckSatAssuming(_) => answers.push(status.take()),
            _ => {}
        }
    }
    answers
}

/// The tables of a race: one line per solver, one per suite, and what solvers disagree about.
#[must_use]
pub fn race_table(solvers: &[(String, Results)], limit_millis: u64) -> String {
    let mut text = String::new();
    let width = 2 + solvers
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    let _ = write!(text, "{:<width$}", "solver");
    let heads = [
        "files", "solved", "only", "sat", "unsat", "K", "T", "M", "E+R", "W",
    ];
    for head in heads {
        let _ = write!(text, "{head:>7}");
    }
    let _ = writeln!(text, "{:>10}{:>10}", "PAR-2 s", "wall s");
    let alone = solved_alone(solvers);
    for ((solver, results), alone) in solvers.iter().zip(alone) {
        let _ = writeln!(
            text,
            "{solver:<width$}{}",
            line(results, alone, limit_millis)
        );
    }
    text.push_str(
        "only: solved by no other; K unknown, T timeout, M out of memory, E crash, R rejected, \
         W wrong;\nPAR-2: time, twice the limit for what is not solved\n\n",
    );
    text.push_str(&suites(solvers));
    let all: Vec<(&str, &Results)> = solvers.iter().map(|(s, r)| (s.as_str(), r)).collect();
    let contested = contradictions(&all);
    let _ = writeln!(text, "contradictions between solvers: {}", contested.len());
    for (path, answers) in contested {
        let answers: Vec<String> = answers.iter().map(|(s, a)| format!("{s}: {a}")).collect();
        let _ = writeln!(text, "  {path}: {}", answers.join("; "));
    }
    let mut wrong = Vec::new();
    for (solver, results) in solvers {
        let records = results.values();
        for record in records.filter(|r| r.verdict == Verdict::WrongAnswer) {
            wrong.push(format!("  {solver}: {}: {}", record.path, record.detail));
        }
    }
    let _ = writeln!(
        text,
        "answers other than the recorded ones: {}",
        wrong.len()
    );
    for line in wrong {
        let _ = writeln!(text, "{line}");
    }
    text
}

/// For each solver, how many files it is the only one to solve.
fn solved_alone(solvers: &[(String, Results)]) -> Vec<usize> {
    let mut by: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, (_, results)) in solvers.iter().enumerate() {
        for record in results.values() {
            if record.verdict == Verdict::Pass {
                by.entry(&record.path).or_default().push(i);
            }
        }
    }
    let alone = |i: usize| by.values().filter(|solved| solved[..] == [i]).count();
    (0..solvers.len()).map(alone).collect()
}

/// Solved within the limit, by verdict; PAR-2 counts what is not solved with twice the limit.
fn line(results: &Results, alone: usize, limit_millis: u64) -> String {
    let count = |which: &dyn Fn(Verdict) -> bool| {
        let chosen = results.values().filter(|record| which(record.verdict));
        chosen.count()
    };
    let is = |verdict: Verdict| count(&|found| found == verdict);
    let answered = |answer: &str| {
        let solved = results.values().filter(|r| r.verdict == Verdict::Pass);
        solved.filter(|record| record.detail == answer).count()
    };
    let (mut par2, mut wall) = (0u64, 0u64);
    for record in results.values() {
        wall += record.millis;
        par2 += match record.verdict {
            Verdict::Pass => record.millis,
            _ => 2 * limit_millis,
        };
    }
    #[allow(clippy::cast_precision_loss)]
    let seconds = |millis: u64| millis as f64 / 1000.0;
    format!(
        "{:>7}{:>7}{alone:>7}{:>7}{:>7}{:>7}{:>7}{:>7}{:>7}{:>7}{:>10.1}{:>10.1}",
        results.len(),
        is(Verdict::Pass),
        answered("sat"),
        answered("unsat"),
        is(Verdict::Unknown),
        is(Verdict::Timeout),
        is(Verdict::OutOfMemory),
        is(Verdict::Crash) + is(Verdict::Rejected),
        is(Verdict::WrongAnswer),
        seconds(par2),
        seconds(wall)
    )
}

/// How many files of each suite each solver solves.
fn suites(solvers: &[(String, Results)]) -> String {
    let mut files: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for record in solvers.iter().flat_map(|(_, results)| results.values()) {
        let suite = files.entry(&record.folder).or_default();
        suite.insert(&record.path);
    }
    let mut text = format!("{:<40}{:>7}", "suite", "files");
    for (solver, _) in solvers {
        let name = solver.split(' ').next().unwrap_or(solver);
        let _ = write!(text, "{name:>12}");
    }
    text.push('\n');
    for (suite, files) in files {
        let _ = write!(text, "{suite:<40}{:>7}", files.len());
        for (_, results) in solvers {
            let solved = results
                .values()
                .filter(|record| record.folder == suite && record.verdict == Verdict::Pass);
            let _ = write!(text, "{:>12}", solved.count());
        }
        text.push('\n');
    }
    text.push('\n');
    text
}

/// Files on which two solvers gave different answers, each with what every solver has to say.
/// Tests whose answers are known have no contradictions: whoever is wrong about one does not pass.
pub(super) fn contradictions<'a>(
    solvers: &[(&'a str, &'a Results)],
) -> BTreeMap<&'a str, Vec<(&'a str, &'a str)>> {
    let mut first: BTreeMap<&str, &str> = BTreeMap::new();
    let mut contested = BTreeMap::new();
    for record in solvers.iter().flat_map(|(_, results)| results.values()) {
        if record.verdict != Verdict::Pass {
            continue;
        }
        let first = *first.entry(&record.path).or_insert(&record.detail);
        if first != record.detail {
            contested.insert(record.path.as_str(), Vec::new());
        }
    }
    for (path, answers) in &mut contested {
        for (solver, results) in solvers {
            if let Some(record) = results.get(*path) {
                answers.push((*solver, record.detail.as_str()));
            }
        }
    }
    contested
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::record::Record;

    #[test]
    fn records_belong_to_the_query_after_them() {
        let text = "(set-info :status sat)(check-sat)(check-sat)\
                    (set-info :status unsat)(declare-const x Bool)(check-sat-assuming (x))\
                    (set-info :status unknown)(check-sat)";
        let answers = recorded(text);
        let answers: Vec<Option<&str>> = answers.iter().map(Option::as_deref).collect();
        assert_eq!(answers, [Some("sat"), None, Some("unsat"), None]);
        assert_eq!(recorded("(check-sat"), [None]);
    }

    #[test]
    fn tables_count_and_contradictions_show() {
        let results = |rows: &[(&str, Verdict, &str, u64)]| -> Results {
            let record = |&(path, verdict, detail, millis): &(&str, Verdict, &str, u64)| Record {
                folder: "suite".to_owned(),
                detail: detail.to_owned(),
                millis,
                ..Record::new(path, verdict)
            };
            rows.iter()
                .map(|row| (row.0.to_owned(), record(row)))
                .collect()
        };
        let one = results(&[
            ("a", Verdict::Pass, "sat", 1000),
            ("b", Verdict::Timeout, "", 5000),
        ]);
        let two = results(&[
            ("a", Verdict::Pass, "unsat", 10),
            ("b", Verdict::Pass, "unsat", 10),
        ]);
        let text = race_table(&[("one".to_owned(), one), ("two".to_owned(), two)], 5000);
        assert!(text.contains("      11.0       6.0"), "{text}");
        assert!(text.contains("two        2      2      1 "), "{text}");
        assert!(text.contains("contradictions between solvers: 1\n  a: one: sat; two: unsat"));
    }
}
