//! `fray report`: the tables of a store.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fray::run::report::{Results, csv, json, table4};
use fray::run::store::Store;

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// P0's Table 4.
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
    #[arg(long, value_name = "FILE", default_value = "fray.sqlite")]
    store: PathBuf,
    #[command(flatten)]
    printing: Printing,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<(), String> {
    let store = Store::open_existing(&options.store)?;
    let mut solvers = Vec::new();
    for (id, key) in store.runs()? {
        let label = format!("{} ({}; seed {})", key.solver, key.version, key.seed);
        solvers.push((label, store.results(id)?));
    }
    if solvers.is_empty() {
        return Err(format!("{} has no results yet", options.store.display()));
    }
    print(&solvers, options.printing.format());
    Ok(())
}

/// Prints results.
pub(crate) fn print(solvers: &[(String, Results)], format: Format) {
    let text = match format {
        Format::Table => table4(solvers),
        Format::Json => json(solvers),
        Format::Csv => csv(solvers),
    };
    println!("{}", text.trim_end());
}

/// Prints a text.
pub(crate) fn show(text: &str) {
    println!("{}", text.trim_end());
}
