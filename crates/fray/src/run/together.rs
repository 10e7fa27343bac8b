//! Many tests of a campaign in one process, where the solver has [sessions](super::session).
//!
//! Only what cannot be the fault of the company counts: the right answer, or that the test is not
//! accepted; and between resets that there is no answer. In a scope some solvers know less, z3str3
//! for one, which says `unknown` there where it is wrong otherwise. Everything else is run again
//! by itself.

use std::sync::atomic::AtomicBool;

use super::campaign::{Campaign, Said};
use super::job::{Claim, Job};
use super::record::Record;
use super::session::{Between, Heard};
use super::verdict::Verdict;

/// Tests that one process gets.
const TESTS: usize = 64;

/// Whether what a session says of a test is good enough.
fn is_believed(verdict: Verdict, between: Between) -> bool {
    match verdict {
        Verdict::Pass | Verdict::CoreNotMinimal | Verdict::Rejected => true,
        Verdict::Unknown | Verdict::Timeout => between == Between::Resets,
        _ => false,
    }
}

impl Campaign {
    /// How many tests a worker takes at once.
    #[must_use]
    pub fn at_once(&self) -> usize {
        if self.sessions.any() { TESTS } else { 1 }
    }

    /// Runs tests, in sessions where that is possible, and tells each result until `tell` says
    /// no.
    pub(super) fn several(
        &self,
        jobs: Vec<Job>,
        worker: usize,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Said) -> bool,
    ) {
        let together = |job: &Job| self.sessions.take(job);
        let (together, mut alone): (Vec<Job>, Vec<Job>) = jobs.into_iter().partition(together);
        let named = |job: &Job| matches!(job.claim, Claim::Unsat(Some(_)));
        let (named, plain): (Vec<Job>, Vec<Job>) = together.into_iter().partition(named);
        // Options for cores cannot be set in a scope.
        let between = match self.profile.scopes {
            true => Between::Scopes,
            false => Between::Resets,
        };
        for (jobs, between) in [(plain, between), (named, Between::Resets)] {
            if jobs.len() < 2 {
                alone.extend(jobs);
                continue;
            }
            let file = self.scratch.join(format!("worker{worker}.smt2"));
            let heard = match self.session(&jobs, between, &file, stop) {
                Ok(heard) => heard,
                Err(fault) => {
                    tell(Err(fault));
                    return;
                }
            };
            for (job, heard) in jobs.into_iter().zip(heard) {
                if !is_believed(heard.judgement.verdict, between) {
                    alone.push(job);
                } else if !tell(Ok(self.heard_of(job, heard))) {
                    return;
                }
            }
        }
        for job in alone {
            let said = match self.one(&job, worker, stop) {
                Ok(Some(record)) => Ok((job, record)),
                Ok(None) => continue,
                Err(fault) => Err(fault),
            };
            if !tell(said) {
                return;
            }
        }
    }

    fn heard_of(&self, job: Job, heard: Heard) -> (Job, Record) {
        let record = Record {
            detail: heard.judgement.detail,
            output: heard.output,
            exit: "with others in one process".to_owned(),
            ..self.record(&job, heard.judgement.verdict)
        };
        (job, record)
    }
}
