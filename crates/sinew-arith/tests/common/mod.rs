//! A naive reference for small systems, and the bridge from conflicts to the proof checker.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test binary uses a part of it"
)]

pub mod machine;

use proptest::prelude::*;
use sinew_arith::{
    Bound, Check, Conflict, Constraint, FinalCheck, LinExpr, Normal, Reason, Relation, Solver,
    VarId,
};
use sinew_base::{Budget, Integer};
use sinew_proof::arith as checker;

/// Reasons from here on name the cases of splits.
pub const SPLITS: u32 = 1 << 20;

/// A small deterministic generator of random numbers (xorshift).
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % ((high - low + 1) as u64)) as i64
    }
}

pub fn linear(coefficients: &[i64], constant: i64) -> LinExpr {
    LinExpr::from_terms(
        coefficients
            .iter()
            .enumerate()
            .map(|(var, c)| (VarId(var as u32), Integer::from(*c)))
            .collect(),
        constant.into(),
    )
}

/// Random constraints over `vars` variables.
pub fn constraint(vars: usize, size: i64, constant: i64) -> impl Strategy<Value = Constraint> {
    let coefficient = prop_oneof![2 => Just(0i64), 3 => -size..=size];
    (
        proptest::collection::vec(coefficient, vars),
        -constant..=constant,
        prop_oneof![
            5 => Just(Relation::AtMostZero),
            2 => Just(Relation::Zero),
            1 => Just(Relation::NonZero)
        ],
    )
        .prop_map(|(coefficients, constant, relation)| Constraint {
            expr: linear(&coefficients, constant),
            relation,
        })
}

/// `low <= x <= high` for every variable, as constraints.
pub fn boxes(vars: usize, low: i64, high: i64) -> Vec<Constraint> {
    (0..vars as u32)
        .flat_map(|var| {
            let x = LinExpr::var(VarId(var));
            [
                Constraint::at_most_zero(x.clone().plus_constant(-high)),
                Constraint::at_least_zero(&x.plus_constant(-low)),
            ]
        })
        .collect()
}

/// Whether some point of the box satisfies everything, by enumeration.
pub fn brute_force(constraints: &[Constraint], vars: usize, low: i64, high: i64) -> bool {
    let mut point = vec![low; vars];
    loop {
        let value = |var: VarId| Integer::from(point[var.0 as usize]);
        if constraints.iter().all(|c| c.holds(value)) {
            return true;
        }
        let mut at = 0;
        loop {
            if at == vars {
                return false;
            }
            if point[at] < high {
                point[at] += 1;
                break;
            }
            point[at] = low;
            at += 1;
        }
    }
}

pub fn assert_constraint(
    solver: &mut Solver,
    constraint: &Constraint,
    reason: Reason,
) -> Result<(), Vec<Reason>> {
    let plain = |conflict: Conflict| conflict.reasons;
    match constraint.relation {
        Relation::AtMostZero => match solver.normalise_le(&constraint.expr) {
            Normal::True => Ok(()),
            Normal::False => Err(vec![reason]),
            Normal::Bound(bound) => solver.assert_bound(&bound, reason).map_err(plain),
            Normal::Equal(..) => unreachable!("an inequality is a bound"),
        },
        Relation::Zero => match solver.normalise_eq(&constraint.expr) {
            Normal::True => Ok(()),
            Normal::False => Err(vec![reason]),
            Normal::Equal(var, value) => solver.assert_eq(var, &value, reason).map_err(plain),
            Normal::Bound(_) => unreachable!("an equation is no bound"),
        },
        Relation::NonZero => match solver.normalise_eq(&constraint.expr) {
            Normal::True => Err(vec![reason]),
            Normal::False => Ok(()),
            Normal::Equal(var, value) => solver.assert_ne(var, &value, reason).map_err(plain),
            Normal::Bound(_) => unreachable!("an equation is no bound"),
        },
    }
}

pub enum Verdict {
    Sat,
    Unsat(Vec<Reason>),
    Unknown,
}

/// The caller's side of a search: follows splits to the end, up to `depth` of them.
/// `lookup` gives the constraint of a reason; every conflict is replayed by the checker.
pub fn decide(
    solver: &mut Solver,
    lookup: &dyn Fn(Reason) -> Constraint,
    depth: u32,
    budget: &Budget,
) -> Verdict {
    match solver.check(budget) {
        Check::Feasible => {}
        Check::Conflict(conflict) => {
            replay(&conflict, lookup);
            return Verdict::Unsat(conflict.reasons);
        }
        Check::Stopped(_) => return Verdict::Unknown,
    }
    match solver.final_check(budget) {
        FinalCheck::Sat => Verdict::Sat,
        FinalCheck::Conflict(conflict) => {
            replay(&conflict, lookup);
            Verdict::Unsat(conflict.reasons)
        }
        FinalCheck::GaveUp(_) => Verdict::Unknown,
        // Asking again gives a split.
        FinalCheck::Cut(_) => decide(solver, lookup, depth, budget),
        FinalCheck::Split { var, at } => {
            if depth == 0 {
                return Verdict::Unknown;
            }
            let mut reasons = Vec::new();
            for (half, bound) in [
                Bound::upper(var, at.clone()),
                Bound::lower(var, &at + &Integer::ONE),
            ]
            .into_iter()
            .enumerate()
            {
                let reason = Reason(SPLITS + 2 * depth + half as u32);
                let assumed = bound_constraint(solver, &bound);
                let inner = |r: Reason| {
                    if r == reason {
                        assumed.clone()
                    } else {
                        lookup(r)
                    }
                };
                solver.push();
                let verdict = match solver.assert_bound(&bound, reason) {
                    Err(conflict) => Verdict::Unsat(conflict.reasons),
                    Ok(()) => decide(solver, &inner, depth - 1, budget),
                };
                match verdict {
                    // The level stays open, so that the model can be read.
                    Verdict::Sat | Verdict::Unknown => return verdict,
                    Verdict::Unsat(more) => {
                        solver.pop();
                        if !more.contains(&reason) {
                            return Verdict::Unsat(more);
                        }
                        reasons.extend(more.into_iter().filter(|r| *r != reason));
                    }
                }
            }
            reasons.sort_unstable();
            reasons.dedup();
            Verdict::Unsat(reasons)
        }
    }
}

pub fn bound_constraint(solver: &Solver, bound: &Bound) -> Constraint {
    let expr = solver
        .definition(bound.var)
        .plus_constant(-bound.value.clone());
    match bound.kind {
        sinew_arith::BoundKind::Upper => Constraint::at_most_zero(expr),
        sinew_arith::BoundKind::Lower => Constraint::at_least_zero(&expr),
    }
}

pub fn to_checker(constraint: &Constraint) -> checker::Constraint {
    checker::Constraint {
        terms: constraint
            .expr
            .terms()
            .iter()
            .map(|(var, c)| (var.0, c.to_ibig()))
            .collect(),
        relation: match constraint.relation {
            Relation::AtMostZero => checker::Relation::AtMost,
            Relation::Zero => checker::Relation::Equal,
            Relation::NonZero => checker::Relation::NotEqual,
        },
        constant: (-constraint.expr.constant_part().clone()).to_ibig(),
    }
}

pub fn replay(conflict: &Conflict, lookup: &dyn Fn(Reason) -> Constraint) {
    assert_eq!(conflict.certificate.hypotheses(), &conflict.reasons[..]);
    let hypotheses: Vec<checker::Constraint> = conflict
        .reasons
        .iter()
        .map(|reason| to_checker(&lookup(*reason)))
        .collect();
    let text = conflict.certificate.to_string();
    if let Err(error) = checker::check(&hypotheses, &text) {
        panic!("{error} in {text} over {hypotheses:?}");
    }
}

/// Solves a whole system; on `Sat` the model was checked, on `Unsat` the certificates.
pub fn solve(constraints: &[Constraint], vars: usize, budget: &Budget) -> (Solver, Verdict) {
    let mut solver = Solver::new();
    for _ in 0..vars {
        solver.new_var();
    }
    let lookup = |reason: Reason| constraints[reason.0 as usize].clone();
    for (at, constraint) in constraints.iter().enumerate() {
        if let Err(reasons) = assert_constraint(&mut solver, constraint, Reason(at as u32)) {
            return (solver, Verdict::Unsat(reasons));
        }
    }
    let verdict = decide(&mut solver, &lookup, 60, budget);
    if let Verdict::Sat = verdict {
        check_model(&solver, constraints);
    }
    (solver, verdict)
}

pub fn check_model(solver: &Solver, constraints: &[Constraint]) {
    for constraint in constraints {
        let value = |var: VarId| solver.value(var).expect("an integer model");
        assert!(constraint.holds(value), "{constraint:?} fails in the model");
    }
}
