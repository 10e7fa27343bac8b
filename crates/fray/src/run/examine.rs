//! From a failure to a finding: is it one, and what is its smallest form?

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use sinew_smtlib::Dialect as Literals;

use super::campaign::{Campaign, Tried};
use super::cluster::Finding;
use super::contradiction::open;
use super::culprit::culprit;
use super::job::{Claim, Job, Script};
use super::judge::Judgement;
use super::pattern::{Tree, canonical};
use super::process::Finished;
use super::reduce::reduce;
use super::trace::{afresh, shorten};
use super::verdict::Verdict;
use crate::synth::certify::domain_around;
use crate::synth::program::Program;
use crate::synth::reference::Reference;
use crate::synth::search::find_model;
use crate::synth::write::{Dialect, constant_name, write_value};

/// Looks into failures of one solver.
pub struct Examiner<'a> {
    /// How the solver is run.
    pub campaign: Campaign,
    /// The solver, as the user named it, and its version.
    pub solver: (&'a str, &'a str),
    /// A file for the candidate at hand.
    pub file: &'a Path,
    /// Set when the user wants to stop.
    pub stop: &'a AtomicBool,
    /// Runs for one failure at most.
    pub runs: u32,
    /// Time for one failure at most.
    pub patience: Duration,
}

/// Evaluations that the search for a model of an instance may make.
const STEPS: u64 = 20_000;

impl Examiner<'_> {
    /// Runs a test; `None` if it cannot be said in the solver's dialect.
    pub fn judge(&self, job: &Job) -> Result<Option<(Finished, Judgement)>, String> {
        match self.campaign.try_out(job, self.file, self.stop)? {
            Tried::Run(done, judgement) => Ok(Some((done, judgement))),
            Tried::Stopped => Err("stopped".to_owned()),
            Tried::Outside(_) => Ok(None),
        }
    }

    /// Makes a failure small. `None` if it does not come again: there is nothing to show then.
    /// Candidates that the solver passes are shown to `passed`.
    pub fn examine(
        &mut self,
        job: &Job,
        passed: &mut dyn FnMut(&Job),
    ) -> Result<Option<Finding>, String> {
        let Some((_, first)) = self.judge(job)? else {
            return Ok(None);
        };
        if !(first.verdict.is_unsound() || first.verdict == Verdict::Crash) {
            return Ok(None);
        }
        // What crashes may be made small by any means.
        let freed = match (first.verdict, &job.claim) {
            (Verdict::Crash, Claim::Sat | Claim::Unsat(_)) => open(&job.path, &job.text),
            _ => None,
        };
        let job = match &freed {
            Some(freed) if self.fails_like(&first, freed)? => freed,
            _ => job,
        };
        let end = Instant::now() + self.patience;
        self.simplify(job, &first)?;
        let mut problem = None;
        let mut runs = 0;
        let mut fails = |candidate: &Job| {
            runs += 1;
            if problem.is_some() || runs > self.runs || Instant::now() > end {
                return false;
            }
            match self.judge(candidate) {
                Ok(Some((_, found))) => {
                    if found.verdict == Verdict::Pass {
                        passed(candidate);
                    }
                    same_failure(&first, &found)
                }
                Ok(None) => false,
                Err(error) => {
                    problem = Some(error);
                    false
                }
            }
        };
        let smallest = match &job.claim {
            Claim::Answers(_) => self.conversation(job, &first, &mut fails),
            // What cannot be reduced is a finding all the same.
            _ => reduce(job, first.verdict, self.runs, &mut fails).unwrap_or_else(|_| job.clone()),
        };
        if let Some(problem) = problem {
            return Err(problem);
        }
        let Some((done, last)) = self.judge(&smallest)? else {
            return Ok(None);
        };
        if !same_failure(&first, &last) {
            return Ok(None);
        }
        let culprit = match last.verdict {
            Verdict::Crash => None,
            _ => culprit(&smallest, &mut |candidate| {
                let found = self.judge(candidate)?;
                Ok(found.is_some_and(|(_, found)| found.verdict == Verdict::Pass))
            })?,
        };
        let mut finding = self.finding(job, smallest, &done, last);
        finding.culprit = culprit;
        Ok(Some(finding))
    }

    fn conversation(
        &self,
        job: &Job,
        first: &Judgement,
        fails: &mut dyn FnMut(&Job) -> bool,
    ) -> Job {
        let number = first.detail.strip_prefix("answer ");
        let number = number.and_then(|rest| rest.split(':').next()?.parse().ok());
        let alone = number.and_then(|number| afresh(job, number));
        match alone.filter(|alone| fails(alone)) {
            Some(alone) => shorten(&alone, fails),
            None => shorten(job, fails),
        }
    }

    /// Leaves out the arguments that ask for minimal cores, if the solver fails without them.
    fn simplify(&mut self, job: &Job, first: &Judgement) -> Result<(), String> {
        let arguments = std::mem::take(&mut self.campaign.profile.minimise);
        if arguments.is_empty() {
            return Ok(());
        }
        if !self.fails_like(first, job)? {
            self.campaign.profile.minimise = arguments;
        }
        Ok(())
    }

    fn fails_like(&self, first: &Judgement, job: &Job) -> Result<bool, String> {
        let again = self.judge(job)?;
        Ok(again.is_some_and(|(_, found)| same_failure(first, &found)))
    }

    fn finding(&self, job: &Job, smallest: Job, done: &Finished, last: Judgement) -> Finding {
        let campaign = &self.campaign;
        let (profile, wall) = (&campaign.profile, campaign.limits.wall);
        let line = match smallest.is_incremental() {
            true => profile.incremental_line("{file}", campaign.seed, wall),
            false => profile.command_line("{file}", campaign.seed, wall),
        };
        let (solver, version) = self.solver;
        let output = format!("{}{}", done.stdout, done.stderr);
        Finding {
            solver: solver.to_owned(),
            version: version.to_owned(),
            command: line.join(" "),
            verdict: last.verdict.name().to_owned(),
            detail: last.detail,
            output: output.chars().take(2000).collect(),
            path: job.path.clone(),
            original: job.text.clone(),
            reduced: smallest.text,
            claim: smallest.claim,
            culprit: None,
        }
    }

    /// Whether an instance of the pattern, other than the finding itself, fails as well.
    pub fn confirm(&self, finding: &Finding, pattern: &Tree) -> Result<bool, String> {
        let form = finding.canonical().key();
        for script in pattern.instances() {
            let Some(tree) = canonical(&script, Literals::Standard) else {
                continue;
            };
            if tree.key() == form {
                continue;
            }
            let job = labelled(&script);
            if let Some((_, found)) = self.judge(&job)?
                && (found.verdict.is_unsound() || found.verdict == Verdict::Crash)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether two failures are of the same kind.
fn same_failure(first: &Judgement, found: &Judgement) -> bool {
    // The signal or code is in front of the message.
    let end = |detail: &str| detail.split(':').next().unwrap_or("").to_owned();
    found.verdict == first.verdict
        && (found.verdict != Verdict::Crash || end(&found.detail) == end(&first.detail))
}

/// The script as a test: satisfiable where a short search finds a model, else open.
#[must_use]
pub fn labelled(script: &str) -> Job {
    let mut job = Job {
        path: "instance".to_owned(),
        folder: "instance".to_owned(),
        text: script.to_owned(),
        claim: Claim::Open,
        literals: Literals::Standard,
    };
    let Ok(read) = Script::read(script, Literals::Standard) else {
        return job;
    };
    let assertions = read.terms();
    let Some(program) = Program::new(&read.store, &assertions) else {
        return job;
    };
    let domain = domain_around(&read.store, &assertions);
    let Some(model) = find_model(&program, &Reference::standard(), &domain, STEPS) else {
        return job;
    };
    let meaning = crate::synth::certify::meaning(&read.store, &model);
    let checked = sinew_semantics::check(&read.store, &meaning, &assertions);
    if checked == sinew_semantics::Verdict::Satisfied {
        job.text.push_str("; model:");
        for (constant, value) in &model {
            let name = constant_name(&read.store, *constant);
            let sort = read.store.sort_name(value.sort());
            job.text
                .push_str(&format!(" (define-fun {name} () {sort} "));
            write_value(&mut job.text, value, Dialect::Standard);
            job.text.push(')');
        }
        job.text.push('\n');
        job.claim = Claim::Sat;
    }
    job
}
