//! The atoms of a problem, sorted by what they speak of.

use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

/// The atoms of a problem, which the engine decides.
#[derive(Debug, Default)]
pub(super) struct Atoms {
    pub(super) strings: Vec<Term>,
    pub(super) arithmetic: Vec<Term>,
    /// Terms that say of more than two strings that they differ.
    pub(super) distinct: Vec<Term>,
    /// Terms that hold something together whatever is decided.
    pub(super) always: Vec<Term>,
}

impl Atoms {
    pub(super) fn of(store: &TermStore, assertions: &[Term]) -> Atoms {
        let mut atoms = Atoms::default();
        for term in postorder_all(store, assertions) {
            if store.sort(term) != Sort::Bool || store.mentions_variables(term) {
                continue;
            }
            let args = store.args(term);
            let of = args.first().map(|&arg| store.sort(arg));
            match (store.op(term), of) {
                (Op::Eq, Some(Sort::String)) if args.len() == 2 => atoms.strings.push(term),
                (op @ (Op::Eq | Op::Distinct | Op::Apply(_)), Some(Sort::String)) => {
                    atoms.always.push(term);
                    if op == Op::Distinct {
                        atoms.distinct.push(term);
                    }
                }
                (Op::Apply(_), Some(_)) => atoms.always.push(term),
                (_, Some(Sort::String)) => atoms.strings.push(term),
                (
                    Op::Eq | Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::Divisible(_),
                    Some(Sort::Int),
                ) => {
                    atoms.arithmetic.push(term);
                }
                _ => {}
            }
        }
        atoms
    }
}
