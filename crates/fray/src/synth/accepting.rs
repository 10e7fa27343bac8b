//! Regular expressions grown around a word, so that they accept it.
//!
//! A random expression rejects most words, and a membership that is asserted is then a negated one.
//! Solvers unfold the ones that are asserted; so about half of the memberships of random growth
//! have an expression that is grown from the value of the string: a concatenation is grown
//! from a way to cut the word in two, an iteration from a way to cut it into pieces, and so on. What else
//! is in a union, or is taken away by a difference, is grown at random.

use sinew_term::{Op, Sort, TermStore};

use super::exec::Value;
use super::grammar::Head;
use super::growth::{Growth, Soil, Valued};

/// Pieces that an iteration cuts a word into, at most.
const PIECES: usize = 3;

impl Growth<'_> {
    /// An expression that accepts the word; `None` if what was tried does not. `depth` is a small
    /// constant.
    pub(super) fn accepting(
        &mut self,
        store: &mut TermStore,
        soil: &mut Soil,
        word: &[u32],
        depth: u32,
    ) -> Option<Valued> {
        let head = match depth {
            0 => None,
            _ => self.head(Sort::RegLan),
        };
        let Some(head) = head else {
            return self.accepting_leaf(store, soil, word);
        };
        let deeper = depth - 1;
        let (op, parts) = match head {
            Head::Op(op @ Op::ReConcat) => {
                let (left, right) = word.split_at(self.random.below(word.len() + 1));
                let left = self.accepting(store, soil, left, deeper)?;
                (op, vec![left, self.accepting(store, soil, right, deeper)?])
            }
            Head::Op(op @ Op::ReUnion) => {
                let own = self.accepting(store, soil, word, deeper)?;
                let other = self.term(store, soil, Sort::RegLan, deeper);
                match self.random.chance(1, 2) {
                    true => (op, vec![own, other]),
                    false => (op, vec![other, own]),
                }
            }
            Head::Op(op @ Op::ReInter) => {
                let one = self.accepting(store, soil, word, deeper)?;
                (op, vec![one, self.accepting(store, soil, word, deeper)?])
            }
            Head::Op(op @ Op::ReDiff) => {
                let own = self.accepting(store, soil, word, deeper)?;
                (op, vec![own, self.term(store, soil, Sort::RegLan, deeper)])
            }
            Head::Op(op @ Op::ReComp) => (op, vec![self.term(store, soil, Sort::RegLan, deeper)]),
            Head::Op(op @ Op::ReOpt) => (op, vec![self.accepting(store, soil, word, deeper)?]),
            Head::Op(op @ (Op::ReStar | Op::RePlus)) => {
                let (body, _) = self.iterated(store, soil, word, deeper)?;
                (op, vec![body])
            }
            Head::Power => {
                let (body, count) = self.iterated(store, soil, word, deeper)?;
                (Op::RePow(count), vec![body])
            }
            Head::Loop => {
                let (body, count) = self.iterated(store, soil, word, deeper)?;
                let (below, above) = (self.random.below(2) as u32, self.random.below(2) as u32);
                (
                    Op::ReLoop(count.saturating_sub(below), count + above),
                    vec![body],
                )
            }
            Head::Op(_) => return self.accepting_leaf(store, soil, word),
        };
        let made = self.made(store, op, &parts)?;
        accepts(&made.1, word).then_some(made)
    }

    /// What accepts each piece of the word, and how many there are.
    fn iterated(
        &mut self,
        store: &mut TermStore,
        soil: &mut Soil,
        word: &[u32],
        depth: u32,
    ) -> Option<(Valued, u32)> {
        let mut pieces: Vec<&[u32]> = Vec::new();
        let mut rest = word;
        while pieces.len() + 1 < PIECES && !rest.is_empty() {
            let (piece, more) = rest.split_at(1 + self.random.below(rest.len()));
            pieces.push(piece);
            rest = more;
        }
        if !rest.is_empty() || pieces.is_empty() {
            pieces.push(rest);
        }
        let count = u32::try_from(pieces.len()).ok()?;
        pieces.sort_unstable();
        pieces.dedup();
        let mut parts = Vec::new();
        for piece in pieces {
            parts.push(self.accepting(store, soil, piece, depth)?);
        }
        let body = match parts.len() {
            1 => parts.pop()?,
            _ => self.made(store, Op::ReUnion, &parts)?,
        };
        Some((body, count))
    }

    /// The word itself, a variable that has it as its value, or a class of characters.
    fn accepting_leaf(
        &mut self,
        store: &mut TermStore,
        soil: &mut Soil,
        word: &[u32],
    ) -> Option<Valued> {
        match (self.random.below(8), word) {
            (0, _) => return self.made(store, Op::ReAll, &[]),
            (1, [_]) => return self.made(store, Op::ReAllChar, &[]),
            (2 | 3, &[letter]) => {
                let (low, high) = (letter.saturating_sub(1), (letter + 1).min(0x2ffff));
                let bounds = match self.random.below(3) {
                    0 => [letter, letter],
                    1 => [low, letter],
                    _ => [letter, high],
                };
                let bounds = bounds.map(|letter| Value::Str([letter].into()));
                let parts = bounds.map(|value| (value.to_term(store), value));
                return self.made(store, Op::ReRange, &parts);
            }
            _ => {}
        }
        let value = Value::Str(word.into());
        let known = soil.variables().iter().find(|(_, own)| *own == value);
        let term = match known.filter(|_| self.random.chance(1, 6)) {
            Some((variable, _)) => *variable,
            None => value.to_term(store),
        };
        self.made(store, Op::StrToRe, &[(term, value)])
    }
}

fn accepts(value: &Value, word: &[u32]) -> bool {
    matches!(value, Value::Re(lang) if lang.contains(word) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::library::Library;
    use crate::synth::reference::Reference;

    #[test]
    fn expressions_accept_the_word_they_grow_from() {
        let (library, reference) = (Library::built_in(), Reference::standard());
        let mut growth = Growth::new(&library.grammar, &reference, 5, false);
        let mut store = TermStore::new();
        let mut roots = std::collections::BTreeSet::new();
        let mut made = 0;
        for round in 0..2000 {
            let mut soil = growth.soil(&mut store);
            let Value::Str(word) = growth.value(&mut store, &soil, Sort::String) else {
                panic!("no string");
            };
            let depth = 1 + round % 3;
            let Some((term, value)) = growth.accepting(&mut store, &mut soil, &word, depth) else {
                continue;
            };
            made += 1;
            assert!(accepts(&value, &word));
            roots.insert(format!("{:?}", std::mem::discriminant(&store.op(term))));
        }
        assert!(made > 1000, "only {made}");
        assert!(roots.len() >= 12, "only {} operators", roots.len());
    }
}
