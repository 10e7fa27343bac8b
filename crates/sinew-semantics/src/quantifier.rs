//! Quantifiers over finite domains.
//!
//! The standard's quantifiers range over whole sorts, most of which are infinite. They evaluate
//! here where finitely many instances decide: Boolean variables; integer variables that the body
//! bounds (an instance outside the bounds makes a universal body true, an existential one
//! false); string variables that the body holds to a finite language; elements of a declared
//! sort whose universe the model gives; and any variable whose values the caller gives as
//! [`Domains`]. A variable without a domain is evaluated once as *undecided*: if the body has a
//! value all the same, it is the quantifier's, because no sort is empty.

use std::collections::BTreeMap;

use std::sync::Arc;

use dashu_int::IBig;
use rustc_hash::FxHashSet;
use sinew_term::{Op, Sort, Term, TermStore, postorder};

use crate::eval::{Evaluator, Outcome, Val};
use crate::limits::{NotDecided, Reason};
use crate::value::Value;

/// Values for quantified variables, by sort.
///
/// The caller vouches for them: a quantifier over a sort with a domain is evaluated as if the
/// sort had no other values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Domains {
    values: BTreeMap<Sort, Vec<Value>>,
}

impl Domains {
    /// No domains.
    #[must_use]
    pub fn new() -> Domains {
        Domains::default()
    }

    /// Lets variables of `sort` range over `values`; those of another sort are left out.
    pub fn set(&mut self, sort: Sort, values: impl IntoIterator<Item = Value>) {
        let values = values.into_iter().filter(|value| value.sort() == sort);
        self.values.insert(sort, values.collect());
    }

    /// The values that variables of `sort` range over, if they are given.
    #[must_use]
    pub fn get(&self, sort: Sort) -> Option<&[Value]> {
        self.values.get(&sort).map(Vec::as_slice)
    }
}

/// What a term in a guard bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    /// The variable, or its length, is at least the term plus the number.
    Lower(i64),
    /// The variable, or its length, is at most the term plus the number.
    Upper(i64),
    /// The variable is the term.
    Equal,
    /// The variable is a word of the term's language.
    Member,
}

/// The values of one variable.
enum Domain {
    /// From the first to the second, both included.
    Interval(IBig, IBig),
    Values(Vec<Val>),
    /// Nothing is known; a single instance with an undecided variable.
    Unknown,
}

/// The state of a quantifier frame: it handles one variable, and a frame inside it the rest.
#[derive(Default)]
pub(crate) struct Quantifier {
    /// The variables that have no value yet.
    open: Vec<Term>,
    /// The variable of this frame.
    variable: Option<Term>,
    /// The guards that bound it; their terms are evaluated first.
    bounds: Vec<(Bound, Term)>,
    domain: Option<Domain>,
    /// How many instances were entered.
    instances: usize,
    undecided: Option<NotDecided>,
}

impl Quantifier {
    pub(crate) fn of(store: &TermStore, term: Term) -> Quantifier {
        let open = match store.quantifier_parts(term) {
            Some((vars, ..)) => vars.to_vec(),
            None => Vec::new(),
        };
        Quantifier {
            open,
            ..Quantifier::default()
        }
    }
}

/// The atoms that hold, or with `false` do not hold, in each instance that matters: where one
/// fails, the body has the value that does not decide the quantifier.
fn guards(store: &TermStore, body: Term, forall: bool) -> Vec<(Term, bool)> {
    let mut guards = Vec::new();
    let mut stack = vec![(body, !forall)];
    let mut seen = FxHashSet::default();
    while let Some((term, holds)) = stack.pop() {
        if !seen.insert((term, holds)) {
            continue;
        }
        let args = store.args(term);
        match (store.op(term), holds) {
            (Op::Not, _) => stack.push((args[0], !holds)),
            (Op::And, true) | (Op::Or, false) => stack.extend(args.iter().map(|&a| (a, holds))),
            (Op::Implies, false) => {
                let (conclusion, premises) = args.split_last().expect("two or more");
                stack.push((*conclusion, false));
                stack.extend(premises.iter().map(|&premise| (premise, true)));
            }
            (Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::Eq | Op::InRe, _) => {
                guards.push((term, holds));
            }
            _ => {}
        }
    }
    guards
}

/// The bounds on `variable` (or on its length, if it is a string) that one guard gives.
fn bounds_of(store: &TermStore, guard: Term, holds: bool, variable: Term) -> Vec<(Bound, Term)> {
    let args = store.args(guard);
    let op = store.op(guard);
    if op == Op::InRe {
        return match holds && args[0] == variable {
            true => vec![(Bound::Member, args[1])],
            false => Vec::new(),
        };
    }
    // A chain that fails does not say at which link.
    if !holds && (args.len() > 2 || op == Op::Eq) {
        return Vec::new();
    }
    let is_variable = |term: Term| {
        term == variable
            || store.op(term) == Op::Len
                && store.arg(term, 0) == variable
                && store.sort(variable) == Sort::String
    };
    let mut bounds = Vec::new();
    for pair in args.windows(2) {
        let (left, right) = (pair[0], pair[1]);
        if op == Op::Eq {
            for (side, other) in [(left, right), (right, left)] {
                if side == variable {
                    bounds.push((Bound::Equal, other));
                } else if is_variable(side) {
                    bounds.extend([(Bound::Lower(0), other), (Bound::Upper(0), other)]);
                }
            }
            continue;
        }
        // As `small + gap <= great`.
        let (small, great, gap) = match (op, holds) {
            (Op::Le, true) => (left, right, 0),
            (Op::Lt, true) => (left, right, 1),
            (Op::Ge, true) => (right, left, 0),
            (Op::Gt, true) => (right, left, 1),
            (Op::Le, false) => (right, left, 1),
            (Op::Lt, false) => (right, left, 0),
            (Op::Ge, false) => (left, right, 1),
            _ => (left, right, 0),
        };
        if is_variable(small) {
            bounds.push((Bound::Upper(-gap), great));
        }
        if is_variable(great) {
            bounds.push((Bound::Lower(gap), small));
        }
    }
    bounds
}

impl Evaluator<'_> {
    /// One step of a quantifier frame.
    pub(crate) fn advance_quantifier(&mut self, mut state: Quantifier) {
        let frame = self.top();
        let (term, env, base, next) = (frame.term, frame.env, frame.base, frame.next);
        let forall = matches!(self.store.op(term), Op::Forall(_));
        let Some(variable) = state.variable else {
            self.choose_variable(term, forall, &mut state);
            return self.keep_quantifier(state);
        };
        if state.domain.is_none() {
            if let Some(&(_, bound)) = state.bounds.get(next) {
                self.advance_argument();
                self.keep_quantifier(state);
                return self.enter(bound, env);
            }
            let outcomes = self.operands.split_off(base);
            match self.domain(variable, &state.bounds, outcomes) {
                Ok(domain) => state.domain = Some(domain),
                Err(reason) => return self.finish(Err(NotDecided { reason, term })),
            }
        }
        if state.instances > 0 {
            let outcome = self.pop_operand();
            self.pop_env();
            match outcome {
                Ok(Val::Bool(value)) => {
                    let unknown = matches!(state.domain, Some(Domain::Unknown));
                    if value != forall && !unknown {
                        self.record_witness(term, variable, &state);
                    }
                    if value != forall || unknown {
                        return self.finish(Ok(Val::Bool(value)));
                    }
                }
                Ok(_) => {}
                Err(error) => {
                    state.undecided.get_or_insert(error);
                }
            }
        }
        match self.instance(term, &state, state.instances) {
            Some(value) => {
                state.instances += 1;
                let open = state.open.clone();
                self.keep_quantifier(state);
                let inner = self.push_env(env, vec![(variable, value)]);
                if open.is_empty() {
                    let body = self
                        .store
                        .quantifier_parts(term)
                        .map_or(term, |parts| parts.1);
                    self.enter(body, inner);
                } else {
                    let rest = Quantifier {
                        open,
                        ..Quantifier::default()
                    };
                    self.enter_quantifier(term, inner, rest);
                }
            }
            None => {
                let outcome = state.undecided.map_or(Ok(Val::Bool(forall)), Err);
                self.finish(outcome);
            }
        }
    }

    /// Takes the first open variable that has a domain, given the values of those before it; if
    /// none has, the first.
    fn choose_variable(&mut self, term: Term, forall: bool, state: &mut Quantifier) {
        let store = self.store;
        let body = store.quantifier_parts(term).map_or(term, |parts| parts.1);
        let guards = guards(store, body, forall);
        let open: FxHashSet<Term> = state.open.iter().copied().collect();
        let mentions_open = |bound: Term| {
            store.mentions_variables(bound)
                && postorder(store, bound).iter().any(|sub| open.contains(sub))
        };
        let mut chosen = (0, Vec::new());
        for (place, &variable) in state.open.iter().enumerate() {
            let mut bounds: Vec<(Bound, Term)> = guards
                .iter()
                .flat_map(|&(guard, holds)| bounds_of(store, guard, holds, variable))
                .collect();
            bounds.retain(|&(_, bound)| !mentions_open(bound));
            let sort = store.sort(variable);
            let has = |wanted: fn(&Bound) -> bool| bounds.iter().any(|(bound, _)| wanted(bound));
            let equal = has(|bound| matches!(bound, Bound::Equal));
            let usable = match sort {
                Sort::Bool => true,
                _ if equal || self.domains.get(sort).is_some() => true,
                Sort::Int => {
                    has(|bound| matches!(bound, Bound::Lower(_)))
                        && has(|bound| matches!(bound, Bound::Upper(_)))
                }
                Sort::String => has(|bound| matches!(bound, Bound::Member | Bound::Upper(_))),
                Sort::RegLan => false,
                Sort::User(id) => self.model.universe(id).is_some(),
            };
            if usable {
                chosen = (place, bounds);
                break;
            }
        }
        state.variable = Some(state.open.remove(chosen.0));
        state.bounds = chosen.1;
    }

    /// The values of `variable`, given the outcomes of the terms that bound it. Bounds that have
    /// no value are left out: they only make the domain smaller.
    fn domain(
        &mut self,
        variable: Term,
        bounds: &[(Bound, Term)],
        outcomes: Vec<Outcome>,
    ) -> Result<Domain, Reason> {
        let sort = self.store.sort(variable);
        let (mut lower, mut upper): (Option<IBig>, Option<IBig>) = (None, None);
        let mut languages = Vec::new();
        for (&(bound, _), outcome) in bounds.iter().zip(outcomes) {
            match (bound, outcome) {
                (Bound::Equal, Ok(value)) => return Ok(Domain::Values(vec![value])),
                (Bound::Lower(gap), Ok(Val::Int(n))) => {
                    let n = &*n + IBig::from(gap);
                    lower = Some(lower.map_or_else(|| n.clone(), |old| old.max(n.clone())));
                }
                (Bound::Upper(gap), Ok(Val::Int(n))) => {
                    let n = &*n + IBig::from(gap);
                    upper = Some(upper.map_or_else(|| n.clone(), |old| old.min(n.clone())));
                }
                (Bound::Member, Ok(Val::Re(id))) => languages.push(id),
                _ => {}
            }
        }
        let limit = self.meter.limits.domain_size;
        let found = match sort {
            Sort::Bool => Some(Domain::Values(vec![Val::Bool(false), Val::Bool(true)])),
            Sort::Int => lower.zip(upper).and_then(|(lower, upper)| {
                (&upper - &lower < IBig::from(limit)).then_some(Domain::Interval(lower, upper))
            }),
            Sort::String if languages.is_empty() && upper.is_none() => None,
            Sort::String => {
                let language = self.regexes.inter(&languages);
                let longest = upper.map(|n| usize::try_from(&n).unwrap_or(0));
                let words = self
                    .regexes
                    .words(language, longest, limit, &mut self.meter)?;
                words.map(|words| {
                    let values = words.into_iter().map(|word| Val::Str(Arc::new(word)));
                    Domain::Values(values.collect())
                })
            }
            Sort::RegLan => None,
            Sort::User(id) => self.model.universe(id).and_then(|size| {
                let values = (0..size).map(|number| Val::User(id, number));
                (size <= limit as u64).then(|| Domain::Values(values.collect()))
            }),
        };
        if let Some(domain) = found {
            return Ok(domain);
        }
        let Some(given) = self.domains.get(sort).map(<[Value]>::to_vec) else {
            return Ok(Domain::Unknown);
        };
        let values = given.iter().map(|value| self.import(value)).collect();
        Ok(Domain::Values(values))
    }

    /// Notes the current instance of `variable`; frames for the inner variables did so before.
    fn record_witness(&mut self, term: Term, variable: Term, state: &Quantifier) {
        let Some(Ok(value)) = self.instance(term, state, state.instances - 1) else {
            return;
        };
        let witness = self.witnesses.entry(term).or_default();
        if state.open.is_empty() {
            witness.clear();
        }
        witness.push((variable, value));
    }

    /// What the variable is bound to in the instance with this number.
    fn instance(&self, term: Term, state: &Quantifier, number: usize) -> Option<Outcome> {
        match state.domain.as_ref()? {
            Domain::Interval(lower, upper) => {
                let value = lower + IBig::from(number);
                (value <= *upper).then(|| Ok(Val::Int(Arc::new(value))))
            }
            Domain::Values(values) => values.get(number).cloned().map(Ok),
            Domain::Unknown => (number == 0).then_some(Err(NotDecided {
                reason: Reason::UnboundedQuantifier,
                term,
            })),
        }
    }
}
