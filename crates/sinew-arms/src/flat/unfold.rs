//! What is done again and again: each occurrence replaced, a language with symbols repeated. Unfolded stage by stage.
//!
//! A stage begins at a position and is the last one, or leads to the next. That no stage follows those that were
//! written down is assumed, as the bounds of shapes are, and the chains that are to blame get twice as many. So a chain that is too short refutes
//! nothing.

use sinew_base::{Budget, StopReason};
use sinew_strings::linear::Linear;
use sinew_term::{Op, Sort, Term, TermStore};

use super::matches::Pattern;
use super::promise::Promises;
use super::shape::{Word, at_least, equal, more, sum};
use crate::tuning::{FLAT_FIRST_STAGES, FLAT_STAGES};

/// `result` is `source` with each match of the pattern replaced.
#[derive(Clone, Debug)]
pub(super) struct Replacing {
    pub(super) source: Word,
    pub(super) pattern: Pattern,
    pub(super) by: Word,
    pub(super) result: Word,
}

/// What a chain does.
#[derive(Clone, Debug)]
enum Doing {
    Replacing(Replacing),
    /// The word is made of so many words of a language: at least, and at most.
    Repeating {
        word: Word,
        language: Term,
        times: (usize, Option<usize>),
    },
}

/// Something that is done again and again.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    doing: Doing,
    /// That there is a stage behind those that were written down.
    next: Term,
    /// Where it begins, in the first word and in the second, if there are two.
    at: [Linear; 2],
    /// The stages that were written down, and those that shall be.
    stages: usize,
    wanted: usize,
    /// The assumption that there are no more.
    pub(super) few: Option<Term>,
}

impl Promises {
    fn chain(&mut self, store: &mut TermStore, doing: Doing) -> Term {
        let begun = store.fresh_constant("|stage", Sort::Bool);
        self.chains.push(Chain {
            doing,
            next: begun,
            at: [Linear::default(), Linear::default()],
            stages: 0,
            wanted: self.shapes.tuning.size(&FLAT_FIRST_STAGES),
            few: None,
        });
        begun
    }

    /// That all matches are replaced; an empty word has none.
    pub(super) fn replace_all(&mut self, store: &mut TermStore, replacing: Replacing) -> Term {
        let empty = match &replacing.pattern {
            Pattern::Word(word) => equal(store, &self.length(word), &Linear::default()),
            Pattern::Language(_) => store.false_(),
        };
        let unchanged = self.same(store, &replacing.result, &replacing.source);
        let replaced = self.chain(store, Doing::Replacing(replacing));
        store.ite(empty, unchanged, replaced)
    }

    /// That the first match is replaced, if there is one.
    pub(super) fn replace_first(&mut self, store: &mut TermStore, replacing: &Replacing) -> Term {
        let at = [Linear::default(), Linear::default()];
        let nothing = self.nothing_left(store, replacing, &at);
        let (found, at) = self.replaced(store, replacing, &at);
        let rest = self.rest_stays(store, replacing, &at);
        let found = store.and(&[found, rest]);
        store.or(&[nothing, found])
    }

    /// That the word is made of so many words of a language with symbols.
    pub(super) fn repeated(
        &mut self,
        store: &mut TermStore,
        word: &Word,
        language: Term,
        times: (usize, Option<usize>),
    ) -> Term {
        let word = word.clone();
        self.chain(
            store,
            Doing::Repeating {
                word,
                language,
                times,
            },
        )
    }

    /// Chains that are too short by one of these assumptions shall get twice as many stages. Whether there was one.
    pub(super) fn lengthen_chains(&mut self, blamed: &[Term]) -> bool {
        let most = self.shapes.tuning.size(&FLAT_STAGES);
        let mut grown = false;
        for chain in &mut self.chains {
            let few = chain.few.is_some_and(|few| blamed.contains(&few));
            if few && chain.stages < most {
                chain.wanted = (2 * chain.stages).max(1);
                grown = true;
            }
        }
        grown
    }

    /// Writes down the stages that shall be. It may be called again where it was stopped.
    pub(super) fn unfold(
        &mut self,
        store: &mut TermStore,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let mut at = 0;
        // Stages may begin chains of their own.
        while at < self.chains.len() {
            while self.chains[at].stages < self.chains[at].wanted {
                budget.spend(8)?;
                self.write_stage(store, at, budget)?;
            }
            if self.chains[at].few.is_none() {
                let few = store.fresh_constant("|few", Sort::Bool);
                let no_more = store.not(self.chains[at].next);
                let fact = store.implies(few, no_more);
                self.tell(fact);
                self.chains[at].few = Some(few);
            }
            at += 1;
        }
        Ok(())
    }

    fn write_stage(
        &mut self,
        store: &mut TermStore,
        id: usize,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let chain = self.chains[id].clone();
        let next = store.fresh_constant("|stage", Sort::Bool);
        let (last, step, at) = match &chain.doing {
            Doing::Replacing(replacing) => {
                let last = self.nothing_left(store, replacing, &chain.at);
                let (step, at) = self.replaced(store, replacing, &chain.at);
                (last, step, at)
            }
            Doing::Repeating {
                word,
                language,
                times,
            } => {
                let ended = equal(store, &chain.at[0], &self.length(word));
                let last = match chain.stages >= times.0 {
                    true => ended,
                    false => store.false_(),
                };
                let (step, end) = match times.1.is_some_and(|most| chain.stages >= most) {
                    true => (store.false_(), chain.at[0].clone()),
                    false => {
                        let must = chain.stages < times.0;
                        self.one_more(store, (word, *language), (&chain.at[0], must), budget)?
                    }
                };
                (last, step, [end, Linear::default()])
            }
        };
        let onward = store.and(&[step, next]);
        let either = store.or(&[last, onward]);
        let fact = store.implies(chain.next, either);
        self.tell(fact);
        let chain = &mut self.chains[id];
        (chain.next, chain.at, chain.few) = (next, at, None);
        chain.stages += 1;
        Ok(())
    }

    /// There is no match from here on, and nothing changes.
    fn nothing_left(
        &mut self,
        store: &mut TermStore,
        replacing: &Replacing,
        at: &[Linear; 2],
    ) -> Term {
        let pattern = (&replacing.source, &replacing.pattern);
        let none = self.no_match(store, pattern, &at[0]);
        let stays = self.rest_stays(store, replacing, at);
        store.and(&[none, stays])
    }

    /// What is behind these positions is the same in both words.
    fn rest_stays(
        &mut self,
        store: &mut TermStore,
        replacing: &Replacing,
        at: &[Linear; 2],
    ) -> Term {
        let (left, right) = (
            self.length(&replacing.source).minus(&at[0]),
            self.length(&replacing.result).minus(&at[1]),
        );
        let even = equal(store, &left, &right);
        let source = (replacing.source.clone(), at[0].clone());
        let result = (replacing.result.clone(), at[1].clone());
        let window = self.window(store, result, source, left);
        store.and(&[even, window])
    }

    /// The first match from here on is replaced; and where it goes on.
    fn replaced(
        &mut self,
        store: &mut TermStore,
        replacing: &Replacing,
        at: &[Linear; 2],
    ) -> (Term, [Linear; 2]) {
        let pattern = (&replacing.source, &replacing.pattern);
        let found = self.first_match(store, pattern, &at[0]);
        let before = found.start.minus(&at[0]);
        let place = sum(&at[1], &before);
        let source = (replacing.source.clone(), at[0].clone());
        let result = (replacing.result.clone(), at[1].clone());
        let behind = self.fresh_number(store);
        let there = sum(&place, &self.length(&replacing.by));
        let parts = [
            found.formula,
            self.window(store, result, source, before),
            self.occurs(store, &replacing.by, &replacing.result, place),
            equal(store, &behind, &there),
            at_least(store, &self.length(&replacing.result), &behind),
        ];
        (store.and(&parts), [found.end, behind])
    }

    /// A word of the language stands here, which may be empty only where it must be there; and where it ends.
    fn one_more(
        &mut self,
        store: &mut TermStore,
        (word, language): (&Word, Term),
        (at, must): (&Linear, bool),
        budget: &Budget,
    ) -> Result<(Term, Linear), StopReason> {
        let known = match store.op(language) {
            Op::StrToRe => self.strings.get(&store.arg(language, 0)).cloned(),
            _ => None,
        };
        let (part, says) = match known {
            Some(part) => (part, store.true_()),
            None => {
                let part = self.fresh_word(store);
                self.is_part(store, &part, word);
                let says = self.in_open_language(store, &part, language, budget)?;
                (part, says)
            }
        };
        let length = self.length(&part);
        let something = match must {
            true => store.true_(),
            false => more(store, &length, &Linear::default()),
        };
        let occurs = self.occurrence(store, (word, &part), at);
        Ok((store.and(&[says, something, occurs]), sum(at, &length)))
    }
}
