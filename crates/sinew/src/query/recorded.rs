//! Simplification with a record of every step, for proofs.
//!
//! It makes use of nothing that was kept from earlier queries, and leaves out what only makes assertions weaker: what
//! is asked here was refuted before.

use std::rc::Rc;

use sinew_simplify::{Preprocessor, Record};
use sinew_term::Term;

use super::{Answer, Basis, Context, Outcome, Query, Rest, Stage};
use crate::tuning;

/// What the stage did.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    /// The formulas that it began with, each with the positions that it comes from in the question.
    pub(crate) given: Vec<(Term, Vec<usize>)>,
    /// What was done to them.
    pub(crate) record: Rc<Record>,
    /// What was left for the search, unless nothing was.
    pub(crate) searched: Option<Vec<Term>>,
}

/// The stage.
pub(super) struct Simplify;

impl Stage for Simplify {
    fn run(&self, query: &Query, rest: Rest<'_>, cx: &mut Context<'_>) -> Answer {
        let slice = cx
            .budget
            .slice(cx.options.tuning.get(&tuning::SIMPLIFY_STEPS));
        let mut preprocessor =
            Preprocessor::recording(&cx.options.disabled()).tuned(&cx.options.tuning);
        let simplified = preprocessor.run(cx.store, query.problem.clone(), &slice);
        if let Err(reason) = cx.budget.check() {
            return Answer::stopped(reason);
        }
        let given = query.problem.assertions.iter();
        let mut recorded = Recorded {
            given: given
                .map(|(term, origins)| (*term, origins.iter().collect()))
                .collect(),
            record: Rc::new(preprocessor.take_record().unwrap_or_default()),
            searched: None,
        };
        if let Some(origins) = simplified.problem.refuted(cx.store) {
            let outcome = Outcome::Unsat(origins.iter().collect());
            let basis = Basis {
                recorded: Some(recorded),
                ..Basis::default()
            };
            return Answer { outcome, basis };
        }
        let left = query.with(simplified.problem.assertions);
        recorded.searched = Some(left.terms());
        let Answer { outcome, basis } = rest.ask(&left, cx);
        let basis = Basis {
            recorded: Some(recorded),
            ..basis
        };
        Answer { outcome, basis }
    }
}
