//! A campaign: one solver on all tests of a suite, in parallel, with results as they come.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use super::job::{Claim, Job};
use super::judge::{Judge, delivered_core};
use super::process::{Exit, Finished, Keeper, Limits};
use super::profile::Profile;
use super::second::{Opinion, ask};
use super::store::Record;
use super::verdict::Verdict;

/// How to run a solver.
#[derive(Clone)]
pub struct Campaign {
    /// The solver.
    pub profile: Profile,
    /// How its output is read.
    pub judge: Judge,
    /// Another solver that is asked about its cores.
    pub second: Option<Profile>,
    /// Who starts and ends the processes.
    pub keeper: Arc<Keeper>,
    /// Its limits for each test.
    pub limits: Limits,
    /// Its seed.
    pub seed: u64,
    /// How many tests at a time.
    pub jobs: usize,
    /// A folder for the test at hand, one file per worker.
    pub scratch: PathBuf,
    /// Symbols that the solver does not accept; tests with one of them are not run.
    pub unsupported: BTreeSet<String>,
}

/// The receiving end of a running campaign and its workers.
struct Workers {
    jobs: SyncSender<Job>,
    records: Receiver<Record>,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Campaign {
    /// Runs the jobs that `source` hands out, and hands each result to `sink` on this thread.
    /// `source` gets a function that takes a job and says whether to go on. Ends early, with no
    /// solver left running, when `stop` is set or the sink says `false`.
    pub fn run(
        &self,
        stop: &Arc<AtomicBool>,
        source: impl FnOnce(&mut dyn FnMut(Job) -> bool),
        sink: &mut dyn FnMut(Record) -> bool,
    ) {
        let workers = self.start(stop);
        let mut going_on = true;
        let mut take = |sink: &mut dyn FnMut(Record) -> bool, record: Record| {
            if going_on && !sink(record) {
                going_on = false;
                stop.store(true, Ordering::Relaxed);
            }
        };
        source(&mut |job| {
            // Results first, so that they are stored even while jobs queue up.
            let mut job = job;
            loop {
                while let Ok(record) = workers.records.try_recv() {
                    take(sink, record);
                }
                if stop.load(Ordering::Relaxed) {
                    return false;
                }
                match workers.jobs.try_send(job) {
                    Ok(()) => return true,
                    Err(std::sync::mpsc::TrySendError::Full(back)) => {
                        job = back;
                        thread::sleep(std::time::Duration::from_millis(1));
                    }
                    Err(std::sync::mpsc::TrySendError::Disconnected(_)) => return false,
                }
            }
        });
        drop(workers.jobs);
        while let Ok(record) = workers.records.recv() {
            take(sink, record);
        }
        for thread in workers.threads {
            // A worker that panicked has lost its test, not the campaign.
            let _ = thread.join();
        }
    }

    fn start(&self, stop: &Arc<AtomicBool>) -> Workers {
        let (jobs, queue) = sync_channel::<Job>(self.jobs * 2);
        let (results, records) = sync_channel::<Record>(1024);
        let queue = Arc::new(Mutex::new(queue));
        let mut threads = Vec::new();
        for number in 0..self.jobs {
            let campaign = self.clone();
            let (queue, results, stop) = (Arc::clone(&queue), results.clone(), Arc::clone(stop));
            threads.push(thread::spawn(move || {
                loop {
                    let next = match queue.lock() {
                        Ok(queue) => queue.recv(),
                        Err(_) => return,
                    };
                    let Ok(job) = next else { return };
                    if stop.load(Ordering::Relaxed) {
                        continue;
                    }
                    if let Some(record) = campaign.one(&job, number, &stop)
                        && results.send(record).is_err()
                    {
                        return;
                    }
                }
            }));
        }
        Workers {
            jobs,
            records,
            threads,
        }
    }

    /// Runs one test; `None` if it was stopped by the user.
    fn one(&self, job: &Job, worker: usize, stop: &AtomicBool) -> Option<Record> {
        let mut record = Record {
            path: job.path.clone(),
            folder: job.folder.clone(),
            status: job.status().to_owned(),
            verdict: Verdict::Rejected,
            detail: String::new(),
            millis: 0,
            second: None,
        };
        if let Some(symbol) = self.unsupported.iter().find(|s| mentions(&job.text, s)) {
            record.detail = format!("{symbol} is not supported");
            return Some(record);
        }
        let file = self.scratch.join(format!("worker{worker}.smt2"));
        if let Err(error) = fs::write(&file, job.script()) {
            record.verdict = Verdict::Crash;
            record.detail = format!("{}: {error}", file.display());
            return Some(record);
        }
        let name = file.to_string_lossy();
        let line = if job.is_incremental() {
            self.profile
                .incremental_line(&name, self.seed, self.limits.wall)
        } else {
            self.profile
                .command_line(&name, self.seed, self.limits.wall)
        };
        let done = self.keeper.run(&line, self.outer_limits(), stop);
        if done.exit == Exit::Stopped {
            return None;
        }
        let judgement = self.judge.judge(job, &done);
        record.verdict = judgement.verdict;
        record.detail = judgement.detail;
        record.millis = u64::try_from(done.wall.as_millis()).unwrap_or(u64::MAX);
        // An `unknown` at the very end of the time is no answer in time.
        if record.verdict == Verdict::Unknown && done.wall >= self.limits.wall {
            record.verdict = Verdict::Timeout;
        }
        self.ask_second(job, &done, &file, &mut record, stop);
        Some(record)
    }

    /// The solver's own limit comes first; ours is for those that ignore it.
    fn outer_limits(&self) -> Limits {
        let wall = self.limits.wall;
        Limits {
            wall: wall + wall / 10 + std::time::Duration::from_millis(500),
            ..self.limits
        }
    }

    /// Has a core that stands up to the certificate checked by the second solver.
    fn ask_second(
        &self,
        job: &Job,
        done: &Finished,
        file: &Path,
        record: &mut Record,
        stop: &AtomicBool,
    ) {
        let stands = matches!(record.verdict, Verdict::Pass | Verdict::CoreNotMinimal);
        let (Some(second), Claim::Unsat(Some(_)), true) = (&self.second, &job.claim, stands) else {
            return;
        };
        let Some(core) = delivered_core(done) else {
            return;
        };
        let judge = Judge {
            escapes: second.escapes,
            ..self.judge.clone()
        };
        let question = (job.text.as_str(), core.as_slice());
        let limits = self.outer_limits();
        let opinion = ask(second, &judge, question, file, limits, &self.keeper, stop);
        record.second = Some((second.name.clone(), opinion.name().to_owned()));
        if let Opinion::Refuted(model) = opinion {
            record.verdict = Verdict::CoreNotUnsat;
            record.detail = format!(
                "({}) has a model, found by {}, so the rule behind the test is false: {model}",
                core.join(" "),
                second.name
            );
        }
    }

    /// Finds out which of the symbols the solver rejects, by a small script for each.
    #[must_use]
    pub fn probe(&self, scripts: &[(String, String)], stop: &AtomicBool) -> BTreeSet<String> {
        let mut unsupported = BTreeSet::new();
        let file = self.scratch.join("probe.smt2");
        for (symbol, script) in scripts {
            let job = Job {
                path: String::new(),
                folder: String::new(),
                text: script.clone(),
                claim: Claim::Sat,
            };
            if fs::write(&file, job.script()).is_err() {
                continue;
            }
            let line =
                self.profile
                    .command_line(&file.to_string_lossy(), self.seed, self.limits.wall);
            let done = self.keeper.run(&line, self.limits, stop);
            if self.judge.judge(&job, &done).verdict == Verdict::Rejected {
                unsupported.insert(symbol.clone());
            }
        }
        unsupported
    }
}

/// Whether a symbol is applied somewhere in the script.
fn mentions(text: &str, symbol: &str) -> bool {
    let mut rest = text;
    let open = format!("({symbol} ");
    while let Some(at) = rest.find(&open) {
        if !rest[..at].ends_with('"') {
            return true;
        }
        rest = &rest[at + open.len()..];
    }
    false
}
