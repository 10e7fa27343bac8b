//! Mutants of recorded proofs against problems with models: `mutate [COUNT [SEED]]`. Ends with an error if one is accepted.
//!
//! `mutate COUNT SEED FOLDER` writes mutants instead, each with the problem that its proof was about, to compare checkers.

#[path = "../tests/mutants/mod.rs"]
mod mutants;

#[allow(clippy::print_stdout)]
fn main() -> Result<(), std::io::Error> {
    let mut numbers = std::env::args().skip(1).map(|arg| arg.parse::<u64>());
    let count = numbers.next().and_then(Result::ok).unwrap_or(100_000);
    let seed = numbers.next().and_then(Result::ok).unwrap_or(1);
    if let Some(folder) = std::env::args().nth(3) {
        let mut random = mutants::Random(seed.max(1));
        for i in 0..count {
            let (_, problem, proof) = mutants::RECORDED[random.below(mutants::RECORDED.len())];
            std::fs::write(format!("{folder}/{i}.smt2"), problem)?;
            let mutant = mutants::mutant(&mut random, proof);
            std::fs::write(format!("{folder}/{i}.eo"), mutant)?;
        }
        return Ok(());
    }
    let beyond = mutants::run(count as usize, seed.max(1));
    println!("{count} mutants, none accepted; {beyond} were refused beyond the assumptions");
    Ok(())
}
