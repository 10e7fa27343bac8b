//! A test as the runner sees it: a script and what is known about its answers.

use serde::{Deserialize, Serialize};
use sinew_smtlib::{Command, Dialect as Literals, Environment, parse_model, parse_script};
use sinew_term::{FunId, Term, TermStore};

use super::digest::Digest;

use crate::synth::exec::Value;
use crate::synth::incremental::{self, Manner, write_incremental};
use crate::synth::test::{Expected, Test};
use crate::synth::write::{Dialect, write_test};

/// In the place of an answer of a conversation that is not known.
pub(super) const UNKNOWN_ANSWER: &str = "-";

/// What is known about the answers to a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// Satisfiable; the solver is asked for a model, and that is evaluated.
    Sat,
    /// Unsatisfiable, with the names of the only minimal core where it is known.
    Unsat(Option<Vec<String>>),
    /// Not known; a model is evaluated where there is one.
    Open,
    /// A conversation that gets these answers, in order; the last is that of the plain test. `-`
    /// is any.
    Answers(Vec<String>),
    /// A benchmark: for each query the answer that is on record, if there is one.
    Recorded(Vec<Option<String>>),
}

/// A test as the runner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Where the test is in its suite; tells tests apart.
    pub path: String,
    /// Its transformation.
    pub folder: String,
    /// The script.
    pub text: String,
    /// What is known.
    pub claim: Claim,
    /// How its string literals are written.
    pub literals: Literals,
}

impl Job {
    /// The job for a test of a suite. `suite_seed` is in its path, `seed` is the solver's.
    #[must_use]
    pub fn plain(
        store: &TermStore,
        test: &Test,
        suite_seed: u64,
        seed: u64,
        dialect: Dialect,
    ) -> Job {
        let mut text = String::new();
        write_test(&mut text, store, test, seed, dialect);
        Job {
            path: test.path(suite_seed),
            folder: test.folder(),
            text,
            claim: match &test.expected {
                Expected::Open => Claim::Open,
                Expected::Sat(_) => Claim::Sat,
                Expected::Unsat { core, .. } => Claim::Unsat(Some(names(core))),
            },
            literals: match dialect {
                Dialect::Standard => Literals::Standard,
                Dialect::Published => Literals::Legacy,
            },
        }
    }

    /// The job for an incremental variant of a test.
    #[must_use]
    pub fn variant(store: &TermStore, test: &Test, manner: Manner, suite_seed: u64) -> Job {
        let mut text = String::new();
        let answers = write_incremental(&mut text, store, test, manner);
        Job {
            path: incremental::path(test, manner, suite_seed),
            folder: incremental::folder(test, manner),
            text,
            claim: Claim::Answers(answers.into_iter().map(str::to_owned).collect()),
            literals: Literals::Standard,
        }
    }

    /// The job for a test file as `fray gen` writes it; `None` if it has no expected answer.
    #[must_use]
    pub fn from_file(path: &str, text: String) -> Option<Job> {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
        let claim = text.lines().find_map(|line| {
            let line = line.strip_prefix("; ")?;
            match line.split_once(':') {
                Some(("model", _)) => Some(Claim::Sat),
                Some(("core", names)) => Some(Claim::Unsat(Some(words(names)))),
                Some(("answers", answers)) => Some(Claim::Answers(words(answers))),
                Some(("unsat", _)) => Some(Claim::Unsat(None)),
                None if line == "unsat" => Some(Claim::Unsat(None)),
                None if line == "open" => Some(Claim::Open),
                _ => None,
            }
        })?;
        let folder = path.rsplit('/').nth(2).unwrap_or("").to_owned();
        Some(Job {
            path: path.to_owned(),
            folder,
            literals: Literals::of_script(text.as_bytes()),
            text,
            claim,
        })
    }

    /// The expected answer, for a conversation the last one.
    #[must_use]
    pub fn status(&self) -> &str {
        match &self.claim {
            Claim::Open => "unknown",
            Claim::Sat => "sat",
            Claim::Unsat(_) => "unsat",
            Claim::Answers(answers) => answers.last().map_or("", String::as_str),
            Claim::Recorded(answers) => match answers.last() {
                Some(Some(answer)) => answer,
                _ => "",
            },
        }
    }

    /// Whether the script may have several queries, and none about cores.
    #[must_use]
    pub fn is_incremental(&self) -> bool {
        matches!(self.claim, Claim::Answers(_) | Claim::Recorded(_))
    }

    /// What tells the test from every other: its script, and what is claimed about it under which
    /// semantics. Two tests of the same path may differ in it, two of the same key do not.
    #[must_use]
    pub fn key(&self, semantics: &str) -> Digest {
        let claim = format!("{:?} {:?} {semantics}", self.claim, self.literals);
        Digest::of(&[self.text.as_bytes(), claim.as_bytes()])
    }
}

/// The names of assertions by their positions.
pub(super) fn names(core: &[usize]) -> Vec<String> {
    core.iter().map(|i| format!("a{i}")).collect()
}

/// A script read back.
pub(super) struct Script {
    pub(super) store: TermStore,
    pub(super) env: Environment,
    /// The assertions, each with its name if it has one.
    pub(super) assertions: Vec<(Option<String>, Term)>,
    /// The declared functions.
    pub(super) constants: Vec<FunId>,
}

impl Script {
    pub(super) fn read(text: &str, literals: Literals) -> Result<Script, String> {
        Script::read_into(TermStore::new(), text, literals)
    }

    /// The script with its terms in a store that has others already.
    pub(super) fn read_into(
        mut store: TermStore,
        text: &str,
        literals: Literals,
    ) -> Result<Script, String> {
        let mut env = Environment::new();
        env.dialect = literals;
        let commands =
            parse_script(&mut store, &mut env, text).map_err(|error| error.to_string())?;
        let assertions = commands
            .into_iter()
            .filter_map(|command| match command {
                Command::Assert { term, names } => {
                    let own = names.into_iter().find(|(_, named)| *named == term);
                    Some((own.map(|(name, _)| name), term))
                }
                _ => None,
            })
            .collect();
        let constants = env.declarations(&store);
        Ok(Script {
            store,
            env,
            assertions,
            constants,
        })
    }

    pub(super) fn terms(&self) -> Vec<Term> {
        self.assertions.iter().map(|&(_, term)| term).collect()
    }
}

/// The model in the last line of a test.
pub(super) fn read_model(script: &mut Script, text: &str) -> Result<Vec<(Term, Value)>, String> {
    let line = text.lines().find_map(|line| line.strip_prefix("; model:"));
    let text = format!("({})", line.ok_or("the test has no model")?);
    let definitions = parse_model(&mut script.store, &script.env, &text)
        .map_err(|error| format!("the test's model: {error}"))?;
    let mut model = Vec::new();
    for definition in definitions {
        let constant = script.store.apply(definition.fun, &[]);
        let value = Value::of_literal(&script.store, definition.body);
        model.push((constant, value.ok_or("the test's model is not literal")?));
    }
    Ok(model)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read() {
        let claim = |text: &str| Job::from_file("a/seed0/const/at/t", text.to_owned());
        assert_eq!(claim("(check-sat)\n"), None);
        let job = claim("(set-info :status unsat)\n(check-sat)\n; core: a0 a2\n").expect("a claim");
        assert_eq!(
            job.claim,
            Claim::Unsat(Some(vec!["a0".to_owned(), "a2".to_owned()]))
        );
        assert_eq!((job.status(), &*job.folder), ("unsat", "const"));
        let job = claim("; answers: sat unsat sat\n").expect("a claim");
        assert!(job.is_incremental());
        assert_eq!(job.status(), "sat");
        assert_eq!(
            claim("; unsat\n").expect("a claim").claim,
            Claim::Unsat(None)
        );
    }

    #[test]
    fn names_belong_to_whole_assertions() {
        let script = Script::read(
            "(declare-fun x () String)\
             (assert (! (= x \"a\") :named a0))(assert (= x (str.++ x \"\")))",
            Literals::Standard,
        )
        .expect("readable");
        let names: Vec<Option<&str>> = script
            .assertions
            .iter()
            .map(|(n, _)| n.as_deref())
            .collect();
        assert_eq!(names, [Some("a0"), None]);
    }

    #[test]
    fn the_key_changes_with_the_script_and_with_what_it_means() {
        let claim = |text: &str| Job::from_file("t", text.to_owned()).expect("a claim");
        let (one, other) = (
            claim("(check-sat)\n; unsat\n"),
            claim("(check-sat) \n; unsat\n"),
        );
        assert_ne!(one.key(""), other.key(""));
        assert_ne!(one.key(""), one.key("replace-empty-keeps"));
        let core = Job {
            claim: Claim::Unsat(Some(Vec::new())),
            ..one.clone()
        };
        assert_ne!(one.key(""), core.key(""));
        let moved = Job {
            path: "u".to_owned(),
            ..one.clone()
        };
        assert_eq!(one.key(""), moved.key(""));
    }
}
