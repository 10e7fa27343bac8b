//! Clauses and reverse unit propagation.
//!
//! A clause follows by *reverse unit propagation* (Goldberg & Novikov 2003) if assuming the
//! negations of its literals makes unit propagation run into a conflict. The implementation
//! is two watched literals in their plainest form; what unit propagation finds without
//! assumptions is kept, which is sound because nothing that was accepted ever becomes false,
//! not even by deletion.

use std::collections::HashMap;

/// A literal as `2 * variable + sign`.
type Code = u32;

/// The clauses accepted so far.
#[derive(Debug, Default)]
pub(crate) struct Clauses {
    /// The proof's variable numbers to our dense ones.
    vars: HashMap<u64, u32>,
    /// Per literal: 1 true, -1 false, 0 unknown.
    values: Vec<i8>,
    trail: Vec<Code>,
    head: usize,
    /// Empty when deleted.
    clauses: Vec<Box<[Code]>>,
    ids: HashMap<u64, u32>,
    watches: Vec<Vec<u32>>,
    /// Unit propagation without assumptions has run into a conflict.
    contradiction: bool,
}

impl Clauses {
    fn code(&mut self, lit: i64) -> Code {
        let next = self.vars.len() as u32;
        let var = *self.vars.entry(lit.unsigned_abs()).or_insert(next);
        if var == next {
            self.values.extend([0, 0]);
            self.watches.extend([Vec::new(), Vec::new()]);
        }
        var << 1 | u32::from(lit < 0)
    }

    /// Sorted, without repetitions.
    fn codes(&mut self, lits: &[i64]) -> Vec<Code> {
        let mut codes: Vec<Code> = lits.iter().map(|&lit| self.code(lit)).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }

    pub(crate) fn is_contradictory(&self) -> bool {
        self.contradiction
    }

    /// Whether all literals of the clause are among `lits`; `None` if there is no such clause.
    pub(crate) fn is_within(&mut self, id: u64, lits: &[i64]) -> Option<bool> {
        let allowed = self.codes(lits);
        let &index = self.ids.get(&id)?;
        let clause = &self.clauses[index as usize];
        Some(
            clause
                .iter()
                .all(|code| allowed.binary_search(code).is_ok()),
        )
    }

    /// Takes the clause in, whatever it says. The caller has checked that `id` is new.
    pub(crate) fn add(&mut self, id: u64, lits: &[i64]) {
        let mut codes = self.codes(lits);
        let index = self.clauses.len() as u32;
        self.ids.insert(id, index);
        // Watch literals that are not false, if there are such.
        let mut open = 0;
        for i in 0..codes.len() {
            if open < 2 && self.values[codes[i] as usize] >= 0 {
                codes.swap(open, i);
                open += 1;
            }
        }
        if codes.len() >= 2 {
            self.watches[codes[0] as usize].push(index);
            self.watches[codes[1] as usize].push(index);
        }
        let first = codes.first().copied();
        self.clauses.push(codes.into_boxed_slice());
        match (open, first) {
            (0, _) => self.contradiction = true,
            (1, Some(unit)) if self.values[unit as usize] == 0 => {
                self.assign(unit);
                if self.propagate() {
                    self.contradiction = true;
                }
            }
            _ => {}
        }
    }

    /// Forgets the clause; false if there is none.
    pub(crate) fn delete(&mut self, id: u64) -> bool {
        match self.ids.remove(&id) {
            Some(index) => {
                self.clauses[index as usize] = Box::default();
                true
            }
            None => false,
        }
    }

    /// Whether the clause follows by unit propagation from all clauses.
    pub(crate) fn follows(&mut self, lits: &[i64]) -> bool {
        self.refutes_negation(lits, |clauses| clauses.propagate())
    }

    /// Whether the clause follows by unit propagation from the hinted clauses (and what
    /// propagation has found before); the first unknown identifier is an error.
    pub(crate) fn follows_from(&mut self, lits: &[i64], hints: &[u64]) -> Result<bool, u64> {
        let mut indices = Vec::with_capacity(hints.len());
        for id in hints {
            indices.push(*self.ids.get(id).ok_or(*id)?);
        }
        Ok(self.refutes_negation(lits, |clauses| clauses.propagate_only(&mut indices)))
    }

    fn refutes_negation(
        &mut self,
        lits: &[i64],
        propagate: impl FnOnce(&mut Clauses) -> bool,
    ) -> bool {
        let codes = self.codes(lits);
        if self.contradiction {
            return true;
        }
        let start = self.trail.len();
        let mut refuted = false;
        for &code in &codes {
            match self.values[code as usize] {
                // True for good, or the clause has complementary literals.
                1 => refuted = true,
                0 => self.assign(code ^ 1),
                _ => {}
            }
        }
        refuted = refuted || propagate(self);
        for code in self.trail.drain(start..) {
            self.values[code as usize] = 0;
            self.values[code as usize ^ 1] = 0;
        }
        self.head = start;
        refuted
    }

    fn assign(&mut self, code: Code) {
        self.values[code as usize] = 1;
        self.values[code as usize ^ 1] = -1;
        self.trail.push(code);
    }

    /// Propagates over all clauses; tells whether one is false.
    fn propagate(&mut self) -> bool {
        while self.head < self.trail.len() {
            let falsified = self.trail[self.head] ^ 1;
            self.head += 1;
            let mut list = std::mem::take(&mut self.watches[falsified as usize]);
            let mut conflict = false;
            list.retain(|&index| conflict || self.visit(index, falsified, &mut conflict));
            self.watches[falsified as usize] = list;
            if conflict {
                return true;
            }
        }
        false
    }

    /// Visits a clause of which the watched literal `falsified` is false. Returns whether it
    /// goes on watching it.
    fn visit(&mut self, index: u32, falsified: Code, conflict: &mut bool) -> bool {
        let clause = &mut self.clauses[index as usize];
        if clause.is_empty() {
            return false;
        }
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let other = clause[0];
        if self.values[other as usize] > 0 {
            return true;
        }
        let values = &self.values;
        let found = (2..clause.len()).find(|&i| values[clause[i] as usize] >= 0);
        if let Some(i) = found {
            clause.swap(1, i);
            self.watches[clause[1] as usize].push(index);
            return false;
        }
        if self.values[other as usize] < 0 {
            *conflict = true;
        } else {
            self.assign(other);
        }
        true
    }

    /// Propagates over the given clauses until one is false or nothing new follows.
    fn propagate_only(&mut self, indices: &mut Vec<u32>) -> bool {
        loop {
            let before = self.trail.len();
            let mut conflict = false;
            indices.retain(|&index| {
                if conflict {
                    return true;
                }
                let mut open = None;
                for &code in &*self.clauses[index as usize] {
                    match self.values[code as usize] {
                        -1 => {}
                        0 if open.is_none() => open = Some(code),
                        // Satisfied for the rest of this check, or two literals open.
                        1 => return false,
                        _ => return true,
                    }
                }
                match open {
                    Some(code) => {
                        self.assign(code);
                        false
                    }
                    None => {
                        conflict = true;
                        true
                    }
                }
            });
            if conflict || self.trail.len() == before {
                return conflict;
            }
        }
    }
}
