//! Endless, seeded streams of certified tests: what a hunt draws from.
//!
//! A [`Mode`] is a way of making tests; [`Stream`] runs one of them. The same library, reference,
//! mode, seed and seed files give the same tests. Tests are made and certified in batches; each
//! batch has a term store of its own, so that memory stays bounded however long a hunt goes on.

use std::collections::VecDeque;
use std::sync::Arc;

use sinew_term::TermStore;

use super::certify::{FalseClaim, keep_certified};
use super::conjecture::Conjectures;
use super::grow::Grower;
use super::instance::Laws;
use super::languages::Languages;
use super::library::Library;
use super::mutant::Mutants;
use super::planted::Planted;
use super::reference::Reference;
use super::reglan::Dialect;
use super::small::Small;
pub use super::test::Mode;
use super::test::Test;
use super::variants::Variants;

/// Tests are certified and handed out in groups of this size.
const BATCH: usize = 256;
/// About so many terms a batch of small tests has, with what its check adds.
pub(super) const TERMS: usize = 1 << 14;
/// After this many attempts in a row without a test a stream is at its end.
pub(super) const ATTEMPTS: usize = 10_000;

/// A test with the store of its terms.
#[derive(Clone)]
pub struct Made {
    /// The store, shared by the tests of one batch.
    pub store: Arc<TermStore>,
    /// The test.
    pub test: Test,
}

/// Makes tests one by one.
pub(super) trait Source {
    /// The store that the next batch of tests starts with.
    fn store(&mut self) -> TermStore {
        TermStore::with_capacity(TERMS)
    }

    /// The next test; `None` if this attempt gave none.
    fn next(&mut self, store: &mut TermStore) -> Option<Test>;
}

/// What a stream is made from.
#[derive(Clone, Copy)]
pub struct Origins<'a> {
    /// The data.
    pub library: &'a Library,
    /// What the operators mean.
    pub reference: &'a Reference,
    /// The texts of the user's scripts, for the modes that change given formulas.
    pub seeds: &'a [String],
}

/// The source of a mode.
pub(super) fn source<'a>(mode: Mode, origins: Origins<'a>, seed: u64) -> Box<dyn Source + 'a> {
    let Origins {
        library, reference, ..
    } = origins;
    match mode {
        Mode::Skeleton | Mode::Fusion => Box::new(Grower::new(library, reference, seed, mode)),
        Mode::Dialect => Box::new(Dialect::new(origins, seed)),
        Mode::Growth | Mode::Open => Box::new(Planted::new(library, reference, mode, seed)),
        Mode::Small | Mode::Narrow => Box::new(Small::new(library, reference, mode, seed)),
        Mode::Conjecture => Box::new(Conjectures::new(library, reference, seed)),
        Mode::Mutant => Box::new(Mutants::new(library, reference, origins.seeds, seed)),
        Mode::Metamorphic => Box::new(Variants::new(origins, seed)),
        Mode::Law => Box::new(Laws::new(library, reference, seed)),
        Mode::Meet | Mode::Lengths | Mode::Negated | Mode::Quantified => {
            Box::new(Languages::new(library, reference, mode, seed))
        }
    }
}

/// An endless stream of certified tests.
///
/// ```
/// use fray::synth::library::Library;
/// use fray::synth::reference::Reference;
/// use fray::synth::stream::{Mode, Origins, Stream};
///
/// let (library, reference) = (Library::built_in(), Reference::standard());
/// let origins = Origins { library: &library, reference: &reference, seeds: &[] };
/// for mode in Mode::ALL {
///     let made = Stream::new(*mode, origins, 7).next().unwrap().unwrap();
///     assert!(!made.test.assertions.is_empty());
/// }
/// ```
pub struct Stream<'a> {
    reference: &'a Reference,
    source: Box<dyn Source + 'a>,
    store: Arc<TermStore>,
    ready: VecDeque<Test>,
    over: bool,
}

impl<'a> Stream<'a> {
    /// The tests of `mode` for `seed`.
    #[must_use]
    pub fn new(mode: Mode, origins: Origins<'a>, seed: u64) -> Stream<'a> {
        Stream {
            reference: origins.reference,
            source: source(mode, origins, seed),
            store: Arc::new(TermStore::new()),
            ready: VecDeque::new(),
            over: false,
        }
    }

    /// Makes and certifies the next batch.
    fn refill(&mut self) -> Result<(), FalseClaim> {
        let mut store = self.source.store();
        let mut batch = Vec::with_capacity(BATCH);
        let mut failed = 0;
        while batch.len() < BATCH && failed < ATTEMPTS {
            match self.source.next(&mut store) {
                Some(test) => {
                    batch.push(test);
                    failed = 0;
                }
                None => failed += 1,
            }
        }
        keep_certified(&mut store, self.reference, &mut batch)?;
        self.store = Arc::new(store);
        self.ready = batch.into();
        Ok(())
    }
}

impl Iterator for Stream<'_> {
    type Item = Result<Made, FalseClaim>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ready.is_empty() && !self.over {
            if let Err(claim) = self.refill() {
                self.over = true;
                return Some(Err(claim));
            }
            self.over = self.ready.is_empty();
        }
        let test = self.ready.pop_front()?;
        let store = Arc::clone(&self.store);
        Some(Ok(Made { store, test }))
    }
}
