//! Parametric flat languages (§4.1): words made of pieces, each a cycle of cells that goes round.
//!
//! A variable ranges over `w1^r1 w2^r2 … wk^rk`, where all cycles have the same number p of cells and the exponents are
//! rational: a piece has a length and ends anywhere in its cycle, and position o of it is cell `o mod p`. That departs from the
//! paper's `w1* … wk*` with `|wi| ≤ ℓ` so that the arithmetic stays small. Lengths are no multiples of anything. There are no
//! effective periods to choose (`ψ_period`, `ψ_ε-end`) for each piece: a shorter cycle is one of p cells if its length divides p, and a word of up to
//! p characters is flat with one piece. Two cycles of different lengths are met at a common multiple.
//!
//! The bounds are assumed, not asserted: *narrow*, that k pieces are all of a variable, and the period of the problem. A variable
//! grows by a piece that takes what was left over, the period by cells for every piece, under new assumptions; what was said about them before
//! stays true.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sinew_base::{Integer, Tuning};
use sinew_regex::CharSet;
use sinew_strings::linear::Linear;
use sinew_term::{Sort, Term, TermStore};

use super::letters::{Cell, Letters};
use super::ring::{Ring, RingId};
use crate::tuning::{FLAT_FIRST_DIGITS, FLAT_FIRST_PIECES, FLAT_LAST_LONGEST, FLAT_LONGEST};

/// A piece, by its place in [`Shapes::pieces`].
pub(super) type PieceId = usize;
/// A variable, by its place in [`Shapes::variables`].
pub(super) type VariableId = usize;

/// A cycle of cells that goes round.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) cells: Vec<Cell>,
    pub(super) length: Linear,
    /// Whether it has as many cells as characters, or more, so that it never comes round.
    pub(super) once: bool,
    /// Whether it is one letter, any number of times: its period is 1, whatever that of others is.
    pub(super) even: bool,
    /// The ring that it is a slice of, and where in it the slice begins: then the cells are the ring's.
    pub(super) ring: Option<(RingId, Linear)>,
}

/// What ranges over a flat language.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) length: Term,
    pub(super) pieces: Vec<PieceId>,
    /// The length of what no piece covers.
    rest: Term,
    /// The assumption that this is nothing.
    pub(super) narrow: Term,
    /// The assumption that a numeral has no more digits; none if it needs no more.
    pub(super) short: Option<Term>,
    /// The digits that a numeral needs at most.
    most_digits: Option<usize>,
    pub(super) kind: Kind,
}

/// What a variable ranges over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Up to k cycles.
    Flat,
    /// Digits, once; their number grows.
    Numeral,
    /// A letter, any number of times.
    Repeated(u32),
    /// A slice of a ring.
    Slice,
    /// Up to so many letters, each there once.
    Short,
}

/// A part of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Piece(PieceId),
    Variable(VariableId),
}

/// A concatenation.
pub(super) type Word = Rc<[Part]>;

/// All pieces and variables of a problem, and what must hold of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    pub(super) letters: Letters,
    /// Bounds of shapes, and of what is done about them.
    pub(super) tuning: Tuning,
    pub(super) pieces: Vec<Piece>,
    pub(super) variables: Vec<Variable>,
    literals: FxHashMap<Vec<u32>, PieceId>,
    /// The number of cells in every cycle, and the assumptions of all that it has had.
    pub(super) period: usize,
    periods: FxHashMap<usize, Term>,
    /// Cycles of their own, which several words are slices of.
    pub(super) rings: Vec<Ring>,
    /// The pieces of slices.
    pub(super) slices: FxHashMap<(RingId, Linear, Linear), PieceId>,
    /// The assumption that no variable has more characters than so many.
    long: Option<(Term, u64)>,
    /// What must hold and was not yet told.
    pub(super) told: Vec<Term>,
}

/// `a ≥ 0`
pub(super) fn natural(store: &mut TermStore, a: &Linear) -> Term {
    if a.is_constant() {
        return store.bool(!a.constant.is_negative());
    }
    let (a, zero) = (a.to_term(store), store.int(0));
    store.ge(a, zero)
}

/// `a ≥ b`
pub(super) fn at_least(store: &mut TermStore, a: &Linear, b: &Linear) -> Term {
    natural(store, &a.minus(b))
}

/// `a > b`
pub(super) fn more(store: &mut TermStore, a: &Linear, b: &Linear) -> Term {
    natural(store, &a.minus(b).offset(-1))
}

/// `a = b`
pub(super) fn equal(store: &mut TermStore, a: &Linear, b: &Linear) -> Term {
    let difference = a.minus(b);
    if difference.is_constant() {
        return store.bool(difference.constant.is_zero());
    }
    // Two bounds: an equality would be shared with congruence closure, which has nothing to say here.
    let bounds = [at_least(store, a, b), at_least(store, b, a)];
    store.and(&bounds)
}

/// `a + b`
pub(super) fn sum(a: &Linear, b: &Linear) -> Linear {
    a.plus(b, &Integer::ONE)
}

/// The digits.
pub(super) fn digits() -> CharSet {
    CharSet::range('0' as u32, '9' as u32)
}

impl Shapes {
    pub(super) fn new(letters: Letters, tuning: &Tuning) -> Shapes {
        Shapes {
            letters,
            tuning: tuning.clone(),
            ..Shapes::default()
        }
    }

    /// From now on every cycle has so many cells.
    pub(super) fn set_period(&mut self, store: &mut TermStore, period: usize) {
        self.period = period;
        let literal = |store: &mut TermStore| store.fresh_constant("|period", Sort::Bool);
        self.periods.entry(period).or_insert_with(|| literal(store));
        for id in 0..self.variables.len() {
            if self.variables[id].kind == Kind::Flat {
                for piece in self.variables[id].pieces.clone() {
                    self.add_cells(store, id, piece, period);
                }
            }
        }
    }

    /// The assumption that the period is what it is.
    pub(super) fn period_literal(&self) -> Option<Term> {
        self.periods.get(&self.period).copied()
    }

    /// The number of cells in the cycle of a piece.
    pub(super) fn period_of(&self, piece: PieceId) -> usize {
        match &self.pieces[piece] {
            whole if whole.once => whole.cells.len(),
            slice if slice.ring.is_some() => self.ring_of(piece).map_or(1, |ring| ring.cells.len()),
            even if even.even => 1,
            _ => self.period,
        }
    }

    /// The assumption of the period that a piece has, unless it has none.
    pub(super) fn period_literal_of(&self, piece: PieceId) -> Option<Term> {
        match &self.pieces[piece] {
            whole if whole.once => None,
            slice if slice.ring.is_some() => self.ring_of(piece).and_then(|ring| ring.literal),
            even if even.even => None,
            _ => self.period_literal(),
        }
    }

    fn ring_of(&self, piece: PieceId) -> Option<&Ring> {
        let ring = self.pieces[piece].ring.as_ref();
        ring.map(|&(id, _)| &self.rings[id])
    }

    /// The cells of the cycle of a piece.
    pub(super) fn cells(&self, piece: PieceId) -> &[Cell] {
        match self.ring_of(piece) {
            Some(ring) => &ring.cells,
            None => &self.pieces[piece].cells,
        }
    }

    /// Where in its cycle a piece begins.
    pub(super) fn offset(&self, piece: PieceId) -> Linear {
        let ring = self.pieces[piece].ring.as_ref();
        ring.map(|(_, offset)| offset.clone()).unwrap_or_default()
    }

    /// A number that is not negative.
    fn fresh_natural(&mut self, store: &mut TermStore, name: &str) -> Term {
        let number = store.fresh_constant(name, Sort::Int);
        let fact = natural(store, &Linear::atom(number));
        self.told.push(fact);
        number
    }

    /// The word of a literal. All its characters are letters.
    pub(super) fn literal(&mut self, store: &mut TermStore, text: &[u32]) -> Option<Word> {
        if text.is_empty() {
            return Some(Rc::from([]));
        }
        if let Some(&piece) = self.literals.get(text) {
            return Some(Rc::from([Part::Piece(piece)]));
        }
        let cells = text.iter().map(|&code| self.letters.known(store, code));
        let cells: Vec<Cell> = cells.collect::<Option<_>>()?;
        self.pieces.push(Piece {
            length: Linear::constant(cells.len() as u64),
            once: true,
            even: false,
            ring: None,
            cells,
        });
        let piece = self.pieces.len() - 1;
        self.literals.insert(text.to_vec(), piece);
        Some(Rc::from([Part::Piece(piece)]))
    }

    /// A variable of as many cycles as all begin with.
    pub(super) fn variable(&mut self, store: &mut TermStore) -> VariableId {
        let id = self.new_variable(store, Kind::Flat);
        for _ in 0..self.tuning.get(&FLAT_FIRST_PIECES) {
            self.add_piece(store, id);
        }
        id
    }

    /// A numeral of as many digits as all begin with, leading zeros included.
    pub(super) fn numeral(&mut self, store: &mut TermStore) -> VariableId {
        let id = self.new_variable(store, Kind::Numeral);
        self.add_piece(store, id);
        self.is_whole(store, id);
        self.lengthen(store, id, self.tuning.size(&FLAT_FIRST_DIGITS));
        id
    }

    /// A letter, any number of times.
    pub(super) fn repeated(&mut self, store: &mut TermStore, letter: u32) -> VariableId {
        let id = self.new_variable(store, Kind::Repeated(letter));
        self.add_piece(store, id);
        self.is_whole(store, id);
        id
    }

    fn new_variable(&mut self, store: &mut TermStore, kind: Kind) -> VariableId {
        let (length, rest) = (
            self.fresh_natural(store, "|length"),
            self.fresh_natural(store, "|rest"),
        );
        let fact = equal(store, &Linear::atom(length), &Linear::atom(rest));
        self.told.push(fact);
        self.variables.push(Variable {
            length,
            pieces: Vec::new(),
            rest,
            narrow: store.true_(),
            short: None,
            most_digits: None,
            kind,
        });
        let id = self.variables.len() - 1;
        self.narrow(store, id);
        match self.long {
            Some(_) => self.limit(store, id),
            None => self.limit_all(store, self.tuning.get(&FLAT_LONGEST)),
        }
        id
    }

    /// Words have no more characters than so many, while that is assumed.
    fn limit_all(&mut self, store: &mut TermStore, longest: u64) {
        let long = store.fresh_constant("|long", Sort::Bool);
        self.long = Some((long, longest));
        for id in 0..self.variables.len() {
            self.limit(store, id);
        }
    }

    fn limit(&mut self, store: &mut TermStore, id: VariableId) {
        if let Some((long, longest)) = self.long {
            let length = Linear::atom(self.variables[id].length);
            let fits = at_least(store, &Linear::constant(longest), &length);
            let fact = store.implies(long, fits);
            self.told.push(fact);
        }
    }

    /// Words may be longer, if that was to blame and they are not too long to look at. Whether they may.
    pub(super) fn lengthen_words(&mut self, store: &mut TermStore, blamed: &[Term]) -> bool {
        let last = self.tuning.get(&FLAT_LAST_LONGEST);
        match self.long {
            Some((long, longest)) if blamed.contains(&long) && longest < last => {
                self.limit_all(store, longest.saturating_mul(8).min(last));
                true
            }
            _ => false,
        }
    }

    /// Assumes that the pieces so far are all.
    fn narrow(&mut self, store: &mut TermStore, id: VariableId) {
        let narrow = store.fresh_constant("|narrow", Sort::Bool);
        let rest = Linear::atom(self.variables[id].rest);
        let nothing = equal(store, &rest, &Linear::default());
        let fact = store.implies(narrow, nothing);
        self.told.push(fact);
        self.variables[id].narrow = narrow;
    }

    /// The pieces of a variable are all.
    fn is_whole(&mut self, store: &mut TermStore, id: VariableId) {
        let rest = Linear::atom(self.variables[id].rest);
        let fact = equal(store, &rest, &Linear::default());
        self.told.push(fact);
    }

    /// k grows: one more piece, which takes of what was left over.
    pub(super) fn add_piece(&mut self, store: &mut TermStore, id: VariableId) {
        let (length, rest) = (
            self.fresh_natural(store, "|piece"),
            self.fresh_natural(store, "|rest"),
        );
        let before = Linear::atom(self.variables[id].rest);
        let parts = sum(&Linear::atom(length), &Linear::atom(rest));
        let fact = equal(store, &before, &parts);
        self.told.push(fact);
        self.pieces.push(Piece {
            cells: Vec::new(),
            length: Linear::atom(length),
            once: self.variables[id].kind == Kind::Numeral,
            even: matches!(self.variables[id].kind, Kind::Repeated(_)),
            ring: None,
        });
        let piece = self.pieces.len() - 1;
        self.variables[id].pieces.push(piece);
        self.variables[id].rest = rest;
        self.narrow(store, id);
        match self.variables[id].kind {
            Kind::Numeral => {}
            Kind::Repeated(_) => self.add_cells(store, id, piece, 1),
            _ => self.add_cells(store, id, piece, self.period),
        }
    }

    /// Numerals that are too short by one of these assumptions get twice as many digits, but not more than so many. Whether there
    /// was one.
    pub(super) fn lengthen_numerals(
        &mut self,
        store: &mut TermStore,
        blamed: &[Term],
        most: usize,
    ) -> bool {
        let short =
            |variable: &Variable| variable.short.is_some_and(|short| blamed.contains(&short));
        let ids: Vec<VariableId> = (0..self.variables.len())
            .filter(|&id| short(&self.variables[id]))
            .collect();
        let mut grown = false;
        for id in ids {
            let digits = self.pieces[self.variables[id].pieces[0]].cells.len();
            if digits < most {
                self.lengthen(store, id, 2 * digits);
                grown = true;
            }
        }
        grown
    }

    /// Variables that are too narrow by one of these assumptions, and have fewer pieces than so many.
    pub(super) fn narrow_among(&self, blamed: &[Term], most: usize) -> Vec<VariableId> {
        let narrow = |variable: &Variable| {
            let more = variable.kind == Kind::Flat && variable.pieces.len() < most;
            more && blamed.contains(&variable.narrow)
        };
        (0..self.variables.len())
            .filter(|&id| narrow(&self.variables[id]))
            .collect()
    }

    /// A variable of which nothing was said yet has never more than so many letters: no shape is needed.
    pub(super) fn shorten(&mut self, store: &mut TermStore, id: VariableId, most: usize) {
        if self.variables[id].pieces.is_empty() {
            self.add_piece(store, id);
        }
        self.variables[id].kind = Kind::Short;
        let pieces = self.variables[id].pieces.clone();
        let (nothing, length) = (Linear::default(), Linear::atom(self.variables[id].length));
        let mut facts = vec![
            at_least(store, &Linear::constant(most as u64), &length),
            equal(store, &Linear::atom(self.variables[id].rest), &nothing),
        ];
        for &piece in &pieces[1..] {
            facts.push(equal(store, &self.pieces[piece].length, &nothing));
        }
        self.told.extend(facts);
        for &piece in &pieces {
            self.pieces[piece].once = true;
            self.add_cells(store, id, piece, most.max(1));
        }
    }

    /// A numeral never needs more digits than so many.
    pub(super) fn limit_numeral(&mut self, store: &mut TermStore, id: VariableId, most: usize) {
        let length = Linear::atom(self.variables[id].length);
        let fact = at_least(store, &Linear::constant(most as u64), &length);
        self.told.push(fact);
        self.variables[id].most_digits = Some(most);
        if self.pieces[self.variables[id].pieces[0]].cells.len() >= most {
            self.variables[id].short = None;
        }
    }

    /// A numeral may have so many digits, but not more than it needs.
    pub(super) fn lengthen(&mut self, store: &mut TermStore, id: VariableId, most: usize) {
        let needed = self.variables[id].most_digits.unwrap_or(usize::MAX);
        let most = most.min(needed);
        self.variables[id].short = None;
        if most < needed {
            let short = store.fresh_constant("|short", Sort::Bool);
            let (length, digits) = (self.variables[id].length, Linear::constant(most as u64));
            let fits = at_least(store, &digits, &Linear::atom(length));
            let fact = store.implies(short, fits);
            self.told.push(fact);
            self.variables[id].short = Some(short);
        }
        for piece in self.variables[id].pieces.clone() {
            self.add_cells(store, id, piece, most);
        }
    }

    /// Cells up to this number.
    fn add_cells(&mut self, store: &mut TermStore, id: VariableId, piece: PieceId, most: usize) {
        while self.pieces[piece].cells.len() < most {
            let cell = self.letters.fresh(store);
            let range = match self.variables[id].kind {
                Kind::Flat | Kind::Slice | Kind::Short => CharSet::full(),
                Kind::Numeral => digits(),
                Kind::Repeated(letter) => CharSet::single(letter),
            };
            let fact = self.letters.within(store, &cell, &range);
            self.told.push(fact);
            self.pieces[piece].cells.push(cell);
        }
    }

    /// What is assumed: the periods, and that all variables are as narrow and short as they are.
    pub(super) fn assumptions(&self) -> Vec<Term> {
        let flat = self.variables.iter().filter(|one| one.kind != Kind::Slice);
        let bounds = flat.flat_map(|one| [Some(one.narrow), one.short]);
        let rings = self.rings.iter();
        let rings = rings.flat_map(|ring| [ring.literal, ring.placed]);
        let exact = |one: &Variable| matches!(one.kind, Kind::Short | Kind::Numeral);
        let exact = self.variables.iter().all(exact);
        let long = self.long.filter(|_| !exact).map(|(long, _)| long);
        let periods = [self.period_literal(), long].into_iter().chain(rings);
        periods.chain(bounds).flatten().collect()
    }

    /// The length of a word.
    pub(super) fn length(&self, word: &Word) -> Linear {
        word.iter()
            .fold(Linear::default(), |length, part| match *part {
                Part::Piece(piece) => sum(&length, &self.pieces[piece].length),
                Part::Variable(id) => sum(&length, &Linear::atom(self.variables[id].length)),
            })
    }

    /// The pieces of a word.
    pub(super) fn pieces_of<'a>(&'a self, word: &'a Word) -> impl Iterator<Item = PieceId> + 'a {
        self.starts(word).map(|(piece, _)| piece)
    }

    /// The pieces of a word, and where they begin.
    pub(super) fn starts<'a>(
        &'a self,
        word: &'a Word,
    ) -> impl Iterator<Item = (PieceId, Linear)> + 'a {
        let mut whole = Linear::default();
        word.iter().flat_map(move |part| {
            let mut start = whole.clone();
            let (pieces, length): (&[PieceId], Linear) = match part {
                Part::Piece(piece) => (
                    std::slice::from_ref(piece),
                    self.pieces[*piece].length.clone(),
                ),
                Part::Variable(id) => {
                    let variable = &self.variables[*id];
                    (&variable.pieces, Linear::atom(variable.length))
                }
            };
            whole = sum(&whole, &length);
            pieces.iter().map(move |&piece| {
                let here = start.clone();
                start = sum(&start, &self.pieces[piece].length);
                (piece, here)
            })
        })
    }
}
