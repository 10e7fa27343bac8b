//! What holds whatever else does: what follows from what is told by propagation, and the cases that it leaves.
//!
//! A formula that was told is taken apart as far as it goes without choices. What is left, disjunctions and the like, waits until all cases but
//! one are known to fail; then that one holds. Each of a few cases may also be looked at by itself (`bounds`).

use rustc_hash::FxHashMap;
use sinew_term::{Op, Sort, Term, TermStore};

/// A formula and its truth value.
pub(super) type Fact = (Term, bool);

/// What is known, and what waits.
#[derive(Clone, Default)]
pub(super) struct Settled {
    known: FxHashMap<Term, bool>,
    /// What is known, in the order in which it was found out.
    pub(super) order: Vec<Fact>,
    /// Formulas of which one case holds.
    waiting: Vec<Fact>,
    /// Whether it contradicts itself.
    pub(super) refuted: bool,
}

/// How many cases a formula has that holds, or does not; none if it says something about itself.
fn count(store: &TermStore, (term, value): Fact) -> usize {
    let args = store.args(term);
    match (store.op(term), value) {
        (Op::Or | Op::Implies, true) | (Op::And, false) => args.len(),
        (Op::Ite, _) => 2,
        (Op::Eq, _) if args.len() == 2 && store.sort(args[0]) == Sort::Bool => 2,
        _ => 0,
    }
}

/// One of the cases: all of these hold.
fn case(store: &TermStore, (term, value): Fact, at: usize) -> [Option<Fact>; 2] {
    let args = store.args(term);
    match store.op(term) {
        Op::Ite => [Some((args[0], at == 0)), Some((args[1 + at], value))],
        Op::Eq => [
            Some((args[0], at == 0)),
            Some((args[1], (at == 0) == value)),
        ],
        Op::Implies => [Some((args[at], at + 1 == args.len())), None],
        _ => [Some((args[at], value)), None],
    }
}

impl Settled {
    /// Takes a formula apart that holds, or does not, as far as it goes without choices.
    pub(super) fn take(&mut self, store: &TermStore, fact: Fact) {
        let mut left = vec![fact];
        while let Some((term, value)) = left.pop() {
            if let Some(constant) = store.bool_value(term) {
                self.refuted |= constant != value;
                continue;
            }
            let args = store.args(term);
            if store.op(term) == Op::Not {
                left.push((args[0], !value));
                continue;
            }
            match self.known.insert(term, value) {
                Some(before) => {
                    self.refuted |= before != value;
                    continue;
                }
                None => self.order.push((term, value)),
            }
            match (store.op(term), value) {
                (Op::And, true) | (Op::Or, false) => {
                    left.extend(args.iter().map(|&arg| (arg, value)));
                }
                (Op::Implies, false) => {
                    let last = args.len() - 1;
                    left.extend(args.iter().enumerate().map(|(at, &arg)| (arg, at < last)));
                }
                _ if count(store, (term, value)) > 0 => self.waiting.push((term, value)),
                _ => {}
            }
        }
    }

    /// Whether a fact is known to hold, or to fail.
    fn value(&self, store: &TermStore, (mut term, mut value): Fact) -> Option<bool> {
        while store.op(term) == Op::Not {
            (term, value) = (store.arg(term, 0), !value);
        }
        let known = store
            .bool_value(term)
            .or_else(|| self.known.get(&term).copied());
        known.map(|known| known == value)
    }

    /// The cases that may hold; none if one of them does, so that there is nothing to choose.
    pub(super) fn open(&self, store: &TermStore, fact: Fact, most: usize) -> Option<Vec<usize>> {
        let mut open = Vec::new();
        for at in 0..count(store, fact) {
            let facts = case(store, fact, at).into_iter().flatten();
            let (mut holds, mut fails) = (true, false);
            for value in facts.map(|one| self.value(store, one)) {
                holds &= value == Some(true);
                fails |= value == Some(false);
            }
            if holds {
                return None;
            }
            if !fails && open.len() < most {
                open.push(at);
            }
        }
        Some(open)
    }

    /// Takes cases all others of which fail. Whether there was one.
    pub(super) fn propagate(&mut self, store: &TermStore) -> bool {
        let before = self.order.len();
        for fact in std::mem::take(&mut self.waiting) {
            match self.open(store, fact, 2).as_deref() {
                None => {}
                Some([]) => self.refuted = true,
                Some([only]) => self.choose(store, fact, *only),
                Some(_) => self.waiting.push(fact),
            }
        }
        self.order.len() > before
    }

    /// Takes one of the cases.
    pub(super) fn choose(&mut self, store: &TermStore, fact: Fact, at: usize) {
        for one in case(store, fact, at).into_iter().flatten() {
            self.take(store, one);
        }
    }

    /// What waits.
    pub(super) fn waiting(&self) -> &[Fact] {
        &self.waiting
    }

    /// How much there is to look at.
    pub(super) fn size(&self) -> usize {
        self.order.len() + self.waiting.len()
    }
}
