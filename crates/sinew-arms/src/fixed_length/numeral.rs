//! Numerals in the circuit: `str.to_int` and `str.from_int`, digit by digit.
//!
//! The integers have a value for the number, the string has cells, and each digit is a statement
//! of its own. What it depends on is the range of numbers that have the same digits up to there,
//! and never the number itself: a digit that does not fit rules out all numbers that have it.

use std::cmp::Ordering;

use sinew_base::Integer;
use sinew_term::Term;

use super::circuit::Statement;
use super::fixed::{Encoder, Stuck};
use super::gates::Cell;
use super::range::Reads;
use super::symbolic_string::{Condition, SymbolicString, merge};

/// Longer words are read as a whole: a range per digit takes room in the square of their number.
pub(super) const MAX_DIGITS: usize = 128;

fn power_of_ten(exponent: usize) -> Integer {
    (0..exponent).map(|_| Integer::from(10)).product()
}

/// A digit of a number: which one, and the least and greatest number with the same digits up to it.
struct Digit {
    digit: u32,
    least: Integer,
    most: Integer,
}

/// The digits of a number below `10^count`, zeros in front included.
fn digits(number: &Integer, count: usize) -> Vec<Digit> {
    let text = format!("{:0>count$}", number.to_string());
    let mut leading = Integer::ZERO;
    let mut unit = power_of_ten(count);
    let mut digits = Vec::with_capacity(count);
    for byte in text.bytes() {
        let digit = u32::from(byte - b'0');
        leading = leading * Integer::from(10) + Integer::from(digit);
        unit = unit.div_exact(&Integer::from(10));
        let least = &leading * &unit;
        let most = &least + &unit - Integer::ONE;
        digits.push(Digit { digit, least, most });
    }
    digits
}

impl Encoder<'_> {
    /// `(str.from_int n)`: as long as the numeral of n, with its digits.
    pub(super) fn numeral_of(&mut self, term: Term, number: Term) -> Result<SymbolicString, Stuck> {
        let value = self.number(number)?;
        let word = self.fresh_word(term)?;
        let count = word.cells.len();
        let digits = match value.is_negative() {
            true => 0,
            false => value.to_string().len(),
        };
        // The least number that has more digits.
        let next = |digits: usize| match digits {
            0 => Integer::ZERO,
            _ => power_of_ten(digits),
        };
        let (length, range) = match count.cmp(&digits) {
            Ordering::Equal if count == 0 => return Ok(word),
            Ordering::Equal => return self.numeral(term, number, &value, word),
            Ordering::Less => (
                Condition::Length(term),
                Condition::AtLeast(number, next(count)),
            ),
            Ordering::Greater => (
                Condition::LongEnough(term, digits + 1),
                Condition::AtMost(number, next(digits) - Integer::ONE),
            ),
        };
        let mut conditions = vec![length];
        self.condition(&mut conditions, number, range);
        Err(Stuck::Inconsistent(conditions))
    }

    /// The word, if it has the digits of the value.
    fn numeral(
        &mut self,
        term: Term,
        number: Term,
        value: &Integer,
        word: SymbolicString,
    ) -> Result<SymbolicString, Stuck> {
        self.canonical(term, &word.cells);
        self.conversions
            .push(word.conversion(number, Reads::Numeral));
        if word.cells.len() > MAX_DIGITS {
            let mut conditions = vec![Condition::Length(term)];
            self.condition(&mut conditions, number, Condition::Value(number));
            self.whole_numeral(term, &word, value, conditions)?;
        } else {
            // The range of the first digit says how many digits there are.
            self.state_digits((term, number), &word.cells, value, &[])?;
        }
        Ok(word)
    }

    /// Assumes that these are digits without zeros in front, which `(str.from_int n)` is for all n.
    fn canonical(&mut self, term: Term, cells: &[Cell]) {
        for (place, &cell) in cells.iter().enumerate() {
            let digit = self.digit(cell);
            self.assume(digit, None, vec![Condition::LongEnough(term, place + 1)]);
        }
        if let [first, _, ..] = *cells {
            let one = self.digit_between(first, u32::from(b'1'), u32::from(b'9'));
            self.assume(one, None, vec![Condition::LongEnough(term, 2)]);
        }
    }

    /// Assumes the definition of `(str.to_int s)`.
    pub(super) fn number_of(&mut self, term: Term, word: &SymbolicString) -> Result<(), Stuck> {
        self.conversions.push(word.conversion(term, Reads::Number));
        let (value, count) = (self.number(term)?, word.cells.len());
        let mut conditions = word.conditions.clone();
        if count > MAX_DIGITS {
            self.condition(&mut conditions, term, Condition::Value(term));
            return self.whole_numeral(term, word, &value, conditions);
        }
        let limit = match count {
            0 => Integer::ZERO,
            _ => power_of_ten(count),
        };
        if !value.is_negative() && value < limit {
            return self.state_digits((term, term), &word.cells, &value, &conditions);
        }
        // No number at all, what no numeral has, or a number that is too large.
        let condition = match value.is_negative() {
            true if value == Integer::MINUS_ONE => Condition::AtMost(term, value.clone()),
            true => Condition::AtMost(term, Integer::from(-2)),
            false => Condition::AtLeast(term, limit),
        };
        self.condition(&mut conditions, term, condition);
        self.whole_numeral(term, word, &value, conditions)
    }

    /// Assumes that each cell has its digit of the value of `number`. `term` is the conversion.
    fn state_digits(
        &mut self,
        (term, number): (Term, Term),
        cells: &[Cell],
        value: &Integer,
        conditions: &[Condition],
    ) -> Result<(), Stuck> {
        self.work(cells.len())?;
        for (&cell, digit) in cells.iter().zip(digits(value, cells.len())) {
            let mut conditions = conditions.to_vec();
            self.condition(
                &mut conditions,
                number,
                Condition::AtLeast(number, digit.least),
            );
            self.condition(
                &mut conditions,
                number,
                Condition::AtMost(number, digit.most),
            );
            let statement = Statement {
                term,
                positive: true,
                words: vec![vec![cell]],
                numbers: vec![Integer::from(digit.digit)],
            };
            let guard = self.state(statement, None, conditions);
            self.is_number();
            if let Some(guard) = guard {
                let digit = self.constant(&[u32::from(b'0') + digit.digit])?;
                self.imply_same(guard, &[cell], &digit)?;
            }
        }
        Ok(())
    }

    /// Assumes that the word is a numeral of the value, zeros in front included, or none for −1.
    fn whole_numeral(
        &mut self,
        term: Term,
        word: &SymbolicString,
        value: &Integer,
        mut conditions: Vec<Condition>,
    ) -> Result<(), Stuck> {
        merge(&mut conditions, &[]);
        let statement = Statement {
            term,
            positive: true,
            words: vec![word.cells.clone()],
            numbers: vec![value.clone()],
        };
        let guard = self.state(statement, None, conditions);
        self.is_number();
        let Some(guard) = guard else {
            return Ok(());
        };
        let (cells, digits) = (&word.cells, value.to_string());
        if *value == Integer::MINUS_ONE {
            let mut clause = vec![!guard];
            for &cell in cells {
                clause.push(!self.digit(cell));
            }
            if !cells.is_empty() {
                self.circuit.gates.clause(&clause);
            }
        } else if value.is_negative() || digits.len() > cells.len() {
            self.circuit.gates.clause(&[!guard]);
        } else {
            let padded = format!("{digits:0>width$}", width = cells.len());
            let text: Vec<u32> = padded.bytes().map(u32::from).collect();
            let text = self.constant(&text)?;
            self.imply_same(guard, cells, &text)?;
        }
        Ok(())
    }
}
