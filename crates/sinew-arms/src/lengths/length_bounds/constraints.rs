//! The questions that are asked of string variables, and what they come to for groups of them.

use sinew_regex::Dfa;
use sinew_term::{Term, TermMap};

/// A concatenation that is read by automata.
pub(super) struct ReadTerm {
    pub(super) parts: Vec<Term>,
    /// The numbers of those that are known.
    pub(super) automata: Vec<usize>,
    /// How many tuples of states the others have, which depend on the values of terms.
    pub(super) unknown: u64,
}

/// How many of these parts are variables of the group.
pub(super) fn occurrences(constraints: &Constraints, parts: &[Term], group: &[usize]) -> usize {
    let of_group = |&&part: &&Term| constraints.number(part).is_some_and(|n| group.contains(&n));
    parts.iter().filter(of_group).count()
}

/// What is known of one variable.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Whether it occurs only in questions.
    pub(super) bounded: bool,
    /// How many first and last characters matter.
    pub(super) front: u64,
    pub(super) back: u64,
    /// Automata that count its length modulo something that matters.
    pub(super) periods: Vec<usize>,
    /// Another variable of its group, or itself.
    pub(super) joined: usize,
}

/// All questions of a set of assertions.
pub(super) struct Constraints {
    variables: Vec<Term>,
    numbers: TermMap<usize>,
    pub(super) known: Vec<Variable>,
    pub(super) automata: Vec<Dfa>,
    pub(super) read_terms: Vec<ReadTerm>,
    /// The sides of equalities that occur negatively.
    pub(super) differences: Vec<(Vec<Term>, Vec<Term>)>,
}

impl Constraints {
    /// No questions yet.
    pub(super) fn new() -> Constraints {
        Constraints {
            variables: Vec::new(),
            numbers: TermMap::new(),
            known: Vec::new(),
            automata: Vec::new(),
            read_terms: Vec::new(),
            differences: Vec::new(),
        }
    }

    /// A variable of which nothing is asked yet.
    pub(super) fn add_variable(&mut self, term: Term) {
        let number = self.variables.len();
        self.numbers.insert(term, number);
        self.variables.push(term);
        self.known.push(Variable {
            bounded: true,
            front: 0,
            back: 0,
            periods: Vec::new(),
            joined: number,
        });
    }

    pub(super) fn variables(&self) -> &[Term] {
        &self.variables
    }

    /// The number of a term that is a variable.
    pub(super) fn number(&self, term: Term) -> Option<usize> {
        self.numbers.get(term).copied()
    }

    /// How many parts all texts and disequalities have.
    pub(super) fn size(&self) -> usize {
        let sides = self.differences.iter().map(|(l, r)| l.len() + r.len());
        self.read_terms
            .iter()
            .map(|text| text.parts.len())
            .chain(sides)
            .sum()
    }

    /// The automaton with this number.
    pub(super) fn automaton(&self, number: usize) -> &Dfa {
        &self.automata[number]
    }

    /// One variable for all of its group.
    pub(super) fn leader(&self, mut number: usize) -> usize {
        while self.known[number].joined != number {
            number = self.known[number].joined;
        }
        number
    }

    /// The groups of variables that occur only in questions.
    pub(super) fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); self.variables.len()];
        for number in 0..self.variables.len() {
            groups[self.leader(number)].push(number);
        }
        groups.retain(|group| {
            !group.is_empty() && group.iter().all(|&number| self.known[number].bounded)
        });
        groups
    }

    /// How many first and last characters of a group's words matter.
    pub(super) fn margins(&self, group: &[usize]) -> (u64, u64) {
        let of_group = || group.iter().map(|&number| &self.known[number]);
        (
            of_group().map(|one| one.front).max().unwrap_or(0),
            of_group().map(|one| one.back).max().unwrap_or(0),
        )
    }

    /// The automata that count the lengths of a group's words modulo something.
    pub(super) fn periods(&self, group: &[usize]) -> Vec<usize> {
        let each = |&number: &usize| self.known[number].periods.clone();
        let mut periods: Vec<usize> = group.iter().flat_map(each).collect();
        periods.sort_unstable();
        periods.dedup();
        periods
    }

    /// How many disequalities a group's words must keep; `None` if one has them on both sides in
    /// a way that says nothing.
    pub(super) fn differences_of(&self, group: &[usize]) -> Option<u64> {
        let mut count = 0;
        for (left, right) in &self.differences {
            let there = [left, right].map(|side| occurrences(self, side, group));
            let single = left.len() == 1 && right.len() == 1;
            match there {
                [0, 0] => {}
                _ if single => count += 1,
                [0, _] | [_, 0] => count += 1,
                [l, r] if group.len() == 1 && l != r => count += 1,
                _ => return None,
            }
        }
        Some(count)
    }
}
