//! Lengths that are enough: bounds below which a problem has a model if it has one at all.
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
//! * K and K' be the largest numbers of first and of last characters,
//! * C the number of tuples of states: a factor n for every occurrence in a question to a DFA, and
//!   the least common multiple of all moduli,
//! * k the number of disequalities (equalities that occur negatively).
//!
//! **Claim.** If the assertions have a model, they have one in which the word of every variable of
//! the group is shorter than `N = K + K' + (k + 1)·C`.
//!
//! **Proof.** Take a model and a variable of the group with a word w, `|w| ≥ N`. Let S be all
//! variables of the group with that word. Replace w by a shorter word for all of S at once and
//! leave everything else as it is, as follows. For every occurrence of a variable of S in a question
//! to a DFA, reading w there starts in some state; each prefix of w leads this tuple of states, one for each
//! occurrence, and its length modulo the moduli, to one of at most C tuples. There are k + 1 blocks
//! of C letters side by side in w after its first K and before its last K' letters. Each
//! block has C + 1 positions, so two positions with the same tuple: cut out what is between them.
//! The automata are then after each occurrence where they were, so the next occurrence in the same
//! question starts from the same state, and answers stay the same; the tuples at the positions of
//! later blocks stay the same too, so cuts in several blocks can be made together. First and last
//! characters are untouched: a concatenation with a word of S in it still begins with what is before
//! the first such word and that word's first K letters, and ends likewise, before and
//! after. Cutting in the first block, in the first two, … gives k + 1 words of different lengths.
//! A true equality between variables stays true, since both are in S or neither is. For each of the
//! at most k disequalities that hold, with variables of S on one side more often than on the other,
//! the difference of lengths of its sides is a different one for each of the k + 1 words, so at
//! most one of them makes the sides equal; between variables, at most one word equals the
//! other side. So one of the k + 1 words keeps all of them. (If variables of S are on both sides
//! equally often nothing is claimed, and the variable has no bound.) All other atoms keep their truth
//! values, and those that do not keep theirs change in the direction in which their only
//! polarity permits it. Terms that are no atoms, such as `at(x, 3)`, keep their values, so whatever
//! is said of those is unaffected. The assertions still hold, and the total length of all words
//! is smaller: repeat. ∎
//!
//! Two refinements. Where a question reads the variable first, or after literals only, the state
//! from which it starts is known, and only tuples that are reachable together count.
//! If besides k = 0 and all starts are known, the middle of w can be replaced by a shortest word
//! with the same effect, which is as long as the largest distance between reachable tuples.
//!
//! # What it may be used for
//!
//! The bound is no consequence of the assertions; it preserves satisfiability. A set of assertions
//! has all the questions of its subsets, hence bounds that are enough for those as well: what is
//! refuted together with bounds is refuted without them, and by the same core. Valid formulas may
//! be added: they hold in the shorter model too. But nothing derived from a bound may leave the
//! engine that was given it.

mod joint;
mod linear;
mod polarity;
mod uses;

use sinew_base::{Budget, StopReason};
use sinew_regex::Dfa;
use sinew_simplify::RegexOfTerm;
use sinew_term::{Op, Term, TermStore};

use self::joint::Joint;
use self::uses::{Question, Uses};

/// Bounds above this are not worth having: the search does not get that far.
const MOST: u64 = 1_000;
/// Concatenations with more parts are not looked into.
const MAX_PARTS: usize = 4_000;

/// The parts of a string term, in order: no concatenations; `None` if there are too many.
fn parts(store: &TermStore, text: Term) -> Option<Vec<Term>> {
    let (mut pending, mut parts) = (vec![text], Vec::new());
    while let Some(term) = pending.pop() {
        match store.op(term) {
            Op::Concat => pending.extend(store.args(term).iter().rev()),
            _ => parts.push(term),
        }
        if pending.len() + parts.len() > MAX_PARTS {
            return None;
        }
    }
    Some(parts)
}

/// String variables of the assertions, each with a length that is enough: if the assertions have
/// a model, they have one in which none of these variables is longer.
///
/// ```
/// use sinew_arms::lengths::enough;
/// use sinew_base::Budget;
/// use sinew_simplify::RegexOfTerm;
/// use sinew_term::{Sort, TermStore};
/// let mut store = TermStore::new();
/// let x = store.constant("x", Sort::String);
/// let word = store.string("abc");
/// let found = store.contains(x, word);
/// let bounds = enough(&store, &mut RegexOfTerm::new(), &[found], &Budget::unlimited());
/// assert_eq!(bounds, [(x, 3)]);
/// ```
pub fn enough(
    store: &TermStore,
    regexes: &mut RegexOfTerm,
    assertions: &[Term],
    budget: &Budget,
) -> Vec<(Term, u32)> {
    let Ok(uses) = Uses::collect(store, regexes, assertions, budget) else {
        return Vec::new();
    };
    let mut bounds = Vec::new();
    for group in uses.groups() {
        let Ok(bound) = group_bound(store, &uses, &group, budget) else {
            break;
        };
        if let Some(bound) = bound.filter(|&bound| bound <= MOST) {
            let each = |&member: &usize| (uses.variables()[member], bound as u32);
            bounds.extend(group.iter().map(each));
        }
    }
    bounds.sort_unstable();
    bounds
}

/// The length that is enough for a group of variables; `None` if there is none or a large one.
fn group_bound(
    store: &TermStore,
    uses: &Uses,
    group: &[usize],
    budget: &Budget,
) -> Result<Option<u64>, StopReason> {
    let Some(differences) = uses.differences_of(group) else {
        return Ok(None);
    };
    let (front, back, period) = uses.margins(group);
    let mut factor = period;
    let mut known: Vec<(usize, u32)> = Vec::new();
    for question in uses.questions() {
        let mut occurrences = question.occurrences(uses, group);
        if occurrences > 0
            && let Some(start) = start(store, uses, question, group)
        {
            known.push(start);
            occurrences -= 1;
        }
        for _ in 0..occurrences {
            factor = factor.saturating_mul(question.states());
            if factor > MOST {
                return Ok(None);
            }
        }
    }
    known.sort_unstable();
    known.dedup();
    let automaton = |&(number, start): &(usize, u32)| (uses.automaton(number), start);
    let known: Vec<(&Dfa, u32)> = known.iter().map(automaton).collect();
    let limit = (MOST / factor) as usize;
    let Some(joint) = Joint::explore(&known, limit, budget)? else {
        return Ok(None);
    };
    let middle = if differences == 0 && factor == 1 {
        joint.distance(front > 0, budget)? as u64
    } else {
        let tuples = factor.saturating_mul(joint.len() as u64);
        tuples.saturating_mul(differences + 1) - 1
    };
    Ok(Some(front.saturating_add(back).saturating_add(middle)))
}

/// The automaton of a question and the state in which the first occurrence of the group's variables in a question is always
/// reached, if only literals come before it.
fn start(
    store: &TermStore,
    uses: &Uses,
    question: &Question,
    group: &[usize],
) -> Option<(usize, u32)> {
    let number = question.automaton()?;
    let dfa = uses.automaton(number);
    let mut state = 0;
    for &part in question.parts() {
        if uses.number(part).is_some_and(|n| group.contains(&n)) {
            return Some((number, state));
        }
        for &c in store.str_value(part)? {
            let letter = dfa.letters().iter().position(|class| class.contains(c))?;
            state = dfa.step(state, letter);
        }
    }
    None
}
