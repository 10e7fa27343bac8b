//! Refutations as data, and their text.
//!
//! A certificate refutes a conjunction of integer constraints, its *hypotheses*, by cutting
//! planes (Chvátal 1973; Cook, Coullard and Turán 1987) with case splits on integer forms:
//! each line is a nonnegative combination of earlier lines, divided by the gcd of its
//! coefficients and rounded. The text is what `sinew-proof` replays; its `arith` module
//! defines the format. Nothing is shared with that checker but the format.

use std::fmt;

use rustc_hash::FxHashMap;
use sinew_base::Integer;

use crate::types::{Reason, VarId};

/// Which face of a hypothesis is used, relative to its normal form `F` (divided by its gcd,
/// the coefficient of its least variable positive).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// `F <= k`
    Upper,
    /// `F >= k`
    Lower,
}

/// Where a combined line comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A face of the constraint that the caller asserted under this reason.
    Hypothesis(Reason, Face),
    /// A face of the negated conclusion of an explanation or lemma.
    Goal(Face),
    /// A line derived earlier in the same branch, counted from 0.
    Line(u32),
    /// The assumption of the open split with this identifier.
    Assumption(u32),
}

/// One step of a refutation. A branch is closed by a line `0 <= k` with `k < 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A new line: the combination with these positive multipliers, divided and rounded.
    Sum(Vec<(Integer, Source)>),
    /// A new line: `F <= k` of the source becomes `F <= k - 1` because of `F != k`; the
    /// disequality is a hypothesis, or the goal if none is named.
    Strengthen(Source, Option<Reason>),
    /// Opens the branch `form <= at`.
    Split {
        /// Unique in the certificate.
        id: u32,
        /// The form, over variables that the caller made.
        form: Vec<(VarId, Integer)>,
        /// The greatest value of the first branch.
        at: Integer,
    },
    /// Closes the first branch of the innermost split, opens `form >= at + 1`.
    Else,
    /// Closes the second branch.
    End,
}

/// A refutation of its hypotheses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    pub(crate) hypotheses: Vec<Reason>,
    pub(crate) steps: Vec<Step>,
}

impl Certificate {
    /// The reasons whose constraints the certificate calls hypotheses 0, 1, …; if the
    /// certificate is of an explanation or lemma, the negated conclusion comes after them.
    #[must_use]
    pub fn hypotheses(&self) -> &[Reason] {
        &self.hypotheses
    }

    /// The steps.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index: FxHashMap<Reason, usize> = self
            .hypotheses
            .iter()
            .enumerate()
            .map(|(at, reason)| (*reason, at))
            .collect();
        let goal = self.hypotheses.len();
        let mut open: Vec<u32> = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            let source = |f: &mut fmt::Formatter<'_>, source: &Source| {
                let face = |face: &Face| match face {
                    Face::Upper => 'u',
                    Face::Lower => 'l',
                };
                match source {
                    Source::Hypothesis(reason, side) => {
                        write!(f, "{}{}", face(side), index[reason])
                    }
                    Source::Goal(side) => write!(f, "{}{goal}", face(side)),
                    Source::Line(line) => write!(f, "#{line}"),
                    Source::Assumption(id) => {
                        let depth = open.iter().position(|other| other == id);
                        write!(f, "a{}", depth.unwrap_or(open.len()))
                    }
                }
            };
            match step {
                Step::Sum(parts) => {
                    f.write_str("sum")?;
                    for (multiplier, from) in parts {
                        write!(f, " {multiplier} ")?;
                        source(f, from)?;
                    }
                    f.write_str(" ;")?;
                }
                Step::Strengthen(from, reason) => {
                    f.write_str("ne ")?;
                    source(f, from)?;
                    write!(f, " {} ;", reason.map_or(goal, |reason| index[&reason]))?;
                }
                Step::Split { id, form, at } => {
                    f.write_str("split")?;
                    for (var, coefficient) in form {
                        write!(f, " {coefficient} x{}", var.0)?;
                    }
                    write!(f, " <= {at} ;")?;
                    open.push(*id);
                }
                Step::Else => f.write_str("else ;")?,
                Step::End => {
                    f.write_str("end ;")?;
                    open.pop();
                }
            }
        }
        Ok(())
    }
}
