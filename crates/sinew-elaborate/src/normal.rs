//! Normal forms, from the record of what became of each term on the way to them.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_proof::cpc::{Fact, Known, Outcome};
use sinew_simplify::{CONGRUENCE, Record};
use sinew_term::{Op, Term, TermStore};

use crate::Elaborator;
use crate::congruence::Equations;

/// Work that the derivation of one rewrite may cost, and the part of what is left.
const UNITS_PER_REWRITE: u64 = 300_000;
const PART_PER_REWRITE: u64 = 3;
/// The part of the work left that is worth doing once something was taken on trust, and the part of that for one rewrite: the proof will have a gap.
const PART_AFTER_TRUST: u64 = 4;
const PART_PER_REWRITE_AFTER_TRUST: u64 = 12;

/// What was shown about normal forms so far.
pub(crate) struct NormalForms<'a> {
    store: &'a TermStore,
    record: &'a Record,
    /// That a term equals its normal form; nothing if both are one term of the calculus.
    known: FxHashMap<Term, Option<Fact>>,
}

enum Work {
    Visit(Term),
    /// The term became another, which has its proof.
    Join(Term, &'static str, Term),
}

impl<'a> NormalForms<'a> {
    pub(crate) fn new(store: &'a TermStore, record: &'a Record) -> NormalForms<'a> {
        NormalForms {
            store,
            record,
            known: FxHashMap::default(),
        }
    }

    /// That the term equals its normal form.
    pub(crate) fn of(&mut self, proof: &mut Elaborator, root: Term) -> Outcome<Option<Fact>> {
        let mut open: FxHashSet<Term> = FxHashSet::default();
        let mut work = vec![Work::Visit(root)];
        while let Some(item) = work.pop() {
            match item {
                Work::Visit(term) => {
                    if self.known.contains_key(&term) {
                        continue;
                    }
                    proof.checker().terms().charge(1)?;
                    let Some((law, next)) = self.record.root_step(term) else {
                        self.known.insert(term, None);
                        continue;
                    };
                    if let Some(fact) = self.without_letter(proof, term)? {
                        self.known.insert(term, Some(fact));
                        continue;
                    }
                    if !open.insert(term) {
                        return Err("laws undo each other".into());
                    }
                    work.push(Work::Join(term, law, next));
                    work.push(Work::Visit(next));
                    if law == CONGRUENCE {
                        let args = self.store.args(term).iter();
                        work.extend(args.map(|&arg| Work::Visit(arg)));
                    }
                }
                Work::Join(term, law, next) => {
                    open.remove(&term);
                    let first = self.step(proof, term, law, next)?;
                    let steps = [first, self.known[&next]].into_iter().flatten();
                    let steps: Vec<Fact> = steps.collect();
                    let joined = match steps[..] {
                        [] => None,
                        _ => Some(proof.trans(&steps)?),
                    };
                    self.known.insert(term, joined);
                }
            }
        }
        Ok(self.known[&root])
    }

    /// That a long text does not contain something, if one letter says so.
    fn without_letter(&mut self, proof: &mut Elaborator, term: Term) -> Outcome<Option<Fact>> {
        if self.store.op(term) != Op::Contains
            || self.store.op(self.store.arg(term, 0)) != Op::Concat
        {
            return Ok(None);
        }
        let mut last = term;
        while let Some((_, next)) = self.record.root_step(last) {
            proof.checker().terms().charge(1)?;
            last = next;
        }
        if self.store.op(last) != Op::False {
            return Ok(None);
        }
        let atom = proof.term(self.store, term)?;
        proof.lacks_letter(atom)
    }

    /// That the term equals the next one on the way to its normal form.
    pub(crate) fn once(&mut self, proof: &mut Elaborator, term: Term) -> Outcome<Option<Fact>> {
        let next = self.record.root_step(term);
        let (law, next) = next.ok_or("this is a normal form")?;
        if law == CONGRUENCE {
            for &arg in self.store.args(term) {
                self.of(proof, arg)?;
            }
        }
        self.step(proof, term, law, next)
    }

    /// One step on the way.
    fn step(
        &mut self,
        proof: &mut Elaborator,
        from: Term,
        law: &'static str,
        to: Term,
    ) -> Outcome<Option<Fact>> {
        let (left, right) = (proof.term(self.store, from)?, proof.term(self.store, to)?);
        if left == right {
            return Ok(None);
        }
        if law != CONGRUENCE {
            return proof.law(law, left, right).map(Some);
        }
        let mut equations = Equations::default();
        for (&before, &after) in self.store.args(from).iter().zip(self.store.args(to)) {
            if matches!(self.store.op(before), Op::Pattern) {
                continue;
            }
            if let Some(Some(fact)) = self.known.get(&before) {
                let pair = (
                    proof.term(self.store, before)?,
                    proof.term(self.store, after)?,
                );
                equations.insert(pair, *fact);
            }
        }
        proof.congruent(left, right, &mut equations)
    }
}

impl Elaborator {
    /// Shows `left = right`, which a law says; on trust, if there is no derivation.
    pub(crate) fn law(
        &mut self,
        law: &str,
        left: sinew_proof::cpc::Term,
        right: sinew_proof::cpc::Term,
    ) -> Outcome<Fact> {
        if let Some(fact) = self.attempt(law, left, right)? {
            return Ok(fact);
        }
        self.leave_gap();
        let equation = self.checker().terms().app(Known::Eq, &[left, right])?;
        self.checker().trust(law, &[], equation)
    }

    /// Something is taken on trust: the rest is worth less work.
    pub(crate) fn leave_gap(&mut self) {
        if !std::mem::replace(&mut self.gap, true) {
            let left = self.checker().terms().budget();
            self.checker().terms().set_budget(left / PART_AFTER_TRUST);
        }
    }

    /// Shows `left = right`, if a derivation is found with a part of the work that is left: one that is not there must not cost all the others.
    pub(crate) fn attempt(
        &mut self,
        law: &str,
        left: sinew_proof::cpc::Term,
        right: sinew_proof::cpc::Term,
    ) -> Outcome<Option<Fact>> {
        let equation = self.checker().terms().app(Known::Eq, &[left, right])?;
        if let Some(fact) = self.by_entry(law, equation)? {
            return Ok(Some(fact));
        }
        let left_over = self.checker().terms().budget();
        let depth = self.checker().depth();
        let part = match self.gap {
            true => PART_PER_REWRITE_AFTER_TRUST,
            false => PART_PER_REWRITE,
        };
        let slice = (left_over / part).min(UNITS_PER_REWRITE);
        self.checker().terms().set_budget(slice);
        let found = self.search_rewrite(left, right);
        let spent = slice - self.checker().terms().budget();
        self.checker().terms().set_budget(left_over - spent);
        match found {
            Ok(fact) => Ok(Some(fact)),
            Err(_) => {
                self.checker().leave_to(depth);
                Ok(None)
            }
        }
    }
}
