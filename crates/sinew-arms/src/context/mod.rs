//! Context-dependent simplification (P3): congruence classes, normal forms, extended functions
//! simplified in context first and expanded last.
//!
//! The arm is a theory of the engine. Its steps are the declared list [`STRATEGY`], each with the
//! effort at which it runs; a step that infers ends the round. Departures from P3's Strategy 1:
//!
//! * Models come from words of fixed length (`crate::words`) under the engine's integer model, not
//!   from normal forms alone; so negative `contains`, disequalities and conversions are decided
//!   there, and a failure teaches the engine which lengths to avoid.
//! * Splits and expansions, which grow the problem, come only after that has failed a few times; then
//!   a number of them is made before words are looked for again. Splits follow the lengths of the
//!   candidate model.
//! * Equations in which variables occur more than once go through the graph of Nielsen's
//!   transformation, which P3's splits would walk for ever.

mod cancel;
mod cardinality;
mod code_points;
mod containment;
mod different;
mod equations;
mod ext_expand;
mod ext_lemmas;
mod ext_simplify;
mod member;
mod membership_split;
mod normal;
mod order;
mod packing;
mod places;
pub mod rules;
mod skolems;
mod split;
mod steps;

pub use steps::Steps;

use rustc_hash::FxHashSet;
use sinew_base::{Budget, StopReason};
use sinew_engine::{Effort, PluginContext, TheorySolver, Verdict};
use sinew_simplify::Simplifier;
use sinew_strings::RegexOfTerm;
use sinew_term::{Op, Sort, Term, TermSet, TermStore, postorder};

use self::cancel::cancel;
use self::code_points::Characters;
use self::containment::check_containment;
use self::equations::Equations;
use self::ext_lemmas::implied;
use self::ext_simplify::{is_settled, simplify_in_context};
use self::member::Memberships;
use self::membership_split::Decompositions;
use self::normal::NormalForms;
use self::order::Order;
use self::packing::Packing;
use self::places::check_places;
use crate::Shared;
use crate::fixed_length::{Assignment, CircuitCache, Conversions, FixedLengthSearch, length_facts};

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
    /// Circles of comparisons.
    Order,
    /// Negative `contains` against the parts of the string.
    Containment,
    /// Least lengths of strings with many words in them.
    Packing,
    /// Emptiness and lengths of intersected memberships.
    Memberships,
    /// Codes of characters, and what memberships say of characters and positions.
    Characters,
    /// Word equations that have no solution, and lengths of those that have one.
    Equations,
    /// Words of fixed length; a model, or a lemma.
    FixedLength,
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
    (Step::Order, Effort::Full),
    (Step::Containment, Effort::Full),
    (Step::Packing, Effort::Full),
    (Step::Memberships, Effort::Full),
    (Step::Characters, Effort::Full),
    (Step::Equations, Effort::Full),
    (Step::Expand, Effort::Full),
    (Step::Split, Effort::Full),
    (Step::FixedLength, Effort::Last),
];

/// Lemmas between one round of expansions and splits and the next.
const PATIENCE: u32 = 2;
/// Splits in such a round.
const SPLITS: u32 = 8;

/// The context arm; give it to [`Engine::set_plugin`](sinew_engine::Engine::set_plugin).
#[derive(Default)]
pub struct ContextArm {
    steps: Steps,
    regexes: RegexOfTerm,
    simplifier: Simplifier,
    /// String terms, and integer functions of strings.
    terms: Vec<Term>,
    predicates: Vec<Term>,
    extended: Vec<Term>,
    /// Expanded terms, with the value of predicates.
    expanded: FxHashSet<(Term, bool)>,
    /// Memberships whose meaning was sent by their structure.
    said: TermSet,
    memberships: Memberships,
    decompositions: Decompositions,
    order: Order,
    characters: Characters,
    packing: Packing,
    equations: Equations,
    words: Assignment,
    lemmas: u32,
    /// Splits that may be made before words are looked for again.
    credit: u32,
    shared: Shared,
    cache: CircuitCache,
    /// Terms of which not everything was said, because the budget ended meanwhile.
    cut_short: Vec<Term>,
    conversions: Conversions,
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

    /// The arm with these steps.
    #[must_use]
    pub fn with_steps(mut self, steps: Steps) -> ContextArm {
        self.steps = steps;
        self
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
                let how = (&mut self.simplifier, self.steps.ext_simplify);
                simplify_in_context(cx, how, None, &self.extended)?
            }
            Step::OpenMemberships => self.open_memberships(cx),
            Step::NormalForms => {
                let computed = NormalForms::compute(cx);
                let acted = computed.acted || cancel(cx, &computed);
                *forms = Some(computed);
                acted
            }
            Step::EvaluateForms => {
                let how = (&mut self.simplifier, self.steps.ext_simplify);
                simplify_in_context(cx, how, forms.as_ref(), &self.extended)?
            }
            Step::Order => self.order.check(cx, &self.predicates, forms.as_ref()),
            Step::Containment => check_containment(
                cx,
                &mut self.simplifier,
                (&self.predicates, &self.terms),
                forms.as_ref(),
            )?,
            Step::Packing => {
                self.packing.check(cx, &self.predicates) | check_places(cx, &self.terms)
            }
            Step::Memberships => {
                let predicates = self.informative(cx);
                self.memberships
                    .check(cx, &mut self.regexes, &predicates, forms.as_ref())?
            }
            Step::Characters => {
                let terms = (&self.predicates[..], &self.terms[..]);
                self.characters.check(cx, &mut self.regexes, terms)?
            }
            Step::Equations => match forms {
                Some(forms) if self.lemmas > 0 => {
                    let rounds = self.lemmas / PATIENCE;
                    self.equations.check(cx, forms, rounds)?
                }
                _ => false,
            },
            Step::FixedLength => return self.search(cx),
            Step::Expand => self.credit > 0 && self.expand(cx, forms.as_ref())?,
            Step::Split => self.credit > 0 && self.split(cx, forms.as_ref())?,
        };
        Ok(if acted { Done::Acted } else { Done::Nothing })
    }

    /// Words of fixed length. When there have been lemmas enough, expansions and splits have their
    /// turn before words are looked for again.
    fn search(&mut self, cx: &mut PluginContext<'_, '_>) -> Result<Done, StopReason> {
        // A membership that its structure says already needs no automaton.
        let predicates: Vec<Term> = self
            .informative(cx)
            .into_iter()
            .filter(|&atom| !(self.said.contains(atom) && cx.value(atom) == Some(true)))
            .collect();
        let terms = (&predicates[..], &self.terms[..]);
        let cache = (&mut self.regexes, &mut self.cache);
        match FixedLengthSearch::run(cx, cache, terms, u64::MAX)? {
            FixedLengthSearch::Found(words) => {
                self.words = words;
                Ok(Done::Model)
            }
            FixedLengthSearch::Lemma(clause) => {
                self.shared.publish(cx.store_mut(), &clause);
                self.lemmas += 1;
                if self.lemmas.is_multiple_of(PATIENCE) {
                    self.credit += SPLITS;
                }
                Ok(Done::Acted)
            }
            FixedLengthSearch::Stopped => Ok(Done::GaveUp("words took long to look for")),
            FixedLengthSearch::GaveUp(why) => Ok(Done::GaveUp(why)),
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
            if cx.store().is_ground(regex) || self.decompositions.is_name(regex) {
                continue;
            }
            if let Some(meaning) = ext_expand::open_membership(cx, string, regex) {
                self.said.insert(atom);
                let fact = cx.store_mut().implies(atom, meaning);
                acted |= cx.lemma(&rules::EXT_EXPAND, &[fact]);
            }
        }
        acted
    }

    /// Expands extended terms that the context does not settle: inner ones before those they occur
    /// in, and functions before predicates, since what is known of the ones may settle the others;
    /// for the same reason negations wait until splits have brought normal forms as far as they get.
    fn expand(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        forms: Option<&NormalForms>,
    ) -> Result<bool, StopReason> {
        let mut open: Vec<(u32, Term, bool)> = Vec::new();
        let forked = forms.is_some_and(|forms| !forms.splits.is_empty());
        for index in 0..self.extended.len() {
            let term = self.extended[index];
            let value = match cx.store().sort(term) {
                Sort::Bool => cx.value(term),
                _ => Some(true),
            };
            // A predicate that nobody asserts says nothing.
            let Some(value) = value else { continue };
            if self.expanded.contains(&(term, value))
                || is_identity(cx, term)
                || value && self.is_located(cx, term)
            {
                continue;
            }
            if is_settled(cx, &mut self.simplifier, forms, term)? {
                continue;
            }
            let rank = match (cx.store().sort(term), value) {
                (Sort::Bool, false) => 2,
                (Sort::Bool, true) => 1,
                _ => 0,
            };
            open.push((rank, term, value));
        }
        // Arguments are older than what they occur in.
        open.sort_unstable();
        let mut acted = None;
        let mut outer = TermSet::new();
        for (rank, term, value) in open {
            if acted.is_some_and(|done| done < rank) || rank > 1 && forked && self.credit > 1 {
                break;
            }
            if postorder(cx.store(), term)
                .iter()
                .any(|&t| outer.contains(t))
            {
                outer.insert(term);
                continue;
            }
            let facts = ext_expand::definition(cx, &mut self.simplifier, term, !value)?;
            self.expanded.insert((term, value));
            for fact in facts {
                if cx.lemma(&rules::EXT_EXPAND, &[fact]) {
                    acted = Some(rank);
                    outer.insert(term);
                }
            }
            for fact in implied(cx, term, &self.extended) {
                if cx.lemma(&rules::EXT_IMPLIED, &[fact]) {
                    acted = Some(rank);
                }
            }
        }
        Ok(acted.is_some())
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

    /// Whether the term says that a string occurs where an index of it says the place.
    fn is_located(&self, cx: &mut PluginContext<'_, '_>, term: Term) -> bool {
        if cx.store().op(term) != Op::Contains {
            return false;
        }
        let zero = cx.store_mut().int(0);
        self.extended.iter().any(|&index| {
            let store = cx.store();
            let same = store.op(index) == Op::IndexOf
                && store.args(index)[..2] == *store.args(term)
                && self.expanded.contains(&(index, true));
            same && {
                let found = cx.store_mut().ge(index, zero);
                cx.value(found) == Some(true)
            }
        })
    }

    /// Makes one split, if there is credit for it.
    fn split(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        forms: Option<&NormalForms>,
    ) -> Result<bool, StopReason> {
        self.credit = self.credit.saturating_sub(1);
        let Some(forms) = forms else { return Ok(false) };
        if self.order.split(cx, &self.predicates, forms) {
            return Ok(true);
        }
        let regexes = &mut self.regexes;
        if (self.decompositions).split(cx, regexes, &self.predicates, forms)? {
            return Ok(true);
        }
        // What needs no decision comes first.
        let (decided, open): (Vec<_>, Vec<_>) =
            forms.splits.iter().partition(|fork| fork.is_decided(cx));
        let mut splits = decided.into_iter().chain(open);
        Ok(splits.any(|fork| fork.split(cx)))
    }

    /// The predicates that say something as they stand.
    fn informative(&self, cx: &PluginContext<'_, '_>) -> Vec<Term> {
        let all = self.predicates.iter().copied();
        all.filter(|&atom| self.decompositions.is_informative(cx, atom))
            .collect()
    }
}

/// Whether the term is a replacement of what is known not to occur.
fn is_identity(cx: &mut PluginContext<'_, '_>, term: Term) -> bool {
    if cx.store().op(term) != Op::Replace {
        return false;
    }
    let (s, t) = (cx.store().arg(term, 0), cx.store().arg(term, 1));
    let found = cx.store_mut().contains(s, t);
    cx.value(found) == Some(false)
}

impl TheorySolver for ContextArm {
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
        for fact in self.conversions.register(cx.store_mut(), term) {
            let _ = cx.lemma(&crate::fixed_length::rules::CONVERSION, &[fact]);
        }
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
        let mut forms = None;
        let mut gave_up = None;
        for &(step, least) in STRATEGY {
            // The last call repeats what is cheap only to have the normal forms at hand.
            if !self.steps.has(step)
                || least > effort
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
        if gave_up.is_some()
            && (self.expand(cx, forms.as_ref())? || self.split(cx, forms.as_ref())?)
        {
            return Ok(Verdict::Consistent);
        }
        match gave_up {
            Some(why) => Ok(Verdict::GaveUp(why)),
            None => Ok(Verdict::Consistent),
        }
    }

    fn language(&mut self, store: &mut TermStore, number: u32, budget: &Budget) -> Option<Term> {
        let language = self.decompositions.language(number)?;
        self.regexes.term_of_regex(store, language, budget)
    }

    fn string_value(&mut self, _: &mut PluginContext<'_, '_>, term: Term) -> Option<Vec<u32>> {
        self.words.get(&term).cloned()
    }
}
