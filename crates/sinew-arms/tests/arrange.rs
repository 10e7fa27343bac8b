//! What the arrange arm cuts, what it leaves to words of fixed length, and what it tells others.

use sinew_arms::arrange::ArrangeArm;
use sinew_arms::{Settings, Shared};
use sinew_base::{Budget, Tuning};
use sinew_engine::{Config, Engine, Outcome};
use sinew_term::{FunId, Op, Sort, Term, TermStore, postorder_all};

/// The strings `x y z u` of a problem.
fn strings(store: &mut TermStore) -> [Term; 4] {
    ["x", "y", "z", "u"].map(|name| store.constant(name, Sort::String))
}

/// The answer, and how often each of the two rules of arrangements was applied.
fn solve(store: &mut TermStore, facts: &[Term], shared: Shared) -> (Outcome, u64, u64) {
    let mut engine = Engine::new(Config::default(), store);
    engine.set_plugin(Box::new(ArrangeArm::sharing(shared, &Settings::default())));
    for &fact in facts {
        engine.assert(store, fact, 0);
    }
    let outcome = engine.check(store, &[], &Budget::with_steps(300_000));
    let count = |rule: &str| engine.inferences().get(rule).copied().unwrap_or(0);
    (outcome, count("arrangement"), count("arrangement-constant"))
}

/// `x ++ "ab" ++ y = z ++ "ba" ++ u`, that x is so much longer than z, and that neither is short.
fn parted(store: &mut TermStore, more: i64) -> Vec<Term> {
    let [x, y, z, u] = strings(store);
    let (ab, ba) = (store.string("ab"), store.string("ba"));
    let (left, right) = (store.concat(&[x, ab, y]), store.concat(&[z, ba, u]));
    let (length_x, length_z, more) = (store.len(x), store.len(z), store.int(more));
    let longer = store.add(&[length_z, more]);
    let least = store.int(3);
    vec![
        store.eq(left, right),
        store.eq(length_x, longer),
        store.ge(length_x, least),
        store.ge(length_z, least),
    ]
}

#[test]
fn each_order_of_lengths_has_its_arrangement() {
    // Of "ab" and "ba" one character may overlap, and two that are the same may not stand at one place.
    for (more, expected) in [(-2, true), (-1, true), (0, false), (1, true), (2, true)] {
        let mut store = TermStore::new();
        let facts = parted(&mut store, more);
        let (outcome, cuts, _) = solve(&mut store, &facts, Shared::default());
        let outcome = match outcome {
            Outcome::Sat => true,
            Outcome::Unsat => false,
            unknown => panic!("{more}: {unknown:?}"),
        };
        assert_eq!(outcome, expected, "{more}");
        assert_eq!(cuts > 0, more != 0, "{more}: the longer one is cut");
    }
}

#[test]
fn the_shorter_one_is_a_beginning_of_the_longer_one() {
    for (more, long) in [(4, 0), (-4, 2)] {
        let mut store = TermStore::new();
        let mut facts = parted(&mut store, more);
        let (long, short) = (strings(&mut store)[long], strings(&mut store)[2 - long]);
        let begins = store.prefixof(short, long);
        facts.push(store.not(begins));
        let (outcome, cuts, _) = solve(&mut store, &facts, Shared::default());
        assert_eq!(outcome, Outcome::Unsat, "{more}");
        assert!(cuts > 0, "{more}");
    }
}

#[test]
fn overlapping_strings_are_not_cut() {
    let mut store = TermStore::new();
    let [x, ..] = strings(&mut store);
    let zero = store.string("0");
    let (left, right) = (store.concat(&[zero, x]), store.concat(&[x, zero]));
    let (length, least) = (store.len(x), store.int(20));
    let facts = [store.eq(left, right), store.gt(length, least)];
    let (outcome, cuts, constants) = solve(&mut store, &facts, Shared::default());
    assert_eq!((outcome, cuts, constants), (Outcome::Sat, 0, 0));
}

#[test]
fn blocked_lengths_are_told_in_words_of_the_input() {
    let mut store = TermStore::new();
    let [x, y, ..] = strings(&mut store);
    // There are no such words of length two.
    let (ab, b) = (store.string("ab"), store.string("b"));
    let xy = store.concat(&[x, y]);
    let facts = [store.contains(xy, ab), store.prefixof(b, xy)];
    let shared = Shared::new(&store, &facts, &Tuning::default());
    solve(&mut store, &facts, shared.clone());
    let told = shared.since(0);
    assert!(!told.is_empty());
    let known: Vec<FunId> = [x, y]
        .iter()
        .filter_map(|&term| match store.op(term) {
            Op::Apply(fun) => Some(fun),
            _ => None,
        })
        .collect();
    for term in postorder_all(&store, &told) {
        if let Op::Apply(fun) = store.op(term) {
            assert!(known.contains(&fun));
        }
    }
}
