//! The `fray` command line.
//!
//! It exits with 0, with 1 if a solver was found to be unsound (not so where the failure was given,
//! to be made small), and with 2 if the command could not do what it was asked to, or was stopped.

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
    /// Run solvers on a suite and print what became of the tests.
    Test(cli::test::Options),
    /// Run another version of a solver and print what it fixes and what it breaks.
    Rerun(cli::test::RerunOptions),
    /// Test without end, and tell the distinct bugs.
    Hunt(cli::hunt::Options),
    /// Tell the distinct bugs behind the failures of a store, each with its smallest form.
    Cluster(cli::cluster::Options),
    /// Compare solvers on benchmark files.
    Race(cli::race::Options),
    /// Make a failing test small while its answer stays known.
    Reduce(cli::reduce::Options),
    /// Run a list of known bugs on solvers, and say which the search finds.
    Known(cli::known::Options),
    /// Print the tables of a store.
    Report(cli::report::Options),
    /// Put the results of several stores into one.
    Merge(cli::merge::Options),
}

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    // Processes of our own, which are not for users.
    match arguments.nth(1) {
        Some(first) if first == fray::run::launch::LAUNCH => {
            let (message, code) = fray::run::launch::launch(arguments);
            cli::complain(message.trim_start_matches("fray: "));
            return ExitCode::from(u8::try_from(code).unwrap_or(2));
        }
        Some(first) if first == fray::run::watch::WATCH => {
            fray::run::watch::watch(arguments);
            return ExitCode::SUCCESS;
        }
        _ => {}
    }
    let result = match Arguments::parse().command {
        Command::Gen(options) => cli::generate::run(&options),
        Command::Test(options) => cli::test::run(&options),
        Command::Rerun(options) => cli::test::rerun(&options),
        Command::Hunt(options) => cli::hunt::run(&options),
        Command::Cluster(options) => cli::cluster::run(&options),
        Command::Race(options) => cli::race::run(&options),
        Command::Reduce(options) => cli::reduce::run(&options),
        Command::Known(options) => cli::known::run(&options),
        Command::Report(options) => cli::report::run(&options),
        Command::Merge(options) => cli::merge::run(&options),
    };
    match result {
        Ok(cli::Done::Clean) => ExitCode::SUCCESS,
        Ok(cli::Done::Unsound) => ExitCode::from(1),
        Err(message) => {
            cli::complain(&message);
            ExitCode::from(2)
        }
    }
}
