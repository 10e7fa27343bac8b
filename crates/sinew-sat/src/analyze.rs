//! Conflict analysis: the first unique implication point, and lazy explanations.
//!
//! As in GRASP and Chaff, resolution along the trail until one literal of the conflicting
//! level is left; glue is the number of levels in the learned clause (Audemard & Simon
//! 2009). Clauses met on the way are marked as used and their glue is refreshed.
//!
//! Departures, all due to theories: a reason may have to be asked for (it is then stored as
//! an unwatched clause that lives as long as it is a reason); a conflict may have a single
//! literal on its highest level (a clause came late) or lie below the current level; both
//! are settled by backtracking before the analysis proper.

use crate::arena::{ClauseRef, Kind};
use crate::solver::{Reason, Solver};
use crate::theory::Theory;
use crate::types::{Lit, Unknown, Var};

/// Marks of a variable during analysis.
pub(crate) const SEEN: u8 = 1;
pub(crate) const REMOVABLE: u8 = 2;
pub(crate) const POISON: u8 = 4;

/// Buffers that are kept between calls to save allocations.
#[derive(Default, Debug)]
pub(crate) struct Scratch {
    pub(crate) marks: Vec<u8>,
    /// The variables with marks.
    pub(crate) marked: Vec<Var>,
    pub(crate) learned: Vec<Lit>,
    pub(crate) clause: Vec<Lit>,
    pub(crate) stack: Vec<(Lit, u32)>,
    /// Per level: the number of the last count of glue that met it.
    pub(crate) level_stamp: Vec<u64>,
    pub(crate) stamp: u64,
    /// The clauses learned last, for eager subsumption.
    pub(crate) recent: Vec<ClauseRef>,
    /// Per literal: the number of the last subsumption check that marked it.
    pub(crate) lit_stamp: Vec<u64>,
}

impl Scratch {
    pub(crate) fn add_var(&mut self) {
        self.marks.push(0);
        self.lit_stamp.extend([0, 0]);
    }
}

impl Solver {
    /// Counts the levels of the literals, level 0 aside, and leaves them stamped.
    pub(crate) fn glue_of(&mut self, lits: &[Lit]) -> u32 {
        self.scratch.stamp += 1;
        let mut glue = 0;
        for &lit in lits {
            glue += self.stamp_level(lit);
        }
        glue
    }

    #[inline]
    fn stamp_level(&mut self, lit: Lit) -> u32 {
        if self.is_unassigned(lit) {
            return 1;
        }
        let level = self.level(lit.var()) as usize;
        if self.scratch.level_stamp.len() <= level {
            self.scratch.level_stamp.resize(level + 1, 0);
        }
        let stamp = &mut self.scratch.level_stamp[level];
        let new = level > 0 && *stamp != self.scratch.stamp;
        *stamp = self.scratch.stamp;
        u32::from(new)
    }

    fn glue_of_clause(&mut self, c: ClauseRef) -> u32 {
        self.scratch.stamp += 1;
        (0..self.arena.len(c))
            .map(|i| self.stamp_level(self.arena.lit(c, i)))
            .sum()
    }

    /// Resolves a clause that is false under the trail: learns, backtracks and assigns, or
    /// finds the clauses contradictory.
    pub(crate) fn resolve_conflict<T: Theory + ?Sized>(
        &mut self,
        theory: &mut T,
        conflict: ClauseRef,
    ) -> Result<(), Unknown> {
        self.stats.conflicts += 1;
        let (mut top, mut below, mut uip) = (0, 0, None);
        for lit in self.arena.lits(conflict) {
            let level = self.level(lit.var());
            if uip.is_none() || level > top {
                (below, top, uip) = (top, level, Some(lit));
            } else if level > below {
                below = level;
            }
        }
        if top == 0 {
            if self.proof.on() {
                self.proof.clear_chain();
                self.chain_clause(conflict);
            }
            self.derive_empty();
            return Ok(());
        }
        if top < self.decision_level() {
            self.backtrack(top);
        }
        if let Some(uip) = uip
            && below < top
        {
            self.backtrack(below);
            self.enqueue(uip, Reason::clause(conflict));
            return Ok(());
        }
        self.analyze(theory, conflict)
    }

    /// Records a clause and the units behind its forever-false literals as used in the proof.
    pub(crate) fn chain_clause(&mut self, c: ClauseRef) {
        self.proof.chain.push(self.arena.id(c));
        for lit in self.arena.lits(c) {
            let var = lit.var().index();
            if self.vars[var].level == 0 {
                self.proof.chain_units.push(self.proof.units[var]);
            }
        }
    }

    fn analyze<T: Theory + ?Sized>(
        &mut self,
        theory: &mut T,
        conflict: ClauseRef,
    ) -> Result<(), Unknown> {
        self.scratch.learned.clear();
        // The place of the asserting literal, which is found last.
        self.scratch.learned.push(Lit(0));
        if self.proof.on() {
            self.proof.clear_chain();
        }
        let current = self.decision_level();
        let mut open = 0;
        let mut place = self.trail.len();
        let mut reason = conflict;
        let uip = loop {
            open += self.resolve_with(reason, current);
            let lit = loop {
                place -= 1;
                let lit = self.trail[place];
                if self.scratch.marks[lit.var().index()] & SEEN != 0 {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                break lit;
            }
            match self.reason_of(theory, lit) {
                Ok(c) => reason = c,
                Err(unknown) => {
                    self.clear_marks();
                    return Err(unknown);
                }
            }
        };
        self.scratch.learned[0] = !uip;
        self.learn()
    }

    /// Marks the literals of a clause; returns how many new ones are on the current level.
    fn resolve_with(&mut self, c: ClauseRef, current: u32) -> u32 {
        if self.proof.on() {
            self.chain_clause(c);
        }
        if self.arena.is_redundant(c) && !self.arena.is_temporary(c) {
            self.touch(c);
        }
        let mut open = 0;
        for i in 0..self.arena.len(c) {
            let lit = self.arena.lit(c, i);
            let var = lit.var();
            let level = self.vars[var.index()].level;
            if level == 0 || self.scratch.marks[var.index()] & SEEN != 0 {
                continue;
            }
            if level >= current {
                // The literal that the clause implied is marked already, save in the
                // conflict itself, where all literals are false.
                open += 1;
            } else {
                self.scratch.learned.push(lit);
            }
            self.scratch.marks[var.index()] |= SEEN;
            self.scratch.marked.push(var);
        }
        open
    }

    /// Keeps a learned clause alive because it was used; promotes it if its glue fell.
    fn touch(&mut self, c: ClauseRef) {
        let glue = self.arena.glue(c);
        if glue > self.tuned.tier1 {
            let now = self.glue_of_clause(c);
            if now < glue {
                self.arena.set_glue(c, now);
            }
        }
        let used = if self.arena.glue(c) <= self.tuned.tier2 {
            2
        } else {
            1
        };
        self.arena.set_used(c, used);
    }

    /// The reason of a literal that was not decided; the theory is asked if need be.
    pub(crate) fn reason_of<T: Theory + ?Sized>(
        &mut self,
        theory: &mut T,
        lit: Lit,
    ) -> Result<ClauseRef, Unknown> {
        let reason = self.vars[lit.var().index()].reason;
        match reason.as_clause() {
            Some(c) => Ok(c),
            None if reason == Reason::THEORY => {
                let token = self.tokens[lit.var().index()];
                let place = self.vars[lit.var().index()].place;
                let c = self.explain(theory, lit, token, place)?;
                self.vars[lit.var().index()].reason = Reason::clause(c);
                Ok(c)
            }
            None => Err(Unknown::Contract("a decision was resolved upon")),
        }
    }

    /// Asks why `lit` holds, and checks that the answer is a clause with `lit` whose other
    /// literals are false by assignments before `place`.
    pub(crate) fn explain<T: Theory + ?Sized>(
        &mut self,
        theory: &mut T,
        lit: Lit,
        token: u64,
        place: u32,
    ) -> Result<ClauseRef, Unknown> {
        self.stats.explanations += 1;
        let mut clause = std::mem::take(&mut self.scratch.clause);
        clause.clear();
        let justification = theory.explain(lit, token, &mut clause);
        clause.sort_unstable();
        clause.dedup();
        let has_lit = clause.contains(&lit);
        let sound = clause.iter().all(|&other| {
            other == lit || (self.is_false(other) && self.vars[other.var().index()].place < place)
        });
        let result = if has_lit && sound {
            let mut id = 0;
            if self.proof.on() {
                id = self.proof.lemma(&clause, justification);
            }
            Ok(self.arena.alloc(&clause, Kind::Temporary, id))
        } else {
            Err(Unknown::Contract(
                "an explanation lacks its literal or has one that was not false before",
            ))
        };
        self.scratch.clause = clause;
        result
    }

    pub(crate) fn clear_marks(&mut self) {
        for var in self.scratch.marked.drain(..) {
            self.scratch.marks[var.index()] = 0;
        }
    }

    /// Turns the literals collected by the analysis into a clause and acts upon it.
    fn learn(&mut self) -> Result<(), Unknown> {
        let mut learned = std::mem::take(&mut self.scratch.learned);
        self.stats.literals_before += learned.len() as u64;
        // Also stamps the levels, on which minimisation relies.
        let glue = self.glue_of(&learned);
        self.bump_marked();
        self.minimize(&mut learned, glue);
        self.clear_marks();
        self.stats.literals_after += learned.len() as u64;
        self.stats.learned += 1;
        self.restart.on_conflict(glue);
        self.update_target_phases();

        let mut id = 0;
        if self.proof.on() {
            id = self.proof.derived(&learned);
        }
        if let [unit] = learned[..] {
            self.add_unit(unit, id);
        } else {
            self.attach_learned(&mut learned, glue, id);
        }
        self.scratch.learned = learned;
        Ok(())
    }

    fn attach_learned(&mut self, learned: &mut [Lit], glue: u32, id: u64) {
        let mut second = 1;
        for k in 2..learned.len() {
            if self.level(learned[k].var()) > self.level(learned[second].var()) {
                second = k;
            }
        }
        learned.swap(1, second);
        self.backtrack(self.level(learned[1].var()));
        // The asserting literal shares no level with the others after backjumping.
        let c = self
            .arena
            .alloc(learned, Kind::Redundant(glue.saturating_sub(1).max(1)), id);
        self.arena.set_used(c, 2);
        self.watch(c);
        self.enqueue(learned[0], Reason::clause(c));
        self.subsume_recent(c);
    }

    fn bump_marked(&mut self) {
        for i in 0..self.scratch.marked.len() {
            self.heap.bump(self.scratch.marked[i]);
        }
        self.heap.decay(match self.restart.stable {
            true => self.tuned.decay_stable,
            false => self.tuned.decay_focused,
        });
    }
}
