//! Checks CPC proofs: `check PROBLEM.smt2 PROOF [PROBLEM.smt2 PROOF]…`, one line each.

use std::time::Instant;

use sinew_proof::cpc::{Verdict, check};

/// Enough for any proof that a solver finds in seconds.
const BUDGET: u64 = 200_000_000;

#[allow(clippy::print_stdout)]
fn main() -> Result<(), std::io::Error> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    for pair in files.chunks_exact(2) {
        let problem = std::fs::read_to_string(&pair[0])?;
        let proof = std::fs::read_to_string(&pair[1])?;
        let start = Instant::now();
        let verdict = check(&problem, &proof, BUDGET);
        let steps = proof.matches("(step").count();
        let verdict = match verdict {
            Verdict::Checked => "checked".to_owned(),
            Verdict::Trusted(rules) => format!("trusted {}", rules.join(" ")),
            Verdict::Refused(refusal) => format!("refused {refusal}"),
            Verdict::OutOfBudget => "out of budget".to_owned(),
        };
        let millis = start.elapsed().as_millis();
        println!("{} {steps} steps, {millis} ms: {verdict}", pair[1]);
    }
    Ok(())
}
