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

use sinew_arms::lengths::is_tired;
use sinew_arms::{Lessons, Shared};
use sinew_base::{Budget, StopHandle, StopReason};
use sinew_simplify::{Problem, Simplifier};
use sinew_term::{Term, TermStore};

use crate::options::Options;
use crate::probe::Features;
use crate::run::{Run, Worded};
use crate::solve::{Outcome, Unknown};

/// A procedure for strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arm {
    /// Context-dependent simplification (P3).
    Context,
    /// Length abstraction (P2 §3.1).
    Lengths,
    /// Nielsen's transformation of word equations.
    Equations,
}

impl Arm {
    /// All of them.
    pub const ALL: &'static [Arm] = &[Arm::Context, Arm::Lengths, Arm::Equations];

    /// The name by which options and statistics know it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Arm::Context => "context",
            Arm::Lengths => "lengths",
            Arm::Equations => "equations",
        }
    }

    /// The arm with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Arm> {
        Arm::ALL.iter().copied().find(|arm| arm.name() == name)
    }
}

/// An arm and the steps of its first turn.
type Turn = (Arm, u64);

/// Problems with certain features, and the order of arms for them.
struct Row {
    /// What the problems have in common.
    title: &'static str,
    applies: fn(&Features) -> bool,
    turns: &'static [Turn],
}

/// The first row that applies is taken.
static TABLE: &[Row] = &[
    Row {
        title: "regular expressions",
        applies: |f| f.regexes,
        turns: &[(Arm::Context, 300_000), (Arm::Lengths, 150_000)],
    },
    Row {
        title: "mostly word equations, conjunctive fragment",
        applies: |f| 2 * f.equations >= f.facts && f.conjunctive,
        turns: &[
            (Arm::Equations, 100_000),
            (Arm::Context, 100_000),
            (Arm::Lengths, 100_000),
        ],
    },
    Row {
        title: "no regular expressions",
        applies: |_| true,
        turns: &[
            (Arm::Context, 200_000),
            (Arm::Lengths, 200_000),
            (Arm::Equations, 50_000),
        ],
    },
];

/// In which words the assertions are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wording {
    /// As they are.
    Given,
    /// In the simplifier's normal form, each for itself.
    Normal,
}

/// The assertions in these words, as far as the budget reaches.
fn worded(store: &mut TermStore, terms: &[Term], wording: Wording, budget: &Budget) -> Vec<Worded> {
    let mut simplifier = Simplifier::new();
    let mut normal = |term: Term| {
        let normal = simplifier.simplify(store, term, budget);
        normal.unwrap_or(term)
    };
    let look = |&term: &Term| match wording {
        Wording::Given => (term, term),
        Wording::Normal => (term, normal(term)),
    };
    terms.iter().map(look).collect()
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
fn plan(features: &Features, options: &Options) -> (&'static str, Vec<Turn>) {
    let row = TABLE
        .iter()
        .find(|row| (row.applies)(features))
        .unwrap_or(&TABLE[TABLE.len() - 1]);
    let named = |names: &str| names.split(',').filter_map(Arm::find).collect::<Vec<Arm>>();
    let wanted = match (named(&options.arm), named(&options.arms)) {
        (alone, _) if !alone.is_empty() => alone,
        (_, listed) => listed,
    };
    if wanted.is_empty() {
        return (row.title, row.turns.to_vec());
    }
    let steps = |arm: Arm| {
        let turn = row.turns.iter().find(|&&(other, _)| other == arm);
        turn.map_or(row.turns[0].1, |&(_, steps)| steps)
    };
    let turns = wanted.into_iter().map(|arm| (arm, steps(arm))).collect();
    ("as the options say", turns)
}

/// Decides a problem that is not trivial.
pub(crate) fn search(
    store: &mut TermStore,
    problem: &Problem,
    options: &Options,
    lessons: &mut Lessons,
    budget: &Budget,
    report: &mut Report,
) -> Outcome {
    let terms: Vec<Term> = problem.assertions.iter().map(|&(term, _)| term).collect();
    let features = Features::of(store, &terms);
    let (title, turns) = plan(&features, options);
    if options.probe {
        let names: Vec<&str> = turns.iter().map(|(arm, _)| arm.name()).collect();
        let (names, none) = (names.join(" "), "");
        let arms = if features.strings { &names } else { none };
        report.probe = format!("(:probe ({features} :order \"{title}\" :arms ({arms})))");
    }
    if !features.strings {
        let terms = worded(store, &terms, Wording::Given, budget);
        let mut run = Run::new(store, &terms, None, Shared::default(), options);
        let outcome = run.turn(store, problem, options, budget);
        run.report(report);
        return outcome;
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
        (&shared, lessons),
        options,
        budget,
        report,
    );
    lessons.learn(store, &shared);
    outcome
}

fn record(efforts: &mut Efforts, arm: Arm, steps: u64, outcome: &Outcome) {
    let effort = efforts.entry(arm.name()).or_default();
    effort.turns += 1;
    effort.steps += steps;
    match outcome {
        Outcome::Sat(_) | Outcome::Unsat(_) => effort.answers += 1,
        Outcome::Unknown(Unknown::Incomplete(_)) => effort.gave_up += 1,
        Outcome::Unknown(Unknown::Stopped(_)) => {}
    }
}

/// One arm at a time.
fn in_turns(
    store: &mut TermStore,
    problem: &Problem,
    turns: &[Turn],
    (shared, lessons): (&Shared, &Lessons),
    options: &Options,
    budget: &Budget,
    report: &mut Report,
) -> Outcome {
    let terms: Vec<Term> = problem.assertions.iter().map(|&(term, _)| term).collect();
    let wordings: &[Wording] = match options.check_proofs {
        true => &[Wording::Given, Wording::Normal],
        false => &[Wording::Given],
    };
    let mut runs: Vec<(Arm, Wording, u64, Option<Run>)> = Vec::new();
    for &(arm, steps) in turns {
        runs.extend(wordings.iter().map(|&wording| (arm, wording, steps, None)));
    }
    let mut reasons: Vec<String> = Vec::new();
    while !runs.is_empty() {
        let mut left = Vec::new();
        for (arm, wording, steps, run) in std::mem::take(&mut runs) {
            let slice = budget.slice(steps);
            let mut run = run.unwrap_or_else(|| {
                let terms = worded(store, &terms, wording, &slice);
                Run::new(store, &terms, Some(arm), shared.clone(), options)
            });
            let told = run.listen(store, options);
            let outcome = run.turn(store, problem, options, &slice);
            record(&mut report.efforts, arm, slice.spent(), &outcome);
            run.report(report);
            if let Outcome::Unknown(Unknown::Incomplete(why)) = &outcome {
                report
                    .reasons
                    .push(format!("{} gave up: {why}", arm.name()));
            }
            report.efforts.entry(arm.name()).or_default().told += told;
            let rest = budget.check();
            match (outcome, rest) {
                (Outcome::Unknown(Unknown::Incomplete(why)), Ok(())) if is_tired(&why) => {
                    left.push((arm, wording, steps.saturating_mul(GROWTH), Some(run)));
                }
                (Outcome::Unknown(Unknown::Incomplete(why)), _) => {
                    reasons.push(format!("{}: {why}", arm.name()));
                }
                (Outcome::Unknown(Unknown::Stopped(_)), Ok(())) => {
                    left.push((arm, wording, steps.saturating_mul(GROWTH), Some(run)));
                }
                (Outcome::Unknown(Unknown::Stopped(_)), Err(reason)) => {
                    return Outcome::Unknown(Unknown::Stopped(reason));
                }
                (answer, _) => return answer,
            }
        }
        // Most problems are solved in the first round, and better without.
        lessons.remind(shared);
        runs = left;
    }
    Outcome::Unknown(Unknown::Incomplete(reasons.join("; ")))
}

/// Several arms at a time, each in a thread.
fn side_by_side(
    store: &TermStore,
    problem: &Problem,
    turns: &[Turn],
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
        let launch = |arm: Arm| {
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
            let Ok((arm, spent, outcome)) = receiver.recv() else {
                break;
            };
            running -= 1;
            record(&mut report.efforts, arm, spent, &outcome);
            let rest = budget.spend(spent);
            match outcome {
                Outcome::Unknown(Unknown::Incomplete(why)) => {
                    reasons.push(format!("{}: {why}", arm.name()));
                }
                Outcome::Unknown(Unknown::Stopped(reason)) => stopped = stopped.or(Some(reason)),
                found => {
                    if answer.is_none() {
                        answer = Some(found);
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
        let unknown = match stopped {
            Some(reason) => Unknown::Stopped(reason),
            None => Unknown::Incomplete(reasons.join("; ")),
        };
        answer.unwrap_or(Outcome::Unknown(unknown))
    })
}

/// One arm on its own copy of the terms, to the end. Whatever becomes of it, it reports: the
/// others may have the answer.
fn alone(
    store: &TermStore,
    problem: &Problem,
    arm: Arm,
    options: &Options,
    (handle, steps): (StopHandle, u64),
    results: &mpsc::Sender<(Arm, u64, Outcome)>,
) {
    let budget = Budget::new(Some(steps), handle);
    let work = || {
        let mut store = store.clone();
        let terms: Vec<Term> = problem.assertions.iter().map(|&(term, _)| term).collect();
        let terms = worded(&mut store, &terms, Wording::Given, &budget);
        let mut run = Run::new(&mut store, &terms, Some(arm), Shared::default(), options);
        loop {
            let outcome = run.turn(&mut store, problem, options, &budget);
            match &outcome {
                Outcome::Unknown(Unknown::Incomplete(why)) if is_tired(why) => {}
                _ => return outcome,
            }
        }
    };
    let outcome = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Outcome::Unknown(Unknown::Incomplete("it failed with a defect".to_owned()))
    });
    // Nobody may be listening any more; then the answer is not needed.
    let _ = results.send((arm, budget.spent(), outcome));
}
