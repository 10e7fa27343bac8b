//! Junctions that differ in few of their members: what makes the difference is shown about these alone, and about a member that both have where
//! that is needed. How many other members there are costs nothing but the list.

use rustc_hash::FxHashSet;
use sinew_proof::cpc::{Known, Outcome, Sort, Term};

use super::draft::Proof;
use super::search::{Rewritten, Search};

/// A junction with so many members is looked at by parts.
const MANY: usize = 3;
/// So many choices of members are tried.
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

impl Search<'_> {
    /// A proof of `a = b`, where a junction became another, or a truth value.
    pub(crate) fn by_few_members(&mut self, a: Term, b: Term) -> Outcome<Option<Proof>> {
        let allowed = self.terms().budget();
        let share = allowed / PART;
        self.terms().set_budget(share);
        let found = self.by_choice(a, b);
        let spent = share - self.terms().budget();
        self.terms().set_budget(allowed - spent);
        match found {
            Ok(found) => Ok(found),
            Err(_) => Ok(None),
        }
    }

    fn by_choice(&mut self, a: Term, b: Term) -> Outcome<Option<Proof>> {
        let Some(op @ (Known::And | Known::Or)) = self.op(a) else {
            return Ok(None);
        };
        let left = self.args(a);
        if left.len() < MANY {
            return Ok(None);
        }
        let absorbing = self.boolean(op == Known::Or)?;
        let choices = if b == absorbing {
            self.clashes(&left, absorbing)
        } else {
            let right = self.parts(op, b).unwrap_or(vec![b]);
            self.differences(&left, &right)
        };
        for share in SHARES {
            for choice in &choices {
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
                    return self.among_others(op, (a, b), small_a, small, &choice.others);
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
        let mut contexts: Vec<Vec<Term>> = Vec::new();
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
    ) -> Outcome<Option<Proof>> {
        let grouped = self.app(op, &[others, &[small]].concat())?;
        let Some(first) = self.equation_by("aci_norm", a, grouped)? else {
            return Ok(None);
        };
        let changed = self.cong_at(grouped, others.len(), becomes)?;
        let changed = self.then(first, changed)?;
        let rule = match self.terms().as_bool(b) {
            Some(_) => "absorb",
            None => "aci_norm",
        };
        let Some(last) = self.equation_by(rule, changed.to, b)? else {
            return Ok(None);
        };
        Ok(self.then(changed, last)?.proof)
    }
}
