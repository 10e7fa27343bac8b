//! Sort checking: what is refused, and with which words.

use sinew_term::{Op, Params, Sort, TermStore};

fn arguments(store: &mut TermStore, params: Params) -> Vec<sinew_term::Term> {
    let of = |store: &mut TermStore, sort| match sort {
        Sort::Bool => store.constant("b", sort),
        Sort::Int => store.constant("i", sort),
        Sort::String => store.constant("s", sort),
        Sort::RegLan => store.re_all(),
        Sort::User(_) => unreachable!("no operator takes declared sorts"),
    };
    match params {
        Params::Fixed(sorts) => sorts.iter().map(|&sort| of(store, sort)).collect(),
        Params::Many { sort, min } => (0..min + 2).map(|_| of(store, sort)).collect(),
        Params::Same => vec![of(store, Sort::RegLan); 2],
        Params::Branches => vec![
            of(store, Sort::Bool),
            of(store, Sort::String),
            of(store, Sort::String),
        ],
        _ => Vec::new(),
    }
}

#[test]
fn every_operator_accepts_its_rank_and_refuses_each_wrong_argument() {
    for row in Op::TABLE {
        let mut store = TermStore::new();
        let args = arguments(&mut store, row.params);
        let term = store
            .try_mk(row.op, &args)
            .unwrap_or_else(|e| panic!("{}: {e:?}", row.name));
        if row.op != Op::Ite {
            assert_eq!(store.sort(term), row.result, "{}", row.name);
        }
        let alien_sort = store.user_sort("Alien", &[]);
        let alien = store.constant("alien", alien_sort);
        for index in 0..args.len() {
            let mut wrong = args.clone();
            wrong[index] = alien;
            let error = store
                .try_mk(row.op, &wrong)
                .expect_err(row.name)
                .describe(&store);
            assert!(
                error.contains(row.name) && error.contains("Alien"),
                "{error}"
            );
        }
        if matches!(row.params, Params::Fixed(_) | Params::Branches) {
            let mut more = args.clone();
            more.push(alien);
            let error = store
                .try_mk(row.op, &more)
                .expect_err(row.name)
                .describe(&store);
            assert!(
                error.ends_with(&format!("but got {}", args.len() + 1)),
                "{error}"
            );
        }
    }
}

#[test]
fn messages_name_the_argument_the_expected_and_the_found_sort() {
    let mut store = TermStore::new();
    let (s, i) = (
        store.constant("s", Sort::String),
        store.constant("i", Sort::Int),
    );
    let f = store.declare("f", &[Sort::Int, Sort::Bool], Sort::String);
    let cases = [
        (
            Op::Eq,
            vec![s, s, i],
            "argument 3 of `=` must have sort String like the argument before it, but has sort Int",
        ),
        (
            Op::Ite,
            vec![s, s, s],
            "argument 1 of `ite` must have sort Bool, but has sort String",
        ),
        (
            Op::Sub,
            vec![i],
            "`-` takes at least 2 arguments, but got 1",
        ),
        (Op::Len, vec![], "`str.len` takes 1 argument, but got 0"),
        (
            Op::Apply(f),
            vec![i, i],
            "argument 2 of `f` must have sort Bool, but has sort Int",
        ),
        (
            Op::Forall(1),
            vec![s, i],
            "a quantifier binds distinct variables over a Bool body",
        ),
    ];
    for (op, args, message) in cases {
        assert_eq!(
            store.try_mk(op, &args).unwrap_err().describe(&store),
            message
        );
    }
    let zero = store.int_id(0);
    let error = store.try_mk(Op::Divisible(zero), &[i]).unwrap_err();
    assert_eq!(
        error.describe(&store),
        "`divisible` needs a positive number"
    );
}

#[test]
fn functions_are_their_name_and_rank() {
    let mut store = TermStore::new();
    let f = store.declare("f", &[Sort::Int], Sort::Int);
    assert_eq!(f, store.declare("f", &[Sort::Int], Sort::Int));
    assert_ne!(f, store.declare("f", &[Sort::String], Sort::Int));
    let x = store.var("x", Sort::Int);
    assert_ne!(
        x,
        store.constant("x", Sort::Int),
        "variables and constants never mix"
    );
}

#[test]
fn negated_numerals_are_values() {
    let mut store = TermStore::new();
    let five = store.int(5);
    let minus_five = store.neg(five);
    assert_eq!(minus_five, store.int(-5));
    // Only a numeral under a sign is one: a script that writes more has its assertion printed as it was written.
    assert_ne!(store.neg(minus_five), five);
    let zero = store.int(0);
    assert_ne!(store.neg(zero), zero);
}

#[test]
fn ground_means_no_symbols_and_no_variables() {
    let mut store = TermStore::new();
    let (one, x, v) = (
        store.int(1),
        store.constant("x", Sort::Int),
        store.var("v", Sort::Int),
    );
    let sum = store.add(&[one, one]);
    assert!(store.is_ground(sum));
    let (with_x, with_v) = (store.add(&[sum, x]), store.add(&[sum, v]));
    assert!(!store.is_ground(with_x) && !store.mentions_variables(with_x));
    assert!(!store.is_ground(with_v) && store.mentions_variables(with_v));
}
