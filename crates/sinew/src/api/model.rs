//! Models that evaluate terms.

use std::cell::RefCell;
use std::fmt;

use sinew_base::Integer;
use sinew_semantics::{Evaluator, Interpretation, Value};
use sinew_smtlib::{print_symbol, print_term};
use sinew_term::{FunId, Sort as TermSort, TermStore};

use super::ast::{Ast, Bool, Dynamic, FuncDecl, Int, sealed::Sealed};
use super::import::{import, literal};
use super::sort::Sort;

/// Values for all symbols, with which the assertions hold. It belongs to no solver.
///
/// ```
/// use sinew::{Solver, ast::{Int, String}};
/// let (x, n) = (String::new_const("x"), Int::new_const("n"));
/// let mut solver = Solver::new();
/// solver.assert(x.eq(n.to_str()) & n.gt(41) & n.lt(43));
/// solver.check();
/// let model = solver.get_model().unwrap();
/// assert_eq!(model.value(&x).as_deref(), Some("42"));
/// assert_eq!(model.value(&n).unwrap().to_i64(), Some(42));
/// assert_eq!(model.value(&x.contains("4")), Some(true));
/// ```
#[derive(Clone)]
pub struct Model {
    /// Terms that are evaluated; nothing of a solver.
    store: RefCell<TermStore>,
    values: sinew_semantics::Model,
    /// What the solver gave a meaning to.
    symbols: Vec<FunId>,
}

/// Terms whose values Rust has.
///
/// ```
/// use sinew::ast::{Int, String};
/// use sinew::{Model, Valued};
/// fn show<T: Valued>(model: &Model, term: &T) -> Option<T::Value> {
///     model.value(term)
/// }
/// let mut solver = sinew::Solver::new();
/// solver.assert(String::new_const("x").eq("ab"));
/// solver.check();
/// let length: Int = String::new_const("x").length();
/// assert_eq!(show(solver.get_model().unwrap(), &length).unwrap().to_i64(), Some(2));
/// ```
pub trait Valued: Ast {
    /// What a value is.
    type Value;

    /// The value of a literal.
    fn of_literal(literal: &Self) -> Option<Self::Value>;
}

impl Valued for Bool {
    type Value = bool;

    fn of_literal(literal: &Bool) -> Option<bool> {
        literal.as_bool()
    }
}

impl Valued for Int {
    type Value = Integer;

    fn of_literal(literal: &Int) -> Option<Integer> {
        literal.as_decimal()?.parse().ok()
    }
}

impl Valued for super::ast::String {
    type Value = String;

    fn of_literal(literal: &super::ast::String) -> Option<String> {
        literal.as_string()
    }
}

impl Model {
    /// The solver's model, copied into terms of its own.
    pub(crate) fn new(from: &TermStore, found: &sinew_semantics::Model) -> Model {
        let mut store = TermStore::new();
        let mut values = sinew_semantics::Model::new().with_defaults();
        let mut symbols = Vec::new();
        for (fun, meaning) in found.iter() {
            let name = from.fun_name(fun);
            // Symbols that solving made are not the user's.
            if name.starts_with(['|', '@']) {
                continue;
            }
            let decl = from.fun(fun);
            let params: Vec<TermSort> = decl
                .params
                .iter()
                .map(|&sort| moved(from, &mut store, sort))
                .collect();
            let result = moved(from, &mut store, decl.result);
            let own = store.declare(name, &params, result);
            if let Some(mut meaning) = copied(from, &mut store, meaning) {
                // A table of no arguments is a value.
                if let (true, Interpretation::Table { entries, default }) =
                    (params.is_empty(), &meaning)
                {
                    let value = entries.values().next().unwrap_or(default).clone();
                    meaning = Interpretation::Constant(value);
                }
                values.set(own, meaning);
                symbols.push(own);
            }
        }
        for (meaning, is_div) in [(found.div0(), true), (found.mod0(), false)] {
            match meaning.and_then(|meaning| copied(from, &mut store, meaning)) {
                Some(meaning) if is_div => values.set_div0(meaning),
                Some(meaning) => values.set_mod0(meaning),
                None => {}
            }
        }
        Model {
            store: RefCell::new(store),
            values,
            symbols,
        }
    }

    fn value_of(&self, node: &super::node::Node) -> Option<Value> {
        let term = import(&mut self.store.borrow_mut(), node).ok()?;
        Evaluator::new(&self.store.borrow(), &self.values)
            .eval(term)
            .ok()
    }

    /// The value of a term, as a literal. `None` if it has none here: elements of declared sorts and
    /// languages have no literals, and some values are too large to be computed. With `completion`,
    /// symbols that the solver never saw have default values; without, there is no value then.
    ///
    /// ```
    /// use sinew::{Solver, ast::{Int, String}};
    /// let (x, n) = (String::new_const("x"), Int::new_const("n"));
    /// let mut solver = Solver::new();
    /// solver.assert(x.eq("ab"));
    /// solver.check();
    /// let model = solver.get_model().unwrap();
    /// assert_eq!(model.eval(&x.at(0), false).unwrap().to_string(), r#""a""#);
    /// assert!(model.eval(&n, false).is_none());
    /// assert_eq!(model.eval(&n, true).unwrap().as_i64(), Some(0));
    /// ```
    #[must_use]
    pub fn eval<T: Ast>(&self, term: &T, completion: bool) -> Option<T> {
        if !completion && !self.knows(term.node()) {
            return None;
        }
        literal(&self.value_of(term.node())?).map(T::wrap)
    }

    /// The value of a term, as a value of Rust.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// let x = String::new_const("x");
    /// let mut solver = Solver::new();
    /// solver.assert(x.eq("ab"));
    /// solver.check();
    /// let model = solver.get_model().unwrap();
    /// assert_eq!(model.value(&x).as_deref(), Some("ab"));
    /// assert_eq!(model.value(&x.contains("b")), Some(true));
    /// assert_eq!(model.value(&x.length()).unwrap().to_i64(), Some(2));
    /// ```
    #[must_use]
    pub fn value<T: Valued>(&self, term: &T) -> Option<T::Value> {
        T::of_literal(&self.eval(term, true)?)
    }

    /// Whether the solver gave a meaning to all symbols of the term.
    fn knows(&self, node: &super::node::Node) -> bool {
        let mut store = self.store.borrow_mut();
        let Ok(term) = import(&mut store, node) else {
            return false;
        };
        sinew_term::postorder_all(&store, &[term])
            .iter()
            .all(|&part| match store.op(part) {
                sinew_term::Op::Apply(fun) => self.symbols.contains(&fun),
                _ => true,
            })
    }

    /// The constants that have a value here, with it.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// let x = String::new_const("x");
    /// let mut solver = Solver::new();
    /// solver.assert(x.eq("ab"));
    /// solver.check();
    /// let model = solver.get_model().unwrap();
    /// for (name, value) in model.constants() {
    ///     assert_eq!((name.as_str(), value.to_string().as_str()), ("x", r#""ab""#));
    /// }
    /// ```
    #[must_use]
    pub fn constants(&self) -> Vec<(String, Dynamic)> {
        let store = self.store.borrow();
        let mut all: Vec<(String, Dynamic)> = Vec::new();
        for &fun in &self.symbols {
            if let Some(Interpretation::Constant(value)) = self.values.get(fun)
                && let Some(node) = literal(value)
            {
                all.push((store.fun_name(fun).to_owned(), Dynamic::wrap(node)));
            }
        }
        all
    }
}

/// What a declared function is in a model: its value for some arguments, and for all others.
///
/// ```
/// use sinew::{Solver, Sort, ast::{Ast, FuncDecl, Int, String}};
/// let size = FuncDecl::new("size", &[Sort::String], Sort::Int);
/// let of = |text: &str| size.apply(&[String::from(text).to_dynamic()]).as_int().unwrap();
/// let mut solver = Solver::new();
/// solver.assert(of("a").eq(1) & of("b").eq(2));
/// solver.check();
/// let meaning = solver.get_model().unwrap().function(&size).unwrap();
/// for (arguments, value) in &meaning.entries {
///     println!("size({}) = {value}", arguments[0]);
/// }
/// println!("otherwise {}", meaning.default);
/// ```
#[derive(Clone, Debug)]
pub struct FuncInterp {
    /// Arguments, and the value of the function for them.
    pub entries: Vec<(Vec<Dynamic>, Dynamic)>,
    /// The value for all other arguments.
    pub default: Dynamic,
}

impl Model {
    /// The symbols that the solver gave a meaning to.
    ///
    /// ```
    /// use sinew::{Solver, ast::String};
    /// let x = String::new_const("x");
    /// let mut solver = Solver::new();
    /// solver.assert(x.eq("ab"));
    /// solver.check();
    /// let model = solver.get_model().unwrap();
    /// assert_eq!(model.symbols()[0].name(), "x");
    /// ```
    #[must_use]
    pub fn symbols(&self) -> Vec<FuncDecl> {
        let store = self.store.borrow();
        let sort = |sort| Sort::export(&store, sort);
        let decl = |fun| {
            let domain: Vec<Sort> = store.fun(fun).params.iter().copied().map(sort).collect();
            FuncDecl::new(store.fun_name(fun), &domain, sort(store.fun(fun).result))
        };
        self.symbols.iter().map(|&fun| decl(fun)).collect()
    }

    /// What a function with arguments is here. `None` if nothing is known of it, or if elements of
    /// declared sorts are among the values, which have no literals.
    ///
    /// ```
    /// use sinew::{Solver, Sort, ast::{Ast, FuncDecl, Int, String}};
    /// let hash = FuncDecl::new("hash", &[Sort::String], Sort::Int);
    /// let mut solver = Solver::new();
    /// solver.assert(hash.apply(&[String::from("a").to_dynamic()]).eq(&Int::from(7).to_dynamic()));
    /// solver.check();
    /// let model = solver.get_model().unwrap();
    /// assert_eq!(model.symbols(), [hash.clone()]);
    /// let meaning = model.function(&hash).unwrap();
    /// let value = match meaning.entries.first() {
    ///     Some((_, value)) => value,
    ///     None => &meaning.default,
    /// };
    /// assert_eq!(value.as_int().unwrap().as_i64(), Some(7));
    /// ```
    #[must_use]
    pub fn function(&self, function: &FuncDecl) -> Option<FuncInterp> {
        let mut store = self.store.borrow_mut();
        let domain = function.domain().iter();
        let params: Vec<TermSort> = domain.map(|sort| sort.import(&mut store)).collect();
        let result = function.range().import(&mut store);
        let fun = store.declare(function.name(), &params, result);
        let value = |value: &Value| literal(value).map(Dynamic::wrap);
        match self.values.get(fun)? {
            Interpretation::Table { entries, default } => {
                let mut list = Vec::new();
                for (arguments, result) in entries {
                    let arguments: Option<Vec<Dynamic>> = arguments.iter().map(value).collect();
                    list.push((arguments?, value(result)?));
                }
                Some(FuncInterp {
                    entries: list,
                    default: value(default)?,
                })
            }
            Interpretation::Constant(constant) => Some(FuncInterp {
                entries: Vec::new(),
                default: value(constant)?,
            }),
            Interpretation::Definition { .. } => None,
        }
    }
}

/// One constant with its value in each line.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.constants() {
            writeln!(f, "{} = {value}", print_symbol(&name))?;
        }
        let mut store = self.store.borrow_mut();
        for &fun in &self.symbols {
            if let Some(Interpretation::Table { entries, default }) = self.values.get(fun) {
                let name = print_symbol(store.fun_name(fun)).into_owned();
                for (arguments, value) in entries {
                    write!(f, "{name}(")?;
                    for (at, argument) in arguments.iter().enumerate() {
                        let term = argument.to_term(&mut store);
                        let comma = if at == 0 { "" } else { ", " };
                        write!(f, "{comma}{}", print_term(&store, term))?;
                    }
                    let term = value.to_term(&mut store);
                    writeln!(f, ") = {}", print_term(&store, term))?;
                }
                let term = default.to_term(&mut store);
                writeln!(f, "{name}(…) = {}", print_term(&store, term))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A sort of one store in another; declared sorts have their names.
fn moved(from: &TermStore, to: &mut TermStore, sort: TermSort) -> TermSort {
    match sort {
        TermSort::User(id) => to.user_sort(from.user_sort_parts(id).0, &[]),
        other => other,
    }
}

fn moved_value(from: &TermStore, to: &mut TermStore, value: &Value) -> Value {
    match value {
        Value::User(id, number) => match moved(from, to, TermSort::User(*id)) {
            TermSort::User(own) => Value::User(own, *number),
            _ => value.clone(),
        },
        other => other.clone(),
    }
}

/// A meaning by values alone. (Definitions come from scripts, and there are none.)
fn copied(
    from: &TermStore,
    to: &mut TermStore,
    meaning: &Interpretation,
) -> Option<Interpretation> {
    match meaning {
        Interpretation::Constant(value) => {
            Some(Interpretation::Constant(moved_value(from, to, value)))
        }
        Interpretation::Definition { .. } => None,
        Interpretation::Table { entries, default } => {
            let entries = entries
                .iter()
                .map(|(key, value)| {
                    let key = key
                        .iter()
                        .map(|value| moved_value(from, to, value))
                        .collect();
                    (key, moved_value(from, to, value))
                })
                .collect();
            let default = moved_value(from, to, default);
            Some(Interpretation::Table { entries, default })
        }
    }
}
