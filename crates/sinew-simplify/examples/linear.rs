//! Shows that the cost of simplification grows about linearly: times for several shapes of
//! 10^4, 10^5 and 10^6 nodes.
//!
//! `cargo run --release -p sinew-simplify --example linear`

#![allow(clippy::print_stdout)]

use std::time::Instant;

use sinew_base::Budget;
use sinew_simplify::Simplifier;
use sinew_term::{Op, Sort, Term, TermStore};

type Shape = (&'static str, fn(&mut TermStore, usize) -> Term);

const SHAPES: &[Shape] = &[
    ("balanced and/or", balanced),
    ("one long concatenation", long_concat),
    ("deep concatenations, to the right", deep_concat),
    ("deep concatenations, to the left", deep_concat_left),
    ("deep ite", deep_ite),
    ("wide sum", wide_sum),
    ("deep differences", deep_sub),
    ("alternating not/and", alternating),
    ("many small atoms", atoms),
    ("equation of long concatenations", long_equation),
    ("nested substr", nested_substr),
];

fn main() {
    println!(
        "{:<36} {:>10} {:>10} {:>10}",
        "shape", "10^4", "10^5", "10^6"
    );
    for (name, shape) in SHAPES {
        let mut line = format!("{name:<36}");
        for size in [10_000, 100_000, 1_000_000] {
            let mut store = TermStore::new();
            let term = shape(&mut store, size);
            let start = Instant::now();
            let result = Simplifier::new()
                .simplify(&mut store, term, &Budget::unlimited())
                .expect("no limit");
            let time = start.elapsed();
            assert_eq!(store.sort(result), store.sort(term));
            line += &format!(" {:>8} ms", time.as_millis());
        }
        println!("{line}");
    }
}

fn symbol(store: &mut TermStore, name: &str, index: usize, sort: Sort) -> Term {
    store.constant(&format!("{name}{index}"), sort)
}

fn balanced(store: &mut TermStore, size: usize) -> Term {
    let mut layer: Vec<Term> = (0..size / 2)
        .map(|i| symbol(store, "p", i, Sort::Bool))
        .collect();
    let mut op = Op::And;
    while layer.len() > 1 {
        layer = layer.chunks(2).map(|pair| store.mk(op, pair)).collect();
        op = if op == Op::And { Op::Or } else { Op::And };
    }
    layer[0]
}

fn long_concat(store: &mut TermStore, size: usize) -> Term {
    let parts: Vec<Term> = (0..size)
        .map(|i| {
            if i % 3 == 0 {
                symbol(store, "x", i, Sort::String)
            } else {
                store.string("ab")
            }
        })
        .collect();
    store.concat(&parts)
}

fn deep_concat(store: &mut TermStore, size: usize) -> Term {
    let mut term = store.string("a");
    for i in 0..size / 2 {
        let x = symbol(store, "x", i, Sort::String);
        term = store.concat(&[x, term]);
    }
    term
}

fn deep_concat_left(store: &mut TermStore, size: usize) -> Term {
    let mut term = store.string("a");
    for i in 0..size / 2 {
        let x = symbol(store, "x", i, Sort::String);
        term = store.concat(&[term, x]);
    }
    store.len(term)
}

fn deep_ite(store: &mut TermStore, size: usize) -> Term {
    let mut term = store.string("a");
    for i in 0..size / 3 {
        let (p, x) = (
            symbol(store, "p", i, Sort::Bool),
            symbol(store, "x", i, Sort::String),
        );
        term = store.ite(p, x, term);
    }
    term
}

fn wide_sum(store: &mut TermStore, size: usize) -> Term {
    let parts: Vec<Term> = (0..size / 2)
        .map(|i| {
            let (k, n) = (
                store.int(i as i64 % 7 - 3),
                symbol(store, "n", i % 1000, Sort::Int),
            );
            store.mul(&[k, n])
        })
        .collect();
    let zero = store.int(0);
    let sum = store.add(&parts);
    store.le(sum, zero)
}

fn deep_sub(store: &mut TermStore, size: usize) -> Term {
    let mut term = store.int(0);
    for i in 0..size / 2 {
        let n = symbol(store, "n", i, Sort::Int);
        term = store.sub(n, term);
    }
    term
}

fn alternating(store: &mut TermStore, size: usize) -> Term {
    let mut term = symbol(store, "p", 0, Sort::Bool);
    for i in 1..size / 3 {
        let p = symbol(store, "p", i, Sort::Bool);
        let both = store.and(&[p, term]);
        term = store.not(both);
    }
    term
}

fn atoms(store: &mut TermStore, size: usize) -> Term {
    let a = store.string("a");
    let zero = store.int(0);
    let parts: Vec<Term> = (0..size / 8)
        .map(|i| {
            let (x, y) = (
                symbol(store, "x", i, Sort::String),
                symbol(store, "x", i / 2, Sort::String),
            );
            let xa = store.concat(&[a, x]);
            let (at, contains) = (store.at(xa, zero), store.contains(xa, y));
            let equal = store.eq(at, a);
            store.and(&[equal, contains])
        })
        .collect();
    store.or(&parts)
}

fn long_equation(store: &mut TermStore, size: usize) -> Term {
    let mut left: Vec<Term> = (0..size / 2)
        .map(|i| symbol(store, "x", i, Sort::String))
        .collect();
    let mut right = left.clone();
    left.insert(size / 4, store.string("a"));
    right.insert(size / 8, store.string("a"));
    let (left, right) = (store.concat(&left), store.concat(&right));
    store.eq(left, right)
}

fn nested_substr(store: &mut TermStore, size: usize) -> Term {
    let mut term = symbol(store, "x", 0, Sort::String);
    let one = store.int(1);
    for i in 0..size / 3 {
        let n = symbol(store, "n", i, Sort::Int);
        term = store.substr(term, one, n);
    }
    term
}
