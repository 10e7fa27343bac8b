//! What two equal concatenations have in common at their ends, cancelled.
//!
//! Where two normal forms of one class begin or end with the same components, what is left of them
//! is equal too. P3 goes on from there only by splits; if there are classes with just these forms,
//! they are one class, which no number of splits need find out where strings occur in themselves.

use rustc_hash::FxHashMap;
use sinew_engine::{PluginContext, Premise};
use sinew_term::Term;

use super::normal::{Component, NormalForm, NormalForms};
use super::rules;

/// Two concatenations.
type Sides = (Vec<Component>, Vec<Component>);

/// Equates classes that are what equations leave. Whether something was sent.
pub(super) fn cancel(cx: &mut PluginContext<'_, '_>, forms: &NormalForms) -> bool {
    if forms.equations.is_empty() {
        return false;
    }
    let mut classes: Vec<Term> = forms.forms.keys().copied().collect();
    classes.sort_unstable();
    let mut owner: FxHashMap<&[Component], &NormalForm> = FxHashMap::default();
    for class in &classes {
        let form = &forms.forms[class];
        owner.entry(&form.atoms).or_insert(form);
    }
    for (left, right, why) in &forms.equations {
        for (left, right) in rests(left, right) {
            let (Some(left), Some(right)) = (owner.get(&left[..]), owner.get(&right[..])) else {
                continue;
            };
            if cx.equal(left.base, right.base) {
                continue;
            }
            let why: Vec<Premise> = [&why[..], &left.why, &right.why].concat();
            let fact = cx.store_mut().eq(left.base, right.base);
            if cx.infer(&rules::CANCEL, &why, fact) {
                return true;
            }
        }
    }
    false
}

/// Both sides without their common beginning, without their common end, and without either.
fn rests(left: &[Component], right: &[Component]) -> [Sides; 3] {
    let beginning = without_beginning(left, right);
    let backwards = |atoms: &[Component]| -> Vec<Component> {
        let turned = atoms.iter().rev().map(|atom| match atom {
            Component::Constant(text) => Component::Constant(text.iter().rev().copied().collect()),
            Component::Class(class) => Component::Class(*class),
        });
        turned.collect()
    };
    let without_end = |(left, right): (&[Component], &[Component])| {
        let (left, right) = without_beginning(&backwards(left), &backwards(right));
        (backwards(&left), backwards(&right))
    };
    let end = without_end((left, right));
    let both = without_end((&beginning.0, &beginning.1));
    [beginning, end, both]
}

fn without_beginning(left: &[Component], right: &[Component]) -> Sides {
    let same = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (mut left, mut right) = (left[same..].to_vec(), right[same..].to_vec());
    if let (Some(Component::Constant(a)), Some(Component::Constant(b))) =
        (left.first(), right.first())
    {
        let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        for side in [&mut left, &mut right] {
            if let Some(Component::Constant(text)) = side.first_mut() {
                text.drain(..same);
                if text.is_empty() {
                    side.remove(0);
                }
            }
        }
    }
    (left, right)
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
