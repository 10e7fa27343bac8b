//! Trees as terms, for the reference semantics.

use super::Re;
use sinew_term::{Term, TermStore};

/// The term that a tree is written as.
pub(crate) fn term(store: &mut TermStore, re: &Re) -> Term {
    let two = |store: &mut TermStore, a: &Re, b: &Re| [term(store, a), term(store, b)];
    match re {
        Re::None => store.re_none(),
        Re::All => store.re_all(),
        Re::AllChar => store.re_allchar(),
        Re::Literal(word) => {
            let word = store.code_points(word);
            store.str_to_re(word)
        }
        Re::Range(lo, hi) => {
            let (lo, hi) = (store.code_points(&[*lo]), store.code_points(&[*hi]));
            store.re_range(lo, hi)
        }
        Re::Concat(a, b) => {
            let parts = two(store, a, b);
            store.re_concat(&parts)
        }
        Re::Union(a, b) => {
            let parts = two(store, a, b);
            store.re_union(&parts)
        }
        Re::Inter(a, b) => {
            let parts = two(store, a, b);
            store.re_inter(&parts)
        }
        Re::Diff(a, b) => {
            let [a, b] = two(store, a, b);
            store.re_diff(a, b)
        }
        Re::Comp(a) => {
            let a = term(store, a);
            store.re_comp(a)
        }
        Re::Star(a) => {
            let a = term(store, a);
            store.re_star(a)
        }
        Re::Plus(a) => {
            let a = term(store, a);
            store.re_plus(a)
        }
        Re::Opt(a) => {
            let a = term(store, a);
            store.re_opt(a)
        }
        Re::Power(a, n) => {
            let a = term(store, a);
            store.re_pow(*n, a)
        }
        Re::Loop(a, lo, hi) => {
            let a = term(store, a);
            store.re_loop(*lo, *hi, a)
        }
    }
}
