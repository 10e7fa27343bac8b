//! Facts over words of cells: equalities, occurrences, order, and the definitions of the integer
//! functions.

use std::ops::Range;
use std::rc::Rc;

use sinew_base::Integer;
use sinew_sat::Lit;
use sinew_term::{Op, Sort, Term};

use super::circuit::Statement;
use super::fixed::{Encoder, Stuck};
use super::gates::Cell;
use super::range::Reads;
use super::symbolic_string::{Anchor, Condition, SymbolicString, merge};

/// That a word does not occur is said place by place if there are no more than this.
const MAX_PLACES: usize = 64;

/// What an integer term says of places in a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// They are not before it, and it is not negative.
    From(Term),
    /// They are before it.
    Below(Term),
    /// It is negative: there is no place.
    Missing(Term),
}

impl Bound {
    /// What has to hold of the term for this place.
    fn conditions(self, place: usize) -> Vec<(Term, Condition)> {
        let at = |number: usize| Integer::from(number);
        match self {
            Bound::From(term) => vec![
                (term, Condition::AtLeast(term, Integer::ZERO)),
                (term, Condition::AtMost(term, at(place))),
            ],
            Bound::Below(term) => vec![(term, Condition::AtLeast(term, at(place + 1)))],
            Bound::Missing(term) => vec![(term, Condition::AtMost(term, Integer::MINUS_ONE))],
        }
    }
}

impl Encoder<'_> {
    /// Assumes that the atom, a fact, has this truth value.
    pub(super) fn fact(&mut self, index: usize, atom: Term, positive: bool) -> Result<(), Stuck> {
        let args = self.store.args(atom).to_vec();
        let mut words: Vec<Rc<SymbolicString>> = args
            .iter()
            .filter(|&&arg| self.store.sort(arg) == Sort::String)
            .map(|&arg| self.word_of(arg))
            .collect();
        match (self.store.op(atom), &words[..]) {
            (Op::Eq, [a, b]) if positive => {
                let (a, b) = if a.cells.len() > b.cells.len() {
                    (a, b)
                } else {
                    (b, a)
                };
                return self.align(index, a, b, Anchor::Beginning);
            }
            (Op::PrefixOf, [short, long]) if positive => {
                return self.align(index, short, long, Anchor::Beginning);
            }
            (Op::SuffixOf, [short, long]) if positive => {
                return self.align(index, short, long, Anchor::End);
            }
            (Op::PrefixOf, [short, long]) => {
                return self.absent(Some(index), atom, (long, short), (0..1, &[]));
            }
            (Op::Contains, [long, short]) if !positive => {
                let places = (long.cells.len() + 1).saturating_sub(short.cells.len());
                if places <= MAX_PLACES {
                    return self.absent(Some(index), atom, (long, short), (0..places, &[]));
                }
            }
            (Op::InRe, [text]) => match self.languages.get(&args[1]) {
                Some(&language) => {
                    let language = match positive {
                        true => language,
                        false => self.regexes.comp(language),
                    };
                    return self.membership(index, (atom, positive), text, language);
                }
                None => words.extend(self.words_inside(args[1])),
            },
            _ => {}
        }
        let mut conditions = Vec::new();
        let mut cells: Vec<&[Cell]> = Vec::with_capacity(words.len());
        let compared = match self.store.op(atom) {
            // What comes first does not depend on how a word goes on behind the other one's end.
            Op::StrLt | Op::StrLe => words.iter().map(|word| word.cells.len() + 1).min(),
            _ => None,
        };
        for word in &words {
            match compared.filter(|&compared| compared <= word.cells.len()) {
                Some(compared) => {
                    merge(&mut conditions, &word.conditions_of(0, compared));
                    cells.push(&word.cells[..compared]);
                }
                None => {
                    merge(&mut conditions, &word.conditions);
                    cells.push(&word.cells);
                }
            }
        }
        let statement = Statement {
            term: atom,
            positive,
            words: cells.iter().map(|cells| cells.to_vec()).collect(),
            numbers: Vec::new(),
        };
        let Some(guard) = self.state(statement, Some(index), conditions) else {
            return Ok(());
        };
        let truth = self.truth(atom, &cells)?;
        self.circuit
            .gates
            .clause(&[!guard, if positive { truth } else { !truth }]);
        Ok(())
    }

    /// Assumes, for a fact or a definition, that the short word does not occur in the long one at
    /// these places. Whether it does at one place does not depend on how the long word goes on
    /// behind it; it may depend on `bounds`.
    fn absent(
        &mut self,
        fact: Option<usize>,
        atom: Term,
        (long, short): (&SymbolicString, &SymbolicString),
        (places, bounds): (Range<usize>, &[Bound]),
    ) -> Result<(), Stuck> {
        for place in places {
            let end = place + short.cells.len();
            if end > long.cells.len() {
                break;
            }
            let statement = Statement {
                term: atom,
                positive: false,
                words: vec![short.cells.clone(), long.cells[place..end].to_vec()],
                numbers: Vec::new(),
            };
            let mut conditions = long.conditions_of(place, end);
            merge(&mut conditions, &short.conditions);
            for (term, condition) in bounds.iter().flat_map(|bound| bound.conditions(place)) {
                self.condition(&mut conditions, term, condition);
            }
            if let Some(guard) = self.state(statement, fact, conditions) {
                let same = self.same(&short.cells, &long.cells[place..end])?;
                self.circuit.gates.clause(&[!guard, !same]);
            }
        }
        Ok(())
    }

    /// Assumes the definition of `(str.indexof s t i)` place by place: t occurs where the value says,
    /// and at no place from i on before that. Whether that was done; it is not where the value is
    /// out of range, t is not a constant, or there are many places.
    fn index_definition(
        &mut self,
        term: Term,
        s: &SymbolicString,
        t: &SymbolicString,
    ) -> Result<bool, Stuck> {
        let index = self.store.arg(term, 2);
        let (value, start) = (self.number(term)?, self.number(index)?);
        let places = (s.cells.len() + 1).saturating_sub(t.cells.len());
        // The empty word is found behind the last character too; and where t depends on integers, so
        // does what is learnt at each place, which then is more than it is worth.
        let plain = !t.cells.is_empty() && t.conditions.is_empty();
        let Some(start) = start.to_usize().filter(|_| plain) else {
            return Ok(false);
        };
        let (end, last) = match value.to_usize() {
            Some(at) if start <= at && at < places => (at, Bound::Below(term)),
            None if value == Integer::MINUS_ONE && start <= s.cells.len() => {
                (places, Bound::Missing(term))
            }
            _ => return Ok(false),
        };
        if end.saturating_sub(start) > MAX_PLACES {
            return Ok(false);
        }
        if last == Bound::Below(term) {
            let found = &s.cells[end..end + t.cells.len()];
            let mut conditions = s.conditions_of(end, end + t.cells.len());
            merge(&mut conditions, &t.conditions);
            self.condition(&mut conditions, term, Condition::Value(term));
            let statement = Statement {
                term,
                positive: true,
                words: vec![t.cells.clone(), found.to_vec()],
                numbers: Vec::new(),
            };
            if let Some(guard) = self.state(statement, None, conditions) {
                self.imply_same(guard, found, &t.cells)?;
            }
        }
        let bounds = [Bound::From(index), last];
        self.absent(None, term, (s, t), (start..end, &bounds))?;
        Ok(true)
    }

    /// The truth value of a predicate over these words.
    fn truth(&mut self, atom: Term, words: &[&[Cell]]) -> Result<Lit, Stuck> {
        let never = !self.circuit.gates.truth();
        match (self.store.op(atom), words) {
            (Op::Eq, &[a, b]) => self.same(a, b),
            (Op::Contains, &[long, short]) => {
                let found = self.occurrences(long, short)?;
                Ok(self.circuit.gates.or(&found))
            }
            (Op::PrefixOf | Op::SuffixOf, &[short, long]) if short.len() > long.len() => Ok(never),
            (Op::PrefixOf, &[short, long]) => self.same(short, &long[..short.len()]),
            (Op::SuffixOf, &[short, long]) => self.same(short, &long[long.len() - short.len()..]),
            (Op::IsDigit, &[&[cell]]) => Ok(self.digit(cell)),
            (Op::IsDigit, _) => Ok(never),
            (Op::InRe, &[text, ..]) => {
                let table = self.table(text, self.store.arg(atom, 1))?;
                Ok(table.get(0, text.len()))
            }
            (Op::StrLt, &[a, b]) => self.before(a, b),
            (Op::StrLe, &[a, b]) => Ok(!self.before(b, a)?),
            _ => Err(Stuck::GaveUp("a predicate that is not encoded")),
        }
    }

    /// Whether two words are the same.
    fn same(&mut self, a: &[Cell], b: &[Cell]) -> Result<Lit, Stuck> {
        if a.len() != b.len() {
            return Ok(!self.circuit.gates.truth());
        }
        self.work(a.len() + 1)?;
        let same: Vec<Lit> = a
            .iter()
            .zip(b)
            .map(|(&x, &y)| {
                self.pay()?;
                Ok(self.circuit.gates.equal(x, y))
            })
            .collect::<Result<_, Stuck>>()?;
        Ok(self.circuit.gates.and(&same))
    }

    /// Whether `a` comes strictly before `b` in lexicographic order.
    fn before(&mut self, a: &[Cell], b: &[Cell]) -> Result<Lit, Stuck> {
        self.work(a.len().min(b.len()) + 1)?;
        let mut result = if a.len() < b.len() {
            self.circuit.gates.truth()
        } else {
            !self.circuit.gates.truth()
        };
        for (&x, &y) in a.iter().zip(b).rev() {
            self.pay()?;
            let (less, equal) = (
                self.circuit.gates.less(x, y),
                self.circuit.gates.equal(x, y),
            );
            let later = self.circuit.gates.and(&[equal, result]);
            result = self.circuit.gates.or(&[less, later]);
        }
        Ok(result)
    }

    pub(super) fn digit(&mut self, cell: Cell) -> Lit {
        self.digit_between(cell, u32::from(b'0'), u32::from(b'9'))
    }

    /// Whether the character is a digit between these.
    pub(super) fn digit_between(&mut self, cell: Cell, least: u32, most: u32) -> Lit {
        let digits = sinew_regex::CharSet::range(least, most);
        let digits = self.circuit.alphabet.ranges(&digits);
        self.circuit.gates.within(cell, &digits)
    }

    /// Assumes the definition of an integer function of strings, with its value.
    pub(super) fn integer_definition(&mut self, term: Term) -> Result<(), Stuck> {
        let (op, args) = (self.store.op(term), self.store.args(term).to_vec());
        let word = self.word_of(args[0]);
        if op == Op::ToInt {
            return self.number_of(term, &word);
        }
        if op == Op::IndexOf {
            let pattern = self.word_of(args[1]);
            if self.index_definition(term, &word, &pattern)? {
                return Ok(());
            }
        }
        let mut conditions = Vec::new();
        let value = self.integer(term, &mut conditions)?;
        let (mut words, mut numbers) = (vec![word.cells.clone()], vec![value.clone()]);
        let mut pattern = Vec::new();
        if op == Op::IndexOf {
            let found = self.word_of(args[1]);
            merge(&mut conditions, &found.conditions);
            pattern.clone_from(&found.cells);
            words.push(pattern.clone());
        }
        if op == Op::IndexOfRe {
            for inside in self.words_inside(args[1]) {
                merge(&mut conditions, &inside.conditions);
                words.push(inside.cells.clone());
            }
        }
        if matches!(op, Op::IndexOf | Op::IndexOfRe) {
            numbers.push(self.integer(args[2], &mut conditions)?);
        }
        // An occurrence is there whatever follows it; its absence is not.
        let end = value.to_usize().map(|at| at.saturating_add(pattern.len()));
        match end.filter(|&end| op == Op::IndexOf && end <= word.cells.len()) {
            Some(end) => merge(&mut conditions, &word.conditions_of(0, end)),
            None => merge(&mut conditions, &word.conditions),
        }
        let statement = Statement {
            term,
            positive: true,
            words,
            numbers: numbers.clone(),
        };
        let guard = self.state(statement, None, conditions);
        if op == Op::ToCode {
            self.is_number();
            self.conversions.push(word.conversion(term, Reads::Code));
        }
        let Some(guard) = guard else {
            return Ok(());
        };
        match op {
            Op::IndexOf => {
                let found = self.occurrences(&word.cells, &pattern)?;
                self.index_of(guard, (&found, word.cells.len()), &numbers[1], &value)
            }
            Op::IndexOfRe => {
                let found = self.beginnings(&word.cells, args[1])?;
                self.index_of(guard, (&found, word.cells.len()), &numbers[1], &value)
            }
            Op::ToCode => self.imply_to_code(guard, &word.cells, &value),
            _ => Err(Stuck::GaveUp("an integer function that is not encoded")),
        }
    }

    /// States that under `guard` the first occurrence from `start` on is at `value`, given for each
    /// position whether there is one, in a text of this length.
    fn index_of(
        &mut self,
        guard: Lit,
        (found, length): (&[Lit], usize),
        start: &Integer,
        value: &Integer,
    ) -> Result<(), Stuck> {
        let start = start.to_usize().filter(|&start| start <= length);
        let Some(start) = start else {
            if *value != Integer::MINUS_ONE {
                self.circuit.gates.clause(&[!guard]);
            }
            return Ok(());
        };
        let end = match value.to_usize() {
            Some(position) if position >= start && position < found.len() => {
                self.circuit.gates.clause(&[!guard, found[position]]);
                position
            }
            None if *value == Integer::MINUS_ONE => found.len(),
            _ => {
                self.circuit.gates.clause(&[!guard]);
                return Ok(());
            }
        };
        for &occurs in found.get(start..end).unwrap_or_default() {
            self.circuit.gates.clause(&[!guard, !occurs]);
        }
        Ok(())
    }

    fn imply_to_code(&mut self, guard: Lit, cells: &[Cell], value: &Integer) -> Result<(), Stuck> {
        match (cells, value.to_u32().filter(|&c| c <= sinew_term::MAX_CHAR)) {
            (&[cell], Some(code)) => {
                let code = self.constant(&[code])?;
                self.imply_same(guard, &[cell], &code)
            }
            (&[_], None) => {
                self.circuit.gates.clause(&[!guard]);
                Ok(())
            }
            (_, _) if *value == Integer::MINUS_ONE => Ok(()),
            _ => {
                self.circuit.gates.clause(&[!guard]);
                Ok(())
            }
        }
    }
}
