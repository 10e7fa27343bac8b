//! Runs scripts under limits, and measures how long an answer takes after it was asked for.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use sinew::host::{Channel, Host};
use sinew::options::Options;
use sinew::{Session, Step};
use sinew_base::StopHandle;
use sinew_smtlib::Reader;

/// The time that a thread has worked. Other processes do not count, where the system tells.
#[derive(Clone)]
pub(crate) struct Work {
    statistics: Option<PathBuf>,
    start: Instant,
}

impl Work {
    /// That of the running thread.
    pub(crate) fn here() -> Work {
        let thread = std::fs::read_link("/proc/thread-self").ok();
        Work {
            statistics: thread.map(|thread| PathBuf::from("/proc").join(thread).join("schedstat")),
            start: Instant::now(),
        }
    }

    /// How long it has worked.
    pub(crate) fn time(&self) -> Duration {
        let told = self.statistics.as_ref().and_then(|path| {
            let text = std::fs::read_to_string(path).ok()?;
            let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
            Some(Duration::from_nanos(nanoseconds))
        });
        told.unwrap_or_else(|| self.start.elapsed())
    }
}

/// Replies, and how long queries took.
pub(crate) struct Measured {
    pub(crate) replies: String,
    /// The longest query.
    pub(crate) longest: Duration,
    /// The longest time between a request to stop and the end of the query.
    pub(crate) latest: Option<Duration>,
    work: Work,
    query: Option<(Duration, StopHandle)>,
    /// When somebody asked to stop.
    asked: Arc<Mutex<Option<Duration>>>,
}

impl Host for Measured {
    fn reply(&mut self, text: &str) {
        self.replies.push_str(text);
        self.replies.push('\n');
    }

    fn remark(&mut self, _: &str) {}

    fn redirect(&mut self, _: Channel, _: &str) -> Result<(), String> {
        Ok(())
    }

    fn begin_query(&mut self, _: &Options, stop: &StopHandle) {
        self.query = Some((self.work.time(), stop.clone()));
    }

    fn end_query(&mut self) {
        let Some((begun, stop)) = self.query.take() else {
            return;
        };
        let now = self.work.time();
        self.longest = self.longest.max(now.saturating_sub(begun));
        let asked = *self.asked.lock().expect("nobody panics with it");
        if let (Some(asked), Some(_)) = (asked, stop.reason()) {
            let late = now.saturating_sub(asked.max(begun));
            self.latest = Some(self.latest.unwrap_or_default().max(late));
        }
    }
}

/// Executes a script with these arguments; `cancel` says after which time a query is cancelled.
/// `None` if the library does not know the arguments.
pub(crate) fn run(
    script: &[u8],
    arguments: &[String],
    cancel: Option<Duration>,
) -> Option<Measured> {
    let mut session = Session::with_arguments(arguments).ok()?;
    let work = Work::here();
    let asked = Arc::default();
    let mut host = Measured {
        replies: String::new(),
        longest: Duration::ZERO,
        latest: None,
        work: work.clone(),
        query: None,
        asked: Arc::clone(&asked),
    };
    let canceller = cancel.map(|after| {
        let handle = session.cancel_handle();
        std::thread::spawn(move || {
            std::thread::sleep(after);
            *asked.lock().expect("nobody panics with it") = Some(work.time());
            handle.cancel();
        })
    });
    let mut reader = Reader::new();
    reader.feed(script);
    while session.step(&mut reader, &mut host) == Step::Executed {}
    session.finish(&mut reader, &mut host);
    if let Some(canceller) = canceller {
        canceller.join().expect("it does not panic");
    }
    Some(host)
}

/// The answers among replies.
pub(crate) fn answers(replies: &str) -> Vec<&str> {
    let lines = replies.lines();
    lines
        .filter(|line| ["sat", "unsat", "unknown"].contains(line))
        .collect()
}

/// Whether each limited answer is the right one or none.
pub(crate) fn agree(right: &str, limited: &str) -> bool {
    let (right, limited) = (answers(right), answers(limited));
    let mut pairs = right.iter().zip(&limited);
    right.len() == limited.len()
        && pairs.all(|(&right, &limited)| {
            limited == "unknown" || right == "unknown" || limited == right
        })
}
