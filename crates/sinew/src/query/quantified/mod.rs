//! Quantified formulas: which mean formulas of the theory, where they stand, what is known of their symbols.

pub(super) mod known;
pub(super) mod patterns;
pub(super) mod polarity;

use sinew_term::{Op, Sort, Term, TermStore};

/// A constant that occurs nowhere: names with `@` are the solver's own by the standard.
fn fresh_constant(store: &mut TermStore, hint: &str, sort: Sort) -> Term {
    let mut number = store.term_count();
    loop {
        let before = store.term_count();
        let constant = store.constant(&format!("@{hint}{number}"), sort);
        if constant.index() >= before {
            debug_assert!(matches!(store.op(constant), Op::Apply(_)));
            return constant;
        }
        number += 1;
    }
}
