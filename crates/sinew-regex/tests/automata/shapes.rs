//! Finite, co-finite, single-word and flat languages, and the words of finite ones.

use crate::{alphabet, language, samples};
use sinew_base::Budget;
use sinew_regex::RegexStore;
use sinew_regex::automata::{Automaton, FlatPart};

fn free() -> Budget<'static> {
    Budget::unlimited()
}

#[test]
fn finiteness_and_listing_agree_with_the_store() {
    let (mut finite, mut infinite) = (0, 0);
    for (_, sample, _) in samples(400, true) {
        let mut store = RegexStore::new();
        let (regex, _) = store.insert_automaton(&sample.automaton.to_nfa());
        let expected = store.is_finite(regex, &free()).unwrap();
        assert_eq!(sample.automaton.is_finite(&free()).unwrap(), expected);
        let words = sample.automaton.words(200, &free()).unwrap();
        if expected {
            finite += 1;
        } else {
            infinite += 1;
            assert_eq!(words, None, "{}", sample.text);
        }
        let Some(words) = words else {
            continue;
        };
        let size = store.language_size(regex, &free()).unwrap();
        let count = sinew_base::Integer::from(words.len() as i64);
        assert_eq!(size, Some(count), "{}", sample.text);
        let mut distinct = words.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), words.len(), "{}", sample.text);
        for word in &words {
            assert!(sample.automaton.accepts(word, &free()).unwrap());
        }
        assert!(words.windows(2).all(|pair| pair[0].len() <= pair[1].len()));
        let single = sample.automaton.as_singleton(&free()).unwrap();
        assert_eq!(single.as_ref(), words.first().filter(|_| words.len() == 1));
        if words.len() > 1 {
            let fewer = sample.automaton.words(words.len() - 1, &free()).unwrap();
            assert_eq!(fewer, None, "{}", sample.text);
        }
    }
    assert!(finite > 100 && infinite > 100, "{finite} {infinite}");
}

#[test]
fn what_a_cofinite_language_misses_is_known() {
    let mut seen = 0;
    for (universe, sample, _) in samples(200, true) {
        let outside = sample.automaton.complement(&free()).unwrap();
        let missing = sample.automaton.missing_if_cofinite(&free()).unwrap();
        assert_eq!(missing.is_some(), outside.is_finite(&free()).unwrap());
        if let Some(missing) = missing {
            seen += 1;
            let expected = universe.full() & !sample.language;
            assert_eq!(language(&universe, &missing), expected, "{}", sample.text);
        }
    }
    assert!(seen > 20, "{seen}");
}

/// Whether a flat path reads a word.
fn reads(parts: &[FlatPart], word: &[u32]) -> bool {
    match parts {
        [] => word.is_empty(),
        [FlatPart::Once(letters), rest @ ..] => word.split_first().is_some_and(|(&c, tail)| {
            let letter = alphabet().letter(c);
            letter.is_some_and(|letter| letters.contains(letter)) && reads(rest, tail)
        }),
        [FlatPart::Cycle(cycle), rest @ ..] => {
            reads(rest, word)
                || word
                    .strip_prefix(&cycle[..])
                    .is_some_and(|tail| reads(parts, tail))
        }
    }
}

#[test]
fn flat_languages_are_the_union_of_their_paths() {
    let (mut flat, mut other) = (0, 0);
    for (universe, sample, _) in samples(500, false) {
        let Some(paths) = sample.automaton.flat_paths(500, &free()).unwrap() else {
            other += 1;
            continue;
        };
        assert!(sample.automaton.is_flat(&free()).unwrap());
        flat += usize::from(!sample.automaton.is_finite(&free()).unwrap());
        for (at, word) in universe.words.iter().enumerate() {
            let found = paths.iter().any(|path| reads(path, word));
            assert_eq!(
                found,
                sample.language >> at & 1 == 1,
                "{} {word:?}",
                sample.text
            );
        }
    }
    assert!(flat > 30 && other > 30, "{flat} {other}");
}

#[test]
fn two_loops_on_one_state_are_not_flat() {
    let mut store = RegexStore::new();
    let (a, b) = (store.literal(&[97]), store.literal(&[98]));
    let ab = store.range(97, 98);
    let (sa, sb, sab) = (store.star(a), store.star(b), store.star(ab));
    let one_after_the_other = store.concat(sa, sb);
    let twice = store.literal(&[97, 97]);
    let choice = store.union(&[twice, b]);
    let mixed = store.star(choice);
    for (regex, expected) in [(one_after_the_other, true), (sab, false), (mixed, false)] {
        let made = Automaton::from_regex(&mut store, regex, &alphabet(), &free()).unwrap();
        assert_eq!(made.is_flat(&free()), Ok(expected));
        assert_eq!(made.flat_paths(100, &free()).unwrap().is_some(), expected);
    }
}
