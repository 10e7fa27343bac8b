//! Which solvers to run and how: what the commands that run them share.

use std::hash::Hasher as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use fray::run::campaign::{Campaign, find_dialect};
use fray::run::cluster::Finding;
use fray::run::dialect::Dialect;
use fray::run::examine::Examiner;
use fray::run::judge::{Judge, Semantics};
use fray::run::process::{Keeper, Limits};
use fray::run::profile::{self, Profile};
use fray::run::session::Sessions;

use super::report::Printing;
use super::suite::read;

/// Which solvers, and how to run them.
#[derive(Args)]
pub(crate) struct RunOptions {
    /// The solvers: names of profiles; `name=program` to say which program; or any name with a
    /// command of your own, in which `{file}` stands for the test (at the end if it is left out).
    #[arg(
        long = "solver",
        value_name = "NAME[=COMMAND]",
        default_value = "sinew"
    )]
    pub(super) solvers: Vec<String>,
    /// Read further profiles from this file; they come before the built-in ones.
    #[arg(long, value_name = "FILE")]
    pub(super) profiles: Vec<PathBuf>,
    /// Memory limit per run, in MiB.
    #[arg(long, default_value_t = 2048, value_name = "MIB")]
    pub(super) memory: u64,
    /// Runs at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) jobs: u16,
    #[command(flatten)]
    pub(super) printing: Printing,
    /// No progress bar.
    #[arg(long)]
    pub(super) quiet: bool,
}

/// The limits that the options ask for.
pub(super) fn limits(seconds: f64, mebibytes: u64) -> Result<Limits, String> {
    if !(seconds > 0.0 && seconds <= 86_400.0) {
        return Err("the time limit must be positive and at most a day".to_owned());
    }
    Ok(Limits {
        wall: Duration::from_secs_f64(seconds),
        memory: mebibytes
            .checked_mul(1 << 20)
            .ok_or("the memory limit is too large")?,
    })
}

/// A flag that an interrupt sets.
pub(super) fn stop_on_signals() -> Result<Arc<AtomicBool>, String> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop)).map_err(|e| e.to_string())?;
    }
    Ok(stop)
}

/// An error if the user has stopped the command, so that a script that called it knows.
pub(super) fn unless_stopped(stop: &AtomicBool) -> Result<(), String> {
    match stop.load(Ordering::Relaxed) {
        true => Err("stopped; the same command goes on from here".to_owned()),
        false => Ok(()),
    }
}

/// What running solvers takes, whatever the command.
pub(super) struct Bench {
    pub(super) scratch: Scratch,
    /// The file for a candidate of a reduction.
    pub(super) candidate: PathBuf,
    pub(super) keeper: Arc<Keeper>,
    pub(super) stop: Arc<AtomicBool>,
}

/// A solver that is there, and how it spells.
pub(super) struct Solver {
    /// As the user named it.
    pub(super) name: String,
    pub(super) profile: Profile,
    pub(super) version: String,
    pub(super) dialect: Arc<Dialect>,
}

impl Bench {
    /// Who looks into one failure of a solver.
    pub(super) fn examiner<'a>(
        &'a self,
        campaign: Campaign,
        solver: &'a Solver,
        runs: u32,
        patience: Duration,
    ) -> Examiner<'a> {
        Examiner {
            campaign,
            solver: (&solver.name, &solver.version),
            file: &self.candidate,
            stop: &self.stop,
            runs,
            patience,
        }
    }

    pub(super) fn new() -> Result<Bench, String> {
        let scratch = Scratch::new()?;
        let keeper = Keeper::adopting(std::env::current_exe().ok(), Some(&scratch.0))?;
        Ok(Bench {
            stop: stop_on_signals()?,
            candidate: scratch.0.join("candidate.smt2"),
            scratch,
            keeper: Arc::new(keeper),
        })
    }

    /// Finds a solver and asks it a few questions.
    pub(super) fn solver(
        &self,
        files: &[PathBuf],
        name: &str,
        memory: u64,
    ) -> Result<Solver, String> {
        let profile = find_profile(files, name)?;
        let version = profile.require_version()?;
        let (keeper, scratch) = (&self.keeper, &self.scratch.0);
        let dialect = find_dialect(&profile, keeper, memory, scratch, &self.stop)?;
        Ok(Solver {
            name: name.to_owned(),
            version,
            profile,
            dialect: Arc::new(dialect),
        })
    }

    /// How a solver is run to see a finding again: with the options and the seed that it needs.
    pub(super) fn campaign_for(
        &self,
        solver: &Solver,
        finding: &Finding,
        limits: Limits,
    ) -> Campaign {
        let mut campaign = self.campaign(solver, None, limits, finding.seed, 1);
        campaign.profile.swept.clone_from(&finding.options);
        campaign
    }

    /// How a solver is run.
    pub(super) fn campaign(
        &self,
        solver: &Solver,
        semantics: Option<Arc<Semantics>>,
        limits: Limits,
        seed: u64,
        jobs: u16,
    ) -> Campaign {
        Campaign {
            profile: solver.profile.clone(),
            judge: Judge {
                dialect: Arc::clone(&solver.dialect),
                semantics,
            },
            second: None,
            keeper: Arc::clone(&self.keeper),
            limits,
            seed,
            jobs: usize::from(jobs),
            scratch: self.scratch.0.clone(),
            sessions: Sessions::default(),
        }
    }
}

/// The version, and what tells two builds of it apart, so that the results of one are not taken
/// for those of the other.
pub(super) fn identity(solver: &Solver) -> String {
    let program = solver.profile.program();
    match program.and_then(|place| std::fs::read(place).ok()) {
        None => solver.version.clone(),
        Some(bytes) => {
            let mut hasher = rustc_hash::FxHasher::default();
            hasher.write(&bytes);
            let build = format!("[{:08x}]", hasher.finish() >> 32);
            format!("{} {build}", solver.version)
                .trim_start()
                .to_owned()
        }
    }
}

/// What a solver is called in tables: its profile and version, with the program only where
/// several with this profile are compared.
pub(super) fn label(all: &[String], name: &str, version: &str) -> String {
    fn profile(name: &str) -> &str {
        name.split('=').next().unwrap_or(name)
    }
    let alike = all.iter().filter(|other| profile(other) == profile(name));
    let shown = if alike.count() > 1 {
        name
    } else {
        profile(name)
    };
    match version.trim_start_matches("This is ") {
        "" => shown.to_owned(),
        version => format!("{shown} ({version})"),
    }
}

/// The profile that `name`, `name=program` or `name=command` asks for.
pub(crate) fn find_profile(files: &[PathBuf], name: &str) -> Result<Profile, String> {
    let mut profiles = Vec::new();
    for path in files {
        let text = read(path)?;
        let more = profile::parse(&text).map_err(|e| format!("{}: {e}", path.display()))?;
        profiles.extend(more);
    }
    profiles.extend(profile::built_in());
    let (name, program) = match name.split_once('=') {
        Some((name, program)) => (name, Some(program)),
        None => (name, None),
    };
    if name.is_empty() {
        return Err("a solver needs a name: `--solver NAME=COMMAND`".to_owned());
    }
    let Some(found) = profiles.iter().find(|profile| profile.name == name) else {
        if let Some(command) = program {
            return Profile::of_command(name, command);
        }
        let known: Vec<&str> = profiles
            .iter()
            .map(|profile| profile.name.as_str())
            .collect();
        let known = known.join(", ");
        return Err(format!(
            "unknown solver `{name}`; there are {known}; `--solver {name}=COMMAND` runs any other"
        ));
    };
    Ok(match program {
        // A program with arguments: those of the profile come after them.
        Some(program) if program.contains(' ') && !Path::new(program).is_file() => {
            let more = Profile::of_command(name, program)?.command;
            let arguments = &more[1..more.len() - 1];
            found
                .clone()
                .with_program(&more[0])
                .with_arguments(arguments)
        }
        Some(program) => found.clone().with_program(program),
        None => {
            let here = std::env::current_exe().ok();
            let folder = here.as_deref().and_then(Path::parent);
            found.clone().located(folder.unwrap_or(Path::new(".")))
        }
    })
}

/// A folder that is removed in the end.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new() -> Result<Scratch, String> {
        let folder = std::env::temp_dir().join(format!("fray-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(Scratch(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A leftover in the folder for temporary files does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
