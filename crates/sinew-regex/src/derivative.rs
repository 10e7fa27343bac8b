//! Symbolic derivatives, memoised.
//!
//! The *linear form* of a regex is a list of steps (class, rest): `R` without `ε` is the
//! union of class·rest over the list. For positive regexes this is Antimirov's partial
//! derivative with classes for letters: the rests are the states of a small NFA. Under an
//! intersection the steps are products, so that conjunctions are explored lazily. Under a
//! complement, and only there, the steps are made disjoint first, which determinises lazily
//! by Brzozowski derivatives: the rest of a minterm is the union of the rests it meets.
//!
//! Counters stay symbolic: the rest of `r{lo,hi}` is a rest of `r` before
//! `r{lo-1,hi-1}`. This is exact also for a nullable body, because the constructors give
//! such a loop the lower bound 0.

use crate::charset::{CharSet, partition};
use crate::store::{ALL, ClassId, EPSILON, NONE, Node, Regex, RegexStore, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::{Budget, StopReason};

/// Above this many products, the steps of an intersection are taken disjoint: then there is
/// one per minterm instead of one per combination.
const MAX_PRODUCTS: usize = 128;

/// A common step of several factors: one rest for each, and bounds of their common words.
struct Product {
    class: ClassId,
    rests: Vec<Regex>,
    min_len: u64,
    max_len: Option<u64>,
}

impl RegexStore {
    /// The steps out of a regex as an NFA state: classes may overlap, rests are distinct.
    pub fn steps(&mut self, r: Regex, budget: &Budget) -> Result<&[(ClassId, Regex)], StopReason> {
        let span = self.linear_form(r, budget)?;
        Ok(&self.steps[span.start..span.end])
    }

    /// The steps out of a regex as a DFA state: classes are disjoint, and a character in no
    /// class leads to the empty language.
    pub fn disjoint_steps(
        &mut self,
        r: Regex,
        budget: &Budget,
    ) -> Result<&[(ClassId, Regex)], StopReason> {
        let span = self.disjoint_form(r, budget)?;
        Ok(&self.steps[span.start..span.end])
    }

    /// The derivative by a character: the words `w` with `cw` in the language.
    pub fn derivative(&mut self, r: Regex, c: u32, budget: &Budget) -> Result<Regex, StopReason> {
        let span = self.linear_form(r, budget)?;
        let rests: Vec<Regex> = self.steps[span.start..span.end]
            .iter()
            .filter(|(class, _)| self.class_set(*class).contains(c))
            .map(|&(_, rest)| rest)
            .collect();
        Ok(self.union(&rests))
    }

    /// The sets of characters that occur in a regex: its derivatives tell no others apart.
    ///
    /// ```
    /// use sinew_base::Budget;
    /// use sinew_regex::{CharSet, RegexStore};
    /// let mut store = RegexStore::new();
    /// let (ab, c) = (store.range(97, 98), store.literal(&[99]));
    /// let not = store.comp(ab);
    /// let r = store.concat(not, c);
    /// assert_eq!(store.character_sets(r), [CharSet::range(97, 98), CharSet::single(99)]);
    /// // Complements are cut by automata, which are made of the same sets and what is left.
    /// let pairs = store.splits(r, &Budget::unlimited()).unwrap();
    /// let sets = store.character_sets(pairs[1].0);
    /// assert!(sets.contains(&CharSet::range(97, 98)));
    /// ```
    #[must_use]
    pub fn character_sets(&self, r: Regex) -> Vec<CharSet> {
        let (mut classes, mut seen) = (FxHashSet::default(), FxHashSet::default());
        let mut stack = vec![r];
        while let Some(top) = stack.pop() {
            if !seen.insert(top) {
                continue;
            }
            match *self.node(top) {
                Node::Class(class) => drop(classes.insert(class)),
                Node::State { automaton, .. } => {
                    let rows = &self.automata[automaton as usize].rows;
                    classes.extend(rows.iter().flatten().map(|&(class, _)| class));
                }
                _ => stack.extend(self.operands(top)),
            }
        }
        let mut classes: Vec<ClassId> = classes.into_iter().collect();
        classes.sort_unstable();
        let sets = classes.into_iter();
        sets.map(|class| self.class_set(class).clone()).collect()
    }

    /// The left quotient by a word: the words `w` with `word·w` in the language.
    pub fn left_quotient(
        &mut self,
        r: Regex,
        word: &[u32],
        budget: &Budget,
    ) -> Result<Regex, StopReason> {
        let mut state = r;
        for &c in word {
            state = self.derivative(state, c, budget)?;
            if state == NONE {
                break;
            }
        }
        Ok(state)
    }

    /// Computes (or recalls) the linear form, by an explicit stack instead of recursion.
    pub(crate) fn linear_form(&mut self, r: Regex, budget: &Budget) -> Result<Span, StopReason> {
        if let Some(span) = self.linear[r.index()] {
            return Ok(span);
        }
        let mut stack = vec![r];
        let mut missing = Vec::new();
        while let Some(&top) = stack.last() {
            if self.linear[top.index()].is_some() {
                stack.pop();
                continue;
            }
            missing.clear();
            self.missing_operands(top, &mut missing);
            if missing.is_empty() {
                stack.pop();
                let steps = self.compute_steps(top, budget)?;
                budget.spend(steps.len() as u64 + 1)?;
                let span = self.push_steps(&steps);
                self.linear[top.index()] = Some(span);
            } else {
                stack.extend_from_slice(&missing);
            }
        }
        Ok(self.linear[r.index()].expect("the loop above filled it"))
    }

    /// Pushes the operands whose linear forms are needed for that of `r` and are not known.
    fn missing_operands(&self, r: Regex, missing: &mut Vec<Regex>) {
        let mut need = |operand: Regex| {
            if self.linear[operand.index()].is_none() {
                missing.push(operand);
            }
        };
        match self.node(r) {
            Node::None | Node::Epsilon | Node::Class(_) | Node::State { .. } => {}
            Node::Concat(head, tail) => {
                need(*head);
                if self.nullable(*head) {
                    need(*tail);
                }
            }
            Node::Union(parts) | Node::Inter(parts) => parts.iter().copied().for_each(need),
            Node::Comp(inner) => need(*inner),
            Node::Loop { body, .. } => need(*body),
        }
    }

    fn known_steps(&self, r: Regex) -> Vec<(ClassId, Regex)> {
        let span = self.linear[r.index()].expect("operands are computed first");
        self.steps[span.start..span.end].to_vec()
    }

    fn push_steps(&mut self, steps: &[(ClassId, Regex)]) -> Span {
        let start = self.steps.len();
        self.steps.extend_from_slice(steps);
        Span {
            start,
            end: self.steps.len(),
        }
    }

    fn compute_steps(
        &mut self,
        r: Regex,
        budget: &Budget,
    ) -> Result<Vec<(ClassId, Regex)>, StopReason> {
        let mut steps = Vec::new();
        match self.node(r).clone() {
            Node::None | Node::Epsilon => {}
            Node::Class(class) => steps.push((class, EPSILON)),
            Node::Concat(head, tail) => {
                for (class, rest) in self.known_steps(head) {
                    steps.push((class, self.concat(rest, tail)));
                }
                if self.nullable(head) {
                    steps.extend(self.known_steps(tail));
                }
            }
            Node::Union(parts) => {
                for &part in parts.iter() {
                    steps.extend(self.known_steps(part));
                }
            }
            Node::Inter(parts) => return self.product_steps(&parts, budget),
            Node::Comp(inner) => return self.complement_steps(inner, budget),
            Node::Loop { body, lo, hi } => {
                let again = self.repeat(body, lo.saturating_sub(1), hi.map(|hi| hi - 1));
                for (class, rest) in self.known_steps(body) {
                    steps.push((class, self.concat(rest, again)));
                }
            }
            Node::State { automaton, state } => {
                let row = self.automata[automaton as usize].rows[state as usize].clone();
                for (class, target) in row {
                    steps.push((class, self.state(automaton, target)));
                }
            }
        }
        Ok(self.tidy(steps))
    }

    /// One step per rest; nothing beside a step to `all` on the same characters.
    fn tidy(&mut self, steps: Vec<(ClassId, Regex)>) -> Vec<(ClassId, Regex)> {
        let mut places: FxHashMap<Regex, usize> = FxHashMap::default();
        let mut tidied: Vec<(ClassId, Regex)> = Vec::with_capacity(steps.len());
        for (class, rest) in steps {
            if rest == NONE {
                continue;
            }
            match places.get(&rest) {
                Some(&at) => tidied[at].0 = self.class_join(tidied[at].0, class),
                None => {
                    places.insert(rest, tidied.len());
                    tidied.push((class, rest));
                }
            }
        }
        let Some(&at) = places.get(&ALL) else {
            return tidied;
        };
        let sure = self.class_set(tidied[at].0).clone();
        let mut kept = Vec::with_capacity(tidied.len());
        for (class, rest) in tidied {
            let set = self.class_set(class);
            if rest == ALL || set.is_disjoint(&sure) {
                kept.push((class, rest));
            } else if !set.is_subset(&sure) {
                let beside = set.difference(&sure);
                kept.push((self.class_id(beside), rest));
            }
        }
        kept
    }

    fn product_steps(
        &mut self,
        parts: &[Regex],
        budget: &Budget,
    ) -> Result<Vec<(ClassId, Regex)>, StopReason> {
        let mut factors: Vec<Vec<(ClassId, Regex)>> =
            parts.iter().map(|&part| self.known_steps(part)).collect();
        factors.sort_by_key(Vec::len);
        let products = match self.products(&factors, MAX_PRODUCTS, budget)? {
            Some(products) => products,
            None => {
                let mut factors = Vec::with_capacity(parts.len());
                for &part in parts {
                    let span = self.disjoint_form(part, budget)?;
                    factors.push(self.steps[span.start..span.end].to_vec());
                }
                factors.sort_by_key(Vec::len);
                self.products(&factors, usize::MAX, budget)?
                    .unwrap_or_default()
            }
        };
        let mut steps = Vec::with_capacity(products.len());
        for product in products {
            steps.push((product.class, self.inter(&product.rests)));
        }
        Ok(self.tidy(steps))
    }

    /// All ways to take one step in each factor on common characters whose rests may have
    /// words of one length, unless there are more than `limit`. Checking the lengths as the
    /// product grows keeps it small: with counters, most combinations clash.
    fn products(
        &mut self,
        factors: &[Vec<(ClassId, Regex)>],
        limit: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<Product>>, StopReason> {
        let mut products: Vec<Product> = factors[0]
            .iter()
            .map(|&(class, rest)| Product {
                class,
                rests: vec![rest],
                min_len: self.info(rest).min_len,
                max_len: self.info(rest).max_len,
            })
            .collect();
        for factor in &factors[1..] {
            budget.spend((products.len() * factor.len()) as u64)?;
            let mut next = Vec::new();
            for product in &products {
                for &(class, rest) in factor {
                    next.extend(self.extended(product, class, rest));
                }
                if next.len() > limit {
                    return Ok(None);
                }
            }
            products = next;
        }
        Ok(Some(products))
    }

    fn extended(&mut self, product: &Product, class: ClassId, rest: Regex) -> Option<Product> {
        let info = self.info(rest);
        let min_len = product.min_len.max(info.min_len);
        let max_len = match (product.max_len, info.max_len) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        if max_len.is_some_and(|max| min_len > max) {
            return None;
        }
        let class = self.class_meet(product.class, class)?;
        let mut rests = Vec::with_capacity(product.rests.len() + 1);
        rests.extend_from_slice(&product.rests);
        rests.push(rest);
        Some(Product {
            class,
            rests,
            min_len,
            max_len,
        })
    }

    fn complement_steps(
        &mut self,
        inner: Regex,
        budget: &Budget,
    ) -> Result<Vec<(ClassId, Regex)>, StopReason> {
        let span = self.disjoint_form(inner, budget)?;
        let inside = self.steps[span.start..span.end].to_vec();
        let mut covered = Vec::new();
        let mut steps = Vec::with_capacity(inside.len() + 1);
        for (class, rest) in inside {
            covered.extend_from_slice(self.class_set(class).ranges());
            steps.push((class, self.comp(rest)));
        }
        let free = crate::charset::CharSet::from_ranges(covered).complement();
        if !free.is_empty() {
            steps.push((self.class_id(free), ALL));
        }
        Ok(self.tidy(steps))
    }

    /// The linear form made disjoint: one step per minterm of its classes.
    pub(crate) fn disjoint_form(&mut self, r: Regex, budget: &Budget) -> Result<Span, StopReason> {
        if let Some(span) = self.disjoint[r.index()] {
            return Ok(span);
        }
        let span = self.linear_form(r, budget)?;
        let steps = self.steps[span.start..span.end].to_vec();
        let parts = partition(steps.iter().map(|(class, _)| self.class_set(*class)));
        let span = if parts.iter().all(|(_, members)| members.len() == 1) {
            span
        } else {
            let members: usize = parts.iter().map(|(_, members)| members.len()).sum();
            budget.spend(members as u64)?;
            let mut disjoint = Vec::with_capacity(parts.len());
            for (set, members) in parts {
                let rests: Vec<Regex> = members.iter().map(|&at| steps[at as usize].1).collect();
                let rest = self.union(&rests);
                disjoint.push((self.class_id(set), rest));
            }
            let disjoint = self.tidy(disjoint);
            self.push_steps(&disjoint)
        };
        self.disjoint[r.index()] = Some(span);
        Ok(span)
    }
}
