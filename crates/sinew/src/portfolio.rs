//! Choosing between arms (P2 §3.2): order as data, budgets, shared facts, arms side by side.
//!
//! A table maps static features to an order of arms with the steps of their first turns. An
//! arm that gives up is out; one that used up its turn hands over to the next and goes on, where
//! it stopped and with what the others have learnt since, in the next round, whose turns are
//! longer. That is the paper's arm selection with one departure: an arm is not dropped because it
//! seems hard, only interrupted, so no order can lose an answer for good.
//!
//! With `jobs` the arms run side by side instead, each in a thread with its own copy of the
//! terms; the first answer stops the others.
//!
//! Proofs start from the assertions as they are written. Some are found only in the simplifier's
//! words; so where a proof is wanted each arm has two turns in a round, one with either wording,
//! and the log says of each assertion that was reworded what it was before.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;

use sinew_arms::{ArmSpec, Asserted, LemmaPool, Pause, Shared};
use sinew_base::{Budget, StopHandle, StopReason};
use sinew_simplify::{Problem, Simplifier};
use sinew_term::{FunId, Term, TermStore};

use crate::arm_run::{ArmRun, Ended};
use crate::options::Options;
use crate::probe::Features;
use crate::solve::{Outcome, Unknown};

/// An arm and the steps of its first turn.
type FirstTurn = (&'static ArmSpec, u64);

/// Problems with certain features, and the order of arms for them.
struct Row {
    /// What the problems have in common.
    title: &'static str,
    applies: fn(&Features) -> bool,
    /// Names of arms with the steps of their first turns.
    turns: &'static [(&'static str, u64)],
}

/// The first row that applies is taken.
static TABLE: &[Row] = &[
    Row {
        title: "regular expressions",
        applies: |f| f.regexes,
        turns: &[("context", 300_000), ("lengths", 150_000)],
    },
    Row {
        title: "mostly word equations, conjunctive fragment",
        applies: |f| 2 * f.equations >= f.facts && f.conjunctive,
        turns: &[
            ("equations", 100_000),
            ("context", 100_000),
            ("lengths", 100_000),
        ],
    },
    Row {
        title: "no regular expressions",
        applies: |_| true,
        turns: &[
            ("context", 200_000),
            ("lengths", 200_000),
            ("equations", 50_000),
        ],
    },
];

/// The form in which an arm looks at the assertions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// As they are asserted.
    Asserted,
    /// In the simplifier's normal form, each for itself.
    Simplified,
}

/// The assertions in this form, as far as the budget reaches.
fn in_form(store: &mut TermStore, terms: &[Term], form: Form, budget: &Budget) -> Vec<Asserted> {
    let mut simplifier = Simplifier::new();
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

/// Turns of each round are so many times as long as those of the round before.
const GROWTH: u64 = 2;

/// What one arm did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How often it was its turn.
    pub turns: u64,
    /// Steps it took.
    pub steps: u64,
    /// Answers that it gave.
    pub answers: u64,
    /// How often it gave up, for good or for the time being.
    pub gave_up: u64,
    /// Facts that it was told by others.
    pub told: u64,
}

impl Effort {
    /// The counters by name.
    #[must_use]
    pub fn counters(&self) -> [(&'static str, u64); 5] {
        [
            ("turns", self.turns),
            ("steps", self.steps),
            ("answers", self.answers),
            ("gave-up", self.gave_up),
            ("told", self.told),
        ]
    }
}

impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        self.turns += other.turns;
        self.steps = self.steps.saturating_add(other.steps);
        self.answers += other.answers;
        self.gave_up += other.gave_up;
        self.told += other.told;
    }
}

/// What arms did, by name.
pub type Efforts = BTreeMap<&'static str, Effort>;

/// What was found out about a problem, and how it was to be solved.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The static features and the order that they led to, for people.
    pub probe: String,
    /// What each arm did.
    pub efforts: Efforts,
    /// Why arms gave up, for good or for the time being.
    pub reasons: Vec<String>,
    /// How often each inference about strings was made.
    pub inferences: BTreeMap<&'static str, u64>,
    /// The inferences themselves, if they were wanted.
    pub trace: Vec<String>,
    /// The log that refutes the problem and has passed the checker, if proofs were to be checked.
    pub proof: Option<String>,
}

/// The arms for a problem with these features, under these options.
fn plan(features: &Features, options: &Options) -> (&'static str, Vec<FirstTurn>) {
    let row = TABLE
        .iter()
        .find(|row| (row.applies)(features))
        .unwrap_or(&TABLE[TABLE.len() - 1]);
    let named = |names: &str| -> Vec<&'static ArmSpec> {
        names.split(',').filter_map(ArmSpec::find).collect()
    };
    let wanted = match (named(&options.arm), named(&options.arms)) {
        (alone, _) if !alone.is_empty() => alone,
        (_, listed) => listed,
    };
    let steps = |spec: &ArmSpec| {
        let turn = row.turns.iter().find(|&&(name, _)| name == spec.name);
        turn.map_or(row.turns[0].1, |&(_, steps)| steps)
    };
    if wanted.is_empty() {
        let arms = row
            .turns
            .iter()
            .filter_map(|&(name, _)| ArmSpec::find(name));
        return (row.title, arms.map(|spec| (spec, steps(spec))).collect());
    }
    let turns = wanted.into_iter().map(|spec| (spec, steps(spec)));
    ("as the options say", turns.collect())
}

/// Decides a problem that is not trivial.
pub(crate) fn search(
    store: &mut TermStore,
    problem: &Problem,
    options: &Options,
    lemmas: &mut LemmaPool,
    budget: &Budget,
    report: &mut Report,
) -> Outcome {
    let terms: Vec<Term> = problem.assertions.iter().map(|&(term, _)| term).collect();
    let features = Features::of(store, &terms);
    let (title, turns) = plan(&features, options);
    if options.probe {
        let names: Vec<&str> = turns.iter().map(|(arm, _)| arm.name).collect();
        let (names, none) = (names.join(" "), "");
        let arms = if features.strings { &names } else { none };
        report.probe = format!("(:probe ({features} :order \"{title}\" :arms ({arms})))");
    }
    if !features.strings {
        let terms = in_form(store, &terms, Form::Asserted, budget);
        let mut run = ArmRun::new(store, &terms, None, Shared::default(), options);
        let ended = run.turn(store, problem, options, budget);
        run.report(report);
        return match ended {
            Ended::Done(outcome) => outcome,
            Ended::Paused(pause) => Outcome::Unknown(unknown(pause)),
        };
    }
    let alone = [(turns[0].0, u64::MAX)];
    let turns = match &turns[..] {
        [_] if !options.check_proofs => &alone,
        turns => turns,
    };
    if options.jobs > 1 && turns.len() > 1 && !options.check_proofs {
        return side_by_side(store, problem, turns, options, budget, report);
    }
    let shared = Shared::new(store, &terms);
    let outcome = in_turns(
        store,
        problem,
        turns,
        (&shared, lemmas),
        options,
        budget,
        report,
    );
    lemmas.retain(store, &shared);
    outcome
}

/// A pause that nobody will end.
fn unknown(pause: Pause) -> Unknown {
    match pause {
        Pause::Stopped(reason) => Unknown::Stopped(reason),
        Pause::Yielded(why) => Unknown::Incomplete(why.to_owned()),
    }
}

fn record(efforts: &mut Efforts, spec: &ArmSpec, steps: u64, ended: &Ended) {
    let effort = efforts.entry(spec.name).or_default();
    effort.turns += 1;
    effort.steps += steps;
    match ended {
        Ended::Done(Outcome::Sat(_) | Outcome::Unsat(_)) => effort.answers += 1,
        Ended::Done(Outcome::Unknown(_)) | Ended::Paused(Pause::Yielded(_)) => effort.gave_up += 1,
        Ended::Paused(Pause::Stopped(_)) => {}
    }
}

/// An arm between its turns.
struct Waiting {
    spec: &'static ArmSpec,
    form: Form,
    /// The steps of its next turn.
    steps: u64,
    run: Option<ArmRun>,
}

/// One arm at a time.
fn in_turns(
    store: &mut TermStore,
    problem: &Problem,
    turns: &[FirstTurn],
    (shared, lemmas): (&Shared, &LemmaPool),
    options: &Options,
    budget: &Budget,
    report: &mut Report,
) -> Outcome {
    let terms: Vec<Term> = problem.assertions.iter().map(|&(term, _)| term).collect();
    let forms: &[Form] = match options.check_proofs {
        true => &[Form::Asserted, Form::Simplified],
        false => &[Form::Asserted],
    };
    let mut waiting: Vec<Waiting> = Vec::new();
    for &(spec, steps) in turns {
        waiting.extend(forms.iter().map(|&form| Waiting {
            spec,
            form,
            steps,
            run: None,
        }));
    }
    let mut reasons: Vec<String> = Vec::new();
    while !waiting.is_empty() {
        let mut left = Vec::new();
        for mut arm in std::mem::take(&mut waiting) {
            let slice = budget.slice(arm.steps);
            let mut run = arm.run.take().unwrap_or_else(|| {
                let terms = in_form(store, &terms, arm.form, &slice);
                ArmRun::new(store, &terms, Some(arm.spec), shared.clone(), options)
            });
            let imported = run.import(store, options);
            let ended = run.turn(store, problem, options, &slice);
            record(&mut report.efforts, arm.spec, slice.spent(), &ended);
            run.report(report);
            let name = arm.spec.name;
            report.efforts.entry(name).or_default().told += imported;
            let rest = budget.check();
            match ended {
                Ended::Done(Outcome::Unknown(Unknown::Incomplete(why))) => {
                    report.reasons.push(format!("{name} gave up: {why}"));
                    reasons.push(format!("{name}: {why}"));
                }
                Ended::Done(outcome) => return outcome,
                Ended::Paused(pause) => {
                    if let Pause::Yielded(why) = pause {
                        report.reasons.push(format!("{name} gave up: {why}"));
                    }
                    if let Err(reason) = rest {
                        return Outcome::Unknown(Unknown::Stopped(reason));
                    }
                    left.push(Waiting {
                        steps: arm.steps.saturating_mul(GROWTH),
                        run: Some(run),
                        ..arm
                    });
                }
            }
        }
        // Most problems are solved in the first round, and better without.
        lemmas.seed(shared);
        waiting = left;
    }
    Outcome::Unknown(Unknown::Incomplete(reasons.join("; ")))
}

/// Several arms at a time, each in a thread.
fn side_by_side(
    store: &TermStore,
    problem: &Problem,
    turns: &[FirstTurn],
    options: &Options,
    budget: &Budget,
    report: &mut Report,
) -> Outcome {
    let jobs = usize::try_from(options.jobs).unwrap_or(usize::MAX);
    // Threads cannot draw on one account of steps and be deterministic: each arm has its share.
    let share = budget.left() / turns.len() as u64;
    let handle = budget.handle().child();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let mut waiting = turns.iter().map(|&(arm, _)| arm);
        let mut running = 0usize;
        let launch = |arm: &'static ArmSpec| {
            let (sender, handle) = (sender.clone(), handle.clone());
            let job = move || alone(store, problem, arm, options, (handle, share), &sender);
            let _ = scope.spawn(job);
        };
        for arm in waiting.by_ref().take(jobs) {
            launch(arm);
            running += 1;
        }
        let mut reasons: Vec<String> = Vec::new();
        let mut stopped: Option<StopReason> = None;
        let mut answer = None;
        while running > 0 {
            let Ok((arm, spent, ended)) = receiver.recv() else {
                break;
            };
            running -= 1;
            record(&mut report.efforts, arm, spent, &ended);
            let rest = budget.spend(spent);
            let outcome = match ended {
                Ended::Done(outcome) => outcome,
                Ended::Paused(pause) => Outcome::Unknown(unknown(pause)),
            };
            match outcome {
                Outcome::Unknown(Unknown::Incomplete(why)) => {
                    reasons.push(format!("{}: {why}", arm.name));
                }
                Outcome::Unknown(Unknown::Stopped(reason)) => stopped = stopped.or(Some(reason)),
                found => {
                    if answer.is_none() {
                        answer = Some(known_symbols(store, found));
                        handle.stop(StopReason::Interrupted);
                    }
                }
            }
            if answer.is_none()
                && rest.is_ok()
                && let Some(arm) = waiting.next()
            {
                launch(arm);
                running += 1;
            }
        }
        reasons.sort_unstable();
        let why = match stopped {
            Some(reason) => Unknown::Stopped(reason),
            None => Unknown::Incomplete(reasons.join("; ")),
        };
        answer.unwrap_or(Outcome::Unknown(why))
    })
}

/// The outcome without the symbols that an arm has made in its copy of the terms: here their numbers
/// belong to nobody yet, and will belong to others.
fn known_symbols(store: &TermStore, outcome: Outcome) -> Outcome {
    let Outcome::Sat(mut model) = outcome else {
        return outcome;
    };
    let all: Vec<FunId> = model.iter().map(|(fun, _)| fun).collect();
    for fun in all
        .into_iter()
        .filter(|fun| fun.index() >= store.function_count())
    {
        model.remove(fun);
    }
    Outcome::Sat(model)
}

/// One arm on its own copy of the terms, to the end. Whatever becomes of it, it reports: the
/// others may have the answer.
fn alone(
    store: &TermStore,
    problem: &Problem,
    arm: &'static ArmSpec,
    options: &Options,
    (handle, steps): (StopHandle, u64),
    results: &mpsc::Sender<(&'static ArmSpec, u64, Ended)>,
) {
    let budget = Budget::new(Some(steps), handle);
    let work = || {
        let mut store = store.clone();
        let terms: Vec<Term> = problem.assertions.iter().map(|&(term, _)| term).collect();
        let terms = in_form(&mut store, &terms, Form::Asserted, &budget);
        let mut run = ArmRun::new(&mut store, &terms, Some(arm), Shared::default(), options);
        loop {
            match run.turn(&mut store, problem, options, &budget) {
                Ended::Paused(Pause::Yielded(_)) => {}
                ended => return ended,
            }
        }
    };
    let ended = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let why = Unknown::Incomplete("it failed with a defect".to_owned());
        Ended::Done(Outcome::Unknown(why))
    });
    // Nobody may be listening any more; then the answer is not needed.
    let _ = results.send((arm, budget.spent(), ended));
}
