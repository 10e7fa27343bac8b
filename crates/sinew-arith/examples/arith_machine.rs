//! Random sequences of calls of the arithmetic solver against enumeration, for long runs.
//!
//! ```text
//! cargo run --release -p sinew-arith --example arith_machine -- COUNT SEED
//! ```
//!
//! Runs `COUNT` sequences from `SEED` on. The first that fails is made short and printed as a unit
//! test, and makes the program fail.

#![allow(clippy::print_stdout)] // A program for people.

#[path = "../tests/common/mod.rs"]
mod common;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().ok());
    let count: u64 = arguments.next().flatten().unwrap_or(100_000);
    let seed: u64 = arguments.next().flatten().unwrap_or(1);
    // Failures are reported once they are short.
    std::panic::set_hook(Box::new(|_| {}));
    use common::machine::{run, sequence};
    match sinew_base::sequences::hunt(seed..seed + count, sequence, run) {
        Some(found) => {
            println!("{found}");
            ExitCode::FAILURE
        }
        None => {
            println!("{count} sequences");
            ExitCode::SUCCESS
        }
    }
}
