//! The equivalences by which quantified formulas become formulas of the theory, compared with the
//! reference semantics: for all short words, the quantified formula over all short parts has the
//! value that the session's answer claims.

use sinew::Session;

/// A quantified formula about `s`, `t` and `n`, and its meaning as the standard has it.
const EQUIVALENCES: &[(&str, &str)] = &[
    (
        "(forall ((a String) (b String) (c String)) (=> (= s (str.++ a b c)) (not (= b t))))",
        "(not (str.contains s t))",
    ),
    (
        "(forall ((a String) (b String)) (=> (= s (str.++ a b)) (not (= a t))))",
        "(not (str.prefixof t s))",
    ),
    (
        "(forall ((a String) (b String)) (=> (= s (str.++ a b)) (not (= b t))))",
        "(not (str.suffixof t s))",
    ),
    (
        "(exists ((a String) (b String)) (= (str.++ a t b t) s))",
        "(str.in_re s (re.++ re.all (str.to_re t) re.all (str.to_re t)))",
    ),
    (
        "(forall ((j Int)) (=> (and (<= 0 j) (> (str.len s) j)) (or (= (str.at s j) \"a\") (= \"b\" (str.at s j)))))",
        "(str.in_re s (re.* (re.range \"a\" \"b\")))",
    ),
    (
        "(exists ((v Int)) (= (+ (str.len s) n) (* (- 3) v)))",
        "(= (mod (+ (str.len s) n) 3) 0)",
    ),
    (
        "(forall ((j Int)) (=> (and (>= j 0) (< j (str.len t))) (not (str.contains (str.++ s (str.substr t 0 j)) t))))",
        "(or (= t \"\") (= (str.indexof (str.++ s t) t 0) (str.len s)))",
    ),
    // A part that some values make true says nothing.
    (
        "(exists ((a String) (b String) (c String)) (and (=> (= (str.len c) 1) (= c a)) (= (str.++ a t b) s)))",
        "(str.contains s t)",
    ),
    // One that no values make true for all others says something.
    (
        "(exists ((a String) (b String) (c String)) (and (= (str.++ c \"a\") a) (= (str.++ a t b) s)))",
        "(str.in_re s (re.++ re.all (str.to_re \"a\") (str.to_re t) re.all))",
    ),
    // A part is the whole, and is said as the whole.
    (
        "(forall ((a String) (b String)) (=> (and (= s (str.++ a b)) (= (str.len (str.++ a b)) n)) (not (= a t))))",
        "(=> (= (str.len s) n) (not (str.prefixof t s)))",
    ),
    // Simplified, it is one of the others.
    (
        "(forall ((a String) (b String) (c String)) (=> (and (= (str.++ c \"\") a) (= s (str.++ a b))) (not (= a t))))",
        "(not (str.prefixof t s))",
    ),
    (
        "(exists ((v Int)) (and (= v (str.len s)) (> v n)))",
        "(> (str.len s) n)",
    ),
    (
        "(forall ((v Int)) (or (= n 1) (not (= s t))))",
        "(or (= n 1) (not (= s t)))",
    ),
];

const WORDS: &[&str] = &["", "a", "b", "c", "ab", "ba", "aa", "abc", "aab"];

fn answer(script: &str) -> String {
    Session::default().run_text(script).trim().to_owned()
}

#[test]
fn quantified_formulas_mean_what_the_table_says() {
    for (formula, meaning) in EQUIVALENCES {
        for s in WORDS {
            for t in &WORDS[..5] {
                let n = (s.len() + t.len()) % 3;
                let values = format!(
                    "(declare-const s String)(declare-const t String)(declare-const n Int)\
                     (assert (= s \"{s}\"))(assert (= t \"{t}\"))(assert (= n {n}))"
                );
                let expected = answer(&format!("{values}(assert {meaning})(check-sat)"));
                for place in ["{}", "(= (= n n) {})", "(not (not {}))"] {
                    let quantified = place.replace("{}", formula);
                    let found = answer(&format!("{values}(assert {quantified})(check-sat)"));
                    assert_eq!(found, expected, "{quantified} with s={s} t={t} n={n}");
                }
            }
        }
    }
}

/// What has a quantifier over an infinite domain that no step removes ends in `unknown`, with a
/// reason, unless instances refute it.
#[test]
fn what_cannot_be_checked_is_unknown() {
    let mut session = Session::default();
    let script = "(declare-const s String)(assert (= s \"q\"))\
                  (assert (forall ((x String)) (or (= x s) (not (= (str.to_int x) \
                  (* 7 (str.to_int (str.replace_all x \"1\" \"2\"))))))))(check-sat)";
    assert_eq!(session.run_text(script), "unknown\n");
    let reason = session.run_text("(get-info :reason-unknown)");
    assert!(reason.contains("incomplete"), "{reason}");
}

/// Bounded integer quantifiers are evaluated in the model, and failing instances are added.
#[test]
fn bounded_quantifiers_are_decided() {
    let script = |word: &str| {
        format!(
            "(declare-const s String)(assert (str.prefixof \"{word}\" s))(assert (= (str.len s) 6))\
             (assert (forall ((i Int)) (=> (and (<= 0 i) (< i 5)) \
             (str.<= (str.at s i) (str.at s (+ i 1))))))(check-sat)"
        )
    };
    assert_eq!(answer(&script("ac")), "sat");
    assert_eq!(answer(&script("cba")), "unsat");
}
