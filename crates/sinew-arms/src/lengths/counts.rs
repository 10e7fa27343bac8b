//! Characters counted (P2 §3.1, *MultisetCheck*), as arithmetic.
//!
//! The paper's check cancels the variables that both sides of an equation have in common and
//! compares the characters that are left: `0·X = X·1` has no solution. Counting says the same and
//! more: for some characters c the number of occurrences in a string is a function symbol of its
//! own, with what concatenation and literals say about it. Equal strings have equal counts by
//! congruence, and linear arithmetic cancels across any number of equations and their Boolean
//! structure. Every formula here holds in every model that counts, whatever its strings are.

use sinew_base::{Budget, Tuning};
use sinew_engine::FunctionDefinition;
use sinew_regex::CharSet;
use sinew_strings::RegexOfTerm;
use sinew_term::{FunId, Op, Sort, Term, TermStore};

use crate::tuning::{COUNTED_LETTERS, COUNTED_STRINGS};

/// Steps that looking for a character in a language may take.
const LANGUAGE_STEPS: u64 = 10_000;

/// The characters that are counted, each with its function.
#[derive(Default)]
pub(super) struct Counts {
    letters: Vec<(u32, FunId)>,
}

impl Counts {
    /// Chooses the characters that occur in most literals among the terms; nothing is counted if
    /// the problem is large or has no literals.
    pub(super) fn choose(&mut self, store: &mut TermStore, terms: &[Term], tuning: &Tuning) {
        let mut found: Vec<u32> = Vec::new();
        let mut strings = 0;
        for &term in terms.iter().filter(|&&t| store.sort(t) == Sort::String) {
            strings += 1;
            let mut letters = store.str_value(term).unwrap_or_default().to_vec();
            letters.sort_unstable();
            letters.dedup();
            found.extend(letters);
        }
        if strings > tuning.size(&COUNTED_STRINGS) {
            return;
        }
        found.sort_unstable();
        let mut ranked: Vec<(usize, u32)> = found
            .chunk_by(|a, b| a == b)
            .map(|same| (same.len(), same[0]))
            .collect();
        ranked.sort_by_key(|&(count, letter)| (std::cmp::Reverse(count), letter));
        ranked.truncate(tuning.size(&COUNTED_LETTERS));
        // No symbol of a user contains a bar.
        let function = |store: &mut TermStore, letter: u32| {
            store.declare(&format!("|count{letter}"), &[Sort::String], Sort::Int)
        };
        self.letters = ranked
            .into_iter()
            .map(|(_, letter)| (letter, function(store, letter)))
            .collect();
    }

    /// What the functions mean: the number of occurrences of c in s is by how much s is longer than
    /// `replace_all(s, c, "")`.
    pub(super) fn definitions(&self, store: &mut TermStore) -> Vec<FunctionDefinition> {
        let parameter = store.var("s", Sort::String);
        let (whole, nothing) = (store.len(parameter), store.string(""));
        let mut definitions = Vec::new();
        for &(letter, fun) in &self.letters {
            let letter = store.code_points(&[letter]);
            let others = store.replace_all(parameter, letter, nothing);
            let others = store.len(others);
            definitions.push(FunctionDefinition {
                fun,
                parameter,
                body: store.sub(whole, others),
            });
        }
        definitions
    }

    /// What holds of the counts of a string term.
    pub(super) fn facts(&self, store: &mut TermStore, term: Term) -> Vec<Term> {
        if self.letters.is_empty() || store.sort(term) != Sort::String {
            return Vec::new();
        }
        let mut facts = Vec::new();
        let (zero, length) = (store.int(0), store.len(term));
        let mut counts = Vec::new();
        for &(letter, count) in &self.letters {
            let here = store.apply(count, &[term]);
            let known = match store.op(term) {
                Op::Str(_) => {
                    let text = store.str_value(term).unwrap_or_default();
                    let occurrences = text.iter().filter(|&&c| c == letter).count();
                    Some(store.int(occurrences))
                }
                Op::Concat => {
                    let args = store.args(term).to_vec();
                    let parts: Vec<Term> =
                        args.iter().map(|&arg| store.apply(count, &[arg])).collect();
                    Some(store.add(&parts))
                }
                Op::Rev => {
                    let source = store.arg(term, 0);
                    Some(store.apply(count, &[source]))
                }
                _ => None,
            };
            match known {
                Some(known) => facts.push(store.eq(here, known)),
                None => facts.push(store.ge(here, zero)),
            }
            counts.push(here);
        }
        if !matches!(store.op(term), Op::Str(_) | Op::Concat | Op::Rev) {
            let sum = match counts[..] {
                [only] => only,
                _ => store.add(&counts),
            };
            facts.push(store.le(sum, length));
        }
        facts
    }

    /// What a membership says of the counts of its string: a character that is in no word of the
    /// language is not there, and one that is in every word is there.
    pub(super) fn of_membership(
        &self,
        store: &mut TermStore,
        regexes: &mut RegexOfTerm,
        atom: Term,
        budget: &Budget,
    ) -> Vec<Term> {
        let (string, language) = (store.arg(atom, 0), store.arg(atom, 1));
        let Some(language) = regexes
            .regex_of_term(store, language)
            .filter(|_| !self.letters.is_empty())
        else {
            return Vec::new();
        };
        let (zero, one) = (store.int(0), store.int(1));
        let mut facts = Vec::new();
        for &(letter, count) in &self.letters {
            let regexes = regexes.store_mut();
            let without = regexes.words_over(CharSet::single(letter).complement());
            let here = store.apply(count, &[string]);
            let budget = budget.slice(LANGUAGE_STEPS);
            if regexes.is_subset(language, without, &budget) == Ok(true) {
                let none = store.eq(here, zero);
                facts.push(store.implies(atom, none));
            } else if regexes.is_empty_intersection(&[language, without], &budget) == Ok(true) {
                let some = store.ge(here, one);
                facts.push(store.implies(atom, some));
            }
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_base::Budget;
    use sinew_engine::{Config, Engine, Outcome};

    /// Counting alone refutes what the paper's check refutes, and across two equations.
    #[test]
    fn counts_refute_equations_with_different_multisets() {
        let mut store = TermStore::new();
        let (x, y) = (
            store.constant("x", Sort::String),
            store.constant("y", Sort::String),
        );
        let (zero, one) = (store.string("0"), store.string("1"));
        let (left, right) = (store.concat(&[zero, x]), store.concat(&[y, one]));
        let mut counts = Counts::default();
        counts.choose(&mut store, &[zero, one, x, y], &Tuning::default());
        let equation = store.eq(left, right);
        let same = store.eq(x, y);
        for (assertions, outcome) in [
            (vec![equation], Outcome::Sat),
            (vec![equation, same], Outcome::Unsat),
        ] {
            let mut engine = Engine::new(Config::default(), &mut store);
            engine.set_plugin(Box::new(Silent));
            for &assertion in &assertions {
                engine.assert(&mut store, assertion, 0);
            }
            for term in [x, y, zero, one, left, right] {
                for fact in counts.facts(&mut store, term) {
                    engine.assert(&mut store, fact, 1);
                }
            }
            let found = engine.check(&mut store, &[], &Budget::unlimited());
            assert_eq!(found, outcome);
        }
    }

    #[test]
    fn memberships_tell_which_characters_there_are() {
        let mut store = TermStore::new();
        let x = store.constant("x", Sort::String);
        let (zero, one) = (store.string("0"), store.string("1"));
        let mut counts = Counts::default();
        counts.choose(&mut store, &[zero, one, x], &Tuning::default());
        let language = store.str_to_re(one);
        let language = store.re_plus(language);
        let atom = store.in_re(x, language);
        let facts = counts.of_membership(
            &mut store,
            &mut RegexOfTerm::default(),
            atom,
            &Budget::unlimited(),
        );
        let (none, some) = (store.int(0), store.int(1));
        let zeros = store.apply(counts.letters[0].1, &[x]);
        let ones = store.apply(counts.letters[1].1, &[x]);
        let (none, some) = (store.eq(zeros, none), store.ge(ones, some));
        let expected = [none, some].map(|fact| store.implies(atom, fact));
        assert_eq!(facts, expected);
    }

    /// A theory without opinions, so that the engine takes strings as they are.
    struct Silent;

    impl sinew_engine::TheorySolver for Silent {
        fn check(
            &mut self,
            _: &mut sinew_engine::PluginContext<'_, '_>,
            _: sinew_engine::Effort,
        ) -> Result<sinew_engine::Verdict, sinew_base::StopReason> {
            Ok(sinew_engine::Verdict::Model)
        }
    }
}
