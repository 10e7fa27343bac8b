//! From facts to words: the facts in groups that have nothing to do with each other, each searched by
//! itself.
//!
//! Lengths tie all strings together that arithmetic speaks of, so these are one group. Strings with
//! memberships alone need no search: a word of the length that arithmetic has for them is taken from the lazily
//! explored intersection.

use sinew_base::{Budget, Rule, StopReason, Tuning};
use sinew_engine::Premise;
use sinew_regex::CharOrder;
use sinew_regex::automata::Automaton;
use sinew_strings::{RegexOfTerm, regular};
use sinew_term::{Integer, Term, TermStore};

use super::core;
use super::cyclic;
use super::facts::{Constraint, Facts, Relation, Var};
use super::languages::Languages;
use super::measure::Measure;
use super::propagate::Known;
use super::reasons::Reasons;
use super::rules;
use super::search::{Found, Search};
use super::state::{Code, Denied, Image, Index, Slice, State};
use crate::tuning::WORD_CHARACTERS;

/// Words for all variables, or why there are none.
pub(super) enum Decided {
    /// With the values of the integers that places and positions depend on.
    Words(Vec<Vec<u32>>, Vec<(Term, Integer)>),
    /// These premises exclude each other, by this rule.
    Conflict(Vec<Premise>, &'static Rule),
    Open(&'static str),
}

/// What a decision is made with.
pub(super) struct Decider<'a> {
    pub(super) store: &'a mut TermStore,
    pub(super) languages: &'a mut Languages,
    pub(super) regexes: &'a mut RegexOfTerm,
    pub(super) facts: &'a Facts,
    pub(super) known: &'a [Known],
    /// The engine's length of each variable, where it has one.
    pub(super) values: &'a [Option<Integer>],
    pub(super) tuning: &'a Tuning,
    pub(super) budget: &'a Budget<'a>,
}

/// Facts and comparisons that exclude each other.
#[derive(Clone, Debug)]
pub(super) struct Core {
    pub(super) facts: Reasons,
    pub(super) comparisons: Reasons,
    /// What shows it.
    pub(super) rule: &'static Rule,
}

/// What the searches of some facts came to.
pub(super) enum Searched {
    /// Words for the variables of groups, and the values of integers.
    Words(Vec<Option<Vec<u32>>>, Vec<(Term, Integer)>),
    Nothing(Core),
    Open(&'static str),
}

/// Tells whether the fact, or the comparison, at a place has a part.
pub(super) type Chosen<'a> = &'a dyn Fn(usize) -> bool;

impl Decider<'_> {
    pub(super) fn run(&mut self) -> Result<Decided, StopReason> {
        let before = self.budget.spent();
        match self.search(&|_| true, &|_| true)? {
            Searched::Open(why) => Ok(Decided::Open(why)),
            Searched::Words(words, values) => self.alone(words, values),
            Searched::Nothing(core) => {
                let spent = self.budget.spent() - before;
                let core = core::of_search(self, core, core::steps(self.tuning, spent))?;
                let mut premises = self.facts.premises(&core.facts);
                for at in core.comparisons.iter() {
                    premises.extend_from_slice(&self.facts.comparisons[at]);
                }
                Ok(Decided::Conflict(premises, core.rule))
            }
        }
    }

    /// Searches each group of the chosen facts; the languages must be what these leave.
    pub(super) fn search(
        &mut self,
        chosen: Chosen<'_>,
        comparisons: Chosen<'_>,
    ) -> Result<Searched, StopReason> {
        let facts = self.facts;
        let variable = |term: Term| facts.lengths.get(&term).copied();
        let decided = &facts.arithmetic;
        let mut measure = Measure::new(self.store, decided, comparisons, &variable, self.tuning);
        let measured = self.measured(&mut measure, chosen);
        let groups = groups(facts, chosen, &measured);
        let mut words: Vec<Option<Vec<u32>>> = vec![None; facts.variables.len()];
        let (mut open, mut values) = (None, Vec::new());
        for group in &groups {
            let (tuning, budget) = (self.tuning, self.budget);
            let refuted = cyclic::refute(facts, self.known, &group.facts, tuning, budget)?;
            if let Some((facts, rule)) = refuted {
                let comparisons = Reasons::default();
                return Ok(Searched::Nothing(Core {
                    facts,
                    comparisons,
                    rule,
                }));
            }
            let Some(start) = self.start(group, &measured)? else {
                return Ok(Searched::Open("a transducer is too large"));
            };
            let preferred: Vec<(Var, Integer)> = (0..facts.variables.len())
                .filter(|&x| group.variables[x] && measured[x])
                .filter_map(|x| Some((x, self.values[x].clone()?)))
                .collect();
            measure.used = Reasons::default();
            let measured_group = (0..measured.len()).any(|x| group.variables[x] && measured[x]);
            let mut search = Search {
                store: self.store,
                measure: &mut measure,
                named: facts.variables.len(),
                asks: measured_group,
                preferred: &preferred,
                variable: &variable,
                tuning: self.tuning,
                budget: self.budget,
            };
            match search.run(start)? {
                Found::Words(found) => {
                    if measured_group {
                        values.clone_from(&measure.values);
                    }
                    for (x, word) in found.into_iter().enumerate() {
                        if group.variables[x] {
                            words[x] = Some(word);
                        }
                    }
                }
                Found::Nothing(used, by_places) => {
                    let mut core = self.core(group, used, &measure);
                    if by_places {
                        core.rule = &rules::NO_PLACES;
                    }
                    return Ok(Searched::Nothing(core));
                }
                Found::Open(why) => open = Some(why),
            }
        }
        Ok(match open {
            Some(why) => Searched::Open(why),
            None => Searched::Words(words, values),
        })
    }

    /// The variables of whose lengths integers speak. The integers behind places are watched.
    fn measured(&mut self, measure: &mut Measure, chosen: Chosen<'_>) -> Vec<bool> {
        let facts = self.facts;
        let variable = |term: Term| facts.lengths.get(&term).copied();
        let mut measured = vec![false; facts.variables.len()];
        for (_, fact) in facts.facts.iter().enumerate().filter(|&(at, _)| chosen(at)) {
            let integers = match fact.constraint {
                Constraint::Slice(_, _, from, count) => vec![from, count],
                Constraint::Index(_, number, _, from) => vec![number, from],
                Constraint::Code(_, number, _) => vec![number],
                _ => continue,
            };
            let open = |term: &Term| self.store.int_value(*term).is_none();
            if integers.iter().any(open) {
                let variables = fact.constraint.variables();
                variables.iter().for_each(|&x| measured[x] = true);
            }
            for term in integers {
                measure.watch(self.store, term, &variable);
            }
        }
        measure.measured().for_each(|x| measured[x] = true);
        measured
    }

    /// What a group without a solution rests on: these disequalities, and whatever else it has.
    fn core(&self, group: &Group, used: Reasons, measure: &Measure) -> Core {
        let mut facts = used;
        for &at in &group.facts {
            if !matches!(self.facts.facts[at].constraint, Constraint::Not(..)) {
                facts.insert(at);
            }
        }
        let comparisons = measure.used.clone();
        let rule = match comparisons.len() {
            0 => &rules::NO_NOODLE,
            _ => &rules::NOODLE_LENGTHS,
        };
        Core {
            facts,
            comparisons,
            rule,
        }
    }

    /// The first branch of a group; nothing if a transducer is not to be had.
    fn start(&mut self, group: &Group, measured: &[bool]) -> Result<Option<State>, StopReason> {
        let known = self.known.iter();
        let outside = |x: Var| (!group.variables[x]).then(Vec::new);
        let mut state = State {
            languages: known
                .map(|known| known.to_cut(self.tuning).clone())
                .collect(),
            parts: (0..self.known.len()).map(outside).collect(),
            measured: measured.to_vec(),
            equations: Vec::new(),
            images: Vec::new(),
            slices: Vec::new(),
            indices: Vec::new(),
            codes: Vec::new(),
            letters: Vec::new(),
            denied: Vec::new(),
            apart: Vec::new(),
            conditions: Vec::new(),
            derived: Vec::new(),
            unproved: Vec::new(),
        };
        for x in (0..measured.len()).filter(|&x| !group.variables[x]) {
            state.measured[x] = false;
        }
        for &at in &group.facts {
            match &self.facts.facts[at].constraint {
                Constraint::Member(..) => {}
                Constraint::Concat(x, parts) => state.equations.push((vec![*x], parts.clone())),
                Constraint::Function(x, function, y) => {
                    let (regexes, budget) = (&mut *self.regexes, self.budget);
                    let made = self.languages.transducer(regexes, function, budget)?;
                    let Some(transducer) = made else {
                        return Ok(None);
                    };
                    state.images.push(Image {
                        output: vec![*x],
                        transducer,
                        input: vec![*y],
                    });
                }
                // Only propagation knows what to do with it; it is left open.
                Constraint::Reverse(..) => {}
                Constraint::Slice(part, whole, from, count) => state.slices.push(Slice {
                    part: *part,
                    whole: *whole,
                    from: *from,
                    count: *count,
                }),
                Constraint::Index(x, number, needle, from) => {
                    let Some(index) = self.index(*x, *number, needle, *from)? else {
                        return Ok(None);
                    };
                    state.indices.push(index);
                }
                Constraint::Code(x, number, direction) => state.codes.push(Code {
                    string: *x,
                    number: *number,
                    direction: *direction,
                }),
                Constraint::Not(relation, first, second) => state.denied.push(Denied {
                    relation: *relation,
                    first: *first,
                    second: *second,
                    fact: at,
                }),
            }
        }
        Ok(Some(state))
    }

    fn index(
        &mut self,
        string: Var,
        number: Term,
        needle: &[u32],
        from: Term,
    ) -> Result<Option<Index>, StopReason> {
        let with = regular::containing(self.regexes.store_mut(), needle);
        let (regexes, budget) = (&mut *self.regexes, self.budget);
        let without = self
            .languages
            .conjunction(regexes, &[(with, false)], budget)?;
        let word = |word: &[u32]| Automaton::word(&self.languages.alphabet, word).ok();
        let words = word(needle).zip(word(&needle[..needle.len() - 1]));
        Ok(without.zip(words).map(|(without, (needle, almost))| Index {
            string,
            number,
            from,
            needle,
            almost,
            without,
        }))
    }

    /// Words for the variables that have memberships and disequalities alone.
    fn alone(
        &mut self,
        mut words: Vec<Option<Vec<u32>>>,
        values: Vec<(Term, Integer)>,
    ) -> Result<Decided, StopReason> {
        let most = self.tuning.get(&WORD_CHARACTERS);
        let mut measured = vec![false; words.len()];
        for &x in self.facts.lengths.values() {
            measured[x] = true;
        }
        for x in 0..words.len() {
            if words[x].is_some() {
                continue;
            }
            let (mut literals, _) = self.facts.memberships(x);
            for fact in &self.facts.facts {
                if let Constraint::Not(Relation::Equal, a, b) = fact.constraint
                    && (a == x || b == x)
                    && let Some(other) = &words[if a == x { b } else { a }]
                {
                    literals.push((self.regexes.store_mut().literal(other), false));
                }
            }
            let store = self.regexes.store_mut();
            let language = store.conjunction(&literals);
            let value = self.values[x].as_ref().filter(|_| measured[x]);
            let shortest = store.length_bounds(language).map_or(0, |(least, _)| least);
            if shortest > most || value.is_some_and(|value| *value > Integer::from(most)) {
                return Ok(Decided::Open("the words are too long"));
            }
            let word = match value.and_then(Integer::to_u32) {
                Some(length) => {
                    store.smallest_word(language, length, CharOrder::Readable, self.budget)?
                }
                None => store.shortest_word(language, self.budget)?,
            };
            match word {
                Some(word) => words[x] = Some(word),
                None => return Ok(Decided::Open("no word differs from all others")),
            }
        }
        let words = words.iter_mut().map(|word| word.take().unwrap_or_default());
        Ok(Decided::Words(words.collect(), values))
    }
}

/// Variables that have to do with each other, and the facts about them.
struct Group {
    variables: Vec<bool>,
    facts: Vec<usize>,
}

/// The groups of the variables that the chosen facts say more of than memberships.
fn groups(facts: &Facts, chosen: Chosen<'_>, measured: &[bool]) -> Vec<Group> {
    let related = facts.related(chosen);
    let mut parent: Vec<Var> = (0..related.len()).collect();
    fn root(parent: &mut [Var], mut x: Var) -> Var {
        while parent[x] != x {
            parent[x] = parent[parent[x]];
            x = parent[x];
        }
        x
    }
    let mut join = |list: &[Var]| {
        for pair in list.windows(2) {
            let (a, b) = (root(&mut parent, pair[0]), root(&mut parent, pair[1]));
            parent[a] = b;
        }
    };
    let tied: Vec<Var> = (0..related.len())
        .filter(|&x| related[x] && measured[x])
        .collect();
    join(&tied);
    for (_, fact) in facts.facts.iter().enumerate().filter(|&(at, _)| chosen(at)) {
        let variables = fact.constraint.variables();
        if variables.iter().all(|&x| related[x]) {
            join(&variables);
        }
    }
    let mut groups: Vec<(Var, Group)> = Vec::new();
    for (at, fact) in facts.facts.iter().enumerate().filter(|&(at, _)| chosen(at)) {
        let variables = fact.constraint.variables();
        if !variables.iter().all(|&x| related[x]) {
            continue;
        }
        let top = root(&mut parent, variables[0]);
        let place = groups.iter().position(|group| group.0 == top);
        let place = place.unwrap_or_else(|| {
            let variables = (0..related.len())
                .map(|x| related[x] && root(&mut parent, x) == top)
                .collect();
            let facts = Vec::new();
            groups.push((top, Group { variables, facts }));
            groups.len() - 1
        });
        groups[place].1.facts.push(at);
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
