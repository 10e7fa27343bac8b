//! Evaluation of terms: a machine with an explicit stack.
//!
//! Each frame evaluates one term in one environment (the values of the bound variables). The
//! Boolean connectives and `ite` follow Kleene: what is undecided does not matter where the rest
//! decides, and they evaluate from left to right only as far as they must, so that recursive
//! definitions end and guards guard. Values are remembered per term and environment; a term
//! without variables is evaluated once, however often it occurs.

use std::sync::Arc;

use dashu_int::IBig;
use rustc_hash::FxHashMap;
use sinew_term::{Op, Sort, SortId, Term, TermMap, TermStore};

use crate::apply::Division;
use crate::limits::{Limits, Meter, NotDecided, Reason, Watcher};
use crate::model::Model;
use crate::quantifier::{Domains, Quantifier};
use crate::regex::{ReId, Regexes};
use crate::value::Value;

/// A [`Value`] that is cheap to copy.
#[derive(Clone, Debug)]
pub(crate) enum Val {
    Bool(bool),
    Int(Arc<IBig>),
    Str(Arc<Vec<u32>>),
    Re(ReId),
    User(SortId, u64),
}

impl Val {
    pub(crate) fn sort(&self) -> Sort {
        match self {
            Val::Bool(_) => Sort::Bool,
            Val::Int(_) => Sort::Int,
            Val::Str(_) => Sort::String,
            Val::Re(_) => Sort::RegLan,
            Val::User(sort, _) => Sort::User(*sort),
        }
    }
}

/// What a finished frame leaves behind.
pub(crate) type Outcome = Result<Val, NotDecided>;

/// The bindings of one quantifier instance or one unfolded definition. There are as many of these
/// as definitions are unfolded at a time, so they are kept small.
#[derive(Default)]
pub(crate) struct Env {
    /// The environment around it; the bottom one, number 0, binds nothing.
    parent: usize,
    bindings: Vec<(Term, Outcome)>,
    cache: Cache,
    /// Characters of the strings in `cache`.
    characters: usize,
}

/// The outcomes that are known in one environment: a list while they are few.
enum Cache {
    Few(Vec<(Term, Outcome)>),
    Many(FxHashMap<Term, Outcome>),
}

impl Default for Cache {
    fn default() -> Cache {
        Cache::Few(Vec::new())
    }
}

impl Cache {
    /// How long the list may grow.
    const FEW: usize = 16;

    fn get(&self, term: Term) -> Option<&Outcome> {
        match self {
            Cache::Few(list) => list.iter().find(|entry| entry.0 == term).map(|e| &e.1),
            Cache::Many(map) => map.get(&term),
        }
    }

    /// Notes the outcome of a term that has none here yet.
    fn insert(&mut self, term: Term, outcome: Outcome) {
        match self {
            Cache::Few(list) if list.len() < Cache::FEW => list.push((term, outcome)),
            Cache::Few(list) => {
                let mut map: FxHashMap<Term, Outcome> = list.drain(..).collect();
                map.insert(term, outcome);
                *self = Cache::Many(map);
            }
            Cache::Many(map) => {
                map.insert(term, outcome);
            }
        }
    }
}

pub(crate) const BOTTOM: usize = 0;

pub(crate) struct Frame {
    pub(crate) term: Term,
    pub(crate) env: usize,
    /// Where this frame's operands start.
    pub(crate) base: usize,
    /// How many arguments were entered.
    pub(crate) next: usize,
    /// Whether the outcome is that of `term` in `env`; helper frames have partial ones.
    whole: bool,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    /// Evaluates all arguments, then applies the operator.
    Strict,
    /// The same for the arguments of nested applications of one associative operator.
    Flat(Vec<Term>),
    /// `and`, `or`, `=>`: stops at the first argument that decides.
    Lazy {
        undecided: Option<NotDecided>,
    },
    /// `ite`; the condition once it is known.
    Branch {
        condition: Option<Result<bool, NotDecided>>,
    },
    /// Waits for the body of a definition; whether an environment was made for it.
    Call {
        with_env: bool,
    },
    /// `div` and `mod`; see [`Division`].
    Division(Box<Division>),
    Quantified(Box<Quantifier>),
}

/// Evaluates terms of one store in one model.
///
/// ```
/// use sinew_semantics::{Evaluator, Model, Reason, Value};
/// use sinew_term::{Sort, TermStore};
/// let mut store = TermStore::new();
/// let (p, yes) = (store.constant("p", Sort::Bool), store.true_());
/// let either = store.or(&[p, yes]);
/// let model = Model::new();
/// let mut evaluator = Evaluator::new(&store, &model);
/// assert_eq!(evaluator.eval(either), Ok(Value::Bool(true)), "whatever p is");
/// assert!(matches!(evaluator.eval(p).unwrap_err().reason, Reason::MissingInterpretation(_)));
/// ```
pub struct Evaluator<'a> {
    pub(crate) store: &'a TermStore,
    pub(crate) model: &'a Model,
    pub(crate) domains: Domains,
    pub(crate) meter: Meter<'a>,
    pub(crate) regexes: Regexes,
    pub(crate) values: TermMap<Outcome>,
    envs: Vec<Env>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) operands: Vec<Outcome>,
    /// Room for the arguments of an operator, kept for the next one.
    pub(crate) room: Vec<Val>,
    live_characters: usize,
    pub(crate) calls: usize,
    /// For each quantifier that an instance decided, that instance.
    pub(crate) witnesses: FxHashMap<Term, Vec<(Term, Val)>>,
}

/// The value of `term` in `model`, within the default [`Limits`].
pub fn eval(store: &TermStore, model: &Model, term: Term) -> Result<Value, NotDecided> {
    Evaluator::new(store, model).eval(term)
}

impl<'a> Evaluator<'a> {
    /// An evaluator with the default limits.
    #[must_use]
    pub fn new(store: &'a TermStore, model: &'a Model) -> Evaluator<'a> {
        Evaluator::with_limits(store, model, Limits::default())
    }

    /// An evaluator with these limits, which hold for all its evaluations together.
    #[must_use]
    pub fn with_limits(store: &'a TermStore, model: &'a Model, limits: Limits) -> Evaluator<'a> {
        Evaluator {
            store,
            model,
            domains: Domains::new(),
            meter: Meter::new(limits),
            regexes: Regexes::new(),
            values: TermMap::new(),
            envs: vec![Env::default()],
            frames: Vec::new(),
            operands: Vec::new(),
            room: Vec::new(),
            live_characters: 0,
            calls: 0,
            witnesses: FxHashMap::default(),
        }
    }

    /// Lets quantifiers over the given sorts range over the given values, and no others, where
    /// their own guards do not bound them.
    #[must_use]
    pub fn with_domains(mut self, domains: Domains) -> Evaluator<'a> {
        self.domains = domains;
        self
    }

    /// Reports steps to `watcher`, and stops for good when it says so; what is evaluated then is
    /// not decided, for the reason [`Reason::Interrupted`].
    #[must_use]
    pub fn with_watcher(mut self, watcher: Watcher<'a>) -> Evaluator<'a> {
        self.meter.watch(watcher);
        self
    }

    /// The steps that all evaluations so far have taken.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.meter.steps()
    }

    /// The value of `term`.
    pub fn eval(&mut self, term: Term) -> Result<Value, NotDecided> {
        let value = self.run(term)?;
        Ok(self.export(&value))
    }

    /// The instance that decided the quantified `term` when it was last evaluated: values of its
    /// variables that make the body of a false `forall` false, or that of a true `exists` true.
    #[must_use]
    pub fn witness(&self, term: Term) -> Option<Vec<(Term, Value)>> {
        let witness = self.witnesses.get(&term)?;
        let mut values: Vec<_> = witness.iter().map(|(v, x)| (*v, self.export(x))).collect();
        values.reverse();
        Some(values)
    }

    fn run(&mut self, term: Term) -> Outcome {
        self.enter(term, BOTTOM);
        while let Some(frame) = self.frames.last() {
            let (term, base) = (frame.term, frame.base);
            if let Err(reason) = self.meter.spend(1) {
                // Nothing goes on without steps; unwind to a clean state.
                self.frames.clear();
                self.operands.clear();
                self.envs.truncate(1);
                self.calls = 0;
                self.operands.push(Err(NotDecided { reason, term }));
                break;
            }
            debug_assert!(self.operands.len() >= base);
            self.advance();
        }
        self.meter.report();
        self.operands.pop().expect("a frame leaves an outcome")
    }

    /// Evaluates `term` in `env`: leaves its outcome on the operands, now or when the frame that
    /// this pushes is done.
    pub(crate) fn enter(&mut self, term: Term, env: usize) {
        // What mentions no variable is the same everywhere.
        let env = if self.store.mentions_variables(term) {
            env
        } else {
            BOTTOM
        };
        if let Some(outcome) = self.remembered(term, env) {
            self.operands.push(outcome);
            return;
        }
        let op = self.store.op(term);
        let kind = match op {
            Op::True | Op::False => return self.operands.push(Ok(Val::Bool(op == Op::True))),
            Op::Var(_) => {
                let outcome = self.lookup(term, env);
                return self.operands.push(outcome);
            }
            Op::And | Op::Or | Op::Implies => Kind::Lazy { undecided: None },
            Op::Ite => Kind::Branch { condition: None },
            Op::Div | Op::Mod => Kind::Division(Box::default()),
            Op::Forall(_) | Op::Exists(_) => {
                Kind::Quantified(Box::new(Quantifier::of(self.store, term)))
            }
            Op::Concat | Op::ReConcat | Op::ReUnion | Op::ReInter | Op::ReDiff => {
                Kind::Flat(self.flat_arguments(term, env))
            }
            _ => Kind::Strict,
        };
        self.push_frame(term, env, true, kind);
    }

    pub(crate) fn push_frame(&mut self, term: Term, env: usize, whole: bool, kind: Kind) {
        self.frames.push(Frame {
            term,
            env,
            base: self.operands.len(),
            next: 0,
            whole,
            kind,
        });
    }

    pub(crate) fn remembered(&self, term: Term, env: usize) -> Option<Outcome> {
        if env == BOTTOM {
            self.values.get(term).cloned()
        } else {
            self.envs[env].cache.get(term).cloned()
        }
    }

    fn remember(&mut self, term: Term, env: usize, outcome: &Outcome) -> Result<(), Reason> {
        if let Ok(Val::Str(s)) = outcome {
            self.live_characters += s.len();
            self.envs[env].characters += s.len();
            if self.live_characters > self.meter.limits.live_characters {
                self.live_characters -= s.len();
                self.envs[env].characters -= s.len();
                return Err(Reason::Size);
            }
        }
        if env == BOTTOM {
            self.values.insert(term, outcome.clone());
        } else {
            self.envs[env].cache.insert(term, outcome.clone());
        }
        Ok(())
    }

    fn lookup(&self, var: Term, mut env: usize) -> Outcome {
        while env != BOTTOM {
            let scope = &self.envs[env];
            if let Some((_, value)) = scope.bindings.iter().find(|(bound, _)| *bound == var) {
                return value.clone();
            }
            env = scope.parent;
        }
        Err(NotDecided {
            reason: Reason::FreeVariable,
            term: var,
        })
    }

    pub(crate) fn push_env(&mut self, parent: usize, bindings: Vec<(Term, Outcome)>) -> usize {
        self.envs.push(Env {
            parent,
            bindings,
            ..Env::default()
        });
        self.envs.len() - 1
    }

    pub(crate) fn pop_env(&mut self) {
        if let Some(env) = self.envs.pop() {
            self.live_characters -= env.characters;
        }
    }

    /// One step of the topmost frame.
    fn advance(&mut self) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        match &mut frame.kind {
            Kind::Strict | Kind::Flat(_) => self.advance_strict(),
            Kind::Lazy { .. } => self.advance_lazy(),
            Kind::Branch { .. } => self.advance_branch(),
            Kind::Call { with_env } => {
                let with_env = *with_env;
                let outcome = self.pop_operand();
                if with_env {
                    self.pop_env();
                }
                self.calls -= 1;
                self.finish(outcome);
            }
            Kind::Division(state) => {
                let state = std::mem::take(&mut **state);
                self.advance_division(state);
            }
            Kind::Quantified(state) => {
                let state = std::mem::take(&mut **state);
                self.advance_quantifier(state);
            }
        }
    }

    /// Puts the state that `advance` took out back into the topmost frame.
    pub(crate) fn keep_quantifier(&mut self, state: Quantifier) {
        if let Some(Frame {
            kind: Kind::Quantified(kept),
            ..
        }) = self.frames.last_mut()
        {
            **kept = state;
        }
    }

    pub(crate) fn keep_division(&mut self, state: Division) {
        if let Some(Frame {
            kind: Kind::Division(kept),
            ..
        }) = self.frames.last_mut()
        {
            **kept = state;
        }
    }

    /// Goes on with the remaining variables of the quantifier `term`.
    pub(crate) fn enter_quantifier(&mut self, term: Term, env: usize, state: Quantifier) {
        self.push_frame(term, env, false, Kind::Quantified(Box::new(state)));
    }

    pub(crate) fn pop_operand(&mut self) -> Outcome {
        self.operands.pop().expect("an outcome was left")
    }

    pub(crate) fn top(&self) -> &Frame {
        self.frames.last().expect("a frame is active")
    }

    /// Ends the topmost frame with `outcome`.
    pub(crate) fn finish(&mut self, outcome: Outcome) {
        let frame = self.frames.pop().expect("a frame is active");
        self.operands.truncate(frame.base);
        let outcome = match outcome {
            outcome if !frame.whole => outcome,
            outcome => match self.remember(frame.term, frame.env, &outcome) {
                Ok(()) => outcome,
                Err(reason) => Err(NotDecided {
                    reason,
                    term: frame.term,
                }),
            },
        };
        self.operands.push(outcome);
    }

    /// Ends the topmost frame with `result`, or with what stopped it.
    pub(crate) fn finish_with(&mut self, result: Result<Val, Reason>) {
        let term = self.top().term;
        self.finish(result.map_err(|reason| NotDecided { reason, term }));
    }

    fn advance_strict(&mut self) {
        let store = self.store;
        let frame = self.frames.last_mut().expect("a frame is active");
        let op = store.op(frame.term);
        let args = match &frame.kind {
            Kind::Flat(args) => &args[..],
            _ => store.args(frame.term),
        };
        // Relations may be decided by other arguments, definitions may ignore some.
        let kleene = op.is_chainable() || matches!(op, Op::Distinct | Op::Apply(_));
        if !kleene
            && frame.next > 0
            && let Some(Err(error)) = self.operands.last()
        {
            let error = *error;
            return self.finish(Err(error));
        }
        if let Some(&arg) = args.get(frame.next) {
            frame.next += 1;
            let env = frame.env;
            return self.enter(arg, env);
        }
        let (term, base) = (frame.term, frame.base);
        if let Op::Apply(_) = op {
            let operands = self.operands.split_off(base);
            return self.call(term, operands);
        }
        let outcome = self.apply(term, op, base);
        self.finish(outcome);
    }

    fn advance_lazy(&mut self) {
        let store = self.store;
        let frame = self.frames.last_mut().expect("a frame is active");
        let Kind::Lazy { undecided } = &mut frame.kind else {
            return;
        };
        let args = store.args(frame.term);
        let op = store.op(frame.term);
        if frame.next > 0 {
            // The value of this argument that decides the whole, and what it decides it to.
            let (decisive, result) = match op {
                Op::And => (false, false),
                Op::Implies if frame.next < args.len() => (false, true),
                _ => (true, true),
            };
            match self.operands.pop() {
                Some(Ok(Val::Bool(value))) if value == decisive => {
                    return self.finish(Ok(Val::Bool(result)));
                }
                Some(Err(error)) => {
                    undecided.get_or_insert(error);
                }
                _ => {}
            }
        }
        if let Some(&arg) = args.get(frame.next) {
            frame.next += 1;
            let env = frame.env;
            return self.enter(arg, env);
        }
        let outcome = match undecided {
            Some(error) => Err(*error),
            None => Ok(Val::Bool(op == Op::And)),
        };
        self.finish(outcome);
    }

    fn advance_branch(&mut self) {
        let store = self.store;
        let frame = self.frames.last_mut().expect("a frame is active");
        let Kind::Branch { condition } = &mut frame.kind else {
            return;
        };
        let (env, args) = (frame.env, store.args(frame.term));
        match (*condition, frame.next) {
            (None, 0) => {
                frame.next = 1;
                self.enter(args[0], env);
            }
            (None, _) => match self.operands.pop() {
                Some(Err(error)) => {
                    *condition = Some(Err(error));
                    frame.next = 2;
                    self.enter(args[1], env);
                }
                outcome => {
                    let holds = matches!(outcome, Some(Ok(Val::Bool(true))));
                    *condition = Some(Ok(holds));
                    self.enter(args[if holds { 1 } else { 2 }], env);
                }
            },
            (Some(Ok(_)), _) => {
                let outcome = self.pop_operand();
                self.finish(outcome);
            }
            (Some(Err(_)), 2) => {
                frame.next = 3;
                self.enter(args[2], env);
            }
            // The condition does not matter if the branches agree.
            (Some(Err(error)), _) => {
                let (other, then) = (self.pop_operand(), self.pop_operand());
                let outcome = match (then, other) {
                    (Ok(then), Ok(other)) => match self.equal(&then, &other) {
                        Ok(true) => Ok(then),
                        _ => Err(error),
                    },
                    _ => Err(error),
                };
                self.finish(outcome);
            }
        }
    }

    /// Counts one more argument of the topmost frame as entered.
    pub(crate) fn advance_argument(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.next += 1;
        }
    }

    pub(crate) fn export(&self, value: &Val) -> Value {
        match value {
            Val::Bool(value) => Value::Bool(*value),
            Val::Int(value) => Value::Int((**value).clone()),
            Val::Str(value) => Value::Str((**value).clone()),
            Val::Re(id) => Value::Re(self.regexes.export(*id)),
            Val::User(sort, number) => Value::User(*sort, *number),
        }
    }

    pub(crate) fn import(&mut self, value: &Value) -> Val {
        match value {
            Value::Bool(value) => Val::Bool(*value),
            Value::Int(value) => Val::Int(Arc::new(value.clone())),
            Value::Str(value) => Val::Str(Arc::new(value.clone())),
            Value::Re(regex) => Val::Re(self.regexes.import(regex)),
            Value::User(sort, number) => Val::User(*sort, *number),
        }
    }
}
