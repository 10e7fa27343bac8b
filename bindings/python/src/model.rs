//! Models.

use std::sync::{Mutex, MutexGuard};

use pyo3::prelude::*;
use sinew::ast::{Ast, Dynamic};

use crate::term::{Function, Term};
use crate::{error, value};

/// What a function is in a model: arguments with the value for them, and the value for all others.
type Table = (Vec<(Vec<Term>, Term)>, Term);

/// Values for all symbols, with which the assertions hold.
#[pyclass(frozen, module = "sinew")]
pub(crate) struct Model(Mutex<sinew::Model>);

impl Model {
    pub(crate) fn new(model: sinew::Model) -> Model {
        Model(Mutex::new(model))
    }

    /// Its calls are short, and none of them waits for the interpreter.
    fn lock(&self) -> PyResult<MutexGuard<'_, sinew::Model>> {
        self.0
            .lock()
            .map_err(|_| error::InternalError::new_err("a defect has spoilt this model"))
    }
}

#[pymethods]
impl Model {
    /// The value of a term as a literal; `None` if it has none here. With `completion`, symbols that
    /// the solver never saw have default values.
    #[pyo3(signature = (term, completion=true))]
    fn eval_term(&self, term: &Term, completion: bool) -> PyResult<Option<Term>> {
        if let Some(why) = term.0.error() {
            return Err(error::of_term(&why));
        }
        Ok(self.lock()?.eval(&term.0, completion).map(Term))
    }

    /// The value of a term as `str`, `int` or `bool`; `None` if it has none here.
    #[pyo3(signature = (term, completion=true))]
    fn eval(&self, py: Python<'_>, term: &Term, completion: bool) -> PyResult<Option<Py<PyAny>>> {
        match self.eval_term(term, completion)? {
            Some(literal) => value::value(py, &literal.0),
            None => Ok(None),
        }
    }

    fn __getitem__(&self, py: Python<'_>, term: &Term) -> PyResult<Option<Py<PyAny>>> {
        self.eval(py, term, true)
    }

    /// The symbols that the solver gave a meaning to.
    #[getter]
    fn symbols(&self) -> PyResult<Vec<Function>> {
        Ok(self.lock()?.symbols().into_iter().map(Function).collect())
    }

    /// The constants, by name, with their values.
    fn constants<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Option<Py<PyAny>>)>> {
        let constants: Vec<(String, Dynamic)> = self.lock()?.constants();
        let value = |(name, term): (String, Dynamic)| Ok((name, value::value(py, &term)?));
        constants.into_iter().map(value).collect()
    }

    /// What a function with arguments is here: a list of arguments and values, and the value for all
    /// other arguments.
    fn function(&self, function: &Function) -> PyResult<Option<Table>> {
        let terms = |list: Vec<Dynamic>| list.into_iter().map(Term).collect();
        Ok(self.lock()?.function(&function.0).map(|meaning| {
            let entries = meaning.entries.into_iter();
            let entries = entries.map(|(args, value)| (terms(args), Term(value)));
            (entries.collect(), Term(meaning.default))
        }))
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(self.lock()?.to_string())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!(
            "<Model {}>",
            self.lock()?.to_string().replace('\n', "; ")
        ))
    }
}
