//! The table of options, and how their values are read.

use sinew_arms::context::Steps;
use sinew_arms::{ARMS, ArmSpec};

use super::{CHOICES, ERROR_BEHAVIORS, Group, Kind, OptionSpec, PROOF_FORMATS, error_behavior};
use crate::{rules, tuning};

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
    option!(
        parse_only,
        "parse-only",
        [],
        Input,
        flag,
        "Only read: say what cannot be read or is not supported, and answer nothing"
    ),
    option!(
        parse_error_exit,
        "parse-error-exit",
        [],
        Input,
        flag,
        "End at the first command that cannot be read, with an error that begins with `Parse Error: `, as cvc5 does"
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
        ["statistics", "stats-all"],
        Output,
        flag,
        "Print statistics before leaving"
    ),
    option!(verbosity, "verbosity", ["verbose"], Output, number "level",
        "How much to say on the diagnostic channel: 0 is nothing, 1 why an answer is `unknown`, 2 also what `--probe` shows"),
    option!(
        progress,
        "progress",
        [],
        Output,
        flag,
        "Show what a long query is at, if standard error is a terminal"
    ),
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
    option!(produce_models, "produce-models", ["model"], Solving, flag,
        "Keep models for `get-model` and `get-value`", short 'm'),
    option!(
        dump_models,
        "dump-models",
        [],
        Output,
        flag,
        "Print the model after every `sat`"
    ),
    option!(
        dump_unsat_cores,
        "dump-unsat-cores",
        [],
        Output,
        flag,
        "Print the core after every `unsat`; cores are kept for it"
    ),
    option!(
        dump_proofs,
        "dump-proofs",
        [],
        Output,
        flag,
        "Print a proof after every `unsat`, as `get-proof` does"
    ),
    option!(
        print_unsat_cores_full,
        "print-unsat-cores-full",
        ["print-cores-full"],
        Output,
        flag,
        "Print assertions without a name in cores too, as they are asserted"
    ),
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
        ["check-proofs"],
        Solving,
        flag,
        "Solve without preprocessing, and replay every `unsat` through the independent proof checker"
    ),
    option!(
        check_unsat,
        "check-unsat",
        [],
        Solving,
        flag,
        "Prove every `unsat`, and check the proof before it is told"
    ),
    option!(
        require_proof,
        "require-proof",
        [],
        Solving,
        flag,
        "Tell `unsat` only if every step of its proof was checked, with none taken on trust"
    ),
    OptionSpec {
        name: "proof-format",
        short: None,
        aliases: &["proof-format-mode"],
        group: Group::Output,
        kind: Kind::Choice(PROOF_FORMATS),
        help: "What `get-proof` prints: `cpc`, the calculus that other checkers know, or `log`, the search's own",
        get: |o| o.proof_format.clone(),
        set: |o, v| {
            if !PROOF_FORMATS.contains(&v) {
                return Err(format!("one of `{}`", PROOF_FORMATS.join("`, `")));
            }
            o.proof_format = v.to_owned();
            Ok(())
        },
    },
    option!(dump_proof, "dump-proof", [], Output, text "FILE",
        "Write the proof of each `unsat` to this file, in CPC; the latest stays"),
    option!(
        check_models,
        "check-models",
        ["model_validate"],
        Solving,
        flag,
        "Check every model against the original assertions; always done, whatever is said here"
    ),
    option!(arm, "arm", [], Solving, arms "NAME",
        "Let only this procedure look at strings: `context`, `lengths`, `equations`, `arrange`, `automata` or `flat`"),
    option!(arms, "arms", [], Solving, arms "NAME,NAME",
        "Let these procedures look at strings, in this order"),
    OptionSpec {
        name: "choose",
        short: None,
        aliases: &[],
        group: Group::Solving,
        kind: Kind::Choice(CHOICES),
        help: "How string procedures are chosen and ordered: `sinew`, or `z3str4` for the fixed architecture of Z3str4",
        get: |o| o.choose.clone(),
        set: |o, v| {
            if !CHOICES.contains(&v) {
                return Err(format!("one of `{}`", CHOICES.join("`, `")));
            }
            o.choose = v.to_owned();
            Ok(())
        },
    },
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
            if let Some(name) = unknown.find(|name| rules::find(name).is_none()) {
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
