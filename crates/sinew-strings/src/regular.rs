//! What atoms say about one string, as regular languages.
//!
//! One table for everybody who takes atoms as memberships. An atom that relates one string term
//! to constants only and is no member of the table says nothing here, which is always sound.

use sinew_regex::{CharSet, Regex, RegexStore};
use sinew_term::{Integer, MAX_CHAR, Op, Term, TermStore};

use crate::regex_of_term::RegexOfTerm;

/// Words whose beginnings or ends are listed are no longer than this.
const LISTED: usize = 64;

/// The words that contain this one: `Σ*·w·Σ*`.
pub fn containing(store: &mut RegexStore, word: &[u32]) -> Regex {
    let (all, word) = (store.all(), store.literal(word));
    store.concat_all(&[all, word, all])
}

/// The words that begin with this one: `w·Σ*`.
pub fn beginning_with(store: &mut RegexStore, word: &[u32]) -> Regex {
    let (all, word) = (store.all(), store.literal(word));
    store.concat(word, all)
}

/// The words that end with this one: `Σ*·w`.
pub fn ending_with(store: &mut RegexStore, word: &[u32]) -> Regex {
    let (all, word) = (store.all(), store.literal(word));
    store.concat(all, word)
}

/// A string term, and the language that it is in if and only if the atom holds.
///
/// ```
/// use sinew_strings::{RegexOfTerm, regular};
/// use sinew_term::{Sort, TermStore};
/// let mut terms = TermStore::new();
/// let x = terms.constant("x", Sort::String);
/// let word = terms.string("ab");
/// let atom = terms.contains(x, word);
/// let mut regexes = RegexOfTerm::new();
/// let (string, language) = regular::language_of_atom(&terms, &mut regexes, atom).expect("regular");
/// assert_eq!(string, x);
/// assert_eq!(regexes.store().length_bounds(language), Some((2, None)));
/// ```
pub fn language_of_atom(
    terms: &TermStore,
    regexes: &mut RegexOfTerm,
    atom: Term,
) -> Option<(Term, Regex)> {
    let op = terms.op(atom);
    let (a, b) = match *terms.args(atom) {
        [a, b] => (a, b),
        [a] if op == Op::IsDigit => return Some((a, digits_from(regexes.store_mut(), b'0'))),
        _ => return None,
    };
    if op == Op::InRe {
        return Some((a, regexes.regex_of_term(terms, b)?));
    }
    let store = regexes.store_mut();
    match (op, terms.str_value(a), terms.str_value(b)) {
        (Op::PrefixOf, Some(word), _) => Some((b, beginning_with(store, word))),
        (Op::SuffixOf, Some(word), _) => Some((b, ending_with(store, word))),
        (Op::Contains, _, Some(word)) => Some((a, containing(store, word))),
        (Op::PrefixOf, _, Some(word)) => Some((a, listed(store, word, |word, n| &word[..n])?)),
        (Op::SuffixOf, _, Some(word)) => Some((a, listed(store, word, |word, n| &word[n..])?)),
        (Op::Eq, _, _) => equation(terms, store, a, b).or_else(|| equation(terms, store, b, a)),
        (Op::Ge, _, _) => comparison(terms, store, a, b),
        (Op::StrLe | Op::StrLt, Some(_), Some(_)) => None,
        (Op::StrLe, _, Some(word)) => Some((a, up_to(store, word)?)),
        (Op::StrLe, Some(word), _) => Some((b, from(store, word)?)),
        (Op::StrLt, _, Some(word)) => {
            let others = from(store, word)?;
            Some((a, store.comp(others)))
        }
        (Op::StrLt, Some(word), _) => {
            let others = up_to(store, word)?;
            Some((b, store.comp(others)))
        }
        _ => None,
    }
}

/// The words that are at most this one in the lexicographic order: its beginnings, and those whose first character that differs is less.
fn up_to(store: &mut RegexStore, word: &[u32]) -> Option<Regex> {
    let beginnings = listed(store, word, |word, n| &word[..n])?;
    let less = leaving(store, word, |c| {
        c.checked_sub(1).map(|end| CharSet::range(0, end))
    });
    Some(store.union(&[beginnings, less]))
}

/// The words that are at least this one: those that begin with it, and those whose first character that differs is greater.
fn from(store: &mut RegexStore, word: &[u32]) -> Option<Regex> {
    if word.len() > LISTED {
        return None;
    }
    let longer = beginning_with(store, word);
    let greater = leaving(store, word, |c| {
        (c < MAX_CHAR).then(|| CharSet::range(c + 1, MAX_CHAR))
    });
    Some(store.union(&[longer, greater]))
}

/// The words that follow this one up to a character, in whose place they have one of a set.
fn leaving(
    store: &mut RegexStore,
    word: &[u32],
    instead: impl Fn(u32) -> Option<CharSet>,
) -> Regex {
    let all = store.all();
    let mut ways = Vec::new();
    for (place, &c) in word.iter().enumerate() {
        if let Some(set) = instead(c) {
            let (same, other) = (store.literal(&word[..place]), store.class(set));
            ways.push(store.concat_all(&[same, other, all]));
        }
    }
    store.union(&ways)
}

/// The beginnings (or ends) of a short word.
fn listed(
    store: &mut RegexStore,
    word: &[u32],
    part: fn(&[u32], usize) -> &[u32],
) -> Option<Regex> {
    if word.len() > LISTED {
        return None;
    }
    let parts: Vec<Regex> = (0..=word.len())
        .map(|n| store.literal(part(word, n)))
        .collect();
    Some(store.union(&parts))
}

/// `x = w`, `|x| = n`, `to_int(x) = n`, or `substr(x, i, n) = w` for literals; where the slice depends on more, it is an x like others.
fn equation(
    terms: &TermStore,
    store: &mut RegexStore,
    left: Term,
    right: Term,
) -> Option<(Term, Regex)> {
    let any = store.allchar();
    let args = terms.args(left);
    match terms.op(left) {
        Op::Len => {
            let length = terms.int_value(right)?;
            let language = match length.is_negative() {
                true => store.none(),
                false => store.power(any, length.to_u32()?),
            };
            Some((args[0], language))
        }
        Op::ToInt => Some((args[0], numerals_of(store, terms.int_value(right)?)?)),
        op => {
            let word = terms.str_value(right)?;
            let place = (op == Op::Substr).then(|| place(terms, args)).flatten();
            Some(match place {
                Some((i, n)) => (args[0], slice(store, i, n, word)),
                None => (left, store.literal(word)),
            })
        }
    }
}

/// Where a slice begins and how long it is, if both are literals and something may be there.
fn place(terms: &TermStore, slice: &[Term]) -> Option<(u32, usize)> {
    let (i, n) = (terms.int_value(slice[1])?, terms.int_value(slice[2])?);
    i.to_u32().zip(n.to_usize().filter(|&n| n > 0))
}

/// The words w' with `substr(w', i, n) = word`, where n is positive.
fn slice(store: &mut RegexStore, i: u32, n: usize, word: &[u32]) -> Regex {
    let any = store.allchar();
    if word.is_empty() {
        return store.loop_(any, 0, i);
    }
    if word.len() > n {
        return store.none();
    }
    let (front, middle) = (store.power(any, i), store.literal(word));
    // A shorter part than asked for reaches to the end.
    let rest = match word.len() == n {
        true => store.all(),
        false => store.epsilon(),
    };
    store.concat_all(&[front, middle, rest])
}

/// `|x| ≥ n`, `to_code(x) ≥ n` or `to_int(x) ≥ n`.
fn comparison(
    terms: &TermStore,
    store: &mut RegexStore,
    left: Term,
    right: Term,
) -> Option<(Term, Regex)> {
    let bound = terms.int_value(right)?;
    let language = match terms.op(left) {
        Op::Len if !bound.is_positive() => store.all(),
        Op::Len => {
            let (any, n) = (store.allchar(), bound.to_u32()?);
            store.repeat(any, n, None)
        }
        Op::ToCode if bound.is_negative() => store.all(),
        Op::ToCode => match bound.to_u32().filter(|&c| c <= MAX_CHAR) {
            Some(c) => store.class(CharSet::range(c, MAX_CHAR)),
            None => store.none(),
        },
        Op::ToInt => numerals_from(store, bound)?,
        _ => return None,
    };
    Some((terms.arg(left, 0), language))
}

/// The digits from this one to 9.
fn digits_from(store: &mut RegexStore, digit: u8) -> Regex {
    store.class(CharSet::range(u32::from(digit), u32::from(b'9')))
}

/// The decimal digits of a natural number that are few enough to be spelt out.
fn digits_of(number: &Integer) -> Option<Vec<u8>> {
    let text = number.to_string().into_bytes();
    (text.len() <= LISTED).then_some(text)
}

/// The words x with `to_int(x) = n`: the digits of n behind any number of zeros, or what is no numeral.
fn numerals_of(store: &mut RegexStore, number: &Integer) -> Option<Regex> {
    if *number < Integer::MINUS_ONE {
        return Some(store.none());
    }
    if number.is_negative() {
        let natural = numerals_from(store, &Integer::ZERO)?;
        return Some(store.comp(natural));
    }
    let word: Vec<u32> = digits_of(number)?.into_iter().map(u32::from).collect();
    let (zero, digits) = (store.literal(&[u32::from(b'0')]), store.literal(&word));
    let zeros = store.star(zero);
    Some(store.concat(zeros, digits))
}

/// The words x with `to_int(x) ≥ n`: behind any number of zeros, n itself, more digits than n has, or as many of which the first
/// that differs is greater.
fn numerals_from(store: &mut RegexStore, bound: &Integer) -> Option<Regex> {
    if bound.is_negative() {
        return Some(store.all());
    }
    let digits = digits_of(bound)?;
    let (digit, first) = (digits_from(store, b'0'), digits_from(store, b'1'));
    if !bound.is_positive() {
        return Some(store.repeat(digit, 1, None));
    }
    let word: Vec<u32> = digits.iter().copied().map(u32::from).collect();
    let more = store.repeat(digit, word.len() as u32, None);
    let mut numerals = vec![store.literal(&word), store.concat(first, more)];
    for (place, &own) in digits.iter().enumerate().filter(|(_, own)| **own < b'9') {
        let same = store.literal(&word[..place]);
        let greater = digits_from(store, own + 1);
        let rest = store.power(digit, (word.len() - place - 1) as u32);
        numerals.push(store.concat_all(&[same, greater, rest]));
    }
    let (zero, numerals) = (store.literal(&[u32::from(b'0')]), store.union(&numerals));
    let zeros = store.star(zero);
    Some(store.concat(zeros, numerals))
}
