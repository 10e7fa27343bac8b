//! Normal forms of string classes, and what comparing them gives (P3, Figure 4).
//!
//! The normal form of a class is a sequence of components (constants, and representatives of classes
//! that are no concatenations) that all its members equal. It is computed from the leaves up; where
//! a class has several concatenations, their forms are compared from both ends.
//!
//! Departure from the paper: the rules that split (F-Split) are kept apart from those that do not.
//! Comparing only infers; splits are proposed, and each arm has its own way with them.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::{Rule, StopReason};
use sinew_engine::{PluginContext, Premise};
use sinew_strings::concat::{Constants, End, Next, Sides};
use sinew_term::{Op, Sort, Term};

use super::prospect::Prospect;
use super::rules;
use crate::tuning::{COMPARED_FORMS, FORM_INFERENCES};

/// A piece of a normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Component {
    /// These characters; not empty.
    Constant(Vec<u32>),
    /// Any string of this class, given by its representative.
    Class(Term),
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
}

impl NormalForm {
    /// The characters of the constants.
    fn characters(&self) -> u64 {
        let length = |component: &Component| match component {
            Component::Constant(text) => text.len() as u64,
            Component::Class(_) => 0,
        };
        self.components.iter().map(length).sum()
    }

    /// The form of a string literal.
    fn of_literal(cx: &PluginContext<'_, '_>, literal: Term) -> NormalForm {
        let text = cx.store().str_value(literal).unwrap_or_default().to_vec();
        let components = match text.is_empty() {
            true => Vec::new(),
            false => vec![Component::Constant(text)],
        };
        NormalForm {
            base: literal,
            components,
            why: Vec::new(),
        }
    }
}

/// Where two forms part and only a split gets on.
#[derive(Clone, Debug)]
pub(crate) struct SplitCandidate {
    pub(crate) left: Component,
    /// A constant runs in the direction of the comparison.
    pub(crate) right: Component,
    pub(crate) why: Vec<Premise>,
    /// Whether they part at their ends.
    pub(crate) reversed: bool,
}

/// Two forms that are equal because of the premises, although nothing but a split shows how.
#[derive(Clone, Debug)]
pub(crate) struct UnsolvedEquation {
    pub(crate) left: NormalForm,
    pub(crate) right: NormalForm,
    pub(crate) why: Vec<Premise>,
}

/// Copying so many characters counts as a step: constants can double with every inference where a
/// string is a part of itself and nothing is known of lengths.
const CHARACTERS_PER_STEP: u64 = 64;

/// What looking at all classes came to.
pub(crate) struct NormalForms {
    pub(crate) forms: FxHashMap<Term, NormalForm>,
    pub(crate) splits: Vec<SplitCandidate>,
    /// The equations that have forks, whole.
    pub(crate) equations: Vec<UnsolvedEquation>,
    /// Whether something was inferred, so that the rest is out of date.
    pub(crate) acted: bool,
    /// What was inferred.
    inferred: FxHashSet<Term>,
    /// Whether this look is over: something contradicts itself, or enough was inferred.
    over: bool,
}

impl NormalForms {
    /// Computes the normal forms of all string classes, and sends what comparing them gives. What holds of one class needs no
    /// other one to be looked at again, so the look goes on behind an inference: each takes the engine to another candidate, which costs far more.
    pub(crate) fn compute(cx: &mut PluginContext<'_, '_>) -> Result<NormalForms, StopReason> {
        let mut all = NormalForms {
            forms: FxHashMap::default(),
            splits: Vec::new(),
            equations: Vec::new(),
            acted: false,
            inferred: FxHashSet::default(),
            over: false,
        };
        let roots = cx.representatives(Sort::String);
        // Depth first over "is a component of"; `open` are the classes on the current path.
        let mut open: Vec<Term> = Vec::new();
        for root in roots {
            let mut stack = vec![(root, false)];
            while let Some((class, ready)) = stack.pop() {
                if all.forms.contains_key(&class) {
                    continue;
                }
                if ready {
                    open.pop();
                    all.finish(cx, class)?;
                    if all.over {
                        return Ok(all);
                    }
                    continue;
                }
                if let Some(start) = open.iter().position(|&c| c == class) {
                    all.break_cycle(cx, &open[start..]);
                    return Ok(all);
                }
                open.push(class);
                stack.push((class, true));
                if cx.value_of(class).is_none() {
                    for member in concatenations(cx, class) {
                        let args = cx.store().args(member).to_vec();
                        stack.extend(args.iter().map(|&arg| (cx.representative(arg), false)));
                    }
                }
            }
        }
        if !all.acted {
            all.merge_same(cx);
        }
        Ok(all)
    }

    /// Sends a conclusion, unless it was sent from another class.
    fn infer(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        rule: &'static Rule,
        why: &[Premise],
        fact: Term,
    ) {
        if self.inferred.contains(&fact) || !cx.infer(rule, why, fact) {
            return;
        }
        self.acted = true;
        self.inferred.insert(fact);
        self.over |= self.inferred.len() >= cx.tuning().size(&FORM_INFERENCES);
    }

    /// Classes with the same normal form are one class.
    fn merge_same(&mut self, cx: &mut PluginContext<'_, '_>) {
        let mut classes: Vec<Term> = self.forms.keys().copied().collect();
        classes.sort_unstable();
        let mut owner: FxHashMap<&[Component], Term> = FxHashMap::default();
        let mut inferences = Vec::new();
        for class in classes {
            let form = &self.forms[&class];
            let Some(&other) = owner.get(&form.components[..]) else {
                owner.insert(&form.components, class);
                continue;
            };
            let other = &self.forms[&other];
            if cx.equal(other.base, form.base) {
                continue;
            }
            let why = self.why_same(cx, other, form);
            let fact = cx.store_mut().eq(other.base, form.base);
            inferences.push((why, fact));
        }
        for (why, fact) in inferences {
            self.infer(cx, &rules::FORM_EQ, &why, fact);
            if self.over {
                return;
            }
        }
    }

    /// Why two forms with the same components are equal. What two concatenations have in common at an end is the same on both sides, whatever it is: it is no part of
    /// the reason, or every choice that it depends on would have to be made again for the same conclusion.
    pub(super) fn why_same(
        &self,
        cx: &PluginContext<'_, '_>,
        one: &NormalForm,
        other: &NormalForm,
    ) -> Vec<Premise> {
        if one.base == other.base {
            return Vec::new();
        }
        let whole = || [&one.why[..], &other.why].concat();
        let concatenations = [one, other].map(|form| cx.store().op(form.base) == Op::Concat);
        if concatenations != [true; 2] {
            return whole();
        }
        let (left, right) = (cx.store().args(one.base), cx.store().args(other.base));
        let pairs = left.iter().zip(right);
        let head = pairs.take_while(|(a, b)| a == b).count();
        let (left, right) = (&left[head..], &right[head..]);
        let pairs = left.iter().rev().zip(right.iter().rev());
        let tail = pairs.take_while(|(a, b)| a == b).count();
        if head + tail == 0 {
            return whole();
        }
        let mut why = Vec::new();
        for side in [left, right] {
            for &arg in &side[..side.len() - tail] {
                // A constant class is not looked at; it is its value.
                let Some(part) = self.of(cx, arg) else {
                    let Some(literal) = cx.value_of(arg) else {
                        return whole();
                    };
                    why.push(Premise::Equal(arg, literal));
                    continue;
                };
                if part.base != arg {
                    why.push(Premise::Equal(arg, part.base));
                }
                why.extend_from_slice(&part.why);
            }
        }
        why
    }

    /// The normal form of a term's class.
    pub(crate) fn of(&self, cx: &PluginContext<'_, '_>, term: Term) -> Option<&NormalForm> {
        self.forms.get(&cx.representative(term))
    }

    fn finish(&mut self, cx: &mut PluginContext<'_, '_>, class: Term) -> Result<(), StopReason> {
        let mut candidates = Vec::new();
        if let Some(literal) = cx.value_of(class) {
            candidates.push(NormalForm::of_literal(cx, literal));
        }
        for member in concatenations(cx, class) {
            if let Some(form) = self.expand(cx, member) {
                cx.budget().spend(form.characters() / CHARACTERS_PER_STEP)?;
                self.unit(cx, &form);
                if self.over {
                    return Ok(());
                }
                candidates.push(form);
            }
        }
        let Some(first) = candidates.first().cloned() else {
            let form = NormalForm {
                base: class,
                components: vec![Component::Class(class)],
                why: Vec::new(),
            };
            self.forms.insert(class, form);
            return Ok(());
        };
        // Each is compared with each, as far as there are few; forks of the first suffice.
        let most = cx.tuning().size(&COMPARED_FORMS);
        'compared: for (index, form) in candidates.iter().enumerate().take(most) {
            for other in &candidates[index + 1..] {
                let inferred = self.compare(cx, form, other, index == 0);
                if self.over {
                    return Ok(());
                }
                if inferred {
                    break 'compared;
                }
            }
        }
        // The finest form tells most in context, and constants tell more than components.
        let constants = |form: &NormalForm| {
            let is_constant = |component: &&Component| matches!(component, Component::Constant(_));
            form.components.iter().filter(is_constant).count()
        };
        let best = candidates
            .into_iter()
            .max_by_key(|form| (constants(form), form.components.len()))
            .unwrap_or(first);
        self.forms.insert(class, best);
        Ok(())
    }

    /// The form of a concatenation whose components have theirs. A constant class is looked at as
    /// a whole, without its concatenations, so components may be missing: then there is none.
    fn expand(&self, cx: &PluginContext<'_, '_>, term: Term) -> Option<NormalForm> {
        let mut form = NormalForm {
            base: term,
            components: Vec::new(),
            why: Vec::new(),
        };
        for &arg in cx.store().args(term) {
            let literal;
            let part = match self.of(cx, arg) {
                Some(part) => part,
                None => {
                    literal = NormalForm::of_literal(cx, cx.value_of(arg)?);
                    &literal
                }
            };
            if part.base != arg {
                form.why.push(Premise::Equal(arg, part.base));
            }
            form.why.extend_from_slice(&part.why);
            for component in &part.components {
                push_component(&mut form.components, component.clone());
            }
        }
        Some(form)
    }

    fn compare(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        a: &NormalForm,
        b: &NormalForm,
        with_forks: bool,
    ) -> bool {
        let mut why = a.why.clone();
        why.extend_from_slice(&b.why);
        why.push(Premise::Equal(a.base, b.base));
        let mut forks: Vec<(Prospect, SplitCandidate)> = Vec::new();
        for end in [End::Front, End::Back] {
            match align(cx, &a.components, &b.components, end) {
                Alignment::Same => return false,
                Alignment::Clash => {
                    let refuted = cx.conflict(&rules::CONSTANT_CLASH, &why);
                    self.acted |= refuted;
                    self.over |= refuted;
                    return true;
                }
                Alignment::Rest(rest) => {
                    let empty = cx.store_mut().string("");
                    let facts: Vec<Term> =
                        rest.iter().map(|&t| cx.store_mut().eq(t, empty)).collect();
                    let fact = cx.store_mut().conjunction(&facts);
                    self.infer(cx, &rules::ENDPOINT_EMPTY, &why, fact);
                    return true;
                }
                Alignment::Unify(same) => {
                    why.push(same.premise);
                    let fact = cx.store_mut().eq(same.left, same.right);
                    self.infer(cx, &rules::F_UNIFY, &why, fact);
                    return true;
                }
                Alignment::Split(left, right, prospect) => {
                    let fork = SplitCandidate {
                        left,
                        right,
                        why: why.clone(),
                        reversed: end == End::Back,
                    };
                    forks.push((prospect, fork));
                }
            }
        }
        let best = forks.into_iter().min_by_key(|&(prospect, _)| prospect);
        if let Some((_, fork)) = best.filter(|_| with_forks) {
            self.equations.push(UnsolvedEquation {
                left: a.clone(),
                right: b.clone(),
                why,
            });
            self.splits.push(fork);
        }
        false
    }

    /// The classes on `path` contain each other in a circle: what stands beside the circle in the
    /// first of them is empty.
    fn break_cycle(&mut self, cx: &mut PluginContext<'_, '_>, path: &[Term]) {
        // Components on the circle, with the concatenation each is in.
        let mut circle: Vec<(Term, Vec<Term>, usize)> = Vec::new();
        for (position, &class) in path.iter().enumerate() {
            let next = path[(position + 1) % path.len()];
            let step = concatenations(cx, class).into_iter().find_map(|member| {
                let args = cx.store().args(member).to_vec();
                let at = args
                    .iter()
                    .position(|&arg| cx.representative(arg) == next)?;
                Some((member, args, at))
            });
            let Some(step) = step else { return };
            circle.push(step);
        }
        let mut why = Vec::new();
        for (position, (_, args, at)) in circle.iter().enumerate() {
            why.push(Premise::Equal(
                args[*at],
                circle[(position + 1) % circle.len()].0,
            ));
        }
        let (member, args, at) = &circle[0];
        let empty = cx.store_mut().string("");
        let beside: Vec<Term> = args
            .iter()
            .enumerate()
            .filter(|(i, _)| i != at)
            .map(|(_, &arg)| arg)
            .collect();
        let open: Vec<Term> = beside
            .iter()
            .copied()
            .filter(|&t| !cx.equal(t, empty))
            .collect();
        if open.is_empty() {
            // Nothing stands beside the component: the concatenation is the component.
            let why: Vec<Premise> = beside.iter().map(|&t| Premise::Equal(t, empty)).collect();
            let fact = cx.store_mut().eq(*member, args[*at]);
            self.acted |= cx.infer(&rules::UNIT, &why, fact);
            return;
        }
        let facts: Vec<Term> = open.iter().map(|&t| cx.store_mut().eq(t, empty)).collect();
        let fact = cx.store_mut().conjunction(&facts);
        self.acted |= cx.infer(&rules::CYCLE, &why, fact);
    }

    /// A concatenation whose form has at most one component equals that component.
    fn unit(&mut self, cx: &mut PluginContext<'_, '_>, form: &NormalForm) {
        let value = match &form.components[..] {
            [] => cx.store_mut().string(""),
            [Component::Constant(text)] => cx.store_mut().code_points(text),
            &[Component::Class(class)] => class,
            _ => return,
        };
        if form.base != value && !cx.equal(form.base, value) {
            let fact = cx.store_mut().eq(form.base, value);
            self.infer(cx, &rules::UNIT, &form.why, fact);
        }
    }
}

fn push_component(components: &mut Vec<Component>, component: Component) {
    match (components.last_mut(), component) {
        (Some(Component::Constant(text)), Component::Constant(more)) => text.extend(more),
        (_, component) => components.push(component),
    }
}

/// The concatenations in a class whose components are not all empty but one in the same class.
fn concatenations(cx: &PluginContext<'_, '_>, class: Term) -> Vec<Term> {
    let mut members: Vec<Term> = cx
        .class(class)
        .into_iter()
        .filter(|&m| cx.store().op(m) == Op::Concat)
        .collect();
    members.retain(|&member| {
        let args = cx.store().args(member);
        let own = args.iter().filter(|&&arg| cx.equal(arg, class)).count();
        let empty = |arg: Term| {
            cx.value_of(arg)
                .and_then(|l| cx.store().str_value(l))
                .is_some_and(<[u32]>::is_empty)
        };
        // x = "" ++ x ++ "" says nothing more.
        own != 1 || args.iter().any(|&arg| !cx.equal(arg, class) && !empty(arg))
    });
    members.sort_unstable();
    members
}

/// How two sequences of components that are equal as strings relate.
enum Alignment {
    Same,
    Clash,
    /// These components stand where the other side has ended.
    Rest(Vec<Term>),
    Unify(Unification),
    /// Nothing follows without a split.
    Split(Component, Component, Prospect),
}

/// These are equal because of the premise.
struct Unification {
    left: Term,
    right: Term,
    premise: Premise,
}

fn align(cx: &mut PluginContext<'_, '_>, a: &[Component], b: &[Component], end: End) -> Alignment {
    let mut sides = Sides::new(a, b);
    sides.strip(&Components, end);
    match sides.next(&Components, end) {
        (None, None) => Alignment::Same,
        (None, Some(_)) => ended(sides.right.components()),
        (Some(_), None) => ended(sides.left.components()),
        (Some(Next::Text(_)), Some(Next::Text(_))) => Alignment::Clash,
        (Some(Next::Text(text)), Some(Next::Other(x)))
        | (Some(Next::Other(x)), Some(Next::Text(text))) => match x {
            Component::Class(class) => match against_constant(cx, *class, text, end) {
                Some(same) => Alignment::Unify(same),
                None => {
                    // The constant of a split runs in the direction of the comparison.
                    let mut text = text.to_vec();
                    if end == End::Back {
                        text.reverse();
                    }
                    split(&sides, x, Component::Constant(text))
                }
            },
            Component::Constant(_) => Alignment::Clash,
        },
        (Some(Next::Other(x)), Some(Next::Other(y))) => match (x, y) {
            (&Component::Class(left), &Component::Class(right)) => {
                let same = against_class(cx, left, right);
                same.map_or_else(|| split(&sides, x, y.clone()), Alignment::Unify)
            }
            _ => Alignment::Clash,
        },
    }
}

fn split(sides: &Sides<'_, Component>, left: &Component, right: Component) -> Alignment {
    let prospect = Prospect::of(sides, left, &right);
    Alignment::Split(left.clone(), right, prospect)
}

/// These components stand where the other side has ended; only classes can be empty.
fn ended(rest: &[Component]) -> Alignment {
    let mut classes = Vec::new();
    for component in rest {
        match component {
            Component::Constant(_) => return Alignment::Clash,
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

/// A class against a constant: equal to the constant's beginning if its length is known.
fn against_constant(
    cx: &mut PluginContext<'_, '_>,
    x: Term,
    text: &[u32],
    end: End,
) -> Option<Unification> {
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
    Some(Unification {
        left: x,
        right: cx.store_mut().code_points(part),
        premise: Premise::Equal(length, literal),
    })
}
