//! Symbols that are alone: if every assertion about the string symbol x mentions no other symbol
//! and says something regular about it (memberships, prefixes, lengths, and Boolean combinations
//! of these), then all of them together are one regular language. Its shortest word is a value
//! for x and the assertions go; if it is empty they are refuted.
//!
//! Long literals make long languages: there, words that the literals make up are tried first (`long_words`).
//!
//! Model: x is that word. Origins of a refutation: those of a subset that is empty already.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::StopReason;
use sinew_regex::Regex;
use sinew_strings::regular;
use sinew_term::{Op, Sort, Term, postorder};

use super::long_words;
use super::rules::ISOLATED_STRINGS;
use crate::preprocess::State;
use crate::problem::Origins;
use crate::record::Step;
use crate::tuning::ISOLATED_STEPS;

pub(super) fn run(state: &mut State<'_>) -> Result<bool, StopReason> {
    let (order, groups) = isolated_symbols(state)?;
    let mut done: FxHashSet<usize> = FxHashSet::default();
    for symbol in order {
        let positions = &groups[&symbol];
        if let Some(value) = long_words::value(state, symbol, positions)? {
            state.extension.define(state.store, symbol, value);
            done.extend(positions);
            continue;
        }
        let Some(languages) = languages(state, symbol, positions) else {
            continue;
        };
        let budget = state.budget.slice(state.tuning().get(&ISOLATED_STEPS));
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
                let mut premises = Vec::with_capacity(core.len());
                for index in core {
                    let (term, more) = &state.problem.assertions[positions[index]];
                    origins.add(more);
                    premises.push(*term);
                }
                let refuted = state.store.false_();
                state.conclude(|| Step::Concluded {
                    pass: ISOLATED_STRINGS.name,
                    premises,
                    conclusion: refuted,
                });
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
fn isolated_symbols(state: &State<'_>) -> Result<(Vec<Term>, Groups), StopReason> {
    let mut order = Vec::new();
    let mut groups: Groups = FxHashMap::default();
    let mut shared: FxHashSet<Term> = FxHashSet::default();
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
            _ => shared.extend(symbols),
        }
    }
    order.retain(|symbol| !shared.contains(symbol));
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
            (Op::True, _) => store.store_mut().all(),
            (Op::False, _) => store.store_mut().none(),
            _ => {
                let (string, language) = regular::language_of_atom(state.store, store, t)?;
                (string == symbol).then_some(language)?
            }
        };
        known.insert(t, regex);
    }
    known.get(&term).copied()
}
