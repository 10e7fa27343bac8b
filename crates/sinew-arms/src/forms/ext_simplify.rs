//! Extended functions in context (P3, Figure 6: Ext-Simplify, Ext-Simplify-Pred, Ext-Eq).
//!
//! The arguments of an extended term are replaced by what they are known to equal (a constant, or
//! the normal form of their class), and the result is simplified. If that leaves a value, or a term
//! without extended functions, the equality is inferred from the replacements alone, which keeps
//! explanations small.

use rustc_hash::FxHashMap;
use sinew_base::StopReason;
use sinew_engine::{PluginContext, Premise};
use sinew_simplify::Simplifier;
use sinew_strings::concat::join;
use sinew_term::{Op, Sort, Term, TermStore, postorder};

use super::rules;
use super::{Component, NormalForms};
use crate::expansion::simplify;

/// An extended term as its context makes it.
struct InContext {
    term: Term,
    simplified: Term,
    why: Vec<Premise>,
}

/// Infers what the context makes of the extended `terms`; without `values` (Ext-Simplify) only
/// which become the same (Ext-Eq). Whether something was inferred.
pub(crate) fn simplify_in_context(
    cx: &mut PluginContext<'_, '_>,
    simplifier: &mut Simplifier,
    forms: Option<&NormalForms>,
    terms: &[Term],
    values: bool,
) -> Result<bool, StopReason> {
    cx.budget().spend(terms.len() as u64)?;
    let mut acted = false;
    let mut seen: FxHashMap<Term, InContext> = FxHashMap::default();
    for &term in terms {
        let found = in_context(cx, simplifier, forms, term)?.unwrap_or(InContext {
            term,
            simplified: term,
            why: Vec::new(),
        });
        let usable = found.simplified != term && is_plain(cx.store(), found.simplified);
        if usable && values {
            acted |= infer(cx, &found);
            continue;
        }
        // Ext-Eq: two terms that the context makes the same.
        match seen.get(&found.simplified) {
            Some(other) if differ(cx, other.term, found.term) => {
                let mut why = other.why.clone();
                why.extend_from_slice(&found.why);
                let fact = cx.store_mut().eq(other.term, found.term);
                acted |= cx.infer(&rules::EXT_EQ, &why, fact);
            }
            Some(_) => {}
            None => {
                seen.insert(found.simplified, found);
            }
        }
    }
    Ok(acted)
}

/// Whether two terms are not known to be equal; of predicates, whether they have different values.
fn differ(cx: &PluginContext<'_, '_>, one: Term, other: Term) -> bool {
    match cx.store().sort(one) {
        Sort::Bool => match (cx.value(one), cx.value(other)) {
            (Some(one), Some(other)) => one != other,
            _ => false,
        },
        _ => !cx.equal(one, other),
    }
}

fn in_context(
    cx: &mut PluginContext<'_, '_>,
    simplifier: &mut Simplifier,
    forms: Option<&NormalForms>,
    term: Term,
) -> Result<Option<InContext>, StopReason> {
    let (op, args) = (cx.store().op(term), cx.store().args(term).to_vec());
    let mut why = Vec::new();
    let mut replaced = Vec::with_capacity(args.len());
    for arg in args {
        let (better, mut because) = best(cx, forms, arg);
        if better != arg {
            why.append(&mut because);
        }
        replaced.push(better);
    }
    let instance = cx.store_mut().mk(op, &replaced);
    let simplified = simplify(cx, simplifier, instance)?;
    Ok((simplified != term).then_some(InContext {
        term,
        simplified,
        why,
    }))
}

/// What a term is best replaced by, and why it equals that.
pub(crate) fn best(
    cx: &mut PluginContext<'_, '_>,
    forms: Option<&NormalForms>,
    term: Term,
) -> (Term, Vec<Premise>) {
    if let Some(literal) = cx.value_of(term) {
        return (literal, vec![Premise::Equal(term, literal)]);
    }
    match cx.store().sort(term) {
        Sort::String => {}
        Sort::Int => return integer(cx, forms, term),
        _ => return (term, Vec::new()),
    }
    let Some(form) = forms.and_then(|forms| forms.of(cx, term)) else {
        return (term, Vec::new());
    };
    let (base, components, mut why) = (form.base, form.components.clone(), form.why.clone());
    if base != term {
        why.push(Premise::Equal(term, base));
    }
    let joined = joined(cx, &components);
    (joined, why)
}

/// The concatenation of the components of a form.
pub(crate) fn joined(cx: &mut PluginContext<'_, '_>, components: &[Component]) -> Term {
    let parts: Vec<Term> = components
        .iter()
        .map(|component| match component {
            Component::Constant(text) => cx.store_mut().code_points(text),
            Component::Class(class) => *class,
        })
        .collect();
    join(cx.store_mut(), &parts)
}

/// An integer term with what is known to equal its parts: a literal, or the lengths of the
/// components of a normal form.
fn integer(
    cx: &mut PluginContext<'_, '_>,
    forms: Option<&NormalForms>,
    term: Term,
) -> (Term, Vec<Premise>) {
    let mut why = Vec::new();
    let Some(forms) = forms else {
        return (term, why);
    };
    let mut replaced: FxHashMap<Term, Term> = FxHashMap::default();
    // Only sums and multiples are looked into; `true` once the parts are done.
    let mut stack = vec![(term, false)];
    while let Some((part, ready)) = stack.pop() {
        if replaced.contains_key(&part) {
            continue;
        }
        let op = cx.store().op(part);
        if !matches!(op, Op::Add | Op::Sub | Op::Neg | Op::Mul) {
            let better = leaf(cx, forms, part, &mut why);
            replaced.insert(part, better);
            continue;
        }
        let args = cx.store().args(part).to_vec();
        if ready {
            let better: Vec<Term> = args
                .iter()
                .map(|&arg| replaced.get(&arg).copied().unwrap_or(arg))
                .collect();
            let better = cx.store_mut().mk(op, &better);
            replaced.insert(part, better);
        } else {
            stack.push((part, true));
            stack.extend(args.iter().map(|&arg| (arg, false)));
        }
    }
    let better = replaced.get(&term).copied().unwrap_or(term);
    if better == term {
        why.clear();
    }
    (better, why)
}

/// What an integer term that is no sum is best replaced by.
fn leaf(
    cx: &mut PluginContext<'_, '_>,
    forms: &NormalForms,
    term: Term,
    why: &mut Vec<Premise>,
) -> Term {
    if cx.store().int_value(term).is_some() {
        return term;
    }
    if let Some(literal) = cx.value_of(term) {
        why.push(Premise::Equal(term, literal));
        return literal;
    }
    let length = match cx.store().op(term) {
        Op::Len => Some(term),
        _ => cx
            .class(term)
            .into_iter()
            .filter(|&member| cx.store().op(member) == Op::Len)
            .min(),
    };
    let Some(length) = length else { return term };
    let string = cx.store().arg(length, 0);
    let Some(form) = forms.of(cx, string) else {
        return term;
    };
    let (base, components) = (form.base, form.components.clone());
    why.extend_from_slice(&form.why);
    if base != string {
        why.push(Premise::Equal(string, base));
    }
    if length != term {
        why.push(Premise::Equal(term, length));
    }
    let mut known = 0usize;
    let mut parts = Vec::new();
    for component in components {
        match component {
            Component::Constant(text) => known += text.len(),
            Component::Class(class) => parts.push(cx.store_mut().len(class)),
        }
    }
    parts.push(cx.store_mut().int(known));
    cx.store_mut().sum(&parts)
}

/// Whether the context makes the term a value, or a term without extended functions: then what it
/// is by definition adds nothing while the context lasts.
pub(crate) fn is_settled(
    cx: &mut PluginContext<'_, '_>,
    simplifier: &mut Simplifier,
    forms: Option<&NormalForms>,
    term: Term,
) -> Result<bool, StopReason> {
    let found = in_context(cx, simplifier, forms, term)?;
    Ok(found.is_some_and(|found| is_plain(cx.store(), found.simplified)))
}

/// Whether no extended function occurs, so that equating with it is progress.
fn is_plain(store: &TermStore, term: Term) -> bool {
    // What stays open has an extended function at its root most of the time.
    if store.op(term).is_extended() {
        return false;
    }
    let size_limit = 40;
    let subterms = postorder(store, term);
    subterms.len() <= size_limit
        && !subterms
            .iter()
            .any(|&t| store.op(t).is_extended() || store.op(t) == Op::Ite)
}

fn infer(cx: &mut PluginContext<'_, '_>, found: &InContext) -> bool {
    let &InContext {
        term, simplified, ..
    } = found;
    if cx.store().sort(term) == Sort::Bool {
        let (value, known) = (cx.value(term), cx.store().bool_value(simplified));
        return match (value, known) {
            (Some(value), Some(known)) if value == known => false,
            (_, Some(known)) => {
                let fact = if known {
                    term
                } else {
                    cx.store_mut().not(term)
                };
                cx.infer(&rules::EXT_SIMPLIFY, &found.why, fact)
            }
            // A predicate that holds passes on what it has become.
            (Some(value), None) => {
                let fact = if value {
                    simplified
                } else {
                    cx.store_mut().not(simplified)
                };
                if cx.value(fact) == Some(true) {
                    return false;
                }
                let mut why = found.why.clone();
                why.push(Premise::Literal(term, value));
                cx.infer(&rules::EXT_SIMPLIFY, &why, fact)
            }
            (None, None) => false,
        };
    }
    let fact = cx.store_mut().eq(term, simplified);
    if cx.equal(term, simplified) || cx.value(fact) == Some(true) {
        return false;
    }
    cx.infer(&rules::EXT_SIMPLIFY, &found.why, fact)
}
