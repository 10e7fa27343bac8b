//! Arguments, from the option table; and the flags by which users know other solvers.
//!
//! Flags in z3's style (`-in`, `-T:5`, `key=value`) are rewritten to ours before the ordinary
//! parser sees them, so that there is one parser and one set of meanings.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use sinew::options::{self, Group, Kind, OptionSpec, Options};

/// What the user asked for.
pub(crate) enum Task {
    /// Run a script from a file, or from standard input.
    Run {
        file: Option<PathBuf>,
        options: Options,
        remarks: Vec<String>,
    },
    /// Evaluate a ground term.
    Eval { term: String, options: Options },
    /// Check a model, printed by some solver, against a script.
    Check {
        script: PathBuf,
        model: PathBuf,
        options: Options,
    },
    /// Write the manual page or a completion script.
    Generate { what: String },
}

/// The whole command line as data: help, manual page and completions come from here.
pub(crate) fn command() -> Command {
    let mut command = Command::new("sinew")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A string SMT solver: SMT-LIB strings, regular expressions and linear integers")
        .after_help(AFTER_HELP)
        .args_conflicts_with_subcommands(true)
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .action(ArgAction::Append)
                .num_args(0..)
                .help("SMT-LIB script to run; `-` or nothing means standard input"),
        )
        .arg(
            Arg::new("lang")
                .long("lang")
                .short('L')
                .value_name("LANG")
                .value_parser([
                    "smt2", "smt2.0", "smt2.5", "smt2.6", "smt2.7", "smtlib2", "smt",
                ])
                .help("Input language; all of these read SMT-LIB 2.6 and 2.7")
                .help_heading("Input"),
        )
        .arg(
            Arg::new("generate")
                .long("generate")
                .value_name("WHAT")
                .value_parser(["man", "bash", "elvish", "fish", "powershell", "zsh"])
                .help("Print the manual page or a shell's completion script, and leave")
                .help_heading("Output"),
        )
        .subcommands(subcommands());
    for spec in options::TABLE {
        command = command.arg(argument(spec));
    }
    let bare = options::WITHOUT_EFFECT
        .iter()
        .filter(|name| !name.contains(['.', '_']));
    for name in bare {
        let mut arg = Arg::new(*name)
            .long(*name)
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .hide(true);
        if *name == "quiet" {
            arg = arg.short('q');
        }
        command = command.arg(arg);
    }
    command
}

fn subcommands() -> [Command; 2] {
    let path = |id: &'static str, name: &'static str| {
        let arg = Arg::new(id).value_name(name).required(true);
        arg.value_parser(value_parser!(PathBuf))
    };
    let dialect = || {
        let mut rows = options::TABLE.iter();
        rows.find(|spec| spec.name == "legacy-escapes")
            .map(argument)
    };
    [
        Command::new("eval")
            .about("Print the value of a ground term")
            .arg(Arg::new("term").value_name("TERM").required(true))
            .args(dialect()),
        Command::new("check")
            .about("Say whether a model, printed by any solver, satisfies a script")
            .args([path("script", "FILE"), path("model", "MODEL")])
            .args(dialect()),
    ]
}

const AFTER_HELP: &str =
    "Flags in the style of other solvers are understood too: -in -smt2 -T:SECONDS -t:MS \
-memory:MB -st -v:LEVEL -nw -version key=value. Flags are turned off by --no-FLAG or --FLAG=false. \
Options can also be set in a script: (set-option :tlimit-per 1000).

Exit status: 0, or 1 if an (error ...) was printed or a command that counts is unsupported, or 2 if the command line was wrong.";

fn argument(spec: &'static OptionSpec) -> Arg {
    let mut arg = Arg::new(spec.name)
        .long(spec.name)
        .help(spec.help)
        .help_heading(spec.group.title())
        .hide(spec.group == Group::Measuring)
        .visible_aliases(
            spec.aliases
                .iter()
                .filter(|alias| !alias.contains('.'))
                .copied(),
        );
    if let Some(short) = spec.short {
        arg = arg.short(short);
    }
    match spec.kind {
        Kind::Flag => arg
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .value_parser(["true", "false"])
            .hide_possible_values(true)
            .value_name("BOOL"),
        Kind::Steps => arg.value_name("NAME").action(ArgAction::Set),
        Kind::Rules => arg.value_name("NAME,NAME").action(ArgAction::Set),
        Kind::Tuning => arg.value_name("NAME=VALUE").action(ArgAction::Set),
        Kind::Choice(words) => arg.value_name("WORD").value_parser(words.to_vec()),
        Kind::Number(unit) | Kind::Text(unit) | Kind::Arms(unit) => {
            arg.value_name(unit).action(ArgAction::Set)
        }
    }
    .overrides_with(spec.name)
}

/// Reads the command line. An error is a message for the user, ready to print.
pub(crate) fn parse(args: impl Iterator<Item = OsString>) -> Result<Task, clap::Error> {
    let mut remarks = Vec::new();
    let mut rest = args;
    let mut translated: Vec<OsString> = rest.next().into_iter().collect();
    for arg in rest {
        translate(arg, &mut translated, &mut remarks);
    }
    let matches = command().try_get_matches_from(translated)?;
    if let Some(what) = matches.get_one::<String>("generate") {
        return Ok(Task::Generate { what: what.clone() });
    }
    match matches.subcommand() {
        Some(("eval", sub)) => {
            let term = sub.get_one::<String>("term").cloned().unwrap_or_default();
            Ok(Task::Eval {
                term,
                options: read_options(sub)?,
            })
        }
        Some(("check", sub)) => {
            let path = |name| sub.get_one::<PathBuf>(name).cloned().unwrap_or_default();
            Ok(Task::Check {
                script: path("script"),
                model: path("model"),
                options: read_options(sub)?,
            })
        }
        _ => {
            // `-in` is often written beside a file, and `-` means the same.
            let mut files = matches
                .get_many::<PathBuf>("file")
                .into_iter()
                .flatten()
                .filter(|file| file.as_os_str() != "-");
            let file = files.next().cloned();
            if let (Some(first), Some(second)) = (&file, files.next()) {
                let message = format!(
                    "one script at a time: both `{}` and `{}` were given\n",
                    first.display(),
                    second.display()
                );
                return Err(command().error(clap::error::ErrorKind::TooManyValues, message));
            }
            Ok(Task::Run {
                file,
                options: read_options(&matches)?,
                remarks,
            })
        }
    }
}

fn read_options(matches: &ArgMatches) -> Result<Options, clap::Error> {
    let mut options = Options::default();
    for spec in options::TABLE {
        // Sub-commands take only some of the options.
        if let Ok(Some(value)) = matches.try_get_one::<String>(spec.name) {
            spec.set(&mut options, value).map_err(|message| {
                command().error(clap::error::ErrorKind::ValueValidation, message)
            })?;
        }
    }
    Ok(options)
}

/// Rewrites `--no-flag` and arguments of z3's style; others pass through.
fn translate(arg: OsString, out: &mut Vec<OsString>, remarks: &mut Vec<String>) {
    let Some(text) = arg.to_str() else {
        out.push(arg);
        return;
    };
    // `--no-flag`, which the table has no row for.
    if let Some(spec) = text.strip_prefix("--no-").and_then(options::find)
        && spec.kind == Kind::Flag
    {
        return out.push(format!("--{}=false", spec.name).into());
    }
    if let Some(flag) = text.strip_prefix('-').or_else(|| text.strip_prefix('/'))
        && !Path::new(text).exists()
    {
        match flag {
            "in" => return out.push("-".into()),
            "smt2" | "nw" => return,
            "st" => return out.push("--stats".into()),
            "version" => return out.push("--version".into()),
            _ => {}
        }
        if let Some((name, value)) = flag.split_once(':') {
            let ours = match name {
                "T" => value
                    .parse::<u64>()
                    .ok()
                    .map(|s| format!("--tlimit={}", s.saturating_mul(1000))),
                "t" => Some(format!("--tlimit-per={value}")),
                "memory" => Some(format!("--memory={value}")),
                "v" => Some(format!("--verbosity={value}")),
                _ => None,
            };
            if let Some(ours) = ours {
                return out.push(ours.into());
            }
        }
    }
    if let Some((key, value)) = text.split_once('=')
        && !text.starts_with('-')
        && !Path::new(text).exists()
    {
        let short = key.rsplit('.').next().unwrap_or(key);
        match options::find(key).or_else(|| options::find(short)) {
            Some(spec) => out.push(format!("--{}={value}", spec.name).into()),
            None if options::WITHOUT_EFFECT.contains(&key) => {}
            None => remarks.push(format!(
                "parameter `{key}` is not known here and was ignored"
            )),
        }
        return;
    }
    out.push(arg);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(args: &[&str]) -> (Option<PathBuf>, Options, Vec<String>) {
        let args = std::iter::once("sinew")
            .chain(args.iter().copied())
            .map(OsString::from);
        match parse(args) {
            Ok(Task::Run {
                file,
                options,
                remarks,
            }) => (file, options, remarks),
            Ok(_) => panic!("not a run"),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn the_table_makes_a_valid_command_line() {
        command().debug_assert();
    }

    #[test]
    fn flags_of_both_families_mean_the_same() {
        let z3 = run(&[
            "-in",
            "-smt2",
            "-T:5",
            "-t:100",
            "-memory:64",
            "-st",
            "-v:1",
            "-nw",
            "smt.random_seed=7",
        ]);
        let cvc5 = run(&[
            "-",
            "--lang",
            "smt2",
            "--tlimit=5000",
            "--tlimit-per",
            "100",
            "--memory=64",
            "--stats",
            "--verbosity=1",
            "--seed",
            "7",
        ]);
        for (file, options, _) in [z3, cvc5] {
            assert_eq!(file, None);
            assert_eq!(
                (options.tlimit, options.tlimit_per, options.memory),
                (5000, 100, 64)
            );
            assert_eq!(
                (options.stats, options.verbosity, options.random_seed),
                (true, 1, 7)
            );
        }
    }

    #[test]
    fn what_recorded_clients_pass_is_accepted() {
        for line in [
            "-in -smt2",
            "-q --no-interactive --lang smt2 --produce-models",
            "-smt2 -in -v:0",
            "--quiet --lang=smt2 --incremental",
            "smtlib2_compliant=true -in",
            "--lang smt2 --produce-models --incremental",
            "-nw -in -smt2",
            "-smt2 -T:5 sat.random_seed=42 nlsat.randomize=false smt.random_seed=42 -st file.smt2",
            "--strings-exp file.smt2",
            "--smt2-model-format",
            "--produce-unsat-cores --force-logic QF_SLIA --check-models --print-success -i",
        ] {
            run(&line.split(' ').collect::<Vec<_>>());
        }
        let (_, _, remarks) = run(&["nlsat.randomize=false"]);
        assert_eq!(
            remarks,
            ["parameter `nlsat.randomize` is not known here and was ignored"]
        );
    }

    #[test]
    fn flags_can_be_negated_and_the_last_word_counts() {
        assert!(!run(&["--no-produce-models"]).1.produce_models);
        assert!(!run(&["--produce-models=false"]).1.produce_models);
        assert!(
            run(&["--no-produce-models", "--produce-models"])
                .1
                .produce_models
        );
    }

    #[test]
    fn mistakes_are_explained() {
        let parse = |arg: &str| {
            parse(["sinew", arg].iter().map(OsString::from))
                .err()
                .map(|e| e.to_string())
        };
        let two = ["sinew", "a.smt2", "b.smt2"].iter().map(OsString::from);
        let error = super::parse(two).err().map(|e| e.to_string());
        assert!(error.is_some_and(|text| text.contains("one script at a time")));
        assert!(parse("--tlimit-pre=5").unwrap().contains("--tlimit-per"));
        assert!(
            parse("--tlimit-per=soon")
                .unwrap()
                .contains("takes a number")
        );
    }
}
