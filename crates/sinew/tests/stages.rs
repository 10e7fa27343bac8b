//! Every rule of a query's stages is applied on its example, shown in the trace, and needed: switched off,
//! it is not applied, and the example has no answer.

use sinew::host::Buffer;
use sinew::rules::STAGES;
use sinew::{Session, Step};
use sinew_arms::ARMS;
use sinew_smtlib::Reader;

/// Rules that save work and decide nothing that the search would not: without them the answers are the
/// same.
const SAVING: &[&str] = &["cached-model", "cached-parts", "residue", "cached-core"];

/// Steps of each query.
const STEPS: &str = "--rlimit-per=500000";

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
fn every_rule_is_needed_for_its_example() {
    let mut failures = Vec::new();
    for rule in STAGES {
        let (with, count, trace) = run(rule.example, rule.name, &["--trace", STEPS]);
        let last = with.last().map_or("", String::as_str);
        if count == 0 || !["sat", "unsat"].contains(&last) {
            failures.push(format!("{}: {with:?}, applied {count} times", rule.name));
        }
        let shown = format!("{}: ", rule.name);
        if !trace.lines().any(|line| line.starts_with(&shown)) {
            failures.push(format!("{} is not in the trace: {trace}", rule.name));
        }
        let by = format!("{last} by: ");
        let basis = trace.lines().rev().find_map(|line| line.strip_prefix(&by));
        if !basis.is_some_and(|names| names.split(' ').any(|name| name == rule.name)) {
            failures.push(format!("the answer does not rest on {}", rule.name));
        }
        let off = format!("--without={}", rule.name);
        let (without, count, _) = run(rule.example, rule.name, &[&off, STEPS]);
        if count > 0 {
            failures.push(format!("{} is off and was applied", rule.name));
        }
        let expected = match SAVING.contains(&rule.name) {
            true => last,
            false => "unknown",
        };
        if without.last().map(String::as_str) != Some(expected) {
            failures.push(format!("{}: {without:?} without it", rule.name));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// With every rule off, whichever arm is at work, none is applied, and what is still answered is right.
#[test]
fn what_is_off_is_off_everywhere() {
    let names: Vec<&str> = sinew::rules::all().iter().map(|entry| entry.name).collect();
    let off = format!("--without={}", names.join(","));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/regress");
    let mut scripts = 0;
    for kind in ["arms", "strings", "logic"] {
        for entry in std::fs::read_dir(format!("{folder}/{kind}")).expect("regressions") {
            let path = entry.expect("readable").path();
            let script = std::fs::read_to_string(&path).expect("UTF-8");
            let arm = &ARMS[scripts % ARMS.len()];
            scripts += 1;
            let arguments = [
                off.clone(),
                format!("--arm={}", arm.name),
                "--rlimit-per=5000".to_owned(),
            ];
            let mut session = Session::with_arguments(&arguments).expect("known options");
            let replies = session.run_text(&script);
            let expected = script
                .lines()
                .filter_map(|line| line.strip_prefix("; expect: "));
            let definite = |line: &&str| ["sat", "unsat", "unknown"].contains(line);
            for (reply, expected) in replies
                .lines()
                .filter(definite)
                .zip(expected.filter(definite))
            {
                let wrong = reply != "unknown" && expected != "unknown" && reply != expected;
                assert!(!wrong, "{}: {replies}", path.display());
            }
            let statistics = session.statistics();
            for name in &names {
                let counted = statistics.contains(&format!(".{name} "));
                assert!(
                    !counted,
                    "{name} on {} by {}: {statistics}",
                    path.display(),
                    arm.name
                );
            }
        }
    }
    assert!(scripts > 50, "the regressions are there");
}

/// A core that was kept under other rules is not used.
#[test]
fn answers_that_other_rules_gave_are_forgotten() {
    let mut session = Session::default();
    let replies = session.run_text(
        "(declare-const s String)(assert (= s \"a\"))(assert (= s \"b\"))(check-sat)(check-sat)\
         (set-option :without \"length\")(check-sat)(check-sat)",
    );
    assert_eq!(replies, "unsat\nunsat\nunsat\nunsat\n");
    let statistics = session.statistics();
    assert!(statistics.contains(":query.cached-core 2 "), "{statistics}");
}

/// Tuned constants change how much is tried, by whichever name they are set.
#[test]
fn constants_can_be_tuned() {
    let script = "(declare-const s String)(assert (= s \"a\"))(check-sat)(check-sat)";
    for (tune, hits) in [("", true), ("cache.models=0", false)] {
        let arguments = [format!("--tune={tune}")];
        let mut session = Session::with_arguments(&arguments).expect("a known constant");
        assert_eq!(session.run_text(script), "sat\nsat\n");
        let statistics = session.statistics();
        assert_eq!(statistics.contains(":query.cached-model 1"), hits, "{tune}");
    }
    let unknown = Session::with_arguments(&["--tune=cache.size=3".to_owned()]);
    assert!(unknown.is_err_and(|why| why.contains("`cache.size` is none")));
}
