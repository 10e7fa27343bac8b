//! Hard inputs: what must be instantaneous is, what blows up ends by its budget, and depth
//! does not use the stack.

use sinew_base::{Budget, StopReason};
use sinew_regex::{Nfa, Regex, RegexStore};

/// `(a|b)*a(a|b)^n`, whose smallest DFA has 2^(n+1) states.
fn needle(store: &mut RegexStore, letter: u32, n: u32) -> Regex {
    let ab = store.range(97, 98);
    let (many, last) = (store.star(ab), store.power(ab, n));
    let letter = store.literal(&[letter]);
    store.concat_all(&[many, letter, last])
}

#[test]
fn nondeterminism_costs_nothing_where_no_complement_asks_for_it() {
    let budget = Budget::with_steps(5_000);
    let mut store = RegexStore::new();
    let r = needle(&mut store, 97, 18);
    assert!(!store.is_empty(r, &budget).unwrap());
    let parts: Vec<Regex> = (0..20)
        .map(|n| needle(&mut store, 97 + n % 2, n + 5))
        .collect();
    assert!(!store.is_empty_intersection(&parts, &budget).unwrap());
    let both = [needle(&mut store, 97, 200), needle(&mut store, 98, 200)];
    assert!(store.is_empty_intersection(&both, &budget).unwrap());
    let of_length = store.of_length(r, 40);
    let word = store.shortest_word(of_length, &budget).unwrap().unwrap();
    assert!(word.len() == 40 && store.contains_word(r, &word, &budget).unwrap());
}

#[test]
fn antichains_keep_inclusion_small() {
    // The right side is written so that no state coincides with one on the left.
    let budget = Budget::with_steps(20_000);
    let mut store = RegexStore::new();
    let r = needle(&mut store, 97, 25);
    let ab = store.range(97, 98);
    let (x, y) = (store.power(ab, 2), store.literal(&[97]));
    let pairs = store.star(x);
    let odd = store.concat(ab, pairs);
    let many = store.union(&[pairs, odd]);
    let last = store.power(ab, 25);
    let other = store.concat_all(&[many, y, last]);
    assert!(store.is_subset(r, other, &budget).unwrap());
    assert!(store.is_subset(other, r, &budget).unwrap());
}

#[test]
fn what_is_hard_forwards_is_tried_backwards() {
    // Neither an `a` nor a `b` stands 25 places before the end: 2^25 states from the left.
    let budget = Budget::with_steps(300_000);
    let mut store = RegexStore::new();
    let (a, b) = (needle(&mut store, 97, 25), needle(&mut store, 98, 25));
    let ab = store.range(97, 98);
    let long = store.repeat(ab, 26, None);
    let literals = [(a, false), (b, false), (long, true)];
    assert!(store.is_empty_conjunction(&literals, &budget).unwrap());
    // With one condition less there are words, and the engine finds one.
    let some = store.conjunction(&[(a, false), (long, true)]);
    let word = store.shortest_word(some, &budget).unwrap().unwrap();
    assert!(word.len() == 26 && word[0] == 98);
    assert!(store.contains_word(some, &word, &budget).unwrap());
}

#[test]
fn a_budget_ends_what_blows_up() {
    let mut store = RegexStore::new();
    let mut r = needle(&mut store, 97, 30);
    for letter in 99..103 {
        let c = store.literal(&[letter]);
        let both = store.concat(r, c);
        let inner = store.comp(both);
        let more = needle(&mut store, letter % 2 + 97, 30);
        r = store.concat(inner, more);
        r = store.comp(r);
    }
    let steps = 50_000;
    let budget = Budget::with_steps(steps);
    assert_eq!(store.minimal_dfa(r, &budget).err(), Some(StopReason::Steps));
    let budget = Budget::with_steps(steps);
    let size = store.language_size(r, &budget);
    assert_eq!(size.err(), Some(StopReason::Steps));
    let budget = Budget::with_steps(steps);
    assert_eq!(store.splits(r, &budget).err(), Some(StopReason::Steps));
    // The store is as good as before.
    let budget = Budget::unlimited();
    let a = store.literal(&[97]);
    assert!(store.contains_word(a, &[97], &budget).unwrap());
}

#[test]
fn a_stop_from_outside_is_obeyed() {
    let mut store = RegexStore::new();
    let r = needle(&mut store, 97, 30);
    let budget = Budget::unlimited();
    budget.handle().stop(StopReason::Timeout);
    assert_eq!(
        store.minimal_dfa(r, &budget).err(),
        Some(StopReason::Timeout)
    );
    assert_eq!(
        store.contains_word(r, &[97; 40], &budget),
        Err(StopReason::Timeout)
    );
}

#[test]
fn counters_are_not_unrolled() {
    let budget = Budget::with_steps(30_000_000);
    let mut store = RegexStore::new();
    let a = store.literal(&[97]);
    let before = store.regex_count();
    let inner = store.loop_(a, 0, 10_000);
    let b = store.literal(&[98]);
    let inner = store.concat(inner, b);
    let outer = store.loop_(inner, 5, 100_000);
    assert!(store.regex_count() < before + 10);
    assert_eq!(store.length_bounds(outer), Some((5, Some(1_000_100_000))));
    let step = store.derivative(outer, 97, &budget).unwrap();
    assert!(!store.is_empty(step, &budget).unwrap());
    let long = store.loop_(a, 0, 10_000);
    assert!(store.contains_word(long, &[97; 10_000], &budget).unwrap());
    assert!(!store.contains_word(long, &[97; 10_001], &budget).unwrap());
    let far = needle(&mut store, 97, 10_000);
    assert!(store.contains_word(far, &[97; 20_000], &budget).unwrap());
    let mut word = vec![97; 20_000];
    word[9_999] = 98;
    assert!(!store.contains_word(far, &word, &budget).unwrap());
}

#[test]
fn length_sets_of_intersections_use_one_class() {
    let budget = Budget::with_steps(100_000);
    let mut store = RegexStore::new();
    let a = store.literal(&[97]);
    let (x, y) = (store.power(a, 1000), store.power(a, 999));
    let (x, y) = (store.star(x), store.star(y));
    let both = store.inter(&[x, y]);
    assert_eq!(
        store.lengths(both, &budget).unwrap().to_string(),
        "0 mod 999000"
    );
    let odd = store.power(a, 500);
    let odd = store.concat(odd, x);
    assert!(store.is_empty_intersection(&[odd, x], &budget).unwrap());
}

#[test]
fn depth_does_not_use_the_stack() {
    let budget = Budget::with_steps(20_000_000);
    let mut store = RegexStore::new();
    let (a, b) = (store.literal(&[97]), store.literal(&[98]));
    let mut boolean = a;
    let mut positive = a;
    for n in 0..30_000 {
        let c = store.literal(&[99 + n % 7]);
        let longer = store.concat(boolean, c);
        let wider = store.union(&[longer, b]);
        let outside = store.comp(wider);
        let many = store.star(outside);
        let cut = store.inter(&[many, a]);
        boolean = store.union(&[cut, c]);
        let longer = store.concat(positive, c);
        let many = store.plus(longer);
        positive = store.union(&[many, b]);
    }
    assert!(!store.is_empty(boolean, &budget).unwrap());
    assert_eq!(store.lengths(positive, &budget).unwrap().min(), Some(1));
    assert!(!store.contains_word(positive, &[97; 3], &budget).unwrap());
    assert!(!store.contains_word(positive, &[97; 100], &budget).unwrap());
    let reversed = store.reverse(boolean);
    assert!(!store.is_empty(reversed, &budget).unwrap());
    assert!(store.display(boolean).len() > 30_000);
    assert!(store.as_singleton(positive).is_none());
    let few = Budget::with_steps(200_000);
    let _ = store.splits(positive, &few);
    let _ = store.steps(positive, &few);
    let _ = Nfa::from_regex(&mut store, positive, &few);
    let word = store.shortest_word(positive, &budget).unwrap();
    assert_eq!(word, Some(vec![98]));
}

/// Shared parts are visited once per use by one of the two ways to match, not by the other.
#[test]
fn sharing_does_not_make_matching_exponential() {
    let budget = Budget::with_steps(10_000_000);
    let mut store = RegexStore::new();
    let (a, aa) = (store.literal(&[97]), store.literal(&[97, 97]));
    let mut r = store.literal(&[98]);
    for _ in 0..60 {
        let (x, y) = (store.concat(a, r), store.concat(aa, r));
        r = store.union(&[x, y]);
    }
    let mut word = vec![97; 90];
    assert!(!store.contains_word(r, &word, &budget).unwrap());
    word.push(98);
    assert!(store.contains_word(r, &word, &budget).unwrap());
}

#[test]
fn words_that_no_memory_holds_are_not_written() {
    let mut store = RegexStore::new();
    let a = store.literal(&[97]);
    let far = store.power(a, u32::MAX);
    let word = store.shortest_word(far, &Budget::unlimited());
    assert_eq!(word, Err(StopReason::Memory));
}
