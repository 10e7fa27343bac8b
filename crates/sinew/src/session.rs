//! A session: the state that SMT-LIB commands act on, and what each of them does.
//!
//! The reader and elaborator (`sinew-smtlib`) have located and sort-checked a command before it
//! arrives here; what can still go wrong depends on the session's state (no model to show, too
//! many levels to pop) and is reported at the command's position. A command that fails changes
//! nothing.

mod answers;
mod cores;
mod recursion;
mod settings;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use sinew_base::Budget;
use sinew_simplify::Preprocessor;
use sinew_smtlib::{Command, Diagnostic, Environment, Levels, Reader, print_term};
use sinew_term::{Term, TermStore};

use self::settings::quoted;
use crate::host::{Buffer, Host};
use crate::options::{self, Options};
use crate::portfolio::{Efforts, Report};
use crate::quantified;
use crate::solve::{Outcome, solve};

/// An asserted formula.
#[derive(Clone, Debug)]
struct Assertion {
    term: Term,
    /// The name of the whole formula, by which cores speak of it.
    name: Option<String>,
}

/// A term together with its text in the script.
type Written = (Term, String);

/// What the latest `check-sat` found, until something makes it stale.
#[derive(Clone, Debug, Default)]
enum Latest {
    #[default]
    Nothing,
    Answer {
        outcome: Outcome,
        assumptions: Vec<Written>,
    },
}

/// The state of one conversation.
pub struct Session {
    store: TermStore,
    environment: Environment,
    options: Options,
    /// Options as the command line set them: what `reset` returns to.
    initial: Options,
    assertions: Vec<Assertion>,
    /// How many assertions there were when each open level was pushed.
    levels: Levels,
    /// Named formulas, for `get-assignment`, with the number of open levels they belong to.
    named: Vec<(String, Term, u32)>,
    logic: Option<String>,
    latest: Latest,
    errors: u64,
    queries: u64,
    steps: u64,
    /// How often each law of simplification fired.
    rules: BTreeMap<&'static str, u64>,
    /// What each arm did.
    efforts: Efforts,
    /// How often each inference about strings was made.
    inferences: BTreeMap<&'static str, u64>,
}

impl Default for Session {
    fn default() -> Session {
        Session::new(Options::default())
    }
}

/// What a command comes to.
type Reply = Result<Answer, String>;

enum Answer {
    /// Nothing to say but `success`, if that is wanted.
    Success,
    /// This text.
    Text(String),
    /// The reply is out already.
    Said,
}

/// How far a session has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A command was executed, or an error reported.
    Executed,
    /// No whole command is there; more input is needed, or it has ended.
    Starved,
    /// The script said `exit`.
    Exited,
}

impl Session {
    /// A session with these options.
    #[must_use]
    pub fn new(options: Options) -> Session {
        let mut session = Session {
            store: TermStore::new(),
            environment: Environment::new(),
            initial: options.clone(),
            options,
            assertions: Vec::new(),
            levels: Levels::default(),
            named: Vec::new(),
            logic: None,
            latest: Latest::Nothing,
            errors: 0,
            queries: 0,
            steps: 0,
            rules: BTreeMap::new(),
            efforts: Efforts::new(),
            inferences: BTreeMap::new(),
        };
        session.configure();
        session
    }

    /// A session with options in the form `--name=value` or `--flag`.
    pub fn with_arguments(arguments: &[String]) -> Result<Session, String> {
        let mut values = Options::default();
        for argument in arguments {
            let text = argument.trim_start_matches('-');
            let (name, value) = text.split_once('=').unwrap_or((text, "true"));
            let spec = options::find(name).ok_or_else(|| format!("no option `{name}`"))?;
            spec.set(&mut values, value)?;
        }
        Ok(Session::new(values))
    }

    /// Executes a whole script and returns the replies.
    pub fn run_text(&mut self, script: &str) -> String {
        let (mut host, mut reader) = (Buffer::default(), Reader::new());
        reader.feed(script.as_bytes());
        while self.step(&mut reader, &mut host) == Step::Executed {}
        self.finish(&mut reader, &mut host);
        host.replies
    }

    /// Executes the next command, if it has arrived whole.
    pub fn step(&mut self, reader: &mut Reader, host: &mut dyn Host) -> Step {
        match reader.next(&mut self.environment, &mut self.store) {
            None => return Step::Starved,
            Some(Ok(command)) => {
                let exit = matches!(command, Command::Exit);
                match self.perform(command, host) {
                    Ok(Answer::Success) if self.options.print_success => host.reply("success"),
                    Ok(Answer::Success | Answer::Said) => {}
                    Ok(Answer::Text(text)) => host.reply(&text),
                    Err(message) => self.report(&reader.diagnose(message), host),
                }
                if exit {
                    return Step::Exited;
                }
            }
            Some(Err(diagnostic)) => self.report(&diagnostic, host),
        }
        Step::Executed
    }

    /// To be called when the input has ended and nothing whole is left of it: reports what it
    /// broke off in the middle of.
    pub fn finish(&mut self, reader: &mut Reader, host: &mut dyn Host) {
        if let Some(diagnostic) = reader.finish() {
            self.report(&diagnostic, host);
        }
    }

    fn report(&mut self, diagnostic: &Diagnostic, host: &mut dyn Host) {
        self.errors += 1;
        host.reply(&diagnostic.smtlib());
        host.diagnose(diagnostic);
    }

    fn perform(&mut self, command: Command, host: &mut dyn Host) -> Reply {
        match command {
            Command::SetLogic(logic) => self.set_logic(logic, host),
            Command::SetOption { keyword, value } => self.set_option(&keyword, value, host),
            Command::SetInfo { .. } => Ok(Answer::Success),
            Command::GetOption(keyword) => Ok(self.get_option(&keyword)),
            Command::GetInfo(keyword) => self.get_info(&keyword),
            Command::DeclareFun(_)
            | Command::DeclareSort { .. }
            | Command::DefineSort { .. }
            | Command::DefineFun { .. }
            | Command::DefineFunsRec(_) => Ok(Answer::Success),
            Command::Push(count) => {
                self.push(count);
                Ok(Answer::Success)
            }
            Command::Pop(count) => {
                self.pop(count);
                Ok(Answer::Success)
            }
            Command::Reset => {
                self.reset(host)?;
                Ok(Answer::Success)
            }
            Command::ResetAssertions => {
                self.reset_assertions();
                Ok(Answer::Success)
            }
            Command::Assert { term, names } => {
                self.assert(term, names);
                Ok(Answer::Success)
            }
            Command::CheckSat => {
                self.check_sat(Vec::new(), host);
                Ok(Answer::Said)
            }
            Command::CheckSatAssuming(assumptions) => {
                self.check_sat(assumptions, host);
                Ok(Answer::Said)
            }
            Command::GetModel => self.get_model(),
            Command::GetValue(terms) => self.get_value(&terms, host),
            Command::GetAssignment => self.get_assignment(host),
            Command::GetUnsatCore => self.get_unsat_core(),
            Command::GetUnsatAssumptions => self.get_unsat_assumptions(),
            Command::GetAssertions => self.get_assertions(),
            Command::GetProof => self.get_proof(host),
            Command::Echo(text) => Ok(Answer::Text(quoted(&text))),
            Command::Exit => Ok(Answer::Success),
            Command::Simplify(term) => Ok(self.simplify(term, host)),
            // `Command` may grow; what this session does not know it does not support.
            _ => Ok(Answer::Text("unsupported".to_owned())),
        }
    }

    // The reader keeps the environment in step: scopes are already open or closed there, and a
    // `pop` of more levels than there are was refused.

    fn push(&mut self, count: u32) {
        self.latest = Latest::Nothing;
        self.levels.push(self.assertions.len(), count);
    }

    fn pop(&mut self, count: u32) {
        self.latest = Latest::Nothing;
        if let Some(mark) = self.levels.pop(count) {
            self.assertions.truncate(mark);
        }
        let levels = self.levels.len();
        self.named.retain(|&(_, _, level)| level <= levels);
    }

    fn reset(&mut self, host: &mut dyn Host) -> Result<(), String> {
        self.redirect(&self.initial, host)?;
        let (errors, queries, steps) = (self.errors, self.queries, self.steps);
        *self = Session {
            errors,
            queries,
            steps,
            rules: std::mem::take(&mut self.rules),
            efforts: std::mem::take(&mut self.efforts),
            inferences: std::mem::take(&mut self.inferences),
            ..Session::new(self.initial.clone())
        };
        Ok(())
    }

    fn reset_assertions(&mut self) {
        self.latest = Latest::Nothing;
        self.assertions.clear();
        self.levels.clear();
        self.named.clear();
    }

    fn assert(&mut self, term: Term, names: Vec<(String, Term)>) {
        self.latest = Latest::Nothing;
        let name = names
            .iter()
            .find(|(_, named)| *named == term)
            .map(|(name, _)| name.clone());
        let levels = self.levels.len();
        self.named
            .extend(names.into_iter().map(|(name, named)| (name, named, levels)));
        self.assertions.push(Assertion { term, name });
    }

    fn check_sat(&mut self, assumptions: Vec<Written>, host: &mut dyn Host) {
        self.queries += 1;
        let terms: Vec<Term> = self
            .assertions()
            .chain(assumptions.iter().map(|(term, _)| *term))
            .collect();
        let budget = host.begin_query(&self.options);
        let defined = recursion::defined(&self.environment.definitions());
        let unfolded = match defined.is_empty() {
            true => terms.clone(),
            false => recursion::unfold(&mut self.store, &defined, &terms, &budget),
        };
        let eliminated: Vec<Term> = unfolded
            .iter()
            .map(|&term| quantified::eliminate(&mut self.store, term))
            .collect();
        let outcome = self.simplify_and_solve(&eliminated, &budget, host);
        let outcome = match outcome {
            Outcome::Unsat(core) if self.options.minimize_unsat_cores => {
                Outcome::Unsat(self.minimal_core(&core, &eliminated, &budget))
            }
            other => {
                let checked = quantified::to_certify(&self.store, &terms, &unfolded, &eliminated);
                let certified =
                    recursion::certify_defined(&self.store, &defined, &checked, other, &budget);
                quantified::none_fails(&self.store, &terms, certified)
            }
        };
        self.steps = self.steps.saturating_add(budget.spent());
        let word = match &outcome {
            Outcome::Sat(_) => "sat",
            Outcome::Unsat(_) => "unsat",
            Outcome::Unknown(why) => {
                if self.options.verbosity > 0 {
                    host.remark(&format!("unknown: {why}"));
                }
                "unknown"
            }
        };
        self.latest = Latest::Answer {
            outcome,
            assumptions,
        };
        // The reply goes out before the query is closed: a process that was told to die while it
        // solved does so at that point.
        host.reply(word);
        host.end_query(&budget);
    }

    /// Solves, counting the laws of simplification that fired; with `trace`, each is shown.
    fn simplify_and_solve(
        &mut self,
        terms: &[Term],
        budget: &Budget,
        host: &mut dyn Host,
    ) -> Outcome {
        let mut preprocessor = Preprocessor::new();
        let steps: Rc<RefCell<Vec<String>>> = Rc::default();
        if self.options.trace {
            let steps = Rc::clone(&steps);
            preprocessor.simplifier().set_trace(
                move |store: &TermStore, rule: &'static str, from: Term, to: Term| {
                    let (from, to) = (print_term(store, from), print_term(store, to));
                    steps.borrow_mut().push(format!("{rule}: {from} ~> {to}"));
                },
            );
        }
        let mut report = Report::default();
        let options = &self.options;
        let mut ground = |store: &mut TermStore, terms: &[Term]| {
            solve(
                store,
                terms,
                options,
                &mut preprocessor,
                budget,
                &mut report,
            )
        };
        let outcome = match quantified::is_quantified(&self.store, terms) {
            true => quantified::solve_quantified(&mut self.store, terms, budget, &mut ground),
            false => ground(&mut self.store, terms),
        };
        self.note(report, host);
        for (rule, count) in preprocessor.simplifier().statistics() {
            *self.rules.entry(rule).or_default() += count;
        }
        for step in steps.borrow().iter() {
            host.remark(step);
        }
        outcome
    }

    /// Keeps the statistics of a query, and shows what the probes found.
    fn note(&mut self, report: Report, host: &mut dyn Host) {
        if !report.probe.is_empty() {
            host.remark(&report.probe);
            report.reasons.iter().for_each(|why| host.remark(why));
        }
        report.trace.iter().for_each(|line| host.remark(line));
        for (name, count) in report.inferences {
            *self.inferences.entry(name).or_default() += count;
        }
        for (arm, effort) in report.efforts {
            *self.efforts.entry(arm).or_default() += effort;
        }
    }

    /// A core that cannot lose any assumption or named assertion: those without a name are in no
    /// printed core, so they need not be tried.
    fn minimal_core(&mut self, core: &[usize], terms: &[Term], budget: &Budget) -> Vec<usize> {
        let (assertions, options) = (&self.assertions, &self.options);
        let store = &mut self.store;
        cores::minimal(
            core,
            |member| assertions.get(member).is_none_or(|a| a.name.is_some()),
            |members| {
                let chosen: Vec<Term> = members.iter().map(|&member| terms[member]).collect();
                let (mut preprocessor, mut report) = (Preprocessor::new(), Report::default());
                match solve(
                    store,
                    &chosen,
                    options,
                    &mut preprocessor,
                    budget,
                    &mut report,
                ) {
                    Outcome::Unsat(core) => Some(core.iter().map(|&i| members[i]).collect()),
                    _ => None,
                }
            },
        )
    }

    /// The asserted formulas.
    pub fn assertions(&self) -> impl Iterator<Item = Term> {
        self.assertions.iter().map(|assertion| assertion.term)
    }

    /// The terms, to change, and what symbols mean in them.
    pub fn parts(&mut self) -> (&mut TermStore, &Environment) {
        (&mut self.store, &self.environment)
    }

    /// How many `(error …)` replies there were.
    #[must_use]
    pub fn errors(&self) -> u64 {
        self.errors
    }

    /// The options as they are now.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }
}
