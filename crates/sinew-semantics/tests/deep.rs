//! Terms that are a million deep, terms that share, values that are large.

mod common;

use common::ground;
use sinew_semantics::{Evaluator, Limits, Model, Reason, Value, eval};
use sinew_term::{Op, Sort, Term, TermStore};

const DEEP: usize = 1_000_000;

fn iterate(start: Term, count: usize, mut step: impl FnMut(Term) -> Term) -> Term {
    (0..count).fold(start, |term, _| step(term))
}

#[test]
fn a_million_nested_connectives() {
    let value = ground(|store| {
        let (no, yes) = (store.false_(), store.true_());
        let nots = iterate(no, DEEP, |term| store.not(term));
        let ands = iterate(nots, DEEP, |term| store.and(&[yes, term]));
        let implications = iterate(ands, DEEP, |term| store.implies(yes, term));
        iterate(implications, DEEP, |term| store.ite(yes, term, no))
    });
    assert_eq!(value, Ok(Value::Bool(false)));
}

#[test]
fn a_million_nested_sums_and_concatenations() {
    let value = ground(|store| {
        let (a, one, zero) = (store.string("a"), store.int(1), store.int(0));
        let left = iterate(a, DEEP, |term| store.concat(&[term, a]));
        let right = iterate(a, DEEP, |term| store.concat(&[a, term]));
        let equal = store.eq(left, right);
        let sum = iterate(zero, DEEP, |term| store.add(&[one, term]));
        let length = store.len(left);
        let less = store.lt(sum, length);
        store.and(&[equal, less])
    });
    assert_eq!(value, Ok(Value::Bool(true)));
}

#[test]
fn a_million_nested_regular_operators() {
    let value = ground(|store| {
        let a = store.string("a");
        let a = store.str_to_re(a);
        let deep = [Op::ReStar, Op::ReOpt, Op::ReComp, Op::RePow(1)]
            .map(|op| iterate(a, DEEP, |term| store.mk(op, &[term])));
        // These do not collapse: the expression has as many parts as the term.
        let pluses = iterate(a, 20_000, |term| store.re_plus(term));
        let empty = store.string("");
        let none = store.re_none();
        let unions = iterate(deep[0], DEEP, |term| store.re_union(&[none, term]));
        let word = store.string("aaaaaaa");
        let mut all = vec![store.in_re(word, deep[0]), store.in_re(word, pluses)];
        all.push(store.in_re(word, unions));
        all.push(store.in_re(empty, deep[1]));
        let lefts = iterate(a, 300, |term| store.re_concat(&[term, deep[0]]));
        all.push(store.in_re(word, lefts));
        let differences = iterate(deep[0], DEEP, |term| store.re_diff(term, none));
        all.push(store.in_re(word, differences));
        store.and(&all)
    });
    assert_eq!(value, Ok(Value::Bool(true)));
}

#[test]
fn a_million_nested_string_functions() {
    let value = ground(|store| {
        let (ab, zero, two) = (store.string("ab"), store.int(0), store.int(2));
        let term = iterate(ab, DEEP, |term| store.rev(term));
        iterate(term, DEEP, |term| store.substr(term, zero, two))
    });
    assert_eq!(value, Ok(Value::string("ab")));
}

#[test]
fn shared_terms_are_evaluated_once() {
    let value = ground(|store| {
        let one = store.int(1);
        iterate(one, 60, |term| store.add(&[term, term]))
    });
    assert_eq!(value, Ok(Value::from(1 << 60)));
    // 2^60 concatenations of nothing are nothing.
    let value = ground(|store| {
        let empty = store.string("");
        iterate(empty, 60, |term| store.concat(&[term, term]))
    });
    assert_eq!(value, Ok(Value::string("")));
}

#[test]
fn shared_terms_under_a_binder_are_evaluated_once_per_instance() {
    let value = ground(|store| {
        let p = store.var("p", Sort::Bool);
        let body = iterate(p, 60, |term| store.eq(term, term));
        store.quantify(true, &[p], body, &[])
    });
    assert_eq!(value, Ok(Value::Bool(true)));
}

#[test]
fn strings_beyond_the_limit_are_not_made() {
    let value = ground(|store| {
        let (a, aa) = (store.string("a"), store.string("aaaaaaaaaa"));
        let term = iterate(aa, 12, |term| store.replace_all(term, a, aa));
        store.len(term)
    });
    assert_eq!(value.unwrap_err().reason, Reason::Size);
    let value = ground(|store| {
        let a = store.string("a");
        iterate(a, 60, |term| store.concat(&[term, term]))
    });
    assert_eq!(value.unwrap_err().reason, Reason::Size);
    let value = ground(|store| {
        let two = store.int(2);
        iterate(two, 60, |term| store.mul(&[term, term]))
    });
    assert_eq!(value.unwrap_err().reason, Reason::Size);
}

#[test]
fn expressions_beyond_the_limit_are_not_made() {
    let value = ground(|store| {
        let a = store.string("a");
        let word = iterate(a, 23, |term| store.concat(&[term, term]));
        let regex = store.str_to_re(word);
        store.in_re(word, regex)
    });
    assert_eq!(value.unwrap_err().reason, Reason::Size);
}

#[test]
fn the_strings_kept_at_a_time_are_limited_together() {
    let mut store = TermStore::new();
    let a = store.code_points(&[97; 1000]);
    let (mut parts, b) = (Vec::new(), store.string("b"));
    let mut last = a;
    for _ in 0..100 {
        last = store.concat(&[last, b]);
        parts.push(store.len(last));
    }
    let sum = store.add(&parts);
    let model = Model::new();
    let limits = Limits {
        live_characters: 10_000,
        ..Limits::default()
    };
    let mut evaluator = Evaluator::with_limits(&store, &model, limits);
    assert_eq!(evaluator.eval(sum).unwrap_err().reason, Reason::Size);
    assert!(eval(&store, &model, sum).is_ok());
}

#[test]
fn steps_are_limited_and_the_evaluator_stays_usable() {
    let mut store = TermStore::new();
    let x = store.var("x", Sort::Int);
    let (zero, many) = (store.int(0), store.int(100_000));
    let (lower, upper) = (store.le(zero, x), store.lt(x, many));
    let guard = store.and(&[lower, upper]);
    let square = store.mul(&[x, x]);
    let positive = store.ge(square, zero);
    let body = store.implies(guard, positive);
    let all = store.quantify(true, &[x], body, &[]);
    let yes = store.true_();
    let model = Model::new();
    let limits = Limits {
        steps: 1000,
        ..Limits::default()
    };
    let mut evaluator = Evaluator::with_limits(&store, &model, limits);
    assert_eq!(evaluator.eval(all).unwrap_err().reason, Reason::Steps);
    assert_eq!(evaluator.eval(yes), Ok(Value::Bool(true)));
    assert_eq!(eval(&store, &model, all), Ok(Value::Bool(true)));
}

#[test]
fn long_words_match_quickly() {
    let long: String = "abcab0123_@.".chars().cycle().take(10_000).collect();
    let value = ground(|store| {
        let word = store.string(&long);
        let class = |store: &mut TermStore, lo: &str, hi: &str| {
            let (lo, hi) = (store.string(lo), store.string(hi));
            store.re_range(lo, hi)
        };
        let (lower, digit) = (class(store, "a", "z"), class(store, "0", "9"));
        let marks: Vec<Term> = ["_", "@", "."]
            .iter()
            .map(|mark| {
                let mark = store.string(mark);
                store.str_to_re(mark)
            })
            .collect();
        let any = store.re_union(&[lower, digit, marks[0], marks[1], marks[2]]);
        let looped = store.re_loop(0, 10_000, any);
        let short = store.re_loop(0, 9_999, any);
        let star = store.re_star(any);
        let (all, at) = (store.re_all(), marks[1]);
        // Two ambiguous stars around a mark, and the complement of a forbidden word.
        let sandwich = store.re_concat(&[star, at, star, at, all]);
        let bad = store.string("0124");
        let bad = store.str_to_re(bad);
        let bad = store.re_concat(&[all, bad, all]);
        let good = store.re_comp(bad);
        let both = store.re_inter(&[sandwich, good, looped]);
        let matches = store.in_re(word, both);
        let too_long = store.in_re(word, short);
        let not_too_long = store.not(too_long);
        store.and(&[matches, not_too_long])
    });
    assert_eq!(value, Ok(Value::Bool(true)));
}

#[test]
fn ambiguous_counters_stay_polynomial() {
    let value = ground(|store| {
        let word = store.string(&"a".repeat(1_000));
        let (a, aa) = (store.string("a"), store.string("aa"));
        let (a, aa) = (store.str_to_re(a), store.str_to_re(aa));
        let either = store.re_union(&[a, aa]);
        let looped = store.re_loop(0, 600, either);
        let nested = store.re_loop(0, 600, looped);
        let tight = store.re_loop(0, 499, either);
        let (loose, nested, tight) = (
            store.in_re(word, looped),
            store.in_re(word, nested),
            store.in_re(word, tight),
        );
        let tight = store.not(tight);
        store.and(&[loose, nested, tight])
    });
    assert_eq!(value, Ok(Value::Bool(true)));
}
