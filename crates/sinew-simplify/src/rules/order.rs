//! The lexicographic order. Normal form: only binary `str.<=`.

use sinew_strings::concat::End;
use sinew_term::Term;

use super::{Rule, rules};
use crate::context::Ctx;

pub(super) const LT: &[Rule] = rules![str_lt_is_le];
pub(super) const LE: &[Rule] = rules![str_le_trivial, str_le_strip, str_le_clash, str_le_successor];

/// `s < t = ¬(t ≤ s)`
fn str_lt_is_le(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    let le = ctx.store.str_le(t, s);
    Some(ctx.store.not(le))
}

/// `s ≤ s`, `"" ≤ t`; `s ≤ "" = (s = "")`
fn str_le_trivial(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if s == t || ctx.is_empty_word(s) {
        return Some(ctx.bool(true));
    }
    ctx.is_empty_word(t).then(|| ctx.store.eq(s, t))
}

/// `x·s ≤ x·t = s ≤ t`, also for common characters of words
fn str_le_strip(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    let (s, t) = ctx.strip(s, t, &[End::Front])?;
    Some(ctx.store.str_le(s, t))
}

/// `"c"·s ≤ "d"·t` is true if c < d, false if c > d
fn str_le_clash(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    let (c, d) = (ctx.first_char(s)?, ctx.first_char(t)?);
    (c != d).then(|| ctx.bool(c < d))
}

/// `s·"\u{0}" ≤ t = ¬(t ≤ s)`: no string is between s and that
fn str_le_successor(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    let mut parts = ctx.pieces(s);
    let last = parts.pop()?;
    let (0, rest) = ctx.word(last)?.split_last()? else {
        return None;
    };
    let rest = rest.to_vec();
    parts.push(ctx.literal(&rest));
    let before = ctx.join(&parts);
    let at_most = ctx.store.str_le(t, before);
    Some(ctx.store.not(at_most))
}
