//! Arms side by side (`--jobs`): the turns of the plan, dealt out to several threads at a time.
//!
//! Each arm that had a turn has a thread with its own copy of the terms, and waits there for the next one: what it
//! has built never leaves its thread. As many arms work at a time as there are jobs, and who is free takes the next turn in the order of the
//! plan, longer from round to round as when there is one job; so an arm that works in vain never keeps the others from their turns. The first
//! answer stops all. Steps are shared out in equal parts, and those of arms that give up once more among the others, so that no step of a
//! limit stays unused and none depends on the clock.
//!
//! What arms learn travels from copy to copy between turns. So that answers do not depend on the clock, what an arm knows does not either: in its
//! turn t it knows what every other arm has told in its turns before t − 1, all of that and no more, and waits until it has been told. Those of
//! turn t − 1 are left out so that whoever has a short turn need not wait for the longest of the round. (An arm
//! that is out of steps is waited for by nobody, and has none before all others are: that too is no matter of time.)
//!
//! With one job, most arms know what the first has learnt before they begin, and that is when it is worth most. So an arm that is told something when it has
//! had few steps, by those of its next turn, begins again with what it was told.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

use sinew_arms::{ArmSpec, Asserted, Shared};
use sinew_base::{Budget, StopHandle, StopReason};
use sinew_simplify::Problem;
use sinew_term::{FunId, Portable, Term, TermStore};

use super::arm_run::{ArmRun, Ended};
use super::choice::{FirstTurn, Growth, Pace};
use super::portfolio::{How, SearchReport, record, show};
use crate::options::Options;
use crate::query::{Outcome, Unknown, Witness};
use crate::tuning::{BEGIN_AGAIN, EXCHANGE_LAG};

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
    /// What it has told the others.
    told: Portable,
    /// How many facts of others it took in.
    imported: u64,
}

/// Leave to take a turn.
struct Grant {
    steps: u64,
    /// What others have told that it does not know yet.
    news: Vec<Arc<Portable>>,
    /// Whether it shall begin again, with what it and others know.
    anew: bool,
}

/// What was told, by the turn in which it was and the place in the plan of the arm that did.
type Told = BTreeMap<(u32, usize), Arc<Portable>>;

/// An arm as the one who deals out turns knows it.
struct Dealt {
    spec: &'static ArmSpec,
    /// The steps of its next turn, and how many turns it had.
    pace: Pace,
    turns: u32,
    /// The steps that it has taken.
    spent: u64,
    /// What it was told so far.
    heard: BTreeSet<(u32, usize)>,
    /// The steps that are left of its share. Threads cannot draw on one account of steps and be deterministic.
    share: u64,
    /// Where its thread waits for steps, once there is one.
    grants: Option<Sender<Grant>>,
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
    let options = task.how.0;
    let jobs = usize::try_from(options.jobs).unwrap_or(usize::MAX);
    let growth = Growth::of(turns, options);
    let (sender, receiver) = channel();
    let mut arms: Vec<Dealt> = turns.iter().map(Dealt::new).collect();
    // Those whose turn it is, and those who wait for others to give up and leave them their steps.
    let (mut waiting, mut poor) = (VecDeque::new(), (0..arms.len()).collect::<Vec<usize>>());
    let (mut reasons, mut stopped) = (Vec::new(), None);
    let (mut running, mut told) = (BTreeSet::new(), Told::new());
    let lag = u32::try_from(options.tuning.get(&EXCHANGE_LAG)).unwrap_or(u32::MAX);
    loop {
        if running.is_empty() && waiting.is_empty() {
            match share_out(&mut arms, &mut poor, budget) {
                Ok(()) => waiting.extend(std::mem::take(&mut poor)),
                Err(reason) => stopped = Some(reason),
            }
        }
        while running.len() < jobs
            && let Some(place) = ready(&arms, &waiting, &running, lag)
            && let Some(next) = waiting.remove(place)
        {
            let arm = &mut arms[next];
            let grant = arm.grant(next, &told, lag, options);
            let grants = arm.grants.get_or_insert_with(|| {
                let (grants, granted) = channel();
                let (spec, handle, sender) = (arm.spec, handle.clone(), sender.clone());
                let work = move || arm_thread(task, (next, spec), &handle, &granted, &sender);
                let _ = scope.spawn(work);
                grants
            });
            // A thread listens until it has told how its last turn ended.
            let _ = grants.send(grant);
            running.insert(next);
        }
        if running.is_empty() {
            break;
        }
        let Ok(end) = receiver.recv() else { break };
        running.remove(&end.arm);
        let arm = &mut arms[end.arm];
        arm.had(&end, growth, options, report);
        told.insert((arm.turns, end.arm), Arc::new(end.told));
        let rest = budget.spend(end.spent);
        match end.ended {
            Ended::Done(Outcome::Unknown(Unknown::Incomplete(why))) => {
                reasons.push(format!("{}: {why}", arm.spec.name));
            }
            Ended::Done(found) => return known_symbols(task.store, found),
            Ended::Paused(_) if let Err(reason) = rest => stopped = stopped.or(Some(reason)),
            Ended::Paused(_) if arm.share == 0 => poor.push(end.arm),
            Ended::Paused(_) => waiting.push_back(end.arm),
        }
    }
    reasons.sort_unstable();
    Outcome::Unknown(match stopped {
        Some(reason) => Unknown::Stopped(reason),
        None => Unknown::Incomplete(reasons.join("; ")),
    })
}

/// The first in the queue that no arm with a turn to take has to tell something before its own next one.
fn ready(
    arms: &[Dealt],
    waiting: &VecDeque<usize>,
    running: &BTreeSet<usize>,
    lag: u32,
) -> Option<usize> {
    let busy = waiting.iter().chain(running);
    let least = busy.map(|&arm| arms[arm].turns).min()?;
    let knows = |&arm: &usize| arms[arm].turns < least.saturating_add(lag);
    waiting.iter().position(knows)
}

impl Dealt {
    fn new(&(spec, steps): &FirstTurn) -> Dealt {
        Dealt {
            spec,
            pace: Pace::first(steps),
            turns: 0,
            spent: 0,
            heard: BTreeSet::new(),
            share: 0,
            grants: None,
        }
    }

    /// Its next turn; it stands at this place in the plan.
    fn grant(&mut self, place: usize, told: &Told, lag: u32, options: &Options) -> Grant {
        let news = self.news(place, told, lag);
        let steps = self.pace.steps.min(self.share);
        let again = options.tuning.get(&BEGIN_AGAIN);
        let anew = !news.is_empty() && self.spent.saturating_mul(again) <= steps;
        Grant { steps, news, anew }
    }

    /// Takes down how its turn ended.
    fn had(&mut self, end: &Report, growth: Growth, options: &Options, report: &mut SearchReport) {
        self.turns += 1;
        self.spent = self.spent.saturating_add(end.spent);
        self.share = self.share.saturating_sub(end.spent);
        if let Ended::Paused(pause) = &end.ended {
            self.pace = self.pace.after(pause, growth, self.turns, options);
        }
        record(report, self.spec, end.spent, &end.ended);
        report.arms.entry(self.spec.name).or_default().imported += end.imported;
        if options.shows_features() {
            show(report, self.spec, end.spent, &end.ended, self.pace);
        }
    }

    /// What others have told so many turns before the next one of this arm, and it has not heard.
    fn news(&mut self, place: usize, told: &Told, lag: u32) -> Vec<Arc<Portable>> {
        let mut news = Vec::new();
        for (&(turn, arm), facts) in told {
            let due = turn.saturating_add(lag) <= self.turns + 1;
            if due && arm != place && self.heard.insert((turn, arm)) && !facts.is_empty() {
                news.push(Arc::clone(facts));
            }
        }
        news
    }
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
    granted: &Receiver<Grant>,
    results: &Sender<Report>,
) {
    // Nobody may be listening any more; then the answer is not needed.
    let tell = |spent, ended, told, imported| {
        let _ = results.send(Report {
            arm,
            spent,
            ended,
            told,
            imported,
        });
    };
    let work = || {
        let mut store = task.store.clone();
        let terms = task.problem.assertions.iter();
        let terms: Vec<Term> = terms.map(|&(term, _)| term).collect();
        let shared = Shared::new(&store, &terms, &task.how.0.tuning);
        let terms: Vec<Asserted> = terms.into_iter().map(Asserted::as_written).collect();
        let begin = |store: &mut TermStore| {
            ArmRun::new(store, &terms, Some(spec), shared.clone(), task.how)
        };
        let mut run = begin(&mut store);
        while let Ok(grant) = granted.recv() {
            let budget = Budget::new(Some(grant.steps), handle.clone());
            for facts in &grant.news {
                shared.take_in(&store.import(facts));
            }
            if grant.anew {
                run = begin(&mut store);
            }
            let imported = run.import(&mut store);
            let known = shared.count();
            let ended = run.turn(&mut store, task.problem, &budget);
            let done = matches!(ended, Ended::Done(_));
            let told = store.export(&shared.since(known));
            tell(budget.spent(), ended, told, imported);
            if done {
                return;
            }
        }
    };
    if catch_unwind(AssertUnwindSafe(work)).is_err() {
        let why = Unknown::Incomplete("it failed with a defect".to_owned());
        let ended = Ended::Done(Outcome::Unknown(why));
        tell(0, ended, Portable::default(), 0);
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
