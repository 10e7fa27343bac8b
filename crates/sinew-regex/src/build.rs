//! Smart constructors, part one: constants, literals, classes, concatenation, repetition.
//!
//! Similarity normalisation: units and annihilators, right-nested concatenation, runs of
//! one body collected in one counter. Law numbers (L31 …) are those of the law tests.
//! Counters stay symbolic: `(_ re.loop 0 10000)` is one node.

use crate::charset::CharSet;
use crate::store::{ALL, ALLCHAR, EPSILON, NONE, Node, Regex, RegexStore};

impl RegexStore {
    /// `re.none`, the empty language.
    #[must_use]
    pub fn none(&self) -> Regex {
        NONE
    }

    /// `re.all`, every word.
    #[must_use]
    pub fn all(&self) -> Regex {
        ALL
    }

    /// `re.allchar`, every word of length one.
    #[must_use]
    pub fn allchar(&self) -> Regex {
        ALLCHAR
    }

    /// The empty word alone.
    #[must_use]
    pub fn epsilon(&self) -> Regex {
        EPSILON
    }

    /// `str.to_re`: one word. A number beyond [`MAX_CHAR`](crate::MAX_CHAR) is no character,
    /// so that the result is empty.
    pub fn literal(&mut self, word: &[u32]) -> Regex {
        let mut tail = EPSILON;
        for &c in word.iter().rev() {
            let head = self.class(CharSet::single(c));
            tail = self.cons(head, tail);
        }
        tail
    }

    /// The words of one character of the set.
    pub fn class(&mut self, set: CharSet) -> Regex {
        if set.is_empty() {
            return NONE;
        }
        let id = self.class_id(set);
        self.intern(Node::Class(id))
    }

    /// `re.range` of two characters; empty if `lo > hi` (L93).
    pub fn range(&mut self, lo: u32, hi: u32) -> Regex {
        self.class(CharSet::range(lo, hi))
    }

    /// `re.++` of two. For chains use [`concat_all`](RegexStore::concat_all): adding one
    /// part after the other at the end rebuilds the whole chain each time.
    pub fn concat(&mut self, first: Regex, second: Regex) -> Regex {
        if second == EPSILON {
            return first;
        }
        if second == NONE {
            return NONE;
        }
        // Walk down the spine of `first` until the rest is known, then build back up.
        let mut heads: Vec<(Regex, Regex)> = Vec::new();
        let mut rest = first;
        let mut result = loop {
            if let Node::Concat(head, tail) = *self.node(rest) {
                if let Some(&known) = self.concats.get(&(rest, second)) {
                    break known;
                }
                heads.push((head, rest));
                rest = tail;
            } else {
                break self.cons(rest, second);
            }
        };
        while let Some((head, whole)) = heads.pop() {
            result = self.cons(head, result);
            self.concats.insert((whole, second), result);
        }
        result
    }

    /// `re.++` of many.
    pub fn concat_all(&mut self, parts: &[Regex]) -> Regex {
        let mut result = EPSILON;
        for &part in parts.iter().rev() {
            result = self.concat(part, result);
        }
        result
    }

    /// Puts a head that is no `Concat` before a tail.
    ///
    /// Laws: L32–L35 (units), L87 (`r{a,b}·r{c,d} = r{a+c,b+d}`, `r` itself counting as
    /// `r{1,1}`), L101 (`ε∈r ⇒ r·all = all`) and its mirror image for a whole tail.
    pub(crate) fn cons(&mut self, head: Regex, tail: Regex) -> Regex {
        let (mut head, mut tail) = (head, tail);
        loop {
            if head == NONE || tail == NONE {
                return NONE;
            }
            if head == EPSILON {
                return tail;
            }
            if tail == EPSILON {
                return head;
            }
            if head == ALL && self.nullable(tail) {
                return ALL;
            }
            let (next, rest) = match *self.node(tail) {
                Node::Concat(next, rest) => (next, rest),
                _ => (tail, EPSILON),
            };
            if next == ALL && self.nullable(head) {
                return tail;
            }
            match self.joined_powers(head, next) {
                Some(joined) => (head, tail) = (joined, rest),
                None => return self.intern(Node::Concat(head, tail)),
            }
        }
    }

    /// One counter for two neighbours with the same body, if at least one is a counter.
    fn joined_powers(&mut self, a: Regex, b: Regex) -> Option<Regex> {
        let (body_a, lo_a, hi_a) = self.as_power(a);
        let (body_b, lo_b, hi_b) = self.as_power(b);
        let counts = body_a != a || body_b != b;
        if body_a != body_b || !counts {
            return None;
        }
        let lo = if self.nullable(body_a) {
            0
        } else {
            lo_a.checked_add(lo_b)?
        };
        let hi = match (hi_a, hi_b) {
            (Some(x), Some(y)) => Some(x.checked_add(y)?),
            _ => None,
        };
        Some(self.intern(Node::Loop {
            body: body_a,
            lo,
            hi,
        }))
    }

    /// Any regex as a power of a body: counters as they are, `r?` as `r{0,1}`, else `r{1,1}`.
    pub(crate) fn as_power(&self, r: Regex) -> (Regex, u32, Option<u32>) {
        match self.node(r) {
            Node::Loop { body, lo, hi } => (*body, *lo, *hi),
            Node::Union(parts) if parts.len() == 2 && parts[0] == EPSILON => (parts[1], 0, Some(1)),
            _ => (r, 1, Some(1)),
        }
    }

    /// `re.*`.
    pub fn star(&mut self, body: Regex) -> Regex {
        self.repeat(body, 0, None)
    }

    /// `re.+`.
    pub fn plus(&mut self, body: Regex) -> Regex {
        self.repeat(body, 1, None)
    }

    /// `re.opt`.
    pub fn opt(&mut self, body: Regex) -> Regex {
        self.union(&[EPSILON, body])
    }

    /// `(_ re.^ n)`; `{ε}` for n = 0, even of the empty language.
    pub fn power(&mut self, body: Regex, n: u32) -> Regex {
        self.repeat(body, n, Some(n))
    }

    /// `(_ re.loop lo hi)`; empty if `lo > hi`.
    pub fn loop_(&mut self, body: Regex, lo: u32, hi: u32) -> Regex {
        self.repeat(body, lo, Some(hi))
    }

    /// Between `lo` and `hi` repetitions, without upper bound if `hi` is absent.
    ///
    /// Laws: L49, L50, L67, L72–L77, L79–L82 (units and bounds), L51, L52, L65, L84, L90 (a
    /// nullable body), L47, L60–L62, L89 and the condition for nested loops.
    pub fn repeat(&mut self, body: Regex, lo: u32, hi: Option<u32>) -> Regex {
        let (mut body, mut lo, mut hi) = (body, lo, hi);
        // Each round strips one layer of the body; the rounds are few, and cutting them off
        // is sound, so that no chain of rewrites can grow with the input.
        for _ in 0..8 {
            if hi.is_some_and(|hi| lo > hi) {
                return NONE;
            }
            if hi == Some(0) || body == EPSILON || (body == NONE && lo == 0) {
                return EPSILON;
            }
            if body == NONE {
                return NONE;
            }
            if self.nullable(body) {
                lo = 0;
            }
            match (lo, hi) {
                (1, Some(1)) => return body,
                (0, Some(1)) => return self.union(&[EPSILON, body]),
                _ => {}
            }
            if let Some(stripped) = self.without_epsilon(body) {
                body = stripped;
                continue;
            }
            if let Some(flat) = self.unnested(body, lo, hi) {
                (body, lo, hi) = flat;
                continue;
            }
            if let (0, None) = (lo, hi)
                && let Some(flat) = self.without_inner_stars(body)
            {
                body = flat;
                continue;
            }
            break;
        }
        self.intern(Node::Loop { body, lo, hi })
    }

    /// The union without its part `ε`, if it has one.
    fn without_epsilon(&mut self, r: Regex) -> Option<Regex> {
        match self.node(r) {
            Node::Union(parts) if parts[0] == EPSILON => {
                let rest = parts[1..].to_vec();
                Some(self.union(&rest))
            }
            _ => None,
        }
    }

    /// `loop c d (loop a b r) = loop ac bd r` if c = d or (b−a)c ≥ a−1: then the numbers of
    /// repetitions that the inner loop allows leave no gap.
    fn unnested(&self, body: Regex, lo: u32, hi: Option<u32>) -> Option<(Regex, u32, Option<u32>)> {
        let Node::Loop {
            body: inner,
            lo: a,
            hi: b,
        } = *self.node(body)
        else {
            return None;
        };
        let gapless = match b {
            _ if Some(lo) == hi => true,
            Some(b) => u64::from(b - a) * u64::from(lo) + 1 >= u64::from(a),
            None => lo >= 1 || a <= 1,
        };
        if !gapless {
            return None;
        }
        let low = a.checked_mul(lo)?;
        let high = match (b, hi) {
            (Some(b), Some(d)) => Some(b.checked_mul(d)?),
            _ => None,
        };
        Some((inner, low, high))
    }

    /// `(r{0|1,n} ∪ s)* = (r ∪ s)*` (L56), `(allchar ∪ s)* = all`, and for nullable r and s
    /// `(rs)* = (r ∪ s)*` (L53).
    fn without_inner_stars(&mut self, body: Regex) -> Option<Regex> {
        let parts = match self.node(body) {
            Node::Union(parts) => parts.to_vec(),
            Node::Concat(..) if self.nullable(body) => {
                let parts = self.spine(body);
                return Some(self.union(&parts));
            }
            _ => return None,
        };
        if parts.contains(&ALLCHAR) {
            return Some(ALLCHAR);
        }
        let mut changed = false;
        let stripped: Vec<Regex> = parts
            .iter()
            .map(|&part| match *self.node(part) {
                Node::Loop {
                    body, lo: 0 | 1, ..
                } => {
                    changed = true;
                    body
                }
                _ => part,
            })
            .collect();
        changed.then(|| self.union(&stripped))
    }
}
