//! What machines make of the words of automata.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Machine, Outcome, Terms};

use super::automaton::{Automaton, Builder, cuts_of, intervals};

impl Automaton {
    /// What a machine writes while it reads words of this.
    pub(crate) fn image(&self, terms: &mut Terms, machine: &Machine) -> Outcome<Automaton> {
        let cuts = cuts_of([self], &machine.cuts(&[]));
        let mut builder = Builder::default();
        let mut numbers: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        let mut work = Vec::new();
        for &start in &self.starts {
            let state = builder.state(terms, false)?;
            builder.start(state);
            numbers.insert((0, start), state);
            work.push((0, start));
        }
        while let Some((state, at)) = work.pop() {
            let from = numbers[&(state, at)];
            if self.accepting[at] {
                let last = builder.state(terms, true)?;
                let end: Vec<(u32, u32)> = machine.end(state).iter().map(|&c| (c, c)).collect();
                builder.path(terms, from, &end, last)?;
            }
            for (low, high) in intervals(&cuts) {
                for &(first, last, to) in &self.edges[at] {
                    terms.charge(1)?;
                    if !(first..=last).contains(&low) {
                        continue;
                    }
                    let (written, next) = machine.read(state, low);
                    let mut labels: Vec<(u32, u32)> = written.iter().map(|&c| (c, c)).collect();
                    if low < high
                        && let Some(copied) = labels.last_mut()
                    {
                        copied.1 += high - low;
                    }
                    let target = match numbers.get(&(next, to)) {
                        Some(&target) => target,
                        None => {
                            let target = builder.state(terms, false)?;
                            numbers.insert((next, to), target);
                            work.push((next, to));
                            target
                        }
                    };
                    builder.path(terms, from, &labels, target)?;
                }
            }
        }
        builder.finish(terms)
    }

    /// What a machine reads while it writes words of this.
    pub(crate) fn preimage(&self, terms: &mut Terms, machine: &Machine) -> Outcome<Automaton> {
        let written = cuts_of([self], &[]);
        let cuts = cuts_of([self], &machine.cuts(&written));
        let mut builder = Builder::default();
        let mut numbers: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        let mut work = Vec::new();
        let mut number = |terms: &mut Terms,
                          builder: &mut Builder,
                          work: &mut Vec<_>,
                          pair: (usize, usize)|
         -> Outcome<usize> {
            if let Some(&state) = numbers.get(&pair) {
                return Ok(state);
            }
            let ends = self.after(terms, pair.1, machine.end(pair.0))?;
            let state = builder.state(terms, ends.iter().any(|&end| self.accepting[end]))?;
            numbers.insert(pair, state);
            work.push((state, pair));
            Ok(state)
        };
        for &start in &self.starts {
            let state = number(terms, &mut builder, &mut work, (0, start))?;
            builder.start(state);
        }
        while let Some((from, (state, at))) = work.pop() {
            for (low, high) in intervals(&cuts) {
                let (out, next) = machine.read(state, low);
                for to in self.after(terms, at, &out)? {
                    let to = number(terms, &mut builder, &mut work, (next, to))?;
                    builder.edge(from, (low, high, to));
                }
            }
        }
        builder.finish(terms)
    }
}
