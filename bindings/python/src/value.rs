//! Values of Python as literals, and back.
//!
//! Strings of Python are sequences of code points, surrogates included, as those of SMT-LIB are;
//! Rust's are not, so strings with surrogates go by way of UTF-32.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyString};
use sinew::ast::{Ast, Bool, Dynamic, Int, String as Str};

use crate::error;

/// The code points of a string.
fn code_points(text: &Bound<'_, PyString>) -> PyResult<Vec<u32>> {
    if let Ok(text) = text.to_cow() {
        return Ok(text.chars().map(u32::from).collect());
    }
    let encoded = text.call_method1("encode", ("utf-32-le", "surrogatepass"))?;
    let bytes: Vec<u8> = encoded.extract()?;
    let (words, _) = bytes.as_chunks::<4>();
    Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
}

/// The string of these code points.
fn text<'py>(py: Python<'py>, points: &[u32]) -> PyResult<Bound<'py, PyAny>> {
    let plain: Option<String> = points.iter().map(|&point| char::from_u32(point)).collect();
    if let Some(plain) = plain {
        return plain.into_bound_py_any(py);
    }
    let bytes: Vec<u8> = points
        .iter()
        .flat_map(|point| point.to_le_bytes())
        .collect();
    PyBytes::new(py, &bytes).call_method1("decode", ("utf-32-le", "surrogatepass"))
}

fn string(value: &Bound<'_, PyString>) -> PyResult<Dynamic> {
    let literal = Str::from_code_points(&code_points(value)?);
    Ok(literal
        .map_err(|error| error::of_term(&error))?
        .to_dynamic())
}

fn integer(value: &Bound<'_, PyInt>) -> PyResult<Dynamic> {
    if let Ok(small) = value.extract::<i64>() {
        return Ok(Int::from(small).to_dynamic());
    }
    let digits: String = value.str()?.extract()?;
    match Int::from_decimal(&digits) {
        Some(literal) => Ok(literal.to_dynamic()),
        None => Err(PyTypeError::new_err(format!("`{digits}` is no integer"))),
    }
}

/// The literal of a value: of `str`, `int` or `bool`.
pub(crate) fn literal(value: &Bound<'_, PyAny>) -> PyResult<Dynamic> {
    // A truth value of Python is an integer too, so it comes first.
    if let Ok(value) = value.cast::<PyBool>() {
        Ok(Bool::from_bool(value.is_true()).to_dynamic())
    } else if let Ok(value) = value.cast::<PyInt>() {
        integer(value)
    } else if let Ok(value) = value.cast::<PyString>() {
        string(value)
    } else {
        let found = value.get_type().name()?;
        let message = format!("expected a Term, str, int or bool, but got {found}");
        Err(PyTypeError::new_err(message))
    }
}

/// The value of a literal; `None` for what is none.
pub(crate) fn value(py: Python<'_>, term: &Dynamic) -> PyResult<Option<Py<PyAny>>> {
    if let Some(truth) = term.as_bool().and_then(|literal| literal.as_bool()) {
        return Ok(Some(truth.into_py_any(py)?));
    }
    if let Some(text_literal) = term.as_string()
        && let Some(points) = text_literal.as_code_points()
    {
        return Ok(Some(text(py, points)?.unbind()));
    }
    let Some(number) = term.as_int() else {
        return Ok(None);
    };
    if let Some(small) = number.as_i64() {
        return Ok(Some(small.into_py_any(py)?));
    }
    match number.as_decimal() {
        Some(digits) => {
            let number = py.get_type::<PyInt>().call1((digits,))?;
            Ok(Some(number.unbind()))
        }
        None => Ok(None),
    }
}
