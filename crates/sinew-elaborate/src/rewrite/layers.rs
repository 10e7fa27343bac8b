//! Which parts of terms are looked into: a law is about the outermost functions, and what is further in is one term like any other.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_proof::cpc::{Failure, Known, Op, Outcome, Sort, Term};

use super::assumptions::Assumptions;
use super::draft::Proof;
use super::search::{Search, allowed};

/// How many rewrites, and distinctions of cases, an attempt may make, and how much work it may do.
const FUEL: u32 = 4_000;
const SPLITS: u32 = 32;
const SHARE: u64 = 100_000;

/// How many layers of functions are seen at most, before all are; how many functions are explained one by one.
const LAYERS: usize = 2;
const SINGLE: usize = 3;

impl Search<'_> {
    /// The terms below so many layers of functions. Connectives are no layer, and neither are equality, arithmetic, lengths, concatenation and
    /// languages; without a number, all but connectives are deep.
    fn deep(&mut self, roots: &[Term], layers: Option<usize>) -> FxHashSet<Term> {
        // The fewest layers above each term.
        let mut above: FxHashMap<Term, usize> = FxHashMap::default();
        let mut work: Vec<(Term, usize)> = roots.iter().map(|&root| (root, 0)).collect();
        while let Some((term, count)) = work.pop() {
            if above.get(&term).is_some_and(|&known| known <= count) {
                continue;
            }
            above.insert(term, count);
            let inside = count + self.thickness(term, layers);
            if inside <= layers.unwrap_or(0) {
                let args = self.args(term);
                work.extend(args.into_iter().map(|arg| (arg, inside)));
            }
        }
        let (mut deep, mut ground) = (FxHashSet::default(), FxHashMap::default());
        let found: Vec<(Term, usize)> = above.into_iter().collect();
        for (term, count) in found {
            let inside = count + self.thickness(term, layers);
            if inside > layers.unwrap_or(0)
                && !self.terms().args(term).is_empty()
                && !self.is_ground(term, &mut ground)
            {
                deep.insert(term);
            }
        }
        deep
    }

    /// How many layers an operator is.
    fn thickness(&mut self, term: Term, layers: Option<usize>) -> usize {
        use Known::*;
        let args = self.args(term);
        match self.op(term) {
            Some(And | Or | Not | Implies | Xor) => 0,
            Some(Ite) => 0,
            Some(Eq) if self.terms().sort(args[0]) == Sort::Bool => 0,
            Some(
                Eq | Distinct | Add | Mul | Sub | Neg | Lt | Le | Gt | Ge | Len | Concat | InRe
                | ToRe | Star | Plus | Power | Opt | Comp | Range | ReConcat | ReInter | ReUnion
                | ReDiff | Loop,
            ) => usize::from(layers.is_none()),
            _ => 1,
        }
    }

    /// Whether no symbol occurs; `known` has what was found out before.
    fn is_ground(&mut self, root: Term, known: &mut FxHashMap<Term, bool>) -> bool {
        let mut work = vec![(root, false)];
        while let Some((term, ready)) = work.pop() {
            if known.contains_key(&term) {
                continue;
            }
            let args = self.args(term);
            if !ready {
                work.push((term, true));
                work.extend(args.iter().map(|&arg| (arg, false)));
                continue;
            }
            let symbol = !matches!(
                self.terms().op(term),
                Op::Known(_) | Op::Int(_) | Op::Str(_)
            );
            let ground = !symbol && args.iter().all(|arg| known[arg]);
            known.insert(term, ground);
        }
        known[&root]
    }

    /// A proof of `a = b`: one attempt after the other, each with its share of the work.
    pub(crate) fn attempts(&mut self, a: Term, b: Term) -> Outcome<Option<Proof>> {
        let everything = FxHashSet::default();
        if let Some(proof) = self.limited(|search| search.equal_here(a, b))? {
            return Ok(Some(proof));
        }
        if self.is_connective(a) && self.is_connective(b) {
            let atoms = self.deep(&[a, b], None);
            if let Some(proof) = self.blindly(&atoms, |search| search.equal(a, b))? {
                return Ok(Some(proof));
            }
        }
        let mut views: Vec<FxHashSet<Term>> = Vec::new();
        for layers in 0..=LAYERS {
            let view = self.deep(&[a, b], Some(layers));
            if !views.contains(&view) {
                views.push(view);
            }
        }
        if !views.contains(&everything) {
            views.push(everything);
        }
        for view in &views {
            if let Some(proof) = self.blindly(view, |search| search.equal(a, b))? {
                return Ok(Some(proof));
            }
        }
        for view in &views {
            if let Some(proof) = self.explained(view, a, b)? {
                return Ok(Some(proof));
            }
        }
        Ok(None)
    }

    /// With what functions mean: one at a time, then all.
    fn explained(&mut self, view: &FxHashSet<Term>, a: Term, b: Term) -> Outcome<Option<Proof>> {
        let open = self.cases.len();
        if !view.is_empty() {
            self.cases.push(Assumptions::blind(view.clone()));
        }
        self.fuel = FUEL;
        let lemmas = self.lemmas_for(a, b);
        self.cases.truncate(open);
        let lemmas = allowed(lemmas)?.unwrap_or_default();
        for lemma in lemmas.iter().take(SINGLE) {
            if let Some(proof) = self.blindly(view, |search| search.equal_by(lemma, a, b))? {
                return Ok(Some(proof));
            }
        }
        if lemmas.len() < 2 {
            return Ok(None);
        }
        let all = lemmas.concat();
        self.blindly(view, |search| search.equal_by(&all, a, b))
    }

    /// Lemmas about the functions in both, and in their normal forms.
    fn lemmas_for(&mut self, a: Term, b: Term) -> Outcome<Vec<Vec<Proof>>> {
        let normal = [self.normal(a, 0)?.to, self.normal(b, 0)?.to];
        self.lemmas(&[normal[0], normal[1], a, b])
    }

    /// Whether it is a formula of formulas.
    fn is_connective(&mut self, term: Term) -> bool {
        let args = self.args(term);
        !args.is_empty() && args.iter().all(|&arg| self.terms().sort(arg) == Sort::Bool)
    }

    /// An attempt that may do no more than its share of the work.
    fn limited(
        &mut self,
        attempt: impl FnOnce(&mut Self) -> Outcome<Option<Proof>>,
    ) -> Outcome<Option<Proof>> {
        (self.fuel, self.splits) = (FUEL, SPLITS);
        let allowed = self.terms().budget();
        let share = allowed.min(SHARE);
        self.terms().set_budget(share);
        let found = attempt(self);
        let left = self.terms().budget();
        self.terms().set_budget(allowed - (share - left));
        match found {
            Err(Failure::Budget) if share < allowed => Ok(None),
            // A rule did not apply where it was expected to: this attempt has failed.
            Err(Failure::Wrong(_)) => Ok(None),
            found => found,
        }
    }

    /// An attempt that does not look into some terms.
    fn blindly(
        &mut self,
        opaque: &FxHashSet<Term>,
        attempt: impl FnOnce(&mut Self) -> Outcome<Option<Proof>>,
    ) -> Outcome<Option<Proof>> {
        let open = self.cases.len();
        if !opaque.is_empty() {
            self.cases.push(Assumptions::blind(opaque.clone()));
        }
        let found = self.limited(attempt);
        self.cases.truncate(open);
        found
    }
}
