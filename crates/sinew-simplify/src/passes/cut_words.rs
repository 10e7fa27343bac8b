//! Equations, cut where asserted lengths say: of `x·y = "abcd"` and `|x| = 1` it follows that x is `"a"`, of `x·y = z·w` and
//! `|x| = |z|` that x is z. From both ends, as far as lengths are known or known to be the same; the pieces of a long literal are then
//! values, and no procedure looks at its letters.
//!
//! Models stay as they are. Origins: those of the equation and of the lengths.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::StopReason;
use sinew_strings::concat::{End, Next, Sides, flatten};
use sinew_term::{Op, Sort, Term, TermStore};

use super::rules::CUT_WORDS;
use crate::preprocess::State;
use crate::problem::Origins;
use crate::record::Step;

/// The lengths that assertions say, each with the assertion's place.
#[derive(Default)]
struct Lengths {
    values: FxHashMap<Term, (usize, usize)>,
    /// Two strings of the same length.
    same: FxHashMap<(Term, Term), usize>,
}

impl Lengths {
    /// The places of assertions by which two strings are equally long.
    fn same(&self, a: Term, b: Term) -> Option<Vec<usize>> {
        let (known, other) = (self.values.get(&a), self.values.get(&b));
        if let (Some(&(length, said)), Some(&(same, also))) = (known, other)
            && length == same
        {
            return Some(vec![said, also]);
        }
        self.same.get(&(a, b)).map(|&said| vec![said])
    }
}

pub(super) fn run(state: &mut State<'_>) -> Result<bool, StopReason> {
    let lengths = lengths(state);
    if lengths.values.is_empty() && lengths.same.is_empty() {
        return Ok(false);
    }
    let mut known: FxHashSet<Term> = state.problem.assertions.iter().map(|a| a.0).collect();
    let before = state.problem.assertions.len();
    for position in 0..before {
        let equation = state.problem.assertions[position].0;
        let Some((left, right)) = sides(state.store, equation) else {
            continue;
        };
        let (left, right) = (flatten(state.store, left), flatten(state.store, right));
        state.budget.spend((left.len() + right.len()) as u64)?;
        let cuts = cuts(state.store, &lengths, &left, &right);
        conclude(state, position, cuts, &mut known);
    }
    Ok(state.problem.assertions.len() > before)
}

/// The strings whose lengths are asserted.
fn lengths(state: &State<'_>) -> Lengths {
    let store = &*state.store;
    let mut found = Lengths::default();
    for (position, &(term, _)) in state.problem.assertions.iter().enumerate() {
        let (Op::Eq, &[a, b]) = (store.op(term), store.args(term)) else {
            continue;
        };
        for (length, value) in [(a, b), (b, a)] {
            if store.op(length) == Op::Len
                && let Some(value) = store.int_value(value)
                && let Some(value) = value.to_usize()
                && !store.mentions_variables(term)
            {
                let string = store.arg(length, 0);
                found.values.entry(string).or_insert((value, position));
            }
            if store.op(length) == Op::Len
                && store.op(value) == Op::Len
                && !store.mentions_variables(term)
            {
                let pair = (store.arg(length, 0), store.arg(value, 0));
                found.same.entry(pair).or_insert(position);
            }
        }
    }
    found
}

/// The sides of an equation between strings, one of which has more than one piece.
fn sides(store: &TermStore, term: Term) -> Option<(Term, Term)> {
    let (Op::Eq, &[a, b]) = (store.op(term), store.args(term)) else {
        return None;
    };
    let joined = store.op(a) == Op::Concat || store.op(b) == Op::Concat;
    let free = store.sort(a) == Sort::String && !store.mentions_variables(term);
    (joined && free).then_some((a, b))
}

/// A piece, what it is, and the places of the lengths that say so.
struct Cut {
    piece: Term,
    value: Term,
    lengths: Vec<usize>,
}

/// What both sides must have in common at their ends. At each end a cut rests on those before it; those of the back
/// come last.
fn cuts(store: &mut TermStore, lengths: &Lengths, left: &[Term], right: &[Term]) -> Vec<Vec<Cut>> {
    let mut sides = Sides::new(left, right);
    let mut found = Vec::new();
    for end in [End::Front, End::Back] {
        let mut cuts: Vec<Cut> = Vec::new();
        loop {
            sides.strip(store, end);
            let Some((piece, value, used, length)) = next(store, lengths, &sides, end) else {
                break;
            };
            let value = match value {
                Ok(other) => other,
                Err(word) => store.code_points(&word),
            };
            cuts.push(Cut {
                piece,
                value,
                lengths: used,
            });
            sides.take(store, end, length);
        }
        found.push(cuts);
    }
    found
}

/// The next piece at an end, if its length is known, with what it is: another piece, or a word.
type Piece = (Term, Result<Term, Vec<u32>>, Vec<usize>, usize);

fn next(store: &TermStore, lengths: &Lengths, sides: &Sides<'_, Term>, end: End) -> Option<Piece> {
    match sides.next(store, end) {
        (Some(Next::Other(&piece)), Some(Next::Text(text)))
        | (Some(Next::Text(text)), Some(Next::Other(&piece))) => {
            let &(length, said) = lengths.values.get(&piece)?;
            let rest = text.len().checked_sub(length)?;
            let word = match end {
                End::Front => &text[..length],
                End::Back => &text[rest..],
            };
            Some((piece, Err(word.to_vec()), vec![said], length))
        }
        (Some(Next::Other(&piece)), Some(Next::Other(&other))) => {
            // What is taken off are two components, however long they are.
            Some((piece, Ok(other), lengths.same(piece, other)?, 0))
        }
        _ => None,
    }
}

/// Asserts what the cuts of the equation at this place say, unless it is asserted.
fn conclude(
    state: &mut State<'_>,
    position: usize,
    cuts: Vec<Vec<Cut>>,
    known: &mut FxHashSet<Term>,
) {
    let (equation, origins) = state.problem.assertions[position].clone();
    for cuts in cuts {
        let mut origins: Origins = origins.clone();
        let mut earlier = Vec::new();
        for cut in cuts {
            let conclusion = state.store.eq(cut.piece, cut.value);
            let turned = state.store.eq(cut.value, cut.piece);
            let mut premises = earlier.clone();
            premises.push(equation);
            for at in cut.lengths {
                let (said, more) = &state.problem.assertions[at];
                origins.add(more);
                premises.push(*said);
            }
            state.conclude(|| Step::Concluded {
                pass: CUT_WORDS.name,
                premises,
                conclusion,
            });
            if state.recording() {
                earlier.push(conclusion);
            }
            if !known.contains(&turned) && known.insert(conclusion) {
                state.problem.assertions.push((conclusion, origins.clone()));
            }
        }
    }
}
