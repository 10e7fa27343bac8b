//! Regular expressions with symbols in them.
//!
//! A membership that holds is taken apart by the structure of the language: concatenations are words behind each other, stars are chains
//! (`unfold`). Where that says nothing, as for complements, denials and functions that look for a match, the language is closed:
//! once a candidate has words for the symbols, an instance says what holds for these words, as for any other language.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use sinew_base::{Budget, StopReason};
use sinew_regex::Regex;
use sinew_strings::linear::Linear;
use sinew_term::{Op, Sort, Term, TermMap, TermStore, postorder, rebuild_bottom_up};

use super::candidate::Candidate;
use super::matches::Pattern;
use super::promise::{Promise, Promises};
use super::shape::{Word, at_least, equal, natural};
use super::unfold::Replacing;

/// What a language with symbols is there for.
#[derive(Clone, Debug)]
pub(super) enum Purpose {
    /// The word is in it, or is not.
    Member(Word, bool),
    /// The first match is replaced, or each one that is not empty. The pattern is still to come.
    Replace {
        source: Word,
        by: Word,
        result: Word,
        all: bool,
    },
    /// The number is the position of the first match in the word, from a position on.
    Index(Word, Linear, Linear),
}

/// A language that is closed by what its strings are in a candidate.
#[derive(Clone, Debug)]
pub(super) struct Closing {
    regex: Term,
    strings: Vec<(Term, Word)>,
    purpose: Purpose,
    /// The words for which something was said.
    said: FxHashSet<Vec<Vec<u32>>>,
}

impl Closing {
    /// The words that it is about.
    pub(super) fn words_mut(&mut self) -> Vec<&mut Word> {
        let mut words: Vec<&mut Word> = self.strings.iter_mut().map(|one| &mut one.1).collect();
        match &mut self.purpose {
            Purpose::Member(word, _) | Purpose::Index(word, ..) => words.push(word),
            Purpose::Replace {
                source, by, result, ..
            } => words.extend([source, by, result]),
        }
        words
    }
}

/// The strings that are arguments of a language, but for literals.
pub(super) fn strings_in(store: &TermStore, regex: Term) -> Vec<Term> {
    let mut strings = Vec::new();
    for term in postorder(store, regex) {
        if store.sort(term) == Sort::RegLan {
            let args = store.args(term).iter().copied();
            let symbols = args.filter(|&arg| store.sort(arg) == Sort::String);
            strings.extend(symbols.filter(|&arg| store.str_value(arg).is_none()));
        }
    }
    strings.sort_unstable();
    strings.dedup();
    strings
}

impl Promises {
    /// A formula for the membership in a language with symbols, all of whose strings have their words.
    pub(super) fn in_open_language(
        &mut self,
        store: &mut TermStore,
        word: &Word,
        regex: Term,
        budget: &Budget,
    ) -> Result<Term, StopReason> {
        // A word and its language, or how many of the parts that were said make which junction.
        enum Task {
            Say(Word, Term),
            Join(Op, usize),
        }
        let (mut tasks, mut said) = (vec![Task::Say(word.clone(), regex)], Vec::new());
        while let Some(task) = tasks.pop() {
            budget.spend(1)?;
            let (word, regex) = match task {
                Task::Say(word, regex) => (word, regex),
                Task::Join(op, count) => {
                    let parts = said.split_off(said.len() - count);
                    said.push(store.joined(op, &parts));
                    continue;
                }
            };
            let args = store.args(regex).to_vec();
            match store.op(regex) {
                _ if strings_in(store, regex).is_empty() => {
                    let language = self.regex(store, regex);
                    said.push(self.in_closed(store, &word, (language, true), budget)?);
                }
                Op::StrToRe => {
                    let string = self.strings.get(&args[0]).cloned();
                    said.push(match string {
                        Some(string) => self.same(store, &word, &string),
                        None => store.false_(),
                    });
                }
                op @ (Op::ReUnion | Op::ReInter) => {
                    let op = match op {
                        Op::ReUnion => Op::Or,
                        _ => Op::And,
                    };
                    tasks.push(Task::Join(op, args.len()));
                    tasks.extend(args.iter().map(|&part| Task::Say(word.clone(), part)));
                }
                Op::ReOpt => {
                    said.push(equal(store, &self.length(&word), &Linear::default()));
                    tasks.push(Task::Join(Op::Or, 2));
                    tasks.push(Task::Say(word, args[0]));
                }
                Op::ReConcat => {
                    let parts: Vec<Word> = args.iter().map(|_| self.fresh_word(store)).collect();
                    for part in &parts {
                        self.is_part(store, part, &word);
                    }
                    let whole: Word = parts.iter().flat_map(|part| part.iter().copied()).collect();
                    said.push(self.same(store, &word, &whole));
                    tasks.push(Task::Join(Op::And, args.len() + 1));
                    tasks.extend(parts.into_iter().zip(args).map(|(s, r)| Task::Say(s, r)));
                }
                Op::ReStar => said.push(self.repeated(store, &word, args[0], (0, None))),
                Op::RePlus => said.push(self.repeated(store, &word, args[0], (1, None))),
                Op::RePow(n) => {
                    let times = (n as usize, Some(n as usize));
                    said.push(self.repeated(store, &word, args[0], times));
                }
                Op::ReLoop(least, most) => {
                    let times = (least as usize, Some(most as usize));
                    said.push(self.repeated(store, &word, args[0], times));
                }
                Op::ReRange => said.push(self.in_open_range(store, &word, (args[0], args[1]))),
                _ => said.push(self.close(store, regex, Purpose::Member(word, true))),
            }
        }
        let whole = said.pop();
        Ok(whole.unwrap_or_else(|| store.false_()))
    }

    /// `s ∈ range(a, b)`: three letters in order.
    fn in_open_range(&mut self, store: &mut TermStore, s: &Word, ends: (Term, Term)) -> Term {
        let [a, b] = [ends.0, ends.1].map(|end| {
            let text = store.str_value(end).map(<[u32]>::to_vec);
            match text {
                Some(text) => self.shapes.literal(store, &text),
                None => self.strings.get(&end).cloned(),
            }
        });
        let (Some(a), Some(b)) = (a, b) else {
            return store.false_();
        };
        let one = Linear::constant(1);
        let mut parts = Vec::new();
        for word in [&a, s, &b] {
            parts.push(equal(store, &self.length(word), &one));
        }
        for (first, second) in [(&a, s), (s, &b)] {
            parts.push(self.before(store, first, second, false));
        }
        store.conjunction(&parts)
    }

    /// A literal for what a language with symbols is there for, said as soon as its strings are known.
    pub(super) fn close(&mut self, store: &mut TermStore, regex: Term, purpose: Purpose) -> Term {
        let strings = strings_in(store, regex).into_iter();
        let strings = strings.filter_map(|one| Some((one, self.strings.get(&one)?.clone())));
        let closing = Closing {
            regex,
            strings: strings.collect(),
            purpose,
            said: FxHashSet::default(),
        };
        self.promise(store, Promise::Closing(Rc::new(closing)))
    }

    fn regex(&mut self, store: &TermStore, regex: Term) -> Option<Regex> {
        let mut regexes = self.languages.regexes.borrow_mut();
        regexes.regex_of_term(store, regex)
    }

    /// That the word is in a closed language, or is not.
    fn in_closed(
        &mut self,
        store: &mut TermStore,
        word: &Word,
        (regex, positive): (Option<Regex>, bool),
        budget: &Budget,
    ) -> Result<Term, StopReason> {
        let Some(regex) = regex else {
            return Ok(store.false_());
        };
        let shared = self.languages.regexes.clone();
        let mut regexes = shared.borrow_mut();
        let regexes = regexes.store_mut();
        let regex = match positive {
            true => regex,
            false => regexes.comp(regex),
        };
        let language = self.languages.number(regexes, regex, budget)?;
        Ok(self.member(store, word, language))
    }

    /// The words of the strings in a candidate, if nothing was said about them.
    pub(super) fn unsaid(candidate: &Candidate<'_>, closing: &Closing) -> Option<Vec<Vec<u32>>> {
        let words = closing.strings.iter().map(|(_, word)| candidate.word(word));
        let words: Vec<Vec<u32>> = words.collect();
        (!closing.said.contains(&words)).then_some(words)
    }

    /// The instance for these words: one of the strings is another one, or what the language is there for holds.
    pub(super) fn closed_by(
        &mut self,
        store: &mut TermStore,
        (at, closing): (usize, &Closing),
        values: Vec<Vec<u32>>,
        budget: &Budget,
    ) -> Result<Term, StopReason> {
        let (literal, mut cache) = (self.all[at].0, TermMap::new());
        let mut parts = vec![store.not(literal)];
        for ((string, word), value) in closing.strings.iter().zip(&values) {
            let text = store.code_points(value);
            cache.insert(*string, text);
            if let Some(text) = self.shapes.literal(store, value) {
                parts.push(self.different(store, word, &text));
            }
        }
        let regex = rebuild_bottom_up(store, closing.regex, &mut cache, |_, term| term);
        let regex = self.regex(store, regex);
        parts.push(self.purpose(store, &closing.purpose, regex, budget)?);
        if let Promise::Closing(known) = &mut self.all[at].1 {
            Rc::make_mut(known).said.insert(values);
        }
        Ok(store.or(&parts))
    }

    /// What a closed language is there for.
    pub(super) fn purpose(
        &mut self,
        store: &mut TermStore,
        purpose: &Purpose,
        regex: Option<Regex>,
        budget: &Budget,
    ) -> Result<Term, StopReason> {
        let Some(language) = regex else {
            return Ok(store.false_());
        };
        Ok(match purpose {
            Purpose::Member(word, positive) => {
                self.in_closed(store, word, (regex, *positive), budget)?
            }
            Purpose::Replace {
                source,
                by,
                result,
                all,
            } => {
                let matches = self.languages.matches(language, *all, budget)?;
                let replacing = Replacing {
                    source: source.clone(),
                    pattern: Pattern::Language(matches),
                    by: by.clone(),
                    result: result.clone(),
                };
                match all {
                    true => self.replace_all(store, replacing),
                    false => self.replace_first(store, &replacing),
                }
            }
            Purpose::Index(s, from, place) => {
                let pattern = Pattern::Language(self.languages.matches(language, false, budget)?);
                let pattern = (s, &pattern);
                let whole = self.length(s);
                let range = [natural(store, from), at_least(store, &whole, from)];
                let range = store.and(&range);
                let nowhere = equal(store, place, &Linear::constant(-1));
                let missing = self.no_match(store, pattern, from);
                let missing = store.and(&[nowhere, missing]);
                let found = self.first_match(store, pattern, from);
                let here = equal(store, place, &found.start);
                let found = store.and(&[here, found.formula]);
                let inside = store.or(&[missing, found]);
                store.ite(range, inside, nowhere)
            }
        })
    }
}
