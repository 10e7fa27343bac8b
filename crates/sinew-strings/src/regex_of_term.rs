//! From regex terms to `sinew_regex`, with a cache.

use sinew_regex::{Regex, RegexStore};
use sinew_term::{Op, Sort, Term, TermMap, TermStore};

/// Translates regex terms without symbols, each once.
///
/// ```
/// use sinew_strings::RegexOfTerm;
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
}
