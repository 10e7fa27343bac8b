//! Tables of results, as P0's Table 4 and Table 6 have them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::record::Record;
use super::verdict::Verdict;
use crate::synth::incremental::Manner;

/// Rows of one solver.
pub type Results = BTreeMap<String, Record>;

/// P0's Table 4: for each solver, expected answer and transformation, how many tests got which
/// verdict.
#[must_use]
pub fn table4(solvers: &[(String, Results)]) -> String {
    let mut text = String::new();
    for (solver, results) in solvers {
        let _ = writeln!(text, "{solver}");
        let mut head = format!("  {:<6}{:<26}{:>7}", "", "", "tests");
        for verdict in Verdict::ALL {
            let _ = write!(head, "{:>6}", verdict.short());
        }
        let _ = writeln!(text, "{head}");
        let mut rows: BTreeMap<(&str, &str), BTreeMap<Verdict, u64>> = BTreeMap::new();
        for record in results.values() {
            let row = rows.entry((&record.status, &record.folder)).or_default();
            *row.entry(record.verdict).or_default() += 1;
        }
        let mut sums: BTreeMap<Verdict, u64> = BTreeMap::new();
        for ((status, folder), counts) in &rows {
            let _ = writeln!(text, "{}", row(status, folder, counts));
            for (&verdict, &count) in counts {
                *sums.entry(verdict).or_default() += count;
            }
        }
        let _ = writeln!(text, "{}", row("", "total", &sums));
        let unsound: u64 = of(&sums, Verdict::is_unsound);
        let failed: u64 = of(&sums, Verdict::is_failure);
        let tests = if failed == 1 { "test" } else { "tests" };
        let _ = writeln!(
            text,
            "  {failed} {tests} failed, {unsound} of them by unsoundness"
        );
        text.push_str(&second_opinions(results));
        text.push('\n');
    }
    let legend: Vec<String> = Verdict::ALL
        .iter()
        .map(|verdict| format!("{} {}", verdict.short(), verdict.name()))
        .collect();
    for line in legend.chunks(6) {
        let _ = writeln!(text, "{}", line.join(", "));
    }
    text
}

/// What second solvers said about the cores, a line for each.
fn second_opinions(results: &Results) -> String {
    let mut opinions: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
    for (solver, opinion) in results.values().filter_map(|record| record.second.as_ref()) {
        *opinions
            .entry(solver)
            .or_default()
            .entry(opinion)
            .or_default() += 1;
    }
    let mut text = String::new();
    for (solver, counts) in opinions {
        let count = |name: &str| counts.get(name).copied().unwrap_or(0);
        let _ = writeln!(
            text,
            "  cores, checked by {solver}: {} unsatisfiable, {} satisfiable, {} without answer",
            count("confirmed"),
            count("refuted"),
            count("open")
        );
    }
    text
}

/// How the incremental variants compare with the plain tests: those that fail where the plain
/// test passes.
#[must_use]
pub fn agreement(label: &str, results: &Results) -> String {
    let mut text = format!("incremental variants of {label}\n");
    for manner in Manner::ALL {
        let (mut pairs, mut both, mut worse, mut better) = (0u64, 0u64, Vec::new(), 0u64);
        for (path, variant) in results {
            let Some(folder) = variant.folder.strip_suffix(manner.suffix()) else {
                continue;
            };
            let plain = path.replacen(&format!("/{}/", variant.folder), &format!("/{folder}/"), 1);
            let Some(plain) = results.get(&plain) else {
                continue;
            };
            pairs += 1;
            // A core is asked of the plain test only.
            let answered = matches!(plain.verdict, Verdict::CoreNotMinimal | Verdict::Pass);
            match (answered, variant.verdict == Verdict::Pass) {
                (true, true) => both += 1,
                (true, false) => worse.push(format!("{path}: {}", variant.verdict)),
                (false, true) => better += 1,
                (false, false) => {}
            }
        }
        let _ = writeln!(
            text,
            "  {:<12} {pairs} tests: {both} right in both forms, {} only in the plain one, \
             {better} only in this one",
            manner.suffix(),
            worse.len()
        );
        for line in worse {
            let _ = writeln!(text, "    differs: {line}");
        }
    }
    text
}

/// How far the results of a solver depend on its seed (P0 §4.1 compares two): tests that always
/// pass, never do, or only with some seeds, and the latter by name.
#[must_use]
pub fn robustness(solver: &str, runs: &[(u64, &Results)]) -> String {
    let mut text = format!("{solver}: {} seeds\n", runs.len());
    let head = Verdict::ALL.map(|verdict| format!("{:>6}", verdict.short()));
    let _ = writeln!(text, "  {:<10}{}", "seed", head.concat());
    for (seed, results) in runs {
        let mut counts: BTreeMap<Verdict, u64> = BTreeMap::new();
        for record in results.values() {
            *counts.entry(record.verdict).or_default() += 1;
        }
        let _ = writeln!(text, "  {seed:<10}{}", cells(&counts));
    }
    let Some((_, first)) = runs.first() else {
        return text;
    };
    let (mut always, mut never, mut unstable) = (0u64, 0u64, Vec::new());
    for path in first.keys() {
        let verdicts: Vec<Verdict> = runs
            .iter()
            .filter_map(|(_, results)| results.get(path))
            .map(|record| record.verdict)
            .collect();
        let passed = verdicts.iter().filter(|&&v| v == Verdict::Pass).count();
        if passed == verdicts.len() {
            always += 1;
        } else if passed == 0 {
            never += 1;
        }
        if verdicts.windows(2).any(|pair| pair[0] != pair[1]) {
            let names: Vec<&str> = verdicts.iter().map(|verdict| verdict.short()).collect();
            unstable.push(format!("{path}: {}", names.join(" ")));
        }
    }
    let sometimes = first.len() as u64 - always - never;
    let _ = writeln!(
        text,
        "  {always} tests pass with every seed, {sometimes} with some, {never} with none; \
         {} change their verdict",
        unstable.len()
    );
    for line in unstable {
        let _ = writeln!(text, "    changes: {line}");
    }
    text
}

fn of(counts: &BTreeMap<Verdict, u64>, which: impl Fn(Verdict) -> bool) -> u64 {
    let chosen = counts.iter().filter(|&(&verdict, _)| which(verdict));
    chosen.map(|(_, &count)| count).sum()
}

fn row(status: &str, folder: &str, counts: &BTreeMap<Verdict, u64>) -> String {
    let all: u64 = counts.values().sum();
    format!("  {status:<6}{folder:<26}{all:>7}{}", cells(counts))
}

/// The counts in the order of the columns.
fn cells(counts: &BTreeMap<Verdict, u64>) -> String {
    let cell = |verdict: Verdict| match counts.get(&verdict) {
        Some(count) => format!("{count:>6}"),
        None => "     ·".to_owned(),
    };
    Verdict::ALL.map(cell).concat()
}

/// P0's Table 6, both ways: of the tests that failed before, how many still fail; of those that
/// passed before, how many fail now. With the names of the latter.
#[must_use]
pub fn table6(old: (&str, &Results), new: (&str, &Results)) -> String {
    let mut text = format!("{} → {}\n", old.0, new.0);
    let mut broken = Vec::new();
    for (name, status, patterns) in [
        ("sat", "sat", None),
        ("unsat", "unsat", Some(false)),
        ("unsat [+p]", "unsat", Some(true)),
    ] {
        let [mut failed, mut still, mut fixed, mut passed, mut newly] = [0u64; 5];
        for (path, before) in old.1 {
            let with_patterns = before.folder.ends_with("Triggers");
            if before.status != status || patterns.is_some_and(|p| p != with_patterns) {
                continue;
            }
            let Some(after) = new.1.get(path) else {
                continue;
            };
            if before.verdict.is_failure() {
                failed += 1;
                still += u64::from(after.verdict.is_failure());
                fixed += u64::from(after.verdict == Verdict::Pass);
            } else if before.verdict == Verdict::Pass {
                passed += 1;
                if after.verdict.is_failure() {
                    newly += 1;
                    broken.push(format!("{path}: {}", after.verdict));
                }
            }
        }
        let _ = writeln!(
            text,
            "  {name:<11} still failing {still} [out of {failed}], fixed {fixed}, \
             newly failing {newly} [out of {passed}]"
        );
    }
    for line in broken {
        let _ = writeln!(text, "  newly failing: {line}");
    }
    text
}

/// One line per result, with a head.
#[must_use]
pub fn csv(solvers: &[(String, Results)]) -> String {
    let mut text =
        String::from("solver,path,transformation,expected,verdict,millis,cpu_millis,exit,detail\n");
    for (solver, results) in solvers {
        for record in results.values() {
            let fields = [
                solver,
                &record.path,
                &record.folder,
                &record.status,
                record.verdict.name(),
                &record.millis.to_string(),
                &record.cpu_millis.to_string(),
                &record.exit,
                &record.detail,
            ]
            .map(|field| format!("\"{}\"", field.replace('"', "\"\"")));
            let _ = writeln!(text, "{}", fields.join(","));
        }
    }
    text
}

/// The results as a JSON array with one object on each line.
#[must_use]
pub fn json(solvers: &[(String, Results)]) -> String {
    let mut rows = Vec::new();
    for (solver, results) in solvers {
        for record in results.values() {
            rows.push(serde_json::json!({
                "solver": solver,
                "path": record.path,
                "transformation": record.folder,
                "expected": record.status,
                "verdict": record.verdict.name(),
                "millis": record.millis,
                "cpu_millis": record.cpu_millis,
                "exit": record.exit,
                "detail": record.detail,
            }));
        }
    }
    let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
    format!("[\n{}\n]", rows.join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(verdicts: &[(&str, &str, &str, Verdict)]) -> Results {
        verdicts
            .iter()
            .map(|&(path, folder, status, verdict)| {
                let record = Record {
                    folder: folder.to_owned(),
                    status: status.to_owned(),
                    detail: "a \"b\"".to_owned(),
                    millis: 1,
                    second: (verdict == Verdict::Pass).then(|| ("z3".into(), "open".into())),
                    ..Record::new(path, verdict)
                };
                (path.to_owned(), record)
            })
            .collect()
    }

    #[test]
    fn tables_count_both_ways() {
        let old = results(&[
            ("1", "const", "sat", Verdict::Pass),
            ("2", "const", "sat", Verdict::WrongAnswer),
            ("3", "redundantTriggers", "unsat", Verdict::Timeout),
            ("4", "const", "sat", Verdict::Rejected),
        ]);
        let new = results(&[
            ("1", "const", "sat", Verdict::Crash),
            ("2", "const", "sat", Verdict::Pass),
            ("3", "redundantTriggers", "unsat", Verdict::CoreNotMinimal),
            // What the old version did not take was not passed.
            ("4", "const", "sat", Verdict::Timeout),
        ]);
        let text = table6(("old", &old), ("new", &new));
        assert!(text.contains(
            "sat         still failing 0 [out of 1], fixed 1, newly failing 1 [out of 1]"
        ));
        assert!(text.contains("unsat [+p]  still failing 1 [out of 1], fixed 0, newly failing 0"));
        assert!(text.contains("newly failing: 1: crash"));
        let text = table4(&[("old".to_owned(), old.clone())]);
        assert!(
            text.contains("2 tests failed, 1 of them by unsoundness"),
            "{text}"
        );
        assert!(text.contains("checked by z3: 0 unsatisfiable, 0 satisfiable, 1 without answer"));
        assert!(csv(&[("old".to_owned(), old.clone())]).contains("\"a \"\"b\"\"\""));
        let parsed: serde_json::Value =
            serde_json::from_str(&json(&[("old".to_owned(), old)])).expect("valid");
        assert_eq!(parsed.as_array().map(Vec::len), Some(4));
    }

    #[test]
    fn seeds_are_compared_test_by_test() {
        let row = |verdicts: [Verdict; 3]| {
            results(&[
                ("1", "const", "sat", verdicts[0]),
                ("2", "const", "sat", verdicts[1]),
                ("3", "const", "sat", verdicts[2]),
            ])
        };
        let first = row([Verdict::Pass, Verdict::Pass, Verdict::Timeout]);
        let second = row([Verdict::Pass, Verdict::Unknown, Verdict::Unknown]);
        let text = robustness("s", &[(0, &first), (1465, &second)]);
        assert!(
            text.contains("1 tests pass with every seed, 1 with some, 1 with none; 2 change"),
            "{text}"
        );
        assert!(text.contains("changes: 2: ok K"), "{text}");
    }

    #[test]
    fn variants_are_compared_with_the_plain_test() {
        let all = results(&[
            ("e/s/const/at/t", "const", "sat", Verdict::Pass),
            (
                "e/s/constPushPop/at/t",
                "constPushPop",
                "sat",
                Verdict::Unknown,
            ),
            (
                "e/s/constAssumptions/at/t",
                "constAssumptions",
                "sat",
                Verdict::Pass,
            ),
        ]);
        let text = agreement("s", &all);
        assert!(
            text.contains("differs: e/s/constPushPop/at/t: unknown"),
            "{text}"
        );
        assert!(
            text.contains("Assumptions  1 tests: 1 right in both forms, 0 only"),
            "{text}"
        );
    }
}
