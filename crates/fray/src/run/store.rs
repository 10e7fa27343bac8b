//! The store of results: what was run, with which script, what came of it, and who is at it.
//!
//! It is a log of JSON records with an index in memory. A *run* is a solver, called in one way; a
//! *test* is a script and what is claimed of it, known by its digest, so that the result of one
//! script is never taken for that of another; a *result* belongs to a run and a test. Processes
//! that work on the same run *take* tests before they run them; what one has taken and not finished
//! is free again when it is gone. Findings of a hunt and confirmed patterns are here, too.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sinew_smtlib::Dialect as Literals;

use super::cluster::Finding;
use super::digest::Digest;
use super::holder::{holder, is_alive};
use super::job::{Claim, Job};
use super::log::Log;
use super::pattern::Tree;
use super::record::{Record, RunKey};
use super::verdict::Verdict;

/// More output than this is not kept.
const KEPT_OUTPUT: usize = 4096;

/// Lines of the log.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Run(RunKey),
    Test(TestLine),
    Result(ResultLine),
    /// Tests of a run that a process has taken.
    Taken {
        run: Digest,
        tests: Vec<Digest>,
        by: String,
    },
    Finding(Box<Finding>),
    /// Of a solver and a pattern: whether instances were run and failed.
    Pattern((String, String), bool),
    /// How far a hunt has come.
    Hunt {
        hunt: String,
        round: u64,
    },
}

#[derive(Serialize, Deserialize)]
struct TestLine {
    test: Digest,
    path: String,
    folder: String,
    status: String,
    claim: Claim,
    legacy: bool,
    text: String,
}

#[derive(Serialize, Deserialize)]
struct ResultLine {
    run: Digest,
    test: Digest,
    verdict: String,
    detail: String,
    millis: u64,
    cpu: u64,
    exit: String,
    output: String,
    second: Option<(String, String)>,
}

/// Whether a test is to be run here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Yes: it has been taken.
    Ours,
    /// No: there is a result.
    Done,
    /// Not now: another process is at it.
    Elsewhere,
}

/// Results of runs.
pub struct Store {
    log: Log,
    runs: Vec<(Digest, RunKey)>,
    /// Where each test is in the log, and what tables need of it.
    tests: BTreeMap<Digest, (u64, [String; 3])>,
    results: BTreeMap<Digest, BTreeMap<Digest, (u64, Record)>>,
    taken: BTreeMap<(Digest, Digest), String>,
    findings: Vec<Finding>,
    patterns: BTreeMap<(String, String), bool>,
    hunts: BTreeMap<String, u64>,
}

impl Store {
    /// Opens the store in this file, making it if need be.
    pub fn open(path: &Path) -> Result<Store, String> {
        Store::read(Log::open(path, true)?)
    }

    /// Opens the store in this file, which must be there.
    pub fn open_existing(path: &Path) -> Result<Store, String> {
        if !path.exists() {
            let path = path.display();
            return Err(format!(
                "there is no store {path}: `fray test` and `fray hunt` make one, and --store says where"
            ));
        }
        Store::read(Log::open(path, false)?)
    }

    fn read(log: Log) -> Result<Store, String> {
        let mut store = Store {
            log,
            runs: Vec::new(),
            tests: BTreeMap::new(),
            results: BTreeMap::new(),
            taken: BTreeMap::new(),
            findings: Vec::new(),
            patterns: BTreeMap::new(),
            hunts: BTreeMap::new(),
        };
        store.refresh()?;
        Ok(store)
    }

    /// Lines that were cut off by a kill or a full disk, and are as if never written.
    #[must_use]
    pub fn damaged(&self) -> u64 {
        self.log.damaged
    }

    /// Reads what others have written.
    pub fn refresh(&mut self) -> Result<(), String> {
        let news = self.log.news()?;
        self.index(news);
        Ok(())
    }

    fn index(&mut self, news: Vec<(u64, String)>) {
        for (place, text) in news {
            // A line of a later version says nothing to this one.
            let Ok(line) = serde_json::from_str::<Line>(&text) else {
                continue;
            };
            match line {
                Line::Run(key) => {
                    let id = key.id();
                    if !self.runs.iter().any(|(known, _)| *known == id) {
                        self.runs.push((id, key));
                    }
                }
                Line::Test(test) => {
                    let shown = [test.path, test.folder, test.status];
                    self.tests.entry(test.test).or_insert((place, shown));
                }
                Line::Result(result) => self.index_result(place, result),
                Line::Taken { run, tests, by } => {
                    let tests = tests.into_iter().map(|test| ((run, test), by.clone()));
                    self.taken.extend(tests);
                }
                Line::Finding(finding) => self.index_finding(*finding),
                Line::Pattern(pattern, fails) => {
                    self.patterns.insert(pattern, fails);
                }
                Line::Hunt { hunt, round } => {
                    let known = self.hunts.entry(hunt).or_default();
                    *known = round.max(*known);
                }
            }
        }
    }

    /// Of two findings about one test, the one whose reduction came to its end.
    fn index_finding(&mut self, finding: Finding) {
        let known = self.findings.iter_mut().find(|f| f.continues(&finding));
        match known {
            Some(known) if known.is_unfinished() => *known = finding,
            Some(_) => {}
            None => self.findings.push(finding),
        }
    }

    fn index_result(&mut self, place: u64, result: ResultLine) {
        let Some((_, [path, folder, status])) = self.tests.get(&result.test) else {
            return;
        };
        let record = Record {
            test: result.test,
            path: path.clone(),
            folder: folder.clone(),
            status: status.clone(),
            // A name from a later version counts as the worst.
            verdict: Verdict::from_name(&result.verdict).unwrap_or(Verdict::Crash),
            detail: result.detail,
            millis: result.millis,
            cpu_millis: result.cpu,
            exit: result.exit,
            output: String::new(),
            second: result.second,
        };
        let results = self.results.entry(result.run).or_default();
        results.insert(result.test, (place, record));
    }

    /// Appends the lines that `work` makes of the index, when that has all that others wrote and
    /// nobody writes.
    fn write(&mut self, work: impl FnOnce(&Store) -> Vec<Line>) -> Result<(), String> {
        self.log.lock()?;
        let written = self.refresh().and_then(|()| {
            let lines = work(self);
            let texts: Result<Vec<String>, _> = lines.iter().map(serde_json::to_string).collect();
            self.log.append(&texts.map_err(|error| error.to_string())?)
        });
        self.log.unlock()?;
        written?;
        self.refresh()
    }

    /// The run with this key, a new one if there is none.
    pub fn run(&mut self, key: &RunKey) -> Result<Digest, String> {
        let id = key.id();
        self.write(
            |store| match store.runs.iter().any(|(known, _)| *known == id) {
                true => Vec::new(),
                false => vec![Line::Run(key.clone())],
            },
        )?;
        Ok(id)
    }

    /// All runs, oldest first.
    #[must_use]
    pub fn runs(&self) -> &[(Digest, RunKey)] {
        &self.runs
    }

    /// Takes tests of a run; says for each whether it is ours now.
    pub fn take(&mut self, run: Digest, tests: &[Digest]) -> Result<Vec<Share>, String> {
        let me = holder(std::process::id());
        let mut shares = Vec::with_capacity(tests.len());
        self.write(|store| {
            for &test in tests {
                let done = store.result(run, test).is_some();
                shares.push(match store.taken.get(&(run, test)) {
                    _ if done => Share::Done,
                    Some(by) if *by != me && is_alive(by) => Share::Elsewhere,
                    _ => Share::Ours,
                });
            }
            let ours = tests.iter().zip(&shares);
            let ours: Vec<Digest> = ours
                .filter(|(_, share)| **share == Share::Ours)
                .map(|(&test, _)| test)
                .collect();
            match ours.is_empty() {
                true => Vec::new(),
                false => vec![Line::Taken {
                    run,
                    tests: ours,
                    by: me.clone(),
                }],
            }
        })?;
        Ok(shares)
    }

    /// Writes results; those of tests that have one already are replaced.
    pub fn add(&mut self, run: Digest, results: &[(Job, Record)]) -> Result<(), String> {
        self.write(|store| {
            let mut lines = Vec::new();
            let mut new = BTreeSet::new();
            for (job, record) in results {
                if !store.tests.contains_key(&record.test) && new.insert(record.test) {
                    lines.push(Line::Test(test_line(record.test, job)));
                }
                lines.push(Line::Result(result_line(run, record)));
            }
            lines
        })
    }

    /// The result of a test, if it has one.
    #[must_use]
    pub fn result(&self, run: Digest, test: Digest) -> Option<&Record> {
        let (_, record) = self.results.get(&run)?.get(&test)?;
        Some(record)
    }

    /// The results of a run by path. Where tests of several suites have the same path, all but
    /// the first have their digest beside it.
    #[must_use]
    pub fn results(&self, run: Digest) -> BTreeMap<String, Record> {
        let mut results = BTreeMap::new();
        for (_, record) in self
            .results
            .get(&run)
            .into_iter()
            .flat_map(BTreeMap::values)
        {
            let mut path = record.path.clone();
            if results.contains_key(&path) {
                path = format!("{path} [{}]", record.test);
            }
            results.insert(path, record.clone());
        }
        results
    }

    /// What the solver printed.
    pub fn output(&self, run: Digest, test: Digest) -> Result<Option<String>, String> {
        let found = self.results.get(&run).and_then(|tests| tests.get(&test));
        let Some(&(place, _)) = found else {
            return Ok(None);
        };
        Ok(match serde_json::from_str(&self.log.line(place)?) {
            Ok(Line::Result(result)) => Some(result.output),
            _ => None,
        })
    }

    /// A test, as it was run.
    pub fn job(&self, test: Digest) -> Result<Option<Job>, String> {
        let Some(&(place, _)) = self.tests.get(&test) else {
            return Ok(None);
        };
        Ok(match serde_json::from_str(&self.log.line(place)?) {
            Ok(Line::Test(test)) => Some(Job {
                path: test.path,
                folder: test.folder,
                text: test.text,
                claim: test.claim,
                literals: match test.legacy {
                    true => Literals::Legacy,
                    false => Literals::Standard,
                },
            }),
            _ => None,
        })
    }

    /// The findings, oldest first.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Writes a finding down.
    pub fn add_finding(&mut self, finding: &Finding) -> Result<(), String> {
        self.write(|_| vec![Line::Finding(Box::new(finding.clone()))])
    }

    /// Whether instances of a pattern of a solver's findings were run and failed.
    #[must_use]
    pub fn is_confirmed(&self, solver: &str, pattern: &Tree) -> bool {
        let key = (solver.to_owned(), pattern.describe());
        self.patterns.get(&key).copied().unwrap_or(false)
    }

    /// Writes down whether instances of a pattern failed, unless that is known.
    pub fn add_pattern(&mut self, solver: &str, form: &Tree, fails: bool) -> Result<(), String> {
        let key = (solver.to_owned(), form.describe());
        if self.patterns.get(&key) == Some(&fails) {
            return Ok(());
        }
        self.write(|_| vec![Line::Pattern(key, fails)])
    }

    /// How many rounds its hunts have begun.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.hunts.values().sum()
    }

    /// The next round of a hunt, which is taken by that.
    pub fn next_round(&mut self, hunt: &str) -> Result<u64, String> {
        let mut round = 0;
        self.write(|store| {
            round = 1 + store.hunts.get(hunt).copied().unwrap_or(0);
            let hunt = hunt.to_owned();
            vec![Line::Hunt { hunt, round }]
        })
        .map(|()| round)
    }

    /// Takes over what another store has and this one has not; how many results and findings.
    pub fn merge(&mut self, other: &Store) -> Result<(usize, usize), String> {
        let (mut results, mut findings) = (0, 0);
        let mut problem = None;
        self.write(|store| {
            let mut lines = Vec::new();
            let known = |id: &Digest| store.runs.iter().any(|(known, _)| known == id);
            let new = other.runs.iter().filter(|(id, _)| !known(id));
            lines.extend(new.map(|(_, key)| Line::Run(key.clone())));
            let mut copy = |place: u64| match other.log.line(place) {
                Ok(text) => serde_json::from_str::<Line>(&text).ok(),
                Err(error) => {
                    problem = Some(error);
                    None
                }
            };
            for (test, (place, _)) in &other.tests {
                if !store.tests.contains_key(test) {
                    lines.extend(copy(*place));
                }
            }
            for (run, tests) in &other.results {
                for (test, (place, _)) in tests {
                    if store.result(*run, *test).is_none() {
                        results += 1;
                        lines.extend(copy(*place));
                    }
                }
            }
            for finding in &other.findings {
                let done = |f: &Finding| !f.is_unfinished() && f.continues(finding);
                if !store.findings.iter().any(|f| f == finding || done(f)) {
                    findings += 1;
                    lines.push(Line::Finding(Box::new(finding.clone())));
                }
            }
            let new = |key: &(String, String)| !store.patterns.contains_key(key);
            let new = other.patterns.iter().filter(|(key, _)| new(key));
            lines.extend(new.map(|(key, fails)| Line::Pattern(key.clone(), *fails)));
            lines
        })?;
        problem.map_or(Ok((results, findings)), Err)
    }
}

fn test_line(test: Digest, job: &Job) -> TestLine {
    TestLine {
        test,
        path: job.path.clone(),
        folder: job.folder.clone(),
        status: job.status().to_owned(),
        claim: job.claim.clone(),
        legacy: job.literals == Literals::Legacy,
        text: job.text.clone(),
    }
}

fn result_line(run: Digest, record: &Record) -> ResultLine {
    let mut end = record.output.len().min(KEPT_OUTPUT);
    while !record.output.is_char_boundary(end) {
        end -= 1;
    }
    ResultLine {
        run,
        test: record.test,
        verdict: record.verdict.name().to_owned(),
        detail: record.detail.clone(),
        millis: record.millis,
        cpu: record.cpu_millis,
        exit: record.exit.clone(),
        output: record.output[..end].to_owned(),
        second: record.second.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    struct File(PathBuf);

    impl File {
        fn new(name: &str) -> File {
            let name = format!("fray-store-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = std::fs::remove_file(&path);
            File(path)
        }
    }

    impl Drop for File {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn key() -> RunKey {
        RunKey {
            solver: "s".to_owned(),
            version: "1".to_owned(),
            command: "s {file}".to_owned(),
            seed: u64::MAX,
            wall_millis: 5000,
            memory: 1 << 30,
        }
    }

    fn result(text: &str) -> (Job, Record) {
        let text = format!("{text}\n; unsat\n");
        let job = Job::from_file("a/seed0/const/at/b.smt2", text).expect("a test");
        let record = Record {
            test: job.key(""),
            path: job.path.clone(),
            folder: job.folder.clone(),
            status: "unsat".to_owned(),
            verdict: Verdict::InvalidModel,
            detail: "x = \u{7}".to_owned(),
            millis: 12,
            cpu_millis: 10,
            exit: "code 0".to_owned(),
            output: "sat\n".to_owned(),
            second: Some(("z3".to_owned(), "open".to_owned())),
        };
        (job, record)
    }

    #[test]
    fn results_come_back_with_script_and_output() {
        let file = File::new("back");
        let mut store = Store::open(&file.0).expect("opens");
        let run = store.run(&key()).expect("made");
        assert_eq!(store.run(&key()).expect("found"), run);
        let (job, record) = result("(check-sat)");
        store
            .add(run, &[(job.clone(), record.clone())])
            .expect("written");
        drop(store);
        let store = Store::open_existing(&file.0).expect("there");
        assert_eq!(store.runs(), [(run, key())]);
        let shown = Record {
            output: String::new(),
            ..record.clone()
        };
        assert_eq!(store.result(run, record.test), Some(&shown));
        let output = store.output(run, record.test).expect("readable");
        assert_eq!(output.as_deref(), Some("sat\n"));
        assert_eq!(store.job(record.test).expect("readable"), Some(job));
    }

    #[test]
    fn a_test_is_taken_once_while_its_taker_lives() {
        let file = File::new("share");
        let mut store = Store::open(&file.0).expect("opens");
        let run = store.run(&key()).expect("made");
        let tests: Vec<Digest> = (0..3u8).map(|i| Digest::of(&[&[i]])).collect();
        // Our parent lives as long as we do; nobody has the other's start time.
        let parent = std::os::unix::process::parent_id();
        let taken = |by: String, test: Digest| Line::Taken {
            run,
            tests: vec![test],
            by,
        };
        store
            .write(|_| {
                vec![
                    taken(holder(parent), tests[0]),
                    taken(format!("{}0", holder(parent)), tests[1]),
                ]
            })
            .expect("written");
        let shares = store.take(run, &tests).expect("taken");
        assert_eq!(shares, [Share::Elsewhere, Share::Ours, Share::Ours]);
        let (job, record) = result("(check-sat)");
        store.add(run, &[(job, record.clone())]).expect("written");
        let shares = store.take(run, &[record.test]).expect("asked");
        assert_eq!(shares, [Share::Done]);
    }

    #[test]
    fn merging_loses_nothing_and_doubles_nothing() {
        let (one, other) = (File::new("one"), File::new("other"));
        let mut first = Store::open(&one.0).expect("opens");
        let mut second = Store::open(&other.0).expect("opens");
        let run = first.run(&key()).expect("made");
        second.run(&key()).expect("made");
        let (a, b, c) = (result("(a)"), result("(b)"), result("(c)"));
        first.add(run, &[a.clone(), b.clone()]).expect("written");
        second.add(run, &[b, c.clone()]).expect("written");
        assert_eq!(first.merge(&second), Ok((1, 0)));
        assert_eq!(first.merge(&second), Ok((0, 0)));
        let store = Store::open_existing(&one.0).expect("there");
        assert_eq!(store.results[&run].len(), 3);
        assert_eq!(store.job(c.1.test).expect("readable"), Some(c.0));
    }

    #[test]
    fn patterns_are_remembered_as_last_told() {
        let (file, copy) = (File::new("patterns"), File::new("patterns-copy"));
        let mut store = Store::open(&file.0).expect("opens");
        let form = Tree::Node("str.at".to_owned(), Vec::new());
        for fails in [false, true] {
            store.add_pattern("s", &form, fails).expect("written");
            let mut other = Store::open(&copy.0).expect("opens");
            assert!(!other.is_confirmed("s", &form));
            other.merge(&store).expect("merged");
            assert_eq!(other.is_confirmed("s", &form), fails);
            std::fs::remove_file(&copy.0).expect("removed");
        }
        assert!(!store.is_confirmed("t", &form));
    }
}
