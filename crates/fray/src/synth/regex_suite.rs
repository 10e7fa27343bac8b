//! The suite of regular expressions: P0's transformations for P1's operations.
//!
//! Regular expressions are constants here, and formulas speak about them by membership; only
//! strings, numbers and truth values become variables. *Operation*: each operator of P1 Table 1
//! in isolation. *Constant assignment*: the pool with the strings that go with each expression.
//! *Term synthesis*: words and literals inside the expressions are terms. The laws about memberships
//! and replacements are equivalences as in P0 Table 2, so that all the rest (larger cores, redundancy, the reverse
//! direction, chains) works on them as it does on strings; what P0 does by fresh variables,
//! *named memberships* do for expressions: a truth value stands for `x ∈ R`, and a further
//! assertion says that it is `x ∈ R'`, where R' is another form of the same language.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use sinew_term::{Op, Sort, Term, TermSet, TermStore, postorder_all};

use super::certify::witnesses;
use super::exec::Value;
use super::law::{Law, check_law, variables};
use super::library::{Equivalence, Library, Operation, Origin};
use super::program::Program;
use super::reference::Reference;
use super::regexes::{Entry, RegexPool, folder, strings_for};
use super::rewrite::replace_terms;
use super::suite::{Config, Sink};
use super::test::{Expected, Family, Model, Test};
use super::unsat::forward;
use super::unsat_suite::constants;
use super::write::constant_name;

/// Strings per expression in memberships, and in replacements.
const MEMBERSHIPS: usize = 10;
const REPLACEMENTS: usize = 3;
/// Longer words are left to [negated execution](super::execution).
const MAX_WORD: usize = 200;

/// The satisfiable tests.
pub(super) fn satisfiable(
    store: &mut TermStore,
    library: &Library,
    reference: &Reference,
    config: &Config,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let pool = RegexPool::new(&library.regexes);
    let mut suite = Suite {
        reference,
        seen: TermSet::new(),
        counts: FxHashMap::default(),
    };
    for operation in &library.operations {
        if operation.origin != Origin::Regex
            || !matches!(
                operation.args[..],
                [(_, Sort::String), (_, Sort::RegLan), ..]
            )
        {
            continue;
        }
        if config.wants_family(Family::Operation) {
            for entry in in_isolation(&pool) {
                suite.isolated(store, operation, entry, sink)?;
            }
        }
        if config.wants_family(Family::Constants) {
            suite.constants(store, operation, &pool, sink)?;
        }
        if config.wants_family(Family::Terms) {
            for entry in in_isolation(&pool) {
                suite.terms(store, operation, entry, sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// For each operator its first two expressions.
fn in_isolation(pool: &RegexPool) -> Vec<&Entry> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    let mut chosen = Vec::new();
    for entry in &pool.entries {
        let count = counts.entry(folder(entry.lang.root())).or_default();
        *count += 1;
        if *count <= 2 {
            chosen.push(entry);
        }
    }
    chosen
}

struct Suite<'a> {
    reference: &'a Reference,
    seen: TermSet,
    /// How many tests each folder of each family has.
    counts: FxHashMap<(Family, Arc<str>), usize>,
}

impl Suite<'_> {
    /// The folder: for memberships the operator at the root, else the operation.
    fn folder(operation: &Operation, entry: &Entry) -> Arc<str> {
        match operation.result {
            Sort::Bool => folder(entry.lang.root()).into(),
            _ => operation.name.as_str().into(),
        }
    }

    fn emit(
        &mut self,
        store: &mut TermStore,
        family: Family,
        folder: &Arc<str>,
        assertion: Term,
        model: Model,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        if !self.seen.insert(assertion) {
            return ControlFlow::Continue(());
        }
        let count = self.counts.entry((family, Arc::clone(folder))).or_default();
        *count += 1;
        let test = Test {
            family,
            origin: Origin::Regex,
            patterns: false,
            op: Arc::clone(folder),
            suffix: format!("{count}"),
            constants: model.iter().map(|&(term, _)| term).collect(),
            assertions: vec![assertion],
            expected: Expected::Sat(model),
        };
        sink.test(store, test)
    }

    /// The operation on a constant expression, with all else free.
    fn isolated(
        &mut self,
        store: &mut TermStore,
        operation: &Operation,
        entry: &Entry,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let words = strings_for(&entry.lang);
        let fact = self.fact(operation, entry, &words[words.len().min(2) - 1], "a");
        let open = (1 << (operation.args.len() + 1)) - 1;
        self.generalise(store, Family::Operation, operation, entry, fact, open, sink)
    }

    fn constants(
        &mut self,
        store: &mut TermStore,
        operation: &Operation,
        pool: &RegexPool,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        for (index, entry) in pool.entries.iter().enumerate() {
            let mut words = strings_for(&entry.lang);
            words.retain(|word| word.len() <= MAX_WORD);
            let membership = operation.result == Sort::Bool;
            if !membership && pool.languages[entry.language] != index {
                continue;
            }
            words.truncate(if membership {
                MEMBERSHIPS
            } else {
                REPLACEMENTS
            });
            for word in &words {
                let replacements: &[&str] = if membership { &[""] } else { &["", "b"] };
                for by in replacements {
                    for open in 0..1usize << (operation.args.len() + 1) {
                        let fact = self.fact(operation, entry, word, by);
                        self.generalise(
                            store,
                            Family::Constants,
                            operation,
                            entry,
                            fact,
                            open,
                            sink,
                        )?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The arguments and the result.
    fn fact(&self, operation: &Operation, entry: &Entry, word: &[u32], by: &str) -> Vec<Value> {
        let mut fact = vec![Value::Str(word.into()), Value::Re(entry.lang.clone())];
        if operation.args.len() > 2 {
            fact.push(Value::string(by));
        }
        let args: Vec<&Value> = fact.iter().collect();
        let result = self.reference.apply(operation.op, &args);
        fact.extend(result);
        fact
    }

    /// The fact with variables in the `open` positions, but never for the expression.
    #[allow(clippy::too_many_arguments)]
    fn generalise(
        &mut self,
        store: &mut TermStore,
        family: Family,
        operation: &Operation,
        entry: &Entry,
        fact: Vec<Value>,
        open: usize,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let count = operation.args.len();
        if fact.len() != count + 1 {
            return ControlFlow::Continue(());
        }
        let mut parts = Vec::new();
        let mut model = Model::new();
        for (place, value) in fact.into_iter().enumerate() {
            let name = operation.args.get(place).map_or("result", |(name, _)| name);
            if open >> place & 1 == 1 && value.sort() != Sort::RegLan {
                let variable = store.constant(name, value.sort());
                parts.push(variable);
                model.push((variable, value));
            } else {
                parts.push(value.to_term(store));
            }
        }
        let application = store.mk(operation.op, &parts[..count]);
        let assertion = store.eq(application, parts[count]);
        let folder = Suite::folder(operation, entry);
        self.emit(store, family, &folder, assertion, model, sink)
    }

    /// The words of the expression and the string beside it become terms over variables, and the
    /// result another term with its value.
    fn terms(
        &mut self,
        store: &mut TermStore,
        operation: &Operation,
        entry: &Entry,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let words = strings_for(&entry.lang);
        for word in words.iter().filter(|word| word.len() <= 8).take(4) {
            let fact = self.fact(operation, entry, word, "b");
            let Some(result) = fact.last().filter(|_| fact.len() > operation.args.len()) else {
                continue;
            };
            for form in 0..FORMS {
                let mut model = Model::new();
                let mut terms = Vec::new();
                for value in &fact[..fact.len() - 1] {
                    let term = value.to_term(store);
                    let term = match value {
                        Value::Re(_) => abstract_words(store, term, form, &mut model),
                        _ => synthesised(store, value, form, &mut model),
                    };
                    terms.push(term);
                }
                let left = store.mk(operation.op, &terms);
                let right = synthesised(store, result, form + 1, &mut model);
                let assertion = store.eq(left, right);
                let folder = Suite::folder(operation, entry);
                self.emit(store, Family::Terms, &folder, assertion, model, sink)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The ways in which [`synthesised`] writes a value.
const FORMS: usize = 5;

/// A term over variables with this value; the variables and their values go into the model.
fn synthesised(store: &mut TermStore, value: &Value, form: usize, model: &mut Model) -> Term {
    let mut variable = |store: &mut TermStore, value: Value| {
        if let Some((known, _)) = model.iter().find(|(_, other)| *other == value) {
            return *known;
        }
        let prefix = match value.sort() {
            Sort::String => "s",
            Sort::Int => "i",
            _ => "b",
        };
        let term = store.constant(&format!("{prefix}{}", model.len()), value.sort());
        model.push((term, value));
        term
    };
    match value {
        Value::Str(word) => {
            let (head, tail) = word.split_at(word.len() / 2);
            match form % FORMS {
                0 => variable(store, value.clone()),
                1 => {
                    let head = variable(store, Value::Str(head.into()));
                    let tail = variable(store, Value::Str(tail.into()));
                    store.concat(&[head, tail])
                }
                2 => {
                    let whole = variable(store, Value::Str([&word[..], &[97]].concat().into()));
                    let length =
                        variable(store, Value::int(i64::try_from(word.len()).unwrap_or(0)));
                    let zero = store.int(0);
                    store.substr(whole, zero, length)
                }
                3 => {
                    let whole = variable(store, value.clone());
                    store.replace(whole, whole, whole)
                }
                _ => {
                    let empty = variable(store, Value::string(""));
                    let whole = variable(store, value.clone());
                    store.replace(empty, empty, whole)
                }
            }
        }
        Value::Bool(truth) => {
            let a = variable(store, Value::string("a"));
            let other = variable(store, Value::string(if *truth { "ab" } else { "b" }));
            match form % 3 {
                0 => store.prefixof(a, other),
                1 => store.contains(other, a),
                _ => variable(store, value.clone()),
            }
        }
        _ => variable(store, value.clone()),
    }
}

/// The expression with the literals of its `str.to_re` written as terms.
fn abstract_words(store: &mut TermStore, term: Term, form: usize, model: &mut Model) -> Term {
    let mut map = FxHashMap::default();
    for sub in postorder_all(store, &[term]) {
        if store.op(sub) == Op::StrToRe
            && let Some(value) = Value::of_literal(store, store.arg(sub, 0))
        {
            let word = synthesised(store, &value, form, model);
            map.insert(sub, store.str_to_re(word));
        }
    }
    replace_terms(store, term, &map)
}

/// The library with the laws about operations, for each row of parameters, as equivalences. Only
/// those that hold are taken: a user's file may claim what it likes.
pub(super) fn with_equivalences(library: &Library, reference: &Reference) -> Library {
    let mut result = library.clone();
    result.equivalences.clear();
    let store = &mut result.store;
    let found: Vec<(&Law, Equation)> = library
        .laws
        .iter()
        .filter_map(|law| Some((law, equation(store, &library.operations, law)?)))
        .filter(|(law, _)| check_law(&library.store, reference, law).is_ok())
        .collect();
    for (row, parameters) in library.regexes.parameters.iter().enumerate() {
        for (law, equation) in &found {
            let roots = [law.bodies[0].left, law.bodies[0].right];
            let free = variables(store, &roots, &law.exists);
            let is_language = |store: &TermStore, v: Term| store.sort(v) == Sort::RegLan;
            let mut languages = free.clone();
            languages.retain(|&variable| is_language(store, variable));
            if languages.is_empty() && row > 0 || languages.len() > parameters.len() {
                continue;
            }
            let mut map = FxHashMap::default();
            for (&variable, lang) in languages.iter().zip(parameters) {
                let term = lang.to_term(store);
                map.insert(variable, term);
            }
            let application = replace_terms(store, equation.application, &map);
            let operation = &library.operations[equation.operation];
            let folder = match operation.result {
                Sort::Bool => folder(store.op(store.arg(application, 1))).to_owned(),
                _ => operation.name.clone(),
            };
            let mut args = free;
            args.retain(|v| !languages.contains(v) && *v != equation.result);
            result.equivalences.push(Equivalence {
                id: format!("{}r{row}", law.id),
                operation: equation.operation,
                folder,
                left: store.eq(application, equation.result),
                args,
                result: equation.result,
                exists: law.exists.clone(),
                formula: replace_terms(store, law.bodies[0].right, &map),
                skip: Vec::new(),
                both: true,
                origin: Origin::Regex,
            });
        }
    }
    result
}

/// What a law says of an operation: `application = result`.
struct Equation {
    operation: usize,
    application: Term,
    /// A variable, or `true`.
    result: Term,
}

/// The law as an equivalence: of a membership, or of any operation of this suite with a variable
/// for its result. A membership that is nothing but another one, or a truth value, is no step 1.
fn equation(store: &mut TermStore, operations: &[Operation], law: &Law) -> Option<Equation> {
    let body = &law.bodies[0];
    if !law.holds || law.sort != Sort::Bool || body.side.is_some() {
        return None;
    }
    let (application, result) = match (store.op(body.left), store.args(body.left)) {
        (Op::Eq, &[application, result]) if matches!(store.op(result), Op::Apply(_)) => {
            (application, result)
        }
        _ if matches!(store.op(body.right), Op::True | Op::False | Op::InRe) => return None,
        _ => (body.left, store.bool(true)),
    };
    let op = store.op(application);
    let known = |operation: &Operation| operation.op == op && operation.origin == Origin::Regex;
    Some(Equation {
        operation: operations.iter().position(known)?,
        application,
        result,
    })
}

/// Named memberships: for each equivalence and each membership in its formula.
pub(super) fn named(
    store: &mut TermStore,
    library: &Library,
    reference: &Reference,
    config: &Config,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    if !config.wants_family(Family::LargerCore) {
        return ControlFlow::Continue(());
    }
    let pool = RegexPool::new(&library.regexes);
    for rule in &library.equivalences {
        let pair = forward(store, rule, false);
        // What is under a quantifier has no one truth value that could be named.
        let atoms: Vec<Term> = postorder_all(store, &[pair.formula])
            .into_iter()
            .filter(|&term| store.op(term) == Op::InRe && !store.mentions_variables(term))
            .collect();
        for (number, atom) in atoms.into_iter().enumerate() {
            for (form, language) in other_forms(store, &pool, store.arg(atom, 1))
                .into_iter()
                .enumerate()
            {
                let p = fresh(store, &[pair.operation, pair.formula]);
                let formula =
                    replace_terms(store, pair.formula, &[(atom, p)].into_iter().collect());
                let member = store.in_re(store.arg(atom, 0), language);
                let clause = store.eq(p, member);
                let assertions = vec![pair.operation, formula, clause];
                let Some(found) = witnesses(store, reference, &assertions, &[0, 1, 2], &[]) else {
                    continue;
                };
                let test = Test {
                    family: Family::LargerCore,
                    origin: Origin::Regex,
                    patterns: false,
                    op: rule.folder.as_str().into(),
                    suffix: format!("{}_named{number}_{form}", rule.id),
                    constants: constants(store, &assertions),
                    assertions,
                    expected: Expected::Unsat {
                        core: vec![0, 1, 2],
                        witnesses: found.into(),
                    },
                };
                sink.test(store, test)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A truth value whose name occurs nowhere in these formulas, whatever its sort there.
fn fresh(store: &mut TermStore, formulas: &[Term]) -> Term {
    let taken: Vec<String> = constants(store, formulas)
        .into_iter()
        .map(|constant| constant_name(store, constant))
        .collect();
    let mut name = "p".to_owned();
    while taken.contains(&name) {
        name.push('p');
    }
    store.constant(&name, Sort::Bool)
}

/// Up to three other expressions with the language of a ground one: those of the pool, and the
/// double complement.
fn other_forms(store: &mut TermStore, pool: &RegexPool, language: Term) -> Vec<Term> {
    let literal = Program::new(store, &[language]).and_then(|program| program.literal(0));
    let Some(Value::Re(lang)) = literal else {
        return Vec::new();
    };
    let budget = sinew_base::Budget::with_steps(100_000);
    let mut found = Vec::new();
    for entry in &pool.entries {
        if found.len() < 2
            && entry.lang != lang
            && entry.lang.contains(&[]) == lang.contains(&[])
            && entry.lang.equivalent(&lang, &budget) == Ok(true)
        {
            found.push(entry.lang.to_term(store));
        }
    }
    let inner = store.re_comp(language);
    found.push(store.re_comp(inner));
    found
}
