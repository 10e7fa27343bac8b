//! Conflicts made small, by leaving facts out and asking again: fewer premises exclude more.
//!
//! That takes as many questions as there are facts, so the steps for it are in proportion to those
//! that finding the conflict took; what was not tried stays.

use sinew_base::{StopReason, Tuning};

use super::decide::{Core, Decider, Searched};
use super::facts::Facts;
use super::propagate::{Propagated, Tools, propagate};
use super::reasons::Reasons;
use super::rules;
use crate::tuning::{MINIMISING, MINIMISING_LEAST, MINIMISING_MOST};

/// The steps for a conflict that was found with so many.
pub(super) fn steps(tuning: &Tuning, spent: u64) -> u64 {
    let steps = spent.saturating_mul(tuning.get(&MINIMISING));
    let steps = steps.max(tuning.get(&MINIMISING_LEAST));
    steps.min(tuning.get(&MINIMISING_MOST))
}

/// Facts among the given ones of which propagation still leaves nothing.
pub(super) fn of_propagation(
    tools: &mut Tools<'_>,
    facts: &Facts,
    mut core: Reasons,
    steps: u64,
) -> Result<Reasons, StopReason> {
    let outer = tools.budget;
    let slice = outer.slice(steps);
    let items: Vec<usize> = core.iter().collect();
    for item in items {
        if !core.contains(item) {
            continue;
        }
        let mut tools = Tools {
            store: tools.store,
            languages: tools.languages,
            regexes: tools.regexes,
            tuning: tools.tuning,
            budget: &slice,
        };
        let kept = core.clone();
        let chosen = |at: usize| at != item && kept.contains(at);
        match propagate(&mut tools, facts, &chosen) {
            Ok(Propagated::Empty(fewer)) => core = fewer,
            Ok(Propagated::Languages(_)) => {}
            Err(_) => break,
        }
    }
    outer.check()?;
    Ok(core)
}

/// Facts among the given ones that propagation and search still refute.
pub(super) fn of_search(
    decider: &mut Decider<'_>,
    mut core: Core,
    steps: u64,
) -> Result<Core, StopReason> {
    let outer = decider.budget;
    let slice = outer.slice(steps);
    let items: Vec<usize> = core.facts.iter().collect();
    for item in items {
        if !core.facts.contains(item) {
            continue;
        }
        let kept = core.clone();
        let chosen = |at: usize| at != item && kept.facts.contains(at);
        let mut tools = Tools {
            store: decider.store,
            languages: decider.languages,
            regexes: decider.regexes,
            tuning: decider.tuning,
            budget: &slice,
        };
        let known = match propagate(&mut tools, decider.facts, &chosen) {
            Ok(Propagated::Empty(facts)) => {
                core = Core {
                    facts,
                    comparisons: Reasons::default(),
                    rule: &rules::EMPTY_LANGUAGE,
                };
                continue;
            }
            Ok(Propagated::Languages(known)) => known,
            Err(_) => break,
        };
        let mut trial = Decider {
            store: decider.store,
            languages: decider.languages,
            regexes: decider.regexes,
            facts: decider.facts,
            known: &known,
            values: decider.values,
            tuning: decider.tuning,
            budget: &slice,
        };
        match trial.search(&chosen, &|at| kept.comparisons.contains(at)) {
            Ok(Searched::Nothing(fewer)) => core = fewer,
            Ok(Searched::Words(..) | Searched::Open(_)) => {}
            Err(_) => break,
        }
    }
    outer.check()?;
    Ok(core)
}
