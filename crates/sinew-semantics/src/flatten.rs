//! Nested applications of one associative operator, spread out.
//!
//! `(str.++ (str.++ (str.++ a b) c) d)` has the value of `(str.++ a b c d)`. Evaluating the inner
//! applications one by one would copy a string of n characters n times; so chains are evaluated
//! at once. This is the only place where evaluation does not go argument by argument.

use rustc_hash::FxHashSet;
use sinew_term::{Op, Term};

use crate::eval::{BOTTOM, Evaluator};

impl Evaluator<'_> {
    /// The arguments of `term`, with nested applications of the same operator spread out, so
    /// that a long chain of them is put together once and not at each link. Applications that
    /// occur more than once, or whose value is known, stay.
    pub(crate) fn flat_arguments(&self, term: Term, env: usize) -> Vec<Term> {
        let op = self.store.op(term);
        if op == Op::ReDiff {
            return self.flat_difference(term);
        }
        let nested = |arg: Term| self.store.op(arg) == op;
        if !self.store.args(term).iter().any(|&arg| nested(arg)) {
            return self.store.args(term).to_vec();
        }
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut shared: FxHashSet<Term> = FxHashSet::default();
        let mut stack = vec![term];
        while let Some(top) = stack.pop() {
            for &arg in self.store.args(top).iter().filter(|&&arg| nested(arg)) {
                if !seen.insert(arg) {
                    shared.insert(arg);
                } else {
                    stack.push(arg);
                }
            }
        }
        let mut flat = Vec::new();
        let mut stack: Vec<Term> = self.store.args(term).iter().rev().copied().collect();
        while let Some(top) = stack.pop() {
            let env = if self.store.mentions_variables(top) {
                env
            } else {
                BOTTOM
            };
            if nested(top) && !shared.contains(&top) && self.remembered(top, env).is_none() {
                stack.extend(self.store.args(top).iter().rev());
            } else {
                flat.push(top);
            }
        }
        flat
    }

    /// The same for `re.diff`, which associates to the left: only first arguments spread out.
    fn flat_difference(&self, term: Term) -> Vec<Term> {
        let (mut flat, mut first) = (Vec::new(), term);
        while self.store.op(first) == Op::ReDiff && (first == term || !self.values.contains(first))
        {
            flat.extend(self.store.args(first)[1..].iter().rev());
            first = self.store.arg(first, 0);
        }
        flat.push(first);
        flat.reverse();
        flat
    }
}
