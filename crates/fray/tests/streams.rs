//! The endless streams, the suite of regular expressions, samples and shards.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use fray::run::job::{Claim, Job};
use fray::synth::feature::{Feature, needs};
use fray::synth::incremental::{Manner, write_incremental};
use fray::synth::library::{Library, Origin};
use fray::synth::reference::Reference;
use fray::synth::regexes::REGEX_FOLDERS;
use fray::synth::stream::{Mode, Origins, Stream};
use fray::synth::suite::{Config, generate};
use fray::synth::test::{Expected, Family};
use fray::synth::write::{Dialect, write_test};
use sinew_semantics::{Model, Verdict, check};
use sinew_smtlib::{Command, Environment, parse_model, parse_script};
use sinew_term::{TermStore, postorder_all};

/// The texts of the first tests of a mode; each was certified on the way.
fn texts(mode: Mode, seed: u64, seeds: &[String], count: usize) -> Vec<String> {
    let (library, reference) = (Library::built_in(), Reference::standard());
    let origins = Origins {
        library: &library,
        reference: &reference,
        seeds,
    };
    Stream::new(mode, origins, seed)
        .take(count)
        .map(|made| {
            let made = made.unwrap_or_else(|claim| panic!("{}: {claim}", mode.name()));
            let mut text = String::new();
            write_test(&mut text, &made.store, &made.test, seed, Dialect::Standard);
            text
        })
        .collect()
}

/// The assertions of a script, read afresh.
fn assertions(store: &mut TermStore, env: &mut Environment, text: &str) -> Vec<sinew_term::Term> {
    let commands = parse_script(store, env, text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let assertion = |command| match command {
        Command::Assert { term, .. } => Some(term),
        _ => None,
    };
    commands.into_iter().filter_map(assertion).collect()
}

#[test]
fn every_mode_is_reproducible_and_its_seeds_differ() {
    for &mode in Mode::ALL {
        let first = texts(mode, 1, &[], 40);
        assert_eq!(first.len(), 40, "{}", mode.name());
        assert_eq!(first, texts(mode, 1, &[], 40), "{}", mode.name());
        assert_ne!(first, texts(mode, 2, &[], 40), "{}", mode.name());
        assert_eq!(Mode::named(mode.name()), Some(mode));
    }
}

/// What is written is what was meant: the model in the comment holds in the script as it is read
/// back, by the reference semantics.
#[test]
fn written_models_hold_in_the_written_scripts() {
    let mut sat = 0;
    for &mode in Mode::ALL {
        for text in texts(mode, 5, &[], 60) {
            let mut store = TermStore::new();
            let mut env = Environment::new();
            let assertions = assertions(&mut store, &mut env, &text);
            let quantified = assertions.iter().any(|&a| store.mentions_quantifiers(a));
            let Some(line) = text.lines().find_map(|line| line.strip_prefix("; model:")) else {
                continue;
            };
            let model: Model = match parse_model(&mut store, &env, &format!("({line})")) {
                Ok(definitions) => definitions_to_model(&store, definitions),
                Err(problem) => panic!("{problem}\n{text}"),
            };
            if !quantified {
                assert!(
                    matches!(check(&store, &model, &assertions), Verdict::Satisfied),
                    "{text}"
                );
                sat += 1;
            }
        }
    }
    assert!(sat > 200, "{sat}");
}

fn definitions_to_model(store: &TermStore, definitions: Vec<sinew_smtlib::Definition>) -> Model {
    let mut model = Model::new();
    for definition in definitions {
        match sinew_semantics::eval(store, &Model::new(), definition.body) {
            Ok(value) => model.set_constant(definition.fun, value),
            Err(_) => model.set_function(definition.fun, definition.params, definition.body),
        }
    }
    model
}

/// Only the modes for it use what few solvers accept.
#[test]
fn dialect_features_stay_in_the_dialect_mode() {
    let mut seen: BTreeSet<Feature> = BTreeSet::new();
    for &mode in Mode::ALL {
        let count = if mode == Mode::Dialect { 500 } else { 80 };
        for text in texts(mode, 3, &[], count) {
            let mut store = TermStore::new();
            let assertions = assertions(&mut store, &mut Environment::new(), &text);
            for feature in needs(&store, &assertions) {
                let allowed = matches!(mode, Mode::Dialect | Mode::Law);
                assert!(allowed || !feature.is_dialect(), "{feature:?} in\n{text}");
                if mode == Mode::Dialect {
                    seen.insert(feature);
                }
            }
        }
    }
    for feature in [
        Feature::RegLanVariables,
        Feature::RegLanEquality,
        Feature::RegLanIte,
        Feature::TermsInRanges,
        Feature::IndexOfRe,
    ] {
        assert!(seen.contains(&feature), "{feature:?}");
    }
}

#[test]
fn small_formulas_are_small_and_of_many_shapes() {
    let shape = |text: &str| {
        let mut store = TermStore::new();
        let assertions = assertions(&mut store, &mut Environment::new(), text);
        let terms = postorder_all(&store, &assertions);
        let mut operators: Vec<&str> = Vec::new();
        for &term in terms.iter().filter(|&&term| !store.args(term).is_empty()) {
            operators.push(store.op(term).name());
        }
        (operators.len(), operators.join(" "))
    };
    let made: Vec<(usize, String)> = texts(Mode::Small, 5, &[], 400)
        .iter()
        .map(|text| shape(text))
        .collect();
    assert!(made.iter().all(|(size, _)| *size <= 16));
    let few = made.iter().filter(|(size, _)| *size <= 5).count();
    assert!(few > 200, "only {few} have five operators or fewer");
    let distinct: BTreeSet<&String> = made.iter().map(|(_, shape)| shape).collect();
    assert!(distinct.len() > 300, "only {} shapes", distinct.len());
}

/// One vocabulary has few operators and literals, and many formulas; the next has others.
/// Terms that agree with a variable on all samples are conjectured to be that; with numbers beyond the
/// lengths of these, others agree than without.
#[test]
fn conjectures_are_about_variables_and_far_numbers_too() {
    let found = texts(Mode::Conjecture, 3, &[], 2000);
    let asserted = |start: &str| found.iter().filter(|text| text.contains(start)).count();
    assert!(asserted("\n(assert (not (= x0 ") > 20);
    let far = ["196607", "65535", "10000"].map(asserted);
    assert!(far.iter().all(|&count| count > 5), "{far:?}");
}

#[test]
fn narrow_formulas_share_their_vocabulary() {
    let words = |text: &str| -> BTreeSet<String> {
        let asserted = text.lines().filter(|line| line.starts_with("(assert"));
        let words = asserted.flat_map(|line| line.split(['(', ')', ' ']));
        words.map(str::to_owned).collect()
    };
    let texts = texts(Mode::Narrow, 5, &[], 640);
    let deep = texts.iter().filter(|text| words(text).len() >= 6).count();
    assert!(deep > 200, "only {deep} of 640 say much");
    let all: BTreeSet<String> = texts.iter().flat_map(|text| words(text)).collect();
    // Any eight in a row mostly have one vocabulary; all together have most operators.
    let rows = texts.chunks(8).map(|row| {
        let words: BTreeSet<String> = row.iter().flat_map(|text| words(text)).collect();
        words.len()
    });
    let mut rows: Vec<usize> = rows.collect();
    rows.sort_unstable();
    assert!(
        4 * rows[rows.len() / 2] < all.len(),
        "{rows:?} of {}",
        all.len()
    );
}

#[test]
fn mutants_of_seed_files_keep_their_constants() {
    let seed = "(declare-fun path () String)(declare-fun n () Int)\
                (assert (= (str.substr path 0 n) \"/etc\"))\
                (assert (str.in_re path (re.++ (str.to_re \"/\") (re.* re.allchar))))\
                (assert (forall ((s String)) (= s s)))";
    let made = texts(Mode::Mutant, 1, &[seed.to_owned()], 60);
    assert!(made.iter().filter(|text| text.contains("path")).count() > 40);
    assert!(made.iter().all(|text| !text.contains("forall")));
    assert!(made.iter().all(|text| text.contains("; model:")));
    let distinct: BTreeSet<&String> = made.iter().collect();
    assert!(distinct.len() > 40, "{}", distinct.len());
}

/// An open test claims nothing: a solver's `unsat` passes, its model is judged.
#[test]
fn open_tests_are_read_back_as_open() {
    let text = texts(Mode::Conjecture, 1, &[], 40);
    let open = text.iter().find(|text| text.ends_with("; open\n"));
    let job = Job::from_file("a/b/c/d", open.expect("one").clone()).expect("a claim");
    assert_eq!(job.claim, Claim::Open);
    assert!(job.text.contains("(get-value"));
}

#[test]
fn traces_end_with_the_answer_of_the_plain_test() {
    let (library, reference) = (Library::built_in(), Reference::standard());
    let origins = Origins {
        library: &library,
        reference: &reference,
        seeds: &[],
    };
    let mut long = 0;
    for made in Stream::new(Mode::Meet, origins, 1).take(30) {
        let made = made.expect("true");
        let mut text = String::new();
        let manner = Manner::Trace(7);
        let answers = write_incremental(&mut text, &made.store, &made.test, manner);
        assert_eq!(answers.last(), Some(&"unsat"));
        assert_eq!(text.matches("(check-sat)").count(), answers.len());
        long += usize::from(answers.len() > 3);
    }
    assert!(long > 5, "{long}");
}

fn names(config: &Config) -> Vec<String> {
    let mut names = Vec::new();
    let (library, reference) = (Library::built_in(), Reference::standard());
    generate(&library, &reference, config, &mut |_, test| {
        names.push(test.path(0));
        ControlFlow::Continue(())
    })
    .expect("true claims");
    names
}

#[test]
fn the_suite_of_regular_expressions_covers_p1s_table_and_has_distinct_names() {
    let config = Config {
        origin: Origin::Regex,
        ..Config::default()
    };
    let names = names(&config);
    let distinct: BTreeSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), names.len());
    // Satisfiable and unsatisfiable ones of every operation; `str.in_re` is in all of them.
    let replacements = ["replaceRe", "replaceReAll"];
    for folder in REGEX_FOLDERS.into_iter().chain(replacements) {
        for family in [
            "operation",
            "const",
            "eqForm",
            "unsatCore",
            "negatedExecution",
        ] {
            let inside = format!("/{family}Regex/{folder}/");
            assert!(names.iter().any(|name| name.contains(&inside)), "{inside}");
        }
    }
    for named in [
        "_named0_",
        "unsatCoreRegex",
        "redundantRegex",
        "termSynRegex",
    ] {
        assert!(names.iter().any(|name| name.contains(named)), "{named}");
    }
}

/// P1 §3.2 over the pools: what P1 shows is there, the ranges that are no ranges too, and each
/// operation on strings.
#[test]
fn negated_execution_goes_through_the_pools() {
    let (library, reference) = (Library::built_in(), Reference::standard());
    let mut wanted: BTreeSet<&str> = BTreeSet::from([
        "(assert (! (str.in_re \"\" ((_ re.loop 189 0) (str.to_re \"\"))) :named a0))",
        "(assert (! (str.in_re \"\" (re.range \"\" \"a\")) :named a0))",
        "(assert (! (str.in_re \"\" (re.range \"a\" \"\")) :named a0))",
        "(assert (! (str.in_re \"\" (re.range \"aa\" \"b\")) :named a0))",
        "(assert (! (str.in_re \"\" (re.range \"a\" \"bb\")) :named a0))",
    ]);
    let mut operations: BTreeSet<String> = BTreeSet::new();
    let mut pinned = 0;
    for origin in [Origin::Regex, Origin::Extended] {
        let config = Config {
            origin,
            families: vec![Family::Execution],
            ..Config::default()
        };
        generate(&library, &reference, &config, &mut |store, test| {
            let mut text = String::new();
            write_test(&mut text, store, test, 0, Dialect::Standard);
            wanted.retain(|line| !text.lines().any(|own| own == *line));
            if text.contains("(re.range \"\" \"a\")") {
                // What a solver rejects is then known beforehand.
                assert!(needs(store, &test.assertions).contains(&Feature::LongRanges));
            }
            operations.insert(test.op.to_string());
            pinned += usize::from(test.assertions.len() == 2);
            ControlFlow::Continue(())
        })
        .expect("true claims");
    }
    assert!(wanted.is_empty(), "{wanted:?}");
    assert!(pinned > 1000, "{pinned}");
    for operation in library.operations.iter().filter(|op| op.name != "inRe") {
        assert!(operations.contains(&operation.name), "{}", operation.name);
    }
    // They are additions: P0's own suite has none.
    let config = Config {
        origin: Origin::Extended,
        ..Config::default()
    };
    assert!(config.wants_family(Family::Execution));
    assert!(!Config::default().wants_family(Family::Execution));
}

/// What is put into a formula has a name of its own there.
#[test]
fn constants_of_the_suite_of_regular_expressions_have_distinct_names() {
    let config = Config {
        origin: Origin::Regex,
        families: vec![Family::Equivalent, Family::LargerCore, Family::Redundant],
        patterns: [true, false],
        ..Config::default()
    };
    let (library, reference) = (Library::built_in(), Reference::standard());
    generate(&library, &reference, &config, &mut |store, test| {
        let mut text = String::new();
        write_test(&mut text, store, test, 0, Dialect::Standard);
        let declared = text
            .lines()
            .filter_map(|line| line.strip_prefix("(declare-fun "));
        let names: Vec<&str> = declared.filter_map(|rest| rest.split(' ').next()).collect();
        let distinct: BTreeSet<&&str> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{text}");
        ControlFlow::Continue(())
    })
    .expect("true claims");
}

/// A law of a user's file is an equivalence of the suite, unless it is false.
#[test]
fn only_laws_that_hold_are_equivalences_of_the_suite() {
    let mut library = Library::built_in();
    let law = |id: &str, right: &str| {
        format!(
            "[[law]]\nid = \"{id}\"\nvariables = \"x String, y String, z String\"\n\
             left = '(= (str.replace_re x re.all y) z)'\nright = '{right}'\n"
        )
    };
    let (right, wrong) = ("(= (str.++ y x) z)", "(= (str.++ x y) z)");
    library.add(&law("Right", right)).expect("well-formed");
    library.add(&law("Wrong", wrong)).expect("well-formed");
    let config = Config {
        origin: Origin::Regex,
        families: vec![Family::Equivalent],
        operations: vec!["replaceRe".to_owned()],
        ..Config::default()
    };
    let mut names = Vec::new();
    generate(&library, &Reference::standard(), &config, &mut |_, test| {
        names.push(test.name());
        ControlFlow::Continue(())
    })
    .expect("true claims");
    let has = |id: &str| names.iter().any(|name| name.contains(id));
    assert!(has("Right") && !has("Wrong"), "{names:?}");
}

#[test]
fn shards_are_a_partition() {
    let all = names(&Config::default());
    let mut parts: Vec<String> = Vec::new();
    for shard in 0..3 {
        let config = Config {
            shard: (shard, 3),
            ..Config::default()
        };
        let part = names(&config);
        assert!((2345..=2346).contains(&part.len()));
        parts.extend(part);
    }
    let [all, parts]: [BTreeSet<String>; 2] = [all, parts].map(|names| names.into_iter().collect());
    assert_eq!(all, parts);
}

#[test]
fn samples_are_part_of_the_suite_and_chains_are_as_deep_as_asked() {
    let all: BTreeSet<String> = names(&Config::default()).into_iter().collect();
    let config = Config {
        sample: Some(7),
        ..Config::default()
    };
    let sample = names(&config);
    assert_eq!(sample.len(), 9 * 7);
    assert!(sample.iter().all(|name| all.contains(name)));
    let config = Config {
        families: vec![Family::Chain],
        operations: vec!["at".to_owned(), "contains".to_owned()],
        depth: 3,
        sample: Some(10),
        ..Config::default()
    };
    let chains = names(&config);
    assert!((8..=10).contains(&chains.len()), "{chains:?}");
    // Rule, then three times target and equality.
    let steps = |name: &String| {
        name.rsplit('/')
            .next()
            .map_or(0, |n| n.matches('_').count())
    };
    assert!(chains.iter().all(|name| steps(name) >= 8), "{chains:?}");
}

/// P0's cheap complement: each equality alone.
#[test]
fn every_equality_has_a_test_of_its_own() {
    let config = Config {
        families: vec![Family::Alone],
        ..Config::default()
    };
    assert_eq!(names(&config).len(), 72);
}

/// The loop with its lower bound above the upper one, and the zero loop (P1 Figure 4, §3.2), with
/// the wrong result asserted.
#[test]
fn p1s_examples_come_from_the_default_pool() {
    let (library, reference) = (Library::built_in(), Reference::standard());
    let origins = Origins {
        library: &library,
        reference: &reference,
        seeds: &[],
    };
    let mut wanted = vec![
        "(str.in_re \"\" ((_ re.loop 189 0) (str.to_re \"\")))",
        "((_ re.loop 0 0) re.all)",
    ];
    for made in Stream::new(Mode::Negated, origins, 0).take(6000) {
        let made = made.expect("true");
        assert!(matches!(made.test.expected, Expected::Unsat { .. }));
        let mut text = String::new();
        write_test(&mut text, &made.store, &made.test, 0, Dialect::Standard);
        wanted.retain(|formula| !text.contains(formula));
    }
    assert_eq!(wanted, Vec::<&str>::new());
}
