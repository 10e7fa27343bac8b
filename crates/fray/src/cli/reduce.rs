//! `fray reduce`: a failing test, made small; also a file of which no answer is known.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use fray::run::campaign::{Campaign, Tried};
use fray::run::cluster::titled;
use fray::run::contradiction::{contradict, open};
use fray::run::issue::{Observation, What, issue};
use fray::run::job::Job;
use fray::run::judge::Judgement;
use fray::run::process::Finished;
use fray::run::reduce::reduce;
use fray::run::verdict::Verdict;

use super::solvers::{Bench, Solver, limits};
use super::suite::read;
use super::{Done, Ended, show};

/// Options of `fray reduce`.
#[derive(Args)]
pub(crate) struct Options {
    /// A test as `fray gen` writes it, or any script with one query. Without a recorded answer it
    /// is reduced by what is wrong all the same: a crash, a model that does not hold, and with the
    /// options below a contradiction or slowness.
    file: PathBuf,
    /// The solver that fails on it: the name of a profile, `name=program` to say which program,
    /// or any name with a command.
    #[arg(long, value_name = "NAME[=COMMAND]", default_value = "sinew")]
    solver: String,
    /// Reduce while the solver and this one contradict each other.
    #[arg(long, value_name = "NAME[=COMMAND]")]
    against: Option<String>,
    /// Reduce while the solver takes at least this many seconds.
    #[arg(long, value_name = "SECONDS", conflicts_with = "against")]
    slow: Option<f64>,
    /// Read further profiles from this file.
    #[arg(long, value_name = "FILE")]
    profiles: Vec<PathBuf>,
    /// Time limit per run, in seconds.
    #[arg(long, default_value_t = 5.0, value_name = "SECONDS")]
    timeout: f64,
    /// Memory limit per run, in MiB.
    #[arg(long, default_value_t = 2048, value_name = "MIB")]
    memory: u64,
    /// Runs of the solver at most.
    #[arg(long, default_value_t = 1000, value_name = "N")]
    runs: u32,
    /// Print an issue text instead of the test alone.
    #[arg(long)]
    issue: bool,
}

/// What a candidate must do to count.
enum Wanted {
    /// Get this verdict.
    Verdict(Verdict),
    /// Make two solvers contradict each other.
    Contradiction,
    /// Take so long.
    Slow(Duration),
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Ended {
    let text = read(&options.file)?;
    let path = options.file.to_string_lossy();
    let recorded = Job::from_file(&path, text.clone());
    let relative = options.against.is_some() || options.slow.is_some();
    let job = match recorded.filter(|_| !relative) {
        Some(job) => job,
        None => open(&path, &text).ok_or_else(|| {
            format!("{path}: it takes a script that can be read, with one query and no functions")
        })?,
    };
    let bench = Bench::new()?;
    let limits = limits(options.timeout, options.memory)?;
    let solver = bench.solver(&options.profiles, &options.solver, limits.memory)?;
    let other = match &options.against {
        Some(name) => Some(bench.solver(&options.profiles, name, limits.memory)?),
        None => None,
    };
    let mut runner = Runner {
        campaign: bench.campaign(&solver, None, limits, 0, 1),
        other: other.map(|other| bench.campaign(&other, None, limits, 0, 1)),
        bench: &bench,
    };
    let (_, first) = runner.judge(&runner.campaign, &job)?;
    let wanted = match (&runner.other, options.slow) {
        (Some(_), _) => Wanted::Contradiction,
        (None, Some(seconds)) => Wanted::Slow(Duration::from_secs_f64(seconds.clamp(0.0, 1e6))),
        (None, None) if first.verdict.is_failure() => Wanted::Verdict(first.verdict),
        (None, None) => {
            return Err(format!(
                "{path}: the solver does not fail ({})",
                first.verdict
            ));
        }
    };
    if !runner.shows(&job, &wanted)? {
        return Err(format!("{path}: there is nothing to reduce by"));
    }
    runner.simplify(&job, &wanted)?;
    let mut problem = None;
    let smallest = reduce(&job, first.verdict, options.runs, &mut |candidate| {
        let shown = match problem.is_none() {
            true => runner.shows(candidate, &wanted),
            false => Ok(false),
        };
        shown.unwrap_or_else(|error| {
            problem = Some(error);
            false
        })
    })?;
    if let Some(problem) = problem {
        return Err(problem);
    }
    if options.issue {
        let seen = runner.observe(&smallest, &solver, &wanted)?;
        show(&issue(&job, &smallest, &seen))?;
    } else {
        show(&smallest.text)?;
    }
    Ok(Done::Clean)
}

struct Runner<'a> {
    campaign: Campaign,
    other: Option<Campaign>,
    bench: &'a Bench,
}

impl Runner<'_> {
    /// Whether a candidate does what it must. One that cannot be said in a solver's dialect does
    /// not.
    fn shows(&self, job: &Job, wanted: &Wanted) -> Result<bool, String> {
        let Some((done, judgement)) = self.try_out(&self.campaign, job)? else {
            return Ok(false);
        };
        match (wanted, &self.other) {
            (Wanted::Verdict(verdict), _) => Ok(judgement.verdict == *verdict),
            (Wanted::Slow(least), _) => Ok(done.wall >= *least),
            (Wanted::Contradiction, Some(other)) => {
                let said = self.try_out(other, job)?;
                Ok(said.is_some_and(|(other, _)| contradict(&done.stdout, &other.stdout)))
            }
            (Wanted::Contradiction, None) => Ok(false),
        }
    }

    /// Leaves out the arguments that ask for minimal cores, if they do not matter.
    fn simplify(&mut self, job: &Job, wanted: &Wanted) -> Result<(), String> {
        let arguments = std::mem::take(&mut self.campaign.profile.minimise);
        if !arguments.is_empty() && !self.shows(job, wanted)? {
            self.campaign.profile.minimise = arguments;
        }
        Ok(())
    }

    /// What an issue tells about a run of the test.
    fn observe(&self, job: &Job, solver: &Solver, wanted: &Wanted) -> Result<Observation, String> {
        let (done, judgement) = self.judge(&self.campaign, job)?;
        let campaign = &self.campaign;
        let line = |campaign: &Campaign| {
            let wall = campaign.limits.wall;
            campaign.profile.command_line("FILE", 0, wall).join(" ")
        };
        let mut command = line(campaign);
        let mut name = titled(&campaign.profile.name, &solver.version);
        let mut output = format!("{}{}", done.stdout, done.stderr);
        if let Some(other) = &self.other {
            let (said, _) = self.judge(other, job)?;
            let second = &other.profile.name;
            output.push_str(&format!("\n{second} says:\n{}", said.stdout));
            command.push_str(&format!("` and `{}", line(other)));
            name.push_str(&format!(" against {second}"));
        }
        Ok(Observation {
            solver: name,
            command,
            output,
            what: match wanted {
                Wanted::Verdict(_) => What::Verdict(judgement.verdict),
                Wanted::Contradiction => What::Contradiction,
                Wanted::Slow(least) => What::Slow(*least),
            },
            detail: judgement.detail,
        })
    }

    fn try_out(
        &self,
        campaign: &Campaign,
        job: &Job,
    ) -> Result<Option<(Finished, Judgement)>, String> {
        match campaign.try_out(job, &self.bench.candidate, &self.bench.stop)? {
            Tried::Run(done, judgement) => Ok(Some((done, judgement))),
            Tried::Stopped => Err("stopped".to_owned()),
            Tried::Outside(_) => Ok(None),
        }
    }

    fn judge(&self, campaign: &Campaign, job: &Job) -> Result<(Finished, Judgement), String> {
        let tried = self.try_out(campaign, job)?;
        tried.ok_or_else(|| "the solver's dialect cannot say this".to_owned())
    }
}
