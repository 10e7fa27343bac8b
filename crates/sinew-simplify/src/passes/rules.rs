//! The passes as rules: what each does to a problem.
//!
//! An example is a list of assertions that the pass changes.

sinew_base::rules! {
    /// Solves an equation for a symbol and puts the solution in its place.
    SOLVE_EQS = Pass "solve-eqs",
        "x = t, φ(x) ⟶ φ(t)",
        "(= x (str.++ y \"a\")) (str.contains x z)";
    /// Uses what one assertion says about a term in the others.
    PROPAGATE_FACTS = Pass "propagate-facts",
        "p, φ(p) ⟶ p, φ(true)",
        "(str.contains x y) (or (not (str.contains x y)) (= z x))";
    /// Decides comparisons by the bounds that other assertions set.
    PROPAGATE_BOUNDS = Pass "propagate-bounds",
        "n ≤ 3, φ(n ≤ 5) ⟶ n ≤ 3, φ(true)",
        "(<= (str.len x) 3) (or (> (str.len x) 5) (= x y))";
    /// Cuts an equation where lengths are asserted, or asserted to be the same.
    CUT_WORDS = Pass "cut-words",
        "x ++ t = \"abc\", |x| = 2 ⟶ x = \"ab\"",
        "(= (str.++ x y z) \"abcd\") (= (str.len x) 2) (= (str.len z) 1)";
    /// Knows that a symbol has not a value of which an assertion is false.
    REFUTED_VALUES = Pass "refuted-values",
        "ψ(x), φ(x = c) ⟶ ψ(x), φ(false), ψ(c) false",
        "(not (= (str.len x) 1)) (or (= x \"a\") (= x y))";
    /// Drops terms that can have any value, because a symbol in them occurs nowhere else.
    UNCONSTRAINED = Pass "unconstrained",
        "φ(x ++ t) ⟶ φ(k), x nowhere else and k fresh",
        "(str.contains (str.++ x y) z)";
    /// Decides strings that only regular constraints speak of, each by itself.
    ISOLATED_STRINGS = Pass "isolated-strings",
        "x ∈ R, x ∉ S ⟶ ⊤ with a word of R ∖ S for x, or ⊥",
        "(str.in_re x (re.+ (str.to_re \"ab\"))) (not (= x \"ab\"))";
    /// Gives atoms that occur with one sign only that sign.
    PURE_LITERALS = Pass "pure-literals",
        "φ(p), p only positive ⟶ φ(true)",
        "(or p (= x y))";
    /// Splits terms with `ite` in them into cases where these are few.
    LIFT_ITE = Pass "lift-ite",
        "φ(ite(c, s, t)) ⟶ (c ∧ φ(s)) ∨ (¬c ∧ φ(t))",
        "(= (ite p \"a\" \"b\") x)";
}
