//! Which production comes next, and swarms.
//!
//! A formula over all operators rarely has two that interact. *Swarm testing* (Groce, Zhang, Eide,
//! Chen, Regehr, ISSTA 2012) leaves out a random half of the features for a while, so that those
//! that stay meet each other. Here the features are the productions that make terms and
//! predicates; connectives stay, and the weights are scaled so that predicates are as
//! frequent as before: growth ends because they are.

use sinew_base::Random;
use sinew_term::Sort;

use super::grammar::{Grammar, Production, Slot};

/// The productions of one sort that are in use, for picking.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    /// Up to which number each production goes.
    table: Vec<(u32, usize)>,
    total: u32,
}

/// What the weights are multiplied with before a swarm scales them.
const PRECISION: u32 = 64;

fn grows(production: &Production) -> bool {
    let mut slots = production.slots.iter();
    slots.any(|slot| matches!(slot, Slot::Sort(_)))
}

fn is_connective(production: &Production) -> bool {
    let mut slots = production.slots.iter();
    production.result == Sort::Bool && slots.all(|slot| *slot == Slot::Sort(Sort::Bool))
}

impl Choice {
    /// Those with result `sort`; with `dialect` also those that few solvers accept; only those
    /// without arguments that grow if `flat`.
    pub(super) fn new(grammar: &Grammar, sort: Sort, dialect: bool, flat: bool) -> Choice {
        let mut choice = Choice::default();
        for (index, production) in grammar.productions.iter().enumerate() {
            let wanted = production.result == sort
                && (dialect || !production.dialect)
                && !(flat && grows(production));
            if wanted && production.weight > 0 {
                choice.total += PRECISION * production.weight;
                choice.table.push((choice.total, index));
            }
        }
        choice
    }

    /// The same without about half of what is not a connective; what stays has the weight of all.
    pub(super) fn swarm(&self, grammar: &Grammar, random: &mut Random) -> Choice {
        let mut before = 0;
        let mut weights = Vec::with_capacity(self.table.len());
        let (mut all, mut kept) = (0, 0);
        for &(up_to, index) in &self.table {
            let weight = up_to - before;
            before = up_to;
            let feature = !is_connective(&grammar.productions[index]);
            let stays = !feature || random.chance(1, 2);
            if feature {
                all += weight;
                kept += if stays { weight } else { 0 };
            }
            weights.push((index, weight, feature, stays));
        }
        if kept == 0 {
            return self.clone();
        }
        let mut choice = Choice::default();
        for (index, weight, feature, stays) in weights {
            let scaled = u64::from(weight) * u64::from(all) / u64::from(kept);
            let weight = if feature {
                u32::try_from(scaled).unwrap_or(weight)
            } else {
                weight
            };
            if stays && weight > 0 {
                choice.total += weight;
                choice.table.push((choice.total, index));
            }
        }
        choice
    }

    /// A production, by weight; `None` if there are none.
    pub(super) fn pick(&self, random: &mut Random) -> Option<usize> {
        let number = u32::try_from(random.below(self.total as usize)).ok()?;
        let place = self.table.partition_point(|&(up_to, _)| up_to <= number);
        self.table.get(place).map(|&(_, index)| index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::library::Library;

    #[test]
    fn a_swarm_has_some_features_and_as_many_predicates() {
        let grammar = Library::built_in().grammar;
        let whole = Choice::new(&grammar, Sort::Bool, false, false);
        let mut random = Random::new(7);
        let predicates = |choice: &Choice, random: &mut Random| {
            let picked = (0..2000).filter_map(|_| choice.pick(random));
            picked
                .filter(|&index| !is_connective(&grammar.productions[index]))
                .count()
        };
        let usual = predicates(&whole, &mut random);
        let mut sizes = Vec::new();
        for _ in 0..20 {
            let swarm = whole.swarm(&grammar, &mut random);
            sizes.push(swarm.table.len());
            let found = predicates(&swarm, &mut random);
            assert!(found.abs_diff(usual) < 150, "{found} instead of {usual}");
        }
        sizes.sort_unstable();
        assert!(
            sizes[0] < sizes[19] && sizes[19] < whole.table.len(),
            "{sizes:?}"
        );
        // Where all are left out, all stay.
        let one = Choice::new(&grammar, Sort::Bool, false, true);
        assert!(one.swarm(&grammar, &mut random).pick(&mut random).is_some() || one.total == 0);
    }
}
