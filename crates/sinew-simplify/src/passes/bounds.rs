//! Bounds across assertions: what assertions say about a sum, as `p ≥ 3` or `p = 5`, decides
//! comparisons of the same sum with other constants inside the others. Models stay as they are.
//! Origins: those of the bounds used.

use rustc_hash::FxHashMap;
use sinew_base::StopReason;
use sinew_term::{Integer, Op, Sort, Term, TermMap, TermStore, postorder};

use super::rules::PROPAGATE_BOUNDS;
use crate::preprocess::State;
use crate::problem::Origins;
use crate::record::Step;
use sinew_strings::linear::Linear;

type Key = Vec<(Term, Integer)>;

#[derive(Default)]
struct Bounds {
    lo: Option<(Integer, usize)>,
    hi: Option<(Integer, usize)>,
}

pub(super) fn run(state: &mut State<'_>) -> Result<bool, StopReason> {
    let mut known: FxHashMap<Key, Bounds> = FxHashMap::default();
    for position in 0..state.problem.assertions.len() {
        collect(
            state.store,
            state.problem.assertions[position].0,
            position,
            &mut known,
        );
    }
    if known.is_empty() {
        return Ok(false);
    }
    let mut changed = contradiction(state, &known);
    if changed {
        return Ok(true);
    }
    for position in 0..state.problem.assertions.len() {
        let (term, mut origins) = state.problem.assertions[position].clone();
        let order = postorder(state.store, term);
        state.budget.spend(order.len() as u64)?;
        let mut cache = TermMap::new();
        let (mut any, mut equations) = (false, Vec::new());
        for t in order {
            let Some((truth, from)) = decide(state.store, t, position, &known) else {
                continue;
            };
            let value = state.store.bool(truth);
            cache.insert(t, value);
            if state.recording() {
                let bound = state.problem.assertions[from].0;
                let pair = (t, value);
                equations.push(state.conclude_equation(&PROPAGATE_BOUNDS, bound, pair));
            }
            origins.add(&state.problem.assertions[from].1);
            any = true;
        }
        if any {
            let replaced = sinew_term::rebuild_bottom_up(state.store, term, &mut cache, |_, t| t);
            state.problem.assertions[position] = (replaced, origins);
            state.conclude(|| Step::Replaced {
                from: term,
                equations,
                to: replaced,
            });
            changed = true;
        }
    }
    Ok(changed)
}

/// The sum without constant, and `limit` for `sum ≥ limit` or `sum = limit`.
fn comparison(store: &TermStore, atom: Term) -> Option<(Key, Integer, bool)> {
    let equality = match store.op(atom) {
        Op::Ge => false,
        Op::Eq if store.sort(store.arg(atom, 0)) == Sort::Int => true,
        _ => return None,
    };
    let &[a, b] = store.args(atom) else {
        return None;
    };
    let p = Linear::of(store, a).minus(&Linear::of(store, b));
    if p.is_constant() || p.monomials.len() > 64 {
        return None;
    }
    Some((p.monomials, -&p.constant, equality))
}

fn collect(store: &TermStore, term: Term, position: usize, known: &mut FxHashMap<Key, Bounds>) {
    let (atom, truth) = match store.op(term) {
        Op::Not => (store.arg(term, 0), false),
        _ => (term, true),
    };
    if store.mentions_variables(atom) {
        return;
    }
    let Some((key, limit, equality)) = comparison(store, atom) else {
        return;
    };
    let (lo, hi) = match (equality, truth) {
        (false, true) => (Some(limit), None),
        (false, false) => (None, Some(limit - Integer::ONE)),
        (true, true) => (Some(limit.clone()), Some(limit)),
        (true, false) => return,
    };
    let bounds = known.entry(key).or_default();
    if let Some(lo) = lo
        && bounds.lo.as_ref().is_none_or(|(old, _)| lo > *old)
    {
        bounds.lo = Some((lo, position));
    }
    if let Some(hi) = hi
        && bounds.hi.as_ref().is_none_or(|(old, _)| hi < *old)
    {
        bounds.hi = Some((hi, position));
    }
}

/// Replaces the problem by `false` if two assertions bound a sum from both sides beyond each
/// other.
fn contradiction(state: &mut State<'_>, known: &FxHashMap<Key, Bounds>) -> bool {
    let clash = known
        .values()
        .filter_map(|bounds| {
            let ((lo, from_lo), (hi, from_hi)) = (bounds.lo.as_ref()?, bounds.hi.as_ref()?);
            (lo > hi).then_some((*from_lo, *from_hi))
        })
        .min();
    let Some((a, b)) = clash else {
        return false;
    };
    let mut origins: Origins = state.problem.assertions[a].1.clone();
    origins.add(&state.problem.assertions[b].1.clone());
    let refuted = state.store.false_();
    let premises = [a, b].map(|at| state.problem.assertions[at].0);
    state.conclude(|| Step::Concluded {
        pass: PROPAGATE_BOUNDS.name,
        premises: premises.to_vec(),
        conclusion: refuted,
    });
    state.problem.assertions = vec![(refuted, origins)];
    true
}

/// The truth of a comparison by bounds from another assertion.
fn decide(
    store: &TermStore,
    atom: Term,
    position: usize,
    known: &FxHashMap<Key, Bounds>,
) -> Option<(bool, usize)> {
    let (key, limit, equality) = comparison(store, atom)?;
    let bounds = known.get(&key)?;
    let outside = |(bound, from): &(Integer, usize), below: bool| {
        // The bound lies beyond the limit on the given side.
        let beyond = if below {
            *bound < limit
        } else {
            *bound > limit
        };
        (beyond && *from != position).then_some((false, *from))
    };
    if equality {
        let low = bounds.lo.as_ref().and_then(|lo| outside(lo, false));
        return low.or_else(|| bounds.hi.as_ref().and_then(|hi| outside(hi, true)));
    }
    if let Some((lo, from)) = &bounds.lo
        && *lo >= limit
        && *from != position
    {
        return Some((true, *from));
    }
    bounds.hi.as_ref().and_then(|hi| outside(hi, true))
}
