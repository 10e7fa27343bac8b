//! Reduction of a failing test while its oracle stays known.
//!
//! The answer of each smaller candidate is known before the solver sees it, and never from
//! another solver. A satisfiable test keeps a model: a candidate is considered only if the
//! reference semantics finds the model to satisfy it. An unsatisfiable test is made smaller by
//! steps that preserve unsatisfiability: instances of the law, equivalences, and strengthening
//! (see `steps`). Where the failure is about the core, a candidate counts only
//! if the minimality of its core was proven again, by a checked model of the rest for each of
//! its elements.

use sinew_semantics::{Model, Value as Checked, Verdict as Check, check};
use sinew_smtlib::parse_model;
use sinew_term::{Op, Term, TermStore, postorder_all};

use super::job::{Claim, Job, Script, names};
use super::steps;
use super::verdict::Verdict;
use crate::synth::certify::{certify, witnesses};
use crate::synth::exec::Value;
use crate::synth::library::Origin;
use crate::synth::reference::Reference;
use crate::synth::test::{Expected, Family, Test};
use crate::synth::write::{Dialect, write_test};

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
    loop {
        let mut progress = false;
        for next in steps::smaller(&mut reduction.store, &reduction.current) {
            if reduction.size(&next) >= reduction.size(&reduction.current) {
                continue;
            }
            if runs == max_runs {
                return Ok(best);
            }
            let Some(smaller) = reduction.job(job, &next) else {
                continue;
            };
            runs += 1;
            if fails(&smaller) {
                best = smaller;
                reduction.current = next;
                progress = true;
                break;
            }
        }
        if !progress {
            return Ok(best);
        }
    }
}

struct Reduction {
    store: TermStore,
    current: Candidate,
    /// Whether the failure is about the core, so that the minimal one must be known.
    about_core: bool,
}

impl Reduction {
    fn read(job: &Job, verdict: Verdict) -> Result<Reduction, String> {
        let mut script = Script::read(&job.text)?;
        let oracle = match &job.claim {
            Claim::Answers(_) | Claim::Recorded(_) => {
                return Err("only plain tests can be reduced".to_owned());
            }
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
        Ok(Reduction {
            current: Candidate {
                assertions: script.terms(),
                oracle,
            },
            store: script.store,
            about_core: matches!(
                verdict,
                Verdict::CoreNotUnsat | Verdict::CoreNotMinimal | Verdict::CoreNotDelivered
            ),
        })
    }

    /// What must go down: constants, assertions, symbols.
    fn size(&self, candidate: &Candidate) -> (usize, usize, u64, usize) {
        let constants = constants(&self.store, &candidate.assertions).len();
        let symbols = steps::tree_size(&self.store, &candidate.assertions);
        // Of equal formulas, the one with the smaller model.
        let values = match &candidate.oracle {
            Oracle::Model(model) => model.iter().map(|(_, value)| weight(value)).sum(),
            Oracle::Core(_) => 0,
        };
        (constants, candidate.assertions.len(), symbols, values)
    }

    /// The job for a candidate, if its answer is known.
    fn job(&mut self, original: &Job, candidate: &Candidate) -> Option<Job> {
        let constants = constants(&self.store, &candidate.assertions);
        let expected = match &candidate.oracle {
            Oracle::Model(model) => {
                let meaning = checked_model(&self.store, model);
                if check(&self.store, &meaning, &candidate.assertions) != Check::Satisfied {
                    return None;
                }
                let mut model = model.clone();
                model.retain(|(constant, _)| constants.contains(constant));
                Expected::Sat(model)
            }
            Oracle::Core(core) => Expected::Unsat {
                core: core.clone(),
                witnesses: if self.about_core {
                    let standard = Reference::standard();
                    witnesses(&self.store, &standard, &candidate.assertions, core, &[])?.into()
                } else {
                    Vec::new().into()
                },
            },
        };
        let test = Test {
            family: Family::Operation,
            origin: Origin::Extended,
            patterns: false,
            op: "".into(),
            suffix: String::new(),
            constants,
            assertions: candidate.assertions.clone(),
            expected,
        };
        let tests = [test];
        certify(&mut self.store, &Reference::standard(), &tests).ok()?;
        let mut text = String::new();
        write_test(&mut text, &self.store, &tests[0], 0, Dialect::Standard);
        let claim = match &candidate.oracle {
            Oracle::Model(_) => Claim::Sat,
            Oracle::Core(core) if self.about_core => Claim::Unsat(Some(names(core))),
            Oracle::Core(_) => {
                text = without_core(&text);
                Claim::Unsat(None)
            }
        };
        Some(Job {
            text,
            claim,
            ..original.clone()
        })
    }
}

/// The script with nothing said about a core, which is not known to be minimal.
fn without_core(text: &str) -> String {
    let mut result = String::new();
    for line in text.lines() {
        if line.starts_with("; core:") {
            result.push_str("; unsat\n");
        } else if line != "(get-unsat-core)" {
            result.push_str(line);
            result.push('\n');
        }
    }
    result
}

fn read_model(script: &mut Script, text: &str) -> Result<Vec<(Term, Value)>, String> {
    let line = text.lines().find_map(|line| line.strip_prefix("; model:"));
    let text = format!("({})", line.ok_or("the test has no model")?);
    let definitions = parse_model(&mut script.store, &script.env, &text)
        .map_err(|error| format!("the test's model: {error}"))?;
    let mut model = Vec::new();
    for definition in definitions {
        let constant = script.store.apply(definition.fun, &[]);
        let value = Value::of_literal(&script.store, definition.body);
        model.push((constant, value.ok_or("the test's model is not literal")?));
    }
    Ok(model)
}

/// The declared constants that occur, in the order of the terms.
pub(super) fn constants(store: &TermStore, assertions: &[Term]) -> Vec<Term> {
    let mut constants = postorder_all(store, assertions);
    constants.retain(|&term| matches!(store.op(term), Op::Apply(_)));
    constants
}

/// The model as the reference semantics takes it.
pub(super) fn checked_model(store: &TermStore, model: &[(Term, Value)]) -> Model {
    let mut result = Model::new();
    for (constant, value) in model {
        if let Op::Apply(fun) = store.op(*constant) {
            let value = match value {
                Value::Bool(value) => Checked::Bool(*value),
                Value::Int(value) => Checked::from(value),
                Value::Str(text) => Checked::Str(text.to_vec()),
            };
            result.set_constant(fun, value);
        }
    }
    result
}

fn weight(value: &Value) -> usize {
    match value {
        Value::Bool(value) => usize::from(*value),
        Value::Int(value) => value.to_string().len() * 2 - usize::from(value.is_zero()),
        Value::Str(text) => text.len() * 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_wrong_sat_shrinks_by_instances_and_strengthening() {
        let smallest = reduce(&job(UNSAT), Verdict::WrongAnswer, 1000, &mut |candidate| {
            candidate.text.contains("str.at") && candidate.text.contains("str.substr")
        })
        .expect("readable");
        assert_eq!(smallest.claim, Claim::Unsat(None));
        assert!(!smallest.text.contains("(or "), "{}", smallest.text);
        // Two of the three constants are gone: everything ground would be evaluated away.
        assert_eq!(
            smallest.text.matches("declare-fun").count(),
            1,
            "{}",
            smallest.text
        );
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
}
