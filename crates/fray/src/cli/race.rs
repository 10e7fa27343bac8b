//! `fray race`: solvers side by side on benchmark files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use fray::run::campaign::Campaign;
use fray::run::job::Job;
use fray::run::judge::Judge;
use fray::run::process::{Keeper, Limits};
use fray::run::race::{benchmark, race_table};
use fray::run::report::Results;
use fray::run::store::{RunKey, Store};

use super::report::{Format, print, show};
use super::sink::StoreSink;
use super::solvers::{
    RunOptions, Scratch, find_profile, identity, label, limits, stop_on_signals, unless_stopped,
};

/// Options of `fray race`.
#[derive(Args)]
pub(crate) struct Options {
    /// Benchmark files, and folders in which every `.smt2` file is one.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Time limit per file, in seconds.
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS")]
    timeout: f64,
    /// Seed of the solvers.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The file for the results; a run that is in it is resumed.
    #[arg(long, value_name = "FILE", default_value = "race.sqlite")]
    store: PathBuf,
    #[command(flatten)]
    runs: RunOptions,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<(), String> {
    let limits = limits(options.timeout, options.runs.memory)?;
    let files = files(&options.paths)?;
    if files.is_empty() {
        return Err("there are no .smt2 files".to_owned());
    }
    let mut store = Store::open(&options.store)?;
    let stop = stop_on_signals()?;
    let scratch = Scratch::new()?;
    let keeper = Arc::new(Keeper::adopting());
    let mut all = Vec::new();
    for name in &options.runs.solvers {
        let profile = find_profile(&options.runs.profiles, name)?;
        let version = profile.require_version()?;
        let campaign = Campaign {
            judge: Judge {
                escapes: profile.escapes,
                ..Judge::default()
            },
            second: None,
            keeper: Arc::clone(&keeper),
            limits,
            seed: options.seed,
            jobs: usize::from(options.runs.jobs),
            scratch: scratch.0.clone(),
            unsupported: BTreeSet::new(),
            profile,
        };
        let results = drive(
            &campaign, name, &version, &files, &mut store, options, &stop,
        )?;
        all.push((label(&options.runs.solvers, name, &version), results));
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    match options.runs.printing.format() {
        Format::Table => show(&race_table(&all, millis(limits))),
        format => print(&all, format),
    }
    unless_stopped(&stop)
}

fn millis(limits: Limits) -> u64 {
    u64::try_from(limits.wall.as_millis()).unwrap_or(u64::MAX)
}

/// Runs one solver on the files that it has no result for yet; of those in the store, only the
/// files of this race count.
fn drive(
    campaign: &Campaign,
    name: &str,
    version: &str,
    files: &[(PathBuf, String)],
    store: &mut Store,
    options: &Options,
    stop: &Arc<AtomicBool>,
) -> Result<Results, String> {
    let line = campaign
        .profile
        .incremental_line("{file}", campaign.seed, campaign.limits.wall);
    let run = store.run(&RunKey {
        solver: name.to_owned(),
        version: identity(&campaign.profile, version),
        command: line.join(" "),
        seed: campaign.seed,
        wall_millis: millis(campaign.limits),
    })?;
    let known = store.results(run)?;
    let wanted: BTreeSet<String> = files.iter().map(|(file, _)| path(file)).collect();
    let done = wanted.iter().filter(|path| known.contains_key(*path));
    let mut sink = StoreSink::new(
        store,
        run,
        files.len() as u64,
        done.count(),
        options.runs.quiet,
    );
    let mut outcome = Ok(());
    campaign.run(
        stop,
        |take| {
            let new = files
                .iter()
                .filter(|(file, _)| !known.contains_key(&path(file)));
            for (file, folder) in new {
                let going_on = match read_benchmark(file, folder) {
                    Ok(job) => take(job),
                    Err(problem) => {
                        outcome = Err(problem);
                        false
                    }
                };
                if !going_on {
                    return;
                }
            }
        },
        &mut |record| sink.put(record),
    );
    sink.finish()?;
    outcome?;
    let mut results = store.results(run)?;
    results.retain(|path, _| wanted.contains(path));
    Ok(results)
}

fn path(file: &Path) -> String {
    file.to_string_lossy().into_owned()
}

/// Benchmarks need not be UTF-8; what is not is none of the script's symbols.
fn read_benchmark(file: &Path, folder: &str) -> Result<Job, String> {
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(benchmark(&path(file), folder, text))
}

/// The files, each with its suite: the first folder below the one that was named.
fn files(paths: &[PathBuf]) -> Result<Vec<(PathBuf, String)>, String> {
    let mut found = Vec::new();
    for root in paths {
        let mut stack = vec![root.clone()];
        while let Some(path) = stack.pop() {
            if path.is_dir() {
                let entries = fs::read_dir(&path);
                let entries = entries.map_err(|e| format!("{}: {e}", path.display()))?;
                stack.extend(entries.flatten().map(|entry| entry.path()));
            } else if path == *root || path.extension().is_some_and(|end| end == "smt2") {
                let below = path.strip_prefix(root).unwrap_or(&path);
                let suite = match below.components().next() {
                    Some(first) if below.components().count() > 1 => first.as_os_str(),
                    _ => root.file_name().unwrap_or_default(),
                };
                let suite = suite.to_string_lossy().into_owned();
                found.push((path, suite));
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}
