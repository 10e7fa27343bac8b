//! Random terms over all operators, driven by bytes so that failures shrink.

#![allow(dead_code)] // Each test uses its own part of this.

use sinew_smtlib::Environment;
use sinew_term::{MAX_CHAR, Op, Params, Sort, Term, TermStore};

/// Choices, read off a list of bytes; zeros when it is used up.
pub(crate) struct Entropy<'a> {
    bytes: &'a [u8],
}

impl<'a> Entropy<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Entropy<'a> {
        Entropy { bytes }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            Some((&first, rest)) => {
                self.bytes = rest;
                first
            }
            None => 0,
        }
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let wide = usize::from(self.byte()) * 256 + usize::from(self.byte());
        wide % bound
    }

    pub(crate) fn pick<'b, T>(&mut self, items: &'b [T]) -> &'b T {
        &items[self.below(items.len())]
    }
}

/// A store with some declarations, and terms built from them.
pub(crate) struct Builder {
    pub(crate) store: TermStore,
    pub(crate) env: Environment,
    pools: Vec<(Sort, Vec<Term>)>,
    vars: Vec<Term>,
}

/// Names for constants and variables alike, so that they clash, some of them odd.
const NAMES: &[&str] = &[
    "x",
    "y",
    "z",
    "x!1",
    "str.len",
    "two words",
    "let",
    ".1",
    "f",
    "assert",
    "",
];

const STRINGS: &[&str] = &[
    "",
    "a",
    "ab",
    "\\u{41}",
    "\"",
    "\\",
    "é\u{2FFFF}\0",
    "~ \t\n",
    "\\x41",
];

impl Default for Builder {
    fn default() -> Self {
        Builder::new()
    }
}

impl Builder {
    pub(crate) fn new() -> Builder {
        let mut store = TermStore::new();
        let mut env = Environment::new();
        let user = store.user_sort("U", &[]);
        let list = store.user_sort("List of", &[Sort::Int, user]);
        let sorts = [
            Sort::Bool,
            Sort::Int,
            Sort::String,
            Sort::RegLan,
            user,
            list,
        ];
        sinew_smtlib::parse_script(
            &mut store,
            &mut env,
            "(declare-sort U 0) (declare-sort |List of| 2)",
        )
        .expect("declarations");
        let mut pools: Vec<(Sort, Vec<Term>)> =
            sorts.iter().map(|&sort| (sort, Vec::new())).collect();
        for (i, name) in NAMES.iter().enumerate() {
            if *name == "str.len" {
                continue;
            }
            let sort = sorts[i % sorts.len()];
            let fun = store.declare(name, &[], sort);
            env.declare(&mut store, fun);
            let constant = store.apply(fun, &[]);
            pools[i % sorts.len()].1.push(constant);
        }
        for (i, &sort) in sorts.iter().enumerate() {
            let constant = store.declare(&format!("c{i}"), &[], sort);
            env.declare(&mut store, constant);
            let constant = store.apply(constant, &[]);
            pools[i].1.push(constant);
            let fun = store.declare(&format!("f {i}"), &[sort, Sort::Int], sort);
            env.declare(&mut store, fun);
        }
        let vars = NAMES
            .iter()
            .flat_map(|name| sorts.iter().map(move |&sort| (*name, sort)))
            .map(|(name, sort)| store.var(name, sort))
            .collect();
        Builder {
            store,
            env,
            pools,
            vars,
        }
    }

    fn any_of(&mut self, e: &mut Entropy<'_>, sort: Sort) -> Term {
        let pool = &self
            .pools
            .iter()
            .find(|(s, _)| *s == sort)
            .expect("a pool")
            .1;
        // Recent terms are likelier, which makes terms deep.
        let back = e.below(pool.len().min(4));
        if e.byte() < 100 {
            pool[pool.len() - 1 - back]
        } else {
            *e.pick(pool)
        }
    }

    fn add(&mut self, term: Term) {
        let sort = self.store.sort(term);
        if let Some((_, pool)) = self.pools.iter_mut().find(|(s, _)| *s == sort) {
            pool.push(term);
        }
    }

    fn any_sort(&mut self, e: &mut Entropy<'_>) -> Sort {
        e.pick(&self.pools).0
    }

    fn leaf(&mut self, e: &mut Entropy<'_>) -> Term {
        match e.below(6) {
            0 => {
                let value = i64::from(e.byte()) - 100;
                let scale = if e.byte() < 20 { i64::MAX / 200 } else { 1 };
                let small = self.store.int(value * scale);
                if e.byte() > 20 {
                    return small;
                }
                let value = self.store.int_value(small).cloned().unwrap_or_default();
                self.store.int(&value * &value)
            }
            1 => {
                let text = *e.pick(STRINGS);
                self.store.string(text)
            }
            2 => {
                let length = e.below(5);
                let value: Vec<u32> = (0..length)
                    .map(|_| (u32::from(e.byte()) << 10 | u32::from(e.byte())) % (MAX_CHAR + 1))
                    .collect();
                self.store.code_points(&value)
            }
            3 => {
                let op = *e.pick(&[Op::True, Op::False, Op::ReNone, Op::ReAll, Op::ReAllChar]);
                self.store.mk(op, &[])
            }
            _ => *e.pick(&self.vars),
        }
    }

    fn application(&mut self, e: &mut Entropy<'_>) -> Term {
        let row = *e.pick(Op::TABLE);
        let args: Vec<Term> = match row.params {
            Params::Fixed(sorts) => sorts.iter().map(|&sort| self.any_of(e, sort)).collect(),
            Params::Many { sort, min } => {
                let count = min + e.below(3);
                (0..count).map(|_| self.any_of(e, sort)).collect()
            }
            Params::Same => {
                let sort = self.any_sort(e);
                (0..2 + e.below(2)).map(|_| self.any_of(e, sort)).collect()
            }
            Params::Branches => {
                let sort = self.any_sort(e);
                let condition = self.any_of(e, Sort::Bool);
                vec![condition, self.any_of(e, sort), self.any_of(e, sort)]
            }
            Params::Declared | Params::Binder | Params::Pattern => unreachable!(),
        };
        self.store.mk(row.op, &args)
    }

    fn indexed(&mut self, e: &mut Entropy<'_>) -> Term {
        let (a, b) = (u32::from(e.byte()), u32::from(e.byte()));
        match e.below(4) {
            0 => {
                let r = self.any_of(e, Sort::RegLan);
                self.store.re_pow(a, r)
            }
            1 => {
                let r = self.any_of(e, Sort::RegLan);
                self.store.re_loop(a, if b == 7 { u32::MAX } else { b }, r)
            }
            2 => {
                let n = self.store.int_id(i64::from(a) + 1);
                let t = self.any_of(e, Sort::Int);
                self.store.mk(Op::Divisible(n), &[t])
            }
            _ => {
                let i = e.below(self.pools.len());
                let sort = self.pools[i].0;
                let fun = self
                    .store
                    .declare(&format!("f {i}"), &[sort, Sort::Int], sort);
                let args = [self.any_of(e, sort), self.any_of(e, Sort::Int)];
                self.store.apply(fun, &args)
            }
        }
    }

    fn quantifier(&mut self, e: &mut Entropy<'_>) -> Term {
        let mut vars: Vec<Term> = Vec::new();
        for _ in 0..=e.below(3) {
            let var = *e.pick(&self.vars);
            let name = |store: &TermStore, var| match store.op(var) {
                Op::Var(id) => store.var_name(id).to_owned(),
                _ => unreachable!(),
            };
            // In text, two variables of one list must have different names.
            let new = name(&self.store, var);
            if vars.iter().all(|&other| name(&self.store, other) != new) {
                vars.push(var);
            }
        }
        let body = self.any_of(e, Sort::Bool);
        let mut patterns = Vec::new();
        if e.byte() < 60 {
            for _ in 0..=e.below(2) {
                let sort = self.any_sort(e);
                patterns.push(vec![self.any_of(e, sort), self.any_of(e, Sort::Int)]);
            }
        }
        self.store.quantify(e.byte() < 128, &vars, body, &patterns)
    }

    /// A term with as many nodes as the bytes last for. Variables may be free in it.
    pub(crate) fn term(&mut self, e: &mut Entropy<'_>, with_quantifiers: bool) -> Term {
        let mut last = self.store.true_();
        while !e.is_empty() {
            last = match e.byte() {
                0..=50 => self.leaf(e),
                51..=190 => self.application(e),
                191..=220 => self.indexed(e),
                _ if with_quantifiers => self.quantifier(e),
                _ => self.application(e),
            };
            if !with_quantifiers && self.store.mentions_variables(last) {
                continue;
            }
            self.add(last);
        }
        if !with_quantifiers && self.store.mentions_variables(last) {
            last = self.store.true_();
        }
        last
    }

    /// The term as an assertion without free variables: variables are bound one quantifier each.
    pub(crate) fn close(&mut self, term: Term) -> Term {
        let mut term = term;
        if self.store.sort(term) != Sort::Bool {
            term = self.store.eq(term, term);
        }
        for var in self.vars.clone() {
            term = self.store.quantify(true, &[var], term, &[]);
        }
        term
    }
}

/// Whether two terms differ at most in the names of bound variables. Recursive: for small terms.
pub(crate) fn alpha_equal(
    store: &TermStore,
    a: Term,
    b: Term,
    bound: &mut Vec<(Term, Term)>,
) -> bool {
    let (op_a, op_b) = (store.op(a), store.op(b));
    if let (Op::Var(_), Op::Var(_)) = (op_a, op_b) {
        let left = bound.iter().rposition(|pair| pair.0 == a);
        let right = bound.iter().rposition(|pair| pair.1 == b);
        return left == right && (left.is_some() || a == b);
    }
    if op_a != op_b || store.args(a).len() != store.args(b).len() {
        return false;
    }
    let (args_a, args_b) = (store.args(a), store.args(b));
    let (Op::Forall(count) | Op::Exists(count)) = op_a else {
        return args_a
            .iter()
            .zip(args_b)
            .all(|(&x, &y)| alpha_equal(store, x, y, bound));
    };
    let count = count as usize;
    let depth = bound.len();
    let pairs = args_a[..count].iter().zip(&args_b[..count]);
    if pairs.clone().any(|(&x, &y)| store.sort(x) != store.sort(y)) {
        return false;
    }
    bound.extend(pairs.map(|(&x, &y)| (x, y)));
    let same = args_a[count..]
        .iter()
        .zip(&args_b[count..])
        .all(|(&x, &y)| alpha_equal(store, x, y, bound));
    bound.truncate(depth);
    same
}
