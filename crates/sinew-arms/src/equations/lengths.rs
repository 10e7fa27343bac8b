//! What a path through the Nielsen graph makes of lengths, and of words.
//!
//! Read from its end to its beginning, a path builds the variables up: `x ↦ a x` makes x longer by
//! one, `x ↦ y x` by the length of y. Variables that are left at the end are free. A cycle that adds
//! the same amount each time it is taken may be taken any number of times, so all lengths are linear
//! expressions in free lengths and numbers of rounds. The arithmetic of the problem then chooses.

use std::collections::{BTreeMap, VecDeque};

use super::graph::Edge;
use super::system::{FIRST_VARIABLE, Rewrite, Substitution, Symbol, is_variable};

/// A parameter: the length of a variable that is free at the end, or the rounds of a cycle.
pub(super) type Parameter = usize;

/// `constant + Σ coefficient·parameter`
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Affine {
    pub(super) constant: i64,
    pub(super) coefficients: BTreeMap<Parameter, i64>,
}

impl Affine {
    fn parameter(parameter: Parameter) -> Affine {
        Affine {
            constant: 0,
            coefficients: BTreeMap::from([(parameter, 1)]),
        }
    }

    /// Adds `factor·other`; `None` if a number gets too large.
    fn add(&mut self, other: &Affine, factor: i64) -> Option<()> {
        self.constant = self
            .constant
            .checked_add(other.constant.checked_mul(factor)?)?;
        for (&parameter, &coefficient) in &other.coefficients {
            let entry = self.coefficients.entry(parameter).or_default();
            *entry = entry.checked_add(coefficient.checked_mul(factor)?)?;
        }
        self.coefficients.retain(|_, c| *c != 0);
        Some(())
    }

    fn fix(&mut self, parameter: Parameter, value: i64) -> Option<()> {
        if let Some(coefficient) = self.coefficients.remove(&parameter) {
            self.constant = self.constant.checked_add(coefficient.checked_mul(value)?)?;
        }
        Some(())
    }
}

/// A part of a path, from its end.
#[derive(Clone, Debug)]
enum Part {
    Step(Substitution),
    /// These steps, from the end, as often as the parameter says.
    Rounds(Vec<Substitution>, Parameter),
}

/// A path that is being built from its end to its beginning.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// The length of each variable.
    pub(super) lengths: Vec<Affine>,
    /// How many parameters there are; the first ones are the lengths of the variables at the end.
    pub(super) parameters: usize,
    /// Parameters that must have this value.
    fixed: BTreeMap<Parameter, i64>,
    parts: Vec<Part>,
}

impl Family {
    /// Nothing but the end, where all variables are free.
    pub(super) fn new(variables: usize) -> Family {
        Family {
            lengths: (0..variables).map(Affine::parameter).collect(),
            parameters: variables,
            fixed: BTreeMap::new(),
            parts: Vec::new(),
        }
    }

    /// Puts a step in front.
    pub(super) fn step(&mut self, by: Substitution) -> Option<()> {
        grow(&mut self.lengths, by)?;
        self.parts.push(Part::Step(by));
        Some(())
    }

    /// Puts a cycle in front, to be taken any number of times, if each round adds the same. A free
    /// variable whose length would be multiplied by the number of rounds becomes one character.
    pub(super) fn rounds(&mut self, cycle: &[Edge]) -> Option<()> {
        let steps: Vec<Substitution> = cycle.iter().rev().map(|edge| edge.by).collect();
        let mut attempt = self.clone();
        let gain = attempt.gain(&steps)?;
        for affine in &gain {
            for &parameter in affine.coefficients.keys() {
                // Numbers of rounds must stay open.
                if parameter >= attempt.lengths.len() {
                    return None;
                }
                attempt.fixed.insert(parameter, 1);
                for length in &mut attempt.lengths {
                    length.fix(parameter, 1)?;
                }
            }
        }
        let gain = attempt.gain(&steps)?;
        let constant = gain.iter().all(|affine| affine.coefficients.is_empty());
        if !constant || gain.iter().all(|affine| affine.constant == 0) {
            return None;
        }
        let mut once = attempt.clone();
        for &by in &steps {
            grow(&mut once.lengths, by)?;
        }
        if once.gain(&steps)? != gain {
            return None;
        }
        let rounds = attempt.parameters;
        attempt.parameters += 1;
        for (length, gain) in attempt.lengths.iter_mut().zip(&gain) {
            length.add(&Affine::parameter(rounds), gain.constant)?;
        }
        attempt.parts.push(Part::Rounds(steps, rounds));
        *self = attempt;
        Some(())
    }

    /// What one round of these steps adds to each length.
    fn gain(&self, steps: &[Substitution]) -> Option<Vec<Affine>> {
        let mut after = self.lengths.clone();
        for &by in steps {
            grow(&mut after, by)?;
        }
        for (new, old) in after.iter_mut().zip(&self.lengths) {
            new.add(old, -1)?;
        }
        Some(after)
    }

    /// The value that a parameter must have, if it is not open.
    pub(super) fn fixed(&self, parameter: Parameter) -> Option<i64> {
        self.fixed.get(&parameter).copied()
    }

    /// The words of the variables for these values of the parameters, free variables being made of
    /// `filler`. `None` if together they have more than `limit` characters.
    pub(super) fn words(
        &self,
        values: &[u64],
        filler: Symbol,
        limit: usize,
    ) -> Option<Vec<Vec<Symbol>>> {
        let variables = self.lengths.len();
        let mut words: Vec<VecDeque<Symbol>> = Vec::with_capacity(variables);
        let mut total = 0usize;
        for &value in &values[..variables] {
            let count = usize::try_from(value).ok()?;
            total = total.checked_add(count).filter(|&n| n <= limit)?;
            words.push(std::iter::repeat_n(filler, count).collect());
        }
        for part in &self.parts {
            let (steps, rounds) = match part {
                Part::Step(by) => (std::slice::from_ref(by), 1),
                Part::Rounds(steps, parameter) => (&steps[..], values[*parameter]),
            };
            for _ in 0..rounds {
                for &by in steps {
                    total = total.checked_add(build(&mut words, by))?;
                    if total > limit {
                        return None;
                    }
                }
            }
        }
        Some(words.into_iter().map(VecDeque::into).collect())
    }
}

fn variable(symbol: Symbol) -> usize {
    (symbol - FIRST_VARIABLE) as usize
}

/// The lengths before a substitution, from those after it.
fn grow(lengths: &mut [Affine], (x, rewrite): Substitution) -> Option<()> {
    match rewrite {
        Rewrite::Empty => lengths[variable(x)] = Affine::default(),
        Rewrite::Front(a) | Rewrite::Back(a) if is_variable(a) => {
            let other = lengths[variable(a)].clone();
            lengths[variable(x)].add(&other, 1)?;
        }
        Rewrite::Front(_) | Rewrite::Back(_) => {
            let length = &mut lengths[variable(x)];
            length.constant = length.constant.checked_add(1)?;
        }
    }
    Some(())
}

/// The words before a substitution, from those after it. How many characters were added.
fn build(words: &mut [VecDeque<Symbol>], (x, rewrite): Substitution) -> usize {
    let piece = |words: &[VecDeque<Symbol>], a: Symbol| -> Vec<Symbol> {
        if is_variable(a) {
            words[variable(a)].iter().copied().collect()
        } else {
            vec![a]
        }
    };
    match rewrite {
        Rewrite::Empty => {
            words[variable(x)].clear();
            0
        }
        Rewrite::Front(a) => {
            let piece = piece(words, a);
            let word = &mut words[variable(x)];
            piece.iter().rev().for_each(|&c| word.push_front(c));
            piece.len()
        }
        Rewrite::Back(a) => {
            let piece = piece(words, a);
            words[variable(x)].extend(&piece);
            piece.len()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Symbol = FIRST_VARIABLE;
    const Y: Symbol = FIRST_VARIABLE + 1;

    #[test]
    fn a_cycle_of_letters_is_linear() {
        let mut family = Family::new(1);
        family.step((X, Rewrite::Empty));
        let by = (X, Rewrite::Front(97));
        assert_eq!(family.rounds(&[Edge { by, to: 0 }]), Some(()));
        assert_eq!(family.lengths[0], Affine::parameter(1));
        let words = family.words(&[0, 3], 98, 100);
        assert_eq!(words, Some(vec![vec![97, 97, 97]]));
    }

    #[test]
    fn a_free_variable_in_a_cycle_becomes_one_character() {
        let mut family = Family::new(2);
        let by = (X, Rewrite::Back(Y));
        assert_eq!(family.rounds(&[Edge { by, to: 0 }]), Some(()));
        assert_eq!((family.fixed(0), family.fixed(1)), (None, Some(1)));
        let words = family.words(&[1, 1, 2], 98, 100);
        assert_eq!(words, Some(vec![vec![98, 98, 98], vec![98]]));
        assert_eq!(family.words(&[1, 1, 1000], 98, 100), None);
    }

    #[test]
    fn growth_that_grows_is_not_linear() {
        let mut family = Family::new(2);
        let cycle = [(X, Rewrite::Front(Y)), (Y, Rewrite::Front(X))];
        let cycle = cycle.map(|by| Edge { by, to: 0 });
        assert_eq!(family.rounds(&cycle), None);
    }
}
