//! Resolution. A clause is a disjunction; a formula that is none is a clause of one literal, `false` the empty clause.

use rustc_hash::FxHashMap;

use super::super::lists::{difference, included, set_of};
use super::super::op::Known;
use super::super::term::{Outcome, Term, Terms};
use super::{RuleFn, exactly, flag, parts};

pub(crate) const RULES: &[(&str, RuleFn)] = &[
    ("resolution", resolution),
    ("chain_resolution", chain_resolution),
    ("chain_m_resolution", chain_m_resolution),
    ("factoring", factoring),
    ("reordering", reordering),
];

/// The literals of a clause.
fn literals(terms: &Terms, clause: Term) -> Vec<Term> {
    terms.elements_or_self(Known::Or, clause)
}

/// The literal with this polarity, and its complement.
fn complementary(terms: &mut Terms, polarity: bool, atom: Term) -> Outcome<(Term, Term)> {
    let not = terms.not(atom)?;
    Ok(if polarity { (atom, not) } else { (not, atom) })
}

fn resolution(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let [first, second] = exactly("premises", premises)?;
    let [polarity, atom] = exactly("arguments", args)?;
    let polarity = flag(terms, polarity)?;
    let (positive, negative) = complementary(terms, polarity, atom)?;
    let mut clause = difference(&without(terms, first, positive), &[]);
    clause.extend(without(terms, second, negative));
    terms.list_or_single(Known::Or, &clause)
}

/// A clause without one occurrence of a literal.
fn without(terms: &Terms, clause: Term, literal: Term) -> Vec<Term> {
    if clause == literal {
        return Vec::new();
    }
    difference(&literals(terms, clause), &[literal])
}

/// The literals left when each premise but the first is resolved upon one atom, all at once.
///
/// With `pᵢ` the literal resolved upon and `nᵢ` its complement, premise `i` loses `nᵢ` and every `pⱼ` with `j > i`; the first
/// loses every `pⱼ`. Sound: where all literals left are false, the last premise makes its `nᵢ` true and so `pᵢ` false, then the one before it
/// does, and in the end nothing can make the first premise true.
fn chain(terms: &mut Terms, premises: &[Term], pols: Term, atoms: Term) -> Outcome<Vec<Term>> {
    let pols = parts(terms, Known::List, pols)?;
    let atoms = parts(terms, Known::List, atoms)?;
    let Some((&first, rest)) = premises.split_first() else {
        return Err("at least one premise is needed".into());
    };
    if pols.len() != rest.len() || atoms.len() != rest.len() || rest.is_empty() {
        return Err("a polarity and an atom are needed for each premise but the first".into());
    }
    // From the last premise to the first; `resolved` counts the literals resolved upon so far.
    let mut resolved: FxHashMap<Term, usize> = FxHashMap::default();
    let mut kept: Vec<Vec<Term>> = Vec::new();
    let mut last = None;
    for ((&clause, &polarity), &atom) in rest.iter().zip(&pols).zip(&atoms).rev() {
        let polarity = flag(terms, polarity)?;
        let (positive, negative) = complementary(terms, polarity, atom)?;
        if clause != negative {
            let clause = terms.elements(Known::Or, clause).map(<[Term]>::to_vec);
            let clause =
                clause.ok_or("a premise is neither a clause nor the literal resolved upon")?;
            terms.charge(clause.len())?;
            *resolved.entry(negative).or_default() += 1;
            kept.push(drop_resolved(&clause, &resolved));
            match resolved.get_mut(&negative) {
                Some(count) if *count > 1 => *count -= 1,
                _ => {
                    resolved.remove(&negative);
                }
            }
        }
        *resolved.entry(positive).or_default() += 1;
        last = Some(positive);
    }
    if last != Some(first) {
        // Here a clause is what it is: `first` itself is a literal only if it was resolved upon last.
        let clause = terms.elements(Known::Or, first).map(<[Term]>::to_vec);
        let clause = clause.ok_or("the first premise is not the literal resolved upon")?;
        kept.push(drop_resolved(&clause, &resolved));
    }
    Ok(kept.into_iter().rev().flatten().collect())
}

/// A clause without the literals that are counted, each at most as often.
fn drop_resolved(clause: &[Term], resolved: &FxHashMap<Term, usize>) -> Vec<Term> {
    let mut used: FxHashMap<Term, usize> = FxHashMap::default();
    let mut left = Vec::new();
    for &literal in clause {
        match resolved.get(&literal) {
            Some(&allowed) => {
                let count = used.entry(literal).or_default();
                *count += 1;
                if *count > allowed {
                    left.push(literal);
                }
            }
            None => left.push(literal),
        }
    }
    left
}

fn chain_resolution(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let [pols, atoms] = exactly("arguments", args)?;
    let clause = chain(terms, premises, pols, atoms)?;
    terms.list_or_single(Known::Or, &clause)
}

/// The conclusion is given, and holds the literals left, each at most once.
fn chain_m_resolution(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let [stated, pols, atoms] = exactly("arguments", args)?;
    let clause = set_of(&chain(terms, premises, pols, atoms)?);
    if terms.list_or_single(Known::Or, &clause)? == stated {
        return Ok(stated);
    }
    match terms.elements(Known::Or, stated) {
        // All that is left is stated; more may be.
        Some(stated_literals) if included(&clause, stated_literals) => Ok(stated),
        _ => Err("the clause stated lacks a literal that is left".into()),
    }
}

fn factoring(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    exactly::<0>("arguments", args)?;
    let [clause] = exactly("premises", premises)?;
    match terms.elements(Known::Or, clause) {
        Some(literals) => {
            let literals = set_of(literals);
            terms.list_or_single(Known::Or, &literals)
        }
        None => Err("a disjunction was expected".into()),
    }
}

fn reordering(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([clause], [stated]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    match (
        terms.elements(Known::Or, clause),
        terms.elements(Known::Or, stated),
    ) {
        // Sound with literals added; whoever orders anew loses none.
        (Some(clause), Some(literals)) if included(clause, literals) => Ok(stated),
        (Some(_), Some(_)) => Err("a literal of the premise is missing".into()),
        _ => Err("disjunctions were expected".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{accepted, refused};

    #[test]
    fn accepted_instances() {
        accepted(&[
            (
                "resolution",
                "((or a b) (or (not a) c))",
                "(true a)",
                "(or b c)",
            ),
            ("resolution", "(a (or (not a) c))", "(true a)", "c"),
            ("resolution", "(a (not a))", "(true a)", "false"),
            ("resolution", "((or (not a) b) a)", "(false a)", "b"),
            (
                "chain_resolution",
                "((or a b) (or (not a) c) (or (not c) d))",
                "((@list true true) (@list a c))",
                "(or b d)",
            ),
            (
                "chain_m_resolution",
                "((or a b) (not a) (not b))",
                "(false (@list true true) (@list a b))",
                "false",
            ),
            (
                "chain_m_resolution",
                "((or a b) (or (not a) b))",
                "(b (@list true) (@list a))",
                "b",
            ),
            ("factoring", "((or a b a))", "()", "(or a b)"),
            ("factoring", "((or a a))", "()", "a"),
            ("reordering", "((or a b c))", "((or c a b))", "(or c a b)"),
        ]);
    }

    #[test]
    fn refused_instances() {
        refused(&[
            (
                "resolution",
                "((or a b) (or (not a) c))",
                "(false a)",
                "(or b c)",
            ),
            ("resolution", "(a (or a c))", "(true a)", "c"),
            (
                "chain_resolution",
                "((or a b) (or a c))",
                "((@list true) (@list a))",
                "(or b c)",
            ),
            (
                "chain_m_resolution",
                "((or a b) (not a))",
                "(false (@list true) (@list a))",
                "false",
            ),
            (
                "chain_m_resolution",
                "((or a b) (not a))",
                "(false (@list true true) (@list a b))",
                "false",
            ),
            ("factoring", "((or a b))", "()", "a"),
            ("reordering", "((or a b))", "((or a c))", "(or a c)"),
            ("reordering", "((or a a))", "((or a b))", "(or a b)"),
        ]);
    }
}
