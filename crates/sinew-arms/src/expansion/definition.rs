//! Extended functions by definition (P3, Figure 5: Ext-Expand).
//!
//! Each definition is a valid formula once its fresh strings have their definitions. It is sent as
//! a lemma, at most once per term, and only when nothing cheaper gets on. P3 predates the standard:
//! empty patterns follow SMT-LIB here. Negative `contains` is not expanded: words of fixed length
//! decide it.
//!
//! Definitions share the strings they speak of ([`skolems`]): `contains`, `indexof` and `replace` of
//! the same two strings the pieces before and after the first occurrence, substrings of one string
//! what stands before and behind them. What one definition says about a place, the others know.

use sinew_base::StopReason;
use sinew_engine::PluginContext;
use sinew_simplify::Simplifier;
use sinew_term::{Op, Term, TermStore};

use super::{simplify, skolems};

/// Makes the strings and formulas of one definition.
struct Builder<'a, 'b, 'c> {
    cx: &'a mut PluginContext<'b, 'c>,
    simplifier: &'a mut Simplifier,
}

/// The definition of an extended term, as valid formulas; empty if it has none here. A predicate
/// that is `denied` gets what its negation says. Fails if the budget ends before its parts are
/// simplified.
pub(super) fn definition(
    cx: &mut PluginContext<'_, '_>,
    simplifier: &mut Simplifier,
    term: Term,
    denied: bool,
) -> Result<Vec<Term>, StopReason> {
    let (args, budget) = (cx.store().args(term).to_vec(), cx.budget());
    let mut builder = Builder { cx, simplifier };
    let facts = match (builder.store().op(term), denied) {
        (Op::Substr, _) => builder.substring(term, args[0], args[1], args[2]),
        (Op::At, _) => {
            let one = builder.store().int(1);
            builder.substring(term, args[0], args[1], one)
        }
        (Op::Contains, false) => builder.contains(term, args[0], args[1]),
        (Op::PrefixOf, false) => {
            let rest = skolems::behind(builder.cx, args[1], args[0]);
            let joined = builder.store().concat(&[args[0], rest]);
            let same = builder.store().eq(args[1], joined);
            vec![builder.store().implies(term, same)]
        }
        (Op::SuffixOf, false) => {
            let rest = skolems::before(builder.cx, args[1], args[0]);
            let joined = builder.store().concat(&[rest, args[0]]);
            let same = builder.store().eq(args[1], joined);
            vec![builder.store().implies(term, same)]
        }
        (Op::PrefixOf | Op::SuffixOf, true) => builder.not_affix(term, args[0], args[1]),
        (Op::IndexOf, _) => builder.index(term, args[0], args[1], args[2]),
        (Op::Replace, _) => builder.replacement(term, args[0], args[1], args[2]),
        (Op::Update, _) => builder.update(term, args[0], args[1], args[2]),
        // What undoes a function has no further definition.
        (Op::Rev, _) if builder.store().op(args[0]) != Op::Rev => {
            let again = builder.store().mk(Op::Rev, &[term]);
            vec![builder.store().eq(again, args[0])]
        }
        (Op::FromCode, _) if builder.store().op(args[0]) != Op::ToCode => {
            builder.character(term, args[0])
        }
        (Op::FromInt, _) => builder.numeral(term, args[0]),
        _ => Vec::new(),
    };
    budget.check()?;
    Ok(facts)
}

/// What a membership in a language with symbols in it says, as a formula with fresh strings that is
/// equivalent to it when it holds: `x ∈ R·to_re(y)` becomes `x = k ++ y ∧ k ∈ R`. `None` where the
/// symbols stand under a star, a complement or in a range.
pub(super) fn open_membership(
    cx: &mut PluginContext<'_, '_>,
    s: Term,
    regex: Term,
) -> Option<Term> {
    // (string, language) to say, and how many of the parts said make which junction.
    enum Task {
        Say(Term, Term),
        Join(Op, usize),
    }
    let (mut tasks, mut said): (Vec<Task>, Vec<Term>) = (vec![Task::Say(s, regex)], Vec::new());
    while let Some(task) = tasks.pop() {
        match task {
            Task::Join(op, count) => {
                let parts = said.split_off(said.len() - count);
                let joined = cx.store_mut().mk(op, &parts);
                said.push(joined);
            }
            Task::Say(s, regex) => {
                let args = cx.store_mut().args(regex).to_vec();
                if cx.store_mut().is_ground(regex) {
                    let fact = cx.store_mut().in_re(s, regex);
                    said.push(fact);
                    continue;
                }
                match cx.store_mut().op(regex) {
                    Op::StrToRe => {
                        let fact = cx.store_mut().eq(s, args[0]);
                        said.push(fact);
                    }
                    Op::ReUnion | Op::ReInter => {
                        let op = if cx.store_mut().op(regex) == Op::ReUnion {
                            Op::Or
                        } else {
                            Op::And
                        };
                        tasks.push(Task::Join(op, args.len()));
                        tasks.extend(args.iter().map(|&part| Task::Say(s, part)));
                    }
                    Op::ReOpt => {
                        let empty = cx.store_mut().string("");
                        let nothing = cx.store_mut().eq(s, empty);
                        said.push(nothing);
                        tasks.push(Task::Join(Op::Or, 2));
                        tasks.push(Task::Say(s, args[0]));
                    }
                    Op::ReConcat => {
                        let parts: Vec<Term> = (0..)
                            .zip(&args)
                            .map(|(at, _)| skolems::component(cx, s, regex, at))
                            .collect();
                        let whole = cx.store_mut().concat(&parts);
                        let split = cx.store_mut().eq(s, whole);
                        said.push(split);
                        tasks.push(Task::Join(Op::And, args.len() + 1));
                        tasks.extend(
                            parts
                                .iter()
                                .zip(&args)
                                .map(|(&part, &arg)| Task::Say(part, arg)),
                        );
                    }
                    _ => return None,
                }
            }
        }
    }
    said.pop()
}

impl Builder<'_, '_, '_> {
    fn store(&mut self) -> &mut TermStore {
        self.cx.store_mut()
    }

    fn simplify(&mut self, term: Term) -> Term {
        let simplified = simplify(self.cx, self.simplifier, term);
        // Without budget nothing comes of the definition.
        simplified.unwrap_or(term)
    }

    fn is_true(&mut self, term: Term) -> bool {
        let simplified = self.simplify(term);
        self.store().bool_value(simplified) == Some(true)
    }

    fn is_zero(&mut self, term: Term) -> bool {
        self.store()
            .int_value(term)
            .is_some_and(sinew_base::Integer::is_zero)
    }

    /// `0 ≤ i < |s| ∧ n > 0 ⇒ s = k ++ t ++ k' ∧ |k| = i`; the length facts say the rest. Pieces
    /// that are surely empty are left out.
    fn substring(&mut self, term: Term, s: Term, index: Term, count: Term) -> Vec<Term> {
        let store = self.store();
        let (zero, length) = (store.int(0), store.len(s));
        let conditions = [
            store.ge(index, zero),
            store.lt(index, length),
            store.gt(count, zero),
        ];
        let proper = store.and(&conditions);
        let proper = self.simplify(proper);
        let (mut parts, mut facts) = (Vec::new(), Vec::new());
        if !self.is_zero(index) {
            let before = skolems::prefix(self.cx, s, index);
            parts.push(before);
            let store = self.store();
            let start = store.len(before);
            facts.push(store.eq(start, index));
        }
        parts.push(term);
        let end = self.store().add(&[index, count]);
        let to_the_end = self.store().ge(end, length);
        if !self.is_true(to_the_end) {
            let end = self.simplify(end);
            parts.push(skolems::suffix(self.cx, s, end));
        }
        let store = self.store();
        let joined = store.joined(Op::Concat, &parts);
        facts.push(store.eq(s, joined));
        let fact = store.conjunction(&facts);
        let mut facts = vec![store.implies(proper, fact)];
        facts.extend(self.up_to_occurrence(term, s, index, count));
        facts
    }

    /// `indexof(s, t, 0) ≥ 0 ⇒ substr(s, 0, indexof(s, t, 0)) = k`, k being what stands before the
    /// first occurrence.
    fn up_to_occurrence(&mut self, term: Term, s: Term, index: Term, count: Term) -> Option<Term> {
        let store = self.store();
        if store.op(count) != Op::IndexOf || store.arg(count, 0) != s {
            return None;
        }
        let (t, start) = (store.arg(count, 1), store.arg(count, 2));
        if !self.is_zero(index) || !self.is_zero(start) {
            return None;
        }
        let (before, _) = skolems::around_first(self.cx, s, t);
        let store = self.store();
        let found = store.ge(count, index);
        let same = store.eq(term, before);
        Some(store.implies(found, same))
    }

    /// `contains(s, t) ⇒ s = k ++ t ++ k'`
    fn contains(&mut self, term: Term, s: Term, t: Term) -> Vec<Term> {
        let (before, after) = skolems::around_first(self.cx, s, t);
        let store = self.store();
        let joined = store.concat(&[before, t, after]);
        let same = store.eq(s, joined);
        vec![store.implies(term, same)]
    }

    /// `prefixof(s, t) ∨ s ≠ substr(t, 0, |s|)`, and likewise from the end: the beginning of t is
    /// s only if s is a prefix.
    fn not_affix(&mut self, term: Term, s: Term, t: Term) -> Vec<Term> {
        let prefix = self.store().op(term) == Op::PrefixOf;
        let store = self.store();
        let (zero, length, whole) = (store.int(0), store.len(s), store.len(t));
        let start = if prefix {
            zero
        } else {
            store.sub(whole, length)
        };
        let part = store.substr(t, start, length);
        let part = self.simplify(part);
        let store = self.store();
        let (shorter, same) = (store.gt(length, whole), store.eq(s, part));
        let other = store.not(same);
        vec![store.or(&[term, shorter, other])]
    }

    /// That t does not occur in `k ++ t` less the last character, k being what stands before the
    /// first occurrence; an empty t occurs at once.
    fn not_earlier(&mut self, before: Term, t: Term) -> Term {
        let store = self.store();
        let (zero, one, pattern) = (store.int(0), store.int(1), store.len(t));
        let short = store.sub(pattern, one);
        let most = store.substr(t, zero, short);
        let window = store.concat(&[before, most]);
        let earlier = store.contains(window, t);
        let nothing = store.string("");
        let (empty, at_once) = (store.eq(t, nothing), store.eq(before, nothing));
        let not_earlier = store.not(earlier);
        let fact = store.ite(empty, at_once, not_earlier);
        self.simplify(fact)
    }

    /// `v ≥ 0 ⇒ s = k ++ t ++ k' ∧ v = |k|` with no earlier occurrence, and `contains(s, t) ⇒ v ≥ 0`.
    fn first_index(&mut self, term: Term, s: Term, t: Term) -> Vec<Term> {
        let (before, after) = skolems::around_first(self.cx, s, t);
        let first = self.not_earlier(before, t);
        let store = self.store();
        let zero = store.int(0);
        let joined = store.concat(&[before, t, after]);
        let (same, place) = (store.eq(s, joined), store.len(before));
        let place = store.eq(term, place);
        let fact = store.and(&[same, place, first]);
        let (found, occurs) = (store.ge(term, zero), store.contains(s, t));
        // The order leads decisions: absence first.
        let absent = store.not(occurs);
        vec![store.implies(found, fact), store.or(&[absent, found])]
    }

    /// With w for s from i on, and j for `indexof(w, t, 0)`: `v ≥ 0 ⇒ v = i + j ∧ j ≥ 0`, and
    /// `j ≥ 0 ⇒ v ≥ 0` if i is in range.
    fn index(&mut self, term: Term, s: Term, t: Term, start: Term) -> Vec<Term> {
        if self.is_zero(start) {
            return self.first_index(term, s, t);
        }
        let store = self.store();
        let (zero, whole) = (store.int(0), store.len(s));
        let left = store.sub(whole, start);
        let tail = store.substr(s, start, left);
        let in_range = [store.ge(start, zero), store.le(start, whole)];
        let in_range = store.and(&in_range);
        let (tail, in_range) = (self.simplify(tail), self.simplify(in_range));
        let index = self.store().indexof(tail, t, zero);
        let index = self.simplify(index);
        let place = self.store().add(&[start, index]);
        let place = self.simplify(place);
        let store = self.store();
        let (found, inner) = (store.ge(term, zero), store.ge(index, zero));
        let place = store.eq(term, place);
        let fact = store.and(&[place, inner]);
        let (absent, outside) = (store.not(inner), store.not(in_range));
        vec![
            store.implies(found, fact),
            store.or(&[absent, found, outside]),
        ]
    }

    /// `contains(s, t) ⇒ s = k ++ t ++ k' ∧ r = k ++ u ++ k'` with no earlier occurrence; the
    /// length facts say `r = s` otherwise. That k is as long as `indexof(s, t, 0)` says makes
    /// replacements in equal strings agree on the place.
    fn replacement(&mut self, term: Term, s: Term, t: Term, u: Term) -> Vec<Term> {
        let (before, after) = skolems::around_first(self.cx, s, t);
        let first = self.not_earlier(before, t);
        let store = self.store();
        let zero = store.int(0);
        let found = store.contains(s, t);
        let source = store.concat(&[before, t, after]);
        let target = store.concat(&[before, u, after]);
        let (from, to) = (store.eq(s, source), store.eq(term, target));
        let (length, index) = (store.len(before), store.indexof(s, t, zero));
        let place = store.eq(length, index);
        let fact = store.and(&[from, to, place, first]);
        vec![store.implies(found, fact)]
    }

    /// `0 ≤ i < |s| ⇒ r = s[0, i) ++ t[0, |s| − i) ++ s[i + |t|, |s|)`, and `r = s` otherwise.
    fn update(&mut self, term: Term, s: Term, index: Term, t: Term) -> Vec<Term> {
        let store = self.store();
        let (zero, whole, patch) = (store.int(0), store.len(s), store.len(t));
        let inside = [store.ge(index, zero), store.lt(index, whole)];
        let inside = store.and(&inside);
        let room = store.sub(whole, index);
        let end = store.add(&[index, patch]);
        let parts = [
            store.substr(s, zero, index),
            store.substr(t, zero, room),
            store.substr(s, end, whole),
        ];
        let joined = store.concat(&parts);
        let joined = self.simplify(joined);
        let store = self.store();
        let (changed, same) = (store.eq(term, joined), store.eq(term, s));
        vec![store.ite(inside, changed, same)]
    }

    /// `0 ≤ c ≤ max ⇒ to_code(s) = c`
    fn character(&mut self, term: Term, code: Term) -> Vec<Term> {
        let store = self.store();
        let (zero, most) = (store.int(0), store.int(sinew_term::MAX_CHAR));
        let valid = [store.ge(code, zero), store.le(code, most)];
        let valid = store.and(&valid);
        let back = store.mk(Op::ToCode, &[term]);
        let same = store.eq(back, code);
        vec![store.implies(valid, same)]
    }

    /// `n ≥ 0 ⇒ to_int(s) = n`; the digits one by one, and from ten on
    /// `s = from_int(n div 10) ++ from_int(n mod 10)`, unless n is such a part already.
    fn numeral(&mut self, term: Term, number: Term) -> Vec<Term> {
        let store = self.store();
        let (zero, ten) = (store.int(0), store.int(10));
        let natural = store.ge(number, zero);
        let back = store.mk(Op::ToInt, &[term]);
        let same = store.eq(back, number);
        let mut facts = vec![store.implies(natural, same)];
        if matches!(store.op(number), Op::Div | Op::Mod) {
            return facts;
        }
        let large = store.ge(number, ten);
        let mut cases = vec![store.not(natural), large];
        for digit in 0..10u32 {
            let (value, text) = (store.int(digit), store.string(&digit.to_string()));
            let both = [store.eq(number, value), store.eq(term, text)];
            cases.push(store.and(&both));
        }
        facts.push(store.or(&cases));
        let front = store.mk(Op::Div, &[number, ten]);
        let last = store.modulo(number, ten);
        let parts = [
            store.mk(Op::FromInt, &[front]),
            store.mk(Op::FromInt, &[last]),
        ];
        let joined = store.concat(&parts);
        let split = store.eq(term, joined);
        facts.push(store.implies(large, split));
        facts
    }
}
