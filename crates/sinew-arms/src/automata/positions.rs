//! Denials by places: that two strings are different, or that one does not occur in another, as arithmetic over
//! the runs of their automata (Chen et al., PLDI 2025).
//!
//! In a solved branch strings are sequences of parts with languages of their own. Laid over each other, two of them differ if
//! some part of the one has a place, some part of the other has one at the same position, and what is read there
//! differs ([`Samples`]); or if their lengths do not fit. Of a string that does not occur in another
//! this holds for every shift; shifts are taken up one by one, where words violate them, relative to the
//! parts that are nearest: then one shift stands for many words. Each is a consequence, so a refutation counts whichever were
//! taken up; words are tried on all denials.
//!
//! Departures: an alignment that languages and lengths alone exclude is left to lengths from then on; islands of runs
//! are cut off on demand; of languages that are too large, places read anything.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::{Budget, StopReason};
use sinew_regex::automata::{Alphabet, LetterSet, Samples};
use sinew_term::{Integer, Term, TermStore};

use super::candidate::{self, Candidate, Given};
use super::facts::Var;
use super::measure::{Lengths, Model};
use super::places::{Alignment, Formula, Part, Shift, align, differ, escapes, free, sampled};
use super::reasons::Reasons;
use super::search::Search;
use super::state::State;
use crate::tuning::{PLACE_EDGES, PLACE_QUESTIONS, PLACE_SHIFTS, PLACE_STEPS, PLACES};

impl Search<'_> {
    /// Decides a branch in which the words that were chosen violate the denial at this place, and perhaps others. That it is
    /// violated still means that it could not be told.
    pub(super) fn positions(
        &mut self,
        state: &State,
        (mut at, mut words): (usize, Vec<Vec<u32>>),
        used: &mut Reasons,
    ) -> Result<Candidate, StopReason> {
        let mut alignments: Vec<Alignment> = Vec::new();
        let outer = self.budget;
        let slice = outer.slice(self.tuning.get(&PLACE_STEPS));
        for _ in 0..self.tuning.get(&PLACE_SHIFTS) {
            let Some(alignment) = align(state, at, &words) else {
                break;
            };
            let known = |old: &Alignment| old.at == at && old.shift == alignment.shift;
            if alignments.iter().any(known) {
                break;
            }
            alignments.push(alignment);
            let answer = self.differing(state, &mut alignments, &slice);
            outer.check()?;
            match answer {
                Ok(Candidate::Violates(next, found)) => (at, words) = (next, found),
                Ok(Candidate::Impossible) => {
                    for alignment in &alignments {
                        used.insert(state.denied[alignment.at].fact);
                    }
                    return Ok(Candidate::Impossible);
                }
                Ok(Candidate::Open(_)) | Err(_) => break,
                Ok(Candidate::Words(words)) => return Ok(Candidate::Words(words)),
            }
        }
        Ok(Candidate::Violates(at, words))
    }

    /// Words for which the alignments hold; the last one is new.
    fn differing(
        &mut self,
        state: &State,
        alignments: &mut [Alignment],
        budget: &Budget,
    ) -> Result<Candidate, StopReason> {
        if let Some((last, _)) = alignments.split_last_mut() {
            let alone = std::slice::from_ref(&*last);
            if let Some(mut formula) = self.formula(state, alone, budget)? {
                let differs = differ(self.store, &formula, last, true);
                formula.facts.push(differs);
                let answer = self.ask(state, &mut formula, &[], budget)?;
                last.differs = !matches!(answer, Lengths::Impossible);
            }
        }
        let Some(mut formula) = self.formula(state, alignments, budget)? else {
            return Ok(Candidate::Open("too many places"));
        };
        for alignment in &*alignments {
            let mut ways = escapes(self.store, alignment);
            if alignment.differs {
                ways.push(differ(self.store, &formula, alignment, false));
            }
            let fact = self.store.disjunction(&ways);
            formula.facts.push(fact);
        }
        let preferred = self.preferred;
        let mut lengths = match self.ask(state, &mut formula, preferred, budget)? {
            Lengths::Found(lengths) => lengths,
            Lengths::Impossible => return Ok(Candidate::Impossible),
            Lengths::Open => return Ok(Candidate::Open("arithmetic did not tell about places")),
        };
        for &x in formula.parts.keys() {
            if let Some(length) = self.measure.length(self.store, x) {
                lengths.lengths.insert(x, length);
            }
        }
        let Some(given) = self.given(state, (&formula, alignments), &lengths, budget)? else {
            return Ok(Candidate::Open("no run was found"));
        };
        candidate::words(state, &lengths, &given, self.named, (self.tuning, budget))
    }

    /// Asks arithmetic, until no run has an island.
    fn ask(
        &mut self,
        state: &State,
        formula: &mut Formula,
        preferred: &[(Var, Integer)],
        budget: &Budget,
    ) -> Result<Lengths, StopReason> {
        for _ in 0..self.tuning.get(&PLACE_QUESTIONS) {
            let (store, facts) = (&mut *self.store, &formula.facts);
            let answer = self
                .measure
                .ask_with(store, state, facts, preferred, budget)?;
            if !matches!(answer, Lengths::Found(_)) {
                return Ok(answer);
            }
            let mut cuts = Vec::new();
            for part in formula.parts.values() {
                let Some(samples) = &part.samples else {
                    continue;
                };
                let Some(values) = self.values(part) else {
                    return Ok(Lengths::Open);
                };
                if let Some(cut) = samples.parikh().check(&values) {
                    let any = |store: &mut TermStore, list: &[u32]| {
                        let zero = store.int(0);
                        let variables = list.iter().map(|&at| part.variables[at as usize]);
                        let positive: Vec<Term> = variables.map(|v| store.gt(v, zero)).collect();
                        store.disjunction(&positive)
                    };
                    let inside = any(self.store, &cut.inside);
                    let entering = any(self.store, &cut.entering);
                    cuts.push(self.store.implies(inside, entering));
                }
            }
            if cuts.is_empty() {
                return Ok(answer);
            }
            cuts.sort_unstable();
            formula.facts.extend(cuts);
        }
        Ok(Lengths::Open)
    }

    /// How often the edges of a part are taken in arithmetic's model.
    fn values(&self, part: &Part) -> Option<Vec<u64>> {
        let values = part.variables.iter();
        let values = values.map(|&v| self.measure.value(self.store, v)?.to_usize());
        values.map(|value| Some(value? as u64)).collect()
    }

    /// What the alignments speak of; nothing if that is too much.
    fn formula(
        &mut self,
        state: &State,
        alignments: &[Alignment],
        budget: &Budget,
    ) -> Result<Option<Formula>, StopReason> {
        let mut places: FxHashMap<Var, u32> = FxHashMap::default();
        for alignment in alignments {
            for side in [&alignment.first, &alignment.second] {
                let parts: FxHashSet<Var> = side.iter().copied().collect();
                for x in parts {
                    *places.entry(x).or_default() += u32::from(alignment.differs);
                }
            }
        }
        if places.values().any(|&n| n > self.tuning.count(&PLACES)) {
            return Ok(None);
        }
        let mut order: Vec<(Var, u32)> = places.into_iter().collect();
        order.sort_unstable();
        let mut formula = Formula {
            parts: FxHashMap::default(),
            facts: Vec::new(),
        };
        for (x, places) in order {
            let edges = state.languages[x].edge_count() * (2 * places as usize + 1);
            let small = edges <= self.tuning.size(&PLACE_EDGES);
            let samples = match small && places > 0 {
                true => Some(Samples::new(&state.languages[x], places, budget)?),
                false => None,
            };
            let part = match samples {
                Some(samples) => sampled(self.store, x, samples, &mut formula.facts),
                None => {
                    let (store, facts) = (&mut *self.store, &mut formula.facts);
                    self.measure
                        .say_length(store, x, &state.languages[x], facts, budget)?;
                    free(self.store, x, places)
                }
            };
            formula.parts.insert(x, part);
        }
        Ok(Some(formula))
    }

    /// Words of arithmetic's runs in which the alignments differ, as far as that is easily had.
    fn given(
        &self,
        state: &State,
        (formula, alignments): (&Formula, &[Alignment]),
        lengths: &Model,
        budget: &Budget,
    ) -> Result<Option<Given>, StopReason> {
        let mut words: FxHashMap<Var, Runner> = FxHashMap::default();
        for (&x, part) in &formula.parts {
            let Some(samples) = &part.samples else {
                continue;
            };
            let Some(values) = self.values(part) else {
                return Ok(None);
            };
            let Some((read, places)) = samples.run(&values, budget)? else {
                return Ok(None);
            };
            let alphabet = state.languages[x].alphabet().clone();
            let spelled = |letters: &LetterSet| letters.first().map(|at| alphabet.spelling(at));
            let Some(word) = read.iter().map(spelled).collect() else {
                return Ok(None);
            };
            let runner = Runner {
                fixed: vec![false; read.len()],
                alphabet,
                read,
                word,
                places,
            };
            words.insert(x, runner);
        }
        for alignment in alignments.iter().filter(|alignment| alignment.differs) {
            budget.spend(1)?;
            part_ways(alignment, lengths, &mut words);
        }
        let given = words.into_iter().map(|(x, runner)| (x, runner.word));
        Ok(Some(given.collect()))
    }
}

/// Makes characters differ at the places that arithmetic chose.
fn part_ways(alignment: &Alignment, lengths: &Model, words: &mut FxHashMap<Var, Runner>) {
    let sum = |list: &[Var]| -> Option<i64> {
        let lengths = list.iter().map(|x| lengths.lengths.get(x));
        lengths.map(|length| i64::try_from(*length?).ok()).sum()
    };
    let Shift { first, second, by } = alignment.shift;
    let ends = (
        sum(&alignment.second[..second]),
        sum(&alignment.first[..first]),
    );
    let (Some(whole), Some(part)) = ends else {
        return;
    };
    let shift = whole - part + by;
    for (i, &x) in alignment.first.iter().enumerate() {
        for (j, &y) in alignment.second.iter().enumerate() {
            let starts = (sum(&alignment.first[..i]), sum(&alignment.second[..j]));
            let ((Some(a), Some(b)), Some(first), Some(second)) =
                (starts, words.get(&x), words.get(&y))
            else {
                continue;
            };
            let pairs = first.places.iter();
            let pairs = pairs.flat_map(|&p| second.places.iter().map(move |&q| (p, q)));
            let aligned =
                |&(p, q): &(usize, usize)| a + p as i64 + shift == b + q as i64 && (x, p) != (y, q);
            let pairs: Vec<(usize, usize)> = pairs.filter(aligned).collect();
            if pairs.iter().any(|&(p, q)| unlike(words, (x, p), (y, q))) {
                return;
            }
        }
    }
}

/// A word that is being made.
struct Runner {
    alphabet: Arc<Alphabet>,
    read: Vec<LetterSet>,
    word: Vec<u32>,
    places: Vec<usize>,
    /// Characters that must stay.
    fixed: Vec<bool>,
}

/// Makes two characters differ, if that is possible; whether they do.
fn unlike(words: &mut FxHashMap<Var, Runner>, first: (Var, usize), second: (Var, usize)) -> bool {
    let character = |(x, p): (Var, usize)| words.get(&x).map(|runner| runner.word[p]);
    let (Some(a), Some(b)) = (character(first), character(second)) else {
        return false;
    };
    let mut settled = a != b;
    for ((x, p), taken) in [(second, a), (first, b)] {
        let Some(runner) = words.get_mut(&x) else {
            return false;
        };
        if !settled && !runner.fixed[p] {
            let set = runner.alphabet.union_of(&runner.read[p]);
            let mut others = set.ranges().iter().flat_map(|&(low, high)| low..=high);
            if let Some(other) = others.find(|&c| c != taken) {
                runner.word[p] = other;
                settled = true;
            }
        }
    }
    for (x, p) in [first, second] {
        if let Some(runner) = words.get_mut(&x) {
            runner.fixed[p] |= settled;
        }
    }
    settled
}
