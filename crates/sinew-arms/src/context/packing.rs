//! How long a string with many words in it must be.
//!
//! If none of the words w1 … wn is in another, their occurrences in x begin in the order in which
//! they end, and two that follow each other share at most their overlap. So
//! `|x| ≥ Σ (|wi| − oi) + min oi`, where oi is the longest overlap of an end of wi with a beginning
//! of another. Without that, one length after the other is refuted by trying all arrangements.
//! For a model, all words side by side always fit: that length is decided first.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_engine::{PluginContext, Premise};
use sinew_term::{Op, Term};

use super::rules;

/// With fewer words lengths are found by trying.
const FEW: usize = 4;

/// What was said, kept across checks.
#[derive(Default)]
pub(super) struct Packing {
    told: FxHashSet<(Term, Vec<Term>)>,
}

impl Packing {
    /// Tells the least lengths of strings with many words. Whether something was inferred.
    pub(super) fn check(&mut self, cx: &mut PluginContext<'_, '_>, predicates: &[Term]) -> bool {
        let mut within: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
        let mut strings: Vec<Term> = Vec::new();
        for &atom in predicates {
            let store = cx.store();
            if store.op(atom) != Op::Contains || cx.value(atom) != Some(true) {
                continue;
            }
            let (string, word) = (store.arg(atom, 0), store.arg(atom, 1));
            if store.str_value(word).is_some() {
                let atoms = within.entry(string).or_default();
                if atoms.is_empty() {
                    strings.push(string);
                }
                atoms.push(atom);
            }
        }
        let mut acted = false;
        for string in strings {
            let atoms = &within[&string];
            if atoms.len() >= FEW {
                let new = self.told.insert((string, atoms.clone()));
                acted |= tell(cx, string, atoms, new);
            }
        }
        acted
    }
}

/// Tells the least length, if that is `new`, and asks for room. Whether something was sent.
fn tell(cx: &mut PluginContext<'_, '_>, string: Term, atoms: &[Term], new: bool) -> bool {
    let words: Vec<(Term, Vec<u32>)> = atoms
        .iter()
        .filter_map(|&atom| {
            Some((
                atom,
                cx.store().str_value(cx.store().arg(atom, 1))?.to_vec(),
            ))
        })
        .collect();
    let kept = factor_free(&words);
    if kept.len() < 2 {
        return false;
    }
    let texts: Vec<&[u32]> = kept.iter().map(|(_, word)| &word[..]).collect();
    let why: Vec<Premise> = kept
        .iter()
        .map(|&(atom, _)| Premise::Literal(*atom, true))
        .collect();
    let store = cx.store_mut();
    let (length, least) = (store.len(string), store.int(least_length(&texts)));
    let fact = store.ge(length, least);
    let all = store.int(texts.iter().map(|word| word.len()).sum::<usize>());
    let roomy = store.ge(length, all);
    let told = new && cx.infer(&rules::PACKING, &why, fact);
    let open = cx.value(roomy).is_none();
    if open {
        cx.split(roomy, true);
    }
    told || open
}

/// The words that are in no other; of equal ones the first.
fn factor_free(words: &[(Term, Vec<u32>)]) -> Vec<(&Term, &Vec<u32>)> {
    let inside = |short: &[u32], long: &[u32]| {
        short.is_empty() || long.windows(short.len()).any(|window| window == short)
    };
    let mut kept = Vec::new();
    for (index, (atom, word)) in words.iter().enumerate() {
        let redundant = words.iter().enumerate().any(|(other, (_, long))| {
            other != index && inside(word, long) && (word.len() < long.len() || other < index)
        });
        if !redundant {
            kept.push((atom, word));
        }
    }
    kept
}

/// A lower bound on the length of a string that contains all these words, none in another.
fn least_length(words: &[&[u32]]) -> usize {
    let overlap = |first: &[u32], second: &[u32]| {
        (0..first.len().min(second.len()))
            .rev()
            .find(|&n| first[first.len() - n..] == second[..n])
            .unwrap_or(0)
    };
    let mut total = 0;
    let mut least = usize::MAX;
    for (index, &word) in words.iter().enumerate() {
        let longest = words
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != index)
            .map(|(_, &other)| overlap(word, other))
            .max()
            .unwrap_or(0);
        total += word.len() - longest;
        least = least.min(longest);
    }
    total + if least == usize::MAX { 0 } else { least }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The length of the shortest string over a and b with all the words in it, by trying.
    fn shortest(words: &[&[u32]]) -> usize {
        (0usize..)
            .find(|&n| {
                (0..1u32 << n).any(|bits| {
                    let text: Vec<u32> = (0..n).map(|i| 97 + (bits >> i & 1)).collect();
                    words
                        .iter()
                        .all(|w| text.windows(w.len()).any(|window| window == *w))
                })
            })
            .expect("some length will do")
    }

    #[test]
    fn the_bound_is_below_the_shortest_string() {
        let words: Vec<Vec<u32>> = (0..8u32)
            .map(|bits| (0..3).map(|i| 97 + (bits >> i & 1)).collect())
            .collect();
        for a in &words {
            for b in &words {
                for c in &words {
                    if a == b || b == c || a == c {
                        continue;
                    }
                    let texts = [&a[..], &b[..], &c[..]];
                    assert!(least_length(&texts) <= shortest(&texts), "{texts:?}");
                }
            }
        }
        // Without overlaps the bound is exact.
        assert_eq!(least_length(&[&[97, 97], &[98, 98]]), 4);
    }
}
