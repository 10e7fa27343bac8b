//! `fray known`: the publicly known bugs, which versions have them, and whether Fray's own search
//! finds them.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use fray::run::cluster::{Clusters, Place};
use fray::run::examine::{Examiner, labelled};
use fray::run::job::{Claim, Job};
use fray::run::known::{Bug, Likeness, alike, parse};
use fray::run::store::Store;
use fray::run::verdict::Verdict;
use fray::synth::derive::explain;
use fray::synth::grammar::Grammar;
use fray::synth::library::Library;

use super::solvers::{Bench, Solver, limits};
use super::suite::read;
use super::{Done, Ended, show};

/// Options of `fray known`.
#[derive(Args)]
pub(crate) struct Options {
    /// The list: a table with tabs whose columns include `tracker`, `number` and
    /// `minimal formula`, and maybe `kind`.
    #[arg(long, value_name = "FILE")]
    list: PathBuf,
    /// Show how growth derives the formula of this bug, by its number or `tracker/number`; `all`
    /// tells of each in one line.
    #[arg(long, value_name = "N", conflicts_with = "solvers")]
    explain: Option<String>,
    /// Run the bugs of the list on these solvers.
    #[arg(long = "solver", value_name = "NAME[=COMMAND]")]
    solvers: Vec<String>,
    /// Read further profiles from this file.
    #[arg(long, value_name = "FILE")]
    profiles: Vec<PathBuf>,
    /// The store of hunts: say of each bug that a solver has whether they found it.
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Time limit per run, in seconds.
    #[arg(long, default_value_t = 5.0, value_name = "SECONDS")]
    timeout: f64,
    /// Memory limit per run, in MiB.
    #[arg(long, default_value_t = 2048, value_name = "MIB")]
    memory: u64,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Ended {
    let bugs = parse(&read(&options.list)?);
    let bugs = bugs.map_err(|problem| format!("{}: {problem}", options.list.display()))?;
    match &options.explain {
        Some(which) => derivations(&bugs, which)?,
        None if options.solvers.is_empty() => {
            return Err(
                "say which solvers (`--solver`), or what to explain (`--explain`)".to_owned(),
            );
        }
        None => on_solvers(options, &bugs)?,
    }
    Ok(Done::Clean)
}

fn derivations(bugs: &[Bug], which: &str) -> Result<(), String> {
    let grammar = Library::built_in().grammar;
    if which == "all" {
        return all(bugs, &grammar);
    }
    let mut wanted = bugs.iter().filter(|bug| bug.is(which)).peekable();
    if wanted.peek().is_none() {
        return Err(format!("the list has no bug `{which}`"));
    }
    for bug in wanted {
        show(&bug.name())?;
        match &bug.formula {
            None => show("the list has no formula")?,
            Some(formula) => show(&explain(&grammar, formula)?.describe())?,
        }
    }
    Ok(())
}

/// One line per bug, then how many are derivable.
fn all(bugs: &[Bug], grammar: &Grammar) -> Result<(), String> {
    let (mut with_formula, mut derivable) = (0, 0);
    for bug in bugs {
        let verdict = match &bug.formula {
            None => "no formula".to_owned(),
            Some(formula) => {
                with_formula += 1;
                match explain(grammar, formula) {
                    Err(problem) => format!("not readable: {problem}"),
                    Ok(found) if found.is_complete() => {
                        derivable += 1;
                        found.describe().lines().last().unwrap_or("").to_owned()
                    }
                    Ok(found) => format!("no production makes {}", found.missing.join(", ")),
                }
            }
        };
        show(&format!("{}: {verdict}", bug.name()))?;
    }
    show(&format!(
        "{derivable} of {with_formula} formulas are derivable"
    ))
}

/// Runs each bug on each solver; with a store, also says whether it was found.
fn on_solvers(options: &Options, bugs: &[Bug]) -> Result<(), String> {
    let bench = Bench::new()?;
    let store = options
        .store
        .as_deref()
        .map(Store::open_existing)
        .transpose()?;
    let limits = limits(options.timeout, options.memory)?;
    for name in &options.solvers {
        let solver = bench.solver(&options.profiles, name, limits.memory)?;
        show(&format!("{name} ({})", solver.version))?;
        let (mut tried, mut present, mut found) = (0, 0, 0);
        for bug in bugs {
            let Some(job) = bug.job() else {
                continue;
            };
            tried += 1;
            let campaign = bench.campaign(&solver, None, limits, 0, 1);
            let mut examiner = Examiner {
                campaign,
                solver: (&solver.name, &solver.version),
                file: &bench.candidate,
                stop: &bench.stop,
                runs: 400,
                patience: Duration::from_secs(20),
            };
            let verdict = match examiner.judge(&job)? {
                None => continue,
                Some((_, judgement)) => judgement.verdict,
            };
            if !(verdict.is_unsound() || verdict == Verdict::Crash) {
                continue;
            }
            present += 1;
            let mut line = format!("  {}: {verdict}", bug.name());
            if let Some(store) = &store {
                let met = is_found(&mut examiner, bug, &with_model(job), store, &solver)?;
                found += u32::from(met.is_some());
                line.push_str(match met {
                    Some(Likeness::Same) => ", found by the hunt",
                    Some(Likeness::Resembles) => ", found by the hunt with the same operators",
                    None => ", not found",
                });
            }
            show(&line)?;
        }
        let found = match &store {
            Some(_) => format!(", {found} of them found by the hunt"),
            None => String::new(),
        };
        show(&format!(
            "  {present} of {tried} bugs with a formula are here{found}"
        ))?;
    }
    Ok(())
}

/// A satisfiable test can be made small only with a model.
fn with_model(job: Job) -> Job {
    if job.claim != Claim::Sat {
        return job;
    }
    let found = labelled(&job.text.replace("; open\n", ""));
    match found.claim {
        Claim::Sat => found,
        _ => job,
    }
}

/// Whether the bug, as it is or made small, belongs to a cluster of the store, or resembles one.
fn is_found(
    examiner: &mut Examiner<'_>,
    bug: &Bug,
    job: &Job,
    store: &Store,
    solver: &Solver,
) -> Result<Option<Likeness>, String> {
    let mut clusters = Clusters::default();
    for known in store.findings().iter().filter(|f| f.solver == solver.name) {
        clusters.add(known.clone(), &mut |_, _| false);
    }
    let likeness: Vec<Likeness> = clusters
        .clusters
        .iter()
        .filter_map(|c| alike(bug, c))
        .collect();
    if likeness.contains(&Likeness::Same) {
        return Ok(Some(Likeness::Same));
    }
    let Some(finding) = examiner.examine(job, &mut |_| {})? else {
        return Ok(likeness.first().copied());
    };
    let mut known = clusters.clusters.iter().map(|cluster| cluster.smallest());
    let resembles = known.any(|known| known.resembles(&finding));
    let near = likeness.first().copied();
    let near = near.or(resembles.then_some(Likeness::Resembles));
    let mut problem = None;
    let place = clusters.add(finding, &mut |finding, pattern| {
        examiner.confirm(finding, pattern).unwrap_or_else(|error| {
            problem = Some(error);
            false
        })
    });
    match (problem, place) {
        (Some(problem), _) => Err(problem),
        (None, Place::Known(_)) => Ok(Some(Likeness::Same)),
        (None, Place::New(_)) => Ok(near),
    }
}
