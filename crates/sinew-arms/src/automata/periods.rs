//! Strings that overlap with themselves are periodic: of `x·s = t·x·r` with t not empty it follows that x is `t·…·t·p`, where p is
//! a prefix of t (Lothaire, *Combinatorics on Words*, §1.3). So x is in `L*·prefixes(L)` if t is in L; likewise at the other end.
//!
//! That is a language where propagation from part to part goes round in circles and finds ever larger ones.

use sinew_strings::concat::End;

use super::facts::{Constraint, Facts, Var};

/// A string that begins or ends with repetitions of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Period {
    pub(super) string: Var,
    /// What is repeated, unless it is empty.
    pub(super) of: Vec<Var>,
    pub(super) end: End,
    /// The two facts that say so.
    pub(super) facts: [usize; 2],
}

impl Period {
    pub(super) fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        self.of.iter().copied().chain([self.string])
    }
}

/// What the concatenations among these facts say, each two of one class.
pub(super) fn periods(facts: &Facts, places: &[usize], most: usize) -> Vec<Period> {
    let mut found: Vec<Period> = Vec::new();
    let sides: Vec<(usize, Var, &[Var])> = (places.iter())
        .filter_map(|&at| match &facts.facts[at].constraint {
            Constraint::Concat(whole, parts) => Some((at, *whole, &parts[..])),
            _ => None,
        })
        .collect();
    for (index, &(first, whole, left)) in sides.iter().enumerate() {
        let others = sides[index + 1..].iter().filter(|side| side.1 == whole);
        for &(second, _, right) in others {
            let pairs = [(left, right, first, second), (right, left, second, first)];
            for (one, other, at, beside) in pairs {
                let turned: [Vec<Var>; 2] =
                    [one, other].map(|side| side.iter().rev().copied().collect());
                let both = [
                    (End::Front, overlap(one, other)),
                    (End::Back, overlap(&turned[0], &turned[1])),
                ];
                for (end, overlap) in both {
                    if let Some((string, mut of)) = overlap {
                        if end == End::Back {
                            of.reverse();
                        }
                        let facts = [at, beside];
                        let period = Period {
                            string,
                            of,
                            end,
                            facts,
                        };
                        found.push(period);
                    }
                }
            }
            if found.len() >= most {
                found.truncate(most);
                return found;
            }
        }
    }
    found
}

/// The first part in which two equal sides differ, if it comes later in the other one, and what comes before it there.
fn overlap(one: &[Var], other: &[Var]) -> Option<(Var, Vec<Var>)> {
    let common = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[common..], &other[common..]);
    let &string = one.first()?;
    let later = other.iter().position(|&part| part == string)?;
    Some((string, other[..later].to_vec()))
}
