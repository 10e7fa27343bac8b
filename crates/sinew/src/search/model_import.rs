//! Models of the engine, in the terms of the reference semantics.

use std::collections::BTreeMap;

use sinew_engine::Value as Found;
use sinew_semantics::{Interpretation, Model, Value};
use sinew_term::{Integer, Sort};

fn value(found: &Found) -> Value {
    match found {
        Found::Bool(value) => Value::Bool(*value),
        Found::Int(value) => Value::from(value),
        Found::Str(value) => Value::Str(value.clone()),
        Found::Element(Sort::User(sort), number) => Value::User(*sort, u64::from(*number)),
        Found::Element(sort, _) => Value::default_of(*sort),
    }
}

/// The same model, as the reference semantics reads it.
pub(crate) fn reference_model(found: &sinew_engine::Model) -> Model {
    let mut model = Model::new();
    for table in &found.functions {
        if table.entries.is_empty() {
            model.set(table.fun, constant_or_table(value(&table.default)));
        } else {
            let entries = table
                .entries
                .iter()
                .map(|(key, result)| (key.iter().map(value).collect(), value(result)));
            model.set_table(table.fun, entries, value(&table.default));
        }
    }
    model.set_div0(by_zero(&found.div_by_zero));
    model.set_mod0(by_zero(&found.mod_by_zero));
    model
}

fn constant_or_table(value: Value) -> Interpretation {
    Interpretation::Table {
        entries: BTreeMap::new(),
        default: value,
    }
}

fn by_zero(entries: &[(Integer, Integer)]) -> Interpretation {
    let entries = entries
        .iter()
        .map(|(n, result)| (vec![Value::from(n)], Value::from(result)));
    Interpretation::Table {
        entries: entries.collect(),
        default: Value::from(0),
    }
}
