//! What a hunt does with failures: each is made small, and finds its place beside the others.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use fray::run::campaign::{Campaign, Tried};
use fray::run::cluster::{Finding, Place};
use fray::run::contradiction::{answer, contradict};
use fray::run::job::Job;
use fray::run::label::known;
use fray::run::record::Record;
use fray::run::reduce::reduce;
use fray::run::store::Store;
use fray::run::verdict::Verdict;

use super::hunt::Hunt;
use super::show;
use super::solvers::label;

/// Of failures that are likely one bug, so many are looked into.
pub(super) const OFTEN: u32 = 3;
/// How long one failure may take to be made small.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);
/// Seconds that the last failures of a hunt may take beyond its end.
const MORE: u64 = 5;

impl Hunt<'_> {
    /// Makes a script small on which two solvers contradict each other and neither is refuted.
    pub(super) fn dispute(
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
        // What we find out ourselves settles it.
        if let Some(job) = known(&smallest) {
            let wrong = usize::from(answer(&said[0]) == Some(job.status()));
            let record = Record::new(&job.path, Verdict::WrongAnswer);
            let (number, [first, second]) = ([one, other][wrong], campaigns);
            let campaign = if wrong == 0 { first } else { second };
            return self.look_into(number, campaign, &job, &record, store);
        }
        let finding = Finding {
            solver: format!("{} against {}", names[0].name, names[1].name),
            version: format!("{}, {}", names[0].version, names[1].version),
            command: campaigns
                .each_ref()
                .map(|c| {
                    c.profile
                        .command_line("{file}", c.seed, c.limits.wall)
                        .join(" ")
                })
                .join("` and `"),
            verdict: "contradiction".to_owned(),
            detail: "one of the two is wrong".to_owned(),
            output: said.join("against\n"),
            path: job.path.clone(),
            original: job.text.clone(),
            reduced: smallest.text,
            claim: smallest.claim,
            culprit: None,
            blame: None,
            options: Vec::new(),
            seed: 0,
            cut_short: false,
        };
        store.add_finding(&finding)?;
        self.place(finding)
    }

    /// Makes a failure small and finds its place, unless there were many like it.
    pub(super) fn look_into(
        &mut self,
        number: usize,
        campaign: Campaign,
        job: &Job,
        record: &Record,
        store: &mut Store,
    ) -> Result<(), String> {
        let solver = &self.solvers[number];
        let likeness = self.clusters.likeness(&solver.name, job, record);
        let often = self.looked_into.entry(likeness).or_default();
        *often += 1;
        let first = *often == 1;
        let most = self.started.elapsed().mul_f64(0.6) + Duration::from_secs(10);
        if *often > OFTEN || self.examining > most {
            self.unexamined += 1;
            return Ok(());
        }
        let start = Instant::now();
        let mut examiner = self
            .bench
            .examiner(campaign, solver, self.options.runs, PATIENCE);
        examiner.patience = patience(self.options.budget, self.started.elapsed());
        if examiner.patience.is_zero() {
            match first {
                true => self.put_off(&examiner.unfinished(job, record), store)?,
                false => self.unexamined += 1,
            }
            return Ok(());
        }
        let clusters = &mut self.clusters;
        let found = examiner.examine(job, &mut |passed| clusters.passed(&solver.name, passed));
        if self.bench.stop.load(Ordering::Relaxed) && !matches!(found, Ok(Some(_))) {
            let finding = examiner.unfinished(job, record);
            return self.put_off(&finding, store);
        }
        if let Some(finding) = found? {
            store.add_finding(&finding)?;
            self.place(finding)?;
        }
        self.examining += start.elapsed();
        self.tell();
        Ok(())
    }

    /// Keeps a failure as it is: who stops a hunt loses nothing, `fray cluster` goes on with it.
    fn put_off(&mut self, finding: &Finding, store: &mut Store) -> Result<(), String> {
        store.add_finding(finding)?;
        self.clusters.add(finding.clone(), &mut |_, _| false);
        Ok(())
    }

    pub(super) fn place(&mut self, finding: Finding) -> Result<(), String> {
        let solver = self.solvers.iter().find(|s| s.name == finding.solver);
        let mut problem = None;
        let mut confirm = |finding: &Finding, pattern: &_| {
            let Some(solver) = solver else {
                return false;
            };
            let campaign = self.bench.campaign_for(solver, finding, self.limits);
            let examiner = self
                .bench
                .examiner(campaign, solver, self.options.runs, PATIENCE);
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
                "bug {} ({:.1} s): {}: {}: {}",
                number + 1,
                self.started.elapsed().as_secs_f64(),
                label(&self.options.solvers, &finding.solver, ""),
                finding.verdict,
                cluster.pattern.describe().replace('\n', " ∧ ")
            );
            self.say(&line)?;
        }
        Ok(())
    }

    /// Writes a test that was not solved where the user wants it.
    pub(super) fn keep_unsolved(&self, job: &Job, verdict: Verdict) -> Result<(), String> {
        let open = matches!(
            verdict,
            Verdict::Unknown | Verdict::Timeout | Verdict::OutOfMemory | Verdict::NonLiteralModel
        );
        let Some(folder) = self.options.unsolved.as_deref().filter(|_| open) else {
            return Ok(());
        };
        let folder = folder.join(verdict.name().replace(' ', "-"));
        let name = job.path.replace('/', "_").replace(".smt2", "");
        let file = folder.join(format!("{name}.smt2"));
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(&file, &job.text))
            .map_err(|e| format!("{}: {e}", file.display()))
    }

    /// Says something while the hunt goes on.
    pub(super) fn say(&self, line: &str) -> Result<(), String> {
        if self.bar.is_hidden() {
            return show(line);
        }
        self.bar.println(line);
        Ok(())
    }
}

/// How long a failure may be looked into: a little more than the hunt has left, so that the last one
/// is not left as it was; but no failure after that.
pub(super) fn patience(budget: Option<u64>, elapsed: Duration) -> Duration {
    let Some(budget) = budget else {
        return PATIENCE;
    };
    let end = Duration::from_secs(budget.saturating_add(budget.min(MORE)));
    PATIENCE.min(end.saturating_sub(elapsed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hunt_ends_soon_after_its_time() {
        let left = |budget, elapsed| patience(budget, Duration::from_secs(elapsed)).as_secs();
        assert_eq!(left(Some(600), 10), PATIENCE.as_secs());
        assert_eq!(left(Some(600), 602), 3);
        assert_eq!(left(Some(600), 606), 0);
        assert_eq!(left(Some(1), 3), 0);
        assert_eq!(left(None, 1_000_000), PATIENCE.as_secs());
    }
}
