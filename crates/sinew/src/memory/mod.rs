//! What earlier queries of a session leave for later ones.
//!
//! Symbolic executors ask hundreds of questions about a path condition that grows and shrinks by a
//! condition at a time. Four things stay valid from one query to the next:
//!
//! * **models**: one that the reference semantics finds to satisfy the assertions at hand is an
//!   answer, whichever query it was made for ([`models`]);
//! * **parts**: assertions that share no symbol with the others can be satisfied on their own. Those
//!   parts that a kept model satisfies need no search; what the search finds for the others is put
//!   together with it, and the whole is certified as every model is ([`parts`]);
//! * **cores**: a set of formulas that was refuted is refuted wherever it is asserted ([`cores`]);
//! * **tools**: normal forms of the simplifier, and lessons of the arms, which are valid formulas.
//!
//! The first three are the caches of *KLEE* (Cadar, Dunbar and Engler, OSDI 2008, §3.3 and 3.4), on
//! formulas instead of programs' constraints. Terms stand for formulas: a symbol that is declared
//! again with the same name and rank is the same symbol, and what is true of formulas with it does
//! not depend on scopes. It does depend on recursive definitions, which `unsat` may rest on: when
//! these change, models and cores are forgotten. Nothing is kept from a query without an answer
//! but what is valid.

mod cores;
mod models;
mod parts;

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::Budget;
use sinew_semantics::{Interpretation, Model, Value};
use sinew_smtlib::Definition;
use sinew_term::{FunId, Term, TermStore};

use self::cores::Cores;
use self::models::Models;
use self::parts::{Symbol, Vocabulary};
use crate::certify::{certify, evaluator};
use crate::solve::{Outcome, Tools};

/// Steps of looking for an answer here, for one query.
const STEPS: u64 = 400_000;
/// At most so many assertions have their symbols kept.
const VOCABULARY: usize = 1 << 16;

/// How often memory was of use.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counters {
    /// Queries answered by one kept model.
    pub(crate) models: u64,
    /// Queries answered by parts of several.
    pub(crate) joined: u64,
    /// Queries answered by a kept core.
    pub(crate) cores: u64,
    /// Queries of which only a part was searched.
    pub(crate) parts: u64,
}

impl Counters {
    /// The counters by name.
    pub(crate) fn list(self) -> [(&'static str, u64); 4] {
        [
            ("models", self.models),
            ("joined", self.joined),
            ("cores", self.cores),
            ("parts", self.parts),
        ]
    }
}

/// What is kept.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) tools: Tools,
    pub(crate) counters: Counters,
    models: Models,
    cores: Cores,
    vocabulary: Vocabulary,
    /// The definitions under which models and cores were found.
    definitions: Vec<Definition>,
}

/// What memory says of a query.
pub(crate) enum Recalled {
    /// A model.
    Model(Model),
    /// These positions are refuted, and whether none of them can be left out.
    Core(Vec<usize>, bool),
    /// Nothing, but of the assertions outside of the part.
    Part(Part),
}

impl Recalled {
    /// What was of use, for people.
    pub(crate) fn describe(&self) -> Option<&'static str> {
        match self {
            Recalled::Model(_) => Some("a model"),
            Recalled::Core(..) => Some("a core"),
            Recalled::Part(part) if part.is_whole() => None,
            Recalled::Part(_) => Some("a model of parts"),
        }
    }
}

/// Assertions that are to be solved, while the others have a model.
pub(crate) struct Part {
    /// Their positions.
    pub(crate) open: Vec<usize>,
    /// How many there are with the others.
    count: usize,
    /// What the symbols of the others mean, and defined functions.
    meanings: Vec<(Symbol, Meaning)>,
}

/// What a symbol means; division has two meanings, of `div` and of `mod`.
type Meaning = [Option<Interpretation>; 2];

impl Part {
    fn whole(count: usize) -> Part {
        Part {
            open: (0..count).collect(),
            count,
            meanings: Vec::new(),
        }
    }

    /// Whether there are no others.
    pub(crate) fn is_whole(&self) -> bool {
        self.open.len() == self.count
    }

    /// The model of the part together with that of the others.
    pub(crate) fn complete(&self, mut model: Model) -> Model {
        for (symbol, [meaning, other]) in &self.meanings {
            match symbol {
                Symbol::Declared(fun) => match meaning {
                    Some(meaning) => model.set(*fun, meaning.clone()),
                    None => forget(&mut model, *fun),
                },
                Symbol::Division => {
                    meaning.iter().for_each(|m| model.set_div0(m.clone()));
                    other.iter().for_each(|m| model.set_mod0(m.clone()));
                }
            }
        }
        model.with_defaults()
    }
}

/// Leaves the symbol to its default.
fn forget(model: &mut Model, fun: FunId) {
    let _ = model.remove(fun);
}

impl Memory {
    /// Nothing is kept, but how often memory was of use before.
    pub(crate) fn counting(counters: Counters) -> Memory {
        Memory {
            counters,
            ..Memory::default()
        }
    }

    /// Says which recursive definitions hold from now on.
    pub(crate) fn under(&mut self, definitions: &[&Definition]) {
        if !definitions.iter().copied().eq(&self.definitions) {
            self.models = Models::default();
            self.cores = Cores::default();
            self.definitions = definitions.iter().copied().cloned().collect();
        }
    }

    /// What follows for these assertions from earlier queries.
    pub(crate) fn recall(
        &mut self,
        store: &TermStore,
        terms: &[Term],
        budget: &Budget,
    ) -> Recalled {
        if self.models.is_empty() && self.cores.is_empty() {
            return Recalled::Part(Part::whole(terms.len()));
        }
        // Memory may not cost a query the steps that it needs without.
        let slice = budget.slice((budget.left() / 4).min(STEPS));
        self.look(store, terms, &slice)
    }

    fn look(&mut self, store: &TermStore, terms: &[Term], budget: &Budget) -> Recalled {
        let all = terms.iter().copied();
        if let Some(place) = self.models.satisfying(store, all, budget) {
            self.models.touch(place);
            self.counters.models += 1;
            return Recalled::Model(self.models.get(0).clone());
        }
        if let Some((core, minimal)) = self.cores.find(&places(terms)) {
            self.counters.cores += 1;
            return Recalled::Core(core, minimal);
        }
        let part = self.part(store, terms, budget);
        if part.open.is_empty() {
            let model = part.complete(Model::new());
            if let Outcome::Sat(model) = certify(store, terms, Outcome::Sat(model), budget) {
                self.counters.joined += 1;
                self.models.keep(model.clone(), terms);
                return Recalled::Model(model);
            }
            return Recalled::Part(Part::whole(terms.len()));
        }
        if !part.is_whole() {
            self.counters.parts += 1;
        }
        Recalled::Part(part)
    }

    /// The parts that no kept model satisfies, and what the symbols of the other parts mean in the
    /// models that satisfy them.
    fn part(&mut self, store: &TermStore, terms: &[Term], budget: &Budget) -> Part {
        self.vocabulary.trim(VOCABULARY);
        let mut result = Part {
            open: Vec::new(),
            count: terms.len(),
            meanings: Vec::new(),
        };
        let mut seen: FxHashSet<Symbol> = FxHashSet::default();
        // Whatever a formula of later says of a defined function must be true of its definition.
        for Definition { fun, params, body } in &self.definitions {
            let (params, body) = (params.clone(), *body);
            let meaning = Interpretation::Definition { params, body };
            seen.insert(Symbol::Declared(*fun));
            let meaning = [Some(meaning), None];
            result.meanings.push((Symbol::Declared(*fun), meaning));
        }
        for positions in self.vocabulary.parts(store, terms) {
            let members = positions.iter().map(|&position| terms[position]);
            // What certifies a quantified formula may be another one, with symbols of its own.
            let quantified = members.clone().any(|term| store.mentions_quantifiers(term));
            let place = match quantified {
                true => None,
                false => self.models.satisfying(store, members.clone(), budget),
            };
            let Some(place) = place else {
                result.open.extend(positions);
                continue;
            };
            let model = self.models.get(place);
            for term in members {
                for &symbol in &*self.vocabulary.of(store, term) {
                    if seen.insert(symbol) {
                        result.meanings.push((symbol, meaning(model, symbol)));
                    }
                }
            }
        }
        result.open.sort_unstable();
        result
    }

    /// Notes a model that was certified on these assertions.
    pub(crate) fn satisfied(
        &mut self,
        store: &TermStore,
        model: &Model,
        terms: &[Term],
        budget: &Budget,
    ) {
        self.cores.refute(&places(terms));
        debug_assert!(
            self.holds_lessons(store, model, budget),
            "a lesson is not valid"
        );
        self.models.keep(model.clone(), terms);
    }

    /// Whether no lesson fails in the model, as none should in any. Only debug builds look: the steps
    /// are not the query's, which would count differently there, but they end with it.
    fn holds_lessons(&self, store: &TermStore, model: &Model, budget: &Budget) -> bool {
        let own = Budget::new(None, budget.handle().clone());
        let mut lemmas = self.tools.lemmas.facts();
        lemmas.all(|fact| {
            evaluator(store, model, u64::MAX, &own).eval(fact) != Ok(Value::Bool(false))
        })
    }

    /// Notes that these assertions were refuted.
    pub(crate) fn refuted(&mut self, core: Vec<Term>, minimal: bool) {
        self.cores.keep(core, minimal);
    }
}

fn meaning(model: &Model, symbol: Symbol) -> Meaning {
    match symbol {
        Symbol::Declared(fun) => [model.get(fun).cloned(), None],
        Symbol::Division => [model.div0().cloned(), model.mod0().cloned()],
    }
}

/// Where each of the terms stands first.
fn places(terms: &[Term]) -> FxHashMap<Term, usize> {
    let mut places = FxHashMap::default();
    for (position, &term) in terms.iter().enumerate() {
        places.entry(term).or_insert(position);
    }
    places
}
