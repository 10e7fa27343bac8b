//! The Python module `sinew._sinew`: terms, solver and models of the typed interface, for Python.
//!
//! | file | what it is about |
//! |---|---|
//! | `error` | errors of the solver as exceptions |
//! | `interrupt` | work without the interpreter lock that Ctrl-C ends |
//! | `model` | models |
//! | `solver` | the solver |
//! | `term` | sorts, functions and terms |
//! | `value` | values of Python as literals, and back |

#![allow(missing_docs)] // What Python's users see is described in `_sinew.pyi` and in the docstrings.

mod error;
mod interrupt;
mod model;
mod solver;
mod term;
mod value;

use pyo3::prelude::*;

#[pymodule]
fn _sinew(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<term::Sort>()?;
    module.add_class::<term::Function>()?;
    module.add_class::<term::Term>()?;
    module.add_class::<model::Model>()?;
    module.add_class::<solver::Solver>()?;
    module.add_function(wrap_pyfunction!(term::parse, module)?)?;
    error::register(module)
}
