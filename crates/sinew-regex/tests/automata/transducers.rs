//! Transducers against the reference semantics, on all words up to a length.

use crate::common::terms::term;
use crate::common::{Re, Rng, Universe, build, make, random};
use crate::{alphabet, language, sample};
use proptest::prelude::*;
use sinew_base::{Budget, StopReason};
use sinew_regex::automata::{
    Alphabet, Automaton, BuildError, Matches, Transducer, cased_characters,
};
use sinew_regex::{CharSet, RegexStore};
use sinew_semantics::{Model, Value, eval};
use sinew_term::{Op, TermStore};

fn free() -> Budget<'static> {
    Budget::unlimited()
}

/// The words of the universe, and a few with a character that the alphabet does not name.
fn words(universe: &Universe) -> Vec<Vec<u32>> {
    let mut words = universe.words.clone();
    words.extend([
        vec![120],
        vec![97, 120, 97],
        vec![120, 97, 98, 120],
        vec![97, 98, 120, 97, 98],
    ]);
    words
}

/// The value of an operator on words, by the reference semantics.
fn value(op: Op, word: &[u32], pattern: Option<&Re>, by: &[u32]) -> Vec<u32> {
    let mut terms = TermStore::new();
    let mut args = vec![terms.code_points(word)];
    match (op, pattern) {
        (Op::Replace | Op::ReplaceAll, Some(Re::Literal(part))) => {
            args.push(terms.code_points(part));
        }
        (_, Some(re)) => args.push(term(&mut terms, re)),
        _ => {}
    }
    if pattern.is_some() {
        args.push(terms.code_points(by));
    }
    let call = terms.mk(op, &args);
    match eval(&terms, &Model::new(), call) {
        Ok(Value::Str(result)) => result,
        other => panic!("{other:?}"),
    }
}

fn replacer(re: &Re, by: &[u32], matches: Matches) -> Transducer {
    let mut store = RegexStore::new();
    let regex = build(&mut store, re);
    let pattern = Automaton::from_regex(&mut store, regex, &alphabet(), &free()).unwrap();
    Transducer::replace(&pattern, by, matches, &free()).unwrap()
}

/// A transducer is this function on all short words, and nothing else.
fn check(transducer: &Transducer, function: impl Fn(&[u32]) -> Vec<u32>, text: &str) {
    let universe = Universe::new();
    for word in words(&universe) {
        let expected = function(&word);
        let found = transducer.apply(&word, &free()).unwrap();
        assert_eq!(found.as_ref(), Some(&expected), "{text} on {word:?}");
    }
    // The image of a word is the value alone.
    for word in universe.words.iter().step_by(7) {
        let one = Automaton::word(&alphabet(), word).unwrap();
        let image = transducer.image(&one, &free()).unwrap();
        let all = image.words(3, &free()).unwrap();
        assert_eq!(all, Some(vec![function(word)]), "{text} on {word:?}");
    }
}

const REPLACEMENTS: [&[u32]; 5] = [&[], &[98], &[97, 97], &[99, 97, 98], &[97]];

#[test]
fn constants_are_replaced_as_the_theory_says() {
    for part in ["", "a", "ab", "aa", "aba", "abcab", "aab", "cc"] {
        for by in REPLACEMENTS {
            let re = make::lit(part);
            for (op, matches) in [
                (Op::Replace, Matches::First),
                (Op::ReplaceAll, Matches::All),
            ] {
                let transducer = replacer(&re, by, matches);
                let function = |word: &[u32]| value(op, word, Some(&re), by);
                check(&transducer, function, &format!("{matches:?} {part} {by:?}"));
            }
        }
    }
}

#[test]
fn regular_patterns_are_replaced_leftmost_and_shortest() {
    let mut patterns: Vec<Re> = (0..45)
        .map(|seed| {
            let mut rng = Rng::new(seed * 11 + 3);
            let depth = 1 + rng.below(3);
            random(&mut rng, depth, seed % 3 == 0)
        })
        .collect();
    // An earlier match that is longer than a later one inside it; a match that ends in a hope
    // that fails; the empty word beside others.
    let (a, b, ab) = (make::lit("a"), make::lit("b"), make::lit("ab"));
    let tail = make::cat(&make::star(&b), &make::lit("c"));
    patterns.push(make::or(&make::cat(&a, &tail), &b));
    patterns.push(make::or(
        &make::cat(&ab, &make::lit("ab")),
        &make::lit("ba"),
    ));
    patterns.push(make::opt(&make::cat(&a, &a)));
    patterns.push(make::star(&ab));
    for (at, re) in patterns.iter().enumerate() {
        let by = REPLACEMENTS[at % REPLACEMENTS.len()];
        for (op, matches) in [
            (Op::ReplaceRe, Matches::First),
            (Op::ReplaceReAll, Matches::All),
        ] {
            let transducer = replacer(re, by, matches);
            let function = |word: &[u32]| value(op, word, Some(re), by);
            check(&transducer, function, &format!("{matches:?} {re:?} {by:?}"));
        }
    }
}

#[test]
fn cases_are_mapped_letter_by_letter() {
    let alphabet = Alphabet::new(&cased_characters());
    let lower = Transducer::to_lower(&alphabet).unwrap();
    let upper = Transducer::to_upper(&alphabet).unwrap();
    for text in ["", "aBz", "AZ[`az{@", "é0Ä \u{212A}"] {
        let word: Vec<u32> = text.chars().map(u32::from).collect();
        for (op, transducer) in [(Op::ToLower, &lower), (Op::ToUpper, &upper)] {
            let expected = value(op, &word, None, &[]);
            assert_eq!(transducer.apply(&word, &free()).unwrap(), Some(expected));
        }
    }
    let coarse = Transducer::to_lower(&crate::alphabet());
    assert_eq!(coarse.err(), Some(BuildError::Coarse(CharSet::single(65))));
    let missing = Automaton::word(&crate::alphabet(), &[97]).unwrap();
    let made = Transducer::replace(&missing, &[120], Matches::All, &free());
    assert_eq!(made.err(), Some(BuildError::Coarse(CharSet::single(120))));
}

/// Some functions, as transducers and as what they do.
fn functions(seed: u64) -> (Transducer, impl Fn(&[u32]) -> Vec<u32>) {
    let mut rng = Rng::new(seed);
    let parts = ["a", "b", "ab", "aa", "bab", "ca"];
    let re = make::lit(parts[rng.below(6) as usize]);
    let by = REPLACEMENTS[rng.below(5) as usize];
    let (op, matches) = match rng.below(2) {
        0 => (Op::Replace, Matches::First),
        _ => (Op::ReplaceAll, Matches::All),
    };
    let transducer = replacer(&re, by, matches);
    (transducer, move |word: &[u32]| {
        value(op, word, Some(&re), by)
    })
}

#[test]
fn preimages_and_images_are_those_of_the_function() {
    let universe = Universe::new();
    for seed in 0..40 {
        let (transducer, function) = functions(seed);
        let language = sample(&universe, seed * 3 + 1, true).automaton;
        let before = transducer.preimage(&language, &free()).unwrap();
        let after = transducer.image(&language, &free()).unwrap();
        for word in words(&universe) {
            let image = function(&word);
            let expected = language.accepts(&image, &free()).unwrap();
            assert_eq!(
                before.accepts(&word, &free()),
                Ok(expected),
                "{seed} {word:?}"
            );
            if language.accepts(&word, &free()).unwrap() {
                assert_eq!(after.accepts(&image, &free()), Ok(true), "{seed} {word:?}");
            }
        }
        // What the image has comes from a word of the language.
        for word in universe.words.iter().step_by(3) {
            let one = Automaton::word(&alphabet(), word).unwrap();
            let sources = transducer.preimage(&one, &free()).unwrap();
            let meet = sources.intersection(&language, &free()).unwrap();
            assert_eq!(
                after.accepts(word, &free()),
                Ok(!meet.is_empty()),
                "{seed} {word:?}"
            );
        }
    }
}

#[test]
fn composition_applies_one_after_the_other() {
    let universe = Universe::new();
    for seed in 0..30 {
        let (first, f) = functions(seed * 2);
        let (second, g) = functions(seed * 2 + 1);
        let both = first.then(&second, &free()).unwrap();
        let reduced = both.reduced(&free()).unwrap();
        assert!(reduced.len() <= both.len());
        for word in words(&universe) {
            let expected = g(&f(&word));
            assert_eq!(
                both.apply(&word, &free()).unwrap().as_ref(),
                Some(&expected)
            );
            assert_eq!(reduced.apply(&word, &free()).unwrap(), Some(expected));
        }
        let one = Automaton::word(&alphabet(), &[97, 98, 97]).unwrap();
        let image = both.image(&one, &free()).unwrap();
        assert_eq!(
            image.words(2, &free()).unwrap(),
            Some(vec![g(&f(&[97, 98, 97]))])
        );
    }
}

#[test]
fn projections_are_what_is_read_and_written() {
    let universe = Universe::new();
    for seed in 0..20 {
        let (transducer, _) = functions(seed);
        let domain = transducer.domain(&free()).unwrap();
        assert!(domain.is_universal(&free()).unwrap(), "functions are total");
        let range = transducer.range(&free()).unwrap();
        let image = transducer
            .image(&Automaton::all(&alphabet()), &free())
            .unwrap();
        assert!(range.is_equivalent(&image, &free()).unwrap());
        // Restricted to a language, the domain is the language.
        let part = sample(&universe, seed, true);
        let cut = Transducer::identity(&part.automaton)
            .then(&transducer, &free())
            .unwrap();
        let domain = cut.domain(&free()).unwrap();
        assert_eq!(language(&universe, &domain), part.language);
        let range = cut.range(&free()).unwrap();
        let image = transducer.image(&part.automaton, &free()).unwrap();
        assert!(range.is_equivalent(&image, &free()).unwrap());
    }
}

#[test]
fn reversed_transducers_relate_reversed_words() {
    let universe = Universe::new();
    let turned = |word: &[u32]| word.iter().rev().copied().collect::<Vec<u32>>();
    for seed in 0..20 {
        let (transducer, function) = functions(seed);
        let back = transducer.reversed(&free()).unwrap();
        for word in universe.words.iter().step_by(3) {
            let found = back.apply(&turned(word), &free()).unwrap();
            assert_eq!(found, Some(turned(&function(word))));
        }
    }
}

#[test]
fn long_constants_make_small_transducers() {
    let part: Vec<u32> = (0..600u32).map(|at| 97 + (at * at / 7) % 3).collect();
    let pattern = Automaton::word(&alphabet(), &part).unwrap();
    let budget = Budget::with_steps(20_000_000);
    let transducer = Transducer::replace(&pattern, &[97], Matches::All, &budget).unwrap();
    assert!(transducer.len() < 20 * part.len(), "{}", transducer.len());
    let text = [&part[..], &[98], &part[..599], &part[..], &[99]].concat();
    let expected = [&[97][..], &[98], &part[..599], &[97], &[99]].concat();
    assert_eq!(transducer.apply(&text, &free()).unwrap(), Some(expected));
}

#[test]
fn limits_end_patterns_that_blow_up() {
    let mut store = RegexStore::new();
    let (a, b, c) = (
        store.literal(&[97]),
        store.literal(&[98]),
        store.literal(&[99]),
    );
    let ab = store.range(97, 98);
    let gap = store.power(ab, 40);
    let first = store.concat_all(&[a, gap, c]);
    let second = store.concat_all(&[b, gap, a, gap, c]);
    let r = store.union(&[first, second]);
    let pattern = Automaton::from_regex(&mut store, r, &alphabet(), &free()).unwrap();
    let budget = Budget::with_steps(1_000_000);
    let made = Transducer::replace(&pattern, &[], Matches::All, &budget);
    assert_eq!(made.err(), Some(BuildError::Stopped(StopReason::Steps)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn preimages_distribute_over_boolean_operations(x in any::<u64>(), y in any::<u64>(), t in any::<u64>()) {
        let universe = Universe::new();
        let (a, b) = (sample(&universe, x, false).automaton, sample(&universe, y, false).automaton);
        let (transducer, _) = functions(t);
        let before = |language: &Automaton| transducer.preimage(language, &free()).unwrap();
        let meet = before(&a).intersection(&before(&b), &free()).unwrap();
        let of_meet = before(&a.intersection(&b, &free()).unwrap());
        prop_assert!(meet.is_equivalent(&of_meet, &free()).unwrap());
        let outside = before(&a).complement(&free()).unwrap();
        let of_outside = before(&a.complement(&free()).unwrap());
        prop_assert!(outside.is_equivalent(&of_outside, &free()).unwrap());
    }

    #[test]
    fn preimages_of_compositions_are_preimages_of_preimages(x in any::<u64>(), s in any::<u64>(), t in any::<u64>()) {
        let universe = Universe::new();
        let language = sample(&universe, x, true).automaton;
        let ((first, _), (second, _)) = (functions(s), functions(t));
        let both = first.then(&second, &free()).unwrap().preimage(&language, &free()).unwrap();
        let steps = first.preimage(&second.preimage(&language, &free()).unwrap(), &free()).unwrap();
        prop_assert!(both.is_equivalent(&steps, &free()).unwrap());
    }
}
