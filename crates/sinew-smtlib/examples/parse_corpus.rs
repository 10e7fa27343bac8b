//! Reads, prints and re-reads SMT-LIB files, and times it.
//!
//! `cargo run --release -p sinew-smtlib --example parse_corpus -- DIR_OR_FILE...` checks that
//! every file is read without an error and that every assertion, printed and read again, is the
//! same term. With `--time` it only reads, and reports how long that takes.

#![allow(clippy::print_stdout, clippy::print_stderr)] // A program for people.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sinew_smtlib::{Command, Environment, Reader, parse_term, print_term};
use sinew_term::TermStore;

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(path)
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        entries.sort();
        for entry in entries {
            collect(&entry, files);
        }
    } else if path
        .extension()
        .is_some_and(|extension| extension == "smt2")
    {
        files.push(path.to_owned());
    }
}

#[derive(Default)]
struct Totals {
    files: usize,
    bytes: usize,
    commands: usize,
    assertions: usize,
    terms: usize,
    errors: usize,
    differences: usize,
    printed: usize,
    reading: Duration,
    printing: Duration,
    rereading: Duration,
}

fn run(path: &Path, only_time: bool, totals: &mut Totals) {
    let Ok(text) = std::fs::read(path) else {
        eprintln!("{}: cannot be read", path.display());
        totals.errors += 1;
        return;
    };
    let started = Instant::now();
    let (mut store, mut env, mut reader) = (TermStore::new(), Environment::new(), Reader::new());
    reader.feed(&text);
    let mut assertions = Vec::new();
    loop {
        match reader.next(&mut env, &mut store) {
            Some(Ok(Command::Assert { term, .. })) => {
                totals.commands += 1;
                assertions.push(term);
            }
            Some(Ok(_)) => totals.commands += 1,
            Some(Err(error)) => {
                totals.errors += 1;
                eprint!("{}", error.render(&path.display().to_string()));
            }
            None => break,
        }
    }
    if let Some(error) = reader.finish() {
        totals.errors += 1;
        eprint!("{}", error.render(&path.display().to_string()));
    }
    totals.reading += started.elapsed();
    totals.files += 1;
    totals.bytes += text.len();
    totals.assertions += assertions.len();
    totals.terms += store.term_count();
    if only_time {
        return;
    }
    for term in assertions {
        let started = Instant::now();
        let printed = print_term(&store, term);
        totals.printing += started.elapsed();
        totals.printed += printed.len();
        let started = Instant::now();
        let again = parse_term(&mut store, &env, &printed);
        totals.rereading += started.elapsed();
        if again != Ok(term) {
            totals.differences += 1;
            eprintln!(
                "{}: not the same after re-reading: {printed}",
                path.display()
            );
        }
    }
}

fn main() {
    let mut files = Vec::new();
    let mut only_time = false;
    for arg in std::env::args().skip(1) {
        if arg == "--time" {
            only_time = true;
        } else {
            collect(Path::new(&arg), &mut files);
        }
    }
    let mut totals = Totals::default();
    for file in &files {
        run(file, only_time, &mut totals);
    }
    println!(
        "{} files, {} bytes, {} commands, {} assertions, {} terms, {} errors",
        totals.files, totals.bytes, totals.commands, totals.assertions, totals.terms, totals.errors
    );
    println!("reading {:?}", totals.reading);
    if !only_time {
        println!(
            "printing {:?} ({} bytes), re-reading {:?}, {} differences",
            totals.printing, totals.printed, totals.rereading, totals.differences
        );
    }
    if totals.errors + totals.differences > 0 {
        std::process::exit(1);
    }
}
