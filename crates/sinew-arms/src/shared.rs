//! What arms tell each other (P2 §3.2, *Constraint Sharing*).
//!
//! A fact is shared if it follows from the input and speaks of nothing that the input does not
//! speak of. What arms learn from words of fixed length is more than that: it is valid, so it may
//! be added to any problem, and belongs to no unsatisfiable core.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashSet;
use sinew_base::Tuning;
use sinew_term::{FunId, Op, Term, TermSet, TermStore, postorder_all};

use crate::tuning::{KEPT_LEMMAS, SHARED_FACTS, SHARED_LITERALS};

/// Valid facts in the vocabulary of one problem. Clones share them.
#[derive(Clone, Default)]
pub struct Shared(Rc<RefCell<Board>>);

#[derive(Default)]
struct Board {
    vocabulary: FxHashSet<FunId>,
    facts: Vec<Term>,
    known: TermSet,
    tuning: Tuning,
}

/// The functions and constants in terms; functions as often as there are applications.
fn symbols(store: &TermStore, terms: &[Term]) -> impl Iterator<Item = FunId> {
    postorder_all(store, terms)
        .into_iter()
        .filter_map(|term| match store.op(term) {
            Op::Apply(fun) => Some(fun),
            _ => None,
        })
}

impl Shared {
    /// Nothing yet, about the problem of these terms.
    #[must_use]
    pub fn new(store: &TermStore, terms: &[Term], tuning: &Tuning) -> Shared {
        let board = Board {
            vocabulary: symbols(store, terms).collect(),
            tuning: tuning.clone(),
            ..Board::default()
        };
        Shared(Rc::new(RefCell::new(board)))
    }

    /// Whether anything can be passed on.
    pub(crate) fn has_listeners(&self) -> bool {
        !self.0.borrow().vocabulary.is_empty()
    }

    /// Passes on a valid clause, if it is short and speaks of the input alone.
    pub(crate) fn publish(&self, store: &mut TermStore, clause: &[Term]) {
        if clause.is_empty() || clause.len() > self.0.borrow().tuning.size(&SHARED_LITERALS) {
            return;
        }
        let mut board = self.0.borrow_mut();
        let foreign = |&term: &Term| match store.op(term) {
            Op::Apply(fun) => !board.vocabulary.contains(&fun),
            _ => false,
        };
        if board.facts.len() >= board.tuning.size(&SHARED_FACTS)
            || postorder_all(store, clause).iter().any(foreign)
        {
            return;
        }
        let fact = store.disjunction(clause);
        if !board.known.contains(fact) {
            board.known.insert(fact);
            board.facts.push(fact);
        }
    }

    /// Takes in valid facts that were told elsewhere, as far as there is room.
    pub fn take_in(&self, facts: &[Term]) {
        let mut board = self.0.borrow_mut();
        let most = board.tuning.size(&SHARED_FACTS);
        for &fact in facts {
            if board.facts.len() < most && board.known.insert(fact) {
                board.facts.push(fact);
            }
        }
    }

    /// How many facts were told.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.borrow().facts.len()
    }

    /// The facts from this position on, in the order in which they were told.
    #[must_use]
    pub fn since(&self, position: usize) -> Vec<Term> {
        self.0
            .borrow()
            .facts
            .get(position..)
            .unwrap_or_default()
            .to_vec()
    }
}

/// Valid facts from earlier problems, for later ones with the same symbols.
#[derive(Default)]
pub struct LemmaPool {
    /// With the symbols that they speak of, the oldest first.
    facts: VecDeque<(Term, Box<[FunId]>)>,
    known: FxHashSet<Term>,
}

impl LemmaPool {
    /// Tells a problem that has just begun what is known of its symbols.
    pub fn seed(&self, shared: &Shared) {
        let mut board = shared.0.borrow_mut();
        for (fact, symbols) in &self.facts {
            if symbols.iter().all(|fun| board.vocabulary.contains(fun)) && board.known.insert(*fact)
            {
                board.facts.push(*fact);
            }
        }
    }

    /// All of them, the oldest first.
    pub fn facts(&self) -> impl Iterator<Item = Term> + '_ {
        self.facts.iter().map(|&(fact, _)| fact)
    }

    /// Keeps what was shared about a problem; the oldest facts make room.
    pub fn retain(&mut self, store: &TermStore, shared: &Shared) {
        for &fact in &shared.0.borrow().facts {
            if self.known.insert(fact) {
                self.facts
                    .push_back((fact, symbols(store, &[fact]).collect()));
            }
        }
        let most = shared.0.borrow().tuning.size(&KEPT_LEMMAS);
        while self.facts.len() > most
            && let Some((oldest, _)) = self.facts.pop_front()
        {
            self.known.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_term::Sort;

    #[test]
    fn only_what_speaks_of_the_input_is_passed_on() {
        let mut store = TermStore::new();
        let (x, y) = (
            store.constant("x", Sort::String),
            store.constant("y", Sort::String),
        );
        let (ours, theirs) = (store.prefixof(x, x), store.prefixof(x, y));
        let shared = Shared::new(&store, &[x], &Tuning::default());
        shared.publish(&mut store, &[theirs]);
        shared.publish(&mut store, &[]);
        assert_eq!(shared.since(0), []);
        shared.publish(&mut store, &[ours]);
        shared.publish(&mut store, &[ours]);
        assert_eq!(shared.since(0), [ours]);
        assert_eq!(shared.since(1), []);
        // What others have told is no news if it is known.
        let more = store.prefixof(x, x);
        let other = store.suffixof(x, x);
        shared.take_in(&[more, other]);
        assert_eq!((shared.since(1), shared.count()), (vec![other], 2));
    }

    #[test]
    fn lessons_are_for_problems_with_the_same_symbols_and_the_oldest_make_room() {
        let mut store = TermStore::new();
        let (x, y) = (
            store.constant("x", Sort::String),
            store.constant("y", Sort::String),
        );
        let (one, both) = (store.prefixof(x, x), store.prefixof(x, y));
        let shared = Shared::new(&store, &[x, y], &Tuning::default());
        shared.publish(&mut store, &[one]);
        shared.publish(&mut store, &[both]);
        let mut lemmas = LemmaPool::default();
        lemmas.retain(&store, &shared);
        lemmas.retain(&store, &shared);
        let later = Shared::new(&store, &[x], &Tuning::default());
        lemmas.seed(&later);
        lemmas.seed(&later);
        assert_eq!(later.since(0), [one]);
        for length in 0..KEPT_LEMMAS.default {
            let (length, limit) = (store.len(x), store.int(length));
            let fact = store.ge(length, limit);
            let shared = Shared::new(&store, &[x], &Tuning::default());
            shared.publish(&mut store, &[fact]);
            lemmas.retain(&store, &shared);
        }
        assert_eq!(lemmas.facts().count() as u64, KEPT_LEMMAS.default);
        assert!(lemmas.facts().all(|fact| fact != one && fact != both));
    }
}
