//! The incremental reader: bytes in as they come, commands out as soon as they are complete.
//!
//! A scanner that knows only parentheses, strings, bars and comments finds the end of each
//! command; the text of a whole command then goes to the parser. So tokens may be split across
//! writes anywhere, and after an error reading goes on behind the command that has it.

use sinew_term::{Term, TermStore};

use crate::command::Command;
use crate::diagnostic::{Diagnostic, Fault, Position, locate};
use crate::elaborate::{Elaborator, MAX_TEXT, Scratch, settle};
use crate::environment::Environment;
use crate::lexer::{Kind, is_blank};
use crate::loss::{Loss, loss};
use crate::parse_command::parse_command;

/// What the scanner is in the middle of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Normal,
    String,
    Quoted,
    Comment,
}

/// Reads commands from bytes that arrive in pieces.
///
/// ```
/// use sinew_smtlib::{Command, Environment, Reader};
/// use sinew_term::TermStore;
/// let (mut store, mut env, mut reader) = (TermStore::new(), Environment::new(), Reader::new());
/// reader.feed(b"(check-");
/// assert!(reader.next(&mut env, &mut store).is_none());
/// reader.feed(b"sat)");
/// assert_eq!(reader.next(&mut env, &mut store), Some(Ok(Command::CheckSat)));
/// assert_eq!(reader.finish(), None);
/// ```
pub struct Reader {
    buffer: Vec<u8>,
    /// Everything before this has been dealt with.
    consumed: usize,
    /// The place of `consumed` in the input.
    at: Position,
    /// Where the line of `consumed` begins in the buffer, as far as it is kept.
    line_start: usize,
    /// Everything between `consumed` and this has been scanned.
    scanned: usize,
    mode: Mode,
    depth: u64,
    scratch: Scratch,
    latest: Latest,
}

/// Where the latest command stands; its text is in the buffer until more is fed.
#[derive(Clone, Copy, Default)]
struct Latest {
    start: usize,
    end: usize,
    line_start: usize,
    at: Option<Position>,
}

impl Default for Reader {
    fn default() -> Self {
        Reader::new()
    }
}

/// Of a line that is already read, this much is kept to show in messages.
const KEEP: usize = 512;

/// Some editors put this before everything; it means nothing.
const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

/// Text between commands is reported in pieces of at most this length.
const MAX_STRAY: usize = 4096;

impl Reader {
    /// A reader at the beginning of its input.
    #[must_use]
    pub fn new() -> Reader {
        Reader {
            buffer: Vec::new(),
            consumed: 0,
            at: Position::START,
            line_start: 0,
            scanned: 0,
            mode: Mode::Normal,
            depth: 0,
            scratch: Scratch::default(),
            latest: Latest::default(),
        }
    }

    /// Adds the next piece of the input.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.compact();
        self.buffer.extend_from_slice(bytes);
    }

    /// Where the next command is looked for.
    #[must_use]
    pub fn position(&self) -> Position {
        self.at
    }

    /// Whether [`next`](Reader::next), when it was last called, found the beginning of a command
    /// whose end is still to come.
    #[must_use]
    pub fn is_inside_command(&self) -> bool {
        self.depth > 0
    }

    /// The next command, applied to the environment as far as it concerns the meaning of
    /// symbols; `None` if no further command is complete yet. A command with an error changes
    /// nothing, and reading goes on behind it.
    pub fn next(
        &mut self,
        env: &mut Environment,
        store: &mut TermStore,
    ) -> Option<Result<Command, Diagnostic>> {
        if self.depth == 0
            && let Some(fault) = self.skip_between()?
        {
            return Some(Err(fault));
        }
        let end = self.scan_command()?;
        let result = {
            let bytes = &self.buffer[self.consumed..end];
            match std::str::from_utf8(bytes) {
                Ok(_) if bytes.len() > MAX_TEXT => {
                    Err(Fault::new(0, 1, "this command is longer than 4 GB"))
                }
                Ok(text) => parse_command(text, store, env, &mut self.scratch),
                Err(error) => Err(invalid_utf8(error)),
            }
        };
        let result = result.map_err(|fault| self.diagnostic(*fault, end));
        self.latest = Latest {
            start: self.consumed,
            end,
            line_start: self.line_start,
            at: Some(self.at),
        };
        self.consume(end);
        Some(result)
    }

    /// Where the command that [`next`](Reader::next) gave last begins.
    #[must_use]
    pub fn command_start(&self) -> Position {
        self.latest.at.unwrap_or(self.at)
    }

    /// A diagnostic for the command that [`next`](Reader::next) gave last: for errors that only
    /// whoever executes the command can find. To be called before more input is fed.
    #[must_use]
    pub fn diagnose(&self, message: impl Into<String>) -> Diagnostic {
        let Latest {
            start,
            end,
            line_start,
            ..
        } = self.latest;
        let fault = Fault::new(0, 1, message);
        locate(
            &self.buffer[..end.min(self.buffer.len())],
            line_start.min(self.buffer.len()),
            start.min(self.buffer.len()),
            self.command_start(),
            *fault,
        )
    }

    /// What the script loses if what [`next`](Reader::next) gave last, a command or an error, is
    /// not carried out. To be called before more input is fed.
    pub fn loss(&mut self, env: &Environment, store: &mut TermStore) -> Loss {
        let Latest { start, end, .. } = self.latest;
        let text = self.buffer.get(start..end).unwrap_or_default();
        loss(text, store, env, &mut self.scratch)
    }

    /// To be called at the end of the input, when [`next`](Reader::next) has nothing more: the
    /// error for an input that breaks off in the middle of something. The reader is then as new
    /// but for its position.
    pub fn finish(&mut self) -> Option<Diagnostic> {
        let end = self.buffer.len();
        let mode = std::mem::replace(&mut self.mode, Mode::Normal);
        let depth = std::mem::take(&mut self.depth);
        let fault = if depth > 0 {
            let inside = match mode {
                Mode::String => ", inside a string literal",
                Mode::Quoted => ", inside a quoted symbol",
                Mode::Normal | Mode::Comment => "",
            };
            let plural = if depth == 1 { "is is" } else { "es are" };
            let missing = format!("{depth} closing parenthes{plural} missing");
            let message = format!("the input ends in the middle of this command{inside}");
            Some(Fault::new(0, 1, message).help(missing))
        } else if mode == Mode::Normal && self.consumed < end {
            Some(self.stray(end - self.consumed))
        } else {
            None
        };
        let diagnostic = fault.map(|fault| self.diagnostic(*fault, end));
        self.consume(end);
        self.scanned = self.consumed;
        diagnostic
    }

    /// Skips blanks and comments between commands, up to the parenthesis that opens one.
    /// `None`: nothing but these has come. `Some(Some(…))`: something that is no command.
    fn skip_between(&mut self) -> Option<Option<Diagnostic>> {
        let mut at = self.scanned;
        loop {
            if self.mode == Mode::Comment {
                match self.buffer[at..]
                    .iter()
                    .position(|&b| b == b'\n' || b == b'\r')
                {
                    Some(length) => {
                        at += length;
                        self.mode = Mode::Normal;
                    }
                    None => {
                        let end = self.buffer.len();
                        self.consume(end);
                        return None;
                    }
                }
            }
            let blanks = self.buffer[at..].iter().position(|&b| !is_blank(b));
            let Some(blanks) = blanks else {
                let end = self.buffer.len();
                self.consume(end);
                return None;
            };
            at += blanks;
            self.consume(at);
            match self.buffer[at] {
                b';' => self.mode = Mode::Comment,
                b'(' => return Some(None),
                b')' => {
                    let fault = Fault::new(0, 1, "this parenthesis closes nothing");
                    return Some(Some(self.pass_over(*fault, at + 1)));
                }
                _ => {
                    let length = self.stray_length(at)?;
                    if self.at.offset == 0 && self.buffer[at..at + length] == *BYTE_ORDER_MARK {
                        at += length;
                        continue;
                    }
                    let fault = self.stray(length);
                    return Some(Some(self.pass_over(*fault, at + length)));
                }
            }
        }
    }

    /// Passes over something that is no command, up to `end`.
    fn pass_over(&mut self, fault: Fault, end: usize) -> Diagnostic {
        let diagnostic = self.diagnostic(fault, end);
        self.latest = Latest {
            start: self.consumed,
            end,
            line_start: self.line_start,
            at: Some(self.at),
        };
        self.consume(end);
        diagnostic
    }

    /// How long the text is that stands between commands at `at`, if its end has come. Very
    /// long ones are cut, so that they are not searched again with every piece of the input.
    fn stray_length(&mut self, at: usize) -> Option<usize> {
        let rest = &self.buffer[at..];
        let mut longest = rest.len().min(MAX_STRAY);
        while longest < rest.len() && longest > 1 && rest[longest] & 0xC0 == 0x80 {
            longest -= 1;
        }
        let cut = (longest < rest.len()).then_some(longest);
        let rest = &rest[..longest];
        let end = match rest[0] {
            quote @ (b'"' | b'|') => rest[1..].iter().position(|&b| b == quote).map(|n| n + 2),
            _ => rest
                .iter()
                .position(|&b| is_blank(b) || matches!(b, b'(' | b')' | b';' | b'"' | b'|'))
                .map(|n| n.max(1)),
        };
        end.or(cut)
    }

    fn stray(&self, length: usize) -> Box<Fault> {
        let bytes = &self.buffer[self.consumed..self.consumed + length];
        match std::str::from_utf8(bytes) {
            Err(error) => invalid_utf8(error),
            Ok(text) if text.starts_with('\0') => Fault::new(0, 1, "NUL byte in the input"),
            Ok(text) => {
                let shown: String = text.chars().take(40).collect();
                let message = format!("expected a command in parentheses, found `{shown}`");
                Fault::new(0, length, message)
            }
        }
    }

    /// The end of the command that begins at `consumed`, if it has come.
    fn scan_command(&mut self) -> Option<usize> {
        let bytes = &self.buffer;
        let mut at = self.scanned;
        let (mut mode, mut depth) = (self.mode, self.depth);
        let end = loop {
            let Some(&byte) = bytes.get(at) else {
                break None;
            };
            at += 1;
            match mode {
                Mode::Normal => match byte {
                    b'(' => depth += 1,
                    b')' => {
                        depth -= 1;
                        if depth == 0 {
                            break Some(at);
                        }
                    }
                    b'"' => mode = Mode::String,
                    b'|' => mode = Mode::Quoted,
                    b';' => mode = Mode::Comment,
                    _ => {}
                },
                // A doubled quote closes the literal and opens it again.
                Mode::String if byte == b'"' => mode = Mode::Normal,
                Mode::Quoted if byte == b'|' => mode = Mode::Normal,
                Mode::Comment if byte == b'\n' || byte == b'\r' => mode = Mode::Normal,
                _ => {}
            }
        };
        self.scanned = at;
        self.mode = mode;
        self.depth = depth;
        end
    }

    fn diagnostic(&self, fault: Fault, end: usize) -> Diagnostic {
        locate(
            &self.buffer[..end],
            self.line_start,
            self.consumed,
            self.at,
            fault,
        )
    }

    /// Everything before `end` has been dealt with.
    fn consume(&mut self, end: usize) {
        let bytes = &self.buffer[self.consumed..end];
        if let Some(newline) = bytes.iter().rposition(|&b| b == b'\n') {
            self.line_start = self.consumed + newline + 1;
        }
        self.at = self.at.after(bytes);
        self.consumed = end;
        self.scanned = self.scanned.max(end);
    }

    /// Forgets what has been dealt with, except a piece of the line at hand.
    fn compact(&mut self) {
        // The place stays true, but the text moves or goes.
        self.latest = Latest {
            at: self.latest.at,
            ..Latest::default()
        };
        let keep_from = self.line_start.max(self.consumed.saturating_sub(KEEP));
        if keep_from < 4096 || keep_from < self.buffer.len() / 2 {
            return;
        }
        self.buffer.drain(..keep_from);
        self.consumed -= keep_from;
        self.scanned -= keep_from;
        self.line_start = 0;
    }
}

fn invalid_utf8(error: std::str::Utf8Error) -> Box<Fault> {
    let start = error.valid_up_to();
    let end = start + error.error_len().unwrap_or(1);
    Fault::new(start, end, "this is not valid UTF-8")
}

/// Reads one closed term.
///
/// ```
/// use sinew_smtlib::{Environment, parse_term, print_term};
/// use sinew_term::TermStore;
/// let (mut store, env) = (TermStore::new(), Environment::new());
/// let term = parse_term(&mut store, &env, r#"(str.++ "a" (str.from.int 3))"#).unwrap();
/// assert_eq!(print_term(&store, term), r#"(str.++ "a" (str.from_int 3))"#);
/// ```
pub fn parse_term(
    store: &mut TermStore,
    env: &Environment,
    text: &str,
) -> Result<Term, Diagnostic> {
    let fail = |fault: Box<Fault>| locate(text.as_bytes(), 0, 0, Position::START, *fault);
    if text.len() > MAX_TEXT {
        return Err(fail(Fault::new(0, 1, "this term is longer than 4 GB")));
    }
    let mut scratch = Scratch::default();
    let mut elaborator = Elaborator::new(text, store, env, &mut scratch);
    let term = elaborator.term().map_err(fail)?;
    match elaborator.lexer.next().map_err(fail)? {
        token if token.kind == Kind::End => Ok(settle(store, term)),
        token => Err(fail(Fault::new(
            token.start,
            token.end,
            "the term ends before this",
        ))),
    }
}

/// Reads a whole script, up to its end or the first error.
pub fn parse_script(
    store: &mut TermStore,
    env: &mut Environment,
    text: &str,
) -> Result<Vec<Command>, Diagnostic> {
    let mut reader = Reader::new();
    reader.feed(text.as_bytes());
    let mut commands = Vec::new();
    while let Some(result) = reader.next(env, store) {
        commands.push(result?);
    }
    match reader.finish() {
        Some(error) => Err(error),
        None => Ok(commands),
    }
}
