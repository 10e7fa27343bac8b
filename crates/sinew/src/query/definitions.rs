//! Recursive definitions: what they say of the applications in a question, and functions into models.
//!
//! To the search a recursively defined function is an uninterpreted one. Applications whose value the definitions compute are
//! replaced by it. Others are unfolded, level by level, after Suter, Köksal and Kuncak (*Satisfiability modulo recursive
//! programs*, SAS 2011): `f(t) = body(t)` is asserted for each application, and those that bodies bring are left for the next level. A
//! question is asked under the assumption that none of these is reached, that is, that the conditions in front of them are false. A model
//! then needs no application that was not unfolded; a refutation that does not need the assumption is one of the question; and what
//! needs it is asked one level deeper. Departure from the paper: each level is a question of its own.
//!
//! A model counts only if the assertions, as they were written, hold with the functions that the definitions compute. Definitions are
//! taken at their word: each of them has such a function.

use rustc_hash::FxHashMap;
use sinew_semantics::Model;
use sinew_simplify::Origins;
use sinew_smtlib::Definition;
use sinew_term::{
    Op, Substitution, Term, TermMap, TermSet, TermStore, postorder, rebuild_bottom_up,
};

use super::witness::evaluator;
use super::{Answer, Context, Derivation, Outcome, Query, Rest, Stage, Witness, rules};
use crate::tuning;

/// The stage.
pub(super) struct Definitions;

impl Stage for Definitions {
    fn run(&self, query: &Query, rest: Rest<'_>, cx: &mut Context<'_>) -> Answer {
        if cx.definitions.is_empty() {
            return rest.ask(query, cx);
        }
        let defined = defined(cx.definitions);
        let mut derivation = cx.derivation();
        let mut values = Values::new(&defined, cx);
        let evaluated = query.map(|term| values.put_in(term, &mut derivation, cx));
        let mut unfolding = Unfolding::default();
        if derivation.allows(&rules::UNFOLD_CALL) {
            for (term, origins) in &evaluated.problem.assertions {
                unfolding.reach(cx.store, &defined, *term, &Call::asserted(origins));
            }
        }
        let answer = unfolding.levels(&evaluated, &mut values, &mut derivation, rest, cx);
        cx.note(&derivation);
        let Answer { outcome, mut basis } = answer.unwrap_or_else(|| rest.ask(&evaluated, cx));
        basis.precede(derivation);
        let outcome = match outcome {
            Outcome::Sat(witness) => {
                let mut model = witness.into_model();
                for (fun, meaning) in defined.iter() {
                    model.set(fun, meaning.clone());
                }
                Outcome::Sat(Witness::of(model))
            }
            other => other,
        };
        Answer { outcome, basis }
    }
}

/// Why the value of an application is asked for.
#[derive(Clone)]
struct Call {
    /// The condition under which it is; none if it is in any case.
    condition: Option<Term>,
    /// The assertions that ask for it.
    origins: Origins,
}

impl Call {
    fn asserted(origins: &Origins) -> Call {
        Call {
            condition: None,
            origins: origins.clone(),
        }
    }

    /// For both reasons.
    fn or(&mut self, store: &mut TermStore, other: &Call) {
        self.condition = match (self.condition, other.condition) {
            (Some(a), Some(b)) if a != b => Some(store.or(&[a, b])),
            (a, b) => a.and(b),
        };
        self.origins.add(&other.origins);
    }

    /// For this reason, where also `test` is true.
    fn where_(&self, store: &mut TermStore, test: Term) -> Call {
        let condition = match self.condition {
            Some(condition) => store.and(&[condition, test]),
            None => test,
        };
        Call {
            condition: Some(condition),
            origins: self.origins.clone(),
        }
    }
}

/// Applications, as they are unfolded.
#[derive(Default)]
struct Unfolding {
    /// What unfolded applications are equal to, and the assertions that asked for them: a core has those, since the
    /// equations alone ask for nothing.
    equations: Vec<(Term, Origins)>,
    /// Applications that were reached and not unfolded.
    frontier: Vec<(Term, Call)>,
    unfolded: TermSet,
}

impl Unfolding {
    /// The answer of the first level that has one, if there is anything to unfold.
    fn levels(
        &mut self,
        query: &Query,
        values: &mut Values<'_>,
        derivation: &mut Derivation,
        rest: Rest<'_>,
        cx: &mut Context<'_>,
    ) -> Option<Answer> {
        let most = cx.options.tuning.size(&tuning::UNFOLDED_CALLS);
        let mut level = 0_u32;
        while !self.frontier.is_empty() && self.equations.len() < most {
            if let Err(reason) = cx.budget.spend(self.frontier.len() as u64) {
                return Some(Answer::stopped(reason));
            }
            self.deepen(values, derivation, cx);
            level += 1;
            let bounded = self.assuming_enough(query, cx.store);
            let slice = cx.budget.slice(cx.budget.left() / 2);
            let answer = rest.ask(&bounded, &mut cx.within(&slice));
            let assumed = match &answer.outcome {
                Outcome::Sat(_) => return Some(answer),
                Outcome::Unsat(core) => core.contains(&query.named.len()),
                Outcome::Unknown(_) => break,
            };
            // A core may have the assumption without need, and a proof must not speak of it.
            if !assumed || level.is_power_of_two() || self.frontier.is_empty() {
                let slice = cx.budget.slice(cx.budget.left() / 2);
                let answer = rest.ask(&self.unfolded(query), &mut cx.within(&slice));
                if matches!(answer.outcome, Outcome::Unsat(_)) {
                    return Some(answer);
                }
            }
        }
        None
    }

    /// The question with the equations.
    fn unfolded(&self, query: &Query) -> Query {
        let mut assertions = query.problem.assertions.clone();
        assertions.extend(self.equations.iter().cloned());
        query.with(assertions)
    }

    /// The same, with the assumption that nothing else is reached, at a position of its own behind all others.
    fn assuming_enough(&self, query: &Query, store: &mut TermStore) -> Query {
        let mut bounded = self.unfolded(query);
        let position = query.named.len();
        bounded.named = query.named.iter().copied().chain([false]).collect();
        for (_, call) in &self.frontier {
            let blocked = match call.condition {
                Some(condition) => store.not(condition),
                None => store.false_(),
            };
            let assumed = (blocked, Origins::of(position));
            bounded.problem.assertions.push(assumed);
        }
        bounded
    }

    /// Unfolds the frontier.
    fn deepen(
        &mut self,
        values: &mut Values<'_>,
        derivation: &mut Derivation,
        cx: &mut Context<'_>,
    ) {
        for (term, call) in std::mem::take(&mut self.frontier) {
            let Op::Apply(fun) = cx.store.op(term) else {
                continue;
            };
            let found = cx.definitions.iter().find(|known| known.fun == fun);
            let Some(definition) = found.copied() else {
                continue;
            };
            self.unfolded.insert(term);
            let arguments = cx.store.args(term).to_vec();
            let mut substitution = Substitution::new();
            for (&parameter, argument) in definition.params.iter().zip(arguments) {
                substitution.insert(parameter, argument);
            }
            let body = substitution.apply(cx.store, definition.body);
            let equation = cx.store.eq(term, body);
            derivation.apply(&rules::UNFOLD_CALL, Vec::new(), equation);
            let body = values.put_in(body, derivation, cx);
            let equation = cx.store.eq(term, body);
            self.equations.push((equation, call.origins.clone()));
            self.reach(cx.store, values.defined, body, &call);
        }
    }

    /// Adds the applications in a term that is asked for.
    fn reach(&mut self, store: &mut TermStore, defined: &Model, term: Term, call: &Call) {
        let order = postorder(store, term);
        let mut calls: FxHashMap<Term, Call> = FxHashMap::default();
        calls.insert(term, call.clone());
        for term in order.into_iter().rev() {
            let Some(call) = calls.get(&term).cloned() else {
                continue;
            };
            let arguments = store.args(term).to_vec();
            match (store.op(term), &arguments[..]) {
                // What is said of bound variables is not unfolded.
                (Op::Forall(_) | Op::Exists(_), _) => continue,
                (Op::Ite, &[test, then, other]) => {
                    let not = store.not(test);
                    let (yes, no) = (call.where_(store, test), call.where_(store, not));
                    join(store, &mut calls, test, &call);
                    join(store, &mut calls, then, &yes);
                    join(store, &mut calls, other, &no);
                }
                _ => {
                    for &argument in &arguments {
                        join(store, &mut calls, argument, &call);
                    }
                }
            }
            if matches!(store.op(term), Op::Apply(fun) if defined.get(fun).is_some())
                && !self.unfolded.contains(term)
            {
                self.add(store, term, call);
            }
        }
    }

    fn add(&mut self, store: &mut TermStore, term: Term, call: Call) {
        match self.frontier.iter_mut().find(|(other, _)| *other == term) {
            Some((_, known)) => known.or(store, &call),
            None => self.frontier.push((term, call)),
        }
    }
}

fn join(store: &mut TermStore, calls: &mut FxHashMap<Term, Call>, term: Term, call: &Call) {
    match calls.get_mut(&term) {
        Some(known) => known.or(store, call),
        None => {
            calls.insert(term, call.clone());
        }
    }
}

/// Values of applications that follow from the definitions alone.
struct Values<'a> {
    defined: &'a Model,
    cache: TermMap<Term>,
    /// Steps of evaluation that are left.
    left: u64,
}

impl<'a> Values<'a> {
    fn new(defined: &'a Model, cx: &Context<'_>) -> Values<'a> {
        Values {
            defined,
            cache: TermMap::default(),
            left: cx.options.tuning.get(&tuning::UNFOLD_STEPS),
        }
    }

    /// The term with values in the place of such applications, wherever the budget lasts.
    fn put_in(&mut self, term: Term, derivation: &mut Derivation, cx: &mut Context<'_>) -> Term {
        if !derivation.allows(&rules::UNFOLD) {
            return term;
        }
        let Values {
            defined,
            cache,
            left,
        } = self;
        let budget = cx.budget;
        let mut value = |store: &mut TermStore, term: Term| match store.op(term) {
            Op::Apply(fun) if defined.get(fun).is_some() && *left > 0 => {
                let mut evaluator = evaluator(store, defined, (*left / 2).max(1), budget);
                let value = evaluator.eval(term);
                *left = left.saturating_sub(evaluator.steps());
                drop(evaluator);
                let Ok(value) = value else { return term };
                let value = value.to_term(store);
                let same = store.eq(term, value);
                derivation.apply(&rules::UNFOLD, Vec::new(), same);
                value
            }
            _ => term,
        };
        rebuild_bottom_up(cx.store, term, cache, &mut value)
    }
}

/// The functions that `definitions` compute, and nothing else.
pub(crate) fn defined(definitions: &[&Definition]) -> Model {
    let mut model = Model::new();
    for definition in definitions {
        model.set_function(definition.fun, definition.params.clone(), definition.body);
    }
    model
}
