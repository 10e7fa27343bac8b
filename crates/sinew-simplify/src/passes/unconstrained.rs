//! Dropping unconstrained terms: if a symbol x has one occurrence in the whole problem, as an
//! argument of an atom that can be made true as well as false by the choice of x alone, then the
//! atom is replaced by a fresh Boolean b. Model: x is chosen by the value of b. Origins stay.
//!
//! The occurrence counts by distinct parents: a shared atom has one value wherever it stands.

use rustc_hash::FxHashMap;
use sinew_base::StopReason;
use sinew_term::{Integer, Op, Sort, Term, TermMap, TermSet, TermStore};

use crate::preprocess::State;
use crate::record::Step;
use crate::tuning::WITNESS_STEPS;
use sinew_strings::linear::Linear;

/// Lengths up to this are written out as words.
const LENGTH_LIMIT: usize = 1_000;

/// The values of a symbol that make an atom true and false.
struct Choice {
    symbol: Term,
    if_true: Term,
    if_false: Term,
    /// Further symbols, which are empty words in both cases.
    empty: Vec<Term>,
}

impl Choice {
    fn new(symbol: Term, if_true: Term, if_false: Term) -> Choice {
        Choice {
            symbol,
            if_true,
            if_false,
            empty: Vec::new(),
        }
    }
}

pub(super) fn run(state: &mut State<'_>) -> Result<bool, StopReason> {
    let order = state.subterms();
    state.budget.spend(order.len() as u64)?;
    let parents = single_parents(state, &order);
    let mut cache: TermMap<Term> = TermMap::new();
    let mut any = false;
    // Terms with a replaced atom inside: their own turn comes in the next run, since a choice
    // must not depend on a symbol that was eliminated at the same time.
    let mut touched = TermSet::new();
    for &atom in &order {
        if state
            .store
            .args(atom)
            .iter()
            .any(|&arg| touched.contains(arg))
        {
            touched.insert(atom);
            continue;
        }
        if state.store.sort(atom) != Sort::Bool || state.store.mentions_variables(atom) {
            continue;
        }
        let Some(choice) = choice(state, atom, &parents) else {
            continue;
        };
        let free = state.fresh_constant(Sort::Bool);
        let value = state.store.ite(free, choice.if_true, choice.if_false);
        state.extension.define(state.store, choice.symbol, value);
        let empty = state.store.code_points(&[]);
        for &symbol in &choice.empty {
            state.extension.define(state.store, symbol, empty);
        }
        cache.insert(atom, free);
        state.stands_for(free, atom);
        touched.insert(atom);
        any = true;
    }
    if !any {
        return Ok(false);
    }
    for position in 0..state.problem.assertions.len() {
        let term = state.problem.assertions[position].0;
        let replaced = sinew_term::rebuild_bottom_up(state.store, term, &mut cache, |_, t| t);
        state.problem.assertions[position].0 = replaced;
        state.conclude(|| Step::Replaced {
            from: term,
            equations: Vec::new(),
            to: replaced,
        });
    }
    Ok(true)
}

/// The symbols that may be eliminated and occur once, with the term they occur in; likewise the
/// lengths, sums and concatenations through which an atom may reach a symbol.
fn single_parents(state: &State<'_>, order: &[Term]) -> FxHashMap<Term, Term> {
    let mut counts: FxHashMap<Term, (Term, u32)> = FxHashMap::default();
    for &parent in order {
        for &arg in state.store.args(parent) {
            if state.may_eliminate(arg)
                || matches!(state.store.op(arg), Op::Len | Op::Add | Op::Concat)
            {
                counts.entry(arg).or_insert((parent, 0)).1 += 1;
            }
        }
    }
    for &(root, _) in &state.problem.assertions {
        counts.remove(&root);
    }
    counts
        .into_iter()
        .filter(|&(_, (_, count))| count == 1)
        .map(|(symbol, (parent, _))| (symbol, parent))
        .collect()
}

fn choice(state: &mut State<'_>, atom: Term, parents: &FxHashMap<Term, Term>) -> Option<Choice> {
    match state.store.op(atom) {
        Op::Eq => concatenation(state.store, atom, parents)
            .or_else(|| equality(state.store, atom, parents)),
        Op::Ge => comparison(state.store, atom, parents),
        Op::Contains | Op::PrefixOf | Op::SuffixOf | Op::StrLe => {
            word_relation(state.store, atom, parents)
        }
        Op::InRe => membership(state, atom, parents),
        _ => None,
    }
}

/// Whether `symbol` is a symbol (not a length or a sum) that occurs only in `parent`.
fn is_free(store: &TermStore, parents: &FxHashMap<Term, Term>, symbol: Term, parent: Term) -> bool {
    matches!(store.op(symbol), Op::Apply(_)) && parents.get(&symbol) == Some(&parent)
}

/// `x = t`: x is t, or differs from it; `|x| = p`: x is a word of that length, or a longer one.
fn equality(store: &mut TermStore, atom: Term, parents: &FxHashMap<Term, Term>) -> Option<Choice> {
    let &[a, b] = store.args(atom) else {
        return None;
    };
    for (symbol, other) in [(a, b), (b, a)] {
        if !is_free(store, parents, symbol, atom) {
            continue;
        }
        let if_false = match store.sort(symbol) {
            Sort::Bool => store.not(other),
            Sort::Int => {
                let one = store.int(1);
                store.add(&[other, one])
            }
            Sort::String => longer(store, other),
            _ => continue,
        };
        return Some(Choice::new(symbol, other, if_false));
    }
    for (length, other) in [(a, b), (b, a)] {
        if let Some(symbol) = measured(store, length, atom, parents) {
            let p = Linear::of(store, other);
            let word = word_measuring(store, &p)?;
            let if_false = longer(store, word);
            return Some(Choice::new(symbol, word, if_false));
        }
    }
    None
}

/// `x·y = t` for free x and y: x is t, or a longer word, and y is empty.
fn concatenation(
    store: &mut TermStore,
    atom: Term,
    parents: &FxHashMap<Term, Term>,
) -> Option<Choice> {
    let &[a, b] = store.args(atom) else {
        return None;
    };
    for (concat, other) in [(a, b), (b, a)] {
        let pieces = store.args(concat);
        let all_free = store.op(concat) == Op::Concat
            && parents.get(&concat) == Some(&atom)
            && pieces
                .iter()
                .all(|&piece| is_free(store, parents, piece, concat));
        if all_free {
            let (symbol, empty) = (pieces[0], pieces[1..].to_vec());
            let if_false = longer(store, other);
            return Some(Choice {
                empty,
                ..Choice::new(symbol, other, if_false)
            });
        }
    }
    None
}

/// `x` of `|x|`, if the atom is the only one to measure x.
fn measured(
    store: &TermStore,
    length: Term,
    atom: Term,
    parents: &FxHashMap<Term, Term>,
) -> Option<Term> {
    if store.op(length) != Op::Len {
        return None;
    }
    let symbol = store.arg(length, 0);
    // The length term is shared by all who speak of it: then it must be this atom's alone.
    (is_free(store, parents, symbol, length) && parents.get(&length) == Some(&atom))
        .then_some(symbol)
}

/// A word whose length is the value of the sum of lengths `p`.
fn word_measuring(store: &mut TermStore, p: &Linear) -> Option<Term> {
    let constant = p.constant.to_usize().filter(|&n| n < LENGTH_LIMIT)?;
    let mut pieces = vec![store.code_points(&vec![0x61; constant])];
    for (atom, k) in &p.monomials {
        let times = k.to_usize().filter(|&k| k <= 16)?;
        if store.op(*atom) != Op::Len {
            return None;
        }
        pieces.extend(std::iter::repeat_n(store.arg(*atom, 0), times));
    }
    Some(store.concat(&pieces))
}

/// A word that is longer than `term`.
fn longer(store: &mut TermStore, term: Term) -> Term {
    let a = store.string("a");
    store.concat(&[term, a])
}

/// `|x| ≥ p`: a word of that length, or the empty one if p is positive; `p ≥ |x|`: the empty word,
/// or one longer than p. `±x + rest ≥ 0`: x is moved to one side of
/// the limit or the other.
fn comparison(
    store: &mut TermStore,
    atom: Term,
    parents: &FxHashMap<Term, Term>,
) -> Option<Choice> {
    let &[a, b] = store.args(atom) else {
        return None;
    };
    let (left, right) = (Linear::of(store, a), Linear::of(store, b));
    if let Some(symbol) = measured(store, a, atom, parents)
        && right.constant.is_positive()
        && let Some(word) = word_measuring(store, &right)
    {
        let empty = store.code_points(&[]);
        return Some(Choice::new(symbol, word, empty));
    }
    if let Some(symbol) = measured(store, b, atom, parents)
        && let Some(word) = word_measuring(store, &left)
    {
        let (empty, if_false) = (store.code_points(&[]), longer(store, word));
        return Some(Choice::new(symbol, empty, if_false));
    }
    let p = left.minus(&right);
    if p.monomials.len() > 64 {
        return None;
    }
    let (symbol, k) = p.monomials.iter().find(|(symbol, k)| {
        let parent = parents.get(symbol);
        // The symbol stands in the atom itself or in one of its two sums.
        matches!(store.op(*symbol), Op::Apply(_))
            && k.abs().is_one()
            && (parent == Some(&atom) || parent == Some(&a) || parent == Some(&b))
            && only_here(parents, *symbol, atom, a, b)
    })?;
    let (symbol, k) = (*symbol, k.clone());
    // k·x + rest ≥ 0 at x = −k·rest, and one step to the other side it fails.
    let rest = p.plus(&Linear::atom(symbol), &-&k);
    let limit = rest.scaled(&(&k * &Integer::MINUS_ONE));
    let beyond = limit.clone().offset(-&k);
    Some(Choice::new(
        symbol,
        limit.to_term(store),
        beyond.to_term(store),
    ))
}

/// Whether the sum in which the symbol stands belongs to this atom alone.
fn only_here(parents: &FxHashMap<Term, Term>, symbol: Term, atom: Term, a: Term, b: Term) -> bool {
    match parents.get(&symbol) {
        Some(&parent) if parent == atom => true,
        Some(&sum) if sum == a || sum == b => parents.get(&sum) == Some(&atom),
        _ => false,
    }
}

/// `contains(t, x)`, `prefixof(x, t)`, `suffixof(x, t)`, `x ≤ t`: true for "", false for a longer
/// word. `contains(x, w)` and the like for a non-empty word w: true for w, false for "".
fn word_relation(
    store: &mut TermStore,
    atom: Term,
    parents: &FxHashMap<Term, Term>,
) -> Option<Choice> {
    let &[a, b] = store.args(atom) else {
        return None;
    };
    let (small, large) = match store.op(atom) {
        Op::Contains => (b, a),
        _ => (a, b),
    };
    if is_free(store, parents, small, atom) {
        return Some(Choice::new(
            small,
            store.code_points(&[]),
            longer(store, large),
        ));
    }
    let never_empty = store.str_value(small).is_some_and(|word| !word.is_empty());
    if is_free(store, parents, large, atom) && never_empty {
        return Some(Choice::new(large, small, store.code_points(&[])));
    }
    None
}

/// `x ∈ r`: a word of r, or one of its complement.
fn membership(
    state: &mut State<'_>,
    atom: Term,
    parents: &FxHashMap<Term, Term>,
) -> Option<Choice> {
    let (symbol, r) = (state.store.arg(atom, 0), state.store.arg(atom, 1));
    if !is_free(state.store, parents, symbol, atom) {
        return None;
    }
    let budget = state.budget.slice(state.tuning().get(&WITNESS_STEPS));
    let regexes = state.simplifier.regexes();
    let regex = regexes.regex_of_term(state.store, r)?;
    let inside = regexes.store_mut().shortest_word(regex, &budget).ok()??;
    let complement = regexes.store_mut().comp(regex);
    let outside = regexes
        .store_mut()
        .shortest_word(complement, &budget)
        .ok()??;
    Some(Choice::new(
        symbol,
        state.store.code_points(&inside),
        state.store.code_points(&outside),
    ))
}
