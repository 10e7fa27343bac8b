//! Located errors: where, what, and what might have been meant.
//!
//! Inside the crate an error is a [`Fault`], which knows byte offsets into the text of one
//! command; the reader turns it into a [`Diagnostic`] with lines, columns and the source line.

use std::fmt::Write as _;

/// A place in the input. Lines and columns count from 1, columns in characters, the offset in
/// bytes from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
    /// Bytes before it.
    pub offset: u64,
}

impl Position {
    /// The beginning of the input.
    pub const START: Position = Position {
        line: 1,
        column: 1,
        offset: 0,
    };

    /// The position after reading `bytes`.
    #[must_use]
    pub fn after(self, bytes: &[u8]) -> Position {
        let newlines = bytes.iter().filter(|&&b| b == b'\n').count();
        let last_line = match bytes.iter().rposition(|&b| b == b'\n') {
            Some(newline) => &bytes[newline + 1..],
            None => bytes,
        };
        let characters = last_line.iter().filter(|&&b| b & 0xC0 != 0x80).count();
        let before = if newlines == 0 { self.column } else { 1 };
        Position {
            line: self.line.saturating_add(saturate(newlines)),
            column: before.saturating_add(saturate(characters)),
            offset: self.offset + bytes.len() as u64,
        }
    }
}

fn saturate(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// What is wrong with the input, and where.
///
/// ```
/// use sinew_smtlib::{Environment, parse_term};
/// use sinew_term::TermStore;
/// let error = parse_term(&mut TermStore::new(), &Environment::new(), "(str.lem \"a\")").unwrap_err();
/// assert_eq!(
///     error.smtlib(),
///     "(error \"line 1 column 2: unknown symbol `str.lem`; did you mean `str.len`?\")"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// First character of the offending text.
    pub start: Position,
    /// Just after its last character.
    pub end: Position,
    /// What is wrong.
    pub message: String,
    /// What to do about it, if that is known.
    pub help: Option<String>,
    /// The line that `start` is in, shortened around it if it is long.
    pub source_line: String,
    /// Characters of `source_line` before the offending text.
    pub caret: usize,
    /// How many characters of `source_line` to underline; at least one.
    pub caret_width: usize,
}

impl Diagnostic {
    /// Message and advice in one line, without the position.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut text = self.message.clone();
        if let Some(help) = &self.help {
            text.push_str("; ");
            text.push_str(help);
        }
        text.chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect()
    }

    /// The reply of a solver: `(error "line L column C: …")`, quotes doubled, on one line.
    #[must_use]
    pub fn smtlib(&self) -> String {
        format!(
            "(error \"line {} column {}: {}\")",
            self.start.line,
            self.start.column,
            self.summary().replace('"', "\"\"")
        )
    }

    /// For a person: the message, the place in `origin` (a file's name), the line and a caret.
    #[must_use]
    pub fn render(&self, origin: &str) -> String {
        let number = self.start.line.to_string();
        let margin = " ".repeat(number.len());
        let visible = |text: &str| printable(text.as_bytes()).into_iter().collect::<String>();
        let mut text = format!("error: {}\n", visible(&self.message));
        let (line, column) = (self.start.line, self.start.column);
        let _ = writeln!(text, "{margin}--> {origin}:{line}:{column}");
        let _ = writeln!(text, "{margin} |");
        let _ = writeln!(text, "{number} | {}", self.source_line);
        let caret = "^".repeat(self.caret_width.max(1));
        let _ = writeln!(text, "{margin} | {}{caret}", " ".repeat(self.caret));
        if let Some(help) = &self.help {
            let _ = writeln!(text, "{margin} = help: {}", visible(help));
        }
        text
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (line, column) = (self.start.line, self.start.column);
        write!(f, "line {line} column {column}: {}", self.summary())
    }
}

impl std::error::Error for Diagnostic {}

/// An error at byte offsets of the text at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

/// The result of every step of parsing; boxed, since success is the common case.
pub(crate) type Parsed<T> = Result<T, Box<Fault>>;

impl Fault {
    pub(crate) fn new(start: usize, end: usize, message: impl Into<String>) -> Box<Fault> {
        Box::new(Fault {
            start,
            end,
            message: message.into(),
            help: None,
        })
    }

    pub(crate) fn help(mut self: Box<Fault>, help: impl Into<String>) -> Box<Fault> {
        self.help = Some(help.into());
        self
    }
}

/// How many characters of a long line are shown before and after the place of an error.
const CONTEXT: usize = 60;

/// Places a fault: `bytes[first..]` begins at `at`, and `bytes[line_start..first]` is what is
/// known of the line before it.
pub(crate) fn locate(
    bytes: &[u8],
    line_start: usize,
    first: usize,
    at: Position,
    fault: Fault,
) -> Diagnostic {
    let start = (first + fault.start).min(bytes.len());
    let end = (first + fault.end).clamp(start, bytes.len());
    let start_position = at.after(&bytes[first..start]);
    let own_line = bytes[first..start]
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(line_start, |newline| first + newline + 1);
    let line_end = bytes[start..]
        .iter()
        .position(|&b| b == b'\n')
        .map_or(bytes.len(), |n| start + n);
    // A character takes at most four bytes, so this much is enough to show.
    let shown_from = own_line.max(start.saturating_sub(4 * CONTEXT + 4));
    let shown_to = line_end.min(start + 4 * CONTEXT + 4);
    let before = printable(&bytes[shown_from..start]);
    let after = printable(&bytes[start..shown_to]);
    let cut_before = before.len() > CONTEXT || shown_from > own_line;
    let before = &before[before.len().saturating_sub(CONTEXT)..];
    let mut source_line = String::new();
    if cut_before {
        source_line.push('…');
    }
    source_line.extend(before);
    let caret = before.len() + usize::from(cut_before);
    source_line.extend(after.iter().take(CONTEXT));
    if after.len() > CONTEXT {
        source_line.push('…');
    }
    while source_line.ends_with(' ') && source_line.chars().count() > caret {
        source_line.pop();
    }
    let marked = printable(&bytes[start..end.min(line_end).min(shown_to)]);
    Diagnostic {
        start: start_position,
        end: start_position.after(&bytes[start..end]),
        message: fault.message,
        help: fault.help,
        source_line,
        caret,
        caret_width: marked.len().clamp(1, CONTEXT),
    }
}

/// The characters of a piece of a line, one column each.
fn printable(bytes: &[u8]) -> Vec<char> {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| match c {
            '\t' | '\r' => ' ',
            c if c.is_control() => char::REPLACEMENT_CHARACTER,
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_lines() {
        let after = Position::START.after("aé\nb𝄞".as_bytes());
        assert_eq!((after.line, after.column, after.offset), (2, 3, 9));
    }

    #[test]
    fn a_long_line_is_shown_around_the_place() {
        let text = format!("{}oops{}", "x ".repeat(500), " y".repeat(500));
        let fault = *Fault::new(1000, 1004, "bad");
        let d = locate(text.as_bytes(), 0, 0, Position::START, fault);
        assert_eq!(d.start.column, 1001);
        assert_eq!(d.caret_width, 4);
        let shown: String = d.source_line.chars().skip(d.caret).take(4).collect();
        assert_eq!(shown, "oops");
        assert!(d.source_line.chars().count() <= 2 * CONTEXT + 2);
    }

    #[test]
    fn a_terminal_sees_no_control_characters() {
        let fault = Fault::new(0, 3, "found `\u{1b}[A`");
        let d = locate(b"\x1b[A\x07", 0, 0, Position::START, *fault);
        let shown = d.render("input") + &d.smtlib();
        assert!(
            !shown.contains(|c: char| c.is_control() && c != '\n'),
            "{shown:?}"
        );
    }

    #[test]
    fn rendering_points_at_the_text() {
        let fault = Fault::new(8, 12, "unknown symbol `fooo`").help("did you mean `foo`?");
        let d = locate(b"(assert fooo)", 0, 0, Position::START, *fault);
        assert_eq!(
            d.render("a.smt2"),
            "error: unknown symbol `fooo`\n --> a.smt2:1:9\n  |\n1 | (assert fooo)\n  |         ^^^^\n  = help: did you mean `foo`?\n"
        );
    }
}
