//! Decides SMT-LIB files by simplification alone and prints `sat`, `unsat` or `unknown` for each.
//!
//! `cargo run --release -p sinew-simplify --example decide -- [-v] FILE…`
//!
//! A `sat` is printed only if the model that comes back through the passes satisfies the original
//! assertions by the reference semantics. With `-v` an undecided problem is printed, too.

#![allow(clippy::print_stdout)]

use sinew_base::Budget;
use sinew_semantics::{Evaluator, Model, Value, Verdict, check};
use sinew_simplify::{Preprocessed, Preprocessor, Problem};
use sinew_smtlib::{Command, Environment, parse_script, print_term};
use sinew_term::{Term, TermStore};

fn main() {
    let mut verbose = false;
    for argument in std::env::args().skip(1) {
        if argument == "-v" {
            verbose = true;
            continue;
        }
        let start = std::time::Instant::now();
        let answer = match std::fs::read_to_string(&argument) {
            Ok(text) => decide(&text, verbose),
            Err(error) => format!("error: {error}"),
        };
        println!("{argument}\t{answer}\t{}", start.elapsed().as_millis());
    }
}

fn decide(text: &str, verbose: bool) -> String {
    let (mut store, mut env) = (TermStore::new(), Environment::new());
    let commands = match parse_script(&mut store, &mut env, text) {
        Ok(commands) => commands,
        Err(error) => return format!("error: {error:?}"),
    };
    let assertions: Vec<Term> = commands
        .iter()
        .filter_map(|command| match command {
            Command::Assert { term, .. } => Some(*term),
            _ => None,
        })
        .collect();
    let mut preprocessor = Preprocessor::new();
    let budget = Budget::with_steps(50_000_000);
    let result = preprocessor.run(&mut store, Problem::new(&assertions), &budget);
    if result.problem.refuted(&store).is_some() {
        return "unsat".to_owned();
    }
    if result.problem.is_trivial() {
        return confirm(&store, &assertions, &result);
    }
    if verbose {
        for (term, _) in &result.problem.assertions {
            let text = print_term(&store, *term);
            println!("    {}", &text[..text.len().min(600)]);
        }
    }
    "unknown".to_owned()
}

/// `sat` if the model checks out.
fn confirm(store: &TermStore, assertions: &[Term], result: &Preprocessed) -> String {
    let mut model = Model::new().with_defaults();
    for (fun, term) in result.extension.definitions() {
        let value = Evaluator::new(store, &model).eval(term);
        match value {
            Ok(value) => model.set_constant(fun, value),
            Err(why) => return format!("unknown: {}", why.describe(store)),
        }
    }
    // Regular languages as values are not printable; they never are eliminated here.
    debug_assert!(
        model
            .iter()
            .all(|(_, i)| !matches!(i, sinew_semantics::Interpretation::Constant(Value::Re(_))))
    );
    match check(store, &model, assertions) {
        Verdict::Satisfied => "sat".to_owned(),
        Verdict::Undecided { reason, .. } => {
            format!("unknown: {}", reason.describe(store))
        }
        Verdict::Falsified { .. } => "WRONG MODEL".to_owned(),
    }
}
