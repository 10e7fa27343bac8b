//! Systems of word equations, as the nodes of the Nielsen graph hold them.
//!
//! A system is kept simplified: common ends of the two sides are cancelled, equations that say
//! nothing are gone, smaller equations come first. Where names are kept, each equation also has its
//! smaller side first, so that systems which differ only in that are one node.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::concat::{Constants, End, Sides};
use crate::letters::Surplus;

/// A symbol of a word equation, packed into a number. What it is tells [`Symbol::kind`]; another
/// kind (a power of a word, say) is another range of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A character, by its code point.
    Character(u32),
    /// A variable, by its number.
    Variable(usize),
}

impl Symbol {
    /// The first number of a variable; above every code point.
    const FIRST_VARIABLE: u32 = 0x4_0000;
    /// Between the sides and behind each equation in a node's key.
    const BAR: Symbol = Symbol(u32::MAX);

    /// The symbol of a character.
    #[must_use]
    pub fn character(code: u32) -> Symbol {
        debug_assert!(code < Symbol::FIRST_VARIABLE, "{code} is no code point");
        Symbol(code)
    }

    /// The symbol of a variable.
    #[must_use]
    pub fn variable(number: usize) -> Symbol {
        Symbol(Symbol::FIRST_VARIABLE + number as u32)
    }

    /// What the symbol is.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self.0.checked_sub(Symbol::FIRST_VARIABLE) {
            None => Kind::Character(self.0),
            Some(number) => Kind::Variable(number as usize),
        }
    }

    pub(super) fn is_variable(self) -> bool {
        matches!(self.kind(), Kind::Variable(_))
    }
}

/// The two sides of an equation.
pub type Equation = (Vec<Symbol>, Vec<Symbol>);

/// Symbols are cancelled one by one: none is a constant of several characters.
struct OneByOne;

impl Constants<Symbol> for OneByOne {
    fn text<'a>(&'a self, _: &'a Symbol) -> Option<&'a [u32]> {
        None
    }

    fn cut(&mut self, symbol: &Symbol, _: usize, _: usize) -> Symbol {
        *symbol
    }
}

/// Where a variable gives up a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewrite {
    /// It is empty.
    Empty,
    /// It begins with this symbol: `x ↦ a x`.
    Front(Symbol),
    /// It ends with this symbol: `x ↦ x a`.
    Back(Symbol),
}

/// A variable, and what it is replaced by.
pub type Substitution = (Symbol, Rewrite);

/// Equations that hold together.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct System {
    equations: Vec<Equation>,
}

fn symbols(equations: &[Equation]) -> impl Iterator<Item = Symbol> {
    equations
        .iter()
        .flat_map(|(l, r)| l.iter().chain(r))
        .copied()
}

/// Symbols in all equations.
pub(super) fn size(equations: &[Equation]) -> usize {
    equations.iter().map(|(l, r)| l.len() + r.len()).sum()
}

/// One more than the largest number of a variable.
pub(super) fn variables(equations: &[Equation]) -> usize {
    let numbers = symbols(equations).map(|symbol| match symbol.kind() {
        Kind::Variable(number) => number + 1,
        Kind::Character(_) => 0,
    });
    numbers.max().unwrap_or(0)
}

/// How often the variable occurs that occurs most often. With at most 2 equations are quadratic; with
/// at most 1 no step leads back to where it came from.
#[must_use]
pub fn most_occurrences(equations: &[Equation]) -> usize {
    let mut occurrences: FxHashMap<Symbol, usize> = FxHashMap::default();
    for symbol in symbols(equations).filter(|symbol| symbol.is_variable()) {
        *occurrences.entry(symbol).or_default() += 1;
    }
    occurrences.values().copied().max().unwrap_or(0)
}

impl System {
    /// The simplified system of these equations; `None` if ends clash or counting letters
    /// refutes one of them.
    pub fn new(equations: impl IntoIterator<Item = Equation>) -> Option<System> {
        let mut system = System::default();
        for (left, right) in equations {
            let mut sides = Sides::new(&left, &right);
            sides.strip(&OneByOne, End::Front);
            sides.strip(&OneByOne, End::Back);
            let (left, right) = (sides.left.components(), sides.right.components());
            if is_clash(left, right) {
                return None;
            }
            if !left.is_empty() || !right.is_empty() {
                system.equations.push((left.to_vec(), right.to_vec()));
            }
        }
        Some(system)
    }

    /// Whether nothing is left to be solved.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.equations.is_empty()
    }

    pub(super) fn equations(&self) -> &[Equation] {
        &self.equations
    }

    /// Symbols in all equations.
    #[must_use]
    pub fn size(&self) -> usize {
        size(&self.equations)
    }

    /// Whether each variable occurs at most twice; then no step makes the system larger, and its
    /// graph is finite.
    #[must_use]
    pub fn is_quadratic(&self) -> bool {
        most_occurrences(&self.equations) <= 2
    }

    /// Puts equations and their sides in an order that depends on nothing but the names.
    pub(super) fn sort(&mut self) {
        for (left, right) in &mut self.equations {
            if left > right {
                std::mem::swap(left, right);
            }
        }
        self.equations.sort_unstable_by(|a, b| {
            let length = |e: &Equation| e.0.len() + e.1.len();
            length(a).cmp(&length(b)).then_with(|| a.cmp(b))
        });
        self.equations.dedup();
    }

    /// Numbers the `variables` in the order in which they occur, those that do not occur behind them. The
    /// old numbers by new number.
    pub(super) fn rename(&mut self, variables: usize) -> Rc<[usize]> {
        self.equations.sort_by_key(|(l, r)| l.len() + r.len());
        let (mut old, mut new) = (Vec::with_capacity(variables), vec![None; variables]);
        let sides = self.equations.iter_mut().flat_map(|(l, r)| [l, r]);
        for symbol in sides.flat_map(|side| side.iter_mut()) {
            if let Kind::Variable(number) = symbol.kind() {
                let number = *new[number].get_or_insert_with(|| {
                    old.push(number);
                    old.len() - 1
                });
                *symbol = Symbol::variable(number);
            }
        }
        old.extend((0..variables).filter(|&number| new[number].is_none()));
        old.into()
    }

    /// The system as one sequence.
    pub(super) fn key(&self) -> Rc<[Symbol]> {
        let mut key = Vec::with_capacity(self.size() + 2 * self.equations.len());
        for (left, right) in &self.equations {
            key.extend_from_slice(left);
            key.push(Symbol::BAR);
            key.extend_from_slice(right);
            key.push(Symbol::BAR);
        }
        key.into()
    }

    /// The system of a key.
    pub(super) fn of_key(key: &[Symbol]) -> System {
        let mut sides = key
            .split(|&symbol| symbol == Symbol::BAR)
            .map(<[Symbol]>::to_vec);
        let mut equations = Vec::new();
        while let (Some(left), Some(right)) = (sides.next(), sides.next()) {
            equations.push((left, right));
        }
        System { equations }
    }

    /// Substitutions, one of which every solution is an instance of: Nielsen's step on the first
    /// equation, at the end that gives fewer cases. Empty for a solved system.
    ///
    /// Where neither of two variables is empty, the longer one begins with the other, and the
    /// solution that is left is shorter: so every solution has a path that ends.
    pub(super) fn cases(&self) -> Vec<Substitution> {
        let Some((left, right)) = self.equations.first() else {
            return Vec::new();
        };
        let both = |a: Option<&Symbol>, b: Option<&Symbol>| {
            a.is_some_and(|a| a.is_variable()) && b.is_some_and(|b| b.is_variable())
        };
        let front = both(left.first(), right.first());
        let back = both(left.last(), right.last());
        self.cases_at(match front && !back {
            true => End::Back,
            false => End::Front,
        })
    }

    /// The same, at this end.
    pub(super) fn cases_at(&self, end: End) -> Vec<Substitution> {
        let Some((left, right)) = self.equations.first() else {
            return Vec::new();
        };
        let ends = (left.first(), right.first(), left.last(), right.last());
        let (Some(&a), Some(&b), Some(&c), Some(&d)) = ends else {
            // One side is empty and the other only variables.
            let next = left.first().or(right.first());
            return next.map(|&x| vec![(x, Rewrite::Empty)]).unwrap_or_default();
        };
        let (p, q, make): (_, _, fn(Symbol) -> Rewrite) = match end {
            End::Back => (c, d, Rewrite::Back),
            End::Front => (a, b, Rewrite::Front),
        };
        let mut cases = Vec::with_capacity(4);
        for (x, other) in [(p, q), (q, p)] {
            if x.is_variable() {
                cases.push((x, Rewrite::Empty));
                cases.push((x, make(other)));
            }
        }
        cases
    }

    /// The system after a substitution; `None` if it is refuted at once.
    pub(super) fn apply(&self, (x, rewrite): Substitution) -> Option<System> {
        let side = |symbols: &[Symbol]| {
            let mut out = Vec::with_capacity(symbols.len() + 2);
            for &symbol in symbols {
                match rewrite {
                    _ if symbol != x => out.push(symbol),
                    Rewrite::Empty => {}
                    Rewrite::Front(a) => out.extend([a, x]),
                    Rewrite::Back(a) => out.extend([x, a]),
                }
            }
            out
        };
        System::new(self.equations.iter().map(|(l, r)| (side(l), side(r))))
    }
}

/// Whether two sides without common ends cannot be equal: characters stand against each other at an
/// end, or one occurs too often.
fn is_clash(left: &[Symbol], right: &[Symbol]) -> bool {
    let differ = |a: Option<&Symbol>, b: Option<&Symbol>| match (a, b) {
        (Some(a), Some(b)) => !a.is_variable() && !b.is_variable(),
        _ => false,
    };
    if differ(left.first(), right.first()) || differ(left.last(), right.last()) {
        return true;
    }
    let mut surplus = Surplus::default();
    for (side, by) in [(left, 1), (right, -1)] {
        for &symbol in side {
            match symbol.kind() {
                Kind::Character(code) => surplus.letter(code, by),
                Kind::Variable(number) => surplus.unknown(number, by),
            }
        }
    }
    !surplus.can_balance()
}
