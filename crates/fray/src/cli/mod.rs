//! The sub-commands; the only part of the crate that prints.
#![allow(clippy::print_stdout, clippy::print_stderr)]

pub(crate) mod generate;
mod jobs;
pub(crate) mod known;
pub(crate) mod race;
pub(crate) mod reduce;
pub(crate) mod report;
mod sink;
mod solvers;
mod speed;
mod suite;
pub(crate) mod test;

/// Reports an error to a person.
pub(crate) fn complain(message: &str) {
    eprintln!("fray: {message}");
}
