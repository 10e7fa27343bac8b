//! The work of one run, shared with every other process that does the same with the same store.
//!
//! Tests are taken in small blocks before they are run. What others have taken is left to them;
//! in the end it is waited for, and done here if they went away.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fray::run::campaign::Campaign;
use fray::run::digest::Digest;
use fray::run::job::Job;
use fray::run::record::{Record, RunKey};
use fray::run::report::Results;
use fray::run::store::{Share, Store};

use super::sink::StoreSink;

/// How often the others' results are looked at in the end.
const LOOK: Duration = Duration::from_millis(200);

/// What there is to do.
pub(super) struct Work<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) key: &'a RunKey,
    /// How many tests there are.
    pub(super) total: u64,
    pub(super) quiet: bool,
    /// No test is started later.
    pub(super) budget: Option<Duration>,
    pub(super) stop: &'a Arc<AtomicBool>,
}

/// The time of a command that has several runs: each gets an equal part of what is left.
pub(super) struct Time {
    end: Option<Instant>,
    runs: u32,
}

impl Time {
    /// So many seconds from now, if there is a limit, for so many runs.
    pub(super) fn new(seconds: Option<u64>, runs: usize) -> Time {
        Time {
            end: seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds)),
            runs: u32::try_from(runs).unwrap_or(u32::MAX),
        }
    }

    /// The part of the next run.
    pub(super) fn next(&mut self) -> Option<Duration> {
        let left = self.end?.saturating_duration_since(Instant::now());
        let part = left / self.runs.max(1);
        self.runs = self.runs.saturating_sub(1);
        Some(part)
    }
}

/// Hands out jobs until it is told to stop.
type Give<'g> = dyn FnMut(Job, Digest) -> bool + 'g;

/// Runs the tests that `source` hands out and that have no result yet; returns the results of
/// all that it handed out, and of no others.
pub(super) fn share(
    work: &Work<'_>,
    store: &mut Store,
    source: impl FnOnce(&mut Give<'_>) -> Result<(), String>,
) -> Result<Results, String> {
    let run = store.run(work.key)?;
    let end = work.budget.map(|budget| Instant::now() + budget);
    let mut handed_out: BTreeMap<String, (Digest, [String; 2])> = BTreeMap::new();
    let mut elsewhere = pass(work, run, end, store, |give| {
        source(&mut |job, test| {
            let shown = [job.folder.clone(), job.status().to_owned()];
            handed_out.insert(job.path.clone(), (test, shown));
            give(job, test)
        })
    })?;
    while !elsewhere.is_empty() && !work.stop.load(Ordering::Relaxed) {
        std::thread::sleep(LOOK);
        elsewhere = pass(work, run, end, store, |give| {
            let mut jobs = elsewhere.into_iter();
            while jobs.next().is_some_and(|(job, test)| give(job, test)) {}
            Ok(())
        })?;
    }
    store.refresh()?;
    let found = handed_out.into_iter().filter_map(|(path, (test, shown))| {
        let [folder, status] = shown;
        let record = Record {
            path: path.clone(),
            folder,
            status,
            ..store.result(run, test)?.clone()
        };
        Some((path, record))
    });
    Ok(found.collect())
}

/// Runs what can be taken of the tests that `source` hands out. Returns what others have taken;
/// all results from here are stored by then, so that two that wait for each other go on.
fn pass(
    work: &Work<'_>,
    run: Digest,
    end: Option<Instant>,
    store: &mut Store,
    source: impl FnOnce(&mut Give<'_>) -> Result<(), String>,
) -> Result<Vec<(Job, Digest)>, String> {
    let shared = RefCell::new(store);
    let mut sink = StoreSink::new(&shared, run, work.total, work.quiet);
    let bar = sink.bar();
    let mut queue = Queue {
        run,
        store: &shared,
        size: (4 * work.campaign.jobs).max(work.campaign.jobs * work.campaign.at_once()),
        end,
        waiting: Vec::new(),
        elsewhere: Vec::new(),
        problem: None,
    };
    let mut problem = None;
    let ran = work.campaign.run(
        work.stop,
        |take| {
            let given = source(&mut |job, test| {
                if shared.borrow().result(run, test).is_some() {
                    bar.inc(1);
                    return true;
                }
                queue.put(job, test, take)
            });
            problem = given.err();
            queue.pass_on(take);
        },
        &mut |job, record| sink.put(job, record),
    );
    sink.finish()?;
    ran?;
    match problem.or(queue.problem) {
        Some(problem) => Err(problem),
        None => Ok(queue.elsewhere),
    }
}

/// Tests on their way to the workers.
struct Queue<'a, 's> {
    run: Digest,
    store: &'a RefCell<&'s mut Store>,
    /// How many are taken at a time.
    size: usize,
    /// No test is started later.
    end: Option<Instant>,
    waiting: Vec<(Job, Digest)>,
    /// Those that others have taken.
    elsewhere: Vec<(Job, Digest)>,
    problem: Option<String>,
}

impl Queue<'_, '_> {
    fn put(&mut self, job: Job, test: Digest, take: &mut dyn FnMut(Job) -> bool) -> bool {
        // Once in a suite is enough, under whatever path.
        if self.waiting.iter().any(|(_, known)| *known == test) {
            return true;
        }
        self.waiting.push((job, test));
        self.waiting.len() < self.size || self.pass_on(take)
    }

    /// Takes what waits and passes it on; `false` to stop.
    fn pass_on(&mut self, take: &mut dyn FnMut(Job) -> bool) -> bool {
        if self.end.is_some_and(|end| Instant::now() >= end) {
            self.waiting.clear();
            self.elsewhere.clear();
            return true;
        }
        let tests: Vec<Digest> = self.waiting.iter().map(|(_, test)| *test).collect();
        let shares = match self.store.borrow_mut().take(self.run, &tests) {
            Ok(shares) => shares,
            Err(problem) => {
                self.problem = Some(problem);
                return false;
            }
        };
        for ((job, test), share) in self.waiting.drain(..).zip(shares) {
            match share {
                Share::Ours => {
                    if !take(job) {
                        return false;
                    }
                }
                Share::Elsewhere => self.elsewhere.push((job, test)),
                Share::Done => {}
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_command_is_that_of_all_its_runs() {
        let mut time = Time::new(Some(60), 3);
        let parts: Vec<Duration> = std::iter::repeat_with(|| time.next())
            .take(3)
            .flatten()
            .collect();
        // Nobody needed any, so there is more for the next.
        let around = [20.0, 30.0, 60.0].iter().zip(&parts);
        assert_eq!(parts.len(), 3);
        for (most, part) in around {
            let part = part.as_secs_f64();
            assert!((most - 5.0..=*most).contains(&part), "{part} of {most}");
        }
        assert_eq!(Time::new(None, 3).next(), None);
    }
}
