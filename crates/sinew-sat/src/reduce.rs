//! Which learned clauses to keep, and collecting what is dead.
//!
//! Three tiers by glue (Oh 2015, as refined in CaDiCaL): glue up to 2 stays for good; glue up
//! to 6 stays while it was used in one of the last two intervals; the rest must have been used
//! in the last one. Of the unprotected, the worse three quarters by glue and length go. The
//! interval grows with the number of reductions.
//!
//! A reduction also drops clauses that have become true for good and literals that have
//! become false for good, if anything was fixed since the last time.

use crate::arena::ClauseRef;
use crate::propagate::Watch;
use crate::solver::{Reason, Solver};
use crate::tuning::{REDUCE_PERCENT, Tuned};

/// When the periodic techniques are due next, in conflicts.
#[derive(Debug)]
pub(crate) struct Limits {
    pub(crate) reduce: u64,
    pub(crate) rephase: u64,
    pub(crate) inprocess: u64,
    pub(crate) inprocessed: u64,
    /// Literals fixed when clauses were last cleaned.
    pub(crate) cleaned: usize,
    /// The next literal to probe.
    pub(crate) probe_at: usize,
    /// Ticks when inprocessing last ended, and what it may still spend.
    pub(crate) inprocess_ticks: u64,
}

impl Limits {
    pub(crate) fn new(tuned: &Tuned) -> Limits {
        Limits {
            reduce: tuned.reduce_interval,
            rephase: tuned.rephase_interval,
            inprocess: tuned.inprocess_interval,
            inprocessed: 0,
            cleaned: 0,
            probe_at: 0,
            inprocess_ticks: 0,
        }
    }
}

impl Solver {
    pub(crate) fn maybe_reduce(&mut self) {
        if self.stats.conflicts < self.limits.reduce {
            if self.arena.wants_collection() {
                self.collect();
            }
            return;
        }
        self.stats.reductions += 1;
        self.limits.reduce =
            self.stats.conflicts + self.tuned.reduce_interval * (self.stats.reductions + 1);
        self.clean();
        self.reduce();
        self.collect();
    }

    fn reduce(&mut self) {
        let mut candidates: Vec<(u32, u32, ClauseRef)> = Vec::new();
        let mut at = self.arena.first();
        while let Some(c) = at {
            at = self.arena.next(c);
            if !self.arena.is_redundant(c)
                || self.arena.is_garbage(c)
                || self.arena.is_temporary(c)
                || self.arena.len(c) == 2
                || self.arena.glue(c) <= self.tuned.tier1
            {
                continue;
            }
            let used = self.arena.used(c);
            if used > 0 {
                self.arena.set_used(c, used - 1);
            } else if !self.is_locked(c) {
                candidates.push((self.arena.glue(c), self.arena.len(c) as u32, c));
            }
        }
        // Worst first; the stable sort leaves older clauses first among equals.
        candidates.sort_by_key(|&(glue, len, _)| std::cmp::Reverse((glue, len)));
        let removed = candidates.len() * self.config.tuning.size(&REDUCE_PERCENT) / 100;
        for &(_, _, c) in &candidates[..removed] {
            self.arena.mark_garbage(c);
            self.stats.reduced += 1;
        }
    }

    /// Whether the clause is the reason of a literal above level 0.
    pub(crate) fn is_locked(&self, c: ClauseRef) -> bool {
        let reason = Reason::clause(c);
        // Only the first two literals of a watched clause can have been implied by it; a
        // temporary clause has no order.
        let watched = if self.arena.is_temporary(c) {
            usize::MAX
        } else {
            2
        };
        self.arena.lits(c).take(watched).any(|lit| {
            let data = &self.vars[lit.var().index()];
            self.is_true(lit) && data.reason == reason && data.level > 0
        })
    }

    /// Drops satisfied clauses and false literals of level 0, if there are new ones.
    fn clean(&mut self) {
        let fixed = self.num_fixed();
        if fixed == self.limits.cleaned {
            return;
        }
        self.limits.cleaned = fixed;
        let mut at = self.arena.first();
        while let Some(c) = at {
            at = self.arena.next(c);
            if self.arena.is_garbage(c) || self.arena.is_temporary(c) {
                continue;
            }
            if self.arena.lits(c).any(|lit| self.fixed(lit) == Some(true)) {
                self.arena.mark_garbage(c);
            } else {
                self.strip(c);
            }
        }
    }

    /// Removes forever-false literals behind the watches.
    fn strip(&mut self, c: ClauseRef) {
        let len = self.arena.len(c);
        let dead = |solver: &Solver, i: usize| {
            let lit = solver.arena.lit(c, i);
            solver.fixed(lit) == Some(false)
        };
        if (0..2).any(|i| dead(self, i)) || !(2..len).any(|i| dead(self, i)) {
            return;
        }
        let mut kept = Vec::with_capacity(len);
        self.proof.clear_chain();
        for lit in self.arena.lits(c) {
            if self.fixed(lit) == Some(false) {
                self.proof
                    .chain_units
                    .push(self.proof.units[lit.var().index()]);
            } else {
                kept.push(lit);
            }
        }
        self.replace_literals(c, &kept);
    }

    /// Gives the clause fewer literals, of which the first two are the watched ones (the
    /// caller sees to the watches). The proof chain holds what justifies it beside the clause.
    pub(crate) fn replace_literals(&mut self, c: ClauseRef, lits: &[crate::types::Lit]) {
        if self.proof.on() {
            let old = self.arena.id(c);
            self.proof.chain.push(old);
            let id = self.proof.derived(lits);
            self.proof.delete(old);
            self.arena.set_id(c, id);
        }
        for (word, lit) in self.arena.lits_mut(c).iter_mut().zip(lits) {
            *word = lit.0;
        }
        self.arena.shrink(c, lits.len());
        if self.arena.is_redundant(c) && self.arena.glue(c) as usize >= lits.len() {
            self.arena.set_glue(c, lits.len() as u32 - 1);
        }
    }

    /// Moves the living clauses together and corrects all references to them.
    pub(crate) fn collect(&mut self) {
        self.stats.collections += 1;
        for &lit in &self.trail[..self.num_fixed()] {
            self.vars[lit.var().index()].reason = Reason::DECISION;
        }
        let mut arena = std::mem::take(&mut self.arena);
        // `is_locked` reads clauses, so it needs the arena that is being collected.
        let reasons: Vec<(usize, Reason)> = self.trail[self.num_fixed()..]
            .iter()
            .map(|lit| (lit.var().index(), self.vars[lit.var().index()].reason))
            .filter(|(_, reason)| reason.as_clause().is_some())
            .collect();
        let mut locked: Vec<u32> = reasons
            .iter()
            .filter_map(|(_, reason)| reason.as_clause())
            .filter(|&c| arena.is_garbage(c) || arena.is_temporary(c))
            .map(|c| c.0)
            .collect();
        locked.sort_unstable();
        if self.proof.on() {
            self.log_deletions(&arena, &locked);
        }
        let old = arena.collect(|arena, c| {
            !(arena.is_garbage(c) || arena.is_temporary(c)) || locked.binary_search(&c.0).is_ok()
        });
        self.arena = arena;
        for (var, reason) in reasons {
            if let Some(place) = reason.as_clause().and_then(|c| old.forward(c)) {
                self.vars[var].reason = Reason::clause(place);
            }
        }
        self.scratch.recent.retain_mut(|c| match old.forward(*c) {
            Some(place) => {
                *c = place;
                true
            }
            None => false,
        });
        self.forward_watches(&old);
    }

    fn log_deletions(&mut self, arena: &crate::arena::Arena, locked: &[u32]) {
        let mut at = arena.first();
        while let Some(c) = at {
            at = arena.next(c);
            if (arena.is_garbage(c) || arena.is_temporary(c)) && locked.binary_search(&c.0).is_err()
            {
                self.proof.delete(arena.id(c));
            }
        }
    }

    fn forward_watches(&mut self, old: &crate::arena::Arena) {
        for index in 0..self.watches.len() {
            let mut list = std::mem::take(&mut self.watches[index]);
            let mut binary = 0;
            let mut kept = 0;
            for i in 0..list.len() {
                let watch = list[i];
                let Some(c) = old.forward(watch.clause()) else {
                    continue;
                };
                let is_binary = self.arena.len(c) == 2;
                let blocker = if is_binary {
                    let other = self.arena.lit(c, 0).0 ^ self.arena.lit(c, 1).0 ^ index as u32;
                    crate::types::Lit(other)
                } else {
                    watch.blocker
                };
                list[kept] = Watch::new(blocker, c, is_binary);
                if is_binary {
                    // Binary clauses first: they are the cheapest to propagate.
                    list.swap(binary, kept);
                    binary += 1;
                }
                kept += 1;
            }
            list.truncate(kept);
            self.watches[index] = list;
        }
    }
}
