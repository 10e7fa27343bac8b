//! What we can say ourselves about a script without a recorded answer.
//!
//! A short search may find a model, and a script without constants has nothing to search for:
//! the reference semantics says whether its assertions hold. Else the script stays open.

use sinew_semantics::{Model, Verdict, check};
use sinew_smtlib::{Dialect as Literals, print_symbol};

use super::job::{Claim, Job, Script};
use super::simplify::open_divisors;
use crate::synth::certify::{domain_around, meaning};
use crate::synth::exec::Value;
use crate::synth::program::Program;
use crate::synth::reference::Reference;
use crate::synth::search::find_model;
use crate::synth::write::{Dialect, constant_name, write_value};

/// Evaluations that the search for a model may make.
const STEPS: u64 = 20_000;

/// The script as a test: satisfiable where a short search finds a model, unsatisfiable where it
/// is false and has no constants, else open.
#[must_use]
pub fn labelled(script: &str) -> Job {
    let job = Job {
        path: "instance".to_owned(),
        folder: "instance".to_owned(),
        text: script.to_owned(),
        claim: Claim::Open,
        literals: Literals::Standard,
    };
    known(&job).unwrap_or(job)
}

/// The open test with its answer, if that is found out.
#[must_use]
pub fn known(job: &Job) -> Option<Job> {
    let read = Script::read(&job.text, job.literals).ok()?;
    let assertions = read.terms();
    let (claim, line, status) = match model(&read) {
        Some(model) => (Claim::Sat, model_line(&read, &model), "sat"),
        None if read.constants.is_empty() => {
            let checked = check(&read.store, &Model::new(), &assertions);
            // What a division by zero is, every model says for itself.
            let divides = !open_divisors(&read.store, &assertions).is_empty();
            if divides || !matches!(checked, Verdict::Falsified { .. }) {
                return None;
            }
            let why = "; unsat: an assertion without constants is false\n";
            (Claim::Unsat(None), why.to_owned(), "unsat")
        }
        None => return None,
    };
    let old = "(set-info :status unknown)";
    let text = job.text.replace("; open\n", "");
    let text = text.replace(old, &format!("(set-info :status {status})"));
    Some(Job {
        text: text + &line,
        claim,
        ..job.clone()
    })
}

fn model(read: &Script) -> Option<Vec<(sinew_term::Term, Value)>> {
    let assertions = read.terms();
    let program = Program::new(&read.store, &assertions)?;
    let domain = domain_around(&read.store, &assertions);
    let model = find_model(&program, &Reference::standard(), &domain, STEPS)?;
    let checked = check(&read.store, &meaning(&read.store, &model), &assertions);
    (checked == Verdict::Satisfied).then_some(model)
}

fn model_line(read: &Script, model: &[(sinew_term::Term, Value)]) -> String {
    let mut line = String::from("; model:");
    for (constant, value) in model {
        let name = constant_name(&read.store, *constant);
        let name = print_symbol(&name);
        let sort = read.store.sort_name(value.sort());
        line.push_str(&format!(" (define-fun {name} () {sort} "));
        write_value(&mut line, value, Dialect::Standard);
        line.push(')');
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_out_is_said_and_nothing_else() {
        let of = |assertion: &str| {
            let declared = "(declare-fun x () String)\n";
            let declared = if assertion.contains(" x") {
                declared
            } else {
                ""
            };
            let script = format!(
                "(set-info :status unknown)\n{declared}(assert {assertion})\n(check-sat)\n; open\n"
            );
            labelled(&script)
        };
        let found = of("(= (str.at x 0) \"a\")");
        assert_eq!(found.claim, Claim::Sat);
        assert!(
            found
                .text
                .contains("; model: (define-fun x () String \"a\")\n")
        );
        assert!(found.text.contains("(set-info :status sat)\n") && !found.text.contains("; open"));
        let quoted =
            "(declare-fun |my x| () String)\n(assert (= |my x| \"a\"))\n(check-sat)\n; open\n";
        let model = "; model: (define-fun |my x| () String \"a\")\n";
        assert!(labelled(quoted).text.contains(model));
        let found = of("(= (str.replace \"\" \"\" \"b\") \"\")");
        assert_eq!(found.claim, Claim::Unsat(None));
        assert!(found.text.contains("; unsat: "), "{}", found.text);
        assert_eq!(
            of("(= (str.replace \"\" \"\" \"b\") \"b\")").claim,
            Claim::Sat
        );
        // No model of it is found; that is no proof.
        assert_eq!(of("(str.< (str.++ x \"a\") x)").claim, Claim::Open);
        // The theory leaves this open.
        assert_eq!(of("(= (div 1 0) 0)").claim, Claim::Open);
        assert_eq!(of("(not (= (div 1 0) 0))").claim, Claim::Open);
    }
}
