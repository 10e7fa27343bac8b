//! Equations that hold by construction: their words become slices of rings.
//!
//! `αγ = γβ` says that both sides have the period `|α|`, so all their parts are slices of the ring `α`, each where it begins; if
//! `β` is `α`, the two sides commute, and `|γ|` is a multiple of the period as well. Equations of that kind which share a variable share a ring, and
//! so do the parts of whatever is equal to a slice. In a word, slices that follow each other are one: `p·"ab"·s` is a
//! single slice, if `"ab"` stands in the ring behind p.
//!
//! All that says too much at times: a variable that is short or empty need not be where the ring has it, the ring of one equation need not be
//! that of the other. So the problem is searched as it was as well (`mod`).

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sinew_strings::linear::Linear;
use sinew_term::{Term, TermStore};

use super::promise::{Promise, Promises, Window};
use super::ring::{Ring, RingId};
use super::shape::{Kind, Part, VariableId, Word, sum};
use crate::tuning::FLAT_CHAIN;

/// An equation between two words.
#[derive(Clone, Debug)]
pub(super) struct Equation {
    /// The atom that says so.
    pub(super) atom: Term,
    pub(super) first: Word,
    pub(super) second: Word,
    /// The promise that was made for it.
    pub(super) promise: Option<usize>,
}

/// An equation `αγ = γβ`.
struct Overlap {
    sides: [Word; 2],
    /// `|α|`, and `|γ|` where the sides commute.
    rounds: Vec<Linear>,
}

/// Where variables begin in rings.
type Homes = FxHashMap<VariableId, (RingId, Linear)>;

/// A part of a word, as it is looked at when slices are joined.
enum Item {
    Slice(RingId, Linear, Linear),
    Other(Part),
}

/// What is being constructed.
struct Construction<'a> {
    promises: &'a mut Promises,
    homes: Homes,
    /// Promises that hold by construction.
    kept: FxHashSet<usize>,
    windows: Vec<Window>,
}

impl Promises {
    /// Makes rings for these equations, all of which hold, and slices of all that is in them. Whether there were such equations.
    pub(super) fn construct(&mut self, store: &mut TermStore, equations: &[Equation]) -> bool {
        let overlaps = self.overlaps(equations);
        if overlaps.is_empty() {
            return false;
        }
        let mut construction = Construction {
            promises: self,
            homes: Homes::default(),
            kept: FxHashSet::default(),
            windows: Vec::new(),
        };
        construction.place_all(overlaps);
        construction.cover_all(equations);
        construction.finish(store);
        true
    }

    /// The equations of the form `αγ = γβ`, also between words that are equal to the same.
    fn overlaps(&self, equations: &[Equation]) -> Vec<Overlap> {
        let mut classes: Vec<Vec<Word>> = Vec::new();
        for equation in equations {
            let (first, second) = (&equation.first, &equation.second);
            let mut joined = vec![first.clone(), second.clone()];
            classes.retain_mut(|class| {
                let meets = class.contains(first) || class.contains(second);
                if meets {
                    joined.append(class);
                }
                !meets
            });
            joined.dedup();
            classes.push(joined);
        }
        let mut found = Vec::new();
        for class in &mut classes {
            class.truncate(self.shapes.tuning.size(&FLAT_CHAIN));
            for (at, one) in class.iter().enumerate() {
                for other in &class[at + 1..] {
                    let blocks = self.blocks(one, other);
                    found.extend(blocks.iter().filter_map(|(a, b)| self.overlap(a, b)));
                }
            }
        }
        found
    }

    /// Two words that are equal, cut wherever as much of both is before: blocks that are equal.
    fn blocks<'a>(&self, one: &'a Word, other: &'a Word) -> Vec<(&'a [Part], &'a [Part])> {
        let ends = |word: &Word| -> Vec<Linear> {
            let offsets = self.offsets(word).into_iter().skip(1);
            offsets.map(|(_, offset)| offset).collect()
        };
        let (firsts, seconds) = (ends(one), ends(other));
        let (mut blocks, mut begun) = (Vec::new(), (0, 0));
        for (at, end) in firsts.iter().enumerate() {
            let same = seconds.iter().position(|other| other == end);
            if let Some(same) = same.filter(|&same| same + 1 > begun.1) {
                let block = (&one[begun.0..=at], &other[begun.1..=same]);
                blocks.push(block);
                begun = (at + 1, same + 1);
            }
        }
        blocks.push((&one[begun.0..], &other[begun.1..]));
        blocks
    }

    /// Whether two words that are equal overlap as in `αγ = γβ`, where γ has a variable.
    fn overlap(&self, mut first: &[Part], mut second: &[Part]) -> Option<Overlap> {
        while let (Some(a), Some(b)) = (first.last(), second.last())
            && a == b
        {
            (first, second) = (&first[..first.len() - 1], &second[..second.len() - 1]);
        }
        for cut in 1..first.len() {
            let (alpha, gamma) = first.split_at(cut);
            let variable = gamma.iter().any(|part| self.is_flat(part));
            if !variable || !second.starts_with(gamma) {
                continue;
            }
            let length = |parts: &[Part]| self.length(&Rc::from(parts));
            let mut rounds = vec![length(alpha)];
            if second[gamma.len()..] == *alpha {
                rounds.push(length(gamma));
            }
            let sides = [Rc::from(first), Rc::from(second)];
            return Some(Overlap { sides, rounds });
        }
        None
    }

    fn is_flat(&self, part: &Part) -> bool {
        matches!(*part, Part::Variable(id) if self.shapes.variables[id].kind == Kind::Flat)
    }

    /// The parts of a word, and how far from its beginning they are.
    fn offsets(&self, word: &Word) -> Vec<(Part, Linear)> {
        let (mut at, mut offsets) = (Linear::default(), Vec::with_capacity(word.len()));
        for &part in word.iter() {
            offsets.push((part, at.clone()));
            at = sum(&at, &self.length(&Rc::from([part])));
        }
        offsets
    }
}

impl Construction<'_> {
    /// Finds a ring for each, beginning with those that share a variable with one that has its ring.
    fn place_all(&mut self, mut overlaps: Vec<Overlap>) {
        let mut covered = Vec::new();
        while !overlaps.is_empty() {
            let known = overlaps.iter().position(|one| self.base(one).is_some());
            let overlap = overlaps.remove(known.unwrap_or(0));
            let (ring, base) = self.base(&overlap).unwrap_or_else(|| {
                self.promises.shapes.rings.push(Ring::default());
                (self.promises.shapes.rings.len() - 1, Linear::default())
            });
            let rounds = &mut self.promises.shapes.rings[ring].rounds;
            for round in overlap.rounds {
                if !rounds.contains(&round) {
                    rounds.push(round);
                }
            }
            for side in overlap.sides {
                self.place(ring, &base, &side);
                covered.push((ring, base.clone(), side));
            }
        }
        for (ring, base, side) in covered {
            self.cover(ring, &base, &side);
        }
    }

    /// Where the sides of an equation begin in a ring, if one of its variables is in one.
    fn base(&self, overlap: &Overlap) -> Option<(RingId, Linear)> {
        for side in &overlap.sides {
            for (part, offset) in self.promises.offsets(side) {
                if let Part::Variable(id) = part
                    && let Some((ring, home)) = self.homes.get(&id)
                {
                    return Some((*ring, home.minus(&offset)));
                }
            }
        }
        None
    }

    /// The variables of a word that begins here get their homes, unless they have one.
    fn place(&mut self, ring: RingId, base: &Linear, word: &Word) {
        for (part, offset) in self.promises.offsets(word) {
            if let Part::Variable(id) = part
                && self.promises.is_flat(&part)
            {
                let home = (ring, sum(base, &offset));
                self.homes.entry(id).or_insert(home);
            }
        }
    }

    /// All parts of a word that begins here are what stands there in the ring.
    fn cover(&mut self, ring: RingId, base: &Linear, word: &Word) {
        let length = self.promises.length(word);
        let whole = self
            .promises
            .shapes
            .slice(ring, base.clone(), length.clone());
        for (part, offset) in self.promises.offsets(word) {
            let place = sum(base, &offset);
            let there = match part {
                Part::Variable(id) => self.homes.get(&id).is_some_and(|(other, home)| {
                    *other == ring && self.is_round(ring, &home.minus(&place))
                }),
                Part::Piece(text) => {
                    let there = self.stands(ring, &place, part);
                    if !there {
                        self.promises.shapes.rings[ring].texts.push((place, text));
                    }
                    there
                }
            };
            if !there {
                let first: Word = Rc::from([part]);
                let window = Window {
                    length: self.promises.length(&first),
                    first,
                    first_from: Linear::default(),
                    second: Rc::from([whole]),
                    second_from: offset,
                };
                if !self.windows.contains(&window) {
                    self.windows.push(window);
                }
            }
        }
    }

    fn is_round(&self, ring: RingId, length: &Linear) -> bool {
        self.promises.shapes.rings[ring].is_round(length)
    }

    /// Whether a literal was said to stand at this place of a ring.
    fn stands(&self, ring: RingId, place: &Linear, part: Part) -> bool {
        let mut texts = self.promises.shapes.rings[ring].texts.iter();
        texts.any(|(other, text)| {
            Part::Piece(*text) == part && self.is_round(ring, &place.minus(other))
        })
    }

    /// What is equal to a slice is in the ring, part by part.
    fn cover_all(&mut self, equations: &[Equation]) {
        let mut left: Vec<&Equation> = equations.iter().collect();
        loop {
            let before = left.len();
            left.retain(|equation| {
                let sides = [&equation.first, &equation.second];
                let slice = (0..2).find_map(|side| Some((side, self.whole_slice(sides[side])?)));
                let Some((side, (ring, base))) = slice else {
                    return true;
                };
                for word in [sides[side], sides[1 - side]] {
                    self.place(ring, &base, word);
                    self.cover(ring, &base, word);
                }
                self.kept.extend(equation.promise);
                false
            });
            if left.len() == before {
                return;
            }
        }
    }

    /// Where a word begins that is one slice.
    fn whole_slice(&self, word: &Word) -> Option<(RingId, Linear)> {
        match &self.joined(word)[..] {
            [Item::Slice(ring, offset, _)] => Some((*ring, offset.clone())),
            _ => None,
        }
    }

    /// The parts of a word, those together that follow each other in a ring.
    fn joined(&self, word: &Word) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::with_capacity(word.len());
        for (at, &part) in word.iter().enumerate() {
            let length = self.promises.length(&Rc::from([part]));
            let mut item = match part {
                Part::Variable(id) => match self.homes.get(&id) {
                    Some((ring, home)) => Item::Slice(*ring, home.clone(), length.clone()),
                    None => Item::Other(part),
                },
                Part::Piece(_) => self.literal_item(items.last(), word.get(at + 1), part),
            };
            if let (Some(Item::Slice(ring, offset, before)), Item::Slice(other, home, more)) =
                (items.last_mut(), &mut item)
                && ring == other
                && self.is_round(*ring, &sum(offset, before).minus(home))
            {
                *before = sum(before, more);
                continue;
            }
            items.push(item);
        }
        items
    }

    /// A literal between these is a slice, if it stands in the ring behind the one or before the other.
    fn literal_item(&self, before: Option<&Item>, next: Option<&Part>, part: Part) -> Item {
        let length = self.promises.length(&Rc::from([part]));
        if let Some(Item::Slice(ring, offset, taken)) = before {
            let place = sum(offset, taken);
            if self.stands(*ring, &place, part) {
                return Item::Slice(*ring, place, length);
            }
        }
        if let Some(Part::Variable(id)) = next
            && let Some((ring, home)) = self.homes.get(id)
        {
            let place = home.minus(&length);
            if self.stands(*ring, &place, part) {
                return Item::Slice(*ring, place, length);
            }
        }
        Item::Other(part)
    }

    /// Words are slices from now on.
    fn finish(self, store: &mut TermStore) {
        let mut folded: FxHashMap<Word, Word> = FxHashMap::default();
        let mut all = std::mem::take(&mut self.promises.all);
        let mut at = 0;
        all.retain(|_| {
            at += 1;
            !self.kept.contains(&(at - 1))
        });
        let always = store.true_();
        let windows = self.windows.iter().cloned().map(Promise::Window);
        all.extend(windows.map(|window| (always, window)));
        for (_, promise) in &mut all {
            for word in promise.words_mut() {
                *word = match folded.get(word) {
                    Some(known) => known.clone(),
                    None => {
                        let items = self.joined(word);
                        let shapes = &mut self.promises.shapes;
                        let parts = items.into_iter().map(|item| match item {
                            Item::Slice(ring, offset, length) => shapes.slice(ring, offset, length),
                            Item::Other(part) => part,
                        });
                        let parts: Word = parts.collect();
                        folded.insert(word.clone(), parts.clone());
                        parts
                    }
                };
            }
        }
        self.promises.all = all;
        for (id, (ring, home)) in self.homes {
            self.promises.shapes.make_slice(id, ring, home);
        }
    }
}
