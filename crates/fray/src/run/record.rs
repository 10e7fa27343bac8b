//! What a run is, and what came of one test in it.

use serde::{Deserialize, Serialize};

use super::digest::Digest;
use super::verdict::Verdict;

/// What identifies a run: the same solver, called the same way, on the same terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunKey {
    /// The solver's name, as the user gave it.
    pub solver: String,
    /// What it says about its version.
    pub version: String,
    /// Its command line, with the place of the test left open.
    pub command: String,
    /// The seed.
    pub seed: u64,
    /// The time limit in milliseconds.
    pub wall_millis: u64,
    /// The memory limit in bytes.
    pub memory: u64,
}

impl RunKey {
    /// What tells it from every other run.
    pub(super) fn id(&self) -> Digest {
        Digest::of(&[format!("{self:?}").as_bytes()])
    }
}

/// The result of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The test.
    pub test: Digest,
    /// Where the test is in its suite.
    pub path: String,
    /// Its transformation.
    pub folder: String,
    /// The expected answer.
    pub status: String,
    /// What became of it.
    pub verdict: Verdict,
    /// What exactly.
    pub detail: String,
    /// Wall time.
    pub millis: u64,
    /// Processor time.
    pub cpu_millis: u64,
    /// How the solver ended.
    pub exit: String,
    /// What it printed; empty in what [`results`](super::store::Store::results) returns, see [`output`](super::store::Store::output).
    pub output: String,
    /// What a second solver said about the core: its name and its opinion's.
    pub second: Option<(String, String)>,
}

impl Record {
    /// A result of which nothing more is known.
    #[must_use]
    pub fn new(path: &str, verdict: Verdict) -> Record {
        Record {
            test: Digest::of(&[path.as_bytes()]),
            path: path.to_owned(),
            folder: String::new(),
            status: String::new(),
            verdict,
            detail: String::new(),
            millis: 0,
            cpu_millis: 0,
            exit: String::new(),
            output: String::new(),
            second: None,
        }
    }
}
