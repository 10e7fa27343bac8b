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

use sinew_base::{Integer, StopReason};
use sinew_engine::{PluginContext, Premise};
use sinew_term::Term;

use super::overlap::Cuts;
use super::rules;
use crate::expansion::skolems;
use crate::forms::{Component, NormalForms, SplitCandidate};

/// Makes arrangements, and remembers what was cut from what.
#[derive(Default)]
pub(super) struct Arranger {
    cuts: Cuts,
}

/// A component to be cut, and what it is cut by.
struct Cut {
    long: Term,
    /// A class or a literal.
    short: Term,
    /// The condition on lengths.
    longer: Term,
    rule: &'static sinew_base::Rule,
}

impl Arranger {
    /// Arranges all pairs where forms part, unless their components overlap. Whether something was sent.
    pub(super) fn arrange(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        forms: &NormalForms,
    ) -> Result<bool, StopReason> {
        let mut acted = false;
        for (pair, (left, right, _)) in forms.splits.iter().zip(&forms.equations) {
            cx.budget().spend(1)?;
            acted |= match (&pair.left, &pair.right) {
                (&Component::Class(x), &Component::Class(y)) => {
                    self.classes(cx, pair, (x, y), (left, right))
                }
                (&Component::Class(x), Component::Constant(text))
                | (Component::Constant(text), &Component::Class(x)) => {
                    self.constant(cx, pair, (x, text), (left, right))
                }
                // Constants that part clash.
                (Component::Constant(_), Component::Constant(_)) => false,
            };
        }
        Ok(acted)
    }

    fn classes(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        pair: &SplitCandidate,
        (x, y): (Term, Term),
        sides: (&[Component], &[Component]),
    ) -> bool {
        let lengths @ (length_x, length_y) = (cx.store_mut().len(x), cx.store_mut().len(y));
        let (Some(size_x), Some(size_y)) = (cx.int_value(length_x), cx.int_value(length_y)) else {
            return false;
        };
        let (long, short, (more, less)) = match size_x.cmp(&size_y) {
            Ordering::Equal => {
                let same = cx.store_mut().eq(length_x, length_y);
                return decide(cx, same);
            }
            Ordering::Greater => (x, y, lengths),
            Ordering::Less => (y, x, (length_y, length_x)),
        };
        let cut = Cut {
            long,
            short,
            longer: cx.store_mut().gt(more, less),
            rule: &rules::ARRANGEMENT,
        };
        self.cut(cx, pair, &cut, sides)
    }

    fn constant(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        pair: &SplitCandidate,
        (x, text): (Term, &[u32]),
        sides: (&[Component], &[Component]),
    ) -> bool {
        let length = cx.store_mut().len(x);
        let Some(size) = cx.int_value(length) else {
            return false;
        };
        if size < Integer::from(text.len()) {
            let size = cx.store_mut().int(size);
            let same = cx.store_mut().eq(length, size);
            return decide(cx, same);
        }
        let mut text = text.to_vec();
        if pair.reversed {
            text.reverse();
        }
        let count = cx.store_mut().int(text.len());
        let cut = Cut {
            long: x,
            short: cx.store_mut().code_points(&text),
            longer: cx.store_mut().ge(length, count),
            rule: &rules::ARRANGEMENT_CONSTANT,
        };
        self.cut(cx, pair, &cut, sides)
    }

    /// Cuts the longer component, once it is decided that it is longer.
    fn cut(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        pair: &SplitCandidate,
        cut: &Cut,
        sides: (&[Component], &[Component]),
    ) -> bool {
        let Cut { long, short, .. } = *cut;
        if self.cuts.overlap(cx, long, sides) {
            return false;
        }
        match cx.value(cut.longer) {
            None => return decide(cx, cut.longer),
            Some(false) => return false,
            Some(true) => {}
        }
        let (rest, parts) = if pair.reversed {
            let rest = skolems::before(cx, long, short);
            (rest, [rest, short])
        } else {
            let rest = skolems::behind(cx, long, short);
            (rest, [short, rest])
        };
        self.cuts.record(rest, long);
        let joined = cx.store_mut().concat(&parts);
        let fact = cx.store_mut().eq(long, joined);
        if cx.value(fact) == Some(true) {
            return false;
        }
        let mut why = pair.why.clone();
        why.push(Premise::Literal(cut.longer, true));
        cx.infer(cut.rule, &why, fact)
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
