//! Conversions between strings and numbers, and what looks at single letters.
//!
//! A numeral is a word of digits, each there once, whose number is a sum over the digits for each of its lengths (the string-number
//! conversion that §3 refers to). Leading zeros are a cycle of their own, so they may be as many as lengths ask for.

use std::rc::Rc;

use sinew_base::Integer;
use sinew_regex::CharSet;
use sinew_strings::linear::Linear;
use sinew_term::{MAX_CHAR, Op, Sort, Term, TermStore};

use super::bounds::Bounds;
use super::flatten::{Flattener, Stuck};
use super::letters::Cell;
use super::promise::Promises;
use super::shape::{Part, VariableId, Word, at_least, digits, equal, more, natural, sum};

/// What a numeral is there for.
#[derive(Clone, Debug)]
struct Reading {
    /// The length of the string that it is, or ends with.
    string: Linear,
    /// The number of the string.
    value: Linear,
    /// Whether the string was made from the number, so that it has no zero in front.
    printed: bool,
}

/// A numeral and the number that it denotes.
#[derive(Clone, Debug)]
pub(super) struct Numeral {
    pub(super) id: VariableId,
    number: Linear,
    reading: Reading,
    /// The value of the digits so far, and how many these are.
    value: Linear,
    digits: usize,
}

impl Numeral {
    /// What lengths and numbers imply about each other: forms that are not negative.
    pub(super) fn implied(&self, bounds: &Bounds, most: usize) -> Vec<Linear> {
        let (mut forms, reading) = (Vec::new(), &self.reading);
        if let Some(length) = bounds.length(&reading.string, most) {
            let last = power_of_ten(length).minus(&reading.value).offset(-1);
            forms.push(last);
        }
        if let Some(digits) = self
            .digits_of_number(bounds, most)
            .filter(|_| reading.printed)
        {
            forms.push(Linear::constant(digits as u64).minus(&reading.string));
        }
        forms
    }

    /// The digits that it needs at most, if they are not more than so many. Where the string has no number it is not used, and zeros in front
    /// are no part of it.
    pub(super) fn most_digits(&self, bounds: &Bounds, most: usize) -> Option<usize> {
        let length = bounds.length(&self.reading.string, most);
        let number = self.digits_of_number(bounds, most);
        let digits = match (length, number) {
            (Some(length), Some(number)) => length.min(number),
            (length, number) => length.or(number)?,
        };
        Some(digits.max(1))
    }

    fn digits_of_number(&self, bounds: &Bounds, most: usize) -> Option<usize> {
        let greatest = bounds.greatest(&self.reading.value)?;
        (1..=most).find(|&digits| greatest < power_of_ten(digits).constant)
    }
}

fn power_of_ten(digits: usize) -> Linear {
    let ten = Integer::from(10);
    (0..digits).fold(Linear::constant(1), |power, _| power.scaled(&ten))
}

impl Promises {
    /// Says what numerals denote, for the digits that they have and nothing was said about.
    pub(super) fn denote(&mut self, store: &mut TermStore) {
        for mut numeral in std::mem::take(&mut self.numerals) {
            let piece = self.shapes.variables[numeral.id].pieces[0];
            for at in numeral.digits..self.shapes.pieces[piece].cells.len() {
                let cell = self.shapes.pieces[piece].cells[at].clone();
                let digit = self.digit(store, &cell);
                numeral.value = sum(&numeral.value.scaled(&Integer::from(10)), &digit);
                let digits = Linear::constant(at as u64 + 1);
                let so_long = equal(store, &self.shapes.pieces[piece].length, &digits);
                let same = equal(store, &numeral.number, &numeral.value);
                let fact = store.implies(so_long, same);
                self.tell(fact);
                numeral.digits = at + 1;
            }
            self.numerals.push(numeral);
        }
    }

    /// The value of a digit.
    fn digit(&mut self, store: &mut TermStore, cell: &Cell) -> Linear {
        let digit = Linear::atom(store.fresh_constant("|digit", Sort::Int));
        for value in 0..10u32 {
            let set = CharSet::single('0' as u32 + value);
            let here = self.shapes.letters.within(store, cell, &set);
            let same = equal(store, &digit, &Linear::constant(value));
            let fact = store.implies(here, same);
            self.tell(fact);
        }
        digit
    }

    /// s comes before t: they agree up to a place where s ends, or has the lesser character. Or, if it need not be strict,
    /// they are the same.
    pub(super) fn before(
        &mut self,
        store: &mut TermStore,
        s: &Word,
        t: &Word,
        strict: bool,
    ) -> Term {
        let (place, start) = (self.fresh_number(store), Linear::default());
        let (short, long) = (self.length(s), self.length(t));
        let alike = self.window(
            store,
            (s.clone(), start.clone()),
            (t.clone(), start),
            place.clone(),
        );
        let ends = [
            equal(store, &place, &short),
            match strict {
                true => more(store, &long, &short),
                false => at_least(store, &long, &short),
            },
        ];
        let ends = store.and(&ends);
        let literal = store.fresh_constant("|less", Sort::Bool);
        let one = self.read(store, literal, s, place.clone());
        let other = self.read(store, literal, t, place.clone());
        let less = [
            literal,
            more(store, &short, &place),
            more(store, &long, &place),
            self.shapes.letters.less(store, &one, &other),
        ];
        let less = store.and(&less);
        let split = store.or(&[ends, less]);
        let natural = natural(store, &place);
        store.and(&[natural, alike, split])
    }
}

impl Flattener<'_> {
    /// The number that a numeral denotes.
    fn denoted(&mut self, id: VariableId, reading: Reading) -> Linear {
        let number = self.fresh_number();
        self.promises.numerals.push(Numeral {
            id,
            reading,
            number: number.clone(),
            value: Linear::default(),
            digits: 0,
        });
        self.promises.denote(self.store);
        number
    }

    /// The code point of what a cell holds.
    fn code_of(&mut self, cell: &Cell) -> Linear {
        let code = self.fresh_number();
        for letter in self.promises.shapes.letters.codes().to_vec() {
            let set = CharSet::single(letter);
            let here = self.promises.shapes.letters.within(self.store, cell, &set);
            let value = equal(self.store, &code, &Linear::constant(letter));
            let fact = self.store.implies(here, value);
            self.promises.tell(fact);
        }
        code
    }

    /// The first character of a word where the literal holds.
    fn first(&mut self, literal: Term, word: &Word) -> Cell {
        self.promises
            .read(self.store, literal, word, Linear::default())
    }

    /// `|s| = 1`, as a literal that the first character may be read with.
    fn is_single(&mut self, word: &Word) -> Term {
        let literal = self.store.fresh_constant("|single", Sort::Bool);
        let length = self.length(word);
        let one = equal(self.store, &length, &Linear::constant(1));
        let fact = self.store.eq(literal, one);
        self.promises.tell(fact);
        literal
    }

    /// `c = to_code(s)`
    pub(super) fn code(&mut self, s: Term) -> Result<Linear, Stuck> {
        let s = self.word(s)?;
        let single = self.is_single(&s);
        let cell = self.first(single, &s);
        let (code, result) = (self.code_of(&cell), self.fresh_number());
        let (same, none) = (
            equal(self.store, &result, &code),
            equal(self.store, &result, &Linear::constant(-1)),
        );
        let fact = self.store.ite(single, same, none);
        self.promises.tell(fact);
        Ok(result)
    }

    /// `r = from_code(c)`
    pub(super) fn character(&mut self, r: &Word, c: Term) -> Result<Term, Stuck> {
        let c = self.number(c)?;
        self.is_at_most(r, Integer::ONE);
        let single = self.is_single(r);
        let cell = self.first(single, r);
        let code = self.code_of(&cell);
        let valid = [
            natural(self.store, &c),
            at_least(self.store, &Linear::constant(MAX_CHAR), &c),
        ];
        let valid = self.store.and(&valid);
        let same = equal(self.store, &code, &c);
        let there = self.store.and(&[single, same]);
        let length = self.length(r);
        let empty = equal(self.store, &length, &Linear::default());
        Ok(self.store.ite(valid, there, empty))
    }

    /// Digits and comparisons, or their negations.
    pub(super) fn by_letters(
        &mut self,
        op: Op,
        args: &[Term],
        positive: bool,
    ) -> Result<Term, Stuck> {
        let words: Vec<Word> = args
            .iter()
            .map(|&arg| self.word(arg))
            .collect::<Result<_, _>>()?;
        if op == Op::IsDigit {
            let single = self.is_single(&words[0]);
            let cell = self.first(single, &words[0]);
            let digit = self
                .promises
                .shapes
                .letters
                .within(self.store, &cell, &digits());
            let is_digit = self.store.and(&[single, digit]);
            return Ok(match positive {
                true => is_digit,
                false => self.store.not(is_digit),
            });
        }
        let mut parts = Vec::new();
        for pair in words.windows(2) {
            // What is not at most is more, and the other way round.
            let (one, other) = match positive {
                true => (&pair[0], &pair[1]),
                false => (&pair[1], &pair[0]),
            };
            let strict = positive == (op == Op::StrLt);
            parts.push(self.promises.before(self.store, one, other, strict));
        }
        Ok(match positive {
            true => self.store.conjunction(&parts),
            false => self.store.disjunction(&parts),
        })
    }

    /// `n = to_int(s)`: s is zeros and a numeral of n; or n is −1, and s is empty or has something else than a digit.
    pub(super) fn value(&mut self, s: Term) -> Result<Linear, Stuck> {
        let is_long = self.long.contains(&s);
        let s = self.word(s)?;
        if is_long {
            self.leave_room_for_zeros(&s);
        }
        let result = self.fresh_number();
        let id = self.promises.shapes.numeral(self.store);
        let reading = Reading {
            string: self.length(&s),
            value: result.clone(),
            printed: false,
        };
        let number = self.denoted(id, reading);
        let zeros = self.promises.shapes.repeated(self.store, '0' as u32);
        let word: Word = Rc::from([Part::Variable(zeros), Part::Variable(id)]);
        let length = self.length(&Rc::from([Part::Variable(id)]));
        let parts = [
            more(self.store, &length, &Linear::default()),
            equal(self.store, &result, &number),
            self.same(&s, &word),
        ];
        let numeral = self.store.and(&parts);
        let (length, place) = (self.length(&s), self.fresh_number());
        let literal = self.store.fresh_constant("|other", Sort::Bool);
        let cell = self.promises.read(self.store, literal, &s, place.clone());
        let digit = self
            .promises
            .shapes
            .letters
            .within(self.store, &cell, &digits());
        let other = [
            literal,
            natural(self.store, &place),
            more(self.store, &length, &place),
            self.store.not(digit),
        ];
        let other = self.store.and(&other);
        let empty = equal(self.store, &length, &Linear::default());
        let none = self.store.or(&[empty, other]);
        let minus = equal(self.store, &result, &Linear::constant(-1));
        let none = self.store.and(&[minus, none]);
        let fact = self.store.or(&[numeral, none]);
        self.promises.tell(fact);
        self.promises.implied.push(result.clone().offset(1));
        Ok(result)
    }

    /// A variable alone, if it is longer than numerals, has a piece for the zeros in front, and one for what follows them.
    fn leave_room_for_zeros(&mut self, word: &Word) {
        let shapes = &mut self.promises.shapes;
        if let [Part::Variable(id)] = word[..]
            && shapes.variables[id].pieces.len() == 1
        {
            shapes.add_piece(self.store, id);
        }
    }

    /// `s = from_int(n)`: the numeral of n without a zero in front, or nothing if n is negative.
    pub(super) fn numeral_of(&mut self, n: Term) -> Result<Word, Stuck> {
        let n = self.number(n)?;
        let result = self.fresh_word();
        let id = self.promises.shapes.numeral(self.store);
        let reading = Reading {
            string: self.length(&result),
            value: n.clone(),
            printed: true,
        };
        let number = self.denoted(id, reading);
        let piece = self.promises.shapes.variables[id].pieces[0];
        let first = self.promises.shapes.pieces[piece].cells[0].clone();
        let length = self.promises.shapes.pieces[piece].length.clone();
        let single = equal(self.store, &length, &Linear::constant(1));
        let zero = CharSet::single('0' as u32);
        let zero = self
            .promises
            .shapes
            .letters
            .within(self.store, &first, &zero);
        let no_zero = self.store.not(zero);
        let word: Word = Rc::from([Part::Variable(id)]);
        let parts = [
            more(self.store, &length, &Linear::default()),
            equal(self.store, &n, &number),
            self.store.or(&[single, no_zero]),
            self.same(&result, &word),
        ];
        let numeral = self.store.and(&parts);
        let length = self.length(&result);
        let empty = equal(self.store, &length, &Linear::default());
        let positive = natural(self.store, &n);
        let fact = self.store.ite(positive, numeral, empty);
        self.promises.tell(fact);
        Ok(result)
    }
}
