//! What in a small form the failure is about.
//!
//! A ground part of a script may be written in a simpler way that means the same: a term as
//! its value, a regular expression as a plainer one with the same language. If the solver is right
//! about the script written so, that part is what it gets wrong. Findings with the same culprit
//! are one bug, however different the formulas around it are; that is what tells tests with
//! unsatisfiable cores apart, which can be made small only by steps that keep them so.

use serde::{Deserialize, Serialize};
use sinew_base::Budget;
use sinew_term::{Op, Sort, Term, TermMap, TermStore, postorder_all};

use super::job::{Job, Script};
use super::pattern::{Tree, tree};
use crate::synth::exec::Value;
use crate::synth::lang::Lang;
use crate::synth::reference::Reference;
use crate::synth::write::{Dialect, write_term};

/// A part of a script that a solver gets wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Culprit {
    /// The part.
    pub term: String,
    /// What means the same and is understood.
    pub plain: String,
    /// The part up to members of classes.
    pub form: String,
    /// The operator that makes it, if that is what the failure is about.
    #[serde(default)]
    pub operator: Option<String>,
}

/// Steps for the comparison of two languages.
const STEPS: u64 = 20_000;
/// Parts of one script that are tried at most.
const PARTS: usize = 12;

/// The ground parts of the test that `passes` says matter, the inner ones first: the same test with
/// the part written in a plainer way is passed.
pub(super) fn culprits(
    job: &Job,
    passes: &mut dyn FnMut(&Job) -> Result<bool, String>,
) -> Result<Vec<Culprit>, String> {
    let Ok(mut script) = Script::read(&job.text, job.literals) else {
        return Ok(Vec::new());
    };
    let assertions = script.terms();
    let mut tried = 0;
    let mut found = Vec::new();
    for (part, value) in ground_parts(&script.store, &assertions) {
        let plain = match Value::of_literal(&script.store, part) {
            Some(_) => apart(&mut script.store, &value),
            None => plainer(&mut script.store, part, &value),
        };
        let Some(plain) = plain else {
            continue;
        };
        let (term, plain) = (text(&script.store, part), text(&script.store, plain));
        let written = job.text.replace(&term, &plain);
        if written == job.text {
            continue;
        }
        let candidate = Job {
            text: written,
            ..job.clone()
        };
        tried += 1;
        if passes(&candidate)? {
            found.push(Culprit::new(&script.store, part, term, plain));
        }
        if tried >= PARTS {
            break;
        }
    }
    Ok(found)
}

impl Culprit {
    fn new(store: &TermStore, part: Term, term: String, plain: String) -> Culprit {
        let form = match Value::of_literal(store, part) {
            // Whatever follows the backslash.
            Some(_) => "escape".to_owned(),
            None => tree(store, part).key(),
        };
        let operator = match tree(store, part) {
            Tree::Node(name, args) if !args.is_empty() => Some(name),
            _ => None,
        };
        Culprit {
            term,
            plain,
            form,
            operator,
        }
    }
}

/// Of the parts that matter the innermost. Around a language that matters there are others, which
/// matter with it; only where all are made by one operator is that what it is about.
pub(super) fn innermost(found: &[Culprit]) -> Option<Culprit> {
    let mut first = found.first()?.clone();
    let is_language = |culprit: &Culprit| {
        let name = culprit.operator.as_deref().unwrap_or("");
        name.trim_start_matches("(_ ").starts_with("re.")
    };
    let others = |other: &Culprit| is_language(other) && other.operator != first.operator;
    if is_language(&first) && found.iter().any(others) {
        first.operator = None;
    }
    Some(first)
}

/// A term as scripts have it.
pub(super) fn text(store: &TermStore, term: Term) -> String {
    let mut text = String::new();
    write_term(&mut text, store, term, Dialect::Standard);
    text
}

/// Terms without variables that are neither plain literals nor whole formulas, with their values; the
/// inner ones first.
fn ground_parts(store: &TermStore, assertions: &[Term]) -> Vec<(Term, Value)> {
    let reference = Reference::standard();
    let mut values: TermMap<Option<Value>> = TermMap::new();
    let mut parts = Vec::new();
    for term in postorder_all(store, assertions) {
        let args: Option<Vec<&Value>> = store
            .args(term)
            .iter()
            .map(|&arg| values.get(arg).and_then(Option::as_ref))
            .collect();
        let literal = Value::of_literal(store, term);
        let is_plain = literal.as_ref().is_some_and(|value| !has_backslash(value));
        let value = literal.or_else(|| match (store.op(term), args) {
            (Op::Apply(_), _) | (_, None) => None,
            (op, Some(args)) => reference.apply(op, &args),
        });
        if let Some(value) = &value
            && !is_plain
            && store.sort(term) != Sort::Bool
        {
            parts.push((term, value.clone()));
        }
        values.insert(term, value);
    }
    parts
}

fn has_backslash(value: &Value) -> bool {
    matches!(value, Value::Str(text) if text.contains(&BACKSLASH))
}

const BACKSLASH: u32 = 0x5c;

/// The string in two pieces, so that what looks like an escape and is none looks so no more.
fn apart(store: &mut TermStore, value: &Value) -> Option<Term> {
    let Value::Str(text) = value else {
        return None;
    };
    let place = text.iter().position(|&letter| letter == BACKSLASH)?;
    let (left, right) = text.split_at(place + 1);
    if right.is_empty() {
        return None;
    }
    let pieces = [store.code_points(left), store.code_points(right)];
    Some(store.concat(&pieces))
}

/// Another term with this value and fewer symbols, if there is a plain one.
fn plainer(store: &mut TermStore, part: Term, value: &Value) -> Option<Term> {
    let Value::Re(lang) = value else {
        return Some(value.to_term(store));
    };
    if store
        .args(part)
        .iter()
        .all(|&arg| Value::of_literal(store, arg).is_some())
        && matches!(
            store.op(part),
            Op::StrToRe | Op::ReNone | Op::ReAll | Op::ReAllChar
        )
    {
        return None;
    }
    let constants = [Op::ReNone, Op::ReAll, Op::ReAllChar];
    let mut plain: Vec<Lang> = constants
        .iter()
        .filter_map(|&op| Lang::op(op, Vec::new()))
        .collect();
    plain.push(Lang::word(&[]));
    plain.extend(words(store, part).iter().map(|word| Lang::word(word)));
    let same = |other: &&Lang| {
        let equal = lang.equivalent(other, &Budget::with_steps(STEPS));
        equal == Ok(true)
    };
    plain.iter().find(same).map(|plain| plain.to_term(store))
}

/// The literals in an expression, and their concatenation: if its language has one word only, that
/// is likely among them.
fn words(store: &TermStore, part: Term) -> Vec<Vec<u32>> {
    let terms = postorder_all(store, &[part]);
    let literals = terms.iter().filter_map(|&term| store.str_value(term));
    let mut found: Vec<Vec<u32>> = literals.map(<[u32]>::to_vec).collect();
    let all = found.concat();
    found.push(all);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(assertion: &str, wrong: &str) -> Option<(String, String)> {
        let text =
            format!("(declare-fun x () String)\n(assert {assertion})\n(check-sat)\n; open\n");
        let job = Job::from_file("t", text).expect("a test");
        let passes = &mut |job: &Job| Ok(!job.text.contains(wrong));
        let culprits = culprits(&job, passes).expect("no fault of ours");
        let culprit = innermost(&culprits)?;
        Some((culprit.term, culprit.plain))
    }

    #[test]
    fn the_smallest_part_that_matters_is_found() {
        let pair = |term: &str, plain: &str| Some((term.to_owned(), plain.to_owned()));
        let union = "(str.in_re x (re.union ((_ re.loop 0 0) re.all) (str.to_re \"b\")))";
        assert_eq!(
            found(union, "re.loop"),
            pair("((_ re.loop 0 0) re.all)", "(str.to_re \"\")")
        );
        let inter = "(str.in_re x (re.inter (re.* (str.to_re \"ab\")) re.allchar))";
        assert_eq!(
            found(inter, "re.inter"),
            pair("(re.inter (re.* (str.to_re \"ab\")) re.allchar)", "re.none")
        );
        assert_eq!(
            found("(= x (str.++ x (str.at \"ab\" 1)))", "str.at"),
            pair("(str.at \"ab\" 1)", "\"b\"")
        );
        // A solver that takes a broken escape for a character.
        assert_eq!(
            found("(= (str.len \"\\u{30000}\") 1)", "\"\\u{30000}"),
            pair("\"\\u{30000}\"", "(str.++ \"\\u{5c}\" \"u{30000}\")")
        );
        // What has variables is not evaluated, and what is plain stays.
        assert_eq!(found("(= (str.at x 1) \"\")", "str.at"), None);
        assert_eq!(found("(str.in_re x (str.to_re \"ab\"))", "str.to_re"), None);
    }
}
