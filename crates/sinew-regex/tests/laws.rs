//! The laws of the regex algebra, one named test each, on random instances: both sides are
//! built, the engine must find them equivalent, and both must have the words that the
//! reference gives. Tempting equations that are no laws follow: there the engine must find
//! a counterexample, which the reference confirms.

mod common;

use common::make::{and, cat, eps, lit, minus, not, opt, or, plus, pow, range, rep, star};
use common::{Re, Rng, Universe, build, random};
use sinew_base::Budget;
use sinew_regex::{MAX_CHAR, RegexStore};

const INSTANCES: u64 = 40;

/// Source of random operands.
struct Draw(Rng);

impl Draw {
    fn re(&mut self) -> Re {
        let depth = self.0.below(4);
        random(&mut self.0, depth, true)
    }

    /// A regex with the empty word in it.
    fn nullable(&mut self) -> Re {
        let r = self.re();
        match self.0.below(4) {
            0 => opt(&r),
            1 => star(&r),
            2 => or(&r, &eps()),
            _ => cat(&opt(&r), &star(&self.re())),
        }
    }

    /// A word over the letters.
    fn word(&mut self) -> Re {
        let len = self.0.below(4);
        Re::Literal((0..len).map(|_| self.letter()).collect())
    }

    fn letter(&mut self) -> u32 {
        97 + self.0.below(3)
    }

    fn below(&mut self, n: u32) -> u32 {
        self.0.below(n)
    }
}

fn text(word: &Re) -> Vec<u32> {
    match word {
        Re::Literal(text) => text.clone(),
        _ => unreachable!("only literals are asked"),
    }
}

fn check(law: &str, instance: impl Fn(&mut Draw) -> (Re, Re)) {
    let universe = Universe::new();
    let budget = Budget::unlimited();
    for seed in 0..INSTANCES {
        let name_seed: u64 = law.bytes().map(u64::from).sum();
        let mut draw = Draw(Rng::new(seed * 1000 + name_seed));
        let (left, right) = instance(&mut draw);
        let (expected, other) = (universe.language(&left), universe.language(&right));
        assert_eq!(
            expected, other,
            "{law}: not a law for {left:?} and {right:?}"
        );
        let mut store = RegexStore::new();
        let (l, r) = (build(&mut store, &left), build(&mut store, &right));
        assert!(
            store.equivalent(l, r, &budget).unwrap(),
            "{law}: {left:?} and {right:?}"
        );
        for side in [l, r] {
            assert_eq!(
                universe.decoded(&mut store, side),
                expected,
                "{law}: {left:?}"
            );
        }
        // The same by explicit automata, which share neither search nor antichains.
        let (dl, dr) = (
            store.minimal_dfa(l, &budget).unwrap(),
            store.minimal_dfa(r, &budget).unwrap(),
        );
        assert_eq!(dl.len(), dr.len(), "{law}: {left:?} and {right:?}");
    }
}

macro_rules! laws {
    ($($name:ident: $instance:expr;)*) => {
        $(
            #[test]
            fn $name() {
                check(stringify!($name), $instance);
            }
        )*
    };
}

const ALL: Re = Re::All;
const NONE: Re = Re::None;
const ANY: Re = Re::AllChar;

// Lattice.
laws! {
    l01_union_is_idempotent: |d| { let r = d.re(); (or(&r, &r), r) };
    l02_union_commutes: |d| { let (r, s) = (d.re(), d.re()); (or(&r, &s), or(&s, &r)) };
    l03_union_associates: |d| {
        let (r, s, t) = (d.re(), d.re(), d.re());
        (or(&or(&r, &s), &t), or(&r, &or(&s, &t)))
    };
    l04_none_is_the_unit_of_union: |d| { let r = d.re(); (or(&r, &NONE), r) };
    l05_all_absorbs_union: |d| { let r = d.re(); (or(&r, &ALL), ALL) };
    l06_union_with_the_complement: |d| { let r = d.re(); (or(&r, &not(&r)), ALL) };
    l07_intersection_is_idempotent: |d| { let r = d.re(); (and(&r, &r), r) };
    l08_intersection_commutes: |d| { let (r, s) = (d.re(), d.re()); (and(&r, &s), and(&s, &r)) };
    l09_all_is_the_unit_of_intersection: |d| { let r = d.re(); (and(&r, &ALL), r) };
    l10_none_absorbs_intersection: |d| { let r = d.re(); (and(&r, &NONE), NONE) };
    l11_intersection_with_the_complement: |d| { let r = d.re(); (and(&r, &not(&r)), NONE) };
    l12_union_absorbs: |d| { let (r, s) = (d.re(), d.re()); (or(&r, &and(&r, &s)), r) };
    l13_intersection_absorbs: |d| { let (r, s) = (d.re(), d.re()); (and(&r, &or(&r, &s)), r) };
    l14_intersection_distributes: |d| {
        let (r, s, t) = (d.re(), d.re(), d.re());
        (and(&r, &or(&s, &t)), or(&and(&r, &s), &and(&r, &t)))
    };
    l15_union_distributes: |d| {
        let (r, s, t) = (d.re(), d.re(), d.re());
        (or(&r, &and(&s, &t)), and(&or(&r, &s), &or(&r, &t)))
    };
}

// Complement and difference.
laws! {
    l16_complement_of_a_union: |d| {
        let (r, s) = (d.re(), d.re());
        (not(&or(&r, &s)), and(&not(&r), &not(&s)))
    };
    l17_complement_of_an_intersection: |d| {
        let (r, s) = (d.re(), d.re());
        (not(&and(&r, &s)), or(&not(&r), &not(&s)))
    };
    l18_double_complement: |d| { let r = d.re(); (not(&not(&r)), r) };
    l19_complement_of_none: |_| (not(&NONE), ALL);
    l20_complement_of_all: |_| (not(&ALL), NONE);
    l21_difference_by_complement: |d| {
        let (r, s) = (d.re(), d.re());
        (minus(&r, &s), and(&r, &not(&s)))
    };
    l22_difference_with_itself: |d| { let r = d.re(); (minus(&r, &r), NONE) };
    l23_difference_with_none: |d| { let r = d.re(); (minus(&r, &NONE), r) };
    l24_difference_of_none: |d| { let r = d.re(); (minus(&NONE, &r), NONE) };
    l25_difference_with_all: |d| { let r = d.re(); (minus(&r, &ALL), NONE) };
    l26_difference_of_all: |d| { let r = d.re(); (minus(&ALL, &r), not(&r)) };
    l27_difference_with_a_union: |d| {
        let (r, s, t) = (d.re(), d.re(), d.re());
        (minus(&r, &or(&s, &t)), and(&minus(&r, &s), &minus(&r, &t)))
    };
    l28_difference_twice: |d| {
        let (r, s, t) = (d.re(), d.re(), d.re());
        (minus(&minus(&r, &s), &t), minus(&r, &or(&s, &t)))
    };
    l29_difference_with_an_intersection: |d| {
        let (r, s, t) = (d.re(), d.re(), d.re());
        (minus(&r, &and(&s, &t)), or(&minus(&r, &s), &minus(&r, &t)))
    };
    l30_difference_with_a_difference: |d| {
        let (r, s) = (d.re(), d.re());
        (minus(&r, &minus(&r, &s)), and(&r, &s))
    };
}

// Concatenation.
laws! {
    l31_concatenation_associates: |d| {
        let (r, s, t) = (d.re(), d.re(), d.re());
        (cat(&cat(&r, &s), &t), cat(&r, &cat(&s, &t)))
    };
    l32_epsilon_on_the_left: |d| { let r = d.re(); (cat(&eps(), &r), r) };
    l33_epsilon_on_the_right: |d| { let r = d.re(); (cat(&r, &eps()), r) };
    l34_none_on_the_left: |d| { let r = d.re(); (cat(&NONE, &r), NONE) };
    l35_none_on_the_right: |d| { let r = d.re(); (cat(&r, &NONE), NONE) };
    l36_concatenation_over_union_left: |d| {
        let (r, s, t) = (d.re(), d.re(), d.re());
        (cat(&r, &or(&s, &t)), or(&cat(&r, &s), &cat(&r, &t)))
    };
    l37_concatenation_over_union_right: |d| {
        let (r, s, t) = (d.re(), d.re(), d.re());
        (cat(&or(&r, &s), &t), or(&cat(&r, &t), &cat(&s, &t)))
    };
    l38_literals_join: |d| {
        let (u, v) = (d.word(), d.word());
        (cat(&u, &v), Re::Literal([text(&u), text(&v)].concat()))
    };
    l39_a_literal_over_intersection: |d| {
        let (u, s, t) = (d.word(), d.re(), d.re());
        (cat(&u, &and(&s, &t)), and(&cat(&u, &s), &cat(&u, &t)))
    };
    l40_any_character_over_intersection: |d| {
        let (s, t) = (d.re(), d.re());
        (cat(&ANY, &and(&s, &t)), and(&cat(&ANY, &s), &cat(&ANY, &t)))
    };
    l41_all_twice: |_| (cat(&ALL, &ALL), ALL);
    l42_at_least_one_character: |_| (cat(&ANY, &ALL), not(&eps()));
    l43_any_character_moves: |_| (cat(&ANY, &ALL), cat(&ALL, &ANY));
    l100_all_twice_after: |d| {
        let r = d.re();
        (cat(&r, &cat(&ALL, &ALL)), cat(&r, &ALL))
    };
    l101_a_nullable_before_all: |d| { let r = d.nullable(); (cat(&r, &ALL), ALL) };
}

// Star, plus, option.
laws! {
    l44_star_of_any_character: |_| (star(&ANY), ALL);
    l45_star_unfolds_left: |d| { let r = d.re(); (star(&r), or(&eps(), &cat(&r, &star(&r)))) };
    l46_star_unfolds_right: |d| { let r = d.re(); (star(&r), or(&eps(), &cat(&star(&r), &r))) };
    l47_star_twice: |d| { let r = d.re(); (star(&star(&r)), star(&r)) };
    l48_star_after_star: |d| { let r = d.re(); (cat(&star(&r), &star(&r)), star(&r)) };
    l49_star_of_none: |_| (star(&NONE), eps());
    l50_star_of_epsilon: |_| (star(&eps()), eps());
    l51_star_with_epsilon: |d| { let r = d.re(); (star(&or(&r, &eps())), star(&r)) };
    l52_star_without_epsilon: |d| { let r = d.re(); (star(&minus(&r, &eps())), star(&r)) };
    l53_star_of_a_union_by_stars: |d| {
        let (r, s) = (d.re(), d.re());
        (star(&or(&r, &s)), star(&cat(&star(&r), &star(&s))))
    };
    l54_denesting: |d| {
        let (r, s) = (d.re(), d.re());
        (star(&or(&r, &s)), cat(&star(&r), &star(&cat(&s, &star(&r)))))
    };
    l55_sliding: |d| {
        let (r, s) = (d.re(), d.re());
        (cat(&r, &star(&cat(&s, &r))), cat(&star(&cat(&r, &s)), &r))
    };
    l56_star_of_a_union_of_stars: |d| {
        let (r, s) = (d.re(), d.re());
        (star(&or(&star(&r), &star(&s))), star(&or(&r, &s)))
    };
    l57_plus_unfolds_left: |d| { let r = d.re(); (plus(&r), cat(&r, &star(&r))) };
    l58_plus_unfolds_right: |d| { let r = d.re(); (plus(&r), cat(&star(&r), &r)) };
    l59_option_of_plus: |d| { let r = d.re(); (opt(&plus(&r)), star(&r)) };
    l60_plus_twice: |d| { let r = d.re(); (plus(&plus(&r)), plus(&r)) };
    l61_plus_of_star: |d| { let r = d.re(); (plus(&star(&r)), star(&r)) };
    l62_star_of_plus: |d| { let r = d.re(); (star(&plus(&r)), star(&r)) };
    l63_option_is_a_union: |d| { let r = d.re(); (opt(&r), or(&r, &eps())) };
    l64_option_twice: |d| { let r = d.re(); (opt(&opt(&r)), opt(&r)) };
    l65_star_of_option: |d| { let r = d.re(); (star(&opt(&r)), star(&r)) };
    l66_plus_of_option: |d| { let r = d.re(); (plus(&opt(&r)), star(&r)) };
    l67_plus_of_none: |_| (plus(&NONE), NONE);
    l68_option_of_none: |_| (opt(&NONE), eps());
    l69_plus_of_a_nullable: |d| { let r = d.nullable(); (plus(&r), star(&r)) };
    l70_option_of_a_nullable: |d| { let r = d.nullable(); (opt(&r), r) };
    l71_star_and_plus: |d| { let r = d.re(); (and(&star(&r), &plus(&r)), plus(&r)) };
    l105_star_of_a_product: |d| {
        let (r, s) = (d.re(), d.re());
        let inner = star(&cat(&s, &r));
        (star(&cat(&r, &s)), or(&eps(), &cat(&r, &cat(&inner, &s))))
    };
}

// Power and loop.
laws! {
    l72_power_zero: |d| { let r = d.re(); (pow(&r, 0), eps()) };
    l72_power_zero_of_none: |_| (pow(&NONE, 0), eps());
    l73_power_one: |d| { let r = d.re(); (pow(&r, 1), r) };
    l74_powers_add: |d| {
        let (r, m, n) = (d.re(), d.below(4), d.below(4));
        (cat(&pow(&r, m), &pow(&r, n)), pow(&r, m + n))
    };
    l75_powers_multiply: |d| {
        let (r, m, n) = (d.re(), d.below(4), d.below(4));
        (pow(&pow(&r, m), n), pow(&r, m * n))
    };
    l76_power_of_none: |d| (pow(&NONE, 1 + d.below(4)), NONE);
    l77_power_of_epsilon: |d| (pow(&eps(), d.below(5)), eps());
    l78_power_of_a_literal: |d| {
        let (u, n) = (d.word(), d.below(4));
        (pow(&u, n), Re::Literal(text(&u).repeat(n as usize)))
    };
    l79_a_loop_with_crossed_bounds: |d| {
        let (r, n) = (d.re(), d.below(4));
        (rep(&r, n + 1 + d.below(3), n), NONE)
    };
    l80_a_loop_with_equal_bounds: |d| { let (r, n) = (d.re(), d.below(5)); (rep(&r, n, n), pow(&r, n)) };
    l81_a_loop_of_zero: |d| { let r = d.re(); (rep(&r, 0, 0), eps()) };
    l81_a_loop_of_zero_of_all: |_| (rep(&ALL, 0, 0), eps());
    l82_a_loop_up_to_one: |d| { let r = d.re(); (rep(&r, 0, 1), opt(&r)) };
    l83_a_loop_splits_off_its_lower_bound: |d| {
        let (r, m, k) = (d.re(), d.below(4), d.below(4));
        (rep(&r, m, m + k), cat(&pow(&r, m), &rep(&r, 0, k)))
    };
    l84_a_loop_from_zero: |d| { let (r, n) = (d.re(), d.below(5)); (rep(&r, 0, n), pow(&opt(&r), n)) };
    l85_a_loop_unfolds: |d| {
        let (r, m, k) = (d.re(), 1 + d.below(3), d.below(4));
        (rep(&r, m, m + k), cat(&r, &rep(&r, m - 1, m + k - 1)))
    };
    l86_neighbouring_loops_join: |d| {
        let (r, m) = (d.re(), d.below(4));
        let n = m + d.below(3);
        let k = n + 1 + d.below(3);
        (or(&rep(&r, m, n), &rep(&r, n + 1, k)), rep(&r, m, k))
    };
    l87_loops_add: |d| {
        let (r, m, p) = (d.re(), d.below(3), d.below(3));
        let (n, q) = (m + d.below(3), p + d.below(3));
        (cat(&rep(&r, m, n), &rep(&r, p, q)), rep(&r, m + p, n + q))
    };
    l88_star_by_powers: |d| {
        let (r, n) = (d.re(), 1 + d.below(4));
        (star(&r), cat(&rep(&r, 0, n - 1), &star(&pow(&r, n))))
    };
    l89_star_of_a_loop_from_one: |d| {
        let (r, n) = (d.re(), 1 + d.below(4));
        (star(&rep(&r, 1, n)), star(&r))
    };
    l90_a_loop_of_a_nullable: |d| {
        let (r, m) = (d.nullable(), d.below(3));
        let n = m + d.below(3);
        (rep(&r, m, n), pow(&r, n))
    };
    l91_star_by_a_loop: |d| {
        let (r, n) = (d.re(), d.below(4));
        (star(&r), or(&rep(&r, 0, n), &cat(&pow(&r, n), &plus(&r))))
    };
    nested_loops_without_gaps: |d| {
        let r = d.re();
        loop {
            let (a, c) = (d.below(4), d.below(4));
            let (b, e) = (a + d.below(3), c + d.below(3));
            if c == e || (b - a) * c + 1 >= a {
                return (rep(&rep(&r, a, b), c, e), rep(&r, a * c, b * e));
            }
        }
    };
}

// Ranges and literals.
laws! {
    l92_a_range_of_one: |d| { let c = d.letter(); (Re::Range(c, c), Re::Literal(vec![c])) };
    l93_a_crossed_range: |d| { let c = d.letter(); (Re::Range(c + 1 + d.below(3), c), NONE) };
    l96_ranges_meet: |d| {
        let (a, b, c, e) = (d.letter(), d.letter(), d.letter(), d.letter());
        (and(&Re::Range(a, b), &Re::Range(c, e)), Re::Range(a.max(c), b.min(e)))
    };
    l97_ranges_join: |d| {
        let a = d.letter();
        let b = a + d.below(3);
        let c = a + d.below(b - a + 2);
        let e = c + d.below(3);
        (or(&Re::Range(a, b), &Re::Range(c, e)), Re::Range(a, b.max(e)))
    };
    l98_a_range_and_any_character: |d| {
        let r = Re::Range(d.letter(), d.letter());
        (and(&r, &ANY), r)
    };
    l99_complement_of_any_character: |_| {
        (not(&ANY), or(&eps(), &cat(&ANY, &cat(&ANY, &ALL))))
    };
    l102_two_literals_meet: |d| {
        let (u, v) = (d.word(), d.word());
        let same = text(&u) == text(&v);
        (and(&u, &v), if same { u } else { NONE })
    };
    l103_l104_a_literal_meets_a_regex: |d| {
        let (u, r) = (d.word(), d.re());
        let universe = Universe::new();
        let meet = and(&u, &r);
        let inside = universe.language(&meet) != 0;
        (meet, if inside { u } else { NONE })
    };
    the_full_range_is_any_character: |_| (Re::Range(0, MAX_CHAR), ANY);
}

/// L94 and L95 concern bounds that are no single characters; those are the empty language
/// by the caller's reading of `re.range`, which here means numbers beyond the alphabet.
#[test]
fn l94_l95_bounds_outside_the_alphabet() {
    let mut store = RegexStore::new();
    assert_eq!(store.range(MAX_CHAR + 1, MAX_CHAR + 5), store.none());
    assert_eq!(store.literal(&[97, MAX_CHAR + 1]), store.none());
}

// Bridges between words and languages.
laws! {
    b01_length_equal: |d| {
        let n = d.below(5);
        (pow(&ANY, n), and(&rep(&ANY, 0, n), &cat(&pow(&ANY, n), &ALL)))
    };
    b02_length_at_most: |d| {
        let n = d.below(4);
        (rep(&ANY, 0, n), not(&cat(&pow(&ANY, n + 1), &ALL)))
    };
    b03_length_at_least: |d| {
        let n = 1 + d.below(4);
        (cat(&pow(&ANY, n), &ALL), not(&rep(&ANY, 0, n - 1)))
    };
    b04_prefixes: |d| {
        // A word without the prefix differs from it at a first place, or is too short.
        let u = text(&d.word());
        let mut others = NONE;
        for at in 0..u.len() {
            let start = Re::Literal(u[..at].to_vec());
            let differs = minus(&ANY, &Re::Literal(vec![u[at]]));
            let longer = cat(&differs, &ALL);
            others = or(&others, &cat(&start, &opt(&longer)));
        }
        (cat(&Re::Literal(u), &ALL), not(&others))
    };
    b05_suffixes: |d| {
        let u = text(&d.word());
        let mut others = NONE;
        for at in 0..u.len() {
            let end = Re::Literal(u[at + 1..].to_vec());
            let differs = minus(&ANY, &Re::Literal(vec![u[at]]));
            let longer = cat(&ALL, &differs);
            others = or(&others, &cat(&opt(&longer), &end));
        }
        (cat(&ALL, &Re::Literal(u)), not(&others))
    };
    b06_factors: |d| {
        let u = d.word();
        let inside = cat(&ALL, &cat(&u, &ALL));
        (inside.clone(), cat(&ALL, &inside))
    };
    b09_two_words: |d| {
        let (u, v) = (d.word(), d.word());
        let either = or(&u, &v);
        (and(&either, &star(&either)), either)
    };
}

#[test]
fn b07_a_constant_prefix_cancels() {
    let budget = Budget::unlimited();
    for seed in 0..INSTANCES {
        let mut draw = Draw(Rng::new(seed + 71));
        let (u, r) = (draw.word(), draw.re());
        let mut store = RegexStore::new();
        let (whole, plain) = (build(&mut store, &cat(&u, &r)), build(&mut store, &r));
        let quotient = store.left_quotient(whole, &text(&u), &budget).unwrap();
        assert!(
            store.equivalent(quotient, plain, &budget).unwrap(),
            "{u:?} {r:?}"
        );
        let whole = build(&mut store, &cat(&r, &u));
        let quotient = store.right_quotient(whole, &text(&u), &budget).unwrap();
        assert!(
            store.equivalent(quotient, plain, &budget).unwrap(),
            "{u:?} {r:?}"
        );
    }
}

#[test]
fn b08_stars_are_closed_under_concatenation() {
    let budget = Budget::unlimited();
    for seed in 0..INSTANCES {
        let mut draw = Draw(Rng::new(seed + 171));
        let r = star(&draw.re());
        let mut store = RegexStore::new();
        let (once, twice) = (build(&mut store, &r), build(&mut store, &cat(&r, &r)));
        assert!(store.is_subset(twice, once, &budget).unwrap(), "{r:?}");
    }
}

/// Looks for an instance that refutes the equation and checks the engine's counterexample.
fn refute(instance: impl Fn(&mut Draw) -> (Re, Re)) {
    let universe = Universe::new();
    let budget = Budget::unlimited();
    let mut refuted = 0;
    for seed in 0..200 {
        let (left, right) = instance(&mut Draw(Rng::new(seed + 13)));
        let mut store = RegexStore::new();
        let (l, r) = (build(&mut store, &left), build(&mut store, &right));
        let (only_left, only_right) = (store.diff(l, r), store.diff(r, l));
        let between = store.union(&[only_left, only_right]);
        let letters = store.range(97, 99);
        let small = store.loop_(letters, 0, 4);
        let between = store.inter(&[between, small]);
        let word = store.shortest_word(between, &budget).unwrap();
        let (a, b) = (universe.language(&left), universe.language(&right));
        assert_eq!(word.is_some(), a != b, "{left:?} and {right:?}");
        if let Some(word) = word {
            assert!(!store.equivalent(l, r, &budget).unwrap());
            let at = universe
                .words
                .iter()
                .position(|other| *other == word)
                .unwrap();
            assert_ne!(a >> at & 1, b >> at & 1, "{left:?} and {right:?}: {word:?}");
            refuted += 1;
        }
    }
    assert!(refuted > 0);
}

macro_rules! non_laws {
    ($($name:ident: $instance:expr;)*) => {
        $(
            #[test]
            fn $name() {
                refute($instance);
            }
        )*
    };
}

non_laws! {
    n01_concatenation_does_not_distribute_over_intersection: |d| {
        let (r, s, t) = (d.re(), d.re(), d.re());
        (cat(&r, &and(&s, &t)), and(&cat(&r, &s), &cat(&r, &t)))
    };
    n02_nested_loops_with_gaps_do_not_multiply: |d| {
        let r = lit("a");
        let (a, c) = (2 + d.below(2), d.below(2));
        (rep(&rep(&r, a, a), c, c + 1), rep(&r, a * c, a * (c + 1)))
    };
    n03_complement_of_a_product: |d| {
        let (r, s) = (d.re(), d.re());
        (not(&cat(&r, &s)), cat(&not(&r), &not(&s)))
    };
    n04_star_of_an_intersection: |d| {
        let (r, s) = (d.re(), d.re());
        (star(&and(&r, &s)), and(&star(&r), &star(&s)))
    };
    n05_complement_of_a_star: |d| { let r = d.re(); (not(&star(&r)), star(&not(&r))) };
    n06_power_of_a_product: |d| {
        let (r, s, n) = (d.re(), d.re(), 2 + d.below(2));
        (pow(&cat(&r, &s), n), cat(&pow(&r, n), &pow(&s, n)))
    };
    n07_difference_does_not_commute: |d| {
        let (r, s) = (d.re(), d.re());
        (minus(&r, &s), minus(&s, &r))
    };
    n08_complement_is_not_that_of_a_class: |d| {
        let c = d.letter();
        let class = Re::Range(c, c + d.below(2));
        (not(&class), minus(&ANY, &class))
    };
    n09_a_loop_does_not_ignore_its_upper_bound: |d| {
        let (r, m) = (d.re(), d.below(3));
        (rep(&r, m, m + d.below(2)), cat(&pow(&r, m), &star(&r)))
    };
    n10_a_loop_does_not_swap_its_bounds: |d| {
        let (r, n) = (d.re(), d.below(2));
        let m = n + 1 + d.below(2);
        (rep(&r, m, n), rep(&r, n, m))
    };
}

/// Ranges as the tests write them.
#[test]
fn ranges_contain_their_bounds() {
    let universe = Universe::new();
    assert_eq!(universe.language(&range('a', 'b')), 0b110);
}
