//! Two strings laid over each other, and places in their parts, as formulas of arithmetic (Chen et al., PLDI 2025).
//!
//! Strings are sequences of parts. An alignment says from where on the first lies over the second; the two differ there if a place of
//! the one and a place of the other are at the same position and do not read the same. What a part can read at its
//! places is said by the runs of its automaton ([`Samples`]).

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use sinew_regex::automata::Samples;
use sinew_strings::linear::LinearBuilder;
use sinew_term::{Integer, Sort, Term, TermStore};

use super::counting::{flow, linear};
use super::facts::{Relation, Var};
use super::measure::length_of;
use super::state::{Denied, State};

/// How a string lies over another: where a part of the first begins, seen from where a part of the second does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) by: i64,
}

/// A denial at one shift.
#[derive(Clone, Debug)]
pub(super) struct Alignment {
    /// The place of the denial.
    pub(super) at: usize,
    pub(super) relation: Relation,
    pub(super) first: Vec<Var>,
    pub(super) second: Vec<Var>,
    pub(super) shift: Shift,
    /// Whether some position may hold different characters.
    pub(super) differs: bool,
}

/// A place in a part, as integers.
pub(super) struct Place {
    pub(super) part: Var,
    pub(super) number: u32,
    pub(super) position: Term,
    /// What can be read there: nothing but this character, or more; each with what holds if it is so.
    pub(super) read: Vec<(Option<u32>, Term)>,
}

/// The runs of a part.
pub(super) struct Part {
    /// Nothing if the language is too large.
    pub(super) samples: Option<Samples>,
    /// The variables of the image.
    pub(super) variables: Vec<Term>,
    pub(super) places: Vec<Place>,
}

/// The formula of some alignments.
pub(super) struct Formula {
    pub(super) parts: FxHashMap<Var, Part>,
    pub(super) facts: Vec<Term>,
}

/// The alignment in which these words violate the denial at a place.
pub(super) fn align(state: &State, at: usize, words: &[Vec<u32>]) -> Option<Alignment> {
    let Denied {
        relation,
        first,
        second,
        ..
    } = state.denied[at];
    let (first, second) = (state.expanded(&[first]), state.expanded(&[second]));
    let shift = match relation {
        Relation::Equal | Relation::Prefix => Shift {
            first: 0,
            second: 0,
            by: 0,
        },
        Relation::Suffix => Shift {
            first: first.len(),
            second: second.len(),
            by: 0,
        },
        Relation::Factor => nearest(words, &first, &second)?,
    };
    Some(Alignment {
        at,
        relation,
        first,
        second,
        shift,
        differs: true,
    })
}

/// Where the first string occurs in the second, seen from the ends of parts that are nearest to each other.
fn nearest(words: &[Vec<u32>], first: &[Var], second: &[Var]) -> Option<Shift> {
    let word = |list: &[Var]| -> Vec<u32> {
        let parts = list.iter().flat_map(|&x| &words[x]);
        parts.copied().collect()
    };
    let (part, whole) = (word(first), word(second));
    let from = (0..=whole.len()).find(|&from| whole[from..].starts_with(&part))?;
    let mut best: Option<((i64, bool), Shift)> = None;
    for i in 0..=first.len() {
        for j in 0..=second.len() {
            let (inner, outer) = (word(&first[..i]).len(), word(&second[..j]).len());
            let by = from as i64 + inner as i64 - outer as i64;
            let same = i < first.len() && first.get(i) == second.get(j);
            let rank = (by.abs(), !same);
            if best.is_none_or(|(least, _)| rank < least) {
                let (first, second) = (i, j);
                best = Some((rank, Shift { first, second, by }));
            }
        }
    }
    best.map(|(_, shift)| shift)
}

/// A sum of lengths.
fn add_lengths(store: &mut TermStore, sum: &mut LinearBuilder, list: &[Var], factor: i64) {
    for &x in list {
        sum.add_atom(length_of(store, x), Integer::from(factor));
    }
}

/// Where the first begins in the second.
fn beginning(store: &mut TermStore, alignment: &Alignment) -> LinearBuilder {
    let Shift { first, second, by } = alignment.shift;
    let mut sum = LinearBuilder::default();
    add_lengths(store, &mut sum, &alignment.second[..second], 1);
    add_lengths(store, &mut sum, &alignment.first[..first], -1);
    sum.add_constant(&Integer::from(by));
    sum
}

/// The lengths with which the denial holds anyway.
pub(super) fn escapes(store: &mut TermStore, alignment: &Alignment) -> Vec<Term> {
    let zero = store.int(0);
    let mut longer = LinearBuilder::default();
    add_lengths(store, &mut longer, &alignment.first, 1);
    add_lengths(store, &mut longer, &alignment.second, -1);
    match alignment.relation {
        Relation::Equal => {
            let surplus = longer.finish().to_term(store);
            vec![store.lt(surplus, zero), store.gt(surplus, zero)]
        }
        Relation::Prefix | Relation::Suffix => {
            let surplus = longer.finish().to_term(store);
            vec![store.gt(surplus, zero)]
        }
        Relation::Factor => {
            let start = beginning(store, alignment).finish();
            let end = start.plus(&longer.finish(), &Integer::ONE).to_term(store);
            let start = start.to_term(store);
            vec![store.lt(start, zero), store.gt(end, zero)]
        }
    }
}

/// That a place of the one string and a place of the other are at the same position, and read different characters. If
/// there is no other alignment, further places are for parts that have both of them.
pub(super) fn differ(
    store: &mut TermStore,
    formula: &Formula,
    alignment: &Alignment,
    alone: bool,
) -> Term {
    let mut ways = Vec::new();
    for (i, &x) in alignment.first.iter().enumerate() {
        for (j, &y) in alignment.second.iter().enumerate() {
            let (Some(a), Some(b)) = (formula.parts.get(&x), formula.parts.get(&y)) else {
                continue;
            };
            let pairs = a.places.iter();
            let pairs = pairs.flat_map(|p| b.places.iter().map(move |q| (p, q)));
            for (p, q) in pairs {
                let useful = match x == y {
                    true => p.number != q.number,
                    false => !alone || (p.number, q.number) == (0, 0),
                };
                if !useful {
                    continue;
                }
                let mut sum = beginning(store, alignment);
                add_lengths(store, &mut sum, &alignment.first[..i], 1);
                add_lengths(store, &mut sum, &alignment.second[..j], -1);
                sum.add_atom(p.position, Integer::ONE);
                sum.add_atom(q.position, -Integer::ONE);
                let (distance, zero) = (sum.finish().to_term(store), store.int(0));
                let aligned = store.eq(distance, zero);
                let apart = apart(store, p, q, a.samples.is_none());
                ways.push(store.conjunction(&[aligned, apart]));
            }
        }
    }
    store.disjunction(&ways)
}

/// That two places are not one, and do not hold the same single character.
fn apart(store: &mut TermStore, p: &Place, q: &Place, free: bool) -> Term {
    let mut ways = Vec::new();
    for &(c, here) in &p.read {
        for &(d, there) in &q.read {
            if c.is_none() || c != d {
                ways.push(store.conjunction(&[here, there]));
            }
        }
    }
    let read = store.disjunction(&ways);
    // Places of one run are one behind the other anyway.
    if p.part != q.part || !free {
        return read;
    }
    let same = store.eq(p.position, q.position);
    let distinct = store.not(same);
    store.conjunction(&[read, distinct])
}

/// The runs of a part as facts.
pub(super) fn sampled(
    store: &mut TermStore,
    x: Var,
    samples: Samples,
    facts: &mut Vec<Term>,
) -> Part {
    let places = samples.places();
    // The images of other languages may use the same names again: each is asked about by itself.
    let name = format!("|edge{x}of{places}at");
    let variables = flow(store, samples.parikh(), &name, facts);
    let (length, sum) = (
        length_of(store, x),
        linear(store, &variables, &samples.length()),
    );
    facts.push(store.eq(length, sum));
    let place = |store: &mut TermStore, number: u32, facts: &mut Vec<Term>| {
        let position = position_of(store, x, number);
        let sum = linear(store, &variables, &samples.position(number));
        facts.push(store.eq(position, sum));
        let picks: Vec<(Term, Option<u32>)> = samples
            .picks(number)
            .map(|(variable, only)| (variables[variable as usize], only))
            .collect();
        Place {
            part: x,
            number,
            position,
            read: readings(store, &picks),
        }
    };
    let places = (0..places).map(|number| place(store, number, facts));
    let places = places.collect();
    Part {
        samples: Some(samples),
        variables,
        places,
    }
}

/// What can be read by one of these edges, the others being left out: every choice is an equation for each of them, which
/// arithmetic can solve together with the others over the integers.
fn readings(store: &mut TermStore, picks: &[(Term, Option<u32>)]) -> Vec<(Option<u32>, Term)> {
    let (zero, one) = (store.int(0), store.int(1));
    let mut read: BTreeMap<Option<u32>, Vec<Term>> = BTreeMap::new();
    for &(chosen, only) in picks {
        let values: Vec<Term> = picks
            .iter()
            .map(|&(edge, _)| store.eq(edge, if edge == chosen { one } else { zero }))
            .collect();
        read.entry(only)
            .or_default()
            .push(store.conjunction(&values));
    }
    let read = read.into_iter();
    read.map(|(only, ways)| (only, store.disjunction(&ways)))
        .collect()
}

/// Places of a part whose language is too large: anything may stand there.
pub(super) fn free(store: &mut TermStore, x: Var, places: u32) -> Part {
    let (length, zero) = (length_of(store, x), store.int(0));
    let place = |number: u32| {
        let position = position_of(store, x, number);
        let (from, to) = (store.ge(position, zero), store.lt(position, length));
        Place {
            part: x,
            number,
            position,
            read: vec![(None, store.conjunction(&[from, to]))],
        }
    };
    Part {
        samples: None,
        variables: Vec::new(),
        places: (0..places).map(place).collect(),
    }
}

fn position_of(store: &mut TermStore, x: Var, place: u32) -> Term {
    store.constant(&format!("|place{place}in{x}"), Sort::Int)
}
