//! The proof of each test: models found and evaluated before a test is handed out.
//!
//! A model of a satisfiable test, and each witness that a core is minimal, is put into the
//! finished assertions, and the reference semantics evaluates the result; tests made from one
//! fact share most of that. (Evaluation under the model instead, test by test, is no faster even
//! for random tests, which share nothing.) Assertions with quantifiers over strings are beyond it;
//! there the [search](super::search) has decided the quantifier by listing every instance that
//! could matter, and the reference semantics confirms it on the pieces of the strings at hand.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use sinew_semantics::{Domains, Evaluator, Model as Meaning, NotDecided, Value as Checked};
use sinew_term::{Integer, Op, Sort, Term, TermStore, postorder_all};

use super::exec::Value;
use super::lang::Lang;
use super::program::Program;
use super::reference::Reference;
use super::rewrite::{Replacer, replace_terms};
use super::search::{Domain, find_model, find_model_near};
use super::test::{Expected, Model, Test};
use super::universal;
use super::write::{Dialect, write_term};

/// Evaluations that one search may make.
const STEPS: u64 = 200_000;
/// The same for a search near a known model.
const HINT_STEPS: u64 = 500;

/// Numbers for which a string of that length is tried.
const LONG: RangeInclusive<usize> = 4..=64;

/// The words of every domain.
static SMALL_WORDS: LazyLock<[Value; 5]> =
    LazyLock::new(|| ["", "a", "b", "ab", "0"].map(Value::string));

/// A claim that does not hold: a defect of the generator or of its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FalseClaim {
    /// Name of the test.
    pub test: String,
    /// What is wrong.
    pub message: String,
    /// Position of the test among those that were checked.
    pub(super) index: usize,
    /// Whether it is false; else it was not found out within the limits of the semantics.
    pub(super) refuted: bool,
}

impl fmt::Display for FalseClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.test, self.message)
    }
}

impl std::error::Error for FalseClaim {}

/// For each assertion in `core`, a model of all others; `None` if one is not found. `hints` are
/// the models of a similar test, in the same store: a model that agrees with one of them is
/// found without much of a search.
pub(crate) fn witnesses(
    store: &TermStore,
    reference: &Reference,
    assertions: &[Term],
    core: &[usize],
    hints: &[Model],
) -> Option<Vec<Model>> {
    let domain = domain_around(store, assertions);
    witnesses_in(store, reference, assertions, core, (hints, &domain))
}

/// The same, with the values that are tried.
pub(crate) fn witnesses_in(
    store: &TermStore,
    reference: &Reference,
    assertions: &[Term],
    core: &[usize],
    (hints, domain): (&[Model], &Domain),
) -> Option<Vec<Model>> {
    let mut result = Vec::with_capacity(core.len());
    let mut rest = Vec::with_capacity(assertions.len());
    for (number, &left_out) in core.iter().enumerate() {
        rest.clear();
        let others = assertions.iter().enumerate();
        rest.extend(
            others
                .filter(|&(i, _)| i != left_out)
                .map(|(_, &term)| term),
        );
        let program = Program::new(store, &rest)?;
        let near = hints
            .get(number)
            .and_then(|hint| find_model_near(&program, reference, domain, HINT_STEPS, hint));
        let model = match near {
            Some(model) => model,
            None => find_model(&program, reference, domain, STEPS)?,
        };
        result.push(model);
    }
    Some(result)
}

/// Small values, and those near the literals of the formulas: where a literal was replaced, only
/// it tells a model apart.
pub(crate) fn domain_around(store: &TermStore, assertions: &[Term]) -> Domain {
    domain_of(store, &postorder_all(store, assertions))
}

/// The same where these are the sub-terms of the formulas.
pub(super) fn domain_of(store: &TermStore, parts: &[Term]) -> Domain {
    let mut domain = Domain::default();
    let add = |values: &mut Vec<Value>, value: Value| {
        if !values.contains(&value) {
            values.push(value);
        }
    };
    domain.strings.extend_from_slice(&*SMALL_WORDS);
    domain.integers.extend([0, 1, -1, 2].map(Value::int));
    for &term in parts {
        match Value::of_literal(store, term) {
            Some(Value::Int(number)) => {
                let text = number.to_string();
                for near in [number.clone(), &number + &Integer::from(1)] {
                    add(&mut domain.integers, Value::Int(near));
                }
                if !number.is_negative() {
                    add(&mut domain.strings, Value::string(&text));
                }
            }
            Some(Value::Str(text)) => {
                if let Some(number) = numeral(&text) {
                    add(&mut domain.integers, Value::Int(number));
                }
                add(&mut domain.strings, Value::Str(text));
            }
            _ => {}
        }
    }
    domain
}

/// Strings as long as the numbers in the formulas, and one letter longer: what holds of all short
/// strings may fail there.
pub(super) fn long_strings(store: &TermStore, terms: &[Term]) -> Vec<Value> {
    let mut lengths = BTreeSet::new();
    for &term in &postorder_all(store, terms) {
        let numbers = match (Value::of_literal(store, term), store.op(term)) {
            (Some(Value::Int(number)), _) => number.to_usize().into_iter().collect(),
            (_, Op::RePow(n)) => vec![n as usize],
            (_, Op::ReLoop(lo, hi)) => vec![lo as usize, hi as usize],
            _ => Vec::new(),
        };
        for number in numbers.into_iter().filter(|n| LONG.contains(n)) {
            lengths.extend([number, number + 1]);
        }
    }
    let letters = lengths.into_iter().map(|length| "a".repeat(length));
    letters.map(|text| Value::string(&text)).collect()
}

/// The number that a string is read as by people, with a sign if there is one.
fn numeral(text: &[u32]) -> Option<Integer> {
    // Most strings begin with something else.
    let first = char::from_u32(*text.first()?)?;
    if first.is_alphabetic() || first == ' ' {
        return None;
    }
    let digits: String = text.iter().filter_map(|&c| char::from_u32(c)).collect();
    digits.parse().ok()
}

/// Evaluates what the tests claim. Random tests that are beyond the limits of the semantics are
/// dropped, there are others; of a fixed suite none may be lost.
pub(super) fn keep_certified(
    store: &mut TermStore,
    reference: &Reference,
    tests: &mut Vec<Test>,
) -> Result<(), FalseClaim> {
    while let Err(claim) = certify(store, reference, tests) {
        if claim.refuted || !tests[claim.index].family.is_random() {
            return Err(claim);
        }
        tests.remove(claim.index);
    }
    Ok(())
}

/// Evaluates what the tests claim. The terms this needs are added to `store`.
pub(crate) fn certify(
    store: &mut TermStore,
    reference: &Reference,
    tests: &[Test],
) -> Result<(), FalseClaim> {
    let mut instances = Instances {
        reference,
        replacer: Replacer::default(),
        values: Vec::new(),
        terms: Vec::new(),
    };
    for (index, test) in tests.iter().enumerate() {
        match &test.expected {
            Expected::Open => {} // Claims nothing.
            Expected::Sat(model) => instances.add(store, index, &test.assertions, None, model),
            Expected::Unsat { core, witnesses } => {
                // A test and its twin with patterns share their witnesses.
                let twin = index.checked_sub(1).map(|before| &tests[before].expected);
                if let Some(Expected::Unsat {
                    witnesses: known, ..
                }) = twin
                    && std::sync::Arc::ptr_eq(known, witnesses)
                {
                    continue;
                }
                for (&left_out, model) in core.iter().zip(witnesses.iter()) {
                    instances.add(store, index, &test.assertions, Some(left_out), model);
                    instances.refute(store, index, test.assertions[left_out], model);
                }
            }
        }
    }
    evaluate(store, reference, tests, &instances.terms)
}

/// Assertions with their models put in, each with the number of its test.
struct Instances<'a> {
    reference: &'a Reference,
    replacer: Replacer,
    /// The constants of a model and its values.
    values: Vec<(Term, Term)>,
    terms: Vec<(usize, Term)>,
}

impl Instances<'_> {
    /// Puts this model in from now on.
    fn begin(&mut self, store: &mut TermStore, model: &Model) {
        self.values.clear();
        for (constant, value) in model {
            self.values.push((*constant, value.to_term(store)));
        }
        self.replacer.begin(store, self.values.iter().copied());
    }

    fn add(
        &mut self,
        store: &mut TermStore,
        test: usize,
        assertions: &[Term],
        left_out: Option<usize>,
        model: &Model,
    ) {
        self.begin(store, model);
        for (i, &assertion) in assertions.iter().enumerate() {
            if Some(i) != left_out {
                let assertion = self.reference.expand(store, assertion);
                let instance = self.replacer.apply(store, assertion);
                if !self.universal(store, test, instance) {
                    let instance = without_guards(store, instance);
                    self.terms.push((test, instance));
                }
            }
        }
    }

    /// A quantified fact that is proved by other means: what the reference semantics is to confirm
    /// are the instances that the proof rests on. Whether it is one.
    fn universal(&mut self, store: &mut TermStore, test: usize, formula: Term) -> bool {
        if !store.mentions_quantifiers(formula) {
            return false;
        }
        let Some(obligations) = universal::obligations(store, formula) else {
            return false;
        };
        self.terms
            .extend(obligations.into_iter().map(|term| (test, term)));
        true
    }
}

impl Instances<'_> {
    /// The assertion that a witness leaves out must be false in it: else it would be a model of
    /// the whole. Where the witness says nothing about its constants there is nothing to check.
    fn refute(&mut self, store: &mut TermStore, test: usize, left_out: Term, model: &Model) {
        if store.mentions_quantifiers(left_out) {
            return;
        }
        self.begin(store, model);
        let left_out = self.reference.expand(store, left_out);
        let instance = self.replacer.apply(store, left_out);
        if store.is_ground(instance) {
            let negation = store.not(instance);
            self.terms.push((test, negation));
        }
    }
}

/// Memberships under quantifiers as `(= … true)`. The reference semantics would list the words of
/// a language that guards a variable, however many there are; here the domain is given.
fn without_guards(store: &mut TermStore, formula: Term) -> Term {
    if !store.mentions_quantifiers(formula) {
        return formula;
    }
    let truth = store.bool(true);
    let mut map = FxHashMap::default();
    for term in postorder_all(store, &[formula]) {
        if store.op(term) == Op::InRe && store.mentions_variables(term) {
            map.insert(term, store.eq(term, truth));
        }
    }
    replace_terms(store, formula, &map)
}

/// The model as the reference semantics takes it.
pub(crate) fn meaning(store: &TermStore, model: &[(Term, Value)]) -> Meaning {
    let mut result = Meaning::new();
    for (constant, value) in model {
        if let Op::Apply(fun) = store.op(*constant) {
            let value = match value {
                Value::Bool(value) => Checked::Bool(*value),
                Value::Int(value) => Checked::from(value),
                Value::Str(text) => Checked::Str(text.to_vec()),
                Value::Re(lang) => match language(lang) {
                    Some(value) => value,
                    None => continue,
                },
            };
            result.set_constant(fun, value);
        }
    }
    result
}

/// The language as a value of the reference semantics.
fn language(lang: &Lang) -> Option<Checked> {
    let mut store = TermStore::new();
    let term = lang.to_term(&mut store);
    sinew_semantics::eval(&store, &Meaning::new(), term).ok()
}

fn evaluate(
    store: &TermStore,
    reference: &Reference,
    tests: &[Test],
    instances: &[(usize, Term)],
) -> Result<(), FalseClaim> {
    let empty = Meaning::new();
    let mut evaluator = Evaluator::new(store, &empty);
    for &(index, term) in instances {
        let result = if store.mentions_quantifiers(term) {
            quantified(store, reference, term)
        } else {
            is_true(store, evaluator.eval(term))
        };
        demand(store, (index, &tests[index]), term, result)?;
    }
    Ok(())
}

fn is_true(store: &TermStore, result: Result<Checked, NotDecided>) -> Result<bool, String> {
    match result {
        Ok(value) => Ok(value == Checked::Bool(true)),
        Err(reason) => Err(reason.describe(store)),
    }
}

/// Turns anything but truth into an error.
fn demand(
    store: &TermStore,
    (index, test): (usize, &Test),
    term: Term,
    result: Result<bool, String>,
) -> Result<(), FalseClaim> {
    let refuted = result.is_ok();
    let problem = match result {
        Ok(true) => return Ok(()),
        Ok(false) => "false in its model".to_owned(),
        Err(reason) => format!("not decided in its model ({reason})"),
    };
    let mut message = format!("an assertion is {problem}: ");
    write_term(&mut message, store, term, Dialect::Standard);
    Err(FalseClaim {
        test: test.name(),
        message,
        index,
        refuted,
    })
}

/// Decides a closed formula with quantifiers, twice: by search, and by the reference semantics
/// on all pieces of the strings that occur.
fn quantified(store: &TermStore, reference: &Reference, term: Term) -> Result<bool, String> {
    let program = Program::new(store, &[term]).ok_or("quantifiers are nested too deeply")?;
    let domain = domain_around(store, &[term]);
    if find_model(&program, reference, &domain, STEPS).is_none() {
        return Ok(false);
    }
    let mut pieces: Vec<Checked> = Vec::new();
    let mut longest = 0;
    for sub in postorder_all(store, &[term]) {
        if let Some(text) = store.str_value(sub) {
            longest = longest.max(text.len());
            for from in 0..=text.len() {
                for to in from..=text.len() {
                    pieces.push(Checked::Str(text[from..to].to_vec()));
                }
            }
        }
    }
    pieces.sort();
    pieces.dedup();
    let mut domains = Domains::new();
    domains.set(Sort::String, pieces);
    let longest = i64::try_from(longest).map_err(|_| "too long")?;
    domains.set(Sort::Int, (-1..=longest + 1).map(Checked::from));
    let empty = Meaning::new();
    let mut evaluator = Evaluator::new(store, &empty).with_domains(domains);
    is_true(store, evaluator.eval(term))
}
