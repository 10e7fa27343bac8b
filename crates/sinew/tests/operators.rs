//! Every operator in every layer: `tests/operators.txt` has for each either an instance that works
//! or the reason why there is none. An operator that is forgotten somewhere fails here.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use sinew_arms::context::ContextArm;
use sinew_arms::expansion::rules;
use sinew_arms::fixed_length::{CircuitCache, Fixed, FixedProblem, Integers, length_facts};
use sinew_arms::{ArmSpec, Asserted, Settings, Shared, Turn};
use sinew_base::{Budget, Integer};
use sinew_engine::{Config, Engine};
use sinew_semantics::{Evaluator, Model, Value, eval};
use sinew_simplify::{Preprocessor, Problem, Simplifier};
use sinew_smtlib::{Environment, parse_script, parse_term, print_term};
use sinew_strings::RegexOfTerm;
use sinew_term::{Op, Sort, Term, TermStore, Theory, postorder};

const TABLE: &str = include_str!("../../../tests/operators.txt");

/// The layers that are tested here; `fray` is tested there.
const LAYERS: &[(&str, Check)] = &[
    ("value", value),
    ("fold", fold),
    ("lengths", lengths),
    ("encode", encode),
    ("expand", expand),
    ("image", image),
    ("flat", flat),
];

/// Steps of the flat procedure; most instances need a tenth.
const FLAT_STEPS: u64 = 1_000_000;

type Check = fn(&mut World, &Row) -> Result<(), String>;

/// What the table says about one operator.
#[derive(Default)]
struct Row {
    layers: BTreeMap<String, String>,
}

impl Row {
    fn value(&self) -> Option<(&str, &str)> {
        self.layers.get("value")?.split_once(" = ")
    }

    fn instance(&self, layer: &str) -> &str {
        self.layers.get(layer).map_or("", String::as_str)
    }
}

/// Rows by variant, and reasons by theory and layer.
fn table() -> (BTreeMap<&'static str, Row>, Vec<(String, String)>) {
    let (mut rows, mut reasons) = (BTreeMap::<&str, Row>::new(), Vec::new());
    let mut current = "";
    for line in TABLE.lines() {
        if line.is_empty() || line.starts_with('#') {
        } else if let Some(general) = line.strip_prefix('[') {
            let (theory, rest) = general.split_once("] ").expect("[Theory] layers: reason");
            let (layers, reason) = rest.split_once(": ").expect("a reason");
            assert!(!reason.is_empty());
            let layers = layers.split(' ');
            reasons.extend(layers.map(|layer| (theory.to_owned(), layer.to_owned())));
        } else if let Some(layer) = line.strip_prefix("  ") {
            let (layer, what) = layer.split_once(' ').expect("a layer and an instance");
            let row = rows.get_mut(current).expect("an operator stands above");
            let before = row.layers.insert(layer.to_owned(), what.to_owned());
            assert!(before.is_none(), "{current} has {layer} twice");
        } else {
            current = line;
            assert!(Op::VARIANTS.contains(&line), "{line} is no operator");
            assert!(rows.insert(line, Row::default()).is_none(), "{line} twice");
        }
    }
    (rows, reasons)
}

/// A store with a few symbols.
struct World {
    store: TermStore,
    environment: Environment,
}

impl World {
    fn new() -> World {
        let (mut store, mut environment) = (TermStore::new(), Environment::new());
        let script = "(declare-const x String) (declare-const y String) (declare-const z String)
            (declare-const i Int) (declare-const j Int)";
        parse_script(&mut store, &mut environment, script).expect("declarations");
        World { store, environment }
    }

    fn parse(&mut self, text: &str) -> Result<Term, String> {
        parse_term(&mut self.store, &self.environment, text).map_err(|error| format!("{error:?}"))
    }

    /// Small models of x, y, z, i, j.
    fn models(&mut self) -> Vec<Model> {
        const WORDS: &[&str] = &["", "a", "b", "ab", "ba", "bb", "cc", "7"];
        const INTS: &[i64] = &[0, 1, 7, -1, 97];
        let strings = ["x", "y", "z"].map(|name| self.store.constant(name, Sort::String));
        let integers = ["i", "j"].map(|name| self.store.constant(name, Sort::Int));
        let symbol = |term| match self.store.op(term) {
            Op::Apply(fun) => fun,
            _ => unreachable!("a declared constant"),
        };
        let mut models = Vec::new();
        for (n, &x) in WORDS.iter().enumerate() {
            for (m, &y) in WORDS.iter().enumerate() {
                for (k, &i) in INTS.iter().enumerate() {
                    let mut model = Model::new();
                    let z = WORDS[(n + m + k) % WORDS.len()];
                    for (symbol_of, word) in strings.iter().zip([x, y, z]) {
                        model.set_constant(symbol(*symbol_of), Value::string(word));
                    }
                    let j = INTS[(n + k) % INTS.len()];
                    for (symbol_of, number) in integers.iter().zip([i, j]) {
                        model.set_constant(symbol(*symbol_of), Value::from(number));
                    }
                    models.push(model);
                }
            }
        }
        models
    }
}

/// Reads, prints, reads again; the reference semantics says what the table says.
fn value(world: &mut World, row: &Row) -> Result<(), String> {
    let (text, expected) = row.value().ok_or("term = value expected")?;
    let (term, expected) = (world.parse(text)?, world.parse(expected)?);
    let printed = print_term(&world.store, term);
    if world.parse(&printed)? != term {
        return Err(format!("printed as {printed}, which reads differently"));
    }
    let found = eval(&world.store, &Model::new(), term)
        .map_err(|undecided| undecided.describe(&world.store))?;
    let found = found.to_term(&mut world.store);
    let found_text = print_term(&world.store, found);
    if found == expected {
        Ok(())
    } else {
        Err(format!("its value is {found_text}"))
    }
}

fn fold(world: &mut World, row: &Row) -> Result<(), String> {
    let (text, expected) = row.value().ok_or("needs the value's instance")?;
    let (term, expected) = (world.parse(text)?, world.parse(expected)?);
    let found = Simplifier::new()
        .simplify(&mut world.store, term, &Budget::unlimited())
        .map_err(|why| format!("{why:?}"))?;
    let found_text = print_term(&world.store, found);
    if found == expected {
        Ok(())
    } else {
        Err(format!("folded to {found_text}"))
    }
}

fn lengths(world: &mut World, row: &Row) -> Result<(), String> {
    let term = world.parse(row.instance("lengths"))?;
    let facts = length_facts(
        &mut world.store,
        &mut RegexOfTerm::new(),
        term,
        &Budget::unlimited(),
    );
    // Of a string that has one it is always said that it is empty or longer.
    let general = world.store.sort(term) == Sort::String && world.store.str_value(term).is_none();
    if facts.len() <= usize::from(general) {
        return Err("no fact about lengths".to_owned());
    }
    for model in world.models() {
        for &fact in &facts {
            let holds = eval(&world.store, &model, fact).map_err(|e| e.describe(&world.store))?;
            if holds != Value::Bool(true) {
                return Err(format!("not valid: {}", print_term(&world.store, fact)));
            }
        }
    }
    Ok(())
}

/// The integers of all terms in one model.
struct Known(FxHashMap<Term, Integer>, FxHashMap<Term, Integer>);

impl Integers for Known {
    fn value(&self, term: Term) -> Option<Integer> {
        self.0.get(&term).cloned()
    }
    fn length(&self, term: Term) -> Option<Integer> {
        self.1.get(&term).cloned()
    }
}

/// A model gives the lengths, and the circuits find words of those lengths.
fn encode(world: &mut World, row: &Row) -> Result<(), String> {
    let fact = world.parse(row.instance("encode"))?;
    let models = world.models();
    let model = models
        .iter()
        .find(|model| eval(&world.store, model, fact) == Ok(Value::Bool(true)))
        .ok_or("no small model")?;
    let (mut values, mut lengths) = (FxHashMap::default(), FxHashMap::default());
    let (mut regexes, mut languages) = (RegexOfTerm::new(), FxHashMap::default());
    let mut evaluator = Evaluator::new(&world.store, model);
    for term in postorder(&world.store, fact) {
        if world.store.sort(term) == Sort::RegLan {
            if let Some(regex) = regexes.regex_of_term(&world.store, term) {
                languages.insert(term, regex);
            }
            continue;
        }
        match evaluator.eval(term).map_err(|e| e.describe(&world.store))? {
            Value::Int(number) => {
                values.insert(term, Integer::from(number));
            }
            Value::Str(word) => {
                lengths.insert(term, Integer::from(word.len()));
            }
            _ => {}
        }
    }
    // What is said of integers is for arithmetic; the circuits get the functions that have them.
    let of_integers = world.store.sort(world.store.arg(fact, 0)) == Sort::Int;
    let (facts, others): (&[(Term, bool)], &[Term]) = if of_integers {
        (&[], &world.store.args(fact)[..1])
    } else {
        (&[(fact, true)], &[])
    };
    let problem = FixedProblem {
        store: &world.store,
        regexes: regexes.store_mut(),
        languages: &languages,
        integers: &Known(values, lengths),
        facts,
        others,
    };
    let budget = Budget::with_steps(1_000_000);
    let words = match problem.solve(&mut CircuitCache::default(), &budget) {
        Ok(Fixed::Assignment(words)) => words,
        Ok(Fixed::Conflict { .. }) => return Err("refuted".to_owned()),
        Ok(Fixed::GaveUp(why)) => return Err(format!("gave up: {why}")),
        Err(why) => return Err(format!("{why:?}")),
    };
    let mut found = model.clone();
    for (term, word) in words {
        if let Op::Apply(fun) = world.store.op(term) {
            found.set_constant(fun, Value::Str(word));
        }
    }
    match eval(&world.store, &found, fact) {
        Ok(Value::Bool(true)) => Ok(()),
        other => Err(format!("the words found make it {other:?}")),
    }
}

/// The context procedure makes the inference that expands definitions.
fn expand(world: &mut World, row: &Row) -> Result<(), String> {
    // A list of formulas is an and-term without its head.
    let term = world.parse(&format!("(and true {})", row.instance("expand")))?;
    let mut engine = Engine::new(Config::default(), &mut world.store);
    engine.set_plugin(Box::new(ContextArm::default()));
    engine.assert(&mut world.store, term, 0);
    let outcome = engine.check(&mut world.store, &[], &Budget::with_steps(500_000));
    if engine.inferences().contains_key(rules::EXT_EXPAND.name) {
        Ok(())
    } else {
        Err(format!("not expanded: {outcome:?}"))
    }
}

/// Together with another membership of x, which keeps x from being unconstrained, the atom is
/// decided by languages alone.
fn image(world: &mut World, row: &Row) -> Result<(), String> {
    let atom = world.parse(row.instance("image"))?;
    let other = world.parse("(not (str.in_re x (re.* (str.to_re \"bba\"))))")?;
    let problem = Problem::new(&[atom, other]);
    let budget = Budget::unlimited();
    let problem = Preprocessor::new()
        .run(&mut world.store, problem, &budget)
        .problem;
    if problem.is_trivial() || problem.refuted(&world.store).is_some() {
        return Ok(());
    }
    let rest = problem.conjunction(&mut world.store);
    Err(format!("left: {}", print_term(&world.store, rest)))
}

/// The flat procedure alone finds a model, which the reference semantics agrees with.
fn flat(world: &mut World, row: &Row) -> Result<(), String> {
    let term = world.parse(&format!("(and true {})", row.instance("flat")))?;
    let spec = ArmSpec::find("flat").ok_or("no such procedure")?;
    let facts = [Asserted::as_written(term)];
    let mut arm = spec.make(
        &mut world.store,
        &facts,
        &Shared::default(),
        &Settings::default(),
    );
    let found = match arm.turn(&mut world.store, &Budget::with_steps(FLAT_STEPS)) {
        Turn::Sat(found) => found,
        other => return Err(format!("{other:?}")),
    };
    let mut model = Model::new();
    for part in postorder(&world.store, term) {
        if let Op::Apply(fun) = world.store.op(part) {
            let value = match found.constant(fun) {
                Some(sinew_engine::Value::Int(value)) => Value::from(value),
                Some(sinew_engine::Value::Str(word)) => Value::Str(word.clone()),
                _ => Value::default_of(world.store.sort(part)),
            };
            model.set_constant(fun, value);
        }
    }
    match eval(&world.store, &model, term) {
        Ok(Value::Bool(true)) => Ok(()),
        other => Err(format!("{model:?} makes it {other:?}")),
    }
}

fn theory_of(world: &mut World, variant: &str, row: &Row) -> Option<Theory> {
    match variant {
        "Apply" | "Var" | "Forall" | "Exists" | "Pattern" => return Some(Theory::Symbols),
        _ => {}
    }
    let term = world.parse(row.value()?.0).ok()?;
    let order = postorder(&world.store, term);
    let ops = order.iter().map(|&part| world.store.op(part));
    ops.filter(|op| op.variant() == variant)
        .map(Op::theory)
        .next()
}

#[test]
fn every_operator_is_known_to_every_layer() {
    let (rows, reasons) = table();
    let mut failures = Vec::new();
    for &variant in Op::VARIANTS {
        let Some(row) = rows.get(variant) else {
            failures.push(format!("{variant} is not in tests/operators.txt"));
            continue;
        };
        let Some(theory) = theory_of(&mut World::new(), variant, row) else {
            failures.push(format!(
                "{variant}: its instance of a value does not have it"
            ));
            continue;
        };
        for &(layer, check) in LAYERS.iter().chain(&[("fray", fray as Check)]) {
            let general = (format!("{theory:?}"), layer.to_owned());
            match row.layers.get(layer) {
                Some(reason) if reason.starts_with("- ") => {}
                None if reasons.contains(&general) => {}
                None => failures.push(format!("{variant} has no line for {layer}")),
                Some(_) => {
                    if let Err(why) = check(&mut World::new(), row) {
                        failures.push(format!("{variant}, {layer}: {why}"));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Checked by the crate `fray`; here only that there is a line.
fn fray(_: &mut World, _: &Row) -> Result<(), String> {
    Ok(())
}
