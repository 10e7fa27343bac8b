//! Counters; all of them deterministic.

/// What the solver has done since it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Calls of `solve`.
    pub solves: u64,
    /// Decisions, assumptions not counted.
    pub decisions: u64,
    /// Literals assigned by Boolean propagation.
    pub propagations: u64,
    /// Memory accesses of propagation, roughly; the unit in which the budget is spent.
    pub ticks: u64,
    /// Conflicts, of clauses and of the theory.
    pub conflicts: u64,
    /// Learned clauses.
    pub learned: u64,
    /// Literals in learned clauses before minimisation.
    pub literals_before: u64,
    /// Literals in learned clauses after minimisation.
    pub literals_after: u64,
    /// Restarts.
    pub restarts: u64,
    /// Reductions of the learned clauses.
    pub reductions: u64,
    /// Learned clauses removed by reductions.
    pub reduced: u64,
    /// Collections of the clause arena.
    pub collections: u64,
    /// Clauses found subsumed by a clause just learned.
    pub subsumed: u64,
    /// Clauses tried by vivification.
    pub vivify_tried: u64,
    /// Clauses shortened or removed by vivification.
    pub vivified: u64,
    /// Literals probed.
    pub probed: u64,
    /// Literals fixed by probing.
    pub failed_literals: u64,
    /// Times the saved phases were reset.
    pub rephased: u64,
    /// Literals propagated by the theory.
    pub theory_propagations: u64,
    /// Explanations the theory was asked for.
    pub explanations: u64,
    /// Clauses the theory added.
    pub lemmas: u64,
    /// Final checks.
    pub final_checks: u64,
}
