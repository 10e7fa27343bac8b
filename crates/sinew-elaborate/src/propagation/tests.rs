//! What propagation refutes, and what it must not.

use sinew_proof::cpc::{Known, Machine, Outcome, Terms};

use super::automaton::Automaton;
use crate::testing::{REPLACED, Workbench};

/// Formulas, and whether propagation finds that no strings satisfy them.
type Instance = (&'static [&'static str], bool);

fn check(instances: &[Instance]) {
    for &(formulas, refuted) in instances {
        let mut bench = Workbench::new(2_000_000);
        let facts = bench.suppose(formulas);
        let shown = bench.proof.no_word_left(&facts);
        assert_eq!(shown.is_ok(), refuted, "{formulas:?}: {shown:?}");
        if let Ok(fact) = shown {
            let no = bench.term("false");
            assert_eq!(bench.proof.checker().formula(fact), Some(no));
        }
    }
}

const CONCATENATIONS: &[Instance] = &[
    // Forwards.
    (
        &[
            "(= z (str.++ x y))",
            "(str.in_re x (re.* (str.to_re \"ab\")))",
            "(str.in_re y (re.+ (str.to_re \"b\")))",
            "(str.in_re z (re.* (str.to_re \"a\")))",
        ],
        true,
    ),
    (
        &[
            "(= z (str.++ x y))",
            "(str.in_re x (re.* (str.to_re \"ab\")))",
            "(str.in_re y (re.* (str.to_re \"b\")))",
            "(str.in_re z (re.* (str.to_re \"a\")))",
        ],
        false,
    ),
    // Backwards, twice to the same string.
    (
        &[
            "(= \"abab\" (str.++ x y))",
            "(= \"bb\" (str.++ x z))",
            "(str.in_re x (re.+ re.allchar))",
        ],
        true,
    ),
    (
        &[
            "(= \"abab\" (str.++ x y))",
            "(= \"aab\" (str.++ x z))",
            "(str.in_re x (re.+ re.allchar))",
        ],
        false,
    ),
    // Backwards and on.
    (
        &[
            "(= u (str.++ x y))",
            "(= v (str.++ z x))",
            "(str.in_re u (re.* (str.to_re \"ab\")))",
            "(str.in_re y (re.++ (str.to_re \"a\") re.all))",
            "(str.in_re v (re.++ re.all (str.to_re \"a\")))",
            "(not (= x \"\"))",
        ],
        true,
    ),
    (
        &[
            "(= u (str.++ x y))",
            "(= v (str.++ z x))",
            "(str.in_re u (re.* (str.to_re \"ab\")))",
            "(str.in_re y (re.++ (str.to_re \"a\") re.all))",
            "(str.in_re v (re.++ re.all (str.to_re \"a\")))",
        ],
        false,
    ),
    (&["(str.prefixof \"ab\" x)", "(= x (str.++ \"b\" y))"], true),
    (
        &["(str.suffixof \"ab\" x)", "(= x (str.++ \"b\" y))"],
        false,
    ),
    (
        &[
            "(str.in_re x (re.+ (re.range \"a\" \"b\")))",
            "(str.contains (str.substr x i j) \"c\")",
        ],
        true,
    ),
    (
        &[
            "(str.in_re x (re.+ (re.range \"a\" \"b\")))",
            "(str.contains (str.substr x i j) \"ba\")",
        ],
        false,
    ),
];

#[test]
fn through_concatenations() {
    check(CONCATENATIONS);
}

const FUNCTIONS: &[Instance] = &[
    (&["(= (str.replace y \"a\" \"b\") \"ab\")"], true),
    (&["(= (str.replace y \"a\" \"b\") \"ba\")"], false),
    (&["(= (str.to_lower x) (str.++ y \"A\"))"], true),
    (&["(= (str.to_upper x) (str.++ y \"A\"))"], false),
    (
        &[
            "(= (str.to_upper x) y)",
            "(str.in_re x (re.range \"b\" \"d\"))",
            "(str.in_re y (re.range \"E\" \"Z\"))",
        ],
        true,
    ),
    (
        &[
            "(= (str.to_upper x) y)",
            "(str.in_re x (re.range \"b\" \"e\"))",
            "(str.in_re y (re.range \"E\" \"Z\"))",
        ],
        false,
    ),
    // An image that goes on, written down.
    (
        &[
            "(= z (str.++ (str.replace_all x \"ab\" \"c\") y))",
            "(str.in_re x (re.+ (str.to_re \"ab\")))",
            "(= \"ac\" z)",
        ],
        true,
    ),
];

#[test]
fn through_functions() {
    check(REPLACED);
    check(FUNCTIONS);
}

const OVERLAPS: &[Instance] = &[
    (
        &[
            "(= (str.++ x y) (str.++ z x))",
            "(str.in_re z (re.+ (re.range \"0\" \"9\")))",
            "(str.contains x \"a\")",
        ],
        true,
    ),
    (
        &[
            "(= (str.++ x y) (str.++ z x))",
            "(str.in_re z (re.* (re.range \"0\" \"9\")))",
            "(str.contains x \"a\")",
        ],
        false,
    ),
    (
        &[
            "(= (str.++ y x) (str.++ x z))",
            "(str.in_re z (re.+ (str.to_re \"ab\")))",
            "(str.suffixof \"ba\" x)",
        ],
        true,
    ),
    (
        &[
            "(= (str.++ y x) (str.++ x z))",
            "(str.in_re z (re.+ (str.to_re \"ab\")))",
            "(str.prefixof \"ba\" x)",
        ],
        false,
    ),
    (
        &[
            "(= (str.++ x y y) (str.++ y y x))",
            "(str.in_re y (re.+ (str.to_re \"b\")))",
            "(str.contains x \"a\")",
        ],
        true,
    ),
];

#[test]
fn through_overlaps() {
    check(OVERLAPS);
}

/// The words up to a length over three letters that an automaton accepts.
fn words(automaton: &Automaton) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for length in 0..4 {
        let longer: Vec<Vec<u32>> = (all.iter().filter(|word| word.len() == length))
            .flat_map(|word| (97..100).map(|c| [&word[..], &[c]].concat()))
            .collect();
        all.extend(longer);
    }
    all.retain(|word| {
        let mut states = automaton.starts.clone();
        for &c in word {
            let edges = states.iter().flat_map(|&state| &automaton.edges[state]);
            states = edges
                .filter(|edge| (edge.0..=edge.1).contains(&c))
                .map(|edge| edge.2)
                .collect();
        }
        states.iter().any(|&state| automaton.accepting[state])
    });
    all.sort();
    all
}

#[test]
fn automata_have_the_words_that_they_should() -> Outcome<()> {
    let mut bench = Workbench::new(2_000_000);
    let texts = [
        "(re.* (str.to_re \"ab\"))",
        "(re.++ (re.* re.allchar) (str.to_re \"ba\"))",
        "(re.union (str.to_re \"\") (re.+ (re.range \"b\" \"c\")))",
        "(re.comp (str.to_re \"a\"))",
        "re.none",
    ];
    let languages: Vec<_> = texts.iter().map(|text| bench.term(text)).collect();
    let replaced = bench.term("(str.replace_all x \"ab\" \"c\")");
    let terms: &mut Terms = bench.proof.checker().terms();
    let (machine, _) = Machine::of(terms, replaced).expect("a machine");
    for &language in &languages {
        let automaton = Automaton::of(terms, language)?;
        let least = automaton.clone().least(terms)?;
        assert_eq!(words(&automaton), words(&least));
        let written = least.expression(terms)?;
        assert_eq!(words(&Automaton::of(terms, written)?), words(&automaton));
        assert!(automaton.is_within(terms, &least)? && least.is_within(terms, &automaton)?);
        // The pre-image of the image has at least these words.
        let image = automaton.image(terms, &machine)?;
        let before = image.preimage(terms, &machine)?;
        assert!(automaton.is_within(terms, &before)?);
        for &other in &languages {
            let other = Automaton::of(terms, other)?;
            let both = automaton.meet(terms, &other)?;
            let mut expected = words(&automaton);
            expected.retain(|word| words(&other).contains(word));
            assert_eq!(words(&both), expected);
            let joined = Automaton::joined(terms, &[&automaton, &other])?;
            let rest = joined.between(terms, &automaton, &Automaton::all())?;
            assert!(automaton.is_empty() || other.is_within(terms, &rest)?);
            let text = [language, other.expression(terms)?];
            let text = terms.app(Known::ReConcat, &text)?;
            assert_eq!(words(&joined), words(&Automaton::of(terms, text)?));
        }
    }
    Ok(())
}
