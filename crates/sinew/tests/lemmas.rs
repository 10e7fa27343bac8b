//! Every inference is a formula that holds in every model: those that the arms make on all
//! regressions, on the examples of the rules and on random problems are evaluated by the reference
//! semantics in many models, in which fresh symbols have the values of their definitions.
//!
//! A rule that was applied nowhere, or whose premises held in no model, fails the test: it would not
//! have been tested. (Where premises are said to exclude each other, none may satisfy all of them.)

#[allow(dead_code)] // The search for short words is for others.
#[path = "common/random.rs"]
mod random;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use sinew_arms::arrange::ArrangeArm;
use sinew_arms::automata::AutomataArm;
use sinew_arms::context::ContextArm;
use sinew_arms::lengths::LengthsArm;
use sinew_arms::{arrange, automata, context, expansion, fixed_length, forms, lengths};
use sinew_base::{Budget, Disabled, Kind, Random, Rule};
use sinew_engine::{Config, Definition, Engine, Outcome, Premise, TheorySolver};
use sinew_semantics::{Evaluator, Limits, Model, Value};
use sinew_smtlib::{Command, Environment, Reader};
use sinew_term::{FunId, Op, Sort, Term, TermStore, postorder_all};

/// Steps of each search.
const STEPS: u64 = 60_000;
/// Inferences of one rule that are kept per search.
const KEPT: usize = 6;
/// Models for each search.
const MODELS: usize = 60;
/// Random problems.
const PROBLEMS: u64 = 300;

/// The assertions of a script; what cannot be read is left out.
fn read(store: &mut TermStore, text: &str) -> Vec<Term> {
    let (mut environment, mut reader) = (Environment::new(), Reader::new());
    reader.feed(text.as_bytes());
    let mut terms = Vec::new();
    while let Some(command) = reader.next(&mut environment, store) {
        if let Ok(Command::Assert { term, .. }) = command {
            terms.push(term);
        }
    }
    terms
}

/// An inference as it was seen.
#[derive(Clone)]
struct Seen {
    rule: &'static Rule,
    premises: Vec<Premise>,
    conclusion: Vec<Term>,
}

#[derive(Default)]
struct Tally {
    /// How often a rule's premises held, by its name; 0 if it was only applied.
    held: BTreeMap<&'static str, u64>,
    wrong: Vec<String>,
}

/// Solves by one arm, and evaluates what it inferred.
fn observe(
    text: &str,
    without: &[&str],
    arm: fn(&[Term]) -> Box<dyn TheorySolver>,
    seed: u64,
    tally: &mut Tally,
) {
    let mut store = TermStore::new();
    let terms = read(&mut store, text);
    let quantified = postorder_all(&store, &terms)
        .iter()
        .any(|&term| matches!(store.op(term), Op::Forall(_) | Op::Exists(_)));
    if quantified {
        return;
    }
    let mut config = Config::default();
    config.without = Disabled::new(without.iter().copied());
    let mut engine = Engine::new(config, &mut store);
    engine.set_plugin(arm(&terms));
    let all: Rc<RefCell<Vec<Seen>>> = Rc::default();
    let seen = Rc::clone(&all);
    let counts: RefCell<BTreeMap<&'static str, usize>> = RefCell::default();
    engine.set_observer(Box::new(move |_, inference| {
        let mut counts = counts.borrow_mut();
        let count = counts.entry(inference.rule.name).or_default();
        *count += 1;
        if *count <= KEPT {
            seen.borrow_mut().push(Seen {
                rule: inference.rule,
                premises: inference.premises.to_vec(),
                conclusion: inference.conclusion.to_vec(),
            });
        }
    }));
    for &term in &terms {
        engine.assert(&mut store, term, 0);
    }
    let outcome = engine.check(&mut store, &[], &Budget::with_steps(STEPS));
    let all = all.borrow().clone();
    let mut random = Random::new(seed);
    for round in 0..MODELS {
        let mut model = random_model(&store, &terms, &mut random);
        if round == 0
            && outcome == Outcome::Sat
            && let Some(found) = engine.model()
        {
            adopt(&mut model, found);
        }
        define(&mut engine, &mut store, &mut model);
        for seen in &all {
            evaluate(&mut store, &model, seen, tally);
        }
    }
}

/// Words made of those of the pool.
fn word_of(pool: &[Vec<u32>]) -> impl Fn(&mut Random) -> Vec<u32> {
    move |random: &mut Random| {
        let mut word = random.pick(pool).clone();
        match random.below(4) {
            0 => {
                for _ in 0..1 + random.below(8) {
                    let more: &Vec<u32> = random.pick(pool);
                    word.extend(more);
                }
            }
            1 => word.truncate(random.below(word.len() + 1)),
            2 => {
                let start = random.below(word.len() + 1);
                word.drain(..start);
            }
            _ => {}
        }
        word
    }
}

/// Values near the literals of the problem, so that premises have a chance.
fn random_model(store: &TermStore, terms: &[Term], random: &mut Random) -> Model {
    let mut pool: Vec<Vec<u32>> = ["", "a", "b", "ab", "0", "edcba"]
        .iter()
        .map(|word| word.chars().map(u32::from).collect())
        .collect();
    let mut numbers: Vec<i64> = vec![-1, 0, 1, 2, 3, 7];
    let mut symbols: Vec<FunId> = Vec::new();
    for term in postorder_all(store, terms) {
        if let Some(value) = store.str_value(term) {
            pool.push(value.to_vec());
        }
        if let Some(value) = store.int_value(term)
            && let Some(value) = value.to_usize()
            && value < 1_000
        {
            numbers.push(value as i64);
        }
        if let Op::Apply(fun) = store.op(term)
            && store.args(term).is_empty()
        {
            symbols.push(fun);
        }
    }
    // Few different words: many premises are equalities.
    let kind = random.below(8);
    if kind == 1 {
        // Strings with room for many different parts, and places in them.
        pool = vec!["abcdefgh".chars().map(u32::from).collect()];
        numbers = vec![0, 1, 2, 3];
    }
    if kind == 0 {
        // All literals after each other, for those who want many in one string.
        pool = vec![pool.concat()];
    }
    let word = word_of(&pool);
    let few: Vec<Vec<u32>> = (0..1 + random.below(4)).map(|_| word(random)).collect();
    let mut model = Model::new();
    for fun in symbols {
        let value = match store.fun(fun).result {
            Sort::Bool => Value::Bool(random.below(2) == 0),
            Sort::Int => Value::from(*random.pick(&numbers)),
            Sort::String if random.below(3) > 0 => Value::Str(random.pick(&few).clone()),
            Sort::String => Value::Str(word(random)),
            sort => Value::default_of(sort),
        };
        model.set_constant(fun, value);
    }
    model.with_defaults()
}

/// The constants of the model that was found.
fn adopt(model: &mut Model, found: &sinew_engine::Model) {
    for table in found.functions.iter().filter(|t| t.entries.is_empty()) {
        match &table.default {
            sinew_engine::Value::Bool(value) => model.set_constant(table.fun, (*value).into()),
            sinew_engine::Value::Int(value) => model.set_constant(table.fun, value.into()),
            sinew_engine::Value::Str(word) => {
                model.set_constant(table.fun, Value::Str(word.clone()));
            }
            sinew_engine::Value::Element(..) => {}
        }
    }
}

fn limits() -> Limits {
    Limits {
        steps: 200_000,
        ..Limits::default()
    }
}

/// Gives fresh symbols the values of their definitions.
fn define(engine: &mut Engine, store: &mut TermStore, model: &mut Model) {
    for function in engine.skolem_functions() {
        model.set_function(function.fun, vec![function.parameter], function.body);
    }
    for (symbol, definition) in engine.skolems().to_vec() {
        let Op::Apply(fun) = store.op(symbol) else {
            continue;
        };
        let value = match definition {
            Definition::Purify(term) => Evaluator::with_limits(store, model, limits())
                .eval(term)
                .ok(),
            Definition::Component(string, languages, at) => {
                component(store, model, string, languages, at as usize)
            }
            Definition::Language(number) => engine
                .language(store, number, &Budget::with_steps(10_000))
                .and_then(|term| {
                    Evaluator::with_limits(store, model, limits())
                        .eval(term)
                        .ok()
                }),
        };
        match value {
            Some(value) => model.set_constant(fun, value),
            // What speaks of it cannot be evaluated.
            None => drop(model.remove(fun)),
        }
    }
}

/// The part at this position in the first way to cut the string.
fn component(
    store: &mut TermStore,
    model: &Model,
    string: Term,
    languages: Term,
    at: usize,
) -> Option<Value> {
    let Ok(Value::Str(word)) = Evaluator::with_limits(store, model, limits()).eval(string) else {
        return None;
    };
    let languages = store.args(languages).to_vec();
    let mut cuts = vec![0; languages.len() + 1];
    cuts[languages.len()] = word.len();
    // Depth-first through the cuts, shortest parts first.
    let mut level = 1;
    let mut tried: Vec<Option<usize>> = vec![None; languages.len() + 1];
    let member = |store: &mut TermStore, from: usize, to: usize, language: Term| {
        let part = store.code_points(&word[from..to]);
        let atom = store.in_re(part, language);
        let mut evaluator = Evaluator::with_limits(store, model, limits());
        evaluator
            .eval(atom)
            .ok()
            .map(|value| value == Value::Bool(true))
    };
    loop {
        if level == languages.len() {
            let last = languages[level - 1];
            if member(store, cuts[level - 1], word.len(), last)? {
                return Some(Value::Str(word[cuts[at]..cuts[at + 1]].to_vec()));
            }
            level -= 1;
            if level == 0 {
                return Some(Value::Str(Vec::new()));
            }
        }
        let next = tried[level].map_or(cuts[level - 1], |last| last + 1);
        if next > word.len() {
            tried[level] = None;
            level -= 1;
            if level == 0 {
                return Some(Value::Str(Vec::new()));
            }
            continue;
        }
        tried[level] = Some(next);
        cuts[level] = next;
        if member(store, cuts[level - 1], next, languages[level - 1])? {
            level += 1;
        }
    }
}

/// The premise as a formula.
fn formula(store: &mut TermStore, premise: Premise) -> Term {
    match premise {
        Premise::Literal(atom, true) => atom,
        Premise::Literal(atom, false) => store.not(atom),
        Premise::Equal(a, b) => store.eq(a, b),
        Premise::Disequal(a, b) => {
            let equal = store.eq(a, b);
            store.not(equal)
        }
    }
}

fn evaluate(store: &mut TermStore, model: &Model, seen: &Seen, tally: &mut Tally) {
    let held = tally.held.entry(seen.rule.name).or_default();
    if seen.rule.kind == Kind::Restriction {
        // Not valid, and says so.
        *held += 1;
        return;
    }
    let premises: Vec<Term> = seen.premises.iter().map(|&p| formula(store, p)).collect();
    let truth = |store: &TermStore, term: Term| {
        let value = Evaluator::with_limits(store, model, limits()).eval(term);
        value.ok().map(|value| value == Value::Bool(true))
    };
    let values: Vec<Option<bool>> = premises.iter().map(|&t| truth(store, t)).collect();
    if !values.iter().all(|&value| value == Some(true)) {
        // That premises exclude each other is tested wherever all have a value.
        let refutes = seen.conclusion.is_empty() && !values.contains(&None);
        *held += u64::from(refutes);
        return;
    }
    let values: Vec<Option<bool>> = seen.conclusion.iter().map(|&t| truth(store, t)).collect();
    if values.contains(&None) {
        return;
    }
    *held += 1;
    if !values.contains(&Some(true)) && tally.wrong.len() < 10 {
        let print = |&term: &Term| sinew_smtlib::print_term(store, term);
        let premises: Vec<String> = premises.iter().map(print).collect();
        let conclusion: Vec<String> = seen.conclusion.iter().map(print).collect();
        let mut values = String::new();
        for (fun, meaning) in model.iter() {
            values.push_str(&format!("\n    {} = {meaning:?}", store.fun_name(fun)));
        }
        let (premises, conclusion) = (premises.join("\n    "), conclusion.join("\n    "));
        let name = seen.rule.name;
        tally.wrong.push(format!(
            "{name}:\n    {premises}\n  does not imply\n    {conclusion}\n  in{values}"
        ));
    }
}

fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the folder of regressions");
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|end| end == "smt2") {
            found.push(path);
        }
    }
}

fn context_arm(_: &[Term]) -> Box<dyn TheorySolver> {
    Box::new(ContextArm::default())
}

fn each_arm(text: &str, seed: u64, tally: &mut Tally) {
    observe(text, &[], context_arm, seed, tally);
    let lengths = |terms: &[Term]| -> Box<dyn TheorySolver> {
        Box::new(LengthsArm::default().bounded(terms))
    };
    observe(text, &[], lengths, seed, tally);
    let arrange = |_: &[Term]| -> Box<dyn TheorySolver> { Box::new(ArrangeArm::default()) };
    observe(text, &[], arrange, seed, tally);
    let automata = |terms: &[Term]| -> Box<dyn TheorySolver> { Box::new(AutomataArm::new(terms)) };
    observe(text, &[], automata, seed, tally);
}

#[test]
fn inferences_hold_in_random_models() {
    let rules = [
        fixed_length::rules::ALL,
        forms::rules::ALL,
        expansion::rules::ALL,
        context::rules::ALL,
        lengths::rules::ALL,
        arrange::rules::ALL,
        automata::rules::ALL,
    ]
    .concat();
    let mut tally = Tally::default();
    let declarations = "(declare-const x String)(declare-const y String)(declare-const z String)\
                        (declare-const u String)(declare-const v String)(declare-const w String)\
                        (declare-const k String)(declare-const i Int)";
    for (rule, seed) in rules.iter().zip(0..) {
        let text = format!("{declarations}(assert (and true {}))", rule.example);
        each_arm(&text, seed, &mut tally);
        // Some rules have their turn only where lengths do not say it first.
        observe(&text, &["length"], context_arm, seed, &mut tally);
    }
    let mut files = Vec::new();
    scripts(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/regress"),
        &mut files,
    );
    files.sort();
    for (path, seed) in files.iter().zip(1_000..) {
        let text = std::fs::read(path).expect("a regression");
        let text = String::from_utf8_lossy(&text);
        if text.len() < 20_000 {
            each_arm(&text, seed, &mut tally);
        }
    }
    for seed in 0..PROBLEMS {
        each_arm(&random::script(&mut Random::new(seed)), seed, &mut tally);
    }
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    let untested: BTreeSet<&str> = rules
        .iter()
        .map(|rule| rule.name)
        .filter(|name| tally.held.get(name).is_none_or(|&held| held == 0))
        .collect();
    assert!(
        untested.is_empty(),
        "never tested: {untested:?} of {:?}",
        tally.held
    );
}
