//! Random clauses and random theory traces, larger than backtracking can settle, against an
//! independent solver: batsat, which descends from MiniSat.

mod common;

use batsat::{BasicSolver, SolverInterface as _, lbool};
use common::hidden::{Hidden, HiddenRules};
use common::{Logged, Random, hectic, make_vars, models};
use sinew_base::Budget;
use sinew_proof::{LemmaRules, NoLemmas};
use sinew_sat::{Config, Lit, NoTheory, Outcome, Theory};

/// The other solver, with the same clauses.
#[derive(Default)]
struct Other {
    solver: BasicSolver,
    vars: Vec<batsat::Var>,
}

impl Other {
    fn with_vars(count: usize) -> Other {
        let mut other = Other::default();
        other.vars = (0..count).map(|_| other.solver.new_var_default()).collect();
        other
    }

    fn lits(&self, lits: &[Lit]) -> Vec<batsat::Lit> {
        lits.iter()
            .map(|lit| batsat::Lit::new(self.vars[lit.var().index()], lit.is_positive()))
            .collect()
    }

    fn add(&mut self, clause: &[Lit]) {
        let mut lits = self.lits(clause);
        self.solver.add_clause_reuse(&mut lits);
    }

    fn satisfiable(&mut self, assumptions: &[Lit]) -> bool {
        let assumptions = self.lits(assumptions);
        match self.solver.solve_limited(&assumptions) {
            answer if answer == lbool::TRUE => true,
            answer if answer == lbool::FALSE => false,
            _ => panic!("the other solver has no answer"),
        }
    }
}

/// How often each answer came.
#[derive(Debug, Default)]
struct Answers {
    sat: usize,
    unsat: usize,
}

/// Adds the clauses in some parts, each followed by a call under assumptions; both solvers must
/// agree, models hold, cores suffice, and all refutations replay.
fn compare(
    seed: u64,
    vars: usize,
    (open, hidden): (Vec<Vec<Lit>>, Vec<Vec<Lit>>),
    theory: &mut impl Theory,
    rules: impl LemmaRules,
    answers: &mut Answers,
) {
    let mut random = Random(seed + 1);
    let config = match seed % 3 {
        0 => Config::default(),
        _ => hectic(seed),
    };
    let mut logged = Logged::with(config);
    let solver = &mut logged.solver;
    make_vars(solver, vars);
    let mut other = Other::with_vars(vars);
    hidden.iter().for_each(|clause| other.add(clause));
    let mut present = hidden;
    let (mut rest, mut refuted) = (open.as_slice(), 0);
    while !rest.is_empty() {
        let (now, later) = rest.split_at(1 + random.below(rest.len()));
        rest = later;
        for clause in now {
            solver.add_clause(clause);
            other.add(clause);
        }
        present.extend_from_slice(now);
        let assumptions: Vec<Lit> = (0..random.below(6)).map(|_| random.lit(vars)).collect();
        let expected = other.satisfiable(&assumptions);
        match solver.solve_with(theory, &assumptions, &Budget::unlimited()) {
            Outcome::Sat => {
                answers.sat += 1;
                assert!(expected && models(solver, &present), "seed {seed}");
                let holds = |&lit: &Lit| solver.value(lit) == Some(true);
                assert!(assumptions.iter().all(holds), "seed {seed}");
            }
            Outcome::Unsat => {
                answers.unsat += 1;
                refuted += 1;
                assert!(!expected, "seed {seed}");
                let core = solver.failed().to_vec();
                assert!(!other.satisfiable(&core), "seed {seed}: core");
            }
            Outcome::Unknown(reason) => panic!("seed {seed}: {reason:?}"),
        }
    }
    logged.replay(rules, refuted);
}

#[test]
fn random_cnfs_agree_with_another_solver() {
    let mut answers = Answers::default();
    for seed in 0..250 {
        let mut random = Random(seed);
        let vars = 40 + random.below(70);
        let clauses = random.cnf(vars);
        let parts = (clauses, Vec::new());
        compare(seed, vars, parts, &mut NoTheory, NoLemmas, &mut answers);
    }
    assert!(
        answers.sat > 200 && answers.unsat > 100,
        "one-sided: {answers:?}"
    );
}

#[test]
fn random_theory_traces_agree_with_another_solver() {
    let mut answers = Answers::default();
    for seed in 0..200 {
        let mut random = Random(1_000 + seed);
        let vars = 25 + random.below(35);
        let (mut open, mut hidden) = (Vec::new(), Vec::new());
        for clause in random.cnf(vars) {
            match random.below(3) {
                0 => open.push(clause),
                _ => hidden.push(clause),
            }
        }
        let mut theory = Hidden::new(hidden.clone(), seed);
        let rules = HiddenRules::new(&hidden);
        compare(seed, vars, (open, hidden), &mut theory, rules, &mut answers);
    }
    assert!(
        answers.sat > 150 && answers.unsat > 100,
        "one-sided: {answers:?}"
    );
}
