//! Facts over words of cells: equalities, occurrences, order, membership, and the definitions of
//! the integer functions.

use rustc_hash::FxHashMap;
use sinew_base::Integer;
use sinew_regex::Regex;
use sinew_sat::Lit;
use sinew_term::{Op, Sort, Term};

use super::fixed::{Dependency, Encoder, Stuck, merge, needs_of_beginning};
use super::gates::Cell;

impl Encoder<'_> {
    /// States that under `guard` the atom has this truth value; returns what that depends on.
    pub(super) fn fact(
        &mut self,
        guard: Lit,
        atom: Term,
        positive: bool,
    ) -> Result<Vec<Dependency>, Stuck> {
        let args = self.store.args(atom).to_vec();
        let words: Vec<_> = args
            .iter()
            .map(|&arg| match self.store.sort(arg) {
                Sort::String => self.word_of(arg),
                _ => self.word_of(atom),
            })
            .collect();
        let mut needs = Vec::new();
        words.iter().for_each(|word| merge(&mut needs, &word.needs));
        let truth = match (self.store.op(atom), args.len()) {
            (Op::Eq, 2) if self.store.sort(args[0]) == Sort::String => {
                if positive {
                    self.imply_same(guard, &words[0].cells, &words[1].cells)?;
                    return Ok(needs);
                }
                self.same(&words[0].cells, &words[1].cells)?
            }
            (Op::Contains, 2) => {
                let found = self.occurrences(&words[0].cells, &words[1].cells)?;
                self.gates.or(&found)
            }
            (Op::PrefixOf, 2) => {
                let (short, long) = (&words[0].cells, &words[1].cells);
                if short.len() > long.len() {
                    !self.gates.truth()
                } else {
                    self.same(short, &long[..short.len()])?
                }
            }
            (Op::SuffixOf, 2) => {
                let (short, long) = (&words[0].cells, &words[1].cells);
                if short.len() > long.len() {
                    !self.gates.truth()
                } else {
                    self.same(short, &long[long.len() - short.len()..])?
                }
            }
            (Op::IsDigit, 1) => match words[0].cells[..] {
                [cell] => self.digit(cell),
                _ => !self.gates.truth(),
            },
            (Op::StrLt, 2) => self.before(&words[0].cells, &words[1].cells)?,
            (Op::StrLe, 2) => !self.before(&words[1].cells, &words[0].cells)?,
            (Op::InRe, 2) => {
                let &language = self
                    .languages
                    .get(&args[1])
                    .ok_or(Stuck::GaveUp("a regular expression that is not ground"))?;
                let language = if positive {
                    language
                } else {
                    self.regexes.comp(language)
                };
                self.membership(guard, &words[0].cells, language)?;
                return Ok(needs);
            }
            _ => return Err(Stuck::GaveUp("a predicate that is not encoded")),
        };
        self.gates
            .clause(&[!guard, if positive { truth } else { !truth }]);
        Ok(needs)
    }

    /// Whether two words are the same.
    fn same(&mut self, a: &[Cell], b: &[Cell]) -> Result<Lit, Stuck> {
        if a.len() != b.len() {
            return Ok(!self.gates.truth());
        }
        self.work(a.len() + 1)?;
        let same: Vec<Lit> = a
            .iter()
            .zip(b)
            .map(|(&x, &y)| self.gates.equal(x, y))
            .collect();
        Ok(self.gates.and(&same))
    }

    /// Whether `a` comes strictly before `b` in lexicographic order.
    fn before(&mut self, a: &[Cell], b: &[Cell]) -> Result<Lit, Stuck> {
        self.work(a.len().min(b.len()) + 1)?;
        let mut result = if a.len() < b.len() {
            self.gates.truth()
        } else {
            !self.gates.truth()
        };
        for (&x, &y) in a.iter().zip(b).rev() {
            let (less, equal) = (self.gates.less(x, y), self.gates.equal(x, y));
            let later = self.gates.and(&[equal, result]);
            result = self.gates.or(&[less, later]);
        }
        Ok(result)
    }

    fn digit(&mut self, cell: Cell) -> Lit {
        let digits = self.alphabet.ranges(&sinew_regex::CharSet::range(
            u32::from(b'0'),
            u32::from(b'9'),
        ));
        self.gates.within(cell, &digits)
    }

    /// States that under `guard` the cells spell a word of the language: one run of its automaton,
    /// whose states are derivatives, over the positions. States without words of the length that
    /// is left are never entered.
    fn membership(&mut self, guard: Lit, cells: &[Cell], language: Regex) -> Result<(), Stuck> {
        if !self
            .regexes
            .has_length(language, cells.len() as u32, self.budget)?
        {
            self.gates.clause(&[!guard]);
            return Ok(());
        }
        let mut states: FxHashMap<Regex, Lit> = FxHashMap::from_iter([(language, guard)]);
        let mut order = vec![language];
        for (position, &cell) in cells.iter().enumerate() {
            let left = (cells.len() - position - 1) as u32;
            let (mut next, mut next_order) = (FxHashMap::default(), Vec::new());
            for state in std::mem::take(&mut order) {
                let here = states[&state];
                let steps = self.regexes.steps(state, self.budget)?.to_vec();
                let mut choices = vec![!here];
                for (class, rest) in steps {
                    self.work(4)?;
                    if !self.regexes.has_length(rest, left, self.budget)? {
                        continue;
                    }
                    let ranges = self.alphabet.ranges(self.regexes.class_set(class));
                    let fits = self.gates.within(cell, &ranges);
                    if fits == !self.gates.truth() {
                        continue;
                    }
                    let there = *next.entry(rest).or_insert_with(|| {
                        next_order.push(rest);
                        self.gates.fresh()
                    });
                    let step = self.gates.fresh();
                    self.gates.clause(&[!step, fits]);
                    self.gates.clause(&[!step, there]);
                    choices.push(step);
                }
                self.gates.clause(&choices);
            }
            states = next;
            order = next_order;
        }
        Ok(())
    }

    /// Ties an integer function of strings to its value.
    pub(super) fn integer_definition(&mut self, term: Term) -> Result<(), Stuck> {
        let args = self.store.args(term).to_vec();
        let word = self.word_of(args[0]);
        let mut needs = Vec::new();
        let value = self.integer(term, &mut needs)?;
        if self.store.op(term) != Op::IndexOf {
            merge(&mut needs, &word.needs);
        }
        match self.store.op(term) {
            Op::IndexOf => {
                let pattern = self.word_of(args[1]);
                merge(&mut needs, &pattern.needs);
                let start = self.integer(args[2], &mut needs)?;
                // An occurrence is there whatever follows it; its absence is not.
                match value.to_usize() {
                    Some(at) => merge(
                        &mut needs,
                        &needs_of_beginning(&word, at + pattern.cells.len()),
                    ),
                    None => merge(&mut needs, &word.needs),
                }
                let guard = self.guard(needs);
                self.index_of(guard, &word.cells, &pattern.cells, &start, &value)
            }
            Op::ToInt => {
                let guard = self.guard(needs);
                self.imply_to_int(guard, &word.cells, &value)
            }
            Op::ToCode => {
                let guard = self.guard(needs);
                self.imply_to_code(guard, &word.cells, &value)
            }
            _ => Err(Stuck::GaveUp("an integer function that is not encoded")),
        }
    }

    fn index_of(
        &mut self,
        guard: Lit,
        text: &[Cell],
        pattern: &[Cell],
        start: &Integer,
        value: &Integer,
    ) -> Result<(), Stuck> {
        let start = start.to_usize().filter(|&start| start <= text.len());
        let Some(start) = start else {
            if *value != Integer::MINUS_ONE {
                self.gates.clause(&[!guard]);
            }
            return Ok(());
        };
        let found = self.occurrences(text, pattern)?;
        let end = match value.to_usize() {
            Some(position) if position >= start && position < found.len() => {
                self.gates.clause(&[!guard, found[position]]);
                position
            }
            None if *value == Integer::MINUS_ONE => found.len(),
            _ => {
                self.gates.clause(&[!guard]);
                return Ok(());
            }
        };
        for &occurs in found.get(start..end).unwrap_or_default() {
            self.gates.clause(&[!guard, !occurs]);
        }
        Ok(())
    }

    fn imply_to_int(&mut self, guard: Lit, cells: &[Cell], value: &Integer) -> Result<(), Stuck> {
        let digits = value.to_string();
        if *value == Integer::MINUS_ONE {
            let mut clause = vec![!guard];
            for &cell in cells {
                clause.push(!self.digit(cell));
            }
            if !cells.is_empty() {
                self.gates.clause(&clause);
            }
        } else if value.is_negative() || digits.len() > cells.len() {
            self.gates.clause(&[!guard]);
        } else {
            let padded = format!("{digits:0>width$}", width = cells.len());
            let text: Vec<u32> = padded.bytes().map(u32::from).collect();
            let text = self.constant(&text)?;
            self.imply_same(guard, cells, &text)?;
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
                self.gates.clause(&[!guard]);
                Ok(())
            }
            (_, _) if *value == Integer::MINUS_ONE => Ok(()),
            _ => {
                self.gates.clause(&[!guard]);
                Ok(())
            }
        }
    }
}
