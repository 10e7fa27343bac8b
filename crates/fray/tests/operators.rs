//! The layer `fray` of `tests/operators.txt`: synthesis computes the values that the table has for
//! the operators that it is said to know, and none for the others.

use fray::synth::exec::{Value, apply};
use sinew_smtlib::{Environment, parse_term};
use sinew_term::{Term, TermStore, postorder};

const TABLE: &str = include_str!("../../../tests/operators.txt");

/// The value of a ground term, by the operators of synthesis alone.
fn computed(store: &TermStore, term: Term) -> Option<Value> {
    let mut values = std::collections::HashMap::new();
    for part in postorder(store, term) {
        let value = match Value::of_literal(store, part) {
            Some(value) => value,
            None => {
                let args: Option<Vec<&Value>> =
                    store.args(part).iter().map(|arg| values.get(arg)).collect();
                apply(store.op(part), &args?)?
            }
        };
        values.insert(part, value);
    }
    values.remove(&term)
}

#[test]
fn synthesis_computes_what_the_table_says() {
    let mut operator = "";
    let mut example = None;
    let mut seen = 0;
    for line in TABLE.lines() {
        if let Some(instance) = line.strip_prefix("  value ") {
            example = instance.split_once(" = ");
        } else if let Some(claim) = line.strip_prefix("  fray ") {
            let (term, value) = example.expect("an instance of the value stands above");
            let (mut store, environment) = (TermStore::new(), Environment::new());
            let mut parse = |text| parse_term(&mut store, &environment, text).expect("it reads");
            let (term, value) = (parse(term), parse(value));
            let found = computed(&store, term);
            if claim == "yes" {
                assert_eq!(found, Value::of_literal(&store, value), "{operator}");
                seen += 1;
            } else {
                assert_eq!(found, None, "{operator} is computed: {claim}");
            }
        } else if !line.starts_with([' ', '#', '[']) {
            (operator, example) = (line, None);
        }
    }
    assert!(seen > 20, "the table has rows for synthesis: {seen}");
}
