//! Regular operators: literals, concatenation, iteration, ranges.
//!
//! Normal form: `re.opt` is a union with ε, powers are loops, neighbouring literals are joined,
//! iterations are not nested where one does.

use sinew_term::{MAX_CHAR, Op, Term};

use super::{Rule, rules};
use crate::context::Ctx;

pub(super) const STR_TO_RE: &[Rule] = rules![re_literal_of_concat];
pub(super) const CONCAT: &[Rule] = rules![
    re_concat_flat,
    re_concat_none,
    re_concat_literals,
    re_concat_all,
    re_concat_star_all,
    re_concat_chars,
    re_concat_star_order,
];
pub(super) const STAR: &[Rule] = rules![re_star_trivial, re_star_nested, re_star_union];
pub(super) const PLUS: &[Rule] = rules![re_plus_trivial, re_plus_nullable];
pub(super) const OPT: &[Rule] = rules![re_opt_is_union];
pub(super) const RANGE: &[Rule] = rules![re_range_normal];
pub(super) const POW: &[Rule] = rules![re_pow_is_loop];
pub(super) const LOOP: &[Rule] = rules![re_loop_trivial, re_loop_base, re_loop_nested];

impl Ctx<'_> {
    /// ε as a regex.
    pub(crate) fn re_epsilon(&mut self) -> Term {
        let empty = self.empty();
        self.store.str_to_re(empty)
    }

    /// Whether the regex is the literal "".
    pub(crate) fn is_re_epsilon(&self, r: Term) -> bool {
        self.op(r) == Op::StrToRe && self.is_empty_word(self.arg(r, 0))
    }

    /// Whether the empty word is in the language, if that is known.
    pub(crate) fn re_nullable(&mut self, r: Term) -> Option<bool> {
        self.core.regexes.nullable(self.store, r)
    }
}

/// `to_re(s·t) = to_re(s)·to_re(t)`
fn re_literal_of_concat(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let s = ctx.arg(term, 0);
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let parts = ctx.pieces(s);
    let literals: Vec<Term> = parts
        .iter()
        .map(|&part| ctx.store.str_to_re(part))
        .collect();
    Some(ctx.store.re_concat(&literals))
}

fn concat_of(ctx: &mut Ctx<'_>, parts: &[Term]) -> Term {
    match parts {
        [] => ctx.re_epsilon(),
        _ => ctx.store.joined(Op::ReConcat, parts),
    }
}

/// `q·(r·s) = q·r·s` (L31)
fn re_concat_flat(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    if let [only] = *ctx.store.args(term) {
        return Some(only);
    }
    ctx.opened(term).map(|parts| concat_of(ctx, &parts))
}

/// `r·none = none·r = none` (L34, L35)
fn re_concat_none(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let args = ctx.store.args(term);
    args.iter().copied().find(|&arg| ctx.op(arg) == Op::ReNone)
}

/// `r·ε = r` (L32, L33), `to_re("a")·to_re("b") = to_re("ab")` (L38)
fn re_concat_literals(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let args = ctx.store.args(term).to_vec();
    let mut parts: Vec<Term> = Vec::with_capacity(args.len());
    let mut word: Vec<u32> = Vec::new();
    let flush = |ctx: &mut Ctx<'_>, parts: &mut Vec<Term>, word: &mut Vec<u32>| {
        if !word.is_empty() {
            let literal = ctx.literal(word);
            parts.push(ctx.store.str_to_re(literal));
            word.clear();
        }
    };
    for &arg in &args {
        if ctx.op(arg) == Op::StrToRe
            && let Some(value) = ctx.word(ctx.arg(arg, 0))
        {
            word.extend_from_slice(value);
            continue;
        }
        flush(ctx, &mut parts, &mut word);
        parts.push(arg);
    }
    flush(ctx, &mut parts, &mut word);
    (parts != args).then(|| concat_of(ctx, &parts))
}

/// `all·all = all` (L41, L100)
fn re_concat_all(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let mut parts = ctx.store.args(term).to_vec();
    let before = parts.len();
    parts.dedup_by(|a, b| a == b && ctx.op(*a) == Op::ReAll);
    (parts.len() < before).then(|| concat_of(ctx, &parts))
}

/// `all·r = all` and `r·all = all` if ε ∈ r (L101), from left and from right
fn re_concat_star_all(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let mut parts = ctx.store.args(term).to_vec();
    let before = parts.len();
    for _ in 0..2 {
        let mut kept: Vec<Term> = Vec::with_capacity(parts.len());
        for part in parts {
            let after_all = kept.last().is_some_and(|&last| ctx.op(last) == Op::ReAll);
            if !(after_all && ctx.op(part) != Op::ReAll && ctx.re_nullable(part) == Some(true)) {
                kept.push(part);
            }
        }
        kept.reverse();
        parts = kept;
    }
    (parts.len() < before).then(|| concat_of(ctx, &parts))
}

/// `all·allchar = allchar·all` (L43): characters before the rest, so that equal lengths meet
fn re_concat_chars(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let mut parts = ctx.store.args(term).to_vec();
    let mut changed = false;
    // One sweep: each `all` moves behind the arbitrary characters that follow it.
    let mut i = 0;
    while i + 1 < parts.len() {
        if ctx.op(parts[i]) == Op::ReAll && ctx.op(parts[i + 1]) == Op::ReAllChar {
            parts.swap(i, i + 1);
            changed = true;
        }
        i += 1;
    }
    changed.then(|| concat_of(ctx, &parts))
}

/// `r*·r = r·r* = r+`, `r*·r* = r*` (L48, L57, L58), in one sweep
fn re_concat_star_order(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let parts = ctx.store.args(term).to_vec();
    let body = |ctx: &Ctx<'_>, r: Term| (ctx.op(r) == Op::ReStar).then(|| ctx.arg(r, 0));
    let mut result: Vec<Term> = Vec::with_capacity(parts.len());
    for &b in &parts {
        let Some(a) = result.last_mut() else {
            result.push(b);
            continue;
        };
        match (body(ctx, *a), body(ctx, b)) {
            (Some(x), Some(y)) if x == y => {}
            (Some(x), _) if x == b => *a = ctx.store.re_plus(x),
            (_, Some(y)) if y == *a => *a = ctx.store.re_plus(y),
            _ => result.push(b),
        }
    }
    (result.len() < parts.len()).then(|| concat_of(ctx, &result))
}

/// `none* = ε* = ε` (L49, L50), `allchar* = all` (L44), `all* = all`
fn re_star_trivial(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let r = ctx.arg(term, 0);
    match ctx.op(r) {
        Op::ReNone => Some(ctx.re_epsilon()),
        Op::ReAllChar => Some(ctx.store.re_all()),
        Op::ReAll => Some(r),
        Op::StrToRe if ctx.is_re_epsilon(r) => Some(r),
        _ => None,
    }
}

/// `r** = r*` (L47), `(r+)* = r*` (L62), `(loop 0…1 n r)* = r*` (L89)
fn re_star_nested(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let r = ctx.arg(term, 0);
    match ctx.op(r) {
        Op::ReStar => Some(r),
        Op::RePlus => {
            let body = ctx.arg(r, 0);
            Some(ctx.store.re_star(body))
        }
        Op::ReLoop(lo, hi) if lo <= 1 && hi >= 1 => {
            let body = ctx.arg(r, 0);
            Some(ctx.store.re_star(body))
        }
        _ => None,
    }
}

/// `(r ∪ ε)* = r*` (L51), `(r* ∪ s)* = (r ∪ s)*` (L56)
fn re_star_union(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let r = ctx.arg(term, 0);
    if ctx.op(r) != Op::ReUnion {
        return None;
    }
    let args = ctx.store.args(r).to_vec();
    let mut parts = Vec::with_capacity(args.len());
    for &arg in &args {
        match ctx.op(arg) {
            Op::ReStar | Op::RePlus => parts.push(ctx.arg(arg, 0)),
            _ if ctx.is_re_epsilon(arg) => {}
            _ => parts.push(arg),
        }
    }
    if parts == args {
        return None;
    }
    let body = match parts.is_empty() {
        true => ctx.re_epsilon(),
        false => ctx.store.joined(Op::ReUnion, &parts),
    };
    Some(ctx.store.re_star(body))
}

/// `none+ = none` (L67), `ε+ = ε`, `all+ = all`
fn re_plus_trivial(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let r = ctx.arg(term, 0);
    let same = matches!(ctx.op(r), Op::ReNone | Op::ReAll | Op::RePlus | Op::ReStar)
        || ctx.is_re_epsilon(r);
    same.then_some(r)
}

/// `r+ = r*` if ε ∈ r (L69)
fn re_plus_nullable(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let r = ctx.arg(term, 0);
    (ctx.re_nullable(r) == Some(true)).then(|| ctx.store.re_star(r))
}

/// `opt(r) = ε ∪ r` (L63)
fn re_opt_is_union(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let r = ctx.arg(term, 0);
    let epsilon = ctx.re_epsilon();
    Some(ctx.store.re_union(&[epsilon, r]))
}

/// `range(c, c) = to_re(c)` (L92); none if a bound is no character or they cross (L93–L95);
/// the range of all characters is allchar
fn re_range_normal(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [a, b] = ctx.args(term);
    let lengths = [ctx.range(a), ctx.range(b)];
    let no_character = |range: &crate::range::Range| range.is_at_most(0) || range.is_at_least(2);
    if lengths.iter().any(no_character) {
        return Some(ctx.store.re_none());
    }
    let (&[lo], &[hi]) = (ctx.word(a)?, ctx.word(b)?) else {
        return None;
    };
    if lo > hi {
        Some(ctx.store.re_none())
    } else if lo == hi {
        Some(ctx.store.str_to_re(a))
    } else if (lo, hi) == (0, MAX_CHAR) {
        Some(ctx.store.re_allchar())
    } else {
        None
    }
}

/// `r^n = loop n n r` (L80)
fn re_pow_is_loop(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let Op::RePow(n) = ctx.op(term) else {
        return None;
    };
    let r = ctx.arg(term, 0);
    Some(ctx.store.re_loop(n, n, r))
}

/// `loop lo hi r`: none if lo > hi (L79), ε for 0 0 (L72, L81), ε ∪ r for 0 1 (L82), r for 1 1 (L73)
fn re_loop_trivial(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let Op::ReLoop(lo, hi) = ctx.op(term) else {
        return None;
    };
    let r = ctx.arg(term, 0);
    match (lo, hi) {
        _ if lo > hi => Some(ctx.store.re_none()),
        (0, 0) => Some(ctx.re_epsilon()),
        (1, 1) => Some(r),
        (0, 1) => {
            let epsilon = ctx.re_epsilon();
            Some(ctx.store.re_union(&[epsilon, r]))
        }
        _ => None,
    }
}

/// `loop m n none = none` for m > 0 (L76), `loop m n ε = ε` (L77), `loop m n all = all`, likewise for iterations;
/// `loop n n "ab" = "abab…"` for short words (L78)
fn re_loop_base(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let Op::ReLoop(lo, hi) = ctx.op(term) else {
        return None;
    };
    if lo > hi || hi == 0 {
        return None;
    }
    let r = ctx.arg(term, 0);
    if ctx.is_re_epsilon(r) {
        return Some(r);
    }
    match ctx.op(r) {
        Op::ReNone if lo > 0 => Some(r),
        Op::ReNone => Some(ctx.re_epsilon()),
        Op::ReAll | Op::ReStar => Some(r),
        Op::StrToRe if lo == hi => {
            let word = ctx.word(ctx.arg(r, 0))?.to_vec();
            if word.len().saturating_mul(lo as usize) > 256 {
                return None;
            }
            let power = ctx.literal(&word.repeat(lo as usize));
            Some(ctx.store.str_to_re(power))
        }
        _ => None,
    }
}

/// `loop c d (loop a b r) = loop ac bd r` if a ≤ b, c ≤ d and (c = d or (b − a)·c ≥ a − 1)
fn re_loop_nested(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let Op::ReLoop(c, d) = ctx.op(term) else {
        return None;
    };
    let r = ctx.arg(term, 0);
    let Op::ReLoop(a, b) = ctx.op(r) else {
        return None;
    };
    if a > b || c > d {
        return None;
    }
    let (wide_a, wide_b, wide_c) = (u64::from(a), u64::from(b), u64::from(c));
    if c != d && (wide_b - wide_a) * wide_c + 1 < wide_a {
        return None;
    }
    let (lo, hi) = (a.checked_mul(c)?, b.checked_mul(d)?);
    let body = ctx.arg(r, 0);
    Some(ctx.store.re_loop(lo, hi, body))
}
