//! Clauses from the Boolean structure of terms.
//!
//! One principle covers all gates: suppose every literal of the clause false; that gives values to
//! the gate and to some of its parts; evaluate the gate's operator on its parts in three-valued
//! logic; if the result is a truth value and not the gate's, the clause is valid.

use crate::terms::{TermId, Terms};

/// The literals of a clause, all supposed false.
pub(crate) struct Supposed<'a>(pub(crate) &'a [i64]);

impl Supposed<'_> {
    pub(crate) fn literal(&self, lit: i64) -> Option<bool> {
        if self.0.contains(&lit) {
            Some(false)
        } else if self.0.contains(&-lit) {
            Some(true)
        } else {
            None
        }
    }

    /// The value of a Boolean term by its literal, or by being a constant.
    pub(crate) fn term(&self, terms: &Terms, term: TermId) -> Result<Option<bool>, String> {
        let (inner, negated) = terms.strip(term)?;
        let value = match terms.get(inner)?.op.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => terms.lit(inner)?.and_then(|lit| self.literal(lit)),
        };
        Ok(value.map(|value| value != negated))
    }
}

/// The conjunction of values: false wins, then unknown.
fn all(values: impl Iterator<Item = Result<Option<bool>, String>>) -> Result<Option<bool>, String> {
    let mut result = Some(true);
    for value in values {
        match value? {
            Some(false) => return Ok(Some(false)),
            None => result = None,
            Some(true) => {}
        }
    }
    Ok(result)
}

fn not(value: Option<bool>) -> Option<bool> {
    value.map(|value| !value)
}

fn same(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    Some(a? == b?)
}

/// The value of a term's operator on the supposed values of its parts.
pub(crate) fn evaluate(
    terms: &Terms,
    supposed: &Supposed<'_>,
    term: TermId,
) -> Result<Option<bool>, String> {
    let def = terms.get(term)?;
    let args = def.args.as_slice();
    let value = |arg: TermId| supposed.term(terms, arg);
    match (def.op.as_str(), args) {
        ("true", _) => Ok(Some(true)),
        ("false", _) => Ok(Some(false)),
        ("not", &[arg]) => Ok(not(value(arg)?)),
        ("and", args) => all(args.iter().map(|&arg| value(arg))),
        ("or", args) => all(args.iter().map(|&arg| value(arg).map(not))).map(not),
        ("=>", [premises @ .., conclusion]) => {
            let premises = premises.iter().map(|&arg| value(arg));
            all(premises.chain([value(*conclusion).map(not)])).map(not)
        }
        ("xor", &[a, b]) => Ok(not(same(value(a)?, value(b)?))),
        ("xor", [front @ .., last]) => {
            let front = terms.find("xor", front)?;
            Ok(not(same(value(front)?, value(*last)?)))
        }
        ("ite", &[c, a, b]) => {
            let (a, b) = (value(a)?, value(b)?);
            Ok(match value(c)? {
                Some(true) => a,
                Some(false) => b,
                None if a == b => a,
                None => None,
            })
        }
        ("=", &[a, b]) if terms.get(a)?.sort == "b" => Ok(same(value(a)?, value(b)?)),
        ("distinct", &[a, b]) if terms.get(a)?.sort == "b" => Ok(not(same(value(a)?, value(b)?))),
        ("distinct", args) => {
            let mut result = Some(true);
            for (i, &a) in args.iter().enumerate() {
                for &b in &args[i + 1..] {
                    match not(value(terms.find("=", &[a, b])?)?) {
                        Some(false) => return Ok(Some(false)),
                        None => result = None,
                        Some(true) => {}
                    }
                }
            }
            Ok(result)
        }
        ("=" | "<=" | "<" | ">=" | ">" | "str.<" | "str.<=", args) if args.len() > 2 => all(args
            .windows(2)
            .map(|pair| value(terms.find(&def.op, pair)?))),
        (op, _) => Err(format!("{op:?} is not Boolean structure")),
    }
}

/// Whether the constant true is one of the literals: such a clause needs no reason.
fn says_true(terms: &Terms, lits: &[i64]) -> Result<bool, String> {
    let Ok(truth) = terms.find("true", &[]) else {
        return Ok(false);
    };
    Ok(terms.lit(truth)?.is_some_and(|lit| lits.contains(&lit)))
}

/// Whether the clause follows from the meaning of the gate.
pub(crate) fn check_gate(terms: &Terms, lits: &[i64], gate: TermId) -> Result<(), String> {
    if says_true(terms, lits)? {
        return Ok(());
    }
    let supposed = Supposed(lits);
    let named = terms.lit(gate)?.and_then(|lit| supposed.literal(lit));
    let computed = evaluate(terms, &supposed, gate)?;
    match (named, computed) {
        (Some(a), Some(b)) if a != b => Ok(()),
        _ => Err(format!("the clause does not follow from term {gate}")),
    }
}

/// A formula that was asserted, or a conjunct of one; true means negated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fact {
    pub(crate) guard: i64,
    pub(crate) term: TermId,
    pub(crate) negated: bool,
}

/// Whether the fact says the clause: with all literals false the fact would be, too.
pub(crate) fn check_asserted(terms: &Terms, lits: &[i64], fact: Fact) -> Result<(), String> {
    if fact.guard != 0 && !lits.contains(&-fact.guard) {
        return Err("the clause lacks the guard of its assertion".to_owned());
    }
    if says_true(terms, lits)? {
        return Ok(());
    }
    let supposed = Supposed(lits);
    let (term, odd) = terms.strip(fact.term)?;
    let wanted = fact.negated == odd;
    let value = match supposed.term(terms, term)? {
        Some(value) => Some(value),
        None => evaluate(terms, &supposed, term)?,
    };
    if value == Some(!wanted) {
        Ok(())
    } else {
        Err("the clause does not follow from its assertion".to_owned())
    }
}

/// Whether `part` (negated or not) is a conjunct of the fact.
pub(crate) fn is_conjunct(
    terms: &Terms,
    fact: Fact,
    part: TermId,
    negated: bool,
) -> Result<bool, String> {
    let (term, odd) = terms.strip(fact.term)?;
    let def = terms.get(term)?;
    let holds = fact.negated == odd;
    Ok(match (def.op.as_str(), holds) {
        ("and", true) => !negated && def.args.contains(&part),
        ("or", false) => negated && def.args.contains(&part),
        ("=>", false) => match def.args.split_last() {
            Some((&conclusion, premises)) => {
                if negated {
                    part == conclusion
                } else {
                    premises.contains(&part)
                }
            }
            None => false,
        },
        _ => false,
    })
}
