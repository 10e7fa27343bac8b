//! Random clauses and assumptions against an independent solver.

mod common;

use common::{Logged, Random, hectic, make_vars, models, satisfiable};
use sinew_base::Budget;
use sinew_proof::NoLemmas;
use sinew_sat::{Config, Lit, NoTheory, Outcome, Stats};

#[test]
fn random_cnfs_agree_with_backtracking() {
    let mut unsat = 0;
    for seed in 0..3000 {
        let mut random = Random(seed);
        let vars = 3 + random.below(25);
        let clauses = random.cnf(vars);
        let mut logged = Logged::with(hectic(seed));
        let solver = &mut logged.solver;
        make_vars(solver, vars);
        for clause in &clauses {
            solver.add_clause(clause);
        }
        let expected = satisfiable(vars, &clauses);
        match solver.solve(&[], &Budget::unlimited()) {
            Outcome::Sat => assert!(expected && models(solver, &clauses), "seed {seed}"),
            Outcome::Unsat => {
                unsat += 1;
                assert!(!expected, "seed {seed}");
                logged.replay(NoLemmas, 1);
            }
            Outcome::Unknown(_) => panic!("seed {seed}"),
        }
    }
    assert!((500..2500).contains(&unsat), "one-sided: {unsat} unsat");
}

#[test]
fn cores_are_contradictory_and_minimised_cores_minimal() {
    let mut cores = 0;
    for seed in 0..800 {
        let mut random = Random(seed);
        let vars = 5 + random.below(20);
        let mut clauses = random.cnf(vars);
        clauses.truncate(clauses.len() * 2 / 3);
        let mut logged = Logged::with(hectic(seed));
        let solver = &mut logged.solver;
        let mut refuted = 0;
        make_vars(solver, vars);
        for clause in &clauses {
            solver.add_clause(clause);
        }
        for _ in 0..6 {
            let assumptions: Vec<Lit> = (0..random.below(8)).map(|_| random.lit(vars)).collect();
            let with = |lits: &[Lit]| {
                let mut all = clauses.clone();
                all.extend(lits.iter().map(|&lit| vec![lit]));
                all
            };
            let expected = satisfiable(vars, &with(&assumptions));
            match solver.solve(&assumptions, &Budget::unlimited()) {
                Outcome::Sat => assert!(expected && models(solver, &with(&assumptions))),
                Outcome::Unsat => {
                    assert!(!expected, "seed {seed}");
                    let core = solver.failed().to_vec();
                    assert!(core.iter().all(|lit| assumptions.contains(lit)));
                    assert!(!satisfiable(vars, &with(&core)), "seed {seed}");
                    refuted += 1;
                    let budget = Budget::unlimited();
                    assert!(solver.minimize_failed(&mut NoTheory, &budget, 100_000));
                    let core = solver.failed().to_vec();
                    assert!(!satisfiable(vars, &with(&core)));
                    for i in 0..core.len() {
                        let mut less = core.clone();
                        less.remove(i);
                        assert!(less.contains(&core[i]) || satisfiable(vars, &with(&less)));
                    }
                    cores += usize::from(!core.is_empty());
                }
                Outcome::Unknown(_) => panic!("seed {seed}"),
            }
        }
        let queries = logged.text().lines().filter(|l| l.starts_with('q')).count();
        assert!(queries >= refuted);
        logged.replay(NoLemmas, queries);
    }
    assert!(cores > 300, "only {cores} cores");
}

/// Variables and clauses may come between calls; scopes are a matter of assumptions: a clause that is
/// guarded by a literal holds in the calls that assume it.
#[test]
fn clauses_between_calls_agree_with_fresh_solves() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..600 {
        let mut random = Random(seed);
        let mut logged = Logged::with(hectic(seed));
        let solver = &mut logged.solver;
        let mut refuted = 0;
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        let mut lits: Vec<Lit> = (0..6).map(|_| solver.new_var().positive()).collect();
        let mut guards: Vec<Lit> = Vec::new();
        for _ in 0..60 {
            let pick = |random: &mut Random| {
                let lit = lits[random.below(lits.len())];
                if random.below(2) == 0 { lit } else { !lit }
            };
            match random.below(12) {
                0 if guards.len() < 5 => guards.push(solver.new_var().positive()),
                1 => drop(guards.pop()),
                2 => lits.push(solver.new_var().positive()),
                3..=8 => {
                    let len = 2 + random.below(2);
                    let mut clause: Vec<Lit> = (0..len).map(|_| pick(&mut random)).collect();
                    clause.extend(guards.last().map(|&guard| !guard));
                    solver.add_clause(&clause);
                    clauses.push(clause);
                }
                _ => {
                    let mut assumptions = guards.clone();
                    assumptions.extend((0..random.below(3)).map(|_| pick(&mut random)));
                    let mut all = clauses.clone();
                    all.extend(assumptions.iter().map(|&lit| vec![lit]));
                    let expected = satisfiable(solver.num_vars(), &all);
                    match solver.solve(&assumptions, &Budget::unlimited()) {
                        Outcome::Sat => {
                            sat += 1;
                            assert!(expected && models(solver, &all), "seed {seed}");
                        }
                        Outcome::Unsat => {
                            unsat += 1;
                            refuted += 1;
                            assert!(!expected, "seed {seed}");
                        }
                        Outcome::Unknown(_) => panic!("seed {seed}"),
                    }
                }
            }
        }
        logged.replay(NoLemmas, refuted);
    }
    assert!(
        sat > 500 && unsat > 500,
        "one-sided: {sat} sat, {unsat} unsat"
    );
}

/// Long enough runs that reductions, collections, vivification and probing all happen, with
/// default and with hectic settings; every answer checked.
#[test]
fn longer_runs_replay() {
    let mut total = Stats::default();
    for seed in 0..24 {
        let mut random = Random(seed);
        let vars = 160;
        let mut clauses: Vec<Vec<Lit>> = (0..vars * 36 / 10)
            .map(|_| (0..3).map(|_| random.lit(vars)).collect())
            .collect();
        // Some binary clauses, for the implication graph that probing walks.
        clauses.extend((0..vars / 4).map(|_| vec![random.lit(vars), random.lit(vars)]));
        let config = if seed.is_multiple_of(2) {
            Config::default()
        } else {
            hectic(seed)
        };
        let mut logged = Logged::with(config);
        make_vars(&mut logged.solver, vars);
        for clause in &clauses {
            logged.solver.add_clause(clause);
        }
        match logged.solver.solve(&[], &Budget::unlimited()) {
            Outcome::Sat => assert!(models(&logged.solver, &clauses), "seed {seed}"),
            Outcome::Unsat => assert!(logged.replay(NoLemmas, 1).contradiction),
            Outcome::Unknown(_) => panic!("seed {seed}"),
        }
        let stats = logged.solver.stats();
        total.reduced += stats.reduced;
        total.vivified += stats.vivified;
        total.failed_literals += stats.failed_literals;
        total.subsumed += stats.subsumed;
        total.restarts += stats.restarts;
        total.rephased += stats.rephased;
    }
    let Stats {
        reduced,
        vivified,
        failed_literals,
        subsumed,
        restarts,
        rephased,
        ..
    } = total;
    for count in [
        reduced,
        vivified,
        failed_literals,
        subsumed,
        restarts,
        rephased,
    ] {
        assert!(count > 0, "something was not exercised: {total:?}");
    }
}

#[test]
fn a_step_limit_stops_and_more_steps_finish() {
    let mut logged = Logged::new();
    let solver = &mut logged.solver;
    let holes = 8;
    let vars = make_vars(solver, (holes + 1) * holes);
    let at = |pigeon: usize, hole: usize| vars[pigeon * holes + hole].positive();
    for pigeon in 0..=holes {
        let clause: Vec<Lit> = (0..holes).map(|hole| at(pigeon, hole)).collect();
        solver.add_clause(&clause);
        for other in 0..pigeon {
            for hole in 0..holes {
                solver.add_clause(&[!at(pigeon, hole), !at(other, hole)]);
            }
        }
    }
    let mut calls = 0;
    loop {
        let budget = Budget::with_steps(50_000);
        calls += 1;
        match solver.solve(&[], &budget) {
            Outcome::Unknown(_) => assert_eq!(budget.left(), 0),
            outcome => {
                assert_eq!(outcome, Outcome::Unsat);
                break;
            }
        }
    }
    assert!(calls > 2);
    logged.replay(NoLemmas, 1);
}
