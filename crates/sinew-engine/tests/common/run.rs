//! Running scripts through the engine, with every `sat` confirmed by the reference semantics.
#![allow(dead_code)]

use sinew_base::Budget;
use sinew_engine::{Config, Engine, Outcome, Value};
use sinew_proof::{Checker, EngineRules};
use sinew_semantics as semantics;
use sinew_term::{Sort, Term, TermStore};

use super::Command;

/// A value of the engine as one of the reference semantics.
pub fn value(value: &Value) -> semantics::Value {
    match value {
        Value::Bool(b) => semantics::Value::Bool(*b),
        Value::Int(n) => semantics::Value::Int(n.to_ibig()),
        Value::Str(s) => semantics::Value::Str(s.clone()),
        Value::Element(Sort::User(sort), n) => semantics::Value::User(*sort, u64::from(*n)),
        Value::Element(..) => panic!("regular languages have no value here"),
    }
}

/// A model of the engine as one of the reference semantics.
pub fn model(store: &TermStore, model: &sinew_engine::Model) -> semantics::Model {
    let mut result = semantics::Model::new();
    for table in &model.functions {
        if store.fun(table.fun).params.is_empty() {
            result.set_constant(table.fun, value(&table.default));
        } else {
            let entries = table
                .entries
                .iter()
                .map(|(args, out)| (args.iter().map(value).collect(), value(out)));
            result.set_table(table.fun, entries, value(&table.default));
        }
    }
    let zero =
        |pairs: &[(sinew_term::Integer, sinew_term::Integer)]| semantics::Interpretation::Table {
            entries: pairs
                .iter()
                .map(|(n, out)| {
                    (
                        vec![semantics::Value::Int(n.to_ibig())],
                        semantics::Value::Int(out.to_ibig()),
                    )
                })
                .collect(),
            default: semantics::Value::from(0),
        };
    result.set_div0(zero(&model.div_by_zero));
    result.set_mod0(zero(&model.mod_by_zero));
    result.with_defaults()
}

/// Panics unless all terms are true in the engine's model.
pub fn confirm(store: &TermStore, engine: &Engine, terms: &[Term]) {
    let found = engine.model().expect("sat comes with a model");
    let checked = model(store, found);
    for &term in terms {
        let outcome = semantics::eval(store, &checked, term);
        assert_eq!(
            outcome,
            Ok(semantics::Value::Bool(true)),
            "{} in {found:?}",
            super::text(store, term)
        );
    }
}

/// Replays the log through the checker: it must be accepted, and refute as many queries as there
/// were `Unsat` answers. How many clauses of a plug-in were taken on trust.
pub fn replay(engine: &Engine, unsat: usize) -> u64 {
    let log = engine.log().expect("a log was asked for");
    let mut checker = Checker::new(EngineRules::default());
    for line in log.lines() {
        if let Err(error) = checker.check_line(line) {
            panic!("the proof does not check: {error}\n{line}\n{log}");
        }
    }
    let trusted = checker.rules().trusted().values().sum();
    assert_eq!(checker.finish().queries.len(), unsat, "queries refuted");
    trusted
}

/// The default configuration, with a log.
pub fn logging() -> Config {
    let mut config = Config::default();
    config.log = true;
    config
}

/// Runs a script; the outcome of each check. Models are confirmed, and a log, if the configuration
/// asks for one, is replayed.
pub fn run(
    store: &mut TermStore,
    commands: &[Command],
    config: &Config,
    steps: u64,
) -> (Vec<Outcome>, Engine) {
    let mut engine = Engine::new(config.clone(), store);
    let mut asserted: Vec<Term> = Vec::new();
    let mut outcomes = Vec::new();
    for command in commands {
        match command {
            Command::Assert(term) => {
                engine.assert(store, *term, asserted.len() as u32);
                asserted.push(*term);
            }
            Command::Check(assumptions) => {
                let budget = Budget::with_steps(steps);
                let outcome = engine.check(store, assumptions, &budget);
                if outcome == Outcome::Sat {
                    let mut all = asserted.clone();
                    all.extend_from_slice(assumptions);
                    confirm(store, &engine, &all);
                }
                outcomes.push(outcome);
            }
        }
    }
    let unsat = outcomes.iter().filter(|&&o| o == Outcome::Unsat).count();
    if config.log && unsat > 0 {
        assert_eq!(replay(&engine, unsat), 0, "nothing is taken on trust");
    }
    (outcomes, engine)
}

/// The answer of the engine to a conjunction, from scratch; an `Unsat` replays through the checker.
pub fn solve(store: &mut TermStore, terms: &[Term]) -> Outcome {
    let commands: Vec<Command> = terms
        .iter()
        .map(|&t| Command::Assert(t))
        .chain([Command::Check(Vec::new())])
        .collect();
    run(store, &commands, &logging(), u64::MAX).0[0]
}
