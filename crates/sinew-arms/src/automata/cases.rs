//! The cases of what is no equation: slices, first occurrences, code points, denials.
//!
//! Each case is exact, and together they are all there are. Places that are literals are counted by
//! languages, others by arithmetic.

use sinew_base::StopReason;
use sinew_regex::MAX_CHAR;
use sinew_regex::automata::Automaton;
use sinew_term::{Term, TermStore};

use super::facts::{Direction, Relation, Var};
use super::measure::{code_of, length_of};
use super::operations::words_of;
use super::search::Search;
use super::state::{Code, Denied, Index, Slice, State};
use crate::tuning::SLICE_STATES;

impl Search<'_> {
    /// The ways in which two strings are not related as is denied: at some place, from the front or from the back, they have
    /// different characters, or the first has more of them; or, if they are to be the same, the second has. Occurrence is
    /// nothing that cases exhaust.
    pub(super) fn differ(&self, mut state: State, at: usize) -> Vec<State> {
        let Denied {
            relation,
            first,
            second,
            ..
        } = state.denied.remove(at);
        let alphabet = state.languages[0].alphabet().clone();
        let letter = Automaton::line(&alphabet, &[alphabet.all()]);
        let all = Automaton::all(&alphabet);
        let in_order = |mut parts: Vec<Var>| {
            if relation == Relation::Suffix {
                parts.reverse();
            }
            parts
        };
        let mut cases = Vec::new();
        let both = [(first, second), (second, first)];
        let longer = if relation == Relation::Equal { 2 } else { 1 };
        for &(longer, shorter) in &both[..longer] {
            let mut case = state.clone();
            let (a, rest) = (
                case.fresh(letter.clone(), false),
                case.fresh(all.clone(), false),
            );
            let parts = in_order(vec![shorter, a, rest]);
            case.equations.push((vec![longer], parts));
            cases.push(case);
        }
        let (common, a, b) = (
            state.fresh(all.clone(), false),
            state.fresh(letter.clone(), false),
            state.fresh(letter, false),
        );
        let (rest, other) = (state.fresh(all.clone(), false), state.fresh(all, false));
        let sides = [(first, a, rest), (second, b, other)];
        for (string, character, rest) in sides {
            let parts = in_order(vec![common, character, rest]);
            state.equations.push((vec![string], parts));
        }
        state.apart.push((a, b));
        // The last one is tried first.
        cases.push(state);
        cases
    }

    /// The cases of `part = substr(whole, from, count)`: it is in the middle, it reaches the end,
    /// or there is nothing.
    pub(super) fn slice(&mut self, state: State, slice: &Slice) -> Result<Vec<State>, StopReason> {
        let alphabet = state.languages[0].alphabet().clone();
        let all = Automaton::all(&alphabet);
        let most = self.tuning.count(&SLICE_STATES);
        let small = |store: &TermStore, term: Term| {
            let value = store.int_value(term)?.to_u32()?;
            (value <= most).then_some(value)
        };
        let counted = small(self.store, slice.from).zip(small(self.store, slice.count));
        let exactly = |n: u32| Automaton::line(&alphabet, &vec![alphabet.all(); n as usize]);
        let mut cases = Vec::new();
        for reaches_end in [false, true] {
            let mut case = state.clone();
            let measured = counted.is_none();
            let front = counted.map_or(all.clone(), |(from, _)| exactly(from));
            let front = case.fresh(front, measured);
            let piece = case.fresh(all.clone(), measured);
            let mut parts = vec![front, piece];
            if !reaches_end {
                parts.push(case.fresh(all.clone(), false));
            }
            case.equations.push((vec![slice.part], vec![piece]));
            case.equations.push((vec![slice.whole], parts));
            match counted {
                Some((_, 0)) => continue,
                Some((_, count)) if reaches_end => {
                    case.languages[piece] = words_of(&alphabet, 1, Some(count - 1), self.budget)?;
                }
                Some((_, count)) => case.languages[piece] = exactly(count),
                None => self.measure_slice(&mut case, slice, (front, piece), reaches_end),
            }
            cases.push(case);
        }
        cases.push(self.outside(state, slice, counted)?);
        Ok(cases)
    }

    /// The lengths of a slice that is not empty.
    fn measure_slice(
        &mut self,
        case: &mut State,
        slice: &Slice,
        (front, piece): (Var, Var),
        reaches_end: bool,
    ) {
        let from = self
            .measure
            .translate(self.store, slice.from, self.variable);
        let count = self
            .measure
            .translate(self.store, slice.count, self.variable);
        let store = &mut *self.store;
        let (before, length, zero) = (
            length_of(store, front),
            length_of(store, piece),
            store.int(0),
        );
        case.conditions.push(store.eq(before, from));
        case.conditions.push(store.gt(length, zero));
        case.conditions.push(match reaches_end {
            true => store.lt(length, count),
            false => store.eq(length, count),
        });
    }

    /// The case in which a slice is empty.
    fn outside(
        &mut self,
        mut case: State,
        slice: &Slice,
        counted: Option<(u32, u32)>,
    ) -> Result<State, StopReason> {
        case.equations.push((vec![slice.part], Vec::new()));
        if let Some((from, count)) = counted {
            if count > 0 {
                let alphabet = case.languages[0].alphabet().clone();
                let short = words_of(&alphabet, 0, Some(from), self.budget)?;
                let short = case.fresh(short, false);
                case.equations.push((vec![slice.whole], vec![short]));
            }
            return Ok(case);
        }
        case.measure(slice.whole);
        let from = self
            .measure
            .translate(self.store, slice.from, self.variable);
        let count = self
            .measure
            .translate(self.store, slice.count, self.variable);
        let store = &mut *self.store;
        let (length, zero) = (length_of(store, slice.whole), store.int(0));
        let ways = [
            store.lt(from, zero),
            store.ge(from, length),
            store.le(count, zero),
        ];
        let any = store.or(&ways);
        case.conditions.push(any);
        Ok(case)
    }

    /// The cases of `number = indexof(string, needle, from)`: it is found, it is not, or the place
    /// is outside.
    pub(super) fn index(&mut self, state: State, index: &Index) -> Vec<State> {
        let number = self
            .measure
            .translate(self.store, index.number, self.variable);
        let from = self
            .measure
            .translate(self.store, index.from, self.variable);
        let start = self
            .store
            .int_value(from)
            .is_some_and(|from| from.is_zero());
        let from = (!start).then_some(from);
        let mut cases = Vec::new();
        if let Some(from) = from {
            cases.push(self.index_outside(state.clone(), index, number, from));
        }
        cases.push(self.not_found(state.clone(), index, number, from));
        cases.push(self.found(state, index, number, from));
        cases
    }

    /// The string in front of the place from which on is searched, if there is one.
    fn front(&mut self, case: &mut State, from: Option<Term>) -> Vec<Var> {
        let Some(from) = from else {
            return Vec::new();
        };
        let all = Automaton::all(case.languages[0].alphabet());
        let front = case.fresh(all, true);
        let length = length_of(self.store, front);
        let condition = self.store.eq(length, from);
        case.conditions.push(condition);
        vec![front]
    }

    fn found(&mut self, mut case: State, index: &Index, number: Term, from: Option<Term>) -> State {
        let all = Automaton::all(case.languages[0].alphabet());
        let mut parts = self.front(&mut case, from);
        let before = case.fresh(all.clone(), true);
        let needle = case.fresh(index.needle.clone(), false);
        let almost = case.fresh(index.almost.clone(), false);
        let rest = case.fresh(all, false);
        let free = case.fresh(index.without.clone(), false);
        let place: Vec<Term> = parts
            .iter()
            .chain([&before])
            .map(|&x| length_of(self.store, x))
            .collect();
        parts.extend([before, needle, rest]);
        case.equations.push((vec![index.string], parts));
        // No occurrence ends before this one does.
        case.equations.push((vec![before, almost], vec![free]));
        let place = match place[..] {
            [only] => only,
            _ => self.store.add(&place),
        };
        let condition = self.store.eq(number, place);
        case.conditions.push(condition);
        case
    }

    fn not_found(
        &mut self,
        mut case: State,
        index: &Index,
        number: Term,
        from: Option<Term>,
    ) -> State {
        let mut parts = self.front(&mut case, from);
        parts.push(case.fresh(index.without.clone(), false));
        case.equations.push((vec![index.string], parts));
        let minus = self.store.int(-1);
        let condition = self.store.eq(number, minus);
        case.conditions.push(condition);
        case
    }

    fn index_outside(&mut self, mut case: State, index: &Index, number: Term, from: Term) -> State {
        case.measure(index.string);
        let store = &mut *self.store;
        let (length, zero, minus) = (length_of(store, index.string), store.int(0), store.int(-1));
        let (low, high) = (store.lt(from, zero), store.gt(from, length));
        let outside = store.or(&[low, high]);
        let value = store.eq(number, minus);
        case.conditions.extend([outside, value]);
        case
    }

    /// The cases of a code point: it is that of a single character, or there is none.
    pub(super) fn code(&mut self, state: State, code: &Code) -> Result<Vec<State>, StopReason> {
        let alphabet = state.languages[0].alphabet().clone();
        let number = self
            .measure
            .translate(self.store, code.number, self.variable);
        let (mut none, mut single) = (state.clone(), state);
        let letter = single.fresh(Automaton::line(&alphabet, &[alphabet.all()]), false);
        single.equations.push((vec![code.string], vec![letter]));
        single.letters.push(letter);
        let value = code_of(self.store, letter);
        single.conditions.push(self.store.eq(number, value));
        match code.direction {
            Direction::ToInteger => {
                let others = words_of(&alphabet, 2, None, self.budget)?
                    .union(&Automaton::line(&alphabet, &[]), self.budget)?;
                let other = none.fresh(others, false);
                none.equations.push((vec![code.string], vec![other]));
                let minus = self.store.int(-1);
                none.conditions.push(self.store.eq(number, minus));
            }
            Direction::ToString => {
                none.equations.push((vec![code.string], Vec::new()));
                let (zero, last) = (self.store.int(0), self.store.int(MAX_CHAR));
                let (low, high) = (self.store.lt(number, zero), self.store.gt(number, last));
                none.conditions.push(self.store.or(&[low, high]));
            }
        }
        Ok(vec![none, single])
    }
}
