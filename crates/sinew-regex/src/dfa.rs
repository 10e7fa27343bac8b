//! Explicit deterministic automata over a compressed alphabet, and their minimisation.
//!
//! The letters are the minterms of all classes that occur, so that a table row is small
//! although the alphabet is large. Minimisation is Hopcroft's partition refinement.

use crate::charset::{CharSet, partition};
use crate::nfa::reach;
use crate::store::{NONE, Regex, RegexStore};
use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};

/// A complete deterministic automaton. State 0 is initial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    /// Disjoint classes that cover the alphabet.
    letters: Vec<CharSet>,
    /// `rows[state * letters + letter]`.
    rows: Vec<u32>,
    accepting: Vec<bool>,
}

impl Dfa {
    /// The automaton whose states are the derivatives of a regex.
    pub fn from_regex(
        store: &mut RegexStore,
        r: Regex,
        budget: &Budget,
    ) -> Result<Dfa, StopReason> {
        let mut states = vec![r];
        let mut numbers: FxHashMap<Regex, u32> = FxHashMap::default();
        numbers.insert(r, 0);
        let mut edges: Vec<Vec<(CharSet, u32)>> = Vec::new();
        while edges.len() < states.len() {
            let span = store.disjoint_form(states[edges.len()], budget)?;
            budget.spend((span.end - span.start) as u64 + 1)?;
            let mut row = Vec::new();
            for index in span.start..span.end {
                let (class, rest) = store.steps[index];
                let to = *numbers.entry(rest).or_insert_with(|| {
                    states.push(rest);
                    states.len() as u32 - 1
                });
                row.push((store.class_set(class).clone(), to));
            }
            edges.push(row);
        }
        let accepting = states.iter().map(|&state| store.nullable(state)).collect();
        // The empty language may itself be a state already (only if the regex is `none`).
        debug_assert!(r == NONE || !numbers.contains_key(&NONE));
        Dfa::from_edges(&edges, accepting, budget)
    }

    /// Completes disjoint edges with a sink and tabulates them.
    fn from_edges(
        edges: &[Vec<(CharSet, u32)>],
        accepting: Vec<bool>,
        budget: &Budget,
    ) -> Result<Dfa, StopReason> {
        let mut classes: Vec<&CharSet> = edges.iter().flatten().map(|edge| &edge.0).collect();
        classes.sort_unstable();
        classes.dedup();
        let full = CharSet::full();
        let parts = partition(classes.iter().copied().chain([&full]));
        // Which letters each class is made of.
        let mut letters_of: Vec<Vec<usize>> = vec![Vec::new(); classes.len() + 1];
        for (letter, (_, members)) in parts.iter().enumerate() {
            for &class in members {
                letters_of[class as usize].push(letter);
            }
        }
        let letters: Vec<CharSet> = parts.into_iter().map(|part| part.0).collect();
        let sink = edges.len() as u32;
        let width = letters.len();
        budget.spend(((edges.len() + 1) * width) as u64)?;
        let mut rows = vec![sink; (edges.len() + 1) * width];
        for (from, row) in edges.iter().enumerate() {
            for (set, to) in row {
                if let Ok(class) = classes.binary_search(&set) {
                    for &letter in &letters_of[class] {
                        rows[from * width + letter] = *to;
                    }
                }
            }
        }
        let mut accepting = accepting;
        accepting.push(false);
        Ok(Dfa {
            letters,
            rows,
            accepting,
        }
        .reachable_part())
    }

    /// How many states there are, the sink included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.accepting.len()
    }

    /// Never: there is always an initial state.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.accepting.is_empty()
    }

    /// The classes that the automaton distinguishes.
    #[must_use]
    pub fn letters(&self) -> &[CharSet] {
        &self.letters
    }

    /// Where a letter leads.
    #[must_use]
    pub fn step(&self, state: u32, letter: usize) -> u32 {
        self.rows[state as usize * self.letters.len() + letter]
    }

    /// Whether a state accepts.
    #[must_use]
    pub fn accepts_at(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    fn reachable_part(&self) -> Dfa {
        let width = self.letters.len();
        let seen = reach([0].into_iter(), self.len(), |state| {
            self.rows[state as usize * width..][..width].to_vec()
        });
        let mut numbers = vec![u32::MAX; self.len()];
        let mut count = 0;
        for (state, &kept) in seen.iter().enumerate() {
            if kept {
                numbers[state] = count;
                count += 1;
            }
        }
        let kept = (0..self.len()).filter(|&state| seen[state]);
        let rows = kept
            .clone()
            .flat_map(|state| &self.rows[state * width..][..width])
            .map(|&to| numbers[to as usize])
            .collect();
        Dfa {
            letters: self.letters.clone(),
            rows,
            accepting: kept.map(|state| self.accepting[state]).collect(),
        }
    }

    /// The automaton with the fewest states for the same language.
    pub fn minimized(&self, budget: &Budget) -> Result<Dfa, StopReason> {
        let blocks = self.coarsest_partition(budget)?;
        // Number the blocks in the order in which they are reached, so that equal languages
        // over equal letters give equal automata.
        let width = self.letters.len();
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut members: Vec<u32> = vec![0];
        numbers.insert(blocks[0], 0);
        let mut rows = Vec::new();
        let mut at = 0;
        while at < members.len() {
            for letter in 0..width {
                let to = self.step(members[at], letter);
                let fresh = numbers.len() as u32;
                let number = *numbers.entry(blocks[to as usize]).or_insert(fresh);
                if number == fresh {
                    members.push(to);
                }
                rows.push(number);
            }
            at += 1;
        }
        let accepting = members
            .iter()
            .map(|&state| self.accepts_at(state))
            .collect();
        Ok(Dfa {
            letters: self.letters.clone(),
            rows,
            accepting,
        })
    }

    /// Hopcroft's algorithm: the block number of each state.
    fn coarsest_partition(&self, budget: &Budget) -> Result<Vec<u32>, StopReason> {
        let (size, width) = (self.len(), self.letters.len());
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); size * width];
        budget.spend((size * width) as u64)?;
        for (at, &to) in self.rows.iter().enumerate() {
            into[to as usize * width + at % width].push((at / width) as u32);
        }
        let mut refinement = Refinement::new(&self.accepting, width);
        while let Some((splitter, letter)) = refinement.queue.pop() {
            refinement.queued[splitter as usize * width + letter] = false;
            let members = &refinement.blocks[splitter as usize];
            budget.spend(members.len() as u64 + 1)?;
            // Which states of each block lead into the splitter.
            let mut hits: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
            let mut touched: Vec<u32> = Vec::new();
            for &to in members {
                for &from in &into[to as usize * width + letter] {
                    let block = refinement.block_of[from as usize];
                    let list = hits.entry(block).or_default();
                    if list.is_empty() {
                        touched.push(block);
                    }
                    list.push(from);
                }
            }
            for block in touched {
                let hit = hits.remove(&block).unwrap_or_default();
                if hit.len() < refinement.blocks[block as usize].len() {
                    budget.spend(refinement.blocks[block as usize].len() as u64)?;
                    refinement.split(block, hit);
                }
            }
        }
        Ok(refinement.block_of)
    }
}

/// A partition of the states under refinement.
struct Refinement {
    width: usize,
    block_of: Vec<u32>,
    blocks: Vec<Vec<u32>>,
    /// Splitters to try, and (by block and letter) whether each waits there.
    queue: Vec<(u32, usize)>,
    queued: Vec<bool>,
}

impl Refinement {
    fn new(accepting: &[bool], width: usize) -> Refinement {
        let block_of: Vec<u32> = accepting.iter().map(|&a| u32::from(a)).collect();
        let mut blocks: Vec<Vec<u32>> = vec![Vec::new(), Vec::new()];
        for (state, &block) in block_of.iter().enumerate() {
            blocks[block as usize].push(state as u32);
        }
        let smaller = u32::from(blocks[1].len() < blocks[0].len());
        let mut refinement = Refinement {
            width,
            block_of,
            blocks,
            queue: Vec::new(),
            queued: vec![false; 2 * width],
        };
        for letter in 0..width {
            refinement.enqueue(smaller, letter);
        }
        refinement
    }

    fn enqueue(&mut self, block: u32, letter: usize) {
        let at = block as usize * self.width + letter;
        if !std::mem::replace(&mut self.queued[at], true) {
            self.queue.push((block, letter));
        }
    }

    /// Moves the states `hit` of a block into a block of their own.
    fn split(&mut self, block: u32, hit: Vec<u32>) {
        let fresh = self.blocks.len() as u32;
        for &state in &hit {
            self.block_of[state as usize] = fresh;
        }
        let block_of = &self.block_of;
        self.blocks[block as usize].retain(|&state| block_of[state as usize] == block);
        let rest_is_smaller = self.blocks[block as usize].len() <= hit.len();
        self.blocks.push(hit);
        self.queued.resize(self.queued.len() + self.width, false);
        for letter in 0..self.width {
            let waits = self.queued[block as usize * self.width + letter];
            let next = if !waits && rest_is_smaller {
                block
            } else {
                fresh
            };
            self.enqueue(next, letter);
        }
    }
}

impl RegexStore {
    /// The smallest deterministic automaton of a regex, under the budget.
    pub fn minimal_dfa(&mut self, r: Regex, budget: &Budget) -> Result<Dfa, StopReason> {
        Dfa::from_regex(self, r, budget)?.minimized(budget)
    }
}
