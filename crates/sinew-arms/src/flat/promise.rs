//! What literals promise about words: the constraints that all flattening comes down to.
//!
//! Each is promised by a literal, and nothing is promised by its negation; so a constraint that is denied is another
//! constraint (*a mismatch* instead of *a window*), and what holds by the way costs nothing. Promises are kept on demand: a
//! candidate that breaks one gets an instance of it, a formula of linear arithmetic over cells, rounds and lengths, which
//! excludes the candidate and what is like it. There are finitely many instances of all promises but *absent*, so the loop
//! ends as the paper's one formula would, with only those parts of it written down that were needed.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_base::Integer;
use sinew_strings::linear::Linear;
use sinew_term::{Sort, Term, TermStore};

use super::apart::Apart;
use super::bounds::Bounds;
use super::conversions::Numeral;
use super::images::Image;
use super::languages::Languages;
use super::letters::{Cell, same};
use super::matches::Unmatched;
use super::open::Closing;
use super::shape::{PieceId, Shapes, Word, at_least, equal, more, sum};
use super::unfold::Chain;

/// `first[first_from, first_from + length) = second[second_from, second_from + length)`, both within their words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) first: Word,
    pub(super) first_from: Linear,
    pub(super) second: Word,
    pub(super) second_from: Linear,
    pub(super) length: Linear,
}

/// A constraint between words.
#[derive(Clone, Debug)]
pub(super) enum Promise {
    /// Parts of two words are the same.
    Window(Window),
    /// The cell holds what stands at this position of the word, which has one.
    Read { word: Word, at: Linear, cell: Cell },
    /// What stands at two positions differs, beside what reads say.
    Apart(Apart),
    /// `needle` occurs in `hay` at no position in `[from, to)`. At all of these it would fit.
    Absent {
        needle: Word,
        hay: Word,
        from: Linear,
        to: Linear,
    },
    /// The word is in the language with this number.
    Member { word: Word, language: usize },
    /// The cells are those of the ring of which the piece is a slice, from where it begins.
    Turned { piece: PieceId, cells: Vec<Cell> },
    /// One word is the image of the other, letter by letter.
    Image(Image),
    /// A language is matched at none of these positions.
    Unmatched(Unmatched),
    /// What a language with symbols is there for, once these have words.
    Closing(Rc<Closing>),
}

impl Promise {
    /// The words that it is about.
    pub(super) fn words_mut(&mut self) -> Vec<&mut Word> {
        match self {
            Promise::Window(window) => vec![&mut window.first, &mut window.second],
            Promise::Absent { needle, hay, .. } => vec![needle, hay],
            Promise::Read { word, .. } | Promise::Member { word, .. } => vec![word],
            Promise::Apart(apart) => apart.words.iter_mut().collect(),
            Promise::Turned { .. } => Vec::new(),
            Promise::Image(image) => vec![&mut image.image, &mut image.source],
            Promise::Unmatched(unmatched) => vec![&mut unmatched.hay],
            Promise::Closing(closing) => Rc::make_mut(closing).words_mut(),
        }
    }
}

/// Shapes, promises about them, and what the instances of promises share.
#[derive(Clone)]
pub(super) struct Promises {
    pub(super) shapes: Shapes,
    pub(super) languages: Languages,
    /// Each with the literal that promises it.
    pub(super) all: Vec<(Term, Promise)>,
    pub(super) numerals: Vec<Numeral>,
    /// What is done again and again.
    pub(super) chains: Vec<Chain>,
    /// What is known of lengths.
    pub(super) bounds: Bounds,
    /// Forms that operators imply not to be negative, for bounds.
    pub(super) implied: Vec<Linear>,
    /// Once bounds are known, the length up to which variables are exact.
    pub(super) short: Option<usize>,
    /// The promises of which all instances were made, with the period and the number of pieces that they were made for.
    pub(super) shifted: FxHashSet<(usize, usize, usize)>,
    /// The words of the strings that languages with symbols have in them.
    pub(super) strings: FxHashMap<Term, Word>,
    /// The cells of slices, from where each begins.
    pub(super) turned: FxHashMap<PieceId, Vec<Cell>>,
    /// For a form and a modulus, the remainder.
    remainders: FxHashMap<(Linear, usize), Linear>,
    /// A number that is at least the least of these.
    least: FxHashMap<Vec<Linear>, Linear>,
}

impl Promises {
    pub(super) fn new(shapes: Shapes, languages: Languages) -> Promises {
        Promises {
            shapes,
            languages,
            all: Vec::new(),
            numerals: Vec::new(),
            chains: Vec::new(),
            bounds: Bounds::default(),
            implied: Vec::new(),
            short: None,
            shifted: FxHashSet::default(),
            strings: FxHashMap::default(),
            turned: FxHashMap::default(),
            remainders: FxHashMap::default(),
            least: FxHashMap::default(),
        }
    }

    /// Says that a formula holds.
    pub(super) fn tell(&mut self, fact: Term) {
        self.shapes.told.push(fact);
    }

    pub(super) fn length(&self, word: &Word) -> Linear {
        self.shapes.length(word)
    }

    /// A literal that makes this promise.
    pub(super) fn promise(&mut self, store: &mut TermStore, promise: Promise) -> Term {
        let literal = store.fresh_constant("|promise", Sort::Bool);
        self.all.push((literal, promise));
        literal
    }

    /// A literal for `part = whole[at, at + |part|)`.
    pub(super) fn occurs(
        &mut self,
        store: &mut TermStore,
        part: &Word,
        whole: &Word,
        at: Linear,
    ) -> Term {
        let length = self.length(part);
        let window = (part.clone(), Linear::default());
        self.window(store, window, (whole.clone(), at), length)
    }

    /// A literal for a window.
    pub(super) fn window(
        &mut self,
        store: &mut TermStore,
        (first, first_from): (Word, Linear),
        (second, second_from): (Word, Linear),
        length: Linear,
    ) -> Term {
        let nothing = length.is_constant() && !length.constant.is_positive();
        if nothing || (first == second && first_from == second_from) {
            return store.true_();
        }
        let window = Window {
            first,
            first_from,
            second,
            second_from,
            length,
        };
        self.promise(store, Promise::Window(window))
    }

    /// A literal for: two windows, which are within their words, differ somewhere.
    pub(super) fn mismatch(
        &mut self,
        store: &mut TermStore,
        (first, first_from): (&Word, &Linear),
        (second, second_from): (&Word, &Linear),
        length: &Linear,
    ) -> Term {
        let literal = store.fresh_constant("|mismatch", Sort::Bool);
        let place = Linear::atom(store.fresh_constant("|place", Sort::Int));
        let at = [sum(first_from, &place), sum(second_from, &place)];
        let one = self.read(store, literal, first, at[0].clone());
        let other = self.read(store, literal, second, at[1].clone());
        let words = [first.clone(), second.clone()];
        self.all
            .push((literal, Promise::Apart(Apart { words, at })));
        let even = same(store, &one, &other);
        let facts = [
            at_least(store, &place, &Linear::default()),
            more(store, length, &place),
            store.not(even),
        ];
        let facts = store.and(&facts);
        let fact = store.implies(literal, facts);
        self.tell(fact);
        literal
    }

    /// A cell that, where the literal holds, holds what stands at this position.
    pub(super) fn read(
        &mut self,
        store: &mut TermStore,
        literal: Term,
        word: &Word,
        at: Linear,
    ) -> Cell {
        let cell = self.shapes.letters.fresh(store);
        let read = Promise::Read {
            word: word.clone(),
            at,
            cell: cell.clone(),
        };
        self.all.push((literal, read));
        cell
    }

    /// `form ≡ remainder (mod modulus)`, as bounds on a symbol for the remainder.
    pub(super) fn phase(
        &mut self,
        store: &mut TermStore,
        form: &Linear,
        (remainder, modulus): (usize, usize),
    ) -> Term {
        if form.is_constant() {
            let modulus = Integer::from(modulus as u64);
            let rest = form.constant.div_rem_euclid(&modulus).1;
            return store.bool(rest == Integer::from(remainder as u64));
        }
        let key = (form.clone(), modulus);
        if !self.remainders.contains_key(&key) {
            let symbol =
                |store: &mut TermStore| Linear::atom(store.fresh_constant("|phase", Sort::Int));
            let (rounds, rest) = (symbol(store), symbol(store));
            let value = rest.plus(&rounds, &Integer::from(modulus as u64));
            let last = Linear::constant(modulus as u64 - 1);
            let facts = [
                equal(store, form, &value),
                at_least(store, &rest, &Linear::default()),
                at_least(store, &last, &rest),
            ];
            self.shapes.told.extend(facts);
            self.remainders.insert(key.clone(), rest);
        }
        let rest = &self.remainders[&key];
        equal(store, rest, &Linear::constant(remainder as u64))
    }

    /// A number that is at least one of the forms, so at least the least of them.
    pub(super) fn least_of(&mut self, store: &mut TermStore, mut forms: Vec<Linear>) -> Linear {
        forms.dedup();
        if let [only] = &forms[..] {
            return only.clone();
        }
        if let Some(known) = self.least.get(&forms) {
            return known.clone();
        }
        let least = Linear::atom(store.fresh_constant("|overlap", Sort::Int));
        let one: Vec<Term> = forms
            .iter()
            .map(|form| at_least(store, &least, form))
            .collect();
        let fact = store.or(&one);
        self.tell(fact);
        self.least.insert(forms, least.clone());
        least
    }
}
