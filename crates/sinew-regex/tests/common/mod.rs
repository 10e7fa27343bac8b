//! An independent reference: regexes as trees, their languages as sets of all words up to
//! length 4 over three letters, computed from the definitions alone; and random trees.
#![allow(dead_code)]

pub(crate) mod terms;

use sinew_base::Random;
use sinew_regex::{Regex, RegexStore};

/// A regular expression as written, without any normalisation.
#[derive(Clone, Debug)]
pub(crate) enum Re {
    None,
    All,
    AllChar,
    Literal(Vec<u32>),
    Range(u32, u32),
    Concat(Box<Re>, Box<Re>),
    Union(Box<Re>, Box<Re>),
    Inter(Box<Re>, Box<Re>),
    Diff(Box<Re>, Box<Re>),
    Comp(Box<Re>),
    Star(Box<Re>),
    Plus(Box<Re>),
    Opt(Box<Re>),
    Power(Box<Re>, u32),
    Loop(Box<Re>, u32, u32),
}

pub(crate) const LETTERS: [u32; 3] = [97, 98, 99];
pub(crate) const MAX_LEN: usize = 4;

/// Short forms for building trees in tests.
pub(crate) mod make {
    use super::Re;
    pub(crate) fn lit(text: &str) -> Re {
        Re::Literal(text.chars().map(u32::from).collect())
    }
    pub(crate) fn eps() -> Re {
        lit("")
    }
    pub(crate) fn cat(a: &Re, b: &Re) -> Re {
        Re::Concat(a.clone().into(), b.clone().into())
    }
    pub(crate) fn or(a: &Re, b: &Re) -> Re {
        Re::Union(a.clone().into(), b.clone().into())
    }
    pub(crate) fn and(a: &Re, b: &Re) -> Re {
        Re::Inter(a.clone().into(), b.clone().into())
    }
    pub(crate) fn minus(a: &Re, b: &Re) -> Re {
        Re::Diff(a.clone().into(), b.clone().into())
    }
    pub(crate) fn not(a: &Re) -> Re {
        Re::Comp(a.clone().into())
    }
    pub(crate) fn star(a: &Re) -> Re {
        Re::Star(a.clone().into())
    }
    pub(crate) fn plus(a: &Re) -> Re {
        Re::Plus(a.clone().into())
    }
    pub(crate) fn opt(a: &Re) -> Re {
        Re::Opt(a.clone().into())
    }
    pub(crate) fn pow(a: &Re, n: u32) -> Re {
        Re::Power(a.clone().into(), n)
    }
    pub(crate) fn rep(a: &Re, lo: u32, hi: u32) -> Re {
        Re::Loop(a.clone().into(), lo, hi)
    }
    pub(crate) fn range(a: char, b: char) -> Re {
        Re::Range(a.into(), b.into())
    }
}

/// All words up to [`MAX_LEN`] over [`LETTERS`], shortest first; a language is a bit set.
pub(crate) struct Universe {
    pub(crate) words: Vec<Vec<u32>>,
    joins: Vec<Vec<Option<usize>>>,
}

impl Universe {
    pub(crate) fn new() -> Universe {
        let mut words: Vec<Vec<u32>> = vec![vec![]];
        let mut at = 0;
        while words[at].len() < MAX_LEN {
            for letter in LETTERS {
                let mut word = words[at].clone();
                word.push(letter);
                words.push(word);
            }
            at += 1;
        }
        assert!(words.len() <= 128);
        let joins = words
            .iter()
            .map(|left| {
                words
                    .iter()
                    .map(|right| {
                        let joined: Vec<u32> = left.iter().chain(right).copied().collect();
                        words.iter().position(|word| *word == joined)
                    })
                    .collect()
            })
            .collect();
        Universe { words, joins }
    }

    pub(crate) fn full(&self) -> u128 {
        (1 << self.words.len()) - 1
    }

    fn select(&self, keep: impl Fn(&[u32]) -> bool) -> u128 {
        let bits = self.words.iter().enumerate().filter(|(_, word)| keep(word));
        bits.fold(0, |set, (at, _)| set | 1 << at)
    }

    fn join(&self, a: u128, b: u128) -> u128 {
        let mut set = 0;
        for (i, row) in self.joins.iter().enumerate() {
            if a >> i & 1 == 1 {
                for (j, joined) in row.iter().enumerate() {
                    if let (1, Some(at)) = (b >> j & 1, joined) {
                        set |= 1 << at;
                    }
                }
            }
        }
        set
    }

    fn repeat(&self, a: u128, lo: u32, hi: u32) -> u128 {
        let mut power = 1;
        let mut set = 0;
        for n in 0..=hi {
            if n >= lo {
                set |= power;
            }
            power = self.join(power, a);
        }
        set
    }

    /// The words of the universe in the language.
    pub(crate) fn language(&self, re: &Re) -> u128 {
        // Five repetitions of non-empty words leave the universe, so 5 stands for any more.
        let many = MAX_LEN as u32 + 1;
        match re {
            Re::None => 0,
            Re::All => self.full(),
            Re::AllChar => self.select(|word| word.len() == 1),
            Re::Literal(word) => self.select(|other| other == word),
            Re::Range(lo, hi) => {
                self.select(|word| word.len() == 1 && *lo <= word[0] && word[0] <= *hi)
            }
            Re::Concat(a, b) => self.join(self.language(a), self.language(b)),
            Re::Union(a, b) => self.language(a) | self.language(b),
            Re::Inter(a, b) => self.language(a) & self.language(b),
            Re::Diff(a, b) => self.language(a) & !self.language(b),
            Re::Comp(a) => self.full() & !self.language(a),
            Re::Star(a) => self.repeat(self.language(a), 0, many),
            Re::Plus(a) => self.repeat(self.language(a), 1, many),
            Re::Opt(a) => self.language(a) | 1,
            Re::Power(a, n) => self.repeat(self.language(a), *n, *n),
            Re::Loop(a, lo, hi) => self.repeat(self.language(a), *lo, *hi),
        }
    }

    /// The same set as read off the store, word by word.
    pub(crate) fn decoded(&self, store: &mut RegexStore, r: Regex) -> u128 {
        let budget = sinew_base::Budget::unlimited();
        let mut set = 0;
        for (at, word) in self.words.iter().enumerate() {
            if store.contains_word(r, word, &budget).unwrap() {
                set |= 1 << at;
            }
        }
        set
    }
}

/// Builds a tree in a store.
pub(crate) fn build(store: &mut RegexStore, re: &Re) -> Regex {
    match re {
        Re::None => store.none(),
        Re::All => store.all(),
        Re::AllChar => store.allchar(),
        Re::Literal(word) => store.literal(word),
        Re::Range(lo, hi) => store.range(*lo, *hi),
        Re::Concat(a, b) => {
            let (a, b) = (build(store, a), build(store, b));
            store.concat(a, b)
        }
        Re::Union(a, b) => {
            let parts = [build(store, a), build(store, b)];
            store.union(&parts)
        }
        Re::Inter(a, b) => {
            let parts = [build(store, a), build(store, b)];
            store.inter(&parts)
        }
        Re::Diff(a, b) => {
            let (a, b) = (build(store, a), build(store, b));
            store.diff(a, b)
        }
        Re::Comp(a) => {
            let a = build(store, a);
            store.comp(a)
        }
        Re::Star(a) => {
            let a = build(store, a);
            store.star(a)
        }
        Re::Plus(a) => {
            let a = build(store, a);
            store.plus(a)
        }
        Re::Opt(a) => {
            let a = build(store, a);
            store.opt(a)
        }
        Re::Power(a, n) => {
            let a = build(store, a);
            store.power(a, *n)
        }
        Re::Loop(a, lo, hi) => {
            let a = build(store, a);
            store.loop_(a, *lo, *hi)
        }
    }
}

/// Random numbers as characters and counters are: of 32 bits.
pub(crate) struct Rng(Random);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(Random::new(seed))
    }

    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.0.below(n as usize) as u32
    }
}

/// A random tree of at most the given depth; with or without Boolean operators.
pub(crate) fn random(rng: &mut Rng, depth: u32, boolean: bool) -> Re {
    let leaf = |rng: &mut Rng| match rng.below(12) {
        0 => Re::None,
        1 => Re::All,
        2 => Re::AllChar,
        3 => make::eps(),
        4 => make::range('a', 'b'),
        5 => make::range('b', 'c'),
        6 => make::lit("ab"),
        7 => make::lit("ca"),
        8 => make::lit("c"),
        9 => make::lit("b"),
        _ => make::lit("a"),
    };
    if depth == 0 || rng.below(6) == 0 {
        return leaf(rng);
    }
    let kinds = if boolean { 16 } else { 12 };
    let kind = rng.below(kinds);
    let a = Box::new(random(rng, depth - 1, boolean));
    match kind {
        0..=2 => Re::Concat(a, random(rng, depth - 1, boolean).into()),
        3..=5 => Re::Union(a, random(rng, depth - 1, boolean).into()),
        6 | 7 => Re::Star(a),
        8 => Re::Plus(a),
        9 => Re::Opt(a),
        10 => Re::Power(a, rng.below(4)),
        11 => {
            let lo = rng.below(4);
            Re::Loop(a, lo, rng.below(5))
        }
        12 | 13 => Re::Comp(a),
        14 => Re::Inter(a, random(rng, depth - 1, boolean).into()),
        _ => Re::Diff(a, random(rng, depth - 1, boolean).into()),
    }
}
