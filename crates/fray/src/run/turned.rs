//! A wrong belief from its other side.
//!
//! Who says `unsat` takes a formula to be false whatever its constants are; who says `sat` with a
//! model that does not hold takes it to be true there. If the same solver is wrong about the
//! negation in the other direction, for these constants, it has one wrong belief and not two, and in
//! which direction a failure errs tells nothing about it. Told that a constant is equal to a value, solvers put
//! that in its place and evaluate, and what they evaluate is right; so it is also bounded from both sides, by
//! prefixes or by order, which few simplify.

use sinew_semantics::{Model, Value as Checked, eval};
use sinew_term::{Term, TermStore};

use super::blame::OwnModel;
use super::contradiction::open;
use super::culprit::text;
use super::job::{Job, Script, read_model};
use crate::synth::certify::meaning;

/// The negation of a test, in forms that a solver with the opposite belief is wrong about. `own` is the
/// solver's model, where it says `sat`; else the test has one.
pub(super) fn negations(job: &Job, own: Option<OwnModel<'_>>) -> Vec<Job> {
    written(job, own).unwrap_or_default()
}

fn written(job: &Job, own: Option<OwnModel<'_>>) -> Option<Vec<Job>> {
    let mut script = Script::read(&job.text, job.literals).ok()?;
    let says_sat = own.is_some();
    let model = match own {
        Some(read) => read(&mut script)?,
        None => {
            let known = read_model(&mut script, &job.text).ok()?;
            meaning(&script.store, &known)
        }
    };
    let terms = script.terms();
    let store = &mut script.store;
    let all = match terms[..] {
        [only] => only,
        _ => store.and(&terms),
    };
    if eval(store, &model, all) != Ok(Checked::Bool(!says_sat)) {
        return None;
    }
    let negation = match store.op(all) {
        sinew_term::Op::Not => store.arg(all, 0),
        _ => store.not(all),
    };
    let mut head = "(set-logic ALL)\n".to_owned();
    let (mut equal, mut bounded) = (String::new(), String::new());
    let mut values = "; model:".to_owned();
    for &fun in &script.constants {
        let symbol = store.apply(fun, &[]);
        let value = value(store, &model, symbol)?;
        let (name, sort) = (text(store, symbol), store.sort_name(store.sort(symbol)));
        head.push_str(&format!("(declare-fun {name} () {sort})\n"));
        let pin = format!("(assert (= {name} {value}))\n");
        equal.push_str(&pin);
        bounded.push_str(&match sort.as_ref() {
            "String" => between("str.prefixof", &name, &value),
            "Int" => between("<=", &name, &value),
            _ => pin,
        });
        values.push_str(&format!(" (define-fun {name} () {sort} {value})"));
    }
    if script.constants.is_empty() {
        return None; // A point tells no direction in any case.
    }
    let asserted = format!("{head}(assert {})\n", text(store, negation));
    let claim = if says_sat { &*values } else { "; unsat" };
    let there = |pins: &str| {
        let text = format!("{asserted}{pins}(check-sat)\n{claim}\n");
        Job::from_file(&job.path, text)
    };
    let alone = match says_sat {
        true => Job::from_file(&job.path, format!("{asserted}(check-sat)\n{values}\n")),
        false => open(&job.path, &format!("{asserted}(check-sat)\n")),
    };
    let mut jobs = vec![alone, there(&equal), there(&bounded)];
    jobs.dedup();
    Some(jobs.into_iter().flatten().collect())
}

/// That a constant and a value are in an order both ways.
fn between(order: &str, name: &str, value: &str) -> String {
    format!("(assert ({order} {name} {value}))\n(assert ({order} {value} {name}))\n")
}

/// The value of a constant as text.
fn value(store: &mut TermStore, model: &Model, symbol: Term) -> Option<String> {
    let value = eval(store, model, symbol).ok()?.to_term(store);
    Some(text(store, value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::job::Claim;
    use crate::run::judge::Judge;

    fn negated(text: &str, output: Option<&str>) -> Vec<(Vec<String>, Claim)> {
        let text = format!("(declare-fun x () String)\n{text}\n");
        let job = Job::from_file("t", text).expect("a claim");
        let judge = Judge::default();
        let read = output.map(|output| |script: &mut Script| judge.values(script, output));
        let own = read.as_ref().map(|read| read as OwnModel<'_>);
        let jobs = negations(&job, own).into_iter();
        let asserted = |text: &str| {
            let lines = text.lines().filter(|line| line.starts_with("(assert"));
            lines.map(str::to_owned).collect()
        };
        jobs.map(|job| (asserted(&job.text), job.claim)).collect()
    }

    #[test]
    fn the_negation_is_wrong_for_the_same_constants() {
        let formula = "(assert (str.suffixof (str.++ x \"b\") \"b\"))";
        let negation = "(assert (not (str.suffixof (str.++ x \"b\") \"b\")))";
        let bounds = [
            "(assert (str.prefixof x \"\"))",
            "(assert (str.prefixof \"\" x))",
        ];
        let (pin, model) = (
            "(assert (= x \"\"))",
            "; model: (define-fun x () String \"\")",
        );
        let lines = |all: &[&str]| all.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
        assert_eq!(
            negated(&format!("{formula}\n(check-sat)\n{model}"), None),
            [
                (lines(&[negation]), Claim::Open),
                (lines(&[negation, pin]), Claim::Unsat(None)),
                (lines(&[negation, bounds[0], bounds[1]]), Claim::Unsat(None)),
            ]
        );
        let said = Some("sat\n((x \"\"))\n");
        assert_eq!(
            negated(&format!("{negation}\n(check-sat)\n; open"), said),
            [
                (lines(&[formula]), Claim::Sat),
                (lines(&[formula, pin]), Claim::Sat),
                (lines(&[formula, bounds[0], bounds[1]]), Claim::Sat),
            ]
        );
        // A model that holds shows nothing, and neither does one that is not there.
        assert_eq!(
            negated(&format!("{formula}\n(check-sat)\n; open"), said),
            []
        );
        let no = Some("sat\n");
        assert_eq!(negated(&format!("{negation}\n(check-sat)\n; open"), no), []);
    }
}
