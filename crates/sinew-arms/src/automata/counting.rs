//! Parikh images as facts of arithmetic, for runs of automata and of transducers.
//!
//! Flow alone admits islands, so what is said here is true of every run but not only of runs: enough to refute. Whoever
//! wants runs cuts islands off ([`super::positions`]).

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use sinew_regex::automata::{Automaton, Parikh, READ, Sum, Transducer, WRITE};
use sinew_strings::linear::LinearBuilder;
use sinew_term::{Integer, Sort, Term, TermStore};

use super::facts::Var;
use super::measure::length_of;
use super::state::{Derived, Image, State};

/// The integers of an image, by names that begin like this; they are natural numbers, and flow.
pub(super) fn flow(
    store: &mut TermStore,
    parikh: &Parikh,
    name: &str,
    facts: &mut Vec<Term>,
) -> Vec<Term> {
    let zero = store.int(0);
    let variables: Vec<Term> = (0..parikh.variable_count())
        .map(|at| store.constant(&format!("{name}{at}"), Sort::Int))
        .collect();
    facts.extend(variables.iter().map(|&v| store.ge(v, zero)));
    for sum in parikh.flow() {
        let sum = linear(store, &variables, &sum);
        facts.push(store.eq(sum, zero));
    }
    variables
}

/// A sum of an image.
pub(super) fn linear(store: &mut TermStore, variables: &[Term], sum: &Sum) -> Term {
    let mut form = LinearBuilder::default();
    for &(variable, factor) in &sum.terms {
        form.add_atom(variables[variable as usize], Integer::from(factor));
    }
    form.add_constant(&Integer::from(sum.constant));
    form.finish().to_term(store)
}

/// What a transducer reads and writes, between two languages.
type Between = (Transducer, Automaton, Automaton);

/// The images of transducers between languages; nothing where they are too large.
#[derive(Default)]
pub(super) struct Tapes(FxHashMap<Between, Option<Parikh>>);

impl Tapes {
    /// How the lengths of what a branch's functions read and write belong together, where arithmetic speaks of both.
    pub(super) fn say(
        &mut self,
        store: &mut TermStore,
        state: &State,
        (edges, steps): (usize, u64),
        facts: &mut Vec<Term>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let computed = state.derived.iter().filter_map(|item| match item {
            Derived::Computed(image) => Some(image),
            Derived::Cut(..) => None,
        });
        for (number, image) in state.images.iter().chain(computed).enumerate() {
            let sides = [&image.input, &image.output].map(|side| state.expanded(side));
            let speaks = |side: &Vec<Var>| side.iter().any(|&x| state.measured[x]);
            if !sides.iter().all(speaks) {
                continue;
            }
            let slice = budget.slice(steps);
            let found = self.between(state, image, edges, &slice);
            budget.check()?;
            let Ok(Some(parikh)) = found else {
                continue;
            };
            let variables = flow(store, &parikh, &format!("|tape{number}at"), facts);
            for (side, tag) in sides.iter().zip([READ, WRITE]) {
                let counted = linear(store, &variables, &parikh.tag_sum(tag));
                let mut length = LinearBuilder::default();
                for &x in side {
                    length.add_atom(length_of(store, x), Integer::ONE);
                }
                let length = length.finish().to_term(store);
                facts.push(store.eq(length, counted));
            }
        }
        Ok(())
    }

    fn between(
        &mut self,
        state: &State,
        image: &Image,
        edges: usize,
        budget: &Budget,
    ) -> Result<Option<Parikh>, StopReason> {
        let input = state.language_of(&image.input, budget)?;
        let output = state.language_of(&image.output, budget)?;
        let key = (image.transducer.clone(), input, output);
        if let Some(known) = self.0.get(&key) {
            return Ok(known.clone());
        }
        let made = Transducer::identity(&key.1)
            .then(&key.0, budget)
            .and_then(|made| made.then(&Transducer::identity(&key.2), budget));
        let parikh = made.map(|made| Parikh::of_transducer(&made));
        let parikh = parikh.ok().filter(|parikh| parikh.edges().len() <= edges);
        self.0.insert(key, parikh.clone());
        Ok(parikh)
    }
}
