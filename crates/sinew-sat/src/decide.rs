//! Which variable to decide, and which way.
//!
//! * Order: EVSIDS (exponential variable-state-independent decaying sum, from MiniSat) in a
//!   binary heap. Scores decay by 0.95 per conflict in stable mode and 0.92 in focused mode;
//!   0.85 was clearly worse in focused mode, 0.95 equal in total but worse on parity.
//! * Phase: the last value of the variable (phase saving, Pipatsrisawat & Darwiche 2007); in
//!   stable mode first the *target* phase, the values of the largest conflict-free trail
//!   since the last rephasing (Biere & Fleury 2020).

use crate::solver::Solver;
use crate::types::{Lit, Var};

/// Variables ordered by score; ties by number, so that the order is total.
#[derive(Debug)]
pub(crate) struct Heap {
    heap: Vec<u32>,
    /// Per variable: its place in `heap`, or `ABSENT`.
    place: Vec<u32>,
    score: Vec<f64>,
    inc: f64,
}

const ABSENT: u32 = u32::MAX;
const RESCALE: f64 = 1e150;

impl Heap {
    pub(crate) fn new() -> Heap {
        Heap {
            heap: Vec::new(),
            place: Vec::new(),
            score: Vec::new(),
            inc: 1.0,
        }
    }

    pub(crate) fn add_var(&mut self) {
        let var = self.place.len() as u32;
        self.place.push(ABSENT);
        self.score.push(0.0);
        self.insert(Var(var));
    }

    #[inline]
    pub(crate) fn score(&self, var: Var) -> f64 {
        self.score[var.index()]
    }

    #[inline]
    fn before(&self, a: u32, b: u32) -> bool {
        let (s, t) = (self.score[a as usize], self.score[b as usize]);
        s > t || (s == t && a < b)
    }

    fn sift_up(&mut self, mut i: usize) {
        let var = self.heap[i];
        while i > 0 {
            let parent = (i - 1) / 2;
            let above = self.heap[parent];
            if !self.before(var, above) {
                break;
            }
            self.heap[i] = above;
            self.place[above as usize] = i as u32;
            i = parent;
        }
        self.heap[i] = var;
        self.place[var as usize] = i as u32;
    }

    fn sift_down(&mut self, mut i: usize) {
        let var = self.heap[i];
        loop {
            let mut child = 2 * i + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            let below = self.heap[child];
            if !self.before(below, var) {
                break;
            }
            self.heap[i] = below;
            self.place[below as usize] = i as u32;
            i = child;
        }
        self.heap[i] = var;
        self.place[var as usize] = i as u32;
    }

    #[inline]
    pub(crate) fn insert(&mut self, var: Var) {
        if self.place[var.index()] == ABSENT {
            self.heap.push(var.0);
            self.sift_up(self.heap.len() - 1);
        }
    }

    #[inline]
    pub(crate) fn peek(&self) -> Option<Var> {
        self.heap.first().map(|&var| Var(var))
    }

    pub(crate) fn pop(&mut self) {
        if let Some(&top) = self.heap.first() {
            self.place[top as usize] = ABSENT;
            if let Some(last) = self.heap.pop()
                && last != top
            {
                self.heap[0] = last;
                self.sift_down(0);
            }
        }
    }

    pub(crate) fn bump(&mut self, var: Var) {
        let score = &mut self.score[var.index()];
        *score += self.inc;
        if *score > RESCALE {
            for score in &mut self.score {
                *score /= RESCALE;
            }
            self.inc /= RESCALE;
        }
        let place = self.place[var.index()];
        if place != ABSENT {
            self.sift_up(place as usize);
        }
    }

    pub(crate) fn decay(&mut self, factor: f64) {
        self.inc /= factor;
    }
}

/// The values that a variable shall take; −1, 1, or 0 for "no opinion".
#[derive(Debug, Default)]
pub(crate) struct Phases {
    /// What the user or the theory prefers.
    pub(crate) preferred: Vec<i8>,
    pub(crate) saved: Vec<i8>,
    pub(crate) target: Vec<i8>,
    pub(crate) best: Vec<i8>,
    pub(crate) target_assigned: usize,
    pub(crate) best_assigned: usize,
}

impl Phases {
    pub(crate) fn add_var(&mut self) {
        for list in [
            &mut self.preferred,
            &mut self.saved,
            &mut self.target,
            &mut self.best,
        ] {
            list.push(0);
        }
    }
}

impl Solver {
    /// Which value the variable shall take first when it is decided.
    pub fn prefer(&mut self, lit: Lit) {
        let sign = if lit.is_positive() { 1 } else { -1 };
        self.phases.preferred[lit.var().index()] = sign;
        self.phases.saved[lit.var().index()] = sign;
    }

    /// The unassigned variable of the highest score.
    pub(crate) fn next_decision_var(&mut self) -> Option<Var> {
        while let Some(var) = self.heap.peek() {
            if self.values[var.positive().index()] == 0 {
                return Some(var);
            }
            self.heap.pop();
        }
        None
    }

    pub(crate) fn initial_phase(&self, var: Var) -> i8 {
        match self.phases.preferred[var.index()] {
            0 if self.config.default_phase => 1,
            0 => -1,
            sign => sign,
        }
    }

    pub(crate) fn decision_phase(&self, var: Var) -> Lit {
        let i = var.index();
        let mut sign = 0;
        if self.restart.stable {
            sign = self.phases.target[i];
        }
        if sign == 0 {
            sign = self.phases.saved[i];
        }
        if sign == 0 {
            sign = self.initial_phase(var);
        }
        var.literal(sign > 0)
    }

    /// Called at a conflict, before backtracking: the trail below the conflicting level was
    /// free of conflicts; remember it if it is the largest so far.
    pub(crate) fn update_target_phases(&mut self) {
        let Some(&end) = self.control.last() else {
            return;
        };
        let end = end as usize;
        if end > self.phases.target_assigned {
            self.phases.target_assigned = end;
            for &lit in &self.trail[..end] {
                self.phases.target[lit.var().index()] = if lit.is_positive() { 1 } else { -1 };
            }
        }
        if end > self.phases.best_assigned {
            self.phases.best_assigned = end;
            for &lit in &self.trail[..end] {
                self.phases.best[lit.var().index()] = if lit.is_positive() { 1 } else { -1 };
            }
        }
    }
}
