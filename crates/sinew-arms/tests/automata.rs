//! What the automata arm tells: conflicts of few facts, and clauses for others that are valid.

use std::cell::RefCell;
use std::rc::Rc;

use sinew_arms::Shared;
use sinew_arms::automata::AutomataArm;
use sinew_base::{Budget, Tuning};
use sinew_engine::{Config, Engine, Outcome, Premise};
use sinew_semantics::{Model, Value, eval};
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

fn word(store: &mut TermStore, text: &str) -> Term {
    let text = store.string(text);
    store.str_to_re(text)
}

fn one_of(store: &mut TermStore, texts: [&str; 2]) -> Term {
    let words = texts.map(|text| word(store, text));
    store.re_union(&words)
}

fn model(store: &TermStore, words: &[(Term, &str)]) -> Model {
    let mut model = Model::new();
    for &(string, word) in words {
        if let Op::Apply(fun) = store.op(string) {
            model.set_constant(fun, Value::Str(word.chars().map(u32::from).collect()));
        }
    }
    model
}

/// The premises of conflicts.
type Conflicts = Vec<Vec<Premise>>;

/// Puts the facts to the arm.
fn run(store: &mut TermStore, facts: &[Term], shared: &Shared) -> (Outcome, Conflicts) {
    let mut engine = Engine::new(Config::default(), store);
    engine.set_plugin(Box::new(AutomataArm::new(facts).sharing(shared.clone())));
    let seen: Rc<RefCell<Conflicts>> = Rc::default();
    let conflicts = Rc::clone(&seen);
    engine.set_observer(Box::new(move |_, inference| {
        if inference.conclusion.is_empty() {
            conflicts.borrow_mut().push(inference.premises.to_vec());
        }
    }));
    for &fact in facts {
        engine.assert(store, fact, 0);
    }
    let outcome = engine.check(store, &[], &Budget::with_steps(1_000_000));
    let seen = seen.borrow().clone();
    (outcome, seen)
}

#[test]
fn a_conflict_of_noodles_leaves_out_what_it_does_not_need() {
    let mut store = TermStore::new();
    let [x, y, z, w] = ["x", "y", "z", "w"].map(|name| store.constant(name, Sort::String));
    let twice = store.concat(&[x, x]);
    let longer = store.concat(&[z, y, z]);
    let (odd, even) = (
        one_of(&mut store, ["ab", "ba"]),
        one_of(&mut store, ["abba", "baab"]),
    );
    let many = word(&mut store, "c");
    let many = store.re_star(many);
    let facts = [
        store.eq(w, longer),
        store.in_re(y, many),
        store.eq(z, twice),
        store.in_re(x, odd),
        store.in_re(z, even),
    ];
    let (outcome, conflicts) = run(&mut store, &facts, &Shared::default());
    assert_eq!(outcome, Outcome::Unsat);
    assert!(!conflicts.is_empty());
    for conflict in conflicts {
        let terms = conflict.iter().flat_map(|&premise| match premise {
            Premise::Literal(atom, _) => vec![atom],
            Premise::Equal(a, b) | Premise::Disequal(a, b) => vec![a, b],
        });
        let parts = postorder_all(&store, &terms.collect::<Vec<_>>());
        assert!(!parts.contains(&w) && !parts.contains(&y), "{conflict:?}");
    }
}

#[test]
fn what_is_shared_is_valid() {
    let mut store = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| store.constant(name, Sort::String));
    let (a, b) = (store.string("a"), store.string("b"));
    let replaced = store.replace_all(y, a, b);
    let (with, without) = (word(&mut store, "aba"), one_of(&mut store, ["bb", "bbbb"]));
    let (wrong, right) = (store.in_re(x, with), store.in_re(x, without));
    let (length, three) = (store.len(y), store.int(3));
    let facts = [
        store.eq(x, replaced),
        store.or(&[wrong, right]),
        store.ge(length, three),
    ];
    let shared = Shared::new(&store, &facts, &Tuning::default());
    let (outcome, _) = run(&mut store, &facts, &shared);
    assert_eq!(outcome, Outcome::Sat);
    let clauses = shared.since(0);
    assert!(!clauses.is_empty());
    let words = [
        "", "a", "b", "ab", "aba", "bb", "bbb", "aaaa", "bbbb", "abab",
    ];
    for (first, second) in words.iter().flat_map(|x| words.map(|y| (x, y))) {
        let model = model(&store, &[(x, first), (y, second)]);
        for &clause in &clauses {
            let value = eval(&store, &model, clause);
            assert_eq!(value, Ok(Value::Bool(true)), "{first:?} {second:?}");
        }
    }
}

/// Languages that follow from the assertions alone are told, those that a case leaves are not.
#[test]
fn languages_that_follow_are_told() {
    let mut store = TermStore::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| store.constant(name, Sort::String));
    let (a, b, ab) = (store.string("a"), store.string("b"), store.string("ab"));
    let replaced = store.replace_all(y, a, b);
    let (left, right) = (store.concat(&[x, ab]), store.concat(&[ab, x]));
    let (language, other) = (one_of(&mut store, ["bb", "b"]), word(&mut store, "ab"));
    let (case, beside) = (store.in_re(z, other), store.eq(z, y));
    let facts = [
        store.in_re(replaced, language),
        store.eq(left, right),
        store.or(&[case, beside]),
    ];
    let shared = Shared::new(&store, &facts, &Tuning::default());
    let (outcome, _) = run(&mut store, &facts, &shared);
    assert_eq!(outcome, Outcome::Sat);
    let clauses = shared.since(0);
    // Whether what is told, beside the first two assertions, excludes these words.
    let excluded = |words: [&str; 3]| {
        let model = model(&store, &[(x, words[0]), (y, words[1]), (z, words[2])]);
        let known = |term: Term, value: bool| {
            assert_eq!(
                eval(&store, &model, term),
                Ok(Value::Bool(value)),
                "{words:?}"
            );
        };
        clauses.iter().for_each(|&clause| known(clause, true));
        let told = |&&clause: &&Term| {
            let parts = store.args(clause).iter();
            let member = |&&part: &&Term| store.op(part) == Op::InRe;
            parts.filter(member).any(|&part| {
                eval(&store, &model, part) == Ok(Value::Bool(false)) && !facts.contains(&part)
            })
        };
        clauses.iter().filter(told).count() > 0
    };
    assert!(excluded(["b", "b", ""]) && excluded(["aab", "b", ""]) && excluded(["", "c", ""]));
    assert!(!excluded(["abab", "ba", "ab"]) && !excluded(["", "a", "c"]));
}

/// Places in strings may be lengths of strings in other classes than the assertions name.
#[test]
fn a_conflict_rests_on_the_equalities_that_it_uses() {
    for swapped in [false, true] {
        let mut store = TermStore::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| store.constant(name, Sort::String));
        let (place, empty) = if swapped { (y, z) } else { (z, y) };
        let (from, length, one) = (store.len(place), store.len(empty), store.int(1));
        let (zero, five) = (store.int(0), store.int(5));
        let (part, a) = (store.substr(x, from, one), store.string("a"));
        let language = word(&mut store, "ba");
        let facts = [
            store.eq(y, z),
            store.eq(length, zero),
            store.le(from, five),
            store.eq(part, a),
            store.in_re(x, language),
        ];
        let (outcome, conflicts) = run(&mut store, &facts, &Shared::default());
        assert_eq!(outcome, Outcome::Unsat);
        let different = model(&store, &[(x, "ba"), (place, "c"), (empty, "")]);
        for conflict in conflicts {
            let holds = |&premise: &Premise| {
                let value = |term: Term| eval(&store, &different, term);
                match premise {
                    Premise::Literal(atom, truth) => value(atom) == Ok(Value::Bool(truth)),
                    Premise::Equal(a, b) => value(a) == value(b),
                    Premise::Disequal(a, b) => value(a) != value(b),
                }
            };
            assert!(!conflict.iter().all(holds), "{conflict:?}");
        }
    }
}
