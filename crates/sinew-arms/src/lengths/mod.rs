//! Length abstraction with a bit-level back end (P2 §3.1, Algorithm 1).
//!
//! The engine decides the Boolean structure and the arithmetic of lengths; its integer model fixes
//! the length of every string, and over words of known length the string facts are a propositional
//! problem. What fails there comes back as a lemma about those lengths, and the engine looks for
//! others. Departures: one engine works incrementally instead of a fresh arithmetic solver per
//! round, lemmas name only what the failure depends on, and the multiset check is arithmetic too.
//!
//! Where longer words can bring nothing new ([`length_bounds()`]), lengths are bounded for good, and the search
//! ends.
//!
//! After a number of rounds, or when looking for words once takes too many steps, the arm lets others
//! go first (`Patience`).

mod counts;
mod length_bounds;
pub mod rules;

use sinew_base::StopReason;
use sinew_engine::{Effort, PluginContext, TheorySolver, Verdict};
use sinew_term::{Op, Term};

pub use self::length_bounds::length_bounds;

use self::counts::Counts;
use crate::Shared;
use crate::fixed_length::{BackEnd, FixedLengthSearch, Question, say_overlaps};
use crate::patience::Patience;
use crate::tuning::{BOUNDING, BOUNDING_STEPS, COUNTING, LENGTHS_ROUNDS, ROUND_STEPS};

/// Why the arm lets others go first: lengths were tried often enough.
const MANY_ROUNDS: &str = "many rounds of lengths without words";
/// Why the arm lets others go first: a circuit was hard.
const LONG_ROUND: &str = "words of one assignment of lengths took long to look for";

/// The lengths arm; give it to [`Engine::set_plugin`](sinew_engine::Engine::set_plugin).
#[derive(Default)]
pub struct LengthsArm {
    back_end: BackEnd,
    counts: Counts,
    /// The problem, if lengths that are enough for it may be used and were not yet looked for.
    assertions: Option<Vec<Term>>,
    /// Lengths that are enough and that the engine was not yet told.
    bounds: Vec<(Term, u32)>,
    /// Lemmas so far.
    lemmas: u64,
    patience: Patience,
}

impl LengthsArm {
    /// An arm that tells others what it learns.
    #[must_use]
    pub fn sharing(shared: Shared) -> LengthsArm {
        LengthsArm {
            back_end: BackEnd::sharing(shared),
            ..LengthsArm::default()
        }
    }

    /// Lets the arm look for models with lengths that are enough for these, which must be all
    /// assertions but valid ones. Then its lemmas are no longer all valid (see [`length_bounds()`]): they refute
    /// what they refute, but are no proof that others can check.
    #[must_use]
    pub fn bounded(mut self, assertions: &[Term]) -> LengthsArm {
        self.assertions = Some(assertions.to_vec());
        self
    }

    /// Finds lengths that are enough.
    fn bound(&mut self, cx: &mut PluginContext<'_, '_>) -> Result<(), StopReason> {
        let Some(assertions) = self.assertions.take() else {
            return Ok(());
        };
        let slice = cx.budget().slice(cx.tuning().get(&BOUNDING_STEPS));
        self.bounds = length_bounds(cx.store(), &mut self.back_end.regexes, &assertions, &slice);
        cx.budget().check()?;
        self.send_bounds(cx);
        Ok(())
    }

    /// Restricts the engine to lengths that are enough.
    fn send_bounds(&mut self, cx: &mut PluginContext<'_, '_>) {
        for (variable, most) in std::mem::take(&mut self.bounds) {
            let (length, most) = (cx.store_mut().len(variable), cx.store_mut().int(most));
            let bound = cx.store_mut().le(length, most);
            let _ = cx.restrict(&rules::LENGTH_BOUND, bound);
        }
    }

    /// Counts characters from now on.
    fn count(&mut self, cx: &mut PluginContext<'_, '_>) {
        let tuning = cx.tuning().clone();
        let registered = &self.back_end.registered;
        let all = [&registered.terms[..], &registered.predicates].concat();
        (self.counts).choose(cx.store_mut(), &registered.terms, &tuning);
        for definition in self.counts.definitions(cx.store_mut()) {
            cx.define_function(definition);
        }
        for term in all {
            self.say_counts(cx, term);
        }
    }

    /// Tells the engine what the term says of counts.
    fn say_counts(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        let budget = cx.budget();
        let (store, regexes) = (cx.store_mut(), &mut self.back_end.regexes);
        let facts = match store.op(term) {
            Op::InRe => self.counts.of_membership(store, regexes, term, budget),
            _ => self.counts.facts(store, term),
        };
        for fact in facts {
            let _ = cx.lemma(&rules::COUNT, &[fact]);
        }
        self.back_end.note_cut(cx, term);
    }
}

impl TheorySolver for LengthsArm {
    fn register(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        self.back_end.register(cx, term);
        self.say_counts(cx, term);
    }

    fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        effort: Effort,
    ) -> Result<Verdict, StopReason> {
        for term in self.back_end.catch_up(cx) {
            self.say_counts(cx, term);
        }
        if effort != Effort::Last {
            return Ok(Verdict::Consistent);
        }
        if self.patience.is_over(cx.tuning().get(&LENGTHS_ROUNDS)) {
            return Ok(self.patience.pause(MANY_ROUNDS));
        }
        // There may have been no budget left to say it when it was found.
        self.send_bounds(cx);
        let relevant = cx.relevant();
        let overlaps = say_overlaps(cx, Some(&relevant))?;
        for clause in &overlaps {
            self.back_end.shared.publish(cx.store_mut(), clause);
        }
        if !overlaps.is_empty() {
            return Ok(Verdict::Consistent);
        }
        let question = Question {
            predicates: None,
            relevant: Some(&relevant),
            steps: self.patience.limit(cx.tuning().get(&ROUND_STEPS)),
        };
        match self.back_end.search(cx, &question)? {
            FixedLengthSearch::Found => return Ok(Verdict::Model),
            FixedLengthSearch::Lemma => {
                self.lemmas += 1;
                if self.lemmas == cx.tuning().get(&BOUNDING) {
                    self.bound(cx)?;
                }
                if self.lemmas == cx.tuning().get(&COUNTING) {
                    self.count(cx);
                }
            }
            FixedLengthSearch::Stopped => return Ok(self.patience.pause(LONG_ROUND)),
            FixedLengthSearch::GaveUp(why) => return Ok(Verdict::GaveUp(why)),
        }
        Ok(Verdict::Consistent)
    }

    fn string_value(&mut self, _: &mut PluginContext<'_, '_>, term: Term) -> Option<Vec<u32>> {
        self.back_end.word(term)
    }
}
