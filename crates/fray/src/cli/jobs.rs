//! The tests of a suite as jobs: all of them, a shard, or a sample.

use std::collections::BTreeSet;
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

/// Which tests of a suite.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection {
    /// Only those in this one of so many parts.
    pub(super) shard: Option<Shard>,
    /// Only so many, spread over the suite.
    pub(super) sample: Option<usize>,
}

/// One of several parts of a suite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shard {
    number: u64,
    count: u64,
}

/// Reads `i/n`, with i from 0 to n - 1.
pub(crate) fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/');
    let numbers = parts.and_then(|(i, n)| Some((i.parse::<u64>().ok()?, n.parse::<u64>().ok()?)));
    match numbers {
        Some((number, count)) if number < count => Ok(Shard { number, count }),
        _ => Err("it takes i/n with i from 0 to n - 1, such as 0/4".to_owned()),
    }
}

impl Shard {
    /// A test is in one shard, whatever else is in the suite.
    fn has(self, test: Digest) -> bool {
        test.low() % self.count == self.number
    }
}

/// The tests to run.
pub(super) struct Suite<'a> {
    pub(super) library: &'a Library,
    pub(super) reference: &'a Reference,
    pub(super) config: &'a Config,
    /// The name of the semantics, empty if it is SMT-LIB's.
    pub(super) semantics: &'a str,
    /// Whether the incremental variants belong to it.
    pub(super) incremental: bool,
    pub(super) selection: Selection,
}

impl Suite<'_> {
    /// The suite with the sample chosen, and how many tests it has.
    pub(super) fn chosen(&self, seed: u64) -> Result<(Chosen<'_>, u64), String> {
        let mut chosen = Chosen {
            suite: self,
            only: None,
        };
        if self.selection.shard.is_none() && self.selection.sample.is_none() {
            return Ok((chosen, self.count()?));
        }
        // Those with the smallest digests of a digest: the same ones each time, and no others
        // when the suite is made in another order.
        let mut ranked = Vec::new();
        chosen.each(seed, &mut |_, test| {
            let rank = Digest::of(&[test.to_string().as_bytes()]);
            ranked.push((rank, test));
            true
        })?;
        let mut count = ranked.len() as u64;
        if let Some(sample) = self.selection.sample {
            ranked.sort_unstable();
            ranked.dedup();
            ranked.truncate(sample);
            count = ranked.len() as u64;
            chosen.only = Some(ranked.into_iter().map(|(_, test)| test).collect());
        }
        Ok((chosen, count))
    }

    fn count(&self) -> Result<u64, String> {
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

    fn job(&self, store: &TermStore, test: &Test, seed: u64) -> Job {
        let dialect = if self.config.as_published {
            Dialect::Published
        } else {
            Dialect::Standard
        };
        Job::plain(store, test, self.config.seed, seed, dialect)
    }
}

/// A suite of which a part is chosen.
pub(super) struct Chosen<'a> {
    suite: &'a Suite<'a>,
    only: Option<BTreeSet<Digest>>,
}

impl Chosen<'_> {
    /// Hands out the tests, each with what tells it from all others, until `take` says no. `seed`
    /// is the solver's.
    pub(super) fn each(
        &self,
        seed: u64,
        take: &mut dyn FnMut(Job, Digest) -> bool,
    ) -> Result<(), String> {
        let suite = self.suite;
        let mut offer = |job: Job| {
            let test = job.key(suite.semantics);
            let elsewhere = suite.selection.shard.is_some_and(|shard| !shard.has(test));
            let left_out = self.only.as_ref().is_some_and(|only| !only.contains(&test));
            elsewhere || left_out || take(job, test)
        };
        generate(
            suite.library,
            suite.reference,
            suite.config,
            &mut |store, test| {
                let mut going_on = offer(suite.job(store, test, seed));
                if suite.incremental {
                    for manner in Manner::ALL {
                        going_on =
                            going_on && offer(Job::variant(store, test, manner, suite.config.seed));
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use fray::synth::test::Family;

    fn tests(selection: Selection) -> Vec<Digest> {
        let (library, reference) = (Library::built_in(), Reference::standard());
        let config = Config {
            families: vec![Family::Terms],
            ..Config::default()
        };
        let suite = Suite {
            library: &library,
            reference: &reference,
            config: &config,
            semantics: "",
            incremental: false,
            selection,
        };
        let (chosen, count) = suite.chosen(0).expect("every claim holds");
        let mut tests = Vec::new();
        chosen
            .each(0, &mut |_, test| {
                tests.push(test);
                true
            })
            .expect("every claim holds");
        assert_eq!(tests.len() as u64, count);
        tests
    }

    #[test]
    fn shards_part_the_suite_and_samples_are_spread() {
        let all = tests(Selection::default());
        let mut parts = Vec::new();
        for text in ["0/3", "1/3", "2/3"] {
            let part = tests(Selection {
                shard: Some(shard(text).expect("a shard")),
                sample: None,
            });
            assert!(part.len() > all.len() / 4, "{text}: {}", part.len());
            parts.extend(part);
        }
        parts.sort_unstable();
        let mut sorted = all.clone();
        sorted.sort_unstable();
        assert_eq!(parts, sorted);
        let sample = |sample| {
            tests(Selection {
                shard: None,
                sample: Some(sample),
            })
        };
        let few = sample(10);
        assert_eq!(few.len(), 10);
        let more: BTreeSet<Digest> = sample(20).into_iter().collect();
        assert!(few.iter().all(|test| more.contains(test)));
        assert!(shard("3/3").is_err());
    }
}
