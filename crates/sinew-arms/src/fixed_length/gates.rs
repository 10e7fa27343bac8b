//! Circuits over characters, straight to SAT.
//!
//! A cell is a character position: known, or a number in binary. Gates are literals with full
//! definitions (Tseitin), cached, with constants folded, so that a caller may use a gate in
//! either polarity.

use rustc_hash::FxHashMap;
use sinew_base::Budget;
use sinew_sat::{Config, Lit, Outcome, Solver};

/// A character position, by number in the alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Cell {
    /// This character.
    Known(u32),
    /// An unknown character.
    Unknown(u32),
}

/// The circuit so far.
pub(crate) struct Gates {
    sat: Solver,
    truth: Lit,
    /// How many characters there are.
    size: usize,
    /// The bits of each unknown cell, most significant first.
    bits: Vec<Vec<Lit>>,
    equal: FxHashMap<(Cell, Cell), Lit>,
    at_least: FxHashMap<(u32, usize), Lit>,
    conjunctions: FxHashMap<Vec<Lit>, Lit>,
    /// How many clauses were added.
    clauses: usize,
}

impl Gates {
    /// An empty circuit over `size` characters.
    pub(crate) fn new(size: usize) -> Gates {
        let mut sat = Solver::new(Config::default());
        let truth = sat.new_var().positive();
        sat.add_clause(&[truth]);
        Gates {
            sat,
            truth,
            size,
            bits: Vec::new(),
            equal: FxHashMap::default(),
            at_least: FxHashMap::default(),
            conjunctions: FxHashMap::default(),
            clauses: 0,
        }
    }

    /// The literal that is always true.
    pub(crate) fn truth(&self) -> Lit {
        self.truth
    }

    /// A fresh literal.
    pub(crate) fn fresh(&mut self) -> Lit {
        self.sat.new_var().positive()
    }

    /// Adds a clause.
    pub(crate) fn clause(&mut self, lits: &[Lit]) {
        self.clauses += 1;
        self.sat.add_clause(lits);
    }

    /// A position whose character is open.
    pub(crate) fn unknown(&mut self) -> Cell {
        let cell = self.bits.len() as u32;
        let width = usize::BITS - (self.size - 1).leading_zeros();
        let bits = (0..width).map(|_| self.fresh()).collect();
        self.bits.push(bits);
        if !self.size.is_power_of_two() {
            let beyond = self.at_least(cell, self.size);
            self.clause(&[!beyond]);
        }
        Cell::Unknown(cell)
    }

    /// Whether the cell's number is at least `bound`.
    fn at_least(&mut self, cell: u32, bound: usize) -> Lit {
        if bound == 0 {
            return self.truth;
        }
        if let Some(&known) = self.at_least.get(&(cell, bound)) {
            return known;
        }
        let bits = self.bits[cell as usize].clone();
        let width = bits.len();
        if width < usize::BITS as usize && bound >> width != 0 {
            return !self.truth;
        }
        // From the least significant bit up: `bits >= bound` on the suffix seen so far.
        let mut result = self.truth;
        for (place, &bit) in bits.iter().rev().enumerate() {
            result = if bound >> place & 1 == 1 {
                self.and(&[bit, result])
            } else {
                self.or(&[bit, result])
            };
        }
        self.at_least.insert((cell, bound), result);
        result
    }

    /// Whether the cell's number lies in one of these half-open ranges.
    pub(crate) fn within(&mut self, cell: Cell, ranges: &[(usize, usize)]) -> Lit {
        match cell {
            Cell::Known(number) => {
                let number = number as usize;
                let inside = ranges
                    .iter()
                    .any(|&(start, end)| start <= number && number < end);
                if inside { self.truth } else { !self.truth }
            }
            Cell::Unknown(cell) => {
                let parts: Vec<Lit> = ranges
                    .iter()
                    .map(|&(start, end)| {
                        let (from, to) = (self.at_least(cell, start), self.at_least(cell, end));
                        let below = if end >= self.size { self.truth } else { !to };
                        self.and(&[from, below])
                    })
                    .collect();
                self.or(&parts)
            }
        }
    }

    /// Whether two cells hold the same character.
    pub(crate) fn equal(&mut self, a: Cell, b: Cell) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        if a == b {
            return self.truth;
        }
        if let (Cell::Known(_), Cell::Known(_)) = (a, b) {
            return !self.truth;
        }
        if let Some(&known) = self.equal.get(&(a, b)) {
            return known;
        }
        let pairs = self.bit_pairs(a, b);
        let same: Vec<Lit> = pairs
            .into_iter()
            .map(|(x, y)| self.same_bit(x, y))
            .collect();
        let result = self.and(&same);
        self.equal.insert((a, b), result);
        result
    }

    /// States that if `condition` holds, two cells hold the same character.
    pub(crate) fn imply_equal(&mut self, condition: Lit, a: Cell, b: Cell) {
        if let (Cell::Known(x), Cell::Known(y)) = (a, b) {
            if x != y {
                self.clause(&[!condition]);
            }
            return;
        }
        for (x, y) in self.bit_pairs(a, b) {
            self.clause(&[!condition, !x, y]);
            self.clause(&[!condition, x, !y]);
        }
        // What is told of the bits alone reaches the gate only by search.
        let pair = (a.min(b), a.max(b));
        if let Some(&gate) = self.equal.get(&pair) {
            self.clause(&[!condition, gate]);
        }
    }

    /// Whether the first cell's number is below the second's.
    pub(crate) fn less(&mut self, a: Cell, b: Cell) -> Lit {
        let mut result = !self.truth;
        for (x, y) in self.bit_pairs(a, b).into_iter().rev() {
            let strictly = self.and(&[!x, y]);
            let same = self.same_bit(x, y);
            let rest = self.and(&[same, result]);
            result = self.or(&[strictly, rest]);
        }
        // Bits that are only known to be the same do not tell by themselves.
        let equal = self.equal(a, b);
        self.clause(&[!result, !equal]);
        result
    }

    /// The bits of two cells side by side, most significant first.
    fn bit_pairs(&self, a: Cell, b: Cell) -> Vec<(Lit, Lit)> {
        let width = (usize::BITS - (self.size - 1).leading_zeros()) as usize;
        let bits = |cell: Cell| match cell {
            Cell::Unknown(cell) => self.bits[cell as usize].clone(),
            Cell::Known(number) => (0..width)
                .rev()
                .map(|place| {
                    if number >> place & 1 == 1 {
                        self.truth
                    } else {
                        !self.truth
                    }
                })
                .collect(),
        };
        bits(a).into_iter().zip(bits(b)).collect()
    }

    fn same_bit(&mut self, x: Lit, y: Lit) -> Lit {
        let truth = self.truth;
        match (x, y) {
            _ if x == y => truth,
            _ if x == !y => !truth,
            _ if x == truth => y,
            _ if x == !truth => !y,
            _ if y == truth => x,
            _ if y == !truth => !x,
            _ => {
                let gate = self.fresh();
                self.clause(&[!gate, !x, y]);
                self.clause(&[!gate, x, !y]);
                self.clause(&[gate, x, y]);
                self.clause(&[gate, !x, !y]);
                gate
            }
        }
    }

    /// The conjunction.
    pub(crate) fn and(&mut self, lits: &[Lit]) -> Lit {
        let mut parts: Vec<Lit> = lits
            .iter()
            .copied()
            .filter(|&lit| lit != self.truth)
            .collect();
        parts.sort_unstable();
        parts.dedup();
        // A literal and its negation are neighbours in the order.
        let clash = parts.windows(2).any(|pair| pair[0] == !pair[1]);
        if clash || parts.contains(&!self.truth) {
            return !self.truth;
        }
        match parts[..] {
            [] => return self.truth,
            [only] => return only,
            _ => {}
        }
        if let Some(&known) = self.conjunctions.get(&parts) {
            return known;
        }
        let gate = self.fresh();
        let mut long: Vec<Lit> = parts.iter().map(|&lit| !lit).collect();
        for &part in &parts {
            self.clause(&[!gate, part]);
        }
        long.push(gate);
        self.clause(&long);
        self.conjunctions.insert(parts, gate);
        gate
    }

    /// The disjunction.
    pub(crate) fn or(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        !self.and(&negated)
    }

    /// Solves under assumptions.
    pub(crate) fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Outcome {
        self.sat.solve(assumptions, budget)
    }

    /// The assumptions that the latest `Unsat` needed.
    pub(crate) fn failed(&self) -> &[Lit] {
        self.sat.failed()
    }

    /// Makes the failed assumptions fewer, within a budget and with so many steps for each.
    pub(crate) fn minimize_failed(&mut self, budget: &Budget, steps: u64) {
        self.sat
            .minimize_failed(&mut sinew_sat::NoTheory, budget, steps);
    }

    /// The number of variables.
    pub(crate) fn len(&self) -> usize {
        self.sat.num_vars()
    }

    /// The number of variables and clauses, which is what the circuit takes in memory.
    pub(crate) fn size(&self) -> usize {
        self.len() + self.clauses
    }

    /// The number of the cell's character in the model.
    pub(crate) fn number(&self, cell: Cell) -> usize {
        match cell {
            Cell::Known(number) => number as usize,
            Cell::Unknown(cell) => self.bits[cell as usize].iter().fold(0, |number, &bit| {
                number << 1 | usize::from(self.sat.value(bit) == Some(true))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of characters: each gate agrees with the numbers.
    #[test]
    fn gates_mean_what_they_say() {
        for size in [1usize, 2, 3, 5, 8] {
            let mut gates = Gates::new(size);
            let (a, b) = (gates.unknown(), gates.unknown());
            let equal = gates.equal(a, b);
            let less = gates.less(a, b);
            let within = gates.within(a, &[(1, 2), (4, 7)]);
            for (x, y) in (0..size).flat_map(|x| (0..size).map(move |y| (x, y))) {
                let known = |n: usize| Cell::Known(n as u32);
                let fix = [gates.equal(a, known(x)), gates.equal(b, known(y))];
                assert_eq!(gates.solve(&fix, &Budget::unlimited()), Outcome::Sat);
                assert_eq!((gates.number(a), gates.number(b)), (x, y));
                assert_eq!(gates.sat.value(equal), Some(x == y));
                assert_eq!(gates.sat.value(less), Some(x < y));
                assert_eq!(gates.sat.value(within), Some(x == 1 || (4..7).contains(&x)));
            }
            let outside = gates.within(a, &[(0, size)]);
            assert_eq!(
                gates.solve(&[!outside], &Budget::unlimited()),
                Outcome::Unsat
            );
        }
    }
}
