//! From the engine's candidate model to words, or to a lemma about it (P2, Algorithm 1).
//!
//! The engine has decided the Boolean structure and found integers; this collects the string facts
//! that hold, fixes every length as the integers have it, and looks for words. If there are none,
//! the facts and integers that clash come back to the engine as a clause.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::{Integer, StopReason};
use sinew_engine::{PluginContext, Premise};
use sinew_regex::Regex;
use sinew_term::{Op, Sort, Term, TermMap, postorder_all};

use super::back_end::BackEnd;
use super::fixed::{Fixed, FixedProblem, Integers};
use super::rules;
use super::symbolic_string::Condition;

/// Words for string terms.
pub(crate) type Assignment = FxHashMap<Term, Vec<u32>>;

/// What the search came to.
pub(crate) enum FixedLengthSearch {
    /// There are words with which all facts hold: [`BackEnd::words`].
    Found,
    /// There are none, and the engine and other arms have been told why.
    Lemma,
    /// It took more steps than it may.
    Stopped,
    /// The search does not go that far.
    GaveUp(&'static str),
}

/// The integers of the engine's candidate model, for all terms that matter.
struct Candidate {
    values: TermMap<Integer>,
    lengths: TermMap<Integer>,
    /// Of numbers that are converted.
    bounds: TermMap<(Option<Integer>, Option<Integer>)>,
}

impl Integers for Candidate {
    fn value(&self, term: Term) -> Option<Integer> {
        self.values.get(term).cloned()
    }

    fn length(&self, term: Term) -> Option<Integer> {
        self.lengths.get(term).cloned()
    }

    fn bounds(&self, term: Term) -> (Option<Integer>, Option<Integer>) {
        self.bounds.get(term).cloned().unwrap_or_default()
    }
}

/// Facts to satisfy, each with what supports it.
#[derive(Default)]
struct Facts {
    atoms: Vec<(Term, bool)>,
    premises: Vec<Premise>,
}

/// What is asked of a search.
pub(crate) struct Question<'a> {
    /// The predicates that count; nothing if all that are registered do.
    pub(crate) predicates: Option<&'a [Term]>,
    /// The terms that matter; nothing if all do.
    pub(crate) relevant: Option<&'a FxHashSet<Term>>,
    /// The steps that it may take.
    pub(crate) steps: u64,
}

impl BackEnd {
    /// Looks for words for the terms under what holds now. A clash is sent as a lemma.
    pub(crate) fn search(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        question: &Question<'_>,
    ) -> Result<FixedLengthSearch, StopReason> {
        let registered = &self.registered;
        let matters = |term: &Term| question.relevant.is_none_or(|set| set.contains(term));
        let predicates = question.predicates.unwrap_or(&registered.predicates);
        let facts = collect(cx, predicates, &matters);
        let terms = registered.terms.iter().copied();
        let terms: Vec<Term> = terms.filter(|term| matters(term)).collect();
        let roots: Vec<Term> = facts
            .atoms
            .iter()
            .map(|&(atom, _)| atom)
            .chain(terms.iter().copied())
            .collect();
        let order = postorder_all(cx.store(), &roots);
        let candidate = candidate(cx, &order);
        let languages: FxHashMap<Term, Regex> = order
            .iter()
            .filter(|&&term| cx.store().sort(term) == Sort::RegLan)
            .filter_map(|&term| Some((term, self.regexes.regex_of_term(cx.store(), term)?)))
            .collect();
        let left = cx.budget().left();
        let slice = cx.budget().slice(question.steps);
        self.cache.tune(cx.tuning());
        let problem = FixedProblem {
            store: cx.store(),
            regexes: self.regexes.store_mut(),
            languages: &languages,
            integers: &candidate,
            facts: &facts.atoms,
            others: &terms,
        };
        match problem.solve(&mut self.cache, &slice) {
            // Only where the search had its own limit does the caller go on.
            Err(StopReason::Steps) if question.steps < left => Ok(FixedLengthSearch::Stopped),
            Err(reason) => Err(reason),
            Ok(found) => self.conclude(cx, &candidate, &facts, found),
        }
    }

    /// Tells the engine what was found.
    fn conclude(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        candidate: &Candidate,
        facts: &Facts,
        found: Fixed,
    ) -> Result<FixedLengthSearch, StopReason> {
        match found {
            Fixed::Assignment(mut words) => {
                represent(cx, &mut words);
                self.words = words;
                Ok(FixedLengthSearch::Found)
            }
            Fixed::GaveUp(why) => Ok(FixedLengthSearch::GaveUp(why)),
            Fixed::Conflict {
                facts: core,
                integers,
                suggested,
            } => {
                let premises: Vec<Premise> =
                    core.iter().map(|&index| facts.premises[index]).collect();
                let Some(conditions) = conditions(cx, candidate, &integers) else {
                    return Ok(FixedLengthSearch::GaveUp("an integer has no value"));
                };
                let Ok(lemma) = teach(cx, &premises, &conditions) else {
                    return Ok(FixedLengthSearch::GaveUp("a rule is switched off"));
                };
                let mut clause: Vec<Term> = core
                    .iter()
                    .map(|&index| facts.atoms[index])
                    .map(|(atom, holds)| {
                        if holds {
                            cx.store_mut().not(atom)
                        } else {
                            atom
                        }
                    })
                    .collect();
                clause.extend(lemma);
                for (number, value) in suggested {
                    let value = cx.store_mut().int(value);
                    let same = cx.store_mut().eq(number, value);
                    cx.split(same, true);
                }
                self.shared.publish(cx.store_mut(), &clause);
                Ok(FixedLengthSearch::Lemma)
            }
        }
    }
}

/// Gives the representative of each class the word of a member: it is the one that the engine asks for, and need not be
/// among the terms that matter.
fn represent(cx: &PluginContext<'_, '_>, words: &mut Assignment) {
    for representative in cx.representatives(Sort::String) {
        if !words.contains_key(&representative) {
            let members = cx.class(representative);
            let word = members.iter().find_map(|member| words.get(member));
            if let Some(word) = word.cloned() {
                words.insert(representative, word);
            }
        }
    }
}

/// What holds now and has to do with strings.
fn collect(
    cx: &mut PluginContext<'_, '_>,
    predicates: &[Term],
    matters: &dyn Fn(&Term) -> bool,
) -> Facts {
    let mut facts = Facts::default();
    for &atom in predicates.iter().filter(|atom| matters(atom)) {
        if let Some(value) = cx.value(atom) {
            facts.atoms.push((atom, value));
            facts.premises.push(Premise::Literal(atom, value));
        }
    }
    for (a, b) in cx.disequalities(Sort::String) {
        if !matters(&a) || !matters(&b) {
            continue;
        }
        let atom = cx.store_mut().eq(a, b);
        facts.atoms.push((atom, false));
        facts.premises.push(Premise::Disequal(a, b));
    }
    for representative in cx.representatives(Sort::String) {
        let mut members = cx.class(representative);
        // A literal in a class is the value that the engine gives to all of it.
        members.retain(|member| matters(member) || cx.store().str_value(*member).is_some());
        let first = match matters(&representative) {
            true => Some(representative),
            false => members.first().copied(),
        };
        let Some(first) = first else { continue };
        for member in members {
            if member != first {
                let atom = cx.store_mut().eq(first, member);
                facts.atoms.push((atom, true));
                facts.premises.push(Premise::Equal(first, member));
            }
        }
    }
    facts
}

fn candidate(cx: &mut PluginContext<'_, '_>, order: &[Term]) -> Candidate {
    let mut candidate = Candidate {
        values: TermMap::new(),
        lengths: TermMap::new(),
        bounds: TermMap::new(),
    };
    for &term in order {
        let converted = match cx.store().op(term) {
            Op::ToInt | Op::ToCode => Some(term),
            Op::FromInt | Op::FromCode => Some(cx.store().arg(term, 0)),
            _ => None,
        };
        if let Some(number) = converted {
            let bounds = cx.bounds(number);
            candidate.bounds.insert(number, bounds);
        }
        match cx.store().sort(term) {
            Sort::Int => {
                if let Some(value) = cx.int_value(term) {
                    candidate.values.insert(term, value);
                }
            }
            Sort::String => {
                let length = cx.store_mut().len(term);
                if let Some(value) = cx.int_value(length) {
                    candidate.lengths.insert(term, value);
                }
            }
            _ => {}
        }
    }
    candidate
}

/// That these integers are as the candidate has them, as far as that matters; `None` if it does not
/// have one of them.
fn conditions(
    cx: &mut PluginContext<'_, '_>,
    candidate: &Candidate,
    integers: &[Condition],
) -> Option<Vec<Term>> {
    let mut conditions = Vec::new();
    for dependency in integers {
        let (term, value) = match dependency {
            Condition::Value(term) => (*term, candidate.value(*term)?),
            Condition::AtMost(term, bound) => {
                let bound = cx.store_mut().int(bound.clone());
                conditions.push(cx.store_mut().le(*term, bound));
                continue;
            }
            Condition::AtLeast(term, bound) => {
                let bound = cx.store_mut().int(bound.clone());
                conditions.push(cx.store_mut().ge(*term, bound));
                continue;
            }
            Condition::Length(term) => (cx.store_mut().len(*term), candidate.length(*term)?),
            Condition::LongEnough(term, count) => {
                let (length, count) = (cx.store_mut().len(*term), cx.store_mut().int(*count));
                conditions.push(cx.store_mut().ge(length, count));
                continue;
            }
            Condition::Difference(plus, minus) => {
                let ((left, more), (right, less)) =
                    (sum(cx, candidate, plus)?, sum(cx, candidate, minus)?);
                (cx.store_mut().sub(left, right), more - less)
            }
        };
        if cx.store().int_value(term).is_none() {
            let value = cx.store_mut().int(value);
            conditions.push(cx.store_mut().eq(term, value));
        }
    }
    Some(conditions)
}

/// The sum of the lengths of these terms, and what it is in the candidate.
fn sum(
    cx: &mut PluginContext<'_, '_>,
    candidate: &Candidate,
    terms: &[Term],
) -> Option<(Term, Integer)> {
    let mut value = Integer::ZERO;
    let mut lengths = Vec::with_capacity(terms.len());
    for &term in terms {
        value += &candidate.length(term)?;
        lengths.push(cx.store_mut().len(term));
    }
    Some((cx.store_mut().sum(&lengths), value))
}

/// The engine did not take an inference: its rule is off.
struct Refused;

/// Tells the engine that these facts do not go with these conditions on integers; returns what it
/// says of the integers, unless the facts clash by themselves. Fails if the engine does not want
/// to hear it.
fn teach(
    cx: &mut PluginContext<'_, '_>,
    premises: &[Premise],
    conditions: &[Term],
) -> Result<Option<Term>, Refused> {
    let sent = |sent: bool| if sent { Ok(()) } else { Err(Refused) };
    if conditions.is_empty() {
        sent(cx.conflict(&rules::FIXED_LENGTH, premises))?;
        return Ok(None);
    }
    let together = cx.store_mut().conjunction(conditions);
    let lemma = cx.store_mut().not(together);
    sent(cx.infer(&rules::FIXED_LENGTH, premises, lemma))?;
    Ok(Some(lemma))
}
