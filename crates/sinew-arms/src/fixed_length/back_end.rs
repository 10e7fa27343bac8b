//! The fixed-length back end as an arm holds it: the terms that the engine has told the arm of, and
//! words for them.

use sinew_engine::PluginContext;
use sinew_strings::RegexOfTerm;
use sinew_term::{Op, Sort, Term, TermSet, TermStore};

use super::candidate::Assignment;
use super::circuit::CircuitCache;
use super::conversion::Conversions;
use super::occurrences::occurrence_facts;
use super::{length_facts, rules};
use crate::Shared;

/// The terms that the engine has told an arm of.
#[derive(Default)]
pub(crate) struct Registered {
    /// String terms, and integer functions of strings, which tie words to the integer model.
    pub(crate) terms: Vec<Term>,
    /// String predicates.
    pub(crate) predicates: Vec<Term>,
    /// Terms and predicates with extended functions.
    pub(crate) extended: Vec<Term>,
}

impl Registered {
    fn add(&mut self, store: &TermStore, term: Term) {
        let op = store.op(term);
        match store.sort(term) {
            Sort::String | Sort::Int => self.terms.push(term),
            Sort::Bool if op != Op::Eq => self.predicates.push(term),
            _ => {}
        }
        if op.is_extended() {
            self.extended.push(term);
        }
    }
}

/// The back end of one arm.
#[derive(Default)]
pub(crate) struct BackEnd {
    pub(crate) regexes: RegexOfTerm,
    pub(crate) registered: Registered,
    /// The words of the model.
    pub(crate) words: Assignment,
    /// Whom lemmas are told.
    pub(crate) shared: Shared,
    pub(super) cache: CircuitCache,
    conversions: Conversions,
    /// Terms of which not everything was said, because the budget ended meanwhile.
    cut_short: Vec<Term>,
}

impl BackEnd {
    /// A back end that tells others what it learns.
    pub(crate) fn sharing(shared: Shared) -> BackEnd {
        BackEnd {
            shared,
            ..BackEnd::default()
        }
    }

    /// Takes note of a term, and tells the engine what it says of lengths and of other conversions.
    pub(crate) fn register(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        self.registered.add(cx.store(), term);
        self.say_lengths(cx, term);
        self.conversions.say(cx, term);
    }

    /// Says again what the budget has cut short: the lengths of these terms.
    pub(crate) fn catch_up(&mut self, cx: &mut PluginContext<'_, '_>) -> Vec<Term> {
        let mut terms = std::mem::take(&mut self.cut_short);
        let mut seen = TermSet::new();
        terms.retain(|&term| seen.insert(term));
        for &term in &terms {
            self.say_lengths(cx, term);
        }
        terms
    }

    /// Remembers a term if the budget has ended before all was said of it.
    pub(crate) fn note_cut(&mut self, cx: &PluginContext<'_, '_>, term: Term) {
        if cx.budget().exhausted().is_some() {
            self.cut_short.push(term);
        }
    }

    /// Tells the engine what a term says of lengths.
    fn say_lengths(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        let budget = cx.budget();
        for fact in length_facts(cx.store_mut(), &mut self.regexes, term, budget) {
            let _ = cx.lemma(&rules::LENGTH, &[fact]);
        }
        for fact in occurrence_facts(cx, term) {
            let _ = cx.lemma(&rules::OCCURRENCES, &[fact]);
        }
        self.note_cut(cx, term);
    }

    /// The word of a term in the model.
    pub(crate) fn word(&self, term: Term) -> Option<Vec<u32>> {
        self.words.get(&term).cloned()
    }
}
