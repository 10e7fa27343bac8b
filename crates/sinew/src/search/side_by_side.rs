//! Arms side by side (`--jobs`): the turns of the plan, dealt out to several threads at a time.
//!
//! Each arm that had a turn has a thread with its own copy of the terms, and waits there for the next one: what it
//! has built never leaves its thread. As many arms work at a time as there are jobs, and who is free takes the next turn in the order of the
//! plan, longer from round to round as when there is one job; so an arm that works in vain never keeps the others from their turns. The first
//! answer stops all. Nothing is shared on the way: facts are terms, and terms belong to one copy. Steps are shared out in equal parts,
//! and those of arms that give up once more among the others, so that no step of a limit stays unused and none depends on the clock.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

use sinew_arms::{ArmSpec, Asserted, Shared};
use sinew_base::{Budget, StopHandle, StopReason};
use sinew_simplify::Problem;
use sinew_term::{FunId, TermStore};

use super::arm_run::{ArmRun, Ended};
use super::choice::{FirstTurn, Growth};
use super::portfolio::{How, SearchReport, record};
use crate::query::{Outcome, Unknown, Witness};

/// What all arms are given.
#[derive(Clone, Copy)]
struct Task<'a> {
    store: &'a TermStore,
    problem: &'a Problem,
    how: How<'a>,
}

/// How a turn ended.
struct Report {
    /// The arm's place in the plan.
    arm: usize,
    spent: u64,
    ended: Ended,
}

/// An arm as the one who deals out turns knows it.
struct Dealt {
    spec: &'static ArmSpec,
    /// The steps of its next turn, and how many it had.
    steps: u64,
    turns: u32,
    /// The steps that are left of its share. Threads cannot draw on one account of steps and be deterministic.
    share: u64,
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
        share: 0,
        grants: None,
    };
    let mut arms: Vec<Dealt> = turns.iter().map(dealt).collect();
    // Those whose turn it is, and those who wait for others to give up and leave them their steps.
    let (mut waiting, mut poor) = (VecDeque::new(), (0..arms.len()).collect::<Vec<usize>>());
    let (mut reasons, mut stopped, mut running) = (Vec::new(), None, 0usize);
    loop {
        if running == 0 && waiting.is_empty() {
            match share_out(&mut arms, &mut poor, budget) {
                Ok(()) => waiting.extend(std::mem::take(&mut poor)),
                Err(reason) => stopped = Some(reason),
            }
        }
        while running < jobs
            && let Some(next) = waiting.pop_front()
        {
            let arm = &mut arms[next];
            let grants = arm.grants.get_or_insert_with(|| {
                let (grants, granted) = channel();
                let (spec, handle, sender) = (arm.spec, handle.clone(), sender.clone());
                let work = move || arm_thread(task, (next, spec), &handle, &granted, &sender);
                let _ = scope.spawn(work);
                grants
            });
            // A thread listens until it has told how its last turn ended.
            let _ = grants.send(arm.steps.min(arm.share));
            arm.turns += 1;
            arm.steps = growth.turn(arm.steps, arm.turns);
            running += 1;
        }
        if running == 0 {
            break;
        }
        let Ok(told) = receiver.recv() else { break };
        running -= 1;
        let arm = &mut arms[told.arm];
        record(report, arm.spec, told.spent, &told.ended);
        arm.share = arm.share.saturating_sub(told.spent);
        let rest = budget.spend(told.spent);
        match told.ended {
            Ended::Done(Outcome::Unknown(Unknown::Incomplete(why))) => {
                reasons.push(format!("{}: {why}", arm.spec.name));
            }
            Ended::Done(found) => return known_symbols(task.store, found),
            Ended::Paused(_) if let Err(reason) = rest => stopped = stopped.or(Some(reason)),
            Ended::Paused(_) if arm.share == 0 => poor.push(told.arm),
            Ended::Paused(_) => waiting.push_back(told.arm),
        }
    }
    reasons.sort_unstable();
    Outcome::Unknown(match stopped {
        Some(reason) => Unknown::Stopped(reason),
        None => Unknown::Incomplete(reasons.join("; ")),
    })
}

/// Gives the arms that have used up their shares equal shares of what is left of all steps, in the order of the plan.
fn share_out(arms: &mut [Dealt], poor: &mut [usize], budget: &Budget) -> Result<(), StopReason> {
    if poor.is_empty() {
        return Ok(());
    }
    budget.check()?;
    let (left, count) = (budget.left(), poor.len() as u64);
    if left < count {
        budget.spend(left)?;
        return Err(StopReason::Steps);
    }
    poor.sort_unstable();
    poor.iter().for_each(|&arm| arms[arm].share = left / count);
    Ok(())
}

/// One arm on its own copy of the terms, a turn whenever steps are granted. Whatever becomes of it, it reports: the
/// others may have the answer.
fn arm_thread(
    task: Task<'_>,
    (arm, spec): (usize, &'static ArmSpec),
    handle: &StopHandle,
    granted: &Receiver<u64>,
    results: &Sender<Report>,
) {
    // Nobody may be listening any more; then the answer is not needed.
    let tell = |spent, ended| {
        let _ = results.send(Report { arm, spent, ended });
    };
    let work = || {
        let mut store = task.store.clone();
        let terms = task.problem.assertions.iter();
        let terms: Vec<Asserted> = terms.map(|&(term, _)| Asserted::as_written(term)).collect();
        let mut run = ArmRun::new(&mut store, &terms, Some(spec), Shared::default(), task.how);
        while let Ok(steps) = granted.recv() {
            let budget = Budget::new(Some(steps), handle.clone());
            let ended = run.turn(&mut store, task.problem, &budget);
            let done = matches!(ended, Ended::Done(_));
            tell(budget.spent(), ended);
            if done {
                return;
            }
        }
    };
    if catch_unwind(AssertUnwindSafe(work)).is_err() {
        let why = Unknown::Incomplete("it failed with a defect".to_owned());
        tell(0, Ended::Done(Outcome::Unknown(why)));
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
