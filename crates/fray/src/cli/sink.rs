//! Where results go while a campaign runs: the store, and a progress bar.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use fray::run::digest::Digest;
use fray::run::job::Job;
use fray::run::record::Record;
use fray::run::store::Store;
use fray::run::verdict::Verdict;
use indicatif::{ProgressBar, ProgressStyle};

/// Results are stored in groups of this size, or after a second.
const GROUP: usize = 64;

/// Stores results in groups and shows how far things are.
pub(super) struct StoreSink<'a, 's> {
    store: &'a RefCell<&'s mut Store>,
    run: Digest,
    waiting: Vec<(Job, Record)>,
    written: Instant,
    counts: BTreeMap<Verdict, u64>,
    bar: ProgressBar,
    problem: Option<String>,
}

impl<'a, 's> StoreSink<'a, 's> {
    pub(super) fn new(
        store: &'a RefCell<&'s mut Store>,
        run: Digest,
        total: u64,
        quiet: bool,
    ) -> StoreSink<'a, 's> {
        let bar = if quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(total)
        };
        let style =
            ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed}, left {eta} {msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        StoreSink {
            store,
            run,
            waiting: Vec::new(),
            written: Instant::now(),
            counts: BTreeMap::new(),
            bar,
            problem: None,
        }
    }

    /// A bar to show what was done elsewhere.
    pub(super) fn bar(&self) -> ProgressBar {
        self.bar.clone()
    }

    pub(super) fn put(&mut self, job: Job, record: Record) -> bool {
        *self.counts.entry(record.verdict).or_default() += 1;
        let counts: Vec<String> = self
            .counts
            .iter()
            .map(|(verdict, count)| format!("{} {count}", verdict.short()))
            .collect();
        self.bar.set_message(counts.join(" "));
        self.bar.inc(1);
        self.waiting.push((job, record));
        if self.waiting.len() >= GROUP || self.written.elapsed() > Duration::from_secs(1) {
            self.write();
        }
        self.problem.is_none()
    }

    fn write(&mut self) {
        let written = self.store.borrow_mut().add(self.run, &self.waiting);
        if let Err(problem) = written {
            self.problem = Some(problem);
        }
        self.waiting.clear();
        self.written = Instant::now();
    }

    pub(super) fn finish(mut self) -> Result<(), String> {
        self.write();
        self.bar.finish_and_clear();
        self.problem.map_or(Ok(()), Err)
    }
}
