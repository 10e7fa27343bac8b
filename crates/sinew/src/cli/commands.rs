//! What the binary does: run a script, evaluate a term, check a model, write its manual.

use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use sinew::host::{Channel, Host as _};
use sinew::options::Options;
use sinew::printed_model::model_of_definitions;
use sinew::{Session, Step};
use sinew_proof::cpc;
use sinew_semantics::{Model, Value, Verdict, check as check_model, eval as evaluate};
use sinew_smtlib::{
    Command, Environment, Levels, Position, Reader, parse_model, parse_term, print_term,
};
use sinew_term::{Term, TermStore};

use super::arguments;
use super::input;
use super::process::Process;
use super::terminal;
use super::watch::Watch;

/// Bytes that are asked for at first, and at most: most scripts are small, and the room is cleared before it is filled.
const CHUNKS: (usize, usize) = (1 << 12, 1 << 16);

/// Runs scripts from files, each in a session of its own, or one from standard input.
pub(crate) fn run(
    start: Instant,
    files: &[PathBuf],
    options: &Options,
    remarks: &[String],
) -> ExitCode {
    let mut failed = false;
    let scripts = match files {
        [] => vec![None],
        _ => files.iter().map(|file| Some(file.as_path())).collect(),
    };
    let count = scripts.len();
    for (at, file) in scripts.into_iter().enumerate() {
        // What there is to remark about the command line is said once.
        let remarks = if at == 0 { remarks } else { &[] };
        let (code, session) = run_one(start, file, options.clone(), remarks);
        failed |= code != ExitCode::SUCCESS;
        if at + 1 == count {
            // The system takes memory back faster than tables are taken apart.
            std::mem::forget(session);
        }
    }
    ExitCode::from(u8::from(failed))
}

/// Runs one script. The session comes back as it is in the end, if there was one.
fn run_one(
    start: Instant,
    file: Option<&Path>,
    options: Options,
    remarks: &[String],
) -> (ExitCode, Option<Session>) {
    let watch = Watch::default();
    let origin = file.map_or_else(
        || "standard input".to_owned(),
        |path| path.display().to_string(),
    );
    let mut process = Process::new(start, watch.clone(), origin);
    if let Err(error) = watch.handle_signals() {
        process.remark(&format!("signals will not be handled: {error}"));
    }
    remarks.iter().for_each(|remark| process.remark(remark));
    let channels = [
        (Channel::Regular, &options.regular_output_channel),
        (Channel::Diagnostic, &options.diagnostic_output_channel),
    ];
    for (channel, target) in channels {
        if let Err(message) = process.redirect(channel, target) {
            return (fail(&message), None);
        }
    }
    if options.list_rules {
        process.reply(sinew::rules::listing().trim_end());
        return (ExitCode::SUCCESS, None);
    }
    if options.list_tunables {
        process.reply(sinew::tuning::listing().trim_end());
        return (ExitCode::SUCCESS, None);
    }
    if options.print_strategy {
        process.reply(options.steps().listing().trim_end());
        return (ExitCode::SUCCESS, None);
    }
    process.watch_run(&options);
    if options.progress {
        process.show_progress();
    }
    let mut session = Session::new(options);
    let failure = match file {
        Some(path) => match input::open(path) {
            Ok(file) => converse(&mut session, &mut process, file),
            Err(message) => Some(message),
        },
        None => {
            let stdin = io::stdin();
            match stdin.is_terminal() {
                true => {
                    if io::stdout().is_terminal() && io::stderr().is_terminal() {
                        process.meet_person();
                    }
                    terminal::converse(&mut session, &mut process)
                }
                false => converse(&mut session, &mut process, stdin.lock()),
            }
        }
    };
    if let Some(message) = &failure {
        process.reply(&format!("(error \"{}\")", message.replace('"', "\"\"")));
    }
    if session.options().stats {
        process.reply(&session.statistics());
    }
    let failed = failure.is_some() || session.failures() > 0;
    (ExitCode::from(u8::from(failed)), Some(session))
}

/// Feeds input as it comes and executes each command as soon as it is whole. Returns what went
/// wrong with the input, if something did.
fn converse(session: &mut Session, process: &mut Process, mut input: impl Read) -> Option<String> {
    let mut reader = Reader::new();
    let (first, most) = CHUNKS;
    let mut chunk = vec![0; first];
    loop {
        let count = match input.read(&mut chunk) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Some(format!("cannot read on: {error}")),
        };
        reader.feed(&chunk[..count]);
        loop {
            match session.step(&mut reader, process) {
                Step::Executed => {}
                Step::Starved => break,
                Step::Exited => return None,
            }
        }
        if count == 0 {
            session.finish(&mut reader, process);
            return None;
        }
        if count == chunk.len() && count < most {
            chunk = vec![0; count * 4];
        }
    }
}

fn fail(message: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "{message}");
    ExitCode::from(1)
}

fn say(text: &str) -> ExitCode {
    match writeln!(io::stdout(), "{text}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(1),
    }
}

/// Prints the value of a ground term.
pub(crate) fn eval(text: &str, options: &Options) -> ExitCode {
    let read;
    let text = match text {
        "-" => match input::read(Path::new("-")) {
            Ok(bytes) => {
                read = String::from_utf8_lossy(&bytes).into_owned();
                &read
            }
            Err(message) => return fail(&message),
        },
        term => term,
    };
    let (mut store, mut environment) = (TermStore::new(), Environment::new());
    environment.dialect = options.dialect();
    let term = match parse_term(&mut store, &environment, text) {
        Ok(term) => term,
        Err(diagnostic) => return fail(&diagnostic.render("the term")),
    };
    match evaluate(&store, &Model::new(), term) {
        Ok(value) => {
            let value = value.to_term(&mut store);
            say(&print_term(&store, value))
        }
        Err(undecided) => fail(&format!("no value: {}", undecided.describe(&store))),
    }
}

/// A script's assertions at its last `check-sat`, each with its place in the file.
struct Script {
    store: TermStore,
    environment: Environment,
    assertions: Vec<(Term, Position)>,
}

impl Script {
    fn read(path: &Path, options: &Options) -> Result<Script, String> {
        let text = input::read(path)?;
        let (mut store, mut environment) = (TermStore::new(), Environment::new());
        environment.dialect = options.dialect();
        let mut reader = Reader::new();
        reader.feed(&text);
        let (mut asserted, mut levels) = (Vec::new(), Levels::default());
        let mut last = None;
        while let Some(result) = reader.next(&mut environment, &mut store) {
            let command =
                result.map_err(|diagnostic| diagnostic.render(&path.display().to_string()))?;
            let at = reader.command_start();
            match command {
                Command::Assert { term, .. } => asserted.push((term, at)),
                Command::Push(count) => levels.push(asserted.len(), count),
                Command::Pop(count) => {
                    if let Some(mark) = levels.pop(count) {
                        asserted.truncate(mark);
                    }
                }
                Command::CheckSat => last = Some((asserted.clone(), environment.clone())),
                Command::CheckSatAssuming(assumptions) => {
                    let mut all = asserted.clone();
                    all.extend(assumptions.iter().map(|(term, _)| (*term, at)));
                    last = Some((all, environment.clone()));
                }
                Command::Reset | Command::ResetAssertions => {
                    asserted.clear();
                    levels.clear();
                }
                Command::Exit => break,
                _ => {}
            }
        }
        if let Some(diagnostic) = reader.finish() {
            return Err(diagnostic.render(&path.display().to_string()));
        }
        let (assertions, environment) = last.unwrap_or((asserted, environment));
        Ok(Script {
            store,
            environment,
            assertions,
        })
    }
}

/// Says whether a proof refutes a script.
pub(crate) fn check_proof(script: &Path, proof: &Path) -> ExitCode {
    let read =
        |path: &Path| input::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let (problem, text) = match (read(script), read(proof)) {
        (Ok(problem), Ok(text)) => (problem, text),
        (Err(message), _) | (_, Err(message)) => return fail(&message),
    };
    match cpc::check(&problem, enclosed(&text), u64::MAX) {
        cpc::Verdict::Checked => say("checked"),
        cpc::Verdict::Trusted(rules) => say(&format!("trusted ({})", rules.join(" "))),
        cpc::Verdict::Refused(refusal) => fail(&format!("{}: refused: {refusal}", proof.display())),
        cpc::Verdict::OutOfBudget => fail("the proof is too large"),
    }
}

/// The steps of a proof without what `get-proof` prints around them: an answer, and parentheses.
fn enclosed(text: &str) -> &str {
    let text = text.trim();
    let text = text.strip_prefix("unsat").unwrap_or(text).trim_start();
    let inner = text
        .strip_prefix('(')
        .filter(|rest| rest.trim_start().starts_with(['(', ';']));
    match inner.and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => inner,
        None => text,
    }
}

/// Says whether a printed model satisfies a script. Status 0 if it does, 1 if it does not or
/// something could not be read or decided.
pub(crate) fn check(script: &Path, model: &Path, options: &Options) -> ExitCode {
    let mut script = match Script::read(script, options) {
        Ok(script) => script,
        Err(message) => return fail(&message),
    };
    let text = match input::read(model) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(message) => return fail(&message),
    };
    let definitions = match parse_model(&mut script.store, &script.environment, &text) {
        Ok(definitions) => definitions,
        Err(diagnostic) => return fail(&diagnostic.render(&model.display().to_string())),
    };
    let recursive: Vec<_> = script
        .environment
        .definitions()
        .into_iter()
        .cloned()
        .collect();
    let declared = script.environment.declarations(&script.store);
    let interpretation = model_of_definitions(
        &script.store,
        &declared,
        definitions.into_iter().chain(recursive).collect(),
    );
    let terms: Vec<Term> = script.assertions.iter().map(|&(term, _)| term).collect();
    // Solvers leave out symbols whose value does not matter; any value will do for them.
    match check_model(&script.store, &interpretation.with_defaults(), &terms) {
        Verdict::Satisfied => say(&match terms.len() {
            1 => "the model satisfies the assertion".to_owned(),
            count => format!("the model satisfies all {count} assertions"),
        }),
        Verdict::Falsified {
            index,
            term,
            values,
        } => {
            let line = script.assertions[index].1.line;
            let mut report = format!(
                "assertion {} (line {line}) is false in the model:\n  {}",
                index + 1,
                print_term(&script.store, term)
            );
            for (term, value) in values {
                report.push_str(&explanation(&mut script.store, term, &value));
            }
            let _ = say(&report);
            ExitCode::from(1)
        }
        Verdict::Undecided { index, reason } => {
            let line = script.assertions[index].1.line;
            let _ = say(&format!(
                "assertion {} (line {line}) is not decided: {}",
                index + 1,
                reason.describe(&script.store)
            ));
            ExitCode::from(1)
        }
    }
}

fn explanation(store: &mut TermStore, term: Term, value: &Value) -> String {
    let value = value.to_term(store);
    format!(
        "\n  {} = {}",
        print_term(store, term),
        print_term(store, value)
    )
}

/// The manual as a manual page; a test holds it in step with docs/manual.md.
const MANUAL_PAGE: &str = include_str!("../../man/sinew.1");

/// Prints the manual page or a completion script.
pub(crate) fn generate(what: &str) -> ExitCode {
    let mut text = Vec::new();
    if what == "man" {
        text.extend_from_slice(MANUAL_PAGE.as_bytes());
    } else {
        let Ok(shell) = what.parse::<clap_complete::Shell>() else {
            return fail(&format!("no completions for `{what}`"));
        };
        clap_complete::generate(shell, &mut arguments::command(), "sinew", &mut text);
    }
    match io::stdout().write_all(&text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(1),
    }
}
