//! Models in the forms that solvers print.

use sinew_smtlib::{Environment, parse_model, parse_script, print_definition};
use sinew_term::TermStore;

const DECLARATIONS: &str = "(declare-const x String) (declare-const n Int) (declare-const b Bool)\
    (declare-fun f (Int String) Int) (declare-sort U 0) (declare-const u U) (declare-fun g (U) U)";

fn model(text: &str) -> Result<Vec<String>, String> {
    let (mut store, mut env) = (TermStore::new(), Environment::new());
    parse_script(&mut store, &mut env, DECLARATIONS).expect("declarations");
    parse_model(&mut store, &env, text)
        .map(|definitions| {
            definitions
                .iter()
                .map(|definition| print_definition(&store, definition))
                .collect()
        })
        .map_err(|error| error.to_string())
}

fn accepted(text: &str, definitions: &[&str]) {
    match model(text) {
        Ok(found) => assert_eq!(found, definitions, "{text}"),
        Err(error) => panic!("{text}: {error}"),
    }
}

#[test]
fn models_of_z3() {
    accepted(
        "sat\n(\n  (define-fun x () String\n    \"a\\u{7f}\")\n  (define-fun n () Int\n    (- 3))\n)\n",
        &[
            "(define-fun x () String \"a\\u{7f}\")",
            "(define-fun n () Int (- 3))",
        ],
    );
    accepted(
        "(
          ;; universe for U:
          ;;   U!val!0 U!val!1
          (declare-fun U!val!1 () U)
          (declare-fun U!val!0 () U)
          ;; cardinality constraint:
          (forall ((x U)) (or (= x U!val!1) (= x U!val!0)))
          (define-fun u () U U!val!0)
          (define-fun g ((x!0 U)) U (g!12 (k!11 x!0)))
          (define-fun g!12 ((x!0 U)) U (ite (= x!0 U!val!0) U!val!1 U!val!0))
          (define-fun k!11 ((x!0 U)) U x!0)
        )",
        &[
            "(define-fun u () U U!val!0)",
            "(define-fun g ((x!0 U)) U (g!12 (k!11 x!0)))",
            "(define-fun g!12 ((x!0 U)) U (ite (= x!0 U!val!0) U!val!1 U!val!0))",
            "(define-fun k!11 ((x!0 U)) U x!0)",
        ],
    );
}

#[test]
fn characters_of_z3() {
    accepted(
        "((define-fun f ((x!0 Int) (x!1 String)) Int
           (ite (= x!1 (str.++ (seq.unit (_ Char 121)) (seq.unit (_ Char 92)))) 1 0)))",
        &["(define-fun f ((x!0 Int) (x!1 String)) Int (ite (= x!1 (str.++ \"y\" \"\\\")) 1 0))"],
    );
}

#[test]
fn models_of_cvc5_and_cvc4() {
    accepted(
        "sat\n(\n; cardinality of U is 1\n; rep: (as @U_0 U)\n(define-fun x () String \"\")\n\
         (define-fun f (($x1 Int) ($x2 String)) Int (ite (= $x1 1) 2 (- 1)))\n\
         (define-fun u () U (as @U_0 U))\n)\n",
        &[
            "(define-fun x () String \"\")",
            "(define-fun f (($x1 Int) ($x2 String)) Int (ite (= $x1 1) 2 (- 1)))",
            "(define-fun u () U (as @U_0 U))",
        ],
    );
    accepted(
        "sat\nsat\n(model\n(define-fun b () Bool true)\n(define-fun u () U @uc_U_0)\n)",
        &[
            "(define-fun b () Bool true)",
            "(define-fun u () U (as @uc_U_0 U))",
        ],
    );
    accepted(
        "sat\n(model\n; cardinality of U is 2\n(declare-sort U 0)\n; rep: @uc_U_0\n\
         (define-fun g ((BOUND_VARIABLE_1 U)) U (ite (= @uc_U_0 BOUND_VARIABLE_1) @uc_U_1 @uc_U_0))\n)",
        &[
            "(define-fun g ((BOUND_VARIABLE_1 U)) U (ite (= (as @uc_U_0 U) BOUND_VARIABLE_1) (as @uc_U_1 U) (as @uc_U_0 U)))",
        ],
    );
    accepted("(model)", &[]);
    accepted("()", &[]);
}

#[test]
fn replies_to_get_value() {
    accepted(
        "((x \"a\") (n (- 2)) ((str.len x) 1) (u (as @a0 U)) (|b| false))",
        &[
            "(define-fun x () String \"a\")",
            "(define-fun n () Int (- 2))",
            "(define-fun u () U (as @a0 U))",
            "(define-fun b () Bool false)",
        ],
    );
}

#[test]
fn definitions_without_a_list() {
    accepted(
        "sat\n(define-fun n () Int 1)\n(define-fun b () Bool true)\n",
        &["(define-fun n () Int 1)", "(define-fun b () Bool true)"],
    );
}

#[test]
fn what_is_no_model() {
    let cases = [
        ("unknown", "line 1 column 8: there is no model here"),
        (
            "(error \"model is not available\")",
            "line 1 column 1: this is an error message, not a model",
        ),
        (
            "((define-fun n () Int true))",
            "line 1 column 23: the value must have sort Int, but has sort Bool",
        ),
        (
            "((define-fun n () Int 1)",
            "line 1 column 1: the model is never closed",
        ),
        (
            "((define-fun n () Int 1)) )",
            "line 1 column 27: the model ends before this",
        ),
        ("((n 1) (y 2))", "line 1 column 9: unknown symbol `y`"),
        (
            "(3)",
            "line 1 column 2: expected definitions, or pairs of terms and values",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(model(text), Err(message.to_owned()), "{text}");
    }
}
