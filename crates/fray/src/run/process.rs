//! Solvers as processes, with hard limits on the whole process group.
//!
//! A solver runs in a group of its own, so that it and everything it starts can be ended
//! together. The time limit is wall time. Memory is limited twice: each process by the system,
//! and the group as a whole by looking at it. Whatever ends the run, no member of the group is
//! left behind; if we are killed, the system ends the solver (see [`launch`](super::launch)), and
//! a process that [watches](super::watch) us what the solver has started.
//! What left its group is found by a [`Keeper`] that adopts orphans: the system hands it every
//! process whose parent has died.
//!
//! That a solver cannot be started for lack of processes, memory or files is our fault, not its:
//! [`Keeper::run`] then returns an error instead of a run.

use std::collections::BTreeMap;
use std::io::Read;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions};
use rustix::process::{kill_process, kill_process_group, pidfd_open, set_child_subreaper, waitpid};

use super::launch::{LAUNCH, OWN_FAULT, OWN_FAULT_CODE};
use super::watch::Watch;

/// More output than this is read, but not kept.
const MAX_OUTPUT: usize = 4 << 20;
/// How often the group's memory is looked at.
const MEMORY_CHECK: Duration = Duration::from_millis(200);
/// How long output is waited for after the group was ended. It is there at once unless a process
/// that left the group holds on to it, or the machine is very busy.
const LAST_OUTPUT: Duration = Duration::from_secs(10);

/// Bounds on one run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall time.
    pub wall: Duration,
    /// Bytes of memory.
    pub memory: u64,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By itself, with this code.
    Code(i32),
    /// By this signal, not ours.
    Signal(i32),
    /// Ended by us: it took too long.
    TimedOut,
    /// Ended by us: the group took too much memory.
    TooLarge,
    /// Ended by us: the user wants to stop.
    Stopped,
}

impl std::fmt::Display for Exit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Exit::Code(code) => write!(f, "code {code}"),
            Exit::Signal(signal) => write!(f, "signal {signal}"),
            Exit::TimedOut => f.write_str("time"),
            Exit::TooLarge => f.write_str("memory"),
            Exit::Stopped => f.write_str("stopped"),
        }
    }
}

/// What a run left behind.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub exit: Exit,
    /// Its standard output; invalid UTF-8 is replaced.
    pub stdout: String,
    /// Its error output.
    pub stderr: String,
    /// Wall time.
    pub wall: Duration,
    /// Processor time of the solver and of the children it waited for.
    pub cpu: Duration,
}

/// Marks the environment of a run's processes, so that orphans can be told apart: our token, a
/// point, and the number of the run.
pub(super) const MARK: &str = "FRAY_RUN";

/// Starts solvers and ends what is left of them.
#[derive(Debug, Default)]
pub struct Keeper {
    adopts: bool,
    /// The program that becomes the solver and ties its life to ours; the shell if there is none,
    /// which sets the limit on memory and no more.
    launcher: Option<PathBuf>,
    /// Who ends what is left if we are killed.
    watch: Option<Watch>,
    /// What tells our runs from those of others.
    token: String,
    /// The runs under way: the first process of each, and its mark.
    active: Mutex<Active>,
}

#[derive(Debug, Default)]
struct Active {
    runs: BTreeMap<u32, u64>,
    next: u64,
}

impl Keeper {
    /// One that also ends processes which left their group, and has all ended if we are killed.
    /// Only for programs that start no processes otherwise: any other child counts as left over by
    /// a solver. `launcher` is the `fray` program, `scratch` a folder of ours that is removed if we
    /// are killed. An error is that no process can be started.
    pub fn adopting(launcher: Option<PathBuf>, scratch: Option<&Path>) -> Result<Keeper, String> {
        let this = rustix::process::getpid();
        // A number is given again after a while, and time may be set back; hardly both.
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let now = now.map_or(0, |now| now.as_nanos());
        let token = format!("{}-{now}", this.as_raw_nonzero());
        let watch = launcher
            .as_deref()
            .map(|fray| Watch::start(fray, &token, scratch));
        let watch = watch.transpose();
        Ok(Keeper {
            launcher,
            watch: watch.map_err(|error| format!("fray cannot start a process: {error}"))?,
            token,
            // Where the system cannot do it, groups must suffice.
            adopts: set_child_subreaper(Some(this)).is_ok(),
            ..Keeper::default()
        })
    }

    fn active(&self) -> MutexGuard<'_, Active> {
        // The table is whole between any two steps, so a panic elsewhere does not matter.
        self.active
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Runs `argv` within the limits, or until `stop` is set. An error is ours, not the solver's.
    pub fn run(
        &self,
        argv: &[String],
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<Finished, String> {
        self.run_talking(argv, limits, limits.wall, stop)
    }

    /// The same for a run that also times out when it has printed nothing for so long.
    pub fn run_talking(
        &self,
        argv: &[String],
        limits: Limits,
        silence: Duration,
        stop: &AtomicBool,
    ) -> Result<Finished, String> {
        // Whoever prints it says who we are.
        let ours = |message: &str| message.trim().trim_start_matches("fray: ").to_owned();
        let fault = |error: std::io::Error| ours(&format!("{OWN_FAULT}{error}"));
        let start = Instant::now();
        let mut child = self.start(argv, limits).map_err(fault)?;
        let heard = Arc::new(AtomicU64::new(0));
        let listening = listen(&mut child, start, &heard);
        let [stdout, stderr] = match listening {
            Ok(both) => both,
            Err(error) => {
                let _ = self.end(&mut child);
                return Err(fault(error));
            }
        };
        let patience = Patience {
            limits,
            silence,
            start,
            heard: &heard,
        };
        let exit = wait(&mut child, &patience, stop);
        let wall = start.elapsed();
        let cpu = processor_time(child.id());
        // Whatever became of waiting, the solver must not be left behind.
        let ended = self.end(&mut child);
        let exit = match exit {
            Ok(Some(exit)) => exit,
            Ok(None) => ended.map_err(fault)?,
            Err(error) => return Err(fault(error.into())),
        };
        let text = |output: Receiver<Vec<u8>>| {
            let bytes = output.recv_timeout(LAST_OUTPUT);
            decoded(bytes.unwrap_or_default())
        };
        let (stdout, stderr) = (text(stdout), text(stderr));
        if exit == Exit::Code(OWN_FAULT_CODE) && stderr.starts_with(OWN_FAULT) {
            return Err(ours(&stderr));
        }
        Ok(Finished {
            exit,
            stdout,
            stderr,
            wall,
            cpu,
        })
    }

    fn start(&self, argv: &[String], limits: Limits) -> std::io::Result<Child> {
        let mut command = match &self.launcher {
            Some(launcher) => {
                let mut command = Command::new(launcher);
                let (parent, memory) = (std::process::id().to_string(), limits.memory.to_string());
                command.args([LAUNCH, &parent, &memory]);
                command
            }
            None => {
                let script = format!("ulimit -v {} && exec \"$@\"", limits.memory / 1024);
                let mut command = Command::new("/bin/sh");
                command.args(["-c", &script, "sh"]);
                command
            }
        };
        // Until it is in the table, nobody may take it for an orphan.
        let mut active = self.active();
        active.next += 1;
        let mark = active.next;
        let mut child = command
            .args(argv)
            .env(MARK, format!("{}.{mark}", self.token))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        active.runs.insert(child.id(), mark);
        drop(active);
        let told = self.watch.as_ref().map(|watch| watch.began(child.id()));
        if let Some(Err(error)) = told {
            // Nobody would end what it starts.
            let _ = self.end(&mut child);
            return Err(error);
        }
        Ok(child)
    }

    /// Ends the whole group, also after a normal end: it may have left children.
    fn end(&self, child: &mut Child) -> std::io::Result<Exit> {
        end_group(child.id());
        let status = child.wait();
        if let Some(watch) = &self.watch {
            // If it is gone, the next run will not start.
            let _ = watch.ended(child.id());
        }
        let mut active = self.active();
        active.runs.remove(&child.id());
        if self.adopts {
            let watch = self.watch.as_ref().map(Watch::id);
            end_orphans(&active, watch);
        }
        let status = status?;
        Ok(match (status.code(), status.signal()) {
            (Some(code), _) => Exit::Code(code),
            (None, signal) => Exit::Signal(signal.unwrap_or(0)),
        })
    }
}

/// Ends the children of this process that belong to no run under way. The orphans of an orphan
/// come to us in turn, so this repeats until there are none.
fn end_orphans(active: &Active, watch: Option<u32>) {
    loop {
        let orphans: Vec<u32> = children()
            .into_iter()
            .filter(|id| Some(*id) != watch && !active.runs.contains_key(id))
            .filter(|&id| mark_of(id).is_none_or(|mark| !active.runs.values().any(|m| *m == mark)))
            .collect();
        if orphans.is_empty() {
            return;
        }
        for id in orphans {
            end_group(id);
            let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) else {
                continue;
            };
            if kill_process(pid, Signal::KILL).is_err() {
                // Neither gone, since it is still our child, nor ours to end.
                return;
            }
            let _ = waitpid(Some(pid), WaitOptions::empty());
        }
    }
}

/// The children of this process, as far as the system tells.
fn children() -> Vec<u32> {
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else {
        return Vec::new();
    };
    tasks
        .flatten()
        .filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok())
        .flat_map(|ids| {
            ids.split_whitespace()
                .filter_map(|id| id.parse().ok())
                .collect::<Vec<u32>>()
        })
        .collect()
}

/// The run that a process was started in.
fn mark_of(id: u32) -> Option<u64> {
    let environment = std::fs::read(format!("/proc/{id}/environ")).ok()?;
    environment.split(|&byte| byte == 0).find_map(|entry| {
        let entry = std::str::from_utf8(entry).ok()?;
        let mark = entry.strip_prefix(MARK)?.strip_prefix('=')?;
        mark.rsplit_once('.')?.1.parse().ok()
    })
}

/// Runs `argv` within the limits, or until `stop` is set; processes that leave their group are
/// not looked for.
pub fn run(argv: &[String], limits: Limits, stop: &AtomicBool) -> Result<Finished, String> {
    Keeper::default().run(argv, limits, stop)
}

/// How long a run is waited for.
struct Patience<'a> {
    limits: Limits,
    /// The longest time without output.
    silence: Duration,
    start: Instant,
    /// When there was output last, in milliseconds from the start.
    heard: &'a AtomicU64,
}

impl Patience<'_> {
    /// The time that is left if nothing more is heard; `None` if it is up.
    fn left(&self) -> Option<Duration> {
        let heard = Duration::from_millis(self.heard.load(Ordering::Relaxed));
        let end = self.limits.wall.min(heard + self.silence);
        end.checked_sub(self.start.elapsed())
    }
}

/// Waits for the end of the child without collecting it, so that what the system knows about it
/// can still be read. `None` if it ended by itself.
fn wait(
    child: &mut Child,
    patience: &Patience<'_>,
    stop: &AtomicBool,
) -> rustix::io::Result<Option<Exit>> {
    let process = pidfd_open(Pid::from_child(child), PidfdFlags::empty())?;
    let mut looked = patience.start;
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(Some(Exit::Stopped));
        }
        let Some(left) = patience.left() else {
            return Ok(Some(Exit::TimedOut));
        };
        let left = left.min(Duration::from_millis(50));
        let timeout = Timespec {
            tv_sec: 0,
            tv_nsec: i64::from(left.subsec_nanos()),
        };
        let mut ended = [PollFd::new(&process, PollFlags::IN)];
        match poll(&mut ended, Some(&timeout)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) => return Ok(None),
            Err(error) => return Err(error),
        }
        if looked.elapsed() >= MEMORY_CHECK {
            looked = Instant::now();
            if group_memory(child.id()) > patience.limits.memory {
                return Ok(Some(Exit::TooLarge));
            }
        }
    }
}

/// The processor time of this process and of all solvers that it ran to their end.
#[must_use]
pub fn own_processor_time() -> Duration {
    processor_time(std::process::id())
}

/// The processor time of a process that is there, or ended and was not collected, as far as the
/// system tells.
fn processor_time(id: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let fields = stat.rsplit_once(')').map_or("", |(_, after)| after);
    // User and system time, its own and that of the children it waited for.
    let times = fields.split_whitespace().skip(11).take(4);
    let ticks: u64 = times.filter_map(|field| field.parse::<u64>().ok()).sum();
    let per_second = rustix::param::clock_ticks_per_second().max(1);
    Duration::from_millis(ticks.saturating_mul(1000) / per_second)
}

/// Reads both outputs of a child.
fn listen(
    child: &mut Child,
    start: Instant,
    heard: &Arc<AtomicU64>,
) -> std::io::Result<[Receiver<Vec<u8>>; 2]> {
    let missing = || std::io::Error::other("its output cannot be read");
    let stdout = child.stdout.take().ok_or_else(missing)?;
    let stderr = child.stderr.take().ok_or_else(missing)?;
    let stdout = collect(stdout, start, Arc::clone(heard))?;
    Ok([stdout, collect(stderr, start, Arc::clone(heard))?])
}

/// Reads to the end in a thread of its own, so that a full pipe never blocks the solver; notes
/// when there was something to read. An error is that there can be no more threads.
fn collect(
    mut source: impl Read + Send + 'static,
    start: Instant,
    heard: Arc<AtomicU64>,
) -> std::io::Result<Receiver<Vec<u8>>> {
    let (sender, receiver) = channel();
    std::thread::Builder::new().spawn(move || {
        let mut kept = Vec::new();
        let mut buffer = [0u8; 16 << 10];
        while let Ok(count) = source.read(&mut buffer) {
            if count == 0 {
                break;
            }
            let now = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
            heard.store(now, Ordering::Relaxed);
            let room = MAX_OUTPUT - kept.len();
            kept.extend_from_slice(&buffer[..count.min(room)]);
        }
        // Nobody may be waiting any more.
        let _ = sender.send(kept);
    })?;
    Ok(receiver)
}

pub(super) fn end_group(id: u32) {
    if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // It fails when the group is gone already, which is what we want.
        let _ = kill_process_group(id, Signal::KILL);
    }
}

/// Resident memory of all processes of a group, as far as the system tells.
fn group_memory(group: u32) -> u64 {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return 0;
    };
    let page = 4096;
    entries
        .flatten()
        .filter(|entry| {
            let name = entry.file_name();
            name.as_encoded_bytes().iter().all(u8::is_ascii_digit)
        })
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok())
        .filter_map(|stat| {
            // The name in parentheses may hold anything; what follows it is regular.
            let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
            let in_group = fields.get(2)?.parse() == Ok(group);
            let pages: u64 = fields.get(21)?.parse().ok()?;
            in_group.then_some(pages * page)
        })
        .sum()
}

/// What was printed: UTF-8, or else bytes. Programs whose characters are bytes print them as they are.
fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_characters() {
        assert_eq!(decoded(vec![0x22, 0xe9, 0x22]), "\"\u{e9}\"");
        assert_eq!(decoded(vec![0xc3, 0xa9]), "\u{e9}");
    }

    fn shell(script: &str, wall: u64) -> Finished {
        let argv = ["/bin/sh", "-c", script].map(str::to_owned);
        let limits = Limits {
            wall: Duration::from_millis(wall),
            memory: 1 << 30,
        };
        run(&argv, limits, &AtomicBool::new(false)).expect("started")
    }

    #[test]
    fn output_and_exit_code_are_kept() {
        let done = shell("echo sat; echo bad >&2; exit 3", 5000);
        assert_eq!(done.exit, Exit::Code(3));
        assert_eq!((&*done.stdout, &*done.stderr), ("sat\n", "bad\n"));
    }

    #[test]
    fn a_hanging_group_is_ended_children_included() {
        let done = shell("echo $$; sleep 61 & sleep 62", 300);
        assert_eq!(done.exit, Exit::TimedOut);
        assert!(done.wall < Duration::from_secs(3));
        let group: u32 = done.stdout.trim().parse().expect("the shell's id");
        assert_eq!(group_memory(group), 0, "nothing of the group is left");
    }

    #[test]
    fn silence_ends_a_run_that_talk_does_not() {
        let argv = |script: &str| ["/bin/sh", "-c", script].map(str::to_owned);
        let run = |script: &str| {
            let limits = Limits {
                wall: Duration::from_secs(20),
                memory: 1 << 30,
            };
            let (keeper, stop) = (Keeper::default(), AtomicBool::new(false));
            let silence = Duration::from_millis(900);
            let done = keeper.run_talking(&argv(script), limits, silence, &stop);
            done.expect("started")
        };
        let talks = run("for i in 1 2 3 4 5 6; do echo $i; sleep 0.2; done");
        assert_eq!(talks.exit, Exit::Code(0));
        let hangs = run("echo 1; sleep 64");
        assert_eq!((hangs.exit, &*hangs.stdout), (Exit::TimedOut, "1\n"));
        assert!(hangs.wall < Duration::from_secs(10));
    }

    #[test]
    fn children_left_behind_do_not_hold_us_up() {
        let done = shell("echo sat; sleep 63 & exit 0", 5000);
        assert_eq!(done.exit, Exit::Code(0));
        assert_eq!(done.stdout, "sat\n");
        assert!(done.wall < Duration::from_secs(3));
    }

    #[test]
    fn signals_and_missing_programs_are_told_apart() {
        assert_eq!(shell("kill -SEGV $$", 5000).exit, Exit::Signal(11));
        assert_eq!(
            shell("exec /nonexistent/solver", 5000).exit,
            Exit::Code(127)
        );
    }

    #[test]
    fn endless_output_is_cut_and_stopped() {
        let done = shell("yes sat", 500);
        assert_eq!(done.exit, Exit::TimedOut);
        assert!(done.stdout.len() <= MAX_OUTPUT);
    }

    #[test]
    fn processor_time_is_measured() {
        let busy = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
        let busy = shell(busy, 60_000);
        assert!(busy.cpu >= Duration::from_millis(10), "{:?}", busy.cpu);
        assert!(busy.cpu <= busy.wall + Duration::from_millis(20));
        assert!(shell("sleep 0.2", 5000).cpu < Duration::from_millis(100));
    }

    #[test]
    fn what_cannot_be_started_is_our_fault() {
        let keeper = Keeper {
            launcher: Some(PathBuf::from("/nonexistent/fray")),
            ..Keeper::default()
        };
        let limits = Limits {
            wall: Duration::from_secs(5),
            memory: 1 << 30,
        };
        let argv = ["/bin/true".to_owned()];
        let run = keeper.run(&argv, limits, &AtomicBool::new(false));
        assert!(run.is_err());
    }
}
