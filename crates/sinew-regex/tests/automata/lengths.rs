//! Lengths as lassos against the lengths of the words themselves.

use crate::{alphabet, samples};
use proptest::prelude::*;
use sinew_base::{Budget, Random};
use sinew_regex::RegexStore;
use sinew_regex::automata::{Automaton, Builder};

/// A random automaton over one letter, which need not be trim.
fn random_graph(seed: u64, size: usize, edges: usize) -> Automaton {
    let (alphabet, mut random) = (alphabet(), Random::new(seed));
    let mut builder = Builder::new(&alphabet);
    for _ in 0..size {
        builder.add_state(random.below(4) == 0);
    }
    builder.add_initial(random.below(size) as u32);
    for _ in 0..edges {
        let (from, to) = (random.below(size) as u32, random.below(size) as u32);
        builder.add_edge(from, alphabet.all(), to);
    }
    builder.finish(&Budget::unlimited()).unwrap()
}

/// The lengths below `end`, by following the set of states.
fn followed(automaton: &Automaton, end: u64) -> Vec<u64> {
    let mut current = automaton.initial().to_vec();
    let mut found = Vec::new();
    for length in 0..end {
        if current.iter().any(|&state| automaton.accepts_at(state)) {
            found.push(length);
        }
        let targets = current.iter().flat_map(|&state| automaton.edges(state));
        current = targets.map(|edge| edge.to).collect();
        current.sort_unstable();
        current.dedup();
    }
    found
}

fn check(automaton: &Automaton, end: u64) {
    let budget = Budget::unlimited();
    let lassos = automaton.lassos(&budget).unwrap();
    let expected = followed(automaton, end);
    let found: Vec<u64> = (0..end)
        .filter(|&n| lassos.iter().any(|lasso| lasso.contains(n)))
        .collect();
    assert_eq!(found, expected, "{lassos:?} {automaton:?}");
    let set = automaton.lengths(&budget).unwrap();
    let found: Vec<u64> = (0..end).filter(|&n| set.contains(n)).collect();
    assert_eq!(found, expected, "{set} {automaton:?}");
    for (at, lasso) in lassos.iter().enumerate() {
        for other in lassos.iter().skip(at + 1) {
            assert_ne!(lasso, other);
        }
    }
}

#[test]
fn lassos_are_the_lengths_of_the_words() {
    for (_, sample, _) in samples(200, true) {
        check(&sample.automaton, 60);
    }
}

#[test]
fn periods_that_explode_stay_a_short_list() {
    // Cycles of prime lengths: the period of the set is the product, about 2·10^8.
    let mut store = RegexStore::new();
    let a = store.literal(&[97]);
    let parts: Vec<_> = [2, 3, 5, 7, 11, 13, 17, 19, 23]
        .map(|n| {
            let power = store.power(a, n);
            store.plus(power)
        })
        .to_vec();
    let r = store.union(&parts);
    let budget = Budget::with_steps(200_000);
    let automaton = Automaton::from_regex(&mut store, r, &alphabet(), &budget).unwrap();
    let lassos = automaton.lassos(&budget).unwrap();
    assert_eq!(lassos.len(), 9);
    assert!(lassos.iter().all(|lasso| lasso.offset == lasso.period));
}

#[test]
fn long_counters_have_their_lengths() {
    let mut store = RegexStore::new();
    let (a, b) = (store.literal(&[97]), store.literal(&[98]));
    let counter = store.loop_(a, 0, 5000);
    let loops = store.power(b, 700);
    let loops = store.star(loops);
    let r = store.concat(counter, loops);
    let budget = Budget::with_steps(30_000_000);
    let automaton = Automaton::from_regex(&mut store, r, &alphabet(), &budget).unwrap();
    let lengths = automaton.lengths(&budget).unwrap();
    assert_eq!(lengths.to_string(), "0..");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn lassos_of_random_graphs(seed in any::<u64>(), size in 1usize..12, edges in 0usize..26) {
        check(&random_graph(seed, size, edges), 160);
    }
}
