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
    /// Run solvers on a suite and print P0's Table 4.
    Test(cli::test::Options),
    /// Run another version of a solver and print P0's Table 6, both ways.
    Rerun(cli::test::RerunOptions),
    /// Compare solvers on benchmark files.
    Race(cli::race::Options),
    /// Make a failing test small while its answer stays known.
    Reduce(cli::reduce::Options),
    /// Show how Fray's grammar makes the publicly known bugs.
    Known(cli::known::Options),
    /// Print the tables of a store.
    Report(cli::report::Options),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Gen(options) => cli::generate::run(&options),
        Command::Test(options) => cli::test::run(&options),
        Command::Rerun(options) => cli::test::rerun(&options),
        Command::Race(options) => cli::race::run(&options),
        Command::Reduce(options) => cli::reduce::run(&options),
        Command::Known(options) => cli::known::run(&options),
        Command::Report(options) => cli::report::run(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            cli::complain(&message);
            ExitCode::from(2)
        }
    }
}
