//! The `sinew` binary: a thin shell around the library's session.

mod cli;

use std::process::ExitCode;
use std::time::Instant;

use cli::arguments::{self, Task};
use cli::commands;

fn main() -> ExitCode {
    let start = Instant::now();
    let task = match arguments::parse(std::env::args_os()) {
        Ok(task) => task,
        // Help and version come this way too, and know where they belong.
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match task {
        Task::Run {
            files,
            options,
            remarks,
        } => commands::run(start, &files, &options, &remarks),
        Task::Eval { term, options } => commands::eval(&term, &options),
        Task::Check {
            script,
            model,
            options,
        } => commands::check(&script, &model, &options),
        Task::CheckProof { script, proof } => commands::check_proof(&script, &proof),
        Task::Generate { what } => commands::generate(&what),
    }
}
