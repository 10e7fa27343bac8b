//! What a run tells, as JSON.

use std::fmt::Write as _;

use sinew_smtlib::Diagnostic;

/// Something that happened. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A reply to the command at this line.
    Reply {
        /// Where the command begins.
        line: u32,
        /// What it is answered.
        text: String,
    },
    /// An error, and its place.
    Error {
        /// Where it begins, in lines and characters, both from 1.
        start: (u32, u32),
        /// Where it ends.
        end: (u32, u32),
        /// What is wrong, and what might have been meant.
        message: String,
    },
    /// The model behind a `sat`: names, sorts and values.
    Model {
        /// Where the query is.
        line: u32,
        /// A row for each symbol.
        rows: Vec<[String; 3]>,
    },
    /// Why a query is `unknown`, or why there is no proof.
    Reason {
        /// Where the query is.
        line: u32,
        /// The reason.
        text: String,
    },
    /// What vouches for an `unsat`: whether every step of its proof was checked.
    Certificate {
        /// Where the query is.
        line: u32,
        /// The certificate, as `(get-info :certificate)` has it.
        text: String,
    },
    /// A proof of an `unsat`.
    Proof {
        /// Where the query is.
        line: u32,
        /// The proof.
        text: String,
    },
    /// A remark for people.
    Remark {
        /// Its text.
        text: String,
    },
    /// The script has ended.
    End {
        /// How many steps it took.
        steps: u64,
    },
}

impl Event {
    pub(crate) fn error(diagnostic: &Diagnostic) -> Event {
        let place = |position: sinew_smtlib::Position| (position.line, position.column);
        Event::Error {
            start: place(diagnostic.start),
            end: place(diagnostic.end),
            message: diagnostic.summary(),
        }
    }

    /// The event as a JSON object.
    #[must_use]
    pub fn json(&self) -> String {
        match self {
            Event::Reply { line, text } => texts("reply", *line, text),
            Event::Reason { line, text } => texts("reason", *line, text),
            Event::Certificate { line, text } => texts("certificate", *line, text),
            Event::Proof { line, text } => texts("proof", *line, text),
            Event::Remark { text } => texts("remark", 0, text),
            Event::Error {
                start,
                end,
                message,
            } => format!(
                "{{\"kind\":\"error\",\"line\":{},\"column\":{},\"endLine\":{},\"endColumn\":{},\"text\":{}}}",
                start.0,
                start.1,
                end.0,
                end.1,
                quoted(message)
            ),
            Event::Model { line, rows } => {
                let row = |[name, sort, value]: &[String; 3]| {
                    format!("[{},{},{}]", quoted(name), quoted(sort), quoted(value))
                };
                let rows: Vec<String> = rows.iter().map(row).collect();
                format!(
                    "{{\"kind\":\"model\",\"line\":{line},\"rows\":[{}]}}",
                    rows.join(",")
                )
            }
            Event::End { steps } => format!("{{\"kind\":\"end\",\"steps\":{steps}}}"),
        }
    }
}

fn texts(kind: &str, line: u32, text: &str) -> String {
    format!(
        "{{\"kind\":\"{kind}\",\"line\":{line},\"text\":{}}}",
        quoted(text)
    )
}

/// The text as a JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if u32::from(c) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_escaped() {
        let event = Event::Reply {
            line: 3,
            text: "a\"\\\n\u{1}é".to_owned(),
        };
        assert_eq!(
            event.json(),
            "{\"kind\":\"reply\",\"line\":3,\"text\":\"a\\\"\\\\\\u000a\\u0001é\"}"
        );
    }
}
