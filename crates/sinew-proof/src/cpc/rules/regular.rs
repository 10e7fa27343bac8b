//! Memberships taken apart by the form of the regular expression.

use rustc_hash::FxHashMap;

use super::super::op::{Known, Op, Sort};
use super::super::subst::is_closed;
use super::super::term::{Outcome, Term, Terms};
use super::words::{after, prefix, suffix};
use super::{RuleFn, equation_if, exactly, flag, index, parts};

pub(crate) const RULES: &[(&str, RuleFn)] = &[
    ("re_concat", re_concat),
    ("re_unfold_pos", unfold_pos),
    ("re_unfold_neg", unfold_neg),
    ("re_unfold_neg_concat_fixed", unfold_neg_fixed),
    ("string_eager_reduction", fixed_length_reduction),
    ("re-loop-elim", loop_elim),
    ("re-eq-elim", eq_elim),
    ("str-in-re-concat-star-char", concat_star_char),
    ("str-in-re-sigma", sigma),
    ("str-in-re-sigma-star", sigma_star),
];

/// String and expression of a membership.
pub(crate) fn membership(terms: &Terms, term: Term) -> Outcome<(Term, Term)> {
    (terms.match2(Known::InRe, term)).ok_or_else(|| "a membership was expected".into())
}

fn negated_membership(terms: &Terms, term: Term) -> Outcome<(Term, Term)> {
    match terms.match1(Known::Not, term) {
        Some(inner) => membership(terms, inner),
        None => Err("a negated membership was expected".into()),
    }
}

/// `(str.in_re x r)`.
fn in_re(terms: &mut Terms, x: Term, r: Term) -> Outcome {
    terms.app(Known::InRe, &[x, r])
}

fn not_in_re(terms: &mut Terms, x: Term, r: Term) -> Outcome {
    let member = in_re(terms, x, r)?;
    terms.not(member)
}

fn re_concat(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("arguments", args)?;
    let pairs: Outcome<Vec<(Term, Term)>> = (premises.iter())
        .map(|&premise| membership(terms, premise))
        .collect();
    let (strings, expressions): (Vec<Term>, Vec<Term>) = pairs?.into_iter().unzip();
    let string = terms.list(Known::Concat, &strings, None)?;
    let expression = terms.list(Known::ReConcat, &expressions, None)?;
    in_re(terms, string, expression)
}

/// Components of a string in a concatenation, and what is known of them: a word stands for itself.
fn unfolded(
    terms: &mut Terms,
    x: Term,
    whole: Term,
    parts: &[Term],
) -> Outcome<(Vec<Term>, Vec<Term>)> {
    let (mut strings, mut memberships) = (Vec::new(), Vec::new());
    for (i, &part) in parts.iter().enumerate() {
        if let Some(word) = terms.match1(Known::ToRe, part) {
            strings.push(word);
            continue;
        }
        let i = terms.int(i.into())?;
        let k = terms.app(Known::UnfoldPart, &[x, whole, i])?;
        strings.push(k);
        memberships.push(in_re(terms, k, part)?);
    }
    Ok((strings, memberships))
}

fn unfold_pos(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("arguments", args)?;
    let [premise] = exactly("premises", premises)?;
    let (x, r) = membership(terms, premise)?;
    if let Some(body) = terms.match1(Known::Star, r) {
        let empty = terms.string(&[])?;
        let epsilon = terms.neutral(Known::ReConcat, None)?;
        let more = terms.app(Known::ReDiff, &[body, epsilon])?;
        let whole = terms.app(Known::ReConcat, &[more, r, more])?;
        let (strings, memberships) = unfolded(terms, x, whole, &[more, r, more])?;
        let sum = terms.app(Known::Concat, &strings)?;
        let mut all = vec![terms.eq(x, sum)?];
        all.extend(memberships);
        let cases = [
            terms.eq(x, empty)?,
            in_re(terms, x, body)?,
            terms.app(Known::And, &all)?,
        ];
        return terms.app(Known::Or, &cases);
    }
    let list = parts(terms, Known::ReConcat, r)?;
    let (strings, memberships) = unfolded(terms, x, r, &list)?;
    let sum = terms.app(Known::Concat, &strings)?;
    let equation = terms.eq(x, sum)?;
    if memberships.is_empty() {
        return Ok(equation);
    }
    let mut all = vec![equation];
    all.extend(memberships);
    terms.app(Known::And, &all)
}

/// Of a concatenation; stars are in the table.
fn unfold_neg(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("arguments", args)?;
    let [premise] = exactly("premises", premises)?;
    let (x, r) = negated_membership(terms, premise)?;
    let list = parts(terms, Known::ReConcat, r)?;
    if !is_closed(terms, premise)? {
        return Err("the membership has free variables".into());
    }
    let rest = terms.list_or_single(Known::ReConcat, &list[1..])?;
    let n = terms.variable("@var.str_index", Sort::Int)?;
    let (zero, length) = (terms.small(0)?, terms.app(Known::Len, &[x])?);
    let (before, behind) = (prefix(terms, x, n)?, after(terms, x, n)?);
    let cases = [
        terms.app(Known::Lt, &[n, zero])?,
        terms.app(Known::Lt, &[length, n])?,
        not_in_re(terms, before, list[0])?,
        not_in_re(terms, behind, rest)?,
    ];
    let body = terms.app(Known::Or, &cases)?;
    let list = terms.app(Known::List, &[n])?;
    terms.app(Known::Forall, &[list, body])
}

/// The length that all words of an expression have, by its form.
pub(crate) fn fixed_length(terms: &mut Terms, root: Term) -> Outcome<Option<usize>> {
    let mut known: FxHashMap<Term, Option<usize>> = FxHashMap::default();
    let mut work = vec![(root, false)];
    while let Some((term, ready)) = work.pop() {
        if known.contains_key(&term) {
            continue;
        }
        terms.charge(1)?;
        let op = terms.op(term);
        let args = terms.args(term);
        let list = matches!(
            op,
            Op::Known(Known::ReConcat | Known::ReUnion | Known::ReInter)
        );
        if list && !ready {
            work.push((term, true));
            work.extend(args.iter().map(|&arg| (arg, false)));
            continue;
        }
        let lengths = || args.iter().map(|arg| known.get(arg).copied().flatten());
        let length = match op {
            Op::Known(Known::AllChar | Known::Range) => Some(1),
            Op::Known(Known::ToRe) => terms.as_str(args[0]).map(<[u32]>::len),
            Op::Known(Known::ReConcat) => lengths().sum(),
            Op::Known(Known::ReUnion | Known::ReInter) => {
                let first = lengths().next().flatten();
                first.filter(|_| lengths().all(|length| length == first))
            }
            _ => None,
        };
        known.insert(term, length);
    }
    Ok(known.get(&root).copied().flatten())
}

/// The first part of a concatenation has words of one length alone: it is known where it would end.
fn unfold_neg_fixed(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([premise], [rev]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    let rev = flag(terms, rev)?;
    let (x, r) = negated_membership(terms, premise)?;
    let list = parts(terms, Known::ReConcat, r)?;
    let (first, rest) = match list.split_last() {
        Some((&last, rest)) if rev => (last, rest),
        _ => (list[0], &list[1..]),
    };
    let rest = terms.list_or_single(Known::ReConcat, rest)?;
    let length = fixed_length(terms, first)?.ok_or("the words have no fixed length")?;
    let n = terms.int(length.into())?;
    let (part, other) = if rev {
        let length = terms.app(Known::Len, &[x])?;
        let before = terms.app(Known::Sub, &[length, n])?;
        (suffix(terms, x, n)?, prefix(terms, x, before)?)
    } else {
        (prefix(terms, x, n)?, after(terms, x, n)?)
    };
    let cases = [
        not_in_re(terms, part, first)?,
        not_in_re(terms, other, rest)?,
    ];
    terms.app(Known::Or, &cases)
}

/// A member has the length that all words have.
fn fixed_length_reduction(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [term] = exactly("arguments", args)?;
    let (x, r) = membership(terms, term)?;
    let length = fixed_length(terms, r)?.ok_or("the words have no fixed length")?;
    let (found, length) = (terms.app(Known::Len, &[x])?, terms.int(length.into())?);
    let equation = terms.eq(found, length)?;
    terms.app(Known::Implies, &[term, equation])
}

/// A bounded repetition as the union of its powers.
fn loop_elim(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let bounds = parts(terms, Known::Loop, left)?;
        let (low, high) = (index(terms, bounds[0])?, index(terms, bounds[1])?);
        if low > high {
            return Ok(false);
        }
        let mut powers = Vec::new();
        for n in low..=high {
            terms.charge(n + 1)?;
            powers.push(terms.list_or_single(Known::ReConcat, &vec![bounds[2]; n])?);
        }
        Ok(terms.list_or_single(Known::ReUnion, &powers)? == right)
    })
}

/// Equal expressions have the same members.
fn eq_elim(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (r, s) = terms.sides(left)?;
        if !is_closed(terms, left)? {
            return Ok(false);
        }
        let x = terms.variable("@var.re_eq", Sort::String)?;
        let (in_r, in_s) = (in_re(terms, x, r)?, in_re(terms, x, s)?);
        let (body, list) = (terms.eq(in_r, in_s)?, terms.app(Known::List, &[x])?);
        Ok(terms.app(Known::Forall, &[list, body])? == right)
    })
}

/// A repetition of characters: every component is one.
fn concat_star_char(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (x, r) = membership(terms, left)?;
        let body = terms.match1(Known::Star, r);
        let body = body.ok_or("a repetition was expected")?;
        if fixed_length(terms, body)? != Some(1) {
            return Ok(false);
        }
        let mut each = Vec::new();
        for component in parts(terms, Known::Concat, x)? {
            each.push(in_re(terms, component, r)?);
        }
        Ok(terms.list(Known::And, &each, None)? == right)
    })
}

/// Any characters, some of them repeated: a condition on the length.
fn sigma(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (x, r) = membership(terms, left)?;
        let list = terms.elements(Known::ReConcat, r).map(<[Term]>::to_vec);
        let (mut count, mut exact) = (0_i64, true);
        for part in list.ok_or("a concatenation was expected")? {
            let star = terms.match1(Known::Star, part);
            match terms.op(star.unwrap_or(part)) {
                Op::Known(Known::AllChar) if star.is_some() => exact = false,
                Op::Known(Known::AllChar) => count += 1,
                _ => return Ok(false),
            }
        }
        let (length, count) = (terms.app(Known::Len, &[x])?, terms.small(count)?);
        let op = if exact { Known::Eq } else { Known::Ge };
        Ok(terms.app(op, &[length, count])? == right)
    })
}

/// Any characters, so many at a time.
fn sigma_star(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    equation_if(terms, premises, args, |terms, left, right| {
        let (x, r) = membership(terms, left)?;
        let body = terms.match1(Known::Star, r);
        let list = body.and_then(|body| terms.match_app(Known::ReConcat, body));
        let list = list.ok_or("a repetition of a concatenation was expected")?;
        if (list.iter()).any(|&part| terms.op(part) != Op::Known(Known::AllChar)) {
            return Ok(false);
        }
        let count = terms.int(list.len().into())?;
        let (length, zero) = (terms.app(Known::Len, &[x])?, terms.small(0)?);
        let rest = terms.app(Known::Mod, &[length, count])?;
        Ok(terms.eq(rest, zero)? == right)
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{accepted, refused};

    #[test]
    fn accepted_instances() {
        accepted(&[
            ("re_inter", "((str.in_re x r) (str.in_re x s))", "()", "(str.in_re x (re.inter r s))"),
            ("re_concat", "((str.in_re x r) (str.in_re y s))", "()", "(str.in_re (str.++ x y) (re.++ r s))"),
            (
                "re_unfold_pos",
                "((str.in_re x (re.++ (str.to_re \"a\") r s)))",
                "()",
                "(let ((q (re.++ (str.to_re \"a\") r s)))
                   (and (= x (str.++ \"a\" (@re_unfold_pos_component x q 1) (@re_unfold_pos_component x q 2)))
                     (str.in_re (@re_unfold_pos_component x q 1) r) (str.in_re (@re_unfold_pos_component x q 2) s)))",
            ),
            (
                "re_unfold_pos",
                "((str.in_re x (re.* r)))",
                "()",
                "(let ((d (re.diff r (str.to_re \"\")))) (let ((q (re.++ d (re.* r) d)))
                 (let ((k0 (@re_unfold_pos_component x q 0)) (k1 (@re_unfold_pos_component x q 1)) (k2 (@re_unfold_pos_component x q 2)))
                   (or (= x \"\") (str.in_re x r)
                     (and (= x (str.++ k0 k1 k2)) (str.in_re k0 d) (str.in_re k1 (re.* r)) (str.in_re k2 d))))))",
            ),
            (
                "re_unfold_neg",
                "((not (str.in_re x (re.++ r s))))",
                "()",
                "(forall ((@var.str_index Int)) (or (< @var.str_index 0) (< (str.len x) @var.str_index)
                   (not (str.in_re (str.substr x 0 @var.str_index) r))
                   (not (str.in_re (str.substr x @var.str_index (- (str.len x) @var.str_index)) s))))",
            ),
            (
                "re_unfold_neg_concat_fixed",
                "((not (str.in_re x (re.++ re.allchar r s))))",
                "(false)",
                "(or (not (str.in_re (str.substr x 0 1) re.allchar))
                   (not (str.in_re (str.substr x 1 (- (str.len x) 1)) (re.++ r s))))",
            ),
            (
                "re_unfold_neg_concat_fixed",
                "((not (str.in_re x (re.++ r (str.to_re \"ab\")))))",
                "(true)",
                "(or (not (str.in_re (str.substr x (- (str.len x) 2) 2) (str.to_re \"ab\")))
                   (not (str.in_re (str.substr x 0 (- (str.len x) 2)) r)))",
            ),
            (
                "string_eager_reduction",
                "()",
                "((str.in_re x (re.union (str.to_re \"ab\") (re.++ re.allchar re.allchar))))",
                "(=> (str.in_re x (re.union (str.to_re \"ab\") (re.++ re.allchar re.allchar))) (= (str.len x) 2))",
            ),
        ]);
        for (rule, equation) in [
            (
                "re-loop-elim",
                "(= (re.loop 1 2 r) (re.union r (re.++ r r)))",
            ),
            (
                "re-loop-elim",
                "(= (re.loop 0 1 r) (re.union (str.to_re \"\") r))",
            ),
            ("re-loop-elim", "(= (re.loop 2 2 r) (re.++ r r))"),
            (
                "str-in-re-concat-star-char",
                "(= (str.in_re (str.++ x y) (re.* re.allchar)) (and (str.in_re x (re.* re.allchar)) (str.in_re y (re.* re.allchar))))",
            ),
            (
                "str-in-re-sigma",
                "(= (str.in_re x (re.++ re.allchar re.allchar)) (= (str.len x) 2))",
            ),
            (
                "str-in-re-sigma",
                "(= (str.in_re x (re.++ re.allchar (re.* re.allchar))) (>= (str.len x) 1))",
            ),
            (
                "str-in-re-sigma-star",
                "(= (str.in_re x (re.* (re.++ re.allchar re.allchar))) (= (mod (str.len x) 2) 0))",
            ),
        ] {
            accepted(&[(rule, "()", &format!("({equation})"), equation)]);
        }
    }

    #[test]
    fn refused_instances() {
        refused(&[
            (
                "re_inter",
                "((str.in_re x r) (str.in_re y s))",
                "()",
                "(str.in_re x (re.inter r s))",
            ),
            (
                "re_unfold_pos",
                "((str.in_re x (re.union r s)))",
                "()",
                "true",
            ),
            (
                "re_unfold_neg_concat_fixed",
                "((not (str.in_re x (re.++ r s))))",
                "(false)",
                "true",
            ),
            (
                "re_unfold_neg",
                "((not (str.in_re (@var \"@var.str_index\" String) (re.++ r s))))",
                "()",
                "true",
            ),
            (
                "string_eager_reduction",
                "()",
                "((str.in_re x (re.union (str.to_re \"a\") (str.to_re \"ab\"))))",
                "(=> (str.in_re x (re.union (str.to_re \"a\") (str.to_re \"ab\"))) (= (str.len x) 2))",
            ),
        ]);
        for (rule, equation) in [
            ("re-loop-elim", "(= (re.loop 1 2 r) (re.++ r r))"),
            ("re-loop-elim", "(= (re.loop 2 1 r) (re.++ r r))"),
            (
                "str-in-re-concat-star-char",
                "(= (str.in_re (str.++ x y) (re.* r)) (and (str.in_re x (re.* r)) (str.in_re y (re.* r))))",
            ),
            (
                "str-in-re-sigma",
                "(= (str.in_re x (re.++ re.allchar r)) (= (str.len x) 2))",
            ),
            (
                "str-in-re-sigma",
                "(= (str.in_re x (re.++ re.allchar (re.* re.allchar))) (= (str.len x) 1))",
            ),
            (
                "str-in-re-sigma-star",
                "(= (str.in_re x (re.* (re.++ re.allchar re.allchar))) (= (mod (str.len x) 3) 0))",
            ),
        ] {
            refused(&[(rule, "()", &format!("({equation})"), equation)]);
        }
    }
}
