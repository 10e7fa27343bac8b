//! What the arm sees of a problem: equations between words, and arithmetic over their lengths.

use rustc_hash::FxHashMap;
use sinew_strings::concat::flatten;
use sinew_strings::nielsen::{Equation, Symbol, System};
use sinew_term::{Op, Sort, Term, TermMap, TermStore, postorder, rebuild_bottom_up};

/// The equations of a problem, and what else it asserts.
#[derive(Debug, Default)]
pub(super) struct Problem {
    /// The string terms that stand as variables.
    pub(super) variables: Vec<Term>,
    /// For each variable, the integer that stands for its length in `arithmetic`.
    pub(super) lengths: Vec<Term>,
    pub(super) equations: Vec<Equation>,
    /// The positions of the assertions that the equations are from.
    pub(super) origins: Vec<usize>,
    /// What else is asserted, about integers and Booleans.
    pub(super) arithmetic: Vec<Term>,
    /// Whether equations and arithmetic are all there is: then a solution is a model.
    pub(super) exact: bool,
    /// The place of each of them.
    numbers: FxHashMap<Term, usize>,
}

impl Problem {
    pub(super) fn of(store: &mut TermStore, assertions: &[Term]) -> Problem {
        let mut problem = Problem {
            exact: true,
            ..Problem::default()
        };
        let mut rest = Vec::new();
        for (position, &assertion) in assertions.iter().enumerate() {
            let mut conjuncts = vec![assertion];
            while let Some(fact) = conjuncts.pop() {
                match store.op(fact) {
                    Op::And => conjuncts.extend_from_slice(store.args(fact)),
                    Op::Eq if store.sort(store.arg(fact, 0)) == Sort::String => {
                        let args = store.args(fact).to_vec();
                        for pair in args.windows(2) {
                            let sides =
                                (problem.word(store, pair[0]), problem.word(store, pair[1]));
                            problem.equations.push(sides);
                        }
                        if problem.origins.last() != Some(&position) {
                            problem.origins.push(position);
                        }
                    }
                    _ => rest.push(fact),
                }
            }
        }
        for fact in rest {
            problem.add_arithmetic(store, fact);
        }
        problem
    }

    /// The simplified system; `None` if it clashes at once.
    pub(super) fn system(&self) -> Option<System> {
        System::new(self.equations.iter().cloned())
    }

    /// The words of the variables, with these.
    pub(super) fn named(&self, words: Vec<Vec<u32>>) -> Vec<(Term, Vec<u32>)> {
        self.variables.iter().copied().zip(words).collect()
    }

    /// A string term as a sequence of symbols.
    fn word(&mut self, store: &mut TermStore, term: Term) -> Vec<Symbol> {
        let mut word = Vec::new();
        for component in flatten(store, term) {
            match store.str_value(component) {
                Some(text) => word.extend(text.iter().map(|&code| Symbol::character(code))),
                None => word.push(Symbol::variable(self.variable(store, component))),
            }
        }
        word
    }

    fn variable(&mut self, store: &mut TermStore, term: Term) -> usize {
        if let Some(&number) = self.numbers.get(&term) {
            return number;
        }
        if !store.is_symbol(term) {
            self.exact = false;
        }
        let number = self.variables.len();
        self.numbers.insert(term, number);
        self.variables.push(term);
        let length = store.constant(&format!("|length{number}"), Sort::Int);
        self.lengths.push(length);
        number
    }

    /// Takes a fact that is no equation: lengths in it become integers. Anything else about strings
    /// in it makes the problem inexact.
    fn add_arithmetic(&mut self, store: &mut TermStore, fact: Term) {
        for term in postorder(store, fact) {
            let known = match store.sort(term) {
                Sort::Bool | Sort::Int => match store.op(term) {
                    Op::Len => store.is_symbol(store.arg(term, 0)),
                    Op::Apply(_) => store.is_symbol(term),
                    Op::Forall(_) | Op::Exists(_) => false,
                    _ => {
                        let mut args = store.args(term).iter();
                        args.all(|&arg| matches!(store.sort(arg), Sort::Bool | Sort::Int))
                    }
                },
                Sort::String => store.is_symbol(term),
                _ => false,
            };
            if !known {
                self.exact = false;
                return;
            }
            if store.op(term) == Op::Len {
                let string = store.arg(term, 0);
                self.variable(store, string);
            }
        }
        let (numbers, lengths) = (&self.numbers, &self.lengths);
        let mut cache = TermMap::new();
        let rebuilt = rebuild_bottom_up(store, fact, &mut cache, |store, term| {
            match store.op(term) {
                Op::Len => numbers
                    .get(&store.arg(term, 0))
                    .map_or(term, |&number| lengths[number]),
                _ => term,
            }
        });
        self.arithmetic.push(rebuilt);
    }
}
