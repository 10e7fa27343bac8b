//! What is accepted, and what it means: each line is compared with plain text of the same term.

mod common;

use sinew_smtlib::{
    AttributeValue, Command, Dialect, Environment, parse_script, parse_term, print_term,
};
use sinew_term::{Sort, TermStore};

const PRELUDE: &str = "(declare-const x String)(declare-const y String)(declare-const n Int)\
(declare-const k Int)(declare-const p Bool)(declare-const q Bool)(declare-const r RegLan)\
(declare-fun f (Int) Int)(declare-fun g (Int Int) Bool)\
(define-fun twice ((a Int)) Int (+ a a))(define-const three Int 3)\
(define-fun above ((a Int)) Bool (forall ((z Int)) (g z a)))";

fn setup() -> (TermStore, Environment) {
    let (mut store, mut env) = (TermStore::new(), Environment::new());
    parse_script(&mut store, &mut env, PRELUDE).expect("the prelude");
    (store, env)
}

fn check(cases: &[(&str, &str)]) {
    let (mut store, env) = setup();
    for (text, plain) in cases {
        match parse_term(&mut store, &env, text) {
            Ok(term) => assert_eq!(print_term(&store, term), *plain, "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

#[test]
fn let_is_parallel_and_scoped() {
    check(&[
        ("(let ((n k) (k n)) (- n k))", "(- k n)"),
        ("(let ((n k)) (let ((k n)) (- n k)))", "(- k k)"),
        ("(let ((a 1)) (+ (let ((a 2)) a) a))", "(+ 2 1)"),
        ("(let ((str.len 1)) (+ str.len 1))", "(+ 1 1)"),
        ("(let ((true false)) true)", "false"),
        ("(let ((|a b| p)) (not |a b|))", "(not p)"),
        ("(let ((.def_0 p)) .def_0)", "p"),
        (
            "(let ((a n)) (forall ((n Int)) (g a n)))",
            "(forall ((n!1 Int)) (g n n!1))",
        ),
        (
            "(forall ((z Int)) (let ((a z)) (forall ((z Int)) (g a z))))",
            "(forall ((z Int)) (forall ((z!1 Int)) (g z z!1)))",
        ),
        (
            "(forall ((z Int)) (let ((a z)) (forall ((z Int)) (g z z))))",
            "(forall ((z Int)) (forall ((z Int)) (g z z)))",
        ),
        (
            "(forall ((z Int)) (let ((a z)) (forall ((z String)) (g a (str.len z)))))",
            "(forall ((z Int)) (forall ((z!1 String)) (g z (str.len z!1))))",
        ),
        ("(let ((f 1)) (+ f 1))", "(+ 1 1)"),
    ]);
}

#[test]
fn definitions_are_expanded_without_capture() {
    check(&[
        ("(twice (twice n))", "(+ (+ n n) (+ n n))"),
        ("three", "3"),
        ("(above n)", "(forall ((z Int)) (g z n))"),
        (
            "(forall ((z Int)) (above z))",
            "(forall ((z Int)) (forall ((z!1 Int)) (g z!1 z)))",
        ),
        (
            "(forall ((w Int)) (above w))",
            "(forall ((w Int)) (forall ((z Int)) (g z w)))",
        ),
    ]);
}

#[test]
fn standard_terms() {
    check(&[
        ("(- 5)", "(- 5)"),
        ("(- n)", "(- n)"),
        ("(- 5 3 1)", "(- 5 3 1)"),
        ("5.0", "5"),
        ("007", "7"),
        (
            "123456789012345678901234567890",
            "123456789012345678901234567890",
        ),
        ("(as x String)", "x"),
        ("(+ 1 ((as f Int) 2))", "(+ 1 (f 2))"),
        ("|x|", "x"),
        ("(|str.len| |x|)", "(str.len x)"),
        ("((_ divisible 3) n)", "((_ divisible 3) n)"),
        ("(_ char #x41)", "\"A\""),
        ("(_ char #x2fFfF)", "\"\\u{2ffff}\""),
        ("(as (_ char #x41) String)", "\"A\""),
        ("\"a\"\"b\"", "\"a\"\"b\""),
        ("\"é\"", "\"\\u{e9}\""),
        ("((_ re.^ 3) r)", "((_ re.^ 3) r)"),
        ("((_ re.loop 1 3) r)", "((_ re.loop 1 3) r)"),
        ("(= n k 3)", "(= n k 3)"),
        ("(< n k 3)", "(< n k 3)"),
        ("(distinct p q)", "(distinct p q)"),
        ("(=> p q p)", "(=> p q p)"),
        ("(str.<= x y x)", "(str.<= x y x)"),
        ("(ite p r re.none)", "(ite p r re.none)"),
        ("(! p :weight 3 :qid a :foo (b (c)) :bar)", "p"),
        (
            "(forall ((z Int)) (! (g z z) :pattern ((f z) (g z 1)) :pattern ((f 1))))",
            "(forall ((z Int)) (! (g z z) :pattern ((f z) (g z 1)) :pattern ((f 1))))",
        ),
        (
            "(exists ((z Int) (|w w| String)) (! (g z z) :no-pattern (f z) :weight 2))",
            "(exists ((z Int) (|w w| String)) (g z z))",
        ),
        (" ; a comment\n p ; another", "p"),
        (
            "(str.rev (str.update (str.to_lower x) 1 (str.to_upper y)))",
            "(str.rev (str.update (str.to_lower x) 1 (str.to_upper y)))",
        ),
        ("(str.indexof_re x r 0)", "(str.indexof_re x r 0)"),
    ]);
}

#[test]
fn names_of_drafts_and_other_solvers() {
    check(&[
        ("(str.in.re x (str.to.re y))", "(str.in_re x (str.to_re y))"),
        ("(str.in-re x (str.to-re y))", "(str.in_re x (str.to_re y))"),
        (
            "(str.to.int (int.to.str n))",
            "(str.to_int (str.from_int n))",
        ),
        (
            "(str.to-int (str.from-int n))",
            "(str.to_int (str.from_int n))",
        ),
        ("(str.indexof x y)", "(str.indexof x y 0)"),
        ("(str.replaceall x y x)", "(str.replace_all x y x)"),
        (
            "(re.union re.nostr re.empty re.full)",
            "(re.union re.none re.none re.all)",
        ),
        ("(re.complement r)", "(re.comp r)"),
        ("(re.loop r 1 3)", "((_ re.loop 1 3) r)"),
        ("(re.loop r 2)", "(re.++ ((_ re.^ 2) r) (re.* r))"),
        ("((_ re.loop 2) r)", "(re.++ ((_ re.^ 2) r) (re.* r))"),
        ("(re.^ r 4)", "((_ re.^ 4) r)"),
        (
            "(str.tolower (str.toupper x))",
            "(str.to_lower (str.to_upper x))",
        ),
        ("(as re.full RegLan)", "re.all"),
        ("(as re.empty (RegEx String))", "re.none"),
        ("(implies p q)", "(=> p q)"),
        ("(iff p q)", "(= p q)"),
    ]);
}

#[test]
fn a_script_may_use_extension_names_for_itself() {
    let (mut store, mut env) = setup();
    let script = "(push)(declare-fun str.rev (Int) Int)(define-fun iff ((a Int)) Int (str.rev a))";
    parse_script(&mut store, &mut env, script).unwrap();
    let term = parse_term(&mut store, &env, "(iff 1)").unwrap();
    assert_eq!(store.sort(term), Sort::Int);
    assert_eq!(print_term(&store, term), "(str.rev 1)");
    parse_script(&mut store, &mut env, "(pop)").unwrap();
    let term = parse_term(&mut store, &env, "(str.rev x)").unwrap();
    assert_eq!(store.sort(term), Sort::String);
}

#[test]
fn dialects_differ_in_escapes_only() {
    let (mut store, mut env) = setup();
    let standard = parse_term(&mut store, &env, r#""\x41\n\101""#).unwrap();
    assert_eq!(print_term(&store, standard), r#""\x41\n\101""#);
    env.dialect = Dialect::Legacy;
    let legacy = parse_term(&mut store, &env, r#""\x41\n\101""#).unwrap();
    assert_eq!(print_term(&store, legacy), r#""A\u{a}A""#);
    assert_eq!(
        Dialect::of_script(br#"(assert (= x "int.to.str"))"#),
        Dialect::Standard
    );
    assert_eq!(
        Dialect::of_script(b"; str.in.re\n(assert |str.in.re|)"),
        Dialect::Standard
    );
    assert_eq!(
        Dialect::of_script(b"(assert (= (int.to.str 1) x"),
        Dialect::Legacy
    );
}

#[test]
fn scopes() {
    let (mut store, mut env) = setup();
    let run =
        |store: &mut TermStore, env: &mut Environment, text: &str| parse_script(store, env, text);
    let script = "(push 2)(declare-const a Int)(declare-sort V 0)(declare-const v V)\
        (define-fun h ((b Int)) Int (+ a b))(assert (! (= (h 1) 2) :named named))(pop)";
    run(&mut store, &mut env, script).unwrap();
    assert_eq!(env.level(), 1);
    for gone in ["a", "v", "(h 1)", "named"] {
        assert!(parse_term(&mut store, &env, gone).is_err(), "{gone}");
    }
    assert!(run(&mut store, &mut env, "(declare-const w V)").is_err());
    // The same again: nothing is left behind.
    run(&mut store, &mut env, script).unwrap();
    run(
        &mut store,
        &mut env,
        "(pop 2)(set-option :global-declarations true)",
    )
    .unwrap();
    run(&mut store, &mut env, script).unwrap();
    for kept in ["a", "v", "(h 1)", "named"] {
        assert!(parse_term(&mut store, &env, kept).is_ok(), "{kept}");
    }
    run(&mut store, &mut env, "(reset-assertions)").unwrap();
    assert_eq!(env.level(), 0);
    assert!(parse_term(&mut store, &env, "(h a)").is_ok());
    run(&mut store, &mut env, "(reset)").unwrap();
    assert!(parse_term(&mut store, &env, "x").is_err());
    run(
        &mut store,
        &mut env,
        "(declare-const x Int)(reset-assertions)(declare-const x Bool)",
    )
    .unwrap();
}

#[test]
fn sorts_with_parameters() {
    let (mut store, mut env) = setup();
    let script = "(declare-sort |Pair of| 2)(define-sort Twice (A) (|Pair of| A A))\
        (declare-const c (Twice (Twice Int)))(declare-fun d ((Twice String)) (RegEx String))";
    parse_script(&mut store, &mut env, script).unwrap();
    let c = parse_term(&mut store, &env, "c").unwrap();
    assert_eq!(
        sinew_smtlib::print_sort(&store, store.sort(c)),
        "(|Pair of| (|Pair of| Int Int) (|Pair of| Int Int))"
    );
}

#[test]
fn recursive_definitions_are_kept() {
    let (mut store, mut env) = setup();
    let script = "(push)(define-fun-rec fact ((i Int)) Int (ite (<= i 0) 1 (* i (fact (- i 1)))))\
        (define-funs-rec ((ev ((i Int)) Bool) (od ((i Int)) Bool))\
         ((or (= i 0) (od (- i 1))) (and (distinct i 0) (ev (- i 1)))))";
    let commands = parse_script(&mut store, &mut env, script).unwrap();
    assert!(matches!(&commands[2], Command::DefineFunsRec(funs) if funs.len() == 2));
    assert_eq!(env.definitions().len(), 3);
    let fact = env.declared(&store, "fact").unwrap();
    let definition = env.definition(fact).unwrap();
    assert_eq!(
        sinew_smtlib::print_definition(&store, definition),
        "(define-fun fact ((i Int)) Int (ite (<= i 0) 1 (* i (fact (- i 1)))))"
    );
    let term = parse_term(&mut store, &env, "(ev (fact 3))").unwrap();
    assert_eq!(print_term(&store, term), "(ev (fact 3))");
    parse_script(&mut store, &mut env, "(pop)").unwrap();
    assert!(env.definitions().is_empty());
}

#[test]
fn commands() {
    let (mut store, mut env) = setup();
    let script = "(set-logic ALL)(set-option :print-success true)(set-option :random-seed 7)\
        (set-info :status sat)(set-info :source |a\nb|)(set-info :notes (x (y)))(set-info :empty)\
        (get-info :name)(get-option :verbosity)(push)(push 2)(pop 3)(check-sat)\
        (check-sat-assuming (p (not q)))(get-value (x (str.len  x)))(echo \"a\"\"b\")(get-model)\
        (get-assignment)(get-unsat-core)(get-unsat-assumptions)(get-assertions)(get-proof)\
        (maximize n)(assert (! p :named a1))(assert (=> a1 q))(exit)";
    let commands = parse_script(&mut store, &mut env, script).unwrap();
    let symbol = |text: &str| Some(AttributeValue::Symbol(text.to_owned()));
    assert_eq!(commands[0], Command::SetLogic("ALL".to_owned()));
    assert_eq!(
        commands[1],
        Command::SetOption {
            keyword: ":print-success".into(),
            value: symbol("true")
        }
    );
    assert_eq!(
        commands[2],
        Command::SetOption {
            keyword: ":random-seed".into(),
            value: Some(AttributeValue::Numeral(7.into()))
        }
    );
    assert_eq!(
        commands[4],
        Command::SetInfo {
            keyword: ":source".into(),
            value: symbol("a\nb")
        }
    );
    assert_eq!(
        commands[5],
        Command::SetInfo {
            keyword: ":notes".into(),
            value: Some(AttributeValue::Other("(x (y))".into()))
        }
    );
    assert_eq!(
        commands[6],
        Command::SetInfo {
            keyword: ":empty".into(),
            value: None
        }
    );
    assert_eq!(commands[7], Command::GetInfo(":name".into()));
    assert_eq!(commands[8], Command::GetOption(":verbosity".into()));
    assert_eq!(
        commands[9..13],
        [
            Command::Push(1),
            Command::Push(2),
            Command::Pop(3),
            Command::CheckSat
        ]
    );
    let Command::CheckSatAssuming(literals) = &commands[13] else {
        panic!()
    };
    assert_eq!(
        literals.iter().map(|l| l.1.as_str()).collect::<Vec<_>>(),
        ["p", "(not q)"]
    );
    let Command::GetValue(terms) = &commands[14] else {
        panic!()
    };
    assert_eq!(terms[1].1, "(str.len  x)", "as it was written");
    assert_eq!(commands[15], Command::Echo("a\"b".into()));
    assert_eq!(commands[22], Command::Unsupported("maximize".into()));
    let p = parse_term(&mut store, &env, "p").unwrap();
    assert_eq!(
        commands[23],
        Command::Assert {
            term: p,
            names: vec![("a1".into(), p)]
        }
    );
    let Command::Assert { term, .. } = &commands[24] else {
        panic!()
    };
    assert_eq!(print_term(&store, *term), "(=> p q)");
    assert_eq!(commands[25], Command::Exit);
}

#[test]
fn many_clashing_binders_keep_their_meaning() {
    // Each level binds `z` again and uses the `z` of the level outside through a `let`.
    for depth in [3, 15, 16, 17, 40] {
        let (mut store, env) = setup();
        let mut text = String::from("(forall ((z Int)) ");
        let mut plain = String::from("(forall ((z0 Int)) ");
        for level in 1..depth {
            text.push_str(&format!(
                "(let ((a{level} z)) (forall ((z Int)) (and (g a{level} z) "
            ));
            plain.push_str(&format!(
                "(forall ((z{level} Int)) (and (g z{} z{level}) ",
                level - 1
            ));
        }
        text.push_str("true");
        plain.push_str("true");
        text.push_str(&")".repeat(3 * depth - 2));
        plain.push_str(&")".repeat(2 * depth - 1));
        let term = parse_term(&mut store, &env, &text).unwrap();
        let expected = parse_term(&mut store, &env, &plain).unwrap();
        assert!(
            common::alpha_equal(&store, term, expected, &mut Vec::new()),
            "depth {depth}"
        );
        let printed = print_term(&store, term);
        assert_eq!(
            parse_term(&mut store, &env, &printed),
            Ok(term),
            "{printed}"
        );
    }
}
