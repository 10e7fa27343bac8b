//! Not-substring (§5): for every shift at which the needle would fit there is a place where it does not match.
//!
//! The paper leaves the quantifier over shifts to the solver of arithmetic. Here it is instantiated by counterexample: where
//! the needle occurs in a candidate, the shift becomes a term, and an instance demands a mismatch there
//! (`ψ_|t1|≤|t2|` for that shift; the position is a symbol, and what stands there is read from both words, so the
//! paper's disjunction over pairs of cells becomes two conjunctions over cells). Words may have any number of pieces.
//!
//! The term decides what else an instance excludes. An occurrence holds a border of the needle near some border of the hay: it
//! is `S'ⱼ − Sᵢ + c` with the starts (or ends) of two pieces and a small c. Between borders words are periodic, and an
//! occurrence that is far from all borders can be moved by a period; so the nearest occurrences with the nearest borders are
//! chosen, and few values of c are ever needed.
//!
//! Where one of the words is bounded there is no quantifier: all instances are made at once. A hay of up to n characters has no shifts above n. A needle
//! of up to n characters lies in one piece of the hay, and can be moved by a period to the piece's first round, or it begins less than n
//! before a piece's end; where the range begins elsewhere, the round behind its beginning counts as well.

use sinew_base::{Budget, StopReason};
use sinew_strings::linear::Linear;
use sinew_term::{Term, TermStore};

use super::bounds::Bounds;
use super::candidate::Candidate;
use super::promise::{Promise, Promises};
use super::shape::{Word, at_least, more, sum};
use crate::tuning::{FLAT_ALL_SHIFTS, FLAT_SHIFTS};

/// Shifts in the range at which the needle occurs, as terms; the nearest to borders first.
pub(super) fn occurrences(
    candidate: &Candidate<'_>,
    (needle, hay): (&Word, &Word),
    range: (&Linear, &Linear),
    budget: &Budget,
) -> Result<Vec<Linear>, StopReason> {
    let (small, large) = (candidate.word(needle), candidate.word(hay));
    let (from, to) = (candidate.number(range.0).max(0), candidate.number(range.1));
    budget.spend((small.len() + large.len()) as u64 / 8 + 1)?;
    let places = places(&small, &large).map(|place| place as i64);
    let places: Vec<i64> = places
        .filter(|&place| from <= place && place < to)
        .collect();
    let range = [(from, range.0.clone()), (to, range.1.clone())];
    near_borders(candidate, (Some(needle), hay), (&range, &places), budget)
}

/// These positions of the needle in the hay as terms: from a border of the one, or from its beginning, to a border of the other or
/// an end of the range in which they are. Only those that are nearest to borders.
pub(super) fn near_borders(
    candidate: &Candidate<'_>,
    (needle, hay): (Option<&Word>, &Word),
    (range, places): (&[(i64, Linear); 2], &[i64]),
    budget: &Budget,
) -> Result<Vec<Linear>, StopReason> {
    let start = vec![(0, Linear::default())];
    let others = needle.map_or(start, |needle| borders(candidate, needle));
    let mut borders = borders(candidate, hay);
    // The first term for a border is taken: what is not constant says more.
    borders.splice(
        0..0,
        range.iter().filter(|end| !end.1.is_constant()).cloned(),
    );
    let mut nearest: Vec<(i64, Linear)> = Vec::new();
    for &shift in places {
        budget.spend(1)?;
        let pairs = borders
            .iter()
            .flat_map(|one| others.iter().map(move |other| (one, other)));
        let distance = |(one, other): &(&(i64, Linear), &(i64, Linear))| shift + other.0 - one.0;
        let Some(pair) = pairs.min_by_key(|pair| distance(pair).abs()) else {
            continue;
        };
        let by = distance(&pair);
        nearest.push((by.abs(), pair.0.1.minus(&pair.1.1).offset(by)));
    }
    nearest.sort_by_key(|(distance, _)| *distance);
    nearest.dedup_by(|one, other| one.1 == other.1);
    nearest.truncate(candidate.shapes.tuning.size(&FLAT_SHIFTS));
    Ok(nearest.into_iter().map(|(_, shift)| shift).collect())
}

/// The borders of the pieces of a word: where they are, and as terms.
fn borders(candidate: &Candidate<'_>, word: &Word) -> Vec<(i64, Linear)> {
    let spans = candidate.spans(word);
    let mut borders = vec![(0, Linear::default())];
    for span in spans {
        if span.from > 0 {
            borders.push((span.from, span.start.clone()));
        }
        borders.push((span.to, sum(&span.start, candidate.length(span.piece))));
    }
    borders
}

/// For each beginning of a word, the length of its longest border: a proper beginning that is also an end.
fn borders_of(word: &[u32]) -> Vec<usize> {
    let (mut longest, mut matched) = (vec![0; word.len() + 1], 0);
    for at in 1..word.len() {
        while matched > 0 && word[at] != word[matched] {
            matched = longest[matched];
        }
        matched += usize::from(word[at] == word[matched]);
        longest[at + 1] = matched;
    }
    longest
}

/// The least period of a word.
pub(super) fn least_period(word: &[u32]) -> usize {
    word.len() - borders_of(word)[word.len()]
}

/// The places at which the first word occurs in the second (Knuth, Morris and Pratt 1977).
fn places<'a>(small: &'a [u32], large: &'a [u32]) -> impl Iterator<Item = usize> + 'a {
    let failure = borders_of(small);
    let mut matched = 0;
    (0..=large.len()).filter_map(move |end| {
        if small.is_empty() {
            return Some(end);
        }
        let &next = large.get(end)?;
        while matched == small.len() || matched > 0 && small[matched] != next {
            matched = failure[matched];
        }
        matched += usize::from(small[matched] == next);
        (matched == small.len()).then(|| end + 1 - small.len())
    })
}

impl Promises {
    /// All shifts that have to be looked at for the shapes as they are, if one of the words is bounded and they are not too many.
    pub(super) fn all_shifts(
        &self,
        (needle, hay): (&Word, &Word),
        from: &Linear,
    ) -> Option<Vec<Linear>> {
        let most = self.shapes.tuning.size(&FLAT_ALL_SHIFTS);
        // A ring is not exact, whatever is said of its slices, and few shifts exclude what its period does.
        let unknown = Bounds::default();
        let bounds = match self.shapes.rings.is_empty() {
            true => &self.bounds,
            false => &unknown,
        };
        let bounded = |word: &Word| bounds.length(&self.length(word), most);
        if let Some(longest) = bounded(hay) {
            return Some((0..=longest as u64).map(Linear::constant).collect());
        }
        let (longest, mut shifts) = (bounded(needle)?, Vec::new());
        let round = |start: &Linear, cells: usize| {
            let start = start.clone();
            (0..cells as i64).map(move |at| start.clone().offset(at))
        };
        let mut cells = 0;
        for (piece, start) in self.shapes.starts(hay) {
            let end = sum(&start, &self.shapes.pieces[piece].length);
            let period = self.shapes.period_of(piece);
            shifts.extend(round(&start, period));
            shifts.extend((1..longest as i64).map(|before| end.clone().offset(-before)));
            cells = cells.max(period);
        }
        if *from != Linear::default() {
            shifts.extend(round(from, cells));
        }
        (shifts.len() <= most).then_some(shifts)
    }

    /// All instances of *absent*, the promise with this number, if there are finitely many that were not made.
    pub(super) fn absent_everywhere(
        &mut self,
        store: &mut TermStore,
        at: usize,
    ) -> Option<Vec<Term>> {
        let (literal, promise) = self.all[at].clone();
        let Promise::Absent {
            needle,
            hay,
            from,
            to,
        } = &promise
        else {
            return None;
        };
        let shifts = self.all_shifts((needle, hay), from)?;
        let pieces = self.shapes.pieces_of(hay).count();
        if !self.shifted.insert((at, self.shapes.period, pieces)) {
            return None;
        }
        let instance = |shift| self.absent_at(store, literal, (needle, hay), (from, to), &shift);
        Some(shifts.into_iter().map(instance).collect())
    }

    /// The instance of *absent* for one shift: if it is in the range, there is a mismatch.
    pub(super) fn absent_at(
        &mut self,
        store: &mut TermStore,
        literal: Term,
        (needle, hay): (&Word, &Word),
        (from, to): (&Linear, &Linear),
        shift: &Linear,
    ) -> Term {
        let length = self.length(needle);
        let mismatch = self.mismatch(store, (needle, &Linear::default()), (hay, shift), &length);
        let premises = [
            literal,
            at_least(store, shift, from),
            more(store, to, shift),
        ];
        let premises = store.and(&premises);
        store.implies(premises, mismatch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_overlap_and_the_empty_word_is_everywhere() {
        let found = |small: &[u32], large: &[u32]| places(small, large).collect::<Vec<_>>();
        assert_eq!(found(&[1, 2, 1], &[1, 2, 1, 2, 1, 1, 2, 1]), [0, 2, 5]);
        assert_eq!(found(&[1, 1], &[1, 1, 1]), [0, 1]);
        assert_eq!(found(&[], &[7, 7]), [0, 1, 2]);
        assert_eq!(found(&[1, 2], &[1]), []);
        assert_eq!(found(&[1, 1, 2], &[1, 1, 1, 2]), [1]);
        assert_eq!(least_period(&[1, 2, 1, 2, 1]), 2);
        assert_eq!(least_period(&[1, 2, 3]), 3);
        assert_eq!(least_period(&[]), 0);
    }
}
