//! Words for a branch that is solved (Chen et al., TACAS 2025): what has a language of its own is
//! chosen, the rest is cut out of it or computed from it.

use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason, Tuning};
use sinew_regex::automata::{Automaton, split_word};

use super::facts::Var;
use super::measure::Model;
use super::state::{Denied, Derived, State};
use crate::tuning::WORD_CHARACTERS;

/// What became of a branch that is solved.
pub(super) enum Candidate {
    /// Words for the named variables.
    Words(Vec<Vec<u32>>),
    /// There are none.
    Impossible,
    /// The words, of all variables, are related as the denial at this place forbids.
    Violates(usize, Vec<Vec<u32>>),
    /// It cannot be told.
    Open(&'static str),
}

/// Words that were chosen before.
pub(super) type Given = FxHashMap<Var, Vec<u32>>;

/// Chooses words of these lengths.
pub(super) fn words(
    state: &State,
    Model { lengths, codes }: &Model,
    given: &Given,
    named: usize,
    (tuning, budget): (&Tuning, &Budget),
) -> Result<Candidate, StopReason> {
    let mut choice = Choice {
        state,
        lengths,
        words: vec![None; state.languages.len()],
        budget,
    };
    for (&x, &code) in codes {
        choice.words[x] = Some(vec![code]);
    }
    for (&x, word) in given {
        let old = choice.words[x].replace(word.clone());
        if old.is_some_and(|old| old != *word) {
            return Ok(Candidate::Open("characters of these codes do not differ"));
        }
    }
    if let Some(ended) = choice.letters_apart()? {
        return Ok(ended);
    }
    if let Some(ended) = choice.leaves(tuning.get(&WORD_CHARACTERS))? {
        return Ok(ended);
    }
    for derived in state.derived.iter().rev() {
        if !choice.derive(derived)? {
            return Ok(Candidate::Open(
                "no words follow from those that were chosen",
            ));
        }
    }
    let mut words = Vec::with_capacity(named);
    for x in 0..named {
        words.push(choice.word(&[x])?);
    }
    let violated =
        |denied: &Denied| (denied.relation).holds(&words[denied.first], &words[denied.second]);
    if let Some(at) = state.denied.iter().position(violated) {
        for x in named..state.languages.len() {
            words.push(choice.word(&[x])?);
        }
        return Ok(Candidate::Violates(at, words));
    }
    // What is computed may have another length than it should, and so may its parts, of which conditions speak.
    for (&x, &length) in lengths {
        if choice.word(&[x])?.len() as u64 != length {
            return Ok(Candidate::Open("words of computed lengths do not fit"));
        }
    }
    for image in &state.unproved {
        let (input, output) = (choice.word(&image.input)?, choice.word(&image.output)?);
        if image.transducer.apply(&input, budget)? != Some(output) {
            return Ok(Candidate::Open("words do not fit a function"));
        }
    }
    Ok(Candidate::Words(words))
}

struct Choice<'a> {
    state: &'a State,
    /// Those that arithmetic chose.
    lengths: &'a FxHashMap<Var, u64>,
    words: Vec<Option<Vec<u32>>>,
    budget: &'a Budget<'a>,
}

impl Choice<'_> {
    /// The word of a sequence; what has none yet counts as nothing.
    fn word(&self, sequence: &[Var]) -> Result<Vec<u32>, StopReason> {
        let mut word = Vec::new();
        for x in self.state.expanded(sequence) {
            let part = self.words[x].as_deref().unwrap_or_default();
            self.budget.spend(part.len() as u64 + 1)?;
            word.extend_from_slice(part);
        }
        Ok(word)
    }

    /// Characters for variables that are single characters and differ, by trying.
    fn letters_apart(&mut self) -> Result<Option<Candidate>, StopReason> {
        let state = self.state;
        let mut pairs: Vec<(Var, Var)> = Vec::new();
        for &(x, y) in &state.apart {
            let (Some(x), Some(y)) = (state.letter(x), state.letter(y)) else {
                return Ok(Some(Candidate::Open("a character came apart")));
            };
            let forced = is_one_character(state, x) && state.languages[x] == state.languages[y];
            if x == y || forced {
                return Ok(Some(Candidate::Impossible));
            }
            pairs.push((x, y));
        }
        let mut order: Vec<Var> = pairs.iter().flat_map(|&(x, y)| [x, y]).collect();
        order.sort_unstable();
        order.dedup();
        for &x in &order {
            let mut taken: Vec<u32> = Vec::new();
            for &(a, b) in &pairs {
                let other = if a == x { b } else { a };
                if (a == x || b == x)
                    && let Some([c]) = self.words[other].as_deref()
                {
                    taken.push(*c);
                }
            }
            if let Some([c]) = self.words[x].as_deref() {
                // Arithmetic chose it.
                if taken.contains(c) {
                    return Ok(Some(Candidate::Open(
                        "characters of these codes do not differ",
                    )));
                }
                continue;
            }
            let Some(c) = other_character(&state.languages[x], &taken) else {
                // Another order might do.
                return Ok(Some(Candidate::Open(
                    "no characters that differ were found",
                )));
            };
            self.words[x] = Some(vec![c]);
        }
        Ok(None)
    }

    /// Words for the variables with languages of their own.
    fn leaves(&mut self, longest: u64) -> Result<Option<Candidate>, StopReason> {
        let (state, lengths) = (self.state, self.lengths);
        let mut derived = vec![false; state.languages.len()];
        for item in &state.derived {
            let list = match item {
                Derived::Cut(_, unit) => unit,
                Derived::Computed(image) => &image.output,
            };
            list.iter().for_each(|&x| derived[x] = true);
        }
        for (x, language) in state.languages.iter().enumerate() {
            if state.parts[x].is_some() || derived[x] || self.words[x].is_some() {
                continue;
            }
            let word = match lengths.get(&x) {
                Some(&length) if length > longest => {
                    return Ok(Some(Candidate::Open("the words are too long")));
                }
                Some(&length) => language.word_of_length(length, self.budget)?,
                None => language.shortest_word(self.budget)?,
            };
            match word {
                Some(word) => self.words[x] = Some(word),
                None => {
                    return Ok(Some(Candidate::Open(
                        "a language has no word of its length",
                    )));
                }
            }
        }
        Ok(None)
    }

    /// Where the parts of a word end that is cut over these variables: as arithmetic chose their lengths, if it did so for all
    /// but one.
    fn ends(&self, word: &[u32], unit: &[Var]) -> Result<Option<Vec<usize>>, StopReason> {
        let length = |x: &Var| self.lengths.get(x).and_then(|&n| usize::try_from(n).ok());
        let known = unit.iter().filter_map(length);
        let known = known.fold(0, usize::saturating_add);
        let free = unit.iter().filter(|&x| length(x).is_none()).count();
        let languages = unit.iter().map(|&x| &self.state.languages[x]);
        if free > 1 {
            let languages: Vec<Automaton> = languages.cloned().collect();
            return split_word(word, &languages, self.budget);
        }
        let Some(rest) = word.len().checked_sub(known) else {
            return Ok(None);
        };
        let (mut ends, mut start) = (Vec::with_capacity(unit.len()), 0);
        for (x, language) in unit.iter().zip(languages) {
            let end = start + length(x).unwrap_or(rest);
            if end > word.len() || !language.accepts(&word[start..end], self.budget)? {
                return Ok(None);
            }
            ends.push(end);
            start = end;
        }
        Ok((start == word.len()).then_some(ends))
    }

    /// The words of what is cut or computed; whether there are any.
    fn derive(&mut self, derived: &Derived) -> Result<bool, StopReason> {
        let (word, unit) = match derived {
            Derived::Cut(from, unit) => (self.word(from)?, unit),
            Derived::Computed(image) => {
                let input = self.word(&image.input)?;
                match image.transducer.apply(&input, self.budget)? {
                    Some(word) => (word, &image.output),
                    None => return Ok(false),
                }
            }
        };
        let Some(ends) = self.ends(&word, unit)? else {
            return Ok(false);
        };
        let mut start = 0;
        for (&x, end) in unit.iter().zip(ends) {
            self.words[x] = Some(word[start..end].to_vec());
            start = end;
        }
        Ok(true)
    }
}

/// A character that is a word of the language and none of these.
fn other_character(language: &Automaton, taken: &[u32]) -> Option<u32> {
    let alphabet = language.alphabet();
    let starts = language.initial().iter();
    let edges = starts.flat_map(|&state| language.edges(state));
    let fitting = edges.filter(|edge| language.accepts_at(edge.to));
    for letter in fitting.flat_map(|edge| edge.letters.iter().collect::<Vec<_>>()) {
        let first = alphabet.spelling(letter);
        let ranges = alphabet.characters(letter).ranges().iter();
        let mut characters = std::iter::once(first).chain(ranges.flat_map(|&(lo, hi)| lo..=hi));
        if let Some(c) = characters.find(|c| !taken.contains(c)) {
            return Some(c);
        }
    }
    None
}

/// Whether the language has one word, which is one character.
fn is_one_character(state: &State, x: Var) -> bool {
    let first = other_character(&state.languages[x], &[]);
    first.is_some_and(|c| other_character(&state.languages[x], &[c]).is_none())
}
