//! Random sequences of calls of the kernel with arithmetic as its theory, against enumeration.
//!
//! Few variables and a small box: all assignments together with all points are tried for every
//! answer. A `Sat` needs a model that satisfies the clauses, an `Unsat` a core that no point
//! satisfies; `Unknown` needs a limit or a stop.

use sinew_base::{Budget, Random, StopHandle, StopReason};
use sinew_sat::{Lit, Outcome, Solver, Unknown, Var};

use super::arithmetic::{Arithmetic, Atom, INTS, points};
use super::hectic;

/// Free Boolean variables at a time: enumeration doubles with each.
const BOOLS: usize = 4;

/// One call. Literals are numbers whose absolute value, modulo the number of variables, names one;
/// 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// The first of these sets how hectic the kernel is.
    Config(u64),
    Bool,
    /// A variable for `Σ cᵢ·xᵢ <= k`.
    Le([i64; INTS], i64),
    /// A variable for `Σ cᵢ·xᵢ = k`.
    Eq([i64; INTS], i64),
    Clause([i32; 3]),
    /// One more assumption.
    Assume(i32),
    /// Keeps so many (modulo their number) of the assumptions.
    Keep(usize),
    Solve,
    /// Makes the failed assumptions of the next `Unsat` fewer.
    Minimise,
    Prefer(i32),
    /// The next call has so many steps.
    Limit(u64),
    /// The theory stops the next call in so many callbacks.
    Interrupt(u32),
}

pub(crate) fn sequence(random: &mut Random) -> Vec<Op> {
    let mut ops = vec![Op::Config(random.below(500) as u64)];
    let length = 15 + random.below(60);
    let lit = |random: &mut Random| {
        let var = 1 + random.below(30) as i32;
        if random.chance(50, 100) { var } else { -var }
    };
    // Mostly bounds of single variables: the more of them, the more contradictions wait.
    let plain = random.chance(60, 100);
    for _ in 0..6 + random.below(10) {
        ops.push(atom(random, plain));
    }
    while ops.len() < length {
        ops.push(match random.below(100) {
            0..=4 => Op::Bool,
            5..=14 => atom(random, plain),
            15..=38 => {
                let mut clause = [lit(random), lit(random), lit(random)];
                if random.chance(70, 100) {
                    clause[2] = 0;
                }
                if random.chance(10, 100) {
                    clause[1] = 0;
                }
                Op::Clause(clause)
            }
            39..=71 => Op::Assume(lit(random)),
            72..=78 => Op::Keep(random.below(8)),
            79..=90 => Op::Solve,
            91..=93 => Op::Minimise,
            94..=95 => Op::Prefer(lit(random)),
            96..=97 => Op::Limit([1, 3, 10, 30, 100][random.below(5)]),
            _ => Op::Interrupt(random.below(8) as u32),
        });
    }
    ops.push(Op::Solve);
    ops
}

fn atom(random: &mut Random, plain: bool) -> Op {
    let mut row = [0; INTS];
    if plain || random.chance(50, 100) {
        row[random.below(INTS)] = 1;
    } else {
        for c in &mut row {
            *c = random.range(-2, 2);
        }
    }
    let k = random.range(-1, 4);
    if random.chance(80, 100) {
        Op::Le(row, k)
    } else {
        Op::Eq(row, k)
    }
}

/// A point, and values of the free variables.
type Solution = ([i64; INTS], Vec<(Var, bool)>);

struct Machine {
    solver: Solver,
    theory: Arithmetic,
    vars: Vec<Var>,
    clauses: Vec<Vec<Lit>>,
    assumptions: Vec<Lit>,
    limit: Option<u64>,
    minimise: bool,
    points: Vec<[i64; INTS]>,
}

/// Runs a sequence; an error, or a panic, is a defect.
pub(crate) fn run(ops: &[Op]) -> Result<(), String> {
    let config = ops.iter().find_map(|op| match op {
        Op::Config(seed) => Some(hectic(*seed)),
        _ => None,
    });
    let mut machine = Machine {
        solver: Solver::new(config.unwrap_or_default()),
        theory: Arithmetic::new(),
        vars: Vec::new(),
        clauses: Vec::new(),
        assumptions: Vec::new(),
        limit: None,
        minimise: false,
        points: points(),
    };
    for (at, &op) in ops.iter().enumerate() {
        machine
            .step(op)
            .map_err(|why| format!("operation {at}, {op:?}: {why}"))?;
    }
    Ok(())
}

impl Machine {
    fn step(&mut self, op: Op) -> Result<(), String> {
        match op {
            Op::Config(_) => {}
            Op::Bool => {
                let free = self.vars.iter().filter(|v| self.theory.atom(**v).is_none());
                if free.count() < BOOLS {
                    self.vars.push(self.solver.new_var());
                }
            }
            Op::Le(row, k) => self.new_atom(Atom {
                row,
                k,
                equal: false,
            }),
            Op::Eq(row, k) => self.new_atom(Atom {
                row,
                k,
                equal: true,
            }),
            Op::Clause(lits) => {
                let clause: Vec<Lit> = lits.iter().filter_map(|&lit| self.lit(lit)).collect();
                if !clause.is_empty() {
                    self.solver.add_clause(&clause);
                    self.clauses.push(clause);
                }
            }
            Op::Assume(lit) => self.assumptions.extend(self.lit(lit)),
            Op::Keep(count) => {
                let count = count % (self.assumptions.len() + 1);
                self.assumptions.truncate(count);
            }
            Op::Solve => return self.solve(),
            Op::Minimise => self.minimise = true,
            Op::Prefer(lit) => {
                if let Some(lit) = self.lit(lit) {
                    self.solver.prefer(lit);
                }
            }
            Op::Limit(steps) => self.limit = Some(steps),
            Op::Interrupt(callbacks) => self.theory.fuse = Some(callbacks),
        }
        Ok(())
    }

    fn new_atom(&mut self, atom: Atom) {
        let var = self.solver.new_var();
        self.theory.register(var, atom);
        self.vars.push(var);
    }

    fn lit(&self, number: i32) -> Option<Lit> {
        let at = number.unsigned_abs().checked_sub(1)? as usize;
        let var = *self.vars.get(at % self.vars.len().max(1))?;
        Some(var.literal(number > 0))
    }

    fn solve(&mut self) -> Result<(), String> {
        let limited = self.limit.is_some() || self.theory.fuse.is_some();
        let budget = match self.limit.take() {
            Some(steps) => Budget::with_steps(steps),
            None => Budget::new(None, StopHandle::new()),
        };
        let assumptions = self.assumptions.clone();
        let mut outcome = self
            .solver
            .solve_with(&mut self.theory, &assumptions, &budget);
        self.theory.fuse = None;
        if std::mem::take(&mut self.minimise) && outcome == Outcome::Unsat {
            let failed = self.solver.failed().to_vec();
            self.refuted(&failed)?;
            let steps = Budget::unlimited();
            if self
                .solver
                .minimize_failed(&mut self.theory, &steps, u64::MAX)
            {
                self.minimal()?;
            }
            outcome = Outcome::Unsat;
        }
        match outcome {
            Outcome::Sat => self.model(&assumptions),
            Outcome::Unsat => {
                let failed = self.solver.failed().to_vec();
                if let Some(lit) = failed.iter().find(|lit| !assumptions.contains(lit)) {
                    return Err(format!("{lit:?} failed, but was not assumed"));
                }
                self.refuted(&failed)
            }
            Outcome::Unknown(Unknown::Stopped(StopReason::Steps | StopReason::Interrupted))
                if limited =>
            {
                Ok(())
            }
            Outcome::Unknown(why) => Err(format!("unknown: {why:?}")),
        }
    }

    /// Without one of the failed assumptions there is a solution.
    fn minimal(&self) -> Result<(), String> {
        let failed = self.solver.failed();
        for at in 0..failed.len() {
            let mut rest = failed.to_vec();
            rest.remove(at);
            if self.solution(&rest).is_none() {
                return Err(format!("{failed:?} is not minimal: {rest:?} fails"));
            }
        }
        Ok(())
    }

    fn refuted(&self, assumptions: &[Lit]) -> Result<(), String> {
        match self.solution(assumptions) {
            None => Ok(()),
            Some((point, bools)) => Err(format!(
                "unsatisfiable under {assumptions:?}, but {point:?} with {bools:?} is a solution"
            )),
        }
    }

    /// A point and values of the free variables that satisfy clauses and assumptions.
    fn solution(&self, assumptions: &[Lit]) -> Option<Solution> {
        let free: Vec<Var> = self
            .vars
            .iter()
            .copied()
            .filter(|&var| self.theory.atom(var).is_none())
            .collect();
        for point in &self.points {
            for code in 0..1u32 << free.len() {
                let holds = |lit: &Lit| {
                    let value = match self.theory.atom(lit.var()) {
                        Some(atom) => atom.holds(point),
                        None => {
                            let at = free.iter().position(|&var| var == lit.var());
                            code >> at.expect("a free variable") & 1 == 1
                        }
                    };
                    value == lit.is_positive()
                };
                if assumptions.iter().all(holds)
                    && self.clauses.iter().all(|clause| clause.iter().any(holds))
                {
                    let values = free.iter().enumerate();
                    let values = values.map(|(at, &var)| (var, code >> at & 1 == 1));
                    return Some((*point, values.collect()));
                }
            }
        }
        None
    }

    /// The assignment satisfies clauses and assumptions, and some point has its atoms.
    fn model(&self, assumptions: &[Lit]) -> Result<(), String> {
        let holds = |lit: &Lit| self.solver.value(*lit) == Some(true);
        if let Some(clause) = self.clauses.iter().find(|clause| !clause.iter().any(holds)) {
            return Err(format!("the model does not satisfy {clause:?}"));
        }
        if let Some(lit) = assumptions.iter().find(|lit| !holds(lit)) {
            return Err(format!("the model does not satisfy the assumption {lit:?}"));
        }
        let consistent = |point: &[i64; INTS]| {
            self.vars.iter().all(|&var| {
                let value = self.solver.value(var.positive());
                match (self.theory.atom(var), value) {
                    (Some(atom), Some(value)) => atom.holds(point) == value,
                    _ => true,
                }
            })
        };
        if self.points.iter().any(consistent) {
            Ok(())
        } else {
            Err("no point has the atoms of the model".to_owned())
        }
    }
}
