//! The published suite, count for count.
//!
//! The numbers are those of P0's artifact: tests per transformation and operation, and distinct
//! formulas. `generate` certifies every test it hands out, so these tests also show that each
//! satisfiable formula has its model and each core its proof of minimality.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use fray::synth::library::Library;
use fray::synth::reference::Reference;
use fray::synth::suite::{Config, generate};
use fray::synth::test::{Expected, Test};
use fray::synth::write::{Dialect, write_test};
use sinew_smtlib::{Command, Environment, parse_script};
use sinew_term::{Term, TermStore};

fn suite(config: &Config) -> (Vec<Test>, TermStore) {
    let library = Library::built_in();
    let mut tests = Vec::new();
    let mut last = TermStore::new();
    generate(
        &library,
        &Reference::standard(),
        config,
        &mut |store, test| {
            if store.term_count() != last.term_count() {
                last = store.clone();
            }
            tests.push(test.clone());
            ControlFlow::Continue(())
        },
    )
    .expect("every claim holds");
    (tests, last)
}

/// Operation or negated operation, and its tests: const, termSyn, unsatCore, redundant.
const TABLE: [(&str, [usize; 4]); 16] = [
    ("at", [93, 73, 16, 0]),
    ("concat", [329, 77, 0, 0]),
    ("intToString", [9, 10, 40, 0]),
    ("replace", [2480, 447, 35, 22]),
    ("substring", [343, 223, 28, 21]),
    ("indexOf", [712, 143, 36, 29]),
    ("length", [20, 11, 0, 0]),
    ("stringToInt", [19, 10, 38, 8]),
    ("contains", [65, 72, 14, 14]),
    ("notContains", [112, 28, 11, 28]),
    ("equals", [49, 44, 0, 0]),
    ("notEquals", [129, 56, 0, 0]),
    ("prefixOf", [63, 72, 14, 7]),
    ("notPrefixOf", [114, 28, 11, 21]),
    ("suffixOf", [63, 72, 14, 7]),
    ("notSuffixOf", [114, 28, 11, 21]),
];

#[test]
fn counts_per_transformation_and_operation() {
    for as_published in [false, true] {
        let (tests, _) = suite(&Config {
            as_published,
            ..Config::default()
        });
        let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
        for test in &tests {
            let key = (test.folder(), test.op.to_string());
            *counts.entry(key).or_default() += 1;
        }
        let count = |folder: &str, op: &str| {
            let key = (folder.to_owned(), op.to_owned());
            counts.get(&key).copied().unwrap_or(0)
        };
        for (op, [constants, terms, core, redundant]) in TABLE {
            assert_eq!(count("const", op), constants, "const {op}");
            assert_eq!(count("termSyn", op), terms, "termSyn {op}");
            for suffix in ["", "Triggers"] {
                assert_eq!(count(&format!("unsatCore{suffix}"), op), core, "core {op}");
                let folder = format!("redundant{suffix}");
                assert_eq!(count(&folder, op), redundant, "redundant {op}");
            }
        }
        let sum = |folder: &str| tests.iter().filter(|test| test.folder() == folder).count();
        let sums = [
            "operation",
            "const",
            "termSyn",
            "eqForm",
            "unsatCore",
            "redundant",
        ]
        .map(sum);
        assert_eq!(sums, [12, 4714, 1394, 12, 268, 178]);
        assert_eq!(sum("eqFormTriggers"), 12);
        assert_eq!(tests.len(), 7036);
        let names: BTreeSet<String> = tests.iter().map(|test| test.path(0)).collect();
        assert_eq!(names.len(), tests.len(), "each test has its own path");
    }
}

fn distinct(tests: &[Test], folder: &str) -> BTreeSet<Vec<Term>> {
    tests
        .iter()
        .filter(|test| test.folder() == folder)
        .map(|test| test.assertions.clone())
        .collect()
}

#[test]
fn distinct_formulas() {
    let published = Config {
        as_published: true,
        ..Config::default()
    };
    // The published tool writes 200 prefix and suffix tests as containment, which makes 165
    // duplicates. Variables are named by position here, so sharing a text is sharing a formula
    // only up to names; names by value are what the published count is about.
    let (tests, store) = suite(&published);
    assert_eq!(distinct(&tests, "const").len(), 4714);
    let renamed: BTreeSet<String> = tests
        .iter()
        .filter(|test| test.folder() == "termSyn")
        .map(|test| named_by_order(&store, test))
        .collect();
    assert_eq!(renamed.len(), 1229);
    let (tests, store) = suite(&Config::default());
    let renamed: BTreeSet<String> = tests
        .iter()
        .filter(|test| test.folder() == "termSyn")
        .map(|test| named_by_order(&store, test))
        .collect();
    assert_eq!(renamed.len(), 1394);
    for (folder, changed) in [("eqForm", 5), ("unsatCore", 107), ("redundant", 107)] {
        let plain = distinct(&tests, folder);
        let patterns = distinct(&tests, &format!("{folder}Triggers"));
        assert_eq!(patterns.difference(&plain).count(), changed, "{folder}");
    }
}

/// The operation's name and the assertion with its constants numbered by first occurrence.
fn named_by_order(store: &TermStore, test: &Test) -> String {
    let mut text = String::new();
    fray::synth::write::write_term(&mut text, store, test.assertions[0], Dialect::Standard);
    let mut names: Vec<String> = Vec::new();
    let mut result = String::new();
    for word in text.split_inclusive([' ', ')']) {
        let name = word.trim_end_matches([' ', ')']);
        if name.starts_with("tmp_") {
            let number = names.iter().position(|n| n == name).unwrap_or_else(|| {
                names.push(name.to_owned());
                names.len() - 1
            });
            result.push_str(&format!("v{number} "));
        } else {
            result.push_str(word);
        }
    }
    result
}

#[test]
fn no_bound_variable_leaks_unless_as_published() {
    let count_leaks = |as_published: bool| {
        let (tests, _) = suite(&Config {
            as_published,
            ..Config::default()
        });
        let quantified = ["notContains", "notPrefixOf", "notSuffixOf"];
        tests
            .iter()
            .filter(|test| test.folder() == "redundant" && quantified.contains(&&*test.op))
            .filter(|test| test.assertions.len() == 3)
            .count()
    };
    assert_eq!(count_leaks(true), 21, "seven for each of the three");
    assert_eq!(count_leaks(false), 0);
}

#[test]
fn written_tests_read_back() {
    let library = Library::built_in();
    let mut text = String::new();
    generate(
        &library,
        &Reference::standard(),
        &Config::default(),
        &mut |store, test| {
            text.clear();
            write_test(&mut text, store, test, 0, Dialect::Standard);
            let (mut fresh, mut env) = (TermStore::new(), Environment::new());
            let commands = parse_script(&mut fresh, &mut env, &text).expect("valid SMT-LIB");
            let asserted = commands
                .iter()
                .filter(|command| matches!(command, Command::Assert { .. }))
                .count();
            assert_eq!(asserted, test.assertions.len());
            match &test.expected {
                Expected::Open => panic!("{}: no answer", test.name()),
                Expected::Sat(model) => assert_eq!(model.len(), test.constants.len()),
                Expected::Unsat { core, witnesses } => assert_eq!(core.len(), witnesses.len()),
            }
            ControlFlow::Continue(())
        },
    )
    .expect("every claim holds");
}
