//! Arrangements: where two normal forms part, the longer component is cut (P2 §3.1).
//!
//! For x against y, three cases are due, one for each order of their lengths:
//!
//! | lengths | then |
//! |---|---|
//! | `\|x\| = \|y\|` | `x = y`, which normal forms infer (F-Unify) |
//! | `\|x\| < \|y\|` | `y = x ++ k`, k standing in y behind \|x\| characters |
//! | `\|x\| > \|y\|` | `x = y ++ k` |
//!
//! For x against a constant, `|x| = n` for each n below the constant's length is a case of its own. The case
//! that the candidate model of arithmetic is in is decided first, and its conclusion is drawn from that
//! decision alone: when the decision turns out wrong, arithmetic chooses another case.

use std::cmp::Ordering;

use sinew_base::{Integer, Rule, StopReason};
use sinew_engine::{PluginContext, Premise};
use sinew_term::Term;

use super::overlap::overlaps;
use super::rules;
use crate::expansion::skolems;
use crate::forms::{Component, NormalForms, SplitCandidate, UnsolvedEquation};

/// Arranges all pairs where forms part, unless what would be cut overlaps. Whether something was sent.
pub(super) fn arrange(
    cx: &mut PluginContext<'_, '_>,
    forms: &NormalForms,
) -> Result<bool, StopReason> {
    let mut acted = false;
    for (pair, equation) in forms.splits.iter().zip(&forms.equations) {
        cx.budget().spend(1)?;
        let case = match (&pair.left, &pair.right) {
            (&Component::Class(x), &Component::Class(y)) => of_classes(cx, x, y),
            (&Component::Class(x), Component::Constant(text))
            | (Component::Constant(text), &Component::Class(x)) => {
                against_constant(cx, x, text, pair.reversed)
            }
            // Constants that part clash.
            (Component::Constant(_), Component::Constant(_)) => None,
        };
        acted |= match case {
            Some(Case::Length(condition)) => decide(cx, condition),
            Some(Case::Cut(cut)) => cut.make(cx, pair, equation),
            None => false,
        };
    }
    Ok(acted)
}

/// The arrangement that is due.
enum Case {
    /// Normal forms go on by themselves under this condition on lengths.
    Length(Term),
    Cut(Cut),
}

/// A component to be cut.
struct Cut {
    long: Term,
    /// What it is cut by: a class or a literal.
    short: Term,
    /// The condition on lengths.
    longer: Term,
    rule: &'static Rule,
}

fn of_classes(cx: &mut PluginContext<'_, '_>, x: Term, y: Term) -> Option<Case> {
    let (length_x, length_y) = (cx.store_mut().len(x), cx.store_mut().len(y));
    let (size_x, size_y) = (cx.int_value(length_x)?, cx.int_value(length_y)?);
    let (long, short, more, less) = match size_x.cmp(&size_y) {
        Ordering::Equal => return Some(Case::Length(cx.store_mut().eq(length_x, length_y))),
        Ordering::Greater => (x, y, length_x, length_y),
        Ordering::Less => (y, x, length_y, length_x),
    };
    Some(Case::Cut(Cut {
        long,
        short,
        longer: cx.store_mut().gt(more, less),
        rule: &rules::ARRANGEMENT,
    }))
}

/// The text runs in the direction of the comparison.
fn against_constant(
    cx: &mut PluginContext<'_, '_>,
    x: Term,
    text: &[u32],
    reversed: bool,
) -> Option<Case> {
    let length = cx.store_mut().len(x);
    let size = cx.int_value(length)?;
    if size < Integer::from(text.len()) {
        let size = cx.store_mut().int(size);
        return Some(Case::Length(cx.store_mut().eq(length, size)));
    }
    let mut text = text.to_vec();
    if reversed {
        text.reverse();
    }
    let count = cx.store_mut().int(text.len());
    Some(Case::Cut(Cut {
        long: x,
        short: cx.store_mut().code_points(&text),
        longer: cx.store_mut().ge(length, count),
        rule: &rules::ARRANGEMENT_CONSTANT,
    }))
}

impl Cut {
    /// Cuts the longer component, once it is decided that it is longer. Whether something was sent.
    fn make(
        &self,
        cx: &mut PluginContext<'_, '_>,
        pair: &SplitCandidate,
        equation: &UnsolvedEquation,
    ) -> bool {
        let Cut { long, short, .. } = *self;
        if overlaps(long, &equation.left.components, &equation.right.components) {
            return false;
        }
        match cx.value(self.longer) {
            None => return decide(cx, self.longer),
            Some(false) => return false,
            Some(true) => {}
        }
        let parts = match pair.reversed {
            false => [short, skolems::behind(cx, long, short)],
            true => [skolems::before(cx, long, short), short],
        };
        let joined = cx.store_mut().concat(&parts);
        let fact = cx.store_mut().eq(long, joined);
        if cx.value(fact) == Some(true) {
            return false;
        }
        let mut why = pair.why.clone();
        why.push(Premise::Literal(self.longer, true));
        cx.infer(self.rule, &why, fact)
    }
}

/// Has a condition on lengths decided, as the candidate model has it. Whether that was open.
fn decide(cx: &mut PluginContext<'_, '_>, condition: Term) -> bool {
    let open = cx.value(condition).is_none();
    if open {
        cx.split(condition, true);
    }
    open
}
