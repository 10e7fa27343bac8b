//! Verdicts: what became of a test, with failures of different kinds kept apart.

use std::fmt;

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The right answer, with a valid model or the minimal core.
    Pass,
    /// `sat` for an unsatisfiable test or the reverse: the solver is unsound.
    WrongAnswer,
    /// `sat`, but the model does not satisfy the formula: unsound.
    InvalidModel,
    /// `sat`, but some value is missing or not a literal, so that it cannot be checked.
    NonLiteralModel,
    /// `unsat`, but the core is satisfiable: unsound.
    CoreNotUnsat,
    /// `unsat`, and the core holds more than it must.
    CoreNotMinimal,
    /// `unsat`, but no core.
    CoreNotDelivered,
    /// `unknown`.
    Unknown,
    /// No answer in time.
    Timeout,
    /// No answer within the memory limit.
    OutOfMemory,
    /// No answer: the solver broke down or printed something else.
    Crash,
    /// The solver does not accept the input.
    Rejected,
}

impl Verdict {
    /// All verdicts, in the order of tables.
    pub const ALL: [Verdict; 12] = [
        Verdict::Pass,
        Verdict::WrongAnswer,
        Verdict::InvalidModel,
        Verdict::NonLiteralModel,
        Verdict::CoreNotUnsat,
        Verdict::CoreNotMinimal,
        Verdict::CoreNotDelivered,
        Verdict::Unknown,
        Verdict::Timeout,
        Verdict::OutOfMemory,
        Verdict::Crash,
        Verdict::Rejected,
    ];

    /// The name in stores and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::WrongAnswer => "wrong answer",
            Verdict::InvalidModel => "invalid model",
            Verdict::NonLiteralModel => "non-literal model",
            Verdict::CoreNotUnsat => "core not unsat",
            Verdict::CoreNotMinimal => "core not minimal",
            Verdict::CoreNotDelivered => "core not delivered",
            Verdict::Unknown => "unknown",
            Verdict::Timeout => "timeout",
            Verdict::OutOfMemory => "out of memory",
            Verdict::Crash => "crash",
            Verdict::Rejected => "rejected input",
        }
    }

    /// The column head in tables.
    #[must_use]
    pub fn short(self) -> &'static str {
        match self {
            Verdict::Pass => "ok",
            Verdict::WrongAnswer => "W",
            Verdict::InvalidModel => "IM",
            Verdict::NonLiteralModel => "NM",
            Verdict::CoreNotUnsat => "IC",
            Verdict::CoreNotMinimal => "CM",
            Verdict::CoreNotDelivered => "CN",
            Verdict::Unknown => "K",
            Verdict::Timeout => "T",
            Verdict::OutOfMemory => "M",
            Verdict::Crash => "E",
            Verdict::Rejected => "R",
        }
    }

    /// What it means, for a person who sees the name for the first time.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Verdict::Pass => "the right answer, with a model that holds, or the minimal core",
            Verdict::WrongAnswer => "sat for an unsatisfiable test or the reverse: unsound",
            Verdict::InvalidModel => "sat, but its model falsifies the formula: unsound",
            Verdict::NonLiteralModel => "sat, but its model cannot be checked",
            Verdict::CoreNotUnsat => "unsat, but its core is satisfiable: unsound",
            Verdict::CoreNotMinimal => "unsat, but its core holds more than it must",
            Verdict::CoreNotDelivered => "unsat, but no core",
            Verdict::Unknown => "unknown before the time was up",
            Verdict::Timeout => "no answer in time",
            Verdict::OutOfMemory => "no answer within the memory limit",
            Verdict::Crash => "it broke down, or printed something that is no answer",
            Verdict::Rejected => "it does not accept the input: a missing feature, not a failure",
        }
    }

    /// The verdict of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Verdict> {
        Verdict::ALL
            .into_iter()
            .find(|verdict| verdict.name() == name)
    }

    /// Whether it shows the solver to be unsound.
    #[must_use]
    pub fn is_unsound(self) -> bool {
        matches!(
            self,
            Verdict::WrongAnswer | Verdict::InvalidModel | Verdict::CoreNotUnsat
        )
    }

    /// Whether the test failed. A rejected input is a missing feature, not a failure.
    #[must_use]
    pub fn is_failure(self) -> bool {
        !matches!(self, Verdict::Pass | Verdict::Rejected)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
