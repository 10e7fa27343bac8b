//! What kept models leave of a question: the parts that none of them satisfies (KLEE §3.3).

use rustc_hash::FxHashSet;
use sinew_base::{Budget, Tuning};
use sinew_semantics::{Interpretation, Model};
use sinew_smtlib::Definition;
use sinew_term::{Term, TermStore};

use super::models::Models;
use crate::query::symbol_index::{Meaning, Symbol, SymbolIndex};

/// Assertions that are to be solved, while the others have a model.
#[derive(Debug)]
pub(super) struct Residue {
    /// Their places.
    pub(super) open: Vec<usize>,
    /// How many there are with the others.
    count: usize,
    /// What the symbols of the others mean, and defined functions.
    meanings: Vec<(Symbol, Meaning)>,
}

impl Residue {
    pub(super) fn whole(count: usize) -> Residue {
        Residue {
            open: (0..count).collect(),
            count,
            meanings: Vec::new(),
        }
    }

    /// Nobody is left to satisfy: all are among the others.
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether there are no others.
    pub(super) fn is_whole(&self) -> bool {
        self.open.len() == self.count
    }

    /// The model of the residue together with that of the others.
    pub(super) fn complete(&self, mut model: Model) -> Model {
        for (symbol, meaning) in &self.meanings {
            symbol.set(&mut model, meaning);
        }
        model
    }
}

/// The parts that no kept model satisfies, and what the symbols of the other parts mean in the
/// models that satisfy them.
pub(super) fn residue(
    (store, terms): (&TermStore, &[Term]),
    (models, index): (&mut Models, &mut SymbolIndex),
    definitions: &[Definition],
    tuning: &Tuning,
    budget: &Budget,
) -> Residue {
    let mut result = Residue {
        open: Vec::new(),
        count: terms.len(),
        meanings: Vec::new(),
    };
    let mut seen: FxHashSet<Symbol> = FxHashSet::default();
    // Whatever a formula of later says of a defined function must be true of its definition.
    for Definition { fun, params, body } in definitions {
        let (params, body) = (params.clone(), *body);
        let meaning = Interpretation::Definition { params, body };
        seen.insert(Symbol::Declared(*fun));
        let meaning = [Some(meaning), None];
        result.meanings.push((Symbol::Declared(*fun), meaning));
    }
    for places in index.parts(store, terms) {
        let members = places.iter().map(|&place| terms[place]);
        // What certifies a quantified formula may be another one, with symbols of its own.
        let quantified = members.clone().any(|term| store.mentions_quantifiers(term));
        let found = match quantified {
            true => None,
            false => models.satisfying(store, members.clone(), tuning, budget),
        };
        let Some(found) = found else {
            result.open.extend(places);
            continue;
        };
        let model = models.get(found);
        for term in members {
            for &symbol in &*index.of(store, term) {
                if seen.insert(symbol) {
                    result.meanings.push((symbol, symbol.meaning(model)));
                }
            }
        }
    }
    result.open.sort_unstable();
    result
}
