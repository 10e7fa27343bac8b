//! Simplification under a derivable substitution (P3 §3.2): the result, and which of the
//! substituted variables it needed, so that explanations stay small.

use sinew_base::{Budget, StopReason};
use sinew_term::{Substitution, Term, TermStore, postorder};

use crate::simplifier::Simplifier;

/// What [`Simplifier::simplify_under`] returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The normal form under the substitution.
    pub term: Term,
    /// The substituted terms that matter for it: the same result follows from these alone, and
    /// from no proper part of them that was tried. In the order of the substitution.
    pub used: Vec<Term>,
}

/// More variables than this are not tried one by one.
const MINIMISE_LIMIT: usize = 16;

impl Simplifier {
    /// Simplifies `term` with each first component replaced by the second. The pairs must be
    /// constants or variables and terms of the same sort. Fails if the budget ends first.
    ///
    /// ```
    /// use sinew_base::Budget;
    /// use sinew_simplify::Simplifier;
    /// use sinew_term::{Sort, TermStore};
    ///
    /// let mut store = TermStore::new();
    /// let [x, y, z] = ["x", "y", "z"].map(|name| store.constant(name, Sort::String));
    /// let (abc, d) = (store.string("abc"), store.string("d"));
    /// let xy = store.concat(&[x, y]);
    /// let t = store.contains(abc, xy);
    /// let (dz, mut simplifier) = (store.concat(&[d, z]), Simplifier::new());
    /// let (pairs, budget) = ([(x, dz), (y, z)], Budget::with_steps(1_000));
    /// let derived = simplifier.simplify_under(&mut store, t, &pairs, &budget).unwrap();
    /// assert_eq!(derived.term, store.false_());
    /// assert_eq!(derived.used, [x], "what y is does not matter");
    /// ```
    pub fn simplify_under(
        &mut self,
        store: &mut TermStore,
        term: Term,
        substitution: &[(Term, Term)],
        budget: &Budget,
    ) -> Result<Derived, StopReason> {
        let order = postorder(store, term);
        let mut needed: Vec<(Term, Term)> = substitution
            .iter()
            .copied()
            .filter(|(from, to)| from != to && order.contains(from))
            .collect();
        let result = self.under(store, term, &needed, budget)?;
        if needed.len() <= MINIMISE_LIMIT {
            // Leave out one after the other as long as the result stays.
            let mut index = 0;
            while index < needed.len() {
                let mut fewer = needed.clone();
                fewer.remove(index);
                if self.under(store, term, &fewer, budget)? == result {
                    needed = fewer;
                } else {
                    index += 1;
                }
            }
        }
        Ok(Derived {
            term: result,
            used: needed.into_iter().map(|(from, _)| from).collect(),
        })
    }

    fn under(
        &mut self,
        store: &mut TermStore,
        term: Term,
        pairs: &[(Term, Term)],
        budget: &Budget,
    ) -> Result<Term, StopReason> {
        let mut substitution = Substitution::new();
        for &(from, to) in pairs {
            substitution.insert(from, to);
        }
        let replaced = substitution.apply(store, term);
        self.simplify(store, replaced, budget)
    }
}
