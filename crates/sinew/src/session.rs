//! A session: the state that SMT-LIB commands act on, and what each of them does.
//!
//! The reader and elaborator (`sinew-smtlib`) have located and sort-checked a command before it
//! arrives here; what can still go wrong depends on the session's state (no model to show, too
//! many levels to pop) and is reported at the command's position. A command that fails changes
//! nothing.

mod answers;
mod embedded;
mod limits;
mod query;
mod rejected;
mod settings;

use sinew_smtlib::{Command, Diagnostic, Environment, Levels, Loss, Reader};
use sinew_term::{Term, TermStore};

pub use self::limits::CancelHandle;

use self::rejected::Rejected;
use self::settings::quoted;
use crate::host::{Buffer, Host};
use crate::options::{self, Options};
use crate::query::{Certificate, KeptState, Outcome, QueryCache, Statistics};
use crate::watch::Watch;

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
#[allow(clippy::large_enum_variant)] // A session has one.
enum Latest {
    #[default]
    Nothing,
    Answer {
        outcome: Outcome,
        certificate: Certificate,
        assumptions: Vec<Written>,
    },
    /// It may not be told, and why.
    Refused(String),
}

/// The state of one conversation.
///
/// ```
/// use sinew::Session;
/// let mut session = Session::default();
/// assert_eq!(session.run_text("(declare-const x String)(assert (= (str.len x) 2))"), "");
/// assert_eq!(session.run_text("(check-sat)(get-value ((str.len x)))"), "sat\n(((str.len x) 2))\n");
/// ```
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
    /// How many commands were answered `unsupported` that would have changed the meaning of others.
    declined: u64,
    /// What was not carried out, and is missing in what queries are about.
    rejected: Rejected,
    queries: u64,
    steps: u64,
    statistics: Statistics,
    /// Answers of earlier queries.
    cache: QueryCache,
    /// What earlier queries leave for later ones besides answers.
    kept: KeptState,
    cancel: CancelHandle,
    watch: Watch,
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
///
/// ```
/// use sinew::{Reader, Session, Step, host::Buffer};
/// let (mut session, mut reader, mut host) = (Session::default(), Reader::new(), Buffer::default());
/// reader.feed(b"(check-sat) (check-");
/// assert_eq!(session.step(&mut reader, &mut host), Step::Executed);
/// assert_eq!(session.step(&mut reader, &mut host), Step::Starved);
/// reader.feed(b"sat) (exit)");
/// assert_eq!(session.step(&mut reader, &mut host), Step::Executed);
/// assert_eq!(session.step(&mut reader, &mut host), Step::Exited);
/// assert_eq!(host.replies, "sat\nsat\n");
/// ```
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
    ///
    /// ```
    /// use sinew::{Session, options::Options};
    /// let options = Options { print_success: true, ..Options::default() };
    /// assert_eq!(Session::new(options).run_text("(push)(check-sat)"), "success\nsat\n");
    /// ```
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
            declined: 0,
            rejected: Rejected::default(),
            queries: 0,
            steps: 0,
            statistics: Statistics::default(),
            cache: QueryCache::default(),
            kept: KeptState::default(),
            cancel: CancelHandle::default(),
            watch: Watch::default(),
        };
        session.configure();
        session
    }

    /// A session with options in the form `--name=value` or `--flag`.
    ///
    /// ```
    /// use sinew::Session;
    /// let arguments = ["--tlimit-per=1000".to_owned(), "--print-success".to_owned()];
    /// let mut session = Session::with_arguments(&arguments).unwrap();
    /// assert_eq!(session.run_text("(get-option :tlimit-per)"), "1000\n");
    /// assert!(Session::with_arguments(&["--tlimit-pre=1000".to_owned()]).is_err());
    /// ```
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
    ///
    /// ```
    /// let mut session = sinew::Session::default();
    /// assert_eq!(session.run_text("(assert false)(check-sat)"), "unsat\n");
    /// assert_eq!(session.run_text("(chek-sat)"), "(error \"line 1 column 2: unknown command `chek-sat`; did you mean `check-sat`?\")\n");
    /// ```
    pub fn run_text(&mut self, script: &str) -> String {
        let (mut host, mut reader) = (Buffer::default(), Reader::new());
        reader.feed(script.as_bytes());
        while self.step(&mut reader, &mut host) == Step::Executed {}
        self.finish(&mut reader, &mut host);
        host.replies
    }

    /// Executes the next command, if it has arrived whole.
    ///
    /// ```
    /// use sinew::{Reader, Session, Step, host::Buffer};
    /// let (mut session, mut reader, mut host) = (Session::default(), Reader::new(), Buffer::default());
    /// reader.feed(b"(assert true)(check-sat)");
    /// while session.step(&mut reader, &mut host) == Step::Executed {}
    /// assert_eq!(host.replies, "sat\n");
    /// ```
    pub fn step(&mut self, reader: &mut Reader, host: &mut dyn Host) -> Step {
        let failed = match reader.next(&mut self.environment, &mut self.store) {
            None => return Step::Starved,
            Some(Ok(Command::Unsupported(name))) => {
                let line = reader.command_start().line;
                if self.options.verbosity > 0 {
                    host.remark(&format!("line {line}: `{name}` is not supported"));
                }
                host.reply("unsupported");
                let loss = self.reject(reader, line);
                if loss != Loss::Nothing {
                    self.declined += 1;
                    host.failed();
                }
                loss != Loss::Nothing
            }
            Some(Ok(command)) if self.options.parse_only && !changes_reading(&command) => {
                return match command {
                    Command::Exit => Step::Exited,
                    _ => Step::Executed,
                };
            }
            Some(Ok(command)) => {
                let exit = matches!(command, Command::Exit);
                let reply = self.perform(command, host);
                let failed = reply.is_err();
                match reply {
                    Ok(Answer::Success) if self.options.print_success => host.reply("success"),
                    Ok(Answer::Success | Answer::Said) => {}
                    Ok(Answer::Text(text)) => host.reply(&text),
                    Err(message) => self.report(&reader.diagnose(message), host),
                }
                if exit {
                    return Step::Exited;
                }
                failed
            }
            Some(Err(diagnostic)) => {
                self.report_unreadable(&diagnostic, host);
                self.reject(reader, diagnostic.start.line);
                if self.options.parse_error_exit {
                    return Step::Exited;
                }
                true
            }
        };
        match failed && self.options.strict {
            true => Step::Exited,
            false => Step::Executed,
        }
    }

    /// To be called when the input has ended and nothing whole is left of it: reports what it
    /// broke off in the middle of.
    ///
    /// ```
    /// use sinew::{Reader, Session, host::Buffer};
    /// let (mut session, mut reader, mut host) = (Session::default(), Reader::new(), Buffer::default());
    /// reader.feed(b"(check-sat");
    /// session.step(&mut reader, &mut host);
    /// session.finish(&mut reader, &mut host);
    /// assert!(host.replies.contains("1 closing parenthesis is missing"));
    /// ```
    pub fn finish(&mut self, reader: &mut Reader, host: &mut dyn Host) {
        if let Some(diagnostic) = reader.finish() {
            self.report_unreadable(&diagnostic, host);
            self.miss(Loss::Anything, diagnostic.start.line);
        }
    }

    /// Reports a command that cannot be read. Some clients know that the solver has ended by how the
    /// message begins.
    fn report_unreadable(&mut self, diagnostic: &Diagnostic, host: &mut dyn Host) {
        if !self.options.parse_error_exit {
            return self.report(diagnostic, host);
        }
        self.errors += 1;
        host.failed();
        let message = format!("Parse Error: {diagnostic}");
        host.reply(&format!("(error {})", quoted(&message)));
        host.diagnose(diagnostic);
    }

    fn report(&mut self, diagnostic: &Diagnostic, host: &mut dyn Host) {
        self.errors += 1;
        host.failed();
        host.report(diagnostic);
    }

    /// Notes that the latest command, at this line, is not carried out.
    fn reject(&mut self, reader: &mut Reader, line: u32) -> Loss {
        let loss = reader.loss(&self.environment, &mut self.store);
        self.miss(loss, line);
        loss
    }

    fn miss(&mut self, loss: Loss, line: u32) {
        if loss != Loss::Nothing {
            // What was found before is not about what the script says now.
            self.latest = Latest::Nothing;
            let global = self.options.global_declarations;
            self.rejected.note(loss, line, self.levels.len(), global);
        }
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
            Command::CheckSatUsing => {
                host.remark("the tactic of `check-sat-using` has no effect: this is `check-sat`");
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
            Command::Eval(term) => self.eval_in_model(term, host),
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
        self.rejected.pop(levels);
        self.named.retain(|&(_, _, level)| level <= levels);
    }

    fn reset(&mut self, host: &mut dyn Host) -> Result<(), String> {
        self.redirect(&self.initial, host)?;
        let (errors, declined) = (self.errors, self.declined);
        let (queries, steps) = (self.queries, self.steps);
        *self = Session {
            errors,
            declined,
            queries,
            steps,
            statistics: std::mem::take(&mut self.statistics),
            cancel: self.cancel.clone(),
            watch: std::mem::take(&mut self.watch),
            ..Session::new(self.initial.clone())
        };
        Ok(())
    }

    fn reset_assertions(&mut self) {
        self.latest = Latest::Nothing;
        self.assertions.clear();
        self.levels.clear();
        self.named.clear();
        self.rejected
            .reset_assertions(self.options.global_declarations);
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

    /// Forgets what was rejected, so that it stands in the way of no answer: for who has seen the
    /// error and may say it again, as a person at a prompt does.
    ///
    /// ```
    /// let mut session = sinew::Session::default();
    /// session.run_text("(assert (= x 1))");
    /// assert_eq!(session.run_text("(check-sat)"), "unknown\n");
    /// session.forgive_rejected();
    /// assert_eq!(session.run_text("(check-sat)"), "sat\n");
    /// ```
    pub fn forgive_rejected(&mut self) {
        self.rejected = Rejected::default();
    }

    /// The asserted formulas.
    ///
    /// ```
    /// let mut session = sinew::Session::default();
    /// session.run_text("(assert true)(push)(assert false)(pop)");
    /// assert_eq!(session.assertions().count(), 1);
    /// ```
    pub fn assertions(&self) -> impl Iterator<Item = Term> {
        self.assertions.iter().map(|assertion| assertion.term)
    }

    /// The terms, to change, and what symbols mean in them.
    ///
    /// ```
    /// let mut session = sinew::Session::default();
    /// session.run_text("(declare-const x String)(assert (= x \"a\"))");
    /// let (store, _) = session.parts();
    /// assert!(store.term_count() > 0);
    /// ```
    pub fn parts(&mut self) -> (&mut TermStore, &Environment) {
        (&mut self.store, &self.environment)
    }

    /// How many `(error …)` replies there were.
    ///
    /// ```
    /// let mut session = sinew::Session::default();
    /// session.run_text("(assert (= x 1))");
    /// assert_eq!(session.errors(), 1);
    /// ```
    #[must_use]
    pub fn errors(&self) -> u64 {
        self.errors
    }

    /// How many commands failed: those with an error, and those without support that would have
    /// changed the meaning of others.
    ///
    /// ```
    /// let mut session = sinew::Session::default();
    /// session.run_text("(declare-const n Int)(minimize n)");
    /// assert_eq!((session.errors(), session.failures()), (0, 1));
    /// ```
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.errors + self.declined
    }

    /// The options as they are now.
    ///
    /// ```
    /// let mut session = sinew::Session::default();
    /// session.run_text("(set-option :tlimit-per 500)");
    /// assert_eq!(session.options().tlimit_per, 500);
    /// ```
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }
}

/// Whether the command changes how later ones are read, beyond what the reader keeps by itself.
fn changes_reading(command: &Command) -> bool {
    matches!(command, Command::SetOption { .. } | Command::Reset)
}
