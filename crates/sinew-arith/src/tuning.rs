//! The tuned constants of arithmetic.

sinew_base::tunables! {
    /// Heuristic pivots in one call before Bland's rule enforces termination.
    PIVOTS_BEFORE_BLAND = "arith.pivots-before-bland", 1000, 0..=1 << 40, "a bound: no check is known that needs it";
    /// Sweeps over all variables when pulling values towards zero.
    REDUCTION_SWEEPS = "arith.reduction-sweeps", 3, 0..=1000, "not measured; small models are short strings";
    /// Steps for pulling the model towards zero.
    REDUCTION_STEPS = "arith.reduction-steps", 200_000, 0..=u64::MAX, "a bound on what no answer needs";
    /// Longer rows are not scanned for implied bounds.
    LONGEST_ROW = "arith.longest-row", 120, 0..=1 << 30, "a bound: long rows rarely imply anything";
    /// Rows, and forms, scanned for implied bounds in one call.
    SCANNED_ROWS = "arith.scanned-rows", 200, 0..=1 << 30, "a bound on propagation of large tableaux";
    /// Refutations of more equations than this are not made smaller.
    SHRINK_SIZE = "arith.shrink-size", 40, 0..=1 << 30, "a bound: shrinking takes a system per equation";
    /// Steps that making one refutation by equations smaller may take.
    SHRINK_STEPS = "arith.shrink-steps", 20_000, 0..=u64::MAX, "a bound on a side question";
    /// Rows cut in one round.
    CUT_ROWS = "arith.cut-rows", 4, 0..=1 << 30, "not measured";
    /// A cut with more terms is dropped.
    LONGEST_CUT = "arith.longest-cut", 60, 0..=1 << 30, "long cuts slow the tableau more than they help";
    /// A cut with larger coefficients is dropped.
    LARGEST_COEFFICIENT = "arith.largest-coefficient", 1 << 24, 1..=1 << 62, "coefficients of cuts of cuts explode";
    /// Most bounds behind a cut that becomes a lemma, and most terms in it.
    LEMMA_REASONS = "arith.lemma-reasons", 12, 0..=1 << 30, "not measured; long lemmas do not come back";
    /// Steps for one system of congruences.
    CONGRUENCE_STEPS = "arith.congruence-steps", 2_000_000, 0..=u64::MAX, "a bound for the pathological";
    /// Nodes of the internal search in one final check.
    NODES = "arith.nodes", 400, 1..=1 << 40, "what is open then becomes a split; half and twice of it make no difference on string problems";
    /// Nodes of the first plain phase of a search; each further one has four times as many.
    PLAIN_PHASE = "arith.plain-phase", 100, 1..=1 << 40, "see the head of branch.rs";
    /// Nodes of each phase with cuts.
    CUT_PHASE = "arith.cut-phase", 60, 1..=1 << 40, "see the head of branch.rs";
    /// Rounds of cuts at the root of a phase with cuts.
    ROOT_CUT_ROUNDS = "arith.root-cut-rounds", 8, 0..=1 << 30, "see the head of branch.rs";
    /// Below the root, every so many nodes a round of cuts is made.
    CUT_PERIOD = "arith.cut-period", 16, 1..=1 << 40, "see the head of branch.rs";
}
