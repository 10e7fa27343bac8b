//! Times adversarial cases. Run with `cargo run --release -p sinew-regex --example adversarial`.
#![allow(clippy::print_stdout)]

use sinew_base::Budget;
use sinew_regex::{CharOrder, Regex, RegexStore};
use std::time::Instant;

fn timed(name: &str, run: impl FnOnce(&Budget) -> String) {
    let budget = Budget::with_steps(20_000_000);
    let start = Instant::now();
    let result = run(&budget);
    let micros = start.elapsed().as_micros();
    println!(
        "{micros:>9} us {:>9} steps  {name}: {result}",
        budget.spent()
    );
}

fn text(store: &mut RegexStore, word: &str) -> Regex {
    let word: Vec<u32> = word.chars().map(u32::from).collect();
    store.literal(&word)
}

/// `(a|b)*a(a|b)^n`, whose smallest DFA has 2^(n+1) states.
fn needle(store: &mut RegexStore, letter: char, n: u32) -> Regex {
    let ab = store.range(97, 98);
    let (many, last) = (store.star(ab), store.power(ab, n));
    let letter = store.literal(&[letter.into()]);
    store.concat_all(&[many, letter, last])
}

fn emptiness() {
    timed("(a|b)*a(a|b)^18 non-empty", |budget| {
        let mut store = RegexStore::new();
        let r = needle(&mut store, 'a', 18);
        format!("{:?}", store.is_empty(r, budget).map(|empty| !empty))
    });
    timed("~((a|b)*a(a|b)^18) & (a|b)* shortest", |budget| {
        let mut store = RegexStore::new();
        let r = needle(&mut store, 'a', 18);
        let ab = store.range(97, 98);
        let all = store.star(ab);
        let r = store.diff(all, r);
        format!("{:?}", store.shortest_word(r, budget))
    });
    timed("20 needles at different places, all met", |budget| {
        let mut store = RegexStore::new();
        let parts: Vec<Regex> = (0..20)
            .map(|n| needle(&mut store, if n % 3 == 0 { 'a' } else { 'b' }, n + 5))
            .collect();
        format!("empty {:?}", store.is_empty_intersection(&parts, budget))
    });
    timed("needles a and b at the same place 14", |budget| {
        let mut store = RegexStore::new();
        let parts = [needle(&mut store, 'a', 14), needle(&mut store, 'b', 14)];
        format!("empty {:?}", store.is_empty_intersection(&parts, budget))
    });
    timed("needles a and b at the same place 200", |budget| {
        let mut store = RegexStore::new();
        let parts = [needle(&mut store, 'a', 200), needle(&mut store, 'b', 200)];
        format!("empty {:?}", store.is_empty_intersection(&parts, budget))
    });
    timed(
        "not a and not b 40 places before the end, longer than 40",
        |budget| {
            let mut store = RegexStore::new();
            let (a, b) = (needle(&mut store, 'a', 40), needle(&mut store, 'b', 40));
            let ab = store.range(97, 98);
            let long = store.repeat(ab, 41, None);
            let literals = [(a, false), (b, false), (long, true)];
            format!("empty {:?}", store.is_empty_conjunction(&literals, budget))
        },
    );
    timed("~~ nested complements of needle 30", |budget| {
        let mut store = RegexStore::new();
        let mut r = needle(&mut store, 'a', 30);
        let c = store.literal(&[99]);
        for _ in 0..4 {
            r = store.concat(r, c);
            r = store.comp(r);
        }
        format!("universal {:?}", store.is_universal(r, budget))
    });
    timed("needle 30 included in itself, written apart", |budget| {
        let mut store = RegexStore::new();
        let r = needle(&mut store, 'a', 30);
        let (a, b) = (store.literal(&[97]), store.literal(&[98]));
        let (sa, sb) = (store.star(a), store.star(b));
        let either = store.concat(sa, sb);
        let many = store.star(either);
        let ab = store.range(97, 98);
        let last = store.power(ab, 30);
        let other = store.concat_all(&[many, a, last]);
        format!(
            "{:?} {:?}",
            store.is_subset(r, other, budget),
            store.is_subset(other, r, budget)
        )
    });
}

fn counters() {
    timed("loop 0 10000 of a word, word of 10k", |budget| {
        let mut store = RegexStore::new();
        let a = store.literal(&[97]);
        let r = store.loop_(a, 0, 10_000);
        format!("{:?}", store.contains_word(r, &[97; 10_000], budget))
    });
    timed("needle 10000, word of 20k", |budget| {
        let mut store = RegexStore::new();
        let r = needle(&mut store, 'a', 10_000);
        format!("{:?}", store.contains_word(r, &[97; 20_000], budget))
    });
    timed(
        "nested loops ((a{1,100}b){1,100}c){1,1000} lengths",
        |budget| {
            let mut store = RegexStore::new();
            let (a, b, c) = (
                store.literal(&[97]),
                store.literal(&[98]),
                store.literal(&[99]),
            );
            let inner = store.loop_(a, 1, 100);
            let inner = store.concat(inner, b);
            let middle = store.loop_(inner, 1, 100);
            let middle = store.concat(middle, c);
            let r = store.loop_(middle, 1, 1000);
            format!("{:?}", store.lengths(r, budget).map(|set| set.to_string()))
        },
    );
    timed("(abc){0,100000}|(de){7} lengths", |budget| {
        let mut store = RegexStore::new();
        let abc = text(&mut store, "abc");
        let de = text(&mut store, "de");
        let (x, y) = (store.loop_(abc, 0, 100_000), store.power(de, 7));
        let r = store.union(&[x, y]);
        format!("{:?}", store.lengths(r, budget).map(|set| set.max()))
    });
    timed("two counters of 5000 that clash at the end", |budget| {
        let mut store = RegexStore::new();
        let any = store.allchar();
        let letters = store.range(97, 122);
        let (x, y) = (store.power(letters, 5000), store.power(any, 5000));
        let (a, b) = (store.literal(&[97]), store.literal(&[98]));
        let (x, y) = (store.concat(x, a), store.concat(y, b));
        format!("empty {:?}", store.is_empty_intersection(&[x, y], budget))
    });
    timed("~(.*a.{0,1000}b.*) & .*a.{500}b.*", |budget| {
        let mut store = RegexStore::new();
        let (all, any) = (store.all(), store.allchar());
        let (a, b) = (store.literal(&[97]), store.literal(&[98]));
        let (gap, exact) = (store.loop_(any, 0, 1000), store.power(any, 500));
        let x = store.concat_all(&[all, a, gap, b, all]);
        let y = store.concat_all(&[all, a, exact, b, all]);
        format!("included {:?}", store.is_subset(y, x, budget))
    });
    timed("lengths of a{1000}* & (a{999})*", |budget| {
        let mut store = RegexStore::new();
        let a = store.literal(&[97]);
        let (x, y) = (store.power(a, 1000), store.power(a, 999));
        let (x, y) = (store.star(x), store.star(y));
        let r = store.inter(&[x, y]);
        format!("{:?}", store.lengths(r, budget).map(|set| set.to_string()))
    });
    timed("smallest word of length 3000 in needle 1000", |budget| {
        let mut store = RegexStore::new();
        let r = needle(&mut store, 'b', 1000);
        let word = store.smallest_word(r, 3000, CharOrder::CodePoint, budget);
        format!("{:?}", word.map(|word| word.map(|word| word.len())))
    });
    timed("splits of needle 100", |budget| {
        let mut store = RegexStore::new();
        let r = needle(&mut store, 'a', 100);
        format!("{:?}", store.splits(r, budget).map(|pairs| pairs.len()))
    });
}

fn depth() {
    timed("a million nested operators", |budget| {
        let mut store = RegexStore::new();
        let a = store.literal(&[97]);
        let b = store.literal(&[98]);
        let mut r = a;
        for n in 0..200_000 {
            let c = store.literal(&[99 + n % 7]);
            r = store.concat(r, c);
            r = store.union(&[r, b]);
            r = store.comp(r);
            r = store.star(r);
            r = store.inter(&[r, a]);
            r = store.union(&[r, c]);
        }
        format!(
            "empty {:?}, {} nodes",
            store.is_empty(r, budget),
            store.regex_count()
        )
    });
    timed("concatenation of 2000 options", |budget| {
        let mut store = RegexStore::new();
        let parts: Vec<Regex> = (0..2000)
            .map(|n| {
                let c = store.literal(&[97 + n % 26]);
                store.opt(c)
            })
            .collect();
        let r = store.concat_all(&parts);
        let z = store.literal(&[122]);
        let many = store.plus(z);
        let both = store.inter(&[r, many]);
        let word = store.shortest_word(both, budget);
        format!(
            "{:?} {:?}",
            word,
            store.lengths(r, budget).map(|set| set.to_string())
        )
    });
}

fn main() {
    emptiness();
    counters();
    depth();
}
