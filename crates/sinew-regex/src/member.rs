//! Membership of a word.
//!
//! Two ways. Words run as sets of NFA states over the memoised linear forms. Long words,
//! and words against positive regexes whose linear forms are not known yet, are matched by
//! position sets: the image of a set of positions under a regex is the set of positions
//! where a match that starts in it may end. A class is a masked shift of a bit set, so that
//! counters and long words cost words of 64 positions each, not automaton states; but
//! shared parts are visited once per use, so the first way takes over when that gets long.
//! Boolean operators at the top are taken apart first.

use crate::search::within_share;
use crate::store::{ALL, Node, Regex, RegexStore};
use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};

/// From this length on, positive regexes are matched by position sets in any case.
const LONG_WORD: usize = 48;
/// What that may cost before the other way is tried.
const IMAGE_STEPS: u64 = 2_000_000;

impl RegexStore {
    /// Whether the word is in the language.
    ///
    /// ```
    /// use sinew_base::Budget;
    /// use sinew_regex::RegexStore;
    /// let mut store = RegexStore::new();
    /// let a = store.literal(&[97]);
    /// let many = store.loop_(a, 0, 10_000);
    /// let budget = Budget::unlimited();
    /// assert!(store.contains_word(many, &[97; 10_000], &budget).unwrap());
    /// assert!(!store.contains_word(many, &[97; 10_001], &budget).unwrap());
    /// ```
    pub fn contains_word(
        &mut self,
        r: Regex,
        word: &[u32],
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        enum Task {
            Ask(Regex),
            Not,
            All(usize),
            Any(usize),
        }
        let mut tasks = vec![Task::Ask(r)];
        let mut answers: Vec<bool> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Ask(r) => match self.node(r).clone() {
                    Node::Comp(inner) => tasks.extend([Task::Not, Task::Ask(inner)]),
                    Node::Inter(parts) => {
                        tasks.push(Task::All(parts.len()));
                        tasks.extend(parts.iter().map(|&part| Task::Ask(part)));
                    }
                    Node::Union(parts) if !self.is_positive(r) => {
                        tasks.push(Task::Any(parts.len()));
                        tasks.extend(parts.iter().map(|&part| Task::Ask(part)));
                    }
                    _ => answers.push(self.matches_plain(r, word, budget)?),
                },
                Task::Not => {
                    if let Some(answer) = answers.last_mut() {
                        *answer = !*answer;
                    }
                }
                Task::All(n) => {
                    let from = answers.len() - n;
                    let all = answers.drain(from..).all(|answer| answer);
                    answers.push(all);
                }
                Task::Any(n) => {
                    let from = answers.len() - n;
                    let any = answers.drain(from..).any(|answer| answer);
                    answers.push(any);
                }
            }
        }
        Ok(answers.pop().unwrap_or(false))
    }

    fn matches_plain(
        &mut self,
        r: Regex,
        word: &[u32],
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let info = self.info(r);
        let len = word.len() as u64;
        if len < info.min_len || info.max_len.is_some_and(|max| len > max) {
            return Ok(false);
        }
        let fresh = self.linear[r.index()].is_none();
        if info.positive && !info.explicit && (fresh || word.len() >= LONG_WORD) {
            let answer = within_share(budget, IMAGE_STEPS, |slice| {
                Images::new(word).accepts(self, r, slice)
            })?;
            if let Ok(answer) = answer {
                return Ok(answer);
            }
        }
        self.simulate(r, word, budget)
    }

    /// Runs the word through sets of NFA states.
    fn simulate(&mut self, r: Regex, word: &[u32], budget: &Budget) -> Result<bool, StopReason> {
        let mut states = vec![r];
        for (at, &c) in word.iter().enumerate() {
            let left = (word.len() - at - 1) as u64;
            budget.spend(states.len() as u64 + 1)?;
            let mut next = Vec::new();
            for &state in &states {
                if state == ALL {
                    return Ok(true);
                }
                let span = self.linear_form(state, budget)?;
                for &(class, rest) in &self.steps[span.start..span.end] {
                    let info = self.info(rest);
                    let fits = info.min_len <= left && info.max_len.is_none_or(|max| max >= left);
                    if fits && self.class_set(class).contains(c) {
                        next.push(rest);
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                return Ok(false);
            }
            states = next;
        }
        Ok(states.iter().any(|&state| self.nullable(state)))
    }
}

/// A set of positions 0..=n of a word, as bits.
#[derive(Clone, PartialEq, Eq)]
struct Positions(Vec<u64>);

impl Positions {
    fn empty(word_len: usize) -> Positions {
        Positions(vec![0; word_len / 64 + 1])
    }

    fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&bits| bits == 0)
    }

    fn add(&mut self, other: &Positions) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine |= theirs;
        }
    }

    fn remove(&mut self, other: &Positions) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine &= !theirs;
        }
    }

    /// The positions after reading one character, where `mask` says which may be read.
    fn step(&self, mask: &Positions) -> Positions {
        let mut carry = 0;
        let bits = self
            .0
            .iter()
            .zip(&mask.0)
            .map(|(&bits, &mask)| {
                let read = bits & mask;
                let shifted = read << 1 | carry;
                carry = read >> 63;
                shifted
            })
            .collect();
        Positions(bits)
    }
}

/// The matcher by position sets for one word.
struct Images<'a> {
    word: &'a [u32],
    /// Per class: the positions whose character is in it.
    masks: FxHashMap<Regex, Positions>,
}

/// What is left to do with the position set on top of the stack.
enum Work {
    /// Replace it by its image.
    Image(Regex),
    /// Forget it.
    Drop,
    /// Keep a copy of it below.
    Save,
    /// The top is one alternative's image; the union of the others lies below the saved
    /// original.
    Merge,
    /// One iteration of a counter is done; see [`Iteration`].
    Iterate(Box<Iteration>),
}

/// A counter in progress: `done` repetitions gave `top`.
struct Iteration {
    body: Regex,
    lo: u32,
    hi: Option<u32>,
    done: u32,
    /// Positions after `lo..=done` repetitions.
    reached: Positions,
}

impl<'a> Images<'a> {
    fn new(word: &'a [u32]) -> Images<'a> {
        Images {
            word,
            masks: FxHashMap::default(),
        }
    }

    fn accepts(
        mut self,
        store: &RegexStore,
        r: Regex,
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let mut start = Positions::empty(self.word.len());
        start.insert(0);
        // One step stands for a few dozen machine words.
        let cost = start.0.len() as u64 / 32 + 1;
        let mut work = vec![Work::Image(r)];
        let mut sets = vec![start];
        while let Some(item) = work.pop() {
            budget.spend(cost)?;
            self.perform(store, item, &mut work, &mut sets);
        }
        Ok(sets
            .pop()
            .is_some_and(|last| last.contains(self.word.len())))
    }

    fn perform(
        &mut self,
        store: &RegexStore,
        item: Work,
        work: &mut Vec<Work>,
        sets: &mut Vec<Positions>,
    ) {
        let len = self.word.len();
        let Some(top) = sets.pop() else { return };
        match item {
            Work::Drop => {}
            Work::Save => sets.extend([top.clone(), top]),
            Work::Merge => {
                // Below: the union so far, then the saved original.
                let original = sets.pop();
                if let Some(sofar) = sets.last_mut() {
                    sofar.add(&top);
                }
                sets.extend(original);
            }
            Work::Iterate(iteration) => self.iterate(top, *iteration, work, sets),
            Work::Image(r) if top.is_empty() || store.info(r).min_len > len as u64 => {
                sets.push(Positions::empty(len));
            }
            Work::Image(r) => match store.node(r) {
                Node::Epsilon => sets.push(top),
                Node::Class(_) => sets.push(top.step(self.mask(store, r))),
                Node::Concat(head, tail) => {
                    sets.push(top);
                    work.extend([Work::Image(*tail), Work::Image(*head)]);
                }
                Node::Union(parts) => {
                    // The stack becomes: union so far, original; then per part a copy.
                    sets.extend([Positions::empty(len), top]);
                    work.push(Work::Drop);
                    for &part in parts.iter().rev() {
                        work.extend([Work::Merge, Work::Image(part), Work::Save]);
                    }
                }
                Node::Loop { body, lo, hi } => {
                    let reached = match lo {
                        0 => top.clone(),
                        _ => Positions::empty(len),
                    };
                    sets.push(top);
                    work.push(Work::Iterate(Box::new(Iteration {
                        body: *body,
                        lo: *lo,
                        hi: *hi,
                        done: 0,
                        reached,
                    })));
                }
                Node::None => sets.push(Positions::empty(len)),
                // Excluded by the caller, which takes only regexes without them.
                Node::Inter(_) | Node::Comp(_) | Node::State { .. } => {
                    sets.push(Positions::empty(len));
                }
            },
        }
    }

    /// Goes on with a counter whose last repetition gave `top`, or ends it.
    fn iterate(
        &mut self,
        mut top: Positions,
        mut iteration: Iteration,
        work: &mut Vec<Work>,
        sets: &mut Vec<Positions>,
    ) {
        if iteration.done > iteration.lo {
            // Beyond the lower bound only new positions matter.
            top.remove(&iteration.reached);
            iteration.reached.add(&top);
        } else if iteration.done == iteration.lo {
            iteration.reached = top.clone();
        }
        if top.is_empty() || iteration.hi == Some(iteration.done) {
            sets.push(iteration.reached);
            return;
        }
        iteration.done = iteration.done.saturating_add(1);
        let body = iteration.body;
        sets.push(top);
        work.push(Work::Iterate(Box::new(iteration)));
        work.push(Work::Image(body));
    }

    fn mask(&mut self, store: &RegexStore, class: Regex) -> &Positions {
        let word = self.word;
        self.masks.entry(class).or_insert_with(|| {
            let mut mask = Positions::empty(word.len());
            if let Node::Class(id) = store.node(class) {
                let set = store.class_set(*id);
                for (at, &c) in word.iter().enumerate() {
                    if set.contains(c) {
                        mask.insert(at);
                    }
                }
            }
            mask
        })
    }
}
