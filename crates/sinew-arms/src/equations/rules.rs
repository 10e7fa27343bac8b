//! What the equations arm concludes.
//!
//! An example is a list of assertions over the strings `x y z u v w k` and the integer `i`, which the
//! arm refutes.

sinew_base::rules! {
    /// The graph of Nielsen's transformation of the equations is complete and has no solution.
    NIELSEN_GRAPH = Inference "nielsen-graph",
        "x ++ \"a\" = \"b\" ++ x ⊢ ⊥",
        "(= (str.++ x \"a\" y) (str.++ y \"b\" x))";
}
