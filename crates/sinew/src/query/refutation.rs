//! Refutations that the checker has replayed.
//!
//! A log starts from the assertions as they were given to the search, and has passed the checker, which shares
//! no code with the engine. Clauses of a string arm are in it as lemmas that
//! the checker takes on trust, and so is the simplifier's form of an assertion where the refutation
//! was found in that form only. An arm that keeps no log, and whatever stage stands before the search, has no
//! part in it; what only those refute has no proof.

use sinew_base::Budget;
use sinew_proof::{Checker, EngineRules};

use super::Unknown;

/// A log that has passed the checker. It is made by [`replay`] only.
#[derive(Clone, Debug)]
pub(crate) struct Refutation {
    log: String,
}

impl Refutation {
    /// Its lines.
    pub(crate) fn log(&self) -> &str {
        &self.log
    }
}

/// An arm's log, replayed through the checker, which shares no code with it. Lemmas of a string
/// arm and other forms of assertions are counted there, not checked.
///
/// The engine may have been asked under further assumptions, such as bounds on lengths, which turned
/// out not to matter. So after a query that was refuted a line says the same of the assertions
/// alone, if that is so; without such a line there is no proof.
pub(crate) fn replay(log: Option<String>, budget: &Budget) -> Result<Refutation, Unknown> {
    let log = log.ok_or_else(|| incomplete("no log was kept"))?;
    let (mut proof, mut refuted) = (String::with_capacity(log.len()), false);
    let mut checker = Checker::new(EngineRules::default());
    for line in log.lines() {
        budget.spend(1).map_err(Unknown::Stopped)?;
        checker
            .check_line(line)
            .map_err(|error| Unknown::Incomplete(format!("the proof does not check: {error}")))?;
        proof += line;
        proof.push('\n');
        if let Some(query) = line.strip_prefix("q ") {
            let alone = assertions_alone(query, checker.rules());
            if checker.check_line(&alone).is_ok() {
                proof += &alone;
                proof.push('\n');
                refuted = true;
            }
        }
    }
    match refuted {
        true => Ok(Refutation { log: proof }),
        false => Err(incomplete("the proof does not refute the assertions")),
    }
}

fn incomplete(why: &str) -> Unknown {
    Unknown::Incomplete(why.to_owned())
}

/// The line that says that the clause of this query refutes the assertions so far.
fn assertions_alone(query: &str, rules: &EngineRules) -> String {
    let clause = query.split(' ').next().unwrap_or_default();
    let asserted = rules.assertions().iter();
    let guards: Vec<String> = asserted
        .filter(|assertion| assertion.guard != 0)
        .map(|assertion| format!("{} ", assertion.guard))
        .collect();
    format!("q {clause} {}0", guards.concat())
}

#[cfg(test)]
mod tests {
    use crate::Session;

    /// Replies to a query that the simplifier's words refute at once, and its proof.
    fn ask(argument: &str) -> String {
        let arguments = [argument, "--rlimit-per=3000000", "--proof-format=log"];
        let arguments = arguments.map(str::to_owned);
        let mut session = Session::with_arguments(&arguments).expect("known options");
        session.run_text(
            "(set-option :produce-proofs true)(declare-const x String)\
             (assert (= (str.++ x \"ab\") (str.++ \"ab\" x)))\
             (assert (not (str.in_re x (re.* (re.++ (str.to_re \"a\") (str.to_re \"b\"))))))\
             (check-sat)(get-proof)",
        )
    }

    #[test]
    fn a_proof_says_how_assertions_were_reworded_and_ends_with_them_alone() {
        let replies = ask("--arm=context");
        assert!(replies.starts_with("unsat\n(proof \"\n"), "{replies}");
        let field = |line: &str, at: usize| line.split(' ').nth(at).unwrap_or("").to_owned();
        let reworded = replies.lines().filter(|line| line.starts_with("s "));
        assert_eq!(reworded.count(), 2, "{replies}");
        let asserted = replies.lines().filter(|line| line.starts_with("f "));
        let guards: Vec<String> = asserted.map(|line| field(line, 2)).collect();
        let last = replies.lines().rfind(|line| line.starts_with("q "));
        let clause = field(last.expect("a refutation"), 1);
        assert_eq!(last, Some(&*format!("q {clause} {} 0", guards.join(" "))));
    }

    #[test]
    fn what_keeps_no_proof_is_said_to_keep_none() {
        let replies = ask("--arm=equations");
        let why = "there is no proof: the procedures that keep one did not find `unsat` again: \
                   incomplete (equations: this arm keeps no proof";
        assert!(replies.starts_with("unsat\n(error "), "{replies}");
        assert!(replies.contains(why), "{replies}");
    }
}
