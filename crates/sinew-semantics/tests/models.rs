//! Models: constants, definitions, tables, completion, recursion; and the verdicts on them.

mod common;

use std::cell::Cell;

use sinew_semantics::{
    Evaluator, Interpretation, Limits, Model, Reason, Value, Verdict, check, eval,
};
use sinew_term::{FunId, Op, Sort, Term, TermStore};

fn fun(store: &TermStore, constant: Term) -> FunId {
    match store.op(constant) {
        Op::Apply(fun) => fun,
        other => panic!("{other:?} is not a constant"),
    }
}

#[test]
fn kleene_connectives_decide_in_spite_of_gaps() {
    let mut store = TermStore::new();
    let (p, n) = (
        store.constant("p", Sort::Bool),
        store.constant("n", Sort::Int),
    );
    let (yes, no, one) = (store.true_(), store.false_(), store.int(1));
    let (two, unknown) = (store.int(2), store.eq(n, one));
    let decided: Vec<(Term, Value)> = vec![
        (store.or(&[p, yes]), true.into()),
        (store.or(&[yes, p]), true.into()),
        (store.and(&[p, no]), false.into()),
        (store.implies(p, yes), true.into()),
        (store.implies(no, p), true.into()),
        (store.mk(Op::Implies, &[p, unknown, yes]), true.into()),
        (store.ite(p, one, one), 1.into()),
        (store.ite(yes, one, n), 1.into()),
        (store.mk(Op::Eq, &[n, one, two]), false.into()),
        (store.mk(Op::Lt, &[n, two, one]), false.into()),
        (store.distinct(&[one, n, one]), false.into()),
    ];
    let model = Model::new();
    for (term, value) in decided {
        assert_eq!(eval(&store, &model, term), Ok(value));
    }
    let undecided = [
        store.or(&[p, no]),
        store.and(&[p, yes]),
        store.implies(p, no),
        store.ite(p, one, two),
        store.not(p),
        store.xor(p, p),
    ];
    for term in undecided {
        let error = eval(&store, &model, term).unwrap_err();
        assert_eq!(error.reason, Reason::MissingInterpretation(fun(&store, p)));
        assert_eq!(error.term, p, "the term that is responsible");
        assert_eq!(error.describe(&store), "the model does not interpret `p`");
    }
}

#[test]
fn defaults_only_on_request() {
    let mut store = TermStore::new();
    let sort = store.user_sort("U", &[]);
    let f = store.declare("f", &[Sort::Int], Sort::String);
    let one = store.int(1);
    let terms = [
        store.constant("b", Sort::Bool),
        store.constant("n", Sort::Int),
        store.constant("s", Sort::String),
        store.constant("r", Sort::RegLan),
        store.constant("u", sort),
        store.apply(f, &[one]),
    ];
    let bare = Model::new();
    let completed = Model::new().with_defaults();
    for term in terms {
        assert!(eval(&store, &bare, term).is_err());
        let value = eval(&store, &completed, term).unwrap();
        assert_eq!(value, Value::default_of(store.sort(term)));
    }
    let empty = store.string("");
    let member = store.in_re(empty, terms[3]);
    assert_eq!(
        eval(&store, &completed, member),
        Ok(Value::Bool(false)),
        "re.none"
    );
}

#[test]
fn tables_have_exceptions_and_a_default() {
    let mut store = TermStore::new();
    let f = store.declare("f", &[Sort::Int, Sort::String], Sort::String);
    let mut model = Model::new();
    model.set_table(
        f,
        [(
            vec![Value::from(1), Value::string("a")],
            Value::string("hit"),
        )],
        Value::string("miss"),
    );
    let (one, two, a) = (store.int(1), store.int(2), store.string("a"));
    let (hit, miss) = (store.apply(f, &[one, a]), store.apply(f, &[two, a]));
    assert_eq!(eval(&store, &model, hit), Ok(Value::string("hit")));
    assert_eq!(eval(&store, &model, miss), Ok(Value::string("miss")));
}

#[test]
fn tables_over_languages_do_not_guess() {
    let mut store = TermStore::new();
    let f = store.declare("f", &[Sort::RegLan], Sort::Bool);
    let a = store.string("a");
    let literal = store.str_to_re(a);
    let Ok(key) = eval(&store, &Model::new(), literal) else {
        panic!("a regular expression has a value")
    };
    let mut model = Model::new();
    model.set_table(f, [(vec![key], Value::Bool(true))], Value::Bool(false));
    let same = store.apply(f, &[literal]);
    assert_eq!(eval(&store, &model, same), Ok(Value::Bool(true)));
    let b = store.string("b");
    let range = store.re_range(a, b);
    let other = store.re_inter(&[literal, range]);
    let other = store.apply(f, &[other]);
    assert_eq!(
        eval(&store, &model, other).unwrap_err().reason,
        Reason::RegexEquality
    );
}

#[test]
fn definitions_may_use_other_symbols_and_constants_may_be_defined() {
    let mut store = TermStore::new();
    let (x, y) = (
        store.constant("x", Sort::String),
        store.constant("y", Sort::String),
    );
    let xx = store.concat(&[x, x]);
    let mut model = Model::new();
    model.set_constant(fun(&store, x), Value::string("ab"));
    model.set_function(fun(&store, y), vec![], xx);
    assert_eq!(eval(&store, &model, y), Ok(Value::string("abab")));
    let listed: Vec<FunId> = model.iter().map(|(fun, _)| fun).collect();
    assert_eq!(listed, [fun(&store, x), fun(&store, y)]);
}

/// `(define-fun-rec count ((s String) (n Int)) Int (ite (= s "") n (count (tail s) (+ n 1))))`
fn count(store: &mut TermStore, model: &mut Model) -> FunId {
    let count = store.declare("count", &[Sort::String, Sort::Int], Sort::Int);
    let (s, n) = (store.var("s", Sort::String), store.var("n", Sort::Int));
    let (empty, one) = (store.string(""), store.int(1));
    let length = store.len(s);
    let tail = store.substr(s, one, length);
    let more = store.add(&[n, one]);
    let again = store.apply(count, &[tail, more]);
    let done = store.eq(s, empty);
    let body = store.ite(done, n, again);
    model.set_function(count, vec![s, n], body);
    count
}

#[test]
fn recursive_definitions_unfold() {
    let mut store = TermStore::new();
    let mut model = Model::new();
    let count = count(&mut store, &mut model);
    let (word, zero) = (store.string(&"x".repeat(2000)), store.int(0));
    let term = store.apply(count, &[word, zero]);
    assert_eq!(eval(&store, &model, term), Ok(Value::from(2000)));
    let limits = Limits {
        recursion_depth: 100,
        ..Limits::default()
    };
    let mut evaluator = Evaluator::with_limits(&store, &model, limits);
    assert_eq!(
        evaluator.eval(term).unwrap_err().reason,
        Reason::RecursionDepth
    );
}

#[test]
fn definitions_without_end_stop() {
    let mut store = TermStore::new();
    let (x, y) = (
        store.constant("x", Sort::Int),
        store.constant("y", Sort::Int),
    );
    let (f, n, one) = (
        store.declare("f", &[Sort::Int], Sort::Int),
        store.var("n", Sort::Int),
        store.int(1),
    );
    let more = store.add(&[n, one]);
    let body = store.apply(f, &[more]);
    let mut model = Model::new();
    model.set_function(fun(&store, x), vec![], y);
    model.set_function(fun(&store, y), vec![], x);
    model.set_function(f, vec![n], body);
    let endless = store.apply(f, &[one]);
    for term in [x, endless] {
        let error = eval(&store, &model, term).unwrap_err();
        assert_eq!(error.reason, Reason::RecursionDepth);
    }
}

#[test]
fn interpretations_of_another_rank_are_refused() {
    let mut store = TermStore::new();
    let x = store.constant("x", Sort::Int);
    let f = store.declare("f", &[Sort::Int], Sort::Int);
    let (one, a) = (store.int(1), store.string("a"));
    let application = store.apply(f, &[one]);
    let mut model = Model::new();
    model.set_constant(fun(&store, x), Value::string("no"));
    for meaning in [
        Interpretation::Constant(Value::from(1)),
        Interpretation::Definition {
            params: vec![],
            body: one,
        },
        Interpretation::Definition {
            params: vec![store.var("n", Sort::Int)],
            body: a,
        },
        Interpretation::Table {
            entries: [].into(),
            default: Value::string("no"),
        },
    ] {
        assert!(!Model::fits(&store, f, &meaning));
        model.set(f, meaning);
        for term in [x, application] {
            let error = eval(&store, &model, term).unwrap_err();
            assert_eq!(error.reason, Reason::BadInterpretation);
        }
    }
}

#[test]
fn languages_as_constants() {
    let mut store = TermStore::new();
    let r = store.constant("r", Sort::RegLan);
    let (a, b) = (store.string("a"), store.string("b"));
    let range = store.re_range(a, b);
    let language = store.re_loop(2, 3, range);
    let value = eval(&store, &Model::new(), language).unwrap();
    let mut model = Model::new();
    model.set_constant(fun(&store, r), value.clone());
    let word = store.string("aba");
    let member = store.in_re(word, r);
    assert_eq!(eval(&store, &model, member), Ok(Value::Bool(true)));
    let same = store.eq(r, language);
    assert_eq!(eval(&store, &model, same), Ok(Value::Bool(true)));
    assert_eq!(value.to_term(&mut store), language);
}

#[test]
fn values_become_terms_that_evaluate_to_them() {
    let mut store = TermStore::new();
    let literals = [
        Value::Bool(true),
        Value::from(-5),
        Value::string("a\"\\\u{2FFFF}"),
    ];
    for value in literals {
        let term = value.to_term(&mut store);
        assert_eq!(Value::of_literal(&store, term), Some(value.clone()));
        assert_eq!(eval(&store, &Model::new(), term), Ok(value));
    }
    let Sort::User(sort) = store.user_sort("U", &[]) else {
        unreachable!()
    };
    let element = Value::User(sort, 3).to_term(&mut store);
    assert_eq!(store.fun_name(fun(&store, element)), "@U!val!3");
    // A language with every kind of node comes back as the same language.
    let (ab, c, d) = (store.string("ab"), store.string("c"), store.string("d"));
    let (ab, range) = (store.str_to_re(ab), store.re_range(c, d));
    let (star, comp) = (store.re_star(ab), store.re_comp(range));
    let (all, any) = (store.re_all(), store.re_allchar());
    let looped = store.re_loop(1, 4, any);
    let inner = store.re_concat(&[looped, ab, star]);
    let inter = store.re_inter(&[comp, inner]);
    let union = store.re_union(&[inter, ab, range]);
    let whole = store.re_concat(&[ab, union, all, ab]);
    let back = eval(&store, &Model::new(), whole)
        .unwrap()
        .to_term(&mut store);
    let same = store.eq(whole, back);
    assert_eq!(eval(&store, &Model::new(), same), Ok(Value::Bool(true)));
}

#[test]
fn verdicts_name_the_first_false_assertion_and_why() {
    let mut store = TermStore::new();
    let (x, n) = (
        store.constant("x", Sort::String),
        store.constant("n", Sort::Int),
    );
    let (three, ab) = (store.int(3), store.string("ab"));
    let length = store.len(x);
    let first = store.eq(length, n);
    let (longer, contains) = (store.gt(length, three), store.contains(x, ab));
    let neither = store.or(&[longer, contains]);
    let yes = store.true_();
    let second = store.and(&[first, neither, yes]);
    let mut model = Model::new();
    model.set_constant(fun(&store, x), Value::string("cc"));
    model.set_constant(fun(&store, n), Value::from(2));
    assert_eq!(check(&store, &model, &[first, yes]), Verdict::Satisfied);
    let verdict = check(&store, &model, &[yes, first, second]);
    let Verdict::Falsified {
        index: 2,
        term,
        values,
    } = verdict
    else {
        panic!("the third is false")
    };
    assert_eq!(term, second);
    let named: Vec<Term> = values.iter().map(|(term, _)| *term).collect();
    assert_eq!(named, [second, neither, longer, contains, length, x]);
    assert_eq!(values[4].1, Value::from(2));
}

#[test]
fn a_false_assertion_outweighs_an_undecided_one() {
    let mut store = TermStore::new();
    let (p, no, yes) = (
        store.constant("p", Sort::Bool),
        store.false_(),
        store.true_(),
    );
    let model = Model::new();
    assert!(matches!(
        check(&store, &model, &[p, no]),
        Verdict::Falsified { index: 1, .. }
    ));
    assert!(matches!(
        check(&store, &model, &[yes, p, yes]),
        Verdict::Undecided { index: 1, .. }
    ));
}

#[test]
fn a_watcher_hears_of_every_step_and_ends_the_evaluation() {
    let mut store = TermStore::new();
    let mut model = Model::new();
    let count = count(&mut store, &mut model);
    let (word, zero) = (store.string(&"x".repeat(2000)), store.int(0));
    let term = store.apply(count, &[word, zero]);
    let heard = Cell::new(0);
    let mut evaluator = Evaluator::new(&store, &model).with_watcher(Box::new(|steps| {
        heard.set(heard.get() + steps);
        true
    }));
    assert_eq!(evaluator.eval(term), Ok(Value::from(2000)));
    assert_eq!(evaluator.steps(), heard.get());
    assert!(heard.get() > 2000);
    let whole = heard.replace(0);
    drop(evaluator);

    let mut evaluator = Evaluator::new(&store, &model).with_watcher(Box::new(|steps| {
        heard.set(heard.get() + steps);
        heard.get() < whole / 2
    }));
    let error = evaluator.eval(term).unwrap_err();
    assert_eq!(error.reason, Reason::Interrupted);
    let after = heard.get();
    assert!(after < whole * 3 / 4, "{after} of {whole} steps");
    // It does not go on with something else.
    assert_eq!(
        evaluator.eval(term).unwrap_err().reason,
        Reason::Interrupted
    );
}
