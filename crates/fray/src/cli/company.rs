//! What a solver gets wrong only after other tests in the same process.
//!
//! A test that fails in a session is run again by itself, and only that is a finding. Where it is not
//! wrong then, but wrong in its session once more, the solver keeps something
//! that it should forget: the fewest tests that it takes are kept as a script.

use std::time::Instant;

use fray::run::campaign::Campaign;
use fray::run::examine::for_a_shell;
use fray::run::job::{Claim, Job};
use fray::run::session::{Between, Heard};
use fray::run::verdict::Verdict;

use super::findings::patience;
use super::hunt::Hunt;
use super::solvers::label;
use super::told::folder_of;

/// So many tests before the one that fails are looked at, at most.
const BEFORE: usize = 255;

impl Hunt<'_> {
    /// Looks at the tests of a session whose failures did not come again by themselves.
    pub(super) fn look_into_company(
        &mut self,
        number: usize,
        campaign: &Campaign,
        between: Between,
        session: &[(Job, Heard)],
        alone: &[String],
    ) -> Result<(), String> {
        for (place, (job, heard)) in session.iter().enumerate() {
            let verdict = heard.judgement.verdict;
            let wrong = verdict.is_unsound() || verdict == Verdict::Crash;
            if !wrong || alone.contains(&job.path) {
                continue;
            }
            *self.only_in_company.entry(verdict).or_default() += 1;
            if verdict == Verdict::Crash {
                continue;
            }
            let before = &session[place.saturating_sub(BEFORE)..place];
            let before: Vec<&Job> = before.iter().map(|(job, _)| job).collect();
            self.keep_company(number, campaign, between, &before, (job, verdict))?;
        }
        Ok(())
    }

    /// Keeps a test with the fewest of those before it after which it fails, if it does so again.
    fn keep_company(
        &mut self,
        number: usize,
        campaign: &Campaign,
        between: Between,
        before: &[&Job],
        (job, verdict): (&Job, Verdict),
    ) -> Result<(), String> {
        let end = Instant::now() + patience(self.options.budget, self.started.elapsed());
        let (file, stop) = (&self.bench.candidate, &self.bench.stop);
        let with = |before: &[&Job]| -> Vec<Job> {
            let all = before.iter().copied().chain([job]);
            all.cloned().collect()
        };
        let mut fails = |before: &[&Job]| -> Result<bool, String> {
            if Instant::now() >= end {
                return Ok(false);
            }
            let jobs = with(before);
            let heard = campaign.session(&jobs, between, file, stop)?;
            let last = heard.get(jobs.len() - 1);
            Ok(last.is_some_and(|heard| heard.judgement.verdict == verdict))
        };
        let Some(fewest) = fewest(before, &mut fails)? else {
            return Ok(());
        };
        let jobs = with(&fewest);
        let folder = folder_of(&self.options.store);
        let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
        std::fs::create_dir_all(&folder).map_err(problem)?;
        let name = |number: usize| folder.join(format!("after{number}.smt2"));
        let free = (1..).map(name).find(|file| !file.exists());
        let kept = free.unwrap_or_else(|| name(0));
        std::fs::write(&kept, campaign.session_script(&jobs, between)).map_err(problem)?;
        let cores = jobs
            .iter()
            .any(|j| matches!(j.claim, Claim::Unsat(Some(_))));
        let (seed, wall) = (campaign.seed, campaign.limits.wall);
        let profile = &campaign.profile;
        let command = profile.session_line(&kept.to_string_lossy(), seed, wall, cores);
        let line = format!(
            "only in company ({:.1} s): {}: {verdict} in the last of {} tests in one process, and not by itself: {}",
            self.started.elapsed().as_secs_f64(),
            label(&self.options.solvers, &self.solvers[number].name, ""),
            jobs.len(),
            for_a_shell(&command),
        );
        self.say(&line)?;
        self.company.push(line);
        Ok(())
    }
}

/// As few of these as it takes, by leaving out more and then less at a time; `None` if all of them
/// do not fail.
fn fewest<T: Clone>(
    all: &[T],
    fails: &mut dyn FnMut(&[T]) -> Result<bool, String>,
) -> Result<Option<Vec<T>>, String> {
    if !fails(all)? {
        return Ok(None);
    }
    let mut kept = all.to_vec();
    let mut size = kept.len();
    while size > 0 {
        let mut start = 0;
        while start < kept.len() {
            let mut fewer = kept.clone();
            fewer.drain(start..kept.len().min(start + size));
            if fails(&fewer)? {
                kept = fewer;
            } else {
                start += size;
            }
        }
        size /= 2;
    }
    Ok(Some(kept))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_needed_is_left() {
        let all: Vec<u32> = (0..100).collect();
        let mut needs = |some: &[u32]| Ok(some.contains(&3) && some.contains(&77));
        assert_eq!(fewest(&all, &mut needs), Ok(Some(vec![3, 77])));
        assert_eq!(fewest(&all, &mut |_| Ok(true)), Ok(Some(Vec::new())));
        assert_eq!(fewest(&all, &mut |_| Ok(false)), Ok(None));
    }
}
