//! Length sets against bit sets over a window, on random operands.

mod common;

use common::Rng;
use sinew_base::{Budget, StopReason};
use sinew_regex::LengthSet;

const WINDOW: u64 = 400;

/// A random set together with its members below the window.
fn random_set(rng: &mut Rng) -> (LengthSet, Vec<bool>) {
    let offset = u64::from(rng.below(12));
    let period = u64::from(rng.below(9));
    let members: Vec<u64> = (0..offset + period).filter(|_| rng.below(3) == 0).collect();
    let set = LengthSet::periodic(offset, period, members.iter().copied());
    let bits = (0..WINDOW)
        .map(|n| match period {
            0 => members.contains(&n),
            _ if n < offset => members.contains(&n),
            _ => members.contains(&(offset + (n - offset) % period)),
        })
        .collect();
    (set, bits)
}

fn bits_of(set: &LengthSet) -> Vec<bool> {
    (0..WINDOW).map(|n| set.contains(n)).collect()
}

fn sum(a: &[bool], b: &[bool]) -> Vec<bool> {
    let mut out = vec![false; a.len()];
    for (i, _) in a.iter().enumerate().filter(|(_, bit)| **bit) {
        for (j, _) in b.iter().enumerate().filter(|(_, bit)| **bit) {
            if i + j < out.len() {
                out[i + j] = true;
            }
        }
    }
    out
}

fn star(a: &[bool]) -> Vec<bool> {
    let mut out = vec![false; a.len()];
    out[0] = true;
    for n in 1..a.len() {
        out[n] = (1..=n).any(|k| a[k] && out[n - k]);
    }
    out
}

#[test]
fn operations_agree_with_bit_sets() {
    let budget = Budget::unlimited();
    let mut rng = Rng::new(3);
    for _ in 0..1500 {
        let ((a, bits_a), (b, bits_b)) = (random_set(&mut rng), random_set(&mut rng));
        assert_eq!(bits_of(&a), bits_a);
        let zip = |f: fn(bool, bool) -> bool| -> Vec<bool> {
            bits_a.iter().zip(&bits_b).map(|(x, y)| f(*x, *y)).collect()
        };
        assert_eq!(bits_of(&a.union(&b, &budget).unwrap()), zip(|x, y| x || y));
        assert_eq!(
            bits_of(&a.intersection(&b, &budget).unwrap()),
            zip(|x, y| x && y)
        );
        assert_eq!(
            bits_of(&a.sum(&b, &budget).unwrap()),
            sum(&bits_a, &bits_b),
            "{a} + {b}"
        );
        assert_eq!(bits_of(&a.star(&budget).unwrap()), star(&bits_a), "{a}");
        for (lo, hi) in [(0, 3), (2, 2), (1, 4)] {
            let mut power = vec![false; WINDOW as usize];
            power[0] = true;
            let mut expected = vec![false; WINDOW as usize];
            for n in 0..=hi {
                if n >= lo {
                    expected.iter_mut().zip(&power).for_each(|(e, p)| *e |= *p);
                }
                power = sum(&power, &bits_a);
            }
            assert_eq!(
                bits_of(&a.repeat(lo, Some(hi), &budget).unwrap()),
                expected,
                "{a}"
            );
        }
    }
}

#[test]
fn queries_agree_with_membership() {
    let mut rng = Rng::new(8);
    for _ in 0..1500 {
        let (set, bits) = random_set(&mut rng);
        assert_eq!(set.is_empty(), !bits.contains(&true));
        assert_eq!(
            set.min(),
            bits.iter().position(|bit| *bit).map(|n| n as u64)
        );
        let last = bits.iter().rposition(|bit| *bit).map(|n| n as u64);
        assert_eq!(set.is_finite(), last.is_none_or(|last| last < 100));
        if set.is_finite() {
            assert_eq!(set.max(), last);
        }
        for n in 0..60 {
            let next = (n..n + 100).find(|n| bits[*n as usize]);
            assert_eq!(set.next(n), next, "{set} from {n}");
        }
    }
}

/// The normal form decides equality: sets with the same members are equal structures.
#[test]
fn equal_sets_are_equal_structures() {
    let mut rng = Rng::new(21);
    for _ in 0..1500 {
        let (set, bits) = random_set(&mut rng);
        // The same set, described from a later offset with a multiple of the period.
        let period = set.period() * u64::from(1 + rng.below(3));
        let offset = match period {
            0 => 0,
            _ => set.offset() + u64::from(rng.below(10)),
        };
        let end = if period == 0 { 100 } else { offset + period };
        let members: Vec<u64> = (0..end).filter(|n| bits[*n as usize]).collect();
        assert_eq!(LengthSet::periodic(offset, period, members), set, "{set}");
    }
}

#[test]
fn large_bounds_stay_cheap() {
    let budget = Budget::with_steps(200_000);
    let word = LengthSet::single(7);
    let many = word.repeat(0, Some(10_000), &budget).unwrap();
    assert!(many.contains(70_000) && !many.contains(70_001) && !many.contains(69_999));
    let wide = LengthSet::interval(1, Some(100));
    let wide = wide.repeat(1, Some(1_000_000), &budget).unwrap();
    assert_eq!(wide.to_string(), "{1..100000000}");
    let gaps = LengthSet::periodic(0, 0, [9, 11]).star(&budget).unwrap();
    // The Frobenius number of 9 and 11.
    assert!(!gaps.contains(79) && gaps.next(80) == Some(80) && gaps.offset() == 80);
}

#[test]
fn a_small_budget_is_honoured() {
    let a = LengthSet::single(99_991);
    let budget = Budget::with_steps(1_000);
    let stars = a.union(&LengthSet::single(100_003), &budget).unwrap();
    assert_eq!(stars.star(&budget), Err(StopReason::Steps));
}
