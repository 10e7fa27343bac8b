//! The one property that decides: a term and its normal form have the same value in every model,
//! by the reference semantics. A rule that never fires here fails the suite.

mod common;

use std::collections::BTreeMap;

use common::instances::INSTANCES;
use common::{Rng, World, evaluate};
use sinew_base::Budget;
use sinew_simplify::{Simplifier, rule_names};
use sinew_smtlib::print_term;
use sinew_term::{Sort, Term, postorder};

/// Checks one term in some models, and that its normal form is its own normal form.
fn check(world: &mut World, simplifier: &mut Simplifier, rng: &mut Rng, term: Term, models: usize) {
    let normal = simplifier
        .simplify(&mut world.store, term, &Budget::unlimited())
        .expect("no limit");
    for _ in 0..models {
        let model = world.random_model(rng);
        let (Ok(before), Ok(after)) = (
            evaluate(&world.store, &model, term),
            evaluate(&world.store, &model, normal),
        ) else {
            assert!(
                may_be_undecided(world, term),
                "not evaluated: {}",
                print_term(&world.store, term)
            );
            continue;
        };
        if before != after && world.store.sort(term) != Sort::RegLan {
            report(
                world,
                term,
                normal,
                &format!("{before:?} became {after:?} in {model:?}"),
            );
        }
    }
    // Idempotence, with a cache that has seen nothing.
    let again = Simplifier::new()
        .simplify(&mut world.store, normal, &Budget::unlimited())
        .expect("no limit");
    if again != normal {
        let text = format!("again: {}", print_term(&world.store, again));
        report(world, term, normal, &text);
    }
}

/// Whether the semantics may give up: equality of languages costs it much.
fn may_be_undecided(world: &World, term: Term) -> bool {
    postorder(&world.store, term)
        .iter()
        .any(|&t| world.store.sort(t) == Sort::RegLan)
}

fn report(world: &World, term: Term, normal: Term, what: &str) -> ! {
    panic!(
        "{}\n  became\n{}\n  {what}",
        print_term(&world.store, term),
        print_term(&world.store, normal)
    );
}

#[derive(Default)]
struct Fired(BTreeMap<&'static str, u64>);

impl Fired {
    fn add(&mut self, simplifier: &Simplifier) {
        assert_eq!(simplifier.cycles(), 0, "rules undo each other");
        for (name, count) in simplifier.statistics() {
            *self.0.entry(name).or_insert(0) += count;
        }
    }
}

fn random_terms(seed: u64, rounds: usize, fired: &mut Fired) {
    let mut rng = Rng::new(seed);
    for _ in 0..rounds {
        let mut world = World::new();
        let mut simplifier = Simplifier::new();
        for _ in 0..60 {
            let sort = *rng.pick(&[Sort::Bool, Sort::Bool, Sort::Bool, Sort::Int, Sort::String]);
            let depth = 1 + rng.below(4);
            let term = world.random_term(&mut rng, sort, depth);
            check(&mut world, &mut simplifier, &mut rng, term, 4);
        }
        fired.add(&simplifier);
    }
}

/// Each listed rule fires on its instance, which is then checked in many models.
fn instances(fired: &mut Fired) {
    let mut rng = Rng::new(7);
    let mut silent = Vec::new();
    for &(rule, text) in INSTANCES {
        let mut world = World::new();
        let mut simplifier = Simplifier::new();
        let term = world.parse(text);
        check(&mut world, &mut simplifier, &mut rng, term, 60);
        let fires = simplifier
            .statistics()
            .iter()
            .any(|&(name, _)| name == rule);
        if !fires {
            silent.push((rule, text));
        }
        fired.add(&simplifier);
    }
    assert!(
        silent.is_empty(),
        "rules that do not fire on their instance: {silent:#?}"
    );
}

#[test]
fn normal_forms_keep_the_value_and_every_rule_fires() {
    let rounds = std::env::var("SINEW_ROUNDS")
        .ok()
        .and_then(|n| n.parse().ok());
    let seed = std::env::var("SINEW_SEED")
        .ok()
        .and_then(|n| n.parse().ok());
    let mut fired = Fired::default();
    instances(&mut fired);
    random_terms(seed.unwrap_or(1), rounds.unwrap_or(60), &mut fired);
    let silent: Vec<&str> = rule_names()
        .into_iter()
        .filter(|name| !fired.0.contains_key(name))
        .collect();
    assert!(silent.is_empty(), "these rules never fired: {silent:#?}");
}

/// Under a substitution that holds in the model, the result has the value of the term; and it
/// follows from the used part alone.
#[test]
fn simplification_under_known_values() {
    let mut rng = Rng::new(3);
    let mut fewer = 0;
    for _ in 0..600 {
        let mut world = World::new();
        let mut simplifier = Simplifier::new();
        let term = world.random_term(&mut rng, Sort::Bool, 3);
        let mut pairs = Vec::new();
        for symbol in world.symbols.clone() {
            let sort = world.store.sort(symbol);
            if rng.below(2) == 0 {
                let depth = rng.below(2);
                pairs.push((symbol, world.random_term(&mut rng, sort, depth)));
            }
        }
        let derived = simplifier
            .simplify_under(&mut world.store, term, &pairs, &Budget::unlimited())
            .expect("no limit");
        let used: Vec<(Term, Term)> = pairs
            .iter()
            .copied()
            .filter(|(from, _)| derived.used.contains(from))
            .collect();
        fewer += usize::from(used.len() < pairs.len());
        let again = simplifier
            .simplify_under(&mut world.store, term, &used, &Budget::unlimited())
            .expect("no limit");
        assert_eq!(again, derived, "the used part suffices");
        for _ in 0..20 {
            let model = world.random_model(&mut rng);
            let holds = used.iter().all(|&(from, to)| {
                evaluate(&world.store, &model, from) == evaluate(&world.store, &model, to)
            });
            if let (true, Ok(value)) = (holds, evaluate(&world.store, &model, term)) {
                let result = evaluate(&world.store, &model, derived.term);
                assert_eq!(result, Ok(value), "{}", print_term(&world.store, term));
            }
        }
    }
    assert!(
        fewer > 100,
        "explanations are smaller than what was given: {fewer}"
    );
}

#[test]
fn equal_inputs_give_equal_outputs() {
    let text = |seed: u64| {
        let mut rng = Rng::new(seed);
        let mut world = World::new();
        let mut simplifier = Simplifier::new();
        (0..40)
            .map(|_| {
                let term = world.random_term(&mut rng, Sort::Bool, 4);
                let normal = simplifier
                    .simplify(&mut world.store, term, &Budget::unlimited())
                    .expect("no limit");
                print_term(&world.store, normal)
            })
            .collect::<Vec<_>>()
    };
    for seed in 0..10 {
        assert_eq!(text(seed), text(seed));
    }
}

#[test]
fn the_order_of_calls_does_not_show() {
    // A warm cache must not change normal forms.
    let mut rng = Rng::new(99);
    for _ in 0..30 {
        let mut world = World::new();
        let terms: Vec<Term> = (0..20)
            .map(|_| world.random_term(&mut rng, Sort::Bool, 3))
            .collect();
        let mut warm = Simplifier::new();
        for &term in &terms {
            let first = warm
                .simplify(&mut world.store, term, &Budget::unlimited())
                .expect("no limit");
            let alone = Simplifier::new()
                .simplify(&mut world.store, term, &Budget::unlimited())
                .expect("no limit");
            assert_eq!(first, alone, "{}", print_term(&world.store, term));
        }
    }
}

#[test]
fn a_trace_sees_every_step() {
    let (sink, seen) = std::sync::mpsc::channel();
    let mut world = World::new();
    let term = world.parse("(str.contains x (str.++ x \"a\"))");
    let mut simplifier = Simplifier::new();
    simplifier.set_trace(
        move |_: &sinew_term::TermStore, rule: &'static str, _: Term, _: Term| {
            sink.send(rule).expect("somebody listens");
        },
    );
    simplifier
        .simplify(&mut world.store, term, &Budget::unlimited())
        .expect("no limit");
    let steps = seen.try_iter().count() as u64;
    assert!(steps > 0);
    assert_eq!(
        steps,
        simplifier.statistics().iter().map(|&(_, n)| n).sum::<u64>()
    );
}

#[test]
fn a_million_nested_operators_do_not_overflow_the_stack() {
    let mut world = World::new();
    let (x, p) = (world.symbols[0], world.symbols[6]);
    let (one, a) = (world.store.int(1), world.store.string("a"));
    let mut term = x;
    for i in 0..200_000 {
        term = match i % 4 {
            0 => world.store.substr(term, one, one),
            1 => world.store.ite(p, x, term),
            2 => world.store.replace(term, a, x),
            _ => world.store.rev(term),
        };
    }
    let normal = Simplifier::new()
        .simplify(&mut world.store, term, &Budget::unlimited())
        .expect("no limit");
    assert_eq!(world.store.sort(normal), Sort::String);
}
