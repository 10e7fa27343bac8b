//! How conversions between strings and numbers go together.
//!
//! Words of fixed length see the digits of one candidate number at a time. What holds of all
//! numbers at once is said here, as valid formulas, as soon as there are two conversions that could
//! have to do with each other: `from_int` is undone by `to_int`, and `to_int` up to zeros in front.
//! With these, congruence does the rest.

use sinew_engine::PluginContext;
use sinew_term::{Op, Term, TermStore};

use super::rules;

/// The conversions of a problem.
#[derive(Default)]
pub(crate) struct Conversions {
    /// Those about which nothing was said yet.
    silent: Vec<Term>,
    several: bool,
}

impl Conversions {
    /// Tells the engine what follows now that there is also this term.
    pub(crate) fn say(&mut self, cx: &mut PluginContext<'_, '_>, term: Term) {
        for fact in self.register(cx.store_mut(), term) {
            let _ = cx.lemma(&rules::CONVERSION, &[fact]);
        }
    }

    /// Valid formulas to be said now that there is also this term.
    fn register(&mut self, store: &mut TermStore, term: Term) -> Vec<Term> {
        if !is_conversion(store, term) {
            return Vec::new();
        }
        self.several |= !self.silent.is_empty();
        self.silent.push(term);
        if !self.several {
            return Vec::new();
        }
        let silent = std::mem::take(&mut self.silent);
        let facts = silent
            .iter()
            .flat_map(|&term| conversion_facts(store, term));
        facts.collect()
    }
}

/// Whether this is a conversion that is not made to undo another.
fn is_conversion(store: &TermStore, term: Term) -> bool {
    match store.op(term) {
        Op::ToInt => store.op(store.arg(term, 0)) != Op::FromInt,
        Op::FromInt => true,
        _ => false,
    }
}

/// Valid formulas about a conversion and what undoes it; none for other terms.
///
/// * `n ≥ 0 ⇒ to_int(from_int(n)) = n`
/// * `to_int(s) ≥ 0 ⇒ s = z ++ from_int(to_int(s)) ∧ z ∈ 0*`, z being what is in front in s
pub fn conversion_facts(store: &mut TermStore, term: Term) -> Vec<Term> {
    let zero = store.int(0);
    match store.op(term) {
        Op::FromInt => {
            let number = store.arg(term, 0);
            let back = store.to_int(term);
            let (natural, same) = (store.ge(number, zero), store.eq(back, number));
            vec![store.implies(natural, same)]
        }
        Op::ToInt => {
            let string = store.arg(term, 0);
            let numeral = store.mk(Op::FromInt, &[term]);
            let (whole, end) = (store.len(string), store.len(numeral));
            let count = store.sub(whole, end);
            let front = store.substr(string, zero, count);
            let joined = store.concat(&[front, numeral]);
            let same = store.eq(string, joined);
            let digit = store.string("0");
            let digit = store.str_to_re(digit);
            let zeros = store.re_star(digit);
            let zeros = store.in_re(front, zeros);
            let fact = store.and(&[same, zeros]);
            let number = store.ge(term, zero);
            vec![store.implies(number, fact)]
        }
        _ => Vec::new(),
    }
}
