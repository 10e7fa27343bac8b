//! Names bound inside a term by `let`, quantifiers and parameters.
//!
//! A stack of bindings with a hash table to the innermost one of each name. Names are ranges of
//! the text at hand, so binding one allocates nothing.

use hashbrown::HashTable;
use sinew_term::Term;

use crate::environment::hash_name;

#[derive(Clone, Copy)]
struct Local {
    start: u32,
    end: u32,
    term: Term,
    /// The binding of the same name that this one hides.
    hidden: Option<u32>,
    /// Whether this is a `let` whose value mentions variables.
    open: bool,
}

/// The local bindings, innermost last.
#[derive(Default)]
pub(super) struct Locals {
    stack: Vec<Local>,
    table: HashTable<u32>,
    open: usize,
}

impl Locals {
    pub(super) fn len(&self) -> usize {
        self.stack.len()
    }

    pub(super) fn clear(&mut self) {
        self.stack.clear();
        self.table.clear();
        self.open = 0;
    }

    /// Whether a visible `let` stands for a term that mentions variables.
    pub(super) fn any_open(&self) -> bool {
        self.open > 0
    }

    #[inline]
    pub(super) fn lookup(&self, text: &str, hash: u64, name: &str) -> Option<Term> {
        if self.stack.is_empty() {
            return None;
        }
        self.table
            .find(hash, |&i| self.name(text, i) == name)
            .map(|&i| self.stack[i as usize].term)
    }

    fn name<'a>(&self, text: &'a str, index: u32) -> &'a str {
        let local = self.stack[index as usize];
        &text[local.start as usize..local.end as usize]
    }

    /// Binds the name at `start..end` of the text.
    pub(super) fn bind(&mut self, text: &str, start: u32, end: u32, term: Term, open: bool) {
        let index = self.stack.len() as u32;
        let name = &text[start as usize..end as usize];
        let hash = hash_name(name);
        let stack = &self.stack;
        let same = |&i: &u32| {
            let local = stack[i as usize];
            &text[local.start as usize..local.end as usize] == name
        };
        let hidden = match self.table.find_mut(hash, same) {
            Some(slot) => Some(std::mem::replace(slot, index)),
            None => None,
        };
        self.stack.push(Local {
            start,
            end,
            term,
            hidden,
            open,
        });
        self.open += usize::from(open);
        if hidden.is_none() {
            let stack = &self.stack;
            self.table.insert_unique(hash, index, |&i| {
                let local = stack[i as usize];
                hash_name(&text[local.start as usize..local.end as usize])
            });
        }
    }

    /// Forgets all but the first `keep` bindings.
    pub(super) fn truncate(&mut self, text: &str, keep: usize) {
        while self.stack.len() > keep {
            let index = self.stack.len() as u32 - 1;
            let hash = hash_name(self.name(text, index));
            let local = self.stack[index as usize];
            if let Ok(mut slot) = self.table.find_entry(hash, |&i| i == index) {
                match local.hidden {
                    Some(hidden) => *slot.get_mut() = hidden,
                    None => drop(slot.remove()),
                }
            }
            self.open -= usize::from(local.open);
            self.stack.pop();
        }
    }

    /// All visible names.
    pub(super) fn names<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        (0..self.stack.len() as u32).map(move |i| self.name(text, i))
    }
}
