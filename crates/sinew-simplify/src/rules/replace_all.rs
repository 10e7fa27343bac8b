//! `str.replace_all`.

use sinew_term::{Op, Term};

use super::replace::never_contains;
use super::{Rule, rules};
use crate::context::Ctx;
use crate::fold;
use crate::tuning::REPLACED;

pub(super) const REPLACE_ALL: &[Rule] = rules![
    replace_all_constants,
    replace_all_trivial,
    replace_all_itself,
    replace_all_absent,
    replace_all_word,
    replace_all_char,
    replace_all_cut,
    replace_all_whole,
];

/// `replace_all("abb", "b", "c") = "acc"` for words
fn replace_all_constants(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    let result = fold::replace_all(ctx.word(s)?, ctx.word(t)?, ctx.word(u)?);
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
    never_contains(ctx, s, t).then_some(s)
}

/// `replace_all("0a0", "0", u) = u·"a"·u`: in a word, occurrences of a word are where they are, whatever takes their place
fn replace_all_word(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    let (text, word) = (ctx.word(s)?.to_vec(), ctx.word(t)?.to_vec());
    if word.is_empty() || ctx.word(u).is_some() {
        return None;
    }
    let (mut parts, mut from, mut left) = (Vec::new(), 0, ctx.core.tuning.size(&REPLACED));
    while let Some(at) = fold::find(&text, &word, from) {
        left = left.checked_sub(1)?;
        parts.extend([ctx.literal(&text[from..at]), u]);
        from = at + word.len();
    }
    parts.push(ctx.literal(&text[from..]));
    (parts.len() > 1).then(|| ctx.store.concat(&parts))
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

/// `replace_all(s·x, w, u) = replace_all(s, w, u)·replace_all(x, w, u)` for a word w that cannot lie
/// across the cut, whatever the variables are
fn replace_all_cut(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t, u] = ctx.args(term);
    let word = ctx.word(t)?.to_vec();
    if ctx.op(s) != Op::Concat || word.is_empty() || word.len() > MAX_CUT_WORD {
        return None;
    }
    let parts = ctx.pieces(s);
    let mut segments: Vec<Vec<Term>> = vec![Vec::new()];
    for (index, &part) in parts.iter().enumerate() {
        let Some(text) = ctx.word(part).map(<[u32]>::to_vec) else {
            segments.last_mut()?.push(part);
            continue;
        };
        let (first, last) = (index == 0, index + 1 == parts.len());
        // A cut at an outer end of s is none.
        let mut places = usize::from(first)..=text.len() - usize::from(last);
        let clear = |at: &usize| !may_lie_across(&word, &text[..*at], &text[*at..]);
        let from = places.find(clear);
        let to = places.rev().find(clear).or(from);
        let mut start = 0;
        for at in [from, to].into_iter().flatten() {
            if at > start {
                let piece = ctx.literal(&text[start..at]);
                segments.last_mut()?.push(piece);
            }
            if !segments.last()?.is_empty() {
                segments.push(Vec::new());
            }
            start = at;
        }
        if start < text.len() {
            let piece = ctx.literal(&text[start..]);
            segments.last_mut()?.push(piece);
        }
    }
    segments.retain(|segment| !segment.is_empty());
    if segments.len() < 2 {
        return None;
    }
    let replaced: Vec<Term> = segments
        .iter()
        .map(|segment| {
            let segment = ctx.join(segment);
            ctx.store.replace_all(segment, t, u)
        })
        .collect();
    Some(ctx.store.concat(&replaced))
}

/// Longer words are not cut around: that is quadratic in their length.
const MAX_CUT_WORD: usize = 64;

/// Whether `word` may begin in a string that ends with `before` and end in one that goes on with
/// `after`.
fn may_lie_across(word: &[u32], before: &[u32], after: &[u32]) -> bool {
    (1..word.len()).any(|split| {
        let (left, right) = word.split_at(split);
        (left.ends_with(before) || before.ends_with(left))
            && (right.starts_with(after) || after.starts_with(right))
    })
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
