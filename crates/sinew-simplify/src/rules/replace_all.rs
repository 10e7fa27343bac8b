//! `str.replace_all`.

use sinew_term::{Op, Term};

use super::{Rule, rules};
use crate::context::Ctx;
use crate::words;

pub(super) const REPLACE_ALL: &[Rule] = rules![
    replace_all_constants,
    replace_all_trivial,
    replace_all_itself,
    replace_all_absent,
    replace_all_char,
    replace_all_whole,
];

/// Words
fn replace_all_constants(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    let result = words::replace_all(ctx.word(s)?, ctx.word(t)?, ctx.word(u)?);
    Some(ctx.literal(&result))
}

/// `replace_all(s, "", u) = s`, `replace_all("", t, u) = ""`, `replace_all(s, t, t) = s`
fn replace_all_trivial(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    (t == u || ctx.is_empty_word(t) || ctx.is_empty_word(s)).then_some(s)
}

/// `replace_all(s, s, u) = ite(s = "", "", u)`
fn replace_all_itself(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    if s != t {
        return None;
    }
    let empty = ctx.empty();
    let is_empty = ctx.store.eq(s, empty);
    Some(ctx.store.ite(is_empty, empty, u))
}

/// `replace_all(s, t, u) = s` if s never contains t
fn replace_all_absent(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, _] = ctx.args(term);
    if ctx.contains_known(s, t) == Some(false) {
        return Some(s);
    }
    let contains = ctx.store.contains(s, t);
    let decided = ctx.look_ahead(contains)?;
    (ctx.store.bool_value(decided) == Some(false)).then_some(s)
}

/// `replace_all(s·x, "c", u) = replace_all(s, "c", u)·replace_all(x, "c", u)`
fn replace_all_char(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    if ctx.op(s) != Op::Concat || ctx.word(t)?.len() != 1 {
        return None;
    }
    let parts = ctx.pieces(s);
    let replaced: Vec<Term> = parts
        .iter()
        .map(|&part| ctx.store.replace_all(part, t, u))
        .collect();
    Some(ctx.store.concat(&replaced))
}

/// `replace_all(s, t, u) = ite(s = t, u, s)` if |t| ≥ |s| always and t is never empty
fn replace_all_whole(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    if !ctx.len_ge(t, s) || !ctx.never_empty(t) {
        return None;
    }
    let whole = ctx.store.eq(s, t);
    Some(ctx.store.ite(whole, u, s))
}
