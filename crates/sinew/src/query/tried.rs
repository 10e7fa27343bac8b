//! Rewrites that a proof takes on trust are tried on small values first.
//!
//! A law for whose application no derivation was found may be wrong. Both sides are evaluated by the reference semantics under a
//! few assignments; where they differ, the refutation is none.

use sinew_base::Budget;
use sinew_semantics::{Model, Value};
use sinew_simplify::Record;
use sinew_term::{FunId, Op, Sort, Term, TermStore, postorder};

use super::witness::evaluator;

/// Assignments that each application is tried under, and steps that one evaluation may take.
const ASSIGNMENTS: u64 = 24;
const STEPS: u64 = 2_000;
/// Strings of assignments.
const WORDS: &[&str] = &["", "a", "b", "ab", "ba", "aa", "0", "10", "aba", "-1"];

/// The first of these rules with an application whose sides have different values somewhere.
pub(super) fn refuted_rule(
    store: &TermStore,
    record: &Record,
    rules: &[String],
    budget: &Budget<'_>,
) -> Option<&'static str> {
    record
        .rewrites()
        .filter(|(_, law, _)| rules.iter().any(|rule| rule == law))
        .find(|&(from, _, to)| differ(store, from, to, budget))
        .map(|(_, law, _)| law)
}

/// Whether two terms have different values under some assignment.
fn differ(store: &TermStore, from: Term, to: Term, budget: &Budget<'_>) -> bool {
    if store.mentions_variables(from) || store.sort(from) == Sort::RegLan {
        return false;
    }
    let constants: Vec<(FunId, Sort)> = postorder(store, from)
        .into_iter()
        .filter(|&term| store.args(term).is_empty())
        .filter_map(|term| match store.op(term) {
            Op::Apply(fun) => Some((fun, store.sort(term))),
            _ => None,
        })
        .collect();
    (0..ASSIGNMENTS).any(|round| {
        let model = assignment(&constants, round);
        let value = |term| evaluator(store, &model, STEPS, budget).eval(term);
        matches!((value(from), value(to)), (Ok(a), Ok(b)) if a != b)
    })
}

/// Small values, other ones in each round.
fn assignment(constants: &[(FunId, Sort)], round: u64) -> Model {
    let mut model = Model::new();
    let mut state = round.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1_e995;
    for &(fun, sort) in constants {
        // Knuth's linear congruential generator; its high bits are the better ones.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let choice = state >> 33;
        let value = match sort {
            Sort::Bool => Value::Bool(choice.is_multiple_of(2)),
            Sort::Int => Value::Int((choice as i64 % 6 - 2).into()),
            Sort::String => {
                let word = WORDS[choice as usize % WORDS.len()];
                Value::Str(word.chars().map(u32::from).collect())
            }
            _ => continue,
        };
        model.set_constant(fun, value);
    }
    model.with_defaults()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_base::Budget;

    #[test]
    fn wrong_rewrites_are_found_out_and_right_ones_are_not() {
        let mut store = TermStore::new();
        let (x, y) = (
            store.constant("x", Sort::String),
            store.constant("y", Sort::String),
        );
        let (xy, yx) = (store.concat(&[x, y]), store.concat(&[y, x]));
        let (a, b) = (store.len(xy), store.len(yx));
        let contains = store.contains(xy, x);
        let (truth, prefix) = (store.true_(), store.prefixof(y, xy));
        let budget = Budget::unlimited();
        for (from, to, wrong) in [
            (xy, yx, true),
            (a, b, false),
            (contains, truth, false),
            (prefix, truth, true),
        ] {
            assert_eq!(differ(&store, from, to, &budget), wrong);
        }
    }
}
