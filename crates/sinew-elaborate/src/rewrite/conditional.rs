//! Laws about conditionals: both cases of a condition, each by congruence and one short derivation.
//!
//! Where a condition holds, its conditionals are their first branches, and a symbol that it says the value of is that value; where it
//! fails, they are their second branches. What is left on both sides is most often the same term, or differs by one function of values.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Known, Op, Outcome, Sort, Term};

use super::draft::Proof;
use super::search::{Rewritten, Search};

/// What terms are in a case.
type Values = FxHashMap<Term, Rewritten>;

/// How many conditions are distinguished one in the other.
const DEPTH: usize = 4;

/// Work for what differs in a case, where nothing computes it.
const SHARE: u64 = 3_000;

/// How far below the root conditionals are looked for: a law is about the outermost functions.
const NEAR: usize = 3;

impl Search<'_> {
    /// `a = b` by the cases of the condition of a conditional at the root of one side, or near it.
    pub(crate) fn by_condition(&mut self, a: Term, b: Term) -> Outcome<Option<Proof>> {
        self.by_condition_within(a, b, DEPTH)
    }

    fn by_condition_within(&mut self, a: Term, b: Term, depth: usize) -> Outcome<Option<Proof>> {
        let Some(condition) = self.condition_near(&[a, b]).filter(|_| depth > 0) else {
            return Ok(None);
        };
        // A condition of several atoms is one case where both sides have it; else they are distinguished one by one.
        let condition = match self.occurs(condition, a) && self.occurs(condition, b) {
            true => Some(condition),
            false => self.atom_of(condition),
        };
        let Some(condition) = condition.filter(|&condition| self.is_closed(condition)) else {
            return Ok(None);
        };
        let not = self.not(condition)?;
        let mut clauses = Vec::with_capacity(2);
        for hypothesis in [condition, not] {
            let assumed = self.drafts.hypothesis(hypothesis);
            let Some(body) = self.equal_where(assumed, a, b, depth)? else {
                return Ok(None);
            };
            let implication = self.drafts.scope(self.checker, assumed, body)?;
            clauses.push(self.step("implies_elim", &[implication], &[])?);
        }
        let goal = self.eq(a, b)?;
        self.either_way(&clauses, goal, not).map(Some)
    }

    /// The condition of the first conditional that is not too far below the roots.
    fn condition_near(&mut self, roots: &[Term]) -> Option<Term> {
        let mut layer: Vec<Term> = roots.to_vec();
        for _ in 0..NEAR {
            let conditional = |&&term: &&Term| self.op(term) == Some(Known::Ite);
            if let Some(&found) = layer.iter().find(conditional) {
                let condition = self.args(found)[0];
                return (!self.is_value(condition)).then_some(condition);
            }
            let below = layer.into_iter().flat_map(|term| self.args(term));
            layer = below.collect();
        }
        None
    }

    /// `a = b` in a case.
    fn equal_where(
        &mut self,
        assumed: Proof,
        a: Term,
        b: Term,
        depth: usize,
    ) -> Outcome<Option<Proof>> {
        let values = self.values_where(assumed)?;
        let (left, right) = (self.with_values(a, &values)?, self.with_values(b, &values)?);
        let left = match left.to == right.to {
            true => left,
            false => match self.equal_soon(left.to, right.to, depth)? {
                Some(proof) => {
                    let step = self.by(proof)?;
                    self.then(left, step)?
                }
                None => return Ok(None),
            },
        };
        match self.meet(left, right, b)?.proof {
            Some(proof) => Ok(Some(proof)),
            None => self.refl(a).map(Some),
        }
    }

    /// `a = b`, which holds in all cases, by a short derivation.
    fn equal_soon(&mut self, a: Term, b: Term, depth: usize) -> Outcome<Option<Proof>> {
        if let Some(proof) = self.directly(a, b)? {
            return Ok(Some(proof));
        }
        if let Some(proof) = self.exactly(a, b)? {
            return Ok(Some(proof));
        }
        if let Some(proof) = self.by_condition_within(a, b, depth - 1)? {
            return Ok(Some(proof));
        }
        self.share = SHARE;
        self.limited(|search| search.equal(a, b))
    }

    /// What a hypothesis says of terms: its own truth, that of its members, and the sides of equations.
    fn values_where(&mut self, assumed: Proof) -> Outcome<Values> {
        let mut values = Values::default();
        let mut work = vec![assumed];
        while let Some(mut shown) = work.pop() {
            let mut formula = self.formula(shown);
            if let Some(outer) = self.parts(Known::Not, formula)
                && let Some(inner) = self.parts(Known::Not, outer[0])
            {
                shown = self.step("not_not_elim", &[shown], &[])?;
                formula = inner[0];
            }
            let negated = self.parts(Known::Not, formula);
            let atom = negated.as_ref().map_or(formula, |parts| parts[0]);
            let (rule, members) = match (&negated, self.op(atom)) {
                (None, Some(Known::And)) => ("and_elim", self.args(atom)),
                (Some(_), Some(Known::Or)) => ("not_or_elim", self.args(atom)),
                _ => ("", Vec::new()),
            };
            for at in 0..members.len() {
                let at = self.int(at as i64)?;
                work.push(self.step(rule, &[shown], &[at])?);
            }
            let rule = match negated {
                Some(_) => "false_intro",
                None => "true_intro",
            };
            let value = self.step(rule, &[shown], &[])?;
            let value = self.by(value)?;
            values.entry(atom).or_insert(value);
            if negated.is_none()
                && let Some((x, y)) = self.pair(Known::Eq, atom)
            {
                self.one_for_the_other(x, y, shown, &mut values)?;
            }
        }
        Ok(values)
    }

    /// The side of an equation that is simpler for the other.
    fn one_for_the_other(
        &mut self,
        x: Term,
        y: Term,
        shown: Proof,
        values: &mut Values,
    ) -> Outcome<()> {
        let simple = |search: &mut Self, term: Term| match search.is_value(term) {
            true => 2,
            false => usize::from(!search.terms().args(term).is_empty()),
        };
        // A value is put in for anything, anything for a symbol, and the right side for the left one else.
        let (x_rank, y_rank) = (simple(self, x), simple(self, y));
        if y_rank == 2 || (x_rank != 2 && (x_rank == 0 || y_rank != 0)) {
            values.entry(x).or_insert(Rewritten {
                to: y,
                proof: Some(shown),
            });
        } else {
            let mirrored = self.step("symm", &[shown], &[])?;
            values.entry(y).or_insert(Rewritten {
                to: x,
                proof: Some(mirrored),
            });
        }
        Ok(())
    }

    /// A term with these values put in, from the outside in, and computed with where that takes one step.
    fn with_values(&mut self, root: Term, values: &Values) -> Outcome<Rewritten> {
        let mut done: Values = values.clone();
        let mut work = vec![(root, false)];
        while let Some((term, ready)) = work.pop() {
            if done.contains_key(&term) {
                continue;
            }
            self.terms().charge(1)?;
            let args = self.args(term);
            let bound = matches!(
                self.terms().op(term),
                Op::Known(Known::Forall | Known::Exists)
            );
            if args.is_empty() || bound {
                done.insert(term, Rewritten::same(term));
            } else if ready {
                let parts: Vec<Rewritten> = args.iter().map(|arg| done[arg]).collect();
                let moved = self.cong(term, &parts)?;
                let folded = self.folded(moved.to)?;
                let whole = self.then(moved, folded)?;
                done.insert(term, whole);
            } else {
                work.push((term, true));
                work.extend(args.into_iter().map(|arg| (arg, false)));
            }
        }
        Ok(done[&root])
    }

    /// A function of values as its value, a conditional whose condition is decided as its branch, a junction without what does not matter.
    fn folded(&mut self, term: Term) -> Outcome<Rewritten> {
        let args = self.args(term);
        let decided = self.terms().as_bool(args[0]);
        let same = Rewritten::same(term);
        let step = match self.op(term) {
            Some(Known::Ite) if decided == Some(true) => {
                self.attempt("ite-true-cond", &[], &args[1..])?
            }
            Some(Known::Ite) if decided == Some(false) => {
                self.attempt("ite-false-cond", &[], &args[1..])?
            }
            Some(Known::Ite) if args[1] == args[2] => {
                self.attempt("ite-eq-branch", &[], &args[..2])?
            }
            Some(op @ (Known::And | Known::Or)) => {
                return Ok(self.folded_junction(op, term)?.unwrap_or(same));
            }
            Some(Known::Eq) if args[0] == args[1] => self.attempt("eq-refl", &[], &args[..1])?,
            Some(_)
                if self.terms().sort(term) != Sort::RegLan
                    && args.iter().all(|&arg| self.is_value(arg)) =>
            {
                self.attempt("evaluate", &[], &[term])?
            }
            _ => None,
        };
        match step {
            Some(proof) => self.by(proof),
            None => Ok(same),
        }
    }

    fn folded_junction(&mut self, op: Known, term: Term) -> Outcome<Option<Rewritten>> {
        let members = self.args(term);
        let neutral = self.boolean(op == Known::And)?;
        let zero = self.boolean(op != Known::And)?;
        if members.contains(&zero) {
            return self.equation_by("absorb", term, zero);
        }
        if !members.contains(&neutral) {
            return Ok(None);
        }
        let rest: Vec<Term> = (members.into_iter())
            .filter(|&member| member != neutral)
            .collect();
        let to = self.list(op, &rest)?;
        self.equation_by("aci_norm", term, to)
    }
}
