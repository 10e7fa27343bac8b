//! The string arms against brute force and against each other, on random small formulas.
//!
//! A formula that small words satisfy must not be called `unsat` by any arm, in any order or side
//! by side; and no two of them may contradict each other. Everything goes through a [`Session`],
//! so simplification, sharing and certification take part.

#[path = "common/script.rs"]
mod script;

use sinew::host::Buffer;
use sinew::{Session, Step};
use sinew_base::Random;
use sinew_semantics::{Model, Value, eval};
use sinew_smtlib::Reader;
use sinew_term::{FunId, Op, Sort, Term, TermStore};

/// Random formulas; the same seed gives the same run.
struct Dice(Random);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0.below(sides)
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.roll(choices.len())]
    }

    fn word(&mut self, depth: usize) -> String {
        if depth == 0 || self.roll(3) == 0 {
            return self
                .pick(&[
                    "x", "y", "x", "y", "\"\"", "\"a\"", "\"b\"", "\"ab\"", "\"1\"",
                ])
                .to_owned();
        }
        let (s, t, u) = (self.word(depth - 1), self.word(depth - 1), self.word(0));
        let (i, n) = (self.number(0), self.number(0));
        match self.roll(12) {
            0..=4 => format!("(str.++ {s} {t})"),
            5 => format!("(str.at {s} {i})"),
            6 => format!("(str.substr {s} {i} {n})"),
            7 => format!("(str.replace {s} {t} {u})"),
            8 => format!("(str.replace_all {s} {t} {u})"),
            9 => format!("(str.from_int {n})"),
            10 => format!("(str.replace_re {s} {} {u})", self.language()),
            _ => format!("(str.replace_re_all {s} {} {u})", self.language()),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pick(&["n", "0", "1", "2", "(- 1)"]).to_owned();
        }
        let (s, t, i) = (self.word(1), self.word(0), self.number(0));
        match self.roll(6) {
            0..=2 => format!("(str.len {s})"),
            3 => format!("(str.indexof {s} {t} {i})"),
            4 => format!("(str.to_int {s})"),
            _ => format!("(str.to_code {s})"),
        }
    }

    fn language(&mut self) -> &'static str {
        [
            "(re.* (str.to_re \"ab\"))",
            "(re.+ (re.range \"a\" \"b\"))",
            "(re.++ (str.to_re \"a\") re.allchar)",
            "(re.comp (re.* (str.to_re \"a\")))",
            "(re.opt (str.to_re \"b\"))",
        ][self.roll(5)]
    }

    fn fact(&mut self) -> String {
        let (s, t) = (self.word(2), self.word(1));
        let atom = match self.roll(9) {
            0..=2 => format!("(= {s} {t})"),
            3 => format!("(str.contains {s} {t})"),
            4 => format!("(str.prefixof {t} {s})"),
            5 => format!("(str.suffixof {t} {s})"),
            6 => format!("(str.in_re {s} {})", self.language()),
            7 => format!("(str.< {s} {t})"),
            _ => format!(
                "({} {} {})",
                self.pick(&["=", "<="]),
                self.number(1),
                self.number(0)
            ),
        };
        match self.roll(4) {
            0 => format!("(not {atom})"),
            1 => format!("(or {atom} (= x \"b\"))"),
            _ => atom,
        }
    }
}

fn symbol(store: &mut TermStore, name: &str, sort: Sort) -> FunId {
    let constant = store.constant(name, sort);
    match store.op(constant) {
        Op::Apply(fun) => fun,
        _ => unreachable!("constants are applications"),
    }
}

/// Whether words of up to two characters and small integers satisfy all assertions.
fn satisfied_by_small_values(script: &str) -> bool {
    const LETTERS: [u32; 4] = [97, 98, 49, 120];
    let mut store = TermStore::new();
    let terms = script::assertions(&mut store, script);
    let (x, y) = (
        symbol(&mut store, "x", Sort::String),
        symbol(&mut store, "y", Sort::String),
    );
    let n = symbol(&mut store, "n", Sort::Int);
    let mut words: Vec<Vec<u32>> = vec![Vec::new()];
    words.extend(LETTERS.iter().map(|&c| vec![c]));
    words.extend(LETTERS.iter().flat_map(|&c| LETTERS.map(|d| vec![c, d])));
    let mut model = Model::new();
    for first in &words {
        model.set_constant(x, Value::Str(first.clone()));
        for second in &words {
            model.set_constant(y, Value::Str(second.clone()));
            for number in -1..3 {
                model.set_constant(n, Value::from(number));
                let holds = |&term: &Term| eval(&store, &model, term) == Ok(Value::Bool(true));
                if terms.iter().all(holds) {
                    return true;
                }
            }
        }
    }
    false
}

/// One arm alone, both orders, side by side.
const CONFIGURATIONS: [&[&str]; 7] = [
    &["--arm=context"],
    &["--arm=lengths"],
    &["--arm=automata"],
    &["--arms=automata,context"],
    &["--arms=context,lengths"],
    &["--arms=lengths,context"],
    &["--arms=lengths,context", "--jobs=2"],
];

fn session(configuration: &[&str], more: &[&str]) -> Session {
    let arguments: Vec<String> = configuration
        .iter()
        .chain(more)
        .map(|&text| text.to_owned())
        .collect();
    Session::with_arguments(&arguments).expect("valid options")
}

#[test]
fn arms_agree_with_brute_force_and_with_each_other() {
    let (mut sat, mut unsat) = ([0; CONFIGURATIONS.len()], [0; CONFIGURATIONS.len()]);
    for seed in 1..=120u64 {
        let mut dice = Dice(Random::new(seed));
        let facts: Vec<String> = (0..1 + dice.roll(3)).map(|_| dice.fact()).collect();
        let mut script =
            "(declare-const x String)(declare-const y String)(declare-const n Int)".to_owned();
        facts
            .iter()
            .for_each(|fact| script += &format!("(assert {fact})"));
        // Every `sat` is certified; so what can be wrong is an `unsat`.
        let satisfiable = satisfied_by_small_values(&script);
        let mut answers: Vec<String> = Vec::new();
        for (index, configuration) in CONFIGURATIONS.iter().enumerate() {
            let mut session = session(configuration, &["--rlimit-per=10000"]);
            let reply = session.run_text(&format!("{script}(check-sat)"));
            match reply.trim() {
                "sat" => sat[index] += 1,
                "unsat" => unsat[index] += 1,
                "unknown" => {}
                other => panic!("seed {seed}: {other}\n{facts:#?}"),
            }
            answers.push(reply.trim().to_owned());
        }
        let refuted = answers.iter().any(|answer| answer == "unsat");
        let found = satisfiable || answers.iter().any(|answer| answer == "sat");
        assert!(
            !(refuted && found),
            "seed {seed}: {answers:?}, small words: {satisfiable}\n{facts:#?}"
        );
    }
    for index in 0..CONFIGURATIONS.len() {
        assert!(sat[index] > 50 && unsat[index] > 5, "{sat:?} {unsat:?}");
    }
}

/// Incremental scripts, cores and values do not depend on who answers.
#[test]
fn sessions_work_the_same_with_every_arm() {
    let script = r#"
        (set-option :produce-unsat-cores true)
        (declare-const x String)
        (declare-const y String)
        (assert (! (= (str.++ x "b" y) "aabab") :named whole))
        (check-sat)
        (push)
        (assert (! (= (str.len x) 3) :named third))
        (assert (! (not (= y "")) :named idle))
        (check-sat)
        (pop)
        (assert (! (str.contains x "b") :named inside))
        (check-sat)
        (get-value (x y))
        (assert (! (= (str.len x) 2) :named short))
        (check-sat)
        (get-unsat-core)
    "#;
    for configuration in CONFIGURATIONS {
        let replies = session(configuration, &[]).run_text(script);
        let lines: Vec<&str> = replies.lines().collect();
        assert_eq!(
            lines[..4],
            ["sat", "unsat", "sat", "((x \"aaba\") (y \"\"))"],
            "{configuration:?}"
        );
        assert_eq!(lines[4], "unsat", "{configuration:?}");
        assert!(
            lines[5].contains("short"),
            "{configuration:?}: {}",
            lines[5]
        );
    }
}

/// What an arm solves with facts of another one is solved side by side too, for any number of threads, and in every run.
#[test]
fn facts_are_told_between_threads() {
    let told = |jobs: &str, more: &[&str]| {
        // No others, which may have the answer by themselves.
        let arms = "--arms=context,lengths,automata";
        let options = ["--without=replace_all_word", "--rlimit-per=3000000", arms];
        let mut session = session(&[&options[..], &[jobs]].concat(), more);
        let script = r#"(declare-const x String)(assert (str.contains (str.replace_all "0a0" "0" x) "1"))(check-sat)"#;
        let answer = session.run_text(script);
        let statistics = session.run_text("(get-info :all-statistics)");
        let mut counts = statistics.split(".imported ").skip(1);
        let none = counts.all(|count| count.starts_with("0 "));
        (answer.trim().to_owned(), none)
    };
    for jobs in ["--jobs=1", "--jobs=2", "--jobs=3", "--jobs=2", "--jobs=3"] {
        let soon = ["--tune=portfolio.exchange-lag=1"];
        assert_eq!(told(jobs, &soon), ("sat".to_owned(), false), "{jobs}");
    }
    let late = ["--tune=portfolio.exchange-lag=1000"];
    assert_eq!(told("--jobs=2", &late), ("unknown".to_owned(), true));
}

/// The features and the order that they lead to are shown on request, and statistics tell who
/// answered.
#[test]
fn probes_and_statistics_are_shown() {
    let mut session = session(&["--arms=lengths,context"], &["--probe"]);
    let (mut host, mut reader) = (Buffer::default(), Reader::new());
    reader.feed(
        br#"(declare-const x String)(declare-const y String)
            (assert (= (str.++ x "a" y) (str.++ y "a" x)))
            (assert (str.in_re (str.++ x y) (re.+ (re.range "a" "c"))))
            (assert (not (= x y)))
            (check-sat)"#,
    );
    while session.step(&mut reader, &mut host) == Step::Executed {}
    assert!(host.remarks.contains(":regexes true"), "{}", host.remarks);
    assert!(
        host.remarks.contains(":arms (lengths context)"),
        "{}",
        host.remarks
    );
    let statistics = session.run_text("(get-info :all-statistics)");
    assert!(statistics.contains(":arm.lengths.turns"), "{statistics}");
}

/// What `--probe` and `--trace` show, and the statistics, of one question.
fn shown(arguments: &[&str], script: &str) -> (String, String) {
    let mut session = session(arguments, &[]);
    let (mut host, mut reader) = (Buffer::default(), Reader::new());
    reader.feed(script.as_bytes());
    while session.step(&mut reader, &mut host) == Step::Executed {}
    let statistics = session.run_text("(get-info :all-statistics)");
    (host.remarks, statistics)
}

/// A part of a string that overlaps with itself: splits of normal forms go on for ever.
const PERIOD: &str = r#"(declare-const x String)(declare-const y String)(declare-const z String)
    (assert (= (str.++ x y) (str.++ z x)))
    (assert (str.in_re z (re.+ (re.range "a" "b"))))
    (assert (str.contains x "c"))
    (check-sat)"#;

/// Splits grow a problem without end: words of other lengths are tried more often before the first.
#[test]
fn splits_wait_for_failures() {
    let flags = ["--arm=context", "--trace", "--rlimit-per=100000"];
    let failures = |more: &str| {
        let (trace, _) = shown(&[&flags[..], &[more]].concat(), PERIOD);
        let first = trace.find("f-split").expect("there is a split");
        trace[..first].matches("fixed-length:").count()
    };
    assert!(failures("--tune=context.split-patience=4") >= 4);
    assert!(failures("--tune=context.split-patience=1") < 4);
}

/// Who needs many splits lets others go first, once, if that took steps enough and not too many.
#[test]
fn many_splits_are_a_reason_to_pause_once() {
    let pauses = |more: &str| {
        let flags = ["--arms=context,lengths", "--probe", "--rlimit-per=300000"];
        let (remarks, _) = shown(&[&flags[..], &[more]].concat(), PERIOD);
        remarks.matches("many splits of normal forms").count()
    };
    assert_eq!(pauses("--tune=context.splits=1"), 1);
    for never in [
        "context.splits=100000",
        "context.split-steps=400000",
        "context.split-steps-most=0",
    ] {
        assert_eq!(pauses(&format!("--tune={never}")), 0, "{never}");
    }
}

/// One look at normal forms makes all the inferences that it can, and does not ask the engine for another candidate after each.
#[test]
fn normal_forms_of_many_classes_are_compared_in_one_look() {
    let mut script = String::new();
    for i in 0..6 {
        for name in ["a", "b", "c", "d"] {
            script += &format!("(declare-const {name}{i} String)");
        }
        script += &format!(
            "(assert (= (str.++ a{i} b{i}) (str.++ c{i} d{i})))
             (assert (or (= (str.len a{i}) (str.len c{i})) (= (str.len b{i}) (str.len d{i}))))"
        );
    }
    script += "(assert (not (= a5 c5)))(check-sat)";
    let steps = |tune: &str| -> u64 {
        let (_, statistics) = shown(&["--arm=context", tune], &script);
        let (_, number) = statistics
            .split_once(":arm.context.steps ")
            .expect("it had a turn");
        let digits = number.split(|c: char| !c.is_ascii_digit()).next();
        digits
            .and_then(|digits| digits.parse().ok())
            .expect("a number")
    };
    let (alone, together) = (
        steps("--tune=context.form-inferences=1"),
        steps("--tune=context.form-inferences=64"),
    );
    assert!(4 * together < 3 * alone, "{together} {alone}");
}
