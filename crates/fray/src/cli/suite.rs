//! The options that say which suite, shared by the commands that make one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use fray::run::judge::Semantics;
use fray::synth::library::{Library, Origin};
use fray::synth::reference::Reference;
use fray::synth::regexes::REGEX_FOLDERS;
use fray::synth::suite::Config;
use fray::synth::test::Family;
use fray::synth::verify::{check_laws, retain_sound};
use sinew_smtlib::{Dialect as Literals, Environment, parse_script};
use sinew_term::TermStore;

/// Which suite.
///
/// Without further options it is that of P0: 12 + 4714 + 1394 satisfiable tests and
/// 12 + 268 + 178 unsatisfiable ones, the latter without and with patterns.
#[derive(Args)]
pub(crate) struct SuiteOptions {
    /// Reproduce the published suite with its defects: old escapes and names, nested prefix and
    /// suffix tests as containment, leaking bound variables.
    #[arg(long)]
    pub(crate) as_published: bool,
    /// The additions to P0's suite: further operations, equivalences, equalities and constants.
    #[arg(long, conflicts_with = "as_published")]
    extended: bool,
    /// The suite of regular expressions instead of P0's, as P1 asks for.
    #[arg(long, conflicts_with_all = ["as_published", "extended"])]
    regex: bool,
    /// Only these transformations (operation, const, termSyn, eqForm, unsatCore, redundant,
    /// reverseEqForm, reverseUnsatCore, chain, alone, negatedExecution, small, narrow, skeleton, fusion,
    /// growth, open, conjecture, dialect, law, meet, lengths, negated, quantified, mutant, metamorphic); all after `redundant` are made only when named here, or all by `all`; `negatedExecution` also by `--extended` and `--regex`.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Only these operations, such as replace or notContains.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    op: Vec<String>,
    /// Bound of term synthesis.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    bound: u32,
    /// Replacements one after the other in the tests of `chain`.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    depth: u8,
    /// Number of random tests of `small` and of each that is named after it.
    #[arg(long, default_value_t = 1000, value_name = "N")]
    grow: u64,
    /// Only N tests of each transformation, chosen by the seed; chains are then drawn at random,
    /// so that `--depth` may be large.
    #[arg(long, value_name = "N")]
    sample: Option<u64>,
    /// Only the I-th of N parts of the suite, counted from 0.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
    /// Seed of the random tests, and in the published form of the solver.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Read further operations, pools and rules from this file. Rules are checked on a small
    /// domain first; a false one is not used.
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
    /// Make the tests for a reference semantics other than SMT-LIB's.
    #[arg(long, value_name = "NAME")]
    semantics: Option<String>,
}

impl SuiteOptions {
    /// The data, the semantics and the configuration. Rules that do not hold are reported and
    /// left out.
    pub(crate) fn prepare(&self) -> Result<(Library, Reference, Config), String> {
        let mut library = Library::built_in();
        for path in &self.rules {
            let text = read(path)?;
            library
                .add(&text)
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let reference = choose_reference(&library, self.semantics.as_deref())?;
        let config = configuration(self)?;
        check_operations(&library, &config)?;
        if self.rules.is_empty() && config.is_published() {
            // What the suite does not use need not be checked.
            library.keep_published();
        }
        for rejection in retain_sound(&mut library, &reference) {
            super::complain(&rejection.to_string());
        }
        if !self.rules.is_empty() {
            // The built-in laws are checked by the tests of this crate, and where they are used.
            for rejection in check_laws(&library, &reference) {
                super::complain(&rejection.to_string());
            }
        }
        Ok((library, reference, config))
    }

    /// The semantics that models are judged by, if it is not SMT-LIB's.
    pub(super) fn semantics(&self, library: &Library) -> Result<Option<Arc<Semantics>>, String> {
        let reference = choose_reference(library, self.semantics.as_deref())?;
        Ok((!reference.is_standard()).then(|| {
            Arc::new(Semantics {
                name: self.semantics.clone().unwrap_or_default(),
                store: library.store.clone(),
                reference,
            })
        }))
    }
}

/// Reads `I/N`, counted from 0.
fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/');
    let numbers = parts.and_then(|(i, n)| Some((i.parse::<u64>().ok()?, n.parse::<u64>().ok()?)));
    match numbers {
        Some((i, n)) if i < n => Ok((i, n)),
        _ => Err("expected I/N with 0 <= I < N".to_owned()),
    }
}

/// An error if a file of the user's is no script that can be read.
pub(super) fn readable(text: &str) -> Result<(), String> {
    let mut environment = Environment::new();
    environment.dialect = Literals::of_script(text.as_bytes());
    let read = parse_script(&mut TermStore::new(), &mut environment, text);
    read.map(|_| ()).map_err(|problem| problem.to_string())
}

pub(crate) fn read(path: &Path) -> Result<String, String> {
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

fn check_operations(library: &Library, config: &Config) -> Result<(), String> {
    // Those of the random tests say what was put together, those of `law` and `alone` the rule.
    let mut known: Vec<&str> = vec!["random", "satSat", "unsatSat", "unsatUnsat"];
    known.extend(library.laws.iter().map(|law| law.id.as_str()));
    known.extend(library.equalities.iter().map(|rule| rule.id.as_str()));
    let rules = known.len();
    known.extend(REGEX_FOLDERS);
    for operation in &library.operations {
        known.push(&operation.name);
        known.extend(operation.negated.as_deref());
    }
    let mut wanted = config.operations.iter();
    match wanted.find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => {
            let known = known.split_off(rules).join(", ");
            Err(format!("unknown operation `{name}`; there are {known}"))
        }
    }
}

fn configuration(options: &SuiteOptions) -> Result<Config, String> {
    let mut families = Vec::new();
    for name in &options.only {
        let found: Vec<Family> = Family::all()
            .filter(|family| name == "all" || family.folder() == name)
            .collect();
        if found.is_empty() {
            let known: Vec<&str> = Family::all().map(|family| family.folder()).collect();
            let known = known.join(", ");
            return Err(format!(
                "unknown transformation `{name}`; there are {known}"
            ));
        }
        families.extend(found);
    }
    Ok(Config {
        as_published: options.as_published,
        origin: match (options.extended, options.regex) {
            (_, true) => Origin::Regex,
            (true, _) => Origin::Extended,
            _ => Origin::Published,
        },
        families,
        operations: options.op.clone(),
        patterns: [true, true],
        bound: options.bound,
        depth: usize::from(options.depth),
        grown: options.grow,
        seed: options.seed,
        sample: options.sample,
        shard: options.shard.unwrap_or((0, 1)),
    })
}
