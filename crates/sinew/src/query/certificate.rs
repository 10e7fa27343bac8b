//! What vouches for an answer.

use std::fmt;

/// What vouches for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Certificate {
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
