//! Shortening the learned clause.
//!
//! *Recursive* minimisation (Sörensson & Biere 2009): a literal goes if its reason's other
//! literals are in the clause or go themselves; done with an explicit stack, and cut short
//! at literals whose level does not occur in the clause. Propagations of the theory that
//! were not explained so far are taken as irremovable: asking costs more than it gains.
//!
//! *Binary* minimisation (Glucose): a literal `¬b` goes if there is a binary clause of the
//! asserting literal and `b`; only for clauses that are good anyway.

use crate::analyze::{POISON, REMOVABLE, SEEN};
use crate::solver::Solver;
use crate::types::Lit;

const BINARY_MAX_GLUE: u32 = 6;
const BINARY_MAX_LEN: usize = 30;

impl Solver {
    /// Shortens `learned`, whose variables are marked as seen and whose levels are stamped.
    pub(crate) fn minimize(&mut self, learned: &mut Vec<Lit>, glue: u32) {
        // Hints work in one pass if they come in the order in which a checker needs them:
        // binary clauses, reasons of removed literals, then the analysis backwards.
        self.proof.chain.reverse();
        let resolved = self.proof.chain.len();
        let mut kept = 1;
        for i in 1..learned.len() {
            let lit = learned[i];
            if !self.is_redundant_literal(lit) {
                learned[kept] = lit;
                kept += 1;
            }
        }
        learned.truncate(kept);
        self.proof.chain.rotate_left(resolved);
        if glue <= BINARY_MAX_GLUE && learned.len() <= BINARY_MAX_LEN {
            self.minimize_binary(learned);
        }
    }

    fn minimize_binary(&mut self, learned: &mut Vec<Lit>) {
        self.scratch.stamp += 1;
        let stamp = self.scratch.stamp;
        for &lit in &learned[1..] {
            self.scratch.lit_stamp[lit.index()] = stamp;
        }
        let mut removed = 0;
        for k in 0..self.watches[learned[0].index()].len() {
            let watch = self.watches[learned[0].index()][k];
            let lit = !watch.blocker;
            if watch.is_binary() && self.scratch.lit_stamp[lit.index()] == stamp {
                self.scratch.lit_stamp[lit.index()] = 0;
                removed += 1;
                if self.proof.on() {
                    self.proof.chain.insert(0, self.arena.id(watch.clause()));
                }
            }
        }
        if removed > 0 {
            let stamps = &self.scratch.lit_stamp;
            let uip = learned[0];
            learned.retain(|&lit| lit == uip || stamps[lit.index()] == stamp);
        }
    }

    /// Whether `start`, a literal of the learned clause, follows from the others.
    fn is_redundant_literal(&mut self, start: Lit) -> bool {
        let Some(reason) = self.vars[start.var().index()].reason.as_clause() else {
            return false;
        };
        if self.level(start.var()) == 0 {
            return true;
        }
        self.scratch.stack.clear();
        self.scratch.stack.push((start, 0));
        let mut reason = reason;
        while let Some(&(lit, at)) = self.scratch.stack.last() {
            if at as usize == self.arena.len(reason) {
                self.scratch.stack.pop();
                self.finish_removable(lit, lit == start);
                match self.scratch.stack.last() {
                    Some(&(parent, _)) => reason = self.clause_reason(parent),
                    None => break,
                }
                continue;
            }
            if let Some(top) = self.scratch.stack.last_mut() {
                top.1 += 1;
            }
            let other = self.arena.lit(reason, at as usize);
            if other.var() == lit.var() {
                continue;
            }
            let data = self.vars[other.var().index()];
            let marks = self.scratch.marks[other.var().index()];
            if data.level == 0 || marks & (SEEN | REMOVABLE) != 0 {
                continue;
            }
            let stamped = self
                .scratch
                .level_stamp
                .get(data.level as usize)
                .is_some_and(|&stamp| stamp == self.scratch.stamp);
            match data.reason.as_clause() {
                Some(c) if stamped && marks & POISON == 0 => {
                    self.scratch.stack.push((other, 0));
                    reason = c;
                }
                _ => {
                    self.poison_stack();
                    return false;
                }
            }
        }
        true
    }

    fn clause_reason(&self, lit: Lit) -> crate::arena::ClauseRef {
        match self.vars[lit.var().index()].reason.as_clause() {
            Some(c) => c,
            None => unreachable!("only literals with a clause as reason are on the stack"),
        }
    }

    fn finish_removable(&mut self, lit: Lit, is_start: bool) {
        if self.proof.on() {
            let c = self.clause_reason(lit);
            self.chain_clause(c);
        }
        if !is_start {
            self.mark(lit, REMOVABLE);
        }
    }

    fn poison_stack(&mut self) {
        while let Some((lit, _)) = self.scratch.stack.pop() {
            if self.scratch.marks[lit.var().index()] & SEEN == 0 {
                self.mark(lit, POISON);
            }
        }
    }

    fn mark(&mut self, lit: Lit, mark: u8) {
        let var = lit.var();
        if self.scratch.marks[var.index()] == 0 {
            self.scratch.marked.push(var);
        }
        self.scratch.marks[var.index()] |= mark;
    }
}
