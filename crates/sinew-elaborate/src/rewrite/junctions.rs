//! Junctions that became others because of what some members say: about the same sum, or the same value.
//!
//! What makes the difference is found by the shape of the members and shown about these alone; the others are a list that is put aside. A disjunction
//! is looked at as the conjunction of what it denies.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::Integer;
use sinew_proof::cpc::{Known, Outcome, Sort, Term};

use super::arith::Polynomial;
use super::draft::Proof;
use super::search::{Rewritten, Search, allowed};

/// A junction with so many members is looked at by parts.
const MANY: usize = 3;
/// So many choices of members are tried where their shape does not tell.
const CHOICES: usize = 5;
/// How much work an attempt at a choice may do, round by round.
const SHARES: [u64; 2] = [1_000, 8_000];
/// The part of the work that all choices together may do: there are other ways.
const PART: u64 = 2;

/// Two junctions of few members, and the members that both have besides.
struct Choice {
    left: Vec<Term>,
    right: Vec<Term>,
    others: Vec<Term>,
}

/// Members that only one side has and that are about the same, with what that is.
#[derive(Default)]
struct Group {
    gone: Vec<Term>,
    new: Vec<Term>,
    keys: FxHashSet<Term>,
}

impl Search<'_> {
    /// A proof of `a = b`, where the members of a junction contradict each other by their shape.
    pub(crate) fn by_contradiction(&mut self, a: Term, b: Term) -> Outcome<Option<Proof>> {
        let Some(op @ (Known::And | Known::Or)) = self.op(a) else {
            return Ok(None);
        };
        let absorbing = self.boolean(op == Known::Or)?;
        if b != absorbing {
            return Ok(None);
        }
        let members = self.args(a);
        Ok(allowed(self.contradicting(op, a, &members))?.flatten())
    }

    /// A proof of `a = b`, where a junction became another, or a truth value.
    pub(crate) fn by_members(&mut self, a: Term, b: Term) -> Outcome<Option<Proof>> {
        let Some(op @ (Known::And | Known::Or)) = self.op(a) else {
            return Ok(None);
        };
        let left = self.args(a);
        let absorbing = self.boolean(op == Known::Or)?;
        if left.len() < MANY {
            return Ok(None);
        }
        let allowed = self.terms().budget();
        let share = allowed / PART;
        self.terms().set_budget(share);
        let found = if b == absorbing {
            let choices = self.clashes(&left, absorbing);
            self.by_choice(op, (a, b), &choices)
        } else {
            self.changed(op, (a, b), &left)
        };
        let spent = share - self.terms().budget();
        self.terms().set_budget(allowed - spent);
        Ok(found.unwrap_or(None))
    }

    /// What the members say if the junction is what it is when nothing absorbs it.
    fn literals(&mut self, op: Known, members: &[Term]) -> Outcome<Vec<Term>> {
        let mut literals = Vec::with_capacity(members.len());
        for &member in members {
            literals.push(match (op, self.parts(Known::Not, member)) {
                (Known::And, _) => member,
                (_, Some(inner)) => inner[0],
                (_, None) => self.not(member)?,
            });
        }
        Ok(literals)
    }

    /// `a` is absorbed because members contradict each other: one denies another, or they give a term two values, or bounds that exclude each other.
    fn contradicting(&mut self, op: Known, a: Term, members: &[Term]) -> Outcome<Option<Proof>> {
        if !self.is_closed(a) {
            return Ok(None);
        }
        let literals = self.literals(op, members)?;
        self.terms().charge(literals.len())?;
        let places: FxHashMap<Term, usize> = (literals.iter().enumerate())
            .map(|(at, &literal)| (literal, at))
            .collect();
        let mut values: FxHashMap<Term, (Term, usize)> = FxHashMap::default();
        for (at, &literal) in literals.iter().enumerate() {
            if let Some(inner) = self.parts(Known::Not, literal)
                && let Some(&other) = places.get(&inner[0])
            {
                return self.absorbed(op, a, &[other, at], |search, facts| {
                    search.step("contra", facts, &[]).map(Some)
                });
            }
            if let Some((term, value)) = self.pair(Known::Eq, literal)
                && self.is_value(value)
                && let Some((before, other)) = values.insert(term, (value, at))
                && before != value
            {
                return self.absorbed(op, a, &[other, at], Self::two_values);
            }
        }
        match self.crossing(&literals)? {
            Some(places) => self.absorbed(op, a, &places, Self::two_bounds),
            None => Ok(None),
        }
    }

    /// `a = false` (a disjunction: `a = true`), from a contradiction between what its members at these places say.
    fn absorbed(
        &mut self,
        op: Known,
        a: Term,
        places: &[usize],
        contradiction: impl FnOnce(&mut Self, &[Proof]) -> Outcome<Option<Proof>>,
    ) -> Outcome<Option<Proof>> {
        let supposed = match op {
            Known::And => a,
            _ => self.not(a)?,
        };
        let hypothesis = self.drafts.hypothesis(supposed);
        let mut facts = Vec::with_capacity(places.len());
        for &at in places {
            facts.push(self.said_by_member(op, hypothesis, at)?);
        }
        let Some(absurd) = contradiction(self, &facts)? else {
            return Ok(None);
        };
        let implied = self.drafts.scope(self.checker, hypothesis, absurd)?;
        let denied = self.step("bool-impl-false1", &[], &[supposed])?;
        let denied = self.step("eq_resolve", &[implied, denied], &[])?;
        if op == Known::And {
            return self.step("false_intro", &[denied], &[]).map(Some);
        }
        let holds = self.step("not_not_elim", &[denied], &[])?;
        self.step("true_intro", &[holds], &[]).map(Some)
    }

    /// What a member says, where the junction is supposed (a disjunction: denied).
    fn said_by_member(&mut self, op: Known, supposed: Proof, at: usize) -> Outcome<Proof> {
        let place = self.int(at as i64)?;
        let rule = match op {
            Known::And => "and_elim",
            _ => "not_or_elim",
        };
        let fact = self.step(rule, &[supposed], &[place])?;
        let formula = self.formula(fact);
        let outer = self.parts(Known::Not, formula).map(|parts| parts[0]);
        match outer {
            Some(outer) if op == Known::Or && self.op(outer) == Some(Known::Not) => {
                self.step("not_not_elim", &[fact], &[])
            }
            _ => Ok(fact),
        }
    }

    /// `false` from `t = c` and `t = d`.
    fn two_values(&mut self, facts: &[Proof]) -> Outcome<Option<Proof>> {
        let turned = self.step("symm", &facts[..1], &[])?;
        let equal = self.step("trans", &[turned, facts[1]], &[])?;
        let formula = self.formula(equal);
        let value = self.step("evaluate", &[], &[formula])?;
        self.step("eq_resolve", &[equal, value], &[]).map(Some)
    }

    /// `false` from bounds that exclude each other.
    fn two_bounds(&mut self, facts: &[Proof]) -> Outcome<Option<Proof>> {
        let mut bounds = Vec::new();
        for &fact in facts {
            let formula = self.formula(fact);
            let normal = self.canonical(formula)?;
            let shown = self.transport(fact, normal)?;
            bounds.extend(self.bounds_of(normal.to, shown)?);
        }
        let absurd = Polynomial::constant((-1).into());
        let found = self.entailed_by(bounds, &absurd)?;
        Ok(found.filter(|&proof| {
            let formula = self.drafts.formula(proof);
            self.checker.terms().as_bool(formula) == Some(false)
        }))
    }

    /// The places of two bounds of a sum that exclude each other.
    fn crossing(&mut self, literals: &[Term]) -> Outcome<Option<Vec<usize>>> {
        // The greatest lower and the least upper bound of each sum, with their places.
        type Ends = [Option<(Integer, usize)>; 2];
        let mut sums: FxHashMap<Term, Ends> = FxHashMap::default();
        for (at, &literal) in literals.iter().enumerate() {
            for (sum, bound, upper) in self.ends_of(literal)? {
                let ends = sums.entry(sum).or_default();
                let end = &mut ends[usize::from(upper)];
                let tighter = end.as_ref().is_none_or(|(old, _)| match upper {
                    true => bound < *old,
                    false => bound > *old,
                });
                if tighter {
                    *end = Some((bound, at));
                }
                if let [Some((low, first)), Some((high, second))] = ends
                    && low > high
                {
                    return Ok(Some(vec![*first, *second]));
                }
            }
        }
        Ok(None)
    }

    /// The bounds that a literal is of a sum: the sum, the number, and whether it is at most that.
    fn ends_of(&mut self, literal: Term) -> Outcome<Vec<(Term, Integer, bool)>> {
        let (atom, negated) = match self.parts(Known::Not, literal) {
            Some(parts) => (parts[0], true),
            None => (literal, false),
        };
        let Some((sum, bound, turned)) = self.sum_of(atom)? else {
            return Ok(Vec::new());
        };
        let one = Integer::from(1);
        Ok(match (self.op(atom), negated) {
            (Some(Known::Eq), false) => vec![(sum, bound.clone(), false), (sum, bound, true)],
            (Some(Known::Eq), true) => Vec::new(),
            // s >= c, or -s >= -c; negated, c - 1 >= s, or s - 1 >= c.
            (_, false) => vec![(sum, bound, turned)],
            (_, true) if turned => vec![(sum, &bound + &one, false)],
            (_, true) => vec![(sum, &bound - &one, true)],
        })
    }

    /// The sum that a comparison is about, the number that it is compared with, and whether both have the opposite sign.
    fn sum_of(&mut self, atom: Term) -> Outcome<Option<(Term, Integer, bool)>> {
        let Some(op @ (Known::Ge | Known::Eq)) = self.op(atom) else {
            return Ok(None);
        };
        let Some((a, b)) = self.pair(op, atom) else {
            return Ok(None);
        };
        if self.terms().sort(a) != Sort::Int {
            return Ok(None);
        }
        let difference = self.polynomial(a)?.plus(&self.polynomial(b)?, &(-1).into());
        let mut sum = difference.linear_part();
        let mut bound = -difference.constant_part();
        let turned = (sum.monomials().next()).is_some_and(|(_, factor)| factor.is_negative());
        if turned {
            (sum, bound) = (sum.scaled(&(-1).into()), -bound);
        }
        Ok(Some((self.sum(&sum)?, bound, turned)))
    }

    /// What a literal is about, where it bounds a sum or says something of a value.
    fn keys_of(&mut self, literal: Term) -> Outcome<Vec<Term>> {
        let atom = (self.parts(Known::Not, literal)).map_or(literal, |parts| parts[0]);
        if let Some((sum, ..)) = self.sum_of(atom)? {
            return Ok(vec![sum]);
        }
        let Some((term, value)) = self.pair(Known::Eq, atom) else {
            return Ok(Vec::new());
        };
        if !self.is_value(value) {
            return Ok(Vec::new());
        }
        let empty = self.terms().as_str(value).is_some_and(<[u32]>::is_empty);
        Ok(match empty {
            true => vec![term, self.app(Known::Len, &[term])?],
            false => vec![term],
        })
    }

    /// A junction of which some members went and others came.
    fn changed(
        &mut self,
        op: Known,
        (a, b): (Term, Term),
        left: &[Term],
    ) -> Outcome<Option<Proof>> {
        let right = self.parts(op, b).unwrap_or(vec![b]);
        if let Some(proof) = self.group_by_group(op, (a, b), left, &right)? {
            return Ok(Some(proof));
        }
        let choices = self.differences(left, &right);
        self.by_choice(op, (a, b), &choices)
    }

    /// The same, where all that changed are bounds and values: first what is about one sum or term, then what is about the next.
    fn group_by_group(
        &mut self,
        op: Known,
        (a, b): (Term, Term),
        left: &[Term],
        right: &[Term],
    ) -> Outcome<Option<Proof>> {
        let Some(groups) = self.groups(left, right)? else {
            return Ok(None);
        };
        let mut current = Rewritten::same(a);
        let mut members = left.to_vec();
        for group in groups {
            let mut context = Vec::new();
            for &member in &members {
                let keys = self.keys_of(member)?;
                if !group.gone.contains(&member) && keys.iter().any(|key| group.keys.contains(key))
                {
                    context.push(member);
                }
            }
            let small = [&context[..], &group.gone[..]].concat();
            let becomes = [&context[..], &group.new[..]].concat();
            if becomes.is_empty() || small.is_empty() {
                return Ok(None);
            }
            let others: Vec<Term> = (members.iter().copied())
                .filter(|member| !small.contains(member))
                .collect();
            let sides = (self.list(op, &small)?, self.list(op, &becomes)?);
            let Some(proof) = self.shortly(SHARES[1], sides.0, sides.1)? else {
                return Ok(None);
            };
            let small = Rewritten {
                to: sides.1,
                proof: Some(proof),
            };
            members = [&others[..], &becomes[..]].concat();
            let next = self.list(op, &members)?;
            let step = self.among_others(op, (current.to, next), sides.0, small, &others)?;
            let Some(step) = step else {
                return Ok(None);
            };
            current = self.then(current, step)?;
        }
        match self.equation_by("aci_norm", current.to, b)? {
            Some(last) => Ok(self.then(current, last)?.proof),
            None => Ok(None),
        }
    }

    /// The members that only one side has, by what they are about; nothing if one of them is about something else.
    fn groups(&mut self, left: &[Term], right: &[Term]) -> Outcome<Option<Vec<Group>>> {
        let (in_left, in_right): (FxHashSet<&Term>, FxHashSet<&Term>) =
            (left.iter().collect(), right.iter().collect());
        let gone = left.iter().filter(|member| !in_right.contains(member));
        let new = right.iter().filter(|member| !in_left.contains(member));
        let mut groups: Vec<Group> = Vec::new();
        for (&member, is_new) in (gone.map(|member| (member, false))).chain(new.map(|m| (m, true)))
        {
            let keys = self.keys_of(member)?;
            if keys.is_empty() {
                return Ok(None);
            }
            let mut joint = Group::default();
            joint.keys.extend(keys);
            let (same, mut others): (Vec<Group>, Vec<Group>) =
                (groups.into_iter()).partition(|group| !group.keys.is_disjoint(&joint.keys));
            for group in same {
                joint.gone.extend(group.gone);
                joint.new.extend(group.new);
                joint.keys.extend(group.keys);
            }
            match is_new {
                true => joint.new.push(member),
                false => joint.gone.push(member),
            }
            others.push(joint);
            groups = others;
        }
        Ok(Some(groups))
    }

    /// One choice of members after the other.
    fn by_choice(
        &mut self,
        op: Known,
        (a, b): (Term, Term),
        choices: &[Choice],
    ) -> Outcome<Option<Proof>> {
        for share in SHARES {
            for choice in choices {
                let small = [&choice.left, &choice.right].map(|members| self.list(op, members));
                let [small_a, small_b] = small;
                let (small_a, small_b) = (small_a?, small_b?);
                if (small_a, small_b) == (a, b) {
                    continue;
                }
                if let Some(proof) = self.shortly(share, small_a, small_b)? {
                    let small = Rewritten {
                        to: small_b,
                        proof: Some(proof),
                    };
                    let all = self.among_others(op, (a, b), small_a, small, &choice.others)?;
                    return Ok(all.and_then(|all| all.proof));
                }
            }
        }
        Ok(None)
    }

    /// Members that may exclude each other: pairs that are about the same.
    fn clashes(&mut self, members: &[Term], absorbing: Term) -> Vec<Choice> {
        let subjects: Vec<FxHashSet<Term>> = members.iter().map(|&m| self.subjects_of(m)).collect();
        let mut choices = Vec::new();
        for (j, &second) in members.iter().enumerate() {
            for (i, &first) in members[..j].iter().enumerate() {
                if choices.len() >= CHOICES || subjects[i].is_disjoint(&subjects[j]) {
                    continue;
                }
                let others = (members.iter().copied())
                    .filter(|&member| member != first && member != second)
                    .collect();
                choices.push(Choice {
                    left: vec![first, second],
                    right: vec![absorbing],
                    others,
                });
            }
        }
        choices
    }

    /// The members that only one side has: by themselves, with one that both have, and with all of these that are about the same.
    fn differences(&mut self, left: &[Term], right: &[Term]) -> Vec<Choice> {
        let (in_left, in_right): (FxHashSet<Term>, FxHashSet<Term>) = (
            left.iter().copied().collect(),
            right.iter().copied().collect(),
        );
        let (common, gone): (Vec<Term>, Vec<Term>) = left
            .iter()
            .copied()
            .partition(|member| in_right.contains(member));
        let new: Vec<Term> = (right.iter().copied())
            .filter(|member| !in_left.contains(member))
            .collect();
        if common.is_empty() {
            return Vec::new();
        }
        let mut subjects = FxHashSet::default();
        for &member in gone.iter().chain(&new) {
            subjects.extend(self.subjects_of(member));
        }
        let related: Vec<Term> = (common.iter().copied())
            .filter(|&member| !self.subjects_of(member).is_disjoint(&subjects))
            .collect();
        // What says that terms are values, put into the others.
        let values: Vec<Term> = (related.iter().copied())
            .filter(|&member| self.is_valuation(member))
            .collect();
        let mut contexts: Vec<Vec<Term>> = Vec::new();
        if values.len() > 1 && values.len() < related.len() {
            contexts.push(values);
        }
        if !gone.is_empty() && !new.is_empty() {
            contexts.push(Vec::new());
        }
        contexts.extend(related.iter().take(CHOICES).map(|&member| vec![member]));
        if related.len() > 1 {
            contexts.push(related);
        }
        let choice = |context: Vec<Term>| Choice {
            left: [&context[..], &gone[..]].concat(),
            right: [&context[..], &new[..]].concat(),
            others: common
                .iter()
                .copied()
                .filter(|member| !context.contains(member))
                .collect(),
        };
        contexts.into_iter().map(choice).collect()
    }

    /// Whether a formula says what value a term has, or denies that.
    fn is_valuation(&mut self, formula: Term) -> bool {
        let atom = (self.parts(Known::Not, formula)).map_or(formula, |parts| parts[0]);
        match self.pair(Known::Eq, atom) {
            Some((_, value)) => self.is_value(value),
            None => false,
        }
    }

    /// What a literal is about: the terms that it compares, and their arguments.
    fn subjects_of(&mut self, literal: Term) -> FxHashSet<Term> {
        let mut subjects = FxHashSet::default();
        let mut work = vec![(literal, 0)];
        while let Some((term, depth)) = work.pop() {
            let transparent = self.terms().sort(term) == Sort::Bool
                || matches!(
                    self.op(term),
                    Some(Known::Add | Known::Mul | Known::Sub | Known::Neg | Known::Concat)
                );
            let args = self.args(term);
            if transparent && !args.is_empty() {
                work.extend(args.into_iter().map(|arg| (arg, depth)));
            } else if !self.is_value(term) && self.terms().sort(term) != Sort::RegLan {
                subjects.insert(term);
                if depth == 0 {
                    work.extend(args.into_iter().map(|arg| (arg, 1)));
                }
            }
        }
        subjects
    }

    /// `a = b` from an equation between junctions of few of their members.
    fn among_others(
        &mut self,
        op: Known,
        (a, b): (Term, Term),
        small: Term,
        becomes: Rewritten,
        others: &[Term],
    ) -> Outcome<Option<Rewritten>> {
        let grouped = self.list(op, &[others, &[small]].concat())?;
        let Some(first) = self.equation_by("aci_norm", a, grouped)? else {
            return Ok(None);
        };
        let changed = match others {
            [] => becomes,
            _ => self.cong_at(grouped, others.len(), becomes)?,
        };
        let changed = self.then(first, changed)?;
        let rule = match self.terms().as_bool(b) {
            Some(_) => "absorb",
            None => "aci_norm",
        };
        match self.equation_by(rule, changed.to, b)? {
            Some(last) => self.then(changed, last).map(Some),
            None => Ok(None),
        }
    }
}
#[cfg(test)]
mod tests;
