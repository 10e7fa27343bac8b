//! Lengths of strings that others repeat, as languages.
//!
//! Lengths are left to arithmetic, which knows nothing of what stands where. A string that overlaps with itself repeats another one
//! (`periods`): of repeated strings of one length it can be told how far characters of different rounds are from each other, of strings of any length it cannot. So
//! `u·v = v·u, |u| = 7, contains(u, "abcdef"), contains(v, "abd")` has no solution by languages alone.

use rustc_hash::FxHashSet;
use sinew_strings::regular;
use sinew_term::Op;

use super::super::periods::periods;
use super::{Gather, Var};
use crate::tuning::{PERIODS, REPEATED_LENGTH};

impl Gather<'_, '_, '_> {
    /// Adds what bounds the length of a string that another repeats, if the bound is small.
    pub(super) fn lengths_of_repeated(&mut self) {
        let places: Vec<usize> = (0..self.facts.facts.len()).collect();
        let tuning = self.cx.tuning();
        let (count, most) = (tuning.size(&PERIODS), tuning.get(&REPEATED_LENGTH));
        let periods = periods(&self.facts, &places, count);
        let repeated: FxHashSet<Var> = periods.into_iter().flat_map(|period| period.of).collect();
        if repeated.is_empty() {
            return;
        }
        for (atom, value) in self.facts.arithmetic.clone() {
            let store = self.cx.store();
            let of_length = store.args(atom).iter().any(|&arg| store.op(arg) == Op::Len);
            let said = regular::language_of_atom(store, self.regexes, atom);
            let Some((string, language)) = said.filter(|_| of_length) else {
                continue;
            };
            let regexes = self.regexes.store_mut();
            let language = match value {
                true => language,
                false => regexes.comp(language),
            };
            let bounds = regexes.length_bounds(language);
            let bounded = bounds.is_some_and(|(_, longest)| longest.is_some_and(|n| n <= most));
            if bounded && repeated.contains(&self.var(string)) {
                self.regular(atom, value);
            }
        }
    }
}
