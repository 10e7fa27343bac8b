//! Elements of words against the words themselves.

use crate::common::{Rng, Universe, build, make, random};
use crate::{alphabet, language, sample};
use sinew_base::Budget;
use sinew_regex::RegexStore;
use sinew_regex::automata::{Automaton, Element, Monoid};

fn free() -> Budget<'static> {
    Budget::unlimited()
}

fn element(monoid: &Monoid, word: &[u32]) -> Element {
    let letters = alphabet();
    word.iter().fold(Monoid::EMPTY, |before, &c| {
        let letter = monoid.letter(letters.letter(c).expect("a letter"));
        monoid.product(before, letter)
    })
}

#[test]
fn elements_are_what_automata_tell_apart() {
    let universe = Universe::new();
    // Words of the letters and of a character that stands for the rest.
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for at in 0..1 + 4 + 16 {
        all.extend([97, 98, 99, 122].map(|c| [&all[at][..], &[c]].concat()));
    }
    let (mut small, mut large) = (0, 0);
    for seed in 0..120 {
        let samples = [
            sample(&universe, seed, true),
            sample(&universe, seed + 500, false),
        ];
        let automata = samples.each_ref().map(|sample| sample.automaton.clone());
        let Some(monoid) = Monoid::of(&automata, 40, &free()).expect("no limit") else {
            large += 1;
            continue;
        };
        small += 1;
        let elements: Vec<Element> = (universe.words.iter())
            .map(|word| element(&monoid, word))
            .collect();
        for (at, word) in universe.words.iter().enumerate() {
            let one = elements[at];
            assert_eq!(one == Monoid::EMPTY, word.is_empty());
            for (place, sample) in samples.iter().enumerate() {
                let inside = sample.language >> at & 1 == 1;
                assert_eq!(monoid.accepts(place, one), inside, "{}", sample.text);
            }
            for cut in 0..=word.len() {
                let (front, back) = (
                    element(&monoid, &word[..cut]),
                    element(&monoid, &word[cut..]),
                );
                assert_eq!(monoid.product(front, back), one);
            }
        }
        let mut shortest = vec![usize::MAX; monoid.len()];
        for word in &all {
            let one = &mut shortest[usize::from(element(&monoid, word))];
            *one = word.len().min(*one);
        }
        for one in monoid.elements().filter(|&one| monoid.shortest(one) <= 3) {
            assert_eq!(shortest[usize::from(one)], monoid.shortest(one) as usize);
        }
    }
    assert!(small > 40 && large > 0, "{small} {large}");
}

#[test]
fn a_star_is_any_number_of_words() {
    let universe = Universe::new();
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let inner = random(&mut rng, 2, true);
        let mut store = RegexStore::new();
        let regex = build(&mut store, &inner);
        let automaton = Automaton::from_regex(&mut store, regex, &alphabet(), &free());
        let star = automaton
            .expect("a fine alphabet")
            .star(&free())
            .expect("no limit");
        let expected = universe.language(&make::star(&inner));
        assert_eq!(language(&universe, &star), expected, "{inner:?}");
    }
}
