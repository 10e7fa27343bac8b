//! The values that models are made of when a test is made smaller.
//!
//! A language in the place of another often has no word among those that occur in the formulas, so
//! the words that tell the languages of a test apart are tried as well.

use rustc_hash::FxHashMap;
use sinew_base::Budget;
use sinew_regex::{CharOrder, Regex};
use sinew_term::{Op, Term, TermStore, postorder_all};

use super::bounds::Bounds;
use crate::synth::certify::domain_around;
use crate::synth::exec::Value;
use crate::synth::search::Domain;

/// Steps that the search for words may take.
const STEPS: u64 = 50_000;
/// Words of one language.
const WORDS: usize = 2;

/// Values near those in the formulas, and words of the languages there.
pub(super) fn domain(store: &TermStore, assertions: &[Term]) -> Domain {
    let mut domain = domain_around(store, assertions);
    for word in telling_words(store, assertions) {
        let word = Value::Str(word.into());
        if !domain.strings.contains(&word) {
            domain.strings.push(word);
        }
    }
    domain
}

/// The shortest words of each language, of its complement, and of what is in all, or in all but
/// one, of those that one term is in.
fn telling_words(store: &TermStore, assertions: &[Term]) -> Vec<Vec<u32>> {
    let budget = Budget::with_steps(STEPS);
    let mut bounds = Bounds::new(store, &budget);
    let order = postorder_all(store, assertions);
    let known = bounds.exactly(&order);
    let mut of_term: FxHashMap<Term, Vec<Regex>> = FxHashMap::default();
    for &term in order.iter().filter(|&&term| store.op(term) == Op::InRe) {
        if let Some(&language) = known.get(&store.arg(term, 1)) {
            let language = match assertions.contains(&term) {
                true => language,
                false => bounds.regexes.comp(language),
            };
            of_term
                .entry(store.arg(term, 0))
                .or_default()
                .push(language);
        }
    }
    let mut words = Vec::new();
    for languages in of_term.into_values() {
        let mut meets = vec![languages.clone()];
        for (i, &own) in languages.iter().enumerate() {
            let mut others = languages.clone();
            others.remove(i);
            meets.extend([others, vec![own], vec![bounds.regexes.comp(own)]]);
        }
        for meet in meets {
            let meet = bounds.regexes.inter(&meet);
            let found = bounds
                .regexes
                .words(meet, WORDS, CharOrder::Readable, &budget);
            words.extend(found.unwrap_or_default());
        }
    }
    words.sort_unstable();
    words.dedup();
    words
}
