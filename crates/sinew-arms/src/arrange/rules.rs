//! The inferences of the arrange arm beyond those that follow from normal forms.
//!
//! An example is a list of assertions over the strings `x y z u v w k` and the integer `i`, which the
//! arm refutes and makes the inference on the way.

sinew_base::rules! {
    /// Of two components at the same place the longer one is cut where the shorter one ends (P2 §3.1).
    ARRANGEMENT = Inference "arrangement",
        "x ++ y = u ++ v, |x| < |u| ⊢ u = x ++ k",
        "(= (str.++ x y) (str.++ z u)) (not (str.prefixof x z)) (not (str.prefixof z x))";
    /// A component that is longer than a constant at the same place begins with it.
    ARRANGEMENT_CONSTANT = Inference "arrangement-constant",
        "x ++ y = \"ab\" ++ z, |x| ≥ 2 ⊢ x = \"ab\" ++ k",
        "(= (str.++ x y) (str.++ \"ab\" z)) (not (str.contains z y)) (> (str.len x) 2)";
}
