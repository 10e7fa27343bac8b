//! What extended terms mean in simpler ones, for arms that reduce them: definitions, consequences of
//! these, and the strings that they speak of.
//!
//! Not an arm itself, and no strategy: which terms are expanded, and when, each arm decides.

mod definition;
mod implied;
pub mod rules;
pub(crate) mod skolems;

use sinew_base::StopReason;
use sinew_engine::PluginContext;
use sinew_simplify::Simplifier;
use sinew_term::{Op, Term};

/// So many steps of the simplifier, each a node that it looks at, take the time of one of the search.
const SIMPLIFIER_RATE: u64 = 64;

/// The normal form of a term, charged to the search that wants it.
pub(crate) fn simplify(
    cx: &mut PluginContext<'_, '_>,
    simplifier: &mut Simplifier,
    term: Term,
) -> Result<Term, StopReason> {
    let budget = cx.budget().in_small_steps(SIMPLIFIER_RATE);
    simplifier.simplify(cx.store_mut(), term, &budget)
}

/// Says what an extended term is by definition, a predicate for this value. Whether something was sent.
pub(crate) fn say_definition(
    cx: &mut PluginContext<'_, '_>,
    simplifier: &mut Simplifier,
    term: Term,
    value: bool,
) -> Result<bool, StopReason> {
    let facts = definition::definition(cx, simplifier, term, !value)?;
    let key = [term, cx.store_mut().bool(value)];
    cx.mark_applied(&rules::EXT_EXPAND, &key);
    let mut sent = false;
    for fact in facts {
        sent |= cx.lemma(&rules::EXT_EXPAND, &[fact]);
    }
    Ok(sent)
}

/// Whether the term was expanded, a predicate for this value.
pub(crate) fn is_expanded(cx: &mut PluginContext<'_, '_>, term: Term, value: bool) -> bool {
    let key = [term, cx.store_mut().bool(value)];
    cx.is_applied(&rules::EXT_EXPAND, &key)
}

/// Says what an expanded term implies beyond its definition, `others` being all extended terms. Whether
/// something was sent.
pub(crate) fn say_implied(cx: &mut PluginContext<'_, '_>, term: Term, others: &[Term]) -> bool {
    let mut sent = false;
    for fact in implied::implied(cx, term, others) {
        sent |= cx.lemma(&rules::EXT_IMPLIED, &[fact]);
    }
    sent
}

/// Says by structure what memberships in languages with symbols mean, where they hold, but for languages that
/// have a name. Whether something was sent.
pub(crate) fn say_memberships(
    cx: &mut PluginContext<'_, '_>,
    predicates: &[Term],
    is_name: impl Fn(Term) -> bool,
) -> bool {
    let mut sent = false;
    for &atom in predicates {
        let open = cx.store().op(atom) == Op::InRe
            && !is_said(cx, atom)
            && cx.value(atom) == Some(true)
            && !is_name(cx.store().arg(atom, 1));
        sent |= open && say_membership(cx, atom);
    }
    sent
}

fn say_membership(cx: &mut PluginContext<'_, '_>, membership: Term) -> bool {
    let (string, regex) = (cx.store().arg(membership, 0), cx.store().arg(membership, 1));
    if cx.store().is_ground(regex) {
        return false;
    }
    let Some(meaning) = definition::open_membership(cx, string, regex) else {
        return false;
    };
    cx.mark_applied(&rules::EXT_EXPAND, &[membership]);
    let fact = cx.store_mut().implies(membership, meaning);
    cx.lemma(&rules::EXT_EXPAND, &[fact])
}

/// Whether the meaning of a membership was said by its structure.
pub(crate) fn is_said(cx: &PluginContext<'_, '_>, membership: Term) -> bool {
    cx.is_applied(&rules::EXT_EXPAND, &[membership])
}
