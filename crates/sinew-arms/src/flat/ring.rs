//! Rings: cycles that several words are slices of.
//!
//! Words that commute are powers of one word, conjugates and what is between them are slices of the powers of one word
//! (Lyndon and Schützenberger 1962). A ring is that word, with a period of its own: position o of a slice is cell `(offset + o) mod p`, so
//! the equations hold whatever the cells are. What remains of them is arithmetic, that lengths are multiples of the period, and that the
//! literals in them stand where they should.
//!
//! Two literals of known letters may have no place in a ring of some size, wherever they begin: cells that are p apart
//! are the same. That is seen before anything is asked (`fits`), and where they were found a place they are assumed to stand at first: with the
//! letters known, few places are left for the others, and nothing has to be guessed bit by bit.

use sinew_base::Integer;
use sinew_strings::linear::Linear;
use sinew_term::{Sort, Term, TermStore};

use super::letters::Cell;
use super::promise::Promises;
use super::shape::{Kind, Part, Piece, PieceId, Shapes, VariableId, equal};

/// A ring, by its place in [`Shapes::rings`].
pub(super) type RingId = usize;

/// A cycle that several words are slices of.
#[derive(Clone, Debug, Default)]
pub(super) struct Ring {
    pub(super) cells: Vec<Cell>,
    /// The assumption that it has as many cells as it has; none before it has any.
    pub(super) literal: Option<Term>,
    /// The assumption that its literals stand where they were put first; none if they need not, or no more.
    pub(super) placed: Option<Term>,
    /// Lengths that are multiples of the period.
    pub(super) rounds: Vec<Linear>,
    /// The literals that stand in it, and where.
    pub(super) texts: Vec<(Linear, PieceId)>,
}

impl Ring {
    /// Whether a length is a multiple of the period because others are.
    pub(super) fn is_round(&self, length: &Linear) -> bool {
        let mut rest = length.clone();
        for round in &self.rounds {
            let Some((atom, k)) = round.monomials.first() else {
                continue;
            };
            let found = rest.monomials.iter().find(|(other, _)| other == atom);
            let times = found.map(|(_, times)| times.div_rem_euclid(k));
            if let Some((times, _)) = times.filter(|(_, left)| left.is_zero()) {
                rest = rest.minus(&round.scaled(&times));
            }
        }
        rest.is_constant() && rest.constant.is_zero()
    }
}

impl Shapes {
    /// Literals may stand elsewhere in rings, if where they were put was to blame. Whether it was.
    pub(super) fn free_places(&mut self, blamed: &[Term]) -> bool {
        let placed = self.rings.iter_mut().map(|ring| &mut ring.placed);
        let blamed = placed.filter(|placed| placed.is_some_and(|one| blamed.contains(&one)));
        blamed.map(Option::take).count() > 0
    }

    /// The slice of a ring that begins here, as a part of words.
    pub(super) fn slice(&mut self, ring: RingId, offset: Linear, length: Linear) -> Part {
        let key = (ring, offset, length);
        if let Some(&known) = self.slices.get(&key) {
            return Part::Piece(known);
        }
        self.pieces.push(Piece {
            cells: Vec::new(),
            length: key.2.clone(),
            once: false,
            even: false,
            ring: Some((ring, key.1.clone())),
        });
        let piece = self.pieces.len() - 1;
        self.slices.insert(key, piece);
        Part::Piece(piece)
    }

    /// A variable is a slice from now on, and no longer what it was.
    pub(super) fn make_slice(&mut self, id: VariableId, ring: RingId, home: Linear) {
        let length = Linear::atom(self.variables[id].length);
        let Part::Piece(slice) = self.slice(ring, home, length) else {
            return;
        };
        for piece in std::mem::replace(&mut self.variables[id].pieces, vec![slice]) {
            self.pieces[piece].length = Linear::default();
        }
        self.variables[id].kind = Kind::Slice;
    }

    /// The letters of a literal.
    fn text(&self, store: &TermStore, piece: PieceId) -> Vec<usize> {
        let bit = |&bit: &Term| usize::from(store.bool_value(bit) == Some(true));
        let number = |cell: &Cell| cell.iter().fold(0, |number, one| 2 * number + bit(one));
        self.pieces[piece].cells.iter().map(number).collect()
    }
}

impl Promises {
    /// The literals that stand in a ring, the longest first.
    pub(super) fn texts(&self, store: &TermStore, ring: RingId) -> Vec<Vec<usize>> {
        let texts = self.shapes.rings[ring].texts.iter();
        let mut texts: Vec<Vec<usize>> = texts
            .map(|&(_, piece)| self.shapes.text(store, piece))
            .collect();
        texts.sort_by(|one, other| other.len().cmp(&one.len()).then(one.cmp(other)));
        texts.dedup();
        texts
    }

    /// Whether its lengths, by their bounds, may be multiples of this period.
    pub(super) fn has_room(&self, ring: RingId, period: usize) -> bool {
        let mut rounds = self.shapes.rings[ring].rounds.iter();
        rounds.all(|length| self.bounds.may_be_multiple(length, period))
    }

    /// A ring gets as many cells as there are letters, those first that are told.
    pub(super) fn turn_ring(
        &mut self,
        store: &mut TermStore,
        id: RingId,
        letters: &[Option<usize>],
    ) {
        let (shapes, period) = (&mut self.shapes, letters.len());
        let ring = &mut shapes.rings[id];
        ring.cells = (0..period).map(|_| shapes.letters.fresh(store)).collect();
        if letters.iter().any(Option::is_some) {
            let placed = store.fresh_constant("|placed", Sort::Bool);
            ring.placed = Some(placed);
            for (cell, letter) in ring.cells.iter().zip(letters) {
                let Some(letter) = letter else {
                    continue;
                };
                for (at, &bit) in cell.iter().rev().enumerate() {
                    let fact = match letter >> at & 1 == 1 {
                        true => bit,
                        false => store.not(bit),
                    };
                    shapes.told.push(store.implies(placed, fact));
                }
            }
        }
        let literal = store.fresh_constant("|ring", Sort::Bool);
        ring.literal = Some(literal);
        for length in ring.rounds.clone() {
            let rounds = Linear::atom(store.fresh_constant("|rounds", Sort::Int));
            let rounds = rounds.scaled(&Integer::from(period as u64));
            let fact = equal(store, &length, &rounds);
            let fact = store.implies(literal, fact);
            self.tell(fact);
        }
    }
}

/// The letters of a ring of so many cells in which all texts have a place, as far as they say; none if there is no such ring. After so many
/// places that were tried it is taken for granted, and nothing is said.
pub(super) fn fits(texts: &[Vec<usize>], period: usize, most: usize) -> Option<Vec<Option<usize>>> {
    // The places of the texts so far. All that is said is the same in a ring that was turned, so the first one is at the beginning.
    let (mut places, mut tried) = (vec![0], 0);
    let mut ring: Vec<(Option<usize>, usize)> = vec![(None, 0); period];
    while let Some(&place) = places.last() {
        let at = places.len() - 1;
        let Some(text) = texts.get(at) else {
            return Some(ring.into_iter().map(|(letter, _)| letter).collect());
        };
        tried += 1;
        if tried > most {
            return Some(vec![None; period]);
        }
        if place >= period || at == 0 && place > 0 {
            // No place is left; the text before moves on.
            places.pop();
            if let Some(before) = places.last_mut() {
                lift(&mut ring, &texts[at - 1], *before);
                *before += 1;
            }
        } else if put(&mut ring, text, place) {
            places.push(0);
        } else if let Some(last) = places.last_mut() {
            *last += 1;
        }
    }
    None
}

/// Puts a text into the ring, unless something else stands there.
fn put(ring: &mut [(Option<usize>, usize)], text: &[usize], place: usize) -> bool {
    for (at, &letter) in text.iter().enumerate() {
        let cell = &mut ring[(place + at) % ring.len()];
        if cell.0.is_some_and(|other| other != letter) {
            lift(ring, &text[..at], place);
            return false;
        }
        *cell = (Some(letter), cell.1 + 1);
    }
    true
}

/// Takes a text that was put there out of the ring.
fn lift(ring: &mut [(Option<usize>, usize)], text: &[usize], place: usize) {
    for at in 0..text.len() {
        let cell = &mut ring[(place + at) % ring.len()];
        cell.1 -= 1;
        if cell.1 == 0 {
            cell.0 = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_overlap_themselves_and_each_other_need_room() {
        let all = |words: &[&str]| -> Vec<Vec<usize>> {
            let text = |word: &&str| word.bytes().map(usize::from).collect();
            words.iter().map(text).collect()
        };
        let fits = |words: &[&str], period, most| fits(&all(words), period, most);
        let first = |words: &[&str]| (1..99).find(|&period| fits(words, period, 10_000).is_some());
        assert_eq!(first(&[]), Some(1));
        assert_eq!(first(&["aaa"]), Some(1));
        assert_eq!(first(&["abab"]), Some(2));
        assert_eq!(first(&["123456", "12345"]), Some(6));
        assert_eq!(first(&["123456123456", "1234512345"]), Some(17));
        assert_eq!(first(&["112233445566", "1122334455"]), Some(12));
        assert_eq!(first(&["aba", "bab", "aa"]), Some(5));
        assert_eq!(fits(&["abab"], 3, 10_000), None);
        let placed = fits(&["abab", "ba"], 5, 10_000).unwrap_or_default();
        let placed: Vec<u8> = placed
            .iter()
            .map(|one| one.map_or(b'?', |one| one as u8))
            .collect();
        assert_eq!(placed, b"abab?");
        assert_eq!(fits(&["abab"], 3, 0), Some(vec![None; 3]));
    }
}
