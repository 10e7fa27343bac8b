//! Sorts, functions and terms.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use sinew::ast::{Ast, Bool, Dynamic, FuncDecl, Kind, exists_const, forall_const};

use crate::{error, value};

fn hash(item: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    item.hash(&mut hasher);
    hasher.finish()
}

/// The sort of a term.
#[pyclass(frozen, eq, from_py_object, module = "sinew")]
#[derive(Clone, PartialEq)]
pub(crate) struct Sort(pub(crate) sinew::Sort);

#[pymethods]
impl Sort {
    /// The sort of this name: `Bool`, `Int`, `String`, `RegLan`, or one of which nothing is known but
    /// its name.
    #[new]
    fn new(name: &str) -> Sort {
        Sort(match name {
            "Bool" => sinew::Sort::Bool,
            "Int" => sinew::Sort::Int,
            "String" => sinew::Sort::String,
            "RegLan" => sinew::Sort::RegLan,
            _ => sinew::Sort::uninterpreted(name),
        })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> String {
        self.0.to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Sort({:?})", self.0.to_string())
    }

    fn __hash__(&self) -> u64 {
        hash(&self.0)
    }
}

/// A function that has a name and a rank, and no other meaning.
#[pyclass(frozen, eq, from_py_object, module = "sinew")]
#[derive(Clone, PartialEq)]
pub(crate) struct Function(pub(crate) FuncDecl);

#[pymethods]
impl Function {
    /// The function of this name, with arguments and a result of these sorts.
    #[new]
    fn new(name: &str, domain: Vec<Sort>, range: &Sort) -> Function {
        let domain: Vec<sinew::Sort> = domain.into_iter().map(|sort| sort.0).collect();
        Function(FuncDecl::new(name, &domain, range.0.clone()))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The sorts of its arguments.
    #[getter]
    fn domain(&self) -> Vec<Sort> {
        self.0.domain().iter().cloned().map(Sort).collect()
    }

    /// The sort of its values.
    #[getter]
    fn range(&self) -> Sort {
        Sort(self.0.range().clone())
    }

    /// The function of these arguments.
    #[pyo3(signature = (*args))]
    fn __call__(&self, args: &Bound<'_, PyTuple>) -> PyResult<Term> {
        let applied = self.0.apply(&arguments(args)?);
        match applied.kind() {
            Kind::Broken => Err(applied
                .error()
                .map_or_else(|| error::SortError::new_err(""), |why| error::of_term(&why))),
            _ => Ok(Term(applied)),
        }
    }

    fn __repr__(&self) -> String {
        let domain: Vec<String> = self.0.domain().iter().map(ToString::to_string).collect();
        format!(
            "{} ({}) {}",
            self.0.name(),
            domain.join(" "),
            self.0.range()
        )
    }

    fn __hash__(&self) -> u64 {
        hash(&self.0.name())
    }
}

/// A term. It belongs to no solver; `==` says whether two are the same term.
#[pyclass(frozen, eq, from_py_object, module = "sinew")]
#[derive(Clone, PartialEq)]
pub(crate) struct Term(pub(crate) Dynamic);

/// Terms, or values of Python for literals.
pub(crate) fn arguments(args: &Bound<'_, PyTuple>) -> PyResult<Vec<Dynamic>> {
    args.iter().map(|arg| argument(&arg)).collect()
}

fn argument(arg: &Bound<'_, PyAny>) -> PyResult<Dynamic> {
    match arg.cast::<Term>() {
        Ok(term) => Ok(term.get().0.clone()),
        Err(_) => value::literal(arg),
    }
}

/// As a formula.
pub(crate) fn formula(arg: &Bound<'_, PyAny>) -> PyResult<Bool> {
    let term = argument(arg)?;
    term.as_bool().ok_or_else(|| {
        error::SortError::new_err(format!(
            "expected a Bool, but `{term}` is a {}",
            term.sort()
        ))
    })
}

#[pymethods]
impl Term {
    /// The constant of this name and sort.
    #[staticmethod]
    #[pyo3(name = "const")]
    fn constant(name: &str, sort: &Sort) -> Term {
        Term(Dynamic::new_const(name, &sort.0))
    }

    /// The literal of a `str`, an `int` or a `bool`.
    #[staticmethod]
    fn literal(value: &Bound<'_, PyAny>) -> PyResult<Term> {
        value::literal(value).map(Term)
    }

    /// The operator of this SMT-LIB name applied to arguments; `re.^`, `re.loop` and `divisible` have
    /// indices.
    #[staticmethod]
    #[pyo3(signature = (operator, *args, indices=Vec::new()))]
    fn apply(operator: &str, args: &Bound<'_, PyTuple>, indices: Vec<u32>) -> PyResult<Term> {
        Dynamic::builtin(operator, &indices, &arguments(args)?)
            .map(Term)
            .map_err(|error| error::of_term(&error))
    }

    /// Whether the formula holds for all values of these constants.
    #[staticmethod]
    fn forall(constants: Vec<Term>, body: &Bound<'_, PyAny>) -> PyResult<Term> {
        let bound = bound(constants)?;
        Ok(Term(forall_const(&bound, &formula(body)?).to_dynamic()))
    }

    /// Whether the formula holds for some values of these constants.
    #[staticmethod]
    fn exists(constants: Vec<Term>, body: &Bound<'_, PyAny>) -> PyResult<Term> {
        let bound = bound(constants)?;
        Ok(Term(exists_const(&bound, &formula(body)?).to_dynamic()))
    }

    /// Its sort.
    #[getter]
    fn sort(&self) -> Sort {
        Sort(self.0.sort().clone())
    }

    /// What stands at the root: `literal`, `symbol`, `operator` or `quantifier`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.kind() {
            Kind::Literal => "literal",
            Kind::Symbol => "symbol",
            Kind::Operator => "operator",
            Kind::Quantifier => "quantifier",
            _ => "broken",
        }
    }

    /// The name of the operator, symbol or quantifier; numbers and strings have none.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.0.name()
    }

    /// The indices of `re.^`, `re.loop` and `divisible`.
    #[getter]
    fn indices(&self) -> Vec<u32> {
        self.0.indices()
    }

    /// The arguments; of a quantifier, the constants that it binds and the body.
    #[getter]
    fn args(&self) -> Vec<Term> {
        self.0.children().into_iter().map(Term).collect()
    }

    /// The declared function or constant at the root, if there is one.
    #[getter]
    fn function(&self) -> Option<Function> {
        self.0.decl().map(Function)
    }

    /// The value of a literal, as `str`, `int` or `bool`; otherwise `None`.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        value::value(py, &self.0)
    }

    /// With terms put in place of others, all at once.
    fn substitute(&self, pairs: Vec<(Term, Term)>) -> PyResult<Term> {
        let pairs: Vec<(Dynamic, Dynamic)> =
            pairs.into_iter().map(|(from, to)| (from.0, to.0)).collect();
        self.0
            .substitute(&pairs)
            .map(Term)
            .map_err(|error| error::of_term(&error))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Term {}>", self.0)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.0)
    }
}

/// What a quantifier binds: different constants.
fn bound(constants: Vec<Term>) -> PyResult<Vec<Dynamic>> {
    let bound: Vec<Dynamic> = constants.into_iter().map(|constant| constant.0).collect();
    for (at, constant) in bound.iter().enumerate() {
        let is_constant = constant.kind() == Kind::Symbol && constant.children().is_empty();
        if !is_constant || bound[..at].contains(constant) {
            let message = format!("a quantifier binds different constants, but got `{constant}`");
            return Err(PyValueError::new_err(message));
        }
    }
    Ok(bound)
}

/// The assertions of an SMT-LIB script.
#[pyfunction]
pub(crate) fn parse(script: &str) -> PyResult<Vec<Term>> {
    let formulas = sinew::ast::parse_smt2_string(script).map_err(|error| error::of_text(&error))?;
    Ok(formulas.iter().map(|one| Term(one.to_dynamic())).collect())
}
