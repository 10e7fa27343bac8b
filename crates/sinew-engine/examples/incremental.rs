//! Times many small queries under assumptions, as a symbolic executor asks them.
//!
//! `cargo run --release -p sinew-engine --example incremental [queries]`

use std::time::Instant;

use sinew_base::Budget;
use sinew_engine::{Config, Engine, Outcome};
use sinew_term::{Sort, Term, TermStore};

#[allow(clippy::print_stdout)]
fn main() {
    let queries: i64 = std::env::args()
        .nth(1)
        .and_then(|arg| arg.parse().ok())
        .unwrap_or(2000);
    let mut store = TermStore::new();
    let f = store.declare("f", &[Sort::Int], Sort::Int);
    let vars: Vec<Term> = (0..30)
        .map(|i| store.constant(&format!("x{i}"), Sort::Int))
        .collect();
    let mut engine = Engine::new(Config::default(), &mut store);
    let zero = store.int(0);
    for pair in vars.windows(2) {
        let (low, image) = (store.le(zero, pair[0]), store.apply(f, &[pair[0]]));
        let step = store.lt(pair[0], pair[1]);
        let grow = store.ge(image, pair[0]);
        let guard = store.or(&[step, grow]);
        for term in [low, guard] {
            engine.assert(&mut store, term, 0);
        }
    }
    let budget = Budget::unlimited();
    let (mut sat, mut unsat) = (0, 0);
    let start = Instant::now();
    for query in 0..queries {
        let (i, j) = ((query % 29) as usize, (query * 7 % 30) as usize);
        let bound = store.int(query % 13);
        let (a, b) = (store.gt(vars[i], bound), store.le(vars[j], bound));
        let (fi, fj) = (store.apply(f, &[vars[i]]), store.apply(f, &[vars[j]]));
        let same = store.eq(fi, fj);
        match engine.check(&mut store, &[a, b, same], &budget) {
            Outcome::Sat => sat += 1,
            Outcome::Unsat => unsat += 1,
            Outcome::Unknown(reason) => println!("unknown: {reason:?}"),
        }
    }
    let time = start.elapsed();
    println!(
        "{queries} queries, {sat} sat, {unsat} unsat: {:.3} s, {:.1} µs each",
        time.as_secs_f64(),
        time.as_secs_f64() * 1e6 / queries as f64
    );
}
