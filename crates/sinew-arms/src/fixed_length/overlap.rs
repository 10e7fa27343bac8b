//! Constants in one string: where equal concatenations put them.
//!
//! Let s = u·c·v and s = u'·c'·v' with constants c and c', and d = |u'| − |u|. For −|c'| < d < |c| the
//! constants share positions of s and must agree there. At which d they do not is known from the
//! constants alone, so the largest interval of such d around the one of the candidate is ruled out at
//! once. Circuits of fixed lengths would learn it one d at a time, and with the lengths of everything
//! between the two constants.

use rustc_hash::FxHashSet;
use sinew_base::{Integer, StopReason};
use sinew_engine::{PluginContext, Premise};
use sinew_term::{Op, Sort, Term};

use super::rules;
use crate::tuning::{OVERLAP_CHARACTERS, OVERLAP_PARTS, OVERLAPS};

/// Characters that are compared in a step.
const CHARACTERS_PER_STEP: u64 = 64;

/// What stands before a place in a concatenation.
#[derive(Clone, Default)]
struct Before {
    terms: Vec<Term>,
    /// Of constants.
    characters: usize,
    /// The length of all that in the candidate.
    place: Integer,
    /// Why the concatenation begins with these parts.
    why: Vec<Premise>,
}

/// A constant in a concatenation.
struct Placed {
    word: Vec<u32>,
    before: Before,
    /// Which of the concatenations in the class.
    member: Term,
}

/// Rules out differences of positions at which constants in one string contradict each other, where
/// the candidate has such, in concatenations that matter (all if nothing is said of that). The clauses
/// that were sent, all valid.
pub(crate) fn say_overlaps(
    cx: &mut PluginContext<'_, '_>,
    relevant: Option<&FxHashSet<Term>>,
) -> Result<Vec<Vec<Term>>, StopReason> {
    let most = cx.tuning().count(&OVERLAPS) as usize;
    let mut clauses = Vec::new();
    for representative in cx.representatives(Sort::String) {
        let members: Vec<Term> = (cx.class(representative).into_iter())
            .filter(|&term| match cx.store().op(term) {
                Op::Concat => relevant.is_none_or(|set| set.contains(&term)),
                op => matches!(op, Op::Str(_)),
            })
            .collect();
        if members.len() < 2 {
            continue;
        }
        let mut placed: Vec<Placed> = Vec::new();
        for member in members {
            for new in constants(cx, member)? {
                for old in placed.iter().filter(|old| old.member != member) {
                    cx.budget().spend(1)?;
                    if clauses.len() < most
                        && let Some(interval) = clash(cx, old, &new)?
                        && let Some(clause) = apart(cx, old, &new, interval)
                    {
                        clauses.push(clause);
                    }
                }
                placed.push(new);
            }
        }
    }
    Ok(clauses)
}

/// The constants of a concatenation, through what is known of its parts.
fn constants(cx: &mut PluginContext<'_, '_>, member: Term) -> Result<Vec<Placed>, StopReason> {
    let most = cx.tuning().count(&OVERLAP_PARTS) as usize;
    let mut result: Vec<Placed> = Vec::new();
    let mut before = Before::default();
    // Each class is taken apart once, so that the walk ends even where it is part of itself.
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    seen.insert(cx.representative(member));
    let mut stack: Vec<Term> = match cx.store().op(member) {
        Op::Concat => cx.store().args(member).iter().rev().copied().collect(),
        _ => vec![member],
    };
    let mut adjacent = false;
    for _ in 0..most {
        let Some(part) = stack.pop() else { break };
        cx.budget().spend(1)?;
        if let Some(value) = cx.value_of(part) {
            let word = cx.store().str_value(value).unwrap_or_default().to_vec();
            if value != part {
                before.why.push(Premise::Equal(part, value));
            }
            let length = word.len();
            match result.last_mut() {
                Some(last) if adjacent => {
                    last.word.extend(word);
                    last.before.why.clone_from(&before.why);
                }
                _ => result.push(Placed {
                    word,
                    before: before.clone(),
                    member,
                }),
            }
            before.characters += length;
            before.place += Integer::from(length as u64);
            adjacent = true;
        } else if let Some(parts) = taken_apart(cx, part, &mut seen) {
            if parts != part {
                before.why.push(Premise::Equal(part, parts));
            }
            stack.extend(cx.store().args(parts).iter().rev());
        } else {
            let length = cx.store_mut().len(part);
            let Some(value) = cx.int_value(length) else {
                break;
            };
            before.place += value;
            before.terms.push(part);
            adjacent = false;
        }
    }
    Ok(result)
}

/// A concatenation that the term is or is equal to.
fn taken_apart(cx: &PluginContext<'_, '_>, term: Term, seen: &mut FxHashSet<Term>) -> Option<Term> {
    if cx.store().op(term) == Op::Concat {
        return Some(term);
    }
    if !seen.insert(cx.representative(term)) {
        return None;
    }
    let mut class = cx.class(term).into_iter();
    class.find(|&term| cx.store().op(term) == Op::Concat)
}

/// The first position of the first word at which the second, moved to the right by `by`, differs.
fn contradiction(first: &[u32], second: &[u32], by: i64) -> Option<usize> {
    let (skipped, start) = match usize::try_from(by) {
        Ok(by) => (0, by),
        Err(_) => (usize::try_from(by.unsigned_abs()).ok()?, 0),
    };
    let shared = first.iter().skip(start).zip(second.iter().skip(skipped));
    let at = shared.into_iter().position(|(a, b)| a != b)?;
    Some(start + at)
}

/// The interval of differences around the candidate's at which the two contradict each other, as far
/// as it was looked at.
fn clash(
    cx: &PluginContext<'_, '_>,
    a: &Placed,
    b: &Placed,
) -> Result<Option<(i64, i64)>, StopReason> {
    let mut compared = 0;
    let mut bad = |by: i64| {
        let found = contradiction(&a.word, &b.word, by);
        compared += 1 + found.unwrap_or(a.word.len().min(b.word.len())) as u64;
        (found.is_some(), compared)
    };
    let Some(difference) = (&b.before.place - &a.before.place).to_i64() else {
        return Ok(None);
    };
    let (clashes, _) = bad(difference);
    let (mut low, mut high) = (difference, difference);
    if clashes {
        let most = cx.tuning().get(&OVERLAP_CHARACTERS);
        while let (true, compared) = bad(low - 1)
            && compared < most / 2
        {
            low -= 1;
        }
        while let (true, compared) = bad(high + 1)
            && compared < most
        {
            high += 1;
        }
    }
    cx.budget().spend(1 + compared / CHARACTERS_PER_STEP)?;
    Ok(clashes.then_some((low, high)))
}

/// Tells the engine that the difference of the two positions is not in the interval. The clause, if it
/// was sent.
fn apart(
    cx: &mut PluginContext<'_, '_>,
    a: &Placed,
    b: &Placed,
    (low, high): (i64, i64),
) -> Option<Vec<Term>> {
    let mut premises = vec![Premise::Equal(a.member, b.member)];
    premises.extend(a.before.why.iter().chain(&b.before.why));
    let (from, to) = (position(cx, &a.before), position(cx, &b.before));
    let store = cx.store_mut();
    let difference = store.sub(to, from);
    let (above, below) = (store.int(high + 1), store.int(low - 1));
    let (above, below) = (store.ge(difference, above), store.le(difference, below));
    let conclusion = store.or(&[above, below]);
    if !cx.infer(&rules::OVERLAP, &premises, conclusion) {
        return None;
    }
    let mut clause: Vec<Term> = Vec::new();
    for premise in premises {
        if let Premise::Equal(a, b) = premise {
            let equal = cx.store_mut().eq(a, b);
            clause.push(cx.store_mut().not(equal));
        }
    }
    clause.extend([above, below]);
    Some(clause)
}

/// The length of what stands before a constant.
fn position(cx: &mut PluginContext<'_, '_>, before: &Before) -> Term {
    let store = cx.store_mut();
    let mut sum: Vec<Term> = before.terms.iter().map(|&term| store.len(term)).collect();
    sum.push(store.int(before.characters as u64));
    store.sum(&sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradictions_are_those_of_the_shared_positions() {
        let word = |text: &str| text.chars().map(u32::from).collect::<Vec<u32>>();
        let words = ["a", "ab", "aba", "abaab", "bb"].map(word);
        for first in &words {
            for second in &words {
                for by in -8i64..8 {
                    let shared = |at: i64| {
                        let of = |word: &[u32], at: i64| {
                            usize::try_from(at)
                                .ok()
                                .and_then(|at| word.get(at).copied())
                        };
                        matches!((of(first, at), of(second, at - by)), (Some(c), Some(d)) if c != d)
                    };
                    let found = contradiction(first, second, by);
                    let first_shared = (-20..20).find(|&at| shared(at));
                    assert_eq!(found.map(|at| at as i64), first_shared, "{by}");
                }
            }
        }
    }
}
