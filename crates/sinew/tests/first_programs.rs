//! Ten programs as somebody writes them who has read docs/embedding.md and nothing else.

use std::time::Duration;

use sinew::ast::{Ast, Bool, Dynamic, FuncDecl, Int, Regexp, String};
use sinew::{Reason, SatResult, Solver, Sort};

/// Takes an address apart.
#[test]
fn parts_of_an_address() {
    let (scheme, host, path) = (
        String::new_const("scheme"),
        String::new_const("host"),
        String::new_const("path"),
    );
    let mut solver = Solver::new();
    solver.assert((&scheme + "://" + &host + "/" + &path).eq("https://example.org/a/b"));
    solver.assert(!host.contains("/"));
    solver.assert(!scheme.contains(":"));
    assert_eq!(solver.check(), SatResult::Sat);
    let model = solver.get_model().expect("it is satisfiable");
    let parts = [&scheme, &host, &path].map(|part| model.value(part).expect("a value"));
    assert_eq!(parts, ["https", "example.org", "a/b"]);
}

/// A palindrome of five letters.
#[test]
fn palindrome() {
    let word = String::new_const("word");
    let letter = Regexp::range('a', 'z');
    let mut solver = Solver::new();
    solver.assert(word.reverse().eq(&word));
    solver.assert(word.regex_matches(letter.power(5)));
    solver.assert(word.starts_with("ne"));
    assert_eq!(solver.check(), SatResult::Sat);
    let found = solver
        .get_model()
        .and_then(|model| model.value(&word))
        .expect("a word");
    assert!(found.starts_with("ne") && found.ends_with("en") && found.len() == 5);
}

/// A password by rules.
#[test]
fn password() {
    let password = String::new_const("password");
    let any = Regexp::full();
    let has = |class: Regexp| Regexp::concat(&[any.clone(), class, any.clone()]);
    let rules = [
        has(Regexp::range('0', '9')),
        has(Regexp::range('A', 'Z')),
        has(Regexp::union(&["!", "?"])),
        Regexp::allchar().r#loop(8, 10),
    ];
    let mut solver = Solver::new();
    solver.assert(password.regex_matches(Regexp::intersect(&rules)));
    solver.assert(!password.contains("!"));
    assert_eq!(solver.check(), SatResult::Sat);
    let found = solver
        .get_model()
        .and_then(|model| model.value(&password))
        .expect("one");
    assert!(
        found.contains('?') && (8..=10).contains(&found.chars().count()),
        "{found}"
    );
}

/// Numbers in strings: a port.
#[test]
fn port() {
    let (address, port) = (String::new_const("address"), Int::new_const("port"));
    let mut solver = Solver::new();
    solver.assert(address.eq(String::from("localhost:") + port.to_str()));
    solver.assert(port.gt(1023) & port.lt(65536));
    solver.assert((&port * 2).eq(16160));
    assert_eq!(solver.check(), SatResult::Sat);
    let model = solver.get_model().expect("a model");
    assert_eq!(model.value(&address).as_deref(), Some("localhost:8080"));
    assert_eq!(
        model.value(&address.length()).map(|n| n.to_string()),
        Some("14".to_owned())
    );
}

/// Which requirements contradict each other?
#[test]
fn requirements() {
    let name = String::new_const("name");
    let mut solver = Solver::new();
    let labels = ["short", "long", "lower"].map(Bool::new_const);
    solver.assert_and_track(name.length().le(3), &labels[0]);
    solver.assert_and_track(name.contains("abcd"), &labels[1]);
    solver.assert_and_track(name.to_lower().eq(&name), &labels[2]);
    assert_eq!(solver.check(), SatResult::Unsat);
    let mut core: Vec<_> = solver
        .get_unsat_core()
        .iter()
        .map(ToString::to_string)
        .collect();
    core.sort();
    assert_eq!(core, ["long", "short"]);
}

/// A path condition, branch by branch.
#[test]
fn branches() {
    let input = String::new_const("input");
    let conditions = [
        input.starts_with("GET "),
        input.contains(".."),
        input.length().lt(6),
    ];
    let mut solver = Solver::new();
    let mut feasible = Vec::new();
    for condition in &conditions {
        solver.push();
        solver.assert(condition);
        feasible.push(solver.check());
    }
    assert_eq!(feasible, [SatResult::Sat, SatResult::Sat, SatResult::Unsat]);
    solver.pop(1);
    assert_eq!(solver.check(), SatResult::Sat);
    assert_eq!(
        solver.check_assumptions(&[input.eq("GET ..")]),
        SatResult::Sat
    );
    assert_eq!(
        solver.check_assumptions(&[input.eq("PUT ..")]),
        SatResult::Unsat
    );
}

/// A question that is too hard, and a limit.
#[test]
fn limits() {
    let [a, b, c] = ["a", "b", "c"].map(Int::new_const);
    let cube = |n: &Int| n * n * n;
    let mut solver = Solver::new();
    solver.set_timeout(Duration::from_millis(50));
    solver.assert((cube(&a) + cube(&b) + cube(&c)).eq(114));
    assert_eq!(solver.check(), SatResult::Unknown);
    assert_eq!(solver.reason_unknown(), Some(&Reason::Timeout));
    solver.set_timeout(Duration::ZERO);
    solver.set_step_limit(1000);
    assert_eq!(solver.check(), SatResult::Unknown);
    assert_eq!(solver.reason_unknown(), Some(&Reason::Steps));
}

/// A function that nothing is known about.
#[test]
fn functions() {
    let hash = FuncDecl::new("hash", &[Sort::string()], Sort::int());
    let (a, b) = (String::new_const("a"), String::new_const("b"));
    let of = |x: &String| {
        hash.apply(&[Dynamic::from(x)])
            .as_int()
            .expect("an integer")
    };
    let mut solver = Solver::new();
    solver.assert(of(&a).ne(of(&b)));
    assert_eq!(solver.check(), SatResult::Sat);
    solver.assert(a.eq(&b));
    assert_eq!(solver.check(), SatResult::Unsat);
}

/// All solutions, one after the other.
#[test]
fn all_solutions() {
    let digits = String::new_const("digits");
    let mut solver = Solver::new();
    solver.assert(digits.regex_matches(Regexp::range('0', '9').plus()));
    solver.assert(digits.to_int().lt(4) & digits.length().eq(2));
    let mut found = Vec::new();
    while solver.check() == SatResult::Sat {
        let value = solver
            .get_model()
            .and_then(|model| model.value(&digits))
            .expect("a value");
        solver.assert(digits.ne(value.as_str()));
        found.push(value);
    }
    found.sort();
    assert_eq!(found, ["00", "01", "02", "03"]);
}

/// Many solvers in many threads; text where that is at hand.
#[test]
fn threads_and_text() {
    let word = String::new_const("word");
    let threads = ["a", "b", "c"].map(|letter| {
        let word = word.clone();
        std::thread::spawn(move || {
            let mut solver = Solver::new();
            solver.assert(word.eq(letter) & word.contains("b"));
            (solver.check(), solver.to_smt2())
        })
    });
    let answers = threads.map(|thread| thread.join().expect("it ends"));
    assert_eq!(
        answers.each_ref().map(|answer| answer.0),
        [SatResult::Unsat, SatResult::Sat, SatResult::Unsat]
    );
    let read = sinew::ast::parse_smt2_string(&answers[1].1).expect("it reads what it writes");
    let mut solver = Solver::new();
    read.iter().for_each(|formula| solver.assert(formula));
    assert_eq!(solver.check(), SatResult::Sat);
    let wrong = Dynamic::builtin("str.len", &[], &[Dynamic::from(&Int::from(3))]);
    assert!(wrong.is_err() || wrong.is_ok_and(|term| term.error().is_some()));
}
