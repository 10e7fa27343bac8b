//! What an answer rests on: the record that comes with it through the stages, to certification.

use std::collections::{BTreeMap, BTreeSet};

use sinew_base::{Disabled, Rule, Tuning};
use sinew_simplify::{Preprocessor, Simplifier};
use sinew_term::Term;

use super::Certificate;
use super::recorded::Recorded;
use super::refutation::Refutation;
use crate::search::SearchLog;

/// An application of a rule of this crate, in terms: enough to make a step of a proof of it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The rule.
    pub(crate) rule: &'static Rule,
    /// What it was applied to.
    pub(crate) premises: Vec<Term>,
    /// What follows.
    pub(crate) conclusion: Term,
}

/// Applications of rules, as they are made. Those that are off are not made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derivation {
    off: Disabled,
    tuning: Tuning,
    steps: Vec<Step>,
    /// How often laws of the simplifier were used between the steps.
    laws: BTreeMap<&'static str, u64>,
}

impl Derivation {
    /// Nothing yet; these rules are off, and these constants hold for the laws between the steps.
    pub(crate) fn new(off: Disabled, tuning: Tuning) -> Derivation {
        Derivation {
            off,
            tuning,
            ..Derivation::default()
        }
    }

    /// One that begins here and may come to nothing: [`Derivation::append`] takes its steps over.
    pub(crate) fn attempt(&self) -> Derivation {
        Derivation::new(self.off.clone(), self.tuning.clone())
    }

    /// A simplifier of whole problems under what holds here.
    pub(crate) fn preprocessor(&self) -> Preprocessor {
        Preprocessor::without(self.off.clone()).tuned(&self.tuning)
    }

    /// A simplifier of terms under what holds here.
    pub(crate) fn simplifier(&self) -> Simplifier {
        Simplifier::without(self.off.clone()).tuned(&self.tuning)
    }

    /// Whether the rule may be applied.
    pub(crate) fn allows(&self, rule: &Rule) -> bool {
        !self.off.has(rule.name)
    }

    /// Adds an application.
    pub(crate) fn apply(&mut self, rule: &'static Rule, premises: Vec<Term>, conclusion: Term) {
        debug_assert!(self.allows(rule), "{} is off", rule.name);
        self.steps.push(Step {
            rule,
            premises,
            conclusion,
        });
    }

    /// Adds what a simplifier did.
    pub(crate) fn used(&mut self, laws: impl IntoIterator<Item = (&'static str, u64)>) {
        for (law, count) in laws {
            *self.laws.entry(law).or_default() += count;
        }
    }

    /// Takes the steps of another one over.
    pub(crate) fn append(&mut self, other: Derivation) {
        self.steps.extend(other.steps);
        self.used(other.laws);
    }

    /// The applications so far.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How often laws of the simplifier were used.
    pub(crate) fn laws(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.laws.iter().map(|(&law, &count)| (law, count))
    }
}

/// What an answer rests on.
///
/// Of the rules of other crates only the names are here, and those may be more than were needed: all laws and
/// passes that the session's simplifier has used, all inferences of the search that answered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Basis {
    /// The rules that can have had a part in it, by name.
    pub(crate) rules: BTreeSet<&'static str>,
    /// The applications of this crate's rules, in the order of the stages.
    pub(crate) steps: Vec<Step>,
    /// Formulas that imply the assertions at these positions, for those that cannot be evaluated.
    pub(crate) stand_ins: Vec<(usize, Term)>,
    /// The log of the refutation, replayed.
    pub(crate) refutation: Option<Refutation>,
    /// The log of the search, as it is, where that is recorded.
    pub(crate) log: Option<SearchLog>,
    /// What simplification did, where that is recorded.
    pub(crate) recorded: Option<Recorded>,
    /// What vouches for it already.
    pub(crate) certificate: Option<Certificate>,
    /// Whether it is known that nothing can be left out of the core.
    pub(crate) minimal: bool,
    /// Whether the cache has this answer as it is.
    pub(crate) cached: bool,
}

impl Basis {
    /// Adds what a stage derived from its question before it asked the rest.
    pub(crate) fn precede(&mut self, derivation: Derivation) {
        self.rules.extend(derivation.laws.keys());
        self.rules
            .extend(derivation.steps.iter().map(|step| step.rule.name));
        self.steps.splice(0..0, derivation.steps);
    }
}
