//! Automata as regular expressions: states are taken out one after the other, those with the fewest ways through them first.

use std::collections::BTreeMap;

use sinew_proof::cpc::{Known, Op, Outcome, POINTS, Term, Terms};

use super::automaton::Automaton;

/// What is read on the way from one state to another.
type Ways = BTreeMap<(usize, usize), Term>;

impl Automaton {
    /// An expression with the same words.
    pub(crate) fn expression(&self, terms: &mut Terms) -> Outcome {
        let (first, last) = (self.len(), self.len() + 1);
        let mut ways = Ways::new();
        let nothing = terms.string(&[])?;
        let nothing = terms.app(Known::ToRe, &[nothing])?;
        for &start in &self.starts {
            ways.insert((first, start), nothing);
        }
        for (state, edges) in self.edges.iter().enumerate() {
            let mut sets: BTreeMap<usize, Vec<(u32, u32)>> = BTreeMap::new();
            for &(low, high, to) in edges {
                sets.entry(to).or_default().push((low, high));
            }
            for (to, mut set) in sets {
                set.sort_unstable();
                ways.insert((state, to), characters(terms, &set)?);
            }
            if self.accepting[state] {
                ways.insert((state, last), nothing);
            }
        }
        let mut left: Vec<usize> = (0..self.len()).collect();
        while let Some(place) = cheapest(&ways, &left) {
            let state = left.swap_remove(place);
            take_out(terms, &mut ways, state)?;
        }
        match ways.get(&(first, last)) {
            Some(&all) => Ok(all),
            None => terms.app(Known::ReNone, &[]),
        }
    }
}

/// The place of the state with the fewest ways through it.
fn cheapest(ways: &Ways, left: &[usize]) -> Option<usize> {
    let mut degrees: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for &(from, to) in ways.keys().filter(|(from, to)| from != to) {
        degrees.entry(from).or_default().1 += 1;
        degrees.entry(to).or_default().0 += 1;
    }
    let through = |state: &usize| {
        degrees
            .get(state)
            .map_or(0, |(before, after)| before * after)
    };
    (0..left.len()).min_by_key(|&place| through(&left[place]))
}

/// Replaces the ways through a state by direct ones.
fn take_out(terms: &mut Terms, ways: &mut Ways, state: usize) -> Outcome<()> {
    let round = match ways.remove(&(state, state)) {
        Some(body) => Some(terms.app(Known::Star, &[body])?),
        None => None,
    };
    let before: Vec<(usize, Term)> = (ways.iter())
        .filter(|((_, to), _)| *to == state)
        .map(|(&(from, _), &way)| (from, way))
        .collect();
    let after: Vec<(usize, Term)> = (ways.iter())
        .filter(|((from, _), _)| *from == state)
        .map(|(&(_, to), &way)| (to, way))
        .collect();
    ways.retain(|&(from, to), _| from != state && to != state);
    for &(from, first) in &before {
        for &(to, second) in &after {
            let mut way = match round {
                Some(round) => concatenated(terms, first, round)?,
                None => first,
            };
            way = concatenated(terms, way, second)?;
            if let Some(&other) = ways.get(&(from, to)) {
                way = either(terms, other, way)?;
            }
            ways.insert((from, to), way);
        }
    }
    Ok(())
}

/// One character of these intervals.
fn characters(terms: &mut Terms, set: &[(u32, u32)]) -> Outcome {
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for &(low, high) in set {
        match merged.last_mut() {
            Some(last) if low <= last.1 + 1 => last.1 = last.1.max(high),
            _ => merged.push((low, high)),
        }
    }
    let mut parts = Vec::with_capacity(merged.len());
    for (low, high) in merged {
        parts.push(match (low, high) {
            (0, high) if high + 1 == POINTS => terms.app(Known::AllChar, &[])?,
            (low, high) if low == high => {
                let word = terms.string(&[low])?;
                terms.app(Known::ToRe, &[word])?
            }
            (low, high) => {
                let ends = [terms.string(&[low])?, terms.string(&[high])?];
                terms.app(Known::Range, &ends)?
            }
        });
    }
    match parts[..] {
        [only] => Ok(only),
        _ => terms.app(Known::ReUnion, &parts),
    }
}

fn word(terms: &Terms, language: Term) -> Option<Vec<u32>> {
    match (terms.op(language), terms.args(language)) {
        (Op::Known(Known::ToRe), &[word]) => terms.as_str(word).map(<[u32]>::to_vec),
        _ => None,
    }
}

/// The elements of a list, or the term itself.
fn elements(terms: &Terms, list: Known, term: Term) -> Vec<Term> {
    match terms.op(term) == Op::Known(list) {
        true => terms.args(term).to_vec(),
        false => vec![term],
    }
}

fn concatenated(terms: &mut Terms, a: Term, b: Term) -> Outcome {
    let mut parts = elements(terms, Known::ReConcat, a);
    for part in elements(terms, Known::ReConcat, b) {
        let last = parts.last().and_then(|&last| word(terms, last));
        match (last, word(terms, part)) {
            (Some(mut before), Some(after)) => {
                before.extend(after);
                let joined = terms.string(&before)?;
                parts.pop();
                parts.push(terms.app(Known::ToRe, &[joined])?);
            }
            (_, Some(after)) if after.is_empty() => {}
            (Some(before), None) if before.is_empty() => {
                parts.pop();
                parts.push(part);
            }
            _ => parts.push(part),
        }
    }
    match parts[..] {
        [only] => Ok(only),
        _ => terms.app(Known::ReConcat, &parts),
    }
}

fn either(terms: &mut Terms, a: Term, b: Term) -> Outcome {
    let mut parts = elements(terms, Known::ReUnion, a);
    for part in elements(terms, Known::ReUnion, b) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    match parts[..] {
        [only] => Ok(only),
        _ => terms.app(Known::ReUnion, &parts),
    }
}
