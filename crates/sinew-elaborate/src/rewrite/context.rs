//! Junctions in which one member says something about the others: `x = c ∧ φ(x)` is `x = c ∧ φ(c)`.
//!
//! Where that member holds (in a disjunction: fails), the others are equal by congruence; where not, both junctions are decided.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_proof::cpc::{Known, Op, Outcome, Term};

use super::draft::Proof;
use super::search::{Rewritten, Search};

/// What terms are equal to, by left and right side.
type Equations = FxHashMap<(Term, Term), Proof>;

impl Search<'_> {
    /// Two junctions whose members are equal in the context of one that both have.
    pub(crate) fn in_context(&mut self, a: Term, b: Term) -> Outcome<Option<Proof>> {
        let Some(op @ (Known::And | Known::Or)) = self.op(a) else {
            return Ok(None);
        };
        let left = self.args(a);
        let right = match self.parts(op, b) {
            Some(right) if right.len() == left.len() => right,
            _ => return Ok(None),
        };
        let Some(differs) = (left.iter().zip(&right)).position(|(a, b)| a != b) else {
            return Ok(None);
        };
        for (at, &member) in left.iter().enumerate() {
            if right[at] == member
                && self.speaks_of(member, left[differs])?
                && self.is_closed(member)
                && let Some(proof) = self.by_member(op, (a, b), at)?
            {
                return Ok(Some(proof));
            }
        }
        Ok(None)
    }

    /// Whether a member, or a side of it, occurs in another.
    fn speaks_of(&mut self, member: Term, other: Term) -> Outcome<bool> {
        let atom = (self.parts(Known::Not, member)).map_or(member, |parts| parts[0]);
        let mut sought = vec![atom];
        sought.extend(self.parts(Known::Eq, atom).unwrap_or_default());
        let mut seen = FxHashSet::default();
        let mut work = vec![other];
        while let Some(term) = work.pop() {
            if sought.contains(&term) {
                return Ok(true);
            }
            if seen.insert(term) {
                self.terms().charge(1)?;
                work.extend(self.terms().args(term));
            }
        }
        Ok(false)
    }

    /// The cases of the member at this place.
    fn by_member(&mut self, op: Known, (a, b): (Term, Term), at: usize) -> Outcome<Option<Proof>> {
        let member = self.args(a)[at];
        let not = self.not(member)?;
        // The case that says something comes first.
        let mut cases = [member, not];
        if op == Known::Or {
            cases.reverse();
        }
        let assumed = cases.map(|hypothesis| self.drafts.hypothesis(hypothesis));
        let Some(alike) = self.members_alike(a, b, assumed[0])? else {
            return Ok(None);
        };
        let decided = self.decided_by(a, b, at, assumed[1])?;
        let mut clauses = [alike, decided];
        for (clause, hypothesis) in clauses.iter_mut().zip(assumed) {
            let implication = (self.drafts).scope(self.checker, hypothesis, *clause)?;
            *clause = self.step("implies_elim", &[implication], &[])?;
        }
        if op == Known::Or {
            clauses.reverse();
        }
        let goal = self.eq(a, b)?;
        self.either_way(&clauses, goal, not).map(Some)
    }

    /// `a = b` by congruence from what a hypothesis says.
    fn members_alike(&mut self, a: Term, b: Term, assumed: Proof) -> Outcome<Option<Proof>> {
        let mut known = self.said(assumed)?;
        let found = self.aligned(a, b, &mut known)?;
        Ok(found.and_then(|found| found.proof))
    }

    /// `a = b`, because a hypothesis decides both: it says what makes a junction true, or false.
    fn decided_by(&mut self, a: Term, b: Term, at: usize, assumed: Proof) -> Outcome<Proof> {
        let member = self.args(a)[at];
        let holds = self.formula(assumed) == member;
        let rule = if holds { "true_intro" } else { "false_intro" };
        let value = self.step(rule, &[assumed], &[])?;
        let value = self.by(value)?;
        let mut sides = [a, b].map(Rewritten::same);
        for side in &mut sides {
            let changed = self.cong_at(side.to, at, value)?;
            let last = self.equation_by("absorb", changed.to, value.to)?;
            let last = last.ok_or("a member decides the junction")?;
            *side = self.then(changed, last)?;
        }
        let both = self.meet(sides[0], sides[1], b)?;
        both.proof.ok_or_else(|| "two junctions differ".into())
    }

    /// Equations that a formula says: between its sides, and about its truth.
    fn said(&mut self, assumed: Proof) -> Outcome<Equations> {
        let mut known = Equations::default();
        let mut shown = assumed;
        let mut formula = self.formula(shown);
        if let Some(outer) = self.parts(Known::Not, formula)
            && let Some(inner) = self.parts(Known::Not, outer[0])
        {
            shown = self.step("not_not_elim", &[shown], &[])?;
            formula = inner[0];
        }
        if let Some((x, y)) = self.pair(Known::Eq, formula) {
            known.insert((x, y), shown);
            let mirrored = self.step("symm", &[shown], &[])?;
            known.insert((y, x), mirrored);
        }
        let negated = self.parts(Known::Not, formula);
        let rule = match negated {
            Some(_) => "false_intro",
            None => "true_intro",
        };
        let value = self.step(rule, &[shown], &[])?;
        let atom = negated.map_or(formula, |parts| parts[0]);
        let truth = self.by(value)?.to;
        known.insert((atom, truth), value);
        Ok(known)
    }

    /// `a = b` from equations between parts that stand at the same places; what is found on the way is added to them.
    fn aligned(&mut self, a: Term, b: Term, known: &mut Equations) -> Outcome<Option<Rewritten>> {
        let mut work = vec![((a, b), false)];
        while let Some((pair @ (left, right), ready)) = work.pop() {
            if left == right || known.contains_key(&pair) {
                continue;
            }
            let (x, y) = (self.args(left), self.args(right));
            let alike = self.terms().op(left) == self.terms().op(right) && x.len() == y.len();
            let bound = matches!(
                self.terms().op(left),
                Op::Known(Known::Forall | Known::Exists)
            );
            if !alike || x.is_empty() || bound {
                return Ok(None);
            }
            self.terms().charge(x.len())?;
            let pairs = x.into_iter().zip(y);
            if !ready {
                work.push((pair, true));
                work.extend(pairs.map(|pair| (pair, false)));
                continue;
            }
            let parts: Vec<Rewritten> = pairs
                .map(|pair| Rewritten {
                    to: pair.1,
                    proof: known.get(&pair).copied(),
                })
                .collect();
            if let Some(proof) = self.cong(left, &parts)?.proof {
                known.insert(pair, proof);
            }
        }
        Ok(known.get(&(a, b)).map(|&proof| Rewritten {
            to: b,
            proof: Some(proof),
        }))
    }
}
