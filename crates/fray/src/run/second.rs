//! Opinions on what is said to be unsatisfiable: a second solver is asked about a core that was
//! delivered, and a solver that says `sat` for an unsatisfiable test about its model.
//!
//! Neither is trusted. `unsat` confirms what is known by construction; `sat` counts only if the
//! reference semantics finds the model to satisfy every assertion, and then the test itself is
//! refuted: the rule that it was made by is false.

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

/// What a solver says about some assertions of an unsatisfiable test.
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

/// What the detail of a test begins with that was refuted.
pub const REFUTED: &str = "the test is wrong: ";

/// The detail of a test that has this model, found by the solver of that name.
pub(super) fn refuted(solver: &str, model: &str) -> String {
    format!("{REFUTED}the rule behind it is false, by the model of {solver}: {model}")
}

/// Asks the solver of `profile` about the assertions of a test that are named in `core`, or about
/// all of them. An error is ours.
pub fn ask(
    profile: &Profile,
    judge: &Judge,
    (job, core): (&Job, Option<&[&str]>),
    file: &Path,
    limits: Limits,
    keeper: &Keeper,
    stop: &AtomicBool,
) -> Result<Opinion, String> {
    let text = match model_script(job, core) {
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

/// The script that asks for a model of the core, or of the whole test.
fn model_script(job: &Job, core: Option<&[&str]>) -> Result<String, String> {
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
    let named = |name: &&str| {
        let name = name.trim_matches('|');
        let mut all = script.assertions.iter();
        let found = all.find(|(known, _)| known.as_deref() == Some(name));
        let found = found.map(|&(_, term)| term);
        found.ok_or_else(|| format!("there is no assertion {name}"))
    };
    let terms = match core {
        Some(core) => core.iter().map(named).collect::<Result<_, _>>()?,
        None => script.terms(),
    };
    for term in terms {
        text.push_str("(assert ");
        write_term(&mut text, &script.store, term, dialect);
        text.push_str(")\n");
    }
    text.push_str("(check-sat)\n");
    write_get_value(&mut text, &script.store, &constants, dialect);
    Ok(text)
}
