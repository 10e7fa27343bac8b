//! What extended terms say by definition: name, schema, and a problem in which each is made.
//!
//! Ext-Expand is P3's name (Figure 5).
//! An example is a list of assertions over the strings `x y z u v w k` and the integer `i`, which the
//! arms refute and make the inference on the way.

sinew_base::rules! {
    /// Ext-Expand: an extended term by its definition.
    EXT_EXPAND = Inference "ext-expand",
        "contains(x, y) ⊢ x = k ++ y ++ k'",
        "(str.contains x y) (str.contains y \"a\") (str.in_re x (re.* (str.to_re \"b\")))";
    /// What an extended term implies beyond its definition.
    EXT_IMPLIED = Inference "ext-implied",
        "⊢ replace_all(x, \"a\", \"b\") ∈ (Σ ∖ a)*",
        "(str.prefixof \"a\" (str.replace_all x \"a\" \"b\"))";
}
