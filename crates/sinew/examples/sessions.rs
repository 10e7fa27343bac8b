//! Random sessions against fresh sessions, planted models and short words; see
//! `tests/common/machine`.
//!
//! ```text
//! cargo run --release -p sinew --example sessions -- COUNT SEED [--family=NAME] [FOLDER]
//! ```
//!
//! `COUNT` sequences from `SEED` on, of all families or of one. With a folder, formulas of the
//! `.smt2` files below it are mutated too. What fails is made smaller and printed as a script, and
//! makes the program fail; `--all` goes on after the first ten.

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
    let (mut numbers, mut folder, mut family, mut all) = (Vec::new(), None, None, false);
    for argument in std::env::args().skip(1) {
        match (argument.parse::<u64>(), argument.strip_prefix("--family=")) {
            (Ok(number), _) => numbers.push(number),
            (_, Some(name)) => family = Some(name.to_owned()),
            _ if argument == "--all" => all = true,
            _ => folder = Some(argument),
        }
    }
    let count = numbers.first().copied().unwrap_or(1000);
    let first = numbers.get(1).copied().unwrap_or(1);
    let seeds = folder.map_or_else(Seeds::default, |path| Seeds::below(Path::new(&path)));
    std::panic::set_hook(Box::new(|_| {}));
    let (mut tally, mut families) = (Tally::new(), BTreeMap::<&str, u64>::new());
    let mut failures = 0;
    let started = Instant::now();
    for seed in first..first.saturating_add(count) {
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
        if failures >= 10 && !all {
            break;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("families: {families:?}\n{tally:?}\n{failures} failures in {seconds:.1} s");
    ExitCode::from(u8::from(failures > 0))
}
