//! The solver's state: variables, named forms, levels, and the assertion of constraints.
//!
//! A linear form gets one name per normal form (divided by the gcd of its coefficients, the
//! coefficient of its least variable positive), so that all its multiples share a row. The row
//! enters the tableau when the first bound on it is asserted: forms that occur only in atoms
//! that nobody decides cost nothing.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;
use sinew_base::{Integer, Tuning};

use crate::bounds::{BoundId, Bounds, Crossing, Mark, Why};
use crate::explain::{Proof, refutation};
use crate::propagate::Propagation;
use crate::tableau::Tableau;
use crate::types::{Bound, BoundKind, Conflict, Form, LinExpr, Normal, Reason, VarId};

/// Bounds that contradict each other.
#[derive(Clone, Debug)]
pub(crate) enum Clash {
    /// A combination whose left sides cancel.
    Farkas(Vec<(Integer, BoundId)>),
    /// Two opposite combinations with a common divisor that the right side lacks: both round
    /// down, and their sum is below zero.
    Congruence(Vec<(Integer, BoundId)>, Vec<(Integer, BoundId)>),
}

impl From<Crossing> for Clash {
    fn from(crossing: Crossing) -> Clash {
        Clash::Farkas(vec![
            (Integer::ONE, crossing.later),
            (Integer::ONE, crossing.earlier),
        ])
    }
}

/// Counters, for statistics and tuning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Simplex pivots.
    pub pivots: u64,
    /// Calls of `check`.
    pub checks: u64,
    /// Conflicts found, of any kind.
    pub conflicts: u64,
    /// Calls of `final_check`.
    pub final_checks: u64,
    /// Nodes of the integer search.
    pub branches: u64,
    /// Cutting planes added.
    pub cuts: u64,
    /// Conflicts and tightenings by Diophantine equation solving.
    pub diophantine: u64,
    /// Atoms reported as implied.
    pub propagations: u64,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    bounds: Mark,
    disequalities: usize,
    propagation: crate::propagate::PropagationMark,
}

/// An incremental solver for conjunctions of linear integer constraints.
///
/// ```
/// use sinew_arith::{Check, FinalCheck, LinExpr, Normal, Reason, Solver};
/// use sinew_base::Budget;
///
/// let mut solver = Solver::new();
/// let (x, y) = (solver.new_var(), solver.new_var());
/// // 3x + 6y = 1 has rational solutions only.
/// let sum = LinExpr::zero().plus(3, x).plus(6, y).plus_constant(-1);
/// assert_eq!(solver.normalise_eq(&sum), Normal::False);
///
/// // 2x - 3y <= 1 and x - y >= 2 and x <= 3, under reasons 0, 1 and 2.
/// let budget = Budget::unlimited();
/// let constraints = [
///     LinExpr::zero().plus(2, x).plus(-3, y).plus_constant(-1),
///     LinExpr::zero().plus(-1, x).plus(1, y).plus_constant(2),
///     LinExpr::zero().plus(1, x).plus_constant(-3),
/// ];
/// let mut refuted = None;
/// for (id, expr) in (0..).zip(&constraints) {
///     let Normal::Bound(bound) = solver.normalise_le(expr) else { unreachable!() };
///     solver.assert_bound(&bound, Reason(id)).unwrap();
///     if let Check::Conflict(conflict) = solver.check(&budget) {
///         refuted = Some(conflict.reasons);
///     }
/// }
/// assert_eq!(refuted, Some(vec![Reason(0), Reason(1), Reason(2)]));
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    pub(crate) tableau: Tableau,
    pub(crate) bounds: Bounds,
    /// For a named form, its terms over the caller's variables.
    pub(crate) forms: Vec<Option<Vec<(VarId, Integer)>>>,
    form_index: FxHashMap<Vec<(VarId, Integer)>, VarId>,
    /// Whether a form's row is in the tableau; true for the caller's variables.
    pub(crate) active: Vec<bool>,
    /// For each variable, the values it must not take, with the reason.
    pub(crate) disequalities: Vec<Vec<(Integer, Reason)>>,
    pub(crate) disequality_trail: Vec<u32>,
    levels: Vec<Level>,
    /// Basic variables that may violate a bound; every one that does is in here.
    pub(crate) violated: BinaryHeap<Reverse<u32>>,
    pub(crate) queued: Vec<bool>,
    pub(crate) propagation: Propagation,
    pub(crate) next_branch: u32,
    /// Whether the last undecided search was answered by trying a cut.
    pub(crate) cut_next: bool,
    /// Whether the values are the model of the last final check, and were not pulled towards zero yet.
    pub(crate) unreduced: bool,
    /// Forms that only cuts have mentioned so far.
    pub(crate) cut_forms: Vec<u32>,
    pub(crate) statistics: Statistics,
    pub(crate) tuning: Tuning,
}

impl Solver {
    /// An empty solver.
    #[must_use]
    pub fn new() -> Solver {
        Solver::default()
    }

    /// An empty solver with these tuned constants.
    #[must_use]
    pub fn with_tuning(tuning: Tuning) -> Solver {
        Solver {
            tuning,
            ..Solver::default()
        }
    }

    /// Makes an integer variable. Variables and forms outlive [`pop`](Solver::pop).
    pub fn new_var(&mut self) -> VarId {
        let var = VarId(u32::try_from(self.forms.len()).unwrap_or(u32::MAX));
        self.tableau.new_var();
        self.bounds.new_var();
        self.forms.push(None);
        self.active.push(true);
        self.disequalities.push(Vec::new());
        self.queued.push(false);
        self.propagation.new_var();
        var
    }

    /// The number of variables, named forms included.
    #[must_use]
    pub fn num_vars(&self) -> usize {
        self.forms.len()
    }

    /// The terms that `var` stands for, over the caller's variables: itself for one of those.
    #[must_use]
    pub fn definition(&self, var: VarId) -> LinExpr {
        match &self.forms[var.index()] {
            None => LinExpr::var(var),
            Some(terms) => LinExpr {
                terms: terms.clone(),
                constant: Integer::ZERO,
            },
        }
    }

    /// Names a linear expression: `expr = scale · var + offset`.
    pub fn form(&mut self, expr: &LinExpr) -> Form {
        let expr = self.expand(expr);
        let Some((first, leading)) = expr.terms.first() else {
            return Form {
                scale: Integer::ONE,
                var: None,
                offset: expr.constant,
            };
        };
        if expr.terms.len() == 1 {
            return Form {
                scale: leading.clone(),
                var: Some(*first),
                offset: expr.constant,
            };
        }
        let mut scale = expr
            .terms
            .iter()
            .fold(Integer::ZERO, |gcd, term| gcd.gcd(&term.1));
        if leading.is_negative() {
            scale = -scale;
        }
        let mut terms = expr.terms;
        if !scale.is_one() {
            for term in &mut terms {
                term.1 = term.1.div_exact(&scale);
            }
        }
        let var = match self.form_index.get(&terms) {
            Some(var) => *var,
            None => {
                let var = self.new_var();
                self.forms[var.index()] = Some(terms.clone());
                self.active[var.index()] = false;
                self.form_index.insert(terms, var);
                var
            }
        };
        Form {
            scale,
            var: Some(var),
            offset: expr.constant,
        }
    }

    /// Replaces named forms by their definitions.
    pub(crate) fn expand(&self, expr: &LinExpr) -> LinExpr {
        if expr
            .terms
            .iter()
            .all(|term| self.forms[term.0.index()].is_none())
        {
            return expr.clone();
        }
        let mut terms = Vec::new();
        for (var, coefficient) in &expr.terms {
            match &self.forms[var.index()] {
                None => terms.push((*var, coefficient.clone())),
                Some(form) => {
                    terms.extend(form.iter().map(|(inner, c)| (*inner, c * coefficient)));
                }
            }
        }
        LinExpr::from_terms(terms, expr.constant.clone())
    }

    /// What `expr <= 0` amounts to; the bound is rounded to the integers.
    pub fn normalise_le(&mut self, expr: &LinExpr) -> Normal {
        let form = self.form(expr);
        let Some(var) = form.var else {
            return if form.offset.is_positive() {
                Normal::False
            } else {
                Normal::True
            };
        };
        let right = -&form.offset;
        Normal::Bound(if form.scale.is_positive() {
            Bound::upper(var, right.div_floor(&form.scale))
        } else {
            Bound::lower(var, right.div_ceil(&form.scale))
        })
    }

    /// What `expr = 0` amounts to.
    pub fn normalise_eq(&mut self, expr: &LinExpr) -> Normal {
        let form = self.form(expr);
        let Some(var) = form.var else {
            return if form.offset.is_zero() {
                Normal::True
            } else {
                Normal::False
            };
        };
        if form.scale.divides(&form.offset) {
            Normal::Equal(var, -form.offset.div_exact(&form.scale))
        } else {
            Normal::False
        }
    }

    /// The current level: the number of [`push`](Solver::push)es not yet undone.
    #[must_use]
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.levels.push(Level {
            bounds: self.bounds.mark(),
            disequalities: self.disequality_trail.len(),
            propagation: self.propagation.mark(),
        });
    }

    /// Leaves levels until `level` remain; forgets the constraints asserted in them.
    /// Costs what was asserted and derived there. Values stay where they are.
    pub fn pop_to(&mut self, level: usize) {
        self.unreduced = false;
        if level >= self.levels.len() {
            return;
        }
        let mark = self.levels[level];
        self.levels.truncate(level);
        self.bounds.undo(mark.bounds);
        while self.disequality_trail.len() > mark.disequalities {
            if let Some(var) = self.disequality_trail.pop() {
                self.disequalities[var as usize].pop();
            }
        }
        self.propagation.undo(mark.propagation, self.bounds.len());
    }

    /// Leaves the innermost level.
    pub fn pop(&mut self) {
        if let Some(level) = self.levels.len().checked_sub(1) {
            self.pop_to(level);
        }
    }

    /// Asserts a bound. An error means that it excludes the opposite bound; deeper conflicts
    /// are found by [`check`](Solver::check).
    pub fn assert_bound(&mut self, bound: &Bound, reason: Reason) -> Result<(), Conflict> {
        self.unreduced = false;
        let value = bound.value.clone();
        let done = self.set_bound(bound.var.0, bound.kind, value, Why::Asserted(reason));
        self.report(done)
    }

    /// Asserts `var = value`.
    pub fn assert_eq(
        &mut self,
        var: VarId,
        value: &Integer,
        reason: Reason,
    ) -> Result<(), Conflict> {
        self.unreduced = false;
        let why = || Why::Asserted(reason);
        let done = self
            .set_bound(var.0, BoundKind::Lower, value.clone(), why())
            .and_then(|()| self.set_bound(var.0, BoundKind::Upper, value.clone(), why()));
        self.report(done)
    }

    /// Asserts `var != value`.
    pub fn assert_ne(
        &mut self,
        var: VarId,
        value: &Integer,
        reason: Reason,
    ) -> Result<(), Conflict> {
        self.unreduced = false;
        self.activate(var.0);
        self.disequalities[var.index()].push((value.clone(), reason));
        self.disequality_trail.push(var.0);
        for kind in [BoundKind::Lower, BoundKind::Upper] {
            if let Some(id) = self.bounds.id(var.0, kind)
                && self.bounds.value(id) == value
            {
                let next = beyond(value, kind);
                let done = self.set_bound(var.0, kind, next, Why::Sharpened(id, reason));
                self.report(done)?;
            }
        }
        Ok(())
    }

    fn report(&mut self, done: Result<(), Clash>) -> Result<(), Conflict> {
        done.map_err(|clash| self.proof_of(&clash).into_conflict())
    }

    pub(crate) fn proof_of(&mut self, clash: &Clash) -> Proof {
        self.statistics.conflicts += 1;
        refutation(&self.bounds, clash)
    }

    /// Puts a form's row into the tableau.
    pub(crate) fn activate(&mut self, var: u32) {
        if std::mem::replace(&mut self.active[var as usize], true) {
            return;
        }
        if let Some(terms) = &self.forms[var as usize] {
            let terms: Vec<(u32, Integer)> = terms
                .iter()
                .map(|(other, c)| (other.0, c.clone()))
                .collect();
            self.tableau.add_row(var, &terms);
        }
    }

    /// Sets a bound if it improves on the current one, sharpens it by disequalities, and keeps
    /// nonbasic variables within their bounds.
    pub(crate) fn set_bound(
        &mut self,
        var: u32,
        kind: BoundKind,
        value: Integer,
        why: Why,
    ) -> Result<(), Clash> {
        self.activate(var);
        if !self.bounds.improves(var, kind, &value) {
            return Ok(());
        }
        let mut id = self.bounds.set(var, kind, value, why);
        while let Some((excluded, reason)) = self.excluded(var, id) {
            let next = beyond(&excluded, kind);
            id = self.bounds.set(var, kind, next, Why::Sharpened(id, reason));
        }
        if let Some(crossing) = self.bounds.cross(id) {
            return Err(crossing.into());
        }
        let value = self.bounds.value(id);
        if self.tableau.is_basic(var) {
            self.enqueue(var);
        } else {
            let current = &self.tableau.value[var as usize];
            let outside = match kind {
                BoundKind::Lower => current < value,
                BoundKind::Upper => current > value,
            };
            if outside {
                let delta = value - current;
                self.shift(var, &delta);
            }
        }
        Ok(())
    }

    fn excluded(&self, var: u32, id: BoundId) -> Option<(Integer, Reason)> {
        let value = self.bounds.value(id);
        self.disequalities[var as usize]
            .iter()
            .find(|(excluded, _)| excluded == value)
            .cloned()
    }

    /// Moves a nonbasic variable and remembers the rows that it may have broken.
    pub(crate) fn shift(&mut self, var: u32, delta: &Integer) {
        self.tableau.shift(var, delta);
        for index in 0..self.tableau.columns[var as usize].len() {
            let row = self.tableau.columns[var as usize][index];
            let basic = self.tableau.rows[row as usize].basic;
            self.enqueue(basic);
        }
    }

    /// Remembers a basic variable if it violates a bound.
    pub(crate) fn enqueue(&mut self, var: u32) {
        if !self.queued[var as usize] && self.violation(var).is_some() {
            self.queued[var as usize] = true;
            self.violated.push(Reverse(var));
        }
    }

    /// The bound that the basic variable `var` violates.
    pub(crate) fn violation(&self, var: u32) -> Option<BoundKind> {
        let (num, den) = self.tableau.value_parts(var);
        let compare = |bound: &Integer| {
            if den.is_one() {
                num.cmp(bound)
            } else {
                num.cmp(&(bound * den))
            }
        };
        if let Some(lower) = self.bounds.lower(var)
            && compare(lower).is_lt()
        {
            return Some(BoundKind::Lower);
        }
        if let Some(upper) = self.bounds.upper(var)
            && compare(upper).is_gt()
        {
            return Some(BoundKind::Upper);
        }
        None
    }

    /// The current lower or upper bound of a variable, if any.
    #[must_use]
    pub fn bound(&self, var: VarId, kind: BoundKind) -> Option<&Integer> {
        self.bounds.get(var.0, kind)
    }

    /// The counters.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}

/// The next value inside a bound of this kind at `value`.
fn beyond(value: &Integer, kind: BoundKind) -> Integer {
    match kind {
        BoundKind::Lower => value + &Integer::ONE,
        BoundKind::Upper => value - &Integer::ONE,
    }
}
