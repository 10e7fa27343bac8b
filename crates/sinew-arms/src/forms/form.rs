//! Normal forms of strings: sequences of components, and which part of one rests on what.
//!
//! What two forms say of their beginnings rests on the beginnings alone. So each premise has the stretch of the
//! form that it is about, and an explanation leaves out those of what lies behind (before) the stretch that it is
//! about (cvc5 does the same). Without that a conflict would name equalities that have nothing to do with it, and come back with
//! each choice of them.
//!
//! Stretches are counted in *units*: a class is one, a constant as many as it has characters. So two constants that
//! become one have the units that they had.

use std::ops::Range;

use sinew_engine::{PluginContext, Premise};
use sinew_strings::concat::{Constants, End};
use sinew_term::Term;

/// A piece of a normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Component {
    /// These characters; not empty.
    Constant(Vec<u32>),
    /// Any string of this class, given by its representative.
    Class(Term),
}

impl Component {
    /// How many units it has.
    pub(super) fn units(&self) -> usize {
        match self {
            Component::Constant(text) => text.len(),
            Component::Class(_) => 1,
        }
    }
}

/// What the components of normal forms are, for comparing them.
pub(crate) struct Components;

impl Constants<Component> for Components {
    fn text<'a>(&'a self, component: &'a Component) -> Option<&'a [u32]> {
        match component {
            Component::Constant(text) => Some(text),
            Component::Class(_) => None,
        }
    }

    fn cut(&mut self, component: &Component, head: usize, tail: usize) -> Component {
        match component {
            Component::Constant(text) => {
                Component::Constant(text[head..text.len() - tail].to_vec())
            }
            Component::Class(class) => Component::Class(*class),
        }
    }
}

/// `base` equals the concatenation of `components`, because of `why`.
#[derive(Clone, Debug)]
pub(crate) struct NormalForm {
    pub(crate) base: Term,
    pub(crate) components: Vec<Component>,
    pub(crate) why: Vec<Premise>,
    /// For each premise where its stretch begins and ends, in units.
    stretches: Vec<(usize, usize)>,
    units: usize,
}

impl NormalForm {
    /// Nothing of `base` so far.
    pub(super) fn begun(base: Term) -> NormalForm {
        NormalForm {
            base,
            components: Vec::new(),
            why: Vec::new(),
            stretches: Vec::new(),
            units: 0,
        }
    }

    /// The form of a class without concatenations.
    pub(super) fn of_class(class: Term) -> NormalForm {
        let mut form = NormalForm::begun(class);
        form.push(Component::Class(class));
        form
    }

    /// The form of a string literal.
    pub(super) fn of_literal(cx: &PluginContext<'_, '_>, literal: Term) -> NormalForm {
        let text = cx.store().str_value(literal).unwrap_or_default().to_vec();
        let mut form = NormalForm::begun(literal);
        if !text.is_empty() {
            form.push(Component::Constant(text));
        }
        form
    }

    /// The characters of the constants.
    pub(super) fn characters(&self) -> u64 {
        let length = |component: &Component| match component {
            Component::Constant(text) => text.len() as u64,
            Component::Class(_) => 0,
        };
        self.components.iter().map(length).sum()
    }

    /// How many units it has.
    pub(super) fn units(&self) -> usize {
        self.units
    }

    /// Adds a component that needs no reason.
    fn push(&mut self, component: Component) {
        self.units += component.units();
        match (self.components.last_mut(), component) {
            (Some(Component::Constant(text)), Component::Constant(more)) => text.extend(more),
            (_, component) => self.components.push(component),
        }
    }

    /// Adds the form of an argument of `base`.
    pub(super) fn append(&mut self, arg: Term, part: &NormalForm) {
        let start = self.units;
        if part.base != arg {
            self.why.push(Premise::Equal(arg, part.base));
            self.stretches.push((start, start + part.units));
        }
        self.why.extend_from_slice(&part.why);
        let moved = (part.stretches.iter()).map(|&(from, to)| (start + from, start + to));
        self.stretches.extend(moved);
        for component in &part.components {
            self.push(component.clone());
        }
    }

    /// Why `base` begins (or ends) with these units: the premises of all that is among them, but for the outermost
    /// `shared` ones. Where nothing stands it is among them if something behind it is.
    pub(super) fn why_at(
        &self,
        end: End,
        shared: usize,
        units: usize,
    ) -> impl Iterator<Item = Premise> {
        let whole = self.units;
        let premises = self.why.iter().zip(&self.stretches);
        let among = premises.filter(move |&(_, &(from, to))| {
            // How far in it begins.
            let depth = match end {
                End::Front => from,
                End::Back => whole - to,
            };
            (shared..units).contains(&depth)
        });
        among.map(|(&premise, _)| premise)
    }

    /// Why these components stand in `base`: the premises of all that is among them. Before and behind them may be anything, or
    /// nothing where the form begins or ends with them.
    pub(super) fn why_of(&self, components: Range<usize>) -> impl Iterator<Item = Premise> {
        let units = |list: &[Component]| list.iter().map(Component::units).sum::<usize>();
        let (first, last) = (
            components.start == 0,
            components.end == self.components.len(),
        );
        let start = units(&self.components[..components.start]);
        let end = start + units(&self.components[components]);
        let premises = self.why.iter().zip(&self.stretches);
        let among =
            premises.filter(move |&(_, &(from, to))| (last || from < end) && (first || start < to));
        among.map(|(&premise, _)| premise)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_term::{Sort, TermStore};

    /// `x ++ y ++ e ++ z` where `x = u ++ "ab"`, `y = "c"`, `e = ""`, `z = v ++ w`, and the premise of each of the four.
    fn form() -> (NormalForm, [Premise; 4]) {
        let mut store = TermStore::new();
        let mut string = |name| store.constant(name, Sort::String);
        let [x, y, e, z, u, v, w] = ["x", "y", "e", "z", "u", "v", "w"].map(&mut string);
        let text = |text: &str| Component::Constant(text.chars().map(u32::from).collect());
        let part = |base, components: &[Component]| {
            let mut part = NormalForm::begun(base);
            components.iter().for_each(|one| part.push(one.clone()));
            part
        };
        let [ab, c, empty] = ["ab", "c", ""].map(|text| store.string(text));
        let (uab, vw) = (store.concat(&[u, ab]), store.concat(&[v, w]));
        let mut form = NormalForm::begun(store.concat(&[x, y, e, z]));
        let class = Component::Class;
        form.append(x, &part(uab, &[class(u), text("ab")]));
        form.append(y, &part(c, &[text("c")]));
        form.append(e, &part(empty, &[]));
        form.append(z, &part(vw, &[class(v), class(w)]));
        let pairs = [(x, uab), (y, c), (e, empty), (z, vw)];
        (form, pairs.map(|(from, to)| Premise::Equal(from, to)))
    }

    #[test]
    fn constants_become_one_and_keep_their_units() {
        let (form, premises) = form();
        assert_eq!(form.components.len(), 4);
        assert_eq!((form.units(), form.characters()), (6, 3));
        assert_eq!(form.why, premises);
    }

    #[test]
    fn what_is_behind_is_no_reason() {
        let (form, [x, y, e, z]) = form();
        let why = |end, shared, units| form.why_at(end, shared, units).collect::<Vec<_>>();
        for (units, expected) in [
            (0, vec![]),
            (1, vec![x]),
            (3, vec![x]),
            (4, vec![x, y]),
            (5, vec![x, y, e, z]),
            (6, vec![x, y, e, z]),
        ] {
            assert_eq!(why(End::Front, 0, units), expected, "{units}");
        }
        for (units, expected) in [
            (1, vec![z]),
            (2, vec![z]),
            (3, vec![y, e, z]),
            (4, vec![x, y, e, z]),
        ] {
            assert_eq!(why(End::Back, 0, units), expected, "{units}");
        }
        // What is shared does not matter, and what may be behind it does.
        assert_eq!(why(End::Front, 3, 4), [y]);
        assert_eq!(why(End::Back, 2, 3), [y, e]);
    }

    #[test]
    fn an_empty_string_is_a_reason_only_where_there_may_not_be_another_one() {
        let (form, [x, y, e, z]) = form();
        let why = |components| form.why_of(components).collect::<Vec<_>>();
        assert_eq!(why(0..4), [x, y, e, z]);
        assert_eq!(why(0..1), [x]);
        assert_eq!(why(1..2), [x, y], "the constants of both are one");
        assert_eq!(why(2..3), [z]);
        assert_eq!(why(1..3), [x, y, e, z]);
        let mut last = NormalForm::begun(form.base);
        let (Premise::Equal(arg, empty), Premise::Equal(..)) = (e, z) else {
            panic!("equations");
        };
        last.append(arg, &NormalForm::begun(empty));
        last.push(Component::Class(arg));
        assert_eq!(
            last.why_of(0..1).collect::<Vec<_>>(),
            [e],
            "it begins with it"
        );
    }
}
