//! Random sequences of calls of the engine, against enumeration by the reference semantics.
//!
//! Formulas are clauses over a fixed pool of atoms about three integers, two truth values and a
//! function, all of which are bounded by assertions that every sequence starts with. So there are
//! finitely many models that matter; which atoms hold in which of them is worked out once, by the
//! reference semantics. Every `Sat` needs a model that the semantics confirms, every core and every
//! set of failed assumptions must have no model, and `Unknown` needs a limit.

use sinew_base::{Budget, Random, StopHandle, StopReason};
use sinew_engine::{Config, Decisions, Engine, Outcome, Reason};
use sinew_semantics as semantics;
use sinew_term::{Op as Operator, Sort, Term, TermStore};

use super::run::confirm;
use super::text;

const HIGH: i64 = 2;
/// Origins from here on are assertions of the sequence; below are the bounds.
const OWN: u32 = 1000;

/// One call. Numbers name atoms of the pool, modulo its size; negative ones are negated, 0 is
/// none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// The engine tells assertions apart in cores, if this occurs anywhere.
    Cores,
    /// Decisions follow the assertions, if this occurs anywhere.
    Justify,
    Assert([i32; 3]),
    /// One more assumption.
    Assume([i32; 2]),
    /// Keeps so many (modulo their number) of the assumptions.
    Keep(usize),
    Check,
    /// The next check has so many steps.
    Limit(u64),
    /// The next check is told to stop before it begins.
    Interrupt,
}

/// A set of models, a bit for each.
type Bits = Vec<u64>;

/// The atoms, and in which models they hold.
pub struct Pool {
    store: TermStore,
    bounds: Vec<Term>,
    atoms: Vec<(Term, Bits)>,
    models: usize,
}

impl Pool {
    pub fn new() -> Pool {
        let mut store = TermStore::new();
        let ints: Vec<Term> = ["x", "y", "z"]
            .iter()
            .map(|name| store.constant(name, Sort::Int))
            .collect();
        let bools: Vec<Term> = ["p", "q"]
            .iter()
            .map(|name| store.constant(name, Sort::Bool))
            .collect();
        let f = store.declare("f", &[Sort::Int], Sort::Int);
        let once: Vec<Term> = ints.iter().map(|&x| store.apply(f, &[x])).collect();
        let twice: Vec<Term> = once.iter().map(|&x| store.apply(f, &[x])).collect();
        let numbers: Vec<Term> = (0..=HIGH).map(|k| store.int(k)).collect();
        let bounds = [&ints[..], &once, &twice]
            .concat()
            .iter()
            .map(|&t| store.mk(Operator::Le, &[numbers[0], t, numbers[2]]))
            .collect();
        let mut atoms = bools.clone();
        for &t in ints.iter().chain(&once) {
            atoms.extend(numbers[..2].iter().map(|&k| store.le(t, k)));
        }
        for i in 0..3 {
            let j = (i + 1) % 3;
            let (x, y) = (ints[i], ints[j]);
            let sum = store.add(&[x, y]);
            let double = store.add(&[x, x]);
            let chosen = store.ite(bools[0], x, ints[(i + 2) % 3]);
            let rest = store.modulo(sum, numbers[2]);
            let product = store.mul(&[x, y]);
            atoms.extend([
                store.eq(x, y),
                store.lt(x, y),
                store.eq(x, numbers[i]),
                store.le(sum, numbers[j]),
                store.ge(sum, double),
                store.eq(once[i], y),
                store.eq(once[i], once[j]),
                store.eq(twice[i], y),
                store.lt(twice[i], once[j]),
                store.eq(chosen, y),
                store.eq(rest, numbers[0]),
                store.eq(product, ints[(i + 2) % 3]),
            ]);
        }
        atoms.push(store.eq(bools[0], bools[1]));
        let models = models(&store, &ints, &bools, f);
        let atoms = atoms
            .into_iter()
            .map(|atom| {
                let mut bits = vec![0; models.len().div_ceil(64)];
                for (at, model) in models.iter().enumerate() {
                    let value = semantics::eval(&store, model, atom);
                    if value == Ok(semantics::Value::Bool(true)) {
                        bits[at / 64] |= 1 << (at % 64);
                    }
                }
                (atom, bits)
            })
            .collect();
        Pool {
            bounds,
            atoms,
            models: models.len(),
            store,
        }
    }

    fn all(&self) -> Bits {
        let mut bits = vec![u64::MAX; self.models.div_ceil(64)];
        if let Some(last) = bits.last_mut()
            && !self.models.is_multiple_of(64)
        {
            *last = (1 << (self.models % 64)) - 1;
        }
        bits
    }

    /// The clause of these numbers, and the models that satisfy it; nothing if it is empty.
    fn clause(&mut self, numbers: &[i32]) -> Option<(Term, Bits)> {
        let mut terms = Vec::new();
        let mut models = vec![0; self.models.div_ceil(64)];
        for &number in numbers.iter().filter(|&&number| number != 0) {
            let (atom, bits) = &self.atoms[number.unsigned_abs() as usize % self.atoms.len()];
            for (sum, &bits) in models.iter_mut().zip(bits) {
                *sum |= if number > 0 { bits } else { !bits };
            }
            terms.push(if number > 0 {
                *atom
            } else {
                self.store.not(*atom)
            });
        }
        let term = match terms.as_slice() {
            [] => return None,
            &[only] => only,
            terms => self.store.or(terms),
        };
        Some((term, models))
    }
}

/// All values of the integers, truth values and the function.
fn models(
    store: &TermStore,
    ints: &[Term],
    bools: &[Term],
    f: sinew_term::FunId,
) -> Vec<semantics::Model> {
    let fun = |term: Term| match store.op(term) {
        Operator::Apply(fun) => fun,
        _ => unreachable!("a constant"),
    };
    let values = HIGH + 1;
    let mut models = Vec::new();
    for code in 0..values.pow(6) * 4 {
        let digit = |at: u32| semantics::Value::from(code / values.pow(at) % values);
        let mut model = semantics::Model::new();
        for (at, &term) in ints.iter().enumerate() {
            model.set_constant(fun(term), digit(at as u32));
        }
        let table = (0..values).map(|v| (vec![semantics::Value::from(v)], digit(3 + v as u32)));
        model.set_table(f, table, semantics::Value::from(0));
        for (at, &term) in bools.iter().enumerate() {
            let value = (code / values.pow(6)) >> at & 1 == 1;
            model.set_constant(fun(term), semantics::Value::Bool(value));
        }
        models.push(model.with_defaults());
    }
    models
}

pub fn sequence(random: &mut Random) -> Vec<Op> {
    let mut ops = Vec::new();
    if random.chance(60, 100) {
        ops.push(Op::Cores);
    }
    if random.chance(50, 100) {
        ops.push(Op::Justify);
    }
    // Bounds come first in the pool: the more of them are assumed, the more contradictions wait.
    let plain = random.chance(50, 100);
    let number = |random: &mut Random| {
        let atom = 1 + random.below(if plain { 13 } else { 60 }) as i32;
        if random.chance(50, 100) { atom } else { -atom }
    };
    let length = 10 + random.below(50);
    while ops.len() < length {
        if plain && random.chance(4, 100) {
            pending(random, &mut ops);
        }
        let choice = random.below(if plain { 130 } else { 100 });
        ops.push(match choice {
            0..=19 => {
                let mut clause = [number(random), number(random), number(random)];
                if random.chance(60, 100) {
                    clause[2] = 0;
                }
                if random.chance(25, 100) {
                    clause[1] = 0;
                }
                Op::Assert(clause)
            }
            20..=70 | 100.. => {
                let second = if !plain && random.chance(30, 100) {
                    number(random)
                } else {
                    0
                };
                Op::Assume([number(random), second])
            }
            71..=78 => Op::Keep(random.below(6)),
            79..=94 => Op::Check,
            95..=97 => Op::Limit([1, 5, 20, 100, 500][random.below(5)]),
            98..=99 => Op::Interrupt,
        });
    }
    ops.push(Op::Check);
    ops
}

/// Several contradictions assumed one after the other, and a next call that keeps some of them.
fn pending(random: &mut Random, ops: &mut Vec<Op>) {
    for _ in 0..2 + random.below(3) {
        // `t <= 0` and `t > 1` for one of the six terms whose bounds are in the pool.
        let at = 2 + 2 * random.below(6) as i32;
        ops.extend([Op::Assume([at, 0]), Op::Assume([-(at + 1), 0])]);
    }
    ops.extend([Op::Check, Op::Keep(2 + random.below(6))]);
}

struct Machine<'a> {
    pool: &'a mut Pool,
    engine: Engine,
    asserted: Vec<(Term, Bits)>,
    assumptions: Vec<(Term, Bits)>,
    limit: Option<Budget<'static>>,
    cores: bool,
}

/// Runs a sequence; an error, or a panic, is a defect.
pub fn run_with(pool: &mut Pool, ops: &[Op]) -> Result<(), String> {
    let mut config = Config::default();
    config.cores = ops.contains(&Op::Cores);
    if ops.contains(&Op::Justify) {
        config.decisions = Decisions::Justification;
    }
    let cores = config.cores;
    let mut engine = Engine::new(config, &mut pool.store);
    for (origin, &bound) in pool.bounds.iter().enumerate() {
        engine.assert(&mut pool.store, bound, origin as u32);
    }
    let mut machine = Machine {
        pool,
        engine,
        asserted: Vec::new(),
        assumptions: Vec::new(),
        limit: None,
        cores,
    };
    for (at, &op) in ops.iter().enumerate() {
        machine
            .step(op)
            .map_err(|why| format!("operation {at}, {op:?}: {why}"))?;
    }
    Ok(())
}

impl Machine<'_> {
    fn step(&mut self, op: Op) -> Result<(), String> {
        match op {
            Op::Cores | Op::Justify => {}
            Op::Assert(clause) => {
                if let Some(clause) = self.pool.clause(&clause) {
                    let origin = OWN + self.asserted.len() as u32;
                    self.engine.assert(&mut self.pool.store, clause.0, origin);
                    self.asserted.push(clause);
                }
            }
            Op::Assume(clause) => self.assumptions.extend(self.pool.clause(&clause)),
            Op::Keep(count) => {
                let count = count % (self.assumptions.len() + 1);
                self.assumptions.truncate(count);
            }
            Op::Check => return self.check(),
            Op::Limit(steps) => self.limit = Some(Budget::with_steps(steps)),
            Op::Interrupt => {
                let handle = StopHandle::new();
                handle.stop(StopReason::Interrupted);
                self.limit = Some(Budget::new(None, handle));
            }
        }
        Ok(())
    }

    /// Whether some model satisfies all of these.
    fn satisfiable<'b>(&self, clauses: impl Iterator<Item = &'b (Term, Bits)>) -> bool {
        let mut models = self.pool.all();
        for (_, bits) in clauses {
            for (all, &bits) in models.iter_mut().zip(bits) {
                *all &= bits;
            }
        }
        models.iter().any(|&bits| bits != 0)
    }

    fn check(&mut self) -> Result<(), String> {
        let limited = self.limit.is_some();
        let budget = self.limit.take().unwrap_or_else(Budget::unlimited);
        let terms: Vec<Term> = self.assumptions.iter().map(|a| a.0).collect();
        let store = &mut self.pool.store;
        match self.engine.check(store, &terms, &budget) {
            Outcome::Sat => {
                let mut all = self.pool.bounds.clone();
                all.extend(self.asserted.iter().chain(&self.assumptions).map(|a| a.0));
                confirm(&self.pool.store, &self.engine, &all);
                Ok(())
            }
            Outcome::Unsat => self.core(),
            Outcome::Unknown(Reason::Stopped(_)) if limited => Ok(()),
            Outcome::Unknown(why) => Err(format!("unknown: {why:?}")),
        }
    }

    /// The core and the failed assumptions have no model.
    fn core(&self) -> Result<(), String> {
        let failed = self.engine.failed_assumptions();
        let failed: Vec<&(Term, Bits)> = self
            .assumptions
            .iter()
            .filter(|a| failed.contains(&a.0))
            .collect();
        let origins = self.engine.unsat_core();
        let core: Vec<&(Term, Bits)> = self
            .asserted
            .iter()
            .enumerate()
            .filter(|(at, _)| !self.cores || origins.contains(&(OWN + *at as u32)))
            .map(|(_, clause)| clause)
            .collect();
        if !self.satisfiable(core.iter().chain(&failed).copied()) {
            return Ok(());
        }
        let text: Vec<String> = core
            .iter()
            .chain(&failed)
            .map(|clause| text(&self.pool.store, clause.0))
            .collect();
        Err(format!("satisfiable, though said not to be: {text:?}"))
    }
}

thread_local! {
    static POOL: std::cell::RefCell<Option<Pool>> = const { std::cell::RefCell::new(None) };
}

/// The pool of the thread, which goes back also after a panic.
struct Lent(Option<Pool>);

impl Drop for Lent {
    fn drop(&mut self) {
        POOL.set(self.0.take());
    }
}

/// Runs a sequence; the terms that it makes stay in the thread's pool.
pub fn run(ops: &[Op]) -> Result<(), String> {
    let mut pool = Lent(POOL.take());
    run_with(pool.0.get_or_insert_with(Pool::new), ops)
}
