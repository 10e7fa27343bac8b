//! What the typed interface costs: trivial checks in a loop, through typed terms and as text, and the
//! memory that the process holds meanwhile.
//!
//! ```sh
//! cargo run --release -p sinew --example api_cost -- 200000
//! ```

#![allow(clippy::print_stdout)] // A program for people.

use std::time::{Duration, Instant};

use sinew::ast::{Bool, String};
use sinew::watch::resident_bytes;
use sinew::{SatResult, Session, Solver};

/// The least time of a thousand rounds in a row, of each: noise only adds.
fn least(rounds: u32, mut round: impl FnMut(u32)) -> Duration {
    const BATCH: u32 = 1000;
    let mut least = Duration::MAX;
    for batch in 0..rounds / BATCH {
        let start = Instant::now();
        (0..BATCH).for_each(|n| round(batch * BATCH + n));
        least = least.min(start.elapsed() / BATCH);
    }
    least
}

fn megabytes() -> u64 {
    resident_bytes().unwrap_or(0) >> 20
}

fn main() {
    let argument = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let rounds: u32 = argument.unwrap_or(20_000).max(1000);

    // The same constraint again and again: nothing but the way to the solver and back.
    let mut solver = Solver::new();
    let p = Bool::new_const("p");
    solver.assert(&p);
    let typed = least(rounds, |_| assert_eq!(solver.check(), SatResult::Sat));
    let mut session = Session::default();
    session.run_text("(declare-const p Bool)(assert p)");
    let text = least(rounds, |_| {
        assert_eq!(session.run_text("(check-sat)"), "sat\n")
    });
    println!("check again:             typed {typed:?}, as text {text:?}");

    // A new constraint in each round.
    let mut solver = Solver::new();
    let x = String::new_const("x");
    let mut held = vec![megabytes()];
    let typed = least(rounds, |n| {
        solver.push();
        solver.assert(x.eq(format!("a{n}").as_str()));
        assert_eq!(solver.check(), SatResult::Sat);
        solver.pop(1);
        if (n + 1) % rounds.div_ceil(10) == 0 {
            held.push(megabytes());
        }
    });
    println!(
        "push, assert, check, pop: typed {typed:?}; megabytes before, and after each tenth: {held:?}"
    );
    let mut session = Session::default();
    session.run_text("(declare-const x String)");
    let text = least(rounds, |n| {
        let script = format!("(push)(assert (= x \"a{n}\"))(check-sat)(pop)");
        assert_eq!(session.run_text(&script), "sat\n");
    });
    println!("                          as text {text:?}");
}
