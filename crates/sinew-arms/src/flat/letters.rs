//! The letters that flat words are made of, and cells that hold one.
//!
//! A problem gets the characters of its literals, two of each class that its languages tell apart, what its
//! conversions and comparisons need, and spare ones, as many as make the number a power of two: every
//! combination of the bits of a cell is a letter. That there are no others is a restriction like the flat shape
//! (§4.1 has an alphabet that is given); nothing is refuted by it, because the arm refutes nothing. It is no assumption, which would cost
//! every cell a bit: where no bound was to blame, the problem is flattened once more, with many letters, those near the numbers that are code
//! points among them. Letters are numbered in the order of their code points.

use std::rc::Rc;

use sinew_base::Tuning;
use sinew_engine::Model;
use sinew_regex::{CharSet, partition};
use sinew_strings::RegexOfTerm;
use sinew_term::{MAX_CHAR, Op, Sort, Term, TermStore, postorder_all};

use super::candidate::truth;
use crate::tuning::{
    FLAT_CLASS_LETTERS, FLAT_MANY_LETTERS, FLAT_SPARE_LETTERS, FLAT_SYMBOL_LETTERS,
};

/// Where a character is kept: the bits of a letter's number, the highest first. A bit is a Boolean symbol, or a truth
/// value where the letter is known.
pub(super) type Cell = Rc<[Term]>;

/// How many letters a problem gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alphabet {
    /// What it asks for, and a few more.
    Few,
    /// What arithmetic may ask for as well.
    Many,
}

/// The letters of a problem.
#[derive(Clone, Debug, Default)]
pub(super) struct Letters {
    /// Their code points in ascending order; a power of two of them.
    codes: Vec<u32>,
    bits: usize,
}

impl Letters {
    /// The letters for these assertions.
    pub(super) fn of(
        store: &TermStore,
        assertions: &[Term],
        regexes: &mut RegexOfTerm,
        alphabet: Alphabet,
        tuning: &Tuning,
    ) -> Letters {
        let (mut codes, mut classes): (Vec<u32>, Vec<CharSet>) = (Vec::new(), Vec::new());
        let terms = postorder_all(store, assertions);
        for &term in &terms {
            if let Some(word) = store.str_value(term) {
                codes.extend_from_slice(word);
            }
            match store.op(term) {
                Op::ToInt | Op::FromInt | Op::IsDigit => codes.extend('0' as u32..='9' as u32),
                Op::ToCode | Op::FromCode | Op::StrLt | Op::StrLe => {
                    codes.extend(' ' as u32..='~' as u32)
                }
                // What a letter is mapped to is a letter; spare ones are too many to ask for less.
                Op::ToLower | Op::ToUpper => {
                    codes.extend('A' as u32..='Z' as u32);
                    codes.extend('a' as u32..='z' as u32);
                }
                _ if store.sort(term) == Sort::RegLan => {
                    if let Some(regex) = regexes.regex_of_term(store, term) {
                        classes.extend(regexes.store().character_sets(regex));
                    }
                }
                _ => {}
            }
        }
        for (class, _) in partition(&classes) {
            let some = class.ranges().iter().flat_map(|&(lo, hi)| lo..=hi);
            codes.extend(some.take(tuning.size(&FLAT_CLASS_LETTERS)));
        }
        if alphabet == Alphabet::Many {
            codes.extend(near_numbers(store, &terms));
        }
        codes.sort_unstable();
        codes.dedup();
        // Strings of one letter are to be different from each other.
        let symbols = terms.into_iter();
        let symbols =
            symbols.filter(|&term| store.sort(term) == Sort::String && store.is_symbol(term));
        let symbols = symbols.count().min(tuning.size(&FLAT_SYMBOL_LETTERS));
        let mut spare = symbols.max(tuning.size(&FLAT_SPARE_LETTERS));
        if alphabet == Alphabet::Many {
            let many = tuning.size(&FLAT_MANY_LETTERS).saturating_sub(codes.len());
            spare = spare.max(many);
        }
        Letters::with_spare(codes, spare)
    }

    /// These and at least so many spare ones, those first that people can read.
    fn with_spare(mut codes: Vec<u32>, spare: usize) -> Letters {
        let wanted = (codes.len() + spare).next_power_of_two();
        let readable = ('a' as u32..='z' as u32).chain('0' as u32..='9' as u32);
        let others = readable
            .chain('A' as u32..='Z' as u32)
            .chain('~' as u32..=MAX_CHAR);
        let known = codes.clone();
        let unused = others.filter(|code| known.binary_search(code).is_err());
        codes.extend(unused.take(wanted - known.len()));
        codes.sort_unstable();
        Letters {
            bits: wanted.trailing_zeros() as usize,
            codes,
        }
    }

    /// The number of the letter with this code point.
    pub(super) fn number(&self, code: u32) -> Option<usize> {
        self.codes.binary_search(&code).ok()
    }

    /// The code points of all letters, in the order of their numbers.
    pub(super) fn codes(&self) -> &[u32] {
        &self.codes
    }

    /// A cell that holds this letter.
    pub(super) fn known(&self, store: &mut TermStore, code: u32) -> Option<Cell> {
        let number = self.number(code)?;
        let bits = (0..self.bits)
            .rev()
            .map(|bit| store.bool(number >> bit & 1 == 1));
        Some(bits.collect())
    }

    /// A cell that may hold any letter.
    pub(super) fn fresh(&self, store: &mut TermStore) -> Cell {
        let bits = 0..self.bits;
        bits.map(|_| store.fresh_constant("|bit", Sort::Bool))
            .collect()
    }

    /// The code point of the letter that a cell holds.
    pub(super) fn read(&self, store: &TermStore, model: &Model, cell: &Cell) -> u32 {
        let number = cell.iter().fold(0, |number, &bit| {
            2 * number + usize::from(truth(store, model, bit))
        });
        self.codes[number]
    }

    /// That a cell holds one of the letters in the set.
    pub(super) fn within(&self, store: &mut TermStore, cell: &Cell, set: &CharSet) -> Term {
        // The formulas of the last bits, for each beginning; halves are joined until one is left.
        let members = self.codes.iter().map(|&code| set.contains(code));
        let mut level: Vec<Term> = members.map(|member| store.bool(member)).collect();
        for &bit in cell.iter().rev() {
            let pairs: Vec<[Term; 2]> = level.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
            level = pairs
                .into_iter()
                .map(|pair| choice(store, bit, pair))
                .collect();
        }
        level[0]
    }

    /// That the letter of the first cell comes before that of the second.
    pub(super) fn less(&self, store: &mut TermStore, first: &Cell, second: &Cell) -> Term {
        let mut less = store.false_();
        for (&a, &b) in first.iter().zip(second.iter()).rev() {
            let not_a = store.not(a);
            let here = store.and(&[not_a, b]);
            let even = store.eq(a, b);
            let later = store.and(&[even, less]);
            less = store.or(&[here, later]);
        }
        less
    }
}

/// If characters are made from numbers or read as such: the first code points, and those next to numbers that are written down.
fn near_numbers(store: &TermStore, terms: &[Term]) -> Vec<u32> {
    let converts = |&term: &Term| matches!(store.op(term), Op::ToCode | Op::FromCode);
    if !terms.iter().any(converts) {
        return Vec::new();
    }
    let mut near: Vec<u32> = (0..' ' as u32).collect();
    for &term in terms {
        let number = store.int_value(term).and_then(|number| number.to_i64());
        let around = number.map(|number| number.saturating_sub(1)..=number.saturating_add(1));
        let codes = around.into_iter().flatten();
        near.extend(
            codes.filter_map(|code| u32::try_from(code).ok().filter(|&code| code <= MAX_CHAR)),
        );
    }
    near
}

/// `low` where the bit is 0, `high` where it is 1; plain where they are.
fn choice(store: &mut TermStore, bit: Term, [low, high]: [Term; 2]) -> Term {
    match (store.bool_value(low), store.bool_value(high)) {
        _ if low == high => low,
        (Some(false), Some(_)) => bit,
        (Some(true), Some(_)) => store.not(bit),
        (Some(false), None) => store.and(&[bit, high]),
        (None, Some(true)) => store.or(&[bit, low]),
        _ => store.ite(bit, high, low),
    }
}

/// That two cells hold the same letter; `false` if they are known to differ.
pub(super) fn same(store: &mut TermStore, first: &Cell, second: &Cell) -> Term {
    let mut parts = Vec::with_capacity(first.len());
    for (&a, &b) in first.iter().zip(second.iter()) {
        match (store.bool_value(a), store.bool_value(b)) {
            _ if a == b => {}
            (Some(_), Some(_)) => return store.false_(),
            (Some(true), None) => parts.push(b),
            (None, Some(true)) => parts.push(a),
            (Some(false), None) => parts.push(store.not(b)),
            (None, Some(false)) => parts.push(store.not(a)),
            (None, None) => parts.push(store.eq(a, b)),
        }
    }
    store.conjunction(&parts)
}
