//! How many occurrences `str.replace_all` replaces, and what that makes its length.
//!
//! Beyond P2's length abstraction. With k occurrences of a word t in s, `|replace_all(s, t, u)|` is
//! `|s| + k·(|u| − |t|)`, whatever u is. The number k is a symbol of its own, defined by what deleting the
//! occurrences leaves: so all replacements of t in s speak of the same k.

use sinew_engine::{Definition, PluginContext};
use sinew_term::{Op, Sort, Term, TermStore};

/// Factors of the product that are told exactly.
const CASES: u32 = 3;

/// Valid formulas about the length of a replacement of all occurrences of a word; none for other terms.
pub(super) fn occurrence_facts(cx: &mut PluginContext<'_, '_>, term: Term) -> Vec<Term> {
    let store = cx.store();
    let (Op::ReplaceAll, &[s, t, u]) = (store.op(term), store.args(term)) else {
        return Vec::new();
    };
    let width = match store.str_value(t).map(|word| word.len()) {
        None | Some(0) => return Vec::new(),
        Some(width) => width,
    };
    let store = cx.store_mut();
    let (width, whole, length) = (store.int(width), store.len(s), store.len(term));
    let count = {
        let nothing = store.string("");
        let rest = store.mk(Op::ReplaceAll, &[s, t, nothing]);
        let rest = store.len(rest);
        let deleted = store.sub(whole, rest);
        store.div(deleted, width)
    };
    let k = cx.skolem("occurrences", Sort::Int, Definition::Purify(count));
    let store = cx.store_mut();
    let (zero, one) = (store.int(0), store.int(1));
    let (some, found) = (store.ge(k, one), store.contains(s, t));
    let deleted = store.mul(&[width, k]);
    let left = store.sub(whole, deleted);
    let written = store.sub(length, left);
    let mut facts = vec![
        store.ge(k, zero),
        store.ge(left, zero),
        store.eq(some, found),
    ];
    match store.str_value(u).map(|word| word.len()) {
        Some(by) => {
            let by = store.int(by);
            let product = store.mul(&[by, k]);
            facts.push(store.eq(written, product));
        }
        None => {
            let by = store.len(u);
            facts.extend(is_product(store, written, k, by));
        }
    }
    facts
}

/// What can be said linearly of `product = x · y`, for x and y not negative.
fn is_product(store: &mut TermStore, product: Term, x: Term, y: Term) -> Vec<Term> {
    let mut facts = Vec::new();
    for (factor, other) in [(x, y), (y, x)] {
        for case in 0..=CASES {
            let value = store.int(case);
            let multiple = store.mul(&[value, other]);
            let (when, then) = match case < CASES {
                true => (store.eq(factor, value), store.eq(product, multiple)),
                false => (store.ge(factor, value), store.ge(product, multiple)),
            };
            facts.push(store.implies(when, then));
        }
    }
    facts
}
