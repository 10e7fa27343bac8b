//! Instances of windows and of reads: where pieces of two words overlap, their cells agree.
//!
//! Two words with the same period p that agree in p places agree as far as both go. So that two pieces agree where they overlap is a
//! formula without quantifiers: with P for the first place of the overlap, whose phases in the two cycles are a and b,
//! `cell[a + δ mod p] = cell'[b + δ mod p]` for all δ below p and below the length of the overlap. One instance is
//! that formula for one pair of pieces, a period, which of the beginnings is P, and the phases there. (With periods p and q it would be `p + q −
//! gcd(p, q)` places: Fine and Wilf 1965.) The paper multiplies automata instead, which comes to the same language.

use sinew_strings::linear::Linear;
use sinew_term::{Term, TermStore};

use super::candidate::{Candidate, Span};
use super::letters::{Cell, same};
use super::promise::{Promises, Window};
use super::shape::{PieceId, Word, at_least, equal, more, sum};
use crate::tuning::{FLAT_READ_CELLS, FLAT_RING_CELLS};

/// Two pieces that do not agree where they overlap in a window.
#[derive(Clone, Debug)]
pub(super) struct Clash {
    first: Side,
    second: Side,
    /// Which beginning the overlap begins with.
    begins: Begins,
}

/// One of the two pieces.
#[derive(Clone, Debug)]
struct Side {
    piece: PieceId,
    start: Linear,
    period: usize,
    /// The place in the cycle where the overlap begins.
    phase: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begins {
    First,
    Second,
    Window,
}

/// A position at which a cell does not hold what stands there.
#[derive(Clone, Debug)]
pub(super) struct Misread {
    piece: PieceId,
    start: Linear,
    period: usize,
    phase: usize,
}

/// The pairs of pieces that break the promise.
pub(super) fn clashes(candidate: &Candidate<'_>, window: &Window) -> Vec<Clash> {
    let (first, second) = (
        candidate.word(&window.first),
        candidate.word(&window.second),
    );
    let from = (
        candidate.number(&window.first_from),
        candidate.number(&window.second_from),
    );
    let length = candidate.number(&window.length);
    let mut found = Vec::new();
    let seconds = candidate.spans(&window.second);
    for one in candidate.spans(&window.first) {
        for other in &seconds {
            let begin = (one.from - from.0).max(other.from - from.1).max(0);
            let end = (one.to - from.0).min(other.to - from.1).min(length);
            if begin >= end {
                continue;
            }
            let part = |word: &'_ [u32], from: i64| {
                word[(from + begin) as usize..(from + end) as usize].to_vec()
            };
            if part(&first, from.0) == part(&second, from.1) {
                continue;
            }
            let begins = match begin {
                _ if begin == one.from - from.0 => Begins::First,
                _ if begin == other.from - from.1 => Begins::Second,
                _ => Begins::Window,
            };
            found.push(Clash {
                first: side(candidate, &one, from.0 + begin),
                second: side(candidate, other, from.1 + begin),
                begins,
            });
        }
    }
    found
}

fn side(candidate: &Candidate<'_>, span: &Span, at: i64) -> Side {
    let period = candidate.period(span.piece);
    Side {
        piece: span.piece,
        start: span.start.clone(),
        period,
        phase: (at - span.from + candidate.offset(span.piece)).rem_euclid(period as i64) as usize,
    }
}

/// Whether a cell holds something else than what stands at this position.
pub(super) fn misread(
    candidate: &Candidate<'_>,
    word: &Word,
    at: &Linear,
    found: u32,
) -> Option<Misread> {
    let place = candidate.number(at);
    let span = candidate
        .spans(word)
        .into_iter()
        .find(|span| span.from <= place && place < span.to)?;
    let wanted = candidate.word(word)[place as usize];
    let side = side(candidate, &span, place);
    (wanted != found).then_some(Misread {
        piece: side.piece,
        start: side.start,
        period: side.period,
        phase: side.phase,
    })
}

fn gcd(mut a: usize, mut b: usize) -> usize {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Promises {
    /// The instance of a window that two pieces break.
    pub(super) fn agree(
        &mut self,
        store: &mut TermStore,
        literal: Term,
        window: &Window,
        clash: &Clash,
    ) -> Term {
        let starts = [
            clash.first.start.minus(&window.first_from),
            clash.second.start.minus(&window.second_from),
            Linear::default(),
        ];
        let begin = starts[clash.begins as usize].clone();
        let mut premises = vec![literal];
        premises.extend(self.shapes.period_literal_of(clash.first.piece));
        premises.extend(self.shapes.period_literal_of(clash.second.piece));
        for (side, start) in [&clash.first, &clash.second].into_iter().zip(&starts) {
            let distance = begin.minus(start);
            if !self.bounds.is_natural(&distance) {
                premises.push(at_least(store, &begin, start));
            }
            let place = (side.piece, side.phase);
            premises.push(self.in_cycle(store, &distance, place));
        }
        let none = Linear::default();
        if window.first_from != none && window.second_from != none && clash.begins != Begins::Window
        {
            premises.push(at_least(store, &begin, &none));
        }
        let conclusion = self.agreement(store, window, clash, &begin);
        let premises = store.and(&premises);
        store.implies(premises, conclusion)
    }

    /// For a literal in a ring, what it says at all places where it might begin, if there are not too many cells: it has to begin somewhere, and
    /// to exclude one place after the other takes a candidate for each.
    pub(super) fn all_phases(&self, clash: Clash) -> Vec<Clash> {
        let most = self.shapes.tuning.size(&FLAT_RING_CELLS);
        let pieces = [&clash.first, &clash.second].map(|side| &self.shapes.pieces[side.piece]);
        let ring = pieces.iter().position(|piece| piece.ring.is_some());
        let cells = clash.first.period * clash.second.period;
        match ring {
            Some(ring) if pieces[1 - ring].once && cells <= most => {
                let turned = |phase| {
                    let mut clash = clash.clone();
                    let side = if ring == 0 {
                        &mut clash.first
                    } else {
                        &mut clash.second
                    };
                    side.phase = phase;
                    clash
                };
                let period = [&clash.first, &clash.second][ring].period;
                (0..period).map(turned).collect()
            }
            _ => vec![clash],
        }
    }

    /// So many places are enough to compare two cycles.
    pub(super) fn enough_places(&self, one: PieceId, other: PieceId) -> usize {
        let [p, q] = [one, other].map(|piece| self.shapes.period_of(piece));
        let once = [one, other].map(|piece| self.shapes.pieces[piece].once);
        match p == q || once.contains(&true) {
            true => p.max(q),
            false => p + q - gcd(p, q),
        }
    }

    /// That the cells agree from `begin` on, as far as the overlap goes.
    fn agreement(
        &mut self,
        store: &mut TermStore,
        window: &Window,
        clash: &Clash,
        begin: &Linear,
    ) -> Term {
        let (one, other) = (&clash.first, &clash.second);
        let mut most = self.enough_places(one.piece, other.piece);
        let mut ends: Vec<Linear> = Vec::new();
        let froms = [&window.first_from, &window.second_from];
        for (side, from) in [one, other].into_iter().zip(froms) {
            let piece = &self.shapes.pieces[side.piece];
            if piece.once {
                most = most.min(side.period - side.phase);
            }
            ends.push(sum(&side.start, &piece.length).minus(from).minus(begin));
        }
        let whole = [&window.first, &window.second]
            .into_iter()
            .zip(froms)
            .any(|(word, from)| self.length(word).minus(from) == window.length);
        if !whole {
            ends.push(window.length.minus(begin));
        }
        ends.retain(|end| {
            let known = end.is_constant().then(|| end.constant.to_usize()).flatten();
            most = known.map_or(most, |known| most.min(known));
            known.is_none()
        });
        // What is always beyond the last place that counts is no end.
        ends.retain(|end| self.bounds.shortest(end) < most);
        let overlap = (!ends.is_empty()).then(|| self.least_of(store, ends));
        let mut agreed = Vec::new();
        for place in 0..most {
            let cell = |side: &Side| -> Cell {
                let at = (side.phase + place) % side.period;
                self.shapes.cells(side.piece)[at].clone()
            };
            let even = same(store, &cell(one), &cell(other));
            let differ = store.bool_value(even) == Some(false);
            agreed.push(match &overlap {
                Some(overlap) => {
                    let beyond = more(store, overlap, &Linear::constant(place as u64));
                    let beyond = store.not(beyond);
                    store.or(&[beyond, even])
                }
                None => even,
            });
            if differ {
                // The overlap ends here; further places are not reached.
                break;
            }
        }
        store.conjunction(&agreed)
    }

    /// The instances of a read for one piece and period.
    pub(super) fn reading(
        &mut self,
        store: &mut TermStore,
        literal: Term,
        at: &Linear,
        cell: &Cell,
        misread: &Misread,
    ) -> Term {
        let (piece, period) = (misread.piece, misread.period);
        let length = self.shapes.pieces[piece].length.clone();
        let distance = at.minus(&misread.start);
        let mut premises = vec![literal];
        premises.extend(self.shapes.period_literal_of(piece));
        premises.push(at_least(store, &distance, &Linear::default()));
        premises.push(more(store, &length, &distance));
        let premises = store.and(&premises);
        let phases = match period <= self.shapes.tuning.size(&FLAT_READ_CELLS) {
            true => 0..period,
            false => misread.phase..misread.phase + 1,
        };
        let mut facts = Vec::new();
        for phase in phases {
            let here = self.in_cycle(store, &distance, (piece, phase));
            let held = self.shapes.cells(piece)[phase].clone();
            let even = same(store, cell, &held);
            facts.push(store.implies(here, even));
        }
        let facts = store.conjunction(&facts);
        store.implies(premises, facts)
    }

    /// The instance for a slice that begins at this place of its ring.
    pub(super) fn turned_by(
        &mut self,
        store: &mut TermStore,
        piece: PieceId,
        cells: &[Cell],
        place: usize,
    ) -> Term {
        let mut premises: Vec<Term> = self.shapes.period_literal_of(piece).into_iter().collect();
        premises.push(self.in_cycle(store, &Linear::default(), (piece, place)));
        let premises = store.and(&premises);
        let mut even = Vec::with_capacity(cells.len());
        for (at, cell) in cells.iter().enumerate() {
            let held = self.shapes.cells(piece)[(place + at) % cells.len()].clone();
            even.push(same(store, cell, &held));
        }
        let even = store.conjunction(&even);
        store.implies(premises, even)
    }

    /// That what is so far from the start of a piece, within it, is this cell of the cycle.
    pub(super) fn in_cycle(
        &mut self,
        store: &mut TermStore,
        distance: &Linear,
        (piece, cell): (PieceId, usize),
    ) -> Term {
        if self.shapes.pieces[piece].once {
            return equal(store, distance, &Linear::constant(cell as u64));
        }
        let (place, period) = (
            sum(distance, &self.shapes.offset(piece)),
            self.shapes.period_of(piece),
        );
        if period == 1 {
            return store.true_();
        }
        self.phase(store, &place, (cell, period))
    }
}
