//! Which truth values of an atom a formula may ask for.
//!
//! A formula that holds goes on to hold if atoms that occur only under an even number of negations
//! become true and those that occur only under an odd number become false. So an atom is worth
//! preserving only in the truth values that it has an occurrence for.

use sinew_term::{Op, Sort, Term, TermMap, TermStore};

/// The polarities in which a Boolean term occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Polarity {
    /// Under an even number of negations: where it is true, it must stay so.
    pub(super) positive: bool,
    /// Under an odd number of negations: where it is false, it must stay so.
    pub(super) negative: bool,
}

impl Polarity {
    const POSITIVE: Polarity = Polarity {
        positive: true,
        negative: false,
    };
    /// Both of them.
    pub(super) const BOTH: Polarity = Polarity {
        positive: true,
        negative: true,
    };

    pub(super) fn flipped(self) -> Polarity {
        Polarity {
            positive: self.negative,
            negative: self.positive,
        }
    }

    fn with(self, other: Polarity) -> Polarity {
        Polarity {
            positive: self.positive || other.positive,
            negative: self.negative || other.negative,
        }
    }
}

/// The polarities of all Boolean terms in the conjunction of `assertions`.
pub(super) fn polarities(store: &TermStore, assertions: &[Term]) -> TermMap<Polarity> {
    let mut known: TermMap<Polarity> = TermMap::new();
    let mut pending: Vec<(Term, Polarity)> = assertions
        .iter()
        .map(|&term| (term, Polarity::POSITIVE))
        .collect();
    while let Some((term, polarity)) = pending.pop() {
        let before = known.get(term).copied().unwrap_or_default();
        let here = before.with(polarity);
        if here == before {
            continue;
        }
        known.insert(term, here);
        let args = store.args(term);
        let connective =
            store.sort(term) == Sort::Bool && args.iter().all(|&arg| store.sort(arg) == Sort::Bool);
        match store.op(term) {
            Op::Not => pending.push((args[0], here.flipped())),
            Op::And | Op::Or => pending.extend(args.iter().map(|&arg| (arg, here))),
            Op::Implies => {
                let (last, premises) = args.split_last().unwrap_or((&term, &[]));
                pending.extend(premises.iter().map(|&arg| (arg, here.flipped())));
                pending.push((*last, here));
            }
            Op::Ite if connective => {
                pending.push((args[0], Polarity::BOTH));
                pending.extend(args[1..].iter().map(|&arg| (arg, here)));
            }
            // A Boolean term inside another term, or where both its values matter.
            _ => pending.extend(args.iter().map(|&arg| (arg, Polarity::BOTH))),
        }
    }
    known
}
