//! When to restart, in two alternating modes.
//!
//! *Focused* mode restarts when the glue of recent conflicts (a fast exponential moving
//! average) is clearly above the long-term one, as in Glucose with the averages of Biere &
//! Fröhlich 2015; *stable* mode follows the reluctant doubling sequence (Knuth's form of
//! Luby's) and suits satisfiable problems. The modes alternate in phases of quadratically
//! growing length, measured in ticks, so that the run stays deterministic (Biere & Fleury,
//! CaDiCaL 2020).
//!
//! A restart keeps the levels whose decisions would be made again (van der Tak et al. 2011)
//! and never undoes assumptions.

use crate::solver::Solver;
use crate::tuning::Tuned;

/// An exponential moving average whose start is not biased towards zero.
#[derive(Debug, Clone)]
struct Ema {
    value: f64,
    alpha: f64,
    beta: f64,
    wait: u64,
    period: u64,
}

impl Ema {
    fn new(window: f64) -> Ema {
        Ema {
            value: 0.0,
            alpha: 1.0 / window,
            beta: 1.0,
            wait: 0,
            period: 0,
        }
    }

    /// Starts with a large weight that halves until it reaches the window's.
    fn update(&mut self, y: f64) {
        self.value += self.beta * (y - self.value);
        if self.beta <= self.alpha {
            return;
        }
        if self.wait > 0 {
            self.wait -= 1;
            return;
        }
        self.period = 2 * (self.period + 1) - 1;
        self.wait = self.period;
        self.beta = (self.beta * 0.5).max(self.alpha);
    }
}

#[derive(Debug)]
pub(crate) struct Restart {
    tuned: Tuned,
    pub(crate) stable: bool,
    fast: Ema,
    slow: Ema,
    next_conflict: u64,
    /// Reluctant doubling: u, v and the countdown.
    reluctant: (u64, u64),
    countdown: u64,
    due: bool,
    /// Conflicts of the first phase.
    mode_interval: u64,
    mode_phase: u64,
    /// Ticks of the first phase, once known: the measure of all later ones.
    mode_unit: u64,
    mode_end: u64,
}

impl Restart {
    pub(crate) fn new(tuned: Tuned, mode_interval: u64) -> Restart {
        Restart {
            tuned,
            stable: false,
            fast: Ema::new(33.0),
            slow: Ema::new(1e5),
            next_conflict: tuned.restart_interval,
            reluctant: (1, 1),
            countdown: tuned.reluctant_period,
            due: false,
            mode_interval,
            mode_phase: 0,
            mode_unit: 0,
            mode_end: 0,
        }
    }

    pub(crate) fn on_conflict(&mut self, glue: u32) {
        self.fast.update(f64::from(glue));
        self.slow.update(f64::from(glue));
        if self.stable {
            self.countdown -= 1;
            if self.countdown == 0 {
                let (u, v) = self.reluctant;
                self.reluctant = if u & u.wrapping_neg() == v {
                    (u + 1, 1)
                } else {
                    (u, 2 * v)
                };
                self.countdown = self.reluctant.1 * self.tuned.reluctant_period;
                self.due = true;
            }
        }
    }

    fn wants(&mut self, conflicts: u64) -> bool {
        if self.stable {
            return std::mem::take(&mut self.due);
        }
        conflicts >= self.next_conflict
            && self.fast.value > self.tuned.restart_margin * self.slow.value
    }

    /// Changes the mode when its phase is over; tells whether it did.
    pub(crate) fn switch_mode(&mut self, conflicts: u64, ticks: u64) -> bool {
        if self.mode_phase == 0 {
            if conflicts < self.mode_interval {
                return false;
            }
            self.mode_unit = ticks.max(1);
        } else if ticks < self.mode_end {
            return false;
        }
        self.mode_phase += 1;
        let round = self.mode_phase.div_ceil(2);
        self.stable = !self.stable;
        self.mode_end = ticks + self.mode_unit * round * round;
        self.reluctant = (1, 1);
        self.countdown = self.tuned.reluctant_period;
        self.due = false;
        self.next_conflict = conflicts + self.tuned.restart_interval;
        true
    }
}

impl Solver {
    /// Restarts if it is time; tells whether levels were undone.
    pub(crate) fn maybe_restart(&mut self) -> bool {
        let assumptions = self.assumptions.len() as u32;
        if self.decision_level() <= assumptions || !self.restart.wants(self.stats.conflicts) {
            return false;
        }
        self.stats.restarts += 1;
        self.restart.next_conflict = self.stats.conflicts + self.tuned.restart_interval;
        let keep = self.reusable_level(assumptions);
        if keep < self.decision_level() {
            self.backtrack(keep);
            return true;
        }
        false
    }

    /// The highest level up to which all decisions outrank the next candidate.
    fn reusable_level(&mut self, assumptions: u32) -> u32 {
        let Some(next) = self.next_decision_var() else {
            return assumptions;
        };
        let mut level = assumptions;
        while level < self.decision_level() {
            let start = self.control[level as usize] as usize;
            // A level without a literal is that of an assumption that was true already.
            match self.trail.get(start) {
                Some(&lit) if self.heap.score(lit.var()) > self.heap.score(next) => level += 1,
                _ => break,
            }
        }
        level
    }
}
