//! Numerals: the strings that `str.to_int` takes for one natural number, which are its digits behind any number of zeros.

use sinew_term::{Integer, Op, Term, TermStore};

/// The language of the numerals of a natural number: `0*·n`.
pub fn numerals_of(store: &mut TermStore, number: &Integer) -> Term {
    let (zero, digits) = (store.string("0"), store.string(&number.to_string()));
    let (zero, digits) = (store.str_to_re(zero), store.str_to_re(digits));
    let zeros = store.re_star(zero);
    store.re_concat(&[zeros, digits])
}

/// The number whose numerals this language is, if it is written as [`numerals_of`] writes it or as the simplifier writes those of zero.
///
/// ```
/// use sinew_strings::numerals;
/// use sinew_term::{Integer, TermStore};
/// let mut store = TermStore::new();
/// let language = numerals::numerals_of(&mut store, &Integer::from(275));
/// assert_eq!(numerals::number_of_numerals(&store, language), Some(Integer::from(275)));
/// ```
#[must_use]
pub fn number_of_numerals(store: &TermStore, language: Term) -> Option<Integer> {
    let is_zeros = |term: Term, repeated: Op| {
        store.op(term) == repeated && word_of(store, store.arg(term, 0)) == Some(&[ZERO])
    };
    if is_zeros(language, Op::RePlus) {
        return Some(Integer::from(0));
    }
    let (Op::ReConcat, &[zeros, rest]) = (store.op(language), store.args(language)) else {
        return None;
    };
    let digits = word_of(store, rest).filter(|_| is_zeros(zeros, Op::ReStar))?;
    // Of a word that begins with a zero, not all numerals are in the language.
    let exact = digits.len() == 1 || digits.first() != Some(&ZERO);
    if !exact {
        return None;
    }
    number_of_digits(digits)
}

const ZERO: u32 = '0' as u32;

fn word_of(store: &TermStore, language: Term) -> Option<&[u32]> {
    match store.op(language) {
        Op::StrToRe => store.str_value(store.arg(language, 0)),
        _ => None,
    }
}

fn number_of_digits(digits: &[u32]) -> Option<Integer> {
    let digit = |&c: &u32| char::from_u32(c).filter(char::is_ascii_digit);
    let text: Option<String> = digits.iter().map(digit).collect();
    text?.parse().ok()
}
