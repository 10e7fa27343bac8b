//! The tests of a suite as jobs.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fray::run::job::Job;
use fray::synth::incremental::Manner;
use fray::synth::library::Library;
use fray::synth::reference::Reference;
use fray::synth::suite::{Config, generate};
use fray::synth::test::{Family, Test};
use fray::synth::write::Dialect;
use sinew_term::TermStore;

/// The tests to run.
pub(super) struct Suite<'a> {
    pub(super) library: &'a Library,
    pub(super) reference: &'a Reference,
    pub(super) config: &'a Config,
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

    /// Hands out the tests until `take` says no. `seed` is the solver's.
    pub(super) fn each(&self, seed: u64, take: &mut dyn FnMut(Job) -> bool) -> Result<(), String> {
        generate(
            self.library,
            self.reference,
            self.config,
            &mut |store, test| {
                let mut going_on = take(self.job(store, test, seed));
                if self.incremental {
                    for manner in Manner::ALL {
                        going_on =
                            going_on && take(Job::variant(store, test, manner, self.config.seed));
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

    /// For each operation its simplest test.
    pub(super) fn probes(&self) -> Result<Vec<(String, String)>, String> {
        let config = Config {
            families: vec![Family::Operation],
            operations: Vec::new(),
            ..self.config.clone()
        };
        let mut scripts: BTreeMap<String, String> = BTreeMap::new();
        generate(self.library, self.reference, &config, &mut |store, test| {
            let operation = store.arg(test.assertions[0], 0);
            let symbol = store.op(operation).name();
            scripts.insert(symbol.to_owned(), self.job(store, test, 0).text);
            ControlFlow::Continue(())
        })
        .map_err(|claim| claim.to_string())?;
        Ok(scripts.into_iter().collect())
    }
}
