//! The tests of a suite as jobs.

use std::ops::ControlFlow;

use fray::run::digest::Digest;
use fray::run::job::Job;
use fray::synth::incremental::Manner;
use fray::synth::library::Library;
use fray::synth::reference::Reference;
use fray::synth::suite::{Config, generate};
use fray::synth::test::Test;
use fray::synth::write::Dialect;
use sinew_term::TermStore;

/// The tests to run.
pub(super) struct Suite<'a> {
    pub(super) library: &'a Library,
    pub(super) reference: &'a Reference,
    pub(super) config: &'a Config,
    /// The name of the semantics, empty if it is SMT-LIB's.
    pub(super) semantics: &'a str,
    /// Whether the incremental variants belong to it.
    pub(super) incremental: bool,
}

impl Suite<'_> {
    pub(super) fn count(&self) -> Result<u64, String> {
        let mut count = 0;
        generate(self.library, self.reference, self.config, &mut |_, _| {
            count += 1;
            ControlFlow::Continue(())
        })
        .map_err(|claim| claim.to_string())?;
        let variants = if self.incremental {
            Manner::ALL.len() as u64
        } else {
            0
        };
        Ok(count * (1 + variants))
    }

    /// Hands out the tests, each with what tells it from all others, until `take` says no. `seed`
    /// is the solver's.
    pub(super) fn each(
        &self,
        seed: u64,
        take: &mut dyn FnMut(Job, Digest) -> bool,
    ) -> Result<(), String> {
        let mut offer = |job: Job| {
            let test = job.key(self.semantics);
            take(job, test)
        };
        generate(
            self.library,
            self.reference,
            self.config,
            &mut |store, test| {
                let mut going_on = offer(self.job(store, test, seed));
                if self.incremental {
                    for manner in Manner::ALL {
                        going_on =
                            going_on && offer(Job::variant(store, test, manner, self.config.seed));
                    }
                }
                if going_on {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        )
        .map_err(|claim| claim.to_string())
    }

    fn job(&self, store: &TermStore, test: &Test, seed: u64) -> Job {
        let dialect = if self.config.as_published {
            Dialect::Published
        } else {
            Dialect::Standard
        };
        Job::plain(store, test, self.config.seed, seed, dialect)
    }
}
