//! What the automata arm concludes.
//!
//! An example is a list of assertions over the strings `x y z u v w k` and the integer `i`, which the
//! arm refutes and applies the rule on the way.

sinew_base::rules! {
    /// Regular propagation leaves some string no word (Chen et al., arXiv 2508.19888).
    EMPTY_LANGUAGE = Inference "empty-language",
        "x = replace_all(y, \"a\", \"b\"), contains(x, \"a\") ⊢ ⊥",
        "(= x (str.replace_all y \"a\" \"b\")) (str.in_re x (re.+ (str.to_re \"ab\")))";
    /// The lengths of the words that propagation leaves for a string.
    LANGUAGE_LENGTHS = Inference "language-lengths",
        "x = y ++ y, x ∈ (abc)*, y ∈ (abc)* ⊢ |x| mod 3 = 0",
        "(= x (str.++ y z)) (str.in_re y (re.* (str.to_re \"aab\"))) (str.in_re z (re.* (str.to_re \"abcabc\"))) (= (str.len x) (+ 1 (* 3 i)))";
    /// No way to cut the equations against each other leaves a solution (Chen et al., OOPSLA 2023).
    NO_NOODLE = Inference "no-noodle",
        "x ++ y = z ++ z, x ∈ ab, y ∈ a* ⊢ ⊥",
        "(= (str.++ x y) (str.++ z z)) (str.in_re x (re.union (str.to_re \"ab\") (str.to_re \"abb\"))) (str.in_re y (re.union (str.to_re \"a\") (str.to_re \"aa\")))";
    /// Each way leaves lengths that arithmetic excludes.
    NOODLE_LENGTHS = Inference "noodle-lengths",
        "x ++ y = \"ab\" ++ z, x ∈ a*, |x| ≥ 2 ⊢ ⊥",
        "(= (str.++ x y) (str.++ z \"b\" z)) (str.in_re x (re.* (str.to_re \"a\"))) (str.in_re z (re.* (str.to_re \"a\"))) (> (str.len x) (str.len z))";
}
