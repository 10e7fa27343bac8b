//! Runs a solver over a batch of questions and reads its answers.
//!
//! A question is a pair of a ground term and a value; the solver is asked whether they can
//! differ. Each question is announced by an `echo`, so that a solver that stops in the middle
//! (cvc5 does at the first term it does not accept) is started again after it.

use std::io::{Read, Write as _};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A ground term and the value that the reference semantics gives it.
pub(crate) struct Query {
    pub(crate) term: String,
    pub(crate) value: String,
    pub(crate) origin: String,
}

/// What a solver says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The term has this value.
    Agrees,
    /// It may have another.
    Disagrees,
    /// `unknown`.
    GivesUp,
    /// An error message.
    Rejected(String),
    /// The process ended, or was stopped, without a word.
    Died,
    /// The solver is known not to evaluate a symbol in the term.
    NotAsked,
}

impl Answer {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Answer::Agrees => "agrees",
            Answer::Disagrees => "disagrees",
            Answer::GivesUp => "unknown",
            Answer::Rejected(_) => "rejected",
            Answer::Died => "died",
            Answer::NotAsked => "not asked",
        }
    }
}

pub(crate) struct Solver {
    pub(crate) name: &'static str,
    program: String,
    flags: &'static [&'static str],
    /// A symbol that the solver reads but does not evaluate; terms with it are not sent.
    opaque: Option<&'static str>,
}

impl Solver {
    pub(crate) fn z3(program: &str) -> Solver {
        Solver {
            name: "z3",
            program: program.to_owned(),
            flags: &["-in", "-t:300"],
            opaque: Some("str.replace_re"),
        }
    }

    pub(crate) fn cvc5(program: &str) -> Solver {
        Solver {
            name: "cvc5",
            program: program.to_owned(),
            flags: &[
                "--lang=smt2",
                "--incremental",
                "--strings-exp",
                "--tlimit-per=1000",
            ],
            opaque: None,
        }
    }

    pub(crate) fn available(&self) -> bool {
        Command::new(&self.program)
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }

    /// One answer for each question.
    pub(crate) fn run(&self, queries: &[Query]) -> Vec<Answer> {
        let opaque = |query: &&Query| {
            self.opaque
                .is_some_and(|symbol| query.term.contains(symbol))
        };
        let asked: Vec<&Query> = queries.iter().filter(|query| !opaque(query)).collect();
        let mut answers = self.ask(&asked).into_iter();
        let answer = |query| match opaque(&query) {
            true => Answer::NotAsked,
            false => answers.next().unwrap_or(Answer::Died),
        };
        queries.iter().map(answer).collect()
    }

    fn ask(&self, queries: &[&Query]) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(queries.len());
        while answers.len() < queries.len() {
            let rest = &queries[answers.len()..];
            let output = self.output(&script(rest));
            let mut found = read_answers(&output);
            // Nothing at all would be asked again for ever.
            if found.is_empty() {
                found.push(Answer::Died);
            }
            found.truncate(rest.len());
            answers.extend(found);
        }
        answers
    }

    fn output(&self, script: &str) -> String {
        let child = Command::new(&self.program)
            .args(self.flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut child) = child else {
            return String::new();
        };
        let stdin = child.stdin.take();
        let script = script.to_owned();
        let writer = std::thread::spawn(move || {
            if let Some(mut stdin) = stdin {
                // The solver may stop reading at an error; then the rest is asked again.
                let _ = stdin.write_all(script.as_bytes());
            }
        });
        let output = Arc::new(Mutex::new(Vec::new()));
        let reader = child.stdout.take().map(|stdout| {
            let output = Arc::clone(&output);
            std::thread::spawn(move || copy(stdout, &output))
        });
        let length = || output.lock().map_or(0, |output| output.len());
        let (mut last, mut since) = (0, Instant::now());
        while matches!(child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(5));
            if length() != last {
                (last, since) = (length(), Instant::now());
            } else if since.elapsed() > SILENCE {
                let _ = child.kill();
            }
        }
        let _ = writer.join();
        let _ = reader.map(std::thread::JoinHandle::join);
        output.lock().map_or_else(
            |_| String::new(),
            |output| String::from_utf8_lossy(&output).into_owned(),
        )
    }
}

/// How long a solver may say nothing before it is stopped; its own limit is shorter.
const SILENCE: Duration = Duration::from_millis(1500);

/// Appends what comes to `output` until it ends.
fn copy(mut from: impl Read, output: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        if let Ok(mut output) = output.lock() {
            output.extend_from_slice(&buffer[..count]);
        }
    }
}

const MARK: &str = "next-question";

fn script(queries: &[&Query]) -> String {
    let mut text = String::from("(set-logic ALL)\n");
    for Query { term, value, .. } in queries {
        text += &format!("(echo \"{MARK}\")\n(push 1)\n");
        text += &format!("(assert (not (= {term} {value})))\n(check-sat)\n(pop 1)\n");
    }
    text
}

/// A message without digits, so that those about different places are the same.
fn without_place(message: &str) -> String {
    let message = message.trim().chars().filter(|c| !c.is_ascii_digit());
    message.take(110).collect()
}

/// The answers in a solver's output, up to the last question that it was asked.
fn read_answers(output: &str) -> Vec<Answer> {
    let mut answers = Vec::new();
    for part in output.split(MARK).skip(1) {
        let error = part.lines().find(|line| line.contains("error"));
        answers.push(match error {
            Some(line) => Answer::Rejected(without_place(line)),
            None if part.lines().any(|line| line.trim() == "unsat") => Answer::Agrees,
            None if part.lines().any(|line| line.trim() == "sat") => Answer::Disagrees,
            None if part.lines().any(|line| line.trim() == "unknown") => Answer::GivesUp,
            None => Answer::Died,
        });
    }
    answers
}
