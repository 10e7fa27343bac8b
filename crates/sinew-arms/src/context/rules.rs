//! The inferences of the context arm: name, schema, and a problem in which each is made.
//!
//! Names in capitals are those of P3, Figures 3 to 6. An example is a list of assertions over the
//! strings `x y z u v w k` and the integer `i`, which the arm refutes and makes the inference on the way.

sinew_base::rules! {
    /// F-Split: the longer of two components begins with the shorter.
    F_SPLIT = Inference "f-split",
        "x ++ y = u ++ v, |x| ≠ |u| ⊢ x = u ++ k ∨ u = x ++ k",
        "(= (str.++ x y) (str.++ z u)) (not (str.prefixof x z)) (not (str.prefixof z x))";
    /// F-Split against a constant.
    F_SPLIT_CONSTANT = Inference "f-split-constant",
        "x ++ y = \"ab\" ++ z ⊢ |x| < 2 ∨ x = \"ab\" ++ k",
        "(= (str.++ x y) (str.++ \"ab\" z)) (not (str.contains z y)) (> (str.len x) 2)";
    /// More strings that differ than their language has words.
    LANGUAGE_SIZE = Inference "pigeonhole-language",
        "x ∈ a|b, y ∈ a|b, z ∈ a|b, x ≠ y, y ≠ z, x ≠ z ⊢ ⊥",
        "(str.in_re x (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"d\")))) (str.in_re y (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"d\")))) (str.in_re z (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"d\")))) (str.in_re u (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"d\")))) (str.in_re v (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"d\")))) (str.in_re w (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"d\")))) (str.in_re k (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"d\")))) (distinct x y z u v w k)";
    /// The words of a length, where the language of a string that is looked for has few.
    FEW_WORDS = Inference "few-words",
        "y ∈ b+ ⊢ |y| = 2 ⇒ y = \"bb\"",
        "(str.contains x \"bbbb\") (not (str.contains x y)) (str.in_re y (re.+ (str.to_re \"b\"))) (>= (str.len y) 2) (<= (str.len y) 4)";
    /// A membership of a concatenation, by memberships of its parts.
    MEMBERSHIP_SPLIT = Inference "membership-split",
        "x ++ y ∈ (ab)* ⊢ (x ∈ (ab)* ∧ y ∈ (ab)*) ∨ (x ∈ (ab)*a ∧ y ∈ b(ab)*)",
        "(str.in_re (str.++ x \"zb\" y) (re.++ (re.* (str.to_re \"z\")) (re.opt (re.++ (re.range \"a\" \"c\") (re.* (re.union (str.to_re \"a\") (str.to_re \"c\"))))))) (str.in_re x (re.* (re.range \"a\" \"u\"))) (not (str.in_re (str.++ x \"az\" y) (re.++ (re.* (re.++ (re.union (str.to_re \"a\") (str.to_re \"c\")) (re.union (str.to_re \"z\") (str.to_re \"a\") (str.to_re \"c\")))) (re.opt (re.union (str.to_re \"a\") (str.to_re \"c\"))))))";
    /// Word equations without a solution, by Nielsen's transformation.
    EQUATION_UNSOLVABLE = Inference "equation-unsolvable",
        "x ++ \"a\" = \"b\" ++ x ⊢ ⊥",
        "(= (str.++ x \"a\") (str.++ \"b\" x))";
    /// A circle of comparisons with a strict one in it.
    ORDER_CYCLE = Inference "order-cycle",
        "x ≤ y, y ≤ z, z < x ⊢ ⊥",
        "(str.<= x y) (str.<= y z) (str.< z x)";
    /// A circle of comparisons without a strict one.
    ORDER_EQUAL = Inference "order-equal",
        "x ≤ y, y ≤ x ⊢ x = y",
        "(str.<= x y) (str.<= y x) (not (= x y))";
    /// Strings of at most one character compare as their codes.
    ORDER_CODE = Inference "order-code",
        "⊢ at(x, 0) ≤ at(x, 1) ⇔ to_code(at(x, 0)) ≤ to_code(at(x, 1))",
        "(str.< (str.at x i) (str.at x 2)) (= (str.to_code (str.at x i)) 98) (< (str.to_code (str.at x 2)) 99)";
    /// Comparisons of concatenations at their first different components.
    ORDER_SPLIT = Inference "order-split",
        "x ++ u ≤ y ++ v ⊢ x ≤ y ∨ (prefixof(y, x) ∧ |x| > |y|)",
        "(= (str.len x) (str.len y)) (str.< x y) (str.< (str.++ y z) (str.++ x u))";
    /// Comparisons of strings at their first characters.
    ORDER_FIRST = Inference "order-first",
        "x ≤ y ⊢ to_code(substr(x, 0, 1)) < to_code(substr(y, 0, 1)) ∨ (substr(x, 0, 1) = substr(y, 0, 1) ∧ substr(x, 1, |x|) ≤ substr(y, 1, |y|))",
        "(str.< x y) (str.< y z) (str.< z \"ab\") (str.in_re x (re.+ (str.to_re \"b\")))";
    /// A string contains what its parts contain.
    CONTAINMENT = Inference "containment",
        "contains(x, y), contains(y, z), ¬contains(x, z) ⊢ ⊥",
        "(str.contains x y) (str.contains y z) (not (str.contains x z))";
    /// Different characters have different codes.
    CODE_INJECTIVE = Inference "code-injective",
        "to_code(x) = to_code(y), to_code(x) ≥ 0 ⊢ x = y",
        "(= (str.to_code x) (str.to_code y)) (>= (str.to_code x) 0) (not (= x y))";
    /// The codes of a word's characters are those that its language has.
    MEMBERSHIP_CODE = Inference "membership-code",
        "x ∈ [a-z]* ⊢ to_code(at(x, 3)) = −1 ∨ 97 ≤ to_code(at(x, 3)) ≤ 122",
        "(str.in_re x (re.* (re.range \"a\" \"z\"))) (> (str.to_code (str.at x i)) 200)";
    /// A constant first occurs in a word where its language lets it.
    MEMBERSHIP_INDEX = Inference "membership-index",
        "x ∈ (bca)* ⊢ indexof(x, \"a\", 0) < 0 ∨ indexof(x, \"a\", 0) = 2",
        "(str.in_re x (re.* (str.to_re \"bca\"))) (> (str.indexof x \"a\" 0) 2)";
    /// A string with many words in it is long enough for them.
    FACTORS = Inference "pigeonhole-factors",
        "contains(x, \"ab\"), contains(x, \"cd\"), … ⊢ |x| ≥ …",
        "(= x y) (= z \"jkl\") (str.contains x \"abc\") (str.contains y \"def\") (str.contains x \"ghi\") (str.contains y z) (< (str.len x) 12)";
    /// A string has a position for each of its different parts.
    POSITIONS = Inference "pigeonhole-positions",
        "at(x, i) ≠ at(x, j), at(x, i) ≠ at(x, k), at(x, j) ≠ at(x, k) ⊢ |x| ≥ 2",
        "(distinct (str.at x 0) (str.at x i) (str.at x (+ i 1)) (str.at x (* 2 i)) (str.at x (* 3 i))) (< (str.len x) 4)";
}
