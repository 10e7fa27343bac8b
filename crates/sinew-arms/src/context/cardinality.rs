//! Languages with few words, and strings that are all different.
//!
//! P3's alphabet is finite too, and strings of one length are at most as many as there are words of
//! that length; over all of Unicode that never matters, over a regular language it does: eleven
//! different digits do not exist. Without the count, that is a pigeonhole problem, which a search
//! through characters does not survive.

use rustc_hash::FxHashMap;
use sinew_base::StopReason;
use sinew_engine::PluginContext;
use sinew_regex::Regex;
use sinew_strings::RegexOfTerm;
use sinew_term::{Sort, Term};

use super::different::{different, pairwise};
use super::member::{Member, literals, premises};
use super::rules;

/// Steps that counting the words of one language may take.
const COUNT_STEPS: u64 = 20_000;
/// Languages with more words are not looked at.
const MOST_WORDS: usize = 1 << 12;
/// Fewer strings are distributed by trying.
const FEW: usize = 4;

/// The memberships of a class: a language, as literals.
type Key = Vec<(Regex, bool)>;

/// The numbers of words of languages; `None` for many.
#[derive(Default)]
pub(super) struct Cardinality {
    sizes: FxHashMap<Key, Option<usize>>,
}

impl Cardinality {
    /// Looks for more strings that differ from each other than their language has words. Whether
    /// something was inferred.
    pub(super) fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        by_class: &FxHashMap<Term, Vec<Member>>,
    ) -> Result<bool, StopReason> {
        if by_class.len() < FEW || cx.disequalities(Sort::String).is_empty() {
            return Ok(false);
        }
        let mut groups: FxHashMap<Key, Vec<Term>> = FxHashMap::default();
        for (&class, members) in by_class {
            groups.entry(literals(members)).or_default().push(class);
        }
        let mut groups: Vec<(Key, Vec<Term>)> = groups.into_iter().collect();
        groups.sort_unstable();
        for (key, mut strings) in groups {
            let Some(size) = self.size(cx, regexes, &key)? else {
                continue;
            };
            strings.sort_unstable();
            strings.extend(constants(cx, regexes, &key)?);
            if strings.len() <= size {
                continue;
            }
            let different = different(cx, &strings, size + 1);
            if different.len() > size {
                return Ok(conflict(cx, by_class, &different));
            }
        }
        Ok(false)
    }

    fn size(
        &mut self,
        cx: &PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        key: &Key,
    ) -> Result<Option<usize>, StopReason> {
        if let Some(&known) = self.sizes.get(key) {
            return Ok(known);
        }
        let store = regexes.store_mut();
        let language = store.conjunction(key);
        let budget = cx.budget().slice(COUNT_STEPS);
        let size = store.language_size(language, &budget);
        cx.budget().check()?;
        let size = size
            .ok()
            .flatten()
            .and_then(|size| size.to_usize())
            .filter(|&size| size <= MOST_WORDS);
        self.sizes.insert(key.clone(), size);
        Ok(size)
    }
}

/// The literals at hand that are in the language.
fn constants(
    cx: &mut PluginContext<'_, '_>,
    regexes: &mut RegexOfTerm,
    key: &Key,
) -> Result<Vec<Term>, StopReason> {
    let store = regexes.store_mut();
    let language = store.conjunction(key);
    let budget = cx.budget().slice(COUNT_STEPS);
    let mut found = Vec::new();
    for class in cx.representatives(Sort::String) {
        let literal = cx.literal_of(class);
        let Some(word) = literal.and_then(|literal| cx.store().str_value(literal)) else {
            continue;
        };
        match store.contains_word(language, word, &budget) {
            Ok(true) => found.extend(literal),
            Ok(false) => {}
            Err(_) => break,
        }
    }
    cx.budget().check()?;
    Ok(found)
}

fn conflict(
    cx: &mut PluginContext<'_, '_>,
    by_class: &FxHashMap<Term, Vec<Member>>,
    different: &[Term],
) -> bool {
    let mut why = pairwise(different);
    for &string in different {
        if let Some(members) = by_class.get(&string) {
            why.extend(premises(members, string));
        }
    }
    cx.conflict(&rules::CARDINALITY, &why)
}
