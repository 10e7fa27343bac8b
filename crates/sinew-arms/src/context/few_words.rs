//! Strings that are looked for in others, and whose language has few words of their length.
//!
//! What contains a word, and what does not, is a language; what contains a string that is no word is not. Short strings of a language like
//! `b+` are one word for each length: told so, the engine decides for a word, and the rest is a matter of languages.

use sinew_base::StopReason;
use sinew_engine::PluginContext;
use sinew_regex::CharOrder;
use sinew_strings::RegexOfTerm;
use sinew_term::{Op, Term};

use super::rules::FEW_WORDS;
use crate::forms::{ByClass, literals, premises};
use crate::tuning::{FEW_WORDS_LENGTH, FEW_WORDS_MOST, LENGTH_STEPS};

/// Tells which words they are, for their lengths in the candidate model. Whether something was inferred.
pub(super) fn check(
    cx: &mut PluginContext<'_, '_>,
    regexes: &mut RegexOfTerm,
    extended: &[Term],
    by_class: &ByClass,
) -> Result<bool, StopReason> {
    let mut acted = false;
    let mut seen = Vec::new();
    for &term in extended {
        let Some(string) = looked_for(cx, term) else {
            continue;
        };
        let class = cx.representative(string);
        if cx.value_of(class).is_none() && by_class.contains_key(&class) && !seen.contains(&class) {
            seen.push(class);
            acted |= words(cx, regexes, string, by_class)?;
        }
    }
    Ok(acted)
}

/// The string that the term looks for in another one.
fn looked_for(cx: &PluginContext<'_, '_>, term: Term) -> Option<Term> {
    let index = match cx.store().op(term) {
        Op::Contains | Op::IndexOf | Op::Replace | Op::ReplaceAll => 1,
        Op::PrefixOf | Op::SuffixOf => 0,
        _ => return None,
    };
    Some(cx.store().arg(term, index))
}

fn words(
    cx: &mut PluginContext<'_, '_>,
    regexes: &mut RegexOfTerm,
    string: Term,
    by_class: &ByClass,
) -> Result<bool, StopReason> {
    let length = cx.store_mut().len(string);
    let most = cx.tuning().size(&FEW_WORDS_MOST);
    let (value, longest) = (cx.int_value(length), cx.tuning().get(&FEW_WORDS_LENGTH));
    let Some(count) = (value.as_ref().and_then(|value| value.to_u32()))
        .filter(|&count| u64::from(count) <= longest)
    else {
        return Ok(false);
    };
    let members = &by_class[&cx.representative(string)];
    let (why, value) = (premises(members, string), cx.store_mut().int(count));
    let members = literals(members);
    let store = regexes.store_mut();
    let language = store.conjunction(&members);
    let about = [string, value, cx.store_mut().int(language.index())];
    if cx.is_applied(&FEW_WORDS, &about) {
        return Ok(false);
    }
    let budget = cx.budget().slice(cx.tuning().get(&LENGTH_STEPS));
    let store = regexes.store_mut();
    let words = store.words_of_length(language, count, most + 1, CharOrder::Readable, &budget);
    // What was cut short is looked for again.
    cx.budget().check()?;
    cx.mark_applied(&FEW_WORDS, &about);
    let Some(words) = words.ok().filter(|words| words.len() <= most) else {
        return Ok(false);
    };
    let same = cx.store_mut().eq(length, value);
    let mut cases = vec![cx.store_mut().not(same)];
    for word in words {
        let word = cx.store_mut().code_points(&word);
        cases.push(cx.store_mut().eq(string, word));
    }
    let fact = cx.store_mut().disjunction(&cases);
    Ok(cx.infer(&FEW_WORDS, &why, fact))
}
