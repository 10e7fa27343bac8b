//! Random sequences of calls of the arithmetic solver, against enumeration of a small box and
//! replayed certificates.
//!
//! The box is asserted at level 0, so every answer is known: what is reported as implied must hold
//! at all points of the box that satisfy what is asserted now, a conflict may rest on nothing that
//! was popped and must leave no point, a feasible relaxation must satisfy what is asserted.
//! Propagations are explained when they are made and again later, as a SAT kernel would.

use sinew_arith::{
    AtomId, AtomKind, BoundKind, Certificate, Check, Conflict, Constraint, FinalCheck, Normal,
    Reason, Relation, Solver, Token, VarId,
};
use sinew_base::{Budget, Integer, Random, StopHandle, StopReason};
use sinew_proof::arith as checker;

use super::{assert_constraint, bound_constraint, linear, to_checker};

const VARS: usize = 3;
const LOW: i64 = -2;
const HIGH: i64 = 3;

/// Coefficients and right side of `Σ cᵢ·xᵢ ? k`.
type Row = ([i64; VARS], i64);

/// One call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Push,
    /// Leaves levels until so many (modulo the open ones) remain.
    PopTo(usize),
    Le([i64; VARS], i64),
    Eq([i64; VARS], i64),
    Ne([i64; VARS], i64),
    /// Registers the atom `Σ cᵢ·xᵢ <= k`, or `= k`.
    AtomLe([i64; VARS], i64),
    AtomEq([i64; VARS], i64),
    Check,
    Final,
    Decide,
    Propagate,
    /// Explains a propagation of an open level again.
    Explain(usize),
    Equalities,
    /// The next call that takes a budget has so many steps.
    Limit(u64),
    /// The next call that takes a budget is told to stop.
    Interrupt,
}

fn coefficients(random: &mut Random) -> [i64; VARS] {
    let mut row = [0; VARS];
    if random.chance(65, 100) {
        row[random.below(VARS)] = 1;
    } else {
        for c in &mut row {
            *c = random.range(-3, 3);
        }
    }
    row
}

/// Many assertions for each check, so that several contradictions wait at several levels.
pub fn sequence(random: &mut Random) -> Vec<Op> {
    let length = 8 + random.below(60);
    let talkative = random.chance(50, 100);
    let mut ops = Vec::with_capacity(length);
    for _ in 0..random.below(5) {
        let (row, k) = (coefficients(random), random.range(-3, 4));
        ops.push(if random.chance(70, 100) {
            Op::AtomLe(row, k)
        } else {
            Op::AtomEq(row, k)
        });
    }
    while ops.len() < length {
        let (row, k) = (coefficients(random), random.range(-4, 5));
        let ask = if talkative { 30 } else { 10 };
        ops.push(match random.below(70 + ask) {
            0..=17 => Op::Push,
            18..=29 => Op::PopTo(random.below(12)),
            30..=53 => Op::Le(row, k),
            54..=59 => Op::Eq(row, k),
            60..=67 => Op::Ne(row, k),
            68 => Op::Limit([0, 1, 5, 50][random.below(4)]),
            69 => Op::Interrupt,
            _ => match random.below(20) {
                0..=6 => Op::Check,
                7..=10 => Op::Propagate,
                11..=13 => Op::Final,
                14 => Op::Decide,
                15 | 16 => Op::Explain(random.below(20)),
                _ => Op::Equalities,
            },
        });
    }
    ops.extend([Op::Propagate, Op::Check, Op::Decide]);
    ops
}

fn constraint((row, k): Row, relation: Relation) -> Constraint {
    Constraint {
        expr: linear(&row, -k),
        relation,
    }
}

/// A propagation that may be explained again.
struct Reported {
    token: Token,
    /// The negation of what was reported.
    negated: Constraint,
    /// How much was asserted then.
    active: usize,
}

struct Machine {
    solver: Solver,
    points: Vec<[i64; VARS]>,
    /// By reason: everything ever asserted.
    asserted: Vec<Constraint>,
    /// What is asserted now, and how much was at each level.
    active: Vec<u32>,
    reported: Vec<Reported>,
    levels: Vec<(usize, usize)>,
    atoms: Vec<Constraint>,
    budget: Option<Budget<'static>>,
}

/// Runs a sequence; an error, or a panic, is a defect.
pub fn run(ops: &[Op]) -> Result<(), String> {
    let mut machine = Machine::new();
    for (at, &op) in ops.iter().enumerate() {
        machine
            .step(op)
            .map_err(|why| format!("operation {at}, {op:?}: {why}"))?;
    }
    Ok(())
}

impl Machine {
    fn new() -> Machine {
        let mut solver = Solver::new();
        let mut points = vec![[0; VARS]];
        for at in 0..VARS {
            let var = solver.new_var();
            solver.mark_shared(var);
            points = points
                .iter()
                .flat_map(|point| {
                    (LOW..=HIGH).map(move |value| {
                        let mut point = *point;
                        point[at] = value;
                        point
                    })
                })
                .collect();
        }
        let mut machine = Machine {
            solver,
            points,
            asserted: Vec::new(),
            active: Vec::new(),
            reported: Vec::new(),
            levels: Vec::new(),
            atoms: Vec::new(),
            budget: None,
        };
        for constraint in super::boxes(VARS, LOW, HIGH) {
            machine.assert(constraint).expect("the box is not empty");
        }
        machine
    }

    fn step(&mut self, op: Op) -> Result<(), String> {
        match op {
            Op::Push => {
                self.solver.push();
                self.levels.push((self.active.len(), self.reported.len()));
                Ok(())
            }
            Op::PopTo(level) => {
                let level = level % (self.levels.len() + 1);
                self.solver.pop_to(level);
                if let Some(&(active, reported)) = self.levels.get(level) {
                    self.active.truncate(active);
                    self.reported.truncate(reported);
                    self.levels.truncate(level);
                }
                Ok(())
            }
            Op::Le(row, k) => self.assert(constraint((row, k), Relation::AtMostZero)),
            Op::Eq(row, k) => self.assert(constraint((row, k), Relation::Zero)),
            Op::Ne(row, k) => self.assert(constraint((row, k), Relation::NonZero)),
            Op::AtomLe(row, k) => {
                self.register(constraint((row, k), Relation::AtMostZero));
                Ok(())
            }
            Op::AtomEq(row, k) => {
                self.register(constraint((row, k), Relation::Zero));
                Ok(())
            }
            Op::Check => self.check().map(|_| ()),
            Op::Final => self.last_check(false),
            Op::Decide => self.last_check(true),
            Op::Propagate => self.propagate(),
            Op::Explain(at) => match self.reported.len().checked_sub(1) {
                Some(last) => self.explain(at % (last + 1)),
                None => Ok(()),
            },
            Op::Equalities => self.equalities(),
            Op::Limit(steps) => {
                self.budget = Some(Budget::with_steps(steps));
                Ok(())
            }
            Op::Interrupt => {
                let handle = StopHandle::new();
                handle.stop(StopReason::Interrupted);
                self.budget = Some(Budget::new(None, handle));
                Ok(())
            }
        }
    }

    /// The budget of this call, and whether it may end early.
    fn budget(&mut self) -> (Budget<'static>, bool) {
        match self.budget.take() {
            Some(budget) => (budget, true),
            None => (Budget::unlimited(), false),
        }
    }

    fn assert(&mut self, constraint: Constraint) -> Result<(), String> {
        let normal = match constraint.relation {
            Relation::AtMostZero => self.solver.normalise_le(&constraint.expr),
            _ => self.solver.normalise_eq(&constraint.expr),
        };
        if matches!(normal, Normal::True | Normal::False) {
            return Ok(());
        }
        let reason = self.asserted.len() as u32;
        self.asserted.push(constraint.clone());
        self.active.push(reason);
        match assert_constraint(&mut self.solver, &constraint, Reason(reason)) {
            Ok(()) => Ok(()),
            Err(reasons) => self.must_be_empty(&reasons),
        }
    }

    fn register(&mut self, atom: Constraint) {
        let id = AtomId(self.atoms.len() as u32);
        let normal = match atom.relation {
            Relation::AtMostZero => self.solver.normalise_le(&atom.expr),
            _ => self.solver.normalise_eq(&atom.expr),
        };
        let (kind, var, value) = match normal {
            Normal::True | Normal::False => return,
            Normal::Equal(var, value) => (AtomKind::Equal, var, value),
            Normal::Bound(bound) => match bound.kind {
                BoundKind::Upper => (AtomKind::AtMost, bound.var, bound.value),
                BoundKind::Lower => (AtomKind::AtLeast, bound.var, bound.value),
            },
        };
        self.solver.register_atom(id, kind, var, &value);
        self.atoms.push(atom);
    }

    fn holds(constraint: &Constraint, point: &[i64; VARS]) -> bool {
        constraint.holds(|var| Integer::from(point[var.0 as usize]))
    }

    /// The points that satisfy what is asserted now.
    fn solutions(&self) -> impl Iterator<Item = &[i64; VARS]> {
        self.points.iter().filter(|point| {
            let mut active = self.active.iter();
            active.all(|&at| Machine::holds(&self.asserted[at as usize], point))
        })
    }

    /// Reasons of a conflict are asserted now, and leave no point.
    fn must_be_empty(&self, reasons: &[Reason]) -> Result<(), String> {
        if let Some(reason) = reasons.iter().find(|r| !self.active.contains(&r.0)) {
            return Err(format!("{reason:?} is not asserted"));
        }
        let point = self.points.iter().find(|point| {
            let mut reasons = reasons.iter();
            reasons.all(|r| Machine::holds(&self.asserted[r.0 as usize], point))
        });
        match point {
            Some(point) => Err(format!(
                "the conflict {reasons:?} has the solution {point:?}"
            )),
            None => Ok(()),
        }
    }

    fn conflict(&self, conflict: &Conflict) -> Result<(), String> {
        self.must_be_empty(&conflict.reasons)?;
        self.replay(&conflict.reasons, &conflict.certificate, None)
    }

    fn replay(
        &self,
        reasons: &[Reason],
        certificate: &Certificate,
        negated: Option<&Constraint>,
    ) -> Result<(), String> {
        if certificate.hypotheses() != reasons {
            return Err("the certificate has other hypotheses".to_owned());
        }
        let hypotheses: Vec<checker::Constraint> = reasons
            .iter()
            .map(|r| to_checker(&self.asserted[r.0 as usize]))
            .chain(negated.map(to_checker))
            .collect();
        let text = certificate.to_string();
        checker::check(&hypotheses, &text).map_err(|why| format!("{why} in {text}"))
    }

    /// Whether the relaxation was found feasible.
    fn check(&mut self) -> Result<bool, String> {
        let (budget, limited) = self.budget();
        match self.solver.check(&budget) {
            Check::Conflict(conflict) => self.conflict(&conflict).map(|()| false),
            Check::Stopped(_) if limited => Ok(false),
            Check::Stopped(why) => Err(format!("stopped without a limit: {why:?}")),
            Check::Feasible => {
                for &at in &self.active {
                    self.holds_rationally(&self.asserted[at as usize])?;
                }
                Ok(true)
            }
        }
    }

    /// A constraint that is no disequality holds for the current rational values.
    fn holds_rationally(&self, constraint: &Constraint) -> Result<(), String> {
        let mut sum = (constraint.expr.constant_part().clone(), Integer::ONE);
        for (var, coefficient) in constraint.expr.terms() {
            let (num, den) = self.solver.rational_value(*var);
            sum = (
                &(&sum.0 * &den) + &(&(coefficient * &num) * &sum.1),
                &sum.1 * &den,
            );
        }
        let holds = match constraint.relation {
            Relation::AtMostZero => !sum.0.is_positive(),
            Relation::Zero => sum.0.is_zero(),
            Relation::NonZero => true,
        };
        if holds {
            Ok(())
        } else {
            Err(format!("feasible, but {constraint:?} does not hold"))
        }
    }

    fn last_check(&mut self, decide: bool) -> Result<(), String> {
        let (budget, limited) = self.budget();
        let answer = if decide {
            self.solver.decide(&budget)
        } else {
            self.solver.final_check(&budget)
        };
        match answer {
            FinalCheck::Sat => self.model(),
            FinalCheck::Conflict(conflict) => self.conflict(&conflict),
            FinalCheck::GaveUp(Some(_)) if limited => Ok(()),
            FinalCheck::GaveUp(why) => Err(format!("gave up without a limit: {why:?}")),
            FinalCheck::Split { .. } | FinalCheck::Cut(_) if decide => {
                Err("a decision was left open".to_owned())
            }
            FinalCheck::Split { .. } => Ok(()),
            FinalCheck::Cut(lemma) => {
                let conclusion = bound_constraint(&self.solver, &lemma.conclusion);
                let negated = bound_constraint(&self.solver, &lemma.conclusion.negated());
                self.implied(&lemma.reasons, &conclusion)?;
                self.replay(&lemma.reasons, &lemma.certificate, Some(&negated))
            }
        }
    }

    /// The current values are integers and satisfy what is asserted.
    fn model(&self) -> Result<(), String> {
        let mut point = [0; VARS];
        for (at, value) in point.iter_mut().enumerate() {
            let found = self.solver.value(VarId(at as u32));
            *value = found
                .and_then(|value| value.to_i64())
                .ok_or("a value of the model is no integer of the box")?;
        }
        match self
            .active
            .iter()
            .find(|&&at| !Machine::holds(&self.asserted[at as usize], &point))
        {
            Some(&at) => Err(format!(
                "{:?} fails in {point:?}",
                self.asserted[at as usize]
            )),
            None => Ok(()),
        }
    }

    /// All solutions of what is asserted under the reasons satisfy the conclusion.
    fn implied(&self, reasons: &[Reason], conclusion: &Constraint) -> Result<(), String> {
        if let Some(reason) = reasons.iter().find(|r| !self.active.contains(&r.0)) {
            return Err(format!("{reason:?} is not asserted"));
        }
        let point = self.points.iter().find(|point| {
            let mut reasons = reasons.iter();
            reasons.all(|r| Machine::holds(&self.asserted[r.0 as usize], point))
                && !Machine::holds(conclusion, point)
        });
        match point {
            Some(point) => Err(format!("{conclusion:?} fails at {point:?}")),
            None => Ok(()),
        }
    }

    fn propagate(&mut self) -> Result<(), String> {
        if !self.check()? {
            return Ok(());
        }
        let mut implied = Vec::new();
        self.solver.propagate(|_| false, &mut implied);
        for fact in implied {
            let atom = &self.atoms[fact.atom.0 as usize];
            let opposite = match atom.relation {
                Relation::Zero => Constraint {
                    expr: atom.expr.clone(),
                    relation: Relation::NonZero,
                },
                // Not e <= 0 is 1 - e <= 0.
                _ => Constraint::at_least_zero(&atom.expr.clone().plus_constant(-1)),
            };
            let negated = if fact.value { opposite } else { atom.clone() };
            self.report(fact.token, negated)?;
        }
        Ok(())
    }

    fn equalities(&mut self) -> Result<(), String> {
        if !self.check()? {
            return Ok(());
        }
        let mut equal = Vec::new();
        self.solver.implied_equalities(|_, _| false, &mut equal);
        for fact in equal {
            let mut row = [0; VARS];
            row[fact.left.0 as usize] += 1;
            row[fact.right.0 as usize] -= 1;
            self.report(fact.token, constraint((row, 0), Relation::NonZero))?;
        }
        Ok(())
    }

    fn report(&mut self, token: Token, negated: Constraint) -> Result<(), String> {
        if let Some(point) = self.solutions().find(|p| Machine::holds(&negated, p)) {
            return Err(format!("reported, but {negated:?} holds at {point:?}"));
        }
        self.reported.push(Reported {
            token,
            negated,
            active: self.active.len(),
        });
        self.explain(self.reported.len() - 1)
    }

    fn explain(&self, at: usize) -> Result<(), String> {
        let Reported {
            token,
            negated,
            active,
        } = &self.reported[at];
        let why = self.solver.explain(*token);
        if let Some(reason) = why
            .reasons
            .iter()
            .find(|r| !self.active[..*active].contains(&r.0))
        {
            return Err(format!("{reason:?} was not asserted then"));
        }
        self.replay(&why.reasons, &why.certificate, Some(negated))
    }
}
