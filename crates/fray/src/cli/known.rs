//! `fray known`: the publicly known bugs, and how Fray's own search makes them.

use std::path::PathBuf;

use clap::Args;
use fray::synth::derive::explain;
use fray::synth::library::Library;

use super::suite::read;
use super::{Done, Ended};

/// Options of `fray known`.
#[derive(Args)]
pub(crate) struct Options {
    /// The list: a table with tabs whose columns include `tracker`, `number` and
    /// `minimal formula`.
    #[arg(long, value_name = "FILE")]
    list: PathBuf,
    /// Show how growth derives the formula of this bug, by its number or `tracker/number`; `all`
    /// tells of each in one line.
    #[arg(long, value_name = "N")]
    explain: String,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Ended {
    let text = read(&options.list)?;
    let bugs = parse(&text)?;
    let grammar = Library::built_in().grammar;
    if options.explain == "all" {
        all(&bugs, &grammar)?;
        return Ok(Done::Clean);
    }
    let mut wanted = bugs
        .iter()
        .filter(|bug| bug.is(&options.explain))
        .peekable();
    if wanted.peek().is_none() {
        return Err(format!("the list has no bug `{}`", options.explain));
    }
    for bug in wanted {
        println!("{}/{}", bug.tracker, bug.number);
        match bug.formula {
            "-" | "" => println!("the list has no formula"),
            formula => print!("{}", explain(&grammar, formula)?.describe()),
        }
    }
    Ok(Done::Clean)
}

/// One line per bug, then how many are derivable.
fn all(bugs: &[Bug<'_>], grammar: &fray::synth::grammar::Grammar) -> Result<(), String> {
    let (mut with_formula, mut derivable) = (0, 0);
    for bug in bugs {
        let verdict = match bug.formula {
            "-" | "" => "no formula".to_owned(),
            formula => {
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
        println!("{}/{}: {verdict}", bug.tracker, bug.number);
    }
    println!("{derivable} of {with_formula} formulas are derivable");
    Ok(())
}

/// A row of the list.
struct Bug<'a> {
    tracker: &'a str,
    number: &'a str,
    formula: &'a str,
}

impl Bug<'_> {
    fn is(&self, name: &str) -> bool {
        self.number == name || name.split_once('/') == Some((self.tracker, self.number))
    }
}

fn parse(text: &str) -> Result<Vec<Bug<'_>>, String> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or("").split('\t').collect();
    let column = |name: &str| {
        let place = header.iter().position(|&title| title == name);
        place.ok_or_else(|| format!("the list has no column `{name}`"))
    };
    let columns = [
        column("tracker")?,
        column("number")?,
        column("minimal formula")?,
    ];
    let mut bugs = Vec::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |place: usize| cells.get(columns[place]).copied().unwrap_or("");
        bugs.push(Bug {
            tracker: cell(0),
            number: cell(1),
            formula: cell(2),
        });
    }
    Ok(bugs)
}
