//! What operators say about lengths, as far as everybody says it alike.
//!
//! Beyond these, what is said of an operator's length depends on who asks: numeric bounds (the
//! simplifier's `range`) take the hull of all cases, its entailment (`entail`) looks for linear bounds whose side
//! conditions it can prove with little work, the length abstraction of the arms gives the engine exact
//! formulas whose cases are other atoms, and bounds of open regular expressions are sums of terms.

use sinew_term::{Op, Term, TermStore};

/// How the length of a value follows from the lengths of the arguments alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthOf {
    /// It is the sum of them.
    Sum,
    /// It is that of the first.
    First,
}

/// The operators whose lengths follow from those of their arguments.
#[must_use]
pub fn length_of(op: Op) -> Option<LengthOf> {
    match op {
        Op::Concat => Some(LengthOf::Sum),
        Op::Rev | Op::Update | Op::ToLower | Op::ToUpper => Some(LengthOf::First),
        _ => None,
    }
}

/// A number that the length of the string term never exceeds, by its operator and its literals.
#[must_use]
pub fn at_most(store: &TermStore, term: Term) -> Option<u64> {
    match store.op(term) {
        Op::Str(_) => Some(store.str_value(term)?.len() as u64),
        Op::At | Op::FromCode => Some(1),
        Op::Substr => {
            let count = store.int_value(store.arg(term, 2))?;
            match count.is_negative() {
                true => Some(0),
                false => count.to_u32().map(u64::from),
            }
        }
        _ => None,
    }
}
