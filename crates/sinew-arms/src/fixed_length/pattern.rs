//! Regular expressions with string terms inside, over words of cells.
//!
//! Such a language is not known before the words are, so there is no automaton to unroll. But its
//! words have fixed lengths too, and whether the text from one place to another is a member is a
//! truth value: each expression is a table of gates over such places, made from the tables of its
//! parts. Complement is negation, so the tables serve memberships of either sign. Ground parts come
//! from their automata.
//!
//! Whether the empty word is a member depends on the lengths alone, so a table's diagonal is
//! constant; powers beyond the length of the text are therefore not worth computing.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_regex::Regex;
use sinew_sat::Lit;
use sinew_term::{Op, Sort, Term, TermStore};

use super::fixed::{Encoder, Stuck};
use super::gates::Cell;
use super::symbolic_string::SymbolicString;

/// A language that a text is matched with.
pub(super) enum Pattern {
    /// A ground regular expression.
    Known(Regex),
    /// Which parts of the text are members.
    Open(Rc<Table>),
}

/// For each beginning and end in a text, whether the part between is a member of a language.
#[derive(Clone)]
pub(super) struct Table {
    length: usize,
    members: Vec<Lit>,
}

impl Table {
    fn new(length: usize, never: Lit) -> Table {
        Table {
            length,
            members: vec![never; (length + 1) * (length + 1)],
        }
    }

    fn place(&self, start: usize, end: usize) -> usize {
        start * (self.length + 1) + end
    }

    fn set(&mut self, start: usize, end: usize, member: Lit) {
        let place = self.place(start, end);
        self.members[place] = member;
    }

    /// Whether the text between is a member.
    pub(super) fn get(&self, start: usize, end: usize) -> Lit {
        self.members[self.place(start, end)]
    }
}

/// The expressions that `regex` is made of, inner ones first; those that are `whole` are not taken
/// apart.
pub(super) fn parts(
    store: &TermStore,
    regex: Term,
    whole: impl Fn(&TermStore, Term) -> bool,
) -> Vec<Term> {
    let (mut order, mut seen) = (Vec::new(), FxHashSet::default());
    let mut stack = vec![(regex, false)];
    while let Some((term, done)) = stack.pop() {
        if done {
            order.push(term);
        } else if seen.insert(term) {
            stack.push((term, true));
            if !whole(store, term) {
                let inner = store.args(term).iter();
                let inner = inner.filter(|&&arg| store.sort(arg) == Sort::RegLan);
                stack.extend(inner.map(|&arg| (arg, false)));
            }
        }
    }
    order
}

impl Encoder<'_> {
    /// The words inside a regular expression that is not ground.
    pub(super) fn words_inside(&self, regex: Term) -> Vec<Rc<SymbolicString>> {
        let open = |&part: &Term| !self.languages.contains_key(&part);
        parts(self.store, regex, |_, part| !open(&part))
            .into_iter()
            .filter(open)
            .flat_map(|part| self.store.args(part))
            .filter(|&&arg| self.store.sort(arg) == Sort::String)
            .map(|&arg| self.word_of(arg))
            .collect()
    }

    /// What a text is matched with.
    pub(super) fn pattern(&mut self, text: &[Cell], regex: Term) -> Result<Pattern, Stuck> {
        Ok(match self.languages.get(&regex) {
            Some(&language) => Pattern::Known(language),
            None => Pattern::Open(self.table(text, regex)?),
        })
    }

    /// The table of a regular expression over a text.
    pub(super) fn table(&mut self, text: &[Cell], regex: Term) -> Result<Rc<Table>, Stuck> {
        let mut tables: FxHashMap<Term, Rc<Table>> = FxHashMap::default();
        let whole = |_: &TermStore, part| self.languages.contains_key(&part);
        for part in parts(self.store, regex, whole) {
            self.work((text.len() + 1) * (text.len() + 1))?;
            let table = match self.languages.get(&part) {
                Some(&language) => self.known_table(text, language)?,
                None => self.open_table(text, part, &tables)?,
            };
            tables.insert(part, Rc::new(table));
        }
        tables
            .remove(&regex)
            .ok_or(Stuck::GaveUp("a regular expression without a table"))
    }

    fn known_table(&mut self, text: &[Cell], language: Regex) -> Result<Table, Stuck> {
        let mut table = Table::new(text.len(), !self.circuit.gates.truth());
        for start in 0..=text.len() {
            let ends = self.ends(&text[start..], language, None)?;
            for (length, member) in ends.into_iter().enumerate() {
                table.set(start, start + length, member);
            }
        }
        Ok(table)
    }

    fn open_table(
        &mut self,
        text: &[Cell],
        regex: Term,
        tables: &FxHashMap<Term, Rc<Table>>,
    ) -> Result<Table, Stuck> {
        let args = self.store.args(regex).to_vec();
        let inner: Vec<Rc<Table>> = args
            .iter()
            .filter_map(|arg| tables.get(arg))
            .cloned()
            .collect();
        match (self.store.op(regex), &inner[..]) {
            (Op::StrToRe, _) => self.literal_table(text, args[0]),
            (Op::ReRange, _) => self.range_table(text, args[0], args[1]),
            (Op::ReUnion, all) => self.pointwise(all, |gates, members| gates.or(members)),
            (Op::ReInter, all) => self.pointwise(all, |gates, members| gates.and(members)),
            (Op::ReComp, [one]) => self.pointwise(&[Rc::clone(one)], |_, members| !members[0]),
            (Op::ReDiff, all) => self.pointwise(all, |gates, members| {
                let others = gates.or(&members[1..]);
                gates.and(&[members[0], !others])
            }),
            (Op::ReConcat, [first, others @ ..]) => {
                let mut table = (**first).clone();
                for other in others {
                    table = self.compose(&table, other)?;
                }
                Ok(table)
            }
            (Op::ReStar, [body]) => self.repeated(body, 0, None),
            (Op::RePlus, [body]) => self.repeated(body, 1, None),
            (Op::ReOpt, [body]) => self.repeated(body, 0, Some(1)),
            (Op::RePow(n), [body]) => self.repeated(body, n as usize, Some(n as usize)),
            (Op::ReLoop(lo, hi), _) if lo > hi => {
                Ok(Table::new(text.len(), !self.circuit.gates.truth()))
            }
            (Op::ReLoop(lo, hi), [body]) => self.repeated(body, lo as usize, Some(hi as usize)),
            _ => Err(Stuck::GaveUp("a regular expression that is not encoded")),
        }
    }

    fn literal_table(&mut self, text: &[Cell], string: Term) -> Result<Table, Stuck> {
        let word = self.word_of(string);
        let mut table = Table::new(text.len(), !self.circuit.gates.truth());
        let found = self.occurrences(text, &word.cells)?;
        for (start, member) in found.into_iter().enumerate() {
            table.set(start, start + word.cells.len(), member);
        }
        Ok(table)
    }

    /// The characters from one to another; none if these are not single characters.
    fn range_table(&mut self, text: &[Cell], from: Term, to: Term) -> Result<Table, Stuck> {
        let (from, to) = (self.word_of(from), self.word_of(to));
        let mut table = Table::new(text.len(), !self.circuit.gates.truth());
        if let (&[from], &[to]) = (&from.cells[..], &to.cells[..]) {
            for (start, &cell) in text.iter().enumerate() {
                self.work(1)?;
                let gates = &mut self.circuit.gates;
                let (below, above) = (gates.less(cell, from), gates.less(to, cell));
                let member = gates.and(&[!below, !above]);
                table.set(start, start + 1, member);
            }
        }
        Ok(table)
    }

    fn pointwise(
        &mut self,
        tables: &[Rc<Table>],
        join: impl Fn(&mut super::gates::Gates, &[Lit]) -> Lit,
    ) -> Result<Table, Stuck> {
        let length = tables.first().map_or(0, |table| table.length);
        let mut result = Table::new(length, !self.circuit.gates.truth());
        for start in 0..=length {
            for end in start..=length {
                self.work(tables.len())?;
                let members: Vec<Lit> = tables.iter().map(|table| table.get(start, end)).collect();
                let member = join(&mut self.circuit.gates, &members);
                result.set(start, end, member);
            }
        }
        Ok(result)
    }

    /// A member of the first language, then one of the second.
    fn compose(&mut self, first: &Table, second: &Table) -> Result<Table, Stuck> {
        let (length, never) = (first.length, !self.circuit.gates.truth());
        let mut result = Table::new(length, never);
        for start in 0..=length {
            for end in start..=length {
                self.work(end - start + 1)?;
                let mut ways = Vec::new();
                for middle in start..=end {
                    let (before, after) = (first.get(start, middle), second.get(middle, end));
                    if before != never && after != never {
                        ways.push(self.circuit.gates.and(&[before, after]));
                    }
                }
                let member = self.circuit.gates.or(&ways);
                result.set(start, end, member);
            }
        }
        Ok(result)
    }

    /// From `least` to `most` members one after the other.
    fn repeated(
        &mut self,
        body: &Table,
        least: usize,
        most: Option<usize>,
    ) -> Result<Table, Stuck> {
        let (length, truth) = (body.length, self.circuit.gates.truth());
        let mut epsilon = Table::new(length, !truth);
        (0..=length).for_each(|at| epsilon.set(at, at, truth));
        let nullable = body.get(0, 0) == truth;
        if least > length && !nullable {
            return Ok(Table::new(length, !truth));
        }
        // Members that are not empty come first, and there are at most `length` of them.
        let mut result = epsilon.clone();
        for _ in 0..least.min(length) {
            result = self.compose(&result, body)?;
        }
        let rest = match most {
            Some(most) if most - least < length => {
                let once = self.pointwise(
                    &[Rc::new(epsilon.clone()), Rc::new(body.clone())],
                    |gates, members| gates.or(members),
                )?;
                let mut rest = epsilon;
                for _ in least..most {
                    rest = self.compose(&rest, &once)?;
                }
                rest
            }
            _ => self.star(body, epsilon)?,
        };
        self.compose(&result, &rest)
    }

    /// Any number of members: none, or a first one that is not empty and others behind it.
    fn star(&mut self, body: &Table, mut result: Table) -> Result<Table, Stuck> {
        let length = body.length;
        for start in (0..length).rev() {
            for end in start + 1..=length {
                self.work(end - start)?;
                let mut ways = Vec::new();
                for middle in start + 1..=end {
                    let parts = [body.get(start, middle), result.get(middle, end)];
                    ways.push(self.circuit.gates.and(&parts));
                }
                let member = self.circuit.gates.or(&ways);
                result.set(start, end, member);
            }
        }
        Ok(result)
    }
}
