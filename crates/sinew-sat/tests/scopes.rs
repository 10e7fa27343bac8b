//! Scopes together with a theory, partial models, and stopping from outside.

mod common;

use common::{Logged, Random, hectic, make_vars, models, satisfiable};
use sinew_base::{Budget, StopHandle, StopReason};
use sinew_proof::{LemmaRules, NoLemmas};
use sinew_sat::{Context, Decide, FinalCheck, Justification, Lit, NoTheory, Outcome};
use sinew_sat::{Solver, Theory, Token, Unknown};

/// Hidden clauses by scope; mirrors the trail and undoes level 0 at `pop` as it must.
#[derive(Default)]
struct Scoped {
    clauses: Vec<Vec<Lit>>,
    trail: Vec<Lit>,
    control: Vec<usize>,
    /// Per scope: the clauses and the trail at the `push`.
    scopes: Vec<(usize, usize)>,
}

impl Scoped {
    fn push(&mut self) {
        assert!(
            self.control.is_empty(),
            "the kernel undoes all levels before a push"
        );
        self.scopes.push((self.clauses.len(), self.trail.len()));
    }

    fn pop(&mut self) {
        assert!(self.control.is_empty());
        if let Some((clauses, trail)) = self.scopes.pop() {
            self.clauses.truncate(clauses);
            self.trail.truncate(trail);
        }
    }
}

impl Theory for Scoped {
    fn new_level(&mut self) {
        self.control.push(self.trail.len());
    }

    fn assign(&mut self, lits: &[Lit]) {
        self.trail.extend_from_slice(lits);
    }

    fn backtrack(&mut self, level: u32) {
        self.trail.truncate(self.control[level as usize]);
        self.control.truncate(level as usize);
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<(), StopReason> {
        assert_eq!(self.trail, cx.trail());
        for (i, clause) in self.clauses.iter().enumerate() {
            let mut open = clause.iter().filter(|&&lit| cx.value(lit) != Some(false));
            match (open.next(), open.next()) {
                (None, _) => cx.conflict(clause, 0),
                (Some(&lit), None) => cx.propagate(lit, i as Token),
                _ => {}
            }
            if cx.has_conflict() {
                break;
            }
        }
        Ok(())
    }

    fn explain(&mut self, _: Lit, token: Token, clause: &mut Vec<Lit>) -> Justification {
        clause.extend_from_slice(&self.clauses[token as usize]);
        0
    }
}

struct Trusting;

impl LemmaRules for Trusting {
    fn line(&mut self, _: &str, _: &[&str]) -> Result<(), String> {
        Err("no such line".into())
    }
    fn lemma(&mut self, _: &str, _: &[i64], _: &[&str]) -> Result<(), String> {
        Ok(())
    }
}

/// The theory's clauses of a scope mention only atoms guarded by a variable of that scope, so
/// that, as the contract demands, they stay valid: here every hidden clause contains the
/// negation of a fresh guard that a scoped clause asserts.
#[test]
fn scopes_and_theory_agree_with_fresh_solves() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..300 {
        let mut random = Random(seed);
        let mut logged = Logged::with(hectic(seed));
        let mut theory = Scoped::default();
        let mut lits: Vec<Vec<Lit>> = vec![Vec::new()];
        let mut clauses: Vec<Vec<Vec<Lit>>> = vec![Vec::new()];
        let mut refuted = 0;
        for _ in 0..6 {
            lits[0].push(logged.solver.new_var().positive());
        }
        for _ in 0..50 {
            let solver: &mut Solver = &mut logged.solver;
            let usable: Vec<Lit> = lits.iter().flatten().copied().collect();
            let pick = |random: &mut Random| {
                let lit = usable[random.below(usable.len())];
                if random.below(2) == 0 { lit } else { !lit }
            };
            match random.below(12) {
                0 if lits.len() < 5 => {
                    solver.push(&mut theory);
                    theory.push();
                    lits.push(vec![solver.new_var().positive()]);
                    clauses.push(Vec::new());
                }
                1 if lits.len() > 1 => {
                    solver.pop(&mut theory);
                    theory.pop();
                    lits.pop();
                    clauses.pop();
                }
                2..=4 => {
                    let clause: Vec<Lit> = (0..3).map(|_| pick(&mut random)).collect();
                    solver.add_clause(&clause);
                    clauses.last_mut().unwrap().push(clause);
                }
                5..=8 => {
                    let mut clause: Vec<Lit> = (0..2).map(|_| pick(&mut random)).collect();
                    if lits.len() > 1 {
                        let guard = solver.new_var().positive();
                        solver.add_clause(&[guard]);
                        clauses.last_mut().unwrap().push(vec![guard]);
                        clause.push(!guard);
                    }
                    clause.sort_unstable();
                    clause.dedup();
                    clauses.last_mut().unwrap().push(clause.clone());
                    theory.clauses.push(clause);
                }
                _ => {
                    let assumptions: Vec<Lit> =
                        (0..random.below(3)).map(|_| pick(&mut random)).collect();
                    let mut all: Vec<Vec<Lit>> = clauses.concat();
                    all.extend(assumptions.iter().map(|&lit| vec![lit]));
                    let expected = satisfiable(solver.num_vars(), &all);
                    match solver.solve_with(&mut theory, &assumptions, &Budget::unlimited()) {
                        Outcome::Sat => {
                            sat += 1;
                            assert!(expected && models(solver, &all), "seed {seed}");
                        }
                        Outcome::Unsat => {
                            unsat += 1;
                            refuted += 1;
                            assert!(!expected, "seed {seed}");
                        }
                        Outcome::Unknown(reason) => panic!("seed {seed}: {reason:?}"),
                    }
                }
            }
        }
        logged.replay(Trusting, refuted);
    }
    assert!(
        sat > 200 && unsat > 200,
        "one-sided: {sat} sat, {unsat} unsat"
    );
}

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
    solver.push(&mut NoTheory);
    solver.add_clause(&[]);
    assert_eq!(solver.solve(&[], &budget), Outcome::Unsat);
    solver.pop(&mut NoTheory);
    assert!(solver.is_consistent());
    logged.replay(NoLemmas, 2);
}
