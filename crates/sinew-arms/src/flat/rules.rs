//! The instances of flattening, by name.
//!
//! They speak of the cells, rounds and lengths of a shape, not of the input, and hold in every model that gives these the
//! meaning of [`shape`](super): nothing to share, and no part of a proof. An example is a list of assertions over the strings
//! `x y z u v w k` and the integer `i`, which has a model that is found with the help of the rule.

sinew_base::rules! {
    /// Pieces of two words that overlap agree as far as both go: in `p + q − gcd(p, q)` places, if there are so many.
    AGREE = Inference "flat-agree",
        "window(t, t') ⊢ S ≤ S' < S + |w*|, S' − S ≡ a (mod p) ⇒ w[a + δ] = w'[δ] for δ < overlap",
        "(= (str.++ x \"ab\") (str.++ \"ab\" x)) (> (str.len x) 20)";
    /// What stands at a position of a word is what the cell of the cycle there holds.
    READ = Inference "flat-read",
        "S ≤ i < S + |w*|, i − S ≡ a (mod p) ⊢ t[i] = w[a]",
        "(not (= x y)) (= (str.len x) (str.len y) 9)";
    /// Two words differ at no place where both go through one cycle in step.
    APART = Inference "flat-apart",
        "S ≤ i < S + |w*|, S' ≤ i' < S' + |w*|, i − S ≡ i' − S' (mod p) ⊢ t[i] = t'[i']",
        "(not (str.prefixof (str.++ x \"b\") (str.++ x x \"a\"))) (= (str.len x) 40) (str.prefixof \"ab\" x)";
    /// A word that does not occur has a mismatch at this shift (P4 §5.2).
    SHIFT = Inference "flat-shift",
        "not-substring(t, t'), 0 ≤ shift ≤ |t'| − |t| ⊢ t[i] ≠ t'[shift + i]",
        "(not (str.contains (str.++ x \"a\" y) (str.++ y \"a\" x))) (= (str.len y) 4) (> (str.len x) 9) (not (str.contains x \"b\"))";
    /// A run of an automaton over the pieces of a word.
    RUN = Inference "flat-run",
        "t ∈ L ⊢ Q₀ →w₁*→ Q₁ →w₂*→ … Qₖ ⊆ F",
        "(str.in_re x (re.+ (str.to_re \"ab\"))) (> (str.len x) 20)";
    /// A word that another one is the image of, letter by letter, agrees with it as far as two pieces overlap.
    IMAGE = Inference "flat-image",
        "t = f(t') ⊢ S ≤ S' < S + |w*|, S' − S ≡ a (mod p) ⇒ w[a + δ] = f(w'[δ]) for δ < overlap",
        "(= (str.to_upper x) (str.++ y \"B\" y)) (= (str.rev x) x) (> (str.len x) 20)";
    /// Where there is no match, what stands there does not begin with a word of the language.
    MATCH = Inference "flat-match",
        "no-match(L, t), from ≤ i < to ⊢ t[i, |t|) ∉ L·Σ*",
        "(= (str.indexof_re x (re.++ (str.to_re \"a\") re.allchar re.allchar (str.to_re \"b\")) 0) 3) (str.prefixof \"aaa\" x) (str.in_re x (re.* (re.range \"a\" \"b\"))) (= (str.indexof_re y (re.++ (str.to_re \"b\") re.allchar re.allchar (str.to_re \"a\")) 0) 3) (str.prefixof \"bbb\" y) (str.in_re y (re.* (re.range \"a\" \"b\")))";
    /// What a language with symbols is when these are known.
    CLOSE = Inference "flat-close",
        "t ∈ L(y) ⊢ y ≠ w ∨ t ∈ L(w)",
        "(not (str.in_re x (re.* (str.to_re y)))) (= (str.len x) 6) (= (str.len y) 2)";
}
