//! Arguments, from the option table. Flags in z3's and cvc5's style (`-in`, `-T:5`, `key=value`) are
//! rewritten to ours before the ordinary parser sees them ([`super::foreign`]), so that there is one parser and
//! one set of meanings. Arguments of sub-commands are terms and files, and none of them is rewritten.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use sinew::options::{self, Group, Kind, OptionSpec, Options};

use super::foreign::{takes_value, translate};

/// What the user asked for.
pub(crate) enum Task {
    /// Run scripts, each by itself; none means standard input.
    Run {
        files: Vec<PathBuf>,
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
    /// Check a proof against a script.
    CheckProof { script: PathBuf, proof: PathBuf },
    /// Write the manual page or a completion script.
    Generate { what: String },
}

/// The command line as `-h` shows it: what one needs first.
fn first() -> Command {
    command().after_help(AFTER_SHORT_HELP).mut_args(|arg| {
        let shown = arg.get_id() == "file" || FIRST.contains(&arg.get_id().as_str());
        arg.hide(!shown)
    })
}

/// The whole command line as data: help, manual page and completions come from here.
pub(crate) fn command() -> Command {
    let mut command = frame()
        .after_help(AFTER_HELP)
        .subcommands(subcommands())
        .args(options::TABLE.iter().map(argument));
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

/// The rows of the command line that these arguments mention; nothing if something among them is not the long
/// name of an option or the name of a file. It accepts what [`command`] accepts, and means the same; building the
/// whole table takes a quarter of the time that a trivial script takes.
fn abridged(args: &[OsString]) -> Option<Command> {
    let mut command = frame();
    let mut rows: Vec<&str> = Vec::new();
    for arg in args.iter().skip(1) {
        let text = arg.to_str()?;
        if let Some(long) = text.strip_prefix("--") {
            let name = long.split_once('=').map_or(long, |(name, _)| name);
            let spec = options::find(name)?;
            if !rows.contains(&spec.name) {
                rows.push(spec.name);
                command = command.arg(argument(spec));
            }
        } else if (text.starts_with('-') && text != "-")
            || text == "help"
            || SUBCOMMANDS.contains(&text)
        {
            return None;
        }
    }
    Some(command)
}

/// What every command line has.
fn frame() -> Command {
    Command::new("sinew")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A string SMT solver: SMT-LIB strings, regular expressions and linear integers")
        .args_conflicts_with_subcommands(true)
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .action(ArgAction::Append)
                .num_args(0..)
                .help("SMT-LIB scripts to run, plain or compressed (.gz), each by itself; `-` or nothing means standard input"),
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
}

fn subcommands() -> [Command; 3] {
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
            .arg(
                Arg::new("term")
                    .value_name("TERM")
                    .required(true)
                    .allow_hyphen_values(true)
                    .help("A term without symbols of its own, such as '(str.++ \"a\" \"b\")'; `-` reads it from standard input"),
            )
            .args(dialect()),
        Command::new("check")
            .about("Say whether a model, printed by any solver, satisfies a script")
            .args([
                path("script", "FILE").help("The SMT-LIB script; its last `check-sat` counts"),
                path("model", "MODEL").help(
                    "What a solver printed for `get-model` or `get-value`; `-` means standard input",
                ),
            ])
            .args(dialect()),
        Command::new("check-proof")
            .about("Say whether a proof in CPC refutes a script")
            .args([
                path("script", "FILE").help("The SMT-LIB script, up to its first `check-sat`"),
                path("proof", "PROOF").help("The proof, as `get-proof` or another solver prints it"),
            ]),
    ]
}

/// The options that `-h` shows; `--help` shows all.
const FIRST: &[&str] = &[
    "dump-models",
    "memory",
    "print-success",
    "produce-unsat-cores",
    "stats",
    "strict",
    "tlimit",
    "tlimit-per",
    "verbosity",
];

const AFTER_SHORT_HELP: &str = "Most flags of z3 and cvc5 are understood too: -in -smt2 -T:SECONDS -t:MS -st -model key=value. \
`sinew --help` has all options, `sinew --generate man` the manual.";

const AFTER_HELP: &str =
    "Flags in the style of other solvers are understood too: -in -smt2 -T:SECONDS -t:MS \
-memory:MB -st -v -v:LEVEL -nw -model -file:FILE -version key=value. Flags are turned off by --no-FLAG or --FLAG=false. \
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
    let (mut translated, mut remarks) = (Vec::new(), Vec::new());
    let mut rest = args.peekable();
    translated.extend(rest.next());
    let own = rest
        .peek()
        .is_some_and(|first| SUBCOMMANDS.iter().any(|name| first == name));
    while let Some(arg) = rest.next() {
        if arg == "--" {
            // Only files are left, whatever they are called.
            translated.push(arg);
            translated.extend(rest);
            break;
        }
        let value = takes_value(&arg).then(|| rest.next()).flatten();
        match own {
            true => translated.push(arg),
            false => translate(arg, &mut translated, &mut remarks)?,
        }
        translated.extend(value);
    }
    if !own && translated.iter().any(|arg| arg == "-h") {
        first().try_get_matches_from(["sinew", "-h"])?;
    }
    let brief = abridged(&translated).map(|command| command.try_get_matches_from(&translated));
    let matches = match brief {
        Some(Ok(matches)) => matches,
        // Only the whole table knows what was meant.
        _ => command().try_get_matches_from(translated)?,
    };
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
        Some(("check-proof", sub)) => {
            let path = |name| sub.get_one::<PathBuf>(name).cloned().unwrap_or_default();
            Ok(Task::CheckProof {
                script: path("script"),
                proof: path("proof"),
            })
        }
        _ => {
            // `-in` is often written beside a file, and `-` means the same.
            let files = matches
                .get_many::<PathBuf>("file")
                .into_iter()
                .flatten()
                .filter(|file| file.as_os_str() != "-")
                .cloned()
                .collect();
            Ok(Task::Run {
                files,
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
            spec.set(&mut options, value)
                .map_err(|message| command().error(ErrorKind::ValueValidation, message))?;
        }
    }
    Ok(options)
}

/// Names that the command line has beside the option table, long and short.
pub(super) const OWN_LONG: &[&str] = &["lang", "generate", "help", "version"];
pub(super) const OWN_SHORT: &[char] = &['L', 'h', 'V', 'q'];

/// Sub-commands, whose arguments are their own.
const SUBCOMMANDS: &[&str] = &["eval", "check", "check-proof"];

#[cfg(test)]
mod tests {
    use super::*;

    fn run(args: &[&str]) -> (Vec<PathBuf>, Options, Vec<String>) {
        let args = std::iter::once("sinew")
            .chain(args.iter().copied())
            .map(OsString::from);
        match parse(args) {
            Ok(Task::Run {
                files,
                options,
                remarks,
            }) => (files, options, remarks),
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
        for (files, options, _) in [z3, cvc5] {
            assert!(files.is_empty());
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
            ["`nlsat.randomize` steers a procedure that is not there, and has no effect"]
        );
    }

    /// A term or file of a sub-command is never taken for a parameter or flag.
    #[test]
    fn arguments_of_subcommands_are_their_own() {
        let terms = [
            r#"(= "a" "a")"#,
            "(<= 1 2)",
            r#""x=y""#,
            "model=true",
            "-1",
            "-in",
            "--no-produce-models",
        ];
        for term in terms {
            let args = ["sinew", "eval", term].map(OsString::from).into_iter();
            match parse(args) {
                Ok(Task::Eval { term: read, .. }) => assert_eq!(read, term),
                Ok(_) => panic!("{term} is no evaluation"),
                Err(error) => panic!("{term}: {error}"),
            }
        }
        let args = ["sinew", "check", "a=b.smt2", "-"]
            .iter()
            .map(OsString::from);
        assert!(matches!(parse(args), Ok(Task::Check { model, .. }) if model.as_os_str() == "-"));
    }

    #[test]
    fn several_files_and_flags_of_others() {
        let (files, options, remarks) = run(&[
            "a.smt2",
            "-file:b.smt2",
            "(=).smt2",
            "-v",
            "--strings-fmf",
            "--decision=internal",
            "--no-cbqi",
        ]);
        assert_eq!(files, ["a.smt2", "b.smt2", "(=).smt2"].map(PathBuf::from));
        assert_eq!(options.verbosity, 1);
        assert_eq!(remarks.len(), 3);
        assert_eq!(run(&["--verbose", "a.smt2"]).0, [PathBuf::from("a.smt2")]);
    }

    /// The value of an option is no parameter, though it may look like one.
    #[test]
    fn values_are_not_parameters() {
        let (files, options, remarks) = run(&["--tune", "sat.rephase-interval=20", "a.smt2"]);
        assert_eq!(files, [PathBuf::from("a.smt2")]);
        assert_eq!(options.tune, "sat.rephase-interval=20");
        assert!(remarks.is_empty());
    }

    /// Behind `--` there are files only.
    #[test]
    fn files_may_be_called_anything() {
        let (files, _, _) = run(&["--stats", "--", "-in", "model=true", "--no-stats"]);
        assert_eq!(
            files,
            ["-in", "model=true", "--no-stats"].map(PathBuf::from)
        );
    }

    /// `-h` fits a screen, and both texts name only what is there.
    #[test]
    fn the_short_help_is_short() {
        let text = first().render_help().to_string();
        assert!(text.lines().count() <= 48, "{text}");
        let brief = parse(["sinew", "-h"].iter().map(OsString::from)).err();
        assert_eq!(brief.map(|error| error.to_string()), Some(text.clone()));
        for name in FIRST {
            assert!(
                options::find(name).is_some() && text.contains(name),
                "{name}"
            );
        }
    }

    /// The short table is used for plain command lines only.
    #[test]
    fn the_whole_table_is_built_only_where_it_is_needed() {
        let short = |line: &str| {
            let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            abridged(&args).is_some()
        };
        assert!(short("sinew a.smt2") && short("sinew --stats --tlimit-per 5 -"));
        for line in [
            "-q",
            "--help",
            "help",
            "eval",
            "--stats eval",
            "--quiet",
            "--tlimit-pre=5",
        ] {
            assert!(!short(&format!("sinew {line}")), "{line}");
        }
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
        let error = parse("modell=true").expect("a typing error");
        assert!(
            error.contains("unknown parameter `modell`") && error.contains("`model`"),
            "{error}"
        );
        assert!(
            parse("--tlimit-pre=5")
                .unwrap()
                .contains("did you mean `--tlimit-per`?")
        );
        for (typed, named) in [
            ("-rs:5", "`-rs:5`"),
            ("--foo=3", "`--foo`"),
            ("-dimacs", "`-dimacs`"),
        ] {
            let error = parse(typed).expect(typed);
            assert!(
                error.contains(&format!("unknown option {named}")),
                "{error}"
            );
        }
        assert!(
            parse("--tlimit-per=soon")
                .unwrap()
                .contains("takes a number")
        );
    }
}
