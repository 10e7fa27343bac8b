//! Numeric bounds of integer terms and of the lengths of string terms.
//!
//! Computed once per normal form from the bounds of its arguments, so the cost is constant per
//! term and nothing recurses. The bounds hold in every model.

use sinew_strings::lengths::{LengthOf, length_of};
use sinew_term::{Integer, MAX_CHAR, Op, Sort, Term, TermMap, TermStore};

use crate::fold;

/// `lo <= value <= hi`, where known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) lo: Option<Integer>,
    pub(crate) hi: Option<Integer>,
}

impl Range {
    pub(crate) fn exactly(value: impl Into<Integer>) -> Range {
        let value = value.into();
        Range {
            lo: Some(value.clone()),
            hi: Some(value),
        }
    }

    pub(crate) fn between(lo: impl Into<Integer>, hi: Option<Integer>) -> Range {
        Range {
            lo: Some(lo.into()),
            hi,
        }
    }

    pub(crate) fn at_least(lo: impl Into<Integer>) -> Range {
        Range::between(lo, None)
    }

    /// The single value, if there is one.
    pub(crate) fn value(&self) -> Option<&Integer> {
        self.lo.as_ref().filter(|_| self.lo == self.hi)
    }

    pub(crate) fn is_at_least(&self, bound: i64) -> bool {
        self.lo
            .as_ref()
            .is_some_and(|lo| *lo >= Integer::from(bound))
    }

    pub(crate) fn is_at_most(&self, bound: i64) -> bool {
        self.hi
            .as_ref()
            .is_some_and(|hi| *hi <= Integer::from(bound))
    }

    /// Both: the smallest range around two.
    fn hull(&self, other: &Range) -> Range {
        Range {
            lo: both(&self.lo, &other.lo, |a, b| a.min(b).clone()),
            hi: both(&self.hi, &other.hi, |a, b| a.max(b).clone()),
        }
    }

    fn plus(&self, other: &Range) -> Range {
        Range {
            lo: both(&self.lo, &other.lo, |a, b| a + b),
            hi: both(&self.hi, &other.hi, |a, b| a + b),
        }
    }

    pub(crate) fn scaled(&self, k: &Integer) -> Range {
        let scale = |bound: &Option<Integer>| bound.as_ref().map(|b| b * k);
        let (lo, hi) = (scale(&self.lo), scale(&self.hi));
        if k.is_negative() {
            Range { lo: hi, hi: lo }
        } else {
            Range { lo, hi }
        }
    }
}

fn both(
    a: &Option<Integer>,
    b: &Option<Integer>,
    f: impl Fn(&Integer, &Integer) -> Integer,
) -> Option<Integer> {
    Some(f(a.as_ref()?, b.as_ref()?))
}

/// The least of the known bounds.
fn least(bounds: [Option<Integer>; 2]) -> Option<Integer> {
    bounds.into_iter().flatten().min()
}

/// The recorded bounds of `term`, or what its root alone tells.
pub(crate) fn lookup(store: &TermStore, ranges: &TermMap<Range>, term: Term) -> Range {
    match ranges.get(term) {
        Some(range) => range.clone(),
        None => compute(store, ranges, term),
    }
}

/// Records the bounds of `term`, whose arguments have theirs.
pub(crate) fn record(store: &TermStore, ranges: &mut TermMap<Range>, term: Term) {
    if matches!(store.sort(term), Sort::Int | Sort::String) && !ranges.contains(term) {
        let range = compute(store, ranges, term);
        if range != Range::default() {
            ranges.insert(term, range);
        }
    }
}

fn compute(store: &TermStore, ranges: &TermMap<Range>, term: Term) -> Range {
    let of = |index: usize| {
        let arg = store.arg(term, index);
        // One step only: a term without a record gets no more than its own root tells.
        ranges.get(arg).cloned().unwrap_or_else(|| leaf(store, arg))
    };
    match store.sort(term) {
        Sort::Int => int_range(store, term, &of),
        Sort::String => length_range(store, term, &of),
        _ => Range::default(),
    }
}

/// Bounds that need no look at arguments.
fn leaf(store: &TermStore, term: Term) -> Range {
    match store.op(term) {
        Op::Int(id) => Range::exactly(store.integer(id).clone()),
        Op::Str(_) => Range::exactly(store.str_value(term).map_or(0, <[u32]>::len)),
        Op::At | Op::FromCode => Range::between(0, Some(Integer::ONE)),
        Op::Len | Op::Abs => Range::at_least(0),
        Op::IndexOf | Op::IndexOfRe | Op::ToInt => Range::at_least(-1),
        Op::ToCode => Range::between(-1, Some(Integer::from(MAX_CHAR))),
        _ if store.sort(term) == Sort::String => Range::at_least(0),
        _ => Range::default(),
    }
}

fn int_range(store: &TermStore, term: Term, of: &dyn Fn(usize) -> Range) -> Range {
    let count = store.args(term).len();
    match store.op(term) {
        Op::Len => of(0),
        Op::Add => (1..count).fold(of(0), |sum, i| sum.plus(&of(i))),
        Op::Mul => product_range(store, term, of),
        Op::Div | Op::Mod if count == 2 => match store.int_value(store.arg(term, 1)) {
            Some(k) if !k.is_zero() => divided_range(store.op(term), &of(0), k),
            _ => Range::default(),
        },
        Op::Abs => abs_range(&of(0)),
        Op::IndexOf => {
            let (s, t) = (of(0), of(1));
            let last = both(&s.hi, &t.lo, |s, t| (s - t).max(Integer::MINUS_ONE));
            Range::between(-1, last)
        }
        Op::IndexOfRe => Range::between(-1, of(0).hi),
        Op::ToCode => {
            let lo = if of(0).value().is_some_and(Integer::is_one) {
                0
            } else {
                -1
            };
            Range::between(lo, Some(Integer::from(MAX_CHAR)))
        }
        Op::ToInt => {
            let digits = of(0).hi.and_then(|hi| hi.to_usize()).filter(|&n| n < 64);
            let hi = digits.map(|n| std::iter::repeat_n(Integer::from(10), n).product::<Integer>());
            Range::between(-1, hi.map(|ten_to_n| ten_to_n - Integer::ONE))
        }
        Op::Ite => of(1).hull(&of(2)),
        _ => leaf(store, term),
    }
}

fn product_range(store: &TermStore, term: Term, of: &dyn Fn(usize) -> Range) -> Range {
    let args = store.args(term);
    if let (2, Some(k)) = (args.len(), store.int_value(args[0])) {
        return of(1).scaled(k);
    }
    // For the rest only the sign: products of terms that are not negative.
    if (0..args.len()).all(|i| of(i).is_at_least(0)) {
        Range::at_least(0)
    } else {
        Range::default()
    }
}

fn divided_range(op: Op, range: &Range, k: &Integer) -> Range {
    let size = k.abs();
    if op == Op::Mod {
        return Range::between(0, Some(&size - &Integer::ONE));
    }
    let quotient = Range {
        lo: range.lo.as_ref().map(|lo| lo.div_floor(&size)),
        hi: range.hi.as_ref().map(|hi| hi.div_floor(&size)),
    };
    if k.is_negative() {
        quotient.scaled(&Integer::MINUS_ONE)
    } else {
        quotient
    }
}

fn abs_range(range: &Range) -> Range {
    if range.is_at_least(0) {
        return range.clone();
    }
    let hi = both(&range.lo, &range.hi, |lo, hi| lo.abs().max(hi.abs()));
    Range::between(0, hi)
}

fn length_range(store: &TermStore, term: Term, of: &dyn Fn(usize) -> Range) -> Range {
    let zero = Integer::ZERO;
    match length_of(store.op(term)) {
        Some(LengthOf::Sum) => {
            return (1..store.args(term).len()).fold(of(0), |sum, i| sum.plus(&of(i)));
        }
        Some(LengthOf::First) => return of(0),
        None => {}
    }
    match store.op(term) {
        Op::At => Range::between(0, least([Some(Integer::ONE), of(0).hi])),
        Op::Substr => substr_range(&of(0), &of(1), &of(2)),
        Op::Replace => replace_range(&of(0), &of(1), &of(2)),
        Op::ReplaceAll => replace_all_range(&of(0), &of(1), &of(2)),
        Op::ReplaceRe => {
            let (s, u) = (of(0), of(2));
            Range {
                lo: both(&s.lo, &u.lo, |s, u| s.min(u).clone()),
                hi: both(&s.hi, &u.hi, |s, u| s + u),
            }
        }
        Op::ReplaceReAll => {
            let (s, u) = (of(0), of(2));
            let hi = both(&s.hi, &u.hi, |s, u| s * u.max(&Integer::ONE));
            Range::between(0, hi)
        }
        Op::FromInt => {
            let n = of(0);
            let digits = |n: &Integer| Integer::from(fold::from_int(n).len());
            Range {
                lo: Some(n.lo.as_ref().map_or(zero, digits)),
                hi: n.hi.as_ref().map(digits),
            }
        }
        Op::FromCode => {
            let n = of(0);
            let valid = n.is_at_least(0) && n.is_at_most(i64::from(MAX_CHAR));
            Range::between(i64::from(valid), Some(Integer::ONE))
        }
        Op::Ite => of(1).hull(&of(2)),
        _ => leaf(store, term),
    }
}

/// `|substr(s, i, n)| = min(n, |s| − i)` inside the word, 0 outside.
fn substr_range(s: &Range, i: &Range, n: &Range) -> Range {
    let clamp = |value: Integer| value.max(Integer::ZERO);
    let rest_hi = both(&s.hi, &i.lo, |s, i| s - &i.max(&Integer::ZERO).clone());
    let hi = least([n.hi.clone(), rest_hi.or_else(|| s.hi.clone())]).map(clamp);
    let lo = if i.is_at_least(0) {
        let rest = both(&s.lo, &i.hi, |s, i| s - i);
        both(&rest, &n.lo, |rest, n| rest.min(n).clone()).map(clamp)
    } else {
        None
    };
    Range::between(lo.unwrap_or(Integer::ZERO), hi)
}

/// Either nothing was replaced (`|s|`) or one `t` by one `u` (`|s| − |t| + |u|`, at least `|u|`).
fn replace_range(s: &Range, t: &Range, u: &Range) -> Range {
    let replaced_lo = [
        u.lo.clone(),
        both(&s.lo, &t.hi, |s, t| s - t).and_then(|rest| u.lo.as_ref().map(|u| &rest + u)),
    ]
    .into_iter()
    .flatten()
    .max();
    let replaced_hi =
        both(&s.hi, &t.lo, |s, t| s - t).and_then(|rest| u.hi.as_ref().map(|u| &rest + u));
    Range {
        lo: both(&s.lo, &replaced_lo, |a, b| a.min(b).clone()),
        hi: both(&s.hi, &replaced_hi, |a, b| a.max(b).clone()),
    }
}

fn replace_all_range(s: &Range, t: &Range, u: &Range) -> Range {
    let grows = both(&u.lo, &t.hi, |u, t| u - t).is_some_and(|d| !d.is_negative());
    let lo = if grows { s.lo.clone() } else { None };
    let least_t = t.lo.as_ref().map(|t| t.max(&Integer::ONE).clone());
    let hi = match (&s.hi, &u.hi, &least_t) {
        (Some(s), Some(u), Some(t)) => {
            let growth = (u - t).max(Integer::ZERO);
            Some(s + &(&s.div_floor(t) * &growth))
        }
        _ => None,
    };
    Range::between(lo.unwrap_or(Integer::ZERO), hi)
}
