//! How far a piece of work is, for whoever watches it from another thread.
//!
//! The watcher makes a [`Progress`] and gives it to the budget of the work; the work notes there what it
//! is at, and the steps it has spent show by themselves. Nothing depends on whether somebody watches.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What some work is at; clones show the same.
///
/// ```
/// use sinew_base::{Budget, Progress};
/// let progress = Progress::default();
/// let budget = Budget::unlimited().watched(Some(progress.clone()));
/// let part = budget.slice(100);
/// part.note(|| "counting".to_owned());
/// part.spend(7).unwrap();
/// assert_eq!((progress.stage().as_str(), progress.steps()), ("counting", 7));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    steps: AtomicU64,
    stage: Mutex<String>,
}

impl Progress {
    /// Steps spent so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.0.steps.load(Ordering::Relaxed)
    }

    /// What is being done.
    #[must_use]
    pub fn stage(&self) -> String {
        let stage = self.0.stage.lock();
        stage.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins anew.
    pub fn reset(&self) {
        self.set_steps(0);
        self.set_stage(String::new());
    }

    pub(crate) fn set_steps(&self, steps: u64) {
        self.0.steps.store(steps, Ordering::Relaxed);
    }

    pub(crate) fn set_stage(&self, stage: String) {
        *self.0.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
    }
}
