//! Proofs of refutations.
//!
//! What was refuted, by whatever way, is put through a list of stages that record what they do, and the record is made
//! a proof in CPC, step by step, by a checker that shares no code with the solver. So answers that are not `unsat`, and the way to
//! those that are, cost nothing; and what comes from the cache, from several threads or from a smaller core is covered by one
//! proof.

use std::collections::BTreeSet;

use sinew_base::{Budget, Tuning};
use sinew_elaborate::{Given, Inferred, Refutation, Searched};
use sinew_proof::cpc::Verdict;
use sinew_term::Term;

use super::recorded::Recorded;
use super::tried::{Introduced, refuted_inference, refuted_law};
use super::{Answer, Certificate, Context, Outcome, Query, Rest, Stage, Unknown};
use crate::search::SearchLog;
use crate::tuning;

/// What is wanted of a proof.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Steps that it may cost; nothing if it is wanted at any price.
    steps: Option<u64>,
    /// Whether it is wanted as a text.
    as_text: bool,
}

impl Wanted {
    /// To vouch for an answer that has cost what is spent of a budget.
    pub(crate) fn to_vouch(budget: &Budget<'_>, tuning: &Tuning, as_text: bool) -> Wanted {
        let steps = (budget.spent()).saturating_mul(tuning.get(&tuning::PROOF_STEPS_PER_STEP));
        Wanted {
            steps: Some(steps.max(tuning.get(&tuning::PROOF_LEAST_STEPS))),
            as_text,
        }
    }

    /// To be read, at any price.
    pub(crate) fn to_read() -> Wanted {
        Wanted {
            steps: None,
            as_text: true,
        }
    }
}

/// A proof, and what it is worth.
pub(crate) struct Proof {
    pub(crate) certificate: Certificate,
    /// The steps, if they are wanted and the search was repeated.
    pub(crate) script: Option<String>,
    /// The positions of the assertions that it uses, if there is one.
    pub(crate) core: Option<Vec<usize>>,
}

/// What is trusted where there is no proof: the search was not repeated within its budget, or found nothing this time, or its steps
/// were too many.
const SEARCH_BUDGET: &str = "search-budget";
const SEARCH_UNREPEATED: &str = "search-unrepeated";
const PROOF_BUDGET: &str = "proof-budget";

/// No proof, because of this gap; those who trace are told more.
fn unproved(gap: &str, why: &str, cx: &mut Context<'_>) -> Proof {
    if cx.options.trace {
        cx.host.remark(&format!("{gap}: {why}"));
    }
    Proof {
        certificate: Certificate::trusting(gap),
        script: None,
        core: None,
    }
}

/// Proves that the assertions at these positions have no model, by these stages. An error says why the refutation must be wrong.
pub(crate) fn prove(
    query: &Query,
    core: &[usize],
    stages: &[&'static dyn Stage],
    wanted: Wanted,
    cx: &mut Context<'_>,
) -> Result<Proof, Unknown> {
    let slice = cx.budget.slice(wanted.steps.unwrap_or(u64::MAX));
    let core: BTreeSet<usize> = core.iter().copied().collect();
    let part = query.filter(|_, origins| origins.iter().all(|at| core.contains(&at)));
    let Answer { outcome, basis } = {
        // What the proof did is not what the query did.
        let (mut statistics, mut host) = Default::default();
        let mut cx = Context {
            statistics: &mut statistics,
            host: &mut host as &mut crate::host::Buffer,
            ..cx.within(&slice)
        };
        Rest(stages).ask(&part, &mut cx)
    };
    match outcome {
        Outcome::Unsat(_) => {}
        Outcome::Unknown(why @ Unknown::Refused(_)) => return Err(why),
        Outcome::Unknown(why) => {
            if let Some(recorded) = &basis.recorded {
                tried(recorded, None, (&[], &None), cx)?;
            }
            let gap = match why {
                Unknown::Stopped(_) => SEARCH_BUDGET,
                _ => SEARCH_UNREPEATED,
            };
            return Ok(unproved(gap, &why.to_string(), cx));
        }
        Outcome::Sat(mut witness) => {
            let satisfied = witness.satisfies(cx.store, &part, &basis.stand_ins, &slice);
            return match satisfied {
                Ok(()) => Err(refused("what was refuted has a model")),
                Err(why) => Ok(unproved(SEARCH_UNREPEATED, &why.to_string(), cx)),
            };
        }
    }
    let Some(recorded) = &basis.recorded else {
        let why = "it was refuted before simplification";
        return Ok(unproved(SEARCH_UNREPEATED, why, cx));
    };
    let names: BTreeSet<&'static str> = basis.steps.iter().map(|step| step.rule.name).collect();
    let names: Vec<&'static str> = names.into_iter().collect();
    let parts = (query, &part);
    elaborate(
        parts,
        (recorded, &basis.log),
        &names,
        &slice,
        wanted.as_text,
        cx,
    )
}

/// Tries what was taken on trust: applications of these laws (of all, where nothing is said), and inferences. An error says what is wrong.
fn tried(
    recorded: &Recorded,
    laws: Option<&[String]>,
    (inferences, log): (&[Inferred], &Option<SearchLog>),
    cx: &mut Context<'_>,
) -> Result<(), Unknown> {
    // Whatever the proof has cost, this much is left for trials.
    let steps = cx.options.tuning.get(&tuning::PROOF_TRIAL_STEPS);
    let trial = cx.budget.slice(steps);
    let introduced = Introduced {
        symbols: log.as_ref().map_or(&[], |log| &log.symbols),
        functions: log.as_ref().map_or(&[], |log| &log.functions),
    };
    let wrong = refuted_law(cx.store, &recorded.record, laws, &trial)
        .map(str::to_owned)
        .or_else(|| refuted_inference(cx.store, inferences, introduced, &trial));
    match wrong {
        Some(rule) => Err(refused(&format!("`{rule}` was applied wrongly"))),
        None => Ok(()),
    }
}

fn refused(why: &str) -> Unknown {
    Unknown::Refused(why.to_owned())
}

/// Makes a proof of what was recorded. The names are those of rules that were applied before simplification.
fn elaborate(
    (query, part): (&Query, &Query),
    (recorded, log): (&Recorded, &Option<SearchLog>),
    names: &[&'static str],
    budget: &Budget<'_>,
    as_text: bool,
    cx: &mut Context<'_>,
) -> Result<Proof, Unknown> {
    let written = query.terms();
    let assertions = part.terms();
    let mut given: Vec<Given> = (assertions.iter())
        .map(|&formula| Given {
            formula,
            made: None,
        })
        .collect();
    let known: BTreeSet<Term> = assertions.iter().copied().collect();
    for (formula, origins) in &recorded.given {
        if !known.contains(formula) {
            let premises: Vec<Term> = origins.iter().map(|&at| written[at]).collect();
            given.push(Given {
                formula: *formula,
                made: Some((premises, names.to_vec())),
            });
        }
    }
    let falsity = cx.store.false_();
    let refutation = Refutation {
        assertions: &assertions,
        given: &given,
        record: &recorded.record,
        falsity,
        search: (recorded.searched.as_deref()).map(|formulas| Searched {
            formulas,
            log: log.as_ref().map(|log| &*log.text),
            symbols: log.as_ref().map_or(&[], |log| &log.symbols),
        }),
    };
    let units_per_step = cx.options.tuning.get(&tuning::PROOF_UNITS_PER_STEP);
    let units = budget.left().saturating_mul(units_per_step);
    let mut proved = sinew_elaborate::prove(cx.store, &refutation, units, as_text);
    // What is over the limit was spent all the same; the answer is there.
    let spent = units - proved.checker.terms().budget();
    let _ = budget.spend(spent / units_per_step);
    let certificate = match proved.verdict {
        Verdict::Checked => Certificate::Checked,
        // Congruence closure shows every clause that it should have found.
        Verdict::Trusted(ref rules) if rules.iter().any(|rule| rule == "euf") => {
            return Err(refused("a clause does not follow by congruence"));
        }
        Verdict::Trusted(ref rules) => {
            tried(recorded, Some(rules), (&proved.trusted, log), cx)?;
            Certificate::trusting_all(rules.clone())
        }
        Verdict::OutOfBudget => {
            tried(recorded, None, (&proved.trusted, log), cx)?;
            let why = "the work allowed was not enough for the steps";
            return Ok(unproved(PROOF_BUDGET, why, cx));
        }
        Verdict::Refused(ref why) => return Err(refused(&why.to_string())),
    };
    let mut used: BTreeSet<Term> = proved.used.into_iter().collect();
    let core = (part.problem.assertions.iter())
        .filter(|(term, _)| used.remove(term))
        .flat_map(|(_, origins)| origins.iter());
    Ok(Proof {
        certificate,
        script: as_text.then(|| proved.checker.script()),
        core: Some(core.collect()),
    })
}
