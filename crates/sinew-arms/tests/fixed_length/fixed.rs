//! The fixed-length back end against the reference semantics: words it finds satisfy the facts
//! under the given integers, and what it calls a clash no words of those lengths satisfy.

use rustc_hash::FxHashMap;
use sinew_arms::fixed_length::{CircuitCache, Condition, Fixed, FixedProblem, Integers};
use sinew_base::{Budget, Integer};
use sinew_semantics::{Evaluator, Value, eval};
use sinew_term::{Op, Sort, Term, postorder_all};

use crate::worlds::{LETTERS, World, model, some_words};

/// Integers as one model has them, and how far away from that others could be.
struct Table {
    values: FxHashMap<Term, Integer>,
    lengths: FxHashMap<Term, Integer>,
    slack: FxHashMap<Term, (Option<u32>, Option<u32>)>,
}

impl Integers for Table {
    fn value(&self, term: Term) -> Option<Integer> {
        self.values.get(&term).cloned()
    }
    fn length(&self, term: Term) -> Option<Integer> {
        self.lengths.get(&term).cloned()
    }
    fn bounds(&self, term: Term) -> (Option<Integer>, Option<Integer>) {
        let (Some(value), Some(&(below, above))) = (self.values.get(&term), self.slack.get(&term))
        else {
            return (None, None);
        };
        (
            below.map(|below| value - &Integer::from(below)),
            above.map(|above| value + &Integer::from(above)),
        )
    }
}

fn integer(value: Value) -> Integer {
    match value {
        Value::Int(value) => Integer::from(value),
        Value::Str(word) => Integer::from(word.len()),
        _ => unreachable!("an integer or a string"),
    }
}

/// The integers of all terms under some words: a candidate model that arithmetic could propose.
fn table(world: &World, order: &[Term], words: &[Vec<u32>]) -> Table {
    let model = model(world, words);
    let (mut values, mut lengths) = (FxHashMap::default(), FxHashMap::default());
    let mut evaluator = Evaluator::new(&world.store, &model);
    for &term in order {
        match world.store.sort(term) {
            Sort::Int => {
                values.insert(term, integer(evaluator.eval(term).expect("evaluates")));
            }
            Sort::String => {
                lengths.insert(term, integer(evaluator.eval(term).expect("evaluates")));
            }
            _ => {}
        }
    }
    Table {
        values,
        lengths,
        slack: FxHashMap::default(),
    }
}

fn all_words(length: usize) -> Vec<Vec<u32>> {
    let mut words = vec![Vec::new()];
    for _ in 0..length {
        words = words
            .iter()
            .flat_map(|word: &Vec<u32>| {
                LETTERS
                    .iter()
                    .map(move |&c| [word.as_slice(), &[c]].concat())
            })
            .collect();
    }
    words
}

/// Whether the words satisfy those facts, with those integers as the table has them.
fn holds(
    world: &World,
    table: &Table,
    words: &[Vec<u32>],
    facts: &[(Term, bool)],
    needs: &[Condition],
) -> bool {
    let model = model(world, words);
    let value = |term| eval(&world.store, &model, term).expect("evaluates");
    facts
        .iter()
        .all(|&(atom, positive)| value(atom) == Value::Bool(positive))
        && needs.iter().all(|need| match need {
            Condition::Value(term) => Some(integer(value(*term))) == table.value(*term),
            Condition::AtMost(term, bound) => integer(value(*term)) <= *bound,
            Condition::AtLeast(term, bound) => integer(value(*term)) >= *bound,
            Condition::Length(term) => Some(integer(value(*term))) == table.length(*term),
            Condition::LongEnough(term, count) => integer(value(*term)) >= Integer::from(*count),
            Condition::Difference(plus, minus) => {
                let sum = |terms: &[Term], length: &dyn Fn(Term) -> Integer| {
                    terms
                        .iter()
                        .fold(Integer::ZERO, |sum, &term| sum + length(term))
                };
                let now = |term| integer(value(term));
                let then = |term| table.length(term).expect("has a length");
                sum(plus, &now) - sum(minus, &now) == sum(plus, &then) - sum(minus, &then)
            }
        })
}

/// Words must satisfy the facts with the integers of the table.
fn check_words(world: &World, table: &Table, facts: &[(Term, bool)], words: &[Vec<u32>]) {
    let needs: Vec<Condition> = table
        .values
        .keys()
        .map(|&term| Condition::Value(term))
        .collect();
    assert!(
        holds(world, table, words, facts, &needs),
        "{facts:?}: {words:?}"
    );
}

/// No small words may satisfy the facts of a clash, whatever lengths its integers leave open.
fn check_clash(world: &World, table: &Table, core: &[(Term, bool)], integers: &[Condition]) {
    for (n, m) in (0..3).flat_map(|n| (0..3).map(move |m| (n, m))) {
        for (x, y) in all_words(n)
            .iter()
            .flat_map(|x| all_words(m).into_iter().map(move |y| (x.clone(), y)))
        {
            assert!(
                !holds(world, table, &[x.clone(), y.clone()], core, integers),
                "{core:?} {integers:?}: {x:?} {y:?}"
            );
        }
    }
}

#[test]
fn agrees_with_the_semantics_on_small_words() {
    agrees_with_the_semantics(400, World::fact);
}

#[test]
fn agrees_with_the_semantics_on_places() {
    agrees_with_the_semantics(600, World::place);
}

#[test]
fn agrees_with_the_semantics_on_memberships() {
    agrees_with_the_semantics(300, World::membership);
}

/// Several attempts with one circuit: what one leaves behind must not change what the next finds.
fn agrees_with_the_semantics(worlds: u64, fact: fn(&mut World) -> Term) {
    let (mut sat, mut clash, mut general, mut gave_up) = (0, 0, 0, 0);
    for seed in 1..worlds {
        let mut world = World::new(seed);
        let facts: Vec<(Term, bool)> = (0..1 + world.dice.below(3))
            .map(|_| (fact(&mut world), world.dice.below(2) == 0))
            .collect();
        let atoms: Vec<Term> = facts.iter().map(|&(atom, _)| atom).collect();
        let order = postorder_all(&world.store, &atoms);
        let languages = world.languages(&order);
        let mut cache = CircuitCache::default();
        for _ in 0..3 {
            let words = some_words(&mut world);
            let table = table(&world, &order, &words);
            let problem = FixedProblem {
                store: &world.store,
                regexes: world.regexes.store_mut(),
                languages: &languages,
                integers: &table,
                facts: &facts,
                others: &[],
            };
            let outcome = problem.solve(&mut cache, &Budget::unlimited());
            match outcome.expect("no limit") {
                Fixed::Assignment(found) => {
                    sat += 1;
                    let vars = world.vars.iter().zip(&words);
                    let words: Vec<Vec<u32>> = vars
                        .map(|(var, old)| found.get(var).unwrap_or(old).clone())
                        .collect();
                    check_words(&world, &table, &facts, &words);
                }
                Fixed::Conflict {
                    facts: core,
                    integers,
                    ..
                } => {
                    clash += 1;
                    let is_general = |need: &Condition| {
                        matches!(need, Condition::Difference(..) | Condition::LongEnough(..))
                    };
                    general += usize::from(integers.iter().any(is_general));
                    let core: Vec<(Term, bool)> = core.iter().map(|&index| facts[index]).collect();
                    check_clash(&world, &table, &core, &integers);
                }
                Fixed::GaveUp(_) => gave_up += 1,
            }
        }
    }
    assert!(
        sat > 300 && clash > 300 && general > 5 && gave_up < 10,
        "{sat} {clash} {general} {gave_up}"
    );
}

/// A character at a place rules out the indices behind it, and no others.
#[test]
fn an_occurrence_rules_out_later_indices() {
    let mut world = World::new(1);
    let (x, zero) = (world.vars[0], world.store.int(0));
    let [a, b] = ["a", "b"].map(|letter| world.store.string(letter));
    let index = world.store.indexof(x, a, zero);
    let (first, found) = (world.store.at(x, zero), world.store.at(x, index));
    let facts = [
        (world.store.eq(first, a), true),
        (world.store.eq(found, b), false),
    ];
    let order = postorder_all(&world.store, &[facts[0].0, facts[1].0]);
    let table = table(&world, &order, &[vec![98, 97], Vec::new()]);
    let languages = world.languages(&order);
    let problem = FixedProblem {
        store: &world.store,
        regexes: world.regexes.store_mut(),
        languages: &languages,
        integers: &table,
        facts: &facts,
        others: &[],
    };
    let outcome = problem.solve(&mut CircuitCache::default(), &Budget::unlimited());
    let Ok(Fixed::Conflict {
        facts: core,
        integers,
        ..
    }) = outcome
    else {
        panic!("the index is behind the first occurrence");
    };
    assert_eq!(core, [0]);
    let behind = Condition::AtLeast(index, Integer::ONE);
    assert!(integers.contains(&behind), "{integers:?}");
    check_clash(&world, &table, &facts[..1], &integers);
}

/// As candidates of arithmetic are: numbers and lengths of numerals that do not fit each other, and
/// bounds on the numbers.
fn disturb(world: &mut World, table: &mut Table) {
    let constants = |&term: &Term, _: &mut Integer| world.store.int_value(term).is_none();
    table.values.retain(constants);
    for _ in 0..world.dice.below(3) {
        let pick = world.dice.below(table.values.len() + table.lengths.len());
        let change = Integer::from(world.dice.below(12) as i64 - 2);
        let mut terms: Vec<Term> = table.values.keys().copied().collect();
        terms.sort_unstable();
        if let Some(value) = terms.get(pick).and_then(|term| table.values.get_mut(term)) {
            *value += change;
            continue;
        }
        let numeral = |&&term: &&Term| matches!(world.store.op(term), Op::FromInt | Op::FromCode);
        if let Some(&term) = table.lengths.keys().filter(numeral).min() {
            table.lengths.insert(term, change.abs());
        }
    }
    let mut terms: Vec<Term> = table.values.keys().copied().collect();
    terms.sort_unstable();
    for term in terms {
        let mut some = || Some(world.dice.below(11) as u32).filter(|_| world.dice.chance(2, 3));
        table.slack.insert(term, (some(), some()));
    }
}

/// A clash of conversions holds for all numbers that it is said of, and whatever arithmetic had in
/// mind for numbers and lengths.
#[test]
fn clashes_of_conversions_agree_with_the_semantics() {
    let (mut clashes, mut ranges, mut suggestions) = (0, 0, 0);
    for seed in 1..300 {
        let mut world = World::new(seed);
        let facts: Vec<(Term, bool)> = (0..1 + world.dice.below(2))
            .map(|_| (world.conversion(), world.dice.below(2) == 0))
            .collect();
        let atoms: Vec<Term> = facts.iter().map(|&(atom, _)| atom).collect();
        let order = postorder_all(&world.store, &atoms);
        let languages = world.languages(&order);
        let mut cache = CircuitCache::default();
        for _ in 0..4 {
            let words = some_words(&mut world);
            let mut table = table(&world, &order, &words);
            disturb(&mut world, &mut table);
            let problem = FixedProblem {
                store: &world.store,
                regexes: world.regexes.store_mut(),
                languages: &languages,
                integers: &table,
                facts: &facts,
                others: &[],
            };
            let outcome = problem.solve(&mut cache, &Budget::unlimited());
            if let Ok(Fixed::Conflict {
                facts: core,
                integers,
                suggested,
            }) = outcome
            {
                clashes += 1;
                let is_range = |need: &Condition| {
                    matches!(need, Condition::AtLeast(..) | Condition::AtMost(..))
                };
                ranges += usize::from(integers.iter().any(is_range));
                suggestions += suggested.len();
                let core: Vec<(Term, bool)> = core.iter().map(|&index| facts[index]).collect();
                check_clash(&world, &table, &core, &integers);
            }
        }
    }
    assert!(
        clashes > 150 && ranges > 100 && suggestions > 20,
        "{clashes} {ranges} {suggestions}"
    );
}

/// A number that the word cannot have: the word's own number is suggested, unless arithmetic has
/// bounds without it; then the clash is with the bound.
#[test]
fn numbers_follow_words() {
    let mut world = World::new(1);
    let x = world.vars[0];
    let (number, word) = (world.store.to_int(x), world.store.string("12"));
    let facts = [(world.store.prefixof(word, x), true)];
    let order = postorder_all(&world.store, &[facts[0].0, number]);
    let mut table = table(&world, &order, &[vec![57, 57], Vec::new()]);
    let mut look = |table: &Table| {
        let problem = FixedProblem {
            store: &world.store,
            regexes: world.regexes.store_mut(),
            languages: &FxHashMap::default(),
            integers: table,
            facts: &facts,
            others: &[number],
        };
        let outcome = problem.solve(&mut CircuitCache::default(), &Budget::unlimited());
        match outcome {
            Ok(Fixed::Conflict {
                integers,
                suggested,
                ..
            }) => (integers, suggested),
            _ => panic!("99 does not begin with 12"),
        }
    };
    assert_eq!(look(&table).1, [(number, Integer::from(12))]);
    table.slack.insert(number, (Some(79), None));
    let (integers, suggested) = look(&table);
    assert!(suggested.is_empty());
    let bound = Condition::AtLeast(number, Integer::from(20));
    assert!(integers.contains(&bound), "{integers:?}");
}
