//! `fray test` and `fray rerun`: solvers on a suite.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use fray::run::campaign::Campaign;
use fray::run::judge::Job;
use fray::run::process::Limits;
use fray::run::profile::{self, Profile};
use fray::run::report::{Results, table6};
use fray::run::store::{Record, RunKey, Store};
use fray::run::verdict::Verdict;
use fray::synth::library::Library;
use fray::synth::reference::Reference;
use fray::synth::suite::{Config, generate};
use fray::synth::test::{Expected, Family, Test};
use fray::synth::write::{Dialect, write_test};
use indicatif::{ProgressBar, ProgressStyle};
use sinew_term::TermStore;
use std::ops::ControlFlow;

use super::report::{Format, print};
use super::suite::{SuiteOptions, read};

/// Results are stored in groups of this size, or after a second.
const GROUP: usize = 64;

/// Options of `fray test` and `fray rerun`.
#[derive(Args)]
pub(crate) struct Options {
    /// The solvers: names of profiles, `name=program` to say which program.
    #[arg(
        long = "solver",
        value_name = "NAME[=PROGRAM]",
        default_value = "sinew"
    )]
    solvers: Vec<String>,
    /// Read further profiles from this file; they come before the built-in ones.
    #[arg(long, value_name = "FILE")]
    profiles: Vec<PathBuf>,
    /// Time limit per test, in seconds.
    #[arg(long, default_value_t = 5.0, value_name = "SECONDS")]
    timeout: f64,
    /// Memory limit per test, in MiB.
    #[arg(long, default_value_t = 2048, value_name = "MIB")]
    memory: u64,
    /// Tests at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// The file for the results; a run that is in it is resumed.
    #[arg(long, value_name = "FILE", default_value = "fray.sqlite")]
    store: PathBuf,
    /// How to print the results.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// No progress bar.
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    suite: SuiteOptions,
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

/// Runs `fray test`.
pub(crate) fn run(options: &Options) -> Result<(), String> {
    let results = test(options)?;
    print(&results, options.format);
    Ok(())
}

/// Runs `fray rerun`: everything again, so that what newly fails is seen too.
pub(crate) fn rerun(options: &RerunOptions) -> Result<(), String> {
    let store = Store::open(&options.test.store)?;
    let matches = |key: &RunKey| {
        key.solver == options.against || key.version.contains(options.against.as_str())
    };
    let (id, key) = store
        .runs()?
        .into_iter()
        .find(|(_, key)| matches(key))
        .ok_or_else(|| format!("no stored run matches `{}`", options.against))?;
    let old = store.results(id)?;
    drop(store);
    for (label, new) in test(&options.test)? {
        let text = table6(
            (&format!("{} ({})", key.solver, key.version), &old),
            (&label, &new),
        );
        super::report::show(&text);
    }
    Ok(())
}

/// Runs every solver; the results include those of earlier, interrupted runs.
fn test(options: &Options) -> Result<Vec<(String, Results)>, String> {
    if !(options.timeout > 0.0 && options.timeout <= 86_400.0) {
        return Err("the time limit must be positive and at most a day".to_owned());
    }
    let (library, reference, config) = options.suite.prepare()?;
    let mut store = Store::open(&options.store)?;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop)).map_err(|e| e.to_string())?;
    }
    let scratch = Scratch::new()?;
    let mut all = Vec::new();
    for name in &options.solvers {
        let profile = find_profile(&options.profiles, name)?;
        let version = profile
            .find_version()
            .ok_or_else(|| format!("`{}` is not there", profile.command[0]))?;
        let campaign = Campaign {
            limits: Limits {
                wall: Duration::from_secs_f64(options.timeout),
                memory: options.memory << 20,
            },
            seed: options.suite.seed,
            jobs: usize::from(options.jobs),
            scratch: scratch.0.clone(),
            unsupported: BTreeSet::new(),
            profile,
        };
        let suite = Suite {
            library: &library,
            reference: &reference,
            config: &config,
            as_published: options.suite.as_published,
        };
        let label = format!("{name} ({version}; seed {})", options.suite.seed);
        let results = run_solver(campaign, &suite, name, version, &mut store, options, &stop)?;
        all.push((label, results));
        if stop.load(Ordering::Relaxed) {
            super::complain("stopped; the same command goes on from here");
            break;
        }
    }
    Ok(all)
}

fn run_solver(
    mut campaign: Campaign,
    suite: &Suite<'_>,
    name: &str,
    version: String,
    store: &mut Store,
    options: &Options,
    stop: &Arc<AtomicBool>,
) -> Result<Results, String> {
    let key = RunKey {
        solver: name.to_owned(),
        version,
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
    let mut sink = StoreSink::new(store, run, suite.count()?, known.len(), options.quiet);
    let mut problem = None;
    campaign.run(
        stop,
        |take| {
            let result = suite.each(&mut |job| known.contains_key(&job.path) || take(job));
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

/// The tests to run.
struct Suite<'a> {
    library: &'a Library,
    reference: &'a Reference,
    config: &'a Config,
    as_published: bool,
}

impl Suite<'_> {
    fn count(&self) -> Result<u64, String> {
        let mut count = 0;
        generate(self.library, self.reference, self.config, &mut |_, _| {
            count += 1;
            ControlFlow::Continue(())
        })
        .map_err(|claim| claim.to_string())?;
        Ok(count)
    }

    /// Hands out the tests until `take` says no.
    fn each(&self, take: &mut dyn FnMut(Job) -> bool) -> Result<(), String> {
        generate(
            self.library,
            self.reference,
            self.config,
            &mut |store, test| {
                if take(self.job(store, test)) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        )
        .map_err(|claim| claim.to_string())
    }

    fn job(&self, store: &TermStore, test: &Test) -> Job {
        let dialect = if self.as_published {
            Dialect::Published
        } else {
            Dialect::Standard
        };
        let mut text = String::new();
        write_test(&mut text, store, test, self.config.seed, dialect);
        Job {
            path: test.path(self.config.seed),
            folder: test.folder(),
            text,
            core: match &test.expected {
                Expected::Sat(_) => None,
                Expected::Unsat { core, .. } => {
                    Some(core.iter().map(|i| format!("a{i}")).collect())
                }
            },
        }
    }

    /// For each operation its simplest test.
    fn probes(&self) -> Result<Vec<(String, String)>, String> {
        let config = Config {
            families: vec![Family::Operation],
            operations: Vec::new(),
            ..self.config.clone()
        };
        let mut scripts: BTreeMap<String, String> = BTreeMap::new();
        generate(self.library, self.reference, &config, &mut |store, test| {
            let operation = store.arg(test.assertions[0], 0);
            let symbol = store.op(operation).name();
            scripts.insert(symbol.to_owned(), self.job(store, test).text);
            ControlFlow::Continue(())
        })
        .map_err(|claim| claim.to_string())?;
        Ok(scripts.into_iter().collect())
    }
}

/// Stores results in groups and shows how far things are.
struct StoreSink<'a> {
    store: &'a mut Store,
    run: i64,
    waiting: Vec<Record>,
    written: Instant,
    counts: BTreeMap<Verdict, u64>,
    bar: ProgressBar,
    problem: Option<String>,
}

impl<'a> StoreSink<'a> {
    fn new(store: &'a mut Store, run: i64, total: u64, done: usize, quiet: bool) -> StoreSink<'a> {
        let bar = if quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(total)
        };
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.set_position(done as u64);
        StoreSink {
            store,
            run,
            waiting: Vec::new(),
            written: Instant::now(),
            counts: BTreeMap::new(),
            bar,
            problem: None,
        }
    }

    fn put(&mut self, record: Record) -> bool {
        *self.counts.entry(record.verdict).or_default() += 1;
        let counts: Vec<String> = self
            .counts
            .iter()
            .map(|(verdict, count)| format!("{} {count}", verdict.short()))
            .collect();
        self.bar.set_message(counts.join(" "));
        self.bar.inc(1);
        self.waiting.push(record);
        if self.waiting.len() >= GROUP || self.written.elapsed() > Duration::from_secs(1) {
            self.write();
        }
        self.problem.is_none()
    }

    fn write(&mut self) {
        if let Err(problem) = self.store.add(self.run, &self.waiting) {
            self.problem = Some(problem);
        }
        self.waiting.clear();
        self.written = Instant::now();
    }

    fn finish(mut self) -> Result<(), String> {
        self.write();
        self.bar.finish_and_clear();
        self.problem.map_or(Ok(()), Err)
    }
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
