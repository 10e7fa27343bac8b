//! `fray known`: the publicly known bugs, which versions have them, and whether Fray's own search
//! finds them.

use std::path::PathBuf;

use clap::Args;
use fray::run::cluster::{Clusters, Finding, Place};
use fray::run::examine::Examiner;
use fray::run::job::{Claim, Job};
use fray::run::known::{Bug, Likeness, alike, parse};
use fray::run::label::labelled;
use fray::run::process::Limits;
use fray::run::store::Store;
use fray::run::verdict::Verdict;
use fray::synth::derive::explain;
use fray::synth::grammar::Grammar;
use fray::synth::library::Library;

use super::findings::PATIENCE;
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
    /// Other versions of the solvers: a bug is found also where another one about its operators
    /// is wrong in exactly the same versions.
    #[arg(long = "version", value_name = "NAME[=COMMAND]", requires = "store")]
    versions: Vec<String>,
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
        Some(which) => derivations(&bugs, which).map(|()| Done::Clean),
        None if options.solvers.is_empty() => {
            Err("say which solvers (`--solver`), or what to explain (`--explain`)".to_owned())
        }
        None => on_solvers(options, &bugs),
    }
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
fn on_solvers(options: &Options, bugs: &[Bug]) -> Ended {
    let bench = Bench::new()?;
    let store = options
        .store
        .as_deref()
        .map(Store::open_existing)
        .transpose()?;
    let limits = limits(options.timeout, options.memory)?;
    let mut versions = Vec::new();
    for name in &options.versions {
        versions.push(bench.solver(&options.profiles, name, limits.memory)?);
    }
    let mut seen = Vec::new();
    for name in &options.solvers {
        let solver = bench.solver(&options.profiles, name, limits.memory)?;
        let same = |other: &&Solver| other.profile.name == solver.profile.name;
        let hunted = store.as_ref().map(|store| Hunted {
            clusters: gather(store, &solver),
            versions: versions.iter().filter(same).collect(),
            bench: &bench,
            limits,
        });
        seen.extend(on_solver(&bench, &solver, limits, bugs, hunted.as_ref())?);
    }
    Ok(Done::of(seen))
}

/// Runs each bug on a solver and says whether it has it, and whether it was found. The verdicts of
/// those that it has.
fn on_solver(
    bench: &Bench,
    solver: &Solver,
    limits: Limits,
    bugs: &[Bug],
    hunted: Option<&Hunted<'_>>,
) -> Result<Vec<Verdict>, String> {
    show(&format!("{} ({})", solver.name, solver.version))?;
    let (mut tried, mut found, mut seen) = (0, [0, 0], Vec::new());
    for bug in bugs {
        let Some(job) = bug.job() else {
            continue;
        };
        tried += 1;
        let campaign = bench.campaign(solver, None, limits, 0, 1);
        let mut examiner = bench.examiner(campaign, solver, 400, PATIENCE);
        let verdict = match examiner.judge(&job)? {
            None => continue,
            Some((_, judgement)) => judgement.verdict,
        };
        let crash = verdict == Verdict::Crash;
        if !(verdict.is_unsound() || crash) {
            continue;
        }
        seen.push(verdict);
        let mut line = format!("  {}: {verdict}", bug.name());
        if let Some(hunted) = hunted {
            let met = hunted.likeness(&mut examiner, bug, &with_model(job))?;
            let counts = matches!(met, Some(Likeness::Same | Likeness::FixedTogether));
            found[usize::from(crash)] += u32::from(counts);
            line.push_str(match met {
                Some(Likeness::Same) => ", found by the hunt",
                Some(Likeness::FixedTogether) => {
                    ", found by the hunt: one about its operators in the same versions"
                }
                Some(Likeness::Resembles) => ", not found, but one with its operators",
                None => ", not found",
            });
        }
        show(&line)?;
    }
    let found = match hunted {
        Some(_) => format!("; found by the hunt: {} and {}", found[0], found[1]),
        None => String::new(),
    };
    let crashes = seen.iter().filter(|&&v| v == Verdict::Crash).count();
    let unsound = seen.len() - crashes;
    show(&format!(
        "  of {tried} bugs with a formula {unsound} are here, and {crashes} crash{found}"
    ))?;
    Ok(seen)
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

/// What the hunts of a store found on a solver.
struct Hunted<'a> {
    clusters: Vec<Finding>,
    /// Other versions of the solver.
    versions: Vec<&'a Solver>,
    bench: &'a Bench,
    limits: Limits,
}

/// The findings about a solver.
fn gather(store: &Store, solver: &Solver) -> Vec<Finding> {
    let own = store.findings().iter().filter(|f| f.solver == solver.name);
    own.cloned().collect()
}

impl Hunted<'_> {
    fn clusters(&self) -> Clusters {
        let mut clusters = Clusters::default();
        for finding in &self.clusters {
            clusters.add(finding.clone(), &mut |_, _| false);
        }
        clusters
    }

    /// Whether the bug, as it is or made small, belongs to a cluster of the store, or is like one.
    fn likeness(
        &self,
        examiner: &mut Examiner<'_>,
        bug: &Bug,
        job: &Job,
    ) -> Result<Option<Likeness>, String> {
        let mut clusters = self.clusters();
        let listed: Vec<Likeness> = clusters
            .clusters
            .iter()
            .filter_map(|c| alike(bug, c))
            .collect();
        if listed.contains(&Likeness::Same) {
            return Ok(Some(Likeness::Same));
        }
        let Some(finding) = examiner.examine(job, &mut |_| {})? else {
            return Ok(listed.first().copied());
        };
        let together = self.is_fixed_with_another(&finding, &clusters)?;
        let mut known = clusters.clusters.iter().map(|cluster| cluster.smallest());
        let resembles = !listed.is_empty() || known.any(|known| known.resembles(&finding));
        let mut problem = None;
        let place = clusters.add(finding, &mut |finding, pattern| {
            examiner.confirm(finding, pattern).unwrap_or_else(|error| {
                problem = Some(error);
                false
            })
        });
        Ok(match (problem, place) {
            (Some(problem), _) => return Err(problem),
            (None, Place::Known(_)) => Some(Likeness::Same),
            (None, Place::New(_)) if together => Some(Likeness::FixedTogether),
            (None, Place::New(_)) => resembles.then_some(Likeness::Resembles),
        })
    }

    /// Whether something about operators of a failure was found that is wrong in the same versions,
    /// and right in at least one.
    fn is_fixed_with_another(&self, one: &Finding, found: &Clusters) -> Result<bool, String> {
        let mut candidates: Vec<&Finding> = Vec::new();
        for cluster in &found.clusters {
            if cluster.smallest().is_inside(one) {
                candidates.push(cluster.smallest());
            }
        }
        if candidates.is_empty() || self.versions.is_empty() {
            return Ok(false);
        }
        let history = self.history(one)?;
        if !history.contains(&false) {
            return Ok(false);
        }
        for candidate in candidates {
            if self.history(candidate)? == history {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// On which of the versions a failure shows.
    fn history(&self, finding: &Finding) -> Result<Vec<bool>, String> {
        let mut history = Vec::new();
        for &version in &self.versions {
            let campaign = self.bench.campaign(version, None, self.limits, 0, 1);
            let examiner = self.bench.examiner(campaign, version, 1, PATIENCE);
            let seen = examiner.judge(&finding.job())?;
            history.push(seen.is_some_and(|(_, seen)| seen.verdict.is_unsound()));
        }
        Ok(history)
    }
}
