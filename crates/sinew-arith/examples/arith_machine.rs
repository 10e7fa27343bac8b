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
    use common::machine::{run, sequence};
    match sinew_base::sequences::program(std::env::args().skip(1), sequence, run) {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(found) => {
            println!("{found}");
            ExitCode::FAILURE
        }
    }
}
