//! A stop from outside ends a check within 50 ms, whatever it is busy with.
//!
//! `cargo test --release -p sinew-engine --test cancel -- --nocapture` prints what was measured.
#![allow(clippy::print_stdout)]

mod common;

use std::time::{Duration, Instant};

use common::Rng;
use sinew_base::{Budget, StopHandle, StopReason};
use sinew_engine::{Config, Engine, Outcome, Reason};
use sinew_term::{Op, Sort, Term, TermStore};

/// What is promised.
const PROMISE: Duration = Duration::from_millis(50);
/// How many times longer it may take here, where the machine may be busy and the code is not
/// optimised; the best of some attempts counts.
const SLACK: u32 = 4;
const ATTEMPTS: usize = 4;

/// Random 3-SAT at the threshold, too large to be solved.
fn clauses(store: &mut TermStore) -> Vec<Term> {
    let mut rng = Rng::new(1);
    let vars: Vec<Term> = (0..700)
        .map(|i| store.constant(&format!("p{i}"), Sort::Bool))
        .collect();
    (0..vars.len() * 426 / 100)
        .map(|_| {
            let lits: Vec<Term> = (0..3)
                .map(|_| {
                    let var = vars[rng.below(vars.len())];
                    if rng.chance(50, 100) {
                        store.not(var)
                    } else {
                        var
                    }
                })
                .collect();
            store.or(&lits)
        })
        .collect()
}

/// Equations with large coefficients over bounded variables.
fn equations(store: &mut TermStore) -> Vec<Term> {
    let mut rng = Rng::new(2);
    let (zero, high) = (store.int(0), store.int(1000));
    let vars: Vec<Term> = (0..60)
        .map(|i| store.constant(&format!("x{i}"), Sort::Int))
        .collect();
    let mut terms: Vec<Term> = vars
        .iter()
        .map(|&x| store.mk(Op::Le, &[zero, x, high]))
        .collect();
    for _ in 0..40 {
        let parts: Vec<Term> = vars
            .iter()
            .map(|&x| {
                let c = store.int(rng.below(4001) as i64 - 2000);
                store.mul(&[c, x])
            })
            .collect();
        let (sum, right) = (store.add(&parts), store.int(rng.below(100_000) as i64));
        terms.push(store.eq(sum, right));
    }
    terms
}

/// More numbers than fit, all different.
fn differences(store: &mut TermStore) -> Vec<Term> {
    let (one, last) = (store.int(1), store.int(40));
    let vars: Vec<Term> = (0..41)
        .map(|i| store.constant(&format!("n{i}"), Sort::Int))
        .collect();
    let mut terms: Vec<Term> = vars
        .iter()
        .map(|&x| store.mk(Op::Le, &[one, x, last]))
        .collect();
    terms.push(store.distinct(&vars));
    terms
}

/// A long chain of equalities in disorder, with functions on top: one propagation merges it all.
fn chain(store: &mut TermStore) -> Vec<Term> {
    let mut rng = Rng::new(3);
    let sort = store.user_sort("U", &[]);
    let f = store.declare("f", &[sort, sort], sort);
    let mut nodes: Vec<Term> = (0..40_000)
        .map(|i| store.constant(&format!("c{i}"), sort))
        .collect();
    for i in 0..nodes.len() {
        let (a, b) = (nodes[i], nodes[rng.below(nodes.len())]);
        nodes.push(store.apply(f, &[a, b]));
    }
    let mut order: Vec<usize> = (1..nodes.len()).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, rng.below(i + 1));
    }
    order
        .into_iter()
        .map(|i| store.eq(nodes[i - 1], nodes[i]))
        .collect()
}

/// A choice of equalities against many disequalities, with functions.
fn congruences(store: &mut TermStore) -> Vec<Term> {
    let mut rng = Rng::new(4);
    let sort = store.user_sort("U", &[]);
    let f = store.declare("f", &[sort], sort);
    let mut nodes: Vec<Term> = (0..120)
        .map(|i| store.constant(&format!("c{i}"), sort))
        .collect();
    for i in 0..nodes.len() {
        nodes.push(store.apply(f, &[nodes[i]]));
    }
    (0..1800)
        .map(|_| {
            let lits: Vec<Term> = (0..3)
                .map(|_| {
                    let (a, b) = (nodes[rng.below(nodes.len())], nodes[rng.below(nodes.len())]);
                    let equal = store.eq(a, b);
                    if rng.chance(45, 100) {
                        equal
                    } else {
                        store.not(equal)
                    }
                })
                .collect();
            store.or(&lits)
        })
        .collect()
}

/// From the stop to the return; nothing if the check was over before.
fn latency(family: fn(&mut TermStore) -> Vec<Term>, after: Duration) -> Option<Duration> {
    let mut store = TermStore::new();
    let terms = family(&mut store);
    let mut engine = Engine::new(Config::default(), &mut store);
    for (at, &term) in terms.iter().enumerate() {
        engine.assert(&mut store, term, at as u32);
    }
    let handle = StopHandle::new();
    let budget = Budget::new(None, handle.clone());
    let timer = std::thread::spawn(move || {
        std::thread::sleep(after);
        let stopped = Instant::now();
        handle.stop(StopReason::Interrupted);
        stopped
    });
    let outcome = engine.check(&mut store, &[], &budget);
    let returned = Instant::now();
    let stopped = timer.join().expect("the timer ends");
    match outcome {
        Outcome::Unknown(Reason::Stopped(StopReason::Interrupted)) => {
            Some(returned.saturating_duration_since(stopped))
        }
        _ => None,
    }
}

#[test]
fn a_stop_from_outside_is_obeyed_within_50_ms() {
    type Family = fn(&mut TermStore) -> Vec<Term>;
    let families: [(&str, Family); 5] = [
        ("clauses", clauses),
        ("equations", equations),
        ("differences", differences),
        ("chain", chain),
        ("congruences", congruences),
    ];
    let mut stopped = 0;
    for (name, family) in families {
        for after in [0, 10, 40, 160] {
            let after = Duration::from_millis(after);
            let mut best: Option<Duration> = None;
            for _ in 0..ATTEMPTS {
                let Some(took) = latency(family, after) else {
                    break;
                };
                best = Some(best.map_or(took, |best| best.min(took)));
                if took <= PROMISE {
                    break;
                }
            }
            let Some(best) = best else { continue };
            stopped += 1;
            println!("{name}, stopped after {after:?}: {best:?}");
            assert!(
                best <= PROMISE * SLACK,
                "{name}, stopped after {after:?}: {best:?}"
            );
        }
    }
    assert!(
        stopped >= 12,
        "only {stopped} checks were there to be stopped"
    );
}
