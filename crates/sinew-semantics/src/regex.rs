//! Regular languages: the `re.*` part of the theory *Strings*, by textbook derivatives.
//!
//! The derivative of a language by a character c holds the words w with cw in the language
//! (Brzozowski 1964); a word is in a language iff the derivative by all its characters holds the
//! empty word. Expressions are interned, so that equal ones are one, and derivatives are
//! remembered. The constructors apply just the laws that keep the number of distinct derivatives
//! small: unions and intersections are sets, ∅ and ε vanish, adjacent counters join, and the
//! derivative of a left part that is a union distributes over the concatenation (so that the
//! members of a union are Antimirov's partial derivatives). All other laws are left out on purpose.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_term::MAX_CHAR;

use crate::limits::{Meter, Reason};
use crate::value::Regex;

/// An interned expression of a [`Regexes`].
pub(crate) type ReId = u32;

/// One expression over others, which are indices into whatever holds it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Node {
    /// ∅, `re.none`
    None,
    /// {ε}
    Empty,
    /// The one-character words between two characters, both included.
    Range(u32, u32),
    Concat(u32, u32),
    /// At least two, ascending, distinct.
    Union(Box<[u32]>),
    /// At least two, ascending, distinct.
    Inter(Box<[u32]>),
    Comp(u32),
    Star(u32),
    /// Between so many and so many repetitions, at most `u32::MAX`.
    Loop(u32, u32, u32),
}

impl Node {
    pub(crate) fn for_each_child(&self, mut visit: impl FnMut(u32)) {
        match self {
            Node::None | Node::Empty | Node::Range(..) => {}
            Node::Concat(left, right) => {
                visit(*left);
                visit(*right);
            }
            Node::Union(parts) | Node::Inter(parts) => parts.iter().copied().for_each(visit),
            Node::Comp(part) | Node::Star(part) | Node::Loop(part, ..) => visit(*part),
        }
    }

    fn map_children(&self, mut map: impl FnMut(u32) -> u32) -> Node {
        match self {
            Node::None | Node::Empty | Node::Range(..) => self.clone(),
            Node::Concat(left, right) => Node::Concat(map(*left), map(*right)),
            Node::Union(parts) => Node::Union(parts.iter().map(|&p| map(p)).collect()),
            Node::Inter(parts) => Node::Inter(parts.iter().map(|&p| map(p)).collect()),
            Node::Comp(part) => Node::Comp(map(*part)),
            Node::Star(part) => Node::Star(map(*part)),
            Node::Loop(part, lo, hi) => Node::Loop(map(*part), *lo, *hi),
        }
    }

    /// What the node weighs against [`Limits::regex_nodes`](crate::Limits::regex_nodes).
    fn weight(&self) -> usize {
        match self {
            Node::Union(parts) | Node::Inter(parts) => 1 + parts.len() / 4,
            _ => 1,
        }
    }
}

/// ∅
pub(crate) const NONE: ReId = 0;
/// {ε}
pub(crate) const EMPTY: ReId = 1;
/// All words.
pub(crate) const ALL: ReId = 2;

/// Interned regular expressions with their derivatives.
pub(crate) struct Regexes {
    pub(crate) nodes: Vec<Node>,
    nullable: Vec<bool>,
    index: FxHashMap<Node, ReId>,
    derivatives: FxHashMap<(ReId, u32), ReId>,
    weight: usize,
}

impl Regexes {
    pub(crate) fn new() -> Regexes {
        let mut regexes = Regexes {
            nodes: Vec::new(),
            nullable: Vec::new(),
            index: FxHashMap::default(),
            derivatives: FxHashMap::default(),
            weight: 0,
        };
        assert_eq!(regexes.intern(Node::None), NONE);
        assert_eq!(regexes.intern(Node::Empty), EMPTY);
        assert_eq!(regexes.intern(Node::Comp(NONE)), ALL);
        regexes
    }

    fn intern(&mut self, node: Node) -> ReId {
        if let Some(&id) = self.index.get(&node) {
            return id;
        }
        let null = |id: &ReId| self.nullable[*id as usize];
        let nullable = match &node {
            Node::None | Node::Range(..) => false,
            Node::Empty | Node::Star(_) => true,
            Node::Concat(left, right) => null(left) && null(right),
            Node::Union(parts) => parts.iter().any(null),
            Node::Inter(parts) => parts.iter().all(null),
            Node::Comp(part) => !null(part),
            Node::Loop(part, lo, _) => *lo == 0 || null(part),
        };
        let id = u32::try_from(self.nodes.len()).expect("the node limit is below 2^32");
        self.weight += node.weight();
        self.nodes.push(node.clone());
        self.nullable.push(nullable);
        self.index.insert(node, id);
        id
    }

    /// Whether the limit on nodes is kept.
    pub(crate) fn within(&self, meter: &Meter<'_>) -> Result<(), Reason> {
        self.room_for(0, meter)
    }

    /// Whether the limit on nodes allows for so many more.
    pub(crate) fn room_for(&self, more: usize, meter: &Meter<'_>) -> Result<(), Reason> {
        let weight = self.weight + self.derivatives.len() / 2;
        if weight.saturating_add(more) > meter.limits.regex_nodes {
            Err(Reason::Size)
        } else {
            Ok(())
        }
    }

    /// Whether the empty word is in the language.
    pub(crate) fn nullable(&self, id: ReId) -> bool {
        self.nullable[id as usize]
    }

    /// `(str.to_re s)`: the language {s}.
    pub(crate) fn word(&mut self, word: &[u32]) -> ReId {
        let mut id = EMPTY;
        for &c in word.iter().rev() {
            let first = self.range(c, c);
            id = self.concat(first, id);
        }
        id
    }

    /// The one-character words from `lo` to `hi`; none if `lo > hi`.
    pub(crate) fn range(&mut self, lo: u32, hi: u32) -> ReId {
        if lo > hi {
            NONE
        } else {
            self.intern(Node::Range(lo, hi))
        }
    }

    /// `re.allchar`
    pub(crate) fn all_char(&mut self) -> ReId {
        self.range(0, MAX_CHAR)
    }

    /// `(re.++ left right)`
    pub(crate) fn concat(&mut self, left: ReId, right: ReId) -> ReId {
        match (left, right) {
            (NONE, _) | (_, NONE) => NONE,
            (EMPTY, other) | (other, EMPTY) => other,
            _ => self.intern(Node::Concat(left, right)),
        }
    }

    /// `(re.++ …)` of any number of parts.
    pub(crate) fn concat_all(&mut self, parts: &[ReId]) -> ReId {
        let mut id = EMPTY;
        for &part in parts.iter().rev() {
            id = self.concat(part, id);
        }
        id
    }

    /// `(re.union …)` of any number of parts.
    pub(crate) fn union(&mut self, parts: &[ReId]) -> ReId {
        let mut set = Vec::with_capacity(parts.len());
        for &part in parts {
            match &self.nodes[part as usize] {
                Node::Union(inner) => set.extend_from_slice(inner),
                _ => set.push(part),
            }
        }
        self.normalise(&mut set);
        match set[..] {
            _ if set.contains(&ALL) => ALL,
            [] => NONE,
            [only] => only,
            _ => self.intern(Node::Union(set.into())),
        }
    }

    /// Makes the members of a union a set without ∅, and joins repetitions of one expression
    /// before the same rest: r{a,b}s ∪ r{c,d}s = r{min(a,c),max(b,d)}s if there is no gap between
    /// the intervals. Counters in ambiguous expressions would multiply otherwise.
    pub(crate) fn normalise(&mut self, set: &mut Vec<ReId>) {
        set.retain(|&part| part != NONE);
        set.sort_unstable();
        set.dedup();
        let mut loops: Vec<(ReId, ReId, u32, u32)> = Vec::new();
        loops.extend(set.iter().filter_map(|&part| self.leading_loop(part)));
        if loops.len() < 2 {
            return;
        }
        loops.sort_unstable();
        let count = loops.len();
        loops.dedup_by(|next, kept| {
            let joins = (next.0, next.1) == (kept.0, kept.1) && next.2 <= kept.3.saturating_add(1);
            if joins {
                kept.3 = kept.3.max(next.3);
            }
            joins
        });
        if loops.len() == count {
            return;
        }
        set.retain(|&part| self.leading_loop(part).is_none());
        for (part, rest, lo, hi) in loops {
            let repeated = self.repeat(part, lo, hi);
            set.push(self.concat(repeated, rest));
        }
        set.sort_unstable();
        set.dedup();
    }

    /// The parts of `r{lo,hi}s`: r, s, lo and hi.
    fn leading_loop(&self, id: ReId) -> Option<(ReId, ReId, u32, u32)> {
        let (first, rest) = match self.nodes[id as usize] {
            Node::Concat(first, rest) => (first, rest),
            _ => (id, EMPTY),
        };
        match self.nodes[first as usize] {
            Node::Loop(part, lo, hi) => Some((part, rest, lo, hi)),
            _ => None,
        }
    }

    /// `(re.inter …)` of any number of parts.
    pub(crate) fn inter(&mut self, parts: &[ReId]) -> ReId {
        let mut set = Vec::with_capacity(parts.len());
        for &part in parts {
            match &self.nodes[part as usize] {
                Node::Inter(inner) => set.extend_from_slice(inner),
                _ => set.push(part),
            }
        }
        set.retain(|&part| part != ALL);
        set.sort_unstable();
        set.dedup();
        match set[..] {
            _ if set.contains(&NONE) => NONE,
            [] => ALL,
            [only] => only,
            _ => self.intern(Node::Inter(set.into())),
        }
    }

    /// `(re.comp part)`
    pub(crate) fn comp(&mut self, part: ReId) -> ReId {
        match self.nodes[part as usize] {
            Node::Comp(inner) => inner,
            _ => self.intern(Node::Comp(part)),
        }
    }

    /// `(re.diff a b c)`, which is `(re.diff (re.diff a b) c)`.
    pub(crate) fn difference(&mut self, parts: &[ReId]) -> ReId {
        let mut kept = parts.to_vec();
        for part in &mut kept[1..] {
            *part = self.comp(*part);
        }
        self.inter(&kept)
    }

    /// `(re.+ part)`
    pub(crate) fn plus(&mut self, part: ReId) -> ReId {
        let star = self.star(part);
        self.concat(part, star)
    }

    /// `(re.* part)`
    pub(crate) fn star(&mut self, part: ReId) -> ReId {
        match self.nodes[part as usize] {
            Node::None | Node::Empty => EMPTY,
            Node::Star(_) => part,
            _ => self.intern(Node::Star(part)),
        }
    }

    /// `((_ re.loop lo hi) part)`: the empty language if `lo > hi`, {ε} if both are 0.
    pub(crate) fn repeat(&mut self, part: ReId, lo: u32, hi: u32) -> ReId {
        match (part, lo, hi) {
            _ if lo > hi => NONE,
            (_, 0, 0) | (NONE, 0, _) | (EMPTY, ..) => EMPTY,
            (NONE, ..) => NONE,
            (_, 1, 1) => part,
            _ => self.intern(Node::Loop(part, lo, hi)),
        }
    }

    /// The derivative by `c`.
    pub(crate) fn derive(
        &mut self,
        id: ReId,
        c: u32,
        meter: &mut Meter<'_>,
    ) -> Result<ReId, Reason> {
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            if self.derivatives.contains_key(&(top, c)) {
                stack.pop();
                continue;
            }
            meter.spend(1)?;
            let before = stack.len();
            let known = |id: ReId| self.derivatives.contains_key(&(id, c));
            match &self.nodes[top as usize] {
                // The right part matters only if the left one can be empty.
                Node::Concat(left, right) => {
                    if !known(*left) {
                        stack.push(*left);
                    }
                    if self.nullable[*left as usize] && !known(*right) {
                        stack.push(*right);
                    }
                }
                node => node.for_each_child(|child| {
                    if !known(child) {
                        stack.push(child);
                    }
                }),
            }
            if stack.len() == before {
                stack.pop();
                let derivative = self.derive_from_parts(top, c, meter)?;
                self.derivatives.insert((top, c), derivative);
                self.within(meter)?;
            }
        }
        Ok(self.derivatives[&(id, c)])
    }

    /// The derivative by `c` when those of the parts are known.
    fn derive_from_parts(
        &mut self,
        id: ReId,
        c: u32,
        meter: &mut Meter<'_>,
    ) -> Result<ReId, Reason> {
        let of = |part: &ReId| self.derivatives[&(*part, c)];
        let derivative = match &self.nodes[id as usize] {
            Node::None | Node::Empty => NONE,
            Node::Range(lo, hi) if (*lo..=*hi).contains(&c) => EMPTY,
            Node::Range(..) => NONE,
            // c⁻¹(rs) = (c⁻¹r)s ∪ (c⁻¹s if ε ∈ r)
            Node::Concat(left, right) => {
                let (left, right) = (*left, *right);
                let (first, skipped) = (of(&left), self.nullable(left));
                let first = self.concat_parts(first, right);
                if skipped {
                    let second = self.derivatives[&(right, c)];
                    self.union(&[first, second])
                } else {
                    first
                }
            }
            Node::Union(parts) => {
                meter.spend(parts.len())?;
                let parts: Vec<ReId> = parts.iter().map(of).collect();
                self.union(&parts)
            }
            Node::Inter(parts) => {
                meter.spend(parts.len())?;
                let parts: Vec<ReId> = parts.iter().map(of).collect();
                self.inter(&parts)
            }
            Node::Comp(part) => {
                let part = of(part);
                self.comp(part)
            }
            // c⁻¹(r*) = (c⁻¹r)r*
            Node::Star(part) => {
                let first = of(part);
                self.concat_parts(first, id)
            }
            // c⁻¹(r{lo,hi}) = (c⁻¹r)r{lo−1,hi−1}; if ε ∈ r, both sides may skip repetitions.
            Node::Loop(part, lo, hi) => {
                let (part, lo, hi) = (*part, *lo, *hi);
                let first = of(&part);
                let rest = self.repeat(part, lo.saturating_sub(1), hi - 1);
                self.concat_parts(first, rest)
            }
        };
        Ok(derivative)
    }

    /// `left` before `right`, member by member if `left` is a union.
    fn concat_parts(&mut self, left: ReId, right: ReId) -> ReId {
        let Node::Union(parts) = &self.nodes[left as usize] else {
            return self.concat(left, right);
        };
        let parts = parts.clone();
        let parts: Vec<ReId> = parts.iter().map(|&p| self.concat(p, right)).collect();
        self.union(&parts)
    }

    /// The sub-expressions of `roots`, ascending, which is parts first.
    pub(crate) fn reachable(&self, roots: &[ReId]) -> Vec<ReId> {
        let mut seen: FxHashSet<ReId> = roots.iter().copied().collect();
        let mut stack = roots.to_vec();
        while let Some(id) = stack.pop() {
            self.nodes[id as usize].for_each_child(|child| {
                if seen.insert(child) {
                    stack.push(child);
                }
            });
        }
        let mut reachable: Vec<ReId> = seen.into_iter().collect();
        reachable.sort_unstable();
        reachable
    }

    /// The expression as a value of its own.
    pub(crate) fn export(&self, id: ReId) -> Regex {
        let order = self.reachable(&[id]);
        let place = |id: ReId| {
            let place = order.binary_search(&id).expect("parts are reachable");
            u32::try_from(place).expect("fewer nodes than in the table")
        };
        let nodes: Arc<[Node]> = order
            .iter()
            .map(|&id| self.nodes[id as usize].map_children(place))
            .collect();
        Regex { nodes }
    }

    /// The expression that a value holds.
    pub(crate) fn import(&mut self, regex: &Regex) -> ReId {
        let mut ids: Vec<ReId> = Vec::with_capacity(regex.nodes.len());
        for node in regex.nodes.iter() {
            let of = |part: &u32| ids[*part as usize];
            let id = match node {
                Node::None => NONE,
                Node::Empty => EMPTY,
                Node::Range(lo, hi) => self.range(*lo, *hi),
                Node::Concat(left, right) => self.concat(of(left), of(right)),
                Node::Union(parts) => self.union(&parts.iter().map(of).collect::<Vec<_>>()),
                Node::Inter(parts) => self.inter(&parts.iter().map(of).collect::<Vec<_>>()),
                Node::Comp(part) => self.comp(of(part)),
                Node::Star(part) => self.star(of(part)),
                Node::Loop(part, lo, hi) => self.repeat(of(part), *lo, *hi),
            };
            ids.push(id);
        }
        ids.last().copied().unwrap_or(NONE)
    }
}
