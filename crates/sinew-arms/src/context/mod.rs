//! Context-dependent simplification (P3): congruence classes, normal forms, extended functions
//! simplified in context first and expanded last.
//!
//! The arm is a theory of the engine. Its steps are the declared list [`STRATEGY`]; a step that infers
//! ends the check, and the engine asks again.

mod code_points;
mod containment;
mod equations;
mod expand;
mod few_words;
mod membership_split;
mod order;
mod pigeonhole;
pub mod rules;
mod split;
mod steps;
mod strategy;

pub use steps::Steps;
pub use strategy::{STRATEGY, Step, When};

use sinew_base::{Budget, StopReason};
use sinew_engine::{Effort, PluginContext, TheorySolver, Verdict};
use sinew_simplify::Simplifier;
use sinew_term::{Term, TermStore};

use self::code_points::Characters;
use self::equations::Equations;
use self::membership_split::Decompositions;
use self::pigeonhole::language::LanguageSizes;
use crate::fixed_length::BackEnd;
use crate::forms::Memberships;
use crate::{Settings, Shared};

/// The context arm; give it to [`Engine::set_plugin`](sinew_engine::Engine::set_plugin).
#[derive(Default)]
pub struct ContextArm {
    steps: Steps,
    simplifier: Simplifier,
    back_end: BackEnd,
    /// Terms that were expanded and whose further implications were not told yet.
    expanded: Vec<Term>,
    memberships: Memberships,
    sizes: LanguageSizes,
    decompositions: Decompositions,
    characters: Characters,
    equations: Equations,
    /// How often strings of fixed length were not found.
    lemmas: u32,
    /// Splits that may be made before strings of fixed length are looked for again.
    credit: u32,
    /// Splits of normal forms that count for [`tuning::SPLITS`](crate::tuning::SPLITS), and whether others had their turn since.
    splits: u64,
    paused: bool,
    spent: Spent,
}

/// The steps of an arm that is asked with one part of its budget after the other.
#[derive(Default)]
struct Spent {
    earlier: u64,
    now: u64,
}

impl Spent {
    /// Looks at what was spent of the part at hand.
    fn look(&mut self, now: u64) {
        if now < self.now {
            self.earlier += self.now;
        }
        self.now = now;
    }

    fn total(&self) -> u64 {
        self.earlier + self.now
    }
}

impl ContextArm {
    /// An arm that tells others what it learns.
    #[must_use]
    pub fn sharing(shared: Shared, settings: &Settings) -> ContextArm {
        ContextArm {
            steps: settings.steps,
            simplifier: settings.simplifier(),
            back_end: BackEnd::sharing(shared),
            ..ContextArm::default()
        }
    }
}

impl TheorySolver for ContextArm {
    fn register(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        self.back_end.register(cx, term);
    }

    fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        effort: Effort,
    ) -> Result<Verdict, StopReason> {
        self.back_end.catch_up(cx);
        self.spent.look(cx.budget().spent());
        match effort {
            Effort::Standard => Ok(Verdict::Consistent),
            Effort::Full | Effort::Last => self.run_strategy(cx, effort),
        }
    }

    fn language(&mut self, store: &mut TermStore, number: u32, budget: &Budget) -> Option<Term> {
        let language = self.decompositions.language(number)?;
        self.back_end.regexes.term_of_regex(store, language, budget)
    }

    fn string_value(&mut self, _: &mut PluginContext<'_, '_>, term: Term) -> Option<Vec<u32>> {
        self.back_end.word(term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_base::{Disabled, Tuning};
    use sinew_term::Sort;

    /// Each part of a budget begins to count at zero.
    #[test]
    fn steps_of_all_parts_are_added() {
        let mut spent = Spent::default();
        for (now, total) in [(5, 5), (9, 9), (2, 11), (2, 11), (7, 16), (0, 16)] {
            spent.look(now);
            assert_eq!(spent.total(), total);
        }
    }

    /// What is off, or tuned, is so in the arm too.
    #[test]
    fn settings_reach_the_laws() {
        let mut store = TermStore::new();
        let p = store.constant("p", Sort::Bool);
        let not = store.not(p);
        let twice = store.not(not);
        let terms: Vec<Term> = ["x", "y", "z"]
            .iter()
            .map(|name| store.constant(name, Sort::String))
            .collect();
        let distinct = store.distinct(&terms);
        let mut settings = Settings::default();
        let mut form = |settings: &Settings, term| {
            let mut arm = ContextArm::sharing(Shared::default(), settings);
            let budget = Budget::with_steps(10_000);
            arm.simplifier.simplify(&mut store, term, &budget)
        };
        assert_eq!(form(&settings, twice), Ok(p));
        assert_ne!(form(&settings, distinct), Ok(distinct));
        settings.without = Disabled::new(["not_not"]);
        let mut tuning = Tuning::default();
        let set = tuning.set(&sinew_simplify::tuning::PAIRWISE, 2);
        assert_eq!(set, Ok(()));
        settings.tuning = tuning;
        assert_eq!(form(&settings, twice), Ok(twice));
        assert_eq!(form(&settings, distinct), Ok(distinct));
    }
}
