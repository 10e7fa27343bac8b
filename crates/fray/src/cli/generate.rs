//! `fray gen`: writes, lists or counts a suite.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use fray::synth::incremental::{self, Manner, write_incremental};
use fray::synth::library::{Library, Origin};
use fray::synth::reference::Reference;
use fray::synth::suite::{Config, generate};
use fray::synth::test::Family;
use fray::synth::verify::retain_sound;
use fray::synth::write::{Dialect, write_test};

/// Options of `fray gen`.
///
/// Without further options the suite is that of P0: 12 + 4714 + 1394 satisfiable tests and
/// 12 + 268 + 178 unsatisfiable ones, the latter without and with patterns.
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
    /// Reproduce the published suite with its defects: old escapes and names, nested prefix and
    /// suffix tests as containment, leaking bound variables.
    #[arg(long)]
    as_published: bool,
    /// The additions to P0's suite: further operations, equivalences, equalities and constants.
    #[arg(long, conflicts_with = "as_published")]
    extended: bool,
    /// Only these transformations (operation, const, termSyn, eqForm, unsatCore, redundant,
    /// reverseEqForm, reverseUnsatCore, chain, skeleton, fusion); the last five are made only
    /// when named here, or all by `all`.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Only these operations, such as replace or notContains.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    op: Vec<String>,
    /// Also the incremental variants of each test, with push and pop and with assumptions.
    #[arg(long)]
    incremental: bool,
    /// Bound of term synthesis.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    bound: u32,
    /// Replacements one after the other in the tests of `chain`.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    depth: u8,
    /// Number of random tests of `skeleton` and of `fusion`.
    #[arg(long, default_value_t = 1000, value_name = "N")]
    grow: u64,
    /// Seed of the random tests, and in the published form of the solver.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Read further operations, pools and rules from this file. Rules are checked on a small
    /// domain first; a false one is not used.
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
    /// Make the tests for a reference semantics other than SMT-LIB's.
    #[arg(long, value_name = "NAME")]
    semantics: Option<String>,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<(), String> {
    let mut library = Library::built_in();
    for path in &options.rules {
        let text = read(path)?;
        library
            .add(&text)
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let reference = choose_reference(&library, options.semantics.as_deref())?;
    for rejection in retain_sound(&mut library, &reference) {
        super::complain(&rejection.to_string());
    }
    let config = configuration(options)?;
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
    output.finish()
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn choose_reference(library: &Library, name: Option<&str>) -> Result<Reference, String> {
    let mut reference = Reference::standard();
    let Some(name) = name.filter(|&name| name != "smtlib") else {
        return Ok(reference);
    };
    let Some(variant) = library.variants.iter().find(|variant| variant.name == name) else {
        let known: Vec<String> = library
            .variants
            .iter()
            .map(|variant| format!("{} ({})", variant.name, variant.about))
            .collect();
        let known = known.join("; ");
        return Err(format!(
            "unknown semantics `{name}`; there are smtlib; {known}"
        ));
    };
    for (op, params, body) in &variant.definitions {
        if !reference.redefine(&library.store, *op, params.clone(), *body) {
            return Err(format!("the semantics `{name}` is too complicated"));
        }
    }
    Ok(reference)
}

fn configuration(options: &Options) -> Result<Config, String> {
    let mut families = Vec::new();
    for name in &options.only {
        let found: Vec<Family> = Family::ALL
            .into_iter()
            .filter(|family| name == "all" || family.folder() == name)
            .collect();
        if found.is_empty() {
            let known: Vec<&str> = Family::ALL.iter().map(|family| family.folder()).collect();
            let known = known.join(", ");
            return Err(format!(
                "unknown transformation `{name}`; there are {known}"
            ));
        }
        families.extend(found);
    }
    Ok(Config {
        as_published: options.as_published,
        origin: if options.extended {
            Origin::Extended
        } else {
            Origin::Published
        },
        families,
        operations: options.op.clone(),
        patterns: [true, true],
        bound: options.bound,
        depth: usize::from(options.depth),
        grown: options.grow,
        seed: options.seed,
    })
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
            dialect: if options.as_published {
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
        let seed = self.options.seed;
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
                let folder = format!("{}{}", test.folder(), manner.suffix());
                self.one(folder, || incremental::path(test, manner, seed))?;
            }
        }
        Ok(())
    }

    /// Counts, lists and writes the test whose text is at hand.
    fn one(&mut self, folder: String, path: impl Fn() -> String) -> Result<(), String> {
        *self.counts.entry(folder).or_default() += 1;
        if self.options.list {
            writeln!(self.stdout, "{}", path()).map_err(|error| error.to_string())?;
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
                writeln!(self.stdout, "{count:8} {folder}").map_err(|e| e.to_string())?;
            }
            writeln!(self.stdout, "{total:8} in all").map_err(|e| e.to_string())?;
        }
        self.stdout.flush().map_err(|error| error.to_string())
    }
}
