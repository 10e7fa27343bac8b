//! Every option, once: name, meaning, default, how it is read and written.
//!
//! The command line, `set-option` and `get-option`, the help text, the manual page and the shell
//! completions all come from [`TABLE`]. Option names are SMT-LIB keywords without the colon; the
//! names by which users of other solvers know them are aliases.

mod foreign;
mod table;

use sinew_arms::Settings;
use sinew_arms::context::Steps;
use sinew_base::{Disabled, Tuning};
use sinew_smtlib::Dialect;

pub use self::foreign::{
    WITHOUT_EFFECT, is_language, is_tuning_of_others, unknown, without_effect,
};
pub use self::table::TABLE;

/// The values of all options.
///
/// ```
/// use sinew::{Session, options::Options};
/// let limited = Options { rlimit_per: 100_000, ..Options::default() };
/// assert_eq!(Session::new(limited).run_text("(get-option :rlimit-per)"), "100000\n");
/// ```
#[derive(Clone, Debug)]
#[allow(missing_docs)] // Each field is described by its row in `TABLE`.
pub struct Options {
    pub print_success: bool,
    pub strict: bool,
    pub parse_error_exit: bool,
    pub produce_models: bool,
    pub dump_models: bool,
    pub dump_unsat_cores: bool,
    pub dump_proofs: bool,
    pub print_unsat_cores_full: bool,
    pub produce_unsat_cores: bool,
    pub produce_unsat_assumptions: bool,
    pub produce_assertions: bool,
    pub produce_assignments: bool,
    pub produce_proofs: bool,
    pub minimize_unsat_cores: bool,
    pub global_declarations: bool,
    pub regular_output_channel: String,
    pub diagnostic_output_channel: String,
    pub smtlib2_compliant: bool,
    pub random_seed: u64,
    pub verbosity: u64,
    pub progress: bool,
    pub parse_only: bool,
    pub stats: bool,
    pub tlimit: u64,
    pub tlimit_per: u64,
    pub rlimit: u64,
    pub rlimit_per: u64,
    pub memory: u64,
    pub legacy_escapes: bool,
    pub force_logic: String,
    pub check_models: bool,
    pub check_proofs: bool,
    pub check_unsat: bool,
    pub require_proof: bool,
    pub proof_format: String,
    pub dump_proof: String,
    pub trace: bool,
    pub context_steps: String,
    pub print_strategy: bool,
    pub incremental: bool,
    pub arm: String,
    pub arms: String,
    pub choose: String,
    pub jobs: u64,
    pub probe: bool,
    pub without: String,
    pub list_rules: bool,
    pub tune: String,
    /// What `tune` says, read.
    pub tuning: Tuning,
    pub list_tunables: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            print_success: false,
            strict: false,
            parse_error_exit: false,
            produce_models: true,
            dump_models: false,
            dump_unsat_cores: false,
            dump_proofs: false,
            print_unsat_cores_full: false,
            produce_unsat_cores: false,
            produce_unsat_assumptions: false,
            produce_assertions: true,
            produce_assignments: false,
            produce_proofs: false,
            minimize_unsat_cores: false,
            global_declarations: false,
            regular_output_channel: "stdout".to_owned(),
            diagnostic_output_channel: "stderr".to_owned(),
            smtlib2_compliant: true,
            random_seed: 0,
            verbosity: 0,
            progress: true,
            parse_only: false,
            stats: false,
            tlimit: 0,
            tlimit_per: 0,
            rlimit: 0,
            rlimit_per: 0,
            memory: 0,
            legacy_escapes: false,
            force_logic: String::new(),
            check_models: true,
            check_proofs: false,
            check_unsat: true,
            require_proof: false,
            proof_format: PROOF_FORMATS[0].to_owned(),
            dump_proof: String::new(),
            trace: false,
            context_steps: "fs".to_owned(),
            print_strategy: false,
            incremental: true,
            arm: String::new(),
            arms: String::new(),
            choose: CHOICES[0].to_owned(),
            jobs: 1,
            probe: false,
            without: String::new(),
            list_rules: false,
            tune: String::new(),
            tuning: Tuning::default(),
            list_tunables: false,
        }
    }
}

impl Options {
    /// The steps of the context procedure.
    #[must_use]
    pub fn steps(&self) -> Steps {
        Steps::named(&self.context_steps).unwrap_or_default()
    }

    /// What the options say about arms, which keep a log if that is wanted.
    pub(crate) fn arm_settings(&self, log: bool) -> Settings {
        Settings {
            seed: self.random_seed,
            log,
            steps: self.steps(),
            without: self.disabled(),
            tuning: self.tuning.clone(),
        }
    }

    /// Whether features and order of procedures are shown.
    pub(crate) fn shows_features(&self) -> bool {
        self.probe || self.verbosity > 1
    }

    /// The rules that are off.
    #[must_use]
    pub fn disabled(&self) -> Disabled {
        Disabled::new(self.without.split(',').filter(|name| !name.is_empty()))
    }

    /// How string literals are read.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        if self.legacy_escapes {
            Dialect::Legacy
        } else {
            Dialect::Standard
        }
    }
}

/// What values an option takes.
///
/// ```
/// use sinew::options::{self, Kind};
/// assert_eq!(options::find("stats").unwrap().kind, Kind::Flag);
/// assert_eq!(options::find("tlimit").unwrap().kind, Kind::Number("ms"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The name of a configuration of the context arm.
    Steps,
    /// `true` or `false`; on the command line the bare flag means `true`.
    Flag,
    /// A number, with the name of its unit for the help text.
    Number(&'static str),
    /// Names of rules with commas between them, or none at all.
    Rules,
    /// Tuned constants and their values, `NAME=VALUE` with commas between them, or none at all.
    Tuning,
    /// Any text, with a name for it in the help text.
    Text(&'static str),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Names of string procedures with commas between them, or none at all.
    Arms(&'static str),
}

/// Heading under which the help text lists an option.
///
/// ```
/// use sinew::options::{Group, TABLE};
/// let limits = TABLE.iter().filter(|spec| spec.group == Group::Limits);
/// assert_eq!(limits.count(), 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Limits on time, steps and memory.
    Limits,
    /// Reading of input.
    Input,
    /// What is printed.
    Output,
    /// What solving keeps for later questions.
    Solving,
    /// For those who measure; the help text does not list these.
    Measuring,
}

impl Group {
    /// The heading itself.
    ///
    /// ```
    /// assert_eq!(sinew::options::Group::Limits.title(), "Limits");
    /// ```
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Group::Limits => "Limits",
            Group::Input => "Input",
            Group::Output => "Output",
            Group::Solving => "Solving",
            Group::Measuring => "Measuring",
        }
    }
}

/// One option: a row of [`TABLE`].
///
/// ```
/// for spec in sinew::options::TABLE {
///     println!("--{}: {}", spec.name, spec.help);
/// }
/// ```
pub struct OptionSpec {
    /// Name on the command line (after `--`) and in scripts (after `:`).
    pub name: &'static str,
    /// One-letter name on the command line.
    pub short: Option<char>,
    /// Other names, as other solvers call it.
    pub aliases: &'static [&'static str],
    /// Heading in the help text.
    pub group: Group,
    /// The values it takes.
    pub kind: Kind,
    /// One sentence.
    pub help: &'static str,
    get: fn(&Options) -> String,
    set: fn(&mut Options, &str) -> Result<(), String>,
}

/// What may come after a command that fails, as SMT-LIB calls it.
const ERROR_BEHAVIORS: &[&str] = &["continued-execution", "immediate-exit"];

/// The languages of proofs.
const PROOF_FORMATS: &[&str] = &["cpc", "log"];

/// Whose order of string procedures is followed.
pub(crate) const CHOICES: &[&str] = &["sinew", "z3str4"];

/// Which of them it is.
#[must_use]
pub fn error_behavior(options: &Options) -> &'static str {
    ERROR_BEHAVIORS[usize::from(options.strict)]
}

/// The row with this name or alias.
///
/// ```
/// use sinew::options::find;
/// assert_eq!(find("timeout").unwrap().name, "tlimit-per");
/// assert!(find("tiemout").is_none());
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    TABLE
        .iter()
        .find(|spec| spec.name == name || spec.aliases.contains(&name))
}

impl OptionSpec {
    /// The option's value as SMT-LIB and the command line write it.
    ///
    /// ```
    /// use sinew::options::{self, Options};
    /// let values = Options::default();
    /// let spec = options::find("tlimit-per").unwrap();
    /// assert_eq!(spec.get(&values), "0");
    /// ```
    #[must_use]
    pub fn get(&self, options: &Options) -> String {
        (self.get)(options)
    }

    /// Sets the option; the error says what was expected.
    ///
    /// ```
    /// use sinew::options::{self, Options};
    /// let mut values = Options::default();
    /// let spec = options::find("tlimit-per").unwrap();
    /// spec.set(&mut values, "500").unwrap();
    /// assert_eq!(values.tlimit_per, 500);
    /// assert!(spec.set(&mut values, "soon").is_err());
    /// ```
    pub fn set(&self, options: &mut Options, value: &str) -> Result<(), String> {
        (self.set)(options, value).map_err(|expected| {
            format!("option `{}` takes {expected}, but got `{value}`", self.name)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_are_unique() {
        let mut names: Vec<&str> = TABLE
            .iter()
            .flat_map(|spec| spec.aliases.iter().chain([&spec.name]))
            .copied()
            .collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
        let mut shorts: Vec<char> = TABLE.iter().filter_map(|spec| spec.short).collect();
        shorts.sort_unstable();
        shorts.dedup();
        assert_eq!(
            shorts.len(),
            TABLE.iter().filter(|spec| spec.short.is_some()).count()
        );
    }

    #[test]
    fn every_option_reads_what_it_writes() {
        for spec in TABLE {
            let mut options = Options::default();
            let sample = match spec.kind {
                Kind::Flag => {
                    if spec.get(&options) == "true" {
                        "false"
                    } else {
                        "true"
                    }
                }
                Kind::Number(_) => "17",
                Kind::Steps => "fs'",
                Kind::Rules => "f-split,length",
                Kind::Tuning => "cache.models=3",
                Kind::Text(_) => "text",
                Kind::Arms(_) => "lengths",
                Kind::Choice(words) => words[words.len() - 1],
            };
            assert_eq!(spec.set(&mut options, sample), Ok(()), "{}", spec.name);
            assert_eq!(spec.get(&options), sample, "{}", spec.name);
        }
    }

    #[test]
    fn wrong_values_are_explained() {
        let mut options = Options::default();
        let error = find("timeout")
            .unwrap()
            .set(&mut options, "soon")
            .unwrap_err();
        assert_eq!(
            error,
            "option `tlimit-per` takes a number from 0 to 18446744073709551615, but got `soon`"
        );
        assert!(
            find("produce-models")
                .unwrap()
                .set(&mut options, "1")
                .is_err()
        );
        assert!(find("no-such-option").is_none());
    }
}
