//! What follows from comparing languages: memberships of words, memberships with constant ends, inclusions.
//!
//! Other checkers of these rules compute one normal form and compare; here the languages themselves are compared, by
//! derivatives, so that every true instance is accepted that the budget allows, and no other.

use super::super::language::{Languages, Re};
use super::super::op::{Known, Op};
use super::super::term::{Outcome, Term, Terms};
use super::regular::membership;
use super::words::flat;
use super::{RuleFn, equation_if, parts};

pub(crate) const RULES: &[(&str, RuleFn)] = &[
    ("str-in-re-eval", word_membership),
    ("str-in-re-consume", consume),
    ("re-inter-inclusion", inter_inclusion),
    ("re-union-inclusion", union_inclusion),
    ("str-indexof-re-eval", indexof_re),
    ("str-replace-re-eval", replace_re),
    ("str-replace-re-all-eval", replace_re_all),
];

fn word(terms: &Terms, term: Term) -> Outcome<Vec<u32>> {
    match terms.as_str(term) {
        Some(word) => Ok(word.to_vec()),
        None => Err("a string literal was expected".into()),
    }
}

fn word_membership(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (x, r) = membership(terms, left)?;
        let x = word(terms, x)?;
        let mut languages = Languages::new();
        let r = languages.read(terms, r)?;
        Ok(terms.as_bool(right) == Some(languages.accepts(terms, r, &x)?))
    })
}

/// The words that a string can be, if its open components can be anything.
fn over(terms: &mut Terms, languages: &mut Languages, components: &[Term]) -> Outcome<Re> {
    let mut re = languages.epsilon(terms)?;
    for &component in components.iter().rev() {
        let part = match terms.as_str(component).map(<[u32]>::to_vec) {
            Some(word) => languages.word(terms, &word)?,
            None => languages.all(terms)?,
        };
        re = languages.concat(terms, part, re)?;
    }
    Ok(re)
}

/// `x ∈ r` is false if no word of the form of `x` is in `r`. It is `y ∈ s` if `x` is `y` with words `u` and `v` around it, and `s` has
/// just the words that `r` has between `u` and `v`.
fn consume(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (x, r) = membership(terms, left)?;
        let x = flat(terms, x, false)?;
        let mut languages = Languages::new();
        let r = languages.read(terms, r)?;
        if terms.as_bool(right) == Some(false) {
            let form = over(terms, &mut languages, &x)?;
            let both = languages.inter(terms, &[form, r])?;
            return languages.is_empty(terms, both);
        }
        let (y, s) = membership(terms, right)?;
        let y = flat(terms, y, false)?;
        let s = languages.read(terms, s)?;
        let Some(around) = x.len().checked_sub(y.len()) else {
            return Ok(false);
        };
        for before in 0..=around {
            let end = before + y.len();
            if x[before..end] != y[..] {
                continue;
            }
            let constant = |part: &[Term]| -> Option<Vec<u32>> {
                let words: Option<Vec<&[u32]>> = part.iter().map(|&c| terms.as_str(c)).collect();
                words.map(|words| words.concat())
            };
            let (Some(u), Some(v)) = (constant(&x[..before]), constant(&x[end..])) else {
                continue;
            };
            let between = between(terms, &mut languages, r, &u, v)?;
            if languages.same(terms, between, s)? {
                return Ok(true);
            }
        }
        Ok(false)
    })
}

/// The words `w` with `u·w·v` in the language.
fn between(
    terms: &mut Terms,
    languages: &mut Languages,
    r: Re,
    u: &[u32],
    mut v: Vec<u32>,
) -> Outcome<Re> {
    let after = languages.derivative_by(terms, r, u)?;
    if v.is_empty() {
        return Ok(after);
    }
    let backwards = languages.reversed(terms, after)?;
    v.reverse();
    let before = languages.derivative_by(terms, backwards, &v)?;
    languages.reversed(terms, before)
}

/// `r₁ ∩ r₂̄ = ∅` where the second includes the first.
fn inter_inclusion(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let inter = parts(terms, Known::ReInter, left)?;
        let (Some(&[r, s]), Op::Known(Known::ReNone)) = (inter.get(..), terms.op(right)) else {
            return Ok(false);
        };
        let s = terms.match1(Known::Comp, s);
        let s = s.ok_or("a complement was expected")?;
        let mut languages = Languages::new();
        let (r, s) = (languages.read(terms, r)?, languages.read(terms, s)?);
        languages.includes(terms, r, s)
    })
}

/// `r₁ ∪ r₂̄` is everything where the first includes the second.
fn union_inclusion(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let union = parts(terms, Known::ReUnion, left)?;
        let star = terms.match1(Known::Star, right);
        let all = star.is_some_and(|body| terms.op(body) == Op::Known(Known::AllChar));
        let (Some(&[r, s]), true) = (union.get(..), all) else {
            return Ok(false);
        };
        let s = terms.match1(Known::Comp, s);
        let s = s.ok_or("a complement was expected")?;
        let mut languages = Languages::new();
        let (r, s) = (languages.read(terms, r)?, languages.read(terms, s)?);
        languages.includes(terms, s, r)
    })
}

/// The end of the shortest match that begins at a position.
fn shortest(
    terms: &mut Terms,
    languages: &mut Languages,
    r: Re,
    text: &[u32],
    from: usize,
) -> Outcome<Option<usize>> {
    let mut state = r;
    for at in from..=text.len() {
        if languages.is_nullable(state) {
            return Ok(Some(at));
        }
        if at < text.len() {
            state = languages.derivative(terms, state, text[at])?;
        }
    }
    Ok(None)
}

/// Beginning and end of the first shortest match from a position on.
fn first_match(
    terms: &mut Terms,
    languages: &mut Languages,
    r: Re,
    text: &[u32],
    from: usize,
) -> Outcome<Option<(usize, usize)>> {
    for start in from..=text.len() {
        if let Some(end) = shortest(terms, languages, r, text, start)? {
            return Ok(Some((start, end)));
        }
    }
    Ok(None)
}

fn indexof_re(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let parts = parts(terms, Known::IndexOfRe, left)?;
        let text = word(terms, parts[0])?;
        let mut languages = Languages::new();
        let r = languages.read(terms, parts[1])?;
        if terms.as_int(parts[2]).is_none() {
            return Ok(false);
        }
        let from = super::index(terms, parts[2]).ok();
        let found = match from.filter(|&from| from <= text.len()) {
            Some(from) => first_match(terms, &mut languages, r, &text, from)?,
            None => None,
        };
        let value = match found {
            Some((start, _)) => terms.int(start.into())?,
            None => terms.small(-1)?,
        };
        Ok(value == right)
    })
}

fn replace_re(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let parts = parts(terms, Known::ReplaceRe, left)?;
        let text = word(terms, parts[0])?;
        let mut languages = Languages::new();
        let r = languages.read(terms, parts[1])?;
        let value = match first_match(terms, &mut languages, r, &text, 0)? {
            Some((start, end)) => {
                let before = terms.string(&text[..start])?;
                let behind = terms.string(&text[end..])?;
                terms.app(Known::Concat, &[before, parts[2], behind])?
            }
            None => parts[0],
        };
        Ok(value == right)
    })
}

fn replace_re_all(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let parts = parts(terms, Known::ReplaceReAll, left)?;
        let text = word(terms, parts[0])?;
        let mut languages = Languages::new();
        let r = languages.read(terms, parts[1])?;
        let epsilon = languages.epsilon(terms)?;
        let more = languages.comp(terms, epsilon)?;
        let r = languages.inter(terms, &[r, more])?;
        let (mut pieces, mut at) = (Vec::new(), 0);
        while let Some((start, end)) = first_match(terms, &mut languages, r, &text, at)? {
            pieces.push(terms.string(&text[at..start])?);
            pieces.push(parts[2]);
            at = end;
        }
        if at < text.len() {
            pieces.push(terms.string(&text[at..])?);
        }
        Ok(terms.list_or_single(Known::Concat, &pieces)? == right)
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{accepted, refused};

    const AB: &str = "(re.* (str.to_re \"ab\"))";
    const ANY: &str = "(re.* re.allchar)";

    #[test]
    fn accepted_instances() {
        for (rule, equation) in [
            ("str-in-re-eval", format!("(= (str.in_re \"abab\" {AB}) true)")),
            ("str-in-re-eval", format!("(= (str.in_re \"aba\" {AB}) false)")),
            ("str-in-re-consume", format!("(= (str.in_re (str.++ x \"ba\") {AB}) false)")),
            ("str-in-re-consume", format!("(= (str.in_re (str.++ \"ab\" x) {AB}) (str.in_re x {AB}))")),
            (
                "str-in-re-consume",
                format!("(= (str.in_re (str.++ \"a\" x \"c\") (re.++ (str.to_re \"a\") {AB} (str.to_re \"c\"))) (str.in_re x {AB}))"),
            ),
            ("re-inter-inclusion", format!("(= (re.inter {AB} (re.comp (re.* (re.range \"a\" \"b\")))) re.none)")),
            ("re-union-inclusion", format!("(= (re.union (re.* (re.range \"a\" \"b\")) (re.comp {AB})) {ANY})")),
            ("str-indexof-re-eval", format!("(= (str.indexof_re \"xab\" (re.+ {AB}) 1) 1)")),
            ("str-indexof-re-eval", "(= (str.indexof_re \"xab\" (str.to_re \"b\") 0) 2)".to_owned()),
            ("str-indexof-re-eval", "(= (str.indexof_re \"xab\" (str.to_re \"b\") -1) -1)".to_owned()),
            ("str-replace-re-eval", "(= (str.replace_re \"xab\" (re.+ (re.range \"a\" \"b\")) y) (str.++ \"x\" y \"b\"))".to_owned()),
            ("str-replace-re-eval", "(= (str.replace_re \"xab\" (str.to_re \"c\") y) \"xab\")".to_owned()),
            ("str-replace-re-all-eval", "(= (str.replace_re_all \"abca\" (str.to_re \"a\") y) (str.++ \"\" y \"bc\" y))".to_owned()),
        ] {
            accepted(&[(rule, "()", &format!("({equation})"), &equation)]);
        }
    }

    #[test]
    fn refused_instances() {
        for (rule, equation) in [
            ("str-in-re-eval", format!("(= (str.in_re \"abab\" {AB}) false)")),
            ("str-in-re-eval", format!("(= (str.in_re x {AB}) false)")),
            ("str-in-re-eval", "(= (str.in_re \"a\" (str.to_re x)) false)".to_owned()),
            ("str-in-re-consume", format!("(= (str.in_re (str.++ x \"b\") {AB}) false)")),
            ("str-in-re-consume", format!("(= (str.in_re (str.++ \"a\" x) {AB}) (str.in_re x {AB}))")),
            ("str-in-re-consume", format!("(= (str.in_re (str.++ x \"ab\") {AB}) (str.in_re y {AB}))")),
            ("str-in-re-consume", format!("(= (str.in_re (str.++ x y) {ANY}) (str.in_re x {ANY}))")),
            ("re-inter-inclusion", format!("(= (re.inter (re.* (re.range \"a\" \"b\")) (re.comp {AB})) re.none)")),
            ("re-union-inclusion", format!("(= (re.union {AB} (re.comp (re.* (re.range \"a\" \"b\")))) {ANY})")),
            ("str-indexof-re-eval", "(= (str.indexof_re \"bab\" (str.to_re \"b\") 0) 2)".to_owned()),
            ("str-replace-re-eval", "(= (str.replace_re \"xab\" (re.+ (re.range \"a\" \"b\")) y) (str.++ \"x\" y \"\"))".to_owned()),
            ("str-replace-re-all-eval", "(= (str.replace_re_all \"abca\" (str.to_re \"a\") y) (str.++ \"\" y \"bca\"))".to_owned()),
        ] {
            refused(&[(rule, "()", &format!("({equation})"), &equation)]);
        }
    }
}
