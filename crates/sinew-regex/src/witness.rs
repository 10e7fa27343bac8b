//! Words of a language: a shortest one, one of a given length, the smallest, several.
//!
//! A shortest word of a positive regex is read off its structure; elsewhere the search of
//! `search.rs` leads to a positive or accepting state first. Words in order are found by
//! running sets of NFA states and asking, before each character, whether a word of the
//! wanted length is still possible; those answers are kept in the store.

use crate::charset::{CharOrder, partition};
use crate::search::Goal;
use crate::store::{ALLCHAR, NONE, Node, Regex, RegexStore};
use sinew_base::{Budget, StopReason};

/// Characters of the longest word that is written out, a gibibyte of them: memory ends before longer ones do.
const LONGEST_WRITTEN: u64 = 1 << 28;

/// Characters from one look at the limits to the next.
const UNWATCHED: usize = 1 << 12;

impl RegexStore {
    /// A word of least length, with readable characters where the class leaves a choice;
    /// `None` if the language is empty.
    pub fn shortest_word(
        &mut self,
        r: Regex,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, StopReason> {
        match self.search(r, Goal::Shortest, budget)? {
            None => Ok(None),
            Some(found) => {
                let mut word = self.spell(&found.path, found.rest, budget)?;
                if found.backwards {
                    word.reverse();
                }
                Ok(Some(word))
            }
        }
    }

    /// One character per class, then a shortest word of the last state.
    fn spell(
        &self,
        path: &[crate::store::ClassId],
        rest: Regex,
        budget: &Budget,
    ) -> Result<Vec<u32>, StopReason> {
        let mut word: Vec<u32> = path
            .iter()
            .filter_map(|&class| self.class_set(class).first(CharOrder::Readable))
            .collect();
        if !self.nullable(rest) {
            self.append_shortest(rest, &mut word, budget)?;
        }
        Ok(word)
    }

    /// Appends a shortest word of a positive, non-empty regex, read off its structure.
    fn append_shortest(
        &self,
        r: Regex,
        word: &mut Vec<u32>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let length = self.info(r).min_len;
        if length > LONGEST_WRITTEN {
            return Err(StopReason::Memory);
        }
        budget.spend(length)?;
        let mut watched = 0;
        let mut tasks: Vec<(Regex, u32)> = vec![(r, 1)];
        while let Some((r, times)) = tasks.pop() {
            // It is paid for, but time and memory may end while it is written.
            if word.len() - watched > UNWATCHED {
                watched = word.len();
                budget.check()?;
            }
            if times > 1 {
                tasks.push((r, times - 1));
            }
            if self.nullable(r) {
                continue;
            }
            match self.node(r) {
                Node::Class(class) => {
                    word.extend(self.class_set(*class).first(CharOrder::Readable));
                }
                Node::Concat(head, tail) => tasks.extend([(*tail, 1), (*head, 1)]),
                Node::Union(parts) => {
                    let best = parts.iter().min_by_key(|part| self.info(**part).min_len);
                    tasks.extend(best.map(|&part| (part, 1)));
                }
                Node::Loop { body, lo, .. } => tasks.push((*body, *lo)),
                Node::State { automaton, state } => {
                    let table = &self.automata[*automaton as usize];
                    let mut at = *state as usize;
                    while !table.accepting[at] {
                        let nearer = table.rows[at]
                            .iter()
                            .find(|(_, to)| table.min_len[*to as usize] + 1 == table.min_len[at]);
                        let Some(&(class, to)) = nearer else { break };
                        word.extend(self.class_set(class).first(CharOrder::Readable));
                        at = to as usize;
                    }
                }
                Node::None | Node::Epsilon | Node::Inter(_) | Node::Comp(_) => {}
            }
        }
        Ok(())
    }

    /// The words of the language that have the given length, as a regex.
    pub fn of_length(&mut self, r: Regex, length: u32) -> Regex {
        let exactly = self.power(ALLCHAR, length);
        self.inter(&[r, exactly])
    }

    /// Whether there is a word of the given length.
    pub fn has_length(
        &mut self,
        r: Regex,
        length: u32,
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let cut = self.of_length(r, length);
        Ok(!self.is_empty(cut, budget)?)
    }

    /// The first word of the given length in the lexicographic order that `order` induces.
    pub fn smallest_word(
        &mut self,
        r: Regex,
        length: u32,
        order: CharOrder,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, StopReason> {
        Ok(self.words_of_length(r, length, 1, order, budget)?.pop())
    }

    /// The first `limit` words of the given length in the order.
    pub fn words_of_length(
        &mut self,
        r: Regex,
        length: u32,
        limit: usize,
        order: CharOrder,
        budget: &Budget,
    ) -> Result<Vec<Vec<u32>>, StopReason> {
        let cut = self.of_length(r, length);
        let mut words = Vec::new();
        self.collect_words(cut, limit, order, &mut words, budget)?;
        Ok(words)
    }

    /// Up to `limit` distinct words, shortest first, each length in the order. The list is
    /// shorter only if the language has fewer words.
    ///
    /// ```
    /// use sinew_base::Budget;
    /// use sinew_regex::{CharOrder, RegexStore};
    /// let mut store = RegexStore::new();
    /// let a = store.literal(&[97]);
    /// let many = store.star(a);
    /// let words = store.words(many, 3, CharOrder::Readable, &Budget::unlimited()).unwrap();
    /// assert_eq!(words, [vec![], vec![97], vec![97, 97]]);
    /// ```
    pub fn words(
        &mut self,
        r: Regex,
        limit: usize,
        order: CharOrder,
        budget: &Budget,
    ) -> Result<Vec<Vec<u32>>, StopReason> {
        let mut words = Vec::new();
        let mut rest = r;
        while words.len() < limit {
            // The least length not yet covered.
            let Some(shortest) = self.shortest_word(rest, budget)? else {
                break;
            };
            let Ok(length) = u32::try_from(shortest.len()) else {
                break;
            };
            let cut = self.of_length(r, length);
            self.collect_words(cut, limit, order, &mut words, budget)?;
            let longer = self.repeat(ALLCHAR, length.saturating_add(1), None);
            rest = self.inter(&[r, longer]);
        }
        Ok(words)
    }

    /// Appends words of `cut`, all of one length, in order, until there are `limit`.
    fn collect_words(
        &mut self,
        cut: Regex,
        limit: usize,
        order: CharOrder,
        words: &mut Vec<Vec<u32>>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        if self.is_empty(cut, budget)? {
            return Ok(());
        }
        let mut word: Vec<u32> = Vec::new();
        let mut levels = vec![self.level(&[cut], order, budget)?];
        while words.len() < limit {
            let Some(level) = levels.last_mut() else {
                break;
            };
            if level.accepts {
                words.push(word.clone());
            }
            budget.spend(1)?;
            let Some((c, states)) = level.advance(order) else {
                levels.pop();
                word.pop();
                continue;
            };
            word.push(c);
            let next = self.level(&states, order, budget)?;
            levels.push(next);
        }
        Ok(())
    }

    /// The choices out of a set of states, without those from which no word is left.
    fn level(
        &mut self,
        states: &[Regex],
        order: CharOrder,
        budget: &Budget,
    ) -> Result<Level, StopReason> {
        let mut live: Vec<(crate::store::ClassId, Regex)> = Vec::new();
        for &state in states {
            let span = self.linear_form(state, budget)?;
            for index in span.start..span.end {
                let (class, rest) = self.steps[index];
                if rest != NONE && !self.is_empty(rest, budget)? {
                    live.push((class, rest));
                }
            }
        }
        let parts = partition(live.iter().map(|(class, _)| self.class_set(*class)));
        let choices = parts
            .into_iter()
            .map(|(set, members)| {
                let states = members.iter().map(|&at| live[at as usize].1).collect();
                (set.first(order), set, states)
            })
            .collect();
        Ok(Level {
            accepts: states.iter().any(|&state| self.nullable(state)),
            choices,
        })
    }
}

/// One position of a word under enumeration.
struct Level {
    /// Whether the word so far is in the language; asked once, before the first choice.
    accepts: bool,
    /// Disjoint classes with the next character to take from each, and where it leads.
    choices: Vec<(Option<u32>, crate::charset::CharSet, Vec<Regex>)>,
}

impl Level {
    fn advance(&mut self, order: CharOrder) -> Option<(u32, Vec<Regex>)> {
        self.accepts = false;
        let (next, set, states) = self
            .choices
            .iter_mut()
            .filter(|choice| choice.0.is_some())
            .min_by_key(|choice| choice.0.map(|c| order.rank(c)))?;
        let c = (*next)?;
        *next = set.next_after(c, order);
        Some((c, states.clone()))
    }
}
