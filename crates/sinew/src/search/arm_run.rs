//! One arm at work on a problem: made once, given turns, asked to report. What it finds is put in terms
//! of the original assertions here.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use sinew_arms::{Arm, ArmSpec, Asserted, Pause, Reason, Shared, Turn, without_strings};
use sinew_base::Budget;
use sinew_simplify::Problem;
use sinew_term::TermStore;

use super::model_import::reference_model;
use super::portfolio::{How, Logs, SearchLog, SearchReport};
use super::recorder::Recorder;
use crate::query::refutation::{Refutation, replay};
use crate::query::{Outcome, Unknown, Witness};

/// How a turn ended, in terms of the original assertions.
pub(crate) enum Ended {
    /// With an answer, or without one for good.
    Done(Outcome),
    /// Another turn goes on from here.
    Paused(Pause),
}

/// An arm at work on a problem.
pub(crate) struct ArmRun {
    arm: Box<dyn Arm>,
    recorder: Recorder,
    shared: Shared,
    /// How many of the shared facts it knows: those imported so far and its own.
    known: usize,
    /// What becomes of its log.
    logs: Logs,
    /// The log of its refutation, replayed.
    refutation: Option<Refutation>,
    /// The same as it is.
    log: Option<SearchLog>,
}

impl ArmRun {
    /// The arm, or the engine alone where there are no strings.
    pub(crate) fn new(
        store: &mut TermStore,
        asserted: &[Asserted],
        spec: Option<&ArmSpec>,
        shared: Shared,
        (options, mode): How<'_>,
    ) -> ArmRun {
        // Where logs are handed on, an arm without one is of use: what it looks at may be refuted from the formulas alone.
        let log = match mode.logs {
            Logs::None => false,
            Logs::Replayed => true,
            Logs::HandedOn => spec.is_none_or(|spec| spec.keeps_log),
        };
        let settings = options.arm_settings(log);
        let mut arm = match spec {
            Some(spec) => spec.make(store, asserted, &shared, &settings),
            None => without_strings(store, asserted, &settings),
        };
        let recorder = Recorder::new(&mut *arm, options.trace);
        ArmRun {
            arm,
            recorder,
            shared,
            known: 0,
            logs: mode.logs,
            refutation: None,
            log: None,
        }
    }

    /// Reports the inferences since the last time, and a refutation.
    pub(crate) fn report(&mut self, report: &mut SearchReport) {
        self.recorder.report(&*self.arm, report);
        report.refutation = self.refutation.take().or(report.refutation.take());
        report.log = self.log.take().or(report.log.take());
    }

    /// Takes in what other arms have learnt since the last turn; returns how much that was.
    pub(crate) fn import(&mut self, store: &mut TermStore) -> u64 {
        let news = self.shared.since(self.known);
        self.arm.import(store, &news);
        news.len() as u64
    }

    /// Works on as long as the budget lasts.
    pub(crate) fn turn(
        &mut self,
        store: &mut TermStore,
        problem: &Problem,
        budget: &Budget,
    ) -> Ended {
        let turn = survive(|| self.arm.turn(store, budget));
        self.known += self.shared.since(self.known).len();
        Ended::Done(match turn {
            Turn::Sat(model) => Outcome::Sat(Witness::of(reference_model(&model))),
            Turn::Unsat(core) => {
                match self.logs {
                    Logs::None => {}
                    Logs::Replayed => match replay(self.arm.log(), budget) {
                        Ok(log) => self.refutation = Some(log),
                        Err(why) => return Ended::Done(Outcome::Unknown(why)),
                    },
                    Logs::HandedOn => {
                        let symbols = self.arm.symbols(store, budget);
                        let functions = self.arm.functions();
                        self.log = (self.arm.log()).map(|text| SearchLog {
                            text,
                            symbols,
                            functions,
                        });
                    }
                }
                Outcome::Unsat(origins(problem, core.into_iter()))
            }
            // Where the search only repeats what was found, a defect of it speaks against what was found.
            Turn::Declined(Reason::Internal(what)) if self.logs == Logs::HandedOn => {
                let why = format!("the search that was to prove it has a defect: {what}");
                Outcome::Unknown(Unknown::Refused(why))
            }
            Turn::Declined(reason) => Outcome::Unknown(Unknown::Incomplete(reason.to_string())),
            Turn::Paused(pause) => return Ended::Paused(pause),
        })
    }
}

/// The turn, or a refusal if it ends in a panic: a defect of one arm costs its answer, not the
/// session. Builds that look for defects let it through.
fn survive(turn: impl FnOnce() -> Turn) -> Turn {
    if cfg!(any(debug_assertions, feature = "paranoid")) {
        return turn();
    }
    let defect = |_| Turn::Declined(Reason::Internal("it failed with a defect"));
    catch_unwind(AssertUnwindSafe(turn)).unwrap_or_else(defect)
}

/// The original assertions behind those of the problem at these positions.
fn origins(problem: &Problem, positions: impl Iterator<Item = usize>) -> Vec<usize> {
    let origins: BTreeSet<usize> = positions
        .filter_map(|index| problem.assertions.get(index))
        .flat_map(|(_, origins)| origins.iter())
        .collect();
    origins.into_iter().collect()
}
