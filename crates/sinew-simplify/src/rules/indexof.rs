//! `str.indexof`.

use sinew_term::{Integer, Op, Term};

use super::contains::dead_back;
use super::numerals::indexof_numerals;
use super::{Rule, rules};
use crate::context::Ctx;
use crate::fold;

pub(super) const INDEXOF: &[Rule] = rules![
    indexof_constants,
    indexof_outside,
    indexof_empty_word,
    indexof_itself,
    indexof_absent,
    indexof_in_empty,
    indexof_first_word,
    indexof_last_position,
    indexof_trim_back,
    indexof_drop_back,
    indexof_numerals,
];

/// `indexof("abab", "b", 2) = 3` for words and numbers
fn indexof_constants(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, i] = ctx.args(term);
    let at = fold::indexof(ctx.word(s)?, ctx.word(t)?, ctx.int_value(i)?);
    Some(ctx.int(at))
}

/// `indexof(s, t, i) = −1` if always i < 0 or i + |t| > |s|
fn indexof_outside(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, i] = ctx.args(term);
    let end = ctx.poly(i).plus(&ctx.len_poly(t), &Integer::ONE);
    let length = ctx.len_poly(s);
    (ctx.term_le(i, -1) || ctx.always_gt(&end, &length)).then(|| ctx.int(-1))
}

/// `indexof(s, "", i) = ite(0 ≤ i ≤ |s|, i, −1)`
fn indexof_empty_word(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, i] = ctx.args(term);
    if !ctx.is_empty_word(t) {
        return None;
    }
    let (zero, minus_one, length) = (ctx.int(0), ctx.int(-1), ctx.store.len(s));
    let (from_zero, to_end) = (ctx.store.ge(i, zero), ctx.store.ge(length, i));
    let inside = ctx.store.conjunction(&[from_zero, to_end]);
    Some(ctx.store.ite(inside, i, minus_one))
}

/// `indexof(s·t, s, 0) = 0`
fn indexof_itself(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, i] = ctx.args(term);
    if !ctx.int_value(i)?.is_zero() {
        return None;
    }
    ctx.after(t, s).map(|_| i)
}

/// `indexof(s, t, i) = −1` if s never contains t
fn indexof_absent(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, _] = ctx.args(term);
    if ctx.contains_known(s, t) == Some(false) {
        return Some(ctx.int(-1));
    }
    let contains = ctx.store.contains(s, t);
    let decided = ctx.look_ahead(contains)?;
    (ctx.store.bool_value(decided) == Some(false)).then(|| ctx.int(-1))
}

/// `indexof("", t, i) = ite(t = "" ∧ i = 0, 0, −1)`
fn indexof_in_empty(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, i] = ctx.args(term);
    if !ctx.is_empty_word(s) {
        return None;
    }
    let (zero, minus_one) = (ctx.int(0), ctx.int(-1));
    let (empty, at_start) = (ctx.store.eq(t, s), ctx.store.eq(i, zero));
    let found = ctx.store.conjunction(&[empty, at_start]);
    Some(ctx.store.ite(found, zero, minus_one))
}

/// `indexof("…w…"·s, w, i)` is the place of w in the first word, if it is found there
fn indexof_first_word(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, i] = ctx.args(term);
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let from = ctx.int_value(i)?.to_usize()?;
    let at = fold::find(ctx.word(ctx.arg(s, 0))?, ctx.word(t)?, from)?;
    Some(ctx.int(at))
}

/// `indexof(w, t, |w|) = ite(t = "", |w|, −1)`; `indexof(s, t, i)` is i or −1 if i + |t| ≥ |s|
/// and s is a word
fn indexof_last_position(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, i] = ctx.args(term);
    let (length, from) = (ctx.word(s)?.len(), ctx.int_value(i)?.to_usize()?);
    if from != length {
        return None;
    }
    let (empty, minus_one) = (ctx.empty(), ctx.int(-1));
    let found = ctx.store.eq(t, empty);
    Some(ctx.store.ite(found, i, minus_one))
}

/// `indexof(s·w, t·v, i) = indexof(s, t·v, i)` if no occurrence of the word v can touch the word w;
/// likewise for characters at the end of w
fn indexof_trim_back(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, i] = ctx.args(term);
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let mut hay = ctx.pieces(s);
    let needle = ctx.pieces(t);
    let back = hay.len() - 1;
    let (text, last) = (ctx.word(hay[back])?, ctx.word(*needle.last()?)?);
    let dead = dead_back(text, last);
    if dead == 0 {
        return None;
    }
    let kept = text[..text.len() - dead].to_vec();
    hay[back] = ctx.literal(&kept);
    let hay = ctx.join(&hay);
    Some(ctx.store.indexof(hay, t, i))
}

/// `indexof(s·u, t, 0) = indexof(s, t, 0)` if s always contains t
fn indexof_drop_back(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, i] = ctx.args(term);
    if ctx.op(s) != Op::Concat || !ctx.int_value(i)?.is_zero() {
        return None;
    }
    let parts = ctx.pieces(s);
    let shorter = ctx.join(&parts[..parts.len() - 1]);
    (ctx.contains_known(shorter, t) == Some(true)).then(|| ctx.store.indexof(shorter, t, i))
}
