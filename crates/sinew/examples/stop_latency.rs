//! How soon queries end after they were told to: scripts of a folder, stopped at random moments.
//!
//! ```text
//! cargo run --release -p sinew --example stop_latency -- FOLDER EVERY SEED [--arm=NAME …]
//! ```
//!
//! Every `EVERY`th script is run with limits of 1, 100 and 10,000 steps, and cancelled three times
//! within its first second. What a query still worked after the request (time of the processor, where
//! the system tells) is printed if it was more than 100 ms, and the longest of all; contradictions
//! between limited answers are printed, and make the program fail.

#![allow(clippy::print_stdout, clippy::print_stderr)] // A program for people.

#[path = "../tests/common/scripts.rs"]
mod scripts;
#[path = "../tests/common/stopping.rs"]
mod stopping;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use scripts::scripts;
use sinew_base::Random;
use stopping::{agree, run};

const SOON: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, every, seed, options @ ..] = &arguments[..] else {
        eprintln!("usage: stop_latency FOLDER EVERY SEED [OPTION…]");
        return ExitCode::FAILURE;
    };
    let (Ok(every), Ok(seed)) = (every.parse::<usize>(), seed.parse::<u64>()) else {
        eprintln!("EVERY and SEED are numbers");
        return ExitCode::FAILURE;
    };
    let mut random = Random::new(seed);
    let (mut files, mut runs, mut late, mut wrong) = (0, 0, 0, 0);
    let mut worst = (Duration::ZERO, String::new());
    for path in scripts(Path::new(folder)).iter().step_by(every.max(1)) {
        let Ok(script) = std::fs::read(path) else {
            continue;
        };
        files += 1;
        let mut seen: Option<String> = None;
        let limits = [1u64, 100, 10_000].map(|steps| (Some(steps), None));
        let stops: Vec<_> = (0..3)
            .map(|_| {
                (
                    None,
                    Some(Duration::from_micros(random.number() % 1_000_000)),
                )
            })
            .collect();
        for (steps, stop) in limits.into_iter().chain(stops) {
            let mut options = options.to_vec();
            options.push("--tlimit-per=3000".to_owned());
            options.extend(steps.map(|steps| format!("--rlimit-per={steps}")));
            let Some(found) = run(&script, &options, stop) else {
                eprintln!("the options are not known");
                return ExitCode::FAILURE;
            };
            runs += 1;
            let took = match steps {
                // A step takes some time; the limit is reached after so many of them.
                Some(steps) => found
                    .longest
                    .saturating_sub(Duration::from_micros(10 * steps)),
                None => found.latest.unwrap_or_default(),
            };
            let what = format!(
                "{} ({steps:?} steps, stopped after {stop:?})",
                path.display()
            );
            if took > SOON {
                late += 1;
                println!("{took:?} {what}");
            }
            if took > worst.0 {
                worst = (took, what.clone());
            }
            match &seen {
                Some(replies) if !agree(replies, &found.replies) => {
                    wrong += 1;
                    println!("contradicts itself: {what}");
                }
                Some(replies) if replies.contains("unknown") => seen = Some(found.replies),
                Some(_) => {}
                None => seen = Some(found.replies),
            }
        }
    }
    println!("{files} scripts, {runs} runs, {late} later than {SOON:?}, {wrong} contradictions");
    println!("longest: {:?} {}", worst.0, worst.1);
    ExitCode::from(u8::from(wrong > 0))
}
