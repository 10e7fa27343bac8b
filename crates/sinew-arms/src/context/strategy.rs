//! The strategy: the steps of a check, in order, and how they are run (P3, Strategy 1).
//!
//! [`STRATEGY`] is the whole of it. A step is a row there: its name, when it has its turn, what it does
//! for people, and the function that does it. Adding one is adding a row. Departures from P3's
//! Strategy 1:
//!
//! * Models come from strings of fixed length ([`fixed_length`](crate::fixed_length)) under the engine's
//!   integer model, not from normal forms alone; so negative `contains`, disequalities and conversions
//!   are decided there, and a failure teaches the engine which lengths to avoid.
//! * Splits and expansions, which grow the problem, come only after that has failed a few times
//!   ([`PATIENCE`]); then a number of them ([`GROWTH`]) is made before strings of fixed length are
//!   looked for again. Splits of normal forms, of which there need be no last one, wait for more failures
//!   than expansions ([`SPLIT_PATIENCE`]). They follow the lengths of the candidate model.
//! * Equations in which variables occur more than once go through the graph of Nielsen's
//!   transformation, which P3's splits would walk for ever.

use sinew_base::StopReason;
use sinew_engine::{Effort, PluginContext, Verdict};

use super::containment::check_containment;
use super::pigeonhole::{factors, positions};
use super::{ContextArm, code_points, few_words, order};
use crate::fixed_length::{FixedLengthSearch, Question, say_overlaps};
use crate::forms::{ByClass, NormalForms, cancel, simplify_in_context};
use crate::tuning::{GROWTH, PATIENCE, SPLIT_PATIENCE, SPLIT_STEPS, SPLIT_STEPS_MOST, SPLITS};

/// Why the arm lets others go first: it has made the problem larger often enough.
const MANY_SPLITS: &str = "many splits of normal forms";

/// When a step has its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In every full check.
    Full,
    /// In every full check, and again in the last one, which needs what it finds.
    Both,
    /// In the last check, when all theories agree on the candidate.
    Last,
    /// It grows the problem: in a full check while there is credit for it, in the last one after
    /// a step before it gave up.
    Growth,
}

impl When {
    /// The name in listings.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            When::Full => "full",
            When::Both => "both",
            When::Last => "last",
            When::Growth => "growth",
        }
    }
}

/// What a step did.
pub(super) enum Done {
    /// Nothing follows.
    Nothing,
    /// Something was sent to the engine.
    Acted,
    /// A model was found.
    Model,
    /// The step does not go that far.
    GaveUp(&'static str),
    /// The step would go on, but others may find that easier.
    Paused(&'static str),
}

impl From<bool> for Done {
    fn from(acted: bool) -> Done {
        if acted { Done::Acted } else { Done::Nothing }
    }
}

/// What the steps of one check have found out for those after them.
#[derive(Default)]
pub(super) struct Round {
    pub(super) forms: Option<NormalForms>,
    pub(super) members: ByClass,
    acted: bool,
    gave_up: Option<&'static str>,
    /// Whether the problem may grow, once that was asked.
    growth: Option<bool>,
}

type Run = fn(&mut ContextArm, &mut PluginContext<'_, '_>, &mut Round) -> Result<Done, StopReason>;

/// A step of the strategy.
#[derive(Clone, Copy)]
pub struct Step {
    /// The name in listings.
    pub name: &'static str,
    /// When it has its turn.
    pub when: When,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Whether it is one of those that simplify in context (*s* in P3, §5).
    pub simplifies: bool,
    /// Whether the check ends behind it once a step has acted.
    pub breaks: bool,
    run: Run,
}

const fn step(name: &'static str, when: When, about: &'static str, run: Run) -> Step {
    Step {
        name,
        when,
        about,
        simplifies: false,
        breaks: true,
        run,
    }
}

impl Step {
    const fn simplifies(mut self) -> Step {
        self.simplifies = true;
        self
    }

    /// The next step goes with it.
    const fn goes_on(mut self) -> Step {
        self.breaks = false;
        self
    }
}

/// The steps in order.
#[rustfmt::skip]
pub static STRATEGY: &[Step] = &[
    step("evaluate-constants", When::Full, "extended terms whose arguments are constants", |arm, cx, _| arm.evaluate(cx, None)).simplifies(),
    step("open-memberships", When::Full, "memberships in languages with symbols, by structure", |arm, cx, _| Ok(arm.open_memberships(cx).into())),
    step("normal-forms", When::Both, "cycles, flat and normal forms, unification", ContextArm::normal_forms),
    step("cancel", When::Both, "what equal concatenations have in common at their ends", |_, cx, round| Ok(round.forms.as_ref().is_some_and(|forms| cancel(cx, forms)).into())),
    step("evaluate-forms", When::Full, "extended terms in the context of normal forms", |arm, cx, round| arm.evaluate(cx, round.forms.as_ref())).simplifies(),
    step("order", When::Full, "circles of lexicographic comparisons", |arm, cx, round| Ok(order::check(cx, &arm.back_end.registered.predicates, round.forms.as_ref()).into())),
    step("containment", When::Full, "negative contains against the parts of the string", |arm, cx, round| Ok(check_containment(cx, &mut arm.simplifier, &arm.back_end.registered, round.forms.as_ref())?.into())),
    step("pigeonhole-factors", When::Full, "least lengths of strings with many words in them", |arm, cx, _| Ok(factors::check(cx, &arm.back_end.registered.predicates).into())).goes_on(),
    step("pigeonhole-positions", When::Full, "least lengths of strings with many different parts", |arm, cx, _| Ok(positions::check(cx, &arm.back_end.registered.terms).into())),
    step("memberships", When::Full, "emptiness and lengths of intersected memberships", ContextArm::check_memberships),
    step("pigeonhole-language", When::Full, "more different strings than their language has words", |arm, cx, round| Ok(arm.sizes.check(cx, &mut arm.back_end.regexes, &round.members)?.into())),
    step("few-words", When::Full, "strings that are looked for, whose language has few words of their length", |arm, cx, round| Ok(few_words::check(cx, &mut arm.back_end.regexes, &arm.back_end.registered.extended, &round.members)?.into())),
    step("membership-forms", When::Full, "memberships of normal forms and of the sides of equations", ContextArm::membership_forms),
    step("code-points", When::Full, "different characters have different codes", |arm, cx, _| Ok(code_points::check_injective(cx, &arm.back_end.registered.terms).into())).goes_on(),
    step("characters", When::Full, "codes and first positions of characters in languages", |arm, cx, _| Ok(arm.characters.check(cx, &mut arm.back_end.regexes, &arm.back_end.registered)?.into())),
    step("equations", When::Full, "word equations without a solution", ContextArm::check_equations),
    step("overlaps", When::Full, "constants in one string that contradict each other", ContextArm::overlaps),
    step("fixed-length", When::Last, "strings of fixed length: a model, or a lemma", ContextArm::search),
    step("expand", When::Growth, "extended terms by definition", ContextArm::expand).goes_on(),
    step("ext-lemmas", When::Growth, "what expanded terms imply beyond their definitions", |arm, cx, _| Ok(arm.tell_implied(cx).into())),
    step("order-split", When::Growth, "comparisons at their first different components", ContextArm::split_order),
    step("membership-split", When::Growth, "memberships of concatenations, part by part", ContextArm::split_membership),
    step("form-split", When::Growth, "components where two normal forms part", ContextArm::split_forms),
    step("order-first", When::Growth, "comparisons of strings without parts, at their first characters", ContextArm::compare_first),
];

impl ContextArm {
    /// Runs the steps whose turn it is.
    pub(super) fn run_strategy(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        effort: Effort,
    ) -> Result<Verdict, StopReason> {
        let mut round = Round::default();
        for step in STRATEGY {
            if !self.steps.has(step) || !self.has_turn(step.when, effort, &mut round) {
                continue;
            }
            cx.budget().spend(1)?;
            match (step.run)(self, cx, &mut round)? {
                Done::Nothing => {}
                Done::Acted => round.acted = true,
                Done::Model => return Ok(Verdict::Model),
                Done::GaveUp(why) => round.gave_up = Some(why),
                Done::Paused(why) => return Ok(Verdict::Paused(why)),
            }
            if round.acted && step.breaks {
                return Ok(Verdict::Consistent);
            }
        }
        Ok(match round.gave_up {
            Some(why) => Verdict::GaveUp(why),
            None => Verdict::Consistent,
        })
    }

    fn has_turn(&mut self, when: When, effort: Effort, round: &mut Round) -> bool {
        let last = effort == Effort::Last;
        match when {
            When::Full => !last,
            When::Both => true,
            When::Last => last,
            When::Growth if last => round.gave_up.is_some(),
            When::Growth => *round.growth.get_or_insert(self.credit > 0),
        }
    }

    /// Extended terms in context; without normal forms, in that of constants.
    fn evaluate(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        forms: Option<&NormalForms>,
    ) -> Result<Done, StopReason> {
        let extended = &self.back_end.registered.extended;
        let values = self.steps.ext_simplify;
        Ok(simplify_in_context(cx, &mut self.simplifier, forms, extended, values)?.into())
    }

    fn normal_forms(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        round: &mut Round,
    ) -> Result<Done, StopReason> {
        let forms = NormalForms::compute(cx)?;
        let acted = forms.acted;
        round.forms = Some(forms);
        Ok(acted.into())
    }

    fn check_memberships(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        round: &mut Round,
    ) -> Result<Done, StopReason> {
        let predicates = self.informative(cx);
        let memberships = &mut self.memberships;
        round.members = memberships.collect(cx, &mut self.back_end.regexes, &predicates);
        Ok(memberships
            .check(cx, &mut self.back_end.regexes, &round.members)?
            .into())
    }

    fn membership_forms(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        round: &mut Round,
    ) -> Result<Done, StopReason> {
        let Some(forms) = &round.forms else {
            return Ok(Done::Nothing);
        };
        let predicates = self.informative(cx);
        let regexes = &mut self.back_end.regexes;
        let acted = (self.memberships).check_forms(cx, regexes, &round.members, forms)?
            || (self.memberships).check_equations(cx, regexes, &predicates, forms)?;
        Ok(acted.into())
    }

    /// The effort grows with the number of times that strings of fixed length were not found.
    fn check_equations(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        round: &mut Round,
    ) -> Result<Done, StopReason> {
        match &round.forms {
            Some(forms) if self.lemmas > 0 => {
                let rounds = self.lemmas / cx.tuning().count(&PATIENCE);
                Ok(self.equations.check(cx, forms, rounds)?.into())
            }
            _ => Ok(Done::Nothing),
        }
    }

    fn overlaps(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        _: &mut Round,
    ) -> Result<Done, StopReason> {
        let clauses = say_overlaps(cx, None)?;
        for clause in &clauses {
            self.back_end.shared.publish(cx.store_mut(), clause);
        }
        Ok((!clauses.is_empty()).into())
    }

    /// Strings of fixed length. When there have been lemmas enough, expansions and splits have their
    /// turn before strings are looked for again.
    fn search(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        _: &mut Round,
    ) -> Result<Done, StopReason> {
        let predicates = self.unsaid(cx);
        let question = Question {
            predicates: Some(&predicates),
            relevant: None,
            steps: u64::MAX,
        };
        match self.back_end.search(cx, &question)? {
            FixedLengthSearch::Found => Ok(Done::Model),
            FixedLengthSearch::Lemma => {
                self.lemmas += 1;
                if self.lemmas.is_multiple_of(cx.tuning().count(&PATIENCE)) {
                    self.credit += cx.tuning().count(&GROWTH);
                }
                Ok(Done::Acted)
            }
            FixedLengthSearch::Stopped => Ok(Done::GaveUp("words took long to look for")),
            FixedLengthSearch::GaveUp(why) => Ok(Done::GaveUp(why)),
        }
    }

    /// The first of the splits, so the one that pays for the turn.
    fn split_order(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        round: &mut Round,
    ) -> Result<Done, StopReason> {
        self.credit = self.credit.saturating_sub(1);
        let forms = round.forms.as_ref();
        let split = |forms| order::split(cx, &self.back_end.registered.predicates, forms);
        Ok(forms.is_some_and(split).into())
    }

    fn compare_first(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        round: &mut Round,
    ) -> Result<Done, StopReason> {
        let forms = round.forms.as_ref();
        let predicates = &self.back_end.registered.predicates;
        let compare = |forms| order::first_characters(cx, predicates, forms);
        Ok(forms.is_some_and(compare).into())
    }

    fn split_membership(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        round: &mut Round,
    ) -> Result<Done, StopReason> {
        let Some(forms) = &round.forms else {
            return Ok(Done::Nothing);
        };
        let (regexes, predicates) = (
            &mut self.back_end.regexes,
            &self.back_end.registered.predicates,
        );
        let acted = (self.decompositions).split(cx, regexes, predicates, forms)?;
        Ok(acted.into())
    }

    /// Makes one split, if other lengths were tried often enough or cannot be. What needs no decision comes first.
    fn split_forms(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        round: &mut Round,
    ) -> Result<Done, StopReason> {
        let Some(forms) = &round.forms else {
            return Ok(Done::Nothing);
        };
        if round.gave_up.is_none() && self.lemmas < cx.tuning().count(&SPLIT_PATIENCE) {
            return Ok(Done::Nothing);
        }
        if !forms.splits.is_empty() && self.is_worth_a_pause(cx) {
            return Ok(Done::Paused(MANY_SPLITS));
        }
        let (decided, open): (Vec<_>, Vec<_>) =
            (forms.splits.iter()).partition(|candidate| candidate.is_decided(cx));
        let mut splits = decided.into_iter().chain(open);
        Ok(splits.any(|candidate| candidate.split(cx)).into())
    }

    /// Counts a split. Whether others should go first, once: problems that need many splits are those on which others are faster,
    /// if they solve them at all. Few steps are fewer than others need to begin; after many the turn ends soon anyway.
    fn is_worth_a_pause(&mut self, cx: &PluginContext<'_, '_>) -> bool {
        let tuning = cx.tuning();
        let steps = tuning.get(&SPLIT_STEPS)..tuning.get(&SPLIT_STEPS_MOST);
        self.splits += u64::from(steps.contains(&self.spent.total()));
        self.splits > tuning.get(&SPLITS) && !std::mem::replace(&mut self.paused, true)
    }
}
