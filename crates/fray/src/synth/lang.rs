//! Regular languages as values of synthesis: expressions over literal words, executed on words.
//!
//! P1 calls the executable operations its main challenge (§3.1). Here an expression is executed
//! on one word at a time: for each sub-expression the set of *spans* of the word that it matches
//! is a matrix of bits, and every operation of P1 Table 1 is an operation on such matrices
//! (concatenation is their product, complement their complement, a closure their closure). That
//! shares nothing with the derivatives of the reference semantics, which evaluates every test once
//! more, nor with the automata of `sinew-regex`, which decide what is claimed about all words.

use std::sync::Arc;

use sinew_base::{Budget, StopReason};
use sinew_regex::{Regex, RegexStore};
use sinew_term::{Op, Term, TermStore};
use smallvec::SmallVec;

/// Expressions nested deeper than this are not executed.
const MAX_DEPTH: u32 = 256;
/// Words longer than this are not matched.
const MAX_WORD: usize = 4096;

/// A regular expression without variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lang(Arc<Node>);

#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Node {
    depth: u32,
    kind: Kind,
}

#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kind {
    /// `str.to_re`
    Word(Arc<[u32]>),
    /// `re.range`, with the bounds as they are written.
    Range(Arc<[u32]>, Arc<[u32]>),
    /// Any operator on languages.
    Op(Op, Vec<Lang>),
}

impl Lang {
    /// The language of one word.
    #[must_use]
    pub fn word(word: &[u32]) -> Lang {
        Lang::new(0, Kind::Word(word.into()))
    }

    /// `(re.range from to)`: empty unless both are one character and in order.
    #[must_use]
    pub fn range(from: &[u32], to: &[u32]) -> Lang {
        Lang::new(0, Kind::Range(from.into(), to.into()))
    }

    /// An operator on languages; `None` if that is nested too deeply.
    #[must_use]
    pub fn op(op: Op, args: Vec<Lang>) -> Option<Lang> {
        let depth = args.iter().map(|arg| arg.0.depth + 1).max().unwrap_or(0);
        (depth <= MAX_DEPTH).then(|| Lang::new(depth, Kind::Op(op, args)))
    }

    fn new(depth: u32, kind: Kind) -> Lang {
        Lang(Arc::new(Node { depth, kind }))
    }

    /// The operator at the root.
    #[must_use]
    pub fn root(&self) -> Op {
        match &self.0.kind {
            Kind::Word(_) => Op::StrToRe,
            Kind::Range(..) => Op::ReRange,
            Kind::Op(op, _) => *op,
        }
    }

    /// The languages that the root is applied to.
    #[must_use]
    pub fn args(&self) -> &[Lang] {
        match &self.0.kind {
            Kind::Op(_, args) => args,
            _ => &[],
        }
    }

    /// The bounds, if this is a range.
    #[must_use]
    pub fn bounds(&self) -> Option<(&[u32], &[u32])> {
        match &self.0.kind {
            Kind::Range(from, to) => Some((from, to)),
            _ => None,
        }
    }

    /// The term that denotes it. The depth is bounded.
    pub fn to_term(&self, store: &mut TermStore) -> Term {
        match &self.0.kind {
            Kind::Word(word) => {
                let word = store.code_points(word);
                store.str_to_re(word)
            }
            Kind::Range(from, to) => {
                let (from, to) = (store.code_points(from), store.code_points(to));
                store.re_range(from, to)
            }
            Kind::Op(op, args) => {
                let args: Vec<Term> = args.iter().map(|arg| arg.to_term(store)).collect();
                store.mk(*op, &args)
            }
        }
    }

    /// The same language for `sinew-regex`.
    pub fn to_regex(&self, store: &mut RegexStore) -> Regex {
        let args: Vec<Regex> = self.args().iter().map(|arg| arg.to_regex(store)).collect();
        match &self.0.kind {
            Kind::Word(word) => store.literal(word),
            Kind::Range(from, to) => match (&from[..], &to[..]) {
                (&[from], &[to]) => store.range(from, to),
                _ => store.none(),
            },
            Kind::Op(op, _) => match (*op, &args[..]) {
                (Op::ReAll, _) => store.all(),
                (Op::ReAllChar, _) => store.allchar(),
                (Op::ReConcat, args) => store.concat_all(args),
                (Op::ReUnion, args) => store.union(args),
                (Op::ReInter, args) => store.inter(args),
                (Op::ReDiff, [first, rest @ ..]) => {
                    let others = store.union(rest);
                    store.diff(*first, others)
                }
                (Op::ReStar, &[r]) => store.star(r),
                (Op::RePlus, &[r]) => store.plus(r),
                (Op::ReOpt, &[r]) => store.opt(r),
                (Op::ReComp, &[r]) => store.comp(r),
                (Op::RePow(n), &[r]) => store.power(r, n),
                (Op::ReLoop(lo, hi), &[r]) => store.loop_(r, lo, hi),
                _ => store.none(),
            },
        }
    }

    /// Whether both have the same words.
    pub fn equivalent(&self, other: &Lang, budget: &Budget) -> Result<bool, StopReason> {
        if self == other {
            return Ok(true);
        }
        let mut store = RegexStore::new();
        let (a, b) = (self.to_regex(&mut store), other.to_regex(&mut store));
        store.equivalent(a, b, budget)
    }

    /// Whether `word` belongs to it; `None` if the word is too long.
    #[must_use]
    pub fn contains(&self, word: &[u32]) -> Option<bool> {
        // The empty word and words against literals are asked for most.
        if let Kind::Word(own) = &self.0.kind {
            return Some(**own == *word);
        }
        Some(self.spans(word)?.has(0, word.len()))
    }

    /// The spans of `word` that it matches.
    pub(super) fn spans(&self, word: &[u32]) -> Option<Spans> {
        (word.len() <= MAX_WORD).then(|| self.matched(word))
    }

    fn matched(&self, word: &[u32]) -> Spans {
        let arg = |i: usize| self.args()[i].matched(word);
        let none = || Spans::none(word.len());
        match &self.0.kind {
            Kind::Word(own) => {
                let mut result = none();
                for from in 0..=word.len() {
                    if word[from..].starts_with(own) {
                        result.add(from, from + own.len());
                    }
                }
                result
            }
            Kind::Range(from, to) => {
                let mut result = none();
                if let (&[from], &[to]) = (&from[..], &to[..]) {
                    for (i, c) in word.iter().enumerate() {
                        if (from..=to).contains(c) {
                            result.add(i, i + 1);
                        }
                    }
                }
                result
            }
            Kind::Op(op, args) => match *op {
                Op::ReAll => none().complement(),
                Op::ReAllChar => {
                    let mut result = none();
                    (0..word.len()).for_each(|i| result.add(i, i + 1));
                    result
                }
                Op::ReConcat => {
                    let mut result = arg(0);
                    for next in &args[1..] {
                        result = result.then(&next.matched(word));
                    }
                    result
                }
                Op::ReUnion | Op::ReInter | Op::ReDiff => {
                    let mut result = arg(0);
                    for next in &args[1..] {
                        result.combine(&next.matched(word), *op);
                    }
                    result
                }
                Op::ReComp => arg(0).complement(),
                Op::ReStar => arg(0).closure(),
                Op::RePlus => {
                    let once = arg(0);
                    once.then(&once.closure())
                }
                Op::ReOpt => arg(0).or_empty(),
                Op::RePow(n) => arg(0).power(n),
                Op::ReLoop(lo, hi) if lo <= hi => {
                    let once = arg(0);
                    once.power(lo).then(&once.or_empty().power(hi - lo))
                }
                _ => none(),
            },
        }
    }
}

/// A set of spans `from..to` of a word: for each start the set of its ends, as bits.
#[derive(Clone)]
pub(super) struct Spans {
    length: usize,
    stride: usize,
    /// Words of up to seven characters need no allocation.
    bits: SmallVec<[u64; 8]>,
}

impl Spans {
    fn none(length: usize) -> Spans {
        let stride = length / 64 + 1;
        Spans {
            length,
            stride,
            bits: SmallVec::from_elem(0, stride * (length + 1)),
        }
    }

    fn empty_words(length: usize) -> Spans {
        let mut result = Spans::none(length);
        (0..=length).for_each(|i| result.add(i, i));
        result
    }

    fn add(&mut self, from: usize, to: usize) {
        self.bits[from * self.stride + to / 64] |= 1 << (to % 64);
    }

    fn row(&self, from: usize) -> &[u64] {
        &self.bits[from * self.stride..(from + 1) * self.stride]
    }

    /// Whether the span is in the set.
    pub(super) fn has(&self, from: usize, to: usize) -> bool {
        self.row(from)[to / 64] >> (to % 64) & 1 == 1
    }

    /// The least end of a span that starts at `from` and has at least `least` characters.
    pub(super) fn shortest(&self, from: usize, least: usize) -> Option<usize> {
        (from + least..=self.length).find(|&to| self.has(from, to))
    }

    /// A span of this set followed by one of the other.
    fn then(&self, next: &Spans) -> Spans {
        let mut result = Spans::none(self.length);
        for from in 0..=self.length {
            for middle in from..=self.length {
                if self.has(from, middle) {
                    for part in middle / 64..self.stride {
                        result.bits[from * self.stride + part] |= next.row(middle)[part];
                    }
                }
            }
        }
        result
    }

    fn combine(&mut self, other: &Spans, op: Op) {
        for (mine, its) in self.bits.iter_mut().zip(&other.bits) {
            match op {
                Op::ReUnion => *mine |= its,
                Op::ReInter => *mine &= its,
                _ => *mine &= !its,
            }
        }
    }

    fn complement(&self) -> Spans {
        let mut result = Spans::none(self.length);
        for from in 0..=self.length {
            for to in from..=self.length {
                if !self.has(from, to) {
                    result.add(from, to);
                }
            }
        }
        result
    }

    fn or_empty(mut self) -> Spans {
        self.combine(&Spans::empty_words(self.length), Op::ReUnion);
        self
    }

    /// Any number of spans, one after the other. From the right, since what follows a non-empty
    /// span starts further to the right.
    fn closure(&self) -> Spans {
        let mut result = Spans::empty_words(self.length);
        for from in (0..self.length).rev() {
            for middle in from + 1..=self.length {
                if self.has(from, middle) {
                    for part in 0..self.stride {
                        let next = result.bits[middle * self.stride + part];
                        result.bits[from * self.stride + part] |= next;
                    }
                }
            }
        }
        result
    }

    /// `n` spans, one after the other, by squares: a thousand iterations of a word of a thousand
    /// letters are twenty products. At most as many as there are characters are not empty.
    fn power(&self, n: u32) -> Spans {
        if n as usize > self.length {
            return match self.has(0, 0) {
                true => self.closure(),
                false => Spans::none(self.length),
            };
        }
        let Some(highest) = n.checked_ilog2() else {
            return Spans::empty_words(self.length);
        };
        let mut result = self.clone();
        for bit in (0..highest).rev() {
            result = result.then(&result);
            if n >> bit & 1 == 1 {
                result = result.then(self);
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_base::Random;
    use sinew_semantics::{Model, Value, eval};

    fn random_lang(random: &mut Random, depth: u32) -> Lang {
        let letter = |random: &mut Random| *random.pick(&[97u32, 98, 99, 0, 0x2ffff]);
        if depth == 0 {
            return match random.below(6) {
                0 => Lang::op(Op::ReNone, Vec::new()).expect("shallow"),
                1 => Lang::op(Op::ReAll, Vec::new()).expect("shallow"),
                2 => Lang::op(Op::ReAllChar, Vec::new()).expect("shallow"),
                3 => Lang::range(&[letter(random)], &[letter(random)]),
                _ => {
                    let length = random.below(3);
                    let word: Vec<u32> = (0..length).map(|_| letter(random)).collect();
                    Lang::word(&word)
                }
            };
        }
        let mut part = || random_lang(random, depth - 1);
        let (a, b) = (part(), part());
        let (op, args) = match random.below(11) {
            0 => (Op::ReConcat, vec![a, b]),
            1 => (Op::ReUnion, vec![a, b]),
            2 => (Op::ReInter, vec![a, b]),
            3 => (Op::ReDiff, vec![a, b]),
            4 => (Op::ReComp, vec![a]),
            5 => (Op::ReStar, vec![a]),
            6 => (Op::RePlus, vec![a]),
            7 => (Op::ReOpt, vec![a]),
            8 => (Op::RePow(*random.pick(&[0, 1, 2, 7])), vec![a]),
            9 => (Op::ReLoop(0, *random.pick(&[0, 1, 1000])), vec![a]),
            _ => (Op::ReLoop(*random.pick(&[1, 2, 189]), 2), vec![a]),
        };
        Lang::op(op, args).expect("shallow")
    }

    /// Matrices, derivatives and automata are three implementations of one meaning.
    #[test]
    fn execution_agrees_with_the_reference_semantics_and_with_automata() {
        let mut random = Random::new(1);
        for round in 0..600 {
            let lang = random_lang(&mut random, round % 4);
            let mut store = TermStore::new();
            let mut regexes = RegexStore::new();
            let regex = lang.to_regex(&mut regexes);
            let term = lang.to_term(&mut store);
            for _ in 0..8 {
                let length = random.below(4);
                let word: Vec<u32> = (0..length)
                    .map(|_| *random.pick(&[97, 98, 0, 0x2ffff]))
                    .collect();
                let literal = store.code_points(&word);
                let member = store.in_re(literal, term);
                let expected = eval(&store, &Model::new(), member);
                let found = lang.contains(&word);
                assert_eq!(expected, Ok(Value::Bool(found == Some(true))), "{lang:?}");
                let budget = Budget::unlimited();
                let automaton = regexes.contains_word(regex, &word, &budget);
                assert_eq!(automaton.ok(), found, "{lang:?}");
            }
        }
    }

    #[test]
    fn long_words_and_large_indices() {
        let a = Lang::word(&[97]);
        let many = Lang::op(Op::ReLoop(100, 200), vec![a]).expect("shallow");
        for (length, expected) in [(99, false), (100, true), (200, true), (201, false)] {
            assert_eq!(many.contains(&vec![97; length]), Some(expected), "{length}");
        }
        assert_eq!(many.contains(&vec![97; MAX_WORD + 1]), None);
    }
}
