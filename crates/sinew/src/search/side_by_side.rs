//! Arms side by side (`--jobs`): the turns of the plan, dealt out to several threads at a time.
//!
//! Each arm that had a turn has a thread with its own copy of the terms, and waits there for the next one: what it
//! has built never leaves its thread. As many arms work at a time as there are jobs, and who is free takes the next turn in the order of the
//! plan, longer from round to round as when there is one job; so an arm that works in vain never keeps the others from their turns. The first
//! answer stops all. Nothing is shared on the way: facts are terms, and terms belong to one copy.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

use sinew_arms::{ArmSpec, Shared};
use sinew_base::{Budget, StopHandle, StopReason};
use sinew_simplify::Problem;
use sinew_term::{FunId, Term, TermStore};

use super::arm_run::{ArmRun, Ended};
use super::choice::{FirstTurn, Growth};
use super::portfolio::{Form, How, SearchReport, in_form, record};
use crate::query::{Outcome, Unknown, Witness};

/// What all arms are given.
#[derive(Clone, Copy)]
struct Task<'a> {
    store: &'a TermStore,
    problem: &'a Problem,
    how: How<'a>,
    /// Threads cannot draw on one account of steps and be deterministic: each arm has its share.
    share: u64,
}

/// How a turn ended.
struct Report {
    /// The arm's place in the plan.
    arm: usize,
    spent: u64,
    ended: Ended,
    /// Why the arm cannot have another turn, if it cannot.
    over: Option<StopReason>,
}

/// An arm as the one who deals out turns knows it.
struct Dealt {
    spec: &'static ArmSpec,
    /// The steps of its next turn, and how many it had.
    steps: u64,
    turns: u32,
    /// Where its thread waits for steps, once there is one.
    grants: Option<Sender<u64>>,
}

/// Several arms at a time, each in a thread.
pub(super) fn side_by_side(
    store: &TermStore,
    problem: &Problem,
    turns: &[FirstTurn],
    how: How<'_>,
    budget: &Budget,
    report: &mut SearchReport,
) -> Outcome {
    budget.note(|| format!("{} procedures side by side", turns.len()));
    let task = Task {
        store,
        problem,
        how,
        share: budget.left() / turns.len() as u64,
    };
    let handle = budget.handle().child();
    std::thread::scope(|scope| {
        let outcome = deal(scope, task, turns, &handle, budget, report);
        // Whoever still works on is not needed any more.
        handle.stop(StopReason::Interrupted);
        outcome
    })
}

/// Deals out turns until there is an answer, or nobody to have one.
fn deal<'scope>(
    scope: &'scope Scope<'scope, '_>,
    task: Task<'scope>,
    turns: &[FirstTurn],
    handle: &StopHandle,
    budget: &Budget,
    report: &mut SearchReport,
) -> Outcome {
    let jobs = usize::try_from(task.how.0.jobs).unwrap_or(usize::MAX);
    let growth = Growth::of(turns, task.how.0);
    let (sender, receiver) = channel();
    let dealt = |&(spec, steps): &FirstTurn| Dealt {
        spec,
        steps,
        turns: 0,
        grants: None,
    };
    let mut arms: Vec<Dealt> = turns.iter().map(dealt).collect();
    let mut waiting: VecDeque<usize> = (0..arms.len()).collect();
    let (mut reasons, mut stopped, mut running) = (Vec::new(), None, 0usize);
    loop {
        while running < jobs
            && let Some(next) = waiting.pop_front()
        {
            let arm = &mut arms[next];
            let grants = arm.grants.get_or_insert_with(|| {
                let (grants, granted) = channel();
                let (spec, handle, sender) = (arm.spec, handle.clone(), sender.clone());
                let work = move || arm_thread(task, (next, spec), handle, &granted, &sender);
                let _ = scope.spawn(work);
                grants
            });
            // A thread listens until it has told how its last turn ended.
            let _ = grants.send(arm.steps);
            arm.turns += 1;
            arm.steps = growth.turn(arm.steps, arm.turns);
            running += 1;
        }
        if running == 0 {
            break;
        }
        let Ok(told) = receiver.recv() else { break };
        running -= 1;
        let spec = arms[told.arm].spec;
        record(report, spec, told.spent, &told.ended);
        let rest = budget.spend(told.spent);
        match told.ended {
            Ended::Done(Outcome::Unknown(Unknown::Incomplete(why))) => {
                reasons.push(format!("{}: {why}", spec.name));
            }
            Ended::Done(found) => return known_symbols(task.store, found),
            Ended::Paused(_) => match told.over.or(rest.err()) {
                Some(reason) => stopped = stopped.or(Some(reason)),
                None => waiting.push_back(told.arm),
            },
        }
    }
    reasons.sort_unstable();
    Outcome::Unknown(match stopped {
        Some(reason) => Unknown::Stopped(reason),
        None => Unknown::Incomplete(reasons.join("; ")),
    })
}

/// One arm on its own copy of the terms, a turn whenever steps are granted. Whatever becomes of it, it reports: the
/// others may have the answer.
fn arm_thread(
    task: Task<'_>,
    (arm, spec): (usize, &'static ArmSpec),
    handle: StopHandle,
    granted: &Receiver<u64>,
    results: &Sender<Report>,
) {
    let budget = Budget::new(Some(task.share), handle);
    let tell = |spent, ended, over| {
        // Nobody may be listening any more; then the answer is not needed.
        let _ = results.send(Report {
            arm,
            spent,
            ended,
            over,
        });
    };
    let work = || {
        let mut store = task.store.clone();
        let terms: Vec<Term> = (task.problem.assertions.iter())
            .map(|&(term, _)| term)
            .collect();
        let terms = in_form(&mut store, &terms, Form::Asserted, task.how.0, &budget);
        let mut run = ArmRun::new(&mut store, &terms, Some(spec), Shared::default(), task.how);
        let mut before = 0;
        while let Ok(steps) = granted.recv() {
            let ended = run.turn(&mut store, task.problem, &budget.slice(steps));
            let done = matches!(ended, Ended::Done(_));
            tell(budget.spent() - before, ended, budget.check().err());
            before = budget.spent();
            if done {
                return;
            }
        }
    };
    if catch_unwind(AssertUnwindSafe(work)).is_err() {
        let why = Unknown::Incomplete("it failed with a defect".to_owned());
        tell(0, Ended::Done(Outcome::Unknown(why)), None);
    }
}

/// The outcome without the symbols that an arm has made in its copy of the terms: here their numbers
/// belong to nobody yet, and will belong to others.
fn known_symbols(store: &TermStore, outcome: Outcome) -> Outcome {
    let Outcome::Sat(witness) = outcome else {
        return outcome;
    };
    let mut model = witness.into_model();
    let all: Vec<FunId> = model.iter().map(|(fun, _)| fun).collect();
    for fun in all
        .into_iter()
        .filter(|fun| fun.index() >= store.function_count())
    {
        model.remove(fun);
    }
    Outcome::Sat(Witness::of(model))
}
