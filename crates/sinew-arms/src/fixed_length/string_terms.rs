//! String terms as words of cells: what each operator does to positions once lengths are fixed.

use std::rc::Rc;

use sinew_base::Integer;
use sinew_sat::Lit;
use sinew_term::{MAX_CHAR, Op, Term};

use super::circuit::Statement;
use super::fixed::{Encoder, Stuck};
use super::gates::Cell;
use super::range::Reads;
use super::symbolic_string::{Condition, SymbolicString, merge};

/// A function of words: those of the arguments, a new one for its value, and the guard of its
/// definition; that is `None` if the function is defined for these words already.
type Applied<const N: usize> = ([Rc<SymbolicString>; N], SymbolicString, Option<Lit>);

impl Encoder<'_> {
    /// The cells of a string term whose arguments have theirs.
    pub(super) fn word(&mut self, term: Term) -> Result<SymbolicString, Stuck> {
        let args = self.store.args(term).to_vec();
        match self.store.op(term) {
            Op::Str(_) => {
                let text = self.store.str_value(term).unwrap_or_default();
                Ok(SymbolicString::fixed(
                    term,
                    self.constant(text)?,
                    Vec::new(),
                ))
            }
            Op::Concat => {
                let mut word = SymbolicString::empty();
                for arg in args {
                    let part = self.word_of(arg);
                    self.work(part.cells.len())?;
                    word.cells.extend_from_slice(&part.cells);
                    word.parts.extend_from_slice(&part.parts);
                    word.conditions.extend_from_slice(&part.conditions);
                }
                merge(&mut word.conditions, &[]);
                Ok(word)
            }
            Op::At => self.slice(term, args[0], args[1], None),
            Op::Substr => self.slice(term, args[0], args[1], Some(args[2])),
            Op::FromInt => self.numeral_of(term, args[0]),
            Op::FromCode => self.character(term, args[0]),
            Op::Rev => {
                let source = self.word_of(args[0]);
                let cells = source.cells.iter().rev().copied().collect();
                Ok(SymbolicString::fixed(
                    term,
                    cells,
                    source.conditions.clone(),
                ))
            }
            Op::Update => self.update(term, &args),
            Op::ToLower => self.change_case(term, args[0], |c| c.to_ascii_lowercase()),
            Op::ToUpper => self.change_case(term, args[0], |c| c.to_ascii_uppercase()),
            Op::Replace => self.replace(term, &args),
            Op::ReplaceAll => self.replace_all(term, &args),
            Op::Apply(_) | Op::Ite => self.fresh_word(term),
            Op::ReplaceRe => self.replace_re(term, &args),
            Op::ReplaceReAll => self.replace_re_all(term, &args),
            _ => Err(Stuck::GaveUp("a string operator that is not encoded")),
        }
    }

    /// `(str.substr s i n)`, or `(str.at s i)`. Where a number is out of range, that it is matters
    /// and not its value; a part that lies inside s does not depend on where s ends.
    fn slice(
        &mut self,
        term: Term,
        s: Term,
        index: Term,
        count: Option<Term>,
    ) -> Result<SymbolicString, Stuck> {
        let (word, mut conditions) = (self.word_of(s), Vec::new());
        let start = self.number(index)?;
        let many = count.map_or(Ok(Integer::ONE), |count| self.number(count))?;
        let mut cells = Vec::new();
        if start.is_negative() {
            self.condition(
                &mut conditions,
                index,
                Condition::AtMost(index, Integer::MINUS_ONE),
            );
        } else if let Some(count) = count.filter(|_| !many.is_positive()) {
            self.condition(
                &mut conditions,
                count,
                Condition::AtMost(count, Integer::ZERO),
            );
        } else if let Some(at) = start.to_usize().filter(|&at| at < word.cells.len()) {
            self.condition(&mut conditions, index, Condition::Value(index));
            let rest = word.cells.len() - at;
            let (taken, inside) = match many.to_usize().filter(|&many| many <= rest) {
                Some(many) => (many, true),
                None => (rest, false),
            };
            if let Some(count) = count {
                let condition = match inside {
                    true => Condition::Value(count),
                    false => Condition::AtLeast(count, Integer::from(rest)),
                };
                self.condition(&mut conditions, count, condition);
            }
            cells = word.cells[at..at + taken].to_vec();
            match inside {
                true => merge(&mut conditions, &word.conditions_of(at, at + taken)),
                false => merge(&mut conditions, &word.conditions),
            }
        } else {
            let end = Integer::from(word.cells.len());
            self.condition(&mut conditions, index, Condition::AtLeast(index, end));
            merge(&mut conditions, &word.conditions);
        }
        Ok(SymbolicString::fixed(term, cells, conditions))
    }

    /// `(str.from_code n)`: one character with that code, or none.
    fn character(&mut self, term: Term, code: Term) -> Result<SymbolicString, Stuck> {
        let value = self.number(code)?;
        let character = value.to_u32().filter(|&c| c <= MAX_CHAR);
        let word = self.fresh_word(term)?;
        let mut conditions = Vec::new();
        match (character, word.cells.len()) {
            (None, 0) => return Ok(word),
            (Some(character), 1) => {
                self.condition(&mut conditions, code, Condition::Value(code));
                self.conversions.push(word.conversion(code, Reads::Code));
                let statement = Statement {
                    term,
                    positive: true,
                    words: vec![word.cells.clone()],
                    numbers: vec![value],
                };
                let guard = self.state(statement, None, conditions);
                self.is_number();
                if let Some(guard) = guard {
                    let character = self.constant(&[character])?;
                    self.imply_same(guard, &word.cells, &character)?;
                }
                return Ok(word);
            }
            (None, _) => {
                let outside = match value.is_negative() {
                    true => Condition::AtMost(code, Integer::MINUS_ONE),
                    false => Condition::AtLeast(code, Integer::from(MAX_CHAR + 1)),
                };
                self.condition(&mut conditions, code, outside);
                merge(&mut conditions, &[Condition::LongEnough(term, 1)]);
            }
            (Some(_), _) => {
                let (least, most) = (Integer::ZERO, Integer::from(MAX_CHAR));
                self.condition(&mut conditions, code, Condition::AtLeast(code, least));
                self.condition(&mut conditions, code, Condition::AtMost(code, most));
                merge(&mut conditions, &[Condition::Length(term)]);
            }
        }
        Err(Stuck::Inconsistent(conditions))
    }

    /// `(str.update s i t)`: the characters of t over those of s from i on, as far as they fit.
    fn update(&mut self, term: Term, args: &[Term]) -> Result<SymbolicString, Stuck> {
        let source = self.word_of(args[0]);
        let (mut cells, mut conditions) = (source.cells.clone(), source.conditions.clone());
        let index = self.integer(args[1], &mut conditions)?;
        let patch = self.word_of(args[2]);
        merge(&mut conditions, &patch.conditions);
        if let Some(index) = index.to_usize().filter(|&index| index < cells.len()) {
            for (cell, &new) in cells[index..].iter_mut().zip(&patch.cells) {
                *cell = new;
            }
        }
        Ok(SymbolicString::fixed(term, cells, conditions))
    }

    fn change_case(
        &mut self,
        term: Term,
        arg: Term,
        change: fn(&char) -> char,
    ) -> Result<SymbolicString, Stuck> {
        let source = self.word_of(arg);
        let result = self.fresh_word(term)?;
        let mut conditions = source.conditions.clone();
        merge(&mut conditions, &result.conditions);
        let Some(guard) = self.define(term, &[&source, &result], &conditions) else {
            return Ok(result);
        };
        if result.cells.len() != source.cells.len() {
            self.circuit.gates.clause(&[!guard]);
            return Ok(result);
        }
        let (mut kept, mut gone, mut changes) = (Vec::new(), Vec::new(), Vec::new());
        for number in 0..self.circuit.alphabet.len() {
            self.work(1)?;
            let c = self.circuit.alphabet.value(number);
            let changed = char::from_u32(c).map_or(c, |c| u32::from(change(&c)));
            if changed == c {
                extend_ranges(&mut kept, number);
            } else {
                let target = self.circuit.alphabet.number(changed);
                let target = target.ok_or(Stuck::GaveUp("a character has no number"))?;
                extend_ranges(&mut gone, number);
                changes.push((number as u32, target as u32));
            }
        }
        self.work(source.cells.len() * (1 + changes.len()))?;
        let gates = &mut self.circuit.gates;
        for (&from, &to) in source.cells.iter().zip(&result.cells) {
            // In one go for all that stay what they are: with a case for each of them, that equal
            // characters become equal ones would take a search.
            let same = gates.within(from, &kept);
            let both = gates.and(&[guard, same]);
            gates.imply_equal(both, to, from);
            let impossible = gates.within(to, &gone);
            gates.clause(&[!guard, !impossible]);
            for &(number, target) in &changes {
                let is_this = gates.equal(from, Cell::Known(number));
                let both = gates.and(&[guard, is_this]);
                gates.imply_equal(both, to, Cell::Known(target));
            }
        }
        Ok(result)
    }

    /// For each position of `text`, whether `pattern` occurs there.
    pub(super) fn occurrences(
        &mut self,
        text: &[Cell],
        pattern: &[Cell],
    ) -> Result<Vec<Lit>, Stuck> {
        if pattern.len() > text.len() {
            return Ok(Vec::new());
        }
        let positions = text.len() - pattern.len() + 1;
        self.work(positions.saturating_mul(pattern.len() + 1))?;
        (0..positions)
            .map(|position| {
                self.pay()?;
                let same: Vec<Lit> = pattern
                    .iter()
                    .zip(&text[position..])
                    .map(|(&p, &c)| self.circuit.gates.equal(p, c))
                    .collect();
                Ok(self.circuit.gates.and(&same))
            })
            .collect()
    }

    /// States that under `condition` the two words are equal.
    pub(super) fn imply_same(
        &mut self,
        condition: Lit,
        a: &[Cell],
        b: &[Cell],
    ) -> Result<(), Stuck> {
        self.work(a.len().min(b.len()) + 1)?;
        if a.len() != b.len() {
            self.circuit.gates.clause(&[!condition]);
            return Ok(());
        }
        for (&x, &y) in a.iter().zip(b) {
            self.circuit.gates.imply_equal(condition, x, y);
            self.pay()?;
        }
        Ok(())
    }

    /// A function of words is applied; it depends on those `inside` its other arguments too.
    pub(super) fn applied<const N: usize>(
        &mut self,
        term: Term,
        args: [Term; N],
        inside: &[Rc<SymbolicString>],
    ) -> Result<Applied<N>, Stuck> {
        let words = args.map(|arg| self.word_of(arg));
        let mut conditions = Vec::new();
        for word in words.iter().chain(inside) {
            merge(&mut conditions, &word.conditions);
        }
        // The value has characters of its own; only its definition depends on the arguments.
        let result = self.fresh_word(term)?;
        merge(&mut conditions, &result.conditions);
        let mut all: Vec<&SymbolicString> =
            words.iter().chain(inside).map(|word| &**word).collect();
        all.push(&result);
        let guard = self.define(term, &all, &conditions);
        Ok((words, result, guard))
    }

    /// `(str.replace s t u)`: the first occurrence replaced, by cases on where it is.
    fn replace(&mut self, term: Term, args: &[Term]) -> Result<SymbolicString, Stuck> {
        let ([s, t, u], result, guard) = self.applied(term, [args[0], args[1], args[2]], &[])?;
        let Some(guard) = guard else {
            return Ok(result);
        };
        let found = self.occurrences(&s.cells, &t.cells)?;
        // `here`: no occurrence before this position, and the guard holds.
        let mut here = guard;
        for (position, &occurs) in found.iter().enumerate() {
            let first = self.circuit.gates.and(&[here, occurs]);
            let parts = [
                &s.cells[..position],
                &u.cells,
                &s.cells[position + t.cells.len()..],
            ];
            let replaced: Vec<Cell> = parts.concat();
            self.imply_same(first, &result.cells, &replaced)?;
            here = self.circuit.gates.and(&[here, !occurs]);
        }
        self.imply_same(here, &result.cells, &s.cells)?;
        Ok(result)
    }

    /// `(str.replace_all s t u)`: a walk over positions of s and of the result. `at[i][j]` holds
    /// if the walk comes to position i of s having written j characters.
    fn replace_all(&mut self, term: Term, args: &[Term]) -> Result<SymbolicString, Stuck> {
        let ([s, t, u], result, guard) = self.applied(term, [args[0], args[1], args[2]], &[])?;
        let Some(guard) = guard else {
            return Ok(result);
        };
        let (source, target) = (s.cells.len(), result.cells.len());
        if t.cells.is_empty() {
            self.imply_same(guard, &result.cells, &s.cells)?;
            return Ok(result);
        }
        let found = self.occurrences(&s.cells, &t.cells)?;
        self.work((source + 1).saturating_mul(target + 1))?;
        let mut at = vec![vec![None; target + 1]; source + 1];
        at[0][0] = Some(guard);
        for i in 0..=source {
            for j in 0..=target {
                self.pay()?;
                let Some(here) = at[i][j] else { continue };
                if i == source {
                    if j != target {
                        self.circuit.gates.clause(&[!here]);
                    }
                    continue;
                }
                let occurs = found.get(i).copied().unwrap_or(!self.circuit.gates.truth());
                let replace = self.circuit.gates.and(&[here, occurs]);
                let copy = self.circuit.gates.and(&[here, !occurs]);
                if occurs != !self.circuit.gates.truth() {
                    if j + u.cells.len() <= target {
                        self.imply_same(replace, &result.cells[j..j + u.cells.len()], &u.cells)?;
                    }
                    self.go(&mut at, replace, i + t.cells.len(), j + u.cells.len());
                }
                if j < target {
                    self.circuit
                        .gates
                        .imply_equal(copy, result.cells[j], s.cells[i]);
                }
                self.go(&mut at, copy, i + 1, j + 1);
            }
        }
        Ok(result)
    }

    /// Assumes the definition of a term over these words. Returns its guard if it is new.
    pub(super) fn define(
        &mut self,
        term: Term,
        words: &[&SymbolicString],
        conditions: &[Condition],
    ) -> Option<Lit> {
        let statement = Statement {
            term,
            positive: true,
            words: words.iter().map(|word| word.cells.clone()).collect(),
            numbers: Vec::new(),
        };
        self.state(statement, None, conditions.to_vec())
    }

    /// One step of the walk of `replace_all`; a step beyond the result's end is impossible.
    pub(super) fn go(&mut self, at: &mut [Vec<Option<Lit>>], step: Lit, i: usize, j: usize) {
        match at.get_mut(i).and_then(|row| row.get_mut(j)) {
            Some(slot) => {
                let there = *slot.get_or_insert_with(|| self.circuit.gates.fresh());
                self.circuit.gates.clause(&[!step, there]);
            }
            None => self.circuit.gates.clause(&[!step]),
        }
    }
}

/// Adds the next number to half-open ranges.
fn extend_ranges(ranges: &mut Vec<(usize, usize)>, number: usize) {
    match ranges.last_mut() {
        Some(last) if last.1 == number => last.1 += 1,
        _ => ranges.push((number, number + 1)),
    }
}
