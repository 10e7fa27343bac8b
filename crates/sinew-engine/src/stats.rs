//! Counters; all of them deterministic.

/// What the engine has done since it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Calls of `check`.
    pub checks: u64,
    /// Literals decided by the kernel.
    pub decisions: u64,
    /// Conflicts, of clauses and theories.
    pub conflicts: u64,
    /// Literals assigned by Boolean propagation.
    pub propagations: u64,
    /// Restarts.
    pub restarts: u64,
    /// Literals propagated by theories.
    pub theory_propagations: u64,
    /// Merges in the e-graph.
    pub merges: u64,
    /// Conflicts found by congruence closure.
    pub euf_conflicts: u64,
    /// Conflicts found by arithmetic.
    pub arith_conflicts: u64,
    /// Literals in the conflicts found by arithmetic.
    pub arith_literals: u64,
    /// Conflicts among them that needed integer reasoning at a final check.
    pub integer_conflicts: u64,
    /// Literals in those.
    pub integer_literals: u64,
    /// Pivots of the simplex method.
    pub pivots: u64,
    /// Final checks.
    pub final_checks: u64,
    /// Case splits that arithmetic asked for.
    pub splits: u64,
    /// Cutting planes that became lemmas.
    pub cuts: u64,
    /// Equalities guessed because the arithmetic model made two arguments equal.
    pub interface_equalities: u64,
    /// Lemmas about products of variables.
    pub product_lemmas: u64,
    /// Lemmas of plug-ins.
    pub lemmas: u64,
    /// Variables of the kernel.
    pub variables: u64,
    /// Nodes of the e-graph.
    pub nodes: u64,
}
