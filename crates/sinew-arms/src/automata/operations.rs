//! Operations on languages, each carried out once.
//!
//! The engine asks again and again with a few facts changed, and making a core small asks with a few
//! left out: most of what a round computes was computed before.

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason, Tuning};
use sinew_regex::automata::{Alphabet, Automaton, Builder, Transducer};
use sinew_strings::concat::End;
use std::sync::Arc;

use crate::tuning::{KEPT_OPERATIONS, OPERATION_STEPS};

/// An operation on languages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    /// Words of both.
    Meet(Automaton, Automaton),
    /// A word of each, one after the other.
    Join(Vec<Automaton>),
    /// What stands in words of the first between words of the second and words of the third.
    Between(Automaton, Automaton, Automaton),
    /// What a transducer writes while it reads the words.
    Image(Transducer, Automaton),
    /// What it reads while it writes them.
    Preimage(Transducer, Automaton),
    /// The words backwards.
    Reversed(Automaton),
    /// Words one after the other, and after them (or before, at the back) what a word begins (or ends) with.
    Powers(Automaton, End),
    /// What stands in words from this place on, or from any; not longer than this, if it is known; or
    /// nothing.
    Slices(Automaton, Option<u32>, Option<u32>),
}

/// The results so far; nothing where the steps did not suffice.
#[derive(Default)]
pub(super) struct Operations(FxHashMap<Operation, Option<Automaton>>);

impl Operations {
    /// The language, small, unless that takes too many steps.
    pub(super) fn result(
        &mut self,
        alphabet: &Arc<Alphabet>,
        operation: Operation,
        tuning: &Tuning,
        budget: &Budget,
    ) -> Result<Option<Automaton>, StopReason> {
        budget.spend(1)?;
        if let Some(known) = self.0.get(&operation) {
            return Ok(known.clone());
        }
        let slice = budget.slice(tuning.get(&OPERATION_STEPS));
        let made = compute(alphabet, &operation, &slice)
            .and_then(|language| language.trimmed(&slice)?.quotient(&slice));
        budget.check()?;
        if self.0.len() >= tuning.size(&KEPT_OPERATIONS) {
            self.0.clear();
        }
        self.0.insert(operation, made.clone().ok());
        Ok(made.ok())
    }
}

fn compute(
    alphabet: &Arc<Alphabet>,
    operation: &Operation,
    budget: &Budget,
) -> Result<Automaton, StopReason> {
    match operation {
        Operation::Meet(a, b) => a.intersection(b, budget),
        Operation::Join(parts) => Automaton::concat_of(alphabet, parts, budget),
        Operation::Between(whole, before, after) => whole
            .left_quotient(before, budget)?
            .right_quotient(after, budget),
        Operation::Image(transducer, language) => transducer.image(language, budget),
        Operation::Preimage(transducer, language) => transducer.preimage(language, budget),
        Operation::Reversed(language) => Ok(language.reversed()),
        Operation::Powers(word, End::Front) => word.star(budget)?.prefixes(budget),
        Operation::Powers(word, End::Back) => word.star(budget)?.suffixes(budget),
        Operation::Slices(whole, from, count) => {
            let rest = match *from {
                Some(from) => {
                    let front = words_of(alphabet, from, Some(from), budget)?;
                    whole.left_quotient(&front, budget)?
                }
                None => whole.suffixes(budget)?,
            };
            let nothing = Automaton::line(alphabet, &[]);
            let pieces = rest.prefixes(budget)?.union(&nothing, budget)?;
            match *count {
                Some(count) => {
                    let short = words_of(alphabet, 0, Some(count), budget)?;
                    pieces.intersection(&short, budget)
                }
                None => Ok(pieces),
            }
        }
    }
}

/// The words with at least and at most so many characters.
pub(super) fn words_of(
    alphabet: &Arc<Alphabet>,
    least: u32,
    most: Option<u32>,
    budget: &Budget,
) -> Result<Automaton, StopReason> {
    let mut builder = Builder::new(alphabet);
    let last = most.unwrap_or(least);
    for n in 0..=last {
        builder.add_state(n >= least);
    }
    builder.add_initial(0);
    for n in 0..last {
        builder.add_edge(n, alphabet.all(), n + 1);
    }
    if most.is_none() {
        builder.add_edge(last, alphabet.all(), last);
    }
    builder.finish(budget)
}
