//! The engine against the reference semantics: random regexes as terms and as regexes of a
//! store, random words and the words that the engine finds, characters at the ends of the
//! alphabet and counters beyond a handful included.

mod common;

use common::terms::term;
use common::{Re, Rng, build, random};
use sinew_base::Budget;
use sinew_regex::{MAX_CHAR, RegexStore};
use sinew_semantics::{Model, Value, eval};
use sinew_term::TermStore;

/// Replaces some leaves by ranges at the ends of the alphabet, and some counters by larger
/// ones, so that words leave the little universe of the other tests.
fn widened(rng: &mut Rng, re: &Re) -> Re {
    let again = |rng: &mut Rng, inner: &Re| Box::new(widened(rng, inner));
    match re {
        Re::Range(..) if rng.below(2) == 0 => Re::Range(MAX_CHAR - rng.below(3), MAX_CHAR),
        Re::Literal(word) if word.len() == 1 && rng.below(4) == 0 => {
            Re::Literal(vec![[0, 0xD800, 0xFFFF, MAX_CHAR][rng.below(4) as usize]])
        }
        Re::Power(a, n) => Re::Power(again(rng, a), n + rng.below(9)),
        Re::Loop(a, lo, hi) => Re::Loop(again(rng, a), *lo, hi + rng.below(9)),
        Re::Concat(a, b) => Re::Concat(again(rng, a), again(rng, b)),
        Re::Union(a, b) => Re::Union(again(rng, a), again(rng, b)),
        Re::Inter(a, b) => Re::Inter(again(rng, a), again(rng, b)),
        Re::Diff(a, b) => Re::Diff(again(rng, a), again(rng, b)),
        Re::Comp(a) => Re::Comp(again(rng, a)),
        Re::Star(a) => Re::Star(again(rng, a)),
        Re::Plus(a) => Re::Plus(again(rng, a)),
        Re::Opt(a) => Re::Opt(again(rng, a)),
        leaf => leaf.clone(),
    }
}

#[test]
fn membership_and_words_agree_with_the_semantics() {
    let budget = Budget::unlimited();
    let letters = [97, 98, 99, 0, 0xD800, 0xFFFF, MAX_CHAR - 1, MAX_CHAR];
    let (mut members, mut others) = (0, 0);
    for seed in 0..400 {
        let mut rng = Rng::new(seed + 31);
        let plain = random(&mut rng, 1 + (seed % 4) as u32, seed % 3 != 0);
        let re = widened(&mut rng, &plain);
        let (mut store, mut terms) = (RegexStore::new(), TermStore::new());
        let r = build(&mut store, &re);
        let regex = term(&mut terms, &re);
        let outside = store.comp(r);
        let mut words: Vec<Vec<u32>> = (0..12)
            .map(|_| {
                let len = rng.below(12);
                (0..len).map(|_| letters[rng.below(8) as usize]).collect()
            })
            .collect();
        for language in [r, outside] {
            words.extend(store.shortest_word(language, &budget).unwrap());
            for length in [3, 9] {
                let cut = store.of_length(language, length);
                words.extend(store.shortest_word(cut, &budget).unwrap());
            }
        }
        for word in words {
            let literal = terms.code_points(&word);
            let inside = terms.in_re(literal, regex);
            let expected = eval(&terms, &Model::new(), inside).unwrap();
            let found = store.contains_word(r, &word, &budget).unwrap();
            assert_eq!(Value::Bool(found), expected, "{re:?} {word:?}");
            if found {
                members += 1;
            } else {
                others += 1;
            }
        }
    }
    assert!(members > 1000 && others > 1000, "{members} and {others}");
}
