//! What is printed reads back to the same term.

mod common;

use common::{Builder, Entropy, alpha_equal};
use proptest::prelude::*;
use sinew_smtlib::{parse_term, print_term};
use sinew_term::{Op, Sort, TermStore};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Without binders, printing and reading is the identity.
    #[test]
    fn quantifier_free(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut builder = Builder::new();
        let term = builder.term(&mut Entropy::new(&bytes), false);
        let text = print_term(&builder.store, term);
        let again = parse_term(&mut builder.store, &builder.env, &text);
        prop_assert_eq!(again, Ok(term), "{}", text);
    }

    /// With binders, the first reading settles names and nothing else; then it is the identity.
    #[test]
    fn quantified(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut builder = Builder::new();
        let term = builder.term(&mut Entropy::new(&bytes), true);
        let term = builder.close(term);
        let text = print_term(&builder.store, term);
        let settled = match parse_term(&mut builder.store, &builder.env, &text) {
            Ok(settled) => settled,
            Err(error) => return Err(TestCaseError::fail(format!("{text}: {error}"))),
        };
        prop_assert!(
            alpha_equal(&builder.store, term, settled, &mut Vec::new()),
            "{} reads as {}", text, print_term(&builder.store, settled)
        );
        let text = print_term(&builder.store, settled);
        let again = parse_term(&mut builder.store, &builder.env, &text);
        prop_assert_eq!(again, Ok(settled), "{}", text);
    }
}

#[test]
fn every_operator_is_generated() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..400u32 {
        let mut state = u64::from(seed) + 1;
        let bytes: Vec<u8> = (0..300)
            .map(|_| {
                state = state
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                (state >> 33) as u8
            })
            .collect();
        let mut builder = Builder::new();
        let term = builder.term(&mut Entropy::new(&bytes), true);
        for t in sinew_term::postorder(&builder.store, term) {
            seen.insert(format!(
                "{:?}",
                std::mem::discriminant(&builder.store.op(t))
            ));
        }
    }
    let wanted = Op::TABLE.len() + 9; // literals, indexed ones, symbols, binders, patterns
    assert!(
        seen.len() >= wanted,
        "only {} of {wanted} kinds of nodes",
        seen.len()
    );
}

#[test]
fn repeated_subterms_are_named_once() {
    let mut store = TermStore::new();
    let mut env = sinew_smtlib::Environment::new();
    sinew_smtlib::parse_script(&mut store, &mut env, "(declare-const x Int)").unwrap();
    let mut term = store.constant("x", Sort::Int);
    for _ in 0..200 {
        term = store.add(&[term, term]);
    }
    let text = print_term(&store, term);
    assert!(
        text.len() < 10_000,
        "2^200 occurrences must not be written out"
    );
    assert_eq!(parse_term(&mut store, &env, &text), Ok(term));
}

#[test]
fn small_repeated_subterms_stay_readable() {
    let mut store = TermStore::new();
    let x = store.constant("x", Sort::String);
    let length = store.len(x);
    let sum = store.add(&[length, length]);
    assert_eq!(print_term(&store, sum), "(+ (str.len x) (str.len x))");
}

#[test]
fn sharing_works_below_quantifiers() {
    let mut store = TermStore::new();
    let env = sinew_smtlib::Environment::new();
    let v = store.var("v", Sort::Int);
    let w = store.var("w", Sort::Int);
    let mut term = store.add(&[v, w]);
    for _ in 0..100 {
        term = store.add(&[term, term]);
    }
    let mut body = store.eq(term, v);
    // The heavy sum is used inside and outside a further quantifier.
    let u = store.var("u", Sort::Int);
    let inner = store.eq(term, u);
    let inner = store.quantify(false, &[u], inner, &[vec![term]]);
    body = store.and(&[body, inner]);
    let all = store.quantify(true, &[v, w], body, &[]);
    let text = print_term(&store, all);
    assert!(text.len() < 10_000);
    assert_eq!(parse_term(&mut store, &env, &text), Ok(all));
}

#[test]
fn nested_quantifiers_do_not_double() {
    // Two quantifiers on each level, both of which hold both of the next level.
    let mut store = TermStore::new();
    let env = sinew_smtlib::Environment::new();
    let x = store.var("x", Sort::Int);
    let y = store.var("y", Sort::Int);
    let sum = store.add(&[x, x, x, x, y, y, y, y]);
    let (mut a, mut b) = (store.eq(sum, x), store.lt(sum, x));
    for level in 0..60 {
        let both = store.and(&[a, b]);
        let either = store.or(&[a, b]);
        if level % 2 == 0 {
            a = store.quantify(true, &[y], both, &[]);
            b = store.quantify(false, &[y], either, &[]);
        } else {
            a = both;
            b = either;
        }
    }
    let both = store.and(&[a, b]);
    let all = store.quantify(true, &[x], both, &[]);
    let text = print_term(&store, all);
    assert!(text.len() < 100_000, "{} bytes", text.len());
    assert_eq!(parse_term(&mut store, &env, &text), Ok(all));
}
