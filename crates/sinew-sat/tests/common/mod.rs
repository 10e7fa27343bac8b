//! Shared by the integration tests: a generator of clauses and an independent solver.

#![allow(dead_code)]

pub(crate) mod arithmetic;
pub(crate) mod hidden;
pub(crate) mod machine;

use std::cell::RefCell;
use std::rc::Rc;

use sinew_proof::{Checker, LemmaRules, Report};
use sinew_sat::{Config, Lit, Solver, TextProof, Var, tuning};

/// A small linear congruential generator, so that tests need no outside randomness.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) % n as u64) as usize
    }

    pub(crate) fn lit(&mut self, vars: usize) -> Lit {
        let var = Var::new(self.below(vars) as u32);
        var.literal(self.below(2) == 0)
    }

    pub(crate) fn clause(&mut self, vars: usize, max_len: usize) -> Vec<Lit> {
        let len = 1 + self.below(max_len);
        (0..len).map(|_| self.lit(vars)).collect()
    }

    /// Clauses of mostly three literals around the satisfiability threshold.
    pub(crate) fn cnf(&mut self, vars: usize) -> Vec<Vec<Lit>> {
        let count = vars * (30 + self.below(25)) / 10;
        (0..count)
            .map(|_| {
                let len = if self.below(5) == 0 { 2 } else { 3 };
                let len = if self.below(9) == 0 { 5 } else { len };
                (0..len).map(|_| self.lit(vars)).collect()
            })
            .collect()
    }
}

pub(crate) fn make_vars(solver: &mut Solver, count: usize) -> Vec<Var> {
    (0..count).map(|_| solver.new_var()).collect()
}

/// Everything periodic as often as possible, so that small inputs exercise it.
pub(crate) fn hectic(seed: u64) -> Config {
    let mut config = Config::default();
    config.seed = seed;
    for (tunable, value) in [
        (&tuning::REDUCE_INTERVAL, 1 + seed % 5),
        (&tuning::REPHASE_INTERVAL, 1 + seed % 7),
        (&tuning::INPROCESS_INTERVAL, 1 + seed % 3),
        (&tuning::MODE_INTERVAL, 5 + seed % 11),
    ] {
        config.tuning.set(tunable, value).expect("in range");
    }
    config.default_phase = seed.is_multiple_of(2);
    config
}

/// Whether the clauses have a model: plain backtracking with unit propagation, nothing else.
pub(crate) fn satisfiable(vars: usize, clauses: &[Vec<Lit>]) -> bool {
    let mut values: Vec<Option<bool>> = vec![None; vars];
    search(clauses, &mut values)
}

fn value(values: &[Option<bool>], lit: Lit) -> Option<bool> {
    values[lit.var().index()].map(|v| v == lit.is_positive())
}

fn search(clauses: &[Vec<Lit>], values: &mut Vec<Option<bool>>) -> bool {
    let mut trail = Vec::new();
    let pick = loop {
        let mut pick = None;
        let mut progress = false;
        for clause in clauses {
            let mut open = None;
            let mut count = 0;
            let mut satisfied = false;
            for &lit in clause {
                match value(values, lit) {
                    Some(true) => {
                        satisfied = true;
                        break;
                    }
                    Some(false) => {}
                    None if open == Some(lit) => {}
                    None => {
                        open = Some(lit);
                        count += 1;
                    }
                }
            }
            if satisfied {
                continue;
            }
            match (open, count) {
                (None, _) => {
                    for var in trail {
                        values[var] = None;
                    }
                    return false;
                }
                (Some(lit), 1) => {
                    values[lit.var().index()] = Some(lit.is_positive());
                    trail.push(lit.var().index());
                    progress = true;
                }
                (Some(lit), _) => pick = pick.or(Some(lit)),
            }
        }
        if !progress {
            break pick;
        }
    };
    let found = match pick {
        None => true,
        Some(lit) => [lit, !lit].into_iter().any(|lit| {
            values[lit.var().index()] = Some(lit.is_positive());
            let found = search(clauses, values);
            values[lit.var().index()] = None;
            found
        }),
    };
    for var in trail {
        values[var] = None;
    }
    found
}

/// Whether the model that the solver holds satisfies the clauses.
pub(crate) fn models(solver: &Solver, clauses: &[Vec<Lit>]) -> bool {
    clauses
        .iter()
        .all(|clause| clause.iter().any(|&lit| solver.value(lit) == Some(true)))
}

/// A solver whose proof can be read while it runs.
pub(crate) struct Logged {
    pub(crate) solver: Solver,
    log: Rc<RefCell<TextProof>>,
}

impl Logged {
    pub(crate) fn new() -> Logged {
        Logged::with(Config::default())
    }

    pub(crate) fn with(config: Config) -> Logged {
        let log = Rc::new(RefCell::new(TextProof::default()));
        let mut solver = Solver::new(config);
        solver.set_proof(Box::new(Rc::clone(&log)));
        Logged { solver, log }
    }

    pub(crate) fn text(&self) -> String {
        self.log.borrow().text().to_owned()
    }

    /// Replays the proof, which must be accepted, and must refute `queries` queries.
    pub(crate) fn replay(&self, rules: impl LemmaRules, queries: usize) -> Report {
        let text = self.text();
        match Checker::new(rules).check(&text) {
            Ok(report) => {
                assert_eq!(report.queries.len(), queries, "queries refuted");
                report
            }
            Err(error) => panic!("{error}\n{text}"),
        }
    }
}
