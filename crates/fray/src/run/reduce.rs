//! Reduction of a failing test while its oracle stays known.
//!
//! The answer of each smaller candidate is known before the solver sees it, and never from
//! another solver. A satisfiable test has a model: a candidate is considered only if the
//! reference semantics finds the old model, or one from a short search, to satisfy it. An
//! unsatisfiable test is made smaller by steps that preserve unsatisfiability: instances of the
//! law, equivalences, and strengthening (see `steps`). What remains of it in the end is often one
//! universal formula; that is false by a counterexample, which is looked for and evaluated as the
//! models are. Where the failure is about the core, a candidate counts only if the minimality of
//! its core was proven again, by a checked model of the rest for each of its elements.
//!
//! A crash needs no answer, and neither does a model that does not hold or two solvers that
//! contradict each other: there a candidate is anything smaller. The result is a local minimum:
//! none of the steps leads to a smaller test that fails, unless the number of runs was too small.

use rustc_hash::FxHashSet;
use sinew_semantics::{Verdict as Check, check};
use sinew_smtlib::Dialect as Literals;
use sinew_term::{Term, TermStore};

use super::bare::{asking_for_core, proof, without_core};
use super::deeper::deeper;
use super::job::{Claim, Job, Script, names, read_model};
use super::refute::refuted_core;
use super::shrink::with_model;
use super::simplify::{constants, open_divisors};
use super::size::size;
use super::steps;
use super::verdict::Verdict;
use super::words::domain;
use crate::synth::certify::{certify, meaning, witnesses_in};
use crate::synth::exec::Value;
use crate::synth::library::Origin;
use crate::synth::program::Program;
use crate::synth::reference::Reference;
use crate::synth::search::find_model;
use crate::synth::test::{Expected, Family, Test};
use crate::synth::write::{Dialect, write_test};

/// Evaluations that the search for another model may make.
const STEPS: u64 = 2_000;

/// A test read back from its file, or a smaller one.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) assertions: Vec<Term>,
    pub(super) oracle: Oracle,
}

/// Why the answer is known.
#[derive(Clone)]
pub(super) enum Oracle {
    /// Satisfiable by this model.
    Model(Vec<(Term, Value)>),
    /// Unsatisfiable: the assertions at these positions are.
    Core(Vec<usize>),
    /// Unsatisfiable for the same reason, if that can be proven anew.
    Claimed(Vec<usize>),
    /// Unsatisfiable: the test asserts that its one formula is false whatever its constants are,
    /// but this model makes it true.
    Counterexample(Vec<(Term, Value)>),
    /// Unsatisfiable: there is nothing to choose, and evaluation says so.
    Evaluated,
    /// It is not, and need not be.
    Open,
}

/// Makes the test that fails with `verdict` as small as it can while `fails` holds, within so
/// many calls of it. The result is the test itself if nothing smaller fails.
pub fn reduce(
    job: &Job,
    verdict: Verdict,
    max_runs: u32,
    fails: &mut dyn FnMut(&Job) -> bool,
) -> Result<Job, String> {
    let mut reduction = Reduction::read(job, verdict)?;
    let mut best = job.clone();
    let mut runs = 0;
    let mut passed = FxHashSet::default();
    let mut fails = |smaller: &Job| {
        // Each step begins with what the one before it has tried.
        if passed.contains(&smaller.text) {
            return false;
        }
        runs += 1;
        let fails = runs <= max_runs && fails(smaller);
        if !fails {
            passed.insert(smaller.text.clone());
        }
        fails
    };
    // What needs its options while it is large may not need them when it is small.
    loop {
        best = reduction.strip(job, &mut fails).unwrap_or(best);
        while let Some(smaller) = reduction.step(job, &mut fails) {
            best = smaller;
        }
        match reduction.strip(job, &mut fails) {
            Some(stripped) => best = stripped,
            None => return Ok(best),
        }
    }
}

struct Reduction {
    store: TermStore,
    current: Candidate,
    /// Whether the failure is about the core, so that the minimal one must be known.
    about_core: bool,
    /// Whether it may divide by zero: the test does, or it does not matter.
    divides: bool,
    /// Whether options and names are left out that only cores need.
    bare: bool,
    /// Whether the script asks for a core, which a crash may depend on.
    asks_for_core: bool,
}

impl Reduction {
    fn read(job: &Job, verdict: Verdict) -> Result<Reduction, String> {
        let mut script = Script::read(&job.text, job.literals)?;
        let oracle = match &job.claim {
            Claim::Answers(_) | Claim::Recorded(_) => {
                return Err("only plain tests can be reduced".to_owned());
            }
            _ if verdict == Verdict::Crash => Oracle::Open,
            Claim::Open => Oracle::Open,
            Claim::Unsat(None) => Oracle::Core((0..script.assertions.len()).collect()),
            Claim::Unsat(Some(core)) => {
                let position = |name: &String| {
                    let mut assertions = script.assertions.iter();
                    assertions.position(|(known, _)| known.as_ref() == Some(name))
                };
                let positions: Option<Vec<usize>> = core.iter().map(position).collect();
                Oracle::Core(positions.ok_or("the core names an assertion that is not there")?)
            }
            Claim::Sat => Oracle::Model(read_model(&mut script, &job.text)?),
        };
        let assertions = script.terms();
        Ok(Reduction {
            divides: verdict == Verdict::Crash
                || !open_divisors(&script.store, &assertions).is_empty(),
            current: Candidate { assertions, oracle },
            store: script.store,
            about_core: matches!(
                verdict,
                Verdict::CoreNotUnsat | Verdict::CoreNotMinimal | Verdict::CoreNotDelivered
            ),
            bare: false,
            asks_for_core: job.text.contains("(get-unsat-core)"),
        })
    }

    /// Leaves out what only cores need, if the test still fails without.
    fn strip(&mut self, original: &Job, fails: &mut dyn FnMut(&Job) -> bool) -> Option<Job> {
        if self.bare || self.about_core {
            return None;
        }
        self.bare = true;
        let current = self.current.clone();
        let stripped = self.job(original, &current).filter(fails);
        self.bare = stripped.is_some();
        stripped
    }

    /// Makes one step to a smaller test that fails, if there is one.
    fn step(&mut self, original: &Job, fails: &mut dyn FnMut(&Job) -> bool) -> Option<Job> {
        let next = steps::smaller(&mut self.store, &self.current);
        if let Some(smaller) = self.first_of(next, original, fails) {
            return Some(smaller);
        }
        let next = deeper(&mut self.store, &self.current);
        if let Some(smaller) = self.first_of(next, original, fails) {
            return Some(smaller);
        }
        if self.about_core {
            return None;
        }
        let next = steps::negated_body(&mut self.store, &self.current)?;
        let next = self.proven(next)?;
        let smaller = self.job(original, &next).filter(fails)?;
        self.current = next;
        Some(smaller)
    }

    /// Goes to the first of these candidates that is smaller and fails.
    fn first_of(
        &mut self,
        candidates: Vec<Candidate>,
        original: &Job,
        fails: &mut dyn FnMut(&Job) -> bool,
    ) -> Option<Job> {
        let now = size(&self.store, &self.current);
        for next in candidates {
            // Proofs take longer than sizes.
            if matches!(next.oracle, Oracle::Claimed(_)) && size(&self.store, &next) >= now {
                continue;
            }
            let Some(next) = self
                .proven(next)
                .filter(|next| size(&self.store, next) < now)
            else {
                continue;
            };
            if let Some(smaller) = self.job(original, &next).filter(&mut *fails) {
                self.current = next;
                return Some(smaller);
            }
        }
        None
    }

    /// The candidate, if its answer is known; maybe with another model.
    fn proven(&mut self, mut candidate: Candidate) -> Option<Candidate> {
        // What a division by zero is, every model says for itself: evaluation does not know.
        let evaluated = matches!(
            candidate.oracle,
            Oracle::Evaluated | Oracle::Counterexample(_)
        );
        let divisors = || open_divisors(&self.store, &candidate.assertions);
        if (evaluated || !self.divides) && !divisors().is_empty() {
            return None;
        }
        if let Oracle::Claimed(core) = &candidate.oracle {
            let needed = self.about_core;
            let core = refuted_core(&mut self.store, &candidate.assertions, core.clone(), needed)?;
            candidate.oracle = Oracle::Core(core);
            return Some(candidate);
        }
        let model = match &candidate.oracle {
            Oracle::Model(model) | Oracle::Counterexample(model) => model,
            Oracle::Core(_) | Oracle::Claimed(_) | Oracle::Open => return Some(candidate),
            Oracle::Evaluated => {
                let nothing = meaning(&self.store, &[]);
                let found = check(&self.store, &nothing, &candidate.assertions);
                return matches!(found, Check::Falsified { .. }).then_some(candidate);
            }
        };
        let holds = |model: &[(Term, Value)]| {
            let meaning = meaning(&self.store, model);
            check(&self.store, &meaning, &candidate.assertions) == Check::Satisfied
        };
        let constants = constants(&self.store, &candidate.assertions);
        let mut kept = model.clone();
        kept.retain(|(constant, _)| constants.contains(constant));
        if !(kept.len() == constants.len() && holds(&kept)) {
            let program = Program::new(&self.store, &candidate.assertions)?;
            let domain = domain(&self.store, &candidate.assertions);
            kept = find_model(&program, &Reference::standard(), &domain, STEPS)?;
            if !holds(&kept) {
                return None;
            }
        }
        candidate.oracle = with_model(&candidate.oracle, kept);
        Some(candidate)
    }

    /// The job for a candidate that is proven.
    fn job(&mut self, original: &Job, candidate: &Candidate) -> Option<Job> {
        let mut assertions = candidate.assertions.clone();
        if let Oracle::Counterexample(_) = candidate.oracle {
            assertions = vec![steps::never(&mut self.store, assertions[0])];
        }
        let expected = match &candidate.oracle {
            Oracle::Model(model) => Expected::Sat(model.clone()),
            Oracle::Core(core) if self.about_core => {
                let standard = Reference::standard();
                let known = (&[][..], &domain(&self.store, &assertions));
                let models = witnesses_in(&self.store, &standard, &assertions, core, known)?;
                Expected::Unsat {
                    core: core.clone(),
                    witnesses: models.into(),
                }
            }
            Oracle::Open => Expected::Open,
            Oracle::Claimed(_) => return None,
            Oracle::Core(_) | Oracle::Counterexample(_) | Oracle::Evaluated => Expected::Unsat {
                core: Vec::new(),
                witnesses: Vec::new().into(),
            },
        };
        let test = Test {
            family: Family::Operation,
            origin: Origin::Extended,
            patterns: false,
            op: "".into(),
            suffix: String::new(),
            constants: constants(&self.store, &assertions),
            assertions,
            expected,
        };
        let tests = [test];
        certify(&mut self.store, &Reference::standard(), &tests).ok()?;
        let mut text = String::new();
        write_test(&mut text, &self.store, &tests[0], 0, Dialect::Standard);
        let claim = match &candidate.oracle {
            Oracle::Model(_) => Claim::Sat,
            Oracle::Core(core) if self.about_core => Claim::Unsat(Some(names(core))),
            Oracle::Open => Claim::Open,
            _ => Claim::Unsat(None),
        };
        if matches!(candidate.oracle, Oracle::Open) && self.asks_for_core && !self.bare {
            text = asking_for_core(&text);
        } else if !self.about_core {
            let proof = proof(&self.store, candidate);
            text = without_core(&text, &proof, self.bare);
        }
        Some(Job {
            text,
            claim,
            literals: Literals::Standard,
            ..original.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::refute::refuted;
    use sinew_smtlib::print_term;
    use sinew_term::postorder_all;

    fn job(text: &str) -> Job {
        Job::from_file("expected_sat/seed0/skeleton/random/t.smt2", text.to_owned())
            .expect("a test")
    }

    #[test]
    fn a_satisfiable_test_shrinks_to_the_culprit() {
        let test = job("(declare-fun x () String)(declare-fun y () String)\n\
             (assert (or (= (str.replace (str.++ x \"b\") \"\" y) \"cab\") (= x y)))\n\
             (assert (= (str.len x) 1))\n(check-sat)\n\
             ; model: (define-fun x () String \"a\") (define-fun y () String \"c\")\n");
        let mut seen = 0;
        let smallest = reduce(&test, Verdict::WrongAnswer, 1000, &mut |candidate| {
            seen += 1;
            // The solver is wrong about every replacement.
            candidate.text.contains("str.replace")
        })
        .expect("readable");
        assert!(seen > 3);
        assert!(
            smallest
                .text
                .contains("(assert (= (str.replace \"\" \"\" \"\") \"\"))"),
            "{}",
            smallest.text
        );
        assert!(!smallest.text.contains("declare-fun"));
    }

    #[test]
    fn models_shrink_with_the_literals_that_follow_from_them() {
        let test = job("(declare-fun x () String)\n\
             (assert (= (str.indexof x \"lo\" 0) 3))\n(check-sat)\n\
             ; model: (define-fun x () String \"hello\")\n");
        let smallest = reduce(&test, Verdict::InvalidModel, 1000, &mut |candidate| {
            candidate.text.contains("(str.indexof x \"lo\" 0)")
        })
        .expect("readable");
        assert!(
            smallest.text.contains("(define-fun x () String \"\")")
                && smallest.text.contains("(- 1))"),
            "{}",
            smallest.text
        );
    }

    const UNSAT: &str = "(declare-fun x () String)(declare-fun y () String)\
             (declare-fun n () Int)\n\
             (assert (! (not (= (str.at x n) y)) :named a0))\n\
             (assert (! (or (= y (str.substr x n 1)) (= y (str.substr x n 1) x)) :named a1))\n\
             (assert (! (= n (str.len x)) :named a2))\n(check-sat)\n; core: a0 a1\n";

    #[test]
    fn a_law_about_any_language_shrinks_to_one_about_plain_ones() {
        let law = job("(declare-fun r () RegLan)\n\
             (assert (! (not (= (re.* (re.+ r)) (re.* r))) :named a0))\n(check-sat)\n; core: a0\n");
        let smallest = reduce(&law, Verdict::WrongAnswer, 1000, &mut |candidate| {
            candidate.text.contains("(not (= ")
        })
        .expect("readable");
        assert_eq!(smallest.claim, Claim::Unsat(None));
        assert!(!smallest.text.contains("declare-fun"), "{}", smallest.text);
    }

    #[test]
    fn a_wrong_sat_shrinks_by_instances_and_strengthening() {
        let smallest = reduce(&job(UNSAT), Verdict::WrongAnswer, 1000, &mut |candidate| {
            candidate.text.contains("str.at") && candidate.text.contains("str.substr")
        })
        .expect("readable");
        assert_eq!(smallest.claim, Claim::Unsat(None));
        assert!(!smallest.text.contains("(or "), "{}", smallest.text);
        // Nothing is left to be chosen, so evaluation is the proof.
        assert!(!smallest.text.contains("declare-fun"), "{}", smallest.text);
        assert!(smallest.text.contains("; unsat: an assertion is false"));
    }

    #[test]
    fn what_is_left_of_a_universal_formula_is_false_by_a_counterexample() {
        let test = job("(declare-fun t () String)\n\
             (assert (! (and (= t \"\") (forall ((n_fresh Int) (n Int) (tmp String)) \
             (not (=> (and (>= n 0) (<= n (str.len tmp))) \
             (= (str.indexof tmp t n) n_fresh))))) :named a0))\n\
             (check-sat)\n(get-unsat-core)\n; core: a0\n");
        let smallest = reduce(&test, Verdict::WrongAnswer, 1000, &mut |candidate| {
            candidate.text.contains("forall") && candidate.text.contains("str.indexof")
        })
        .expect("readable");
        let expected = "(set-logic ALL)\n(set-info :status unsat)\n\
             (assert (forall ((x String)) (not (= (str.indexof x \"\" 0) 0))))\n(check-sat)\n\
             ; unsat: the assertion is false for x = \"\"\n";
        assert_eq!(smallest.text, expected);
        // It can be read back.
        let again = Job::from_file(&smallest.path, smallest.text).expect("a test");
        assert_eq!(again.claim, Claim::Unsat(None));
    }

    #[test]
    fn an_argument_more_than_it_takes_goes() {
        for (formula, operator) in [
            (
                "(str.in_re x (re.diff re.all re.none re.none re.all))",
                "(re.diff ",
            ),
            ("(distinct x \"a\" \"b\" \"c\")", "(distinct "),
            ("(str.<= x \"a\" \"b\" \"c\")", "(str.<= "),
        ] {
            let test = job(&format!(
                "(declare-fun x () String)\n(assert {formula})\n(check-sat)\n; open\n"
            ));
            let found = reduce(&test, Verdict::Crash, 2000, &mut |candidate| {
                // The solver takes three and more.
                let read = Script::read(&candidate.text, Literals::Standard).expect("ours");
                let terms = postorder_all(&read.store, &read.terms());
                let many = |&term: &Term| read.store.args(term).len() > 2;
                candidate.text.contains(operator) && terms.iter().any(many)
            })
            .expect("readable");
            let read = Script::read(&found.text, Literals::Standard).expect("ours");
            let terms = postorder_all(&read.store, &read.terms());
            let most = terms.iter().map(|&term| read.store.args(term).len()).max();
            assert_eq!(most, Some(3), "{}", found.text);
            assert!(found.text.contains(operator), "{}", found.text);
        }
    }

    #[test]
    fn memberships_of_one_term_become_one_in_the_intersection() {
        let test = job("(declare-fun x () String)\n\
             (assert (str.in_re x (re.* (str.to_re \"a\"))))\n\
             (assert (not (str.in_re x (re.+ re.allchar))))\n(check-sat)\n\
             ; model: (define-fun x () String \"\")\n");
        // A solver that is wrong about whatever two automata have in common.
        let smallest = reduce(&test, Verdict::WrongAnswer, 1000, &mut |candidate| {
            candidate.text.matches("(assert").count() == 2 || candidate.text.contains("re.inter")
        })
        .expect("readable");
        assert!(
            smallest.text.contains("(assert (str.in_re \"\" (re.inter "),
            "{}",
            smallest.text
        );
        assert_eq!(smallest.claim, Claim::Sat);
    }

    #[test]
    fn odd_characters_and_long_names_go() {
        let test = job(
            "(declare-fun tmp_str0 () String)(declare-fun tmp_int1 () Int)\n\
             (assert (= (str.at tmp_str0 tmp_int1) \"\\u{a}\"))\n(check-sat)\n\
             ; model: (define-fun tmp_str0 () String \"0\\u{a}\") \
             (define-fun tmp_int1 () Int 1)\n",
        );
        let smallest = reduce(&test, Verdict::InvalidModel, 1000, &mut |candidate| {
            candidate.text.matches("declare-fun").count() == 2
                && candidate.text.contains("(str.at ")
                && !candidate.text.contains("\"\")")
        })
        .expect("readable");
        let expected = "(assert (= (str.at x i) \"a\"))";
        assert!(smallest.text.contains(expected), "{}", smallest.text);
    }

    #[test]
    fn a_core_stays_minimal() {
        let mut claims = Vec::new();
        let smallest = reduce(&job(UNSAT), Verdict::CoreNotMinimal, 1000, &mut |next| {
            claims.push(next.claim.clone());
            true
        })
        .expect("readable");
        assert!(!claims.is_empty());
        let Claim::Unsat(Some(core)) = &smallest.claim else {
            panic!("the core is known");
        };
        for name in core {
            let witness = format!("; without {name}:");
            assert!(smallest.text.contains(&witness), "{}", smallest.text);
        }
    }

    #[test]
    fn what_a_law_shows_to_be_true_does_not_stay() {
        // A solver that is wrong about every replacement, and one about every order.
        let leftovers = [
            (
                "(assert (! (not (= (str.replace \"\" \"\" x) x)) :named a0))\n\
                 (assert (! (= (str.++ (str.++ \"\" x) \"\") x) :named a1))\n",
                "str.replace",
                "(assert (not (= (str.replace \"\" \"\" \"\") \"\")))",
            ),
            (
                "(assert (! (not (= (str.< \"\" x) true)) :named a0))\n\
                 (assert (! (and (= (str.++ \"\" x) x) (= (= x \"\") false)) :named a1))\n",
                "str.< \"\" x",
                "(assert (not (= x \"\")))\n(assert (not (str.< \"\" x)))",
            ),
        ];
        for (assertions, culprit, smallest) in leftovers {
            let test = job(&format!(
                "(declare-fun x () String)\n{assertions}(check-sat)\n; core: a0 a1\n"
            ));
            let found = reduce(&test, Verdict::WrongAnswer, 2000, &mut |candidate| {
                // It is right about the assertions without that.
                let mut read = Script::read(&candidate.text, Literals::Standard).expect("ours");
                let wrong = |term: &Term| print_term(&read.store, *term).contains(culprit);
                let rest: Vec<Term> = read.terms().into_iter().filter(|t| !wrong(t)).collect();
                candidate.text.contains(culprit) && !refuted(&mut read.store, &rest)
            })
            .expect("readable");
            let lines: Vec<&str> = found.text.lines().collect();
            let mut asserted: Vec<&str> = lines
                .into_iter()
                .filter(|line| line.starts_with("(assert"))
                .collect();
            asserted.sort_unstable();
            assert_eq!(asserted.join("\n"), smallest);
        }
    }

    #[test]
    fn without_an_answer_anything_smaller_will_do() {
        let test = job("(declare-fun x () String)(declare-fun y () String)\n\
             (assert (or (str.in_re x (re.++ ((_ re.loop 2 7) (str.to_re \"abc\")) re.all)) (= x y)))\n\
             (assert (= (str.len y) 700))\n(check-sat)\n; open\n");
        let smallest = reduce(&test, Verdict::Crash, 2000, &mut |candidate| {
            candidate.text.contains("re.loop")
        })
        .expect("readable");
        assert!(
            smallest
                .text
                .contains("(assert (str.in_re \"\" ((_ re.loop 0 0) re.none)))"),
            "{}",
            smallest.text
        );
        let number = job("(declare-fun i () Int)\n(assert (= i 700))\n(check-sat)\n; open\n");
        let smallest = reduce(&number, Verdict::Crash, 2000, &mut |candidate| {
            let text = candidate.text.split("(= i ").nth(1).unwrap_or("0)");
            let number: u32 = text
                .split(')')
                .next()
                .and_then(|n| n.parse().ok())
                .unwrap_or(0);
            number >= 123
        })
        .expect("readable");
        assert!(smallest.text.contains("(= i 123)"), "{}", smallest.text);
    }

    #[test]
    fn a_crash_over_a_core_keeps_the_core() {
        let smallest = reduce(&job(UNSAT_CORE), Verdict::Crash, 1000, &mut |candidate| {
            candidate.text.contains("(get-unsat-core)") && candidate.text.contains(" :named a0)")
        })
        .expect("readable");
        assert_eq!(smallest.claim, Claim::Open);
        assert!(
            smallest.text.contains("(assert (! false :named a0))")
                || smallest.text.contains("(assert (! true :named a0))"),
            "{}",
            smallest.text
        );
        assert_eq!(
            smallest.text.matches("(assert").count(),
            1,
            "{}",
            smallest.text
        );
    }

    const UNSAT_CORE: &str = "(declare-fun x () String)\n\
             (assert (! (= (str.at x 0) \"a\") :named a0))\n\
             (assert (! (= x \"\") :named a1))\n(check-sat)\n(get-unsat-core)\n; core: a0 a1\n";
}
