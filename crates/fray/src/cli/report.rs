//! `fray report`: the tables of a store.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fray::run::cluster::{Cluster, Clusters};
use fray::run::digest::Digest;
use fray::run::html::{Shown, labels, page};
use fray::run::known::Likeness;
use fray::run::record::{Record, RunKey};
use fray::run::report::{Results, csv, json, table4};
use fray::run::store::Store;

use super::cluster::read_known;
use super::solvers::label as shown;
use super::told::{DEFAULT_STORE, cluster_command, names, overview};
use super::{Done, Ended, count, show};

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A table: rows by transformation, columns by verdict.
    Table,
    /// One object per result.
    Json,
    /// One line per result.
    Csv,
}

/// How to print results, for every command that does.
#[derive(Args)]
pub(crate) struct Printing {
    /// How to print the results.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// The same as `--format csv`.
    #[arg(long, conflicts_with_all = ["format", "json"])]
    csv: bool,
}

impl Printing {
    pub(crate) fn format(&self) -> Format {
        match (self.json, self.csv) {
            (true, _) => Format::Json,
            (_, true) => Format::Csv,
            _ => self.format,
        }
    }
}

/// Options of `fray report`.
#[derive(Args)]
pub(crate) struct Options {
    /// The file with the results.
    #[arg(long, value_name = "FILE", default_value = DEFAULT_STORE)]
    store: PathBuf,
    /// Write one page with everything to this file instead; it needs no network.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// A list of known bugs, as for `fray known`; what matches one is called public.
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    #[command(flatten)]
    printing: Printing,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Ended {
    let store = Store::open_existing(&options.store)?;
    if let Some(file) = &options.html {
        let page = html(options, &store)?;
        std::fs::write(file, page).map_err(|error| format!("{}: {error}", file.display()))?;
        return Ok(Done::Clean);
    }
    let mut solvers = Vec::new();
    let runs = runs(&store);
    let all: Vec<String> = runs.iter().map(|(key, _)| key.solver.clone()).collect();
    for (key, results) in runs {
        let version = format!("{}; seed {}", key.version, key.seed);
        solvers.push((shown(&all, &key.solver, &version), results));
    }
    let format = options.printing.format();
    // A hunt keeps what it finds, not each of its tests.
    let told = !store.findings().is_empty() && (solvers.is_empty() || format == Format::Table);
    let rounds = store.rounds();
    if solvers.is_empty() && !told {
        let store = options.store.display();
        return match rounds {
            0 => Err(format!("{store} has no results yet")),
            _ => {
                let rounds = count(rounds, "round of a hunt", "rounds of a hunt");
                show(&format!("{store}: {rounds}, and no bug")).map(|()| Done::Clean)
            }
        };
    }
    if !solvers.is_empty() {
        print(&solvers, format)?;
    }
    if told {
        let clusters = findings(&store);
        let known = read_known(options.known.as_deref())?;
        show(&overview(&clusters.clusters, &known, None))?;
        let again = cluster_command(&options.store);
        show(&format!(
            "`{again}` writes each as a file, and says how to run it"
        ))?;
    }
    Ok(Done::Clean)
}

/// The page: runs, and clusters as far as that is seen without running anything.
fn html(options: &Options, store: &Store) -> Result<String, String> {
    let known = read_known(options.known.as_deref())?;
    let (stored, mut shown) = (runs(store), Vec::new());
    let keys: Vec<&RunKey> = stored.iter().map(|(key, _)| *key).collect();
    let names_of_runs = labels(&keys);
    let mut operators: BTreeMap<Digest, Vec<String>> = BTreeMap::new();
    for ((_, results), label) in stored.into_iter().zip(names_of_runs) {
        for record in results.values() {
            if let Entry::Vacant(new) = operators.entry(record.test) {
                let job = store.job(record.test)?;
                new.insert(job.map_or_else(Vec::new, |job| symbols(&job.text)));
            }
        }
        let of =
            |(path, record): (&String, &Record)| (path.clone(), operators[&record.test].clone());
        shown.push(Shown {
            label,
            operators: results.iter().map(of).collect(),
            results,
        });
    }
    let clusters = findings(store);
    let clusters: Vec<(&Cluster, Vec<String>)> = clusters
        .clusters
        .iter()
        .map(|cluster| (cluster, names(&known, cluster, Likeness::Same)))
        .collect();
    Ok(page(&options.store.to_string_lossy(), &shown, &clusters))
}

/// The runs of a store that came to something.
fn runs(store: &Store) -> Vec<(&RunKey, Results)> {
    let runs = store.runs().iter();
    let runs = runs.map(|(id, key)| (key, store.results(*id)));
    runs.filter(|(_, results)| !results.is_empty()).collect()
}

/// The bugs of a store, as far as that is seen without running anything: patterns are those that
/// `fray cluster` confirmed.
fn findings(store: &Store) -> Clusters {
    let mut clusters = Clusters::default();
    for finding in store.findings() {
        clusters.add(finding.clone(), &mut |finding, pattern| {
            store.is_confirmed(&finding.solver, pattern)
        });
    }
    clusters
}

/// The operators of the theory that a script mentions.
fn symbols(script: &str) -> Vec<String> {
    let words = script.split(|c: char| c.is_whitespace() || c == '(' || c == ')');
    let mut found: Vec<String> = words
        .filter(|word| word.starts_with("str.") || word.starts_with("re."))
        .map(str::to_owned)
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Prints results.
pub(crate) fn print(solvers: &[(String, Results)], format: Format) -> Result<(), String> {
    show(&match format {
        Format::Table => table4(solvers),
        Format::Json => json(solvers),
        Format::Csv => csv(solvers),
    })
}
