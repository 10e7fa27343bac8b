//! The set of word lengths of a regex.
//!
//! Positive regexes are projected by structure: union, sum, and powers of length sets.
//! An intersection whose parts, but for one, speak of lengths only, or that is over one
//! class, intersects the sets. What else has intersections or complements is explored as an NFA, whose letters are then forgotten: the set of
//! states reached after n steps is followed until it repeats.

use crate::lengths::LengthSet;
use crate::nfa::Nfa;
use crate::store::{Classes, Node, Regex, RegexStore};
use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use std::sync::Arc;

impl RegexStore {
    /// The set of the lengths of all words, exactly.
    ///
    /// ```
    /// use sinew_base::Budget;
    /// use sinew_regex::RegexStore;
    /// let mut store = RegexStore::new();
    /// let ab = store.literal(&[97, 98]);
    /// let some = store.loop_(ab, 3, 10_000);
    /// let c = store.literal(&[99]);
    /// let r = store.concat(some, c);
    /// let lengths = store.lengths(r, &Budget::unlimited()).unwrap();
    /// assert!(lengths.contains(20_001) && !lengths.contains(20_003));
    /// assert_eq!((lengths.min(), lengths.max()), (Some(7), Some(20_001)));
    /// ```
    pub fn lengths(&mut self, r: Regex, budget: &Budget) -> Result<Arc<LengthSet>, StopReason> {
        self.visit_after_operands(r, |store, top| {
            if store.length_sets.contains_key(&top) {
                return Ok(Vec::new());
            }
            let mut missing = store.length_operands(top);
            missing.retain(|part| !store.length_sets.contains_key(part));
            if missing.is_empty() {
                let lengths = store.compute_lengths(top, budget)?;
                store.length_sets.insert(top, Arc::new(lengths));
            }
            Ok(missing)
        })?;
        Ok(self.length_sets[&r].clone())
    }

    /// Whether every word has the same length; by structure, for positive regexes.
    fn fixed_length(&self, r: Regex) -> Option<u64> {
        let info = self.info(r);
        (info.positive && Some(info.min_len) == info.max_len && info.min_len < u64::MAX)
            .then_some(info.min_len)
    }

    /// What the projection by structure needs first.
    fn length_operands(&self, r: Regex) -> Vec<Regex> {
        if self.fixed_length(r).is_some() || self.length_range(r).is_some() {
            return Vec::new();
        }
        match self.node(r) {
            Node::Concat(..) => self
                .spine(r)
                .into_iter()
                .filter(|&part| self.fixed_length(part).is_none())
                .collect(),
            Node::Union(parts) => parts.to_vec(),
            Node::Loop { body, .. } => vec![*body],
            Node::Inter(parts) if self.lengths_decide(parts) => parts.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Whether a number is the length of a word in the intersection as soon as each part
    /// has a word of that length: all parts but one speak of lengths only, or all are over
    /// one and the same class.
    fn lengths_decide(&self, parts: &[Regex]) -> bool {
        let mut classes = parts.iter().map(|&part| self.info(part).classes);
        let speaking = classes.clone().filter(|classes| !classes.is_all());
        if speaking.count() <= 1 {
            return true;
        }
        let first = classes.next().unwrap_or(Classes::Several);
        first != Classes::Several && classes.all(|other| other == first)
    }

    fn compute_lengths(&mut self, r: Regex, budget: &Budget) -> Result<LengthSet, StopReason> {
        budget.spend(1)?;
        if let Some((lo, hi)) = self.length_range(r) {
            return Ok(LengthSet::interval(lo, hi));
        }
        if let Some(length) = self.fixed_length(r) {
            return Ok(LengthSet::single(length));
        }
        match self.node(r).clone() {
            Node::None => Ok(LengthSet::empty()),
            Node::Epsilon => Ok(LengthSet::single(0)),
            Node::Class(_) => Ok(LengthSet::single(1)),
            Node::Concat(..) => {
                let mut fixed = 0u64;
                let mut total = LengthSet::single(0);
                for part in self.spine(r) {
                    match self.fixed_length(part) {
                        Some(length) => {
                            fixed = fixed.checked_add(length).ok_or(StopReason::Steps)?;
                        }
                        None => total = total.sum(&self.length_sets[&part].clone(), budget)?,
                    }
                }
                total.sum(&LengthSet::single(fixed), budget)
            }
            Node::Union(parts) => {
                let mut total = LengthSet::empty();
                for part in parts.iter() {
                    total = total.union(&self.length_sets[part].clone(), budget)?;
                }
                Ok(total)
            }
            Node::Loop { body, lo, hi } => {
                let inner = self.length_sets[&body].clone();
                inner.repeat(lo, hi, budget)
            }
            Node::Inter(parts) => {
                if !self.lengths_decide(&parts) {
                    return self.walked_lengths(r, budget);
                }
                let mut common = LengthSet::interval(0, None);
                for part in parts.iter() {
                    common = common.intersection(&self.length_sets[part].clone(), budget)?;
                }
                Ok(common)
            }
            Node::Comp(_) | Node::State { .. } => self.walked_lengths(r, budget),
        }
    }

    /// Explores the NFA and follows the set of reached states until it repeats.
    fn walked_lengths(&mut self, r: Regex, budget: &Budget) -> Result<LengthSet, StopReason> {
        let nfa = Nfa::from_regex(self, r, budget)?.trimmed();
        let mut successors: Vec<Vec<u32>> = Vec::with_capacity(nfa.len());
        for state in 0..nfa.len() {
            let mut targets: Vec<u32> = nfa.row(state).iter().map(|step| step.1).collect();
            targets.sort_unstable();
            targets.dedup();
            successors.push(targets);
        }
        let mut current: Vec<u32> = nfa.initial().to_vec();
        let mut seen: FxHashMap<Vec<u32>, u64> = FxHashMap::default();
        let mut members: Vec<u64> = Vec::new();
        let mut step = 0u64;
        // The step at which each state was last reached.
        let mut marks = vec![u64::MAX; nfa.len()];
        loop {
            budget.spend(current.len() as u64 + 1)?;
            if let Some(&first) = seen.get(&current) {
                return Ok(LengthSet::periodic(first, step - first, members));
            }
            if current.iter().any(|&state| nfa.accepts_at(state as usize)) {
                members.push(step);
            }
            let mut next: Vec<u32> = Vec::new();
            for &state in &current {
                for &target in &successors[state as usize] {
                    if std::mem::replace(&mut marks[target as usize], step) != step {
                        next.push(target);
                    }
                }
            }
            next.sort_unstable();
            seen.insert(std::mem::replace(&mut current, next), step);
            step += 1;
        }
    }
}
