//! Seeded random growth: Boolean skeletons over planted models, and fusion.
//!
//! *Skeletons.* Values are planted for some variables; literals are made of random operations on
//! them and evaluated as they are made; a random Boolean structure is put over them such that the
//! planted values make it true.
//!
//! *Fusion* joins two formulas with known answers into one: z = x ++ y ties a variable of each
//! together, and x and y are partly written as functions of z (the idea of semantic fusion of
//! labelled formulas, with the inverses that are right for strings: x is the first |x|
//! characters of z, y the last |y|, or z with its first x removed). Two satisfiable formulas give
//! a satisfiable conjunction; with an unsatisfiable one the conjunction is unsatisfiable and keeps
//! its core; of two unsatisfiable ones, the disjunction is unsatisfiable and needs the tie.

use rustc_hash::FxHashMap;
use sinew_base::Random;
use sinew_term::{Op, Sort, Term, TermStore};

use super::certify::witnesses;
use super::exec::Value;
use super::library::{Equivalence, Library, Operation, Origin};
use super::reference::Reference;
use super::rewrite::replace_terms;
use super::stream::{Source, TERMS};
use super::test::{Expected, Family, Mode, Model, Test};
use super::unsat::forward;
use super::unsat_suite::constants;
use super::write::constant_name;

/// Longer strings do not make better tests.
const MAX_LENGTH: usize = 24;
const LETTERS: [u32; 8] = [
    'a' as u32, 'b' as u32, '0' as u32, '1' as u32, '9' as u32, '-' as u32, 0xe9, 0x2ffff,
];

/// Names of the planted variables.
struct Names {
    strings: [&'static str; 3],
    integers: [&'static str; 2],
}

const LEFT: Names = Names {
    strings: ["x0", "x1", "x2"],
    integers: ["i0", "i1"],
};
const RIGHT: Names = Names {
    strings: ["y0", "y1", "y2"],
    integers: ["j0", "j1"],
};

/// Source of grown tests of one mode.
pub(super) struct Grower<'a> {
    library: &'a Library,
    reference: &'a Reference,
    mode: Mode,
    random: Random,
    count: u64,
    operations: [Vec<&'a Operation>; 3],
    /// Witnesses of the equivalences that were fused, by their number. Their constants are the
    /// library's, the same in every store made from its.
    proofs: FxHashMap<usize, Option<Vec<Model>>>,
    /// Witnesses of two fused equivalences, by their numbers and how they were tied, with the
    /// names of the constants, which are new in every store.
    fused: FxHashMap<[usize; 4], Option<Vec<NamedModel>>>,
}

type NamedModel = Vec<(String, Value)>;

/// A term and what it evaluates to under the planted model.
type Valued = (Term, Value);

/// Variables with planted values.
#[derive(Default)]
struct Plant {
    strings: Vec<Valued>,
    integers: Vec<Valued>,
    used: Vec<Term>,
}

impl Plant {
    fn model(&self) -> Model {
        let all = self.strings.iter().chain(&self.integers);
        all.filter(|(term, _)| self.used.contains(term))
            .cloned()
            .collect()
    }
}

impl<'a> Grower<'a> {
    pub(super) fn new(
        library: &'a Library,
        reference: &'a Reference,
        seed: u64,
        mode: Mode,
    ) -> Grower<'a> {
        let of = |sort: Sort| -> Vec<&Operation> {
            let operations = library.operations.iter();
            operations
                .filter(|op| op.result == sort && op.origin != Origin::Regex)
                .collect()
        };
        let stream = if mode == Mode::Fusion { 1 } else { 0 };
        Grower {
            library,
            reference,
            mode,
            random: Random::new(seed.wrapping_mul(2).wrapping_add(stream)),
            count: 0,
            operations: [of(Sort::String), of(Sort::Int), of(Sort::Bool)],
            proofs: FxHashMap::default(),
            fused: FxHashMap::default(),
        }
    }

    /// The next test.
    pub(super) fn make(&mut self, store: &mut TermStore) -> Test {
        let mut test = match self.mode {
            Mode::Fusion => self.fusion(store),
            _ => self.skeleton(store),
        };
        test.suffix = self.count.to_string();
        self.count += 1;
        test
    }

    fn skeleton(&mut self, store: &mut TermStore) -> Test {
        let mut plant = self.plant(store, &LEFT);
        let assertions = self.assertions(store, &mut plant);
        sat_test(Mode::Skeleton, "random", assertions, plant.model())
    }

    fn plant(&mut self, store: &mut TermStore, names: &Names) -> Plant {
        let mut plant = Plant::default();
        for name in &names.strings[..1 + self.random.below(3)] {
            let term = store.constant(name, Sort::String);
            plant.strings.push((term, self.string()));
        }
        for name in &names.integers[..1 + self.random.below(2)] {
            let term = store.constant(name, Sort::Int);
            plant.integers.push((term, self.integer()));
        }
        plant
    }

    fn assertions(&mut self, store: &mut TermStore, plant: &mut Plant) -> Vec<Term> {
        let count = 1 + self.random.below(3);
        (0..count)
            .map(|_| self.formula(store, plant, 2, true))
            .collect()
    }

    fn string(&mut self) -> Value {
        let length = self.random.below(5);
        Value::Str((0..length).map(|_| *self.random.pick(&LETTERS)).collect())
    }

    fn integer(&mut self) -> Value {
        match self.random.below(8) {
            0 => Value::int(-1),
            1 => Value::int(97),
            _ => Value::int(i64::try_from(self.random.below(6)).unwrap_or(0)),
        }
    }

    /// A formula with the wanted truth value. `depth` is a small constant.
    fn formula(
        &mut self,
        store: &mut TermStore,
        plant: &mut Plant,
        depth: u32,
        want: bool,
    ) -> Term {
        if depth == 0 || self.random.chance(1, 4) {
            let (atom, truth) = self.atom(store, plant);
            return if truth == want { atom } else { store.not(atom) };
        }
        let deeper = depth - 1;
        match self.random.below(5) {
            0 => {
                let inner = self.formula(store, plant, deeper, !want);
                store.not(inner)
            }
            1 | 2 => {
                // A conjunction needs all, a disjunction one of its parts.
                let op = if self.random.chance(1, 2) {
                    Op::And
                } else {
                    Op::Or
                };
                let all = (op == Op::And) == want;
                let count = 2 + self.random.below(2);
                let decisive = self.random.below(count);
                let parts: Vec<Term> = (0..count)
                    .map(|i| {
                        let part = all || i == decisive || self.random.chance(1, 2);
                        self.formula(store, plant, deeper, if part { want } else { !want })
                    })
                    .collect();
                store.mk(op, &parts)
            }
            3 => {
                let condition = self.random.chance(1, 2);
                let other = self.random.chance(1, 2);
                let (then, or_else) = if condition {
                    (want, other)
                } else {
                    (other, want)
                };
                let condition = self.formula(store, plant, deeper, condition);
                let then = self.formula(store, plant, deeper, then);
                let or_else = self.formula(store, plant, deeper, or_else);
                store.ite(condition, then, or_else)
            }
            _ => {
                let left = self.random.chance(1, 2);
                let a = self.formula(store, plant, deeper, left);
                let b = self.formula(store, plant, deeper, left == want);
                store.eq(a, b)
            }
        }
    }

    /// A literal without negation, and whether it is true.
    fn atom(&mut self, store: &mut TermStore, plant: &mut Plant) -> (Term, bool) {
        match self.random.below(4) {
            0 => {
                let (term, value) = self.application(store, plant, Sort::Bool, 1);
                (term, value == Value::Bool(true))
            }
            1 => {
                let (a, x) = self.term(store, plant, Sort::Int, 1);
                let (b, y) = self.term(store, plant, Sort::Int, 1);
                let holds = x <= y;
                (store.le(a, b), holds)
            }
            _ => {
                let sort = if self.random.chance(2, 3) {
                    Sort::String
                } else {
                    Sort::Int
                };
                let (term, value) = self.application(store, plant, sort, 1);
                let (other, other_value) = if self.random.chance(1, 2) {
                    (value.to_term(store), value.clone())
                } else {
                    self.term(store, plant, sort, 0)
                };
                (store.eq(term, other), value == other_value)
            }
        }
    }

    fn term(&mut self, store: &mut TermStore, plant: &mut Plant, sort: Sort, depth: u32) -> Valued {
        if depth > 0 && self.random.chance(1, 2) {
            return self.application(store, plant, sort, depth - 1);
        }
        let variables = match sort {
            Sort::Int => &plant.integers,
            _ => &plant.strings,
        };
        if self.random.chance(3, 4) {
            let variable = self.random.pick(variables).clone();
            if !plant.used.contains(&variable.0) {
                plant.used.push(variable.0);
            }
            return variable;
        }
        let value = match sort {
            Sort::Int => self.integer(),
            _ => self.string(),
        };
        (value.to_term(store), value)
    }

    /// A random operation on random terms; too long a result is replaced by a plain term.
    fn application(
        &mut self,
        store: &mut TermStore,
        plant: &mut Plant,
        sort: Sort,
        depth: u32,
    ) -> Valued {
        let kind = match sort {
            Sort::String => 0,
            Sort::Int => 1,
            _ => 2,
        };
        let index = self.random.below(self.operations[kind].len());
        let operation = self.operations[kind][index];
        let mut terms = Vec::with_capacity(3);
        let mut values = Vec::with_capacity(3);
        for &(_, sort) in &operation.args {
            let (term, value) = self.term(store, plant, sort, depth);
            terms.push(term);
            values.push(value);
        }
        let values: Vec<&Value> = values.iter().collect();
        match self.reference.apply(operation.op, &values) {
            Some(Value::Str(text)) if text.len() > MAX_LENGTH => self.term(store, plant, sort, 0),
            Some(value) => (store.mk(operation.op, &terms), value),
            None => {
                let value = Value::default_of(sort);
                (value.to_term(store), value)
            }
        }
    }

    fn fusion(&mut self, store: &mut TermStore) -> Test {
        match self.random.below(4) {
            0 => {
                let attempt = self.fuse_unsat_with_sat(store);
                attempt.unwrap_or_else(|| self.fuse_sat(store))
            }
            1 => {
                let attempt = self.fuse_unsat(store);
                attempt.unwrap_or_else(|| self.fuse_sat(store))
            }
            _ => self.fuse_sat(store),
        }
    }

    /// Two skeletons, tied.
    fn fuse_sat(&mut self, store: &mut TermStore) -> Test {
        let mut left = self.plant(store, &LEFT);
        let mut right = self.plant(store, &RIGHT);
        let mut assertions = self.assertions(store, &mut left);
        let first = assertions.len();
        assertions.extend(self.assertions(store, &mut right));
        let (x, y) = (left.strings[0].clone(), right.strings[0].clone());
        left.used.push(x.0);
        right.used.push(y.0);
        let tie = Tie::new(store, x.0, y.0);
        let mut model = left.model();
        model.extend(right.model());
        for (i, assertion) in assertions.iter_mut().enumerate() {
            if self.random.chance(2, 3) {
                let form = self.random.below(2);
                *assertion = tie.rewrite(store, *assertion, i < first, form);
            }
        }
        assertions.push(tie.equation);
        model.push((tie.z, tie.value(&x.1, &y.1)));
        dedup_model(&mut model);
        sat_test(Mode::Fusion, "satSat", assertions, model)
    }

    fn rule(&mut self) -> (usize, &'a Equivalence) {
        let number = self.random.below(self.library.equivalences.len());
        (number, &self.library.equivalences[number])
    }

    /// An equivalence and a skeleton, tied: unsatisfiable with the core of the equivalence.
    fn fuse_unsat_with_sat(&mut self, store: &mut TermStore) -> Option<Test> {
        let (number, rule) = self.rule();
        let pair = forward(store, rule, false);
        let core = vec![pair.operation, pair.formula];
        let reference = self.reference;
        let proofs = self
            .proofs
            .entry(number)
            .or_insert_with(|| witnesses(store, reference, &core, &[0, 1], &[]))
            .clone()?;
        let x = *rule.args.iter().find(|&&a| store.sort(a) == Sort::String)?;
        let mut plant = self.plant(store, &RIGHT);
        let mut assertions = self.assertions(store, &mut plant);
        let y = plant.strings[0].clone();
        plant.used.push(y.0);
        let tie = Tie::new(store, x, y.0);
        for assertion in &mut assertions {
            let form = self.random.below(2);
            *assertion = tie.rewrite(store, *assertion, false, form);
        }
        let mut all = core;
        all.append(&mut assertions);
        all.push(tie.equation);
        let mut models = Vec::new();
        for mut model in proofs {
            let value = model
                .iter()
                .find(|(term, _)| *term == x)
                .map(|(_, v)| v.clone());
            let value = value.unwrap_or_else(|| Value::default_of(Sort::String));
            model.push((x, value.clone()));
            model.extend(plant.model());
            model.push((tie.z, tie.value(&value, &y.1)));
            dedup_model(&mut model);
            models.push(model);
        }
        Some(unsat_test("unsatSat", store, all, vec![0, 1], models))
    }

    /// Two equivalences, tied: their disjunction is unsatisfiable, and not without the tie.
    fn fuse_unsat(&mut self, store: &mut TermStore) -> Option<Test> {
        let mut halves = Vec::new();
        let mut shared = Vec::new();
        let mut key = [0; 4];
        for (i, suffix) in ["_l", "_r"].into_iter().enumerate() {
            let (number, rule) = self.rule();
            key[i] = number;
            let pair = forward(store, rule, false);
            let both = store.and(&[pair.operation, pair.formula]);
            let mut map = FxHashMap::default();
            for constant in constants(store, &[both]) {
                let name = format!("{}{suffix}", constant_name(store, constant));
                map.insert(constant, store.constant(&name, store.sort(constant)));
            }
            let strings = rule.args.iter().filter(|&&a| store.sort(a) == Sort::String);
            shared.push(*map.get(strings.copied().next().as_ref()?)?);
            let operation = replace_terms(store, pair.operation, &map);
            let formula = replace_terms(store, pair.formula, &map);
            halves.push((operation, formula));
        }
        let tie = Tie::new(store, shared[0], shared[1]);
        let mut parts = Vec::new();
        for (i, (operation, formula)) in halves.into_iter().enumerate() {
            let form = self.random.below(2);
            key[2 + i] = form;
            let formula = tie.rewrite(store, formula, i == 0, form);
            parts.push(store.and(&[operation, formula]));
        }
        let assertions = vec![store.or(&parts), tie.equation];
        let models = self.fused_witnesses(store, key, &assertions)?;
        Some(unsat_test(
            "unsatUnsat",
            store,
            assertions,
            vec![0, 1],
            models,
        ))
    }

    /// The witnesses of two fused equivalences: the same formula up to the numbers of its terms
    /// has been proven before, or is now.
    fn fused_witnesses(
        &mut self,
        store: &mut TermStore,
        key: [usize; 4],
        assertions: &[Term],
    ) -> Option<Vec<Model>> {
        if !self.fused.contains_key(&key) {
            let found = witnesses(store, self.reference, assertions, &[0, 1], &[]);
            let named = found.map(|models| {
                let name = |(term, value)| (constant_name(store, term), value);
                let named = |model: Model| model.into_iter().map(name).collect();
                models.into_iter().map(named).collect()
            });
            self.fused.insert(key, named);
        }
        let named = self.fused.get(&key)?.as_ref()?;
        let mut models = Vec::with_capacity(named.len());
        for model in named {
            let constant = |(name, value): &(String, Value)| {
                (store.constant(name, value.sort()), value.clone())
            };
            models.push(model.iter().map(constant).collect());
        }
        Some(models)
    }
}

impl Source for Grower<'_> {
    // Skeletons are made from scratch; fusion needs the rules.
    fn store(&mut self) -> TermStore {
        if self.mode == Mode::Skeleton && self.reference.is_standard() {
            TermStore::with_capacity(TERMS)
        } else {
            self.library.store.clone()
        }
    }

    fn next(&mut self, store: &mut TermStore) -> Option<Test> {
        Some(self.make(store))
    }
}

/// z = x ++ y.
struct Tie {
    x: Term,
    y: Term,
    z: Term,
    equation: Term,
}

impl Tie {
    fn new(store: &mut TermStore, x: Term, y: Term) -> Tie {
        let z = store.constant("z", Sort::String);
        let joined = store.concat(&[x, y]);
        let equation = store.eq(z, joined);
        Tie { x, y, z, equation }
    }

    fn value(&self, x: &Value, y: &Value) -> Value {
        match (x, y) {
            (Value::Str(x), Value::Str(y)) => Value::Str([&x[..], &y[..]].concat().into()),
            _ => Value::default_of(Sort::String),
        }
    }

    /// `term` with x (or y, if not `left`) written by means of z.
    fn rewrite(&self, store: &mut TermStore, term: Term, left: bool, form: usize) -> Term {
        let length = store.len(self.x);
        let (from, to) = if left {
            let zero = store.int(0);
            (self.x, store.substr(self.z, zero, length))
        } else if form == 0 {
            let rest = store.len(self.y);
            (self.y, store.substr(self.z, length, rest))
        } else {
            let empty = store.string("");
            (self.y, store.replace(self.z, self.x, empty))
        };
        replace_terms(store, term, &FxHashMap::from_iter([(from, to)]))
    }
}

/// Keeps the first value of each constant.
fn dedup_model(model: &mut Model) {
    let mut seen: Vec<Term> = Vec::with_capacity(model.len());
    model.retain(|(term, _)| {
        let new = !seen.contains(term);
        seen.push(*term);
        new
    });
}

fn sat_test(mode: Mode, op: &str, assertions: Vec<Term>, model: Model) -> Test {
    Test {
        family: Family::Random(mode),
        origin: super::library::Origin::Extended,
        patterns: false,
        op: op.into(),
        suffix: String::new(),
        constants: model.iter().map(|&(term, _)| term).collect(),
        assertions,
        expected: Expected::Sat(model),
    }
}

fn unsat_test(
    op: &str,
    store: &TermStore,
    assertions: Vec<Term>,
    core: Vec<usize>,
    witnesses: Vec<Model>,
) -> Test {
    Test {
        family: Family::Random(Mode::Fusion),
        origin: super::library::Origin::Extended,
        patterns: false,
        op: op.into(),
        suffix: String::new(),
        constants: constants(store, &assertions),
        assertions,
        expected: Expected::Unsat {
            core,
            witnesses: witnesses.into(),
        },
    }
}
