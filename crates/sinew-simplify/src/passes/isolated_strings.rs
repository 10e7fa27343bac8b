//! Symbols that are alone: if every assertion about the string symbol x mentions no other symbol
//! and says something regular about it (memberships, prefixes, lengths, and Boolean combinations
//! of these), then all of them together are one regular language. Its shortest word is a value
//! for x and the assertions go; if it is empty they are refuted.
//!
//! Model: x is that word. Origins of a refutation: those of a subset that is empty already.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::StopReason;
use sinew_regex::{CharSet, Regex, RegexStore};
use sinew_term::{Integer, MAX_CHAR, Op, Sort, Term, TermStore, postorder};

use crate::preprocess::State;
use crate::problem::Origins;
use crate::regexes::RegexOfTerm;

/// Work that one symbol may cost; harder ones are for the arms.
const STEPS: u64 = 30_000;
/// Words whose prefixes are listed.
const LISTED: usize = 64;

pub(super) fn run(state: &mut State<'_>) -> Result<bool, StopReason> {
    let (order, groups) = lonely_symbols(state)?;
    let mut done: FxHashSet<usize> = FxHashSet::default();
    for symbol in order {
        let positions = &groups[&symbol];
        let Some(languages) = languages(state, symbol, positions) else {
            continue;
        };
        let budget = state.budget.slice(STEPS);
        let regexes = state.simplifier.regexes().store_mut();
        let all = regexes.conjunction(&languages);
        let word = regexes.shortest_word(all, &budget);
        let empty = match word {
            Ok(None) => regexes.empty_core(&languages, &budget).ok().flatten(),
            _ => None,
        };
        state.budget.check()?;
        match word {
            Ok(Some(word)) => {
                let value = state.store.code_points(&word);
                state.extension.define(state.store, symbol, value);
                done.extend(positions);
            }
            Ok(None) => {
                let core = empty.unwrap_or_else(|| (0..positions.len()).collect());
                let mut origins = Origins::default();
                for index in core {
                    origins.add(&state.problem.assertions[positions[index]].1);
                }
                let refuted = state.store.false_();
                state.problem.assertions = vec![(refuted, origins)];
                return Ok(true);
            }
            Err(_) => {}
        }
    }
    let mut position = 0;
    state.problem.assertions.retain(|_| {
        position += 1;
        !done.contains(&(position - 1))
    });
    Ok(!done.is_empty())
}

type Groups = FxHashMap<Term, Vec<usize>>;

/// The string symbols that share no assertion with another symbol, in order of appearance, and
/// the positions of the assertions about them.
fn lonely_symbols(state: &State<'_>) -> Result<(Vec<Term>, Groups), StopReason> {
    let mut order = Vec::new();
    let mut groups: Groups = FxHashMap::default();
    let mut social: FxHashSet<Term> = FxHashSet::default();
    for (position, &(term, _)) in state.problem.assertions.iter().enumerate() {
        let subterms = postorder(state.store, term);
        state.budget.spend(subterms.len() as u64)?;
        let symbols: Vec<Term> = subterms
            .into_iter()
            .filter(|&t| matches!(state.store.op(t), Op::Apply(_)))
            .collect();
        match symbols[..] {
            [symbol] if state.store.sort(symbol) == Sort::String && state.may_eliminate(symbol) => {
                groups
                    .entry(symbol)
                    .or_insert_with(|| {
                        order.push(symbol);
                        Vec::new()
                    })
                    .push(position);
            }
            _ => social.extend(symbols),
        }
    }
    order.retain(|symbol| !social.contains(symbol));
    Ok((order, groups))
}

/// What each assertion says about the symbol, if all of them are regular.
fn languages(
    state: &mut State<'_>,
    symbol: Term,
    positions: &[usize],
) -> Option<Vec<(Regex, bool)>> {
    let mut found = Vec::with_capacity(positions.len());
    for &position in positions {
        let term = state.problem.assertions[position].0;
        let (atom, positive) = match state.store.op(term) {
            Op::Not => (state.store.arg(term, 0), false),
            _ => (term, true),
        };
        found.push((language(state, symbol, atom)?, positive));
    }
    Some(found)
}

/// The words that make the Boolean term true.
fn language(state: &mut State<'_>, symbol: Term, term: Term) -> Option<Regex> {
    let order = postorder(state.store, term);
    let mut known: FxHashMap<Term, Regex> = FxHashMap::default();
    for t in order {
        if state.store.sort(t) != Sort::Bool {
            continue;
        }
        let args = state.store.args(t);
        let parts: Option<Vec<Regex>> = args.iter().map(|arg| known.get(arg).copied()).collect();
        let store = state.simplifier.regexes();
        let regex = match (state.store.op(t), parts) {
            (Op::Not, Some(parts)) => store.store_mut().comp(parts[0]),
            (Op::And, Some(parts)) => store.store_mut().inter(&parts),
            (Op::Or, Some(parts)) => store.store_mut().union(&parts),
            _ => atom_language(state.store, store, symbol, t)?,
        };
        known.insert(t, regex);
    }
    known.get(&term).copied()
}

/// The words that make the atom true.
fn atom_language(
    terms: &TermStore,
    regexes: &mut RegexOfTerm,
    x: Term,
    atom: Term,
) -> Option<Regex> {
    let args = terms.args(atom);
    let word = |index: usize| args.get(index).and_then(|&arg| terms.str_value(arg));
    let is_x = |index: usize| args.get(index) == Some(&x);
    let op = terms.op(atom);
    if op == Op::InRe && is_x(0) {
        return regexes.regex_of_term(terms, args[1]);
    }
    let store = regexes.store_mut();
    match op {
        Op::True => Some(store.all()),
        Op::False => Some(store.none()),
        Op::Eq if is_x(0) => word(1).map(|word| store.literal(word)),
        Op::Eq => equation_language(terms, store, x, args[0], args[1]),
        Op::Ge => comparison_language(terms, store, x, args[0], args[1]),
        Op::PrefixOf if is_x(1) => word(0).map(|word| around(store, false, word, true)),
        Op::SuffixOf if is_x(1) => word(0).map(|word| around(store, true, word, false)),
        Op::Contains if is_x(0) => word(1).map(|word| around(store, true, word, true)),
        Op::PrefixOf if is_x(0) => listed(store, word(1)?, |word, n| &word[..n]),
        Op::SuffixOf if is_x(0) => listed(store, word(1)?, |word, n| &word[n..]),
        _ => None,
    }
}

/// The word with anything before it, after it, or both.
fn around(store: &mut RegexStore, before: bool, word: &[u32], after: bool) -> Regex {
    let (all, literal) = (store.all(), store.literal(word));
    let mut parts = vec![literal];
    if before {
        parts.insert(0, all);
    }
    if after {
        parts.push(all);
    }
    store.concat_all(&parts)
}

/// The prefixes (or suffixes) of a short word.
fn listed(
    store: &mut RegexStore,
    word: &[u32],
    part: fn(&[u32], usize) -> &[u32],
) -> Option<Regex> {
    if word.len() > LISTED {
        return None;
    }
    let parts: Vec<Regex> = (0..=word.len())
        .map(|n| store.literal(part(word, n)))
        .collect();
    Some(store.union(&parts))
}

/// `|x| = n`, or `substr(x, i, n) = w` for literals.
fn equation_language(
    terms: &TermStore,
    store: &mut RegexStore,
    x: Term,
    left: Term,
    right: Term,
) -> Option<Regex> {
    let any = store.allchar();
    let args = terms.args(left);
    match terms.op(left) {
        Op::Len if args[0] == x => {
            let n = terms.int_value(right)?.to_u32()?;
            Some(store.power(any, n))
        }
        Op::Substr if args[0] == x => {
            let (i, n) = (terms.int_value(args[1])?, terms.int_value(args[2])?);
            let (i, n) = (i.to_u32()?, n.to_usize().filter(|&n| n > 0)?);
            let word = terms.str_value(right)?;
            if word.is_empty() {
                return Some(store.loop_(any, 0, i));
            }
            if word.len() > n {
                return Some(store.none());
            }
            let (front, middle) = (store.power(any, i), store.literal(word));
            // A shorter part than asked for reaches to the end.
            let rest = if word.len() == n {
                store.all()
            } else {
                store.epsilon()
            };
            Some(store.concat_all(&[front, middle, rest]))
        }
        _ => None,
    }
}

/// `|x| ≥ n` or `to_code(x) ≥ n`.
fn comparison_language(
    terms: &TermStore,
    store: &mut RegexStore,
    x: Term,
    left: Term,
    right: Term,
) -> Option<Regex> {
    let bound = terms.int_value(right)?;
    if terms.args(left) != [x] {
        return None;
    }
    match terms.op(left) {
        Op::Len if !bound.is_positive() => Some(store.all()),
        Op::Len => {
            let (any, n) = (store.allchar(), bound.to_u32()?);
            Some(store.repeat(any, n, None))
        }
        Op::ToCode if *bound < Integer::ZERO => Some(store.all()),
        Op::ToCode => match bound.to_u32().filter(|&c| c <= MAX_CHAR) {
            Some(c) => Some(store.class(CharSet::range(c, MAX_CHAR))),
            None => Some(store.none()),
        },
        _ => None,
    }
}
