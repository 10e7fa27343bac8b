//! Rules of our own about functions that machines compute: what they make of the words of a language, and how long that is.

use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::language::{Languages, Re};
use super::super::machine::Machine;
use super::super::op::Known;
use super::super::term::{Outcome, Term, Terms};
use super::own::representatives;
use super::regular::membership;
use super::{RuleFn, exactly};

pub(crate) const RULES: &[(&str, RuleFn)] = &[("sinew_image", image), ("sinew_tape", tape)];

/// The machine of `y`, which must be a function's value at `x`.
fn machine(terms: &Terms, x: Term, y: Term) -> Outcome<Machine> {
    match Machine::of(terms, y) {
        Some((machine, of)) if of == x => Ok(machine),
        _ => Err("a function of the string was expected that a machine computes".into()),
    }
}

/// From `x ∈ s` and `f(x) ∈ r`: `false` if `f` turns no word of `s` into a word of `r`.
///
/// Explored are the triples of the machine's state, what may follow in `r` after what was written, what may follow in `s` after what was read.
fn image(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let [before, after] = exactly("premises", premises)?;
    exactly::<0>("arguments", args)?;
    let ((x, s), (y, r)) = (membership(terms, before)?, membership(terms, after)?);
    let machine = machine(terms, x, y)?;
    let mut languages = Languages::new();
    let (read, written) = (languages.read(terms, s)?, languages.read(terms, r)?);
    let cuts = cuts(terms, &mut languages, &machine, (read, written))?;
    let mut seen = FxHashSet::from_iter([(0, written, read)]);
    let mut work = vec![(0, written, read)];
    while let Some((state, written, read)) = work.pop() {
        let end = languages.derivative_by(terms, written, machine.end(state))?;
        if languages.is_nullable(end) && languages.is_nullable(read) {
            return Err("a word of the one is turned into a word of the other".into());
        }
        for &c in &cuts {
            let (out, state) = machine.read(state, c);
            let read = languages.derivative(terms, read, c)?;
            let written = languages.derivative_by(terms, written, &out)?;
            if languages.is_nothing(read) || languages.is_nothing(written) {
                continue;
            }
            if seen.insert((state, written, read)) {
                work.push((state, written, read));
            }
        }
    }
    terms.boolean(false)
}

/// One character for each interval of characters that the machine and both languages treat alike.
fn cuts(
    terms: &mut Terms,
    languages: &mut Languages,
    machine: &Machine,
    (read, written): (Re, Re),
) -> Outcome<Vec<u32>> {
    let mut cuts = representatives(terms, languages, [read, written])?;
    cuts.extend(machine.cuts(&languages.representatives(written)));
    cuts.sort_unstable();
    cuts.dedup();
    Ok(cuts)
}

/// From `x ∈ s`: `a·|x| + b·|f(x)| ≥ c` if that is so for every word of `s`.
///
/// The least value is found for each pair of the machine's state and what may follow in `s`: as long as it gets smaller, what follows is looked at again.
fn tape(terms: &mut Terms, premises: &[Term], args: &[Term]) -> Outcome {
    let ([premise], [y, a, b, c]) = (exactly("premises", premises)?, exactly("arguments", args)?);
    let (x, s) = membership(terms, premise)?;
    let machine = machine(terms, x, y)?;
    let number = |term: Term| terms.as_int(term).cloned().ok_or("a number was expected");
    let (by_read, by_written, bound) = (number(a)?, number(b)?, number(c)?);
    let mut languages = Languages::new();
    let read = languages.read(terms, s)?;
    let cuts = cuts(terms, &mut languages, &machine, (read, read))?;
    let mut least: FxHashMap<(usize, Re), IBig> = FxHashMap::from_iter([((0, read), IBig::ZERO)]);
    let mut dead: FxHashMap<Re, bool> = FxHashMap::default();
    let mut rounds = 0;
    let mut work = vec![(0, read)];
    while !work.is_empty() {
        // A way without repetitions has no more steps than there are states.
        rounds += 1;
        if rounds > least.len() + 1 {
            return Err("the sum has no bound".into());
        }
        let mut next = FxHashSet::default();
        for (state, read) in work {
            let value = least[&(state, read)].clone();
            if languages.is_nullable(read)
                && &value + &by_written * IBig::from(machine.end(state).len()) < bound
            {
                return Err("there is a word with a smaller sum".into());
            }
            for &c in &cuts {
                let (out, state) = machine.read(state, c);
                let read = languages.derivative(terms, read, c)?;
                let empty = match dead.get(&read) {
                    Some(&empty) => empty,
                    None => languages.is_empty(terms, read)?,
                };
                dead.insert(read, empty);
                if empty {
                    continue;
                }
                let value = &value + &by_read + &by_written * IBig::from(out.len());
                if least.get(&(state, read)).is_none_or(|known| value < *known) {
                    least.insert((state, read), value);
                    next.insert((state, read));
                }
            }
        }
        work = next.into_iter().collect();
    }
    let lengths = [terms.app(Known::Len, &[x])?, terms.app(Known::Len, &[y])?];
    let sum = [
        terms.app(Known::Mul, &[a, lengths[0]])?,
        terms.app(Known::Mul, &[b, lengths[1]])?,
    ];
    let sum = terms.app(Known::Add, &sum)?;
    terms.app(Known::Ge, &[sum, c])
}
