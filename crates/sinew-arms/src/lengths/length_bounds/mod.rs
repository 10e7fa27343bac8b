//! Small-model bounds on lengths: bounds below which a problem has a model if it has one at all.
//!
//! Bounds that grow (see [`Deepening`](crate::Deepening)) never end a search that fails whatever
//! they are. For a string variable that is only asked questions which a finite automaton answers
//! there is a bound after which longer words bring nothing new. Under it the search is finite, and
//! its failure is a proof. P2 leaves open when its length abstraction may stop; this is one answer.
//!
//! # The claim
//!
//! Every occurrence of a variable `x` in the assertions must be a part of a concatenation `t` of
//! variables, literals and other terms, and each such `t` an argument of one of these:
//!
//! | question | what its answer depends on |
//! |---|---|
//! | `t ∈ R`, R ground | the state of a DFA of R with n states after t |
//! | `contains(t, u)` | likewise, n = \|u\| + 1: how much of u was read, or all |
//! | a remainder or divisibility by m of a sum with `\|t\|` | `\|t\|` modulo a divisor of m |
//! | `t ∈ R`, R or its complement finite | the first K characters, K − 1 the longest word |
//! | `at(t, i)`, `substr(t, i, m)`, i and m literals | the first i + m |
//! | `prefixof(u, t)` | the first \|u\| |
//! | `t = u`, `prefixof(t, u)`, `suffixof(t, u)`, `contains(u, t)`, `t < u`, `t ≤ u`, `u < t`, … | the first \|u\| + 1: longer ones differ from u and its parts |
//! | `is_digit(t)`, `to_code(t)` | the first 2 |
//! | a comparison of a sum of positive multiples of lengths with a literal | the first few, since with them the sum exceeds the literal |
//! | `suffixof(u, t)` | the last \|u\| |
//! | `x = y` between variables | see below |
//! | `t ≠ t'` where no other polarity occurs | see below |
//!
//! Here u is a literal, or a term that is never longer than a known number, which is then meant by
//! \|u\|: `at(s, i)`, `from_code(i)`, `substr(s, i, m)` with a literal m. "The first K" includes
//! whether there are as many. In any other place (other functions, arithmetic with lengths of both
//! signs or other integers, uninterpreted functions, quantifiers) a variable has no bound.
//!
//! Variables joined by equalities `x = y` that occur positively are a *group*; a group has a
//! bound if all its variables have. Let over all questions asked of variables of a group
//!
//! * K and K' be the largest numbers of first and of last characters that matter,
//! * k be the number of disequalities (equalities that occur negatively),
//! * C be such that whatever word the automata read, there is one of fewer than C letters that leads
//!   them from the same states to the same states: one state for every occurrence of the
//!   group's variables in a question to a DFA; lengths modulo m are counted by a DFA with m
//!   states. The number of tuples of states is such a C; one more than the largest distance
//!   between tuples is the smallest.
//!
//! **Claim.** If the assertions have a model, they have one in which the word of every variable of
//! the group is shorter than `N = K + K' + (k + 1)·C`.
//!
//! **Proof.** Take a model and a variable of the group with a word w, `|w| ≥ N`. Let S be all
//! variables of the group with that word. Replace w by a shorter word for all of S at once and
//! leave everything else as it is, as follows. At every occurrence of a variable of S in a question
//! to a DFA, reading w starts in some state. Let vⱼ, for j from 1 to k + 1, be the j·C letters of w
//! that follow its first K; at least K' letters come after them. Replace vⱼ by a word of
//! fewer than C letters that leads all these automata from where vⱼ finds them to where vⱼ leaves
//! them. That makes k + 1 words, of `|w| − j·C` to `|w| − j·C + C − 1` letters: all shorter than w, and
//! of different lengths. With each of them the automata are after each occurrence where they were,
//! so that the next occurrence in the same text is read from the same state, and answers stay the
//! same. First and last characters are untouched: a concatenation with a word of S in it
//! begins with what is before the first such word and with that word's first K letters, and ends
//! likewise, before and after. A true equality between variables stays true, since both are in S or
//! neither is. For each of the at most k disequalities that hold, if variables of S are on one
//! side more often than on the other, the difference of the lengths of its sides is a different one
//! for each of the k + 1 words, so at most one word makes the sides equal; and between
//! variables at most one word equals the other side. (If variables of S are on both sides otherwise
//! equally often, nothing is claimed, and the variable has no bound.) So one of the k + 1 words keeps
//! all of them. All other atoms keep their truth values, or change in the direction in which
//! their only polarity permits it. Terms that are no atoms, such as `at(x, 3)`, keep their values, so
//! whatever is said of those is unaffected. The assertions still hold, and the words are
//! shorter: repeat. ∎
//!
//! To find C, only tuples count that the automata can reach together. Where a text begins with the
//! variable, or with a literal before it, it is known in which states reading w starts; otherwise
//! they are states that the automata which read that text reach together. Distances are
//! between a tuple and those reachable from it. For `contains(t, u)` with a term u, whose automaton is
//! not known, the number of tuples is taken.
//!
//! # What it may be used for
//!
//! The bound is no consequence of the assertions; it preserves satisfiability. A set of assertions
//! has all the questions of its subsets. With fewer questions, margins, groups and the number of
//! disequalities are no larger, and neither are numbers of tuples and distances between them: those
//! of a part of the automata are projections. So bounds are enough for every subset as well: what
//! is refuted together with bounds is refuted without them, and by the same core. (This is why
//! assertions about one text are not first made one smaller automaton.) Valid formulas may
//! be added: they hold in the shorter model too. But nothing derived from a bound may leave the
//! engine that was given it.

mod collect;
mod constraints;
mod joint;
mod linear;

use sinew_base::{Budget, StopReason};
use sinew_regex::Dfa;
use sinew_strings::RegexOfTerm;
use sinew_strings::concat::flatten_up_to;
use sinew_term::{Term, TermStore};

use self::constraints::{Constraints, ReadTerm, occurrences};
use self::joint::Joint;

/// Bounds above this are not worth having: the search does not get that far.
const MOST: u64 = 1_000;
/// With more tuples of states than this there is no bound.
const MAX_TUPLES: usize = 4_096;
/// Concatenations with more parts are not looked into.
const MAX_PARTS: usize = 1_000;

/// The components of a string term; `None` if there are too many.
fn parts(store: &TermStore, text: Term) -> Option<Vec<Term>> {
    flatten_up_to(store, text, MAX_PARTS)
}

/// String variables of the assertions, each with a length that is enough: if the assertions have
/// a model, they have one in which none of these variables is longer.
///
/// ```
/// use sinew_arms::lengths::length_bounds;
/// use sinew_base::Budget;
/// use sinew_strings::RegexOfTerm;
/// use sinew_term::{Sort, TermStore};
/// let mut store = TermStore::new();
/// let x = store.constant("x", Sort::String);
/// let word = store.string("abc");
/// let found = store.contains(x, word);
/// let bounds = length_bounds(&store, &mut RegexOfTerm::new(), &[found], &Budget::unlimited());
/// assert_eq!(bounds, [(x, 3)]);
/// ```
pub fn length_bounds(
    store: &TermStore,
    regexes: &mut RegexOfTerm,
    assertions: &[Term],
    budget: &Budget,
) -> Vec<(Term, u32)> {
    let Ok(constraints) = Constraints::collect(store, regexes, assertions, budget) else {
        return Vec::new();
    };
    let mut bounds = Vec::new();
    for group in constraints.groups() {
        let Ok(bound) = group_bound(store, &constraints, &group, budget) else {
            break;
        };
        if let Some(bound) = bound.filter(|&bound| bound <= MOST) {
            let each = |&member: &usize| (constraints.variables()[member], bound as u32);
            bounds.extend(group.iter().map(each));
        }
    }
    bounds.sort_unstable();
    bounds
}

/// The length that is enough for a group of variables; `None` if there is none or a large one.
fn group_bound(
    store: &TermStore,
    constraints: &Constraints,
    group: &[usize],
    budget: &Budget,
) -> Result<Option<u64>, StopReason> {
    let Some(differences) = constraints.differences_of(group) else {
        return Ok(None);
    };
    budget.spend(constraints.size() as u64 / 16 + 1)?;
    let (front, back) = constraints.margins(group);
    let mut runs = Runs::default();
    runs.automata.extend(constraints.periods(group));
    runs.starts = vec![vec![0; runs.automata.len()]];
    let mut factor = 1u64;
    for text in &constraints.read_terms {
        let places = occurrences(constraints, &text.parts, group);
        for _ in 0..places {
            factor = factor.saturating_mul(text.unknown);
        }
        if factor > MOST {
            return Ok(None);
        }
        if !text.automata.is_empty()
            && !runs.add(store, constraints, text, (group, places), budget)?
        {
            return Ok(None);
        }
    }
    let automata: Vec<&Dfa> = runs
        .automata
        .iter()
        .map(|&n| constraints.automaton(n))
        .collect();
    let Some(joint) = Joint::explore(&automata, runs.starts, MAX_TUPLES, budget)? else {
        return Ok(None);
    };
    let (tuples, distance) = joint.extent(front > 0, budget)?;
    let replaced = match factor {
        1 => distance as u64 + 1,
        _ => factor.saturating_mul(tuples as u64),
    };
    let middle = replaced.saturating_mul(differences + 1) - 1;
    Ok(Some(front.saturating_add(back).saturating_add(middle)))
}

/// Automata that read the words of a group side by side, and the states from which they may start.
#[derive(Default)]
struct Runs {
    automata: Vec<usize>,
    starts: Vec<Vec<u32>>,
}

impl Runs {
    /// Adds the automata that read a text, for each place in it where a variable of the group is.
    /// Whether that was possible.
    fn add(
        &mut self,
        store: &TermStore,
        constraints: &Constraints,
        text: &ReadTerm,
        (group, mut places): (&[usize], usize),
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let automata: Vec<&Dfa> = text
            .automata
            .iter()
            .map(|&n| constraints.automaton(n))
            .collect();
        if places > 0
            && let Some(word) = literal_before(store, constraints, text, group)
        {
            let after = |dfa: &&Dfa| read(dfa, &word);
            self.join(&text.automata, &[automata.iter().map(after).collect()]);
            places -= 1;
        }
        if places == 0 {
            return Ok(true);
        }
        let initial = vec![vec![0; automata.len()]];
        let Some(reached) = Joint::explore(&automata, initial, MAX_TUPLES, budget)? else {
            return Ok(false);
        };
        for _ in 0..places {
            if self.starts.len() * reached.tuples().len() > MAX_TUPLES {
                return Ok(false);
            }
            self.join(&text.automata, reached.tuples());
        }
        Ok(true)
    }

    /// Every start so far with every one of these.
    fn join(&mut self, automata: &[usize], starts: &[Vec<u32>]) {
        self.automata.extend(automata);
        let before = std::mem::take(&mut self.starts);
        for old in &before {
            let both = starts.iter().map(|new| [&old[..], new].concat());
            self.starts.extend(both);
        }
    }
}

/// What a text begins with before the first variable of the group, if that is literal.
fn literal_before(
    store: &TermStore,
    constraints: &Constraints,
    text: &ReadTerm,
    group: &[usize],
) -> Option<Vec<u32>> {
    let mut word = Vec::new();
    for &part in &text.parts {
        if constraints.number(part).is_some_and(|n| group.contains(&n)) {
            return Some(word);
        }
        word.extend_from_slice(store.str_value(part)?);
    }
    None
}

/// The state after a word.
fn read(dfa: &Dfa, word: &[u32]) -> u32 {
    word.iter().fold(0, |state, &c| {
        let letter = dfa.letters().iter().position(|class| class.contains(c));
        letter.map_or(state, |letter| dfa.step(state, letter))
    })
}
