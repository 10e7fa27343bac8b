//! Derives every rewrite that the simplifier makes on SMT-LIB files, and counts by law.
//!
//! `cargo run --release -p sinew-elaborate --example derive -- [-v] [-c UNITS] [-s FOLDER] FILE…`
//!
//! One line per law: derived, not derived, milliseconds. With `-v` what is not derived is printed, too, with `-c UNITS` what costs more than that. With `-s FOLDER` the derivations are
//! written there, one file for each problem, for other checkers.

#![allow(clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use sinew_base::Budget;
use sinew_elaborate::Elaborator;
use sinew_simplify::{Preprocessor, Problem, rule_names};
use sinew_smtlib::{Command, Environment, parse_script, print_term};
use sinew_term::{Op, Term, TermStore};

type Steps = Arc<Mutex<Vec<(&'static str, Term, Term)>>>;

/// What a derivation may cost.
const WORK: u64 = 20_000_000;

#[derive(Default)]
struct Count {
    derived: u64,
    open: u64,
    slowest: u128,
    /// The work that derivations took.
    units: Vec<u64>,
    millis: u128,
    files: BTreeSet<String>,
}

/// Which derivations are printed.
#[derive(Default)]
struct Told {
    open: bool,
    /// Those that cost more than this.
    costs: Option<u64>,
}

fn main() {
    let mut told = Told::default();
    let mut counts: BTreeMap<&'static str, Count> = BTreeMap::new();
    let mut folder: Option<String> = None;
    let mut arguments = std::env::args().skip(1);
    let mut number = 0;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-v" => told.open = true,
            "-c" => told.costs = arguments.next().and_then(|units| units.parse().ok()),
            "-s" => folder = arguments.next(),
            _ => match std::fs::read_to_string(&argument) {
                Ok(text) => {
                    number += 1;
                    let script = derive(&argument, &text, &told, &mut counts);
                    if let Some(folder) = &folder {
                        let path = format!("{folder}/{number}.eo");
                        if let Err(error) = std::fs::write(&path, script) {
                            println!("{path}: {error}");
                        }
                    }
                }
                Err(error) => println!("{argument}: {error}"),
            },
        }
    }
    let mut rows: Vec<(&&str, &Count)> = counts.iter().collect();
    rows.sort_by_key(|(_, count)| (std::cmp::Reverse(count.files.len()), count.open));
    for (law, count) in rows {
        let mut units = count.units.clone();
        units.sort_unstable();
        let at = |share: usize| {
            units.get((units.len() * share / 100).min(units.len().saturating_sub(1)))
        };
        println!(
            "{law}\tderived {}\topen {} in {} files\t{} ms, at most {}\tunits {:?} {:?} {:?}",
            count.derived,
            count.open,
            count.files.len(),
            count.millis,
            count.slowest,
            at(50).unwrap_or(&0),
            at(95).unwrap_or(&0),
            at(100).unwrap_or(&0),
        );
    }
}

/// The laws' steps on a problem.
fn steps(store: &mut TermStore, text: &str) -> Vec<(&'static str, Term, Term)> {
    let mut env = Environment::new();
    let Ok(commands) = parse_script(store, &mut env, text) else {
        return Vec::new();
    };
    let assertions: Vec<Term> = (commands.iter())
        .filter_map(|command| match command {
            Command::Assert { term, .. } => Some(*term),
            _ => None,
        })
        .collect();
    let steps: Steps = Arc::default();
    let sink = Arc::clone(&steps);
    let mut preprocessor = Preprocessor::new();
    let trace = move |_: &TermStore, law, from, to| {
        if let Ok(mut steps) = sink.lock() {
            steps.push((law, from, to));
        }
    };
    preprocessor.simplifier().set_trace(trace);
    let budget = Budget::with_steps(5_000_000);
    preprocessor.run(store, Problem::new(&assertions), &budget);
    let found = steps.lock().map(|steps| steps.clone());
    found.unwrap_or_default()
}

/// Derives all steps of a problem; the proof as text.
fn derive(
    file: &str,
    text: &str,
    told: &Told,
    counts: &mut BTreeMap<&'static str, Count>,
) -> String {
    let mut store = TermStore::new();
    let laws: BTreeSet<&str> = rule_names().into_iter().collect();
    let mut proof = Elaborator::new(WORK);
    proof.checker().keep_script();
    let mut seen = BTreeSet::new();
    for (law, from, to) in steps(&mut store, text) {
        if !laws.contains(law) || !seen.insert((from, to)) {
            continue;
        }
        proof.checker().terms().set_budget(WORK);
        let start = Instant::now();
        let derived = match (proof.term(&store, from), proof.term(&store, to)) {
            (Ok(left), Ok(right)) => proof.rewrite(law, left, right).is_ok(),
            _ => false,
        };
        let millis = start.elapsed().as_millis();
        let count = counts.entry(law).or_default();
        count.millis += millis;
        count.slowest = count.slowest.max(millis);
        let units = WORK - proof.checker().terms().budget();
        if derived {
            count.units.push(units);
            count.derived += 1;
        } else {
            count.open += 1;
            count.files.insert(file.to_owned());
        }
        if (told.open && !derived) || told.costs.is_some_and(|costs| units > costs) {
            let sides = [from, to].map(|side| print_term(&store, side));
            if sides[0].len() + sides[1].len() < 600 {
                println!("  {law} ({units}): {} ⟶ {}", sides[0], sides[1]);
            }
        }
    }
    let mut script = format!("(include \"sinew.eo\")\n(reference \"{file}\")\n");
    // Symbols that the passes made.
    for index in 0..store.term_count() {
        let term = store.nth(index);
        if let Op::Apply(fun) = store.op(term)
            && store.is_symbol(term)
            && store.fun_name(fun).starts_with('@')
        {
            let sort = store.sort_name(store.sort(term));
            script += &format!("(declare-const {} {sort})\n", store.fun_name(fun));
        }
    }
    script + &proof.checker().script()
}
