//! Quantifiers: which ones evaluate, to what, and which ones do not.

mod common;

use common::ground;
use sinew_semantics::{Domains, Evaluator, Model, Reason, Value, Verdict, check, eval};
use sinew_term::{Op, Sort, Term, TermStore};

fn int_var(store: &mut TermStore, name: &str) -> Term {
    store.var(name, Sort::Int)
}

/// `0 <= x < n`
fn between(store: &mut TermStore, x: Term, n: i64) -> Term {
    let (zero, n) = (store.int(0), store.int(n));
    let (lower, upper) = (store.le(zero, x), store.lt(x, n));
    store.and(&[lower, upper])
}

#[test]
fn boolean_variables_take_both_values() {
    let value = |forall: bool| {
        ground(|store| {
            let (p, q) = (store.var("p", Sort::Bool), store.var("q", Sort::Bool));
            let body = store.xor(p, q);
            store.quantify(forall, &[p, q], body, &[])
        })
    };
    assert_eq!(value(true), Ok(Value::Bool(false)));
    assert_eq!(value(false), Ok(Value::Bool(true)));
}

#[test]
fn guarded_integers_range_over_the_guard() {
    // ∀i (0 ≤ i < n ⇒ i·i < 100) holds for n = 10, not for n = 11.
    let value = |n: i64| {
        ground(|store| {
            let i = int_var(store, "i");
            let guard = between(store, i, n);
            let (square, hundred) = (store.mul(&[i, i]), store.int(100));
            let small = store.lt(square, hundred);
            let body = store.implies(guard, small);
            store.quantify(true, &[i], body, &[])
        })
    };
    assert_eq!(value(10), Ok(Value::Bool(true)));
    assert_eq!(value(11), Ok(Value::Bool(false)));
    assert_eq!(value(-5), Ok(Value::Bool(true)), "an empty range");
}

#[test]
fn guards_are_found_in_every_shape() {
    type Build = fn(&mut TermStore, Term, Term) -> (bool, Term);
    // The atom is i = 3; each body bounds i to 0…4 in its own way.
    let shapes: [(&str, Build); 7] = [
        ("exists and", |store, i, atom| {
            let guard = between(store, i, 5);
            (false, store.and(&[guard, atom]))
        }),
        ("exists not or", |store, i, atom| {
            let (zero, five) = (store.int(0), store.int(5));
            let (below, above, no) = (store.lt(i, zero), store.ge(i, five), store.not(atom));
            let or = store.or(&[below, above, no]);
            (false, store.not(or))
        }),
        ("exists chain", |store, i, atom| {
            let (zero, four) = (store.int(0), store.int(4));
            let chain = store.mk(Op::Le, &[zero, i, four]);
            (false, store.and(&[chain, atom]))
        }),
        ("exists equality", |store, i, atom| {
            let three = store.int(3);
            let equal = store.eq(three, i);
            (false, store.and(&[equal, atom]))
        }),
        ("forall or", |store, i, atom| {
            let (zero, four) = (store.int(0), store.int(4));
            let (below, above) = (store.gt(zero, i), store.gt(i, four));
            let other = store.not(atom);
            (true, store.or(&[below, above, other]))
        }),
        ("forall curried", |store, i, atom| {
            let (zero, five) = (store.int(0), store.int(5));
            let (lower, upper) = (store.ge(i, zero), store.gt(five, i));
            let other = store.not(atom);
            (true, store.mk(Op::Implies, &[lower, upper, other]))
        }),
        ("forall nested implication", |store, i, atom| {
            let (zero, five) = (store.int(0), store.int(5));
            let (lower, upper) = (store.ge(i, zero), store.le(five, i));
            let upper = store.not(upper);
            let other = store.not(atom);
            let inner = store.implies(upper, other);
            (true, store.implies(lower, inner))
        }),
    ];
    for (name, build) in shapes {
        let mut store = TermStore::new();
        let (i, three) = (int_var(&mut store, "i"), store.int(3));
        let atom = store.eq(i, three);
        let (forall, body) = build(&mut store, i, atom);
        let term = store.quantify(forall, &[i], body, &[]);
        let value = eval(&store, &Model::new(), term);
        assert_eq!(value, Ok(Value::Bool(!forall)), "{name}");
    }
}

#[test]
fn a_bound_may_depend_on_another_variable_in_any_order() {
    // ∃j i (0 ≤ i < 4 ∧ 0 ≤ j < i ∧ i + j = 5): i = 3, j = 2.
    let value = |target: i64| {
        ground(|store| {
            let (i, j) = (int_var(store, "i"), int_var(store, "j"));
            let zero = store.int(0);
            let outer = between(store, i, 4);
            let (lower, upper) = (store.le(zero, j), store.lt(j, i));
            let (sum, target) = (store.add(&[i, j]), store.int(target));
            let hit = store.eq(sum, target);
            let body = store.and(&[outer, lower, upper, hit]);
            store.quantify(false, &[j, i], body, &[])
        })
    };
    assert_eq!(value(5), Ok(Value::Bool(true)));
    assert_eq!(value(6), Ok(Value::Bool(false)));
}

#[test]
fn strings_in_a_finite_language_are_enumerated() {
    // ∀s (s ∈ (a|b){0,3} ∧ |s| ≤ 2 ⇒ |s| < limit)
    let value = |limit: i64| {
        ground(|store| {
            let s = store.var("s", Sort::String);
            let (a, b, two) = (store.string("a"), store.string("b"), store.int(2));
            let range = store.re_range(a, b);
            let language = store.re_loop(0, 3, range);
            let member = store.in_re(s, language);
            let length = store.len(s);
            let (short, limit) = (store.le(length, two), store.int(limit));
            let small = store.lt(length, limit);
            let body = store.mk(Op::Implies, &[member, short, small]);
            store.quantify(true, &[s], body, &[])
        })
    };
    assert_eq!(value(3), Ok(Value::Bool(true)));
    assert_eq!(value(2), Ok(Value::Bool(false)));
}

#[test]
fn words_without_end_are_not_enumerated() {
    // ∀x (x ∈ b* ⇒ no a in x), and the same of words of at most a hundred thousand characters.
    let value = |longest: Option<i64>| {
        ground(|store| {
            let x = store.var("x", Sort::String);
            let (letter, other) = (store.string("b"), store.string("a"));
            let letter = store.mk(Op::StrToRe, &[letter]);
            let words = store.mk(Op::ReStar, &[letter]);
            let mut guards = vec![store.mk(Op::InRe, &[x, words])];
            if let Some(longest) = longest {
                let (length, most) = (store.mk(Op::Len, &[x]), store.int(longest));
                guards.push(store.le(length, most));
            }
            let guard = store.and(&guards);
            let contains = store.mk(Op::Contains, &[x, other]);
            let without = store.not(contains);
            let body = store.implies(guard, without);
            store.quantify(true, &[x], body, &[])
        })
        .map_err(|undecided| undecided.reason)
    };
    // Neither takes all steps, which would be gigabytes of words.
    assert_eq!(value(None), Err(Reason::UnboundedQuantifier));
    assert_eq!(value(Some(100_000)), Err(Reason::UnboundedQuantifier));
    assert_eq!(value(Some(100)), Ok(Value::Bool(true)));
}

#[test]
fn unbounded_quantifiers_are_not_decided() {
    let value = ground(|store| {
        let (i, zero) = (int_var(store, "i"), store.int(0));
        let body = store.le(zero, i);
        store.quantify(true, &[i], body, &[])
    });
    assert_eq!(value.unwrap_err().reason, Reason::UnboundedQuantifier);
    let value = ground(|store| {
        let s = store.var("s", Sort::String);
        let empty = store.string("");
        let body = store.eq(s, empty);
        store.quantify(true, &[s], body, &[])
    });
    assert_eq!(value.unwrap_err().reason, Reason::UnboundedQuantifier);
}

#[test]
fn an_unbounded_quantifier_is_decided_if_its_variable_does_not_matter() {
    let value = ground(|store| {
        let (i, zero, yes) = (int_var(store, "i"), store.int(0), store.true_());
        let atom = store.le(zero, i);
        let body = store.or(&[atom, yes]);
        store.quantify(true, &[i], body, &[])
    });
    assert_eq!(value, Ok(Value::Bool(true)));
    let value = ground(|store| {
        let (i, zero, no) = (int_var(store, "i"), store.int(0), store.false_());
        let atom = store.le(zero, i);
        let body = store.and(&[atom, no]);
        store.quantify(false, &[i], body, &[])
    });
    assert_eq!(value, Ok(Value::Bool(false)));
}

#[test]
fn given_domains_are_used() {
    let mut store = TermStore::new();
    let s = store.var("s", Sort::String);
    let (length, two) = (store.len(s), store.int(2));
    let body = store.le(length, two);
    let all = store.quantify(true, &[s], body, &[]);
    let model = Model::new();
    for (words, expected) in [(vec!["", "ab"], true), (vec!["", "abc"], false)] {
        let mut domains = Domains::new();
        domains.set(Sort::String, words.into_iter().map(Value::string));
        let mut evaluator = Evaluator::new(&store, &model).with_domains(domains);
        assert_eq!(evaluator.eval(all), Ok(Value::Bool(expected)));
    }
}

#[test]
fn declared_sorts_range_over_the_universe_of_the_model() {
    let mut store = TermStore::new();
    let sort = store.user_sort("U", &[]);
    let Sort::User(id) = sort else { unreachable!() };
    let f = store.declare("f", &[sort], Sort::Bool);
    let x = store.var("x", sort);
    let body = store.apply(f, &[x]);
    let all = store.quantify(true, &[x], body, &[]);
    let mut model = Model::new();
    model.set_table(
        f,
        [(vec![Value::User(id, 2)], Value::Bool(false))],
        Value::Bool(true),
    );
    assert_eq!(
        eval(&store, &model, all).unwrap_err().reason,
        Reason::UnboundedQuantifier
    );
    model.set_universe(id, 2);
    assert_eq!(eval(&store, &model, all), Ok(Value::Bool(true)));
    model.set_universe(id, 3);
    assert_eq!(eval(&store, &model, all), Ok(Value::Bool(false)));
}

#[test]
fn inner_binders_hide_outer_ones_of_the_same_name() {
    // ∀p (p ∨ ∃p ¬p) is true; with the outer p visible inside it would be as well, so also
    // ∀p (p ∨ ∀p p), which is false but would be true for p = true only.
    let value = ground(|store| {
        let p = store.var("p", Sort::Bool);
        let inner = store.quantify(true, &[p], p, &[]);
        let same = store.eq(p, inner);
        store.quantify(true, &[p], same, &[])
    });
    assert_eq!(value, Ok(Value::Bool(false)));
}

#[test]
fn a_false_universal_is_explained_by_its_instance() {
    let mut store = TermStore::new();
    let (i, j) = (int_var(&mut store, "i"), int_var(&mut store, "j"));
    let (first, second) = (between(&mut store, i, 5), between(&mut store, j, 5));
    let (product, twelve) = (store.mul(&[i, j]), store.int(12));
    let other = store.distinct(&[product, twelve]);
    let body = store.mk(Op::Implies, &[first, second, other]);
    let all = store.quantify(true, &[i, j], body, &[]);
    let Verdict::Falsified { values, .. } = check(&store, &Model::new(), &[all]) else {
        panic!("3 times 4 is 12")
    };
    assert_eq!(values[0], (all, Value::Bool(false)));
    assert_eq!(values[1..], [(i, Value::from(3)), (j, Value::from(4))]);
}

#[test]
fn free_variables_have_no_value() {
    let value = ground(|store| int_var(store, "i"));
    assert_eq!(value.unwrap_err().reason, Reason::FreeVariable);
}
