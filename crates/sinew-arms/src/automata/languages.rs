//! Regular languages and transducers of one problem, over one alphabet, each made once.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason, Tuning};
use sinew_regex::automata::{Alphabet, Automaton, BuildError, Transducer, cased_characters};
use sinew_regex::{CharSet, Regex};
use sinew_strings::RegexOfTerm;
use sinew_strings::regular::language_of_atom;
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::facts::Function;
use super::operations::{Operation, Operations};
use crate::tuning::BUILD_STEPS;

/// A conjunction of memberships.
pub(super) type Conjunction = Vec<(Regex, bool)>;

/// The automata of a problem.
pub(super) struct Languages {
    pub(super) alphabet: Arc<Alphabet>,
    pub(super) all: Automaton,
    /// `None`: too large, or the alphabet is too coarse.
    conjunctions: FxHashMap<Conjunction, Option<Automaton>>,
    transducers: FxHashMap<Function, Option<Transducer>>,
    operations: Operations,
    tuning: Tuning,
}

impl Languages {
    /// Over the letters that the terms of a problem tell apart.
    pub(super) fn new(
        store: &TermStore,
        regexes: &mut RegexOfTerm,
        assertions: &[Term],
        tuning: &Tuning,
    ) -> Languages {
        let mut sets: Vec<CharSet> = vec![CharSet::range(0x30, 0x39)];
        for term in postorder_all(store, assertions) {
            match store.op(term) {
                Op::Str(_) => {
                    let word = store.str_value(term).unwrap_or_default();
                    sets.extend(word.iter().map(|&c| CharSet::single(c)));
                }
                Op::ToLower | Op::ToUpper => sets.extend(cased_characters()),
                Op::FromInt => sets.extend([CharSet::single(0x30), CharSet::range(0x31, 0x39)]),
                _ => {}
            }
            if store.sort(term) == Sort::RegLan
                && let Some(regex) = regexes.regex_of_term(store, term)
            {
                sets.extend(regexes.store().character_sets(regex));
            }
            let ordered = matches!(store.op(term), Op::StrLe | Op::StrLt);
            if (ordered || is_about_number(store, term))
                && let Some((_, regex)) = language_of_atom(store, regexes, term)
            {
                sets.extend(regexes.store().character_sets(regex));
            }
        }
        let alphabet = Alphabet::new(&sets);
        Languages {
            all: Automaton::all(&alphabet),
            alphabet,
            conjunctions: FxHashMap::default(),
            transducers: FxHashMap::default(),
            operations: Operations::default(),
            tuning: tuning.clone(),
        }
    }

    /// The result of an operation, unless that takes too many steps.
    pub(super) fn result(
        &mut self,
        operation: Operation,
        budget: &Budget,
    ) -> Result<Option<Automaton>, StopReason> {
        self.operations
            .result(&self.alphabet, operation, &self.tuning, budget)
    }

    /// The words of some memberships, unless that takes too many steps.
    pub(super) fn conjunction(
        &mut self,
        regexes: &mut RegexOfTerm,
        literals: &[(Regex, bool)],
        budget: &Budget,
    ) -> Result<Option<Automaton>, StopReason> {
        if literals.is_empty() {
            return Ok(Some(self.all.clone()));
        }
        if let Some(known) = self.conjunctions.get(literals) {
            return Ok(known.clone());
        }
        let slice = budget.slice(self.tuning.get(&BUILD_STEPS));
        let store = regexes.store_mut();
        let regex = store.conjunction(literals);
        let made = Automaton::from_regex(store, regex, &self.alphabet, &slice)
            .and_then(|made| Ok(made.quotient(&slice)?));
        let made = optional(made, budget)?;
        self.conjunctions.insert(literals.to_vec(), made.clone());
        Ok(made)
    }

    /// The transducer of a function, unless that takes too many steps.
    pub(super) fn transducer(
        &mut self,
        regexes: &mut RegexOfTerm,
        function: &Function,
        budget: &Budget,
    ) -> Result<Option<Transducer>, StopReason> {
        if let Some(known) = self.transducers.get(function) {
            return Ok(known.clone());
        }
        let slice = budget.slice(self.tuning.get(&BUILD_STEPS));
        let made = match function {
            Function::Lower => Transducer::to_lower(&self.alphabet),
            Function::Upper => Transducer::to_upper(&self.alphabet),
            Function::Replace(matches, pattern, new) => {
                let store = regexes.store_mut();
                Automaton::from_regex(store, *pattern, &self.alphabet, &slice)
                    .and_then(|pattern| Transducer::replace(&pattern, new, *matches, &slice))
            }
        };
        let made = optional(made, budget)?;
        self.transducers.insert(function.clone(), made.clone());
        Ok(made)
    }
}

/// Whether an atom compares the number that a string is with another one.
pub(super) fn is_about_number(store: &TermStore, atom: Term) -> bool {
    let compared = matches!(store.op(atom), Op::Eq | Op::Ge);
    compared
        && store
            .args(atom)
            .iter()
            .any(|&arg| store.op(arg) == Op::ToInt)
}

/// Nothing, if a slice of the budget or the alphabet did not suffice; what the budget itself says
/// counts.
fn optional<T>(made: Result<T, BuildError>, budget: &Budget) -> Result<Option<T>, StopReason> {
    budget.check()?;
    Ok(made.ok())
}
