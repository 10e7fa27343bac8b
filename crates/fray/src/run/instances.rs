//! Steps of a reduction: a constant becomes a value, or another constant, wherever it occurs.
//!
//! An instance of an unsatisfiable test is unsatisfiable. Of a satisfiable one it may or may not
//! be; with the value that the constant has in the model it is. In one place after the other this
//! leads nowhere, because the constant is there until it is gone from the last.

use rustc_hash::FxHashMap;
use sinew_term::{Sort, Term, TermStore, postorder_all};

use super::reduce::{Candidate, Oracle};
use super::shrink::simplest;
use super::simplify::{constants, simplified};
use super::steps::everywhere;
use crate::synth::exec::Value;
use crate::synth::rewrite::replace_terms;

/// The candidate with another term for a constant.
pub(super) fn instances(store: &mut TermStore, candidate: &Candidate, result: &mut Vec<Candidate>) {
    let constants = constants(store, &candidate.assertions);
    for &constant in &constants {
        let sort = store.sort(constant);
        let mut values = Vec::new();
        if let Oracle::Model(model) | Oracle::Counterexample(model) = &candidate.oracle {
            let own = model.iter().find(|(known, _)| *known == constant);
            values.extend(own.map(|(_, value)| value.to_term(store)));
        }
        values.extend(literals(store, &candidate.assertions, sort));
        let others = constants.iter().copied();
        values.extend(others.filter(|&c| c != constant && store.sort(c) == sort));
        for value in values {
            let map = FxHashMap::from_iter([(constant, value)]);
            if let Oracle::Core(core) = &candidate.oracle {
                everywhere(store, candidate, core, result, |store, term| {
                    let instance = replace_terms(store, term, &map);
                    simplified(store, instance)
                });
                everywhere(store, candidate, core, result, |store, term| {
                    replace_terms(store, term, &map)
                });
                continue;
            }
            let mut next = candidate.clone();
            for assertion in &mut next.assertions {
                *assertion = replace_terms(store, *assertion, &map);
            }
            result.push(next);
        }
    }
}

/// Small values of a sort, and those that occur.
pub(super) fn literals(store: &mut TermStore, terms: &[Term], sort: Sort) -> Vec<Term> {
    if sort == Sort::RegLan {
        return simplest(store, sort);
    }
    let mut values = match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Int => vec![Value::int(0), Value::int(1), Value::int(-1)],
        Sort::String => ["", "a", "aa", "ab"].map(Value::string).to_vec(),
        _ => Vec::new(),
    };
    for term in postorder_all(store, terms) {
        match Value::of_literal(store, term) {
            Some(value) if value.sort() == sort && !values.contains(&value) => values.push(value),
            _ => {}
        }
    }
    values.iter().map(|value| value.to_term(store)).collect()
}

#[cfg(test)]
mod tests {
    use crate::run::job::Job;
    use crate::run::reduce::reduce;
    use crate::run::verdict::Verdict;

    /// In one place after the other, it would be a constant in the other one still.
    #[test]
    fn a_constant_in_several_assertions_becomes_a_value() {
        for (claim, verdict) in [
            ("; open", Verdict::InvalidModel),
            (
                "; model: (define-fun x () String \"a\")",
                Verdict::WrongAnswer,
            ),
        ] {
            let text = format!(
                "(declare-fun x () String)\n(assert (str.in_re x re.allchar))\n\
                 (assert (= (str.len x) 1))\n(check-sat)\n{claim}\n"
            );
            let job = Job::from_file("test.smt2", text).expect("a claim");
            let smallest = reduce(&job, verdict, 1000, &mut |candidate| {
                // The same in both, and not empty.
                ["x", "\"a\""].into_iter().any(|same| {
                    let member = format!("(str.in_re {same} re.allchar)");
                    let length = format!("(= (str.len {same}) 1)");
                    candidate.text.contains(&member) && candidate.text.contains(&length)
                })
            })
            .expect("readable");
            assert!(!smallest.text.contains("declare-fun"), "{}", smallest.text);
        }
    }

    #[test]
    fn two_constants_become_one() {
        let text = "(declare-fun x () String)\n(declare-fun y () String)\n\
             (assert (str.prefixof x y))\n(assert (str.suffixof y x))\n(check-sat)\n\
             ; model: (define-fun x () String \"\") (define-fun y () String \"\")\n";
        let job = Job::from_file("test.smt2", text.to_owned()).expect("a claim");
        let smallest = reduce(&job, Verdict::WrongAnswer, 1000, &mut |candidate| {
            let variables = |operator: &str| {
                let mut lines = candidate.text.lines();
                lines.any(|line| line.contains(operator) && !line.contains('"'))
            };
            variables("str.prefixof") && variables("str.suffixof")
        })
        .expect("readable");
        assert_eq!(smallest.text.matches("declare-fun").count(), 1);
    }
}
