//! Fresh symbols and what they stand for.
//!
//! A symbol that an inference introduces has a [`Definition`] over older symbols, and the definition
//! determines the symbol: whoever speaks of the rest of x behind y, in a split, an expansion or
//! another engine on the same terms, speaks of the same symbol. So every inference is a formula that
//! can be evaluated once its symbols have their values, and a proof can write a symbol as the closed
//! term that it stands for (`@purify` in CPC).
//!
//! No symbol of a user contains a bar, so names never clash.

use rustc_hash::FxHashMap;
use sinew_term::{FunId, Sort, Term, TermStore};

/// What a fresh symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// The value of a term.
    Purify(Term),
    /// For a membership `s ∈ R₁ · … · Rₙ`, in Rᵢ as given by the second term, and `s` by the
    /// first: the part of `s` that is in Rᵢ₊₁, counted from 0, in the first way of cutting `s`, which is
    /// the one with the shortest first part, then second part, and so on. Empty if there is no way.
    Component(Term, Term, u32),
    /// The language that the plug-in gives under this number
    /// ([`TheorySolver::language`](crate::TheorySolver::language)).
    Language(u32),
}

/// A fresh function of one argument: its body over a bound variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionDefinition {
    /// The symbol.
    pub fun: FunId,
    /// The variable that stands for the argument.
    pub parameter: Term,
    /// The value.
    pub body: Term,
}

/// The symbols of one engine, in the order of their introduction.
#[derive(Default)]
pub(crate) struct Skolems {
    known: FxHashMap<Definition, Term>,
    all: Vec<(Term, Definition)>,
    functions: Vec<FunctionDefinition>,
}

impl Skolems {
    /// The symbol with this definition.
    pub(crate) fn symbol(
        &mut self,
        store: &mut TermStore,
        hint: &str,
        sort: Sort,
        definition: Definition,
    ) -> Term {
        if let Some(&known) = self.known.get(&definition) {
            return known;
        }
        let symbol = match definition {
            // Terms of one store have different numbers.
            Definition::Purify(term) => store.constant(&format!("|{hint}.{}", term.index()), sort),
            Definition::Component(string, language, at) => {
                let (string, language) = (string.index(), language.index());
                store.constant(&format!("|{hint}.{string}.{language}.{at}"), sort)
            }
            // What the numbers of languages mean, only this engine knows.
            Definition::Language(_) => store.fresh_constant(&format!("|{hint}"), sort),
        };
        self.known.insert(definition, symbol);
        self.all.push((symbol, definition));
        symbol
    }

    /// Says what a fresh function means.
    pub(crate) fn define_function(&mut self, definition: FunctionDefinition) {
        if !self.functions.contains(&definition) {
            self.functions.push(definition);
        }
    }

    /// The fresh functions, which speak of no fresh symbols.
    pub(crate) fn functions(&self) -> &[FunctionDefinition] {
        &self.functions
    }

    /// All symbols with their definitions, which speak of older ones only.
    pub(crate) fn all(&self) -> &[(Term, Definition)] {
        &self.all
    }
}
