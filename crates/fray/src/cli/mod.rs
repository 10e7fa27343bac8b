//! The sub-commands; the only part of the crate that prints.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::io::{self, Write as _};

use fray::run::verdict::Verdict;

pub(crate) mod cluster;
mod company;
mod findings;
pub(crate) mod generate;
pub(crate) mod hunt;
mod jobs;
pub(crate) mod known;
pub(crate) mod merge;
pub(crate) mod race;
pub(crate) mod reduce;
pub(crate) mod report;
mod screen;
mod share;
mod sink;
mod solvers;
mod speed;
mod suite;
pub(crate) mod test;
mod told;
mod ways;

/// How a command ended that did what it was asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// Nothing unsound was found.
    Clean,
    /// A solver was found to be unsound.
    Unsound,
}

impl Done {
    /// What verdicts come to.
    pub(crate) fn of(verdicts: impl IntoIterator<Item = Verdict>) -> Done {
        match verdicts.into_iter().any(Verdict::is_unsound) {
            true => Done::Unsound,
            false => Done::Clean,
        }
    }
}

/// What a command comes to: an error is for a person.
pub(crate) type Ended = Result<Done, String>;

/// Reports an error to a person.
pub(crate) fn complain(message: &str) {
    // If nobody listens, nobody needs to know.
    let _ = writeln!(io::stderr(), "fray: {message}");
}

/// So many of something.
pub(crate) fn count(number: u64, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}

/// Prints a text. That the reader has read enough is not an error.
pub(crate) fn show(text: &str) -> Result<(), String> {
    let mut stdout = io::stdout().lock();
    let written = writeln!(stdout, "{}", text.trim_end()).and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("standard output: {error}"))
        }
        _ => Ok(()),
    }
}
