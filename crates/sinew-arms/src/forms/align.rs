//! Where two sequences of components that are equal as strings part, seen from one end.

use sinew_engine::{PluginContext, Premise};
use sinew_strings::concat::{End, Next, Side, Sides};
use sinew_term::Term;

use super::form::{Component, Components, NormalForm};
use super::prospect::Prospect;

/// How two sequences of components that are equal as strings relate.
pub(super) enum Alignment {
    Same,
    /// Different characters meet.
    Clash(Meeting),
    /// A constant stands where the other side has ended.
    Overhang,
    /// These components stand where the other side has ended.
    Rest(Vec<Term>),
    Unify(Unification, Meeting),
    /// Nothing follows without a split.
    Split(Component, Component, Prospect, Meeting),
}

/// Two components that meet: how many units of each side there are up to their other ends.
pub(super) struct Meeting {
    pub(super) end: End,
    pub(super) left: usize,
    pub(super) right: usize,
}

/// These are equal because of the premise.
pub(super) struct Unification {
    pub(super) left: Term,
    pub(super) right: Term,
    pub(super) premise: Premise,
}

pub(super) fn align(
    cx: &mut PluginContext<'_, '_>,
    a: &NormalForm,
    b: &NormalForm,
    end: End,
) -> Alignment {
    let mut sides = Sides::new(&a.components, &b.components);
    sides.strip(&Components, end);
    let common = a.units() - units(&sides.left);
    let meeting = |left: usize, right: usize| Meeting {
        end,
        left: common + left,
        right: common + right,
    };
    match sides.next(&Components, end) {
        (None, None) => Alignment::Same,
        (None, Some(_)) => ended(sides.right.components()),
        (Some(_), None) => ended(sides.left.components()),
        (Some(Next::Text(text)), Some(Next::Other(&Component::Class(x)))) => {
            against_text(cx, &sides, (x, text), end, |count| meeting(count, 1))
        }
        (Some(Next::Other(&Component::Class(x))), Some(Next::Text(text))) => {
            against_text(cx, &sides, (x, text), end, |count| meeting(1, count))
        }
        (Some(Next::Other(&Component::Class(x))), Some(Next::Other(&Component::Class(y)))) => {
            match against_class(cx, x, y) {
                Some(same) => Alignment::Unify(same, meeting(1, 1)),
                None => split(&sides, x, Component::Class(y), meeting(1, 1)),
            }
        }
        // Constants are texts.
        _ => Alignment::Clash(meeting(1, 1)),
    }
}

/// The units of what is left of a side.
fn units(side: &Side<'_, Component>) -> usize {
    let whole: usize = side.components().iter().map(Component::units).sum();
    whole - side.taken()
}

/// A class meets a constant, of which so many characters take part.
fn against_text(
    cx: &mut PluginContext<'_, '_>,
    sides: &Sides<'_, Component>,
    (x, text): (Term, &[u32]),
    end: End,
    meeting: impl Fn(usize) -> Meeting,
) -> Alignment {
    if let Some((same, count)) = against_constant(cx, x, text, end) {
        return Alignment::Unify(same, meeting(count));
    }
    // The constant of a split runs in the direction of the comparison.
    let mut text = text.to_vec();
    if end == End::Back {
        text.reverse();
    }
    let meeting = meeting(text.len());
    split(sides, x, Component::Constant(text), meeting)
}

fn split(
    sides: &Sides<'_, Component>,
    left: Term,
    right: Component,
    meeting: Meeting,
) -> Alignment {
    let left = Component::Class(left);
    let prospect = Prospect::of(sides, &left, &right);
    Alignment::Split(left, right, prospect, meeting)
}

/// These components stand where the other side has ended; only classes can be empty.
fn ended(rest: &[Component]) -> Alignment {
    let mut classes = Vec::new();
    for component in rest {
        match component {
            Component::Constant(_) => return Alignment::Overhang,
            Component::Class(class) => classes.push(*class),
        }
    }
    classes.sort_unstable();
    classes.dedup();
    Alignment::Rest(classes)
}

/// Two classes: equal if their lengths are.
fn against_class(cx: &mut PluginContext<'_, '_>, x: Term, y: Term) -> Option<Unification> {
    let (length_x, length_y) = (cx.store_mut().len(x), cx.store_mut().len(y));
    let same = cx.has_term(length_x) && cx.equal(length_x, length_y);
    same.then_some(Unification {
        left: x,
        right: y,
        premise: Premise::Equal(length_x, length_y),
    })
}

/// A class against a constant: equal to the constant's beginning if its length is known, which is told.
fn against_constant(
    cx: &mut PluginContext<'_, '_>,
    x: Term,
    text: &[u32],
    end: End,
) -> Option<(Unification, usize)> {
    let length = cx.store_mut().len(x);
    let known = cx.has_term(length).then(|| cx.value_of(length)).flatten();
    let literal = known?;
    let count = cx.store().int_value(literal)?.to_usize()?;
    if count > text.len() {
        return None;
    }
    let part = match end {
        End::Front => &text[..count],
        End::Back => &text[text.len() - count..],
    };
    let same = Unification {
        left: x,
        right: cx.store_mut().code_points(part),
        premise: Premise::Equal(length, literal),
    };
    Some((same, count))
}
