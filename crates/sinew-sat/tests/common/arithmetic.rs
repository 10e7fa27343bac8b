//! Arithmetic as the theory of a kernel under test: atoms over integers of a small box.
//!
//! The adapter does what an engine does: bounds as they are assigned, conflicts and propagations
//! when asked, lazy explanations by token. Every clause that it hands over is compared with all
//! points of the box first. Stops can be raised at the n-th callback.

use sinew_arith::{
    AtomId, AtomKind, Bound, BoundKind, Check, FinalCheck as Final, LinExpr, Normal, Reason, VarId,
};
use sinew_base::{Integer, StopReason};
use sinew_sat::{Context, Decide, FinalCheck, Justification, Lit, Theory, Token, Var};

pub(crate) const INTS: usize = 3;
const LOW: i64 = 0;
const HIGH: i64 = 3;
/// The reason of the box itself, which is no literal.
const BOX: Reason = Reason(u32::MAX);

/// `Σ cᵢ·xᵢ <= k`, or `= k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Atom {
    pub(crate) row: [i64; INTS],
    pub(crate) k: i64,
    pub(crate) equal: bool,
}

impl Atom {
    pub(crate) fn holds(&self, point: &[i64; INTS]) -> bool {
        let sum: i64 = self.row.iter().zip(point).map(|(c, x)| c * x).sum();
        if self.equal {
            sum == self.k
        } else {
            sum <= self.k
        }
    }
}

/// All points of the box.
pub(crate) fn points() -> Vec<[i64; INTS]> {
    let mut points = vec![[0; INTS]];
    for at in 0..INTS {
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
    points
}

/// What an atom amounts to for the solver.
#[derive(Clone, Debug)]
enum Meaning {
    Bound(Bound),
    Equal(VarId, Integer),
    Constant(bool),
}

pub(crate) struct Arithmetic {
    solver: sinew_arith::Solver,
    /// By kernel variable.
    atoms: Vec<Option<(Atom, Meaning)>>,
    /// The trail as told, and its length when each level began.
    trail: Vec<Lit>,
    control: Vec<usize>,
    /// Callbacks until a stop.
    pub(crate) fuse: Option<u32>,
    points: Vec<[i64; INTS]>,
}

impl Arithmetic {
    pub(crate) fn new() -> Arithmetic {
        Arithmetic {
            solver: fresh(),
            atoms: Vec::new(),
            trail: Vec::new(),
            control: Vec::new(),
            fuse: None,
            points: points(),
        }
    }

    /// The kernel variable stands for the atom.
    pub(crate) fn register(&mut self, var: Var, atom: Atom) {
        self.atoms.resize(var.index(), None);
        let terms = (0..INTS as u32).map(|at| (VarId(at), Integer::from(atom.row[at as usize])));
        let expr = LinExpr::from_terms(terms.collect(), Integer::from(-atom.k));
        let normal = if atom.equal {
            self.solver.normalise_eq(&expr)
        } else {
            self.solver.normalise_le(&expr)
        };
        let meaning = match normal {
            Normal::True => Meaning::Constant(true),
            Normal::False => Meaning::Constant(false),
            Normal::Bound(bound) => Meaning::Bound(bound),
            Normal::Equal(var, value) => Meaning::Equal(var, value),
        };
        let id = AtomId(var.index() as u32);
        match &meaning {
            Meaning::Bound(bound) => {
                let kind = match bound.kind {
                    BoundKind::Upper => AtomKind::AtMost,
                    BoundKind::Lower => AtomKind::AtLeast,
                };
                self.solver.register_atom(id, kind, bound.var, &bound.value);
            }
            Meaning::Equal(form, value) => {
                self.solver.register_atom(id, AtomKind::Equal, *form, value);
            }
            Meaning::Constant(_) => {}
        }
        self.atoms.push(Some((atom, meaning)));
    }

    pub(crate) fn atom(&self, var: Var) -> Option<&Atom> {
        let entry = self.atoms.get(var.index())?.as_ref()?;
        Some(&entry.0)
    }

    fn tell(&mut self, lit: Lit) {
        let Some(Some((_, meaning))) = self.atoms.get(lit.var().index()) else {
            return;
        };
        let reason = Reason(lit.index() as u32);
        // A conflict shows again in the next check.
        let _ = match (meaning, lit.is_positive()) {
            (Meaning::Constant(_), _) => Ok(()),
            (Meaning::Bound(bound), true) => self.solver.assert_bound(&bound.clone(), reason),
            (Meaning::Bound(bound), false) => self.solver.assert_bound(&bound.negated(), reason),
            (Meaning::Equal(var, value), true) => {
                self.solver.assert_eq(*var, &value.clone(), reason)
            }
            (Meaning::Equal(var, value), false) => {
                self.solver.assert_ne(*var, &value.clone(), reason)
            }
        };
    }

    /// The clause that some of the reasons are false; it must hold at all points.
    fn clause(&self, reasons: &[Reason], conclusion: Option<Lit>) -> Vec<Lit> {
        let mut clause: Vec<Lit> = reasons
            .iter()
            .filter(|&&reason| reason != BOX)
            .map(|reason| !Lit::from_index(reason.0 as usize))
            .collect();
        clause.extend(conclusion);
        let point = self.points.iter().find(|point| {
            !clause.iter().any(|lit| {
                self.atom(lit.var())
                    .is_some_and(|atom| atom.holds(point) == lit.is_positive())
            })
        });
        assert_eq!(point, None, "the theory's clause {clause:?} is not valid");
        clause
    }

    fn burn(&mut self) -> Result<(), StopReason> {
        if let Some(left) = &mut self.fuse {
            if *left == 0 {
                return Err(StopReason::Interrupted);
            }
            *left -= 1;
        }
        Ok(())
    }

    /// Atoms without variables are decided by themselves.
    fn constants(&self, cx: &mut Context<'_>) {
        for (at, entry) in self.atoms.iter().enumerate() {
            if let Some((_, Meaning::Constant(value))) = entry {
                let lit = Var::new(at as u32).literal(*value);
                if cx.value(lit) != Some(true) {
                    cx.lemma(&[lit], 0);
                }
            }
        }
    }
}

fn fresh() -> sinew_arith::Solver {
    let mut solver = sinew_arith::Solver::new();
    for _ in 0..INTS {
        let var = solver.new_var();
        let low = solver.assert_bound(&Bound::lower(var, LOW), BOX);
        let high = solver.assert_bound(&Bound::upper(var, HIGH), BOX);
        assert!(low.is_ok() && high.is_ok());
    }
    solver
}

impl Theory for Arithmetic {
    fn new_level(&mut self) {
        self.control.push(self.trail.len());
        self.solver.push();
    }

    fn assign(&mut self, lits: &[Lit]) {
        self.trail.extend_from_slice(lits);
        for &lit in lits {
            self.tell(lit);
        }
    }

    fn backtrack(&mut self, level: u32) {
        self.trail.truncate(self.control[level as usize]);
        self.control.truncate(level as usize);
        self.solver.pop_to(level as usize);
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<(), StopReason> {
        assert_eq!(self.trail, cx.trail(), "the theory was told another trail");
        assert_eq!(self.control.len() as u32, cx.current_level());
        self.burn()?;
        self.constants(cx);
        match self.solver.check(cx.budget()) {
            Check::Feasible => {}
            Check::Stopped(reason) => return Err(reason),
            Check::Conflict(conflict) => {
                let clause = self.clause(&conflict.reasons, None);
                cx.conflict(&clause, 0);
                return Ok(());
            }
        }
        let mut implied = Vec::new();
        {
            let view: &Context<'_> = cx;
            let assigned = |atom: AtomId| view.value(Var::new(atom.0).positive()).is_some();
            self.solver.propagate(assigned, &mut implied);
        }
        for fact in implied {
            cx.propagate(
                Var::new(fact.atom.0).literal(fact.value),
                fact.token.to_bits(),
            );
            if cx.has_conflict() {
                break;
            }
        }
        Ok(())
    }

    fn explain(&mut self, lit: Lit, token: Token, clause: &mut Vec<Lit>) -> Justification {
        let why = self.solver.explain(sinew_arith::Token::from_bits(token));
        clause.extend(self.clause(&why.reasons, Some(lit)));
        0
    }

    fn decide(&mut self, _: &mut Context<'_>) -> Result<Decide, StopReason> {
        self.burn()?;
        Ok(Decide::Kernel)
    }

    fn final_check(&mut self, cx: &mut Context<'_>) -> Result<FinalCheck, StopReason> {
        self.burn()?;
        match self.solver.decide(cx.budget()) {
            Final::Sat => Ok(FinalCheck::Sat),
            Final::Conflict(conflict) => {
                let clause = self.clause(&conflict.reasons, None);
                cx.conflict(&clause, 0);
                Ok(FinalCheck::Continue)
            }
            Final::GaveUp(Some(reason)) => Err(reason),
            other => panic!("without a limit: {other:?}"),
        }
    }
}
