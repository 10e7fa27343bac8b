//! Checkers of proofs that share no code with what they check: of the lemma log, and of CPC proofs.
//!
//! The log ([`format`](parse_line)) is a list of clauses: those of the input, those that a
//! theory holds valid, and those that follow by unit propagation. Every derived clause is
//! checked when it is read, every theory clause is handed to the rules that know its kind
//! ([`LemmaRules`]), and a query counts as refuted only if a clause that was accepted
//! contradicts its assumptions.
//!
//! ```
//! use sinew_proof::{Checker, NoLemmas};
//! let proof = "i 1 1 2 0\ni 2 -1 2 0\na 3 2 0\nq 3 -2 0\n";
//! let report = Checker::new(NoLemmas).check(proof)?;
//! assert_eq!(report.queries.len(), 1);
//! assert!(Checker::new(NoLemmas).check("i 1 1 2 0\na 2 2 0\n").is_err());
//! # Ok::<(), sinew_proof::Error>(())
//! ```
//!
//! [`cpc`] checks proofs in the calculus that other checkers know as well; it uses nothing of the log's checker.
//!
//! | file | what it is about |
//! |---|---|
//! | `arith` | replaying refutations of linear integer constraints |
//! | `clausify` | clauses from the Boolean structure of terms |
//! | `cpc` | checking CPC proofs: the way in |
//! | `cpc/checker` | what was shown, under which hypotheses, and the steps from one to the next |
//! | `cpc/elaborate` | from s-expressions to terms |
//! | `cpc/index` | tables that are put in order when the program is built |
//! | `cpc/language` | regular languages by derivatives: membership, emptiness, inclusion |
//! | `cpc/lists` | lists of arguments as the rules compute with them |
//! | `cpc/machine` | functions of one string that a machine with finitely many states computes |
//! | `cpc/meaning` | tests: values of terms under an assignment |
//! | `cpc/mutation` | tests: mutants of recorded steps, judged by their meaning |
//! | `cpc/op` | operators and sorts, one row each |
//! | `cpc/print` | terms as text |
//! | `cpc/problem` | declarations and assertions of the problem |
//! | `cpc/proof` | proofs as text |
//! | `cpc/rational` | rational numbers |
//! | `cpc/rules` | the rules that compute, by subject; those of fixed form are in `cpc/schemas` |
//! | `cpc/rules/aci` | equality up to associativity, commutativity, idempotence, neutral and absorbing elements |
//! | `cpc/rules/arith` | sums and products of inequalities, cuts, trichotomy, division |
//! | `cpc/rules/boolean` | conjunctions and disjunctions of any length, what closes scopes |
//! | `cpc/rules/entail` | comparisons of lengths that always hold |
//! | `cpc/rules/equality` | transitivity, congruence, distinctness |
//! | `cpc/rules/evaluate` | values of ground terms |
//! | `cpc/rules/images` | our own rules about functions that machines compute |
//! | `cpc/rules/inclusion` | comparisons of languages: words, constant ends, inclusion |
//! | `cpc/rules/nielsen` | word equations without solutions, in words of languages |
//! | `cpc/rules/places` | what stands at a place in a word of a language |
//! | `cpc/rules/overlap` | words that cannot meet, characters that are too few |
//! | `cpc/rules/own` | our own rules: languages by derivatives, counting, numerals |
//! | `cpc/rules/poly` | polynomials |
//! | `cpc/rules/quantifiers` | instances, witnesses, bound variables |
//! | `cpc/rules/regular` | memberships taken apart by the form of the expression |
//! | `cpc/rules/resolution` | resolution, factoring, reordering |
//! | `cpc/rules/strings` | equations between concatenations |
//! | `cpc/rules/words` | concatenations as lists of components or of characters |
//! | `cpc/schema` | rules as data: patterns and templates |
//! | `cpc/schema/soundness` | tests: no schema concludes what is false |
//! | `cpc/schema/tables` | where the schemas are in their tables |
//! | `cpc/script` | the steps of a checker as text |
//! | `cpc/sexpr` | s-expressions |
//! | `cpc/subst` | free variables and substitution |
//! | `cpc/term` | hash-consed terms |
//! | `cpc/testing` | tests: tables of accepted and refused instances |
//! | `euf` | clauses that equality with uninterpreted functions makes valid |
//! | `format` | the text of a proof: reading and writing its steps |
//! | `linear` | linear forms of integer terms, computed from the log's definitions alone |
//! | `product` | clauses about a product `p = x·y` that are linear in `p`, `x` and `y` |
//! | `rules` | the rules of the CDCL(T) engine |
//! | `rup` | clauses and reverse unit propagation |
//! | `terms` | the terms of the log |

pub mod arith;
mod clausify;
pub mod cpc;
mod euf;
mod format;
mod linear;
mod product;
mod rules;
mod rup;
mod terms;

pub use format::{Error, Step, parse_line};
pub use rules::{Assertion, EngineRules};

use rup::Clauses;

/// What knows about the lines that are not propositional.
pub trait LemmaRules {
    /// A line whose keyword is not one of the propositional ones, such as the definition of
    /// an atom. An error refuses the proof.
    fn line(&mut self, keyword: &str, fields: &[&str]) -> Result<(), String>;

    /// Whether `rule` (with `args`) makes the clause valid. An error refuses the proof.
    fn lemma(&mut self, rule: &str, lits: &[i64], args: &[&str]) -> Result<(), String>;

    /// A clause of the input; whoever knows the input may refuse one that it does not have.
    fn input(&mut self, id: u64, lits: &[i64]) -> Result<(), String> {
        let _ = (id, lits);
        Ok(())
    }
}

/// For plain propositional proofs: refuses every lemma and every other line.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLemmas;

impl LemmaRules for NoLemmas {
    fn line(&mut self, keyword: &str, _: &[&str]) -> Result<(), String> {
        Err(format!("unknown keyword {keyword:?}"))
    }

    fn lemma(&mut self, rule: &str, _: &[i64], _: &[&str]) -> Result<(), String> {
        Err(format!("unknown rule {rule:?}"))
    }
}

/// A query that the proof refutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The line that says so.
    pub line: usize,
    /// The assumptions under which nothing satisfies the clauses.
    pub assumptions: Vec<i64>,
}

/// What a proof that was accepted consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The number of input clauses.
    pub inputs: usize,
    /// The number of theory clauses.
    pub lemmas: usize,
    /// The number of derived clauses.
    pub derived: usize,
    /// The number of clauses deleted.
    pub deleted: usize,
    /// The queries refuted, in order.
    pub queries: Vec<Query>,
    /// Whether the clauses contradict each other without any assumption.
    pub contradiction: bool,
}

/// Checks a proof line by line.
#[derive(Debug)]
pub struct Checker<R> {
    rules: R,
    clauses: Clauses,
    report: Report,
    /// The highest identifier so far; identifiers only grow, so none is used twice.
    last_id: u64,
    line: usize,
}

impl<R: LemmaRules> Checker<R> {
    /// A checker that has read nothing.
    pub fn new(rules: R) -> Checker<R> {
        Checker {
            rules,
            clauses: Clauses::default(),
            report: Report::default(),
            last_id: 0,
            line: 0,
        }
    }

    /// Checks a whole proof.
    pub fn check(mut self, text: &str) -> Result<Report, Error> {
        for line in text.lines() {
            self.check_line(line)?;
        }
        Ok(self.finish())
    }

    /// Checks the next line.
    pub fn check_line(&mut self, line: &str) -> Result<(), Error> {
        self.line += 1;
        let step = parse_line(line, self.line)?;
        self.check_step(&step).map_err(|message| Error {
            line: self.line,
            column: 0,
            message,
        })
    }

    /// What was accepted.
    pub fn finish(mut self) -> Report {
        self.report.contradiction = self.clauses.is_contradictory();
        self.report
    }

    /// The rules, with whatever they have gathered.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    fn check_step(&mut self, step: &Step<'_>) -> Result<(), String> {
        match step {
            Step::Nothing => Ok(()),
            Step::Other { keyword, fields } => self.rules.line(keyword, fields),
            Step::Input { id, lits } => {
                self.rules.input(*id, lits)?;
                self.report.inputs += 1;
                self.accept(*id, lits)
            }
            Step::Lemma {
                id,
                rule,
                lits,
                args,
            } => {
                self.rules.lemma(rule, lits, args)?;
                self.report.lemmas += 1;
                self.accept(*id, lits)
            }
            Step::Derived { id, lits, hints } => {
                self.derive(*id, lits, hints.as_deref())?;
                self.report.derived += 1;
                self.accept(*id, lits)
            }
            Step::Delete { ids } => ids.iter().try_for_each(|&id| {
                self.report.deleted += 1;
                if self.clauses.delete(id) {
                    Ok(())
                } else {
                    Err(format!("there is no clause {id} to delete"))
                }
            }),
            Step::Query { id, assumptions } => self.refute(*id, assumptions),
        }
    }

    fn accept(&mut self, id: u64, lits: &[i64]) -> Result<(), String> {
        if id <= self.last_id {
            return Err(format!("identifier {id} is not above {}", self.last_id));
        }
        self.last_id = id;
        self.clauses.add(id, lits);
        Ok(())
    }

    fn derive(&mut self, id: u64, lits: &[i64], hints: Option<&[u64]>) -> Result<(), String> {
        let follows = match hints {
            None => self.clauses.follows(lits),
            Some(hints) => self
                .clauses
                .follows_from(lits, hints)
                .map_err(|hint| format!("there is no clause {hint}"))?,
        };
        if follows {
            Ok(())
        } else {
            Err(format!("clause {id} does not follow by unit propagation"))
        }
    }

    fn refute(&mut self, id: u64, assumptions: &[i64]) -> Result<(), String> {
        let negated: Vec<i64> = assumptions.iter().map(|lit| -lit).collect();
        match self.clauses.is_within(id, &negated) {
            None => Err(format!("there is no clause {id}")),
            Some(false) => Err(format!(
                "clause {id} has more than negations of the assumptions"
            )),
            Some(true) => {
                self.report.queries.push(Query {
                    line: self.line,
                    assumptions: assumptions.to_vec(),
                });
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<Report, Error> {
        Checker::new(NoLemmas).check(text)
    }

    #[test]
    fn a_proof_by_units_is_accepted() {
        let report = check("i 1 1 0\ni 2 -1 2 0\ni 3 -2 0\na 4 0\nq 4 0\n").expect("a proof");
        assert!(report.contradiction);
        assert_eq!((report.inputs, report.derived), (3, 1));
    }

    #[test]
    fn what_does_not_follow_is_refused() {
        for (text, line) in [
            ("i 1 1 2 0\na 2 1 0", 2),
            ("i 1 1 2 0\ni 2 -1 2 0\na 3 2 0 1 0", 3), // the hints do not suffice
            ("i 1 1 2 0\ni 2 -1 2 0\na 3 2 0 1 9 0", 3), // no such hint
            ("i 1 1 2 0\ni 2 -1 2 0\nd 1 0\na 3 2 0", 4), // deleted too early
            ("i 1 1 2 0\nd 2 0", 2),
            ("i 1 1 2 0\ni 1 1 0", 2), // an identifier used twice
            ("i 1 1 2 0\nq 1 -1 0", 2),
            ("i 1 1 2 0\nq 2 -1 -2 0", 2),
            ("i 1 1 2 0\nq 1 1 2 0", 2),
            ("t 1 magic 0", 1),
            ("magic", 1),
        ] {
            let error = check(text).expect_err(text);
            assert_eq!(error.line, line, "{text:?}: {error}");
        }
    }

    #[test]
    fn complementary_and_repeated_literals_are_fine() {
        let report = check("a 1 1 -1 0\nq 1 1 -1 0\ni 2 3 3 0\na 3 3 0\n").expect("a proof");
        assert_eq!(report.queries.len(), 1);
    }

    #[test]
    fn huge_variable_numbers_cost_nothing() {
        assert!(check("i 1 9223372036854775807 0\na 2 9223372036854775807 0").is_ok());
    }
}
