//! Mutants of whole proofs against problems that have models.
//!
//! Each recorded problem is minimal: without any one of its assertions it has a model. So whatever becomes of its proof, it
//! must not be accepted for the problem with an assertion left out.

use sinew_proof::cpc::{Verdict, check};

/// Problem and proof, by name.
pub(crate) const RECORDED: &[(&str, &str, &str)] = &[
    (
        "equations",
        include_str!("../recorded/equations.smt2"),
        include_str!("../recorded/equations.eo"),
    ),
    (
        "lengths",
        include_str!("../recorded/lengths.smt2"),
        include_str!("../recorded/lengths.eo"),
    ),
    (
        "memberships",
        include_str!("../recorded/memberships.smt2"),
        include_str!("../recorded/memberships.eo"),
    ),
    (
        "functions",
        include_str!("../recorded/functions.smt2"),
        include_str!("../recorded/functions.eo"),
    ),
    (
        "cases",
        include_str!("../recorded/cases.smt2"),
        include_str!("../recorded/cases.eo"),
    ),
];

/// Pseudo-random numbers, the same in every run (Marsaglia's xorshift).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

/// The problem without its n-th assertion, and how many assertions it has.
pub(crate) fn without(problem: &str, n: usize) -> (String, usize) {
    let mut count = 0;
    let mut text = String::new();
    for line in problem.lines() {
        let assertion = line.starts_with("(assert ");
        if !(assertion && count == n) {
            text.push_str(line);
            text.push('\n');
        }
        count += usize::from(assertion);
    }
    (text, count)
}

/// A proof changed in some places: lines gone, exchanged or doubled, words exchanged for others of their kind.
pub(crate) fn mutant(random: &mut Random, proof: &str) -> String {
    let mut lines: Vec<String> = proof.lines().map(str::to_owned).collect();
    for _ in 0..1 + random.below(3) {
        let at = random.below(lines.len());
        match random.below(6) {
            0 => {
                lines.remove(at);
            }
            1 => {
                let other = random.below(lines.len());
                lines.swap(at, other);
            }
            2 => lines[at] = lines[at].replace("(assume ", "(assume-push "),
            _ => {
                let words = words_of_kind(&lines, random, at);
                if let Some((old, new)) = words {
                    lines[at] = lines[at].replacen(&old, &new, 1);
                }
            }
        }
    }
    lines.join("\n")
}

/// A word of the line and another of its kind: names of steps, names of terms, rules, numbers, truth values.
fn words_of_kind(lines: &[String], random: &mut Random, at: usize) -> Option<(String, String)> {
    let split = |line: &str| -> Vec<String> {
        line.split([' ', '(', ')'])
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let kind = |word: &str| match word.as_bytes() {
        [b'@', b'p', ..] => 0,
        [b'@', b't', ..] => 1,
        [b'-', ..] | [b'0'..=b'9', ..] => 2,
        b"true" | b"false" => 3,
        word if word.contains(&b'_') || word.contains(&b'-') => 4,
        _ => 5,
    };
    let here = split(&lines[at]);
    let old = here.get(random.below(here.len().max(1)))?.clone();
    for _ in 0..20 {
        let there = split(&lines[random.below(lines.len())]);
        if let Some(new) = there.get(random.below(there.len().max(1)))
            && kind(new) == kind(&old)
            && *new != old
        {
            return Some((old, new.clone()));
        }
    }
    None
}

/// Tries mutants; the number that were refused for another reason than an assertion that is missing.
///
/// # Panics
/// If one is accepted.
pub(crate) fn run(count: usize, seed: u64) -> usize {
    let mut random = Random(seed);
    let mut beyond = 0;
    for _ in 0..count {
        let (name, problem, proof) = RECORDED[random.below(RECORDED.len())];
        let (_, assertions) = without(problem, usize::MAX);
        let dropped = random.below(assertions);
        let (problem, _) = without(problem, dropped);
        let mutant = mutant(&mut random, proof);
        match check(&problem, &mutant, 10_000_000) {
            Verdict::Checked | Verdict::Trusted(_) => {
                panic!("{name} without assertion {dropped}:\n{problem}\n{mutant}")
            }
            Verdict::Refused(refusal) => beyond += usize::from(refusal.rule != "assume"),
            Verdict::OutOfBudget => beyond += 1,
        }
    }
    beyond
}
