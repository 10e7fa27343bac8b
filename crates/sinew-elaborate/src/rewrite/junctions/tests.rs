//! Junctions that became others, and some that did not.

use crate::testing::check_rewrites;

#[test]
fn members_contradict_each_other() {
    let aside = "(str.prefixof \"b\" y) (str.contains z \"c\") p (str.prefixof z y)";
    let cases = [
        ("(= x \"a\") (= x \"b\")", true),
        ("(= x \"a\") (= u \"b\")", false),
        ("(not (= x y)) (= x y)", true),
        ("(>= i 3) (not (>= i 3))", true),
        ("(>= i 3) (not (>= i 2))", true),
        ("(>= i 3) (not (>= i 4))", false),
        ("(>= (+ i j) 3) (not (>= (+ j i) 1))", true),
        ("(>= (- i j) 3) (>= (- j i) 0)", true),
        ("(= i 3) (not (>= i 2))", true),
        ("(= i 3) (not (>= i 4))", false),
        ("(= i 3) (>= i 4)", true),
    ];
    for (members, holds) in cases {
        let conjunction = format!("(and {members} {aside})");
        check_rewrites(2_000, &[(&conjunction, "false", holds)]);
    }
    check_rewrites(
        2_000,
        &[
            ("(or p (>= i 3) (= x y) (not (>= i 4)))", "true", true),
            ("(or p (>= i 4) (= x y) (not (>= i 3)))", "true", false),
            ("(or p (not (= x \"a\")) (not (= x \"b\")))", "true", true),
        ],
    );
}

#[test]
fn members_that_follow_may_go_and_others_may_not() {
    let aside = "(str.prefixof \"b\" y) (str.contains z \"c\") p (str.prefixof z y)";
    for (before, after, same) in [
        ("(= x \"a\") (not (= x \"c\"))", "(= x \"a\")", true),
        ("(= x \"a\") (not (= u \"c\"))", "(= x \"a\")", false),
        ("(= x \"a\") (not (= x u))", "(= x \"a\")", false),
        ("(>= i 2) (>= i 5)", "(>= i 5)", true),
        ("(>= i 2) (>= i 5)", "(>= i 2)", false),
        ("(>= i 5) (not (>= i 6))", "(= i 5)", true),
        ("(>= i 5) (not (= i 5))", "(>= i 6)", true),
        (
            "(>= i 5) (not (= i 5)) (>= j 2) (>= j 3)",
            "(>= i 6) (>= j 3)",
            true,
        ),
        (
            "(not (>= (str.len x) 2)) (not (= x \"\"))",
            "(= (str.len x) 1)",
            true,
        ),
        ("(not (>= (str.len x) 2))", "(= (str.len x) 1)", false),
    ] {
        let [left, right] = [before, after].map(|members| format!("(and {members} {aside})"));
        check_rewrites(20_000, &[(&left, &right, same)]);
    }
}
