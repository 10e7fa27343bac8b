//! Questions about regular languages: membership, shortest matches, equality, finite languages.
//!
//! All are answered by derivatives alone; see [`regex`](crate::regex).

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_term::MAX_CHAR;

use crate::limits::{Meter, Reason};
use crate::regex::{NONE, Node, ReId, Regexes};

impl Regexes {
    /// `(str.in_re word id)`. The Boolean operators at the top are what they say; below them
    /// derivatives decide.
    pub(crate) fn matches(
        &mut self,
        word: &[u32],
        id: ReId,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        let mut known: FxHashMap<ReId, bool> = FxHashMap::default();
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            if known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let node = &self.nodes[top as usize];
            let before = stack.len();
            if matches!(node, Node::Union(_) | Node::Inter(_) | Node::Comp(_)) {
                node.for_each_child(|child| {
                    if !known.contains_key(&child) {
                        stack.push(child);
                    }
                });
            }
            if stack.len() > before {
                continue;
            }
            let result = match node {
                Node::Union(parts) => parts.iter().any(|part| known[part]),
                Node::Inter(parts) => parts.iter().all(|part| known[part]),
                Node::Comp(part) => !known[part],
                _ => self.matches_by_derivatives(word, top, meter)?,
            };
            known.insert(top, result);
            stack.pop();
        }
        Ok(known[&id])
    }

    fn matches_by_derivatives(
        &mut self,
        word: &[u32],
        id: ReId,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        let mut states = States::new(id);
        for &c in word {
            states.step(self, c, meter)?;
            if states.is_empty() {
                return Ok(false);
            }
        }
        Ok(states.accept(self))
    }

    /// The length of the shortest prefix of `word` in the language, among those of at least
    /// `least` characters.
    pub(crate) fn shortest_prefix(
        &mut self,
        word: &[u32],
        least: usize,
        id: ReId,
        meter: &mut Meter<'_>,
    ) -> Result<Option<usize>, Reason> {
        let mut states = States::new(id);
        for length in 0..=word.len() {
            if states.is_empty() {
                return Ok(None);
            }
            if length >= least && states.accept(self) {
                return Ok(Some(length));
            }
            if let Some(&c) = word.get(length) {
                states.step(self, c, meter)?;
            }
        }
        Ok(None)
    }

    /// Whether two expressions denote one language: no word leads to a pair of derivatives of
    /// which just one holds ε. Characters that no range tells apart have the same derivatives,
    /// so one of each kind is enough.
    pub(crate) fn equivalent(
        &mut self,
        left: ReId,
        right: ReId,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        let characters = self.representatives(&[left, right]);
        let mut seen = FxHashSet::from_iter([(left, right)]);
        let mut open = vec![(left, right)];
        while let Some((left, right)) = open.pop() {
            if left == right {
                continue;
            }
            if self.nullable(left) != self.nullable(right) {
                return Ok(false);
            }
            for &c in &characters {
                let next = (self.derive(left, c, meter)?, self.derive(right, c, meter)?);
                if seen.insert(next) {
                    open.push(next);
                }
            }
            if seen.len() > meter.limits.regex_pairs {
                return Err(Reason::RegexEquality);
            }
        }
        Ok(true)
    }

    /// The words of the language, shortest first, if there are at most `limit` (of at most
    /// `longest` characters, if that is given). Nothing if there may be more, or they are too
    /// large to be kept.
    pub(crate) fn words(
        &mut self,
        id: ReId,
        longest: Option<usize>,
        limit: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Vec<u32>>>, Reason> {
        let starts = self.representatives(&[id]);
        let mut words = Vec::new();
        let mut open: Vec<(Vec<u32>, ReId)> = vec![(Vec::new(), id)];
        let mut length = 0;
        let mut states = FxHashSet::from_iter([id]);
        let mut characters = 0;
        while !open.is_empty() {
            // On the way to a word as long as there are states one comes twice, and so without end.
            if longest.is_none() && length >= states.len() {
                return Ok(None);
            }
            let mut longer = Vec::new();
            for (word, id) in open {
                if self.nullable(id) {
                    words.push(word.clone());
                }
                if longest.is_some_and(|longest| length >= longest) {
                    continue;
                }
                for (place, &start) in starts.iter().enumerate() {
                    let next = self.derive(id, start, meter)?;
                    if next == NONE {
                        continue;
                    }
                    let end = starts.get(place + 1).copied().unwrap_or(MAX_CHAR + 1);
                    if longer.len() + (end - start) as usize > limit {
                        return Ok(None);
                    }
                    let new = (end - start) as usize * (length + 1);
                    meter.spend(new)?;
                    characters += new;
                    if characters > meter.limits.live_characters {
                        return Ok(None);
                    }
                    states.insert(next);
                    longer.extend((start..end).map(|c| ([&word[..], &[c]].concat(), next)));
                }
            }
            if words.len() + longer.len() > limit {
                return Ok(None);
            }
            open = longer;
            length += 1;
        }
        Ok(Some(words))
    }

    /// One character for each class of characters that the ranges in `roots` do not tell apart.
    pub(crate) fn representatives(&self, roots: &[ReId]) -> Vec<u32> {
        let mut starts = vec![0];
        for id in self.reachable(roots) {
            if let Node::Range(lo, hi) = self.nodes[id as usize] {
                starts.push(lo);
                starts.push(hi + 1);
            }
        }
        starts.retain(|&c| c <= MAX_CHAR);
        starts.sort_unstable();
        starts.dedup();
        starts
    }
}

/// The derivative of a language by the characters read so far, as the set of its alternatives;
/// unlike an interned union it leaves nothing behind at each step.
struct States {
    members: Vec<ReId>,
    next: Vec<ReId>,
}

impl States {
    fn new(id: ReId) -> States {
        let mut states = States {
            members: vec![id],
            next: Vec::new(),
        };
        states.members.retain(|&member| member != NONE);
        states
    }

    fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    fn accept(&self, regexes: &Regexes) -> bool {
        self.members.iter().any(|&member| regexes.nullable(member))
    }

    fn step(&mut self, regexes: &mut Regexes, c: u32, meter: &mut Meter<'_>) -> Result<(), Reason> {
        self.next.clear();
        for &member in &self.members {
            meter.spend(1)?;
            let derivative = regexes.derive(member, c, meter)?;
            match &regexes.nodes[derivative as usize] {
                Node::None => {}
                Node::Union(parts) => self.next.extend_from_slice(parts),
                _ => self.next.push(derivative),
            }
        }
        regexes.normalise(&mut self.next);
        std::mem::swap(&mut self.members, &mut self.next);
        Ok(())
    }
}
