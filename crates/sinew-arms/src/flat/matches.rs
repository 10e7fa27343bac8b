//! First matches: of a word, or of a regular language, the shortest one at the least position where there is one.
//!
//! A language R gives three. Its shortest words; the words in which none of R occurs; those that do not begin with one. A
//! match is first if none begins before it: the second language says so of what stands before it alone. For matches that begin
//! there and go on behind, the third one does, at every position; these are instantiated by counterexample, as shifts are
//! (`shifts`).

use sinew_base::{Budget, StopReason};
use sinew_regex::Regex;
use sinew_strings::linear::Linear;
use sinew_term::{Term, TermStore};

use super::candidate::Candidate;
use super::languages::Languages;
use super::promise::{Promise, Promises};
use super::shape::{Word, at_least, equal, more, sum};
use super::shifts::near_borders;

/// The languages that tell of the matches of R, by their numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matches {
    /// `R ∖ R·Σ⁺`
    shortest: usize,
    /// The complement of `Σ*·R·Σ*`.
    nowhere: usize,
    /// The complement of `R·Σ*`.
    not_here: usize,
    /// Whether the empty word is in R: then there is a match wherever one is looked for.
    nullable: bool,
}

/// What is looked for.
#[derive(Clone, Debug)]
pub(super) enum Pattern {
    Word(Word),
    Language(Matches),
}

/// A language is matched at no position in `[from, to)` of a word.
#[derive(Clone, Debug)]
pub(super) struct Unmatched {
    pub(super) hay: Word,
    not_here: usize,
    from: Linear,
    to: Linear,
}

/// A match: where it begins, what is behind it, and the formula that says so.
pub(super) struct Match {
    pub(super) start: Linear,
    pub(super) end: Linear,
    pub(super) formula: Term,
}

impl Languages {
    /// The languages that tell of the matches of this one; of those that are not empty, if so wanted.
    pub(super) fn matches(
        &mut self,
        regex: Regex,
        nonempty: bool,
        budget: &Budget,
    ) -> Result<Matches, StopReason> {
        let shared = self.regexes.clone();
        let mut regexes = shared.borrow_mut();
        let store = regexes.store_mut();
        let (all, any) = (store.all(), store.allchar());
        let something = store.concat(any, all);
        let regex = match nonempty {
            true => store.inter(&[regex, something]),
            false => regex,
        };
        let nullable = store.nullable(regex);
        let longer = store.concat(regex, something);
        let shortest = store.diff(regex, longer);
        let (here, somewhere) = (
            store.concat(regex, all),
            store.concat_all(&[all, regex, all]),
        );
        let (not_here, nowhere) = (store.comp(here), store.comp(somewhere));
        Ok(Matches {
            shortest: self.number(store, shortest, budget)?,
            nowhere: self.number(store, nowhere, budget)?,
            not_here: self.number(store, not_here, budget)?,
            nullable,
        })
    }
}

impl Promises {
    /// That there is no match from here on.
    pub(super) fn no_match(
        &mut self,
        store: &mut TermStore,
        (s, pattern): (&Word, &Pattern),
        from: &Linear,
    ) -> Term {
        match pattern {
            Pattern::Word(t) => {
                let end = self.room(s, t);
                let no_room = at_least(store, from, &end);
                let absent = self.absent(store, (s, t), (from, &end));
                store.or(&[no_room, absent])
            }
            Pattern::Language(matches) => {
                let end = self.length(s);
                let (part, is_part) = self.part(store, s, (from, &end));
                let nowhere = self.member(store, &part, matches.nowhere);
                store.and(&[is_part, nowhere])
            }
        }
    }

    /// The first match from here on.
    pub(super) fn first_match(
        &mut self,
        store: &mut TermStore,
        (s, pattern): (&Word, &Pattern),
        from: &Linear,
    ) -> Match {
        let start = self.fresh_number(store);
        let later = at_least(store, &start, from);
        let (word, first) = match pattern {
            Pattern::Word(t) => (t.clone(), self.absent(store, (s, t), (from, &start))),
            Pattern::Language(matches) => {
                let word = self.fresh_word(store);
                self.is_part(store, &word, s);
                if matches.nullable {
                    let here = equal(store, &start, from);
                    let empty = self.member(store, &word, matches.shortest);
                    return self.match_of(store, s, (&word, start), &[later, here, empty]);
                }
                let (before, is_before) = self.part(store, s, (from, &start));
                let unmatched = Promise::Unmatched(Unmatched {
                    hay: s.clone(),
                    not_here: matches.not_here,
                    from: from.clone(),
                    to: start.clone(),
                });
                let first = [
                    self.member(store, &word, matches.shortest),
                    is_before,
                    self.member(store, &before, matches.nowhere),
                    self.promise(store, unmatched),
                ];
                (word, store.and(&first))
            }
        };
        self.match_of(store, s, (&word, start), &[later, first])
    }

    /// A word that occurs here, if all of these hold.
    fn match_of(
        &mut self,
        store: &mut TermStore,
        s: &Word,
        (word, start): (&Word, Linear),
        facts: &[Term],
    ) -> Match {
        let occurs = self.occurrence(store, (s, word), &start);
        let mut parts = facts.to_vec();
        parts.insert(1, occurs);
        Match {
            end: sum(&start, &self.length(word)),
            start,
            formula: store.and(&parts),
        }
    }

    /// Positions, as terms, at which there is a match though there should be none.
    pub(super) fn matched(
        &self,
        candidate: &Candidate<'_>,
        promise: &Unmatched,
        budget: &Budget,
    ) -> Result<Vec<Linear>, StopReason> {
        let word = candidate.word(&promise.hay);
        let (from, to) = (
            candidate.number(&promise.from).max(0),
            candidate.number(&promise.to).min(word.len() as i64),
        );
        let mut places = Vec::new();
        for place in from..to {
            let rest = &word[place as usize..];
            if !self.languages.contains(promise.not_here, rest, budget)? {
                places.push(place);
            }
        }
        let range = [(from, promise.from.clone()), (to, promise.to.clone())];
        near_borders(candidate, (None, &promise.hay), (&range, &places), budget)
    }

    /// The instance for one position: if it is in the range, what stands from there on does not begin with a match.
    pub(super) fn unmatched_at(
        &mut self,
        store: &mut TermStore,
        literal: Term,
        promise: &Unmatched,
        place: &Linear,
    ) -> Term {
        let end = self.length(&promise.hay);
        let (rest, is_rest) = self.part(store, &promise.hay, (place, &end));
        let not_here = self.member(store, &rest, promise.not_here);
        let premises = [
            literal,
            at_least(store, place, &promise.from),
            more(store, &promise.to, place),
        ];
        let (premises, conclusion) = (store.and(&premises), store.and(&[is_rest, not_here]));
        store.implies(premises, conclusion)
    }
}
