//! What a circuit depends on, and equalities of words piece by piece (P2, Theorem 1).
//!
//! Whether two characters of an equation meet depends on the lengths of what stands before them,
//! and only on the *difference* of the two sums; that they are there at all depends on their strings
//! being long enough. So each piece of an equation, where one part of the left side overlaps one
//! part of the right side, has a guard of its own, and a failure of some pieces is a lemma about
//! all lengths that bring the same pieces together. The paper's theorem covers characters at the
//! boundaries of parts; naming offsets and least lengths covers those inside as well.

use sinew_base::Integer;
use sinew_term::Term;

use super::fixed::{Encoder, Stuck};
use super::gates::Cell;

/// Pieces of equations of up to so many characters are single characters.
const SHORT: usize = 64;
/// Length of a piece otherwise.
const PIECE: usize = 8;

/// An integer that a circuit was built for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// The value of this integer term.
    Value(Term),
    /// That this integer term is at most so large.
    AtMost(Term, Integer),
    /// That this integer term is at least so large.
    AtLeast(Term, Integer),
    /// The length of this string term.
    Length(Term),
    /// That this string term has at least so many characters.
    LongEnough(Term, usize),
    /// The sum of the lengths of the first terms minus that of the others.
    Difference(Vec<Term>, Vec<Term>),
}

impl Condition {
    /// How much it says: a value more than a bound.
    pub(super) fn weight(&self) -> usize {
        match self {
            Condition::Value(_) | Condition::Length(_) | Condition::Difference(..) => 4,
            Condition::AtMost(..) | Condition::AtLeast(..) | Condition::LongEnough(..) => 1,
        }
    }
}

/// The positions of a string term.
#[derive(Clone, Debug)]
pub(super) struct SymbolicString {
    pub(super) cells: Vec<Cell>,
    /// What all of them depend on.
    pub(super) conditions: Vec<Condition>,
    /// The terms that it is the concatenation of.
    pub(super) parts: Vec<Part>,
}

/// A term in a concatenation.
#[derive(Clone, Debug)]
pub(super) struct Part {
    term: Term,
    length: usize,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    /// The same whatever the integers are.
    Constant,
    /// Characters of its own: each is there as soon as the string is long enough.
    Open,
    /// Dependent on these integers, and as long as they make it.
    Fixed(Vec<Condition>),
}

impl Part {
    pub(super) fn constant(term: Term, length: usize) -> Part {
        Part {
            term,
            length,
            content: Content::Constant,
        }
    }

    pub(super) fn open(term: Term, length: usize) -> Part {
        Part {
            term,
            length,
            content: Content::Open,
        }
    }

    pub(super) fn fixed(term: Term, length: usize, conditions: &[Condition]) -> Part {
        Part {
            term,
            length,
            content: Content::Fixed(conditions.to_vec()),
        }
    }

    /// Adds what the first `count` characters depend on.
    fn beginning(&self, count: usize, conditions: &mut Vec<Condition>) {
        match &self.content {
            Content::Constant => {}
            Content::Open => conditions.push(Condition::LongEnough(self.term, count)),
            Content::Fixed(own) => conditions.extend_from_slice(own),
        }
    }

    /// Adds what the whole part depends on, its length included.
    fn whole(&self, conditions: &mut Vec<Condition>) {
        match &self.content {
            Content::Constant => {}
            Content::Open => conditions.push(Condition::Length(self.term)),
            Content::Fixed(own) => conditions.extend_from_slice(own),
        }
    }
}

impl SymbolicString {
    pub(super) fn empty() -> SymbolicString {
        SymbolicString {
            cells: Vec::new(),
            conditions: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// The word of a term that depends on these integers.
    pub(super) fn fixed(
        term: Term,
        cells: Vec<Cell>,
        conditions: Vec<Condition>,
    ) -> SymbolicString {
        let part = match conditions.is_empty() {
            true => Part::constant(term, cells.len()),
            false => Part::fixed(term, cells.len(), &conditions),
        };
        SymbolicString {
            cells,
            conditions,
            parts: vec![part],
        }
    }

    /// What the characters from `start` to `end`, a range inside the word, depend on.
    pub(super) fn conditions_of(&self, start: usize, end: usize) -> Vec<Condition> {
        let mut conditions = Vec::new();
        let before = self.parts_before(start);
        conditions.extend(difference(&self.parts[..before.0], &[]));
        let mut at = before.1;
        for part in &self.parts[before.0..] {
            if at >= end {
                break;
            }
            if at + part.length >= end {
                part.beginning(end - at, &mut conditions);
            } else {
                part.whole(&mut conditions);
            }
            at += part.length;
        }
        conditions.sort_unstable();
        conditions.dedup();
        conditions
    }

    /// How many parts end at or before a position, and where the last of them ends.
    fn parts_before(&self, position: usize) -> (usize, usize) {
        let mut end = 0;
        for (index, part) in self.parts.iter().enumerate() {
            if end + part.length > position {
                return (index, end);
            }
            end += part.length;
        }
        (self.parts.len(), end)
    }
}

pub(super) fn merge(conditions: &mut Vec<Condition>, more: &[Condition]) {
    conditions.extend_from_slice(more);
    conditions.sort_unstable();
    conditions.dedup();
}

/// The dependency on the sum of lengths of the first parts minus that of the others; `None` if
/// that is the same whatever the integers are.
fn difference(first: &[Part], others: &[Part]) -> Option<Condition> {
    let terms = |parts: &[Part]| -> Vec<Term> {
        let open = parts
            .iter()
            .filter(|part| !matches!(part.content, Content::Constant));
        let mut terms: Vec<Term> = open.map(|part| part.term).collect();
        terms.sort_unstable();
        terms
    };
    let (mut plus, mut minus) = (Vec::new(), terms(others));
    for term in terms(first) {
        match minus.binary_search(&term) {
            Ok(place) => drop(minus.remove(place)),
            Err(_) => plus.push(term),
        }
    }
    match (&plus[..], &minus[..]) {
        ([], []) => None,
        (&[only], []) | ([], &[only]) => Some(Condition::Length(only)),
        _ => Some(Condition::Difference(plus, minus)),
    }
}

/// At which end two words are laid together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Beginning,
    End,
}

impl Encoder<'_> {
    /// Assumes, for a fact, that the two words are the same as far as the first one goes, laid
    /// together at one end.
    pub(super) fn align(
        &mut self,
        fact: usize,
        a: &SymbolicString,
        b: &SymbolicString,
        anchor: Anchor,
    ) -> Result<(), Stuck> {
        let Some(spare) = b.cells.len().checked_sub(a.cells.len()) else {
            let impossible = !self.circuit.gates.truth();
            let conditions = difference(&a.parts, &b.parts).into_iter().collect();
            self.assume(impossible, Some(fact), conditions);
            return Ok(());
        };
        let shift = if anchor == Anchor::End { spare } else { 0 };
        let longest = if a.cells.len() <= SHORT { 1 } else { PIECE };
        self.work(a.cells.len() + a.parts.len() + b.parts.len())?;
        let (mut i, mut start_a) = a.parts_before(0);
        let (mut j, mut start_b) = b.parts_before(shift);
        let mut at = 0;
        while at < a.cells.len() {
            let (part_a, part_b) = (&a.parts[i], &b.parts[j]);
            let (end_a, end_b) = (start_a + part_a.length, start_b + part_b.length - shift);
            let meeting = match anchor {
                Anchor::Beginning => difference(&a.parts[..i], &b.parts[..j]),
                Anchor::End => difference(&b.parts[j..], &a.parts[i..]),
            };
            while at < end_a.min(end_b) {
                let end = end_a.min(end_b).min(at + longest);
                let mut conditions: Vec<Condition> = meeting.iter().cloned().collect();
                part_a.beginning(end - start_a, &mut conditions);
                part_b.beginning(end + shift - start_b, &mut conditions);
                conditions.sort_unstable();
                conditions.dedup();
                let cells = (&a.cells[at..end], &b.cells[at + shift..end + shift]);
                self.tie(fact, cells, conditions)?;
                at = end;
            }
            while i < a.parts.len() && start_a + a.parts[i].length <= at {
                start_a += a.parts[i].length;
                i += 1;
            }
            while j < b.parts.len() && start_b + b.parts[j].length <= at + shift {
                start_b += b.parts[j].length;
                j += 1;
            }
        }
        Ok(())
    }

    /// Assumes that these cells hold the same characters.
    fn tie(
        &mut self,
        fact: usize,
        (a, b): (&[Cell], &[Cell]),
        conditions: Vec<Condition>,
    ) -> Result<(), Stuck> {
        if a == b {
            return Ok(());
        }
        let key = if a <= b {
            (a.to_vec(), b.to_vec())
        } else {
            (b.to_vec(), a.to_vec())
        };
        let lit = match self.circuit.tied.get(&key) {
            Some(&known) => known,
            None => {
                let lit = self.circuit.gates.fresh();
                self.imply_same(lit, a, b)?;
                self.circuit.tied.insert(key, lit);
                lit
            }
        };
        self.assume(lit, Some(fact), conditions);
        Ok(())
    }
}
