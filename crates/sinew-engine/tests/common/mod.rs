//! Random scripts over Booleans, integers, `div`/`mod` and uninterpreted functions, and their text.
//! Shared by the tests and the differential command.
#![allow(dead_code, unreachable_pub)]

pub mod machine;
pub mod run;

use std::fmt::Write as _;

pub use sinew_base::Random as Rng;
use sinew_engine::{Config, Decisions};
use sinew_term::{FunId, Op, Sort, Term, TermStore};

/// What a random script may contain.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub ints: bool,
    pub functions: bool,
    pub sorts: bool,
    pub division: bool,
    pub by_zero: bool,
    pub nonlinear: bool,
    pub depth: usize,
    pub constants: i64,
}

impl Shape {
    /// Shapes that cover all combinations of theories as the seed grows.
    pub fn varied(seed: u64, nonlinear: bool) -> Shape {
        let kind = seed % 10;
        Shape {
            ints: kind > 1,
            functions: kind != 0 && kind != 2 && kind != 3,
            sorts: kind == 1 || kind > 5,
            division: kind == 3 || kind == 5 || kind > 6,
            by_zero: kind == 9,
            nonlinear,
            depth: 3 + (seed / 10 % 3) as usize,
            constants: [3, 10, 200][(seed / 7 % 3) as usize],
        }
    }
}

/// The length of the script with this seed.
pub fn script_length(seed: u64) -> usize {
    6 + (seed % 14) as usize
}

/// Configurations that alternate as the seed grows.
pub fn varied_config(seed: u64) -> Config {
    let mut config = Config::default();
    config.cores = seed.is_multiple_of(3);
    if seed.is_multiple_of(2) {
        config.decisions = Decisions::Justification;
    }
    config
}

/// One step of a script.
#[derive(Clone, Debug)]
pub enum Command {
    Assert(Term),
    Check(Vec<Term>),
}

pub struct Generator {
    pub rng: Rng,
    pub shape: Shape,
    pub bools: Vec<Term>,
    pub ints: Vec<Term>,
    pub elements: Vec<Term>,
    pub sort: Sort,
    f: FunId,
    g: FunId,
    p: FunId,
    k: FunId,
    h: FunId,
    q: FunId,
}

impl Generator {
    pub fn new(store: &mut TermStore, seed: u64, shape: Shape) -> Generator {
        let sort = store.user_sort("U", &[]);
        let named = |store: &mut TermStore, name: &str, sort: Sort, n: usize| -> Vec<Term> {
            (0..n)
                .map(|i| store.constant(&format!("{name}{i}"), sort))
                .collect()
        };
        Generator {
            rng: Rng::new(seed),
            shape,
            bools: named(store, "b", Sort::Bool, 4),
            ints: named(store, "x", Sort::Int, 4),
            elements: named(store, "a", sort, 3),
            sort,
            f: store.declare("f", &[Sort::Int], Sort::Int),
            g: store.declare("g", &[Sort::Int, Sort::Int], Sort::Int),
            p: store.declare("p", &[Sort::Int], Sort::Bool),
            k: store.declare("k", &[Sort::Bool, sort], Sort::Int),
            h: store.declare("h", &[sort], sort),
            q: store.declare("q", &[sort, Sort::Bool], Sort::Bool),
        }
    }

    fn element(&mut self, store: &mut TermStore, depth: usize) -> Term {
        let leaf = self.elements[self.rng.below(self.elements.len())];
        if depth == 0 || !self.shape.functions || self.rng.chance(45, 100) {
            return leaf;
        }
        if self.rng.chance(80, 100) {
            let arg = self.element(store, depth - 1);
            store.apply(self.h, &[arg])
        } else {
            let c = self.formula(store, depth - 1);
            let (a, b) = (
                self.element(store, depth - 1),
                self.element(store, depth - 1),
            );
            store.ite(c, a, b)
        }
    }

    fn literal(&mut self, store: &mut TermStore) -> Term {
        let n = self.shape.constants;
        let value = self.rng.below((2 * n + 1) as usize) as i64 - n;
        store.int(value)
    }

    pub fn int(&mut self, store: &mut TermStore, depth: usize) -> Term {
        if depth == 0 || self.rng.chance(35, 100) {
            return if self.rng.chance(70, 100) {
                self.ints[self.rng.below(self.ints.len())]
            } else {
                self.literal(store)
            };
        }
        let d = depth - 1;
        match self.rng.below(12) {
            0..=2 => {
                let args: Vec<Term> = (0..2 + self.rng.below(2))
                    .map(|_| self.int(store, d))
                    .collect();
                store.add(&args)
            }
            3 => {
                let (a, b) = (self.int(store, d), self.int(store, d));
                store.sub(a, b)
            }
            4 => {
                let (c, a) = (self.literal(store), self.int(store, d));
                store.mul(&[c, a])
            }
            5 if self.shape.nonlinear => {
                let (a, b) = (self.int(store, d), self.int(store, d));
                store.mul(&[a, b])
            }
            5 => {
                let a = self.int(store, d);
                store.neg(a)
            }
            6 => {
                let c = self.formula(store, d);
                let (a, b) = (self.int(store, d), self.int(store, d));
                store.ite(c, a, b)
            }
            7 | 8 if self.shape.functions => match self.rng.below(3) {
                0 => {
                    let a = self.int(store, d);
                    store.apply(self.f, &[a])
                }
                1 => {
                    let (a, b) = (self.int(store, d), self.int(store, d));
                    store.apply(self.g, &[a, b])
                }
                _ if self.shape.sorts => {
                    let (a, b) = (self.formula(store, d), self.element(store, d));
                    store.apply(self.k, &[a, b])
                }
                _ => self.ints[0],
            },
            9 | 10 if self.shape.division => {
                let a = self.int(store, d);
                let mut divisor = self.literal(store);
                let zero = store.int(0);
                if divisor == zero && !self.shape.by_zero {
                    divisor = store.int(3);
                }
                match self.rng.below(5) {
                    0 | 1 => store.div(a, divisor),
                    2 | 3 => store.modulo(a, divisor),
                    _ => store.abs(a),
                }
            }
            _ => self.int(store, d),
        }
    }

    pub fn formula(&mut self, store: &mut TermStore, depth: usize) -> Term {
        if depth == 0 || self.rng.chance(12, 100) {
            return self.bools[self.rng.below(self.bools.len())];
        }
        let d = depth - 1;
        match self.rng.below(18) {
            0 => {
                let a = self.formula(store, d);
                store.not(a)
            }
            1..=5 => {
                let op = [Op::And, Op::Or, Op::Implies, Op::Xor, Op::Or][self.rng.below(5)];
                let args: Vec<Term> = (0..2 + self.rng.below(2))
                    .map(|_| self.formula(store, d))
                    .collect();
                store.mk(op, &args)
            }
            6 => {
                let (a, b) = (self.formula(store, d), self.formula(store, d));
                store.eq(a, b)
            }
            7 => {
                let args: Vec<Term> = (0..3).map(|_| self.formula(store, d)).collect();
                store.ite(args[0], args[1], args[2])
            }
            8..=11 if self.shape.ints => {
                let op = [Op::Le, Op::Lt, Op::Ge, Op::Gt][self.rng.below(4)];
                let n = if self.rng.chance(15, 100) { 3 } else { 2 };
                let args: Vec<Term> = (0..n).map(|_| self.int(store, d)).collect();
                store.mk(op, &args)
            }
            12 | 13 if self.shape.ints => {
                let op = if self.rng.chance(25, 100) {
                    Op::Distinct
                } else {
                    Op::Eq
                };
                let n = if self.rng.chance(15, 100) { 3 } else { 2 };
                let args: Vec<Term> = (0..n).map(|_| self.int(store, d)).collect();
                store.mk(op, &args)
            }
            14 if self.shape.ints && self.shape.division => {
                let id = store.int_id(1 + self.rng.below(5) as i64);
                let a = self.int(store, d);
                store.mk(Op::Divisible(id), &[a])
            }
            15 if self.shape.ints && self.shape.functions => {
                let a = self.int(store, d);
                store.apply(self.p, &[a])
            }
            16 | 17 if self.shape.sorts => {
                if self.shape.functions && self.rng.chance(25, 100) {
                    let (a, b) = (self.element(store, d), self.formula(store, d));
                    return store.apply(self.q, &[a, b]);
                }
                let n = if self.rng.chance(20, 100) { 3 } else { 2 };
                let op = if self.rng.chance(30, 100) {
                    Op::Distinct
                } else {
                    Op::Eq
                };
                let args: Vec<Term> = (0..n).map(|_| self.element(store, d)).collect();
                store.mk(op, &args)
            }
            _ => self.formula(store, d),
        }
    }

    /// A script with assumptions.
    pub fn script(&mut self, store: &mut TermStore, length: usize) -> Vec<Command> {
        let mut commands = Vec::new();
        for _ in 0..length {
            match self.rng.below(10) {
                0..=4 => {
                    let depth = 1 + self.rng.below(self.shape.depth);
                    commands.push(Command::Assert(self.formula(store, depth)));
                }
                _ => {
                    let n = self.rng.below(3);
                    let assumptions = (0..n)
                        .map(|_| {
                            let b = self.bools[self.rng.below(self.bools.len())];
                            if self.rng.chance(50, 100) {
                                b
                            } else {
                                store.not(b)
                            }
                        })
                        .collect();
                    commands.push(Command::Check(assumptions));
                }
            }
        }
        commands.push(Command::Check(Vec::new()));
        commands
    }
}

/// The text of a term, iteratively.
pub fn text(store: &TermStore, root: Term) -> String {
    enum Item {
        Term(Term),
        Close,
        Text(String),
    }
    let mut out = String::new();
    let mut stack = vec![Item::Term(root)];
    while let Some(item) = stack.pop() {
        let term = match item {
            Item::Close => {
                out.push(')');
                continue;
            }
            Item::Text(text) => {
                out.push_str(&text);
                continue;
            }
            Item::Term(term) => term,
        };
        if !out.is_empty() && !out.ends_with('(') {
            out.push(' ');
        }
        let name = match store.op(term) {
            Op::Int(id) => {
                let value = store.integer(id);
                if value.is_negative() {
                    format!("(- {})", value.abs())
                } else {
                    value.to_string()
                }
            }
            // z3 does not know `(_ divisible n)` in every logic.
            Op::Divisible(id) => {
                out.push_str("(= (mod");
                stack.push(Item::Text(format!(" {}) 0)", store.integer(id))));
                stack.push(Item::Term(store.arg(term, 0)));
                continue;
            }
            op => store.op_name(op),
        };
        if store.args(term).is_empty() {
            out.push_str(&name);
            continue;
        }
        let _ = write!(out, "({name}");
        stack.push(Item::Close);
        for &arg in store.args(term).iter().rev() {
            stack.push(Item::Term(arg));
        }
    }
    out
}

/// The declarations that all random scripts share.
pub fn declarations() -> String {
    let mut out = String::from("(set-logic ALL)\n(declare-sort U 0)\n");
    for (name, sort, n) in [("b", "Bool", 4), ("x", "Int", 4), ("a", "U", 3)] {
        for i in 0..n {
            let _ = writeln!(out, "(declare-const {name}{i} {sort})");
        }
    }
    out.push_str(
        "(declare-fun f (Int) Int)\n(declare-fun g (Int Int) Int)\n(declare-fun p (Int) Bool)\n\
         (declare-fun k (Bool U) Int)\n(declare-fun h (U) U)\n(declare-fun q (U Bool) Bool)\n",
    );
    out
}

/// The text of a script.
pub fn script_text(store: &TermStore, commands: &[Command]) -> String {
    let mut out = declarations();
    for command in commands {
        match command {
            Command::Assert(term) => {
                let _ = writeln!(out, "(assert {})", text(store, *term));
            }
            Command::Check(assumptions) if assumptions.is_empty() => {
                out.push_str("(check-sat)\n");
            }
            Command::Check(assumptions) => {
                out.push_str("(check-sat-assuming (");
                for (at, &term) in assumptions.iter().enumerate() {
                    if at > 0 {
                        out.push(' ');
                    }
                    out.push_str(&text(store, term));
                }
                out.push_str("))\n");
            }
        }
    }
    out
}
