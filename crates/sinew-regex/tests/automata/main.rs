//! Automata and transducers against languages as sets of all short words, computed from the
//! definitions, and laws as properties of random ones.

#[path = "../common/mod.rs"]
mod common;
mod lengths;
mod monoid;
mod noodles;
mod operations;
mod parikh;
mod shapes;
mod transducers;

use common::{Rng, Universe, build, random};
use sinew_base::{Budget, Random};
use sinew_regex::automata::{Alphabet, Automaton, Builder};
use sinew_regex::{CharSet, RegexStore};
use std::sync::Arc;

/// Three letters and the rest.
fn alphabet() -> Arc<Alphabet> {
    let singles: Vec<CharSet> = common::LETTERS.map(CharSet::single).to_vec();
    Alphabet::new(&singles)
}

/// A random language: its automaton, and its words of the universe.
struct Sample {
    automaton: Automaton,
    language: u128,
    /// For messages.
    text: String,
}

/// The language of a random tree; with Boolean operators or without.
fn sample(universe: &Universe, seed: u64, boolean: bool) -> Sample {
    let mut rng = Rng::new(seed);
    let depth = 1 + rng.below(4);
    let re = random(&mut rng, depth, boolean);
    let mut store = RegexStore::new();
    let regex = build(&mut store, &re);
    let automaton = Automaton::from_regex(&mut store, regex, &alphabet(), &Budget::unlimited());
    Sample {
        automaton: automaton.expect("a fine alphabet and no limit"),
        language: universe.language(&re),
        text: format!("{re:?}"),
    }
}

/// The words of the universe that an automaton accepts.
fn language(universe: &Universe, automaton: &Automaton) -> u128 {
    let budget = Budget::unlimited();
    let words = universe.words.iter().enumerate();
    let inside = words.filter(|(_, word)| automaton.accepts(word, &budget).expect("no limit"));
    inside.fold(0, |set, (at, _)| set | 1 << at)
}

/// Random samples, with their seeds.
fn samples(count: u64, boolean: bool) -> impl Iterator<Item = (Universe, Sample, u64)> {
    (0..count).map(move |seed| {
        let universe = Universe::new();
        let sample = sample(&universe, seed * 7 + 1, boolean);
        (universe, sample, seed)
    })
}

/// A random automaton, trim, not made from a regex: states merge, loop and branch as they like.
fn random_automaton(seed: u64, size: usize, edges: usize) -> Automaton {
    let (alphabet, mut random) = (alphabet(), Random::new(seed));
    let mut builder = Builder::new(&alphabet);
    for _ in 0..size {
        builder.add_state(random.below(3) == 0);
    }
    builder.add_initial(0);
    builder.add_initial(random.below(size) as u32);
    for _ in 0..edges {
        let (from, to) = (random.below(size) as u32, random.below(size) as u32);
        let mut letters = alphabet.none();
        for c in common::LETTERS {
            if random.below(2) == 0 {
                letters.insert(alphabet.letter(c).expect("a letter"));
            }
        }
        builder.add_edge(from, letters, to);
    }
    builder.finish(&Budget::unlimited()).expect("no limit")
}
