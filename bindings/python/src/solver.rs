//! The solver.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use sinew::ast::{Ast, Bool};
use sinew::{CancelHandle, SatResult};

use crate::error::{BusyError, InternalError, OptionError, SinewError, SortError};
use crate::interrupt;
use crate::model::Model;
use crate::term::{Term, formula as as_formula};

/// A solver: assertions on a stack of levels, and questions about them.
///
/// It may be used from any thread, by one at a time; what would wait raises `BusyError` instead.
#[pyclass(frozen, module = "sinew")]
pub(crate) struct Solver {
    inner: Mutex<sinew::Solver>,
    cancel: CancelHandle,
}

impl Solver {
    /// Never waits: who holds the lock may need the interpreter, which the caller has.
    fn lock(&self) -> PyResult<MutexGuard<'_, sinew::Solver>> {
        self.inner.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                BusyError::new_err("the solver is at work: cancel() ends that from another thread")
            }
            TryLockError::Poisoned(_) => {
                InternalError::new_err("a defect has spoilt this solver; make another one")
            }
        })
    }

    /// Works without the interpreter lock, so that Ctrl-C ends it.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        task: impl FnOnce(&mut sinew::Solver) -> T + Send,
    ) -> PyResult<T> {
        // The one who works takes the lock: a panic poisons it, and it is free when the work is done.
        drop(self.lock()?);
        let result = interrupt::run(py, &self.cancel, || match self.inner.try_lock() {
            Ok(mut inner) => Some(task(&mut inner)),
            Err(_) => None,
        })?;
        result.ok_or_else(|| BusyError::new_err("the solver is at work for another thread"))
    }

    fn limit(name: &str, value: i64) -> PyResult<u64> {
        let message = || format!("`{name}` is a number of at least 0, but got {value}");
        u64::try_from(value).map_err(|_| PyValueError::new_err(message()))
    }
}

#[pymethods]
impl Solver {
    /// A solver without assertions. Limits that are 0 are none: milliseconds and steps of each query,
    /// megabytes of the process.
    #[new]
    #[pyo3(signature = (*, timeout=0, steps=0, memory=0))]
    fn new(timeout: i64, steps: i64, memory: i64) -> PyResult<Solver> {
        let inner = sinew::Solver::new();
        let cancel = inner.cancel_handle();
        let solver = Solver {
            inner: Mutex::new(inner),
            cancel,
        };
        solver.limits(Some(timeout), Some(steps), Some(memory))?;
        Ok(solver)
    }

    /// Sets limits: milliseconds and steps of each query, megabytes of the process. 0 is no limit,
    /// `None` leaves a limit as it is.
    #[pyo3(signature = (*, timeout=None, steps=None, memory=None))]
    fn limits(
        &self,
        timeout: Option<i64>,
        steps: Option<i64>,
        memory: Option<i64>,
    ) -> PyResult<()> {
        let mut inner = self.lock()?;
        if let Some(timeout) = timeout {
            inner.set_timeout(Duration::from_millis(Solver::limit("timeout", timeout)?));
        }
        if let Some(steps) = steps {
            inner.set_step_limit(Solver::limit("steps", steps)?);
        }
        if let Some(memory) = memory {
            inner.set_memory_limit(Solver::limit("memory", memory)?);
        }
        Ok(())
    }

    /// Sets an option by the name that the manual has for it.
    fn set_option(&self, name: &str, value: &str) -> PyResult<()> {
        let set = self.lock()?.set_option(name, value);
        set.map_err(OptionError::new_err)
    }

    /// Asserts formulas.
    #[pyo3(name = "assert_", signature = (*formulas))]
    fn assert_formulas(&self, formulas: &Bound<'_, PyTuple>) -> PyResult<()> {
        // First all of them are read: what raises has asserted nothing.
        let formulas: Vec<Bool> = formulas
            .iter()
            .map(|one| as_formula(&one))
            .collect::<PyResult<_>>()?;
        let mut inner = self.lock()?;
        for formula in formulas {
            inner.assert(formula);
        }
        Ok(())
    }

    /// Asserts a formula that cores name by this Boolean constant.
    fn assert_and_track(&self, formula: &Bound<'_, PyAny>, track: &Term) -> PyResult<()> {
        let is_constant = track.0.decl().is_some_and(|decl| decl.arity() == 0);
        let Some(constant) = track.0.as_bool().filter(|_| is_constant) else {
            let message = format!("`{}` is no Boolean constant", track.0);
            return Err(SortError::new_err(message));
        };
        let formula = as_formula(formula)?;
        self.lock()?.assert_and_track(formula, &constant);
        Ok(())
    }

    /// Opens a level.
    fn push(&self) -> PyResult<()> {
        self.lock()?.push();
        Ok(())
    }

    /// Closes levels and forgets what was asserted there.
    #[pyo3(signature = (count=1))]
    fn pop(&self, count: usize) -> PyResult<()> {
        let mut inner = self.lock()?;
        if count > inner.level() {
            let message = format!(
                "{count} levels cannot be popped: {} are open",
                inner.level()
            );
            return Err(PyValueError::new_err(message));
        }
        inner.pop(count);
        Ok(())
    }

    /// How many levels are open.
    #[getter]
    fn level(&self) -> PyResult<usize> {
        Ok(self.lock()?.level())
    }

    /// Forgets all assertions and levels. Options and limits stay.
    fn reset(&self) -> PyResult<()> {
        self.lock()?.reset();
        Ok(())
    }

    /// What is asserted.
    #[getter]
    fn assertions(&self) -> PyResult<Vec<Term>> {
        let inner = self.lock()?;
        Ok(inner
            .assertions()
            .map(|one| Term(one.to_dynamic()))
            .collect())
    }

    /// Whether the assertions, and the assumptions if there are any, have a model: `sat`, `unsat` or
    /// `unknown`. The interpreter lock is released meanwhile, and Ctrl-C raises `KeyboardInterrupt`.
    #[pyo3(signature = (*assumptions))]
    fn check(&self, py: Python<'_>, assumptions: &Bound<'_, PyTuple>) -> PyResult<&'static str> {
        let assumed: Vec<Bool> = assumptions
            .iter()
            .map(|one| as_formula(&one))
            .collect::<PyResult<_>>()?;
        let result = self.work(py, |solver| solver.check_assumptions(&assumed))?;
        Ok(match result {
            SatResult::Sat => "sat",
            SatResult::Unsat => "unsat",
            SatResult::Unknown => "unknown",
        })
    }

    /// The term in the normal form that solving begins with; a ground term becomes its value.
    fn simplify(&self, py: Python<'_>, term: &Term) -> PyResult<Term> {
        self.work(py, |solver| solver.simplify(&term.0)).map(Term)
    }

    /// A proof that the assertions have no model, in CPC, the calculus of cvc5, if the latest answer was
    /// `unsat`. It is made when it is asked for.
    fn proof(&self, py: Python<'_>) -> PyResult<String> {
        let proof = self.work(py, sinew::Solver::get_proof)?;
        proof.map_err(|why| SinewError::new_err(format!("there is no proof: {why}")))
    }

    /// What vouches for the latest answer: `checked`, or `trusted` and the rules that are taken on trust.
    #[getter]
    fn certificate(&self) -> PyResult<Option<String>> {
        Ok(self.lock()?.certificate().map(ToString::to_string))
    }

    /// Ends the query that is running, or the next one, with the answer `unknown`. Any thread may
    /// call it.
    fn cancel(&self) {
        self.cancel.cancel();
    }

    /// The model, if the latest answer was `sat`.
    #[getter]
    fn model(&self) -> PyResult<Option<Model>> {
        Ok(self.lock()?.get_model().cloned().map(Model::new))
    }

    /// The tracked constants and assumptions that cannot hold together, if the latest answer was
    /// `unsat`.
    #[getter]
    fn core(&self) -> PyResult<Vec<Term>> {
        let inner = self.lock()?;
        let core = inner.get_unsat_core().iter();
        Ok(core.map(|one| Term(one.to_dynamic())).collect())
    }

    /// Why the latest answer was `unknown`.
    #[getter]
    fn reason(&self) -> PyResult<Option<String>> {
        Ok(self.lock()?.get_reason_unknown())
    }

    /// What was done so far: names and counts.
    #[getter]
    fn statistics(&self) -> PyResult<BTreeMap<String, u64>> {
        Ok(self.lock()?.get_statistics().into_iter().collect())
    }

    /// The assertions as an SMT-LIB script.
    fn to_smt2(&self) -> PyResult<String> {
        Ok(self.lock()?.to_smt2())
    }
}
