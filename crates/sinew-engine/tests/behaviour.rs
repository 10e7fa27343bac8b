//! What the engine promises, one test per promise.

mod common;

use common::run::{confirm, logging, replay, solve};
use sinew_base::{Budget, StopReason};
use sinew_engine::{Config, Decisions, Engine, Incomplete, Outcome, Reason, Value};
use sinew_term::{Op, Sort, Term, TermStore};

const UNLIMITED: u64 = u64::MAX;

fn check(engine: &mut Engine, store: &mut TermStore, assumptions: &[Term]) -> Outcome {
    engine.check(store, assumptions, &Budget::with_steps(UNLIMITED))
}

/// The same for an engine that logs; all its `Unsat` answers so far, of which there must be this
/// many, replay.
fn check_logged(
    engine: &mut Engine,
    store: &mut TermStore,
    assumptions: &[Term],
    unsat: usize,
) -> Outcome {
    let outcome = check(engine, store, assumptions);
    assert_eq!(replay(engine, unsat), 0, "nothing is taken on trust");
    outcome
}

#[test]
fn a_million_deep_formula_is_no_deeper_than_another() {
    let mut store = TermStore::new();
    let (p, x) = (
        store.constant("p", Sort::Bool),
        store.constant("x", Sort::Int),
    );
    let one = store.int(1);
    let (mut formula, mut sum) = (p, x);
    for i in 0..300_000 {
        formula = if i % 2 == 0 {
            store.xor(formula, p)
        } else {
            store.and(&[formula, p])
        };
        formula = store.not(formula);
        sum = store.add(&[sum, one]);
    }
    let mut nested = x;
    for _ in 0..100_000 {
        nested = store.ite(p, nested, one);
    }
    let (zero, limit) = (store.int(0), store.int(300_000));
    let (low, high) = (store.ge(sum, limit), store.le(x, zero));
    let big = store.eq(nested, zero);
    let either = store.or(&[formula, p]);
    assert_eq!(solve(&mut store, &[either, low, high, big]), Outcome::Sat);
}

#[test]
fn congruence_reaches_arithmetic_and_comes_back() {
    let mut store = TermStore::new();
    let (x, y) = (
        store.constant("x", Sort::String),
        store.constant("y", Sort::String),
    );
    // x = y makes the lengths equal without any knowledge of strings.
    let (lx, ly) = (store.len(x), store.len(y));
    let (same, longer) = (store.eq(x, y), store.gt(lx, ly));
    assert_eq!(solve(&mut store, &[same, longer]), Outcome::Unsat);
    // Arithmetic forces i = j, so f(i) = f(j).
    let f = store.declare("f", &[Sort::Int], Sort::Int);
    let (i, j) = (
        store.constant("i", Sort::Int),
        store.constant("j", Sort::Int),
    );
    let (fi, fj) = (store.apply(f, &[i]), store.apply(f, &[j]));
    let (le, ge) = (store.le(i, j), store.ge(i, j));
    let differ = store.distinct(&[fi, fj]);
    assert_eq!(solve(&mut store, &[le, ge, differ]), Outcome::Unsat);
    assert_eq!(solve(&mut store, &[le, differ]), Outcome::Sat);
    // f(f(f(i))) = i, f(f(f(f(f(i))))) = i, f(i) ≠ i.
    let iterate = |store: &mut TermStore, n: usize| (0..n).fold(i, |t, _| store.apply(f, &[t]));
    let (three, five) = (iterate(&mut store, 3), iterate(&mut store, 5));
    let (a, b, c) = (
        store.eq(three, i),
        store.eq(five, i),
        store.distinct(&[fi, i]),
    );
    assert_eq!(solve(&mut store, &[a, b, c]), Outcome::Unsat);
}

#[test]
fn arguments_that_only_happen_to_be_equal_are_kept_apart() {
    // f(x) ≠ f(y) with x, y in 0..=1: the arithmetic model must not put both at 0.
    let mut store = TermStore::new();
    let f = store.declare("f", &[Sort::Int], Sort::Int);
    let names: Vec<Term> = (0..4)
        .map(|i| store.constant(&format!("x{i}"), Sort::Int))
        .collect();
    let (zero, three) = (store.int(0), store.int(3));
    let mut terms: Vec<Term> = names
        .iter()
        .map(|&x| store.mk(Op::Le, &[zero, x, three]))
        .collect();
    let images: Vec<Term> = names.iter().map(|&x| store.apply(f, &[x])).collect();
    terms.push(store.distinct(&images));
    assert_eq!(solve(&mut store, &terms), Outcome::Sat);
    let extra = store.constant("x4", Sort::Int);
    terms.push(store.mk(Op::Le, &[zero, extra, three]));
    let image = store.apply(f, &[extra]);
    for &other in &images {
        terms.push(store.distinct(&[image, other]));
    }
    assert_eq!(
        solve(&mut store, &terms),
        Outcome::Unsat,
        "five values do not fit in four"
    );
}

#[test]
fn division_by_zero_is_a_function_and_the_model_says_which() {
    let mut store = TermStore::new();
    let (x, y) = (
        store.constant("x", Sort::Int),
        store.constant("y", Sort::Int),
    );
    let (zero, seven) = (store.int(0), store.int(7));
    let (dx, dy) = (store.div(x, zero), store.div(y, zero));
    let (same, differ) = (store.eq(x, y), store.distinct(&[dx, dy]));
    assert_eq!(solve(&mut store, &[same, differ]), Outcome::Unsat);
    let mut engine = Engine::new(Config::default(), &mut store);
    let (is, five) = (store.eq(dx, seven), store.int(5));
    let modulo = store.modulo(x, zero);
    let rest = store.eq(modulo, five);
    let terms = [is, rest];
    for (at, &term) in terms.iter().enumerate() {
        engine.assert(&mut store, term, at as u32);
    }
    assert_eq!(check(&mut engine, &mut store, &[]), Outcome::Sat);
    confirm(&store, &engine, &terms);
    let model = engine.model().expect("a model");
    assert_eq!(model.div_by_zero.len(), 1);
    assert_eq!(model.div_by_zero[0].1, 7.into());
    assert_eq!(model.mod_by_zero[0].1, 5.into());
}

#[test]
fn products_are_solved_or_given_up_but_never_guessed() {
    let mut store = TermStore::new();
    let (x, y) = (
        store.constant("x", Sort::Int),
        store.constant("y", Sort::Int),
    );
    let (product, n) = (store.mul(&[x, y]), store.int(35));
    let (one, equation) = (store.int(1), store.eq(product, n));
    let (left, right) = (store.gt(x, one), store.gt(y, x));
    assert_eq!(solve(&mut store, &[equation, left, right]), Outcome::Sat);
    let square = store.mul(&[x, x]);
    let negative = store.int(-1);
    let impossible = store.eq(square, negative);
    assert_eq!(solve(&mut store, &[impossible]), Outcome::Unsat);
}

#[test]
fn assumptions_fail_by_name_and_hold_for_one_call() {
    let mut store = TermStore::new();
    let [p, q, r] = ["p", "q", "r"].map(|name| store.constant(name, Sort::Bool));
    let not_q = store.not(q);
    let clause = store.implies(p, not_q);
    let mut engine = Engine::new(logging(), &mut store);
    engine.assert(&mut store, clause, 0);
    let outcome = check_logged(&mut engine, &mut store, &[r, p, q], 1);
    assert_eq!(outcome, Outcome::Unsat);
    assert_eq!(engine.failed_assumptions(), [p, q]);
    assert_eq!(
        check_logged(&mut engine, &mut store, &[r, p], 1),
        Outcome::Sat
    );
    assert_eq!(check_logged(&mut engine, &mut store, &[], 1), Outcome::Sat);
}

#[test]
fn strings_and_quantifiers_are_unknown_unless_they_do_not_matter() {
    let mut store = TermStore::new();
    let (x, y) = (
        store.constant("x", Sort::String),
        store.constant("y", Sort::String),
    );
    let contains = store.contains(x, y);
    let unknown = Outcome::Unknown(Reason::Incomplete(Incomplete::Strings));
    assert_eq!(solve(&mut store, &[contains]), unknown);
    let not = store.not(contains);
    assert_eq!(solve(&mut store, &[contains, not]), Outcome::Unsat);
    // Equalities alone are decided, and strings get values.
    let (a, b) = (store.string("a"), store.string("b"));
    let (xa, yb, same) = (store.eq(x, a), store.distinct(&[y, b]), store.eq(x, y));
    assert_eq!(solve(&mut store, &[xa, yb, same]), Outcome::Sat);
    let ya = store.distinct(&[y, a]);
    assert_eq!(solve(&mut store, &[xa, ya, same]), Outcome::Unsat);
    let n = store.var("n", Sort::Int);
    let zero = store.int(0);
    let body = store.ge(n, zero);
    let all = store.quantify(true, &[n], body, &[]);
    let unknown = Outcome::Unknown(Reason::Incomplete(Incomplete::Quantifiers));
    assert_eq!(solve(&mut store, &[all]), unknown);
}

/// Pigeons that do not fit, with integers for holes.
fn pigeons(store: &mut TermStore, holes: i64) -> Vec<Term> {
    let (one, last) = (store.int(1), store.int(holes));
    let pigeons: Vec<Term> = (0..=holes)
        .map(|i| store.constant(&format!("pigeon{i}"), Sort::Int))
        .collect();
    let mut terms: Vec<Term> = pigeons
        .iter()
        .map(|&p| store.mk(Op::Le, &[one, p, last]))
        .collect();
    terms.push(store.distinct(&pigeons));
    terms
}

#[test]
fn budgets_end_a_call_reproducibly_and_leave_the_engine_usable() {
    let mut store = TermStore::new();
    let terms = pigeons(&mut store, 7);
    let mut spent = Vec::new();
    for _ in 0..2 {
        let mut engine = Engine::new(Config::default(), &mut store);
        for (at, &term) in terms.iter().enumerate() {
            engine.assert(&mut store, term, at as u32);
        }
        let budget = Budget::with_steps(2_000);
        let outcome = engine.check(&mut store, &[], &budget);
        assert_eq!(
            outcome,
            Outcome::Unknown(Reason::Stopped(StopReason::Steps))
        );
        spent.push((budget.spent(), engine.statistics()));
    }
    assert_eq!(spent[0], spent[1], "the same steps, the same counters");
    let small = pigeons(&mut store, 4);
    assert_eq!(solve(&mut store, &small), Outcome::Unsat);
}

#[test]
fn irrelevant_atoms_stay_undecided_when_decisions_are_justified() {
    for sort in [Sort::Int, Sort::String] {
        let mut store = TermStore::new();
        let (x, p) = (store.constant("x", sort), store.constant("p", Sort::Bool));
        let mut branches = vec![p];
        for i in 0..50 {
            let other = match sort {
                Sort::Int => store.int(i),
                _ => store.constant(&format!("y{i}"), sort),
            };
            branches.push(store.eq(x, other));
        }
        let choice = store.or(&branches);
        let mut config = Config::default();
        config.decisions = Decisions::Justification;
        let mut engine = Engine::new(config, &mut store);
        engine.assert(&mut store, choice, 0);
        assert_eq!(check(&mut engine, &mut store, &[]), Outcome::Sat);
        assert_eq!(engine.statistics().decisions, 1, "{sort:?}");
    }
}

#[test]
fn boolean_arguments_have_values() {
    let mut store = TermStore::new();
    let [p, q] = ["p", "q"].map(|name| store.constant(name, Sort::Bool));
    let f = store.declare("f", &[Sort::Bool], Sort::Int);
    let images = [p, q].map(|arg| store.apply(f, &[arg]));
    let different = store.distinct(&images);
    let mut config = Config::default();
    config.decisions = Decisions::Justification;
    let mut engine = Engine::new(config, &mut store);
    engine.assert(&mut store, different, 0);
    assert_eq!(check(&mut engine, &mut store, &[]), Outcome::Sat);
    let value = |term: Term| match store.op(term) {
        Op::Apply(fun) => engine.model().and_then(|model| model.constant(fun)),
        _ => None,
    };
    assert_ne!(value(p), value(q), "f has one value for each");
}

#[test]
fn what_is_valid_belongs_to_no_core() {
    let mut store = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| store.constant(name, Sort::Int));
    let (zero, one) = (store.int(0), store.int(1));
    let (low, high) = (store.le(x, zero), store.ge(x, one));
    let other = store.ge(y, zero);
    let mut config = Config::default();
    config.cores = true;
    let mut engine = Engine::new(config, &mut store);
    for (origin, term) in (0..).zip([low, other, high]) {
        engine.assert(&mut store, term, origin);
    }
    let (not_low, not_high) = (store.not(low), store.not(high));
    let valid = store.or(&[not_low, not_high]);
    engine.add_valid(&mut store, valid);
    assert_eq!(check(&mut engine, &mut store, &[]), Outcome::Unsat);
    assert_eq!(engine.unsat_core(), [0, 2]);
}

#[test]
fn models_are_small() {
    let mut store = TermStore::new();
    let x = store.constant("x", Sort::Int);
    let low = store.int(-1000);
    let bound = store.ge(x, low);
    let mut engine = Engine::new(Config::default(), &mut store);
    engine.assert(&mut store, bound, 0);
    assert_eq!(check(&mut engine, &mut store, &[]), Outcome::Sat);
    let Op::Apply(fun) = store.op(x) else {
        unreachable!("a constant")
    };
    let value = engine.model().and_then(|model| model.constant(fun));
    assert_eq!(value, Some(&Value::Int(0.into())));
}
