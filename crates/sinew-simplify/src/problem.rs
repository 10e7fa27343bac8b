//! A list of assertions with their origins, and the way back for models.

use sinew_term::{FunId, Op, Term, TermStore};

/// Which of the original assertions something came from: their positions, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origins(Vec<u32>);

impl Origins {
    /// The origins of the original assertion at this position.
    ///
    /// # Panics
    /// If there are 2^32 assertions or more.
    #[must_use]
    pub fn of(position: usize) -> Origins {
        Origins(vec![
            u32::try_from(position).expect("fewer than 2^32 assertions"),
        ])
    }

    /// The positions, sorted.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().map(|&position| position as usize)
    }

    /// Adds the origins of another.
    pub fn add(&mut self, other: &Origins) {
        if other
            .0
            .iter()
            .all(|position| self.0.binary_search(position).is_ok())
        {
            return;
        }
        self.0.extend_from_slice(&other.0);
        self.0.sort_unstable();
        self.0.dedup();
    }
}

/// Assertions, each with the original ones that it follows from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// The assertions; their conjunction is the problem.
    pub assertions: Vec<(Term, Origins)>,
}

impl Problem {
    /// The problem of these assertions, each its own origin.
    #[must_use]
    pub fn new(assertions: &[Term]) -> Problem {
        Problem {
            assertions: assertions
                .iter()
                .enumerate()
                .map(|(position, &term)| (term, Origins::of(position)))
                .collect(),
        }
    }

    /// The origins of an assertion that is `false`, if there is one: an unsatisfiable core.
    #[must_use]
    pub fn refuted(&self, store: &TermStore) -> Option<&Origins> {
        self.assertions
            .iter()
            .find(|(term, _)| store.op(*term) == Op::False)
            .map(|(_, origins)| origins)
    }

    /// Whether nothing is left to satisfy.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.assertions.is_empty()
    }

    /// The conjunction of all assertions.
    pub fn conjunction(&self, store: &mut TermStore) -> Term {
        let terms: Vec<Term> = self.assertions.iter().map(|&(term, _)| term).collect();
        store.conjunction(&terms)
    }
}

/// How a model of the simplified problem becomes one of the original problem: values for the
/// symbols that were eliminated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelExtension {
    definitions: Vec<(FunId, Term)>,
}

impl ModelExtension {
    /// The eliminated constants and the terms that define them, in the order of evaluation: a
    /// term uses symbols of the simplified problem and constants that come earlier. A symbol that
    /// has no value yet when it is needed may take any value, which it then must keep.
    pub fn definitions(&self) -> impl Iterator<Item = (FunId, Term)> + '_ {
        self.definitions.iter().rev().copied()
    }

    /// Whether nothing was eliminated.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    /// Says that `constant` was eliminated and is to be computed by `term`.
    pub(crate) fn define(&mut self, store: &TermStore, constant: Term, term: Term) {
        let Op::Apply(fun) = store.op(constant) else {
            return;
        };
        self.definitions.push((fun, term));
    }
}
