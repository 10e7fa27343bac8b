//! Whole-problem passes, one file each. A pass changes the problem by whole, correct steps: it
//! unites origins wherever it uses one assertion to change another, and says how models extend
//! whenever it eliminates a symbol.

use sinew_base::StopReason;

use crate::preprocess::State;

mod bounds;
mod known;
mod lift;
mod monadic;
mod pure;
mod solve;
mod unconstrained;

/// A pass and its name.
pub(crate) struct Pass {
    /// For messages and statistics.
    #[allow(dead_code)]
    pub(crate) name: &'static str,
    /// Runs once; whether anything changed.
    pub(crate) run: fn(&mut State<'_>) -> Result<bool, StopReason>,
}

/// The passes in the order in which a round runs them.
pub(crate) const ALL: &[Pass] = &[
    Pass {
        name: "solve",
        run: solve::run,
    },
    Pass {
        name: "known",
        run: known::run,
    },
    Pass {
        name: "bounds",
        run: bounds::run,
    },
    Pass {
        name: "unconstrained",
        run: unconstrained::run,
    },
    Pass {
        name: "monadic",
        run: monadic::run,
    },
    Pass {
        name: "pure",
        run: pure::run,
    },
    Pass {
        name: "lift",
        run: lift::run,
    },
];
