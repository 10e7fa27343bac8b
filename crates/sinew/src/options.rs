//! Every option, once: name, meaning, default, how it is read and written.
//!
//! The command line, `set-option` and `get-option`, the help text, the manual page and the shell
//! completions all come from [`TABLE`]. Option names are SMT-LIB keywords without the colon; the
//! names by which users of other solvers know them are aliases.

use sinew_arms::context::Steps;
use sinew_arms::{ARMS, ArmSpec, Settings};
use sinew_base::{Disabled, Tuning};
use sinew_smtlib::Dialect;

use crate::tuning;

/// The values of all options.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // Each field is described by its row in `TABLE`.
pub struct Options {
    pub print_success: bool,
    pub strict: bool,
    pub produce_models: bool,
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
    pub trace: bool,
    pub context_steps: String,
    pub print_strategy: bool,
    pub incremental: bool,
    pub arm: String,
    pub arms: String,
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
            produce_models: true,
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
            trace: false,
            context_steps: "fs".to_owned(),
            print_strategy: false,
            incremental: true,
            arm: String::new(),
            arms: String::new(),
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
        }
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

macro_rules! option {
    ($field:ident, $name:literal, [$($alias:literal),*], $group:ident, flag, $help:literal $(, short $short:literal)?) => {
        OptionSpec {
            name: $name, short: option!(@short $($short)?), aliases: &[$($alias),*], group: Group::$group, kind: Kind::Flag, help: $help,
            get: |o| o.$field.to_string(),
            set: |o, v| { o.$field = flag(v)?; Ok(()) },
        }
    };
    ($field:ident, $name:literal, [$($alias:literal),*], $group:ident, number $unit:literal, $help:literal $(, short $short:literal)?) => {
        OptionSpec {
            name: $name, short: option!(@short $($short)?), aliases: &[$($alias),*], group: Group::$group, kind: Kind::Number($unit), help: $help,
            get: |o| o.$field.to_string(),
            set: |o, v| { o.$field = number(v)?; Ok(()) },
        }
    };
    ($field:ident, $name:literal, [$($alias:literal),*], $group:ident, text $what:literal, $help:literal) => {
        OptionSpec {
            name: $name, short: None, aliases: &[$($alias),*], group: Group::$group, kind: Kind::Text($what), help: $help,
            get: |o| o.$field.clone(),
            set: |o, v| { o.$field = v.to_owned(); Ok(()) },
        }
    };
    ($field:ident, $name:literal, [$($alias:literal),*], $group:ident, arms $what:literal, $help:literal) => {
        OptionSpec {
            name: $name, short: None, aliases: &[$($alias),*], group: Group::$group, kind: Kind::Arms($what), help: $help,
            get: |o| o.$field.clone(),
            set: |o, v| { o.$field = arms(v)?; Ok(()) },
        }
    };
    (@short) => { None };
    (@short $short:literal) => { Some($short) };
}

/// All options, by group.
pub static TABLE: &[OptionSpec] = &[
    option!(tlimit, "tlimit", [], Limits, number "ms",
        "Stop the whole run after this many milliseconds; a running query answers `unknown`. 0 means never"),
    option!(tlimit_per, "tlimit-per", ["timeout"], Limits, number "ms",
        "Stop each query after this many milliseconds and answer `unknown`. 0 means never"),
    option!(rlimit, "rlimit", [], Limits, number "steps",
        "Stop after this many deterministic steps in the whole run. 0 means never"),
    option!(rlimit_per, "rlimit-per", ["reproducible-resource-limit"], Limits, number "steps",
        "Stop each query after this many deterministic steps. 0 means never"),
    option!(memory, "memory", ["memory-limit", "memory_max_size"], Limits, number "MB",
        "Answer `unknown` when the process holds more than this many megabytes. 0 means no limit"),
    option!(
        legacy_escapes,
        "legacy-escapes",
        [],
        Input,
        flag,
        "Read \\xNN, \\n, \\t and the like in string literals as SMT-LIB 2.5 era scripts meant them"
    ),
    option!(
        strict,
        "strict",
        [],
        Input,
        flag,
        "End at the first command that fails; the same as `--error-behavior=immediate-exit`"
    ),
    OptionSpec {
        name: "error-behavior",
        short: None,
        aliases: &[],
        group: Group::Input,
        kind: Kind::Choice(ERROR_BEHAVIORS),
        help: "What comes after a command that fails: `continued-execution` or `immediate-exit`",
        get: |o| error_behavior(o).to_owned(),
        set: |o, v| {
            let place = ERROR_BEHAVIORS.iter().position(|&word| word == v);
            let place =
                place.ok_or_else(|| format!("one of `{}`", ERROR_BEHAVIORS.join("`, `")))?;
            o.strict = place == 1;
            Ok(())
        },
    },
    option!(force_logic, "force-logic", [], Input, text "LOGIC",
        "Act as if the script had set this logic"),
    option!(incremental, "incremental", ["interactive"], Solving, flag,
        "Use what is still valid of earlier queries; if off, each query is solved by itself", short 'i'),
    option!(
        global_declarations,
        "global-declarations",
        [],
        Input,
        flag,
        "Let declarations and definitions outlive `pop`"
    ),
    option!(
        print_success,
        "print-success",
        [],
        Output,
        flag,
        "Print `success` after each command that has nothing else to say"
    ),
    option!(
        stats,
        "stats",
        ["statistics"],
        Output,
        flag,
        "Print statistics before leaving"
    ),
    option!(verbosity, "verbosity", ["verbose"], Output, number "level",
        "How much to say on the diagnostic channel; 0 is nothing"),
    option!(regular_output_channel, "regular-output-channel", [], Output, text "FILE",
        "Where replies go: `stdout`, `stderr` or a file"),
    option!(diagnostic_output_channel, "diagnostic-output-channel", [], Output, text "FILE",
        "Where remarks go: `stdout`, `stderr` or a file"),
    option!(
        smtlib2_compliant,
        "smtlib2_compliant",
        [],
        Output,
        flag,
        "Accepted for clients that ask for it; replies always follow the standard"
    ),
    option!(produce_models, "produce-models", ["model", "dump-models"], Solving, flag,
        "Keep models for `get-model` and `get-value`", short 'm'),
    option!(
        produce_unsat_cores,
        "produce-unsat-cores",
        ["unsat_core", "unsat-cores"],
        Solving,
        flag,
        "Keep cores for `get-unsat-core`"
    ),
    option!(
        produce_unsat_assumptions,
        "produce-unsat-assumptions",
        [],
        Solving,
        flag,
        "Keep what `get-unsat-assumptions` needs"
    ),
    option!(
        minimize_unsat_cores,
        "minimize-unsat-cores",
        ["minimal-unsat-cores", "smt.core.minimize"],
        Solving,
        flag,
        "Make unsat cores minimal, at the price of further checks"
    ),
    option!(
        produce_assertions,
        "produce-assertions",
        ["interactive-mode"],
        Solving,
        flag,
        "Keep assertions for `get-assertions`"
    ),
    option!(
        produce_assignments,
        "produce-assignments",
        [],
        Solving,
        flag,
        "Keep truth values of named formulas for `get-assignment`"
    ),
    option!(
        produce_proofs,
        "produce-proofs",
        ["proof"],
        Solving,
        flag,
        "Keep what `get-proof` needs"
    ),
    option!(
        trace,
        "trace",
        [],
        Output,
        flag,
        "Show each law of simplification and each inference about strings, on the diagnostic channel"
    ),
    OptionSpec {
        name: "context-steps",
        short: None,
        aliases: &[],
        group: Group::Solving,
        kind: Kind::Steps,
        help: "Steps of the context procedure: `plain`, `s` (simplification in context), `f` (finite models first), `fs` (both), or `fs'` (both, without the rule Ext-Simplify)",
        get: |o| o.context_steps.clone(),
        set: |o, v| {
            if Steps::named(v).is_none() {
                return Err(format!("one of `{}`", Steps::NAMES.join("`, `")));
            }
            o.context_steps = v.to_owned();
            Ok(())
        },
    },
    option!(
        print_strategy,
        "print-strategy",
        [],
        Output,
        flag,
        "Print the steps of the context procedure under `--context-steps`, with their effort levels, and exit"
    ),
    option!(
        check_proofs,
        "check-proof",
        ["check-proofs", "check-unsat"],
        Solving,
        flag,
        "Solve without preprocessing, and replay every `unsat` through the independent proof checker"
    ),
    option!(
        check_models,
        "check-models",
        ["model_validate"],
        Solving,
        flag,
        "Check every model against the original assertions; always done, whatever is said here"
    ),
    option!(arm, "arm", [], Solving, arms "NAME",
        "Let only this procedure look at strings: `context`, `lengths` or `equations`"),
    option!(arms, "arms", [], Solving, arms "NAME,NAME",
        "Let these procedures look at strings, in this order"),
    option!(jobs, "jobs", ["threads", "parallel.threads.max"], Solving, number "threads",
        "Run so many string procedures side by side; the first answer counts, whichever comes", short 'j'),
    option!(
        probe,
        "probe",
        [],
        Output,
        flag,
        "Show static features of each query and the order of string procedures, on the diagnostic channel"
    ),
    OptionSpec {
        name: "without",
        short: None,
        aliases: &[],
        group: Group::Solving,
        kind: Kind::Rules,
        help: "Do without these rules, by the names that `--list-rules` prints: to find the one behind a wrong answer, or what one is worth",
        get: |o| o.without.clone(),
        set: |o, v| {
            let mut unknown = v.split(',').filter(|name| !name.is_empty());
            if let Some(name) = unknown.find(|name| crate::rules::find(name).is_none()) {
                return Err(format!(
                    "names of rules (`{name}` is none; see `--list-rules`)"
                ));
            }
            o.without = v.to_owned();
            Ok(())
        },
    },
    option!(
        list_rules,
        "list-rules",
        [],
        Output,
        flag,
        "Print every rule by which something is concluded, and exit"
    ),
    OptionSpec {
        name: "tune",
        short: None,
        aliases: &[],
        group: Group::Measuring,
        kind: Kind::Tuning,
        help: "Give tuned constants other values, by the names that `--list-tunables` prints",
        get: |o| o.tune.clone(),
        set: |o, v| {
            o.tuning = tuning::parse(v)?;
            o.tune = v.to_owned();
            Ok(())
        },
    },
    option!(
        list_tunables,
        "list-tunables",
        [],
        Measuring,
        flag,
        "Print every tuned constant with its default, its range and its reason, and exit"
    ),
    option!(random_seed, "random-seed", ["seed", "smt.random_seed", "sat.random_seed"], Solving, number "seed",
        "Seed of all pseudo-random choices"),
];

/// What may come after a command that fails, as SMT-LIB calls it.
const ERROR_BEHAVIORS: &[&str] = &["continued-execution", "immediate-exit"];

/// Which of them it is.
#[must_use]
pub fn error_behavior(options: &Options) -> &'static str {
    ERROR_BEHAVIORS[usize::from(options.strict)]
}

/// Options of other solvers that scripts and clients set and that mean nothing here: accepted, so
/// that no `unsupported` stands where a client expects its first answer.
pub const WITHOUT_EFFECT: &[&str] = &[
    "quiet",
    "smt2-model-format",
    "strings-exp",
    "auto_config",
    "model_compress",
    "smt.string_solver",
    "pp.max_depth",
    "pp.min_alias_size",
];

/// The row with this name or alias.
#[must_use]
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    TABLE
        .iter()
        .find(|spec| spec.name == name || spec.aliases.contains(&name))
}

impl OptionSpec {
    /// The option's value as SMT-LIB and the command line write it.
    #[must_use]
    pub fn get(&self, options: &Options) -> String {
        (self.get)(options)
    }

    /// Sets the option; the error says what was expected.
    pub fn set(&self, options: &mut Options, value: &str) -> Result<(), String> {
        (self.set)(options, value).map_err(|expected| {
            format!("option `{}` takes {expected}, but got `{value}`", self.name)
        })
    }
}

fn flag(value: &str) -> Result<bool, String> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err("`true` or `false`".to_owned()),
    }
}

fn number(value: &str) -> Result<u64, String> {
    value
        .parse()
        .map_err(|_| "a number from 0 to 18446744073709551615".to_owned())
}

fn arms(value: &str) -> Result<String, String> {
    let known = |name| ArmSpec::find(name).is_some();
    if value.is_empty() || value.split(',').all(known) {
        return Ok(value.to_owned());
    }
    let names: Vec<&str> = ARMS.iter().map(|spec| spec.name).collect();
    Err(format!("names out of `{}`", names.join("`, `")))
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
