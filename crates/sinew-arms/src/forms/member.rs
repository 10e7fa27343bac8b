//! Memberships of one class taken together: emptiness and lengths of their intersection.
//!
//! Positive and negative memberships of all members of a class, and what the class's normal form
//! says (a concatenation of constants and of classes with memberships of their own), are one
//! intersection, explored lazily. Nothing is unfolded.

use std::ops::Range;

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use sinew_engine::{PluginContext, Premise};
use sinew_regex::Regex;
use sinew_strings::concat::End;
use sinew_strings::{RegexOfTerm, regular};
use sinew_term::{Op, Sort, Term};

use super::form::{Component, NormalForm};
use super::normal::{NormalForms, UnsolvedEquation};
use super::rules;
use crate::fixed_length::within_lengths;
use crate::tuning::{EMPTINESS_STEPS, LENGTH_STEPS, OCCURRENCES, SIDES_STEPS};

/// One asserted membership.
#[derive(Clone, Copy)]
pub(crate) struct Member {
    string: Term,
    atom: Term,
    language: Regex,
    positive: bool,
}

/// The asserted memberships, by class of their strings.
pub(crate) type ByClass = FxHashMap<Term, Vec<Member>>;

/// What was found out about intersections, kept across checks.
#[derive(Default)]
pub(crate) struct Memberships {
    empty: FxHashMap<Vec<(Regex, bool)>, bool>,
}

impl Memberships {
    /// What is asserted of classes with memberships.
    pub(crate) fn collect(
        &self,
        cx: &PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        predicates: &[Term],
    ) -> ByClass {
        collect(cx, regexes, predicates, Occurrences::WithMemberships)
    }

    /// Checks every class with memberships. Whether something was inferred.
    pub(crate) fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        by_class: &ByClass,
    ) -> Result<bool, StopReason> {
        let mut acted = false;
        for class in sorted(by_class) {
            let members = &by_class[&class];
            let steps = cx.tuning().get(&EMPTINESS_STEPS);
            if self.is_empty(regexes, literals(members), steps, cx.budget())? {
                acted |= conflict(cx, regexes, members, &[])?;
                continue;
            }
            self.lengths(cx, regexes, class, members)?;
        }
        Ok(acted)
    }

    /// Checks every class together with its normal form. Whether something was inferred.
    pub(crate) fn check_forms(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        by_class: &ByClass,
        forms: &NormalForms,
    ) -> Result<bool, StopReason> {
        let mut acted = false;
        for class in sorted(by_class) {
            acted |= self.through_form(cx, regexes, forms, by_class, class)?;
        }
        Ok(acted)
    }

    /// Checks the two sides of each equation between normal forms. Whether something was inferred.
    pub(crate) fn check_equations(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        predicates: &[Term],
        forms: &NormalForms,
    ) -> Result<bool, StopReason> {
        if forms.equations.is_empty() {
            return Ok(false);
        }
        let mut acted = false;
        let by_class = collect(cx, regexes, predicates, Occurrences::All);
        for equation in &forms.equations {
            acted |= self.shapes(cx, regexes, &by_class, equation)?;
        }
        Ok(acted)
    }

    /// The two sides of an equation as languages: constants as themselves, components by their
    /// memberships. If these have no word in common, that is a conflict.
    fn shapes(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        by_class: &ByClass,
        equation: &UnsolvedEquation,
    ) -> Result<bool, StopReason> {
        let mut sides = [&equation.left, &equation.right].map(Stretch::whole);
        let key = (sides.iter())
            .map(|side| (side.language(regexes, by_class), true))
            .collect();
        let steps = cx.tuning().get(&SIDES_STEPS);
        if !self.is_empty(regexes, key, steps, cx.budget())? {
            return Ok(false);
        }
        self.narrow(cx, regexes, by_class, &mut sides, &[])?;
        let mut why = vec![Premise::Equal(equation.left.base, equation.right.base)];
        sides
            .iter()
            .for_each(|side| side.explain(by_class, &mut why));
        Ok(cx.conflict(&rules::MEMBERSHIP_EMPTY, &why))
    }

    /// Leaves out what the sides end with and what they begin with, as far as these have, with the other memberships, no word in common even so.
    fn narrow(
        &mut self,
        cx: &PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        by_class: &ByClass,
        sides: &mut [Stretch<'_>],
        others: &[(Regex, bool)],
    ) -> Result<(), StopReason> {
        let steps = cx.tuning().get(&SIDES_STEPS);
        let number = sides.len();
        for (end, index) in [End::Back, End::Front]
            .into_iter()
            .flat_map(|end| (0..number).map(move |index| (end, index)))
        {
            // The more is left out, the more words there are: the most is found by halving.
            let whole = sides[index].components.clone();
            let (mut fine, mut wrong) = (0, whole.len() + 1);
            while wrong - fine > 1 {
                let count = fine.midpoint(wrong);
                sides[index].components = without(&whole, end, count);
                let key = (sides.iter())
                    .map(|side| (side.language(regexes, by_class), true))
                    .chain(others.iter().copied())
                    .collect();
                match self.is_empty(regexes, key, steps, cx.budget())? {
                    true => fine = count,
                    false => wrong = count,
                }
            }
            sides[index].components = without(&whole, end, fine);
        }
        Ok(())
    }

    /// Whether these memberships have no word in common, as far as so many steps tell.
    fn is_empty(
        &mut self,
        regexes: &mut RegexOfTerm,
        key: Vec<(Regex, bool)>,
        steps: u64,
        outer: &Budget,
    ) -> Result<bool, StopReason> {
        if let Some(&known) = self.empty.get(&key) {
            return Ok(known);
        }
        let budget = outer.slice(steps);
        // What cannot be found out within the limit counts as not empty: then nothing is inferred.
        let empty = regexes
            .store_mut()
            .is_empty_conjunction(&key, &budget)
            .unwrap_or(false);
        outer.check()?;
        self.empty.insert(key, empty);
        Ok(empty)
    }

    /// Several memberships leave fewer lengths than each by itself.
    fn lengths(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        class: Term,
        members: &[Member],
    ) -> Result<(), StopReason> {
        if members.len() < 2 {
            return Ok(());
        }
        let mut about = vec![class];
        for member in members {
            about.extend([member.atom, cx.store_mut().bool(member.positive)]);
        }
        if cx.is_applied(&rules::MEMBERSHIP_LENGTH, &about) {
            return Ok(());
        }
        let store = regexes.store_mut();
        let together = store.conjunction(&literals(members));
        let lengths = store.lengths(together, &cx.budget().slice(cx.tuning().get(&LENGTH_STEPS)));
        // What was cut short is looked for again.
        cx.budget().check()?;
        cx.mark_applied(&rules::MEMBERSHIP_LENGTH, &about);
        let Ok(lengths) = lengths else {
            return Ok(());
        };
        let string = members[0].string;
        let length = cx.store_mut().len(string);
        if let Some(fact) = within_lengths(cx.store_mut(), length, &lengths) {
            let why = premises(members, string);
            // Lengths are arithmetic's; the arm goes on either way.
            let _ = cx.infer(&rules::MEMBERSHIP_LENGTH, &why, fact);
        }
        Ok(())
    }

    /// The class's normal form as a language: constants as themselves, components by their own
    /// memberships. Empty with the class's memberships means a conflict.
    fn through_form(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        forms: &NormalForms,
        by_class: &ByClass,
        class: Term,
    ) -> Result<bool, StopReason> {
        let Some(form) = forms.forms.get(&class) else {
            return Ok(false);
        };
        if matches!(form.components[..], [Component::Class(_)]) {
            return Ok(false);
        }
        let members = &by_class[&class];
        let others = literals(members);
        let mut side = [Stretch::whole(form)];
        let mut key = others.clone();
        key.push((side[0].language(regexes, by_class), true));
        key.sort_unstable();
        key.dedup();
        let steps = cx.tuning().get(&EMPTINESS_STEPS);
        if !self.is_empty(regexes, key, steps, cx.budget())? {
            return Ok(false);
        }
        self.narrow(cx, regexes, by_class, &mut side, &others)?;
        let mut why = vec![Premise::Equal(members[0].string, form.base)];
        side[0].explain(by_class, &mut why);
        why.extend(premises(members, members[0].string));
        Ok(cx.conflict(&rules::MEMBERSHIP_EMPTY, &why))
    }
}

/// A normal form of which some components count; before and behind them may be anything.
struct Stretch<'a> {
    form: &'a NormalForm,
    components: Range<usize>,
}

impl<'a> Stretch<'a> {
    fn whole(form: &'a NormalForm) -> Stretch<'a> {
        Stretch {
            form,
            components: 0..form.components.len(),
        }
    }

    /// What it is as a language: constants as themselves, components by their memberships.
    fn language(&self, regexes: &mut RegexOfTerm, by_class: &ByClass) -> Regex {
        let store = regexes.store_mut();
        let mut parts = Vec::with_capacity(self.components.len() + 2);
        if self.components.start > 0 {
            parts.push(store.all());
        }
        for component in &self.form.components[self.components.clone()] {
            parts.push(match component {
                Component::Constant(text) => store.literal(text),
                Component::Class(part) => match by_class.get(part) {
                    Some(own) => store.conjunction(&literals(own)),
                    None => store.all(),
                },
            });
        }
        if self.components.end < self.form.components.len() {
            parts.push(store.all());
        }
        store.concat_all(&parts)
    }

    /// Why its words are in that language.
    fn explain(&self, by_class: &ByClass, why: &mut Vec<Premise>) {
        why.extend(self.form.why_of(self.components.clone()));
        for component in &self.form.components[self.components.clone()] {
            if let Component::Class(part) = component {
                let own = by_class.get(part).map_or(&[][..], |own| own);
                why.extend(premises(own, *part));
            }
        }
    }
}

/// All but so many components at an end.
fn without(components: &Range<usize>, end: End, count: usize) -> Range<usize> {
    match end {
        End::Front => components.start + count..components.end,
        End::Back => components.start..components.end - count,
    }
}

/// The classes, in an order that does not depend on hashing.
fn sorted(by_class: &ByClass) -> Vec<Term> {
    let mut classes: Vec<Term> = by_class.keys().copied().collect();
    classes.sort_unstable();
    classes
}

/// The asserted memberships, by class of their strings.
fn collect(
    cx: &PluginContext<'_, '_>,
    regexes: &mut RegexOfTerm,
    predicates: &[Term],
    which: Occurrences,
) -> ByClass {
    let mut by_class = ByClass::default();
    for &atom in predicates {
        if cx.store().op(atom) != Op::InRe {
            continue;
        }
        let (string, regex) = (cx.store().arg(atom, 0), cx.store().arg(atom, 1));
        let (Some(positive), Some(language)) =
            (cx.value(atom), regexes.regex_of_term(cx.store(), regex))
        else {
            continue;
        };
        debug_assert_eq!(cx.store().sort(string), Sort::String);
        by_class
            .entry(cx.representative(string))
            .or_default()
            .push(Member {
                string,
                atom,
                language,
                positive,
            });
    }
    occurrences(cx, regexes, predicates, (which, &mut by_class));
    by_class
}

/// Of which strings it matters what words they contain, begin or end with, or are compared with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Occurrences {
    /// Of those with memberships.
    WithMemberships,
    /// Of all.
    All,
}

/// Words that strings contain, begin or end with, and words they are compared with, are memberships as well.
fn occurrences(
    cx: &PluginContext<'_, '_>,
    regexes: &mut RegexOfTerm,
    predicates: &[Term],
    (which, by_class): (Occurrences, &mut ByClass),
) {
    for &atom in predicates {
        let string = match cx.store().op(atom) {
            Op::Contains => cx.store().arg(atom, 0),
            Op::PrefixOf | Op::SuffixOf => cx.store().arg(atom, 1),
            Op::StrLe | Op::StrLt => {
                let literal = cx.store().str_value(cx.store().arg(atom, 0)).is_some();
                cx.store().arg(atom, usize::from(literal))
            }
            _ => continue,
        };
        let class = cx.representative(string);
        if which == Occurrences::WithMemberships && !by_class.contains_key(&class) {
            continue;
        }
        let said = regular::language_of_atom(cx.store(), regexes, atom);
        let (Some(positive), Some((_, language))) = (
            cx.value(atom),
            said.filter(|&(said_of, _)| said_of == string),
        ) else {
            continue;
        };
        let members = by_class.entry(class).or_default();
        let added = members
            .iter()
            .filter(|m| cx.store().op(m.atom) != Op::InRe)
            .count();
        if added >= cx.tuning().size(&OCCURRENCES) {
            continue;
        }
        members.push(Member {
            string,
            atom,
            language,
            positive,
        });
    }
}

/// The memberships as literals, each once.
pub(crate) fn literals(members: &[Member]) -> Vec<(Regex, bool)> {
    let mut literals: Vec<(Regex, bool)> =
        members.iter().map(|m| (m.language, m.positive)).collect();
    literals.sort_unstable();
    literals.dedup();
    literals
}

/// Why all these memberships hold of `string`.
pub(crate) fn premises(members: &[Member], string: Term) -> Vec<Premise> {
    let mut why = Vec::new();
    for member in members {
        why.push(Premise::Literal(member.atom, member.positive));
        if member.string != string {
            why.push(Premise::Equal(member.string, string));
        }
    }
    why
}

/// Sends the conflict of memberships without a common word, reduced to those that matter.
fn conflict(
    cx: &mut PluginContext<'_, '_>,
    regexes: &mut RegexOfTerm,
    members: &[Member],
    more: &[Premise],
) -> Result<bool, StopReason> {
    let literals: Vec<(Regex, bool)> = members.iter().map(|m| (m.language, m.positive)).collect();
    let budget = cx.budget().slice(cx.tuning().get(&EMPTINESS_STEPS));
    let core: Vec<Member> = match regexes.store_mut().empty_core(&literals, &budget) {
        Ok(Some(core)) => core.iter().map(|&index| members[index]).collect(),
        _ => members.to_vec(),
    };
    let mut why = premises(&core, core[0].string);
    why.extend_from_slice(more);
    Ok(cx.conflict(&rules::MEMBERSHIP_EMPTY, &why))
}
