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
use sinew_strings::concat::End;
use sinew_term::{Op, Sort, Term};

use super::align::{Alignment, Meeting, align};
use super::form::{Component, NormalForm};
use super::prospect::Prospect;
use super::rules;
use crate::tuning::{COMPARED_FORMS, FORM_INFERENCES};

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
            let form = NormalForm::of_class(class);
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
        let mut form = NormalForm::begun(term);
        for &arg in cx.store().args(term) {
            match self.of(cx, arg) {
                Some(part) => form.append(arg, part),
                None => form.append(arg, &NormalForm::of_literal(cx, cx.value_of(arg)?)),
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
        let whole = [&a.why[..], &b.why, &[Premise::Equal(a.base, b.base)]].concat();
        let mut forks: Vec<(Prospect, SplitCandidate)> = Vec::new();
        for end in [End::Front, End::Back] {
            match align(cx, a, b, end) {
                Alignment::Same => return false,
                Alignment::Clash(meeting) => {
                    let why = self.why_meeting(cx, a, b, &meeting);
                    let refuted = cx.conflict(&rules::CONSTANT_CLASH, &why);
                    self.acted |= refuted;
                    self.over |= refuted;
                    return true;
                }
                Alignment::Overhang => {
                    let refuted = cx.conflict(&rules::CONSTANT_CLASH, &whole);
                    self.acted |= refuted;
                    self.over |= refuted;
                    return true;
                }
                Alignment::Rest(rest) => {
                    let empty = cx.store_mut().string("");
                    let facts: Vec<Term> =
                        rest.iter().map(|&t| cx.store_mut().eq(t, empty)).collect();
                    let fact = cx.store_mut().conjunction(&facts);
                    self.infer(cx, &rules::ENDPOINT_EMPTY, &whole, fact);
                    return true;
                }
                Alignment::Unify(same, meeting) => {
                    let mut why = self.why_meeting(cx, a, b, &meeting);
                    why.push(same.premise);
                    let fact = cx.store_mut().eq(same.left, same.right);
                    self.infer(cx, &rules::F_UNIFY, &why, fact);
                    return true;
                }
                Alignment::Split(left, right, prospect, meeting) => {
                    let fork = SplitCandidate {
                        left,
                        right,
                        why: self.why_meeting(cx, a, b, &meeting),
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
                why: whole,
            });
            self.splits.push(fork);
        }
        false
    }

    /// Why two components meet: what is behind them is no reason, and what the two concatenations begin with is the same
    /// whatever it is.
    fn why_meeting(
        &self,
        cx: &PluginContext<'_, '_>,
        a: &NormalForm,
        b: &NormalForm,
        meeting: &Meeting,
    ) -> Vec<Premise> {
        let end = meeting.end;
        let shared = self.shared(cx, a.base, b.base, end);
        let mut why: Vec<Premise> = a.why_at(end, shared, meeting.left).collect();
        why.extend(b.why_at(end, shared, meeting.right));
        why.push(Premise::Equal(a.base, b.base));
        why
    }

    /// The units of the arguments that two concatenations have in common at an end.
    fn shared(&self, cx: &PluginContext<'_, '_>, one: Term, other: Term, end: End) -> usize {
        if [one, other].iter().any(|&t| cx.store().op(t) != Op::Concat) {
            return 0;
        }
        let [mut left, mut right] = [one, other].map(|t| cx.store().args(t).to_vec());
        if end == End::Back {
            left.reverse();
            right.reverse();
        }
        let pairs = left.into_iter().zip(right);
        let same = pairs.take_while(|(a, b)| a == b);
        same.map(|(arg, _)| match self.of(cx, arg) {
            Some(form) => form.units(),
            None => (cx
                .value_of(arg)
                .and_then(|value| cx.store().str_value(value)))
            .map_or(0, <[u32]>::len),
        })
        .sum()
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
