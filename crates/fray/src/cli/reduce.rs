//! `fray reduce`: a failing test, made small.

use std::path::PathBuf;

use clap::Args;
use fray::run::campaign::{Campaign, Tried};
use fray::run::issue::{Observation, issue};
use fray::run::job::Job;
use fray::run::judge::Judgement;
use fray::run::process::Finished;
use fray::run::reduce::reduce;
use fray::run::verdict::Verdict;

use super::solvers::{Bench, limits};
use super::suite::read;
use super::{Done, Ended, show};

/// Options of `fray reduce`.
#[derive(Args)]
pub(crate) struct Options {
    /// A test as `fray gen` writes it.
    file: PathBuf,
    /// The solver that fails on it: the name of a profile, `name=program` to say which program.
    #[arg(long, value_name = "NAME[=PROGRAM]", default_value = "sinew")]
    solver: String,
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

/// Runs the command.
pub(crate) fn run(options: &Options) -> Ended {
    let text = read(&options.file)?;
    let path = options.file.to_string_lossy();
    let job = Job::from_file(&path, text).ok_or_else(|| {
        format!(
            "{path}: the file does not say what is expected; it takes a line such as \
                 `; model: (define-fun x () String \"\")`, `; core: a0 a1` or `; unsat`"
        )
    })?;
    let bench = Bench::new()?;
    let limits = limits(options.timeout, options.memory)?;
    let solver = bench.solver(&options.profiles, &options.solver, limits.memory)?;
    let version = solver.version.clone();
    let mut runner = Runner {
        campaign: bench.campaign(&solver, None, limits, 0, 1),
        bench,
    };
    let (_, first) = runner.judge(&job)?;
    if !first.verdict.is_failure() {
        return Err(format!(
            "{path}: the solver does not fail ({})",
            first.verdict
        ));
    }
    runner.simplify(&job, first.verdict)?;
    let mut problem = None;
    let smallest = reduce(
        &job,
        first.verdict,
        options.runs,
        &mut |candidate| match runner.judge(candidate) {
            Ok((_, judgement)) => judgement.verdict == first.verdict,
            Err(error) => {
                problem = Some(error);
                false
            }
        },
    )?;
    if let Some(problem) = problem {
        return Err(problem);
    }
    if options.issue {
        let seen = runner.observe(&smallest, &version)?;
        show(&issue(&job, &smallest, &seen))?;
    } else {
        show(&smallest.text)?;
    }
    Ok(Done::Clean)
}

struct Runner {
    campaign: Campaign,
    bench: Bench,
}

impl Runner {
    /// Leaves out the arguments that ask for minimal cores, if the solver fails without them.
    fn simplify(&mut self, job: &Job, verdict: Verdict) -> Result<(), String> {
        let arguments = std::mem::take(&mut self.campaign.profile.minimise);
        if !arguments.is_empty() && self.judge(job)?.1.verdict != verdict {
            self.campaign.profile.minimise = arguments;
        }
        Ok(())
    }

    /// What an issue tells about a run of the test.
    fn observe(&self, job: &Job, version: &str) -> Result<Observation, String> {
        let (done, judgement) = self.judge(job)?;
        let campaign = &self.campaign;
        let command = campaign
            .profile
            .command_line("FILE", 0, campaign.limits.wall);
        Ok(Observation {
            solver: format!("{} ({version})", campaign.profile.name),
            command: command.join(" "),
            output: format!("{}{}", done.stdout, done.stderr),
            judgement,
        })
    }

    fn judge(&self, job: &Job) -> Result<(Finished, Judgement), String> {
        let file = self.bench.scratch.0.join("candidate.smt2");
        match self.campaign.try_out(job, &file, &self.bench.stop)? {
            Tried::Run(done, judgement) => Ok((done, judgement)),
            Tried::Stopped => Err("stopped".to_owned()),
            Tried::Outside(reason) => Err(format!("the solver cannot be given this: {reason}")),
        }
    }
}
