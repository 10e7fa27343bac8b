//! Reversal, quotients, splits, counting and explicit automata against the
//! reference, on random regexes and all words up to length 4.

mod common;

use common::{Re, Rng, Universe, build, random};
use sinew_base::{Budget, Integer};
use sinew_regex::automata::{Alphabet, Automaton, Subsets, explore};
use sinew_regex::{CharOrder, Dfa, Nfa, Regex, RegexStore};

fn each_random(
    rounds: u64,
    depth: u64,
    mut check: impl FnMut(&Universe, &mut RegexStore, &Re, Regex, u128),
) {
    let universe = Universe::new();
    for seed in 0..rounds {
        let mut rng = Rng::new(seed + 77);
        let re = random(&mut rng, 1 + (seed % depth) as u32, seed % 3 != 0);
        let mut store = RegexStore::new();
        let r = build(&mut store, &re);
        let language = universe.language(&re);
        check(&universe, &mut store, &re, r, language);
    }
}

fn small_words(store: &mut RegexStore) -> Regex {
    let letters = store.range(97, 99);
    store.loop_(letters, 0, 4)
}

#[test]
fn reversal_reverses_words() {
    let budget = Budget::unlimited();
    each_random(700, 5, |universe, store, re, r, language| {
        let reversed = store.reverse(r);
        for (at, word) in universe.words.iter().enumerate() {
            let backwards: Vec<u32> = word.iter().rev().copied().collect();
            let found = store.contains_word(reversed, &backwards, &budget).unwrap();
            assert_eq!(found, language >> at & 1 == 1, "{re:?} {word:?}");
        }
        let twice = store.reverse(reversed);
        assert!(store.equivalent(twice, r, &budget).unwrap(), "{re:?}");
    });
}

#[test]
fn right_quotients_cut_at_the_end() {
    let budget = Budget::unlimited();
    each_random(300, 4, |universe, store, re, r, language| {
        for word in &universe.words[..13] {
            let quotient = store.right_quotient(r, word, &budget).unwrap();
            for (at, whole) in universe.words.iter().enumerate() {
                if let Some(rest) = whole.strip_suffix(&word[..]) {
                    let found = store.contains_word(quotient, rest, &budget).unwrap();
                    assert_eq!(found, language >> at & 1 == 1, "{re:?} {word:?}");
                }
            }
        }
    });
}

#[test]
fn splits_are_exact() {
    let budget = Budget::unlimited();
    each_random(300, 4, |universe, store, re, r, language| {
        let pairs = store.splits(r, &budget).unwrap();
        let mut seconds: Vec<Regex> = pairs.iter().map(|pair| pair.1).collect();
        seconds.sort_unstable();
        seconds.dedup();
        assert_eq!(seconds.len(), pairs.len(), "{re:?}");
        for (at, word) in universe.words.iter().enumerate() {
            for cut in 0..=word.len() {
                let found = pairs.iter().any(|&(first, second)| {
                    store.contains_word(first, &word[..cut], &budget).unwrap()
                        && store.contains_word(second, &word[cut..], &budget).unwrap()
                });
                assert_eq!(found, language >> at & 1 == 1, "{re:?} {word:?} {cut}");
            }
        }
    });
}

#[test]
fn counts_agree_with_enumeration() {
    let budget = Budget::unlimited();
    each_random(700, 5, |universe, store, re, r, language| {
        let small = small_words(store);
        let cut = store.inter(&[r, small]);
        let total = i64::from((language & universe.full()).count_ones());
        assert!(store.is_finite(cut, &budget).unwrap());
        let size = store.language_size(cut, &budget).unwrap();
        assert_eq!(size, Some(Integer::from(total)), "{re:?}");
    });
}

#[test]
fn finiteness_agrees_with_the_length_set() {
    let budget = Budget::unlimited();
    let (mut finite, mut infinite) = (0, 0);
    each_random(700, 4, |_, store, re, r, _| {
        let lengths = store.lengths(r, &budget).unwrap();
        let answer = store.is_finite(r, &budget).unwrap();
        assert_eq!(answer, lengths.is_finite(), "{re:?}");
        if answer {
            finite += 1;
        } else {
            infinite += 1;
        }
        // What the structure shows must be the whole truth.
        if let Some(words) = store.small_language(r, 50) {
            let all = store.words(r, 51, CharOrder::CodePoint, &budget).unwrap();
            assert_eq!(all, words, "{re:?}");
        }
        if let Some(word) = store.as_singleton(r) {
            let all = store.words(r, 2, CharOrder::CodePoint, &budget).unwrap();
            assert_eq!(all, [word], "{re:?}");
        }
    });
    assert!(finite > 100 && infinite > 100);
}

/// Whether a deterministic automaton accepts a word.
fn reads(dfa: &Dfa, word: &[u32]) -> bool {
    let end = word.iter().fold(0, |state, &c| {
        let letter = dfa.letters().iter().position(|class| class.contains(c));
        dfa.step(state, letter.expect("letters cover the alphabet"))
    });
    dfa.accepts_at(end)
}

#[test]
fn explicit_automata_accept_the_same_words() {
    let budget = Budget::unlimited();
    each_random(400, 4, |universe, store, re, r, language| {
        let nfa = Nfa::from_regex(store, r, &budget).unwrap();
        let direct = Dfa::from_regex(store, r, &budget).unwrap();
        let least = direct.minimized(&budget).unwrap();
        assert!(least.len() <= direct.len());
        // The smallest automaton in another way, and complete.
        let alphabet = Alphabet::new(&store.character_sets(r));
        let other = Automaton::from_regex(store, r, &alphabet, &budget).unwrap();
        let other = Subsets::new(other.minimised(&budget).unwrap());
        assert_eq!(
            least.len(),
            explore(other, &budget).unwrap().len(),
            "{re:?}"
        );
        let (stored, _) = store.insert_automaton(&nfa);
        let (backwards, _) = store.insert_automaton(&nfa.trimmed().reversed());
        for (at, word) in universe.words.iter().enumerate() {
            let expected = language >> at & 1 == 1;
            assert_eq!(reads(&direct, word), expected, "{re:?} {word:?}");
            assert_eq!(reads(&least, word), expected, "{re:?} {word:?}");
            let turned: Vec<u32> = word.iter().rev().copied().collect();
            for (language, word) in [(stored, word), (backwards, &turned)] {
                let found = store.contains_word(language, word, &budget).unwrap();
                assert_eq!(found, expected, "{re:?} {word:?}");
            }
        }
        assert!(store.equivalent(stored, r, &budget).unwrap(), "{re:?}");
    });
}

#[test]
fn states_of_automata_take_part_in_all_operations() {
    let budget = Budget::unlimited();
    each_random(300, 4, |universe, store, re, r, language| {
        let nfa = Nfa::from_regex(store, r, &budget).unwrap();
        let (state, _) = store.insert_automaton(&nfa);
        let lengths = store.lengths(r, &budget).unwrap();
        assert_eq!(store.lengths(state, &budget).unwrap(), lengths, "{re:?}");
        let shortest = store.shortest_word(state, &budget).unwrap();
        assert_eq!(
            shortest.map(|word| word.len()),
            lengths.min().map(|len| len as usize),
            "{re:?}"
        );
        assert_eq!(
            store.is_finite(state, &budget).unwrap(),
            lengths.is_finite(),
            "{re:?}"
        );
        let star = store.star(state);
        let plain = store.star(r);
        assert!(store.equivalent(star, plain, &budget).unwrap(), "{re:?}");
        let reversed = store.reverse(state);
        for (at, word) in universe.words.iter().enumerate() {
            let turned: Vec<u32> = word.iter().rev().copied().collect();
            let found = store.contains_word(reversed, &turned, &budget).unwrap();
            assert_eq!(found, language >> at & 1 == 1, "{re:?} {word:?}");
        }
    });
}
