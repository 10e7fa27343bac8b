//! What goes beyond P0's suite: further operations and rules, the reverse direction, chains,
//! growth, incremental variants, other semantics, a user's rules. All tests that `generate` hands
//! out are certified, so that it succeeds is itself the check of every model and core.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use fray::synth::incremental::{Manner, write_incremental};
use fray::synth::library::{Library, Origin};
use fray::synth::reference::Reference;
use fray::synth::suite::{Config, generate};
use fray::synth::test::{Expected, Family, Mode, Test};
use fray::synth::verify::retain_sound;
use fray::synth::write::{Dialect, write_test};
use sinew_smtlib::{Command, Environment, parse_script};
use sinew_term::TermStore;

fn texts(library: &Library, reference: &Reference, config: &Config) -> Vec<(Test, String)> {
    let mut result = Vec::new();
    generate(library, reference, config, &mut |store, test| {
        let mut text = String::new();
        write_test(&mut text, store, test, 0, Dialect::Standard);
        result.push((test.clone(), text));
        ControlFlow::Continue(())
    })
    .expect("every claim holds");
    result
}

fn built_in(config: &Config) -> Vec<(Test, String)> {
    texts(&Library::built_in(), &Reference::standard(), config)
}

fn only(families: &[Family]) -> Config {
    Config {
        families: families.to_vec(),
        ..Config::default()
    }
}

fn count(tests: &[(Test, String)]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for (test, _) in tests {
        *counts.entry(test.folder()).or_default() += 1;
    }
    counts
}

fn assert_paths_differ(tests: &[(Test, String)]) {
    let paths: BTreeSet<String> = tests.iter().map(|(test, _)| test.path(0)).collect();
    assert_eq!(paths.len(), tests.len());
}

#[test]
fn every_added_operation_and_rule_has_tests() {
    let tests = built_in(&Config {
        origin: Origin::Extended,
        families: vec![
            Family::Operation,
            Family::Constants,
            Family::Equivalent,
            Family::LargerCore,
            Family::Redundant,
        ],
        ..Config::default()
    });
    assert_paths_differ(&tests);
    let library = Library::built_in();
    let of_strings = library
        .operations
        .iter()
        .filter(|op| op.origin != Origin::Regex);
    for operation in of_strings {
        for folder in std::iter::once(&operation.name).chain(&operation.negated) {
            let found = tests.iter().any(|(test, _)| *test.op == **folder);
            assert!(found, "no test of {folder}");
        }
    }
    let names: Vec<String> = tests.iter().map(|(test, _)| test.name()).collect();
    for rule in &library.equivalences {
        let found = names
            .iter()
            .any(|name| name.contains(&format!("_{}_", rule.id)));
        assert!(found, "no test of {}", rule.id);
    }
    for rule in library
        .equalities
        .iter()
        .filter(|r| r.origin == Origin::Extended)
    {
        let found = names
            .iter()
            .any(|name| name.ends_with(&format!("_{}", rule.id)));
        assert!(found, "no test of {}", rule.id);
    }
    // None of the candidates is lost for want of a witness.
    assert_eq!(count(&tests)["eqFormExtended"], 12);
}

#[test]
fn equivalences_are_used_in_both_directions() {
    let tests = built_in(&only(&[
        Family::ReverseEquivalent,
        Family::ReverseLargerCore,
    ]));
    assert_paths_differ(&tests);
    let both = Library::built_in()
        .equivalences
        .iter()
        .filter(|r| r.both)
        .count();
    assert_eq!(count(&tests)["reverseEqForm"], both);
    for (test, text) in &tests {
        let operation = text.lines().find(|line| line.contains(":named a0"));
        let operation = operation.expect("named");
        assert!(
            operation.starts_with("(assert (! (= ("),
            "it holds: {operation}"
        );
        let Expected::Unsat { core, .. } = &test.expected else {
            panic!("satisfiable")
        };
        assert_eq!(core.len(), test.assertions.len());
    }
}

#[test]
fn chains_grow_the_core_by_each_link() {
    let config = Config {
        families: vec![Family::Chain],
        operations: vec!["prefixOf".to_owned()],
        depth: 2,
        ..Config::default()
    };
    let tests = built_in(&config);
    assert_paths_differ(&tests);
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for (test, _) in &tests {
        let Expected::Unsat { core, witnesses } = &test.expected else {
            panic!("satisfiable")
        };
        assert_eq!(core.len(), witnesses.len());
        *sizes.entry(core.len()).or_default() += 1;
    }
    assert_eq!(sizes.keys().copied().collect::<Vec<_>>(), [2, 3, 4]);
}

#[test]
fn larger_bounds_give_deeper_terms() {
    let config = Config {
        families: vec![Family::Terms],
        operations: vec!["length".to_owned()],
        bound: 2,
        ..Config::default()
    };
    let tests = built_in(&config);
    assert!(!tests.is_empty());
    let deep = "(str.len (str.at (str.at ";
    assert!(tests.iter().any(|(_, text)| text.contains(deep)));
}

#[test]
fn growth_is_deterministic_and_depends_on_the_seed() {
    let config = |seed| Config {
        families: vec![Family::Random(Mode::Skeleton), Family::Random(Mode::Fusion)],
        grown: 300,
        seed,
        ..Config::default()
    };
    let [first, again, other] = [1, 1, 2].map(|seed| {
        let tests = built_in(&config(seed));
        assert_paths_differ(&tests);
        tests.into_iter().map(|(_, text)| text).collect::<Vec<_>>()
    });
    assert_eq!(first, again);
    assert_ne!(first, other);
    assert_eq!(first.len(), 600);
    let kinds: BTreeSet<String> = built_in(&config(1))
        .iter()
        .map(|(test, _)| test.op.to_string())
        .collect();
    let all = ["random", "satSat", "unsatSat", "unsatUnsat"];
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), all);
}

#[test]
fn incremental_variants_are_valid_and_end_like_the_plain_test() {
    let config = Config {
        families: Family::all().filter(|f| *f != Family::Chain).collect(),
        operations: ["contains", "notPrefixOf", "random", "unsatSat"]
            .map(str::to_owned)
            .to_vec(),
        grown: 50,
        ..Config::default()
    };
    let mut count = 0;
    generate(
        &Library::built_in(),
        &Reference::standard(),
        &config,
        &mut |store, test| {
            for manner in Manner::ALL {
                let mut text = String::new();
                let answers = write_incremental(&mut text, store, test, manner);
                assert_eq!(answers.last().copied(), Some(test.expected.status()));
                let (mut fresh, mut env) = (TermStore::new(), Environment::new());
                let commands = parse_script(&mut fresh, &mut env, &text).expect("valid SMT-LIB");
                let checks = commands.iter().filter(|command| {
                    matches!(
                        command,
                        Command::CheckSat | Command::CheckSatAssuming { .. }
                    )
                });
                assert_eq!(checks.count(), answers.len());
                count += 1;
            }
            ControlFlow::Continue(())
        },
    )
    .expect("every claim holds");
    assert!(count > 500);
}

/// The number of tests of `replace` whose text differs from the standard suite.
#[test]
fn another_semantics_changes_tests_and_drops_rules_that_fail() {
    let mut library = Library::built_in();
    let variant = library
        .variants
        .iter()
        .find(|v| v.name == "replace-empty-keeps");
    let variant = variant.expect("built in").clone();
    let mut reference = Reference::standard();
    for (op, params, body) in variant.definitions {
        assert!(reference.redefine(&library.store, op, params, body));
    }
    let rejected = retain_sound(&mut library, &reference);
    let ids: Vec<&str> = rejected.iter().map(|r| r.id.as_str()).collect();
    assert_eq!(
        ids,
        ["E3"],
        "only the law of replace itself depends on the empty pattern"
    );
    let config = Config {
        operations: vec!["replace".to_owned()],
        ..only(&[Family::Constants])
    };
    let changed = texts(&library, &reference, &config);
    let standard = built_in(&config);
    let ground = |tests: &[(Test, String)]| -> BTreeSet<String> {
        let ground = tests.iter().filter(|(test, _)| test.constants.is_empty());
        ground.map(|(_, text)| text.clone()).collect()
    };
    let difference = ground(&changed).difference(&ground(&standard)).count();
    // An empty pattern matters when it is replaced by something: 8 strings, 7 replacements.
    assert_eq!(difference, 56);
}

#[test]
fn a_user_adds_operations_pools_and_rules() {
    let mut library = Library::built_in();
    library
        .add(
            r#"
            [[operation]]
            name = "absolute"
            symbol = "abs"
            arguments = "n Int"
            result = "Int"

            [[equivalence]]
            id = "mine"
            op = "absolute"
            result = "r"
            formula = "(ite (>= n 0) (= r n) (= r (- 0 n)))"
            direction = "both"

            [extended.constants]
            integers = ["123456789012345678901234567890"]
            "#,
        )
        .expect("well-formed");
    assert_eq!(retain_sound(&mut library, &Reference::standard()), []);
    let config = Config {
        origin: Origin::Extended,
        operations: vec!["absolute".to_owned()],
        ..Config::default()
    };
    let tests = texts(&library, &Reference::standard(), &config);
    let big = "(= (abs 123456789012345678901234567890) 123456789012345678901234567890)";
    assert!(tests.iter().any(|(_, text)| text.contains(big)));
    assert!(
        tests
            .iter()
            .any(|(test, _)| test.name() == "absolute_unsatCoreExtended_mine_0_NC8")
    );
}

#[test]
fn bad_data_is_refused_with_a_reason() {
    let cases = [
        ("[[equivalence]]", "missing field"),
        (
            "[[variable]]\nid='v'\nsort='String'\nterm='(str.len x)'",
            "v: `(str.len x)` must have sort String, but has sort Int",
        ),
        (
            "[[variable]]\nid='v'\nsort='String'\nterm='(str.lem x)'",
            "v: `(str.lem x)`, line 1 column 2",
        ),
        (
            "[[constant]]\nid='c'\nvalue='(+ 1 1)'\nterm='2'",
            "c: `value` must be a literal",
        ),
        (
            "[[operation]]\nname='at'\nsymbol='str.at'\narguments=''\nresult='String'",
            "exists already",
        ),
        (
            "[[operation]]\nname='z'\nsymbol='str.z'\narguments=''\nresult='String'",
            "unknown symbol",
        ),
        (
            "[[variable]]\nid='NC1'\nsort='String'\nterm='(str.++ x \"\")'",
            "NC1: there is a rule of this name already",
        ),
        (
            "[[variable]]\nid='v'\nsort='String'\nfresh='a b c'\nterm='x'",
            "expected `name Sort`",
        ),
    ];
    for (text, message) in cases {
        let error = Library::built_in().add(text).expect_err(text).to_string();
        assert!(error.contains(message), "{error}");
    }
}
