//! Functions over strings: random formulas that a planted model satisfies, and contradictions of
//! congruence behind words, by each arm.
//!
//! A planted formula must be found satisfiable: an `unsat` is wrong, and an `unknown` means that
//! words and congruence did not come to an agreement.

use sinew::Session;
use sinew_base::Random;
use sinew_semantics::{Model, Value, eval};
use sinew_smtlib::{Command, Environment, Reader};
use sinew_term::{Op, Term, TermStore, postorder_all};

const SYMBOLS: &str = "(declare-const x String)(declare-const y String)(declare-const z String)\
    (declare-const i Int)(declare-fun f (String) Int)(declare-fun g (String Int) String)\
    (declare-fun p (String) Bool)(declare-fun r (String String) Bool)(declare-fun h (Int) Int)\n";

fn string(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(4) == 0 {
        return (*random.pick(&["x", "y", "z", "x", "y", "\"a\"", "\"\""])).to_owned();
    }
    let d = depth - 1;
    let (s, t) = (string(random, d), string(random, d));
    let (i, c) = (integer(random, d), formula(random, 0));
    match random.below(7) {
        0..=2 => format!("(g {s} {i})"),
        3 => format!("(str.++ {s} {t})"),
        4 => format!("(str.at {s} {i})"),
        5 => format!("(str.substr {s} {i} 2)"),
        _ => format!("(ite {c} {s} {t})"),
    }
}

fn integer(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return (*random.pick(&["i", "0", "1"])).to_owned();
    }
    let d = depth - 1;
    let (s, i) = (string(random, d), integer(random, d));
    match random.below(5) {
        0 | 1 => format!("(f {s})"),
        2 => format!("(h {i})"),
        3 => format!("(str.len {s})"),
        _ => format!("(+ {i} (f {s}))"),
    }
}

fn formula(random: &mut Random, depth: usize) -> String {
    let (s, t) = (string(random, depth), string(random, depth));
    let (i, j) = (integer(random, depth), integer(random, depth));
    match random.below(8) {
        0 => format!("(= {s} {t})"),
        1 => format!("(p {s})"),
        2 => format!("(r {s} {t})"),
        3 => format!("(str.prefixof {s} {t})"),
        4 => format!("(= (str.len {s}) (str.len {t}))"),
        5 => format!("(<= {i} {j})"),
        6 => format!("(or (p {s}) (= {i} {j}))"),
        _ => format!("(= {i} {j})"),
    }
}

fn word(random: &mut Random) -> Value {
    let letters = random.below(3);
    Value::Str((0..letters).map(|_| 97 + random.below(2) as u32).collect())
}

/// A value of the same kind.
fn like(random: &mut Random, value: &Value) -> Value {
    match value {
        Value::Str(_) => word(random),
        Value::Bool(_) => Value::Bool(random.chance(1, 2)),
        _ => Value::from(random.below(4) as i64 - 1),
    }
}

/// Gives random meanings to the symbols in terms.
fn plant(random: &mut Random, store: &TermStore, terms: &[Term]) -> Model {
    let mut model = Model::new();
    for term in postorder_all(store, terms) {
        let Op::Apply(fun) = store.op(term) else {
            continue;
        };
        let default = like(random, &Value::default_of(store.sort(term)));
        let args: Vec<Value> = store
            .args(term)
            .iter()
            .map(|&arg| Value::default_of(store.sort(arg)))
            .collect();
        if args.is_empty() {
            model.set_constant(fun, default);
            continue;
        }
        let entries: Vec<(Vec<Value>, Value)> = (0..4)
            .map(|_| {
                let key = args.iter().map(|arg| like(random, arg)).collect();
                (key, like(random, &default))
            })
            .collect();
        model.set_table(fun, entries, default);
    }
    model
}

fn read(store: &mut TermStore, formulas: &[String]) -> Vec<Term> {
    let (mut environment, mut reader) = (Environment::new(), Reader::new());
    reader.feed(SYMBOLS.as_bytes());
    for formula in formulas {
        reader.feed(format!("(assert {formula})").as_bytes());
    }
    let mut terms = Vec::new();
    while let Some(command) = reader.next(&mut environment, store) {
        if let Command::Assert { term, .. } = command.expect("well-formed") {
            terms.push(term);
        }
    }
    terms
}

/// Formulas that some model satisfies.
fn planted(random: &mut Random) -> Vec<String> {
    let mut formulas: Vec<String> = (0..2 + random.below(4))
        .map(|_| formula(random, 2))
        .collect();
    let mut store = TermStore::new();
    let terms = read(&mut store, &formulas);
    let model = plant(random, &store, &terms);
    for (formula, term) in formulas.iter_mut().zip(terms) {
        if eval(&store, &model, term) != Ok(Value::Bool(true)) {
            *formula = format!("(not {formula})");
        }
    }
    formulas
}

fn answer(formulas: &[String], arm: &str) -> String {
    let arguments = [arm.to_owned(), "--rlimit-per=60000".to_owned()];
    let mut session = Session::with_arguments(&arguments).expect("valid options");
    let mut script = SYMBOLS.to_owned();
    for formula in formulas {
        script += &format!("(assert {formula})\n");
    }
    session
        .run_text(&(script + "(check-sat)"))
        .trim()
        .to_owned()
}

/// How many of the planted formulas, and of the contradictions, an arm does not decide.
fn undecided(arm: &str) -> (usize, usize) {
    let (mut planted_ones, mut contradictions) = (0, 0);
    for seed in 1..=150 {
        let mut random = Random::new(seed);
        let mut formulas = planted(&mut random);
        match answer(&formulas, arm).as_str() {
            "sat" => {}
            "unknown" => planted_ones += 1,
            other => panic!("{arm}, seed {seed}: {other}\n{formulas:#?}"),
        }
        // Each a prefix of the other, but a function tells them apart.
        let (s, t) = (string(&mut random, 1), string(&mut random, 1));
        formulas.push(format!("(str.prefixof {s} {t})"));
        formulas.push(format!("(str.prefixof {t} {s})"));
        formulas.push(format!("(not (= (f {s}) (f {t})))"));
        match answer(&formulas, arm).as_str() {
            "unsat" => {}
            "unknown" => contradictions += 1,
            other => panic!("{arm}, seed {seed}: {other}\n{formulas:#?}"),
        }
    }
    (planted_ones, contradictions)
}

#[test]
fn words_and_congruence_come_to_an_agreement() {
    let (planted_ones, contradictions) = undecided("--arm=context");
    assert!(
        planted_ones <= 2 && contradictions <= 2,
        "context: {planted_ones}, {contradictions} of 150 each"
    );
    // Strings of all lengths that are equal are more than this arm goes through.
    let (planted_ones, contradictions) = undecided("--arm=lengths");
    assert!(
        planted_ones <= 2 && contradictions < 100,
        "lengths: {planted_ones}, {contradictions} of 150 each"
    );
}
