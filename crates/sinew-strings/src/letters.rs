//! Letters counted on both sides of an equation (P2 §3.1, *MultisetCheck*).
//!
//! Both sides have every letter equally often, so for each letter the constants' surplus on one side
//! must be made up by the unknown components: `c + Σ d·n = 0` with all `n ≥ 0`, where d is the surplus
//! of an unknown component. That needs the greatest common divisor of the d to divide c, and some d of the
//! other sign. The paper's check is the case in which no unknown component is left.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// For letters and unknown components, how much more often they occur on the left than on the right.
#[derive(Debug)]
pub struct Surplus<U> {
    letters: FxHashMap<u32, i64>,
    unknowns: FxHashMap<U, i64>,
}

impl<U> Default for Surplus<U> {
    fn default() -> Self {
        Surplus {
            letters: FxHashMap::default(),
            unknowns: FxHashMap::default(),
        }
    }
}

impl<U: Eq + Hash> Surplus<U> {
    /// One more occurrence of a letter: `by` is 1 on the left, −1 on the right.
    pub fn letter(&mut self, letter: u32, by: i64) {
        *self.letters.entry(letter).or_default() += by;
    }

    /// One more occurrence of an unknown component.
    pub fn unknown(&mut self, unknown: U, by: i64) {
        *self.unknowns.entry(unknown).or_default() += by;
    }

    /// Whether the unknown components can make up for every letter.
    #[must_use]
    pub fn can_balance(&self) -> bool {
        let (mut divisor, mut positive, mut negative) = (0, false, false);
        for &d in self.unknowns.values() {
            divisor = gcd(divisor, d.abs());
            positive |= d > 0;
            negative |= d < 0;
        }
        self.letters.values().all(|&c| match c.signum() {
            0 => true,
            1 => negative && c % divisor == 0,
            _ => positive && c % divisor == 0,
        })
    }
}

fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small letters are letters, capitals unknown.
    fn can_agree(left: &str, right: &str) -> bool {
        let mut surplus = Surplus::default();
        for (side, by) in [(left, 1), (right, -1)] {
            for c in side.chars() {
                match c {
                    'A'..='Z' => surplus.unknown(c, by),
                    _ => surplus.letter(u32::from(c), by),
                }
            }
        }
        surplus.can_balance()
    }

    #[test]
    fn counting_letters_refutes() {
        assert!(!can_agree("XabY", "YacX"));
        assert!(!can_agree("XXa", "YY"));
        assert!(can_agree("XXaa", "YY"));
        assert!(!can_agree("XXaa", "b"));
        assert!(can_agree("Xa", "aX"));
        assert!(!can_agree("a", ""));
        assert!(can_agree("a", "X"));
        assert!(!can_agree("a", "XX"));
    }
}
