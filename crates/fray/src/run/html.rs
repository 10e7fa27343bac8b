//! The report as one page that needs nothing else: data and program are in it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::cluster::Cluster;
use super::race::contradictions;
use super::report::Results;
use super::verdict::Verdict;

const PAGE: &str = include_str!("../../data/report.html");

/// One run of the report: its results, and how often which operator met which verdict.
pub struct Shown {
    /// What it is called.
    pub label: String,
    /// The results.
    pub results: Results,
    /// The operators of each test, by path.
    pub operators: BTreeMap<String, Vec<String>>,
}

/// The page. `public` says which known bugs a cluster is.
#[must_use]
pub fn page(store: &str, runs: &[Shown], clusters: &[(&Cluster, Vec<String>)]) -> String {
    let verdicts: Vec<&str> = Verdict::ALL.iter().map(|verdict| verdict.name()).collect();
    let solvers: Vec<(&str, &Results)> = runs.iter().map(|r| (&r.label[..], &r.results)).collect();
    let data = json!({
        "store": store,
        "verdicts": verdicts,
        "shorts": Verdict::ALL.map(|v| (v.name(), v.short())).into_iter().collect::<BTreeMap<_, _>>(),
        "runs": runs.iter().map(run).collect::<Vec<Value>>(),
        "contradictions": contradictions(&solvers),
        "clusters": clusters.iter().map(|(cluster, public)| bug(cluster, public)).collect::<Vec<Value>>(),
    });
    // Inside a script element only its own end could end it too early.
    PAGE.replace("/*DATA*/", &data.to_string().replace("</", "<\\/"))
}

/// What a solver is called: its profile and version, without the place of its program.
#[must_use]
pub fn label(solver: &str, version: &str) -> String {
    let profile = solver.split('=').next().unwrap_or(solver);
    format!("{profile} {version}").trim_end().to_owned()
}

fn run(shown: &Shown) -> Value {
    let mut operators: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
    let mut results = Vec::with_capacity(shown.results.len());
    for (path, record) in &shown.results {
        for operator in shown.operators.get(path).into_iter().flatten() {
            let row = operators.entry(operator).or_default();
            *row.entry(record.verdict.name()).or_default() += 1;
        }
        results.push(json!({
            "p": path,
            "v": record.verdict.name(),
            "t": record.millis,
        }));
    }
    json!({ "label": shown.label, "results": results, "operators": operators })
}

fn bug(cluster: &Cluster, public: &[String]) -> Value {
    let smallest = cluster.smallest();
    let (pattern, regex) = match cluster.pattern.holes() {
        0 => (String::new(), String::new()),
        _ => (
            cluster.pattern.describe(),
            cluster.pattern.regular_expression(),
        ),
    };
    json!({
        "solver": label(&smallest.solver, &smallest.version),
        "verdict": smallest.verdict,
        "brief": cluster.pattern.describe().replace('\n', " ∧ "),
        "count": cluster.members.len(),
        "forms": cluster.forms(),
        "script": smallest.reduced,
        "command": smallest.command,
        "output": smallest.output,
        "pattern": pattern,
        "regex": regex,
        "confirmed": cluster.confirmed,
        "public": public.join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::record::Record;

    #[test]
    fn the_page_has_its_data_and_needs_no_network() {
        let record = Record {
            detail: "</script>".to_owned(),
            ..Record::new("a</script>b", Verdict::Pass)
        };
        let shown = Shown {
            label: "s".to_owned(),
            results: Results::from([(record.path.clone(), record)]),
            operators: BTreeMap::from([("a</script>b".to_owned(), vec!["str.at".to_owned()])]),
        };
        let text = page("x.store", &[shown], &[]);
        assert!(text.contains(r#""contradictions":{}"#), "{text}");
        assert!(text.contains(r#""str.at":{"pass":1}"#), "{text}");
        assert_eq!(text.matches("</script>").count(), 2, "data cannot end it");
        let outside = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!outside.contains("http") && !outside.contains("src="));
    }
    #[test]
    fn contradictions_are_on_the_page() {
        let shown = |label: &str, answer: &str| {
            let record = Record {
                detail: answer.to_owned(),
                ..Record::new("f.smt2", Verdict::Pass)
            };
            Shown {
                label: label.to_owned(),
                results: Results::from([(record.path.clone(), record)]),
                operators: BTreeMap::new(),
            }
        };
        let text = page("x.store", &[shown("a", "sat"), shown("b", "unsat")], &[]);
        let told = r#""contradictions":{"f.smt2":[["a","sat"],["b","unsat"]]}"#;
        assert!(text.contains(told), "{text}");
    }
}
