//! What tests of the program as a whole have in common.
#![allow(dead_code, unreachable_pub)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder for a store and what else a test leaves, removed in the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("fray-cli-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for temporary files");
        Folder(folder)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A command of the program.
pub fn fray(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fray"));
    command.args(arguments);
    command
}

/// The solver that is odd in this way, without a profile.
pub fn odd(way: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/solvers/odd.sh");
    format!("{way}=/bin/sh {} {way}", script.display())
}

/// What a command prints, and its exit code.
pub fn run(command: &mut Command) -> (String, String, Option<i32>) {
    let Output {
        stdout,
        stderr,
        status,
    } = command.output().expect("started");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(stdout), text(stderr), status.code())
}

/// The verdicts of the tests, each with how often.
pub fn verdicts(csv: &str) -> Vec<(String, usize)> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for line in csv.lines().skip(1) {
        let verdict = line.split("\",\"").nth(4).unwrap_or("").to_owned();
        match counts.iter_mut().find(|(known, _)| *known == verdict) {
            Some((_, count)) => *count += 1,
            None => counts.push((verdict, 1)),
        }
    }
    counts
}
