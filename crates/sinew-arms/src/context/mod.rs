//! Context-dependent simplification (P3): congruence classes, normal forms, extended functions
//! simplified in context first and expanded last.
//!
//! The arm is a theory of the engine. Its steps are the declared list [`STRATEGY`], each with the
//! effort at which it runs; a step that infers ends the round. Departures from P3's Strategy 1:
//!
//! * Models come from words of fixed length (`crate::words`) under the engine's integer model, not
//!   from normal forms alone; so negative `contains`, disequalities and conversions are decided
//!   there, and a failure teaches the engine which lengths to avoid.
//! * Splits and expansions, which grow the problem, come only after that has failed a few times.

mod extended;
mod inference;
mod member;
mod normal;
mod reduce;

pub use inference::Inference;

use sinew_base::StopReason;
use sinew_engine::{Effort, PluginContext, TheorySolver, Verdict};
use sinew_simplify::{RegexOfTerm, Simplifier};
use sinew_term::{Op, Sort, Term, TermSet};

use self::extended::{is_extended, simplify_in_context};
use self::member::Memberships;
use self::normal::{NormalForms, Skolems};
use crate::Shared;
use crate::words::{Memory, WordSearch, Words, length_facts};

/// A step of the strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Extended terms with constant arguments.
    EvaluateConstants,
    /// Memberships in languages with symbols in them, by their structure.
    OpenMemberships,
    /// Cycles, flat and normal forms, unification.
    NormalForms,
    /// Extended terms in the context of normal forms.
    EvaluateForms,
    /// Emptiness and lengths of intersected memberships.
    Memberships,
    /// Words of fixed length; a model, or a lesson.
    Words,
    /// Ext-Expand.
    Expand,
    /// F-Split and L-Split.
    Split,
}

/// The steps in order, with the effort that each needs.
pub const STRATEGY: &[(Step, Effort)] = &[
    (Step::EvaluateConstants, Effort::Full),
    (Step::OpenMemberships, Effort::Full),
    (Step::NormalForms, Effort::Full),
    (Step::EvaluateForms, Effort::Full),
    (Step::Memberships, Effort::Full),
    (Step::Words, Effort::Last),
    (Step::Expand, Effort::Last),
    (Step::Split, Effort::Last),
];

/// Lessons between one round of expansions and splits and the next.
const PATIENCE: u32 = 4;

/// The context arm; give it to [`Engine::set_plugin`](sinew_engine::Engine::set_plugin).
#[derive(Default)]
pub struct ContextArm {
    regexes: RegexOfTerm,
    simplifier: Simplifier,
    /// String terms, and integer functions of strings.
    terms: Vec<Term>,
    predicates: Vec<Term>,
    extended: Vec<Term>,
    expanded: TermSet,
    /// Memberships whose meaning was sent by their structure.
    said: TermSet,
    memberships: Memberships,
    skolems: Skolems,
    words: Words,
    lessons: u32,
    shared: Shared,
    memory: Memory,
}

/// What a step did.
enum Done {
    /// Nothing follows.
    Nothing,
    /// Something was sent to the engine.
    Acted,
    /// A model was found.
    Model,
    /// The step does not go that far.
    GaveUp(&'static str),
}

impl ContextArm {
    /// An arm that tells others what it learns.
    #[must_use]
    pub fn sharing(shared: Shared) -> ContextArm {
        ContextArm {
            shared,
            ..ContextArm::default()
        }
    }

    fn step(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        forms: &mut Option<NormalForms>,
        step: Step,
    ) -> Result<Done, StopReason> {
        cx.budget().spend(1 + self.extended.len() as u64)?;
        let acted = match step {
            Step::EvaluateConstants => {
                simplify_in_context(cx, &mut self.simplifier, None, &self.extended)
            }
            Step::OpenMemberships => self.open_memberships(cx),
            Step::NormalForms => {
                let computed = NormalForms::compute(cx);
                let acted = computed.acted;
                *forms = Some(computed);
                acted
            }
            Step::EvaluateForms => {
                simplify_in_context(cx, &mut self.simplifier, forms.as_ref(), &self.extended)
            }
            Step::Memberships => {
                self.memberships
                    .check(cx, &mut self.regexes, &self.predicates, forms.as_ref())?
            }
            Step::Words => return self.search(cx),
            Step::Expand => self.expand(cx),
            Step::Split => match forms {
                Some(forms) => forms
                    .forks
                    .iter()
                    .any(|fork| fork.split(cx, &mut self.skolems)),
                None => false,
            },
        };
        Ok(if acted { Done::Acted } else { Done::Nothing })
    }

    /// Words of fixed length. A lesson ends the round only while there is patience; otherwise the
    /// steps behind this one have their turn too.
    fn search(&mut self, cx: &mut PluginContext<'_, '_>) -> Result<Done, StopReason> {
        // A membership that its structure says already needs no automaton.
        let predicates: Vec<Term> = self
            .predicates
            .iter()
            .copied()
            .filter(|&atom| !(self.said.contains(atom) && cx.value(atom) == Some(true)))
            .collect();
        let terms = (&predicates[..], &self.terms[..]);
        let memory = (&mut self.regexes, &mut self.memory);
        match WordSearch::run(cx, memory, terms, (Inference::Lesson as u32, u64::MAX))? {
            WordSearch::Found(words) => {
                self.words = words;
                Ok(Done::Model)
            }
            WordSearch::Lesson(clause) => {
                self.shared.tell(cx.store_mut(), &clause);
                self.lessons += 1;
                Ok(if self.lessons.is_multiple_of(PATIENCE) {
                    Done::Nothing
                } else {
                    Done::Acted
                })
            }
            WordSearch::Stopped => Ok(Done::GaveUp("words took long to look for")),
            WordSearch::GaveUp(why) => Ok(Done::GaveUp(why)),
        }
    }

    /// Says by structure what memberships in languages with symbols mean, where they hold.
    fn open_memberships(&mut self, cx: &mut PluginContext<'_, '_>) -> bool {
        let mut acted = false;
        for atom in self.predicates.clone() {
            if cx.store().op(atom) != Op::InRe
                || self.said.contains(atom)
                || cx.value(atom) != Some(true)
            {
                continue;
            }
            let (string, regex) = (cx.store().arg(atom, 0), cx.store().arg(atom, 1));
            if cx.store().is_ground(regex) {
                continue;
            }
            if let Some(meaning) = reduce::open_membership(cx, string, regex) {
                self.said.insert(atom);
                let fact = cx.store_mut().implies(atom, meaning);
                cx.lemma(&[fact], Inference::Expand as u32);
                acted = true;
            }
        }
        acted
    }

    /// Expands the extended terms that are not expanded yet.
    fn expand(&mut self, cx: &mut PluginContext<'_, '_>) -> bool {
        let mut acted = false;
        for term in self.extended.clone() {
            // A predicate that nobody asserts says nothing.
            let idle = cx.store().sort(term) == Sort::Bool && cx.value(term) != Some(true);
            if idle
                || self.expanded.contains(term)
                || cx.literal_of(term).is_some() && cx.store().sort(term) != Sort::Bool
            {
                continue;
            }
            self.expanded.insert(term);
            for fact in reduce::definition(cx, term) {
                cx.lemma(&[fact], Inference::Expand as u32);
                acted = true;
            }
        }
        acted
    }
}

impl TheorySolver for ContextArm {
    fn register(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        let (sort, op) = (cx.store().sort(term), cx.store().op(term));
        match sort {
            Sort::String | Sort::Int => self.terms.push(term),
            Sort::Bool if op != Op::Eq => self.predicates.push(term),
            _ => {}
        }
        if is_extended(op) {
            self.extended.push(term);
        }
        for fact in length_facts(cx.store_mut(), &mut self.regexes, term) {
            cx.lemma(&[fact], Inference::Length as u32);
        }
    }

    fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        effort: Effort,
    ) -> Result<Verdict, StopReason> {
        if effort == Effort::Standard {
            return Ok(Verdict::Consistent);
        }
        let mut forms = None;
        let mut gave_up = None;
        for &(step, least) in STRATEGY {
            // The last call repeats what is cheap only to have the normal forms at hand.
            if least > effort
                || (effort == Effort::Last && least < effort && step != Step::NormalForms)
            {
                continue;
            }
            match self.step(cx, &mut forms, step)? {
                Done::Nothing => {}
                Done::Acted | Done::Model => return Ok(Verdict::Consistent),
                Done::GaveUp(why) => gave_up = Some(why),
            }
        }
        match gave_up {
            Some(why) => Ok(Verdict::GaveUp(why)),
            None => Ok(Verdict::Consistent),
        }
    }

    fn string_value(&mut self, _: &mut PluginContext<'_, '_>, term: Term) -> Option<Vec<u32>> {
        self.words.get(&term).cloned()
    }
}
