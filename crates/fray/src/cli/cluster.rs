//! `fray cluster`: the distinct bugs behind the failures of a store, each with its smallest form.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use fray::run::cluster::{Cluster, Clusters, Finding, titled};
use fray::run::digest::Digest;
use fray::run::issue::{Observation, Versions, What, cluster_issue};
use fray::run::job::Job;
use fray::run::known::{self, Bug, Likeness};
use fray::run::pattern::Tree;
use fray::run::process::Limits;
use fray::run::record::{Record, RunKey};
use fray::run::store::Store;
use fray::run::verdict::Verdict;

use super::findings::OFTEN;
use super::screen::bar;
use super::solvers::{Bench, Solver, limits, unless_stopped};
use super::suite::read;
use super::told::{DEFAULT_STORE, names, overview, write_scripts};
use super::{Done, Ended, count, show};

/// How long one failure may take to be made small.
const PATIENCE: Duration = Duration::from_secs(60);

/// Options of `fray cluster`.
#[derive(Args)]
pub(crate) struct Options {
    /// The store of a test run or of a hunt.
    #[arg(long, value_name = "FILE", default_value = DEFAULT_STORE)]
    store: PathBuf,
    /// Other versions of the solvers; each bug is tried on them, and its issue says which have it,
    /// which are right, and of which that cannot be said.
    #[arg(long = "version", value_name = "NAME[=COMMAND]")]
    versions: Vec<String>,
    /// Read further profiles from this file.
    #[arg(long, value_name = "FILE")]
    profiles: Vec<PathBuf>,
    /// A list of known bugs, as for `fray known`; what matches one is called public.
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Write an issue text for each bug into this folder.
    #[arg(long, value_name = "DIR")]
    issues: Option<PathBuf>,
    /// Time limit per run, in seconds; without it that of the test run, and 2 for what a hunt found.
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
    /// Memory limit per run, in MiB; without it that of the test run, and 2048 for what a hunt found.
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,
    /// Runs of a solver to make one failure small, at most.
    #[arg(long, default_value_t = 400, value_name = "N")]
    runs: u32,
    /// Failures of one run that are made small, at most.
    #[arg(long, default_value_t = 200, value_name = "N")]
    most: usize,
    /// No progress line.
    #[arg(long)]
    quiet: bool,
}

impl Options {
    /// The limits for a run of a solver: what the user says, else so many seconds and MiB.
    fn limits(&self, seconds: f64, mebibytes: u64) -> Result<Limits, String> {
        limits(
            self.timeout.unwrap_or(seconds),
            self.memory.unwrap_or(mebibytes),
        )
    }
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Ended {
    let mut store = Store::open_existing(&options.store)?;
    let bench = Bench::new()?;
    let known = read_known(options.known.as_deref())?;
    let left = reduce_all(options, &bench, &mut store)?;
    go_on(options, &bench, &mut store)?;
    let (clusters, solvers) = gather(options, &bench, &mut store)?;
    let folder = write_scripts(&options.store, &clusters.clusters, &solvers)?;
    show(&overview(&clusters.clusters, &known, folder.as_deref()))?;
    if left > 0 {
        let more = count(left, "failure is", "failures are");
        show(&format!(
            "\n{more} like these, and not looked into; the same command goes on with some"
        ))?;
    }
    if let Some(folder) = &options.issues {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        for (number, cluster) in clusters.clusters.iter().enumerate() {
            let text = issue(options, &bench, cluster, &known)?;
            let file = folder.join(format!("bug{}.md", number + 1));
            std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
        }
    }
    unless_stopped(&bench.stop)?;
    Ok(soundness(&clusters.clusters))
}

/// Whether one of the bugs is unsoundness.
pub(super) fn soundness(clusters: &[Cluster]) -> Done {
    let verdicts = clusters.iter().map(|cluster| &cluster.smallest().verdict);
    Done::of(verdicts.filter_map(|name| Verdict::from_name(name)))
}

/// The solver of a stored run, if it is still there.
fn solver_of(options: &Options, bench: &Bench, name: &str, memory: u64) -> Option<Solver> {
    let found = bench.solver(&options.profiles, name, memory);
    found.inspect_err(|problem| super::complain(problem)).ok()
}

/// Makes the failures of the store's runs small that are not yet, and of those that are likely one bug
/// only some; how many are left.
fn reduce_all(options: &Options, bench: &Bench, store: &mut Store) -> Result<u64, String> {
    let runs = store.runs().to_vec();
    let mut left = 0;
    for (id, key) in runs {
        let failing = failures(store, id, &key)?;
        if failing.is_empty() {
            continue;
        }
        let limits = options.limits(key.wall_millis as f64 / 1000.0, key.memory >> 20)?;
        let Some(solver) = solver_of(options, bench, &key.solver, limits.memory) else {
            continue;
        };
        let bar = bar(options.quiet);
        let (mut clusters, mut looked_into) = (Clusters::default(), BTreeMap::new());
        let (all, mut examined) = (failing.len(), 0);
        for (done, (job, record)) in failing.into_iter().enumerate() {
            let likeness = clusters.likeness(&key.solver, &job, &record);
            let often: &mut u32 = looked_into.entry(likeness).or_default();
            if *often >= OFTEN || examined >= options.most {
                left += 1;
                continue;
            }
            *often += 1;
            examined += 1;
            let bugs = count(clusters.clusters.len() as u64, "bug", "bugs");
            bar.set_message(format!(
                "{}: {done} of {all} failures, {bugs}",
                solver.profile.name
            ));
            bar.tick();
            let campaign = bench.campaign(&solver, None, limits, key.seed, 1);
            let mut examiner = bench.examiner(campaign, &solver, options.runs, PATIENCE);
            match examiner.examine(&job, &mut |_| {}) {
                Ok(Some(finding)) => {
                    store.add_finding(&finding)?;
                    clusters.add(finding, &mut |_, _| false);
                }
                Ok(None) => {}
                Err(problem) if problem == "stopped" => return Ok(left),
                Err(problem) => return Err(problem),
            }
        }
        bar.finish_and_clear();
    }
    Ok(left)
}

/// The failures of a run that are not made small yet: of each kind one, then of each another.
fn failures(store: &Store, id: Digest, key: &RunKey) -> Result<Vec<(Job, Record)>, String> {
    let (nothing, mut kinds) = (Clusters::default(), BTreeMap::new());
    let mut turns = Vec::new();
    for record in store.results(id).into_values() {
        let known = |f: &Finding| {
            f.path == record.path && f.solver == key.solver && key.version.starts_with(&f.version)
        };
        let fails = record.verdict.is_unsound() || record.verdict == Verdict::Crash;
        if !fails || store.findings().iter().any(known) {
            continue;
        }
        let Some(job) = store.job(record.test)? else {
            continue;
        };
        let turn: &mut u32 = kinds
            .entry(nothing.likeness(&key.solver, &job, &record))
            .or_default();
        *turn += 1;
        turns.push((*turn, job, record));
    }
    turns.sort_by_key(|(turn, ..)| *turn);
    let failing = turns.into_iter().map(|(_, job, record)| (job, record));
    Ok(failing.collect())
}

/// Goes on with the findings that are unfinished, as at the end of a hunt.
fn go_on(options: &Options, bench: &Bench, store: &mut Store) -> Result<(), String> {
    let known = store.findings().iter();
    let unfinished: Vec<Finding> = known.filter(|f| f.is_unfinished()).cloned().collect();
    let limits = options.limits(2.0, 2048)?;
    let mut solver: Option<Solver> = None;
    for finding in unfinished {
        if solver.as_ref().is_none_or(|s| s.name != finding.solver) {
            let found = bench.solver(&options.profiles, &finding.solver, limits.memory);
            solver = found.ok();
        }
        let Some(solver) = &solver else {
            continue;
        };
        let campaign = bench.campaign_for(solver, &finding, limits);
        let mut examiner = bench.examiner(campaign, solver, options.runs, PATIENCE);
        match examiner.go_on(&finding) {
            Ok(Some(smaller)) => store.add_finding(&smaller)?,
            Ok(None) => {}
            Err(problem) if problem == "stopped" => return Ok(()),
            Err(problem) => return Err(problem),
        }
    }
    Ok(())
}

/// The clusters of all findings, and the solvers that are still there; with those, patterns are
/// confirmed, and the store keeps which were.
fn gather(
    options: &Options,
    bench: &Bench,
    store: &mut Store,
) -> Result<(Clusters, Vec<Solver>), String> {
    let mut clusters = Clusters::default();
    let mut solvers: Vec<Solver> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let mut asked: Vec<(String, Tree, bool)> = Vec::new();
    let limits = options.limits(2.0, 2048)?;
    for finding in store.findings() {
        if !names.contains(&finding.solver) {
            let found = bench.solver(&options.profiles, &finding.solver, limits.memory);
            solvers.extend(found.ok());
            names.push(finding.solver.clone());
        }
        let solver = solvers.iter().find(|solver| solver.name == finding.solver);
        clusters.add(finding.clone(), &mut |finding, pattern| {
            let Some(solver) = solver else {
                return store.is_confirmed(&finding.solver, pattern);
            };
            let campaign = bench.campaign_for(solver, finding, limits);
            let examiner = bench.examiner(campaign, solver, options.runs, PATIENCE);
            let fails = examiner.confirm(finding, pattern).unwrap_or(false);
            asked.push((finding.solver.clone(), pattern.clone(), fails));
            fails
        });
    }
    for (solver, pattern, fails) in asked {
        store.add_pattern(&solver, &pattern, fails)?;
    }
    Ok((clusters, solvers))
}

/// The list of known bugs in this file, if there is one.
pub(super) fn read_known(path: Option<&Path>) -> Result<Vec<Bug>, String> {
    let Some(path) = path else {
        return Ok(Vec::new());
    };
    known::parse(&read(path)?).map_err(|problem| format!("{}: {problem}", path.display()))
}

/// The issue text of a bug, with the versions that have it.
fn issue(
    options: &Options,
    bench: &Bench,
    cluster: &Cluster,
    known: &[Bug],
) -> Result<String, String> {
    let smallest = cluster.smallest();
    let name = smallest.solver.split('=').next().unwrap_or("");
    let what = Verdict::from_name(&smallest.verdict).map_or(What::Contradiction, What::Verdict);
    let called = |version: &str, name: &str| match version {
        "" => name.to_owned(),
        version => version.to_owned(),
    };
    let mut versions = Versions::found_in(&called(&smallest.version, name));
    let limits = options.limits(5.0, 2048)?;
    for version in &options.versions {
        let solver = bench.solver(&options.profiles, version, limits.memory)?;
        if solver.profile.name != name {
            continue;
        }
        let campaign = bench.campaign_for(&solver, smallest, limits);
        let examiner = bench.examiner(campaign, &solver, options.runs, PATIENCE);
        let found = examiner.judge(&smallest.job())?;
        // What its dialect cannot say, it would reject.
        let verdict = found.map_or(Verdict::Rejected, |(_, found)| found.verdict);
        versions.add(&called(&solver.version, &solver.name), what, verdict);
    }
    let seen = Observation {
        // Where its program is on this machine concerns nobody else.
        solver: titled(name, &smallest.version),
        command: smallest.command.replace("{file}", "FILE"),
        output: smallest.output.clone(),
        what,
        detail: smallest.detail.clone(),
    };
    let public = names(known, cluster, Likeness::Same);
    Ok(cluster_issue(cluster, &seen, &versions, &public))
}
