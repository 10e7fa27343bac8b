//! Shapes: all ways to nest the operators of the grammar, counted and numbered by size.
//!
//! Known bugs are small: two to five operators on variables and short constants. Sampling by
//! weights makes the same few of them over and over; an enumeration makes each once. As in *FEAT:
//! functional enumeration of algebraic types* (Duregård, Jansson, Wang, Haskell 2012) the shapes of
//! each sort and size are counted, so that any can be made from its number without the others. What
//! goes into the leaves is not part of a shape: with a dozen leaves each, an operator with three arguments
//! would be as frequent as all others together.

use sinew_term::Sort;
use smallvec::SmallVec;

use super::grammar::{Grammar, Production, Slot};

/// The largest size that is counted.
pub(super) const MAX_SIZE: usize = 8;

/// A nesting of operators.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// A place for a variable or a literal, or a regular expression without arguments that grow.
    Leaf(Sort),
    /// A production of this number, with its arguments that grow.
    Node(usize, Vec<Shape>),
}

/// A production with as many arguments as it has here.
#[derive(Clone, Debug)]
struct Form {
    production: usize,
    /// The sorts of the arguments that grow.
    sorts: SmallVec<[Sort; 4]>,
    cost: usize,
    /// How many shapes of each size it is the root of.
    counts: [u64; MAX_SIZE + 1],
}

/// The shapes over a grammar.
#[derive(Clone, Debug)]
pub(super) struct Shapes {
    forms: Vec<(Sort, Form)>,
    /// How many shapes of each sort and size there are.
    counts: [[u64; MAX_SIZE + 1]; 4],
}

/// The place of a sort in tables by sort.
pub(super) fn place(sort: Sort) -> usize {
    match sort {
        Sort::Bool => 0,
        Sort::Int => 1,
        Sort::String => 2,
        _ => 3,
    }
}

/// Connectives and arithmetic, which only combine what others say about strings, count double.
fn cost(production: &Production, sorts: &[Sort]) -> usize {
    let arithmetic = production.result == Sort::Int && sorts.iter().all(|&sort| sort == Sort::Int);
    1 + usize::from(arithmetic || sorts.contains(&Sort::Bool))
}

impl Shapes {
    /// The shapes of those of the productions that are wanted and grow.
    pub(super) fn new(grammar: &Grammar, wanted: impl Fn(usize) -> bool) -> Shapes {
        let mut forms = Vec::new();
        for (number, production) in grammar.productions.iter().enumerate() {
            let mut sorts: SmallVec<[Sort; 4]> = production
                .slots
                .iter()
                .filter_map(|slot| match slot {
                    Slot::Sort(sort) => Some(*sort),
                    _ => None,
                })
                .collect();
            if production.dialect || production.weight == 0 || sorts.is_empty() || !wanted(number) {
                continue;
            }
            // A chain says what two or three relations say, and would be most of all shapes.
            if production.is_chain() {
                continue;
            }
            for longer in [false, true] {
                if longer {
                    let Some(&last) = sorts.last().filter(|_| production.more) else {
                        continue;
                    };
                    sorts.push(last);
                }
                let form = Form {
                    production: number,
                    cost: cost(production, &sorts),
                    sorts: sorts.clone(),
                    counts: [0; MAX_SIZE + 1],
                };
                forms.push((production.result, form));
            }
        }
        let mut shapes = Shapes {
            forms,
            counts: [[0; MAX_SIZE + 1]; 4],
        };
        for sort in [Sort::Int, Sort::String, Sort::RegLan] {
            shapes.counts[place(sort)][0] = 1;
        }
        // Of the arguments at most those are known that are smaller, and no others are asked for.
        for size in 1..=MAX_SIZE {
            let mut totals = [0u64; 4];
            for number in 0..shapes.forms.len() {
                let (result, form) = &shapes.forms[number];
                let (many, total) = (shapes.of_form(form, size), &mut totals[place(*result)]);
                *total = total.saturating_add(many);
                shapes.forms[number].1.counts[size] = many;
            }
            for (counts, total) in shapes.counts.iter_mut().zip(totals) {
                counts[size] = total;
            }
        }
        shapes
    }

    /// How many shapes of this sort have this size.
    pub(super) fn count(&self, sort: Sort, size: usize) -> u64 {
        self.counts[place(sort)].get(size).copied().unwrap_or(0)
    }

    fn of_form(&self, form: &Form, size: usize) -> u64 {
        match size.checked_sub(form.cost) {
            Some(rest) => self.of_arguments(&form.sorts, rest),
            None => 0,
        }
    }

    /// How many ways there are to share this size among arguments.
    fn of_arguments(&self, sorts: &[Sort], size: usize) -> u64 {
        let Some((&first, rest)) = sorts.split_first() else {
            return u64::from(size == 0);
        };
        let ways = |own: usize| {
            self.count(first, own)
                .saturating_mul(self.of_arguments(rest, size - own))
        };
        (0..=size).map(ways).fold(0, u64::saturating_add)
    }

    /// The shape of this number, counted from 0; `None` if there are not so many.
    pub(super) fn shape(&self, sort: Sort, size: usize, number: u64) -> Option<Shape> {
        if size == 0 && self.count(sort, 0) > number {
            return Some(Shape::Leaf(sort));
        }
        let mut left = number;
        for (_, form) in self.forms.iter().filter(|(result, _)| *result == sort) {
            let many = *form.counts.get(size)?;
            if left < many {
                let args = self.arguments(&form.sorts, size - form.cost, left)?;
                return Some(Shape::Node(form.production, args));
            }
            left -= many;
        }
        None
    }

    fn arguments(&self, sorts: &[Sort], size: usize, number: u64) -> Option<Vec<Shape>> {
        let (mut size, mut left) = (size, number);
        let mut args = Vec::with_capacity(sorts.len());
        for (i, &sort) in sorts.iter().enumerate() {
            let rest = &sorts[i + 1..];
            let mut own = 0;
            let others = loop {
                let others = self.of_arguments(rest, size.checked_sub(own)?);
                let many = self.count(sort, own).saturating_mul(others);
                if left < many {
                    break others;
                }
                left -= many;
                own += 1;
            };
            args.push(self.shape(sort, own, left / others)?);
            left %= others;
            size -= own;
        }
        Some(args)
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::*;
    use crate::synth::library::Library;

    fn size(grammar: &Grammar, shape: &Shape) -> usize {
        match shape {
            Shape::Leaf(_) => 0,
            Shape::Node(number, args) => {
                let production = &grammar.productions[*number];
                let sorts: Vec<Sort> = args
                    .iter()
                    .map(|arg| match arg {
                        Shape::Leaf(sort) => *sort,
                        Shape::Node(number, _) => grammar.productions[*number].result,
                    })
                    .collect();
                let inside: usize = args.iter().map(|arg| size(grammar, arg)).sum();
                cost(production, &sorts) + inside
            }
        }
    }

    #[test]
    fn every_number_is_another_shape_of_its_size() {
        let grammar = Library::built_in().grammar;
        let shapes = Shapes::new(&grammar, |_| true);
        for (sort, up_to) in [(Sort::Bool, 3), (Sort::String, 2), (Sort::RegLan, 3)] {
            for wanted in 0..=up_to {
                let count = shapes.count(sort, wanted);
                let mut seen = FxHashSet::default();
                for number in 0..count {
                    let shape = shapes.shape(sort, wanted, number).expect("so many");
                    assert_eq!(size(&grammar, &shape), wanted, "{shape:?}");
                    assert!(seen.insert(shape));
                }
                assert_eq!(shapes.shape(sort, wanted, count), None);
            }
        }
    }

    #[test]
    fn all_operators_on_leaves_are_of_size_one() {
        let grammar = Library::built_in().grammar;
        let shapes = Shapes::new(&grammar, |_| true);
        let of_strings = |p: &&Production| {
            let grows = p.slots.iter().any(|slot| matches!(slot, Slot::Sort(_)));
            p.result == Sort::String && p.weight > 0 && !p.dialect && grows
        };
        // All but `ite`, whose condition is no leaf; concatenation has two and three arguments.
        let known = grammar.productions.iter().filter(of_strings).count() as u64;
        assert_eq!(shapes.count(Sort::String, 1), known - 1 + 1);
    }
}
