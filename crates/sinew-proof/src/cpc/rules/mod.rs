//! The rules that compute, by subject; those of fixed form are in the tables of `schema.rs`.

pub(crate) mod aci;
pub(crate) mod arith;
pub(crate) mod boolean;
pub(crate) mod entail;
pub(crate) mod equality;
pub(crate) mod evaluate;
pub(crate) mod images;
pub(crate) mod inclusion;
pub(crate) mod nielsen;
pub(crate) mod overlap;
pub(crate) mod own;
pub(crate) mod places;
pub(crate) mod poly;
pub(crate) mod quantifiers;
pub(crate) mod regular;
pub(crate) mod resolution;
pub(crate) mod strings;
pub(crate) mod words;

use super::index::{rows_of, sorted};
use super::op::Known;
use super::term::{Failure, Outcome, Term, Terms};

/// What a rule concludes from premises and arguments.
pub(crate) type RuleFn = fn(&mut Terms, &[Term], &[Term]) -> Outcome;

/// A rule by its name.
type Row = (&'static str, RuleFn);

const TABLES: [&[Row]; 17] = [
    aci::RULES,
    arith::RULES,
    boolean::RULES,
    entail::RULES,
    equality::RULES,
    evaluate::RULES,
    images::RULES,
    inclusion::RULES,
    nielsen::RULES,
    overlap::RULES,
    own::RULES,
    places::RULES,
    poly::RULES,
    quantifiers::RULES,
    regular::RULES,
    resolution::RULES,
    strings::RULES,
];

const COUNT: usize = {
    let (mut count, mut table) = (0, 0);
    while table < TABLES.len() {
        count += TABLES[table].len();
        table += 1;
    }
    count
};

/// All rules that are code, in the order of their names.
pub(crate) static CODED: [Row; COUNT] = {
    let mut rows = [TABLES[0][0]; COUNT];
    let (mut next, mut table) = (0, 0);
    while table < TABLES.len() {
        let mut row = 0;
        while row < TABLES[table].len() {
            rows[next] = TABLES[table][row];
            (next, row) = (next + 1, row + 1);
        }
        table += 1;
    }
    sorted(rows)
};

/// The rule of this name, if it is code.
pub(crate) fn coded(name: &str) -> Option<RuleFn> {
    rows_of(&CODED, name).first().map(|&(_, rule)| rule)
}

/// Exactly so many terms.
pub(crate) fn exactly<const N: usize>(what: &str, terms: &[Term]) -> Outcome<[Term; N]> {
    <[Term; N]>::try_from(terms)
        .map_err(|_| format!("{N} {what} are needed, {} given", terms.len()).into())
}

/// An argument that is `true` or `false`.
pub(crate) fn flag(terms: &Terms, term: Term) -> Outcome<bool> {
    terms
        .as_bool(term)
        .ok_or_else(|| Failure::from("true or false was expected"))
}

/// An argument that is a small number.
pub(crate) fn index(terms: &Terms, term: Term) -> Outcome<usize> {
    terms
        .as_int(term)
        .and_then(|n| usize::try_from(n).ok())
        .ok_or_else(|| Failure::from("a number was expected"))
}

/// The arguments of an application of this operator.
pub(crate) fn parts(terms: &Terms, op: Known, term: Term) -> Outcome<Vec<Term>> {
    match terms.match_app(op, term) {
        Some(args) => Ok(args.to_vec()),
        None => Err(format!("an application of {} was expected", op.name()).into()),
    }
}

/// A rule that accepts an equation if the side condition holds, and concludes it.
pub(crate) fn equation_if(
    terms: &mut Terms,
    premises: &[Term],
    args: &[Term],
    holds: fn(&mut Terms, Term, Term) -> Outcome<bool>,
) -> Outcome {
    exactly::<0>("premises", premises)?;
    let [equation] = exactly("arguments", args)?;
    let (left, right) = terms.sides(equation)?;
    if holds(terms, left, right)? {
        Ok(equation)
    } else {
        Err("the rule does not make these equal".into())
    }
}
