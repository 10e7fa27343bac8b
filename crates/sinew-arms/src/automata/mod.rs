//! The automata arm: regular languages all the way (Chen et al., OOPSLA 2023 and arXiv 2508.19888).
//!
//! The engine decides the Boolean structure, equality and arithmetic. Under its assignment the strings
//! are classes with constraints between them (`facts`); regular propagation (`propagate`) gives each
//! of them a language, and refutes the assignment where one is empty. When all theories agree, the
//! equations are cut against each other (`search`, *stabilisation*) until words are found or no way is left.
//! What automata do not express is left to the fixed-length back end, as are candidates that violate it.

mod atoms;
mod candidate;
mod cases;
mod core;
mod counting;
mod cyclic;
mod decide;
mod facts;
mod languages;
mod lessons;
mod measure;
mod operations;
mod periods;
mod places;
mod positions;
mod propagate;
mod reasons;
pub mod rules;
mod search;
mod state;

use std::rc::Rc;

use rustc_hash::FxHashSet;
use sinew_base::{Rule, StopReason};
use sinew_engine::{Effort, PluginContext, Premise, TheorySolver, Verdict};
use sinew_regex::LengthSet;
use sinew_term::{Integer, Term};

use self::atoms::Atoms;
use self::decide::{Decided, Decider};
use self::facts::{Facts, Key, gather};
use self::languages::Languages;
use self::lessons::Asserted;
use self::propagate::{Known, Propagated, Tools, propagate};
use self::reasons::Reasons;
use crate::Shared;
use crate::fixed_length::{BackEnd, FixedLengthSearch, Question, within_lengths};
use crate::tuning::{BACK_END_STEPS, LANGUAGE_LENGTH_STEPS, LENGTH_REASONS, TOLD_STEPS};

/// Why the arm lets others go first.
const LONG_ROUND: &str = "words of one assignment of lengths took long to look for";

/// Why the words that automata have found are not enough, if all constraints were looked at.
const DISAGREED: &str = "words of automata do not fit the integers";
/// The same, if one was not.
const TOO_LARGE: &str = "the automaton of a membership is too large";

/// The automata arm; give it to [`Engine::set_plugin`](sinew_engine::Engine::set_plugin).
pub struct AutomataArm {
    assertions: Vec<Term>,
    back_end: BackEnd,
    /// Made at the first check.
    problem: Option<(Atoms, Languages)>,
    /// The latest facts without a conflict, with the languages that they leave.
    latest: Option<(Key, Vec<Known>)>,
    /// Facts of which a search told nothing.
    given_up: FxHashSet<Key>,
    /// What the assertions say outright; made at the first check.
    asserted: Option<Rc<Asserted>>,
    /// Whether the other arms know what they come to, or it is too late for it.
    told: bool,
}

impl AutomataArm {
    /// An arm for these assertions.
    #[must_use]
    pub fn new(assertions: &[Term]) -> AutomataArm {
        AutomataArm {
            assertions: assertions.to_vec(),
            back_end: BackEnd::default(),
            problem: None,
            latest: None,
            given_up: FxHashSet::default(),
            asserted: None,
            told: false,
        }
    }

    /// Tells what it learns to whoever shares this.
    #[must_use]
    pub fn sharing(self, shared: Shared) -> AutomataArm {
        let back_end = BackEnd::sharing(shared);
        AutomataArm { back_end, ..self }
    }

    /// Reads the problem, the first time.
    fn read(&mut self, cx: &PluginContext<'_, '_>) {
        if self.problem.is_none() {
            let (store, regexes) = (cx.store(), &mut self.back_end.regexes);
            let atoms = Atoms::of(store, &self.assertions);
            let languages = Languages::new(store, regexes, &self.assertions, cx.tuning());
            self.problem = Some((atoms, languages));
        }
    }

    /// Looks for words, or for a reason why there are none.
    fn decide(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        facts: &Facts,
        known: &[Known],
    ) -> Result<Verdict, StopReason> {
        let Some((_, languages)) = &mut self.problem else {
            return Ok(Verdict::Consistent);
        };
        let mut values: Vec<Option<Integer>> = Vec::with_capacity(known.len());
        for class in &facts.variables {
            let length = class.map(|class| cx.store_mut().len(class));
            values.push(length.and_then(|length| cx.int_value(length)));
        }
        let (budget, tuning) = (cx.budget(), cx.tuning().clone());
        let mut decider = Decider {
            store: cx.store_mut(),
            languages,
            regexes: &mut self.back_end.regexes,
            facts,
            known,
            values: &values,
            tuning: &tuning,
            budget,
        };
        match decider.run()? {
            Decided::Conflict(premises, rule) => {
                self.say(cx, rule, &premises, None);
                Ok(Verdict::Consistent)
            }
            Decided::Words(words, values) => {
                let fits = self.fits_lost(cx, facts, known, &words)?;
                let weakened = facts.weakened(cx.store());
                let weakened = weakened.or((!fits).then_some(TOO_LARGE));
                if weakened.is_none() && self.agree(cx, facts, &words, values) {
                    return Ok(Verdict::Model);
                }
                self.given_up.insert(facts.key());
                self.fixed_lengths(cx, weakened.unwrap_or(DISAGREED))
            }
            Decided::Open(why) => {
                self.given_up.insert(facts.key());
                self.fixed_lengths(cx, why)
            }
        }
    }

    /// Whether the words are in all languages of the variables for which one was left out.
    fn fits_lost(
        &mut self,
        cx: &PluginContext<'_, '_>,
        facts: &Facts,
        known: &[Known],
        words: &[Vec<u32>],
    ) -> Result<bool, StopReason> {
        for (x, word) in words.iter().enumerate().filter(|&(x, _)| known[x].lost) {
            for (language, positive) in facts.memberships(x).0 {
                let store = self.back_end.regexes.store_mut();
                if store.contains_word(language, word, cx.budget())? != positive {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Makes an inference, and tells the other arms. Whether it was made.
    fn say(
        &self,
        cx: &mut PluginContext<'_, '_>,
        rule: &'static Rule,
        premises: &[Premise],
        conclusion: Option<Term>,
    ) -> bool {
        let sent = match conclusion {
            Some(fact) => cx.infer(rule, premises, fact),
            None => cx.conflict(rule, premises),
        };
        if sent {
            self.publish(cx, premises, conclusion);
        }
        sent
    }

    /// Tells the other arms what follows from premises.
    fn publish(
        &self,
        cx: &mut PluginContext<'_, '_>,
        premises: &[Premise],
        conclusion: Option<Term>,
    ) {
        let store = cx.store_mut();
        let mut clause: Vec<Term> = premises
            .iter()
            .map(|&premise| match premise {
                Premise::Literal(atom, true) => store.not(atom),
                Premise::Literal(atom, false) => atom,
                Premise::Equal(a, b) => {
                    let equal = store.eq(a, b);
                    store.not(equal)
                }
                Premise::Disequal(a, b) => store.eq(a, b),
            })
            .chain(conclusion)
            .collect();
        clause.sort_unstable();
        clause.dedup();
        self.back_end.shared.publish(store, &clause);
    }

    /// Tells the other arms, once, which languages follow from the assertions alone: when all of them are known, and before anything
    /// else is decided if possible, since then classes hold what is asserted to be equal.
    fn tell(&mut self, cx: &mut PluginContext<'_, '_>) -> Result<(), StopReason> {
        let silent = !self.back_end.shared.has_listeners() || cx.tuning().get(&TOLD_STEPS) == 0;
        if self.told || silent {
            return Ok(());
        }
        let asserted = (self.asserted)
            .get_or_insert_with(|| Rc::new(Asserted::of(cx.store(), &self.assertions)))
            .clone();
        if !asserted.is_known(cx) {
            return Ok(());
        }
        self.told = true;
        self.read(cx);
        let Some((atoms, languages)) = &mut self.problem else {
            return Ok(());
        };
        let facts = &gather(cx, &mut self.back_end.regexes, atoms);
        let outright = asserted.among(facts);
        let (budget, tuning) = (cx.budget(), cx.tuning().clone());
        let regexes = &mut self.back_end.regexes;
        let mut tools = Tools {
            store: cx.store(),
            languages,
            regexes,
            tuning: &tuning,
            budget,
        };
        let Propagated::Languages(known) = propagate(&mut tools, facts, &|at| outright[at])? else {
            return Ok(());
        };
        for (premises, fact) in lessons::clauses(cx, regexes, (&asserted, facts), &known)? {
            self.publish(cx, &premises, Some(fact));
        }
        Ok(())
    }

    /// Takes the words as the model if arithmetic has their lengths, or asks it for them. Whether
    /// either was possible.
    fn agree(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        facts: &Facts,
        words: &[Vec<u32>],
        values: Vec<(Term, Integer)>,
    ) -> bool {
        let mut asked = false;
        let mut numbers = lengths_of(cx, facts, words);
        numbers.extend(values);
        for (number, value) in numbers {
            if cx.int_value(number) == Some(value.clone()) {
                continue;
            }
            let value = cx.store_mut().int(value);
            let equal = cx.store_mut().eq(number, value);
            // The new atom may be one that is decided, written in another way.
            cx.split(equal, true);
            if cx.value(equal).is_some() {
                return false;
            }
            asked = true;
        }
        if !asked {
            self.back_end.words.clear();
            for (class, word) in facts.variables.iter().zip(words) {
                if let Some(class) = *class {
                    self.back_end.words.insert(class, word.clone());
                }
            }
        }
        true
    }

    /// Looks for words of the engine's lengths, since automata told nothing for this reason.
    fn fixed_lengths(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        why: &'static str,
    ) -> Result<Verdict, StopReason> {
        let question = Question {
            predicates: None,
            relevant: None,
            steps: cx.tuning().get(&BACK_END_STEPS),
        };
        match self.back_end.search(cx, &question)? {
            FixedLengthSearch::Found => Ok(Verdict::Model),
            FixedLengthSearch::Lemma => Ok(Verdict::Consistent),
            FixedLengthSearch::Stopped => Ok(Verdict::Paused(LONG_ROUND)),
            FixedLengthSearch::GaveUp(_) => Ok(Verdict::GaveUp(why)),
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
        let (budget, tuning) = (cx.budget(), cx.tuning().clone());
        let mut tools = Tools {
            store: cx.store(),
            languages,
            regexes: &mut self.back_end.regexes,
            tuning: &tuning,
            budget,
        };
        let key = facts.key();
        if let Some((latest, known)) = &self.latest
            && *latest == key
        {
            let known = known.clone();
            let sent = self.send_lengths(cx, facts, &known)?;
            return Ok((!sent).then_some(known));
        }
        let before = budget.spent();
        let known = match propagate(&mut tools, facts, &|_| true)? {
            Propagated::Languages(known) => known,
            Propagated::Empty(core) => {
                let steps = core::steps(&tuning, budget.spent() - before);
                let core = core::of_propagation(&mut tools, facts, core, steps)?;
                let premises = facts.premises(&core);
                self.say(cx, &rules::EMPTY_LANGUAGE, &premises, None);
                return Ok(None);
            }
        };
        self.latest = Some((key, known.clone()));
        let sent = self.send_lengths(cx, facts, &known)?;
        Ok((!sent).then_some(known))
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
                sent |= self.say(cx, &rules::LANGUAGE_LENGTHS, &premises, Some(fact));
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
        let slice = cx.budget().slice(cx.tuning().get(&LANGUAGE_LENGTH_STEPS));
        let most = cx.tuning().size(&LENGTH_REASONS);
        let found = match related {
            true if known.reasons.len() == 0 || known.reasons.len() > most => {
                return Ok(None);
            }
            true => known
                .automaton
                .lengths(&slice)
                .map(|lengths| (lengths, known.reasons.clone())),
            false => {
                let (literals, reasons) = facts.memberships(x);
                if literals.is_empty() {
                    return Ok(None);
                }
                let store = self.back_end.regexes.store_mut();
                let together = store.conjunction(&literals);
                let lengths = store.lengths(together, &slice);
                lengths.map(|lengths| ((*lengths).clone(), reasons))
            }
        };
        cx.budget().check()?;
        Ok(found.ok())
    }
}

/// The lengths that arithmetic speaks of, as the words have them.
fn lengths_of(
    cx: &mut PluginContext<'_, '_>,
    facts: &Facts,
    words: &[Vec<u32>],
) -> Vec<(Term, Integer)> {
    let mut found = Vec::new();
    for &x in facts.lengths.values() {
        if let Some(class) = facts.variables[x] {
            let value = Integer::from(words[x].len() as u64);
            found.push((cx.store_mut().len(class), value));
        }
    }
    found
}

impl TheorySolver for AutomataArm {
    fn register(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        self.back_end.register(cx, term);
    }

    fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        effort: Effort,
    ) -> Result<Verdict, StopReason> {
        self.back_end.catch_up(cx);
        if effort == Effort::Standard {
            self.tell(cx)?;
            return Ok(Verdict::Consistent);
        }
        self.told = true;
        self.read(cx);
        let Some((atoms, _)) = &self.problem else {
            return Ok(Verdict::Consistent);
        };
        self.back_end.words.clear();
        let facts = gather(cx, &mut self.back_end.regexes, atoms);
        let Some(known) = self.propagate(cx, &facts)? else {
            return Ok(Verdict::Consistent);
        };
        if effort != Effort::Last {
            return Ok(Verdict::Consistent);
        }
        // What told nothing would tell nothing again.
        match self.given_up.contains(&facts.key()) {
            true => {
                let why = facts.weakened(cx.store()).unwrap_or(DISAGREED);
                self.fixed_lengths(cx, why)
            }
            false => self.decide(cx, &facts, &known),
        }
    }

    fn string_value(&mut self, _: &mut PluginContext<'_, '_>, term: Term) -> Option<Vec<u32>> {
        self.back_end.word(term)
    }
}
