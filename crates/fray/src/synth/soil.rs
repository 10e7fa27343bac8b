//! What terms grow from: variables with planted values, the letters and literals that there are,
//! and what has grown so far.
//!
//! Of a [`Soil`] little is used often: few variables, an alphabet of two or three letters, literals
//! that are parts of the planted values. A [`Vocabulary`] narrows it further, to literals
//! that come again in every formula.

use sinew_base::Random;
use sinew_term::{Sort, Term, TermStore};
use smallvec::SmallVec;

use super::exec::Value;
use super::growth::{Growth, MAX_VARIABLES, Valued, is_shallow};
use super::shape::place;
use super::test::Model;
use super::vocabulary::Vocabulary;

/// Letters that a test's alphabet is drawn from; the first ones most often.
const LETTERS: [u32; 20] = [
    0x61, 0x62, 0x41, 0x42, 0x30, 0x31, 0x39, 0x2d, 0x20, 0x7a, 0x2f, 0x22, 0x5c, 0x75, 0, 0x7f,
    0xe9, 0xffff, 0x10000, 0x2ffff,
];
/// Names of variables of sort Bool, Int, String and RegLan.
const NAMES: [[&str; MAX_VARIABLES]; 4] = [
    ["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7"],
    ["i0", "i1", "i2", "i3", "i4", "i5", "i6", "i7"],
    ["x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7"],
    ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"],
];
/// Words that mean something to some operator.
const WORDS: [&str; 8] = ["", "0", "1", "-1", "00", "07", "10", "abc"];
/// Numbers beyond the lengths of planted strings, a little and far, and around the sizes of alphabets.
const FAR: [i64; 8] = [7, 17, 1_000, 10_000, 65_535, 65_536, 196_607, 196_608];
/// What looks like an escape and is none.
pub(super) const BROKEN: [&str; 4] = ["\\u{30000}", "\\u{}", "\\u12", "\\u{110000}"];

/// What terms grow from: variables with planted values, and what has grown so far.
pub(super) struct Soil {
    pub(super) alphabet: Vec<u32>,
    pub(super) variables: Vec<Valued>,
    /// What has grown, by sort.
    pub(super) grown: [Vec<Valued>; 4],
    /// The only string literals, if there are some.
    words: Vec<Value>,
    /// The only integer literals, if there are some.
    numbers: Vec<Value>,
    /// The only regular expressions whose arguments do not grow, if there are some.
    pub(super) languages: Vec<usize>,
    /// Of so many terms one is used again.
    pub(super) rarely_again: usize,
}

impl Default for Soil {
    fn default() -> Soil {
        Soil::new(Vec::new())
    }
}

impl Soil {
    fn new(alphabet: Vec<u32>) -> Soil {
        Soil {
            alphabet,
            variables: Vec::new(),
            grown: Default::default(),
            words: Vec::new(),
            numbers: Vec::new(),
            languages: Vec::new(),
            rarely_again: 8,
        }
    }

    /// The planted values of the variables that occur in the formulas.
    pub(super) fn model(&self, used: &[Term]) -> Model {
        let used = |(term, _): &&Valued| used.contains(term);
        self.variables.iter().filter(used).cloned().collect()
    }

    pub(super) fn variables(&self) -> &[Valued] {
        &self.variables
    }

    /// Keeps a term for another use, if it is small enough.
    pub(super) fn keep(&mut self, store: &TermStore, grown: &Valued) {
        if is_shallow(store, grown.0) {
            self.grown[place(grown.1.sort())].push(grown.clone());
        }
    }
}

impl Growth<'_> {
    /// New variables with planted values.
    pub(super) fn soil(&mut self, store: &mut TermStore) -> Soil {
        self.swarm();
        let mut soil = Soil::new(self.alphabet());
        let strings = self.count(&[1, 1, 1, 2, 2, 2, 3], MAX_VARIABLES);
        let integers = self.count(&[0, 0, 1, 1, 2], MAX_VARIABLES);
        let truths = self.count(&[0, 0, 0, 1], MAX_VARIABLES);
        let languages = if self.dialect {
            self.random.below(3)
        } else {
            0
        };
        let counts = [
            (Sort::String, strings),
            (Sort::Int, integers),
            (Sort::Bool, truths),
            (Sort::RegLan, languages),
        ];
        self.plant(store, &mut soil, &counts);
        soil
    }

    /// The few variables and literals of a vocabulary.
    pub(super) fn narrow_soil(&mut self, store: &mut TermStore, vocabulary: &Vocabulary) -> Soil {
        let mut soil = Soil::new(vocabulary.alphabet.clone());
        soil.words.clone_from(&vocabulary.words);
        soil.numbers.clone_from(&vocabulary.numbers);
        soil.languages.clone_from(&vocabulary.languages);
        soil.rarely_again = 3;
        let counts = [
            (Sort::String, vocabulary.strings),
            (Sort::Int, vocabulary.integers),
        ];
        self.plant(store, &mut soil, &counts);
        soil
    }

    /// Leaves few integer literals, one of them beyond all lengths: terms agree with it that differ on
    /// longer strings.
    pub(super) fn look_far(&mut self, soil: &mut Soil) {
        let far = *self.random.pick(&FAR);
        // Where there are integer variables, literals are rare.
        if self.random.chance(2, 3) {
            let integer = |(_, value): &Valued| value.sort() == Sort::Int;
            soil.variables.retain(|variable| !integer(variable));
        }
        soil.numbers = [0, 0, 1, far, far].map(Value::int).to_vec();
    }

    fn plant(&mut self, store: &mut TermStore, soil: &mut Soil, counts: &[(Sort, usize)]) {
        for &(sort, count) in counts {
            for name in &NAMES[place(sort)][..count] {
                let term = store.constant(name, sort);
                let value = self.value(store, soil, sort);
                soil.variables.push((term, value));
            }
        }
    }

    /// Two or three letters, mostly usual ones.
    pub(super) fn alphabet(&mut self) -> Vec<u32> {
        let count = 2 + self.random.below(2);
        let letter = |_| {
            let up_to = if self.random.chance(3, 4) { 6 } else { 20 };
            *self.random.pick(&LETTERS[..up_to])
        };
        (0..count).map(letter).collect()
    }

    /// A literal of a sort, of those that there are.
    pub(super) fn literal(&mut self, store: &mut TermStore, soil: &Soil, sort: Sort) -> Value {
        match sort {
            Sort::String if !soil.words.is_empty() => self.random.pick(&soil.words).clone(),
            Sort::Int if !soil.numbers.is_empty() => self.random.pick(&soil.numbers).clone(),
            _ => self.value(store, soil, sort),
        }
    }

    /// A string of one letter.
    pub(super) fn letter(&mut self, soil: &Soil) -> Value {
        let letter = match self.random.chance(1, 12) {
            true => *self.random.pick(&LETTERS),
            false => *self.random.pick(&soil.alphabet),
        };
        Value::text(&[letter])
    }

    /// A random value of a sort.
    pub(super) fn value(&mut self, store: &mut TermStore, soil: &Soil, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.random.chance(1, 2)),
            Sort::Int => self.integer(),
            Sort::String => self.string(soil),
            _ => {
                let mut empty = Soil::new(soil.alphabet.clone());
                self.term(store, &mut empty, Sort::RegLan, 2).1
            }
        }
    }

    pub(super) fn string(&mut self, soil: &Soil) -> Value {
        match self.random.below(32) {
            0 if self.random.chance(1, 3) => {
                return Value::string(self.random.pick::<&str>(&BROKEN));
            }
            0 => return Value::string(self.random.pick::<&str>(&WORDS)),
            1 => {
                let length = self.length(12);
                let letter = |random: &mut Random| 0x20 + random.below(0x5f) as u32;
                return Value::Str((0..length).map(|_| letter(&mut self.random)).collect());
            }
            2..=7 => {
                // A part of a planted string.
                let planted: SmallVec<[&[u32]; 4]> =
                    soil.variables.iter().filter_map(|(_, v)| word(v)).collect();
                if !planted.is_empty() {
                    let whole = *self.random.pick(&planted);
                    let from = self.random.below(whole.len() + 1);
                    let to = from + self.random.below(whole.len() - from + 1);
                    return Value::text(&whole[from..to]);
                }
            }
            _ => {}
        }
        let length = *self.random.pick(&[0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 4]);
        let letters = &soil.alphabet;
        let text: SmallVec<[u32; 4]> = (0..length).map(|_| *self.random.pick(letters)).collect();
        Value::text(&text)
    }

    /// A length whose chance halves with each step, up to a bound that doubles rarely.
    fn length(&mut self, most: usize) -> usize {
        let mut length = 1;
        while self.random.chance(7, 8) && (length < most || self.random.chance(1, 2)) {
            length += 1;
        }
        length
    }

    pub(super) fn integer(&mut self) -> Value {
        match self.random.below(24) {
            0 if self.random.chance(1, 8) => Value::int(self.random.range(-1_000_000, 1_000_000)),
            0 => Value::int(self.random.range(-200, 200)),
            1 => Value::int(
                *self
                    .random
                    .pick(&[97, 48, 255, 65_536, 196_607, 196_608, 1 << 31]),
            ),
            2..=5 => Value::int(-1),
            _ => Value::int(self.random.range(0, 4)),
        }
    }
}

fn word(value: &Value) -> Option<&[u32]> {
    match value {
        Value::Str(text) => Some(text),
        _ => None,
    }
}
