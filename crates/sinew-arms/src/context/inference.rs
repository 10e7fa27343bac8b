//! Every inference of the arm: its number, its name, its schema and an example, in one place.
//!
//! Statistics, traces and the lemma log speak in these names. Rule names in capitals are those of
//! P3, Figures 3 to 6.

macro_rules! inferences {
    ($( $(#[$doc:meta])* $variant:ident = $number:literal $name:literal; )*) => {
        /// An inference of the context arm.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u32)]
        pub enum Inference {
            $( $(#[$doc])* $variant = $number, )*
        }

        impl Inference {
            /// All inferences.
            pub const ALL: &'static [Inference] = &[$( Inference::$variant, )*];

            /// The inference with this number.
            #[must_use]
            pub fn numbered(number: u32) -> Option<Inference> {
                Inference::ALL.iter().copied().find(|&inference| inference as u32 == number)
            }

            /// The name in statistics and traces.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $( Inference::$variant => $name, )*
                }
            }
        }
    };
}

inferences! {
    /// L-Eq, L-Geq and what each operator implies about lengths.
    ///
    /// `|x ++ y| = |x| + |y|`
    Length = 1 "length";
    /// Facts that have no words of the lengths at hand.
    ///
    /// `¬(x = "ab" ++ y ∧ x = z ++ "c" ∧ |y| = 0)`
    Lesson = 2 "lesson";
    /// Ext-Simplify: an extended term is a value once its arguments are replaced by what they equal.
    ///
    /// `x = "ab" ⊢ substr(x, 1, 1) = "b"`
    Simplify = 3 "ext-simplify";
    /// Ext-Eq: two extended terms become the same.
    ///
    /// `x = y ++ "a", z = y ++ "a" ⊢ contains(x, u) = contains(z, u)`
    ExtEqual = 4 "ext-eq";
    /// F-Unify: components at the same place with the same length are equal.
    ///
    /// `x ++ y = u ++ v, |x| = |u| ⊢ x = u`
    Unify = 5 "f-unify";
    /// Components are left when the other side has ended.
    ///
    /// `x ++ y = x ⊢ y = ""`
    Endpoint = 6 "endpoint-empty";
    /// Two constants at the same place differ.
    ///
    /// `x ++ "a" ++ y = x ++ "b" ++ z ⊢ ⊥`
    Clash = 7 "constant-clash";
    /// A string that contains itself contains nothing else.
    ///
    /// `x = y ++ x ⊢ y = ""`
    Cycle = 8 "cycle";
    /// A concatenation of one string and empty ones is that string.
    ///
    /// `x = "", z = x ++ y ⊢ z = y`
    Unit = 14 "unit";
    /// F-Split: the longer of two components begins with the shorter.
    ///
    /// `x ++ y = u ++ v, |x| ≠ |u| ⊢ x = u ++ k ∨ u = x ++ k`
    Split = 9 "f-split";
    /// F-Split against a constant.
    ///
    /// `x ++ y = "ab" ++ z ⊢ |x| < 2 ∨ x = "ab" ++ k`
    SplitConstant = 10 "f-split-constant";
    /// Memberships of one string that have no word in common.
    ///
    /// `x ∈ a*, x ∈ b+ ⊢ ⊥`
    Empty = 11 "membership-empty";
    /// More strings that differ than their language has words.
    ///
    /// `x ∈ a|b, y ∈ a|b, z ∈ a|b, x ≠ y, y ≠ z, x ≠ z ⊢ ⊥`
    Cardinality = 31 "cardinality";
    /// The lengths that memberships of one string leave.
    ///
    /// `x ∈ (aa)*, x ∈ (aaa)* ⊢ |x| mod 6 = 0`
    MemberLength = 12 "membership-length";
    /// A membership of a concatenation, by memberships of its parts.
    ///
    /// `x ++ y ∈ (ab)* ⊢ (x ∈ (ab)* ∧ y ∈ (ab)*) ∨ (x ∈ (ab)*a ∧ y ∈ b(ab)*)`
    Decompose = 27 "membership-split";
    /// Ext-Expand: an extended term by its definition.
    ///
    /// `contains(x, y) ⊢ x = k ++ y ++ k'`
    Expand = 13 "ext-expand";
    /// Classes with the same normal form are equal.
    ///
    /// `x = u ++ w, w = v ++ z, y = k ++ z, k = u ++ v ⊢ x = y`
    FormEqual = 24 "form-eq";
    /// What equal concatenations do not have in common at their ends is equal.
    ///
    /// `x ++ y = x ++ z ++ u ⊢ y = z ++ u`
    Cancel = 28 "cancel";
    /// Word equations without a solution, by Nielsen's transformation.
    ///
    /// `x ++ "a" = "b" ++ x ⊢ ⊥`
    Unsolvable = 25 "equation-unsolvable";
    /// A circle of comparisons with a strict one in it.
    ///
    /// `x ≤ y, y ≤ z, z < x ⊢ ⊥`
    OrderCycle = 15 "order-cycle";
    /// A circle of comparisons without a strict one.
    ///
    /// `x ≤ y, y ≤ x ⊢ x = y`
    OrderEqual = 16 "order-equal";
    /// Strings of at most one character compare as their codes.
    ///
    /// `at(x, 0) ≤ at(x, 1) ⇔ to_code(at(x, 0)) ≤ to_code(at(x, 1))`
    OrderCode = 17 "order-code";
    /// Comparisons of concatenations at their first different components.
    ///
    /// `x ++ u ≤ y ++ v ⊢ x ≤ y ∨ (prefixof(y, x) ∧ |x| > |y|)`
    OrderSplit = 18 "order-split";
    /// A string contains what its parts contain.
    ///
    /// `contains(x, y), contains(y, z), ¬contains(x, z) ⊢ ⊥`
    Containment = 19 "containment";
    /// Different characters have different codes.
    ///
    /// `to_code(x) = to_code(y), to_code(x) ≥ 0 ⊢ x = y`
    CodeInjective = 20 "code-injective";
    /// The codes of a word's characters are those that its language has.
    ///
    /// `x ∈ [a-z]* ⊢ to_code(at(x, 3)) = −1 ∨ 97 ≤ to_code(at(x, 3)) ≤ 122`
    MemberCode = 21 "membership-code";
    /// A constant first occurs in a word where its language lets it.
    ///
    /// `x ∈ (bca)* ⊢ indexof(x, "a", 0) < 0 ∨ indexof(x, "a", 0) = 2`
    MemberIndex = 22 "membership-index";
    /// What an extended term implies beyond its definition.
    ///
    /// `replace_all(x, "a", "b") ∈ (Σ ∖ a)*`
    Implied = 23 "ext-implied";
    /// A string with many words in it is long enough for them.
    ///
    /// `contains(x, "ab"), contains(x, "cd"), … ⊢ |x| ≥ …`
    Packing = 26 "packing";
    /// A string has a place for each of its different parts.
    ///
    /// `at(x, i) ≠ at(x, j), at(x, i) ≠ at(x, k), at(x, j) ≠ at(x, k) ⊢ |x| ≥ 2`
    Places = 30 "places";
    /// What undoes a conversion.
    ///
    /// `n ≥ 0 ⇒ to_int(from_int(n)) = n`
    Conversion = 32 "conversion";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_unique() {
        let mut names: Vec<_> = Inference::ALL.iter().map(|i| i.name()).collect();
        let mut numbers: Vec<_> = Inference::ALL.iter().map(|&i| i as u32).collect();
        names.sort_unstable();
        numbers.sort_unstable();
        names.dedup();
        numbers.dedup();
        assert_eq!(
            (names.len(), numbers.len()),
            (Inference::ALL.len(), Inference::ALL.len())
        );
    }
}
