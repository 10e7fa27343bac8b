//! How long the members of a regular expression with string terms inside can be.
//!
//! Such an expression has no automaton to read lengths off (`sinew_regex` does that for ground
//! ones), but the lengths of the strings in it are terms of arithmetic: a lower and an upper bound
//! on the length of a member are sums of those. Alternatives have a bound if it is a constant in
//! each of them.

use rustc_hash::FxHashMap;
use sinew_base::Budget;
use sinew_strings::RegexOfTerm;
use sinew_term::{Op, Sort, Term, TermStore};

use super::pattern::parts;

/// Bounds on lengths, as integer terms; no upper one if there need not be any.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) least: Term,
    pub(super) most: Option<Term>,
}

/// Bounds on the lengths of the members of `regex`, which is not ground. Lengths of ground parts
/// are looked for in `budget`.
pub(super) fn bounds(
    store: &mut TermStore,
    regexes: &mut RegexOfTerm,
    regex: Term,
    budget: &Budget,
) -> Option<Bounds> {
    let mut known: FxHashMap<Term, Bounds> = FxHashMap::default();
    for part in parts(store, regex, |store, part| store.is_ground(part)) {
        let own = match store.is_ground(part) {
            true => ground(store, regexes, part, budget),
            false => open(store, &known, part),
        };
        known.insert(part, own);
    }
    known.get(&regex).copied()
}

fn ground(store: &mut TermStore, regexes: &mut RegexOfTerm, part: Term, budget: &Budget) -> Bounds {
    let language = regexes.regex_of_term(store, part);
    let lengths = language.and_then(|language| regexes.store_mut().lengths(language, budget).ok());
    // An empty language has no lengths; any bounds hold of its members.
    let (least, most) = lengths.map_or((0, None), |set| (set.min().unwrap_or(0), set.max()));
    Bounds {
        least: store.int(least),
        most: most.map(|most| store.int(most)),
    }
}

fn open(store: &mut TermStore, known: &FxHashMap<Term, Bounds>, part: Term) -> Bounds {
    let args = store.args(part).to_vec();
    let inner: Vec<Bounds> = args
        .iter()
        .filter(|&&arg| store.sort(arg) == Sort::RegLan)
        .filter_map(|arg| known.get(arg).copied())
        .collect();
    let zero = store.int(0);
    let nothing = Bounds {
        least: zero,
        most: None,
    };
    match (store.op(part), &inner[..]) {
        (Op::StrToRe, _) => {
            let length = store.len(args[0]);
            Bounds {
                least: length,
                most: Some(length),
            }
        }
        (Op::ReRange, _) => {
            let one = store.int(1);
            Bounds {
                least: one,
                most: Some(one),
            }
        }
        (Op::ReConcat, all) => {
            let least: Vec<Term> = all.iter().map(|bounds| bounds.least).collect();
            let most: Option<Vec<Term>> = all.iter().map(|bounds| bounds.most).collect();
            Bounds {
                least: store.add(&least),
                most: most.map(|most| store.add(&most)),
            }
        }
        (Op::ReUnion, all) => either(store, all),
        (Op::ReInter | Op::ReDiff, &[first, ..]) => first,
        (Op::RePlus, &[body]) => Bounds { most: None, ..body },
        (Op::ReOpt, &[body]) => Bounds {
            least: zero,
            ..body
        },
        (Op::RePow(n), &[body]) => times(store, body, n, n),
        (Op::ReLoop(lo, hi), &[body]) if lo <= hi => times(store, body, lo, hi),
        _ => nothing,
    }
}

/// Bounds on the members of several languages, where they are constants.
fn either(store: &mut TermStore, all: &[Bounds]) -> Bounds {
    let constants = |store: &TermStore, terms: Vec<Option<Term>>| -> Option<Vec<_>> {
        let values = terms
            .into_iter()
            .map(|term| store.int_value(term?).cloned());
        values.collect()
    };
    let least = constants(store, all.iter().map(|bounds| Some(bounds.least)).collect());
    let most = constants(store, all.iter().map(|bounds| bounds.most).collect());
    let least = least.and_then(|values| values.into_iter().min());
    let most = most.and_then(|values| values.into_iter().max());
    Bounds {
        least: store.int(least.unwrap_or_default()),
        most: most.map(|most| store.int(most)),
    }
}

/// Bounds on `lo` to `hi` members one after the other.
fn times(store: &mut TermStore, body: Bounds, lo: u32, hi: u32) -> Bounds {
    let (lo, hi) = (store.int(lo), store.int(hi));
    Bounds {
        least: store.mul(&[lo, body.least]),
        most: body.most.map(|most| store.mul(&[hi, most])),
    }
}
