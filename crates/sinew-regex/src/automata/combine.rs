//! Boolean operations, concatenation and reversal of explicit automata.

use super::alphabet::Alphabet;
use super::automaton::{Automaton, Builder};
use super::lazy::{Product, Subsets, explore};
use sinew_base::{Budget, StopReason};
use std::sync::Arc;

impl Automaton {
    /// Words of either: both side by side.
    pub fn union(&self, other: &Automaton, budget: &Budget) -> Result<Automaton, StopReason> {
        self.assert_same_alphabet(other.alphabet());
        let mut builder = Builder::new(self.alphabet());
        for part in [self, other] {
            budget.spend((part.len() + part.edge_count()) as u64)?;
            let base = builder.add_states_of(part);
            part.initial()
                .iter()
                .for_each(|&at| builder.add_initial(base + at));
            part.accepting()
                .for_each(|at| builder.set_accepting(base + at));
        }
        Ok(builder.without_epsilon())
    }

    /// Words of both: the reachable part of the product, trim.
    pub fn intersection(
        &self,
        other: &Automaton,
        budget: &Budget,
    ) -> Result<Automaton, StopReason> {
        explore(Product::new(self.clone(), other.clone()), budget)?.trimmed(budget)
    }

    /// Words of all, the smallest automata first, reduced on the way; all words if there are
    /// none. Ends as soon as nothing is left.
    pub fn intersection_of(
        alphabet: &Arc<Alphabet>,
        parts: &[Automaton],
        budget: &Budget,
    ) -> Result<Automaton, StopReason> {
        let mut order: Vec<&Automaton> = parts.iter().collect();
        order.sort_by_key(|part| part.len());
        let mut meet = Automaton::all(alphabet);
        for part in order {
            if meet.is_empty() {
                break;
            }
            let product = meet.intersection(part, budget)?;
            // Simulation is for products that grow.
            meet = match product.len() > meet.len().max(part.len()) {
                true => product.reduced(budget)?,
                false => product.quotient(budget)?,
            };
        }
        Ok(meet)
    }

    /// A word of the first followed by a word of the second.
    pub fn concat(&self, other: &Automaton, budget: &Budget) -> Result<Automaton, StopReason> {
        Automaton::concat_of(self.alphabet(), &[self.clone(), other.clone()], budget)
    }

    /// A word of each, one after the other; the empty word if there are none.
    pub fn concat_of(
        alphabet: &Arc<Alphabet>,
        parts: &[Automaton],
        budget: &Budget,
    ) -> Result<Automaton, StopReason> {
        let mut builder = Builder::new(alphabet);
        // Where the last part has ended.
        let mut ends = vec![builder.add_state(false)];
        builder.add_initial(0);
        for part in parts {
            part.assert_same_alphabet(alphabet);
            budget.spend((part.len() + part.edge_count()) as u64)?;
            // One state between the parts instead of an ε-move for each pair.
            let joint = builder.add_state(false);
            ends.iter().for_each(|&end| builder.add_epsilon(end, joint));
            let base = builder.add_states_of(part);
            part.initial()
                .iter()
                .for_each(|&at| builder.add_epsilon(joint, base + at));
            ends = part.accepting().map(|at| base + at).collect();
        }
        ends.iter().for_each(|&end| builder.set_accepting(end));
        builder.finish(budget)
    }

    /// Any number of words, one after the other.
    pub fn star(&self, budget: &Budget) -> Result<Automaton, StopReason> {
        budget.spend((self.len() + self.edge_count()) as u64)?;
        let mut builder = Builder::new(self.alphabet());
        let between = builder.add_state(true);
        builder.add_initial(between);
        let base = builder.add_states_of(self);
        for &at in self.initial() {
            builder.add_epsilon(between, base + at);
        }
        for at in self.accepting() {
            builder.add_epsilon(base + at, between);
        }
        builder.finish(budget)
    }

    /// The words backwards.
    #[must_use]
    pub fn reversed(&self) -> Automaton {
        let mut builder = Builder::new(self.alphabet());
        for _ in 0..self.len() {
            builder.add_state(false);
        }
        for (from, edge) in self.all_edges() {
            builder.add_edge(edge.to, edge.letters.clone(), from);
        }
        self.initial()
            .iter()
            .for_each(|&at| builder.set_accepting(at));
        self.accepting().for_each(|at| builder.add_initial(at));
        builder.without_epsilon()
    }

    /// A deterministic automaton of the language, trim. May be exponentially larger.
    pub fn determinised(&self, budget: &Budget) -> Result<Automaton, StopReason> {
        explore(Subsets::new(self.clone()), budget)?.trimmed(budget)
    }

    /// The other words, deterministically, trim. May be exponentially larger: whoever only wants
    /// to know whether they meet something asks for [`Subsets::complement`].
    pub fn complement(&self, budget: &Budget) -> Result<Automaton, StopReason> {
        explore(Subsets::complement(self.clone()), budget)?.trimmed(budget)
    }

    /// Whether no state has two edges by one letter and there is at most one initial state.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        let clash = |state: u32| {
            let mut seen = self.alphabet().none();
            self.edges(state).iter().any(|edge| {
                let clash = !seen.is_disjoint(&edge.letters);
                seen = seen.union(&edge.letters);
                clash
            })
        };
        self.initial().len() <= 1 && !(0..self.len() as u32).any(clash)
    }

    /// The smallest deterministic automaton of the language: determinised backwards, then
    /// forwards (Brzozowski 1962), which is minimal because what is turned is deterministic.
    pub fn minimised(&self, budget: &Budget) -> Result<Automaton, StopReason> {
        let back = self.trimmed(budget)?.reversed().determinised(budget)?;
        back.reversed().determinised(budget)
    }
}
