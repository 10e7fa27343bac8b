//! What a model of the arithmetic says: numbers, truth values, and the words that shapes stand for
//! (*decode*, §4.2).

use sinew_base::{Budget, StopReason};
use sinew_engine::{Model, Value};
use sinew_strings::linear::Linear;
use sinew_term::{Integer, Op, Term, TermStore};

use super::letters::Cell;
use super::shape::{PieceId, Shapes, Word};

/// The truth value of a Boolean symbol, of its negation, or of a value; what is left open is false.
pub(super) fn truth(store: &TermStore, model: &Model, term: Term) -> bool {
    match store.op(term) {
        Op::True => true,
        Op::Apply(fun) => model.constant(fun) == Some(&Value::Bool(true)),
        _ => false,
    }
}

/// A model, looked at as words.
pub(super) struct Candidate<'a> {
    pub(super) store: &'a TermStore,
    pub(super) model: &'a Model,
    pub(super) shapes: &'a Shapes,
    /// The word of each piece.
    pieces: Vec<Vec<u32>>,
}

/// A piece of a word with the positions that it takes.
#[derive(Clone, Debug)]
pub(super) struct Span {
    pub(super) piece: PieceId,
    /// The term of the first position.
    pub(super) start: Linear,
    /// The first position, and the first one behind.
    pub(super) from: i64,
    pub(super) to: i64,
}

impl<'a> Candidate<'a> {
    /// Decodes all pieces; a word costs its length.
    pub(super) fn new(
        store: &'a TermStore,
        model: &'a Model,
        shapes: &'a Shapes,
        budget: &Budget,
    ) -> Result<Candidate<'a>, StopReason> {
        let mut candidate = Candidate {
            store,
            model,
            shapes,
            pieces: Vec::new(),
        };
        for piece in &shapes.pieces {
            let period = shapes.period_of(candidate.pieces.len());
            let length = candidate.number(&piece.length).max(0) as usize;
            budget.spend(length as u64 / 16 + 1)?;
            let offset = match &piece.ring {
                Some((_, offset)) => candidate.number(offset).rem_euclid(period as i64) as usize,
                None => 0,
            };
            let needed = if offset > 0 {
                period
            } else {
                period.min(length)
            };
            let cells = shapes.cells(candidate.pieces.len())[..needed].iter();
            let cycle = cells.map(|cell| shapes.letters.read(store, model, cell));
            let cycle: Vec<u32> = cycle.collect();
            let word = cycle.iter().copied().cycle().skip(offset).take(length);
            candidate.pieces.push(word.collect());
        }
        Ok(candidate)
    }

    /// The value of a linear form; forms of numbers that nobody can count to are cut.
    pub(super) fn number(&self, form: &Linear) -> i64 {
        let mut sum = form.constant.clone();
        for (atom, k) in &form.monomials {
            sum += &(&self.integer(*atom) * k);
        }
        sum.to_i64().unwrap_or(i64::MAX / 4)
    }

    fn integer(&self, symbol: Term) -> Integer {
        match self.store.op(symbol) {
            Op::Apply(fun) => match self.model.constant(fun) {
                Some(Value::Int(value)) => value.clone(),
                _ => Integer::ZERO,
            },
            _ => Integer::ZERO,
        }
    }

    pub(super) fn holds(&self, literal: Term) -> bool {
        truth(self.store, self.model, literal)
    }

    /// The period that a piece has here.
    pub(super) fn period(&self, piece: PieceId) -> usize {
        self.shapes.period_of(piece)
    }

    /// Where in its cycle a piece begins.
    pub(super) fn offset(&self, piece: PieceId) -> i64 {
        match &self.shapes.pieces[piece].ring {
            Some((_, offset)) => self.number(offset),
            None => 0,
        }
    }

    /// Whether these cells are not those of the ring from where the slice begins; if so, where that is.
    pub(super) fn turned_wrong(&self, piece: PieceId, cells: &[Cell]) -> Option<usize> {
        let period = self.period(piece);
        let place = self.offset(piece).rem_euclid(period as i64) as usize;
        let letter = |cell: &Cell| self.shapes.letters.read(self.store, self.model, cell);
        let ring = self.shapes.cells(piece)[..period].iter();
        let mut ring = ring.cycle().skip(place);
        let wrong = |cell: &Cell| ring.next().map(letter) != Some(letter(cell));
        cells.iter().any(wrong).then_some(place)
    }

    /// The length of a piece, as a term.
    pub(super) fn length(&self, piece: PieceId) -> &Linear {
        &self.shapes.pieces[piece].length
    }

    /// The characters of a word.
    pub(super) fn word(&self, word: &Word) -> Vec<u32> {
        let pieces = self.shapes.pieces_of(word);
        pieces
            .flat_map(|piece| self.pieces[piece].iter().copied())
            .collect()
    }

    /// The pieces of a word that are not empty.
    pub(super) fn spans(&self, word: &Word) -> Vec<Span> {
        let (mut spans, mut at) = (Vec::new(), 0);
        for (piece, start) in self.shapes.starts(word) {
            let length = self.pieces[piece].len() as i64;
            if length > 0 {
                spans.push(Span {
                    piece,
                    start,
                    from: at,
                    to: at + length,
                });
            }
            at += length;
        }
        spans
    }
}
