//! The strings that splits and expansions speak of, each defined by a term over the input.
//!
//! Two inferences that speak of the same part of a string speak of the same symbol: what one says
//! about a place, the others know. A symbol is a part of its string also where that part makes no
//! sense; then it is what SMT-LIB says that `substr` and `indexof` are there.

use sinew_engine::{Definition, PluginContext};
use sinew_term::{Sort, Term};

fn purify(cx: &mut PluginContext<'_, '_>, hint: &str, definition: Term) -> Term {
    cx.skolem(hint, Sort::String, Definition::Purify(definition))
}

/// The first `count` characters of `s`: `substr(s, 0, count)`.
pub(crate) fn prefix(cx: &mut PluginContext<'_, '_>, s: Term, count: Term) -> Term {
    let store = cx.store_mut();
    let zero = store.int(0);
    let part = store.substr(s, zero, count);
    purify(cx, "prefix", part)
}

/// What stands in `s` from `start` on: `substr(s, start, |s| − start)`.
pub(crate) fn suffix(cx: &mut PluginContext<'_, '_>, s: Term, start: Term) -> Term {
    let store = cx.store_mut();
    let length = store.len(s);
    let count = store.sub(length, start);
    let part = store.substr(s, start, count);
    purify(cx, "suffix", part)
}

/// What stands in `long` behind its first |short| characters.
pub(crate) fn behind(cx: &mut PluginContext<'_, '_>, long: Term, short: Term) -> Term {
    let start = cx.store_mut().len(short);
    suffix(cx, long, start)
}

/// What stands in `long` before its last |short| characters.
pub(crate) fn before(cx: &mut PluginContext<'_, '_>, long: Term, short: Term) -> Term {
    let store = cx.store_mut();
    let (whole, part) = (store.len(long), store.len(short));
    let count = store.sub(whole, part);
    prefix(cx, long, count)
}

/// What stands in `s` before and behind the first occurrence of `t`.
pub(crate) fn around_first(cx: &mut PluginContext<'_, '_>, s: Term, t: Term) -> (Term, Term) {
    let store = cx.store_mut();
    let (zero, pattern) = (store.int(0), store.len(t));
    let index = store.indexof(s, t, zero);
    let end = store.add(&[index, pattern]);
    (prefix(cx, s, index), suffix(cx, s, end))
}

/// The part of `s` in the language at this position of the concatenation `languages`.
pub(crate) fn component(
    cx: &mut PluginContext<'_, '_>,
    s: Term,
    languages: Term,
    position: u32,
) -> Term {
    let definition = Definition::Component(s, languages, position);
    cx.skolem("part", Sort::String, definition)
}
