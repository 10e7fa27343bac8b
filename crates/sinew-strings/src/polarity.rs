//! Which truth values of its parts a formula may ask for.
//!
//! A formula that holds goes on to hold if atoms that occur only under an even number of negations
//! become true and those that occur only under an odd number become false. So an atom is worth
//! preserving only in the truth values that it has an occurrence for.

use sinew_base::{Budget, StopReason};
use sinew_term::{Op, Sort, Term, TermMap, TermStore};

/// The polarities in which a Boolean term occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Polarity {
    /// Under an even number of negations: where it is true, it must stay so.
    pub positive: bool,
    /// Under an odd number of negations: where it is false, it must stay so.
    pub negative: bool,
}

impl Polarity {
    /// That of an assertion.
    pub const POSITIVE: Polarity = Polarity {
        positive: true,
        negative: false,
    };
    /// That of a denial.
    pub const NEGATIVE: Polarity = Polarity {
        positive: false,
        negative: true,
    };
    /// Both of them.
    pub const BOTH: Polarity = Polarity {
        positive: true,
        negative: true,
    };

    /// That under one more negation.
    #[must_use]
    pub fn flipped(self) -> Polarity {
        Polarity {
            positive: self.negative,
            negative: self.positive,
        }
    }

    /// Those of either.
    #[must_use]
    pub fn with(self, other: Polarity) -> Polarity {
        Polarity {
            positive: self.positive || other.positive,
            negative: self.negative || other.negative,
        }
    }

    /// The polarity of an argument of `term`, which occurs in this one. Both below whatever is no
    /// connective: there it is lost.
    #[must_use]
    pub fn of_argument(self, store: &TermStore, term: Term, index: usize) -> Polarity {
        match store.op(term) {
            Op::And | Op::Or => self,
            Op::Not => self.flipped(),
            Op::Implies if index + 1 < store.args(term).len() => self.flipped(),
            Op::Implies => self,
            Op::Ite if index > 0 && store.sort(term) == Sort::Bool => self,
            _ => Polarity::BOTH,
        }
    }
}

/// The polarities of all terms in the conjunction of `assertions`; those of terms that are not
/// Boolean mean nothing. Every Boolean term costs a step.
pub fn polarities(
    store: &TermStore,
    assertions: &[Term],
    budget: &Budget,
) -> Result<TermMap<Polarity>, StopReason> {
    let mut known: TermMap<Polarity> = TermMap::new();
    let positive = |&term| (term, Polarity::POSITIVE);
    let mut pending: Vec<(Term, Polarity)> = assertions.iter().map(positive).collect();
    while let Some((term, polarity)) = pending.pop() {
        let before = known.get(term).copied().unwrap_or_default();
        let here = before.with(polarity);
        if here == before {
            continue;
        }
        if store.sort(term) == Sort::Bool {
            budget.spend(1)?;
        }
        known.insert(term, here);
        let args = store.args(term).iter().enumerate();
        pending.extend(args.map(|(index, &arg)| (arg, here.of_argument(store, term, index))));
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negations_and_other_operators_count() {
        let mut store = TermStore::new();
        let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(|n| store.constant(n, Sort::Bool));
        let (not_a, same) = (store.not(a), store.eq(c, d));
        let choice = store.ite(e, a, b);
        let premise = store.and(&[a, not_a]);
        let first = store.implies(premise, b);
        let known = polarities(&store, &[first, same, choice], &Budget::unlimited());
        let known = known.expect("no limit");
        let of = |term| known.get(term).copied().expect("it occurs");
        assert_eq!(of(not_a), Polarity::NEGATIVE);
        assert_eq!(of(b), Polarity::POSITIVE);
        for both in [a, c, d, e] {
            assert_eq!(of(both), Polarity::BOTH);
        }
    }
}
