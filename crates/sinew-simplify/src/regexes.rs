//! From regex terms to `sinew_regex`, with a cache, and the few questions that rules ask.
//!
//! Questions have small parts of the caller's budget: a rule that cannot decide quickly says nothing.

use sinew_base::Budget;
use sinew_regex::{Regex, RegexStore};
use sinew_term::{Op, Sort, Term, TermMap, TermStore};

/// Work that one question of a rule may cost.
const STEPS: u64 = 4_000;

/// Translates regex terms without symbols, each once.
///
/// ```
/// use sinew_simplify::RegexOfTerm;
/// use sinew_term::TermStore;
/// let mut terms = TermStore::new();
/// let a = terms.string("a");
/// let a = terms.str_to_re(a);
/// let many = terms.re_star(a);
/// let mut regexes = RegexOfTerm::new();
/// let regex = regexes.regex_of_term(&terms, many).expect("no symbols in it");
/// assert!(regexes.store().nullable(regex));
/// ```
#[derive(Default)]
pub struct RegexOfTerm {
    store: RegexStore,
    /// `None`: the term has symbols in it.
    cache: TermMap<Option<Regex>>,
}

impl RegexOfTerm {
    /// A translator with an empty store.
    #[must_use]
    pub fn new() -> RegexOfTerm {
        RegexOfTerm::default()
    }

    /// The store of the regexes.
    #[must_use]
    pub fn store(&self) -> &RegexStore {
        &self.store
    }

    /// The store of the regexes, to ask it questions.
    pub fn store_mut(&mut self) -> &mut RegexStore {
        &mut self.store
    }

    /// The regex that `term` denotes, unless it depends on a symbol or a bound variable.
    pub fn regex_of_term(&mut self, terms: &TermStore, term: Term) -> Option<Regex> {
        let mut stack = vec![(term, false)];
        while let Some((term, ready)) = stack.pop() {
            if self.cache.contains(term) {
                continue;
            }
            let parts = terms
                .args(term)
                .iter()
                .filter(|&&arg| terms.sort(arg) == Sort::RegLan);
            if ready {
                let regex = self.translate(terms, term);
                self.cache.insert(term, regex);
            } else {
                stack.push((term, true));
                stack.extend(parts.map(|&arg| (arg, false)));
            }
        }
        self.cache.get(term).copied().flatten()
    }

    /// Lets a symbol of sort `RegLan` stand for a regex of the store from now on.
    pub fn define(&mut self, symbol: Term, regex: Regex) {
        self.cache.insert(symbol, Some(regex));
    }

    fn translate(&mut self, terms: &TermStore, term: Term) -> Option<Regex> {
        let op = terms.op(term);
        let word = |index: usize| terms.str_value(terms.arg(term, index));
        match op {
            Op::StrToRe => return word(0).map(|word| self.store.literal(word)),
            Op::ReRange => {
                return Some(match (word(0)?, word(1)?) {
                    ([lo], [hi]) => self.store.range(*lo, *hi),
                    _ => self.store.none(),
                });
            }
            Op::Ite => return None,
            _ => {}
        }
        let parts: Option<Vec<Regex>> = terms
            .args(term)
            .iter()
            .map(|&arg| self.cache.get(arg).copied().flatten())
            .collect();
        let parts = parts?;
        let store = &mut self.store;
        Some(match op {
            Op::ReNone => store.none(),
            Op::ReAll => store.all(),
            Op::ReAllChar => store.allchar(),
            Op::ReConcat => store.concat_all(&parts),
            Op::ReUnion => store.union(&parts),
            Op::ReInter => store.inter(&parts),
            Op::ReStar => store.star(parts[0]),
            Op::ReComp => store.comp(parts[0]),
            Op::ReDiff => parts[1..]
                .iter()
                .fold(parts[0], |left, &right| store.diff(left, right)),
            Op::RePlus => store.plus(parts[0]),
            Op::ReOpt => store.opt(parts[0]),
            Op::RePow(n) => store.power(parts[0], n),
            Op::ReLoop(lo, hi) => store.loop_(parts[0], lo, hi),
            _ => return None,
        })
    }

    /// Whether the two languages are equal, if that is quickly decided.
    pub(crate) fn equivalent(
        &mut self,
        terms: &TermStore,
        a: Term,
        b: Term,
        budget: &Budget,
    ) -> Option<bool> {
        let (a, b) = (self.regex_of_term(terms, a)?, self.regex_of_term(terms, b)?);
        self.store.equivalent(a, b, &budget.slice(STEPS)).ok()
    }

    /// Whether the word is in the language.
    pub(crate) fn contains(
        &mut self,
        terms: &TermStore,
        r: Term,
        word: &[u32],
        budget: &Budget,
    ) -> Option<bool> {
        let r = self.regex_of_term(terms, r)?;
        let steps = STEPS + 50 * word.len() as u64;
        self.store.contains_word(r, word, &budget.slice(steps)).ok()
    }

    /// Whether the empty word is in the language.
    pub(crate) fn nullable(&mut self, terms: &TermStore, r: Term) -> Option<bool> {
        let r = self.regex_of_term(terms, r)?;
        Some(self.store.nullable(r))
    }

    /// Whether the language is empty.
    pub(crate) fn is_empty(&mut self, terms: &TermStore, r: Term, budget: &Budget) -> Option<bool> {
        let r = self.regex_of_term(terms, r)?;
        self.store.is_empty(r, &budget.slice(STEPS)).ok()
    }

    /// Whether every word is in the language.
    pub(crate) fn is_universal(
        &mut self,
        terms: &TermStore,
        r: Term,
        budget: &Budget,
    ) -> Option<bool> {
        let r = self.regex_of_term(terms, r)?;
        self.store.is_universal(r, &budget.slice(STEPS)).ok()
    }

    /// The words of the language, if they are at most `limit` many and seen by structure.
    pub(crate) fn few_words(
        &mut self,
        terms: &TermStore,
        r: Term,
        limit: usize,
    ) -> Option<Vec<Vec<u32>>> {
        let r = self.regex_of_term(terms, r)?;
        self.store.small_language(r, limit)
    }

    /// Bounds of the lengths of the words, by structure; `None` if there are no words or the
    /// term has symbols.
    pub(crate) fn length_bounds(
        &mut self,
        terms: &TermStore,
        r: Term,
    ) -> Option<(u64, Option<u64>)> {
        let r = self.regex_of_term(terms, r)?;
        self.store.length_bounds(r)
    }

    /// Whether no word has this prefix (or, with `at_back`, this suffix).
    pub(crate) fn excludes_affix(
        &mut self,
        terms: &TermStore,
        r: Term,
        word: &[u32],
        at_back: bool,
        budget: &Budget,
    ) -> Option<bool> {
        let mut r = self.regex_of_term(terms, r)?;
        let mut word = word.to_vec();
        if at_back {
            r = self.store.reverse(r);
            word.reverse();
        }
        let budget = budget.slice(STEPS);
        let rest = self.store.left_quotient(r, &word, &budget).ok()?;
        self.store.is_empty(rest, &budget).ok()
    }

    /// Whether the literals `t ∈ r` (or `t ∉ r`) about one term exclude each other.
    pub(crate) fn excludes(
        &mut self,
        terms: &TermStore,
        literals: &[(Term, bool)],
        budget: &Budget,
    ) -> Option<bool> {
        let mut regexes = Vec::with_capacity(literals.len());
        for &(r, positive) in literals {
            regexes.push((self.regex_of_term(terms, r)?, positive));
        }
        self.store
            .is_empty_conjunction(&regexes, &budget.slice(STEPS))
            .ok()
    }

    /// The leftmost, then shortest, match at or after `from`; only non-empty matches if asked.
    /// The outer `None` says that it was not decided.
    #[allow(clippy::option_option)]
    pub(crate) fn first_match(
        &mut self,
        terms: &TermStore,
        r: Term,
        word: &[u32],
        (from, non_empty): (usize, bool),
        budget: &Budget,
    ) -> Option<Option<(usize, usize)>> {
        let r = self.regex_of_term(terms, r)?;
        let budget = budget.slice(STEPS + 200 * word.len() as u64);
        let none = self.store.none();
        for start in from..=word.len() {
            let mut state = r;
            if !non_empty && self.store.nullable(state) {
                return Some(Some((start, start)));
            }
            for (offset, &c) in word[start..].iter().enumerate() {
                budget.spend(1).ok()?;
                state = self.store.derivative(state, c, &budget).ok()?;
                if state == none {
                    break;
                }
                if self.store.nullable(state) {
                    return Some(Some((start, start + offset + 1)));
                }
            }
        }
        Some(None)
    }
}
