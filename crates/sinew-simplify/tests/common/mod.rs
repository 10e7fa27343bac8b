//! Random terms and models, drawn from small pools so that rules meet.

#![allow(dead_code, unreachable_pub)] // Each test file uses its part.

pub mod instances;

pub use sinew_base::Random as Rng;
use sinew_semantics::{Domains, Evaluator, Limits, Model, NotDecided, Value};
use sinew_smtlib::{Environment, parse_script, parse_term};
use sinew_term::{Op, Sort, Term, TermStore};

pub const WORDS: &[&str] = &[
    "", "a", "b", "ab", "ba", "aa", "aab", "abab", "0", "7", "10", "007", "A", "B", "aB",
];
const INTS: &[i64] = &[-2, -1, 0, 1, 2, 3, 4, 5, 10, 48, 97, 196_607, 196_608];

/// A store with a few symbols of each sort.
pub struct World {
    pub store: TermStore,
    pub env: Environment,
    pub symbols: Vec<Term>,
}

impl World {
    pub fn new() -> World {
        let mut store = TermStore::new();
        let mut env = Environment::new();
        let script = "(declare-const x String) (declare-const y String) (declare-const z String)
            (declare-const i Int) (declare-const j Int) (declare-const k Int)
            (declare-const p Bool) (declare-const q Bool) (declare-const r Bool)";
        parse_script(&mut store, &mut env, script).expect("declarations");
        let mut symbols = Vec::new();
        for (names, sort) in [
            (["x", "y", "z"], Sort::String),
            (["i", "j", "k"], Sort::Int),
            (["p", "q", "r"], Sort::Bool),
        ] {
            for name in names {
                symbols.push(store.constant(name, sort));
            }
        }
        World {
            store,
            env,
            symbols,
        }
    }

    pub fn parse(&mut self, text: &str) -> Term {
        parse_term(&mut self.store, &self.env, text)
            .unwrap_or_else(|error| panic!("{text}: {error:?}"))
    }

    pub fn random_model(&self, rng: &mut Rng) -> Model {
        let mut model = Model::new();
        for &symbol in &self.symbols {
            let Op::Apply(fun) = self.store.op(symbol) else {
                unreachable!()
            };
            model.set_constant(fun, random_value(rng, self.store.sort(symbol)));
        }
        model
    }

    /// A random term of the sort, at most `depth` operators deep.
    pub fn random_term(&mut self, rng: &mut Rng, sort: Sort, depth: usize) -> Term {
        if depth == 0 || rng.below(8) == 0 {
            return self.random_leaf(rng, sort);
        }
        let ops: &[Op] = match sort {
            Sort::Bool => BOOL_OPS,
            Sort::Int => INT_OPS,
            Sort::String => STRING_OPS,
            _ => RE_OPS,
        };
        let op = *rng.pick(ops);
        let mut args = Vec::new();
        for param in self.random_params(rng, op, sort) {
            args.push(self.random_term(rng, param, depth - 1));
        }
        // Equal arguments make rules fire.
        if args.len() > 1 && rng.below(6) == 0 {
            let (from, to) = (rng.below(args.len()), rng.below(args.len()));
            if self.store.sort(args[from]) == self.store.sort(args[to]) {
                args[to] = args[from];
            }
        }
        self.store.mk(op, &args)
    }

    fn random_params(&mut self, rng: &mut Rng, op: Op, sort: Sort) -> Vec<Sort> {
        use sinew_term::Params;
        match op.info().params {
            Params::Fixed(params) => params.to_vec(),
            Params::Many { sort, min } => vec![sort; min.max(2) + rng.below(2)],
            Params::Same => {
                let of = *rng.pick(&[
                    Sort::Bool,
                    Sort::Int,
                    Sort::Int,
                    Sort::String,
                    Sort::String,
                    Sort::String,
                ]);
                vec![of; 2 + usize::from(rng.below(6) == 0)]
            }
            Params::Branches => vec![Sort::Bool, sort, sort],
            _ => Vec::new(),
        }
    }

    fn random_leaf(&mut self, rng: &mut Rng, sort: Sort) -> Term {
        if sort == Sort::RegLan {
            return match rng.below(6) {
                0 => self.store.re_none(),
                1 => self.store.re_all(),
                2 => self.store.re_allchar(),
                3 => {
                    let (lo, hi) =
                        *rng.pick(&[("a", "b"), ("0", "9"), ("b", "a"), ("a", "a"), ("A", "z")]);
                    let (lo, hi) = (self.store.string(lo), self.store.string(hi));
                    self.store.re_range(lo, hi)
                }
                _ => {
                    let word = self.random_leaf(rng, Sort::String);
                    self.store.str_to_re(word)
                }
            };
        }
        if rng.below(2) == 0 {
            let of_sort: Vec<Term> = self
                .symbols
                .iter()
                .copied()
                .filter(|&s| self.store.sort(s) == sort)
                .collect();
            return *rng.pick(&of_sort);
        }
        match sort {
            Sort::Bool => self.store.bool(rng.below(2) == 0),
            Sort::Int => {
                let value = *rng.pick(INTS);
                self.store.int(value)
            }
            _ => {
                let word = *rng.pick(WORDS);
                self.store.string(word)
            }
        }
    }
}

pub fn random_value(rng: &mut Rng, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(rng.below(2) == 0),
        Sort::Int => Value::from(*rng.pick(INTS)),
        _ => {
            let word = *rng.pick(WORDS);
            Value::string(word)
        }
    }
}

/// Evaluates, with quantifiers over the pools.
pub fn evaluate(store: &TermStore, model: &Model, term: Term) -> Result<Value, NotDecided> {
    let mut domains = Domains::new();
    domains.set(Sort::Int, INTS.iter().map(|&n| Value::from(n)));
    domains.set(Sort::String, WORDS.iter().map(|w| Value::string(w)));
    let limits = Limits {
        steps: 200_000,
        ..Limits::default()
    };
    Evaluator::with_limits(store, model, limits)
        .with_domains(domains)
        .eval(term)
}

const BOOL_OPS: &[Op] = &[
    Op::Not,
    Op::Implies,
    Op::And,
    Op::And,
    Op::Or,
    Op::Or,
    Op::Xor,
    Op::Eq,
    Op::Eq,
    Op::Eq,
    Op::Eq,
    Op::Eq,
    Op::Distinct,
    Op::Ite,
    Op::Le,
    Op::Lt,
    Op::Ge,
    Op::Gt,
    Op::StrLt,
    Op::StrLe,
    Op::PrefixOf,
    Op::PrefixOf,
    Op::SuffixOf,
    Op::Contains,
    Op::Contains,
    Op::Contains,
    Op::IsDigit,
    Op::InRe,
    Op::InRe,
    Op::InRe,
];
const INT_OPS: &[Op] = &[
    Op::Ite,
    Op::Neg,
    Op::Sub,
    Op::Add,
    Op::Add,
    Op::Mul,
    Op::Div,
    Op::Mod,
    Op::Abs,
    Op::Len,
    Op::Len,
    Op::Len,
    Op::IndexOf,
    Op::IndexOf,
    Op::ToCode,
    Op::ToInt,
    Op::IndexOfRe,
];
const STRING_OPS: &[Op] = &[
    Op::Ite,
    Op::Concat,
    Op::Concat,
    Op::Concat,
    Op::Concat,
    Op::At,
    Op::Substr,
    Op::Substr,
    Op::Replace,
    Op::Replace,
    Op::ReplaceAll,
    Op::ReplaceRe,
    Op::ReplaceReAll,
    Op::FromCode,
    Op::FromInt,
    Op::Rev,
    Op::Update,
    Op::ToLower,
    Op::ToUpper,
];
const RE_OPS: &[Op] = &[
    Op::StrToRe,
    Op::ReConcat,
    Op::ReConcat,
    Op::ReUnion,
    Op::ReInter,
    Op::ReStar,
    Op::ReComp,
    Op::ReDiff,
    Op::RePlus,
    Op::ReOpt,
    Op::ReRange,
    Op::RePow(0),
    Op::RePow(2),
    Op::ReLoop(0, 1),
    Op::ReLoop(1, 2),
    Op::ReLoop(2, 1),
    Op::ReLoop(2, 4),
];
