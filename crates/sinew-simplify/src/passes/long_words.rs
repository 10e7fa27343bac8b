//! A word for a string of which long literals are asked, put together from them: how it begins, what occurs in it, how it
//! ends, and letters in between up to the length that is asked. The language of such a string has a state for each letter of the literals;
//! a word is tried on the assertions in the time that reading them takes.
//!
//! What is found is a value and no more; where nothing is found nothing is known.

use sinew_base::StopReason;
use sinew_term::{Integer, Op, Substitution, Term};

use crate::fold;
use crate::preprocess::State;
use crate::tuning::LONG_WORDS;

/// What assertions ask of a string.
#[derive(Default)]
struct Asked {
    beginning: Vec<u32>,
    end: Vec<u32>,
    inside: Vec<Vec<u32>>,
    least: usize,
    /// The letters of all literals.
    letters: usize,
}

/// A value for the symbol with which the assertions at these places are true, if their literals are long and one is found.
pub(super) fn value(
    state: &mut State<'_>,
    symbol: Term,
    positions: &[usize],
) -> Result<Option<Term>, StopReason> {
    let asked = asked(state, symbol, positions);
    if asked.letters < state.tuning().size(&LONG_WORDS) {
        return Ok(None);
    }
    for word in asked.words() {
        state.budget.spend(word.len() as u64 / LETTERS_PER_STEP)?;
        let value = state.store.code_points(&word);
        if fits(state, symbol, positions, value)? {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

/// Letters that are copied and compared in the time of a step.
const LETTERS_PER_STEP: u64 = 64;

/// Letters that are put in between at most.
const LONGEST: usize = 1 << 22;

/// Letters that are put in between: one may be forbidden.
const BETWEEN: [u32; 2] = [0x61, 0x30];

fn fits(
    state: &mut State<'_>,
    symbol: Term,
    positions: &[usize],
    value: Term,
) -> Result<bool, StopReason> {
    let mut substitution = Substitution::new();
    substitution.insert(symbol, value);
    for &position in positions {
        let term = state.problem.assertions[position].0;
        let ground = substitution.apply(state.store, term);
        let simple = (state.simplifier).simplify(state.store, ground, state.budget)?;
        if state.store.op(simple) != Op::True {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What assertions that are atoms ask of the symbol; others are for the trial.
fn asked(state: &State<'_>, symbol: Term, positions: &[usize]) -> Asked {
    let store = &*state.store;
    let mut asked = Asked::default();
    for &position in positions {
        let term = state.problem.assertions[position].0;
        let &[a, b] = store.args(term) else {
            continue;
        };
        let length = store.op(a) == Op::Len && store.arg(a, 0) == symbol;
        match (store.op(term), store.str_value(a), store.str_value(b)) {
            (Op::PrefixOf, Some(word), _) if b == symbol => {
                asked.letters += word.len();
                if word.len() > asked.beginning.len() {
                    asked.beginning = word.to_vec();
                }
            }
            (Op::SuffixOf, Some(word), _) if b == symbol => {
                asked.letters += word.len();
                if word.len() > asked.end.len() {
                    asked.end = word.to_vec();
                }
            }
            (Op::Contains, _, Some(word)) if a == symbol => {
                asked.letters += word.len();
                asked.inside.push(word.to_vec());
            }
            (Op::Ge | Op::Eq, ..) if length => {
                let least = store.int_value(b).and_then(Integer::to_usize);
                asked.least = asked.least.max(least.unwrap_or_default());
            }
            _ => {}
        }
    }
    asked
}

impl Asked {
    /// Words that may do: with the ends as far over each other as they go, then with everything one after the other, then with letters in between.
    fn words(&self) -> Vec<Vec<u32>> {
        let mut words = Vec::new();
        let (front, end) = (&self.beginning, &self.end);
        let common = fold::overlap(front, end);
        words.push([&front[..], &end[common..]].concat());
        let mut body = front.clone();
        for word in &self.inside {
            if !fold::contains(&body, word) && !fold::contains(end, word) {
                let common = fold::overlap(&body, word);
                body.extend_from_slice(&word[common..]);
            }
        }
        words.push([&body[..], end].concat());
        let missing = self.least.saturating_sub(body.len() + end.len());
        // What is too long to be written down is not tried.
        if missing > 0 && missing <= LONGEST {
            for letter in BETWEEN {
                let between = vec![letter; missing];
                words.push([&body[..], &between, end].concat());
            }
        }
        words
    }
}
