//! What a session needs from the outside world: somewhere to put replies.
//!
//! The session itself never touches files or signals, and keeps its limits by itself. The binary's
//! host writes to streams and files; tests and embedders use [`Buffer`], which collects replies in
//! memory.

use sinew_base::{Progress, StopHandle};
use sinew_smtlib::Diagnostic;

use crate::options::Options;

/// The two output channels of SMT-LIB.
///
/// ```
/// use sinew::host::{Buffer, Channel, Host};
/// assert!(Buffer::default().redirect(Channel::Regular, "a file").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Replies.
    Regular,
    /// Remarks.
    Diagnostic,
}

/// The outside world, as far as a session is concerned.
///
/// ```
/// use sinew::host::{Channel, Host};
/// use sinew::{Reader, Session, Step};
///
/// /// Counts answers, and forgets everything else.
/// #[derive(Default)]
/// struct Counting {
///     answers: usize,
/// }
///
/// impl Host for Counting {
///     fn reply(&mut self, text: &str) {
///         self.answers += usize::from(text == "sat" || text == "unsat");
///     }
///
///     fn remark(&mut self, _: &str) {}
///
///     fn redirect(&mut self, _: Channel, target: &str) -> Result<(), String> {
///         Err(format!("there is no {target} here"))
///     }
/// }
///
/// let (mut session, mut reader, mut host) = (Session::default(), Reader::new(), Counting::default());
/// reader.feed(b"(check-sat)(echo \"sat?\")(assert false)(check-sat)");
/// while session.step(&mut reader, &mut host) == Step::Executed {}
/// assert_eq!(host.answers, 2);
/// ```
pub trait Host {
    /// Prints one reply and makes sure that the client can read it now.
    fn reply(&mut self, text: &str);

    /// Prints something for people, on the diagnostic channel.
    fn remark(&mut self, text: &str);

    /// Reports an error: the reply that programs read, and where it is for a person.
    fn report(&mut self, diagnostic: &Diagnostic) {
        self.reply(&diagnostic.smtlib());
        self.diagnose(diagnostic);
    }

    /// Shows a person where in the source an error is, if a person is watching.
    fn diagnose(&mut self, diagnostic: &Diagnostic) {
        let _ = diagnostic;
    }

    /// A command failed.
    fn failed(&mut self) {}

    /// Sends a channel to `stdout`, `stderr` or a file; the error says why that cannot be.
    fn redirect(&mut self, channel: Channel, target: &str) -> Result<(), String>;

    /// Where a query shall note how far it is, if somebody watches. Asked for before each query.
    fn progress(&mut self) -> Option<Progress> {
        None
    }

    /// Writes a file; the error says why that cannot be.
    fn write_file(&mut self, target: &str, text: &str) -> Result<(), String> {
        let _ = (target, text);
        Err("this session has no access to files".to_owned())
    }

    /// Keeps a script about a defect, for a person to report.
    fn keep_report(&mut self, script: &str) {
        let _ = script;
    }

    /// A query begins under these options. It ends with `unknown` soon after `stop` is raised; the
    /// limits that the options set are the session's affair.
    fn begin_query(&mut self, options: &Options, stop: &StopHandle) {
        let _ = (options, stop);
    }

    /// The query has ended.
    fn end_query(&mut self) {}
}

/// A host that keeps replies in memory.
///
/// ```
/// use sinew::{Reader, Session, Step, host::Buffer};
/// let (mut session, mut reader, mut host) = (Session::default(), Reader::new(), Buffer::default());
/// reader.feed(b"(check-sat)");
/// while session.step(&mut reader, &mut host) == Step::Executed {}
/// assert_eq!(host.replies, "sat\n");
/// ```
#[derive(Debug, Default)]
pub struct Buffer {
    /// All replies, each with its newline.
    pub replies: String,
    /// All remarks.
    pub remarks: String,
}

impl Host for Buffer {
    fn reply(&mut self, text: &str) {
        self.replies.push_str(text);
        self.replies.push('\n');
    }

    fn remark(&mut self, text: &str) {
        self.remarks.push_str(text);
        self.remarks.push('\n');
    }

    fn redirect(&mut self, _: Channel, target: &str) -> Result<(), String> {
        match target {
            "stdout" | "stderr" => Ok(()),
            _ => Err("this session has no access to files".to_owned()),
        }
    }
}
