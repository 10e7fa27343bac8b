//! `str.contains` (P3, Figure 7, and beyond).

use sinew_strings::linear::Linear;
use sinew_term::{Integer, Op, Term};

use super::numerals::contains_numerals;
use super::word_equation::words_fit;
use super::{Rule, rules};
use crate::context::Ctx;
use crate::fold;

pub(super) const CONTAINS: &[Rule] = rules![
    contains_pieces,
    contains_own_part,
    contains_misfit,
    contains_length,
    contains_in_char,
    contains_trim,
    contains_char,
    contains_split,
    contains_reverse,
    contains_digits,
    contains_replaced,
    contains_before_first,
    contains_numerals,
];

impl Ctx<'_> {
    /// Whether `s` contains `t`, if that is the same in all models and quickly seen.
    pub(crate) fn contains_known(&mut self, s: Term, t: Term) -> Option<bool> {
        if self.always_contains(s, t) {
            return Some(true);
        }
        if self.never_contains(s, t) {
            return Some(false);
        }
        None
    }

    fn always_contains(&mut self, s: Term, t: Term) -> bool {
        s == t
            || self.is_empty_word(t)
            || match (self.word(s), self.word(t)) {
                (Some(s), Some(t)) => fold::contains(s, t),
                _ => pieces_contain(self, s, t) || is_part_of(self, t, s),
            }
    }

    fn never_contains(&mut self, s: Term, t: Term) -> bool {
        if let Some(word) = self.word(s).map(<[u32]>::to_vec) {
            let parts = self.pieces(t);
            if !words_fit(self, &word, &parts) {
                return true;
            }
        }
        self.len_gt(t, s)
    }
}

/// `contains(s·t·u, t)` is true, so `contains(s, s)` and `contains(s, "")` are; more generally if the
/// pieces of t stand in s one after the other, up to a rest of words at both ends
fn contains_pieces(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    pieces_contain(ctx, s, t).then(|| ctx.bool(true))
}

fn pieces_contain(ctx: &Ctx<'_>, s: Term, t: Term) -> bool {
    let (hay, needle) = (ctx.pieces(s), ctx.pieces(t));
    if needle.is_empty() {
        return true;
    }
    if needle.len() > hay.len() || hay.len().saturating_mul(needle.len()) > 10_000 {
        return false;
    }
    hay.windows(needle.len())
        .any(|window| window_matches(ctx, window, &needle))
}

fn window_matches(ctx: &Ctx<'_>, window: &[Term], needle: &[Term]) -> bool {
    let last = needle.len() - 1;
    needle.iter().zip(window).enumerate().all(|(i, (&n, &w))| {
        if n == w {
            return true;
        }
        let (Some(n), Some(w)) = (ctx.word(n), ctx.word(w)) else {
            return false;
        };
        match (i == 0, i == last) {
            (true, true) => fold::contains(w, n),
            (true, false) => w.ends_with(n),
            (false, true) => w.starts_with(n),
            (false, false) => false,
        }
    })
}

/// `contains(x, substr(x, i, n))` is true, and so on for parts of parts
fn contains_own_part(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    is_part_of(ctx, t, s).then(|| ctx.bool(true))
}

/// Whether `part` is cut from `whole`, or from one of its pieces.
fn is_part_of(ctx: &Ctx<'_>, part: Term, whole: Term) -> bool {
    let mut part = part;
    for _ in 0..8 {
        if !matches!(ctx.op(part), Op::Substr | Op::At) {
            return false;
        }
        part = ctx.arg(part, 0);
        if part == whole || pieces_contain(ctx, whole, part) {
            return true;
        }
    }
    false
}

/// `contains(w, s·v·t)` is false for words v, w if v does not occur in w; likewise if several words
/// do not occur in this order
fn contains_misfit(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    let word = ctx.word(s)?.to_vec();
    let parts = ctx.pieces(t);
    (!words_fit(ctx, &word, &parts)).then(|| ctx.bool(false))
}

/// `contains(s, t)` is false if t is always longer, `s = t` if it is never shorter
fn contains_length(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if ctx.len_gt(t, s) {
        return Some(ctx.bool(false));
    }
    ctx.len_ge(t, s).then(|| ctx.store.eq(s, t))
}

/// `contains("c", t) = (t = "" ∨ t = "c")`
fn contains_in_char(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if ctx.word(s)?.len() != 1 {
        return None;
    }
    let empty = ctx.empty();
    let (is_empty, is_all) = (ctx.store.eq(t, empty), ctx.store.eq(t, s));
    Some(ctx.store.disjunction(&[is_empty, is_all]))
}

/// Comparisons of characters that trimming a word may cost; longer ones are left as they are.
const TRIM_LIMIT: usize = 1 << 20;

/// How many characters at the front of the text's first word no occurrence can start in, where
/// `first` begins every occurrence.
pub(super) fn dead_front(text: &[u32], first: &[u32]) -> usize {
    if text.len().saturating_mul(first.len()) > TRIM_LIMIT {
        return 0;
    }
    (0..text.len())
        .find(|&at| text[at..].starts_with(first) || first.starts_with(&text[at..]))
        .unwrap_or(text.len())
}

/// How many characters at the back of the text's last word no occurrence can end in, where
/// `last` ends every occurrence.
pub(super) fn dead_back(text: &[u32], last: &[u32]) -> usize {
    if text.len().saturating_mul(last.len()) > TRIM_LIMIT {
        return 0;
    }
    (0..text.len())
        .find(|&cut| {
            let rest = &text[..text.len() - cut];
            rest.ends_with(last) || last.ends_with(rest)
        })
        .unwrap_or(text.len())
}

/// Characters at the ends of s that no occurrence of t can touch are dropped (Figure 7,
/// `l₁ ⊔ l₂`): t begins or ends with a word that does not fit there
fn contains_trim(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let mut hay = ctx.pieces(s);
    let needle = ctx.pieces(t);
    let mut changed = false;
    if let (Some(text), Some(first)) = (ctx.word(hay[0]), ctx.word(*needle.first()?)) {
        let dead = dead_front(text, first);
        if dead > 0 {
            let kept = text[dead..].to_vec();
            hay[0] = ctx.literal(&kept);
            changed = true;
        }
    }
    let back = hay.len() - 1;
    if let (Some(text), Some(last)) = (ctx.word(hay[back]), ctx.word(*needle.last()?)) {
        let dead = dead_back(text, last);
        if dead > 0 {
            let kept = text[..text.len() - dead].to_vec();
            hay[back] = ctx.literal(&kept);
            changed = true;
        }
    }
    changed.then(|| {
        let hay = ctx.join(&hay);
        ctx.store.contains(hay, t)
    })
}

/// `contains(s·t, "c") = contains(s, "c") ∨ contains(t, "c")`
fn contains_char(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if ctx.op(s) != Op::Concat || ctx.word(t)?.len() != 1 {
        return None;
    }
    let parts = ctx.pieces(s);
    let cases: Vec<Term> = parts
        .iter()
        .map(|&part| ctx.store.contains(part, t))
        .collect();
    Some(ctx.store.disjunction(&cases))
}

/// `contains(s·w·t, u) = contains(s, u) ∨ contains(t, u)` for words w and u that no position
/// makes overlap (Figure 7, last rule); at all such words at once
fn contains_split(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if ctx.op(s) != Op::Concat {
        return None;
    }
    let needle = ctx.word(t)?.to_vec();
    let parts = ctx.pieces(s);
    let is_barrier = |part: &Term| {
        ctx.word(*part)
            .is_some_and(|word| !fold::may_overlap(word, &needle))
    };
    let segments: Vec<Vec<Term>> = parts.split(is_barrier).map(<[Term]>::to_vec).collect();
    if segments.len() == 1 {
        return None;
    }
    let cases: Vec<Term> = segments
        .iter()
        .filter(|segment| !segment.is_empty())
        .map(|segment| {
            let segment = ctx.join(segment);
            ctx.store.contains(segment, t)
        })
        .collect();
    Some(ctx.store.disjunction(&cases))
}

/// `contains(rev(s), rev(t)) = contains(s, t)`, where t may be a word
fn contains_reverse(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if ctx.op(s) != Op::Rev {
        return None;
    }
    let inner = ctx.arg(s, 0);
    let needle = if ctx.op(t) == Op::Rev {
        ctx.arg(t, 0)
    } else {
        let mut word = ctx.word(t)?.to_vec();
        word.reverse();
        ctx.literal(&word)
    };
    Some(ctx.store.contains(inner, needle))
}

/// `contains(from_int(n), w)` is false if w has a character that is no digit
fn contains_digits(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    if ctx.op(s) != Op::FromInt {
        return None;
    }
    let foreign = ctx.word(t)?.iter().any(|&c| !fold::is_digit(c));
    foreign.then(|| ctx.bool(false))
}

/// `contains(replace_all(s, "c", w), "c")` is false if w lacks c;
/// `contains(replace(s, t, u), t) = contains(s, t)` if u = t·… is ruled out by t a character that
/// u has
fn contains_replaced(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, t] = ctx.args(term);
    let needle = ctx.word(t)?.to_vec();
    let [c] = needle[..] else {
        return None;
    };
    if !matches!(ctx.op(s), Op::Replace | Op::ReplaceAll) || ctx.arg(s, 1) != t {
        return None;
    }
    let (x, u) = (ctx.arg(s, 0), ctx.arg(s, 2));
    let has = ctx.word(u)?.contains(&c);
    if has {
        // The character survives every replacement and nothing else brings it in.
        return Some(ctx.store.contains(x, t));
    }
    (ctx.op(s) == Op::ReplaceAll).then(|| ctx.bool(false))
}

/// `contains(substr(x, i, indexof(x, t, i) − i), u)` and `contains(substr(x, i, indexof(substr(x, i, m), t, 0)), u)` are false if u is not
/// empty and always contains t: what is cut off before the first occurrence has none
fn contains_before_first(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let [s, u] = ctx.args(term);
    if ctx.op(s) != Op::Substr || !ctx.never_empty(u) {
        return None;
    }
    let [x, i, n] = ctx.args(s);
    let (start, count) = (ctx.poly(i), ctx.poly(n));
    let end = start.plus(&count, &Integer::ONE);
    let t = searched(ctx, &end)
        .filter(|&[searched, _, from]| searched == x && from == i)
        .or_else(|| {
            // The count ends inside the slice that was searched, which begins where this one does.
            searched(ctx, &count).filter(|&[searched, _, from]| {
                let slice = ctx.op(searched) == Op::Substr;
                let same = slice && ctx.arg(searched, 0) == x && ctx.arg(searched, 1) == i;
                same && ctx.int_value(from).is_some_and(Integer::is_zero)
            })
        })
        .map(|[_, t, _]| t)?;
    (ctx.contains_known(u, t) == Some(true)).then(|| ctx.bool(false))
}

/// The arguments of `indexof`, if the sum is that or less by a number.
fn searched(ctx: &Ctx<'_>, sum: &Linear) -> Option<[Term; 3]> {
    let [(place, factor)] = &sum.monomials[..] else {
        return None;
    };
    let least = factor.is_one() && sum.constant <= Integer::ZERO;
    (least && ctx.op(*place) == Op::IndexOf).then(|| ctx.args(*place))
}
