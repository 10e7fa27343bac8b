//! Errors of the solver as exceptions.

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(
    sinew,
    SinewError,
    PyException,
    "What all exceptions of this package are."
);
create_exception!(
    sinew,
    SortError,
    SinewError,
    "An operator or a function was applied to the wrong sorts or to the wrong number of arguments."
);
create_exception!(
    sinew,
    OperatorError,
    SinewError,
    "There is no operator of that name."
);
create_exception!(
    sinew,
    CharacterError,
    SinewError,
    "A character beyond U+2FFFF, where the strings of SMT-LIB end."
);
create_exception!(
    sinew,
    ParseError,
    SinewError,
    "A text that is no SMT-LIB script; the message says where and why."
);
create_exception!(
    sinew,
    OptionError,
    SinewError,
    "There is no such option, or it has no such value."
);
create_exception!(
    sinew,
    BusyError,
    SinewError,
    "The solver is at work for another thread, or below a signal handler."
);
create_exception!(
    sinew,
    InternalError,
    SinewError,
    "A defect of the solver ended the call; the solver cannot be used any more."
);

/// The exception for an error of a term.
pub(crate) fn of_term(error: &sinew::Error) -> PyErr {
    let message = error.to_string();
    match error {
        sinew::Error::Character(_) => CharacterError::new_err(message),
        sinew::Error::Operator(_) => OperatorError::new_err(message),
        _ => SortError::new_err(message),
    }
}

/// The exception for an error in a text.
pub(crate) fn of_text(error: &sinew::Error) -> PyErr {
    ParseError::new_err(error.to_string())
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("SinewError", py.get_type::<SinewError>())?;
    module.add("SortError", py.get_type::<SortError>())?;
    module.add("OperatorError", py.get_type::<OperatorError>())?;
    module.add("CharacterError", py.get_type::<CharacterError>())?;
    module.add("ParseError", py.get_type::<ParseError>())?;
    module.add("OptionError", py.get_type::<OptionError>())?;
    module.add("BusyError", py.get_type::<BusyError>())?;
    module.add("InternalError", py.get_type::<InternalError>())
}
