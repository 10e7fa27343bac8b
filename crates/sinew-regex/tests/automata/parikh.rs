//! Parikh images against all runs of small automata.

use crate::common::LETTERS;
use crate::{alphabet, random_automaton, sample};
use proptest::prelude::*;
use sinew_base::Budget;
use sinew_regex::automata::{
    Automaton, LetterSet, Matches, Parikh, READ, Samples, Sum, TaggedEdge, Transducer, WRITE,
};
use std::collections::BTreeSet;

fn free() -> Budget<'static> {
    Budget::unlimited()
}

/// The counts of all runs of at most so many edges: one value for each variable.
fn runs(parikh: &Parikh, initial: &[u32], accepting: &[u32], longest: usize) -> BTreeSet<Vec<u64>> {
    let edges = parikh.edges();
    let mut found = BTreeSet::new();
    let mut open: Vec<(u32, Vec<u64>)> = Vec::new();
    for (at, &state) in initial.iter().enumerate() {
        let mut values = vec![0; parikh.variable_count()];
        values[edges.len() + at] = 1;
        open.push((state, values));
    }
    let mut seen: BTreeSet<(u32, Vec<u64>)> = open.iter().cloned().collect();
    while let Some((state, values)) = open.pop() {
        if let Some(at) = accepting.iter().position(|&other| other == state) {
            let mut values = values.clone();
            values[edges.len() + initial.len() + at] = 1;
            found.insert(values);
        }
        if values[..edges.len()].iter().sum::<u64>() < longest as u64 {
            for (at, edge) in edges
                .iter()
                .enumerate()
                .filter(|(_, edge)| edge.from == state)
            {
                let mut values = values.clone();
                values[at] += 1;
                if seen.insert((edge.to, values.clone())) {
                    open.push((edge.to, values));
                }
            }
        }
    }
    found
}

fn flows(parikh: &Parikh, values: &[u64]) -> bool {
    parikh.flow().iter().all(|sum| sum.value(values) == Some(0))
}

/// All values with at most so many edges.
fn each_value(parikh: &Parikh, most: u64, mut check: impl FnMut(&[u64])) {
    let (edges, size) = (parikh.edges().len(), parikh.variable_count());
    let mut values = vec![0u64; size];
    loop {
        if values[..edges].iter().sum::<u64>() <= most {
            check(&values);
        }
        let Some(at) = (0..size).find(|&at| values[at] < if at < edges { most } else { 1 }) else {
            return;
        };
        values[..at].fill(0);
        values[at] += 1;
    }
}

#[test]
fn flow_and_cuts_are_met_by_runs_alone() {
    let (mut yes, mut cut) = (0, 0);
    for seed in 0..60 {
        let automaton = random_automaton(seed, 4, 5);
        let (parikh, _) = Parikh::of_automaton(&automaton, &[], &free()).unwrap();
        if parikh.edges().len() > 6 {
            continue;
        }
        let accepting: Vec<u32> = automaton.accepting().collect();
        let expected = runs(&parikh, automaton.initial(), &accepting, 3);
        let mut cuts = Vec::new();
        each_value(&parikh, 3, |values| {
            let mut found = flows(&parikh, values);
            if let (true, Some(island)) = (found, parikh.check(values)) {
                assert!(!island.holds(values), "it excludes what it is made for");
                cuts.push(island);
                found = false;
            }
            assert_eq!(found, expected.contains(values), "{automaton:?} {values:?}");
        });
        for values in &expected {
            assert!(
                cuts.iter().all(|island| island.holds(values)),
                "{automaton:?}"
            );
        }
        yes += expected.len();
        cut += cuts.len();
    }
    assert!(yes > 100 && cut > 30, "{yes} {cut}");
}

#[test]
fn an_island_is_cut_off() {
    // 0 –a→ 1, and 2 with a loop that no run comes to.
    let edge = |from, to| TaggedEdge {
        from,
        to,
        tags: vec![0],
    };
    let parikh = Parikh::new(3, vec![edge(0, 1), edge(2, 2)], vec![0], vec![1]);
    let values = [1, 5, 1, 1];
    assert!(flows(&parikh, &values));
    let cut = parikh.check(&values).expect("an island");
    assert_eq!((cut.inside, cut.entering), (vec![1], vec![]));
    assert_eq!(parikh.run(&values, &free()), Ok(None));
    assert_eq!(parikh.run(&[1, 0, 1, 1], &free()), Ok(Some(vec![0])));
    assert_eq!(parikh.run(&[2, 0, 1, 1], &free()), Ok(None));
}

#[test]
fn tags_count_letters() {
    let universe = crate::common::Universe::new();
    let alphabet = alphabet();
    let only = |c: u32| alphabet.only(alphabet.letter(c).unwrap());
    // Overlapping sets: a, a|b, and c.
    let counted: [LetterSet; 3] = [only(97), only(97).union(&only(98)), only(99)];
    for seed in 0..40 {
        let automaton = sample(&universe, seed, false).automaton;
        let (parikh, letters) = Parikh::of_automaton(&automaton, &counted, &free()).unwrap();
        let accepting: Vec<u32> = automaton.accepting().collect();
        let mut images = BTreeSet::new();
        for values in runs(&parikh, automaton.initial(), &accepting, 3) {
            let run = parikh.run(&values, &free()).unwrap().expect("it is one");
            // The run reads a word that is accepted and has the counts.
            let word: Vec<u32> = run
                .iter()
                .map(|&at| alphabet.spelling(letters[at as usize].first().unwrap()))
                .collect();
            assert!(automaton.accepts(&word, &free()).unwrap(), "{word:?}");
            let sum = |tag| parikh.tag_sum(tag).value(&values).unwrap();
            let count = |set: &LetterSet| {
                let inside = word
                    .iter()
                    .filter(|&&c| set.contains(alphabet.letter(c).unwrap()));
                inside.count() as i128
            };
            for (tag, set) in counted.iter().enumerate() {
                assert_eq!(sum(tag as u32), count(set));
            }
            assert_eq!(parikh.length_sum().value(&values), Some(word.len() as i128));
            images.insert(([0, 1, 2].map(sum), word.len()));
        }
        // And every short word has its counts among them.
        for word in universe.words.iter().filter(|word| word.len() <= 3) {
            if automaton.accepts(word, &free()).unwrap() {
                let count = |c: u32| word.iter().filter(|&&other| other == c).count() as i128;
                let [a, b, c] = LETTERS.map(count);
                assert!(images.contains(&([a, a + b, c], word.len())), "{word:?}");
            }
        }
    }
}

#[test]
fn the_tapes_of_a_transducer_are_counted() {
    let pattern = Automaton::word(&alphabet(), &[97, 98]).unwrap();
    let transducer = Transducer::replace(&pattern, &[99, 99, 99], Matches::All, &free()).unwrap();
    let parikh = Parikh::of_transducer(&transducer);
    let accepting: Vec<u32> = transducer.accepting().collect();
    let mut pairs = BTreeSet::new();
    for values in runs(&parikh, transducer.initial(), &accepting, 6) {
        let read = parikh.tag_sum(READ).value(&values).unwrap();
        let written = parikh.tag_sum(WRITE).value(&values).unwrap();
        pairs.insert((read, written));
    }
    // Two letters become three, others stay.
    let possible =
        |&(read, written): &(i128, i128)| (0..=read / 2).any(|matches| written == read + matches);
    assert!(pairs.iter().all(possible));
    assert!(pairs.contains(&(2, 3)) && pairs.contains(&(4, 5)) && pairs.contains(&(0, 0)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn runs_take_edges_as_often_as_they_are_told(seed in any::<u64>(), size in 1usize..8, steps in 0usize..200) {
        // A random walk, its counts, and a run found from the counts alone.
        let automaton = random_automaton(seed, size, 3 * size);
        prop_assume!(!automaton.is_empty());
        let (parikh, letters) = Parikh::of_automaton(&automaton, &[], &free()).unwrap();
        let mut random = sinew_base::Random::new(seed);
        let mut values = vec![0; parikh.variable_count()];
        let edges = parikh.edges();
        let mut state = automaton.initial()[0];
        values[edges.len()] = 1;
        let mut taken = 0;
        while taken < steps || !automaton.accepts_at(state) {
            let next: Vec<usize> = (0..edges.len()).filter(|&at| edges[at].from == state).collect();
            if next.is_empty() {
                break;
            }
            let at = next[random.below(next.len())];
            values[at] += 1;
            state = edges[at].to;
            taken += 1;
        }
        prop_assume!(automaton.accepts_at(state));
        let place = automaton.accepting().position(|other| other == state).unwrap();
        values[edges.len() + automaton.initial().len() + place] = 1;
        prop_assert!(flows(&parikh, &values) && parikh.check(&values).is_none());
        let run = parikh.run(&values, &free()).unwrap().unwrap();
        let mut counts = vec![0; edges.len()];
        run.iter().for_each(|&at| counts[at as usize] += 1);
        prop_assert_eq!(&counts[..], &values[..edges.len()]);
        let word: Vec<u32> = run
            .iter()
            .map(|&at| alphabet().spelling(letters[at as usize].first().unwrap()))
            .collect();
        prop_assert!(automaton.accepts(&word, &free()).unwrap());
    }
}

/// What is seen of a word through places: its length, the positions, and the characters there.
type Seen = (usize, Vec<usize>, Vec<u32>);

/// All ways to pick at most so many places of a word.
fn picked(word: &[u32], most: usize) -> Vec<Seen> {
    let subsets = 0..1u32 << word.len();
    let positions = subsets.map(|set| (0..word.len()).filter(|&at| set >> at & 1 == 1).collect());
    let few = positions.filter(|list: &Vec<usize>| list.len() <= most);
    few.map(|list| {
        let read = list.iter().map(|&at| word[at]).collect();
        (word.len(), list, read)
    })
    .collect()
}

#[test]
fn samples_are_the_places_of_all_words() {
    let universe = crate::common::Universe::new();
    let mut total = 0;
    for seed in 0..60 {
        let automaton = sample(&universe, seed * 5 + 2, false).automaton;
        let automaton = automaton.trimmed(&free()).unwrap();
        let longest = 3;
        for places in 0..3 {
            let samples = Samples::new(&automaton, places, &free()).unwrap();
            let states = automaton.len() as u32;
            let copies = (0..=places).flat_map(|copy| {
                let accepting = automaton.accepting();
                accepting.map(move |state| copy * states + state)
            });
            let accepting: Vec<u32> = copies.collect();
            let mut found: BTreeSet<Seen> = BTreeSet::new();
            for values in runs(samples.parikh(), automaton.initial(), &accepting, longest) {
                let (read, at) = samples.run(&values, &free()).unwrap().expect("a run");
                let value = |sum: &Sum| sum.value(&values).unwrap();
                assert_eq!(value(&samples.length()), read.len() as i128);
                for place in 0..places {
                    let position = at.get(place as usize);
                    let picks = samples.picks(place);
                    let taken: Vec<(u32, Option<u32>)> =
                        picks.filter(|pick| values[pick.0 as usize] > 0).collect();
                    assert_eq!(taken.len(), usize::from(position.is_some()));
                    if let Some(&position) = position {
                        assert_eq!(value(&samples.position(place)), position as i128);
                        let all = automaton.alphabet().union_of(&read[position]);
                        let only = all.ranges().first().map(|range| range.0);
                        let only = only.filter(|_| all.len() == 1);
                        let (edge, forced) = taken[0];
                        assert_eq!((values[edge as usize], forced), (1, only));
                    }
                }
                let mut open = vec![Vec::new()];
                for &position in &at {
                    let all = automaton.alphabet().union_of(&read[position]);
                    let known = universe.words.iter().filter(|word| word.len() == 1);
                    let known = known.map(|word| word[0]).filter(|&c| all.contains(c));
                    let next = known.flat_map(|c| {
                        open.iter()
                            .map(move |old: &Vec<u32>| old.iter().copied().chain([c]).collect())
                    });
                    open = next.collect();
                }
                found.extend(
                    open.into_iter()
                        .map(|letters| (read.len(), at.clone(), letters)),
                );
            }
            let words = universe.words.iter();
            let inside = words.filter(|word| word.len() <= longest);
            let inside = inside.filter(|word| automaton.accepts(word, &free()).unwrap());
            let expected: BTreeSet<Seen> = inside
                .flat_map(|word| picked(word, places as usize))
                .collect();
            assert_eq!(found, expected, "{automaton:?} {places}");
            total += expected.len();
        }
    }
    assert!(total > 1000, "{total}");
}
