//! Scopes: `push` and `pop`.
//!
//! A scope has an activation literal, assumed while the scope is open and negated in every
//! clause added to it, so that whatever is learned from those clauses carries the negation
//! too. Better than the usual activation literals in that `pop` really removes: variables
//! made since the `push` disappear (their numbers are given out again), and with them every
//! clause that mentions one, the scope's own clauses among them. Since the arena keeps the
//! order of creation, only clauses made since the `push` are looked at.
//!
//! What stays is sound: a clause without the activation literal was derived without the
//! scope's clauses.

use crate::solver::Solver;
use crate::theory::Theory;
use crate::types::Lit;

#[derive(Debug)]
pub(crate) struct Scope {
    pub(crate) activation: Lit,
    /// The number of variables at the `push`.
    vars: usize,
    /// The end of the arena at the `push`.
    pub(crate) arena: u32,
    /// How much of level 0 the theory knew at the `push`.
    theory_head: usize,
}

impl Solver {
    /// The number of open scopes.
    #[must_use]
    pub fn num_scopes(&self) -> usize {
        self.scopes.len()
    }

    /// Opens a scope: clauses added and variables made from now on disappear at the matching
    /// [`pop`](Solver::pop). Undoes all decisions, and has the theory undo them.
    pub fn push<T: Theory + ?Sized>(&mut self, theory: &mut T) {
        self.reset(theory);
        let vars = self.num_vars();
        let activation = self.new_var().positive();
        self.scopes.push(Scope {
            activation,
            vars,
            arena: self.arena.end(),
            theory_head: self.theory_head,
        });
    }

    /// Closes the innermost scope; does nothing if there is none. Undoes all decisions, and
    /// has the theory undo them.
    ///
    /// The theory must then forget by itself what it was told on level 0 since the `push`:
    /// what is left of it will be told again.
    pub fn pop<T: Theory + ?Sized>(&mut self, theory: &mut T) {
        self.reset(theory);
        let Some(scope) = self.scopes.pop() else {
            return;
        };
        self.assumptions.clear();
        self.core.clear();
        self.remove_clauses(&scope);
        self.remove_fixed(&scope);
        let vars = scope.vars;
        self.values.truncate(2 * vars);
        self.vars.truncate(vars);
        self.tokens.truncate(vars);
        self.watches.truncate(2 * vars);
        self.heap.truncate(vars);
        self.phases.truncate(vars);
        self.scratch.truncate(vars);
        self.proof.truncate(vars);
        self.limits.probe_at = self.limits.probe_at.min(2 * vars);
        self.phases.target_assigned = 0;
        self.phases.best_assigned = 0;
    }

    /// Undoes all decisions, and has the theory undo them now rather than at the next call.
    pub fn reset<T: Theory + ?Sized>(&mut self, theory: &mut T) {
        self.backtrack(0);
        if self.theory_behind {
            self.theory_behind = false;
            theory.backtrack(0);
        }
    }

    /// Marks the clauses with a variable of the scope as dead and unwatches them.
    fn remove_clauses(&mut self, scope: &Scope) {
        let mut dirty: Vec<Lit> = Vec::new();
        let mut at = self.arena.first(scope.arena);
        while let Some(c) = at {
            at = self.arena.next(c);
            let dies = self
                .arena
                .lits(c)
                .any(|lit| lit.var().index() >= scope.vars);
            // Explanations are no reasons any more on level 0.
            if dies || self.arena.is_temporary(c) {
                if !self.arena.is_temporary(c) {
                    dirty.extend(self.arena.lits(c).take(2));
                }
                self.arena.mark_garbage(c);
            }
        }
        dirty.sort_unstable();
        dirty.dedup();
        dirty.retain(|lit| lit.var().index() < scope.vars);
        for lit in dirty {
            let mut list = std::mem::take(&mut self.watches[lit.index()]);
            list.retain(|watch| !self.arena.is_garbage(watch.clause()));
            self.watches[lit.index()] = list;
        }
        for &lit in &self.trail {
            self.vars[lit.var().index()].reason = crate::solver::Reason::DECISION;
        }
        let arena = &self.arena;
        self.scratch.recent.retain(|&c| !arena.is_garbage(c));
    }

    /// Takes the scope's variables off level 0.
    fn remove_fixed(&mut self, scope: &Scope) {
        if self.proof.on() {
            for &lit in &self.trail {
                if lit.var().index() >= scope.vars {
                    self.proof.delete(self.proof.units[lit.var().index()]);
                }
            }
        }
        let propagated = self.trail[..self.head]
            .iter()
            .filter(|lit| lit.var().index() < scope.vars)
            .count();
        self.trail.retain(|lit| lit.var().index() < scope.vars);
        for (place, lit) in self.trail.iter().enumerate() {
            self.vars[lit.var().index()].place = place as u32;
        }
        self.head = propagated;
        self.theory_head = scope.theory_head.min(self.trail.len());
        self.limits.cleaned = self.limits.cleaned.min(self.trail.len());
    }
}
