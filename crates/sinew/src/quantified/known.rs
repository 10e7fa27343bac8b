//! Values that assertions without quantifiers fix for symbols of those with quantifiers.
//!
//! `x = "4"` may follow from other assertions in a roundabout way; put into a quantified formula it
//! can make it one whose meaning is known. Simplification of the other assertions finds such
//! values, and which assertions they come from.

use sinew_base::Budget;
use sinew_simplify::{Origins, Preprocessor, Problem};
use sinew_term::{Op, Sort, Substitution, Term, TermStore, postorder_all};

use super::polarity::eliminate;

/// Steps that looking for values may take.
const STEPS: u64 = 1_000_000;

/// Symbols with their values, and why they have them.
pub(super) struct Known {
    values: Vec<(Term, Term, Origins)>,
}

/// The values that the quantifier-free ones of `terms` fix for symbols of the others.
pub(super) fn values(store: &mut TermStore, terms: &[Term], budget: &Budget) -> Known {
    let (quantified, free): (Vec<usize>, Vec<usize>) =
        (0..terms.len()).partition(|&at| store.mentions_quantifiers(terms[at]));
    let roots: Vec<Term> = quantified.iter().map(|&at| terms[at]).collect();
    let symbols: Vec<Term> = postorder_all(store, &roots)
        .into_iter()
        .filter(|&t| matches!(store.op(t), Op::Apply(_)) && store.args(t).is_empty())
        .collect();
    let others: Vec<Term> = free.iter().map(|&at| terms[at]).collect();
    let mut problem = Problem::new(&others);
    for ((_, origins), &at) in problem.assertions.iter_mut().zip(&free) {
        *origins = Origins::of(at);
    }
    let slice = budget.slice(STEPS);
    let mut preprocessor = Preprocessor::new();
    let mut known = Known { values: Vec::new() };
    loop {
        problem = preprocessor
            .run_keeping(store, problem, &symbols, &slice)
            .problem;
        let before = known.values.len();
        for (fact, origins) in &problem.assertions {
            if let Some((symbol, value)) = definition(store, *fact)
                && symbols.contains(&symbol)
                && known.values.iter().all(|(known, ..)| *known != symbol)
            {
                known.values.push((symbol, value, origins.clone()));
            }
        }
        if known.values.len() == before {
            break;
        }
        // The symbols are kept, so their values have yet to reach the other facts.
        for (fact, origins) in &mut problem.assertions {
            if definition(store, *fact).is_none() {
                let (closed, because) = known.close(store, *fact);
                *fact = closed;
                because.iter().for_each(|more| origins.add(more));
            }
        }
    }
    known
}

/// The symbol and its value, if that is what the fact says.
fn definition(store: &mut TermStore, fact: Term) -> Option<(Term, Term)> {
    let args = store.args(fact);
    match (store.op(fact), args) {
        (Op::Apply(_), []) if store.sort(fact) == Sort::Bool => Some((fact, store.true_())),
        (Op::Not, &[symbol]) => Some((symbol, store.false_())),
        (Op::Eq, &[a, b]) => [(a, b), (b, a)].into_iter().find(|&(_, value)| {
            store.str_value(value).is_some() || store.int_value(value).is_some()
        }),
        _ => None,
    }
}

impl Known {
    /// The formula with the values in it, and where they come from.
    fn close(&self, store: &mut TermStore, term: Term) -> (Term, Vec<Origins>) {
        let inside = postorder_all(store, &[term]);
        let (mut substitution, mut because) = (Substitution::new(), Vec::new());
        for (symbol, value, origins) in &self.values {
            if inside.contains(symbol) {
                substitution.insert(*symbol, *value);
                because.push(origins.clone());
            }
        }
        let closed = match because.is_empty() {
            true => term,
            false => substitution.apply(store, term),
        };
        (closed, because)
    }

    /// A quantified formula with the values in it and without the quantifiers that can go then;
    /// and the assertions that these values come from. Others stay as they are.
    pub(super) fn put_in(
        &self,
        store: &mut TermStore,
        term: Term,
        budget: &Budget,
    ) -> (Term, Vec<usize>) {
        if self.values.is_empty() || !store.mentions_quantifiers(term) {
            return (term, Vec::new());
        }
        let (closed, because) = self.close(store, term);
        if because.is_empty() {
            return (term, Vec::new());
        }
        let because = because.iter().flat_map(Origins::iter).collect();
        (eliminate(store, closed, budget), because)
    }
}
