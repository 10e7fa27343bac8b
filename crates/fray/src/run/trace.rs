//! Conversations whose every answer is known, made short.
//!
//! What may go without the remaining answers being in doubt: a query; everything from a `push` to
//! its `pop`; a scope that nothing is asserted in; everything before assertions are reset; and an
//! assertion that is there only in queries whose answer is `sat`, since what is left of a
//! satisfiable set is satisfiable. A query by itself, put to the solver afresh, tells whether the
//! conversation matters at all.
//!
//! Where a solver breaks down the answers do not matter: such a conversation is *free*, anything
//! in it may go, and formulas may become others that are smaller.

use sinew_smtlib::Dialect as Literals;

use super::job::{Claim, Job, Script, UNKNOWN_ANSWER};
use super::reduce::{Candidate, Oracle};
use super::size::tree_size;
use super::steps::smaller;
use crate::synth::write::{Dialect, write_term};

/// A conversation, command by command; each has a line of its own.
#[derive(Clone)]
struct Conversation {
    lines: Vec<String>,
    answers: Vec<String>,
}

/// A query: its line, and the lines of the assertions that are there.
struct Query {
    line: usize,
    asserted: Vec<usize>,
}

impl Conversation {
    fn read(job: &Job) -> Option<Conversation> {
        let Claim::Answers(answers) = &job.claim else {
            return None;
        };
        let mut lines: Vec<String> = Vec::new();
        for line in job.text.lines().filter(|line| !line.starts_with(';')) {
            // Several levels at once are as good as one after the other.
            match several_levels(line) {
                Some((one, count)) => lines.extend((0..count).map(|_| one.to_owned())),
                None => lines.push(line.to_owned()),
            }
        }
        let known = ["(check-sat)", "(push 1)", "(pop 1)", "(reset-assertions)"];
        let is_plain = |line: &String| {
            known.contains(&line.as_str())
                || ["(assert ", "(declare-", "(set-"]
                    .iter()
                    .any(|start| line.starts_with(start))
        };
        // Assumptions, or a command over several lines: not for us.
        lines.iter().all(is_plain).then(|| Conversation {
            lines,
            answers: answers.clone(),
        })
    }

    fn is_free(&self) -> bool {
        self.answers.iter().all(|answer| answer == UNKNOWN_ANSWER)
    }

    fn queries(&self) -> Vec<Query> {
        let mut levels: Vec<Vec<usize>> = vec![Vec::new()];
        let mut queries = Vec::new();
        for (number, line) in self.lines.iter().enumerate() {
            match line.as_str() {
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

    /// The sets of lines around this one that may go, the largest first.
    fn goes_with(&self, line: usize, queries: &[Query]) -> Vec<Vec<usize>> {
        match self.lines[line].as_str() {
            "(check-sat)" => vec![vec![line]],
            "(push 1)" => match self.matching_pop(line) {
                Some(pop) => {
                    let inside = &self.lines[line..pop];
                    let asserts = inside.iter().any(|line| line.starts_with("(assert "));
                    let mut sets = vec![(line..=pop).collect()];
                    if self.is_free() || !asserts {
                        sets.push(vec![line, pop]);
                    }
                    sets
                }
                // What is never left is as good as what is never entered.
                None => vec![vec![line]],
            },
            "(reset-assertions)" => {
                let declared = |i: &usize| !self.lines[*i].starts_with("(declare-");
                let kept = |i: &usize| declared(i) && !self.lines[*i].starts_with("(set-");
                let mut sets = vec![(0..=line).filter(kept).collect()];
                if self.is_free() {
                    sets.push(vec![line]);
                }
                sets
            }
            text if text.starts_with("(assert ") => {
                let there = |query: &Query| query.asserted.contains(&line);
                let needed = |answer: &str| !["sat", UNKNOWN_ANSWER].contains(&answer);
                let mut answered = queries.iter().zip(&self.answers);
                match answered.any(|(query, answer)| there(query) && needed(answer)) {
                    true => Vec::new(),
                    false => vec![vec![line]],
                }
            }
            text if text.starts_with("(declare-") && !self.is_used(line) => vec![vec![line]],
            text if text.starts_with("(set-option") && self.is_free() => vec![vec![line]],
            _ => Vec::new(),
        }
    }

    /// Whether the symbol that this line declares is in another one.
    fn is_used(&self, line: usize) -> bool {
        let words = |line: &str| -> Vec<String> {
            let words = line.split(|c: char| c.is_whitespace() || "()".contains(c));
            words.map(str::to_owned).collect()
        };
        let name = words(&self.lines[line]).into_iter().nth(2);
        let mut others = self.lines.iter().enumerate().filter(|(i, _)| *i != line);
        others.any(|(_, other)| {
            name.as_ref()
                .is_some_and(|name| words(other).contains(name))
        })
    }

    fn matching_pop(&self, push: usize) -> Option<usize> {
        let mut depth = 0;
        for (i, line) in self.lines.iter().enumerate().skip(push) {
            match line.as_str() {
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

    fn without(&self, gone: &[usize]) -> Conversation {
        let queries = self.queries();
        let stays = |line: usize| !gone.contains(&line);
        let lines = self.lines.iter().enumerate().filter(|(i, _)| stays(*i));
        let answers = queries
            .iter()
            .zip(&self.answers)
            .filter(|(q, _)| stays(q.line));
        Conversation {
            lines: lines.map(|(_, line)| line.clone()).collect(),
            answers: answers.map(|(_, answer)| answer.clone()).collect(),
        }
    }

    /// The conversation with a smaller formula in place of one, wherever that is asserted; the
    /// smallest first.
    fn with_smaller_formulas(&self) -> Vec<Conversation> {
        let mut asserted: Vec<&String> = self.lines.iter().collect();
        asserted.retain(|line| line.starts_with("(assert "));
        asserted.sort_unstable();
        asserted.dedup();
        let declared = self.lines.iter().filter(|line| line.starts_with("(dec"));
        let declared: String = declared.map(String::as_str).collect();
        let mut found = Vec::new();
        for line in asserted {
            for (size, formula) in smaller_formulas(&format!("{declared}{line}")) {
                let mut other = self.clone();
                for own in &mut other.lines {
                    if own == line {
                        own.clone_from(&formula);
                    }
                }
                found.push((size, other));
            }
        }
        found.sort_by_key(|(size, _)| *size);
        found.into_iter().map(|(_, other)| other).collect()
    }

    fn job(&self, path: &str) -> Job {
        let script = self.lines.join("\n");
        Job {
            path: path.to_owned(),
            folder: "trace".to_owned(),
            text: format!("{script}\n; answers: {}\n", self.answers.join(" ")),
            claim: Claim::Answers(self.answers.clone()),
            literals: Literals::Standard,
        }
    }
}

/// `(push 1)` or `(pop 1)`, and how many of them the line stands for.
fn several_levels(line: &str) -> Option<(&'static str, usize)> {
    let inside = line.strip_prefix('(')?.strip_suffix(')')?;
    let (command, count) = inside.split_once(' ')?;
    let one = match command {
        "push" => "(push 1)",
        "pop" => "(pop 1)",
        _ => return None,
    };
    Some((one, count.trim().parse().ok()?))
}

/// The assertions that are smaller than the one of this script, each as a line, with their size.
fn smaller_formulas(script: &str) -> Vec<(u64, String)> {
    let Ok(mut read) = Script::read(script, Literals::Standard) else {
        return Vec::new();
    };
    let own = Candidate {
        assertions: read.terms(),
        oracle: Oracle::Open,
    };
    let size = tree_size(&read.store, &own.assertions);
    let mut found = Vec::new();
    for next in smaller(&mut read.store, &own) {
        let less = tree_size(&read.store, &next.assertions);
        if let ([formula], true) = (&next.assertions[..], less < size) {
            let mut line = "(assert ".to_owned();
            write_term(&mut line, &read.store, *formula, Dialect::Standard);
            line.push(')');
            found.push((less, line));
        }
    }
    found
}

/// The conversation with nothing said about its answers.
#[must_use]
pub fn freed(job: &Job) -> Option<Job> {
    let mut free = Conversation::read(job)?;
    for answer in &mut free.answers {
        UNKNOWN_ANSWER.clone_into(answer);
    }
    Some(free.job(&job.path))
}

/// Leaves out commands of a conversation while `fails` holds, until none can go; in one that is
/// free, formulas become smaller as well.
pub fn shorten(job: &Job, fails: &mut dyn FnMut(&Job) -> bool) -> Job {
    let Some(mut best) = Conversation::read(job) else {
        return job.clone();
    };
    let mut result = job.clone();
    loop {
        let mut progress = false;
        while let Some((candidate, fewer)) = shorter(&best, &job.path, fails) {
            (result, best) = (candidate, fewer);
            progress = true;
        }
        if best.is_free() {
            let others = best.with_smaller_formulas().into_iter();
            let mut others = others.map(|other| (other.job(&job.path), other));
            if let Some((candidate, other)) = others.find(|(candidate, _)| fails(candidate)) {
                (result, best) = (candidate, other);
                progress = true;
            }
        }
        if !progress {
            return result;
        }
    }
}

/// The conversation without as many of its commands as one walk over them finds, if it is shorter.
fn shorter(
    whole: &Conversation,
    path: &str,
    fails: &mut dyn FnMut(&Job) -> bool,
) -> Option<(Job, Conversation)> {
    let mut best: Option<(Job, Conversation)> = None;
    let mut line = 0;
    loop {
        let now = best.as_ref().map_or(whole, |(_, now)| now);
        if line >= now.lines.len() {
            return best;
        }
        let sets = now.goes_with(line, &now.queries()).into_iter();
        let others = sets.map(|gone| now.without(&gone));
        let others = others.filter(|o| o.lines.len() < now.lines.len() && !o.answers.is_empty());
        let mut others = others.map(|other| (other.job(path), other));
        match others.find(|(candidate, _)| fails(candidate)) {
            Some(found) => best = Some(found),
            None => line += 1,
        }
    }
}

/// The query that got this answer, counted from 1, by itself.
#[must_use]
pub fn afresh(job: &Job, answer: usize) -> Option<Job> {
    let whole = Conversation::read(job)?;
    let queries = whole.queries();
    let query = queries.get(answer.checked_sub(1)?)?;
    let kept = |i: usize| {
        let line = &whole.lines[i];
        let always = line.starts_with("(declare-") || line.starts_with("(set-");
        always || i == query.line || query.asserted.contains(&i)
    };
    let lines = (0..whole.lines.len()).filter(|&i| kept(i));
    let alone = Conversation {
        lines: lines.map(|i| whole.lines[i].clone()).collect(),
        answers: vec![whole.answers.get(answer - 1)?.clone()],
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
    fn where_a_solver_breaks_down_the_answers_do_not_matter() {
        let script = "(declare-fun x () String)\n(declare-fun y () String)\n(push 2)\n\
            (assert (and (= y \"\") (str.in_re (str.++ x \"a\") (re.* (re.range \"a\" \"b\")))))\n\
            (check-sat)\n(push 1)\n(pop 1)\n(assert (= y \"b\"))\n(check-sat)\n(pop 2)\n\
            (assert (= y \"b\"))\n(check-sat)\n";
        let talk = freed(&job(script, "sat unsat sat")).expect("plain commands");
        let Claim::Answers(answers) = &talk.claim else {
            panic!("it is a conversation still");
        };
        assert_eq!(answers, &["-", "-", "-"]);
        // A solver that breaks down when a star was left behind.
        let short = shorten(&talk, &mut |job| {
            let star = job.text.find("re.*");
            let pop = job.text.find("(pop 1)");
            let push = job.text.find("(push 1)");
            push.is_some() && push < star && star < pop
        });
        let expected = "(push 1)\n\
            (assert (str.in_re \"\" (re.* re.none)))\n(pop 1)\n(check-sat)\n; answers: -\n";
        assert_eq!(short.text, expected);
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
