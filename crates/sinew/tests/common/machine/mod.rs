//! A session as a state machine: random sequences of commands against naive oracles.
//!
//! In the way of CaDiCaL's `mobical` (Biere, Faller, Fazekas, Fleury, Froleyks and Pollitt, *CaDiCaL
//! 2.0*, CAV 2024, on its model-based tester): a sequence is data, so that it can be run, varied and
//! made smaller. Departing from it, every sequence has a *planted model*, chosen before its
//! formulas, in which most of them are true.
//!
//! Of each answer it is checked that
//! * `unsat` is not said of what is true in the planted model, nor of what short words satisfy;
//! * after `sat` the printed model, read back, satisfies what is asserted and assumed;
//! * core and unsat assumptions, with the assertions that have no name, have something in them that
//!   is false in the planted model, and a fresh session does not find them satisfiable; where cores
//!   are to be minimal, no smaller one is easily refuted;
//! * a fresh session with the assertions of that moment does not contradict it (of `sat`, every
//!   fourth time);
//! * `unknown` is not said because a procedure took for a model what is none, or because the proof of
//!   a refutation was refused;
//! * where a command was rejected that counts, and only there, there is no `sat`, and the reason
//!   says so; where a query was interrupted, there is no answer that was not known before;
//! * no command but those that are meant to fail has an error, and nothing panics.

pub(crate) mod formulas;
pub(crate) mod generate;
mod judge;
pub(crate) mod mutants;
pub(crate) mod shrink;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use sinew::host::{Channel, Host};
use sinew::options::Options;
use sinew::{Session, Step};
use sinew_base::{StopHandle, StopReason};
use sinew_smtlib::Reader;

use judge::{Judge, Stated};

/// A command of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// A constant or function: name, sorts of the parameters, sort, and its definition in the
    /// planted model as a script would write it.
    Declare(String, String, String, String),
    /// Any definition.
    Define(String),
    /// A formula, and whether it has a name.
    Assert(String, bool),
    Push(usize),
    Pop(usize),
    /// A query under assumptions.
    Check(Vec<String>),
    ResetAssertions,
    Reset,
    Option(&'static str, &'static str),
    /// The next query is under this limit.
    Limit(u64),
    /// The next query is interrupted so many microseconds after it begins; with 0, as it begins.
    Interrupt(u64),
    /// A command that fails, and what is lost with it.
    Bad(&'static str, Lost),
    GetAssertions,
}

/// What is lost with a command that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    Nothing,
    /// Until the scope is closed.
    Part,
    /// A declaration: until the scope is closed, or, where declarations are global, all is reset.
    Declaration,
    /// `unsat` too, until everything is reset.
    All,
}

/// A session with its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    #[allow(dead_code)] // For those who count by family.
    pub(crate) family: &'static str,
    pub(crate) arguments: Vec<String>,
    pub(crate) commands: Vec<Command>,
}

impl Sequence {
    fn has_global_declarations(&self) -> bool {
        self.arguments.iter().any(|argument| argument == GLOBAL)
    }
}

/// Something that must not happen.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) kind: &'static str,
    /// More about it.
    pub(crate) detail: String,
    /// The commands that were carried out.
    pub(crate) script: String,
}

/// How often something was seen.
pub(crate) type Tally = BTreeMap<&'static str, u64>;

/// Declarations survive `pop` and `reset-assertions`.
const GLOBAL: &str = "--global-declarations";

/// Steps for each query.
const LIMIT: u64 = 60_000;

/// Steps within which a refutation is easy.
const EASY: u64 = 500;

/// Collects what a session says, and interrupts it.
#[derive(Default)]
struct Ear {
    replies: String,
    remarks: String,
    interrupt: Option<u64>,
}

impl Host for Ear {
    fn reply(&mut self, text: &str) {
        self.replies.push_str(text);
        self.replies.push('\n');
    }

    fn remark(&mut self, text: &str) {
        self.remarks.push_str(text);
        self.remarks.push('\n');
    }

    fn redirect(&mut self, _: Channel, _: &str) -> Result<(), String> {
        Err("there are no files here".to_owned())
    }

    fn begin_query(&mut self, _: &Options, stop: &StopHandle) {
        match self.interrupt.take() {
            None => {}
            Some(0) => stop.stop(StopReason::Interrupted),
            // It may come after the answer, and must then not touch the next query.
            Some(delay) => {
                let stop = stop.clone();
                std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_micros(delay));
                    stop.stop(StopReason::Interrupted);
                });
            }
        }
    }
}

/// A session, a reader that feeds it, and what it says.
struct Talk {
    session: Session,
    reader: Reader,
    ear: Ear,
}

impl Talk {
    fn new(arguments: &[String]) -> Talk {
        Talk {
            session: Session::with_arguments(arguments).expect("known options"),
            reader: Reader::new(),
            ear: Ear::default(),
        }
    }

    /// Says something, and returns the reply without the newline at its end.
    fn ask(&mut self, text: &str) -> String {
        self.reader.feed(text.as_bytes());
        while self.session.step(&mut self.reader, &mut self.ear) == Step::Executed {}
        let replies = std::mem::take(&mut self.ear.replies);
        replies.trim_end().to_owned()
    }
}

/// A sequence at work.
struct Machine<'a> {
    talk: Talk,
    judge: Judge,
    script: &'a mut String,
    /// Assertions that have had a name.
    named: usize,
    minimise: bool,
    /// Whether the session has some of the arms only: what all of them refute, they may not.
    some_arms: bool,
    models: bool,
    limited: bool,
    /// The next query is interrupted as it begins.
    interrupted: bool,
    /// It is interrupted at some moment, perhaps.
    disturbed: bool,
    tally: &'a mut Tally,
}

/// The kind of a failure, and more about it.
type Complaint = (&'static str, String);

type Outcome = Result<(), Complaint>;

/// What a session remarks about itself that must not be.
fn suspicion(remarks: &str) -> Outcome {
    let kinds = [
        ("a refutation that is refused", "was refused"),
        (
            "a false model that is proposed",
            "does not satisfy assertion",
        ),
        ("panic", "defect"),
    ];
    match kinds.into_iter().find(|(_, sign)| remarks.contains(sign)) {
        Some((kind, _)) => Err((kind, remarks.to_owned())),
        None => Ok(()),
    }
}

/// Runs a sequence; a panic is a failure like others.
pub(crate) fn run(sequence: &Sequence, tally: &mut Tally) -> Result<(), Failure> {
    let mut script = String::new();
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut machine = Machine {
            talk: Talk::new(&sequence.arguments),
            judge: Judge::new(sequence.has_global_declarations()),
            script: &mut script,
            named: 0,
            minimise: sequence
                .arguments
                .iter()
                .any(|a| a == "--minimize-unsat-cores"),
            some_arms: sequence.arguments.iter().any(|a| a.starts_with("--arm")),
            models: true,
            limited: false,
            interrupted: false,
            disturbed: false,
            tally,
        };
        for command in &sequence.commands {
            machine.perform(command)?;
        }
        Ok(())
    }));
    let outcome = outcome.unwrap_or_else(|_| Err(("panic", String::new())));
    outcome.map_err(|(kind, detail)| Failure {
        kind,
        detail,
        script,
    })
}

impl Machine<'_> {
    fn count(&mut self, what: &'static str) {
        *self.tally.entry(what).or_default() += 1;
    }

    fn ask(&mut self, text: &str) -> String {
        let _ = writeln!(self.script, "{text}");
        self.talk.ask(text)
    }

    /// Says something that has no reply.
    fn say(&mut self, text: &str) -> Outcome {
        match self.ask(text) {
            reply if reply.is_empty() => Ok(()),
            reply => Err(("unexpected reply", reply)),
        }
    }

    /// Carries a command out; one that makes no sense here, because others before it were left out,
    /// is passed over.
    fn perform(&mut self, command: &Command) -> Outcome {
        match command {
            Command::Declare(name, params, sort, planted) => {
                let text = format!("(declare-fun {name} ({params}) {sort})");
                match self.judge.declare(&text, planted) {
                    true => self.say(&text),
                    false => Ok(()),
                }
            }
            Command::Define(text) => match self.judge.define(text) {
                true => self.say(text),
                false => Ok(()),
            },
            Command::Assert(formula, named) => self.assert(formula, *named),
            Command::Push(count) => {
                self.judge.push(*count);
                self.say(&format!("(push {count})"))
            }
            Command::Pop(count) => match self.judge.pop(*count) {
                true => self.say(&format!("(pop {count})")),
                false => Ok(()),
            },
            Command::Check(assumptions) => self.check(assumptions),
            Command::ResetAssertions => {
                self.judge.reset_assertions();
                self.say("(reset-assertions)")
            }
            Command::Reset => {
                self.judge.reset();
                (self.minimise, self.models, self.limited) = (false, true, false);
                self.say("(reset)")
            }
            Command::Option(name, value) => {
                match *name {
                    "minimize-unsat-cores" => self.minimise = *value == "true",
                    "produce-models" => self.models = *value == "true",
                    "arm" => self.some_arms |= *value != "\"\"",
                    _ => {}
                }
                self.say(&format!("(set-option :{name} {value})"))
            }
            Command::Limit(steps) => {
                self.limited = true;
                self.say(&format!("(set-option :rlimit-per {steps})"))
            }
            Command::Interrupt(delay) => {
                self.talk.ear.interrupt = Some(*delay);
                (self.interrupted, self.disturbed) = (*delay == 0, true);
                let _ = writeln!(
                    self.script,
                    "; the next query is interrupted after {delay} µs"
                );
                Ok(())
            }
            Command::Bad(text, lost) => self.bad(text, *lost),
            Command::GetAssertions => {
                let levels = self.ask("(get-info :assertion-stack-levels)");
                if levels != format!("(:assertion-stack-levels {})", self.judge.level()) {
                    return Err(("levels are lost", levels));
                }
                let listed = self.ask("(get-assertions)");
                let count = self.judge.assertions().count();
                match listed == "()" && count == 0 || listed.lines().count() == count && count > 0 {
                    true => Ok(()),
                    false => Err(("assertions are lost", listed)),
                }
            }
        }
    }

    fn assert(&mut self, formula: &str, named: bool) -> Outcome {
        // Scripts that are mixed in declare short names of their own.
        let name = named.then(|| format!("assertion-{}", self.named));
        if !self.judge.assert(formula, name.as_deref()) {
            return Ok(());
        }
        self.named += 1;
        self.count("assert");
        match name {
            Some(name) => self.say(&format!("(assert (! {formula} :named {name}))")),
            None => self.say(&format!("(assert {formula})")),
        }
    }

    fn bad(&mut self, text: &str, lost: Lost) -> Outcome {
        self.count("rejected");
        let reply = self.ask(text);
        self.judge.lose(lost);
        match reply.starts_with("(error ") || reply == "unsupported" {
            true => Ok(()),
            false => Err(("a bad command was not rejected", reply)),
        }
    }

    fn check(&mut self, assumptions: &[String]) -> Outcome {
        let Some(assumed) = self.judge.assume(assumptions) else {
            return Ok(());
        };
        let answer = match assumptions {
            [] => self.ask("(check-sat)"),
            _ => self.ask(&format!("(check-sat-assuming ({}))", assumptions.join(" "))),
        };
        let remarks = std::mem::take(&mut self.talk.ear.remarks);
        suspicion(&remarks)?;
        let outcome = match answer.as_str() {
            "sat" => {
                self.count("sat");
                self.check_sat(&assumed)
            }
            "unsat" => {
                self.count("unsat");
                self.check_unsat(&assumed)
            }
            "unknown" => {
                self.count("unknown");
                self.check_reason()
            }
            _ => Err(("unexpected reply", answer.clone())),
        };
        outcome?;
        // A model is checked anyway, and most answers are `sat`.
        let sampled = answer == "unsat" || answer == "sat" && self.script.len().is_multiple_of(4);
        if sampled {
            let all: Vec<&Stated> = self.judge.assertions().chain(&assumed).collect();
            let fresh = self.afresh(&all)?;
            self.count("fresh");
            if fresh != "unknown" && fresh != answer {
                return Err(("differs from a fresh session", format!("{answer}, {fresh}")));
            }
        }
        (self.interrupted, self.disturbed) = (false, false);
        if std::mem::take(&mut self.limited) {
            self.say(&format!("(set-option :rlimit-per {LIMIT})"))?;
        }
        Ok(())
    }

    /// What a fresh session says of these formulas under the declarations that hold now.
    fn afresh(&self, formulas: &[&Stated]) -> Result<String, Complaint> {
        self.answer_within(LIMIT, formulas)
    }

    fn answer_within(&self, steps: u64, formulas: &[&Stated]) -> Result<String, Complaint> {
        let arguments = [
            format!("--rlimit-per={steps}"),
            "--verbosity=1".to_owned(),
            "--incremental=false".to_owned(),
        ];
        let mut talk = Talk::new(&arguments);
        let mut text = self.judge.declarations();
        for stated in formulas {
            let _ = write!(text, "(assert {})", stated.text);
        }
        let answer = talk.ask(&(text + "(check-sat)"));
        suspicion(&talk.ear.remarks).map_err(|(kind, why)| (kind, format!("fresh: {why}")))?;
        Ok(answer)
    }

    fn check_sat(&mut self, assumed: &[Stated]) -> Outcome {
        if self.judge.lost() != Lost::Nothing {
            return Err(("sat in spite of a rejected command", String::new()));
        }
        let text = self.ask("(get-model)");
        if !self.models {
            return match text.starts_with("(error ") {
                true => Ok(()),
                false => Err(("a model that was not wanted", text)),
            };
        }
        self.count("model");
        self.judge
            .check_model(&text, assumed)
            .map_err(|why| ("a model that fails", why))
    }

    fn check_unsat(&mut self, assumed: &[Stated]) -> Outcome {
        if self.judge.lost() == Lost::All {
            return Err(("unsat in spite of a rejected command", String::new()));
        }
        let all: Vec<&Stated> = self.judge.assertions().chain(assumed).collect();
        if all.iter().all(|stated| stated.planted == Some(true)) {
            return Err(("unsat, but there is a planted model", String::new()));
        }
        if let Some(model) = self.judge.short_model(&all) {
            return Err(("unsat, but there are short words", model));
        }
        self.count("core");
        let core = self.ask("(get-unsat-core)");
        let failed = self.ask("(get-unsat-assumptions)");
        let Some(blamed) = self.judge.blamed(&core, &failed, assumed) else {
            return Err((
                "a core with something else in it",
                format!("{core} {failed}"),
            ));
        };
        let blamed: Vec<Stated> = blamed.into_iter().cloned().collect();
        if blamed.iter().all(|stated| stated.planted == Some(true)) {
            return Err(("a core that is true in the planted model", core + &failed));
        }
        let all: Vec<&Stated> = blamed.iter().collect();
        if self.afresh(&all)? == "sat" {
            return Err(("a core that is satisfiable", core + &failed));
        }
        // What is interrupted may end before the core is minimal.
        let whole = !self.limited && !self.disturbed && !self.some_arms;
        match self.minimise && whole && blamed.len() <= 6 {
            true => self.check_minimal(&blamed, &core),
            false => Ok(()),
        }
    }

    /// What is left of a minimised core without one of its names is not easily refuted: it may be
    /// unsatisfiable only where that took more than the session had to spend.
    fn check_minimal(&mut self, blamed: &[Stated], core: &str) -> Outcome {
        for (at, _) in blamed.iter().enumerate().filter(|(_, one)| one.is_named()) {
            self.count("minimal");
            let mut others: Vec<&Stated> = blamed.iter().collect();
            others.remove(at);
            if self.answer_within(EASY, &others)? == "unsat" {
                return Err(("a core that is not minimal", core.to_owned()));
            }
        }
        Ok(())
    }

    fn check_reason(&mut self) -> Outcome {
        let reason = self.ask("(get-info :reason-unknown)");
        let lost = self.judge.lost() != Lost::Nothing;
        match reason.contains("rejected") == lost && reason.starts_with("(:reason-unknown ") {
            true if self.interrupted
                && !self.limited
                && !lost
                && !reason.contains("interrupted") =>
            {
                Err(("the interrupt is not the reason", reason))
            }
            true => Ok(()),
            false => Err(("the wrong reason", reason)),
        }
    }
}
