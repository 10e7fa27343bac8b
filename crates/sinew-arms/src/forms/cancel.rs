//! What two equal concatenations have in common at their ends, cancelled.
//!
//! Where two normal forms of one class begin or end with the same components, what is left of them
//! is equal too. P3 goes on from there only by splits; if there are classes with just these forms,
//! they are one class, which no number of splits need find out where strings occur in themselves.

use rustc_hash::FxHashMap;
use sinew_engine::{PluginContext, Premise};
use sinew_strings::concat::{End, Sides};
use sinew_term::Term;

use super::form::{Component, Components, NormalForm};
use super::normal::NormalForms;
use super::rules;

/// Equates classes that are what equations leave. Whether something was sent.
pub(crate) fn cancel(cx: &mut PluginContext<'_, '_>, forms: &NormalForms) -> bool {
    if forms.equations.is_empty() {
        return false;
    }
    let mut classes: Vec<Term> = forms.forms.keys().copied().collect();
    classes.sort_unstable();
    let mut owner: FxHashMap<&[Component], &NormalForm> = FxHashMap::default();
    for class in &classes {
        let form = &forms.forms[class];
        owner.entry(&form.components).or_insert(form);
    }
    let mut acted = false;
    for equation in &forms.equations {
        let whole = [&equation.left, &equation.right].map(|form| &form.components);
        for (left, right) in rests(whole[0], whole[1]) {
            let nothing_cancelled = [&left, &right] == whole;
            let (Some(left), Some(right)) = (owner.get(&left[..]), owner.get(&right[..])) else {
                continue;
            };
            if cx.equal(left.base, right.base) {
                continue;
            }
            let why: Vec<Premise> = match nothing_cancelled {
                true => [
                    forms.why_same(cx, &equation.left, left),
                    vec![Premise::Equal(equation.left.base, equation.right.base)],
                    forms.why_same(cx, &equation.right, right),
                ]
                .concat(),
                false => [&equation.why[..], &left.why, &right.why].concat(),
            };
            let fact = cx.store_mut().eq(left.base, right.base);
            if cx.infer(&rules::CANCEL, &why, fact) {
                acted = true;
                break;
            }
        }
    }
    acted
}

/// Both sides without their common beginning, without their common end, and without either.
fn rests(left: &[Component], right: &[Component]) -> [(Vec<Component>, Vec<Component>); 3] {
    [&[End::Front][..], &[End::Back], &[End::Front, End::Back]].map(|ends| {
        let mut sides = Sides::new(left, right);
        for &end in ends {
            sides.strip(&Components, end);
        }
        (
            sides.left.rest(&mut Components),
            sides.right.rest(&mut Components),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_term::{Sort, TermStore};

    #[test]
    fn both_ends_are_cancelled() {
        let mut store = TermStore::new();
        let [x, y, z] =
            ["x", "y", "z"].map(|name| Component::Class(store.constant(name, Sort::String)));
        let text = |text: &str| Component::Constant(text.chars().map(u32::from).collect());
        let left = [x.clone(), text("ab"), y.clone(), text("cd")];
        let right = [x, text("abb"), z.clone(), text("d")];
        let [beginning, end, both] = rests(&left, &right);
        assert_eq!(beginning.0, [y.clone(), text("cd")]);
        assert_eq!(beginning.1, [text("b"), z.clone(), text("d")]);
        assert_eq!((end.0.len(), end.1.len()), (4, 3));
        assert_eq!(both.0, [y, text("c")]);
        assert_eq!(both.1, [text("b"), z]);
    }
}
