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
//! Like the lengths arm, it lets others go first after a number of rounds, and goes on with twice the
//! patience when it is asked again.

mod arrangement;
mod expand;
mod overlap;
pub mod rules;

use sinew_base::StopReason;
use sinew_engine::{Effort, PluginContext, TheorySolver, Verdict};
use sinew_simplify::Simplifier;
use sinew_strings::RegexOfTerm;
use sinew_term::{Op, Sort, Term};

use self::arrangement::arrange;
use crate::fixed_length::{
    Assignment, CircuitCache, Conversions, FixedLengthSearch, Question, say_lengths,
};
use crate::forms::{Memberships, NormalForms, cancel, simplify_in_context};
use crate::tuning::{ARRANGE_ROUNDS, ARRANGEMENTS, ARRANGING, EXPANDING};
use crate::{Settings, Shared};

/// Why the arm lets others go first.
const MANY_ROUNDS: &str = "many rounds of arrangements without words";

/// The arrange arm; give it to [`Engine::set_plugin`](sinew_engine::Engine::set_plugin).
#[derive(Default)]
pub struct ArrangeArm {
    regexes: RegexOfTerm,
    simplifier: Simplifier,
    /// String terms, and integer functions of strings.
    terms: Vec<Term>,
    predicates: Vec<Term>,
    extended: Vec<Term>,
    memberships: Memberships,
    words: Assignment,
    shared: Shared,
    cache: CircuitCache,
    conversions: Conversions,
    /// Terms of which not everything was said, because the budget ended meanwhile.
    cut_short: Vec<Term>,
    /// Lemmas of the back end so far.
    lemmas: u64,
    /// Arrangements since words were last looked for.
    arranged: u64,
    /// Rounds since the arm was last tired, and how often it was.
    rounds: u64,
    tired: u32,
}

impl ArrangeArm {
    /// An arm that tells others what it learns.
    #[must_use]
    pub fn sharing(shared: Shared, settings: &Settings) -> ArrangeArm {
        ArrangeArm {
            simplifier: Simplifier::without(settings.without.clone()).tuned(&settings.tuning),
            shared,
            ..ArrangeArm::default()
        }
    }

    /// Tells the engine what the term says of lengths.
    fn say_lengths(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        say_lengths(cx, &mut self.regexes, term);
        if cx.budget().exhausted().is_some() {
            self.cut_short.push(term);
        }
    }

    /// Concludes what needs no arrangement, then expands and arranges. Whether something was sent.
    fn reduce(&mut self, cx: &mut PluginContext<'_, '_>) -> Result<bool, StopReason> {
        if self.open_memberships(cx) {
            return Ok(true);
        }
        let Some(forms) = settled_forms(cx)? else {
            return Ok(true);
        };
        cx.budget().spend(self.extended.len() as u64)?;
        let how = (&mut self.simplifier, true);
        if simplify_in_context(cx, how, Some(&forms), &self.extended)?
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
        let (memberships, regexes) = (&mut self.memberships, &mut self.regexes);
        let members = memberships.collect(cx, regexes, &self.predicates);
        Ok(memberships.check(cx, regexes, &members)?
            || memberships.check_forms(cx, regexes, &members, forms)?
            || memberships.check_equations(cx, regexes, &self.predicates, forms)?)
    }

    /// Looks for words of the lengths at hand: a model, or a lemma.
    fn search(&mut self, cx: &mut PluginContext<'_, '_>) -> Result<Verdict, StopReason> {
        // Arithmetic may have agreed on equal lengths since the full check.
        if settled_forms(cx)?.is_none() {
            return Ok(Verdict::Consistent);
        }
        self.arranged = 0;
        self.rounds += 1;
        let rounds = cx.tuning().get(&ARRANGE_ROUNDS);
        if self.rounds > rounds.saturating_mul(1 << self.tired.min(32)) {
            self.tired += 1;
            self.rounds = 0;
            return Ok(Verdict::Paused(MANY_ROUNDS));
        }
        let question = Question {
            regexes: &mut self.regexes,
            cache: &mut self.cache,
            predicates: &self.predicates,
            terms: &self.terms,
            relevant: Some(cx.relevant()),
            steps: u64::MAX,
        };
        match FixedLengthSearch::run(cx, question)? {
            FixedLengthSearch::Found(words) => {
                self.words = words;
                return Ok(Verdict::Model);
            }
            FixedLengthSearch::Lemma(clause) => {
                self.shared.publish(cx.store_mut(), &clause);
                self.lemmas += 1;
            }
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
        let (sort, op) = (cx.store().sort(term), cx.store().op(term));
        match sort {
            Sort::String | Sort::Int => self.terms.push(term),
            Sort::Bool if op != Op::Eq => self.predicates.push(term),
            _ => {}
        }
        if op.is_extended() {
            self.extended.push(term);
        }
        self.say_lengths(cx, term);
        self.conversions.say(cx, term);
    }

    fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        effort: Effort,
    ) -> Result<Verdict, StopReason> {
        for term in std::mem::take(&mut self.cut_short) {
            self.say_lengths(cx, term);
        }
        match effort {
            Effort::Standard => Ok(Verdict::Consistent),
            Effort::Full => self.reduce(cx).map(|_| Verdict::Consistent),
            Effort::Last => self.search(cx),
        }
    }

    fn string_value(&mut self, _: &mut PluginContext<'_, '_>, term: Term) -> Option<Vec<u32>> {
        self.words.get(&term).cloned()
    }
}
