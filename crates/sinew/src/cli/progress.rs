//! A line on the terminal about a long query: what it is at, how many steps, for how long.
//!
//! A thread, started with the first query, writes it to standard error when a query has taken a second,
//! and anew five times a second. It is gone before anything else is written. Where standard error is no
//! terminal there is no thread and no line.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sinew_base::Progress;

/// How long a query takes before anything is shown.
const PATIENCE: Duration = Duration::from_millis(1000);
/// How often the line is written anew.
const PERIOD: Duration = Duration::from_millis(200);
/// How many characters fit on the line of any terminal.
const WIDTH: usize = 78;
/// Back to the beginning of the line, and nothing on it.
const ERASE: &str = "\r\x1b[K";

#[derive(Default)]
struct State {
    /// When the running query began, if one is running whose answer is not out.
    began: Option<Instant>,
    /// Whether there is a line on the terminal.
    shown: bool,
    runs: bool,
}

/// The line about the running query; clones are about the same one.
#[derive(Clone, Default)]
pub(crate) struct ProgressLine {
    progress: Progress,
    shared: Arc<(Mutex<State>, Condvar)>,
}

impl ProgressLine {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A thread that panicked while holding the lock left plain data behind; go on with it.
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A query begins, and notes here how far it is.
    pub(crate) fn begin(&self) -> Progress {
        self.progress.reset();
        let mut state = self.lock();
        state.began = Some(Instant::now());
        if !state.runs {
            let line = self.clone();
            let thread = std::thread::Builder::new().name("progress".into());
            state.runs = thread.spawn(move || line.run()).is_ok();
        }
        self.shared.1.notify_all();
        self.progress.clone()
    }

    /// Something else is about to be written while the query goes on.
    pub(crate) fn erase(&self) {
        let mut state = self.lock();
        if state.shown {
            let _ = io::stderr().lock().write_all(ERASE.as_bytes());
            state.shown = false;
        }
    }

    /// The answer is about to be written.
    pub(crate) fn end(&self) {
        self.erase();
        self.lock().began = None;
    }

    fn run(&self) {
        let condvar = &self.shared.1;
        let mut state = self.lock();
        loop {
            state = match state.began.map(|began| began.elapsed()) {
                None => condvar.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(elapsed) => {
                    if elapsed >= PATIENCE {
                        let stage = self.progress.stage();
                        let line = describe(&stage, self.progress.steps(), elapsed);
                        let text = format!("{ERASE}{line}");
                        state.shown = io::stderr().lock().write_all(text.as_bytes()).is_ok();
                    }
                    let wait = PATIENCE.saturating_sub(elapsed).max(PERIOD);
                    let woken = condvar.wait_timeout(state, wait);
                    woken.map_or_else(|e| e.into_inner().0, |(state, _)| state)
                }
            };
        }
    }
}

/// The line itself.
fn describe(stage: &str, steps: u64, elapsed: Duration) -> String {
    let mut line = format!("{} s, {} steps", elapsed.as_secs(), grouped(steps));
    if !stage.is_empty() {
        let _ = write!(line, ": {stage}");
    }
    let end = line
        .char_indices()
        .nth(WIDTH)
        .map_or(line.len(), |(at, _)| at);
    line.truncate(end);
    line
}

/// The number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_fits_and_says_what_there_is() {
        let line = describe(
            "lengths, for up to 100 steps",
            1_234_567,
            Duration::from_secs(12),
        );
        assert_eq!(line, "12 s, 1,234,567 steps: lengths, for up to 100 steps");
        assert_eq!(describe("", 0, Duration::from_secs(1)), "1 s, 0 steps");
        let long = describe(&"ä".repeat(500), 7, Duration::from_secs(1));
        assert_eq!(long.chars().count(), WIDTH);
    }
}
