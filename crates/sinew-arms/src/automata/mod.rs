//! The automata arm: regular languages all the way (Chen et al., OOPSLA 2023 and arXiv 2508.19888).
//!
//! The engine decides the Boolean structure, equality and arithmetic. Under its assignment the strings
//! are classes with constraints between them ([`facts`]); regular propagation ([`propagate`]) gives each
//! of them a language, and refutes the assignment where one is empty.

mod facts;
mod languages;
mod propagate;
mod reasons;
pub mod rules;

use rustc_hash::FxHashMap;
use sinew_base::StopReason;
use sinew_engine::{Effort, PluginContext, TheorySolver, Verdict};
use sinew_regex::LengthSet;
use sinew_strings::RegexOfTerm;
use sinew_term::Term;

use self::facts::{Atoms, Facts, gather};
use self::languages::Languages;
use self::propagate::{BUILD_STEPS, Known, Propagated, Tools, minimise, propagate};
use self::reasons::Reasons;
use crate::fixed_length::{length_facts, within_lengths};

/// Steps for making a core small, for each step that finding it took.
const MINIMISING: u64 = 8;
/// Steps for it in any case.
const MINIMISING_LEAST: u64 = 20_000;
/// Steps for the lengths of one language.
const LENGTH_STEPS: u64 = 100_000;

/// The automata arm; give it to [`Engine::set_plugin`](sinew_engine::Engine::set_plugin).
pub struct AutomataArm {
    assertions: Vec<Term>,
    regexes: RegexOfTerm,
    /// Made at the first check.
    problem: Option<(Atoms, Languages)>,
    words: FxHashMap<Term, Vec<u32>>,
    /// Terms of which not everything was said, because the budget ended meanwhile.
    cut_short: Vec<Term>,
}

impl AutomataArm {
    /// An arm for these assertions.
    #[must_use]
    pub fn new(assertions: &[Term]) -> AutomataArm {
        AutomataArm {
            assertions: assertions.to_vec(),
            regexes: RegexOfTerm::new(),
            problem: None,
            words: FxHashMap::default(),
            cut_short: Vec::new(),
        }
    }

    /// Tells the engine what the term says of lengths.
    fn say_lengths(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        let budget = cx.budget();
        for fact in length_facts(cx.store_mut(), &mut self.regexes, term, budget) {
            let _ = cx.lemma(&crate::fixed_length::rules::LENGTH, &[fact]);
        }
        if budget.exhausted().is_some() {
            self.cut_short.push(term);
        }
    }

    /// Propagates. The languages, unless there was a conflict or new lengths.
    fn propagate(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        facts: &Facts,
    ) -> Result<Option<Vec<Known>>, StopReason> {
        let Some((_, languages)) = &mut self.problem else {
            return Ok(None);
        };
        let budget = cx.budget();
        let mut tools = Tools {
            store: cx.store(),
            languages,
            regexes: &mut self.regexes,
            budget,
        };
        let before = budget.spent();
        let known = match propagate(&mut tools, facts, &|_| true)? {
            Propagated::Languages(known) => known,
            Propagated::Empty(core) => {
                let steps = (budget.spent() - before).saturating_mul(MINIMISING);
                let core = minimise(&mut tools, facts, core, steps.max(MINIMISING_LEAST))?;
                let _ = cx.conflict(&rules::EMPTY_LANGUAGE, &facts.premises(&core));
                return Ok(None);
            }
        };
        match self.send_lengths(cx, facts, &known)? {
            true => Ok(None),
            false => Ok(Some(known)),
        }
    }

    /// Where the engine's length of a string is none of its language's, says which there are.
    /// Whether there was such a string.
    fn send_lengths(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        facts: &Facts,
        known: &[Known],
    ) -> Result<bool, StopReason> {
        let mut sent = false;
        let related = facts.related(&|_| true);
        for (x, class) in facts.variables.iter().enumerate() {
            let Some(class) = *class else {
                continue;
            };
            let Some((lengths, reasons)) = self.lengths(cx, facts, &known[x], x, related[x])?
            else {
                continue;
            };
            let length = cx.store_mut().len(class);
            let value = cx.int_value(length);
            let fits = value.is_some_and(|value| {
                let value = value.to_usize();
                value.is_some_and(|value| lengths.contains(value as u64))
            });
            if fits {
                continue;
            }
            if let Some(fact) = within_lengths(cx.store_mut(), length, &lengths) {
                let premises = facts.premises(&reasons);
                sent |= cx.infer(&rules::LANGUAGE_LENGTHS, &premises, fact);
            }
        }
        Ok(sent)
    }

    /// The lengths of the words of a variable, if they are more than all.
    fn lengths(
        &mut self,
        cx: &PluginContext<'_, '_>,
        facts: &Facts,
        known: &Known,
        x: usize,
        related: bool,
    ) -> Result<Option<(LengthSet, Reasons)>, StopReason> {
        let slice = cx.budget().slice(LENGTH_STEPS);
        let found = match related {
            true if known.reasons.len() == 0 => return Ok(None),
            true => known
                .automaton
                .lengths(&slice)
                .map(|lengths| (lengths, known.reasons.clone())),
            false => {
                let (literals, reasons) = facts.memberships(x);
                if literals.is_empty() {
                    return Ok(None);
                }
                let store = self.regexes.store_mut();
                let together = store.conjunction(&literals);
                let lengths = store.lengths(together, &slice);
                lengths.map(|lengths| ((*lengths).clone(), reasons))
            }
        };
        cx.budget().check()?;
        Ok(found.ok())
    }
}

impl TheorySolver for AutomataArm {
    fn register(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        self.say_lengths(cx, term);
    }

    fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        effort: Effort,
    ) -> Result<Verdict, StopReason> {
        for term in std::mem::take(&mut self.cut_short) {
            self.say_lengths(cx, term);
        }
        if effort == Effort::Standard {
            return Ok(Verdict::Consistent);
        }
        if self.problem.is_none() {
            let atoms = Atoms::of(cx.store(), &self.assertions);
            let languages = Languages::new(cx.store(), &mut self.regexes, &self.assertions);
            self.problem = Some((atoms, languages));
        }
        let Some((atoms, _)) = &self.problem else {
            return Ok(Verdict::Consistent);
        };
        let facts = gather(cx, &mut self.regexes, atoms);
        let Some(_known) = self.propagate(cx, &facts)? else {
            return Ok(Verdict::Consistent);
        };
        if effort != Effort::Last {
            return Ok(Verdict::Consistent);
        }
        let _ = BUILD_STEPS;
        Ok(Verdict::GaveUp("no words were looked for"))
    }

    fn string_value(&mut self, _: &mut PluginContext<'_, '_>, term: Term) -> Option<Vec<u32>> {
        self.words.get(&term).cloned()
    }
}
