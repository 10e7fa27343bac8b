//! Functions that take a string letter by letter: the case of letters, one letter for another, reversal.
//!
//! The image has the length of the source and its periods, so two cycles that agree in enough places agree as far as both
//! go, as in a window (`windows`); where the image is reversed, the places of the source are counted from its end. One instance is for one pair
//! of pieces and the phases at which their overlap begins.

use sinew_regex::CharSet;
use sinew_strings::linear::Linear;
use sinew_term::{Term, TermStore};

use super::candidate::{Candidate, Span};
use super::letters::{Cell, Letters, same};
use super::promise::Promises;
use super::shape::{PieceId, Word, at_least, sum};

/// What becomes of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Map {
    Lower,
    Upper,
    /// The first letter becomes the second.
    Swap(u32, u32),
    /// Letters stay what they are, in the opposite order.
    Reverse,
}

impl Map {
    /// The image of a code point.
    pub(super) fn of(self, code: u32) -> u32 {
        let ascii = u8::try_from(code).ok();
        match self {
            Map::Lower => ascii.map_or(code, |byte| u32::from(byte.to_ascii_lowercase())),
            Map::Upper => ascii.map_or(code, |byte| u32::from(byte.to_ascii_uppercase())),
            Map::Swap(old, new) if code == old => new,
            _ => code,
        }
    }
}

/// `image[i] = map(source[i])`, or `source[|source| − 1 − i]`. Both are of the same length.
#[derive(Clone, Debug)]
pub(super) struct Image {
    pub(super) image: Word,
    pub(super) source: Word,
    pub(super) map: Map,
}

/// Two pieces that do not agree where they overlap.
#[derive(Clone, Debug)]
pub(super) struct Unlike {
    image: Side,
    source: Side,
    /// Whether the overlap begins where the piece of the image does.
    begins: bool,
}

/// One of the two pieces.
#[derive(Clone, Debug)]
struct Side {
    piece: PieceId,
    start: Linear,
    /// The place in the cycle where the overlap begins.
    phase: usize,
}

fn side(candidate: &Candidate<'_>, span: &Span, at: i64) -> Side {
    let period = candidate.period(span.piece) as i64;
    let place = at - span.from + candidate.offset(span.piece);
    Side {
        piece: span.piece,
        start: span.start.clone(),
        phase: place.rem_euclid(period) as usize,
    }
}

/// The pairs of pieces that break the promise.
pub(super) fn unlike(candidate: &Candidate<'_>, promise: &Image) -> Vec<Unlike> {
    let (image, source) = (
        candidate.word(&promise.image),
        candidate.word(&promise.source),
    );
    let (whole, back) = (source.len() as i64, promise.map == Map::Reverse);
    let place = |at: i64| if back { whole - 1 - at } else { at };
    let mut found = Vec::new();
    let sources = candidate.spans(&promise.source);
    for one in candidate.spans(&promise.image) {
        for other in &sources {
            let (from, to) = match back {
                true => (whole - other.to, whole - other.from),
                false => (other.from, other.to),
            };
            let (begin, end) = (one.from.max(from), one.to.min(to));
            let wrong = |at: i64| image[at as usize] != promise.map.of(source[place(at) as usize]);
            if (begin..end).any(wrong) {
                found.push(Unlike {
                    image: side(candidate, &one, begin),
                    source: side(candidate, other, place(begin)),
                    begins: begin == one.from,
                });
            }
        }
    }
    found
}

impl Letters {
    /// The cell that holds the image of what a cell holds: formulas for its bits.
    fn image(&self, store: &mut TermStore, cell: &Cell, map: Map) -> Cell {
        if map == Map::Reverse {
            return cell.clone();
        }
        let last = cell.len().saturating_sub(1);
        let bits = (0..cell.len()).map(|bit| {
            let set = self.codes().iter().copied().filter(|&code| {
                let number = self.number(map.of(code));
                number.is_some_and(|number| number >> (last - bit) & 1 == 1)
            });
            let set = CharSet::from_chars(set);
            self.within(store, cell, &set)
        });
        bits.collect()
    }
}

impl Promises {
    /// The instance for two pieces that are unlike.
    pub(super) fn alike(
        &mut self,
        store: &mut TermStore,
        literal: Term,
        promise: &Image,
        unlike: &Unlike,
    ) -> Term {
        let (image, source) = (&unlike.image, &unlike.source);
        let (whole, back) = (self.length(&promise.source), promise.map == Map::Reverse);
        let length = |piece: PieceId| self.shapes.pieces[piece].length.clone();
        let source_end = sum(&source.start, &length(source.piece));
        let image_end = sum(&image.start, &length(image.piece));
        // Where the source's piece begins and ends in the image.
        let (from, to) = match back {
            true => (whole.minus(&source_end), whole.minus(&source.start)),
            false => (source.start.clone(), source_end),
        };
        let begin = match unlike.begins {
            true => image.start.clone(),
            false => from.clone(),
        };
        let place = match back {
            true => whole.minus(&begin).offset(-1),
            false => begin.clone(),
        };
        let mut premises = vec![literal];
        premises.extend(self.shapes.period_literal_of(image.piece));
        premises.extend(self.shapes.period_literal_of(source.piece));
        premises.push(at_least(store, &begin, &image.start));
        premises.push(at_least(store, &begin, &from));
        let distances = [begin.minus(&image.start), place.minus(&source.start)];
        for (side, distance) in [image, source].into_iter().zip(&distances) {
            premises.push(self.in_cycle(store, distance, (side.piece, side.phase)));
        }
        let ends = vec![image_end.minus(&begin), to.minus(&begin)];
        let conclusion = self.places_alike(store, promise.map, unlike, ends);
        let premises = store.and(&premises);
        store.implies(premises, conclusion)
    }

    /// That the cells agree, as far as the overlap goes, which is up to the least of the ends.
    fn places_alike(
        &mut self,
        store: &mut TermStore,
        map: Map,
        Unlike { image, source, .. }: &Unlike,
        mut ends: Vec<Linear>,
    ) -> Term {
        let mut most = self.enough_places(image.piece, source.piece);
        for (side, back) in [(image, false), (source, map == Map::Reverse)] {
            if self.shapes.pieces[side.piece].once {
                let left = self.shapes.period_of(side.piece) - side.phase;
                most = most.min(if back { side.phase + 1 } else { left });
            }
        }
        ends.retain(|end| {
            let known = end.is_constant().then(|| end.constant.to_usize()).flatten();
            most = known.map_or(most, |known| most.min(known));
            known.is_none()
        });
        let overlap = (!ends.is_empty()).then(|| self.least_of(store, ends));
        let mut agreed = Vec::with_capacity(most);
        for place in 0..most {
            let (p, q) = (
                self.shapes.period_of(image.piece),
                self.shapes.period_of(source.piece),
            );
            let at = match map {
                Map::Reverse => source.phase + q - place % q,
                _ => source.phase + place,
            };
            let held = self.shapes.cells(image.piece)[(image.phase + place) % p].clone();
            let cell = self.shapes.cells(source.piece)[at % q].clone();
            let cell = self.shapes.letters.image(store, &cell, map);
            let even = same(store, &held, &cell);
            agreed.push(match &overlap {
                Some(overlap) => {
                    let ended = at_least(store, &Linear::constant(place as u64), overlap);
                    store.or(&[ended, even])
                }
                None => even,
            });
        }
        store.conjunction(&agreed)
    }
}
