//! Word equations without solutions, by Nielsen's graph: alone, together, or with languages that their strings are in.
//!
//! The argument for soundness is in `proofs/sinew.eo`. A node is a system with what is known of how its strings run through automata, whose
//! states are derivatives of the languages: `(x, p, q)` says that reading `x` leads from `p` to `q`. Without memberships nothing is known, and
//! the graph is Nielsen's own.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::language::{Languages, Re};
use super::super::op::{Known, Op, Sort};
use super::super::term::{Outcome, Term, Terms};
use super::own::representatives;
use super::regular::membership;
use super::words::flat;
use super::{RuleFn, exactly, flag};

pub(crate) const RULES: &[(&str, RuleFn)] = &[("sinew_nielsen", nielsen)];

/// `false`, from equations of strings and memberships, if no node of their graph has a trivial solution. The argument says whether strings are
/// read backwards.
fn nielsen(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let [backwards] = exactly("arguments", args)?;
    let backwards = flag(terms, backwards)?;
    let mut graph = Graph::default();
    let (mut equations, mut members) = (Vec::new(), Vec::new());
    for &premise in premises {
        if let Op::Known(Known::InRe) = terms.op(premise) {
            let (string, language) = membership(terms, premise)?;
            let mut language = graph.languages.read(terms, language)?;
            if backwards {
                language = graph.languages.reversed(terms, language)?;
            }
            members.push((flat(terms, string, backwards)?, language));
        } else {
            let (u, v) = terms.sides(premise)?;
            if terms.sort(u) != Sort::String {
                return Err("an equation between strings was expected".into());
            }
            equations.push((flat(terms, u, backwards)?, flat(terms, v, backwards)?));
        }
    }
    let all = members.iter().map(|&(_, language)| language);
    graph.cuts = representatives(terms, &mut graph.languages, all)?;
    for facts in graph.starts(terms, &members)? {
        graph.add(terms, equations.clone(), facts)?;
    }
    while let Some(node) = graph.work.pop_front() {
        graph.expand(terms, &node)?;
    }
    terms.boolean(false)
}

/// An equation between lists of characters and open terms.
type Sides = (Vec<Term>, Vec<Term>);

/// That reading the open term leads from one state to the other.
type Run = (Term, Re, Re);

/// Equations without common beginnings, shorter ones first, and what is known of the open terms in them, sorted.
type Node = (Vec<Sides>, Vec<Run>);

#[derive(Default)]
struct Graph {
    languages: Languages,
    /// A character for each interval between cut points of the languages.
    cuts: Vec<u32>,
    /// The derivatives of a state.
    reached: FxHashMap<Re, Rc<[Re]>>,
    /// The length of the shortest word that leads from the one states to the others, if there is one.
    shortest: FxHashMap<Vec<(Re, Re)>, Option<usize>>,
    seen: FxHashSet<Node>,
    /// First come, first served: a graph without end may have a solution near its beginning.
    work: VecDeque<Node>,
}

fn is_open(terms: &Terms, term: Term) -> bool {
    terms.as_str(term).is_none()
}

impl Graph {
    /// What may be known of open terms where the memberships hold.
    fn starts(&mut self, terms: &mut Terms, members: &[(Vec<Term>, Re)]) -> Outcome<Vec<Vec<Run>>> {
        let mut starts = vec![Vec::new()];
        for (string, language) in members {
            let mut next = Vec::new();
            for runs in starts {
                for (runs, state) in self.read(terms, runs, string, *language)? {
                    if self.languages.is_nullable(state) {
                        next.push(runs);
                    }
                }
            }
            starts = next;
        }
        Ok(starts)
    }

    /// The states that a string may lead to, each with what is known then. Of an open term of which nothing is known, every state is tried.
    fn read(
        &mut self,
        terms: &mut Terms,
        runs: Vec<Run>,
        string: &[Term],
        from: Re,
    ) -> Outcome<Vec<(Vec<Run>, Re)>> {
        let mut ways = vec![(runs, from)];
        for &component in string {
            let mut next = Vec::new();
            for (runs, state) in ways {
                terms.charge(1 + runs.len())?;
                if let Some(word) = terms.as_str(component).map(<[u32]>::to_vec) {
                    let after = self.languages.derivative_by(terms, state, &word)?;
                    next.push((runs, after));
                    continue;
                }
                let known = runs.iter().find(|run| (run.0, run.1) == (component, state));
                if let Some(&(.., after)) = known {
                    next.push((runs, after));
                    continue;
                }
                for &after in &*self.reached(terms, state)? {
                    let mut runs = runs.clone();
                    runs.push((component, state, after));
                    if self.length(terms, &runs, component)?.is_some() {
                        next.push((runs, after));
                    }
                }
            }
            ways = next;
        }
        Ok(ways)
    }

    fn reached(&mut self, terms: &mut Terms, from: Re) -> Outcome<Rc<[Re]>> {
        if let Some(known) = self.reached.get(&from) {
            return Ok(known.clone());
        }
        let mut all = vec![from];
        let mut at = 0;
        while let Some(&state) = all.get(at) {
            for c in 0..self.cuts.len() {
                let next = self.languages.derivative(terms, state, self.cuts[c])?;
                terms.charge(all.len())?;
                if !all.contains(&next) {
                    all.push(next);
                }
            }
            at += 1;
        }
        let all: Rc<[Re]> = all.into();
        self.reached.insert(from, all.clone());
        Ok(all)
    }

    /// The length of the shortest word that an open term may be; nothing if there is none.
    fn length(&mut self, terms: &mut Terms, runs: &[Run], x: Term) -> Outcome<Option<usize>> {
        let runs = runs.iter().filter(|run| run.0 == x);
        let mut runs: Vec<(Re, Re)> = runs.map(|&(_, p, q)| (p, q)).collect();
        if runs.is_empty() {
            return Ok(Some(0));
        }
        runs.sort_unstable();
        if let Some(&known) = self.shortest.get(&runs) {
            return Ok(known);
        }
        let (from, to): (Vec<Re>, Vec<Re>) = runs.iter().copied().unzip();
        let (mut seen, mut layer) = (FxHashSet::from_iter([from.clone()]), vec![from]);
        let mut length = 0;
        while !layer.is_empty() && !layer.contains(&to) {
            let mut next = Vec::new();
            for states in &layer {
                for c in 0..self.cuts.len() {
                    let mut after = Vec::with_capacity(states.len());
                    for &state in states {
                        after.push(self.languages.derivative(terms, state, self.cuts[c])?);
                    }
                    terms.charge(after.len())?;
                    if seen.insert(after.clone()) {
                        next.push(after);
                    }
                }
            }
            layer = next;
            length += 1;
        }
        let found = (!layer.is_empty()).then_some(length);
        self.shortest.insert(runs, found);
        Ok(found)
    }

    /// Adds a system to the graph, unless it has no solution.
    fn add(&mut self, terms: &mut Terms, equations: Vec<Sides>, runs: Vec<Run>) -> Outcome<()> {
        let mut system: Vec<Sides> = Vec::with_capacity(equations.len());
        for (mut u, mut v) in equations {
            let common = u.iter().zip(&v).take_while(|(a, b)| a == b).count();
            u.drain(..common);
            v.drain(..common);
            let is_character = |list: &[Term]| list.first().is_some_and(|&c| !is_open(terms, c));
            let clash = is_character(&u) && is_character(&v);
            if clash || !self.lengths_fit(terms, &runs, &u, &v)? {
                return Ok(());
            }
            let known = || system.iter().any(|(a, b)| (a, b) == (&u, &v));
            if !(u.is_empty() && v.is_empty() || known()) {
                system.push((u, v));
            }
        }
        // Steps on short equations make others shorter.
        system.sort_by_key(|(u, v)| u.len() + v.len());
        let mut left = Vec::with_capacity(runs.len());
        for &run in &runs {
            if self.length(terms, &runs, run.0)?.is_none() {
                return Ok(());
            }
            let mut sides = system.iter().flat_map(|(u, v)| [u, v]);
            if sides.any(|side| side.contains(&run.0)) {
                left.push(run);
            }
        }
        left.sort_unstable();
        left.dedup();
        let node = (system, left);
        terms.charge(1)?;
        if self.seen.insert(node.clone()) {
            let sizes = node.0.iter().map(|(u, v)| u.len() + v.len());
            terms.charge(sizes.sum())?;
            self.work.push_back(node);
        }
        Ok(())
    }

    /// Whether both sides may be equally long, as far as the open terms tell that one side has more often.
    fn lengths_fit(
        &mut self,
        terms: &mut Terms,
        runs: &[Run],
        u: &[Term],
        v: &[Term],
    ) -> Outcome<bool> {
        let mut surplus: Vec<(Term, i64)> = Vec::new();
        let mut least = 0;
        for (side, by) in [(u, 1), (v, -1)] {
            for &component in side {
                if !is_open(terms, component) {
                    least += by;
                    continue;
                }
                if !runs.is_empty() {
                    let shortest = self.length(terms, runs, component)?;
                    least += by * shortest.unwrap_or(0) as i64;
                }
                match surplus.iter_mut().find(|(x, _)| *x == component) {
                    Some((_, times)) => *times += by,
                    None => surplus.push((component, by)),
                }
            }
        }
        let more = surplus.iter().any(|&(_, times)| times > 0);
        let less = surplus.iter().any(|&(_, times)| times < 0);
        Ok(match least.signum() {
            1 => less,
            -1 => more,
            _ => true,
        })
    }

    /// Adds the systems one of which every solution of a node makes true with shorter values, or with as long ones of fewer open terms. An error
    /// where there may be a trivial solution.
    fn expand(&mut self, terms: &mut Terms, node: &Node) -> Outcome<()> {
        let Some((u, v)) = node.0.first() else {
            return Err("there may be a solution".into());
        };
        let ends = [u.first().copied(), v.first().copied()];
        for (x, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            let Some(x) = x.filter(|&x| is_open(terms, x)) else {
                continue;
            };
            let mut rests = node.1.iter().filter(|run| run.0 == x);
            if rests.all(|&(_, p, q)| p == q) {
                let runs = node.1.iter().copied().filter(|run| run.0 != x);
                self.add(terms, put(&node.0, x, &[]), runs.collect())?;
            }
            if let Some(other) = other {
                for runs in self.cut(terms, &node.1, x, other)? {
                    self.add(terms, put(&node.0, x, &[other, x]), runs)?;
                }
            }
        }
        Ok(())
    }

    /// What may be known if an open term begins with another component, and stands for the rest from then on.
    fn cut(
        &mut self,
        terms: &mut Terms,
        runs: &[Run],
        x: Term,
        first: Term,
    ) -> Outcome<Vec<Vec<Run>>> {
        let (of_x, others): (Vec<Run>, Vec<Run>) = runs.iter().partition(|run| run.0 == x);
        // What is known of the other, and what of the rest.
        let mut ways = vec![(others, Vec::new())];
        for (_, p, q) in of_x {
            let mut next = Vec::new();
            for (others, rest) in ways {
                for (others, state) in self.read(terms, others, &[first], p)? {
                    let mut rest: Vec<Run> = rest.clone();
                    let other_way = |run: &Run| run.1 == state && run.2 != q;
                    if !rest.iter().any(other_way) {
                        rest.push((x, state, q));
                        next.push((others, rest));
                    }
                }
            }
            ways = next;
        }
        let ways = ways.into_iter();
        Ok(ways.map(|(others, rest)| [others, rest].concat()).collect())
    }
}

/// A system with a list for each occurrence of a term.
fn put(system: &[Sides], term: Term, by: &[Term]) -> Vec<Sides> {
    let side = |list: &[Term]| {
        let mut result = Vec::with_capacity(list.len() + by.len());
        for element in list {
            match *element == term {
                true => result.extend_from_slice(by),
                false => result.push(*element),
            }
        }
        result
    };
    system.iter().map(|(u, v)| (side(u), side(v))).collect()
}

#[cfg(test)]
mod tests;
