//! `fray report`: the tables of a store.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fray::run::report::{Results, csv, json, table4};
use fray::run::store::Store;

use super::{Done, Ended, show};

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
    #[arg(long, value_name = "FILE", default_value = "fray.store")]
    store: PathBuf,
    #[command(flatten)]
    printing: Printing,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Ended {
    let store = Store::open_existing(&options.store)?;
    let mut solvers = Vec::new();
    for (id, key) in store.runs() {
        let label = format!("{} ({}; seed {})", key.solver, key.version, key.seed);
        solvers.push((label, store.results(*id)));
    }
    if solvers.is_empty() {
        return Err(format!("{} has no results yet", options.store.display()));
    }
    print(&solvers, options.printing.format())?;
    Ok(Done::Clean)
}

/// Prints results.
pub(crate) fn print(solvers: &[(String, Results)], format: Format) -> Result<(), String> {
    show(&match format {
        Format::Table => table4(solvers),
        Format::Json => json(solvers),
        Format::Csv => csv(solvers),
    })
}
