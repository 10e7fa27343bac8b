//! Codes of characters, and what memberships say about characters and positions.
//!
//! * `to_code` is injective on single characters.
//! * If x is a word of R, each of its characters is one that occurs in words of R; so the codes of
//!   `at(x, i)` are in those ranges.
//! * If x is a word of R, the first occurrence of a constant in x ends where a shortest beginning
//!   of a word of R with that constant ends; so `indexof(x, w, 0)` is in a set of lengths.
//!
//! All of it is told to arithmetic, which has otherwise only one value after the other to try.
//! P3 has neither; cvc5's code-point solver has the first.

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use sinew_engine::{PluginContext, Premise};
use sinew_regex::{CharSet, LengthSet, Nfa, Regex, RegexStore};
use sinew_strings::RegexOfTerm;
use sinew_term::{MAX_CHAR, Op, Sort, Term};

use super::rules;
use crate::fixed_length::Registered;
use crate::fixed_length::within_lengths;
use crate::tuning::{CODE_RANGES, CODE_STEPS};

/// What was found out, kept across checks.
#[derive(Default)]
pub(super) struct Characters {
    used: FxHashMap<Regex, Option<CharSet>>,
}

impl Characters {
    /// Tells what languages say of codes and positions. Whether something was inferred.
    pub(super) fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        registered: &Registered,
    ) -> Result<bool, StopReason> {
        let budget = cx.budget();
        let mut members: FxHashMap<Term, Vec<(Term, Term)>> = FxHashMap::default();
        for &atom in &registered.predicates {
            if cx.store().op(atom) == Op::InRe && cx.value(atom) == Some(true) {
                let string = cx.store().arg(atom, 0);
                members
                    .entry(cx.representative(string))
                    .or_default()
                    .push((atom, string));
            }
        }
        if members.is_empty() {
            return Ok(false);
        }
        let mut acted = false;
        for &term in &registered.terms {
            let (source, rule) = match cx.store().op(term) {
                Op::ToCode => {
                    let character = cx.store().arg(term, 0);
                    (character_of(cx, character), &rules::MEMBERSHIP_CODE)
                }
                Op::IndexOf => (cx.store().arg(term, 0), &rules::MEMBERSHIP_INDEX),
                _ => continue,
            };
            for (atom, string) in members
                .get(&cx.representative(source))
                .cloned()
                .unwrap_or_default()
            {
                if cx.is_applied(rule, &[atom, term]) {
                    continue;
                }
                let regex = cx.store().arg(atom, 1);
                let Some(language) = regexes.regex_of_term(cx.store(), regex) else {
                    continue;
                };
                let store = regexes.store_mut();
                let fact = match cx.store().op(term) {
                    Op::ToCode => self.code(cx, store, term, language),
                    _ => position(cx, store, term, language),
                };
                // What was cut short is looked for again.
                budget.check()?;
                cx.mark_applied(rule, &[atom, term]);
                if let Some(fact) = fact {
                    let mut why = vec![Premise::Literal(atom, true)];
                    if string != source {
                        why.push(Premise::Equal(string, source));
                    }
                    acted |= cx.infer(rule, &why, fact);
                }
            }
        }
        Ok(acted)
    }

    /// That the code is −1 or that of a character that occurs in words of the language.
    fn code(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        regexes: &mut RegexStore,
        code: Term,
        language: Regex,
    ) -> Option<Term> {
        let used = match self.used.get(&language) {
            Some(known) => known.clone(),
            None => {
                let slice = cx.budget().slice(cx.tuning().get(&CODE_STEPS));
                let found = used_characters(regexes, language, &slice).ok();
                if cx.budget().exhausted().is_none() {
                    self.used.insert(language, found.clone());
                }
                found
            }
        }?;
        if used.is_full() {
            return None;
        }
        let ranges = match used.ranges() {
            all if all.len() <= cx.tuning().size(&CODE_RANGES) => all.to_vec(),
            all => vec![(all.first()?.0, all.last()?.1)],
        };
        if ranges == [(0, MAX_CHAR)] {
            return None;
        }
        let store = cx.store_mut();
        let minus_one = store.int(-1);
        let mut cases = vec![store.eq(code, minus_one)];
        for (low, high) in ranges {
            let (low, high) = (store.int(low), store.int(high));
            let bounds = [store.ge(code, low), store.le(code, high)];
            cases.push(store.and(&bounds));
        }
        Some(store.or(&cases))
    }
}

/// `to_code(x) = to_code(y), |x| = 1 ⊢ x = y`, once per pair. Whether something
/// was inferred.
pub(super) fn check_injective(cx: &mut PluginContext<'_, '_>, terms: &[Term]) -> bool {
    let mut first: FxHashMap<Term, Term> = FxHashMap::default();
    let mut acted = false;
    for &term in terms {
        if cx.store().op(term) != Op::ToCode {
            continue;
        }
        let class = cx.representative(term);
        let &mut other = first.entry(class).or_insert(term);
        let (x, y) = (cx.store().arg(other, 0), cx.store().arg(term, 0));
        if cx.equal(x, y) || !cx.mark_applied(&rules::CODE_INJECTIVE, &[other, term]) {
            continue;
        }
        let store = cx.store_mut();
        let (same, zero) = (store.eq(other, term), store.int(0));
        let valid = store.ge(term, zero);
        let premise = store.and(&[same, valid]);
        let equal = store.eq(x, y);
        let fact = store.implies(premise, equal);
        acted |= cx.lemma(&rules::CODE_INJECTIVE, &[fact]);
    }
    acted
}

/// The string whose character a term is; the term itself if it is not a character of another.
fn character_of(cx: &PluginContext<'_, '_>, term: Term) -> Term {
    debug_assert_eq!(cx.store().sort(term), Sort::String);
    match cx.store().op(term) {
        Op::At | Op::Substr => cx.store().arg(term, 0),
        _ => term,
    }
}

/// The automaton of a language, with dead states left out.
fn automaton(
    regexes: &mut RegexStore,
    language: Regex,
    budget: &Budget,
) -> Result<Nfa, StopReason> {
    Ok(Nfa::from_regex(regexes, language, budget)?.trimmed())
}

/// The characters that occur in words of the language.
fn used_characters(
    regexes: &mut RegexStore,
    language: Regex,
    budget: &Budget,
) -> Result<CharSet, StopReason> {
    let nfa = automaton(regexes, language, budget)?;
    let rows = (0..nfa.len()).flat_map(|state| nfa.row(state));
    Ok(CharSet::from_ranges(
        rows.flat_map(|(set, _)| set.ranges().iter().copied()),
    ))
}

/// That `indexof(x, w, 0)` is negative, or a position at which w can occur first in a word of the
/// language.
fn position(
    cx: &mut PluginContext<'_, '_>,
    regexes: &mut RegexStore,
    index: Term,
    language: Regex,
) -> Option<Term> {
    let store = cx.store();
    let word = store.str_value(store.arg(index, 1))?.to_vec();
    let from_start = store.int_value(store.arg(index, 2))?.is_zero();
    if word.is_empty() || !from_start {
        return None;
    }
    let slice = cx.budget().slice(2 * cx.tuning().get(&CODE_STEPS));
    let ends = first_ends(regexes, &word, language, &slice).ok()?;
    let store = cx.store_mut();
    let (zero, length) = (store.int(0), store.int(word.len()));
    let end = store.add(&[index, length]);
    let negative = store.lt(index, zero);
    let within = within_lengths(store, end, &ends)?;
    Some(store.or(&[negative, within]))
}

/// Where the first occurrence of the word can end in words of the language.
fn first_ends(
    regexes: &mut RegexStore,
    word: &[u32],
    language: Regex,
    budget: &Budget,
) -> Result<LengthSet, StopReason> {
    let nfa = automaton(regexes, language, budget)?;
    let mut beginnings = Nfa::new();
    for _ in 0..nfa.len() {
        beginnings.add_state(true);
    }
    for &state in nfa.initial() {
        beginnings.add_initial(state);
    }
    for state in 0..nfa.len() {
        for (set, to) in nfa.row(state) {
            beginnings.add_edge(state as u32, set.clone(), *to);
        }
    }
    let beginnings = regexes.insert_automaton(&beginnings).0;
    let (all, any) = (regexes.all(), regexes.allchar());
    let word = regexes.literal(word);
    let with_word = regexes.concat_all(&[all, word, all]);
    let without = regexes.comp(with_word);
    // No occurrence ends before the last character, and one ends with it.
    let almost = regexes.concat(without, any);
    let ending = regexes.concat(all, word);
    let first = regexes.inter(&[beginnings, almost, ending]);
    let lengths = regexes.lengths(first, budget)?;
    Ok((*lengths).clone())
}
