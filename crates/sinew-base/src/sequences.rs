//! Random sequences of operations against an oracle, and making failing ones short.
//!
//! The way of model-based testers such as CaDiCaL's `mobical`: a tester makes a sequence from a
//! seed, runs it on the thing under test beside a naive model, and reports the first disagreement;
//! panics count. A failing sequence is made shorter by delta debugging (Zeller and Hildebrandt,
//! *Simplifying and isolating failure-inducing input*, TSE 2002; only complements are tried): so
//! operations must make sense, or do nothing, wherever they stand.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::Random;

/// A sequence that fails.
#[derive(Clone, Debug)]
pub struct Finding<T> {
    /// The seed it came from.
    pub seed: u64,
    /// How it fails.
    pub message: String,
    /// The sequence; nothing can be left out.
    pub sequence: Vec<T>,
}

impl<T: fmt::Debug> fmt::Display for Finding<T> {
    /// The sequence as the body of a unit test.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.message.lines().collect::<Vec<_>>().join("\n// ");
        writeln!(f, "// seed {}: {lines}", self.seed)?;
        writeln!(f, "run(&[")?;
        for operation in &self.sequence {
            writeln!(f, "    {operation:?},")?;
        }
        write!(f, "])")
    }
}

/// Runs the sequence of each seed until one fails, and makes that one short.
pub fn hunt<T: Clone>(
    seeds: impl Iterator<Item = u64>,
    make: impl Fn(&mut Random) -> Vec<T>,
    run: impl Fn(&[T]) -> Result<(), String>,
) -> Option<Finding<T>> {
    for seed in seeds {
        let sequence = make(&mut Random::new(seed));
        if failure(&sequence, &run).is_some() {
            let sequence = shrink(sequence, |shorter| failure(shorter, &run).is_some());
            let message = failure(&sequence, &run).unwrap_or_default();
            return Some(Finding {
                seed,
                message,
                sequence,
            });
        }
    }
    None
}

/// [`hunt`] as a program: the arguments are how many sequences, and the first seed. What to print, as an error where a sequence
/// failed. Panics are not shown as they happen, only in what failed once it is short.
pub fn program<T: Clone + fmt::Debug>(
    arguments: impl Iterator<Item = String>,
    make: impl Fn(&mut Random) -> Vec<T>,
    run: impl Fn(&[T]) -> Result<(), String>,
) -> Result<String, String> {
    let mut numbers =
        arguments.map(|text| text.parse().map_err(|_| format!("not a number: {text}")));
    let count: u64 = numbers.next().unwrap_or(Ok(100_000))?;
    let seed: u64 = numbers.next().unwrap_or(Ok(1))?;
    std::panic::set_hook(Box::new(|_| {}));
    match hunt(seed..seed.saturating_add(count), make, run) {
        Some(found) => Err(found.to_string()),
        None => Ok(format!("{count} sequences")),
    }
}

/// Why a sequence fails, if it does; a panic is a failure.
fn failure<T>(sequence: &[T], run: &impl Fn(&[T]) -> Result<(), String>) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(|| run(sequence))) {
        Ok(result) => result.err(),
        Err(payload) => Some(match payload.downcast_ref::<String>() {
            Some(text) => text.clone(),
            None => match payload.downcast_ref::<&str>() {
                Some(text) => (*text).to_owned(),
                None => "a panic".to_owned(),
            },
        }),
    }
}

/// Leaves out parts of a failing sequence as long as it fails, larger parts first.
pub fn shrink<T: Clone>(mut sequence: Vec<T>, mut fails: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut part = sequence.len().div_ceil(2);
    while part > 0 {
        let (mut at, mut shorter) = (0, false);
        while at < sequence.len() {
            let end = (at + part).min(sequence.len());
            let rest: Vec<T> = [&sequence[..at], &sequence[end..]].concat();
            if fails(&rest) {
                sequence = rest;
                shorter = true;
            } else {
                at = end;
            }
        }
        // Single operations are tried until none can go.
        if part > 1 || !shorter {
            part /= 2;
        }
    }
    sequence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_is_found_and_nothing_else_is_kept() {
        // Fails if a 3 stands before a 5, and panics on it.
        let run = |sequence: &[u64]| -> Result<(), String> {
            let three = sequence.iter().position(|&n| n == 3);
            let five = sequence.iter().rposition(|&n| n == 5);
            match (three, five) {
                (Some(a), Some(b)) => {
                    assert!(a > b, "three before five");
                    Ok(())
                }
                _ => Ok(()),
            }
        };
        let make = |random: &mut Random| (0..40).map(|_| random.number() % 8).collect();
        let found = hunt(0..10, make, run).expect("one of ten has both");
        assert_eq!(found.sequence, [3, 5]);
        assert!(found.message.contains("three before five"));
        assert!(found.to_string().ends_with("run(&[\n    3,\n    5,\n])"));
        assert!(hunt(0..10, |_| vec![1, 5, 3], run).is_none());
    }
}
