//! Finite automata over intervals of characters, to find out which languages to write down. Nothing rests on them: the checker compares what is written.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_proof::cpc::{Languages, Outcome, POINTS, Term, Terms};

/// States that an automaton may have; more is no result.
pub(super) const STATES: usize = 600;

/// Characters from the first to the last, and the next state.
pub(crate) type Edge = (u32, u32, usize);

/// An automaton without empty steps. All states are on a way from a start to an accepting one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Automaton {
    pub(crate) starts: Vec<usize>,
    pub(crate) accepting: Vec<bool>,
    pub(crate) edges: Vec<Vec<Edge>>,
}

/// An automaton that is being made: with empty steps, and with states that lead nowhere.
#[derive(Default)]
pub(super) struct Builder {
    made: Automaton,
    empty: Vec<Vec<usize>>,
}

impl Builder {
    pub(super) fn state(&mut self, terms: &mut Terms, accepting: bool) -> Outcome<usize> {
        terms.charge(1)?;
        if self.empty.len() >= 4 * STATES {
            return Err("an automaton is too large".into());
        }
        self.made.accepting.push(accepting);
        self.made.edges.push(Vec::new());
        self.empty.push(Vec::new());
        Ok(self.empty.len() - 1)
    }

    /// States like those of an automaton, from this number on.
    fn copy(&mut self, terms: &mut Terms, of: &Automaton) -> Outcome<usize> {
        let first = self.empty.len();
        for (state, &accepting) in of.accepting.iter().enumerate() {
            self.state(terms, accepting)?;
            let edges = of.edges[state].iter();
            let edges = edges.map(|&(low, high, to)| (low, high, first + to));
            self.made.edges[first + state].extend(edges);
        }
        Ok(first)
    }

    pub(super) fn start(&mut self, state: usize) {
        self.made.starts.push(state);
    }

    pub(super) fn edge(&mut self, from: usize, (low, high, to): Edge) {
        let edges = &mut self.made.edges[from];
        match edges.last_mut() {
            Some(last) if last.2 == to && last.1 + 1 == low => last.1 = high,
            _ => edges.push((low, high, to)),
        }
    }

    /// From one state to another while these are read.
    pub(super) fn path(
        &mut self,
        terms: &mut Terms,
        from: usize,
        labels: &[(u32, u32)],
        to: usize,
    ) -> Outcome<()> {
        let Some((&(low, high), before)) = labels.split_last() else {
            self.empty[from].push(to);
            return Ok(());
        };
        let mut at = from;
        for &(low, high) in before {
            let next = self.state(terms, false)?;
            self.edge(at, (low, high, next));
            at = next;
        }
        self.edge(at, (low, high, to));
        Ok(())
    }

    /// Without empty steps, and with no more states than are needed.
    pub(super) fn finish(mut self, terms: &mut Terms) -> Outcome<Automaton> {
        for state in 0..self.empty.len() {
            if self.empty[state].is_empty() {
                continue;
            }
            let (mut work, mut seen) = (self.empty[state].clone(), FxHashSet::default());
            while let Some(next) = work.pop() {
                if next != state && seen.insert(next) {
                    terms.charge(1 + self.made.edges[next].len())?;
                    work.extend(&self.empty[next]);
                }
            }
            let mut seen: Vec<usize> = seen.into_iter().collect();
            seen.sort_unstable();
            for next in seen {
                self.made.accepting[state] |= self.made.accepting[next];
                let more = self.made.edges[next].clone();
                self.made.edges[state].extend(more);
            }
            let edges = &mut self.made.edges[state];
            edges.sort_unstable();
            edges.dedup();
        }
        self.made.trimmed(terms)
    }
}

/// The least characters of intervals that all edges of these treat alike.
pub(super) fn cuts_of<'a>(
    automata: impl IntoIterator<Item = &'a Automaton>,
    more: &[u32],
) -> Vec<u32> {
    let mut cuts = vec![0];
    cuts.extend(more);
    for automaton in automata {
        for &(low, high, _) in automaton.edges.iter().flatten() {
            cuts.extend([low, high + 1]);
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    cuts.retain(|&cut| cut < POINTS);
    cuts
}

/// The intervals that begin with these.
pub(super) fn intervals(cuts: &[u32]) -> impl Iterator<Item = (u32, u32)> + '_ {
    let ends = cuts[1..].iter().copied().chain([POINTS]);
    cuts.iter().copied().zip(ends.map(|end| end - 1))
}

impl Automaton {
    /// The words of an expression.
    pub(crate) fn of(terms: &mut Terms, language: Term) -> Outcome<Automaton> {
        let mut languages = Languages::new();
        let root = languages.read(terms, language)?;
        let cuts = languages.representatives(root);
        let mut builder = Builder::default();
        let first = builder.state(terms, languages.is_nullable(root))?;
        builder.start(first);
        let mut numbers = FxHashMap::from_iter([(root, first)]);
        let mut work = vec![root];
        while let Some(re) = work.pop() {
            for (low, high) in intervals(&cuts) {
                let next = languages.derivative(terms, re, low)?;
                if languages.is_nothing(next) {
                    continue;
                }
                let to = match numbers.get(&next) {
                    Some(&to) => to,
                    None => {
                        let to = builder.state(terms, languages.is_nullable(next))?;
                        numbers.insert(next, to);
                        work.push(next);
                        to
                    }
                };
                builder.edge(numbers[&re], (low, high, to));
            }
        }
        builder.finish(terms)
    }

    /// The least characters of intervals that all edges treat alike, and that these cut apart.
    pub(crate) fn cuts(&self, more: &[u32]) -> Vec<u32> {
        cuts_of([self], more)
    }

    /// All words.
    pub(crate) fn all() -> Automaton {
        Automaton {
            starts: vec![0],
            accepting: vec![true],
            edges: vec![vec![(0, POINTS - 1, 0)]],
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Without states that are on no way from a start to an accepting one.
    fn trimmed(&self, terms: &mut Terms) -> Outcome<Automaton> {
        let mut back: Vec<Vec<usize>> = vec![Vec::new(); self.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            terms.charge(1 + edges.len())?;
            edges.iter().for_each(|&(_, _, to)| back[to].push(from));
        }
        let reached = |first: Vec<usize>, next: &dyn Fn(usize) -> Vec<usize>| {
            let (mut seen, mut work) = (vec![false; self.len()], first);
            while let Some(state) = work.pop() {
                if !std::mem::replace(&mut seen[state], true) {
                    work.extend(next(state));
                }
            }
            seen
        };
        let targets = |state: usize| self.edges[state].iter().map(|edge| edge.2).collect();
        let there = reached(self.starts.clone(), &targets);
        let last = (0..self.len()).filter(|&state| self.accepting[state]);
        let useful = reached(last.collect(), &|state| back[state].clone());
        let kept: Vec<usize> = (0..self.len())
            .filter(|&state| there[state] && useful[state])
            .collect();
        if kept.len() > STATES {
            return Err("an automaton is too large".into());
        }
        let mut numbers = vec![None; self.len()];
        (kept.iter().enumerate()).for_each(|(number, &state)| numbers[state] = Some(number));
        let moved = |edges: &Vec<Edge>| -> Vec<Edge> {
            let edges = edges.iter().copied();
            let edges = edges.filter_map(|(low, high, to)| Some((low, high, numbers[to]?)));
            edges.collect()
        };
        let mut starts: Vec<usize> = (self.starts.iter())
            .filter_map(|&state| numbers[state])
            .collect();
        starts.sort_unstable();
        starts.dedup();
        Ok(Automaton {
            starts,
            accepting: kept.iter().map(|&state| self.accepting[state]).collect(),
            edges: kept
                .iter()
                .map(|&state| moved(&self.edges[state]))
                .collect(),
        })
    }

    /// The words of both.
    pub(crate) fn meet(&self, terms: &mut Terms, other: &Automaton) -> Outcome<Automaton> {
        let starts = pairs(&self.starts, &other.starts);
        let (made, _) = self.product(terms, other, &starts)?;
        made.trimmed(terms)
    }

    /// The pairs that are reached from some, in the order of their numbers, as an automaton that is not trimmed.
    fn product(
        &self,
        terms: &mut Terms,
        other: &Automaton,
        starts: &[(usize, usize)],
    ) -> Outcome<(Automaton, Vec<(usize, usize)>)> {
        let mut builder = Builder::default();
        let mut numbers: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        let mut list: Vec<(usize, usize)> = Vec::new();
        for &pair in starts {
            if let Entry::Vacant(free) = numbers.entry(pair) {
                let accepting = self.accepting[pair.0] && other.accepting[pair.1];
                let state = builder.state(terms, accepting)?;
                builder.start(state);
                free.insert(state);
                list.push(pair);
            }
        }
        let mut at = 0;
        while at < list.len() {
            let (a, b) = list[at];
            for &(low, high, x) in &self.edges[a] {
                for &(from, to, y) in &other.edges[b] {
                    terms.charge(1)?;
                    let (low, high) = (low.max(from), high.min(to));
                    if low > high {
                        continue;
                    }
                    let next = match numbers.get(&(x, y)) {
                        Some(&next) => next,
                        None => {
                            let accepting = self.accepting[x] && other.accepting[y];
                            let next = builder.state(terms, accepting)?;
                            numbers.insert((x, y), next);
                            list.push((x, y));
                            next
                        }
                    };
                    builder.edge(at, (low, high, next));
                }
            }
            at += 1;
        }
        Ok((builder.made, list))
    }

    /// A word of each, one after the other.
    pub(crate) fn joined(terms: &mut Terms, parts: &[&Automaton]) -> Outcome<Automaton> {
        let mut builder = Builder::default();
        let first = builder.state(terms, false)?;
        builder.start(first);
        let mut last = vec![first];
        for part in parts {
            let base = builder.copy(terms, part)?;
            for state in std::mem::take(&mut last) {
                builder.empty[state].extend(part.starts.iter().map(|&start| base + start));
            }
            for (state, &accepting) in part.accepting.iter().enumerate() {
                if accepting {
                    builder.made.accepting[base + state] = false;
                    last.push(base + state);
                }
            }
        }
        last.iter()
            .for_each(|&state| builder.made.accepting[state] = true);
        builder.finish(terms)
    }

    /// What words of this, one after the other, begin with, or end with at the back.
    pub(crate) fn repeated(&self, terms: &mut Terms, back: bool) -> Outcome<Automaton> {
        let mut builder = Builder::default();
        let first = builder.state(terms, true)?;
        let base = builder.copy(terms, self)?;
        let starts: Vec<usize> = self.starts.iter().map(|&start| base + start).collect();
        builder.empty[first].extend(&starts);
        for (state, &accepting) in self.accepting.iter().enumerate() {
            if accepting {
                builder.empty[base + state].extend(&starts);
            }
            builder.made.accepting[base + state] |= !back;
            if back {
                builder.start(base + state);
            }
        }
        builder.start(first);
        builder.finish(terms)
    }

    /// What stands in words of this between words of the others.
    pub(crate) fn between(
        &self,
        terms: &mut Terms,
        before: &Automaton,
        after: &Automaton,
    ) -> Outcome<Automaton> {
        let starts = pairs(&self.starts, &before.starts);
        let (_, reached) = self.product(terms, before, &starts)?;
        let mut made = self.clone();
        made.starts = (reached.iter())
            .filter(|pair| before.accepting[pair.1])
            .map(|pair| pair.0)
            .collect();
        let states: Vec<usize> = (0..self.len()).collect();
        let (rest, list) = self.product(terms, after, &pairs(&states, &after.starts))?;
        let mut useful = rest.accepting.clone();
        loop {
            terms.charge(1 + useful.len())?;
            let leads = |state: usize| rest.edges[state].iter().any(|edge| useful[edge.2]);
            let more: Vec<usize> = (0..useful.len())
                .filter(|&state| !useful[state] && leads(state))
                .collect();
            if more.is_empty() {
                break;
            }
            more.iter().for_each(|&state| useful[state] = true);
        }
        made.accepting = vec![false; self.len()];
        for (state, pair) in list.iter().enumerate() {
            if useful[state] && after.starts.contains(&pair.1) {
                made.accepting[pair.0] = true;
            }
        }
        made.trimmed(terms)
    }

    /// What stands anywhere in words of this.
    pub(crate) fn factors(&self) -> Automaton {
        Automaton {
            starts: (0..self.len()).collect(),
            accepting: vec![true; self.len()],
            edges: self.edges.clone(),
        }
    }

    /// The states after a word.
    pub(super) fn after(
        &self,
        terms: &mut Terms,
        state: usize,
        word: &[u32],
    ) -> Outcome<Vec<usize>> {
        let mut states = vec![state];
        for &c in word {
            let mut next: Vec<usize> = Vec::new();
            for &state in &states {
                terms.charge(1)?;
                let edges = self.edges[state].iter();
                next.extend(
                    edges
                        .filter(|edge| (edge.0..=edge.1).contains(&c))
                        .map(|edge| edge.2),
                );
            }
            next.sort_unstable();
            next.dedup();
            states = next;
        }
        Ok(states)
    }
}

fn pairs(a: &[usize], b: &[usize]) -> Vec<(usize, usize)> {
    let pairs = a.iter().flat_map(|&x| b.iter().map(move |&y| (x, y)));
    pairs.collect()
}
