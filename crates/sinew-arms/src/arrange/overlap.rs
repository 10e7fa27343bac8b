//! Overlapping variables (P2 §3.1, *ReduceToBV for Overlaps*).
//!
//! Cutting X in `0·X = X·0` leaves an equation of the same kind, `0·X' = X'·0`, and so on for ever. So
//! nothing is cut that occurs on both sides of its equation: that is left to the fixed-length back end.
//!
//! Z3str2 keeps, for each variable, the set of those it was cut from, and gives up where two such sets
//! meet. Here a string that was cut stands in no normal form any more, only its parts do; so whatever
//! would be cut again and again is found by itself on both sides.

use sinew_strings::concat::{End, Sides};
use sinew_term::Term;

use crate::forms::{Component, Components};

/// Whether the class occurs on both sides of an equation, beyond what these have in common at their ends.
pub(super) fn overlaps(class: Term, left: &[Component], right: &[Component]) -> bool {
    let mut sides = Sides::new(left, right);
    for end in [End::Front, End::Back] {
        sides.strip(&Components, end);
    }
    [sides.left, sides.right].iter().all(|side| {
        let mut components = side.components().iter();
        components.any(|component| *component == Component::Class(class))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_term::{Sort, TermStore};

    #[test]
    fn only_what_is_on_both_sides_between_the_common_ends_overlaps() {
        let mut store = TermStore::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| store.constant(name, Sort::String));
        let text = |text: &str| Component::Constant(text.chars().map(u32::from).collect());
        let [a, b, c] = [x, y, z].map(Component::Class);
        // x ++ "0" ++ y ++ z = x ++ y ++ "0" ++ z
        let left = [a.clone(), text("0"), b.clone(), c.clone()];
        let right = [a, b, text("0"), c];
        assert!(overlaps(y, &left, &right));
        assert!(!overlaps(x, &left, &right), "cancelled at the front");
        assert!(!overlaps(z, &left, &right), "cancelled at the back");
    }
}
