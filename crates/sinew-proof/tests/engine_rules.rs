//! The rules of the engine's log: for each, a clause that is accepted and some that are not.

use sinew_proof::{Checker, EngineRules};

/// Terms that all snippets may use.
const TERMS: &str = "\
n 0 b true
n 1 b fun:1
n 2 b fun:2
n 3 b fun:3
n 4 i fun:4
n 5 i fun:5
n 6 i int:3
n 7 i int:4
n 8 u0 fun:8
n 9 u0 fun:9
n 10 u0 fun:10 8
n 11 u0 fun:10 9
n 12 b = 8 9
n 13 b = 10 11
n 14 b and 1 2
n 15 b or 1 2 3
n 16 b ite 1 2 3
n 17 b xor 1 2
n 18 b => 1 2 3
n 19 b <= 4 6
n 20 b >= 4 7
n 21 i ite 1 4 5
n 22 b = 21 4
n 23 b = 21 5
n 24 i div 4 6
n 25 i * 6 24
n 26 i - 4 25
n 27 i int:0
n 28 b >= 26 27
n 29 b < 26 6
n 30 i abs 4
n 31 b >= 4 27
n 32 b = 30 4
n 33 i - 4
n 34 b = 30 33
n 35 b <= 4 7
n 36 b fun:11 1
n 37 b fun:11 12
n 38 i fun:12 4
n 39 b = 38 6
n 40 b = 38 7
v 1 0
v 2 1
v 3 2
v 4 3
v 5 12
v 6 13
v 7 14
v 8 15
v 9 16
v 10 17
v 11 18
v 12 19
v 13 22
v 14 23
v 15 28
v 16 29
v 17 31
v 18 32
v 19 34
v 20 35
v 21 36
v 22 37
v 23 39
v 24 40
x 0 4
x 1 5
x 2 24
x 3 21
x 4 30
x 5 38
m -12 20
";

fn check(lines: &str) -> Result<(), String> {
    Checker::new(EngineRules::default())
        .check(&format!("{TERMS}{lines}\n"))
        .map(|_| ())
        .map_err(|error| error.to_string())
}

fn accept(lines: &str) {
    assert_eq!(check(lines), Ok(()), "{lines}");
}

fn refuse(lines: &str) {
    assert!(check(lines).is_err(), "{lines}");
}

#[test]
fn congruence_knows_negation() {
    let terms = "n 41 b not 1\nn 42 b fun:11 41\nn 43 b fun:11 2\nv 25 42\nv 26 43\n";
    accept(&format!("{terms}t 1 euf -25 26 -2 3 0 0"));
    accept(&format!("{terms}t 1 euf -25 26 2 -3 0 0"));
    refuse(&format!("{terms}t 1 euf -25 26 2 3 0 0"));
    refuse(&format!("{terms}t 1 euf -25 26 3 0 0"));
}

#[test]
fn gates_follow_their_truth_tables() {
    accept("t 1 gate 1 0 0");
    accept("t 1 gate -10 1 0 17"); // true is in it
    refuse("t 1 gate -10 -1 0 17");
    accept("t 1 gate -7 2 0 14"); // and
    accept("t 1 gate 7 -2 -3 0 14");
    accept("t 1 gate -8 2 3 4 0 15"); // or
    accept("t 1 gate 8 -3 0 15");
    accept("t 1 gate -9 -2 3 0 16"); // ite
    accept("t 1 gate -9 3 4 0 16");
    accept("t 1 gate -10 2 3 0 17"); // xor
    accept("t 1 gate 10 -2 3 0 17");
    accept("t 1 gate -11 -2 -3 4 0 18"); // implies
    accept("t 1 gate 11 2 0 18");
    refuse("t 1 gate -1 0 0");
    refuse("t 1 gate -7 -2 0 14");
    refuse("t 1 gate 7 -2 0 14");
    refuse("t 1 gate -8 2 3 0 15");
    refuse("t 1 gate -9 3 0 16");
    refuse("t 1 gate -10 2 -3 0 17");
    refuse("t 1 gate 11 -2 0 18");
    refuse("t 1 gate -12 0 19"); // an atom is no gate
}

#[test]
fn assertions_are_taken_apart_and_keep_their_guards() {
    accept("f 1 0 0 15\nt 1 asserted 2 3 4 0 1");
    accept("f 1 0 0 14\ng 2 1 + 2\nt 1 asserted 3 0 2");
    accept("f 1 30 0 14\ng 2 1 + 2\nt 1 asserted -30 3 0 2");
    refuse("f 1 0 0 15\nt 1 asserted 2 3 0 1");
    refuse("f 1 0 0 14\ng 2 1 + 3");
    refuse("f 1 0 0 15\ng 2 1 + 2"); // a disjunct is no conjunct
    refuse("f 1 30 0 14\ng 2 1 + 2\nt 1 asserted 3 0 2"); // the guard is missing
    refuse("t 1 asserted 2 0 7"); // no such fact
}

#[test]
fn congruence_is_recomputed() {
    accept("t 1 euf -5 6 0 0"); // a = b → f(a) = f(b)
    refuse("t 1 euf -6 5 0 0");
    refuse("t 1 euf 6 0 0");
    accept("t 1 euf -23 -24 0 0"); // g(x) = 3 and g(x) = 4
    // p(q) with q and (a = b) both true: the arguments are equal.
    accept("t 1 euf -2 -5 -21 22 0 0");
    refuse("t 1 euf -2 5 -21 22 0 0");
}

#[test]
fn shared_literals_say_the_same() {
    // `m -12 20` above: not (x <= 3) is x >= 4.
    refuse("n 41 b >= 5 7\nm -12 41");
    refuse("n 41 b > 4 7\nm -12 41");
    accept("n 41 b > 4 6\nm -12 41");
    accept("n 41 b <= 6 6\nm 1 41");
    refuse("n 41 b < 6 6\nm 1 41");
    accept("n 41 b < 6 6\nm -1 41");
    refuse("v 12 36"); // the variable has a meaning, the term a literal
}

#[test]
fn certificates_refute_exactly_the_negated_literals() {
    // x <= 3 → x <= 4
    accept("c 1 -12 20 0 sum 1 u0 1 l1 ;\nt 1 arith -12 20 0 1");
    accept("c 1 -12 20 0 sum 1 u0 1 l1 ;\nt 1 arith -12 20 2 0 1");
    refuse("c 1 -12 20 0 sum 1 u0 1 l1 ;\nt 1 arith -12 0 1"); // a hypothesis is no literal
    refuse("c 1 -20 12 0 sum 1 u0 1 l1 ;\nt 1 arith -20 12 0 1"); // the converse
    refuse("t 1 arith -12 20 0 1");
}

#[test]
fn definitions_of_ite_division_and_absolute_value() {
    accept("t 1 ite -2 13 0 21");
    accept("t 1 ite 2 14 0 21");
    refuse("t 1 ite 2 13 0 21");
    refuse("t 1 ite 13 0 21");
    accept("t 1 div 15 0 24");
    accept("t 1 div 16 0 24");
    refuse("t 1 div -15 0 24");
    refuse("t 1 div 12 0 24");
    accept("t 1 abs -17 18 0 30");
    accept("t 1 abs 17 19 0 30");
    refuse("t 1 abs 17 18 0 30");
    refuse("t 1 abs 18 0 30");
}

#[test]
fn names_must_be_new() {
    accept("n 41 i fun:20\nn 42 b = 41 38\nx 6 41\nv 30 42\nt 1 name 30 0 41");
    refuse("n 41 b = 4 38\nv 30 41\nf 1 0 0 41\nt 1 name 30 0 4");
    refuse("n 41 i fun:20\nn 42 i fun:12 41\nn 43 b = 41 42\nv 30 43\nt 1 name 30 0 41");
}

#[test]
fn trust_is_counted_and_inputs_are_refused() {
    let mut checker = Checker::new(EngineRules::default());
    // The inference is trusted, but the clause must say it: term 1 has the literal 2, term 2 the
    // literal 3.
    let inferences =
        "r 7 f-unify -2 0 1 0\nt 1 theory 2 3 0 7\nr 8 f-unify 0 1 0\nt 2 theory 2 0 8";
    for line in format!("{TERMS}{inferences}").lines() {
        checker.check_line(line).expect("accepted");
    }
    assert_eq!(checker.rules().trusted().get("f-unify"), Some(&2));
    refuse("r 7 f-unify -2 0 1 0\nt 1 theory 2 0 7"); // the premise is not granted
    refuse("r 7 f-unify -2 0 1 0\nt 1 theory 2 -3 0 7"); // its negation is
    refuse("r 7 f-unify -2 0 1 0\nt 1 theory 3 0 7"); // the conclusion is missing
    refuse("r 7 f-unify -2 0 1\nt 1 theory 2 3 0 7"); // an inference has an end
    refuse("r 7 f-unify ?2 0 1 0"); // no premise
    refuse("t 1 theory 2 3 0 7"); // of which inference?
    let mut checker = Checker::new(EngineRules::default());
    for line in format!("{TERMS}f 1 30 0 15\ns 2 1 14\nt 1 asserted -30 2 0 2").lines() {
        checker.check_line(line).expect("accepted");
    }
    assert_eq!(checker.rules().trusted().get("simplified"), Some(&1));
    refuse("f 1 30 0 15\ns 2 1 14\nt 1 asserted 2 0 2"); // the guard is missing
    refuse("f 1 30 0 15\ns 2 1 14\nt 1 asserted -30 2 0 1"); // what was written says other things
    refuse("s 2 1 15"); // in other words than which?
    refuse("i 1 2 0");
    refuse("i 1 -2 0"); // the variable means something
    accept("i 1 -99 0"); // a guard
}

#[test]
fn terms_are_defined_once_and_before_use() {
    refuse("n 41 b and 42");
    refuse("n 40 b and 1 2");
    refuse("n 41 b and 1 2");
    refuse("v 99 41");
    refuse("x 7 1"); // not an integer
    refuse("x 0 38");
}
