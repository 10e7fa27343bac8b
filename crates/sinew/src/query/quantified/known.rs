//! Values that assertions without quantifiers fix for symbols of those with quantifiers.
//!
//! `x = "4"` may follow from other assertions in a roundabout way; put into a quantified formula it
//! can make it one whose meaning is known. Simplification of the other assertions finds such
//! values, and which assertions they come from.

use sinew_base::Budget;
use sinew_simplify::{Origins, Problem};
use sinew_term::{Op, Sort, Substitution, Term, TermStore, postorder_all};

use super::polarity::eliminate;
use crate::query::{Context, Derivation, Query, rules};
use crate::tuning;

/// A symbol with its value, and where that comes from.
type Valued = (Term, Term, Origins);

/// Symbols with their values.
pub(crate) struct Known {
    values: Vec<Valued>,
}

/// The values that the quantifier-free assertions fix for symbols of the others.
pub(crate) fn values(query: &Query, derivation: &mut Derivation, cx: &mut Context<'_>) -> Known {
    let mut known = Known { values: Vec::new() };
    if !derivation.allows(&rules::KNOWN_VALUE) {
        return known;
    }
    let store = &mut *cx.store;
    let (quantified, free): (Vec<_>, Vec<_>) = query
        .problem
        .assertions
        .iter()
        .cloned()
        .partition(|&(term, _)| store.mentions_quantifiers(term));
    let roots: Vec<Term> = quantified.iter().map(|&(term, _)| term).collect();
    let symbols: Vec<Term> = postorder_all(store, &roots)
        .into_iter()
        .filter(|&t| matches!(store.op(t), Op::Apply(_)) && store.args(t).is_empty())
        .collect();
    let mut problem = Problem { assertions: free };
    let steps = cx.options.tuning.get(&tuning::KNOWN_VALUE_STEPS);
    let slice = cx.budget.slice(steps);
    let mut preprocessor = derivation.preprocessor();
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
                because.iter().for_each(|(_, _, from)| origins.add(from));
            }
        }
    }
    derivation.used(preprocessor.simplifier().statistics());
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
    /// The formula with the values in it, and those that it needed.
    fn close(&self, store: &mut TermStore, term: Term) -> (Term, Vec<&Valued>) {
        let inside = postorder_all(store, &[term]);
        let (mut substitution, mut because) = (Substitution::new(), Vec::new());
        for valued in self.values.iter().filter(|(x, ..)| inside.contains(x)) {
            substitution.insert(valued.0, valued.1);
            because.push(valued);
        }
        let closed = match because.is_empty() {
            true => term,
            false => substitution.apply(store, term),
        };
        (closed, because)
    }

    /// A quantified assertion with the values in it and without the quantifiers that can go then.
    /// Others stay as they are.
    pub(crate) fn put_in(
        &self,
        store: &mut TermStore,
        (term, mut origins): (Term, Origins),
        derivation: &mut Derivation,
        budget: &Budget,
    ) -> (Term, Origins) {
        if self.values.is_empty() || !store.mentions_quantifiers(term) {
            return (term, origins);
        }
        let (closed, because) = self.close(store, term);
        if because.is_empty() {
            return (term, origins);
        }
        let mut premises = vec![term];
        for (symbol, value, from) in because {
            premises.push(store.eq(*symbol, *value));
            origins.add(from);
        }
        derivation.apply(&rules::KNOWN_VALUE, premises, closed);
        (eliminate(store, closed, derivation, budget), origins)
    }
}
