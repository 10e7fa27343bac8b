//! `fray hunt`: tests without end, and the distinct bugs that they find.
//!
//! A hunt goes in rounds. A round takes a batch of one mode's stream, or conversations about it,
//! or the user's files; runs every solver on it, with one set of options of a sweep if that is
//! asked for; and looks into each failure at once: it is made small and put beside those that
//! are known. Rounds are counted in the store, so that a hunt that is stopped goes on, and several
//! that run at once do different ones.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use fray::run::campaign::{Campaign, Tried};
use fray::run::cluster::{Clusters, Finding, Place};
use fray::run::contradiction::{contradict, disputed, open, settle};
use fray::run::examine::Examiner;
use fray::run::job::{Claim, Job};
use fray::run::pattern::canonical;
use fray::run::process::Limits;
use fray::run::reduce::reduce;
use fray::run::store::{Record, Store};
use fray::run::verdict::Verdict;
use fray::synth::incremental::Manner;
use fray::synth::library::Library;
use fray::synth::reference::Reference;
use fray::synth::stream::{Mode, Origins, Stream};
use fray::synth::test::Expected;
use fray::synth::write::Dialect;
use indicatif::{ProgressBar, ProgressStyle};
use sinew_smtlib::Dialect as Literals;

use super::cluster::{overview, read_known, soundness};
use super::race::files;
use super::solvers::{Bench, Solver, limits};
use super::{Ended, show};

/// Options of `fray hunt`.
#[derive(Args)]
pub(crate) struct Options {
    /// Seeds of the user's: files, and folders in which every `.smt2` file is one. They are run
    /// as they are, and changed by the modes that change given formulas.
    seeds: Vec<PathBuf>,
    /// The solvers: as for `fray test`. With several, those that contradict each other are told.
    #[arg(
        long = "solver",
        value_name = "NAME[=COMMAND]",
        default_value = "sinew"
    )]
    solvers: Vec<String>,
    /// Read further profiles from this file.
    #[arg(long, value_name = "FILE")]
    profiles: Vec<PathBuf>,
    /// Stop after this many seconds; without it, when you say so.
    #[arg(long = "for", value_name = "SECONDS")]
    budget: Option<u64>,
    /// Stop at the first unsoundness.
    #[arg(long)]
    first: bool,
    /// Only these modes.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = mode)]
    modes: Vec<Mode>,
    /// Also try the sets of options that a solver's profile lists, one for each round.
    #[arg(long)]
    sweep: bool,
    /// Time limit per test, in seconds.
    #[arg(long, default_value_t = 0.5, value_name = "SECONDS")]
    timeout: f64,
    /// Memory limit per run, in MiB.
    #[arg(long, default_value_t = 2048, value_name = "MIB")]
    memory: u64,
    /// Runs at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Tests in a round.
    #[arg(long, default_value_t = 16, value_name = "N")]
    batch: usize,
    /// Runs of a solver to make one failure small, at most.
    #[arg(long, default_value_t = 400, value_name = "N")]
    runs: u32,
    /// Seed of the hunt.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The file for rounds and findings.
    #[arg(long, value_name = "FILE", default_value = "hunt.store")]
    store: PathBuf,
    /// A list of known bugs, as for `fray known`; what matches one is called public.
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// No progress line.
    #[arg(long)]
    quiet: bool,
}

fn mode(name: &str) -> Result<Mode, String> {
    let names: Vec<&str> = Mode::ALL.iter().map(|mode| mode.name()).collect();
    Mode::named(name).ok_or_else(|| format!("there are {}", names.join(", ")))
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Ended {
    let bench = Bench::new()?;
    let limits = limits(options.timeout, options.memory)?;
    let mut store = Store::open(&options.store)?;
    let known = read_known(options.known.as_deref())?;
    let mut solvers = Vec::new();
    for name in &options.solvers {
        solvers.push(bench.solver(&options.profiles, name, limits.memory)?);
    }
    let mut hunt = Hunt {
        options,
        bench: &bench,
        limits,
        sweeps: solvers
            .iter()
            .map(|solver| usable(solver, &bench, limits, options))
            .collect(),
        solvers: &solvers,
        clusters: Clusters::default(),
        tests: 0,
        verdicts: BTreeMap::new(),
        unexamined: 0,
        examining: Duration::ZERO,
        started: Instant::now(),
        looked_into: BTreeMap::new(),
        bar: bar(options.quiet),
    };
    hunt.resume(&store)?;
    let ended = hunt.rounds(&mut store);
    hunt.bar.finish_and_clear();
    match ended {
        Err(problem) if problem != "stopped" => return Err(problem),
        _ => {}
    }
    show(&hunt.summary())?;
    show(&overview(&hunt.clusters.clusters, &known))?;
    Ok(soundness(&hunt.clusters.clusters))
}

fn bar(quiet: bool) -> ProgressBar {
    let bar = match quiet {
        true => ProgressBar::hidden(),
        false => ProgressBar::new_spinner(),
    };
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    bar
}

/// The sets of options that the solver accepts; the first is the empty one.
fn usable(solver: &Solver, bench: &Bench, limits: Limits, options: &Options) -> Vec<Vec<String>> {
    let mut sets = vec![Vec::new()];
    if !options.sweep {
        return sets;
    }
    let job = Job {
        path: "sweep".to_owned(),
        folder: "sweep".to_owned(),
        text: "(set-logic ALL)\n(assert (= (str.len \"a\") 1))\n(check-sat)\n".to_owned(),
        claim: Claim::Sat,
        literals: Literals::Standard,
    };
    for set in &solver.profile.sweep {
        let mut campaign = bench.campaign(solver, None, limits, 0, 1);
        campaign.profile = campaign.profile.with_arguments(set);
        let examiner = examiner(campaign, solver, bench, options);
        match examiner.judge(&job) {
            Ok(Some((_, found))) if found.verdict == Verdict::Pass => sets.push(set.clone()),
            _ => super::complain(&format!("{} does not take {}", solver.name, set.join(" "))),
        }
    }
    sets
}

fn examiner<'a>(
    campaign: Campaign,
    solver: &'a Solver,
    bench: &'a Bench,
    options: &Options,
) -> Examiner<'a> {
    Examiner {
        campaign,
        solver: (&solver.name, &solver.version),
        file: &bench.candidate,
        stop: &bench.stop,
        runs: options.runs,
        patience: Duration::from_secs(20),
    }
}

struct Hunt<'a> {
    options: &'a Options,
    bench: &'a Bench,
    limits: Limits,
    solvers: &'a [Solver],
    /// For each solver, the sets of options to try.
    sweeps: Vec<Vec<Vec<String>>>,
    clusters: Clusters,
    tests: u64,
    verdicts: BTreeMap<Verdict, u64>,
    /// Failures like many others, which were only counted.
    unexamined: u64,
    examining: Duration,
    started: Instant,
    /// How often failures with these operators were looked into.
    looked_into: BTreeMap<String, u32>,
    bar: ProgressBar,
}

/// Of failures with the same solver, verdict and operators, so many are looked into.
const OFTEN: u32 = 3;

impl Hunt<'_> {
    fn over(&self) -> bool {
        let budget = self.options.budget.map(Duration::from_secs);
        self.bench.stop.load(Ordering::Relaxed)
            || budget.is_some_and(|budget| self.started.elapsed() >= budget)
    }

    /// Puts the findings of earlier hunts into their clusters.
    fn resume(&mut self, store: &Store) -> Result<(), String> {
        for finding in store.findings() {
            self.place(finding.clone())?;
        }
        Ok(())
    }

    fn rounds(&mut self, store: &mut Store) -> Result<(), String> {
        let (library, reference) = (Library::built_in(), Reference::standard());
        let mut texts = Vec::new();
        for (file, _) in files(&self.options.seeds)? {
            let bytes = std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            texts.push((file.to_string_lossy().into_owned(), text));
        }
        let seeds: Vec<String> = texts.iter().map(|(_, text)| text.clone()).collect();
        let origins = Origins {
            library: &library,
            reference: &reference,
            seeds: &seeds,
        };
        let modes: Vec<Mode> = match self.options.modes.is_empty() {
            true => Mode::ALL.to_vec(),
            false => self.options.modes.clone(),
        };
        let hunt = format!("seed {}", self.options.seed);
        let own: Vec<Job> = texts
            .iter()
            .filter_map(|(path, text)| own(path, text))
            .collect();
        for chunk in own.chunks(self.options.batch.max(1)) {
            self.round(0, chunk, store)?;
        }
        while !self.over() {
            let round = store.next_round(&hunt)?;
            let jobs = self.batch(origins, &modes, round)?;
            self.round(round, &jobs, store)?;
            if self.options.first
                && self
                    .clusters
                    .clusters
                    .iter()
                    .any(|c| is_unsound(c.smallest()))
            {
                break;
            }
        }
        Ok(())
    }

    /// The tests of a round.
    fn batch(&self, origins: Origins<'_>, modes: &[Mode], round: u64) -> Result<Vec<Job>, String> {
        let count = modes.len() as u64;
        let place = usize::try_from(round % count).unwrap_or(0);
        // Every fourth time around, conversations.
        let traces = (round / count) % 4 == 3;
        let seed = self
            .options
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add(round);
        let mut jobs = Vec::new();
        // What none of the solvers can be told is not worth a place in the batch.
        let sayable = |job: &Job| {
            let mut solvers = self.solvers.iter();
            solvers.any(|solver| solver.dialect.render(&job.text, job.literals).is_ok())
        };
        let stream = Stream::new(modes[place], origins, seed);
        for made in stream.take(20 * self.options.batch) {
            let made = made.map_err(|claim| claim.to_string())?;
            let manner = Manner::Trace(seed.wrapping_add(jobs.len() as u64));
            let job = match (traces, &made.test.expected) {
                (true, Expected::Sat(_) | Expected::Unsat { .. }) => {
                    Job::variant(&made.store, &made.test, manner, seed)
                }
                _ => Job::plain(&made.store, &made.test, seed, seed, Dialect::Standard),
            };
            if sayable(&job) {
                jobs.push(job);
            }
            if jobs.len() >= self.options.batch {
                break;
            }
        }
        Ok(jobs)
    }

    fn round(&mut self, round: u64, jobs: &[Job], store: &mut Store) -> Result<(), String> {
        let mut failures: Vec<(usize, Campaign, Job, Record)> = Vec::new();
        let mut open: BTreeMap<String, Vec<(usize, Job, Record)>> = BTreeMap::new();
        for number in 0..self.solvers.len() {
            let campaign = self.campaign(number, round);
            let results = self.run(&campaign, jobs)?;
            for (job, record) in results {
                *self.verdicts.entry(record.verdict).or_default() += 1;
                self.tests += 1;
                let wrong = record.verdict.is_unsound() || record.verdict == Verdict::Crash;
                if wrong {
                    failures.push((number, campaign.clone(), job, record));
                } else if job.claim == Claim::Open {
                    let answers = open.entry(job.path.clone()).or_default();
                    answers.push((number, job, record));
                } else if record.verdict == Verdict::Pass && self.tests.is_multiple_of(8) {
                    self.clusters.passed(&self.solvers[number].name, &job);
                }
            }
            self.tell();
            if self.over() {
                break;
            }
        }
        // Where one has a model that holds, the other's `unsat` is wrong.
        let mut disputes = Vec::new();
        for answers in open.into_values() {
            let said: Vec<(usize, &Job, &str)> = answers
                .iter()
                .map(|(number, job, record)| (*number, job, record.output.as_str()))
                .collect();
            let settled = settle(&said);
            if settled.is_empty()
                && let Some((one, other)) = disputed(&said)
            {
                disputes.push((one, other, answers[0].1.clone()));
            }
            for (number, job) in settled {
                let record = Record::new(&job.path, Verdict::WrongAnswer);
                failures.push((number, self.campaign(number, round), job, record));
            }
        }
        for (number, campaign, job, record) in failures {
            self.look_into(number, campaign, &job, &record, store)?;
        }
        for (one, other, job) in disputes {
            self.dispute((one, other), round, &job, store)?;
        }
        Ok(())
    }

    /// Makes a script small on which two solvers contradict each other and neither is refuted.
    fn dispute(
        &mut self,
        (one, other): (usize, usize),
        round: u64,
        job: &Job,
        store: &mut Store,
    ) -> Result<(), String> {
        let campaigns = [self.campaign(one, round), self.campaign(other, round)];
        let names = [one, other].map(|number| &self.solvers[number]);
        let end = Instant::now() + Duration::from_secs(20);
        let mut problem = None;
        let say = |campaign: &Campaign, job: &Job| -> Result<String, String> {
            match campaign.try_out(job, &self.bench.candidate, &self.bench.stop)? {
                Tried::Run(done, _) => Ok(done.stdout),
                Tried::Outside(_) => Ok(String::new()),
                Tried::Stopped => Err("stopped".to_owned()),
            }
        };
        let both = |job: &Job| Ok([say(&campaigns[0], job)?, say(&campaigns[1], job)?]);
        let mut differ = |job: &Job| match both(job) {
            Ok([a, b]) => contradict(&a, &b),
            Err(error) => {
                problem = Some(error);
                false
            }
        };
        if !differ(job) {
            return problem.map_or(Ok(()), Err);
        }
        let smallest = reduce(job, Verdict::Unknown, self.options.runs, &mut |job| {
            Instant::now() < end && differ(job)
        })?;
        let said = both(&smallest)?;
        let finding = Finding {
            solver: format!("{} against {}", names[0].name, names[1].name),
            version: format!("{}, {}", names[0].version, names[1].version),
            command: campaigns[0]
                .profile
                .command_line("{file}", 0, self.limits.wall)
                .join(" "),
            verdict: "contradiction".to_owned(),
            detail: "one of the two is wrong".to_owned(),
            output: said.join("against\n"),
            path: job.path.clone(),
            original: job.text.clone(),
            reduced: smallest.text,
            claim: smallest.claim,
        };
        store.add_finding(&finding)?;
        self.place(finding)
    }

    fn campaign(&self, number: usize, round: u64) -> Campaign {
        let (solver, options) = (&self.solvers[number], self.options);
        let sets = &self.sweeps[number];
        let set = &sets[usize::try_from(round % sets.len() as u64).unwrap_or(0)];
        let seed = if options.sweep { round } else { 0 };
        let mut campaign = self
            .bench
            .campaign(solver, None, self.limits, seed, options.jobs);
        campaign.profile = campaign.profile.with_arguments(set);
        campaign
    }

    fn run(&self, campaign: &Campaign, jobs: &[Job]) -> Result<Vec<(Job, Record)>, String> {
        let mut results = Vec::new();
        campaign.run(
            &self.bench.stop,
            |take| {
                for job in jobs {
                    if self.over() || !take(job.clone()) {
                        break;
                    }
                }
            },
            &mut |job, record| {
                results.push((job, record));
                true
            },
        )?;
        Ok(results)
    }

    /// Makes a failure small and finds its place, unless there were many like it.
    fn look_into(
        &mut self,
        number: usize,
        campaign: Campaign,
        job: &Job,
        record: &Record,
        store: &mut Store,
    ) -> Result<(), String> {
        let solver = &self.solvers[number];
        let operators = canonical(&job.text, job.literals)
            .map_or(String::new(), |tree| tree.operators().join(" "));
        let likeness = format!("{} {} {operators}", solver.name, record.verdict);
        let often = self.looked_into.entry(likeness).or_default();
        *often += 1;
        let patience = self.started.elapsed().mul_f64(0.6) + Duration::from_secs(10);
        if *often > OFTEN || self.examining > patience || self.bench.stop.load(Ordering::Relaxed) {
            self.unexamined += 1;
            return Ok(());
        }
        let start = Instant::now();
        let mut examiner = examiner(campaign, solver, self.bench, self.options);
        if let Some(budget) = self.options.budget {
            // A little more than there is, so that the last finding is not left as it was.
            let left = Duration::from_secs(budget + 5).saturating_sub(self.started.elapsed());
            examiner.patience = examiner.patience.min(left);
        }
        let clusters = &mut self.clusters;
        let found = examiner.examine(job, &mut |passed| clusters.passed(&solver.name, passed))?;
        if let Some(finding) = found {
            store.add_finding(&finding)?;
            self.place(finding)?;
        }
        self.examining += start.elapsed();
        self.tell();
        Ok(())
    }

    fn place(&mut self, finding: Finding) -> Result<(), String> {
        let solver = self.solvers.iter().find(|s| s.name == finding.solver);
        let mut problem = None;
        let mut confirm = |finding: &Finding, pattern: &_| {
            let Some(solver) = solver else {
                return false;
            };
            let campaign = self.bench.campaign(solver, None, self.limits, 0, 1);
            let examiner = examiner(campaign, solver, self.bench, self.options);
            examiner.confirm(finding, pattern).unwrap_or_else(|error| {
                problem = Some(error);
                false
            })
        };
        let place = self.clusters.add(finding, &mut confirm);
        if let Some(problem) = problem {
            return Err(problem);
        }
        if let Place::New(number) = place {
            let cluster = &self.clusters.clusters[number];
            let finding = cluster.smallest();
            let line = format!(
                "bug {}: {}: {}: {}",
                number + 1,
                finding.solver,
                finding.verdict,
                cluster.pattern.describe().replace('\n', " ∧ ")
            );
            match self.bar.is_hidden() {
                true => show(&line)?,
                false => self.bar.println(line),
            }
        }
        Ok(())
    }

    fn tell(&self) {
        self.bar.set_message(self.summary());
        self.bar.tick();
    }

    fn summary(&self) -> String {
        let verdicts: Vec<String> = self
            .verdicts
            .iter()
            .map(|(verdict, count)| format!("{} {count}", verdict.short()))
            .collect();
        let of = |verdict: &str| {
            let clusters = self.clusters.clusters.iter();
            clusters
                .filter(|cluster| cluster.smallest().verdict == verdict)
                .count()
        };
        let disputes = match of("contradiction") {
            0 => String::new(),
            many => format!(", {many} contradictions"),
        };
        let unsound = self
            .clusters
            .clusters
            .iter()
            .filter(|c| is_unsound(c.smallest()))
            .count();
        let crashes = of("crash");
        let alike = match self.unexamined {
            0 => String::new(),
            many => format!("; {many} failures like others"),
        };
        format!(
            "{} runs ({}); distinct bugs: {unsound} unsound, {crashes} crashes{disputes}{alike}",
            self.tests,
            verdicts.join(" ")
        )
    }
}

fn is_unsound(finding: &Finding) -> bool {
    Verdict::from_name(&finding.verdict).is_some_and(Verdict::is_unsound)
}

/// A file of the user's as a test: with what it claims, or open.
fn own(path: &str, text: &str) -> Option<Job> {
    if let Some(job) = Job::from_file(path, text.to_owned()) {
        return Some(job);
    }
    open(path, text)
}
