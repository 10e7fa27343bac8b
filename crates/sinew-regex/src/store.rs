//! The store: hash-consed regular expressions, their nodes and their cached facts.
//!
//! A [`Regex`] is an index into a [`RegexStore`]. Nodes are made by the smart constructors
//! (`build.rs`, `boolean.rs`) and are never changed; two equal ids are the same language,
//! two different ids may be. Facts that follow from the children alone (nullability, bounds
//! of the word length, absence of Boolean operators) are computed when a node is made, so
//! nothing here recurses over the depth of a regex.

use crate::charset::CharSet;
use crate::lengths::LengthSet;
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

/// A regular expression of a [`RegexStore`]; valid only in the store that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Regex(pub(crate) u32);

impl Regex {
    /// The position in the store: small, dense, and stable, for tables indexed by regex.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An interned [`CharSet`] of a [`RegexStore`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub(crate) u32);

/// The shape of a regular expression.
///
/// Invariants held by the constructors: the head of a `Concat` is no `Concat`; the parts of
/// `Union` and `Inter` are sorted, distinct, at least two, and not of the same kind; the
/// body of a `Loop` that is nullable has `lo = 0`; `Loop` is never `(0,0)`, `(0,1)`, `(1,1)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// No word.
    None,
    /// The empty word alone.
    Epsilon,
    /// The words of one character of a non-empty set.
    Class(ClassId),
    /// A word of the first followed by a word of the second.
    Concat(Regex, Regex),
    /// Words of at least one part.
    Union(Arc<[Regex]>),
    /// Words of all parts.
    Inter(Arc<[Regex]>),
    /// All other words.
    Comp(Regex),
    /// Between `lo` and `hi` words of the body, one after the other; no upper bound if absent.
    Loop {
        /// What is repeated.
        body: Regex,
        /// The least number of repetitions.
        lo: u32,
        /// The greatest number of repetitions.
        hi: Option<u32>,
    },
    /// The words that an explicit automaton accepts from one of its states.
    State {
        /// Which automaton of the store.
        automaton: u32,
        /// Which of its states.
        state: u32,
    },
}

/// Facts about a node that its children determine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Info {
    /// Whether the empty word is in it.
    pub(crate) nullable: bool,
    /// No `Inter` and no `Comp` inside: then the language is empty only for `None`, and the
    /// two bounds are attained.
    pub(crate) positive: bool,
    /// A `State` of an explicit automaton is inside.
    pub(crate) explicit: bool,
    /// Which classes occur.
    pub(crate) classes: Classes,
    /// No word is shorter. `u64::MAX` for `None`.
    pub(crate) min_len: u64,
    /// No word is longer; absent if there is no such bound (or none is known).
    pub(crate) max_len: Option<u64>,
}

impl Info {
    fn leaf(nullable: bool, classes: Classes, min_len: u64, max_len: u64) -> Info {
        Info {
            nullable,
            positive: true,
            explicit: false,
            classes,
            min_len,
            max_len: Some(max_len),
        }
    }
}

/// The classes that occur in a positive regex. With a single one, the words are all words
/// over it of certain lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Classes {
    /// None: only `ε`, if anything.
    NoClass,
    /// The same one everywhere.
    One(ClassId),
    /// Different ones, or they are not tracked (Boolean operators, explicit automata).
    Several,
}

impl Classes {
    fn join(self, other: Classes) -> Classes {
        match (self, other) {
            (Classes::NoClass, classes) | (classes, Classes::NoClass) => classes,
            (a, b) if a == b => a,
            _ => Classes::Several,
        }
    }

    /// Whether only `allchar` occurs, so that the regex speaks of lengths alone.
    pub(crate) fn is_all(self) -> bool {
        // The full class is the first that a store interns.
        matches!(self, Classes::NoClass | Classes::One(ClassId(0)))
    }
}

/// What a search has found out about a regex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Unknown,
    NonEmpty,
    Empty,
}

/// An explicit automaton behind `Node::State`. It is trim: every state accepts some word.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) rows: Vec<Vec<(ClassId, u32)>>,
    pub(crate) accepting: Vec<bool>,
    pub(crate) min_len: Vec<u64>,
    pub(crate) max_len: Vec<Option<u64>>,
}

/// A range of one of the derivative arenas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Owner of regular expressions and of everything computed about them.
///
/// ```
/// use sinew_base::Budget;
/// use sinew_regex::RegexStore;
/// let mut store = RegexStore::new();
/// let a = store.literal(&[97]);
/// let b = store.literal(&[98]);
/// let either = store.union(&[a, b]);
/// let many = store.star(either);
/// let not = store.comp(many);
/// let unlimited = Budget::unlimited();
/// assert!(store.contains_word(many, &[97, 98, 97], &unlimited).unwrap());
/// assert!(store.is_empty_intersection(&[many, not], &unlimited).unwrap());
/// ```
#[derive(Clone, Debug)]
pub struct RegexStore {
    pub(crate) nodes: Vec<Node>,
    pub(crate) infos: Vec<Info>,
    pub(crate) table: HashTable<u32>,
    pub(crate) classes: Vec<CharSet>,
    pub(crate) class_ids: FxHashMap<CharSet, ClassId>,
    pub(crate) class_meets: FxHashMap<(ClassId, ClassId), Option<ClassId>>,
    pub(crate) concats: FxHashMap<(Regex, Regex), Regex>,
    pub(crate) automata: Vec<Table>,
    /// Linear forms and their disjoint versions; see `derivative.rs`.
    pub(crate) steps: Vec<(ClassId, Regex)>,
    pub(crate) linear: Vec<Option<Span>>,
    pub(crate) disjoint: Vec<Option<Span>>,
    pub(crate) status: Vec<Status>,
    pub(crate) length_sets: FxHashMap<Regex, Arc<LengthSet>>,
    pub(crate) reversals: FxHashMap<Regex, Regex>,
}

/// Fixed ids, made first by [`RegexStore::new`].
pub(crate) const NONE: Regex = Regex(0);
pub(crate) const EPSILON: Regex = Regex(1);
pub(crate) const ALLCHAR: Regex = Regex(2);
pub(crate) const ALL: Regex = Regex(3);
/// Words of at least one character, the complement of `EPSILON`.
pub(crate) const NONEMPTY: Regex = Regex(4);

impl Default for RegexStore {
    fn default() -> RegexStore {
        RegexStore::new()
    }
}

impl RegexStore {
    /// A store that knows only the constants.
    #[must_use]
    pub fn new() -> RegexStore {
        let mut store = RegexStore {
            nodes: Vec::new(),
            infos: Vec::new(),
            table: HashTable::new(),
            classes: Vec::new(),
            class_ids: FxHashMap::default(),
            class_meets: FxHashMap::default(),
            concats: FxHashMap::default(),
            automata: Vec::new(),
            steps: Vec::new(),
            linear: Vec::new(),
            disjoint: Vec::new(),
            status: Vec::new(),
            length_sets: FxHashMap::default(),
            reversals: FxHashMap::default(),
        };
        let full = store.class_id(CharSet::full());
        store.intern(Node::None);
        store.intern(Node::Epsilon);
        store.intern(Node::Class(full));
        for lo in [0, 1] {
            store.intern(Node::Loop {
                body: ALLCHAR,
                lo,
                hi: None,
            });
        }
        store
    }

    /// How many regexes it holds.
    #[must_use]
    pub fn regex_count(&self) -> usize {
        self.nodes.len()
    }

    /// The shape of a regex.
    #[must_use]
    pub fn node(&self, r: Regex) -> &Node {
        &self.nodes[r.index()]
    }

    /// An interned set of characters.
    #[must_use]
    pub fn class_set(&self, class: ClassId) -> &CharSet {
        &self.classes[class.0 as usize]
    }

    /// Whether the empty word is in the language.
    #[must_use]
    pub fn nullable(&self, r: Regex) -> bool {
        self.infos[r.index()].nullable
    }

    /// Whether neither intersection nor complement occurs in it. Then it is empty only if it
    /// is [`none`](RegexStore::none), and its [`length_bounds`](RegexStore::length_bounds)
    /// are attained.
    #[must_use]
    pub fn is_positive(&self, r: Regex) -> bool {
        self.infos[r.index()].positive
    }

    /// Bounds that the length of every word obeys, by structure alone; `None` for the regex
    /// `none`. The upper bound is absent if none is known.
    #[must_use]
    pub fn length_bounds(&self, r: Regex) -> Option<(u64, Option<u64>)> {
        let info = self.infos[r.index()];
        (r != NONE).then_some((info.min_len, info.max_len))
    }

    pub(crate) fn info(&self, r: Regex) -> Info {
        self.infos[r.index()]
    }

    pub(crate) fn class_id(&mut self, set: CharSet) -> ClassId {
        if let Some(&id) = self.class_ids.get(&set) {
            return id;
        }
        let id = ClassId(u32::try_from(self.classes.len()).expect("too many classes"));
        self.classes.push(set.clone());
        self.class_ids.insert(set, id);
        id
    }

    /// The intersection of two classes, unless it is empty.
    pub(crate) fn class_meet(&mut self, a: ClassId, b: ClassId) -> Option<ClassId> {
        if a == b {
            return Some(a);
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.class_meets.get(&key) {
            return known;
        }
        let set = self.class_set(a).intersection(self.class_set(b));
        let meet = (!set.is_empty()).then(|| self.class_id(set));
        self.class_meets.insert(key, meet);
        meet
    }

    pub(crate) fn class_join(&mut self, a: ClassId, b: ClassId) -> ClassId {
        if a == b {
            return a;
        }
        let set = self.class_set(a).union(self.class_set(b));
        self.class_id(set)
    }

    pub(crate) fn intern(&mut self, node: Node) -> Regex {
        let hash = hash_of(&node);
        let nodes = &self.nodes;
        if let Some(&id) = self.table.find(hash, |&id| nodes[id as usize] == node) {
            return Regex(id);
        }
        let id = u32::try_from(self.nodes.len()).expect("too many regexes");
        let info = self.info_of(&node);
        self.nodes.push(node);
        self.infos.push(info);
        self.linear.push(None);
        self.disjoint.push(None);
        self.status.push(Status::Unknown);
        let nodes = &self.nodes;
        self.table
            .insert_unique(hash, id, |&other| hash_of(&nodes[other as usize]));
        Regex(id)
    }

    fn info_of(&self, node: &Node) -> Info {
        match node {
            Node::None => Info::leaf(false, Classes::NoClass, u64::MAX, 0),
            Node::Epsilon => Info::leaf(true, Classes::NoClass, 0, 0),
            Node::Class(class) => Info::leaf(false, Classes::One(*class), 1, 1),
            Node::Concat(head, tail) => {
                let (a, b) = (self.info(*head), self.info(*tail));
                Info {
                    nullable: a.nullable && b.nullable,
                    positive: a.positive && b.positive,
                    explicit: a.explicit || b.explicit,
                    classes: a.classes.join(b.classes),
                    min_len: a.min_len.saturating_add(b.min_len),
                    max_len: a.max_len.zip(b.max_len).map(|(x, y)| x.saturating_add(y)),
                }
            }
            Node::Union(parts) => self.info_of_union(parts),
            Node::Inter(parts) => self.info_of_inter(parts),
            Node::Comp(inner) => {
                let nullable = !self.nullable(*inner);
                Info {
                    nullable,
                    positive: false,
                    explicit: self.info(*inner).explicit,
                    classes: Classes::Several,
                    min_len: u64::from(!nullable),
                    max_len: None,
                }
            }
            Node::Loop { body, lo, hi } => {
                let inner = self.info(*body);
                let times = |len: u64, n: u32| len.saturating_mul(u64::from(n));
                Info {
                    nullable: *lo == 0 || inner.nullable,
                    positive: inner.positive,
                    explicit: inner.explicit,
                    classes: inner.classes,
                    min_len: times(inner.min_len, *lo),
                    max_len: hi.zip(inner.max_len).map(|(n, len)| times(len, n)),
                }
            }
            Node::State { automaton, state } => {
                let table = &self.automata[*automaton as usize];
                let at = *state as usize;
                Info {
                    nullable: table.accepting[at],
                    positive: true,
                    explicit: true,
                    classes: Classes::Several,
                    min_len: table.min_len[at],
                    max_len: table.max_len[at],
                }
            }
        }
    }

    fn info_of_union(&self, parts: &[Regex]) -> Info {
        let mut info = self.info(parts[0]);
        for &part in &parts[1..] {
            let other = self.info(part);
            info.nullable |= other.nullable;
            info.positive &= other.positive;
            info.classes = info.classes.join(other.classes);
            info.explicit |= other.explicit;
            info.min_len = info.min_len.min(other.min_len);
            info.max_len = info.max_len.zip(other.max_len).map(|(a, b)| a.max(b));
        }
        info
    }

    fn info_of_inter(&self, parts: &[Regex]) -> Info {
        let mut info = self.info(parts[0]);
        for &part in &parts[1..] {
            let other = self.info(part);
            info.nullable &= other.nullable;
            info.explicit |= other.explicit;
            info.min_len = info.min_len.max(other.min_len);
            info.max_len = match (info.max_len, other.max_len) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        info.positive = false;
        info.classes = Classes::Several;
        if !info.nullable {
            info.min_len = info.min_len.max(1);
        }
        info
    }
}

fn hash_of(node: &Node) -> u64 {
    let mut hasher = FxBuildHasher.build_hasher();
    node.hash(&mut hasher);
    std::hash::Hasher::finish(&hasher)
}
