//! Finds the derivations of the library: reads entries, and writes them with steps that the search finds.
//!
//! `cargo run --release -p sinew-elaborate --example derivations -- derivations/RULE.txt > new.txt`
//!
//! What is before the first entry is copied, and so are entries whose steps begin with `; by hand`; another entry without a derivation is left out, and
//! said on the error channel.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use sinew_elaborate::{Derivation, Elaborator, derivations};
use sinew_proof::cpc::{Known, Op};

/// The character that derivations about characters are found with.
const CHARACTER: u32 = b'?' as u32;

/// What a derivation may cost to find.
const WORK: u64 = 200_000_000;

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("a file was expected");
        return;
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text.leak(),
        Err(error) => return eprintln!("{path}: {error}"),
    };
    let head = text.split("\n# ").next().unwrap_or_default();
    println!("{head}");
    for entry in derivations(text) {
        let found = match entry.steps.starts_with("; by hand") {
            true => Some(entry.steps.to_owned()),
            false => derive(&entry),
        };
        match found {
            Some(steps) => {
                let parameters: Vec<String> = (entry.parameters.iter())
                    .map(|(name, sort)| match entry.characters.contains(name) {
                        true => format!("{name}:Char"),
                        false => format!("{name}:{sort:?}"),
                    })
                    .collect();
                println!(
                    "# {} {}\n{}\n{}",
                    entry.rule,
                    parameters.join(" "),
                    entry.formula,
                    steps.trim_end()
                );
            }
            None => eprintln!("not derived: {}", entry.formula),
        }
    }
}

fn derive(entry: &Derivation) -> Option<String> {
    let mut proof = Elaborator::new(WORK);
    proof.checker().keep_script();
    let mut names = Vec::new();
    for &(name, sort) in &entry.parameters {
        let terms = proof.checker().terms();
        let symbol = terms.declare(name, &[], sort);
        let term = match entry.characters.contains(&name) {
            true => terms.string(&[CHARACTER]),
            false => terms.apply(symbol, &[]),
        };
        names.push((name, term.ok()?));
    }
    let goal = proof.checker().read_term(entry.formula, &names).ok()?;
    let terms = proof.checker().terms();
    let sides = match (terms.op(goal), terms.args(goal)) {
        (Op::Known(Known::Eq), &[left, right]) => Some((left, right)),
        _ => None,
    };
    let truth = terms.boolean(true).ok()?;
    let fact = match sides {
        Some((left, right)) => proof.rewrite(entry.rule, left, right).ok()?,
        None => {
            let fact = proof.rewrite(entry.rule, goal, truth).ok()?;
            proof.checker().step("true_elim", &[fact], &[], None).ok()?
        }
    };
    let mut script = proof.checker().script();
    // What is found of one character holds of all: where it does not, the steps are not right for them.
    for name in &entry.characters {
        script = script.replace("\"?\"", name);
    }
    (proof.checker().formula(fact) == Some(goal)).then_some(script)
}
