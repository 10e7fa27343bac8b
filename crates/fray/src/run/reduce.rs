//! Reduction of a failing test while its oracle stays known.
//!
//! The answer of each smaller candidate is known before the solver sees it, and never from
//! another solver. A satisfiable test keeps its model: a candidate is considered only if the
//! reference semantics finds the model to satisfy it. An unsatisfiable test keeps its core: any
//! set of assertions around the core is unsatisfiable, so all others may go, and so may patterns.

use rustc_hash::FxHashMap;
use sinew_semantics::{Model, Value as Checked, Verdict as Check, check, eval};
use sinew_smtlib::{Command, Environment, parse_model, parse_script};
use sinew_term::{Op, Sort, Term, TermStore, postorder_all};

use super::judge::Job;
use crate::synth::exec::Value;
use crate::synth::library::Origin;
use crate::synth::library::without_patterns;
use crate::synth::rewrite::replace_terms;
use crate::synth::test::{Expected, Family, Test};
use crate::synth::write::{Dialect, write_test};

/// A test read back from its file.
struct Candidate {
    store: TermStore,
    assertions: Vec<Term>,
    /// The model, if it is satisfiable.
    model: Vec<(Term, Value)>,
    /// Positions of the core, if it is not.
    core: Option<Vec<usize>>,
}

/// Makes the test as small as it can while `fails` holds, within so many calls of it. The result
/// is the test itself if nothing smaller fails.
pub fn reduce(
    job: &Job,
    max_runs: u32,
    fails: &mut dyn FnMut(&Job) -> bool,
) -> Result<Job, String> {
    let mut current = Candidate::read(job)?;
    let mut best = job.clone();
    let mut runs = 0;
    loop {
        let mut progress = false;
        for assertions in current.smaller() {
            if runs == max_runs {
                return Ok(best);
            }
            let Some(next) = current.with(assertions) else {
                continue;
            };
            let smaller = next.job(job);
            runs += 1;
            if fails(&smaller) {
                best = smaller;
                current = next;
                progress = true;
                break;
            }
        }
        if !progress {
            return Ok(best);
        }
    }
}

/// Assertions, each with its old position.
type Assertions = Vec<(usize, Term)>;

impl Candidate {
    fn read(job: &Job) -> Result<Candidate, String> {
        let (mut store, mut env) = (TermStore::new(), Environment::new());
        let commands =
            parse_script(&mut store, &mut env, &job.text).map_err(|error| error.to_string())?;
        let mut assertions = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for command in commands {
            if let Command::Assert { term, .. } = command {
                assertions.push(term);
            }
        }
        // Names are in the order of the assertions: `write_test` numbers them.
        names.extend((0..assertions.len()).map(|i| format!("a{i}")));
        let core = match &job.core {
            None => None,
            Some(core) => {
                let position = |name: &String| names.iter().position(|known| known == name);
                let positions: Option<Vec<usize>> = core.iter().map(position).collect();
                Some(positions.ok_or("the core names an assertion that is not there")?)
            }
        };
        let mut model = Vec::new();
        if core.is_none() {
            let line = job
                .text
                .lines()
                .find_map(|line| line.strip_prefix("; model:"));
            let text = format!("({})", line.ok_or("the test has no model")?);
            let definitions =
                parse_model(&mut store, &env, &text).map_err(|error| error.to_string())?;
            for definition in definitions {
                let constant = store.apply(definition.fun, &[]);
                let value = Value::of_literal(&store, definition.body);
                model.push((constant, value.ok_or("the test's model is not literal")?));
            }
        }
        Ok(Candidate {
            store,
            assertions,
            model,
            core,
        })
    }

    fn checked_model(&self) -> Model {
        let mut model = Model::new();
        for (constant, value) in &self.model {
            if let Op::Apply(fun) = self.store.op(*constant) {
                model.set_constant(fun, checked(value));
            }
        }
        model
    }

    /// Candidates, most promising first.
    fn smaller(&mut self) -> Vec<Assertions> {
        let all: Assertions = self.assertions.iter().copied().enumerate().collect();
        let mut result = Vec::new();
        for (i, _) in &all {
            let in_core = self.core.as_ref().is_some_and(|core| core.contains(i));
            if !in_core && all.len() > 1 {
                result.push(all.iter().filter(|(j, _)| j != i).copied().collect());
            }
        }
        if self.core.is_some() {
            let mut plain = all.clone();
            for (_, term) in &mut plain {
                *term = without_patterns(&mut self.store, *term);
            }
            if plain != all {
                result.push(plain);
            }
            return result;
        }
        let model = self.checked_model();
        for &(i, assertion) in &all {
            let mut subterms = postorder_all(&self.store, &[assertion]);
            subterms.reverse();
            for old in subterms {
                for new in self.replacements(&model, old) {
                    let map = FxHashMap::from_iter([(old, new)]);
                    let mut changed = all.clone();
                    changed[i].1 = replace_terms(&mut self.store, assertion, &map);
                    result.push(changed);
                }
            }
        }
        result
    }

    /// What may stand for a sub-term: a part of it, or its value.
    fn replacements(&mut self, model: &Model, old: Term) -> Vec<Term> {
        if Value::of_literal(&self.store, old).is_some() {
            return Vec::new();
        }
        let sort = self.store.sort(old);
        let mut result: Vec<Term> = self
            .store
            .args(old)
            .iter()
            .copied()
            .filter(|&arg| self.store.sort(arg) == sort)
            .collect();
        if sort != Sort::Bool
            && let Ok(value) = eval(&self.store, model, old)
        {
            result.push(value.to_term(&mut self.store));
        }
        result
    }

    /// The candidate with these assertions, if its answer is known.
    fn with(&self, assertions: Assertions) -> Option<Candidate> {
        let core = match &self.core {
            None => None,
            Some(core) => {
                let position = |old: &usize| assertions.iter().position(|(i, _)| i == old);
                Some(core.iter().map(position).collect::<Option<Vec<usize>>>()?)
            }
        };
        let terms: Vec<Term> = assertions.into_iter().map(|(_, term)| term).collect();
        if core.is_none() && check(&self.store, &self.checked_model(), &terms) != Check::Satisfied {
            return None;
        }
        Some(Candidate {
            store: self.store.clone(),
            assertions: terms,
            model: self.model.clone(),
            core,
        })
    }

    fn job(&self, original: &Job) -> Job {
        let mut constants = postorder_all(&self.store, &self.assertions);
        constants.retain(|&term| matches!(self.store.op(term), Op::Apply(_)));
        let mut model = self.model.clone();
        model.retain(|(constant, _)| constants.contains(constant));
        let core = self.core.as_ref();
        let test = Test {
            family: Family::Operation,
            origin: Origin::Extended,
            patterns: false,
            op: "".into(),
            suffix: String::new(),
            constants,
            assertions: self.assertions.clone(),
            expected: match core {
                None => Expected::Sat(model),
                Some(core) => Expected::Unsat {
                    core: core.clone(),
                    witnesses: Vec::new().into(),
                },
            },
        };
        let mut text = String::new();
        write_test(&mut text, &self.store, &test, 0, Dialect::Standard);
        Job {
            text,
            core: core.map(|core| core.iter().map(|i| format!("a{i}")).collect()),
            ..original.clone()
        }
    }
}

fn checked(value: &Value) -> Checked {
    match value {
        Value::Bool(value) => Checked::Bool(*value),
        Value::Int(value) => Checked::from(value),
        Value::Str(text) => Checked::Str(text.to_vec()),
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
        let smallest = reduce(&test, 1000, &mut |candidate| {
            seen += 1;
            // The solver is wrong about every replacement.
            candidate.text.contains("str.replace")
        })
        .expect("readable");
        assert!(seen > 3);
        assert!(
            smallest
                .text
                .contains("(assert (= (str.replace \"ab\" \"\" \"c\") \"cab\"))"),
            "{}",
            smallest.text
        );
        assert!(!smallest.text.contains("declare-fun"));
    }

    #[test]
    fn an_unsatisfiable_test_keeps_its_core() {
        let test = job("(declare-fun x () String)\n\
             (assert (! (= x \"a\") :named a0))\n(assert (! (= x \"\") :named a1))\n\
             (assert (! (= x x) :named a2))\n(check-sat)\n; core: a0 a1\n");
        let smallest = reduce(&test, 1000, &mut |_| true).expect("readable");
        assert!(!smallest.text.contains("(= x x)"));
        assert_eq!(smallest.core, Some(vec!["a0".to_owned(), "a1".to_owned()]));
    }
}
