//! Models as plain data, and how they are read off a satisfying assignment.
//!
//! Integers have the value that arithmetic gave them; classes of declared sorts are numbered
//! elements, different classes different elements; strings have the value of a literal in their
//! class, or what the plug-in says, or otherwise a string that no other class has. A function is
//! a table of its applications by argument values, and the default of its sort elsewhere.

use rustc_hash::FxHashMap;
use sinew_sat::Context;
use sinew_term::{FunId, Integer, Op, Sort, Term, TermStore};

use crate::driver::Driver;
use crate::egraph::{NodeId, TRUE};
use crate::plugin::PluginContext;

/// A value of a model.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Integer),
    /// The code points of a string.
    Str(Vec<u32>),
    /// An element of a declared sort (or, without meaning, of `RegLan`).
    Element(Sort, u32),
}

impl Value {
    /// The value that symbols have when nothing constrains them.
    #[must_use]
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(Integer::ZERO),
            Sort::String => Value::Str(Vec::new()),
            Sort::RegLan | Sort::User(_) => Value::Element(sort, 0),
        }
    }
}

/// What one function symbol means: finitely many exceptions to a default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionTable {
    /// The symbol. A constant has no entries; its value is the default.
    pub fun: FunId,
    /// Arguments and results, sorted by arguments.
    pub entries: Vec<(Vec<Value>, Value)>,
    /// The result for all other arguments.
    pub default: Value,
}

/// A model: what the symbols of the assertions mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// Constants and functions, sorted by symbol. Symbols that are left out may mean anything.
    pub functions: Vec<FunctionTable>,
    /// `(div n 0)` for these `n`, sorted; 0 for all others.
    pub div_by_zero: Vec<(Integer, Integer)>,
    /// `(mod n 0)` for these `n`, sorted; 0 for all others.
    pub mod_by_zero: Vec<(Integer, Integer)>,
}

impl Model {
    /// Gives a constant a value, in place of one that it has.
    pub fn set_constant(&mut self, fun: FunId, value: Value) {
        let table = FunctionTable {
            fun,
            entries: Vec::new(),
            default: value,
        };
        match self.functions.binary_search_by_key(&fun, |table| table.fun) {
            Ok(place) => self.functions[place] = table,
            Err(place) => self.functions.insert(place, table),
        }
    }

    /// The table of a symbol.
    #[must_use]
    pub fn function(&self, fun: FunId) -> Option<&FunctionTable> {
        self.functions
            .binary_search_by_key(&fun, |table| table.fun)
            .ok()
            .map(|at| &self.functions[at])
    }

    /// The value of a constant.
    #[must_use]
    pub fn constant(&self, fun: FunId) -> Option<&Value> {
        self.function(fun).map(|table| &table.default)
    }
}

/// What is known of strings when values are given to classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strings {
    /// Nothing yet but literals: each class is an element of its own.
    Apart,
    /// The words of the plug-in's last call.
    Words,
}

/// Values of the classes of the e-graph in the candidate model.
#[derive(Debug, Default)]
pub(crate) struct Valuation {
    values: FxHashMap<NodeId, Value>,
    elements: FxHashMap<Sort, u32>,
    used: rustc_hash::FxHashSet<Vec<u32>>,
    next: u32,
}

impl Valuation {
    fn element(&mut self, sort: Sort) -> Value {
        let next = self.elements.entry(sort).or_insert(0);
        *next += 1;
        Value::Element(sort, *next - 1)
    }

    /// A string that no class has.
    fn fresh_string(&mut self) -> Value {
        loop {
            let mut number = self.next;
            self.next += 1;
            let mut text = Vec::new();
            while number > 0 {
                number -= 1;
                text.push(u32::from(b'a') + number % 26);
                number /= 26;
            }
            if self.used.insert(text.clone()) {
                return Value::Str(text);
            }
        }
    }
}

impl Driver<'_> {
    /// The value of an integer node in the arithmetic model.
    pub(crate) fn int_value(&self, node: NodeId) -> Integer {
        let arith = &self.state.arith;
        self.state
            .bridge
            .linear
            .get(&node)
            .map_or(Integer::ZERO, |expr| {
                expr.evaluate(|var| arith.value(var).unwrap_or(Integer::ZERO))
            })
    }

    /// Values for all classes. Truth values must be decided.
    pub(crate) fn valuation(&mut self, cx: &mut Context<'_>, strings: Strings) -> Valuation {
        let mut valuation = Valuation::default();
        let roots: Vec<NodeId> = self.state.egraph.roots().collect();
        for &root in &roots {
            if let Some(value) = self.literal_string(root) {
                valuation.used.insert(value.clone());
                valuation.values.insert(root, Value::Str(value));
            }
        }
        let mut open = Vec::new();
        for &root in &roots {
            let egraph = &self.state.egraph;
            let value = match egraph.sort(root) {
                Sort::Bool => Value::Bool(self.bool_value(cx, root)),
                Sort::Int => Value::Int(self.int_value(root)),
                Sort::String => {
                    if !valuation.values.contains_key(&root) {
                        open.push(root);
                    }
                    continue;
                }
                sort => valuation.element(sort),
            };
            valuation.values.insert(root, value);
        }
        for root in open {
            if strings == Strings::Apart {
                let value = valuation.element(Sort::String);
                valuation.values.insert(root, value);
                continue;
            }
            let value = match self.plugin_string(cx, root) {
                Some(text) => {
                    valuation.used.insert(text.clone());
                    Value::Str(text)
                }
                None => valuation.fresh_string(),
            };
            valuation.values.insert(root, value);
        }
        valuation
    }

    fn literal_string(&self, root: NodeId) -> Option<Vec<u32>> {
        let value = self.state.egraph.value(root)?;
        let term = self.state.egraph.term(value);
        self.store.str_value(term).map(<[u32]>::to_vec)
    }

    fn plugin_string(&mut self, cx: &mut Context<'_>, root: NodeId) -> Option<Vec<u32>> {
        let term = self.state.egraph.term(root);
        let plugin = self.plugin.as_mut()?;
        let mut context = PluginContext::new(self.state, self.store, cx);
        plugin.string_value(&mut context, term)
    }

    fn bool_value(&self, cx: &Context<'_>, node: NodeId) -> bool {
        let egraph = &self.state.egraph;
        match egraph.value(node) {
            Some(value) => value == TRUE,
            None => egraph
                .lit(node)
                .and_then(|lit| cx.value(lit))
                .unwrap_or(false),
        }
    }

    /// Whether this is a truth value that nobody needs, so that it is not decided.
    pub(crate) fn is_open(&self, cx: &Context<'_>, node: NodeId) -> bool {
        let egraph = &self.state.egraph;
        egraph.sort(node) == Sort::Bool
            && egraph.value(node).is_none()
            && egraph.lit(node).and_then(|lit| cx.value(lit)).is_none()
    }

    pub(crate) fn node_value(&self, valuation: &Valuation, node: NodeId) -> Value {
        let root = self.state.egraph.root(node);
        match valuation.values.get(&root) {
            Some(value) => value.clone(),
            None => Value::default_of(self.state.egraph.sort(node)),
        }
    }

    /// The model of a candidate that has passed all checks.
    pub(crate) fn build_model(&mut self, cx: &mut Context<'_>) -> Model {
        let valuation = self.valuation(cx, Strings::Words);
        let mut tables: FxHashMap<FunId, FunctionTable> = FxHashMap::default();
        let mut model = Model::default();
        for info in &self.state.vars {
            if let Some(term) = info.term
                && let (Op::Apply(fun), []) = (self.store.op(term), self.store.args(term))
                && let Some(&lit) = self.state.lit_of.get(term)
            {
                let value = cx.value(lit).unwrap_or(false);
                set_constant(&mut tables, fun, Value::Bool(value));
            }
        }
        for &(term, var) in self.state.bridge.leaves() {
            if let (Op::Apply(fun), []) = (self.store.op(term), self.store.args(term)) {
                let value = self.state.arith.value(var).unwrap_or(Integer::ZERO);
                set_constant(&mut tables, fun, Value::Int(value));
            }
        }
        for at in 0..self.state.egraph.len() {
            let node = NodeId(at as u32);
            let term = self.state.egraph.term(node);
            let result = self.node_value(&valuation, node);
            let args: Vec<Value> = self
                .state
                .egraph
                .arguments(node)
                .map(|arg| self.node_value(&valuation, arg))
                .collect();
            match self.store.op(term) {
                // An entry would speak for other applications with the same arguments.
                Op::Apply(_) if !args.is_empty() && self.is_open(cx, node) => {}
                Op::Apply(fun) if !args.is_empty() => {
                    let table = tables.entry(fun).or_insert_with(|| FunctionTable {
                        fun,
                        entries: Vec::new(),
                        default: Value::default_of(result_sort(self.store, fun)),
                    });
                    table.entries.push((args, result));
                }
                // Truth values of constants come from their literals.
                Op::Apply(fun) if result_sort(self.store, fun) != Sort::Bool => {
                    set_constant(&mut tables, fun, result);
                }
                op @ (Op::Div | Op::Mod) => {
                    if let [Value::Int(dividend), Value::Int(divisor)] = args.as_slice()
                        && divisor.is_zero()
                        && let Value::Int(result) = result
                    {
                        let zero = if op == Op::Div {
                            &mut model.div_by_zero
                        } else {
                            &mut model.mod_by_zero
                        };
                        zero.push((dividend.clone(), result));
                    }
                }
                _ => {}
            }
        }
        model.functions = tables.into_values().collect();
        model.functions.sort_by_key(|table| table.fun);
        for table in &mut model.functions {
            table.entries.sort();
            table.entries.dedup();
        }
        for zero in [&mut model.div_by_zero, &mut model.mod_by_zero] {
            zero.sort();
            zero.dedup();
        }
        model
    }
}

fn result_sort(store: &TermStore, fun: FunId) -> Sort {
    store.fun(fun).result
}

fn set_constant(tables: &mut FxHashMap<FunId, FunctionTable>, fun: FunId, value: Value) {
    tables.insert(
        fun,
        FunctionTable {
            fun,
            entries: Vec::new(),
            default: value,
        },
    );
}

/// Whether the term is an application whose meaning the model must make functional.
pub(crate) fn is_function(store: &TermStore, term: Term) -> bool {
    match store.op(term) {
        Op::Apply(_) => !store.args(term).is_empty(),
        Op::Div | Op::Mod => store.args(term).len() == 2,
        _ => false,
    }
}
