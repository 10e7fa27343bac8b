//! Models: what the declared symbols mean.
//!
//! A model interprets constants by values and functions either by a definition, as printed
//! models have it (`define-fun`), or by a finite table with a default. Division by zero belongs
//! to the model as well: the theory *Ints* leaves `(div t 0)` and `(mod t 0)` open, but they are
//! functions, so equal dividends give equal results.

use std::collections::BTreeMap;

use sinew_term::{FunId, Sort, SortId, Term, TermStore};

use crate::value::Value;

/// What one function symbol means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interpretation {
    /// A constant's value.
    Constant(Value),
    /// `(define-fun f (params) R body)`; the body may use `f` itself, as in `define-fun-rec`.
    Definition {
        /// Variables of the argument sorts, distinct.
        params: Vec<Term>,
        /// A term whose free variables are among the parameters.
        body: Term,
    },
    /// Finitely many exceptions to one value.
    Table {
        /// The results for these arguments.
        entries: BTreeMap<Vec<Value>, Value>,
        /// The result for all others.
        default: Value,
    },
}

/// An interpretation of the declared symbols.
///
/// ```
/// use sinew_semantics::{Model, Value, eval};
/// use sinew_term::{Sort, TermStore};
/// let mut store = TermStore::new();
/// let f = store.declare("f", &[Sort::Int], Sort::Int);
/// let (n, one) = (store.var("n", Sort::Int), store.int(1));
/// let body = store.add(&[n, one]);
/// let mut model = Model::new();
/// model.set_function(f, vec![n], body);
/// let two = store.int(2);
/// let application = store.apply(f, &[two]);
/// assert_eq!(eval(&store, &model, application), Ok(Value::from(3)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    symbols: BTreeMap<FunId, Interpretation>,
    universes: BTreeMap<SortId, u64>,
    div0: Option<Interpretation>,
    mod0: Option<Interpretation>,
    completed: bool,
}

impl Model {
    /// A model that interprets nothing.
    #[must_use]
    pub fn new() -> Model {
        Model::default()
    }

    /// The same model, with every symbol that it leaves out interpreted by the default of its
    /// sort ([`Value::default_of`]; functions are constant). Solvers leave out don't-cares.
    #[must_use]
    pub fn with_defaults(mut self) -> Model {
        self.completed = true;
        self
    }

    /// Whether symbols that are left out have their default.
    #[must_use]
    pub fn has_defaults(&self) -> bool {
        self.completed
    }

    /// Gives a constant its value; one of the constant's sort.
    pub fn set_constant(&mut self, fun: FunId, value: Value) {
        self.symbols.insert(fun, Interpretation::Constant(value));
    }

    /// Defines a function by a term over variables that stand for its arguments. Without
    /// parameters it defines a constant by a term.
    pub fn set_function(&mut self, fun: FunId, params: Vec<Term>, body: Term) {
        self.symbols
            .insert(fun, Interpretation::Definition { params, body });
    }

    /// Defines a function by a table.
    pub fn set_table(
        &mut self,
        fun: FunId,
        entries: impl IntoIterator<Item = (Vec<Value>, Value)>,
        default: Value,
    ) {
        let entries = entries.into_iter().collect();
        self.symbols
            .insert(fun, Interpretation::Table { entries, default });
    }

    /// Says what a symbol means.
    pub fn set(&mut self, fun: FunId, interpretation: Interpretation) {
        self.symbols.insert(fun, interpretation);
    }

    /// Takes the interpretation of a symbol away.
    pub fn remove(&mut self, fun: FunId) -> Option<Interpretation> {
        self.symbols.remove(&fun)
    }

    /// What the symbol means, if the model says so.
    #[must_use]
    pub fn get(&self, fun: FunId) -> Option<&Interpretation> {
        self.symbols.get(&fun)
    }

    /// The interpreted symbols, in the order in which the store knows them.
    pub fn iter(&self) -> impl Iterator<Item = (FunId, &Interpretation)> {
        self.symbols.iter().map(|(&fun, meaning)| (fun, meaning))
    }

    /// How many symbols are interpreted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.symbols.len()
    }

    /// Whether no symbol is interpreted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// Fixes the elements of a declared sort: `0..size`. Quantifiers over it range over these.
    pub fn set_universe(&mut self, sort: SortId, size: u64) {
        self.universes.insert(sort, size);
    }

    /// How many elements a declared sort has, if the model says so.
    #[must_use]
    pub fn universe(&self, sort: SortId) -> Option<u64> {
        self.universes.get(&sort).copied()
    }

    /// Says what `(div n 0)` is as a function of n, or as z3 prints it, of n and the divisor 0.
    /// Unless set, it is 0.
    pub fn set_div0(&mut self, meaning: Interpretation) {
        self.div0 = Some(meaning);
    }

    /// Says what `(mod n 0)` is as a function of n, or of n and 0. Unless set, it is 0.
    pub fn set_mod0(&mut self, meaning: Interpretation) {
        self.mod0 = Some(meaning);
    }

    /// What `(div n 0)` is.
    #[must_use]
    pub fn div0(&self) -> Option<&Interpretation> {
        self.div0.as_ref()
    }

    /// What `(mod n 0)` is.
    #[must_use]
    pub fn mod0(&self) -> Option<&Interpretation> {
        self.mod0.as_ref()
    }

    /// Whether the interpretation fits the symbol's rank: number and sorts of the parameters,
    /// sort of the result. [`Evaluator`](crate::Evaluator) relies on it.
    #[must_use]
    pub fn fits(store: &TermStore, fun: FunId, meaning: &Interpretation) -> bool {
        let decl = store.fun(fun);
        fits_rank(store, &decl.params, decl.result, meaning)
    }
}

pub(crate) fn fits_rank(
    store: &TermStore,
    params: &[Sort],
    result: Sort,
    meaning: &Interpretation,
) -> bool {
    match meaning {
        Interpretation::Constant(value) => params.is_empty() && value.sort() == result,
        Interpretation::Definition { params: vars, body } => {
            vars.len() == params.len()
                && vars.iter().zip(params).all(|(&v, &p)| store.sort(v) == p)
                && store.sort(*body) == result
        }
        Interpretation::Table { entries, default } => {
            default.sort() == result
                && entries.iter().all(|(key, value)| {
                    value.sort() == result
                        && key.len() == params.len()
                        && key.iter().zip(params).all(|(k, &p)| k.sort() == p)
                })
        }
    }
}
