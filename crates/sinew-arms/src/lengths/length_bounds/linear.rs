//! Lengths in arithmetic: what a comparison or a remainder depends on.

use sinew_base::Integer;
use sinew_strings::linear::{Linear, LinearBuilder};
use sinew_term::{Op, Term, TermSet, TermStore};

/// Sums with more parts than this are not looked into.
const MAX_PARTS: usize = 4_000;

/// A sum of multiples of lengths and of other integers, and a constant.
pub(super) struct LengthSum {
    /// Over string terms (neither literals nor concatenations), which stand for their lengths.
    pub(super) form: Linear,
    /// Whether anything else occurs besides lengths and constants.
    pub(super) others: bool,
}

/// The integer terms that lengths reach by addition and multiplication.
#[derive(Default)]
pub(super) struct Carriers(TermSet);

impl Carriers {
    /// Looks at a term whose arguments were looked at before.
    pub(super) fn visit(&mut self, store: &TermStore, term: Term) {
        let carries = match store.op(term) {
            Op::Len => true,
            op if is_sum(op) => store.args(term).iter().any(|&arg| self.0.contains(arg)),
            _ => false,
        };
        if carries {
            self.0.insert(term);
        }
    }

    /// Whether a length reaches the value of this term.
    pub(super) fn carries(&self, term: Term) -> bool {
        self.0.contains(term)
    }

    /// The string terms whose lengths reach the value of this term.
    pub(super) fn lengths_in(&self, store: &TermStore, term: Term) -> Vec<Term> {
        let (mut seen, mut pending, mut found) = (TermSet::new(), vec![term], Vec::new());
        while let Some(term) = pending.pop() {
            if !self.carries(term) || !seen.insert(term) {
                continue;
            }
            match store.op(term) {
                Op::Len => found.push(store.arg(term, 0)),
                _ => pending.extend(store.args(term)),
            }
        }
        found
    }
}

/// Whether the operator hands lengths on to whoever uses its value.
pub(super) fn is_sum(op: Op) -> bool {
    matches!(op, Op::Add | Op::Sub | Op::Neg | Op::Mul)
}

impl LengthSum {
    /// `left - right`, or just `left`; `None` if it is not linear in lengths or too large.
    pub(super) fn of(
        store: &TermStore,
        carriers: &Carriers,
        left: Term,
        right: Option<Term>,
    ) -> Option<LengthSum> {
        let (mut sum, mut others) = (LinearBuilder::default(), false);
        let mut pending = vec![(left, Integer::ONE)];
        pending.extend(right.map(|right| (right, Integer::MINUS_ONE)));
        let mut parts = 0;
        while let Some((term, factor)) = pending.pop() {
            parts += 1;
            if parts > MAX_PARTS {
                return None;
            }
            let args = store.args(term);
            if let Some(value) = store.int_value(term) {
                sum.add_constant(&(&factor * value));
                continue;
            }
            match store.op(term) {
                _ if !carriers.carries(term) => others = true,
                Op::Len => add_length(&mut sum, store, args[0], &factor)?,
                Op::Add => pending.extend(args.iter().map(|&arg| (arg, factor.clone()))),
                Op::Neg => pending.push((args[0], -&factor)),
                Op::Sub => {
                    pending.push((args[0], factor.clone()));
                    pending.extend(args[1..].iter().map(|&arg| (arg, -&factor)));
                }
                // A product of constants and of one other factor.
                _ => {
                    let (mut factor, mut rest) = (factor, None);
                    for &arg in args {
                        match (store.int_value(arg), rest) {
                            (Some(value), _) => factor = &factor * value,
                            (None, None) => rest = Some(arg),
                            (None, Some(_)) => return None,
                        }
                    }
                    pending.extend(rest.map(|rest| (rest, factor)));
                }
            }
        }
        let form = sum.finish();
        Some(LengthSum { form, others })
    }

    /// For a comparison of this sum with zero: string terms, each with a length from which on its
    /// length no longer matters. `None` if there is no such length.
    ///
    /// That is so if only lengths occur and all coefficients have one sign: the sum is
    /// `±(s − d)` with `s = Σ c·|t|`, all `c` positive, and once `c·|t| > d` for one of the terms
    /// the sum has the sign of `±1` whatever else is the case.
    pub(super) fn saturation(&self) -> Option<Vec<(Term, u64)>> {
        let (lengths, constant) = (&self.form.monomials, &self.form.constant);
        let sign = lengths.first().map_or(1, |(_, factor)| factor.signum());
        if self.others || lengths.iter().any(|(_, c)| c.signum() != sign) {
            return None;
        }
        // s > d is s ≥ d + 1.
        let limit = match sign {
            1 => &Integer::ONE - constant,
            _ => &Integer::ONE + constant,
        };
        let mut out = Vec::with_capacity(lengths.len());
        for (term, factor) in lengths {
            let least = limit.div_ceil(&factor.abs());
            let least = if least.is_negative() {
                Integer::ZERO
            } else {
                least
            };
            out.push((*term, u64::try_from(least.to_i64()?).ok()?));
        }
        Some(out)
    }
}

/// Adds `factor·|text|`; `None` if the text has too many parts.
fn add_length(
    sum: &mut LinearBuilder,
    store: &TermStore,
    text: Term,
    factor: &Integer,
) -> Option<()> {
    for part in super::parts(store, text)? {
        match store.str_value(part) {
            Some(word) => sum.add_constant(&(factor * &Integer::from(word.len()))),
            None => sum.add_atom(part, factor.clone()),
        }
    }
    Some(())
}
