//! Each operation against the same operation on sets of words.

use crate::common::{LETTERS, Universe};
use crate::{alphabet, language, random_automaton, sample, samples};
use proptest::prelude::*;
use sinew_base::{Budget, StopReason};
use sinew_regex::automata::{
    Alphabet, Automaton, BuildError, Builder, Lazy, OfRegex, Product, Subsets, counterexample,
    explore, shortest_word, spelled, split_word,
};
use sinew_regex::{CharSet, RegexStore};

fn free() -> Budget<'static> {
    Budget::unlimited()
}

#[test]
fn regexes_and_automata_have_the_same_words() {
    for (universe, sample, _) in samples(400, true) {
        let found = language(&universe, &sample.automaton);
        assert_eq!(found, sample.language, "{}", sample.text);
        let mut store = RegexStore::new();
        let (back, _) = store.insert_automaton(&sample.automaton.to_nfa());
        assert_eq!(universe.decoded(&mut store, back), sample.language);
    }
}

#[test]
fn an_alphabet_that_cuts_a_set_is_refused() {
    let mut store = RegexStore::new();
    let r = store.range(97, 120);
    let made = Automaton::from_regex(&mut store, r, &alphabet(), &free());
    assert_eq!(
        made.err(),
        Some(BuildError::Coarse(CharSet::range(97, 120)))
    );
    let word = Automaton::word(&alphabet(), &[97, 120]);
    assert_eq!(word.err(), Some(BuildError::Coarse(CharSet::single(120))));
}

/// All pairs of a few random languages.
fn each_pair(check: impl Fn(&Universe, (&Automaton, u128), (&Automaton, u128), &str)) {
    let universe = Universe::new();
    let pool: Vec<_> = (0..28)
        .map(|seed| sample(&universe, seed * 13 + 5, seed % 2 == 0))
        .collect();
    for a in &pool {
        for b in &pool {
            let text = format!("{} and {}", a.text, b.text);
            let (left, right) = ((&a.automaton, a.language), (&b.automaton, b.language));
            check(&universe, left, right, &text);
        }
    }
}

#[test]
fn union_intersection_and_concatenation_are_those_of_sets() {
    each_pair(|universe, (a, x), (b, y), text| {
        let union = a.union(b, &free()).unwrap();
        assert_eq!(language(universe, &union), x | y, "{text}");
        let both = a.intersection(b, &free()).unwrap();
        assert_eq!(language(universe, &both), x & y, "{text}");
        let joined = a.concat(b, &free()).unwrap();
        let mut expected = 0;
        for (at, word) in universe.words.iter().enumerate() {
            let cut = |cut: usize| {
                let has = |part: &[u32], set: u128| {
                    let at = universe.words.iter().position(|word| word == part);
                    at.is_some_and(|at| set >> at & 1 == 1)
                };
                has(&word[..cut], x) && has(&word[cut..], y)
            };
            expected |= u128::from((0..=word.len()).any(cut)) << at;
        }
        assert_eq!(language(universe, &joined), expected, "{text}");
    });
}

#[test]
fn lists_of_automata_meet_and_join() {
    let universe = Universe::new();
    let parts: Vec<_> = (0..4)
        .map(|seed| sample(&universe, seed * 3 + 2, true))
        .collect();
    let automata: Vec<Automaton> = parts.iter().map(|part| part.automaton.clone()).collect();
    let meet = Automaton::intersection_of(&alphabet(), &automata, &free()).unwrap();
    let expected = parts
        .iter()
        .fold(universe.full(), |set, part| set & part.language);
    assert_eq!(language(&universe, &meet), expected);
    let none = Automaton::intersection_of(&alphabet(), &[], &free()).unwrap();
    assert_eq!(language(&universe, &none), universe.full());
    let empty = Automaton::concat_of(&alphabet(), &[], &free()).unwrap();
    assert_eq!(language(&universe, &empty), 1);
    let two = Automaton::concat_of(&alphabet(), &automata[..2], &free()).unwrap();
    let other = automata[0].concat(&automata[1], &free()).unwrap();
    assert_eq!(language(&universe, &two), language(&universe, &other));
}

#[test]
fn complements_and_determinisation_keep_to_the_words() {
    for (universe, sample, _) in samples(200, true) {
        let dfa = sample.automaton.determinised(&free()).unwrap();
        assert!(dfa.is_deterministic(), "{}", sample.text);
        assert_eq!(
            language(&universe, &dfa),
            sample.language,
            "{}",
            sample.text
        );
        let outside = sample.automaton.complement(&free()).unwrap();
        assert!(outside.is_deterministic());
        let expected = universe.full() & !sample.language;
        assert_eq!(language(&universe, &outside), expected, "{}", sample.text);
        // Also on words with characters that the alphabet does not name.
        for word in [&[120][..], &[97, 120], &[120, 98, 120]] {
            let inside = sample.automaton.accepts(word, &free()).unwrap();
            assert_eq!(outside.accepts(word, &free()), Ok(!inside));
        }
        let least = sample.automaton.minimised(&free()).unwrap();
        assert_eq!(
            language(&universe, &least),
            sample.language,
            "{}",
            sample.text
        );
        assert!(least.is_deterministic() && least.len() <= dfa.len());
        let again = dfa.reversed().reversed().minimised(&free()).unwrap();
        assert_eq!(again.len(), least.len(), "{}", sample.text);
    }
}

#[test]
fn two_edges_by_one_letter_are_not_deterministic() {
    let alphabet = alphabet();
    let mut builder = Builder::new(&alphabet);
    for state in 0..3 {
        builder.add_state(state > 0);
    }
    builder.add_initial(0);
    let a = alphabet.only(alphabet.letter(97).unwrap());
    builder.add_edge(0, a.clone(), 1);
    builder.add_edge(0, a, 2);
    assert!(!builder.finish(&free()).unwrap().is_deterministic());
}

#[test]
fn reversal_turns_words() {
    for (universe, sample, _) in samples(150, true) {
        let turned = sample.automaton.reversed();
        for (at, word) in universe.words.iter().enumerate() {
            let back: Vec<u32> = word.iter().rev().copied().collect();
            let expected = sample.language >> at & 1 == 1;
            assert_eq!(
                turned.accepts(&back, &free()),
                Ok(expected),
                "{}",
                sample.text
            );
        }
    }
}

#[test]
fn reduction_keeps_the_words_and_never_grows() {
    for (universe, sample, _) in samples(300, true) {
        // The two copies must become one again.
        let twice = sample.automaton.union(&sample.automaton, &free()).unwrap();
        let reduced = twice.reduced(&free()).unwrap();
        assert_eq!(
            language(&universe, &reduced),
            sample.language,
            "{}",
            sample.text
        );
        assert!(reduced.len() <= sample.automaton.len(), "{}", sample.text);
        assert!(reduced.is_equivalent(&sample.automaton, &free()).unwrap());
    }
}

#[test]
fn reduction_merges_what_only_simulation_merges() {
    // From one state `a` leads to b|c, from the other to b, to c and to b|c: no bisimulation,
    // but each simulates the other.
    let alphabet = alphabet();
    let letter = |c: u32| alphabet.only(alphabet.letter(c).unwrap());
    let mut builder = Builder::new(&alphabet);
    for state in 0..8 {
        builder.add_state(state == 7);
    }
    builder.add_initial(0);
    let bc = letter(98).union(&letter(99));
    builder.add_edge(0, letter(97), 1);
    builder.add_edge(0, letter(98), 2);
    builder.add_edge(1, letter(97), 3);
    for to in 4..7 {
        builder.add_edge(2, letter(97), to);
    }
    for (from, set) in [(3, bc.clone()), (4, letter(98)), (5, letter(99)), (6, bc)] {
        builder.add_edge(from, set, 7);
    }
    let automaton = builder.finish(&free()).unwrap();
    let reduced = automaton.reduced(&free()).unwrap();
    assert_eq!((automaton.len(), reduced.len()), (8, 4));
    assert!(reduced.is_equivalent(&automaton, &free()).unwrap());
}

#[test]
fn long_counters_are_reduced_in_order() {
    // Two copies of a{0,3000}, far beyond what simulation is tried on.
    let mut store = RegexStore::new();
    let a = store.literal(&[97]);
    let r = store.loop_(a, 0, 3000);
    let budget = Budget::with_steps(2_000_000);
    let one = Automaton::from_regex(&mut store, r, &alphabet(), &budget).unwrap();
    let two = one.union(&one, &budget).unwrap();
    assert_eq!((one.len(), two.len()), (3001, 6002));
    assert_eq!(two.reduced(&budget).unwrap().len(), 3001);
}

#[test]
fn inclusion_and_universality_are_those_of_the_languages() {
    let (mut inside, mut outside) = (0, 0);
    each_pair(|_, (a, x), (b, y), text| {
        match counterexample(a.clone(), b, &free()).unwrap() {
            None => assert_eq!(x & !y, 0, "{text}"),
            Some(letters) => {
                let word = spelled(&alphabet(), &letters);
                assert_eq!(a.accepts(&word, &free()), Ok(true), "{text}");
                assert_eq!(b.accepts(&word, &free()), Ok(false), "{text}");
            }
        }
        let rest = b.complement(&free()).unwrap();
        let beyond = a.intersection(&rest, &free()).unwrap();
        assert_eq!(
            a.is_included(b, &free()).unwrap(),
            beyond.is_empty(),
            "{text}"
        );
        let same = beyond.is_empty() && b.is_included(a, &free()).unwrap();
        assert_eq!(a.is_equivalent(b, &free()).unwrap(), same, "{text}");
    });
    for (_, sample, _) in samples(200, true) {
        let universal = sample.automaton.is_universal(&free()).unwrap();
        let empty = sample.automaton.complement(&free()).unwrap().is_empty();
        assert_eq!(universal, empty, "{}", sample.text);
        match universal {
            true => inside += 1,
            false => outside += 1,
        }
    }
    assert!(inside > 10 && outside > 10, "{inside} {outside}");
}

#[test]
fn parts_between_states_split_the_language() {
    for (universe, sample, _) in samples(120, false) {
        let automaton = &sample.automaton;
        let states: Vec<u32> = (0..automaton.len() as u32).collect();
        let accepting: Vec<u32> = automaton.accepting().collect();
        // A word is accepted iff it can be cut at any place by way of some state.
        for (at, word) in universe.words.iter().enumerate().step_by(5) {
            let cut = word.len() / 2;
            let through = |&state: &u32| {
                let first = automaton
                    .between(automaton.initial(), &[state], &free())
                    .unwrap();
                let second = automaton.between(&[state], &accepting, &free()).unwrap();
                first.accepts(&word[..cut], &free()).unwrap()
                    && second.accepts(&word[cut..], &free()).unwrap()
            };
            let expected = sample.language >> at & 1 == 1;
            assert_eq!(
                states.iter().any(through),
                expected,
                "{} {word:?}",
                sample.text
            );
        }
    }
}

/// Whether a language has a word of the universe that passes.
fn has(universe: &Universe, set: u128, pass: impl Fn(&[u32]) -> bool) -> bool {
    let words = universe.words.iter().enumerate();
    let mut inside = words.filter(|(at, _)| set >> at & 1 == 1);
    inside.any(|(_, word)| pass(word))
}

#[test]
fn quotients_take_off_a_word_of_the_other() {
    let universe = Universe::new();
    let budget = free();
    for seed in 0..60 {
        let a = random_automaton(seed, 5, 9);
        // A finite language, so that all its words are in the universe.
        let small = Automaton::line(&alphabet(), &[alphabet().all(), alphabet().all()]);
        let small = small.prefixes(&budget).unwrap();
        let by = random_automaton(seed + 500, 4, 7)
            .intersection(&small, &budget)
            .unwrap();
        let by_words = language(&universe, &by);
        let left = a.left_quotient(&by, &budget).unwrap();
        let right = a.right_quotient(&by, &budget).unwrap();
        for word in &universe.words {
            let whole = |first: &[u32], second: &[u32]| {
                a.accepts(&[first, second].concat(), &free()).unwrap()
            };
            let expected = has(&universe, by_words, |taken| whole(taken, word));
            assert_eq!(left.accepts(word, &free()), Ok(expected), "{seed} {word:?}");
            let expected = has(&universe, by_words, |taken| whole(word, taken));
            assert_eq!(
                right.accepts(word, &free()),
                Ok(expected),
                "{seed} {word:?}"
            );
        }
    }
}

#[test]
fn parts_of_words_are_parts_of_words() {
    let universe = Universe::new();
    let short = vec![alphabet().all(); 4];
    let short = Automaton::line(&alphabet(), &short)
        .prefixes(&free())
        .unwrap();
    for seed in 0..60 {
        // Of finite languages: a word of the universe is a part of one of the universe.
        let a = random_automaton(seed, 5, 9)
            .intersection(&short, &free())
            .unwrap();
        let words = language(&universe, &a);
        let expected = |pass: &dyn Fn(&[u32], &[u32]) -> bool| {
            let parts = universe.words.iter().enumerate();
            parts.fold(0u128, |set, (at, part)| {
                set | u128::from(has(&universe, words, |word| pass(word, part))) << at
            })
        };
        let prefixes = a.prefixes(&free()).unwrap();
        assert_eq!(
            language(&universe, &prefixes),
            expected(&|word, part| word.starts_with(part))
        );
        let suffixes = a.suffixes(&free()).unwrap();
        assert_eq!(
            language(&universe, &suffixes),
            expected(&|word, part| word.ends_with(part))
        );
    }
}

#[test]
fn lazy_constructions_agree_with_explicit_ones() {
    let universe = Universe::new();
    for seed in 0..60 {
        let a = sample(&universe, seed * 5, true);
        let b = sample(&universe, seed * 5 + 1, true);
        // a and not b, nothing of which is made explicit before it is needed.
        let difference = || {
            let outside = Subsets::complement(b.automaton.clone());
            Product::new(a.automaton.clone(), outside)
        };
        let explicit = explore(difference(), &free()).unwrap();
        assert_eq!(language(&universe, &explicit), a.language & !b.language);
        let word = shortest_word(difference(), &free()).unwrap();
        assert_eq!(
            word.is_none(),
            explicit.trimmed(&free()).unwrap().is_empty()
        );
        if let Some(letters) = word {
            assert!(
                explicit
                    .accepts(&spelled(&alphabet(), &letters), &free())
                    .unwrap()
            );
            let shorter = explicit
                .word_of_length(letters.len() as u64, &free())
                .unwrap();
            assert!(shorter.is_some());
            for length in 0..letters.len() as u64 {
                assert_eq!(explicit.word_of_length(length, &free()).unwrap(), None);
            }
        }
    }
}

#[test]
fn a_regex_is_explored_no_further_than_needed() {
    // Explicitly, the counter has 10,000 states.
    let mut store = RegexStore::new();
    let (a, b) = (store.literal(&[97]), store.literal(&[98]));
    let many = store.loop_(a, 0, 10_000);
    let r = store.concat(many, b);
    let budget = Budget::with_steps(200);
    let three = Automaton::word(&alphabet(), &[97, 97, 98]).unwrap();
    let lazy = OfRegex::new(&mut store, r, &alphabet()).unwrap();
    let word = shortest_word(Product::new(lazy, three), &budget).unwrap();
    assert_eq!(
        word.map(|letters| spelled(&alphabet(), &letters)),
        Some(vec![97, 97, 98])
    );
}

#[test]
fn nested_lazy_complements_are_lazy() {
    let universe = Universe::new();
    let a = sample(&universe, 77, true);
    let twice = Subsets::complement(Subsets::complement(a.automaton.clone()));
    assert_eq!(
        language(&universe, &explore(twice, &free()).unwrap()),
        a.language
    );
    let mut once = Subsets::new(a.automaton);
    assert_eq!(once.initial(&free()).unwrap().len(), 1);
}

#[test]
fn words_are_split_where_the_automata_allow_it() {
    let universe = Universe::new();
    let (mut some, mut none) = (0, 0);
    for seed in 0..40 {
        let parts: Vec<_> = (0..3)
            .map(|at| sample(&universe, seed * 9 + at, false))
            .collect();
        let automata: Vec<Automaton> = parts.iter().map(|part| part.automaton.clone()).collect();
        let all = Automaton::concat_of(&alphabet(), &automata, &free()).unwrap();
        for word in universe.words.iter().step_by(3) {
            let cuts = split_word(word, &automata, &free()).unwrap();
            let expected = all.accepts(word, &free()).unwrap();
            assert_eq!(cuts.is_some(), expected);
            let Some(cuts) = cuts else {
                none += 1;
                continue;
            };
            some += 1;
            assert_eq!(cuts.last(), Some(&word.len()));
            let mut from = 0;
            for (automaton, to) in automata.iter().zip(cuts) {
                assert!(automaton.accepts(&word[from..to], &free()).unwrap());
                from = to;
            }
        }
    }
    assert!(some > 100 && none > 100, "{some} {none}");
    assert_eq!(split_word(&[], &[], &free()), Ok(Some(Vec::new())));
    assert_eq!(split_word(&[97], &[], &free()), Ok(None));
}

#[test]
fn epsilon_moves_vanish() {
    // a?b?c? with ε-moves, and a cycle of them.
    let alphabet = alphabet();
    let mut builder = Builder::new(&alphabet);
    for state in 0..5 {
        builder.add_state(state == 3);
    }
    builder.add_initial(0);
    for (at, c) in LETTERS.into_iter().enumerate() {
        let letters = alphabet.only(alphabet.letter(c).unwrap());
        builder.add_edge(at as u32, letters, at as u32 + 1);
        builder.add_epsilon(at as u32, at as u32 + 1);
    }
    builder.add_epsilon(1, 4);
    builder.add_epsilon(4, 1);
    let automaton = builder.finish(&free()).unwrap();
    for (word, expected) in [
        (&[][..], true),
        (&[97, 98, 99], true),
        (&[97, 99], true),
        (&[98], true),
        (&[98, 97], false),
        (&[97, 97], false),
    ] {
        assert_eq!(automaton.accepts(word, &free()), Ok(expected), "{word:?}");
    }
}

#[test]
fn limits_end_what_blows_up() {
    let mut store = RegexStore::new();
    let ab = store.range(97, 98);
    let (many, last) = (store.star(ab), store.power(ab, 30));
    let a = store.literal(&[97]);
    let r = store.concat_all(&[many, a, last]);
    let automaton = Automaton::from_regex(&mut store, r, &alphabet(), &free()).unwrap();
    for work in [Automaton::determinised, Automaton::complement] {
        let budget = Budget::with_steps(100_000);
        assert_eq!(work(&automaton, &budget).err(), Some(StopReason::Steps));
    }
    let stopped = Budget::unlimited();
    stopped.handle().stop(StopReason::Timeout);
    assert_eq!(automaton.reduced(&stopped).err(), Some(StopReason::Timeout));
    let universal = automaton.is_included(&automaton, &stopped);
    assert_eq!(universal.err(), Some(StopReason::Timeout));
}

#[test]
#[should_panic(expected = "different alphabets")]
fn automata_over_different_alphabets_do_not_mix() {
    let other = Alphabet::new(&[CharSet::single(0)]);
    let _ = Automaton::all(&other).union(&Automaton::all(&alphabet()), &free());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn de_morgan(x in any::<u64>(), y in any::<u64>()) {
        let universe = Universe::new();
        let (a, b) = (sample(&universe, x, false).automaton, sample(&universe, y, false).automaton);
        let (not_a, not_b) = (a.complement(&free()).unwrap(), b.complement(&free()).unwrap());
        let left = a.union(&b, &free()).unwrap().complement(&free()).unwrap();
        let right = not_a.intersection(&not_b, &free()).unwrap();
        prop_assert!(left.is_equivalent(&right, &free()).unwrap());
    }

    #[test]
    fn concatenation_associates_and_reverses(x in any::<u64>(), y in any::<u64>(), z in any::<u64>()) {
        let universe = Universe::new();
        let [a, b, c] = [x, y, z].map(|seed| sample(&universe, seed, false).automaton);
        let left = a.concat(&b, &free()).unwrap().concat(&c, &free()).unwrap();
        let right = a.concat(&b.concat(&c, &free()).unwrap(), &free()).unwrap();
        prop_assert!(left.is_equivalent(&right, &free()).unwrap());
        let turned = b.reversed().concat(&a.reversed(), &free()).unwrap();
        let joined = a.concat(&b, &free()).unwrap().reversed();
        prop_assert!(turned.is_equivalent(&joined, &free()).unwrap());
    }

    #[test]
    fn reductions_are_equivalent_and_stable(x in any::<u64>()) {
        let universe = Universe::new();
        let a = sample(&universe, x, true).automaton;
        let reduced = a.reduced(&free()).unwrap();
        prop_assert!(a.is_equivalent(&reduced, &free()).unwrap());
        prop_assert!(reduced.reduced(&free()).unwrap().len() <= reduced.len());
    }

    #[test]
    fn random_automata_keep_their_words(seed in any::<u64>(), size in 1usize..10, edges in 0usize..28) {
        let universe = Universe::new();
        let automaton = random_automaton(seed, size, edges);
        let words = language(&universe, &automaton);
        let reduced = automaton.reduced(&free()).unwrap();
        prop_assert_eq!(language(&universe, &reduced), words);
        prop_assert!(reduced.len() <= automaton.len());
        let least = automaton.minimised(&free()).unwrap();
        prop_assert_eq!(language(&universe, &least), words);
        // Nothing that is equivalent is smaller.
        let again = reduced.determinised(&free()).unwrap().minimised(&free()).unwrap();
        prop_assert_eq!(again.len(), least.len());
        prop_assert!(automaton.is_equivalent(&least, &free()).unwrap());
    }

    #[test]
    fn inclusion_of_random_automata(x in any::<u64>(), y in any::<u64>(), size in 1usize..7) {
        let (a, b) = (random_automaton(x, size, 2 * size), random_automaton(y, size, 3 * size));
        let beyond = a.intersection(&b.complement(&free()).unwrap(), &free()).unwrap();
        prop_assert_eq!(a.is_included(&b, &free()).unwrap(), beyond.is_empty());
        if let Some(letters) = counterexample(a.clone(), &b, &free()).unwrap() {
            let word = spelled(&alphabet(), &letters);
            prop_assert!(a.accepts(&word, &free()).unwrap());
            prop_assert!(!b.accepts(&word, &free()).unwrap());
        }
    }
}
