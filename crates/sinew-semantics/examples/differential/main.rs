//! Compares the reference semantics with z3 and cvc5 on ground terms.
//!
//! `cargo run --release -p sinew-semantics --example differential -- [OPTION VALUE]…`
//!
//! Random well-sorted ground terms over all symbols (`--terms N`, `--seed S`), and the ground
//! assertions and ground sub-terms of the `.smt2` files below a folder (`--corpus DIR`), are
//! evaluated; for each value v of a term t the solvers are asked whether t ≠ v is satisfiable.
//! `sat` is a disagreement. Solvers that are not there are skipped with a message. What the
//! solvers reject, or give up on, is counted, not judged.
#![allow(clippy::print_stdout, clippy::print_stderr)] // It is a program for the command line.

mod generate;
mod solver;

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use sinew_semantics::{Evaluator, Interpretation, Limits, Model, Value};
use sinew_smtlib::{Command, Environment, parse_script, print_term};
use sinew_term::{Op, Sort, Term, TermStore, postorder};

use generate::Generator;
use solver::{Answer, Query, Solver};

struct Options {
    terms: usize,
    seed: u64,
    corpus: Option<PathBuf>,
    z3: String,
    cvc5: String,
    batch: usize,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        terms: 1000,
        seed: 1,
        corpus: None,
        z3: "z3".to_owned(),
        cvc5: "cvc5".to_owned(),
        batch: 200,
    };
    let mut args = std::env::args().skip(1);
    while let Some(name) = args.next() {
        let value = args.next().ok_or(format!("{name} needs a value"))?;
        let number = || value.parse::<usize>().map_err(|e| format!("{name}: {e}"));
        match name.as_str() {
            "--terms" => options.terms = number()?,
            "--seed" => options.seed = number()? as u64,
            "--batch" => options.batch = number()?.max(1),
            "--corpus" => options.corpus = Some(value.into()),
            "--z3" => options.z3 = value,
            "--cvc5" => options.cvc5 = value,
            _ => return Err(format!("unknown option {name}")),
        }
    }
    Ok(options)
}

/// The value of a ground term, if it is the same whatever division by zero gives: to that end
/// the model leaves division by zero to a constant without interpretation.
fn value_of(store: &mut TermStore, term: Term) -> Option<Value> {
    let n = store.var("n", Sort::Int);
    let open = store.constant("division by zero", Sort::Int);
    let meaning = || Interpretation::Definition {
        params: vec![n],
        body: open,
    };
    let mut model = Model::new();
    model.set_div0(meaning());
    model.set_mod0(meaning());
    let limits = Limits {
        string_length: 2000,
        steps: 10_000_000,
        integer_bits: 10_000,
        ..Limits::default()
    };
    Evaluator::with_limits(store, &model, limits)
        .eval(term)
        .ok()
}

/// The question whether `term` can differ from its value.
fn query(store: &mut TermStore, term: Term, origin: String) -> Option<Query> {
    let value = value_of(store, term)?;
    let literal = value.to_term(store);
    Some(Query {
        term: print_term(store, term),
        value: print_term(store, literal),
        origin,
    })
}

fn random_queries(options: &Options) -> Vec<Query> {
    let mut queries = Vec::with_capacity(options.terms);
    let mut generator = Generator::new(options.seed);
    let mut seen = HashSet::new();
    let mut store = TermStore::new();
    let mut tried = 0usize;
    while queries.len() < options.terms {
        if store.term_count() > 1_000_000 {
            store = TermStore::new();
        }
        tried += 1;
        let term = generator.term(&mut store);
        let printed = print_term(&store, term);
        if printed.len() > 1000 || !seen.insert(printed) {
            continue;
        }
        queries.extend(query(&mut store, term, format!("random {tried}")));
    }
    println!("{} random terms ({tried} tried)", queries.len());
    queries
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_below(&path, files);
        } else if path.extension().is_some_and(|ext| ext == "smt2") {
            files.push(path);
        }
    }
}

/// The ground assertions of a file and the largest ground terms in the others.
fn ground_terms(store: &TermStore, commands: &[Command]) -> (Vec<Term>, Vec<Term>) {
    let (mut assertions, mut parts) = (Vec::new(), Vec::new());
    for command in commands {
        let Command::Assert { term, .. } = command else {
            continue;
        };
        if store.is_ground(*term) {
            assertions.push(*term);
            continue;
        }
        for sub in postorder(store, *term) {
            let arguments = store.args(sub).iter().copied();
            if !store.is_ground(sub) {
                parts.extend(arguments.filter(|&arg| {
                    store.is_ground(arg)
                        && !store.args(arg).is_empty()
                        && !matches!(store.sort(arg), Sort::RegLan | Sort::User(_))
                        && store.op(arg) != Op::Pattern
                }));
            }
        }
    }
    (assertions, parts)
}

fn corpus_queries(folder: &Path) -> Vec<Query> {
    let mut files = Vec::new();
    files_below(folder, &mut files);
    let (mut queries, mut seen) = (Vec::new(), HashSet::new());
    let (mut unread, mut ground, mut undecided) = (0, 0, 0);
    for file in &files {
        let Ok(text) = std::fs::read_to_string(file) else {
            unread += 1;
            continue;
        };
        let (mut store, mut env) = (TermStore::new(), Environment::new());
        let Ok(commands) = parse_script(&mut store, &mut env, &text) else {
            eprintln!("not read: {}", file.display());
            unread += 1;
            continue;
        };
        let (assertions, parts) = ground_terms(&store, &commands);
        ground += assertions.len();
        for term in assertions.iter().chain(&parts) {
            match query(&mut store, *term, file.display().to_string()) {
                Some(query) if seen.insert(query.term.clone()) => queries.push(query),
                Some(_) => {}
                None => {
                    eprintln!("not decided: {}", file.display());
                    undecided += 1;
                }
            }
        }
    }
    println!(
        "{} files ({unread} not read), {ground} ground assertions, {} distinct ground terms, {undecided} not decided",
        files.len(),
        queries.len()
    );
    queries
}

fn report(solver: &Solver, queries: &[Query], batch: usize) -> usize {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut messages: BTreeMap<String, usize> = BTreeMap::new();
    let mut disagreements = 0;
    for part in queries.chunks(batch) {
        for (query, answer) in part.iter().zip(solver.run(part)) {
            *counts.entry(answer.name()).or_default() += 1;
            if answer == Answer::Disagrees {
                disagreements += 1;
                let Query {
                    term,
                    value,
                    origin,
                } = query;
                println!(
                    "DISAGREE {}\n  {term}\n  here: {value} ({origin})",
                    solver.name
                );
            } else if answer == Answer::Died && counts["died"] <= 5 {
                println!("{} has no answer: {}", solver.name, query.term);
            } else if let Answer::Rejected(message) = answer {
                *messages.entry(message).or_default() += 1;
            }
        }
    }
    for (message, count) in messages {
        println!("{} rejects {count}: {message}", solver.name);
    }
    println!("{}: {} terms, {counts:?}", solver.name, queries.len());
    disagreements
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let mut sets = vec![random_queries(&options)];
    sets.extend(options.corpus.as_deref().map(corpus_queries));
    let mut disagreements = 0;
    for solver in [Solver::z3(&options.z3), Solver::cvc5(&options.cvc5)] {
        if !solver.available() {
            println!("{} is not there: skipped", solver.name);
            continue;
        }
        for queries in &sets {
            disagreements += report(&solver, queries, options.batch);
        }
    }
    println!("{disagreements} disagreements");
    ExitCode::SUCCESS
}
