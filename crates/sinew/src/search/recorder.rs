//! What the string procedures infer, for statistics and traces, by the names of their rules.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use sinew_arms::Arm;
use sinew_engine::{Inference, Premise};
use sinew_smtlib::print_term;
use sinew_term::TermStore;

use super::portfolio::SearchReport;

/// Follows one arm.
pub(crate) struct Recorder {
    lines: Rc<RefCell<Vec<String>>>,
    /// What was reported so far, by rule.
    reported: BTreeMap<&'static str, u64>,
}

impl Recorder {
    /// Follows the arm; with `trace` each inference is written down.
    pub(crate) fn new(arm: &mut dyn Arm, trace: bool) -> Recorder {
        let lines: Rc<RefCell<Vec<String>>> = Rc::default();
        if trace {
            let lines = Rc::clone(&lines);
            arm.set_observer(Box::new(move |store, inference| {
                lines.borrow_mut().push(line(store, inference));
            }));
        }
        Recorder {
            lines,
            reported: BTreeMap::new(),
        }
    }

    /// Reports what has come since the last time.
    pub(crate) fn report(&mut self, arm: &dyn Arm, report: &mut SearchReport) {
        for (rule, count) in arm.inferences() {
            let before = self.reported.insert(rule, count).unwrap_or(0);
            *report.inferences.entry(rule).or_default() += count - before;
        }
        report.trace.append(&mut self.lines.borrow_mut());
    }
}

/// `name: premises |- conclusion`
fn line(store: &TermStore, inference: &Inference<'_>) -> String {
    let term = |term| print_term(store, term);
    let premise = |premise: &Premise| match *premise {
        Premise::Literal(atom, true) => term(atom),
        Premise::Literal(atom, false) => format!("(not {})", term(atom)),
        Premise::Equal(a, b) => format!("(= {} {})", term(a), term(b)),
        Premise::Disequal(a, b) => format!("(not (= {} {}))", term(a), term(b)),
    };
    let premises: Vec<String> = inference.premises.iter().map(premise).collect();
    let conclusion: Vec<String> = inference.conclusion.iter().map(|&t| term(t)).collect();
    let conclusion = match conclusion.is_empty() {
        true => "false".to_owned(),
        false => conclusion.join(" or "),
    };
    let (name, premises) = (inference.rule.name, premises.join(", "));
    format!("{name}: {premises} |- {conclusion}")
}
