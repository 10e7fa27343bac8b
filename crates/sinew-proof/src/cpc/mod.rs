//! A checker of proofs in the Cooperating Proof Calculus (CPC), the calculus for strings that others check too.
//!
//! A proof begins with assertions of the problem and ends in `false`. Every step names a rule; the rule computes what it
//! concludes from premises and arguments ([`Checker::step`]), and nothing else is believed. Proofs come as text
//! ([`check`]) or are handed over step by step.
//!
//! ```
//! use sinew_proof::cpc::{Verdict, check};
//! let problem = "(declare-const x String)(assert (= x \"a\"))(assert (= x \"b\"))(check-sat)";
//! let proof = "(assume @p1 (= x \"a\"))(assume @p2 (= x \"b\"))(step @p3 :rule symm :premises (@p1))
//!   (step @p4 :rule trans :premises (@p3 @p2))(step @p5 :rule evaluate :args ((= \"a\" \"b\")))
//!   (step @p6 false :rule eq_resolve :premises (@p4 @p5))";
//! assert_eq!(check(problem, proof, 1_000_000), Verdict::Checked);
//! let hole = proof.replace("(= x \"a\")", "(= x \"b\")");
//! assert!(matches!(check(problem, &hole, 1_000_000), Verdict::Refused(_)));
//! ```
//!
//! What is departed from: sequences, bit-vectors, arrays, datatypes, sets and higher-order terms are not read, and hypotheses within a proof
//! have no free variables. `docs/proofs.md` has the list of rules and tells how to use other checkers.

mod checker;
mod elaborate;
mod index;
mod language;
mod lists;
mod machine;
#[cfg(test)]
mod meaning;
#[cfg(test)]
mod mutation;
mod op;
mod print;
mod problem;
mod proof;
mod rational;
mod rules;
mod schema;
mod script;
mod sexpr;
mod subst;
mod term;
#[cfg(test)]
mod testing;

pub use checker::{Checker, Fact, Refusal, Verdict};
pub use language::{Languages, POINTS, Re};
pub use machine::Machine;
pub use op::{Known, Op, Sort};
pub use print::{sort_text, to_text};
pub use schema::{Equation, Pattern, Rewrite};
pub use sexpr::Located;
pub use term::{Failure, Outcome, Term, Terms};

use elaborate::{Names, Place};

/// Checks a proof and, if it is accepted, prints it anew: with the names of this checker, and with nothing named that occurs once.
pub fn reprint(problem: &str, proof: &str, budget: u64) -> Result<String, Verdict> {
    let mut checker = Checker::new(budget);
    checker.keep_script();
    match run(problem, proof, &mut checker) {
        Verdict::Checked | Verdict::Trusted(_) => Ok(checker.script()),
        verdict => Err(verdict),
    }
}

/// Checks that a proof refutes the problem: an SMT-LIB script, up to its first `check-sat`. The budget counts terms made and visited.
pub fn check(problem: &str, proof: &str, budget: u64) -> Verdict {
    run(problem, proof, &mut Checker::new(budget))
}

fn run(problem: &str, proof: &str, checker: &mut Checker) -> Verdict {
    let mut names = Names::new();
    match problem::read(problem, &mut names, checker) {
        Ok(()) => {}
        Err(Place::Budget) => return Verdict::OutOfBudget,
        Err(Place::Located(error)) => {
            return Verdict::Refused(Refusal {
                step: String::new(),
                rule: String::new(),
                why: format!("the problem cannot be read: {}", error.message),
                place: Some((error.line, error.column)),
            });
        }
    }
    match proof::read(proof, &mut names, checker) {
        Ok(()) => checker.verdict(),
        Err(stop) => stop.into(),
    }
}
