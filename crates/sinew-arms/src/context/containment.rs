//! What contains what: containment is transitive, and every part of a string is in it.
//!
//! For each string that an asserted negative `contains` is about, its parts are collected (what it
//! is asserted to contain, to begin or to end with; its components; its substrings), and the parts
//! of those; if one of them surely contains the pattern, that is a conflict. P3 leaves negative
//! `contains` to its reduction; here transitivity decides what no fixed length would.

use rustc_hash::FxHashMap;
use sinew_base::StopReason;
use sinew_engine::{PluginContext, Premise};
use sinew_simplify::Simplifier;
use sinew_term::{Op, Term};

use super::rules;
use crate::expansion::simplify;
use crate::fixed_length::Registered;
use crate::forms::{NormalForms, best};
use crate::tuning::CONTAINED_PARTS;

/// `whole` contains `part` because of `why`.
struct Link {
    whole: Term,
    part: Term,
    why: Vec<Premise>,
}

/// Looks for negative `contains` that parts refute. Whether something was inferred.
pub(super) fn check_containment(
    cx: &mut PluginContext<'_, '_>,
    simplifier: &mut Simplifier,
    registered: &Registered,
    forms: Option<&NormalForms>,
) -> Result<bool, StopReason> {
    let predicates = &registered.predicates;
    let denied: Vec<Term> = predicates
        .iter()
        .copied()
        .filter(|&atom| cx.store().op(atom) == Op::Contains && cx.value(atom) == Some(false))
        .collect();
    if denied.is_empty() {
        return Ok(false);
    }
    let links = links(cx, registered);
    let mut acted = false;
    for atom in denied {
        let (whole, pattern) = (cx.store().arg(atom, 0), cx.store().arg(atom, 1));
        if let Some(mut why) = refute(cx, simplifier, &links, forms, whole, pattern)? {
            why.push(Premise::Literal(atom, false));
            acted |= cx.conflict(&rules::CONTAINMENT, &why);
        }
    }
    Ok(acted)
}

/// All links that hold, by the class of what contains.
fn links(cx: &PluginContext<'_, '_>, registered: &Registered) -> FxHashMap<Term, Vec<Link>> {
    let mut links: FxHashMap<Term, Vec<Link>> = FxHashMap::default();
    let mut link = |whole: Term, part: Term, why: Vec<Premise>| {
        let class = cx.representative(whole);
        links
            .entry(class)
            .or_default()
            .push(Link { whole, part, why });
    };
    let store = cx.store();
    for &atom in &registered.predicates {
        if cx.value(atom) != Some(true) {
            continue;
        }
        let why = vec![Premise::Literal(atom, true)];
        match store.op(atom) {
            Op::Contains => link(store.arg(atom, 0), store.arg(atom, 1), why),
            Op::PrefixOf | Op::SuffixOf => link(store.arg(atom, 1), store.arg(atom, 0), why),
            _ => {}
        }
    }
    for &term in &registered.terms {
        match store.op(term) {
            Op::Substr | Op::At => link(store.arg(term, 0), term, Vec::new()),
            Op::Concat => {
                for &part in store.args(term) {
                    link(term, part, Vec::new());
                }
            }
            _ => {}
        }
    }
    links
}

/// Why `whole` contains `pattern` by way of its parts.
fn refute(
    cx: &mut PluginContext<'_, '_>,
    simplifier: &mut Simplifier,
    links: &FxHashMap<Term, Vec<Link>>,
    forms: Option<&NormalForms>,
    whole: Term,
    pattern: Term,
) -> Result<Option<Vec<Premise>>, StopReason> {
    let (wanted, wanted_why) = best(cx, forms, pattern);
    let start = cx.representative(whole);
    // Each part with the part it was reached from and why.
    let mut reached: Vec<(Term, usize, Vec<Premise>)> =
        vec![(whole, 0, vec![Premise::Equal(whole, start)])];
    let most = cx.tuning().size(&CONTAINED_PARTS);
    let mut next = 0;
    while next < reached.len() && next < most {
        let term = reached[next].0;
        let class = cx.representative(term);
        if cx.equal(term, pattern) {
            let mut why = trail(&reached, next);
            why.push(Premise::Equal(term, pattern));
            return Ok(Some(why));
        }
        let (form, form_why) = best(cx, forms, term);
        let instance = cx.store_mut().contains(form, wanted);
        let simplified = simplify(cx, simplifier, instance)?;
        if cx.store().bool_value(simplified) == Some(true) {
            let mut why = trail(&reached, next);
            if form != term {
                why.extend(form_why);
            }
            if wanted != pattern {
                why.extend(wanted_why);
            }
            return Ok(Some(why));
        }
        for link in links.get(&class).into_iter().flatten() {
            let part = cx.representative(link.part);
            if reached.iter().any(|r| cx.representative(r.0) == part) {
                continue;
            }
            let mut why = link.why.clone();
            why.push(Premise::Equal(term, link.whole));
            reached.push((link.part, next, why));
        }
        next += 1;
    }
    Ok(None)
}

fn trail(reached: &[(Term, usize, Vec<Premise>)], mut at: usize) -> Vec<Premise> {
    let mut why = Vec::new();
    while at != 0 {
        why.extend_from_slice(&reached[at].2);
        at = reached[at].1;
    }
    why
}
