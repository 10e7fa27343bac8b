//! Noodles against all ways to cut all short words.

use crate::common::Universe;
use crate::{alphabet, random_automaton, sample};
use sinew_base::{Budget, StopReason};
use sinew_regex::RegexStore;
use sinew_regex::automata::{Automaton, Matches, Noodle, Noodles, Strip, Transducer};

fn free() -> Budget<'static> {
    Budget::unlimited()
}

fn all<S: Strip>(mut noodles: Noodles<S>) -> Vec<Noodle<S>> {
    let empty = noodles.is_empty();
    let mut found = Vec::new();
    while let Some(noodle) = noodles.next(&free()).unwrap() {
        found.push(noodle);
        assert!(found.len() < 5_000, "too many");
    }
    assert_eq!(found.is_empty(), empty);
    found
}

fn inside(automaton: &Automaton, word: &[u32]) -> bool {
    automaton.accepts(word, &free()).unwrap()
}

/// The segments in order, each with its indices; they must run through both sides step by step.
fn check_shape<S>(noodle: &Noodle<S>, left: usize, right: usize) {
    let indices: Vec<(usize, usize)> = noodle.iter().map(|part| (part.left, part.right)).collect();
    assert_eq!(indices.first(), Some(&(0, 0)));
    assert_eq!(indices.last(), Some(&(left - 1, right - 1)));
    for pair in indices.windows(2) {
        let ((a, b), (c, d)) = (pair[0], pair[1]);
        assert!((c, d) == (a + 1, b) || (c, d) == (a, b + 1), "{indices:?}");
    }
}

/// Random sides of two automata each, some from regexes and some not.
fn sides(seed: u64) -> [Automaton; 4] {
    let universe = Universe::new();
    [0, 1, 2, 3].map(|at| match (seed + at) % 3 {
        0 => sample(&universe, seed * 4 + at, false).automaton,
        _ => random_automaton(seed * 4 + at, 4, 10),
    })
}

#[test]
fn noodles_have_all_solutions_and_no_others() {
    let universe = Universe::new();
    let (mut solutions, mut none) = (0, 0);
    for seed in 0..80 {
        let [a, b, c, d] = sides(seed);
        let (left, right) = ([a.clone(), b.clone()], [c.clone(), d.clone()]);
        let noodles = all(Noodles::new(&left, &right, &free()).unwrap());
        for noodle in &noodles {
            check_shape(noodle, 2, 2);
            // Any choice of words is a solution: try shortest ones.
            let mut sides = [vec![Vec::new(); 2], vec![Vec::new(); 2]];
            for segment in noodle {
                let word = segment.part.shortest_word(&free()).unwrap();
                let word = word.expect("no segment is empty");
                sides[0][segment.left].extend_from_slice(&word);
                sides[1][segment.right].extend_from_slice(&word);
            }
            for (automata, words) in [&left, &right].into_iter().zip(&sides) {
                assert!(
                    automata
                        .iter()
                        .zip(words)
                        .all(|(at, word)| inside(at, word))
                );
            }
        }
        for word in &universe.words {
            for i in (0..=word.len()).filter(|&i| inside(&a, &word[..i]) && inside(&b, &word[i..]))
            {
                for j in 0..=word.len() {
                    if !(inside(&c, &word[..j]) && inside(&d, &word[j..])) {
                        continue;
                    }
                    solutions += 1;
                    let (low, high) = (i.min(j), i.max(j));
                    let pieces = [&word[..low], &word[low..high], &word[high..]];
                    let found = noodles.iter().any(|noodle| {
                        // Who ends first, unless both end at once.
                        let fits = i == j || (noodle[1].left == 1) == (i < j);
                        let mut parts = noodle.iter().zip(pieces);
                        fits && parts.all(|(segment, piece)| inside(&segment.part, piece))
                    });
                    assert!(found, "{seed}: {word:?} at {i} and {j}");
                }
            }
        }
        none += usize::from(noodles.is_empty());
    }
    assert!(solutions > 1000 && none > 3, "{solutions} {none}");
}

#[test]
fn a_side_without_automata_is_the_empty_word() {
    let universe = Universe::new();
    for seed in 0..20 {
        let parts = [
            sample(&universe, seed, false),
            sample(&universe, seed + 50, false),
        ];
        let automata = parts.each_ref().map(|part| part.automaton.clone());
        let expected = parts.iter().all(|part| part.language & 1 == 1);
        for noodles in [
            all(Noodles::new(&automata, &[], &free()).unwrap()),
            all(Noodles::new(&[], &automata, &free()).unwrap()),
        ] {
            assert_eq!(!noodles.is_empty(), expected);
            for segment in noodles.iter().flatten() {
                assert_eq!(
                    segment.part.words(2, &free()).unwrap(),
                    Some(vec![Vec::new()])
                );
            }
        }
    }
}

#[test]
fn equal_noodles_are_given_once() {
    // Both initial states, and both accepting ones, have the same words.
    let mut store = RegexStore::new();
    let a = store.literal(&[97]);
    let many = store.star(a);
    let one = Automaton::from_regex(&mut store, many, &alphabet(), &free()).unwrap();
    let twice = one.union(&one, &free()).unwrap();
    for (left, right) in [
        (&one, &one),
        (&twice, &one),
        (&one, &twice),
        (&twice, &twice),
    ] {
        let left = [left.clone(), left.clone()];
        let noodles = all(Noodles::new(&left, std::slice::from_ref(right), &free()).unwrap());
        assert_eq!(noodles.len(), 1);
    }
}

#[test]
fn noodles_are_made_one_by_one() {
    // 12 variables against a word of 40 letters: C(51, 11) ways to cut, above 10^10.
    let any = Automaton::all(&alphabet());
    let word: Vec<u32> = (0..40).map(|at| 97 + at % 3).collect();
    let right = [Automaton::word(&alphabet(), &word).unwrap()];
    let budget = Budget::with_steps(1_000_000);
    let mut noodles = Noodles::new(&vec![any; 12], &right, &budget).unwrap();
    for _ in 0..50 {
        let noodle = noodles.next(&budget).unwrap().expect("there are many");
        let words = noodle
            .iter()
            .map(|part| part.part.as_singleton(&free()).unwrap());
        let joined: Vec<u32> = words.flat_map(|word| word.expect("one word")).collect();
        assert_eq!(joined, word);
    }
    let small = Budget::with_steps(20);
    while noodles.next(&small).is_ok() {}
    assert_eq!(noodles.next(&small).err(), Some(StopReason::Steps));
}

#[test]
fn noodles_through_a_transducer_relate_the_parts() {
    let universe = Universe::new();
    let mut solutions = 0;
    for (seed, (part, by)) in [("a", "b"), ("ab", "c"), ("aa", ""), ("b", "ca")]
        .iter()
        .cycle()
        .take(24)
        .enumerate()
    {
        let mut store = RegexStore::new();
        let code = |text: &str| text.chars().map(u32::from).collect::<Vec<u32>>();
        let pattern = store.literal(&code(part));
        let pattern = Automaton::from_regex(&mut store, pattern, &alphabet(), &free()).unwrap();
        let transducer = Transducer::replace(&pattern, &code(by), Matches::All, &free()).unwrap();
        let [a, b, c, d] = sides(seed as u64 + 100);
        let (left, right) = ([a.clone(), b.clone()], [c.clone(), d.clone()]);
        let noodles = all(Noodles::through(&left, &transducer, &right, &free()).unwrap());
        for noodle in &noodles {
            check_shape(noodle, 2, 2);
            // Any pairs of words are a solution: what is read, and what is written with it.
            let mut sides = [vec![Vec::new(); 2], vec![Vec::new(); 2]];
            for segment in noodle {
                let read = segment
                    .part
                    .domain(&free())
                    .unwrap()
                    .shortest_word(&free())
                    .unwrap();
                let read = read.expect("no segment is empty");
                let written = segment
                    .part
                    .apply(&read, &free())
                    .unwrap()
                    .expect("its domain");
                sides[0][segment.left].extend_from_slice(&read);
                sides[1][segment.right].extend_from_slice(&written);
            }
            let result = transducer.apply(&sides[0].concat(), &free()).unwrap();
            assert_eq!(result, Some(sides[1].concat()));
            for (automata, words) in [&left, &right].into_iter().zip(&sides) {
                assert!(
                    automata
                        .iter()
                        .zip(words)
                        .all(|(at, word)| inside(at, word))
                );
            }
        }
        for word in universe.words.iter().step_by(2) {
            let image = transducer
                .apply(word, &free())
                .unwrap()
                .expect("a function");
            let cut = |first: &Automaton, second: &Automaton, word: &[u32]| {
                (0..=word.len()).any(|i| inside(first, &word[..i]) && inside(second, &word[i..]))
            };
            if cut(&a, &b, word) && cut(&c, &d, &image) {
                solutions += 1;
                let one = Automaton::word(&alphabet(), word).unwrap();
                let found = noodles.iter().any(|noodle| {
                    let segments: Vec<Automaton> = noodle
                        .iter()
                        .map(|segment| segment.part.domain(&free()).unwrap())
                        .collect();
                    let joined = Automaton::concat_of(&alphabet(), &segments, &free()).unwrap();
                    !joined.intersection(&one, &free()).unwrap().is_empty()
                });
                assert!(found, "{part} {by} {word:?}");
            }
        }
    }
    assert!(solutions > 50, "{solutions}");
}
