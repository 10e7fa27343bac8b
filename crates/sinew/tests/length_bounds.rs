//! Lengths that are enough: the claim itself against brute force, what rests on it, and that
//! nothing else ends a search.

#[path = "common/script.rs"]
mod script;

use sinew::Session;
use sinew_arms::lengths::{LengthsArm, length_bounds};
use sinew_arms::{Deepening, Shared};
use sinew_base::{Budget, Random, Tuning};
use sinew_engine::{Config, Engine, Outcome};
use sinew_semantics::{Model, Value, eval};
use sinew_strings::RegexOfTerm;
use sinew_term::{FunId, Op, Term, TermStore};

const DECLARATIONS: &str = "(declare-const x String)(declare-const y String)\
    (declare-const z String)(declare-const n Int)(declare-const p Bool)\
    (declare-fun f (String) Int)";

/// The assertions of a script.
fn read(assertions: &str) -> (TermStore, Vec<Term>) {
    let mut store = TermStore::new();
    let terms = script::assertions(&mut store, &format!("{DECLARATIONS}{assertions}"));
    (store, terms)
}

fn bounds(store: &TermStore, terms: &[Term]) -> Vec<(FunId, u32)> {
    let found = length_bounds(store, &mut RegexOfTerm::new(), terms, &Budget::unlimited());
    let symbol = |(term, most): (Term, u32)| match store.op(term) {
        Op::Apply(fun) => (fun, most),
        other => panic!("{other:?} is no variable"),
    };
    found.into_iter().map(symbol).collect()
}

/// Each question with the bound on `x` that it leads to; `None`: there is none.
const TABLE: &[(&str, Option<u32>)] = &[
    ("(str.in_re x (re.* (str.to_re \"abc\")))", Some(2)),
    (
        "(str.in_re x ((_ re.loop 2 5) (str.to_re \"ab\")))",
        Some(11),
    ),
    ("(str.in_re x (re.comp (str.to_re \"abc\")))", Some(4)),
    // From any state one letter leads to any that can be reached; from two states two letters do.
    (
        "(str.in_re (str.++ y x) (re.* (str.to_re \"ab\")))",
        Some(1),
    ),
    (
        "(str.in_re (str.++ y x y x) (re.* (str.to_re \"ab\")))",
        Some(2),
    ),
    // The literal leads to a state from which one more is reached, or the sink.
    (
        "(str.in_re (str.++ \"a\" x) (re.++ (str.to_re \"ab\") (re.* (str.to_re \"c\"))))",
        Some(1),
    ),
    ("(str.contains x \"aab\")", Some(3)),
    ("(str.contains x (str.substr y n 3))", Some(3)),
    ("(str.contains \"aab\" x)", Some(4)),
    ("(str.prefixof \"aab\" x)", Some(3)),
    ("(str.prefixof x \"aab\")", Some(4)),
    ("(str.suffixof \"aab\" x)", Some(3)),
    ("(str.suffixof x \"aab\")", Some(4)),
    (
        "(and (str.suffixof \"ab\" x) (str.prefixof \"ccc\" x))",
        Some(5),
    ),
    ("(= x \"ab\")", Some(3)),
    ("(= x (str.at y n))", Some(2)),
    ("(= (str.at x 3) (str.at y n))", Some(4)),
    ("(= (str.substr x 2 3) y)", Some(5)),
    ("(str.< x \"ab\")", Some(3)),
    ("(str.<= \"ab\" x)", Some(3)),
    ("(str.is_digit x)", Some(2)),
    ("(> (str.to_code x) n)", Some(2)),
    ("(<= (str.len x) 5)", Some(6)),
    ("(= 12 (+ (* 3 (str.len x)) (str.len y) 2))", Some(4)),
    ("(> 0 (- (str.len x) 7))", Some(8)),
    ("(= (mod (str.len x) 6) 2)", Some(5)),
    ("(= (mod (+ n (* 2 (str.len (str.++ x y)))) 6) 2)", Some(2)),
    ("((_ divisible 4) (str.len x))", Some(3)),
    ("(= (mod (str.len x) 4) (mod (str.len x) 6))", Some(11)),
    ("(not (= x y))", Some(1)),
    ("(distinct x y z)", Some(2)),
    (
        "(and (not (= x y)) (str.in_re (str.++ z x) (re.* (str.to_re \"ab\"))))",
        Some(3),
    ),
    ("(not (= (str.++ x x) (str.++ y x)))", Some(1)),
    (
        "(or (not (= (str.++ x y) (str.++ y x))) (str.prefixof \"a\" x))",
        None,
    ),
    ("(= (= x y) p)", Some(1)),
    ("(and (= (= x y) p) (str.prefixof \"abc\" y))", Some(4)),
    ("(and (or (= x y) p) (= y (str.++ z z)))", None),
    ("(or p (= x (str.++ y \"a\")))", None),
    ("(= (not (= x (str.++ y \"a\"))) p)", None),
    ("(= (str.len x) (str.len y))", None),
    ("(= (str.len x) n)", None),
    ("(= (str.at x n) \"a\")", None),
    ("(= (str.at x (- (str.len x) 1)) \"a\")", None),
    ("(= (str.indexof x \"a\" 0) n)", None),
    ("(= (str.replace x \"a\" \"b\") \"b\")", None),
    ("(= (f x) 3)", None),
    ("(str.contains x y)", None),
    ("(str.in_re \"a\" (re.* (str.to_re x)))", None),
    ("(= (ite p x \"\") \"a\")", None),
    ("(= (ite p (str.len x) 0) 3)", None),
    (
        "(forall ((i Int)) (=> (<= 0 i 3) (not (str.prefixof (str.from_int i) x))))",
        None,
    ),
];

#[test]
fn each_question_has_its_bound() {
    let mut wrong = Vec::new();
    for &(question, wanted) in TABLE {
        let (store, terms) = read(&format!("(assert {question})"));
        let found = bounds(&store, &terms);
        let of_x = found.iter().find(|(fun, _)| store.fun_name(*fun) == "x");
        if of_x.map(|&(_, most)| most) != wanted {
            wrong.push((question, of_x.map(|&(_, most)| most), wanted));
        }
    }
    assert!(wrong.is_empty(), "question, found, wanted: {wrong:#?}");
}

/// Random formulas about `x`, `y` and `z`, with `a` and `b` as letters.
struct Formulas(Random);

impl Formulas {
    fn pick(&mut self, choices: &[&'static str]) -> &'static str {
        choices[self.0.below(choices.len())]
    }

    fn text(&mut self) -> String {
        let (s, t) = (
            self.pick(&["x", "y", "x"]),
            self.pick(&["y", "x", "\"a\"", "z", "\"b\""]),
        );
        match self.0.below(6) {
            0..=2 => s.to_owned(),
            3 => format!("(str.++ {s} {t})"),
            4 => format!("(str.++ {t} {s})"),
            _ => format!("(str.++ {s} {t} {s})"),
        }
    }

    fn literal(&mut self) -> &'static str {
        self.pick(&["\"\"", "\"a\"", "\"b\"", "\"ab\"", "\"ba\"", "\"aa\""])
    }

    fn language(&mut self) -> &'static str {
        self.pick(&[
            "(re.* (str.to_re \"ab\"))",
            "(re.* (re.union (str.to_re \"aa\") (str.to_re \"b\")))",
            "(re.++ (str.to_re \"a\") re.all)",
            "(re.++ re.all (str.to_re \"b\") re.allchar)",
            "(re.comp (re.* (str.to_re \"a\")))",
            "(re.opt (str.to_re \"ab\"))",
            "(re.++ re.all (str.to_re \"aa\") re.all)",
        ])
    }

    fn atom(&mut self) -> String {
        let (s, t, u, k) = (self.text(), self.text(), self.literal(), self.0.below(3));
        let relation = self.pick(&["=", "<=", ">="]);
        match self.0.below(16) {
            0..=4 => format!("(str.in_re {s} {})", self.language()),
            5 => format!("(str.contains {s} {u})"),
            6 => format!("(str.prefixof {u} {s})"),
            7 => format!("(str.suffixof {u} {s})"),
            8 => format!("(= {s} {u})"),
            9 => format!("(= {s} {t})"),
            10 => format!("(= {} {})", self.pick(&["x", "y"]), self.pick(&["z", "y"])),
            11 => format!("(str.< {s} {u})"),
            12 => format!("(= (str.at {s} {k}) (str.at {t} {}))", self.0.below(2)),
            13 => format!("({relation} (str.len {s}) {k})"),
            14 => format!("(= (mod (str.len {s}) {}) {k})", k.max(2)),
            _ => format!("(str.contains {} {s})", "\"ab\""),
        }
    }

    fn formula(&mut self) -> String {
        let (a, b, c) = (self.atom(), self.atom(), self.atom());
        match self.0.below(8) {
            0 | 1 => a,
            2..=4 => format!("(not {a})"),
            5 => format!("(or {a} (not {b}))"),
            6 => format!("(= {a} {b})"),
            _ => format!("(ite {a} {b} (not {c}))"),
        }
    }

    /// The assertions of a problem.
    fn problem(seed: u64) -> String {
        let mut formulas = Formulas(Random::new(seed));
        let count = 1 + formulas.0.below(4);
        let assertions = (0..count).map(|_| format!("(assert {})", formulas.formula()));
        assertions.collect()
    }
}

/// All words up to this length over the letters of the formulas and one more, short ones first.
fn words(longest: u32) -> Vec<Vec<u32>> {
    let mut words: Vec<Vec<u32>> = vec![Vec::new()];
    let mut start = 0;
    for _ in 0..longest {
        let end = words.len();
        for index in start..end {
            for letter in [97, 98, 99] {
                let mut longer = words[index].clone();
                longer.push(letter);
                words.push(longer);
            }
        }
        start = end;
    }
    words
}

/// The lengths of the words of all models in which these variables are no longer than that.
fn models(store: &TermStore, terms: &[Term], most: &[(FunId, u32)]) -> Vec<Vec<usize>> {
    let lists: Vec<Vec<Vec<u32>>> = most.iter().map(|&(_, longest)| words(longest)).collect();
    let (mut model, mut places, mut found) = (Model::new(), vec![0; most.len()], Vec::new());
    loop {
        for (at, &(fun, _)) in most.iter().enumerate() {
            model.set_constant(fun, Value::Str(lists[at][places[at]].clone()));
        }
        let holds = |&term: &Term| eval(store, &model, term) == Ok(Value::Bool(true));
        if terms.iter().all(holds) {
            let length = |(at, &place): (usize, &usize)| lists[at][place].len();
            found.push(places.iter().enumerate().map(length).collect());
        }
        let Some(at) = (0..places.len()).find(|&at| places[at] + 1 < lists[at].len()) else {
            return found;
        };
        places[..at].fill(0);
        places[at] += 1;
    }
}

/// Every variable of the problem, with the length up to which brute force tries it.
fn variables(store: &TermStore, terms: &[Term], longest: u32) -> Vec<(FunId, u32)> {
    let all = sinew_term::postorder_all(store, terms);
    let symbols = all.into_iter().filter_map(|term| match store.op(term) {
        Op::Apply(fun) => Some((fun, longest)),
        _ => None,
    });
    symbols.collect()
}

/// What brute force finds: whether there are models with words up to two letters longer than the
/// bounds for the whole problem; and whether in each of them some word is as long as its bound.
/// There must be one within the bounds. Variables without a bound have up to three letters.
/// `None` if there are more words to try than a test has time for.
fn compare(script: &str, part: bool) -> Option<(bool, bool)> {
    let (store, mut terms) = read(script);
    let enough = bounds(&store, &terms);
    if part {
        terms.remove(0);
    }
    let bound_of = |fun: FunId| {
        let found = enough.iter().find(|&&(other, _)| other == fun);
        found.map(|&(_, bound)| bound)
    };
    let mut most = variables(&store, &terms, 3);
    for (fun, longest) in &mut most {
        *longest = bound_of(*fun).map_or(*longest, |bound| bound + 2);
    }
    if most.iter().map(|&(_, longest)| longest + 1).sum::<u32>() > 9 {
        return None;
    }
    let all = models(&store, &terms, &most);
    let bounded = |lengths: &Vec<usize>| -> Vec<(usize, usize)> {
        let pairs = most.iter().zip(lengths);
        let pairs =
            pairs.filter_map(|(&(fun, _), &length)| Some((length, bound_of(fun)? as usize)));
        pairs.collect()
    };
    let mut within = all
        .iter()
        .filter(|lengths| bounded(lengths).iter().all(|(l, b)| l <= b));
    let within = within.next().is_some();
    assert!(within || all.is_empty(), "{script}\n{enough:?}");
    let reaches = |lengths: &Vec<usize>| bounded(lengths).iter().any(|(l, b)| l >= b);
    Some((within, within && all.iter().all(reaches)))
}

/// If there is a model with longer words, there is one within the bounds. So too if only some of
/// the assertions are looked at, which is what cores rest on.
#[test]
fn bounds_are_enough() {
    let (mut tried, mut needed) = (0, 0);
    for seed in 0..1_500 {
        let script = Formulas::problem(seed);
        let part = seed % 3 == 0 && script.matches("(assert").count() > 1;
        let (some, all) = compare(&script, part).unwrap_or_default();
        tried += usize::from(some);
        needed += usize::from(all);
    }
    assert!(tried > 300 && needed > 10, "{tried} {needed}");
}

/// Problems with no shorter words than the bounds.
#[test]
fn bounds_are_needed() {
    // From the start one letter leads anywhere, but not after an `a`.
    let language = "(re.++ (re.union (str.to_re \"c\") (str.to_re \"ba\") (str.to_re \"aaa\"))\
                    (re.* (str.to_re \"b\")))";
    let scripts = [
        format!("(assert (str.prefixof \"a\" x))(assert (str.in_re x {language}))"),
        format!(
            "(assert (str.in_re (str.++ (str.at z 0) x) {language}))(assert (= (str.at z 0) \"a\"))"
        ),
        format!("(assert (str.in_re (str.++ \"a\" x) {language}))"),
        "(assert (str.contains x \"aba\"))".to_owned(),
        "(assert (= (mod (str.len x) 4) 3))".to_owned(),
        "(assert (distinct x y))".to_owned(),
    ];
    for script in scripts {
        assert_eq!(compare(&script, false), Some((true, true)), "{script}");
    }
}

/// The arm alone, with lengths that are enough or without them.
fn solve(script: &str, bounded: bool, steps: u64) -> Outcome {
    let (mut store, terms) = read(script);
    let mut engine = Engine::new(Config::default(), &mut store);
    let arm = LengthsArm::sharing(Shared::default());
    let arm = if bounded { arm.bounded(&terms) } else { arm };
    engine.set_plugin(Box::new(arm));
    for (index, &term) in (0..).zip(&terms) {
        engine.assert(&mut store, term, index);
    }
    Deepening::new(&store, &terms, &Tuning::default()).check(
        &mut engine,
        &mut store,
        &Budget::with_steps(steps),
    )
}

/// What the arm refutes has no small models; and bounds refute what is not refuted otherwise.
#[test]
fn what_is_refuted_has_no_models() {
    let (mut refuted, mut gained) = (0, 0);
    for seed in 5_000..5_400 {
        let script = Formulas::problem(seed);
        if solve(&script, true, 20_000) != Outcome::Unsat {
            continue;
        }
        let (store, terms) = read(&script);
        let all = variables(&store, &terms, 5);
        let most: Vec<(FunId, u32)> = all
            .iter()
            .map(|&(fun, _)| (fun, 6 / all.len() as u32))
            .collect();
        let found = models(&store, &terms, &most);
        assert!(found.is_empty(), "seed {seed}: {script}\n{found:?}");
        refuted += 1;
        gained += usize::from(solve(&script, false, 20_000) != Outcome::Unsat);
    }
    assert!(refuted > 40 && gained > 5, "{refuted} {gained}");
}

/// There is no word, of whatever length; and after the bounds that grow have been reached one after
/// the other, that is not yet known.
#[test]
fn a_bound_that_is_merely_reached_refutes_nothing() {
    let script = "(assert (str.in_re (str.++ y x) (re.* (str.to_re \"ab\"))))\
                  (assert (str.in_re (str.++ y x) (re.++ re.all (str.to_re \"a\"))))";
    assert_eq!(solve(script, true, 2_000_000), Outcome::Unsat);
    assert!(matches!(
        solve(script, false, 2_000_000),
        Outcome::Unknown(_)
    ));
    // No bound is enough for y, whose length is said to be some integer.
    let unbounded = format!("{script}(assert (or p (< (str.len y) n (str.len x))))");
    assert!(matches!(
        solve(&unbounded, true, 2_000_000),
        Outcome::Unknown(_)
    ));
    // And a word that is longer than the first bounds is found.
    let long = "(assert (str.in_re x (re.+ (str.to_re \"abcdefghijklm\"))))\
                (assert (str.contains x \"mabcdefghijklma\"))";
    for bounded in [false, true] {
        assert_eq!(solve(long, bounded, 2_000_000), Outcome::Sat);
    }
}

/// Facts that are passed on are valid: what one arm learnt within bounds does not mislead another,
/// which has none.
#[test]
fn bounds_do_not_leave_the_arm() {
    for seed in 9_000..9_060 {
        let script = Formulas::problem(seed);
        let (mut store, terms) = read(&script);
        let shared = Shared::new(&store, &terms, &Tuning::default());
        let mut engine = Engine::new(Config::default(), &mut store);
        let arm = LengthsArm::sharing(shared.clone()).bounded(&terms);
        engine.set_plugin(Box::new(arm));
        for (index, &term) in (0..).zip(&terms) {
            engine.assert(&mut store, term, index);
        }
        let budget = Budget::with_steps(20_000);
        let _ = Deepening::new(&store, &terms, &Tuning::default()).check(
            &mut engine,
            &mut store,
            &budget,
        );
        let facts = shared.since(0);
        let all = variables(&store, &terms, 2);
        let count = words(2).len().pow(all.len() as u32);
        assert_eq!(
            models(&store, &facts, &all).len(),
            count,
            "seed {seed}: {script}"
        );
    }
}

/// Cores name assertions that have no model, and the trace names the bound.
#[test]
fn cores_and_traces_with_bounds() {
    let script = "(set-option :produce-unsat-cores true)(declare-const x String)\
        (declare-const y String)(declare-const z String)\
        (assert (! (str.in_re (str.++ y x) (re.* (str.to_re \"ab\"))) :named even))\
        (assert (! (str.in_re (str.++ z z) (re.+ (str.to_re \"ab\"))) :named idle))\
        (assert (! (str.in_re (str.++ y x) (re.+ (str.to_re \"ba\"))) :named odd))\
        (check-sat)(get-unsat-core)(get-info :all-statistics)";
    let arguments = ["--arm=lengths".to_owned()];
    let mut session = Session::with_arguments(&arguments).expect("known options");
    let replies = session.run_text(script);
    assert!(replies.starts_with("unsat\n(even odd)\n"), "{replies}");
    assert!(replies.contains("length-bound"), "{replies}");
}
