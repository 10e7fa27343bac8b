//! Arrangements with a fixed-length back end (P2 §3.1; Z3str2 and Z3str3 before it).
//!
//! Where two concatenations are equal and their first components are not the same, one of these is a
//! beginning of the other: which, their lengths say. An *arrangement* cuts the longer one there. The arm
//! goes on until all equations are in solved form, or only overlaps are left; then words of fixed
//! lengths are looked for, and what fails there is a lemma about lengths, which other arms are told.
//!
//! Departures from P2:
//!
//! * The three arrangements of a pair are three implications from lengths, `|x| < |y|`, `|x| = |y|` and
//!   `|x| > |y|`, of which arithmetic makes one due. Z3str3 asserts their disjunction and
//!   lets the core choose; here the candidate model of arithmetic chooses, and no case is built before it
//!   is tried.
//! * Equations are not rewritten: normal forms ([`forms`](crate::forms)) are computed anew behind each
//!   cut, so that the rest of an equation is what is left of the forms.
//! * Extended terms are expanded by the definitions that all arms share
//!   ([`expansion`](crate::expansion)), not before words of fixed length were missed
//!   ([`EXPANDING`]): the back end knows all operators.
//!
//! After a number of rounds it lets others go first (`Patience`).

mod arrangement;
mod expand;
mod overlap;
pub mod rules;

use sinew_base::StopReason;
use sinew_engine::{Effort, PluginContext, TheorySolver, Verdict};
use sinew_simplify::Simplifier;
use sinew_term::Term;

use self::arrangement::arrange;
use crate::expansion::say_memberships;
use crate::fixed_length::{BackEnd, FixedLengthSearch, Question};
use crate::forms::{Memberships, NormalForms, cancel, simplify_in_context};
use crate::patience::Patience;
use crate::tuning::{ARRANGE_ROUNDS, ARRANGEMENTS, ARRANGING, EXPANDING};
use crate::{Settings, Shared};

/// Why the arm lets others go first.
const MANY_ROUNDS: &str = "many rounds of arrangements without words";

/// The arrange arm; give it to [`Engine::set_plugin`](sinew_engine::Engine::set_plugin).
#[derive(Default)]
pub struct ArrangeArm {
    simplifier: Simplifier,
    back_end: BackEnd,
    memberships: Memberships,
    /// Lemmas of the back end so far.
    lemmas: u64,
    /// Arrangements since words were last looked for.
    arranged: u64,
    patience: Patience,
}

impl ArrangeArm {
    /// An arm that tells others what it learns.
    #[must_use]
    pub fn sharing(shared: Shared, settings: &Settings) -> ArrangeArm {
        ArrangeArm {
            simplifier: settings.simplifier(),
            back_end: BackEnd::sharing(shared),
            ..ArrangeArm::default()
        }
    }

    /// Concludes what needs no arrangement, then expands and arranges. Whether something was sent.
    fn reduce(&mut self, cx: &mut PluginContext<'_, '_>) -> Result<bool, StopReason> {
        if say_memberships(cx, &self.back_end.registered.predicates, |_| false) {
            return Ok(true);
        }
        let Some(forms) = settled_forms(cx)? else {
            return Ok(true);
        };
        let extended = &self.back_end.registered.extended;
        if simplify_in_context(cx, &mut self.simplifier, Some(&forms), extended, true)?
            || self.check_memberships(cx, &forms)?
        {
            return Ok(true);
        }
        if self.lemmas >= cx.tuning().get(&EXPANDING) && self.expand(cx)? {
            return Ok(true);
        }
        if self.lemmas < cx.tuning().get(&ARRANGING)
            || self.arranged >= cx.tuning().get(&ARRANGEMENTS)
        {
            return Ok(false);
        }
        let arranged = arrange(cx, &forms)?;
        self.arranged += u64::from(arranged);
        Ok(arranged)
    }

    /// Memberships of one class taken together, and with its normal form.
    fn check_memberships(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        forms: &NormalForms,
    ) -> Result<bool, StopReason> {
        let BackEnd {
            regexes,
            registered,
            ..
        } = &mut self.back_end;
        let memberships = &mut self.memberships;
        let members = memberships.collect(cx, regexes, &registered.predicates);
        Ok(memberships.check(cx, regexes, &members)?
            || memberships.check_forms(cx, regexes, &members, forms)?
            || memberships.check_equations(cx, regexes, &registered.predicates, forms)?)
    }

    /// Looks for words of the lengths at hand: a model, or a lemma.
    fn search(&mut self, cx: &mut PluginContext<'_, '_>) -> Result<Verdict, StopReason> {
        // Arithmetic may have agreed on equal lengths since the full check.
        if settled_forms(cx)?.is_none() {
            return Ok(Verdict::Consistent);
        }
        self.arranged = 0;
        if self.patience.is_over(cx.tuning().get(&ARRANGE_ROUNDS)) {
            return Ok(self.patience.pause(MANY_ROUNDS));
        }
        let relevant = cx.relevant();
        let question = Question {
            predicates: None,
            relevant: Some(&relevant),
            steps: u64::MAX,
        };
        match self.back_end.search(cx, &question)? {
            FixedLengthSearch::Found => return Ok(Verdict::Model),
            FixedLengthSearch::Lemma => self.lemmas += 1,
            FixedLengthSearch::Stopped => {
                return Ok(Verdict::GaveUp("words took long to look for"));
            }
            FixedLengthSearch::GaveUp(why) => return Ok(Verdict::GaveUp(why)),
        }
        Ok(Verdict::Consistent)
    }
}

/// The normal forms, unless something follows from them, which is sent.
fn settled_forms(cx: &mut PluginContext<'_, '_>) -> Result<Option<NormalForms>, StopReason> {
    let forms = NormalForms::compute(cx)?;
    let acted = forms.acted || cancel(cx, &forms);
    Ok((!acted).then_some(forms))
}

impl TheorySolver for ArrangeArm {
    fn register(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        self.back_end.register(cx, term);
    }

    fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        effort: Effort,
    ) -> Result<Verdict, StopReason> {
        self.back_end.catch_up(cx);
        match effort {
            Effort::Standard => Ok(Verdict::Consistent),
            Effort::Full => self.reduce(cx).map(|_| Verdict::Consistent),
            Effort::Last => self.search(cx),
        }
    }

    fn string_value(&mut self, _: &mut PluginContext<'_, '_>, term: Term) -> Option<Vec<u32>> {
        self.back_end.word(term)
    }
}
