//! `fray hunt`: tests without end, and the distinct bugs that they find.
//!
//! A hunt goes in rounds. A round takes a batch of one mode's stream in one form (with cores, bare,
//! as conversations), or the user's files; runs every solver on it, with one set of options of
//! a sweep if that is asked for; and looks into each failure at once: it is made small and put
//! beside those that are known. Which mode and form is next follows from what they yielded.
//! Rounds are counted in the store, so that a hunt that is stopped goes on, and several that run at
//! once do different ones.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use fray::run::bare::bare;
use fray::run::campaign::Campaign;
use fray::run::cluster::Clusters;
use fray::run::contradiction::{disputed, open, settle};
use fray::run::hopeless::Answers;
use fray::run::job::{Claim, Job};
use fray::run::label::known;
use fray::run::process::{Limits, own_processor_time};
use fray::run::queries::queries;
use fray::run::record::Record;
use fray::run::schedule::Schedule;
use fray::run::session::{Between, Sessions, in_scope};
use fray::run::store::Store;
use fray::run::verdict::Verdict;
use fray::synth::feature::{Feature, needs};
use fray::synth::incremental::Manner;
use fray::synth::library::Library;
use fray::synth::reference::Reference;
use fray::synth::stream::{Mode, Origins, Stream};
use fray::synth::test::Expected;
use fray::synth::write::Dialect;
use indicatif::ProgressBar;
use sinew_smtlib::Dialect as Literals;

use super::cluster::{read_known, soundness};
use super::findings::PATIENCE;
use super::race::files;
use super::screen::{bar, is_unsound};
use super::solvers::{Bench, Solver, limits};
use super::suite::readable;
use super::told::{overview, write_scripts};
use super::ways::{Form, ways, weight};
use super::{Done, Ended, show};

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
    pub(super) solvers: Vec<String>,
    /// Read further profiles from this file.
    #[arg(long, value_name = "FILE")]
    profiles: Vec<PathBuf>,
    /// Stop after this many seconds; without it, when you say so.
    #[arg(long = "for", value_name = "SECONDS")]
    pub(super) budget: Option<u64>,
    /// Stop after so many seconds of processor time, of fray and the solvers: what a machine
    /// does beside it does not count.
    #[arg(long, value_name = "SECONDS")]
    cpu: Option<u64>,
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
    #[arg(long, default_value_t = 0.2, value_name = "SECONDS")]
    timeout: f64,
    /// Memory limit per run, in MiB.
    #[arg(long, default_value_t = 2048, value_name = "MIB")]
    memory: u64,
    /// Runs at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Tests in a round; an eighth of them if they are conversations.
    #[arg(long, default_value_t = NonZeroUsize::MIN.saturating_add(63), value_name = "N")]
    batch: NonZeroUsize,
    /// Start a process for each test, also where a solver takes many in one.
    #[arg(long)]
    apart: bool,
    /// Runs of a solver to make one failure small, at most.
    #[arg(long, default_value_t = 400, value_name = "N")]
    pub(super) runs: u32,
    /// Seed of the hunt.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The file for rounds and findings.
    #[arg(long, value_name = "FILE", default_value = "hunt.store")]
    pub(super) store: PathBuf,
    /// A list of known bugs, as for `fray known`; what matches one is called public.
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Grow operators also as often as the formulas of this list of bugs have them.
    #[arg(long, value_name = "FILE")]
    like: Option<PathBuf>,
    /// Write the tests that a solver leaves open into this folder, by verdict.
    #[arg(long, value_name = "DIR")]
    pub(super) unsolved: Option<PathBuf>,
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
    let mut sessions = Vec::new();
    for solver in &solvers {
        sessions.push(match options.apart {
            true => Sessions::default(),
            false => {
                let campaign = bench.campaign(solver, None, limits, 0, 1);
                Sessions::of(&campaign, &bench.candidate, &bench.stop)?
            }
        });
    }
    let ways = ways(&options.modes);
    let mut hunt = Hunt {
        options,
        schedule: Schedule::new(&ways.iter().map(|&way| weight(way)).collect::<Vec<f64>>()),
        ways,
        answers: vec![Answers::default(); solvers.len()],
        sessions,
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
        left_out: 0,
        only_in_company: BTreeMap::new(),
        company: Vec::new(),
        examining: Duration::ZERO,
        started: Instant::now(),
        began: own_processor_time(),
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
    if hunt.tests == 0 && hunt.left_out > 0 {
        let made = super::count(hunt.left_out, "test was", "tests were");
        super::complain(&format!(
            "{made} made, and none can be put to a solver: it rejects what they need, or cannot write it"
        ));
    }
    if hunt.tests == 0 && hunt.left_out == 0 && !options.seeds.is_empty() {
        super::complain("no test was made of the given files: is there an assertion in them?");
    }
    show(&hunt.summary(Verdict::name))?;
    show(&hunt.yields())?;
    let clusters = &hunt.clusters.clusters;
    let folder = write_scripts(&options.store, clusters, &solvers)?;
    show(&overview(clusters, &known, folder.as_deref()))?;
    for line in &hunt.company {
        show(line)?;
    }
    match hunt.company.is_empty() {
        true => Ok(soundness(&hunt.clusters.clusters)),
        false => Ok(Done::Unsound),
    }
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
        campaign.profile.swept.clone_from(set);
        let examiner = bench.examiner(campaign, solver, options.runs, PATIENCE);
        match examiner.judge(&job) {
            Ok(Some((_, found))) if found.verdict == Verdict::Pass => sets.push(set.clone()),
            _ => super::complain(&format!("{} does not take {}", solver.name, set.join(" "))),
        }
    }
    sets
}

/// So many times as many tests has a round in which each is in a scope.
const SCOPED: usize = 2;

/// The streams that were begun, with their seeds: that of the round which began them.
type Streams<'o> = BTreeMap<Mode, (u64, Stream<'o>)>;

pub(super) struct Hunt<'a> {
    pub(super) options: &'a Options,
    pub(super) bench: &'a Bench,
    pub(super) limits: Limits,
    pub(super) solvers: &'a [Solver],
    /// For each solver, the sets of options to try.
    sweeps: Vec<Vec<Vec<String>>>,
    /// For each solver, what it takes in sessions.
    sessions: Vec<Sessions>,
    pub(super) ways: Vec<(Mode, Form)>,
    pub(super) schedule: Schedule,
    /// For each solver, what it answers.
    answers: Vec<Answers>,
    pub(super) clusters: Clusters,
    pub(super) tests: u64,
    pub(super) verdicts: BTreeMap<Verdict, u64>,
    /// Failures like many others, which were only counted.
    pub(super) unexamined: u64,
    /// Tests that were made and put to no solver.
    left_out: u64,
    /// Failures in sessions that did not come again by themselves.
    pub(super) only_in_company: BTreeMap<Verdict, u64>,
    /// Those that came again in a session, as they were told.
    pub(super) company: Vec<String>,
    pub(super) examining: Duration,
    pub(super) started: Instant,
    /// The processor time that was used before.
    began: Duration,
    /// How often failures with these operators were looked into.
    pub(super) looked_into: BTreeMap<String, u32>,
    pub(super) bar: ProgressBar,
}

impl Hunt<'_> {
    fn over(&self) -> bool {
        let after = |budget: Option<u64>, time: &dyn Fn() -> Duration| {
            budget.is_some_and(|seconds| time() >= Duration::from_secs(seconds))
        };
        self.bench.stop.load(Ordering::Relaxed)
            || after(self.options.budget, &|| self.started.elapsed())
            || after(self.options.cpu, &|| self.processor())
    }

    /// The processor time of the hunt so far.
    pub(super) fn processor(&self) -> Duration {
        own_processor_time().saturating_sub(self.began)
    }

    /// Puts the findings of earlier hunts into their clusters.
    fn resume(&mut self, store: &Store) -> Result<(), String> {
        for finding in store.findings() {
            self.place(finding.clone())?;
        }
        Ok(())
    }

    fn rounds(&mut self, store: &mut Store) -> Result<(), String> {
        let (mut library, reference) = (Library::built_in(), Reference::standard());
        let like = read_known(self.options.like.as_deref())?;
        let formulas: Vec<&str> = like
            .iter()
            .filter_map(|bug| bug.formula.as_deref())
            .collect();
        library.grammar.lean(&formulas);
        let mut texts = Vec::new();
        for (file, _) in files(&self.options.seeds)? {
            let bytes = std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if let Err(problem) = readable(&text) {
                // What it records about itself may be of use all the same.
                super::complain(&format!("{} cannot be read: {problem}", file.display()));
            }
            texts.push((file.to_string_lossy().into_owned(), text));
        }
        if texts.is_empty() && !self.options.seeds.is_empty() {
            return Err("there are no .smt2 files where the seeds should be".to_owned());
        }
        let seeds: Vec<String> = texts.iter().map(|(_, text)| text.clone()).collect();
        let origins = Origins {
            library: &library,
            reference: &reference,
            seeds: &seeds,
        };
        let hunt = format!("seed {}", self.options.seed);
        let in_time = texts.iter().take_while(|_| !self.over());
        let own: Vec<Job> = in_time.flat_map(|(path, text)| own(path, text)).collect();
        for chunk in own.chunks(self.options.batch.get()) {
            if self.over() {
                break;
            }
            self.round(0, chunk, store)?;
        }
        let mut streams = Streams::new();
        while !self.over() {
            let round = store.next_round(&hunt)?;
            let way = self.schedule.choose(round);
            let (start, examined) = (Instant::now(), self.examining);
            let known = self.clusters.clusters.len();
            let jobs = self.batch(origins, &mut streams, way, round)?;
            self.round(round, &jobs, store)?;
            // Looking into what was found is not the fault of who found it.
            let time = start
                .elapsed()
                .saturating_sub(self.examining.saturating_sub(examined));
            let found = self.clusters.clusters.len() - known;
            self.schedule.learn(way, time, found);
            let mut clusters = self.clusters.clusters.iter();
            let unsound = !self.company.is_empty() || clusters.any(|c| is_unsound(c.smallest()));
            if self.options.first && unsound {
                break;
            }
        }
        Ok(())
    }

    /// The tests of a round.
    fn batch<'o>(
        &mut self,
        origins: Origins<'o>,
        streams: &mut Streams<'o>,
        way: usize,
        round: u64,
    ) -> Result<Vec<Job>, String> {
        let (mode, form) = self.ways[way];
        let size = self.size(form, round);
        let seed = self
            .options
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add(round);
        let mut jobs = Vec::new();
        // What none of the solvers can be told, or will answer, is not worth a place in the batch.
        let solvers = self.solvers;
        let answers = &mut self.answers;
        let mut worth = |job: &Job, needs: &BTreeSet<Feature>| {
            let mut solvers = solvers.iter().zip(&mut *answers);
            solvers.any(|(solver, answers)| {
                solver.dialect.lacks.is_disjoint(needs)
                    && solver.dialect.render(&job.text, job.literals).is_ok()
                    && !answers.is_hopeless(&job.text)
            })
        };
        let begin = || (seed, Stream::new(mode, origins, seed));
        let (begun, stream) = streams.entry(mode).or_insert_with(begin);
        for made in stream.take(20 * size) {
            let made = made.map_err(|claim| claim.to_string())?;
            let plain = || Job::plain(&made.store, &made.test, *begun, seed, Dialect::Standard);
            let manner = Manner::Trace(seed.wrapping_add(jobs.len() as u64));
            let job = match (form, &made.test.expected) {
                (Form::Bare, _) => bare(&plain()),
                (Form::Traces, Expected::Sat(_) | Expected::Unsat { .. }) => {
                    Job::variant(&made.store, &made.test, manner, *begun)
                }
                _ => plain(),
            };
            if worth(&job, &needs(&made.store, &made.test.assertions)) {
                jobs.push(job);
            } else {
                self.left_out += 1;
            }
            if jobs.len() >= size {
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
            let results = self.run(number, &campaign, jobs, round)?;
            for (job, record) in results {
                self.keep_unsolved(&job, record.verdict)?;
                self.answers[number].learn(&job.text, record.verdict);
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

    pub(super) fn campaign(&self, number: usize, round: u64) -> Campaign {
        let (solver, options) = (&self.solvers[number], self.options);
        let sets = &self.sweeps[number];
        let set = &sets[usize::try_from(round % sets.len() as u64).unwrap_or(0)];
        let seed = if options.sweep { round } else { 0 };
        let mut campaign = self
            .bench
            .campaign(solver, None, self.limits, seed, options.jobs);
        campaign.profile.swept.clone_from(set);
        campaign
    }

    /// How tests are kept apart in the sessions of a round: of every four rounds two have scopes,
    /// since ways have their turns by twos.
    fn between(&self, number: usize, round: u64) -> Between {
        match self.solvers[number].profile.scopes && round % 4 >= 2 {
            true => Between::Scopes,
            false => Between::Resets,
        }
    }

    /// How many tests a round has: conversations are long, and scopes cost less than resets (but a
    /// hunt that is over waits for the end of the round).
    fn size(&self, form: Form, round: u64) -> usize {
        let scopes = |number: usize| {
            self.sessions[number].bare && self.between(number, round) == Between::Scopes
        };
        let batch = self.options.batch.get();
        match form {
            Form::Traces => batch.div_ceil(8),
            Form::Bare if (0..self.solvers.len()).all(scopes) => SCOPED * batch,
            _ => batch,
        }
    }

    /// Runs tests in sessions where that is possible; those that fail there, and all others, each
    /// by itself; and what then fails only in a scope, in one.
    fn run(
        &mut self,
        number: usize,
        campaign: &Campaign,
        jobs: &[Job],
        round: u64,
    ) -> Result<Vec<(Job, Record)>, String> {
        let sessions = self.sessions[number];
        let (together, alone): (Vec<Job>, Vec<Job>) =
            jobs.iter().cloned().partition(|job| sessions.take(job));
        let mut results = Vec::new();
        let named = |job: &Job| matches!(job.claim, Claim::Unsat(Some(_)));
        let between = match together.iter().any(named) {
            true => Between::Resets,
            false => self.between(number, round),
        };
        let (file, stop) = (&self.bench.candidate, &self.bench.stop);
        let heard = campaign.session(&together, between, file, stop)?;
        let (mut suspects, mut session) = (Vec::new(), Vec::new());
        let mut in_scopes: BTreeMap<String, Job> = BTreeMap::new();
        for (job, heard) in together.into_iter().zip(heard) {
            let verdict = heard.judgement.verdict;
            if verdict.is_unsound() || verdict == Verdict::Crash {
                if between == Between::Scopes && verdict == Verdict::WrongAnswer {
                    in_scopes.extend(in_scope(&job).map(|scoped| (job.path.clone(), scoped)));
                }
                suspects.push(job.clone());
            } else {
                let mut record = Record::new(&job.path, verdict);
                record.output.clone_from(&heard.output);
                results.push((job.clone(), record));
            }
            session.push((job, heard));
        }
        let mut alone = self.each(campaign, alone, true)?;
        // What is suspected is worth a little more time than there is.
        alone.extend(self.each(campaign, suspects, false)?);
        let wrong =
            |record: &Record| record.verdict.is_unsound() || record.verdict == Verdict::Crash;
        for (job, record) in &alone {
            if wrong(record) {
                in_scopes.remove(&job.path);
            }
        }
        results.extend(alone);
        // Their names say that they are in a scope.
        let scoped = in_scopes.clone();
        results.extend(self.each(campaign, in_scopes.into_values().collect(), false)?);
        let failed = |job: &str| results.iter().any(|(j, r)| j.path == job && wrong(r));
        let again: Vec<String> = session
            .iter()
            .map(|(job, _)| &job.path)
            .filter(|path| failed(path) || scoped.get(*path).is_some_and(|s| failed(&s.path)))
            .cloned()
            .collect();
        self.look_into_company(number, campaign, between, &session, &again)?;
        Ok(results)
    }

    /// Runs tests one by one, as long as there is time if `in_time`.
    fn each(
        &self,
        campaign: &Campaign,
        jobs: Vec<Job>,
        in_time: bool,
    ) -> Result<Vec<(Job, Record)>, String> {
        let mut results = Vec::new();
        campaign.run(
            &self.bench.stop,
            |take| {
                for job in jobs {
                    if in_time && self.over() || !take(job) {
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
}

/// A file of the user's as a test: with what it claims; else its queries one by one, each with the
/// model that a short search finds, which refutes an `unsat`, or open.
fn own(path: &str, text: &str) -> Vec<Job> {
    if let Some(job) = Job::from_file(path, text.to_owned()) {
        return vec![job];
    }
    let asked = open(path, text).map_or_else(|| queries(path, text), |job| vec![job]);
    let labelled = asked.into_iter().map(|job| known(&job).unwrap_or(job));
    labelled.collect()
}
