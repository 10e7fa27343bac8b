//! The steps of a reduction: smaller candidates whose answer follows from that of the larger one.
//!
//! For an unsatisfiable test, with F its core:
//! * assertions outside the core go, and so do patterns;
//! * instance: F with a constant replaced by a literal or another constant is unsatisfiable;
//! * two memberships of one term are one in the intersection of their languages;
//! * definition: if F is G and c = t, then G with t for c is unsatisfiable;
//! * equivalence: a ground term becomes its value, a connective with a truth value is simplified,
//!   a law is used, everywhere or in one place;
//! * strengthening: a disjunction that occurs positively becomes one of its parts, likewise a
//!   conjunction that occurs negatively, and a quantifier that says "some" becomes an instance;
//! * any other change counts if what comes of it is proven to be unsatisfiable (see
//!   [`refute`](super::refute)).
//!
//! What keeps any answer, laws and definitions, is a step for the others, too.
//!
//! Once only a universal formula is left, a counterexample takes over as the proof, and reduction
//! goes on as for a satisfiable test (see [`shrink`](super::shrink)). Once nothing is left to be
//! chosen, evaluation takes over, and any change will do. The same holds for a test whose answer
//! is not known: what is wrong with the solver is seen without it.

use rustc_hash::FxHashMap;
use sinew_term::{Op, Term, TermStore, postorder_all};

use super::instances::{instances, literals};
use super::reduce::{Candidate, Oracle};
use super::repeated::with_names;
use super::shrink::{plain_characters, replace_at, short_names, smaller_terms, smaller_values};
use super::simplify::constants;
use super::simplify::{simplified, simplified_at_root};
use crate::synth::rewrite::{replace_terms, without_patterns};
use crate::synth::write::constant_name;

/// Candidates, most promising first. Not all are smaller, and of the satisfiable ones not all
/// are true.
pub(super) fn smaller(store: &mut TermStore, candidate: &Candidate) -> Vec<Candidate> {
    let mut result = Vec::new();
    fewer_assertions(candidate, &mut result);
    in_both(store, candidate, &mut result);
    with_names(store, candidate, &mut result);
    match &candidate.oracle {
        Oracle::Model(model) | Oracle::Counterexample(model) => {
            defined(store, candidate, &mut result);
            by_laws(store, candidate, &mut result);
            smaller_terms(store, candidate, model, &mut result);
            instances(store, candidate, &mut result);
            smaller_values(store, candidate, model, &mut result);
            plain_characters(store, candidate, model, &mut result);
        }
        Oracle::Open | Oracle::Evaluated => {
            defined(store, candidate, &mut result);
            by_laws(store, candidate, &mut result);
            smaller_terms(store, candidate, &[], &mut result);
            instances(store, candidate, &mut result);
            plain_characters(store, candidate, &[], &mut result);
        }
        Oracle::Core(core) => {
            if core.len() == candidate.assertions.len() && is_ground(store, candidate) {
                let mut evaluated = candidate.clone();
                evaluated.oracle = Oracle::Evaluated;
                fewer_assertions(&evaluated, &mut result);
                smaller_terms(store, &evaluated, &[], &mut result);
            }
            everywhere(store, candidate, core, &mut result, without_patterns);
            by_laws(store, candidate, &mut result);
            definitions(store, candidate, core, &mut result);
            instances(store, candidate, &mut result);
            stronger(store, candidate, core, &mut result);
            to_be_proven(store, candidate, core, &mut result);
        }
        Oracle::Claimed(_) => {}
    }
    result.push(short_names(store, candidate));
    result
}

/// Any change to the candidate: that it is unsatisfiable does not follow, and is to be proven anew.
fn to_be_proven(
    store: &mut TermStore,
    candidate: &Candidate,
    core: &[usize],
    result: &mut Vec<Candidate>,
) {
    let count = candidate.assertions.len();
    for &left_out in core.iter().filter(|_| count > 1) {
        let kept: Vec<usize> = (0..count).filter(|&i| i != left_out).collect();
        result.push(claimed(only(candidate, &kept)));
    }
    let whole = claimed(candidate.clone());
    smaller_terms(store, &whole, &[], result);
    plain_characters(store, &whole, &[], result);
}

/// The candidate with its answer to be proven anew, if it is unsatisfiable.
pub(super) fn claimed(candidate: Candidate) -> Candidate {
    match candidate.oracle {
        Oracle::Core(core) => Candidate {
            oracle: Oracle::Claimed(core),
            ..candidate
        },
        _ => candidate,
    }
}

/// Whether nothing is left to be chosen.
fn is_ground(store: &TermStore, candidate: &Candidate) -> bool {
    let mut terms = candidate.assertions.iter();
    constants(store, &candidate.assertions).is_empty()
        && !terms.any(|&term| store.mentions_quantifiers(term))
}

/// The candidate simplified by laws: as a whole, and in one place and nothing else, since what fails may
/// depend on the rest being as it is. A law keeps the answer, whatever that is.
fn by_laws(store: &mut TermStore, candidate: &Candidate, result: &mut Vec<Candidate>) {
    let all: Vec<usize> = (0..candidate.assertions.len()).collect();
    let core = match &candidate.oracle {
        Oracle::Core(core) => Some(core.clone()),
        _ => None,
    };
    let mut push = |store: &TermStore, assertions: Vec<Term>| {
        result.push(match &core {
            Some(core) => tidy(store, assertions, core.clone()),
            None => Candidate {
                assertions,
                oracle: candidate.oracle.clone(),
            },
        });
    };
    let whole = candidate.assertions.iter();
    let whole: Vec<Term> = whole.map(|&term| simplified(store, term)).collect();
    if whole != candidate.assertions {
        push(store, whole);
    }
    for &position in core.as_ref().unwrap_or(&all) {
        let assertion = candidate.assertions[position];
        let mut subterms = postorder_all(store, &[assertion]);
        subterms.reverse();
        for old in subterms {
            if store.mentions_variables(old) {
                continue;
            }
            let mut simpler = vec![simplified(store, old), simplified_at_root(store, old)];
            simpler.dedup();
            simpler.retain(|&new| new != old);
            for new in simpler {
                let map = FxHashMap::from_iter([(old, new)]);
                let mut assertions = candidate.assertions.clone();
                assertions[position] = replace_terms(store, assertion, &map);
                push(store, assertions);
            }
        }
    }
}

fn fewer_assertions(candidate: &Candidate, result: &mut Vec<Candidate>) {
    let count = candidate.assertions.len();
    if let Oracle::Core(core) = &candidate.oracle
        && core.len() < count
    {
        result.push(only(candidate, core));
    }
    for left_out in 0..count {
        let in_core = matches!(&candidate.oracle, Oracle::Core(core) if core.contains(&left_out));
        if !in_core && count > 1 {
            let kept: Vec<usize> = (0..count).filter(|&i| i != left_out).collect();
            result.push(only(candidate, &kept));
        }
    }
}

/// The candidate with two memberships of one term as one in the intersection of their languages:
/// what a solver does with several is then about an operator.
fn in_both(store: &mut TermStore, candidate: &Candidate, result: &mut Vec<Candidate>) {
    let count = candidate.assertions.len();
    for second in 0..count {
        for first in 0..second {
            let pair = [first, second].map(|i| membership(store, candidate.assertions[i]));
            let [Some((one, left)), Some((other, right))] = pair else {
                continue;
            };
            let outside = |i| matches!(&candidate.oracle, Oracle::Core(core) if !core.contains(&i));
            if one != other || outside(first) || outside(second) {
                continue;
            }
            let both = store.mk(Op::ReInter, &[left, right]);
            let kept: Vec<usize> = (0..count).filter(|&i| i != second).collect();
            let mut next = only(candidate, &kept);
            next.assertions[first] = store.mk(Op::InRe, &[one, both]);
            result.push(next);
        }
    }
}

/// The term that the assertion says is in a language, and the language.
fn membership(store: &mut TermStore, assertion: Term) -> Option<(Term, Term)> {
    let (inside, negative) = match store.op(assertion) {
        Op::Not => (store.arg(assertion, 0), true),
        _ => (assertion, false),
    };
    let (Op::InRe, &[term, language]) = (store.op(inside), store.args(inside)) else {
        return None;
    };
    match negative {
        true => Some((term, store.mk(Op::ReComp, &[language]))),
        false => Some((term, language)),
    }
}

/// The candidate with the assertions at these positions, which include the core.
fn only(candidate: &Candidate, kept: &[usize]) -> Candidate {
    Candidate {
        assertions: kept.iter().map(|&i| candidate.assertions[i]).collect(),
        oracle: match &candidate.oracle {
            Oracle::Core(core) => {
                let moved = core.iter().filter_map(|i| kept.iter().position(|k| k == i));
                Oracle::Core(moved.collect())
            }
            _ => candidate.oracle.clone(),
        },
    }
}

/// The candidate with every assertion changed by an equivalence.
pub(super) fn everywhere(
    store: &mut TermStore,
    candidate: &Candidate,
    core: &[usize],
    result: &mut Vec<Candidate>,
    change: impl Fn(&mut TermStore, Term) -> Term,
) {
    let assertions: Vec<Term> = candidate
        .assertions
        .iter()
        .map(|&term| change(store, term))
        .collect();
    if assertions == candidate.assertions {
        return;
    }
    result.push(tidy(store, assertions, core.to_vec()));
}

/// The candidate with these assertions: what is true goes, and if one is false, all others do.
fn tidy(store: &TermStore, assertions: Vec<Term>, core: Vec<usize>) -> Candidate {
    let all = Candidate {
        oracle: Oracle::Core(core.clone()),
        assertions,
    };
    let is = |i: usize, op: Op| store.op(all.assertions[i]) == op;
    if let Some(&contradiction) = core.iter().find(|&&i| is(i, Op::False)) {
        return only(&all, &[contradiction]);
    }
    let kept: Vec<usize> = (0..all.assertions.len())
        .filter(|&i| !is(i, Op::True))
        .collect();
    only(&all, &kept)
}

/// Where an assertion is `c = t`, the others with t for c: they have the models that they had.
fn defined(store: &mut TermStore, candidate: &Candidate, result: &mut Vec<Candidate>) {
    let all: Vec<usize> = (0..candidate.assertions.len()).collect();
    if all.len() > 1 {
        definitions(store, candidate, &all, result);
    }
}

/// Where an assertion of the core is `c = t`, the others with t for c.
fn definitions(
    store: &mut TermStore,
    candidate: &Candidate,
    core: &[usize],
    result: &mut Vec<Candidate>,
) {
    for &position in core {
        let definition = candidate.assertions[position];
        let &[left, right] = store.args(definition) else {
            continue;
        };
        if store.op(definition) != Op::Eq {
            continue;
        }
        for (constant, term) in [(left, right), (right, left)] {
            let is_constant = matches!(store.op(constant), Op::Apply(_));
            if !is_constant || postorder_all(store, &[term]).contains(&constant) {
                continue;
            }
            let map = FxHashMap::from_iter([(constant, term)]);
            let kept: Vec<usize> = (0..candidate.assertions.len())
                .filter(|&i| i != position)
                .collect();
            let rest: Vec<usize> = core.iter().copied().filter(|&i| i != position).collect();
            let mut next = only(candidate, &kept);
            if let Oracle::Core(moved) = &mut next.oracle {
                moved.retain(|&i| rest.contains(&kept[i]));
            }
            for assertion in &mut next.assertions {
                *assertion = replace_terms(store, *assertion, &map);
            }
            result.push(next);
        }
    }
}

/// The candidate with one place of its propositional structure strengthened.
fn stronger(
    store: &mut TermStore,
    candidate: &Candidate,
    core: &[usize],
    result: &mut Vec<Candidate>,
) {
    for &position in core {
        // Each place by the way that leads to it, and whether it occurs positively.
        let mut places: Vec<(Vec<usize>, Term, bool)> =
            vec![(Vec::new(), candidate.assertions[position], true)];
        while let Some((way, term, positive)) = places.pop() {
            for part in strengthened(store, term, positive) {
                let mut assertions = candidate.assertions.clone();
                assertions[position] = replace_at(store, assertions[position], &way, part);
                result.push(Candidate {
                    assertions,
                    oracle: Oracle::Core(core.to_vec()),
                });
            }
            let count = store.args(term).len();
            let below: Vec<(usize, bool)> = match store.op(term) {
                Op::Not => vec![(0, !positive)],
                Op::And | Op::Or => (0..count).map(|i| (i, positive)).collect(),
                Op::Implies => (0..count)
                    .map(|i| (i, positive == (i + 1 == count)))
                    .collect(),
                Op::Forall(bound) | Op::Exists(bound) => vec![(bound as usize, positive)],
                _ => Vec::new(),
            };
            for (i, positive) in below {
                let mut way = way.clone();
                way.push(i);
                places.push((way, store.arg(term, i), positive));
            }
        }
    }
}

/// What implies `term`, or if it occurs negatively is implied by it, and is smaller.
fn strengthened(store: &mut TermStore, term: Term, positive: bool) -> Vec<Term> {
    let args = store.args(term).to_vec();
    match (store.op(term), positive) {
        (Op::Or, true) | (Op::And, false) => args,
        (Op::Implies, true) if args.len() == 2 => vec![args[1], store.not(args[0])],
        (Op::Exists(_), true) | (Op::Forall(_), false) => some_instances(store, term),
        _ => Vec::new(),
    }
}

/// The body of a quantifier with a literal for each of its variables.
fn some_instances(store: &mut TermStore, quantifier: Term) -> Vec<Term> {
    let Some((vars, body, _)) = store.quantifier_parts(quantifier) else {
        return Vec::new();
    };
    let vars = vars.to_vec();
    if rebinds(store, body, &vars) {
        return Vec::new();
    }
    let mut result = Vec::new();
    for choice in 0..2 {
        let mut map = FxHashMap::default();
        for &var in &vars {
            let values = literals(store, &[], store.sort(var));
            if let Some(&value) = values.get(choice) {
                map.insert(var, value);
            }
        }
        if map.len() == vars.len() {
            result.push(replace_terms(store, body, &map));
        }
    }
    result
}

/// Whether a quantifier inside `body` binds one of the variables again.
fn rebinds(store: &TermStore, body: Term, vars: &[Term]) -> bool {
    postorder_all(store, &[body]).into_iter().any(|sub| {
        let inner = store.quantifier_parts(sub);
        inner.is_some_and(|(inner, ..)| inner.iter().any(|var| vars.contains(var)))
    })
}

/// If all that is left is one universal formula, its body negated, with constants for the
/// variables: any model of that is a counterexample to the formula. It is still to be found.
pub(super) fn negated_body(store: &mut TermStore, candidate: &Candidate) -> Option<Candidate> {
    let (Oracle::Core(_), &[assertion]) = (&candidate.oracle, &candidate.assertions[..]) else {
        return None;
    };
    let universal = matches!(store.op(assertion), Op::Forall(_));
    let (vars, body, _) = store.quantifier_parts(assertion).filter(|_| universal)?;
    let vars = vars.to_vec();
    if !constants(store, &[assertion]).is_empty() || rebinds(store, body, &vars) {
        return None;
    }
    let mut map = FxHashMap::default();
    for var in vars {
        let name = constant_name(store, var);
        map.insert(var, store.constant(&name, store.sort(var)));
    }
    let body = replace_terms(store, body, &map);
    Some(Candidate {
        assertions: vec![negated(store, body)],
        oracle: Oracle::Counterexample(Vec::new()),
    })
}

/// The assertion that `formula` is false whatever its constants are.
pub(super) fn never(store: &mut TermStore, formula: Term) -> Term {
    let mut map = FxHashMap::default();
    let mut vars = Vec::new();
    for constant in constants(store, &[formula]) {
        let name = constant_name(store, constant);
        let var = store.var(&name, store.sort(constant));
        map.insert(constant, var);
        vars.push(var);
    }
    let formula = replace_terms(store, formula, &map);
    let body = negated(store, formula);
    if vars.is_empty() {
        return body;
    }
    store.quantify(true, &vars, body, &[])
}

fn negated(store: &mut TermStore, term: Term) -> Term {
    match store.op(term) {
        Op::Not => store.arg(term, 0),
        _ => store.not(term),
    }
}

#[cfg(test)]
mod tests {
    use crate::run::job::{Claim, Job};
    use crate::run::reduce::reduce;
    use crate::run::verdict::Verdict;
    use std::collections::BTreeSet;

    /// The assertions and the core of the smallest form of a satisfiable core that `fails`.
    fn smallest(assertions: &[&str], core: &str, fails: impl Fn(&str, usize) -> bool) -> String {
        let mut text = "(declare-fun x () String)\n".to_owned();
        for (i, assertion) in assertions.iter().enumerate() {
            text.push_str(&format!("(assert (! {assertion} :named a{i}))\n"));
        }
        text.push_str(&format!("(check-sat)\n(get-unsat-core)\n; core: {core}\n"));
        let job = Job::from_file("test.smt2", text).expect("a claim");
        let mut seen = BTreeSet::new();
        let found = reduce(&job, Verdict::CoreNotUnsat, 2000, &mut |candidate| {
            let Claim::Unsat(Some(core)) = &candidate.claim else {
                panic!("the core is known");
            };
            for name in core {
                assert!(candidate.text.contains(&format!("; without {name}:")));
            }
            let fails = fails(&candidate.text, core.len());
            assert!(seen.insert(candidate.text.clone()) || fails, "tried twice");
            fails
        })
        .expect("readable");
        let keep = |line: &&str| line.starts_with("(assert") || line.starts_with("; core");
        let lines: Vec<&str> = found.text.lines().filter(keep).collect();
        lines.join("\n")
    }

    /// Another language in the place of one does not keep the answer, and neither does its part: what
    /// is left is proven anew. The witnesses need words that are nowhere in the formulas.
    #[test]
    fn languages_in_a_core_are_made_small() {
        let assertions = [
            "(str.in_re x (re.union (re.range \"a\" \"b\") (str.to_re \"\")))",
            "(str.in_re x (re.* (str.to_re \"ab\")))",
            "(not (str.in_re x ((_ re.loop 1 2) (re.union (str.to_re \"b\") (str.to_re \"\")))))",
        ];
        let found = smallest(&assertions, "a0 a1 a2", |text, core| {
            core == 3 && text.contains("re.loop")
        });
        assert_eq!(
            found,
            "(assert (! (str.in_re x re.allchar) :named a0))\n\
             (assert (! (str.in_re x (re.* (str.to_re \"b\"))) :named a1))\n\
             (assert (! (not (str.in_re x ((_ re.loop 0 1) (str.to_re \"b\")))) :named a2))\n\
             ; core: a0 a1 a2"
        );
    }

    /// What a term is made of that is in both does not matter.
    #[test]
    fn a_term_in_several_assertions_becomes_a_constant() {
        let assertions = [
            "(not (= (str.len (str.replace x \"a\" \"bc\")) 1))",
            "(str.in_re (str.replace x \"a\" \"bc\") re.allchar)",
        ];
        let found = smallest(&assertions, "a0 a1", |text, core| {
            core == 2 && text.contains("(str.len ") && text.contains(" re.allchar)")
        });
        assert_eq!(
            found,
            "(assert (! (not (= (str.len x) 1)) :named a0))\n\
             (assert (! (str.in_re x re.allchar) :named a1))\n\
             ; core: a0 a1"
        );
    }

    #[test]
    fn what_was_not_in_the_core_may_get_into_it() {
        let assertions = [
            "(str.in_re x re.allchar)",
            "(not (str.in_re x (re.range \"a\" \"b\")))",
            "(str.in_re x ((_ re.loop 0 1) (str.to_re \"ab\")))",
        ];
        let found = smallest(&assertions, "a0 a2", |text, _| {
            text.contains("(not (str.in_re x (re.range \"a\" \"b\")))")
                && text.contains("((_ re.loop 0 1) (str.to_re ")
                && text.contains("(str.in_re x re.allchar)")
                && !text.contains("(str.to_re \"\")")
        });
        assert_eq!(
            found,
            "(assert (! (str.in_re x re.allchar) :named a0))\n\
             (assert (! (not (str.in_re x (re.range \"a\" \"b\"))) :named a1))\n\
             (assert (! (str.in_re x ((_ re.loop 0 1) (str.to_re \"a\"))) :named a2))\n\
             ; core: a0 a1 a2"
        );
    }

    /// A wrong `sat` is about the whole, and is made small in the same way.
    #[test]
    fn languages_of_a_wrong_answer_are_made_small() {
        let text = "(declare-fun x () String)\n\
             (assert (! (str.in_re x (re.++ (str.to_re \"ab\") re.all)) :named a0))\n\
             (assert (! (str.in_re x (re.++ (str.to_re \"ba\") re.all)) :named a1))\n\
             (check-sat)\n; core: a0 a1\n";
        let job = Job::from_file("test.smt2", text.to_owned()).expect("a claim");
        let found = reduce(&job, Verdict::WrongAnswer, 2000, &mut |candidate| {
            candidate
                .text
                .matches("(assert (str.in_re x (re.++ ")
                .count()
                == 2
                || candidate.text.contains("(str.in_re x (re.inter (re.++ ")
        })
        .expect("readable");
        let line = found.text.lines().find(|line| line.starts_with("(assert"));
        let expected = "(assert (str.in_re x (re.inter (re.++ re.none re.all) re.none)))";
        assert_eq!(line, Some(expected), "{}", found.text);
    }

    /// Whatever the answer is, and whether or not it is known.
    #[test]
    fn laws_make_any_test_smaller() {
        let cases = [
            (
                "(distinct true (str.contains \"a\" x))",
                "; model: (define-fun x () String \"b\")",
                "(not (str.contains \"a\" x))",
            ),
            (
                "(= (not (distinct (str.at \"a\" i) \"b\")) (= i 0))",
                "; open",
                "(= (= (str.at \"a\" i) \"b\") (= i 0))",
            ),
        ];
        for (assertion, claim, expected) in cases {
            let text = format!(
                "(declare-fun x () String)\n(declare-fun i () Int)\n(assert {assertion})\n\
                 (check-sat)\n{claim}\n"
            );
            let job = Job::from_file("test.smt2", text).expect("a claim");
            let found = reduce(&job, Verdict::InvalidModel, 1000, &mut |candidate| {
                // Wrong about what there is, and what means the same.
                candidate.text.contains(assertion) || candidate.text.contains(expected)
            })
            .expect("readable");
            let line = format!("(assert {expected})\n");
            assert!(found.text.contains(&line), "{}", found.text);
        }
    }
}
