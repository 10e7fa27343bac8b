//! The one property that decides: a term and its normal form have the same value in every model,
//! by the reference semantics. Every law has instances in `common/laws.txt` that need it.

mod common;

use common::instances::instances;
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
    // Languages are compared by their words.
    let [left, right] = [term, normal].map(|side| match world.store.sort(side) {
        Sort::RegLan => world.store.in_re(world.symbols[0], side),
        _ => side,
    });
    for _ in 0..models {
        let model = world.random_model(rng);
        let (Ok(before), Ok(after)) = (
            evaluate(&world.store, &model, left),
            evaluate(&world.store, &model, right),
        ) else {
            assert!(
                may_be_undecided(world, term),
                "not evaluated: {}",
                print_term(&world.store, term)
            );
            continue;
        };
        if before != after {
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

#[test]
fn normal_forms_of_random_terms_keep_the_value() {
    let number = |name| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let mut rng = Rng::new(number("SINEW_SEED").unwrap_or(1));
    for _ in 0..number("SINEW_ROUNDS").unwrap_or(60) {
        let mut world = World::new();
        let mut simplifier = Simplifier::new();
        for _ in 0..60 {
            let sort = *rng.pick(&[Sort::Bool, Sort::Bool, Sort::Bool, Sort::Int, Sort::String]);
            let depth = 1 + rng.below(4);
            let term = world.random_term(&mut rng, sort, depth);
            check(&mut world, &mut simplifier, &mut rng, term, 4);
        }
        assert_eq!(simplifier.cycles(), 0, "rules undo each other");
    }
}

#[test]
fn normal_forms_of_instances_keep_the_value() {
    let mut rng = Rng::new(7);
    for row in instances() {
        let mut world = World::new();
        let mut simplifier = Simplifier::new();
        let term = world.parse(row.term);
        check(&mut world, &mut simplifier, &mut rng, term, 60);
        assert_eq!(
            simplifier.cycles(),
            0,
            "rules undo each other: {}",
            row.term
        );
    }
}

/// A law without an instance fails, and so does an instance that another law could do.
#[test]
fn every_law_is_needed() {
    let mut failures = Vec::new();
    let table = instances();
    for law in rule_names() {
        if table.iter().all(|row| row.law != law) {
            failures.push(format!("{law} has no instance in laws.txt"));
        }
    }
    for row in &table {
        let mut world = World::new();
        let term = world.parse(row.term);
        let mut simplifier = Simplifier::new();
        let normal = simplifier
            .simplify(&mut world.store, term, &Budget::unlimited())
            .expect("no limit");
        let expected = world.parse(row.normal);
        let found = print_term(&world.store, normal);
        if normal != expected {
            failures.push(format!("{}: {} became {found}", row.law, row.term));
        }
        let mut counts = simplifier.statistics().into_iter();
        if !counts.any(|(name, _)| name == row.law) {
            failures.push(format!("{} does not fire on {}", row.law, row.term));
        }
        match Simplifier::without(&[row.law]) {
            Err(unknown) => failures.push(unknown.to_string()),
            Ok(mut less) => {
                if less.simplify(&mut world.store, term, &Budget::unlimited()) == Ok(normal) {
                    failures.push(format!("{} does not need {}", row.term, row.law));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Rules rely on each other for completeness, never for soundness: with some of them off, values
/// are kept all the same.
#[test]
fn rules_may_be_switched_off() {
    let names = rule_names();
    let mut rng = Rng::new(11);
    for _ in 0..120 {
        let off: Vec<&str> = (0..1 + rng.below(40)).map(|_| *rng.pick(&names)).collect();
        let mut world = World::new();
        let mut simplifier = Simplifier::without(&off).expect("the names are those of rules");
        for _ in 0..30 {
            let sort = *rng.pick(&[Sort::Bool, Sort::Bool, Sort::Int, Sort::String]);
            let depth = 1 + rng.below(3);
            let term = world.random_term(&mut rng, sort, depth);
            let normal = simplifier
                .simplify(&mut world.store, term, &Budget::unlimited())
                .expect("no limit");
            for _ in 0..3 {
                let model = world.random_model(&mut rng);
                let before = evaluate(&world.store, &model, term);
                let after = evaluate(&world.store, &model, normal);
                if let (Ok(before), Ok(after)) = (before, after)
                    && before != after
                {
                    report(&world, term, normal, &format!("without {off:?}"));
                }
            }
        }
        assert!(off.iter().all(|name| {
            simplifier
                .statistics()
                .iter()
                .all(|(fired, _)| fired != name)
        }));
    }
    let unknown = Simplifier::without(&["no_such_rule"]).err();
    assert_eq!(
        unknown.map(|error| error.0),
        Some("no_such_rule".to_owned())
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
