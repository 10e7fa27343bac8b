//! What an arm is, and the table of all arms.
//!
//! An arm decides a problem in turns: it goes on where it stopped, takes in what others have learnt
//! (P2 §3.2, *Constraint Sharing*) and ends each turn with an answer, a pause, or by declining for
//! good. It never prints, exits or reads options. Whoever chooses between arms reads [`ARMS`] and
//! nothing else: a new arm is a folder and a row there.

use std::collections::BTreeMap;
use std::fmt;

use sinew_base::{Budget, Disabled, Rule, StopReason, Tuning};
use sinew_engine::{Definition, FunctionDefinition, Model, Observer};
use sinew_simplify::Simplifier;
use sinew_term::{Term, TermStore};

use crate::context::{self, Steps};
use crate::engine_arm::EngineArm;
use crate::equations::{self, EquationsArm};
use crate::flat::{self, FlatArm};
use crate::{Difficulty, Shared, arrange, automata, expansion, fixed_length, forms, lengths};

/// An assertion as it was written, and as it is looked at: the same, or a simpler form of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asserted {
    /// What a proof starts from.
    pub written: Term,
    /// What the arm works on.
    pub form: Term,
}

impl Asserted {
    /// The assertion as it was written.
    #[must_use]
    pub fn as_written(term: Term) -> Asserted {
        Asserted {
            written: term,
            form: term,
        }
    }
}

/// How a turn ended.
#[derive(Clone, Debug)]
pub enum Turn {
    /// There is a model. Its correctness is for others to check.
    Sat(Model),
    /// There is none, because of the assertions at these positions.
    Unsat(Vec<usize>),
    /// Neither is known yet; another turn goes on from here.
    Paused(Pause),
    /// Another turn would bring nothing.
    Declined(Reason),
}

/// Where an arm pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// Why.
    pub cause: Cause,
    /// How the turn went.
    pub difficulty: Difficulty,
}

/// Why an arm pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The budget of the turn ended, or somebody asked to stop.
    Stopped(StopReason),
    /// The arm finds the problem hard and lets others go first (P2 §3.2, *Dynamic Difficulty
    /// Estimation*).
    Yielded(&'static str),
}

/// Why an arm declines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its method does not reach so far.
    Incomplete(&'static str),
    /// It noticed a defect of its own.
    Internal(&'static str),
    /// It keeps no log, and one is wanted.
    NoLog,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Incomplete(what) | Reason::Internal(what) => f.write_str(what),
            Reason::NoLog => f.write_str("this arm keeps no proof"),
        }
    }
}

/// A decision procedure at work on one problem.
pub trait Arm {
    /// Works on for as long as the budget lasts.
    fn turn(&mut self, store: &mut TermStore, budget: &Budget) -> Turn;

    /// Takes in facts that are valid wherever the problem's symbols occur.
    fn import(&mut self, store: &mut TermStore, facts: &[Term]);

    /// How often each rule was applied so far, by name.
    fn inferences(&self) -> BTreeMap<&'static str, u64>;

    /// Shows each inference from now on to `observer`.
    fn set_observer(&mut self, observer: Observer);

    /// The log so far, if one is kept.
    fn log(&self) -> Option<String>;

    /// The symbols that it has introduced, with what they stand for.
    fn symbols(&mut self, _: &mut TermStore, _: &Budget) -> Vec<(Term, Definition)> {
        Vec::new()
    }

    /// The functions that it has introduced, with what they mean.
    fn functions(&self) -> Vec<FunctionDefinition> {
        Vec::new()
    }
}

/// What can be chosen about arms.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The seed of random choices.
    pub seed: u64,
    /// Whether a log is wanted. Then nothing may be used that is not valid.
    pub log: bool,
    /// The steps of the context arm, and whether short strings come first.
    pub steps: Steps,
    /// Rules that are off.
    pub without: Disabled,
    /// Tuned constants.
    pub tuning: Tuning,
}

impl Settings {
    /// A simplifier in which these hold.
    pub(crate) fn simplifier(&self) -> Simplifier {
        Simplifier::without(self.without.clone()).tuned(&self.tuning)
    }
}

/// Makes an arm for a problem.
type Make = fn(&mut TermStore, &[Asserted], &Shared, &Settings) -> Box<dyn Arm>;

/// A row of [`ARMS`].
pub struct ArmSpec {
    /// The name by which options and statistics know it.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// Whether it can write a log.
    pub keeps_log: bool,
    /// The tables of its rules.
    pub rules: &'static [&'static [&'static Rule]],
    make: Make,
}

impl PartialEq for ArmSpec {
    fn eq(&self, other: &ArmSpec) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for ArmSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// All arms.
pub static ARMS: &[ArmSpec] = &[
    ArmSpec {
        name: "context",
        about: "context-dependent simplification, normal forms and splits (P3)",
        keeps_log: true,
        rules: &[
            fixed_length::rules::ALL,
            forms::rules::ALL,
            expansion::rules::ALL,
            context::rules::ALL,
        ],
        make: |store, asserted, shared, settings| {
            let arm = context::ContextArm::sharing(shared.clone(), settings);
            EngineArm::boxed(store, asserted, Some(Box::new(arm)), settings)
        },
    },
    ArmSpec {
        name: "lengths",
        about: "length abstraction with a fixed-length back end (P2 §3.1)",
        keeps_log: true,
        rules: &[fixed_length::rules::ALL, lengths::rules::ALL],
        make: |store, asserted, shared, settings| {
            let terms: Vec<Term> = asserted.iter().map(|one| one.form).collect();
            let arm = lengths::LengthsArm::sharing(shared.clone()).bounded(&terms);
            EngineArm::boxed(store, asserted, Some(Box::new(arm)), settings)
        },
    },
    ArmSpec {
        name: "equations",
        about: "Nielsen's transformation of the asserted word equations",
        keeps_log: false,
        rules: &[equations::rules::ALL],
        make: |_, asserted, _, settings| Box::new(EquationsArm::new(asserted, settings)),
    },
    ArmSpec {
        name: "arrange",
        about: "arrangements of word equations with a fixed-length back end (P2 §3.1)",
        keeps_log: true,
        rules: &[
            fixed_length::rules::ALL,
            forms::rules::ALL,
            expansion::rules::ALL,
            arrange::rules::ALL,
        ],
        make: |store, asserted, shared, settings| {
            let arm = arrange::ArrangeArm::sharing(shared.clone(), settings);
            EngineArm::boxed(store, asserted, Some(Box::new(arm)), settings)
        },
    },
    ArmSpec {
        name: "automata",
        about: "regular languages: propagation, noodles, transducers",
        keeps_log: true,
        rules: &[fixed_length::rules::ALL, automata::rules::ALL],
        make: |store, asserted, shared, settings| {
            let terms: Vec<Term> = asserted.iter().map(|one| one.form).collect();
            let arm = automata::AutomataArm::new(&terms).sharing(shared.clone());
            EngineArm::with_bounds(store, asserted, Some(Box::new(arm)), settings, false)
        },
    },
    ArmSpec {
        name: "flat",
        about: "flat words and linear arithmetic, not-substring (P4)",
        keeps_log: false,
        rules: &[flat::rules::ALL],
        make: |_, asserted, _, settings| Box::new(FlatArm::new(asserted, settings)),
    },
];

impl ArmSpec {
    /// The arm with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static ArmSpec> {
        ARMS.iter().find(|spec| spec.name == name)
    }

    /// The arm, ready to work on the conjunction of these assertions.
    #[must_use]
    pub fn make(
        &self,
        store: &mut TermStore,
        asserted: &[Asserted],
        shared: &Shared,
        settings: &Settings,
    ) -> Box<dyn Arm> {
        (self.make)(store, asserted, shared, settings)
    }
}

/// The engine by itself, for problems without strings.
#[must_use]
pub fn without_strings(
    store: &mut TermStore,
    asserted: &[Asserted],
    settings: &Settings,
) -> Box<dyn Arm> {
    EngineArm::boxed(store, asserted, None, settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_arms_and_of_rules_are_unique() {
        let mut names: Vec<&str> = ARMS.iter().map(|spec| spec.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ARMS.len());
        let mut rules: BTreeMap<&str, &Rule> = BTreeMap::new();
        for rule in ARMS.iter().flat_map(|spec| spec.rules).copied().flatten() {
            let known = *rules.entry(rule.name).or_insert(rule);
            assert!(
                std::ptr::eq(known, *rule),
                "two rules are called {}",
                rule.name
            );
        }
    }
}
