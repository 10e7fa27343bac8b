//! Sessions of many queries against a fresh session for each of them.
//!
//! Random scripts push and pop, declare names in scopes (the same name with another sort later),
//! define functions recursively, assert formulas of a small pool, so that queries repeat, and ask.
//! Of each answer it is checked that
//! * a fresh session with the assertions of that moment does not contradict it;
//! * after `sat` every assertion and assumption has the value `true`;
//! * after `unsat` a fresh session does not satisfy what is named in core and unsat assumptions,
//!   together with the assertions that have no name;
//! * a minimised core has nothing that can be left out, if there was time to find that out.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sinew::Session;
use sinew_base::Random;

/// Steps for each query.
const LIMIT: u64 = 400_000;

/// A scope: what it declares and asserts.
#[derive(Clone, Default)]
struct Scope {
    /// Text of declarations and definitions.
    declarations: Vec<String>,
    /// Names with their sorts; recursive functions have the sort `fun`.
    names: Vec<(&'static str, &'static str)>,
    /// Formulas, some with names.
    assertions: Vec<(String, Option<String>)>,
}

/// What the script has done so far.
struct Script {
    random: Random,
    scopes: Vec<Scope>,
    session: Session,
    text: String,
    /// Assertions that have had a name.
    named: usize,
    minimise: bool,
    answers: BTreeMap<String, usize>,
}

fn limit() -> String {
    format!("--rlimit-per={LIMIT}")
}

/// Asks a session, and returns the reply without the newline at its end.
fn ask(session: &mut Session, command: &str) -> String {
    session.run_text(command).trim_end().to_owned()
}

impl Script {
    fn new(seed: u64, arguments: &[&str]) -> Script {
        let mut arguments: Vec<String> = arguments.iter().map(|&a| a.to_owned()).collect();
        arguments.push(limit());
        let session = Session::with_arguments(&arguments).expect("known options");
        let mut script = Script {
            random: Random::new(seed),
            scopes: vec![Scope::default()],
            session,
            text: String::new(),
            named: 0,
            minimise: false,
            answers: BTreeMap::new(),
        };
        script.say(
            "(set-option :produce-unsat-cores true)(set-option :produce-unsat-assumptions true)",
        );
        script
    }

    /// Sends a command that has no reply.
    fn say(&mut self, command: &str) {
        let _ = writeln!(self.text, "{command}");
        let reply = ask(&mut self.session, command);
        assert_eq!(reply, "", "{}", self.text);
    }

    /// The steps that all queries have taken.
    fn steps(&self) -> u64 {
        let statistics = self.session.statistics();
        let steps = statistics
            .split(":steps ")
            .nth(1)
            .expect("they are counted");
        let steps = steps.split(' ').next().expect("a number");
        steps.parse().expect("a number")
    }

    /// The sort of a name, if it is declared.
    fn sort(&self, name: &str) -> Option<&'static str> {
        let names = self.scopes.iter().flat_map(|scope| &scope.names);
        names.into_iter().find(|n| n.0 == name).map(|n| n.1)
    }

    /// A declared name of this sort; declares one if there is none.
    fn name(&mut self, sort: &'static str) -> &'static str {
        let pool = match sort {
            "String" => ["x", "y", "u", "v"],
            "Int" => ["i", "j", "u", "v"],
            _ => ["p", "q", "u", "v"],
        };
        let mut candidates = pool.to_vec();
        candidates.retain(|name| self.sort(name).is_none_or(|found| found == sort));
        let name = *self.random.pick(&candidates);
        if self.sort(name).is_none() {
            let declaration = format!("(declare-const {name} {sort})");
            self.say(&declaration);
            let scope = self.scopes.last_mut().expect("one is open");
            scope.declarations.push(declaration);
            scope.names.push((name, sort));
        }
        name
    }

    /// A formula from a small pool.
    fn formula(&mut self) -> String {
        let (x, y) = (self.name("String"), self.name("String"));
        let (i, p) = (self.name("Int"), self.name("Bool"));
        let n = self.random.below(4);
        let w = *self
            .random
            .pick(&["\"\"", "\"a\"", "\"b\"", "\"ab\"", "\"12\""]);
        match self.random.below(19) {
            0 => format!("(= {x} (str.++ {y} {w}))"),
            1 => format!("(str.contains {x} {w})"),
            2 => format!("(str.prefixof {w} {x})"),
            3 => format!("(= (str.at {x} {n}) {w})"),
            4 => format!("(= (str.len {x}) (+ {i} {n}))"),
            5 => format!("(> {i} {n})"),
            6 => format!("(= (str.indexof {x} {w} {n}) {i})"),
            7 => format!("(= (str.to_int {x}) {i})"),
            8 => {
                format!("(str.in_re {x} (re.* (re.union (str.to_re {w}) (re.range \"a\" \"c\"))))")
            }
            9 => format!("(= (str.substr {x} {n} 2) {y})"),
            10 => format!("(=> {p} (= {x} {w}))"),
            11 => format!("(or {p} (< (str.len {x}) {n}))"),
            12 => format!("(= (div {i} 0) {n})"),
            13 => p.to_owned(),
            14 => format!(
                "(forall ((k Int)) (=> (and (<= 0 k) (< k {i})) (not (= (str.at {x} k) {w}))))"
            ),
            15 => format!("(exists ((s String)) (= {x} (str.++ s {w})))"),
            16 | 17 if self.sort("f").is_some() => match self.random.chance(1, 3) {
                true => format!("(= (f {n}) {i})"),
                false => format!("(= (f 2) {})", 1 + 2 * n),
            },
            _ => format!("(= (str.len {x}) {n})"),
        }
    }

    fn literal(&mut self) -> String {
        let p = self.name("Bool");
        match self.random.chance(1, 2) {
            true => p.to_owned(),
            false => format!("(not {p})"),
        }
    }

    fn step(&mut self) {
        match self.random.below(24) {
            0..=8 => {
                let mut formula = self.formula();
                if self.random.chance(1, 4) {
                    formula = format!("(not {formula})");
                }
                let name = self.random.chance(2, 3).then(|| format!("n{}", self.named));
                self.named += 1;
                match &name {
                    Some(name) => self.say(&format!("(assert (! {formula} :named {name}))")),
                    None => self.say(&format!("(assert {formula})")),
                }
                let scope = self.scopes.last_mut().expect("one is open");
                scope.assertions.push((formula, name));
            }
            9..=11 => {
                self.say("(push 1)");
                self.scopes.push(Scope::default());
            }
            12..=14 if self.scopes.len() > 1 => {
                let count = 1 + self.random.below(self.scopes.len() - 1);
                self.say(&format!("(pop {count})"));
                self.scopes.truncate(self.scopes.len() - count);
            }
            15 if self.random.chance(1, 4) => {
                self.say("(reset-assertions)");
                self.scopes = vec![Scope::default()];
            }
            16 | 20 if self.sort("f").is_none() => {
                let step = self.random.below(3);
                let definition = format!(
                    "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (+ {step} (f (- n 1)))))"
                );
                self.say(&definition);
                let scope = self.scopes.last_mut().expect("one is open");
                scope.declarations.push(definition);
                scope.names.push(("f", "fun"));
            }
            17 if self.random.chance(1, 3) => {
                self.minimise = !self.minimise;
                let minimise = self.minimise;
                self.say(&format!("(set-option :minimize-unsat-cores {minimise})"));
            }
            18 | 19 => {
                let count = 1 + self.random.below(3);
                let mut assumptions: Vec<String> = (0..count).map(|_| self.literal()).collect();
                if !self.minimise && self.random.chance(1, 2) {
                    assumptions.push(self.formula());
                }
                assumptions.sort();
                assumptions.dedup();
                self.check(&assumptions);
            }
            _ => self.check(&[]),
        }
    }

    /// What a fresh session says of these formulas under the declarations that hold now.
    fn afresh(&self, formulas: &[String]) -> String {
        let mut session = Session::with_arguments(&[limit()]).expect("known options");
        let declarations = self.scopes.iter().flat_map(|scope| &scope.declarations);
        let mut text: String = declarations.cloned().collect();
        for formula in formulas {
            let _ = write!(text, "(assert {formula})");
        }
        ask(&mut session, &(text + "(check-sat)"))
    }

    fn check(&mut self, assumptions: &[String]) {
        let command = match assumptions {
            [] => "(check-sat)".to_owned(),
            _ => format!("(check-sat-assuming ({}))", assumptions.join(" ")),
        };
        let _ = writeln!(self.text, "{command}");
        let before = self.steps();
        let answer = ask(&mut self.session, &command);
        let in_time = self.steps() - before < LIMIT;
        let mut formulas: Vec<String> = Vec::new();
        for scope in &self.scopes {
            formulas.extend(scope.assertions.iter().map(|(formula, _)| formula.clone()));
        }
        formulas.extend(assumptions.iter().cloned());
        let fresh = self.afresh(&formulas);
        assert!(
            answer == fresh || [&answer, &fresh].iter().any(|a| **a == "unknown"),
            "{answer}, but afresh {fresh}:\n{}",
            self.text
        );
        match answer.as_str() {
            "sat" => self.check_model(&formulas),
            "unsat" => self.check_core(assumptions, in_time),
            _ => {}
        }
        *self.answers.entry(answer).or_default() += 1;
    }

    fn check_model(&mut self, formulas: &[String]) {
        // Nothing evaluates a quantifier over all strings.
        let formulas: Vec<&String> = formulas.iter().filter(|f| !f.contains("exists")).collect();
        if formulas.is_empty() {
            return;
        }
        let list: Vec<&str> = formulas.iter().map(|f| f.as_str()).collect();
        let command = format!("(get-value ({}))", list.join(" "));
        let values = ask(&mut self.session, &command);
        let wanted: Vec<String> = list
            .iter()
            .map(|formula| format!("({formula} true)"))
            .collect();
        assert_eq!(values, format!("({})", wanted.join(" ")), "{}", self.text);
    }

    fn check_core(&mut self, assumptions: &[String], in_time: bool) {
        let list = |reply: &str| reply[1..reply.len() - 1].to_owned();
        let core = list(&ask(&mut self.session, "(get-unsat-core)"));
        let core: Vec<&str> = core.split_whitespace().collect();
        let failed = list(&ask(&mut self.session, "(get-unsat-assumptions)"));
        let failed: Vec<String> = assumptions
            .iter()
            .filter(|&a| a.starts_with('(') && failed.contains(a) || is_word(&failed, a))
            .cloned()
            .collect();
        let (mut named, mut others) = (Vec::new(), Vec::new());
        for (formula, name) in self.scopes.iter().flat_map(|scope| &scope.assertions) {
            match name {
                None => others.push(formula.clone()),
                Some(name) if core.contains(&name.as_str()) => named.push(formula.clone()),
                Some(_) => {}
            }
        }
        assert_eq!(
            named.len(),
            core.len(),
            "a name that is not there: {core:?}\n{}",
            self.text
        );
        let blamed: Vec<String> = named.iter().chain(&failed).cloned().collect();
        let all = [&others[..], &blamed[..]].concat();
        assert_ne!(
            self.afresh(&all),
            "sat",
            "{core:?} {failed:?}\n{}",
            self.text
        );
        if !self.minimise || !in_time {
            return;
        }
        for left_out in 0..blamed.len() {
            let mut rest = others.clone();
            rest.extend(
                blamed
                    .iter()
                    .enumerate()
                    .filter(|e| e.0 != left_out)
                    .map(|e| e.1.clone()),
            );
            let answer = self.afresh(&rest);
            let text = &self.text;
            assert_ne!(
                answer, "unsat",
                "{} is not needed\n{text}",
                blamed[left_out]
            );
        }
    }
}

/// Whether the list, apart from negations in it, has this word.
fn is_word(list: &str, word: &str) -> bool {
    let list = list.replace("(not ", "(not_");
    list.split_whitespace().any(|found| found == word)
}

fn scripts(seeds: std::ops::Range<u64>, arguments: &[&str]) -> BTreeMap<String, usize> {
    let mut answers = BTreeMap::new();
    for seed in seeds {
        let mut script = Script::new(seed, arguments);
        for _ in 0..60 {
            script.step();
        }
        for (answer, count) in script.answers {
            *answers.entry(answer).or_default() += count;
        }
    }
    answers
}

#[test]
fn answers_are_those_of_fresh_sessions() {
    let answers = scripts(0..150, &[]);
    let count = |answer: &str| answers.get(answer).copied().unwrap_or_default();
    assert!(count("sat") > 300 && count("unsat") > 300, "{answers:?}");
    assert!(count("unknown") < 20, "{answers:?}");
}

/// How often memory was of use, as the statistics have it.
fn recalled(session: &Session) -> String {
    let statistics = session.statistics();
    let counters = statistics
        .trim_end_matches(')')
        .split(" :")
        .filter(|part| part.starts_with("memory"));
    counters.collect::<Vec<&str>>().join(" ")
}

#[test]
fn what_is_still_valid_is_used() {
    let mut session = Session::default();
    let declarations = "(declare-const x String)(declare-const y String)";
    ask(&mut session, declarations);
    assert_eq!(
        ask(&mut session, "(assert (= (str.len x) 3))(check-sat)"),
        "sat"
    );
    assert_eq!(recalled(&session), "");
    // The model of the first query satisfies this one.
    assert_eq!(ask(&mut session, "(assert (= y \"\"))(check-sat)"), "sat");
    assert_eq!(recalled(&session), "memory.models 1");
    // Of this one only what has to do with y is solved, and then there is a core.
    let other = "(push)(assert (not (= y \"\")))(check-sat)(pop)";
    assert_eq!(ask(&mut session, other), "unsat");
    assert_eq!(recalled(&session), "memory.models 1 memory.parts 1");
    assert_eq!(
        ask(&mut session, &format!("(assert (> 4 (str.len x))){other}")),
        "unsat"
    );
    assert_eq!(
        recalled(&session),
        "memory.models 1 memory.cores 1 memory.parts 1"
    );
    // One model has the right x, another one the right y.
    let both = "(push)(assert (= x \"abc\"))(check-sat)(pop)(reset-assertions)";
    assert_eq!(ask(&mut session, both), "sat");
    ask(&mut session, declarations);
    let y = "(push)(assert (= y \"d\"))(check-sat)(pop)(assert (= x \"abc\"))";
    assert_eq!(ask(&mut session, y), "sat");
    let found = ask(
        &mut session,
        "(assert (= y \"d\"))(check-sat)(get-value (x y))",
    );
    assert_eq!(found, "sat\n((x \"abc\") (y \"d\"))");
    let counters = "memory.models 1 memory.joined 1 memory.cores 1 memory.parts 2";
    assert_eq!(recalled(&session), counters);
}

#[test]
fn without_the_option_and_with_proofs_nothing_is_used() {
    for argument in ["--no-incremental", "--check-proof"] {
        let argument = argument.replace("--no-incremental", "--incremental=false");
        let mut session = Session::with_arguments(&[argument]).expect("a known option");
        let queries = "(declare-const p Bool)(assert p)(check-sat)(check-sat)\
                       (assert (not p))(check-sat)(check-sat)";
        assert_eq!(ask(&mut session, queries), "sat\nsat\nunsat\nunsat");
        assert_eq!(recalled(&session), "");
    }
}

#[test]
fn a_query_that_was_stopped_leaves_nothing_wrong_behind() {
    let mut session = Session::default();
    let hard = "(declare-const x String)(declare-const y String)\
                (assert (= (str.++ x \"a\" y) (str.++ y \"b\" x)))(assert (> (str.len x) 3))";
    ask(&mut session, hard);
    for steps in 1..40 {
        let limit = format!("(set-option :rlimit-per {})(check-sat)", steps * 5);
        assert_ne!(ask(&mut session, &limit), "sat");
    }
    let easier = "(set-option :rlimit-per 0)(push)(assert (= (str.len y) 0))(check-sat)(pop)";
    assert_eq!(ask(&mut session, easier), "unsat");
    let free = "(reset-assertions)(declare-const x String)(assert (> (str.len x) 3))(check-sat)";
    assert_eq!(ask(&mut session, free), "sat");
}
