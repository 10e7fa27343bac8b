//! Profiles: how each solver is called.

use std::os::unix::fs::PermissionsExt as _;
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
    /// The arguments for a script of many tests with `(reset)` between them, instead of all
    /// others: the time limit is that of a query. Without them each test has its own process.
    #[serde(default)]
    pub session: Vec<String>,
    /// Whether scopes cost it less than `(reset)` in such a script.
    #[serde(default)]
    pub scopes: bool,
    /// Sets of arguments that a hunt tries, one at a time.
    #[serde(default)]
    pub sweep: Vec<Vec<String>>,
    /// The one of them that is tried now.
    #[serde(skip)]
    pub swept: Vec<String>,
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

    /// The command line for a script of many tests; `cores` says whether they ask for cores.
    #[must_use]
    pub fn session_line(&self, file: &str, seed: u64, wall: Duration, cores: bool) -> Vec<String> {
        let mut whole = self.clone();
        whole.command.truncate(1);
        whole.command.extend(self.session.iter().cloned());
        let more: &[String] = if cores { &self.minimise } else { &[] };
        whole.filled_in(more, file, seed, wall)
    }

    fn filled_in(&self, more: &[String], file: &str, seed: u64, wall: Duration) -> Vec<String> {
        let mut line = self.command.clone();
        insert(&mut line, &self.swept);
        insert(&mut line, more);
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

    /// The version, or a message for a person if there is no such program. A profile that does
    /// not say how to ask for it gets an empty one; its program is not run for that.
    pub fn require_version(&self) -> Result<String, String> {
        let missing = || {
            let (name, program) = (&self.name, &self.command[0]);
            format!(
                "the program of {name}, `{program}`, cannot be run: is it installed? (`--solver {name}=PROGRAM` says where)"
            )
        };
        let Some(place) = self.program() else {
            return Err(missing());
        };
        let mode = place.metadata().map(|found| found.permissions().mode());
        if mode.is_ok_and(|mode| mode & 0o111 == 0) {
            let (name, place) = (&self.name, place.display());
            return Err(format!(
                "the program of {name}, `{place}`, cannot be run: it is not executable"
            ));
        }
        if self.version.is_empty() {
            return Ok(String::new());
        }
        let mut line = vec![self.command[0].clone()];
        line.extend(self.version.iter().cloned());
        let limits = Limits {
            wall: Duration::from_secs(20),
            memory: 8 << 30,
        };
        let done = run(&line, limits, &AtomicBool::new(false))?;
        if matches!(done.exit, super::process::Exit::Code(126 | 127)) {
            return Err(missing());
        }
        let text = if done.stdout.trim().is_empty() {
            done.stderr
        } else {
            done.stdout
        };
        let first = text.lines().next().unwrap_or("");
        Ok(first.trim().to_owned())
    }

    /// Where the program is, if it is anywhere.
    #[must_use]
    pub fn program(&self) -> Option<PathBuf> {
        let program = Path::new(&self.command[0]);
        if program.components().count() > 1 {
            return program.is_file().then(|| program.to_owned());
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut places = std::env::split_paths(&path).map(|folder| folder.join(program));
        places.find(|place| place.is_file())
    }

    /// The profile for a command line of the user's: words, with `{file}` where the test goes, or
    /// the test at the end.
    pub fn of_command(name: &str, command: &str) -> Result<Profile, String> {
        let mut command = words(command)?;
        if command.is_empty() {
            return Err(format!("the command of `{name}` is empty"));
        }
        if !command.iter().any(|word| word.contains("{file}")) {
            command.push("{file}".to_owned());
        }
        Ok(Profile {
            name: name.to_owned(),
            command,
            version: Vec::new(),
            minimise: Vec::new(),
            incremental: Vec::new(),
            session: Vec::new(),
            scopes: false,
            sweep: Vec::new(),
            swept: Vec::new(),
        })
    }

    /// The profile with further arguments before the file.
    #[must_use]
    pub fn with_arguments(mut self, arguments: &[String]) -> Profile {
        insert(&mut self.command, arguments);
        if !self.session.is_empty() {
            let at = self.session.len() - 1;
            self.session.splice(at..at, arguments.iter().cloned());
        }
        self
    }
}

/// Puts arguments before the last one, which by custom is the file.
fn insert(line: &mut Vec<String>, more: &[String]) {
    let at = line.len() - usize::from(line.len() > 1);
    line.splice(at..at, more.iter().cloned());
}

/// The words of a command line: white space parts them, quotes keep them together.
fn words(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        Some(quote) => Err(format!("{line}: there is no second {quote}")),
        None => Ok(words),
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
        let mut swept = z3.clone();
        swept.swept.push("smt.relevancy=0".to_owned());
        let line = swept.session_line("t.smt2", 7, Duration::from_millis(50), false);
        assert_eq!(
            line.join(" "),
            "z3 -t:50 sat.random_seed=7 smt.random_seed=7 smt.relevancy=0 t.smt2"
        );
    }

    #[test]
    fn profiles_are_checked() {
        assert!(parse("[[solver]]\nname = 'x'\ncommand = []").is_err());
        assert!(parse("[[solver]]\nname = 'x'\ncomand = ['x']").is_err());
    }

    #[test]
    fn a_command_is_a_profile() {
        let profile = Profile::of_command("mine", "./mine 'a b' --quiet").expect("words");
        let line = profile.command_line("t.smt2", 0, Duration::from_secs(5));
        assert_eq!(line, ["./mine", "a b", "--quiet", "t.smt2"]);
        let profile = Profile::of_command("mine", "sh -c 'mine < {file}'").expect("words");
        let line = profile.command_line("t.smt2", 0, Duration::from_secs(5));
        assert_eq!(line, ["sh", "-c", "mine < t.smt2"]);
        assert!(Profile::of_command("mine", "'a").is_err());
        assert!(Profile::of_command("mine", " ").is_err());
    }
}
