//! Conversations whose every answer is known, made short.
//!
//! What may go without the remaining answers being in doubt: a query; everything from a `push` to
//! its `pop`; everything before assertions are reset; and an assertion that is there only in
//! queries whose answer is `sat`, since what is left of a satisfiable set is satisfiable. A query
//! by itself, put to the solver afresh, tells whether the conversation matters at all.

use sinew_smtlib::Dialect as Literals;

use super::job::{Claim, Job};

/// A conversation, command by command; each has a line of its own.
#[derive(Clone)]
struct Conversation<'a> {
    lines: Vec<&'a str>,
    answers: Vec<&'a str>,
}

/// A query: its line, and the lines of the assertions that are there.
struct Query {
    line: usize,
    asserted: Vec<usize>,
}

impl<'a> Conversation<'a> {
    fn read(job: &'a Job) -> Option<Conversation<'a>> {
        let Claim::Answers(answers) = &job.claim else {
            return None;
        };
        let lines = job.text.lines().filter(|line| !line.starts_with(';'));
        let lines: Vec<&str> = lines.collect();
        let known = ["(check-sat)", "(push 1)", "(pop 1)", "(reset-assertions)"];
        let is_plain = |line: &&str| {
            known.contains(line)
                || ["(assert ", "(declare-", "(set-"]
                    .iter()
                    .any(|start| line.starts_with(start))
        };
        // Assumptions, or a command over several lines: not for us.
        lines.iter().all(is_plain).then(|| Conversation {
            lines,
            answers: answers.iter().map(String::as_str).collect(),
        })
    }

    fn queries(&self) -> Vec<Query> {
        let mut levels: Vec<Vec<usize>> = vec![Vec::new()];
        let mut queries = Vec::new();
        for (number, &line) in self.lines.iter().enumerate() {
            match line {
                "(push 1)" => levels.push(Vec::new()),
                "(pop 1)" => {
                    levels.pop();
                }
                "(reset-assertions)" => levels = vec![Vec::new()],
                "(check-sat)" => queries.push(Query {
                    line: number,
                    asserted: levels.concat(),
                }),
                _ if line.starts_with("(assert ") => {
                    if let Some(level) = levels.last_mut() {
                        level.push(number);
                    }
                }
                _ => {}
            }
        }
        queries
    }

    /// The lines that go with this one; empty if it must stay.
    fn goes_with(&self, line: usize, queries: &[Query]) -> Vec<usize> {
        match self.lines[line] {
            "(check-sat)" => vec![line],
            "(push 1)" => match self.matching_pop(line) {
                Some(pop) => (line..=pop).collect(),
                None => Vec::new(),
            },
            "(reset-assertions)" => {
                let declared = |i: &usize| !self.lines[*i].starts_with("(declare-");
                let kept = |i: &usize| declared(i) && !self.lines[*i].starts_with("(set-");
                (0..=line).filter(kept).collect()
            }
            text if text.starts_with("(assert ") => {
                let there = |query: &Query| query.asserted.contains(&line);
                let mut answered = queries.iter().zip(&self.answers);
                match answered.all(|(query, answer)| !there(query) || *answer == "sat") {
                    true => vec![line],
                    false => Vec::new(),
                }
            }
            text if text.starts_with("(declare-") => vec![line],
            _ => Vec::new(),
        }
    }

    fn matching_pop(&self, push: usize) -> Option<usize> {
        let mut depth = 0;
        for (i, line) in self.lines.iter().enumerate().skip(push) {
            match *line {
                "(push 1)" => depth += 1,
                "(pop 1)" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(i);
            }
        }
        None
    }

    fn without(&self, gone: &[usize]) -> Conversation<'a> {
        let queries = self.queries();
        let stays = |line: usize| !gone.contains(&line);
        let lines = self.lines.iter().enumerate().filter(|(i, _)| stays(*i));
        let answers = queries
            .iter()
            .zip(&self.answers)
            .filter(|(q, _)| stays(q.line));
        Conversation {
            lines: lines.map(|(_, line)| *line).collect(),
            answers: answers.map(|(_, answer)| *answer).collect(),
        }
    }

    fn job(&self, path: &str) -> Job {
        let answers: Vec<String> = self
            .answers
            .iter()
            .map(|&answer| answer.to_owned())
            .collect();
        let script = self.lines.join("\n");
        Job {
            path: path.to_owned(),
            folder: "trace".to_owned(),
            text: format!("{script}\n; answers: {}\n", answers.join(" ")),
            claim: Claim::Answers(answers),
            literals: Literals::Standard,
        }
    }
}

/// Leaves out commands of a conversation while `fails` holds, until none can go.
pub fn shorten(job: &Job, fails: &mut dyn FnMut(&Job) -> bool) -> Job {
    let Some(mut best) = Conversation::read(job) else {
        return job.clone();
    };
    let mut at = 0;
    let mut result = job.clone();
    while at < best.lines.len() {
        let gone = best.goes_with(at, &best.queries());
        let shorter = best.without(&gone);
        let smaller = !gone.is_empty() && !shorter.answers.is_empty();
        let candidate = smaller.then(|| shorter.job(&job.path));
        match candidate.filter(|candidate| fails(candidate)) {
            Some(candidate) => {
                best = shorter;
                result = candidate;
                at = 0;
            }
            None => at += 1,
        }
    }
    result
}

/// The query that got this answer, counted from 1, by itself.
#[must_use]
pub fn afresh(job: &Job, answer: usize) -> Option<Job> {
    let whole = Conversation::read(job)?;
    let queries = whole.queries();
    let query = queries.get(answer.checked_sub(1)?)?;
    let kept = |i: usize| {
        let line = whole.lines[i];
        let always = line.starts_with("(declare-") || line.starts_with("(set-");
        always || i == query.line || query.asserted.contains(&i)
    };
    let lines = (0..whole.lines.len()).filter(|&i| kept(i));
    let alone = Conversation {
        lines: lines.map(|i| whole.lines[i]).collect(),
        answers: vec![whole.answers.get(answer - 1)?],
    };
    Some(alone.job(&job.path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(script: &str, answers: &str) -> Job {
        let text = format!("{script}; answers: {answers}\n");
        Job::from_file("s/seed0/growthTrace/random/t.smt2", text).expect("a conversation")
    }

    const TALK: &str = "(declare-fun x () String)\n(assert (= x x))\n(check-sat)\n\
        (reset-assertions)\n(push 1)\n(assert (= x \"a\"))\n(check-sat)\n(pop 1)\n\
        (push 1)\n(assert (= x \"c\"))\n(check-sat)\n(pop 1)\n(assert (= x \"\"))\n(check-sat)\n";

    #[test]
    fn a_conversation_is_shortened_to_what_it_takes() {
        // A solver that keeps what was popped.
        let short = shorten(&job(TALK, "sat sat sat sat"), &mut |job| {
            let popped = job.text.find("(push 1)\n(assert (= x \"a\"))\n");
            let pop = job.text.find("(pop 1)");
            let declared = job.text.contains("(declare-fun x");
            declared && popped.is_some() && pop > popped && job.text.contains("(assert (= x \"\"))")
        });
        let expected = "(declare-fun x () String)\n(push 1)\n(assert (= x \"a\"))\n(pop 1)\n\
                        (assert (= x \"\"))\n(check-sat)\n; answers: sat\n";
        assert_eq!(short.text, expected);
    }

    #[test]
    fn what_an_unsat_rests_on_stays() {
        let script = "(declare-fun x () String)\n(assert (= x \"a\"))\n(check-sat)\n\
                      (assert (not (= x \"a\")))\n(check-sat)\n";
        let short = shorten(&job(script, "sat unsat"), &mut |_| true);
        let asserted = short.text.matches("(assert ").count();
        match &short.claim {
            Claim::Answers(answers) if answers == &["unsat"] => assert_eq!(asserted, 2),
            Claim::Answers(answers) => assert_eq!(answers, &["sat"]),
            _ => panic!("answers are known"),
        }
        // Only the second query is of interest: both assertions are needed for its answer.
        let short = shorten(&job(script, "sat unsat"), &mut |job| {
            job.status() == "unsat"
        });
        assert_eq!(short.text.matches("(assert ").count(), 2);
        assert_eq!(short.text.matches("(check-sat)").count(), 1);
    }

    #[test]
    fn a_query_is_put_afresh() {
        let talk = job(TALK, "sat sat sat sat");
        let third = afresh(&talk, 3).expect("there are four");
        let expected =
            "(declare-fun x () String)\n(assert (= x \"c\"))\n(check-sat)\n; answers: sat\n";
        assert_eq!(third.text, expected);
        assert!(afresh(&talk, 5).is_none() && afresh(&talk, 0).is_none());
    }
}
