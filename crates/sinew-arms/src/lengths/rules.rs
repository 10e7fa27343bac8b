//! What the lengths arm infers beyond the inferences of the fixed-length back end.
//!
//! An example is a list of assertions over the strings `x y z u v w k` and the integer `i`, which the
//! arm refutes and applies the rule on the way.

sinew_base::rules! {
    /// A fact about numbers of occurrences of a character (P2 §3.1, *MultisetCheck*).
    COUNT = Inference "count",
        "⊢ #a(\"ab\" ++ x) = 1 + #a(x)",
        "(= (str.++ x y \"a\") (str.++ y \"b\" x)) (> (str.len x) 40)";
    /// A length that is enough: not valid, but there is a model with it if there is one at all.
    LENGTH_BOUND = Restriction "length-bound",
        "x ∈ (ab)*, contains(x, \"ba\") ⊢ |x| ≤ 5",
        "(str.in_re x (re.* (str.to_re \"ab\"))) (str.contains x \"bb\")";
}
