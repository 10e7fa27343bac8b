//! `fray merge`: the results of several stores in one.

use std::path::PathBuf;

use clap::Args;
use fray::run::store::Store;

use super::{Done, Ended, show};

/// Options of `fray merge`.
#[derive(Args)]
pub(crate) struct Options {
    /// The store that gets the results; made if need be.
    into: PathBuf,
    /// The stores they come from.
    #[arg(required = true)]
    from: Vec<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Ended {
    // A store that is not there leaves no empty one behind.
    let mut into = None;
    for path in &options.from {
        let from = Store::open_existing(path)?;
        let into = match &mut into {
            Some(into) => into,
            None => into.insert(Store::open(&options.into)?),
        };
        let (results, findings) = into.merge(&from)?;
        let damaged = match from.damaged() {
            0 => String::new(),
            damaged => format!(", {damaged} lines cut off"),
        };
        let path = path.display();
        show(&format!(
            "{path}: {results} new results, {findings} new findings{damaged}"
        ))?;
    }
    Ok(Done::Clean)
}
