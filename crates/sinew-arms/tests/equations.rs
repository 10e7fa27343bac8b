//! The equations arm against enumeration: no `unsat` where short words solve, no words that do not.

use sinew_arms::equations::{Answer, solve};
use sinew_base::{Budget, Random, Tuning};
use sinew_semantics::{Evaluator, Model, Value};
use sinew_term::{Op, Sort, Term, TermStore};

const NAMES: [&str; 3] = ["x", "y", "z"];

fn side(store: &mut TermStore, random: &mut Random) -> Term {
    let mut parts = vec![store.string("")];
    for _ in 0..1 + random.below(5) {
        parts.push(match random.below(5) {
            0 => store.string("a"),
            1 => store.string("b"),
            n => store.constant(NAMES[n - 2], Sort::String),
        });
    }
    parts.push(store.string(""));
    store.concat(&parts)
}

fn assertions(store: &mut TermStore, random: &mut Random) -> Vec<Term> {
    let mut facts = Vec::new();
    for _ in 0..1 + random.below(2) {
        let (left, right) = (side(store, random), side(store, random));
        facts.push(store.eq(left, right));
    }
    if random.below(2) == 0 {
        let x = store.constant(NAMES[random.below(3)], Sort::String);
        let y = store.constant(NAMES[random.below(3)], Sort::String);
        let (x, y, least) = (store.len(x), store.len(y), store.int(random.below(4)));
        let gap = store.sub(x, y);
        facts.push(store.ge(gap, least));
    }
    facts
}

fn holds(store: &TermStore, model: &Model, facts: &[Term]) -> bool {
    facts
        .iter()
        .all(|&fact| Evaluator::new(store, model).eval(fact) == Ok(Value::Bool(true)))
}

/// Whether words of up to two letters over {a, b} solve.
fn has_short_solution(store: &mut TermStore, facts: &[Term]) -> bool {
    let words = ["", "a", "b", "aa", "ab", "ba", "bb"];
    let funs: Vec<_> = NAMES
        .iter()
        .map(|name| store.declare(name, &[], Sort::String))
        .collect();
    (0..words.len().pow(3)).any(|mut choice| {
        let mut model = Model::new();
        for &fun in &funs {
            let word = words[choice % words.len()];
            choice /= words.len();
            model.set_constant(fun, Value::Str(word.chars().map(u32::from).collect()));
        }
        holds(store, &model, facts)
    })
}

#[test]
fn answers_agree_with_enumeration() {
    let mut random = Random::new(1);
    let (mut refuted, mut solved) = (0, 0);
    for round in 0..1500 {
        let mut store = TermStore::new();
        let facts = assertions(&mut store, &mut random);
        let budget = Budget::with_steps(20_000);
        match solve(&mut store, &facts, &Tuning::default(), &budget) {
            Ok(Answer::Unsat(_)) => {
                refuted += 1;
                assert!(
                    !has_short_solution(&mut store, &facts),
                    "round {round}: refuted, but there is a solution"
                );
            }
            Ok(Answer::Sat(words, _)) => {
                solved += 1;
                let mut model = Model::new().with_defaults();
                for (term, word) in words {
                    if let Op::Apply(fun) = store.op(term) {
                        model.set_constant(fun, Value::Str(word));
                    }
                }
                assert!(
                    holds(&store, &model, &facts),
                    "round {round}: the words do not solve"
                );
            }
            Ok(Answer::GaveUp(_)) | Err(_) => {}
        }
    }
    assert!(
        refuted > 200 && solved > 400,
        "few answers: {refuted} refuted, {solved} solved"
    );
}
