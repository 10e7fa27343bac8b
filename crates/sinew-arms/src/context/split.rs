//! Splits where two normal forms part (P3, Figure 4: F-Split and L-Split).
//!
//! Departures: a component against a constant takes several characters at once, and all that it is
//! known to be long enough for; the lengths that a split depends on are decided before it is made.

use sinew_engine::{PluginContext, Premise};
use sinew_term::Term;

use super::rules;
use crate::expansion::skolems;
use crate::forms::{Component, SplitCandidate};
use crate::tuning::SPLIT_CHARACTERS;

impl SplitCandidate {
    /// Whether the lengths that the split depends on are decided.
    pub(super) fn is_decided(&self, cx: &mut PluginContext<'_, '_>) -> bool {
        let atom = match (&self.left, &self.right) {
            (&Component::Class(x), &Component::Class(y)) => {
                let (x, y) = (cx.store_mut().len(x), cx.store_mut().len(y));
                cx.store_mut().eq(x, y)
            }
            (&Component::Class(x), Component::Constant(text))
            | (Component::Constant(text), &Component::Class(x)) => {
                let count = taken(cx, x, text);
                let (x, count) = (cx.store_mut().len(x), cx.store_mut().int(count));
                cx.store_mut().ge(x, count)
            }
            _ => return false,
        };
        cx.value(atom).is_some()
    }

    /// Makes the split (F-Split, L-Split). Whether something was sent.
    pub(super) fn split(&self, cx: &mut PluginContext<'_, '_>) -> bool {
        match (&self.left, &self.right) {
            (&Component::Class(x), &Component::Class(y)) => self.split_classes(cx, x, y),
            (&Component::Class(x), Component::Constant(text))
            | (Component::Constant(text), &Component::Class(x)) => self.split_constant(cx, x, text),
            _ => false,
        }
    }

    /// A component against a constant: it begins with the constant's beginning, or it is shorter
    /// and a part of that.
    fn split_constant(&self, cx: &mut PluginContext<'_, '_>, x: Term, text: &[u32]) -> bool {
        // Constants of a fork run in the direction of the comparison.
        let count = taken(cx, x, text);
        let part = |cx: &mut PluginContext<'_, '_>, count: usize| {
            let mut part = text[..count].to_vec();
            if self.reversed {
                part.reverse();
            }
            cx.store_mut().code_points(&part)
        };
        let (length, limit) = (cx.store_mut().len(x), cx.store_mut().int(count));
        let covers = cx.store_mut().ge(length, limit);
        let mut why = self.why.clone();
        let first = cx
            .int_value(length)
            .is_none_or(|n| n >= sinew_base::Integer::from(count));
        let fact = match decided(cx, covers, first) {
            None => return true,
            Some(true) => {
                let head = part(cx, count);
                let rest = self.rest(cx, x, head);
                let parts = if self.reversed {
                    [rest, head]
                } else {
                    [head, rest]
                };
                let joined = cx.store_mut().concat(&parts);
                why.push(Premise::Literal(covers, true));
                cx.store_mut().eq(x, joined)
            }
            Some(false) => {
                let mut cases = Vec::new();
                for count in 0..count {
                    let part = part(cx, count);
                    cases.push(cx.store_mut().eq(x, part));
                }
                why.push(Premise::Literal(covers, false));
                cx.store_mut().disjunction(&cases)
            }
        };
        if cx.value(fact) == Some(true) {
            return false;
        }
        cx.infer(&rules::F_SPLIT_CONSTANT, &why, fact)
    }

    fn split_classes(&self, cx: &mut PluginContext<'_, '_>, x: Term, y: Term) -> bool {
        let (length_x, length_y) = (cx.store_mut().len(x), cx.store_mut().len(y));
        let equal = cx.store_mut().eq(length_x, length_y);
        // The lengths of the candidate model are tried first.
        let first = cx.int_value(length_x) == cx.int_value(length_y);
        match decided(cx, equal, first) {
            None => true,
            Some(true) => false,
            Some(false) => {
                let mut cases = Vec::new();
                for (long, short) in [(x, y), (y, x)] {
                    let rest = self.rest(cx, long, short);
                    let parts = if self.reversed {
                        [rest, short]
                    } else {
                        [short, rest]
                    };
                    let joined = cx.store_mut().concat(&parts);
                    let same = cx.store_mut().eq(long, joined);
                    let (long, short) = (cx.store_mut().len(long), cx.store_mut().len(short));
                    let longer = cx.store_mut().gt(long, short);
                    cases.push(cx.store_mut().and(&[longer, same]));
                }
                let mut why = self.why.clone();
                why.push(Premise::Literal(equal, false));
                let fact = cx.store_mut().or(&cases);
                cx.infer(&rules::F_SPLIT, &why, fact)
            }
        }
    }

    /// What is left of `long` after (before, if reversed) `short`.
    fn rest(&self, cx: &mut PluginContext<'_, '_>, long: Term, short: Term) -> Term {
        match self.reversed {
            false => skolems::behind(cx, long, short),
            true => skolems::before(cx, long, short),
        }
    }
}

/// The value of an atom; if it has none, a decision was asked for. What was no literal before may have a
/// value as soon as it is one.
fn decided(cx: &mut PluginContext<'_, '_>, atom: Term, first: bool) -> Option<bool> {
    if cx.value(atom).is_none() {
        cx.split(atom, first);
    }
    cx.value(atom)
}

/// How many characters of a constant a split looks at for the component: a few, or as many as it has
/// room for anyway.
fn taken(cx: &mut PluginContext<'_, '_>, x: Term, text: &[u32]) -> usize {
    let length = cx.store_mut().len(x);
    let (least, _) = cx.bounds(length);
    let room = least.and_then(|least| least.to_usize()).unwrap_or(0);
    text.len()
        .min(cx.tuning().size(&SPLIT_CHARACTERS).max(room))
}
