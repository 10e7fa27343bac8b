//! Search over the lazily explored states of a regex: emptiness and shortest words.
//!
//! States are regexes, edges their linear forms, so that intersections are products on the
//! fly and complements determinise lazily. The search is best-first on the lower bound of
//! the word length: greedy for mere emptiness, A* for a shortest word (the bound never
//! overestimates). A positive state ends it, since its language is not empty and its bound
//! is attained. States "P and outside N" are pruned by antichains (De Wulf et al.): a
//! visited state with the same P and fewer excluded parts has all the words of this one.

use crate::lengths::LengthSet;
use crate::store::{ClassId, NONE, Node, Regex, RegexStore, Status};
use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Whether there is a word at all; states known to be non-empty end the search.
    Exists,
    /// A word of least length.
    Shortest,
}

/// Where a search ended: the classes read, and the state from which a word remains.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Whether the word is to be read from right to left.
    pub(crate) backwards: bool,
    pub(crate) path: Vec<ClassId>,
    pub(crate) rest: Regex,
}

struct Entry {
    state: Regex,
    parent: usize,
    class: ClassId,
    depth: u64,
}

/// Least and greatest size of the first share of the budget; later ones are larger.
const FIRST_SHARE: (u64, u64) = (1_000, 50_000);
/// After this many states the length sets of the parts are compared, once.
const LENGTH_CHECK_AFTER: usize = 400;
/// What that comparison may cost.
const LENGTH_CHECK_STEPS: u64 = 20_000;

impl RegexStore {
    /// Searches from `start`, in both directions. `None` means that the language is empty.
    pub(crate) fn search(
        &mut self,
        start: Regex,
        goal: Goal,
        budget: &Budget,
    ) -> Result<Option<Found>, StopReason> {
        let mut share = (budget.left() / 4).clamp(FIRST_SHARE.0, FIRST_SHARE.1);
        loop {
            if let Ok(found) = within_share(budget, share, |slice| {
                self.search_forwards(start, goal, slice)
            })? {
                return Ok(found);
            }
            let reversed = self.reverse(start);
            if reversed != start
                && let Ok(found) = within_share(budget, share, |slice| {
                    self.search_forwards(reversed, goal, slice)
                })?
            {
                let status = match found {
                    None => Status::Empty,
                    Some(_) => Status::NonEmpty,
                };
                self.status[start.index()] = status;
                return Ok(found.map(|found| Found {
                    backwards: true,
                    ..found
                }));
            }
            share = share.saturating_mul(8);
        }
    }

    fn search_forwards(
        &mut self,
        start: Regex,
        goal: Goal,
        budget: &Budget,
    ) -> Result<Option<Found>, StopReason> {
        if start == NONE || self.status[start.index()] == Status::Empty {
            return Ok(None);
        }
        let mut search = Search::new(goal);
        search.push(self, start, usize::MAX, ClassId(0), 0);
        while let Some((.., Reverse(at))) = search.heap.pop() {
            let (state, depth) = (search.entries[at].state, search.entries[at].depth);
            let ends = match goal {
                Goal::Exists => self.surely_nonempty(state),
                Goal::Shortest => self.nullable(state) || self.is_positive(state),
            };
            if ends {
                return Ok(Some(search.finish(self, at)));
            }
            if search.subsumed(self, state, depth) {
                continue;
            }
            budget.spend(1)?;
            search.explored += 1;
            if search.explored == LENGTH_CHECK_AFTER && self.lengths_clash(start, budget)? {
                self.status[start.index()] = Status::Empty;
                return Ok(None);
            }
            let span = self.linear_form(state, budget)?;
            for index in span.start..span.end {
                let (class, rest) = self.steps[index];
                search.push(self, rest, at, class, depth + 1);
            }
        }
        for entry in &search.entries {
            self.status[entry.state.index()] = Status::Empty;
        }
        Ok(None)
    }

    pub(crate) fn surely_nonempty(&self, r: Regex) -> bool {
        let info = self.info(r);
        info.nullable || (info.positive && r != NONE) || self.status[r.index()] == Status::NonEmpty
    }

    /// Whether an intersection is empty because its parts have no common word length.
    fn lengths_clash(&mut self, r: Regex, budget: &Budget) -> Result<bool, StopReason> {
        let Node::Inter(parts) = self.node(r).clone() else {
            return Ok(false);
        };
        let positive: Vec<Regex> = parts
            .iter()
            .copied()
            .filter(|&part| self.is_positive(part))
            .collect();
        let common = within_share(budget, LENGTH_CHECK_STEPS, |slice| {
            let mut common = LengthSet::interval(0, None);
            for part in positive {
                common = self.lengths(part, slice)?.intersection(&common, slice)?;
            }
            Ok(common)
        })?;
        Ok(common.is_ok_and(|common| common.is_empty()))
    }
}

/// Runs some work on a share of the budget. The outer error is the
/// budget's own, the inner one says that the share did not suffice.
pub(crate) fn within_share<T>(
    budget: &Budget,
    share: u64,
    work: impl FnOnce(&Budget) -> Result<T, StopReason>,
) -> Result<Result<T, StopReason>, StopReason> {
    let slice = budget.slice(share);
    let given = slice.left();
    let result = work(&slice);
    budget.check()?;
    if result.is_err() && given < share {
        // That was all there was.
        return Err(budget.exhausted().unwrap_or(StopReason::Steps));
    }
    Ok(result)
}

/// Sets of excluded parts, none inside another at no greater depth.
type Antichain = Vec<(Arc<[Regex]>, u64)>;

type Priority = (bool, Reverse<u64>, u64, Reverse<u64>, Reverse<usize>);

struct Search {
    goal: Goal,
    entries: Vec<Entry>,
    /// Known to lead to a word first, if any will do; then by least bound, by depth, by how
    /// little is excluded, and by age.
    heap: BinaryHeap<Priority>,
    /// The least depth at which each state was queued.
    depths: FxHashMap<Regex, u64>,
    /// By positive parts: the excluded sets visited with them, and how deep.
    antichains: FxHashMap<Vec<Regex>, Antichain>,
    explored: usize,
}

impl Search {
    fn new(goal: Goal) -> Search {
        Search {
            goal,
            entries: Vec::new(),
            heap: BinaryHeap::new(),
            depths: FxHashMap::default(),
            antichains: FxHashMap::default(),
            explored: 0,
        }
    }

    /// Queues a state. For a shortest word it is queued again when a shorter way to it is
    /// found: the bounds are admissible, but need not be consistent.
    fn push(
        &mut self,
        store: &RegexStore,
        state: Regex,
        parent: usize,
        class: ClassId,
        depth: u64,
    ) {
        if store.status[state.index()] == Status::Empty {
            return;
        }
        match self.depths.get(&state) {
            Some(&known) if self.goal != Goal::Shortest || known <= depth => return,
            _ => self.depths.insert(state, depth),
        };
        let bound = store.info(state).min_len;
        let (sure, cost) = match self.goal {
            Goal::Exists => (store.surely_nonempty(state), bound),
            Goal::Shortest => (false, bound.saturating_add(depth)),
        };
        let at = self.entries.len();
        self.entries.push(Entry {
            state,
            parent,
            class,
            depth,
        });
        let excluded = Reverse(excluded_weight(store, state));
        self.heap
            .push((sure, Reverse(cost), depth, excluded, Reverse(at)));
    }

    /// Whether a state taken before has all the words of this one (at no greater depth).
    /// Otherwise the state is recorded as taken.
    fn subsumed(&mut self, store: &RegexStore, state: Regex, depth: u64) -> bool {
        if self.depths.get(&state).is_some_and(|&least| least < depth) {
            return true;
        }
        let (inside, outside) = split_polarity(store, state);
        let Some(outside) = outside else {
            // Nothing excluded: only the same state could subsume it.
            return false;
        };
        let chain = self.antichains.entry(inside).or_default();
        let any = self.goal != Goal::Shortest;
        if chain
            .iter()
            .any(|(fewer, at)| (any || *at <= depth) && excludes_less(store, fewer, &outside))
        {
            return true;
        }
        chain.retain(|(more, at)| !((any || depth <= *at) && excludes_less(store, &outside, more)));
        chain.push((outside, depth));
        false
    }

    fn finish(&self, store: &mut RegexStore, at: usize) -> Found {
        let rest = self.entries[at].state;
        let mut path = Vec::new();
        let mut place = at;
        loop {
            let entry = &self.entries[place];
            store.status[entry.state.index()] = Status::NonEmpty;
            if entry.parent == usize::MAX {
                break;
            }
            path.push(entry.class);
            place = entry.parent;
        }
        path.reverse();
        Found {
            backwards: false,
            path,
            rest,
        }
    }
}

/// How much a state excludes: parts first, then the bounds of their leading counters.
fn excluded_weight(store: &RegexStore, state: Regex) -> u64 {
    let weigh = |part: Regex| {
        let (head, _) = store.head_and_tail(part);
        let bound = store.as_power(head).2.unwrap_or(u32::MAX);
        (1 << 33) + u64::from(bound)
    };
    let of_part = |part: Regex| match *store.node(part) {
        Node::Comp(inner) => match store.node(inner) {
            Node::Union(parts) => parts.iter().map(|&part| weigh(part)).sum(),
            _ => weigh(inner),
        },
        _ => 0,
    };
    match store.node(state) {
        Node::Inter(parts) => parts.iter().map(|&part| of_part(part)).sum(),
        _ => of_part(state),
    }
}

/// The positive parts of a state, and the sorted parts of what it excludes.
fn split_polarity(store: &RegexStore, state: Regex) -> (Vec<Regex>, Option<Arc<[Regex]>>) {
    let single = [state];
    let parts: &[Regex] = match store.node(state) {
        Node::Inter(parts) => parts,
        _ => &single,
    };
    let mut inside = Vec::with_capacity(parts.len());
    let mut outside = None;
    for &part in parts {
        match store.node(part) {
            Node::Comp(inner) => {
                outside = Some(match store.node(*inner) {
                    Node::Union(excluded) => excluded.clone(),
                    _ => [*inner].into(),
                });
            }
            _ => inside.push(part),
        }
    }
    (inside, outside)
}

/// Whether everything that `small` excludes is obviously excluded by `large` too.
fn excludes_less(store: &RegexStore, small: &[Regex], large: &[Regex]) -> bool {
    let mut rest = large.iter();
    let subset =
        small.len() <= large.len() && small.iter().all(|item| rest.any(|other| other == item));
    subset || small.iter().all(|&item| store.within_parts(item, large))
}
