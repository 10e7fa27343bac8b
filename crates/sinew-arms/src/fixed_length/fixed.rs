//! String facts over words of fixed length (P2 §3.1, *ReduceToBV*), straight to SAT.
//!
//! Given a set of facts and a value for every integer term, the length of every string term is
//! known, and with it which position of one word is which position of another: concatenation and
//! substring become wires, and what is left are equalities of characters, occurrences of words in
//! words, and automata unrolled over positions.
//!
//! Departure from the paper: instead of bit-vectors for a second solver, the circuit goes straight
//! to the SAT kernel over a compressed alphabet; and each fact, and each definition that is not
//! total under the fixed lengths (the result of `replace` may not fit), is guarded by a literal of
//! its own, so that a failure names the facts *and* the integers it depends on.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::{Budget, Integer, StopReason, Tuning};
use sinew_regex::{CharSet, Regex, RegexStore};
use sinew_sat::{Lit, Outcome, Unknown};
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::circuit::{Circuit, CircuitCache, Statement, Wanted};
use super::gates::Cell;
use super::range::{Conversion, codes};
use super::symbolic_string::{Condition, Part, SymbolicString, merge};
use crate::tuning::{CELLS, CORE_GUARDS, CORE_STEPS, GATES, GUARD_STEPS};

/// A circuit may have so many variables and clauses before it pays for them: short words cost what
/// is looked at, long ones what is built, or else a few thousand steps could take all memory.
const FREE_SIZE: usize = 8192;
/// Cells of a long word are made, and paid for, so many at a time.
const CELLS_AT_ONCE: usize = 64;
/// So many steps of making a core smaller are one of the search: they are propagations in a circuit that
/// is there already, and turns are measured without them.
const CORE_RATE: u64 = 32;

/// The integers of a candidate model.
pub trait Integers {
    /// The value of an integer term.
    fn value(&self, term: Term) -> Option<Integer>;
    /// The length of a string term.
    fn length(&self, term: Term) -> Option<Integer>;
    /// Between which integers this integer term is in all candidates that could come next, as far
    /// as that is known.
    fn bounds(&self, term: Term) -> (Option<Integer>, Option<Integer>) {
        let _ = term;
        (None, None)
    }
}

/// What came of the facts.
#[derive(Debug)]
pub enum Fixed {
    /// They hold with these words for the string terms.
    Assignment(FxHashMap<Term, Vec<u32>>),
    /// These facts (by position) cannot hold together while these integers are as they are.
    Conflict {
        /// Positions of facts.
        facts: Vec<usize>,
        /// Integers whose values matter.
        integers: Vec<Condition>,
        /// Values with which these integer terms would go with words of these lengths.
        suggested: Vec<(Term, Integer)>,
    },
    /// The procedure does not go that far.
    GaveUp(&'static str),
}

/// Why a circuit could not be built.
pub(super) enum Stuck {
    Stop(StopReason),
    GaveUp(&'static str),
    /// These integers contradict each other by themselves.
    Inconsistent(Vec<Condition>),
}

impl From<StopReason> for Stuck {
    fn from(reason: StopReason) -> Stuck {
        Stuck::Stop(reason)
    }
}

/// What a part of the circuit is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A fact, or what holds of words whatever the numbers of conversions are.
    Fact,
    /// The number of a conversion.
    Number,
}

/// A guarded part of the circuit.
#[derive(Clone)]
pub(super) struct Guard {
    lit: Lit,
    fact: Option<usize>,
    conditions: Vec<Condition>,
    pub(super) purpose: Purpose,
}

/// The circuit under construction.
pub(super) struct Encoder<'a> {
    pub(super) store: &'a TermStore,
    pub(super) regexes: &'a mut RegexStore,
    pub(super) languages: &'a FxHashMap<Term, Regex>,
    pub(super) integers: &'a dyn Integers,
    pub(super) budget: &'a Budget<'a>,
    pub(super) circuit: Circuit,
    words: FxHashMap<Term, Rc<SymbolicString>>,
    pub(super) guards: Vec<Guard>,
    pub(super) conversions: Vec<Conversion>,
    work: usize,
    /// The size of the circuit that is paid for.
    paid: usize,
    pub(super) tuning: Tuning,
}

/// String facts whose strings have the lengths that integers say.
pub struct FixedProblem<'a> {
    /// The terms.
    pub store: &'a TermStore,
    /// Where the languages are.
    pub regexes: &'a mut RegexStore,
    /// The ground regular expressions among the terms.
    pub languages: &'a FxHashMap<Term, Regex>,
    /// The lengths, and the values of what is no string.
    pub integers: &'a dyn Integers,
    /// What must hold: atoms with their truth values.
    pub facts: &'a [(Term, bool)],
    /// String terms that need words too, and integer functions of strings that must have the values
    /// that the integers give them.
    pub others: &'a [Term],
}

impl FixedProblem<'_> {
    /// Looks for words with which all facts hold, in the circuit of earlier attempts over the same
    /// terms and languages.
    ///
    /// # Errors
    ///
    /// The budget ended.
    pub fn solve(self, cache: &mut CircuitCache, budget: &Budget) -> Result<Fixed, StopReason> {
        let atoms = self.facts.iter().map(|&(atom, _)| atom);
        let roots: Vec<Term> = atoms.chain(self.others.iter().copied()).collect();
        let order = postorder_all(self.store, &roots);
        let Some(unknown) = self.unknown_characters(&order) else {
            return Ok(Fixed::GaveUp("a string has no length"));
        };
        if unknown > cache.tuning.size(&CELLS) {
            return Ok(Fixed::GaveUp("the words are too long"));
        }
        let circuit = cache.take(Wanted {
            sets: self.character_sets(&order),
            unknown,
            by_code_point: order.iter().any(|&t| match self.store.op(t) {
                Op::StrLt | Op::StrLe => true,
                Op::ReRange => !self.store.is_ground(t),
                _ => false,
            }),
        });
        let paid = circuit.gates.size().max(FREE_SIZE);
        let mut encoder = Encoder {
            store: self.store,
            regexes: self.regexes,
            languages: self.languages,
            integers: self.integers,
            budget,
            circuit,
            words: FxHashMap::default(),
            guards: Vec::new(),
            conversions: Vec::new(),
            work: 0,
            paid,
            tuning: cache.tuning.clone(),
        };
        // A circuit that broke off in the middle of a statement is not kept.
        match encoder.build(&order, self.facts) {
            Ok(()) => {
                let found = encoder.solve();
                cache.keep(encoder.circuit);
                found
            }
            Err(Stuck::Stop(reason)) => Err(reason),
            Err(Stuck::GaveUp(why)) => Ok(Fixed::GaveUp(why)),
            Err(Stuck::Inconsistent(integers)) => {
                cache.keep(encoder.circuit);
                Ok(Fixed::Conflict {
                    facts: Vec::new(),
                    integers,
                    suggested: Vec::new(),
                })
            }
        }
    }

    /// How many characters are to be found. None if a string has no length.
    fn unknown_characters(&self, order: &[Term]) -> Option<usize> {
        let mut unknown = 0usize;
        for &term in order.iter().filter(|&&term| is_open_word(self.store, term)) {
            let length = self.integers.length(term)?.to_usize()?;
            unknown = unknown.saturating_add(length);
        }
        Some(unknown)
    }

    /// The sets of characters that the terms can tell apart.
    fn character_sets(&self, order: &[Term]) -> Vec<CharSet> {
        let (store, integers) = (self.store, self.integers);
        let mut singles: Vec<u32> = Vec::new();
        let mut sets = Vec::new();
        let code = |value: Option<Integer>| {
            value
                .and_then(|v| v.to_u32())
                .filter(|&c| c <= sinew_term::MAX_CHAR)
        };
        for &term in order {
            match store.op(term) {
                Op::Str(_) => singles.extend(store.str_value(term).unwrap_or_default()),
                Op::ReRange => {
                    let bound = |index| {
                        store
                            .str_value(store.arg(term, index))
                            .and_then(|s| <[u32; 1]>::try_from(s).ok())
                    };
                    if let (Some([lo]), Some([hi])) = (bound(0), bound(1))
                        && lo <= hi
                    {
                        sets.push(CharSet::range(lo, hi));
                    }
                }
                // A symbol that stands for a language; others are made of the terms below them.
                Op::Apply(_) => {
                    let known = self.languages.get(&term).into_iter();
                    sets.extend(known.flat_map(|&r| self.regexes.character_sets(r)));
                }
                Op::ToInt | Op::FromInt | Op::IsDigit => {
                    singles.extend(u32::from(b'0')..=u32::from(b'9'))
                }
                Op::ToCode | Op::FromCode => {
                    let number = match store.op(term) {
                        Op::ToCode => term,
                        _ => store.arg(term, 0),
                    };
                    singles.extend(code(integers.value(number)));
                    let (least, most) = integers.bounds(number);
                    let above = least.map(|least| Condition::AtLeast(number, least));
                    let below = most.map(|most| Condition::AtMost(number, most));
                    sets.extend(above.iter().chain(&below).map(codes));
                }
                Op::ToLower | Op::ToUpper => {
                    singles.extend((b'a'..=b'z').chain(b'A'..=b'Z').map(u32::from));
                }
                _ => {}
            }
        }
        singles.sort_unstable();
        singles.dedup();
        sets.extend(singles.into_iter().map(CharSet::single));
        sets
    }
}

/// Whether the word of this term has unknown characters of its own.
fn is_open_word(store: &TermStore, term: Term) -> bool {
    store.sort(term) == Sort::String
        && matches!(
            store.op(term),
            Op::Apply(_)
                | Op::Ite
                | Op::FromInt
                | Op::FromCode
                | Op::Replace
                | Op::ReplaceAll
                | Op::ReplaceRe
                | Op::ReplaceReAll
                | Op::ToLower
                | Op::ToUpper
        )
}

impl Encoder<'_> {
    fn build(&mut self, order: &[Term], facts: &[(Term, bool)]) -> Result<(), Stuck> {
        for &term in order {
            self.budget.spend(1)?;
            if self.store.sort(term) == Sort::String {
                let word = self.word(term)?;
                self.check_length(term, &word)?;
                self.words.insert(term, Rc::new(word));
            } else if matches!(
                self.store.op(term),
                Op::IndexOf | Op::ToInt | Op::ToCode | Op::IndexOfRe
            ) {
                self.integer_definition(term)?;
            }
        }
        for (index, &(atom, positive)) in facts.iter().enumerate() {
            self.fact(index, atom, positive)?;
        }
        Ok(())
    }

    /// Assumes a literal in this attempt, for this fact or a definition and as long as these
    /// integers are as they are.
    pub(super) fn assume(&mut self, lit: Lit, fact: Option<usize>, conditions: Vec<Condition>) {
        self.guards.push(Guard {
            lit,
            fact,
            conditions,
            purpose: Purpose::Fact,
        });
    }

    /// What was assumed last is the number of a conversion.
    pub(super) fn is_number(&mut self) {
        if let Some(guard) = self.guards.last_mut() {
            guard.purpose = Purpose::Number;
        }
    }

    /// Assumes a statement. Returns its guard if it is new, and then the caller must state it.
    pub(super) fn state(
        &mut self,
        statement: Statement,
        fact: Option<usize>,
        conditions: Vec<Condition>,
    ) -> Option<Lit> {
        if let Some(&known) = self.circuit.stated.get(&statement) {
            self.assume(known, fact, conditions);
            return None;
        }
        let lit = self.circuit.gates.fresh();
        self.circuit.stated.insert(statement, lit);
        self.assume(lit, fact, conditions);
        Some(lit)
    }

    /// The word's length must be what the integers say, where they say it.
    fn check_length(&self, term: Term, word: &SymbolicString) -> Result<(), Stuck> {
        match self.integers.length(term) {
            Some(length) if length != Integer::from(word.cells.len()) => {
                let mut conditions = word.conditions.clone();
                merge(&mut conditions, &[Condition::Length(term)]);
                Err(Stuck::Inconsistent(conditions))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn work(&mut self, amount: usize) -> Result<(), Stuck> {
        self.work = self.work.saturating_add(amount);
        if self.work > self.tuning.size(&GATES) {
            return Err(Stuck::GaveUp("the circuit is too large"));
        }
        self.budget.spend(amount as u64)?;
        self.pay()
    }

    /// Pays for what was built since the last time.
    pub(super) fn pay(&mut self) -> Result<(), Stuck> {
        let size = self.circuit.gates.size();
        if size > self.paid {
            self.budget.spend((size - self.paid) as u64)?;
            self.paid = size;
        }
        Ok(())
    }

    pub(super) fn word_of(&self, term: Term) -> Rc<SymbolicString> {
        self.words
            .get(&term)
            .cloned()
            .unwrap_or_else(|| Rc::new(SymbolicString::empty()))
    }

    /// The value of an integer term, which `conditions` then depend on.
    pub(super) fn integer(
        &self,
        term: Term,
        conditions: &mut Vec<Condition>,
    ) -> Result<Integer, Stuck> {
        self.condition(conditions, term, Condition::Value(term));
        self.number(term)
    }

    /// The value of an integer term.
    pub(super) fn number(&self, term: Term) -> Result<Integer, Stuck> {
        match self.store.int_value(term) {
            Some(value) => Ok(value.clone()),
            None => self
                .integers
                .value(term)
                .ok_or(Stuck::GaveUp("an integer has no value")),
        }
    }

    /// Adds a dependency on an integer term, unless that is a constant.
    pub(super) fn condition(
        &self,
        conditions: &mut Vec<Condition>,
        term: Term,
        condition: Condition,
    ) {
        if self.store.int_value(term).is_none() {
            merge(conditions, &[condition]);
        }
    }

    pub(super) fn constant(&self, word: &[u32]) -> Result<Vec<Cell>, Stuck> {
        word.iter()
            .map(|&c| {
                self.circuit
                    .alphabet
                    .number(c)
                    .map(|number| Cell::Known(number as u32))
            })
            .collect::<Option<Vec<Cell>>>()
            .ok_or(Stuck::GaveUp("a character has no number"))
    }

    /// A word with characters of its own, which are there as soon as it is long enough.
    pub(super) fn fresh_word(&mut self, term: Term) -> Result<SymbolicString, Stuck> {
        let length = self
            .integers
            .length(term)
            .and_then(|length| length.to_usize());
        let length = length.ok_or(Stuck::GaveUp("a string has no length"))?;
        for made in (0..length).step_by(CELLS_AT_ONCE) {
            let some = CELLS_AT_ONCE.min(length - made);
            self.circuit.grow(term, made + some);
            self.work(some)?;
        }
        Ok(SymbolicString {
            cells: self.circuit.cells(term, length),
            conditions: vec![Condition::Length(term)],
            parts: vec![Part::open(term, length)],
        })
    }

    /// The guards, each once.
    pub(super) fn assumptions(&mut self) -> Vec<Lit> {
        // What says most about integers is left out of cores first.
        let weight = |guard: &Guard| {
            guard
                .conditions
                .iter()
                .map(Condition::weight)
                .sum::<usize>()
        };
        self.guards
            .sort_by_cached_key(|guard| std::cmp::Reverse(weight(guard)));
        let mut seen = FxHashSet::default();
        self.guards
            .iter()
            .map(|guard| guard.lit)
            .filter(|&lit| seen.insert(lit))
            .collect()
    }

    fn solve(&mut self) -> Result<Fixed, StopReason> {
        let assumptions = self.assumptions();
        match self.circuit.gates.solve(&assumptions, self.budget) {
            Outcome::Sat => {
                let circuit = &self.circuit;
                let words = self.words.iter().map(|(&term, word)| {
                    let text = word
                        .cells
                        .iter()
                        .map(|&cell| circuit.alphabet.value(circuit.gates.number(cell)));
                    (term, text.collect())
                });
                Ok(Fixed::Assignment(words.collect()))
            }
            Outcome::Unsat => {
                let clash = self.clash();
                match self.has_part(Purpose::Number) {
                    true => self.second_look(clash),
                    false => Ok(clash),
                }
            }
            Outcome::Unknown(Unknown::Stopped(reason)) => Err(reason),
            Outcome::Unknown(_) => Ok(Fixed::GaveUp("the circuit was not decided")),
        }
    }

    /// Whether a guard for this purpose is among those that failed.
    fn has_part(&self, purpose: Purpose) -> bool {
        let failed = self.circuit.gates.failed();
        self.guards
            .iter()
            .any(|guard| guard.purpose == purpose && failed.contains(&guard.lit))
    }

    /// The facts and integers behind the failed guards.
    pub(super) fn clash(&mut self) -> Fixed {
        if self.circuit.gates.failed().len() <= self.tuning.size(&CORE_GUARDS) {
            let small = self.budget.in_small_steps(CORE_RATE);
            let all = small.slice(self.tuning.get(&CORE_STEPS));
            let each = self.tuning.get(&GUARD_STEPS);
            self.circuit.gates.minimize_failed(&all, each);
        }
        let failed: FxHashSet<Lit> = self.circuit.gates.failed().iter().copied().collect();
        // Several facts may have stated the same; one of them will do, the last needs least.
        let mut chosen: FxHashMap<Lit, usize> = FxHashMap::default();
        for (index, guard) in self.guards.iter().enumerate() {
            if failed.contains(&guard.lit) {
                chosen.insert(guard.lit, index);
            }
        }
        let (mut facts, mut integers) = (Vec::new(), Vec::new());
        for &index in chosen.values() {
            let guard = &self.guards[index];
            facts.extend(guard.fact);
            merge(&mut integers, &guard.conditions);
        }
        facts.sort_unstable();
        facts.dedup();
        Fixed::Conflict {
            facts,
            integers,
            suggested: Vec::new(),
        }
    }
}
