//! All clauses in one flat vector of words.
//!
//! A clause is four header words (length, flags with the glue, and the 64-bit proof identifier) followed
//! by its literals; a reference is the index of the first header word. Flat storage is
//! MiniSat's idea; it keeps the clauses of one conflict near each other and makes collection
//! one sweep that preserves the order of creation.

use crate::types::Lit;

/// The index of a clause's header. Bit 31 is never set, so that watches can use it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClauseRef(pub(crate) u32);

const HEADER: usize = 4;
/// Beyond this many words a reference would not fit; 8 GB of clauses.
const MAX_WORDS: usize = (1 << 31) - 1;

const REDUNDANT: u32 = 1;
const GARBAGE: u32 = 1 << 1;
/// An explanation that was asked for; unwatched, alive only while it is a reason.
const TEMPORARY: u32 = 1 << 2;
const MOVED: u32 = 1 << 3;
const VIVIFIED: u32 = 1 << 4;
const USED_SHIFT: u32 = 6;
const USED_MASK: u32 = 3 << USED_SHIFT;
const GLUE_SHIFT: u32 = 8;
const MAX_GLUE: u32 = (1 << 24) - 1;

/// What kind of clause to allocate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Irredundant,
    /// Learned, with its glue.
    Redundant(u32),
    Temporary,
}

#[derive(Default, Debug)]
pub(crate) struct Arena {
    words: Vec<u32>,
    wasted: usize,
}

impl Arena {
    /// Allocates a clause. The search stops long before the arena is really full; see
    /// [`is_full`](Arena::is_full).
    pub(crate) fn alloc(&mut self, lits: &[Lit], kind: Kind, id: u64) -> ClauseRef {
        let start = self.words.len();
        assert!(
            start + HEADER + lits.len() <= MAX_WORDS,
            "clause arena full"
        );
        let flags = match kind {
            Kind::Irredundant => 0,
            Kind::Redundant(glue) => REDUNDANT | glue.min(MAX_GLUE) << GLUE_SHIFT,
            Kind::Temporary => REDUNDANT | TEMPORARY,
        };
        self.words
            .extend([lits.len() as u32, flags, id as u32, (id >> 32) as u32]);
        self.words.extend(lits.iter().map(|lit| lit.0));
        if kind == Kind::Temporary {
            self.wasted += HEADER + lits.len();
        }
        ClauseRef(start as u32)
    }

    /// Whether only the last eighth of the address space is left.
    pub(crate) fn is_full(&self) -> bool {
        self.words.len() > MAX_WORDS / 8 * 7
    }

    #[inline]
    pub(crate) fn len(&self, c: ClauseRef) -> usize {
        self.words[c.0 as usize] as usize
    }

    /// The words of the literals of `c`; a word is a literal's index.
    #[inline]
    pub(crate) fn lits_mut(&mut self, c: ClauseRef) -> &mut [u32] {
        let start = c.0 as usize;
        let len = self.words[start] as usize;
        &mut self.words[start + HEADER..start + HEADER + len]
    }

    #[inline]
    pub(crate) fn lits(&self, c: ClauseRef) -> impl ExactSizeIterator<Item = Lit> + '_ {
        let start = c.0 as usize;
        let len = self.words[start] as usize;
        self.words[start + HEADER..start + HEADER + len]
            .iter()
            .map(|&word| Lit(word))
    }

    #[inline]
    pub(crate) fn lit(&self, c: ClauseRef, i: usize) -> Lit {
        Lit(self.words[c.0 as usize + HEADER + i])
    }

    #[inline]
    fn flags(&self, c: ClauseRef) -> u32 {
        self.words[c.0 as usize + 1]
    }

    #[inline]
    fn flags_mut(&mut self, c: ClauseRef) -> &mut u32 {
        &mut self.words[c.0 as usize + 1]
    }

    pub(crate) fn id(&self, c: ClauseRef) -> u64 {
        let start = c.0 as usize;
        u64::from(self.words[start + 2]) | u64::from(self.words[start + 3]) << 32
    }

    pub(crate) fn set_id(&mut self, c: ClauseRef, id: u64) {
        let start = c.0 as usize;
        self.words[start + 2] = id as u32;
        self.words[start + 3] = (id >> 32) as u32;
    }

    #[inline]
    pub(crate) fn is_redundant(&self, c: ClauseRef) -> bool {
        self.flags(c) & REDUNDANT != 0
    }

    #[inline]
    pub(crate) fn is_garbage(&self, c: ClauseRef) -> bool {
        self.flags(c) & GARBAGE != 0
    }

    #[inline]
    pub(crate) fn is_temporary(&self, c: ClauseRef) -> bool {
        self.flags(c) & TEMPORARY != 0
    }

    /// Whether the clause was tried by vivification since it was made.
    pub(crate) fn is_vivified(&self, c: ClauseRef) -> bool {
        self.flags(c) & VIVIFIED != 0
    }

    pub(crate) fn set_vivified(&mut self, c: ClauseRef) {
        *self.flags_mut(c) |= VIVIFIED;
    }

    #[inline]
    pub(crate) fn glue(&self, c: ClauseRef) -> u32 {
        self.flags(c) >> GLUE_SHIFT
    }

    pub(crate) fn set_glue(&mut self, c: ClauseRef, glue: u32) {
        let flags = self.flags_mut(c);
        *flags = *flags & ((1 << GLUE_SHIFT) - 1) | glue.min(MAX_GLUE) << GLUE_SHIFT;
    }

    /// How many reductions ago the clause took part in a conflict: 2 is just now.
    #[inline]
    pub(crate) fn used(&self, c: ClauseRef) -> u32 {
        (self.flags(c) & USED_MASK) >> USED_SHIFT
    }

    #[inline]
    pub(crate) fn set_used(&mut self, c: ClauseRef, used: u32) {
        let flags = self.flags_mut(c);
        *flags = *flags & !USED_MASK | used << USED_SHIFT;
    }

    pub(crate) fn mark_garbage(&mut self, c: ClauseRef) {
        if self.flags(c) & GARBAGE == 0 {
            self.wasted += HEADER + self.len(c);
            *self.flags_mut(c) |= GARBAGE;
        }
    }

    /// Cuts the clause to its first `len` literals. The rest becomes a dead clause of its own
    /// (or padding of up to three words, which `next` skips), so that sweeps stay in step.
    pub(crate) fn shrink(&mut self, c: ClauseRef, len: usize) {
        let start = c.0 as usize;
        let old = self.len(c);
        debug_assert!(len <= old);
        self.words[start] = len as u32;
        for word in &mut self.words[start + HEADER + len..start + HEADER + old] {
            *word = PADDING;
        }
        self.wasted += old - len;
    }

    /// The first clause.
    pub(crate) fn first(&self) -> Option<ClauseRef> {
        self.from(0)
    }

    /// The first clause at or after word `from`.
    fn from(&self, from: u32) -> Option<ClauseRef> {
        let mut at = from as usize;
        while at < self.words.len() && self.words[at] == PADDING {
            at += 1;
        }
        (at < self.words.len()).then_some(ClauseRef(at as u32))
    }

    /// The clause after `c` in order of creation.
    pub(crate) fn next(&self, c: ClauseRef) -> Option<ClauseRef> {
        self.from(c.0 + (HEADER + self.len(c)) as u32)
    }

    /// Whether a quarter of the arena is waste, and enough of it to bother.
    pub(crate) fn wants_collection(&self) -> bool {
        self.wasted > 1 << 14 && self.wasted * 4 > self.words.len()
    }

    /// Copies every clause that `keep` accepts into a new arena, in order, and returns the
    /// old one, in which [`forward`](Arena::forward) finds the new places.
    pub(crate) fn collect(&mut self, keep: impl Fn(&Arena, ClauseRef) -> bool) -> Arena {
        let mut fresh: Vec<u32> =
            Vec::with_capacity(self.words.len() - self.wasted.min(self.words.len()));
        let mut wasted = 0;
        let mut at = self.first();
        while let Some(c) = at {
            if keep(self, c) {
                let start = c.0 as usize;
                let place = fresh.len() as u32;
                let end = start + HEADER + self.len(c);
                fresh.extend_from_slice(&self.words[start..end]);
                if self.is_temporary(c) || self.is_garbage(c) {
                    wasted += end - start;
                }
                // The proof identifier is in the copy; its place here holds the forward.
                self.words[start + 2] = place;
                self.words[start + 1] |= MOVED;
            }
            at = self.next(c);
        }
        std::mem::replace(
            self,
            Arena {
                words: fresh,
                wasted,
            },
        )
    }

    /// Where `c` of this (old) arena went, if it was kept.
    pub(crate) fn forward(&self, c: ClauseRef) -> Option<ClauseRef> {
        (self.flags(c) & MOVED != 0).then(|| ClauseRef(self.words[c.0 as usize + 2]))
    }
}

/// Fills the gap behind a shrunk clause. Never a clause length: it exceeds the arena.
const PADDING: u32 = u32::MAX;
