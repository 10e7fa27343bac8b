//! Boolean propagation: two watched literals with blockers.
//!
//! Watched literals are from Chaff (2001), blocking literals from Sörensson & Eén (2009). A
//! binary clause lies entirely in its two watches and is never fetched from the arena.
//! The list being visited is taken out of the table meanwhile, which in safe Rust costs two moves of
//! three words per literal and saves the aliasing checks.

use crate::arena::ClauseRef;
use crate::solver::{Reason, Solver, VarData};
use crate::types::Lit;

/// A clause in the list of one of its two watched literals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    /// Another literal of the clause; if it is true, the clause need not be visited.
    pub(crate) blocker: Lit,
    /// The clause; bit 31 says that it is binary.
    tagged: u32,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    #[inline]
    pub(crate) fn new(blocker: Lit, c: ClauseRef, binary: bool) -> Watch {
        Watch {
            blocker,
            tagged: if binary { c.0 | BINARY } else { c.0 },
        }
    }

    #[inline]
    pub(crate) fn clause(self) -> ClauseRef {
        ClauseRef(self.tagged & !BINARY)
    }

    #[inline]
    pub(crate) fn is_binary(self) -> bool {
        self.tagged & BINARY != 0
    }
}

/// After this many ticks propagation returns to have the budget looked at, work undone.
const PATIENCE: u64 = 200_000;

impl Solver {
    /// Watches the first two literals of the clause.
    pub(crate) fn watch(&mut self, c: ClauseRef) {
        let (a, b) = (self.arena.lit(c, 0), self.arena.lit(c, 1));
        let binary = self.arena.len(c) == 2;
        self.watches[a.index()].push(Watch::new(b, c, binary));
        self.watches[b.index()].push(Watch::new(a, c, binary));
    }

    /// Propagates until nothing follows, a clause is false (which is returned), or patience
    /// ends (then `head` is not at the end of the trail).
    pub(crate) fn propagate(&mut self) -> Option<ClauseRef> {
        let before = self.trail.len();
        let mut ticks = 0;
        let mut conflict = None;
        while conflict.is_none() && self.head < self.trail.len() && ticks < PATIENCE {
            let lit = self.trail[self.head];
            self.head += 1;
            conflict = self.propagate_literal(!lit, &mut ticks);
        }
        self.stats.propagations += (self.trail.len() - before) as u64;
        self.stats.ticks += ticks;
        self.unspent += ticks;
        conflict
    }

    /// Visits the clauses that watch `lit`, which has become false.
    fn propagate_literal(&mut self, lit: Lit, ticks: &mut u64) -> Option<ClauseRef> {
        let mut list = std::mem::take(&mut self.watches[lit.index()]);
        let mut conflict = None;
        let (mut from, mut to) = (0, 0);
        *ticks += 1 + (list.len() as u64 >> 4);
        while from < list.len() {
            let watch = list[from];
            from += 1;
            let blocker = self.values[watch.blocker.index()];
            if blocker > 0 {
                list[to] = watch;
                to += 1;
                continue;
            }
            if watch.is_binary() {
                list[to] = watch;
                to += 1;
                if blocker < 0 {
                    conflict = Some(watch.clause());
                    break;
                }
                self.imply(watch.blocker, watch.clause());
                continue;
            }
            *ticks += 1;
            let c = watch.clause();
            let lits = self.arena.lits_mut(c);
            let other = Lit(lits[0] ^ lits[1] ^ lit.0);
            let other_value = self.values[other.index()];
            if other_value > 0 {
                list[to] = Watch::new(other, c, false);
                to += 1;
                continue;
            }
            let values = &self.values;
            let found = lits[2..]
                .iter()
                .position(|&word| values[word as usize] >= 0);
            if let Some(k) = found {
                let replacement = Lit(lits[k + 2]);
                if self.values[replacement.index()] > 0 {
                    list[to] = Watch::new(replacement, c, false);
                    to += 1;
                } else {
                    lits[0] = other.0;
                    lits[1] = replacement.0;
                    lits[k + 2] = lit.0;
                    self.watches[replacement.index()].push(Watch::new(other, c, false));
                }
                continue;
            }
            list[to] = Watch::new(other, c, false);
            to += 1;
            if self.ignored == Some(c) {
                continue;
            }
            if other_value < 0 {
                conflict = Some(c);
                break;
            }
            self.imply(other, c);
        }
        if from != to {
            list.copy_within(from.., to);
            list.truncate(list.len() - (from - to));
        }
        self.watches[lit.index()] = list;
        conflict
    }

    #[inline]
    fn imply(&mut self, lit: Lit, c: ClauseRef) {
        let level = self.control.len() as u32;
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.vars[lit.var().index()] = VarData {
            level,
            reason: Reason::clause(c),
            place: self.trail.len() as u32,
        };
        self.trail.push(lit);
        if level == 0 && self.proof.on() {
            self.log_unit(lit, Reason::clause(c));
        }
    }
}
