//! The `sinew` command line: arguments, files, clock and signals.

pub(crate) mod arguments;
pub(crate) mod commands;
mod foreign;
mod input;
pub(crate) mod process;
mod progress;
mod terminal;
pub(crate) mod watch;
