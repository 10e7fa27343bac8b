//! A script, executed command by command: replies with their places, models and proofs without being
//! asked for.

use sinew::host::{Channel, Host};
use sinew::options::Options;
use sinew::{Session, Step};
use sinew_base::StopHandle;
use sinew_smtlib::{Diagnostic, Reader, parse_model, print_sort, print_symbol, print_term};

use crate::event::Event;

/// What the page wants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes {
    /// The steps that each query may take; 0 means any number.
    pub steps: u64,
    /// The model after each `sat`.
    pub models: bool,
    /// The proof after each `unsat`.
    pub proofs: bool,
}

/// Passes on what the session says.
struct Page<'a> {
    tell: &'a mut dyn FnMut(Event),
    /// Where the command at hand begins.
    line: u32,
    /// Whether the command at hand is a query, and what it was answered.
    query: bool,
    answer: String,
}

impl Host for Page<'_> {
    fn reply(&mut self, text: &str) {
        if self.answer.is_empty() {
            self.answer = text.to_owned();
        }
        let (line, text) = (self.line, text.to_owned());
        (self.tell)(Event::Reply { line, text });
    }

    fn remark(&mut self, text: &str) {
        let text = text.to_owned();
        (self.tell)(Event::Remark { text });
    }

    fn report(&mut self, diagnostic: &Diagnostic) {
        (self.tell)(Event::error(diagnostic));
    }

    fn redirect(&mut self, _: Channel, target: &str) -> Result<(), String> {
        match target {
            "stdout" | "stderr" => Ok(()),
            _ => Err("a page has no files".to_owned()),
        }
    }

    fn begin_query(&mut self, _: &Options, _: &StopHandle) {
        self.query = true;
    }
}

/// Runs the script, and tells what happens as it happens.
pub fn run(script: &str, wishes: &Wishes, tell: &mut dyn FnMut(Event)) {
    let options = Options {
        rlimit_per: wishes.steps,
        produce_proofs: wishes.proofs,
        ..Options::default()
    };
    let mut session = Session::new(options);
    let mut reader = Reader::new();
    reader.feed(script.as_bytes());
    loop {
        let line = next_line(script, &reader);
        let mut page = Page {
            tell,
            line,
            query: false,
            answer: String::new(),
        };
        let step = session.step(&mut reader, &mut page);
        if step == Step::Starved {
            session.finish(&mut reader, &mut page);
        }
        let (query, answer) = (page.query, page.answer);
        if query {
            add(&mut session, line, &answer, wishes, tell);
        }
        if step != Step::Executed {
            break;
        }
    }
    let counters = session.counters();
    let steps = counters.iter().find(|(name, _)| name == "steps");
    tell(Event::End {
        steps: steps.map_or(0, |&(_, steps)| steps),
    });
}

/// The line at which the next command begins: what lies before it are blanks and comments.
fn next_line(script: &str, reader: &Reader) -> u32 {
    let at = usize::try_from(reader.position().offset).unwrap_or(usize::MAX);
    let mut line = reader.position().line;
    let mut comment = false;
    for byte in script.bytes().skip(at) {
        match byte {
            b'\n' => {
                line += 1;
                comment = false;
            }
            b';' => comment = true,
            b' ' | b'\t' | b'\r' => {}
            _ if comment => {}
            _ => break,
        }
    }
    line
}

/// What belongs to an answer, and was not asked for.
fn add(
    session: &mut Session,
    line: u32,
    answer: &str,
    wishes: &Wishes,
    tell: &mut dyn FnMut(Event),
) {
    match answer {
        "sat" if wishes.models => {
            if let Some(rows) = rows(session) {
                tell(Event::Model { line, rows });
            }
        }
        "unsat" => {
            let text = info(session, ":certificate");
            tell(Event::Certificate { line, text });
            if wishes.proofs {
                let text = session.run_text("(get-proof)").trim_end().to_owned();
                tell(match text.starts_with("(error") {
                    true => Event::Reason { line, text },
                    false => Event::Proof { line, text },
                });
            }
        }
        "unknown" => {
            let text = info(session, ":reason-unknown");
            tell(Event::Reason { line, text });
        }
        _ => {}
    }
}

/// What `get-info` has for a keyword, without the keyword.
fn info(session: &mut Session, keyword: &str) -> String {
    let reply = session.run_text(&format!("(get-info {keyword})"));
    let text = reply.trim_end();
    let inner = text
        .strip_prefix(&format!("({keyword} "))
        .and_then(|rest| rest.strip_suffix(')'));
    inner.unwrap_or(text).to_owned()
}

/// The symbols of the model: name, sort and value.
fn rows(session: &mut Session) -> Option<Vec<[String; 3]>> {
    let text = session.run_text("(get-model)");
    let (store, environment) = session.parts();
    let definitions = parse_model(store, environment, &text).ok()?;
    let row = |definition: &sinew_smtlib::Definition| {
        let fun = store.fun(definition.fun);
        let params: Vec<String> = fun.params.iter().map(|&s| print_sort(store, s)).collect();
        let result = print_sort(store, fun.result);
        let sort = match params.is_empty() {
            true => result,
            false => format!("{} → {result}", params.join(" ")),
        };
        [
            print_symbol(store.fun_name(definition.fun)),
            sort,
            print_term(store, definition.body),
        ]
    };
    Some(definitions.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(script: &str, wishes: &Wishes) -> Vec<Event> {
        let mut events = Vec::new();
        run(script, wishes, &mut |event| events.push(event));
        events
    }

    #[test]
    fn answers_have_places_models_and_reasons() {
        let script = "; a comment\n\n(declare-const x String)\n(assert (= x \"ab\"))\n\n(check-sat)\n(assert (= x 3))\n(check-sat)";
        let wishes = Wishes {
            models: true,
            ..Wishes::default()
        };
        let events = events(script, &wishes);
        let [reply, model, error, unknown, reason, Event::End { .. }] = &events[..] else {
            panic!("{events:?}");
        };
        let sat = Event::Reply {
            line: 6,
            text: "sat".to_owned(),
        };
        assert_eq!(*reply, sat);
        let row = ["x", "String", "\"ab\""].map(str::to_owned);
        assert_eq!(
            *model,
            Event::Model {
                line: 6,
                rows: vec![row]
            }
        );
        assert!(matches!(
            error,
            Event::Error {
                start: (7, _),
                end: (7, _),
                ..
            }
        ));
        assert!(matches!(unknown, Event::Reply { line: 8, text } if text == "unknown"));
        assert!(matches!(reason, Event::Reason { text, .. } if text == "\"line 7 was rejected\""));
    }

    #[test]
    fn refutations_have_proofs_if_wanted() {
        let script = "(declare-const p Bool)(declare-const q Bool)(assert (or p q))(assert (not p))(assert (not q))(check-sat)";
        let wishes = Wishes {
            proofs: true,
            ..Wishes::default()
        };
        let events = events(script, &wishes);
        assert!(
            matches!(&events[1], Event::Certificate { line: 1, text } if text == "checked"),
            "{events:?}"
        );
        assert!(
            matches!(&events[2], Event::Proof { line: 1, text } if text.contains(":rule")),
            "{events:?}"
        );
        assert_eq!(super::tests::events(script, &Wishes::default()).len(), 3);
    }

    #[test]
    fn steps_are_limited_and_threads_are_not_needed() {
        let script =
            "(set-option :jobs 4)(declare-const a Int)(declare-const b Int)(declare-const c Int)
            (assert (= (+ (* a a a) (* b b b) (* c c c)) 114))(check-sat)";
        let wishes = Wishes {
            steps: 1000,
            ..Wishes::default()
        };
        let events = events(script, &wishes);
        assert!(
            matches!(&events[1], Event::Reason { text, .. } if text == "resourceout"),
            "{events:?}"
        );
    }
}
