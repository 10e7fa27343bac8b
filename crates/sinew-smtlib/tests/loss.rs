//! What is lost with a command that is not carried out.

use sinew_smtlib::{Environment, Loss, Reader, parse_script, print_term};
use sinew_term::TermStore;

/// The loss of the only command, after some declarations.
fn loss(text: &str) -> Loss {
    let (mut store, mut env, mut reader) = (TermStore::new(), Environment::new(), Reader::new());
    let before = "(declare-const x String)(declare-fun f (Int) Bool)(declare-sort S 0)\
                  (define-fun g () Int 1)(define-fun-rec h ((n Int)) Int (h n))";
    parse_script(&mut store, &mut env, before).expect("well-formed");
    reader.feed(text.as_bytes());
    let read = reader
        .next(&mut env, &mut store)
        .expect("something is there");
    assert!(
        !matches!(read, Ok(ref command) if !format!("{command:?}").starts_with("Unsupported")),
        "{text}"
    );
    reader.loss(&env, &mut store)
}

#[test]
fn each_command_has_its_loss() {
    use Loss::{Anything, Constraint, Meaning, Nothing, OtherMeaning};
    let table = [
        (Nothing, "(check-sat now)"),
        (Nothing, "(get-value (y))"),
        (Nothing, "(get-something)"),
        (Nothing, "(check-sat-assuming (y))"),
        (Nothing, "(set-option)"),
        (Nothing, "(apply simplify)"),
        (Nothing, "()"),
        (Nothing, ")"),
        (Nothing, "word "),
        (Nothing, "\"text\" "),
        (Constraint, "(assert y)"),
        (Constraint, "(assert)"),
        (Constraint, "(assert (! y :named z))"),
        (Constraint, "(assert \"(push)\")"),
        (Constraint, "(assert \u{0})"),
        (Constraint, "(maximize 1)"),
        (Constraint, "(assert-soft true :weight 1 :id goal)"),
        (Meaning, "(declare-const y Real)"),
        (Meaning, "(define-fun y () Int \"a\")"),
        (Meaning, "(define-sort T () Real)"),
        (
            Meaning,
            "(declare-datatypes ((T 0)) (((mk (sel Int)) (nil))))",
        ),
        (
            Meaning,
            "(declare-datatypes ((T 0)) (((mk (sel S)) (nil))))",
        ),
        (
            Meaning,
            "(define-funs-rec ((k ((n Int)) Int)) ((+ (f n) 1)))",
        ),
        // Declared just so.
        (Meaning, "(declare-const x String)"),
        (Meaning, "(declare-fun x () String)"),
        (Meaning, "(declare-fun f (Int) Bool)"),
        (OtherMeaning, "(declare-const x Int)"),
        (OtherMeaning, "(declare-const x)"),
        (OtherMeaning, "(declare-const x String String)"),
        (OtherMeaning, "(declare-fun f (Int Int) Bool)"),
        (OtherMeaning, "(declare-fun h (Int) Int)"),
        (OtherMeaning, "(define-fun x () String \"\")"),
        (OtherMeaning, "(declare-const g Int)"),
        (OtherMeaning, "(declare-fun str.rev (Real) Real)"),
        (OtherMeaning, "(declare-fun str.len (String) Int)"),
        (OtherMeaning, "(declare-sort S 0)"),
        (OtherMeaning, "(declare-datatypes ((S 0)) (((mk))))"),
        (OtherMeaning, "(declare-datatypes ((T 0)) (((mk (x Int)))))"),
        (OtherMeaning, "(declare-datatype T ((g)))"),
        (OtherMeaning, "(assert (! y :named x))"),
        (
            OtherMeaning,
            "(define-funs-rec ((k ((n Int)) Int) (f () Int)) ((+ n 1) 2))",
        ),
        (Anything, "(push one)"),
        (Anything, "(pop 1)"),
        (Anything, "(reset now)"),
        (Anything, "(include \"file\")"),
        (Anything, "(asert x)"),
        (Anything, "((assert x))"),
        (Anything, "(assert y (push) (check-sat))"),
        (Anything, "\"(push)\" "),
        (Anything, "|(assert x)| "),
    ];
    for (wanted, text) in table {
        assert_eq!(loss(text), wanted, "{text}");
    }
}

#[test]
fn large_loops_are_taken_apart() {
    let table = [
        (
            "((_ re.^ 4294967297) r)",
            "(re.++ ((_ re.^ 2147483648) ((_ re.^ 2) r)) ((_ re.^ 1) r))",
        ),
        (
            "((_ re.^ 4294967296) r)",
            "((_ re.^ 2147483648) ((_ re.^ 2) r))",
        ),
        ("((_ re.^ 4294967295) r)", "((_ re.^ 4294967295) r)"),
        (
            "((_ re.loop 3 4294967299) r)",
            "(re.++ ((_ re.^ 3) r) ((_ re.loop 0 2147483648) ((_ re.loop 0 2) r)))",
        ),
        (
            "((_ re.loop 4294967296 4294967299) r)",
            "(re.++ ((_ re.^ 2147483648) ((_ re.^ 2) r)) ((_ re.loop 0 3) r))",
        ),
        ("((_ re.loop 4294967297 4294967296) r)", "re.none"),
        (
            "((_ re.loop 9223372036854775808) r)",
            "(re.++ ((_ re.^ 2147483648) ((_ re.^ 2147483648) ((_ re.^ 2) r))) (re.* r))",
        ),
        (
            "(re.loop r 0 4294967301)",
            "(re.++ ((_ re.^ 0) r) (re.++ ((_ re.loop 0 2147483648) ((_ re.loop 0 2) r)) ((_ re.loop 0 5) r)))",
        ),
    ];
    let (mut store, mut env) = (TermStore::new(), Environment::new());
    parse_script(&mut store, &mut env, "(declare-const r RegLan)").expect("well-formed");
    for (text, wanted) in table {
        let term = sinew_smtlib::parse_term(&mut store, &env, text).expect(text);
        assert_eq!(print_term(&store, term), wanted);
    }
    for text in ["((_ re.^ 4294967296) 1)", "((_ re.loop 0 4294967296) r r)"] {
        assert!(sinew_smtlib::parse_term(&mut store, &env, text).is_err());
    }
    let long = format!("((_ re.^ {}) r)", "9".repeat(1001));
    let error = sinew_smtlib::parse_term(&mut store, &env, &long).expect_err("too long");
    assert_eq!(error.message, "an index has at most 1000 digits");
}
