//! Strings that are all different, and languages with few words.
//!
//! *Instance of the principle.* Strings that differ from each other and are in one language each claim
//! a word of it, so they are at most as many as it has words: eleven different digits do not exist.
//! P3 counts the alphabet, which over all of Unicode never matters.

use rustc_hash::FxHashMap;
use sinew_base::StopReason;
use sinew_engine::PluginContext;
use sinew_regex::Regex;
use sinew_strings::RegexOfTerm;
use sinew_term::{Sort, Term};

use super::super::rules;
use super::{Claims, Places, are_many, different, pairwise};
use crate::forms::{ByClass, literals, premises};
use crate::tuning::{COUNT_STEPS, COUNTED_WORDS};

/// The memberships of a class: a language, as literals.
type Key = Vec<(Regex, bool)>;

/// The numbers of words of languages; `None` for many.
#[derive(Default)]
pub(in super::super) struct LanguageSizes {
    sizes: FxHashMap<Key, Option<usize>>,
}

impl LanguageSizes {
    /// Looks for more strings that differ from each other than their language has words. Whether
    /// something was inferred.
    pub(in super::super) fn check(
        &mut self,
        cx: &mut PluginContext<'_, '_>,
        regexes: &mut RegexOfTerm,
        by_class: &ByClass,
    ) -> Result<bool, StopReason> {
        if !are_many(cx, by_class.len()) || cx.disequalities(Sort::String).is_empty() {
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
            strings.extend(values(cx, regexes, &key)?);
            if strings.len() <= size {
                continue;
            }
            let different = different(cx, &strings, size + 1);
            if different.len() > size {
                let claims = claims(by_class, &different);
                return Ok(claims.need(cx, &rules::LANGUAGE_SIZE, Places::Known(size)));
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
        let budget = cx.budget().slice(cx.tuning().get(&COUNT_STEPS));
        let size = store.language_size(language, &budget);
        cx.budget().check()?;
        let size = size
            .ok()
            .flatten()
            .and_then(|size| size.to_usize())
            .filter(|&size| size <= cx.tuning().size(&COUNTED_WORDS));
        self.sizes.insert(key.clone(), size);
        Ok(size)
    }
}

/// The values at hand that are in the language.
fn values(
    cx: &mut PluginContext<'_, '_>,
    regexes: &mut RegexOfTerm,
    key: &Key,
) -> Result<Vec<Term>, StopReason> {
    let store = regexes.store_mut();
    let language = store.conjunction(key);
    let budget = cx.budget().slice(cx.tuning().get(&COUNT_STEPS));
    let mut found = Vec::new();
    for class in cx.representatives(Sort::String) {
        let value = cx.value_of(class);
        let Some(word) = value.and_then(|value| cx.store().str_value(value)) else {
            continue;
        };
        match store.contains_word(language, word, &budget) {
            Ok(true) => found.extend(value),
            Ok(false) => {}
            Err(_) => break,
        }
    }
    cx.budget().check()?;
    Ok(found)
}

/// The words of strings that are known to differ.
fn claims(by_class: &ByClass, different: &[Term]) -> Claims {
    let mut why = pairwise(different);
    for &string in different {
        if let Some(members) = by_class.get(&string) {
            why.extend(premises(members, string));
        }
    }
    Claims {
        count: different.len(),
        why,
    }
}
