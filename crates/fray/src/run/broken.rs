//! Which operator a model breaks.
//!
//! A model that does not hold shows that something is wrong, but not what: the solver says what the
//! constants are, and not what it takes each application to be. So the applications get names, each
//! with an assertion that says what it stands for; the script is satisfiable as before, and a
//! solver that fails on it as before says where: of the assertions, its model breaks the one about
//! the operator that it does not know enough about. First all have names, then one at a time, as
//! a solver may be right about the one form and not about the other.

use rustc_hash::FxHashMap;
use sinew_semantics::{Model, Verdict, check};
use sinew_term::{Term, TermStore, postorder_all};

use super::blame::{OwnModel, applications, name_of, point};
use super::contradiction::open;
use super::culprit::text;
use super::finding::telling;
use super::job::{Job, Script};
use super::pattern::tree;
use crate::synth::rewrite::replace_terms;

/// Scripts that are tried at most.
const FORMS: usize = 8;

/// The test with names for its applications, in several forms; nothing is claimed about them.
pub(super) fn named(job: &Job) -> Vec<Job> {
    let Ok(script) = Script::read(&job.text, job.literals) else {
        return Vec::new();
    };
    let all = applications(&script);
    let mut forms = vec![all.clone()];
    if all.len() > 1 {
        forms.extend(all.iter().map(|&one| vec![one]));
    }
    let forms = forms.into_iter().take(FORMS);
    let written = forms.filter(|form| !form.is_empty()).map(|form| {
        let mut store = script.store.clone();
        with_names(&mut store, &script, &form)
    });
    written.filter_map(|text| open(&job.path, &text)).collect()
}

/// The script with names for these applications, the inner ones first.
fn with_names(store: &mut TermStore, script: &Script, applications: &[Term]) -> String {
    let mut declared = String::from("(set-logic ALL)\n");
    let mut asserted = String::new();
    let mut declare = |store: &TermStore, name: &str, sort| {
        let sort = store.sort_name(sort);
        declared.push_str(&format!("(declare-fun {name} () {sort})\n"));
    };
    for &constant in &script.constants {
        let symbol = store.apply(constant, &[]);
        let name = text(store, symbol);
        declare(store, &name, store.sort(symbol));
    }
    let mut map: FxHashMap<Term, Term> = FxHashMap::default();
    let mut number = 0;
    for &application in applications {
        let name = loop {
            let name = format!("named{number}");
            number += 1;
            if !script.constants.iter().any(|&c| store.fun_name(c) == name) {
                break name;
            }
        };
        let sort = store.sort(application);
        let constant = store.constant(&name, sort);
        declare(store, &name, sort);
        let meant = replace_terms(store, application, &map);
        let definition = store.eq(constant, meant);
        asserted.push_str(&format!("(assert {})\n", text(store, definition)));
        map.insert(application, constant);
    }
    for assertion in script.terms() {
        let assertion = replace_terms(store, assertion, &map);
        asserted.push_str(&format!("(assert {})\n", text(store, assertion)));
    }
    format!("{declared}{asserted}(check-sat)\n")
}

/// What the solver's own model breaks.
#[derive(Debug)]
pub(super) struct Broken {
    /// The only operator in the assertions.
    pub(super) operator: String,
    /// Its applications to values there, up to classes.
    pub(super) points: Vec<String>,
}

/// The only operator in the assertions that the solver's own model breaks, and where.
pub(super) fn broken_operator(job: &Job, values: OwnModel<'_>) -> Option<Broken> {
    let mut script = Script::read(&job.text, job.literals).ok()?;
    let model: Model = values(&mut script)?;
    let mut assertions = script.terms();
    assertions.retain(|&assertion| {
        let checked = check(&script.store, &model, &[assertion]);
        matches!(checked, Verdict::Falsified { .. })
    });
    let mut found = std::collections::BTreeSet::new();
    for &assertion in &assertions {
        found.extend(telling(&tree(&script.store, assertion)));
    }
    let operator = found.pop_first().filter(|_| found.is_empty())?;
    let mut parts = postorder_all(&script.store, &assertions);
    parts.retain(|&part| name_of(&script.store, part) == operator);
    let store = &mut script.store;
    let points = parts
        .into_iter()
        .filter_map(|part| point(store, &model, part));
    Some(Broken {
        points: points.collect(),
        operator,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::judge::Judge;

    /// A term without variables, up to classes.
    fn point_of(term: &str) -> String {
        let text = format!("(assert (= {term} {term}))\n(check-sat)\n; open\n");
        let job = Job::from_file("t", text).expect("a test");
        let script = Script::read(&job.text, job.literals).expect("a script");
        let store = &script.store;
        tree(store, store.arg(script.terms()[0], 0)).key()
    }

    #[test]
    fn every_application_has_a_name_and_then_one_at_a_time() {
        let text = "(declare-fun named1 () String)\n\
             (assert (> (str.to_int (str.++ named1 \"1\")) 0))\n(check-sat)\n; open\n";
        let job = Job::from_file("t", text.to_owned()).expect("a test");
        let forms = named(&job);
        assert_eq!(forms.len(), 3);
        let all = &forms[0];
        for line in [
            "(declare-fun named1 () String)",
            "(declare-fun named0 () String)",
            "(declare-fun named2 () Int)",
            "(assert (= named0 (str.++ named1 \"1\")))",
            "(assert (= named2 (str.to_int named0)))",
            "(assert (> named2 0))",
        ] {
            assert!(all.text.contains(line), "{line}: {}", all.text);
        }
        let judge = Judge::default();
        let broken = |values: &str| {
            let output = format!("sat\n({values})\n");
            let found = broken_operator(all, &|script: &mut Script| judge.values(script, &output));
            found.map(|broken| broken.operator)
        };
        let concatenated = "(named1 \"a\") (named0 \"a1\") (named2 ";
        assert_eq!(
            broken(&format!("{concatenated}7)")).as_deref(),
            Some("str.to_int")
        );
        // Of a word that is no numeral it says that it is a numeral.
        let output = format!("sat\n({concatenated}7))\n");
        let found = broken_operator(all, &|script: &mut Script| judge.values(script, &output));
        let applied = found.expect("as before").points;
        assert_eq!(applied, [point_of("(str.to_int \"b2\")")]);
        // Nothing of the theory is broken here, and two things there.
        assert_eq!(broken(&format!("{concatenated}(- 1))")), None);
        assert_eq!(
            broken("(named1 \"\") (named0 \"a\") (named2 3)"),
            None,
            "it could be either"
        );
    }
}
