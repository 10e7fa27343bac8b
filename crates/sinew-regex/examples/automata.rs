//! Growth of automata and transducers on families that blow up somewhere. Run with
//! `cargo run --release -p sinew-regex --example automata`; docs/benchmarks/automata.md has a run.
#![allow(clippy::print_stdout)]

use sinew_base::Budget;
use sinew_regex::automata::{
    Alphabet, Automaton, BuildError, Matches, Noodles, OfRegex, Product, Subsets, Transducer,
    counterexample, shortest_word,
};
use sinew_regex::{CharSet, Regex, RegexStore};
use std::sync::Arc;
use std::time::Instant;

/// What each row may cost.
const STEPS: u64 = 20_000_000;

type Outcome = Result<String, BuildError>;

/// Prints one row: what was done, for which size, what came out, and what it cost.
fn row(family: &str, size: u32, run: impl FnOnce(&Budget) -> Outcome) {
    let budget = Budget::with_steps(STEPS);
    let start = Instant::now();
    let outcome = run(&budget);
    let time = start.elapsed().as_secs_f64() * 1e3;
    let outcome = outcome.unwrap_or_else(|error| error.to_string());
    let (steps, peak) = (budget.spent(), peak());
    println!("| {family} | {size} | {outcome} | {steps} | {time:.1} | {peak} |");
}

/// The most memory that the process has had, in MiB; on Linux.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.map_or_else(|| "?".to_owned(), |size| (size / 1024).to_string())
}

/// a, b, c, d and the rest.
fn alphabet() -> Arc<Alphabet> {
    Alphabet::new(&[97, 98, 99, 100].map(CharSet::single))
}

fn automaton(
    store: &mut RegexStore,
    regex: Regex,
    budget: &Budget,
) -> Result<Automaton, BuildError> {
    Automaton::from_regex(store, regex, &alphabet(), budget)
}

/// `(a|b)*a(a|b)^n`, whose smallest deterministic automaton has 2^(n+1) states.
fn needle(store: &mut RegexStore, letter: u32, n: u32) -> Regex {
    let ab = store.range(97, 98);
    let (many, last) = (store.star(ab), store.power(ab, n));
    let letter = store.literal(&[letter]);
    store.concat_all(&[many, letter, last])
}

fn determinisation() {
    for n in [4, 8, 12, 16, 20] {
        row("determinise `(a\\|b)*a(a\\|b)^n`", n, |budget| {
            let mut store = RegexStore::new();
            let r = needle(&mut store, 97, n);
            let nfa = automaton(&mut store, r, budget)?;
            let dfa = nfa.determinised(budget)?;
            Ok(format!("{} → {} states", nfa.len(), dfa.len()))
        });
    }
    for n in [20, 100, 500] {
        row("the same included in itself, written apart", n, |budget| {
            let mut store = RegexStore::new();
            let r = needle(&mut store, 97, n);
            let one = automaton(&mut store, r, budget)?;
            // One more letter at the front, with and without.
            let ab = store.range(97, 98);
            let more = store.concat(ab, r);
            let more = automaton(&mut store, more, budget)?;
            let other = one.union(&more, budget)?;
            Ok(match counterexample(other, &one, budget)? {
                None => "included".to_owned(),
                Some(word) => format!("{} letters", word.len()),
            })
        });
    }
}

fn intersections() {
    for k in [5, 10, 20, 40, 80] {
        row("k needles at places 5, 6, …", k, |budget| {
            let mut store = RegexStore::new();
            let mut parts = Vec::new();
            for at in 0..k {
                let r = needle(&mut store, 97 + at % 2, at + 5);
                parts.push(automaton(&mut store, r, budget)?);
            }
            let meet = Automaton::intersection_of(&alphabet(), &parts, budget)?;
            Ok(format!("{} states", meet.len()))
        });
    }
    for k in [5, 10, 15, 20] {
        row("`x` contains k words, shortest", k, |budget| {
            let mut store = RegexStore::new();
            let all = store.all();
            let mut parts = Vec::new();
            for at in 0..k {
                // Words of letters that do not overlap: each subset of them is a state.
                let word: Vec<u32> = (0..5).map(|bit| 97 + (at >> bit & 1)).collect();
                let word = store.literal(&[&[99][..], &word, &[100]].concat());
                let r = store.concat_all(&[all, word, all]);
                parts.push(automaton(&mut store, r, budget)?);
            }
            let meet = Automaton::intersection_of(&alphabet(), &parts, budget)?;
            Ok(match meet.shortest_word(budget)? {
                Some(word) => format!("{} states, {} letters", meet.len(), word.len()),
                None => "empty".to_owned(),
            })
        });
    }
    for k in [10, 100, 1000] {
        row("k memberships `[ab]{0,100+i}c?`", k, |budget| {
            let mut store = RegexStore::new();
            let (ab, c) = (store.range(97, 98), store.literal(&[99]));
            let end = store.opt(c);
            let mut parts = Vec::new();
            for at in 0..k {
                let many = store.loop_(ab, 0, 100 + at);
                let r = store.concat(many, end);
                parts.push(automaton(&mut store, r, budget)?);
            }
            let meet = Automaton::intersection_of(&alphabet(), &parts, budget)?;
            Ok(format!("{} states", meet.len()))
        });
    }
}

fn complements() {
    for depth in [1, 2, 3, 4, 6] {
        row(
            "nested complements of a needle 5, explicit",
            depth,
            |budget| {
                let mut store = RegexStore::new();
                let r = needle(&mut store, 97, 5);
                let c = Automaton::word(&alphabet(), &[99])?;
                let mut nested = automaton(&mut store, r, budget)?;
                for _ in 0..depth {
                    nested = nested
                        .concat(&c, budget)?
                        .complement(budget)?
                        .reduced(budget)?;
                }
                Ok(format!("{} states", nested.len()))
            },
        );
    }
    for (n, antichains) in [
        (10, false),
        (15, false),
        (20, false),
        (15, true),
        (80, true),
        (320, true),
    ] {
        let how = if antichains {
            "antichains"
        } else {
            "lazy subsets"
        };
        row(
            &format!("in `[ab]{{n+1,}}` and not in a needle n, by {how}"),
            n,
            |budget| {
                let mut store = RegexStore::new();
                let r = needle(&mut store, 97, n);
                let ab = store.range(97, 98);
                let long = store.repeat(ab, n + 1, None);
                let (inside, long) = (
                    automaton(&mut store, r, budget)?,
                    automaton(&mut store, long, budget)?,
                );
                let word = match antichains {
                    true => counterexample(long, &inside, budget)?,
                    false => {
                        shortest_word(Product::new(long, Subsets::complement(inside)), budget)?
                    }
                };
                Ok(format!("{} letters", word.map_or(0, |word| word.len())))
            },
        );
    }
}

fn loops() {
    for n in [10, 100, 1_000, 10_000] {
        row("`a{0,n}b{0,n}`: build, reduce, lengths", n, |budget| {
            let mut store = RegexStore::new();
            let (a, b) = (store.literal(&[97]), store.literal(&[98]));
            let (first, second) = (store.loop_(a, 0, n), store.loop_(b, 0, n));
            let r = store.concat(first, second);
            let made = automaton(&mut store, r, budget)?;
            let reduced = made.reduced(budget)?;
            let lengths = reduced.lengths(budget)?;
            Ok(format!(
                "{} → {} states, {lengths}",
                made.len(),
                reduced.len()
            ))
        });
        row(
            "`(a{0,n}b){0,n}` against a word of 50, lazily",
            n,
            |budget| {
                let mut store = RegexStore::new();
                let (a, b) = (store.literal(&[97]), store.literal(&[98]));
                let inner = store.loop_(a, 0, n);
                let inner = store.concat(inner, b);
                let r = store.loop_(inner, 0, n);
                let word: Vec<u32> = (0..50).map(|at| 97 + u32::from(at % 5 == 4)).collect();
                let word = Automaton::word(&alphabet(), &word)?;
                let lazy = OfRegex::new(&mut store, r, &alphabet())?;
                let found = shortest_word(Product::new(lazy, word), budget)?;
                Ok(if found.is_some() { "inside" } else { "outside" }.to_owned())
            },
        );
    }
}

fn replacements() {
    let replace = |part: &[u32], by: &[u32], budget: &Budget| {
        let pattern = Automaton::word(&alphabet(), part)?;
        Transducer::replace(&pattern, by, Matches::All, budget)
    };
    let chains: [(&str, [&[u32]; 4]); 3] = [
        ("`a` → `b`, `b` → `c` in turn", [&[97], &[98], &[98], &[99]]),
        (
            "`ab` → `c`, `c` → `ba` in turn",
            [&[97, 98], &[99], &[99], &[98, 97]],
        ),
        (
            "`aa` → `b`, `bb` → `a` in turn",
            [&[97, 97], &[98], &[98, 98], &[97]],
        ),
    ];
    for (name, [part, by, other, then]) in chains {
        for k in [1, 2, 5, 10, 20, 50] {
            let family = format!("pre-image of the image of 200 letters, k times {name}");
            row(&family, k, |budget| {
                let (first, second) = (replace(part, by, budget)?, replace(other, then, budget)?);
                // The image of a word, so that there is something to find.
                let mut word: Vec<u32> = (0..200u32).map(|at| 97 + at * at / 7 % 4).collect();
                for step in (0..k).rev() {
                    let next = if step % 2 == 0 { &second } else { &first };
                    word = next.apply(&word, budget)?.unwrap_or_default();
                }
                let mut language = Automaton::word(&alphabet(), &word)?;
                for step in 0..k {
                    let next = if step % 2 == 0 { &second } else { &first };
                    language = next.preimage(&language, budget)?.reduced(budget)?;
                }
                Ok(format!("{} → {} states", word.len() + 1, language.len()))
            });
        }
    }
    for k in [2, 4, 8, 16] {
        row(
            "k times `ab` → `c`, `c` → `ba` as one transducer",
            k,
            |budget| {
                let first = replace(&[97, 98], &[99], budget)?;
                let second = replace(&[99], &[98, 97], budget)?;
                let mut chain = first.clone();
                for step in 1..k {
                    let next = if step % 2 == 0 { &first } else { &second };
                    chain = chain.then(next, budget)?.reduced(budget)?;
                }
                Ok(format!("{} states", chain.len()))
            },
        );
    }
    for n in [5, 10, 20] {
        row("pattern `a(a\\|b)^n c`, transducer", n, |budget| {
            let mut store = RegexStore::new();
            let (a, c, ab) = (
                store.literal(&[97]),
                store.literal(&[99]),
                store.range(97, 98),
            );
            let gap = store.power(ab, n);
            let r = store.concat_all(&[a, gap, c]);
            let pattern = automaton(&mut store, r, budget)?;
            let made = Transducer::replace(&pattern, &[100], Matches::All, budget)?;
            Ok(format!("{} states", made.len()))
        });
    }
}

fn noodles() {
    for n in [2, 4, 8, 16] {
        row(
            "noodles of n variables against a word of 60, first 1000",
            n,
            |budget| {
                let any = Automaton::all(&alphabet());
                let word: Vec<u32> = (0..60u32).map(|at| 97 + at * at / 5 % 3).collect();
                let right = Automaton::word(&alphabet(), &word)?;
                let mut noodles = Noodles::new(&vec![any; n as usize], &[right], budget)?;
                let mut count = 0;
                while count < 1000 && noodles.next(budget)?.is_some() {
                    count += 1;
                }
                Ok(format!("{count} noodles"))
            },
        );
    }
}

fn main() {
    println!("| family | size | outcome | steps | ms | peak MiB |");
    println!("|---|---|---|---|---|---|");
    determinisation();
    intersections();
    complements();
    loops();
    replacements();
    noodles();
}
