//! Walks over the graph of a regex, without recursion.

use crate::store::{Node, Regex, RegexStore};

impl RegexStore {
    /// Visits `r` after what it is made of. Where others come first, `visit` says which; otherwise it does
    /// its work and says none. It is asked again about what it has done.
    pub(crate) fn visit_after_operands<E>(
        &mut self,
        r: Regex,
        mut visit: impl FnMut(&mut RegexStore, Regex) -> Result<Vec<Regex>, E>,
    ) -> Result<(), E> {
        let mut stack = vec![r];
        while let Some(&top) = stack.last() {
            let first = visit(self, top)?;
            if first.is_empty() {
                stack.pop();
            }
            stack.extend(first);
        }
        Ok(())
    }

    /// The parts of which `r` is made; a concatenation is taken as a list.
    pub(crate) fn operands(&self, r: Regex) -> Vec<Regex> {
        match self.node(r) {
            Node::None | Node::Epsilon | Node::Class(_) | Node::State { .. } => Vec::new(),
            Node::Concat(..) => self.spine(r),
            Node::Union(parts) | Node::Inter(parts) => parts.to_vec(),
            Node::Comp(inner) => vec![*inner],
            Node::Loop { body, .. } => vec![*body],
        }
    }

    /// The regex made like `r` of other parts: as many as [`operands`](Self::operands) has.
    pub(crate) fn rebuilt(&mut self, r: Regex, parts: &[Regex]) -> Regex {
        match *self.node(r) {
            Node::None | Node::Epsilon | Node::Class(_) | Node::State { .. } => r,
            Node::Concat(..) => self.concat_all(parts),
            Node::Union(_) => self.union(parts),
            Node::Inter(_) => self.inter(parts),
            Node::Comp(_) => self.comp(parts[0]),
            Node::Loop { lo, hi, .. } => self.repeat(parts[0], lo, hi),
        }
    }

    /// The parts of a concatenation in order.
    pub(crate) fn spine(&self, r: Regex) -> Vec<Regex> {
        let mut parts = Vec::new();
        let mut rest = r;
        while let Node::Concat(head, tail) = *self.node(rest) {
            parts.push(head);
            rest = tail;
        }
        parts.push(rest);
        parts
    }
}
