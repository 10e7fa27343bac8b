//! `str.replace`.

use sinew_term::{Op, Term};

use super::contains::{dead_back, dead_front};
use super::numerals::replace_numerals;
use super::{Rule, rules};
use crate::context::Ctx;
use crate::fold;

pub(super) const REPLACE: &[Rule] = rules![
    replace_constants,
    replace_by_same,
    replace_absent,
    replace_front_piece,
    replace_in_front,
    replace_trim,
    replace_whole,
    replace_in_char,
    replace_numerals,
];

/// `replace("abb", "b", "c") = "acb"` for words
fn replace_constants(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    let result = fold::replace(ctx.word(s)?, ctx.word(t)?, ctx.word(u)?);
    Some(ctx.literal(&result))
}

/// `replace(s, t, t) = s`
fn replace_by_same(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    (t == u).then_some(s)
}

/// `replace(s, t, u) = s` if s never contains t
fn replace_absent(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, _] = ctx.args(term);
    never_contains(ctx, s, t).then_some(s)
}

/// Whether s is known not to contain t, be it after simplification.
pub(super) fn never_contains(ctx: &mut Ctx<'_>, s: Term, t: Term) -> bool {
    if ctx.contains_known(s, t) == Some(false) {
        return true;
    }
    let contains = ctx.store.contains(s, t);
    let decided = ctx.look_ahead(contains);
    decided.is_some_and(|decided| ctx.store.bool_value(decided) == Some(false))
}

/// `replace(t·s, t, u) = u·s`
fn replace_front_piece(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    let mut parts = vec![u];
    parts.extend(ctx.after(t, s)?);
    Some(ctx.store.concat(&parts))
}

/// `replace(s·x, t, u) = replace(s, t, u)·x` if s always contains t
fn replace_in_front(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let parts = ctx.pieces(s);
    let (&last, front) = parts.split_last()?;
    let front = ctx.join(front);
    if ctx.contains_known(front, t) != Some(true) {
        return None;
    }
    let replaced = ctx.store.replace(front, t, u);
    Some(ctx.store.concat(&[replaced, last]))
}

/// Characters at the ends of s that no occurrence of t can touch are moved out:
/// `replace("a"·s, "b"·t, u) = "a"·replace(s, "b"·t, u)`
fn replace_trim(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let mut hay = ctx.pieces(s);
    let needle = ctx.pieces(t);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    if let (Some(text), Some(first)) = (ctx.word(hay[0]), ctx.word(*needle.first()?)) {
        let dead = dead_front(text, first);
        before = text[..dead].to_vec();
        let kept = text[dead..].to_vec();
        hay[0] = ctx.literal(&kept);
    }
    let back = hay.len() - 1;
    if let (Some(text), Some(last)) = (ctx.word(hay[back]), ctx.word(*needle.last()?)) {
        let dead = dead_back(text, last);
        after = text[text.len() - dead..].to_vec();
        let kept = text[..text.len() - dead].to_vec();
        hay[back] = ctx.literal(&kept);
    }
    if before.is_empty() && after.is_empty() {
        return None;
    }
    let rest = ctx.join(&hay);
    let replaced = ctx.store.replace(rest, t, u);
    let (before, after) = (ctx.literal(&before), ctx.literal(&after));
    Some(ctx.store.concat(&[before, replaced, after]))
}

/// `replace(s, t, u) = ite(s = t, u, s)` if |t| ≥ |s| always, and t is not empty or s is not
fn replace_whole(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    if !ctx.len_ge(t, s) {
        return None;
    }
    // If t is empty then so is s, and both sides are u.
    let whole = ctx.store.eq(s, t);
    Some(ctx.store.ite(whole, u, s))
}

/// `replace("c", t, u) = ite(t = "", u·"c", ite(t = "c", u, "c"))`
fn replace_in_char(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    if ctx.word(s)?.len() != 1 || !ctx.is_small(u) {
        return None;
    }
    let empty = ctx.empty();
    let (is_empty, is_char) = (ctx.store.eq(t, empty), ctx.store.eq(t, s));
    let (before, rest) = (ctx.store.concat(&[u, s]), ctx.store.ite(is_char, u, s));
    Some(ctx.store.ite(is_empty, before, rest))
}
