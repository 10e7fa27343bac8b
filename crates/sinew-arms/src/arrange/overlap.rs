//! Overlapping variables (P2 §3.1, *ReduceToBV for Overlaps*).
//!
//! Cutting X in `0·X = X·0` leaves an equation of the same kind, `0·X' = X'·0`, and so on for ever. So
//! nothing is cut that occurs on the other side of its equation, or of which a part
//! does: then the equation is left to the fixed-length back end.
//!
//! Z3str2 keeps, for each variable, the set of those it was cut from, and gives up where two such sets
//! meet; here, what every string was cut from first, its root, stands for that set.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_engine::PluginContext;
use sinew_strings::concat::{End, Sides};
use sinew_term::Term;

use crate::forms::{Component, Components};

/// What was cut from what.
#[derive(Default)]
pub(super) struct Cuts {
    /// Of each rest, the string that it was first a part of.
    roots: FxHashMap<Term, Term>,
}

impl Cuts {
    /// Remembers that `rest` is what a cut leaves of `whole`.
    pub(super) fn record(&mut self, rest: Term, whole: Term) {
        let root = self.root(whole);
        if root != rest {
            self.roots.entry(rest).or_insert(root);
        }
    }

    fn root(&self, term: Term) -> Term {
        self.roots.get(&term).copied().unwrap_or(term)
    }

    /// Whether `class`, or something that it was cut from, also occurs on the side of the equation
    /// that it is not on, beyond what the sides have in common at their ends.
    pub(super) fn overlap(
        &self,
        cx: &PluginContext<'_, '_>,
        class: Term,
        (left, right): (&[Component], &[Component]),
    ) -> bool {
        let mut sides = Sides::new(left, right);
        for end in [End::Front, End::Back] {
            sides.strip(&Components, end);
        }
        let (left, right) = (sides.left.components(), sides.right.components());
        let is_class = |component: &Component| *component == Component::Class(class);
        let other = match left.iter().any(is_class) {
            // On both sides.
            true if right.iter().any(is_class) => return true,
            true => right,
            false => left,
        };
        let own: FxHashSet<Term> = self.roots_of(cx, class).collect();
        other.iter().any(|component| match component {
            Component::Class(class) => self.roots_of(cx, *class).any(|root| own.contains(&root)),
            Component::Constant(_) => false,
        })
    }

    /// The roots of the members of a class.
    fn roots_of(&self, cx: &PluginContext<'_, '_>, class: Term) -> impl Iterator<Item = Term> {
        let members = cx.class(class).into_iter();
        members.map(|member| self.root(member))
    }
}
