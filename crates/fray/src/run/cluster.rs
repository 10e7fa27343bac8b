//! Findings, and what they have in common.

use serde::{Deserialize, Serialize};

/// A failure, made small.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The solver, as the user named it.
    pub solver: String,
}
