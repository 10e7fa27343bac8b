//! Inclusion that the structure shows at a glance.
//!
//! A constant-time test, sound and far from complete: the same tail after a head that is a
//! sub-class or a power with narrower bounds, or lengths inside a pure length range. It
//! drops redundant parts of unions and intersections and strengthens the antichains, which
//! is what keeps counters under complements from multiplying.

use crate::store::{ALL, EPSILON, NONE, Node, Regex, RegexStore};

/// Lists longer than this are not compared pairwise.
const SHORT_LIST: usize = 8;

impl RegexStore {
    /// Whether every word of `a` is obviously a word of `b`.
    pub(crate) fn obviously_within(&self, a: Regex, b: Regex) -> bool {
        if a == b || b == ALL || a == NONE {
            return true;
        }
        if let Some((lo, hi)) = self.length_range(b) {
            return self.lengths_within(a, lo, hi);
        }
        let ((head_a, tail_a), (head_b, tail_b)) = (self.head_and_tail(a), self.head_and_tail(b));
        if tail_a != tail_b {
            return false;
        }
        let (body_a, lo_a, hi_a) = self.as_power(head_a);
        let (body_b, lo_b, hi_b) = self.as_power(head_b);
        let bounds = lo_b <= lo_a && hi_b.is_none_or(|b| hi_a.is_some_and(|a| a <= b));
        if !bounds {
            return false;
        }
        match (self.node(body_a), self.node(body_b)) {
            _ if body_a == body_b => true,
            (Node::Class(x), Node::Class(y)) => self.class_set(*x).is_subset(self.class_set(*y)),
            _ => false,
        }
    }

    /// The first element of a concatenation and the rest, `ε` if there is none.
    pub(crate) fn head_and_tail(&self, r: Regex) -> (Regex, Regex) {
        match *self.node(r) {
            Node::Concat(head, tail) => (head, tail),
            _ => (r, EPSILON),
        }
    }

    /// Whether `part` is obviously within one of the parts of a union.
    pub(crate) fn within_parts(&self, part: Regex, parts: &[Regex]) -> bool {
        parts.binary_search(&part).is_ok()
            || parts
                .iter()
                .any(|&other| self.obviously_within(part, other))
    }

    /// Drops parts of a union inside others, or (with `keep_inner`) parts of an intersection
    /// around others. Of two that contain each other the first stays.
    pub(crate) fn drop_redundant(&self, list: &mut Vec<Regex>, keep_inner: bool) {
        if list.len() < 2 || list.len() > SHORT_LIST {
            return;
        }
        let redundant = |at: usize, list: &[Regex]| {
            (0..list.len()).any(|other| {
                let (small, large) = match keep_inner {
                    true => (list[other], list[at]),
                    false => (list[at], list[other]),
                };
                other != at
                    && self.obviously_within(small, large)
                    && (other < at || !self.obviously_within(large, small))
            })
        };
        let kept = (0..list.len()).filter(|&at| !redundant(at, list));
        *list = kept.map(|at| list[at]).collect();
    }
}
