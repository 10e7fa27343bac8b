//! Equations between concatenations: common ends go, first components are split.
//!
//! Every rule works from the front, or from the end if its flag says so.

use super::super::op::Known;
use super::super::term::{Outcome, Term, Terms};
use super::overlap::overlap;
use super::words::{after, components, from_components, prefix, purify, suffix};
use super::{RuleFn, exactly, flag};

pub(crate) const RULES: &[(&str, RuleFn)] = &[
    ("concat_eq", concat_eq),
    ("concat_unify", concat_unify),
    ("concat_csplit", concat_csplit),
    ("concat_split", concat_split),
    ("concat_lprop", concat_lprop),
    ("concat_cprop", concat_cprop),
    ("exists_string_length", exists_string_length),
];

/// The sides of an equation between strings.
fn string_sides(terms: &Terms, premise: Term) -> Outcome<(Term, Term)> {
    let (s, t) = terms.sides(premise)?;
    if terms.sort(s) == super::super::op::Sort::String {
        Ok((s, t))
    } else {
        Err("an equation between strings was expected".into())
    }
}

fn concat_eq(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([premise], [rev]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    let rev = flag(terms, rev)?;
    let (s, t) = string_sides(terms, premise)?;
    let (s, t) = (components(terms, s, rev), components(terms, t, rev));
    let common = s.iter().zip(&t).take_while(|(a, b)| a == b).count();
    let s = from_components(terms, &s[common..], rev)?;
    let t = from_components(terms, &t[common..], rev)?;
    terms.eq(s, t)
}

/// The first components of both sides.
fn heads(terms: &Terms, premise: Term, rev: bool) -> Outcome<(Term, Term)> {
    let (s, t) = string_sides(terms, premise)?;
    match (
        components(terms, s, rev).first(),
        components(terms, t, rev).first(),
    ) {
        (Some(&s), Some(&t)) => Ok((s, t)),
        _ => Err("one side is empty".into()),
    }
}

/// The argument of `str.len`.
fn length_of(terms: &Terms, term: Term) -> Outcome {
    terms
        .match1(Known::Len, term)
        .ok_or_else(|| "the length of a string was expected".into())
}

/// The two strings whose lengths a formula compares.
fn lengths(terms: &Terms, op: Known, formula: Term) -> Outcome<(Term, Term)> {
    let Some((a, b)) = terms.match2(op, formula) else {
        return Err("a comparison of lengths was expected".into());
    };
    Ok((length_of(terms, a)?, length_of(terms, b)?))
}

fn negated(terms: &Terms, formula: Term) -> Outcome {
    terms
        .match1(Known::Not, formula)
        .ok_or_else(|| "a negation was expected".into())
}

fn concat_unify(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([equation, equal], [rev]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    let rev = flag(terms, rev)?;
    let found = heads(terms, equation, rev)?;
    if lengths(terms, Known::Eq, equal)? != found {
        return Err("the lengths are not those of the first components".into());
    }
    terms.eq(found.0, found.1)
}

/// The string that a premise says is not of length 0.
fn non_empty(terms: &Terms, premise: Term) -> Outcome {
    let (length, zero) = terms.sides(negated(terms, premise)?)?;
    if !terms.is_number(zero, 0) {
        return Err("a comparison with 0 was expected".into());
    }
    length_of(terms, length)
}

fn concat_csplit(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([equation, length], [rev]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    let rev = flag(terms, rev)?;
    let u = non_empty(terms, length)?;
    let (first, character) = heads(terms, equation, rev)?;
    if first != u {
        return Err("the string that is not empty is not the first component".into());
    }
    if terms.as_str(character).is_none_or(|word| word.len() != 1) {
        return Err("the other side does not begin with a character".into());
    }
    let one = terms.small(1)?;
    let parts = if rev {
        let length = terms.app(Known::Len, &[u])?;
        let rest = terms.app(Known::Sub, &[length, one])?;
        let before = prefix(terms, u, rest)?;
        [purify(terms, before)?, character]
    } else {
        let rest = after(terms, u, one)?;
        [character, purify(terms, rest)?]
    };
    let split = terms.app(Known::Concat, &parts)?;
    terms.eq(u, split)
}

/// What the longer of two strings has beyond the other.
fn beyond(terms: &mut Terms, t: Term, s: Term, rev: bool) -> Outcome {
    let (tl, sl) = (terms.app(Known::Len, &[t])?, terms.app(Known::Len, &[s])?);
    let longer = terms.app(Known::Ge, &[tl, sl])?;
    let rest = |terms: &mut Terms, x, xl, yl| {
        if rev {
            let more = terms.app(Known::Sub, &[xl, yl])?;
            prefix(terms, x, more)
        } else {
            after(terms, x, yl)
        }
    };
    let (of_t, of_s) = (rest(terms, t, tl, sl)?, rest(terms, s, sl, tl)?);
    let rest = terms.app(Known::Ite, &[longer, of_t, of_s])?;
    purify(terms, rest)
}

/// `t = s·k`, or `t = k·s` from the end.
fn extends(terms: &mut Terms, t: Term, s: Term, k: Term, rev: bool) -> Outcome {
    let parts = if rev { [k, s] } else { [s, k] };
    let sum = terms.app(Known::Concat, &parts)?;
    terms.eq(t, sum)
}

/// `k ≠ ""` and `len k > 0`.
fn not_empty(terms: &mut Terms, k: Term) -> Outcome<[Term; 2]> {
    let empty = terms.string(&[])?;
    let equal = terms.eq(k, empty)?;
    let differs = terms.not(equal)?;
    let (length, zero) = (terms.app(Known::Len, &[k])?, terms.small(0)?);
    Ok([differs, terms.app(Known::Gt, &[length, zero])?])
}

fn concat_split(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([equation, lengths_differ], [rev]) =
        (exactly("premises", premises)?, exactly("arguments", args)?);
    let rev = flag(terms, rev)?;
    let (t, s) = heads(terms, equation, rev)?;
    let equal = negated(terms, lengths_differ)?;
    if lengths(terms, Known::Eq, equal)? != (t, s) {
        return Err("the lengths are not those of the first components".into());
    }
    let k = beyond(terms, t, s, rev)?;
    let longer = extends(terms, t, s, k, rev)?;
    let shorter = extends(terms, s, t, k, rev)?;
    let either = terms.app(Known::Or, &[longer, shorter])?;
    let [differs, positive] = not_empty(terms, k)?;
    terms.app(Known::And, &[either, differs, positive])
}

fn concat_lprop(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([equation, greater], [rev]) =
        (exactly("premises", premises)?, exactly("arguments", args)?);
    let rev = flag(terms, rev)?;
    let (t, s) = heads(terms, equation, rev)?;
    if lengths(terms, Known::Gt, greater)? != (t, s) {
        return Err("the lengths are not those of the first components".into());
    }
    let k = beyond(terms, t, s, rev)?;
    let longer = extends(terms, t, s, k, rev)?;
    let [differs, positive] = not_empty(terms, k)?;
    terms.app(Known::And, &[longer, differs, positive])
}

/// The first component, a string that is not empty, is followed by a word; the other side begins with a word. As far as the two words
/// cannot overlap, the first component begins with the latter.
fn concat_cprop(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([equation, length], [rev]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    let rev = flag(terms, rev)?;
    let t = non_empty(terms, length)?;
    let (left, _) = string_sides(terms, equation)?;
    let (first, constant) = heads(terms, equation, rev)?;
    let second = components(terms, left, rev).get(1).copied();
    let second = second.ok_or("a second component was expected")?;
    if first != t {
        return Err("the string that is not empty is not the first component".into());
    }
    let word = match terms.as_str(constant) {
        Some(word) if !word.is_empty() => word.to_vec(),
        _ => return Err("the other side does not begin with a word".into()),
    };
    let rest = if rev {
        &word[..word.len() - 1]
    } else {
        &word[1..]
    };
    let rest = terms.string(rest)?;
    let shared = 1 + overlap(terms, rest, second, rev)?;
    let shared = terms.int(shared.into())?;
    let parts = if rev {
        let end = suffix(terms, constant, shared)?;
        let (tl, el) = (terms.app(Known::Len, &[t])?, terms.app(Known::Len, &[end])?);
        let more = terms.app(Known::Sub, &[tl, el])?;
        let before = prefix(terms, t, more)?;
        [purify(terms, before)?, end]
    } else {
        let start = prefix(terms, constant, shared)?;
        let length = terms.app(Known::Len, &[start])?;
        let rest = after(terms, t, length)?;
        [start, purify(terms, rest)?]
    };
    let split = terms.app(Known::Concat, &parts)?;
    terms.eq(t, split)
}

/// There is a string of every length.
fn exists_string_length(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [sort, length, id] = exactly("arguments", args)?;
    super::index(terms, length)?;
    super::index(terms, id)?;
    if terms.op(sort) != super::super::op::Op::Sort(super::super::op::Sort::String) {
        return Err("the sort of strings was expected".into());
    }
    let witness = terms.app(Known::WordOfLength, &[sort, length, id])?;
    let found = terms.app(Known::Len, &[witness])?;
    terms.eq(found, length)
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{accepted, refused};

    #[test]
    fn accepted_instances() {
        accepted(&[
            ("concat_eq", "((= (str.++ x y) (str.++ x z)))", "(false)", "(= y z)"),
            ("concat_eq", "((= (str.++ x y w) (str.++ z w)))", "(true)", "(= (str.++ x y) z)"),
            ("concat_eq", "((= (str.++ x y) x))", "(false)", "(= y \"\")"),
            (
                "concat_unify",
                "((= (str.++ x y) (str.++ z w)) (= (str.len x) (str.len z)))",
                "(false)",
                "(= x z)",
            ),
            (
                "concat_csplit",
                "((= (str.++ x y) (str.++ \"a\" z)) (not (= (str.len x) 0)))",
                "(false)",
                "(= x (str.++ \"a\" (@purify (str.substr x 1 (- (str.len x) 1)))))",
            ),
            (
                "concat_csplit",
                "((= (str.++ y x) (str.++ z \"a\")) (not (= (str.len x) 0)))",
                "(true)",
                "(= x (str.++ (@purify (str.substr x 0 (- (str.len x) 1))) \"a\"))",
            ),
            (
                "concat_lprop",
                "((= (str.++ x y) (str.++ z w)) (> (str.len x) (str.len z)))",
                "(false)",
                "(let ((k (@purify (ite (>= (str.len x) (str.len z)) (str.substr x (str.len z) (- (str.len x) (str.len z)))
                   (str.substr z (str.len x) (- (str.len z) (str.len x)))))))
                   (and (= x (str.++ z k)) (not (= k \"\")) (> (str.len k) 0)))",
            ),
            (
                "concat_split",
                "((= (str.++ x y) (str.++ z w)) (not (= (str.len x) (str.len z))))",
                "(false)",
                "(let ((k (@purify (ite (>= (str.len x) (str.len z)) (str.substr x (str.len z) (- (str.len x) (str.len z)))
                   (str.substr z (str.len x) (- (str.len z) (str.len x)))))))
                   (and (or (= x (str.++ z k)) (= z (str.++ x k))) (not (= k \"\")) (> (str.len k) 0)))",
            ),
            (
                "concat_cprop",
                "((= (str.++ x \"b\" y) (str.++ \"aab\" z)) (not (= (str.len x) 0)))",
                "(false)",
                "(= x (str.++ (str.substr \"aab\" 0 2) (@purify (str.substr x (str.len (str.substr \"aab\" 0 2))
                   (- (str.len x) (str.len (str.substr \"aab\" 0 2)))))))",
            ),
            ("string_length_pos", "()", "(x)", "(or (and (= (str.len x) 0) (= x \"\")) (> (str.len x) 0))"),
            ("string_length_non_empty", "((not (= x \"\")))", "()", "(not (= (str.len x) 0))"),
            (
                "string_decompose",
                "((>= i 0) (>= (str.len x) i))",
                "(false)",
                "(and (= x (str.++ (@purify (str.substr x 0 i)) (@purify (str.substr x i (- (str.len x) i)))))
                   (= (str.len (@purify (str.substr x 0 i))) i))",
            ),
            (
                "string_code_inj",
                "()",
                "(x y)",
                "(or (= (str.to_code x) -1) (not (= (str.to_code x) (str.to_code y))) (= x y))",
            ),
            (
                "string_eager_reduction",
                "()",
                "((str.to_code x))",
                "(ite (= (str.len x) 1) (and (>= (str.to_code x) 0) (< (str.to_code x) 196608)) (= (str.to_code x) -1))",
            ),
            (
                "string_reduction",
                "()",
                "((str.substr x i j))",
                "(let ((k (@purify (str.substr x i j))) (b (@purify (str.substr x 0 i)))
                       (e (@purify (str.substr x (+ i j) (- (str.len x) (+ i j))))))
                  (and (ite (and (>= i 0) (> (str.len x) i) (> j 0))
                         (and (= x (str.++ b k e)) (= (str.len b) i)
                           (or (= (str.len e) (- (str.len x) (+ i j))) (= (str.len e) 0)) (<= (str.len k) j))
                         (= k \"\"))
                       (= (str.substr x i j) k)))",
            ),
            ("exists_string_length", "()", "(String 5 0)", "(= (str.len (@witness_string_length String 5 0)) 5)"),
        ]);
    }

    #[test]
    fn refused_instances() {
        refused(&[
            ("concat_eq", "((= (str.++ x y) (str.++ z y)))", "(false)", "(= x z)"),
            ("concat_eq", "((= i j))", "(false)", "(= i j)"),
            (
                "concat_unify",
                "((= (str.++ x y) (str.++ z w)) (= (str.len y) (str.len w)))",
                "(false)",
                "(= y w)",
            ),
            (
                "concat_csplit",
                "((= (str.++ x y) (str.++ \"ab\" z)) (not (= (str.len x) 0)))",
                "(false)",
                "(= x (str.++ \"ab\" (@purify (str.substr x 1 (- (str.len x) 1)))))",
            ),
            (
                "concat_csplit",
                "((= (str.++ x y) (str.++ \"a\" z)) (not (= (str.len y) 0)))",
                "(false)",
                "(= y (str.++ \"a\" (@purify (str.substr y 1 (- (str.len y) 1)))))",
            ),
            (
                "concat_cprop",
                "((= (str.++ x \"a\" y) (str.++ \"aab\" z)) (not (= (str.len x) 0)))",
                "(false)",
                "(= x (str.++ (str.substr \"aab\" 0 2) (@purify (str.substr x (str.len (str.substr \"aab\" 0 2))
                   (- (str.len x) (str.len (str.substr \"aab\" 0 2)))))))",
            ),
            ("concat_cprop", "((= (str.++ x y) (str.++ \"aab\" z)) (not (= (str.len x) 0)))", "(false)", "true"),
            ("string_length_non_empty", "((not (= x y)))", "()", "(not (= (str.len x) 0))"),
            ("string_decompose", "((>= j 0) (>= (str.len x) i))", "(false)", "true"),
            ("exists_string_length", "()", "(String -5 0)", "true"),
            ("string_reduction", "()", "((str.to_code x))", "true"),
            ("string_reduction", "()", "((str.rev (@var \"@var.str_index\" String)))", "true"),
        ]);
    }
}
