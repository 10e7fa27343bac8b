//! The `fray` command line.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod cli;

/// Tests string solvers with formulas whose answer is known.
#[derive(Parser)]
#[command(name = "fray", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make a suite of tests.
    Gen(cli::generate::Options),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Gen(options) => cli::generate::run(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            cli::complain(&message);
            ExitCode::from(2)
        }
    }
}
