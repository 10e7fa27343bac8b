//! What all words have in common: first and last characters, prefixes, suffixes, factors.
//!
//! Exact common prefixes come from running the set of NFA states while only one character
//! is possible; suffixes by reversal. Factors come from the structure alone, by the usual
//! calculus of (exact word, prefix, suffix, factors) per node; they are sound, not complete.

use crate::charset::CharSet;
use crate::store::{NONE, Node, Regex, RegexStore};
use rustc_hash::FxHashMap;
use sinew_base::{Budget, StopReason};

/// Fixed pieces are followed up to this length.
const LONGEST_PIECE: usize = 1 << 14;
/// At most this many factors are kept.
const MOST_FACTORS: usize = 64;

impl RegexStore {
    /// The characters with which a non-empty word may start.
    pub fn first_chars(&mut self, r: Regex, budget: &Budget) -> Result<CharSet, StopReason> {
        let span = self.linear_form(r, budget)?;
        let mut ranges = Vec::new();
        for index in span.start..span.end {
            let (class, rest) = self.steps[index];
            if !self.is_empty(rest, budget)? {
                ranges.extend_from_slice(self.class_set(class).ranges());
            }
        }
        Ok(CharSet::from_ranges(ranges))
    }

    /// The characters with which a non-empty word may end.
    pub fn last_chars(&mut self, r: Regex, budget: &Budget) -> Result<CharSet, StopReason> {
        let reversed = self.reverse(r);
        self.first_chars(reversed, budget)
    }

    /// The longest word with which every word starts; `None` if the language is empty.
    pub fn common_prefix(
        &mut self,
        r: Regex,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, StopReason> {
        if self.is_empty(r, budget)? {
            return Ok(None);
        }
        let mut prefix = Vec::new();
        let mut states = vec![r];
        while !states.iter().any(|&state| self.nullable(state)) {
            let mut common: Option<u32> = None;
            let mut next = Vec::new();
            for &state in &states {
                let span = self.linear_form(state, budget)?;
                for index in span.start..span.end {
                    let (class, rest) = self.steps[index];
                    budget.spend(1)?;
                    if rest == NONE || self.is_empty(rest, budget)? {
                        continue;
                    }
                    match self.class_set(class).as_single() {
                        Some(c) if common.is_none_or(|known| known == c) => common = Some(c),
                        _ => return Ok(Some(prefix)),
                    }
                    next.push(rest);
                }
            }
            prefix.extend(common);
            next.sort_unstable();
            next.dedup();
            states = next;
        }
        Ok(Some(prefix))
    }

    /// The longest word with which every word ends; `None` if the language is empty.
    pub fn common_suffix(
        &mut self,
        r: Regex,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, StopReason> {
        let reversed = self.reverse(r);
        let suffix = self.common_prefix(reversed, budget)?;
        Ok(suffix.map(|mut word| {
            word.reverse();
            word
        }))
    }

    /// Non-empty words, each of which every word of the language contains. By structure:
    /// sound, but not all there are. None is contained in another.
    ///
    /// ```
    /// use sinew_regex::RegexStore;
    /// let mut store = RegexStore::new();
    /// let (ab, cd) = (store.literal(&[97, 98]), store.literal(&[99, 100]));
    /// let any = store.all();
    /// let r = store.concat_all(&[any, ab, any, cd]);
    /// assert_eq!(store.factors(r), [vec![97, 98], vec![99, 100]]);
    /// ```
    #[must_use]
    pub fn factors(&self, r: Regex) -> Vec<Vec<u32>> {
        let pieces = self.pieces(r);
        let mut factors = pieces.factors;
        factors.extend([pieces.prefix, pieces.suffix]);
        maximal(factors)
    }

    fn pieces(&self, r: Regex) -> Pieces {
        let mut done: FxHashMap<Regex, Pieces> = FxHashMap::default();
        let mut stack = vec![r];
        while let Some(&top) = stack.last() {
            if done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let operands = match self.node(top) {
                Node::Concat(..) => self.spine(top),
                Node::Union(parts) | Node::Inter(parts) => parts.to_vec(),
                Node::Loop { body, lo, .. } if *lo > 0 => vec![*body],
                _ => Vec::new(),
            };
            let missing: Vec<Regex> = operands
                .iter()
                .copied()
                .filter(|part| !done.contains_key(part))
                .collect();
            if missing.is_empty() {
                stack.pop();
                let pieces = self.pieces_of_node(top, &operands, &done);
                done.insert(top, pieces);
            } else {
                stack.extend(missing);
            }
        }
        done.remove(&r).unwrap_or_default()
    }

    fn pieces_of_node(
        &self,
        r: Regex,
        operands: &[Regex],
        done: &FxHashMap<Regex, Pieces>,
    ) -> Pieces {
        match self.node(r) {
            Node::Epsilon => Pieces::exact(Vec::new()),
            Node::Class(class) => match self.class_set(*class).as_single() {
                Some(c) => Pieces::exact(vec![c]),
                None => Pieces::default(),
            },
            Node::Concat(..) => operands
                .iter()
                .fold(Pieces::exact(Vec::new()), |sofar, part| {
                    sofar.followed_by(&done[part])
                }),
            Node::Union(_) => {
                let mut parts = operands.iter().map(|part| &done[part]);
                let first = parts.next().cloned().unwrap_or_default();
                parts.fold(first, |sofar, part| sofar.or(part))
            }
            Node::Inter(_) => {
                let mut factors = Vec::new();
                for part in operands {
                    let pieces = &done[part];
                    factors.extend(pieces.factors.iter().cloned());
                    factors.extend([pieces.prefix.clone(), pieces.suffix.clone()]);
                }
                Pieces {
                    factors: maximal(factors),
                    ..Pieces::default()
                }
            }
            Node::Loop { body, lo, hi } if *lo > 0 => done[body].repeated(*lo, *hi == Some(*lo)),
            _ => Pieces::default(),
        }
    }
}

/// What is known of every word of a regex.
#[derive(Clone, Debug, Default)]
struct Pieces {
    /// The prefix is the only word (and equals the suffix).
    exact: bool,
    prefix: Vec<u32>,
    suffix: Vec<u32>,
    factors: Vec<Vec<u32>>,
}

impl Pieces {
    fn exact(word: Vec<u32>) -> Pieces {
        Pieces {
            exact: true,
            suffix: word.clone(),
            prefix: word,
            factors: Vec::new(),
        }
    }

    fn followed_by(mut self, next: &Pieces) -> Pieces {
        let room = self.prefix.len() + next.prefix.len() <= LONGEST_PIECE
            && self.suffix.len() + next.prefix.len() <= LONGEST_PIECE
            && self.suffix.len() + next.suffix.len() <= LONGEST_PIECE;
        if !room {
            // Give up joining here: keep what each side has.
            let factors = [&self.factors[..], &next.factors[..]].concat();
            let seam = [self.suffix, next.prefix.clone()];
            return Pieces {
                exact: false,
                prefix: self.prefix,
                suffix: next.suffix.clone(),
                factors: maximal(factors.into_iter().chain(seam).collect()),
            };
        }
        if !self.exact {
            let seam = [&self.suffix[..], &next.prefix[..]].concat();
            self.factors.push(seam);
        }
        if self.exact {
            self.prefix.extend_from_slice(&next.prefix);
        }
        if next.exact {
            self.suffix.extend_from_slice(&next.suffix);
        } else {
            self.suffix.clone_from(&next.suffix);
        }
        self.exact &= next.exact;
        self.factors.extend(next.factors.iter().cloned());
        if self.factors.len() > MOST_FACTORS {
            self.factors = maximal(std::mem::take(&mut self.factors));
        }
        self
    }

    fn or(self, other: &Pieces) -> Pieces {
        let same = self.exact && other.exact && self.prefix == other.prefix;
        let mut prefix = self.prefix.clone();
        let common = prefix.iter().zip(&other.prefix).take_while(|(a, b)| a == b);
        let common = common.count();
        prefix.truncate(common);
        let ends = self.suffix.iter().rev().zip(other.suffix.iter().rev());
        let common = ends.take_while(|(a, b)| a == b).count();
        let suffix = self.suffix[self.suffix.len() - common..].to_vec();
        let mine = self.all_factors();
        let theirs = other.clone().all_factors();
        let shared = |f: &&Vec<u32>, others: &[Vec<u32>]| others.iter().any(|g| has_factor(g, f));
        let mut factors: Vec<Vec<u32>> = mine
            .iter()
            .filter(|f| shared(f, &theirs))
            .cloned()
            .collect();
        factors.extend(theirs.iter().filter(|f| shared(f, &mine)).cloned());
        Pieces {
            exact: same,
            prefix,
            suffix,
            factors: maximal(factors),
        }
    }

    fn all_factors(self) -> Vec<Vec<u32>> {
        maximal(
            self.factors
                .into_iter()
                .chain([self.prefix, self.suffix])
                .collect(),
        )
    }

    /// At least `lo` repetitions, exactly `lo` if `fixed`.
    fn repeated(&self, lo: u32, fixed: bool) -> Pieces {
        if self.exact {
            let fits = LONGEST_PIECE / self.prefix.len().max(1);
            let times = fits.min(lo as usize);
            let word = self.prefix.repeat(times);
            let mut pieces = Pieces::exact(word);
            pieces.exact = fixed && times == lo as usize;
            return pieces;
        }
        let mut pieces = self.clone();
        if lo > 1 {
            let seam = [&self.suffix[..], &self.prefix[..]].concat();
            pieces.factors.push(seam);
        }
        pieces
    }
}

fn has_factor(word: &[u32], factor: &[u32]) -> bool {
    factor.is_empty() || word.windows(factor.len()).any(|window| window == factor)
}

/// The longest factors: none empty, none inside another, sorted; at most a fixed number.
fn maximal(mut factors: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    factors.retain(|factor| !factor.is_empty());
    factors.sort_unstable_by(|a, b| (b.len(), a).cmp(&(a.len(), b)));
    factors.dedup();
    let mut kept: Vec<Vec<u32>> = Vec::new();
    for factor in factors {
        if kept.len() >= MOST_FACTORS {
            break;
        }
        if !kept.iter().any(|longer| has_factor(longer, &factor)) {
            kept.push(factor);
        }
    }
    kept
}
