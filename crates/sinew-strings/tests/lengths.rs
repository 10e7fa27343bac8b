//! What is said about lengths against the reference semantics, on short words and small numbers.

use sinew_base::Random;
use sinew_semantics::{Evaluator, Model, Value};
use sinew_strings::lengths::{LengthOf, at_most, length_of};
use sinew_term::{FunId, Op, Sort, Term, TermStore};

const WORDS: [&str; 6] = ["", "a", "B", "ab", "ba", "aBc"];

fn symbol(store: &mut TermStore, name: &str, sort: Sort) -> (Term, FunId) {
    let term = store.constant(name, sort);
    match store.op(term) {
        Op::Apply(fun) => (term, fun),
        other => panic!("{other:?} is no symbol"),
    }
}

fn length(store: &TermStore, model: &Model, term: Term) -> usize {
    match Evaluator::new(store, model).eval(term) {
        Ok(Value::Str(word)) => word.len(),
        other => panic!("no word: {other:?}"),
    }
}

#[test]
fn lengths_are_what_they_are_said_to_be() {
    let mut store = TermStore::new();
    let (x, x_fun) = symbol(&mut store, "x", Sort::String);
    let (y, y_fun) = symbol(&mut store, "y", Sort::String);
    let (n, n_fun) = symbol(&mut store, "n", Sort::Int);
    let (two, minus) = (store.int(2), store.int(-1));
    let terms = [
        store.concat(&[x, y, x]),
        store.rev(x),
        store.mk(Op::Update, &[x, n, y]),
        store.mk(Op::ToLower, &[x]),
        store.mk(Op::ToUpper, &[x]),
        store.at(x, n),
        store.from_code(n),
        store.substr(x, n, two),
        store.substr(x, n, minus),
        store.string("abc"),
    ];
    let mut random = Random::new(3);
    for _ in 0..300 {
        let mut model = Model::new();
        for fun in [x_fun, y_fun] {
            let word = WORDS[random.below(WORDS.len())];
            model.set_constant(fun, Value::Str(word.chars().map(u32::from).collect()));
        }
        let number = random.below(6) as i64 - 2;
        model.set_constant(n_fun, Value::Int(number.into()));
        for &term in &terms {
            let found = length(&store, &model, term);
            let args = store.args(term);
            match length_of(store.op(term)) {
                Some(LengthOf::Sum) => {
                    let sum: usize = args.iter().map(|&arg| length(&store, &model, arg)).sum();
                    assert_eq!(found, sum);
                }
                Some(LengthOf::First) => assert_eq!(found, length(&store, &model, args[0])),
                None => {
                    let most = at_most(&store, term).expect("it has a bound");
                    assert!(found as u64 <= most, "{term:?}");
                }
            }
        }
    }
}
