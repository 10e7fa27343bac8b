//! When an arm lets others go first (P2 §3.2, *Dynamic Difficulty Estimation*): after a number of rounds, or when one of
//! them takes too many steps. Asked again, it goes on with twice the patience.

use sinew_engine::Verdict;

/// How long an arm goes on.
#[derive(Default)]
pub(crate) struct Patience {
    /// Rounds since the last pause.
    rounds: u64,
    pauses: u32,
}

impl Patience {
    /// What may be spent now if it was this much at first.
    pub(crate) fn limit(&self, first: u64) -> u64 {
        first.saturating_mul(1 << self.pauses.min(32))
    }

    /// Counts a round. Whether it is one more than `first` allows.
    pub(crate) fn is_over(&mut self, first: u64) -> bool {
        self.rounds += 1;
        self.rounds > self.limit(first)
    }

    /// Lets others go first.
    pub(crate) fn pause(&mut self, why: &'static str) -> Verdict {
        self.pauses += 1;
        self.rounds = 0;
        Verdict::Paused(why)
    }
}
