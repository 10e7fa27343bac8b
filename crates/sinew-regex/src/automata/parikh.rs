//! Parikh images: how often the edges of a run are taken, as linear constraints.
//!
//! One variable for each edge says how often it is taken, one for each initial and each accepting
//! state whether the run begins or ends there; all are natural numbers. What enters a state leaves
//! it (*flow*). That is not enough: a cycle that the run never comes near also has a flow. Instead of
//! distances for every state (Verma, Seidl and Schwentick, CADE 2005), which make the formula
//! quadratic, the missing part is added where it is violated: [`Parikh::check`] finds, for values that
//! obey the flow, an island that the run does not reach, and gives the [`Cut`] that forbids it. Values
//! that pass are those of a run, which [`Parikh::run`] finds (an Eulerian path, by Hierholzer's algorithm).
//!
//! Edges carry *tags*, which is all that an image is asked for: letters to count, tapes of a
//! transducer, positions sampled. The sum of a tag is [`Parikh::tag_sum`]. These are plain data: no
//! solver is meant.

use super::alphabet::{LetterSet, minterms};
use super::automaton::Automaton;
use super::transducer::Transducer;
use sinew_base::{Budget, StopReason};

/// A variable: the position of its value.
pub type Variable = u32;

/// An edge of a run, with what it counts for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaggedEdge {
    /// The state that it leaves.
    pub from: u32,
    /// The state that it enters.
    pub to: u32,
    /// What is counted when it is taken; a tag that stands twice counts twice.
    pub tags: Vec<u32>,
}

/// A sum of variables with coefficients, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Variables, each with its coefficient.
    pub terms: Vec<(Variable, i64)>,
    /// What is added.
    pub constant: i64,
}

impl Sum {
    /// Its value; `None` beyond 128 bits.
    #[must_use]
    pub fn value(&self, values: &[u64]) -> Option<i128> {
        let mut total = i128::from(self.constant);
        for &(variable, factor) in &self.terms {
            let value = i128::from(values[variable as usize]);
            total = total.checked_add(value.checked_mul(i128::from(factor))?)?;
        }
        Some(total)
    }
}

/// Excludes values with an island: if one of `inside` is positive, so is one of `entering`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The edges out of some states.
    pub inside: Vec<Variable>,
    /// The edges into these states from others, and the variables of runs that begin in them.
    pub entering: Vec<Variable>,
}

impl Cut {
    /// Whether values obey it.
    #[must_use]
    pub fn holds(&self, values: &[u64]) -> bool {
        let any = |list: &[Variable]| list.iter().any(|&at| values[at as usize] > 0);
        !any(&self.inside) || any(&self.entering)
    }
}

/// A graph with tags on its edges whose runs are counted. The variables are the edges, then the
/// initial states, then the accepting ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parikh {
    states: usize,
    edges: Vec<TaggedEdge>,
    initial: Vec<u32>,
    accepting: Vec<u32>,
}

/// The tag of what a transducer reads.
pub const READ: u32 = 0;
/// The tag of what a transducer writes.
pub const WRITE: u32 = 1;

impl Parikh {
    /// The runs from an initial to an accepting state.
    #[must_use]
    pub fn new(
        states: usize,
        edges: Vec<TaggedEdge>,
        initial: Vec<u32>,
        accepting: Vec<u32>,
    ) -> Parikh {
        Parikh {
            states,
            edges,
            initial,
            accepting,
        }
    }

    /// The runs of an automaton; tag i counts the letters of the i-th set. An edge that reads
    /// letters of several sets becomes several edges: what each of them reads is given as well.
    pub fn of_automaton(
        automaton: &Automaton,
        counted: &[LetterSet],
        budget: &Budget,
    ) -> Result<(Parikh, Vec<LetterSet>), StopReason> {
        let parts = minterms(counted);
        let (mut edges, mut read) = (Vec::new(), Vec::new());
        for (from, edge) in automaton.all_edges() {
            budget.spend(parts.len() as u64 + 1)?;
            let mut rest = edge.letters.clone();
            let mut add = |letters: LetterSet, tags: Vec<u32>| {
                if !letters.is_empty() {
                    let to = edge.to;
                    edges.push(TaggedEdge { from, to, tags });
                    read.push(letters);
                }
            };
            for (part, members) in &parts {
                rest = rest.difference(part);
                add(edge.letters.intersection(part), members.clone());
            }
            add(rest, Vec::new());
        }
        let initial = automaton.initial().to_vec();
        let accepting = automaton.accepting().collect();
        let parikh = Parikh::new(automaton.len(), edges, initial, accepting);
        Ok((parikh, read))
    }

    /// The runs of a transducer, with the tags [`READ`] and [`WRITE`].
    #[must_use]
    pub fn of_transducer(transducer: &Transducer) -> Parikh {
        let mut edges = Vec::new();
        for from in 0..transducer.len() as u32 {
            for (step, to) in transducer.moves(from) {
                let read = step.read().map(|_| READ);
                let write = step.write().map(|_| WRITE);
                let tags = read.into_iter().chain(write).collect();
                let to = *to;
                edges.push(TaggedEdge { from, to, tags });
            }
        }
        let initial = transducer.initial().to_vec();
        let accepting = transducer.accepting().collect();
        Parikh::new(transducer.len(), edges, initial, accepting)
    }

    /// How many variables there are.
    #[must_use]
    pub fn variable_count(&self) -> usize {
        self.edges.len() + self.initial.len() + self.accepting.len()
    }

    /// The edges; the i-th is variable i.
    #[must_use]
    pub fn edges(&self) -> &[TaggedEdge] {
        &self.edges
    }

    fn begins(&self) -> impl Iterator<Item = (Variable, u32)> {
        let first = self.edges.len() as u32;
        (first..).zip(self.initial.iter().copied())
    }

    fn ends(&self) -> impl Iterator<Item = (Variable, u32)> {
        let first = (self.edges.len() + self.initial.len()) as u32;
        (first..).zip(self.accepting.iter().copied())
    }

    /// What is counted by a tag.
    #[must_use]
    pub fn tag_sum(&self, tag: u32) -> Sum {
        let edges = self.edges.iter().enumerate();
        let terms = edges.filter_map(|(at, edge)| {
            let count = edge.tags.iter().filter(|&&other| other == tag).count();
            (count > 0).then_some((at as u32, count as i64))
        });
        Sum {
            terms: terms.collect(),
            constant: 0,
        }
    }

    /// The number of edges of the run.
    #[must_use]
    pub fn length_sum(&self) -> Sum {
        Sum {
            terms: (0..self.edges.len() as u32).map(|at| (at, 1)).collect(),
            constant: 0,
        }
    }

    /// Sums that must be 0: the run begins once, ends once, and leaves what it enters.
    #[must_use]
    pub fn flow(&self) -> Vec<Sum> {
        let once = |list: Vec<(Variable, u32)>| Sum {
            terms: list
                .into_iter()
                .map(|(variable, _)| (variable, 1))
                .collect(),
            constant: -1,
        };
        let mut sums = vec![once(self.begins().collect()), once(self.ends().collect())];
        let mut balance = vec![Sum::default(); self.states];
        for (at, edge) in self.edges.iter().enumerate() {
            // A loop would cancel out.
            if edge.from != edge.to {
                balance[edge.to as usize].terms.push((at as u32, 1));
                balance[edge.from as usize].terms.push((at as u32, -1));
            }
        }
        for (variable, state) in self.begins() {
            balance[state as usize].terms.push((variable, 1));
        }
        for (variable, state) in self.ends() {
            balance[state as usize].terms.push((variable, -1));
        }
        sums.extend(balance.into_iter().filter(|sum| !sum.terms.is_empty()));
        sums
    }

    /// Whether values that obey the flow are those of a run; if not, a cut that they violate and
    /// every run obeys.
    #[must_use]
    pub fn check(&self, values: &[u64]) -> Option<Cut> {
        // States that used edges connect, in whichever direction.
        let mut parent: Vec<u32> = (0..self.states as u32).collect();
        let used = |at: usize| values[at] > 0;
        for edge in self.edges.iter().enumerate().filter(|(at, _)| used(*at)) {
            let (a, b) = (root(&mut parent, edge.1.from), root(&mut parent, edge.1.to));
            parent[a as usize] = b;
        }
        let mut starts = self
            .begins()
            .filter(|(variable, _)| used(*variable as usize));
        let home = starts.next().map(|(_, state)| root(&mut parent, state));
        let mut edges = self.edges.iter().enumerate().filter(|(at, _)| used(*at));
        let island = edges.find_map(|(_, edge)| {
            let island = root(&mut parent, edge.from);
            (Some(island) != home).then_some(island)
        })?;
        let states = 0..self.states as u32;
        let inside: Vec<bool> = states.map(|at| root(&mut parent, at) == island).collect();
        let on = |state: u32| inside[state as usize];
        let select = |keep: &dyn Fn(&TaggedEdge) -> bool| -> Vec<Variable> {
            let edges = self.edges.iter().enumerate();
            let kept = edges.filter(|(_, edge)| keep(edge));
            kept.map(|(at, _)| at as u32).collect()
        };
        let mut entering = select(&|edge| !on(edge.from) && on(edge.to));
        entering.extend(self.begins().filter(|item| on(item.1)).map(|item| item.0));
        Some(Cut {
            inside: select(&|edge| on(edge.from)),
            entering,
        })
    }

    /// A run that takes the edges as often as the values say, as a list of edges; `None` if there
    /// is none.
    pub fn run(&self, values: &[u64], budget: &Budget) -> Result<Option<Vec<u32>>, StopReason> {
        let obeys = |sum: &Sum| sum.value(values) == Some(0);
        if !self.flow().iter().all(obeys) || self.check(values).is_some() {
            return Ok(None);
        }
        let mut left = values.to_vec();
        let mut out: Vec<Vec<u32>> = vec![Vec::new(); self.states];
        for (at, edge) in self.edges.iter().enumerate() {
            out[edge.from as usize].push(at as u32);
        }
        let begin = self
            .begins()
            .find(|(variable, _)| values[*variable as usize] > 0);
        let Some((_, start)) = begin else {
            return Ok(None);
        };
        // Walk until stuck, then close the detours: the walk is read off backwards.
        let mut walk: Vec<(u32, Option<u32>)> = vec![(start, None)];
        let mut run = Vec::new();
        while let Some(&(state, entered)) = walk.last() {
            budget.spend(1)?;
            let edges = &mut out[state as usize];
            while edges.last().is_some_and(|&at| left[at as usize] == 0) {
                edges.pop();
            }
            match edges.last() {
                Some(&at) => {
                    left[at as usize] -= 1;
                    walk.push((self.edges[at as usize].to, Some(at)));
                }
                None => {
                    walk.pop();
                    run.extend(entered);
                }
            }
        }
        run.reverse();
        Ok(Some(run))
    }
}

/// The representative of a state in a union-find forest.
fn root(parent: &mut [u32], mut at: u32) -> u32 {
    while parent[at as usize] != at {
        let above = parent[at as usize];
        parent[at as usize] = parent[above as usize];
        at = above;
    }
    at
}
