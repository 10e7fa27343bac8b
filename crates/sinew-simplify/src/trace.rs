//! Who wants to know which rule fired on what.

use sinew_term::{Term, TermStore};

/// Receives every rewrite step; the library itself prints nothing.
///
/// Closures `FnMut(&TermStore, &'static str, Term, Term)` are traces.
pub trait Trace {
    /// `rule` turned `from` into `to`, which is not yet in normal form.
    fn step(&mut self, store: &TermStore, rule: &'static str, from: Term, to: Term);
}

impl<F: FnMut(&TermStore, &'static str, Term, Term)> Trace for F {
    fn step(&mut self, store: &TermStore, rule: &'static str, from: Term, to: Term) {
        self(store, rule, from, to);
    }
}
