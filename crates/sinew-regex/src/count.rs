//! How many words: in all, and whether there is only one.
//!
//! Counting runs the lazily built DFA from the regex, length by length, with the number of
//! words that lead to each state.

use crate::nfa::Nfa;
use crate::store::{NONE, Node, Regex, RegexStore};
use sinew_base::{Budget, Integer, StopReason};
use std::collections::BTreeMap;

/// Words longer than this are not spelled out by structure alone.
const LONGEST_SPELLED: u64 = 1 << 16;

impl RegexStore {
    /// The number of words; `None` if there are infinitely many.
    pub fn language_size(
        &mut self,
        r: Regex,
        budget: &Budget,
    ) -> Result<Option<Integer>, StopReason> {
        if !self.is_finite(r, budget)? {
            return Ok(None);
        }
        let mut total = Integer::from(0i64);
        let Some(longest) = self.lengths(r, budget)?.max() else {
            return Ok(Some(total));
        };
        let mut layer = BTreeMap::from([(r, Integer::from(1i64))]);
        for read in 0..=longest {
            total = &total + &self.accepted(&layer);
            if read < longest {
                layer = self.next_layer(&layer, budget)?;
            }
        }
        Ok(Some(total))
    }

    fn accepted(&self, layer: &BTreeMap<Regex, Integer>) -> Integer {
        let accepting = layer.iter().filter(|(state, _)| self.nullable(**state));
        accepting.map(|(_, count)| count.clone()).sum()
    }

    fn next_layer(
        &mut self,
        layer: &BTreeMap<Regex, Integer>,
        budget: &Budget,
    ) -> Result<BTreeMap<Regex, Integer>, StopReason> {
        let mut next: BTreeMap<Regex, Integer> = BTreeMap::new();
        for (&state, count) in layer {
            let span = self.disjoint_form(state, budget)?;
            budget.spend((span.end - span.start) as u64 + 1)?;
            for index in span.start..span.end {
                let (class, rest) = self.steps[index];
                if rest != NONE {
                    let ways = Integer::from(i64::from(self.class_set(class).len()));
                    let more = count * &ways;
                    let sum = next.get(&rest).map_or(more.clone(), |known| known + &more);
                    next.insert(rest, sum);
                }
            }
        }
        Ok(next)
    }

    /// Whether there are finitely many words.
    pub fn is_finite(&mut self, r: Regex, budget: &Budget) -> Result<bool, StopReason> {
        let info = self.info(r);
        if info.positive || info.max_len.is_some() {
            return Ok(info.max_len.is_some());
        }
        Ok(Nfa::from_regex(self, r, budget)?.is_finite())
    }

    /// The only word, where the structure shows it: a sequence of single characters, fixed
    /// repetitions included. Words beyond 2^16 characters are not spelled out.
    #[must_use]
    pub fn as_singleton(&self, r: Regex) -> Option<Vec<u32>> {
        let info = self.info(r);
        if !info.positive || info.min_len > LONGEST_SPELLED || info.max_len != Some(info.min_len) {
            return None;
        }
        let mut word = Vec::with_capacity(info.min_len as usize);
        let mut tasks: Vec<(Regex, u32)> = vec![(r, 1)];
        while let Some((r, times)) = tasks.pop() {
            if times > 1 {
                tasks.push((r, times - 1));
            }
            match self.node(r) {
                Node::Epsilon => {}
                Node::Class(class) => word.push(self.class_set(*class).as_single()?),
                Node::Concat(head, tail) => tasks.extend([(*tail, 1), (*head, 1)]),
                Node::Loop { body, lo, .. } => tasks.push((*body, *lo)),
                _ => return None,
            }
        }
        Some(word)
    }

    /// All words of a small language where the structure shows that there are at most
    /// `limit`; cheap enough to ask of every regex.
    #[must_use]
    pub fn small_language(&self, r: Regex, limit: usize) -> Option<Vec<Vec<u32>>> {
        if !self.is_positive(r) || self.info(r).max_len? > LONGEST_SPELLED {
            return None;
        }
        let mut branches = match self.node(r) {
            Node::None => return Some(Vec::new()),
            Node::Union(parts) => parts.to_vec(),
            _ => vec![r],
        };
        let mut words: Vec<Vec<u32>> = Vec::new();
        for branch in branches.drain(..) {
            let mut partial: Vec<Vec<u32>> = vec![Vec::new()];
            for part in self.spine(branch) {
                let choices = self.small_choices(part, limit)?;
                if partial.len().checked_mul(choices.len())? > limit {
                    return None;
                }
                partial = partial
                    .iter()
                    .flat_map(|start| {
                        choices
                            .iter()
                            .map(move |end| [&start[..], &end[..]].concat())
                    })
                    .collect();
            }
            words.extend(partial);
            if words.len() > limit {
                return None;
            }
        }
        words.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        words.dedup();
        Some(words)
    }

    /// The words of one part of a concatenation: a class, a fixed word, or alternatives of
    /// those.
    fn small_choices(&self, r: Regex, limit: usize) -> Option<Vec<Vec<u32>>> {
        let alternatives = match self.node(r) {
            Node::Union(parts) => parts.to_vec(),
            _ => vec![r],
        };
        let mut words = Vec::new();
        for part in alternatives {
            match self.node(part) {
                Node::Class(class) => {
                    let set = self.class_set(*class);
                    if set.len() as usize > limit {
                        return None;
                    }
                    let chars = set.ranges().iter().flat_map(|&(lo, hi)| lo..=hi);
                    words.extend(chars.map(|c| vec![c]));
                }
                _ => words.push(self.as_singleton(part)?),
            }
            if words.len() > limit {
                return None;
            }
        }
        Some(words)
    }
}
