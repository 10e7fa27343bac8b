//! The step between us and a solver: a process that limits itself, ties its life to ours, and
//! becomes the solver.
//!
//! The system ends a child with its parent only if the child itself asks for it, after the fork
//! and before the solver takes over. So a solver is started as `fray launch PARENT BYTES PROGRAM
//! ARGUMENTS…`, which asks and then replaces itself. What the solver starts in its turn is not tied to
//! anything: see [`watch`](super::watch).

use std::ffi::OsString;
use std::io::ErrorKind;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use rustix::process::{Resource, Rlimit, Signal};
use rustix::process::{getppid, set_parent_process_death_signal, setrlimit};

/// The first argument of a program that is asked to launch a solver.
pub const LAUNCH: &str = "launch";
/// What the launcher prints, with the exit code below, if it is not the solver's fault that it
/// could not be started.
pub(super) const OWN_FAULT: &str = "fray: a solver could not be started: ";
pub(super) const OWN_FAULT_CODE: i32 = 125;

/// Becomes the solver. Returns only if that fails: a message for the error output and the exit
/// code.
#[must_use]
pub fn launch(arguments: impl Iterator<Item = OsString>) -> (String, i32) {
    let mut arguments = arguments;
    let mut number = || arguments.next()?.to_str()?.parse::<u64>().ok();
    let (Some(parent), Some(memory)) = (number(), number()) else {
        return (format!("{OWN_FAULT}malformed call"), OWN_FAULT_CODE);
    };
    let Some(program) = arguments.next() else {
        return (format!("{OWN_FAULT}no program"), OWN_FAULT_CODE);
    };
    if let Err(error) = tie(parent, memory) {
        return (format!("{OWN_FAULT}{error}"), OWN_FAULT_CODE);
    }
    let error = Command::new(&program).args(arguments).exec();
    let program = program.to_string_lossy();
    match error.kind() {
        ErrorKind::NotFound => (format!("{program}: not found"), 127),
        ErrorKind::PermissionDenied => (format!("{program}: not executable"), 126),
        _ => (format!("{OWN_FAULT}{program}: {error}"), OWN_FAULT_CODE),
    }
}

fn tie(parent: u64, memory: u64) -> std::io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The parent may have gone before we asked.
    let present = getppid().map(|pid| pid.as_raw_nonzero().get());
    if present.map(i64::from) != i64::try_from(parent).ok() {
        return Err(std::io::Error::other("its parent is gone"));
    }
    let limit = Rlimit {
        current: Some(memory),
        maximum: Some(memory),
    };
    setrlimit(Resource::As, limit)?;
    Ok(())
}
