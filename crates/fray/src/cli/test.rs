//! `fray test` and `fray rerun`: solvers on a suite.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use fray::run::campaign::Campaign;
use fray::run::dialect::Dialect;
use fray::run::profile::Profile;
use fray::run::record::{Record, RunKey};
use fray::run::report::{Results, agreement, robustness, table6};
use fray::run::second::REFUTED;
use fray::run::session::Sessions;
use fray::run::store::Store;
use fray::run::verdict::Verdict;

use super::jobs::Suite;
use super::report::{Format, print};
use super::share::{Time, Work, share};
use super::solvers::{Bench, RunOptions, Solver, identity, label, limits, unless_stopped};
use super::suite::SuiteOptions;
use super::told::{DEFAULT_STORE, cluster_command};
use super::{Done, Ended, count, show};

/// Options of `fray test` and `fray rerun`.
#[derive(Args)]
pub(crate) struct Options {
    /// Time limit per test, in seconds.
    #[arg(long, default_value_t = 5.0, value_name = "SECONDS")]
    timeout: f64,
    /// The file for the results; a run that is in it is resumed.
    #[arg(long, value_name = "FILE", default_value = DEFAULT_STORE)]
    store: PathBuf,
    #[command(flatten)]
    runs: RunOptions,
    /// Also the incremental variants of each test, with push and pop, with assumptions, and as
    /// a longer conversation; they must agree with it.
    #[arg(long)]
    incremental: bool,
    /// Run the solvers with each of these seeds instead of the suite's, such as 0-4,1465, and
    /// print how robust they are.
    #[arg(long, value_name = "SEEDS", value_delimiter = ',', value_parser = seed_range)]
    seeds: Vec<SeedRange>,
    /// Have each core checked by this solver too: the name of a profile, `name=program`, or
    /// `auto` for one that is installed and made by others than the solver under test.
    #[arg(long, value_name = "NAME[=PROGRAM]")]
    second: Option<String>,
    /// Start no test after this many seconds, of which each solver and seed has an equal part; the
    /// same command goes on from there.
    #[arg(long = "for", value_name = "SECONDS")]
    budget: Option<u64>,
    /// Put many tests into one process, where the solver's profile has sessions; what fails there
    /// is run again by itself. Times of single tests are not kept then.
    #[arg(long)]
    together: bool,
    #[command(flatten)]
    suite: SuiteOptions,
}

/// One item of `--seeds`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeedRange(u64, u64);

fn seed_range(text: &str) -> Result<SeedRange, String> {
    let number = |text: &str| {
        text.trim()
            .parse::<u64>()
            .map_err(|error| error.to_string())
    };
    let range = match text.split_once('-') {
        Some((from, to)) => SeedRange(number(from)?, number(to)?),
        None => SeedRange(number(text)?, number(text)?),
    };
    if range.0 > range.1 || range.1 - range.0 >= 1000 {
        return Err("a range of at most 1000 seeds is needed".to_owned());
    }
    Ok(range)
}

/// Options of `fray rerun`.
#[derive(Args)]
pub(crate) struct RerunOptions {
    /// The solver whose stored results are compared with: its name, or part of its version.
    #[arg(long, value_name = "NAME")]
    against: String,
    #[command(flatten)]
    test: Options,
}

/// The results of one solver with one seed.
struct Outcome {
    /// The solver as the user named it, and its version.
    solver: String,
    seed: u64,
    results: Results,
}

impl Outcome {
    fn label(&self) -> String {
        format!("{}; seed {}", self.solver, self.seed)
    }
}

/// Runs `fray test`.
pub(crate) fn run(options: &Options) -> Ended {
    let bench = Bench::new()?;
    let outcomes = test(options, &bench)?;
    report(options, &outcomes)?;
    ended(&outcomes, &bench)
}

/// What it comes to after the tables are printed.
fn ended(outcomes: &[Outcome], bench: &Bench) -> Ended {
    unless_stopped(&bench.stop)?;
    unless_refuted(outcomes)?;
    let records = outcomes.iter().flat_map(|outcome| outcome.results.values());
    Ok(Done::of(records.map(|record| record.verdict)))
}

/// An error if tests were refuted by models: a rule is false, and what it makes says nothing about
/// solvers.
fn unless_refuted(outcomes: &[Outcome]) -> Result<(), String> {
    let records = outcomes.iter().flat_map(|outcome| outcome.results.values());
    let refuted = |record: &&Record| record.detail.starts_with(REFUTED);
    let refuted: Vec<&Record> = records.filter(refuted).collect();
    match refuted.first() {
        None => Ok(()),
        Some(first) => Err(format!(
            "{} in column R, the first of them {}: {}",
            count(refuted.len() as u64, "wrong test is", "wrong tests are"),
            first.path,
            first.detail
        )),
    }
}

/// Prints the tables that the options ask for.
fn report(options: &Options, outcomes: &[Outcome]) -> Result<(), String> {
    let labelled: Vec<(String, Results)> = outcomes
        .iter()
        .map(|outcome| (outcome.label(), outcome.results.clone()))
        .collect();
    print(&labelled, options.runs.printing.format())?;
    if options.runs.printing.format() != Format::Table {
        return Ok(());
    }
    let worth_a_look = |verdict: Verdict| verdict.is_unsound() || verdict == Verdict::Crash;
    let mut records = outcomes.iter().flat_map(|outcome| outcome.results.values());
    if records.any(|record| worth_a_look(record.verdict)) {
        let command = cluster_command(&options.store);
        show(&format!(
            "`{command}` shows the smallest input of each distinct failure"
        ))?;
    }
    if options.incremental {
        for (label, results) in &labelled {
            show(&agreement(label, results))?;
        }
    }
    if options.seeds.is_empty() {
        return Ok(());
    }
    for group in outcomes.chunk_by(|a, b| a.solver == b.solver) {
        let runs: Vec<(u64, &Results)> = group.iter().map(|o| (o.seed, &o.results)).collect();
        show(&robustness(&group[0].solver, &runs))?;
    }
    Ok(())
}

/// Whether a stored run is of the solver that somebody names: as it was given, by the name of its
/// profile, or by a part of its version.
fn is_meant(key: &RunKey, name: &str) -> bool {
    let profile = key.solver.split('=').next();
    key.solver == name || profile == Some(name) || key.version.contains(name)
}

/// Runs `fray rerun`: everything again, so that what newly fails is seen too.
pub(crate) fn rerun(options: &RerunOptions) -> Ended {
    let store = Store::open_existing(&options.test.store)?;
    let runs = store.runs();
    let matches = |key: &RunKey| is_meant(key, &options.against);
    let Some((id, key)) = runs.iter().find(|(_, key)| matches(key)) else {
        let known: Vec<String> = runs
            .iter()
            .map(|(_, key)| format!("{} ({})", key.solver, key.version))
            .collect();
        return Err(format!(
            "no stored run matches `{}`; there are {}",
            options.against,
            known.join(", ")
        ));
    };
    let (key, old) = (key.clone(), store.results(*id));
    drop(store);
    let bench = Bench::new()?;
    let outcomes = test(&options.test, &bench)?;
    for outcome in &outcomes {
        let text = table6(
            (&format!("{} ({})", key.solver, key.version), &old),
            (&outcome.label(), &outcome.results),
        );
        show(&text)?;
    }
    ended(&outcomes, &bench)
}

/// Runs every solver; the results include those of earlier, interrupted runs.
fn test(options: &Options, bench: &Bench) -> Result<Vec<Outcome>, String> {
    let limits = limits(options.timeout, options.runs.memory)?;
    let (library, reference, config) = options.suite.prepare()?;
    let semantics = options.suite.semantics(&library)?;
    let suite = Suite {
        library: &library,
        reference: &reference,
        config: &config,
        semantics: semantics.as_ref().map_or("", |semantics| &semantics.name),
        incremental: options.incremental,
    };
    let mut store = Store::open(&options.store)?;
    let mut seeds: Vec<u64> = Vec::new();
    for range in &options.seeds {
        seeds.extend(range.0..=range.1);
    }
    if seeds.is_empty() {
        seeds.push(options.suite.seed);
    }
    let mut time = Time::new(options.budget, options.runs.solvers.len() * seeds.len());
    let mut all = Vec::new();
    for name in &options.runs.solvers {
        let solver = bench.solver(&options.runs.profiles, name, limits.memory)?;
        let notes = solver.dialect.describe();
        if !notes.is_empty() {
            super::complain(&format!("the dialect of {name}: {notes}"));
        }
        let second = find_second(options, bench, &solver.profile)?;
        for &seed in &seeds {
            let semantics = semantics.clone();
            let mut campaign = bench.campaign(&solver, semantics, limits, seed, options.runs.jobs);
            campaign.second = second.clone();
            if options.together {
                campaign.sessions = sessions(&campaign, name, bench)?;
            }
            let part = (options, time.next());
            let results = run_solver(&campaign, &suite, &solver, &mut store, part, bench)?;
            all.push(Outcome {
                solver: label(&options.runs.solvers, name, &solver.version),
                seed,
                results,
            });
            if bench.stop.load(Ordering::Relaxed) {
                return Ok(all);
            }
        }
    }
    Ok(all)
}

/// Which tests the solver takes many of in one process.
fn sessions(campaign: &Campaign, name: &str, bench: &Bench) -> Result<Sessions, String> {
    let found = Sessions::of(campaign, &bench.candidate, &bench.stop)?;
    if campaign.second.is_some() {
        return Err("--second needs a process for each test: leave --together out".to_owned());
    }
    if !found.any() {
        super::complain(&format!(
            "{name} has no sessions; each test is run by itself"
        ));
    }
    Ok(found)
}

fn run_solver(
    campaign: &Campaign,
    suite: &Suite<'_>,
    solver: &Solver,
    store: &mut Store,
    (options, budget): (&Options, Option<Duration>),
    bench: &Bench,
) -> Result<Results, String> {
    let (seed, wall) = (campaign.seed, campaign.limits.wall);
    let line = match campaign.sessions.any() {
        true => campaign.profile.session_line("{file}", seed, wall, true),
        false => campaign.profile.command_line("{file}", seed, wall),
    };
    let key = run_key(campaign, solver, &line);
    let work = Work {
        campaign,
        key: &key,
        total: suite.count()?,
        quiet: options.runs.quiet,
        budget,
        stop: &bench.stop,
    };
    share(&work, store, |take| suite.each(campaign.seed, take))
}

/// What tells this run from others.
pub(super) fn run_key(campaign: &Campaign, solver: &Solver, line: &[String]) -> RunKey {
    RunKey {
        solver: solver.name.clone(),
        version: identity(solver),
        command: line.join(" "),
        seed: campaign.seed,
        wall_millis: u64::try_from(campaign.limits.wall.as_millis()).unwrap_or(u64::MAX),
        memory: campaign.limits.memory,
    }
}

/// The solver that checks cores.
fn find_second(
    options: &Options,
    bench: &Bench,
    first: &Profile,
) -> Result<Option<(Profile, Arc<Dialect>)>, String> {
    let memory = limits(options.timeout, options.runs.memory)?.memory;
    let found = |name: &str| bench.solver(&options.runs.profiles, name, memory);
    match options.second.as_deref() {
        None => Ok(None),
        Some("auto") => {
            let others = ["cvc5", "z3", "sinew", "cvc4"];
            for name in others.iter().filter(|name| !related(name, &first.name)) {
                if let Ok(second) = found(name) {
                    return Ok(Some((second.profile, second.dialect)));
                }
            }
            super::complain("there is no second solver; cores are not checked by one");
            Ok(None)
        }
        Some(name) => found(name).map(|second| Some((second.profile, second.dialect))),
    }
}

/// Whether two solvers share code: their names begin alike, as those of z3 and z3str3 do.
fn related(one: &str, other: &str) -> bool {
    let family = |name: &str| name.chars().take(2).collect::<String>();
    family(one) == family(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_run_is_found_by_profile_program_and_version() {
        let key = RunKey {
            solver: "z3str3=/opt/z3".to_owned(),
            version: "Z3 version 4.8.9".to_owned(),
            command: String::new(),
            seed: 0,
            wall_millis: 5000,
            memory: 1 << 30,
        };
        for name in ["z3str3", "z3str3=/opt/z3", "4.8.9"] {
            assert!(is_meant(&key, name), "{name}");
        }
        assert!(!is_meant(&key, "z3"));
    }
}
