//! `str.prefixof` and `str.suffixof`, one the mirror image of the other.

use sinew_strings::concat::End;
use sinew_strings::linear::Linear;
use sinew_term::{Integer, Op, Term};

use super::numerals::affix_numerals;
use super::{Rule, rules};
use crate::context::Ctx;

pub(super) const PREFIX: &[Rule] = rules![
    affix_trivial,
    affix_strip,
    affix_clash,
    affix_length,
    affix_of_word,
    prefix_of_itself_cut,
    prefix_in_substr,
    prefix_in_slice,
    prefix_after_removal,
    affix_absent,
    affix_numerals,
];
pub(super) const SUFFIX: &[Rule] = rules![
    affix_trivial,
    affix_strip,
    affix_clash,
    affix_length,
    affix_of_word,
    suffix_of_itself_cut,
    affix_absent,
    affix_numerals,
];

/// The end at which the strings are compared.
fn end(ctx: &Ctx<'_>, term: Term) -> End {
    match ctx.op(term) {
        Op::SuffixOf => End::Back,
        _ => End::Front,
    }
}

/// `prefixof("", t)`, `prefixof(t, t)`; `prefixof(s, "") = (s = "")`
fn affix_trivial(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if s == t || ctx.is_empty_word(s) {
        return Some(ctx.bool(true));
    }
    ctx.is_empty_word(t).then(|| ctx.store.eq(s, t))
}

/// `prefixof(x·s, x·t) = prefixof(s, t)`, also for common characters of words
fn affix_strip(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    let (s, t) = ctx.strip(s, t, &[end(ctx, term)])?;
    Some(ctx.store.mk(ctx.store.op(term), &[s, t]))
}

/// `prefixof("a"·s, "b"·t)` is false
fn affix_clash(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    ctx.parts_by_characters(s, t, &[end(ctx, term)])
        .then(|| ctx.bool(false))
}

/// `prefixof(s, t)` is false if s is always longer, `s = t` if it is never shorter
fn affix_length(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if ctx.len_gt(s, t) {
        return Some(ctx.bool(false));
    }
    ctx.len_ge(s, t).then(|| ctx.store.eq(s, t))
}

/// `prefixof(s, "c") = (s = "" ∨ s = "c")`
fn affix_of_word(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if ctx.word(t)?.len() != 1 {
        return None;
    }
    let empty = ctx.empty();
    let (is_empty, is_all) = (ctx.store.eq(s, empty), ctx.store.eq(s, t));
    Some(ctx.store.disjunction(&[is_empty, is_all]))
}

/// `prefixof(substr(x, 0, n), x·t)` is true
fn prefix_of_itself_cut(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if ctx.op(s) != Op::Substr || !ctx.int_value(ctx.arg(s, 1))?.is_zero() {
        return None;
    }
    let cut = ctx.pieces(ctx.arg(s, 0));
    let whole = ctx.pieces(t);
    whole.starts_with(&cut).then(|| ctx.bool(true))
}

/// `suffixof(substr(x, i, n), t·x)` is true if i ≥ 0 and i + n ≥ |x| always
fn suffix_of_itself_cut(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if ctx.op(s) != Op::Substr {
        return None;
    }
    let [x, i, n] = ctx.args(s);
    if !ctx.pieces(t).ends_with(&ctx.pieces(x)) {
        return None;
    }
    let start = ctx.poly(i);
    let end = start.plus(&ctx.poly(n), &Integer::ONE);
    let length = ctx.len_poly(x);
    ctx.always_ge(&end, &length).then(|| ctx.bool(true))
}

/// `prefixof(s, substr(x, 0, n)) = prefixof(s, x)` if n ≥ |s| always
fn prefix_in_substr(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if ctx.op(t) != Op::Substr {
        return None;
    }
    let [x, i, n] = ctx.args(t);
    if !ctx.int_value(i)?.is_zero() {
        return None;
    }
    let (count, length) = (ctx.poly(n), ctx.len_poly(s));
    ctx.always_ge(&count, &length)
        .then(|| ctx.store.prefixof(s, x))
}

/// `prefixof(w, substr(x, i, n))` is `substr(x, i, |w|) = w` for a word w if always n ≥ |w| or
/// n ≥ |x| − i
fn prefix_in_slice(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [w, t] = ctx.args(term);
    let length = ctx.word(w)?.len();
    if ctx.op(t) != Op::Substr {
        return None;
    }
    let [x, i, n] = ctx.args(t);
    let (start, count) = (ctx.poly(i), ctx.poly(n));
    let wanted = Linear::constant(length);
    let rest = ctx.len_poly(x).minus(&start);
    if !ctx.always_ge(&count, &wanted) && !ctx.always_ge(&count, &rest) {
        return None;
    }
    let length = ctx.int(length);
    let part = ctx.store.substr(x, i, length);
    Some(ctx.store.eq(part, w))
}

/// `prefixof("c"·s, replace(x, "c", "")) = prefixof("cc"·s, x)`: the first c must go first
fn prefix_after_removal(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if ctx.op(t) != Op::Replace {
        return None;
    }
    let [x, removed, by] = ctx.args(t);
    let &[c] = ctx.word(removed)? else {
        return None;
    };
    if !ctx.is_empty_word(by) || ctx.first_char(s)? != c {
        return None;
    }
    let twice = ctx.store.concat(&[removed, s]);
    Some(ctx.store.prefixof(twice, x))
}

/// `prefixof(s, t)` is false if t never contains s
fn affix_absent(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    (ctx.contains_known(t, s) == Some(false)).then(|| ctx.bool(false))
}
