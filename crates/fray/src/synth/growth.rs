//! Random terms over the [grammar](super::grammar), evaluated as they grow.
//!
//! Known bugs are small and entangled: one or two variables that occur several times, few
//! letters, constants that are nearly equal to each other. So a [`Soil`] has few variables, an
//! alphabet of two or three letters, and sub-terms grown before are used again; literals are
//! often parts of the planted values, or the value of what they are compared with. All else is
//! possible, with a lower chance.

use sinew_base::Random;
use sinew_term::{Integer, Op, Sort, Term, TermStore};
use smallvec::SmallVec;

use super::choice::Choice;
use super::exec::Value;
use super::grammar::{Grammar, Head, Production, Slot};
use super::reference::Reference;
use super::shape::{Shape, place};
use super::test::Model;

/// Longer strings do not make better tests.
const MAX_LENGTH: usize = 24;
/// Nor do larger integers.
const MAX_INTEGER: i64 = 1_000_000_000;

/// The bounds of what grows; within them everything has some chance, and small things the best.
pub(super) const MAX_DEPTH: u32 = 16;
pub(super) const MAX_ARGS: usize = 8;
pub(super) const MAX_VARIABLES: usize = 8;
pub(super) const MAX_ASSERTIONS: usize = 8;

/// Letters that a test's alphabet is drawn from; the first ones most often.
const LETTERS: [u32; 20] = [
    0x61, 0x62, 0x41, 0x42, 0x30, 0x31, 0x39, 0x2d, 0x20, 0x7a, 0x2f, 0x22, 0x5c, 0x75, 0, 0x7f,
    0xe9, 0xffff, 0x10000, 0x2ffff,
];
/// Words that mean something to some operator.
const WORDS: [&str; 8] = ["", "0", "1", "-1", "00", "07", "10", "abc"];
/// What looks like an escape and is none.
const BROKEN: [&str; 4] = ["\\u{30000}", "\\u{}", "\\u12", "\\u{110000}"];
const INDICES: [u32; 8] = [0, 1, 1, 2, 2, 3, 4, 5];
const LARGE_INDICES: [u32; 4] = [17, 100, 189, 1000];

/// Soils with one swarm: a solver gets some of each in a batch.
const SWARM: u32 = 7;

/// A term and what it evaluates to under the planted model.
pub(super) type Valued = (Term, Value);

/// What terms grow from: variables with planted values, and what has grown so far.
#[derive(Default)]
pub(super) struct Soil {
    alphabet: Vec<u32>,
    variables: Vec<Valued>,
    grown: Vec<Valued>,
}

impl Soil {
    /// The planted values of the variables that occur in the formulas.
    pub(super) fn model(&self, used: &[Term]) -> Model {
        let used = |(term, _): &&Valued| used.contains(term);
        self.variables.iter().filter(used).cloned().collect()
    }

    pub(super) fn variables(&self) -> &[Valued] {
        &self.variables
    }

    /// Keeps a term for another use, if it is small enough.
    fn keep(&mut self, store: &TermStore, grown: &Valued) {
        if is_shallow(store, grown.0) {
            self.grown.push(grown.clone());
        }
    }
}

/// Where the arguments of an application come from.
#[derive(Clone, Copy)]
enum Inside<'s> {
    /// They are grown, so deep.
    Grown(u32),
    /// Those that grow have these shapes.
    Shaped(&'s [Shape]),
}

/// Grows terms.
pub(super) struct Growth<'a> {
    grammar: &'a Grammar,
    reference: &'a Reference,
    pub(super) random: Random,
    /// For Bool, Int, String and RegLan: all productions, and those whose arguments do not grow.
    choices: [[Choice; 2]; 4],
    /// What is picked from for now: all productions, or a swarm of them.
    current: [Choice; 4],
    /// Soils until there is another swarm.
    left: u32,
    /// Whether variables of sort RegLan are planted too.
    dialect: bool,
}

impl<'a> Growth<'a> {
    pub(super) fn new(
        grammar: &'a Grammar,
        reference: &'a Reference,
        seed: u64,
        dialect: bool,
    ) -> Growth<'a> {
        let sorts = [Sort::Bool, Sort::Int, Sort::String, Sort::RegLan];
        let choice = |sort, flat| Choice::new(grammar, sort, dialect, flat);
        Growth {
            current: sorts.map(|sort| choice(sort, false)),
            left: 0,
            grammar,
            reference,
            random: Random::new(seed),
            choices: sorts.map(|sort| [choice(sort, false), choice(sort, true)]),
            dialect,
        }
    }

    /// Chooses what the next terms are grown from: three times of four a swarm.
    fn swarm(&mut self) {
        if self.left > 0 {
            self.left -= 1;
            return;
        }
        self.left = SWARM;
        let whole = self.random.chance(1, 4);
        for (current, [all, _]) in self.current.iter_mut().zip(&self.choices) {
            *current = match whole {
                true => all.clone(),
                false => all.swarm(self.grammar, &mut self.random),
            };
        }
    }

    /// New variables with planted values.
    pub(super) fn soil(&mut self, store: &mut TermStore) -> Soil {
        self.swarm();
        let mut soil = Soil::default();
        for _ in 0..2 + self.random.below(2) {
            let up_to = if self.random.chance(3, 4) { 6 } else { 20 };
            let letter = *self.random.pick(&LETTERS[..up_to]);
            soil.alphabet.push(letter);
        }
        let strings = self.count(&[1, 1, 1, 2, 2, 2, 3], MAX_VARIABLES);
        let integers = self.count(&[0, 0, 1, 1, 2], MAX_VARIABLES);
        let truths = self.count(&[0, 0, 0, 1], MAX_VARIABLES);
        let languages = if self.dialect {
            self.random.below(3)
        } else {
            0
        };
        let counts = [
            ("x", Sort::String, strings),
            ("i", Sort::Int, integers),
            ("p", Sort::Bool, truths),
            ("r", Sort::RegLan, languages),
        ];
        for (name, sort, count) in counts {
            for number in 0..count {
                let term = store.constant(&format!("{name}{number}"), sort);
                let value = self.value(store, &soil, sort);
                soil.variables.push((term, value));
            }
        }
        soil
    }

    /// One of the usual numbers, rarely more.
    pub(super) fn count(&mut self, usual: &[usize], most: usize) -> usize {
        let mut count = *self.random.pick(usual);
        while count < most && self.random.chance(1, 16) {
            count += 1;
        }
        count
    }

    /// A random value of a sort.
    pub(super) fn value(&mut self, store: &mut TermStore, soil: &Soil, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.random.chance(1, 2)),
            Sort::Int => self.integer(),
            Sort::String => self.string(soil),
            _ => {
                let mut empty = Soil {
                    alphabet: soil.alphabet.clone(),
                    ..Soil::default()
                };
                self.term(store, &mut empty, Sort::RegLan, 2).1
            }
        }
    }

    fn string(&mut self, soil: &Soil) -> Value {
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
                    return Value::Str(whole[from..to].into());
                }
            }
            _ => {}
        }
        let length = *self.random.pick(&[0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 4]);
        let letters = &soil.alphabet;
        Value::Str((0..length).map(|_| *self.random.pick(letters)).collect())
    }

    /// A length whose chance halves with each step, up to a bound that doubles rarely.
    fn length(&mut self, most: usize) -> usize {
        let mut length = 1;
        while self.random.chance(7, 8) && (length < most || self.random.chance(1, 2)) {
            length += 1;
        }
        length
    }

    fn integer(&mut self) -> Value {
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

    fn index(&mut self) -> u32 {
        match self.random.below(24) {
            0 if self.random.chance(1, 4) => self.random.below(1000) as u32,
            0 => *self.random.pick(&LARGE_INDICES),
            _ => *self.random.pick(&INDICES),
        }
    }

    /// A random term; `depth` is a small constant.
    pub(super) fn term(
        &mut self,
        store: &mut TermStore,
        soil: &mut Soil,
        sort: Sort,
        depth: u32,
    ) -> Valued {
        if let Some(found) = self.again(soil, sort) {
            return found;
        }
        if depth == 0 || sort != Sort::Bool && self.random.chance(1, 4) {
            return self.leaf(store, soil, sort);
        }
        let grown = self.application(store, soil, sort, depth);
        match grown {
            Some(grown) => {
                soil.keep(store, &grown);
                grown
            }
            None => self.leaf(store, soil, sort),
        }
    }

    /// A term of this shape; `None` if its value is unknown or too large.
    pub(super) fn fill(
        &mut self,
        store: &mut TermStore,
        soil: &mut Soil,
        shape: &Shape,
    ) -> Option<Valued> {
        match shape {
            Shape::Leaf(sort) => {
                let known = self.again(soil, *sort);
                Some(known.unwrap_or_else(|| self.leaf(store, soil, *sort)))
            }
            Shape::Node(index, args) => {
                let made = self.apply(store, soil, *index, Inside::Shaped(args))?;
                soil.keep(store, &made);
                Some(made)
            }
        }
    }

    /// Sometimes a term that has grown before.
    fn again(&mut self, soil: &Soil, sort: Sort) -> Option<Valued> {
        let old = soil.grown.iter().filter(|(_, value)| value.sort() == sort);
        let count = old.clone().count();
        if count == 0 || !self.random.chance(1, 8) {
            return None;
        }
        let chosen = self.random.below(count);
        old.clone().nth(chosen).cloned()
    }

    /// A variable or a literal; of regular expressions one whose arguments are literals.
    fn leaf(&mut self, store: &mut TermStore, soil: &mut Soil, sort: Sort) -> Valued {
        let variables = soil
            .variables
            .iter()
            .filter(|(_, value)| value.sort() == sort);
        let count = variables.clone().count();
        if count > 0 && self.random.chance(2, 3) {
            let chosen = self.random.below(count);
            if let Some(found) = variables.clone().nth(chosen) {
                return found.clone();
            }
        }
        if sort == Sort::RegLan
            && let Some(index) = self.choices[3][1].pick(&mut self.random)
            && let Some(grown) = self.apply(store, soil, index, Inside::Grown(0))
        {
            return grown;
        }
        // A truth constant says little; a predicate of leaves says more.
        if sort == Sort::Bool
            && self.random.chance(7, 8)
            && let Some(grown) = self.application(store, soil, sort, 1)
        {
            return grown;
        }
        let value = match sort {
            Sort::RegLan => Value::default_of(sort),
            _ => self.value(store, soil, sort),
        };
        (value.to_term(store), value)
    }

    fn application(
        &mut self,
        store: &mut TermStore,
        soil: &mut Soil,
        sort: Sort,
        depth: u32,
    ) -> Option<Valued> {
        let index = self.current[place(sort)].pick(&mut self.random)?;
        self.apply(store, soil, index, Inside::Grown(depth))
    }

    /// The operator of the next production of a sort.
    pub(super) fn head(&mut self, sort: Sort) -> Option<Head> {
        let index = self.current[place(sort)].pick(&mut self.random)?;
        Some(self.grammar.productions[index].head)
    }

    pub(super) fn reference(&self) -> &'a Reference {
        self.reference
    }

    /// One production; `None` if its value is unknown or too large.
    fn apply(
        &mut self,
        store: &mut TermStore,
        soil: &mut Soil,
        index: usize,
        inside: Inside<'_>,
    ) -> Option<Valued> {
        let production = &self.grammar.productions[index];
        let op = match production.head {
            Head::Op(op) => op,
            Head::Power => Op::RePow(self.index()),
            Head::Loop => Op::ReLoop(self.index(), self.index()),
        };
        let (count, depth, shapes) = self.inside(production, inside);
        let mut shapes = shapes.iter();
        let mut parts: Vec<Valued> = Vec::with_capacity(count);
        for place in 0..count {
            let slot = *production.slots.get(place).or(production.slots.last())?;
            let shape = match slot {
                Slot::Sort(_) => shapes.next(),
                _ => None,
            };
            let compared = op == Op::Eq && place == 1 && slot != Slot::Sort(Sort::Bool);
            let part = match (shape, slot, parts.first()) {
                (None | Some(Shape::Leaf(_)), _, Some((_, first)))
                    if compared && self.random.chance(2, 5) =>
                {
                    (first.to_term(store), first.clone())
                }
                (Some(shape), ..) => self.fill(store, soil, shape)?,
                (None, Slot::Sort(Sort::RegLan), Some((_, Value::Str(word))))
                    if op == Op::InRe && self.random.chance(1, 2) =>
                {
                    let word = word.clone();
                    // A regular expression says little before it is deep.
                    match self.accepting(store, soil, &word, depth + 1) {
                        Some(accepting) => accepting,
                        None => self.argument(store, soil, slot, depth),
                    }
                }
                _ => self.argument(store, soil, slot, depth),
            };
            parts.push(part);
        }
        self.made(store, op, parts)
    }

    /// How many arguments a production has, how deep they are, and the shapes that they have.
    fn inside<'s>(
        &mut self,
        production: &Production,
        inside: Inside<'s>,
    ) -> (usize, u32, &'s [Shape]) {
        let mut count = production.slots.len();
        match inside {
            Inside::Grown(depth) => {
                while production.more && count < MAX_ARGS && self.random.chance(1, 4) {
                    count += 1;
                }
                (count, depth, &[])
            }
            Inside::Shaped(shapes) => {
                let grows = |slot: &&Slot| matches!(slot, Slot::Sort(_));
                let own = production.slots.iter().filter(grows).count();
                (count + shapes.len().saturating_sub(own), 0, shapes)
            }
        }
    }

    /// An operator applied to terms; `None` if the value is unknown or too large.
    pub(super) fn made(&self, store: &mut TermStore, op: Op, parts: Vec<Valued>) -> Option<Valued> {
        let (terms, values): (SmallVec<[Term; 4]>, SmallVec<[Value; 4]>) =
            parts.into_iter().unzip();
        let known: SmallVec<[&Value; 4]> = values.iter().collect();
        let value = evaluate(self.reference, op, &known)?;
        let small = match &value {
            Value::Str(text) => text.len() <= MAX_LENGTH,
            Value::Int(number) => number.abs() <= Integer::from(MAX_INTEGER),
            _ => true,
        };
        small.then(|| (store.mk(op, &terms), value))
    }

    fn argument(
        &mut self,
        store: &mut TermStore,
        soil: &mut Soil,
        slot: Slot,
        depth: u32,
    ) -> Valued {
        let value = match slot {
            Slot::Sort(sort) => return self.term(store, soil, sort, depth.saturating_sub(1)),
            Slot::Literal => self.string(soil),
            Slot::Nonzero => Value::int(*self.random.pick(&[1, 2, 2, 3, 10, -1, -2])),
            Slot::Char => {
                let up_to = if self.random.chance(1, 12) { 20 } else { 0 };
                match up_to {
                    0 => Value::Str([*self.random.pick(&soil.alphabet)].into()),
                    _ => Value::Str([*self.random.pick(&LETTERS[..up_to])].into()),
                }
            }
        };
        (value.to_term(store), value)
    }

    /// A formula that is true under the planted values, if `want` says so.
    pub(super) fn formula(
        &mut self,
        store: &mut TermStore,
        soil: &mut Soil,
        depth: u32,
        want: Option<bool>,
    ) -> Term {
        let (mut term, mut value) = self.term(store, soil, Sort::Bool, depth);
        // What is true as it stands says more than the negation of what is false.
        if store.args(term).is_empty() || want.is_some_and(|want| value != Value::Bool(want)) {
            (term, value) = self.term(store, soil, Sort::Bool, depth);
        }
        match want {
            Some(want) if value != Value::Bool(want) => store.not(term),
            _ => term,
        }
    }

    /// How deep the formulas of the next test are: two to four levels, rarely more.
    pub(super) fn depth(&mut self) -> u32 {
        let mut depth = *self.random.pick(&[1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5]);
        while depth < MAX_DEPTH && self.random.chance(1, 16) {
            depth += 1;
        }
        depth
    }
}

/// Whether a term has at most two levels of operators: small enough to be used again, which
/// doubles what is inside it.
fn is_shallow(store: &TermStore, term: Term) -> bool {
    let flat = |&arg: &Term| {
        store
            .args(arg)
            .iter()
            .all(|&leaf| store.args(leaf).is_empty())
    };
    store.args(term).iter().all(flat)
}

fn word(value: &Value) -> Option<&[u32]> {
    match value {
        Value::Str(text) => Some(text),
        _ => None,
    }
}

/// Any operator of the grammar applied to values.
pub(super) fn evaluate(reference: &Reference, op: Op, args: &[&Value]) -> Option<Value> {
    let truth = |value: &Value| *value == Value::Bool(true);
    let mut truths = args.iter().map(|value| truth(value));
    let result = match op {
        Op::Not => !truths.next()?,
        Op::And => truths.all(|value| value),
        Op::Or => truths.any(|value| value),
        Op::Xor => truths.fold(false, |a, b| a ^ b),
        Op::Implies => {
            let (last, premises) = args.split_last()?;
            truth(last) || !premises.iter().all(|value| truth(value))
        }
        Op::Distinct => {
            let mut distinct = true;
            for (i, a) in args.iter().enumerate() {
                for b in &args[i + 1..] {
                    distinct &= !a.equals(b)?;
                }
            }
            distinct
        }
        Op::Ite => {
            let branch = if truth(args.first()?) { 1 } else { 2 };
            return args.get(branch).map(|&value| value.clone());
        }
        _ => return reference.apply(op, args),
    };
    Some(Value::Bool(result))
}
