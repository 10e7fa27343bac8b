//! Steps of a reduction that are tried when no other leads on.
//!
//! A part of a part may do for a term where no part does: two complements turn what one of them
//! turns, so neither can go alone. And a term may have to be some value, but not the plainest.
//! These are many, and most of them are in vain while the test is large, so they come last.

use rustc_hash::FxHashMap;
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::reduce::Candidate;
use super::steps::claimed;
use crate::synth::exec::Value;
use crate::synth::rewrite::replace_terms;

/// Parts of one term that are tried.
const PARTS: usize = 40;

/// The candidate with whatever part, or a plain value, in the place of a term.
pub(super) fn deeper(store: &mut TermStore, candidate: &Candidate) -> Vec<Candidate> {
    let mut result = Vec::new();
    let claimed = claimed(candidate.clone());
    for (i, &assertion) in candidate.assertions.iter().enumerate() {
        let mut subterms = postorder_all(store, &[assertion]);
        subterms.reverse();
        for old in subterms {
            if is_leaf(store, old) || store.op(old).is_binder() || store.op(old) == Op::Pattern {
                continue;
            }
            let mut news = parts(store, old);
            news.extend(values(store, store.sort(old)));
            for new in news {
                let map = FxHashMap::from_iter([(old, new)]);
                let mut next = claimed.clone();
                next.assertions[i] = replace_terms(store, assertion, &map);
                result.push(next);
            }
        }
    }
    result
}

fn is_leaf(store: &TermStore, term: Term) -> bool {
    store.args(term).is_empty() || Value::of_literal(store, term).is_some()
}

/// The parts of a term that have its sort, wherever they are; what a quantifier binds stays in it.
fn parts(store: &TermStore, term: Term) -> Vec<Term> {
    let sort = store.sort(term);
    let mut found = Vec::new();
    let mut open: Vec<Term> = store.args(term).to_vec();
    while let Some(part) = open.pop() {
        if found.len() >= PARTS || store.op(part) == Op::Pattern || found.contains(&part) {
            continue;
        }
        if store.sort(part) == sort {
            found.push(part);
        }
        if !store.op(part).is_binder() && !is_leaf(store, part) {
            open.extend_from_slice(store.args(part));
        }
    }
    found
}

/// Values that are nearly the plainest of a sort.
fn values(store: &mut TermStore, sort: Sort) -> Vec<Term> {
    match sort {
        Sort::String => vec![store.string("a")],
        Sort::Int => vec![store.int(1), store.int(-1)],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::run::job::Job;
    use crate::run::reduce::reduce;
    use crate::run::verdict::Verdict;

    fn smallest(assertion: &str, fails: impl Fn(&str) -> bool) -> String {
        let text = format!("(declare-fun i () Int)\n(assert {assertion})\n(check-sat)\n; open\n");
        let job = Job::from_file("test.smt2", text).expect("a claim");
        let found = reduce(&job, Verdict::Crash, 1000, &mut |candidate| {
            fails(&candidate.text)
        });
        let found = found.expect("readable");
        let line = found.text.lines().find(|line| line.starts_with("(assert"));
        line.unwrap_or_default().to_owned()
    }

    /// What turns twice goes at once.
    #[test]
    fn a_part_of_a_part_takes_the_place_of_a_term() {
        let three = "(not (str.in_re \"\" (re.comp (re.comp (re.comp (re.range \"a\" \"b\"))))))";
        let found = smallest(three, |text| {
            text.contains("(not (str.in_re")
                && text.matches("re.comp").count() % 2 == 1
                && text.contains("re.range")
        });
        let once = "(assert (not (str.in_re \"\" (re.comp (re.range \"\" \"\")))))";
        assert_eq!(found, once);
    }

    #[test]
    fn a_value_that_is_not_the_plainest_takes_the_place_of_a_term() {
        let found = smallest("(str.in_re (str.from_int i) re.none)", |text| {
            text.contains("(str.in_re (str.from_int ") || text.contains("(str.in_re \"a\" ")
        });
        assert_eq!(found, "(assert (str.in_re \"a\" re.none))");
        let found = smallest("(= (str.len (str.from_int i)) 0)", |text| {
            text.contains("(= (str.len ") || text.contains("(= (- 1) ")
        });
        assert_eq!(found, "(assert (= (- 1) 0))");
    }
}
