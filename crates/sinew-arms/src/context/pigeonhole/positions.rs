//! Different parts of a string begin at different places.
//!
//! *Instance of the principle.* `at(x, i)` is a function of i alone as long as x is what it is, with one
//! value for each of the |x| positions and the empty string for all other i. So of n parts that differ
//! from each other at most one is empty, and each of the others claims the position at which it begins:
//! `|x| ≥ n − 1`. The same holds for `substr(x, i, m)` with one m.

use rustc_hash::FxHashMap;
use sinew_engine::{PluginContext, Premise};
use sinew_term::{Op, Term};

use super::super::rules;
use super::{Claims, Places, are_many, different, pairwise};

/// Tells the least lengths of strings with many different parts, where the integer model has them too
/// short. Whether something was inferred.
pub(in super::super) fn check(cx: &mut PluginContext<'_, '_>, terms: &[Term]) -> bool {
    let mut acted = false;
    for mut parts in parts_by_class(cx, terms) {
        if !are_many(cx, parts.len()) {
            continue;
        }
        let string = cx.store().arg(parts[0], 0);
        let length = cx.store_mut().len(string);
        let Some(room) = cx.int_value(length).and_then(|length| length.to_usize()) else {
            continue;
        };
        if parts.len() <= room {
            continue;
        }
        // The empty string is among them, since it is what parts at no position are.
        parts.push(cx.store_mut().string(""));
        let different = different(cx, &parts, usize::MAX);
        if different.len() > room + 1 {
            let claims = claims(cx, &different);
            acted |= claims.need(cx, &rules::POSITIONS, Places::Positions(length));
        }
    }
    acted
}

/// The characters of each string and its parts with one length, in the order of the terms.
fn parts_by_class(cx: &PluginContext<'_, '_>, terms: &[Term]) -> Vec<Vec<Term>> {
    let mut places: FxHashMap<(Term, Option<Term>), usize> = FxHashMap::default();
    let mut found: Vec<Vec<Term>> = Vec::new();
    for &term in terms {
        let args = cx.store().args(term);
        let key = match cx.store().op(term) {
            Op::At => (cx.representative(args[0]), None),
            Op::Substr => (cx.representative(args[0]), Some(cx.representative(args[2]))),
            _ => continue,
        };
        let place = *places.entry(key).or_insert_with(|| {
            found.push(Vec::new());
            found.len() - 1
        });
        found[place].push(term);
    }
    found
}

/// The positions of n different parts, the empty string counted as one: all but one have one.
fn claims(cx: &PluginContext<'_, '_>, parts: &[Term]) -> Claims {
    let mut why = pairwise(parts);
    for &part in parts {
        let (first, args) = (cx.store().args(parts[0]), cx.store().args(part));
        for (at, &arg) in args.iter().enumerate().filter(|&(at, _)| at != 1) {
            why.push(Premise::Equal(first[at], arg));
        }
    }
    Claims {
        count: parts.len() - 1,
        why,
    }
}
