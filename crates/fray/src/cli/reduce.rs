//! `fray reduce`: a failing test, made small; also a file of which no answer is known.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use fray::run::campaign::{Campaign, Tried};
use fray::run::cluster::titled;
use fray::run::contradiction::{contradict, open, settle};
use fray::run::issue::{Observation, What, issue};
use fray::run::job::Job;
use fray::run::judge::Judgement;
use fray::run::label::known;
use fray::run::plainer::plainer_failure;
use fray::run::process::Finished;
use fray::run::reduce::reduce;
use fray::run::verdict::Verdict;

use super::solvers::{Bench, limits};
use super::suite::{read, readable};
use super::{Done, Ended, show};

/// Options of `fray reduce`.
#[derive(Args)]
pub(crate) struct Options {
    /// A test as `fray gen` writes it, or any script with one query. Without a recorded answer it
    /// is reduced by what is wrong all the same: an `unsat` where a short search finds a model, a
    /// crash, a model that does not hold, and with the options below a contradiction or slowness.
    file: PathBuf,
    /// The solver that fails on it: the name of a profile, `name=program` to say which program,
    /// or any name with a command.
    #[arg(long, value_name = "NAME[=COMMAND]", default_value = "sinew")]
    solver: String,
    /// Reduce while the solver and this one contradict each other; if a model settles who is
    /// wrong, while that one is.
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
        None => {
            readable(&text).map_err(|problem| format!("{path}: {problem}"))?;
            let asked = open(&path, &text).ok_or_else(|| {
                format!("{path}: it takes a script with one query, no scopes and no functions")
            })?;
            // A model that a short search finds shows an `unsat` to be wrong.
            known(&asked).filter(|_| !relative).unwrap_or(asked)
        }
    };
    let bench = Bench::new()?;
    let limits = limits(options.timeout, options.memory)?;
    let find = |name: &str| -> Result<Contender, String> {
        let solver = bench.solver(&options.profiles, name, limits.memory)?;
        Ok(Contender {
            campaign: bench.campaign(&solver, None, limits, 0, 1),
            title: titled(&solver.profile.name, &solver.version),
        })
    };
    let mut runner = Runner {
        solver: find(&options.solver)?,
        other: options.against.as_deref().map(find).transpose()?,
        bench: &bench,
    };
    let (_, first) = runner.judge(&runner.solver, &job)?;
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
    let (plain, verdict, wanted) = runner.plainer(&job, &first, wanted)?;
    let (smallest, wanted) = runner.reduce(&plain, verdict, wanted, options.runs)?;
    if options.issue {
        let seen = runner.observe(&smallest, &wanted)?;
        show(&issue(&job, &smallest, &seen))?;
    } else {
        show(&smallest.text)?;
    }
    Ok(Done::Clean)
}

/// A solver and what an issue calls it.
struct Contender {
    campaign: Campaign,
    title: String,
}

impl Contender {
    fn name(&self) -> &str {
        &self.campaign.profile.name
    }

    fn command_line(&self) -> String {
        let (profile, wall) = (&self.campaign.profile, self.campaign.limits.wall);
        profile.command_line("FILE", 0, wall).join(" ")
    }
}

struct Runner<'a> {
    solver: Contender,
    other: Option<Contender>,
    bench: &'a Bench,
}

impl Runner<'_> {
    /// A core that the solver takes to be unsatisfiable without the rest as the wrong answer that this is, as in a hunt.
    fn plainer(
        &self,
        job: &Job,
        first: &Judgement,
        wanted: Wanted,
    ) -> Result<(Job, Verdict, Wanted), String> {
        let mut trial = |candidate: &Job| {
            let found = self.try_out(&self.solver, candidate)?;
            Ok(found.map(|(_, found)| found.verdict))
        };
        let plainer = match wanted {
            Wanted::Verdict(Verdict::CoreNotUnsat) => plainer_failure(first, job, &mut trial)?,
            _ => None,
        };
        let Some((plain, verdict)) = plainer else {
            return Ok((job.clone(), first.verdict, wanted));
        };
        let name = self.solver.name();
        super::complain(&format!("{name}: {verdict} about the core alone"));
        Ok((plain, verdict, Wanted::Verdict(verdict)))
    }

    /// The smallest form, and what it was reduced by in the end: a contradiction that is settled,
    /// at first or in its smallest form, is a failure of one of the two like any other.
    fn reduce(
        &mut self,
        job: &Job,
        verdict: Verdict,
        wanted: Wanted,
        runs: u32,
    ) -> Result<(Job, Wanted), String> {
        let (mut job, mut verdict, mut wanted) = (job.clone(), verdict, wanted);
        let mut reduced = false;
        loop {
            match self.settle(&job)? {
                Some((settled, found)) => {
                    (job, verdict, wanted) = (settled, found, Wanted::Verdict(found));
                }
                None if reduced => return Ok((job, wanted)),
                None => {}
            }
            self.simplify(&job, &wanted)?;
            let (mut problem, mut so_far) = (None, None);
            let smallest = reduce(&job, verdict, runs, &mut |candidate| {
                let shown = match problem.is_none() {
                    true => self.shows(candidate, &wanted),
                    false => Ok(false),
                };
                match shown {
                    Ok(true) => so_far = Some(candidate.text.clone()),
                    Ok(false) => return false,
                    Err(error) => problem = Some(error),
                }
                problem.is_none()
            })?;
            if let Some(problem) = problem {
                show(so_far.as_ref().unwrap_or(&job.text))?;
                return Err(format!("{problem}; this is the smallest form so far"));
            }
            (job, reduced) = (smallest, true);
        }
    }

    /// Where a contradiction is settled by the model of whoever says `sat`, as in a hunt: the test
    /// that one of the two fails, and how. From then on there is only this one.
    fn settle(&mut self, job: &Job) -> Result<Option<(Job, Verdict)>, String> {
        let Some(other) = &self.other else {
            return Ok(None);
        };
        let both = (self.try_out(&self.solver, job)?, self.try_out(other, job)?);
        let (Some(one), Some(two)) = both else {
            return Ok(None);
        };
        let refuted =
            |(_, judgement): &(Finished, Judgement)| judgement.verdict == Verdict::InvalidModel;
        let (at, settled, verdict) = if refuted(&one) || refuted(&two) {
            (
                usize::from(!refuted(&one)),
                job.clone(),
                Verdict::InvalidModel,
            )
        } else {
            let said = [(0, job, &one.0.stdout[..]), (1, job, &two.0.stdout[..])];
            let Some((at, settled)) = settle(&said).pop() else {
                return Ok(None);
            };
            (at, settled, Verdict::WrongAnswer)
        };
        // It must be seen in the form that is reduced.
        let wrong = if at == 0 { &self.solver } else { other };
        let again = self.try_out(wrong, &settled)?;
        if again.is_none_or(|(_, found)| found.verdict != verdict) {
            return Ok(None);
        }
        super::complain(&format!("settled: {}: {verdict}", wrong.name()));
        if let (Some(other), 1) = (self.other.take(), at) {
            self.solver = other;
        }
        Ok(Some((settled, verdict)))
    }

    /// Whether a candidate does what it must. One that cannot be said in a solver's dialect does
    /// not.
    fn shows(&self, job: &Job, wanted: &Wanted) -> Result<bool, String> {
        let Some((done, judgement)) = self.try_out(&self.solver, job)? else {
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
        let arguments = std::mem::take(&mut self.solver.campaign.profile.minimise);
        if !arguments.is_empty() && !self.shows(job, wanted)? {
            self.solver.campaign.profile.minimise = arguments;
        }
        Ok(())
    }

    /// What an issue tells about a run of the test.
    fn observe(&self, job: &Job, wanted: &Wanted) -> Result<Observation, String> {
        let (done, judgement) = self.judge(&self.solver, job)?;
        let mut command = self.solver.command_line();
        let mut name = self.solver.title.clone();
        let mut output = format!("{}{}", done.stdout, done.stderr);
        if let Some(other) = &self.other {
            let (said, _) = self.judge(other, job)?;
            let second = other.name();
            output.push_str(&format!("\n{second} says:\n{}", said.stdout));
            command.push_str(&format!("` and `{}", other.command_line()));
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
        contender: &Contender,
        job: &Job,
    ) -> Result<Option<(Finished, Judgement)>, String> {
        let campaign = &contender.campaign;
        match campaign.try_out(job, &self.bench.candidate, &self.bench.stop)? {
            Tried::Run(done, judgement) => Ok(Some((done, judgement))),
            Tried::Stopped => Err("stopped".to_owned()),
            Tried::Outside(_) => Ok(None),
        }
    }

    fn judge(&self, contender: &Contender, job: &Job) -> Result<(Finished, Judgement), String> {
        let tried = self.try_out(contender, job)?;
        tried.ok_or_else(|| "the solver's dialect cannot say this".to_owned())
    }
}
