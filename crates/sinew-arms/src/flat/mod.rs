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
mod conversions;
mod flatten;
mod languages;
mod letters;
mod operators;
mod promise;
mod refine;
pub mod rules;
mod shape;
mod shifts;
mod windows;

use std::collections::BTreeMap;
use std::rc::Rc;

use sinew_base::{Budget, StopReason};
use sinew_engine::{Config, Engine, Inference, Model, Observer, Outcome, Value};
use sinew_term::{Op, Term, TermStore};

use self::flatten::{Flattened, Stuck, flatten};
use self::shape::{Part, Word};
use crate::Difficulty;
use crate::arm::{Arm, Asserted, Cause, Pause, Reason, Settings, Turn};
use crate::tuning::{
    FLAT_DIGITS, FLAT_FIRST_PERIOD, FLAT_LAST_PERIOD, FLAT_LONG_FIRST_PERIOD, FLAT_PERIODS,
    FLAT_PIECES,
};

/// Why the arm declines when no bound is to blame: there would be no model with longer periods or more cycles either.
pub const NO_FLAT_WORDS: &str = "there are no flat words, whatever the bounds";

/// The arm.
pub(crate) struct FlatArm {
    assertions: Vec<Term>,
    settings: Settings,
    search: Option<Search>,
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
    /// How often bounds grew.
    grown: u64,
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
            search: None,
            applied: BTreeMap::new(),
            observer: None,
        }
    }

    fn begin(&mut self, store: &mut TermStore, budget: &Budget) -> Result<Search, Stuck> {
        let symbols = store.function_count();
        let tuning = &self.settings.tuning;
        let mut flattened = flatten(store, &self.assertions, tuning, budget)?;
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
            grown: 0,
        })
    }

    /// Solves, refines and grows until something is found.
    fn work(
        &mut self,
        store: &mut TermStore,
        search: &mut Search,
        budget: &Budget,
    ) -> Result<Found, Stuck> {
        loop {
            let assumptions = search.tell(store, budget)?;
            match search.engine.check(store, &assumptions, budget) {
                Outcome::Sat => {
                    if let Some(found) = self.refine(store, search, budget)? {
                        return Ok(found);
                    }
                }
                Outcome::Unsat => {
                    let blamed = search.engine.failed_assumptions().to_vec();
                    if !search.grow(store, &blamed) {
                        return Ok(Found::Nothing(match blamed.is_empty() {
                            true => NO_FLAT_WORDS,
                            false => "the bounds of flat words are at their ends",
                        }));
                    }
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

impl Search {
    /// Tells the engine what has come to be said; what is assumed.
    fn tell(&mut self, store: &mut TermStore, budget: &Budget) -> Result<Vec<Term>, StopReason> {
        let shapes = &mut self.flattened.promises.shapes;
        let told = std::mem::take(&mut shapes.told);
        for &fact in &told {
            self.engine.assert(store, fact, 0);
        }
        budget.spend(told.len() as u64)?;
        Ok(shapes.assumptions())
    }

    /// Relaxes bounds that are to blame: the digits of numerals, and the period, then, after a number of periods, or if
    /// the period had no part in it, the number of pieces. Whether there was one.
    fn grow(&mut self, store: &mut TermStore, blamed: &[Term]) -> bool {
        let promises = &mut self.flattened.promises;
        let shapes = &mut promises.shapes;
        let digits = shapes.tuning.size(&FLAT_DIGITS);
        let mut grown = shapes.lengthen_numerals(store, blamed, digits);
        promises.denote(store);
        let shapes = &mut promises.shapes;
        let narrow = shapes.narrow_among(blamed, shapes.tuning.size(&FLAT_PIECES));
        let literal = shapes.period_literal();
        let period = literal.is_some_and(|one| blamed.contains(&one));
        let (first, last) = &mut self.periods;
        if period && narrow.is_empty() && shapes.period == *last {
            *last = (2 * *last).min(shapes.tuning.size(&FLAT_LAST_PERIOD));
        }
        if period && shapes.period < *last {
            shapes.set_period(store, shapes.period + 1);
            grown = true;
        } else if !narrow.is_empty() {
            for id in narrow {
                shapes.add_piece(store, id);
            }
            shapes.set_period(store, *first);
            grown = true;
        }
        self.grown += u64::from(grown);
        grown
    }

    /// What it has done so far, but for its steps.
    fn totals(&self) -> Difficulty {
        let statistics = self.engine.statistics();
        Difficulty {
            steps: 0,
            progress: statistics.conflicts,
            growth: statistics.variables + statistics.nodes,
            exhaustion: self.grown,
        }
    }

    /// The model of the input's symbols.
    fn model(
        &self,
        store: &TermStore,
        mut model: Model,
        budget: &Budget,
    ) -> Result<Model, StopReason> {
        let symbols = &self.flattened.symbols;
        let words: Vec<Word> = symbols
            .iter()
            .map(|&(_, id)| Rc::from([Part::Variable(id)]))
            .collect();
        let words = self
            .flattened
            .promises
            .decode(store, &model, &words, budget)?;
        model
            .functions
            .retain(|table| table.fun.index() < self.symbols);
        for (&(symbol, _), word) in symbols.iter().zip(words) {
            if let Op::Apply(fun) = store.op(symbol) {
                model.set_constant(fun, Value::Str(word));
            }
        }
        Ok(model)
    }
}

impl Arm for FlatArm {
    fn turn(&mut self, store: &mut TermStore, budget: &Budget) -> Turn {
        if self.settings.log {
            return Turn::Declined(Reason::NoLog);
        }
        let totals = |search: &Option<Search>| search.as_ref().map(Search::totals);
        let before = totals(&self.search).unwrap_or_default();
        let begun = match self.search.take() {
            Some(search) => Ok(search),
            None => self.begin(store, budget),
        };
        let found = match begun {
            Ok(mut search) => {
                let found = self.work(store, &mut search, budget);
                self.search = Some(search);
                found
            }
            Err(stuck) => Err(stuck),
        };
        match found {
            Ok(Found::Model(model)) => Turn::Sat(model),
            Ok(Found::Nothing(why)) | Err(Stuck::Foreign(why)) => {
                Turn::Declined(Reason::Incomplete(why))
            }
            Err(Stuck::Stopped(reason)) => Turn::Paused(Pause {
                cause: Cause::Stopped(reason),
                difficulty: Difficulty {
                    steps: budget.spent(),
                    ..totals(&self.search).unwrap_or_default() - before
                },
            }),
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
