//! Feeds whole sessions with mutated scripts and reports panics, hangs and greed for memory.
//!
//! ```text
//! cargo run --release -p sinew --example mutate_session -- COUNT SEED FILE_OR_DIR...
//! ```
//!
//! Seeds are the `.smt2` files below the given paths and a few scripts of its own. A mutant has
//! bytes flipped, is cut short, has pieces of others spliced in, words swapped, or parts doubled;
//! it goes to a session, in pieces of random size, under a step limit per query. One seed gives
//! one run. An input that panics, takes more than two seconds, or more than a hundred times its
//! size in memory (beyond a megabyte) is printed, and makes the program fail.

#![allow(clippy::print_stdout, clippy::print_stderr)] // A program for people.

#[path = "../../sinew-smtlib/tests/common/mutants.rs"]
mod mutants;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use mutants::{load, mutant, peak_bytes};
use sinew::host::Buffer;
use sinew::{Session, Step};
use sinew_base::Random;
use sinew_smtlib::Reader;

/// What one query may spend.
const STEPS: u64 = 20_000;

/// Scripts that reach what regression files of other subjects may not.
const SCRIPTS: &[&str] = &[
    "(set-option :produce-unsat-cores true)(declare-const x String)(declare-const n Int)\
     (assert (! (= x (str.++ \"a\" x)) :named a))(check-sat)(get-unsat-core)(get-model)",
    "(declare-fun f (Int String) Int)(declare-const s String)(assert (= (f (str.len s) s) 3))\
     (check-sat)(get-value (s (f 1 s)))(push)(assert (str.in_re s (re.+ (re.range \"a\" \"c\"))))\
     (check-sat)(get-model)(pop)(check-sat)",
    "(declare-sort U 0)(declare-const u U)(declare-const v U)(assert (distinct u v))(check-sat)\
     (get-model)(get-value (u v))",
    "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (- n 1)))))(assert (= (f 5) 5))\
     (check-sat)(simplify (f 3))",
    "(set-option :produce-unsat-assumptions true)(declare-const p Bool)(declare-const q Bool)\
     (assert (=> p q))(check-sat-assuming (p (not q)))(get-unsat-assumptions)(reset)",
    "(declare-const x Int)(assert (forall ((y Int)) (=> (< 0 y 4) (> x y))))(check-sat)\
     (get-assignment)(get-assertions)(get-info :all-statistics)",
    "(declare-const a String)(declare-const b String)(assert (= (str.replace_all a \"x\" b) \"yy\"))\
     (assert (< (str.to_int b) (div 7 (str.len a))))(check-sat)(get-value (a b (mod 3 0)))",
];

const WORDS: &[&str] = &[
    "(",
    ")",
    "\"",
    "|",
    ";",
    "\\u{",
    "(_ ",
    "(as ",
    "(! ",
    ":named a",
    "(let ((x ",
    "0",
    "-",
    "(- 1)",
    "99999999999999999999999",
    "(_ re.^ 4294967295)",
    "(_ re.loop 0 4294967295)",
    "(check-sat)",
    "(get-model)",
    "(get-value (x))",
    "(get-unsat-core)",
    "(get-assertions)",
    "(push 1)",
    "(pop 1)",
    "(reset)",
    "(reset-assertions)",
    "(check-sat-assuming (true))",
    "(set-option :global-declarations true)",
    "(set-option :legacy-escapes true)",
    "true",
    "false",
    "str.len",
    "str.++",
    "str.replace_re_all",
    "str.from_code",
    "re.comp",
    "re.inter",
    "str.rev",
    "div",
    "mod",
    "ite",
    "distinct",
    "String",
    "Int",
    "RegLan",
    "\u{e9}",
    "\0",
];

/// Holds the session; returns how many replies there were, and how many errors among them.
fn converse(text: &[u8], piece: usize, steps: u64) -> (usize, u64) {
    let arguments = [format!("--rlimit-per={steps}")];
    let mut session = Session::with_arguments(&arguments).expect("a known option");
    let (mut reader, mut host) = (Reader::new(), Buffer::default());
    for bytes in text.chunks(piece) {
        reader.feed(bytes);
        loop {
            match session.step(&mut reader, &mut host) {
                Step::Executed => {}
                Step::Starved => break,
                Step::Exited => return (host.replies.lines().count(), session.errors()),
            }
        }
    }
    session.finish(&mut reader, &mut host);
    (host.replies.lines().count(), session.errors())
}

/// What went wrong, by kind.
#[derive(Debug, Default)]
struct Findings {
    panics: usize,
    slow: usize,
    greedy: usize,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| args.get(index).and_then(|arg| arg.parse().ok());
    let count = number(0).unwrap_or(100_000);
    let mut random = Random::new(number(1).unwrap_or(1));
    let mut seeds: Vec<Vec<u8>> = SCRIPTS
        .iter()
        .map(|text| text.as_bytes().to_vec())
        .collect();
    for arg in args.iter().skip(2) {
        load(Path::new(arg), 8000, &mut seeds);
    }
    println!("{} seeds", seeds.len());
    std::panic::set_hook(Box::new(|info| println!("panic: {info}")));
    // Once as they are, so that what the first query of a process costs is not blamed on a mutant.
    for seed in &seeds {
        let _ = catch_unwind(|| converse(seed, 4096, STEPS));
    }
    let (mut replies, mut errors, mut bytes) = (0, 0, 0);
    let mut findings = Findings::default();
    let (mut slowest, mut peak) = (Duration::ZERO, peak_bytes());
    let mut said = Instant::now();
    for done in 0..count {
        if said.elapsed().as_secs() >= 60 {
            said = Instant::now();
            println!("{done} mutants, {replies} lines of replies, {errors} errors, {findings:?}");
        }
        let text = mutant(&seeds, WORDS, &mut random);
        let piece = 1 + random.below(4096);
        bytes += text.len();
        let started = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| converse(&text, piece, STEPS)));
        let took = started.elapsed();
        slowest = slowest.max(took);
        let grown = peak_bytes().saturating_sub(peak);
        peak += grown;
        let mut complaint = None;
        match outcome {
            Ok((some_replies, some_errors)) => {
                replies += some_replies;
                errors += some_errors;
            }
            Err(_) => {
                findings.panics += 1;
                complaint = Some("panics".to_owned());
            }
        }
        if took > Duration::from_secs(2) {
            findings.slow += 1;
            complaint = Some(format!("takes {took:?}"));
        }
        if grown > 100 * text.len() + (1 << 20) {
            findings.greedy += 1;
            complaint = Some(format!("takes {grown} bytes of memory"));
        }
        if let Some(complaint) = complaint {
            println!("{complaint}: {:?}", String::from_utf8_lossy(&text));
        }
    }
    println!(
        "{count} mutants, {bytes} bytes, {replies} lines of replies, {errors} errors, {findings:?}, \
         slowest {slowest:?}, peak memory {} MB",
        peak >> 20
    );
    if findings.panics + findings.slow + findings.greedy > 0 {
        std::process::exit(1);
    }
}
