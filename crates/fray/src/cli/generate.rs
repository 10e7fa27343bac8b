//! `fray gen`: writes, lists or counts a suite.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use fray::synth::incremental::{self, Manner, write_incremental};
use fray::synth::suite::generate;
use fray::synth::write::{Dialect, write_test};

use super::suite::SuiteOptions;
use super::{Done, Ended};

/// Options of `fray gen`.
#[derive(Args)]
pub(crate) struct Options {
    /// Write the tests to files under this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the path of each test.
    #[arg(long)]
    list: bool,
    /// Print how many tests there are, by transformation.
    #[arg(long)]
    count: bool,
    /// Also the incremental variants of each test, with push and pop, with assumptions, and as
    /// a longer conversation.
    #[arg(long)]
    incremental: bool,
    /// Print instead how many tests are made in a second, by transformation.
    #[arg(long, conflicts_with_all = ["out", "list", "count", "incremental"])]
    speed: bool,
    #[command(flatten)]
    suite: SuiteOptions,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Ended {
    if options.speed {
        super::show(&super::speed::measure(&options.suite)?)?;
        return Ok(Done::Clean);
    }
    let (library, reference, config) = options.suite.prepare()?;
    let mut output = Output::new(options);
    generate(
        &library,
        &reference,
        &config,
        &mut |store, test| match output.put(store, test) {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                output.problem = Some(problem);
                ControlFlow::Break(())
            }
        },
    )
    .map_err(|claim| claim.to_string())?;
    match output.finish() {
        Err(problem) if problem != ENOUGH => Err(problem),
        _ => Ok(Done::Clean),
    }
}

/// The problem that is none: whoever reads the list has read enough.
const ENOUGH: &str = "";

fn on_stdout(error: io::Error) -> String {
    match error.kind() {
        io::ErrorKind::BrokenPipe => ENOUGH.to_owned(),
        _ => format!("standard output: {error}"),
    }
}

/// Where tests go.
struct Output<'a> {
    options: &'a Options,
    dialect: Dialect,
    text: String,
    folder: PathBuf,
    counts: BTreeMap<String, u64>,
    stdout: BufWriter<io::Stdout>,
    problem: Option<String>,
}

impl<'a> Output<'a> {
    fn new(options: &'a Options) -> Output<'a> {
        Output {
            options,
            dialect: if options.suite.as_published {
                Dialect::Published
            } else {
                Dialect::Standard
            },
            text: String::new(),
            folder: PathBuf::new(),
            counts: BTreeMap::new(),
            stdout: BufWriter::new(io::stdout()),
            problem: None,
        }
    }

    fn put(
        &mut self,
        store: &sinew_term::TermStore,
        test: &fray::synth::test::Test,
    ) -> Result<(), String> {
        let seed = self.options.suite.seed;
        if self.options.out.is_some() {
            self.text.clear();
            write_test(&mut self.text, store, test, seed, self.dialect);
        }
        self.one(test.folder(), || test.path(seed))?;
        if self.options.incremental {
            for manner in Manner::ALL {
                if self.options.out.is_some() {
                    self.text.clear();
                    write_incremental(&mut self.text, store, test, manner);
                }
                self.one(incremental::folder(test, manner), || {
                    incremental::path(test, manner, seed)
                })?;
            }
        }
        Ok(())
    }

    /// Counts, lists and writes the test whose text is at hand.
    fn one(&mut self, folder: String, path: impl Fn() -> String) -> Result<(), String> {
        *self.counts.entry(folder).or_default() += 1;
        if self.options.list {
            writeln!(self.stdout, "{}", path()).map_err(on_stdout)?;
        }
        if let Some(out) = &self.options.out {
            let path = out.join(path());
            let written = self.write(&path);
            written.map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }

    fn write(&mut self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent()
            && folder != self.folder
        {
            fs::create_dir_all(folder)?;
            self.folder = folder.to_owned();
        }
        fs::write(path, &self.text)
    }

    fn finish(mut self) -> Result<(), String> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let silent = self.options.list || self.options.out.is_some();
        if self.options.count || !silent {
            let mut total = 0;
            for (folder, count) in &self.counts {
                total += count;
                writeln!(self.stdout, "{count:8} {folder}").map_err(on_stdout)?;
            }
            writeln!(self.stdout, "{total:8} in all").map_err(on_stdout)?;
        }
        self.stdout.flush().map_err(on_stdout)
    }
}
