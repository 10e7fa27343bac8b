//! Equations in which strings come back, refuted by Nielsen's graph ([`sinew_strings::nielsen`]).
//!
//! Noodles of such equations need not end, the graph of a quadratic system does. It is asked before the search, for few nodes: first
//! with no languages but words, then with those of the variables, as far as these are small ([`Typed`]). Either only refutes.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::{Budget, Rule, StopReason, Tuning};
use sinew_regex::automata::{Automaton, Element, Monoid};
use sinew_strings::nielsen::{Equation, Kind, Symbol, Typed, Verdict, most_occurrences, solve};

use super::facts::{Constraint, Facts, Var};
use super::propagate::Known;
use super::reasons::Reasons;
use super::rules;
use crate::tuning::{CYCLIC_ELEMENTS, CYCLIC_NODES, CYCLIC_STATES, CYCLIC_STEPS, CYCLIC_SYMBOLS};

/// The facts among these whose equations have no solution in words, if that is found, and by which rule.
pub(super) fn refute(
    facts: &Facts,
    known: &[Known],
    places: &[usize],
    tuning: &Tuning,
    budget: &Budget,
) -> Result<Option<(Reasons, &'static Rule)>, StopReason> {
    let (equations, words) = equations(facts, places);
    let size: usize = equations.iter().map(|(l, r)| l.len() + r.len()).sum();
    if most_occurrences(&equations) < 2 || size > tuning.size(&CYCLIC_SYMBOLS) {
        return Ok(None);
    }
    let nodes = tuning.size(&CYCLIC_NODES);
    if solve(&equations, nodes, budget)? == Verdict::Unsolvable {
        return Ok(Some((words.used, &rules::CYCLIC_EQUATIONS)));
    }
    let mut variables: Vec<(usize, Var)> = words.numbers.iter().map(|(&x, &n)| (n, x)).collect();
    variables.sort_unstable();
    let characters = equations.iter().flat_map(|(l, r)| l.iter().chain(r));
    let characters = characters.filter_map(|symbol| match symbol.kind() {
        Kind::Character(code) => Some(code),
        Kind::Variable(_) => None,
    });
    let characters: FxHashSet<u32> = characters.collect();
    // What memberships say is less, but languages that were cut again and again are large.
    let own: Choice<'_> = &|x| (&known[x].own.0, &known[x].own.1);
    let all: Choice<'_> = &|x| (&known[x].automaton, &known[x].reasons);
    for choice in [own, all] {
        let slice = budget.slice(tuning.get(&CYCLIC_STEPS));
        let languages = Languages::of(choice, &variables, &characters, tuning, &slice);
        budget.check()?;
        let Ok(Some(languages)) = languages else {
            continue;
        };
        let typed = Typed {
            equations: &equations,
            monoid: &languages.monoid,
            elements: &languages.elements,
            characters: &languages.characters,
        };
        let refuted = typed.refuted(nodes, 2 * size, &slice);
        budget.check()?;
        if refuted == Ok(true) {
            let mut used = words.used;
            used.add(&languages.used);
            return Ok(Some((used, &rules::CYCLIC_LANGUAGES)));
        }
    }
    Ok(None)
}

/// A language of a variable, and what it rests on.
type Choice<'a> = &'a dyn Fn(Var) -> (&'a Automaton, &'a Reasons);

/// The languages of variables, as elements of a monoid.
struct Languages {
    monoid: Monoid,
    characters: FxHashMap<u32, Element>,
    elements: Vec<Vec<Element>>,
    /// What the languages rest on.
    used: Reasons,
}

impl Languages {
    /// The small ones among the languages of these variables, as many as make a small monoid together; the others are taken for
    /// all words. Nothing if there are none.
    fn of(
        choice: Choice<'_>,
        variables: &[(usize, Var)],
        characters: &FxHashSet<u32>,
        tuning: &Tuning,
        budget: &Budget,
    ) -> Result<Option<Languages>, StopReason> {
        let most = tuning.size(&CYCLIC_STATES);
        let mut chosen: Vec<(usize, &Automaton, &Reasons)> = (variables.iter())
            .map(|&(number, x)| (number, choice(x).0, choice(x).1))
            .filter(|&(_, automaton, reasons)| reasons.len() > 0 && automaton.len() <= most)
            .collect();
        chosen.sort_by_key(|&(_, automaton, _)| automaton.len());
        while let Some(&(_, first, _)) = chosen.first() {
            let mut automata: Vec<Automaton> = Vec::new();
            let mut places: FxHashMap<usize, usize> = FxHashMap::default();
            let mut used = Reasons::default();
            for &(number, automaton, reasons) in &chosen {
                let place = automata.iter().position(|other| other == automaton);
                places.insert(number, place.unwrap_or(automata.len()));
                if place.is_none() {
                    automata.push(automaton.clone());
                }
                used.add(reasons);
            }
            let Some(monoid) = Monoid::of(&automata, tuning.size(&CYCLIC_ELEMENTS), budget)? else {
                // Without the largest.
                chosen.pop();
                continue;
            };
            let inside = |&(number, _): &(usize, Var)| {
                let place = places.get(&number);
                let accepts = |&one: &Element| place.is_none_or(|&at| monoid.accepts(at, one));
                monoid.elements().filter(accepts).collect()
            };
            let elements = variables.iter().map(inside).collect();
            let of_character = |&c: &u32| Some((c, monoid.letter(first.alphabet().letter(c)?)));
            let characters: Option<_> = characters.iter().map(of_character).collect();
            return Ok(characters.map(|characters| Languages {
                monoid,
                characters,
                elements,
                used,
            }));
        }
        Ok(None)
    }
}

/// A class, and its concatenations with the places of the facts.
type Class<'a> = (Var, Vec<(usize, &'a [Var])>);

/// The concatenations of each class, set equal to each other, and to the class where that occurs elsewhere or is a
/// word; and the classes in them, with the facts that say so.
fn equations<'a>(facts: &'a Facts, places: &[usize]) -> (Vec<Equation>, Words<'a>) {
    let mut classes: Vec<Class<'_>> = Vec::new();
    let mut parts_of_others: FxHashSet<Var> = FxHashSet::default();
    for &at in places {
        if let Constraint::Concat(whole, parts) = &facts.facts[at].constraint {
            parts_of_others.extend(parts);
            match classes.iter_mut().find(|class| class.0 == *whole) {
                Some((_, list)) => list.push((at, parts)),
                None => classes.push((*whole, vec![(at, parts)])),
            }
        }
    }
    let mut words = Words {
        facts,
        numbers: FxHashMap::default(),
        used: Reasons::default(),
    };
    let mut equations = Vec::new();
    for (whole, list) in classes {
        let named = facts.words.contains_key(&whole) || parts_of_others.contains(&whole);
        let mut sides: Vec<Vec<Symbol>> = Vec::new();
        if named {
            sides.push(words.side(&[whole]));
        } else if list.len() < 2 {
            continue;
        }
        for (at, parts) in list {
            words.used.insert(at);
            sides.push(words.side(parts));
        }
        let (first, others) = (sides[0].clone(), &sides[1..]);
        equations.extend(others.iter().map(|side| (first.clone(), side.clone())));
    }
    (equations, words)
}

/// Classes as symbols.
struct Words<'a> {
    facts: &'a Facts,
    numbers: FxHashMap<Var, usize>,
    used: Reasons,
}

impl Words<'_> {
    fn side(&mut self, parts: &[Var]) -> Vec<Symbol> {
        let mut side = Vec::new();
        for x in parts {
            if let Some((word, at)) = self.facts.words.get(x) {
                side.extend(word.iter().map(|&c| Symbol::character(c)));
                self.used.insert(*at);
            } else {
                let next = self.numbers.len();
                let number = *self.numbers.entry(*x).or_insert(next);
                side.push(Symbol::variable(number));
            }
        }
        side
    }
}
