//! The process that outlives us, to end what is left of solvers if we are killed.
//!
//! The system ends a solver with us (see [`launch`](super::launch)), but not what the solver
//! itself has started, such as the program behind a wrapper script. So each Fray that starts
//! solvers starts one more process, `fray watch TOKEN FOLDER`, and tells it through a pipe which
//! process groups are under way. The pipe is closed when we end, however that happens. What is left
//! by then, of these groups or with the token in its environment, is ended, and the folder for
//! temporary files is removed.
//!
//! It costs one process for all runs, not one for each. It is in a group of its own, so that what
//! ends a group of ours does not end it. A process that left its group *and* threw its environment
//! away is not found; while we live, it is (see [`process`](super::process)).

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, getpid, kill_process};

use super::process::{MARK, end_group};

/// The first argument of a program that is asked to watch.
pub const WATCH: &str = "watch";
/// How often, and how long after each other, it is looked for processes that are left: one may be
/// in the middle of starting another.
const LOOKS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(10);

/// The watching process, seen from the one that is watched.
#[derive(Debug)]
pub(super) struct Watch {
    child: Child,
    /// Closed first when we leave in an orderly way.
    groups: Option<ChildStdin>,
}

impl Watch {
    /// Starts it; `program` is the `fray` program, `token` what marks the processes of our runs,
    /// `scratch` the folder to remove.
    pub(super) fn start(
        program: &Path,
        token: &str,
        scratch: Option<&Path>,
    ) -> std::io::Result<Watch> {
        let mut child = Command::new(program)
            .args([WATCH, token])
            .args(scratch)
            .stdin(Stdio::piped())
            // Whoever reads what we print must not wait for it.
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let groups = child.stdin.take();
        Ok(Watch { child, groups })
    }

    /// Which of our children it is.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// A group has begun.
    pub(super) fn began(&self, group: u32) -> std::io::Result<()> {
        self.tell('+', group)
    }

    /// A group is at its end, and its number may be given to another.
    pub(super) fn ended(&self, group: u32) -> std::io::Result<()> {
        self.tell('-', group)
    }

    fn tell(&self, what: char, group: u32) -> std::io::Result<()> {
        let Some(mut groups) = self.groups.as_ref() else {
            return Ok(());
        };
        // One short write: the lines of several threads do not mix.
        groups.write_all(format!("{what}{group}\n").as_bytes())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.groups = None;
        // It leaves when it has looked around; nothing is left to be done if that fails.
        let _ = self.child.wait();
    }
}

/// Watches: reads which groups are under way until whoever tells is gone, and ends what is left.
pub fn watch(mut arguments: impl Iterator<Item = OsString>) {
    let token = arguments.next().unwrap_or_default();
    let groups = under_way(std::io::stdin().lock());
    for group in groups {
        end_group(group);
    }
    let Some(token) = token.to_str().filter(|token| !token.is_empty()) else {
        return;
    };
    for _ in 0..LOOKS {
        if !end_marked(token) {
            break;
        }
        std::thread::sleep(PAUSE);
    }
    if let Some(scratch) = arguments.next()
        && is_scratch(Path::new(&scratch))
    {
        // Mostly it is gone: we leave in an orderly way.
        let _ = std::fs::remove_dir_all(scratch);
    }
}

/// Whether a folder is one for temporary files of ours. Somebody may call `fray watch` by hand, and
/// must not lose anything else.
fn is_scratch(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str());
    let number = name.and_then(|name| name.strip_prefix("fray-"));
    folder.parent() == Some(&std::env::temp_dir())
        && number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// The groups that had begun and not ended when there was no more to read.
fn under_way(source: impl Read) -> BTreeSet<u32> {
    let mut groups = BTreeSet::new();
    for line in BufReader::new(source).lines().map_while(Result::ok) {
        match line.split_at_checked(1) {
            Some(("+", group)) => groups.extend(group.parse::<u32>()),
            Some(("-", group)) => {
                let group = group.parse();
                groups.retain(|known| Ok(*known) != group);
            }
            _ => {}
        }
    }
    groups
}

/// Ends the processes with this token in their environment, other than this one; whether there
/// were any.
fn end_marked(token: &str) -> bool {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return false;
    };
    let mark = format!("{MARK}={token}.");
    let mut any = false;
    for entry in entries.flatten() {
        let id = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        let Some(id) = id.and_then(Pid::from_raw).filter(|id| *id != getpid()) else {
            continue;
        };
        // Of a process that has ended and was not collected there is nothing to read.
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        let mut variables = environment.split(|&byte| byte == 0);
        if variables.any(|variable| variable.starts_with(mark.as_bytes())) {
            any |= kill_process(id, Signal::KILL).is_ok();
        }
    }
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_that_have_ended_are_forgotten() {
        let told = "+12\n+13\n-12\n+14\n?\n\n+x\n-13";
        assert_eq!(under_way(told.as_bytes()), BTreeSet::from([14]));
    }

    #[test]
    fn only_folders_for_temporary_files_are_removed() {
        let temporary = std::env::temp_dir();
        assert!(is_scratch(&temporary.join("fray-123")));
        for other in ["fray-", "fray-x", "other", "fray-1/fray-2"] {
            assert!(!is_scratch(&temporary.join(other)), "{other}");
        }
        assert!(!is_scratch(Path::new("fray-123")));
        assert!(!is_scratch(&temporary));
    }
}
