//! How conversions between strings and numbers go together.
//!
//! Words of fixed length see the digits of one candidate number at a time. What holds of all
//! numbers at once is said here, as valid formulas, as soon as there are two conversions that could
//! have to do with each other: `from_int` is undone by `to_int`, and `to_int` up to zeros in front.
//! With these, congruence does the rest.
//!
//! The simplifier makes a membership of an equation between `to_int(s)` and a number. Where `to_int(s)` is left elsewhere, the two are put
//! together again.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_engine::PluginContext;
use sinew_strings::numerals::number_of_numerals;
use sinew_term::{Integer, Op, Term, TermStore};

use super::rules;

/// The conversions of a problem.
#[derive(Default)]
pub(crate) struct Conversions {
    /// Those about which nothing was said yet.
    silent: Vec<Term>,
    several: bool,
    /// The strings that are converted to numbers.
    converted: FxHashSet<Term>,
    /// For a string, memberships in the numerals of one number, with that number.
    numerals: FxHashMap<Term, Vec<(Term, Integer)>>,
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
        let mut facts = self.register_numerals(store, term);
        if !is_conversion(store, term) {
            return facts;
        }
        self.several |= !self.silent.is_empty();
        self.silent.push(term);
        if self.several {
            for term in std::mem::take(&mut self.silent) {
                facts.extend(conversion_facts(store, term));
            }
        }
        facts
    }

    /// What a conversion has to do with memberships in numerals, once there are both.
    fn register_numerals(&mut self, store: &mut TermStore, term: Term) -> Vec<Term> {
        let (op, string) = match store.op(term) {
            op @ (Op::ToInt | Op::InRe) => (op, store.arg(term, 0)),
            _ => return Vec::new(),
        };
        let known = self.numerals.entry(string).or_default();
        if op == Op::ToInt {
            self.converted.insert(string);
            let known = known.iter();
            return known
                .map(|(membership, number)| numeral_fact(store, *membership, number))
                .collect();
        }
        let Some(number) = number_of_numerals(store, store.arg(term, 1)) else {
            return Vec::new();
        };
        let said = self.converted.contains(&string);
        let fact = said.then(|| numeral_fact(store, term, &number));
        known.push((term, number));
        fact.into_iter().collect()
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

/// `s ∈ 0*·n ⇔ to_int(s) = n`, for the membership.
fn numeral_fact(store: &mut TermStore, membership: Term, number: &Integer) -> Term {
    let (string, number) = (store.arg(membership, 0), store.int(number.clone()));
    let converted = store.to_int(string);
    let equal = store.eq(converted, number);
    store.eq(membership, equal)
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
