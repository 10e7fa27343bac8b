//! Finite-model finding around an engine: short strings first.
//!
//! P3 (§4, Strategy 1, step 1) decides a bound on the sum of all lengths before anything else.
//! Here each string variable has a bound of its own, given to the engine as an assumption: bounds on
//! single variables cost arithmetic nothing, and when they are too tight, the failed assumptions name
//! the variables whose bounds must grow (P2 and the bounded solvers grow theirs in the same way).
//! What fails without any bound fails for good.

use rustc_hash::FxHashMap;
use sinew_base::Budget;
use sinew_engine::{Engine, Outcome};
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

/// The first bound on every length.
const FIRST: u32 = 8;
/// A variable whose bound would exceed this has none any more.
const LAST: u32 = 1 << 16;

/// Decides the engine's assertions, `terms` being those assertions, with bounds that grow as needed.
pub fn check_deepening(
    engine: &mut Engine,
    store: &mut TermStore,
    terms: &[Term],
    budget: &Budget,
) -> Outcome {
    let mut bounds: Vec<(Term, u32)> = postorder_all(store, terms)
        .into_iter()
        .filter(|&t| {
            matches!(store.op(t), Op::Apply(_))
                && store.sort(t) == Sort::String
                && !store.mentions_variables(t)
        })
        .map(|t| (t, FIRST))
        .collect();
    loop {
        let mut assumed: FxHashMap<Term, usize> = FxHashMap::default();
        let mut assumptions = Vec::with_capacity(bounds.len());
        for (index, &(variable, bound)) in bounds.iter().enumerate() {
            let (length, most) = (store.len(variable), store.int(bound));
            let assumption = store.le(length, most);
            assumed.insert(assumption, index);
            assumptions.push(assumption);
        }
        let outcome = engine.check(store, &assumptions, budget);
        if outcome != Outcome::Unsat || engine.failed_assumptions().is_empty() {
            return outcome;
        }
        for failed in engine.failed_assumptions() {
            if let Some(&index) = assumed.get(failed) {
                bounds[index].1 *= 4;
            }
        }
        bounds.retain(|&(_, bound)| bound <= LAST);
    }
}
