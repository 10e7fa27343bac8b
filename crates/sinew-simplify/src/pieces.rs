//! Concatenations as lists of pieces, and what can be said about pieces at a glance.

use sinew_term::{Op, Term, TermStore};

use crate::context::Ctx;

/// The pieces of a string term in normal form; none for the empty word.
pub(crate) fn pieces(store: &TermStore, term: Term) -> Vec<Term> {
    match store.op(term) {
        Op::Concat => store.args(term).to_vec(),
        Op::Str(_) if store.str_value(term).is_some_and(<[u32]>::is_empty) => Vec::new(),
        _ => vec![term],
    }
}

/// The concatenation of pieces; neighbouring words are joined.
pub(crate) fn join(store: &mut TermStore, parts: &[Term]) -> Term {
    let mut result: Vec<Term> = Vec::with_capacity(parts.len());
    let mut word: Vec<u32> = Vec::new();
    for &part in parts {
        if let Some(value) = store.str_value(part) {
            word.extend_from_slice(value);
            continue;
        }
        if !word.is_empty() {
            result.push(store.code_points(&word));
            word.clear();
        }
        result.push(part);
    }
    if !word.is_empty() || result.is_empty() {
        result.push(store.code_points(&word));
    }
    match result[..] {
        [only] => only,
        _ => store.concat(&result),
    }
}

impl Ctx<'_> {
    pub(crate) fn pieces(&self, term: Term) -> Vec<Term> {
        pieces(self.store, term)
    }

    pub(crate) fn join(&mut self, parts: &[Term]) -> Term {
        join(self.store, parts)
    }

    pub(crate) fn literal(&mut self, word: &[u32]) -> Term {
        self.store.code_points(word)
    }

    /// The words among the pieces.
    pub(crate) fn constant_pieces(&self, parts: &[Term]) -> Vec<Vec<u32>> {
        parts
            .iter()
            .filter_map(|&part| self.word(part).map(<[u32]>::to_vec))
            .collect()
    }

    /// Whether the pieces at the front, or those at the back, are words that clash.
    pub(crate) fn ends_clash(&self, a: &[Term], b: &[Term]) -> bool {
        let front = a.iter().zip(b).find(|(x, y)| x != y);
        let back = a.iter().rev().zip(b.iter().rev()).find(|(x, y)| x != y);
        let words = |pair: Option<(&Term, &Term)>| {
            pair.and_then(|(&x, &y)| Some((self.word(x)?, self.word(y)?)))
        };
        words(front).is_some_and(|(x, y)| x.iter().zip(y).any(|(c, d)| c != d))
            || words(back)
                .is_some_and(|(x, y)| x.iter().rev().zip(y.iter().rev()).any(|(c, d)| c != d))
    }

    /// The first character of `term`, if it has one and it is known.
    pub(crate) fn first_char(&self, term: Term) -> Option<u32> {
        let first = match self.op(term) {
            Op::Concat => self.arg(term, 0),
            _ => term,
        };
        self.word(first).and_then(|word| word.first().copied())
    }
}
