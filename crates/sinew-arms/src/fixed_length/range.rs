//! Numbers that follow the words: what is left of a clash when only ranges of numbers are kept.
//!
//! A candidate has one number for each conversion, and words may fail it because of that number
//! alone; ruling it out would only bring the next one. So when conversions had part in a clash, words
//! are looked for once more, with the bounds that arithmetic has for these numbers in place of the
//! numbers. Without words, the clash is one of the bounds, and rules out all numbers between them.
//! With words, the numbers that they have are worth trying next; and if there are no words with a
//! number on the candidate's side of theirs, all of that side is ruled out.

use rustc_hash::FxHashSet;
use sinew_base::{Integer, StopReason};
use sinew_regex::CharSet;
use sinew_sat::{Lit, Outcome};
use sinew_term::{MAX_CHAR, Term};

use super::fixed::{Encoder, Fixed, Purpose};
use super::gates::Cell;
use super::numeral::MAX_DIGITS;
use super::symbolic_string::{Condition, SymbolicString, merge};
use crate::tuning::{RANGE_SIDES, RANGE_STEPS};

/// The least and the greatest value of an integer term, if it has them.
pub(super) type Bounds = (Option<Integer>, Option<Integer>);

/// What a conversion reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// `str.to_int`: a numeral, with zeros in front, or something that is none.
    Number,
    /// `str.from_int`: a numeral without zeros in front.
    Numeral,
    /// `str.to_code` or `str.from_code`: a character, or a word that is none.
    Code,
}

/// A conversion in an attempt: the integer term, and the word that it is the number of.
pub(super) struct Conversion {
    pub(super) number: Term,
    pub(super) reads: Reads,
    pub(super) cells: Vec<Cell>,
    pub(super) conditions: Vec<Condition>,
}

impl Encoder<'_> {
    /// A better answer than this clash, in which conversions had part; or itself.
    pub(super) fn second_look(&mut self, clash: Fixed) -> Result<Fixed, StopReason> {
        self.guards.retain(|guard| guard.purpose == Purpose::Fact);
        let facts = self.guards.clone();
        for index in 0..self.conversions.len() {
            let number = self.conversions[index].number;
            let bounds = match self.store.int_value(number) {
                Some(value) => (Some(value.clone()), Some(value.clone())),
                None => self.integers.bounds(number),
            };
            self.assume_range(index, bounds);
        }
        match self.attempt()? {
            Outcome::Unsat => return Ok(self.clash()),
            Outcome::Sat => {}
            Outcome::Unknown(_) => return Ok(clash),
        }
        let found = self.numbers_of_words();
        let numbers: Vec<(Term, Integer)> = found
            .iter()
            .map(|(index, value)| (self.conversions[*index].number, value.clone()))
            .collect();
        let mut better = clash;
        for (index, value) in found.into_iter().take(self.tuning.size(&RANGE_SIDES)) {
            self.guards.clone_from(&facts);
            if self.assume_side(index, &value) && self.attempt()? == Outcome::Unsat {
                better = self.clash();
                break;
            }
        }
        if let Fixed::Conflict { suggested, .. } = &mut better {
            *suggested = numbers;
        }
        Ok(better)
    }

    /// Looks for words under the guards, for a while.
    fn attempt(&mut self) -> Result<Outcome, StopReason> {
        let slice = self.budget.slice(self.tuning.get(&RANGE_STEPS));
        let assumptions = self.assumptions();
        let outcome = self.circuit.gates.solve(&assumptions, &slice);
        self.budget.check()?;
        Ok(outcome)
    }

    /// Assumes that the number of a conversion is on the candidate's side of this one; whether that
    /// can be said.
    fn assume_side(&mut self, index: usize, found: &Integer) -> bool {
        let Some(value) = self.integers.value(self.conversions[index].number) else {
            return false;
        };
        let side = match value < *found {
            true => (None, Some(found - &Integer::ONE)),
            false => (Some(found + &Integer::ONE), None),
        };
        self.assume_range(index, side)
    }

    /// Assumes that the word of a conversion has a number between these bounds; whether that can be
    /// said of its characters.
    fn assume_range(&mut self, index: usize, bounds: Bounds) -> bool {
        let Conversion {
            number,
            reads,
            ref cells,
            ref conditions,
        } = self.conversions[index];
        let (cells, conditions) = (cells.clone(), conditions.clone());
        let between = match (reads, &cells[..]) {
            (Reads::Code, &[cell]) => self.code_between(number, cell, bounds),
            (Reads::Code, _) | (_, []) => return false,
            _ if cells.len() > MAX_DIGITS => return false,
            _ => self.digits_between(number, &cells, bounds),
        };
        let said = !between.is_empty();
        for (lit, bound) in between {
            let mut conditions = conditions.clone();
            self.condition(&mut conditions, number, bound);
            merge(&mut conditions, &[]);
            self.assume(lit, None, conditions);
        }
        said
    }

    /// Whether the code of a character is between these bounds, as far as the alphabet tells.
    fn code_between(
        &mut self,
        number: Term,
        cell: Cell,
        (least, most): Bounds,
    ) -> Vec<(Lit, Condition)> {
        let mut between = Vec::new();
        let above = least.map(|least| Condition::AtLeast(number, least));
        let below = most.map(|most| Condition::AtMost(number, most));
        for bound in above.into_iter().chain(below) {
            let set = codes(&bound);
            if self.circuit.alphabet.tells(&set) {
                let ranges = self.circuit.alphabet.ranges(&set);
                between.push((self.circuit.gates.within(cell, &ranges), bound));
            }
        }
        between
    }

    /// Whether the digits in these cells make a number between these bounds; without digits, −1.
    fn digits_between(
        &mut self,
        number: Term,
        cells: &[Cell],
        (least, most): Bounds,
    ) -> Vec<(Lit, Condition)> {
        let digits: Vec<Lit> = cells.iter().map(|&cell| self.digit(cell)).collect();
        let numeral = self.circuit.gates.and(&digits);
        let mut between = Vec::new();
        if let Some(least) = least.filter(|least| !least.is_negative()) {
            let natural = Condition::AtLeast(number, Integer::ZERO);
            between.push((numeral, natural));
            let above = self.compare(cells, &least, true);
            between.push((above, Condition::AtLeast(number, least)));
        }
        if let Some(most) = most {
            let below = match most.is_negative() {
                true => !numeral,
                false => {
                    let below = self.compare(cells, &most, false);
                    self.circuit.gates.or(&[!numeral, below])
                }
            };
            between.push((below, Condition::AtMost(number, most)));
        }
        between
    }

    /// Whether the digits in these cells make a number at least, or at most, so large.
    fn compare(&mut self, cells: &[Cell], bound: &Integer, at_least: bool) -> Lit {
        let truth = self.circuit.gates.truth();
        let text = format!("{:0>width$}", bound.to_string(), width = cells.len());
        if text.len() > cells.len() {
            return if at_least { !truth } else { truth };
        }
        let mut result = truth;
        for (&cell, byte) in cells.iter().zip(text.bytes()).rev() {
            let digit = u32::from(byte);
            let (nine, zero) = (u32::from(b'9'), u32::from(b'0'));
            let beyond = match at_least {
                true => (digit + 1, nine),
                false => (zero, digit - 1),
            };
            let same = self.digit_between(cell, digit, digit);
            let beyond = match beyond.0 <= beyond.1 {
                true => self.digit_between(cell, beyond.0, beyond.1),
                false => !truth,
            };
            let later = self.circuit.gates.and(&[same, result]);
            result = self.circuit.gates.or(&[beyond, later]);
        }
        result
    }

    /// The numbers that the words just found have, by conversions, where they are others than the
    /// candidate's and arithmetic does not rule them out.
    fn numbers_of_words(&self) -> Vec<(usize, Integer)> {
        let mut numbers: Vec<(usize, Integer)> = Vec::new();
        let mut seen = FxHashSet::default();
        for (index, conversion) in self.conversions.iter().enumerate() {
            let Conversion { number, reads, .. } = *conversion;
            let text: Vec<u32> = conversion
                .cells
                .iter()
                .map(|&cell| self.circuit.alphabet.value(self.circuit.gates.number(cell)))
                .collect();
            let found = match reads {
                Reads::Number | Reads::Numeral => number_of(&text),
                Reads::Code => match text[..] {
                    [code] => Integer::from(code),
                    _ => Integer::MINUS_ONE,
                },
            };
            let (least, most) = self.integers.bounds(number);
            let possible = least.is_none_or(|least| least <= found)
                && most.is_none_or(|most| found <= most)
                && self.store.int_value(number).is_none();
            let other = |value: Integer| value != found;
            if possible && self.integers.value(number).is_some_and(other) && seen.insert(number) {
                numbers.push((index, found));
            }
        }
        numbers
    }
}

/// The characters whose codes a bound allows.
pub(super) fn codes(bound: &Condition) -> CharSet {
    let code = |value: &Integer| match value.is_negative() {
        true => None,
        false => Some(value.to_u32().unwrap_or(u32::MAX)),
    };
    match bound {
        Condition::AtLeast(_, least) => match code(least).unwrap_or(0) {
            least if least <= MAX_CHAR => CharSet::range(least, MAX_CHAR),
            _ => CharSet::empty(),
        },
        Condition::AtMost(_, most) => match code(most) {
            Some(most) => CharSet::range(0, most.min(MAX_CHAR)),
            None => CharSet::empty(),
        },
        _ => CharSet::full(),
    }
}

impl SymbolicString {
    /// What a conversion of this word depends on.
    pub(super) fn conversion(&self, number: Term, reads: Reads) -> Conversion {
        Conversion {
            number,
            reads,
            cells: self.cells.clone(),
            conditions: self.conditions.clone(),
        }
    }
}

/// The number of a numeral; −1 for other words.
fn number_of(text: &[u32]) -> Integer {
    let digits: Option<String> = text
        .iter()
        .map(|&c| char::from_u32(c).filter(char::is_ascii_digit))
        .collect();
    digits
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(Integer::MINUS_ONE)
}
