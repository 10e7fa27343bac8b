//! A campaign: one solver on all tests of a suite, in parallel, with results as they come.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::answer::find_answer;
use super::dialect::{Dialect, without_answers};
use super::job::{Claim, Job};
use super::judge::{Judge, Judgement, delivered_core, judgement};
use super::probe::probe;
use super::process::{Exit, Finished, Keeper, Limits};
use super::profile::Profile;
use super::record::Record;
use super::second::{Opinion, ask, refuted};
use super::session::Sessions;
use super::verdict::Verdict;

/// How to run a solver.
#[derive(Clone)]
pub struct Campaign {
    /// The solver.
    pub profile: Profile,
    /// How its output is read.
    pub judge: Judge,
    /// Another solver that is asked about its cores, and how it spells.
    pub second: Option<(Profile, Arc<Dialect>)>,
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
    /// Which tests it gets many of in one process.
    pub sessions: Sessions,
}

/// What a worker has to say: a test and its result, or a fault of our own.
pub(super) type Said = Result<(Job, Record), String>;

/// The receiving end of a running campaign and its workers.
struct Workers {
    jobs: SyncSender<Job>,
    records: Receiver<Said>,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Campaign {
    /// Runs the jobs that `source` hands out, and hands each with its result to `sink` on this
    /// thread. `source` gets a function that takes a job and says whether to go on. Ends early,
    /// with no solver left running, when `stop` is set or the sink says `false`; and with an error
    /// when a test could not be run through no fault of the solver.
    pub fn run(
        &self,
        stop: &Arc<AtomicBool>,
        source: impl FnOnce(&mut dyn FnMut(Job) -> bool),
        sink: &mut dyn FnMut(Job, Record) -> bool,
    ) -> Result<(), String> {
        // A flag of our own, so that a fault here does not look like the user's wish.
        let halt = Arc::new(AtomicBool::new(false));
        let workers = self.start(stop, &halt)?;
        let mut problem = None;
        let mut take = |sink: &mut dyn FnMut(Job, Record) -> bool, said: Said| match said {
            Ok((job, record)) => {
                if !halt.load(Ordering::Relaxed) && !sink(job, record) {
                    halt.store(true, Ordering::Relaxed);
                }
            }
            Err(fault) => {
                halt.store(true, Ordering::Relaxed);
                problem.get_or_insert(fault);
            }
        };
        source(&mut |job| {
            // Results first, so that they are stored even while jobs queue up.
            let mut job = job;
            loop {
                while let Ok(said) = workers.records.try_recv() {
                    take(sink, said);
                }
                if stop.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed) {
                    return false;
                }
                match workers.jobs.try_send(job) {
                    Ok(()) => return true,
                    Err(std::sync::mpsc::TrySendError::Full(back)) => {
                        job = back;
                        thread::sleep(Duration::from_millis(1));
                    }
                    Err(std::sync::mpsc::TrySendError::Disconnected(_)) => return false,
                }
            }
        });
        drop(workers.jobs);
        while let Ok(said) = workers.records.recv() {
            take(sink, said);
        }
        for thread in workers.threads {
            if thread.join().is_err() {
                problem.get_or_insert_with(|| "a worker broke down".to_owned());
            }
        }
        problem.map_or(Ok(()), Err)
    }

    /// An error is that there can be no more threads; those that were started end with their queue.
    fn start(&self, stop: &Arc<AtomicBool>, halt: &Arc<AtomicBool>) -> Result<Workers, String> {
        let (jobs, queue) = sync_channel::<Job>(self.jobs * 2 * self.at_once());
        let (results, records) = sync_channel::<Said>(1024);
        let queue = Arc::new(Mutex::new(queue));
        let mut threads = Vec::new();
        for number in 0..self.jobs {
            let campaign = self.clone();
            let (queue, results) = (Arc::clone(&queue), results.clone());
            let (stop, halt) = (Arc::clone(stop), Arc::clone(halt));
            let worker = thread::Builder::new().spawn(move || {
                loop {
                    let taken = match queue.lock() {
                        Ok(queue) => taken(&queue, campaign.at_once()),
                        Err(_) => return,
                    };
                    if taken.is_empty() {
                        return;
                    }
                    let over = || stop.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed);
                    let mut tell = |said: Said| results.send(said).is_ok() && !over();
                    if !over() {
                        campaign.several(taken, number, &stop, &mut tell);
                    }
                }
            });
            threads.push(worker.map_err(|error| format!("fray cannot start a thread: {error}"))?);
        }
        Ok(Workers {
            jobs,
            records,
            threads,
        })
    }

    /// Runs one test; `None` if it was stopped by the user.
    pub(super) fn one(
        &self,
        job: &Job,
        worker: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Record>, String> {
        let mut record = self.record(job, Verdict::Rejected);
        let file = self.scratch.join(format!("worker{worker}.smt2"));
        let (done, judgement) = match self.try_out(job, &file, stop)? {
            Tried::Outside(reason) => {
                record.detail = reason;
                return Ok(Some(record));
            }
            Tried::Stopped => return Ok(None),
            Tried::Run(done, judgement) => (done, judgement),
        };
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        record.verdict = judgement.verdict;
        record.detail = judgement.detail;
        record.millis = millis(done.wall);
        record.cpu_millis = millis(done.cpu);
        record.exit = done.exit.to_string();
        record.output = match done.stderr.trim().is_empty() {
            true => done.stdout.clone(),
            false => format!("{}{}", done.stdout, done.stderr),
        };
        self.ask_for_model(job, &done, &file, &mut record, stop)?;
        self.ask_second(job, &done, &file, &mut record, stop)?;
        Ok(Some(record))
    }

    /// What is known of a test without running it, with this verdict.
    pub(super) fn record(&self, job: &Job, verdict: Verdict) -> Record {
        Record {
            test: job.key(self.judge.semantics_name()),
            folder: job.folder.clone(),
            status: job.status().to_owned(),
            ..Record::new(&job.path, verdict)
        }
    }

    /// Runs one test in this file.
    pub fn try_out(&self, job: &Job, file: &Path, stop: &AtomicBool) -> Result<Tried, String> {
        let script = match &job.claim {
            // A file of the user is asked as it is written, unless the solver would read another formula.
            Claim::Recorded(_) if !self.judge.dialect.misreads(&job.text) => {
                Ok(without_answers(&job.text))
            }
            _ => self.judge.dialect.render(&job.text, job.literals),
        };
        let script = match script {
            Ok(script) => script,
            Err(reason) => return Ok(Tried::Outside(reason)),
        };
        fs::write(file, script).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file.to_string_lossy();
        let line = if job.is_incremental() {
            self.profile
                .incremental_line(&name, self.seed, self.limits.wall)
        } else {
            self.profile
                .command_line(&name, self.seed, self.limits.wall)
        };
        let done = self.keeper.run(&line, self.outer_limits(), stop)?;
        if done.exit == Exit::Stopped {
            return Ok(Tried::Stopped);
        }
        let mut found = self.judge.judge(job, &done);
        // An `unknown` at the very end of the time is no answer in time.
        if found.verdict == Verdict::Unknown && done.wall >= self.limits.wall {
            found = judgement(Verdict::Timeout, found.detail);
        }
        Ok(Tried::Run(done, found))
    }

    /// The solver's own limit comes first; ours is for those that ignore it.
    fn outer_limits(&self) -> Limits {
        let wall = self.limits.wall;
        Limits {
            wall: wall + wall / 10 + Duration::from_millis(500),
            ..self.limits
        }
    }

    /// Where the solver says `sat` for an unsatisfiable test, has it tell its model. If that holds,
    /// the solver is right, and the rule that the test was made by is false.
    fn ask_for_model(
        &self,
        job: &Job,
        done: &Finished,
        file: &Path,
        record: &mut Record,
        stop: &AtomicBool,
    ) -> Result<(), String> {
        let sat = matches!(find_answer(&done.stdout), Some(("sat", _)));
        if !matches!(job.claim, Claim::Unsat(_)) || !sat {
            return Ok(());
        }
        let dialect = &self.judge.dialect;
        let whole = (job, None);
        self.opinion((&self.profile, dialect), whole, file, record, stop)?;
        Ok(())
    }

    /// Has a core that stands up to the certificate checked by the second solver.
    fn ask_second(
        &self,
        job: &Job,
        done: &Finished,
        file: &Path,
        record: &mut Record,
        stop: &AtomicBool,
    ) -> Result<(), String> {
        let stands = matches!(record.verdict, Verdict::Pass | Verdict::CoreNotMinimal);
        let (Some((second, dialect)), Claim::Unsat(Some(_)), true) =
            (&self.second, &job.claim, stands)
        else {
            return Ok(());
        };
        let Some(core) = delivered_core(done) else {
            return Ok(());
        };
        let core = (job, Some(core.as_slice()));
        let opinion = self.opinion((second, dialect), core, file, record, stop)?;
        record.second = Some((second.name.clone(), opinion.to_owned()));
        Ok(())
    }

    /// What a solver, which spells so, says about some assertions of a test. If it refutes them, the test
    /// is wrong.
    fn opinion(
        &self,
        (profile, dialect): (&Profile, &Arc<Dialect>),
        question: (&Job, Option<&[&str]>),
        file: &Path,
        record: &mut Record,
        stop: &AtomicBool,
    ) -> Result<&'static str, String> {
        let judge = Judge {
            dialect: Arc::clone(dialect),
            ..self.judge.clone()
        };
        let (limits, keeper) = (self.outer_limits(), &self.keeper);
        let opinion = ask(profile, &judge, question, file, limits, keeper, stop)?;
        if let Opinion::Refuted(model) = &opinion {
            record.verdict = Verdict::Rejected;
            record.detail = refuted(&profile.name, model);
        }
        Ok(opinion.name())
    }
}

/// The next tests, at most so many: one, and those that follow soon. None at the end.
fn taken(queue: &Receiver<Job>, most: usize) -> Vec<Job> {
    let mut taken: Vec<Job> = queue.recv().into_iter().collect();
    while !taken.is_empty() && taken.len() < most {
        match queue.recv_timeout(Duration::from_millis(20)) {
            Ok(job) => taken.push(job),
            Err(_) => break,
        }
    }
    taken
}

/// What became of the attempt to run a test.
pub enum Tried {
    /// It cannot be said in the solver's dialect.
    Outside(String),
    /// The user has stopped it.
    Stopped,
    /// It was run.
    Run(Finished, Judgement),
}

/// Finds out how the solver of a profile spells, by a few dozen small scripts.
pub fn find_dialect(
    profile: &Profile,
    keeper: &Keeper,
    memory: u64,
    scratch: &Path,
    stop: &AtomicBool,
) -> Result<Dialect, String> {
    let file = scratch.join("probe.smt2");
    let mut sleeps = false;
    probe(&mut |script| {
        fs::write(&file, script).map_err(|error| format!("{}: {error}", file.display()))?;
        let run = |wall: Duration| {
            let line = profile.incremental_line(&file.to_string_lossy(), 0, wall);
            keeper.run(&line, Limits { wall, memory }, stop)
        };
        let mut done = run(BRIEF)?;
        if is_starved(&done, BRIEF) && !sleeps {
            done = run(PATIENT)?;
            sleeps = is_starved(&done, PATIENT);
        }
        match done.exit {
            Exit::Stopped => Err("stopped".to_owned()),
            _ => Ok(format!("{}{}", done.stdout, done.stderr)),
        }
    })
}

/// How long a program may take to answer a question about its dialect.
const BRIEF: Duration = Duration::from_secs(2);
/// The same on a machine that has no time for it: silence must not be taken for an answer.
const PATIENT: Duration = Duration::from_secs(60);

/// Whether a run took all of its time and had little of the processor: the machine is busy, or the
/// program sleeps.
fn is_starved(done: &Finished, wall: Duration) -> bool {
    done.wall >= wall.mul_f64(0.9) && done.cpu < wall / 2
}
