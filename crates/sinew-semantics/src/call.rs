//! Declared functions: how an application takes its value from the model.
//!
//! A definition is unfolded in an environment of its own, in which only its parameters are
//! bound; it may be recursive. A table is looked up. Division by zero is such a function, too.

use std::sync::Arc;

use dashu_int::IBig;
use sinew_term::{Op, Sort, Term};

use crate::eval::{BOTTOM, Evaluator, Frame, Kind, Outcome, Val};
use crate::limits::{NotDecided, Reason};
use crate::model::{Interpretation, fits_rank};
use crate::value::Value;

impl<'a> Evaluator<'a> {
    /// Applies the declared function at the root of `term`.
    pub(crate) fn call(&mut self, term: Term, arguments: Vec<Outcome>) {
        let Op::Apply(fun) = self.store.op(term) else {
            return;
        };
        let (store, model) = (self.store, self.model);
        let decl = store.fun(fun);
        match model.get(fun) {
            Some(meaning) => {
                let (params, result) = (&decl.params, decl.result);
                // Tables are checked entry by entry, as they are used.
                let fits = matches!(meaning, Interpretation::Table { .. })
                    || fits_rank(store, params, result, meaning);
                if !fits {
                    return self.finish_with(Err(Reason::BadInterpretation));
                }
                match self.interpret(meaning, arguments) {
                    Some(Ok(value)) if value.sort() != result => {
                        self.finish_with(Err(Reason::BadInterpretation));
                    }
                    Some(outcome) => self.finish(outcome),
                    None => {}
                }
            }
            None if model.has_defaults() => {
                let value = self.import(&Value::default_of(decl.result));
                self.finish(Ok(value));
            }
            None => self.finish_with(Err(Reason::MissingInterpretation(fun))),
        }
    }

    /// Leaves the model's value of a division of `dividend` by zero on the operands, now or when
    /// the frame that this pushes is done.
    pub(crate) fn divide_by_zero(
        &mut self,
        meaning: Option<&'a Interpretation>,
        dividend: Arc<IBig>,
    ) {
        let Some(meaning) = meaning else {
            return self.operands.push(Ok(Val::Int(Arc::new(IBig::ZERO))));
        };
        let Frame { term, env, .. } = *self.top();
        self.push_frame(term, env, false, Kind::Strict);
        // z3 passes the divisor along, which is 0.
        let mut arguments = vec![Ok(Val::Int(dividend))];
        if fits_rank(self.store, &[Sort::Int; 2], Sort::Int, meaning) {
            arguments.push(Ok(Val::Int(Arc::new(IBig::ZERO))));
        } else if !fits_rank(self.store, &[Sort::Int], Sort::Int, meaning) {
            return self.finish_with(Err(Reason::BadInterpretation));
        }
        if let Some(outcome) = self.interpret(meaning, arguments) {
            self.finish(outcome);
        }
    }

    /// The result of a function with this meaning, or nothing if the body of its definition was
    /// entered: then the topmost frame has become one that waits for it.
    pub(crate) fn interpret(
        &mut self,
        meaning: &'a Interpretation,
        arguments: Vec<Outcome>,
    ) -> Option<Outcome> {
        let term = self.top().term;
        match meaning {
            Interpretation::Constant(value) => Some(Ok(self.import(value))),
            Interpretation::Table { entries, default } => {
                let mut key = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    match argument {
                        Ok(value) => key.push(self.export(&value)),
                        Err(error) => return Some(Err(error)),
                    }
                }
                let found = entries.get(&key);
                // Unequal expressions may still be equal languages.
                let languages = key.iter().any(|value| matches!(value, Value::Re(_)));
                if found.is_none() && languages && !entries.is_empty() {
                    let reason = Reason::RegexEquality;
                    return Some(Err(NotDecided { reason, term }));
                }
                Some(Ok(self.import(found.unwrap_or(default))))
            }
            Interpretation::Definition { params, body } => {
                if self.calls >= self.meter.limits.recursion_depth {
                    let reason = Reason::RecursionDepth;
                    return Some(Err(NotDecided { reason, term }));
                }
                self.calls += 1;
                let with_env = !params.is_empty();
                let env = if with_env {
                    let bindings = params.iter().copied().zip(arguments).collect();
                    self.push_env(BOTTOM, bindings)
                } else {
                    BOTTOM
                };
                if let Some(frame) = self.frames.last_mut() {
                    frame.kind = Kind::Call { with_env };
                }
                self.enter(*body, env);
                None
            }
        }
    }
}
