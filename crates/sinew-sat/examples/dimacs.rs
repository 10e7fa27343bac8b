//! A front for DIMACS files: `dimacs [--stats] [--proof FILE] [--steps N] [FILE]`.
//!
//! Prints the answer in the format of the SAT competitions and exits with 10 or 20.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::cell::RefCell;
use std::io::Read;
use std::process::ExitCode;
use std::rc::Rc;

use sinew_base::Budget;
use sinew_sat::{Config, Lit, Outcome, Solver, TextProof, Var};

fn parse(text: &str) -> Result<Vec<Vec<i64>>, String> {
    let mut clauses = vec![Vec::new()];
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('%') {
            break;
        }
        if line.starts_with(['c', 'p']) {
            continue;
        }
        for word in line.split_ascii_whitespace() {
            let lit: i64 = word
                .parse()
                .map_err(|_| format!("line {}: {word:?} is not a literal", number + 1))?;
            match (lit, clauses.last_mut()) {
                (0, _) => clauses.push(Vec::new()),
                (lit, Some(clause)) => clause.push(lit),
                (_, None) => {}
            }
        }
    }
    clauses.pop();
    Ok(clauses)
}

fn literal(solver: &mut Solver, lit: i64) -> Lit {
    let index = lit.unsigned_abs() as usize - 1;
    while solver.num_vars() <= index {
        solver.new_var();
    }
    Var::new(index as u32).literal(lit > 0)
}

fn run() -> Result<ExitCode, String> {
    let (mut stats, mut proof, mut steps, mut file) = (false, None, None, None);
    let mut config = Config::default();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--stats" => stats = true,
            "--no-vivify" => config.vivify = false,
            "--no-probe" => config.probe = false,
            "--proof" => proof = args.next(),
            "--steps" => steps = args.next().and_then(|word| word.parse().ok()),
            _ => file = Some(arg),
        }
    }
    let mut text = String::new();
    match file {
        Some(path) => text = std::fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"))?,
        None => {
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(|e| e.to_string())?;
        }
    }
    let clauses = parse(&text)?;
    let mut solver = Solver::new(config);
    let log = Rc::new(RefCell::new(TextProof::default()));
    if proof.is_some() {
        solver.set_proof(Box::new(Rc::clone(&log)));
    }
    for clause in &clauses {
        let lits: Vec<Lit> = clause.iter().map(|&l| literal(&mut solver, l)).collect();
        solver.add_clause(&lits);
    }
    let budget = steps.map_or_else(Budget::unlimited, Budget::with_steps);
    let outcome = solver.solve(&[], &budget);
    if stats {
        println!("c {:?}", solver.stats());
    }
    if let Some(path) = proof {
        std::fs::write(&path, log.borrow().text()).map_err(|e| format!("{path}: {e}"))?;
    }
    Ok(match outcome {
        Outcome::Sat => {
            let satisfied = clauses.iter().all(|clause| {
                clause.iter().any(|&l| {
                    let lit = Var::new(l.unsigned_abs() as u32 - 1).literal(l > 0);
                    solver.value(lit) == Some(true)
                })
            });
            if !satisfied {
                return Err("the model does not satisfy the clauses".into());
            }
            println!("s SATISFIABLE");
            ExitCode::from(10)
        }
        Outcome::Unsat => {
            println!("s UNSATISFIABLE");
            ExitCode::from(20)
        }
        Outcome::Unknown(reason) => {
            println!("c {reason:?}\ns UNKNOWN");
            ExitCode::SUCCESS
        }
    })
}

fn main() -> ExitCode {
    run().unwrap_or_else(|message| {
        eprintln!("{message}");
        ExitCode::FAILURE
    })
}
