//! Arms at work on one problem (P2 §3.2): turns, budgets, shared facts, arms side by side.
//!
//! Which arms, in what order and with what first turns, a [plan](super::choice) says. An
//! arm that gives up is out; one that used up its turn hands over to the next and goes on, where
//! it stopped and with what the others have learnt since, in the next round, whose turns are
//! longer. What an arm that lets others go first leaves of its turn is for the next one. That is the paper's arm selection with one departure: an arm is not dropped because it
//! seems hard, only interrupted, so no order can lose an answer for good.
//!
//! With `jobs` the turns are dealt out to threads instead ([`super::side_by_side`]).
//!
//! What the search is for is a [`Mode`], as data. Logs start from the assertions as they are written, and
//! some refutations are found only in the simplifier's normal forms: so each arm that is to keep a log
//! has two turns in a round, one with either form, and the log says of each form what the assertion was.

use std::collections::BTreeMap;

use sinew_arms::{ArmSpec, Asserted, Cause, LemmaPool, Pause, Shared};
use sinew_base::Budget;
use sinew_engine::{Definition, FunctionDefinition};
use sinew_simplify::{Problem, Simplifier};
use sinew_term::{Term, TermStore};

use super::arm_run::{ArmRun, Ended};
use super::choice::{FirstTurn, Growth, Pace, plan};
use super::probe::Features;
use super::side_by_side::side_by_side;
use crate::options::Options;
use crate::query::refutation::Refutation;
use crate::query::{Outcome, Unknown};

/// The options of the session, and what the arms are to do.
pub(super) type How<'a> = (&'a Options, &'static Mode);

/// The form in which an arm looks at the assertions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As they are asserted.
    Asserted,
    /// In the simplifier's normal form, each for itself.
    Simplified,
}

/// What the arms are to do.
#[derive(Debug)]
pub(crate) struct Mode {
    /// The forms of the assertions that each arm is given, one turn each.
    forms: &'static [Form],
    /// Whether an arm takes in what others have learnt, and may be alone with its problem, or in a thread.
    shares: bool,
    /// What becomes of the logs that arms keep.
    pub(super) logs: Logs,
}

/// What becomes of logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Logs {
    /// None are kept.
    None,
    /// A refutation counts only if its log was replayed.
    Replayed,
    /// They are handed on as they are.
    HandedOn,
}

/// To find an answer.
pub(crate) static ANSWERING: Mode = Mode {
    forms: &[Form::Asserted],
    shares: true,
    logs: Logs::None,
};

/// To find a log that refutes the assertions: it starts from these alone.
pub(crate) static PROVING: Mode = Mode {
    forms: &[Form::Asserted, Form::Simplified],
    shares: false,
    logs: Logs::Replayed,
};

/// To find a refutation once more, with a log of it.
pub(crate) static RECORDING: Mode = Mode {
    forms: &[Form::Asserted],
    shares: false,
    logs: Logs::HandedOn,
};

/// The assertions in this form, as far as the budget reaches.
fn in_form(
    store: &mut TermStore,
    terms: &[Term],
    form: Form,
    options: &Options,
    budget: &Budget,
) -> Vec<Asserted> {
    let mut simplifier = Simplifier::without(options.disabled()).tuned(&options.tuning);
    let mut look = |&written: &Term| match form {
        Form::Asserted => Asserted::as_written(written),
        Form::Simplified => Asserted {
            written,
            form: simplifier
                .simplify(store, written, budget)
                .unwrap_or(written),
        },
    };
    terms.iter().map(&mut look).collect()
}

/// What one arm did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ArmCounters {
    /// How often it was its turn.
    pub(crate) turns: u64,
    /// Steps it took.
    pub(crate) steps: u64,
    /// Answers that it gave.
    pub(crate) answers: u64,
    /// How often it gave up, for good or for the time being.
    pub(crate) gave_up: u64,
    /// Facts of others that it took in.
    pub(crate) imported: u64,
}

impl ArmCounters {
    /// The counters by name.
    pub(crate) fn list(&self) -> [(&'static str, u64); 5] {
        [
            ("turns", self.turns),
            ("steps", self.steps),
            ("answers", self.answers),
            ("gave-up", self.gave_up),
            ("imported", self.imported),
        ]
    }
}

impl std::ops::AddAssign for ArmCounters {
    fn add_assign(&mut self, other: ArmCounters) {
        self.turns += other.turns;
        self.steps = self.steps.saturating_add(other.steps);
        self.answers += other.answers;
        self.gave_up += other.gave_up;
        self.imported += other.imported;
    }
}

/// What was found out on the way, for people.
#[derive(Debug, Default)]
pub(crate) struct SearchReport {
    /// The static features and the order that they led to, and why arms gave up, if that was asked for.
    pub(crate) probe: Vec<String>,
    /// What each arm did, by its name.
    pub(crate) arms: BTreeMap<&'static str, ArmCounters>,
    /// How often each inference about strings was made.
    pub(crate) inferences: BTreeMap<&'static str, u64>,
    /// The inferences themselves, if they were wanted.
    pub(crate) trace: Vec<String>,
    /// The log of the refutation that was found, if logs were to be replayed.
    pub(crate) refutation: Option<Refutation>,
    /// The log as it is, if logs were to be handed on, and the symbols that it speaks of.
    pub(crate) log: Option<SearchLog>,
}

/// A log, and the symbols in it that the search introduced.
#[derive(Clone, Debug)]
pub(crate) struct SearchLog {
    pub(crate) text: String,
    pub(crate) symbols: Vec<(Term, Definition)>,
    /// The functions that it introduced.
    pub(crate) functions: Vec<FunctionDefinition>,
}

/// Whether there are threads; a page in a browser has none.
const THREADS: bool = !cfg!(target_family = "wasm");

/// Decides a problem that is not trivial, under these options and in this mode.
pub(crate) fn search(
    store: &mut TermStore,
    problem: &Problem,
    how: How<'_>,
    lemmas: &mut LemmaPool,
    budget: &Budget,
    report: &mut SearchReport,
) -> Outcome {
    let (options, mode) = how;
    let terms: Vec<Term> = problem.assertions.iter().map(|&(term, _)| term).collect();
    let features = Features::of(store, &terms);
    let (title, turns) = plan(&features, options);
    if options.shows_features() {
        let names: Vec<&str> = turns.iter().map(|(arm, _)| arm.name).collect();
        let (names, none) = (names.join(" "), "");
        let arms = if features.strings { &names } else { none };
        let line = format!("(:probe ({features} :order \"{title}\" :arms ({arms})))");
        report.probe.push(line);
    }
    if !features.strings {
        budget.note(|| "no strings left".to_owned());
        let terms = in_form(store, &terms, Form::Asserted, options, budget);
        let mut run = ArmRun::new(store, &terms, None, Shared::default(), how);
        let ended = run.turn(store, problem, budget);
        run.report(report);
        return match ended {
            Ended::Done(outcome) => outcome,
            Ended::Paused(pause) => Outcome::Unknown(unknown(pause)),
        };
    }
    let alone = [(turns[0].0, u64::MAX)];
    let turns = match &turns[..] {
        [_] if mode.shares => &alone,
        turns => turns,
    };
    if options.jobs > 1 && turns.len() > 1 && mode.shares && THREADS {
        return side_by_side(store, problem, turns, how, budget, report);
    }
    let shared = Shared::new(store, &terms, &options.tuning);
    let outcome = in_turns(
        store,
        problem,
        turns,
        (&shared, lemmas),
        how,
        budget,
        report,
    );
    lemmas.retain(store, &shared);
    outcome
}

/// A pause that nobody will end.
fn unknown(pause: Pause) -> Unknown {
    match pause.cause {
        Cause::Stopped(reason) => Unknown::Stopped(reason),
        Cause::Yielded(why) => Unknown::Incomplete(why.to_owned()),
    }
}

pub(super) fn record(report: &mut SearchReport, spec: &ArmSpec, steps: u64, ended: &Ended) {
    let counters = report.arms.entry(spec.name).or_default();
    counters.turns += 1;
    counters.steps += steps;
    match ended {
        Ended::Done(Outcome::Sat(_) | Outcome::Unsat(_)) => counters.answers += 1,
        Ended::Done(Outcome::Unknown(_)) => counters.gave_up += 1,
        Ended::Paused(pause) => {
            counters.gave_up += u64::from(matches!(pause.cause, Cause::Yielded(_)));
        }
    }
}

/// Says why an arm gave up, for good or for the time being, and how a turn went that ended without an answer.
pub(super) fn show(
    report: &mut SearchReport,
    spec: &ArmSpec,
    steps: u64,
    ended: &Ended,
    pace: Pace,
) {
    let name = spec.name;
    let mut say = |line: String| report.probe.push(line);
    match ended {
        Ended::Done(Outcome::Unknown(Unknown::Incomplete(why))) => {
            say(format!("{name} gave up after {steps} steps: {why}"));
        }
        Ended::Done(_) => {}
        Ended::Paused(pause) => {
            if let Cause::Yielded(why) = pause.cause {
                say(format!("{name} gave up after {steps} steps: {why}"));
            }
            let (difficulty, next) = (pause.difficulty, pace.steps);
            say(format!("(:turn ({name} {difficulty} :next {next}))"));
        }
    }
}

/// An arm between its turns.
struct Waiting {
    spec: &'static ArmSpec,
    form: Form,
    pace: Pace,
    run: Option<ArmRun>,
}

/// What an arm that lets others go first leaves of its turn. It is for the next one, which so has the time that the problem was thought worth.
fn left_over(ended: &Ended, granted: u64, spent: u64) -> u64 {
    match ended {
        Ended::Paused(Pause {
            cause: Cause::Yielded(_),
            ..
        }) => granted.saturating_sub(spent),
        _ => 0,
    }
}

/// One arm at a time.
fn in_turns(
    store: &mut TermStore,
    problem: &Problem,
    turns: &[FirstTurn],
    (shared, lemmas): (&Shared, &LemmaPool),
    how: How<'_>,
    budget: &Budget,
    report: &mut SearchReport,
) -> Outcome {
    let (options, mode) = how;
    let terms: Vec<Term> = problem.assertions.iter().map(|&(term, _)| term).collect();
    let growth = Growth::of(turns, options);
    let mut waiting: Vec<Waiting> = Vec::new();
    for &(spec, steps) in turns {
        waiting.extend(mode.forms.iter().map(|&form| Waiting {
            spec,
            form,
            pace: Pace::first(steps),
            run: None,
        }));
    }
    let mut reasons: Vec<String> = Vec::new();
    let mut passed_on = 0;
    for round in 1.. {
        let mut left = Vec::new();
        for mut arm in std::mem::take(&mut waiting) {
            let steps = arm.pace.steps.max(passed_on);
            let slice = budget.slice(steps);
            slice.note(|| format!("{}, for up to {steps} steps", arm.spec.name));
            let mut run = arm.run.take().unwrap_or_else(|| {
                let terms = in_form(store, &terms, arm.form, options, &slice);
                ArmRun::new(store, &terms, Some(arm.spec), shared.clone(), how)
            });
            // A log starts from the assertions alone.
            let imported = if mode.shares { run.import(store) } else { 0 };
            let ended = run.turn(store, problem, &slice);
            record(report, arm.spec, slice.spent(), &ended);
            run.report(report);
            let name = arm.spec.name;
            report.arms.entry(name).or_default().imported += imported;
            if let Ended::Paused(pause) = &ended {
                arm.pace = arm.pace.after(pause, growth, round, options);
            }
            if options.shows_features() {
                show(report, arm.spec, slice.spent(), &ended, arm.pace);
            }
            passed_on = left_over(&ended, steps, slice.spent());
            let rest = budget.check();
            match ended {
                Ended::Done(Outcome::Unknown(Unknown::Incomplete(why))) => {
                    reasons.push(format!("{name}: {why}"));
                }
                Ended::Done(outcome) => return outcome,
                Ended::Paused(_) => {
                    if let Err(reason) = rest {
                        return Outcome::Unknown(Unknown::Stopped(reason));
                    }
                    left.push(Waiting {
                        run: Some(run),
                        ..arm
                    });
                }
            }
        }
        // Most problems are solved in the first round, and better without.
        lemmas.seed(shared);
        waiting = left;
        if waiting.is_empty() {
            break;
        }
    }
    Outcome::Unknown(Unknown::Incomplete(reasons.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_arms::Difficulty;
    use sinew_base::StopReason;

    #[test]
    fn the_rest_of_a_turn_is_passed_on_by_those_who_let_others_go_first() {
        let paused = |cause| {
            let difficulty = Difficulty::default();
            Ended::Paused(Pause { cause, difficulty })
        };
        let yielded = paused(Cause::Yielded("many splits"));
        assert_eq!(left_over(&yielded, 100, 30), 70);
        assert_eq!(left_over(&yielded, 100, 130), 0);
        let stopped = paused(Cause::Stopped(StopReason::Steps));
        assert_eq!(left_over(&stopped, 100, 30), 0);
        let declined = Unknown::Incomplete("a feature".to_owned());
        assert_eq!(
            left_over(&Ended::Done(Outcome::Unknown(declined)), 100, 30),
            0
        );
    }
}
