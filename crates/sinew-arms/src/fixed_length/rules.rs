//! The inferences that arms with a fixed-length back end share.
//!
//! An example is a list of assertions over the strings `x y z u v w k` and the integer `i`, which such
//! an arm refutes and makes the inference on the way.

sinew_base::rules! {
    /// L-Eq, L-Geq and what each operator implies about lengths.
    LENGTH = Inference "length",
        "⊢ |x ++ y| = |x| + |y|",
        "(= x (str.++ y \"a\")) (= (str.len x) (str.len y))";
    /// The length of a replacement by the number of occurrences.
    OCCURRENCES = Inference "occurrences",
        "k occurrences of t in s ⊢ |replace_all(s, t, u)| = |s| + k·(|u| − |t|)",
        "(= (str.len (str.replace_all x \"ab\" \"c\")) 3) (= (str.len (str.replace_all x \"ab\" \"cdef\")) 5)";
    /// Facts that no strings of the lengths at hand satisfy (P2, Theorem 1).
    FIXED_LENGTH = Inference "fixed-length",
        "x = \"ab\" ++ y, x = z ++ \"c\" ⊢ |y| ≠ 0",
        "(= (str.++ x \"a\") (str.++ \"b\" x))";
    /// Constants that share positions of one string and differ there.
    OVERLAP = Inference "overlap",
        "x = y ++ \"ab\" ++ z, x = u ++ \"cd\" ++ v ⊢ |u| − |y| ≥ 2 ∨ |u| − |y| ≤ −2",
        "(= x (str.++ y \"ab\" z)) (= x (str.++ u \"cd\" v)) (= (str.len y) (+ (str.len u) 1))";
    /// What undoes a conversion.
    CONVERSION = Inference "conversion",
        "⊢ n ≥ 0 ⇒ to_int(from_int(n)) = n",
        "(= (str.from_int (str.len x)) (str.from_int i)) (> i (str.len x))";
}
