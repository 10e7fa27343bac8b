//! What the automata arm concludes.
//!
//! An example is a list of assertions over the strings `x y z u v w k` and the integer `i`, which the
//! arm refutes and applies the rule on the way.

sinew_base::rules! {
    /// Regular propagation leaves some string no word (Chen et al., arXiv 2508.19888).
    EMPTY_LANGUAGE = Inference "empty-language",
        "x = replace_all(y, \"a\", \"b\"), x ∈ (ab)⁺ ⊢ ⊥",
        "(= x (str.replace_all y \"a\" \"b\")) (str.in_re x (re.+ (str.to_re \"ab\")))";
    /// The lengths of the words that propagation leaves for a string.
    LANGUAGE_LENGTHS = Inference "language-lengths",
        "x ∈ (ab)*|c(dd)*, x ∈ (ab)*|d* ⊢ |x| mod 2 = 0",
        "(str.in_re x (re.union (re.* (str.to_re \"ab\")) (re.++ (str.to_re \"c\") (re.* (str.to_re \"dd\"))))) (str.in_re x (re.union (re.* (str.to_re \"ab\")) (re.* (str.to_re \"d\")))) (= (str.len x) (+ 1 (* 2 i)))";
    /// No way to cut the equations against each other leaves a solution (Chen et al., OOPSLA 2023).
    NO_NOODLE = Inference "no-noodle",
        "z = x ++ x, x ∈ ab|ba, z ∈ abba|baab ⊢ ⊥",
        "(= z (str.++ x x)) (str.in_re x (re.union (str.to_re \"ab\") (str.to_re \"ba\"))) (str.in_re z (re.union (str.to_re \"abba\") (str.to_re \"baab\")))";
    /// The equations have no solution in words, by Nielsen's graph.
    CYCLIC_EQUATIONS = Inference "cyclic-equations",
        "x ++ \"a\" ++ y = y ++ \"b\" ++ x ⊢ ⊥",
        "(= (str.++ x \"a\" y) (str.++ y \"b\" x))";
    /// The equations have no solution in words of the languages of their strings, by Nielsen's graph with what automata tell apart.
    CYCLIC_LANGUAGES = Inference "cyclic-languages",
        "z ++ y ++ x = x ++ x ++ z, x ∈ 2Σ*, y ∈ 1Σ*, z ∈ 2Σ* ⊢ ⊥",
        "(= (str.++ z y x) (str.++ x x z)) (str.prefixof \"2\" x) (str.prefixof \"1\" y) (str.prefixof \"2\" z)";
    /// Each way leaves lengths that arithmetic excludes.
    NOODLE_LENGTHS = Inference "noodle-lengths",
        "x ++ y = z ++ \"b\" ++ z, x ∈ a*, z ∈ a*, |x| > |z| ⊢ ⊥",
        "(= (str.++ x y) (str.++ z \"b\" z)) (str.in_re x (re.* (str.to_re \"a\"))) (str.in_re z (re.* (str.to_re \"a\"))) (> (str.len x) (str.len z))";
    /// Strings that must differ have no places at the same position that could (Chen et al., PLDI 2025).
    NO_PLACES = Inference "no-places",
        "x ∈ (ab)*, y ∈ (ab)*, x ++ y ≠ y ++ x ⊢ ⊥",
        "(str.in_re x (re.* (str.to_re \"ab\"))) (str.in_re y (re.* (str.to_re \"ab\"))) (not (= (str.++ x y) (str.++ y x)))";
}
