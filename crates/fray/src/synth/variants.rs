//! Source of metamorphic variants of tests that other modes make.

use sinew_base::Random;
use sinew_term::TermStore;

use super::feature::needs;
use super::law::{Law, check_law};
use super::library::Library;
use super::metamorph::{Kind, variant};
use super::reference::Reference;
use super::stream::{Mode, Origins, Source, source};
use super::test::{Family, Test};

/// The modes whose tests are varied.
const BASES: [Mode; 6] = [
    Mode::Growth,
    Mode::Growth,
    Mode::Open,
    Mode::Conjecture,
    Mode::Law,
    Mode::Meet,
];

/// Source of variants: one to three transformations of a test.
pub(super) struct Variants<'a> {
    bases: Vec<Box<dyn Source + 'a>>,
    laws: Vec<&'a Law>,
    library: &'a Library,
    random: Random,
    count: u64,
}

impl<'a> Variants<'a> {
    pub(super) fn new(origins: Origins<'a>, seed: u64) -> Variants<'a> {
        Variants {
            bases: BASES
                .iter()
                .map(|&mode| source(mode, origins, seed))
                .collect(),
            laws: laws_that_hold(origins.library, origins.reference),
            library: origins.library,
            random: Random::new(seed),
            count: 0,
        }
    }
}

/// The laws that hold.
pub fn laws_that_hold<'a>(library: &'a Library, reference: &Reference) -> Vec<&'a Law> {
    let holds = |law: &&Law| law.holds && check_law(&library.store, reference, law).is_ok();
    library.laws.iter().filter(holds).collect()
}

impl Source for Variants<'_> {
    fn store(&mut self) -> TermStore {
        for base in &mut self.bases {
            // Each forgets what it knows of the store before.
            base.store();
        }
        self.library.store.clone()
    }

    fn next(&mut self, store: &mut TermStore) -> Option<Test> {
        let chosen = self.random.below(self.bases.len());
        let mut test = self.bases[chosen].next(store)?;
        let mut changed = false;
        for _ in 0..1 + self.random.below(3) {
            let kind = *self.random.pick(&Kind::ALL);
            if let Some(new) = variant(store, &self.laws, &test, kind, &mut self.random) {
                test = new;
                changed = true;
            }
        }
        let dialect = |store: &TermStore| {
            needs(store, &test.assertions)
                .iter()
                .any(|f| f.is_dialect())
        };
        if !changed || dialect(store) {
            return None;
        }
        test.family = Family::Random(Mode::Metamorphic);
        test.op = "random".into();
        test.suffix = self.count.to_string();
        self.count += 1;
        Some(test)
    }
}
