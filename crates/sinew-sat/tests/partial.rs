//! Partial models, and stopping from outside.

mod common;

use common::{Logged, Random, make_vars, models, satisfiable};
use sinew_base::{Budget, StopHandle, StopReason};
use sinew_proof::NoLemmas;
use sinew_sat::{Context, Decide, FinalCheck, Lit, Outcome, Theory, Unknown};

/// Says that enough is assigned as soon as every clause is satisfied.
struct Lazy(Vec<Vec<Lit>>);

impl Theory for Lazy {
    fn decide(&mut self, cx: &mut Context<'_>) -> Result<Decide, StopReason> {
        let satisfied = |clause: &Vec<Lit>| clause.iter().any(|&lit| cx.value(lit) == Some(true));
        Ok(match self.0.iter().find(|clause| !satisfied(clause)) {
            None => Decide::Satisfied,
            Some(clause) => clause
                .iter()
                .find(|&&lit| cx.value(lit).is_none())
                .map_or(Decide::Kernel, |&lit| Decide::Literal(lit)),
        })
    }

    fn final_check(&mut self, _: &mut Context<'_>) -> Result<FinalCheck, StopReason> {
        Ok(FinalCheck::Sat)
    }
}

#[test]
fn a_theory_may_leave_variables_open() {
    let (mut open, mut unsat) = (0, 0);
    for seed in 0..300 {
        let mut random = Random(seed);
        let vars = 20;
        let clauses: Vec<Vec<Lit>> = (0..20 + random.below(90))
            .map(|_| (0..3).map(|_| random.lit(vars)).collect())
            .collect();
        let mut logged = Logged::new();
        let solver = &mut logged.solver;
        let all = make_vars(solver, vars);
        for clause in &clauses {
            solver.add_clause(clause);
        }
        let mut theory = Lazy(clauses.clone());
        match solver.solve_with(&mut theory, &[], &Budget::unlimited()) {
            Outcome::Sat => {
                assert!(models(solver, &clauses), "seed {seed}");
                open += all
                    .iter()
                    .filter(|var| solver.value(var.positive()).is_none())
                    .count();
            }
            Outcome::Unsat => {
                unsat += 1;
                assert!(!satisfiable(vars, &clauses), "seed {seed}");
                logged.replay(NoLemmas, 1);
            }
            Outcome::Unknown(reason) => panic!("{reason:?}"),
        }
    }
    assert!(open > 100 && unsat > 10, "{open} left open, {unsat} unsat");
}

#[test]
fn a_stop_from_another_thread_ends_the_call() {
    let mut logged = Logged::new();
    let solver = &mut logged.solver;
    let holes = 12;
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
    let handle = StopHandle::new();
    let budget = Budget::new(None, handle.clone());
    let timer = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(200));
        handle.stop(StopReason::Interrupted);
    });
    let outcome = solver.solve(&[], &budget);
    assert_eq!(
        outcome,
        Outcome::Unknown(Unknown::Stopped(StopReason::Interrupted))
    );
    timer.join().expect("the timer ends");
    // The solver goes on where it stopped: easy assumptions are still answered.
    let budget = Budget::unlimited();
    assert_eq!(solver.solve(&[at(0, 0), at(1, 0)], &budget), Outcome::Unsat);
    assert_eq!(solver.failed().len(), 2);
    logged.replay(NoLemmas, 1);
}
