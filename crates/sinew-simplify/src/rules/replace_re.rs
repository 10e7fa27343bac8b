//! `str.replace_re`, `str.replace_re_all` and `str.indexof_re`.

use sinew_term::{Integer, Op, Term};

use super::{Rule, rules};
use crate::context::Ctx;

pub(super) const REPLACE_RE: &[Rule] = rules![
    replace_re_constants,
    replace_re_none,
    replace_re_nullable,
    replace_re_literal,
    replace_re_in_empty,
    replace_re_allchar,
    replace_re_tail,
];
pub(super) const REPLACE_RE_ALL: &[Rule] = rules![
    replace_re_all_constants,
    replace_re_all_none,
    replace_re_all_literal,
    replace_re_all_in_empty,
    replace_re_all_iteration,
    replace_re_all_chars,
];
pub(super) const INDEXOF_RE: &[Rule] = rules![
    indexof_re_constants,
    indexof_re_outside,
    indexof_re_none,
    indexof_re_nullable,
    indexof_re_literal,
];

/// `replace_re("baa", "a"+, u) = "b"·u·"a"`: in a word, the leftmost shortest match
fn replace_re_constants(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, u] = ctx.args(term);
    let word = ctx.word(s)?.to_vec();
    let Some((from, to)) =
        ctx.core
            .regexes
            .first_match(ctx.store, r, &word, (0, false), ctx.budget)?
    else {
        return Some(s);
    };
    let (before, after) = (ctx.literal(&word[..from]), ctx.literal(&word[to..]));
    Some(ctx.store.concat(&[before, u, after]))
}

/// `replace_re(s, none, u) = s` (R01)
fn replace_re_none(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, _] = ctx.args(term);
    (ctx.core.regexes.is_empty(ctx.store, r, ctx.budget) == Some(true)).then_some(s)
}

/// `replace_re(s, r, u) = u·s` if ε ∈ r (R02)
fn replace_re_nullable(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, u] = ctx.args(term);
    (ctx.re_nullable(r) == Some(true)).then(|| ctx.store.concat(&[u, s]))
}

/// `replace_re(s, to_re(t), u) = replace(s, t, u)` (R03)
fn replace_re_literal(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, u] = ctx.args(term);
    if ctx.op(r) != Op::StrToRe {
        return None;
    }
    let t = ctx.arg(r, 0);
    Some(ctx.store.replace(s, t, u))
}

/// `replace_re("", r, u) = ite("" ∈ r, u, "")` (R05)
fn replace_re_in_empty(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, u] = ctx.args(term);
    if !ctx.is_empty_word(s) {
        return None;
    }
    let member = ctx.store.in_re(s, r);
    Some(ctx.store.ite(member, u, s))
}

/// `replace_re(s, allchar, u) = ite(s = "", "", u·substr(s, 1, |s| − 1))` (R06)
fn replace_re_allchar(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, u] = ctx.args(term);
    if ctx.op(r) != Op::ReAllChar {
        return None;
    }
    let (empty, one, length) = (ctx.empty(), ctx.int(1), ctx.store.len(s));
    let rest_length = ctx.store.sub(length, one);
    let rest = ctx.store.substr(s, one, rest_length);
    let replaced = ctx.store.concat(&[u, rest]);
    let is_empty = ctx.store.eq(s, empty);
    Some(ctx.store.ite(is_empty, empty, replaced))
}

/// `replace_re(s, r·q, u) = replace_re(s, r, u)` if ε ∈ q (R11, R12); `r+` is `r` (R10)
fn replace_re_tail(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, u] = ctx.args(term);
    let shorter = match ctx.op(r) {
        Op::RePlus => ctx.arg(r, 0),
        Op::ReConcat => {
            let parts = ctx.store.args(r).to_vec();
            let (&last, front) = parts.split_last()?;
            if ctx.re_nullable(last) != Some(true) {
                return None;
            }
            ctx.store.joined(Op::ReConcat, front)
        }
        _ => return None,
    };
    Some(ctx.store.replace_re(s, shorter, u))
}

/// `replace_re_all("baa", "a"+, u) = "b"·u·u`: in a word, leftmost shortest non-empty matches from left
/// to right
fn replace_re_all_constants(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, u] = ctx.args(term);
    let word = ctx.word(s)?.to_vec();
    let mut parts = Vec::new();
    let mut from = 0;
    while let Some((start, end)) =
        ctx.core
            .regexes
            .first_match(ctx.store, r, &word, (from, true), ctx.budget)?
    {
        parts.push(ctx.literal(&word[from..start]));
        parts.push(u);
        from = end;
        if parts.len() > 2000 {
            return None;
        }
    }
    parts.push(ctx.literal(&word[from..]));
    Some(ctx.join(&parts))
}

/// `replace_re_all(s, r, u) = s` if r has no word but ε (A01, A03)
fn replace_re_all_none(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, _] = ctx.args(term);
    (ctx.is_re_epsilon(r) || ctx.core.regexes.is_empty(ctx.store, r, ctx.budget) == Some(true))
        .then_some(s)
}

/// `replace_re_all(s, to_re(t), u) = replace_all(s, t, u)` (A02)
fn replace_re_all_literal(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, u] = ctx.args(term);
    if ctx.op(r) != Op::StrToRe {
        return None;
    }
    let t = ctx.arg(r, 0);
    Some(ctx.store.replace_all(s, t, u))
}

/// `replace_re_all("", r, u) = ""` (A10)
fn replace_re_all_in_empty(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    ctx.is_empty_word(s).then_some(s)
}

/// `replace_re_all(s, r*, u) = replace_re_all(s, r+, u) = replace_re_all(s, r, u)`, and with
/// all in place of allchar (A04–A08)
fn replace_re_all_iteration(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, u] = ctx.args(term);
    let body = match ctx.op(r) {
        Op::ReStar | Op::RePlus => ctx.arg(r, 0),
        Op::ReAll => ctx.store.re_allchar(),
        _ => return None,
    };
    Some(ctx.store.replace_re_all(s, body, u))
}

/// `replace_re_all(s·t, r, u) = replace_re_all(s, r, u)·replace_re_all(t, r, u)` if all words of
/// r have one character (A12)
fn replace_re_all_chars(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, u] = ctx.args(term);
    if ctx.op(s) != Op::Concat || ctx.core.regexes.length_bounds(ctx.store, r) != Some((1, Some(1)))
    {
        return None;
    }
    let parts = ctx.pieces(s);
    let replaced: Vec<Term> = parts
        .iter()
        .map(|&part| ctx.store.replace_re_all(part, r, u))
        .collect();
    Some(ctx.store.concat(&replaced))
}

/// `indexof_re("baa", "a"+, 0) = 1` for words and numbers
fn indexof_re_constants(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, i] = ctx.args(term);
    let word = ctx.word(s)?.to_vec();
    let from = match ctx.int_value(i)?.to_usize() {
        Some(from) if from <= word.len() => from,
        _ => return Some(ctx.int(-1)),
    };
    let found = ctx
        .core
        .regexes
        .first_match(ctx.store, r, &word, (from, false), ctx.budget)?;
    Some(match found {
        Some((start, _)) => ctx.int(start),
        None => ctx.int(-1),
    })
}

/// `indexof_re(s, r, i) = −1` if always i < 0 or i > |s|
fn indexof_re_outside(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, _, i] = ctx.args(term);
    let (start, length) = (ctx.poly(i), ctx.len_poly(s));
    (ctx.term_le(i, -1) || ctx.always_gt(&start, &length)).then(|| ctx.int(-1))
}

/// `indexof_re(s, none, i) = −1`
fn indexof_re_none(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [_, r, _] = ctx.args(term);
    (ctx.core.regexes.is_empty(ctx.store, r, ctx.budget) == Some(true))
        .then(|| ctx.int(Integer::MINUS_ONE))
}

/// `indexof_re(s, r, i) = indexof(s, "", i)` if ε ∈ r
fn indexof_re_nullable(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, i] = ctx.args(term);
    if ctx.re_nullable(r) != Some(true) {
        return None;
    }
    let empty = ctx.empty();
    Some(ctx.store.indexof(s, empty, i))
}

/// `indexof_re(s, to_re(t), i) = indexof(s, t, i)`
fn indexof_re_literal(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, r, i] = ctx.args(term);
    if ctx.op(r) != Op::StrToRe {
        return None;
    }
    let t = ctx.arg(r, 0);
    Some(ctx.store.indexof(s, t, i))
}
