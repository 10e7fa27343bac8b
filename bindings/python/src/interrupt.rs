//! Work without the interpreter lock that Ctrl-C ends.
//!
//! Python runs signal handlers in its main thread, between instructions; a call into a library that
//! works for minutes leaves them waiting. So the work is done by another thread, while the caller's
//! looks after signals every few hundredths of a second. A thread lives as long as its call: a
//! process that forks has nothing to lose.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use sinew::CancelHandle;

use crate::error::InternalError;

/// How long a signal waits at most.
const PATIENCE: Duration = Duration::from_millis(20);

/// Does the work in another thread and without the interpreter lock. If a signal handler raises an
/// exception meanwhile, as that of Ctrl-C does, the work is cancelled, waited for, and the exception
/// is what comes out.
pub(crate) fn run<T, W>(py: Python<'_>, cancel: &CancelHandle, work: W) -> PyResult<T>
where
    T: Send,
    W: FnOnce() -> T + Send,
{
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let worker = thread::Builder::new().name("sinew".to_owned());
            let worker = worker.spawn_scoped(scope, move || {
                // Nobody else holds the receiver, which outlives this thread.
                let _ = sender.send(work());
            });
            let worker = match worker {
                Ok(worker) => worker,
                Err(error) => return Err(InternalError::new_err(format!("no thread: {error}"))),
            };
            let mut raised = None;
            let done = loop {
                match receiver.recv_timeout(PATIENCE) {
                    Ok(done) => break Ok(done),
                    Err(RecvTimeoutError::Disconnected) => {
                        let message = "the solver ended by a defect";
                        break Err(InternalError::new_err(message));
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if raised.is_none()
                    && let Err(error) = Python::attach(|py| py.check_signals())
                {
                    cancel.cancel();
                    raised = Some(error);
                }
            };
            // Nobody else does: a panic of the worker, which `done` tells of, ends here.
            let _ = worker.join();
            match raised {
                // The work may have ended by itself before it was cancelled.
                Some(error) => {
                    cancel.withdraw();
                    Err(error)
                }
                None => done,
            }
        })
    })
}
