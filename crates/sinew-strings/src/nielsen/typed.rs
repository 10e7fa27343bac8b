//! Nielsen's graph of equations whose variables are in regular languages.
//!
//! A node is a system and an element of a [`Monoid`] for each of its variables. Where a variable gives up a symbol, the element of
//! what is left of it is one of those that make up the old one together with the symbol's; so a node has a few more
//! successors than without languages, and every solution has its path as before. What elements add: the sides of an
//! equation must come to the same element, a variable is empty if and only if its element says so, and shortest words bound
//! lengths from below. The last two end many loops in systems that are not quadratic: where a variable that is not empty would have to
//! make up for lengths that only grow. In such a system it also matters at which end symbols are peeled off, as one graph may be
//! finite and the other not: so both are tried, and the end with fewer cases from node to node.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::{Budget, StopReason};
use sinew_regex::automata::{Element, Monoid};
use std::collections::VecDeque;
use std::rc::Rc;

use super::system::{Equation, Kind, Rewrite, Substitution, Symbol, System, variables};
use crate::concat::End;

/// Equations with what is known of their variables.
pub struct Typed<'a> {
    /// The equations, over variables numbered from 0.
    pub equations: &'a [Equation],
    /// What words may be told apart by.
    pub monoid: &'a Monoid,
    /// The elements of each variable.
    pub elements: &'a [Vec<Element>],
    /// The elements of the characters in the equations.
    pub characters: &'a FxHashMap<u32, Element>,
}

/// A system and the elements of its variables; those that do not occur in it have the empty word's.
type Node = (Rc<[Symbol]>, Rc<[Element]>);

/// What a search came to.
enum Search {
    Refuted,
    Solved,
    Open,
}

impl Typed<'_> {
    /// Whether the equations have no solution, as far as graphs of that many nodes show it. Systems of more than `size` symbols are
    /// left open.
    pub fn refuted(&self, nodes: usize, size: usize, budget: &Budget) -> Result<bool, StopReason> {
        let ways: [fn(&System) -> Vec<Substitution>; 3] = [
            System::cases,
            |system| system.cases_at(End::Front),
            |system| system.cases_at(End::Back),
        ];
        for cases in ways {
            match self.search(cases, nodes, size, budget)? {
                Search::Refuted => return Ok(true),
                Search::Solved => return Ok(false),
                Search::Open => {}
            }
        }
        Ok(false)
    }

    fn search(
        &self,
        cases: fn(&System) -> Vec<Substitution>,
        nodes: usize,
        size: usize,
        budget: &Budget,
    ) -> Result<Search, StopReason> {
        let Some(mut queue) = self.starts(nodes, budget)? else {
            return Ok(Search::Open);
        };
        let mut seen: FxHashSet<Node> = queue.iter().cloned().collect();
        while let Some((key, elements)) = queue.pop_front() {
            let system = System::of_key(&key);
            budget.spend(1 + (system.size() * self.monoid.len()) as u64)?;
            if system.is_solved() {
                return Ok(Search::Solved);
            }
            for (x, rewrite) in cases(&system) {
                let Some(after) = system.apply((x, rewrite)) else {
                    continue;
                };
                for rest in self.rests(&elements, x, rewrite) {
                    let mut elements = elements.to_vec();
                    elements[number(x)] = rest;
                    let Some(node) = self.node(after.clone(), elements) else {
                        continue;
                    };
                    if node.0.len() > size || seen.len() >= nodes {
                        return Ok(Search::Open);
                    }
                    if seen.insert(node.clone()) {
                        queue.push_back(node);
                    }
                }
            }
        }
        Ok(Search::Refuted)
    }

    /// A node for each choice of elements that nothing refutes at once; nothing if there are more choices than nodes.
    fn starts(&self, nodes: usize, budget: &Budget) -> Result<Option<VecDeque<Node>>, StopReason> {
        let Some(system) = System::new(self.equations.iter().cloned()) else {
            return Ok(Some(VecDeque::new()));
        };
        let used = variables(self.equations);
        let mut choices: Vec<Vec<Element>> = vec![Vec::new()];
        for elements in &self.elements[..used] {
            if choices.len() * elements.len() > nodes {
                return Ok(None);
            }
            budget.spend((choices.len() * elements.len()) as u64)?;
            let longer = |choice: &Vec<Element>| {
                let choice = choice.clone();
                elements
                    .iter()
                    .map(move |&one| [&choice[..], &[one]].concat())
            };
            choices = choices.iter().flat_map(longer).collect();
        }
        let nodes = choices.into_iter();
        Ok(Some(
            nodes
                .filter_map(|choice| self.node(system.clone(), choice))
                .collect(),
        ))
    }

    /// The elements that may be left of a variable after a step.
    fn rests(&self, elements: &[Element], x: Symbol, rewrite: Rewrite) -> Vec<Element> {
        let old = elements[number(x)];
        let of = |symbol: Symbol| self.element(elements, symbol);
        let all = self.monoid.elements();
        match rewrite {
            // Empty variables are gone already.
            Rewrite::Empty => Vec::new(),
            Rewrite::Front(symbol) => all
                .filter(|&rest| self.monoid.product(of(symbol), rest) == old)
                .collect(),
            Rewrite::Back(symbol) => all
                .filter(|&rest| self.monoid.product(rest, of(symbol)) == old)
                .collect(),
        }
    }

    fn element(&self, elements: &[Element], symbol: Symbol) -> Element {
        match symbol.kind() {
            Kind::Variable(x) => elements[x],
            Kind::Character(code) => self.characters[&code],
        }
    }

    /// The node of a system without its empty variables; nothing if elements or lengths refute it.
    fn node(&self, mut system: System, elements: Vec<Element>) -> Option<Node> {
        let empty = |system: &System| {
            let symbols = system
                .equations()
                .iter()
                .flat_map(|(l, r)| l.iter().chain(r));
            let mut symbols = symbols.copied().filter(|symbol| symbol.is_variable());
            symbols.find(|&x| elements[number(x)] == Monoid::EMPTY)
        };
        while let Some(x) = empty(&system) {
            system = system.apply((x, Rewrite::Empty))?;
        }
        let fits = |(left, right): &Equation| {
            self.joined(&elements, left) == self.joined(&elements, right)
                && self.lengths_fit(&elements, left, right)
        };
        if !system.equations().iter().all(fits) {
            return None;
        }
        let names = system.rename(elements.len());
        let occurring = variables(system.equations());
        let renamed = (names.iter().enumerate()).map(|(new, &old)| match new < occurring {
            true => elements[old],
            false => Monoid::EMPTY,
        });
        Some((system.key(), renamed.collect()))
    }

    fn joined(&self, elements: &[Element], side: &[Symbol]) -> Element {
        let parts = side.iter().map(|&symbol| self.element(elements, symbol));
        parts.fold(Monoid::EMPTY, |all, part| self.monoid.product(all, part))
    }

    /// Whether words that are not shorter than their elements allow can make both sides equally long.
    fn lengths_fit(&self, elements: &[Element], left: &[Symbol], right: &[Symbol]) -> bool {
        let mut surplus: FxHashMap<usize, i64> = FxHashMap::default();
        let mut least: i64 = 0;
        for (side, by) in [(left, 1), (right, -1)] {
            for symbol in side {
                match symbol.kind() {
                    Kind::Character(_) => least += by,
                    Kind::Variable(x) => {
                        least += by * i64::from(self.monoid.shortest(elements[x]));
                        *surplus.entry(x).or_default() += by;
                    }
                }
            }
        }
        match least.signum() {
            0 => true,
            1 => surplus.values().any(|&d| d < 0),
            _ => surplus.values().any(|&d| d > 0),
        }
    }
}

/// The number of a variable.
fn number(symbol: Symbol) -> usize {
    match symbol.kind() {
        Kind::Variable(number) => number,
        Kind::Character(_) => unreachable!("steps are about variables"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{parse, solves, words};
    use super::*;
    use sinew_base::Random;
    use sinew_regex::automata::{Alphabet, Automaton};
    use sinew_regex::{CharSet, Regex, RegexStore};
    use std::sync::Arc;

    const NODES: usize = 3_000;

    fn alphabet() -> Arc<Alphabet> {
        Alphabet::new(&[97, 98].map(CharSet::single))
    }

    /// Whether the equations are refuted with these languages of A, B, C, ...
    fn refuted(equations: &[(&str, &str)], languages: &[Automaton]) -> bool {
        let (alphabet, budget) = (alphabet(), Budget::unlimited());
        let monoid = Monoid::of(languages, 200, &budget).expect("no limit");
        let monoid = monoid.expect("few elements");
        let elements: Vec<Vec<Element>> = (0..languages.len())
            .map(|x| {
                monoid
                    .elements()
                    .filter(|&one| monoid.accepts(x, one))
                    .collect()
            })
            .collect();
        let letter = |c: u32| monoid.letter(alphabet.letter(c).expect("a code point"));
        let characters = [97, 98].map(|c| (c, letter(c))).into_iter().collect();
        let typed = Typed {
            equations: &parse(equations),
            monoid: &monoid,
            elements: &elements,
            characters: &characters,
        };
        typed.refuted(NODES, 40, &budget).expect("no limit")
    }

    /// A language by a regular expression, in which capitals stand for others.
    fn language(text: &str) -> Automaton {
        let mut store = RegexStore::new();
        let regex = expression(&mut store, text);
        let made = Automaton::from_regex(&mut store, regex, &alphabet(), &Budget::unlimited());
        made.expect("a fine alphabet and no limit")
    }

    fn expression(store: &mut RegexStore, text: &str) -> Regex {
        let mut word = |text: &str| {
            let codes: Vec<u32> = text.bytes().map(u32::from).collect();
            store.literal(&codes)
        };
        let (a, b, ab) = (word("a"), word("b"), word("ab"));
        let all = store.all();
        match text {
            "all" => all,
            "a.." => store.concat(a, all),
            "b.." => store.concat(b, all),
            "..a" => store.concat(all, a),
            "a*" => store.star(a),
            "b*" => store.star(b),
            "(ab)*" => store.star(ab),
            "ab?" => store.union(&[a, ab]),
            "no aa" => {
                let aa = store.concat(a, a);
                let with = store.concat(aa, all);
                let with = store.concat(all, with);
                store.comp(with)
            }
            _ => {
                let even = store.union(&[a, b]);
                let even = store.concat(even, even);
                store.star(even)
            }
        }
    }

    /// Cubic equations that only come to an end because of what languages say.
    #[test]
    fn languages_refute_what_equations_alone_do_not() {
        let languages = |texts: [&str; 3]| texts.map(language);
        let loops = [("CBA", "AAC")];
        assert!(refuted(&loops, &languages(["b..", "a..", "b.."])));
        assert!(!refuted(&loops, &languages(["b..", "b..", "b.."])));
        assert!(!refuted(&loops, &languages(["b..", "all", "all"])));
        assert!(refuted(
            &[("bBA", "AAb")],
            &languages(["b..", "a..", "all"])
        ));
        assert!(refuted(&[("AB", "BA")], &languages(["a..", "b..", "all"])));
        assert!(!refuted(&[("AB", "BA")], &languages(["a..", "..a", "all"])));
    }

    /// Random equations with random languages: what has a solution is not refuted.
    #[test]
    fn solutions_are_never_lost() {
        const LANGUAGES: [&str; 10] = [
            "all", "a..", "b..", "..a", "a*", "b*", "(ab)*", "ab?", "no aa", "even",
        ];
        let budget = Budget::unlimited();
        let pool = LANGUAGES.map(language);
        let short = words(3);
        let (mut lost, mut kept) = (0, 0);
        for seed in 0..600 {
            let mut random = Random::new(seed);
            let mut side = || -> String {
                let length = 1 + random.below(5);
                (0..length)
                    .map(|_| "abABC".as_bytes()[random.below(5)] as char)
                    .collect()
            };
            let (left, right) = (side(), side());
            let equations = [(left.as_str(), right.as_str())];
            let chosen = [(); 3].map(|()| pool[random.below(pool.len())].clone());
            let inside = |x: usize, word: &str| {
                let codes: Vec<u32> = word.bytes().map(u32::from).collect();
                chosen[x].accepts(&codes, &budget).expect("no limit")
            };
            let allowed: Vec<Vec<&String>> = (0..3)
                .map(|x| short.iter().filter(|word| inside(x, word)).collect())
                .collect();
            let solvable = allowed[0].iter().any(|&a| {
                allowed[1].iter().any(|&b| {
                    let mut last = allowed[2].iter();
                    last.any(|&c| solves(&equations, &[a.clone(), b.clone(), c.clone()]))
                })
            });
            let refuted = refuted(&equations, &chosen);
            assert!(!(solvable && refuted), "{seed}: {left} = {right}");
            lost += usize::from(refuted);
            kept += usize::from(solvable);
        }
        assert!(lost > 100 && kept > 100, "{lost} {kept}");
    }
}
