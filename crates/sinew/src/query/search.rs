//! The search: whatever is left of the question goes to the arms.

use super::{Answer, Basis, Context, Query, Rest, Stage};
use crate::search::{Mode, SearchReport, search};

/// The stage, the last of every list.
pub(super) struct Search(pub(super) &'static Mode);

impl Stage for Search {
    fn run(&self, query: &Query, _: Rest<'_>, cx: &mut Context<'_>) -> Answer {
        let mut report = SearchReport::default();
        let outcome = search(
            cx.store,
            &query.problem,
            (cx.options, self.0),
            &mut cx.kept.lemmas,
            cx.budget,
            &mut report,
        );
        let mut basis = Basis::default();
        basis.rules.extend(report.inferences.keys());
        basis.refutation = report.refutation.take();
        basis.log = report.log.take();
        report.probe.iter().for_each(|line| cx.host.remark(line));
        report.trace.iter().for_each(|line| cx.host.remark(line));
        for (name, count) in report.inferences {
            *cx.statistics.inferences.entry(name).or_default() += count;
        }
        for (arm, counters) in report.arms {
            *cx.statistics.arms.entry(arm).or_default() += counters;
        }
        Answer { outcome, basis }
    }
}
