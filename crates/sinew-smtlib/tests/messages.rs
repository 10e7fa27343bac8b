//! What is refused, with which words and where; and that nothing is half-applied.

use sinew_smtlib::{Environment, parse_script};
use sinew_term::TermStore;

const PRELUDE: &str = "(declare-const x String)(declare-const n Int)(declare-const p Bool)\
(declare-fun f (Int String) Int)(define-fun m ((a Int) (b Int)) Int (+ a b))\
(declare-sort U 0)(declare-sort P 2)(define-sort D (A) (P A A))\n";

/// The message for the last command, its place being relative to the line after the prelude.
fn refused(command: &str) -> String {
    let (mut store, mut env) = (TermStore::new(), Environment::new());
    parse_script(&mut store, &mut env, PRELUDE).expect("the prelude");
    let symbols = format!("{:?}", env.declarations(&store));
    let level = env.level();
    match parse_script(&mut store, &mut env, command) {
        Ok(commands) => panic!("{command} was accepted as {commands:?}"),
        Err(error) => {
            assert_eq!(
                symbols,
                format!("{:?}", env.declarations(&store)),
                "{command} left a trace"
            );
            assert_eq!(level, env.level(), "{command} left a trace");
            assert_eq!(error.start.line, 1);
            assert_eq!(error.end.line, 1);
            let (from, to) = (error.start.column, error.end.column);
            format!("{from}-{to}: {}", error.summary())
        }
    }
}

fn check(cases: &[(&str, &str)]) {
    for (command, message) in cases {
        assert_eq!(refused(command), *message, "{command}");
    }
}

#[test]
fn ill_sorted_terms() {
    check(&[
        (
            "(assert (str.len n))",
            "18-19: argument 1 of `str.len` must have sort String, but has sort Int; `str.from_int` writes a number as a string",
        ),
        (
            "(assert (= x (+ 1 2)))",
            "14-21: argument 2 of `=` must have sort String like the argument before it, but has sort Int; `str.from_int` writes a number as a string",
        ),
        (
            "(assert (and p p n))",
            "18-19: argument 3 of `and` must have sort Bool, but has sort Int",
        ),
        (
            "(assert (ite n p p))",
            "14-15: argument 1 of `ite` must have sort Bool, but has sort Int",
        ),
        (
            "(assert (= n (ite p 1 x)))",
            "23-24: argument 3 of `ite` must have sort Int like the argument before it, but has sort String; `str.len` is the length of a string, `str.to_int` the number that it writes",
        ),
        (
            "(assert (= 0 (f n n)))",
            "19-20: argument 2 of `f` must have sort String, but has sort Int; `str.from_int` writes a number as a string",
        ),
        (
            "(assert (= 0 (f n)))",
            "15-16: `f` takes 2 arguments, but got 1; it is written (f Int String)",
        ),
        (
            "(assert (= 0 (m n x)))",
            "19-20: argument 2 of `m` must have sort Int, but has sort String",
        ),
        (
            "(assert (= 0 (m n)))",
            "15-16: `m` takes 2 arguments, but got 1",
        ),
        (
            "(assert (str.len))",
            "10-17: `str.len` takes 1 argument, but got 0; it is written (str.len String)",
        ),
        (
            "(assert (= n))",
            "10-11: `=` takes at least 2 arguments, but got 1",
        ),
        (
            "(assert (str.len x))",
            "9-20: an assertion must have sort Bool, but has sort Int",
        ),
        (
            "(assert x)",
            "9-10: an assertion must have sort Bool, but has sort String",
        ),
        (
            "(assert (forall ((y Int)) y))",
            "27-28: the body of `forall` must have sort Bool, but has sort Int",
        ),
        (
            "(define-fun h () Int p)",
            "22-23: the body must have sort Int, but has sort Bool",
        ),
        (
            "(check-sat-assuming (n))",
            "22-23: an assumption must have sort Bool, but has sort Int",
        ),
        (
            "(assert ((_ divisible 0) n))",
            "23-24: `divisible` needs a positive number",
        ),
        ("(assert (as x Int))", "15-18: `x` has sort String, not Int"),
        (
            "(assert (= 1 ((as f Bool) 1 x)))",
            "21-25: `f` has sort Int, not Bool",
        ),
        (
            "(assert (-))",
            "10-11: `-` takes at least 2 arguments, but got 0",
        ),
        (
            "(assert (re.loop re.all x 1))",
            "25-26: the bounds of `re.loop` are numerals; they are indices, as in ((_ re.loop 1 3) r), or come after the expression",
        ),
    ]);
}

#[test]
fn unknown_names() {
    check(&[
        ("(assert q)", "9-10: unknown symbol `q`"),
        (
            "(assert (str.contain x x))",
            "10-21: unknown symbol `str.contain`; did you mean `str.contains`?",
        ),
        (
            "(assert (let ((value p)) valeu))",
            "26-31: unknown symbol `valeu`; did you mean `value`?",
        ),
        (
            "(declare-const y Strin)",
            "18-23: unknown sort `Strin`; did you mean `String`?",
        ),
        (
            "(declare-const y Real)",
            "18-22: unknown sort `Real`; real numbers are not supported",
        ),
        (
            "(declare-const y (_ BitVec 8))",
            "18-30: bit-vectors are not supported",
        ),
        (
            "(chek-sat)",
            "2-10: unknown command `chek-sat`; did you mean `check-sat`?",
        ),
        ("(frobnicate)", "2-12: unknown command `frobnicate`"),
        (
            "(assert ((_ extract 1 0) n))",
            "13-20: unknown indexed symbol `extract`; bit-vectors are not supported",
        ),
    ]);
}

#[test]
fn declarations() {
    check(&[
        ("(declare-const x Int)", "16-17: `x` is already declared"),
        (
            "(declare-fun str.len (Int) Int)",
            "14-21: `str.len` is a symbol of the theory and cannot be declared",
        ),
        ("(define-fun m () Int 1)", "13-14: `m` is already defined"),
        (
            "(declare-const let Int)",
            "16-19: `let` is a reserved word; write |let| to use it as a name",
        ),
        (
            "(declare-sort Int 0)",
            "15-18: `Int` is a sort of the theory and cannot be declared",
        ),
        (
            "(declare-sort U 1)",
            "15-16: the sort `U` is already declared",
        ),
        (
            "(declare-const y (U Int))",
            "19-20: sort `U` takes 0 parameters, but got 1",
        ),
        (
            "(declare-const y P)",
            "18-19: sort `P` takes 2 parameters, but got 0",
        ),
        (
            "(declare-const y (D Int Int))",
            "19-20: sort `D` takes 1 parameter, but got 2",
        ),
        (
            "(define-fun h ((a Int) (a Int)) Int a)",
            "25-26: the variable `a` is listed twice",
        ),
        ("(assert (! p :named x))", "21-22: `x` is already declared"),
        (
            "(assert (and (! p :named k) (! p :named k)))",
            "41-42: the name `k` is given twice",
        ),
        (
            "(assert (forall ((y Int)) (! (= y 1) :named k)))",
            "30-37: a term with free variables cannot be named",
        ),
        (
            "(define-funs-rec ((h () Int) (h () Int)) (1 2))",
            "31-32: `h` is already defined",
        ),
        (
            "(define-funs-rec ((h () Int)) (1 2))",
            "34-35: expected `)` after as many bodies as functions, found `2`",
        ),
    ]);
}

#[test]
fn shapes() {
    check(&[
        ("()", "2-3: expected the name of a command, found `)`"),
        ("(assert)", "8-9: expected a term, found `)`"),
        ("(assert p p)", "11-12: `assert` takes nothing more here"),
        (
            "(check-sat 1)",
            "12-13: `check-sat` takes nothing more here",
        ),
        ("(assert ())", "9-11: `()` is not a term"),
        (
            "(assert (p))",
            "10-11: `p` takes no arguments; write it without parentheses",
        ),
        (
            "(assert (true))",
            "10-14: `true` takes no arguments; write it without parentheses",
        ),
        (
            "(assert not)",
            "9-12: `not` is a function and needs arguments; write (not …)",
        ),
        (
            "(assert ((p)))",
            "10-11: expected a function, found a parenthesis; only (_ f index) and (as f Sort) may stand in parentheses here",
        ),
        ("(assert (1 2))", "10-11: expected a function, found `1`"),
        (
            "(assert :named)",
            "9-15: expected a term, found the keyword `:named`",
        ),
        ("(assert (let () p))", "15-16: `let` needs a binding"),
        (
            "(assert (let ((a p) (a p)) a))",
            "22-23: `a` is bound twice in one `let`",
        ),
        (
            "(assert (let ((a p p)) a))",
            "20-21: a binding of `let` takes a single term",
        ),
        (
            "(assert (let ((a)) a))",
            "15-18: a binding of `let` needs a term here",
        ),
        (
            "(assert (let ((a p)) a a))",
            "24-25: `let` takes a single term",
        ),
        (
            "(assert (let ((a p)) (a p)))",
            "23-24: `a` is bound to a value here and takes no arguments",
        ),
        ("(assert (forall () p))", "17-19: `forall` needs a variable"),
        (
            "(assert (exists ((y Int))))",
            "9-27: `exists` needs a term here",
        ),
        ("(assert (!))", "9-12: `!` needs a term and attributes"),
        (
            "(assert (! p q))",
            "14-15: expected an attribute such as `:named`",
        ),
        (
            "(assert (forall ((y Int)) (! p :pattern ())))",
            "41-43: a pattern needs at least one term",
        ),
        (
            "(assert (lambda ((y Int)) p))",
            "10-16: `lambda` is not supported",
        ),
        (
            "(assert (= n forall))",
            "14-20: the reserved word `forall` cannot stand here",
        ),
        ("(pop)", "2-5: cannot pop 1: there are 0 levels to pop"),
        ("(push x)", "7-8: expected a numeral, found `x`"),
        (
            "(push 99999999999)",
            "7-18: this number is above 4294967295",
        ),
        (
            "(get-value ())",
            "12-14: `get-value` needs at least one term",
        ),
        (
            "(get-value x)",
            "12-13: expected a list of terms in parentheses, found `x`",
        ),
        (
            "(set-option produce-models true)",
            "13-27: expected a keyword such as `:name`, found `produce-models`",
        ),
        (
            "(set-option :global-declarations 3)",
            "13-33: `:global-declarations` is `true` or `false`",
        ),
        ("(echo x)", "7-8: expected a string literal, found `x`"),
        (
            "(assert 1x)",
            "9-11: `1x` is neither a number nor a symbol; a symbol that begins with a digit is written between bars",
        ),
        (
            "(assert (= n 0.5))",
            "14-17: `0.5` needs sort Real, which is not supported",
        ),
        (
            "(assert (= n #x1f))",
            "14-18: `#x1f` is a bit-vector, and there are none here; a character is written (_ char #x41)",
        ),
        (
            "(assert (= x (_ char #x30000)))",
            "22-29: `#x30000` is above the greatest character, #x2FFFF",
        ),
        (
            "(assert (= x ((_ re.^ 4294967296) re.all)))",
            "14-42: argument 2 of `=` must have sort String like the argument before it, but has sort RegLan; `str.in_re` asks whether a string is in a language",
        ),
        (
            "(assert (= re.all ((_ re.loop) re.all)))",
            "23-30: `re.loop` takes one or two indices",
        ),
        (
            "(assert (= re.all (_ re.^ 3)))",
            "19-29: `re.^` is a function and needs arguments; write ((_ re.^ 3) …)",
        ),
        ("(assert |a\\b|)", "11-12: backslash in a quoted symbol"),
    ]);
}

/// Words of z3py, of programming languages, and of who writes the operator in the middle.
#[test]
fn habits_of_other_languages() {
    check(&[
        (
            "(assert (== x x))",
            "10-12: unknown symbol `==`; did you mean `=`?",
        ),
        (
            "(assert (|| p p))",
            "10-12: unknown symbol `||`; did you mean `or`?",
        ),
        (
            "(assert (= n (Length x)))",
            "15-21: unknown symbol `Length`; did you mean `str.len`?",
        ),
        (
            "(assert (= n (str.lenght x)))",
            "15-25: unknown symbol `str.lenght`; did you mean `str.len`?",
        ),
        (
            "(assert (startsWith x x))",
            "10-20: unknown symbol `startsWith`; did you mean `(str.prefixof PREFIX STRING)`?",
        ),
        (
            "(assert (= x (concat x x)))",
            "15-21: unknown symbol `concat`; bit-vectors are not supported; for strings, did you mean `str.++`?",
        ),
        (
            "(assert (x = x))",
            "10-11: `x` takes no arguments; the operator comes first: (= x …)",
        ),
        (
            "(assert (= x 'a'))",
            "14-15: character `'` is not allowed here; strings are written between straight double quotes",
        ),
        ("(assert start)", "9-14: unknown symbol `start`"),
    ]);
}

#[test]
fn definitions_that_would_explode_are_refused() {
    let mut script = String::from("(define-fun f0 ((a Int)) Int (+ a 1))");
    for i in 1..64 {
        let before = i - 1;
        script.push_str(&format!(
            "(define-fun f{i} ((a Int)) Int (f{before} (f{before} a)))"
        ));
    }
    let (mut store, mut env) = (TermStore::new(), Environment::new());
    let error = parse_script(&mut store, &mut env, &script).unwrap_err();
    assert!(
        error.message.starts_with("expanding the definition of `f"),
        "{error}"
    );
}

#[test]
fn sorts_that_would_explode_are_refused() {
    let mut script = String::from("(declare-sort P 2)(define-sort S0 () Int)");
    for i in 1..40 {
        script.push_str(&format!("(define-sort S{i} () (P S{0} S{0}))", i - 1));
    }
    let (mut store, mut env) = (TermStore::new(), Environment::new());
    let error = parse_script(&mut store, &mut env, &script).unwrap_err();
    assert_eq!(error.message, "this sort has more than 256 parts");
}
