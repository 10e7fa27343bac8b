//! Lengths before and after a function: what a machine reads and writes on the words of a language belongs together.
//!
//! Of the sums a·|x| + b·|f(x)| that have a least value on the language, those say most that grow with no repetition: their directions are the least and the
//! greatest ratio of what is written to what is read on a way round.

use dashu_int::IBig;
use dashu_int::ops::Gcd;
use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Fact, Machine, Outcome, Term, Terms};

use super::automaton::Automaton;
use super::{Constraint, Halt, Propagation};
use crate::Elaborator;
use crate::log::Line;

/// A step of a machine on an automaton: from where to where, and how much it writes.
type Pace = (usize, usize, i64);

/// A machine on an automaton.
struct Tape {
    count: usize,
    paces: Vec<Pace>,
    /// Where words end, and how much is written there.
    ends: Vec<(usize, i64)>,
}

impl Tape {
    fn new(terms: &mut Terms, machine: &Machine, language: &Automaton) -> Outcome<Tape> {
        let mut numbers: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        let mut work: Vec<(usize, usize)> = Vec::new();
        // All begin with state 0.
        let mut tape = Tape {
            count: 1,
            paces: Vec::new(),
            ends: Vec::new(),
        };
        let cuts = language.cuts(&machine.cuts(&[]));
        let mut starts: Vec<(usize, usize)> =
            language.starts.iter().map(|&start| (0, start)).collect();
        if let [only] = starts[..] {
            numbers.insert(only, 0);
            work.append(&mut starts);
        }
        if !starts.is_empty() {
            return Err("a deterministic automaton was expected".into());
        }
        while let Some((state, at)) = work.pop() {
            let from = numbers[&(state, at)];
            if language.accepting[at] {
                tape.ends.push((from, machine.end(state).len() as i64));
            }
            for &c in &cuts {
                for &(low, high, to) in &language.edges[at] {
                    terms.charge(1)?;
                    if !(low..=high).contains(&c) {
                        continue;
                    }
                    let (written, next) = machine.read(state, c);
                    let number = *numbers.entry((next, to)).or_insert_with(|| {
                        work.push((next, to));
                        tape.count += 1;
                        tape.count - 1
                    });
                    tape.paces.push((from, number, written.len() as i64));
                }
            }
        }
        tape.paces.sort_unstable();
        tape.paces.dedup();
        Ok(tape)
    }

    /// The least sums on the ways to all states; or the paces of a way round with a negative sum.
    fn least(&self, (a, b): (i64, i64)) -> Result<Vec<Option<i64>>, Vec<Pace>> {
        let mut least: Vec<Option<i64>> = vec![None; self.count];
        let mut last: Vec<Option<usize>> = vec![None; self.count];
        least[0] = Some(0);
        for round in 0..=self.count {
            let mut changed = None;
            for (place, &(from, to, written)) in self.paces.iter().enumerate() {
                let Some(value) = least[from].map(|value| value + a + b * written) else {
                    continue;
                };
                if least[to].is_none_or(|known| value < known) {
                    least[to] = Some(value);
                    last[to] = Some(place);
                    changed = Some(to);
                }
            }
            let Some(mut at) = changed else {
                break;
            };
            if round < self.count {
                continue;
            }
            // Far enough back, the way is on the way round.
            for _ in 0..self.count {
                at = last[at].map_or(at, |place| self.paces[place].0);
            }
            let (mut round, first) = (Vec::new(), at);
            while let Some(place) = last[at] {
                round.push(self.paces[place]);
                at = self.paces[place].0;
                if at == first {
                    break;
                }
            }
            return Err(round);
        }
        Ok(least)
    }

    /// The sums with a least value that say most, with that value.
    fn bounds(&self) -> Vec<(i64, i64, i64)> {
        let mut found = vec![(1, 0), (0, 1)];
        // On each way round at least nothing is written, and at most so much for each character.
        let most = self.paces.iter().map(|pace| pace.2).max().unwrap_or(0);
        for (mut read, mut written) in [(-most, 1), (0, -1)] {
            // As long as a way round makes the sum smaller, its ratio is the better one.
            while let Err(round) = self.least((read, written)) {
                let (length, sum) = (
                    round.len() as i64,
                    round.iter().map(|pace| pace.2).sum::<i64>(),
                );
                (read, written) = (-sum * written.signum(), length * written.signum());
            }
            found.push((read, written));
        }
        (found.into_iter())
            .filter_map(|(read, written)| {
                let divisor =
                    i64::try_from(IBig::from(read.abs()).gcd(&IBig::from(written.abs()))).ok()?;
                let (read, written) = (read / divisor.max(1), written / divisor.max(1));
                let least = self.least((read, written)).ok()?;
                let ends = self
                    .ends
                    .iter()
                    .filter_map(|&(at, end)| Some(least[at]? + written * end));
                Some((read, written, ends.min()?))
            })
            .collect()
    }
}

impl Elaborator {
    /// `false`, from comparisons of lengths, and memberships of strings.
    pub(crate) fn no_lengths_left(&mut self, premises: &[Fact]) -> Outcome<Fact> {
        let mut propagation = Propagation::new(self, premises, &[])?;
        match propagation.run(self, premises) {
            Ok(()) => {}
            Err(Halt::Empty(step)) => return propagation.contradiction(self, step),
            Err(Halt::Failed(why)) => return Err(why),
        }
        let (mut lines, mut different) = (Vec::new(), Vec::new());
        for &premise in premises {
            let formula = (self.checker().formula(premise)).ok_or("a premise was never shown")?;
            if !self.is_comparison(formula) {
                continue;
            }
            let premise = self.by_quotients(premise)?;
            let formula = (self.checker().formula(premise)).ok_or("a premise was never shown")?;
            lines.extend(self.quotient_lines(&[formula])?);
            match self.is_different(formula) {
                true => different.push(premise),
                false => lines.extend(self.faces(premise)?),
            }
        }
        lines.extend(propagation.tapes(self)?);
        self.no_values(&lines, &different)
    }
}

impl Propagation {
    /// What is known of the lengths before and after each function.
    fn tapes(&mut self, proof: &mut Elaborator) -> Outcome<Vec<Line>> {
        let mut lines = Vec::new();
        for constraint in self.constraints.clone() {
            let Constraint::Function(value, machine, of) = constraint else {
                continue;
            };
            let known = self.known(of);
            let all = Automaton::all();
            let language = known.map_or(&all, |step| &self.steps[step].automaton);
            let bounds = Tape::new(proof.checker().terms(), &machine, language)?.bounds();
            let member = self.of(proof, known, of)?;
            for (read, written, least) in bounds {
                let terms = proof.checker().terms();
                let mut args: Vec<Term> = vec![value];
                for number in [read, written, least] {
                    args.push(terms.int(number.into())?);
                }
                let fact = (proof.checker()).step("sinew_tape", &[member], &args, None)?;
                lines.push(proof.line(fact)?);
            }
        }
        Ok(lines)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Workbench;

    #[test]
    fn lengths_after_functions() {
        let halves = "(str.in_re x (re.* (str.to_re \"ab\")))";
        for (formulas, refuted) in [
            (
                &[
                    halves,
                    "(not (= (* 2 (str.len (str.replace_all x \"ab\" \"c\"))) (str.len x)))",
                ][..],
                true,
            ),
            (
                &[
                    halves,
                    "(not (= (* 2 (str.len (str.replace_all x \"b\" \"cc\"))) (* 3 (str.len x))))",
                ],
                true,
            ),
            (
                &[
                    halves,
                    "(> (str.len (str.replace x \"b\" \"ccc\")) (+ 2 (str.len x)))",
                ],
                true,
            ),
            (
                &[
                    halves,
                    "(> (str.len (str.replace x \"b\" \"ccc\")) (+ 1 (str.len x)))",
                ],
                false,
            ),
            (&["(not (= (str.len (str.to_lower x)) (str.len x)))"], true),
            (
                &[
                    "(= y (str.replace_all x \"a\" \"bb\"))",
                    "(> (str.len (str.replace_all x \"a\" \"bb\")) (* 2 (str.len x)))",
                ],
                true,
            ),
            (
                &[
                    "(= y (str.replace_all x \"a\" \"bb\"))",
                    "(< (str.len (str.replace_all x \"a\" \"bb\")) (* 2 (str.len x)))",
                ],
                false,
            ),
            (
                &[
                    "(< (str.len (str.replace_all x \"aa\" \"b\")) i)",
                    "(<= (str.len x) (* 2 i))",
                    "(>= (str.len x) (* 2 i))",
                ],
                true,
            ),
        ] {
            let mut bench = Workbench::new(1_000_000);
            let facts = bench.suppose(formulas);
            let shown = bench.proof.no_lengths_left(&facts);
            assert_eq!(shown.is_ok(), refuted, "{formulas:?}: {shown:?}");
        }
    }
}
