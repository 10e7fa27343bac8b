//! Feeds the reader with mutated inputs: bytes flipped, texts cut and spliced.
//!
//! `cargo run --release -p sinew-smtlib --example mutate_script -- COUNT SEED FILE_OR_DIR...` reads
//! COUNT mutants and reports panics, slow inputs, and what re-reads differently. With `--memory`
//! instead of a count it reads large nasty inputs and reports the peak memory of each, in
//! multiples of its size (Linux only).

#![allow(clippy::print_stdout, clippy::print_stderr)] // A program for people.

#[path = "../tests/common/mutants.rs"]
mod mutants;

use std::path::Path;
use std::time::{Duration, Instant};

use mutants::{load, mutant, peak_bytes};
use sinew_base::Random;
use sinew_smtlib::{Command, Environment, Reader, parse_model, parse_term, print_term};
use sinew_term::TermStore;

const PIECES: &[&str] = &[
    "(",
    ")",
    "\"",
    "|",
    ";",
    "\n",
    "\\",
    "\\u{",
    "}",
    "(_ ",
    "(as ",
    "(! ",
    ":named ",
    ":pattern (",
    "(let ((",
    "(forall ((x Int)) ",
    "(exists ((x String) (y Int)) ",
    "\0",
    "\u{e9}",
    "0",
    "-",
    "#x",
    "#b",
    "(push 1)",
    "(pop 1)",
    "(reset)",
    "(define-fun f ((x Int)) Int ",
    "(re.loop ",
    "(declare-const ",
    " Int)",
    " String",
    "x",
    "99999999999999999999999",
    "(_ re.^ 4294967295)",
    "(assert ",
    "true",
    "(define-fun-rec g ((x Int)) Int (g x))",
    "(define-sort S (A) A)",
    "(declare-sort S 2)",
    "\u{10ffff}",
];

/// Reads everything, in pieces; returns commands, errors, and whether re-reading agreed.
fn read(text: &[u8], piece: usize) -> (usize, usize, bool) {
    let (mut store, mut env, mut reader) = (TermStore::new(), Environment::new(), Reader::new());
    let (mut commands, mut errors, mut same) = (0, 0, true);
    for bytes in text.chunks(piece.max(1)) {
        reader.feed(bytes);
        while let Some(result) = reader.next(&mut env, &mut store) {
            match result {
                Ok(Command::Assert { term, .. }) => {
                    commands += 1;
                    let printed = print_term(&store, term);
                    let again = parse_term(&mut store, &env, &printed);
                    same &= again == Ok(term);
                }
                Ok(_) => commands += 1,
                Err(error) => {
                    errors += 1;
                    let _ = (error.smtlib(), error.render("input"));
                }
            }
        }
    }
    errors += usize::from(reader.finish().is_some());
    if let Ok(text) = std::str::from_utf8(text) {
        let _ = parse_model(&mut store, &env, text);
    }
    (commands, errors, same)
}

fn fuzz(count: usize, seed: u64, seeds: &[Vec<u8>]) -> usize {
    let mut random = Random::new(seed);
    let (mut commands, mut errors, mut panics, mut different, mut bytes) = (0, 0, 0, 0, 0);
    let mut slowest = Duration::ZERO;
    std::panic::set_hook(Box::new(|_| {}));
    for index in 0..count {
        let text = mutant(seeds, PIECES, &mut random);
        let piece = if index % 16 == 0 {
            1
        } else {
            1 + random.below(4096)
        };
        bytes += text.len();
        let started = Instant::now();
        match std::panic::catch_unwind(|| read(&text, piece)) {
            Ok((some_commands, some_errors, same)) => {
                commands += some_commands;
                errors += some_errors;
                if !same {
                    different += 1;
                    println!("re-reads differently: {}", String::from_utf8_lossy(&text));
                }
            }
            Err(_) => {
                panics += 1;
                println!("panics: {:?}", String::from_utf8_lossy(&text));
            }
        }
        let took = started.elapsed();
        if took > slowest {
            slowest = took;
            if took > Duration::from_millis(500) {
                println!("slow ({took:?}): {:?}", String::from_utf8_lossy(&text));
            }
        }
    }
    println!(
        "{count} mutants, {bytes} bytes, {commands} commands, {errors} errors, \
         {panics} panics, {different} re-read differently, slowest {slowest:?}"
    );
    panics + different
}

/// Inputs that aim at memory, each of about `size` bytes; made one at a time, so that the memory
/// of one does not hide that of another.
fn nasty(index: usize, size: usize) -> Option<(&'static str, String)> {
    let repeat = |text: &str| text.repeat(size / text.len());
    let numbered = |make: &dyn Fn(usize) -> String| {
        let mut text = String::with_capacity(size + 100);
        let mut i = 0;
        while text.len() < size {
            text.push_str(&make(i));
            i += 1;
        }
        text
    };
    let nested = |open: &str, inner: &str| {
        let closers = open.matches('(').count() - open.matches(')').count();
        let depth = size / (open.len() + closers);
        let close = ")".repeat(closers * depth);
        format!("(assert {}{inner}{close})", open.repeat(depth))
    };
    Some(match index {
        0 => ("parentheses", repeat("(")),
        1 => ("closing parentheses", repeat(")")),
        2 => ("empty commands", repeat("()")),
        3 => ("nested not", nested("(not ", "true")),
        4 => ("nested let", nested("(let((a true))", "a")),
        5 => (
            "nested let of a sum",
            nested("(let((a(+ a a)))", "(= a 1)").replacen("(let((a(+ a a)))", "(let((a 1))", 1),
        ),
        6 => ("nested forall", nested("(forall((a Int))", "true")),
        7 => ("nested annotations", nested("(! ", "true")),
        8 => (
            "quantifiers that clash",
            nested("(forall((a Int))(let((b a))", "(= b a)"),
        ),
        9 => (
            "distinct numerals",
            format!("(assert (= {}))", numbered(&|i| format!("{i} "))),
        ),
        10 => (
            "distinct strings",
            format!("(assert (= {}))", numbered(&|i| format!("\"{i:x}\" "))),
        ),
        11 => (
            "small applications",
            format!("(assert (= {}))", numbered(&|i| format!("(- {i} 1)"))),
        ),
        12 => (
            "declarations",
            numbered(&|i| format!("(declare-const a{i:x} Int)")),
        ),
        13 => ("sorts", numbered(&|i| format!("(declare-sort a{i:x})"))),
        14 => ("pushes", repeat("(push)")),
        15 => (
            "definitions",
            numbered(&|i| format!("(define-fun a{i:x}((b Int))Int b)")),
        ),
        16 => (
            "recursive definitions",
            numbered(&|i| format!("(define-fun-rec a{i:x}((b Int))Int b)")),
        ),
        17 => {
            let calls = numbered(&|i| format!("(f {i})"));
            let sum = "(+ a 1)".repeat(200);
            (
                "expanded calls",
                format!("(define-fun f((a Int))Int(+ {sum}))(assert (= {calls}))"),
            )
        }
        18 => (
            "one string",
            format!("(assert (= \"\" \"{}\"))", repeat("a")),
        ),
        19 => ("one symbol", format!("(declare-const {} Int)", repeat("a"))),
        20 => ("one comment", format!(";{}", repeat("a"))),
        21 => ("stray words", repeat("a ")),
        22 => (
            "wide let",
            format!(
                "(assert (let ({}) true))",
                numbered(&|i| format!("(a{i:x} 1)"))
            ),
        ),
        23 => (
            "wide binder",
            format!(
                "(assert (forall ({}) true))",
                numbered(&|i| format!("(a{i:x} Int)"))
            ),
        ),
        24 => (
            "names",
            numbered(&|i| format!("(assert (! true :named a{i:x}))")),
        ),
        25 => (
            "names in one term",
            format!(
                "(assert (and {}))",
                numbered(&|i| format!("(! true :named a{i:x})"))
            ),
        ),
        26 => (
            "unknown symbols",
            format!(
                "{}{}",
                numbered(&|i| format!("(declare-const b{i:x} Int)")),
                repeat("(assert c)")
            ),
        ),
        27 => (
            "nested sorts",
            format!("(declare-const x {}Int)", repeat("(a ")),
        ),
        28 => ("numeral", format!("(assert (= 1 {}))", repeat("7"))),
        _ => return None,
    })
}

/// Reads one input in this process and prints what it took.
fn memory_of(index: usize, size: usize) {
    let Some((name, text)) = nasty(index, size) else {
        return;
    };
    let mut text = text.into_bytes();
    text.shrink_to_fit();
    // Forgets the peak so far; without the right to do so the number is only an upper bound.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let before = peak_bytes();
    let started = Instant::now();
    let (mut store, mut env, mut reader) = (TermStore::new(), Environment::new(), Reader::new());
    let (mut commands, mut errors) = (0, 0);
    for piece in text.chunks(1 << 16) {
        reader.feed(piece);
        while let Some(result) = reader.next(&mut env, &mut store) {
            match result {
                Ok(_) => commands += 1,
                Err(_) => errors += 1,
            }
        }
    }
    errors += usize::from(reader.finish().is_some());
    let took = started.elapsed();
    let used = peak_bytes().saturating_sub(before);
    println!(
        "{name}: {} bytes, {commands} commands, {errors} errors, {:.1} times its size, {took:?}",
        text.len(),
        used as f64 / text.len() as f64
    );
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|arg| arg == "--memory") {
        let size = args
            .get(1)
            .and_then(|arg| arg.parse().ok())
            .unwrap_or(4_000_000);
        if let Some(index) = args.get(2).and_then(|arg| arg.parse().ok()) {
            memory_of(index, size);
            return;
        }
        // One process each, since memory that was given back does not show.
        for index in (0..).take_while(|&index| nasty(index, 100).is_some()) {
            let program = std::env::current_exe().expect("this program");
            let status = std::process::Command::new(program)
                .args(["--memory", &size.to_string(), &index.to_string()])
                .status();
            if !status.is_ok_and(|status| status.success()) {
                println!("input {index} failed");
                std::process::exit(1);
            }
        }
        return;
    }
    let count = args
        .first()
        .and_then(|arg| arg.parse().ok())
        .unwrap_or(100_000);
    let seed = args.get(1).and_then(|arg| arg.parse().ok()).unwrap_or(1);
    let mut seeds = Vec::new();
    for arg in args.iter().skip(2) {
        load(Path::new(arg), 4000, &mut seeds);
    }
    seeds.push(b"(declare-const x String)(assert (= x \"a\"))(check-sat)(get-value (x))".to_vec());
    if fuzz(count, seed, &seeds) > 0 {
        std::process::exit(1);
    }
}
