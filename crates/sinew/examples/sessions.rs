//! Random sessions against fresh sessions, planted models and short words; see
//! `tests/common/machine`.
//!
//! ```text
//! cargo run --release -p sinew --example sessions -- COUNT SEED [--family=NAME] [--failures=N] [FOLDER]
//! ```
//!
//! `COUNT` sequences from `SEED` on, of all families or of one. With a folder, formulas of the
//! `.smt2` files below it are mutated too. What fails is made smaller and printed as a script, and
//! makes the program fail; after ten failures, or `N`, it stops. How far it has come is said every
//! ten seconds, and the counts by kind every five minutes, so that a run that is stopped counts.

#![allow(clippy::print_stdout, clippy::print_stderr)] // A program for people.

#[path = "../tests/common/machine/mod.rs"]
mod machine;
#[path = "../tests/common/random.rs"]
#[allow(dead_code)] // Other programs use the rest.
mod random;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use machine::mutants::Seeds;
use machine::{Tally, generate, run, shrink};

fn main() -> ExitCode {
    let (mut numbers, mut folder, mut family, mut most) = (Vec::new(), None, None, 10);
    for argument in std::env::args().skip(1) {
        if let Ok(number) = argument.parse::<u64>() {
            numbers.push(number);
        } else if let Some(name) = argument.strip_prefix("--family=") {
            family = Some(name.to_owned());
        } else if let Some(number) = argument.strip_prefix("--failures=") {
            most = number.parse().unwrap_or(most);
        } else {
            folder = Some(argument);
        }
    }
    let count = numbers.first().copied().unwrap_or(1000);
    let first = numbers.get(1).copied().unwrap_or(1);
    let seeds = folder.map_or_else(Seeds::default, |path| Seeds::below(Path::new(&path)));
    std::panic::set_hook(Box::new(|_| {}));
    let (mut tally, mut families) = (Tally::new(), BTreeMap::<&str, u64>::new());
    let mut failures = 0;
    let started = Instant::now();
    let (mut said, mut counted) = (started, started);
    for seed in first..first.saturating_add(count) {
        if said.elapsed().as_secs() >= 10 {
            said = Instant::now();
            eprintln!("{} sequences, {failures} failures", seed - first);
        }
        if counted.elapsed().as_secs() >= 300 {
            counted = Instant::now();
            println!(
                "{} sequences, families: {families:?}\n{tally:?}",
                seed - first
            );
        }
        let sequence = generate::sequence(seed, &seeds, family.as_deref());
        *families.entry(sequence.family).or_default() += 1;
        let Err(failure) = run(&sequence, &mut tally) else {
            continue;
        };
        failures += 1;
        *tally.entry(failure.kind).or_default() += 1;
        let found = started.elapsed().as_secs_f64();
        let (smaller, failure) = shrink::shrink(&sequence, &failure);
        println!(
            "; seed {seed}, {}, after {found:.1} s: {}\n; {}\n; arguments: {}\n{}",
            sequence.family,
            failure.kind,
            failure.detail.replace('\n', "\n; "),
            smaller.arguments.join(" "),
            failure.script
        );
        if failures >= most {
            break;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("families: {families:?}\n{tally:?}\n{failures} failures in {seconds:.1} s");
    ExitCode::from(u8::from(failures > 0))
}
