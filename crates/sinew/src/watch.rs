//! Time and memory: the one place of the library that looks at the clock.
//!
//! A thread, started when a limit first asks for it, sleeps until the running query is due, looks at
//! the memory in use while there is a limit on that, and says so through the query's
//! [`StopHandle`]; the solver itself counts steps only. Without the feature `clock`, and where there
//! are no threads and no clock (WebAssembly), limits on time and memory are not enforced; a
//! [`CancelHandle`](crate::CancelHandle) and limits on steps work all the same.

use sinew_base::StopHandle;

use crate::options::Options;

#[cfg(all(feature = "clock", not(target_family = "wasm")))]
pub(crate) use self::thread::Watch;
#[cfg(all(feature = "clock", not(target_family = "wasm")))]
pub use self::thread::resident_bytes;

/// Nobody watches.
#[cfg(not(all(feature = "clock", not(target_family = "wasm"))))]
#[derive(Default)]
pub(crate) struct Watch;

#[cfg(not(all(feature = "clock", not(target_family = "wasm"))))]
impl Watch {
    pub(crate) fn begin(&mut self, _: &StopHandle, _: &Options) {}

    pub(crate) fn end(&mut self) {}
}

#[cfg(all(feature = "clock", not(target_family = "wasm")))]
mod thread {
    use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
    use std::time::{Duration, Instant};

    use sinew_base::StopReason;

    use super::{Options, StopHandle};

    /// How often the thread looks at the memory in use.
    const MEMORY_POLL: Duration = Duration::from_millis(20);

    /// Watches the queries of one session.
    pub(crate) struct Watch {
        /// When the session began.
        start: Instant,
        /// Shared with the thread, if there is one.
        desk: Option<Arc<Desk>>,
    }

    #[derive(Default)]
    struct Desk {
        query: Mutex<Query>,
        changed: Condvar,
    }

    /// What is known of the running query.
    #[derive(Default)]
    struct Query {
        stop: Option<StopHandle>,
        deadline: Option<Instant>,
        bytes: Option<u64>,
        /// The session is gone.
        over: bool,
    }

    impl Default for Watch {
        fn default() -> Watch {
            Watch {
                start: Instant::now(),
                desk: None,
            }
        }
    }

    impl Watch {
        /// Watches a query, which `stop` stops, under the limits of these options.
        pub(crate) fn begin(&mut self, stop: &StopHandle, options: &Options) {
            // A limit beyond what the clock can show is none.
            let after = |from: Instant, milliseconds: u64| match milliseconds {
                0 => None,
                _ => from.checked_add(Duration::from_millis(milliseconds)),
            };
            let own = (options.tlimit_per != 0)
                .then(|| after(Instant::now(), options.tlimit_per))
                .flatten();
            let whole = after(self.start, options.tlimit);
            let deadline = own.into_iter().chain(whole).min();
            let bytes = (options.memory != 0).then(|| options.memory.saturating_mul(1 << 20));
            if deadline.is_none() && bytes.is_none() {
                return;
            }
            let desk = self.desk.get_or_insert_with(Desk::occupied);
            let mut query = desk.lock();
            query.stop = Some(stop.clone());
            (query.deadline, query.bytes) = (deadline, bytes);
            drop(query);
            desk.changed.notify_all();
        }

        /// The query has ended.
        pub(crate) fn end(&mut self) {
            if let Some(desk) = &self.desk {
                *desk.lock() = Query::default();
            }
        }
    }

    impl Drop for Watch {
        fn drop(&mut self) {
            if let Some(desk) = &self.desk {
                desk.lock().over = true;
                desk.changed.notify_all();
            }
        }
    }

    impl Desk {
        /// A desk with a thread that watches it.
        fn occupied() -> Arc<Desk> {
            let desk: Arc<Desk> = Arc::default();
            let own = Arc::clone(&desk);
            let thread = std::thread::Builder::new().name("sinew-watch".into());
            // Where no thread can be had, queries are not watched.
            let _ = thread.spawn(move || own.watch());
            desk
        }

        fn lock(&self) -> MutexGuard<'_, Query> {
            // A thread that panicked while holding the lock left plain data behind; go on with it.
            self.query.lock().unwrap_or_else(PoisonError::into_inner)
        }

        /// Sleeps until something is due.
        fn watch(&self) {
            let mut query = self.lock();
            while !query.over {
                let mut wait = None;
                if let Some(stop) = query.stop.clone() {
                    let now = Instant::now();
                    match query.deadline {
                        Some(deadline) if deadline <= now => {
                            stop.stop(StopReason::Timeout);
                            query.deadline = None;
                        }
                        Some(deadline) => wait = Some(deadline - now),
                        None => {}
                    }
                    if let Some(limit) = query.bytes {
                        if resident_bytes().is_some_and(|used| used > limit) {
                            stop.stop(StopReason::Memory);
                        }
                        wait = wait.or(Some(MEMORY_POLL)).map(|w| w.min(MEMORY_POLL));
                    }
                }
                query = match wait {
                    Some(wait) => match self.changed.wait_timeout(query, wait) {
                        Ok((query, _)) => query,
                        Err(poisoned) => poisoned.into_inner().0,
                    },
                    None => self
                        .changed
                        .wait(query)
                        .unwrap_or_else(PoisonError::into_inner),
                };
            }
        }
    }

    /// The memory that the process holds, where the system tells.
    ///
    /// ```
    /// if let Some(bytes) = sinew::watch::resident_bytes() {
    ///     println!("{} MB", bytes >> 20);
    /// }
    /// ```
    #[must_use]
    pub fn resident_bytes() -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        let kilobytes: u64 = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
        Some(kilobytes << 10)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// Whether the query is stopped within five seconds.
        fn stopped(stop: &StopHandle) -> Option<StopReason> {
            let start = Instant::now();
            while stop.reason().is_none() && start.elapsed() < Duration::from_secs(5) {
                std::thread::sleep(Duration::from_millis(1));
            }
            stop.reason()
        }

        #[test]
        fn a_deadline_stops_the_query_and_only_that_query() {
            let mut watch = Watch::default();
            let (first, second) = (StopHandle::new(), StopHandle::new());
            let limited = Options {
                tlimit_per: 30,
                ..Options::default()
            };
            watch.begin(&first, &limited);
            assert_eq!(stopped(&first), Some(StopReason::Timeout));
            watch.end();
            watch.begin(&second, &limited);
            watch.end();
            std::thread::sleep(Duration::from_millis(60));
            assert_eq!(second.reason(), None);
        }

        #[test]
        fn a_memory_limit_stops_the_query() {
            let mut watch = Watch::default();
            // Every process holds more than this; other tests of this one come and go.
            assert!(resident_bytes().expect("Linux tells") > 1 << 20);
            let limited = Options {
                memory: 1,
                ..Options::default()
            };
            let stop = StopHandle::new();
            watch.begin(&stop, &limited);
            assert_eq!(stopped(&stop), Some(StopReason::Memory));
        }

        #[test]
        fn the_thread_ends_with_its_session() {
            let mut watch = Watch::default();
            let limited = Options {
                tlimit_per: 3_600_000,
                ..Options::default()
            };
            watch.begin(&StopHandle::new(), &limited);
            let desk = Arc::downgrade(watch.desk.as_ref().expect("it was asked for"));
            drop(watch);
            let start = Instant::now();
            while desk.strong_count() > 0 && start.elapsed() < Duration::from_secs(5) {
                std::thread::sleep(Duration::from_millis(1));
            }
            assert_eq!(desk.strong_count(), 0);
        }
    }
}
