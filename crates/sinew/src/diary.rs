//! What the string procedures infer, for statistics and traces, in the names of
//! [`Inference`](sinew_arms::context::Inference) and [`rules`](sinew_arms::lengths::rules).

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use sinew_arms::context::Inference;
use sinew_arms::lengths::rules;
use sinew_engine::Engine;
use sinew_smtlib::print_term;
use sinew_term::{Term, TermStore};

use crate::portfolio::Report;

/// Follows one engine.
pub(crate) struct Diary {
    lines: Rc<RefCell<Vec<String>>>,
    /// What was reported so far, by number of the inference.
    reported: BTreeMap<u32, u64>,
}

fn name(rule: u32) -> &'static str {
    let of_context = Inference::numbered(rule).map(Inference::name);
    of_context
        .or_else(|| rules::name(rule))
        .unwrap_or("unnamed")
}

impl Diary {
    /// Follows the engine; with `trace` each inference is written down.
    pub(crate) fn new(engine: &mut Engine, trace: bool) -> Diary {
        let lines: Rc<RefCell<Vec<String>>> = Rc::default();
        if trace {
            let lines = Rc::clone(&lines);
            engine.set_observer(Box::new(move |store, rule, clause| {
                lines.borrow_mut().push(line(store, rule, clause));
            }));
        }
        Diary {
            lines,
            reported: BTreeMap::new(),
        }
    }

    /// Reports what has come since the last time.
    pub(crate) fn report(&mut self, engine: &Engine, report: &mut Report) {
        for (rule, count) in engine.inferences() {
            let before = self.reported.insert(rule, count).unwrap_or(0);
            *report.inferences.entry(name(rule)).or_default() += count - before;
        }
        report.trace.append(&mut self.lines.borrow_mut());
    }
}

/// `name: premises |- conclusion`
fn line(store: &TermStore, rule: u32, clause: &[(Term, bool)]) -> String {
    let side = |wanted: bool, separator: &str| {
        let terms: Vec<String> = clause
            .iter()
            .filter(|&&(_, positive)| positive == wanted)
            .map(|&(term, _)| print_term(store, term))
            .collect();
        terms.join(separator)
    };
    let (premises, conclusion) = (side(false, ", "), side(true, " or "));
    let conclusion = if conclusion.is_empty() {
        "false"
    } else {
        &conclusion
    };
    format!("{}: {premises} |- {conclusion}", name(rule))
}
