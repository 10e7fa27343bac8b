//! Where two words differ, different cells are read: a mismatch is at no place at which both words go through one cycle in step.
//!
//! Two slices of one ring are in step if the distance of where they begin in it is a multiple of the period, and so they agree as far as both
//! go. Two reads would find that out cell by cell, with a candidate for each; here one instance says it for all places. The
//! same holds of a piece that both words have.

use sinew_strings::linear::Linear;
use sinew_term::{Term, TermStore};

use super::candidate::Candidate;
use super::promise::Promises;
use super::shape::{PieceId, Word, at_least, equal, more, sum};

/// What stands at these positions of two words, which have them, differs.
#[derive(Clone, Debug)]
pub(super) struct Apart {
    pub(super) words: [Word; 2],
    pub(super) at: [Linear; 2],
}

/// Two pieces that are in step where they should differ: each with where it begins in its word.
#[derive(Clone, Debug)]
pub(super) struct InStep([(PieceId, Linear); 2]);

/// The pieces in which both words have the same cell at their positions, if they do.
pub(super) fn in_step(candidate: &Candidate<'_>, apart: &Apart) -> Option<InStep> {
    let side = |at: usize| {
        let place = candidate.number(&apart.at[at]);
        let mut spans = candidate.spans(&apart.words[at]).into_iter();
        let span = spans.find(|span| span.from <= place && place < span.to)?;
        let ring = candidate.shapes.pieces[span.piece].ring.as_ref();
        let cycle = (
            ring.map(|&(ring, _)| ring),
            ring.is_none().then_some(span.piece),
        );
        let period = candidate.period(span.piece) as i64;
        let phase = (place - span.from + candidate.offset(span.piece)).rem_euclid(period);
        Some((cycle, phase, (span.piece, span.start)))
    };
    let (one, other) = (side(0)?, side(1)?);
    (one.0 == other.0 && one.1 == other.1).then_some(InStep([one.2, other.2]))
}

impl Promises {
    /// The instance for two pieces: where both positions are in them, they are not in step.
    pub(super) fn not_in_step(
        &mut self,
        store: &mut TermStore,
        literal: Term,
        apart: &Apart,
        InStep(pieces): &InStep,
    ) -> Term {
        let mut premises = vec![literal];
        let places = [0, 1].map(|at| {
            let (piece, start) = &pieces[at];
            let distance = apart.at[at].minus(start);
            premises.extend(self.shapes.period_literal_of(*piece));
            premises.push(at_least(store, &distance, &Linear::default()));
            let length = &self.shapes.pieces[*piece].length;
            premises.push(more(store, length, &distance));
            sum(&distance, &self.shapes.offset(*piece))
        });
        let (piece, difference) = (pieces[0].0, places[0].minus(&places[1]));
        let ring = self.shapes.pieces[piece].ring.as_ref();
        let round = ring.is_some_and(|&(ring, _)| self.shapes.rings[ring].is_round(&difference));
        let period = self.shapes.period_of(piece);
        let step = match self.shapes.pieces[piece].once {
            true => equal(store, &difference, &Linear::default()),
            false if round || period == 1 => store.true_(),
            false => self.phase(store, &difference, (0, period)),
        };
        let (premises, out) = (store.and(&premises), store.not(step));
        store.implies(premises, out)
    }
}
