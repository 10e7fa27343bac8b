//! A conversation at a terminal: a line editor with history, completion and commands of several lines.
//!
//! Ctrl-C throws away what is half typed, or stops the query that is running (see `watch`); it never
//! ends the session. Ctrl-D, `exit` and `quit` do.

use std::io::{self, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Editor, Helper, Highlighter, Hinter, history::MemHistory};
use sinew::{Session, Step};
use sinew_smtlib::{Reader, command_names};
use sinew_term::Op;

use super::process::Process;

const PROMPT: &str = "sinew> ";

const HELP: &str = "\
Commands are SMT-LIB, and may have several lines:
  (declare-const x String)        a symbol
  (assert (str.contains x \"ab\"))  a formula
  (check-sat) (get-model)         a question, and the values found
  (push) (pop) (reset)            levels, and a new beginning
  (simplify t) (eval t)           a term made simple, or its value in the model
  exit                            the end
Tab completes names; Ctrl-C throws away what is half typed, or stops a query.";

/// What the editor asks about a text.
#[derive(Helper, Highlighter, Hinter)]
struct Assistant {
    /// Names that complete, sorted.
    names: Vec<String>,
}

impl Assistant {
    fn new() -> Assistant {
        let operators = Op::TABLE.iter().map(|row| row.name);
        let words = command_names().chain(operators);
        let mut assistant = Assistant {
            names: words.map(str::to_owned).collect(),
        };
        assistant.sort();
        assistant
    }

    fn sort(&mut self) {
        self.names.sort_unstable();
        self.names.dedup();
    }

    /// Takes up what the session has declared since.
    fn learn(&mut self, session: &mut Session) {
        let (store, environment) = session.parts();
        let declared = environment.declarations(store);
        self.names
            .extend(declared.iter().map(|&fun| store.fun_name(fun).to_owned()));
        self.sort();
    }
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let begins = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '|');
        let before = &line[..position];
        let start = before.rfind(begins).map_or(0, |at| at + 1);
        let prefix = &before[start..];
        let fits = |name: &&String| !prefix.is_empty() && name.starts_with(prefix);
        Ok((start, self.names.iter().filter(fits).cloned().collect()))
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match is_open(context.input()) {
            true => ValidationResult::Incomplete,
            false => ValidationResult::Valid(None),
        })
    }
}

/// Whether a parenthesis, a string or a quoted symbol is still open at the end of the text.
fn is_open(text: &str) -> bool {
    let (mut depth, mut inside) = (0_i64, None);
    for c in text.chars() {
        match (inside, c) {
            (Some(';'), '\n') => inside = None,
            (Some(opening), _) if opening != ';' && opening == c => inside = None,
            (Some(_), _) => {}
            (None, '"' | '|' | ';') => inside = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, _) => {}
        }
    }
    depth > 0 || matches!(inside, Some('"' | '|'))
}

/// Talks until the person leaves. Returns what went wrong with the terminal, if something did.
pub(crate) fn converse(session: &mut Session, process: &mut Process) -> Option<String> {
    let cannot = |error: &dyn std::fmt::Display| Some(format!("cannot read on: {error}"));
    let mut editor: Editor<Assistant, MemHistory> =
        match Editor::with_history(rustyline::Config::default(), MemHistory::new()) {
            Ok(editor) => editor,
            Err(error) => return cannot(&error),
        };
    editor.set_helper(Some(Assistant::new()));
    let mut reader = Reader::new();
    loop {
        let text = match editor.readline(PROMPT) {
            Ok(text) => text,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => return None,
            Err(error) => return cannot(&error),
        };
        match text.trim() {
            "" => continue,
            "exit" | "quit" => return None,
            "help" | "?" => {
                let _ = writeln!(io::stderr(), "{HELP}");
                continue;
            }
            _ => {}
        }
        // Only a full history refuses, and there is no limit but the default.
        let _ = editor.add_history_entry(text.as_str());
        reader.feed(text.as_bytes());
        reader.feed(b"\n");
        loop {
            match session.step(&mut reader, process) {
                Step::Executed => {}
                Step::Starved => break,
                Step::Exited => return None,
            }
        }
        // The person has seen what was rejected.
        session.forgive_rejected();
        if let Some(assistant) = editor.helper_mut() {
            assistant.learn(session);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_may_have_several_lines() {
        for open in ["(assert", "(echo \")", "(declare-const |a) b", "((\n)"] {
            assert!(is_open(open), "{open}");
        }
        for whole in [
            "",
            "(check-sat)",
            "(echo \"(\"\"\")",
            "exit ; (",
            ")",
            "(a |)| \"(\")",
        ] {
            assert!(!is_open(whole), "{whole}");
        }
    }

    #[test]
    fn names_complete() {
        let mut session = Session::default();
        session.run_text("(declare-const string-of-mine String)");
        let mut assistant = Assistant::new();
        assistant.learn(&mut session);
        let history = MemHistory::new();
        let complete = |line: &str| {
            let context = Context::new(&history);
            assistant
                .complete(line, line.len(), &context)
                .expect("no error")
        };
        assert_eq!(
            complete("(assert (str.pre"),
            (9, vec!["str.prefixof".to_owned()])
        );
        assert_eq!(complete("(get-mo"), (1, vec!["get-model".to_owned()]));
        assert_eq!(
            complete("(= string-"),
            (3, vec!["string-of-mine".to_owned()])
        );
        assert_eq!(complete("(= ").1, Vec::<String>::new());
    }
}
