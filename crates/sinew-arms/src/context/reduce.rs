//! Extended functions by definition (P3, Figure 5: Ext-Expand).
//!
//! Each definition is a valid formula once its fresh strings are read as "there are". It is sent as
//! a lemma, at most once per term, and only when nothing cheaper gets on. P3 predates the standard:
//! empty patterns follow SMT-LIB here. Negative `contains` is not expanded: words of fixed length
//! decide it.

use sinew_engine::PluginContext;
use sinew_term::{Op, Sort, Term, TermStore};

/// Makes fresh strings for one definition.
struct Builder<'a, 'b, 'c> {
    cx: &'a mut PluginContext<'b, 'c>,
}

/// The definition of an extended term, as valid formulas; empty if it has none here.
pub(super) fn definition(cx: &mut PluginContext<'_, '_>, term: Term) -> Vec<Term> {
    let args = cx.store().args(term).to_vec();
    let mut builder = Builder { cx };
    match builder.store().op(term) {
        Op::Substr => builder.substring(term, args[0], args[1], args[2]),
        Op::At => {
            let one = builder.store().int(1);
            builder.substring(term, args[0], args[1], one)
        }
        Op::Contains => builder.contains(term, args[0], args[1]),
        Op::PrefixOf => {
            let rest = builder.fresh("after");
            let joined = builder.store().concat(&[args[0], rest]);
            let same = builder.store().eq(args[1], joined);
            vec![builder.store().implies(term, same)]
        }
        Op::SuffixOf => {
            let rest = builder.fresh("before");
            let joined = builder.store().concat(&[rest, args[0]]);
            let same = builder.store().eq(args[1], joined);
            vec![builder.store().implies(term, same)]
        }
        Op::IndexOf => builder.index(term, args[0], args[1], args[2]),
        Op::Replace => builder.replacement(term, args[0], args[1], args[2]),
        _ => Vec::new(),
    }
}

/// What a membership in a language with symbols in it says, as a formula with fresh strings that is
/// equivalent to it when it holds: `x ∈ R·to_re(y)` becomes `x = k ++ y ∧ k ∈ R`. `None` where the
/// symbols stand under a star, a complement or in a range.
pub(super) fn open_membership(
    cx: &mut PluginContext<'_, '_>,
    s: Term,
    regex: Term,
) -> Option<Term> {
    let mut builder = Builder { cx };
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
                let joined = builder.store().mk(op, &parts);
                said.push(joined);
            }
            Task::Say(s, regex) => {
                let args = builder.store().args(regex).to_vec();
                if builder.store().is_ground(regex) {
                    let fact = builder.store().in_re(s, regex);
                    said.push(fact);
                    continue;
                }
                match builder.store().op(regex) {
                    Op::StrToRe => {
                        let fact = builder.store().eq(s, args[0]);
                        said.push(fact);
                    }
                    Op::ReUnion | Op::ReInter => {
                        let op = if builder.store().op(regex) == Op::ReUnion {
                            Op::Or
                        } else {
                            Op::And
                        };
                        tasks.push(Task::Join(op, args.len()));
                        tasks.extend(args.iter().map(|&part| Task::Say(s, part)));
                    }
                    Op::ReOpt => {
                        let empty = builder.store().string("");
                        let nothing = builder.store().eq(s, empty);
                        said.push(nothing);
                        tasks.push(Task::Join(Op::Or, 2));
                        tasks.push(Task::Say(s, args[0]));
                    }
                    Op::ReConcat => {
                        let parts: Vec<Term> = args.iter().map(|_| builder.fresh("part")).collect();
                        let whole = builder.store().concat(&parts);
                        let split = builder.store().eq(s, whole);
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

    fn fresh(&mut self, hint: &str) -> Term {
        self.cx.fresh(hint, Sort::String)
    }

    /// `0 ≤ i < |s| ∧ n > 0 ⇒ s = k ++ t ++ k' ∧ |k| = i`; the length facts say the rest.
    fn substring(&mut self, term: Term, s: Term, index: Term, count: Term) -> Vec<Term> {
        let (before, after) = (self.fresh("before"), self.fresh("after"));
        let store = self.store();
        let (zero, length) = (store.int(0), store.len(s));
        let conditions = [
            store.ge(index, zero),
            store.lt(index, length),
            store.gt(count, zero),
        ];
        let proper = store.and(&conditions);
        let joined = store.concat(&[before, term, after]);
        let (same, start) = (store.eq(s, joined), store.len(before));
        let place = store.eq(start, index);
        let fact = store.and(&[same, place]);
        vec![store.implies(proper, fact)]
    }

    /// `contains(s, t) ⇒ s = k ++ t ++ k'`
    fn contains(&mut self, term: Term, s: Term, t: Term) -> Vec<Term> {
        let (before, after) = (self.fresh("before"), self.fresh("after"));
        let store = self.store();
        let joined = store.concat(&[before, t, after]);
        let same = store.eq(s, joined);
        vec![store.implies(term, same)]
    }

    /// `v ≥ 0 ⇒ s = k ++ t ++ k' ∧ |k| = v`, no occurrence between i and v; and if v is −1 with i
    /// in range, none from i on.
    fn index(&mut self, term: Term, s: Term, t: Term, start: Term) -> Vec<Term> {
        let (before, after) = (self.fresh("before"), self.fresh("after"));
        let store = self.store();
        let (zero, one) = (store.int(0), store.int(1));
        let (whole, pattern) = (store.len(s), store.len(t));
        let found = store.ge(term, zero);
        let joined = store.concat(&[before, t, after]);
        let (same, place) = (store.eq(s, joined), store.len(before));
        let place = store.eq(place, term);
        let occurs = store.and(&[same, place]);
        // Between i and the end of the occurrence, less its last character.
        let gap = store.sub(term, start);
        let span = store.add(&[gap, pattern]);
        let span = store.sub(span, one);
        let window = store.substr(s, start, span);
        let earlier = store.contains(window, t);
        let empty = store.eq(pattern, zero);
        let not_earlier = store.not(earlier);
        let first = store.or(&[empty, not_earlier]);
        let found_fact = store.and(&[occurs, first]);
        let in_range = [store.ge(start, zero), store.le(start, whole)];
        let in_range = store.and(&in_range);
        let absent = store.not(found);
        let condition = store.and(&[absent, in_range]);
        let left = store.sub(whole, start);
        let tail = store.substr(s, start, left);
        let there = store.contains(tail, t);
        let nowhere = store.not(there);
        vec![
            store.implies(found, found_fact),
            store.implies(condition, nowhere),
        ]
    }

    /// `t = "" ⇒ r = u ++ s`; `contains(s, t) ∧ t ≠ "" ⇒ s = k ++ t ++ k' ∧ r = k ++ u ++ k'` with
    /// no earlier occurrence; the length facts say `r = s` otherwise.
    fn replacement(&mut self, term: Term, s: Term, t: Term, u: Term) -> Vec<Term> {
        let (before, after) = (self.fresh("before"), self.fresh("after"));
        let store = self.store();
        let (zero, one, pattern) = (store.int(0), store.int(1), store.len(t));
        let empty_string = store.string("");
        let empty = store.eq(t, empty_string);
        let front = store.concat(&[u, s]);
        let trivial = store.eq(term, front);
        let found = store.contains(s, t);
        let proper = store.not(empty);
        let condition = store.and(&[found, proper]);
        let source = store.concat(&[before, t, after]);
        let target = store.concat(&[before, u, after]);
        let (from, to) = (store.eq(s, source), store.eq(term, target));
        let short = store.sub(pattern, one);
        let most = store.substr(t, zero, short);
        let window = store.concat(&[before, most]);
        let earlier = store.contains(window, t);
        let first = store.not(earlier);
        let fact = store.and(&[from, to, first]);
        vec![
            store.implies(empty, trivial),
            store.implies(condition, fact),
        ]
    }
}
