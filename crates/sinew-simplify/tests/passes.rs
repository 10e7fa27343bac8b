//! Passes over whole problems: on small domains, exhaustive search says whether they keep
//! satisfiability, whether models come back, and whether refutations name enough assertions.

mod common;

use common::{Rng, World};
use sinew_base::Budget;
use sinew_semantics::{Evaluator, Model, Value, Verdict, check};
use sinew_simplify::{ModelExtension, Preprocessor, Problem};
use sinew_smtlib::print_term;
use sinew_term::{FunId, Op, Sort, Term, TermStore, postorder_all};

/// The values that the search tries for each sort.
fn domain(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Int => [-1, 0, 1, 2].map(Value::from).to_vec(),
        _ => ["", "a", "b", "ab", "aa"].map(Value::string).to_vec(),
    }
}

/// The constants that occur.
fn constants(store: &TermStore, terms: &[Term]) -> Vec<(FunId, Sort)> {
    postorder_all(store, terms)
        .into_iter()
        .filter_map(|t| match store.op(t) {
            Op::Apply(fun) if store.args(t).is_empty() => Some((fun, store.sort(t))),
            _ => None,
        })
        .collect()
}

/// The first model over the small domains, if there is one.
fn search(store: &TermStore, terms: &[Term]) -> Option<Model> {
    let symbols = constants(store, terms);
    let domains: Vec<Vec<Value>> = symbols.iter().map(|&(_, sort)| domain(sort)).collect();
    let mut index = vec![0; symbols.len()];
    loop {
        let mut model = Model::new();
        for (at, &(fun, _)) in symbols.iter().enumerate() {
            model.set_constant(fun, domains[at][index[at]].clone());
        }
        if check(store, &model, terms) == Verdict::Satisfied {
            return Some(model);
        }
        let mut at = 0;
        loop {
            if at == index.len() {
                return None;
            }
            index[at] += 1;
            if index[at] < domains[at].len() {
                break;
            }
            index[at] = 0;
            at += 1;
        }
    }
}

fn extend(store: &TermStore, model: Model, extension: &ModelExtension) -> Model {
    let mut model = model.with_defaults();
    for (fun, term) in extension.definitions() {
        let value = Evaluator::new(store, &model).eval(term).expect("a value");
        model.set_constant(fun, value);
    }
    model
}

fn show(store: &TermStore, terms: &[Term]) -> String {
    terms
        .iter()
        .map(|&t| print_term(store, t))
        .collect::<Vec<_>>()
        .join("\n  ")
}

/// Checks one problem; how it came out.
fn run(world: &mut World, assertions: &[Term]) -> &'static str {
    let mut preprocessor = Preprocessor::new();
    let problem = Problem::new(assertions);
    let result = preprocessor.run(&mut world.store, problem, &Budget::unlimited());
    let store = &world.store;
    let left: Vec<Term> = result.problem.assertions.iter().map(|&(t, _)| t).collect();
    let context = || {
        format!(
            "{}\n left\n  {}",
            show(store, assertions),
            show(store, &left)
        )
    };
    if let Some(origins) = result.problem.refuted(store) {
        let core: Vec<Term> = origins
            .iter()
            .map(|position| assertions[position])
            .collect();
        assert!(
            search(store, &core).is_none(),
            "a refutation whose core has a model:\n {}",
            show(store, &core)
        );
        return "unsat";
    }
    // Too many symbols left to search through.
    if constants(store, &left).len() > 4 {
        return "large";
    }
    let Some(model) = search(store, &left) else {
        assert!(
            result
                .problem
                .assertions
                .iter()
                .all(|(_, origins)| origins.iter().count() > 0)
        );
        return "open";
    };
    let model = extend(store, model, &result.extension);
    let verdict = check(store, &model, assertions);
    assert_eq!(verdict, Verdict::Satisfied, "{}\n {model:?}", context());
    if left.is_empty() { "sat" } else { "model" }
}

#[test]
fn random_problems_keep_their_answers() {
    let rounds = std::env::var("SINEW_ROUNDS")
        .ok()
        .and_then(|n| n.parse().ok());
    let mut rng = Rng::new(
        std::env::var("SINEW_SEED")
            .ok()
            .and_then(|n| n.parse().ok())
            .unwrap_or(5),
    );
    let mut outcomes = std::collections::BTreeMap::new();
    for _ in 0..rounds.unwrap_or(1500) {
        let mut world = World::new();
        let count = 1 + rng.below(4);
        let assertions: Vec<Term> = (0..count)
            .map(|_| {
                let depth = 1 + rng.below(3);
                world.random_term(&mut rng, Sort::Bool, depth)
            })
            .collect();
        *outcomes.entry(run(&mut world, &assertions)).or_insert(0) += 1;
    }
    for outcome in ["sat", "unsat", "model"] {
        assert!(
            outcomes.get(outcome).is_some_and(|&n| n > 20),
            "{outcomes:?}"
        );
    }
}

/// Equations between concatenations with lengths for some of their parts: most come from values that the search tries.
#[test]
fn equations_that_are_cut_keep_their_answers() {
    let mut rng = Rng::new(11);
    let words = ["", "a", "b", "ab", "aa"];
    let mut outcomes = std::collections::BTreeMap::new();
    for _ in 0..3000 {
        let mut world = World::new();
        let values: Vec<&str> = (0..3).map(|_| words[rng.below(words.len())]).collect();
        let side = |rng: &mut Rng| {
            let (mut parts, mut text) = (Vec::new(), String::new());
            for _ in 0..1 + rng.below(4) {
                let (at, word) = (rng.below(3), words[rng.below(words.len())]);
                let symbol = rng.below(3) > 0;
                text.push_str(if symbol { values[at] } else { word });
                parts.push(match symbol {
                    true => ["x", "y", "z"][at].to_owned(),
                    false => format!("\"{word}\""),
                });
            }
            (format!("(str.++ {} \"\")", parts.join(" ")), text)
        };
        let ((left, text), (right, other)) = (side(&mut rng), side(&mut rng));
        let right = match rng.below(3) {
            0 => right,
            1 => format!("(str.++ {right} \"{text}\")"),
            _ => format!("\"{text}\""),
        };
        let mut assertions = vec![format!("(= {left} {right})")];
        for (name, value) in ["x", "y", "z"].iter().zip(&values) {
            let length = value.len() + rng.below(10) / 9;
            if rng.below(3) > 0 {
                assertions.push(format!("(= (str.len {name}) {length})"));
            }
        }
        if rng.below(3) == 0 {
            assertions.push("(= (str.len x) (str.len z))".to_owned());
        }
        assertions.push(format!("(not (= x (str.++ y \"{other}\")))"));
        let terms: Vec<Term> = assertions.iter().map(|text| world.parse(text)).collect();
        *outcomes.entry(run(&mut world, &terms)).or_insert(0) += 1;
    }
    for outcome in ["sat", "unsat", "model"] {
        assert!(
            outcomes.get(outcome).is_some_and(|&n| n > 20),
            "{outcomes:?}"
        );
    }
}

/// Strings that begin with, hold and end with literals of which the language would be too large: with ends over each
/// other, one after the other, and with letters in between.
#[test]
fn strings_with_long_literals_have_values() {
    let front = "ab".repeat(4_000);
    let (over, other) = (format!("{}c", &front[..6_000]), "cd".repeat(4_000));
    let cases = [
        (&over, "(<= (str.len x) 8001)", "sat"),
        (&other, "(<= (str.len x) 16000)", "sat"),
        (&other, "(= (str.len x) 20000)", "sat"),
        (&other, "(>= (str.len x) 16001)", "sat"),
        (&other, "(str.contains x \"0123456789\")", "sat"),
    ];
    for (end, more, expected) in cases {
        let mut world = World::new();
        let assertions = [
            format!("(str.prefixof \"{front}\" x)"),
            format!("(str.suffixof \"{end}\" x)"),
            more.to_owned(),
            "(not (str.contains x \"baa\"))".to_owned(),
        ];
        let terms: Vec<Term> = assertions.iter().map(|text| world.parse(text)).collect();
        assert_eq!(run(&mut world, &terms), expected, "{more}");
    }
}

/// Problems that need one pass in particular, and what must come out.
#[test]
fn each_pass_does_its_work() {
    let cases: &[(&str, &[&str], &str)] = &[
        (
            "solve, string",
            &["(= x (str.++ y \"a\"))", "(str.contains y x)"],
            "unsat",
        ),
        (
            "solve, chain",
            &[
                "(= x (str.++ y \"a\"))",
                "(= y (str.++ z \"b\"))",
                "(= z \"c\")",
                "(not (= x \"cba\"))",
            ],
            "unsat",
        ),
        (
            "solve, linear",
            &["(= (+ (* 2 i) j) 7)", "(= (mod j 2) 0)"],
            "unsat",
        ),
        ("solve, Boolean", &["(= p (not q))", "p", "q"], "unsat"),
        (
            "solve, inside a conjunction",
            &[
                "(and (= x \"a\") (str.contains y x))",
                "(not (str.contains y \"a\"))",
            ],
            "unsat",
        ),
        ("occurs check", &["(= x (str.replace y x \"ab\"))"], "model"),
        (
            "known atom",
            &[
                "(str.contains x y)",
                "(or (not (str.contains x y)) (= i 5))",
                "(< i (str.len x) 5)",
            ],
            "unsat",
        ),
        (
            "said, then denied",
            &[
                "(str.contains (str.++ x y) (str.++ y x))",
                "(not (str.contains (str.++ x y) (str.++ y x)))",
            ],
            "unsat",
        ),
        (
            "denied, then said",
            &[
                "(not (str.contains (str.++ x y) (str.++ y x)))",
                "(str.contains (str.++ x y) (str.++ y x))",
            ],
            "unsat",
        ),
        (
            "known value",
            &["(= (str.indexof x y 1) 3)", "(< (str.indexof x y 1) 2)"],
            "unsat",
        ),
        (
            "bounds",
            &[
                "(>= (+ i (* 3 j)) 5)",
                "(or (= (+ i (* 3 j)) 4) (< (+ i (* 3 j)) 2))",
            ],
            "unsat",
        ),
        (
            "bounds of both sides",
            &["(>= (- i j) 5)", "(<= (- i j) 4)"],
            "unsat",
        ),
        (
            "unconstrained relation",
            &[
                "(str.contains (str.++ y \"a\" y) x)",
                "(not (str.contains y \"b\"))",
            ],
            "sat",
        ),
        (
            "unconstrained membership",
            &[
                "(not (str.in_re x (re.+ (re.range \"a\" \"z\"))))",
                "(str.in_re y (re.+ (re.range \"a\" \"z\")))",
            ],
            "sat",
        ),
        (
            "unconstrained comparison",
            &[
                "(> (+ i (str.len x) (str.len y)) 7)",
                "(not (= j (str.len x)))",
            ],
            "sat",
        ),
        ("unconstrained length", &["(= (str.len x) 9)"], "sat"),
        (
            "pure",
            &[
                "(or p (= x y))",
                "(or p (str.contains x y))",
                "(or (not q) (str.contains x y))",
            ],
            "sat",
        ),
        (
            "lift",
            &["(= (str.++ x (ite p \"a\" \"b\")) (str.++ x (ite p \"c\" \"d\")))"],
            "unsat",
        ),
        (
            "unconstrained length bound",
            &["(or (= y z) (< (str.len x) 3))", "(not (= y z))"],
            "sat",
        ),
        (
            "value of another length",
            &[
                "(not (= (str.len x) 1))",
                "(or (= x \"a\") (str.contains y x))",
                "(not (str.contains y x))",
            ],
            "unsat",
        ),
        (
            "value that an assertion refutes by itself",
            &["(= (= x \"\") (> (str.len x) 1))", "(str.contains y x)"],
            "model",
        ),
        (
            "values that two assertions refute for each other",
            &[
                "(= (= x \"a\") (= (str.len x) 2))",
                "(= (= x \"ab\") (= (str.len x) 1))",
                "(> (str.len x) 0)",
                "(< (str.len x) 3)",
                "(str.contains y x)",
            ],
            "open",
        ),
        (
            "value outside of a language",
            &[
                "(str.in_re x (re.+ (str.to_re \"ab\")))",
                "(str.contains (ite (= x \"aba\") y z) x)",
                "(not (str.contains z x))",
            ],
            "unsat",
        ),
        (
            "value that no fact refutes",
            &[
                "(str.in_re x (re.+ (str.to_re \"ab\")))",
                "(or (= x \"abab\") (str.contains y x))",
                "(not (str.contains y x))",
            ],
            "sat",
        ),
        (
            "cut from both ends",
            &[
                "(= (str.++ x y z \"h\") \"abcdefgh\")",
                "(= (str.len x) 2)",
                "(= (str.len z) (+ 1 (str.len x)))",
                "(str.contains (str.++ z y x) \"gda\")",
            ],
            "unsat",
        ),
        (
            "cut behind a cut",
            &[
                "(= (str.++ x y z) (str.++ \"abc\" z y))",
                "(= (str.len x) 1)",
                "(= (str.len y) 2)",
                "(not (= (str.++ y x) \"bca\"))",
            ],
            "unsat",
        ),
        (
            "cut where lengths are the same",
            &[
                "(= (str.++ x \"a\" z) (str.++ y z x))",
                "(= (str.len x) (str.len y))",
                "(or (not (= x y)) (not (= (str.++ \"a\" z) (str.++ z x))))",
            ],
            "unsat",
        ),
        (
            "cut between variables",
            &[
                "(= (str.++ x z \"a\") (str.++ y \"b\" z))",
                "(= (str.len x) 3)",
                "(= (str.len y) 3)",
                "(str.contains (str.replace x y \"\") \"c\")",
            ],
            "unsat",
        ),
        (
            "monadic",
            &[
                "(str.in_re x (re.* (str.to_re \"abcd\")))",
                "(= (str.len x) 6)",
            ],
            "unsat",
        ),
        (
            "monadic",
            &[
                "(str.contains x \"abcd\")",
                "(not (str.contains x \"bc\"))",
                "(= y z)",
            ],
            "unsat",
        ),
        (
            "monadic",
            &[
                "(not (= x \"a\"))",
                "(not (= x \"\"))",
                "(not (= x y))",
                "(= (str.substr z 1 2) \"ab\")",
                "(not (= (str.substr z 0 3) \"aab\"))",
            ],
            "sat",
        ),
        (
            "monadic",
            &[
                "(or (str.prefixof x \"ab\") (str.suffixof x \"ba\"))",
                "(= (str.len x) 1)",
                "(not (= x \"a\"))",
                "(> (str.to_code x) 96)",
            ],
            "unsat",
        ),
        (
            "unconstrained concatenation",
            &["(= (str.++ x y z) \"solution\")"],
            "sat",
        ),
        (
            "unconstrained concatenation",
            &["(not (= (str.++ x y) (str.++ z \"b\")))"],
            "sat",
        ),
        (
            "unconstrained equal lengths",
            &["(= (str.len x) (+ 3 (* 2 (str.len y))))"],
            "sat",
        ),
        (
            "unconstrained equal lengths",
            &["(not (= (str.len x) (str.len y)))"],
            "sat",
        ),
        (
            "unconstrained longer",
            &["(> (str.len x) (* 2 (str.len y)))"],
            "sat",
        ),
        (
            "unconstrained shorter",
            &[
                "(or (= z \"b\") (< (str.len x) (str.len y)))",
                "(not (= z \"b\"))",
            ],
            "sat",
        ),
    ];
    for &(name, texts, expected) in cases {
        let mut world = World::new();
        let assertions: Vec<Term> = texts.iter().map(|text| world.parse(text)).collect();
        assert_eq!(run(&mut world, &assertions), expected, "{name}");
    }
}

#[test]
fn frozen_symbols_survive() {
    let mut world = World::new();
    let assertion = world.parse("(= x (str.++ y \"a\"))");
    let (x, y) = (world.symbols[0], world.symbols[1]);
    let mut preprocessor = Preprocessor::new();
    let result = preprocessor.run_keeping(
        &mut world.store,
        Problem::new(&[assertion]),
        &[x, y],
        &Budget::unlimited(),
    );
    assert!(result.extension.is_empty());
    assert_eq!(result.problem.assertions.len(), 1);
}

#[test]
fn a_small_budget_stops_early_with_a_correct_problem() {
    let mut world = World::new();
    let assertions = [
        world.parse("(= x (str.++ y \"a\"))"),
        world.parse("(str.contains y x)"),
    ];
    for steps in 0..60 {
        let mut preprocessor = Preprocessor::new();
        let budget = Budget::with_steps(steps);
        let result = preprocessor.run(&mut world.store, Problem::new(&assertions), &budget);
        let left: Vec<Term> = result.problem.assertions.iter().map(|&(t, _)| t).collect();
        assert!(search(&world.store, &left).is_none(), "still unsatisfiable");
        assert_eq!(
            result.stopped.is_some(),
            result.problem.refuted(&world.store).is_none()
        );
    }
}
