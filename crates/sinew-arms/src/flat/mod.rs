//! Flat abstraction (P4): strings of up to k pieces, each a cycle of up to ℓ characters that goes round, for which all
//! constraints are linear arithmetic.
//!
//! An under-approximation: it finds models, long periodic ones above all, and refutes nothing. The formula is flattened once
//! (`flatten`), an engine without theory of strings solves the arithmetic under the assumption of the bounds, and promises about
//! words that its model breaks become instances (`refine`). What the engine refutes tells which bounds did it: those of
//! the failed assumptions grow (§4.3, where all grow), until a model comes or none of them was to blame.
//!
//! Departures from the paper are told where they are made: periods as choices (`shape`), equalities by Fine and Wilf instead
//! of products of automata (`windows`), the quantifier of not-substring by counterexamples and any number of cycles (`shifts`).

mod candidate;
mod construct;
mod conversions;
mod flatten;
mod growth;
mod languages;
mod letters;
mod operators;
mod promise;
mod refine;
mod ring;
pub mod rules;
mod shape;
mod shifts;
mod windows;

use std::collections::BTreeMap;

use sinew_base::{Budget, StopReason};
use sinew_engine::{Config, Engine, Inference, Model, Observer, Outcome};
use sinew_term::{Term, TermStore};

use self::flatten::{Flattened, Stuck, flatten};
use crate::arm::{Arm, Asserted, Pause, Reason, Settings, Turn};
use crate::tuning::{
    FLAT_FIRST_PERIOD, FLAT_LONG_FIRST_PERIOD, FLAT_PERIODS, FLAT_RING_STEPS, FLAT_SEARCH_STEPS,
};

/// Why the arm declines when no bound is to blame: there would be no model with longer periods or more cycles either.
pub const NO_FLAT_WORDS: &str = "there are no flat words, whatever the bounds";

/// The arm.
pub(crate) struct FlatArm {
    assertions: Vec<Term>,
    settings: Settings,
    /// The searches that take turns, and the steps that each has in one.
    searches: Option<Vec<Search>>,
    steps: u64,
    /// How often each rule was applied.
    applied: BTreeMap<&'static str, u64>,
    observer: Option<Observer>,
}

/// A problem that was flattened, and the engine that solves the arithmetic.
struct Search {
    engine: Engine,
    flattened: Flattened,
    /// Symbols from this number on are not the input's.
    symbols: usize,
    /// The first period, and the last one before variables grow.
    periods: (usize, usize),
    /// The steps that a period of a ring has before the next one comes, and whether one had too few.
    share: u64,
    put_off: bool,
}

/// How a search ends.
enum Found {
    Model(Model),
    /// No bound that can grow was to blame.
    Nothing(&'static str),
}

impl FlatArm {
    pub(crate) fn new(asserted: &[Asserted], settings: &Settings) -> FlatArm {
        FlatArm {
            assertions: asserted.iter().map(|one| one.form).collect(),
            settings: settings.clone(),
            searches: None,
            steps: settings.tuning.get(&FLAT_SEARCH_STEPS),
            applied: BTreeMap::new(),
            observer: None,
        }
    }

    /// The searches for a problem: with rings, if it has any, and without.
    fn begin(&mut self, store: &mut TermStore, budget: &Budget) -> Result<Vec<Search>, Stuck> {
        let symbols = store.function_count();
        let plain = self.flattened(store, symbols, budget, false)?;
        let rings = match plain.flattened.equations.is_empty() {
            true => None,
            false => Some(self.flattened(store, symbols, budget, true)?),
        };
        let rings = rings.filter(|search| search.flattened.promises.shapes.has_rings());
        Ok(rings.into_iter().chain([plain]).collect())
    }

    fn flattened(
        &self,
        store: &mut TermStore,
        symbols: usize,
        budget: &Budget,
        rings: bool,
    ) -> Result<Search, Stuck> {
        let tuning = &self.settings.tuning;
        let mut flattened = flatten(store, &self.assertions, tuning, budget)?;
        if rings {
            let equations = flattened.equations.clone();
            flattened.promises.construct(store, &equations);
        }
        let longest = tuning.size(&FLAT_LONG_FIRST_PERIOD);
        let first = flattened.period.min(longest);
        let first = first.max(tuning.size(&FLAT_FIRST_PERIOD));
        flattened.promises.shapes.set_period(store, first);
        let mut config = Config::default();
        config.seed = self.settings.seed;
        config.tuning = tuning.clone();
        Ok(Search {
            engine: Engine::new(config, store),
            flattened,
            symbols,
            periods: (first, first + tuning.size(&FLAT_PERIODS)),
            share: tuning.get(&FLAT_RING_STEPS),
            put_off: false,
        })
    }

    /// Searches in turns, which get longer, until one has found something, or the last one nothing.
    fn take_turns(
        &mut self,
        store: &mut TermStore,
        searches: &mut Vec<Search>,
        budget: &Budget,
    ) -> Result<Found, Stuck> {
        let mut at = 0;
        loop {
            let alone = searches.len() < 2;
            let Some(search) = searches.get_mut(at) else {
                at = 0;
                self.steps = self.steps.saturating_mul(2);
                continue;
            };
            let part = budget.slice(if alone { u64::MAX } else { self.steps });
            match self.work(store, search, &part) {
                Err(Stuck::Stopped(StopReason::Steps)) if budget.exhausted().is_none() => at += 1,
                Ok(Found::Nothing(why)) if !alone && why != NO_FLAT_WORDS => {
                    searches.remove(at);
                }
                Err(Stuck::Foreign(_)) if !alone => {
                    searches.remove(at);
                }
                found => return found,
            }
        }
    }

    /// Solves, refines and grows until something is found.
    fn work(
        &mut self,
        store: &mut TermStore,
        search: &mut Search,
        budget: &Budget,
    ) -> Result<Found, Stuck> {
        loop {
            let rings = search.flattened.promises.shapes.has_rings();
            let part = budget.slice(if rings { search.share } else { u64::MAX });
            match self.try_period(store, search, &part) {
                Ok(Some(found)) => return Ok(found),
                Err(Stuck::Stopped(StopReason::Steps)) if budget.exhausted().is_none() => {
                    search.put_off(store);
                }
                Err(stuck) => return Err(stuck),
                Ok(None) => {}
            }
        }
    }

    /// Solves and refines with the periods that there are; at the end they grow.
    fn try_period(
        &mut self,
        store: &mut TermStore,
        search: &mut Search,
        budget: &Budget,
    ) -> Result<Option<Found>, Stuck> {
        loop {
            let assumptions = search.tell(store, budget)?;
            match search.engine.check(store, &assumptions, budget) {
                Outcome::Sat => {
                    if let Some(found) = self.refine(store, search, budget)? {
                        return Ok(Some(found));
                    }
                }
                Outcome::Unsat => {
                    let blamed = search.engine.failed_assumptions().to_vec();
                    if search.grow(store, &blamed) {
                        return Ok(None);
                    }
                    let rings = search.flattened.promises.shapes.has_rings();
                    return Ok(Some(Found::Nothing(match blamed.is_empty() && !rings {
                        true => NO_FLAT_WORDS,
                        false => "the bounds of flat words are at their ends",
                    })));
                }
                Outcome::Unknown(sinew_engine::Reason::Stopped(reason)) => {
                    return Err(reason.into());
                }
                Outcome::Unknown(sinew_engine::Reason::Internal(what)) => {
                    return Err(Stuck::Foreign(what));
                }
                Outcome::Unknown(sinew_engine::Reason::Incomplete(what)) => {
                    return Err(Stuck::Foreign(what.describe()));
                }
            }
        }
    }

    /// Makes the instances that the engine's model breaks; if there are none, it is the model.
    fn refine(
        &mut self,
        store: &mut TermStore,
        search: &mut Search,
        budget: &Budget,
    ) -> Result<Option<Found>, Stuck> {
        let Some(model) = search.engine.model().cloned() else {
            return Err(Stuck::Foreign("no model was kept"));
        };
        let promises = &mut search.flattened.promises;
        let instances = promises.instances(store, &model, budget)?;
        if instances.is_empty() {
            return Ok(Some(Found::Model(search.model(store, model, budget)?)));
        }
        for (rule, instance) in instances {
            if self.settings.without.has(rule.name) {
                return Ok(Some(Found::Nothing("a rule is switched off")));
            }
            *self.applied.entry(rule.name).or_default() += 1;
            if let Some(observer) = &mut self.observer {
                let (premises, conclusion) = (&[], &[instance]);
                let inference = Inference {
                    rule,
                    premises,
                    conclusion,
                };
                observer(store, &inference);
            }
            search.engine.assert(store, instance, 0);
        }
        Ok(None)
    }
}

impl Arm for FlatArm {
    fn turn(&mut self, store: &mut TermStore, budget: &Budget) -> Turn {
        if self.settings.log {
            return Turn::Declined(Reason::NoLog);
        }
        let begun = match self.searches.take() {
            Some(searches) => Ok(searches),
            None => self.begin(store, budget),
        };
        let found = match begun {
            Ok(mut searches) => {
                let found = self.take_turns(store, &mut searches, budget);
                self.searches = Some(searches);
                found
            }
            Err(stuck) => Err(stuck),
        };
        match found {
            Ok(Found::Model(model)) => Turn::Sat(model),
            Ok(Found::Nothing(why)) | Err(Stuck::Foreign(why)) => {
                Turn::Declined(Reason::Incomplete(why))
            }
            Err(Stuck::Stopped(reason)) => Turn::Paused(Pause::Stopped(reason)),
        }
    }

    /// What others learn speaks of the input, which was flattened already.
    fn import(&mut self, _: &mut TermStore, _: &[Term]) {}

    fn inferences(&self) -> BTreeMap<&'static str, u64> {
        self.applied.clone()
    }

    fn set_observer(&mut self, observer: Observer) {
        self.observer = Some(observer);
    }

    fn log(&self) -> Option<String> {
        None
    }
}
