//! Reversal, right quotients, and splits of a regex for concatenated words.
//!
//! A split of `R` is a finite list of pairs with: `xy ∈ R` iff `x ∈ R1` and `y ∈ R2` for
//! one of the pairs. Taken by structure: at a concatenation the cut lies in the left or in
//! the right part, at a loop in one of the repetitions, at an intersection in both parts at
//! once. Under a complement the pairs are the states of the lazily built DFA: the words
//! that lead to a state, and the words that it accepts.

use crate::nfa::Nfa;
use crate::store::{EPSILON, NONE, Node, Regex, RegexStore};
use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};
use std::convert::Infallible;

/// Pairs of a split.
type Pairs = Vec<(Regex, Regex)>;

impl RegexStore {
    /// The language of the reversed words.
    pub fn reverse(&mut self, r: Regex) -> Regex {
        let visited = self.visit_after_operands(r, |store, top| {
            if store.reversals.contains_key(&top) {
                return Ok::<_, Infallible>(Vec::new());
            }
            let mut missing = store.operands(top);
            missing.retain(|part| !store.reversals.contains_key(part));
            if missing.is_empty() {
                let reversed = store.reverse_node(top);
                store.reversals.insert(top, reversed);
                store.reversals.insert(reversed, top);
            }
            Ok(missing)
        });
        let Ok(()) = visited;
        self.reversals[&r]
    }

    fn reverse_node(&mut self, r: Regex) -> Regex {
        let parts = self.operands(r);
        let mut reversed: Vec<Regex> = parts.iter().map(|part| self.reversals[part]).collect();
        match *self.node(r) {
            Node::Concat(..) => reversed.reverse(),
            Node::State { automaton, state } => {
                let nfa = self.automaton_of(automaton, state).trimmed().reversed();
                return self.insert_automaton(&nfa).0;
            }
            _ => {}
        }
        self.rebuilt(r, &reversed)
    }

    /// The right quotient by a word: the words `w` with `w·word` in the language.
    pub fn right_quotient(
        &mut self,
        r: Regex,
        word: &[u32],
        budget: &Budget,
    ) -> Result<Regex, StopReason> {
        let backwards: Vec<u32> = word.iter().rev().copied().collect();
        let reversed = self.reverse(r);
        let quotient = self.left_quotient(reversed, &backwards, budget)?;
        Ok(self.reverse(quotient))
    }

    /// Pairs `(R1, R2)` such that `xy ∈ R` iff `x ∈ R1` and `y ∈ R2` for one of them.
    /// No two pairs have the same `R2`.
    ///
    /// ```
    /// use sinew_base::Budget;
    /// use sinew_regex::RegexStore;
    /// let mut store = RegexStore::new();
    /// let ab = store.literal(&[97, 98]);
    /// let (a, b) = (store.literal(&[97]), store.literal(&[98]));
    /// let pairs = store.splits(ab, &Budget::unlimited()).unwrap();
    /// assert_eq!(pairs, [(store.epsilon(), ab), (a, b), (ab, store.epsilon())]);
    /// ```
    pub fn splits(&mut self, r: Regex, budget: &Budget) -> Result<Pairs, StopReason> {
        let mut done: FxHashMap<Regex, Pairs> = FxHashMap::default();
        self.visit_after_operands(r, |store, top| {
            if done.contains_key(&top) {
                return Ok(Vec::new());
            }
            let mut missing = match store.node(top) {
                Node::Comp(_) => Vec::new(),
                _ => store.operands(top),
            };
            missing.retain(|part| !done.contains_key(part));
            if missing.is_empty() {
                let pairs = store.split_node(top, &done, budget)?;
                budget.spend(pairs.len() as u64 + 1)?;
                done.insert(top, pairs);
            }
            Ok(missing)
        })?;
        Ok(done.remove(&r).unwrap_or_default())
    }

    fn split_node(
        &mut self,
        r: Regex,
        done: &FxHashMap<Regex, Pairs>,
        budget: &Budget,
    ) -> Result<Pairs, StopReason> {
        let mut pairs = Vec::new();
        match self.node(r).clone() {
            Node::None => {}
            Node::Epsilon => pairs.push((EPSILON, EPSILON)),
            Node::Class(_) => pairs.extend([(EPSILON, r), (r, EPSILON)]),
            Node::Concat(..) => {
                let parts = self.spine(r);
                let mut before = Vec::new();
                let mut rest = r;
                for part in parts {
                    let after = match *self.node(rest) {
                        Node::Concat(_, tail) => tail,
                        _ => EPSILON,
                    };
                    let done_before = self.concat_all(&before);
                    for &(first, second) in &done[&part] {
                        budget.spend(1)?;
                        let first = self.concat(done_before, first);
                        pairs.push((first, self.concat(second, after)));
                    }
                    before.push(part);
                    rest = after;
                }
            }
            Node::Union(parts) => {
                for part in parts.iter() {
                    pairs.extend_from_slice(&done[part]);
                }
            }
            Node::Inter(parts) => {
                pairs.push((self.all(), self.all()));
                for part in parts.iter() {
                    let mut next = Vec::new();
                    for &(first, second) in &pairs {
                        for &(left, right) in &done[part] {
                            budget.spend(1)?;
                            let pair = (self.inter(&[first, left]), self.inter(&[second, right]));
                            next.push(pair);
                        }
                    }
                    pairs = self.merged_pairs(next, budget)?;
                }
            }
            Node::Loop { body, lo, hi } => {
                return self.split_loop(body, lo, hi, &done[&body], budget);
            }
            Node::Comp(_) | Node::State { .. } => return self.split_by_states(r, budget),
        }
        self.merged_pairs(pairs, budget)
    }

    /// The cut lies in repetition number i: before it i repetitions, after it the rest. Once
    /// the lower bound is met and there is no upper one, the repetitions before are a star.
    fn split_loop(
        &mut self,
        body: Regex,
        lo: u32,
        hi: Option<u32>,
        inner: &[(Regex, Regex)],
        budget: &Budget,
    ) -> Result<Pairs, StopReason> {
        let mut pairs = Vec::new();
        if lo == 0 {
            pairs.push((EPSILON, EPSILON));
        }
        let last = hi.map_or(lo, |hi| hi - 1);
        for before in 0..=last {
            let open = hi.is_none() && before == last;
            let first = self.repeat(body, before, if open { None } else { Some(before) });
            let after_lo = lo.saturating_sub(before + 1);
            let after = self.repeat(body, after_lo, hi.map(|hi| hi - before - 1));
            for &(left, right) in inner {
                budget.spend(1)?;
                pairs.push((self.concat(first, left), self.concat(right, after)));
            }
        }
        self.merged_pairs(pairs, budget)
    }

    /// Joins pairs with the same second regex; drops those known to be empty.
    fn merged_pairs(&mut self, pairs: Pairs, budget: &Budget) -> Result<Pairs, StopReason> {
        let mut places: FxHashMap<Regex, usize> = FxHashMap::default();
        let mut grouped: Vec<(Vec<Regex>, Regex)> = Vec::new();
        for (first, second) in pairs {
            if first == NONE || second == NONE {
                continue;
            }
            let at = *places.entry(second).or_insert_with(|| {
                grouped.push((Vec::new(), second));
                grouped.len() - 1
            });
            grouped[at].0.push(first);
        }
        budget.spend(grouped.len() as u64)?;
        let mut merged = Vec::with_capacity(grouped.len());
        for (firsts, second) in grouped {
            merged.push((self.union(&firsts), second));
        }
        Ok(merged)
    }

    /// The states of the lazily built DFA: words that lead to one, words that it accepts.
    fn split_by_states(&mut self, r: Regex, budget: &Budget) -> Result<Pairs, StopReason> {
        let mut states = vec![r];
        let mut numbers: FxHashMap<Regex, u32> = FxHashMap::default();
        numbers.insert(r, 0);
        let mut nfa = Nfa::new();
        nfa.add_state(false);
        nfa.add_initial(0);
        let mut at = 0;
        while at < states.len() {
            let span = self.disjoint_form(states[at], budget)?;
            budget.spend((span.end - span.start) as u64 + 1)?;
            for index in span.start..span.end {
                let (class, rest) = self.steps[index];
                let to = *numbers.entry(rest).or_insert_with(|| {
                    states.push(rest);
                    nfa.add_state(false)
                });
                nfa.add_edge(at as u32, self.class_set(class).clone(), to);
            }
            at += 1;
        }
        let mut pairs = Vec::with_capacity(states.len());
        for (number, &state) in states.iter().enumerate() {
            if self.known_empty(state) == Some(true) {
                continue;
            }
            budget.spend(nfa.len() as u64)?;
            let first = self.insert_automaton(&nfa.accepting_only(number as u32)).0;
            pairs.push((first, state));
        }
        Ok(pairs)
    }
}
