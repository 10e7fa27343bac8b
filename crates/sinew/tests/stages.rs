//! Every rule of a query's stages is applied on its example and decides it; switched off, it is not
//! applied, and no answer turns into its opposite.

use sinew::Session;
use sinew::host::Buffer;
use sinew::rules::STAGES;
use sinew::{Step, rules};
use sinew_smtlib::Reader;

/// Examples that other rules decide as well: with the rule off, these come to the same answer.
const OTHERWISE: &[&str] = &[
    // The value is a bounded search away.
    "exists-one-point",
];

/// The replies to the example of a rule, how often it was applied, and what was traced.
fn run(example: &str, rule: &str, arguments: &[&str]) -> (Vec<String>, u64, String) {
    let arguments: Vec<String> = arguments.iter().map(|&one| one.to_owned()).collect();
    let mut session = Session::with_arguments(&arguments).expect("known options");
    let (mut host, mut reader) = (Buffer::default(), Reader::new());
    let declarations = "(declare-const s String)(declare-const t String)(declare-const n Int)";
    reader.feed(declarations.as_bytes());
    reader.feed(example.as_bytes());
    while session.step(&mut reader, &mut host) == Step::Executed {}
    let statistics = session.statistics();
    let counter = format!(":query.{rule} ");
    let count = statistics.split_once(&counter).map_or(0, |(_, rest)| {
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next();
        digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
    });
    let replies = host.replies.lines().map(str::to_owned).collect();
    (replies, count, host.remarks)
}

#[test]
fn every_rule_decides_its_example() {
    let mut failures = Vec::new();
    for rule in STAGES {
        let (with, count, trace) = run(
            rule.example,
            rule.name,
            &["--trace", "--rlimit-per=3000000"],
        );
        let last = with.last().cloned().unwrap_or_default();
        if count == 0 || !["sat", "unsat"].contains(&last.as_str()) {
            failures.push(format!("{}: {with:?}, applied {count} times", rule.name));
        }
        let shown = format!("{}: ", rule.name);
        if !trace.lines().any(|line| line.starts_with(&shown)) {
            failures.push(format!("{} is not in the trace: {trace}", rule.name));
        }
        let off = format!("--without={}", rule.name);
        let (without, count, _) = run(rule.example, rule.name, &[&off, "--rlimit-per=3000000"]);
        if count > 0 {
            failures.push(format!("{} is off and was applied", rule.name));
        }
        for (with, without) in with.iter().zip(&without) {
            if with != without && without != "unknown" {
                failures.push(format!("{}: {with}, but {without} without it", rule.name));
            }
        }
        let pattern = rules::find(rule.name).expect("registered").kind.name() == "pattern";
        let same = without.last() == with.last();
        if pattern && same != OTHERWISE.contains(&rule.name) {
            failures.push(format!("{}: {without:?} without it", rule.name));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
