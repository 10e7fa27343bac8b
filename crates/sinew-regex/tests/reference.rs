//! Every operation against the reference, on random regexes and all words up to length 4.

mod common;

use common::{Re, Rng, Universe, build, random};
use sinew_base::Budget;
use sinew_regex::{CharOrder, Regex, RegexStore};

const ROUNDS: u64 = 700;

fn each_random(boolean: bool, mut check: impl FnMut(&Universe, &mut RegexStore, &Re, Regex, u128)) {
    let universe = Universe::new();
    for seed in 0..ROUNDS {
        let mut rng = Rng::new(seed + 1);
        let re = random(&mut rng, 1 + (seed % 5) as u32, boolean);
        let mut store = RegexStore::new();
        let r = build(&mut store, &re);
        let language = universe.language(&re);
        check(&universe, &mut store, &re, r, language);
    }
}

/// The words of length at most 4 over the three letters, as a regex.
fn small_words(store: &mut RegexStore) -> Regex {
    let letters = store.range(97, 99);
    store.loop_(letters, 0, 4)
}

#[test]
fn constructors_keep_the_language() {
    for boolean in [false, true] {
        each_random(boolean, |universe, store, re, r, language| {
            assert_eq!(universe.decoded(store, r), language, "{re:?}");
        });
    }
}

#[test]
fn nullability_and_length_bounds_hold() {
    each_random(true, |universe, store, re, r, language| {
        assert_eq!(store.nullable(r), language & 1 == 1, "{re:?}");
        for (at, word) in universe.words.iter().enumerate() {
            if language >> at & 1 == 1 {
                let (lo, hi) = store.length_bounds(r).expect("it has a word");
                let len = word.len() as u64;
                assert!(lo <= len && hi.is_none_or(|hi| len <= hi), "{re:?}");
            }
        }
    });
}

#[test]
fn derivatives_are_left_quotients() {
    let budget = Budget::unlimited();
    each_random(true, |universe, store, re, r, language| {
        for word in &universe.words[..13] {
            let quotient = store.left_quotient(r, word, &budget).unwrap();
            for (at, whole) in universe.words.iter().enumerate() {
                if let Some(rest) = whole.strip_prefix(&word[..]) {
                    assert_eq!(
                        store.contains_word(quotient, rest, &budget).unwrap(),
                        language >> at & 1 == 1,
                        "{re:?} by {word:?}"
                    );
                }
            }
        }
    });
}

#[test]
fn disjoint_steps_are_disjoint_and_complete() {
    let budget = Budget::unlimited();
    each_random(true, |_, store, re, r, _| {
        let steps = store.disjoint_steps(r, &budget).unwrap().to_vec();
        for (at, (class, _)) in steps.iter().enumerate() {
            for (other, _) in &steps[at + 1..] {
                let (a, b) = (store.class_set(*class), store.class_set(*other));
                assert!(a.is_disjoint(b), "{re:?}");
            }
        }
        for c in [0, 97, 98, 99, 100, sinew_regex::MAX_CHAR] {
            let derivative = store.derivative(r, c, &budget).unwrap();
            let hit = steps
                .iter()
                .find(|step| store.class_set(step.0).contains(c));
            let rest = hit.map_or(store.none(), |step| step.1);
            assert!(
                store.equivalent(derivative, rest, &budget).unwrap(),
                "{re:?}"
            );
        }
    });
}

#[test]
fn emptiness_inclusion_and_equivalence_agree_with_words() {
    let budget = Budget::unlimited();
    let universe = Universe::new();
    for seed in 0..ROUNDS {
        let mut rng = Rng::new(seed + 5000);
        let (left, right) = (random(&mut rng, 3, true), random(&mut rng, 3, true));
        let mut store = RegexStore::new();
        let small = small_words(&mut store);
        let (a, b) = (build(&mut store, &left), build(&mut store, &right));
        let (la, lb) = (universe.language(&left), universe.language(&right));
        let (a, b) = (store.inter(&[a, small]), store.inter(&[b, small]));
        let context = format!("{left:?} and {right:?}");
        assert_eq!(store.is_empty(a, &budget).unwrap(), la == 0, "{context}");
        assert_eq!(
            store.is_subset(a, b, &budget).unwrap(),
            la & !lb == 0,
            "{context}"
        );
        assert_eq!(
            store.equivalent(a, b, &budget).unwrap(),
            la == lb,
            "{context}"
        );
        let empty = store.is_empty_intersection(&[a, b], &budget).unwrap();
        assert_eq!(empty, la & lb == 0, "{context}");
        let literals = [(a, true), (b, false), (small, true)];
        let core = store.empty_core(&literals, &budget).unwrap();
        assert_eq!(core.is_some(), la & !lb == 0, "{context}");
        if let Some(core) = core {
            for skipped in &core {
                let rest: Vec<_> = core.iter().filter(|at| *at != skipped).collect();
                let rest: Vec<_> = rest.into_iter().map(|&at| literals[at]).collect();
                assert!(
                    !store.is_empty_conjunction(&rest, &budget).unwrap(),
                    "{context}"
                );
            }
        }
    }
}

#[test]
fn shortest_words_are_words_and_shortest() {
    let budget = Budget::unlimited();
    each_random(true, |universe, store, re, r, language| {
        let small = small_words(store);
        let cut = store.inter(&[r, small]);
        let least = (language != 0).then(|| &universe.words[language.trailing_zeros() as usize]);
        let word = store.shortest_word(cut, &budget).unwrap();
        assert_eq!(word.as_ref().map(Vec::len), least.map(Vec::len), "{re:?}");
        // The whole language may have shorter words with other letters, never longer ones.
        let whole = store.shortest_word(r, &budget).unwrap();
        assert!(
            whole.as_ref().map_or(usize::MAX, Vec::len)
                <= word.as_ref().map_or(usize::MAX, Vec::len)
        );
        for word in [word, whole].into_iter().flatten() {
            assert!(
                store.contains_word(r, &word, &budget).unwrap(),
                "{re:?} {word:?}"
            );
        }
    });
}

#[test]
fn enumeration_is_complete_and_in_order() {
    let budget = Budget::unlimited();
    each_random(true, |universe, store, re, r, language| {
        let small = small_words(store);
        let cut = store.inter(&[r, small]);
        let expected: Vec<&Vec<u32>> = universe
            .words
            .iter()
            .enumerate()
            .filter(|(at, _)| language >> at & 1 == 1)
            .map(|(_, word)| word)
            .collect();
        for order in [CharOrder::CodePoint, CharOrder::Readable] {
            let words = store.words(cut, 200, order, &budget).unwrap();
            assert_eq!(words.iter().collect::<Vec<_>>(), expected, "{re:?}");
        }
        for length in 0..=4u32 {
            let of_length: Vec<&&Vec<u32>> = expected
                .iter()
                .filter(|word| word.len() == length as usize)
                .collect();
            let least = store
                .smallest_word(cut, length, CharOrder::CodePoint, &budget)
                .unwrap();
            assert_eq!(least.as_ref(), of_length.first().map(|word| **word));
            let of_this_length = store.of_length(cut, length);
            let some = store.shortest_word(of_this_length, &budget).unwrap();
            assert_eq!(some.is_some(), !of_length.is_empty());
            assert_eq!(
                some.map(|word| word.len()),
                of_length.first().map(|word| word.len())
            );
        }
    });
}

#[test]
fn length_sets_are_exact() {
    let budget = Budget::unlimited();
    for boolean in [false, true] {
        each_random(boolean, |_, store, re, r, _| {
            let lengths = store.lengths(r, &budget).unwrap();
            for length in 0..=12u32 {
                let has = store.has_length(r, length, &budget).unwrap();
                assert_eq!(
                    lengths.contains(length.into()),
                    has,
                    "{re:?} {length} {lengths}"
                );
            }
        });
    }
}

#[test]
fn long_words_are_matched_like_short_ones() {
    // Position sets (long words) against state sets (short words), by doubling letters.
    let budget = Budget::unlimited();
    each_random(false, |_, store, re, r, _| {
        let filler = store.literal(&[120; 60]);
        let long = store.concat(r, filler);
        let mut rng = Rng::new(9);
        for _ in 0..20 {
            let word: Vec<u32> = (0..rng.below(7)).map(|_| 97 + rng.below(3)).collect();
            let mut padded = word.clone();
            padded.extend([120; 60]);
            assert_eq!(
                store.contains_word(long, &padded, &budget).unwrap(),
                store.contains_word(r, &word, &budget).unwrap(),
                "{re:?} {word:?}"
            );
        }
    });
}
