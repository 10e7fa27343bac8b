//! The report as one page that needs nothing else: data and program are in it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::cluster::Cluster;
use super::race::contradictions;
use super::record::RunKey;
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
        "shorts": of_each(Verdict::short),
        "meanings": of_each(Verdict::meaning),
        "unsound": Verdict::ALL.into_iter().filter(|v| v.is_unsound()).map(Verdict::name).collect::<Vec<_>>(),
        "runs": runs.iter().map(run).collect::<Vec<Value>>(),
        "contradictions": contradictions(&solvers),
        "clusters": clusters.iter().map(|(cluster, public)| bug(cluster, public)).collect::<Vec<Value>>(),
    });
    // Inside a script element only its own end could end it too early.
    PAGE.replace("/*DATA*/", &data.to_string().replace("</", "<\\/"))
}

/// What is said of each verdict, by its name.
fn of_each(what: impl Fn(Verdict) -> &'static str) -> BTreeMap<&'static str, &'static str> {
    Verdict::ALL.map(|v| (v.name(), what(v))).into()
}

/// What runs are called: their solver with the number of its version; where two would have one
/// name, what else tells them apart.
#[must_use]
pub fn labels(runs: &[&RunKey]) -> Vec<String> {
    // From the shortest to the one that says all.
    let names = |run: &RunKey| -> [String; 6] {
        let name = label(&run.solver, &run.version);
        let build = run.version.rsplit_once('[').map(|(_, build)| build);
        let build = build.map_or_else(String::new, |build| format!(" [{build}"));
        let (seed, limit) = (format!(" seed {}", run.seed), run.wall_millis);
        let whole = format!("{name}{build}{seed}");
        [
            name.clone(),
            format!("{name}{seed}"),
            format!("{name}{build}"),
            whole.clone(),
            format!("{whole}, {limit} ms"),
            format!("{whole}, {limit} ms, `{}`", run.command),
        ]
    };
    let all: Vec<[String; 6]> = runs.iter().map(|run| names(run)).collect();
    let chosen = all.iter().map(|own| {
        let alone = |i: &usize| all.iter().filter(|other| other[*i] == own[*i]).count() == 1;
        let found = (0..own.len()).find(alone);
        own[found.unwrap_or(own.len() - 1)].clone()
    });
    chosen.collect()
}

/// What a solver is called: its profile and the number of its version.
fn label(solver: &str, version: &str) -> String {
    let profile = |solver: &str| solver.split('=').next().unwrap_or(solver).to_owned();
    let profiles: Vec<String> = solver.split(" against ").map(profile).collect();
    let number = |word: &&str| word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit());
    let mut label = profiles.join(" against ");
    if let ([_], Some(number)) = (&profiles[..], version.split_whitespace().find(number)) {
        label.push(' ');
        label.push_str(number);
    }
    label
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
        "version": smallest.title(),
        "verdict": smallest.verdict,
        "brief": cluster.pattern.describe().replace('\n', " ∧ "),
        "count": cluster.members.len(),
        "forms": cluster.forms(),
        "detail": smallest.detail,
        "script": smallest.reduced.replace("; open\n", ""),
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
    fn runs_are_called_by_what_tells_them_apart() {
        let run = |solver: &str, version: &str, seed: u64| RunKey {
            solver: solver.to_owned(),
            version: version.to_owned(),
            command: String::new(),
            seed,
            wall_millis: 1000,
            memory: 1 << 30,
        };
        let runs = [
            run("sinew", "sinew 0.1.0 [380cd8eb]", 0),
            run("cvc5=/opt/cvc5", "This is cvc5 version 1.0.3 [44aa]", 0),
            run("z3", "Z3 version 5.4.0 - 64 bit [24433578]", 0),
            run("z3", "Z3 version 5.4.0 - 64 bit [24433578]", 7),
            run("z3", "Z3 version 5.4.0 - 64 bit [deadbeef]", 0),
            run("mine=sh x", "[12345678]", 0),
        ];
        let named = labels(&runs.iter().collect::<Vec<_>>());
        assert_eq!(
            named,
            [
                "sinew 0.1.0",
                "cvc5 1.0.3",
                "z3 5.4.0 [24433578] seed 0",
                "z3 5.4.0 seed 7",
                "z3 5.4.0 [deadbeef]",
                "mine",
            ]
        );
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
