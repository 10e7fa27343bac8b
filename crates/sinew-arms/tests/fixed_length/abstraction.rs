//! The length abstraction against the reference semantics: every formula in it holds whatever the
//! words are.

use rustc_hash::FxHashMap;
use sinew_arms::fixed_length::{conversion_facts, length_facts};
use sinew_base::Budget;
use sinew_semantics::{Value, eval};
use sinew_term::{Op, Term, postorder_all};

use crate::worlds::{World, model, some_words};

#[test]
fn length_facts_are_valid() {
    let budget = Budget::unlimited();
    let mut facts_of: FxHashMap<&'static str, usize> = FxHashMap::default();
    for seed in 1..1500 {
        let mut world = World::new(seed);
        let atoms = [world.fact(), world.membership()];
        for term in postorder_all(&world.store, &atoms) {
            let name = world.store.op(term).info().name;
            let facts = length_facts(&mut world.store, &mut world.regexes, term, &budget);
            for _ in 0..6 {
                let words = some_words(&mut world);
                check(&world, term, &facts, &words);
            }
            *facts_of.entry(name).or_default() += facts.len();
        }
    }
    for op in [
        Op::Concat,
        Op::At,
        Op::Substr,
        Op::Replace,
        Op::ReplaceAll,
        Op::ReplaceRe,
        Op::ReplaceReAll,
        Op::Rev,
        Op::Update,
        Op::ToUpper,
        Op::FromInt,
        Op::IndexOf,
        Op::IndexOfRe,
        Op::ToInt,
        Op::ToCode,
        Op::PrefixOf,
        Op::SuffixOf,
        Op::Contains,
        Op::IsDigit,
        Op::InRe,
    ] {
        let name = op.info().name;
        assert!(facts_of.get(name).is_some_and(|&n| n > 0), "{name}");
    }
}

#[test]
fn conversion_facts_are_valid() {
    let mut said = 0;
    for seed in 1..1500 {
        let mut world = World::new(seed);
        let atom = world.conversion();
        for term in postorder_all(&world.store, &[atom]) {
            let facts = conversion_facts(&mut world.store, term);
            for _ in 0..6 {
                let words = some_words(&mut world);
                check(&world, term, &facts, &words);
            }
            said += facts.len();
        }
    }
    assert!(said > 1000, "{said}");
}

fn check(world: &World, term: Term, facts: &[Term], words: &[Vec<u32>]) {
    let model = model(world, words);
    for &fact in facts {
        let value = eval(&world.store, &model, fact).expect("evaluates");
        assert_eq!(
            value,
            Value::Bool(true),
            "{fact:?} of {:?} with {words:?}",
            world.store.op(term)
        );
    }
}
