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

mod apart;
mod bounds;
mod candidate;
mod construct;
mod conversions;
mod facts;
mod flatten;
mod growth;
mod images;
mod languages;
mod letters;
mod matches;
mod open;
mod operators;
mod promise;
mod refine;
mod ring;
pub mod rules;
mod settled;
mod shape;
mod shifts;
mod trials;
mod unfold;
mod windows;

use std::collections::{BTreeMap, VecDeque};

use sinew_base::{Budget, StopReason};
use sinew_engine::{Config, Engine, Inference, Model, Observer, Outcome};
use sinew_term::{Term, TermStore};

use self::flatten::{Flattened, Stuck, flatten};
use self::letters::Alphabet;
use self::trials::{Rings, ShortWords, Trials};
use crate::Difficulty;
use crate::arm::{Arm, Asserted, Cause, Pause, Reason, Settings, Turn};
use crate::tuning::{
    FLAT_FIRST_PERIOD, FLAT_LONG_FIRST_PERIOD, FLAT_PERIODS, FLAT_RING_STEPS, FLAT_SEARCH_STEPS,
    FLAT_TERM_STEPS, FLAT_WORDS_STEPS,
};

/// Why the arm declines when no bound is to blame: there would be no model with longer periods or more cycles either.
pub const NO_FLAT_WORDS: &str = "there are no flat words of its letters, whatever the bounds";
const AT_THEIR_ENDS: &str = "the bounds of flat words are at their ends";

/// The arm.
pub(crate) struct FlatArm {
    assertions: Vec<Term>,
    settings: Settings,
    /// Who takes turns, from the front.
    turns: Option<VecDeque<Turns>>,
    /// The letters that they have.
    alphabet: Alphabet,
    /// How often each rule was applied.
    applied: BTreeMap<&'static str, u64>,
    observer: Option<Observer>,
    /// Symbols from this number on are not the input's; none before it has begun.
    symbols: Option<usize>,
    /// The terms that were paid for.
    terms: u64,
    /// What this turn did, but for its steps.
    done: Difficulty,
}

/// A problem that was flattened, and the engine that solves the arithmetic.
struct Search {
    engine: Engine,
    flattened: Flattened,
    /// Symbols from this number on are not the input's.
    symbols: usize,
    /// Whether it is a trial: what has no model here may have one elsewhere.
    special: bool,
    /// The first period, and the last one before variables grow.
    periods: (usize, usize),
    /// Steps of its next turn.
    share: u64,
}

/// Who takes turns: searches, and who begins new ones.
enum Turns {
    Search(Box<Search>),
    /// With the steps of its next turn.
    Trials(Box<dyn Trials>, u64),
}

impl Turns {
    /// Whether it is a trial that goes on.
    fn is_special(&self) -> bool {
        matches!(self, Turns::Search(search) if search.special)
    }

    fn search(self) -> Option<Box<Search>> {
        match self {
            Turns::Search(search) => Some(search),
            Turns::Trials(..) => None,
        }
    }
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
            turns: None,
            alphabet: Alphabet::Few,
            applied: BTreeMap::new(),
            observer: None,
            symbols: None,
            terms: 0,
            done: Difficulty::default(),
        }
    }

    /// Goes on with the searches, or begins them: again, with many letters, if all that they found out is that few are too few.
    fn find(&mut self, store: &mut TermStore, budget: &Budget) -> Result<Found, Stuck> {
        // What others have made meanwhile is not its own.
        self.terms = self.terms.max(store.term_count() as u64);
        loop {
            let mut turns = match self.turns.take() {
                Some(turns) => turns,
                None => self.begin(store, budget)?,
            };
            let found = self.take_turns(store, &mut turns, budget);
            match found {
                Ok(Found::Nothing(NO_FLAT_WORDS)) if self.alphabet == Alphabet::Few => {
                    self.alphabet = Alphabet::Many;
                }
                found => {
                    self.turns = Some(turns);
                    return found;
                }
            }
        }
    }

    /// The searches for a problem: with rings, if it has any, for short words, and without either.
    fn begin(&mut self, store: &mut TermStore, budget: &Budget) -> Result<VecDeque<Turns>, Stuck> {
        self.symbols.get_or_insert(store.function_count());
        let tuning = &self.settings.tuning;
        let mut plain = flatten(store, &self.assertions, self.alphabet, tuning, budget)?;
        let (mut rings, mut turns) = (plain.clone(), VecDeque::new());
        let share = tuning.get(&FLAT_SEARCH_STEPS);
        if rings.promises.construct(store, &plain.equations) {
            rings.promises.bound(store);
            turns.push_back(Turns::Trials(Box::new(Rings::new(rings)), share));
        }
        plain.promises.bound(store);
        if let Some(words) = ShortWords::new(plain.clone()) {
            let share = tuning.get(&FLAT_WORDS_STEPS);
            turns.push_back(Turns::Trials(Box::new(words), share));
        }
        turns.push_back(Turns::Search(Box::new(self.search(store, plain, share))));
        Ok(turns)
    }

    fn search(&self, store: &mut TermStore, mut flattened: Flattened, share: u64) -> Search {
        let tuning = &self.settings.tuning;
        let longest = tuning.size(&FLAT_LONG_FIRST_PERIOD);
        let first = flattened.period.min(longest);
        let first = first.max(tuning.size(&FLAT_FIRST_PERIOD));
        flattened.promises.shapes.set_period(store, first);
        let mut config = Config::default();
        config.seed = self.settings.seed;
        config.tuning = tuning.clone();
        Search {
            engine: Engine::new(config, store),
            flattened,
            symbols: self.symbols.unwrap_or_else(|| store.function_count()),
            special: false,
            periods: (first, first + tuning.size(&FLAT_PERIODS)),
            share,
        }
    }

    /// Searches in turns, which get longer, until one has found something, or the last one nothing.
    fn take_turns(
        &mut self,
        store: &mut TermStore,
        turns: &mut VecDeque<Turns>,
        budget: &Budget,
    ) -> Result<Found, Stuck> {
        let mut nothing = Found::Nothing(AT_THEIR_ENDS);
        while let Some(first) = turns.pop_front() {
            let found = match first {
                Turns::Search(search) => self.take_turn(store, turns, search, budget)?,
                Turns::Trials(trials, steps) => {
                    self.begin_trials(store, turns, (trials, steps), budget)?
                }
            };
            match found {
                Some(Found::Nothing(why)) if why != NO_FLAT_WORDS => nothing = Found::Nothing(why),
                Some(found) => return Ok(found),
                None => {}
            }
        }
        Ok(nothing)
    }

    /// One turn of a search. It goes to the end of the queue with twice the steps, unless it is done.
    fn take_turn(
        &mut self,
        store: &mut TermStore,
        turns: &mut VecDeque<Turns>,
        mut search: Box<Search>,
        budget: &Budget,
    ) -> Result<Option<Found>, Stuck> {
        let alone = turns.is_empty();
        let part = budget.slice(if alone { u64::MAX } else { search.share });
        match self.work(store, &mut search, &part) {
            Err(Stuck::Stopped(StopReason::Steps)) if budget.exhausted().is_none() => {
                search.share = search.share.saturating_mul(2);
                turns.push_back(Turns::Search(search));
                Ok(None)
            }
            Err(Stuck::Stopped(reason)) => {
                turns.push_front(Turns::Search(search));
                Err(reason.into())
            }
            Err(Stuck::Foreign(why)) => Ok(Some(Found::Nothing(why))),
            Ok(found) => Ok(Some(found)),
        }
    }

    /// Begins some trials, each with a turn.
    fn begin_trials(
        &mut self,
        store: &mut TermStore,
        turns: &mut VecDeque<Turns>,
        (mut trials, steps): (Box<dyn Trials>, u64),
        budget: &Budget,
    ) -> Result<Option<Found>, Stuck> {
        let share = self.settings.tuning.get(&FLAT_RING_STEPS);
        let (part, mut paused) = (budget.slice(steps), VecDeque::new());
        while part.exhausted().is_none() {
            let Some(trial) = trials.next(store) else {
                // What is left of the turn is for those that were paused, in this turn or before.
                let (special, others) = std::mem::take(turns)
                    .into_iter()
                    .partition::<VecDeque<_>, _>(Turns::is_special);
                *turns = others;
                let earlier = special.into_iter().filter_map(Turns::search);
                let paused: VecDeque<Box<Search>> = earlier.chain(paused).collect();
                let each = steps / paused.len().max(1) as u64;
                return self.go_on(store, turns, (paused, each), (&part, budget));
            };
            let mut search = Box::new(self.search(store, trial.flattened, share));
            search.special = trial.special;
            match self.work(store, &mut search, &part.slice(share)) {
                Ok(Found::Nothing(why)) if why != NO_FLAT_WORDS => trials.failed(&search),
                Ok(found) => return Ok(Some(found)),
                Err(Stuck::Stopped(_)) => {
                    search.share = share.saturating_mul(2);
                    paused.push_back(search);
                }
                Err(Stuck::Foreign(why)) => return Ok(Some(Found::Nothing(why))),
            }
        }
        turns.extend(paused.into_iter().map(Turns::Search));
        let stopped = budget.exhausted();
        match stopped {
            Some(_) => turns.push_front(Turns::Trials(trials, steps)),
            None => turns.push_back(Turns::Trials(trials, steps.saturating_mul(2))),
        }
        stopped.map_or(Ok(None), |reason| Err(reason.into()))
    }

    /// A turn of each of these searches, as far as the part of the budget goes.
    fn go_on(
        &mut self,
        store: &mut TermStore,
        turns: &mut VecDeque<Turns>,
        (mut paused, each): (VecDeque<Box<Search>>, u64),
        (part, budget): (&Budget<'_>, &Budget<'_>),
    ) -> Result<Option<Found>, Stuck> {
        while part.exhausted().is_none()
            && let Some(mut search) = paused.pop_front()
        {
            search.share = search.share.max(each);
            let turn = part.slice(search.share);
            match self.work(store, &mut search, &turn) {
                Ok(Found::Nothing(why)) if why != NO_FLAT_WORDS => {}
                Ok(found) => return Ok(Some(found)),
                Err(Stuck::Stopped(_)) => turns.push_back(Turns::Search(search)),
                Err(Stuck::Foreign(why)) => return Ok(Some(Found::Nothing(why))),
            }
        }
        turns.extend(paused.into_iter().map(Turns::Search));
        let stopped = budget.exhausted();
        stopped.map_or(Ok(None), |reason| Err(reason.into()))
    }

    /// A part of a search, and what it did.
    fn work(
        &mut self,
        store: &mut TermStore,
        search: &mut Search,
        budget: &Budget,
    ) -> Result<Found, Stuck> {
        let before = search.engine.statistics();
        let found = self.look(store, search, budget);
        let after = search.engine.statistics();
        self.done.progress += after.conflicts - before.conflicts;
        self.done.growth += (after.variables + after.nodes) - (before.variables + before.nodes);
        found
    }

    /// Solves, refines and grows until something is found.
    fn look(
        &mut self,
        store: &mut TermStore,
        search: &mut Search,
        budget: &Budget,
    ) -> Result<Found, Stuck> {
        loop {
            let terms = store.term_count() as u64;
            let made = terms - std::mem::replace(&mut self.terms, terms);
            let each = self.settings.tuning.get(&FLAT_TERM_STEPS);
            budget.spend(made.saturating_mul(each))?;
            let assumptions = search.tell(store, budget)?;
            match search.engine.check(store, &assumptions, budget) {
                Outcome::Sat => {
                    if let Some(found) = self.refine(store, search, budget)? {
                        return Ok(found);
                    }
                }
                Outcome::Unsat => {
                    let blamed = search.engine.failed_assumptions().to_vec();
                    if search.grow(store, &blamed) {
                        self.done.exhaustion += 1;
                    } else {
                        return Ok(Found::Nothing(match blamed.is_empty() && !search.special {
                            true => NO_FLAT_WORDS,
                            false => AT_THEIR_ENDS,
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

impl Arm for FlatArm {
    fn turn(&mut self, store: &mut TermStore, budget: &Budget) -> Turn {
        if self.settings.log {
            return Turn::Declined(Reason::NoLog);
        }
        self.done = Difficulty::default();
        let found = self.find(store, budget);
        match found {
            Ok(Found::Model(model)) => Turn::Sat(model),
            Ok(Found::Nothing(why)) | Err(Stuck::Foreign(why)) => {
                Turn::Declined(Reason::Incomplete(why))
            }
            Err(Stuck::Stopped(reason)) => Turn::Paused(Pause {
                cause: Cause::Stopped(reason),
                difficulty: Difficulty {
                    steps: budget.spent(),
                    ..self.done
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
