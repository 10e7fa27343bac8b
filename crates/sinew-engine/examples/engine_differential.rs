//! Random scripts through this engine, z3 and cvc5; any disagreement is printed and kept.
//!
//! `cargo run --release -p sinew-engine --example engine_differential -- [first seed] [scripts] [z3] [cvc5] [nonlinear]`
//! (a solver given as `-` is left out). Each z3 or cvc5 process gets a batch of scripts separated
//! by `(reset)`, so that starting processes does not dominate.

#[path = "../tests/common/mod.rs"]
mod common;

use std::io::Write as _;
use std::process::{Command as Process, Stdio};

use common::run::run;
use common::{Command, Generator, Shape, script_length, script_text, varied_config};
use sinew_engine::Outcome;
use sinew_term::TermStore;

const BATCH: u64 = 250;
const STEPS: u64 = 50_000_000;

/// The answers of a solver to a batch, one list per script.
fn ask(path: &str, args: &[&str], batch: &str) -> Option<Vec<Vec<String>>> {
    let mut child = Process::new(path)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let text = batch.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().ok()?;
    let _ = writer.join();
    let mut scripts = Vec::new();
    let mut current = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        match line.trim().trim_matches('"') {
            "next" => scripts.push(std::mem::take(&mut current)),
            answer => current.push(answer.to_owned()),
        }
    }
    Some(scripts)
}

fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Sat => "sat",
        Outcome::Unsat => "unsat",
        Outcome::Unknown(_) => "unknown",
    }
}

#[allow(clippy::print_stdout)]
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number =
        |at: usize, default: u64| args.get(at).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (first, count) = (number(1, 0), number(2, 1000));
    let path = |at: usize, default: &str| args.get(at).cloned().unwrap_or(default.to_owned());
    let solvers = [
        ("z3", path(3, "z3"), vec!["-in", "-t:2000"]),
        (
            "cvc5",
            path(4, "cvc5"),
            vec!["--incremental", "--tlimit-per=2000", "-q"],
        ),
    ];
    let nonlinear = args.get(5).is_some_and(|arg| arg == "nonlinear");
    let steps = if nonlinear { STEPS / 50 } else { STEPS };
    let (mut checks, mut unknown, mut bad) = (0u64, 0u64, 0u64);
    let mut compared = [0u64; 2];
    let mut start = first;
    while start < first + count {
        let end = (start + BATCH).min(first + count);
        let mut batch = String::new();
        let mut expected: Vec<Vec<&str>> = Vec::new();
        let mut texts = Vec::new();
        for seed in start..end {
            let mut store = TermStore::new();
            let mut generator = Generator::new(&mut store, seed, Shape::varied(seed, nonlinear));
            let commands: Vec<Command> = generator.script(&mut store, script_length(seed));
            let text = script_text(&store, &commands);
            let config = varied_config(seed);
            let (outcomes, _) = run(&mut store, &commands, &config, steps);
            checks += outcomes.len() as u64;
            for outcome in &outcomes {
                if let (Outcome::Unknown(reason), false) = (outcome, nonlinear) {
                    println!("seed {seed}: unknown here, {reason:?}");
                }
            }
            expected.push(outcomes.iter().map(|&o| name(o)).collect());
            unknown += outcomes
                .iter()
                .filter(|o| matches!(o, Outcome::Unknown(_)))
                .count() as u64;
            batch.push_str(&text);
            batch.push_str("(echo \"next\")\n(reset)\n");
            texts.push((seed, text));
        }
        for (at, (solver, path, args)) in solvers.iter().enumerate() {
            if path == "-" {
                continue;
            }
            let Some(answers) = ask(path, args, &batch) else {
                println!("{solver} is not there ({path}); skipped");
                continue;
            };
            for ((ours, theirs), (seed, text)) in expected.iter().zip(&answers).zip(&texts) {
                let theirs: Vec<&str> = theirs
                    .iter()
                    .map(String::as_str)
                    .filter(|a| matches!(*a, "sat" | "unsat" | "unknown"))
                    .collect();
                let conflict = ours
                    .iter()
                    .zip(&theirs)
                    .any(|(a, b)| *a != *b && *a != "unknown" && *b != "unknown");
                compared[at] += ours.len().min(theirs.len()) as u64;
                if conflict || theirs.len() < ours.len() {
                    let kind = if conflict {
                        "DISAGREEMENT"
                    } else {
                        "missing answers"
                    };
                    println!("{kind} seed {seed} {solver}: ours {ours:?} theirs {theirs:?}");
                    if conflict {
                        bad += 1;
                        let _ = std::fs::write(format!("/tmp/differential-{seed}.smt2"), text);
                    }
                }
            }
        }
        start = end;
    }
    println!(
        "{count} scripts, {checks} checks, {unknown} unknown here; compared {} with z3, {} with cvc5; {bad} disagreements",
        compared[0], compared[1]
    );
}
