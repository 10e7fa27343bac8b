//! Smart constructors, part two: union, intersection, complement, difference.
//!
//! Union and intersection are sets of parts (ACI) with units, annihilators, absorption and
//! merging of what differs only in a class or a counter. Complement sits on top of unions:
//! an intersection holds at most one complement, that of a union (L16), so that a search
//! state has the form "positive parts, and outside this set", which is what the antichains
//! of `search.rs` compare. A complement of an intersection becomes a union (L17), which a
//! search splits. Rewrites look one level deep only; nothing here recurses.

use crate::charset::CharSet;
use crate::store::{ALL, ALLCHAR, ClassId, EPSILON, NONE, NONEMPTY, Node, Regex, RegexStore};
use rustc_hash::FxHashMap;

impl RegexStore {
    /// `re.union` of any number of parts; of none, the empty language. Give all parts of a
    /// nested union at once: adding them one by one normalises the list each time.
    pub fn union(&mut self, parts: &[Regex]) -> Regex {
        let mut list = Vec::with_capacity(parts.len());
        for &part in parts {
            match self.node(part) {
                Node::None => {}
                Node::Union(inner) => list.extend_from_slice(inner),
                _ => list.push(part),
            }
        }
        list.sort_unstable();
        list.dedup();
        // A merge may make new neighbours; two more rounds find all but contrived cases.
        for _ in 0..3 {
            if list.len() < 2 || !self.merge_parts(&mut list) {
                break;
            }
            list.sort_unstable();
            list.dedup();
        }
        self.absorb_in_union(&mut list);
        match list[..] {
            [] => NONE,
            [only] => only,
            _ => self.intern(Node::Union(list.into())),
        }
    }

    /// Merges `A·t ∪ B·t` into `(A∪B)·t` for classes, and `r{a,b}·t ∪ r{c,d}·t` into one
    /// counter if the intervals touch (L86). `ε` as tail covers bare classes and counters.
    fn merge_parts(&mut self, list: &mut Vec<Regex>) -> bool {
        let mut by_tail: FxHashMap<Regex, Vec<usize>> = FxHashMap::default();
        let mut by_body: FxHashMap<(Regex, Regex), Vec<usize>> = FxHashMap::default();
        let mut tails: Vec<Regex> = Vec::new();
        let mut bodies: Vec<(Regex, Regex)> = Vec::new();
        for (at, &part) in list.iter().enumerate() {
            let (head, tail) = self.head_and_tail(part);
            match *self.node(head) {
                Node::Class(_) => {
                    let group = by_tail.entry(tail).or_default();
                    if group.len() == 1 {
                        tails.push(tail);
                    }
                    group.push(at);
                }
                Node::Loop { body, .. } => {
                    let group = by_body.entry((body, tail)).or_default();
                    if group.is_empty() {
                        bodies.push((body, tail));
                    }
                    group.push(at);
                }
                _ => {}
            }
        }
        let mut changed = false;
        for tail in tails {
            let group = &by_tail[&tail];
            let mut class: Option<ClassId> = None;
            for &at in group {
                let (head, _) = self.head_and_tail(list[at]);
                if let Node::Class(id) = *self.node(head) {
                    class = Some(class.map_or(id, |sofar| self.class_join(sofar, id)));
                }
                list[at] = NONE;
            }
            if let Some(class) = class {
                let head = self.intern(Node::Class(class));
                list[group[0]] = self.cons(head, tail);
                changed = true;
            }
        }
        if bodies.is_empty() {
            list.retain(|&part| part != NONE);
            return changed;
        }
        // Where each part stands; an entry is stale if the list has something else there.
        let places: FxHashMap<Regex, usize> = list
            .iter()
            .enumerate()
            .map(|(at, &part)| (part, at))
            .collect();
        for key in bodies {
            changed |= self.merge_counters(list, &places, key, &by_body[&key]);
        }
        list.retain(|&part| part != NONE);
        changed
    }

    /// Merges the counters `list[at]`, `at` in `group`, of one body and tail; the tail itself
    /// is exponent 0, and body·tail exponent 1, if they are in the list.
    fn merge_counters(
        &mut self,
        list: &mut [Regex],
        places: &FxHashMap<Regex, usize>,
        (body, tail): (Regex, Regex),
        group: &[usize],
    ) -> bool {
        let mut intervals: Vec<(u32, Option<u32>)> = Vec::with_capacity(group.len() + 2);
        let mut slots: Vec<usize> = Vec::with_capacity(group.len());
        for &at in group {
            // A member may have been absorbed as the tail of another group.
            let (head, _) = self.head_and_tail(list[at]);
            if let Node::Loop { lo, hi, .. } = *self.node(head) {
                intervals.push((lo, hi));
                slots.push(at);
            }
        }
        if slots.is_empty() {
            return false;
        }
        let once = self.concat(body, tail);
        let mut absorbed: Vec<usize> = Vec::new();
        for (exponent, member) in [(0, tail), (1, once)] {
            let joins = |&(lo, hi): &(u32, Option<u32>)| {
                lo <= exponent + 1 && hi.is_none_or(|hi| hi >= exponent)
            };
            if intervals.iter().any(joins)
                && let Some(&at) = places.get(&member)
                && list[at] == member
            {
                intervals.push((exponent, Some(exponent)));
                absorbed.push(at);
            }
        }
        if intervals.len() == 1 {
            return false;
        }
        let merged = joined_intervals(intervals);
        if merged.len() == slots.len() && absorbed.is_empty() {
            return false;
        }
        for &at in slots.iter().chain(&absorbed) {
            list[at] = NONE;
        }
        for (slot, (lo, hi)) in slots.iter().chain(&absorbed).zip(merged) {
            // Exponents 0 and 1 alone come back as they were; others are proper counters.
            list[*slot] = match (lo, hi) {
                (0, Some(0)) => tail,
                (1, Some(1)) => once,
                _ => {
                    let lo = if self.nullable(body) { 0 } else { lo };
                    let head = self.intern(Node::Loop { body, lo, hi });
                    self.cons(head, tail)
                }
            };
        }
        true
    }

    /// `r ∪ all = all` (L05), `r ∪ ¬r = all` (L06), `r ∪ (r∩s) = r` (L12), `ε` beside a
    /// nullable part, and parts inside a pure length range.
    fn absorb_in_union(&mut self, list: &mut Vec<Regex>) {
        if list.len() < 2 {
            return;
        }
        let everything = list.contains(&ALL)
            || list.iter().any(|&part| match self.node(part) {
                Node::Comp(inner) => self.union_covers(list, *inner),
                _ => false,
            });
        if everything {
            *list = vec![ALL];
            return;
        }
        if list[0] == EPSILON && list[1..].iter().any(|&part| self.nullable(part)) {
            list.remove(0);
        }
        let ranges: Vec<(Regex, u64, Option<u64>)> = list
            .iter()
            .filter_map(|&part| self.length_range(part).map(|(lo, hi)| (part, lo, hi)))
            .collect();
        let kept: Vec<Regex> = list
            .iter()
            .copied()
            .filter(|&part| {
                let inside = ranges
                    .iter()
                    .any(|&(range, lo, hi)| range != part && self.lengths_within(part, lo, hi));
                let absorbed = match self.node(part) {
                    Node::Inter(inner) => {
                        inner.iter().any(|piece| list.binary_search(piece).is_ok())
                    }
                    _ => false,
                };
                !inside && !absorbed
            })
            .collect();
        *list = kept;
        self.drop_redundant(list, false);
    }

    /// Whether every part of `inner` is in the sorted list, so that `list ∪ ¬inner` is all.
    fn union_covers(&self, list: &[Regex], inner: Regex) -> bool {
        match self.node(inner) {
            Node::Union(parts) => parts.iter().all(|part| list.binary_search(part).is_ok()),
            _ => list.binary_search(&inner).is_ok(),
        }
    }

    /// The bounds of a regex that says nothing but "the length lies in this interval".
    pub(crate) fn length_range(&self, r: Regex) -> Option<(u64, Option<u64>)> {
        match *self.node(r) {
            _ if r == ALLCHAR => Some((1, Some(1))),
            Node::Loop {
                body: ALLCHAR,
                lo,
                hi,
            } => Some((lo.into(), hi.map(u64::from))),
            _ => None,
        }
    }

    pub(crate) fn lengths_within(&self, r: Regex, lo: u64, hi: Option<u64>) -> bool {
        let info = self.info(r);
        info.min_len >= lo && hi.is_none_or(|hi| info.max_len.is_some_and(|max| max <= hi))
    }

    /// `re.inter` of any number of parts; of none, every word.
    pub fn inter(&mut self, parts: &[Regex]) -> Regex {
        let mut list: Vec<Regex> = Vec::with_capacity(parts.len());
        let mut outside: Vec<Regex> = Vec::new();
        for &part in parts {
            let pieces = match self.node(part) {
                Node::Inter(inner) => inner.clone(),
                _ => [part].into(),
            };
            for &piece in pieces.iter() {
                match *self.node(piece) {
                    Node::None => return NONE,
                    Node::Comp(inner) => outside.push(inner),
                    _ if piece == ALL => {}
                    _ => list.push(piece),
                }
            }
        }
        list.sort_unstable();
        list.dedup();
        if !self.merge_lengths_and_classes(&mut list) {
            return NONE;
        }
        if !outside.is_empty() {
            let excluded = self.union(&outside);
            if list.iter().any(|&part| self.is_part(excluded, part)) {
                return NONE;
            }
            match self.comp_shallow(excluded) {
                NONE => return NONE,
                ALL => {}
                complement => match self.node(complement) {
                    // Happens for complements that are no `Comp`, such as length ranges.
                    Node::Inter(inner) => list.extend(inner.iter().copied()),
                    _ => list.push(complement),
                },
            }
            list.sort_unstable();
            list.dedup();
        }
        self.finish_inter(list)
    }

    /// Whether `part` is obviously within the union `whole` or one of its parts.
    fn is_part(&self, whole: Regex, part: Regex) -> bool {
        match self.node(whole) {
            Node::Union(parts) => self.within_parts(part, parts),
            _ => self.obviously_within(part, whole),
        }
    }

    /// Intersects classes (L96, L98) and pure length ranges; `false` if nothing is left.
    fn merge_lengths_and_classes(&mut self, list: &mut Vec<Regex>) -> bool {
        let mut class: Option<ClassId> = None;
        let mut range: Option<(u64, Option<u64>)> = None;
        let mut rest: Vec<Regex> = Vec::with_capacity(list.len());
        for &part in list.iter() {
            if let Node::Class(id) = *self.node(part) {
                class = match class {
                    None => Some(id),
                    Some(sofar) => match self.class_meet(sofar, id) {
                        None => return false,
                        meet => meet,
                    },
                };
            } else if let Some((lo, hi)) = self.length_range(part) {
                let (low, high) = range.unwrap_or((0, None));
                let high = match (high, hi) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
                range = Some((low.max(lo), high));
            } else {
                rest.push(part);
            }
        }
        if let Some(id) = class {
            rest.push(self.intern(Node::Class(id)));
        }
        if let Some((lo, hi)) = range {
            if hi.is_some_and(|hi| lo > hi) {
                return false;
            }
            if !rest.iter().any(|&part| self.lengths_within(part, lo, hi)) {
                // The bounds came from counters, so they fit.
                let (lo, hi) = (lo as u32, hi.map(|hi| hi as u32));
                rest.push(self.repeat(ALLCHAR, lo, hi));
            }
        }
        rest.sort_unstable();
        *list = rest;
        true
    }

    /// `ε ∩ r` (L103, L104), contradictory lengths, `r ∩ (r ∪ s) = r` (L13).
    fn finish_inter(&mut self, mut list: Vec<Regex>) -> Regex {
        let (mut min, mut max) = (0, None::<u64>);
        for &part in &list {
            let info = self.info(part);
            min = info.min_len.max(min);
            max = match (max, info.max_len) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        if max.is_some_and(|max| min > max) {
            return NONE;
        }
        if max == Some(0) {
            let nullable = list.iter().all(|&part| self.nullable(part));
            return if nullable { EPSILON } else { NONE };
        }
        if list.len() > 1 {
            let kept: Vec<Regex> = list
                .iter()
                .copied()
                .filter(|&part| match self.node(part) {
                    Node::Union(inner) => {
                        !inner.iter().any(|piece| list.binary_search(piece).is_ok())
                    }
                    _ => true,
                })
                .collect();
            list = kept;
            self.drop_redundant(&mut list, true);
        }
        match list[..] {
            [] => ALL,
            [only] => only,
            _ => self.intern(Node::Inter(list.into())),
        }
    }

    /// `re.comp`.
    pub fn comp(&mut self, r: Regex) -> Regex {
        match self.node(r).clone() {
            Node::Inter(parts) => {
                let outside: Vec<Regex> = parts.iter().map(|&p| self.comp_shallow(p)).collect();
                self.union(&outside)
            }
            Node::Union(parts) => {
                let mut inside = Vec::new();
                let mut rest = Vec::new();
                for &part in parts.iter() {
                    match *self.node(part) {
                        Node::Comp(inner) => inside.push(inner),
                        _ => rest.push(part),
                    }
                }
                if inside.is_empty() {
                    return self.comp_shallow(r);
                }
                let rest = self.union(&rest);
                inside.push(self.comp_shallow(rest));
                self.inter(&inside)
            }
            _ => self.comp_shallow(r),
        }
    }

    /// Complement by the laws of one node only: L18–L20, and the complement of a length
    /// range is a union of length ranges (L42, L99).
    fn comp_shallow(&mut self, r: Regex) -> Regex {
        match *self.node(r) {
            Node::None => return ALL,
            Node::Epsilon => return NONEMPTY,
            Node::Comp(inner) => return inner,
            _ if r == ALL => return NONE,
            _ => {}
        }
        let Some((lo, hi)) = self.length_range(r) else {
            return self.intern(Node::Comp(r));
        };
        let mut sides = Vec::with_capacity(2);
        if lo > 0 {
            sides.push(self.repeat(ALLCHAR, 0, Some(lo as u32 - 1)));
        }
        match hi.map(|hi| u32::try_from(hi + 1)) {
            None => {}
            Some(Ok(above)) => sides.push(self.repeat(ALLCHAR, above, None)),
            // The bound is not representable as a counter.
            Some(Err(_)) => return self.intern(Node::Comp(r)),
        }
        self.union(&sides)
    }

    /// `re.diff`: words of the first that are not in the second (L21).
    pub fn diff(&mut self, first: Regex, second: Regex) -> Regex {
        let outside = self.comp(second);
        self.inter(&[first, outside])
    }

    /// The conjunction of memberships and non-memberships of one word: the intersection of
    /// each regex with polarity `true` and the complements of the others.
    pub fn conjunction(&mut self, literals: &[(Regex, bool)]) -> Regex {
        let mut parts = Vec::with_capacity(literals.len());
        for &(regex, polarity) in literals {
            parts.push(if polarity { regex } else { self.comp(regex) });
        }
        self.inter(&parts)
    }

    /// The words over a set of characters.
    pub fn words_over(&mut self, set: CharSet) -> Regex {
        let class = self.class(set);
        self.star(class)
    }
}

/// The same exponents in as few intervals as possible.
fn joined_intervals(mut intervals: Vec<(u32, Option<u32>)>) -> Vec<(u32, Option<u32>)> {
    intervals.sort_unstable_by_key(|&(lo, hi)| (lo, hi.is_none(), hi));
    let mut joined: Vec<(u32, Option<u32>)> = Vec::with_capacity(intervals.len());
    for (lo, hi) in intervals {
        match joined.last_mut() {
            Some(last) if last.1.is_none_or(|end| lo <= end.saturating_add(1)) => {
                last.1 = last.1.zip(hi).map(|(a, b)| a.max(b));
            }
            _ => joined.push((lo, hi)),
        }
    }
    joined
}
