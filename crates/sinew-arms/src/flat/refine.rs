//! Which promises a candidate breaks, and the instances that exclude it.

use sinew_base::{Budget, Rule, StopReason};
use sinew_engine::Model;
use sinew_strings::linear::Linear;
use sinew_term::{Term, TermStore};

use super::apart::{InStep, in_step};
use super::candidate::Candidate;
use super::images::{Unlike, unlike};
use super::promise::{Promise, Promises};
use super::rules;
use super::shifts::occurrences;
use super::windows::{Clash, Misread, clashes, misread};

/// How a promise is broken.
#[derive(Debug)]
enum Broken {
    Clash(Clash),
    Misread(Misread),
    InStep(InStep),
    Occurs(Linear),
    /// The place in the ring where the slice begins.
    Turned(usize),
    Outside,
    Unlike(Unlike),
    /// The words that strings have, about which nothing was said.
    Unsaid(Vec<Vec<u32>>),
}

/// An instance of a promise, and the rule that it is an instance of.
pub(super) type Instance = (&'static Rule, Term);

impl Promises {
    /// Instances that this model breaks; none if it keeps all promises.
    pub(super) fn instances(
        &mut self,
        store: &mut TermStore,
        model: &Model,
        budget: &Budget,
    ) -> Result<Vec<Instance>, StopReason> {
        let broken = self.broken(store, model, budget)?;
        let mut instances = Vec::with_capacity(broken.len());
        for (at, broken) in broken {
            budget.spend(8)?;
            if let Some(all) = self.absent_everywhere(store, at) {
                instances.extend(all.into_iter().map(|one| (&rules::SHIFT, one)));
                continue;
            }
            let (literal, promise) = self.all[at].clone();
            instances.push(match (&promise, broken) {
                (Promise::Window(window), Broken::Clash(clash)) => {
                    let all = self.all_phases(clash);
                    budget.spend(all.len() as u64)?;
                    for clash in all {
                        let agree = self.agree(store, literal, window, &clash);
                        instances.push((&rules::AGREE, agree));
                    }
                    continue;
                }
                (Promise::Read { at, cell, .. }, Broken::Misread(misread)) => (
                    &rules::READ,
                    self.reading(store, literal, at, cell, &misread),
                ),
                (
                    Promise::Absent {
                        needle,
                        hay,
                        from,
                        to,
                    },
                    Broken::Occurs(shift),
                ) => {
                    let words = (needle, hay);
                    (
                        &rules::SHIFT,
                        self.absent_at(store, literal, words, (from, to), &shift),
                    )
                }
                (Promise::Member { word, language }, _) => (
                    &rules::RUN,
                    self.run(store, literal, (word, *language), budget)?,
                ),
                (Promise::Image(image), Broken::Unlike(unlike)) => {
                    (&rules::IMAGE, self.alike(store, literal, image, &unlike))
                }
                (Promise::Unmatched(unmatched), Broken::Occurs(place)) => (
                    &rules::MATCH,
                    self.unmatched_at(store, literal, unmatched, &place),
                ),
                (Promise::Closing(closing), Broken::Unsaid(words)) => (
                    &rules::CLOSE,
                    self.closed_by(store, (at, closing), words, budget)?,
                ),
                (Promise::Apart(apart), Broken::InStep(pieces)) => (
                    &rules::APART,
                    self.not_in_step(store, literal, apart, &pieces),
                ),
                (Promise::Turned { piece, cells }, Broken::Turned(place)) => {
                    (&rules::READ, self.turned_by(store, *piece, cells, place))
                }
                _ => continue,
            });
        }
        Ok(instances)
    }

    /// The promises that are broken. That a word is absent, that there is no match, and what the words of symbols make of a
    /// language is looked at only when all else is kept: before that, words are no more than guesses.
    fn broken(
        &self,
        store: &TermStore,
        model: &Model,
        budget: &Budget,
    ) -> Result<Vec<(usize, Broken)>, StopReason> {
        let candidate = Candidate::new(store, model, &self.shapes, budget)?;
        let mut broken = Vec::new();
        let mut in_step: Vec<Term> = Vec::new();
        for absent in [false, true] {
            if !broken.is_empty() {
                break;
            }
            for (at, (literal, promise)) in self.all.iter().enumerate() {
                let late = matches!(
                    promise,
                    Promise::Absent { .. } | Promise::Unmatched(_) | Promise::Closing(_)
                );
                if late == absent && candidate.holds(*literal) {
                    budget.spend(1)?;
                    let found = self.breaks(&candidate, promise, budget)?;
                    if matches!(found[..], [Broken::InStep(_)]) {
                        in_step.push(*literal);
                    }
                    broken.extend(found.into_iter().map(|how| (at, how)));
                }
            }
        }
        // What is read at such a place is of no interest.
        broken.retain(|(at, how)| {
            !matches!(how, Broken::Misread(_)) || !in_step.contains(&self.all[*at].0)
        });
        Ok(broken)
    }

    fn breaks(
        &self,
        candidate: &Candidate<'_>,
        promise: &Promise,
        budget: &Budget,
    ) -> Result<Vec<Broken>, StopReason> {
        Ok(match promise {
            Promise::Window(window) => clashes(candidate, window)
                .into_iter()
                .map(Broken::Clash)
                .collect(),
            Promise::Read { word, at, cell } => {
                let held = self
                    .shapes
                    .letters
                    .read(candidate.store, candidate.model, cell);
                let found = misread(candidate, word, at, held);
                found.into_iter().map(Broken::Misread).collect()
            }
            Promise::Absent {
                needle,
                hay,
                from,
                to,
            } => {
                let shifts = occurrences(candidate, (needle, hay), (from, to), budget)?;
                shifts.into_iter().map(Broken::Occurs).collect()
            }
            Promise::Image(image) => unlike(candidate, image)
                .into_iter()
                .map(Broken::Unlike)
                .collect(),
            Promise::Unmatched(unmatched) => {
                let places = self.matched(candidate, unmatched, budget)?;
                places.into_iter().map(Broken::Occurs).collect()
            }
            Promise::Closing(closing) => {
                let words = Promises::unsaid(candidate, closing);
                words.into_iter().map(Broken::Unsaid).collect()
            }
            Promise::Apart(apart) => in_step(candidate, apart)
                .into_iter()
                .map(Broken::InStep)
                .collect(),
            Promise::Turned { piece, cells } => {
                let place = candidate.turned_wrong(*piece, cells);
                place.into_iter().map(Broken::Turned).collect()
            }
            Promise::Member { word, language } => {
                match self
                    .languages
                    .contains(*language, &candidate.word(word), budget)?
                {
                    true => Vec::new(),
                    false => vec![Broken::Outside],
                }
            }
        })
    }

    /// The words of variables in a model.
    pub(super) fn decode(
        &self,
        store: &TermStore,
        model: &Model,
        words: &[super::shape::Word],
        budget: &Budget,
    ) -> Result<Vec<Vec<u32>>, StopReason> {
        let candidate = Candidate::new(store, model, &self.shapes, budget)?;
        Ok(words.iter().map(|word| candidate.word(word)).collect())
    }
}
