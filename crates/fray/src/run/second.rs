//! A second opinion on cores: another solver is asked whether the delivered core is unsatisfiable.
//!
//! The second solver is not trusted either. Its `unsat` confirms what is known by construction;
//! its `sat` counts only if the reference semantics finds its model to satisfy every assertion of
//! the core, and then the test itself is refuted.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use sinew_smtlib::Dialect as Literals;

use super::answer::find_answer;
use super::job::{Claim, Job, Script};
use super::judge::Judge;
use super::process::{Keeper, Limits};
use super::profile::Profile;
use super::verdict::Verdict;
use crate::synth::write::{Dialect, write_declarations, write_get_value, write_term};

/// What the second solver says about a core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// It is unsatisfiable.
    Confirmed,
    /// It has this model, which was checked.
    Refuted(String),
    /// Nothing that counts: no answer, or a model that cannot be checked.
    Open(String),
}

impl Opinion {
    /// The name in stores.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Opinion::Confirmed => "confirmed",
            Opinion::Refuted(_) => "refuted",
            Opinion::Open(_) => "open",
        }
    }
}

/// Asks the solver of `profile` about the assertions of a test that are named in `core`. An error
/// is ours.
pub fn ask(
    profile: &Profile,
    judge: &Judge,
    (job, core): (&Job, &[&str]),
    file: &Path,
    limits: Limits,
    keeper: &Keeper,
    stop: &AtomicBool,
) -> Result<Opinion, String> {
    let text = match core_script(job, core) {
        Ok(text) => text,
        Err(problem) => return Ok(Opinion::Open(problem)),
    };
    let question = Job {
        text,
        claim: Claim::Sat,
        literals: Literals::Standard,
        ..job.clone()
    };
    let script = match judge.dialect.render(&question.text, question.literals) {
        Ok(script) => script,
        Err(problem) => return Ok(Opinion::Open(problem)),
    };
    fs::write(file, script).map_err(|error| format!("{}: {error}", file.display()))?;
    let line = profile.command_line(&file.to_string_lossy(), 0, limits.wall);
    let done = keeper.run(&line, limits, stop)?;
    Ok(match find_answer(&done.stdout) {
        Some(("unsat", _)) => Opinion::Confirmed,
        Some(("sat", rest)) => {
            let found = judge.model(&question, rest);
            if found.verdict == Verdict::Pass {
                Opinion::Refuted(rest.trim().chars().take(300).collect())
            } else {
                Opinion::Open(format!("sat, but {}: {}", found.verdict, found.detail))
            }
        }
        Some((answer, _)) => Opinion::Open(answer.to_owned()),
        None => Opinion::Open("no answer".to_owned()),
    })
}

/// The script that asks for a model of the core.
fn core_script(job: &Job, core: &[&str]) -> Result<String, String> {
    let mut script = Script::read(&job.text, job.literals)?;
    let mut text = String::from("(set-logic ALL)\n(set-option :produce-models true)\n");
    let mut constants = Vec::new();
    for &constant in &script.constants {
        if !script.store.fun(constant).params.is_empty() {
            return Err("the test declares functions".to_owned());
        }
        constants.push(script.store.apply(constant, &[]));
    }
    let dialect = Dialect::Standard;
    write_declarations(&mut text, &script.store, &constants, dialect);
    for name in core {
        let named = script
            .assertions
            .iter()
            .find(|(known, _)| known.as_deref() == Some(name.trim_matches('|')));
        let &(_, term) = named.ok_or_else(|| format!("there is no assertion {name}"))?;
        text.push_str("(assert ");
        write_term(&mut text, &script.store, term, dialect);
        text.push_str(")\n");
    }
    text.push_str("(check-sat)\n");
    write_get_value(&mut text, &script.store, &constants, dialect);
    Ok(text)
}
