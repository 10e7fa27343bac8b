//! What follows from normal forms and from memberships: name, schema, and a problem in which each is made.
//!
//! Ext-Simplify, Ext-Eq and F-Unify are P3's names (Figures 4 and 6).
//! An example is a list of assertions over the strings `x y z u v w k` and the integer `i`, which the
//! arms refute and make the inference on the way.

sinew_base::rules! {
    /// Ext-Simplify: an extended term is a value once its arguments are replaced by what they equal.
    EXT_SIMPLIFY = Inference "ext-simplify",
        "x = \"ab\" ⊢ substr(x, 1, 1) = \"b\"",
        "(= x \"ab\") (not (= (str.substr x 1 1) \"b\"))";
    /// Ext-Eq: two extended terms become the same.
    EXT_EQ = Inference "ext-eq",
        "x = y ++ \"a\", z = y ++ \"a\" ⊢ contains(x, u) = contains(z, u)",
        "(= x (str.++ \"a\" y)) (not (= (str.substr x 1 i) (str.substr y 0 i)))";
    /// F-Unify: components at the same place with the same length are equal.
    F_UNIFY = Inference "f-unify",
        "x ++ y = u ++ v, |x| = |u| ⊢ x = u",
        "(= (str.++ x y) (str.++ z u)) (= (str.len x) (str.len z)) (not (= x z))";
    /// Components are left when the other side has ended.
    ENDPOINT_EMPTY = Inference "endpoint-empty",
        "x ++ y = x ⊢ y = \"\"",
        "(= (str.++ x \"a\") (str.++ x \"a\" z)) (not (= z \"\"))";
    /// Two constants at the same place differ.
    CONSTANT_CLASH = Inference "constant-clash",
        "x ++ \"a\" ++ y = x ++ \"b\" ++ z ⊢ ⊥",
        "(= (str.++ x \"a\" y) (str.++ x \"b\" z))";
    /// A string that contains itself contains nothing else.
    CYCLE = Inference "cycle",
        "x = y ++ x ⊢ y = \"\"",
        "(= x (str.++ y x z)) (not (= y \"\"))";
    /// A concatenation of one string and empty ones is that string.
    UNIT = Inference "unit",
        "x = \"\", z = x ++ y ⊢ z = y",
        "(= x \"\") (= z (str.++ x y)) (not (= z y))";
    /// Classes with the same normal form are equal.
    FORM_EQ = Inference "form-eq",
        "x = u ++ w, w = v ++ z, y = k ++ z, k = u ++ v ⊢ x = y",
        "(= x (str.++ u w)) (= w (str.++ v z)) (= y (str.++ k z)) (= k (str.++ u v)) (not (= x y))";
    /// What equal concatenations do not have in common at their ends is equal.
    CANCEL = Inference "cancel",
        "x ++ y = x ++ z ++ u ⊢ y = z ++ u",
        "(= (str.++ x y z) (str.++ \"ab\" z u)) (= (str.len x) 1) (not (= (str.++ y z) (str.++ \"b\" z u)))";
    /// Memberships of one string that have no word in common.
    MEMBERSHIP_EMPTY = Inference "membership-empty",
        "x ∈ a*, x ∈ b+ ⊢ ⊥",
        "(str.in_re x (re.* (str.to_re \"a\"))) (str.in_re x (re.+ (str.to_re \"b\")))";
    /// The lengths that memberships of one string leave.
    MEMBERSHIP_LENGTH = Inference "membership-length",
        "x ∈ (aa)*, x ∈ (aaa)* ⊢ |x| mod 6 = 0",
        "(str.in_re x (re.++ (re.* (str.to_re \"a\")) (re.* (str.to_re \"b\")))) (str.in_re x (re.* (str.to_re \"ab\"))) (= (str.len x) 4)";
}
