//! Lengths of the strings of a branch, as questions to linear arithmetic.
//!
//! One engine without strings has the decided comparisons of integers, lengths and other numbers that
//! depend on strings being integer variables. Each branch is a guarded formula: how lengths add up, which
//! lengths languages have (Chen et al., OOPSLA 2023, §5), and the conditions of the branch. Asked under its guard, the
//! engine keeps what it learns from one branch to the next.

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason, Tuning};
use sinew_engine::{Config, Engine, Outcome, Reason, Value};
use sinew_regex::LengthSet;
use sinew_regex::automata::Automaton;
use sinew_term::{Integer, Op, Sort, Term, TermMap, TermStore, Theory, rebuild_bottom_up};

use super::counting::Tapes;
use super::facts::Var;
use super::reasons::Reasons;
use super::state::State;
use crate::fixed_length::within_lengths;
use crate::tuning::{BRANCH_LENGTH_STEPS, QUESTION_STEPS, TAPE_EDGES, TAPE_STEPS};

/// The origin of what is no decided comparison.
const NO_ORIGIN: u32 = u32::MAX;

/// What arithmetic says of a branch.
#[derive(Debug)]
pub(super) enum Lengths {
    Found(Model),
    /// There are none.
    Impossible,
    /// It could not be told.
    Open,
}

/// Integers for a branch.
#[derive(Debug, Default)]
pub(super) struct Model {
    /// The lengths of the measured variables.
    pub(super) lengths: FxHashMap<Var, u64>,
    /// The code points of single characters of which arithmetic speaks.
    pub(super) codes: FxHashMap<Var, u32>,
}

/// Arithmetic, and what it was told.
pub(super) struct Measure {
    engine: Engine,
    /// Integers of the input that the arithmetic speaks of.
    translated: TermMap<Term>,
    /// The variable behind each length of the input.
    by_length: Vec<(Term, Var)>,
    languages: FxHashMap<Automaton, Option<LengthSet>>,
    tapes: Tapes,
    guards: usize,
    tuning: Tuning,
    /// Integers of the input whose values are wanted, with symbols for them.
    watched: Vec<(Term, Term)>,
    /// The values of those in the latest answer.
    pub(super) values: Vec<(Term, Integer)>,
    /// Comparisons that a refusal rested on.
    pub(super) used: Reasons,
}

impl Measure {
    /// Knows the comparisons; `variable` finds the variable of a string term.
    pub(super) fn new(
        store: &mut TermStore,
        comparisons: &[(Term, bool)],
        chosen: &dyn Fn(usize) -> bool,
        variable: &dyn Fn(Term) -> Option<Var>,
        tuning: &Tuning,
    ) -> Measure {
        let mut config = Config::default();
        config.cores = true;
        let mut measure = Measure {
            engine: Engine::new(config, store),
            translated: TermMap::new(),
            by_length: Vec::new(),
            languages: FxHashMap::default(),
            tapes: Tapes::default(),
            guards: 0,
            tuning: tuning.clone(),
            watched: Vec::new(),
            values: Vec::new(),
            used: Reasons::default(),
        };
        for (at, &(atom, value)) in comparisons.iter().enumerate() {
            if !chosen(at) {
                continue;
            }
            let atom = measure.translate(store, atom, variable);
            let fact = if value { atom } else { store.not(atom) };
            measure.engine.assert(store, fact, at as u32);
        }
        measure
    }

    /// Wants to know the value of an integer of the input.
    pub(super) fn watch(
        &mut self,
        store: &mut TermStore,
        term: Term,
        variable: &dyn Fn(Term) -> Option<Var>,
    ) {
        let meaning = self.translate(store, term, variable);
        let value = store.constant(&format!("|value{}", self.watched.len()), Sort::Int);
        let fact = store.eq(value, meaning);
        self.engine.assert(store, fact, NO_ORIGIN);
        self.watched.push((term, value));
    }

    /// The variables whose lengths the comparisons speak of.
    pub(super) fn measured(&self) -> impl Iterator<Item = Var> {
        self.by_length.iter().map(|&(_, x)| x)
    }

    /// A term over integers in which strings have no part.
    pub(super) fn translate(
        &mut self,
        store: &mut TermStore,
        root: Term,
        variable: &dyn Fn(Term) -> Option<Var>,
    ) -> Term {
        let mut pending = vec![root];
        while let Some(term) = pending.pop() {
            if self.translated.contains(term) {
                continue;
            }
            if !is_foreign(store, term) {
                pending.extend(store.args(term));
                continue;
            }
            let of = (store.op(term) == Op::Len).then(|| variable(store.arg(term, 0)));
            let stand_in = match of.flatten() {
                Some(x) => {
                    let length = length_of(store, x);
                    self.by_length.push((length, x));
                    length
                }
                None => store.constant(&format!("|number{}", term.index()), Sort::Int),
            };
            self.translated.insert(term, stand_in);
        }
        rebuild_bottom_up(store, root, &mut self.translated, |_, term| term)
    }

    /// Asks whether the branch has lengths; these lengths first, if they are given.
    pub(super) fn ask(
        &mut self,
        store: &mut TermStore,
        state: &State,
        preferred: &[(Var, Integer)],
        budget: &Budget,
    ) -> Result<Lengths, StopReason> {
        let facts = self.formula(store, state, budget)?;
        let slice = budget.slice(self.tuning.get(&QUESTION_STEPS));
        let answer = self.check(store, state, &facts, preferred, &slice);
        budget.check()?;
        Ok(answer)
    }

    /// Asks whether the branch has lengths with which these facts hold, too.
    pub(super) fn ask_with(
        &mut self,
        store: &mut TermStore,
        state: &State,
        more: &[Term],
        preferred: &[(Var, Integer)],
        budget: &Budget,
    ) -> Result<Lengths, StopReason> {
        let mut facts = self.formula(store, state, budget)?;
        facts.extend_from_slice(more);
        Ok(self.check(store, state, &facts, preferred, budget))
    }

    fn check(
        &mut self,
        store: &mut TermStore,
        state: &State,
        facts: &[Term],
        preferred: &[(Var, Integer)],
        budget: &Budget,
    ) -> Lengths {
        let formula = store.conjunction(facts);
        let guard = store.constant(&format!("|branch{}", self.guards), Sort::Bool);
        self.guards += 1;
        let fact = store.implies(guard, formula);
        self.engine.assert(store, fact, NO_ORIGIN);
        if !preferred.is_empty() {
            let mut assumptions = vec![guard];
            for (x, value) in preferred {
                let (length, value) = (length_of(store, *x), store.int(value.clone()));
                assumptions.push(store.eq(length, value));
            }
            if self.engine.check(store, &assumptions, budget) == Outcome::Sat {
                return self.found(store, state);
            }
        }
        match self.engine.check(store, &[guard], budget) {
            Outcome::Sat => self.found(store, state),
            Outcome::Unsat => {
                for &origin in self.engine.unsat_core() {
                    if origin != NO_ORIGIN {
                        self.used.insert(origin as usize);
                    }
                }
                Lengths::Impossible
            }
            Outcome::Unknown(Reason::Internal(_) | Reason::Incomplete(_) | Reason::Stopped(_)) => {
                Lengths::Open
            }
        }
    }

    /// The value of an integer symbol in the latest answer; what was not asked about is 0.
    pub(super) fn value(&self, store: &TermStore, symbol: Term) -> Option<Integer> {
        let model = self.engine.model()?;
        match store.op(symbol) {
            Op::Apply(fun) => match model.constant(fun) {
                Some(Value::Int(value)) => Some(value.clone()),
                _ => Some(Integer::ZERO),
            },
            _ => None,
        }
    }

    /// The length of a variable in the latest answer.
    pub(super) fn length(&self, store: &mut TermStore, x: Var) -> Option<u64> {
        let length = length_of(store, x);
        let value = self.value(store, length)?.to_usize()?;
        Some(value as u64)
    }

    /// That a string has one of the lengths of its language.
    pub(super) fn say_length(
        &mut self,
        store: &mut TermStore,
        x: Var,
        language: &Automaton,
        facts: &mut Vec<Term>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let (length, zero) = (length_of(store, x), store.int(0));
        facts.push(store.ge(length, zero));
        if let Some(lengths) = self.lengths(language, budget)? {
            facts.extend(within_lengths(store, length, &lengths));
        }
        Ok(())
    }

    fn found(&mut self, store: &mut TermStore, state: &State) -> Lengths {
        let Some(model) = self.engine.model() else {
            return Lengths::Open;
        };
        self.values.clear();
        for &(term, symbol) in &self.watched {
            if let Op::Apply(fun) = store.op(symbol)
                && let Some(Value::Int(value)) = model.constant(fun)
            {
                self.values.push((term, value.clone()));
            }
        }
        let mut found = Model::default();
        for x in (0..state.languages.len()).filter(|&x| state.measured[x]) {
            let length = length_of(store, x);
            let Op::Apply(fun) = store.op(length) else {
                return Lengths::Open;
            };
            let value = match model.constant(fun) {
                Some(Value::Int(value)) => value.to_usize(),
                _ => None,
            };
            if let Some(value) = value {
                found.lengths.insert(x, value as u64);
            }
        }
        for x in state.letters.iter().filter_map(|&x| state.letter(x)) {
            let code = code_of(store, x);
            if let Op::Apply(fun) = store.op(code)
                && let Some(Value::Int(value)) = model.constant(fun)
                && let Some(code) = value.to_u32()
            {
                found.codes.insert(x, code);
            }
        }
        Lengths::Found(found)
    }

    /// What the branch says of lengths.
    fn formula(
        &mut self,
        store: &mut TermStore,
        state: &State,
        budget: &Budget,
    ) -> Result<Vec<Term>, StopReason> {
        let mut facts = state.conditions.clone();
        for x in (0..state.languages.len()).filter(|&x| state.measured[x]) {
            let length = length_of(store, x);
            match &state.parts[x] {
                Some(parts) => {
                    let sum = sum_of(store, parts);
                    facts.push(store.eq(length, sum));
                }
                None => self.say_length(store, x, &state.languages[x], &mut facts, budget)?,
            }
        }
        for &x in &state.letters {
            self.say_code(store, state, x, &mut facts);
        }
        for (left, right) in &state.equations {
            let (left, right) = (state.expanded(left), state.expanded(right));
            if left.iter().chain(&right).all(|&x| state.measured[x]) {
                let sums = (sum_of(store, &left), sum_of(store, &right));
                facts.push(store.eq(sums.0, sums.1));
            }
        }
        let bounds = (self.tuning.size(&TAPE_EDGES), self.tuning.get(&TAPE_STEPS));
        self.tapes.say(store, state, bounds, &mut facts, budget)?;
        Ok(facts)
    }

    /// That a single character has one of the codes that its language leaves.
    fn say_code(&self, store: &mut TermStore, state: &State, x: Var, facts: &mut Vec<Term>) {
        let code = code_of(store, x);
        let letter = state.letter(x);
        if let Some(letter) = letter {
            let same = code_of(store, letter);
            facts.push(store.eq(code, same));
        }
        let language = &state.languages[letter.unwrap_or(x)];
        let alphabet = language.alphabet();
        let letters = language
            .all_edges()
            .fold(alphabet.none(), |all, (_, edge)| all.union(&edge.letters));
        let cases: Vec<Term> = alphabet
            .union_of(&letters)
            .ranges()
            .iter()
            .map(|&(low, high)| {
                let (low, high) = (store.int(low), store.int(high));
                let (above, below) = (store.ge(code, low), store.le(code, high));
                store.and(&[above, below])
            })
            .collect();
        facts.push(store.or(&cases));
    }

    /// The lengths of a language, if they are found with few steps.
    fn lengths(
        &mut self,
        language: &Automaton,
        budget: &Budget,
    ) -> Result<Option<LengthSet>, StopReason> {
        if let Some(known) = self.languages.get(language) {
            return Ok(known.clone());
        }
        let slice = budget.slice(self.tuning.get(&BRANCH_LENGTH_STEPS));
        let found = language.lengths(&slice).ok();
        budget.check()?;
        self.languages.insert(language.clone(), found.clone());
        Ok(found)
    }
}

/// Whether an integer depends on more than integers.
fn is_foreign(store: &TermStore, term: Term) -> bool {
    let op = store.op(term);
    let function = matches!(op, Op::Ite) || matches!(op, Op::Apply(_)) && !store.is_symbol(term);
    store.sort(term) == Sort::Int && (function || op.theory() == Theory::Strings)
}

/// The integer that stands for the length of a variable.
pub(super) fn length_of(store: &mut TermStore, x: Var) -> Term {
    store.constant(&format!("|length{x}"), Sort::Int)
}

/// The integer that stands for the code point of a variable, which is a single character.
pub(super) fn code_of(store: &mut TermStore, x: Var) -> Term {
    store.constant(&format!("|code{x}"), Sort::Int)
}

fn sum_of(store: &mut TermStore, sequence: &[Var]) -> Term {
    let lengths: Vec<Term> = sequence.iter().map(|&x| length_of(store, x)).collect();
    match lengths[..] {
        [] => store.int(0),
        [only] => only,
        _ => store.add(&lengths),
    }
}
