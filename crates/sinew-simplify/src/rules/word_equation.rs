//! Equations between concatenations: both ends, clashes, lengths, multisets of characters.

use sinew_strings::concat::End;
use sinew_strings::letters::Surplus;
use sinew_strings::linear::Linear;
use sinew_term::{Op, Sort, Term};

use crate::context::Ctx;
use crate::fold;
use crate::tuning::SPLIT_COMPONENTS;

/// The sides of an equation between strings.
pub(super) fn sides(ctx: &Ctx<'_>, term: Term) -> Option<(Term, Term)> {
    let [a, b] = ctx.args(term);
    (ctx.store.sort(a) == Sort::String).then_some((a, b))
}

/// The sides, if one of them has more than one piece.
fn joined_sides(ctx: &Ctx<'_>, term: Term) -> Option<(Term, Term)> {
    sides(ctx, term).filter(|&(a, b)| ctx.op(a) == Op::Concat || ctx.op(b) == Op::Concat)
}

/// Both sides as pieces, if one of them has more than one piece.
fn concatenations(ctx: &Ctx<'_>, term: Term) -> Option<(Vec<Term>, Vec<Term>)> {
    joined_sides(ctx, term).map(|(a, b)| (ctx.pieces(a), ctx.pieces(b)))
}

/// `x·s = x·t` is `s = t`, likewise at the end and for common characters of words
pub(super) fn streq_strip(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = joined_sides(ctx, term)?;
    let (a, b) = ctx.strip(a, b, &[End::Front, End::Back])?;
    Some(ctx.store.eq(a, b))
}

/// `"ab"·s = "ac"·t` is false: words that clash at the front or at the back
pub(super) fn streq_clash(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = joined_sides(ctx, term)?;
    ctx.parts_by_characters(a, b, &[End::Front, End::Back])
        .then(|| ctx.bool(false))
}

/// `s = t` is false if one is always longer than the other
pub(super) fn streq_length(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = sides(ctx, term)?;
    (ctx.len_gt(a, b) || ctx.len_gt(b, a)).then(|| ctx.bool(false))
}

/// `"a"·x = "b"·y·x` is false: a character that occurs more often in the words of one side has no
/// partner in what the other side has more of
pub(super) fn streq_multiset(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = concatenations(ctx, term)?;
    let mut surplus = Surplus::default();
    for (parts, by) in [(&a, 1), (&b, -1)] {
        for &part in parts {
            match ctx.word(part) {
                Some(word) => word.iter().for_each(|&c| surplus.letter(c, by)),
                None => surplus.unknown(part, by),
            }
        }
    }
    (!surplus.can_balance()).then(|| ctx.bool(false))
}

/// `x·"b"·y·"a"·z = "ab"` is false: the words of a concatenation occur in its value, in order
pub(super) fn streq_word_order(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = sides(ctx, term)?;
    let word = ctx.word(b)?.to_vec();
    if ctx.op(a) != Op::Concat {
        return None;
    }
    let parts = ctx.pieces(a);
    (!words_fit(ctx, &word, &parts)).then(|| ctx.bool(false))
}

/// Whether the words among `parts` occur in `word` one after the other.
pub(super) fn words_fit(ctx: &Ctx<'_>, word: &[u32], parts: &[Term]) -> bool {
    let mut from = 0;
    for needle in ctx.constant_pieces(parts) {
        match fold::find(word, &needle, from) {
            Some(at) => from = at + needle.len(),
            None => return false,
        }
    }
    true
}

/// `x = y·x·z` is `y = "" ∧ z = ""`: what one side has beyond the other must be empty
pub(super) fn streq_surplus(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = joined_sides(ctx, term)?;
    for (more, less) in [(a, b), (b, a)] {
        let parts = ctx.pieces(more);
        let surplus = ctx.len_poly(more).minus(&ctx.len_poly(less));
        let one_sided = surplus.constant.is_zero()
            && !surplus.is_constant()
            && surplus.monomials.len() <= 64
            && surplus
                .monomials
                .iter()
                .all(|(atom, k)| k.is_positive() && ctx.op(*atom) == Op::Len);
        if !one_sided {
            continue;
        }
        let empty = ctx.empty();
        let vanishing: Vec<Term> = surplus
            .monomials
            .iter()
            .map(|(atom, _)| ctx.arg(*atom, 0))
            .collect();
        let rest: Vec<Term> = parts
            .iter()
            .copied()
            .filter(|part| !vanishing.contains(part))
            .collect();
        if rest.len() == parts.len() {
            continue; // lengths of something deeper, as in rev(x·y)
        }
        let mut conjuncts: Vec<Term> = vanishing
            .iter()
            .map(|&part| ctx.store.eq(part, empty))
            .collect();
        let rest = ctx.join(&rest);
        conjuncts.push(ctx.store.eq(rest, less));
        return Some(ctx.store.conjunction(&conjuncts));
    }
    None
}

/// `s·t = u·v` is `s = u ∧ t = v` if |s| = |u| always
pub(super) fn streq_split(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = concatenations(ctx, term)?;
    if a.len().min(b.len()) == 0 || a.len() + b.len() > ctx.core.tuning.size(&SPLIT_COMPONENTS) {
        return None;
    }
    let (cut_a, cut_b) = equal_prefixes(ctx, &a, &b)?;
    let mut parts = Vec::new();
    let ((a1, a2), (b1, b2)) = (cut_a, cut_b);
    for (left, right) in [(a1, b1), (a2, b2)] {
        let (left, right) = (ctx.join(&left), ctx.join(&right));
        parts.push(ctx.store.eq(left, right));
    }
    Some(ctx.store.conjunction(&parts))
}

type Cut = (Vec<Term>, Vec<Term>);

/// The shortest proper prefixes of equal length; a word may be cut to fit.
fn equal_prefixes(ctx: &mut Ctx<'_>, a: &[Term], b: &[Term]) -> Option<(Cut, Cut)> {
    let mut prefix_a = Linear::default();
    for i in 0..a.len() {
        prefix_a = prefix_a.plus(&ctx.len_poly(a[i]), &sinew_term::Integer::ONE);
        let mut prefix_b = Linear::default();
        for j in 0..b.len() {
            let before = prefix_b.clone();
            prefix_b = prefix_b.plus(&ctx.len_poly(b[j]), &sinew_term::Integer::ONE);
            let proper = i + 1 < a.len() || j + 1 < b.len();
            if prefix_a == prefix_b && proper {
                return Some((
                    (a[..=i].to_vec(), a[i + 1..].to_vec()),
                    (b[..=j].to_vec(), b[j + 1..].to_vec()),
                ));
            }
            // The prefix of a ends inside a word of b.
            if let Some(word) = ctx.word(b[j]).map(<[u32]>::to_vec)
                && let Some(inside) = inside_word(&prefix_a.minus(&before), word.len())
            {
                return Some((
                    (a[..=i].to_vec(), a[i + 1..].to_vec()),
                    cut_word(ctx, b, j, &word, inside),
                ));
            }
            // The prefix of b ends inside the word a[i].
            if let Some(word) = ctx.word(a[i]).map(<[u32]>::to_vec)
                && let Some(past) = inside_word(&prefix_a.minus(&prefix_b), word.len())
            {
                return Some((
                    cut_word(ctx, a, i, &word, word.len() - past),
                    (b[..=j].to_vec(), b[j + 1..].to_vec()),
                ));
            }
        }
    }
    None
}

/// The constant polynomial's value, if it lies strictly inside a word of this length.
fn inside_word(p: &Linear, length: usize) -> Option<usize> {
    let at = p.is_constant().then(|| p.constant.to_usize())??;
    (0 < at && at < length).then_some(at)
}

fn cut_word(ctx: &mut Ctx<'_>, parts: &[Term], index: usize, word: &[u32], at: usize) -> Cut {
    let (head, tail) = (ctx.literal(&word[..at]), ctx.literal(&word[at..]));
    let mut before = parts[..index].to_vec();
    before.push(head);
    let mut after = vec![tail];
    after.extend_from_slice(&parts[index + 1..]);
    (before, after)
}

/// `x·y = "c"` is `(x = "c" ∧ y = "") ∨ (x = "" ∧ y = "c")`, for few pieces
pub(super) fn streq_one_char(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = sides(ctx, term)?;
    if ctx.op(a) != Op::Concat || ctx.word(b)?.len() != 1 {
        return None;
    }
    let parts = ctx.pieces(a);
    if parts.len() > 4 {
        return None;
    }
    let empty = ctx.empty();
    let mut cases = Vec::new();
    for chosen in 0..parts.len() {
        let conjuncts: Vec<Term> = parts
            .iter()
            .enumerate()
            .map(|(i, &part)| ctx.store.eq(part, if i == chosen { b } else { empty }))
            .collect();
        cases.push(ctx.store.conjunction(&conjuncts));
    }
    Some(ctx.store.disjunction(&cases))
}

/// Words longer than this are not looked through for conjugations.
const CONJUGATE_LIMIT: usize = 64;

/// `x·w = v·x` is `x ∈ ⋃ (αβ)*α` over the ways to write `v` as `αβ` and `w` as `βα`: the words that
/// conjugate two words. Commuting with a word is the case `v = w`
pub(super) fn streq_conjugate(ctx: &mut Ctx<'_>, term: Term) -> Option<Term> {
    let (a, b) = concatenations(ctx, term)?;
    let (&[p, q], &[r, s]) = (&a[..], &b[..]) else {
        return None;
    };
    let (x, before, after) = if p == s && ctx.word(p).is_none() {
        (p, r, q)
    } else if q == r && ctx.word(q).is_none() {
        (q, p, s)
    } else {
        return None;
    };
    let (v, w) = (ctx.word(before)?.to_vec(), ctx.word(after)?.to_vec());
    if v.len() != w.len() || v.is_empty() || v.len() > CONJUGATE_LIMIT {
        return None;
    }
    let mut cases = Vec::new();
    let period = ctx.store.str_to_re(before);
    let repeated = ctx.store.re_star(period);
    for cut in 0..v.len() {
        let (alpha, beta) = v.split_at(cut);
        if [beta, alpha].concat() != w {
            continue;
        }
        let rest = ctx.literal(alpha);
        let rest = ctx.store.str_to_re(rest);
        cases.push(ctx.store.re_concat(&[repeated, rest]));
    }
    if cases.is_empty() {
        return Some(ctx.bool(false));
    }
    let language = ctx.store.joined(Op::ReUnion, &cases);
    Some(ctx.store.in_re(x, language))
}
