//! The typed interface, as a program that embeds the solver uses it.

use std::time::{Duration, Instant};

use sinew::ast::{self, Ast, Bool, Dynamic, FuncDecl, Int, Regexp, String as Str};
use sinew::{Error, Reason, SatResult, Session, Solver, Sort};

fn constant(name: &str) -> Str {
    Str::new_const(name)
}

/// Every operator of the interface, once; its text must be what the parser makes the same term of,
/// and solving it must agree with the session.
fn operators() -> Vec<Bool> {
    let (x, y, n, p) = (
        constant("x"),
        constant("y"),
        Int::new_const("n"),
        Bool::new_const("p"),
    );
    let letters = Regexp::range('a', 'c');
    let f = FuncDecl::new("f", &[Sort::String, Sort::Int], Sort::String);
    let applied = f.apply(&[x.to_dynamic(), n.to_dynamic()]).as_string();
    vec![
        x.eq(&y),
        x.ne("a"),
        (&x + &y + "b").eq("aab"),
        Str::concat(&[&x, &y]).length().eq(4),
        x.at(&n).eq("c"),
        x.substr(1, &n).eq("bc"),
        x.contains(&y),
        x.prefix("abc") & x.length().gt(1),
        x.suffix("abc") & x.length().gt(1),
        x.starts_with("ab") & x.ends_with("ba"),
        x.index_of("b", 0).eq(2),
        x.replace("a", &y).eq("bcd"),
        x.replace_all("a", "bb").eq("bbcbb"),
        x.replace_re(&letters, "").eq("d"),
        x.replace_re_all(letters.plus(), "-").eq("--d"),
        x.regex_matches(letters.r#loop(2, 3)),
        x.regex_matches(letters.power(2).complement() & Regexp::full()),
        x.regex_matches(&(Regexp::allchar().star() - Regexp::literal("")) | &Regexp::empty()),
        x.regex_matches(Regexp::union(&["ab", "ba"])) & x.ne("ab"),
        x.regex_matches(Regexp::intersect(&[letters.star(), letters.option()])),
        x.regex_matches(Regexp::concat(&[&letters, &letters])),
        x.str_lt("b") & x.str_ge("ab") & x.str_le(&y) & x.str_gt(""),
        x.to_int().eq(&n) & n.gt(9),
        x.to_code().eq(97),
        x.is_digit(),
        x.to_lower().eq("ab") & x.to_upper().ne(&x),
        x.reverse().eq("abc"),
        n.to_str().eq(&x) & n.ge(10),
        n.from_code().eq("b"),
        (&n * 3 - 1 + 4_i64 * n.clone()).eq(20),
        (&n / 3).eq(2) & (&n % 3).eq(1) & n.modulo(2).eq(1),
        (-&n).eq(n.abs()) & n.le(-2),
        Int::sum(&[&n, &n, &n]).eq(9),
        p.implies(n.lt(0)) & &p,
        p.iff(false) | p.xor(true),
        p.ite(&x, &y).eq("z") & !&p,
        Bool::and::<Bool>(&[]) & Bool::or(&[&p, &n.eq(1)]) & (&p ^ true),
        Int::distinct(&[n.clone(), Int::from(0), Int::from_i64(1)]),
        applied.expect("a string").eq("v"),
        ast::forall_const(&[n.to_dynamic()], &n.le(3).implies(x.length().gt(&n))),
        ast::exists_const(&[y.to_dynamic()], &(&y + &y).eq(&x)) & x.length().gt(2),
    ]
}

#[test]
fn operators_mean_what_their_text_means() {
    for formula in operators() {
        assert_eq!(formula.error(), None, "{formula}");
        let mut solver = Solver::new();
        solver.set_step_limit(2_000_000);
        solver.assert(&formula);
        let result = solver.check();
        let mut session = Session::default();
        let reply = session.run_text(&solver.to_smt2());
        assert_eq!(
            reply.trim(),
            format!("{result:?}").to_lowercase(),
            "{formula}"
        );
        assert_eq!(result, SatResult::Sat, "{formula}");
        let model = solver.get_model().expect("sat");
        assert!(model.to_string().len() > 3, "{formula}: {model}");
        // The model is checked by whoever has it.
        if !formula.to_string().contains("forall") && !formula.to_string().contains("exists") {
            assert_eq!(model.value(&formula), Some(true), "{formula}\n{model}");
        }
    }
}

#[test]
fn what_is_no_term_is_an_error_and_never_sat() {
    let f = FuncDecl::new("f", &[Sort::String], Sort::Bool);
    let wrong = f.apply(&[Int::from(1).to_dynamic()]);
    let message = "argument 1 of `f` must have sort String, but has sort Int";
    assert_eq!(wrong.error().expect("ill-sorted").to_string(), message);
    assert!(matches!(f.apply(&[]).error(), Some(Error::Arity { .. })));
    let mixed = Dynamic::new_const("u", &Sort::uninterpreted("U"));
    assert!(mixed.eq(&Int::from(1).to_dynamic()).error().is_some());
    assert_eq!(
        constant("x").eq("\u{10FFFF}").error(),
        Some(Error::Character(0x10_FFFF))
    );
    assert!(wrong.as_int().is_none());

    let mut solver = Solver::new();
    solver.push();
    solver.assert(wrong.as_bool().expect("it would be a formula"));
    assert_eq!(solver.check(), SatResult::Unknown);
    assert!(matches!(
        solver.reason_unknown(),
        Some(Reason::Rejected(Error::Sort { .. }))
    ));
    solver.assert(false);
    assert_eq!(solver.check(), SatResult::Unsat);
    solver.pop(7);
    assert_eq!((solver.level(), solver.check()), (0, SatResult::Sat));
    assert_eq!(
        solver.check_assumptions(&[constant("x").eq("\u{10FFFF}")]),
        SatResult::Unknown
    );
    assert!(solver.get_model().is_none() && solver.get_unsat_core().is_empty());
}

#[test]
fn names_may_be_used_at_several_sorts_and_need_no_quotes() {
    let mut solver = Solver::new();
    solver.assert(constant("a b").eq("s") & Int::new_const("a b").eq(7) & Bool::new_const("a b"));
    assert_eq!(solver.check(), SatResult::Sat);
    let model = solver.get_model().expect("sat");
    assert_eq!(
        model.value(&Int::new_const("a b")).and_then(|n| n.to_i64()),
        Some(7)
    );
    assert_eq!(model.constants().len(), 3);
    assert_eq!(
        model
            .eval(&constant("unseen"), false)
            .map(|t| t.to_string()),
        None
    );
    assert_eq!(
        model.eval(&constant("unseen"), true).map(|t| t.to_string()),
        Some("\"\"".to_owned())
    );
}

#[test]
fn limits_hold_and_solvers_move_between_threads() {
    let mut solver = Solver::new();
    let (x, y) = (constant("x"), constant("y"));
    solver.assert((&x + "ab" + &y).eq(&y + "ba" + &x) & x.length().gt(1000));
    solver.set_timeout(Duration::from_millis(50));
    let started = Instant::now();
    let answered = std::thread::spawn(move || {
        let result = solver.check();
        (result, solver)
    });
    let (result, mut solver) = answered.join().expect("no panic");
    assert!(started.elapsed() < Duration::from_secs(5));
    if result == SatResult::Unknown {
        assert_eq!(solver.reason_unknown(), Some(&Reason::Timeout));
    }
    solver.set_timeout(Duration::ZERO);
    solver.set_step_limit(10);
    // Nothing that the model before says anything about.
    let z = constant("z");
    solver.assert((&z + "ab" + &x).eq(&x + "ab" + &z) & z.length().gt(x.length()));
    assert_eq!(solver.check(), SatResult::Unknown);
    assert_eq!(solver.reason_unknown(), Some(&Reason::Steps));
    solver.reset();
    assert_eq!(solver.check(), SatResult::Sat);
    assert_eq!(solver.get_statistics()[0], ("queries".to_owned(), 3));
}

#[test]
fn deep_terms_are_built_asserted_printed_and_dropped() {
    let mut term = Int::new_const("n");
    for _ in 0..100_000 {
        term = term + 1;
    }
    let mut solver = Solver::new();
    solver.assert(term.eq(100_007));
    assert_eq!(solver.check(), SatResult::Sat);
    let model = solver.get_model().expect("sat");
    assert_eq!(
        model.value(&Int::new_const("n")).and_then(|n| n.to_i64()),
        Some(7)
    );
    assert!(term.to_string().len() > 100_000);
}

#[test]
fn many_different_queries_leave_nothing_behind() {
    let mut solver = Solver::new();
    let x = constant("x");
    solver.assert(x.length().lt(12));
    let terms = |solver: &Solver| solver.get_statistics()[2].1;
    let mut most = 0;
    for round in 0..60_000_u64 {
        solver.push();
        solver.assert(x.eq(format!("w{round}")));
        assert_eq!(solver.check(), SatResult::Sat);
        solver.pop(1);
        most = most.max(terms(&solver));
    }
    assert!(most < 450_000, "{most}");
    assert_eq!(solver.check(), SatResult::Sat);
}

/// Whatever the search made of a constant that matters, the model lists it as one.
#[test]
fn models_list_constants_that_matter() {
    let fields = [1, 2, 3].map(|n| Str::new_const(format!("f{n}")));
    let line = Str::new_const("line");
    let mut solver = Solver::new();
    solver.assert(line.eq(&fields[0] + "," + &fields[1] + "," + &fields[2]));
    solver.assert(fields[1].to_int().gt(99) & !fields[0].contains(","));
    solver.assert(fields[2].length().gt(fields[0].length()));
    assert_eq!(solver.check(), SatResult::Sat);
    let model = solver.get_model().expect("it is satisfiable");
    let mut names: Vec<_> = model
        .constants()
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    names.sort();
    assert_eq!(names, ["f1", "f2", "f3", "line"]);
    assert!(!model.to_string().contains('…'), "{model}");
}
