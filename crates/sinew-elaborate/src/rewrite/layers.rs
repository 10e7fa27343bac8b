//! Which parts of terms are looked into: a law is about the outermost functions, and what is further in is one term like any other.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_proof::cpc::{Failure, Known, Op, Outcome, Sort, Term};

use super::assumptions::Assumptions;
use super::draft::Proof;
use super::search::Search;

/// How many rewrites, and distinctions of cases, an attempt may make.
const FUEL: u32 = 4_000;
const SPLITS: u32 = 32;
/// How much work an attempt may do, round by round: most derivations are short, and what the right attempt finds at once should not wait for
/// the wrong ones to be exhausted.
const SHARES: [u64; 4] = [2_000, 20_000, 200_000, 1_000_000];

/// How many layers of functions are seen at most, before all are; how many functions are explained one by one.
const LAYERS: usize = 2;
const SINGLE: usize = 3;

/// A way to look at terms: which of them are not looked into, and the normal forms found so.
struct View {
    case: Assumptions,
    /// Whether nothing is left out.
    everything: bool,
    /// Whether it is worth saying what functions mean.
    explains: bool,
}

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

    /// The largest terms without an `ite` or connectives in them, if there is an `ite` at all: many laws are about its branches alone.
    fn beside_conditionals(&mut self, roots: &[Term]) -> Option<FxHashSet<Term>> {
        let mut has: FxHashMap<Term, bool> = FxHashMap::default();
        let mut work: Vec<(Term, bool)> = roots.iter().map(|&root| (root, false)).collect();
        while let Some((term, ready)) = work.pop() {
            if has.contains_key(&term) {
                continue;
            }
            let args = self.args(term);
            if ready {
                let inside = args.iter().any(|arg| has[arg]);
                has.insert(term, inside || self.op(term) == Some(Known::Ite));
            } else {
                work.push((term, true));
                work.extend(args.into_iter().map(|arg| (arg, false)));
            }
        }
        if !roots.iter().any(|root| has[root]) {
            return None;
        }
        let (mut opaque, mut ground) = (FxHashSet::default(), FxHashMap::default());
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut work = roots.to_vec();
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            let args = self.args(term);
            if has[&term] || self.is_connective(term) {
                work.extend(args);
            } else if !args.is_empty() && !self.is_ground(term, &mut ground) {
                opaque.insert(term);
            }
        }
        Some(opaque)
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

    /// A proof of `a = b`: one attempt after the other, each with its share of the work, in rounds.
    pub(crate) fn attempts(&mut self, a: Term, b: Term) -> Outcome<Option<Proof>> {
        let mut views = self.views(a, b);
        for share in SHARES {
            self.share = share;
            self.cut_short = false;
            if let Some(proof) = self.round(a, b, &mut views)? {
                return Ok(Some(proof));
            }
            // Nothing is found with more work where nothing was cut short.
            if !self.cut_short {
                break;
            }
        }
        Ok(None)
    }

    /// A proof of `a = b`, with one round of attempts that have this share of the work each.
    pub(crate) fn shortly(&mut self, share: u64, a: Term, b: Term) -> Outcome<Option<Proof>> {
        let mut views = self.views(a, b);
        self.share = share;
        self.round(a, b, &mut views)
    }

    /// The views of both terms, from the coarsest on; the last looks into everything. Normal forms stay with their view, from round to round.
    fn views(&mut self, a: Term, b: Term) -> Vec<View> {
        let mut opaque: Vec<FxHashSet<Term>> = Vec::new();
        opaque.extend(self.beside_conditionals(&[a, b]));
        if self.is_connective(a) && self.is_connective(b) {
            opaque.push(self.deep(&[a, b], None));
        }
        let coarse = opaque.len();
        for layers in 0..=LAYERS {
            let view = self.deep(&[a, b], Some(layers));
            if !opaque[coarse..].contains(&view) {
                opaque.push(view);
            }
        }
        if !opaque[coarse..].contains(&FxHashSet::default()) {
            opaque.push(FxHashSet::default());
        }
        let views = opaque.into_iter().enumerate();
        views
            .map(|(at, opaque)| View {
                explains: at >= coarse,
                everything: opaque.is_empty(),
                case: Assumptions::blind(opaque),
            })
            .collect()
    }

    /// All attempts, once.
    fn round(&mut self, a: Term, b: Term, views: &mut [View]) -> Outcome<Option<Proof>> {
        let (coarse, fine): (Vec<&mut View>, Vec<&mut View>) =
            views.iter_mut().partition(|view| !view.explains);
        for view in coarse {
            if let Some(proof) = self.looking(view, |search| search.equal(a, b))? {
                return Ok(Some(proof));
            }
        }
        if let Some(proof) = self.limited(|search| search.equal_here(a, b))? {
            return Ok(Some(proof));
        }
        for view in fine {
            if let Some(proof) = self.looking(view, |search| search.equal(a, b))? {
                return Ok(Some(proof));
            }
        }
        for view in views.iter_mut().filter(|view| view.explains) {
            if let Some(proof) = self.explained(view, a, b)? {
                return Ok(Some(proof));
            }
        }
        Ok(None)
    }

    /// With what functions mean: one at a time, then all.
    fn explained(&mut self, view: &mut View, a: Term, b: Term) -> Outcome<Option<Proof>> {
        let mut lemmas = Vec::new();
        self.looking(view, |search| {
            lemmas = search.lemmas_for(a, b)?;
            Ok(None)
        })?;
        for lemma in lemmas.iter().take(SINGLE) {
            if let Some(proof) = self.looking(view, |search| search.equal_by(lemma, a, b))? {
                return Ok(Some(proof));
            }
        }
        if lemmas.len() < 2 {
            return Ok(None);
        }
        let all = lemmas.concat();
        self.looking(view, |search| search.equal_by(&all, a, b))
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
    pub(crate) fn limited(
        &mut self,
        attempt: impl FnOnce(&mut Self) -> Outcome<Option<Proof>>,
    ) -> Outcome<Option<Proof>> {
        (self.fuel, self.splits) = (FUEL, SPLITS);
        let allowed = self.terms().budget();
        let share = allowed.min(self.share);
        self.terms().set_budget(share);
        let found = attempt(self);
        let left = self.terms().budget();
        self.terms().set_budget(allowed - (share - left));
        match found {
            Err(Failure::Budget) if share < allowed => {
                self.cut_short = true;
                Ok(None)
            }
            // A rule did not apply where it was expected to: this attempt has failed.
            Err(Failure::Wrong(_)) => Ok(None),
            found => found,
        }
    }

    /// An attempt that looks at terms so.
    fn looking(
        &mut self,
        view: &mut View,
        attempt: impl FnOnce(&mut Self) -> Outcome<Option<Proof>>,
    ) -> Outcome<Option<Proof>> {
        if view.everything {
            return self.limited(attempt);
        }
        let open = self.cases.len();
        self.cases.push(std::mem::take(&mut view.case));
        let found = self.limited(attempt);
        self.cases.truncate(open + 1);
        view.case = self.cases.pop().unwrap_or_default();
        found
    }
}
