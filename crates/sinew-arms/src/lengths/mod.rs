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
//! Dynamic difficulty estimation (P2 §3.2): after a number of rounds, or when looking for words
//! once takes too many steps, the arm says so and lets others go first. Asked again, it goes on
//! with twice the patience.

mod counts;
mod length_bounds;
pub mod rules;

use sinew_base::StopReason;
use sinew_engine::{Effort, PluginContext, TheorySolver, Verdict};
use sinew_strings::RegexOfTerm;
use sinew_term::{Op, Sort, Term};

pub use self::length_bounds::length_bounds;

use self::counts::Counts;
use crate::Shared;
use crate::fixed_length::{
    Assignment, CircuitCache, Conversions, FixedLengthSearch, Question, say_lengths, say_overlaps,
};
use crate::tuning::{BOUNDING, BOUNDING_STEPS, COUNTING, LENGTHS_ROUNDS, ROUND_STEPS};

/// Why the arm lets others go first: lengths were tried often enough.
const MANY_ROUNDS: &str = "many rounds of lengths without words";
/// Why the arm lets others go first: a circuit was hard.
const LONG_ROUND: &str = "words of one assignment of lengths took long to look for";

/// The lengths arm; give it to [`Engine::set_plugin`](sinew_engine::Engine::set_plugin).
#[derive(Default)]
pub struct LengthsArm {
    regexes: RegexOfTerm,
    /// String terms, and integer functions of strings.
    terms: Vec<Term>,
    predicates: Vec<Term>,
    words: Assignment,
    shared: Shared,
    cache: CircuitCache,
    conversions: Conversions,
    counts: Counts,
    /// Terms of which not everything was said, because the budget ended meanwhile.
    cut_short: Vec<Term>,
    /// The problem, if lengths that are enough for it may be used and were not yet looked for.
    assertions: Option<Vec<Term>>,
    /// Lengths that are enough and that the engine was not yet told.
    bounds: Vec<(Term, u32)>,
    /// Lemmas so far.
    lemmas: u64,
    /// Rounds left before the arm is tired, and how often it was.
    rounds: u64,
    tired: u32,
}

impl LengthsArm {
    /// An arm that tells others what it learns.
    #[must_use]
    pub fn sharing(shared: Shared) -> LengthsArm {
        LengthsArm {
            shared,
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
        self.bounds = length_bounds(cx.store(), &mut self.regexes, &assertions, &slice);
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
        self.counts.choose(cx.store_mut(), &self.terms, &tuning);
        for definition in self.counts.definitions(cx.store_mut()) {
            cx.define_function(definition);
        }
        for term in [&self.terms[..], &self.predicates].concat() {
            self.say_counts(cx, term);
            if cx.budget().exhausted().is_some() {
                self.cut_short.push(term);
            }
        }
    }

    fn say_counts(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        let budget = cx.budget();
        let (store, regexes) = (cx.store_mut(), &mut self.regexes);
        let facts = match store.op(term) {
            Op::InRe => self.counts.of_membership(store, regexes, term, budget),
            _ => self.counts.facts(store, term),
        };
        for fact in facts {
            let _ = cx.lemma(&rules::COUNT, &[fact]);
        }
    }

    /// Tells the engine what the term says of lengths and counts.
    fn say_lengths_and_counts(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        say_lengths(cx, &mut self.regexes, term);
        self.say_counts(cx, term);
        if cx.budget().exhausted().is_some() {
            self.cut_short.push(term);
        }
    }

    /// Lets others go first.
    fn give_way(&mut self, why: &'static str) -> Verdict {
        self.tired += 1;
        self.rounds = 0;
        Verdict::Paused(why)
    }
}

impl TheorySolver for LengthsArm {
    fn register(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        match (cx.store().sort(term), cx.store().op(term)) {
            (Sort::String | Sort::Int, _) => self.terms.push(term),
            (Sort::Bool, op) if op != Op::Eq => self.predicates.push(term),
            _ => {}
        }
        self.say_lengths_and_counts(cx, term);
        self.conversions.say(cx, term);
    }

    fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        effort: Effort,
    ) -> Result<Verdict, StopReason> {
        for term in std::mem::take(&mut self.cut_short) {
            self.say_lengths_and_counts(cx, term);
        }
        if effort != Effort::Last {
            return Ok(Verdict::Consistent);
        }
        let patience = |first: u64| first.saturating_mul(1 << self.tired.min(32));
        let rounds = patience(cx.tuning().get(&LENGTHS_ROUNDS));
        let steps = patience(cx.tuning().get(&ROUND_STEPS));
        self.rounds += 1;
        if self.rounds > rounds {
            return Ok(self.give_way(MANY_ROUNDS));
        }
        // There may have been no budget left to say it when it was found.
        self.send_bounds(cx);
        let relevant = cx.relevant();
        let overlaps = say_overlaps(cx, Some(&relevant))?;
        for clause in &overlaps {
            self.shared.publish(cx.store_mut(), clause);
        }
        if !overlaps.is_empty() {
            return Ok(Verdict::Consistent);
        }
        let question = Question {
            regexes: &mut self.regexes,
            cache: &mut self.cache,
            predicates: &self.predicates,
            terms: &self.terms,
            relevant: Some(relevant),
            steps,
        };
        match FixedLengthSearch::run(cx, question)? {
            FixedLengthSearch::Found(words) => {
                self.words = words;
                return Ok(Verdict::Model);
            }
            FixedLengthSearch::Lemma(clause) => {
                self.shared.publish(cx.store_mut(), &clause);
                self.lemmas += 1;
                if self.lemmas == cx.tuning().get(&BOUNDING) {
                    self.bound(cx)?;
                }
                if self.lemmas == cx.tuning().get(&COUNTING) {
                    self.count(cx);
                }
            }
            FixedLengthSearch::Stopped => return Ok(self.give_way(LONG_ROUND)),
            FixedLengthSearch::GaveUp(why) => return Ok(Verdict::GaveUp(why)),
        }
        Ok(Verdict::Consistent)
    }

    fn string_value(&mut self, _: &mut PluginContext<'_, '_>, term: Term) -> Option<Vec<u32>> {
        self.words.get(&term).cloned()
    }
}
