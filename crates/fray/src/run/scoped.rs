//! Conversations of one query: as a plain test, or made small like one in a scope.
//!
//! In a scope, solvers leave out much of their preprocessing. A failure may need that and nothing
//! else of what a conversation has; then its formulas are made small as those of a test are.

use super::contradiction::open;
use super::job::{Claim, Job, UNKNOWN_ANSWER};
use super::label::known;
use super::reduce::reduce;
use super::verdict::Verdict;

/// A conversation with one query and nothing that goes before it, as a plain test. A satisfiable one
/// needs a model, which is looked for.
pub(super) fn plain(job: &Job) -> Option<Job> {
    let Claim::Answers(answers) = &job.claim else {
        return None;
    };
    if job.text.contains("(push ") || job.text.contains("(reset") {
        return None;
    }
    let asked = open(&job.path, &job.text)?;
    match &answers[..] {
        [answer] if answer == "unsat" => Some(Job {
            text: asked.text.replace("; open\n", "; unsat\n"),
            claim: Claim::Unsat(None),
            ..asked
        }),
        [answer] if answer == "sat" => known(&asked),
        [answer] if answer == UNKNOWN_ANSWER => Some(asked),
        _ => None,
    }
}

/// A query that fails only in a scope, with formulas as small as they can be there.
pub(super) fn small_in_scope(
    job: &Job,
    verdict: Verdict,
    runs: u32,
    fails: &mut dyn FnMut(&Job) -> bool,
) -> Option<Job> {
    let Claim::Answers(answers) = &job.claim else {
        return None;
    };
    let answer = answers.first()?;
    let test = plain(&without_scope(job)?)?;
    let scoped = in_scope(&test, answer);
    if !fails(&scoped) {
        return None;
    }
    let smaller = reduce(&test, verdict, runs, &mut |candidate| {
        fails(&in_scope(candidate, answer))
    });
    Some(smaller.map_or(scoped, |smaller| in_scope(&smaller, answer)))
}

/// The conversation without entering scopes, if it does and leaves none.
fn without_scope(job: &Job) -> Option<Job> {
    let enters = |line: &&str| line.starts_with("(push ");
    if job.text.contains("(pop ") || !job.text.lines().any(|line| enters(&line)) {
        return None;
    }
    let kept = job.text.lines().filter(|line| !enters(line));
    Some(Job {
        text: kept.map(|line| format!("{line}\n")).collect(),
        ..job.clone()
    })
}

/// A plain test with its formulas in a scope.
fn in_scope(test: &Job, answer: &str) -> Job {
    let mut text = String::new();
    let mut inside = false;
    for line in test.text.lines() {
        if [";", "(get-", "(set-info "]
            .iter()
            .any(|start| line.starts_with(start))
        {
            continue;
        }
        if !inside && (line.starts_with("(assert ") || line == "(check-sat)") {
            text.push_str("(push 1)\n");
            inside = true;
        }
        text.push_str(line);
        text.push('\n');
    }
    Job {
        text: format!("{text}; answers: {answer}\n"),
        claim: Claim::Answers(vec![answer.to_owned()]),
        folder: "trace".to_owned(),
        ..test.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_in_a_scope_only_is_made_small_there() {
        let text = "(set-logic ALL)\n(declare-fun x () String)\n\
             (assert (= (str.len x) 1))\n(push 1)\n\
             (assert (or (str.suffixof x (str.++ \"b\" x)) (= x \"c\")))\n(check-sat)\n";
        for (answer, expected) in [
            ("sat", "(assert (str.suffixof \"\" \"\"))\n"),
            (UNKNOWN_ANSWER, "(assert (str.suffixof \"\" \"\"))\n"),
        ] {
            let text = format!("{text}; answers: {answer}\n");
            let job = Job::from_file("test.smt2", text).expect("a claim");
            let small = small_in_scope(&job, Verdict::WrongAnswer, 1000, &mut |candidate| {
                assert_eq!(candidate.claim, Claim::Answers(vec![answer.to_owned()]));
                let scoped = candidate.text.find("(push 1)\n(assert ");
                scoped.is_some() && candidate.text.contains("(str.suffixof ")
            })
            .expect("it fails");
            assert!(small.text.contains(expected), "{}", small.text);
            assert_eq!(small.text.matches("(assert").count(), 1, "{}", small.text);
        }
        // What has left a scope is no plain test.
        let left = text.replace("(push 1)\n", "(push 1)\n(pop 1)\n");
        let job = Job::from_file("test.smt2", format!("{left}; answers: sat\n"));
        let job = job.expect("a claim");
        let small = small_in_scope(&job, Verdict::WrongAnswer, 1000, &mut |_| true);
        assert_eq!(small, None);
    }
}
