//! Suites: which tests, in which order, certified and streamed to a receiver.

use std::ops::ControlFlow;

use sinew_term::TermStore;

use super::certify::{FalseClaim, keep_certified};
use super::execution;
use super::library::{Library, Operation, Origin};
use super::reference::Reference;
use super::regex_suite;
use super::sample::Choice;
use super::satisfiable::{constant_assignment, operation};
use super::stream::{ATTEMPTS, Mode, Origins, source};
use super::terms::{TermPool, term_synthesis};
use super::test::{Family, Test};
use super::unsat_suite::UnsatSuite;

/// Tests are certified and handed out in groups of this size.
const BATCH: usize = 256;

/// Which suite to make.
///
/// ```
/// use fray::synth::library::Library;
/// use fray::synth::reference::Reference;
/// use fray::synth::suite::{Config, generate};
/// use std::ops::ControlFlow;
///
/// let mut count = 0;
/// let (library, reference) = (Library::built_in(), Reference::standard());
/// generate(&library, &reference, &Config::default(), &mut |_, _| {
///     count += 1;
///     ControlFlow::Continue(())
/// })
/// .unwrap();
/// assert_eq!(count, 12 + 4714 + 1394 + 2 * (12 + 268 + 178));
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    /// Reproduce the published suite with its defects.
    pub as_published: bool,
    /// Make the additions to P0's suite instead of P0's suite.
    pub origin: Origin,
    /// Only these families; those of P0 if empty, and with additions negated execution.
    pub families: Vec<Family>,
    /// Only these folders of operations; all if empty.
    pub operations: Vec<String>,
    /// Which unsatisfiable tests: without patterns, with patterns.
    pub patterns: [bool; 2],
    /// Bound of term synthesis.
    pub bound: u32,
    /// How many replacements [`Family::Chain`] makes one after the other.
    pub depth: usize,
    /// How many tests each random family has.
    pub grown: u64,
    /// Seed of the grown tests and of samples.
    pub seed: u64,
    /// Only this many tests of each transformation, chosen at random.
    pub sample: Option<u64>,
    /// Only every n-th test, from the i-th on: `(i, n)`.
    pub shard: (u64, u64),
}

impl Default for Config {
    fn default() -> Config {
        Config {
            as_published: false,
            origin: Origin::Published,
            families: Vec::new(),
            operations: Vec::new(),
            patterns: [true, true],
            bound: 1,
            depth: 2,
            grown: 1000,
            seed: 0,
            sample: None,
            shard: (0, 1),
        }
    }
}

impl Config {
    /// Whether all its tests are P0's, so that only P0's rules are used.
    #[must_use]
    pub fn is_published(&self) -> bool {
        let families = &self.families;
        self.origin == Origin::Published && families.iter().all(|family| family.is_published())
    }

    /// Whether tests of this family are asked for.
    #[must_use]
    pub fn wants_family(&self, family: Family) -> bool {
        if self.families.is_empty() {
            let added = family == Family::Execution && self.origin != Origin::Published;
            family.is_published() || added
        } else {
            self.families.contains(&family)
        }
    }

    /// Whether tests in this operation's folder are asked for.
    #[must_use]
    pub fn wants_op(&self, folder: &str) -> bool {
        self.operations.is_empty() || self.operations.iter().any(|op| op == folder)
    }
}

/// Receives certified tests; `Break` ends the generation.
pub type Receiver<'a> = dyn FnMut(&TermStore, &Test) -> ControlFlow<()> + 'a;

/// Makes the tests of a suite, each certified before it reaches `receiver`. The same library,
/// reference and configuration give the same tests in the same order.
pub fn generate(
    library: &Library,
    reference: &Reference,
    config: &Config,
    receiver: &mut Receiver<'_>,
) -> Result<(), FalseClaim> {
    let mut delivery = Delivery {
        config,
        reference,
        receiver,
        batch: Vec::with_capacity(BATCH),
        choice: Choice::new(library, reference, config),
        number: 0,
        failure: None,
    };
    let _ = produce(library, reference, config, &mut delivery);
    match delivery.failure {
        Some(claim) => Err(claim),
        None => Ok(()),
    }
}

/// Takes tests as they are made; `Break` ends the generation.
pub(super) trait Sink {
    /// One more test.
    fn test(&mut self, store: &mut TermStore, test: Test) -> ControlFlow<()>;
    /// The tests so far are the last ones of this store.
    fn flush(&mut self, store: &mut TermStore) -> ControlFlow<()>;
}

/// Collects tests, certifies them together and hands them on.
struct Delivery<'a, 'r> {
    config: &'a Config,
    reference: &'a Reference,
    receiver: &'a mut Receiver<'r>,
    batch: Vec<Test>,
    choice: Choice,
    /// How many tests there were so far, of all shards.
    number: u64,
    failure: Option<FalseClaim>,
}

impl Delivery<'_, '_> {
    /// Whether the test belongs to the sample and to the shard.
    fn takes(&mut self, test: &Test) -> bool {
        if !self.choice.takes(test) {
            return false;
        }
        let (shard, of) = self.config.shard;
        self.number += 1;
        (self.number - 1) % of.max(1) == shard
    }
}

impl Sink for Delivery<'_, '_> {
    fn test(&mut self, store: &mut TermStore, mut test: Test) -> ControlFlow<()> {
        if !self.config.wants_op(&test.op) {
            return ControlFlow::Continue(());
        }
        test.origin = test.origin.max(self.config.origin);
        if !self.takes(&test) {
            return ControlFlow::Continue(());
        }
        self.batch.push(test);
        if self.batch.len() < BATCH {
            return ControlFlow::Continue(());
        }
        self.flush(store)
    }

    fn flush(&mut self, store: &mut TermStore) -> ControlFlow<()> {
        if let Err(claim) = keep_certified(store, self.reference, &mut self.batch) {
            self.failure = Some(claim);
            return ControlFlow::Break(());
        }
        for test in self.batch.drain(..) {
            (self.receiver)(store, &test)?;
        }
        ControlFlow::Continue(())
    }
}

pub(super) fn produce(
    library: &Library,
    reference: &Reference,
    config: &Config,
    delivery: &mut dyn Sink,
) -> ControlFlow<()> {
    let mut store = library.store.clone();
    satisfiable(&mut store, library, reference, config, delivery)?;
    if config.wants_family(Family::Execution) {
        execution::negated(&mut store, library, reference, config.origin, delivery)?;
    }
    if config.origin == Origin::Regex {
        delivery.flush(&mut store)?;
        let library = regex_suite::with_equivalences(library, reference);
        store = library.store.clone();
        UnsatSuite::new(&library, reference, config).produce(&mut store, delivery)?;
        regex_suite::named(&mut store, &library, reference, config, delivery)?;
    } else {
        UnsatSuite::new(library, reference, config).produce(&mut store, delivery)?;
    }
    delivery.flush(&mut store)?;
    // Grown tests are independent of each other, so each batch has a store of its own and
    // memory stays bounded however many there are.
    let origins = Origins {
        library,
        reference,
        seeds: &[],
    };
    for &mode in Mode::ALL {
        if config.wants_family(Family::Random(mode)) {
            grown(mode, origins, config, delivery)?;
        }
    }
    ControlFlow::Continue(())
}

fn grown(
    mode: Mode,
    origins: Origins<'_>,
    config: &Config,
    delivery: &mut dyn Sink,
) -> ControlFlow<()> {
    let mut source = source(mode, origins, config.seed);
    let mut left = config.grown;
    let mut failed = 0;
    while left > 0 && failed < ATTEMPTS {
        let mut store = source.store();
        for _ in 0..left.min(BATCH as u64) {
            match source.next(&mut store) {
                Some(test) => {
                    delivery.test(&mut store, test)?;
                    left -= 1;
                    failed = 0;
                }
                None => failed += 1,
            }
        }
        delivery.flush(&mut store)?;
    }
    ControlFlow::Continue(())
}

fn satisfiable(
    store: &mut TermStore,
    library: &Library,
    reference: &Reference,
    config: &Config,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let pools = match config.origin {
        Origin::Published => &library.published,
        Origin::Extended => &library.extended,
        Origin::Regex => return regex_suite::satisfiable(store, library, reference, config, sink),
    };
    let operations: Vec<&Operation> = library
        .operations
        .iter()
        .filter(|op| op.origin <= config.origin)
        .collect();
    if config.wants_family(Family::Operation) {
        for op in &operations {
            operation(store, reference, op, &pools.constants, sink)?;
        }
    }
    if config.wants_family(Family::Constants) {
        for op in &operations {
            constant_assignment(store, reference, op, &pools.constants, sink)?;
        }
    }
    if config.wants_family(Family::Terms) {
        let pool = TermPool::new(store, reference, &operations, &pools.terms, config.bound);
        for op in &operations {
            term_synthesis(store, reference, op, &pool, config.as_published, sink)?;
        }
    }
    ControlFlow::Continue(())
}
