//! How long a string with many words in it must be.
//!
//! *Instance of the principle.* Let x contain the words w1 … wn, none of which is in another, and let
//! oi be the longest overlap of an end of wi with a beginning of another. One occurrence of each is
//! chosen; they begin at different places and end in the same order, since otherwise one word would be
//! in another. Two that follow each other share at most oi characters, so each claims its first
//! |wi| − oi for itself, and the last one all of its own. Hence `|x| ≥ Σ (|wi| − oi) + min oi`.
//!
//! For a model, all words side by side always fit: that length is decided first.

use rustc_hash::FxHashMap;
use sinew_engine::{PluginContext, Premise};
use sinew_term::{Op, Term};

use super::super::rules;
use super::{Claims, Places, are_many};

/// A word that a string contains.
struct Factor {
    atom: Term,
    word: Vec<u32>,
    /// Why the atom says so of the string that speaks for the class, and of the word.
    why: Vec<Premise>,
}

/// Tells the least lengths of strings with many words. Whether something was inferred.
pub(in super::super) fn check(cx: &mut PluginContext<'_, '_>, predicates: &[Term]) -> bool {
    // The first string of a class speaks for it: which term represents the class changes from check to
    // check, and each would have a length of its own to decide.
    let mut within: FxHashMap<Term, (Term, Vec<Factor>)> = FxHashMap::default();
    let mut classes: Vec<Term> = Vec::new();
    for &atom in predicates {
        if cx.store().op(atom) != Op::Contains || cx.value(atom) != Some(true) {
            continue;
        }
        let string = cx.store().arg(atom, 0);
        let class = cx.representative(string);
        let (speaker, factors) = within.entry(class).or_insert((string, Vec::new()));
        if let Some(factor) = factor(cx, *speaker, atom) {
            if factors.is_empty() {
                classes.push(class);
            }
            factors.push(factor);
        }
    }
    let mut acted = false;
    for class in classes {
        let (speaker, factors) = &within[&class];
        acted |= are_many(cx, factors.len()) && tell(cx, *speaker, factors);
    }
    acted
}

/// The word in a string that equals this one, if it is known.
fn factor(cx: &PluginContext<'_, '_>, speaker: Term, atom: Term) -> Option<Factor> {
    let (string, part) = (cx.store().arg(atom, 0), cx.store().arg(atom, 1));
    let value = cx.value_of(part)?;
    let mut why = vec![Premise::Literal(atom, true)];
    for (term, equal) in [(string, speaker), (part, value)] {
        if term != equal {
            why.push(Premise::Equal(term, equal));
        }
    }
    let word = cx.store().str_value(value)?.to_vec();
    Some(Factor { atom, word, why })
}

/// Tells the least length, once, and asks for room. Whether something was sent.
fn tell(cx: &mut PluginContext<'_, '_>, string: Term, factors: &[Factor]) -> bool {
    let kept = factor_free(factors);
    if kept.len() < 2 {
        return false;
    }
    let atoms: Vec<Term> = factors.iter().map(|factor| factor.atom).collect();
    let words: Vec<&[u32]> = kept.iter().map(|factor| &factor.word[..]).collect();
    let store = cx.store_mut();
    let length = store.len(string);
    let all = store.int(words.iter().map(|word| word.len()).sum::<usize>());
    let roomy = store.ge(length, all);
    let claims = Claims {
        count: least_length(&words),
        why: kept.iter().flat_map(|factor| factor.why.clone()).collect(),
    };
    let told = cx.mark_applied(&rules::FACTORS, &atoms)
        && claims.need(cx, &rules::FACTORS, Places::Positions(length));
    if cx.value(roomy).is_none() {
        cx.split(roomy, true);
    }
    told || cx.value(roomy).is_none()
}

/// The words that are in no other; of equal ones the first.
fn factor_free(factors: &[Factor]) -> Vec<&Factor> {
    let inside = |short: &[u32], long: &[u32]| {
        short.is_empty() || long.windows(short.len()).any(|window| window == short)
    };
    let mut kept = Vec::new();
    for (index, factor) in factors.iter().enumerate() {
        let word = &factor.word;
        let redundant = factors.iter().enumerate().any(|(other, long)| {
            let long = &long.word;
            other != index && inside(word, long) && (word.len() < long.len() || other < index)
        });
        if !redundant {
            kept.push(factor);
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
