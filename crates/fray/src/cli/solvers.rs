//! Which solvers to run and how: what the commands that run them share.

use std::hash::Hasher as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use fray::run::process::Limits;
use fray::run::profile::{self, Profile};

use super::report::Printing;
use super::suite::read;

/// Which solvers, and how to run them.
#[derive(Args)]
pub(crate) struct RunOptions {
    /// The solvers: names of profiles, `name=program` to say which program.
    #[arg(
        long = "solver",
        value_name = "NAME[=PROGRAM]",
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

/// The version, and what tells two builds of it apart, so that the results of one are not taken
/// for those of the other.
pub(super) fn identity(profile: &Profile, version: &str) -> String {
    let program = Path::new(&profile.command[0]);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = vec![program.to_owned()];
    if program.components().count() == 1 {
        places = std::env::split_paths(&path)
            .map(|folder| folder.join(program))
            .collect();
    }
    let bytes = places.iter().find_map(|place| std::fs::read(place).ok());
    match bytes {
        None => version.to_owned(),
        Some(bytes) => {
            let mut hasher = rustc_hash::FxHasher::default();
            hasher.write(&bytes);
            format!("{version} [{:08x}]", hasher.finish() >> 32)
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
    format!("{shown} ({})", version.trim_start_matches("This is "))
}

/// The profile that `name` or `name=program` asks for.
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
    let Some(found) = profiles.iter().find(|profile| profile.name == name) else {
        let known: Vec<&str> = profiles
            .iter()
            .map(|profile| profile.name.as_str())
            .collect();
        let known = known.join(", ");
        return Err(format!("unknown solver `{name}`; there are {known}"));
    };
    Ok(match program {
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
