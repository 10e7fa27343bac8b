//! Regular languages by derivatives (Brzozowski 1964): membership, emptiness, inclusion.
//!
//! Expressions are hash-consed up to associativity, commutativity and idempotence of union and intersection, which keeps the set
//! of derivatives of any expression finite. Between two *cut points* (ends of ranges that occur) all characters have the same
//! derivatives; so one character for each interval between cut points is enough to explore them all. A language is empty if no
//! derivative that is reached accepts the empty word: the argument is spelled out in `proofs/sinew.eo`.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::op::{Known, Op};
use super::term::{Failure, Outcome, Term, Terms};

/// One more than the greatest code point.
pub const POINTS: u32 = 0x3_0000;

/// An expression, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Re(u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    Nothing,
    Epsilon,
    /// Characters from the first to the last.
    Range(u32, u32),
    /// The second is no concatenation's first: lists are nested to the right.
    Concat(Re, Re),
    /// At least two, sorted.
    Union(Vec<Re>),
    /// At least two, sorted.
    Inter(Vec<Re>),
    Star(Re),
    Comp(Re),
}

/// Expressions and their derivatives.
#[derive(Debug, Default)]
pub struct Languages {
    nodes: Vec<Node>,
    nullable: Vec<bool>,
    index: FxHashMap<Node, Re>,
    /// By expression and character.
    derivatives: FxHashMap<(Re, u32), Re>,
}

impl Languages {
    /// Without any.
    #[must_use]
    pub fn new() -> Languages {
        Languages::default()
    }

    fn intern(&mut self, terms: &mut Terms, node: Node) -> Outcome<Re> {
        if let Some(&re) = self.index.get(&node) {
            return Ok(re);
        }
        let nullable = match &node {
            Node::Nothing | Node::Range(..) => false,
            Node::Epsilon | Node::Star(_) => true,
            Node::Concat(a, b) => self.is_nullable(*a) && self.is_nullable(*b),
            Node::Union(parts) => parts.iter().any(|&part| self.is_nullable(part)),
            Node::Inter(parts) => parts.iter().all(|&part| self.is_nullable(part)),
            Node::Comp(a) => !self.is_nullable(*a),
        };
        terms.charge(match &node {
            Node::Union(parts) | Node::Inter(parts) => parts.len(),
            _ => 1,
        })?;
        let re = Re(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.nullable.push(nullable);
        self.index.insert(node, re);
        Ok(re)
    }

    /// Whether the empty word is in the language.
    #[must_use]
    pub fn is_nullable(&self, re: Re) -> bool {
        self.nullable[re.0 as usize]
    }

    /// Whether this is the expression without words; others may have none either.
    #[must_use]
    pub fn is_nothing(&self, re: Re) -> bool {
        *self.node(re) == Node::Nothing
    }

    fn node(&self, re: Re) -> &Node {
        &self.nodes[re.0 as usize]
    }

    fn nothing(&mut self, terms: &mut Terms) -> Outcome<Re> {
        self.intern(terms, Node::Nothing)
    }

    pub(crate) fn epsilon(&mut self, terms: &mut Terms) -> Outcome<Re> {
        self.intern(terms, Node::Epsilon)
    }

    /// All words.
    pub(crate) fn all(&mut self, terms: &mut Terms) -> Outcome<Re> {
        let nothing = self.nothing(terms)?;
        self.intern(terms, Node::Comp(nothing))
    }

    fn is_all(&self, re: Re) -> bool {
        matches!(self.node(re), Node::Comp(inner) if *self.node(*inner) == Node::Nothing)
    }

    /// The characters from one to another.
    pub(crate) fn range(&mut self, terms: &mut Terms, low: u32, high: u32) -> Outcome<Re> {
        if low > high {
            return self.nothing(terms);
        }
        self.intern(terms, Node::Range(low, high))
    }

    /// The language of one word.
    pub(crate) fn word(&mut self, terms: &mut Terms, word: &[u32]) -> Outcome<Re> {
        let mut re = self.epsilon(terms)?;
        for &c in word.iter().rev() {
            let c = self.range(terms, c, c)?;
            re = self.concat(terms, c, re)?;
        }
        Ok(re)
    }

    /// Nests to the right, without the empty word and with nothing absorbing.
    pub(crate) fn concat(&mut self, terms: &mut Terms, a: Re, b: Re) -> Outcome<Re> {
        let mut parts = Vec::new();
        let mut rest = a;
        while let Node::Concat(first, second) = *self.node(rest) {
            parts.push(first);
            rest = second;
        }
        parts.push(rest);
        terms.charge(parts.len())?;
        let mut result = b;
        for part in parts.into_iter().rev() {
            result = match (self.node(part), self.node(result)) {
                (Node::Nothing, _) | (_, Node::Nothing) => self.nothing(terms)?,
                (Node::Epsilon, _) => result,
                (_, Node::Epsilon) => part,
                _ => self.intern(terms, Node::Concat(part, result))?,
            };
        }
        Ok(result)
    }

    pub(crate) fn union(&mut self, terms: &mut Terms, parts: &[Re]) -> Outcome<Re> {
        let mut set = BTreeSet::new();
        for &part in parts {
            match self.node(part) {
                Node::Nothing => {}
                Node::Union(inner) => set.extend(inner.iter().copied()),
                _ if self.is_all(part) => return Ok(part),
                _ => {
                    set.insert(part);
                }
            }
        }
        let set: Vec<Re> = set.into_iter().collect();
        match set[..] {
            [] => self.nothing(terms),
            [only] => Ok(only),
            _ => self.intern(terms, Node::Union(set)),
        }
    }

    pub(crate) fn inter(&mut self, terms: &mut Terms, parts: &[Re]) -> Outcome<Re> {
        let mut set = BTreeSet::new();
        for &part in parts {
            match self.node(part) {
                Node::Nothing => return Ok(part),
                Node::Inter(inner) => set.extend(inner.iter().copied()),
                _ if self.is_all(part) => {}
                _ => {
                    set.insert(part);
                }
            }
        }
        let set: Vec<Re> = set.into_iter().collect();
        match set[..] {
            [] => self.all(terms),
            [only] => Ok(only),
            _ => self.intern(terms, Node::Inter(set)),
        }
    }

    pub(crate) fn star(&mut self, terms: &mut Terms, re: Re) -> Outcome<Re> {
        match *self.node(re) {
            Node::Nothing | Node::Epsilon => self.epsilon(terms),
            Node::Star(_) => Ok(re),
            Node::Range(0, high) if high == POINTS - 1 => self.all(terms),
            _ => self.intern(terms, Node::Star(re)),
        }
    }

    pub(crate) fn comp(&mut self, terms: &mut Terms, re: Re) -> Outcome<Re> {
        match *self.node(re) {
            Node::Comp(inner) => Ok(inner),
            _ => self.intern(terms, Node::Comp(re)),
        }
    }

    /// The expression of a term. Strings in it must be literals.
    pub fn read(&mut self, terms: &mut Terms, root: Term) -> Outcome<Re> {
        let mut known: FxHashMap<Term, Re> = FxHashMap::default();
        let mut work = vec![(root, false)];
        while let Some((term, ready)) = work.pop() {
            if known.contains_key(&term) {
                continue;
            }
            terms.charge(1)?;
            let args = terms.args(term).to_vec();
            let inner: Vec<Term> = (args.iter().copied())
                .filter(|&arg| terms.sort(arg) == super::op::Sort::RegLan)
                .collect();
            if !ready {
                work.push((term, true));
                work.extend(inner.iter().map(|&arg| (arg, false)));
                continue;
            }
            let inner: Vec<Re> = inner.iter().map(|arg| known[arg]).collect();
            let re = self.read_one(terms, term, &args, &inner)?;
            known.insert(term, re);
        }
        Ok(known[&root])
    }

    fn read_one(
        &mut self,
        terms: &mut Terms,
        term: Term,
        args: &[Term],
        inner: &[Re],
    ) -> Outcome<Re> {
        let unknown = || Failure::from("a regular expression that is not constant");
        let Op::Known(op) = terms.op(term) else {
            return Err(unknown());
        };
        match op {
            Known::ReNone => self.nothing(terms),
            Known::ReAll => self.all(terms),
            Known::AllChar => self.range(terms, 0, POINTS - 1),
            Known::ToRe => {
                let word = terms.as_str(args[0]).ok_or_else(unknown)?.to_vec();
                self.word(terms, &word)
            }
            Known::Range => {
                let low = terms.as_str(args[0]).ok_or_else(unknown)?;
                let high = terms.as_str(args[1]).ok_or_else(unknown)?;
                match (low, high) {
                    (&[low], &[high]) => self.range(terms, low, high),
                    _ => self.nothing(terms),
                }
            }
            Known::ReConcat => {
                let mut re = self.epsilon(terms)?;
                for &part in inner.iter().rev() {
                    re = self.concat(terms, part, re)?;
                }
                Ok(re)
            }
            Known::ReUnion => self.union(terms, inner),
            Known::ReInter => self.inter(terms, inner),
            Known::Star => self.star(terms, inner[0]),
            Known::Comp => self.comp(terms, inner[0]),
            Known::Plus => {
                let star = self.star(terms, inner[0])?;
                self.concat(terms, inner[0], star)
            }
            Known::Opt => {
                let epsilon = self.epsilon(terms)?;
                self.union(terms, &[epsilon, inner[0]])
            }
            Known::ReDiff => {
                let comp = self.comp(terms, inner[1])?;
                self.inter(terms, &[inner[0], comp])
            }
            Known::Power => {
                let n = super::rules::index(terms, args[0])?;
                self.repeat(terms, inner[0], n, n)
            }
            Known::Loop => {
                let low = super::rules::index(terms, args[0])?;
                let high = super::rules::index(terms, args[1])?;
                self.repeat(terms, inner[0], low, high)
            }
            _ => Err(unknown()),
        }
    }

    /// From `low` to `high` times: `r…r(r(r…)?)?`.
    fn repeat(&mut self, terms: &mut Terms, re: Re, low: usize, high: usize) -> Outcome<Re> {
        if low > high {
            return self.nothing(terms);
        }
        let epsilon = self.epsilon(terms)?;
        let mut result = epsilon;
        for _ in low..high {
            let more = self.concat(terms, re, result)?;
            result = self.union(terms, &[epsilon, more])?;
        }
        for _ in 0..low {
            result = self.concat(terms, re, result)?;
        }
        Ok(result)
    }

    /// The words that follow a character.
    pub fn derivative(&mut self, terms: &mut Terms, root: Re, c: u32) -> Outcome<Re> {
        let mut work = vec![root];
        while let Some(&re) = work.last() {
            if self.derivatives.contains_key(&(re, c)) {
                work.pop();
                continue;
            }
            terms.charge(1)?;
            let node = self.node(re).clone();
            let needs: Vec<Re> = match &node {
                Node::Nothing | Node::Epsilon | Node::Range(..) => Vec::new(),
                Node::Concat(a, b) if self.is_nullable(*a) => vec![*a, *b],
                Node::Concat(a, _) | Node::Star(a) | Node::Comp(a) => vec![*a],
                Node::Union(parts) | Node::Inter(parts) => parts.clone(),
            };
            let missing: Vec<Re> = (needs.iter().copied())
                .filter(|&part| !self.derivatives.contains_key(&(part, c)))
                .collect();
            if !missing.is_empty() {
                work.extend(missing);
                continue;
            }
            let parts: Vec<Re> = needs
                .iter()
                .map(|&part| self.derivatives[&(part, c)])
                .collect();
            let derivative = match node {
                Node::Range(low, high) if (low..=high).contains(&c) => self.epsilon(terms)?,
                Node::Nothing | Node::Epsilon | Node::Range(..) => self.nothing(terms)?,
                Node::Concat(_, b) => {
                    let first = self.concat(terms, parts[0], b)?;
                    match parts.get(1) {
                        Some(&second) => self.union(terms, &[first, second])?,
                        None => first,
                    }
                }
                Node::Union(_) => self.union(terms, &parts)?,
                Node::Inter(_) => self.inter(terms, &parts)?,
                Node::Star(_) => self.concat(terms, parts[0], re)?,
                Node::Comp(_) => self.comp(terms, parts[0])?,
            };
            self.derivatives.insert((re, c), derivative);
            work.pop();
        }
        Ok(self.derivatives[&(root, c)])
    }

    /// The words that follow a word.
    pub(crate) fn derivative_by(&mut self, terms: &mut Terms, re: Re, word: &[u32]) -> Outcome<Re> {
        word.iter()
            .try_fold(re, |re, &c| self.derivative(terms, re, c))
    }

    /// Whether the word is in the language.
    pub(crate) fn accepts(&mut self, terms: &mut Terms, re: Re, word: &[u32]) -> Outcome<bool> {
        let rest = self.derivative_by(terms, re, word)?;
        Ok(self.is_nullable(rest))
    }

    /// The least character of every interval between cut points.
    #[must_use]
    pub fn representatives(&self, root: Re) -> Vec<u32> {
        let mut cuts = BTreeSet::from([0]);
        let mut seen = FxHashSet::default();
        let mut work = vec![root];
        while let Some(re) = work.pop() {
            if !seen.insert(re) {
                continue;
            }
            match self.node(re) {
                Node::Nothing | Node::Epsilon => {}
                Node::Range(low, high) => cuts.extend([*low, high + 1]),
                Node::Concat(a, b) => work.extend([*a, *b]),
                Node::Union(parts) | Node::Inter(parts) => work.extend(parts),
                Node::Star(a) | Node::Comp(a) => work.push(*a),
            }
        }
        cuts.remove(&POINTS);
        cuts.into_iter().collect()
    }

    /// Whether no word is in the language.
    pub fn is_empty(&mut self, terms: &mut Terms, re: Re) -> Outcome<bool> {
        let representatives = self.representatives(re);
        let mut seen = FxHashSet::from_iter([re]);
        let mut work = vec![re];
        while let Some(re) = work.pop() {
            if self.is_nullable(re) {
                return Ok(false);
            }
            for &c in &representatives {
                let derivative = self.derivative(terms, re, c)?;
                if seen.insert(derivative) {
                    work.push(derivative);
                }
            }
        }
        Ok(true)
    }

    /// Whether every word of the first is in the second.
    pub(crate) fn includes(&mut self, terms: &mut Terms, small: Re, large: Re) -> Outcome<bool> {
        let outside = self.comp(terms, large)?;
        let difference = self.inter(terms, &[small, outside])?;
        self.is_empty(terms, difference)
    }

    /// Whether they have the same words.
    pub(crate) fn same(&mut self, terms: &mut Terms, a: Re, b: Re) -> Outcome<bool> {
        Ok(a == b || self.includes(terms, a, b)? && self.includes(terms, b, a)?)
    }

    /// The words read backwards.
    pub(crate) fn reversed(&mut self, terms: &mut Terms, root: Re) -> Outcome<Re> {
        let mut known: FxHashMap<Re, Re> = FxHashMap::default();
        let mut work = vec![(root, false)];
        while let Some((re, ready)) = work.pop() {
            if known.contains_key(&re) {
                continue;
            }
            terms.charge(1)?;
            let node = self.node(re).clone();
            let inner: Vec<Re> = match &node {
                Node::Nothing | Node::Epsilon | Node::Range(..) => Vec::new(),
                Node::Concat(a, b) => vec![*a, *b],
                Node::Star(a) | Node::Comp(a) => vec![*a],
                Node::Union(parts) | Node::Inter(parts) => parts.clone(),
            };
            if !ready {
                work.push((re, true));
                work.extend(inner.iter().map(|&part| (part, false)));
                continue;
            }
            let parts: Vec<Re> = inner.iter().map(|part| known[part]).collect();
            let reversed = match node {
                Node::Concat(..) => self.concat(terms, parts[1], parts[0])?,
                Node::Union(_) => self.union(terms, &parts)?,
                Node::Inter(_) => self.inter(terms, &parts)?,
                Node::Star(_) => self.star(terms, parts[0])?,
                Node::Comp(_) => self.comp(terms, parts[0])?,
                Node::Nothing | Node::Epsilon | Node::Range(..) => re,
            };
            known.insert(re, reversed);
        }
        Ok(known[&root])
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Bench;
    use super::*;

    fn read(bench: &mut Bench, languages: &mut Languages, text: &str) -> Re {
        let term = bench.term(text);
        languages
            .read(&mut bench.terms, term)
            .expect("an expression")
    }

    #[test]
    fn memberships() -> Outcome<()> {
        let mut bench = Bench::new("");
        let mut languages = Languages::new();
        for (text, word, member) in [
            ("(re.* (str.to_re \"ab\"))", "abab", true),
            ("(re.* (str.to_re \"ab\"))", "aba", false),
            ("(re.comp (re.* (str.to_re \"ab\")))", "aba", true),
            ("((_ re.loop 2 3) (re.range \"a\" \"c\"))", "abc", true),
            ("((_ re.loop 2 3) (re.range \"a\" \"c\"))", "a", false),
            ("((_ re.loop 3 2) (re.range \"a\" \"c\"))", "abc", false),
            ("((_ re.^ 3) (re.opt (str.to_re \"a\")))", "aa", true),
            ("(re.diff re.all (re.+ re.allchar))", "", true),
            ("(re.diff re.all (re.+ re.allchar))", "x", false),
            ("(re.range \"c\" \"a\")", "b", false),
            ("(re.range \"ab\" \"c\")", "b", false),
            (
                "(re.inter (re.++ re.all (str.to_re \"a\")) (re.++ (str.to_re \"b\") re.all))",
                "bxa",
                true,
            ),
        ] {
            let re = read(&mut bench, &mut languages, text);
            let word: Vec<u32> = word.chars().map(|c| c as u32).collect();
            assert_eq!(
                languages.accepts(&mut bench.terms, re, &word)?,
                member,
                "{text}"
            );
            let back = languages.reversed(&mut bench.terms, re)?;
            let word: Vec<u32> = word.into_iter().rev().collect();
            assert_eq!(
                languages.accepts(&mut bench.terms, back, &word)?,
                member,
                "{text}"
            );
        }
        Ok(())
    }

    #[test]
    fn inclusions() -> Outcome<()> {
        let mut bench = Bench::new("");
        let mut languages = Languages::new();
        let a = read(&mut bench, &mut languages, "(re.* (str.to_re \"ab\"))");
        let b = read(
            &mut bench,
            &mut languages,
            "(re.union (str.to_re \"\") (re.++ (str.to_re \"a\") re.all (str.to_re \"b\")))",
        );
        assert!(languages.includes(&mut bench.terms, a, b)?);
        assert!(!languages.includes(&mut bench.terms, b, a)?);
        let c = read(
            &mut bench,
            &mut languages,
            "(re.++ (str.to_re \"ab\") (re.* (str.to_re \"ab\")))",
        );
        let d = read(&mut bench, &mut languages, "(re.+ (str.to_re \"ab\"))");
        assert!(languages.same(&mut bench.terms, c, d)?);
        assert!(!languages.same(&mut bench.terms, c, a)?);
        Ok(())
    }
}
