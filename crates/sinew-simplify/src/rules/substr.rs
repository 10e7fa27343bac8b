//! `str.at` and `str.substr`. Normal form: `at` is a `substr` of length 1; pieces that lie
//! outside the range are gone, pieces that lie inside are taken out.

use sinew_term::{Integer, Op, Term};

use super::{Rule, rules};
use crate::context::Ctx;
use crate::fold;
use sinew_strings::linear::Linear;

pub(super) const AT: &[Rule] = rules![at_is_substr];
pub(super) const SUBSTR: &[Rule] = rules![
    substr_constants,
    substr_outside,
    substr_whole,
    substr_skip_front,
    substr_drop_back,
    substr_take_front,
    substr_of_substr,
    substr_of_char,
];

/// `at(s, i) = substr(s, i, 1)`
fn at_is_substr(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, i] = ctx.args(term);
    let one = ctx.int(1);
    Some(ctx.store.substr(s, i, one))
}

/// `substr("abc", 1, 1) = "b"` for words and numbers
fn substr_constants(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, i, n] = ctx.args(term);
    let part = fold::substr(ctx.word(s)?, ctx.int_value(i)?, ctx.int_value(n)?).to_vec();
    Some(ctx.literal(&part))
}

/// `substr(s, i, n) = ""` if always s = "", i < 0, n ≤ 0 or i ≥ |s|
fn substr_outside(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, i, n] = ctx.args(term);
    let (start, length) = (ctx.poly(i), ctx.len_poly(s));
    let outside = ctx.is_empty_word(s)
        || ctx.term_le(i, -1)
        || ctx.term_le(n, 0)
        || ctx.always_ge(&start, &length);
    outside.then(|| ctx.empty())
}

/// `substr(s, 0, n) = s` if n ≥ |s| always
fn substr_whole(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, i, n] = ctx.args(term);
    if !ctx.int_value(i)?.is_zero() {
        return None;
    }
    let (count, length) = (ctx.poly(n), ctx.len_poly(s));
    ctx.always_ge(&count, &length).then_some(s)
}

/// `substr(s·t, i, n) = substr(t, i − |s|, n)` if i ≥ |s| always; words are cut as far as i goes
fn substr_skip_front(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, i, n] = ctx.args(term);
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let parts = ctx.pieces(s);
    let mut start = ctx.poly(i);
    let mut skipped = 0;
    while skipped < parts.len() {
        let length = ctx.len_poly(parts[skipped]);
        if !ctx.always_ge(&start, &length) {
            break;
        }
        start = start.minus(&length);
        skipped += 1;
    }
    let mut rest = parts[skipped..].to_vec();
    // A literal start inside a word cuts it.
    if let Some(&first) = rest.first()
        && let Some(word) = ctx.word(first).map(<[u32]>::to_vec)
        && start.is_constant()
        && let Some(cut) = start
            .constant
            .to_usize()
            .filter(|&cut| 0 < cut && cut < word.len())
    {
        rest[0] = ctx.literal(&word[cut..]);
        start = Linear::default();
    } else if skipped == 0 {
        return None;
    }
    let (rest, start) = (ctx.join(&rest), start.to_term(ctx.store));
    Some(ctx.store.substr(rest, start, n))
}

/// Dropping from the back asks one question about the whole length per piece: not for more.
const BACK_LIMIT: usize = 500;

/// `substr(s·t, i, n) = substr(s, i, n)` if i + n ≤ |s| always; words are cut likewise
fn substr_drop_back(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, i, n] = ctx.args(term);
    if ctx.op(s) != Op::Concat || ctx.store.args(s).len() > BACK_LIMIT {
        return None;
    }
    let mut parts = ctx.pieces(s);
    let end = ctx.poly(i).plus(&ctx.poly(n), &Integer::ONE);
    let mut length = ctx.len_poly(s);
    let before = parts.len();
    while let Some(&last) = parts.last() {
        let shorter = length.minus(&ctx.len_poly(last));
        if !ctx.always_ge(&shorter, &end) {
            break;
        }
        length = shorter;
        parts.pop();
    }
    let mut cut_word = false;
    if let Some(last) = parts.last_mut()
        && let Some(word) = ctx.word(*last).map(<[u32]>::to_vec)
    {
        // The end may still lie inside the last word.
        let shorter = length.minus(&Linear::constant(word.len()));
        let inside = end.minus(&shorter);
        if inside.is_constant()
            && let Some(kept) = inside.constant.to_usize().filter(|&kept| kept < word.len())
        {
            *last = ctx.literal(&word[..kept]);
            cut_word = true;
        }
    }
    if parts.len() == before && !cut_word {
        return None;
    }
    let rest = ctx.join(&parts);
    Some(ctx.store.substr(rest, i, n))
}

/// `substr(s·t, 0, n) = s·substr(t, 0, n − |s|)` if n ≥ |s| always; words as far as n goes
fn substr_take_front(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, i, n] = ctx.args(term);
    if ctx.op(s) != Op::Concat || !ctx.int_value(i)?.is_zero() {
        return None;
    }
    let parts = ctx.pieces(s);
    let mut count = ctx.poly(n);
    let mut taken = 0;
    while taken < parts.len() {
        let length = ctx.len_poly(parts[taken]);
        if !ctx.always_ge(&count, &length) {
            break;
        }
        count = count.minus(&length);
        taken += 1;
    }
    if taken == 0 {
        return None;
    }
    let (rest, count) = (ctx.join(&parts[taken..]), count.to_term(ctx.store));
    let zero = ctx.int(0);
    let mut result = parts[..taken].to_vec();
    result.push(ctx.store.substr(rest, zero, count));
    Some(ctx.store.concat(&result))
}

/// `substr(substr(s, i, n), j, m) = substr(s, i + j, min(n − j, m))` if i, j ≥ 0 always and it is
/// known which of the two is smaller; it is m, too, if the inner part reaches to the end of s
fn substr_of_substr(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [inner, j, m] = ctx.args(term);
    if ctx.op(inner) != Op::Substr {
        return None;
    }
    let [s, i, n] = ctx.args(inner);
    let (i, j, n, m) = (ctx.poly(i), ctx.poly(j), ctx.poly(n), ctx.poly(m));
    if !ctx.nonneg(&i) || !ctx.nonneg(&j) {
        return None;
    }
    let room = n.minus(&j);
    let count = if ctx.always_ge(&m, &room) {
        room
    } else if ctx.always_ge(&room, &m) || {
        let rest = ctx.len_poly(s).minus(&i);
        ctx.always_ge(&n, &rest)
    } {
        m
    } else {
        return None;
    };
    let start = i.plus(&j, &Integer::ONE);
    let (start, count) = (start.to_term(ctx.store), count.to_term(ctx.store));
    Some(ctx.store.substr(s, start, count))
}

/// `substr("c", i, n) = ite(i = 0 ∧ n ≥ 1, "c", "")`
fn substr_of_char(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, i, n] = ctx.args(term);
    if ctx.word(s)?.len() != 1 {
        return None;
    }
    let (zero, one, empty) = (ctx.int(0), ctx.int(1), ctx.empty());
    let (at_start, some) = (ctx.store.eq(i, zero), ctx.store.ge(n, one));
    let inside = ctx.store.conjunction(&[at_start, some]);
    Some(ctx.store.ite(inside, s, empty))
}
