//! Solutions in powers of a word (Eisenhofer, Bjørner et al., arXiv 2603.05273, *On Solving String Equations via Powers
//! and Parikh Images*): each variable is `wⁿ`, and the exponents are integers for arithmetic to choose.
//!
//! If all variables are powers of w, a side is a sequence of blocks of w between other letters. The sides are
//! equal if they have the same other letters in the same order and the blocks between them are repeated as often, which
//! is linear in the exponents; if w is one letter, that is all there is. So a doubling chain, whose shortest solution is
//! exponentially long, is as many linear equations as it has blocks, where Nielsen's steps peel off letter by letter.
//! Departures: the base is the same for all variables of a node (what is in front of a power, Nielsen's steps
//! find); words that are no powers at the places where w is found from the left are not taken together; and powers are
//! not symbols that steps take apart, so nothing is refuted by them.

use std::collections::BTreeSet;

use sinew_base::Integer;

use super::family::Parameter;
use super::system::{Equation, Kind, Symbol, System};
use crate::linear::Linear;

/// What a side of an equation is made of, read with a word in mind.
enum Token {
    Variable(Parameter),
    /// The word.
    Word,
    /// A letter that belongs to no occurrence of it.
    Other(u32),
}

/// A side of an equation, from left to right.
fn tokens<'a>(side: &'a [Symbol], base: &'a [u32]) -> impl Iterator<Item = Token> + 'a {
    let mut rest = side;
    std::iter::from_fn(move || {
        let (&symbol, after) = rest.split_first()?;
        let here = rest;
        rest = after;
        Some(match symbol.kind() {
            Kind::Variable(number) => Token::Variable(number),
            Kind::Character(code) => {
                let mut pairs = here.iter().zip(base);
                let found = here.len() >= base.len()
                    && pairs.all(|(symbol, &code)| *symbol == Symbol::character(code));
                match found {
                    true => {
                        rest = &here[base.len()..];
                        Token::Word
                    }
                    false => Token::Other(code),
                }
            }
        })
    })
}

/// The letters of a side that belong to no occurrence of a word.
fn others<'a>(side: &'a [Symbol], base: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
    tokens(side, base).filter_map(|token| match token {
        Token::Other(code) => Some(code),
        _ => None,
    })
}

/// How often the word stands before each of the other letters of a side, and after the last.
fn blocks(side: &[Symbol], base: &[u32]) -> Vec<Linear<Parameter>> {
    let (mut blocks, mut last) = (Vec::new(), Linear::default());
    for token in tokens(side, base) {
        match token {
            Token::Variable(number) => last = last.plus(&Linear::atom(number), &Integer::ONE),
            Token::Word => last = last.offset(1),
            Token::Other(_) => blocks.push(std::mem::take(&mut last)),
        }
    }
    blocks.push(last);
    blocks
}

/// Whether a word is no power of a shorter one.
fn is_primitive(word: &[u32]) -> bool {
    let periods = (1..word.len()).filter(|period| word.len().is_multiple_of(*period));
    let mut repeats = periods.filter(|&period| word[period..] == word[..word.len() - period]);
    repeats.next().is_none()
}

impl System {
    /// Words that may be repeated: the letters in the equations, then longer words in them that are no powers, short
    /// ones first, so many in all.
    #[must_use]
    pub fn bases(&self, longest: usize, most: usize) -> Vec<Vec<u32>> {
        let mut found: BTreeSet<(usize, Vec<u32>)> = BTreeSet::new();
        for side in self.equations().iter().flat_map(|(l, r)| [l, r]) {
            let codes: Vec<Option<u32>> = side
                .iter()
                .map(|symbol| match symbol.kind() {
                    Kind::Character(code) => Some(code),
                    Kind::Variable(_) => None,
                })
                .collect();
            for length in 1..=longest {
                for window in codes.windows(length) {
                    let word: Option<Vec<u32>> = window.iter().copied().collect();
                    let word = word.filter(|word| is_primitive(word));
                    found.extend(word.map(|word| (length, word)));
                }
            }
        }
        let words = found.into_iter().map(|(_, word)| word);
        words.take(most).collect()
    }

    /// Linear forms in the numbers of times that the variables repeat this word: if all forms are zero, these solve the
    /// system; if the word is a letter, only then. `None` if that is nowhere.
    #[must_use]
    pub fn exponents(&self, base: &[u32]) -> Option<Vec<Linear<Parameter>>> {
        let equations: &[Equation] = self.equations();
        // Most words fail here, before anything is counted.
        let alike = |(left, right): &Equation| others(left, base).eq(others(right, base));
        if !equations.iter().all(alike) {
            return None;
        }
        let mut forms = Vec::new();
        for (left, right) in equations {
            let (left, right) = (blocks(left, base), blocks(right, base));
            forms.extend(left.iter().zip(&right).map(|(one, other)| one.minus(other)));
        }
        let possible = |form: &Linear<Parameter>| !form.is_constant() || form.constant.is_zero();
        let all_possible = forms.iter().all(possible);
        forms.retain(|form| !form.is_constant());
        all_possible.then_some(forms)
    }
}
