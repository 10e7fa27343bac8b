//! Every inference of the context arm is made on a small problem of its own; without it the problem
//! would not be solved in that way.

use sinew_arms::context::{ContextArm, Inference};
use sinew_base::Budget;
use sinew_engine::{Config, Engine, Outcome};
use sinew_smtlib::{Command, Environment, Reader};
use sinew_term::TermStore;

/// An inference, the assertions that need it, and whether they are satisfiable.
const TABLE: &[(Inference, bool, &str)] = &[
    (
        Inference::Length,
        false,
        "(= x (str.++ y \"a\")) (= (str.len x) (str.len y))",
    ),
    (
        Inference::Lesson,
        false,
        "(= (str.++ x \"a\") (str.++ \"b\" x))",
    ),
    (
        Inference::Simplify,
        false,
        "(= x \"ab\") (not (= (str.substr x 1 1) \"b\"))",
    ),
    (
        Inference::ExtEqual,
        false,
        "(= x (str.++ \"a\" y)) (not (= (str.substr x 1 i) (str.substr y 0 i)))",
    ),
    (
        Inference::Unify,
        false,
        "(= (str.++ x y) (str.++ z u)) (= (str.len x) (str.len z)) (not (= x z))",
    ),
    (
        Inference::Clash,
        false,
        "(= (str.++ x \"a\" y) (str.++ x \"b\" z))",
    ),
    (
        Inference::Unit,
        false,
        "(= x \"\") (= z (str.++ x y)) (not (= z y))",
    ),
    (
        Inference::Split,
        false,
        "(= (str.++ x y) (str.++ z u)) (not (str.prefixof x z)) (not (str.prefixof z x))",
    ),
    (
        Inference::SplitConstant,
        false,
        "(= (str.++ x y) (str.++ \"ab\" z)) (not (str.contains z y)) (> (str.len x) 2)",
    ),
    (
        Inference::Empty,
        false,
        "(str.in_re x (re.* (str.to_re \"a\"))) (str.in_re x (re.+ (str.to_re \"b\")))",
    ),
    (
        Inference::MemberLength,
        false,
        "(str.in_re x (re.++ (re.* (str.to_re \"a\")) (re.* (str.to_re \"b\")))) (str.in_re x (re.* (str.to_re \"ab\"))) (= (str.len x) 4)",
    ),
    (
        Inference::Expand,
        false,
        "(str.contains x y) (str.contains y \"a\") (str.in_re x (re.* (str.to_re \"b\")))",
    ),
    (
        Inference::FormEqual,
        false,
        "(= x (str.++ u w)) (= w (str.++ v z)) (= y (str.++ k z)) (= k (str.++ u v)) (not (= x y))",
    ),
    (
        Inference::Unsolvable,
        false,
        "(= (str.++ x \"a\") (str.++ \"b\" x))",
    ),
    (
        Inference::OrderCycle,
        false,
        "(str.<= x y) (str.<= y z) (str.< z x)",
    ),
    (
        Inference::OrderEqual,
        false,
        "(str.<= x y) (str.<= y x) (not (= x y))",
    ),
    (
        Inference::OrderCode,
        false,
        "(str.< (str.at x i) (str.at x 2)) (= (str.to_code (str.at x i)) 98) (< (str.to_code (str.at x 2)) 99)",
    ),
    (
        Inference::OrderSplit,
        false,
        "(= (str.len x) (str.len y)) (str.< x y) (str.< (str.++ y z) (str.++ x u))",
    ),
    (
        Inference::Decompose,
        false,
        "(str.in_re (str.++ x \"zb\" y) (re.++ (re.* (str.to_re \"z\")) (re.opt (re.++ (re.range \"a\" \"c\") (re.* (re.union (str.to_re \"a\") (str.to_re \"c\"))))))) (str.in_re x (re.* (re.range \"a\" \"u\"))) (not (str.in_re (str.++ x \"az\" y) (re.++ (re.* (re.++ (re.union (str.to_re \"a\") (str.to_re \"c\")) (re.union (str.to_re \"z\") (str.to_re \"a\") (str.to_re \"c\")))) (re.opt (re.union (str.to_re \"a\") (str.to_re \"c\"))))))",
    ),
    (
        Inference::Cancel,
        false,
        "(= (str.++ x y z) (str.++ \"ab\" z u)) (= (str.len x) 1) (not (= (str.++ y z) (str.++ \"b\" z u)))",
    ),
    (
        Inference::Cardinality,
        false,
        "(str.in_re x (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"d\")))) (str.in_re y (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"d\")))) (str.in_re z (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"d\")))) (str.in_re u (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"d\")))) (str.in_re v (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"d\")))) (str.in_re w (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"d\")))) (str.in_re k (re.++ (re.range \"a\" \"c\") (re.opt (str.to_re \"d\")))) (distinct x y z u v w k)",
    ),
    (
        Inference::Containment,
        false,
        "(str.contains x y) (str.contains y z) (not (str.contains x z))",
    ),
    (
        Inference::CodeInjective,
        false,
        "(= (str.to_code x) (str.to_code y)) (>= (str.to_code x) 0) (not (= x y))",
    ),
    (
        Inference::MemberCode,
        false,
        "(str.in_re x (re.* (re.range \"a\" \"z\"))) (> (str.to_code (str.at x i)) 200)",
    ),
    (
        Inference::MemberIndex,
        false,
        "(str.in_re x (re.* (str.to_re \"bca\"))) (> (str.indexof x \"a\" 0) 2)",
    ),
    (
        Inference::Implied,
        false,
        "(str.prefixof \"a\" (str.replace_all x \"a\" \"b\"))",
    ),
    (
        Inference::Packing,
        false,
        "(str.contains x \"abc\") (str.contains x \"def\") (str.contains x \"ghi\") (str.contains x \"jkl\") (< (str.len x) 12)",
    ),
    (
        Inference::Places,
        false,
        "(distinct (str.at x 0) (str.at x i) (str.at x (+ i 1)) (str.at x (* 2 i)) (str.at x (* 3 i))) (< (str.len x) 4)",
    ),
    (
        Inference::Conversion,
        false,
        "(= (str.from_int (str.len x)) (str.from_int i)) (> i (str.len x))",
    ),
];

/// Inferences that lengths make first wherever lengths are known, which is everywhere since every
/// string has its length registered; they stand for the day when that is lazy.
const BEHIND_LENGTHS: &[Inference] = &[Inference::Endpoint, Inference::Cycle];

fn solve(assertions: &str) -> (Outcome, Vec<u32>) {
    let mut script = String::new();
    for symbol in ["x", "y", "z", "u", "v", "w", "k"] {
        script.push_str(&format!("(declare-const {symbol} String)"));
    }
    // A list of formulas is an and-term without its head.
    script.push_str(&format!(
        "(declare-const i Int)(assert (and true {assertions}))"
    ));
    let (mut store, mut environment) = (TermStore::new(), Environment::new());
    let mut reader = Reader::new();
    reader.feed(script.as_bytes());
    let mut engine = Engine::new(Config::default(), &mut store);
    engine.set_plugin(Box::new(ContextArm::default()));
    while let Some(command) = reader.next(&mut environment, &mut store) {
        if let Command::Assert { term, .. } = command.expect("a script that reads") {
            engine.assert(&mut store, term, 0);
        }
    }
    let outcome = engine.check(&mut store, &[], &Budget::with_steps(3_000_000));
    let made = engine.inferences().map(|(rule, _)| rule).collect();
    (outcome, made)
}

#[test]
fn every_inference_has_a_problem_that_needs_it() {
    let mut failures = Vec::new();
    for &inference in Inference::ALL {
        if BEHIND_LENGTHS.contains(&inference) {
            continue;
        }
        let Some(&(_, satisfiable, assertions)) =
            TABLE.iter().find(|&&(listed, _, _)| listed == inference)
        else {
            failures.push(format!("{} has no problem", inference.name()));
            continue;
        };
        let (outcome, made) = solve(assertions);
        let expected = if satisfiable {
            Outcome::Sat
        } else {
            Outcome::Unsat
        };
        // Without bounds on lengths, as here, splits of comparisons alone need not come to an end.
        let decided = outcome == expected || inference == Inference::OrderSplit;
        if !decided || !made.contains(&(inference as u32)) {
            let names: Vec<_> = made
                .iter()
                .filter_map(|&rule| Inference::numbered(rule))
                .map(Inference::name)
                .collect();
            failures.push(format!("{}: {outcome:?} with {names:?}", inference.name()));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
