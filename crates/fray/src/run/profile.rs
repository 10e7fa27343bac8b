//! Profiles: how each solver is called.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Deserialize;

use super::process::{Limits, run};

const BUILT_IN: &str = include_str!("../../data/solvers.toml");

/// How to call one solver.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// Program and arguments, with `{file}`, `{seed}`, `{seconds}`, `{millis}`.
    pub command: Vec<String>,
    /// Arguments that print the version.
    #[serde(default)]
    pub version: Vec<String>,
    /// Arguments that ask for minimal cores.
    #[serde(default)]
    pub minimise: Vec<String>,
    /// Arguments that conversations need.
    #[serde(default)]
    pub incremental: Vec<String>,
    /// How string literals in models are written.
    #[serde(default)]
    pub escapes: Escapes,
}

/// How a solver writes string literals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Escapes {
    /// As SMT-LIB says.
    #[default]
    Standard,
    /// `\x07`, `\n`, ….
    Legacy,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    solver: Vec<Profile>,
}

/// Reads profiles.
pub fn parse(text: &str) -> Result<Vec<Profile>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    match file
        .solver
        .iter()
        .find(|profile| profile.command.is_empty())
    {
        Some(profile) => Err(format!("the command of `{}` is empty", profile.name)),
        None => Ok(file.solver),
    }
}

/// The profiles that come with the program.
///
/// # Panics
/// Never for a build that passed its tests.
#[must_use]
pub fn built_in() -> Vec<Profile> {
    match parse(BUILT_IN) {
        Ok(profiles) => profiles,
        Err(error) => panic!("built-in profiles: {error}"),
    }
}

impl Profile {
    /// The profile with its program replaced, as in `z3=/opt/z3/bin/z3`.
    #[must_use]
    pub fn with_program(mut self, program: &str) -> Profile {
        program.clone_into(&mut self.command[0]);
        self
    }

    /// The profile with a program beside `folder` preferred over the PATH.
    #[must_use]
    pub fn located(mut self, folder: &Path) -> Profile {
        let beside: PathBuf = folder.join(&self.command[0]);
        if !self.command[0].contains('/') && beside.is_file() {
            self.command[0] = beside.to_string_lossy().into_owned();
        }
        self
    }

    /// The command line for one test.
    #[must_use]
    pub fn command_line(&self, file: &str, seed: u64, wall: Duration) -> Vec<String> {
        self.filled_in(&self.minimise, file, seed, wall)
    }

    /// The command line for a conversation, which asks for no core.
    #[must_use]
    pub fn incremental_line(&self, file: &str, seed: u64, wall: Duration) -> Vec<String> {
        self.filled_in(&self.incremental, file, seed, wall)
    }

    fn filled_in(&self, more: &[String], file: &str, seed: u64, wall: Duration) -> Vec<String> {
        let mut line = self.command.clone();
        // Before the last argument, which by custom is the file.
        let at = line.len() - usize::from(line.len() > 1);
        line.splice(at..at, more.iter().cloned());
        let seconds = wall.as_secs().max(1).to_string();
        let millis = wall.as_millis().to_string();
        for part in &mut line {
            *part = part
                .replace("{file}", file)
                .replace("{seed}", &seed.to_string())
                .replace("{seconds}", &seconds)
                .replace("{millis}", &millis);
        }
        line
    }

    /// The version, or a message for a person if there is no such program.
    pub fn require_version(&self) -> Result<String, String> {
        self.find_version().ok_or_else(|| {
            let (name, program) = (&self.name, &self.command[0]);
            format!("the program of {name}, `{program}`, cannot be run: is it installed? (`--solver {name}=PROGRAM` says where)")
        })
    }

    /// The first line that the program prints about its version, if it is there at all.
    #[must_use]
    pub fn find_version(&self) -> Option<String> {
        let mut line = vec![self.command[0].clone()];
        line.extend(self.version.iter().cloned());
        let limits = Limits {
            wall: Duration::from_secs(20),
            memory: 8 << 30,
        };
        let done = run(&line, limits, &AtomicBool::new(false));
        if matches!(done.exit, super::process::Exit::Code(126 | 127)) {
            return None;
        }
        let text = if done.stdout.trim().is_empty() {
            done.stderr
        } else {
            done.stdout
        };
        text.lines().next().map(|line| line.trim().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_filled_in() {
        let profiles = built_in();
        let z3 = profiles.iter().find(|p| p.name == "z3").expect("built in");
        let line =
            z3.clone()
                .with_program("/opt/z3")
                .command_line("t.smt2", 7, Duration::from_secs(5));
        assert_eq!(
            line.join(" "),
            "/opt/z3 -T:5 sat.random_seed=7 smt.random_seed=7 smt.core.minimize=true t.smt2"
        );
        let cvc5 = profiles
            .iter()
            .find(|p| p.name == "cvc5")
            .expect("built in");
        let line = cvc5.incremental_line("t.smt2", 7, Duration::from_secs(5));
        assert_eq!(line[line.len() - 2..], ["--incremental", "t.smt2"]);
    }

    #[test]
    fn profiles_are_checked() {
        assert!(parse("[[solver]]\nname = 'x'\ncommand = []").is_err());
        assert!(parse("[[solver]]\nname = 'x'\ncomand = ['x']").is_err());
    }
}
