//! The `sinew` command line: arguments, files, clock and signals.

pub(crate) mod arguments;
pub(crate) mod commands;
pub(crate) mod process;
pub(crate) mod watch;
