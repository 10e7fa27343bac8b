//! What a path through the Nielsen graph makes of lengths, and of words.
//!
//! Read from its end to its beginning, a path builds the variables up: `x ↦ a x` makes x longer by
//! one, `x ↦ y x` by the length of y. Variables that are left at the end are free. A cycle that adds
//! the same amount each time it is taken may be taken any number of times, so all lengths are linear
//! forms in free lengths and numbers of rounds. The arithmetic of the problem then chooses.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use sinew_base::Integer;

use super::graph::Edge;
use super::system::{Kind, Rewrite, Substitution, Symbol};
use crate::linear::Linear;

/// A parameter: the length of a variable that is free at the end, or the rounds of a cycle.
pub type Parameter = usize;

/// A part of a path, from its end.
#[derive(Clone, Debug)]
enum Part {
    Step(Substitution),
    /// These steps, from the end, as often as the parameter says.
    Rounds(Vec<Substitution>, Parameter),
    /// From here on, variable i is the one of this number.
    Names(Rc<[usize]>),
}

/// A path that is being built from its end to its beginning.
#[derive(Clone, Debug)]
pub struct Family {
    /// The length of each variable.
    pub lengths: Vec<Linear<Parameter>>,
    /// How many parameters there are; the first ones are the lengths of the variables at the end.
    pub parameters: usize,
    /// Parameters that must have this value.
    fixed: BTreeMap<Parameter, i64>,
    parts: Vec<Part>,
}

impl Family {
    /// Nothing but the end, where all variables are free.
    #[must_use]
    pub fn new(variables: usize) -> Family {
        Family {
            lengths: (0..variables).map(Linear::atom).collect(),
            parameters: variables,
            fixed: BTreeMap::new(),
            parts: Vec::new(),
        }
    }

    /// Puts a step in front; `None` if a length gets too large.
    pub fn step(&mut self, by: Substitution) -> Option<()> {
        grow(&mut self.lengths, by)?;
        self.parts.push(Part::Step(by));
        Some(())
    }

    /// Gives the variables the numbers that they have before.
    pub(super) fn rename(&mut self, names: Rc<[usize]>) {
        self.lengths = permuted(std::mem::take(&mut self.lengths), &names);
        self.parts.push(Part::Names(names));
    }

    /// Puts a cycle in front, to be taken any number of times, if each round adds the same. A free
    /// variable whose length would be multiplied by the number of rounds becomes one character.
    pub fn rounds(&mut self, cycle: &[Edge]) -> Option<()> {
        let steps: Vec<Substitution> = cycle.iter().rev().map(|edge| edge.by).collect();
        let mut attempt = self.clone();
        for gain in attempt.gain(&steps)? {
            for (parameter, _) in gain.monomials {
                // Numbers of rounds must stay open.
                if parameter >= attempt.lengths.len() {
                    return None;
                }
                attempt.fixed.insert(parameter, 1);
                for length in &mut attempt.lengths {
                    *length = length.with_value(parameter, &Integer::ONE);
                }
            }
        }
        let gain = attempt.gain(&steps)?;
        let constant = gain.iter().all(Linear::is_constant);
        if !constant || gain.iter().all(|gain| gain.constant.is_zero()) {
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
            *length = length.plus(&Linear::atom(rounds), &gain.constant);
        }
        attempt.parts.push(Part::Rounds(steps, rounds));
        *self = attempt;
        Some(())
    }

    /// What one round of these steps adds to each length.
    fn gain(&self, steps: &[Substitution]) -> Option<Vec<Linear<Parameter>>> {
        let mut after = self.lengths.clone();
        for &by in steps {
            grow(&mut after, by)?;
        }
        let pairs = after.iter().zip(&self.lengths);
        Some(pairs.map(|(new, old)| new.minus(old)).collect())
    }

    /// The value that a parameter must have, if it is not open.
    #[must_use]
    pub fn fixed(&self, parameter: Parameter) -> Option<i64> {
        self.fixed.get(&parameter).copied()
    }

    /// The words of the variables for these values of the parameters, free variables being made of
    /// `filler`, over and over. `None` if together they have more than `limit` characters.
    #[must_use]
    pub fn words(&self, values: &[u64], filler: &[u32], limit: usize) -> Option<Vec<Vec<u32>>> {
        let variables = self.lengths.len();
        let mut words: Vec<VecDeque<u32>> = Vec::with_capacity(variables);
        let mut total = 0usize;
        for &value in &values[..variables] {
            let count = usize::try_from(value).ok()?;
            total = total.checked_add(count).filter(|&n| n <= limit)?;
            words.push(filler.iter().copied().cycle().take(count).collect());
        }
        for part in &self.parts {
            let (steps, rounds) = match part {
                Part::Names(names) => {
                    words = permuted(words, names);
                    continue;
                }
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

/// The items, item i at the place `names[i]`.
fn permuted<T: Default>(items: Vec<T>, names: &[usize]) -> Vec<T> {
    let mut result: Vec<T> = Vec::new();
    result.resize_with(items.len(), T::default);
    for (item, &place) in items.into_iter().zip(names) {
        result[place] = item;
    }
    result
}

/// The place of a variable.
fn place(symbol: Symbol) -> Option<usize> {
    match symbol.kind() {
        Kind::Variable(number) => Some(number),
        Kind::Character(_) => None,
    }
}

/// The lengths before a substitution, from those after it; `None` if one gets too large.
fn grow(lengths: &mut [Linear<Parameter>], (x, rewrite): Substitution) -> Option<()> {
    let x = place(x)?;
    lengths[x] = match rewrite {
        Rewrite::Empty => Linear::default(),
        Rewrite::Front(a) | Rewrite::Back(a) => match place(a) {
            Some(other) => lengths[x].plus(&lengths[other], &Integer::ONE),
            None => lengths[x].clone().offset(1),
        },
    };
    let mut numbers = lengths[x].monomials.iter().map(|(_, k)| k);
    let fits = lengths[x].constant.to_i64().is_some() && numbers.all(|k| k.to_i64().is_some());
    fits.then_some(())
}

/// The words before a substitution, from those after it. How many characters were added.
fn build(words: &mut [VecDeque<u32>], (x, rewrite): Substitution) -> usize {
    let Some(x) = place(x) else { return 0 };
    let (a, front) = match rewrite {
        Rewrite::Empty => {
            words[x].clear();
            return 0;
        }
        Rewrite::Front(a) => (a, true),
        Rewrite::Back(a) => (a, false),
    };
    // Long words are built of many pieces, most of them letters: none is copied on the way.
    match a.kind() {
        Kind::Character(code) if front => words[x].push_front(code),
        Kind::Character(code) => words[x].push_back(code),
        Kind::Variable(other) => {
            let piece = match other == x {
                true => words[x].clone(),
                false => std::mem::take(&mut words[other]),
            };
            words[x].reserve(piece.len());
            match front {
                true => piece.iter().rev().for_each(|&c| words[x].push_front(c)),
                false => words[x].extend(&piece),
            }
            let count = piece.len();
            if other != x {
                words[other] = piece;
            }
            return count;
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(variable: usize, rewrite: Rewrite) -> Edge {
        Edge {
            by: (Symbol::variable(variable), rewrite),
            to: 0,
        }
    }

    #[test]
    fn a_cycle_of_letters_is_linear() {
        let mut family = Family::new(1);
        assert_eq!(family.step((Symbol::variable(0), Rewrite::Empty)), Some(()));
        let letter = Rewrite::Front(Symbol::character(97));
        assert_eq!(family.rounds(&[edge(0, letter)]), Some(()));
        assert_eq!(family.lengths[0], Linear::atom(1));
        let words = family.words(&[0, 3], &[98], 100);
        assert_eq!(words, Some(vec![vec![97, 97, 97]]));
    }

    #[test]
    fn a_free_variable_in_a_cycle_becomes_one_character() {
        let mut family = Family::new(2);
        let other = Rewrite::Back(Symbol::variable(1));
        assert_eq!(family.rounds(&[edge(0, other)]), Some(()));
        assert_eq!((family.fixed(0), family.fixed(1)), (None, Some(1)));
        let words = family.words(&[1, 1, 2], &[98], 100);
        assert_eq!(words, Some(vec![vec![98, 98, 98], vec![98]]));
        assert_eq!(family.words(&[1, 1, 1000], &[98], 100), None);
    }

    #[test]
    fn growth_that_grows_is_not_linear() {
        let mut family = Family::new(2);
        let cycle = [(0, 1), (1, 0)].map(|(x, y)| edge(x, Rewrite::Front(Symbol::variable(y))));
        assert_eq!(family.rounds(&cycle), None);
    }

    #[test]
    fn lengths_that_double_end_somewhere() {
        let mut family = Family::new(2);
        let steps = [(0, 1), (1, 0)].map(|(x, y)| {
            let by = Rewrite::Front(Symbol::variable(y));
            (Symbol::variable(x), by)
        });
        let grown = (0..100).try_for_each(|n| family.step(steps[n % 2]));
        assert_eq!(grown, None);
    }
}
