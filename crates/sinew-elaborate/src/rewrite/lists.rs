//! Normal forms of lists: conjunctions, disjunctions, concatenations, unions, intersections.
//!
//! Nested lists are opened, neutral elements dropped, and where order does not matter the elements are sorted; adjacent words of a
//! concatenation become one.

use rustc_hash::FxHashMap;
use sinew_proof::cpc::{Known, Outcome, Term};

use super::search::{Rewritten, Search};

impl Search<'_> {
    /// The elements of nested lists, in order.
    pub(crate) fn flattened(&mut self, op: Known, term: Term) -> Vec<Term> {
        let mut flat = Vec::new();
        let mut work = vec![term];
        while let Some(term) = work.pop() {
            match self.parts(op, term) {
                Some(elements) => work.extend(elements.iter().rev()),
                None => flat.push(term),
            }
        }
        flat
    }

    fn neutral(&mut self, op: Known) -> Outcome {
        self.app(op, &[])
    }

    /// A conjunction, disjunction, union or intersection as the list of its elements in order.
    pub(crate) fn normal_set(&mut self, op: Known, term: Term) -> Outcome<Option<Rewritten>> {
        let neutral = self.neutral(op)?;
        let mut elements = self.flattened(op, term);
        elements.retain(|&element| element != neutral);
        elements.sort_unstable();
        elements.dedup();
        if matches!(op, Known::And | Known::Or) {
            let absorbing = self.boolean(op == Known::Or)?;
            if elements.contains(&absorbing) {
                return self.equation_by("absorb", term, absorbing);
            }
        }
        let to = self.list(op, &elements)?;
        let sorted = self.equation_by("aci_norm", term, to)?;
        let Some(sorted) = sorted else {
            return Ok(None);
        };
        if matches!(op, Known::And | Known::Or)
            && let Some(complement) = self.complement(op, &elements)?
        {
            return self.then(sorted, complement).map(Some);
        }
        Ok(sorted.proof.map(|_| sorted))
    }

    /// An element and its negation.
    fn complement(&mut self, op: Known, elements: &[Term]) -> Outcome<Option<Rewritten>> {
        let at: FxHashMap<Term, usize> = (elements.iter().enumerate())
            .map(|(i, &element)| (element, i))
            .collect();
        for (j, &negated) in elements.iter().enumerate() {
            let inner = self.parts(Known::Not, negated).map(|parts| parts[0]);
            let Some((element, &i)) = inner.and_then(|inner| at.get_key_value(&inner)) else {
                continue;
            };
            let element = *element;
            let (low, high) = (i.min(j), i.max(j));
            let [before, between, behind] = [
                &elements[..low],
                &elements[low + 1..high],
                &elements[high + 1..],
            ]
            .map(|part| self.app(op, part));
            let rule = match (op, i < j) {
                (Known::And, true) => "bool-and-conf",
                (Known::And, false) => "bool-and-conf2",
                (_, true) => "bool-or-taut",
                (_, false) => "bool-or-taut2",
            };
            let proof = self.step(rule, &[], &[before?, element, between?, behind?])?;
            return self.by(proof).map(Some);
        }
        Ok(None)
    }

    /// A concatenation without nests and empty words, with adjacent words as one.
    pub(crate) fn normal_concat(&mut self, term: Term) -> Outcome<Option<Rewritten>> {
        let elements = self.flattened(Known::Concat, term);
        // Runs of words, and single other elements.
        let mut groups: Vec<Vec<Term>> = Vec::new();
        for &element in &elements {
            let word = self.terms().as_str(element).is_some();
            let open = groups.last().and_then(|group| group.last().copied());
            let open = open.is_some_and(|last| self.terms().as_str(last).is_some());
            match groups.last_mut() {
                Some(group) if word && open => group.push(element),
                _ => groups.push(vec![element]),
            }
        }
        let empty = self.neutral(Known::Concat)?;
        groups.retain(|group| *group != [empty]);
        let nested: Outcome<Vec<Term>> = (groups.iter())
            .map(|group| self.list(Known::Concat, group))
            .collect();
        let nested = self.list(Known::Concat, &nested?)?;
        let Some(first) = self.equation_by("aci_norm", term, nested)? else {
            return Ok(None);
        };
        let merged = self.merged(nested)?;
        let all = self.then(first, merged)?;
        Ok(all.proof.map(|_| all))
    }

    /// The concatenations of words that are elements become words.
    fn merged(&mut self, term: Term) -> Outcome<Rewritten> {
        let Some(elements) = self.parts(Known::Concat, term) else {
            return Ok(Rewritten::same(term));
        };
        if elements.iter().all(|&word| self.is_value(word)) {
            let proof = self.step("evaluate", &[], &[term])?;
            return self.by(proof);
        }
        let mut parts = Vec::new();
        for element in elements {
            parts.push(if self.op(element) == Some(Known::Concat) {
                let proof = self.step("evaluate", &[], &[element])?;
                self.by(proof)?
            } else {
                Rewritten::same(element)
            });
        }
        self.cong(term, &parts)
    }

    /// The characters of words, each a word, and the other elements.
    pub(crate) fn characters(&mut self, term: Term) -> Outcome<Vec<Term>> {
        let mut characters = Vec::new();
        for element in self.flattened(Known::Concat, term) {
            match self.terms().as_str(element).map(<[u32]>::to_vec) {
                Some(word) => {
                    for c in word {
                        characters.push(self.terms().string(&[c])?);
                    }
                }
                None => characters.push(element),
            }
        }
        Ok(characters)
    }

    /// A string as a concatenation of concatenations: each group is characters and other elements as [`characters`](Search::characters) lists
    /// them; a group of characters alone is their word.
    pub(crate) fn regrouped(
        &mut self,
        term: Term,
        groups: &[&[Term]],
    ) -> Outcome<Option<Rewritten>> {
        let mut parts = Vec::new();
        for group in groups {
            let concat = self.app(Known::Concat, group)?;
            let normal = match self.normal_concat(concat)? {
                Some(normal) => normal.to,
                None => concat,
            };
            parts.push(normal);
        }
        let to = self.app(Known::Concat, &parts)?;
        let (a, b) = (self.spelled(term)?, self.spelled(to)?);
        if a.to != b.to {
            return Ok(None);
        }
        self.meet(a, b, to).map(Some)
    }

    /// The concatenation of characters and other elements that a string is.
    pub(crate) fn spelled(&mut self, term: Term) -> Outcome<Rewritten> {
        let elements = self.flattened(Known::Concat, term);
        let flat = self.app(Known::Concat, &elements)?;
        let first = self.equation_by("aci_norm", term, flat)?;
        let first = first.unwrap_or(Rewritten::same(term));
        let mut parts = Vec::new();
        for &element in &elements {
            parts.push(match self.terms().as_str(element).map(<[u32]>::len) {
                Some(length) if length != 1 => {
                    let characters = self.characters(element)?;
                    let concat = self.app(Known::Concat, &characters)?;
                    if length == 0 {
                        Rewritten::same(element)
                    } else {
                        let proof = self.step("evaluate", &[], &[concat])?;
                        Rewritten {
                            to: concat,
                            proof: self.symm(Some(proof))?,
                        }
                    }
                }
                _ => Rewritten::same(element),
            });
        }
        let spelled = if elements.is_empty() {
            Rewritten::same(flat)
        } else {
            self.cong(flat, &parts)?
        };
        let characters = self.characters(spelled.to)?;
        let plain = self.app(Known::Concat, &characters)?;
        let last = self.equation_by("aci_norm", spelled.to, plain)?;
        let last = last.unwrap_or(Rewritten::same(spelled.to));
        let both = self.then(first, spelled)?;
        self.then(both, last)
    }
}
