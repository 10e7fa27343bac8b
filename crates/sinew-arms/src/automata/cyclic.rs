//! Equations in which strings come back, refuted by Nielsen's graph ([`sinew_strings::nielsen`]).
//!
//! Noodles of such equations need not end, the graph of a quadratic system does. It knows no languages but words, so
//! it can only refute; it is asked before the search, for few nodes.

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::{Budget, StopReason, Tuning};
use sinew_strings::nielsen::{Equation, Symbol, Verdict, most_occurrences, solve};

use super::facts::{Constraint, Facts, Var};
use super::reasons::Reasons;
use crate::tuning::{CYCLIC_NODES, CYCLIC_SYMBOLS};

/// The facts among these whose equations have no solution in words, if that is found.
pub(super) fn refute(
    facts: &Facts,
    places: &[usize],
    tuning: &Tuning,
    budget: &Budget,
) -> Result<Option<Reasons>, StopReason> {
    let (equations, used) = equations(facts, places);
    let size: usize = equations.iter().map(|(l, r)| l.len() + r.len()).sum();
    if most_occurrences(&equations) < 2 || size > tuning.size(&CYCLIC_SYMBOLS) {
        return Ok(None);
    }
    let verdict = solve(&equations, tuning.size(&CYCLIC_NODES), budget)?;
    Ok((verdict == Verdict::Unsolvable).then_some(used))
}

/// A class, and its concatenations with the places of the facts.
type Class<'a> = (Var, Vec<(usize, &'a [Var])>);

/// The concatenations of each class, set equal to each other, and to the class where that occurs elsewhere or is a
/// word; and the facts that say so.
fn equations(facts: &Facts, places: &[usize]) -> (Vec<Equation>, Reasons) {
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
    (equations, words.used)
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
