//! What vouches for an answer.

use std::fmt;

/// What vouches for an answer ([`Solver::certificate`](crate::Solver::certificate)).
///
/// ```
/// use sinew::{Certificate, SatResult, Solver, ast::Int};
/// let mut solver = Solver::new();
/// solver.assert(Int::new_const("n").gt(3) & Int::new_const("n").lt(3));
/// assert_eq!(solver.check(), SatResult::Unsat);
/// match solver.certificate() {
///     Some(Certificate::Checked) => println!("every step of the proof was checked"),
///     Some(Certificate::Trusted(rules)) => println!("but for {rules:?}"),
///     _ => println!("nobody has looked"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// Every step of its proof was checked; or the model was.
    Checked,
    /// The steps were checked, but for applications of these rules.
    Trusted(Box<[String]>),
    /// Nobody has looked.
    Unchecked,
}

impl Certificate {
    /// Taken on trust, by these names.
    pub(crate) fn trusting_all(mut names: Vec<String>) -> Certificate {
        names.sort_unstable();
        Certificate::Trusted(names.into())
    }

    /// Taken on trust, by this name.
    pub(crate) fn trusting(name: &str) -> Certificate {
        Certificate::trusting_all(vec![name.to_owned()])
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Certificate::Checked => f.write_str("checked"),
            Certificate::Trusted(rules) => {
                write!(f, "trusted ({})", rules.join(" "))
            }
            Certificate::Unchecked => f.write_str("unchecked"),
        }
    }
}
