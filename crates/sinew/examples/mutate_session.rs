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

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

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

/// Where the word at or after `at` begins and ends.
fn word(text: &[u8], at: usize) -> (usize, usize) {
    let part = |&b: &u8| b.is_ascii_alphanumeric() || b"._+-*<=>!".contains(&b);
    let start = at + text[at..].iter().position(part).unwrap_or(0);
    let length = text[start..].iter().position(|b| !part(b));
    (start, length.map_or(text.len(), |length| start + length))
}

fn mutate(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut text = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(6) {
        let at = random.below(text.len() + 1);
        match random.below(8) {
            0 if at < text.len() => text[at] ^= 1 << random.below(8),
            1 if at < text.len() => text[at] = random.number() as u8,
            2 => text.truncate(at),
            3 => {
                let end = (at + random.below(40)).min(text.len());
                text.drain(at..end);
            }
            4 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len() + 1);
                let to = (from + random.below(600)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
            5 => {
                let end = (at + random.below(200)).min(text.len());
                let piece = text[at..end].to_vec();
                let again = random.below(text.len() + 1);
                text.splice(again..again, piece);
            }
            6 => {
                // A word of another script, in the place of one of this: often well-formed.
                let other = &seeds[random.below(seeds.len())];
                let (from, to) = word(other, random.below(other.len() + 1));
                let (start, end) = word(&text, at);
                text.splice(start..end, other[from..to].iter().copied());
            }
            _ => {
                let piece = WORDS[random.below(WORDS.len())].bytes();
                text.splice(at..at, piece);
            }
        }
    }
    text
}

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

fn load(path: &Path, seeds: &mut Vec<Vec<u8>>) {
    if path.is_dir() {
        let mut entries: Vec<_> = std::fs::read_dir(path)
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        entries.sort();
        for entry in entries {
            load(&entry, seeds);
        }
    } else if path.extension().is_some_and(|end| end == "smt2")
        && let Ok(text) = std::fs::read(path)
        && text.len() < 8000
    {
        seeds.push(text);
    }
}

/// The most memory that this process has held so far, where the system tells.
fn peak_bytes() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes: Option<usize> = line.and_then(|l| l.split_whitespace().nth(1)?.parse().ok());
    kilobytes.unwrap_or(0) << 10
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
        load(Path::new(arg), &mut seeds);
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
    for _ in 0..count {
        let text = mutate(&seeds, &mut random);
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
