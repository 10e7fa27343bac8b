//! `fray test` and `fray rerun`: solvers on a suite.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use fray::run::campaign::Campaign;
use fray::run::judge::Judge;
use fray::run::process::Keeper;
use fray::run::profile::Profile;
use fray::run::report::{Results, agreement, robustness, table6};
use fray::run::store::{RunKey, Store};

use super::jobs::Suite;
use super::report::{Format, print, show};
use super::sink::StoreSink;
use super::solvers::{
    RunOptions, Scratch, find_profile, identity, label, limits, stop_on_signals, unless_stopped,
};
use super::suite::SuiteOptions;

/// Options of `fray test` and `fray rerun`.
#[derive(Args)]
pub(crate) struct Options {
    /// Time limit per test, in seconds.
    #[arg(long, default_value_t = 5.0, value_name = "SECONDS")]
    timeout: f64,
    /// The file for the results; a run that is in it is resumed.
    #[arg(long, value_name = "FILE", default_value = "fray.sqlite")]
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
pub(crate) fn run(options: &Options) -> Result<(), String> {
    let stop = stop_on_signals()?;
    let outcomes = test(options, &stop)?;
    report(options, &outcomes);
    unless_stopped(&stop)
}

/// Prints the tables that the options ask for.
fn report(options: &Options, outcomes: &[Outcome]) {
    let labelled: Vec<(String, Results)> = outcomes
        .iter()
        .map(|outcome| (outcome.label(), outcome.results.clone()))
        .collect();
    print(&labelled, options.runs.printing.format());
    if options.runs.printing.format() != Format::Table {
        return;
    }
    if options.incremental {
        for (label, results) in &labelled {
            show(&agreement(label, results));
        }
    }
    if options.seeds.is_empty() {
        return;
    }
    for group in outcomes.chunk_by(|a, b| a.solver == b.solver) {
        let runs: Vec<(u64, &Results)> = group.iter().map(|o| (o.seed, &o.results)).collect();
        show(&robustness(&group[0].solver, &runs));
    }
}

/// Whether a stored run is of the solver that somebody names: as it was given, by the name of its
/// profile, or by a part of its version.
fn is_meant(key: &RunKey, name: &str) -> bool {
    let profile = key.solver.split('=').next();
    key.solver == name || profile == Some(name) || key.version.contains(name)
}

/// Runs `fray rerun`: everything again, so that what newly fails is seen too.
pub(crate) fn rerun(options: &RerunOptions) -> Result<(), String> {
    let store = Store::open_existing(&options.test.store)?;
    let matches = |key: &RunKey| is_meant(key, &options.against);
    let runs = store.runs()?;
    let Some((id, key)) = runs.iter().find(|(_, key)| matches(key)) else {
        let name = |(_, key): &(i64, RunKey)| format!("{} ({})", key.solver, key.version);
        let known: Vec<String> = runs.iter().map(name).collect();
        return Err(format!(
            "no stored run matches `{}`; there are {}",
            options.against,
            known.join(", ")
        ));
    };
    let (id, key) = (*id, key.clone());
    let old = store.results(id)?;
    drop(store);
    let stop = stop_on_signals()?;
    for outcome in test(&options.test, &stop)? {
        let text = table6(
            (&format!("{} ({})", key.solver, key.version), &old),
            (&outcome.label(), &outcome.results),
        );
        show(&text);
    }
    unless_stopped(&stop)
}

/// Runs every solver; the results include those of earlier, interrupted runs.
fn test(options: &Options, stop: &Arc<AtomicBool>) -> Result<Vec<Outcome>, String> {
    let limits = limits(options.timeout, options.runs.memory)?;
    let (library, reference, config) = options.suite.prepare()?;
    let semantics = options.suite.semantics(&library)?;
    let suite = Suite {
        library: &library,
        reference: &reference,
        config: &config,
        incremental: options.incremental,
    };
    let mut store = Store::open(&options.store)?;
    let scratch = Scratch::new()?;
    let keeper = Arc::new(Keeper::adopting());
    let mut seeds: Vec<u64> = Vec::new();
    for range in &options.seeds {
        seeds.extend(range.0..=range.1);
    }
    if seeds.is_empty() {
        seeds.push(options.suite.seed);
    }
    let mut all = Vec::new();
    for name in &options.runs.solvers {
        let profile = find_profile(&options.runs.profiles, name)?;
        let version = profile.require_version()?;
        let second = find_second(options, &profile)?;
        for &seed in &seeds {
            let campaign = Campaign {
                judge: Judge {
                    escapes: profile.escapes,
                    semantics: semantics.clone(),
                },
                second: second.clone(),
                keeper: Arc::clone(&keeper),
                limits,
                seed,
                jobs: usize::from(options.runs.jobs),
                scratch: scratch.0.clone(),
                unsupported: BTreeSet::new(),
                profile: profile.clone(),
            };
            let results = run_solver(campaign, &suite, name, &version, &mut store, options, stop)?;
            all.push(Outcome {
                solver: label(&options.runs.solvers, name, &version),
                seed,
                results,
            });
            if stop.load(Ordering::Relaxed) {
                return Ok(all);
            }
        }
    }
    Ok(all)
}

fn run_solver(
    mut campaign: Campaign,
    suite: &Suite<'_>,
    name: &str,
    version: &str,
    store: &mut Store,
    options: &Options,
    stop: &Arc<AtomicBool>,
) -> Result<Results, String> {
    let key = RunKey {
        solver: name.to_owned(),
        version: identity(&campaign.profile, version),
        command: campaign
            .profile
            .command_line("{file}", campaign.seed, campaign.limits.wall)
            .join(" "),
        seed: campaign.seed,
        wall_millis: u64::try_from(campaign.limits.wall.as_millis()).unwrap_or(u64::MAX),
    };
    let run = store.run(&key)?;
    campaign.unsupported = campaign.probe(&suite.probes()?, stop);
    for symbol in &campaign.unsupported {
        super::complain(&format!(
            "{name} does not accept {symbol}; tests with it are not run"
        ));
    }
    let known = store.results(run)?;
    let mut sink = StoreSink::new(store, run, suite.count()?, known.len(), options.runs.quiet);
    let mut problem = None;
    let seed = campaign.seed;
    campaign.run(
        stop,
        |take| {
            let result = suite.each(seed, &mut |job| known.contains_key(&job.path) || take(job));
            problem = result.err();
        },
        &mut |record| sink.put(record),
    );
    sink.finish()?;
    match problem {
        Some(problem) => Err(problem),
        None => store.results(run),
    }
}

/// The profile of the solver that checks cores.
fn find_second(options: &Options, first: &Profile) -> Result<Option<Profile>, String> {
    match options.second.as_deref() {
        None => Ok(None),
        Some("auto") => {
            let others = ["cvc5", "z3", "sinew", "cvc4"];
            for name in others.iter().filter(|name| !related(name, &first.name)) {
                let profile = find_profile(&options.runs.profiles, name)?;
                if profile.find_version().is_some() {
                    return Ok(Some(profile));
                }
            }
            super::complain("there is no second solver; cores are not checked by one");
            Ok(None)
        }
        Some(name) => {
            let profile = find_profile(&options.runs.profiles, name)?;
            profile.require_version().map(|_| Some(profile))
        }
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
        };
        for name in ["z3str3", "z3str3=/opt/z3", "4.8.9"] {
            assert!(is_meant(&key, name), "{name}");
        }
        assert!(!is_meant(&key, "z3"));
    }
}
