//! `fray race`: solvers side by side on benchmark files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use fray::run::campaign::Campaign;
use fray::run::job::Job;
use fray::run::process::Limits;
use fray::run::race::{benchmark, race_table};
use fray::run::report::Results;
use fray::run::store::Store;

use super::report::{Format, print};
use super::share::{Time, Work, share};
use super::solvers::{Bench, RunOptions, Solver, label, limits, unless_stopped};
use super::test::run_key;
use super::{Done, Ended, show};

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
    #[arg(long, value_name = "FILE", default_value = "race.store")]
    store: PathBuf,
    /// Start no file after this many seconds, of which each solver has an equal part; the same
    /// command goes on from there.
    #[arg(long = "for", value_name = "SECONDS")]
    budget: Option<u64>,
    #[command(flatten)]
    runs: RunOptions,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Ended {
    let limits = limits(options.timeout, options.runs.memory)?;
    let mut files = files(&options.paths)?;
    files.retain(|(file, _)| {
        // What cannot be opened is told when its turn comes.
        let asks = |text: Vec<u8>| text.windows(9).any(|word| word == b"check-sat");
        let kept = fs::read(file).map_or(true, asks);
        if !kept {
            super::complain(&format!("{} has no query", file.display()));
        }
        kept
    });
    if files.is_empty() {
        return Err("there are no .smt2 files with a query".to_owned());
    }
    let mut store = Store::open(&options.store)?;
    let bench = Bench::new()?;
    let mut time = Time::new(options.budget, options.runs.solvers.len());
    let mut all = Vec::new();
    for name in &options.runs.solvers {
        let solver = bench.solver(&options.runs.profiles, name, limits.memory)?;
        let campaign = bench.campaign(&solver, None, limits, options.seed, options.runs.jobs);
        let part = (options, time.next());
        let results = drive(&campaign, &solver, &files, &mut store, part, &bench)?;
        all.push((label(&options.runs.solvers, name, &solver.version), results));
        if bench.stop.load(Ordering::Relaxed) {
            break;
        }
    }
    match options.runs.printing.format() {
        Format::Table => show(&race_table(&all, millis(limits)))?,
        format => print(&all, format)?,
    }
    unless_stopped(&bench.stop)?;
    let records = all.iter().flat_map(|(_, results)| results.values());
    Ok(Done::of(records.map(|record| record.verdict)))
}

fn millis(limits: Limits) -> u64 {
    u64::try_from(limits.wall.as_millis()).unwrap_or(u64::MAX)
}

/// Runs one solver on the files that it has no result for yet.
fn drive(
    campaign: &Campaign,
    solver: &Solver,
    files: &[(PathBuf, String)],
    store: &mut Store,
    (options, budget): (&Options, Option<Duration>),
    bench: &Bench,
) -> Result<Results, String> {
    let line = campaign
        .profile
        .incremental_line("{file}", campaign.seed, campaign.limits.wall);
    let key = run_key(campaign, solver, &line);
    let work = Work {
        campaign,
        key: &key,
        total: files.len() as u64,
        quiet: options.runs.quiet,
        budget,
        stop: &bench.stop,
    };
    share(&work, store, |take| {
        for (file, folder) in files {
            let job = read_benchmark(file, folder)?;
            let test = job.key("");
            if !take(job, test) {
                break;
            }
        }
        Ok(())
    })
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
pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<(PathBuf, String)>, String> {
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
