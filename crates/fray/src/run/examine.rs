//! From a failure to a finding: is it one, and what is its smallest form?

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use sinew_smtlib::Dialect as Literals;

use super::blame::{Blame, Outcome, OwnModel, blame, by_others, denied};
use super::broken::{Broken, broken_operator, named};
use super::campaign::{Campaign, Tried};
use super::cluster::Finding;
use super::contradiction::open;
use super::culprit::{Culprit, culprits, innermost};
use super::job::{Claim, Job, Script};
use super::judge::{Judgement, without_number};
use super::label::{known, labelled};
use super::pattern::{Tree, canonical};
use super::plainer::plainer_failure;
use super::process::Finished;
use super::record::Record;
use super::reduce::reduce;
use super::scoped::{plain, small_in_scope};
use super::trace::{afresh, freed, shorten};
use super::turned::negations;
use super::verdict::Verdict;

/// Looks into failures of one solver.
pub struct Examiner<'a> {
    /// How the solver is run.
    pub campaign: Campaign,
    /// The solver, as the user named it, and its version.
    pub solver: (&'a str, &'a str),
    /// A file for the candidate at hand.
    pub file: &'a Path,
    /// Set when the user wants to stop.
    pub stop: &'a AtomicBool,
    /// Runs for one failure at most.
    pub runs: u32,
    /// Time for one failure at most.
    pub patience: Duration,
}

impl Examiner<'_> {
    /// Runs a test; `None` if it cannot be said in the solver's dialect.
    pub fn judge(&self, job: &Job) -> Result<Option<(Finished, Judgement)>, String> {
        match self.campaign.try_out(job, self.file, self.stop)? {
            Tried::Run(done, judgement) => Ok(Some((done, judgement))),
            Tried::Stopped => Err("stopped".to_owned()),
            Tried::Outside(_) => Ok(None),
        }
    }

    /// Makes a failure small. `None` if it does not come again: there is nothing to show then.
    /// Candidates that the solver passes are shown to `passed`.
    pub fn examine(
        &mut self,
        job: &Job,
        passed: &mut dyn FnMut(&Job),
    ) -> Result<Option<Finding>, String> {
        let Some((_, first)) = self.judge(job)? else {
            return Ok(None);
        };
        if !(first.verdict.is_unsound() || first.verdict == Verdict::Crash) {
            return Ok(None);
        }
        let mut verdict = |candidate: &Job| {
            let found = self.judge(candidate)?;
            Ok(found.map(|(_, found)| found.verdict))
        };
        if let Some((plainer, _)) = plainer_failure(&first, job, &mut verdict)? {
            let found = self.examine(&plainer, passed)?;
            return Ok(found.map(|found| Finding {
                original: job.text.clone(),
                ..found
            }));
        }
        let freed = without_answer(&first, job);
        let job = match &freed {
            Some(freed) if self.fails_like(&first, freed)? => freed,
            _ => job,
        };
        let end = Instant::now() + self.patience;
        self.simplify(job, &first)?;
        let mut problem = None;
        let mut runs = 0;
        let mut cut_short = false;
        let mut fails = |candidate: &Job| {
            runs += 1;
            cut_short |= runs >= self.runs || Instant::now() > end;
            if problem.is_some() || cut_short {
                return false;
            }
            match self.judge(candidate) {
                Ok(Some((_, found))) => {
                    if found.verdict == Verdict::Pass {
                        passed(candidate);
                    }
                    same_failure(&first, &found)
                }
                Ok(None) => false,
                Err(error) => {
                    problem = Some(error);
                    false
                }
            }
        };
        let smallest = self.smallest(job, &first, &mut fails);
        if let Some(problem) = problem {
            return Err(problem);
        }
        let smallest = self.with_answer(&first, smallest)?;
        let Some((done, last)) = self.judge(&smallest)? else {
            return Ok(None);
        };
        if !still_wrong(&first, &last) {
            return Ok(None);
        }
        let culprits = self.culprits(&last, &smallest)?;
        let output = format!("{}{}", done.stdout, done.stderr);
        let mut finding = self.finding(job, smallest, (last.verdict, last.detail, &output));
        finding.culprit = innermost(&culprits);
        finding.blame = Some(self.blame(&finding, &culprits)?);
        finding.cut_short = cut_short;
        Ok(Some(finding))
    }

    /// The smallest form of a failure within the runs that `fails` grants.
    fn smallest(&self, job: &Job, first: &Judgement, fails: &mut dyn FnMut(&Job) -> bool) -> Job {
        match &job.claim {
            Claim::Answers(_) => {
                let short = self.conversation(job, first, fails);
                match plain(&short).filter(|plain| fails(plain)) {
                    // What is left is one query: that can be made smaller like any other.
                    Some(plain) => reduce(&plain, first.verdict, self.runs, fails).unwrap_or(plain),
                    None => {
                        small_in_scope(&short, first.verdict, self.runs, fails).unwrap_or(short)
                    }
                }
            }
            // What cannot be reduced is a finding all the same.
            _ => reduce(job, first.verdict, self.runs, fails).unwrap_or_else(|_| job.clone()),
        }
    }

    /// The parts of a small form that matter.
    fn culprits(&self, last: &Judgement, smallest: &Job) -> Result<Vec<Culprit>, String> {
        if last.verdict == Verdict::Crash {
            return Ok(Vec::new());
        }
        self.parts_that_matter(smallest)
    }

    fn parts_that_matter(&self, job: &Job) -> Result<Vec<Culprit>, String> {
        culprits(job, &mut |candidate| {
            let found = self.judge(candidate)?;
            Ok(found.is_some_and(|(_, found)| found.verdict == Verdict::Pass))
        })
    }

    /// What is left of an invalid model, with its answer where that is found out.
    fn with_answer(&self, first: &Judgement, job: Job) -> Result<Job, String> {
        let open = first.verdict == Verdict::InvalidModel && job.claim == Claim::Open;
        let Some(known) = open.then(|| known(&job)).flatten() else {
            return Ok(job);
        };
        let found = self.judge(&known)?;
        match found.is_some_and(|(_, found)| still_wrong(first, &found)) {
            true => Ok(known),
            false => Ok(job),
        }
    }

    /// Which operator of a finding is at fault, given the parts that matter.
    fn blame(&self, finding: &Finding, culprits: &[Culprit]) -> Result<Blame, String> {
        let job = finding.job();
        let crashed = finding.verdict == Verdict::Crash.name();
        let mut trial = |candidate: &Job| {
            let found = self.judge(candidate)?;
            Ok(match found.map(|(_, found)| found.verdict) {
                Some(Verdict::Pass) => Outcome::Passes,
                Some(Verdict::Crash) if crashed => Outcome::Fails,
                Some(verdict) if verdict.is_unsound() && !crashed => Outcome::Fails,
                _ => Outcome::Other,
            })
        };
        let Some(says_sat) = finding.says_sat() else {
            let basic = match crashed {
                true => by_others(&job, &mut trial)?.basic,
                false => None,
            };
            return Ok(Blame {
                basic,
                about: Some(Vec::new()),
                points: Some(Vec::new()),
                turned: Some(false),
                ..Blame::default()
            });
        };
        // A wrong `sat` comes without a model, unless one asks for it.
        let output = match (&job.claim, says_sat) {
            (Claim::Unsat(_), _) => {
                let asked = open(&job.path, &job.text);
                let said = asked.map_or(Ok(None), |asked| self.judge(&asked))?;
                said.map_or(String::new(), |(done, _)| done.stdout)
            }
            _ => finding.output.clone(),
        };
        let judge = &self.campaign.judge;
        let own = |script: &mut Script| judge.values(script, &output);
        let own: Option<OwnModel<'_>> = match says_sat {
            true => Some(&own),
            false => None,
        };
        let mut found = blame(&job, own, &mut trial)?;
        suspect(&mut found, culprits);
        let (mut about, mut points) = (Vec::new(), Vec::new());
        if !says_sat {
            points.extend(denied(&job));
        } else if let Some(broken) = self.broken(&job)? {
            let mut suspected = found.suspected.iter();
            match suspected.all(|name| *name == broken.operator) {
                true => {
                    about.push(broken.operator);
                    points = broken.points;
                }
                false => found.likely = Some(broken.operator),
            }
        }
        if let (Some(basic), Some(_)) = (&found.basic, &finding.culprit) {
            // What is cleared may be what the part that matters is made by.
            let basic = Job {
                text: basic.clone(),
                ..job.clone()
            };
            let parts = self.parts_that_matter(&basic)?;
            about.extend(innermost(&parts).and_then(|part| part.operator));
            suspect(&mut found, &parts);
        }
        found.turned = Some(self.is_turned(&job, own)?);
        found.about = Some(about);
        found.points = Some(points);
        Ok(found)
    }

    /// Whether the solver has the opposite belief about the negation, given its own model if it says
    /// `sat`.
    fn is_turned(&self, job: &Job, own: Option<OwnModel<'_>>) -> Result<bool, String> {
        for negation in negations(job, own) {
            let found = self.judge(&negation)?.map(|(_, found)| found.verdict);
            let wrong = match own {
                // Another wrong `sat` would be the same direction.
                Some(_) => found == Some(Verdict::WrongAnswer),
                None => found.is_some_and(Verdict::is_unsound),
            };
            if wrong {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What the solver's own model breaks, when applications have names of their own.
    fn broken(&self, job: &Job) -> Result<Option<Broken>, String> {
        for named in named(job) {
            let Some((done, found)) = self.judge(&named)? else {
                continue;
            };
            if found.verdict != Verdict::InvalidModel {
                continue;
            }
            let judge = &self.campaign.judge;
            let values = |script: &mut Script| judge.values(script, &done.stdout);
            if let Some(broken) = broken_operator(&named, &values) {
                return Ok(Some(broken));
            }
        }
        Ok(None)
    }

    fn conversation(
        &self,
        job: &Job,
        first: &Judgement,
        fails: &mut dyn FnMut(&Job) -> bool,
    ) -> Job {
        let number = first.detail.strip_prefix("answer ");
        let number = number.and_then(|rest| rest.split(':').next()?.parse().ok());
        let alone = number.and_then(|number| afresh(job, number));
        match alone.filter(|alone| fails(alone)) {
            Some(alone) => shorten(&alone, fails),
            None => shorten(job, fails),
        }
    }

    /// Leaves out the arguments that ask for minimal cores, and the options and the seed of a
    /// sweep, where the solver fails without them.
    fn simplify(&mut self, job: &Job, first: &Judgement) -> Result<(), String> {
        let arguments = std::mem::take(&mut self.campaign.profile.minimise);
        if !arguments.is_empty() && !self.fails_like(first, job)? {
            self.campaign.profile.minimise = arguments;
        }
        let options = std::mem::take(&mut self.campaign.profile.swept);
        if !options.is_empty() && !self.fails_like(first, job)? {
            self.campaign.profile.swept = options;
        }
        let seed = std::mem::take(&mut self.campaign.seed);
        if seed != 0 && !self.fails_like(first, job)? {
            self.campaign.seed = seed;
        }
        Ok(())
    }

    fn fails_like(&self, first: &Judgement, job: &Job) -> Result<bool, String> {
        let again = self.judge(job)?;
        Ok(again.is_some_and(|(_, found)| same_failure(first, &found)))
    }

    /// A failure as it was found, for somebody else to go on with.
    #[must_use]
    pub fn unfinished(&self, job: &Job, record: &Record) -> Finding {
        let as_found = (record.verdict, record.detail.clone(), &*record.output);
        Finding {
            cut_short: true,
            ..self.finding(job, job.clone(), as_found)
        }
    }

    fn finding(
        &self,
        job: &Job,
        smallest: Job,
        (verdict, detail, output): (Verdict, String, &str),
    ) -> Finding {
        let campaign = &self.campaign;
        let (profile, wall) = (&campaign.profile, campaign.limits.wall);
        let line = match smallest.is_incremental() {
            true => profile.incremental_line("{file}", campaign.seed, wall),
            false => profile.command_line("{file}", campaign.seed, wall),
        };
        let (solver, version) = self.solver;
        Finding {
            solver: solver.to_owned(),
            version: version.to_owned(),
            command: for_a_shell(&line),
            verdict: verdict.name().to_owned(),
            detail,
            output: output.chars().take(2000).collect(),
            path: job.path.clone(),
            original: job.text.clone(),
            reduced: smallest.text,
            claim: smallest.claim,
            culprit: None,
            blame: None,
            options: profile.swept.clone(),
            seed: campaign.seed,
            cut_short: false,
        }
    }

    /// Goes on with a finding whose reduction was cut short; `None` if it is not there any more.
    pub fn go_on(&mut self, finding: &Finding) -> Result<Option<Finding>, String> {
        let again = self.examine(&finding.job(), &mut |_| {})?;
        Ok(again.map(|smaller| Finding {
            original: finding.original.clone(),
            ..smaller
        }))
    }

    /// Whether an instance of the pattern, other than the finding itself, fails as well.
    pub fn confirm(&self, finding: &Finding, pattern: &Tree) -> Result<bool, String> {
        let form = finding.canonical().key();
        for script in pattern.instances() {
            let Some(tree) = canonical(&script, Literals::Standard) else {
                continue;
            };
            if tree.key() == form {
                continue;
            }
            let job = labelled(&script);
            if let Some((_, found)) = self.judge(&job)?
                && (found.verdict.is_unsound() || found.verdict == Verdict::Crash)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// A command line as one types it.
#[must_use]
pub fn for_a_shell<S: AsRef<str>>(words: &[S]) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+=,:@%{}".contains(c);
    let quoted = |word: &S| {
        let word = word.as_ref();
        match !word.is_empty() && word.chars().all(plain) {
            true => word.to_owned(),
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    };
    words.iter().map(quoted).collect::<Vec<String>>().join(" ")
}

/// What makes a part that matters is a suspect.
fn suspect(blame: &mut Blame, parts: &[Culprit]) {
    for operator in parts.iter().filter_map(|part| part.operator.clone()) {
        if !blame.suspected.contains(&operator) {
            blame.suspected.push(operator);
        }
    }
}

/// The test with nothing known of its answer, where that does not matter: what crashes may be made
/// small by any means, and so may what its own model refutes.
fn without_answer(first: &Judgement, job: &Job) -> Option<Job> {
    match (first.verdict, &job.claim) {
        (Verdict::Crash, Claim::Sat | Claim::Unsat(_)) => open(&job.path, &job.text),
        (Verdict::InvalidModel, Claim::Sat) => open(&job.path, &job.text),
        (Verdict::Crash, Claim::Answers(_)) => freed(job),
        _ => None,
    }
}

/// Whether a small form fails as the test did; a model that does not hold may be a wrong `sat` by then.
fn still_wrong(first: &Judgement, found: &Judgement) -> bool {
    let wrong = [first.verdict, found.verdict] == [Verdict::InvalidModel, Verdict::WrongAnswer];
    wrong || same_failure(first, found)
}

/// Whether two failures are of the same kind.
fn same_failure(first: &Judgement, found: &Judgement) -> bool {
    // The signal or code is in front of the message. At which query does not matter.
    let end = |detail: &str| {
        let whole = without_number(detail);
        whole.split(':').next().unwrap_or("").to_owned()
    };
    found.verdict == first.verdict
        && (found.verdict != Verdict::Crash || end(&found.detail) == end(&first.detail))
}
