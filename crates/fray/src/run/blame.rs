//! Which operator a failure is about, where its small form has several.
//!
//! Two questions are put to the solver. An operator may be written by others, so that the script
//! means the same: if the solver is right then, the operator is *blamed*; if it fails as before,
//! the operator is *cleared*, and the failure is one about the others. And an application may
//! stand as its value under the model that the failure is about, the solver's own where it says
//! `sat` too often and the known one where it says `unsat`: if the solver is right then, the
//! operator is *suspected*. That alone tells little, since nothing in a small form can go; but
//! where one of the suspects is known to be wrong by itself, it explains the failure.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sinew_semantics::{Model, eval};
use sinew_term::{Op, Sort, Term, TermMap, TermStore, postorder_all, rebuild_bottom_up};

use super::contradiction::open;
use super::culprit::text;
use super::job::{Job, Script, read_model};
use super::pattern::{Tree, tree};
use crate::synth::certify::meaning;
use crate::synth::rewrite::replace_terms;

/// Who is at fault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blame {
    /// Operators without which the solver is right: written by others, it is.
    pub blamed: Vec<String>,
    /// Operators whose value the solver is right about.
    pub suspected: Vec<String>,
    /// The script with the operators that are cleared written by others, if there are such.
    pub basic: Option<String>,
    /// Operators that it is about by what the solver itself says: what its own model breaks when
    /// every application has a name, and what the parts that matter are made by. `None` if nobody
    /// asked.
    #[serde(default)]
    pub about: Option<Vec<String>>,
    /// The operator that the solver's own model breaks so, where others are suspects, too: solvers take
    /// inner applications for what they are named, and break what is around them.
    #[serde(default)]
    pub likely: Option<String>,
    /// Applications of that operator to values, up to classes of these, that the solver is wrong
    /// about. `None` if nobody asked.
    #[serde(default)]
    pub points: Option<Vec<String>>,
    /// Whether the solver is wrong about the negation, too, in the other direction. `None` if nobody asked.
    #[serde(default)]
    pub turned: Option<bool>,
}

/// What became of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It fails as before.
    Fails,
    /// The solver is right.
    Passes,
    /// Anything else.
    Other,
}

/// Runs a candidate.
pub(super) type Trial<'a> = &'a mut dyn FnMut(&Job) -> Result<Outcome, String>;

/// Reads the model that the solver gave.
pub(super) type OwnModel<'a> = &'a dyn Fn(&mut Script) -> Option<Model>;

/// What equality of languages is called, which is no operator of the theory.
pub(super) const SAME_LANGUAGE: &str = "= of languages";

/// Values that are tried at most.
const VALUES: usize = 8;

/// Puts the questions about a small form. `model` is the solver's own, if it has one to be judged by.
pub(super) fn blame(
    job: &Job,
    model: Option<OwnModel<'_>>,
    trial: Trial<'_>,
) -> Result<Blame, String> {
    let mut blame = by_others(job, trial)?;
    let Ok(mut script) = Script::read(&job.text, job.literals) else {
        return Ok(blame);
    };
    let own = match model {
        Some(read) => read(&mut script),
        None => read_model(&mut script, &job.text)
            .ok()
            .map(|model| meaning(&script.store, &model)),
    };
    let Some(values) = own else {
        return Ok(blame);
    };
    let applications = applications(&script);
    if applications.len() < 2 {
        return Ok(blame);
    }
    for application in applications.into_iter().take(VALUES) {
        let name = name_of(&script.store, application);
        if blame.suspected.contains(&name) {
            continue;
        }
        let Ok(value) = eval(&script.store, &values, application) else {
            continue;
        };
        let value = value.to_term(&mut script.store);
        let map = FxHashMap::from_iter([(application, value)]);
        let changed = rewritten(job, &mut script, &mut |store, term| {
            replace_terms(store, term, &map)
        });
        // What is left of an unsatisfiable script may be satisfiable.
        let candidate = match (changed, model.is_some()) {
            (Some(changed), true) => open(&changed.path, &without_claims(&changed.text)),
            (changed, _) => changed,
        };
        let Some(candidate) = candidate else {
            continue;
        };
        if trial(&candidate)? == Outcome::Passes {
            blame.suspected.push(name);
        }
    }
    Ok(blame)
}

/// Who is blamed and who is cleared, as each operator in its turn is written by others.
pub(super) fn by_others(job: &Job, trial: Trial<'_>) -> Result<Blame, String> {
    let mut blame = Blame::default();
    let Ok(script) = Script::read(&job.text, job.literals) else {
        return Ok(blame);
    };
    let mut current = job.clone();
    for name in operators(&script) {
        let Some(candidate) = written_by_others(&current, &name) else {
            continue;
        };
        match trial(&candidate)? {
            Outcome::Passes => blame.blamed.push(name),
            Outcome::Fails => {
                blame.basic = Some(candidate.text.clone());
                current = candidate;
            }
            Outcome::Other => {}
        }
    }
    Ok(blame)
}

/// Where a script has a single application, that to the values that its arguments have under the known
/// model: whoever says `unsat` denies what is true of it.
pub(super) fn denied(job: &Job) -> Option<String> {
    let mut script = Script::read(&job.text, job.literals).ok()?;
    let model = read_model(&mut script, &job.text).ok()?;
    let values = meaning(&script.store, &model);
    match applications(&script)[..] {
        [only] => point(&mut script.store, &values, only),
        _ => None,
    }
}

/// An application to the values of its arguments, up to classes of these.
pub(super) fn point(store: &mut TermStore, model: &Model, application: Term) -> Option<String> {
    let mut values = Vec::new();
    for arg in store.args(application).to_vec() {
        // Languages are told apart by how they are written.
        if store.sort(arg) == Sort::RegLan {
            return None;
        }
        values.push(eval(store, model, arg).ok()?.to_term(store));
    }
    let applied = store.mk(store.op(application), &values);
    Some(tree(store, applied).key())
}

/// The script up to its query: what is claimed of it comes after.
fn without_claims(text: &str) -> String {
    let end = text.find("(check-sat)").unwrap_or(text.len());
    format!("{}(check-sat)\n", &text[..end])
}

/// The operators of the theory in a script, each once, the outer ones first.
fn operators(script: &Script) -> Vec<String> {
    let mut found = Vec::new();
    let mut terms = postorder_all(&script.store, &script.terms());
    terms.reverse();
    for term in terms {
        let name = name_of(&script.store, term);
        let theory = name.contains("str.") || name.contains("re.");
        if theory && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// Applications of operators on strings, with a value that can be written.
pub(super) fn applications(script: &Script) -> Vec<Term> {
    let store = &script.store;
    let mut terms = postorder_all(store, &script.terms());
    terms.retain(|&term| {
        (store.op(term).name().starts_with("str.") || compares_languages(store, term))
            && !store.args(term).is_empty()
            && store.sort(term) != Sort::RegLan
            && !store.mentions_variables(term)
    });
    terms
}

fn compares_languages(store: &TermStore, term: Term) -> bool {
    let compares = matches!(store.op(term), Op::Eq | Op::Distinct);
    compares && store.sort(store.arg(term, 0)) == Sort::RegLan
}

/// What the operator of a term is called in patterns.
pub(super) fn name_of(store: &TermStore, term: Term) -> String {
    match tree(store, term) {
        _ if compares_languages(store, term) => SAME_LANGUAGE.to_owned(),
        Tree::Node(name, _) => name,
        _ => String::new(),
    }
}

/// The test with an operator written by others wherever it is; `None` if it has no such form.
fn written_by_others(job: &Job, name: &str) -> Option<Job> {
    let mut script = Script::read(&job.text, job.literals).ok()?;
    rewritten(job, &mut script, &mut |store, term| {
        rebuild_bottom_up(store, term, &mut TermMap::new(), |store, term| {
            match name_of(store, term) == name {
                true => definition(store, term).unwrap_or(term),
                false => term,
            }
        })
    })
}

/// The test with its assertions changed; `None` if none of them is.
fn rewritten(
    job: &Job,
    script: &mut Script,
    change: &mut dyn FnMut(&mut TermStore, Term) -> Term,
) -> Option<Job> {
    let mut written = job.text.clone();
    for assertion in script.terms() {
        let changed = change(&mut script.store, assertion);
        if changed != assertion {
            let (old, new) = (text(&script.store, assertion), text(&script.store, changed));
            written = written.replace(&old, &new);
        }
    }
    (written != job.text).then(|| Job {
        text: written,
        ..job.clone()
    })
}

/// The same by other operators, which are never defined by this one.
fn definition(store: &mut TermStore, term: Term) -> Option<Term> {
    let args = store.args(term).to_vec();
    let length = |store: &mut TermStore, arg: Term| store.mk(Op::Len, &[arg]);
    Some(match (store.op(term), &args[..]) {
        (Op::RePow(n), &[inside]) => store.mk(Op::ReLoop(n, n), &[inside]),
        (Op::ReOpt, &[inside]) => {
            let nothing = store.string("");
            let nothing = store.mk(Op::StrToRe, &[nothing]);
            store.mk(Op::ReUnion, &[nothing, inside])
        }
        (Op::RePlus, &[inside]) => {
            let star = store.mk(Op::ReStar, &[inside]);
            store.mk(Op::ReConcat, &[inside, star])
        }
        (Op::ReDiff, [first, rest @ ..]) if !rest.is_empty() => {
            let mut kept = vec![*first];
            for &other in rest {
                kept.push(store.mk(Op::ReComp, &[other]));
            }
            store.mk(Op::ReInter, &kept)
        }
        (Op::At, &[string, at]) => {
            let one = store.int(1);
            store.mk(Op::Substr, &[string, at, one])
        }
        (Op::StrLe, &[one, other]) => {
            let more = store.mk(Op::StrLt, &[other, one]);
            store.not(more)
        }
        (Op::IsDigit, &[string]) => {
            let bounds = ["0", "9"].map(|digit| store.string(digit));
            let digits = store.mk(Op::ReRange, &bounds);
            store.mk(Op::InRe, &[string, digits])
        }
        (Op::PrefixOf, &[part, whole]) => {
            let (zero, long) = (store.int(0), length(store, part));
            let start = store.mk(Op::Substr, &[whole, zero, long]);
            store.mk(Op::Eq, &[part, start])
        }
        (Op::SuffixOf, &[part, whole]) => {
            let (short, long) = (length(store, part), length(store, whole));
            let from = store.mk(Op::Sub, &[long, short]);
            let end = store.mk(Op::Substr, &[whole, from, short]);
            store.mk(Op::Eq, &[part, end])
        }
        (Op::Contains, &[whole, part]) => {
            let (zero, nowhere) = (store.int(0), store.int(-1));
            let found = store.mk(Op::IndexOf, &[whole, part, zero]);
            let absent = store.mk(Op::Eq, &[found, nowhere]);
            store.not(absent)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found out about a satisfiable test, given what the solver gets wrong.
    fn asked(assertion: &str, value: &str, is_wrong: &dyn Fn(&str) -> bool) -> Blame {
        let text = format!(
            "(declare-fun x () String)\n(assert {assertion})\n(check-sat)\n\
             ; model: (define-fun x () String {value})\n"
        );
        let job = Job::from_file("t", text).expect("a test");
        let trial: Trial<'_> = &mut |job| match is_wrong(&job.text) {
            true => Ok(Outcome::Fails),
            false => Ok(Outcome::Passes),
        };
        blame(&job, None, trial).expect("no fault of ours")
    }

    #[test]
    fn an_operator_is_blamed_if_it_is_right_by_others_and_cleared_if_it_is_wrong_by_them() {
        let formula = "(str.contains (str.at x 0) (str.++ x x))";
        let found = asked(formula, "\"\"", &|text| text.contains("str.contains"));
        assert_eq!(found.blamed, ["str.contains"]);
        let basic = found.basic.expect("there is another form of str.at");
        assert!(basic.contains("(str.contains (str.substr x 0 1) (str.++ x x))"));
        assert_eq!(found.suspected, ["str.contains"]);
        // Nothing is left of the operators when all are cleared.
        let found = asked("(str.<= x \"a\")", "\"a\"", &|_| true);
        assert!(found.blamed.is_empty());
        let basic = found.basic.expect("it has another form");
        assert!(basic.contains("(not (str.< \"a\" x))"), "{basic}");
    }

    #[test]
    fn a_wrong_unsat_denies_what_holds_of_values() {
        let denied_in = |assertion: &str| {
            let text = format!(
                "(declare-fun x () String)\n(assert {assertion})\n(check-sat)\n\
                 ; model: (define-fun x () String \"\")\n"
            );
            denied(&Job::from_file("t", text).expect("a test"))
        };
        let same = denied_in("(= (str.indexof \"a\" x 1) 1)");
        assert!(same.is_some());
        assert_eq!(same, denied_in("(< 0 (str.indexof \"b\" x 1))"));
        assert_ne!(same, denied_in("(= (str.indexof \"ba\" x 2) 2)"));
        // It could be either, and a language is not a value.
        assert_eq!(denied_in("(= (str.len x) (str.indexof \"\" x 0))"), None);
        assert_eq!(denied_in("(str.in_re x re.all)"), None);
    }

    #[test]
    fn a_definition_means_the_same() {
        let forms = [
            "(str.prefixof x \"ab\")",
            "(str.suffixof x \"ab\")",
            "(str.contains \"ab\" x)",
            "(str.is_digit x)",
            "(str.<= x \"ab\")",
            "(= (str.at x 0) \"a\")",
            "(str.in_re x (re.+ (str.to_re \"a\")))",
            "(str.in_re x (re.opt (str.to_re \"a\")))",
            "(str.in_re x ((_ re.^ 2) (str.to_re \"a\")))",
            "(str.in_re x (re.diff re.all (str.to_re \"a\") re.none))",
        ];
        let values = ["", "a", "b", "ab", "aab", "aa", "7"];
        for form in forms {
            let text = format!("(declare-fun x () String)\n(assert {form})\n(check-sat)\n; open\n");
            let mut script = Script::read(&text, sinew_smtlib::Dialect::Standard).expect(form);
            let whole = script.terms()[0];
            let defined = rebuild_bottom_up(
                &mut script.store,
                whole,
                &mut TermMap::new(),
                |store, term| definition(store, term).unwrap_or(term),
            );
            assert_ne!(whole, defined, "{form}");
            for value in values {
                let mut model = Model::new();
                let letters = value.chars().map(u32::from).collect();
                model.set_constant(script.constants[0], sinew_semantics::Value::Str(letters));
                let truth = |term: Term| eval(&script.store, &model, term).expect("decided");
                assert_eq!(truth(whole), truth(defined), "{form} for {value}");
            }
        }
    }

    #[test]
    fn an_operator_is_suspected_if_the_solver_is_right_about_its_value() {
        let formula = "(= (str.len (str.replace x \"b\" \"\")) (str.indexof x \"c\" 0))";
        let found = asked(formula, "\"c\"", &|text| text.contains("str.replace"));
        assert_eq!(found.suspected, ["str.replace", "str.len"]);
        let found = asked("(= (str.len x) 1)", "\"c\"", &|_| false);
        assert!(found.suspected.is_empty(), "there is no other operator");
        // Equality of languages is an operator like the others.
        let formula = "(and (= (str.to_re x) (str.to_re \"a\")) (str.< \"\" x))";
        let found = asked(formula, "\"a\"", &|text| text.contains("(= (str.to_re"));
        assert_eq!(found.suspected, [SAME_LANGUAGE]);
    }
}
