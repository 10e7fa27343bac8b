//! The process as a [`Host`]: standard streams, files, the clock.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use sinew::host::{Channel, Host};
use sinew::options::Options;
use sinew_base::{Progress, StopHandle};
use sinew_smtlib::Diagnostic;

use super::progress::ProgressLine;
use super::watch::{Limits, Watch};

/// Where text goes.
#[derive(Clone, Default)]
pub(crate) enum Target {
    #[default]
    Stdout,
    Stderr,
    File(Arc<File>),
}

impl Target {
    fn open(name: &str) -> Result<Target, String> {
        match name {
            // Some solvers create files of these names; as every client means it, they are channels.
            "stdout" => Ok(Target::Stdout),
            "stderr" => Ok(Target::Stderr),
            path => File::options()
                .append(true)
                .create(true)
                .open(path)
                .map(|file| Target::File(Arc::new(file)))
                .map_err(|error| format!("cannot write to `{path}`: {error}")),
        }
    }

    /// Writes a line, all at once, and makes sure that it can be read now.
    pub(crate) fn line(&self, text: &str) -> io::Result<()> {
        let mut line = String::with_capacity(text.len() + 1);
        line.push_str(text);
        line.push('\n');
        match self {
            Target::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(line.as_bytes())?;
                out.flush()
            }
            Target::Stderr => io::stderr().lock().write_all(line.as_bytes()),
            Target::File(file) => file.as_ref().write_all(line.as_bytes()),
        }
    }
}

/// The running process.
pub(crate) struct Process {
    diagnostic: Target,
    watch: Watch,
    start: Instant,
    /// Where the script comes from, for messages.
    origin: String,
    /// Whether a person types the commands and reads the replies.
    person: bool,
    /// The line about long queries, if somebody can see it.
    line: Option<ProgressLine>,
}

impl Process {
    /// Replies on standard output, remarks on standard error, the clock starting at `start`.
    pub(crate) fn new(start: Instant, watch: Watch, origin: String) -> Process {
        Process {
            diagnostic: Target::Stderr,
            watch,
            start,
            origin,
            person: false,
            line: None,
        }
    }

    /// From now on a person types the commands and reads the replies: one report of an error, the one
    /// that shows its place, is enough.
    pub(crate) fn meet_person(&mut self) {
        self.person = true;
    }

    /// From now on long queries show on the terminal what they are at, if there is one.
    pub(crate) fn show_progress(&mut self) {
        if io::stderr().is_terminal() {
            let line = ProgressLine::default();
            self.watch.show(line.clone());
            self.line = Some(line);
        }
    }

    /// The limits that hold also between queries.
    fn run_limits(&self, options: &Options) -> Limits {
        Limits {
            // A limit beyond what the clock can show is none.
            end: (options.tlimit != 0)
                .then(|| {
                    self.start
                        .checked_add(Duration::from_millis(options.tlimit))
                })
                .flatten(),
            megabytes: (options.memory != 0).then_some(options.memory),
        }
    }

    /// Watches the run as the options say, before there is a query.
    pub(crate) fn watch_run(&self, options: &Options) {
        if options.tlimit != 0 || options.memory != 0 {
            self.watch.limit(self.run_limits(options));
        }
    }

    /// The client has gone: nobody reads what is said, so nothing is left to do.
    fn give_up_on_output(error: &io::Error) -> ! {
        std::process::exit(if error.kind() == io::ErrorKind::BrokenPipe {
            0
        } else {
            1
        })
    }
}

impl Host for Process {
    fn reply(&mut self, text: &str) {
        if let Some(line) = &self.line {
            line.end();
        }
        if let Err(error) = self.watch.answering().line(text) {
            Process::give_up_on_output(&error);
        }
    }

    fn remark(&mut self, text: &str) {
        if let Some(line) = &self.line {
            line.erase();
        }
        // A lost remark is no reason to stop answering.
        let _ = self.diagnostic.line(text);
    }

    fn report(&mut self, diagnostic: &Diagnostic) {
        if !self.person {
            self.reply(&diagnostic.smtlib());
        }
        self.diagnose(diagnostic);
    }

    fn diagnose(&mut self, diagnostic: &Diagnostic) {
        if io::stderr().is_terminal() {
            self.remark(diagnostic.render(&self.origin).trim_end());
        }
    }

    fn failed(&mut self) {
        self.watch.failed();
    }

    fn write_file(&mut self, target: &str, text: &str) -> Result<(), String> {
        std::fs::write(target, text).map_err(|error| format!("{target}: {error}"))
    }

    fn keep_report(&mut self, script: &str) {
        let name = format!("sinew-refused-{}.smt2", std::process::id());
        let path = std::env::temp_dir().join(name);
        let remark = match std::fs::write(&path, script) {
            Ok(()) => format!(
                "a refutation was refused, which is a defect; please report {}",
                path.display()
            ),
            Err(why) => format!("a refutation was refused, which is a defect: {why}"),
        };
        self.remark(&remark);
    }

    fn redirect(&mut self, channel: Channel, target: &str) -> Result<(), String> {
        let target = Target::open(target)?;
        match channel {
            Channel::Regular => self.watch.redirect(target),
            Channel::Diagnostic => self.diagnostic = target,
        }
        Ok(())
    }

    fn progress(&mut self) -> Option<Progress> {
        self.line.as_ref().map(ProgressLine::begin)
    }

    fn begin_query(&mut self, options: &Options, stop: &StopHandle) {
        self.watch.begin(stop.clone(), self.run_limits(options));
    }

    fn end_query(&mut self) {
        if let Some(line) = &self.line {
            line.end();
        }
        self.watch.end();
    }
}
