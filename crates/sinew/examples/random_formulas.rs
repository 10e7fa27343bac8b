//! Random small formulas over all string operators: answers against brute force over short words,
//! and against other solvers.
//!
//! ```text
//! cargo run --release -p sinew --example random_formulas -- COUNT SEED [--arm=NAME] [SOLVER COMMAND...]
//! ```
//!
//! `COUNT` formulas from `SEED` on are solved under a step limit. Each `unsat` is compared with all
//! short words; no `unknown` may be because a procedure took for a model what is none, or because the
//! proof of a refutation was refused; each answer with that of the other solver, if its command line is given (the script
//! comes on standard input; `z3 -in -T:2`, `cvc5 --strings-exp --tlimit=2000`). Disagreement with a
//! solver on `sat` is settled by our model, which the reference semantics has checked, so it is
//! counted as the other's; the rest is printed, and makes the program fail. The counts so far are
//! printed every minute, so that a run that is stopped counts.

#![allow(clippy::print_stdout, clippy::print_stderr)] // A program for people.

#[path = "../tests/common/random.rs"]
mod random;

use std::io::Write as _;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use random::{script, short_model};
use sinew::host::Buffer;
use sinew::{Session, Step};
use sinew_base::Random;
use sinew_smtlib::Reader;

#[derive(Default)]
struct Tally {
    sat: u64,
    unsat: u64,
    unknown: u64,
    wrong: u64,
    refused: u64,
    other_wrong: u64,
    other_decided: u64,
}

impl Tally {
    fn print(&self, count: u64) {
        println!(
            "{count} formulas: {} sat, {} unsat, {} unknown; {} wrong, {} false models or refused proofs; other: {} agreed or alone, {} wrong",
            self.sat,
            self.unsat,
            self.unknown,
            self.wrong,
            self.refused,
            self.other_decided,
            self.other_wrong
        );
    }
}

fn ask(command: &[String], script: &str) -> Option<String> {
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(script.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(text.lines().next().unwrap_or_default().to_owned())
}

fn one(seed: u64, arguments: &[String], other: &[String], tally: &mut Tally) {
    let text = script(&mut Random::new(seed));
    let mut session = match Session::with_arguments(arguments) {
        Ok(session) => session,
        Err(why) => return eprintln!("{why}"),
    };
    let (mut host, mut reader) = (Buffer::default(), Reader::new());
    reader.feed(format!("{text}(check-sat)").as_bytes());
    while session.step(&mut reader, &mut host) == Step::Executed {}
    let answer = host.replies.trim();
    match answer {
        "sat" => tally.sat += 1,
        "unsat" => {
            tally.unsat += 1;
            if let Some(model) = short_model(&mut session) {
                tally.wrong += 1;
                println!("; seed {seed}: unsat, but {model}\n{text}");
            }
        }
        "unknown" => {
            tally.unknown += 1;
            let signs = ["does not satisfy assertion", "was refused"];
            if signs.iter().any(|sign| host.remarks.contains(sign)) {
                tally.refused += 1;
                println!("; seed {seed}: {}\n{text}", host.remarks.trim());
            }
        }
        _ => {
            tally.wrong += 1;
            println!("; seed {seed}: {answer}\n{text}");
        }
    }
    if other.is_empty() {
        return;
    }
    let script = format!("(set-logic ALL)\n{text}(check-sat)\n");
    match (answer, ask(other, &script).as_deref()) {
        ("sat", Some("unsat")) => tally.other_wrong += 1,
        ("unsat", Some("sat")) => {
            tally.wrong += 1;
            println!("; seed {seed}: unsat, but {} says sat\n{text}", other[0]);
        }
        (_, Some("sat" | "unsat")) => tally.other_decided += 1,
        _ => {}
    }
}

fn main() -> ExitCode {
    let mut rest = std::env::args().skip(1).peekable();
    let mut number = |default| {
        rest.next_if(|text| text.parse::<u64>().is_ok())
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let (count, first): (u64, u64) = (number(1000), number(1));
    let mut arguments = vec!["--rlimit-per=100000".to_owned(), "--verbosity=1".to_owned()];
    while let Some(option) = rest.next_if(|text| text.starts_with("--")) {
        arguments.push(option);
    }
    let other: Vec<String> = rest.collect();
    let mut tally = Tally::default();
    let mut said = Instant::now();
    for seed in first..first.saturating_add(count) {
        if said.elapsed().as_secs() >= 60 {
            said = Instant::now();
            tally.print(seed - first);
        }
        one(seed, &arguments, &other, &mut tally);
    }
    tally.print(count);
    if tally.wrong + tally.refused == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
