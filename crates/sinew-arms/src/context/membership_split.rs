//! Memberships of concatenations, component by component.
//!
//! A concatenation is in a regular language iff its first component leads to some state from which
//! the rest is accepted: `x·y ∈ R` iff `x ∈ R₁` and `y ∈ R₂` for one of finitely many pairs. So a
//! membership of a normal form becomes a choice between memberships of its first component and of
//! what follows, and in the end all are of single classes, where intersections and arithmetic decide
//! them. P3 leaves memberships to derivatives; this decides conjunctions of memberships, lengths
//! included, where unfolding from the left need not end.
//!
//! The languages of pairs need not have an expression of their own: a symbol stands for each. Lemmas
//! state memberships in such languages only positively, so where one of them is false, that says
//! nothing and nobody looks at it.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::{Budget, StopReason};
use sinew_engine::{Definition, PluginContext, Premise};
use sinew_regex::{Regex, RegexStore};
use sinew_strings::RegexOfTerm;
use sinew_term::{Op, Sort, Term};

use super::rules;
use crate::forms::{Component, NormalForms, joined};
use crate::tuning::{PAIRS, PAIRS_STEPS};

/// The names of languages.
#[derive(Default)]
pub(super) struct Decompositions {
    names: FxHashMap<Regex, Term>,
    named: FxHashSet<Term>,
}

impl Decompositions {
    /// Whether the atom says something as it stands.
    pub(super) fn is_informative(&self, cx: &PluginContext<'_, '_>, atom: Term) -> bool {
        cx.store().op(atom) != Op::InRe
            || cx.value(atom) == Some(true)
            || !self.named.contains(&cx.store().arg(atom, 1))
    }

    /// Whether a symbol stands for this language.
    pub(super) fn is_name(&self, language: Term) -> bool {
        self.named.contains(&language)
    }

    /// The language with this number.
    pub(super) fn language(&self, number: u32) -> Option<Regex> {
        let mut known = self.names.keys().copied();
        known.find(|language| self::number(*language) == number)
    }

    /// Takes one membership apart. Whether something was sent.
    pub(super) fn split(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        predicates: &[Term],
        forms: &NormalForms,
    ) -> Result<bool, StopReason> {
        for &atom in predicates {
            if cx.store().op(atom) != Op::InRe || !self.is_informative(cx, atom) {
                continue;
            }
            let (string, regex) = (cx.store().arg(atom, 0), cx.store().arg(atom, 1));
            let (Some(positive), Some(form)) = (cx.value(atom), forms.of(cx, string)) else {
                continue;
            };
            let is_class = |component: &Component| matches!(component, Component::Class(_));
            if form.components.len() < 2 || !form.components.iter().any(is_class) {
                continue;
            }
            let Some(mut language) = regexes.regex_of_term(cx.store(), regex) else {
                continue;
            };
            let (whole, sign) = (joined(cx, &form.components), cx.store_mut().bool(positive));
            let mut why = form.why.clone();
            why.push(Premise::Equal(string, form.base));
            why.push(Premise::Literal(atom, positive));
            if !cx.mark_applied_because(&rules::MEMBERSHIP_SPLIT, &[sign, whole], &why) {
                continue;
            }
            if !positive {
                language = regexes.store_mut().comp(language);
            }
            let Some(fact) = self.meaning(cx, regexes, &form.components, language)? else {
                continue;
            };
            if cx.infer(&rules::MEMBERSHIP_SPLIT, &why, fact) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What it means for the concatenation to be in the language; `None` if that is too much to
    /// say, or nothing.
    fn meaning(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        components: &[Component],
        language: Regex,
    ) -> Result<Option<Term>, StopReason> {
        let budget = cx.budget().slice(cx.tuning().get(&PAIRS_STEPS));
        let found = cut(regexes.store_mut(), components, language, &budget);
        cx.budget().check()?;
        let (components, pairs) = match found {
            Ok((components, pairs)) if pairs.len() <= cx.tuning().size(&PAIRS) => {
                (components, pairs)
            }
            Ok(_) | Err(StopReason::Steps) => return Ok(None),
            Err(reason) => return Err(reason),
        };
        let Some((head, rest)) = components.split_first() else {
            return Ok(None);
        };
        let (head, rest) = (joined(cx, std::slice::from_ref(head)), joined(cx, rest));
        let (all, none) = (regexes.store().all(), regexes.store().none());
        let mut cases = Vec::new();
        for (first, second) in pairs {
            if first == none || second == none {
                continue;
            }
            let mut parts = Vec::new();
            if first != all {
                parts.push(self.member(cx, regexes, head, first));
            }
            if second != all && components.len() > 1 {
                parts.push(self.member(cx, regexes, rest, second));
            }
            if parts.is_empty() {
                return Ok(None);
            }
            cases.push(cx.store_mut().conjunction(&parts));
        }
        Ok(Some(cx.store_mut().disjunction(&cases)))
    }

    /// That a string is in a language.
    fn member(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        string: Term,
        language: Regex,
    ) -> Term {
        let name = *self.names.entry(language).or_insert_with(|| {
            let definition = Definition::Language(number(language));
            let name = cx.skolem("language", Sort::RegLan, definition);
            regexes.define(name, language);
            name
        });
        self.named.insert(name);
        cx.store_mut().in_re(string, name)
    }
}

/// The number of a language in definitions.
fn number(language: Regex) -> u32 {
    u32::try_from(language.index()).unwrap_or(u32::MAX)
}

/// Atoms of a concatenation, and the pairs of languages of the first and of the others.
type Cut<'a> = (&'a [Component], Vec<(Regex, Regex)>);

/// The pairs of languages for the first of the components that is not constant and for those behind it,
/// without constants at either end.
fn cut<'a>(
    store: &mut RegexStore,
    mut components: &'a [Component],
    mut language: Regex,
    budget: &Budget,
) -> Result<Cut<'a>, StopReason> {
    while let [Component::Constant(text), others @ ..] = components {
        language = store.left_quotient(language, text, budget)?;
        components = others;
    }
    while let [others @ .., Component::Constant(text)] = components {
        language = store.right_quotient(language, text, budget)?;
        components = others;
    }
    let pairs = match components.len() {
        0 | 1 => vec![(language, store.epsilon())],
        _ => store.splits(language, budget)?,
    };
    Ok((components, pairs))
}
