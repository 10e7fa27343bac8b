//! Tables of results, as P0's Table 4 and Table 6 have them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::store::Record;
use super::verdict::Verdict;

/// Rows of one solver.
pub type Results = BTreeMap<String, Record>;

/// P0's Table 4: for each solver, expected answer and transformation, how many tests got which
/// verdict.
#[must_use]
pub fn table4(solvers: &[(String, Results)]) -> String {
    let mut text = String::new();
    for (solver, results) in solvers {
        let _ = writeln!(text, "{solver}");
        let mut head = format!("  {:<7}{:<28}{:>7}", "", "", "tests");
        for verdict in Verdict::ALL {
            let _ = write!(head, "{:>7}", verdict.short());
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
        let _ = writeln!(
            text,
            "  {failed} tests failed, {unsound} of them by unsoundness\n"
        );
    }
    let legend: Vec<String> = Verdict::ALL
        .iter()
        .map(|verdict| format!("{} {}", verdict.short(), verdict.name()))
        .collect();
    let _ = writeln!(text, "{}", legend.join(", "));
    text
}

fn of(counts: &BTreeMap<Verdict, u64>, which: impl Fn(Verdict) -> bool) -> u64 {
    let chosen = counts.iter().filter(|&(&verdict, _)| which(verdict));
    chosen.map(|(_, &count)| count).sum()
}

fn row(status: &str, folder: &str, counts: &BTreeMap<Verdict, u64>) -> String {
    let all: u64 = counts.values().sum();
    let mut line = format!("  {status:<7}{folder:<28}{all:>7}");
    for verdict in Verdict::ALL {
        match counts.get(&verdict) {
            Some(count) => {
                let _ = write!(line, "{count:>7}");
            }
            None => line.push_str("      ·"),
        }
    }
    line
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
        let (mut failed, mut still, mut passed, mut newly) = (0u64, 0u64, 0u64, 0u64);
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
            } else {
                passed += 1;
                if after.verdict.is_failure() {
                    newly += 1;
                    broken.push(format!("{path}: {}", after.verdict));
                }
            }
        }
        let fixed = failed - still;
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
    let mut text = String::from("solver,path,transformation,expected,verdict,millis,detail\n");
    for (solver, results) in solvers {
        for record in results.values() {
            let fields = [
                solver,
                &record.path,
                &record.folder,
                &record.status,
                record.verdict.name(),
                &record.millis.to_string(),
                &record.detail,
            ]
            .map(|field| format!("\"{}\"", field.replace('"', "\"\"")));
            let _ = writeln!(text, "{}", fields.join(","));
        }
    }
    text
}

/// The results as a JSON array of objects.
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
                "detail": record.detail,
            }));
        }
    }
    serde_json::Value::Array(rows).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(verdicts: &[(&str, &str, &str, Verdict)]) -> Results {
        verdicts
            .iter()
            .map(|&(path, folder, status, verdict)| {
                let record = Record {
                    path: path.to_owned(),
                    folder: folder.to_owned(),
                    status: status.to_owned(),
                    verdict,
                    detail: "a \"b\"".to_owned(),
                    millis: 1,
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
        ]);
        let new = results(&[
            ("1", "const", "sat", Verdict::Crash),
            ("2", "const", "sat", Verdict::Pass),
            ("3", "redundantTriggers", "unsat", Verdict::CoreNotMinimal),
        ]);
        let text = table6(("old", &old), ("new", &new));
        assert!(text.contains("sat         still failing 0 [out of 1], fixed 1, newly failing 1"));
        assert!(text.contains("unsat [+p]  still failing 1 [out of 1], fixed 0, newly failing 0"));
        assert!(text.contains("newly failing: 1: crash"));
        let text = table4(&[("old".to_owned(), old.clone())]);
        assert!(
            text.contains("2 tests failed, 1 of them by unsoundness"),
            "{text}"
        );
        assert!(csv(&[("old".to_owned(), old.clone())]).contains("\"a \"\"b\"\"\""));
        let parsed: serde_json::Value =
            serde_json::from_str(&json(&[("old".to_owned(), old)])).expect("valid");
        assert_eq!(parsed.as_array().map(Vec::len), Some(3));
    }
}
