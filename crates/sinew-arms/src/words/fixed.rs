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

use rustc_hash::FxHashMap;
use sinew_base::{Budget, Integer, StopReason};
use sinew_regex::{CharSet, Regex, RegexStore};
use sinew_sat::{Lit, Outcome, Unknown};
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::alphabet::Alphabet;
use super::gates::{Cell, Gates};

/// Above this many unknown positions the circuit is not built.
const MAX_CELLS: usize = 20_000;
/// Above this many gates for one fact it is not built.
const MAX_WORK: usize = 4_000_000;

/// An integer that a circuit was built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dependency {
    /// The value of this integer term.
    Value(Term),
    /// The length of this string term.
    Length(Term),
    /// That this string term has at least so many characters.
    LongEnough(Term, usize),
}

/// The integers of a candidate model.
pub trait Integers {
    /// The value of an integer term.
    fn value(&self, term: Term) -> Option<Integer>;
    /// The length of a string term.
    fn length(&self, term: Term) -> Option<Integer>;
}

/// What came of the facts.
#[derive(Debug)]
pub enum Fixed {
    /// They hold with these words for the string terms.
    Words(FxHashMap<Term, Vec<u32>>),
    /// These facts (by position) cannot hold together while these integers are as they are.
    Clash {
        /// Positions of facts.
        facts: Vec<usize>,
        /// Integers whose values matter.
        integers: Vec<Dependency>,
    },
    /// The procedure does not go that far.
    GaveUp(&'static str),
}

/// Why a circuit could not be built.
pub(super) enum Stuck {
    Stop(StopReason),
    GaveUp(&'static str),
    /// These integers contradict each other by themselves.
    Inconsistent(Vec<Dependency>),
}

impl From<StopReason> for Stuck {
    fn from(reason: StopReason) -> Stuck {
        Stuck::Stop(reason)
    }
}

/// The positions of a string term.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) cells: Vec<Cell>,
    pub(super) needs: Vec<Dependency>,
    /// Whether all characters are this term's own, so that they depend on its length alone.
    pub(super) open: bool,
}

impl Word {
    pub(super) fn new(cells: Vec<Cell>, needs: Vec<Dependency>) -> Word {
        Word {
            cells,
            needs,
            open: false,
        }
    }
}

/// A guarded part of the circuit.
struct Guard {
    lit: Lit,
    fact: Option<usize>,
    needs: Vec<Dependency>,
}

/// The circuit under construction.
pub(super) struct Encoder<'a> {
    pub(super) store: &'a TermStore,
    pub(super) regexes: &'a mut RegexStore,
    pub(super) languages: &'a FxHashMap<Term, Regex>,
    pub(super) integers: &'a dyn Integers,
    pub(super) budget: &'a Budget,
    pub(super) alphabet: Alphabet,
    pub(super) gates: Gates,
    words: FxHashMap<Term, Word>,
    guards: Vec<Guard>,
    work: usize,
}

/// Looks for words that make all `facts` (atoms with their truth values) true under `integers`.
/// `others` are string terms that need words too, and integer functions of strings that must
/// have the values that `integers` gives them. `languages` gives the ground regular
/// expressions among the terms.
pub fn solve_fixed(
    store: &TermStore,
    (regexes, languages): (&mut RegexStore, &FxHashMap<Term, Regex>),
    integers: &dyn Integers,
    facts: &[(Term, bool)],
    others: &[Term],
    budget: &Budget,
) -> Result<Fixed, StopReason> {
    let roots: Vec<Term> = facts
        .iter()
        .map(|&(atom, _)| atom)
        .chain(others.iter().copied())
        .collect();
    let order = postorder_all(store, &roots);
    let mut unknown = 0usize;
    for &term in &order {
        if is_open_word(store, term) {
            let Some(length) = integers.length(term).and_then(|length| length.to_usize()) else {
                return Ok(Fixed::GaveUp("a string has no length"));
            };
            unknown = unknown.saturating_add(length);
        }
    }
    if unknown > MAX_CELLS {
        return Ok(Fixed::GaveUp("the words are too long"));
    }
    let by_code_point = order
        .iter()
        .any(|&t| matches!(store.op(t), Op::StrLt | Op::StrLe));
    let alphabet = Alphabet::new(
        &character_sets(store, integers, &order),
        unknown,
        by_code_point,
    );
    let gates = Gates::new(alphabet.len());
    let mut encoder = Encoder {
        store,
        regexes,
        languages,
        integers,
        budget,
        alphabet,
        gates,
        words: FxHashMap::default(),
        guards: Vec::new(),
        work: 0,
    };
    match encoder.build(&order, facts) {
        Ok(()) => encoder.solve(),
        Err(Stuck::Stop(reason)) => Err(reason),
        Err(Stuck::GaveUp(why)) => Ok(Fixed::GaveUp(why)),
        Err(Stuck::Inconsistent(integers)) => Ok(Fixed::Clash {
            facts: Vec::new(),
            integers,
        }),
    }
}

/// Whether the word of this term has unknown characters of its own.
fn is_open_word(store: &TermStore, term: Term) -> bool {
    store.sort(term) == Sort::String
        && matches!(
            store.op(term),
            Op::Apply(_)
                | Op::Ite
                | Op::Replace
                | Op::ReplaceAll
                | Op::ReplaceRe
                | Op::ReplaceReAll
                | Op::ToLower
                | Op::ToUpper
        )
}

/// The sets of characters that the terms can tell apart.
fn character_sets(store: &TermStore, integers: &dyn Integers, order: &[Term]) -> Vec<CharSet> {
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
            Op::ToInt | Op::FromInt | Op::IsDigit => {
                singles.extend(u32::from(b'0')..=u32::from(b'9'))
            }
            Op::ToCode => singles.extend(code(integers.value(term))),
            Op::FromCode => singles.extend(code(integers.value(store.arg(term, 0)))),
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

/// What the first `count` characters of a word depend on: of an open string they are there as soon
/// as it is long enough, whatever follows them (P2, Theorem 1, generalises lessons in this way).
pub(super) fn needs_of_beginning(word: &Word, count: usize) -> Vec<Dependency> {
    match word.needs[..] {
        [Dependency::Length(term)] if word.open && count <= word.cells.len() => {
            vec![Dependency::LongEnough(term, count)]
        }
        _ => word.needs.clone(),
    }
}

pub(super) fn merge(needs: &mut Vec<Dependency>, more: &[Dependency]) {
    needs.extend_from_slice(more);
    needs.sort_unstable();
    needs.dedup();
}

impl Encoder<'_> {
    fn build(&mut self, order: &[Term], facts: &[(Term, bool)]) -> Result<(), Stuck> {
        for &term in order {
            self.budget.spend(1)?;
            if self.store.sort(term) == Sort::String {
                let word = self.word(term)?;
                self.check_length(term, &word)?;
                self.words.insert(term, word);
            } else if matches!(
                self.store.op(term),
                Op::IndexOf | Op::ToInt | Op::ToCode | Op::IndexOfRe
            ) {
                self.integer_definition(term)?;
            }
        }
        for (index, &(atom, positive)) in facts.iter().enumerate() {
            let guard = self.gates.fresh();
            let needs = self.fact(guard, atom, positive)?;
            self.guards.push(Guard {
                lit: guard,
                fact: Some(index),
                needs,
            });
        }
        Ok(())
    }

    /// A fresh guard for a definition; what it guards must be stated by the caller.
    pub(super) fn guard(&mut self, needs: Vec<Dependency>) -> Lit {
        let lit = self.gates.fresh();
        self.guards.push(Guard {
            lit,
            fact: None,
            needs,
        });
        lit
    }

    /// The word's length must be what the integers say, where they say it.
    fn check_length(&self, term: Term, word: &Word) -> Result<(), Stuck> {
        match self.integers.length(term) {
            Some(length) if length != Integer::from(word.cells.len()) => {
                let mut needs = word.needs.clone();
                merge(&mut needs, &[Dependency::Length(term)]);
                Err(Stuck::Inconsistent(needs))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn work(&mut self, amount: usize) -> Result<(), Stuck> {
        self.work = self.work.saturating_add(amount);
        if self.work > MAX_WORK {
            return Err(Stuck::GaveUp("the circuit is too large"));
        }
        Ok(self.budget.spend(amount as u64)?)
    }

    pub(super) fn word_of(&self, term: Term) -> Word {
        self.words
            .get(&term)
            .cloned()
            .unwrap_or(Word::new(Vec::new(), Vec::new()))
    }

    pub(super) fn integer(
        &self,
        term: Term,
        needs: &mut Vec<Dependency>,
    ) -> Result<Integer, Stuck> {
        if let Some(value) = self.store.int_value(term) {
            return Ok(value.clone());
        }
        merge(needs, &[Dependency::Value(term)]);
        self.integers
            .value(term)
            .ok_or(Stuck::GaveUp("an integer has no value"))
    }

    pub(super) fn constant(&self, word: &[u32]) -> Result<Vec<Cell>, Stuck> {
        word.iter()
            .map(|&c| {
                self.alphabet
                    .number(c)
                    .map(|number| Cell::Known(number as u32))
            })
            .collect::<Option<Vec<Cell>>>()
            .ok_or(Stuck::GaveUp("a character has no number"))
    }

    pub(super) fn fresh_word(
        &mut self,
        term: Term,
        mut needs: Vec<Dependency>,
    ) -> Result<Word, Stuck> {
        let length = self
            .integers
            .length(term)
            .and_then(|length| length.to_usize());
        let length = length.ok_or(Stuck::GaveUp("a string has no length"))?;
        self.work(length)?;
        merge(&mut needs, &[Dependency::Length(term)]);
        let open = needs == [Dependency::Length(term)];
        let cells = (0..length).map(|_| self.gates.unknown()).collect();
        Ok(Word { cells, needs, open })
    }

    fn solve(mut self) -> Result<Fixed, StopReason> {
        let assumptions: Vec<Lit> = self.guards.iter().map(|guard| guard.lit).collect();
        match self.gates.solve(&assumptions, self.budget) {
            Outcome::Sat => {
                let words = self.words.iter().map(|(&term, word)| {
                    let text = word
                        .cells
                        .iter()
                        .map(|&cell| self.alphabet.value(self.gates.number(cell)));
                    (term, text.collect())
                });
                Ok(Fixed::Words(words.collect()))
            }
            Outcome::Unsat => {
                let failed = self.gates.failed();
                let (mut facts, mut integers) = (Vec::new(), Vec::new());
                for guard in self
                    .guards
                    .iter()
                    .filter(|guard| failed.contains(&guard.lit))
                {
                    facts.extend(guard.fact);
                    merge(&mut integers, &guard.needs);
                }
                Ok(Fixed::Clash { facts, integers })
            }
            Outcome::Unknown(Unknown::Stopped(reason)) => Err(reason),
            Outcome::Unknown(_) => Ok(Fixed::GaveUp("the circuit was not decided")),
        }
    }
}
