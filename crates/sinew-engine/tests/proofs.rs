//! Every `unsat` of random scripts replays through the independent checker, and a damaged log
//! does not.

mod common;

use common::run::{logging, run};
use common::{Command, Generator, Shape};
use sinew_base::Budget;
use sinew_engine::{Engine, Outcome};
use sinew_proof::{Checker, EngineRules};
use sinew_term::TermStore;

fn shape(kind: u64) -> Shape {
    Shape {
        ints: kind > 1,
        functions: kind % 2 == 1,
        sorts: kind == 1 || kind > 4,
        division: kind == 2 || kind == 5,
        by_zero: kind == 5,
        nonlinear: false,
        depth: 4,
        constants: 5,
    }
}

fn logged(seed: u64, cores: bool) -> (String, Vec<Outcome>) {
    let mut store = TermStore::new();
    let mut generator = Generator::new(&mut store, seed, shape(seed % 6));
    let commands: Vec<Command> = generator.script(&mut store, 14);
    let mut config = logging();
    config.cores = cores;
    let (outcomes, engine) = run(&mut store, &commands, &config, u64::MAX);
    (engine.log().expect("a log was asked for"), outcomes)
}

#[test]
fn every_unsat_replays() {
    let mut replayed = 0;
    for seed in 0..400 {
        // `run` replays the log.
        let (_, outcomes) = logged(seed, seed % 2 == 0);
        replayed += outcomes.iter().filter(|&&o| o == Outcome::Unsat).count();
    }
    assert!(replayed > 200, "{replayed} unsat answers");
}

#[test]
fn refutations_with_constants_replay() {
    let mut store = TermStore::new();
    let p = store.constant("p", sinew_term::Sort::Bool);
    let (yes, no) = (store.true_(), store.false_());
    let (not_no, not_p) = (store.not(no), store.not(p));
    for terms in [[yes, p, not_p], [not_no, p, not_p], [p, yes, no]] {
        for split in 0..=terms.len() {
            let (asserted, assumed) = terms.split_at(split);
            let mut commands: Vec<Command> = asserted.iter().map(|&t| Command::Assert(t)).collect();
            commands.push(Command::Check(assumed.to_vec()));
            let (outcomes, _) = run(&mut store, &commands, &logging(), u64::MAX);
            assert_eq!(outcomes, [Outcome::Unsat]);
        }
    }
}

/// What is looked at in place of an assertion refutes it in cores and in the log, under guards too.
#[test]
fn refutations_of_rewritten_assertions_replay() {
    let mut store = TermStore::new();
    let [p, q] = ["p", "q"].map(|name| store.constant(name, sinew_term::Sort::Bool));
    let (written, not_p) = (store.and(&[p, p]), store.not(p));
    for cores in [false, true] {
        let mut config = logging();
        config.cores = cores;
        let mut engine = Engine::new(config, &mut store);
        engine.assert(&mut store, q, 0);
        engine.assert_rewritten(&mut store, written, p, 1);
        engine.assert(&mut store, not_p, 2);
        let budget = Budget::unlimited();
        assert_eq!(engine.check(&mut store, &[], &budget), Outcome::Unsat);
        if cores {
            assert_eq!(engine.unsat_core(), [1, 2]);
        }
        let mut checker = Checker::new(EngineRules::default());
        for line in engine.log().expect("a log was asked for").lines() {
            checker.check_line(line).expect("a step that holds");
        }
        assert_eq!(checker.rules().trusted().get("simplified"), Some(&1));
    }
}

#[test]
fn refutations_with_products_replay() {
    let mut store = TermStore::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| store.constant(name, sinew_term::Sort::Int));
    let (one, two) = (store.int(1), store.int(2));
    let (xy, yz, xx) = (store.mul(&[x, y]), store.mul(&[y, z]), store.mul(&[x, x]));
    let next = store.add(&[y, one]);
    let shifted = store.mul(&[x, next]);
    let sum = store.add(&[xy, x]);
    let (seven, five) = (store.int(7), store.int(5));
    let systems: Vec<Vec<sinew_term::Term>> = vec![
        // A square is not 7, nor 2 modulo 4.
        vec![store.eq(xx, seven)],
        // 7 = x·y with both factors at least 2 has no solution.
        vec![store.eq(xy, seven), store.ge(x, two), store.ge(y, two)],
        // x·(y + 1) = x·y + x, with y in a small range.
        vec![
            store.distinct(&[shifted, sum]),
            store.mk(sinew_term::Op::Le, &[one, y, two]),
            store.mk(sinew_term::Op::Le, &[one, x, five]),
        ],
        // Signs.
        vec![
            store.lt(xy, one),
            store.ge(x, one),
            store.ge(y, one),
            store.ge(yz, one),
        ],
    ];
    let mut lemmas = 0;
    for (at, terms) in systems.iter().enumerate() {
        let mut commands: Vec<Command> = terms.iter().map(|&t| Command::Assert(t)).collect();
        commands.push(Command::Check(Vec::new()));
        let (outcomes, engine) = run(&mut store, &commands, &logging(), 50_000_000);
        assert_eq!(outcomes, [Outcome::Unsat], "system {at}");
        lemmas += engine.statistics().product_lemmas;
    }
    assert!(lemmas > 0);
}

#[test]
fn damaged_logs_are_refused() {
    let mut refused = 0;
    let mut tried = 0;
    for seed in 0..120 {
        let (log, outcomes) = logged(seed, false);
        if !outcomes.contains(&Outcome::Unsat) {
            continue;
        }
        // Drop the literal before the first end mark of some theory clause.
        let lines: Vec<&str> = log.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let fields: Vec<&str> = line.split(' ').collect();
            if fields[0] != "t" || !matches!(fields[2], "euf" | "arith" | "gate") {
                continue;
            }
            let Some(end) = fields[3..].iter().position(|&f| f == "0") else {
                continue;
            };
            if end < 2 {
                continue;
            }
            let mut damaged: Vec<&str> = fields.clone();
            damaged.remove(3);
            let damaged = damaged.join(" ");
            let mut copy = lines.clone();
            copy[at] = &damaged;
            tried += 1;
            if Checker::new(EngineRules::default())
                .check(&copy.join("\n"))
                .is_err()
            {
                refused += 1;
            }
            break;
        }
    }
    assert!(
        tried > 20 && refused * 10 >= tried * 8,
        "{refused} of {tried}"
    );
}
