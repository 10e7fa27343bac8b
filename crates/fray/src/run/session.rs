//! Many tests in one process.
//!
//! Starting a solver and having its time limit noticed costs more than most small tests do. A
//! session is one script: the rendition of each test, a line that marks its end, `(reset)`. Where
//! that costs more than most tests do, too, as in z3, tests may be in a scope each instead;
//! solvers take other ways within scopes than without, so a hunt has both kinds of session. The
//! time limit is the solver's own, for one query; a solver that is silent for longer is ended, and
//! the tests that it did not come to are put to a new one.
//!
//! What a solver says in a session is judged like any output, but a failure there is a suspicion
//! only: `(reset)` may leave something behind. Who asks runs the test again by itself.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::campaign::Campaign;
use super::job::{Claim, Job};
use super::judge::{Judgement, judgement};
use super::process::{Exit, Finished, Limits};
use super::verdict::Verdict;

/// What came of a test in a session.
#[derive(Clone, Debug)]
pub struct Heard {
    /// The verdict, as far as a session can be trusted.
    pub judgement: Judgement,
    /// What was printed about the test.
    pub output: String,
}

/// How the tests of a session are kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// By `(reset)`.
    Resets,
    /// Each is in a scope of its own.
    Scopes,
}

/// How long a solver may take longer than its own time limit says, to start or to notice.
const SLACK: Duration = Duration::from_millis(250);

/// Tests that one process gets at most; its output is kept in memory.
const TESTS: usize = 256;

/// Whether a test can be part of a session: it has one query, and what is known of it is not about
/// the whole conversation.
fn is_suitable(job: &Job) -> bool {
    matches!(job.claim, Claim::Sat | Claim::Unsat(_) | Claim::Open)
}

/// Whether the solver has sessions: two tests in one, with a core in the first if `cores`, are
/// answered rightly.
fn is_possible(
    campaign: &Campaign,
    cores: bool,
    file: &Path,
    stop: &AtomicBool,
) -> Result<bool, String> {
    if campaign.profile.session.is_empty() {
        return Ok(false);
    }
    let test = |text: &str| Job::from_file("session", text.to_owned());
    let jobs = match cores {
        true => [NAMED, SATISFIABLE, NAMED, SATISFIABLE],
        false => [REFUTED, SATISFIABLE, REFUTED, SATISFIABLE],
    };
    let jobs: Vec<Job> = jobs.into_iter().filter_map(test).collect();
    let patient = Campaign {
        limits: Limits {
            wall: Duration::from_secs(2),
            ..campaign.limits
        },
        ..campaign.clone()
    };
    let heard = patient.session(&jobs, Between::Resets, file, stop)?;
    Ok(heard.len() == 4 && heard.iter().all(|h| h.judgement.verdict == Verdict::Pass))
}

/// Which tests a solver takes many of in one process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sessions {
    /// Those without names for a core.
    pub bare: bool,
    /// Those with them.
    pub cores: bool,
}

impl Sessions {
    /// Asks the solver.
    pub fn of(campaign: &Campaign, file: &Path, stop: &AtomicBool) -> Result<Sessions, String> {
        Ok(Sessions {
            bare: is_possible(campaign, false, file, stop)?,
            cores: is_possible(campaign, true, file, stop)?,
        })
    }

    /// Whether there are such tests.
    #[must_use]
    pub fn any(self) -> bool {
        self.bare || self.cores
    }

    /// Whether this test can be one of many.
    #[must_use]
    pub fn take(self, job: &Job) -> bool {
        let possible = match job.claim {
            Claim::Unsat(Some(_)) => self.cores,
            _ => self.bare,
        };
        possible && is_suitable(job)
    }
}

const SATISFIABLE: &str = "(set-logic ALL)\n(set-option :produce-models true)\n\
    (declare-fun x () String)\n(assert (= (str.++ x \"b\") \"ab\"))\n(check-sat)\n(get-value (x))\n\
    ; model: (define-fun x () String \"a\")\n";
const REFUTED: &str = "(set-logic ALL)\n(declare-fun x () String)\n\
    (assert (= (str.++ x \"b\") \"a\"))\n(check-sat)\n; unsat\n";
const NAMED: &str = "(set-logic ALL)\n(set-option :produce-unsat-cores true)\n\
    (declare-fun x () String)\n(assert (! (= (str.++ x \"b\") \"a\") :named a0))\n(check-sat)\n\
    (get-unsat-core)\n; core: a0\n";

/// A test in a scope as sessions have them, but by itself: a conversation with one query. `None` if
/// its answer is not known.
#[must_use]
pub fn in_scope(job: &Job) -> Option<Job> {
    let answer = match job.claim {
        Claim::Sat | Claim::Unsat(_) => job.status(),
        _ => return None,
    };
    let said = |line: &&str| {
        let other = ["(set-", "(get-", ";"];
        !other.iter().any(|start| line.starts_with(start))
    };
    let lines: Vec<&str> = job.text.lines().filter(said).collect();
    let script = lines.join("\n");
    Some(Job {
        path: format!("{} in a scope", job.path),
        folder: "trace".to_owned(),
        text: format!("(set-logic ALL)\n(push 1)\n{script}\n; answers: {answer}\n"),
        claim: Claim::Answers(vec![answer.to_owned()]),
        literals: job.literals,
    })
}

/// The line that marks the end of a test.
fn mark(number: usize) -> String {
    format!("fray test {number} ends")
}

/// What was printed about the first tests, each by itself, and what follows the last mark.
fn parts(output: &str, count: usize) -> (Vec<&str>, &str) {
    let mut parts = Vec::new();
    let (mut start, mut place) = (0, 0);
    for line in output.split_inclusive('\n') {
        let end = place + line.len();
        if parts.len() < count && line.trim().trim_matches('"') == mark(parts.len()) {
            parts.push(&output[start..place]);
            start = end;
        }
        place = end;
    }
    (parts, &output[start..])
}

/// The script of a session.
fn script(tests: &[&String], between: Between) -> String {
    let mut script = String::new();
    if between == Between::Scopes {
        script.push_str("(set-logic ALL)\n(set-option :produce-models true)\n");
    }
    for (number, text) in tests.iter().enumerate() {
        let text = text.trim_end().trim_end_matches("(exit)");
        let mark = mark(number);
        let _ = match between {
            Between::Resets => writeln!(script, "{text}\n(echo \"{mark}\")\n(reset)"),
            Between::Scopes => {
                // Options and logics are set once.
                let lines = text.lines().filter(|line| !line.starts_with("(set-"));
                let text: Vec<&str> = lines.collect();
                let text = text.join("\n");
                writeln!(script, "(push 1)\n{text}\n(echo \"{mark}\")\n(pop 1)")
            }
        };
    }
    script
}

impl Campaign {
    /// Runs tests one after the other in as few processes as possible, with the script in this
    /// file. There are fewer results than tests if the user stops it.
    pub fn session(
        &self,
        jobs: &[Job],
        between: Between,
        file: &Path,
        stop: &AtomicBool,
    ) -> Result<Vec<Heard>, String> {
        let mut heard: Vec<Heard> = Vec::new();
        while heard.len() < jobs.len() {
            let rest = &jobs[heard.len()..];
            let (more, done) =
                self.one_process(&rest[..rest.len().min(TESTS)], between, file, stop)?;
            heard.extend(more);
            if done {
                break;
            }
        }
        Ok(heard)
    }

    /// The script of a session of these tests, as far as they can be said.
    #[must_use]
    pub fn session_script(&self, jobs: &[Job], between: Between) -> String {
        let said = |job: &Job| self.judge.dialect.render(&job.text, job.literals).ok();
        let said: Vec<String> = jobs.iter().filter_map(said).collect();
        script(&said.iter().collect::<Vec<&String>>(), between)
    }

    /// The results of the tests that one process came to; at least one, unless the user stops it,
    /// which is the second part of the answer.
    fn one_process(
        &self,
        jobs: &[Job],
        between: Between,
        file: &Path,
        stop: &AtomicBool,
    ) -> Result<(Vec<Heard>, bool), String> {
        let renditions: Vec<Result<String, String>> = jobs
            .iter()
            .map(|job| self.judge.dialect.render(&job.text, job.literals))
            .collect();
        let said: Vec<&String> = renditions.iter().flatten().collect();
        let script = script(&said, between);
        let count = said.len();
        let done = if count == 0 {
            nothing()
        } else {
            fs::write(file, script).map_err(|error| format!("{}: {error}", file.display()))?;
            self.talk(jobs, count, file, stop)?
        };
        let stopped = done.exit == Exit::Stopped;
        let (parts, last) = parts(&done.stdout, count);
        let mut parts = parts.into_iter();
        let mut heard = Vec::new();
        for (job, rendition) in jobs.iter().zip(&renditions) {
            if let Err(reason) = rendition {
                heard.push(Heard {
                    judgement: judgement(Verdict::Rejected, reason.as_str()),
                    output: String::new(),
                });
                continue;
            }
            if let Some(output) = parts.next() {
                let own = Finished {
                    stdout: output.to_owned(),
                    ..nothing()
                };
                heard.push(self.heard(job, own));
                continue;
            }
            // The test at which the process ended.
            if !stopped {
                let own = Finished {
                    stdout: last.to_owned(),
                    ..done
                };
                heard.push(self.heard(job, own));
            }
            break;
        }
        Ok((heard, stopped))
    }

    fn heard(&self, job: &Job, own: Finished) -> Heard {
        Heard {
            judgement: self.judge.judge(job, &own),
            output: own.stdout,
        }
    }

    fn talk(
        &self,
        jobs: &[Job],
        count: usize,
        file: &Path,
        stop: &AtomicBool,
    ) -> Result<Finished, String> {
        let wall = self.limits.wall;
        let cores = jobs
            .iter()
            .any(|job| matches!(job.claim, Claim::Unsat(Some(_))));
        let name = file.to_string_lossy();
        let line = self.profile.session_line(&name, self.seed, wall, cores);
        let silence = wall + wall / 10 + SLACK;
        let limits = Limits {
            wall: silence * u32::try_from(count).unwrap_or(u32::MAX),
            ..self.limits
        };
        self.keeper.run_talking(&line, limits, silence, stop)
    }
}

/// A run that ended well and printed nothing.
fn nothing() -> Finished {
    Finished {
        exit: Exit::Code(0),
        stdout: String::new(),
        stderr: String::new(),
        wall: Duration::ZERO,
        cpu: Duration::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_hold_the_tests_without_what_is_set_once() {
        let test = "(set-logic ALL)\n(declare-fun x () String)\n(check-sat)\n".to_owned();
        let both = script(&[&test, &test], Between::Scopes);
        assert_eq!(both.matches("(set-logic").count(), 1);
        let pushed = both.matches("(push 1)\n(declare-fun x () String)\n(check-sat)\n(echo");
        assert_eq!(pushed.count(), 2);
        assert!(
            both.ends_with("(echo \"fray test 1 ends\")\n(pop 1)\n"),
            "{both}"
        );
        let apart = script(&[&test, &test], Between::Resets);
        assert_eq!(apart.matches("(reset)").count(), 2);
        assert_eq!(apart.matches("(set-logic ALL)").count(), 2);
    }

    #[test]
    fn a_test_in_a_scope_is_a_conversation() {
        let job = Job::from_file("t.smt2", SATISFIABLE.to_owned()).expect("a claim");
        let scoped = in_scope(&job).expect("an answer");
        let expected = "(set-logic ALL)\n(push 1)\n(declare-fun x () String)\n\
            (assert (= (str.++ x \"b\") \"ab\"))\n(check-sat)\n; answers: sat\n";
        assert_eq!(scoped.text, expected);
        let read = Job::from_file("t.smt2", scoped.text.clone()).expect("a claim");
        assert_eq!((read.claim, &read.text), (scoped.claim, &scoped.text));
        assert!(
            in_scope(&Job {
                claim: Claim::Open,
                ..job
            })
            .is_none()
        );
    }

    #[test]
    fn output_is_parted_at_marks_in_their_order() {
        let output = "sat\nfray test 0 ends\nunsat\n\"fray test 1 ends\"\nfray test 3 ends\nun";
        let (found, last) = parts(output, 4);
        assert_eq!(found, ["sat\n", "unsat\n"]);
        assert_eq!(last, "fray test 3 ends\nun");
        // A mark within a line is none.
        let (found, _) = parts("(error \"fray test 0 ends\")\n", 1);
        assert!(found.is_empty());
    }
}
