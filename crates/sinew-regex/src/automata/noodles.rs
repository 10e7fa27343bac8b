//! Noodles: all ways in which two concatenations can be cut against each other (Chen et al., OOPSLA
//! 2023; Blahoudek et al., FM 2023).
//!
//! For x₁…xₙ = y₁…yₘ with languages for the xᵢ and the yⱼ, a word has cuts of both sides. A *noodle*
//! is a list of segments, each inside one xᵢ and one yⱼ, with a language for each segment, so that *any* choice of
//! words for the segments is a solution; the noodles together have all solutions. With a transducer
//! between the sides the segments are relations, of a part of xᵢ and a part of yⱼ.
//!
//! The product of both sides (and the transducer) is explored once, which is polynomial. Where one
//! side steps from one automaton into the next there is a *port*: the state that the other side, and the transducer,
//! are in. A noodle is a path over ports, a segment what leads from one port to the next. There may be
//! exponentially many; they are made one by one, depth first, and what leads nowhere is never
//! entered. Entries and exits of one port are taken together, so several initial or accepting states make
//! no more noodles; noodles whose segments are the same automata are given once. To have few: reduce the
//! automata first, and concatenate neighbours that nobody needs apart.

use super::alphabet::{Alphabet, LetterSet};
use super::automaton::{Automaton, Builder};
use super::graph::Graph;
use super::transducer::{Move, Transducer, TransducerBuilder};
use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::{Budget, StopReason};
use std::hash::Hash;
use std::sync::Arc;

/// What lies between two cuts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment<S> {
    /// Which automaton of the left side it is a part of.
    pub left: usize,
    /// Which automaton of the right side it is a part of.
    pub right: usize,
    /// Its words: an automaton, or a transducer from what is left to what is right.
    pub part: S,
}

/// One way to cut: the segments from left to right.
pub type Noodle<S> = Vec<Segment<S>>;

/// Moves between numbered states, as a piece of the product.
#[derive(Debug)]
pub struct Piece {
    alphabet: Arc<Alphabet>,
    rows: Vec<Vec<(Move, u32)>>,
    initial: Vec<u32>,
    accepting: Vec<bool>,
}

/// What segments are made of: automata or transducers.
pub trait Strip: Clone + Eq + Hash {
    /// From a piece of the product.
    fn cut_out(piece: Piece, budget: &Budget) -> Result<Self, StopReason>;
}

impl Strip for Automaton {
    fn cut_out(piece: Piece, budget: &Budget) -> Result<Automaton, StopReason> {
        let mut builder = Builder::new(&piece.alphabet);
        for &accepting in &piece.accepting {
            builder.add_state(accepting);
        }
        for (from, row) in piece.rows.into_iter().enumerate() {
            for (step, to) in row {
                // Without a transducer in between, what is read on the left is read on the right.
                if let Move::Copy(letters) = step {
                    builder.add_edge(from as u32, letters, to);
                }
            }
        }
        piece
            .initial
            .iter()
            .for_each(|&state| builder.add_initial(state));
        builder.finish(budget)?.quotient(budget)
    }
}

impl Strip for Transducer {
    fn cut_out(piece: Piece, budget: &Budget) -> Result<Transducer, StopReason> {
        let mut builder = TransducerBuilder::new(&piece.alphabet);
        for &accepting in &piece.accepting {
            builder.add_state(accepting);
        }
        for (from, row) in piece.rows.into_iter().enumerate() {
            for (step, to) in row {
                builder.add_move(from as u32, step, to);
            }
        }
        piece
            .initial
            .iter()
            .for_each(|&state| builder.add_initial(state));
        builder.finish(budget)?.reduced(budget)
    }
}

/// A state of the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node {
    /// Which automaton of each side, and its state.
    left: (u32, u32),
    right: (u32, u32),
    control: u32,
}

/// Where one side has just entered the next automaton; what the others are in tells ports apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum PortKey {
    Start,
    /// The left side entered this automaton.
    Left {
        left: u32,
        right: (u32, u32),
        control: u32,
    },
    /// The right side did.
    Right {
        left: (u32, u32),
        right: u32,
        control: u32,
    },
}

#[derive(Debug)]
struct Port {
    entries: Vec<u32>,
    /// Ports that are reached without passing another one, [`END`] for the end; once known.
    exits: Option<Arc<[u32]>>,
}

/// The port that every noodle ends in.
const END: u32 = u32::MAX;
/// The port that every noodle begins in.
const START: u32 = 0;

/// The noodles of two concatenations, one after the other.
///
/// ```
/// use sinew_base::Budget;
/// use sinew_regex::CharSet;
/// use sinew_regex::automata::{Alphabet, Automaton, Noodles};
/// let budget = Budget::unlimited();
/// let alphabet = Alphabet::new(&[CharSet::single(97), CharSet::single(98)]);
/// let (any, ab) = (Automaton::all(&alphabet), Automaton::word(&alphabet, &[97, 98]).unwrap());
/// // x·y = "ab": three ways to cut.
/// let mut noodles: Noodles<Automaton> = Noodles::new(&[any.clone(), any], &[ab], &budget).unwrap();
/// let mut count = 0;
/// while let Some(noodle) = noodles.next(&budget).unwrap() {
///     assert_eq!((noodle[0].left, noodle[1].left), (0, 1));
///     count += 1;
/// }
/// assert_eq!(count, 3);
/// ```
#[derive(Debug)]
pub struct Noodles<S> {
    alphabet: Arc<Alphabet>,
    nodes: Vec<Node>,
    rows: Vec<Vec<(Move, u32)>>,
    /// The ports that each node jumps into.
    jumps: Vec<Vec<u32>>,
    ends: Vec<bool>,
    useful: Vec<bool>,
    ports: Vec<Port>,
    /// Ports on the way, each with how many of its exits were tried.
    path: Vec<(u32, usize)>,
    /// Segments by the ports they lie between, and the numbers of equal ones.
    segments: FxHashMap<(u32, u32), (S, u32)>,
    numbers: FxHashMap<S, u32>,
    seen: FxHashSet<Vec<(u32, u32, u32)>>,
}

impl Noodles<Automaton> {
    /// The cuts of two concatenations against each other. No automaton on a side: the empty word.
    pub fn new(
        left: &[Automaton],
        right: &[Automaton],
        budget: &Budget,
    ) -> Result<Noodles<Automaton>, StopReason> {
        let sides = left.first().or(right.first());
        let alphabet = sides.map_or_else(|| Alphabet::new([]), |part| part.alphabet().clone());
        let same = Transducer::identity(&Automaton::all(&alphabet));
        Noodles::build(left, &same, right, budget)
    }
}

impl Noodles<Transducer> {
    /// The cuts of what a transducer reads, on the left, against what it writes.
    pub fn through(
        left: &[Automaton],
        transducer: &Transducer,
        right: &[Automaton],
        budget: &Budget,
    ) -> Result<Noodles<Transducer>, StopReason> {
        Noodles::build(left, transducer, right, budget)
    }
}

impl<S: Strip> Noodles<S> {
    fn build(
        left: &[Automaton],
        transducer: &Transducer,
        right: &[Automaton],
        budget: &Budget,
    ) -> Result<Noodles<S>, StopReason> {
        let alphabet = transducer.alphabet().clone();
        for part in left.iter().chain(right) {
            part.assert_same_alphabet(&alphabet);
        }
        // An empty side is the empty word.
        let epsilon = [Automaton::line(&alphabet, &[])];
        let left = if left.is_empty() { &epsilon } else { left };
        let right = if right.is_empty() { &epsilon } else { right };
        let mut product = Product {
            left,
            transducer,
            right,
            numbers: FxHashMap::default(),
            nodes: Vec::new(),
            port_numbers: FxHashMap::default(),
            ports: Vec::new(),
        };
        product.port(PortKey::Start);
        let (mut rows, mut jumps, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(&node) = product.nodes.get(at) {
            let row = product.moves(node, budget)?;
            budget.spend(row.len() as u64 + 1)?;
            rows.push(row);
            jumps.push(product.jumps(node));
            ends.push(product.is_end(node));
            at += 1;
        }
        let mut noodles = Noodles {
            alphabet,
            nodes: product.nodes,
            rows,
            jumps,
            ends,
            useful: Vec::new(),
            ports: product.ports,
            path: vec![(START, 0)],
            segments: FxHashMap::default(),
            numbers: FxHashMap::default(),
            seen: FxHashSet::default(),
        };
        noodles.find_useful(budget)?;
        Ok(noodles)
    }

    /// Finds the nodes from which the end can be reached.
    fn find_useful(&mut self, budget: &Budget) -> Result<(), StopReason> {
        let size = self.nodes.len() as u32;
        let (rows, jumps, ports) = (&self.rows, &self.jumps, &self.ports);
        let back = (0..size).flat_map(|from| {
            let moves = rows[from as usize].iter().map(|item| item.1);
            let ports = jumps[from as usize]
                .iter()
                .map(|&port| &ports[port as usize]);
            let entries = ports.flat_map(|port| port.entries.iter().copied());
            moves.chain(entries).map(move |to| (to, from))
        });
        let graph = Graph::new(self.nodes.len(), back, budget)?;
        self.useful = graph.reach((0..size).filter(|&at| self.ends[at as usize]));
        Ok(())
    }

    /// Whether there is no noodle, that is, no solution.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let entries = &self.ports[START as usize].entries;
        !entries.iter().any(|&entry| self.useful[entry as usize])
    }

    /// The next noodle.
    pub fn next(&mut self, budget: &Budget) -> Result<Option<Noodle<S>>, StopReason> {
        while let Some(&(port, tried)) = self.path.last() {
            budget.spend(1)?;
            let exits = self.exits(port, budget)?;
            let Some(&exit) = exits.get(tried) else {
                self.path.pop();
                continue;
            };
            if exit == END {
                let noodle = self.noodle(budget)?;
                self.advance();
                if let Some(noodle) = noodle {
                    return Ok(Some(noodle));
                }
            } else {
                self.advance();
                self.path.push((exit, 0));
            }
        }
        Ok(None)
    }

    /// The exit that was looked at last has been tried.
    fn advance(&mut self) {
        if let Some(top) = self.path.last_mut() {
            top.1 += 1;
        }
    }

    /// Nodes that are reached from the useful entries of a port by moves alone.
    fn stretch(&self, port: u32, budget: &Budget) -> Result<Vec<u32>, StopReason> {
        let entries = self.ports[port as usize].entries.iter().copied();
        let mut found: Vec<u32> = entries.filter(|&at| self.useful[at as usize]).collect();
        let mut seen: FxHashSet<u32> = found.iter().copied().collect();
        let mut at = 0;
        while let Some(&node) = found.get(at) {
            let row = &self.rows[node as usize];
            budget.spend(row.len() as u64 + 1)?;
            for &(_, to) in row {
                if self.useful[to as usize] && seen.insert(to) {
                    found.push(to);
                }
            }
            at += 1;
        }
        Ok(found)
    }

    fn exits(&mut self, port: u32, budget: &Budget) -> Result<Arc<[u32]>, StopReason> {
        if let Some(exits) = &self.ports[port as usize].exits {
            return Ok(exits.clone());
        }
        let mut exits: Vec<u32> = Vec::new();
        for node in self.stretch(port, budget)? {
            for &next in &self.jumps[node as usize] {
                let mut entries = self.ports[next as usize].entries.iter();
                if entries.any(|&entry| self.useful[entry as usize]) {
                    exits.push(next);
                }
            }
            exits.extend(self.ends[node as usize].then_some(END));
        }
        exits.sort_unstable();
        exits.dedup();
        let exits: Arc<[u32]> = exits.into();
        self.ports[port as usize].exits = Some(exits.clone());
        Ok(exits)
    }

    /// The noodle of the path and the end, unless its like was given before.
    fn noodle(&mut self, budget: &Budget) -> Result<Option<Noodle<S>>, StopReason> {
        let ports: Vec<u32> = self.path.iter().map(|item| item.0).chain([END]).collect();
        let (mut noodle, mut key) = (Vec::new(), Vec::new());
        for pair in ports.windows(2) {
            let (part, number) = self.segment(pair[0], pair[1], budget)?;
            let node = self.nodes[self.ports[pair[0] as usize].entries[0] as usize];
            let (left, right) = (node.left.0, node.right.0);
            key.push((left, right, number));
            noodle.push(Segment {
                left: left as usize,
                right: right as usize,
                part,
            });
        }
        budget.spend(key.len() as u64)?;
        Ok(self.seen.insert(key).then_some(noodle))
    }

    /// What leads from one port to the next, with the number that equal segments share.
    fn segment(&mut self, from: u32, to: u32, budget: &Budget) -> Result<(S, u32), StopReason> {
        if let Some(known) = self.segments.get(&(from, to)) {
            return Ok(known.clone());
        }
        let nodes = self.stretch(from, budget)?;
        let places = nodes.iter().zip(0..);
        let places: FxHashMap<u32, u32> = places.map(|(&node, at)| (node, at)).collect();
        let row = |node: u32| {
            let moves = self.rows[node as usize].iter();
            let kept = moves.filter_map(|(step, to)| Some((step.clone(), *places.get(to)?)));
            kept.collect()
        };
        let leaves = |node: u32| match to {
            END => self.ends[node as usize],
            port => self.jumps[node as usize].contains(&port),
        };
        let entries = self.ports[from as usize].entries.iter();
        let piece = Piece {
            alphabet: self.alphabet.clone(),
            rows: nodes.iter().map(|&node| row(node)).collect(),
            initial: entries
                .filter_map(|entry| places.get(entry).copied())
                .collect(),
            accepting: nodes.iter().map(|&node| leaves(node)).collect(),
        };
        let part = S::cut_out(piece, budget)?;
        let fresh = self.numbers.len() as u32;
        let number = *self.numbers.entry(part.clone()).or_insert(fresh);
        self.segments.insert((from, to), (part.clone(), number));
        Ok((part, number))
    }
}

/// The product of both sides and the transducer while it is explored.
struct Product<'a> {
    left: &'a [Automaton],
    transducer: &'a Transducer,
    right: &'a [Automaton],
    numbers: FxHashMap<Node, u32>,
    nodes: Vec<Node>,
    port_numbers: FxHashMap<PortKey, u32>,
    ports: Vec<Port>,
}

impl Product<'_> {
    fn number(&mut self, node: Node) -> u32 {
        *self.numbers.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() as u32 - 1
        })
    }

    /// The number of a port; its entries are nodes from then on.
    fn port(&mut self, key: PortKey) -> u32 {
        if let Some(&number) = self.port_numbers.get(&key) {
            return number;
        }
        let (left, right) = (self.left, self.right);
        let entered = |side: &[Automaton], at: u32| -> Vec<(u32, u32)> {
            let initial = side[at as usize].initial();
            initial.iter().map(|&state| (at, state)).collect()
        };
        let (lefts, rights, controls) = match key {
            PortKey::Start => {
                let controls = self.transducer.initial().to_vec();
                (entered(left, 0), entered(right, 0), controls)
            }
            PortKey::Left {
                left: at,
                right,
                control,
            } => (entered(left, at), vec![right], vec![control]),
            PortKey::Right {
                left,
                right: at,
                control,
            } => (vec![left], entered(right, at), vec![control]),
        };
        let mut entries = Vec::new();
        for &left in &lefts {
            for &right in &rights {
                for &control in &controls {
                    let node = Node {
                        left,
                        right,
                        control,
                    };
                    entries.push(self.number(node));
                }
            }
        }
        let number = self.ports.len() as u32;
        self.ports.push(Port {
            entries,
            exits: None,
        });
        self.port_numbers.insert(key, number);
        number
    }

    /// The ports that a node jumps into: one side has ended and enters its next automaton.
    fn jumps(&mut self, node: Node) -> Vec<u32> {
        let ended = |side: &[Automaton], (at, state): (u32, u32)| {
            (at as usize) + 1 < side.len() && side[at as usize].accepts_at(state)
        };
        let control = node.control;
        let mut found = Vec::new();
        if ended(self.left, node.left) {
            let (left, right) = (node.left.0 + 1, node.right);
            found.push(self.port(PortKey::Left {
                left,
                right,
                control,
            }));
        }
        if ended(self.right, node.right) {
            let (left, right) = (node.left, node.right.0 + 1);
            found.push(self.port(PortKey::Right {
                left,
                right,
                control,
            }));
        }
        found
    }

    fn is_end(&self, node: Node) -> bool {
        let ended = |side: &[Automaton], (at, state): (u32, u32)| {
            (at as usize) + 1 == side.len() && side[at as usize].accepts_at(state)
        };
        let control = self.transducer.accepts_at(node.control);
        control && ended(self.left, node.left) && ended(self.right, node.right)
    }

    fn moves(&mut self, node: Node, budget: &Budget) -> Result<Vec<(Move, u32)>, StopReason> {
        let (left, right, transducer) = (self.left, self.right, self.transducer);
        let steps = |side: &[Automaton], (at, state): (u32, u32), wanted: Option<&LetterSet>| {
            let Some(wanted) = wanted else {
                return vec![(None, (at, state))];
            };
            let edges = side[at as usize].edges(state).iter();
            let found = edges.map(|edge| (edge.letters.intersection(wanted), edge.to));
            let found = found.filter(|item| !item.0.is_empty());
            found
                .map(|(set, to)| (Some(set), (at, to)))
                .collect::<Vec<_>>()
        };
        let mut row = Vec::new();
        for (step, control) in transducer.moves(node.control) {
            let reads = steps(left, node.left, step.read());
            let writes = steps(right, node.right, step.write());
            budget.spend((reads.len() * writes.len()) as u64 + 1)?;
            for (read, left) in &reads {
                for (write, right) in &writes {
                    let step = match (step, read, write) {
                        (Move::Copy(_), Some(read), Some(write)) => {
                            let common = read.intersection(write);
                            if common.is_empty() {
                                continue;
                            }
                            Move::Copy(common)
                        }
                        _ => Move::Step {
                            read: read.clone(),
                            write: write.clone(),
                        },
                    };
                    let target = Node {
                        left: *left,
                        right: *right,
                        control: *control,
                    };
                    row.push((step, self.number(target)));
                }
            }
        }
        Ok(row)
    }
}
