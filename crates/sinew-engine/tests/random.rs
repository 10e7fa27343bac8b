//! Random scripts: models hold in the reference semantics, incremental answers equal fresh ones,
//! cores are unsatisfiable by themselves, small domains agree with enumeration.

mod common;

use common::run::{logging, replay, run, solve};
use common::{Command, Generator, Shape, script_length, text, varied_config};
use sinew_base::Budget;
use sinew_engine::{Config, Decisions, Engine, Outcome};
use sinew_semantics as semantics;
use sinew_term::{Op, Sort, Term, TermStore};

const STEPS: u64 = 20_000_000;

fn shape(kind: usize) -> Shape {
    let base = Shape {
        ints: false,
        functions: false,
        sorts: false,
        division: false,
        by_zero: false,
        nonlinear: false,
        depth: 4,
        constants: 4,
    };
    match kind {
        0 => base,
        1 => Shape {
            sorts: true,
            functions: true,
            ..base
        },
        2 => Shape {
            ints: true,
            division: true,
            ..base
        },
        3 => Shape {
            ints: true,
            functions: true,
            ..base
        },
        _ => Shape {
            ints: true,
            functions: true,
            sorts: true,
            division: true,
            by_zero: true,
            ..base
        },
    }
}

#[test]
fn incremental_answers_equal_fresh_ones_and_models_hold() {
    for seed in 0..300u64 {
        let mut store = TermStore::new();
        let mut generator = Generator::new(&mut store, seed, shape(seed as usize % 5));
        let commands = generator.script(&mut store, 12);
        let (outcomes, _) = run(&mut store, &commands, &Config::default(), STEPS);
        let mut justified = logging();
        justified.decisions = Decisions::Justification;
        let (others, _) = run(&mut store, &commands, &justified, STEPS);
        assert_eq!(
            outcomes, others,
            "decisions do not change answers, seed {seed}"
        );
        let mut asserted = Vec::new();
        let mut outcomes = outcomes.into_iter();
        for command in &commands {
            match command {
                Command::Assert(term) => asserted.push(*term),
                Command::Check(assumptions) => {
                    let all = [&asserted[..], assumptions].concat();
                    let fresh = Some(solve(&mut store, &all));
                    assert_eq!(fresh, outcomes.next(), "seed {seed}");
                }
            }
        }
    }
}

#[test]
fn linear_scripts_are_always_decided() {
    // 1075 once ended a final check with nothing but an equality that had been true before.
    for seed in (0..150).chain([1075]) {
        let mut store = TermStore::new();
        let mut generator = Generator::new(&mut store, seed, Shape::varied(seed, false));
        let commands = generator.script(&mut store, script_length(seed));
        let mut config = varied_config(seed);
        config.log = true;
        let (outcomes, _) = run(&mut store, &commands, &config, STEPS);
        let undecided = outcomes.iter().any(|o| matches!(o, Outcome::Unknown(_)));
        assert!(!undecided, "seed {seed}: {outcomes:?}");
    }
}

#[test]
fn cores_are_unsatisfiable_by_themselves() {
    let mut cores = 0;
    for seed in 1000..1200u64 {
        let mut store = TermStore::new();
        let mut generator = Generator::new(&mut store, seed, shape(seed as usize % 5));
        let terms: Vec<Term> = (0..12).map(|_| generator.formula(&mut store, 3)).collect();
        let mut config = logging();
        config.cores = true;
        let mut engine = Engine::new(config, &mut store);
        for (origin, &term) in terms.iter().enumerate() {
            engine.assert(&mut store, term, origin as u32);
        }
        if engine.check(&mut store, &[], &Budget::unlimited()) != Outcome::Unsat {
            continue;
        }
        replay(&engine, 1);
        let pick = |core: &[u32]| {
            core.iter()
                .map(|&at| terms[at as usize])
                .collect::<Vec<_>>()
        };
        let core = pick(engine.unsat_core());
        assert_eq!(solve(&mut store, &core), Outcome::Unsat, "seed {seed}");
        cores += usize::from(core.len() < terms.len());
    }
    assert!(cores > 20, "{cores} cores");
}

/// All assignments of Booleans and of integers in `-2..=2`.
fn bounded_assignments(store: &TermStore, bools: &[Term], ints: &[Term]) -> Vec<semantics::Model> {
    let fun = |term: Term| match store.op(term) {
        Op::Apply(fun) => fun,
        _ => unreachable!("a constant"),
    };
    let mut models = vec![semantics::Model::new()];
    for (&term, values) in bools
        .iter()
        .map(|t| (t, 2))
        .chain(ints.iter().map(|t| (t, 5)))
    {
        models = models
            .into_iter()
            .flat_map(|model| {
                (0..values).map(move |v| {
                    let mut model = model.clone();
                    let value = if values == 2 {
                        semantics::Value::Bool(v == 1)
                    } else {
                        semantics::Value::from(v - 2)
                    };
                    model.set_constant(fun(term), value);
                    model
                })
            })
            .collect();
    }
    models
}

#[test]
fn small_domains_agree_with_enumeration() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..120u64 {
        let mut store = TermStore::new();
        let mut generator = Generator::new(&mut store, 77 + seed, shape(2));
        generator.bools.truncate(3);
        generator.ints.truncate(2);
        let (bools, ints) = (generator.bools.clone(), generator.ints.clone());
        let mut terms: Vec<Term> = (0..5).map(|_| generator.formula(&mut store, 4)).collect();
        let (low, high) = (store.int(-2), store.int(2));
        for &x in &ints {
            terms.push(store.mk(Op::Le, &[low, x, high]));
        }
        let all = store.and(&terms);
        let expected = bounded_assignments(&store, &bools, &ints)
            .iter()
            .any(|m| semantics::eval(&store, m, all) == Ok(semantics::Value::Bool(true)));
        let outcome = solve(&mut store, &terms);
        let wanted = if expected {
            Outcome::Sat
        } else {
            Outcome::Unsat
        };
        assert_eq!(outcome, wanted, "seed {seed}: {}", text(&store, all));
        if expected { sat += 1 } else { unsat += 1 }
    }
    assert!(sat > 20 && unsat > 20, "{sat} sat, {unsat} unsat");
}

#[test]
fn small_universes_agree_with_enumeration() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..60u64 {
        let mut store = TermStore::new();
        let sort = store.user_sort("U", &[]);
        let Sort::User(id) = sort else { unreachable!() };
        let h = store.declare("h", &[sort], sort);
        let q = store.declare("q", &[sort], Sort::Bool);
        let elements: Vec<Term> = (0..2)
            .map(|i| store.constant(&format!("a{i}"), sort))
            .collect();
        let mut rng = common::Rng::new(seed);
        let mut terms = Vec::new();
        for _ in 0..7 {
            let element = |store: &mut TermStore, rng: &mut common::Rng| {
                let mut term = elements[rng.below(2)];
                for _ in 0..rng.below(3) {
                    term = store.apply(h, &[term]);
                }
                term
            };
            let mut atoms = Vec::new();
            for _ in 0..2 {
                let (a, b) = (element(&mut store, &mut rng), element(&mut store, &mut rng));
                let atom = if rng.chance(30, 100) {
                    store.apply(q, &[a])
                } else {
                    store.eq(a, b)
                };
                atoms.push(if rng.chance(50, 100) {
                    store.not(atom)
                } else {
                    atom
                });
            }
            terms.push(store.or(&atoms));
        }
        // Six terms at most are distinct (two constants, h twice), so six elements suffice; the
        // small model property needs as many elements as classes of subterms.
        let n = 4u64;
        let all = store.and(&terms);
        let value = |v: u64| semantics::Value::User(id, v);
        let mut expected = false;
        'search: for code in 0..n.pow(6) * 16 {
            let digit = |i: u32| code / n.pow(i) % n;
            let mut m = semantics::Model::new();
            for (i, &c) in elements.iter().enumerate() {
                let Op::Apply(fun) = store.op(c) else {
                    unreachable!()
                };
                m.set_constant(fun, value(digit(i as u32)));
            }
            let table = (0..n).map(|v| (vec![value(v)], value(digit(2 + v as u32))));
            m.set_table(h, table, value(0));
            let truth = code / n.pow(6);
            let table =
                (0..n).map(|v| (vec![value(v)], semantics::Value::Bool(truth >> v & 1 == 1)));
            m.set_table(q, table, semantics::Value::Bool(false));
            if semantics::eval(&store, &m, all) == Ok(semantics::Value::Bool(true)) {
                expected = true;
                break 'search;
            }
        }
        let outcome = solve(&mut store, &terms);
        if expected {
            assert_eq!(outcome, Outcome::Sat, "seed {seed}: {}", text(&store, all));
            sat += 1;
        } else if outcome == Outcome::Unsat {
            unsat += 1;
        }
    }
    assert!(sat > 5, "{sat} sat, {unsat} unsat");
}
