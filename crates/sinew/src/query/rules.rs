//! The rules of the stages: what they conclude, apart from what simplifier and arms do.
//!
//! An example is a script, after declarations of the strings `s` and `t` and the integer `n`, whose last answer
//! needs the rule.

sinew_base::rules! {
    /// The value of a recursively defined function, where the definitions compute it.
    UNFOLD = Pass "unfold-definition",
        "f(c) = v, where f is defined and f(c) computes v",
        "(define-fun-rec f ((k Int)) Int (ite (<= k 0) 0 (+ 2 (f (- k 1)))))(assert (= n (f 900)))(check-sat)";
    /// What a recursively defined function is equal to, at arguments that are not known.
    UNFOLD_CALL = Pass "unfold-call",
        "f(t) = b(t), where f(x) is defined as b(x)",
        "(define-fun-rec f ((u String)) Int (ite (= u \"\") 0 (+ 2 (f (str.substr u 1 (str.len u))))))(assert (= (f s) 4))(check-sat)";
    /// A fresh constant for what an existential formula in a positive place says there is.
    SKOLEMIZE = Pass "skolemize",
        "∃v. φ(v) ⟶ φ(k), k fresh",
        "(assert (exists ((u String)) (= (str.++ u s) (str.++ t u \"a\"))))(check-sat)";
    /// The body of a quantified formula in the simplifier's normal form.
    EXISTS_SIMPLIFY = Pattern "exists-simplify",
        "(∃v. φ) = (∃v. φ'), φ' the normal form of φ",
        "(assert (not (exists ((u String) (v String) (w String)) (and (= (str.++ w \"\") u) (= s (str.++ u v)) (= u t)))))(assert (str.prefixof t s))(check-sat)";
    /// A variable that has a value.
    EXISTS_ONE_POINT = Pattern "exists-one-point",
        "(∃v. v = t ∧ φ(v)) = φ(t), v not in t",
        "(assert (not (exists ((k Int)) (and (= k (str.len s)) (> k n)))))(assert (> (str.len s) n))(check-sat)";
    /// A conjunct s = t lets the others say t, which is free of the variables, for s.
    EXISTS_REWRITE = Pattern "exists-rewrite",
        "(∃v. s(v) = t ∧ φ(s(v))) = (∃v. s(v) = t ∧ φ(t)), v not in t",
        "(assert (not (exists ((u String) (v String)) (and (= s (str.++ u v)) (= (str.len (str.++ u v)) n) (= u t)))))(assert (= (str.len s) n))(assert (str.prefixof t s))(check-sat)";
    /// A conjunct that is true for some values of variables that occur nowhere else.
    EXISTS_SATISFIED = Pattern "exists-satisfied",
        "(∃u v. φ(u) ∧ ψ(v)) = (∃v. ψ(v)), some φ(c) true",
        "(assert (not (exists ((u String) (v String) (w String)) (and (=> (= (str.len w) 1) (= w u)) (= (str.++ u t v) s)))))(assert (str.contains s t))(check-sat)";
    /// What does not speak of the variables stands outside of the quantifier; a variable that nothing speaks of goes.
    EXISTS_SCOPE = Pattern "exists-scope",
        "(∃v. φ ∧ ψ(v)) = (φ ∧ ∃v. ψ(v)), v not in φ",
        "(assert (not (exists ((u String) (v String)) (and (> (str.len t) n) (= s (str.++ u t v))))))(assert (> (str.len t) n))(assert (str.contains s t))(check-sat)";
    /// Variables as pieces of a concatenation, each once.
    EXISTS_PIECES = Pattern "exists-pieces",
        "(∃u v. s = u ++ t ++ v) = contains(s, t); likewise `suffixof`, `prefixof`, and memberships for more pieces",
        "(assert (not (exists ((u String) (v String)) (= s (str.++ u t v)))))(assert (str.contains s t))(check-sat)";
    /// A position whose character is none of some.
    EXISTS_CHARACTERS = Pattern "exists-characters",
        "(∃j. 0 ≤ j < |s| ∧ at(s, j) ≠ c1 ∧ … ∧ at(s, j) ≠ cn) = s ∉ (c1 ∪ … ∪ cn)*",
        "(assert (forall ((j Int)) (=> (and (<= 0 j) (< j (str.len s))) (or (= (str.at s j) \"a\") (= (str.at s j) \"b\")))))(assert (str.contains s \"c\"))(check-sat)";
    /// A string occurs before its end in a concatenation that it ends.
    EXISTS_EARLIER = Pattern "exists-earlier",
        "(∃j. 0 ≤ j < |t| ∧ contains(s ++ substr(t, 0, j), t)) = (t ≠ \"\" ∧ indexof(s ++ t, t, 0) ≠ |s|)",
        "(assert (forall ((j Int)) (=> (and (<= 0 j) (< j (str.len t))) (not (str.contains (str.++ s (str.substr t 0 j)) t)))))(assert (not (= (str.indexof (str.++ s t) t 0) (str.len s))))(assert (not (= t \"\")))(check-sat)";
    /// A multiple of a number.
    EXISTS_MULTIPLE = Pattern "exists-multiple",
        "(∃v. c · v = t) = (t mod |c| = 0), c not 0 and v not in t",
        "(assert (not (exists ((k Int)) (= (* 3 k) (str.len s)))))(assert (str.in_re s (re.* (str.to_re \"abc\"))))(check-sat)";
    /// A value that other assertions fix for a symbol of a quantified one.
    KNOWN_VALUE = Inference "known-value",
        "x = c, φ(x) ⊢ φ(c)",
        "(assert (= n (- 0 3)))(assert (not (exists ((k Int)) (= (* n k) (str.len s)))))(assert (str.in_re s (re.* (str.to_re \"abc\"))))(check-sat)";
    /// A proposition for a universal formula in a positive place.
    NAME_UNIVERSAL = Pass "name-universal",
        "∀x. φ(x) ⟶ p, p fresh, p ⇒ ∀x. φ(x)",
        "(assert (forall ((j Int)) (=> (and (<= 0 j) (< j 3)) (str.<= (str.at s j) (str.at s (+ j 1))))))(assert (= s \"cbad\"))(check-sat)";
    /// The instance of a universal formula that fails in a model.
    INSTANCE_MODEL = Inference "instance-model",
        "p, p ⇒ ∀x. φ(x) ⊢ φ(c)",
        "(assert (forall ((j Int)) (=> (and (<= 0 j) (< j 3)) (str.<= (str.at s j) (str.at s (+ j 1))))))(assert (= s \"cbad\"))(check-sat)";
    /// An instance with terms at hand, of a formula that cannot be evaluated.
    INSTANCE_GROUND = Inference "instance-ground",
        "p, p ⇒ ∀x. φ(x) ⊢ φ(t)",
        "(assert (forall ((u String)) (=> (str.prefixof u s) (< (str.len u) (str.len (str.replace_all u \"a\" \"bb\"))))))(assert (= t \"\"))(assert (str.prefixof \"\" s))(check-sat)";
    /// A model of an earlier query satisfies this one.
    CACHED_MODEL = Pass "cached-model",
        "φ ⟶ ⊤, φ true in a kept model",
        "(assert (= s \"a\"))(check-sat)(assert (= (str.len s) 1))(check-sat)";
    /// Each part that shares no symbol with the others has a model of an earlier query.
    CACHED_PARTS = Pass "cached-parts",
        "φ, ψ ⟶ ⊤, each true in a kept model, without a common symbol",
        "(push)(assert (= s \"a\"))(check-sat)(pop)(push)(assert (= t \"b\"))(assert (not (= s \"a\")))(check-sat)(pop)(assert (= s \"a\"))(assert (= t \"b\"))(check-sat)";
    /// Parts that share no symbol with the others and have a model of an earlier query are not searched.
    RESIDUE = Pass "residue",
        "φ, ψ ⟶ φ, ψ true in a kept model, without a symbol of φ",
        "(assert (= s \"a\"))(check-sat)(assert (= t \"b\"))(check-sat)";
    /// What was refuted is refuted wherever it is asserted.
    CACHED_CORE = Inference "cached-core",
        "φ1, …, φn ⊢ ⊥, refuted before",
        "(push)(assert (= s \"a\"))(assert (= s \"b\"))(check-sat)(pop)(assert (= s \"b\"))(assert (= t s))(assert (= s \"a\"))(check-sat)";
}
