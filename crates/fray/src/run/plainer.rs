//! A failure that is a plainer one at heart: a core that the solver takes to be unsatisfiable without
//! the rest is a wrong answer, and so is a wrong `sat` an invalid model if its model can be asked for. Plainer
//! failures can be made small by more means, and are the same bug.

use super::bare::core_alone;
use super::contradiction::open;
use super::job::Job;
use super::judge::Judgement;
use super::verdict::Verdict;

/// What a solver makes of a test; nothing where it cannot be said in its dialect.
pub type Trial<'a> = &'a mut dyn FnMut(&Job) -> Result<Option<Verdict>, String>;

/// The plainer form of a failing test, if the solver fails there as well, and the verdict on it.
pub fn plainer_failure(
    first: &Judgement,
    job: &Job,
    trial: Trial<'_>,
) -> Result<Option<(Job, Verdict)>, String> {
    let (plainer, verdict) = match first.verdict {
        Verdict::CoreNotUnsat => (alone(first, job), Verdict::WrongAnswer),
        Verdict::WrongAnswer => (asked_for_its_model(job), Verdict::InvalidModel),
        _ => return Ok(None),
    };
    let Some(plainer) = plainer else {
        return Ok(None);
    };
    let found = trial(&plainer)?;
    Ok((found == Some(verdict)).then_some((plainer, verdict)))
}

/// The core that lacks something, as a test of its own.
fn alone(first: &Judgement, job: &Job) -> Option<Job> {
    let names = first.detail.strip_prefix('(');
    let names = names.and_then(|rest| rest.split(')').next());
    let names: Vec<&str> = names.unwrap_or("").split_whitespace().collect();
    core_alone(job, &names)
}

/// A wrong `sat` as a test that asks for the model.
fn asked_for_its_model(job: &Job) -> Option<Job> {
    if job.status() != "unsat" || job.is_incremental() {
        return None;
    }
    let text = job.text.replace(":status unsat", ":status unknown");
    open(&job.path, &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::job::Claim;

    const CORE: &str = "(set-logic ALL)\n(set-option :produce-unsat-cores true)\n(set-info :status unsat)\n(declare-fun x () String)\n\
        (assert (! (str.in_re x re.allchar) :named a0))\n(assert (! (= (str.len x) 0) :named a1))\n\
        ; core: a0 a1\n; without a0: (define-fun x () String \"\")\n\
        ; without a1: (define-fun x () String \"a\")\n(check-sat)\n(get-unsat-core)\n";

    fn judged(verdict: Verdict, detail: &str) -> Judgement {
        Judgement {
            verdict,
            detail: detail.to_owned(),
        }
    }

    #[test]
    fn a_core_that_is_believed_alone_is_a_wrong_answer() {
        let job = Job::from_file("core", CORE.to_owned()).expect("a test");
        let core = judged(Verdict::CoreNotUnsat, "(a1) lacks a0");
        let mut said = Some(Verdict::WrongAnswer);
        let (plain, verdict) = plainer_failure(&core, &job, &mut |_| Ok(said))
            .expect("no error")
            .expect("a plainer form");
        assert_eq!(verdict, Verdict::WrongAnswer);
        assert_eq!(plain.claim, Claim::Sat);
        assert!(plain.text.contains("str.len") && !plain.text.contains("re.allchar"));
        // Where the solver is right about the core alone, the rest matters.
        for right in [Some(Verdict::Pass), None] {
            said = right;
            let plainer = plainer_failure(&core, &job, &mut |_| Ok(said)).expect("no error");
            assert!(plainer.is_none());
        }
    }

    #[test]
    fn a_wrong_sat_is_asked_for_its_model() {
        let job = Job::from_file("core", CORE.to_owned()).expect("a test");
        let wrong = judged(Verdict::WrongAnswer, "");
        let said = Some(Verdict::InvalidModel);
        let (plain, verdict) = plainer_failure(&wrong, &job, &mut |_| Ok(said))
            .expect("no error")
            .expect("a plainer form");
        assert_eq!((plain.claim, verdict), (Claim::Open, Verdict::InvalidModel));
    }
}
