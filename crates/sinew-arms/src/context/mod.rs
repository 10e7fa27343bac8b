//! Context-dependent simplification (P3): congruence classes, normal forms, extended functions
//! simplified in context first and expanded last.
//!
//! The arm is a theory of the engine. Its steps are the declared list [`STRATEGY`]; a step that infers
//! ends the check, and the engine asks again.

mod code_points;
mod containment;
mod equations;
mod expand;
mod ext_simplify;
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
use sinew_strings::RegexOfTerm;
use sinew_term::{Op, Sort, Term, TermStore};

use self::code_points::Characters;
use self::equations::Equations;
use self::membership_split::Decompositions;
use self::pigeonhole::language::LanguageSizes;
use crate::Shared;
use crate::fixed_length::{Assignment, CircuitCache, Conversions, say_lengths};
use crate::forms::Memberships;

/// The terms that the engine has told the arm of.
#[derive(Default)]
struct Registered {
    /// String terms, and integer functions of strings.
    terms: Vec<Term>,
    predicates: Vec<Term>,
    extended: Vec<Term>,
}

/// The context arm; give it to [`Engine::set_plugin`](sinew_engine::Engine::set_plugin).
#[derive(Default)]
pub struct ContextArm {
    steps: Steps,
    regexes: RegexOfTerm,
    simplifier: Simplifier,
    registered: Registered,
    /// Terms that were expanded and whose further implications were not told yet.
    expanded: Vec<Term>,
    memberships: Memberships,
    sizes: LanguageSizes,
    decompositions: Decompositions,
    characters: Characters,
    equations: Equations,
    words: Assignment,
    /// How often strings of fixed length were not found.
    lemmas: u32,
    /// Splits that may be made before strings of fixed length are looked for again.
    credit: u32,
    shared: Shared,
    cache: CircuitCache,
    /// Terms of which not everything was said, because the budget ended meanwhile.
    cut_short: Vec<Term>,
    conversions: Conversions,
}

impl ContextArm {
    /// An arm that tells others what it learns.
    #[must_use]
    pub fn sharing(shared: Shared) -> ContextArm {
        ContextArm {
            shared,
            ..ContextArm::default()
        }
    }

    /// The arm with these steps.
    #[must_use]
    pub fn with_steps(mut self, steps: Steps) -> ContextArm {
        self.steps = steps;
        self
    }

    /// Tells the engine what the term says of lengths.
    fn say_lengths(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        say_lengths(cx, &mut self.regexes, term);
        if cx.budget().exhausted().is_some() {
            self.cut_short.push(term);
        }
    }
}

impl TheorySolver for ContextArm {
    fn register(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        let (sort, op) = (cx.store().sort(term), cx.store().op(term));
        match sort {
            Sort::String | Sort::Int => self.registered.terms.push(term),
            Sort::Bool if op != Op::Eq => self.registered.predicates.push(term),
            _ => {}
        }
        if op.is_extended() {
            self.registered.extended.push(term);
        }
        self.say_lengths(cx, term);
        self.conversions.say(cx, term);
    }

    fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        effort: Effort,
    ) -> Result<Verdict, StopReason> {
        for term in std::mem::take(&mut self.cut_short) {
            self.say_lengths(cx, term);
        }
        match effort {
            Effort::Standard => Ok(Verdict::Consistent),
            Effort::Full | Effort::Last => self.run_strategy(cx, effort),
        }
    }

    fn language(&mut self, store: &mut TermStore, number: u32, budget: &Budget) -> Option<Term> {
        let language = self.decompositions.language(number)?;
        self.regexes.term_of_regex(store, language, budget)
    }

    fn string_value(&mut self, _: &mut PluginContext<'_, '_>, term: Term) -> Option<Vec<u32>> {
        self.words.get(&term).cloned()
    }
}
