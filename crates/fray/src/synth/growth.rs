//! Random terms over the [grammar](super::grammar), evaluated as they grow.
//!
//! Known bugs are small and entangled: one or two variables that occur several times, few
//! letters, constants that are nearly equal to each other. So terms grow from a [`Soil`] with
//! little in it, sub-terms grown before are used again, and literals are often the value of what
//! they are compared with. All else is possible, with a lower chance.

use sinew_base::Random;
use sinew_term::{Integer, Op, Sort, Term, TermStore, Walker};
use smallvec::SmallVec;

use super::choice::Choice;
use super::exec::Value;
use super::grammar::{Grammar, Head, Production, Slot};
use super::reference::Reference;
use super::shape::{Shape, place};
pub(super) use super::soil::Soil;

/// Longer strings do not make better tests.
const MAX_LENGTH: usize = 24;
/// Nor do larger integers.
const MAX_INTEGER: i64 = 1_000_000_000;

/// The bounds of what grows; within them everything has some chance, and small things the best.
pub(super) const MAX_DEPTH: u32 = 16;
pub(super) const MAX_ARGS: usize = 8;
pub(super) const MAX_VARIABLES: usize = 8;
pub(super) const MAX_ASSERTIONS: usize = 8;

const INDICES: [u32; 8] = [0, 1, 1, 2, 2, 3, 4, 5];
const LARGE_INDICES: [u32; 4] = [17, 100, 189, 1000];

/// Soils with one swarm: a solver gets some of each in a batch.
const SWARM: u32 = 7;

/// A term and what it evaluates to under the planted model.
pub(super) type Valued = (Term, Value);

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
    pub(super) dialect: bool,
    /// For looking at what has grown.
    pub(super) walker: Walker,
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
            walker: Walker::default(),
        }
    }

    /// Chooses what the next terms are grown from: three times of four a swarm.
    pub(super) fn swarm(&mut self) {
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

    /// One of the usual numbers, rarely more.
    pub(super) fn count(&mut self, usual: &[usize], most: usize) -> usize {
        let mut count = *self.random.pick(usual);
        while count < most && self.random.chance(1, 16) {
            count += 1;
        }
        count
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
        if let Shape::Node(index, _) = shape
            && let Some(known) = self.alike(store, soil, *index)
        {
            return Some(known);
        }
        self.fill_anew(store, soil, shape)
    }

    /// The same, but what is not a leaf is made.
    fn fill_anew(
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

    /// Sometimes a term with this operator at its root that has grown before: where an operator occurs twice, it is often the
    /// same term that does.
    fn alike(&mut self, store: &TermStore, soil: &Soil, index: usize) -> Option<Valued> {
        let production = &self.grammar.productions[index];
        let Head::Op(op) = production.head else {
            return None;
        };
        let old = soil.grown[place(production.result)].iter();
        let mut fitting = old.filter(|(term, _)| store.op(*term) == op);
        let count = fitting.clone().count();
        if count == 0 || !self.random.chance(1, soil.rarely_again) {
            return None;
        }
        fitting.nth(self.random.below(count)).cloned()
    }

    /// Sometimes a term that has grown before.
    fn again(&mut self, soil: &Soil, sort: Sort) -> Option<Valued> {
        let old = &soil.grown[place(sort)];
        if old.is_empty() || !self.random.chance(1, soil.rarely_again) {
            return None;
        }
        Some(self.random.pick(old).clone())
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
            && let Some(index) = self.flat_language(soil)
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
            _ => self.literal(store, soil, sort),
        };
        (value.to_term(store), value)
    }

    /// A production of regular expressions whose arguments do not grow.
    fn flat_language(&mut self, soil: &Soil) -> Option<usize> {
        match soil.languages.is_empty() {
            true => self.choices[3][1].pick(&mut self.random),
            false => Some(*self.random.pick(&soil.languages)),
        }
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
        let mut parts: SmallVec<[Valued; 4]> = SmallVec::new();
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
                (Some(shape), ..) => {
                    let filled = self.fill(store, soil, shape)?;
                    // A relation between a term and itself says little.
                    match production.result == Sort::Bool && parts.contains(&filled) {
                        true => self.fill_anew(store, soil, shape)?,
                        false => filled,
                    }
                }
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
        self.made(store, op, &parts)
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
    pub(super) fn made(&self, store: &mut TermStore, op: Op, parts: &[Valued]) -> Option<Valued> {
        let known: SmallVec<[&Value; 4]> = parts.iter().map(|(_, value)| value).collect();
        let value = evaluate(self.reference, op, &known)?;
        let small = match &value {
            Value::Str(text) => text.len() <= MAX_LENGTH,
            Value::Int(number) => number.abs() <= Integer::from(MAX_INTEGER),
            _ => true,
        };
        let terms: SmallVec<[Term; 4]> = parts.iter().map(|&(term, _)| term).collect();
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
            Slot::Literal => self.literal(store, soil, Sort::String),
            Slot::Nonzero => Value::int(*self.random.pick(&[1, 2, 2, 3, 10, -1, -2])),
            Slot::Char => self.letter(soil),
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
pub(super) fn is_shallow(store: &TermStore, term: Term) -> bool {
    let flat = |&arg: &Term| {
        store
            .args(arg)
            .iter()
            .all(|&leaf| store.args(leaf).is_empty())
    };
    store.args(term).iter().all(flat)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::library::Library;

    /// The number of the production with this form.
    fn production(grammar: &Grammar, form: &str) -> usize {
        let mut forms = grammar.productions.iter();
        forms
            .position(|p| p.form == form)
            .expect("a form of the grammar")
    }

    #[test]
    fn where_an_operator_occurs_twice_the_same_term_often_does() {
        let (library, reference) = (Library::built_in(), Reference::standard());
        let grammar = &library.grammar;
        let [join, at, equal] = [
            "(str.++ String String ...)",
            "(str.at String Int)",
            "(= String String)",
        ]
        .map(|form| production(grammar, form));
        let leaf = Shape::Leaf;
        let at = || Shape::Node(at, vec![leaf(Sort::String), leaf(Sort::Int)]);
        let mut growth = Growth::new(grammar, &reference, 5, false);
        let mut shared = |shape: &Shape| {
            let mut count = 0;
            for _ in 0..600 {
                let mut store = TermStore::new();
                let mut soil = growth.soil(&mut store);
                soil.rarely_again = 3;
                let (term, _) = growth.fill(&mut store, &mut soil, shape).expect("a value");
                count += usize::from(store.arg(term, 0) == store.arg(term, 1));
            }
            count
        };
        let twice = shared(&Shape::Node(join, vec![at(), at()]));
        assert!(twice > 200, "only {twice} of 600");
        let trivial = shared(&Shape::Node(equal, vec![at(), at()]));
        assert!(
            trivial < 60,
            "{trivial} of 600 equations between a term and itself"
        );
    }

    #[test]
    fn chains_of_relations_grow() {
        let (library, reference) = (Library::built_in(), Reference::standard());
        let mut growth = Growth::new(&library.grammar, &reference, 5, false);
        let mut store = TermStore::new();
        let mut chains = 0;
        for _ in 0..3000 {
            let mut soil = growth.soil(&mut store);
            let formula = growth.formula(&mut store, &mut soil, 2, None);
            for &term in growth.walker.postorder(&store, &[formula]) {
                chains += usize::from(store.op(term).is_chainable() && store.args(term).len() > 2);
            }
        }
        assert!(chains > 20, "only {chains}");
    }
}
