//! Whole-problem passes, one file each. A pass changes the problem by whole, correct steps: it
//! unites origins wherever it uses one assertion to change another, and says how models extend
//! whenever it eliminates a symbol.

use sinew_base::{Rule, StopReason};

use crate::preprocess::State;

mod bounds;
mod cut_words;
mod isolated_strings;
mod lift_ite;
mod long_words;
mod propagate_facts;
mod pure_literals;
mod refuted_values;
pub(crate) mod rules;
mod solve_eqs;
mod unconstrained;

/// A pass and its name.
pub(crate) struct Pass {
    /// For statistics, traces and switching it off.
    pub(crate) rule: &'static Rule,
    /// Runs once; whether anything changed.
    pub(crate) run: fn(&mut State<'_>) -> Result<bool, StopReason>,
}

macro_rules! passes {
    ($($rule:ident $file:ident),* $(,)?) => {
        &[$( Pass { rule: &rules::$rule, run: $file::run } ),*]
    };
}

/// The passes in the order in which a round runs them.
pub(crate) static ALL: &[Pass] = passes![
    SOLVE_EQS solve_eqs,
    PROPAGATE_FACTS propagate_facts,
    PROPAGATE_BOUNDS bounds,
    CUT_WORDS cut_words,
    REFUTED_VALUES refuted_values,
    UNCONSTRAINED unconstrained,
    ISOLATED_STRINGS isolated_strings,
    PURE_LITERALS pure_literals,
    LIFT_ITE lift_ite,
];
