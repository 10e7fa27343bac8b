//! What a rule sees: the term store, bounds, caches, and a bounded look-ahead.
//!
//! A rule is a function of a [`Ctx`] and a term whose arguments are in normal form. It must
//! depend on nothing but the term, so that equal terms always have equal normal forms.

use rustc_hash::FxHashMap;
use sinew_base::{Budget, Disabled, Tuning};
use sinew_strings::linear::Linear;
use sinew_term::{Integer, Op, Term, TermMap, TermStore, postorder};

use crate::range::Range;
use crate::record::Record;
use crate::regexes::Languages;
use crate::rewriter;
use crate::trace::Trace;
use crate::tuning::{LOOK_AHEAD_STEPS, OPENED, SMALL};

/// How deep look-ahead may nest: a rule may ask for the normal form of a candidate, and the rules
/// that run for that may ask once more.
pub(crate) const LEVELS: usize = 3;

/// Everything that outlives a call: caches, bounds, counters.
pub(crate) struct RewriterState {
    /// Normal forms, one cache per level of look-ahead. Levels must not share a cache: on the
    /// deepest level rules cannot look ahead, so normal forms there may be coarser.
    pub(crate) caches: [TermMap<Term>; LEVELS],
    pub(crate) level: usize,
    /// Bounds of integer terms, and of the lengths of string terms, in normal form.
    pub(crate) ranges: TermMap<Range>,
    /// Whether polynomials are non-negative in every model, as far as was asked.
    pub(crate) entailed: FxHashMap<Linear, bool>,
    /// Nodes of normal forms written out as trees, saturating.
    pub(crate) sizes: TermMap<u32>,
    /// Leaves of associative terms if they were flattened, saturating.
    pub(crate) flat_sizes: TermMap<u64>,
    /// Leaves written by flattening so far.
    pub(crate) flat_spent: u64,
    pub(crate) regexes: Languages,
    pub(crate) fired: FxHashMap<&'static str, u64>,
    pub(crate) cycles: u64,
    pub(crate) trace: Option<Box<dyn Trace + Send>>,
    /// What is done, if that is to be known.
    pub(crate) record: Option<Box<Record>>,
    /// Rules that are switched off, by name.
    pub(crate) without: Disabled,
    pub(crate) tuning: Tuning,
}

impl RewriterState {
    pub(crate) fn new() -> RewriterState {
        RewriterState {
            caches: std::array::from_fn(|_| TermMap::new()),
            level: 0,
            ranges: TermMap::new(),
            entailed: FxHashMap::default(),
            sizes: TermMap::new(),
            flat_sizes: TermMap::new(),
            flat_spent: 0,
            regexes: Languages::default(),
            fired: FxHashMap::default(),
            cycles: 0,
            trace: None,
            record: None,
            without: Disabled::default(),
            tuning: Tuning::default(),
        }
    }
}

/// The view of a rule.
pub(crate) struct Ctx<'a> {
    pub(crate) store: &'a mut TermStore,
    pub(crate) core: &'a mut RewriterState,
    /// What the caller may still spend; questions and look-ahead are parts of it.
    pub(crate) budget: &'a Budget<'a>,
}

impl Ctx<'_> {
    pub(crate) fn op(&self, term: Term) -> Op {
        self.store.op(term)
    }

    pub(crate) fn arg(&self, term: Term, index: usize) -> Term {
        self.store.arg(term, index)
    }

    /// The arguments, as a fixed-size array.
    pub(crate) fn args<const N: usize>(&self, term: Term) -> [Term; N] {
        self.store
            .args(term)
            .try_into()
            .expect("the operator fixes the number of arguments")
    }

    /// The arguments of a term with those of nested terms of the same operator in their place. None if there are
    /// no nested ones, or if they appear only after simplification and come to too many.
    pub(crate) fn opened(&self, term: Term) -> Option<Vec<Term>> {
        let (op, args) = (self.op(term), self.store.args(term));
        if !args.iter().any(|&arg| self.op(arg) == op) {
            return None;
        }
        let mut parts = Vec::new();
        for arg in args {
            match self.op(*arg) == op {
                true => parts.extend_from_slice(self.store.args(*arg)),
                false => parts.push(*arg),
            }
        }
        let most = self.core.tuning.size(&OPENED).max(2 * args.len());
        (parts.len() <= most).then_some(parts)
    }

    /// The arguments in the order of terms, each once. None if they are so already.
    pub(crate) fn sorted(&self, term: Term) -> Option<Vec<Term>> {
        let args = self.store.args(term);
        if args.is_sorted_by(|a, b| a < b) {
            return None;
        }
        let mut parts = args.to_vec();
        parts.sort_unstable();
        parts.dedup();
        Some(parts)
    }

    pub(crate) fn word(&self, term: Term) -> Option<&[u32]> {
        self.store.str_value(term)
    }

    pub(crate) fn int_value(&self, term: Term) -> Option<&Integer> {
        self.store.int_value(term)
    }

    pub(crate) fn is_empty_word(&self, term: Term) -> bool {
        self.word(term).is_some_and(<[u32]>::is_empty)
    }

    pub(crate) fn empty(&mut self) -> Term {
        self.store.code_points(&[])
    }

    pub(crate) fn int(&mut self, value: impl Into<Integer>) -> Term {
        self.store.int(value)
    }

    pub(crate) fn bool(&mut self, value: bool) -> Term {
        self.store.bool(value)
    }

    /// Whether `term` is a literal: `true`, `false`, a number, a word.
    pub(crate) fn is_value(&self, term: Term) -> bool {
        matches!(
            self.op(term),
            Op::True | Op::False | Op::Int(_) | Op::Str(_)
        )
    }

    /// Whether the two terms are literals of different value.
    pub(crate) fn distinct_values(&self, a: Term, b: Term) -> bool {
        a != b && self.is_value(a) && self.is_value(b)
    }

    /// Whether `term` is a declared symbol or a bound variable: by itself it may be anything.
    pub(crate) fn is_unknown(&self, term: Term) -> bool {
        self.store.is_symbol(term) || matches!(self.op(term), Op::Var(_))
    }

    /// The negation, without a double one.
    pub(crate) fn negate(&mut self, term: Term) -> Term {
        negate(self.store, term)
    }

    /// Known bounds of an integer term, or of the length of a string term.
    pub(crate) fn range(&self, term: Term) -> Range {
        crate::range::lookup(self.store, &self.core.ranges, term)
    }

    /// How many nodes `term` has, written out as a tree, counted up to `limit`.
    pub(crate) fn size_up_to(&self, term: Term, limit: usize) -> usize {
        size_up_to(self.store, &self.core.sizes, term, limit)
    }

    /// Whether `term` is small enough to be explored.
    pub(crate) fn is_small(&self, term: Term) -> bool {
        let small = self.core.tuning.size(&SMALL);
        self.size_up_to(term, small) < small
    }

    /// The normal form of `term` if it is small and look-ahead may still nest.
    pub(crate) fn look_ahead(&mut self, term: Term) -> Option<Term> {
        if self.core.level + 1 >= LEVELS || !self.is_small(term) {
            return None;
        }
        self.core.level += 1;
        let budget = self.budget.slice(self.core.tuning.get(&LOOK_AHEAD_STEPS));
        let result = rewriter::normal_form(self.store, self.core, term, &budget);
        self.core.level -= 1;
        result.ok()
    }

    /// Whether the free symbol `symbol` occurs in the small term `term`.
    pub(crate) fn occurs(&self, symbol: Term, term: Term) -> bool {
        postorder(self.store, term).contains(&symbol)
    }
}

/// How many nodes `term` has, written out as a tree, counted up to `limit`; `sizes` holds the
/// counts of normal forms.
pub(crate) fn size_up_to(
    store: &TermStore,
    sizes: &TermMap<u32>,
    term: Term,
    limit: usize,
) -> usize {
    let mut count = 0;
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        match sizes.get(term) {
            Some(&size) => count += size as usize,
            None => {
                count += 1;
                // Wide terms need not be pushed to be seen as large.
                if count + stack.len() + store.args(term).len() >= limit {
                    return limit;
                }
                stack.extend(store.args(term));
            }
        }
        if count >= limit {
            return limit;
        }
    }
    count
}

/// Records the size of `term`, whose arguments have theirs.
pub(crate) fn record_size(store: &TermStore, sizes: &mut TermMap<u32>, term: Term) {
    let total = store.args(term).iter().fold(1u32, |sum, &arg| {
        sum.saturating_add(sizes.get(arg).copied().unwrap_or(1))
    });
    sizes.insert(term, total);
}

pub(crate) fn negate(store: &mut TermStore, term: Term) -> Term {
    match store.op(term) {
        Op::Not => store.arg(term, 0),
        Op::True => store.false_(),
        Op::False => store.true_(),
        _ => store.not(term),
    }
}
