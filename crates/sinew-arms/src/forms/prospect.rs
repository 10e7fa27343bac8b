//! Where splits of normal forms lead (P3, Figure 4, leaves open at which end F-Split is applied).

use sinew_strings::concat::Sides;

use super::form::Component;

/// Where a split leads; the less the better. In `p·"a" = q·p`, with no `"a"` in p, splits at the front make p longer for ever, and the one at the back
/// ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Prospect {
    /// No component that is split is on the other side, too.
    Parts,
    /// One is, so that the same equation comes again; but a character of it is known then.
    RepeatsWithCharacter,
    /// The same equation comes again, with a longer component.
    Repeats,
}

impl Prospect {
    /// What comes of splitting where `left` and `right` part, with this left of both sides.
    pub(super) fn of(
        sides: &Sides<'_, Component>,
        left: &Component,
        right: &Component,
    ) -> Prospect {
        let sides = [&sides.left, &sides.right];
        let repeated = |component: &Component| {
            matches!(component, Component::Class(_))
                && (sides.iter()).all(|side| side.components().contains(component))
        };
        let is_constant = |component: &Component| matches!(component, Component::Constant(_));
        match (repeated(left) || repeated(right), is_constant(right)) {
            (false, _) => Prospect::Parts,
            (true, true) => Prospect::RepeatsWithCharacter,
            (true, false) => Prospect::Repeats,
        }
    }
}
